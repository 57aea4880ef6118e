/* slice.c - slice, slice_update and select: read or replace slices, and select single entries along
 * an axis.
 *
 * slice and select return views.  Bounds follow Python: negative bounds count from the end, bounds
 * out of range are clamped, and WEIR_NONE stands for the default bound in the direction of the
 * step.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/cuda_kernels.h"
#include "ops/core/expression.h"
#include "ops/index/gather_scatter.h"

#define SLICE_ATTRS(X, A)                                                                          \
    X(A, I64S, starts, WEIR_NO_LIST, "start of each slice, one for each leading axis")             \
    X(A, I64S, stops, WEIR_NO_LIST, "end of each slice, exclusive")                                \
    X(A, I64S, steps, WEIR_NO_LIST, "step of each slice; may be negative")
WEIR_ATTRS(slice, SLICE_ATTRS);

static int64_t entry(weir_i64s list, int i) {
    return list.data != NULL && i < list.count ? list.data[i] : WEIR_NONE;
}

/* Resolve a bound, which may count from the end, and clamp it to [low, high]. */
static int64_t clamp(int64_t bound, int64_t n, int64_t low, int64_t high) {
    if (bound < 0) bound += n;
    return bound < low ? low : bound > high ? high : bound;
}

int64_t wr_cut(int64_t n, int64_t start, int64_t stop, int64_t *step, int64_t *first) {
    if (*step == WEIR_NONE) *step = 1;
    int64_t low = *step > 0 ? 0 : -1, high = *step > 0 ? n : n - 1;
    int64_t from = *step > 0 ? low : high, to = *step > 0 ? high : low;
    if (start != WEIR_NONE) from = clamp(start, n, low, high);
    if (stop != WEIR_NONE) to = clamp(stop, n, low, high);
    *first = from;
    if (*step > 0) return to > from ? (to - from - 1) / *step + 1 : 0;
    return from > to ? (from - to - 1) / -*step + 1 : 0;
}

/* Change the shape and strides of x to those of the slice.  Return the offset of the slice's first
 * element from the first element of x. */
static int64_t apply(const slice_attr *attr, int ndim, int64_t *shape, int64_t *strides) {
    int64_t offset = 0;
    for (int i = 0; i < ndim; i++) {
        int64_t step = entry(attr->steps, i), first;
        int64_t n = wr_cut(shape[i], entry(attr->starts, i), entry(attr->stops, i), &step, &first);
        if (n > 0) offset += first * strides[i];
        if (n > 1) strides[i] *= step;
        shape[i] = n;
    }
    return offset;
}

static weir_status check_lists(const weir_infer *c, const slice_attr *attr) {
    const weir_i64s lists[] = {attr->starts, attr->stops, attr->steps};
    static const char *const names[] = {"starts", "stops", "steps"};
    for (int i = 0; i < 3; i++)
        if (lists[i].data != NULL && lists[i].count > c->in[0]->ndim)
            return wr_refuse(c, "%lld value%s of %s given for an array with %d dimension%s",
                             (long long)lists[i].count, lists[i].count == 1 ? "" : "s", names[i],
                             c->in[0]->ndim, c->in[0]->ndim == 1 ? "" : "s");
    for (int i = 0; i < c->in[0]->ndim; i++)
        if (entry(attr->steps, i) == 0)
            return wr_refuse(c, "the step along axis %d must not be 0", i);
    return WEIR_OK;
}

static weir_status slice_view(weir_infer *c, weir_array **out) {
    weir_array *x = c->in[0];
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
    WR_TRY(check_lists(c, c->attr));
    if (x->flags & WR_NUMBER) return wr_call(x->rt, &wr_ops[WR_OP_copy], &x, 1, NULL, out, NULL);
    for (int i = 0; i < x->ndim; i++) {
        shape[i] = wr_shape(x)[i];
        strides[i] = wr_strides(x)[i];
    }
    int64_t offset = apply(c->attr, x->ndim, shape, strides);
    return wr_array_view(x, x->dtype, x->ndim, shape, strides, x->offset + offset, out);
}

static weir_array *update(weir_vjp *v, weir_array *x, weir_array *y, const slice_attr *a) {
    return wr_g_slice_update(v, x, y, a->starts.data, a->starts.count, a->stops.data,
                             a->stops.count, a->steps.data, a->steps.count);
}

static void slice_vjp(weir_vjp *v) {
    v->grad_in[0] = update(v, wr_build_zeros(v, v->in[0]), v->grad_out[0], v->attr);
}

WR_OP(slice) = {
    .size = sizeof(weir_op_def),
    .name = "slice",
    .summary = "Slice the leading axes; returns a view.",
    .notes =
        "Equivalent to x[start:stop:step, ...] in Python; WEIR_NONE stands for an omitted part.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = slice_view,
    .vjp = slice_vjp,
    WEIR_USE_ATTRS(slice),
    .samples = "(5,4) starts=[1] stops=[4]; (5,6) starts=[-1,1] stops=[-6,100] steps=[-2,2]; "
               "(4) starts=[3] stops=[1]; (3,4)",
};

/* ---- slice_update ---------------------------------------------------------------------------- */

weir_status wr_need_replacement(const weir_infer *c, const weir_array *y, int ndim,
                                const int64_t *shape) {
    const weir_array *x = c->in[0];
    int64_t both[WEIR_NDIM_MAX];
    int dims;
    if (wr_dtype_kind_of(y->dtype) > wr_dtype_kind_of(x->dtype))
        return wr_refuse_as(c, WEIR_EDTYPE,
                            "y of dtype %s cannot be stored in x of dtype %s; cast it",
                            wr_dtypes[y->dtype].name, wr_dtypes[x->dtype].name);
    WR_TRY(wr_need_number_held(c, 1, x->dtype));
    bool fits = wr_broadcast(ndim, shape, y->ndim, wr_shape(y), &dims, both) && dims == ndim;
    for (int i = 0; fits && i < dims; i++) fits = both[i] == shape[i];
    if (fits) return WEIR_OK;
    return wr_refuse(c, "y of shape %s cannot be broadcast to the slice of shape %s",
                     wr_shape_text(y->ndim, wr_shape(y)), wr_shape_text(ndim, shape));
}

static weir_status slice_update_infer(weir_infer *c) {
    const weir_array *x = c->in[0];
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX] = {0};
    WR_TRY(check_lists(c, c->attr));
    wr_meta_like(&c->out[0], x);
    c->dtype = x->dtype;
    for (int i = 0; i < x->ndim; i++) shape[i] = wr_shape(x)[i];
    apply(c->attr, x->ndim, shape, strides);
    return wr_need_replacement(c, c->in[1], x->ndim, shape);
}

/* Copy y to the slice with `copy`. */
static weir_status write_slice(const weir_kernel *k, wr_copy_fn *copy, void *ctx) {
    weir_view to = k->out[0];
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
    for (int i = 0; i < to.ndim; i++) {
        shape[i] = to.shape[i];
        strides[i] = to.strides[i];
    }
    int64_t offset = apply(k->attr, to.ndim, shape, strides);
    to.data = (char *)to.data + offset * (int64_t)wr_dtype_bytes(to.dtype);
    to.shape = shape;
    to.strides = strides;
    return copy(ctx, &to, &k->in[1]);
}

static weir_status slice_update_run(const weir_kernel *k) {
    WR_TRY(wr_start_as_input(k));
    return write_slice(k, wr_copy_part, (void *)(uintptr_t)k);
}

weir_status wr_cuda_slice_update(wr_cuda_call *c) {
    wr_cuda_copies copies;
    WR_TRY(wr_cuda_start_as_input(c, &copies));
    return write_slice(c->k, wr_cuda_copy_part, &copies);
}

static void slice_update_vjp(weir_vjp *v) {
    const slice_attr *a = v->attr;
    weir_array *dy = v->grad_out[0];
    if (v->wanted[0]) v->grad_in[0] = update(v, dy, wr_build_number(v, 0), a);
    if (v->wanted[1])
        v->grad_in[1] =
            wr_build_unbroadcast(v,
                                 wr_g_slice(v, dy, a->starts.data, a->starts.count, a->stops.data,
                                            a->stops.count, a->steps.data, a->steps.count),
                                 v->in[1]);
}

WR_OP(slice_update) = {
    .size = sizeof(weir_op_def),
    .name = "slice_update",
    .summary = "A copy of x with a slice replaced by y.",
    .notes =
        "y is broadcast to the slice.  To change part of an existing array, write to a view of it.",
    .inputs = "x, y",
    .outputs = "z",
    .parts = "x: the array to update; "
             "y: new values, broadcast to the selection; "
             "z: x with the new values",
    .flags = WR_UPDATES,
    .infer = slice_update_infer,
    .run = slice_update_run,
    .vjp = slice_update_vjp,
    WEIR_USE_ATTRS(slice),
    .samples =
        "(5,4), (3,4) starts=[1] stops=[4]; "
        "(5,6), (1,3) starts=[-1,1] stops=[-6,100] steps=[-2,2]; (4,3), () starts=[1] stops=[3]",
};

/* ---- select ---------------------------------------------------------------------------------- */

#define SELECT_ATTRS(X, A)                                                                         \
    X(A, I64, index, WEIR_REQUIRED, "index along the axis; negative: from the end")                \
    X(A, I64, axis, 0, "axis to index", "axis")
WEIR_ATTRS(select, SELECT_ATTRS);

static weir_status select_view(weir_infer *c, weir_array **out) {
    const select_attr *attr = c->attr;
    weir_array *x = c->in[0];
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
    int axis;
    WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    int64_t n = wr_shape(x)[axis], index = attr->index < 0 ? attr->index + n : attr->index;
    if (index < 0 || index >= n)
        return wr_refuse_as(c, WEIR_EINDEX, "index %lld is out of range for axis %d of size %lld",
                            (long long)attr->index, axis, (long long)n);
    for (int i = 0; i < x->ndim - 1; i++) {
        shape[i] = wr_shape(x)[i < axis ? i : i + 1];
        strides[i] = wr_strides(x)[i < axis ? i : i + 1];
    }
    return wr_array_view(x, x->dtype, x->ndim - 1, shape, strides,
                         x->offset + index * wr_strides(x)[axis], out);
}

static void select_vjp(weir_vjp *v) {
    const select_attr *attr = v->attr;
    weir_array *x = v->in[0];
    int64_t starts[WEIR_NDIM_MAX], stops[WEIR_NDIM_MAX], shape[WEIR_NDIM_MAX];
    int axis = 0;
    wr_axis(attr->axis, x->ndim, &axis);
    for (int i = 0; i < x->ndim; i++) {
        starts[i] = stops[i] = WEIR_NONE;
        shape[i] = i == axis ? 1 : wr_shape(x)[i];
    }
    starts[axis] = attr->index < 0 ? attr->index + wr_shape(x)[axis] : attr->index;
    stops[axis] = starts[axis] + 1;
    weir_array *dy = wr_g_reshape(v, v->grad_out[0], shape, x->ndim);
    v->grad_in[0] =
        wr_g_slice_update(v, wr_build_zeros(v, x), dy, starts, x->ndim, stops, x->ndim, NULL, 0);
}

WR_OP(select) = {
    .size = sizeof(weir_op_def),
    .name = "select",
    .summary = "One element along an axis, which is removed; returns a view.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = select_view,
    .vjp = select_vjp,
    WEIR_USE_ATTRS(select),
    .samples = "(3,4) index=1; (3,4) index=-1 axis=1; (2,3,4) index=2 axis=-2; (5) index=0",
};
