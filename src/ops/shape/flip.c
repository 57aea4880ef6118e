/* flip.c - reverses axes, as a view with negative strides.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/expression.h"
#include "ops/core/view.h"

#define FLIP_ATTRS(X, A) X(A, I64S, axes, WEIR_NO_LIST, "axes to reverse; none: all", "axis")
WEIR_ATTRS(flip, FLIP_ATTRS);

static weir_status flip_view(weir_infer *c, weir_array **out) {
    const flip_attr *attr = c->attr;
    weir_array *x = c->in[0];
    uint32_t mask;
    int64_t strides[WEIR_NDIM_MAX], skip = 0;
    WR_TRY(wr_need_axes(c, attr->axes, x->ndim, &mask));
    for (int i = 0; i < x->ndim; i++) {
        bool back = mask >> i & 1;
        strides[i] = back ? -wr_strides(x)[i] : wr_strides(x)[i];
        if (back && x->count > 0) skip += (wr_shape(x)[i] - 1) * wr_strides(x)[i];
    }
    return wr_view_make(x, x->ndim, wr_shape(x), strides, skip, out);
}

static void flip_vjp(weir_vjp *v) {
    const flip_attr *attr = v->attr;
    v->grad_in[0] = wr_g_flip(v, v->grad_out[0], attr->axes.data, attr->axes.count);
}

WR_OP(flip) = {
    .size = sizeof(weir_op_def),
    .name = "flip",
    .summary = "Reverse the order of elements along axes; returns a view.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = flip_view,
    .vjp = flip_vjp,
    WEIR_USE_ATTRS(flip),
    .samples = "(3,4); (2,3,4) axes=[1]; (3,4) axes=[0,-1]; (0,3)",
};
