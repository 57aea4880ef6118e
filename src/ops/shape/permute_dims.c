/* permute_dims.c - permutes axes, as a view.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/expression.h"

#define PERMUTE_DIMS_ATTRS(X, A)                                                                   \
    X(A, I64S, axes, WEIR_NO_LIST,                                                                 \
      "source axis of each axis of the result; none: reverse the axes", "axis")
WEIR_ATTRS(permute_dims, PERMUTE_DIMS_ATTRS);

static weir_status permute_dims_view(weir_infer *c, weir_array **out) {
    const permute_dims_attr *attr = c->attr;
    weir_array *x = c->in[0];
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
    uint32_t mask;
    WR_TRY(wr_need_axes(c, attr->axes, x->ndim, &mask));
    if (attr->axes.data != NULL && attr->axes.count != x->ndim)
        return wr_refuse(
            c, "got %lld ax%s for an array with %d dimension%s; expected one per dimension",
            (long long)attr->axes.count, attr->axes.count == 1 ? "is" : "es", x->ndim,
            x->ndim == 1 ? "" : "s");
    for (int i = 0; i < x->ndim; i++) {
        int axis = x->ndim - 1 - i;
        if (attr->axes.data != NULL) wr_axis(attr->axes.data[i], x->ndim, &axis);
        shape[i] = wr_shape(x)[axis];
        strides[i] = wr_strides(x)[axis];
    }
    if (x->flags & WR_NUMBER) return wr_call(x->rt, &wr_ops[WR_OP_copy], &x, 1, NULL, out, NULL);
    return wr_array_view(x, x->dtype, x->ndim, shape, strides, x->offset, out);
}

static void permute_dims_vjp(weir_vjp *v) {
    const permute_dims_attr *attr = v->attr;
    int ndim = v->in[0]->ndim;
    int64_t back[WEIR_NDIM_MAX];
    for (int i = 0; i < ndim; i++) {
        int axis = ndim - 1 - i;
        if (attr->axes.data != NULL) wr_axis(attr->axes.data[i], ndim, &axis);
        back[axis] = i;
    }
    v->grad_in[0] = wr_g_permute_dims(v, v->grad_out[0], back, ndim);
}

WR_OP(permute_dims) = {
    .size = sizeof(weir_op_def),
    .name = "permute_dims",
    .summary = "Permute the axes; returns a view.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = permute_dims_view,
    .vjp = permute_dims_vjp,
    WEIR_USE_ATTRS(permute_dims),
    .samples = "(3,4); (2,3,4) axes=[1,2,0]",
};
