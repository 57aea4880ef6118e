/* dtype.c - dtypes as Python objects.  There is one object per dtype.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>

enum { DTYPES = WEIR_COMPLEX128 + 1 };

typedef struct DType {
    PyObject_HEAD weir_dtype dtype;
} DType;

static PyTypeObject *dtype_type;
static PyObject *dtypes[DTYPES];

PyObject *dtype_object(weir_dtype dtype) { return Py_NewRef(dtypes[dtype]); }

static weir_dtype find_name(const char *name) {
    weir_dtype found = weir_dtype_find(name);
    if (found != 0) return found;
    if (strcmp(name, "bool_") == 0) return WEIR_BOOL;
    /* Python's int, float and complex denote the same dtypes as in NumPy and PyTorch. */
    if (strcmp(name, "int") == 0) return WEIR_INT64;
    if (strcmp(name, "float") == 0) return WEIR_FLOAT64;
    if (strcmp(name, "complex") == 0) return WEIR_COMPLEX128;
    static const struct {
        const char *name;
        weir_dtype dtype;
    } codes[] = {{"f2", WEIR_FLOAT16},     {"f4", WEIR_FLOAT32},     {"f8", WEIR_FLOAT64},
                 {"i1", WEIR_INT8},        {"i2", WEIR_INT16},       {"i4", WEIR_INT32},
                 {"i8", WEIR_INT64},       {"u1", WEIR_UINT8},       {"u2", WEIR_UINT16},
                 {"u4", WEIR_UINT32},      {"u8", WEIR_UINT64},      {"c8", WEIR_COMPLEX64},
                 {"c16", WEIR_COMPLEX128}, {"b1", WEIR_BOOL},        {"?", WEIR_BOOL},
                 {"half", WEIR_FLOAT16},   {"single", WEIR_FLOAT32}, {"double", WEIR_FLOAT64}};
    if (*name == '<' || *name == '=' || *name == '|') name++;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (strcmp(name, codes[i].name) == 0) return codes[i].dtype;
    return 0;
}

int dtype_from(PyObject *o, weir_dtype *out) {
    *out = 0;
    if (o == NULL || o == Py_None) return 0;
    if (Py_TYPE(o) == dtype_type) {
        *out = ((DType *)o)->dtype;
        return 0;
    }
    PyObject *name = NULL; /* name of the dtype, read from a string, a type or a NumPy dtype */
    if (PyUnicode_Check(o))
        name = Py_NewRef(o);
    else if (PyType_Check(o))
        name = PyUnicode_FromString(strrchr(((PyTypeObject *)o)->tp_name, '.') != NULL
                                        ? strrchr(((PyTypeObject *)o)->tp_name, '.') + 1
                                        : ((PyTypeObject *)o)->tp_name);
    else
        name = PyObject_GetAttr(o, names.name);
    if (name == NULL) PyErr_Clear();
    const char *text = name != NULL && PyUnicode_Check(name) ? utf8_of(name) : NULL;
    if (text != NULL) *out = find_name(text);
    PyErr_Clear();
    Py_XDECREF(name);
    if (*out != 0) return 0;
    PyErr_Format(PyExc_TypeError,
                 "%R is not a dtype; the dtypes are bool, int8 to int64, uint8 to uint64, "
                 "float16, bfloat16, float32, float64, complex64 and complex128%s",
                 o, PyLong_Check(o) ? "; pass the shape as one argument, as in zeros((2, 3))" : "");
    return -1;
}

static PyObject *dtype_repr(PyObject *o) {
    return PyUnicode_FromFormat("weir.%s", weir_dtype_name(((DType *)o)->dtype));
}

static PyObject *dtype_str(PyObject *o) {
    return PyUnicode_FromString(weir_dtype_name(((DType *)o)->dtype));
}

static PyObject *dtype_name(PyObject *o, void *unused) {
    (void)unused;
    return dtype_str(o);
}

static PyObject *dtype_itemsize(PyObject *o, void *unused) {
    (void)unused;
    return PyLong_FromSize_t(weir_dtype_bytes(((DType *)o)->dtype));
}

static PyObject *dtype_kind(PyObject *o, void *unused) {
    (void)unused;
    weir_dtype d = ((DType *)o)->dtype;
    char kind = d == WEIR_BOOL      ? 'b'
                : d <= WEIR_INT64   ? 'i'
                : d <= WEIR_UINT64  ? 'u'
                : d <= WEIR_FLOAT64 ? 'f'
                                    : 'c';
    return PyUnicode_FromStringAndSize(&kind, 1);
}

/* A dtype is equal to itself, to its name, and to another library's object for the same dtype. */
static PyObject *dtype_compare(PyObject *left, PyObject *right, int how) {
    if (how != Py_EQ && how != Py_NE) Py_RETURN_NOTIMPLEMENTED;
    bool same = left == right;
    if (!same && Py_TYPE(right) != dtype_type) {
        weir_dtype other = 0;
        if (right != Py_None && dtype_from(right, &other) < 0) {
            PyErr_Clear();
            Py_RETURN_NOTIMPLEMENTED;
        }
        same = other == ((DType *)left)->dtype;
    }
    return PyBool_FromLong(same == (how == Py_EQ));
}

static Py_hash_t dtype_hash(PyObject *o) { return ((DType *)o)->dtype; }

static PyObject *dtype_reduce(PyObject *o, PyObject *unused) {
    (void)unused;
    /* if __reduce__ returns a string, pickle stores a reference to the global variable of this
     * name */
    return dtype_str(o);
}

/* float32(3): create an array of this dtype, as NumPy's scalar types do. */
static PyObject *dtype_call(PyObject *o, PyObject *args, PyObject *kwargs) {
    PyObject *value;
    if (kwargs != NULL && PyDict_GET_SIZE(kwargs) > 0)
        return PyErr_Format(PyExc_TypeError, "%s() takes no keyword arguments",
                            weir_dtype_name(((DType *)o)->dtype));
    if (!PyArg_UnpackTuple(args, weir_dtype_name(((DType *)o)->dtype), 1, 1, &value)) return NULL;
    weir_array *a;
    return value_array(value, ((DType *)o)->dtype, WEIR_DEVICE_DEFAULT, 1, &a) < 0 ? NULL
                                                                                   : array_wrap(a);
}

/* Return the corresponding NumPy dtype.  numpy.dtype(x.dtype) reads this attribute. */
static PyObject *dtype_numpy(PyObject *o, void *unused) {
    (void)unused;
    const char *name = weir_dtype_name(((DType *)o)->dtype);
    bool is_bfloat16 = ((DType *)o)->dtype == WEIR_BFLOAT16;
    PyObject *module = PyImport_ImportModule(is_bfloat16 ? "ml_dtypes" : "numpy");
    PyObject *numpy = module != NULL ? PyImport_ImportModule("numpy") : NULL;
    PyObject *scalar = numpy == NULL ? NULL
                       : is_bfloat16 ? PyObject_GetAttrString(module, name)
                                     : PyUnicode_FromString(name);
    PyObject *dtype = scalar != NULL ? PyObject_CallMethod(numpy, "dtype", "O", scalar) : NULL;
    Py_XDECREF(scalar);
    Py_XDECREF(numpy);
    Py_XDECREF(module);
    if (dtype == NULL && PyErr_ExceptionMatches(PyExc_ImportError))
        PyErr_Format(PyExc_AttributeError,
                     "%s has no NumPy dtype unless the package %s is installed", name,
                     is_bfloat16 ? "ml_dtypes" : "numpy");
    return dtype;
}

static PyGetSetDef dtype_attributes[] = {
    {"__numpy_dtype__", dtype_numpy, NULL, "The NumPy dtype.", NULL},
    {"dtype", dtype_numpy, NULL, "The NumPy dtype, as requested by numpy.dtype(x.dtype).", NULL},
    {"name", dtype_name, NULL, "The name, such as \"float32\".", NULL},
    {"itemsize", dtype_itemsize, NULL, "The size of one element in bytes.", NULL},
    {"kind", dtype_kind, NULL,
     "The kind: 'b' (bool), 'i' (signed integer), 'u' (unsigned integer), 'f' (float) or 'c' "
     "(complex).",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef dtype_methods[] = {{"__reduce__", dtype_reduce, METH_NOARGS, NULL},
                                      {NULL, NULL, 0, NULL}};

static PyType_Slot dtype_slots[] = {
    {Py_tp_repr, (void *)dtype_repr},
    {Py_tp_str, (void *)dtype_str},
    {Py_tp_richcompare, (void *)dtype_compare},
    {Py_tp_hash, (void *)dtype_hash},
    {Py_tp_call, (void *)dtype_call},
    {Py_tp_getset, dtype_attributes},
    {Py_tp_methods, dtype_methods},
    {Py_tp_doc, "The data type of an array's elements."},
    {0, NULL},
};

static PyType_Spec dtype_spec = {
    .name = "weir.DType",
    .basicsize = sizeof(DType),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = dtype_slots,
};

static PyObject *as_dtype(PyObject *module, PyObject *arg) {
    (void)module;
    weir_dtype dtype;
    if (dtype_from(arg, &dtype) < 0) return NULL;
    return dtype != 0 ? dtype_object(dtype)
                      : PyErr_Format(PyExc_TypeError, "dtype must not be None");
}

static PyObject *promote(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *left, *right;
    weir_dtype a, b;
    if (!PyArg_ParseTuple(args, "OO:promote", &left, &right) || dtype_from(left, &a) < 0 ||
        dtype_from(right, &b) < 0)
        return NULL;
    if (a == 0 || b == 0) return PyErr_Format(PyExc_TypeError, "dtype must not be None");
    weir_dtype both = weir_dtype_promote(a, b);
    if (both != 0) return dtype_object(both);
    return PyErr_Format(PyExc_TypeError, "no common dtype exists for %s and %s", weir_dtype_name(a),
                        weir_dtype_name(b));
}

static PyMethodDef functions[] = {
    {"as_dtype", as_dtype, METH_O,
     "as_dtype(x, /)\n--\n\nReturn the dtype for a name, a Python type or another "
     "library's dtype."},
    {"promote", promote, METH_VARARGS,
     "promote(a, b, /)\n--\n\nReturn the dtype that results from promoting the two dtypes."},
    {NULL, NULL, 0, NULL},
};

int dtype_init(PyObject *module) {
    dtype_type = (PyTypeObject *)PyType_FromSpec(&dtype_spec);
    if (dtype_type == NULL || PyModule_AddObjectRef(module, "DType", (PyObject *)dtype_type) < 0)
        return -1;
    for (int i = 1; i < DTYPES; i++) {
        DType *d = PyObject_New(DType, dtype_type);
        if (d == NULL) return -1;
        d->dtype = (weir_dtype)i;
        dtypes[i] = (PyObject *)d;
        if (PyModule_AddObjectRef(module, weir_dtype_name((weir_dtype)i), (PyObject *)d) < 0)
            return -1;
    }
    return PyModule_AddFunctions(module, functions);
}
