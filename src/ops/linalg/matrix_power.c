/* matrix_power.c - integer powers of square matrices; a negative exponent means a power of the
 * inverse.
 *
 * The binary digits of the exponent determine which of x, x^2, x^4, ... are factors of the result.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/composite_calls.h"
#include "ops/linalg/solver_common.h"

#define MATRIX_POWER_ATTRS(X, A)                                                                   \
    X(A, I64, n, WEIR_REQUIRED, "the exponent; if negative, x is inverted first")
WEIR_ATTRS(matrix_power, MATRIX_POWER_ATTRS);

enum { BITS = 64 };

static uint64_t size_of(int64_t n) { return n < 0 ? -(uint64_t)n : (uint64_t)n; }

/* Set squares[i] to x^(2^i).  Set partial[i] to the product of the factors of the result among
 * squares[0] to squares[i], or to NULL if none of these is a factor. */
static void powers(weir_vjp *v, weir_array *x, uint64_t n, weir_array **squares,
                   weir_array **partial) {
    for (int i = 0; n >> i != 0; i++) {
        squares[i] = i == 0 ? x : wr_g_matmul(v, squares[i - 1], squares[i - 1]);
        partial[i] = i == 0 ? NULL : partial[i - 1];
        if (n >> i & 1)
            partial[i] = partial[i] == NULL ? squares[i] : wr_g_matmul(v, partial[i], squares[i]);
        if (i == BITS - 1) break;
    }
}

static int top_bit(uint64_t n) {
    int i = 0;
    while (i < BITS - 1 && n >> (i + 1) != 0) i++;
    return i;
}

static weir_array *identities(weir_vjp *v, const weir_array *x) {
    int64_t n = wr_shape(x)[x->ndim - 1];
    weir_array *one = wr_g_eye(v, n, n, 0, x->dtype, x->device);
    return wr_g_copy(v, wr_g_broadcast_to(v, one, wr_shape(x), x->ndim));
}

static weir_status matrix_power_view(weir_infer *c, weir_array **out) {
    const matrix_power_attr *attr = c->attr;
    weir_array *x = c->in[0], *squares[BITS], *partial[BITS];
    WR_TRY(wr_need_square(c, 0));
    if (attr->n == WEIR_NONE) return wr_refuse(c, "n is required");
    if (x->dtype == WEIR_BOOL) return wr_refuse_as(c, WEIR_EDTYPE, "accepts numbers, not bool");
    wr_compose made;
    WR_TRY(wr_compose_begin(&made, x->rt));
    if (attr->n == 0) return wr_compose_end(&made, identities(&made.v, x), out);
    uint64_t n = size_of(attr->n);
    powers(&made.v, attr->n < 0 ? wr_g_inv(&made.v, x) : x, n, squares, partial);
    return wr_compose_end(&made, partial[top_bit(n)], out);
}

static weir_array *sum_of(weir_vjp *v, weir_array *x, weir_array *y) {
    return x == NULL ? y : y == NULL ? x : wr_g_add(v, x, y);
}

/* Recompute the products and differentiate them from the last to the first. */
static void matrix_power_vjp(weir_vjp *v) {
    const matrix_power_attr *attr = v->attr;
    weir_array *squares[BITS], *partial[BITS], *g = v->grad_out[0], *d_square = NULL;
    uint64_t n = size_of(attr->n);
    if (n == 0 || g == NULL) return;
    weir_array *x = attr->n < 0 ? wr_g_inv(v, v->in[0]) : v->in[0];
    powers(v, x, n, squares, partial);
    for (int i = top_bit(n); i >= 0; i--) {
        if (n >> i & 1) {
            weir_array *before = i > 0 ? partial[i - 1] : NULL;
            weir_array *d = before == NULL ? g : wr_g_matmul(v, wr_build_adjoint(v, before), g);
            d_square = sum_of(v, d_square, d);
            g = before == NULL ? NULL : wr_g_matmul(v, g, wr_build_adjoint(v, squares[i]));
        }
        if (i == 0) break;
        weir_array *half = wr_build_adjoint(v, squares[i - 1]);
        d_square = wr_g_add(v, wr_g_matmul(v, d_square, half), wr_g_matmul(v, half, d_square));
    }
    if (attr->n < 0) {
        weir_array *xh = wr_build_adjoint(v, x);
        d_square = wr_g_negative(v, wr_g_matmul(v, wr_g_matmul(v, xh, d_square), xh));
    }
    v->grad_in[0] = wr_build_unbroadcast(v, d_square, v->in[0]);
}

WR_OP(matrix_power) = {
    .size = sizeof(weir_op_def),
    .name = "matrix_power",
    .summary = "Raise square matrices to an integer power.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: square matrices",
    .flags = WEIR_OP_VIEW,
    .view = matrix_power_view,
    .vjp = matrix_power_vjp,
    WEIR_USE_ATTRS(matrix_power),
    .samples = "(3,3)@regular n=5; (2,3,3)@regular n=-2; (4,4)@regular n=0; (3,3)@regular n=1",
};
