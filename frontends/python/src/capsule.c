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

enum { DL_CPU = 1, DL_CUDA = 2, DL_CUDA_HOST = 3, DL_CUDA_MANAGED = 13 };
enum { DL_READONLY = 1, DL_COPIED = 2 };

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

static bool is_cuda(const weir_array *a) {
    return (weir_array_device(a) & 0xff) == WEIR_DEVICE_CUDA;
}

/* The library exports a copy if the array is on a null device; nothing else uses that copy.  It waits
 * for reads by itself if the array is on a CUDA device, or lets the consumer's stream wait. */
static int lend(weir_array *a, uint64_t stream, managed **out) {
    if (!is_cuda(a)) stream = 0;
    if (stream == 0 && wait_for(a, -1, "dlpack") < 0) return -1;
    int again;
    while ((again = wait_outcome(weir_array_to_dlpack_stream(a, stream, out))) > 0) {}
    if (again < 0 || (*out)->flags & (DL_READONLY | DL_COPIED) || is_cuda(a) ||
        wait_for_reads(a) == 0)
        return again;
    end_versioned(*out);
    return -1;
}

static int lend_copy(weir_array *a, uint64_t stream, managed **out) {
    weir_array *copy;
    int again;
    while ((again = wait_outcome(weir_copy(a, &copy))) > 0) {}
    if (again < 0) return -1;
    again = lend(copy, stream, out);
    weir_array_release(copy);
    if (again == 0) (*out)->flags |= DL_COPIED;
    return again;
}

/* Export a copy in host memory. */
static int lend_on_host(weir_array *a, managed **out) {
    weir_array *copy;
    int again;
    while ((again = wait_outcome(weir_to_device(a, WEIR_CPU(0), &copy))) > 0) {}
    if (again < 0) return -1;
    again = lend(copy, 0, out);
    weir_array_release(copy);
    if (again == 0) (*out)->flags |= DL_COPIED;
    return again;
}

/* The device of an array as DLPack numbers devices.  An array on a null device is exported as a copy
 * on the CPU. */
static int own_place(const weir_array *a, int64_t place[2]) {
    weir_cuda_card card = {.size = sizeof card};
    place[0] = DL_CPU;
    place[1] = 0;
    if (!is_cuda(a)) return 0;
    weir_status status = weir_cuda_card_at(weir_array_device(a) >> 8, &card);
    if (status != WEIR_OK) {
        raise_status(status);
        return -1;
    }
    place[0] = DL_CUDA;
    place[1] = card.ordinal;
    return 0;
}

/* Where to export to: 0 for the array's own device, 1 for the CPU, or -1. */
static int find_target(PyObject *device, const int64_t own[2]) {
    int64_t pair[2];
    if (device == Py_None) return 0;
    if (value_ints(device, pair, 2, "dl_device") == 2) {
        if (pair[0] == own[0] && (pair[0] == DL_CPU || pair[1] == own[1])) return 0;
        if (pair[0] == DL_CPU) return 1;
    }
    if (!PyErr_Occurred() || PyErr_ExceptionMatches(PyExc_ValueError)) {
        if (own[0] == DL_CPU)
            PyErr_Format(PyExc_BufferError,
                         "__dlpack__: dl_device must be None or (1, 0) (the CPU), not %R", device);
        else
            PyErr_Format(PyExc_BufferError,
                         "__dlpack__: dl_device must be None, (1, 0) (the CPU) or (%d, %d) (the "
                         "device of the array), not %R",
                         (int)own[0], (int)own[1], device);
    }
    return -1;
}

/* Find the consumer's stream: 1 (the legacy default stream), 2 (the default stream of the thread), or
 * an address.  It will wait for the values.  With None, or -1 (the consumer wants no order by the
 * stream), *to is 0: the values are complete when the capsule is returned. */
static int find_stream(PyObject *stream, bool cuda, uint64_t *to) {
    *to = 0;
    if (stream == Py_None) return 0;
    if (!cuda) {
        PyErr_Format(PyExc_ValueError, "__dlpack__: stream must be None on the CPU, not %R",
                     stream);
        return -1;
    }
    if (PyLong_Check(stream)) {
        int overflow;
        long long number = PyLong_AsLongLongAndOverflow(stream, &overflow);
        if (overflow == 0 && number > 0) *to = (uint64_t)number;
        if (overflow > 0 || (overflow == 0 && (number > 0 || number == -1))) return 0;
    }
    PyErr_Format(PyExc_ValueError,
                 "__dlpack__: stream must be None, -1, 1, 2 or the address of a CUDA stream, not "
                 "%R",
                 stream);
    return -1;
}

PyObject *dlpack_export(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *keywords[] = {"stream", "max_version", "dl_device", "copy", NULL};
    PyObject *stream = Py_None, *version = Py_None, *device = Py_None, *how = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|$OOOO:__dlpack__", keywords, &stream, &version,
                                     &device, &how))
        return NULL;
    weir_array *a = ((Array *)self)->a;
    int64_t most[2] = {0, 0}, own[2];
    uint64_t address;
    int copy = how == Py_None ? 0 : PyObject_IsTrue(how);
    if (copy < 0 || find_stream(stream, is_cuda(a), &address) < 0 || own_place(a, own) < 0)
        return NULL;
    int to_host = find_target(device, own);
    if (to_host < 0 || (version != Py_None && value_ints(version, most, 2, "max_version") < 0))
        return NULL;
    managed *m;
    if (array_is_elsewhere(a) && !is_cuda(a)) to_host = 1;
    if (to_host && how != Py_None && !copy)
        return PyErr_Format(PyExc_BufferError,
                            "__dlpack__: copy=False, but the array is not in host memory; omit "
                            "copy, or copy the array first: x.to_device(\"cpu\")");
    if ((to_host ? lend_on_host(a, &m)
         : copy  ? lend_copy(a, address, &m)
                 : lend(a, address, &m)) < 0)
        return NULL;
    return most[0] >= 1 ? versioned_capsule(m) : legacy_capsule(m);
}

PyObject *dlpack_device(PyObject *self, PyObject *unused) {
    (void)unused;
    int64_t own[2];
    if (own_place(((Array *)self)->a, own) < 0) return NULL;
    return Py_BuildValue("(ii)", (int)own[0], (int)own[1]);
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

/* Our device for one of DLPack's: 0 for host memory, or a CUDA device. */
static int find_device(long type, long id, int32_t *device) {
    weir_cuda_card card = {.size = sizeof card};
    *device = 0;
    if (type == DL_CPU || type == DL_CUDA_HOST) return 0;
    if (type != DL_CUDA && type != DL_CUDA_MANAGED) {
        PyErr_Format(PyExc_BufferError,
                     "DLPack: the tensor is on device type %ld, but must be on the CPU (1) or on a "
                     "CUDA device (2); use weir.from_dlpack(x, device=\"cpu\") to request a copy "
                     "from its library",
                     type);
        return -1;
    }
    weir_status status;
    for (int32_t i = 0; (status = weir_cuda_card_at(i, &card)) == WEIR_OK; i++)
        if (card.ordinal == id) {
            *device = WEIR_CUDA(i);
            return 0;
        }
    PyErr_Format(PyExc_BufferError,
                 "DLPack: the tensor is on CUDA device %ld, which Weir cannot use: %s; use "
                 "weir.from_dlpack(x, device=\"cpu\") to request a copy from its library",
                 id, weir_error());
    return -1;
}

/* Fill *l from the description of a tensor, except for the owner, which the caller sets. */
static int read_tensor(const dl_tensor *t, lent *l) {
    uintptr_t first;
    bool wraps = __builtin_add_overflow((uintptr_t)t->data, t->byte_offset, &first);
    *l = (lent){.path = "DLPack", .dtype = dtype_of(t), .ndim = t->ndim};
    /* A NULL pointer stays NULL, whatever the offset. */
    l->data = t->data != NULL ? (char *)first : NULL;
    if (find_device(t->device.type, t->device.id, &l->device) < 0)
        /* an exception is set */;
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

/* What to ask a library for: a copy on the CPU, or its own memory in the order of a stream. */
typedef struct request {
    long type, id;   /* the device of the memory, as DLPack numbers it */
    int copy;        /* 0: do not copy */
    bool move;       /* to the CPU */
    int32_t device;  /* the CUDA device of the memory, or 0 */
    uint64_t stream; /* of that device */
} request;

static int set_keyword(PyObject *keywords, const char *name, PyObject *value) {
    int status = value != NULL ? PyDict_SetItemString(keywords, name, value) : -1;
    Py_XDECREF(value);
    return status;
}

static PyObject *keywords_of(const request *r) {
    PyObject *keywords = Py_BuildValue("{s(ii)}", "max_version", 1, 0);
    int status = keywords != NULL ? 0 : -1;
    if (status == 0 && r->copy == 0) status = set_keyword(keywords, "copy", Py_NewRef(Py_False));
    if (status == 0 && r->move)
        status = set_keyword(keywords, "dl_device", Py_BuildValue("(ii)", DL_CPU, 0));
    if (status == 0 && r->stream != 0 && !r->move)
        status = set_keyword(keywords, "stream", PyLong_FromUnsignedLongLong(r->stream));
    if (status < 0) Py_CLEAR(keywords);
    return keywords;
}

/* Ask for the device of the object.  This is done before the memory is requested, since the request
 * depends on it. */
static int find_place(PyObject *o, long *type, long *id) {
    *type = DL_CPU;
    *id = 0;
    if (!PyObject_HasAttr(o, names.dlpack_device)) return 0;
    PyObject *device = PyObject_CallMethodNoArgs(o, names.dlpack_device);
    PyObject *pair = device != NULL ? PySequence_Tuple(device) : NULL;
    Py_XDECREF(device);
    if (pair == NULL) return -1;
    *type = PyTuple_GET_SIZE(pair) > 0 ? PyLong_AsLong(PyTuple_GET_ITEM(pair, 0)) : 0;
    *id = PyTuple_GET_SIZE(pair) > 1 ? PyLong_AsLong(PyTuple_GET_ITEM(pair, 1)) : 0;
    Py_DECREF(pair);
    return PyErr_Occurred() ? -1 : 0;
}

/* Find out how to ask for memory that is not to be moved: in the order of which stream. */
static int plan(request *r) {
    if (r->type == DL_CPU || r->move) return 0;
    if (find_device(r->type, r->id, &r->device) < 0) return -1;
    weir_status status = weir_cuda_stream(r->device >> 8, &r->stream);
    if (status == WEIR_OK || r->device == 0) return 0; /* pinned memory needs no card of ours */
    raise_status(status);
    return -1;
}

/* Call __dlpack__.  A library that does not support the keywords raises TypeError; its __dlpack__
 * is then called without them, except for the stream, which all libraries with CUDA support.  Then
 * memory of a device is not moved by the library. */
static PyObject *ask(PyObject *o, request *r) {
    PyObject *method = PyObject_GetAttr(o, names.dlpack), *capsule = NULL;
    if (method == NULL) return NULL;
    PyObject *none = PyTuple_New(0), *keywords = keywords_of(r);
    if (none != NULL && keywords != NULL) capsule = PyObject_Call(method, none, keywords);
    if (capsule == NULL && none != NULL && keywords != NULL &&
        PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear();
        PyDict_Clear(keywords);
        r->move = false;
        int status = plan(r);
        if (status == 0 && r->stream != 0)
            status = set_keyword(keywords, "stream", PyLong_FromUnsignedLongLong(r->stream));
        if (status == 0) capsule = PyObject_Call(method, none, keywords);
    }
    Py_XDECREF(none);
    Py_XDECREF(keywords);
    Py_DECREF(method);
    return capsule;
}

/* Block until the library's work is done for which it made our stream wait, if the memory is the
 * host's.  Operations on memory of a device run after that work. */
static int wait_for_stream(const request *r) {
    weir_status status;
    if (r->stream == 0 || r->device != 0) return 0;
    Py_BEGIN_ALLOW_THREADS status = weir_cuda_stream_wait(r->device >> 8);
    Py_END_ALLOW_THREADS if (status == WEIR_OK) return 0;
    raise_status(status);
    return -1;
}

int dlpack_borrow(PyObject *o, int32_t target, int copy, lent *l) {
    request r = {.copy = copy, .move = target != WEIR_DEVICE_DEFAULT};
    int32_t there = 0;
    if (py_ready() < 0 || find_place(o, &r.type, &r.id) < 0) return -1;
    if (r.move && r.type != DL_CPU) {
        /* Memory of the target itself is shared; otherwise the library makes a copy on the CPU. */
        r.move = find_device(r.type, r.id, &there) < 0 || there != target;
        PyErr_Clear();
    }
    if (plan(&r) < 0) return -1;
    PyObject *capsule = ask(o, &r);
    if (capsule == NULL || wait_for_stream(&r) < 0) {
        Py_XDECREF(capsule);
        return -1;
    }
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

/* Replace *a with a copy on `device`, if it is on another one. */
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
    if (dlpack_borrow(x, device, copy, &l) < 0) return NULL;
    int status = lent_take(&l, copy, &a);
    Py_DECREF(l.owner);
    if (status < 0) return NULL;
    if (move_to(device, copy, &a) == 0) return array_wrap(a);
    weir_array_release(a);
    return NULL;
}
