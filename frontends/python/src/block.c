/* block.c - blocks of the library as Python objects, on which weir.nn builds its layers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>

enum { ATTR_BYTES = 512, NEAR = 8, OUTPUTS = 64 };

typedef struct Block {
    PyObject_HEAD weir_block *block; /* one reference */
    /* dictionary {address of an array: its Array object} that keeps alive the objects returned to
     * Python so far; NULL if there are none */
    PyObject *held;
} Block;

static PyTypeObject *block_type;

static weir_block *of(PyObject *o) { return ((Block *)o)->block; }

/* Wrap a block in a new object.  Takes over the reference. */
static PyObject *wrap(weir_block *block) {
    Block *self = (Block *)block_type->tp_alloc(block_type, 0);
    if (self == NULL)
        weir_block_release(block);
    else
        self->block = block;
    return (PyObject *)self;
}

/* ---- Array objects ----------------------------------------------------------------------------- */

/* Return the unique Array object of one of the block's arrays, and keep it alive in the dictionary
 * `held`.  If `trained` is set, mark the object as a parameter. */
static PyObject *object_of(PyObject *held, weir_array *a, bool trained) {
    PyObject *object = identity_of(a);
    if (object == NULL || a == NULL) return object;
    if (trained) ((Array *)object)->parameter = true;
    PyObject *key = PyLong_FromVoidPtr(a);
    if (key == NULL || PyDict_SetItem(held, key, object) < 0) Py_CLEAR(object);
    Py_XDECREF(key);
    return object;
}

static PyObject *hold(PyObject *self, weir_array *a, bool trained) {
    Block *b = (Block *)self;
    if (b->held == NULL && (b->held = PyDict_New()) == NULL) return NULL;
    return object_of(b->held, a, trained);
}

/* Replace the dictionary of objects that the block keeps alive.  Takes over the reference. */
static void hold_instead(PyObject *self, PyObject *held) {
    Block *b = (Block *)self;
    PyObject *old = b->held;
    b->held = held;
    Py_XDECREF(old);
}

typedef struct listing {
    weir_block_entry *list;
    size_t count;
} listing;

/* List all entries (parameters and buffers) of the block.  The caller frees the list. */
static int list_all(PyObject *self, listing *l) {
    size_t most = weir_block_entries(of(self), NULL, 0);
    l->list = PyMem_Malloc((most + 1) * sizeof *l->list);
    if (l->list == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    l->count = weir_block_entries(of(self), l->list, most);
    if (l->count > most) l->count = most;
    return 0;
}

/* ---- Construction ------------------------------------------------------------------------------ */

static const weir_block_kind *kind_named(PyObject *name) {
    const char *text = utf8_of(name);
    const weir_block_kind *kind = text != NULL ? weir_block_kind_find(text) : NULL;
    if (text != NULL && kind == NULL) raise_status(WEIR_EINVAL);
    return kind;
}

/* Block(kind, {attribute: value}): create a block. */
static PyObject *block_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *keywords[] = {"kind", "attrs", NULL};
    PyObject *name, *given = NULL;
    (void)type;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "U|O!:Block", keywords, &name, &PyDict_Type,
                                     &given) ||
        py_ready() < 0)
        return NULL;
    const weir_block_kind *kind = kind_named(name);
    if (kind == NULL) return NULL;
    const weir_block_def *def = weir_block_kind_describe(kind);
    _Alignas(16) char attr[ATTR_BYTES];
    attr_lists lists = {.count = 0};
    if (def->attr_size > sizeof attr)
        return PyErr_Format(PyExc_SystemError, "%s: too many attributes", def->name);
    /* weir_block_new reports missing attributes that have no default. */
    (void)weir_block_attr_init(kind, attr, sizeof attr);
    if (attr_fill_from(def->name, def->attrs, def->attr_count, def->attr_stride, given, attr,
                       &lists) < 0)
        return NULL;
    weir_block *block;
    if (wait_settled(weir_block_new(py_runtime, kind, def->attr_size > 0 ? attr : NULL,
                                    def->attr_size, &block)) < 0)
        return NULL;
    return wrap(block);
}

static PyObject *parse(PyObject *module, PyObject *arg) {
    (void)module;
    const char *text = utf8_of(arg);
    weir_block *block;
    if (text == NULL || py_ready() < 0 ||
        wait_settled(weir_block_parse(py_runtime, text, &block)) < 0)
        return NULL;
    return wrap(block);
}

static void block_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    weir_block_release(of(self));
    Py_XDECREF(((Block *)self)->held);
    type->tp_free(self);
    Py_DECREF(type);
}

/* ---- Forward computation ----------------------------------------------------------------------- */

/* Return the device of inputs that are on no device, such as NumPy arrays: that of the arrays beside
 * them, or else that of the block. */
static int32_t device_beside(PyObject *self, PyObject *args) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args); i++) {
        PyObject *o = PyTuple_GET_ITEM(args, i);
        if (is_array(o) && !weir_array_is_number(((Array *)o)->a))
            return weir_array_device(((Array *)o)->a);
    }
    return weir_block_device(of(self));
}

/* block(x, ...): run the block and return an array or a tuple of arrays.  An argument of None omits
 * that input. */
static PyObject *block_call(PyObject *self, PyObject *args, PyObject *kwargs) {
    weir_array *near[NEAR], **in = near, *out[OUTPUTS];
    uint32_t count = (uint32_t)PyTuple_GET_SIZE(args), made = OUTPUTS;
    if (kwargs != NULL && PyDict_GET_SIZE(kwargs) > 0)
        return PyErr_Format(PyExc_TypeError,
                            "%s: inputs must be passed by position, not by keyword",
                            weir_block_kind_describe(weir_block_kind_of(of(self)))->name);
    if (py_ready() < 0) return NULL;
    identity_flush();
    if (count > NEAR && (in = PyMem_Malloc(count * sizeof *in)) == NULL) return PyErr_NoMemory();
    PyObject *result = NULL;
    uint32_t taken = 0;
    for (; taken < count; taken++) {
        PyObject *o = PyTuple_GET_ITEM(args, taken);
        if (value_input(o, weir_block_kind_describe(weir_block_kind_of(of(self)))->name,
                        is_array(o) || o == Py_None ? WEIR_DEVICE_DEFAULT
                                                    : device_beside(self, args),
                        &in[taken]) < 0)
            goto done;
    }
    if (wait_settled(weir_block_forward(of(self), in, count, out, &made)) < 0) goto done;
    result = made == 1 ? array_wrap(out[0]) : array_tuple(out, made);
    if (count > 0) result = array_like(result, PyTuple_GET_ITEM(args, 0));
done:
    while (taken > 0) weir_array_release(in[--taken]);
    if (in != near) PyMem_Free(in);
    return result;
}

/* ---- Contents ---------------------------------------------------------------------------------- */

/* entries(): return [(name, array, trained, tied)] for the parameters and buffers of this block and
 * all blocks inside it.  The array is None if its shape is not known yet. */
static PyObject *entries(PyObject *self, PyObject *unused) {
    (void)unused;
    listing l;
    identity_flush();
    PyObject *held = PyDict_New();
    if (held == NULL || list_all(self, &l) < 0) {
        Py_XDECREF(held);
        return NULL;
    }
    PyObject *result = PyList_New((Py_ssize_t)l.count);
    for (size_t i = 0; result != NULL && i < l.count; i++) {
        PyObject *one = Py_BuildValue(
            "(sNNN)", l.list[i].name, object_of(held, l.list[i].array, l.list[i].trained),
            PyBool_FromLong(l.list[i].trained), PyBool_FromLong(l.list[i].tied));
        if (one == NULL)
            Py_CLEAR(result);
        else
            PyList_SET_ITEM(result, (Py_ssize_t)i, one);
    }
    PyMem_Free(l.list);
    hold_instead(self, held);
    return result;
}

/* own(name, default): return the array of the entry with this name, None if its shape is not known
 * yet, or the default if there is no such entry. */
static PyObject *own(PyObject *self, PyObject *args) {
    const char *name;
    PyObject *other;
    if (!PyArg_ParseTuple(args, "sO:own", &name, &other)) return NULL;
    listing l;
    if (list_all(self, &l) < 0) return NULL;
    size_t i = 0;
    while (i < l.count && strcmp(l.list[i].name, name) != 0) i++;
    PyObject *result =
        i < l.count ? hold(self, l.list[i].array, l.list[i].trained) : Py_NewRef(other);
    PyMem_Free(l.list);
    return result;
}

static PyObject *get(PyObject *self, PyObject *arg) {
    const char *name = utf8_of(arg);
    weir_array *a;
    if (name == NULL || wait_settled(weir_block_get(of(self), name, &a)) < 0) return NULL;
    return hold(self, a, false); /* returns None if the array's shape is not known yet */
}

static PyObject *set(PyObject *self, PyObject *args) {
    const char *name;
    PyObject *value;
    if (!PyArg_ParseTuple(args, "sO!:set", &name, array_type, &value) || py_ready() < 0 ||
        wait_settled(weir_block_set(of(self), name, ((Array *)value)->a)) < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* adopt(name, array): use the given Array itself, not a copy, as the parameter; the previous array
 * is released. */
static PyObject *adopt(PyObject *self, PyObject *args) {
    const char *name;
    PyObject *array;
    if (!PyArg_ParseTuple(args, "sO!:adopt", &name, array_type, &array) || py_ready() < 0 ||
        wait_settled(weir_block_adopt(of(self), name, ((Array *)array)->a)) < 0 ||
        identity_enter(array) < 0)
        return NULL;
    PyObject *all = entries(self, NULL);
    if (all == NULL) return NULL;
    Py_DECREF(all);
    Py_RETURN_NONE;
}

static PyObject *tie(PyObject *self, PyObject *args) {
    const char *name, *other;
    if (!PyArg_ParseTuple(args, "ss:tie", &name, &other) ||
        wait_settled(weir_block_tie(of(self), name, other)) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *add(PyObject *self, PyObject *args) {
    const char *name;
    PyObject *child;
    if (!PyArg_ParseTuple(args, "zO!:add", &name, block_type, &child) ||
        wait_settled(weir_block_add(of(self), name, of(child))) < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* children(): return [(name, block)] for the direct children. */
static PyObject *children(PyObject *self, PyObject *unused) {
    (void)unused;
    uint32_t count = weir_block_child_count(of(self));
    PyObject *result = PyList_New((Py_ssize_t)count);
    for (uint32_t i = 0; result != NULL && i < count; i++) {
        const char *name;
        weir_block *child = weir_block_child_at(of(self), i, &name);
        PyObject *one = Py_BuildValue("(sN)", name, wrap(weir_block_retain(child)));
        if (one == NULL)
            Py_CLEAR(result);
        else
            PyList_SET_ITEM(result, (Py_ssize_t)i, one);
    }
    return result;
}

/* Make the Array object of each array in `before` refer to the array that replaced it. */
static int move_objects(PyObject *self, const listing *before) {
    listing after;
    if (list_all(self, &after) < 0) return -1;
    PyObject *held = PyDict_New();
    int status = held != NULL ? 0 : -1;
    for (size_t i = 0; status == 0 && i < after.count && i < before->count; i++)
        if (before->list[i].array != NULL && after.list[i].array != NULL)
            status = identity_move(before->list[i].array, after.list[i].array);
    for (size_t i = 0; status == 0 && i < after.count; i++) {
        PyObject *object = object_of(held, after.list[i].array, after.list[i].trained);
        if (object == NULL) status = -1;
        Py_XDECREF(object);
    }
    PyMem_Free(after.list);
    if (status == 0)
        hold_instead(self, held);
    else
        Py_XDECREF(held);
    return status;
}

static PyObject *clear(PyObject *self, PyObject *unused) {
    (void)unused;
    if (wait_settled(weir_block_clear(of(self))) < 0) return NULL;
    Py_RETURN_NONE;
}

/* Cast the block to `dtype` unless it is 0, else move it to `device`. */
static PyObject *convert(PyObject *self, weir_dtype dtype, int32_t device) {
    listing before;
    if (py_ready() < 0 || list_all(self, &before) < 0) return NULL;
    for (size_t i = 0; i < before.count; i++) weir_array_retain(before.list[i].array);
    int status = wait_settled(dtype != 0 ? weir_block_cast(of(self), dtype)
                                         : weir_block_to_device(of(self), device));
    if (status == 0) status = move_objects(self, &before);
    for (size_t i = 0; i < before.count; i++) weir_array_release(before.list[i].array);
    PyMem_Free(before.list);
    identity_flush();
    if (status < 0) return NULL;
    Py_RETURN_NONE;
}

static PyObject *cast(PyObject *self, PyObject *arg) {
    weir_dtype dtype;
    if (dtype_from(arg, &dtype) < 0) return NULL;
    if (dtype == 0) return PyErr_Format(PyExc_TypeError, "cast: dtype must not be None");
    return convert(self, dtype, WEIR_DEVICE_DEFAULT);
}

static PyObject *to_device(PyObject *self, PyObject *arg) {
    int32_t device;
    return device_from(arg, &device) < 0 ? NULL : convert(self, (weir_dtype)0, device);
}

static PyObject *set_compute(PyObject *self, PyObject *arg) {
    weir_dtype dtype;
    if (dtype_from(arg, &dtype) < 0 || wait_settled(weir_block_set_compute(of(self), dtype)) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *set_grad(PyObject *self, PyObject *arg) {
    long mode = PyLong_AsLong(arg);
    if ((mode == -1 && PyErr_Occurred()) ||
        wait_settled(weir_block_set_grad(of(self), (weir_grad_mode)mode)) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *zero_grad(PyObject *self, PyObject *unused) {
    (void)unused;
    weir_block_zero_grad(of(self));
    Py_RETURN_NONE;
}

/* initialise(seed, kind=0, a=0, b=0): initialise the parameters; with kind 0, each layer uses its
 * own default. */
static PyObject *initialise(PyObject *self, PyObject *args) {
    unsigned long long seed;
    weir_init init = {.kind = 0};
    int kind = 0;
    if (!PyArg_ParseTuple(args, "K|idd:initialise", &seed, &kind, &init.a, &init.b) ||
        py_ready() < 0)
        return NULL;
    init.kind = kind;
    if (wait_settled(weir_block_initialise(of(self), seed, kind != 0 ? &init : NULL)) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *text(PyObject *self, PyObject *unused) {
    (void)unused;
    size_t size = weir_block_text(of(self), NULL, 0) + 1;
    char *room = PyMem_Malloc(size);
    if (room == NULL) return PyErr_NoMemory();
    (void)weir_block_text(of(self), room, size);
    PyObject *result = text_of(room);
    PyMem_Free(room);
    return result;
}

static PyObject *get_kind(PyObject *self, void *unused) {
    (void)unused;
    return PyUnicode_FromString(weir_block_kind_describe(weir_block_kind_of(of(self)))->name);
}

/* Return the attributes as {name: value}. */
static PyObject *get_attrs(PyObject *self, void *unused) {
    (void)unused;
    const weir_block_def *def = weir_block_kind_describe(weir_block_kind_of(of(self)));
    return attr_dict(def->attrs, def->attr_count, def->attr_stride, weir_block_attr(of(self)));
}

static PyObject *get_identity(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromVoidPtr(of(self));
}

/* init_fill(array, kind, a=0, b=0): fill the array with initial values of the given kind
 * (weir_init) and return it. */
static PyObject *init_fill(PyObject *module, PyObject *args) {
    PyObject *array;
    weir_init init = {.kind = 0};
    int kind;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!i|dd:init_fill", array_type, &array, &kind, &init.a, &init.b) ||
        py_ready() < 0)
        return NULL;
    init.kind = kind;
    if (wait_settled(weir_init_fill(((Array *)array)->a, &init)) < 0) return NULL;
    return Py_NewRef(array);
}

/* ---- Kinds ------------------------------------------------------------------------------------- */

static PyObject *describe_blocks(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list != NULL && i < weir_block_kind_count(); i++) {
        const weir_block_def *def = weir_block_kind_describe(weir_block_kind_at(i));
        PyObject *attrs = attr_describe_all(def->attrs, def->attr_count, def->attr_stride);
        PyObject *one =
            attrs == NULL ? NULL
                          : Py_BuildValue("{s:s, s:z, s:z, s:s, s:s, s:z, s:I, s:N}", "name",
                                          def->name, "summary", def->summary, "notes", def->notes,
                                          "inputs", def->inputs, "outputs", def->outputs, "aliases",
                                          def->aliases, "flags", def->flags, "attrs", attrs);
        if (one == NULL || PyList_Append(list, one) < 0) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

static PyObject *get_device(PyObject *self, void *unused) {
    (void)unused;
    return device_object(weir_block_device(of(self)));
}

static PyGetSetDef attributes[] = {
    {"kind", get_kind, NULL, "The name of the block's kind.", NULL},
    {"attrs", get_attrs, NULL, "The attributes, as a dictionary.", NULL},
    {"device", get_device, NULL, "The device of the first parameter.", NULL},
    {"identity", get_identity, NULL, "A number that no other existing block has.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"entries", entries, METH_NOARGS,
     "entries($self, /)\n--\n\nReturn a list of (name, array or None, trained, tied), one tuple "
     "for each parameter and buffer of this block and the blocks inside it."},
    {"own", own, METH_VARARGS,
     "own($self, name, default, /)\n--\n\nReturn the parameter or buffer of this name, or the "
     "default if there is none."},
    {"get", get, METH_O, "get($self, name, /)\n--\n\nReturn the parameter or buffer of this name."},
    {"set", set, METH_VARARGS,
     "set($self, name, values, /)\n--\n\nCopy values into the parameter or buffer of this name."},
    {"adopt", adopt, METH_VARARGS,
     "adopt($self, name, array, /)\n--\n\nReplace the parameter or buffer of this name with the "
     "array itself, not a copy."},
    {"tie", tie, METH_VARARGS,
     "tie($self, name, other, /)\n--\n\nMake two parameters share one array."},
    {"add", add, METH_VARARGS, "add($self, name, child, /)\n--\n\nAdd a child block."},
    {"children", children, METH_NOARGS,
     "children($self, /)\n--\n\nReturn a list of (name, block), one tuple for each child block."},
    {"clear", clear, METH_NOARGS,
     "clear($self, /)\n--\n\nClear the errors of parameters and buffers, and release the "
     "gradients."},
    {"to_device", to_device, METH_O,
     "to_device($self, device, /)\n--\n\nMove the parameters and buffers to a device."},
    {"cast", cast, METH_O,
     "cast($self, dtype, /)\n--\n\nConvert the parameters to another floating-point dtype."},
    {"set_compute", set_compute, METH_O,
     "set_compute($self, dtype, /)\n--\n\nSet the dtype in which products are computed; None means "
     "the dtype of the operands."},
    {"set_grad", set_grad, METH_O, NULL},
    {"zero_grad", zero_grad, METH_NOARGS, "zero_grad($self, /)\n--\n\nDiscard all gradients."},
    {"initialise", initialise, METH_VARARGS, NULL},
    {"text", text, METH_NOARGS,
     "text($self, /)\n--\n\nReturn the textual form that parse_block reads."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, (void *)block_new},
    {Py_tp_dealloc, (void *)block_dealloc},
    {Py_tp_call, (void *)block_call},
    {Py_tp_getset, attributes},
    {Py_tp_methods, methods},
    {Py_tp_doc, "A block of the library: a layer, a loss, or a composition of blocks."},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "weir._core.Block",
    .basicsize = sizeof(Block),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};

static PyMethodDef functions[] = {
    {"init_fill", init_fill, METH_VARARGS, NULL},
    {"parse_block", parse, METH_O,
     "parse_block(text, /)\n--\n\nCreate a block from its textual form."},
    {"describe_blocks", describe_blocks, METH_NOARGS,
     "describe_blocks()\n--\n\nReturn a list of dictionaries, one for each kind of block, with the "
     "keys name, summary, notes, inputs, outputs, aliases, flags and attrs."},
    {NULL, NULL, 0, NULL},
};

int block_init(PyObject *module) {
    block_type = (PyTypeObject *)PyType_FromSpec(&spec);
    if (block_type == NULL || PyModule_AddFunctions(module, functions) < 0) return -1;
    return PyModule_AddObjectRef(module, "Block", (PyObject *)block_type);
}
