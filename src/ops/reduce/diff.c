/* diff.c - n-th differences of consecutive elements along an axis.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/composite_calls.h"
#include "ops/core/view.h"

#define DIFF_ATTRS(X, A)                                                                           \
    X(A, I64, n, 1, "how many times differences are taken", ">= 0")                                \
    X(A, I64, axis, -1, "axis along which differences are taken", "axis")
WEIR_ATTRS(diff, DIFF_ATTRS);

/* Store the arrays to concatenate (prepend, x and append, except those that are not given) in `row`
 * and their input indices in `which`.  Return their number. */
static uint32_t row_of(weir_array *const *in, uint32_t in_count, weir_array **row,
                       uint32_t *which) {
    static const uint32_t order[3] = {1, 0, 2};
    uint32_t count = 0;
    for (int i = 0; i < 3; i++)
        if (order[i] < in_count && in[order[i]] != NULL) {
            which[count] = order[i];
            row[count++] = in[order[i]];
        }
    return count;
}

static weir_status need_alike(const weir_infer *c, int axis) {
    const weir_array *x = c->in[0];
    for (uint32_t i = 1; i < c->in_count; i++) {
        const weir_array *a = c->in[i];
        bool alike = a == NULL || a->ndim == x->ndim;
        for (int d = 0; a != NULL && alike && d < x->ndim; d++)
            alike = d == axis || wr_shape(a)[d] == wr_shape(x)[d];
        if (!alike)
            return wr_refuse(
                c, "%s has shape %s, but x has shape %s; only the size of axis %d may differ",
                i == 1 ? "prepend" : "append", wr_shape_text(a->ndim, wr_shape(a)),
                wr_shape_text(x->ndim, wr_shape(x)), axis);
    }
    return WEIR_OK;
}

static weir_status diff_view(weir_infer *c, weir_array **out) {
    const diff_attr *attr = c->attr;
    weir_array *x = c->in[0], *row[3];
    uint32_t which[3];
    int axis, dtype;
    WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    if (attr->n < 0) return wr_refuse(c, "n must be at least 0, got %lld", (long long)attr->n);
    WR_TRY(need_alike(c, axis));
    WR_TRY(wr_promote(c, 0, c->in_count, &dtype));
    if (dtype == WEIR_BOOL)
        return wr_refuse_as(c, WEIR_EDTYPE, "bool is not supported; convert x to a numeric dtype");
    wr_compose made;
    WR_TRY(wr_compose_begin(&made, x->rt));
    uint32_t count = row_of(c->in, c->in_count, row, which);
    weir_array *y = count > 1 ? wr_g_concat(&made.v, row, count, axis) : x;
    for (int64_t i = 0; i < attr->n && y != NULL && wr_shape(y)[axis] > 0; i++) {
        int64_t length = wr_shape(y)[axis];
        y = wr_g_subtract(&made.v, wr_build_cut(&made.v, y, axis, 1, length),
                          wr_build_cut(&made.v, y, axis, 0, length - 1));
    }
    return wr_compose_end(&made, y, out);
}

/* Return the gradient of y[i] = x[i+1] - x[i].  The gradient of x[j] is g[j-1] - g[j], where g is
 * the gradient of y, and 0 outside its range. */
static weir_array *diff_gradient(weir_vjp *v, weir_array *g, int axis) {
    int64_t widths[2 * WEIR_NDIM_MAX] = {0};
    if (g == NULL) return NULL;
    widths[2 * axis] = widths[2 * axis + 1] = 1;
    int64_t length = wr_shape(g)[axis] + 2;
    weir_array *wide = wr_g_pad(v, g, widths, 2 * g->ndim, "constant", 0);
    return wr_g_subtract(v, wr_build_cut(v, wide, axis, 0, length - 1),
                         wr_build_cut(v, wide, axis, 1, length));
}

static void diff_vjp(weir_vjp *v) {
    const diff_attr *attr = v->attr;
    weir_array *row[3], *g = v->grad_out[0];
    uint32_t which[3], count = row_of(v->in, v->in_count, row, which);
    int axis = 0;
    wr_axis(attr->axis, v->in[0]->ndim, &axis);
    int64_t length = 0, times = 0, at = 0;
    for (uint32_t i = 0; i < count; i++) length += wr_shape(row[i])[axis];
    times = attr->n < length ? attr->n : length; /* further differences are empty */
    for (int64_t i = 0; i < times; i++) g = diff_gradient(v, g, axis);
    for (uint32_t i = 0; i < count; i++) {
        int64_t end = at + wr_shape(row[i])[axis];
        if (v->wanted[which[i]])
            v->grad_in[which[i]] =
                wr_build_unbroadcast(v, wr_build_cut(v, g, axis, at, end), row[i]);
        at = end;
    }
}

WR_OP(diff) = {
    .size = sizeof(weir_op_def),
    .name = "diff",
    .summary = "Differences between consecutive elements along an axis.",
    .notes = "The axis becomes shorter by n; prepend and append lengthen it first.",
    .inputs = "x, prepend?, append?",
    .outputs = "y",
    .parts = "prepend: elements to put before x; "
             "append: elements to put after x",
    .flags = WEIR_OP_VIEW,
    .view = diff_view,
    .vjp = diff_vjp,
    WEIR_USE_ATTRS(diff),
    .samples = "(5); (4,3) axis=0; (3,5) n=2; (3,4), (3,1), (3,2); (4,3), none, (1,3) axis=0; "
               "(3,2) n=4; (3,4) n=0",
};
