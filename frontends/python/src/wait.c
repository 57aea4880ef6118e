/* wait.c - waits and errors: every wait releases the GIL and can be interrupted by Ctrl-C.
 *
 * The library calls the hooks of this file around each of its waits (weir_frontend), so that no
 * other code here has to know which calls may block.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>

static PyObject *async_error, *wait_error, *axis_error;

/* ---- Hooks around waits ------------------------------------------------------------------------ */

/* This thread's state if it holds the GIL, else NULL.  The calling code may have released it
 * already. */
static PyThreadState *own_state(void) {
#if PY_VERSION_HEX >= 0x030D0000
    return PyThreadState_GetUnchecked();
#else
    PyThreadState *ts = _PyThreadState_UncheckedGet();
    return ts != NULL && ts->thread_id == PyThread_get_thread_ident() ? ts : NULL;
#endif
}

static uint32_t where(void) { return own_state() != NULL ? site_now() : 0; }

/* Callbacks of weir.waits("log") and the like, called before a wait, and of weir.progress(),
 * called during one; or NULL. */
static PyObject *on_wait, *on_progress; /* protected by the GIL */
static _Thread_local bool telling;      /* in a callback, which may itself have to wait */
static _Thread_local bool shown;        /* progress of this thread's wait is displayed */

/* Call the callback before a wait.  An exception raised here cancels the wait. */
static int ask(const char *reason, uint32_t site) {
    if (own_state() == NULL || on_wait == NULL || telling) return 0;
    const char *line = weir_site_text(site);
    telling = true;
    py_busy_begin();
    PyObject *callback = Py_NewRef(on_wait);
    PyObject *result = PyObject_CallFunction(callback, "sN", reason,
                                             line != NULL ? text_of(line) : Py_NewRef(Py_None));
    Py_DECREF(callback);
    py_busy_end();
    telling = false;
    Py_XDECREF(result);
    return result != NULL ? 0 : -1;
}

static void *begin(void) {
    if (own_state() == NULL) return NULL;
    py_busy_begin();
    return PyEval_SaveThread();
}

/* Report that a wait is still in progress (draw it) or has ended (erase it). */
static void show(PyObject *going_on) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback); /* a signal handler's exception may be set */
    PyObject *callback = Py_XNewRef(on_progress);
    PyObject *result = callback != NULL ? PyObject_CallOneArg(callback, going_on) : NULL;
    if (callback != NULL && result == NULL) PyErr_WriteUnraisable(callback);
    Py_XDECREF(result);
    Py_XDECREF(callback);
    PyErr_Restore(type, value, traceback);
}

/* Run signal handlers, which only the main thread does; an exception that one raises stays set
 * and ends the wait. */
static int look(void *token) {
    if (token == NULL) return 0;
    PyEval_RestoreThread(token);
    int raised = PyErr_CheckSignals();
    if (UNLIKELY(on_progress != NULL) && raised == 0 && !telling) {
        telling = shown = true;
        show(Py_True);
        telling = false;
    }
    PyEval_SaveThread();
    return raised;
}

static void end(void *token) {
    if (token == NULL) return;
    PyEval_RestoreThread(token);
    if (UNLIKELY(shown)) show(Py_False);
    shown = false;
    py_busy_end();
}

/* ---- Errors ------------------------------------------------------------------------------------ */

/* Public C functions that start a message, and what Python calls them. */
static const struct {
    const char *function, *name;
} python_names[] = {
    {"weir_array_from_dlpack", "from_dlpack"},
    {"weir_array_from_memory", "asarray"},
    {"weir_array_item_f64", "item"},
    {"weir_array_item_i64", "item"},
    {"weir_block_clear", "clear"},
    {"weir_block_parse", "nn.parse"},
    {"weir_block_set_compute", "compute_in"},
    {"weir_dataset_arrays", "ArrayDataset"},
    {"weir_dataset_concat", "ConcatDataset"},
    {"weir_dataset_csv", "CSVDataset"},
    {"weir_dataset_folder", "ImageFolder"},
    {"weir_dataset_mnist", "MNIST"},
    {"weir_dataset_subset", "Subset"},
    {"weir_dataset_take", "Dataset"},
    {"weir_init_fill", "nn.init"},
    {"weir_loader_call", "DataLoader"},
    {"weir_loader_new", "DataLoader"},
    {"weir_loader_next", "DataLoader"},
    {"weir_loader_start", "DataLoader"},
    {"weir_optimizer_attr_set", "set"},
    {"weir_optimizer_step", "step"},
    {"weir_random_crop", "RandomCrop"},
    {"weir_random_flip", "RandomFlip"},
};

/* A message of the library with the name of its function in terms of Python. */
static PyObject *message_of(const char *message) {
    static const char prefix[] = "weir_";
    size_t length = strcspn(message, ": ");
    if (strncmp(message, prefix, sizeof prefix - 1) != 0) return text_of(message);
    for (size_t i = 0; i < sizeof python_names / sizeof *python_names; i++)
        if (strlen(python_names[i].function) == length &&
            memcmp(message, python_names[i].function, length) == 0)
            return PyUnicode_FromFormat("%s%s", python_names[i].name, message + length);
    return text_of(message + sizeof prefix - 1);
}

static PyObject *value_error; /* raised instead of ValueError; NULL: ValueError */

/* The exception type for a caller's error.  It depends on the status alone. */
static PyObject *type_of(weir_status status) {
    switch (status) {
    case WEIR_ENOMEM: return PyExc_MemoryError;
    case WEIR_ETIMEDOUT: return PyExc_TimeoutError;
    case WEIR_ECLOSED:
    case WEIR_EDEADLK: return PyExc_RuntimeError;
    case WEIR_EINDEX: return PyExc_IndexError;
    case WEIR_EAXIS: return axis_error;
    case WEIR_EDTYPE: return PyExc_TypeError;
    case WEIR_ERANGE: return PyExc_OverflowError;
    case WEIR_ENOENT: return PyExc_FileNotFoundError;
    case WEIR_EACCES: return PyExc_PermissionError;
    case WEIR_EEXIST: return PyExc_FileExistsError;
    case WEIR_EISDIR: return PyExc_IsADirectoryError;
    case WEIR_ENOTDIR: return PyExc_NotADirectoryError;
    case WEIR_ESYS: return PyExc_OSError;
    default: return value_error != NULL ? value_error : PyExc_ValueError;
    }
}

static void set_attribute(PyObject *error, const char *name, PyObject *value) {
    if (value == NULL || PyObject_SetAttrString(error, name, value) < 0) PyErr_Clear();
    Py_XDECREF(value);
}

static PyObject *set_attributes(PyObject *error, const weir_failure *f) {
    const char *line = weir_site_text(f->site);
    set_attribute(error, "operation", PyUnicode_FromString(f->name));
    set_attribute(error, "line", line != NULL ? text_of(line) : Py_NewRef(Py_None));
    set_attribute(error, "status", PyUnicode_FromString(weir_status_name((weir_status)f->status)));
    set_attribute(error, "stack", site_stack(f->site));
    set_attribute(error, "module", site_part(f->site));
    return error;
}

PyObject *text_of(const char *text) {
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}

/* The message followed by the calls that issued the operation.  Takes over the reference to the
 * message. */
static PyObject *with_history(PyObject *message, uint32_t site) {
    PyObject *history = site_history(site);
    PyObject *both = history != NULL ? PyUnicode_Concat(message, history) : NULL;
    Py_XDECREF(history);
    if (both == NULL) {
        PyErr_Clear();
        return message;
    }
    Py_DECREF(message);
    return both;
}

/* The message followed by the module in which a call was refused, if any.  Takes over the reference to
 * the message. */
static PyObject *with_module(PyObject *message, uint32_t site) {
    const char *part = weir_site_part(site);
    if (part == NULL) part = module_path_text();
    PyObject *both =
        part != NULL ? PyUnicode_FromFormat("%U\n  in module %s", message, part) : NULL;
    if (both == NULL) {
        PyErr_Clear();
        return message;
    }
    Py_DECREF(message);
    return both;
}

PyObject *raise_status(weir_status status) {
    if (status == WEIR_EINTR && PyErr_Occurred()) return NULL; /* raised by a signal handler */
    weir_failure f = {.size = sizeof f};
    (void)weir_error_get(&f);
    PyObject *message = message_of(f.message);
    if (message == NULL) return NULL;
    /* An asynchronous failure has an operator name and a place in program order; a caller's
     * error has neither. */
    bool in_flight = f.name[0] != '\0';
    message = in_flight ? with_history(message, f.site) : with_module(message, f.site);
    PyObject *error = in_flight ? PyObject_CallOneArg(async_error, message) : NULL;
    if (error != NULL)
        PyErr_SetObject(async_error, set_attributes(error, &f));
    else if (!in_flight)
        PyErr_SetObject(type_of(status), message);
    Py_XDECREF(error);
    Py_DECREF(message);
    return NULL;
}

int wait_outcome(weir_status status) {
    if (LIKELY(status == WEIR_OK)) return 0;
    if (status == WEIR_EINTR) {
        if (PyErr_Occurred()) return -1;
        py_busy_begin(); /* a handler may run while the caller holds a handle for the next try */
        bool raised = PyErr_CheckSignals() < 0;
        py_busy_end();
        return raised ? -1 : 1;
    }
    if (!PyErr_Occurred()) raise_status(status);
    return -1;
}

int wait_settled(weir_status status) {
    if (status == WEIR_OK) return 0;
    if (!PyErr_Occurred()) raise_status(status);
    return -1;
}

/* ---- Waiting ----------------------------------------------------------------------------------- */

int wait_for(weir_array *a, int64_t timeout_ns, const char *reason) {
    int again;
    while ((again = wait_outcome(weir_array_wait_at(a, timeout_ns, reason))) > 0) {}
    return again;
}

static PyObject *set_callback(PyObject **place, PyObject *callback) {
    PyObject *old = *place;
    *place = callback == Py_None ? NULL : Py_NewRef(callback);
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static PyObject *set_on_wait(PyObject *module, PyObject *callback) {
    (void)module;
    return set_callback(&on_wait, callback);
}

static PyObject *set_on_progress(PyObject *module, PyObject *callback) {
    (void)module;
    return set_callback(&on_progress, callback);
}

/* Set a subclass of ValueError to raise instead, since other frameworks raise RuntimeError in
 * these cases. */
static PyObject *set_value_error(PyObject *module, PyObject *type) {
    (void)module;
    return set_callback(&value_error, type);
}

static int nanoseconds(PyObject *seconds, int64_t *out) {
    *out = -1;
    if (seconds == NULL || seconds == Py_None) return 0;
    double s = PyFloat_AsDouble(seconds);
    if (s == -1.0 && PyErr_Occurred()) return -1;
    if (!(s >= 0)) {
        PyErr_Format(PyExc_ValueError,
                     "timeout must be a non-negative number of seconds or None, not %R", seconds);
        return -1;
    }
    *out = s < 9e9 ? (int64_t)(s * 1e9) : -1;
    return 0;
}

/* Parse the one argument, by position or by name. */
static bool take_timeout(const char *name, PyObject *const *args, Py_ssize_t nargs,
                         PyObject *kwnames, PyObject **timeout) {
    Py_ssize_t named = kwnames != NULL ? PyTuple_GET_SIZE(kwnames) : 0;
    *timeout = nargs + named > 0 ? args[0] : NULL;
    bool fine = nargs + named <= 1;
    if (fine && named == 1)
        fine = PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(kwnames, 0), "timeout") == 0;
    if (!fine) PyErr_Format(PyExc_TypeError, "%s takes at most one argument, timeout", name);
    return fine;
}

static PyObject *array_wait(PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                            PyObject *kwnames) {
    PyObject *timeout;
    int64_t ns;
    if (!take_timeout("wait", args, nargs, kwnames, &timeout) || nanoseconds(timeout, &ns) < 0 ||
        wait_for(((Array *)self)->a, ns, "wait") < 0)
        return NULL;
    return Py_NewRef(self);
}

static PyObject *array_wait_to_read(PyObject *self, PyObject *unused) {
    (void)unused;
    if (wait_for(((Array *)self)->a, -1, "wait_to_read") < 0) return NULL;
    Py_RETURN_NONE;
}

PyMethodDef wait_methods[] = {
    {"wait", (PyCFunction)(void (*)(void))array_wait, METH_FASTCALL | METH_KEYWORDS,
     "wait($self, /, timeout=None)\n--\n\nBlock until the values are ready and return the array.  "
     "Raises TimeoutError after `timeout` seconds."},
    {"wait_to_read", array_wait_to_read, METH_NOARGS,
     "wait_to_read($self, /)\n--\n\nBlock until the values are ready."},
    {NULL, NULL, 0, NULL},
};

static PyObject *waitall(PyObject *module, PyObject *args, PyObject *kwargs) {
    (void)module;
    static char *keywords[] = {"timeout", NULL};
    PyObject *timeout = NULL;
    int64_t ns;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:waitall", keywords, &timeout) ||
        nanoseconds(timeout, &ns) < 0 || py_ready() < 0)
        return NULL;
    identity_flush();
    uint32_t site = site_now();
    int again;
    while ((again = wait_outcome(weir_waitall_at(py_runtime, ns, "waitall", site))) > 0) {}
    if (again < 0) return NULL;
    Py_RETURN_NONE;
}

PyMethodDef wait_functions[] = {
    {"waitall", (PyCFunction)(void (*)(void))waitall, METH_VARARGS | METH_KEYWORDS,
     "waitall(timeout=None)\n--\n\nBlock until all operations issued so far are complete.  Raises "
     "the first error that has not been reported, with the number of further errors; all of them "
     "count as reported then.  weir.failures() lists them."},
    {"set_on_wait", set_on_wait, METH_O, NULL},
    {"set_on_progress", set_on_progress, METH_O, NULL},
    {"set_value_error", set_value_error, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int wait_init(PyObject *module) {
    weir_frontend frontend = {.size = sizeof frontend,
                              .site = where,
                              .wait_ask = ask,
                              .wait_begin = begin,
                              .wait_look = look,
                              .wait_end = end,
                              .remedy = remedy_asked};
    (void)weir_frontend_set(&frontend);
    async_error = PyErr_NewExceptionWithDoc(
        "weir.AsyncError",
        "An operation failed after its call had returned.  `operation` is its name, `line` the "
        "place where it was issued and `status` the kind of error; `stack` has the calls that "
        "issued it, outermost first, as (file, line, function), and `module` the path of the "
        "module that issued it, or None.",
        PyExc_RuntimeError, NULL);
    wait_error = PyErr_NewExceptionWithDoc("weir.WaitError",
                                           "A call would block although weir.waits('raise') "
                                           "forbids it.",
                                           PyExc_RuntimeError, NULL);
    /* Derived from both, as NumPy's is: the axis is an invalid value and an invalid index. */
    PyObject *bases = PyTuple_Pack(2, PyExc_ValueError, PyExc_IndexError);
    axis_error = bases != NULL ? PyErr_NewExceptionWithDoc("weir.AxisError",
                                                           "An axis is out of range for the array.",
                                                           bases, NULL)
                               : NULL;
    Py_XDECREF(bases);
    if (async_error == NULL || wait_error == NULL || axis_error == NULL ||
        PyModule_AddObjectRef(module, "AxisError", axis_error) < 0 ||
        PyModule_AddObjectRef(module, "AsyncError", async_error) < 0 ||
        PyModule_AddObjectRef(module, "WaitError", wait_error) < 0)
        return -1;
    if (PyModule_AddFunctions(module, remedy_functions) < 0) return -1;
    return PyModule_AddFunctions(module, wait_functions);
}
