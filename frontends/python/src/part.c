/* part.c - the module that this thread computes, by its path: "net.blocks[2].attn".
 *
 * A module is labelled when the network that it belongs to is first called: weir/nn/_module.py finds the paths, and each
 * module keeps a number in its attribute _part.  Numbers stand in a table with the module's address, so that a copy,
 * which takes the attribute along, is found out and labelled anew.  Calling a module costs the look at one attribute.
 * A label is kept, but for that of a module which was the outermost one and is later called inside another.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>

enum { PARTS_MOST = 1 << 16 };

typedef struct part {
    char *path;
    const void *module; /* its address: compared, never followed */
    bool outermost;     /* its path is a name alone */
} part;

static part *parts; /* under the GIL, as are these: by number; 0 is none */
static uint32_t part_count, part_room;
static PyObject
    *labeller; /* label(net, module): gives the modules in `net` numbers, and `module` one */
static PyObject *part_name;

_Thread_local uint32_t part_now;
static _Thread_local PyObject *net_now; /* the outermost module; borrowed, it is being called */

const char *part_text(void) { return part_now != 0 ? parts[part_now].path : NULL; }

/* The number that the module keeps, if it is its own; 0: none.  -1: an error. */
static int64_t number_of(PyObject *module) {
    PyObject *kept = PyObject_GetAttr(module, part_name);
    if (kept == NULL) return -1;
    long number = PyLong_Check(kept) ? PyLong_AsLong(kept) : 0;
    Py_DECREF(kept);
    if (number == -1 && PyErr_Occurred()) return -1;
    return number > 0 && number < (long)part_count && parts[number].module == module ? number : 0;
}

static int64_t label(PyObject *net, PyObject *module) {
    if (labeller == NULL || part_count == PARTS_MOST) return 0;
    PyObject *done = PyObject_CallFunctionObjArgs(labeller, net, module, NULL);
    if (done == NULL) return -1;
    Py_DECREF(done);
    return number_of(module);
}

static int64_t enter(PyObject *module) {
    int64_t number = number_of(module);
    if (UNLIKELY(number == 0 || (number > 0 && net_now != NULL && parts[number].outermost)))
        number = label(net_now != NULL ? net_now : module, module);
    if (number < 0) return -1;
    if (net_now == NULL) net_now = module;
    part_now = (uint32_t)number;
    return number;
}

/* run_in(module, function, args, kwargs): function(*args, **kwargs), as a part of the module. */
static PyObject *run_in(PyObject *self, PyObject *const *args, Py_ssize_t nargs) {
    (void)self;
    if (nargs != 3 && nargs != 4) {
        PyErr_SetString(PyExc_TypeError, "run_in(module, function, args, kwargs=None)");
        return NULL;
    }
    uint32_t outer_part = part_now;
    PyObject *outer_net = net_now;
    PyObject *result = NULL;
    if (enter(args[0]) >= 0)
        result = PyObject_Call(args[1], args[2], nargs == 4 && args[3] != Py_None ? args[3] : NULL);
    part_now = outer_part;
    net_now = outer_net;
    return result;
}

/* part_new(module, path, outermost): a number for it, or 0 if there is none left. */
static PyObject *part_new(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *module;
    const char *path;
    int outermost;
    if (!PyArg_ParseTuple(args, "Osp", &module, &path, &outermost)) return NULL;
    if (part_count == PARTS_MOST) return PyLong_FromLong(0);
    if (part_count + 1 >= part_room) {
        uint32_t room = part_room > 0 ? 2 * part_room : 64;
        part *more = realloc(parts, room * sizeof *more);
        if (more == NULL) return PyErr_NoMemory();
        parts = more;
        part_room = room;
    }
    if (part_count == 0) parts[part_count++] = (part){0};
    char *copy = strdup(path);
    if (copy == NULL) return PyErr_NoMemory();
    parts[part_count] = (part){copy, module, outermost};
    return PyLong_FromLong((long)part_count++);
}

/* part_of(module): (path, outermost) if it has a number of its own, else None. */
static PyObject *part_of(PyObject *self, PyObject *module) {
    (void)self;
    int64_t number = number_of(module);
    if (number < 0) return NULL;
    if (number == 0) Py_RETURN_NONE;
    return Py_BuildValue("(sO)", parts[number].path, parts[number].outermost ? Py_True : Py_False);
}

static PyObject *set_labeller(PyObject *self, PyObject *function) {
    (void)self;
    Py_XSETREF(labeller, Py_NewRef(function));
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"run_in", (PyCFunction)(void (*)(void))run_in, METH_FASTCALL, NULL},
    {"part_new", part_new, METH_VARARGS, NULL},
    {"part_of", part_of, METH_O, NULL},
    {"set_labeller", set_labeller, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int part_init(PyObject *module) {
    part_name = PyUnicode_InternFromString("_part");
    return part_name == NULL ? -1 : PyModule_AddFunctions(module, functions);
}
