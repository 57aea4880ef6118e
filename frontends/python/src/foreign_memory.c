/* foreign_memory.c - memory of other libraries: buffers, NumPy arrays and scalars,
 * __array_interface__, bytes.
 *
 * Every description of memory is read into one struct (lent), from which lent_take creates an array
 * that either holds a copy or shares the memory.  The deleter of an array that shares memory may
 * run on a worker, so it releases the owner through notice_drop.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <stdlib.h>
#include <string.h>

/* ---- Creating the array ------------------------------------------------------------------------ */

static void give_back(void *owner) { notice_drop(owner); }

static bool has_elements(const lent *l) {
    for (int i = 0; i < l->ndim; i++)
        if (l->shape[i] <= 0) return false;
    return true;
}

/* Return whether every byte is 0 or 1, as kernels assume.  Other libraries may use any nonzero byte
 * for true. */
static bool are_bools(const lent *l, int axis, const char *at) {
    if (axis == l->ndim) return (unsigned char)*at <= 1;
    bool are = true;
    /* With a stride of zero, all elements share the same bytes: check them only once. */
    int64_t count = l->strides[axis] == 0 ? 1 : l->shape[axis];
    for (int64_t i = 0; are && i < count; i++)
        are = are_bools(l, axis + 1, at + i * l->strides[axis]);
    return are;
}

/* Return the reason why the memory cannot be shared, or NULL if it can. */
static const char *why_copy(const lent *l) {
    int64_t size = (int64_t)weir_dtype_bytes(l->dtype);
    if (l->swapped) return "it is not in native byte order";
    if ((uintptr_t)l->data % (uintptr_t)(size > 8 ? 8 : size) != 0) return "it is not aligned";
    for (int i = 0; i < l->ndim; i++)
        if (l->strides[i] % size != 0) return "its strides are not multiples of the element size";
    if (l->dtype == WEIR_BOOL && l->device == 0 && has_elements(l) && !are_bools(l, 0, l->data))
        return "it contains bools other than 0 and 1";
    return NULL;
}

static int share(const lent *l, weir_array **out) {
    int64_t strides[WEIR_NDIM_MAX];
    for (int i = 0; i < l->ndim; i++)
        strides[i] = l->strides[i] / (int64_t)weir_dtype_bytes(l->dtype);
    /* Drop the references that deleters have queued.  Otherwise they would accumulate in a loop
     * that never runs pending calls. */
    notice_empty();
    int again;
    do {
        uint32_t flags = l->readonly ? WEIR_MEMORY_READONLY : 0;
        PyObject *owner = Py_NewRef(l->owner);
        weir_status status =
            l->device == 0
                ? weir_array_from_memory(py_runtime, l->dtype, l->shape, strides, l->ndim, l->data,
                                         flags, give_back, owner, out)
                : weir_array_from_device_memory(py_runtime, l->device, l->dtype, l->shape, strides,
                                                l->ndim, (uintptr_t)l->data, flags, give_back,
                                                owner, out);
        if (status != WEIR_OK) Py_DECREF(l->owner);
        again = wait_outcome(status);
    } while (again > 0);
    if (again < 0 || l->readonly || l->device != 0) return again;
    /* The owner may read the memory at any time, so an operation that writes to the array must
     * complete before the call that issues it returns.  The library ensures this while the array is
     * mapped. */
    void *data;
    if (wait_settled(weir_array_map(*out, WEIR_MAP_READ, &data)) == 0) return 0;
    weir_array_release(*out);
    return -1;
}

/* Copy memory of a device, on that device. */
static int duplicate_there(const lent *l, weir_array **out) {
    weir_array *shared;
    if (share(l, &shared) < 0) return -1;
    int again;
    while ((again = wait_outcome(weir_copy(shared, out))) > 0) {}
    weir_array_release(shared);
    return again;
}

/* Convert an array to native byte order in place.  The array is a new copy in the host's memory that
 * nothing else refers to yet. */
static void turn(weir_array *a) {
    size_t size = weir_dtype_bytes(weir_array_dtype(a));
    size_t part = weir_array_dtype(a) >= WEIR_COMPLEX64 ? size / 2 : size;
    void *data;
    /* Mapping cannot fail, since the array is ready. */
    if (weir_array_map(a, WEIR_MAP_READ, &data) != WEIR_OK) return;
    char *at = data, *end = at + (size_t)weir_array_count(a) * size;
    for (; at < end; at += part)
        for (size_t low = 0, high = part - 1; low < high; low++, high--) {
            char byte = at[low];
            at[low] = at[high];
            at[high] = byte;
        }
    (void)weir_array_unmap(a);
}

static bool is_row_major(const lent *l) {
    int64_t expected = (int64_t)weir_dtype_bytes(l->dtype);
    for (int i = l->ndim - 1; i >= 0; i--) {
        if (l->shape[i] != 1 && l->strides[i] != expected) return false;
        if (__builtin_mul_overflow(expected, l->shape[i], &expected)) return false;
    }
    return true;
}

/* Copy the memory to the default device of this thread. */
static int duplicate_here(const lent *l, weir_array **out) {
    static const char nothing[1];
    const char *data = l->data != NULL ? l->data : nothing;
    weir_status status;
    do
        status = is_row_major(l)
                     ? weir_array_new(py_runtime, l->dtype, l->shape, l->ndim, data, out)
                     : weir_array_new_strided(py_runtime, l->dtype, l->shape, l->strides, l->ndim,
                                              data, out);
    while (status != WEIR_OK && wait_outcome(status) > 0);
    return status == WEIR_OK ? 0 : -1;
}

/* As duplicate_here.  The bytes of other byte orders are turned in the host's memory, before the
 * values are copied to the device. */
static int duplicate(const lent *l, weir_array **out) {
    if (!l->swapped) return duplicate_here(l, out);
    int32_t device = weir_default_device_set(WEIR_CPU(0));
    int done = duplicate_here(l, out);
    (void)weir_default_device_set(device);
    if (done < 0) return -1;
    turn(*out);
    if (device == WEIR_CPU(0)) return 0;
    weir_array *host = *out;
    int again;
    while ((again = wait_outcome(weir_to_device(host, device, out))) > 0) {}
    weir_array_release(host);
    return again;
}

static PyObject *tuple_of(const int64_t *list, int count) {
    PyObject *tuple = PyTuple_New(count);
    for (int i = 0; tuple != NULL && i < count; i++) {
        PyObject *item = PyLong_FromLongLong(list[i]);
        if (item == NULL)
            Py_CLEAR(tuple);
        else
            PyTuple_SET_ITEM(tuple, i, item);
    }
    return tuple;
}

static int refuse_lent(const lent *l, bool null) {
    PyObject *shape = tuple_of(l->shape, l->ndim), *strides = tuple_of(l->strides, l->ndim);
    if (shape == NULL || strides == NULL) {
        /* an exception is set */
    } else if (null) {
        PyErr_Format(PyExc_ValueError,
                     "%s: the data pointer is NULL for shape %R; it may be NULL only for an array "
                     "without elements",
                     l->path, shape);
    } else {
        PyErr_Format(PyExc_ValueError,
                     "%s: shape %R with strides of %R bytes exceeds the address space; check the "
                     "strides",
                     l->path, shape, strides);
    }
    Py_XDECREF(shape);
    Py_XDECREF(strides);
    return -1;
}

/* Check that the memory range lies within the address space.  Only the owner knows whether the
 * memory is mapped. */
static int check_lent(const lent *l) {
    int64_t size = (int64_t)weir_dtype_bytes(l->dtype), low = 0, high = size;
    uintptr_t first = (uintptr_t)l->data;
    bool far = false;
    if (!has_elements(l)) return 0; /* nothing will be read; lent_take reports negative sizes */
    for (int i = 0; i < l->ndim; i++) {
        int64_t reach, *end = l->strides[i] < 0 ? &low : &high;
        far = far || __builtin_mul_overflow(l->shape[i] - 1, l->strides[i], &reach) ||
              __builtin_add_overflow(*end, reach, end);
    }
    if (l->data == NULL) return refuse_lent(l, true);
    far =
        far || low == INT64_MIN || (uintptr_t)-low > first || (uintptr_t)high > UINTPTR_MAX - first;
    return far ? refuse_lent(l, false) : 0;
}

int lent_take(const lent *l, int copy, weir_array **out) {
    if (py_ready() < 0 || check_lent(l) < 0) return -1;
    const char *why = copy == 1 ? "" : why_copy(l);
    if (why == NULL) return share(l, out);
    if (copy == 0) {
        PyErr_Format(PyExc_ValueError, "copy=False, but the memory must be copied: %s", why);
        return -1;
    }
    return l->device != 0 ? duplicate_there(l, out) : duplicate(l, out);
}

/* ---- Parsing formats --------------------------------------------------------------------------- */

/* Return the dtype with this kind (b, i, u, f or c) and this size in bytes, or 0 if there is
 * none. */
static weir_dtype dtype_of(char kind, int64_t size) {
    static const char *const kinds = "biufc";
    static const weir_dtype found[5][5] = {
        /* bytes: 1 2 4 8 16 */
        {WEIR_BOOL, 0, 0, 0, 0},
        {WEIR_INT8, WEIR_INT16, WEIR_INT32, WEIR_INT64, 0},
        {WEIR_UINT8, WEIR_UINT16, WEIR_UINT32, WEIR_UINT64, 0},
        {0, WEIR_FLOAT16, WEIR_FLOAT32, WEIR_FLOAT64, 0},
        {0, 0, 0, WEIR_COMPLEX64, WEIR_COMPLEX128},
    };
    const char *row = kind != '\0' ? strchr(kinds, kind) : NULL;
    int column = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : size == 8 ? 3 : 4;
    return row != NULL && 1 << column == size ? found[row - kinds][column] : 0;
}

static bool is_order(char c) { return c != '\0' && strchr("@=<>!^|", c) != NULL; }

static bool is_other_order(char c) { return PY_BIG_ENDIAN ? c == '<' : c == '>' || c == '!'; }

/* Parse a buffer's format: one format character as in the struct module, or F, D, Zf or Zd for a
 * complex number.  Returns 0 if it is not supported. */
static weir_dtype read_format(const char *format, int64_t size, bool *swapped) {
    if (format == NULL) format = "B";
    *swapped = is_order(*format) && is_other_order(*format) && size > 1;
    if (is_order(*format)) format++;
    bool pair = *format == 'Z';
    if (pair) format++;
    char c = *format;
    if (c == '\0' || format[1] != '\0') return 0;
    if (pair) return strchr("fd", c) != NULL ? dtype_of('c', size) : 0;
    char kind = c == '?'                       ? 'b'
                : strchr("bhilqn", c) != NULL  ? 'i'
                : strchr("cBHILQN", c) != NULL ? 'u'
                : strchr("efd", c) != NULL     ? 'f'
                : strchr("FD", c) != NULL      ? 'c'
                                               : '\0';
    return dtype_of(kind, size);
}

/* Parse a type string such as "<f4", as used by __array_interface__ and npy files.  Returns 0 if it
 * is not supported. */
static weir_dtype read_typestr(const char *text, bool *swapped) {
    if (!is_order(text[0]) || text[1] == '\0') return 0;
    char *end;
    long size = strtol(text + 2, &end, 10);
    *swapped = is_other_order(text[0]) && size > 1;
    return *end == '\0' ? dtype_of(text[1], size) : 0;
}

static int fail_dims(long long ndim) {
    PyErr_Format(PyExc_ValueError, "an array cannot have %lld dimensions; the maximum is %d", ndim,
                 WEIR_NDIM_MAX);
    return -1;
}

/* Set row-major or column-major strides for the shape. */
static void lay_out(lent *l, bool columns) {
    int64_t step = (int64_t)weir_dtype_bytes(l->dtype);
    for (int i = 0; i < l->ndim; i++) {
        int at = columns ? i : l->ndim - 1 - i;
        l->strides[at] = step;
        /* On overflow, set the stride to 0; lent_take will raise an exception. */
        if (__builtin_mul_overflow(step, l->shape[at], &step)) step = 0;
    }
}

/* Raise an exception that names the object's dtype, or the format if the object has no dtype. */
static int refuse(PyObject *o, const char *format) {
    PyObject *dtype = PyObject_GetAttr(o, names.dtype);
    if (dtype == NULL) PyErr_Clear();
    if (dtype != NULL)
        PyErr_Format(PyExc_TypeError, "%.100s has dtype %S, which Weir does not support",
                     Py_TYPE(o)->tp_name, dtype);
    else
        PyErr_Format(PyExc_TypeError,
                     "%.100s has a buffer of format %s, which Weir does not support",
                     Py_TYPE(o)->tp_name, format != NULL ? format : "(none)");
    Py_XDECREF(dtype);
    return -1;
}

/* ---- Buffers ----------------------------------------------------------------------------------- */

/* Return whether a buffer of bytes holds values of another type.  NumPy exports dates as buffers of
 * bytes, which can be recognised only by the item size of the array's dtype. */
static bool is_something_else(PyObject *o, const Py_buffer *view) {
    if (view->format == NULL || strcmp(view->format, "B") != 0) return false;
    PyObject *dtype = PyObject_GetAttr(o, names.dtype);
    PyObject *size = dtype != NULL ? PyObject_GetAttrString(dtype, "itemsize") : NULL;
    bool other = size != NULL && PyLong_Check(size) && PyLong_AsSsize_t(size) != view->itemsize;
    Py_XDECREF(dtype);
    Py_XDECREF(size);
    PyErr_Clear();
    return other;
}

/* Read an object's buffer.  Returns 0; -1 with an exception set; or 1, with no exception set, if
 * the object has a dtype that the buffer protocol cannot express. */
static int read_memory(PyObject *o, lent *l) {
    PyObject *memory = PyMemoryView_FromObject(o);
    if (memory == NULL) {
        if (!PyObject_HasAttr(o, names.dtype)) return -1;
        PyErr_Clear();
        return 1;
    }
    const Py_buffer *view = PyMemoryView_GET_BUFFER(memory);
    *l = (lent){.path = "the buffer protocol",
                .owner = memory,
                .data = view->buf,
                .ndim = view->ndim,
                .readonly = view->readonly != 0};
    l->dtype = read_format(view->format, view->itemsize, &l->swapped);
    int status = l->dtype == 0 || is_something_else(o, view) ? refuse(o, view->format)
                 : view->ndim > WEIR_NDIM_MAX                ? fail_dims(view->ndim)
                 : view->suboffsets != NULL                  ? refuse(o, "(with suboffsets)")
                                                             : 0;
    for (int i = 0; status == 0 && i < l->ndim; i++) {
        l->shape[i] = view->shape[i];
        l->strides[i] = view->strides[i];
    }
    if (status < 0) Py_DECREF(memory);
    return status;
}

/* Read an array of ml_dtypes' bfloat16 through a view of dtype uint16, since NumPy exports no
 * buffer for bfloat16. */
static int read_brain(PyObject *o, lent *l) {
    PyObject *dtype = PyObject_GetAttr(o, names.dtype);
    PyObject *name = dtype != NULL ? PyObject_GetAttr(dtype, names.name) : NULL;
    bool brain = name != NULL && PyUnicode_Check(name) &&
                 PyUnicode_CompareWithASCIIString(name, "bfloat16") == 0;
    Py_XDECREF(dtype);
    Py_XDECREF(name);
    PyErr_Clear();
    if (!brain) return refuse(o, NULL);
    PyObject *bits = PyObject_CallMethod(o, "view", "s", "uint16");
    int status = bits != NULL ? read_memory(bits, l) : -1;
    if (status > 0 || (status == 0 && l->dtype != WEIR_UINT16)) {
        if (status == 0) Py_DECREF(l->owner);
        status = refuse(o, NULL);
    }
    Py_XDECREF(bits);
    l->dtype = WEIR_BFLOAT16;
    return status;
}

static int read_buffer(PyObject *o, lent *l) {
    int status = read_memory(o, l);
    return status > 0 ? read_brain(o, l) : status;
}

/* ---- __array_interface__ ----------------------------------------------------------------------- */

static int read_address(PyObject *o, PyObject *dict, lent *l) {
    PyObject *data = PyDict_GetItemString(dict, "data");
    PyObject *offset = PyDict_GetItemString(dict, "offset");
    if (data != NULL && PyTuple_Check(data) && PyTuple_GET_SIZE(data) == 2) {
        l->data = PyLong_AsVoidPtr(PyTuple_GET_ITEM(data, 0));
        if (l->data == NULL && PyErr_Occurred()) return -1;
        int readonly = PyObject_IsTrue(PyTuple_GET_ITEM(data, 1));
        l->readonly = readonly != 0;
        l->owner = readonly >= 0 ? PyTuple_Pack(2, o, dict) : NULL;
        return l->owner != NULL ? 0 : -1;
    }
    PyObject *memory = PyMemoryView_FromObject(data != NULL && data != Py_None ? data : o);
    if (memory == NULL) return -1;
    const Py_buffer *view = PyMemoryView_GET_BUFFER(memory);
    long long first = offset != NULL ? PyLong_AsLongLong(offset) : 0, low = first, high = first;
    int64_t size = (int64_t)weir_dtype_bytes(l->dtype);
    l->owner = memory;
    if (first == -1 && PyErr_Occurred()) return -1;
    bool any = true, far = __builtin_add_overflow(high, size, &high);
    for (int i = 0; i < l->ndim; i++) {
        long long reach, *end = l->strides[i] < 0 ? &low : &high;
        any = any && l->shape[i] != 0;
        far = far || l->shape[i] < 0 ||
              __builtin_mul_overflow(l->shape[i] - 1, l->strides[i], &reach) ||
              __builtin_add_overflow(*end, reach, end);
    }
    if (any && (far || low < 0 || high > view->len || !PyBuffer_IsContiguous(view, 'C'))) {
        PyErr_Format(PyExc_ValueError,
                     "__array_interface__: some elements are outside the %zd byte%s of the "
                     "data buffer",
                     view->len, view->len == 1 ? "" : "s");
        return -1;
    }
    /* If there are no elements, ignore the offset, which may be out of range. */
    l->data = (char *)view->buf + (any ? first : 0);
    l->readonly = view->readonly != 0;
    return 0;
}

static int read_dict(PyObject *o, PyObject *dict, lent *l) {
    PyObject *type = PyDict_GetItemString(dict, "typestr");
    PyObject *shape = PyDict_GetItemString(dict, "shape");
    PyObject *strides = PyDict_GetItemString(dict, "strides");
    PyObject *mask = PyDict_GetItemString(dict, "mask");
    const char *text = type != NULL && PyUnicode_Check(type) ? utf8_of(type) : NULL;
    if (text == NULL || shape == NULL) {
        PyErr_SetString(PyExc_ValueError, "__array_interface__ must have 'typestr' and 'shape'");
        return -1;
    }
    for (int i = 0; i < 2; i++) {
        PyObject *list = i == 0 ? shape : strides;
        if (list == NULL || (i == 1 && list == Py_None) || PyTuple_Check(list) ||
            PyList_Check(list))
            continue;
        PyErr_Format(PyExc_TypeError, "__array_interface__: %s must be a tuple, not %.100s",
                     i == 0 ? "shape" : "strides", Py_TYPE(list)->tp_name);
        return -1;
    }
    if (mask != NULL && mask != Py_None) {
        PyErr_SetString(PyExc_TypeError, "__array_interface__: masked arrays are not supported");
        return -1;
    }
    if ((l->dtype = read_typestr(text, &l->swapped)) == 0) return refuse(o, text);
    int64_t ndim = value_ints(shape, l->shape, WEIR_NDIM_MAX, "__array_interface__");
    if (ndim < 0) return -1;
    l->ndim = (int32_t)ndim;
    lay_out(l, false);
    if (strides != NULL && strides != Py_None &&
        value_ints(strides, l->strides, WEIR_NDIM_MAX, "__array_interface__") != ndim) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_ValueError,
                         "__array_interface__: shape %R does not match strides %R", shape, strides);
        return -1;
    }
    return read_address(o, dict, l);
}

static int read_interface(PyObject *o, lent *l) {
    *l = (lent){.path = "__array_interface__"};
    PyObject *dict = PyObject_GetAttr(o, names.array_interface);
    if (dict == NULL) return -1;
    int status = -1;
    if (PyDict_Check(dict)) /* copy the dict, because an item's __index__ may change the original */
        Py_SETREF(dict, PyDict_Copy(dict));
    else
        Py_SETREF(dict, PyErr_Format(PyExc_ValueError, "__array_interface__ must be a dict"));
    if (dict != NULL) status = read_dict(o, dict, l);
    Py_XDECREF(dict);
    if (status < 0) Py_CLEAR(l->owner);
    return status;
}

/* ---- All protocols ----------------------------------------------------------------------------- */

bool has_memory_protocol(PyObject *o) {
    return PyObject_CheckBuffer(o) || PyObject_HasAttr(o, names.dlpack) ||
           PyObject_HasAttr(o, names.array_interface) || PyObject_HasAttr(o, names.array);
}

/* Read the NumPy array that __array__ returns. */
static int read_array(PyObject *o, lent *l) {
    PyObject *array = PyObject_CallMethodNoArgs(o, names.array);
    if (array == NULL) return -1;
    int status = -1;
    if (PyObject_CheckBuffer(array))
        status = read_buffer(array, l);
    else
        PyErr_Format(PyExc_TypeError, "%.100s.__array__() must return a NumPy array, not %.100s",
                     Py_TYPE(o)->tp_name, Py_TYPE(array)->tp_name);
    Py_DECREF(array);
    return status;
}

static int read_any(PyObject *o, lent *l) {
    /* A class has the methods of these protocols, but only its instances have memory. */
    if (PyType_Check(o)) {
        PyErr_Format(PyExc_TypeError, "cannot convert the type %R to an array; pass an instance",
                     o);
        return -1;
    }
    if (PyObject_CheckBuffer(o)) return read_buffer(o, l);
    if (PyObject_HasAttr(o, names.array_interface)) return read_interface(o, l);
    if (PyObject_HasAttr(o, names.dlpack)) return dlpack_borrow(o, WEIR_DEVICE_DEFAULT, -1, l);
    return read_array(o, l);
}

int exchange_from_buffer(PyObject *o, weir_dtype dtype, int copy, weir_array **out) {
    lent l;
    if (read_any(o, &l) < 0) return -1;
    int status = -1;
    if (copy == 0 && dtype != 0 && dtype != l.dtype)
        PyErr_Format(PyExc_ValueError, "copy=False, but converting %s to %s requires a copy",
                     weir_dtype_name(l.dtype), weir_dtype_name(dtype));
    else
        status = lent_take(&l, copy == 0 ? 0 : 1, out);
    Py_DECREF(l.owner);
    return status;
}

/* ---- Bytes ------------------------------------------------------------------------------------- */

/* Read the whole buffer as elements of the dtype, given as a name or as a type string such as
 * "<f4". */
static int read_bytes(PyObject *buffer, PyObject *type, PyObject *shape, bool columns, lent *l) {
    const char *text = PyUnicode_Check(type) ? utf8_of(type) : NULL;
    *l = (lent){.path = "from_bytes"};
    if (text != NULL) l->dtype = read_typestr(text, &l->swapped);
    if (l->dtype == 0 && dtype_from(type, &l->dtype) < 0) return -1;
    if (l->dtype == 0) {
        PyErr_SetString(PyExc_TypeError, "from_bytes: dtype must not be None");
        return -1;
    }
    int64_t ndim = value_ints(shape, l->shape, WEIR_NDIM_MAX, "shape");
    if (ndim < 0 || (l->owner = PyMemoryView_FromObject(buffer)) == NULL) return -1;
    l->ndim = (int32_t)ndim;
    const Py_buffer *view = PyMemoryView_GET_BUFFER(l->owner);
    int64_t bytes = (int64_t)weir_dtype_bytes(l->dtype);
    bool valid = true;
    if (!PyBuffer_IsContiguous(view, 'C')) {
        PyErr_SetString(PyExc_ValueError,
                        "from_bytes: the buffer is not contiguous; pass a contiguous copy, such as "
                        "bytes(buffer)");
        Py_DECREF(l->owner);
        return -1;
    }
    for (int i = 0; i < l->ndim; i++)
        if (l->shape[i] < 0 || __builtin_mul_overflow(bytes, l->shape[i], &bytes)) valid = false;
    if (!valid || bytes != view->len) {
        PyErr_Format(PyExc_ValueError, "from_bytes: %zd byte%s %s not match shape %R and dtype %S",
                     view->len, view->len == 1 ? "" : "s", view->len == 1 ? "does" : "do", shape,
                     type);
        Py_DECREF(l->owner);
        return -1;
    }
    l->data = view->buf;
    l->readonly = view->readonly != 0;
    lay_out(l, columns);
    return 0;
}

PyObject *exchange_from_bytes(PyObject *module, PyObject *args, PyObject *kwargs) {
    (void)module;
    static char *keywords[] = {"buffer", "dtype", "shape", "order", "copy", NULL};
    PyObject *buffer, *type, *shape;
    const char *order = "C";
    int copy = 1;
    lent l;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOO|$sp:from_bytes", keywords, &buffer, &type,
                                     &shape, &order, &copy))
        return NULL;
    if (strcmp(order, "C") != 0 && strcmp(order, "F") != 0)
        return PyErr_Format(PyExc_ValueError, "from_bytes: order must be 'C' or 'F', not '%s'",
                            order);
    if (read_bytes(buffer, type, shape, *order == 'F', &l) < 0) return NULL;
    weir_array *a;
    int status = lent_take(&l, copy, &a);
    Py_DECREF(l.owner);
    return status == 0 ? array_wrap(a) : NULL;
}
