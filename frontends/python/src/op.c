/* op.c - operators as Python callables: converts arguments to inputs and attributes, and outputs to
 * Array objects.
 *
 * A callable refers to the definition of its operator.  Required inputs are the first parameters,
 * passed by position or by name; if the operator is variadic, the last of them is a sequence of
 * arrays.  The attributes follow, passed by keyword or, as in NumPy, by position in the order of
 * the definition.  Optional inputs come last.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>
#include <structmember.h>

enum { ATTRS = 16, INPUTS = 12, ATTR_BYTES = 256, NEAR = 16 };

typedef struct Op {
    PyObject_HEAD vectorcallfunc vectorcall;
    const weir_op *op;
    const weir_op_def *def;
    PyObject *dict; /* the object's __dict__, in which the package stores attributes */
    PyObject *name;
    uint32_t in_count; /* number of named inputs; if variadic, the last one is a sequence */
    uint32_t in_least; /* number of required inputs */
    bool variadic, many;
    PyObject *in_name[INPUTS];
    PyObject *attr_name[ATTRS];
    _Alignas(8) char defaults[ATTR_BYTES];
} Op;

static PyTypeObject *op_type;

/* ---- Calling an operator ----------------------------------------------------------------------- */

PyObject *op_try(const weir_op *op, weir_array *const *in, uint32_t in_count, const void *attr,
                 int *again) {
    weir_array *out = NULL;
    *again = 0;
    if (UNLIKELY(py_ready() < 0)) return NULL;
    weir_status status =
        weir_op_call(py_runtime, op, in, in_count, attr, attr_bytes(op, attr), &out, NULL);
    if (LIKELY(status == WEIR_OK)) return array_wrap(out);
    *again = wait_outcome(status) > 0;
    return NULL;
}

PyObject *op_call(const weir_op *op, weir_array *const *in, uint32_t in_count, const void *attr) {
    PyObject *result;
    int again;
    do result = op_try(op, in, in_count, attr, &again);
    while (UNLIKELY(again));
    return result;
}

int op_call_into(const weir_op *op, weir_array *const *in, uint32_t in_count, const void *attr,
                 weir_array *out) {
    int again;
    if (UNLIKELY(py_ready() < 0)) return -1;
    while ((again = wait_outcome(weir_op_call_into(py_runtime, op, in, in_count, attr,
                                                   attr_bytes(op, attr), &out, 1))) > 0) {}
    return again;
}

/* Maximum length of an array that is used as a sequence of inputs or split into outputs. */
enum { ROWS_MAX = 1 << 20 };

/* State of one call. */
typedef struct call {
    Op *op;
    weir_array *near[NEAR], **in;        /* inputs */
    weir_array *near_made[NEAR], **made; /* inputs created by this call, which it must release */
    uint32_t in_count, made_count, room;
    PyObject *value[INPUTS]; /* inputs as passed by the caller, in the order of in_name */
    PyObject *attr_value[ATTRS];
    PyObject *out; /* borrowed, or NULL */
    /* the first input that is an instance of an Array subclass, borrowed; or NULL */
    PyObject *like;
    PyObject *items; /* items of the input sequence, a tuple owned by the call; or NULL */
    _Alignas(8) char attr[ATTR_BYTES];
    attr_lists lists;
} call;

static void end_call(call *c) {
    for (uint32_t i = 0; i < c->made_count; i++) weir_array_release(c->made[i]);
    if (c->in != c->near) PyMem_Free(c->in);
    if (c->made != c->near_made) PyMem_Free(c->made);
    Py_XDECREF(c->items);
}

static int grow(call *c, uint32_t room) {
    if (room <= c->room) return 0;
    weir_array **in = PyMem_Malloc(room * sizeof *in), **made = PyMem_Malloc(room * sizeof *made);
    if (in == NULL || made == NULL) {
        PyMem_Free(in);
        PyMem_Free(made);
        PyErr_NoMemory();
        return -1;
    }
    memcpy(in, c->in, c->in_count * sizeof *in);
    memcpy(made, c->made, c->made_count * sizeof *made);
    if (c->in != c->near) PyMem_Free(c->in);
    if (c->made != c->near_made) PyMem_Free(c->made);
    c->in = in, c->made = made, c->room = room;
    return 0;
}

static int add_input(call *c, PyObject *o) {
    weir_array *a = NULL;
    if (LIKELY(is_array(o))) {
        a = ((Array *)o)->a;
        if (UNLIKELY(Py_TYPE(o) != array_type) && c->like == NULL) c->like = o;
    } else if (o != Py_None) {
        int status = value_number(o, &a);
        if (status < 0) return -1;
        if (status == 0) /* retain it: converting the next scalar may evict it from the cache */
            a = weir_array_retain(a);
        else if (value_array(o, 0, WEIR_DEVICE_DEFAULT, -1, &a) < 0)
            return -1;
        c->made[c->made_count++] = a;
    }
    c->in[c->in_count++] = a;
    return 0;
}

/* Add the items of a sequence.  They are first copied to a tuple that the call owns, because the
 * conversion of an item may run code that changes the sequence, and the sequence may hold the only
 * references to its items. */
static int add_sequence(call *c, PyObject *o) {
    if (is_array(o) && weir_array_ndim(((Array *)o)->a) > 0 &&
        weir_array_shape(((Array *)o)->a)[0] > ROWS_MAX) {
        PyErr_Format(PyExc_ValueError,
                     "%U: %U is an array of %lld rows, each of which would be an input; pass a "
                     "sequence of arrays, or an array of at most %d rows",
                     c->op->name, c->op->in_name[c->op->in_count - 1],
                     (long long)weir_array_shape(((Array *)o)->a)[0], ROWS_MAX);
        return -1;
    }
    c->items = PySequence_Tuple(o);
    if (c->items == NULL) {
        if (!is_array(o) && PyErr_ExceptionMatches(PyExc_TypeError))
            PyErr_Format(PyExc_TypeError, "%U: %U must be a sequence of arrays, not %.100s",
                         c->op->name, c->op->in_name[c->op->in_count - 1], Py_TYPE(o)->tp_name);
        return -1;
    }
    Py_ssize_t count = PyTuple_GET_SIZE(c->items);
    int status = grow(c, c->in_count + (uint32_t)count);
    for (Py_ssize_t i = 0; status == 0 && i < count; i++)
        status = add_input(c, PyTuple_GET_ITEM(c->items, i));
    return status;
}

static bool same_name(PyObject *a, PyObject *b) {
    return a == b || (a != NULL && PyUnicode_Compare(a, b) == 0);
}

static PyObject *names_of(const Op *op) {
    PyObject *text = PyUnicode_FromString("");
    for (uint32_t i = 0; text != NULL && i < op->in_count + op->def->attr_count; i++) {
        PyObject *name = i < op->in_count ? op->in_name[i] : op->attr_name[i - op->in_count];
        Py_SETREF(text, PyUnicode_FromFormat("%U%s%U", text, i > 0 ? ", " : "", name));
    }
    return text;
}

static int keyword(call *c, PyObject *key, PyObject *value) {
    Op *op = c->op;
    PyObject **place = NULL;
    for (uint32_t i = 0; i < op->def->attr_count; i++)
        if (same_name(op->attr_name[i], key)) place = &c->attr_value[i];
    for (uint32_t i = 0; place == NULL && i < op->in_count; i++)
        if (same_name(op->in_name[i], key)) place = &c->value[i];
    if (place == NULL && same_name(names.out, key)) place = &c->out;
    if (place == NULL) {
        PyObject *all = names_of(op), *hints = PyImport_ImportModule("weir._hints"), *text = NULL;
        if (all != NULL && hints != NULL)
            text = PyObject_CallMethod(hints, "argument", "OOO", op->name, key, all);
        if (text != NULL) PyErr_SetObject(PyExc_TypeError, text);
        Py_XDECREF(text);
        Py_XDECREF(hints);
        Py_XDECREF(all);
        return -1;
    }
    if (*place != NULL) {
        PyErr_Format(PyExc_TypeError, "%U: got multiple values for argument %R", op->name, key);
        return -1;
    }
    *place = value;
    return 0;
}

/* ---- Running a call ---------------------------------------------------------------------------- */

/* Return the maximum number of outputs of this call, for an operator with a variable number of
 * outputs ("ys...").  Such an operator has either one output per input, or at most n + 1 outputs,
 * where n is the size of the longest dimension of an input. */
static uint32_t most_outputs(const call *c) {
    int64_t most = c->in_count + WEIR_NDIM_MAX;
    for (uint32_t i = 0; i < c->in_count; i++)
        for (int32_t j = 0; c->in[i] != NULL && j < weir_array_ndim(c->in[i]); j++)
            if (weir_array_shape(c->in[i])[j] + 1 > most) most = weir_array_shape(c->in[i])[j] + 1;
    /* ROWS_MAX is also the limit of the library */
    return most < ROWS_MAX ? (uint32_t)most : ROWS_MAX;
}

static PyObject *run_many(call *c, const void *attr) {
    uint32_t room = c->op->many ? most_outputs(c) : WEIR_OUT_MAX, count;
    weir_array **out = PyMem_Malloc(room * sizeof *out);
    if (out == NULL) return PyErr_NoMemory();
    int again;
    do {
        count = room;
        again = wait_outcome(weir_op_call(py_runtime, c->op->op, c->in, c->in_count, attr,
                                          c->op->def->attr_size, out, &count));
    } while (again > 0);
    PyObject *result = again == 0 ? array_tuple(out, count) : NULL;
    PyMem_Free(out);
    return result;
}

/* Run an operator that updates its inputs in place, and return None. */
static PyObject *run_in_place(call *c, const void *attr) {
    int again;
    do {
        again = wait_outcome(weir_op_call(py_runtime, c->op->op, c->in, c->in_count, attr,
                                          c->op->def->attr_size, NULL, NULL));
    } while (again > 0);
    return again == 0 ? Py_NewRef(Py_None) : NULL;
}

static PyObject *run(call *c) {
    const void *attr = c->op->def->attr_size > 0 ? c->attr : NULL;
    if (UNLIKELY(c->op->def->flags & WEIR_OP_IN_PLACE)) return run_in_place(c, attr);
    if (c->out != NULL && c->out != Py_None) {
        if (!is_array(c->out))
            return PyErr_Format(PyExc_TypeError, "%U: out must be an Array, not %.100s",
                                c->op->name, Py_TYPE(c->out)->tp_name);
        if (op_call_into(c->op->op, c->in, c->in_count, attr, ((Array *)c->out)->a) < 0)
            return NULL;
        return Py_NewRef(c->out);
    }
    if (LIKELY(!c->op->many && strchr(c->op->def->outputs, ',') == NULL))
        return op_call(c->op->op, c->in, c->in_count, attr);
    return run_many(c, attr);
}

static int take_inputs(call *c) {
    Op *op = c->op;
    uint32_t given = op->in_count;
    while (given > op->in_least && (c->value[given - 1] == NULL || c->value[given - 1] == Py_None))
        given--;
    for (uint32_t i = 0; i < given; i++) {
        if (c->value[i] == NULL) {
            if (i >= op->in_least) {
                if (add_input(c, Py_None) < 0) return -1;
                continue;
            }
            PyErr_Format(PyExc_TypeError, "%U: missing required argument '%U'", op->name,
                         op->in_name[i]);
            return -1;
        }
        bool last = op->variadic && i + 1 == op->in_count;
        if ((last ? add_sequence(c, c->value[i]) : add_input(c, c->value[i])) < 0) return -1;
    }
    return 0;
}

/* Return the device of the inputs that are Arrays or lists of Arrays, or WEIR_DEVICE_DEFAULT if
 * there is none.  Inputs that the call made are in the same order in `in` and `made`.  Of these,
 * only lists of Arrays are on another device than the default, `usual`. */
static int32_t device_of_arrays(const call *c, int32_t usual) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < c->in_count; i++) {
        weir_array *a = c->in[i];
        if (at < c->made_count && a == c->made[at])
            at++;
        else if (a != NULL && !weir_array_is_number(a))
            return weir_array_device(a);
    }
    for (uint32_t i = 0; i < c->made_count; i++)
        if (!weir_array_is_number(c->made[i]) && weir_array_device(c->made[i]) != usual)
            return weir_array_device(c->made[i]);
    return WEIR_DEVICE_DEFAULT;
}

/* Copy the lists and NumPy arrays among the inputs, which were made on the default device, to the
 * device of the Arrays among them. */
static int move_made(call *c) {
    int32_t usual = weir_default_device_set(WEIR_DEVICE_DEFAULT);
    int32_t device = device_of_arrays(c, usual);
    if (device == WEIR_DEVICE_DEFAULT || device == usual) return 0;
    for (uint32_t i = 0; i < c->made_count; i++) {
        weir_array *old = c->made[i], *near;
        if (weir_array_is_number(old) || weir_array_device(old) != usual) continue;
        int again;
        while ((again = wait_outcome(weir_to_device(old, device, &near))) > 0) {}
        if (again < 0) return -1;
        for (uint32_t j = 0; j < c->in_count; j++)
            if (c->in[j] == old) c->in[j] = near;
        c->made[i] = near;
        weir_array_release(old);
    }
    return 0;
}

static PyObject *op_vectorcall(PyObject *self, PyObject *const *args, size_t nargsf,
                               PyObject *kwnames) {
    Op *op = (Op *)self;
    Py_ssize_t nargs = PyVectorcall_NARGS(nargsf);
    uint32_t attrs = op->def->attr_count;
    call c;
    c.op = op;
    c.in = c.near, c.made = c.near_made, c.room = NEAR / 2;
    c.in_count = c.made_count = 0;
    c.lists.count = 0;
    c.out = c.items = c.like = NULL;
    memset(c.value, 0, op->in_count * sizeof *c.value);
    memset(c.attr_value, 0, attrs * sizeof *c.attr_value);
    if (UNLIKELY(nargs > (Py_ssize_t)(op->in_count + attrs)))
        return PyErr_Format(PyExc_TypeError, "%U takes %u positional argument%s but %zd %s given",
                            op->name, op->in_count + attrs, op->in_count + attrs == 1 ? "" : "s",
                            nargs, nargs == 1 ? "was" : "were");
    for (Py_ssize_t i = 0; i < nargs; i++)
        if (i < (Py_ssize_t)op->in_least)
            c.value[i] = args[i];
        else if (i < (Py_ssize_t)(op->in_least + attrs))
            c.attr_value[i - op->in_least] = args[i];
        else
            c.value[i - attrs] = args[i];
    PyObject *result = NULL;
    if (kwnames != NULL)
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(kwnames); i++)
            if (keyword(&c, PyTuple_GET_ITEM(kwnames, i), args[nargs + i]) < 0) goto done;
    if (UNLIKELY(py_ready() < 0) || take_inputs(&c) < 0) goto done;
    if (c.made_count > 0 && move_made(&c) < 0) goto done;
    memcpy(c.attr, op->defaults, op->def->attr_size);
    for (uint32_t i = 0; i < attrs; i++) {
        const weir_attr *a = weir_attr_at(op->def->attrs, op->def->attr_stride, i);
        if (c.attr_value[i] == NULL) {
            if (!a->required) continue;
            PyErr_Format(PyExc_TypeError, "%U: missing required argument '%U'", op->name,
                         op->attr_name[i]);
            goto done;
        }
        if (attr_fill(op->def->name, a, c.attr_value[i], c.attr, &c.lists) < 0) goto done;
    }
    result = run(&c);
    if (UNLIKELY(c.like != NULL) && result != c.out) result = array_kindred(result, c.like);
done:
    end_call(&c);
    return result;
}

/* __get__: bind the operator as a method, so that it receives the object as its first input. */
static PyObject *op_get(PyObject *self, PyObject *o, PyObject *type) {
    (void)type;
    if (o == NULL || o == Py_None) return Py_NewRef(self);
    return PyMethod_New(self, o);
}

/* ---- The type ---------------------------------------------------------------------------------- */

static void op_dealloc(PyObject *o) {
    Op *op = (Op *)o;
    PyObject_GC_UnTrack(o);
    Py_XDECREF(op->dict);
    Py_XDECREF(op->name);
    for (int i = 0; i < INPUTS; i++) Py_XDECREF(op->in_name[i]);
    for (int i = 0; i < ATTRS; i++) Py_XDECREF(op->attr_name[i]);
    PyTypeObject *type = Py_TYPE(o);
    type->tp_free(o);
    Py_DECREF(type);
}

static int op_traverse(PyObject *o, visitproc visit, void *arg) {
    Py_VISIT(((Op *)o)->dict);
    Py_VISIT(Py_TYPE(o));
    return 0;
}

static int op_clear(PyObject *o) {
    Py_CLEAR(((Op *)o)->dict);
    return 0;
}

static PyObject *op_repr(PyObject *o) {
    return PyUnicode_FromFormat("<operator weir.%U>", ((Op *)o)->name);
}

static PyObject *op_name(PyObject *o, void *unused) {
    (void)unused;
    return Py_NewRef(((Op *)o)->name);
}

/* Return __doc__ or __signature__.  They are rarely used and expensive to create, so weir._describe
 * creates them on demand. */
static PyObject *described(PyObject *o, const char *what) {
    PyObject *module = PyImport_ImportModule("weir._describe");
    if (module == NULL) return NULL;
    PyObject *result = PyObject_CallMethod(module, what, "O", o);
    Py_DECREF(module);
    return result;
}

static PyObject *op_doc(PyObject *o, void *unused) {
    (void)unused;
    return described(o, "doc");
}

static PyObject *op_signature(PyObject *o, void *unused) {
    (void)unused;
    return described(o, "signature");
}

static PyObject *describe(const weir_op_def *def);

static PyObject *op_block(PyObject *o, void *unused) {
    (void)unused;
    return describe(((Op *)o)->def);
}

static PyObject *op_flags(PyObject *o, void *unused) {
    (void)unused;
    return PyLong_FromUnsignedLong(((Op *)o)->def->flags);
}

static PyObject *op_reduce(PyObject *o, PyObject *unused) {
    (void)unused;
    PyObject *core = PyImport_ImportModule("weir._core");
    PyObject *find = core != NULL ? PyObject_GetAttrString(core, "op") : NULL;
    Py_XDECREF(core);
    return find != NULL ? Py_BuildValue("N(O)", find, ((Op *)o)->name) : NULL;
}

static PyGetSetDef attributes[] = {
    {"__name__", op_name, NULL, NULL, NULL},
    {"__qualname__", op_name, NULL, NULL, NULL},
    {"__doc__", op_doc, NULL, NULL, NULL},
    {"__signature__", op_signature, NULL, NULL, NULL},
    {"flags", op_flags, NULL, "The operator's flags: a combination of WEIR_OP_* bits.", NULL},
    {"block", op_block, NULL,
     "The operator's description, as a dictionary: name, summary, inputs, attrs and others.", NULL},
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Op, vectorcall), READONLY, NULL},
    {"__dictoffset__", T_PYSSIZET, offsetof(Op, dict), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyMethodDef methods[] = {{"__reduce__", op_reduce, METH_NOARGS, NULL},
                                {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {
    {Py_tp_dealloc, (void *)op_dealloc},
    {Py_tp_traverse, (void *)op_traverse},
    {Py_tp_clear, (void *)op_clear},
    {Py_tp_call, (void *)PyVectorcall_Call},
    {Py_tp_descr_get, (void *)op_get},
    {Py_tp_repr, (void *)op_repr},
    {Py_tp_getset, attributes},
    {Py_tp_members, members},
    {Py_tp_methods, methods},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "weir.Op",
    .basicsize = sizeof(Op),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
             Py_TPFLAGS_METHOD_DESCRIPTOR | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = slots,
};

/* ---- Creating the callables -------------------------------------------------------------------- */

/* Parse the operator's list of inputs, such as "x1, x2?, arrays", into names.  A question mark
 * follows the name of an optional input. */
static int take_names(Op *op) {
    const char *p = op->def->inputs;
    while (*p != '\0') {
        size_t n = strcspn(p, ",?");
        if (op->in_count == INPUTS) return -1;
        op->in_name[op->in_count] = PyUnicode_FromStringAndSize(p, (Py_ssize_t)n);
        if (op->in_name[op->in_count] == NULL) return -1;
        PyUnicode_InternInPlace(&op->in_name[op->in_count]);
        op->in_count++;
        p += n;
        if (*p != '?') op->in_least = op->in_count;
        p += strspn(p, "?, ");
    }
    return 0;
}

/* Return the Python name of an attribute.  A list of axes is called axis, as in the array API
 * standard, except where the order of the axes matters. */
static const char *python_name(const char *op, const char *attr) {
    if (strcmp(attr, "axes") == 0 && strcmp(op, "permute_dims") != 0 &&
        strcmp(op, "tensordot") != 0 && strncmp(op, "index", 5) != 0)
        return "axis";
    return attr;
}

static PyObject *make(const weir_op *handle) {
    const weir_op_def *def = weir_op_describe(handle);
    Op *op = PyObject_GC_New(Op, op_type);
    if (op == NULL) return NULL;
    memset((char *)op + offsetof(Op, vectorcall), 0, sizeof *op - offsetof(Op, vectorcall));
    op->vectorcall = op_vectorcall;
    op->op = handle;
    op->def = def;
    op->variadic = def->flags & WEIR_OP_VARIADIC;
    op->many = strstr(def->outputs, "...") != NULL;
    op->name = PyUnicode_InternFromString(def->name);
    PyObject_GC_Track((PyObject *)op);
    if (op->name == NULL || take_names(op) < 0 || def->attr_count > ATTRS ||
        def->attr_size > ATTR_BYTES) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_SystemError, "%s: too many inputs or attributes", def->name);
        Py_DECREF(op);
        return NULL;
    }
    /* An attribute without a default is not set here; each call must pass it. */
    (void)weir_attr_init(handle, op->defaults, sizeof op->defaults);
    for (uint32_t i = 0; i < def->attr_count; i++)
        op->attr_name[i] = PyUnicode_InternFromString(
            python_name(def->name, weir_attr_at(def->attrs, def->attr_stride, i)->name));
    return (PyObject *)op;
}

static PyObject *op_find(PyObject *module, PyObject *arg) {
    (void)module;
    const char *name = utf8_of(arg);
    const weir_op *handle = name != NULL ? weir_op_find(name) : NULL;
    if (handle != NULL) return make(handle);
    if (!PyErr_Occurred()) PyErr_Format(PyExc_AttributeError, "unknown operator %R", arg);
    return NULL;
}

static PyObject *describe(const weir_op_def *def) {
    PyObject *attrs = PyList_New(0);
    for (uint32_t i = 0; attrs != NULL && i < def->attr_count; i++) {
        const weir_attr *a = weir_attr_at(def->attrs, def->attr_stride, i);
        PyObject *one = attr_describe(python_name(def->name, a->name), a);
        if (one == NULL || PyList_Append(attrs, one) < 0) Py_CLEAR(attrs);
        Py_XDECREF(one);
    }
    if (attrs == NULL) return NULL;
    return Py_BuildValue("{s:s, s:z, s:z, s:s, s:s, s:I, s:z, s:O, s:N}", "name", def->name,
                         "summary", def->summary, "notes", def->notes, "inputs", def->inputs,
                         "outputs", def->outputs, "flags", def->flags, "aliases", def->aliases,
                         "gradient", def->vjp != NULL ? Py_True : Py_False, "attrs", attrs);
}

PyObject *op_describe_all(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list != NULL && i < weir_op_count(); i++) {
        PyObject *one = describe(weir_op_describe(weir_op_at(i)));
        if (one == NULL || PyList_Append(list, one) < 0) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

static PyMethodDef functions[] = {
    {"op", op_find, METH_O, "op(name, /)\n--\n\nReturn the operator of this name as a callable."},
    {"describe", op_describe_all, METH_NOARGS,
     "describe()\n--\n\nReturn a list of dictionaries, one for each operator, with the keys name, "
     "summary, notes, inputs, outputs, flags, aliases, gradient and attrs."},
    {NULL, NULL, 0, NULL},
};

int op_init(PyObject *module) {
    op_type = (PyTypeObject *)PyType_FromSpec(&spec);
    if (op_type == NULL || PyModule_AddObjectRef(module, "Op", (PyObject *)op_type) < 0 ||
        PyModule_AddFunctions(module, functions) < 0)
        return -1;
    PyObject *all = PyDict_New();
    for (uint32_t i = 0; all != NULL && i < weir_op_count(); i++) {
        PyObject *op = make(weir_op_at(i));
        if (op == NULL || PyDict_SetItem(all, ((Op *)op)->name, op) < 0) Py_CLEAR(all);
        Py_XDECREF(op);
    }
    if (all == NULL) return -1;
    int status = PyModule_AddObjectRef(module, "ops", all);
    Py_DECREF(all);
    return status;
}
