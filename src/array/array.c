/* array.c - array handles and scalar constants: creation, reference counts, accessors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array/array.h"

#include <string.h>

/* The maximum number of elements of an array.  With this limit no byte count overflows 64 bits:
 * neither that of the array, nor that of a full copy of a broadcast array, nor that of a table with
 * one entry per element. */
#define ELEMENTS_MAX (INT64_C(1) << 55)

static size_t size_of(int ndim) {
    size_t words = ndim > 0 ? 2 * (size_t)ndim : 2; /* a scalar value needs up to two words */
    return sizeof(weir_array) + words * sizeof(int64_t);
}

static weir_array *build(weir_runtime *rt, int dtype, int ndim, int32_t device) {
    weir_array *a = wr_alloc(&rt->memory, size_of(ndim), 16);
    if (a == NULL) return NULL;
    atomic_init(&a->refs, 1);
    a->dtype = (uint8_t)dtype;
    a->ndim = (uint8_t)ndim;
    a->device = device;
    a->rt = rt;
    atomic_init(&a->scope, NULL);
    atomic_init(&a->node, NULL);
    return a;
}

weir_status wr_array_make(weir_runtime *rt, weir_var *var, int dtype, int ndim,
                          const int64_t *shape, const int64_t *strides, int64_t offset,
                          int32_t device, weir_array **out) {
    weir_array *a = build(rt, dtype, ndim, device);
    if (WR_UNLIKELY(a == NULL))
        return wr_fail(WEIR_ENOMEM, "not enough memory for an array handle");
    a->var = var;
    a->offset = offset;
    if (ndim > 0) memcpy(a->dim, shape, (size_t)ndim * sizeof *shape);
    if (strides != NULL) {
        if (ndim > 0) memcpy(a->dim + ndim, strides, (size_t)ndim * sizeof *strides);
        a->flags = wr_is_row_major(ndim, shape, strides) ? WR_CONTIGUOUS : 0;
    } else {
        wr_row_major(ndim, shape, a->dim + ndim);
        a->flags = WR_CONTIGUOUS;
    }
    a->count = wr_count(ndim, shape);
    if (WR_UNLIKELY(a->count < 0 || a->count > ELEMENTS_MAX)) {
        wr_free(&rt->memory, a, size_of(ndim));
        return wr_fail(WEIR_EINVAL, "shape %s has too many elements for an array",
                       wr_shape_text(ndim, shape));
    }
    wr_scope_enter(a);
    *out = a;
    return WEIR_OK;
}

weir_status wr_array_fresh(wr_arrays *arrays, int dtype, int ndim, const int64_t *shape,
                           const int64_t *strides, int32_t device, const char *label,
                           weir_array **out) {
    int64_t count = wr_count(ndim, shape), bytes = -1;
    if (count < 0 || __builtin_mul_overflow(count, (int64_t)wr_dtype_bytes(dtype), &bytes))
        return wr_fail(WEIR_EINVAL, "%s: shape %s with dtype %s is larger than the address space",
                       label, wr_shape_text(ndim, shape), wr_dtypes[dtype].name);
    weir_var *var;
    WR_TRY(wr_storage_new(arrays, (uint64_t)bytes, device, label, &var));
    weir_status status =
        wr_array_make(arrays->rt, var, dtype, ndim, shape, strides, 0, device, out);
    if (WR_UNLIKELY(status != WEIR_OK)) wr_var_release(var);
    return status;
}

weir_status wr_array_view(const weir_array *a, int dtype, int ndim, const int64_t *shape,
                          const int64_t *strides, int64_t offset, weir_array **out) {
    assert(!(a->flags & WR_NUMBER));
    if (WR_UNLIKELY(a->flags & WR_ABSTRACT))
        return wr_abstract_make(a->rt, dtype, ndim, shape, a->device, wr_abstract_bits(a), out);
    weir_var *var = wr_var_retain(a->var);
    weir_status status =
        wr_array_make(a->rt, var, dtype, ndim, shape, strides, offset, a->device, out);
    if (WR_UNLIKELY(status != WEIR_OK)) {
        wr_var_release(var);
        return status;
    }
    (*out)->flags |= a->flags & WR_REPEATED;
    return WEIR_OK;
}

void wr_array_mark_repeated(weir_array *view) {
    if (!(view->flags & (WR_CONTIGUOUS | WR_ABSTRACT)) &&
        !wr_is_disjoint(view->ndim, wr_shape(view), wr_strides(view)))
        view->flags |= WR_REPEATED;
}

weir_status wr_array_alias(const weir_array *a, weir_array **out) {
    return wr_array_view(a, a->dtype, a->ndim, wr_shape(a), wr_strides(a), a->offset, out);
}

weir_array *weir_array_retain(weir_array *a) {
    if (a != NULL) atomic_fetch_add_explicit(&a->refs, 1, memory_order_relaxed);
    return a;
}

void weir_array_release(weir_array *a) {
    if (a == NULL) return;
    /* The acquire load and the acq_rel decrement make everything that other threads did before they
     * dropped their references visible to the thread that drops the last one.  If the count is 1,
     * no other thread has a reference or can add one, so the decrement is skipped. */
    if (atomic_load_explicit(&a->refs, memory_order_acquire) != 1 &&
        atomic_fetch_sub_explicit(&a->refs, 1, memory_order_acq_rel) != 1)
        return;
    if (WR_UNLIKELY(atomic_load_explicit(&a->scope, memory_order_relaxed) != NULL))
        wr_scope_leave(a);
    if (WR_UNLIKELY(wr_node_of(a) != NULL)) wr_node_release(wr_node_of(a));
    weir_runtime *rt = a->rt;
    weir_var *var = a->var;
    wr_memory memory = rt->memory;
    size_t size = size_of(a->ndim);
    if (var != NULL)
        wr_var_release(var);
    else
        wr_runtime_unref(rt, 1);
    wr_free(&memory, a, size);
}

weir_status wr_abstract_make(weir_runtime *rt, int dtype, int ndim, const int64_t *shape,
                             int32_t device, uint32_t bits, weir_array **out) {
    weir_array *a = build(rt, dtype, ndim, device);
    if (a == NULL) return wr_fail(WEIR_ENOMEM, "not enough memory for an array handle");
    atomic_fetch_add_explicit(&rt->refs, 1, memory_order_relaxed);
    a->flags = WR_ABSTRACT | WR_CONTIGUOUS;
    a->var = NULL;
    atomic_init(&a->place, bits);
    a->offset = 0;
    if (ndim > 0) memcpy(a->dim, shape, (size_t)ndim * sizeof *shape);
    wr_row_major(ndim, shape, a->dim + ndim);
    a->count = wr_count(ndim, shape);
    wr_scope_enter(a);
    *out = a;
    return WEIR_OK;
}

/* ---- Scalar constants ------------------------------------------------------------------------ */

weir_status wr_number_make(weir_runtime *rt, int dtype, const void *value, weir_array **out) {
    if (rt == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "weir_number: %s is NULL", rt == NULL ? "rt" : "out");
    weir_array *a = build(rt, dtype, 0, wr_mode_now.device);
    if (a == NULL) return wr_fail(WEIR_ENOMEM, "not enough memory for a scalar");
    atomic_fetch_add_explicit(&rt->refs, 1, memory_order_relaxed);
    a->flags = WR_NUMBER | WR_CONTIGUOUS;
    a->var = NULL;
    a->offset = 0;
    a->count = 1;
    memcpy(a->dim, value, wr_dtype_bytes(dtype));
    wr_scope_enter(a);
    *out = a;
    return WEIR_OK;
}

weir_status weir_number_f64(weir_runtime *rt, double value, weir_array **out) {
    return wr_number_make(rt, WEIR_FLOAT64, &value, out);
}

weir_status weir_number_i64(weir_runtime *rt, int64_t value, weir_array **out) {
    return wr_number_make(rt, WEIR_INT64, &value, out);
}

/* Values up to INT64_MAX become int64 scalars; larger ones become uint64, the only integer dtype
 * that holds them. */
weir_status weir_number_u64(weir_runtime *rt, uint64_t value, weir_array **out) {
    return wr_number_make(rt, value <= INT64_MAX ? WEIR_INT64 : WEIR_UINT64, &value, out);
}

weir_status weir_number_bool(weir_runtime *rt, int value, weir_array **out) {
    uint8_t truth = value != 0;
    return wr_number_make(rt, WEIR_BOOL, &truth, out);
}

weir_status weir_number_c128(weir_runtime *rt, double re, double im, weir_array **out) {
    double value[2] = {re, im};
    return wr_number_make(rt, WEIR_COMPLEX128, value, out);
}

/* ---- Accessors ------------------------------------------------------------------------------- */

weir_dtype weir_array_dtype(const weir_array *a) {
    return a != NULL ? (weir_dtype)a->dtype : WEIR_DTYPE_DEFAULT;
}
int32_t weir_array_ndim(const weir_array *a) { return a != NULL ? a->ndim : 0; }
int64_t weir_array_count(const weir_array *a) { return a != NULL ? a->count : 0; }
int32_t weir_array_device(const weir_array *a) { return a != NULL ? a->device : 0; }
int weir_array_is_number(const weir_array *a) { return a != NULL && (a->flags & WR_NUMBER); }
int weir_array_is_contiguous(const weir_array *a) {
    return a != NULL && (a->flags & WR_CONTIGUOUS);
}
int weir_array_is_ready(const weir_array *a) {
    return a != NULL && (a->var == NULL || wr_var_ready(a->var));
}
const int64_t *weir_array_shape(const weir_array *a) { return a != NULL ? wr_shape(a) : NULL; }
const int64_t *weir_array_strides(const weir_array *a) { return a != NULL ? wr_strides(a) : NULL; }
weir_runtime *weir_array_runtime(const weir_array *a) { return a != NULL ? a->rt : NULL; }
weir_var *weir_array_var(const weir_array *a) { return a != NULL ? a->var : NULL; }
