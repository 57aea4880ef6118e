/* cross.c - the cross product of three-element vectors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/composite_calls.h"

#define CROSS_ATTRS(X, A) X(A, I64, axis, -1, "the axis of the vectors", "axis")
WEIR_ATTRS(cross, CROSS_ATTRS);

/* Shift the entries cyclically along the last axis: entry i becomes entry i + `by`. */
static weir_array *rolled(weir_vjp *v, weir_array *x, int64_t by) {
    static const int64_t last = -1;
    return wr_g_roll(v, x, &by, 1, &last, 1);
}

/* Return the cross product along the last axis. */
static weir_array *product(weir_vjp *v, weir_array *a, weir_array *b) {
    return wr_g_subtract(v, wr_g_multiply(v, rolled(v, a, -1), rolled(v, b, 1)),
                         wr_g_multiply(v, rolled(v, a, 1), rolled(v, b, -1)));
}

static weir_array *moved(weir_vjp *v, weir_array *x, int64_t from, int64_t to) {
    return from == to ? x : wr_g_moveaxis(v, x, &from, 1, &to, 1);
}

static weir_status cross_view(weir_infer *c, weir_array **out) {
    const cross_attr *attr = c->attr;
    weir_array *a = c->in[0], *b = c->in[1];
    int dtype, a_axis, b_axis, ndim;
    int64_t shape[WEIR_NDIM_MAX];
    WR_TRY(wr_promote(c, 0, 2, &dtype));
    if (dtype == WEIR_BOOL) return wr_refuse_as(c, WEIR_EDTYPE, "accepts numbers, not bool");
    WR_TRY(wr_need_axis(c, attr->axis, a->ndim, &a_axis));
    WR_TRY(wr_need_axis(c, attr->axis, b->ndim, &b_axis));
    if (wr_shape(a)[a_axis] != 3 || wr_shape(b)[b_axis] != 3)
        return wr_refuse(c, "%s and %s have %lld and %lld elements along axis %lld; expected 3",
                         wr_array_text_of(a), wr_array_text_of(b), (long long)wr_shape(a)[a_axis],
                         (long long)wr_shape(b)[b_axis], (long long)attr->axis);
    if (attr->axis >= 0 && a->ndim != b->ndim)
        return wr_refuse(
            c,
            "axis %lld refers to different axes of arrays with %d and %d dimensions; use a "
            "negative "
            "axis",
            (long long)attr->axis, a->ndim, b->ndim);
    if (!wr_broadcast(a->ndim, wr_shape(a), b->ndim, wr_shape(b), &ndim, shape))
        return wr_refuse(c, "%s and %s do not broadcast", wr_array_text_of(a), wr_array_text_of(b));
    wr_compose made;
    WR_TRY(wr_compose_begin(&made, a->rt));
    weir_array *y =
        product(&made.v, moved(&made.v, a, attr->axis, -1), moved(&made.v, b, attr->axis, -1));
    return wr_compose_end(&made, moved(&made.v, y, -1, attr->axis), out);
}

/* dx1 = cross(conj(x2), dy), dx2 = cross(dy, conj(x1)). */
static void cross_vjp(weir_vjp *v) {
    const cross_attr *attr = v->attr;
    weir_array *g = moved(v, v->grad_out[0], attr->axis, -1);
    for (int i = 0; i < 2; i++) {
        if (!v->wanted[i]) continue;
        weir_array *other = wr_g_conj(v, moved(v, v->in[1 - i], attr->axis, -1));
        weir_array *d = i == 0 ? product(v, other, g) : product(v, g, other);
        v->grad_in[i] = wr_build_unbroadcast(v, moved(v, d, -1, attr->axis), v->in[i]);
    }
}

WR_OP(cross) = {
    .size = sizeof(weir_op_def),
    .name = "cross",
    .summary = "The cross products of three-element vectors along an axis.",
    .notes = "The other axes broadcast.  Complex numbers are not conjugated.",
    .inputs = "x1, x2",
    .outputs = "y",
    .parts = "x1: vectors; "
             "x2: vectors",
    .flags = WEIR_OP_VIEW,
    .view = cross_view,
    .vjp = cross_vjp,
    WEIR_USE_ATTRS(cross),
    .samples = "(3), (3); (2,3), (4,1,3); (3,2), (3,2) axis=0; (2,3,1), (3,4) axis=-2",
};
