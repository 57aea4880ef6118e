/* dlpack.c - exchanges arrays with other libraries without copying.
 *
 * The structs have the fixed binary layout of DLPack version 1.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "array/array.h"

typedef struct dl_device {
    int32_t type; /* DL_CPU, or memory that CUDA manages */
    int32_t id;
} dl_device;

typedef struct dl_dtype {
    uint8_t code; /* see codes[] */
    uint8_t bits;
    uint16_t lanes; /* only 1 is supported */
} dl_dtype;

typedef struct dl_tensor {
    void *data;
    dl_device device;
    int32_t ndim;
    dl_dtype dtype;
    int64_t *shape;
    int64_t *strides; /* NULL: row-major */
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

/* DL_CUDA_HOST: pinned memory of the host.  DL_CUDA_MANAGED: memory that moves to where it is used. */
enum { DL_CPU = 1, DL_CUDA = 2, DL_CUDA_HOST = 3, DL_CUDA_MANAGED = 13 };
enum { DL_MAJOR = 1, DL_READONLY = 1, DL_COPIED = 2 };
enum { DL_INT = 0, DL_UINT = 1, DL_FLOAT = 2, DL_BFLOAT = 4, DL_COMPLEX = 5, DL_BOOL = 6 };

static const dl_dtype codes[WR_DTYPE_COUNT] = {
    [WEIR_BOOL] = {DL_BOOL, 8, 1},
    [WEIR_INT8] = {DL_INT, 8, 1},
    [WEIR_INT16] = {DL_INT, 16, 1},
    [WEIR_INT32] = {DL_INT, 32, 1},
    [WEIR_INT64] = {DL_INT, 64, 1},
    [WEIR_UINT8] = {DL_UINT, 8, 1},
    [WEIR_UINT16] = {DL_UINT, 16, 1},
    [WEIR_UINT32] = {DL_UINT, 32, 1},
    [WEIR_UINT64] = {DL_UINT, 64, 1},
    [WEIR_FLOAT16] = {DL_FLOAT, 16, 1},
    [WEIR_BFLOAT16] = {DL_BFLOAT, 16, 1},
    [WEIR_FLOAT32] = {DL_FLOAT, 32, 1},
    [WEIR_FLOAT64] = {DL_FLOAT, 64, 1},
    [WEIR_COMPLEX64] = {DL_COMPLEX, 64, 1},
    [WEIR_COMPLEX128] = {DL_COMPLEX, 128, 1},
};

/* ---- Export ---------------------------------------------------------------------------------- */

typedef struct loan {
    managed tensor;
    /* the exported array: an owned reference, mapped until the tensor is deleted */
    weir_array *array;
    int64_t dim[2 * WEIR_NDIM_MAX];
} loan;

static void end_loan(managed *self) {
    loan *l = (loan *)(void *)self;
    weir_array_unmap(l->array);
    weir_array_release(l->array);
    free(l);
}

/* Make another handle for the same array.  The new handle belongs to no scope. */
static weir_status handle(weir_array *a, weir_array **out) {
    if (a->flags & WR_NUMBER)
        WR_TRY(wr_number_make(a->rt, a->dtype, a->dim, out));
    else
        WR_TRY(wr_array_alias(a, out));
    weir_scope_keep(*out);
    return WEIR_OK;
}

static void end_device_loan(managed *self) {
    loan *l = (loan *)(void *)self;
    atomic_fetch_sub_explicit(&wr_storage_of(l->array->var)->exports, 1, memory_order_relaxed);
    weir_array_release(l->array);
    free(l);
}

static void describe(loan *l, const weir_array *a, void *data, dl_device device) {
    bool readonly = a->var == NULL || wr_storage_of(a->var)->readonly;
    memcpy(l->dim, a->dim, (a->flags & WR_NUMBER ? 0 : 2 * (size_t)a->ndim) * sizeof *a->dim);
    l->tensor = (managed){.version = {DL_MAJOR, 0},
                          .deleter = device.type == DL_CPU ? end_loan : end_device_loan,
                          .flags = readonly ? DL_READONLY : 0,
                          .tensor = {.data = data,
                                     .device = device,
                                     .ndim = a->ndim,
                                     .dtype = codes[a->dtype],
                                     .shape = l->dim,
                                     .strides = l->dim + a->ndim}};
}

/* The host waits until the array has its values and, since the consumer may write, until queued reads
 * have ended; then every stream may use it. */
static weir_status wait_on_host(weir_array *a) {
    if (!wr_storage_of(a->var)->readonly) {
        WR_TRY(wr_array_wait(a, WR_FOREVER, "dlpack"));
        weir_status status = wr_array_wait_for_reads(a);
        wr_storage_written(a->var);
        WR_TRY(status);
    }
    return wr_array_wait(a, WR_FOREVER, "dlpack");
}

/* The stream waits instead, if that is possible. */
static weir_status wait_in_stream(weir_array *a, uint64_t stream) {
    bool done = false;
    if (wr_var_ready(a->var))
        WR_TRY(wr_array_wait(a, WR_FOREVER, "dlpack")); /* it may have failed */
    weir_status status = wr_storage_lend(a, stream, &done);
    if (!wr_storage_of(a->var)->readonly) wr_storage_written(a->var);
    return status != WEIR_OK || done ? status : wait_on_host(a);
}

/* Export memory of a CUDA device.  `stream` is that of the consumer, or 0. */
static weir_status export_device(weir_array *a, uint64_t stream, managed **out) {
    wr_storage *s = wr_storage_of(a->var);
    loan *l;
    weir_array *own;
    WR_TRY(wr_device_usable(a->rt, a->device, "weir_array_to_dlpack"));
    atomic_fetch_add_explicit(&s->exports, 1, memory_order_relaxed);
    weir_status status = stream != 0 ? wait_in_stream(a, stream) : wait_on_host(a);
    l = status == WEIR_OK ? calloc(1, sizeof *l) : NULL;
    if (status == WEIR_OK && (l == NULL || handle(a, &own) != WEIR_OK)) {
        free(l);
        status = wr_fail(WEIR_ENOMEM, "weir_array_to_dlpack: not enough memory for the tensor");
    }
    if (status != WEIR_OK) {
        atomic_fetch_sub_explicit(&s->exports, 1, memory_order_relaxed);
        return status;
    }
    l->array = own;
    describe(l, a, a->count > 0 ? wr_array_data(own) : NULL,
             (dl_device){DL_CUDA, wr_cuda_ordinal(a->device >> 8)});
    *out = &l->tensor;
    return WEIR_OK;
}

/* DLPack has no code for a null device, so export a copy in host memory. */
static weir_status export_copy(weir_array *a, managed **out) {
    weir_array *copy;
    WR_TRY(wr_device_usable(a->rt, a->device, "weir_array_to_dlpack"));
    WR_TRY(wr_transfer_to_host(a, WEIR_CPU(0), &copy));
    weir_scope_keep(copy);
    weir_status status = weir_array_to_dlpack(copy, out);
    weir_array_release(copy);
    if (status == WEIR_OK) (*out)->flags |= DL_COPIED;
    return status;
}

weir_status weir_array_to_dlpack(weir_array *a, struct DLManagedTensorVersioned **out) {
    return weir_array_to_dlpack_stream(a, 0, out);
}

weir_status weir_array_to_dlpack_stream(weir_array *a, uint64_t stream,
                                        struct DLManagedTensorVersioned **out) {
    if (a == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "weir_array_to_dlpack: %s is NULL", a == NULL ? "a" : "out");
    if (a->var != NULL && a->var->space != 0)
        return wr_device_is_cuda(a->device) ? export_device(a, stream, out) : export_copy(a, out);
    void *data;
    WR_TRY(weir_array_map(a, WEIR_MAP_READ, &data));
    loan *l = calloc(1, sizeof *l);
    weir_array *own = NULL;
    if (l == NULL || handle(a, &own) != WEIR_OK) {
        free(l);
        weir_array_unmap(a);
        return wr_fail(WEIR_ENOMEM, "weir_array_to_dlpack: not enough memory for the tensor");
    }
    data = wr_array_data(own);
    l->array = own;
    describe(l, a, data, (dl_device){DL_CPU, 0});
    *out = &l->tensor;
    return WEIR_OK;
}

/* ---- Import ---------------------------------------------------------------------------------- */

static int dtype_of(dl_dtype code) {
    for (int i = 1; i < WR_DTYPE_COUNT; i++)
        if (codes[i].code == code.code && codes[i].bits == code.bits && code.lanes == 1) return i;
    return 0;
}

static void give_back(void *ctx) {
    managed *m = ctx;
    if (m->deleter != NULL) m->deleter(m);
}

weir_status weir_array_from_dlpack(weir_runtime *rt, struct DLManagedTensorVersioned *m,
                                   weir_array **out) {
    static const char what[] = "weir_array_from_dlpack";
    if (rt == NULL || m == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "%s: %s is NULL", what,
                       rt == NULL  ? "rt"
                       : m == NULL ? "tensor"
                                   : "out");
    if (m->version.major != DL_MAJOR)
        return wr_fail(WEIR_EINVAL, "%s: DLPack version %u is not supported; expected version %d",
                       what, m->version.major, DL_MAJOR);
    const dl_tensor *t = &m->tensor;
    bool cuda = t->device.type == DL_CUDA || t->device.type == DL_CUDA_MANAGED;
    if (t->device.type != DL_CPU && t->device.type != DL_CUDA_HOST && !cuda)
        return wr_fail(WEIR_EINVAL,
                       "%s: the tensor is on device type %d; only tensors on the CPU and on CUDA "
                       "devices are supported",
                       what, t->device.type);
    int index = cuda ? wr_cuda_find_ordinal(t->device.id) : 0;
    if (index < 0)
        return wr_fail(WEIR_EDEVICE,
                       "%s: the tensor is on CUDA device %d, which is not a device of "
                       "this process (see WEIR_CUDA_DEVICES)",
                       what, t->device.id);
    int dtype = dtype_of(t->dtype);
    if (dtype == 0)
        return wr_fail(WEIR_EINVAL,
                       "%s: DLPack type code %u with %u bit%s and %u lane%s is not supported", what,
                       t->dtype.code, t->dtype.bits, t->dtype.bits == 1 ? "" : "s", t->dtype.lanes,
                       t->dtype.lanes == 1 ? "" : "s");
    uintptr_t first;
    if (__builtin_add_overflow((uintptr_t)t->data, t->byte_offset, &first))
        return wr_fail(
            WEIR_EINVAL,
            "%s: byte_offset %llu from data %p is beyond the address space of the process", what,
            (unsigned long long)t->byte_offset, t->data);
    uint32_t flags = m->flags & DL_READONLY ? WEIR_MEMORY_READONLY : 0;
    void *data = t->data != NULL ? (void *)first : NULL; /* an empty tensor has no data */
    if (cuda)
        return weir_array_from_device_memory(rt, WEIR_CUDA(index), (weir_dtype)dtype, t->shape,
                                             t->strides, t->ndim, (uint64_t)(uintptr_t)data, flags,
                                             give_back, m, out);
    return weir_array_from_memory(rt, (weir_dtype)dtype, t->shape, t->strides, t->ndim, data, flags,
                                  give_back, m, out);
}
