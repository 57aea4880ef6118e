/* graph_record.c - records operations for weir.graph.  For each operation that a thread issues, a
 * tuple is appended to the thread's list:
 *
 *   (operator, flags, line or None, inputs, outputs)
 *
 * An array is recorded as the tuple (its address, its variable's address, the array), or None.  The
 * list keeps the arrays alive, so that each address identifies one array for as long as the list
 * exists.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

static PyObject *array_notes(weir_array *const *all, uint32_t count) {
    PyObject *notes = PyTuple_New((Py_ssize_t)count);
    for (uint32_t i = 0; notes != NULL && i < count; i++) {
        PyObject *note = Py_NewRef(Py_None);
        if (all[i] != NULL)
            Py_SETREF(note, Py_BuildValue("(KKN)", (unsigned long long)(uintptr_t)all[i],
                                          (unsigned long long)(uintptr_t)weir_array_var(all[i]),
                                          array_wrap(weir_array_retain(all[i]))));
        if (note == NULL)
            Py_CLEAR(notes);
        else
            PyTuple_SET_ITEM(notes, (Py_ssize_t)i, note);
    }
    return notes;
}

/* Record an operation.  The library calls this function on a thread that holds the GIL. */
static void note(const weir_op *op, weir_array *const *in, uint32_t in_count,
                 weir_array *const *out, uint32_t out_count, void *list) {
    const weir_op_def *def = weir_op_describe(op);
    const char *line = weir_site_text(site_now());
    PyObject *ins = array_notes(in, in_count), *outs = array_notes(out, out_count);
    PyObject *item =
        ins != NULL && outs != NULL
            ? Py_BuildValue("(sIzOO)", def->name, (unsigned)def->flags, line, ins, outs)
            : NULL;
    if (item == NULL || PyList_Append(list, item) < 0) PyErr_WriteUnraisable(list);
    Py_XDECREF(item);
    Py_XDECREF(ins);
    Py_XDECREF(outs);
}

/* watch(list or None): start recording to the list, or stop if None.  The reference is borrowed:
 * weir/_graph.py keeps the list alive until it calls watch(None) on the same thread. */
static PyObject *watch(PyObject *module, PyObject *list) {
    (void)module;
    if (list != Py_None && !PyList_CheckExact(list))
        return PyErr_Format(PyExc_TypeError, "watch: expected a list or None, not %.100s",
                            Py_TYPE(list)->tp_name);
    weir_watch_set(list != Py_None ? note : NULL, list);
    Py_RETURN_NONE;
}

/* address(array): return (the array's address, its variable's address), by which the records
 * identify it. */
static PyObject *address(PyObject *module, PyObject *o) {
    (void)module;
    if (!is_array(o)) return PyErr_Format(PyExc_TypeError, "address: expected an Array");
    weir_array *a = ((Array *)o)->a;
    return Py_BuildValue("(KK)", (unsigned long long)(uintptr_t)a,
                         (unsigned long long)(uintptr_t)weir_array_var(a));
}

static PyMethodDef functions[] = {
    {"watch", watch, METH_O, NULL},
    {"address", address, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int graph_record_init(PyObject *module) { return PyModule_AddFunctions(module, functions); }
