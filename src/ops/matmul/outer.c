/* outer.c - the outer product: each element of one array times each element of another.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/composite_calls.h"

static weir_status outer_view(weir_infer *c, weir_array **out) {
    weir_array *a = c->in[0], *b = c->in[1];
    wr_compose made;
    int dtype;
    WR_TRY(wr_promote(c, 0, 2, &dtype));
    if (dtype == WEIR_BOOL) return wr_refuse_as(c, WEIR_EDTYPE, "accepts numbers, not bool");
    WR_TRY(wr_compose_begin(&made, a->rt));
    const int64_t column[] = {a->count, 1}, row[] = {1, b->count};
    weir_array *y = wr_g_multiply(&made.v, wr_compose_reshape(&made, a, 2, column),
                                  wr_compose_reshape(&made, b, 2, row));
    return wr_compose_end(&made, y, out);
}

static weir_array *flat(weir_vjp *v, weir_array *x) {
    return wr_g_reshape(v, wr_g_conj(v, x), &x->count, 1);
}

static void outer_vjp(weir_vjp *v) {
    weir_array *a = v->in[0], *b = v->in[1], *dy = v->grad_out[0];
    if (v->wanted[0]) {
        weir_array *g = wr_g_reshape(v, wr_g_matmul(v, dy, flat(v, b)), wr_shape(a), a->ndim);
        v->grad_in[0] = wr_build_unbroadcast(v, g, a);
    }
    if (v->wanted[1]) {
        weir_array *g = wr_g_reshape(v, wr_g_matmul(v, flat(v, a), dy), wr_shape(b), b->ndim);
        v->grad_in[1] = wr_build_unbroadcast(v, g, b);
    }
}

WR_OP(outer) = {
    .size = sizeof(weir_op_def),
    .name = "outer",
    .summary = "The outer product: each element of x1 times each element of x2.",
    .notes = "Inputs of several dimensions are flattened.",
    .inputs = "x1, x2",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = outer_view,
    .vjp = outer_vjp,
    .samples = "(3), (4); (2,2), (3); (), (3)",
};
