/* autograd.c - the Python interface to gradients: leaves, backward passes, functions with custom
 * gradients.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>

/* ---- Lists of arrays --------------------------------------------------------------------------- */

enum { NEAR = 16 };

typedef struct arrays {
    PyObject *items; /* a tuple owned by this struct; the arrays are borrowed from it */
    weir_array *near[NEAR], **list;
    uint32_t count;
} arrays;

static void arrays_end(arrays *a) {
    if (a->list != a->near) PyMem_Free(a->list);
    Py_CLEAR(a->items);
}

/* Read an Array or a sequence of Arrays.  If `none` is set, an item may be None and is stored as
 * NULL. */
static int arrays_take(arrays *a, PyObject *o, bool none, const char *what) {
    a->list = a->near;
    a->count = 0;
    a->items = is_array(o) ? PyTuple_Pack(1, o) : PySequence_Tuple(o);
    if (a->items == NULL) {
        if (PyErr_ExceptionMatches(PyExc_TypeError) && Py_TYPE(o)->tp_iter == NULL)
            PyErr_Format(PyExc_TypeError,
                         "%s: expected an array or a sequence of arrays, not %.100s", what,
                         Py_TYPE(o)->tp_name);
        return -1;
    }
    Py_ssize_t count = PyTuple_GET_SIZE(a->items);
    if (count > NEAR && (a->list = PyMem_Malloc((size_t)count * sizeof *a->list)) == NULL) {
        a->list = a->near;
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PyTuple_GET_ITEM(a->items, i);
        if (!is_array(item) && !(none && item == Py_None)) {
            PyErr_Format(PyExc_TypeError, "%s: expected arrays, not %.100s", what,
                         Py_TYPE(item)->tp_name);
            return -1;
        }
        a->list[a->count++] = is_array(item) ? ((Array *)item)->a : NULL;
    }
    return 0;
}

/* Return a tuple of new Array objects for the arrays.  The caller keeps its own references. */
static PyObject *show_all(weir_array *const *list, uint32_t count) {
    weir_array **own = PyMem_Malloc((count + 1) * sizeof *own);
    if (own == NULL) return PyErr_NoMemory();
    for (uint32_t i = 0; i < count; i++) own[i] = weir_array_retain(list[i]);
    PyObject *result = array_tuple(own, count);
    PyMem_Free(own);
    return result;
}

/* ---- One array --------------------------------------------------------------------------------- */

static const char *const modes[] = {"null", "write", "add", "step"}; /* indexed by WEIR_GRAD_* */
enum { MODES = sizeof modes / sizeof *modes };

static PyObject *attach_grad(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *keywords[] = {"mode", NULL};
    const char *mode = "step";
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|s:attach_grad", keywords, &mode)) return NULL;
    for (int i = 0; i < MODES; i++)
        if (strcmp(mode, modes[i]) == 0) {
            weir_status status = weir_array_attach_grad(((Array *)self)->a, (weir_grad_mode)i);
            if (wait_settled(status) < 0) return NULL;
            return Py_NewRef(self);
        }
    return PyErr_Format(PyExc_ValueError,
                        "attach_grad: mode must be 'step', 'write', 'add' or 'null', not '%s'",
                        mode);
}

static PyObject *get_grad(PyObject *self, void *unused) {
    (void)unused;
    weir_array *grad = weir_array_grad(((Array *)self)->a);
    return grad != NULL ? array_like(array_wrap(grad), self) : Py_NewRef(Py_None);
}

static int set_grad(PyObject *self, PyObject *value, void *unused) {
    (void)unused;
    bool none = value == NULL || value == Py_None;
    if (!none && !is_array(value)) {
        PyErr_Format(PyExc_TypeError, "grad must be an array or None, not %.100s",
                     Py_TYPE(value)->tp_name);
        return -1;
    }
    return wait_settled(weir_array_grad_set(((Array *)self)->a, none ? NULL : ((Array *)value)->a));
}

static PyObject *get_followed(PyObject *self, void *unused) {
    (void)unused;
    return PyBool_FromLong(weir_array_requires_grad(((Array *)self)->a));
}

PyObject *autograd_mode(const Array *o) {
    return PyUnicode_FromString(modes[weir_array_grad_mode(o->a)]);
}

static PyObject *get_mode(PyObject *self, void *unused) {
    (void)unused;
    return autograd_mode((Array *)self);
}

PyObject *autograd_like(PyObject *made, const Array *of) {
    weir_grad_mode mode = weir_array_grad_mode(of->a);
    if (made == NULL) return NULL;
    if (mode != WEIR_GRAD_NULL &&
        wait_settled(weir_array_attach_grad(((Array *)made)->a, mode)) < 0)
        Py_CLEAR(made);
    else
        ((Array *)made)->parameter = of->parameter;
    return made;
}

/* parameter(array): mark the array as a module's parameter, which it remains even while it is
 * frozen.  Returns the array. */
static PyObject *parameter(PyObject *module, PyObject *array) {
    (void)module;
    if (!is_array(array))
        return PyErr_Format(PyExc_TypeError, "parameter: expected an array, not %.100s",
                            Py_TYPE(array)->tp_name);
    ((Array *)array)->parameter = true;
    return Py_NewRef(array);
}

static PyObject *asked_parameter(PyObject *module, PyObject *o) {
    (void)module;
    return PyBool_FromLong(is_array(o) && is_parameter((Array *)o));
}

/* from_pickle(buffer, dtype, shape, mode, parameter): recreate a parameter pickled by
 * __reduce_ex__. */
static PyObject *from_pickle(PyObject *module, PyObject *args) {
    PyObject *buffer, *dtype, *shape, *mode;
    int parameter;
    if (!PyArg_ParseTuple(args, "OOOUp:from_pickle", &buffer, &dtype, &shape, &mode, &parameter))
        return NULL;
    PyObject *plain = PyTuple_Pack(3, buffer, dtype, shape);
    PyObject *array = plain != NULL ? exchange_from_bytes(module, plain, NULL) : NULL;
    PyObject *one = array != NULL ? PyTuple_Pack(1, mode) : NULL;
    PyObject *same = one != NULL ? attach_grad(array, one, NULL) : NULL;
    if (same != NULL) ((Array *)same)->parameter = parameter;
    Py_XDECREF(plain);
    Py_XDECREF(array);
    Py_XDECREF(one);
    return same;
}

static PyObject *detach(PyObject *self, PyObject *unused) {
    (void)unused;
    weir_array *out;
    if (wait_settled(weir_array_detach(((Array *)self)->a, &out)) < 0) return NULL;
    return array_like(array_wrap(out), self);
}

static uint32_t flags_of(int retain, int create) {
    return (retain ? WEIR_BACKWARD_RETAIN : 0) | (create ? WEIR_BACKWARD_RECORD : 0);
}

static PyObject *array_backward(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *keywords[] = {"grad", "retain_graph", "create_graph", NULL};
    PyObject *grad = Py_None;
    int retain = 0, create = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O$pp:backward", keywords, &grad, &retain,
                                     &create))
        return NULL;
    if (grad != Py_None && !is_array(grad))
        return PyErr_Format(PyExc_TypeError, "backward: grad must be an array or None, not %.100s",
                            Py_TYPE(grad)->tp_name);
    weir_array *head = ((Array *)self)->a, *head_grad = grad != Py_None ? ((Array *)grad)->a : NULL;
    if (py_ready() < 0 ||
        wait_settled(weir_backward(&head, 1, &head_grad, flags_of(retain, create))) < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* ---- Several arrays ---------------------------------------------------------------------------- */

/* Read the heads and their gradients.  If `g` is None, no gradients are passed. */
static int take_heads(arrays *heads, arrays *grads, PyObject *h, PyObject *g, const char *name) {
    if (arrays_take(heads, h, false, name) < 0) return -1;
    if (g == Py_None) return 0;
    if (arrays_take(grads, g, true, name) < 0) return -1;
    if (grads->count == heads->count) return 0;
    PyErr_Format(PyExc_ValueError,
                 "%s: got %u head%s but %u head gradient%s; pass one gradient for each "
                 "head",
                 name, heads->count, heads->count == 1 ? "" : "s", grads->count,
                 grads->count == 1 ? "" : "s");
    return -1;
}

static PyObject *backward(PyObject *module, PyObject *args, PyObject *kwargs) {
    static char *keywords[] = {"heads", "head_grads", "retain_graph", "create_graph", NULL};
    PyObject *h, *g = Py_None;
    int retain = 0, create = 0;
    arrays heads = {0}, grads = {0};
    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|Opp:backward", keywords, &h, &g, &retain,
                                     &create))
        return NULL;
    int status = take_heads(&heads, &grads, h, g, "backward");
    if (status == 0) status = py_ready();
    if (status == 0)
        status = wait_settled(weir_backward(
            heads.list, heads.count, grads.items ? grads.list : NULL, flags_of(retain, create)));
    arrays_end(&heads);
    arrays_end(&grads);
    if (status < 0) return NULL;
    Py_RETURN_NONE;
}

static PyObject *grad(PyObject *module, PyObject *args, PyObject *kwargs) {
    static char *keywords[] = {"heads",        "inputs",       "head_grads",
                               "retain_graph", "create_graph", NULL};
    PyObject *h, *in, *g = Py_None, *result = NULL;
    int retain = 0, create = 0;
    arrays heads = {0}, grads = {0}, inputs = {0};
    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO|Opp:grad", keywords, &h, &in, &g, &retain,
                                     &create))
        return NULL;
    int status = take_heads(&heads, &grads, h, g, "grad");
    if (status == 0) status = arrays_take(&inputs, in, false, "grad");
    if (status == 0) status = py_ready();
    weir_array **out = status == 0 ? PyMem_Malloc((inputs.count + 1) * sizeof *out) : NULL;
    if (status == 0 && out == NULL) PyErr_NoMemory();
    if (out != NULL &&
        wait_settled(weir_grad(heads.list, heads.count, grads.items ? grads.list : NULL,
                               inputs.list, inputs.count, flags_of(retain, create), out)) == 0)
        result = array_tuple(out, inputs.count);
    if (result != NULL && inputs.count > 0)
        result = array_like(result, PyTuple_GET_ITEM(inputs.items, 0));
    PyMem_Free(out);
    arrays_end(&heads);
    arrays_end(&grads);
    arrays_end(&inputs);
    return result;
}

/* ---- Custom functions -------------------------------------------------------------------------- */

/* Release the Python function that a recorded function or checkpoint calls.  Called on any thread,
 * with or without the GIL. */
static void drop(void *ctx) {
    if (PyGILState_Check())
        Py_DECREF((PyObject *)ctx);
    else
        notice_drop(ctx);
}

/* Call a Python function from inside a library call.  The function runs with the recording and
 * training modes that the library has set. */
static PyObject *call_back(PyObject *fn, PyObject *args) {
    long outer;
    if (args == NULL || mode_adopt(&outer) < 0) return NULL;
    py_busy_begin();
    PyObject *result = PyObject_Call(fn, args, NULL);
    py_busy_end();
    mode_restore(outer);
    return result;
}

/* Store in `out` the arrays that a Python function returned, with a new reference to each.  If
 * `none` is set, the function may return None, which counts as no arrays, and an item may be None
 * and is stored as NULL. */
static int unpack(PyObject *o, weir_array **out, uint32_t room, uint32_t *count, bool none,
                  const char *what) {
    arrays a = {0};
    int status = o == Py_None && none ? 0 : arrays_take(&a, o, none, what);
    if (status == 0 && a.count > room) {
        PyErr_Format(PyExc_ValueError, "%s returned %u arrays; at most %u are allowed", what,
                     a.count, room);
        status = -1;
    }
    for (uint32_t i = 0; status == 0 && i < a.count; i++) out[i] = weir_array_retain(a.list[i]);
    *count = status == 0 ? a.count : 0;
    arrays_end(&a);
    return status;
}

static weir_status function_backward(weir_runtime *rt, weir_array *const *grad_out,
                                     uint32_t out_count, weir_array **grad_in, uint32_t in_count,
                                     void *ctx) {
    (void)rt;
    PyObject *args = show_all(grad_out, out_count);
    PyObject *result = call_back(ctx, args);
    uint32_t count = 0;
    Py_XDECREF(args);
    int status = result != NULL ? unpack(result, grad_in, in_count, &count, true, "backward") : -1;
    if (status == 0 && count != in_count && result != Py_None) {
        PyErr_Format(PyExc_ValueError,
                     "backward returned %u gradient%s for %u input%s; return one gradient, "
                     "or None, for each input",
                     count, count == 1 ? "" : "s", in_count, in_count == 1 ? "" : "s");
        status = -1;
    }
    Py_XDECREF(result);
    return status == 0 ? WEIR_OK : WEIR_EINTR; /* after a failure, a Python exception is set */
}

/* record_function(name, inputs, outputs, backward, saved): record a call of a custom function in
 * the graph. */
static PyObject *record_function(PyObject *module, PyObject *args) {
    const char *name;
    PyObject *in, *out, *fn, *keep;
    arrays inputs = {0}, outputs = {0}, saved = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "sOOOO:record_function", &name, &in, &out, &fn, &keep) ||
        py_ready() < 0)
        return NULL;
    int status = arrays_take(&inputs, in, true, name);
    if (status == 0) status = arrays_take(&outputs, out, false, name);
    if (status == 0) status = arrays_take(&saved, keep, true, name);
    if (status == 0) {
        weir_function f = {.size = sizeof f,
                           .name = name,
                           .backward = function_backward,
                           .free = drop,
                           .ctx = Py_NewRef(fn),
                           .saved = saved.list,
                           .saved_count = saved.count};
        status = wait_settled(weir_function_record(py_runtime, &f, inputs.list, inputs.count,
                                                   outputs.list, outputs.count));
    }
    arrays_end(&inputs);
    arrays_end(&outputs);
    arrays_end(&saved);
    if (status < 0) return NULL;
    Py_RETURN_NONE;
}

/* saved_array(i): return item i of the arrays that a custom function saved; an item may be None.
 * May be called only while the backward function of that custom function runs. */
static PyObject *saved_array(PyObject *module, PyObject *arg) {
    unsigned long index = PyLong_AsUnsignedLong(arg);
    weir_array *a;
    (void)module;
    if (PyErr_Occurred() || wait_settled(weir_function_saved((uint32_t)index, &a)) < 0) return NULL;
    return a != NULL ? array_wrap(a) : Py_NewRef(Py_None);
}

enum { OUTPUTS = 64 };

static weir_status run_part(weir_runtime *rt, weir_array *const *in, uint32_t in_count,
                            weir_array **out, uint32_t *out_count, void *ctx) {
    (void)rt;
    PyObject *args = show_all(in, in_count);
    PyObject *result = call_back(ctx, args);
    Py_XDECREF(args);
    int status =
        result != NULL ? unpack(result, out, *out_count, out_count, false, "checkpoint") : -1;
    Py_XDECREF(result);
    return status == 0 ? WEIR_OK : WEIR_EINTR;
}

static PyObject *checkpoint(PyObject *module, PyObject *args) {
    PyObject *fn, *in, *result = NULL;
    arrays inputs = {0};
    weir_array *out[OUTPUTS];
    uint32_t count = OUTPUTS;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO:checkpoint", &fn, &in) || py_ready() < 0) return NULL;
    if (arrays_take(&inputs, in, false, "checkpoint") == 0 &&
        wait_settled(weir_checkpoint(py_runtime, run_part, inputs.list, inputs.count, out, &count,
                                     Py_NewRef(fn), drop)) == 0)
        result = array_tuple(out, count);
    arrays_end(&inputs);
    return result;
}

/* ---- Method tables ----------------------------------------------------------------------------- */

static PyMethodDef methods[] = {
    {"attach_grad", (PyCFunction)(void (*)(void))attach_grad, METH_VARARGS | METH_KEYWORDS,
     "attach_grad($self, /, mode='step')\n--\n\nRequest the gradient of this array, which "
     "backward stores in x.grad, and return the array.  mode says how gradients accumulate.  "
     "'step': they add up until the array is written, by an optimiser's step or otherwise; the "
     "next gradient replaces them.  'add': they add up until x.grad is set to None or zero_grad is "
     "called.  "
     "'write': each gradient replaces the previous one.  'null': no gradient is stored."},
    {"detach", detach, METH_NOARGS,
     "detach($self, /)\n--\n\nReturn an array that shares the values but is not connected to the "
     "graph: gradients do not flow back through it."},
    {"backward", (PyCFunction)(void (*)(void))array_backward, METH_VARARGS | METH_KEYWORDS,
     "backward($self, /, grad=None, *, retain_graph=False, create_graph=False)\n--\n\nCompute the "
     "gradient of this array (of the sum of its elements, weighted by `grad` if given) with "
     "respect to every array with an attached gradient that it was computed from, and store it in "
     "the .grad of that array.  Does not block."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef attributes[] = {
    {"grad", get_grad, set_grad, "The gradient stored by backward, or None.", NULL},
    {"grad_mode", get_mode, NULL,
     "How gradients accumulate, as set by attach_grad: 'step', 'write', 'add' or 'null'.", NULL},
    {"followed", get_followed, NULL,
     "True if the array requires grad: it has an attached gradient, or was computed from such an "
     "array while recording.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* grad_refuse(array, moved): mark an array that has been replaced by another one, of another dtype
 * or, if `moved`, on another device, so that a backward pass fails if it would store a gradient for
 * the old array. */
static PyObject *grad_refuse(PyObject *module, PyObject *args) {
    PyObject *array;
    int moved = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!|p:grad_refuse", array_type, &array, &moved)) return NULL;
    const char *why = moved
                          ? "a parameter was moved to another device after the forward pass that "
                            "used it, so its gradient cannot be stored; run the forward pass again"
                          : "a parameter was cast after the forward pass that used it, so its "
                            "gradient cannot be stored; run the forward pass again";
    if (wait_settled(weir_array_grad_refuse(((Array *)array)->a, why)) < 0) return NULL;
    Py_RETURN_NONE;
}

/* grad_move(from, to, grad): make `grad` the gradient of the leaf `to`, which replaces the leaf
 * `from`. */
static PyObject *grad_move(PyObject *module, PyObject *args) {
    PyObject *from, *to, *grad;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!O!:grad_move", array_type, &from, array_type, &to, array_type,
                          &grad) ||
        wait_settled(
            weir_array_grad_move(((Array *)from)->a, ((Array *)to)->a, ((Array *)grad)->a)) < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* grad_pass(array): the number of the backward pass that wrote the gradient last; 0 if none has. */
static PyObject *grad_pass(PyObject *module, PyObject *array) {
    (void)module;
    if (!is_array(array)) {
        PyErr_Format(PyExc_TypeError, "grad_pass: expected an array, not %.100s",
                     Py_TYPE(array)->tp_name);
        return NULL;
    }
    return PyLong_FromUnsignedLongLong(weir_array_grad_pass(((Array *)array)->a));
}

static PyMethodDef functions[] = {
    {"backward", (PyCFunction)(void (*)(void))backward, METH_VARARGS | METH_KEYWORDS,
     "backward(heads, head_grads=None, retain_graph=False, create_graph=False)\n--\n\nCompute the "
     "gradient of the sum of all heads (weighted by head_grads if given) with respect to every "
     "array with an attached gradient that they were computed from, and store it in the .grad of "
     "that array.  Does not block."},
    {"grad", (PyCFunction)(void (*)(void))grad, METH_VARARGS | METH_KEYWORDS, NULL},
    {"parameter", parameter, METH_O, NULL},
    {"is_parameter", asked_parameter, METH_O, NULL},
    {"from_pickle", from_pickle, METH_VARARGS, NULL},
    {"record_function", record_function, METH_VARARGS, NULL},
    {"saved_array", saved_array, METH_O, NULL},
    {"grad_refuse", grad_refuse, METH_VARARGS, NULL},
    {"grad_move", grad_move, METH_VARARGS, NULL},
    {"grad_pass", grad_pass, METH_O, NULL},
    {"checkpoint", checkpoint, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int autograd_init(PyObject *module) {
    if (array_add_methods(methods) < 0) return -1;
    for (PyGetSetDef *d = attributes; d->name != NULL; d++) {
        PyObject *attribute = PyDescr_NewGetSet(array_type, d);
        int status = attribute != NULL
                         ? PyObject_SetAttrString((PyObject *)array_type, d->name, attribute)
                         : -1;
        Py_XDECREF(attribute);
        if (status < 0) return -1;
    }
    return PyModule_AddFunctions(module, functions);
}
