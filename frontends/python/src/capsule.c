/* capsule.c - DLPack: exchange of arrays with other libraries through capsules.
 *
 * The life cycle of a capsule, in both directions:
 *
 *   "dltensor_versioned" --> consumed: the consumer renames it "used_..." and owns the tensor
 *          |
 *          `--> not consumed: the capsule's destructor calls the tensor's deleter
 *
 * The deleter of an imported tensor may call Python (NumPy's does), so it needs the GIL.  It is
 * therefore called by the destructor of a capsule that this file creates and notice_drop releases.
 * The deleter of an exported tensor calls only the library and may run on any thread.  Before
 * DLPack 1.0, a tensor had neither a version nor flags, and its capsule was named "dltensor"; that
 * form is supported too.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <stdlib.h>
#include <string.h>

/* ---- Structs, in the layout fixed by DLPack ---------------------------------------------------- */

typedef struct dl_tensor {
    void *data;
    struct {
        int32_t type, id;
    } device;
    int32_t ndim;
    struct {
        uint8_t code, bits;
        uint16_t lanes;
    } dtype;
    int64_t *shape;
    int64_t *strides; /* in elements; NULL if row-major */
    uint64_t byte_offset;
} dl_tensor;

typedef struct DLManagedTensorVersioned managed;
struct DLManagedTensorVersioned {
    struct {
        uint32_t major, minor;
    } version;
    void *ctx;
    void (*deleter)(managed *self);
    uint64_t flags;
    dl_tensor tensor;
};

typedef struct legacy legacy; /* DLManagedTensor, the struct used before DLPack 1.0 */
struct legacy {
    dl_tensor tensor;
    void *ctx;
    void (*deleter)(legacy *self);
};

enum { DL_CPU = 1, DL_READONLY = 1, DL_COPIED = 2 };

static const char versioned_name[] = "dltensor_versioned", legacy_name[] = "dltensor";

static void end_versioned(managed *m) {
    if (m->deleter != NULL) m->deleter(m);
}

static void end_legacy(legacy *p) {
    if (p->deleter != NULL) p->deleter(p);
}

/* ---- Export ------------------------------------------------------------------------------------ */

static void drop_versioned(PyObject *capsule) {
    if (PyCapsule_IsValid(capsule, versioned_name))
        end_versioned(PyCapsule_GetPointer(capsule, versioned_name));
}

static void drop_legacy(PyObject *capsule) {
    if (PyCapsule_IsValid(capsule, legacy_name))
        end_legacy(PyCapsule_GetPointer(capsule, legacy_name));
}

static void end_both(legacy *p) {
    end_versioned(p->ctx);
    free(p);
}

static PyObject *legacy_capsule(managed *m) {
    if (m->flags & DL_READONLY) {
        end_versioned(m);
        PyErr_SetString(PyExc_BufferError,
                        "__dlpack__: read-only memory can be exported only with max_version=(1, "
                        "0) or later, or with copy=True");
        return NULL;
    }
    legacy *p = malloc(sizeof *p);
    if (p == NULL) {
        end_versioned(m);
        return PyErr_NoMemory();
    }
    *p = (legacy){.tensor = m->tensor, .ctx = m, .deleter = end_both};
    PyObject *capsule = PyCapsule_New(p, legacy_name, drop_legacy);
    if (capsule == NULL) end_both(p);
    return capsule;
}

static PyObject *versioned_capsule(managed *m) {
    PyObject *capsule = PyCapsule_New(m, versioned_name, drop_versioned);
    if (capsule == NULL) end_versioned(m);
    return capsule;
}

/* Block until all reads issued so far have finished, because the consumer may write to the
 * memory. */
static int wait_for_reads(weir_array *a) {
    void *data;
    int again;
    while ((again = wait_outcome(weir_array_map(a, WEIR_MAP_WRITE, &data))) > 0) {}
    if (again == 0) (void)weir_array_unmap(a);
    return again;
}

/* The library exports a copy if the array is not in host memory; nothing else uses that copy. */
static int lend(weir_array *a, managed **out) {
    if (wait_for(a, -1, "dlpack") < 0) return -1;
    int again;
    while ((again = wait_outcome(weir_array_to_dlpack(a, out))) > 0) {}
    if (again < 0 || (*out)->flags & (DL_READONLY | DL_COPIED) || wait_for_reads(a) == 0)
        return again;
    end_versioned(*out);
    return -1;
}

static int lend_copy(weir_array *a, managed **out) {
    weir_array *copy;
    int again;
    while ((again = wait_outcome(weir_copy(a, &copy))) > 0) {}
    if (again < 0) return -1;
    again = lend(copy, out);
    weir_array_release(copy);
    if (again == 0) (*out)->flags |= DL_COPIED;
    return again;
}

/* Check that the requested device is None or the CPU. */
static int check_device(PyObject *device) {
    int64_t pair[2];
    if (device == Py_None) return 0;
    if (value_ints(device, pair, 2, "dl_device") == 2 && pair[0] == DL_CPU) return 0;
    if (!PyErr_Occurred() || PyErr_ExceptionMatches(PyExc_ValueError))
        PyErr_Format(PyExc_BufferError,
                     "__dlpack__: dl_device must be None or (1, 0) (the CPU), not %R", device);
    return -1;
}

PyObject *dlpack_export(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *keywords[] = {"stream", "max_version", "dl_device", "copy", NULL};
    PyObject *stream = Py_None, *version = Py_None, *device = Py_None, *how = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|$OOOO:__dlpack__", keywords, &stream, &version,
                                     &device, &how))
        return NULL;
    if (stream != Py_None)
        return PyErr_Format(PyExc_ValueError, "__dlpack__: stream must be None on the CPU, not %R",
                            stream);
    int64_t most[2] = {0, 0};
    int copy = how == Py_None ? 0 : PyObject_IsTrue(how);
    if (copy < 0 || check_device(device) < 0 ||
        (version != Py_None && value_ints(version, most, 2, "max_version") < 0))
        return NULL;
    managed *m;
    weir_array *a = ((Array *)self)->a;
    if (array_is_elsewhere(a)) {
        if (how != Py_None && !copy)
            return PyErr_Format(PyExc_BufferError,
                                "__dlpack__: copy=False, but the array is not in host memory; omit "
                                "copy, or copy the array first: x.to_device(\"cpu\")");
        copy = 0; /* what the library exports is a copy */
    }
    if ((copy ? lend_copy(a, &m) : lend(a, &m)) < 0) return NULL;
    return most[0] >= 1 ? versioned_capsule(m) : legacy_capsule(m);
}

PyObject *dlpack_device(PyObject *self, PyObject *unused) {
    (void)self, (void)unused;
    return Py_BuildValue("(ii)", DL_CPU, 0);
}

/* ---- Import ------------------------------------------------------------------------------------ */

static const char loan_name[] = "weir.loan";

/* Call the tensor's deleter.  It may run Python code, so an exception that is already set is saved
 * and restored. */
static void return_versioned(PyObject *owner) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    end_versioned(PyCapsule_GetPointer(owner, loan_name));
    PyErr_Restore(type, value, trace);
}

static void return_legacy(PyObject *owner) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    end_legacy(PyCapsule_GetPointer(owner, loan_name));
    PyErr_Restore(type, value, trace);
}

static weir_dtype dtype_of(const dl_tensor *t) {
    static const struct {
        uint8_t code, bits;
        weir_dtype dtype;
    } known[] = {{6, 8, WEIR_BOOL},     {0, 8, WEIR_INT8},       {0, 16, WEIR_INT16},
                 {0, 32, WEIR_INT32},   {0, 64, WEIR_INT64},     {1, 8, WEIR_UINT8},
                 {1, 16, WEIR_UINT16},  {1, 32, WEIR_UINT32},    {1, 64, WEIR_UINT64},
                 {2, 16, WEIR_FLOAT16}, {4, 16, WEIR_BFLOAT16},  {2, 32, WEIR_FLOAT32},
                 {2, 64, WEIR_FLOAT64}, {5, 64, WEIR_COMPLEX64}, {5, 128, WEIR_COMPLEX128}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].code == t->dtype.code && known[i].bits == t->dtype.bits && t->dtype.lanes == 1)
            return known[i].dtype;
    return 0;
}

/* Fill *l from the description of a tensor, except for the owner, which the caller sets. */
static int read_tensor(const dl_tensor *t, lent *l) {
    uintptr_t first;
    bool wraps = __builtin_add_overflow((uintptr_t)t->data, t->byte_offset, &first);
    *l = (lent){.path = "DLPack", .dtype = dtype_of(t), .ndim = t->ndim};
    /* A NULL pointer stays NULL, whatever the offset. */
    l->data = t->data != NULL ? (char *)first : NULL;
    if (t->device.type != DL_CPU)
        PyErr_Format(PyExc_BufferError,
                     "DLPack: the tensor is on device type %d, but must be on the CPU (1); use "
                     "weir.from_dlpack(x, device=\"cpu\") to request a copy from its library",
                     (int)t->device.type);
    else if (l->dtype == 0)
        PyErr_Format(PyExc_BufferError,
                     "DLPack: the dtype with DLPack code %d, %d bit%s and %d lane%s is not "
                     "supported",
                     t->dtype.code, t->dtype.bits, t->dtype.bits == 1 ? "" : "s", t->dtype.lanes,
                     t->dtype.lanes == 1 ? "" : "s");
    else if (t->ndim < 0 || t->ndim > WEIR_NDIM_MAX)
        PyErr_Format(PyExc_BufferError,
                     "DLPack: an array cannot have %d dimensions; the maximum is %d", (int)t->ndim,
                     WEIR_NDIM_MAX);
    else if (t->ndim > 0 && t->shape == NULL)
        PyErr_Format(PyExc_BufferError,
                     "DLPack: the tensor has %d dimension%s, but its shape is NULL", (int)t->ndim,
                     t->ndim == 1 ? "" : "s");
    else if (wraps)
        PyErr_Format(PyExc_BufferError,
                     "DLPack: a byte_offset of %llu from %p exceeds the address space",
                     (unsigned long long)t->byte_offset, t->data);
    if (PyErr_Occurred()) return -1;
    int64_t size = (int64_t)weir_dtype_bytes(l->dtype), step = size;
    for (int i = t->ndim - 1; i >= 0; i--) {
        l->shape[i] = t->shape[i];
        l->strides[i] = step;
        /* The stride of an axis with one element is never used, so it may have any value. */
        if (t->strides != NULL && t->shape[i] > 1 &&
            __builtin_mul_overflow(t->strides[i], size, &l->strides[i])) {
            PyErr_Format(PyExc_BufferError,
                         "DLPack: a stride of %lld elements of %s on axis %d exceeds the address "
                         "space",
                         (long long)t->strides[i], weir_dtype_name(l->dtype), i);
            return -1;
        }
        /* On overflow, set the stride to 0; lent_take will raise an exception. */
        if (__builtin_mul_overflow(step, t->shape[i], &step)) step = 0;
    }
    return 0;
}

static int take_versioned(PyObject *capsule, lent *l) {
    managed *m = PyCapsule_GetPointer(capsule, versioned_name);
    /* Fail if the major version is not 1.  The deleter has the same offset in all versions, so the
     * capsule's destructor can still call it. */
    if (m->version.major != 1) {
        PyErr_Format(PyExc_BufferError, "DLPack: version %u.%u is not supported; only version 1 is",
                     m->version.major, m->version.minor);
        return -1;
    }
    if (read_tensor(&m->tensor, l) < 0) return -1;
    l->readonly = m->flags & DL_READONLY;
    l->owner = PyCapsule_New(m, loan_name, return_versioned);
    return l->owner != NULL ? PyCapsule_SetName(capsule, "used_dltensor_versioned") : -1;
}

static int take_legacy(PyObject *capsule, lent *l) {
    legacy *p = PyCapsule_GetPointer(capsule, legacy_name);
    if (read_tensor(&p->tensor, l) < 0) return -1;
    l->owner = PyCapsule_New(p, loan_name, return_legacy);
    return l->owner != NULL ? PyCapsule_SetName(capsule, "used_dltensor") : -1;
}

/* Call __dlpack__.  A library that does not support the keywords raises TypeError; its __dlpack__
 * is then called without them. */
static PyObject *ask(PyObject *o, bool move, int copy) {
    PyObject *method = PyObject_GetAttr(o, names.dlpack), *capsule = NULL;
    if (method == NULL) return NULL;
    PyObject *none = PyTuple_New(0), *keywords = Py_BuildValue("{s(ii)}", "max_version", 1, 0);
    int status = none != NULL && keywords != NULL ? 0 : -1;
    if (status == 0 && copy == 0) status = PyDict_SetItemString(keywords, "copy", Py_False);
    if (status == 0 && move) {
        PyObject *cpu = Py_BuildValue("(ii)", DL_CPU, 0);
        status = cpu != NULL ? PyDict_SetItemString(keywords, "dl_device", cpu) : -1;
        Py_XDECREF(cpu);
    }
    if (status == 0) capsule = PyObject_Call(method, none, keywords);
    if (capsule == NULL && status == 0 && PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear();
        capsule = PyObject_CallNoArgs(method);
    }
    Py_XDECREF(none);
    Py_XDECREF(keywords);
    Py_DECREF(method);
    return capsule;
}

/* Check the device that the object reports.  This is done before the memory is requested, since
 * that request may synchronise a GPU. */
static int check_place(PyObject *o, bool move) {
    PyObject *device = PyObject_CallMethodNoArgs(o, names.dlpack_device);
    PyObject *pair = device != NULL ? PySequence_Tuple(device) : NULL;
    Py_XDECREF(device);
    if (pair == NULL) return -1;
    long type = PyTuple_GET_SIZE(pair) > 0 ? PyLong_AsLong(PyTuple_GET_ITEM(pair, 0)) : 0;
    Py_DECREF(pair);
    if (PyErr_Occurred()) return -1;
    if (type == DL_CPU || move) return 0;
    PyErr_Format(PyExc_BufferError,
                 "DLPack: %.100s is on device type %ld, but must be on the CPU (1); use "
                 "weir.from_dlpack(x, device=\"cpu\") to request a copy from its library",
                 Py_TYPE(o)->tp_name, type);
    return -1;
}

int dlpack_borrow(PyObject *o, bool move, int copy, lent *l) {
    if (PyObject_HasAttr(o, names.dlpack_device) && check_place(o, move) < 0) return -1;
    PyObject *capsule = ask(o, move, copy);
    if (capsule == NULL) return -1;
    int status = -1;
    if (PyCapsule_IsValid(capsule, versioned_name))
        status = take_versioned(capsule, l);
    else if (PyCapsule_IsValid(capsule, legacy_name))
        status = take_legacy(capsule, l);
    else
        PyErr_Format(PyExc_BufferError,
                     "%.100s.__dlpack__() must return an unused DLPack capsule, not %R",
                     Py_TYPE(o)->tp_name, capsule);
    Py_DECREF(capsule);
    return status;
}

/* Replace *a with a copy on `device`, a CPU device with another index. */
static int move_to(int32_t device, int copy, weir_array **a) {
    if (device == WEIR_DEVICE_DEFAULT || device == weir_array_device(*a)) return 0;
    if (copy == 0) {
        PyErr_SetString(PyExc_ValueError, "copy=False, but moving to another device requires a "
                                          "copy");
        return -1;
    }
    weir_array *moved;
    int again;
    while ((again = wait_outcome(weir_to_device(*a, device, &moved))) > 0) {}
    if (again < 0) return -1;
    weir_array_release(*a);
    *a = moved;
    return 0;
}

PyObject *exchange_from_dlpack(PyObject *module, PyObject *args, PyObject *kwargs) {
    (void)module;
    static char *keywords[] = {"", "device", "copy", NULL};
    PyObject *x, *where = Py_None, *how = Py_None;
    int32_t device;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|$OO:from_dlpack", keywords, &x, &where,
                                     &how) ||
        device_from(where, &device) < 0)
        return NULL;
    int copy = how == Py_None ? -1 : PyObject_IsTrue(how);
    if (copy < 0 && how != Py_None) return NULL;
    weir_array *a;
    /* If x is an Array, share its storage directly, so that operations on it remain in program
     * order. */
    if (is_array(x)) return value_array(x, 0, device, copy, &a) == 0 ? array_wrap(a) : NULL;
    if (!PyObject_HasAttr(x, names.dlpack))
        return PyErr_Format(PyExc_TypeError,
                            "from_dlpack: '%.100s' object has no attribute '__dlpack__'",
                            Py_TYPE(x)->tp_name);
    lent l;
    if (dlpack_borrow(x, where != Py_None, copy, &l) < 0) return NULL;
    int status = lent_take(&l, copy, &a);
    Py_DECREF(l.owner);
    if (status < 0) return NULL;
    if (move_to(device, copy, &a) == 0) return array_wrap(a);
    weir_array_release(a);
    return NULL;
}
