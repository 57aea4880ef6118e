/* mode.c - modes stored in the context: default dtype and device, recording, training, autocast.  Threads,
 * asyncio tasks and generators that run in a context of their own each have their own modes.  The
 * precision of float32 products is a setting of the process.
 *
 * The library keeps modes per thread; Python programs expect them per context.  One ContextVar
 * holds all modes as an integer.  When a thread enters the extension in a different context than
 * last time, its modes are set from that integer.  CPython counts the context changes of a thread,
 * so the check costs two comparisons, and only in programs that have ever changed a mode.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

static PyObject *variable; /* a ContextVar that holds an int with the bits defined below */
/* value of `variable` in contexts in which no mode was set, such as that of a new thread */
static PyObject *first;
/* protected by the GIL: identify the context whose modes were set last */
static uint64_t seen_thread, seen_version;

enum {
    DTYPE = 15,
    AUTOCAST_AT = 4, /* first bit of the dtype of autocast; 0: off */
    AUTOCAST = 15 << AUTOCAST_AT,
    RECORDING = 1 << 8,
    TRAINING = 1 << 9,
    ONLY_AT = 10, /* 1 + the kind of devices that autocast is limited to; 0: no limit */
    ONLY = 7 << ONLY_AT,
    DEVICE = 16 /* first bit */
};
enum { FIRST = WEIR_CPU(0) << DEVICE | WEIR_FLOAT32 };

static int read_word(long *word) {
    PyObject *value = NULL;
    if (PyContextVar_Get(variable, first, &value) < 0) return -1;
    *word = PyLong_AsLong(value);
    Py_DECREF(value);
    return *word == -1 && PyErr_Occurred() ? -1 : 0;
}

static void apply(long word) {
    PyThreadState *ts = PyThreadState_Get();
    (void)weir_default_dtype_set((weir_dtype)(word & DTYPE));
    (void)weir_default_device_set((int32_t)(word >> DEVICE));
    (void)weir_recording_set((word & RECORDING) != 0);
    (void)weir_training_set((word & TRAINING) != 0);
    (void)weir_autocast_set((weir_dtype)((word & AUTOCAST) >> AUTOCAST_AT), NULL);
    /* Index 0 of each kind of which there is a device exists. */
    (void)weir_autocast_device_set((word & ONLY) == 0 ? WEIR_DEVICE_DEFAULT
                                                      : (int32_t)((word & ONLY) >> ONLY_AT) - 1);
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

int mode_adopt(long *outer) {
    long word, mine = (weir_recording() ? RECORDING : 0) | (weir_training() ? TRAINING : 0) |
                      (long)weir_autocast() << AUTOCAST_AT;
    if (read_word(outer) < 0) return -1;
    word = (*outer & ~(long)(RECORDING | TRAINING | AUTOCAST)) | mine;
    return word == *outer ? 0 : set_word(word);
}

void mode_restore(long outer) {
    int recording = weir_recording(), training = weir_training();
    weir_dtype autocast = weir_autocast();
    long word;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (read_word(&word) == 0 && word != outer) (void)set_word(outer);
    PyErr_Restore(type, value, traceback);
    /* Setting the context's modes has also set the library's modes.  Restore the library's modes,
     * because the library call that called the Python code is still in progress. */
    weir_recording_set(recording);
    weir_training_set(training);
    (void)weir_autocast_set(autocast, NULL);
}

weir_dtype dtype_default(void) {
    long word;
    if (!(py_attention & ATTEND_MODES)) return WEIR_FLOAT32;
    if (read_word(&word) == 0) return (weir_dtype)(word & DTYPE);
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
                            "the default dtype must be float16, bfloat16, float32 or float64, not "
                            "%R",
                            arg);
    if (set_word((word & ~(long)DTYPE) | (long)dtype) < 0) return NULL;
    return dtype_object((weir_dtype)(word & DTYPE));
}

static PyObject *get_default_dtype(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return dtype_object(dtype_default());
}

/* The dtype of autocast as a Python object; None: off. */
static PyObject *autocast_object(long word) {
    long dtype = (word & AUTOCAST) >> AUTOCAST_AT;
    return dtype != 0 ? dtype_object((weir_dtype)dtype) : Py_NewRef(Py_None);
}

static PyObject *set_autocast_dtype(PyObject *module, PyObject *arg) {
    (void)module;
    weir_dtype dtype;
    long word;
    if (dtype_from(arg, &dtype) < 0 || read_word(&word) < 0) return NULL;
    if (dtype != 0 && dtype != WEIR_FLOAT16 && dtype != WEIR_BFLOAT16)
        return PyErr_Format(PyExc_ValueError,
                            "autocast: the dtype must be float16 or bfloat16, not %S; turn "
                            "autocast off with weir.autocast(enabled=False)",
                            arg);
    if (set_word((word & ~(long)AUTOCAST) | (long)dtype << AUTOCAST_AT) < 0) return NULL;
    return autocast_object(word);
}

static PyObject *get_autocast_dtype(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    long word;
    return read_word(&word) == 0 ? autocast_object(word) : NULL;
}

static const char region_name[] = "weir.autocast_region",
                  ended_name[] = "weir.autocast_region.ended";

/* A region whose block never ended. */
static void drop_region(PyObject *capsule) {
    if (PyCapsule_IsValid(capsule, region_name))
        weir_autocast_end(PyCapsule_GetPointer(capsule, region_name));
}

/* Begin a region and set the context's modes.  Return the region and the modes from before it. */
static PyObject *autocast_begin(PyObject *module, PyObject *const *args, Py_ssize_t count) {
    (void)module;
    weir_dtype dtype;
    int32_t device;
    long word;
    weir_autocast_region *region;
    if (count != 2)
        return PyErr_Format(PyExc_TypeError, "autocast_begin takes a dtype and a device");
    if (dtype_from(args[0], &dtype) < 0 || device_from(args[1], &device) < 0 ||
        read_word(&word) < 0)
        return NULL;
    if (args[1] == Py_None) device = WEIR_DEVICE_DEFAULT;
    weir_status status = weir_autocast_begin(dtype, device, &region);
    if (status != WEIR_OK) return raise_status(status);
    PyObject *capsule = PyCapsule_New(region, region_name, drop_region);
    if (capsule == NULL) {
        weir_autocast_end(region);
        return NULL;
    }
    long only = device == WEIR_DEVICE_DEFAULT ? 0 : 1 + (device & 255);
    long mine = (long)dtype << AUTOCAST_AT | only << ONLY_AT, all = AUTOCAST | ONLY;
    PyObject *made =
        Py_BuildValue("(Nl)", capsule, word & all); /* releases the capsule if it fails */
    if (made != NULL && set_word((word & ~all) | mine) < 0) Py_CLEAR(made);
    return made;
}

static PyObject *autocast_end(PyObject *module, PyObject *token) {
    (void)module;
    PyObject *capsule;
    long before, word, all = AUTOCAST | ONLY;
    if (!PyArg_ParseTuple(token, "Ol", &capsule, &before)) return NULL;
    weir_autocast_region *region = PyCapsule_GetPointer(capsule, region_name);
    if (region == NULL || PyCapsule_SetName(capsule, ended_name) < 0) return NULL;
    weir_autocast_end(region);
    if (read_word(&word) < 0 || set_word((word & ~all) | before) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyObject *precision_object(weir_precision precision) {
    return PyUnicode_FromString(precision == WEIR_PRECISION_TF32 ? "tf32" : "full");
}

/* A setting of the process, not of the context. */
static PyObject *set_float32_precision(PyObject *module, PyObject *arg) {
    (void)module;
    const char *name = PyUnicode_Check(arg) ? PyUnicode_AsUTF8(arg) : "";
    weir_precision last;
    if (name == NULL) return NULL;
    bool tf32 = strcmp(name, "tf32") == 0;
    if (!tf32 && strcmp(name, "full") != 0)
        return PyErr_Format(PyUnicode_Check(arg) ? PyExc_ValueError : PyExc_TypeError,
                            "set_float32_precision: the precision must be 'full' or 'tf32', not %R",
                            arg);
    (void)weir_float32_precision_set(tf32 ? WEIR_PRECISION_TF32 : WEIR_PRECISION_FULL, &last);
    return precision_object(last);
}

static PyObject *get_float32_precision(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return precision_object(weir_float32_precision());
}

static PyObject *set_default_device(PyObject *module, PyObject *arg) {
    (void)module;
    int32_t device;
    long word;
    if (device_from(arg, &device) < 0 || read_word(&word) < 0) return NULL;
    if (device == WEIR_DEVICE_DEFAULT) device = WEIR_CPU(0);
    if (set_word((long)device << DEVICE | (word & ((1L << DEVICE) - 1))) < 0) return NULL;
    return device_object((int32_t)(word >> DEVICE));
}

static PyObject *get_default_device(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    long word;
    return read_word(&word) == 0 ? device_object((int32_t)(word >> DEVICE)) : NULL;
}

/* Set or clear a mode bit according to `arg`, and return its previous value. */
static PyObject *set_bits(long bit, PyObject *arg) {
    long word;
    int on = PyObject_IsTrue(arg);
    if (on < 0 || read_word(&word) < 0) return NULL;
    if (((word & bit) != 0) != on && set_word(on ? word | bit : word & ~bit) < 0) return NULL;
    return PyBool_FromLong(word & bit);
}

static PyObject *get_bits(long bit) {
    long word;
    return read_word(&word) == 0 ? PyBool_FromLong(word & bit) : NULL;
}

static PyObject *set_recording(PyObject *module, PyObject *arg) {
    (void)module;
    return set_bits(RECORDING, arg);
}

static PyObject *is_recording(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return get_bits(RECORDING);
}

static PyObject *set_training(PyObject *module, PyObject *arg) {
    (void)module;
    return set_bits(TRAINING, arg);
}

static PyObject *is_training(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return get_bits(TRAINING);
}

static PyObject *set_first_modes(PyObject *module, PyObject *arg) {
    (void)module;
    int on = PyObject_IsTrue(arg);
    PyObject *word = on >= 0 ? PyLong_FromLong(on ? FIRST | RECORDING | TRAINING : FIRST) : NULL;
    if (word == NULL) return NULL;
    Py_SETREF(first, word);
    py_attention |= ATTEND_MODES;
    /* no thread has id 0, so the next call sets the modes of its context */
    seen_thread = seen_version = 0;
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"set_first_modes", set_first_modes, METH_O,
     "set_first_modes(on, /)\n--\n\nSet whether contexts that have set no mode, such as those of "
     "new threads, record and train."},
    {"set_recording", set_recording, METH_O,
     "set_recording(on, /)\n--\n\nTurn recording of operations for gradients on or off in this "
     "context (thread or task).  Return the previous state."},
    {"is_recording", is_recording, METH_NOARGS,
     "is_recording()\n--\n\nReturn True if operations are recorded for gradients."},
    {"set_training", set_training, METH_O,
     "set_training(on, /)\n--\n\nSet training mode (True) or inference mode (False) in this "
     "context (thread or task).  Return the previous state."},
    {"is_training", is_training, METH_NOARGS,
     "is_training()\n--\n\nReturn True if layers run in training mode."},
    {"set_default_dtype", set_default_dtype, METH_O,
     "set_default_dtype(dtype, /)\n--\n\nSet the dtype of floating-point arrays that are created "
     "without a given dtype, in this context (thread or task).  Return the previous default."},
    {"get_default_dtype", get_default_dtype, METH_NOARGS,
     "get_default_dtype()\n--\n\nReturn the dtype of floating-point arrays that are created "
     "without a given dtype."},
    {"set_autocast_dtype", set_autocast_dtype, METH_O,
     "set_autocast_dtype(dtype, /)\n--\n\nSet the dtype of autocast, float16 or bfloat16, in this "
     "context (thread or task); None turns autocast off.  Return the previous dtype or None."},
    {"get_autocast_dtype", get_autocast_dtype, METH_NOARGS,
     "get_autocast_dtype()\n--\n\nReturn the dtype of autocast in this context (thread or task), "
     "or None if autocast is off."},
    {"autocast_begin", (PyCFunction)(void (*)(void))autocast_begin, METH_FASTCALL, NULL},
    {"autocast_end", autocast_end, METH_O, NULL},
    {"set_float32_precision", set_float32_precision, METH_O,
     "set_float32_precision(precision, /)\n--\n\nSet the precision of float32 products on GPUs for "
     "all threads: 'full', or 'tf32', which rounds the inputs of matrix products and convolutions "
     "to 10 bits of fraction and is several times as fast on GPUs with tensor cores.  An operation "
     "computes with the precision that was set when it was issued.  On the CPU, and for other "
     "dtypes, nothing changes.  Return the previous precision."},
    {"get_float32_precision", get_float32_precision, METH_NOARGS,
     "get_float32_precision()\n--\n\nReturn the precision of float32 products on GPUs, 'full' or "
     "'tf32'."},
    {"set_default_device", set_default_device, METH_O,
     "set_default_device(device, /)\n--\n\nSet the device of arrays that are created without a "
     "given device, in this context (thread or task).  Return the previous default."},
    {"get_default_device", get_default_device, METH_NOARGS,
     "get_default_device()\n--\n\nReturn the device of arrays that are created without a given "
     "device."},
    {NULL, NULL, 0, NULL},
};

int mode_init(PyObject *module) {
    first = PyLong_FromLong(FIRST);
    variable = first != NULL ? PyContextVar_New("weir.modes", NULL) : NULL;
    return variable != NULL ? PyModule_AddFunctions(module, functions) : -1;
}
