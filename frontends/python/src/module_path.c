/* module_path.c - the path of the module that this thread is running, such as "net.blocks[2].attn".
 *
 * A module gets a label when the network that it belongs to is first called: weir/nn/_module.py
 * determines the paths, and each module stores its label in its attribute _wr_path_label.  Calling a
 * module then costs one attribute lookup.  A label consists of the path's index in `paths`, called
 * its number, a bit that tells whether the module was the outermost one, and the module's address.
 * A copy of a module has the label of the original; since the address in the label is then wrong,
 * the copy gets a new label.  The bits of a label:
 *
 *   address / 16 (44 bits) | outermost (1) | number (18)
 *
 * All modules with the same path share one number, so a program that keeps creating networks needs
 * only as many numbers as there are different paths.  A label never changes, unless its module was
 * the outermost one and is later called inside another.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>

enum { NUMBER_BITS = 18, OUTERMOST = 1 << NUMBER_BITS, PATHS_MOST = OUTERMOST };

/* The GIL protects `paths` to `label_name`. */
static char **paths; /* paths indexed by number; number 0 is unused */
static uint32_t path_count, path_room;
static PyObject *numbers; /* {path: number} */
/* the Python function label(net, module), which labels `module` and the modules in `net` */
static PyObject *labeller;
static PyObject *label_name;

_Thread_local uint32_t module_path_now;
static _Thread_local PyObject *net_now; /* the outermost module being called; borrowed */

const char *module_path_text(void) { return module_path_now != 0 ? paths[module_path_now] : NULL; }

static long long address_bits(PyObject *module) {
    return (long long)((uint64_t)(uintptr_t)module >> 4 & ((UINT64_C(1) << 44) - 1));
}

/* Return the path number in the module's label, combined with the bit OUTERMOST if that is set.
 * Return 0 if the module has no valid label, or -1 with an exception set. */
static int64_t label_of(PyObject *module) {
    PyObject *kept = PyObject_GetAttr(module, label_name);
    if (kept == NULL) return -1;
    long long label = PyLong_Check(kept) ? PyLong_AsLongLong(kept) : 0;
    Py_DECREF(kept);
    if (label == -1 && PyErr_Occurred()) return -1;
    int64_t number = label & (OUTERMOST - 1);
    bool own = label > 0 && label >> (NUMBER_BITS + 1) == address_bits(module);
    return own && number < path_count ? number | (label & OUTERMOST) : 0;
}

static int64_t make_label(PyObject *net, PyObject *module) {
    if (labeller == NULL || path_count == PATHS_MOST) return 0;
    PyObject *done = PyObject_CallFunctionObjArgs(labeller, net, module, NULL);
    if (done == NULL) return -1;
    Py_DECREF(done);
    return label_of(module);
}

static int enter(PyObject *module) {
    int64_t label = label_of(module);
    if (UNLIKELY(label == 0 || (label > 0 && net_now != NULL && (label & OUTERMOST))))
        label = make_label(net_now != NULL ? net_now : module, module);
    if (label < 0) return -1;
    if (net_now == NULL) net_now = module;
    module_path_now = (uint32_t)(label & (OUTERMOST - 1));
    return 0;
}

/* run_in(module, function, args, kwargs=None): return function(*args, **kwargs), called with
 * `module` as the module that this thread is running. */
static PyObject *run_in(PyObject *self, PyObject *const *args, Py_ssize_t nargs) {
    (void)self;
    if (nargs != 3 && nargs != 4) {
        PyErr_SetString(PyExc_TypeError, "run_in expects the arguments (module, function, args, "
                                         "kwargs=None)");
        return NULL;
    }
    uint32_t outer_part = module_path_now;
    PyObject *outer_net = net_now;
    PyObject *result = NULL;
    if (enter(args[0]) >= 0)
        result = PyObject_Call(args[1], args[2], nargs == 4 && args[3] != Py_None ? args[3] : NULL);
    module_path_now = outer_part;
    net_now = outer_net;
    return result;
}

/* Return the number of the given path, which is its index in `paths`; a new path gets the next
 * number.  Return 0 if there are too many paths, or -1 with an exception set. */
static long number_of(PyObject *path) {
    PyObject *known = PyDict_GetItemWithError(numbers, path);
    if (known != NULL) return PyLong_AsLong(known);
    if (PyErr_Occurred()) return -1;
    if (path_count == PATHS_MOST) return 0;
    if (path_count + 1 >= path_room) {
        uint32_t room = path_room > 0 ? 2 * path_room : 64;
        char **more = realloc(paths, room * sizeof *more);
        if (more == NULL) return PyErr_NoMemory(), -1;
        paths = more;
        path_room = room;
    }
    if (path_count == 0) paths[path_count++] = NULL;
    const char *text = PyUnicode_AsUTF8(path);
    char *copy = text != NULL ? strdup(text) : NULL;
    PyObject *number = PyLong_FromUnsignedLong(path_count);
    if (text != NULL && copy == NULL) PyErr_NoMemory();
    if (copy == NULL || number == NULL || PyDict_SetItem(numbers, path, number) < 0) {
        free(copy);
        Py_XDECREF(number);
        return -1;
    }
    Py_DECREF(number);
    paths[path_count] = copy;
    return (long)path_count++;
}

/* module_label(module, path, outermost): return a label for the module; 0 if there are too many
 * paths. */
static PyObject *module_label(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *module, *path;
    int outermost;
    if (!PyArg_ParseTuple(args, "OUp", &module, &path, &outermost)) return NULL;
    long number = number_of(path);
    if (number < 0) return NULL;
    if (number == 0) return PyLong_FromLong(0);
    return PyLong_FromLongLong(address_bits(module) << (NUMBER_BITS + 1) |
                               (outermost ? OUTERMOST : 0) | number);
}

/* module_path_of(module): return (path, outermost) if the module has a valid label, else None. */
static PyObject *module_path_of(PyObject *self, PyObject *module) {
    (void)self;
    int64_t label = label_of(module);
    if (label < 0) return NULL;
    if (label == 0) Py_RETURN_NONE;
    return Py_BuildValue("(sO)", paths[label & (OUTERMOST - 1)],
                         label & OUTERMOST ? Py_True : Py_False);
}

static PyObject *set_labeller(PyObject *self, PyObject *function) {
    (void)self;
    Py_XSETREF(labeller, Py_NewRef(function));
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"run_in", (PyCFunction)(void (*)(void))run_in, METH_FASTCALL, NULL},
    {"module_label", module_label, METH_VARARGS, NULL},
    {"module_path_of", module_path_of, METH_O, NULL},
    {"set_labeller", set_labeller, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int module_path_init(PyObject *module) {
    label_name = PyUnicode_InternFromString("_wr_path_label");
    numbers = PyDict_New();
    return label_name == NULL || numbers == NULL ? -1 : PyModule_AddFunctions(module, functions);
}
