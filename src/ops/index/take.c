/* take.c - take: gathers elements or rows of x by index.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/cuda_kernels.h"
#include "ops/core/expression.h"
#include "ops/index/gather_scatter.h"

#define TAKE_ATTRS(X, A)                                                                           \
    X(A, I64, axis, WEIR_NONE, "axis to take along; none: all elements, in row-major order", "axis")
WEIR_ATTRS(take, TAKE_ATTRS);

static weir_status take_infer(weir_infer *c) {
    const take_attr *attr = c->attr;
    weir_meta *out = &c->out[0];
    int dtype;
    WR_TRY(wr_promote(c, 0, 1, &dtype));
    WR_TRY(wr_take_shape(c, attr->axis, out));
    out->dtype = c->dtype = dtype;
    int axis = 0;
    if (attr->axis != WEIR_NONE) wr_axis(attr->axis, c->in[0]->ndim, &axis);
    wr_gather_needs(c, out, c->in[1]->count,
                    attr->axis != WEIR_NONE ? c->in[0]->ndim - 1 - axis : 0);
    return WEIR_OK;
}

static weir_status take_run(const weir_kernel *k) {
    const take_attr *attr = k->attr;
    wr_window w;
    wr_window_take(&w, &k->in[0], &k->in[1], attr->axis);
    return wr_gather(k, &w, &k->in[0]);
}

static weir_status take_reference(const weir_kernel *k) {
    const take_attr *attr = k->attr;
    wr_window w;
    wr_window_take(&w, &k->in[0], &k->in[1], attr->axis);
    return wr_gather_reference(k, &w, &k->in[0]);
}

weir_status wr_cuda_take(wr_cuda_call *c) {
    const take_attr *attr = c->k->attr;
    wr_window w;
    wr_window_take(&w, &c->k->in[0], &c->k->in[1], attr->axis);
    return wr_cuda_gather(c, &w, &c->k->in[0], true);
}

static void take_vjp(weir_vjp *v) {
    const take_attr *attr = v->attr;
    if (v->wanted[0])
        v->grad_in[0] =
            wr_g_scatter_add(v, wr_build_zeros(v, v->in[0]), v->in[1], v->grad_out[0], attr->axis);
}

WR_OP(take) = {
    .size = sizeof(weir_op_def),
    .name = "take",
    .summary = "Elements of x at the given indices along an axis.",
    .notes =
        "The dimensions of indices replace the axis.  Negative indices count from the end.  An "
        "index out of range makes the operation fail.",
    .inputs = "x, indices",
    .outputs = "y",
    .parts = "indices: indices along the axis; "
             "y: the selected elements",
    .flags = WEIR_OP_STRIDED_IN,
    .infer = take_infer,
    .run = take_run,
    .reference = take_reference,
    .vjp = take_vjp,
    WEIR_USE_ATTRS(take),
    .samples = "(5,3), i64(4)@0:5 axis=0; (2,5), i32(2,3)@-5:5 axis=1; (2,4,3), u8(3)@0:4 axis=-2; "
               "(3,4), i64(5)@-12:12",
};
