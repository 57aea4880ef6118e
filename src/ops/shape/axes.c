/* axes.c - operators that rearrange axes, mostly as views.
 *
 * They are squeeze, expand_dims, moveaxis, swapaxes, matrix_transpose, flatten and ravel.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/core/expression.h"
#include "ops/core/view.h"

/* Compute the gradient of an operator that only changes the shape. */
static void reshape_back(weir_vjp *v) {
    v->grad_in[0] = wr_g_reshape(v, v->grad_out[0], wr_shape(v->in[0]), v->in[0]->ndim);
}

/* ---- squeeze --------------------------------------------------------------------------------- */

#define SQUEEZE_ATTRS(X, A)                                                                        \
    X(A, I64S, axes, WEIR_NO_LIST, "axes to remove; none: all of size one", "axis")
WEIR_ATTRS(squeeze, SQUEEZE_ATTRS);

static weir_status squeeze_view(weir_infer *c, weir_array **out) {
    const squeeze_attr *attr = c->attr;
    weir_array *x = c->in[0];
    uint32_t mask;
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
    int ndim = 0;
    WR_TRY(wr_need_axes(c, attr->axes, x->ndim, &mask));
    for (int i = 0; i < x->ndim; i++) {
        int64_t n = wr_shape(x)[i];
        bool asked = mask >> i & 1;
        if (asked && attr->axes.data != NULL && n != 1)
            return wr_refuse(c, "axis %d of %s has size %lld; only axes of size 1 can be removed",
                             i, wr_array_text_of(x), (long long)n);
        if (asked && n == 1) continue;
        shape[ndim] = n;
        strides[ndim++] = wr_strides(x)[i];
    }
    return wr_view_make(x, ndim, shape, strides, 0, out);
}

WR_OP(squeeze) = {
    .size = sizeof(weir_op_def),
    .name = "squeeze",
    .summary = "Remove axes of size one; returns a view.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = squeeze_view,
    .vjp = reshape_back,
    WEIR_USE_ATTRS(squeeze),
    .samples = "(3,1,4) axes=[1]; (1,3,1) axes=[0,-1]; (1,2,1,3)",
};

/* ---- expand_dims ----------------------------------------------------------------------------- */

#define EXPAND_DIMS_ATTRS(X, A)                                                                    \
    X(A, I64S, axes, WEIR_REQUIRED, "positions of the new axes in the result", "axis")
WEIR_ATTRS(expand_dims, EXPAND_DIMS_ATTRS);

static weir_status expand_dims_view(weir_infer *c, weir_array **out) {
    const expand_dims_attr *attr = c->attr;
    weir_array *x = c->in[0];
    const int64_t none = 0;
    weir_i64s axes = {attr->axes.data != NULL ? attr->axes.data : &none, attr->axes.count};
    if (axes.count > WEIR_NDIM_MAX - x->ndim)
        return wr_refuse(c,
                         "%s with %lld more dimension%s would exceed the maximum number of "
                         "dimensions",
                         wr_array_text_of(x), (long long)axes.count, axes.count == 1 ? "" : "s");
    int ndim = x->ndim + (int)axes.count, from = 0;
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
    uint32_t mask;
    WR_TRY(wr_need_axes(c, axes, ndim, &mask));
    for (int i = 0; i < ndim; i++) {
        bool fresh = mask >> i & 1;
        shape[i] = fresh ? 1 : wr_shape(x)[from];
        strides[i] = fresh ? 0 : wr_strides(x)[from];
        from += !fresh;
    }
    return wr_view_make(x, ndim, shape, strides, 0, out);
}

WR_OP(expand_dims) = {
    .size = sizeof(weir_op_def),
    .name = "expand_dims",
    .summary = "Insert axes of size one; returns a view.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = expand_dims_view,
    .vjp = reshape_back,
    WEIR_USE_ATTRS(expand_dims),
    .samples = "(3,4) axes=[0]; (3,4) axes=[1,-1]; () axes=[0]",
};

/* ---- Permutations of axes -------------------------------------------------------------------- */

static weir_status permute(weir_array *x, const int *axes, weir_array **out) {
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
    for (int i = 0; i < x->ndim; i++) {
        shape[i] = wr_shape(x)[axes[i]];
        strides[i] = wr_strides(x)[axes[i]];
    }
    return wr_view_make(x, x->ndim, shape, strides, 0, out);
}

#define MOVEAXIS_ATTRS(X, A)                                                                       \
    X(A, I64S, source, WEIR_REQUIRED, "axes to move", "axis")                                      \
    X(A, I64S, destination, WEIR_REQUIRED, "their positions in the result", "axis")
WEIR_ATTRS(moveaxis, MOVEAXIS_ATTRS);

static weir_status moveaxis_view(weir_infer *c, weir_array **out) {
    const moveaxis_attr *attr = c->attr;
    weir_array *x = c->in[0];
    const int64_t none = 0;
    weir_i64s source = attr->source, target = attr->destination;
    if (source.data == NULL) source = (weir_i64s){&none, 0};
    if (target.data == NULL) target = (weir_i64s){&none, 0};
    uint32_t moved, taken;
    int axes[WEIR_NDIM_MAX] = {0}, from = 0;
    if (source.count != target.count)
        return wr_refuse(c, "source has %lld ax%s but destination has %lld; the numbers must match",
                         (long long)source.count, source.count == 1 ? "is" : "es",
                         (long long)target.count);
    WR_TRY(wr_need_axes(c, source, x->ndim, &moved));
    WR_TRY(wr_need_axes(c, target, x->ndim, &taken));
    for (int64_t i = 0; i < source.count; i++) {
        int a = 0, b = 0;
        wr_axis(source.data[i], x->ndim, &a);
        wr_axis(target.data[i], x->ndim, &b);
        axes[b] = a;
    }
    for (int i = 0; i < x->ndim; i++) {
        if (taken >> i & 1) continue;
        while (moved >> from & 1) from++;
        axes[i] = from++;
    }
    return permute(x, axes, out);
}

static void moveaxis_vjp(weir_vjp *v) {
    const moveaxis_attr *attr = v->attr;
    v->grad_in[0] = wr_g_moveaxis(v, v->grad_out[0], attr->destination.data,
                                  attr->destination.count, attr->source.data, attr->source.count);
}

WR_OP(moveaxis) = {
    .size = sizeof(weir_op_def),
    .name = "moveaxis",
    .summary = "Move axes to new positions; the others keep their order.  Returns a view.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = moveaxis_view,
    .vjp = moveaxis_vjp,
    WEIR_USE_ATTRS(moveaxis),
    .samples = "(2,3,4) source=[0] destination=[-1]; (2,3,4,5) source=[3,1] destination=[0,2]",
};

#define SWAPAXES_ATTRS(X, A)                                                                       \
    X(A, I64, axis1, 0, "first axis", "axis")                                                      \
    X(A, I64, axis2, 1, "second axis", "axis")
WEIR_ATTRS(swapaxes, SWAPAXES_ATTRS);

static weir_status swap(const weir_infer *c, int64_t one, int64_t other, weir_array **out) {
    weir_array *x = c->in[0];
    int a, b, axes[WEIR_NDIM_MAX];
    WR_TRY(wr_need_axis(c, one, x->ndim, &a));
    WR_TRY(wr_need_axis(c, other, x->ndim, &b));
    for (int i = 0; i < x->ndim; i++) axes[i] = i == a ? b : i == b ? a : i;
    return permute(x, axes, out);
}

static weir_status swapaxes_view(weir_infer *c, weir_array **out) {
    const swapaxes_attr *attr = c->attr;
    return swap(c, attr->axis1, attr->axis2, out);
}

static void swapaxes_vjp(weir_vjp *v) {
    const swapaxes_attr *attr = v->attr;
    v->grad_in[0] = wr_g_swapaxes(v, v->grad_out[0], attr->axis1, attr->axis2);
}

WR_OP(swapaxes) = {
    .size = sizeof(weir_op_def),
    .name = "swapaxes",
    .summary = "Exchange two axes; returns a view.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = swapaxes_view,
    .vjp = swapaxes_vjp,
    WEIR_USE_ATTRS(swapaxes),
    .samples = "(3,4); (2,3,4) axis1=0 axis2=-1",
};

static weir_status matrix_transpose_view(weir_infer *c, weir_array **out) {
    if (c->in[0]->ndim < 2)
        return wr_refuse(c, "x must have at least 2 dimensions, but %s has %d",
                         wr_array_text_of(c->in[0]), c->in[0]->ndim);
    return swap(c, -2, -1, out);
}

static void matrix_transpose_vjp(weir_vjp *v) {
    v->grad_in[0] = wr_g_matrix_transpose(v, v->grad_out[0]);
}

WR_OP(matrix_transpose) = {
    .size = sizeof(weir_op_def),
    .name = "matrix_transpose",
    .summary = "Exchange the last two axes; returns a view.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = matrix_transpose_view,
    .vjp = matrix_transpose_vjp,
    .samples = "(3,4); (2,3,4)",
};

/* ---- flatten, ravel -------------------------------------------------------------------------- */

static weir_status call_reshape(weir_array *x, const int64_t *shape, int ndim, weir_array **out) {
    const struct { weir_i64s shape; } attr = {{shape, ndim}};
    return wr_call(x->rt, &wr_ops[WR_OP_reshape], &x, 1, &attr, out, NULL);
}

#define FLATTEN_ATTRS(X, A)                                                                        \
    X(A, I64, start, 0, "first axis to flatten", "axis")                                           \
    X(A, I64, end, -1, "last axis to flatten", "axis")
WEIR_ATTRS(flatten, FLATTEN_ATTRS);

static weir_status flatten_view(weir_infer *c, weir_array **out) {
    const flatten_attr *attr = c->attr;
    weir_array *x = c->in[0];
    int start, end, from = x->ndim > 0 ? x->ndim : 1;
    WR_TRY(wr_need_axis(c, attr->start, from, &start));
    WR_TRY(wr_need_axis(c, attr->end, from, &end));
    if (start > end) return wr_refuse(c, "start axis %d comes after end axis %d", start, end);
    int64_t shape[WEIR_NDIM_MAX];
    int ndim = 0;
    for (int i = 0; i < start; i++) shape[ndim++] = wr_shape(x)[i];
    shape[ndim++] = x->ndim > 0 ? wr_count(end - start + 1, wr_shape(x) + start) : 1;
    for (int i = end + 1; i < x->ndim; i++) shape[ndim++] = wr_shape(x)[i];
    return call_reshape(x, shape, ndim, out);
}

WR_OP(flatten) = {
    .size = sizeof(weir_op_def),
    .name = "flatten",
    .summary = "Flatten consecutive axes into one; by default all of them.",
    .notes = "A view of x if its strides allow, otherwise a copy.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = flatten_view,
    .vjp = reshape_back,
    WEIR_USE_ATTRS(flatten),
    .samples = "(3,4); (2,3,4) start=1; (2,3,4,2) start=1 end=2; ()",
};

static weir_status ravel_view(weir_infer *c, weir_array **out) {
    return call_reshape(c->in[0], &c->in[0]->count, 1, out);
}

WR_OP(ravel) = {
    .size = sizeof(weir_op_def),
    .name = "ravel",
    .summary = "Flatten x to one dimension.",
    .notes = "A view of x if its strides allow, otherwise a copy.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = ravel_view,
    .vjp = reshape_back,
    .samples = "(3,4); (2,0,3); ()",
};
