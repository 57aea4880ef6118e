/* identity.c - one Python object per array of a module or an optimiser.
 *
 * The library identifies arrays by handles, and any number of Python objects may refer to one
 * handle.  A parameter must have exactly one object, so that `net.weight is net.weight` holds and
 * parameters can be members of sets and keys of dictionaries.  The table below maps a handle to its
 * object.  The table holds no references: array_dealloc removes an object from the table before it
 * does anything else.  Blocks and optimisers hold references to the objects that they have
 * returned, so these live as long as their module.  An object has no reference to its module, so it
 * does not keep the module alive, and there are no reference cycles.
 *
 * A cast replaces the arrays of a module.  The Python objects remain the same, but refer to the new
 * handles (identity_move).  The old handle may still be in use by a call that has released the GIL
 * in a wait, or that is running Python code.  Such calls are counted in py_busy, and a retired
 * handle is released when a layer, step, cast or waitall is next called while the count is zero.
 *
 * All data here is protected by the GIL, which the extension module requires even in free-threaded
 * builds.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <pthread.h>

unsigned py_busy, py_busy_long, identity_moves;
_Thread_local unsigned py_busy_here;

/* ---- The table --------------------------------------------------------------------------------- */

static Array **table;      /* hash table with open addressing; at most half the slots are used */
static size_t room, count; /* room: number of slots, a power of two; count: number of objects */

static size_t home_of(const weir_array *a) {
    return (size_t)(((uintptr_t)a >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (room - 1);
}

/* Return the slot of an array, or the free slot where it would be inserted. */
static size_t find(const weir_array *a) {
    size_t at = home_of(a);
    while (table[at] != NULL && table[at]->a != a) at = (at + 1) & (room - 1);
    return at;
}

static int grow(void) {
    size_t before = room;
    Array **old = table, **more = PyMem_Calloc(before > 0 ? 2 * before : 64, sizeof(Array *));
    if (more == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    table = more;
    room = before > 0 ? 2 * before : 64;
    for (size_t i = 0; i < before; i++)
        if (old[i] != NULL) table[find(old[i]->a)] = old[i];
    PyMem_Free(old);
    return 0;
}

static int enter(Array *o) {
    if (2 * (count + 1) > room && grow() < 0) return -1;
    table[find(o->a)] = o;
    o->known = true;
    count++;
    return 0;
}

void identity_leave(Array *o) {
    size_t at = find(o->a);
    o->known = false;
    count--;
    table[at] = NULL;
    /* If the probe sequence of a following entry passes through the freed slot, move that entry
     * into the slot.  This frees the entry's own slot, so repeat until no such entry is left. */
    for (size_t i = (at + 1) & (room - 1); table[i] != NULL; i = (i + 1) & (room - 1)) {
        size_t home = home_of(table[i]->a);
        if (((i - home) & (room - 1)) < ((i - at) & (room - 1))) continue;
        table[at] = table[i];
        table[i] = NULL;
        at = i;
    }
}

/* ---- Objects ----------------------------------------------------------------------------------- */

PyObject *identity_of(weir_array *a) {
    if (a == NULL) return Py_NewRef(Py_None);
    Array *o = room > 0 ? table[find(a)] : NULL;
    if (o != NULL) return Py_NewRef((PyObject *)o);
    PyObject *made = array_wrap(weir_array_retain(a));
    if (made != NULL && enter((Array *)made) < 0) Py_CLEAR(made);
    return made;
}

int identity_enter(PyObject *o) {
    Array *array = (Array *)o;
    return room > 0 && table[find(array->a)] != NULL ? 0 : enter(array);
}

/* ---- Retired handles --------------------------------------------------------------------------- */

static weir_array **retired;
static size_t retired_count, retired_room;

void identity_flush(void) {
    if (py_busy > 0) return;
    while (retired_count > 0) weir_array_release(retired[--retired_count]);
}

/* Make `o` refer to `to`, and retire its previous handle. */
static int show(Array *o, weir_array *to) {
    bool known = o->known;
    if (retired_count == retired_room) {
        size_t more = retired_room > 0 ? 2 * retired_room : 16;
        weir_array **list = PyMem_Realloc(retired, more * sizeof(weir_array *));
        if (list == NULL) {
            PyErr_NoMemory();
            return -1;
        }
        retired = list;
        retired_room = more;
    }
    if (known) identity_leave(o);
    retired[retired_count++] = o->a;
    o->a = weir_array_retain(to);
    identity_moves++;
    return known && table[find(to)] == NULL ? enter(o) : 0;
}

int identity_move(const weir_array *from, weir_array *to) {
    Array *o = room > 0 && from != to ? table[find(from)] : NULL;
    return o != NULL ? show(o, to) : 0;
}

/* show(array, other): make the object `array` refer to the same array as the object `other`.
 * Returns `array`. */
static PyObject *show_other(PyObject *module, PyObject *args) {
    PyObject *array, *other;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!:show", array_type, &array, array_type, &other)) return NULL;
    if (((Array *)array)->a != ((Array *)other)->a && show((Array *)array, ((Array *)other)->a) < 0)
        return NULL;
    identity_flush();
    return Py_NewRef(array);
}

/* identity(array): return an int that identifies the array as long as the array exists, and is the
 * same for all of its Python objects. */
static PyObject *identity(PyObject *module, PyObject *arg) {
    (void)module;
    if (!is_array(arg))
        return PyErr_Format(PyExc_TypeError, "identity: expected an array, not %.100s",
                            Py_TYPE(arg)->tp_name);
    return PyLong_FromVoidPtr(((Array *)arg)->a);
}

/* known_objects(): return (number of objects in the table, number of retired handles); for
 * tests. */
static PyObject *known(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return Py_BuildValue("(nn)", (Py_ssize_t)count, (Py_ssize_t)retired_count);
}

static PyMethodDef functions[] = {
    {"identity", identity, METH_O, NULL},
    {"show", show_other, METH_VARARGS, NULL},
    {"known_objects", known, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* Discard the other threads' counts of calls in progress, since those threads exist only in the
 * parent.  Called in a forked child. */
static void after_in_child(void) {
    py_busy -= py_busy_long - py_busy_here;
    py_busy_long = py_busy_here;
}

int identity_init(PyObject *module) {
    if (pthread_atfork(NULL, NULL, after_in_child) != 0) {
        PyErr_NoMemory();
        return -1;
    }
    return PyModule_AddFunctions(module, functions);
}
