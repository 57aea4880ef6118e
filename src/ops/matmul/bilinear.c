/* bilinear.c - the bilinear form x1^T W x2 for each matrix W of the weight.  The operator is a
 * composite.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/composite.h"

static weir_status need_bias(const weir_infer *c, uint32_t which, int64_t rows) {
    const weir_array *b = c->in_count > which ? c->in[which] : NULL;
    if (b == NULL || (b->ndim == 1 && wr_shape(b)[0] == rows)) return WEIR_OK;
    return wr_refuse(c, "the bias has shape %s; expected (%lld,), one per output feature",
                     wr_shape_text(b->ndim, wr_shape(b)), (long long)rows);
}

static weir_status need_numbers(const weir_infer *c) {
    for (uint32_t i = 0; i < c->in_count; i++)
        if (c->in[i] != NULL && c->in[i]->dtype == WEIR_BOOL)
            return wr_refuse_as(c, WEIR_EDTYPE, "accepts numbers, not bool");
    return WEIR_OK;
}

static weir_array *with_bias(weir_vjp *v, weir_array *y, uint32_t which) {
    weir_array *b = v->in_count > which ? v->in[which] : NULL;
    return b == NULL ? y : wr_g_add(v, y, b);
}

static weir_status bilinear_need(const weir_infer *c) {
    const weir_array *x = c->in[0], *z = c->in[1], *w = c->in[2];
    WR_TRY(need_numbers(c));
    bool fits = w->ndim == 3 && x->ndim >= 1 && z->ndim == x->ndim;
    for (int i = 0; fits && i < x->ndim - 1; i++) fits = wr_shape(x)[i] == wr_shape(z)[i];
    if (!fits || wr_shape(x)[x->ndim - 1] != wr_shape(w)[1] ||
        wr_shape(z)[z->ndim - 1] != wr_shape(w)[2])
        return wr_refuse(
            c,
            "x1 is %s, x2 is %s and the weight is %s; expected shapes (..., i), (..., j) and "
            "(out, i, j)",
            wr_array_text_of(x), wr_array_text_of(z), wr_array_text_of(w));
    return need_bias(c, 3, wr_shape(w)[0]);
}

static weir_array *bilinear_composite(weir_vjp *v) {
    weir_array *const of[] = {v->in[0], v->in[2], v->in[1]};
    return with_bias(v, wr_g_einsum(v, of, 3, "...i,kij,...j->...k"), 3);
}
WR_COMPOSITE(bilinear, 15)

WR_OP(bilinear) = {
    .size = sizeof(weir_op_def),
    .name = "bilinear",
    .summary = "The bilinear transformation x1^T W x2 + b, for each W of the weight.",
    .notes = "x1 has shape (..., i), x2 (..., j), the weight (out, i, j), the result (..., out).",
    .inputs = "x1, x2, weight, bias?",
    .outputs = "y",
    .parts = "x1: features along the last axis; "
             "x2: features along the last axis; "
             "weight: (output features, features of x1, features of x2); "
             "bias: one number per output feature",
    WR_USE_COMPOSITE(bilinear),
    .samples = "(2,3), (2,4), (5,3,4), (5); (2,2,3), (2,2,2), (2,3,2)",
};
