/* remedy.c - the wording of the remedies that error messages suggest, for Python or for a dialect.
 *
 * The library requests the wording of the remedies in the enum weir_remedy; the other remedies are
 * used in messages of this extension.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <stdatomic.h>

typedef struct wording {
    const char *name; /* key in the argument of set_remedies */
    const char *text;
} wording;

static const wording default_wording[REMEDY_COUNT] = {
    [WEIR_REMEDY_RECORD] = {"record",
                            "compute it inside `with weir.autograd.record():`, from parameters, or "
                            "from arrays on which x.attach_grad() was called before"},
    [WEIR_REMEDY_ATTACH_GRAD] = {"attach_grad", "call x.attach_grad() on it before it is used "
                                                "inside `with weir.autograd.record():`"},
    [WEIR_REMEDY_BACKWARD] = {"backward", "call loss.backward() first"},
    [WEIR_REMEDY_RETAIN_GRAPH] = {"retain_graph",
                                  "call backward(retain_graph=True) the first time"},
    [WEIR_REMEDY_PAUSE] = {"pause", "update it inside `with weir.autograd.pause():`"},
    [WEIR_REMEDY_ASSIGN] = {"assign", "assign to the array itself (x[i, j] = v), or write inside "
                                      "`with weir.autograd.pause():`"},
    [WEIR_REMEDY_DETACH] = {"detach", "use x.detach(), or write to x.copy()"},
    [WEIR_REMEDY_CLEAR_BLOCK] = {"clear_block", "call net.clear()"},
    [WEIR_REMEDY_TO_DEVICE] = {"to_device", "copy one of them: x.to_device(y.device)"},
    [WEIR_REMEDY_FORK] = {"fork", "start the process with multiprocessing's method \"spawn\", or "
                                  "use the device only in the child"},
    [REMEDY_ANY_ALL] = {"any_all", "use weir.any(x) or weir.all(x)"},
    [REMEDY_MAKE_ARRAY] = {"make_array", "make an array of it with weir.asarray"},
    [REMEDY_TO_FLOAT32] = {"to_float32", "x.astype(weir.float32)"},
    [REMEDY_CAST_FIRST] = {"cast_first", "create the optimiser after astype, half, double or to"},
    [REMEDY_COPY_THERE] = {"copy_there", "copy it: x.to_device(y.device)"},
};

/* The wording of the active dialect, or NULL.  Written with the GIL held; read by any thread.  The
 * release store in set_remedies pairs with the acquire load in remedy_text, so that a reader sees
 * the complete string. */
static _Atomic(const char *) dialect_wording[REMEDY_COUNT];

/* Owns every string that dialect_wording has ever pointed to, since a reader may still be using
 * it. */
static PyObject *texts; /* a dict; protected by the GIL */

const char *remedy_text(int remedy) {
    if (remedy <= 0 || remedy >= REMEDY_COUNT) return NULL;
    const char *text = atomic_load_explicit(&dialect_wording[remedy], memory_order_acquire);
    return text != NULL ? text : default_wording[remedy].text;
}

const char *remedy_asked(weir_remedy remedy) { return remedy_text((int)remedy); }

/* Return the wording in `changes` of the remedy `name`; if there is none, return NULL without
 * setting an exception. */
static const char *text_in(PyObject *changes, const char *name) {
    PyObject *text = PyDict_GetItemString(changes, name); /* borrowed */
    if (text == NULL) return NULL;
    if (texts == NULL) texts = PyDict_New();
    if (texts == NULL || PyDict_SetItem(texts, text, text) < 0) return NULL;
    return PyUnicode_AsUTF8(PyDict_GetItem(texts, text));
}

/* set_remedies({name: text} or None): set the wording of the given remedies, for a dialect, and
 * reset all others to the default wording. */
static PyObject *set_remedies(PyObject *module, PyObject *changes) {
    (void)module;
    const char *wanted[REMEDY_COUNT] = {NULL};
    Py_ssize_t known = 0;
    if (changes != Py_None && !PyDict_Check(changes))
        return PyErr_Format(PyExc_TypeError, "set_remedies: expected a dict or None");
    for (int i = 1; i < REMEDY_COUNT && changes != Py_None; i++) {
        wanted[i] = text_in(changes, default_wording[i].name);
        if (PyErr_Occurred()) return NULL;
        known += wanted[i] != NULL;
    }
    if (changes != Py_None && known != PyDict_GET_SIZE(changes))
        return PyErr_Format(PyExc_ValueError, "set_remedies: unknown remedy among %R", changes);
    for (int i = 1; i < REMEDY_COUNT; i++)
        atomic_store_explicit(&dialect_wording[i], wanted[i], memory_order_release);
    Py_RETURN_NONE;
}

PyMethodDef remedy_functions[] = {
    {"set_remedies", set_remedies, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
