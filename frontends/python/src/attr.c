/* attr.c - attributes: conversion between Python values and the fields of an operator's or block's
 * struct.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>

static int fill_list(const char *what, PyObject *o, char *field, attr_lists *lists) {
    int64_t *at = lists->room + lists->count;
    int64_t count = value_ints(o, at, ATTR_LIST_ROOM - lists->count, what);
    if (count < 0) return -1;
    weir_i64s list = {at, count};
    memcpy(field, &list, sizeof list);
    lists->count += count;
    return 0;
}

/* Raise TypeError, because an array that does not have exactly one element was passed for a scalar
 * attribute.  Often the array is an optional input, such as a weight, that was passed by position
 * instead of by keyword. */
static int not_one(const char *owner, const char *name, const char *what, PyObject *o) {
    PyErr_Format(
        PyExc_TypeError,
        "%.40s: %.30s must be %s, not an array of %lld elements; pass optional arrays by keyword",
        owner, name, what, (long long)weir_array_count(((Array *)o)->a));
    return -1;
}

static bool is_many(PyObject *o) { return is_array(o) && weir_array_count(((Array *)o)->a) != 1; }

static int not_a(const char *owner, const char *name, const char *what, PyObject *o) {
    if (PyErr_ExceptionMatches(PyExc_TypeError))
        PyErr_Format(PyExc_TypeError, "%.40s: %.30s must be %s, not %.60s", owner, name, what,
                     Py_TYPE(o)->tp_name);
    return -1;
}

static int fill(const char *owner, const weir_attr *a, PyObject *o, char *attr, attr_lists *lists) {
    char *field = attr + a->offset, what[80];
    bool none = o == Py_None;
    switch (a->type) {
    case WEIR_ATTR_BOOL: {
        int truth = none ? (int)a->i64 : PyObject_IsTrue(o);
        if (truth < 0) return -1;
        *(int32_t *)(void *)field = truth;
        return 0;
    }
    case WEIR_ATTR_I64: {
        int64_t n = WEIR_NONE;
        if (is_many(o)) return not_one(owner, a->name, "an integer", o);
        if (!none) {
            snprintf(what, sizeof what, "%.40s: %.30s", owner, a->name);
            int64_t count = value_ints(o, &n, 1, what);
            if (count < 0) return -1;
            if (count != 1) {
                PyErr_Format(PyExc_TypeError, "%s must be one integer, not an empty sequence",
                             what);
                return -1;
            }
        }
        memcpy(field, &n, sizeof n);
        return 0;
    }
    case WEIR_ATTR_F64: {
        if (is_many(o)) return not_one(owner, a->name, "a number", o);
        double x = none ? Py_NAN : PyFloat_AsDouble(o);
        if (x == -1.0 && PyErr_Occurred()) return not_a(owner, a->name, "a number", o);
        if (!none && Py_IS_NAN(x) && Py_IS_NAN(a->f64) &&
            !a->required) { /* NaN in the struct represents None */
            PyErr_Format(PyExc_ValueError, "%.40s: %.30s must be a number or None, not nan", owner,
                         a->name);
            return -1;
        }
        memcpy(field, &x, sizeof x);
        return 0;
    }
    case WEIR_ATTR_DTYPE: {
        weir_dtype dtype;
        if (dtype_from(o, &dtype) < 0) return -1;
        *(int32_t *)(void *)field = (int32_t)dtype;
        return 0;
    }
    case WEIR_ATTR_DEVICE: return device_from(o, (int32_t *)(void *)field);
    case WEIR_ATTR_I64S:
        snprintf(what, sizeof what, "%.40s: %.30s", owner, a->name);
        if (!none) return fill_list(what, o, field, lists);
        memset(field, 0, sizeof(weir_i64s));
        return 0;
    case WEIR_ATTR_TEXT: {
        const char *text = none ? NULL : utf8_of(o);
        if (text == NULL && !none) return not_a(owner, a->name, "a string", o);
        memcpy(field, &text, sizeof text);
        return 0;
    }
    default: PyErr_Format(PyExc_SystemError, "unknown attribute type %d", a->type); return -1;
    }
}

int attr_fill(const char *owner, const weir_attr *a, PyObject *o, char *attr, attr_lists *lists) {
    py_busy++;
    int status = fill(owner, a, o, attr, lists);
    py_busy--;
    return status;
}

static PyObject *from_i64(int64_t n) {
    return n == WEIR_NONE ? Py_NewRef(Py_None) : PyLong_FromLongLong(n);
}

static PyObject *from_f64(double x) {
    return Py_IS_NAN(x) ? Py_NewRef(Py_None) : PyFloat_FromDouble(x);
}

static PyObject *from_dtype(int64_t dtype) {
    return dtype == 0 ? Py_NewRef(Py_None) : dtype_object((weir_dtype)dtype);
}

static PyObject *from_text(const char *text) {
    return text == NULL ? Py_NewRef(Py_None) : PyUnicode_FromString(text);
}

static PyObject *default_of(const weir_attr *a) {
    if (a->required) return Py_NewRef(Py_Ellipsis);
    switch (a->type) {
    case WEIR_ATTR_BOOL: return PyBool_FromLong((long)a->i64);
    case WEIR_ATTR_I64: return from_i64(a->i64);
    case WEIR_ATTR_F64: return from_f64(a->f64);
    case WEIR_ATTR_DTYPE: return from_dtype(a->i64);
    case WEIR_ATTR_TEXT: return from_text(a->text);
    default: return Py_NewRef(Py_None);
    }
}

PyObject *attr_describe(const char *name, const weir_attr *a) {
    static const char *const types[] = {"",      "bool",   "int",  "float",
                                        "dtype", "device", "ints", "str"};
    return Py_BuildValue("(ssNz)", name, types[a->type], default_of(a), a->summary);
}

PyObject *attr_value(const weir_attr *a, const char *attr) {
    const char *field = attr + a->offset;
    int32_t small;
    int64_t n;
    double x;
    weir_i64s list;
    const char *text;
    switch (a->type) {
    case WEIR_ATTR_BOOL: memcpy(&small, field, sizeof small); return PyBool_FromLong(small);
    case WEIR_ATTR_I64: memcpy(&n, field, sizeof n); return from_i64(n);
    case WEIR_ATTR_F64: memcpy(&x, field, sizeof x); return from_f64(x);
    case WEIR_ATTR_DTYPE: memcpy(&small, field, sizeof small); return from_dtype(small);
    case WEIR_ATTR_DEVICE: memcpy(&small, field, sizeof small); return device_object(small);
    case WEIR_ATTR_TEXT: memcpy(&text, field, sizeof text); return from_text(text);
    default: break;
    }
    memcpy(&list, field, sizeof list);
    if (list.data == NULL) return Py_NewRef(Py_None);
    PyObject *tuple = PyTuple_New((Py_ssize_t)list.count);
    for (int64_t i = 0; tuple != NULL && i < list.count; i++) {
        PyObject *item = PyLong_FromLongLong(list.data[i]);
        if (item == NULL)
            Py_CLEAR(tuple);
        else
            PyTuple_SET_ITEM(tuple, (Py_ssize_t)i, item);
    }
    return tuple;
}

PyObject *attr_describe_all(const weir_attr *attrs, uint32_t count, uint32_t stride) {
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list != NULL && i < count; i++) {
        const weir_attr *a = weir_attr_at(attrs, stride, i);
        PyObject *one = attr_describe(a->name, a);
        if (one == NULL || PyList_Append(list, one) < 0) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

PyObject *attr_dict(const weir_attr *attrs, uint32_t count, uint32_t stride, const char *attr) {
    PyObject *result = PyDict_New();
    for (uint32_t i = 0; result != NULL && i < count; i++) {
        const weir_attr *a = weir_attr_at(attrs, stride, i);
        PyObject *value = attr_value(a, attr);
        if (value == NULL || PyDict_SetItemString(result, a->name, value) < 0) Py_CLEAR(result);
        Py_XDECREF(value);
    }
    return result;
}

int attr_fill_from(const char *owner, const weir_attr *attrs, uint32_t count, uint32_t stride,
                   PyObject *given, char *attr, attr_lists *lists) {
    for (uint32_t i = 0; given != NULL && i < count; i++) {
        const weir_attr *a = weir_attr_at(attrs, stride, i);
        PyObject *value = PyDict_GetItemString(given, a->name);
        if (value != NULL && attr_fill(owner, a, value, attr, lists) < 0) return -1;
    }
    return 0;
}
