/* vector_norm.c - vector norms over any axes, and the matrix norms that need no singular values.
 *
 *   vector_norm   (sum |x|^ord)^(1/ord); ord 0 counts the non-zero elements, inf and -inf give the
 *                 maximum and the minimum of |x|
 *   matrix_norm   'fro': the square root of the sum of squares; '1' and '-1': the maximum and the
 *                 minimum of the column sums; 'inf' and '-inf': those of the row sums
 *
 * float16 and bfloat16 are computed in float32, integers in the default dtype.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "ops/core/composite_calls.h"

#define VECTOR_NORM_ATTRS(X, A)                                                                    \
    X(A, I64S, axes, WEIR_NO_LIST, "axes of the vectors; none: all", "axis")                       \
    X(A, BOOL, keepdims, 0, "keep the reduced axes, with size one")                                \
    X(A, F64, ord, 2.0, "order of the norm; may be 0, inf or -inf")
WEIR_ATTRS(vector_norm, VECTOR_NORM_ATTRS);

#define MATRIX_NORM_ATTRS(X, A)                                                                    \
    X(A, BOOL, keepdims, 0, "keep both axes, with size one")                                       \
    X(A, TEXT, ord, "fro", "order of the norm: 'fro', '1', '-1', 'inf' or '-inf'",                 \
      "fro | 1 | -1 | inf | -inf")
WEIR_ATTRS(matrix_norm, MATRIX_NORM_ATTRS);

/* ---- Shared ---------------------------------------------------------------------------------- */

static weir_status need_numbers(const weir_infer *c) {
    return c->in[0]->dtype == WEIR_BOOL ? wr_refuse_as(c, WEIR_EDTYPE, "accepts numbers, not bool")
                                        : WEIR_OK;
}

static int computed_in(int dtype) {
    if (wr_dtype_kind_of(dtype) < WR_KIND_FLOAT) return wr_default_dtype();
    return dtype == WEIR_FLOAT16 || dtype == WEIR_BFLOAT16 ? WEIR_FLOAT32 : dtype;
}

static weir_array *computable(weir_vjp *v, weir_array *x) {
    int dtype = computed_in(x->dtype);
    return dtype == x->dtype ? x : wr_g_astype(v, x, dtype);
}

/* Cast y back to the dtype of x if that is float16 or bfloat16. */
static weir_array *as_result(weir_vjp *v, weir_array *y, const weir_array *x) {
    bool half = x->dtype == WEIR_FLOAT16 || x->dtype == WEIR_BFLOAT16;
    return half ? wr_g_astype(v, y, x->dtype) : y;
}

static int axes_in(uint32_t mask, int ndim, int64_t *axes) {
    int count = 0;
    for (int i = 0; i < ndim; i++)
        if (mask >> i & 1) axes[count++] = i;
    return count;
}

/* Reinsert the reduced axes, which are those in the mask, with size one. */
static weir_array *with_axes(weir_vjp *v, weir_array *y, const weir_array *x, uint32_t mask) {
    int64_t shape[WEIR_NDIM_MAX];
    for (int i = 0; i < x->ndim; i++) shape[i] = mask >> i & 1 ? 1 : wr_shape(x)[i];
    return wr_g_reshape(v, y, shape, x->ndim);
}

static weir_array *extreme(weir_vjp *v, weir_array *x, const int64_t *axes, int count, bool keep,
                           bool most) {
    return most ? wr_g_max(v, x, axes, count, keep) : wr_g_min(v, x, axes, count, keep);
}

/* Distribute dy evenly over the elements of x that equal y.  In y and dy the reduced axes have size
 * one. */
static weir_array *to_extremes(weir_vjp *v, weir_array *x, weir_array *y, weir_array *dy,
                               const int64_t *axes, int count) {
    if (x == NULL) return NULL;
    weir_array *hit = wr_g_equal(v, x, y);
    weir_array *hits = wr_g_sum(v, hit, axes, count, 1, x->dtype);
    return wr_g_where(v, hit, wr_g_divide(v, dy, hits), wr_build_number(v, 0));
}

/* ---- vector_norm ----------------------------------------------------------------------------- */

static weir_array *norm(weir_vjp *v, weir_array *x, double ord, const int64_t *axes, int count,
                        bool keep) {
    weir_array *size = wr_g_abs(v, x);
    if (size == NULL) return NULL;
    if (isinf(ord)) return extreme(v, size, axes, count, keep, ord > 0);
    if (ord == 0)
        return wr_g_astype(v, wr_g_count_nonzero(v, size, axes, count, keep), size->dtype);
    if (ord == 1) return wr_g_sum(v, size, axes, count, keep, 0);
    if (ord == 2) return wr_g_sqrt(v, wr_g_sum(v, wr_g_square(v, size), axes, count, keep, 0));
    weir_array *sum = wr_g_sum(v, wr_g_pow(v, size, wr_build_number(v, ord)), axes, count, keep, 0);
    return wr_g_pow(v, sum, wr_build_number(v, 1 / ord));
}

static weir_status vector_norm_view(weir_infer *c, weir_array **out) {
    const vector_norm_attr *attr = c->attr;
    weir_array *x = c->in[0];
    uint32_t mask;
    int64_t axes[WEIR_NDIM_MAX];
    WR_TRY(need_numbers(c));
    WR_TRY(wr_need_axes(c, attr->axes, x->ndim, &mask));
    if (isnan(attr->ord)) return wr_refuse(c, "ord must not be nan");
    int count = axes_in(mask, x->ndim, axes);
    for (int i = 0; isinf(attr->ord) && i < count; i++)
        if (wr_shape(x)[axes[i]] == 0)
            return wr_refuse(c, "%s: axis %lld is empty and has no maximum or minimum",
                             wr_array_text_of(x), (long long)axes[i]);
    wr_compose made;
    WR_TRY(wr_compose_begin(&made, x->rt));
    weir_array *y = norm(&made.v, computable(&made.v, x), attr->ord, axes, count, attr->keepdims);
    return wr_compose_end(&made, as_result(&made.v, y, x), out);
}

/* Return the gradient of x.  In y and dy the reduced axes have size one. */
static weir_array *norm_gradient(weir_vjp *v, weir_array *x, weir_array *y, weir_array *dy,
                                 double ord, const int64_t *axes, int count) {
    weir_array *zero = wr_build_number(v, 0);
    if (ord == 0) return NULL;
    if (isinf(ord))
        return wr_g_multiply(v, to_extremes(v, wr_g_abs(v, x), y, dy, axes, count),
                             wr_g_sign(v, x));
    if (ord == 1) return wr_g_multiply(v, dy, wr_g_sign(v, x));
    weir_array *some = wr_g_not_equal(v, y, zero);
    if (ord == 2) return wr_g_multiply(v, wr_g_where(v, some, wr_g_divide(v, dy, y), zero), x);
    weir_array *ratio = wr_g_divide(v, wr_g_abs(v, x), y);
    ratio = wr_g_pow(v, ratio, wr_build_number(v, ord - 1));
    ratio = wr_g_where(v, wr_g_not_equal(v, x, zero), ratio, zero);
    return wr_g_multiply(v, wr_g_multiply(v, dy, ratio), wr_g_sign(v, x));
}

static void vector_norm_back(weir_vjp *v, double ord, uint32_t mask) {
    weir_array *x = v->in[0], *y = v->out[0], *dy = v->grad_out[0];
    int64_t axes[WEIR_NDIM_MAX];
    int count = axes_in(mask, x->ndim, axes);
    if (dy == NULL) return;
    weir_array *wide = computable(v, x), *g;
    if (wide != x) { /* y was rounded to half precision, so compute it again */
        y = norm(v, wide, ord, axes, count, true);
        dy = wr_g_astype(v, dy, WEIR_FLOAT32);
    }
    g = norm_gradient(v, wide, with_axes(v, y, x, mask), with_axes(v, dy, x, mask), ord, axes,
                      count);
    v->grad_in[0] = wr_build_unbroadcast(v, g, x);
}

static void vector_norm_vjp(weir_vjp *v) {
    const vector_norm_attr *attr = v->attr;
    uint32_t mask = attr->axes.data == NULL ? ~UINT32_C(0) : 0;
    for (int64_t i = 0; attr->axes.data != NULL && i < attr->axes.count; i++) {
        int axis = 0;
        wr_axis(attr->axes.data[i], v->in[0]->ndim, &axis);
        mask |= UINT32_C(1) << axis;
    }
    vector_norm_back(v, attr->ord, mask);
}

WR_OP(vector_norm) = {
    .size = sizeof(weir_op_def),
    .name = "vector_norm",
    .summary = "The vector norm over one or more axes.",
    .notes =
        "(sum |x|^ord)^(1/ord).  Order 0 counts the elements that are not 0; inf and -inf give "
        "the largest and smallest |x|.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW | WEIR_OP_STRIDED_IN, /* accepts any strides, because the sums do */
    .view = vector_norm_view,
    .vjp = vector_norm_vjp,
    WEIR_USE_ATTRS(vector_norm),
    .samples =
        "(3,4)@0.5:2; (3,4)@-2:-0.5 axes=[1] ord=1; (2,3,4)@0.5:2 axes=[0,-1] keepdims=true ord=3; "
        "(5,2) axes=[0] ord=inf; (5)@0.5:2 ord=-inf; (4,3)@0.5:2 axes=[1] ord=0; (6)@0.5:2 ord=0.5",
};

/* ---- matrix_norm ----------------------------------------------------------------------------- */

static const char *const ords[] = {"fro", "1", "-1", "inf", "-inf"};

enum { FRO, COLUMNS_MOST, COLUMNS_LEAST, ROWS_MOST, ROWS_LEAST, ORDS };

static int ord_of(const matrix_norm_attr *attr) {
    int ord = 0;
    while (ord < ORDS && (attr->ord == NULL || strcmp(attr->ord, ords[ord]) != 0)) ord++;
    return ord;
}

static bool has_rows(int ord) { return ord >= ROWS_MOST; }
static bool has_most(int ord) { return ord == COLUMNS_MOST || ord == ROWS_MOST; }

/* Return the sums of |x| over the rows or columns, with both axes kept. */
static weir_array *lines(weir_vjp *v, weir_array *x, int ord) {
    const int64_t along = has_rows(ord) ? -1 : -2;
    return wr_g_sum(v, wr_g_abs(v, x), &along, 1, 1, 0);
}

static weir_status matrix_norm_view(weir_infer *c, weir_array **out) {
    static const int64_t both[] = {-2, -1};
    const matrix_norm_attr *attr = c->attr;
    weir_array *x = c->in[0];
    int ord = ord_of(attr);
    WR_TRY(need_numbers(c));
    if (x->ndim < 2)
        return wr_refuse(c, "%s has %d dimension%s; expected matrices", wr_array_text_of(x),
                         x->ndim, x->ndim == 1 ? "" : "s");
    if (ord == ORDS)
        return wr_refuse(c, "ord '%s' is not supported; expected fro, 1, -1, inf or -inf",
                         attr->ord != NULL ? attr->ord : "");
    if (ord != FRO && wr_shape(x)[x->ndim - (has_rows(ord) ? 2 : 1)] == 0)
        return wr_refuse(c, "%s: an empty matrix has no maximum or minimum", wr_array_text_of(x));
    wr_compose made;
    WR_TRY(wr_compose_begin(&made, x->rt));
    weir_array *wide = computable(&made.v, x);
    weir_array *y = ord == FRO ? norm(&made.v, wide, 2, both, 2, attr->keepdims)
                               : extreme(&made.v, lines(&made.v, wide, ord), both, 2,
                                         attr->keepdims, has_most(ord));
    return wr_compose_end(&made, as_result(&made.v, y, x), out);
}

static void matrix_norm_vjp(weir_vjp *v) {
    static const int64_t both[] = {-2, -1};
    int ord = ord_of(v->attr);
    weir_array *x = v->in[0], *dy = v->grad_out[0];
    uint32_t mask = UINT32_C(3) << (x->ndim - 2);
    if (dy == NULL) return;
    if (ord == FRO) {
        vector_norm_back(v, 2, mask);
        return;
    }
    weir_array *wide = computable(v, x), *sums = lines(v, wide, ord);
    if (wide != x) dy = wr_g_astype(v, dy, WEIR_FLOAT32);
    weir_array *y = extreme(v, sums, both, 2, true, has_most(ord));
    weir_array *g = to_extremes(v, sums, y, with_axes(v, dy, x, mask), both, 2);
    v->grad_in[0] = wr_build_unbroadcast(v, wr_g_multiply(v, g, wr_g_sign(v, wide)), x);
}

WR_OP(matrix_norm) = {
    .size = sizeof(weir_op_def),
    .name = "matrix_norm",
    .summary = "The matrix norms that need no singular values.",
    .notes = "'fro' is the square root of the sum of squares.  '1' and '-1' are the largest and "
             "smallest column sum of |x|, 'inf' and '-inf' the largest and smallest row sum.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: matrices",
    .flags = WEIR_OP_VIEW | WEIR_OP_STRIDED_IN, /* accepts any strides, because the sums do */
    .view = matrix_norm_view,
    .vjp = matrix_norm_vjp,
    WEIR_USE_ATTRS(matrix_norm),
    .samples =
        "(3,4)@0.5:2; (2,3,4) ord='1'; (3,4) ord='-1' keepdims=true; (2,3,4) ord='inf'; (3,4) "
        "ord='-inf'",
};
