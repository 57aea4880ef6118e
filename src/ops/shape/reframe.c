/* reframe.c - extracts a range of an axis that may extend beyond its ends.
 *
 * The operator slices, pads and shifts in one step:
 *
 *   y[i] = x[first + i] if that element exists, otherwise `fill`
 *
 * The gradient is a reframe with the negated offset, so gradients of any order are reframes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/core/expression.h"
#include "ops/shape/remap.h"

#define REFRAME_ATTRS(X, A)                                                                        \
    X(A, I64, axis, -1, "axis to extract along", "axis")                                           \
    X(A, I64, first, 0, "first element of the range; may be negative or beyond the end")           \
    X(A, I64, count, WEIR_NONE, "size of the result along the axis; none: that of x", ">= 0")      \
    X(A, F64, fill, 0, "value for positions outside x")
WEIR_ATTRS(reframe, REFRAME_ATTRS);

static weir_status reframe_infer(weir_infer *c) {
    const reframe_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    int axis;
    WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    if (attr->count < 0 && attr->count != WEIR_NONE)
        return wr_refuse(c, "count must be at least 0, got %lld", (long long)attr->count);
    if (attr->first < -(INT64_MAX / 4) || attr->first > INT64_MAX / 4)
        return wr_refuse(c, "first=%lld is out of range", (long long)attr->first);
    wr_meta_like(&c->out[0], x);
    if (attr->count != WEIR_NONE) c->out[0].shape[axis] = attr->count;
    c->dtype = c->out[0].dtype;
    return wr_need_held(c, attr->fill, c->dtype);
}

static int64_t clamp(int64_t n, int64_t low, int64_t high) {
    return n < low ? low : n > high ? high : n;
}

/* Return a view of the elements [begin, end) of an axis. */
static weir_view part(const weir_view *v, int axis, int64_t begin, int64_t end, int64_t *shape) {
    weir_view p = *v;
    memcpy(shape, v->shape, (size_t)v->ndim * sizeof *shape);
    shape[axis] = end - begin;
    p.shape = shape;
    p.data = (char *)v->data + begin * v->strides[axis] * (int64_t)wr_dtype_bytes(v->dtype);
    return p;
}

static weir_status reframe_run(const weir_kernel *k) {
    static const int64_t still[WEIR_NDIM_MAX] = {0};
    const reframe_attr *attr = k->attr;
    const weir_view *x = &k->in[0], *y = &k->out[0];
    int axis = 0;
    wr_axis(attr->axis, x->ndim, &axis);
    int64_t shape[WEIR_NDIM_MAX], from[WEIR_NDIM_MAX], count = y->shape[axis], n = x->shape[axis];
    int64_t begin = clamp(-attr->first, 0, count), end = clamp(n - attr->first, begin, count);
    double fill = attr->fill;
    weir_view value = {&fill, shape, still, WEIR_FLOAT64, y->ndim};
    weir_view head = part(y, axis, 0, begin, shape);
    WR_TRY(wr_copy_view(k, &head, &value));
    weir_view tail = part(y, axis, end, count, shape);
    WR_TRY(wr_copy_view(k, &tail, &value));
    if (begin == end) return WEIR_OK;
    weir_view middle = part(y, axis, begin, end, shape);
    weir_view source = part(x, axis, begin + attr->first, end + attr->first, from);
    return wr_copy_view(k, &middle, &source);
}

weir_status wr_cuda_reframe(wr_cuda_call *c) {
    const reframe_attr *attr = c->k->attr;
    const weir_view *x = &c->k->in[0], *y = &c->k->out[0];
    wr_remap r = {.ndim = y->ndim, .fill = attr->fill};
    int axis = 0;
    wr_axis(attr->axis, x->ndim, &axis);
    for (int i = 0; i < y->ndim; i++)
        r.dim[i] = (wr_remap_dim){.size = y->shape[i],
                                  .n = x->shape[i],
                                  .before = i == axis ? -attr->first : 0,
                                  .to = y->strides[i],
                                  .from = x->strides[i],
                                  .mode = WR_REMAP_FILL};
    return wr_cuda_remap(c, &r);
}

static void reframe_vjp(weir_vjp *v) {
    const reframe_attr *attr = v->attr;
    const weir_array *x = v->in[0];
    int axis = 0;
    wr_axis(attr->axis, x->ndim, &axis);
    v->grad_in[0] = wr_g_reframe(v, v->grad_out[0], axis, -attr->first, wr_shape(x)[axis], 0);
}

WR_OP(reframe) = {
    .size = sizeof(weir_op_def),
    .name = "reframe",
    .summary = "Extract a range along an axis; positions outside x are filled.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_STRIDED,
    .infer = reframe_infer,
    .run = reframe_run,
    .vjp = reframe_vjp,
    WEIR_USE_ATTRS(reframe),
    .samples =
        "(3,4) first=1; (3,4) axis=0 first=-2 count=6 fill=1.5; (2,3,2) axis=1 first=1 count=1",
};
