/* exchange.c - values out, memory shared with other libraries.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>

int array_getbuffer(PyObject *self, Py_buffer *view, int flags) {
    (void)self, (void)view, (void)flags;
    PyErr_SetString(PyExc_BufferError, "not yet");
    return -1;
}
void array_releasebuffer(PyObject *self, Py_buffer *view) { (void)self, (void)view; }

static PyObject *element(weir_dtype dtype, const char *at) {
    switch (dtype) {
    case WEIR_BOOL: return PyBool_FromLong(*(const uint8_t *)at);
    case WEIR_INT8: return PyLong_FromLong(*(const int8_t *)at);
    case WEIR_INT16: return PyLong_FromLong(*(const int16_t *)(const void *)at);
    case WEIR_INT32: return PyLong_FromLong(*(const int32_t *)(const void *)at);
    case WEIR_INT64: return PyLong_FromLongLong(*(const int64_t *)(const void *)at);
    case WEIR_UINT8: return PyLong_FromLong(*(const uint8_t *)at);
    case WEIR_UINT16: return PyLong_FromLong(*(const uint16_t *)(const void *)at);
    case WEIR_UINT32: return PyLong_FromUnsignedLong(*(const uint32_t *)(const void *)at);
    case WEIR_UINT64: return PyLong_FromUnsignedLongLong(*(const uint64_t *)(const void *)at);
    case WEIR_FLOAT32: return PyFloat_FromDouble((double)*(const float *)(const void *)at);
    case WEIR_FLOAT64: return PyFloat_FromDouble(*(const double *)(const void *)at);
    case WEIR_COMPLEX64:
        return PyComplex_FromDoubles((double)((const float *)(const void *)at)[0],
                                     (double)((const float *)(const void *)at)[1]);
    case WEIR_COMPLEX128:
        return PyComplex_FromDoubles(((const double *)(const void *)at)[0],
                                     ((const double *)(const void *)at)[1]);
    default: return NULL; /* float16, bfloat16: read as float32 */
    }
}

PyObject *array_item(PyObject *self, const char *reason) {
    weir_array *a = ((Array *)self)->a;
    weir_dtype dtype = weir_array_dtype(a);
    if (weir_array_count(a) != 1)
        return PyErr_Format(PyExc_ValueError,
                            "only an array of one element is one number; this has %lld",
                            (long long)weir_array_count(a));
    if (wait_for(a, -1, reason) < 0) return NULL;
    if (dtype == WEIR_FLOAT16 || dtype == WEIR_BFLOAT16) {
        double value;
        weir_status status = weir_array_item_f64(a, &value);
        return status == WEIR_OK ? PyFloat_FromDouble(value) : raise_status(status);
    }
    char value[16];
    weir_status status = weir_array_read(a, value, weir_dtype_bytes(dtype));
    return status == WEIR_OK ? element(dtype, value) : raise_status(status);
}

static PyObject *method_item(PyObject *self, PyObject *unused) {
    (void)unused;
    return array_item(self, "item()");
}

PyMethodDef exchange_methods[] = {
    {"item", method_item, METH_NOARGS, "item($self, /)\n--\n\nThe one element as a Python number."},
    {NULL, NULL, 0, NULL},
};

int exchange_from_buffer(PyObject *o, weir_dtype dtype, int copy, weir_array **out) {
    (void)o, (void)dtype, (void)copy, (void)out;
    PyErr_SetString(PyExc_NotImplementedError, "buffers");
    return -1;
}

PyObject *exchange_from_dlpack(PyObject *module, PyObject *args, PyObject *kwargs) {
    (void)module, (void)args, (void)kwargs;
    PyErr_SetString(PyExc_NotImplementedError, "dlpack");
    return NULL;
}
