/* mode.c - modes follow the context: the default dtype and device of a thread, a task of asyncio, a generator's
 * run in its own context.
 *
 * The library keeps modes by thread, Python by context.  One ContextVar holds both modes as a number; the
 * thread's are set from it when this thread comes here in another context than last time.  CPython counts the
 * changes of a thread's context, so that the question costs two comparisons, and only in programs that have ever
 * changed a mode.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

static PyObject *variable;                 /* a ContextVar: device << 8 | dtype */
static uint64_t seen_thread, seen_version; /* under the GIL: whose modes were set last */

enum { FIRST = WEIR_CPU(0) << 8 | WEIR_FLOAT32 };

static int read_word(long *word) {
    PyObject *value = NULL;
    if (PyContextVar_Get(variable, NULL, &value) < 0) return -1;
    *word = PyLong_AsLong(value);
    Py_DECREF(value);
    return *word == -1 && PyErr_Occurred() ? -1 : 0;
}

static void apply(long word) {
    PyThreadState *ts = PyThreadState_Get();
    (void)weir_default_dtype_set((weir_dtype)(word & 255));
    (void)weir_default_device_set((int32_t)(word >> 8));
    seen_thread = ts->id;
    seen_version = ts->context_ver;
}

int mode_follow(void) {
    PyThreadState *ts = PyThreadState_Get();
    if (LIKELY(ts->id == seen_thread && ts->context_ver == seen_version)) return 0;
    long word;
    if (read_word(&word) < 0) return -1;
    apply(word);
    return 0;
}

static int set_word(long word) {
    PyObject *value = PyLong_FromLong(word);
    PyObject *token = value != NULL ? PyContextVar_Set(variable, value) : NULL;
    Py_XDECREF(value);
    if (token == NULL) return -1;
    Py_DECREF(token);
    apply(word);
    py_attention |= ATTEND_MODES;
    return 0;
}

weir_dtype dtype_default(void) {
    long word;
    if (!(py_attention & ATTEND_MODES)) return WEIR_FLOAT32;
    if (read_word(&word) == 0) return (weir_dtype)(word & 255);
    PyErr_Clear();
    return WEIR_FLOAT32;
}

static PyObject *set_default_dtype(PyObject *module, PyObject *arg) {
    (void)module;
    weir_dtype dtype;
    long word;
    if (dtype_from(arg, &dtype) < 0 || read_word(&word) < 0) return NULL;
    if (dtype < WEIR_FLOAT16 || dtype > WEIR_FLOAT64)
        return PyErr_Format(PyExc_ValueError,
                            "%R cannot be the default; wants float16, bfloat16, float32 or float64",
                            arg);
    if (set_word((word & ~255L) | (long)dtype) < 0) return NULL;
    return dtype_object((weir_dtype)(word & 255));
}

static PyObject *get_default_dtype(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return dtype_object(dtype_default());
}

static PyObject *set_default_device(PyObject *module, PyObject *arg) {
    (void)module;
    int32_t device;
    long word;
    if (device_from(arg, &device) < 0 || read_word(&word) < 0) return NULL;
    if (device == WEIR_DEVICE_DEFAULT) device = WEIR_CPU(0);
    if (set_word((long)device << 8 | (word & 255)) < 0) return NULL;
    return device_object((int32_t)(word >> 8));
}

static PyObject *get_default_device(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    long word;
    return read_word(&word) == 0 ? device_object((int32_t)(word >> 8)) : NULL;
}

static PyMethodDef functions[] = {
    {"set_default_dtype", set_default_dtype, METH_O,
     "set_default_dtype(dtype, /)\n--\n\nThe dtype of floats that are given none, from now on in this "
     "context (thread, task); returns the last one."},
    {"get_default_dtype", get_default_dtype, METH_NOARGS,
     "get_default_dtype()\n--\n\nThe dtype of floats that are given none."},
    {"set_default_device", set_default_device, METH_O,
     "set_default_device(device, /)\n--\n\nThe device of arrays that are given none, from now on in this "
     "context (thread, task); returns the last one."},
    {"get_default_device", get_default_device, METH_NOARGS,
     "get_default_device()\n--\n\nThe device of arrays that are given none."},
    {NULL, NULL, 0, NULL},
};

int mode_init(PyObject *module) {
    PyObject *first = PyLong_FromLong(FIRST);
    variable = first != NULL ? PyContextVar_New("weir.modes", first) : NULL;
    Py_XDECREF(first);
    return variable != NULL ? PyModule_AddFunctions(module, functions) : -1;
}
