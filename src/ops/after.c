/* after.c - the same values, when other arrays are there.
 *
 * The task reads the others as it reads x, and so waits for them and fails where one of them failed; their elements
 * are not looked at.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/build.h"

static weir_status after_infer(weir_infer *c) {
    wr_meta_like(&c->out[0], c->in[0]);
    if (c->in[0]->flags & WR_NUMBER) {
        int dtype;
        WR_TRY(wr_promote(c, 0, 1, &dtype));
        c->out[0].dtype = dtype;
    }
    c->dtype = c->out[0].dtype;
    return WEIR_OK;
}

static weir_status after_run(const weir_kernel *k) {
    return wr_copy_view(k, &k->out[0], &k->in[0]);
}

static void after_vjp(weir_vjp *v) {
    weir_array *result = v->out[0];
    if (v->wanted[0]) v->grad_in[0] = wr_g_after(v, v->grad_out[0], &result, 1);
}

WR_OP(after) = {
    .size = sizeof(weir_op_def),
    .name = "after",
    .summary = "The same values, when the other arrays are there; a failure if one of them failed.",
    .notes = "The values of the others are not looked at, and no gradient goes to them.",
    .inputs = "x, arrays",
    .outputs = "y",
    .takes = WEIR_TAKES_ALL,
    .flags = WEIR_OP_VARIADIC | WEIR_OP_STRIDED,
    .infer = after_infer,
    .run = after_run,
    .plain = after_run,
    .vjp = after_vjp,
    .samples = "(3,4), (2); (), (5), (2,3); (2,3), i64(2)",
};
