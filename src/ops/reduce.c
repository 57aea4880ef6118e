/* reduce.c - reductions: what they give, their gradients and their blocks.
 *
 * fold.c has the walk over memory and simd/reduce.c the arithmetic.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/build.h"
#include "ops/fold.h"

/* ---- Dtypes ------------------------------------------------------------------------------------ */

/* The dtype of a number alone is decided by wr_promote. */
static weir_status dtype_of(const weir_infer *c, int *out) { return wr_promote(c, 0, 1, out); }

/* What integers add up in. */
static int widened(int dtype) {
    switch (wr_dtype_kind_of(dtype)) {
    case WR_KIND_BOOL: return WEIR_INT64;
    case WR_KIND_INT: return wr_dtypes[dtype].is_signed ? WEIR_INT64 : WEIR_UINT64;
    default: return dtype;
    }
}

static int computed_in(int dtype) { return wr_compute_dtype[wr_dtypes[dtype].compute]; }

/* ---- sum --------------------------------------------------------------------------------------- */

#define SUM_ATTRS(X, A)                                                                            \
    X(A, I64S, axes, WR_NO_LIST, "the axes to go over; none: all")                                 \
    X(A, BOOL, keepdims, 0, "leave those axes in the result, with one element")                    \
    X(A, DTYPE, dtype, 0, "of the result; default: that of x, 64 bits for integers")
WR_ATTRS(sum, SUM_ATTRS);

static uint32_t mask_of(weir_i64s axes, int ndim) {
    uint32_t mask = 0;
    if (axes.data == NULL) return ndim == 32 ? UINT32_MAX : (UINT32_C(1) << ndim) - 1;
    for (int64_t i = 0; i < axes.count; i++) {
        int axis = 0;
        wr_axis(axes.data[i], ndim, &axis);
        mask |= UINT32_C(1) << axis;
    }
    return mask;
}

static wr_fold sum_fold(const sum_attr *attr, int ndim, int dtype) {
    return (wr_fold){.kind = WR_FOLD_SUM,
                     .mask = mask_of(attr->axes, ndim),
                     .reads = computed_in(widened(dtype)),
                     .divide = 1};
}

static weir_status sum_infer(weir_infer *c) {
    const sum_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    uint32_t mask;
    int dtype;
    WR_TRY(wr_need_axes(c, attr->axes, x->ndim, &mask));
    WR_TRY(dtype_of(c, &dtype));
    WR_TRY(wr_need_dtype(c, attr->dtype, widened(dtype), &dtype));
    if (wr_dtype_kind_of(x->dtype) == WR_KIND_COMPLEX && wr_dtype_kind_of(dtype) != WR_KIND_COMPLEX)
        return wr_refuse(c, "%s to %s would lose the imaginary part; take real(x)",
                         wr_dtypes[x->dtype].name, wr_dtypes[dtype].name);
    wr_fold_shape(&c->out[0], x, mask, attr->keepdims);
    c->out[0].dtype = c->dtype = dtype;
    wr_fold f = sum_fold(attr, x->ndim, dtype);
    c->scratch_bytes = wr_fold_scratch(&f, x);
    return WEIR_OK;
}

static weir_status sum_run(const weir_kernel *k) {
    wr_fold f = sum_fold(k->attr, k->in[0].ndim, k->dtype);
    return wr_fold_run(k, &f);
}

/* dy in x's shape, the axes that went put back. */
static weir_array *spread(weir_vjp *v, weir_array *g, weir_array *x, weir_i64s axes) {
    uint32_t mask = mask_of(axes, x->ndim);
    int64_t shape[WEIR_NDIM_MAX];
    for (int i = 0; i < x->ndim; i++) shape[i] = mask >> i & 1 ? 1 : wr_shape(x)[i];
    g = wr_g_reshape(v, g, shape, x->ndim);
    return wr_g_where(v, wr_g_logical_not(v, x), g, g);
}

static void sum_vjp(weir_vjp *v) {
    const sum_attr *attr = v->attr;
    weir_array *x = v->in[0];
    v->grad_in[0] = wr_build_unbroadcast(v, spread(v, v->grad_out[0], x, attr->axes), x);
}

WR_OP(sum) = {
    .size = sizeof(weir_op_def),
    .name = "sum",
    .summary = "The sum along axes.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_STRIDED_IN,
    .infer = sum_infer,
    .run = sum_run,
    .vjp = sum_vjp,
    WR_USE_ATTRS(sum),
    .samples = "(3,4); (3,4) axes=[1]; (2,3,4) axes=[0,2] keepdims=1; i32(3,4) axes=[-1]",
};
