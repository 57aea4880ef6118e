/* exchange.c - exporting values: numbers, lists, bytes, buffers, NumPy arrays, pickles, copies.
 *
 * All of these except copies read values, so they block until the array is ready.  Each of them has
 * its own name in the wait profile.
 *
 * A buffer is a loan: the storage is mapped until the buffer is released, and meanwhile operations
 * that write to it finish before their call returns, so that the consumer sees the writes in order.
 * Writes by the consumer cannot be tracked: if it wrote to the memory while queued operations read
 * it, they would see values from later in the program.  So memory is lent for writing only to a
 * consumer that requests it (PyBUF_WRITABLE), after the reads issued so far have finished; all
 * other consumers, including NumPy, get it read-only.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>

#define A(o) (((Array *)(o))->a)

/* ---- Elements ---------------------------------------------------------------------------------- */

static double from_half(uint16_t bits) {
    double sign = bits & 0x8000 ? -1.0 : 1.0, fraction = bits & 0x3FF;
    int exponent = bits >> 10 & 31;
    if (exponent == 31) return fraction != 0 ? Py_NAN : sign * Py_HUGE_VAL;
    if (exponent == 0) return sign * ldexp(fraction, -24);
    return sign * ldexp(fraction + 1024, exponent - 25);
}

static double from_brain(uint16_t bits) {
    uint32_t wide = (uint32_t)bits << 16;
    float value;
    memcpy(&value, &wide, sizeof value);
    return (double)value;
}

/* Convert the element at address `at` to a Python number.  The address may be unaligned. */
static PyObject *element(weir_dtype dtype, const char *at) {
    union {
        int8_t i8;
        int16_t i16;
        int32_t i32;
        int64_t i64;
        uint8_t u8;
        uint16_t u16;
        uint32_t u32;
        uint64_t u64;
        float f32[2];
        double f64[2];
    } x;
    memcpy(&x, at, weir_dtype_bytes(dtype));
    switch (dtype) {
    case WEIR_BOOL: return PyBool_FromLong(x.u8);
    case WEIR_INT8: return PyLong_FromLong(x.i8);
    case WEIR_INT16: return PyLong_FromLong(x.i16);
    case WEIR_INT32: return PyLong_FromLong(x.i32);
    case WEIR_INT64: return PyLong_FromLongLong(x.i64);
    case WEIR_UINT8: return PyLong_FromLong(x.u8);
    case WEIR_UINT16: return PyLong_FromLong(x.u16);
    case WEIR_UINT32: return PyLong_FromUnsignedLong(x.u32);
    case WEIR_UINT64: return PyLong_FromUnsignedLongLong(x.u64);
    case WEIR_FLOAT16: return PyFloat_FromDouble(from_half(x.u16));
    case WEIR_BFLOAT16: return PyFloat_FromDouble(from_brain(x.u16));
    case WEIR_FLOAT32: return PyFloat_FromDouble((double)x.f32[0]);
    case WEIR_FLOAT64: return PyFloat_FromDouble(x.f64[0]);
    case WEIR_COMPLEX64: return PyComplex_FromDoubles((double)x.f32[0], (double)x.f32[1]);
    case WEIR_COMPLEX128: return PyComplex_FromDoubles(x.f64[0], x.f64[1]);
    default: return PyErr_Format(PyExc_SystemError, "unknown dtype %d", (int)dtype);
    }
}

/* Block until the array is ready, and map its values.  Their address stays valid until
 * weir_array_unmap. */
static int map(weir_array *a, const char *reason, uint32_t mode, char **data) {
    static char nothing[1]; /* address used for an array without elements */
    void *at;
    if (wait_for(a, -1, reason) < 0) return -1;
    int again;
    while ((again = wait_outcome(weir_array_map(a, mode, &at))) > 0) {}
    if (again == 0) *data = at != NULL ? at : nothing;
    return again;
}

bool array_is_elsewhere(const weir_array *a) {
    return (weir_array_device(a) & 0xff) != WEIR_DEVICE_CPU;
}

/* Queue a copy in the host's memory, so that its reader waits once: for the copy, and not for the
 * array first.  Returns NULL on failure. */
static weir_array *copy_to_host(weir_array *a) {
    weir_array *host = NULL;
    int again, recording = weir_recording_set(0);
    while ((again = wait_outcome(weir_to_device(a, WEIR_CPU(0), &host))) > 0) {}
    (void)weir_recording_set(recording);
    return again == 0 ? host : NULL;
}

static PyObject *item_of(weir_array *a, const char *reason) {
    weir_dtype dtype = weir_array_dtype(a);
    if (weir_array_count(a) != 1)
        return PyErr_Format(PyExc_ValueError,
                            "only an array with one element can be converted to a number; this "
                            "array has %lld elements",
                            (long long)weir_array_count(a));
    char value[16];
    if (wait_for(a, -1, reason) < 0) return NULL;
    int again;
    while ((again = wait_outcome(weir_array_read(a, value, weir_dtype_bytes(dtype)))) > 0) {}
    return again == 0 ? element(dtype, value) : NULL;
}

PyObject *array_item(PyObject *self, const char *reason) {
    weir_array *a = A(self);
    if (!array_is_elsewhere(a) || weir_array_count(a) != 1) return item_of(a, reason);
    weir_array *host = copy_to_host(a);
    PyObject *item = host != NULL ? item_of(host, reason) : NULL;
    weir_array_release(host);
    return item;
}

/* Convert `count` indices to a byte offset from the first element.  The caller passes one index per
 * dimension, or a single flat index in row-major order. */
static int place(weir_array *a, const int64_t *index, int64_t count, int64_t *offset) {
    int32_t ndim = weir_array_ndim(a);
    const int64_t *shape = weir_array_shape(a), *strides = weir_array_strides(a);
    int64_t at[WEIR_NDIM_MAX];
    if (count == 1 && ndim != 1) {
        int64_t size = weir_array_count(a), flat = index[0];
        if (flat < -size || flat >= size) {
            PyErr_Format(PyExc_IndexError,
                         "item: index %lld is out of bounds for an array with %lld element%s",
                         (long long)flat, (long long)size, size == 1 ? "" : "s");
            return -1;
        }
        if (flat < 0) flat += size;
        for (int i = ndim - 1; i >= 0; i--) at[i] = flat % shape[i], flat /= shape[i];
    } else if (count != ndim) {
        PyErr_Format(PyExc_ValueError,
                     "item: expected one index, or one per dimension (%d for this "
                     "%d-dimensional array), got %lld",
                     (int)ndim, (int)ndim, (long long)count);
        return -1;
    } else {
        memcpy(at, index, (size_t)count * sizeof *at);
    }
    *offset = 0;
    for (int i = 0; i < ndim; i++) {
        if (at[i] < -shape[i] || at[i] >= shape[i]) {
            PyErr_Format(PyExc_IndexError, "index %lld is out of bounds for axis %d with size %lld",
                         (long long)at[i], i, (long long)shape[i]);
            return -1;
        }
        *offset += (at[i] < 0 ? at[i] + shape[i] : at[i]) * strides[i];
    }
    *offset *= (int64_t)weir_dtype_bytes(weir_array_dtype(a));
    return 0;
}

static PyObject *method_item(PyObject *self, PyObject *const *args, Py_ssize_t nargs) {
    if (LIKELY(nargs == 0)) return array_item(self, "item()");
    int64_t index[WEIR_NDIM_MAX], count = nargs, offset;
    if (nargs == 1) {
        count = value_ints(args[0], index, WEIR_NDIM_MAX, "item");
        if (count < 0) return NULL;
    }
    for (Py_ssize_t i = 0; nargs > 1 && i < nargs && i < WEIR_NDIM_MAX; i++)
        if (value_ints(args[i], &index[i], 1, "item") < 0) return NULL;
    char *data;
    if (place(A(self), index, count, &offset) < 0 ||
        map(A(self), "item()", WEIR_MAP_READ, &data) < 0)
        return NULL;
    PyObject *value = element(weir_array_dtype(A(self)), data + offset);
    (void)weir_array_unmap(A(self));
    return value;
}

/* ---- Lists and bytes --------------------------------------------------------------------------- */

static PyObject *list_of(const weir_array *a, int axis, const char *at) {
    weir_dtype dtype = weir_array_dtype(a);
    if (axis == weir_array_ndim(a)) return element(dtype, at);
    int64_t count = weir_array_shape(a)[axis];
    int64_t step = weir_array_strides(a)[axis] * (int64_t)weir_dtype_bytes(dtype);
    PyObject *list = PyList_New(count);
    for (int64_t i = 0; list != NULL && i < count; i++) {
        PyObject *item = list_of(a, axis + 1, at + i * step);
        if (item == NULL)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, item);
    }
    return list;
}

static PyObject *method_tolist(PyObject *self, PyObject *unused) {
    (void)unused;
    char *data;
    if (map(A(self), "tolist", WEIR_MAP_READ, &data) < 0) return NULL;
    PyObject *list = list_of(A(self), 0, data);
    (void)weir_array_unmap(A(self));
    return list;
}

static PyObject *bytes_in_memory(weir_array *a, const char *reason) {
    if (wait_for(a, -1, reason) < 0) return NULL;
    size_t size = (size_t)weir_array_count(a) * weir_dtype_bytes(weir_array_dtype(a));
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (bytes == NULL) return NULL;
    int again;
    while ((again = wait_outcome(weir_array_read(a, PyBytes_AS_STRING(bytes), size))) > 0) {}
    if (again < 0) Py_CLEAR(bytes);
    return bytes;
}

static PyObject *bytes_of(weir_array *a, const char *reason) {
    if (!array_is_elsewhere(a)) return bytes_in_memory(a, reason);
    weir_array *host = copy_to_host(a);
    PyObject *bytes = host != NULL ? bytes_in_memory(host, reason) : NULL;
    weir_array_release(host);
    return bytes;
}

static PyObject *method_tobytes(PyObject *self, PyObject *unused) {
    (void)unused;
    return bytes_of(A(self), "tobytes");
}

/* ---- Buffers ----------------------------------------------------------------------------------- */

static char *format_of(weir_dtype dtype) {
    static const char *const formats[] = {
        [WEIR_BOOL] = "?",
        [WEIR_INT8] = "b",
        [WEIR_INT16] = "h",
        [WEIR_INT32] = "i",
        [WEIR_UINT8] = "B",
        [WEIR_UINT16] = "H",
        [WEIR_UINT32] = "I",
        [WEIR_FLOAT16] = "e",
        [WEIR_FLOAT32] = "f",
        [WEIR_FLOAT64] = "d",
        [WEIR_COMPLEX64] = "Zf",
        [WEIR_COMPLEX128] = "Zd",
        [WEIR_INT64] = sizeof(long) == 8 ? "l" : "q",
        [WEIR_UINT64] = sizeof(long) == 8 ? "L" : "Q",
    };
    return (char *)(uintptr_t)formats[dtype]; /* NULL for bfloat16, which has no format */
}

/* The shape and strides that a buffer points to, and a reference to its array. */
typedef struct loan {
    weir_array *array; /* the mapped array; an owned reference */
    Py_ssize_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
} loan;

static bool is_column_major(const weir_array *a) {
    int64_t expected = 1;
    for (int i = 0; i < weir_array_ndim(a); i++) {
        int64_t n = weir_array_shape(a)[i];
        if (n != 1 && weir_array_strides(a)[i] != expected) return weir_array_count(a) == 0;
        expected *= n;
    }
    return true;
}

/* Return whether the array's memory layout satisfies the request. */
static bool fits_request(const weir_array *a, int flags) {
    /* A row-major array satisfies every request, with one exception: if column-major order is
     * requested, the array must be column-major too. */
    if (weir_array_is_contiguous(a))
        return (flags & PyBUF_F_CONTIGUOUS) != PyBUF_F_CONTIGUOUS || is_column_major(a);
    if ((flags & PyBUF_STRIDES) != PyBUF_STRIDES) return false;
    if ((flags & PyBUF_C_CONTIGUOUS) == PyBUF_C_CONTIGUOUS) return false;
    bool either = (flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS ||
                  (flags & PyBUF_ANY_CONTIGUOUS) == PyBUF_ANY_CONTIGUOUS;
    return !either || is_column_major(a);
}

int array_getbuffer(PyObject *self, Py_buffer *view, int flags) {
    weir_array *a = A(self);
    weir_dtype dtype = weir_array_dtype(a);
    bool writes = flags & PyBUF_WRITABLE;
    char *format = format_of(dtype), *data;
    view->obj = NULL;
    if (format == NULL) {
        PyErr_Format(
            PyExc_BufferError,
            "the buffer protocol has no format for %s; use %s, or DLPack, which supports it",
            weir_dtype_name(dtype), remedy_text(REMEDY_TO_FLOAT32));
        return -1;
    }
    if (!fits_request(a, flags)) {
        PyErr_SetString(PyExc_BufferError, "the array does not have the memory layout that was "
                                           "requested; export x.copy(), or use x.tobytes()");
        return -1;
    }
    loan *l = PyMem_Malloc(sizeof *l);
    if (l == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    if (map(a, "buffer", writes ? WEIR_MAP_WRITE : WEIR_MAP_READ, &data) < 0) {
        PyMem_Free(l);
        /* ValueError means that the array's memory is read-only. */
        if (writes && PyErr_ExceptionMatches(PyExc_ValueError)) {
            PyErr_Clear();
            PyErr_SetString(PyExc_BufferError, "the array's memory is read-only; export x.copy()");
        }
        return -1;
    }
    l->array = weir_array_retain(a);
    int ndim = weir_array_ndim(a);
    Py_ssize_t size = (Py_ssize_t)weir_dtype_bytes(dtype);
    for (int i = 0; i < ndim; i++) {
        l->shape[i] = (Py_ssize_t)weir_array_shape(a)[i];
        l->strides[i] = (Py_ssize_t)weir_array_strides(a)[i] * size;
    }
    *view = (Py_buffer){.buf = data,
                        .obj = Py_NewRef(self),
                        .len = (Py_ssize_t)weir_array_count(a) * size,
                        .itemsize = size,
                        .readonly = !writes,
                        .ndim = ndim,
                        .format = flags & PyBUF_FORMAT ? format : NULL,
                        .shape = flags & PyBUF_ND ? l->shape : NULL,
                        .strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? l->strides : NULL,
                        .internal = l};
    return 0;
}

void array_releasebuffer(PyObject *self, Py_buffer *view) {
    (void)self;
    loan *l = view->internal;
    (void)weir_array_unmap(l->array);
    weir_array_release(l->array);
    PyMem_Free(l);
}

/* ---- NumPy ------------------------------------------------------------------------------------- */

static PyObject *numpy(void) {
    PyObject *module = PyImport_ImportModule("numpy");
    if (module == NULL && PyErr_ExceptionMatches(PyExc_ModuleNotFoundError))
        PyErr_SetString(PyExc_ModuleNotFoundError,
                        "NumPy is not installed; x.tolist(), x.tobytes() and memoryview(x) work "
                        "without it");
    return module;
}

/* Convert a bfloat16 array to NumPy.  NumPy supports bfloat16 only through ml_dtypes, and not in
 * buffers, so the values are copied. */
static PyObject *numpy_brain(PyObject *self, PyObject *np, const char *reason) {
    PyObject *ml = PyImport_ImportModule("ml_dtypes"), *bytes = NULL, *flat = NULL, *shape = NULL;
    PyObject *dtype = ml != NULL ? PyObject_GetAttrString(ml, "bfloat16") : NULL, *result = NULL;
    if (dtype == NULL) {
        PyErr_Clear();
        PyErr_Format(
            PyExc_TypeError,
            "NumPy supports bfloat16 only with the package ml_dtypes; install it, or use %s",
            remedy_text(REMEDY_TO_FLOAT32));
        goto done;
    }
    bytes = bytes_of(A(self), reason);
    /* Use a bytearray, so that the NumPy array is writable. */
    if (bytes != NULL) Py_SETREF(bytes, PyByteArray_FromObject(bytes));
    shape = PyObject_GetAttr(self, names.shape);
    if (bytes == NULL || shape == NULL) goto done;
    flat = PyObject_CallMethod(np, "frombuffer", "OO", bytes, dtype);
    if (flat != NULL) result = PyObject_CallMethod(flat, "reshape", "O", shape);
done:
    Py_XDECREF(ml);
    Py_XDECREF(dtype);
    Py_XDECREF(bytes);
    Py_XDECREF(shape);
    Py_XDECREF(flat);
    return result;
}

/* Convert to a NumPy array.  `copy`: -1 to copy if needed, 0 to never copy, 1 to always copy. */
static PyObject *to_numpy(PyObject *self, int copy, const char *reason) {
    PyObject *np = numpy(), *result = NULL;
    if (np == NULL) return NULL;
    if (copy == 0 && array_is_elsewhere(A(self))) {
        PyErr_SetString(PyExc_ValueError,
                        "copy=False, but the array is not in host memory and must be copied");
    } else if (weir_array_dtype(A(self)) == WEIR_BFLOAT16) {
        if (copy == 0)
            PyErr_SetString(PyExc_ValueError,
                            "copy=False, but converting bfloat16 requires a copy");
        else
            result = numpy_brain(self, np, reason);
    } else if (wait_for(A(self), -1, reason) == 0) {
        /* Pass a memoryview, because NumPy would call __array__ if it could not get a buffer. */
        PyObject *memory = PyMemoryView_FromObject(self);
        if (memory != NULL)
            result = PyObject_CallMethod(np, copy == 1 ? "array" : "asarray", "O", memory);
        Py_XDECREF(memory);
    }
    Py_DECREF(np);
    return result;
}

static int read_copy(PyObject *o, int *copy) {
    *copy = o == NULL || o == Py_None ? -1 : PyObject_IsTrue(o);
    return *copy < 0 && PyErr_Occurred() ? -1 : 0;
}

static PyObject *method_asnumpy(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *keywords[] = {"copy", NULL};
    PyObject *how = NULL;
    int copy;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:asnumpy", keywords, &how) ||
        read_copy(how, &copy) < 0)
        return NULL;
    return to_numpy(self, copy, "asnumpy");
}

static PyObject *method_array(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *keywords[] = {"dtype", "copy", NULL};
    PyObject *dtype = Py_None, *how = NULL;
    int copy;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OO:__array__", keywords, &dtype, &how) ||
        read_copy(how, &copy) < 0)
        return NULL;
    PyObject *result = to_numpy(self, copy, "__array__");
    if (result == NULL || dtype == Py_None) return result;
    PyObject *own = PyObject_GetAttr(result, names.dtype);
    int same = own != NULL ? PyObject_RichCompareBool(own, dtype, Py_EQ) : -1;
    if (same == 0 && copy == 0) {
        PyErr_Format(PyExc_ValueError, "copy=False, but converting %S to %S requires a copy", own,
                     dtype);
        same = -1;
    }
    if (same == 0)
        Py_SETREF(result, PyObject_CallMethod(result, "astype", "O", dtype));
    else if (same < 0)
        Py_CLEAR(result);
    Py_XDECREF(own);
    return result;
}

/* ---- Pickles and copies ------------------------------------------------------------------------ */

/* Return the array itself if it is row-major, else a row-major copy.  Returns a new reference. */
static PyObject *row_major(PyObject *self) {
    if (weir_array_is_contiguous(A(self))) return Py_NewRef(self);
    weir_array *copy;
    int again;
    while ((again = wait_outcome(weir_copy(A(self), &copy))) > 0) {}
    return again == 0 ? array_wrap(copy) : NULL;
}

/* Return the values, to be written to a file or a pickle, as a view of the memory, or as bytes if
 * the dtype has no buffer format. */
static PyObject *values(PyObject *self, const char *reason, bool pickled) {
    if (format_of(weir_array_dtype(A(self))) == NULL) return bytes_of(A(self), reason);
    PyObject *source = row_major(self), *memory = NULL;
    if (source != NULL && wait_for(A(source), -1, reason) == 0)
        memory = pickled ? PyPickleBuffer_FromObject(source) : PyMemoryView_FromObject(source);
    Py_XDECREF(source);
    return memory;
}

static PyObject *method_reduce_ex(PyObject *self, PyObject *arg) {
    long protocol = PyLong_AsLong(arg);
    if (protocol == -1 && PyErr_Occurred()) return NULL;
    PyObject *core = PyImport_ImportModule("weir._core"), *maker = NULL, *data = NULL;
    bool plain = !is_parameter((Array *)self);
    if (core != NULL) maker = PyObject_GetAttrString(core, plain ? "from_bytes" : "from_pickle");
    Py_XDECREF(core);
    if (maker != NULL)
        data = protocol >= 5 ? values(self, "pickle", true) : bytes_of(A(self), "pickle");
    PyObject *shape = data != NULL ? PyObject_GetAttr(self, names.shape) : NULL;
    const char *dtype = weir_dtype_name(weir_array_dtype(A(self)));
    if (shape != NULL && plain) return Py_BuildValue("N(NsN)", maker, data, dtype, shape);
    if (shape != NULL)
        return Py_BuildValue("N(NsNNN)", maker, data, dtype, shape, autograd_mode((Array *)self),
                             PyBool_FromLong(((Array *)self)->parameter));
    Py_XDECREF(maker);
    Py_XDECREF(data);
    return NULL;
}

static PyObject *method_copy(PyObject *self, PyObject *unused) {
    (void)unused; /* NULL, or deepcopy's memo */
    weir_array *copy, *from;
    int again;
    bool plain = !is_parameter((Array *)self);
    /* The copy of a parameter is an independent parameter and not a result computed from the
     * original, so it is detached. */
    if (plain)
        from = weir_array_retain(A(self));
    else if (wait_settled(weir_array_detach(A(self), &from)) < 0)
        return NULL;
    while ((again = wait_outcome(weir_copy(from, &copy))) > 0) {}
    weir_array_release(from);
    PyObject *made = again == 0 ? array_like(array_wrap(copy), self) : NULL;
    return plain ? made : autograd_like(made, (Array *)self);
}

/* share(array, on): declare whether another owner of the memory, such as NumPy, may write to it at
 * any time.  Returns the array. */
static PyObject *share(PyObject *module, PyObject *args) {
    PyObject *array;
    int on;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!p:share", array_type, &array, &on)) return NULL;
    if (wait_settled(weir_array_share(A(array), on)) < 0) return NULL;
    return Py_NewRef(array);
}

static PyObject *values_to_save(PyObject *module, PyObject *o) {
    (void)module;
    if (is_array(o)) return values(o, "save", false);
    return PyErr_Format(PyExc_TypeError, "expected an Array, not %.100s", Py_TYPE(o)->tp_name);
}

/* ---- Method tables ----------------------------------------------------------------------------- */

#define KEYWORDS(f) (PyCFunction)(void (*)(void))(f), METH_VARARGS | METH_KEYWORDS
#define ASNUMPY(name)                                                                              \
    name                                                                                           \
        "($self, /, copy=None)\n--\n\nReturn the values as a NumPy array.  Blocks until they are " \
        "ready.  The result is a read-only view of the array's memory, in which later writes to "  \
        "the array are visible; as long as the view exists, a write is complete when its call "    \
        "returns.  With copy=True, and always for bfloat16, the result is a writable copy."

PyMethodDef exchange_methods[] = {
    {"item", (PyCFunction)(void (*)(void))method_item, METH_FASTCALL,
     "item($self, /, *index)\n--\n\nReturn one element as a Python number.  Without an index the "
     "array must have exactly one element; otherwise pass a flat index in row-major order, or one "
     "index for each dimension.  Blocks until the value is ready."},
    {"tolist", method_tolist, METH_NOARGS,
     "tolist($self, /)\n--\n\nReturn the values as nested lists of Python numbers.  Blocks until "
     "they are ready."},
    {"tobytes", method_tobytes, METH_NOARGS,
     "tobytes($self, /)\n--\n\nReturn the values as bytes in row-major order.  Blocks until they "
     "are ready."},
    {"asnumpy", KEYWORDS(method_asnumpy), ASNUMPY("asnumpy")},
    {"numpy", KEYWORDS(method_asnumpy), ASNUMPY("numpy")},
    {"__array__", KEYWORDS(method_array),
     "__array__($self, /, dtype=None, copy=None)\n--\n\nReturn the values as a NumPy array; NumPy "
     "calls this to convert the array."},
    {"__dlpack__", KEYWORDS(dlpack_export),
     "__dlpack__($self, /, *, stream=None, max_version=None, dl_device=None, "
     "copy=None)\n--\n\nExport the memory as a DLPack capsule.  Blocks until the values are ready "
     "and queued reads are complete.  Until the consumer releases the capsule, writes to the "
     "array are complete when their call returns.  Code that writes to the exported tensor must "
     "first wait for operations issued later that read the array, or export with copy=True."},
    {"__dlpack_device__", dlpack_device, METH_NOARGS,
     "__dlpack_device__($self, /)\n--\n\nReturn the DLPack device type and index, which is (1, 0), "
     "the CPU."},
    {"__reduce_ex__", method_reduce_ex, METH_O, NULL},
    {"__copy__", method_copy, METH_NOARGS, NULL},
    {"__deepcopy__", method_copy, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef functions[] = {
    {"from_bytes", KEYWORDS(exchange_from_bytes),
     "from_bytes(buffer, dtype, shape, *, order='C', copy=True)\n--\n\nCreate an array from the "
     "bytes of a buffer; with copy=False the array shares the buffer's memory."},
    {"values_to_save", values_to_save, METH_O, NULL},
    {"share", share, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int exchange_init(PyObject *module) {
    /* Make NumPy arrays and scalars defer to the operators of Array in `numpy_array + array`.
     * There is no __array_ufunc__, so numpy.exp(x) converts x, which blocks, and returns a NumPy
     * array. */
    PyObject *priority = PyFloat_FromDouble(1000.0);
    if (priority == NULL) return -1;
    int status = PyObject_SetAttrString((PyObject *)array_type, "__array_priority__", priority);
    Py_DECREF(priority);
    /* pandas reads this attribute, which tells whether values are missing (NA), from arrays whose
     * dtype is not a NumPy dtype. */
    if (status == 0) status = PyObject_SetAttrString((PyObject *)array_type, "_hasna", Py_False);
    return status < 0 ? -1 : PyModule_AddFunctions(module, functions);
}
