/* vecdot.c - inner products of vectors along an axis; the other axes broadcast.
 *
 * The products of one vector with many vectors are computed as a matrix-vector product.  The
 * products of many vectors with many others are computed as a batch of products of a row and a
 * column.  For short vectors, an elementwise product followed by a sum is faster.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/composite_calls.h"

#define VECDOT_ATTRS(X, A) X(A, I64, axis, -1, "the axis of the vectors", "axis")
WEIR_ATTRS(vecdot, VECDOT_ATTRS);

/* Set `axes` to the permutation that moves one axis to the end. */
static void axis_last(int64_t *axes, int ndim, int axis) {
    for (int i = 0; i < ndim; i++) axes[i] = i < axis ? i : i + 1;
    axes[ndim - 1] = axis;
}

static weir_array *moved(wr_compose *c, weir_array *x, int axis) {
    int64_t axes[WEIR_NDIM_MAX];
    axis_last(axes, x->ndim, axis);
    return wr_compose_permute(c, x, axes);
}

/* Return the vectors along the last axis as matrices of one row, or of one column. */
static weir_array *with_dim(wr_compose *c, weir_array *x, bool row) {
    int64_t shape[WEIR_NDIM_MAX + 1];
    if (x == NULL) return NULL;
    int n = x->ndim, at = row ? n - 1 : n;
    for (int i = 0; i <= n; i++)
        shape[i] = i < at ? wr_shape(x)[i] : i == at ? 1 : wr_shape(x)[i - 1];
    return wr_compose_reshape(c, x, n + 1, shape);
}

static weir_array *product(wr_compose *c, weir_array *a, weir_array *b, int dtype) {
    static const int64_t last = -1;
    if (a == NULL || b == NULL) return NULL;
    if (b->ndim == 1) return wr_g_matmul(&c->v, a, b);
    if (a->ndim == 1) return wr_g_matmul(&c->v, b, a);
    if (wr_compose_is_short(wr_shape(a)[a->ndim - 1], dtype))
        return wr_g_sum(&c->v, wr_g_multiply(&c->v, a, b), &last, 1, 0, dtype);
    weir_array *y = wr_g_matmul(&c->v, with_dim(c, a, true), with_dim(c, b, false));
    return y == NULL ? NULL : wr_compose_reshape(c, y, y->ndim - 2, wr_shape(y));
}

static weir_status vecdot_view(weir_infer *c, weir_array **out) {
    const vecdot_attr *attr = c->attr;
    weir_array *a = c->in[0], *b = c->in[1];
    int dtype, a_axis, b_axis, ndim;
    int64_t shape[WEIR_NDIM_MAX];
    WR_TRY(wr_promote(c, 0, 2, &dtype));
    if (dtype == WEIR_BOOL) return wr_refuse_as(c, WEIR_EDTYPE, "accepts numbers, not bool");
    WR_TRY(wr_need_axis(c, attr->axis, a->ndim, &a_axis));
    WR_TRY(wr_need_axis(c, attr->axis, b->ndim, &b_axis));
    if (wr_shape(a)[a_axis] != wr_shape(b)[b_axis])
        return wr_refuse(c,
                         "%s and %s: the vectors have %lld and %lld elements; expected the same "
                         "number",
                         wr_array_text_of(a), wr_array_text_of(b), (long long)wr_shape(a)[a_axis],
                         (long long)wr_shape(b)[b_axis]);
    if (a->ndim == WEIR_NDIM_MAX || b->ndim == WEIR_NDIM_MAX)
        return wr_refuse(c, "accepts arrays of at most %d dimensions", WEIR_NDIM_MAX - 1);
    wr_compose made;
    WR_TRY(wr_compose_begin(&made, a->rt));
    weir_array *x = moved(&made, a, a_axis), *z = moved(&made, b, b_axis);
    if (x != NULL && z != NULL &&
        !wr_broadcast(x->ndim - 1, wr_shape(x), z->ndim - 1, wr_shape(z), &ndim, shape))
        made.v.status = wr_refuse(c, "%s and %s do not broadcast outside the vector axis",
                                  wr_array_text_of(a), wr_array_text_of(b));
    return wr_compose_end(&made, product(&made, wr_g_conj(&made.v, x), z, dtype), out);
}

/* ---- Gradient: conj(dy) times x2, and dy times x1 -------------------------------------------- */

/* Return dy times the other input, summed over the axes along which this input was broadcast.  The
 * vector axis may be at different positions in the two inputs, because a non-negative attribute
 * `axis` counts from the front of each. */
static weir_array *along(weir_vjp *v, weir_array *dy, weir_array *own, weir_array *other) {
    const vecdot_attr *attr = v->attr;
    int64_t axes[WEIR_NDIM_MAX], back[WEIR_NDIM_MAX], shape[WEIR_NDIM_MAX];
    int axis = 0, other_axis = 0;
    if (dy == NULL) return NULL;
    wr_axis(attr->axis, own->ndim, &axis);
    wr_axis(attr->axis, other->ndim, &other_axis);
    for (int i = 0; i < dy->ndim; i++) shape[i] = wr_shape(dy)[i];
    shape[dy->ndim] = 1;
    axis_last(axes, other->ndim, other_axis);
    weir_array *g = wr_g_multiply(v, wr_g_reshape(v, dy, shape, dy->ndim + 1),
                                  wr_g_permute_dims(v, other, axes, other->ndim));
    axis_last(axes, own->ndim, axis);
    for (int i = 0; i < own->ndim; i++) back[axes[i]] = i;
    weir_array *like = wr_g_permute_dims(v, own, axes, own->ndim);
    return wr_g_permute_dims(v, wr_build_unbroadcast(v, g, like), back, own->ndim);
}

static void vecdot_vjp(weir_vjp *v) {
    weir_array *a = v->in[0], *b = v->in[1], *dy = v->grad_out[0];
    if (v->wanted[0]) v->grad_in[0] = along(v, wr_g_conj(v, dy), a, b);
    if (v->wanted[1]) v->grad_in[1] = along(v, dy, b, a);
}

WR_OP(vecdot) = {
    .size = sizeof(weir_op_def),
    .name = "vecdot",
    .summary = "The inner products of vectors along an axis.",
    .notes = "The other axes broadcast.  x1 is conjugated.",
    .inputs = "x1, x2",
    .outputs = "y",
    .parts = "x1: vectors; "
             "x2: vectors",
    .flags = WEIR_OP_VIEW | WEIR_OP_STRIDED_IN, /* the operators that it calls accept any strides */
    .view = vecdot_view,
    .vjp = vecdot_vjp,
    WEIR_USE_ATTRS(vecdot),
    .samples =
        "(4), (4); (2,3,4), (3,4); (4,3), (4,1) axis=0; (4), (3,4); (3,4), (4); c64(4), c64(3,4)",
};
