/* device.c - devices as Python objects.  There is one object per device, created at its first use.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <limits.h>
#include <string.h>

enum { KINDS = WEIR_DEVICE_CUDA + 1, NAME_BYTES = 32 };

typedef struct Device {
    PyObject_HEAD int32_t device;
} Device;

static PyTypeObject *device_type;
/* under the GIL: the objects by kind and index; NULL: not created yet */
static PyObject *devices[KINDS][WEIR_DEVICE_INDEX_MAX + 1];

PyObject *device_object(int32_t device) {
    if (device == WEIR_DEVICE_DEFAULT) return Py_NewRef(Py_None);
    PyObject **at = &devices[device & 0xff][device >> 8];
    if (*at == NULL) {
        Device *d = PyObject_New(Device, device_type);
        if (d == NULL) return NULL;
        d->device = device;
        *at = (PyObject *)d;
    }
    return Py_NewRef(*at);
}

int device_from(PyObject *o, int32_t *out) {
    *out = WEIR_DEVICE_DEFAULT;
    if (o == NULL || o == Py_None) return 0;
    if (Py_TYPE(o) == device_type) {
        *out = ((Device *)o)->device;
        return 0;
    }
    if (!PyUnicode_Check(o)) {
        PyObject *why = PyObject_GetAttrString(o, "_why_no_device"); /* of weir.device */
        if (why != NULL) {
            PyErr_SetObject(PyExc_TypeError, why);
            Py_DECREF(why);
            return -1;
        }
        PyErr_Clear();
        PyErr_Format(PyExc_ValueError,
                     "%R is not an available device; pass one of weir.devices(), or a name such as "
                     "\"cpu\" or \"cpu:1\"",
                     o);
        return -1;
    }
    const char *text = utf8_of(o);
    if (text == NULL) return -1;
    if (weir_device_parse(text, out) == WEIR_OK) return 0;
    PyErr_SetString(PyExc_ValueError, weir_error());
    return -1;
}

/* Device(x): return the device with this name; a Device is returned unchanged. */
static PyObject *device_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    (void)type;
    static char *keywords[] = {"", NULL};
    PyObject *o;
    int32_t device;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O:Device", keywords, &o)) return NULL;
    if (o == Py_None)
        return PyErr_Format(PyExc_TypeError, "Device: pass a name such as \"cpu:1\", not None");
    return device_from(o, &device) < 0 ? NULL : device_object(device);
}

static const char *name_of(PyObject *o, char *text) {
    (void)weir_device_name(((Device *)o)->device, text, NAME_BYTES);
    return text;
}

static PyObject *device_repr(PyObject *o) {
    char text[NAME_BYTES];
    int32_t device = ((Device *)o)->device;
    if ((device & 0xff) == WEIR_DEVICE_CPU)
        return PyUnicode_FromFormat("weir.cpu(%d)", device >> 8);
    return PyUnicode_FromFormat("weir.Device('%s')", name_of(o, text));
}

static PyObject *device_str(PyObject *o) {
    char text[NAME_BYTES];
    return PyUnicode_FromString(name_of(o, text));
}

static PyObject *device_index(PyObject *o, void *unused) {
    (void)unused;
    return PyLong_FromLong(((Device *)o)->device >> 8);
}

static PyObject *device_kind(PyObject *o, void *unused) {
    (void)unused;
    char text[NAME_BYTES];
    const char *name = name_of(o, text);
    return PyUnicode_FromStringAndSize(name, (Py_ssize_t)strcspn(name, ":"));
}

static PyObject *device_compare(PyObject *left, PyObject *right, int how) {
    if (how != Py_EQ && how != Py_NE) Py_RETURN_NOTIMPLEMENTED;
    char text[NAME_BYTES];
    bool same = left == right; /* there is one object per device */
    if (!same && PyUnicode_Check(right))
        same = PyUnicode_CompareWithASCIIString(right, name_of(left, text)) == 0;
    else if (!same && Py_TYPE(right) != device_type)
        Py_RETURN_NOTIMPLEMENTED;
    return PyBool_FromLong(same == (how == Py_EQ));
}

/* A device equals its full name, so it has the hash of that name. */
static Py_hash_t device_hash(PyObject *o) {
    PyObject *text = device_str(o);
    Py_hash_t hash = text != NULL ? PyObject_Hash(text) : -1;
    Py_XDECREF(text);
    return hash;
}

static PyObject *device_reduce(PyObject *o, PyObject *unused) {
    (void)unused;
    char text[NAME_BYTES];
    return Py_BuildValue("O(s)", device_type, name_of(o, text));
}

static PyGetSetDef device_attributes[] = {
    {"index", device_index, NULL, "The index among the devices of its type.", NULL},
    {"type", device_kind, NULL, "The type of the device, such as \"cpu\".", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef device_methods[] = {{"__reduce__", device_reduce, METH_NOARGS, NULL},
                                       {NULL, NULL, 0, NULL}};

static PyType_Slot device_slots[] = {
    {Py_tp_new, (void *)device_new},
    {Py_tp_repr, (void *)device_repr},
    {Py_tp_str, (void *)device_str},
    {Py_tp_richcompare, (void *)device_compare},
    {Py_tp_hash, (void *)device_hash},
    {Py_tp_getset, device_attributes},
    {Py_tp_methods, device_methods},
    {Py_tp_doc,
     "Device(name, /)\n--\n\nA device that holds arrays, such as Device(\"cpu:1\").  There is "
     "one object for each device; str(device) is its name."},
    {0, NULL},
};

static PyType_Spec device_spec = {
    .name = "weir.Device",
    .basicsize = sizeof(Device),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = device_slots,
};

static PyObject *cpu(PyObject *module, PyObject *args) {
    (void)module;
    int index = 0;
    if (!PyArg_ParseTuple(args, "|i:cpu", &index)) return NULL;
    if (index < 0 || index > WEIR_DEVICE_INDEX_MAX)
        return PyErr_Format(PyExc_ValueError,
                            "cpu: the device index must be between 0 and %d, not %d",
                            WEIR_DEVICE_INDEX_MAX, index);
    return device_object(WEIR_CPU(index));
}

static PyObject *list_devices(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    int32_t list[KINDS * (WEIR_DEVICE_INDEX_MAX + 1)];
    if (py_ready() < 0) return NULL;
    size_t count = weir_devices(py_runtime, list, sizeof list / sizeof *list);
    PyObject *result = PyList_New(0);
    for (size_t i = 0; result != NULL && i < count; i++) {
        PyObject *one = device_object(list[i]);
        if (one == NULL || PyList_Append(result, one) < 0) Py_CLEAR(result);
        Py_XDECREF(one);
    }
    return result;
}

/* Find an Array in a list or tuple, at any depth.  Return 1 and its device, 0 if there is none, or
 * -1 if the nesting is too deep for an array (a list may contain itself). */
static int find_device(PyObject *items, int depth, int32_t *device) {
    if (depth > WEIR_NDIM_MAX) return -1;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(items); i++) {
        PyObject *o = PySequence_Fast_GET_ITEM(items, i);
        if (is_array(o)) {
            *device = weir_array_device(((Array *)o)->a);
            return 1;
        }
        int found = PyList_Check(o) || PyTuple_Check(o) ? find_device(o, depth + 1, device) : 0;
        if (found != 0) return found;
    }
    return 0;
}

static PyObject *device_to_follow(PyObject *module, PyObject *const *args, Py_ssize_t nargs) {
    (void)module;
    if (nargs != 2 || !PyTuple_Check(args[0]) || !PyDict_Check(args[1]))
        return PyErr_Format(PyExc_TypeError, "device_to_follow: expected a tuple and a dict");
    int32_t device;
    if (py_ready() < 0) return NULL;
    int found = find_device(args[0], 0, &device);
    if (found == 0 && PyDict_GET_SIZE(args[1]) > 0) {
        PyObject *values = PyDict_Values(args[1]);
        if (values == NULL) return NULL;
        found = find_device(values, 0, &device);
        Py_DECREF(values);
    }
    if (found <= 0 || device == weir_default_device_set(WEIR_DEVICE_DEFAULT)) Py_RETURN_NONE;
    return device_object(device);
}

/* ---- CUDA -------------------------------------------------------------------------------------- */

static PyObject *cuda_card(PyObject *module, PyObject *arg) {
    (void)module;
    weir_cuda_card c = {.size = sizeof c};
    long index = PyLong_AsLong(arg);
    if (PyErr_Occurred()) return NULL;
    if (index < 0 || index > WEIR_DEVICE_INDEX_MAX) index = WEIR_DEVICE_INDEX_MAX;
    weir_status status = weir_cuda_card_at((int32_t)index, &c);
    if (status != WEIR_OK) return raise_status(status);
    return Py_BuildValue("(ssKii)", c.name, c.architecture, (unsigned long long)c.memory_bytes,
                         (int)c.processors, (int)c.ordinal);
}

/* cuda_libraries(count=all): the first ones; only these are loaded. */
static PyObject *cuda_libraries(PyObject *module, PyObject *args) {
    (void)module;
    int most = INT_MAX;
    if (!PyArg_ParseTuple(args, "|i:cuda_libraries", &most)) return NULL;
    PyObject *result = PyList_New(0);
    weir_cuda_library l = {.size = sizeof l};
    for (int i = 0; result != NULL && i < most && weir_cuda_library_at(i, &l) == WEIR_OK; i++) {
        PyObject *one =
            Py_BuildValue("(ssszzz)", l.name, l.use, l.package, l.path, l.version, l.problem);
        if (one == NULL || PyList_Append(result, one) < 0) Py_CLEAR(result);
        Py_XDECREF(one);
    }
    return result;
}

/* cuda_search(folder): see weir_cuda_search_add.  Folders beyond the maximum are ignored. */
static PyObject *cuda_search(PyObject *module, PyObject *folder) {
    (void)module;
    const char *text = PyUnicode_Check(folder) ? utf8_of(folder) : "";
    if (text == NULL) return NULL;
    (void)weir_cuda_search_add(text);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"cuda_card", cuda_card, METH_O, NULL},
    {"cuda_libraries", cuda_libraries, METH_VARARGS, NULL},
    {"cuda_search", cuda_search, METH_O, NULL},
    {"cpu", cpu, METH_VARARGS, "cpu(index=0, /)\n--\n\nReturn the CPU device with this index."},
    {"device_to_follow", (PyCFunction)(void (*)(void))device_to_follow, METH_FASTCALL,
     "device_to_follow(args, kwargs, /)\n--\n\nReturn the device of the first array among the "
     "arguments, or None if there is no array or if the device is the default device."},
    {"devices", list_devices, METH_NOARGS,
     "devices()\n--\n\nReturn a list of the devices of this process: the CPU, then devices with a "
     "queue of their own.  The CPU devices cpu:1 to cpu:63, which share the CPU with cpu:0, are not "
     "listed."},
    {NULL, NULL, 0, NULL},
};

int device_init(PyObject *module) {
    device_type = (PyTypeObject *)PyType_FromSpec(&device_spec);
    if (device_type == NULL || PyModule_AddObjectRef(module, "Device", (PyObject *)device_type) < 0)
        return -1;
    return PyModule_AddFunctions(module, functions);
}
