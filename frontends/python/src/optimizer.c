/* optimizer.c - optimisers and metrics of the library as Python objects, on which weir.optim and
 * weir.metrics are built.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>

enum { ATTR_BYTES = 256 };

/* ---- Optimisers -------------------------------------------------------------------------------- */

typedef struct Optimizer {
    PyObject_HEAD weir_optimizer *o;
    PyObject *params; /* list of the Array objects of all parameters, in the library's order */
    unsigned moves;   /* value of identity_moves when first_moved last found no replaced array */
    bool busy;        /* a thread is inside a call, which may block and release the GIL */
} Optimizer;

static weir_optimizer *of(PyObject *self) { return ((Optimizer *)self)->o; }

/* Begin a call, or fail if another one is in progress: the library requires that only one thread at
 * a time uses an optimiser. */
static int begin(PyObject *self) {
    Optimizer *o = (Optimizer *)self;
    if (py_ready() < 0) return -1;
    if (o->busy) {
        PyErr_Format(PyExc_RuntimeError,
                     "%s: the optimiser is in use by another thread; only one thread at a time "
                     "may use an optimiser",
                     weir_optimizer_kind_of(o->o)->name);
        return -1;
    }
    o->busy = true;
    return 0;
}

/* End a call and raise the exception for its status, if it failed.  An interrupted call is not
 * repeated, since a part of the step may already have been issued. */
static int end(PyObject *self, weir_status status) {
    ((Optimizer *)self)->busy = false;
    return wait_settled(status);
}

/* Store the values of a dictionary in a settings struct that is already initialised. */
static int fill_settings(const weir_optimizer_kind *kind, PyObject *given, char *attr) {
    attr_lists lists = {.count = 0};
    return attr_fill_from(kind->name, kind->attrs, kind->attr_count, kind->attr_stride, given, attr,
                          &lists);
}

/* Return the weir_array handles of a list of Array objects; the references are borrowed from the
 * list. */
static weir_array **take_params(PyObject *list, uint32_t *count, const char *who) {
    Py_ssize_t n = PyList_GET_SIZE(list);
    weir_array **params = PyMem_Malloc(((size_t)n + 1) * sizeof *params);
    if (params == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *item = PyList_GET_ITEM(list, i);
        if (!is_array(item)) {
            PyErr_Format(PyExc_TypeError, "%s: parameters must be arrays, not %.100s", who,
                         Py_TYPE(item)->tp_name);
            PyMem_Free(params);
            return NULL;
        }
        params[i] = ((Array *)item)->a;
    }
    *count = (uint32_t)n;
    return params;
}

/* Register each Array object of a parameter group as the only Python object for its array, and keep
 * these objects alive. */
static int keep_params(PyObject *self, PyObject *list) {
    Optimizer *o = (Optimizer *)self;
    if (o->params == NULL && (o->params = PyList_New(0)) == NULL) return -1;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        PyObject *item = PyList_GET_ITEM(list, i);
        if (identity_enter(item) < 0 || PyList_Append(o->params, item) < 0) return -1;
    }
    return 0;
}

/* Return the index of the first parameter whose array was replaced without the optimiser's
 * knowledge; return -1 if there is none. */
static Py_ssize_t first_moved(Optimizer *o) {
    if (LIKELY(o->moves == identity_moves)) return -1;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(o->params); i++)
        if (((Array *)PyList_GET_ITEM(o->params, i))->a !=
            weir_optimizer_param_at(o->o, (uint32_t)i, NULL))
            return i;
    o->moves = identity_moves;
    return -1;
}

static PyObject *moved(PyObject *self, PyObject *unused) {
    (void)unused;
    return PyBool_FromLong(first_moved((Optimizer *)self) >= 0);
}

static weir_dtype dtype_before(const Optimizer *o, Py_ssize_t i) {
    return weir_array_dtype(weir_optimizer_param_at(o->o, (uint32_t)i, NULL));
}

static weir_dtype dtype_now(const Optimizer *o, Py_ssize_t i) {
    return weir_array_dtype(((Array *)PyList_GET_ITEM(o->params, i))->a);
}

/* Return the index of the first parameter whose module was cast, or -1. */
static Py_ssize_t first_cast(const Optimizer *o) {
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(o->params); i++)
        if (dtype_before(o, i) != dtype_now(o, i)) return i;
    return -1;
}

/* If modules were moved to another device, give their new arrays to the optimiser.  If one was
 * cast, fail, or do nothing if `lenient`. */
static int follow_moved(PyObject *self, bool lenient) {
    Optimizer *o = (Optimizer *)self;
    uint32_t count;
    if (LIKELY(first_moved(o) < 0)) return 0;
    Py_ssize_t i = first_cast(o);
    if (i >= 0 && lenient) return 0;
    if (i >= 0) {
        PyErr_Format(PyExc_RuntimeError,
                     "%s: parameter %zd was %s when the optimiser was created and is %s now, after "
                     "a cast of its module; %s",
                     weir_optimizer_kind_of(o->o)->name, i, weir_dtype_name(dtype_before(o, i)),
                     weir_dtype_name(dtype_now(o, i)), remedy_text(REMEDY_CAST_FIRST));
        return -1;
    }
    weir_array **params = take_params(o->params, &count, weir_optimizer_kind_of(o->o)->name);
    if (params == NULL) return -1;
    int status = begin(self);
    if (status == 0) status = end(self, weir_optimizer_params_set(o->o, params, count));
    PyMem_Free(params);
    return status;
}

/* Optimizer(kind, parameters, settings): create an optimiser. */
static PyObject *optimizer_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    const char *name;
    PyObject *list, *given = NULL;
    _Alignas(16) char attr[ATTR_BYTES];
    uint32_t count;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "sO!|O!:Optimizer", &name, &PyList_Type, &list, &PyDict_Type,
                          &given) ||
        py_ready() < 0)
        return NULL;
    const weir_optimizer_kind *kind = weir_optimizer_kind_find(name);
    if (kind == NULL) return raise_status(WEIR_EINVAL);
    if (kind->attr_size > sizeof attr)
        return PyErr_Format(PyExc_SystemError, "%s: too many settings", name);
    if (wait_settled(weir_optimizer_attr_init(kind, attr, sizeof attr)) < 0 ||
        fill_settings(kind, given, attr) < 0)
        return NULL;
    weir_array **params = take_params(list, &count, name);
    if (params == NULL) return NULL;
    weir_optimizer *o = NULL;
    int status = wait_settled(
        weir_optimizer_new(py_runtime, kind, attr, kind->attr_size, params, count, &o));
    PyMem_Free(params);
    if (status < 0) return NULL;
    Optimizer *self = (Optimizer *)type->tp_alloc(type, 0);
    if (self == NULL)
        weir_optimizer_free(o);
    else
        self->o = o;
    if (self != NULL && keep_params((PyObject *)self, list) < 0) Py_CLEAR(self);
    if (self != NULL) self->moves = identity_moves;
    return (PyObject *)self;
}

static void optimizer_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    weir_optimizer_free(of(self));
    Py_XDECREF(((Optimizer *)self)->params);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *add_group(PyObject *self, PyObject *args) {
    PyObject *list, *given;
    _Alignas(16) char attr[ATTR_BYTES];
    uint32_t count;
    const weir_optimizer_kind *kind = weir_optimizer_kind_of(of(self));
    if (!PyArg_ParseTuple(args, "O!O!:add_group", &PyList_Type, &list, &PyDict_Type, &given))
        return NULL;
    memcpy(attr, weir_optimizer_attr(of(self), 0), kind->attr_size);
    if (fill_settings(kind, given, attr) < 0) return NULL;
    weir_array **params = take_params(list, &count, kind->name);
    if (params == NULL) return NULL;
    int status = begin(self);
    if (status == 0)
        status =
            end(self, weir_optimizer_group_add(of(self), attr, kind->attr_size, params, count));
    PyMem_Free(params);
    if (status < 0 || keep_params(self, list) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyObject *step(PyObject *self, PyObject *unused) {
    (void)unused;
    identity_flush();
    if (follow_moved(self, false) < 0 || begin(self) < 0 ||
        end(self, weir_optimizer_step(of(self))) < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* Call `fn` with a scaler and the optimiser, each used by one thread at a time. */
static PyObject *with_scaler(PyObject *self, PyObject *scaler,
                             weir_status (*fn)(weir_scaler *s, weir_optimizer *o)) {
    identity_flush();
    if (follow_moved(self, false) < 0) return NULL;
    weir_scaler *s = scaler_begin(scaler);
    if (s == NULL) return NULL;
    int status = begin(self);
    if (status == 0) status = end(self, fn(s, of(self)));
    scaler_end(scaler);
    return status == 0 ? Py_NewRef(Py_None) : NULL;
}

static PyObject *step_scaled(PyObject *self, PyObject *scaler) {
    return with_scaler(self, scaler, weir_scaler_step);
}

static PyObject *unscale(PyObject *self, PyObject *scaler) {
    return with_scaler(self, scaler, weir_scaler_unscale);
}

static PyObject *zero_grad(PyObject *self, PyObject *unused) {
    (void)unused;
    if (follow_moved(self, true) < 0) return NULL;
    weir_optimizer_zero_grad(of(self));
    Py_RETURN_NONE;
}

static PyObject *clear(PyObject *self, PyObject *unused) {
    (void)unused;
    if (follow_moved(self, true) < 0 || begin(self) < 0 ||
        end(self, weir_optimizer_clear(of(self))) < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* settings(group): return the settings of a group as {name: value}.
 * settings(group, {name: value}): set new values for some of them. */
static PyObject *settings(PyObject *self, PyObject *args) {
    unsigned group;
    PyObject *given = NULL;
    _Alignas(16) char attr[ATTR_BYTES];
    const weir_optimizer_kind *kind = weir_optimizer_kind_of(of(self));
    if (!PyArg_ParseTuple(args, "I|O!:settings", &group, &PyDict_Type, &given)) return NULL;
    const char *now = weir_optimizer_attr(of(self), group);
    if (now == NULL)
        return PyErr_Format(PyExc_IndexError, "%s: parameter group %u does not exist", kind->name,
                            group);
    if (given != NULL) {
        memcpy(attr, now, kind->attr_size);
        if (fill_settings(kind, given, attr) < 0 || begin(self) < 0 ||
            end(self, weir_optimizer_attr_set(of(self), group, attr, kind->attr_size)) < 0)
            return NULL;
        Py_RETURN_NONE;
    }
    return attr_dict(kind->attrs, kind->attr_count, kind->attr_stride, now);
}

static PyObject *set_scale(PyObject *self, PyObject *arg) {
    if (arg != Py_None && !is_array(arg))
        return PyErr_Format(PyExc_TypeError, "scale must be an array or None, not %.100s",
                            Py_TYPE(arg)->tp_name);
    weir_array *scale = arg == Py_None ? NULL : ((Array *)arg)->a;
    if (begin(self) < 0 || end(self, weir_optimizer_scale_set(of(self), scale)) < 0) return NULL;
    Py_RETURN_NONE;
}

/* params(): return [(array, index of its group)] for all parameters. */
static PyObject *params(PyObject *self, PyObject *unused) {
    (void)unused;
    PyObject *list = ((Optimizer *)self)->params, *result = PyList_New(0);
    for (Py_ssize_t i = 0; result != NULL && i < PyList_GET_SIZE(list); i++) {
        uint32_t group = 0;
        (void)weir_optimizer_param_at(of(self), (uint32_t)i, &group);
        PyObject *one = Py_BuildValue("(OI)", PyList_GET_ITEM(list, i), group);
        if (one == NULL || PyList_Append(result, one) < 0) Py_CLEAR(result);
        Py_XDECREF(one);
    }
    return result;
}

/* state(): return the state arrays as {name: array}. */
static PyObject *state(PyObject *self, PyObject *unused) {
    (void)unused;
    PyObject *result = PyDict_New();
    uint32_t count = weir_optimizer_state_count(of(self));
    for (uint32_t i = 0; result != NULL && i < count; i++) {
        char name[WEIR_STATE_NAME_MAX];
        weir_array *a;
        if (wait_settled(weir_optimizer_state_at(of(self), i, name, &a)) < 0) {
            Py_CLEAR(result);
            break;
        }
        PyObject *one = array_wrap(weir_array_retain(a));
        if (one == NULL || PyDict_SetItemString(result, name, one) < 0) Py_CLEAR(result);
        Py_XDECREF(one);
    }
    return result;
}

static PyObject *set_state(PyObject *self, PyObject *args) {
    const char *name;
    PyObject *values;
    if (!PyArg_ParseTuple(args, "sO!:set_state", &name, array_type, &values) ||
        follow_moved(self, true) < 0 || begin(self) < 0 ||
        end(self, weir_optimizer_state_set(of(self), name, ((Array *)values)->a)) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *drop_state(PyObject *self, PyObject *unused) {
    (void)unused;
    if (begin(self) < 0) return NULL;
    weir_optimizer_state_drop(of(self));
    if (end(self, WEIR_OK) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyObject *get_groups(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromUnsignedLong(weir_optimizer_group_count(of(self)));
}

static PyObject *describe_optimizers(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    const weir_optimizer_kind *kind;
    for (uint32_t i = 0; list != NULL && (kind = weir_optimizer_kind_at(i)) != NULL; i++) {
        PyObject *attrs = attr_describe_all(kind->attrs, kind->attr_count, kind->attr_stride);
        PyObject *one = attrs == NULL ? NULL
                                      : Py_BuildValue("{s:s, s:s, s:N}", "name", kind->name,
                                                      "summary", kind->summary, "attrs", attrs);
        if (one == NULL || PyList_Append(list, one) < 0) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

static PyMethodDef optimizer_methods[] = {
    {"add_group", add_group, METH_VARARGS, NULL}, {"step", step, METH_NOARGS, NULL},
    {"zero_grad", zero_grad, METH_NOARGS, NULL},  {"clear", clear, METH_NOARGS, NULL},
    {"settings", settings, METH_VARARGS, NULL},   {"set_scale", set_scale, METH_O, NULL},
    {"params", params, METH_NOARGS, NULL},        {"state", state, METH_NOARGS, NULL},
    {"set_state", set_state, METH_VARARGS, NULL}, {"drop_state", drop_state, METH_NOARGS, NULL},
    {"moved", moved, METH_NOARGS, NULL},          {"step_scaled", step_scaled, METH_O, NULL},
    {"unscale", unscale, METH_O, NULL},           {NULL, NULL, 0, NULL},
};

static PyGetSetDef optimizer_attributes[] = {
    {"groups", get_groups, NULL, "The number of parameter groups.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot optimizer_slots[] = {
    {Py_tp_new, (void *)optimizer_new},          {Py_tp_dealloc, (void *)optimizer_dealloc},
    {Py_tp_methods, optimizer_methods},          {Py_tp_getset, optimizer_attributes},
    {Py_tp_doc, "An optimiser of the library."}, {0, NULL},
};

static PyType_Spec optimizer_spec = {.name = "weir._core.Optimizer",
                                     .basicsize = sizeof(Optimizer),
                                     .flags = Py_TPFLAGS_DEFAULT,
                                     .slots = optimizer_slots};

/* ---- Gradients ---------------------------------------------------------------------------------- */

/* clip_grad(parameters, most, by_value): scale the gradients so that their total norm is at most
 * `most`, and return the norm before scaling.  If by_value is true, instead limit the absolute
 * value of each element to `most` and return None. */
static PyObject *clip_grad(PyObject *module, PyObject *args) {
    PyObject *list;
    double most;
    int by_value;
    uint32_t count;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!dp:clip_grad", &PyList_Type, &list, &most, &by_value) ||
        py_ready() < 0)
        return NULL;
    weir_array **params = take_params(list, &count, "clip_grad"), *norm = NULL;
    if (params == NULL) return NULL;
    int status = wait_settled(by_value ? weir_clip_grad_value(params, count, most)
                                       : weir_clip_grad_norm(params, count, most, &norm));
    PyMem_Free(params);
    if (status < 0) return NULL;
    return by_value ? Py_NewRef(Py_None) : array_wrap(norm);
}

/* ---- Schedules --------------------------------------------------------------------------------- */

/* Convert `number` to a step count.  Return -1 with an exception set if it is not an integer or is
 * less than `least`. */
static int64_t steps_of(const char *name, double number, double least) {
    if (number >= least && number < 9e15 && number == (double)(int64_t)number)
        return (int64_t)number;
    PyObject *shown = PyFloat_FromDouble(number);
    if (shown != NULL)
        PyErr_Format(PyExc_ValueError,
                     "%s: the number of steps must be an integer of at least %d, not %R", name,
                     (int)least, shown);
    Py_XDECREF(shown);
    return -1;
}

/* lr(name, rate, t, a=0, b=0, c=0, d=0): return the learning rate at step t of the named schedule,
 * with the initial rate `rate` and the settings a to d. */
static PyObject *lr(PyObject *module, PyObject *args) {
    const char *name;
    double rate, a = 0, b = 0, c = 0, d = 0, value;
    long long t;
    (void)module;
    if (!PyArg_ParseTuple(args, "sdL|dddd:lr", &name, &rate, &t, &a, &b, &c, &d)) return NULL;
    bool warms = strcmp(name, "cosine_warmup") == 0, exponential = strcmp(name, "exponential") == 0;
    int64_t first = exponential ? 0 : steps_of(name, a, warms ? 0 : 1);
    int64_t second = warms && first >= 0 ? steps_of(name, b, 1) : 0;
    if (first < 0 || second < 0) return NULL;
    if (exponential)
        value = weir_lr_exponential(rate, t, a);
    else if (warms)
        value = weir_lr_cosine_warmup(rate, t, first, second, c);
    else if (strcmp(name, "step") == 0)
        value = weir_lr_step(rate, t, first, b);
    else if (strcmp(name, "cosine") == 0)
        value = weir_lr_cosine(rate, t, first, b);
    else if (strcmp(name, "linear") == 0)
        value = weir_lr_linear(rate, t, first, b, c);
    else if (strcmp(name, "polynomial") == 0)
        value = weir_lr_polynomial(rate, t, first, b);
    else if (strcmp(name, "one_cycle") == 0)
        value = weir_lr_one_cycle(rate, t, first, b, c, d);
    else if (strcmp(name, "one_cycle_momentum") == 0)
        value = weir_momentum_one_cycle(rate, t, first, b, c);
    else
        return PyErr_Format(PyExc_ValueError, "lr: unknown schedule '%s'", name);
    return PyFloat_FromDouble(value);
}

/* lr_multistep(rate, t, milestones, gamma): return the learning rate at step t of a multi-step
 * schedule. */
static PyObject *lr_multistep(PyObject *module, PyObject *args) {
    PyObject *list;
    double rate, gamma;
    long long t;
    (void)module;
    if (!PyArg_ParseTuple(args, "dLO!d:lr_multistep", &rate, &t, &PyList_Type, &list, &gamma))
        return NULL;
    Py_ssize_t count = PyList_GET_SIZE(list);
    int64_t *milestones = PyMem_Malloc((size_t)(count + 1) * sizeof *milestones);
    if (milestones == NULL) return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < count && !PyErr_Occurred(); i++)
        milestones[i] = PyLong_AsLongLong(PyList_GET_ITEM(list, i));
    double value =
        PyErr_Occurred() ? 0 : weir_lr_multistep(rate, t, milestones, (uint32_t)count, gamma);
    PyMem_Free(milestones);
    return PyErr_Occurred() ? NULL : PyFloat_FromDouble(value);
}

/* lr_plateau((maximize, factor, patience, threshold, cooldown, min_lr), (best or None, bad,
 *            cooling), rate, measure): update the state with the observed `measure`, and return
 *            (rate, best, bad, cooling). */
static PyObject *lr_plateau(PyObject *module, PyObject *args) {
    PyObject *best;
    double rate, measure;
    long long patience, cooldown, bad, cooling;
    int maximize;
    weir_plateau p;
    (void)module;
    weir_plateau_init(&p);
    if (!PyArg_ParseTuple(args, "(pdLdLd)(OLL)dd:lr_plateau", &maximize, &p.factor, &patience,
                          &p.threshold, &cooldown, &p.min_lr, &best, &bad, &cooling, &rate,
                          &measure))
        return NULL;
    p.maximize = maximize;
    p.patience = patience;
    p.cooldown = cooldown;
    p.bad = bad;
    p.cooling = cooling;
    p.started = best != Py_None;
    p.best = p.started ? PyFloat_AsDouble(best) : 0;
    if (PyErr_Occurred()) return NULL;
    rate = weir_plateau_next(&p, rate, measure);
    PyObject *shown = p.started ? PyFloat_FromDouble(p.best) : Py_NewRef(Py_None);
    return Py_BuildValue("(dNLL)", rate, shown, (long long)p.bad, (long long)p.cooling);
}

/* ---- Metrics ----------------------------------------------------------------------------------- */

typedef struct Metric {
    PyObject_HEAD weir_metric *m;
    PyObject *name;
} Metric;

static PyObject *metric_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    const char *name;
    PyObject *shown = NULL;
    long long number = 0;
    weir_metric *m;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "s|LU:Metric", &name, &number, &shown) || py_ready() < 0 ||
        wait_settled(weir_metric_new(py_runtime, name, number, &m)) < 0)
        return NULL;
    Metric *self = (Metric *)type->tp_alloc(type, 0);
    if (self == NULL) {
        weir_metric_free(m);
        return NULL;
    }
    self->m = m;
    self->name = shown != NULL ? Py_NewRef(shown) : PyUnicode_FromString(name);
    if (self->name == NULL) Py_CLEAR(self);
    return (PyObject *)self;
}

static void metric_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    weir_metric_free(((Metric *)self)->m);
    Py_XDECREF(((Metric *)self)->name);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *metric_update(PyObject *self, PyObject *args) {
    PyObject *x, *target = Py_None;
    weir_array *in[2] = {NULL, NULL};
    if (!PyArg_ParseTuple(args, "O|O:update", &x, &target) || py_ready() < 0) return NULL;
    PyObject *beside = is_array(x) ? x : target;
    int32_t device =
        is_array(beside) ? weir_array_device(((Array *)beside)->a) : WEIR_DEVICE_DEFAULT;
    bool good = value_input(x, "update", device, &in[0]) == 0 &&
                value_input(target, "update", device, &in[1]) == 0 &&
                wait_settled(weir_metric_update(((Metric *)self)->m, in[0], in[1])) == 0;
    weir_array_release(in[0]);
    weir_array_release(in[1]);
    return good ? Py_NewRef(self) : NULL;
}

static PyObject *metric_value(PyObject *self, PyObject *unused) {
    (void)unused;
    double value;
    int again;
    while ((again = wait_outcome(weir_metric_value(((Metric *)self)->m, &value))) > 0) {}
    return again < 0 ? NULL : PyFloat_FromDouble(value);
}

static PyObject *metric_array(PyObject *self, void *unused) {
    (void)unused;
    return array_wrap(weir_array_retain(weir_metric_array(((Metric *)self)->m)));
}

static PyObject *metric_reset(PyObject *self, PyObject *unused) {
    (void)unused;
    if (py_ready() < 0 || wait_settled(weir_metric_reset(((Metric *)self)->m)) < 0) return NULL;
    Py_RETURN_NONE;
}

/* Include the value only if it is ready, because repr may be called by a debugger and must not
 * block. */
static PyObject *metric_repr(PyObject *self) {
    Metric *m = (Metric *)self;
    const weir_array *total = weir_metric_array(m->m);
    double value;
    if (weir_var_peek(weir_array_var(total)) != WEIR_OK ||
        weir_metric_value(m->m, &value) != WEIR_OK)
        return PyUnicode_FromFormat("<%U: pending>", m->name);
    char *text = PyOS_double_to_string(value, 'g', 6, 0, NULL);
    if (text == NULL) return PyErr_NoMemory();
    PyObject *result = PyUnicode_FromFormat("<%U: %s>", m->name, text);
    PyMem_Free(text);
    return result;
}

static PyMethodDef metric_methods[] = {
    {"update", metric_update, METH_VARARGS,
     "update($self, x, target=None, /)\n--\n\nAdd a batch and return the metric.  Does not block."},
    {"value", metric_value, METH_NOARGS,
     "value($self, /)\n--\n\nReturn the value of the metric for the batches so far as a float, or "
     "nan if there were none.  Blocks until it is computed."},
    {"reset", metric_reset, METH_NOARGS, "reset($self, /)\n--\n\nDiscard the batches so far."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef metric_attributes[] = {
    {"array", metric_array, NULL,
     "The accumulated state as an array: the confusion matrix, or sum and count.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot metric_slots[] = {
    {Py_tp_new, (void *)metric_new},
    {Py_tp_dealloc, (void *)metric_dealloc},
    {Py_tp_methods, metric_methods},
    {Py_tp_repr, (void *)metric_repr},
    {Py_tp_getset, metric_attributes},
    {Py_tp_doc, "A metric that accumulates on the device; only reading its value blocks."},
    {0, NULL},
};

static PyType_Spec metric_spec = {.name = "weir._core.Metric",
                                  .basicsize = sizeof(Metric),
                                  .flags = Py_TPFLAGS_DEFAULT,
                                  .slots = metric_slots};

/* ---- Safetensors ------------------------------------------------------------------------------- */

/* Return a string in UTF-8, or fail if it contains a NUL character. */
static const char *text_in(PyObject *o) {
    Py_ssize_t size;
    const char *text = PyUnicode_AsUTF8AndSize(o, &size);
    if (text == NULL || strlen(text) == (size_t)size) return text;
    PyErr_Format(PyExc_ValueError, "save_safetensors: %R contains a null character", o);
    return NULL;
}

/* Wait for the arrays, then write the file.  The waits are done first, by a thread that holds the
 * GIL, so that Ctrl-C interrupts them and the wait profile knows the source line.  The GIL is
 * released while the file is written. */
static PyObject *wait_and_save(const char *path, const char *const *texts, weir_array *const *list,
                               uint32_t count, uint32_t pairs) {
    int again;
    do {
        for (uint32_t i = 0; i < count; i++) {
            while ((again = wait_outcome(weir_array_wait_at(list[i], -1, "save"))) > 0) {}
            if (again < 0) return NULL;
        }
        weir_status status;
        py_busy_begin();
        Py_BEGIN_ALLOW_THREADS;
        status = weir_save_safetensors(path, texts, list, count, texts + count, pairs);
        Py_END_ALLOW_THREADS;
        py_busy_end();
        again = wait_outcome(status);
    } while (again > 0);
    return again == 0 ? Py_NewRef(Py_None) : NULL;
}

/* save_safetensors(path, {name: array}, {key: value}): write the arrays and the metadata to a
 * file. */
static PyObject *save_safetensors(PyObject *module, PyObject *args) {
    PyObject *path, *named, *about = NULL, *key, *value, *arrays, *metadata, *result = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&O!|O!:save_safetensors", PyUnicode_FSConverter, &path,
                          &PyDict_Type, &named, &PyDict_Type, &about))
        return NULL;
    /* Make copies, which hold references, because other threads may change the originals while this
     * one blocks. */
    arrays = PyDict_Copy(named);
    metadata = about != NULL ? PyDict_Copy(about) : PyDict_New();
    size_t count = arrays != NULL ? (size_t)PyDict_GET_SIZE(arrays) : 0;
    size_t pairs = metadata != NULL ? (size_t)PyDict_GET_SIZE(metadata) : 0;
    const char **texts = PyMem_Malloc((count + 2 * pairs + 1) * sizeof *texts);
    weir_array **list = PyMem_Malloc((count + 1) * sizeof *list);
    Py_ssize_t at = 0;
    size_t n = 0;
    if (arrays == NULL || metadata == NULL || texts == NULL || list == NULL) {
        if (!PyErr_Occurred()) PyErr_NoMemory();
        goto done;
    }
    while (PyDict_Next(arrays, &at, &key, &value)) {
        if (!PyUnicode_Check(key) || !is_array(value)) {
            PyErr_Format(PyExc_TypeError,
                         "save_safetensors: expected string keys with array values, not %R with "
                         "%.100s",
                         key, Py_TYPE(value)->tp_name);
            goto done;
        }
        if ((texts[n] = text_in(key)) == NULL) goto done;
        list[n++] = ((Array *)value)->a;
    }
    for (at = 0; PyDict_Next(metadata, &at, &key, &value); n += 2) {
        if (!PyUnicode_Check(key) || !PyUnicode_Check(value)) {
            PyErr_SetString(PyExc_TypeError, "save_safetensors: the keys and values of metadata "
                                             "must be strings");
            goto done;
        }
        if ((texts[n] = text_in(key)) == NULL || (texts[n + 1] = text_in(value)) == NULL) goto done;
    }
    result = wait_and_save(PyBytes_AS_STRING(path), texts, list, (uint32_t)count, (uint32_t)pairs);
done:
    PyMem_Free(texts);
    PyMem_Free(list);
    Py_XDECREF(arrays);
    Py_XDECREF(metadata);
    Py_DECREF(path);
    return result;
}

/* load_safetensors(path, mapped=False): read a file and return its arrays and metadata, ({name:
 * array}, {key: value}).  With mapped=True the arrays share the mapped file. */
static PyObject *load_safetensors(PyObject *module, PyObject *args) {
    PyObject *path;
    int mapped = 0;
    weir_safetensors *file = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&|p:load_safetensors", PyUnicode_FSConverter, &path, &mapped))
        return NULL;
    int status = py_ready();
    if (status == 0) status = wait_settled(weir_safetensors_open(PyBytes_AS_STRING(path), &file));
    Py_DECREF(path);
    if (status < 0) return NULL;
    PyObject *arrays = PyDict_New(), *metadata = PyDict_New();
    for (uint32_t i = 0; status == 0 && i < weir_safetensors_count(file); i++) {
        weir_safetensors_entry entry;
        weir_array *a;
        status = wait_settled(weir_safetensors_at(file, i, &entry));
        if (status == 0)
            status = wait_settled(weir_safetensors_load(
                py_runtime, file, i, mapped ? WEIR_LOAD_MAP : WEIR_LOAD_COPY, &a));
        PyObject *one = status == 0 ? array_wrap(a) : NULL;
        if (one == NULL || PyDict_SetItemString(arrays, entry.name, one) < 0) status = -1;
        Py_XDECREF(one);
    }
    const char *key, *value;
    for (uint32_t i = 0; status == 0 && weir_safetensors_metadata(file, i, &key, &value); i++) {
        PyObject *text = text_of(value);
        if (text == NULL || PyDict_SetItemString(metadata, key, text) < 0) status = -1;
        Py_XDECREF(text);
    }
    weir_safetensors_close(file);
    if (status == 0) return Py_BuildValue("(NN)", arrays, metadata);
    Py_XDECREF(arrays);
    Py_XDECREF(metadata);
    return NULL;
}

/* random_place(): return the state of the runtime's random number generator, (seed, calls).
 * random_place(seed, calls): set it. */
static PyObject *random_place(PyObject *module, PyObject *args) {
    unsigned long long seed, calls;
    weir_stream s;
    (void)module;
    if (py_ready() < 0) return NULL;
    if (PyTuple_GET_SIZE(args) == 0) {
        if (wait_settled(weir_seed_get(py_runtime, &s)) < 0) return NULL;
        return Py_BuildValue("(KK)", (unsigned long long)s.seed, (unsigned long long)s.calls);
    }
    if (!PyArg_ParseTuple(args, "KK:random_place", &seed, &calls)) return NULL;
    s = (weir_stream){seed, calls};
    if (wait_settled(weir_seed_set(py_runtime, &s)) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"clip_grad", clip_grad, METH_VARARGS, NULL},
    {"lr", lr, METH_VARARGS, NULL},
    {"lr_multistep", lr_multistep, METH_VARARGS, NULL},
    {"lr_plateau", lr_plateau, METH_VARARGS, NULL},
    {"describe_optimizers", describe_optimizers, METH_NOARGS, NULL},
    {"save_safetensors", save_safetensors, METH_VARARGS, NULL},
    {"load_safetensors", load_safetensors, METH_VARARGS, NULL},
    {"random_place", random_place, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int add_type(PyObject *module, PyType_Spec *spec, const char *name) {
    PyObject *type = PyType_FromSpec(spec);
    int status = type != NULL ? PyModule_AddObjectRef(module, name, type) : -1;
    Py_XDECREF(type);
    return status;
}

int optimizer_init(PyObject *module) {
    if (add_type(module, &optimizer_spec, "Optimizer") < 0 ||
        add_type(module, &metric_spec, "Metric") < 0)
        return -1;
    return PyModule_AddFunctions(module, functions);
}
