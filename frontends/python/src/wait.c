/* wait.c - waits: every wait releases the GIL and can be interrupted by Ctrl-C.
 *
 * The library calls the hooks of this file around each of its waits (weir_frontend), so that no
 * other code of the extension has to know which calls may block.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>

/* ---- Hooks around waits ------------------------------------------------------------------------ */

/* Return this thread's state if the thread holds the GIL, or NULL if the calling code has released
 * it. */
static PyThreadState *own_state(void) {
#if PY_VERSION_HEX >= 0x030D0000
    return PyThreadState_GetUnchecked();
#else
    PyThreadState *ts = _PyThreadState_UncheckedGet();
    return ts != NULL && ts->thread_id == PyThread_get_thread_ident() ? ts : NULL;
#endif
}

static uint32_t where(void) { return own_state() != NULL ? site_now() : 0; }

/* on_wait: callback of weir.waits("log") and the like, called before a wait; on_progress: callback
 * of weir.progress(), called during a wait.  Both may be NULL. */
static PyObject *on_wait, *on_progress; /* protected by the GIL */
/* this thread is in a callback, which may itself have to wait */
static _Thread_local bool telling;
static _Thread_local bool shown; /* the progress of this thread's wait is being displayed */

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

/* Call the progress callback with True while a wait is in progress, or with False when it has
 * ended. */
static void show(PyObject *going_on) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback); /* an exception raised by a signal handler may be set */
    PyObject *callback = Py_XNewRef(on_progress);
    PyObject *result = callback != NULL ? PyObject_CallOneArg(callback, going_on) : NULL;
    if (callback != NULL && result == NULL) PyErr_WriteUnraisable(callback);
    Py_XDECREF(result);
    Py_XDECREF(callback);
    PyErr_Restore(type, value, traceback);
}

/* Run signal handlers, which Python does only on the main thread.  If a handler raises an
 * exception, the exception stays set and the wait ends. */
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

/* ---- Statuses of calls ------------------------------------------------------------------------- */

int wait_outcome(weir_status status) {
    if (LIKELY(status == WEIR_OK)) return 0;
    if (status == WEIR_EINTR) {
        if (PyErr_Occurred()) return -1;
        /* count this call as busy: a signal handler may run Python code, and the caller will still
         * use the handles that it holds */
        py_busy_begin();
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

/* Parse the only argument, timeout, which is passed by position or by keyword. */
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

/* After a wait that succeeded: drop the references to the owners of foreign memory that is no longer
 * used.  Up to Python 3.12, a pending call that was added without the GIL is not run before the main
 * thread takes the GIL again, and a wait for nothing does not release it. */
static PyObject *waited(void) {
    notice_empty();
    Py_RETURN_NONE;
}

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
    return again < 0 ? NULL : waited();
}

static PyObject *synchronize(PyObject *module, PyObject *args, PyObject *kwargs) {
    (void)module;
    static char *keywords[] = {"device", NULL};
    PyObject *where = NULL;
    int32_t device;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:synchronize", keywords, &where) ||
        device_from(where, &device) < 0 || py_ready() < 0)
        return NULL;
    identity_flush();
    int again;
    while ((again = wait_outcome(weir_synchronize(py_runtime, device))) > 0) {}
    return again < 0 ? NULL : waited();
}

PyMethodDef wait_functions[] = {
    {"synchronize", (PyCFunction)(void (*)(void))synchronize, METH_VARARGS | METH_KEYWORDS,
     "synchronize(device=None)\n--\n\nBlock until the operations that any thread has issued so far "
     "on a device, by default on all devices, are complete.  Raises the same errors as "
     "weir.waitall.  Reading an array, as x.numpy() or print(x) do, waits by itself."},
    {"waitall", (PyCFunction)(void (*)(void))waitall, METH_VARARGS | METH_KEYWORDS,
     "waitall(timeout=None)\n--\n\nBlock until all operations issued so far are complete.  Raises "
     "the first error that has not been reported, with the number of further errors; all of them "
     "count as reported then.  weir.failures() lists them."},
    {"set_on_wait", set_on_wait, METH_O, NULL},
    {"set_on_progress", set_on_progress, METH_O, NULL},
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
    return PyModule_AddFunctions(module, wait_functions);
}
