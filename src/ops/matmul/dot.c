/* dot.c - dot and inner: sums of products over one axis of each input.
 *
 * The two operators differ in the axis of x2 that is summed over.  If an input is a scalar, both
 * operators multiply elementwise.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/matmul/products.h"

static bool multiplies(weir_array *const *in) { return in[0]->ndim == 0 || in[1]->ndim == 0; }

static weir_status multiply_scalars(const weir_infer *c, weir_array **out) {
    int dtype;
    WR_TRY(wr_promote(c, 0, 2, &dtype));
    if (dtype == WEIR_BOOL) return wr_refuse_as(c, WEIR_EDTYPE, "accepts numbers, not bool");
    return wr_call(c->in[0]->rt, &wr_ops[WR_OP_multiply], c->in, 2, NULL, out, NULL);
}

/* ---- dot ------------------------------------------------------------------------------------- */

static wr_pairs dot_pairs(weir_array *const *in) {
    int last = in[1]->ndim;
    return (wr_pairs){.count = 1, .x1 = {in[0]->ndim - 1}, .x2 = {last > 1 ? last - 2 : 0}};
}

static weir_status dot_view(weir_infer *c, weir_array **out) {
    if (multiplies(c->in)) return multiply_scalars(c, out);
    wr_pairs p = dot_pairs(c->in);
    return wr_tensordot_view(c, &p, out);
}

static void dot_vjp(weir_vjp *v) {
    if (multiplies(v->in)) {
        wr_ops[WR_OP_multiply].def.vjp(v);
        return;
    }
    wr_pairs p = dot_pairs(v->in);
    wr_tensordot_vjp(v, &p);
}

WR_OP(dot) = {
    .size = sizeof(weir_op_def),
    .name = "dot",
    .summary = "The dot product: sum over the last axis of x1 and the second-to-last axis of x2.",
    .notes =
        "For two vectors this is the inner product, for two matrices the matrix product, and for a "
        "scalar and any array an elementwise multiplication.",
    .inputs = "x1, x2",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = dot_view,
    .vjp = dot_vjp,
    .samples = "(4), (4); (3,4), (4,2); (), (3,2); (2,3,4), (4); (2,3), (4,3,2)",
};

/* ---- inner ----------------------------------------------------------------------------------- */

static wr_pairs inner_pairs(weir_array *const *in) {
    return (wr_pairs){.count = 1, .x1 = {in[0]->ndim - 1}, .x2 = {in[1]->ndim - 1}};
}

static weir_status inner_view(weir_infer *c, weir_array **out) {
    if (multiplies(c->in)) return multiply_scalars(c, out);
    wr_pairs p = inner_pairs(c->in);
    return wr_tensordot_view(c, &p, out);
}

static void inner_vjp(weir_vjp *v) {
    if (multiplies(v->in)) {
        wr_ops[WR_OP_multiply].def.vjp(v);
        return;
    }
    wr_pairs p = inner_pairs(v->in);
    wr_tensordot_vjp(v, &p);
}

WR_OP(inner) = {
    .size = sizeof(weir_op_def),
    .name = "inner",
    .summary = "The inner product: sum over the last axes of x1 and x2.",
    .notes = "Complex numbers are not conjugated; vecdot conjugates x1.",
    .inputs = "x1, x2",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = inner_view,
    .vjp = inner_vjp,
    .samples = "(4), (4); (3,4), (2,4); (3,2), ()",
};
