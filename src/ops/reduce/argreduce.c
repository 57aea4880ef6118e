/* argreduce.c - argmax and argmin: the index of the largest or smallest element.
 *
 * Among equal elements the first is chosen.  If there are NaNs, the first NaN is chosen.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/reduce/reduce_walk.h"

#define ARGMAX_ATTRS(X, A)                                                                         \
    X(A, I64, axis, WEIR_NONE, "axis to search; none: all elements, in row-major order", "axis")   \
    X(A, BOOL, keepdims, 0, "keep the reduced axis with size one")
WEIR_ATTRS(argmax, ARGMAX_ATTRS);

static wr_reduction reduction_of(const argmax_attr *attr, wr_reduction_kind kind, int ndim,
                                 int dtype) {
    int axis = 0;
    wr_reduction f = {.kind = kind, .divide = 1};
    f.reads = wr_compute_dtype[wr_dtypes[dtype].compute];
    f.mask = wr_axes_mask((weir_i64s){NULL, 0}, ndim);
    if (attr->axis != WEIR_NONE && wr_axis(attr->axis, ndim, &axis)) f.mask = UINT32_C(1) << axis;
    return f;
}

static weir_status infer(weir_infer *c, wr_reduction_kind kind) {
    const argmax_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    int axis;
    if (attr->axis != WEIR_NONE) WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    if (wr_dtype_kind_of(x->dtype) == WR_KIND_COMPLEX)
        return wr_refuse(c, "%s is not ordered; use abs(x) or real(x)", wr_dtypes[x->dtype].name);
    wr_reduction f = reduction_of(attr, kind, x->ndim, x->dtype);
    wr_reduction_shape(&c->out[0], x, f.mask, attr->keepdims);
    if (wr_reduction_count(f.mask, x->ndim, wr_shape(x)) == 0)
        return wr_refuse(c, "the reduced axis of %s is empty", wr_shape_text(x->ndim, wr_shape(x)));
    c->out[0].dtype = WEIR_INT64;
    c->dtype = x->dtype;
    c->scratch_bytes = wr_device_is_cuda(c->out[0].device) ? wr_reduction_device_scratch(&f, x)
                                                           : wr_reduction_scratch(&f, x);
    return WEIR_OK;
}

static weir_status argmax_infer(weir_infer *c) { return infer(c, WR_REDUCTION_ARGMAX); }
static weir_status argmin_infer(weir_infer *c) { return infer(c, WR_REDUCTION_ARGMIN); }

static weir_status run(const weir_kernel *k, wr_reduction_kind kind,
                       weir_status (*how)(const weir_kernel *, const wr_reduction *)) {
    wr_reduction f = reduction_of(k->attr, kind, k->in[0].ndim, k->in[0].dtype);
    return how(k, &f);
}

wr_reduction wr_argreduction_of(const weir_kernel *k) {
    bool least = k->op == &wr_ops[WR_OP_argmin];
    return reduction_of(k->attr, least ? WR_REDUCTION_ARGMIN : WR_REDUCTION_ARGMAX, k->in[0].ndim,
                        k->in[0].dtype);
}

static weir_status argmax_run(const weir_kernel *k) {
    return run(k, WR_REDUCTION_ARGMAX, wr_reduction_run);
}
static weir_status argmin_run(const weir_kernel *k) {
    return run(k, WR_REDUCTION_ARGMIN, wr_reduction_run);
}

static weir_status argmax_reference(const weir_kernel *k) {
    return run(k, WR_REDUCTION_ARGMAX, wr_reduction_reference);
}

static weir_status argmin_reference(const weir_kernel *k) {
    return run(k, WR_REDUCTION_ARGMIN, wr_reduction_reference);
}

WR_OP(argmax) = {
    .size = sizeof(weir_op_def),
    .name = "argmax",
    .summary =
        "Index of the largest element along an axis: the first of equal elements, or the first "
        "NaN.",
    .inputs = "x",
    .outputs = "y",
    .parts = "y: the indices",
    .flags = WEIR_OP_STRIDED_IN,
    .infer = argmax_infer,
    .run = argmax_run,
    .reference = argmax_reference,
    WEIR_USE_ATTRS(argmax),
    .samples = "(3,4); (3,4) axis=1; (2,3,4) axis=0 keepdims=1; i32(3,4)@0:2 axis=-1",
};

WR_OP(argmin) = {
    .size = sizeof(weir_op_def),
    .name = "argmin",
    .summary =
        "Index of the smallest element along an axis: the first of equal elements, or the first "
        "NaN.",
    .inputs = "x",
    .outputs = "y",
    .parts = "y: the indices",
    .flags = WEIR_OP_STRIDED_IN,
    .infer = argmin_infer,
    .run = argmin_run,
    .reference = argmin_reference,
    WEIR_USE_ATTRS(argmax),
    .samples = "(3,4); (3,4) axis=1; (2,3,4) axis=0 keepdims=1; i32(3,4)@0:2 axis=-1",
};
