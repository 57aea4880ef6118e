/* trace.c - the sums of the diagonals of matrices.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/composite_calls.h"

#define TRACE_ATTRS(X, A)                                                                          \
    X(A, I64, offset, 0, "which diagonal: 0 is the main one, positive ones are above it")          \
    X(A, DTYPE, dtype, 0, "dtype of the result; none: that of sum")
WEIR_ATTRS(trace, TRACE_ATTRS);

static weir_status trace_view(weir_infer *c, weir_array **out) {
    static const int64_t last = -1;
    const trace_attr *attr = c->attr;
    weir_array *x = c->in[0];
    int dtype;
    if (x->ndim < 2)
        return wr_refuse(c, "%s has %d dimension%s; expected matrices", wr_array_text_of(x),
                         x->ndim, x->ndim == 1 ? "" : "s");
    WR_TRY(wr_need_dtype(c, attr->dtype, x->dtype, &dtype));
    if (dtype == WEIR_BOOL) return wr_refuse_as(c, WEIR_EDTYPE, "accepts numbers, not bool");
    if (wr_dtype_kind_of(x->dtype) == WR_KIND_COMPLEX && wr_dtype_kind_of(dtype) != WR_KIND_COMPLEX)
        return wr_refuse(c, "dtype=%s would lose the imaginary part of %s; use real(x)",
                         wr_dtypes[dtype].name, wr_dtypes[x->dtype].name);
    wr_compose made;
    WR_TRY(wr_compose_begin(&made, x->rt));
    weir_array *line = wr_g_diagonal(&made.v, x, attr->offset, -2, -1);
    return wr_compose_end(&made, wr_g_sum(&made.v, line, &last, 1, 0, attr->dtype), out);
}

/* The gradient of x is dy on the diagonal and 0 elsewhere. */
static void trace_vjp(weir_vjp *v) {
    static const int64_t last[] = {-2, -1};
    const trace_attr *attr = v->attr;
    weir_array *x = v->in[0], *dy = v->grad_out[0];
    if (dy == NULL) return;
    weir_array *ones = wr_g_eye(v, wr_shape(x)[x->ndim - 2], wr_shape(x)[x->ndim - 1], attr->offset,
                                dy->dtype, x->device);
    weir_array *g = wr_g_multiply(v, wr_g_expand_dims(v, dy, last, 2), ones);
    v->grad_in[0] = wr_build_unbroadcast(v, g, x);
}

WR_OP(trace) = {
    .size = sizeof(weir_op_def),
    .name = "trace",
    .summary = "The sums of the diagonals of matrices.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: square matrices",
    .flags = WEIR_OP_VIEW | WEIR_OP_STRIDED_IN, /* the sum accepts any strides */
    .view = trace_view,
    .vjp = trace_vjp,
    WEIR_USE_ATTRS(trace),
    .samples = "(3,3); (2,3,5) offset=1; (4,3) offset=-2; (3,4) dtype=float64",
};
