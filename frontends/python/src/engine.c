/* engine.c - engine introspection: counters, memory, the wait profile, traces, windows, failures.
 *
 * The functions return plain lists, tuples and dicts, from which weir/_async.py creates objects.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>

static PyObject *line_of(uint32_t site) {
    const char *line = weir_site_text(site);
    return line != NULL ? text_of(line) : Py_NewRef(Py_None);
}

/* Append an item to a list and return the list.  Takes over the reference to the item.  On failure
 * the list is released too, and NULL is returned. */
static PyObject *append(PyObject *list, PyObject *item) {
    if (list == NULL || item == NULL || PyList_Append(list, item) < 0) Py_CLEAR(list);
    Py_XDECREF(item);
    return list;
}

static PyObject *done(weir_status status) {
    if (status != WEIR_OK) return raise_status(status);
    Py_RETURN_NONE;
}

/* ---- Counters ---------------------------------------------------------------------------------- */

static PyObject *stats(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    weir_stats s = {.size = sizeof s};
    if (py_ready() < 0) return NULL;
    weir_status status = weir_stats_get(py_runtime, &s);
    if (status != WEIR_OK) return raise_status(status);
    static const char *const levels[] = {"best",        "portable", "avx2",     "avx512",
                                         "avx512_bf16", "amx_bf16", "amx_fp16", "another"};
    return Py_BuildValue(
        "{s:s, s:I, s:s, s:K, s:K, s:K, s:K, s:K, s:K, s:K, s:d, s:K, s:K, s:K, s:K, s:K}", "kind",
        s.engine == WEIR_SERIAL ? "serial" : "threaded", "workers", (unsigned)s.workers, "cpu",
        levels[s.cpu & 7], "issued", (unsigned long long)s.issued, "finished",
        (unsigned long long)s.finished, "queue_len", (unsigned long long)s.queue_len, "queue_bytes",
        (unsigned long long)s.queue_bytes, "level", (unsigned long long)s.memory_level, "waits",
        (unsigned long long)s.waits, "waits_ready", (unsigned long long)s.waits_ready,
        "wait_seconds", (double)s.wait_ns / 1e9, "failures", (unsigned long long)s.failures,
        "helped", (unsigned long long)s.helped, "wakes", (unsigned long long)s.wakes, "host_ahead",
        (unsigned long long)s.host_ahead, "fused", (unsigned long long)s.fused);
}

static PyObject *set_engine(PyObject *module, PyObject *arg) {
    (void)module;
    const char *kind = PyUnicode_Check(arg) ? utf8_of(arg) : "";
    if (kind == NULL || py_ready() < 0) return NULL;
    bool serial = strcmp(kind, "serial") == 0;
    if (!serial && strcmp(kind, "threaded") != 0)
        return PyErr_Format(PyExc_ValueError,
                            "the engine must be \"threaded\" or \"serial\", not %R", arg);
    int again;
    while ((again = wait_outcome(
                weir_runtime_set_engine(py_runtime, serial ? WEIR_SERIAL : WEIR_THREADED))) > 0) {}
    if (again < 0) return NULL;
    Py_RETURN_NONE;
}

/* ---- Memory ------------------------------------------------------------------------------------ */

static PyObject *memory(PyObject *module, PyObject *args) {
    (void)module;
    weir_memory m = {.size = sizeof m};
    PyObject *where = Py_None;
    int32_t device = WEIR_CPU(0);
    if (py_ready() < 0 || !PyArg_ParseTuple(args, "|O", &where)) return NULL;
    if (where != Py_None && device_from(where, &device) < 0) return NULL;
    weir_status status = weir_memory_of(py_runtime, device, &m);
    if (status != WEIR_OK) return raise_status(status);
    return Py_BuildValue("{s:K, s:K, s:K, s:K, s:K, s:K, s:K, s:K, s:K, s:K}", "budget",
                         (unsigned long long)m.budget, "level", (unsigned long long)m.level, "used",
                         (unsigned long long)m.used, "peak", (unsigned long long)m.peak, "cached",
                         (unsigned long long)m.cached, "reserved", (unsigned long long)m.reserved,
                         "takes", (unsigned long long)m.takes, "reuses",
                         (unsigned long long)m.reuses, "borrowed", (unsigned long long)m.borrowed,
                         "borrowed_peak", (unsigned long long)m.borrowed_peak);
}

static PyObject *holders(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    enum { MOST = 256 };
    weir_holder all[MOST];
    if (py_ready() < 0) return NULL;
    size_t count = weir_memory_holders(py_runtime, all, MOST);
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && i < count; i++)
        list = append(list, Py_BuildValue("(sNIK)", all[i].name != NULL ? all[i].name : "host data",
                                          line_of(all[i].site), all[i].count,
                                          (unsigned long long)all[i].bytes));
    return list;
}

static PyObject *trim(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return py_ready() < 0 ? NULL : done(weir_memory_trim(py_runtime));
}

/* ---- Waits and traces -------------------------------------------------------------------------- */

static PyObject *waits(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    enum { MOST = 1024 };
    if (py_ready() < 0) return NULL;
    weir_wait_entry *all = PyMem_Malloc(MOST * sizeof *all);
    if (all == NULL) return PyErr_NoMemory();
    size_t count = weir_waits_get(py_runtime, all, MOST);
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && i < count; i++)
        list =
            append(list, Py_BuildValue("(NsKd)", line_of(all[i].site), all[i].reason,
                                       (unsigned long long)all[i].count, (double)all[i].ns / 1e9));
    PyMem_Free(all);
    return list;
}

static PyObject *waits_clear(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    if (py_ready() < 0) return NULL;
    weir_waits_clear(py_runtime);
    Py_RETURN_NONE;
}

static PyObject *trace_start(PyObject *module, PyObject *arg) {
    (void)module;
    unsigned long long most = PyLong_AsUnsignedLongLong(arg);
    if (PyErr_Occurred() || py_ready() < 0) return NULL;
    return done(weir_trace_start(py_runtime, most));
}

/* trace_stop(path or None): stop tracing and write the trace to the file, if any.  The GIL is
 * released meanwhile, since writing may take a long time. */
static PyObject *trace_stop(PyObject *module, PyObject *arg) {
    (void)module;
    PyObject *path = NULL;
    if (py_ready() < 0 || (arg != Py_None && !PyUnicode_FSConverter(arg, &path))) return NULL;
    weir_status status;
    Py_BEGIN_ALLOW_THREADS status =
        weir_trace_stop(py_runtime, path != NULL ? PyBytes_AS_STRING(path) : NULL);
    Py_END_ALLOW_THREADS Py_XDECREF(path);
    return done(status);
}

/* ---- Windows ----------------------------------------------------------------------------------- */

static const char window_name[] = "weir.window";

static void window_free(PyObject *capsule) {
    weir_window_free(PyCapsule_GetPointer(capsule, window_name));
}

static PyObject *window_new(PyObject *module, PyObject *arg) {
    (void)module;
    long depth = PyLong_AsLong(arg);
    if ((depth == -1 && PyErr_Occurred()) || py_ready() < 0) return NULL;
    if (depth < 1 || depth > 1024)
        return PyErr_Format(PyExc_ValueError,
                            "window: the depth must be between 1 and 1024 batches, not %ld", depth);
    weir_window *window;
    weir_status status = weir_window_new(py_runtime, (uint32_t)depth, &window);
    if (status != WEIR_OK) return raise_status(status);
    PyObject *capsule = PyCapsule_New(window, window_name, window_free);
    if (capsule == NULL) weir_window_free(window);
    return capsule;
}

static PyObject *window_next(PyObject *module, PyObject *capsule) {
    (void)module;
    weir_window *window = PyCapsule_GetPointer(capsule, window_name);
    if (window == NULL) return NULL;
    uint32_t site = site_now();
    int again;
    while ((again = wait_outcome(weir_window_next(window, site))) > 0) {}
    if (again < 0) return NULL;
    Py_RETURN_NONE;
}

/* ---- Failures ---------------------------------------------------------------------------------- */

static PyObject *failures(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    weir_failure f = {.size = sizeof f};
    if (py_ready() < 0) return NULL;
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list != NULL && i < weir_failure_count(py_runtime) &&
                         weir_failure_get(py_runtime, i, &f) == WEIR_OK;
         i++)
        list =
            append(list, Py_BuildValue("(sNsNNN)", f.name, line_of(f.site),
                                       weir_status_name((weir_status)f.status), text_of(f.message),
                                       site_stack(f.site), site_part(f.site)));
    if (list == NULL) return NULL;
    uint64_t ever = weir_failure_count(py_runtime), kept = (uint64_t)PyList_GET_SIZE(list);
    return Py_BuildValue("(KN)", (unsigned long long)(ever > kept ? ever - kept : 0), list);
}

static PyObject *clear_failures(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    if (py_ready() < 0) return NULL;
    weir_failure_clear(py_runtime);
    Py_RETURN_NONE;
}

static PyObject *cancel_all(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return py_ready() < 0 ? NULL : done(weir_cancel_all(py_runtime));
}

static PyObject *interrupt(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    if (py_runtime != NULL) weir_interrupt(py_runtime);
    Py_RETURN_NONE;
}

/* ---- Operations on one array ------------------------------------------------------------------- */

static PyObject *on_var(PyObject *self, weir_status (*act)(weir_var *v)) {
    weir_var *var = weir_array_var(((Array *)self)->a);
    int again = 0;
    if (var != NULL)
        while ((again = wait_outcome(act(var))) > 0) {}
    if (again < 0) return NULL;
    Py_RETURN_NONE;
}

static PyObject *cancel(PyObject *self, PyObject *unused) {
    (void)unused;
    return on_var(self, weir_var_cancel);
}

static PyObject *clear_error(PyObject *self, PyObject *unused) {
    (void)unused;
    return on_var(self, weir_var_clear);
}

static PyMethodDef methods[] = {
    {"cancel", cancel, METH_NOARGS,
     "cancel($self, /)\n--\n\nCancel the operations issued so far that write this array and have "
     "not started.  Reading the array then raises AsyncError."},
    {"clear_error", clear_error, METH_NOARGS,
     "clear_error($self, /)\n--\n\nClear the error of this array.  If the operation that failed "
     "did not run, the array has its previous values."},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef functions[] = {
    {"stats", stats, METH_NOARGS, NULL},
    {"set_engine", set_engine, METH_O, NULL},
    {"memory", memory, METH_VARARGS, NULL},
    {"holders", holders, METH_NOARGS, NULL},
    {"trim", trim, METH_NOARGS, NULL},
    {"waits", waits, METH_NOARGS, NULL},
    {"waits_clear", waits_clear, METH_NOARGS, NULL},
    {"trace_start", trace_start, METH_O, NULL},
    {"trace_stop", trace_stop, METH_O, NULL},
    {"window_new", window_new, METH_O, NULL},
    {"window_next", window_next, METH_O, NULL},
    {"failures", failures, METH_NOARGS, NULL},
    {"clear_failures", clear_failures, METH_NOARGS, NULL},
    {"cancel_all", cancel_all, METH_NOARGS, NULL},
    {"interrupt", interrupt, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int engine_init(PyObject *module) {
    return array_add_methods(methods) < 0 ? -1 : PyModule_AddFunctions(module, functions);
}
