/* scaler.c - the gradient scaler of the library as a Python object, on which weir.optim.GradScaler
 * is built.  Steps and unscaling are methods of the optimiser (optimizer.c).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

typedef struct Scaler {
    PyObject_HEAD weir_scaler *s;
    bool busy; /* a thread is inside a call, which may block and release the GIL */
} Scaler;

static PyTypeObject *scaler_type;

weir_scaler *scaler_begin(PyObject *o) {
    if (!PyObject_TypeCheck(o, scaler_type)) {
        PyErr_Format(PyExc_TypeError, "expected a scaler, not %.100s", Py_TYPE(o)->tp_name);
        return NULL;
    }
    Scaler *self = (Scaler *)o;
    if (py_ready() < 0) return NULL;
    if (self->busy) {
        PyErr_SetString(PyExc_RuntimeError, "GradScaler: the scaler is in use by another thread; "
                                            "only one thread at a time may use a scaler");
        return NULL;
    }
    self->busy = true;
    return self->s;
}

void scaler_end(PyObject *o) { ((Scaler *)o)->busy = false; }

static int end(PyObject *self, weir_status status) {
    scaler_end(self);
    return wait_settled(status);
}

/* Scaler(init_scale, growth_factor, backoff_factor, growth_interval) */
static PyObject *scaler_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    weir_scaler_options options;
    long long interval;
    weir_scaler *s;
    (void)kwargs;
    weir_scaler_options_init(&options);
    if (!PyArg_ParseTuple(args, "dddL:Scaler", &options.init_scale, &options.growth_factor,
                          &options.backoff_factor, &interval) ||
        py_ready() < 0)
        return NULL;
    options.growth_interval = interval;
    if (wait_settled(weir_scaler_new(py_runtime, &options, &s)) < 0) return NULL;
    Scaler *self = (Scaler *)type->tp_alloc(type, 0);
    if (self == NULL)
        weir_scaler_free(s);
    else
        self->s = s;
    return (PyObject *)self;
}

static void scaler_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    weir_scaler_free(((Scaler *)self)->s);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *scale(PyObject *self, PyObject *x) {
    weir_array *in = NULL, *out = NULL;
    if (py_ready() < 0 || value_input(x, "scale", WEIR_DEVICE_DEFAULT, &in) < 0) return NULL;
    weir_scaler *s = scaler_begin(self);
    int status = s != NULL ? end(self, weir_scaler_scale(s, in, &out)) : -1;
    weir_array_release(in);
    return status == 0 ? array_wrap(out) : NULL;
}

static PyObject *update(PyObject *self, PyObject *unused) {
    (void)unused;
    weir_scaler *s = scaler_begin(self);
    return s != NULL && end(self, weir_scaler_update(s)) == 0 ? Py_NewRef(Py_None) : NULL;
}

static PyObject *clear(PyObject *self, PyObject *unused) {
    (void)unused;
    weir_scaler *s = scaler_begin(self);
    return s != NULL && end(self, weir_scaler_clear(s)) == 0 ? Py_NewRef(Py_None) : NULL;
}

/* state(): return the state array.  state(values): copy values into it. */
static PyObject *state(PyObject *self, PyObject *args) {
    PyObject *values = NULL;
    if (!PyArg_ParseTuple(args, "|O!:state", array_type, &values)) return NULL;
    if (values == NULL)
        return array_wrap(weir_array_retain(weir_scaler_state(((Scaler *)self)->s)));
    weir_scaler *s = scaler_begin(self);
    if (s == NULL || end(self, weir_scaler_state_set(s, ((Array *)values)->a)) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef scaler_methods[] = {
    {"scale", scale, METH_O, NULL},
    {"update", update, METH_NOARGS, NULL},
    {"clear", clear, METH_NOARGS, NULL},
    {"state", state, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot scaler_slots[] = {
    {Py_tp_new, (void *)scaler_new},
    {Py_tp_dealloc, (void *)scaler_dealloc},
    {Py_tp_methods, scaler_methods},
    {Py_tp_doc, "A gradient scaler of the library."},
    {0, NULL},
};

static PyType_Spec scaler_spec = {.name = "weir._core.Scaler",
                                  .basicsize = sizeof(Scaler),
                                  .flags = Py_TPFLAGS_DEFAULT,
                                  .slots = scaler_slots};

int scaler_init(PyObject *module) {
    scaler_type = (PyTypeObject *)PyType_FromSpec(&scaler_spec);
    return scaler_type != NULL ? PyModule_AddObjectRef(module, "Scaler", (PyObject *)scaler_type)
                               : -1;
}
