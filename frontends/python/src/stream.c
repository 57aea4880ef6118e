/* stream.c - random number streams, on which the generators of weir.random are built.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

typedef struct Stream {
    PyObject_HEAD weir_stream stream;
} Stream;

static PyObject *stream_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *keywords[] = {"seed", "calls", NULL};
    unsigned long long seed, calls = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "K|K:Stream", keywords, &seed, &calls))
        return NULL;
    Stream *self = (Stream *)type->tp_alloc(type, 0);
    if (self != NULL) self->stream = (weir_stream){seed, calls};
    return (PyObject *)self;
}

/* draw(op, ...): call the operator with the other arguments, drawing from this stream. */
static PyObject *stream_draw(PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                             PyObject *kwnames) {
    if (nargs < 1) {
        PyErr_SetString(PyExc_TypeError, "draw: expected an operator");
        return NULL;
    }
    weir_stream *last = weir_stream_set(&((Stream *)self)->stream);
    PyObject *result = PyObject_Vectorcall(args[0], args + 1, (size_t)(nargs - 1), kwnames);
    weir_stream_set(last);
    return result;
}

static PyObject *stream_seed(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromUnsignedLongLong(((Stream *)self)->stream.seed);
}

static PyObject *stream_calls(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromUnsignedLongLong(((Stream *)self)->stream.calls);
}

static PyObject *stream_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    const weir_stream *s = &((Stream *)self)->stream;
    return Py_BuildValue("O(KK)", Py_TYPE(self), (unsigned long long)s->seed,
                         (unsigned long long)s->calls);
}

static PyGetSetDef attributes[] = {
    {"seed", stream_seed, NULL, "The seed of the generator.", NULL},
    {"calls", stream_calls, NULL, "The number of operations that have drawn from the generator.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"draw", (PyCFunction)(void (*)(void))stream_draw, METH_FASTCALL | METH_KEYWORDS,
     "Call a random operator with the other arguments; it draws from this generator.  Return its "
     "result."},
    {"__reduce__", stream_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, (void *)stream_new},
    {Py_tp_getset, attributes},
    {Py_tp_methods, methods},
    {Py_tp_doc, "An independent random number generator."},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "weir._core.Stream",
    .basicsize = sizeof(Stream),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};

int stream_init(PyObject *module) {
    PyObject *type = PyType_FromSpec(&spec);
    if (type == NULL) return -1;
    int status = PyModule_AddObjectRef(module, "Stream", type);
    Py_DECREF(type);
    return status;
}
