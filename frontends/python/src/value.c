/* value.c - conversion of Python values to arrays: numbers, nested sequences, buffers, arrays of
 * other libraries.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>

/* ---- Numbers ----------------------------------------------------------------------------------- */

/* Scalars are constants, so all uses of the same value can share one array.  Recently used scalars
 * are kept in a direct-mapped cache, indexed by a hash of their bits. */
enum { KEPT = 64 };
typedef struct kept {
    uint64_t bits;
    char kind;
    weir_array *number;
} kept;
static kept cache[KEPT]; /* protected by the GIL */

static int keep(char kind, uint64_t bits, weir_array **out) {
    uint64_t h = (bits ^ bits >> 32) * UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)kind;
    kept *k = &cache[h >> 58];
    if (LIKELY(k->number != NULL && k->bits == bits && k->kind == kind)) {
        *out = k->number;
        return 0;
    }
    if (py_ready() < 0) return -1;
    weir_array *number = NULL;
    double f64;
    memcpy(&f64, &bits, sizeof f64);
    weir_status status = kind == 'f'   ? weir_number_f64(py_runtime, f64, &number)
                         : kind == 'i' ? weir_number_i64(py_runtime, (int64_t)bits, &number)
                         : kind == 'u' ? weir_number_u64(py_runtime, bits, &number)
                                       : weir_number_bool(py_runtime, (int)bits, &number);
    if (status != WEIR_OK) {
        raise_status(status);
        return -1;
    }
    weir_array_release(k->number);
    *k = (kept){bits, kind, number};
    *out = number;
    return 0;
}

static int keep_complex(PyObject *o, weir_array **out) {
    /* keeps the last result alive; complex scalars are too rare to be cached */
    static weir_array *last;
    if (py_ready() < 0) return -1;
    weir_array *number;
    weir_status status =
        weir_number_c128(py_runtime, PyComplex_RealAsDouble(o), PyComplex_ImagAsDouble(o), &number);
    if (status != WEIR_OK) {
        raise_status(status);
        return -1;
    }
    weir_array_release(last);
    *out = last = number;
    return 0;
}

/* Return whether a Python number has a dtype that takes part in promotion.  NumPy's float64 and
 * complex128 do, although they are instances of float and complex. */
static bool has_dtype(PyObject *o) {
    return !PyFloat_CheckExact(o) && !PyLong_Check(o) && !PyComplex_CheckExact(o) &&
           PyObject_HasAttr(o, names.dtype);
}

int value_float(double value, weir_array **out) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return keep('f', bits, out);
}

int value_number(PyObject *o, weir_array **out) {
    if (PyFloat_CheckExact(o) || (PyFloat_Check(o) && !has_dtype(o)))
        return value_float(PyFloat_AS_DOUBLE(o), out);
    if (PyBool_Check(o)) return keep('b', o == Py_True, out);
    if (PyLong_Check(o)) {
        int overflow;
        long long value = PyLong_AsLongLongAndOverflow(o, &overflow);
        if (UNLIKELY(overflow != 0)) {
            uint64_t wide = overflow > 0 ? PyLong_AsUnsignedLongLong(o) : UINT64_MAX;
            if (overflow > 0 && !(wide == UINT64_MAX && PyErr_Occurred()))
                return keep('u', wide, out);
            PyErr_Format(PyExc_OverflowError, "%R does not fit in int64 or uint64", o);
            return -1;
        }
        return keep('i', (uint64_t)value, out);
    }
    if (PyComplex_Check(o) && !has_dtype(o)) return keep_complex(o, out);
    return 1;
}

/* ---- Lists of ints ----------------------------------------------------------------------------- */

static int one_int(PyObject *o, int64_t *out, const char *what) {
    PyObject *index = PyNumber_Index(o);
    if (index == NULL) {
        if (PyErr_ExceptionMatches(PyExc_TypeError))
            PyErr_Format(PyExc_TypeError, "%s: expected integers, not %.100s", what,
                         Py_TYPE(o)->tp_name);
        return -1;
    }
    *out = PyLong_AsLongLong(index);
    Py_DECREF(index);
    return *out == -1 && PyErr_Occurred() ? -1 : 0;
}

static int64_t fail_room(Py_ssize_t count, int64_t room, const char *what) {
    PyErr_Format(PyExc_ValueError, "%s: expected at most %lld integer%s, got %zd", what,
                 (long long)room, room == 1 ? "" : "s", count);
    return -1;
}

static int64_t take_ints(PyObject *o, int64_t *out, int64_t room, const char *what) {
    if (PyLong_Check(o) || (!PySequence_Check(o) && PyIndex_Check(o)) ||
        (is_array(o) && weir_array_ndim(((Array *)o)->a) == 0)) {
        if (room < 1) return fail_room(1, room, what);
        return one_int(o, out, what) < 0 ? -1 : 1;
    }
    /* checked first, because an array or a range may be too long for a tuple */
    Py_ssize_t length = PySequence_Check(o) ? PySequence_Size(o) : 0;
    if (length > room) return fail_room(length, room, what);
    if (length < 0) PyErr_Clear();
    /* a copy, because an item's __index__ may change the list */
    PyObject *items = PySequence_Tuple(o);
    if (items == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError)) return -1;
        PyErr_Format(PyExc_TypeError, "%s must be an integer or a sequence of integers, not %.100s",
                     what, Py_TYPE(o)->tp_name);
        return -1;
    }
    int64_t count = PyTuple_GET_SIZE(items);
    if (count > room) count = fail_room(count, room, what);
    for (int64_t i = 0; i < count; i++)
        if (one_int(PyTuple_GET_ITEM(items, i), &out[i], what) < 0) {
            count = -1;
            break;
        }
    Py_DECREF(items);
    return count;
}

int64_t value_ints(PyObject *o, int64_t *out, int64_t room, const char *what) {
    py_busy++;
    int64_t count = take_ints(o, out, room, what);
    py_busy--;
    return count;
}

/* ---- Nested sequences -------------------------------------------------------------------------- */

/* Nested sequences are walked twice: the first walk determines shape and dtype, the second
 * copies. */
typedef struct nest {
    int64_t shape[WEIR_NDIM_MAX];
    int ndim; /* -1 while unknown */
    /* highest kind among the Python numbers: 0 none, 1 bool, 2 int, 3 float, 4 complex */
    int kind;
    /* promoted dtype of the arrays and NumPy scalars in the nested sequence; 0 if there are none */
    weir_dtype own;
    bool wide; /* the nested sequence contains an int that does not fit in int64 */
    /* device of the result: the one that was asked for, else that of the Arrays in the nested
     * sequence; WEIR_DEVICE_DEFAULT if there are none */
    int32_t device;
    bool asked; /* the caller asked for this device, so the Arrays may be on any */
} nest;

static bool is_list(PyObject *o) { return PyList_Check(o) || PyTuple_Check(o) || PyRange_Check(o); }

static int fail_ragged(PyObject *o, int depth) {
    PyErr_Format(PyExc_ValueError,
                 "the nested sequence is ragged: the lengths differ at depth %d: %.100R", depth, o);
    return -1;
}

static int kind_of_number(PyObject *o) {
    return PyBool_Check(o)      ? 1
           : PyLong_Check(o)    ? 2
           : PyFloat_Check(o)   ? 3
           : PyComplex_Check(o) ? 4
                                : 0;
}

static void meet_dtype(nest *n, weir_dtype dtype) {
    weir_dtype both = n->own == 0 ? dtype : weir_dtype_promote(n->own, dtype);
    n->own = both != 0 ? both : dtype_default();
}

static int leaf_at(nest *n, int depth, PyObject *o) {
    if (n->ndim < 0) n->ndim = depth;
    return n->ndim == depth ? 0 : fail_ragged(o, depth);
}

static int survey_array(nest *n, PyObject *o, int depth) {
    const weir_array *a = ((Array *)o)->a;
    int ndim = weir_array_ndim(a);
    bool first = n->ndim < 0;
    if (first) n->ndim = depth + ndim;
    if (n->ndim != depth + ndim || n->ndim > WEIR_NDIM_MAX) return fail_ragged(o, depth);
    for (int i = 0; i < ndim; i++) {
        if (first) n->shape[depth + i] = weir_array_shape(a)[i];
        if (n->shape[depth + i] != weir_array_shape(a)[i]) return fail_ragged(o, depth);
    }
    meet_dtype(n, weir_array_dtype(a));
    return 0;
}

/* Take note of the device of an Array in the nested sequence. */
static int meet_device(nest *n, const weir_array *a) {
    int32_t device = weir_array_device(a);
    if (n->asked || n->device == device) return 0;
    if (n->device == WEIR_DEVICE_DEFAULT) {
        n->device = device;
        return 0;
    }
    char one[32], other[32];
    (void)weir_device_name(n->device, one, sizeof one);
    (void)weir_device_name(device, other, sizeof other);
    PyErr_Format(PyExc_ValueError,
                 "asarray: the arrays in the sequence are on %s and %s; copy them to one device: "
                 "x.to_device(y.device), or pass device=",
                 one, other);
    return -1;
}

static int survey(nest *n, PyObject *o, int depth) {
    int kind = kind_of_number(o);
    if (kind > 0 && !has_dtype(o)) {
        if (kind > n->kind) n->kind = kind;
        if (kind == 2) {
            int overflow;
            (void)PyLong_AsLongLongAndOverflow(o, &overflow);
            n->wide |= overflow != 0;
        }
        return leaf_at(n, depth, o);
    }
    if (is_array(o)) return meet_device(n, ((Array *)o)->a) < 0 ? -1 : survey_array(n, o, depth);
    if (!is_list(o)) { /* an array or scalar of another library: convert it */
        weir_array *a;
        /* depth of the C recursion, which Python 3.12 and later do not limit */
        static _Thread_local int nested;
        if (nested == WEIR_NDIM_MAX) {
            PyErr_Format(PyExc_RecursionError,
                         "sequences cannot be nested more than %d levels deep", WEIR_NDIM_MAX);
            return -1;
        }
        nested++;
        int made = value_array(o, 0, WEIR_DEVICE_DEFAULT, -1, &a);
        nested--;
        if (made < 0) return -1;
        PyObject *wrapped = array_wrap(a);
        int status = wrapped != NULL ? survey_array(n, wrapped, depth) : -1;
        Py_XDECREF(wrapped);
        return status;
    }
    if (depth == WEIR_NDIM_MAX) {
        PyErr_Format(PyExc_ValueError, "sequences cannot be nested more than %d levels deep",
                     WEIR_NDIM_MAX);
        return -1;
    }
    Py_ssize_t count = PySequence_Length(o);
    if (count < 0) return -1;
    if (n->ndim >= 0 && (depth >= n->ndim || n->shape[depth] != count))
        return fail_ragged(o, depth);
    if (n->ndim < 0 && depth > 0 && n->shape[depth] >= 0 && n->shape[depth] != count)
        return fail_ragged(o, depth);
    n->shape[depth] = count;
    if (count == 0) {
        if (n->ndim < 0) n->ndim = depth + 1;
        return n->ndim == depth + 1 ? 0 : fail_ragged(o, depth);
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PySequence_GetItem(o, i);
        int status = item != NULL ? survey(n, item, depth + 1) : -1;
        Py_XDECREF(item);
        if (status < 0) return -1;
    }
    return 0;
}

static int put_number(PyObject *o, weir_dtype dtype, char *to) {
    double re = 0, im = 0;
    int64_t i64 = 0;
    if (PyComplex_Check(o) && dtype < WEIR_COMPLEX64) {
        PyErr_Format(PyExc_TypeError, "an array of dtype %s cannot hold a complex number",
                     weir_dtype_name(dtype));
        return -1;
    }
    if (dtype >= WEIR_FLOAT16) {
        Py_complex c = {0, 0};
        if (PyComplex_Check(o))
            c = PyComplex_AsCComplex(o);
        else
            c.real = PyFloat_AsDouble(o);
        re = c.real, im = c.imag;
        if (re == -1.0 && PyErr_Occurred()) return -1;
    } else if (PyFloat_Check(o)) {
        PyObject *whole = PyNumber_Long(o);
        if (whole == NULL) return -1;
        i64 = PyLong_AsLongLong(whole);
        Py_DECREF(whole);
        if (i64 == -1 && PyErr_Occurred()) return -1;
    } else {
        int overflow;
        i64 = PyLong_AsLongLongAndOverflow(o, &overflow);
        if (overflow > 0 && dtype == WEIR_UINT64) {
            i64 = (int64_t)PyLong_AsUnsignedLongLong(o);
            overflow = PyErr_Occurred() != NULL;
            PyErr_Clear();
        } else if (dtype == WEIR_UINT64 && i64 < 0) {
            overflow = -1;
        }
        static const int64_t low[] = {0, 0, INT8_MIN, INT16_MIN, INT32_MIN, INT64_MIN},
                             high[] = {0,         1,         INT8_MAX,   INT16_MAX,  INT32_MAX,
                                       INT64_MAX, UINT8_MAX, UINT16_MAX, UINT32_MAX, INT64_MAX};
        if (dtype == WEIR_BOOL) i64 = i64 != 0 || overflow != 0, overflow = 0;
        if (dtype != WEIR_UINT64 && dtype != WEIR_BOOL && !overflow)
            overflow = i64 > high[dtype] || i64 < (dtype <= WEIR_INT64 ? low[dtype] : 0);
        if (overflow) {
            PyErr_Format(PyExc_OverflowError, "%R does not fit in %s", o, weir_dtype_name(dtype));
            return -1;
        }
    }
    switch (dtype) {
    case WEIR_BOOL: *(uint8_t *)to = i64 != 0; break;
    case WEIR_INT8:
    case WEIR_UINT8: *(int8_t *)to = (int8_t)i64; break;
    case WEIR_INT16:
    case WEIR_UINT16: *(int16_t *)(void *)to = (int16_t)i64; break;
    case WEIR_INT32:
    case WEIR_UINT32: *(int32_t *)(void *)to = (int32_t)i64; break;
    case WEIR_INT64:
    case WEIR_UINT64: *(int64_t *)(void *)to = i64; break;
    case WEIR_FLOAT32: *(float *)(void *)to = (float)re; break;
    case WEIR_FLOAT64: *(double *)(void *)to = re; break;
    case WEIR_COMPLEX64:
        ((float *)(void *)to)[0] = (float)re, ((float *)(void *)to)[1] = (float)im;
        break;
    case WEIR_COMPLEX128: ((double *)(void *)to)[0] = re, ((double *)(void *)to)[1] = im; break;
    default: break; /* float16 and bfloat16 are never filled directly, but cast from float32 */
    }
    return 0;
}

/* Return whether the array has the shape that the first walk found at this depth.  An object of
 * another library may have a different shape in the second walk. */
static bool fits(const nest *n, const weir_array *a, int depth) {
    int ndim = weir_array_ndim(a);
    bool same = depth + ndim == n->ndim;
    for (int i = 0; same && i < ndim; i++) same = weir_array_shape(a)[i] == n->shape[depth + i];
    return same;
}

static int fill(const nest *n, PyObject *o, int depth, weir_dtype dtype, char **to) {
    size_t size = weir_dtype_bytes(dtype);
    if (depth == n->ndim && kind_of_number(o) > 0) {
        if (put_number(o, dtype, *to) < 0) return -1;
        *to += size;
        return 0;
    }
    if (!is_list(o)) {
        weir_array *a;
        if (value_array(o, dtype, WEIR_DEVICE_DEFAULT, -1, &a) < 0) return -1;
        size_t bytes = (size_t)weir_array_count(a) * size;
        int again = fits(n, a, depth) ? 1 : fail_ragged(o, depth);
        while (again > 0) again = wait_outcome(weir_array_read(a, *to, bytes));
        weir_array_release(a);
        *to += bytes;
        return again;
    }
    Py_ssize_t count = PySequence_Length(o);
    if (count < 0) return -1;
    if (depth >= n->ndim || count != (Py_ssize_t)n->shape[depth]) return fail_ragged(o, depth);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PySequence_GetItem(o, i);
        int status = item != NULL ? fill(n, item, depth + 1, dtype, to) : -1;
        Py_XDECREF(item);
        if (status < 0) return -1;
    }
    return 0;
}

static weir_dtype dtype_of_nest(const nest *n) {
    weir_dtype real = dtype_default();
    weir_dtype numbers = n->kind == 0           ? 0
                         : n->kind == 1         ? WEIR_BOOL
                         : n->kind == 2         ? (n->wide ? WEIR_UINT64 : WEIR_INT64)
                         : n->kind == 3         ? real
                         : real == WEIR_FLOAT64 ? WEIR_COMPLEX128
                                                : WEIR_COMPLEX64;
    /* Without arrays, the numbers determine the dtype.  An empty sequence has the default float
     * dtype, as in NumPy. */
    if (n->own == 0) return numbers != 0 ? numbers : real;
    if (numbers == 0) return n->own;
    /* Together with arrays, Python numbers are weakly typed: they can change only the kind of the
     * dtype. */
    int kind = n->own == WEIR_BOOL ? 1 : n->own <= WEIR_UINT64 ? 2 : n->own <= WEIR_FLOAT64 ? 3 : 4;
    if (n->kind <= kind) return n->own;
    weir_dtype both = weir_dtype_promote(n->own, numbers);
    return both != 0 ? both : numbers;
}

static int cast(weir_array *from, weir_dtype dtype, weir_array **out) {
    int again;
    while ((again = wait_outcome(weir_astype(from, dtype, out))) > 0) {}
    weir_array_release(from);
    return again;
}

static int from_nest(PyObject *o, weir_dtype dtype, int32_t device, weir_array **out) {
    nest n = {.ndim = -1, .device = device, .asked = device != WEIR_DEVICE_DEFAULT};
    for (int i = 0; i < WEIR_NDIM_MAX; i++) n.shape[i] = -1;
    if (survey(&n, o, 0) < 0) return -1;
    weir_dtype wanted = dtype != 0 ? dtype : dtype_of_nest(&n);
    weir_dtype filled = wanted == WEIR_FLOAT16 || wanted == WEIR_BFLOAT16 ? WEIR_FLOAT32 : wanted;
    size_t bytes = weir_dtype_bytes(filled);
    for (int i = 0; i < n.ndim; i++)
        /* On overflow, SIZE_MAX makes the allocation fail, unless a later size is 0. */
        if (__builtin_mul_overflow(bytes, (size_t)n.shape[i], &bytes)) bytes = SIZE_MAX;
    char near[256], *data = bytes <= sizeof near ? near : PyMem_Malloc(bytes), *to = data;
    if (data == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    int status = fill(&n, o, 0, filled, &to);
    if (status == 0) {
        do {
            int32_t outer = weir_default_device_set(n.device);
            weir_status made = weir_array_new(py_runtime, filled, n.shape, n.ndim, data, out);
            (void)weir_default_device_set(outer);
            status = wait_outcome(made);
        } while (status > 0);
    }
    if (data != near) PyMem_Free(data);
    if (status == 0 && filled != wanted) status = cast(*out, wanted, out);
    return status;
}

/* ---- All of them ------------------------------------------------------------------------------- */

bool value_is_like(PyObject *o) {
    if (PyBytes_Check(o) || PyByteArray_Check(o)) return false;
    /* Check for a buffer first, because NumPy computes the other attributes on each access, which
     * is slow. */
    return PyObject_CheckBuffer(o) || PyList_Check(o) || PyTuple_Check(o) ||
           PyObject_HasAttr(o, names.dlpack) || PyObject_HasAttr(o, names.array_interface);
}

const char *utf8_of(PyObject *text) {
    Py_ssize_t size;
    if (!PyUnicode_Check(text)) {
        PyErr_Format(PyExc_TypeError, "expected a str, not %.100s", Py_TYPE(text)->tp_name);
        return NULL;
    }
    const char *utf8 = PyUnicode_AsUTF8AndSize(text, &size);
    if (utf8 == NULL || strlen(utf8) == (size_t)size) return utf8;
    PyErr_SetString(PyExc_ValueError, "embedded null character");
    return NULL;
}

int value_input(PyObject *o, const char *who, int32_t device, weir_array **out) {
    *out = is_array(o) ? weir_array_retain(((Array *)o)->a) : NULL;
    if (*out != NULL || o == Py_None) return 0;
    if (!PyList_Check(o) && !PyTuple_Check(o) && value_is_like(o))
        return value_array(o, 0, device, -1, out);
    PyErr_Format(PyExc_TypeError, "%s: unsupported input type %.100s; %s", who, Py_TYPE(o)->tp_name,
                 remedy_text(REMEDY_MAKE_ARRAY));
    return -1;
}

static int of_array(weir_array *a, weir_dtype dtype, int32_t device, int copy, weir_array **out) {
    bool casts = dtype != 0 && dtype != weir_array_dtype(a);
    bool moves = device != WEIR_DEVICE_DEFAULT && device != weir_array_device(a);
    if (copy == 0 && (casts || moves)) {
        PyErr_Format(PyExc_ValueError, "copy=False, but converting %s to %s requires a copy",
                     weir_dtype_name(weir_array_dtype(a)),
                     casts ? weir_dtype_name(dtype) : "the same dtype on another device");
        return -1;
    }
    weir_array *moved = weir_array_retain(a);
    int again = 0;
    if (moves || (copy > 0 && !casts)) {
        weir_array_release(moved);
        while ((again = wait_outcome(moves ? weir_to_device(a, device, &moved)
                                           : weir_copy(a, &moved))) > 0) {}
    }
    if (again < 0) return -1;
    if (casts) return cast(moved, dtype, out);
    *out = moved;
    return 0;
}

static int of_other(PyObject *o, weir_dtype dtype, int32_t device, int copy, weir_array **out) {
    weir_array *made;
    int status;
    if (kind_of_number(o) > 0 && !has_dtype(o)) {
        status = from_nest(o, dtype, device, &made);
    } else if (is_list(o)) {
        status = from_nest(o, dtype, device, &made);
    } else if (has_memory_protocol(o)) {
        status = exchange_from_buffer(o, dtype, copy, &made);
        if (status == 0 && dtype != 0 && weir_array_dtype(made) != dtype)
            status = cast(made, dtype, &made);
        if (status == 0 && copy != 1)
            /* The array already shares the memory or holds a copy, as requested: do not copy it
             * again. */
            copy = -1;
    } else if (PySequence_Check(o) && !PyUnicode_Check(o)) {
        PyObject *list = PySequence_List(o);
        if (list == NULL) return -1;
        status = from_nest(list, dtype, device, &made);
        Py_DECREF(list);
    } else {
        PyErr_Format(PyExc_TypeError, "%.100s cannot be converted to an array",
                     Py_TYPE(o)->tp_name);
        return -1;
    }
    if (status < 0) return -1;
    if (copy == 0 && (is_list(o) || kind_of_number(o) > 0)) {
        weir_array_release(made);
        PyErr_SetString(PyExc_ValueError, "copy=False, but converting Python numbers requires a "
                                          "copy");
        return -1;
    }
    if (device == WEIR_DEVICE_DEFAULT || device == weir_array_device(made)) {
        *out = made;
        return 0;
    }
    status = of_array(made, 0, device, -1, out);
    weir_array_release(made);
    return status;
}

int value_array(PyObject *o, weir_dtype dtype, int32_t device, int copy, weir_array **out) {
    if (py_ready() < 0) return -1;
    if (is_array(o)) return of_array(((Array *)o)->a, dtype, device, copy, out);
    py_busy++;
    int status = of_other(o, dtype, device, copy, out);
    py_busy--;
    return status;
}

PyObject *value_asarray(PyObject *module, PyObject *const *args, Py_ssize_t nargs,
                        PyObject *kwnames) {
    (void)module;
    PyObject *value[4] = {NULL, NULL, NULL, NULL}; /* obj, dtype, device, copy */
    static const char *const keywords[] = {"obj", "dtype", "device", "copy"};
    if (nargs < 1 || nargs > 2)
        return PyErr_Format(PyExc_TypeError,
                            "asarray takes 1 or 2 positional arguments (obj, dtype) but %zd were "
                            "given; pass device and copy by keyword",
                            nargs);
    for (Py_ssize_t i = 0; i < nargs; i++) value[i] = args[i];
    for (Py_ssize_t i = 0; kwnames != NULL && i < PyTuple_GET_SIZE(kwnames); i++) {
        PyObject *key = PyTuple_GET_ITEM(kwnames, i);
        int at = 1;
        while (at < 4 && PyUnicode_CompareWithASCIIString(key, keywords[at]) != 0) at++;
        if (at == 4)
            return PyErr_Format(PyExc_TypeError,
                                "asarray got an unexpected keyword argument %R; it accepts dtype, "
                                "device and copy",
                                key);
        value[at] = args[nargs + i];
    }
    weir_dtype dtype;
    int32_t device;
    if (dtype_from(value[1], &dtype) < 0 || device_from(value[2], &device) < 0) return NULL;
    int copy = value[3] == NULL || value[3] == Py_None ? -1 : PyObject_IsTrue(value[3]);
    if (value[3] != NULL && value[3] != Py_None && copy < 0) return NULL;
    weir_array *a;
    if (is_array(value[0]) && copy <= 0 &&
        (dtype == 0 || dtype == weir_array_dtype(((Array *)value[0])->a)) &&
        (device == WEIR_DEVICE_DEFAULT || device == weir_array_device(((Array *)value[0])->a)))
        return Py_NewRef(value[0]);
    return value_array(value[0], dtype, device, copy, &a) < 0 ? NULL : array_wrap(a);
}
