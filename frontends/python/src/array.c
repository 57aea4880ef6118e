/* array.c - the Array type: object life cycle, attributes, Python operators.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <structmember.h>

PyTypeObject *array_type;

/* ---- Object life cycle ------------------------------------------------------------------------- */

enum { FREE_MAX = 128 };
static Array *free_list[FREE_MAX]; /* protected by the GIL */
static int free_count;

PyObject *array_wrap(weir_array *a) {
    Array *self;
    if (LIKELY(free_count > 0)) {
        self = free_list[--free_count];
        /* also acquires a reference to the type */
        (void)PyObject_INIT((PyObject *)self, array_type);
    } else {
        self = PyObject_New(Array, array_type);
        if (self == NULL) {
            weir_array_release(a);
            return NULL;
        }
    }
    self->a = a;
    self->weak = NULL;
    self->known = self->parameter = false;
    return (PyObject *)self;
}

static void array_dealloc(PyObject *o) {
    Array *self = (Array *)o;
    /* Unregister the object first, so that no lookup finds it any more. */
    if (UNLIKELY(self->known)) identity_leave(self);
    if (UNLIKELY(self->weak != NULL)) PyObject_ClearWeakRefs(o);
    PyTypeObject *type = Py_TYPE(o);
    weir_array_release(self->a); /* never blocks */
    if (LIKELY(free_count < FREE_MAX))
        free_list[free_count++] = self;
    else
        PyObject_Free(self);
    Py_DECREF(type);
}

/* ---- Subclasses -------------------------------------------------------------------------------- */

/* Return whether `type` is Array or a subclass created by array_kind.  Such a subclass adds no
 * fields and is not tracked by the garbage collector, so an Array can be converted to it by
 * replacing the object's type.  A class statement cannot create such a subclass, since its
 * instances would be tracked. */
static bool is_kind(PyTypeObject *type) {
    return PyType_IsSubtype(type, array_type) && !PyType_IS_GC(type);
}

/* array_kind(name, base): create a subclass of Array or of a subclass that array_kind created.  The
 * caller adds the methods. */
static PyObject *array_kind(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *name;
    PyTypeObject *base;
    if (!PyArg_ParseTuple(args, "UO!:array_kind", &name, &PyType_Type, &base)) return NULL;
    if (!is_kind(base))
        return PyErr_Format(PyExc_TypeError,
                            "array_kind: %s is not Array or a subclass created by array_kind",
                            base->tp_name);
    PyType_Slot none[] = {{Py_tp_dealloc, (void *)array_dealloc}, {0, NULL}};
    Py_INCREF(name); /* never released, because Python 3.10 does not copy the name */
    PyType_Spec kind = {.name = PyUnicode_AsUTF8(name),
                        .basicsize = sizeof(Array),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        .slots = none};
    return PyType_FromSpecWithBases(&kind, (PyObject *)base);
}

static PyObject *become(PyObject *array, PyTypeObject *kind) {
    PyTypeObject *was = Py_TYPE(array);
    Py_INCREF(kind);
    Py_SET_TYPE(array, kind);
    Py_DECREF(was);
    return array;
}

/* become(array, kind): convert a plain Array in place to a subclass created by array_kind, and
 * return it.  An instance of a subclass is returned unchanged. */
static PyObject *array_become(PyObject *module, PyObject *args) {
    PyObject *array;
    PyTypeObject *kind;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!:become", array_type, &array, &PyType_Type, &kind))
        return NULL;
    if (!is_kind(kind))
        return PyErr_Format(PyExc_TypeError,
                            "become: %s is not Array or a subclass created by array_kind",
                            kind->tp_name);
    return Py_NewRef(Py_TYPE(array) == array_type ? become(array, kind) : array);
}

PyObject *array_kindred(PyObject *made, PyObject *o) {
    PyTypeObject *kind = Py_TYPE(o);
    if (made == NULL || !is_kind(kind)) return made;
    while (kind->tp_base != array_type && kind != array_type) kind = kind->tp_base;
    if (Py_TYPE(made) == array_type) return become(made, kind);
    for (Py_ssize_t i = 0; PyTuple_CheckExact(made) && i < PyTuple_GET_SIZE(made); i++)
        if (Py_TYPE(PyTuple_GET_ITEM(made, i)) == array_type)
            become(PyTuple_GET_ITEM(made, i), kind);
    return made;
}

/* Subclass(array), Array(array): create another Python object that refers to the same array. */
static PyObject *array_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *array = PyTuple_GET_SIZE(args) == 1 ? PyTuple_GET_ITEM(args, 0) : NULL;
    if (array == NULL || kwargs != NULL || !is_array(array)) {
        PyErr_SetString(PyExc_TypeError,
                        "Array cannot be called directly; create arrays with weir.array(...), "
                        "weir.asarray(...) or weir.zeros(...)");
        return NULL;
    }
    if (!is_kind(type))
        return PyErr_Format(PyExc_TypeError,
                            "%s: a subclass of Array cannot be instantiated; hold the array in an "
                            "attribute instead",
                            type->tp_name);
    PyObject *made = array_wrap(weir_array_retain(((Array *)array)->a));
    return made != NULL ? become(made, type) : NULL;
}

/* ---- Attributes -------------------------------------------------------------------------------- */

#define A(o) (((Array *)(o))->a)

static PyObject *tuple_of(const int64_t *n, int32_t count, int64_t factor) {
    PyObject *tuple = PyTuple_New(count);
    for (int32_t i = 0; tuple != NULL && i < count; i++) {
        PyObject *item = PyLong_FromLongLong(n[i] * factor);
        if (item == NULL)
            Py_CLEAR(tuple);
        else
            PyTuple_SET_ITEM(tuple, i, item);
    }
    return tuple;
}

PyObject *array_shape(const weir_array *a) {
    return tuple_of(weir_array_shape(a), weir_array_ndim(a), 1);
}

static PyObject *get_shape(PyObject *o, void *unused) {
    (void)unused;
    return array_shape(A(o));
}

/* If the missing attribute is a PyTorch name for which weir._hints has an equivalent, add that
 * equivalent to the message of the current AttributeError. */
static void add_hint(PyObject *self, PyObject *name) {
    if (Py_TYPE(self) != array_type || !PyErr_ExceptionMatches(PyExc_AttributeError) ||
        !PyUnicode_Check(name) || PyUnicode_GET_LENGTH(name) == 0 ||
        PyUnicode_READ_CHAR(name, 0) == '_')
        return;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *hints = PyImport_ImportModule("weir._hints");
    PyObject *hint = hints != NULL ? PyObject_CallMethod(hints, "hint", "sO", "Array", name) : NULL;
    if (hint != NULL && hint != Py_None) {
        PyObject *text = PyUnicode_FromFormat("'Array' object has no attribute %R; %U", name, hint);
        PyObject *error = text != NULL ? PyObject_CallOneArg(PyExc_AttributeError, text) : NULL;
        /* Set `name` to None, because otherwise the interpreter appends its own suggestion. */
        if (error != NULL && PyObject_SetAttrString(error, "name", Py_None) == 0)
            PyErr_SetObject(PyExc_AttributeError, error);
        Py_XDECREF(text);
        Py_XDECREF(error);
        Py_XDECREF(type);
        Py_XDECREF(value);
        Py_XDECREF(traceback);
    } else {
        PyErr_Restore(type, value, traceback); /* discards an exception raised by the import */
    }
    Py_XDECREF(hint);
    Py_XDECREF(hints);
}

static PyObject *getattro(PyObject *self, PyObject *name) {
    PyObject *found = PyObject_GenericGetAttr(self, name);
    if (UNLIKELY(found == NULL)) add_hint(self, name);
    return found;
}

static int setattro(PyObject *self, PyObject *name, PyObject *value) {
    int status = PyObject_GenericSetAttr(self, name, value);
    if (UNLIKELY(status < 0)) add_hint(self, name);
    return status;
}

static PyObject *get_strides(PyObject *o, void *unused) {
    (void)unused;
    return tuple_of(weir_array_strides(A(o)), weir_array_ndim(A(o)),
                    (int64_t)weir_dtype_bytes(weir_array_dtype(A(o))));
}

static PyObject *get_dtype(PyObject *o, void *unused) {
    (void)unused;
    return dtype_object(weir_array_dtype(A(o)));
}

static PyObject *get_device(PyObject *o, void *unused) {
    (void)unused;
    return device_object(weir_array_device(A(o)));
}

static PyObject *get_ndim(PyObject *o, void *unused) {
    (void)unused;
    return PyLong_FromLong(weir_array_ndim(A(o)));
}

static PyObject *get_size(PyObject *o, void *unused) {
    (void)unused;
    return PyLong_FromLongLong(weir_array_count(A(o)));
}

static PyObject *get_itemsize(PyObject *o, void *unused) {
    (void)unused;
    return PyLong_FromSize_t(weir_dtype_bytes(weir_array_dtype(A(o))));
}

static PyObject *get_nbytes(PyObject *o, void *unused) {
    (void)unused;
    return PyLong_FromLongLong(weir_array_count(A(o)) *
                               (int64_t)weir_dtype_bytes(weir_array_dtype(A(o))));
}

static PyObject *get_ready(PyObject *o, void *unused) {
    (void)unused;
    return PyBool_FromLong(weir_array_is_ready(A(o)));
}

static PyObject *get_contiguous(PyObject *o, void *unused) {
    (void)unused;
    return PyBool_FromLong(weir_array_is_contiguous(A(o)));
}

static const weir_op *op_transpose, *op_matrix_transpose;

static PyObject *get_T(PyObject *o, void *unused) {
    (void)unused;
    return array_like(op_call(op_transpose, &A(o), 1, NULL), o);
}

static PyObject *get_mT(PyObject *o, void *unused) {
    (void)unused;
    return array_like(op_call(op_matrix_transpose, &A(o), 1, NULL), o);
}

PyObject *array_tuple(weir_array **list, uint32_t count) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)count);
    for (uint32_t i = 0; i < count; i++) {
        PyObject *item = tuple == NULL     ? (weir_array_release(list[i]), NULL)
                         : list[i] == NULL ? Py_NewRef(Py_None)
                                           : array_wrap(list[i]);
        if (item != NULL)
            PyTuple_SET_ITEM(tuple, (Py_ssize_t)i, item);
        else
            Py_CLEAR(tuple);
    }
    return tuple;
}

static PyGetSetDef attributes[] = {
    {"T", get_T, NULL, "A view with the dimensions in reverse order.", NULL},
    {"mT", get_mT, NULL, "A view with the last two dimensions exchanged.", NULL},
    {"shape", get_shape, NULL, "The length of each dimension, as a tuple.", NULL},
    {"strides", get_strides, NULL,
     "The distance in bytes between neighbouring elements along each dimension, as a tuple.", NULL},
    {"dtype", get_dtype, NULL, "The data type of the elements.", NULL},
    {"device", get_device, NULL, "The device that holds the array.", NULL},
    {"ndim", get_ndim, NULL, "The number of dimensions.", NULL},
    {"size", get_size, NULL, "The number of elements.", NULL},
    {"itemsize", get_itemsize, NULL, "The size of one element in bytes.", NULL},
    {"nbytes", get_nbytes, NULL, "The size of all elements in bytes.", NULL},
    {"ready", get_ready, NULL, "True if all writes issued so far are complete.  Does not block.",
     NULL},
    {"is_contiguous", get_contiguous, NULL,
     "True if the elements are stored contiguously in row-major order.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* ---- Operators --------------------------------------------------------------------------------- */

/* Slots of Python's number protocol, each paired with the operator that it calls. */
#define BINARY_SLOTS(X)                                                                            \
    X(add, add)                                                                                    \
    X(subtract, subtract)                                                                          \
    X(multiply, multiply)                                                                          \
    X(matrix_multiply, matmul)                                                                     \
    X(true_divide, divide)                                                                         \
    X(floor_divide, floor_divide)                                                                  \
    X(remainder, remainder)                                                                        \
    X(lshift, bitwise_left_shift)                                                                  \
    X(rshift, bitwise_right_shift)                                                                 \
    X(and, bitwise_and)                                                                            \
    X(or, bitwise_or)                                                                              \
    X(xor, bitwise_xor)
#define UNARY_SLOTS(X)                                                                             \
    X(negative, negative)                                                                          \
    X(positive, positive)                                                                          \
    X(absolute, abs)                                                                               \
    X(invert, bitwise_invert)

#define HANDLE(slot, op) static const weir_op *op_##slot;
BINARY_SLOTS(HANDLE)
UNARY_SLOTS(HANDLE)
HANDLE(power, pow)
static const weir_op *compare[6];

/* Convert an operand that is not an Array.  Returns 0 on success, 1 for NotImplemented, or -1 with
 * an exception set.  The dtype of a numpy.float64, which is a subclass of float, takes part in
 * promotion.  If the other operand is an instance of an Array subclass, however, a numpy.float64 is
 * treated as a plain float. */
static int other_operand(PyObject *o, PyObject *beside, weir_array **number, weir_array **made) {
    if (UNLIKELY(Py_TYPE(beside) != array_type) && PyFloat_Check(o))
        return value_float(PyFloat_AS_DOUBLE(o), number);
    int status = value_number(o, number);
    if (LIKELY(status <= 0)) return status;
    if (!value_is_like(o)) return 1;
    int32_t device = is_array(beside) ? weir_array_device(A(beside)) : WEIR_DEVICE_DEFAULT;
    if (value_array(o, 0, device, -1, made) < 0) return -1;
    *number = *made;
    return 0;
}

/* If the call is interrupted, both operands are converted again before the call is repeated,
 * because converted scalars are stored in a cache that other threads may have changed meanwhile. */
static PyObject *binary(PyObject *left, PyObject *right, const weir_op *op) {
    PyObject *result = NULL;
    int status = 0, again;
    do {
        weir_array *in[2], *made = NULL;
        again = 0;
        if (is_array(left))
            in[0] = A(left);
        else
            status = other_operand(left, right, &in[0], &made);
        if (UNLIKELY(status != 0)) break;
        if (is_array(right))
            in[1] = A(right);
        else
            status = other_operand(right, left, &in[1], &made);
        if (LIKELY(status == 0)) result = op_try(op, in, 2, NULL, &again);
        if (UNLIKELY(made != NULL)) weir_array_release(made);
    } while (UNLIKELY(again));
    if (UNLIKELY(status > 0)) Py_RETURN_NOTIMPLEMENTED;
    if (LIKELY(Py_TYPE(left) == array_type && Py_TYPE(right) == array_type)) return result;
    return array_kindred(array_kindred(result, left), right);
}

static PyObject *binary_in_place(PyObject *left, PyObject *right, const weir_op *op) {
    weir_array *in[2] = {A(left)}, *made = NULL;
    int status = 0;
    if (is_array(right))
        in[1] = A(right);
    else
        status = other_operand(right, left, &in[1], &made);
    if (status == 0 && made == NULL)
        made = weir_array_retain(in[1]); /* keep the operand alive during the call */
    if (status == 0 && op_call_into(op, in, 2, NULL, A(left)) < 0) status = -1;
    if (made != NULL) weir_array_release(made);
    if (status < 0) return NULL;
    if (status > 0) Py_RETURN_NOTIMPLEMENTED;
    Py_INCREF(left);
    return left;
}

#define BINARY(slot, op)                                                                           \
    static PyObject *nb_##slot(PyObject *left, PyObject *right) {                                  \
        return binary(left, right, op_##slot);                                                     \
    }                                                                                              \
    static PyObject *nb_inplace_##slot(PyObject *left, PyObject *right) {                          \
        return binary_in_place(left, right, op_##slot);                                            \
    }
BINARY_SLOTS(BINARY)

#define UNARY(slot, op)                                                                            \
    static PyObject *nb_##slot(PyObject *o) {                                                      \
        return array_like(op_call(op_##slot, &A(o), 1, NULL), o);                                  \
    }
UNARY_SLOTS(UNARY)

static PyObject *nb_power(PyObject *left, PyObject *right, PyObject *modulo) {
    if (modulo != Py_None) Py_RETURN_NOTIMPLEMENTED;
    return binary(left, right, op_power);
}

static PyObject *nb_inplace_power(PyObject *left, PyObject *right, PyObject *modulo) {
    if (modulo != Py_None) Py_RETURN_NOTIMPLEMENTED;
    return binary_in_place(left, right, op_power);
}

/* Hash by identity: == is elementwise and does not compare whole arrays. */
static Py_hash_t hash(PyObject *o) {
    return (Py_hash_t)((uintptr_t)o >> 4 | (uintptr_t)o << (8 * sizeof o - 4));
}

static PyObject *richcompare(PyObject *left, PyObject *right, int how) {
    return binary(left, right, compare[how]);
}

/* ---- Conversion to a Python scalar ------------------------------------------------------------- */

static PyObject *convert(PyObject *o, const char *reason, PyTypeObject *type) {
    PyObject *item = array_item(o, reason);
    if (item == NULL || Py_TYPE(item) == type) return item;
    PyObject *result = PyObject_CallOneArg((PyObject *)type, item);
    Py_DECREF(item);
    return result;
}

static PyObject *nb_float(PyObject *o) { return convert(o, "float()", &PyFloat_Type); }
static PyObject *nb_int(PyObject *o) { return convert(o, "int()", &PyLong_Type); }

static PyObject *nb_index(PyObject *o) {
    weir_dtype dtype = weir_array_dtype(A(o));
    if (dtype < WEIR_INT8 || dtype > WEIR_UINT64 || weir_array_ndim(A(o)) != 0) {
        PyErr_Format(PyExc_TypeError,
                     "only a 0-dimensional integer array can be used as an index, not one of "
                     "dtype %s with ndim %d",
                     weir_dtype_name(dtype), weir_array_ndim(A(o)));
        return NULL;
    }
    return array_item(o, "index()");
}

static int nb_bool(PyObject *o) {
    if (weir_array_count(A(o)) != 1) {
        PyErr_Format(PyExc_ValueError,
                     "the truth value of an array with %lld elements is ambiguous; %s",
                     (long long)weir_array_count(A(o)), remedy_text(REMEDY_ANY_ALL));
        return -1;
    }
    PyObject *item = array_item(o, "bool()");
    int truth = item != NULL ? PyObject_IsTrue(item) : -1;
    Py_XDECREF(item);
    return truth;
}

static PyObject *to_complex(PyObject *o, PyObject *unused) {
    (void)unused;
    return convert(o, "complex()", &PyComplex_Type);
}

static PyObject *to_rounded(PyObject *o, PyObject *const *args, Py_ssize_t count) {
    if (count > 1)
        return PyErr_Format(PyExc_TypeError, "__round__() takes at most 1 argument, not %zd",
                            count);
    PyObject *item = array_item(o, "round()");
    if (item == NULL) return NULL;
    PyObject *rounded =
        PyObject_CallMethod(item, "__round__", count > 0 ? "O" : NULL, count > 0 ? args[0] : NULL);
    Py_DECREF(item);
    return rounded;
}

static Py_ssize_t length(PyObject *o) {
    if (weir_array_ndim(A(o)) == 0) {
        PyErr_SetString(PyExc_TypeError, "a 0-dimensional array has no len()");
        return -1;
    }
    return (Py_ssize_t)weir_array_shape(A(o))[0];
}

/* ---- The type ---------------------------------------------------------------------------------- */

static PyMemberDef members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Array, weak), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyMethodDef methods[] = {
    {"__complex__", to_complex, METH_NOARGS,
     "__complex__($self, /)\n--\n\nReturn the value of a one-element array as a Python complex."},
    {"__round__", (PyCFunction)(void (*)(void))to_rounded, METH_FASTCALL,
     "__round__($self, ndigits=None, /)\n--\n\nReturn the value of a one-element array, rounded, as a Python number."},
    {NULL, NULL, 0, NULL},
};

#define SLOT(slot, op)  {Py_nb_##slot, (void *)nb_##slot},
#define SLOTS(slot, op) SLOT(slot, op){Py_nb_inplace_##slot, (void *)nb_inplace_##slot},

static PyType_Slot slots[] = {
    {Py_tp_new, (void *)array_new},
    {Py_tp_dealloc, (void *)array_dealloc},
    {Py_tp_members, members},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {Py_tp_getattro, (void *)getattro},
    {Py_tp_setattro, (void *)setattro},
    {Py_tp_richcompare, (void *)richcompare},
    {Py_tp_hash, (void *)hash},
    BINARY_SLOTS(SLOTS) UNARY_SLOTS(SLOT){Py_nb_power, (void *)nb_power},
    {Py_nb_inplace_power, (void *)nb_inplace_power},
    {Py_nb_float, (void *)nb_float},
    {Py_nb_int, (void *)nb_int},
    {Py_nb_index, (void *)nb_index},
    {Py_nb_bool, (void *)nb_bool},
    {Py_mp_length, (void *)length},
    {Py_sq_length, (void *)length},
    {Py_sq_item, (void *)array_sequence_item},
    {Py_tp_iter, (void *)array_iter},
    {Py_mp_subscript, (void *)array_subscript},
    {Py_mp_ass_subscript, (void *)array_assign},
    {Py_bf_getbuffer, (void *)array_getbuffer},
    {Py_bf_releasebuffer, (void *)array_releasebuffer},
    {Py_tp_doc,
     "An array whose values are computed asynchronously.  Reading them blocks until they are "
     "ready."},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "weir.Array",
    .basicsize = sizeof(Array),
    /* array_kind creates subclasses of this type */
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

static PyObject *shares_storage(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *left, *right;
    if (!PyArg_ParseTuple(args, "O!O!:shares_storage", array_type, &left, array_type, &right))
        return NULL;
    return PyBool_FromLong(weir_array_var(A(left)) == weir_array_var(A(right)));
}

static PyMethodDef functions[] = {
    {"become", array_become, METH_VARARGS, NULL},
    {"array_kind", array_kind, METH_VARARGS,
     "array_kind(name, base, /)\n--\n\nReturn a new subclass of Array.  Results computed from its "
     "instances have the same class."},
    {"shares_storage", shares_storage, METH_VARARGS,
     "shares_storage(a, b, /)\n--\n\nReturn True if both arrays are views of the same storage."},
    {NULL, NULL, 0, NULL},
};

static const weir_op *find(const char *name) {
    const weir_op *op = weir_op_find(name);
    if (op == NULL) PyErr_Format(PyExc_ImportError, "libweir has no operator %s", name);
    return op;
}

int array_add_methods(PyMethodDef *defs) {
    for (PyMethodDef *d = defs; d->ml_name != NULL; d++) {
        PyObject *method = PyDescr_NewMethod(array_type, d);
        int status = method != NULL
                         ? PyObject_SetAttrString((PyObject *)array_type, d->ml_name, method)
                         : -1;
        Py_XDECREF(method);
        if (status < 0) return -1;
    }
    return 0;
}

int array_init(PyObject *module) {
#define FIND(slot, op)                                                                             \
    if ((op_##slot = find(#op)) == NULL) return -1;
    BINARY_SLOTS(FIND)
    UNARY_SLOTS(FIND)
    FIND(power, pow)
    FIND(transpose, permute_dims)
    FIND(matrix_transpose, matrix_transpose)
    static const char *const compares[] = {
        [Py_LT] = "less",      [Py_LE] = "less_equal", [Py_EQ] = "equal",
        [Py_NE] = "not_equal", [Py_GT] = "greater",    [Py_GE] = "greater_equal"};
    for (int i = 0; i < 6; i++)
        if ((compare[i] = find(compares[i])) == NULL) return -1;
    array_type = (PyTypeObject *)PyType_FromSpec(&spec);
    if (array_type == NULL || index_init() < 0) return -1;
    if (array_add_methods(exchange_methods) < 0 || array_add_methods(wait_methods) < 0) return -1;
    if (PyModule_AddIntConstant(module, "NDIM_MAX", WEIR_NDIM_MAX) < 0 ||
        PyModule_AddFunctions(module, functions) < 0)
        return -1;
    return PyModule_AddObjectRef(module, "Array", (PyObject *)array_type);
}
