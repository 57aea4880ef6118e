/* sliding_window_view.c - sliding windows as a view, in which the windows overlap in memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/expression.h"
#include "ops/core/view.h"

#define SLIDING_WINDOW_VIEW_ATTRS(X, A)                                                            \
    X(A, I64S, window, WEIR_REQUIRED, "window size along each axis", ">= 1")                       \
    X(A, I64S, axes, WEIR_NO_LIST, "axes that the window slides along; none: all", "axis")
WEIR_ATTRS(sliding_window_view, SLIDING_WINDOW_VIEW_ATTRS);

static int axis_of(const sliding_window_view_attr *attr, int64_t i, int ndim) {
    int axis = (int)i;
    if (attr->axes.data != NULL) wr_axis(attr->axes.data[i], ndim, &axis);
    return axis;
}

static weir_status sliding_window_view_view(weir_infer *c, weir_array **out) {
    const sliding_window_view_attr *attr = c->attr;
    weir_array *x = c->in[0];
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
    uint32_t mask;
    WR_TRY(wr_need_axes(c, attr->axes, x->ndim, &mask));
    int64_t count = attr->window.count;
    if (count != (attr->axes.data != NULL ? attr->axes.count : x->ndim))
        return wr_refuse(c, "a window of %lld dimension%s does not match the number of axes, %lld",
                         (long long)count, count == 1 ? "" : "s",
                         (long long)(attr->axes.data != NULL ? attr->axes.count : x->ndim));
    if (x->ndim + count > WEIR_NDIM_MAX)
        return wr_refuse(c,
                         "%s with %lld more dimension%s would exceed the maximum number of "
                         "dimensions",
                         wr_array_text_of(x), (long long)count, count == 1 ? "" : "s");
    for (int i = 0; i < x->ndim; i++) {
        shape[i] = wr_shape(x)[i];
        strides[i] = wr_strides(x)[i];
    }
    for (int64_t i = 0; i < count; i++) {
        int axis = axis_of(attr, i, x->ndim);
        int64_t length = attr->window.data[i];
        if (length < 1 || length > shape[axis])
            return wr_refuse(c, "window size %lld is not between 1 and the size of axis %d, %lld",
                             (long long)length, axis, (long long)shape[axis]);
        shape[x->ndim + i] = length;
        strides[x->ndim + i] = strides[axis];
        shape[axis] -= length - 1;
    }
    if (wr_count(x->ndim + (int)count, shape) < 0)
        return wr_refuse(c, "the number of elements of shape %s overflows",
                         wr_shape_text(x->ndim + (int)count, shape));
    return wr_view_repeat(x, x->ndim + (int)count, shape, strides, out);
}

/* Remove the last axis of the gradient, a window axis that slides along `axis`.  Element j of every
 * window was read at offset j from the window's start, so its gradient is padded with zeros that
 * shift it by j.  The shifted gradients of all j are added. */
static weir_array *close_window(weir_vjp *v, weir_array *g, int axis, int64_t length) {
    weir_array *sum = NULL;
    int last = g->ndim - 1;
    for (int64_t j = 0; j < length && v->status == WEIR_OK; j++) {
        int64_t widths[2 * WEIR_NDIM_MAX] = {0};
        const int64_t dropped = last;
        widths[2 * axis] = j;
        widths[2 * axis + 1] = length - 1 - j;
        weir_array *part = wr_build_cut(v, g, last, j, j + 1);
        part = wr_g_squeeze(v, part, &dropped, 1);
        part = wr_g_pad(v, part, widths, 2 * (int64_t)last, "constant", 0);
        sum = sum == NULL ? part : wr_g_add(v, sum, part);
    }
    return sum;
}

static void sliding_window_view_vjp(weir_vjp *v) {
    const sliding_window_view_attr *attr = v->attr;
    weir_array *g = v->grad_out[0];
    for (int64_t i = attr->window.count - 1; i >= 0 && g != NULL; i--)
        g = close_window(v, g, axis_of(attr, i, v->in[0]->ndim), attr->window.data[i]);
    v->grad_in[0] = g;
}

WR_OP(sliding_window_view) = {
    .size = sizeof(weir_op_def),
    .name = "sliding_window_view",
    .summary = "Sliding windows over an array; returns a view.",
    .notes = "The leading dimensions give the position of the window; the dimensions of the window "
             "come last.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = sliding_window_view_view,
    .vjp = sliding_window_view_vjp,
    WEIR_USE_ATTRS(sliding_window_view),
    .samples = "(5) window=[3]; (4,5) window=[2,3]; (3,6) window=[4] axes=[1]",
};
