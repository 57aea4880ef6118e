/* tensordot.c - tensor contraction as a matrix product.
 *
 * The contracted axes are moved to the end of x1 and to the front of x2.  Both arrays are then
 * reshaped to matrices, and the product is reshaped to the result.  Elements are copied only if the
 * dimensions to be merged are not contiguous; otherwise only strides change.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/matmul/products.h"

static bool is_among(const int *axes, int count, int axis) {
    for (int i = 0; i < count; i++)
        if (axes[i] == axis) return true;
    return false;
}

/* List the axes that are not contracted, in order, and return their number. */
static int left_of(int ndim, const int *axes, int count, int64_t *left) {
    int n = 0;
    for (int i = 0; i < ndim; i++)
        if (!is_among(axes, count, i)) left[n++] = i;
    return n;
}

static int64_t length_of(const weir_array *x, const int64_t *axes, int count) {
    int64_t length = 1;
    for (int i = 0; i < count; i++) length *= wr_shape(x)[axes[i]];
    return length;
}

weir_status wr_tensordot_check(const weir_infer *c, const wr_pairs *p) {
    const weir_array *a = c->in[0], *b = c->in[1];
    int dtype;
    WR_TRY(wr_promote(c, 0, 2, &dtype));
    if (dtype == WEIR_BOOL) return wr_refuse_as(c, WEIR_EDTYPE, "accepts numbers, not bool");
    for (int i = 0; i < p->count; i++)
        if (wr_shape(a)[p->x1[i]] != wr_shape(b)[p->x2[i]])
            return wr_refuse(
                c, "%s and %s: axis %d of x1 has %lld element%s, but axis %d of x2 has %lld",
                wr_array_text_of(a), wr_array_text_of(b), p->x1[i],
                (long long)wr_shape(a)[p->x1[i]], wr_shape(a)[p->x1[i]] == 1 ? "" : "s", p->x2[i],
                (long long)wr_shape(b)[p->x2[i]]);
    int ndim = a->ndim + b->ndim - 2 * p->count;
    if (ndim > WEIR_NDIM_MAX)
        return wr_refuse(c, "the result would have %d dimensions; at most %d are supported", ndim,
                         WEIR_NDIM_MAX);
    return WEIR_OK;
}

/* Return x as a matrix: the axes `first` become its rows, the axes `second` its columns.  If one of
 * the lists is empty, return a vector. */
static weir_array *as_matrix(wr_compose *c, weir_array *x, const int64_t *first, int first_count,
                             const int64_t *second, int second_count) {
    int64_t axes[WEIR_NDIM_MAX], shape[2];
    int ndim = 0;
    for (int i = 0; i < first_count; i++) axes[i] = first[i];
    for (int i = 0; i < second_count; i++) axes[first_count + i] = second[i];
    if (first_count > 0) shape[ndim++] = length_of(x, first, first_count);
    if (second_count > 0) shape[ndim++] = length_of(x, second, second_count);
    return wr_compose_reshape(c, wr_compose_permute(c, x, axes), ndim, shape);
}

static weir_array *product(wr_compose *c, weir_array *a, weir_array *b, const wr_pairs *p) {
    int64_t a_left[WEIR_NDIM_MAX], b_left[WEIR_NDIM_MAX], shape[WEIR_NDIM_MAX];
    int64_t a_sum[WEIR_NDIM_MAX], b_sum[WEIR_NDIM_MAX];
    int m = left_of(a->ndim, p->x1, p->count, a_left);
    int n = left_of(b->ndim, p->x2, p->count, b_left);
    for (int i = 0; i < p->count; i++) a_sum[i] = p->x1[i], b_sum[i] = p->x2[i];
    for (int i = 0; i < m; i++) shape[i] = wr_shape(a)[a_left[i]];
    for (int i = 0; i < n; i++) shape[m + i] = wr_shape(b)[b_left[i]];
    if (p->count == 0) { /* nothing is summed over: an outer product */
        int64_t wide[WEIR_NDIM_MAX];
        for (int i = 0; i < m + n; i++) wide[i] = i < m ? shape[i] : 1;
        if (m > 0 && n > 0) a = wr_compose_reshape(c, a, m + n, wide);
        return wr_g_multiply(&c->v, a, b);
    }
    weir_array *left = as_matrix(c, a, a_left, m, a_sum, p->count);
    weir_array *right = as_matrix(c, b, b_sum, p->count, b_left, n);
    return wr_compose_reshape(c, wr_g_matmul(&c->v, left, right), m + n, shape);
}

weir_status wr_tensordot_view(const weir_infer *c, const wr_pairs *p, weir_array **out) {
    wr_compose made;
    WR_TRY(wr_tensordot_check(c, p));
    WR_TRY(wr_compose_begin(&made, c->in[0]->rt));
    return wr_compose_end(&made, product(&made, c->in[0], c->in[1], p), out);
}

/* ---- Gradient: contract dy with the other input, over that input's remaining axes ------------ */

static int64_t *count_from(int64_t *axes, int64_t first, int count) {
    for (int i = 0; i < count; i++) axes[i] = first + i;
    return axes;
}

/* List the contracted axes of one input in the order in which their partners occur in the other. */
static void partners(int count, const int *own, const int *other, int64_t *out) {
    for (int i = 0; i < count; i++) {
        int before = 0;
        for (int j = 0; j < count; j++) before += other[j] < other[i];
        out[before] = own[i];
    }
}

/* Permute the dimensions of g into the order of the input; dimension i of g is axis from[i] of the
 * input. */
static weir_array *in_order(weir_vjp *v, weir_array *g, const int64_t *from, int ndim) {
    int64_t back[WEIR_NDIM_MAX];
    for (int i = 0; i < ndim; i++) back[from[i]] = i;
    return g == NULL ? NULL : wr_g_permute_dims(v, g, back, ndim);
}

void wr_tensordot_vjp(weir_vjp *v, const wr_pairs *p) {
    weir_array *a = v->in[0], *b = v->in[1], *dy = v->grad_out[0];
    int64_t a_left[WEIR_NDIM_MAX], b_left[WEIR_NDIM_MAX], axes[WEIR_NDIM_MAX];
    int64_t from[WEIR_NDIM_MAX] = {0};
    int m = left_of(a->ndim, p->x1, p->count, a_left);
    int n = left_of(b->ndim, p->x2, p->count, b_left);
    if (v->wanted[0]) {
        weir_array *g =
            wr_g_tensordot(v, dy, wr_g_conj(v, b), 0, count_from(axes, m, n), n, b_left, n);
        for (int i = 0; i < m; i++) from[i] = a_left[i];
        partners(p->count, p->x1, p->x2, from + m);
        v->grad_in[0] = wr_build_unbroadcast(v, in_order(v, g, from, a->ndim), a);
    }
    if (v->wanted[1]) {
        weir_array *g =
            wr_g_tensordot(v, wr_g_conj(v, a), dy, 0, a_left, m, count_from(axes, 0, m), m);
        partners(p->count, p->x2, p->x1, from);
        for (int i = 0; i < n; i++) from[p->count + i] = b_left[i];
        v->grad_in[1] = wr_build_unbroadcast(v, in_order(v, g, from, b->ndim), b);
    }
}

/* ---- tensordot ------------------------------------------------------------------------------- */

#define TENSORDOT_ATTRS(X, A)                                                                      \
    X(A, I64, axes, 2, "number of trailing axes of x1 to contract with leading axes of x2",        \
      ">= 0")                                                                                      \
    X(A, I64S, x1_axes, WEIR_NO_LIST, "axes of x1 to contract, instead of axes", "axis")           \
    X(A, I64S, x2_axes, WEIR_NO_LIST, "axes of x2 to contract, in the order of x1_axes", "axis")
WEIR_ATTRS(tensordot, TENSORDOT_ATTRS);

static void pairs_by_number(wr_pairs *p, int64_t axes, int ndim) {
    p->count = (int)axes;
    for (int i = 0; i < p->count; i++) p->x1[i] = ndim - p->count + i, p->x2[i] = i;
}

static void pairs_by_list(wr_pairs *p, const tensordot_attr *attr, int x1_ndim, int x2_ndim) {
    p->count = (int)attr->x1_axes.count;
    assert(p->count == 0 || (attr->x1_axes.data != NULL && attr->x2_axes.data != NULL));
    for (int i = 0; i < p->count; i++) {
        wr_axis(attr->x1_axes.data[i], x1_ndim, &p->x1[i]);
        wr_axis(attr->x2_axes.data[i], x2_ndim, &p->x2[i]);
    }
}

static void pairs_of(wr_pairs *p, const tensordot_attr *attr, int x1_ndim, int x2_ndim) {
    if (attr->x1_axes.data != NULL || attr->x2_axes.data != NULL)
        pairs_by_list(p, attr, x1_ndim, x2_ndim);
    else
        pairs_by_number(p, attr->axes, x1_ndim);
}

static weir_status tensordot_view(weir_infer *c, weir_array **out) {
    const tensordot_attr *attr = c->attr;
    int x1_ndim = c->in[0]->ndim, x2_ndim = c->in[1]->ndim;
    weir_i64s x1 = attr->x1_axes, x2 = attr->x2_axes;
    wr_pairs p;
    if (x1.data != NULL || x2.data != NULL) {
        uint32_t mask;
        static const int64_t none[1];
        x1.data = x1.data != NULL ? x1.data : none;
        x2.data = x2.data != NULL ? x2.data : none;
        if (x1.count != x2.count)
            return wr_refuse(c,
                             "x1_axes has %lld ax%s and x2_axes has %lld; expected the same number",
                             (long long)x1.count, x1.count == 1 ? "is" : "es", (long long)x2.count);
        WR_TRY(wr_need_axes(c, x1, x1_ndim, &mask));
        WR_TRY(wr_need_axes(c, x2, x2_ndim, &mask));
    } else if (attr->axes < 0 || attr->axes > x1_ndim || attr->axes > x2_ndim) {
        return wr_refuse(c, "axes=%lld is out of range for arrays with %d and %d dimensions",
                         (long long)attr->axes, x1_ndim, x2_ndim);
    }
    pairs_of(&p, attr, x1_ndim, x2_ndim);
    return wr_tensordot_view(c, &p, out);
}

static void tensordot_vjp(weir_vjp *v) {
    wr_pairs p;
    pairs_of(&p, v->attr, v->in[0]->ndim, v->in[1]->ndim);
    wr_tensordot_vjp(v, &p);
}

WR_OP(tensordot) = {
    .size = sizeof(weir_op_def),
    .name = "tensordot",
    .summary = "Tensor contraction: sum over pairs of axes of x1 and x2.",
    .notes = "The result has the remaining axes of x1, then those of x2.",
    .inputs = "x1, x2",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = tensordot_view,
    .vjp = tensordot_vjp,
    WEIR_USE_ATTRS(tensordot),
    .samples = "(2,3,4), (3,4,5); (3,4), (4,2) axes=1; (2), (3) axes=0; "
               "(2,3,4), (4,5,2) x1_axes=[0,2] x2_axes=[2,0]; (3,2), (2,3) x1_axes=[1,0] "
               "x2_axes=[0,1]",
};
