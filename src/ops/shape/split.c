/* split.c - split and unstack: split an array into views.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "ops/core/expression.h"
#include "ops/core/view.h"

/* Join the gradients of all pieces with the operator `join`, which is concat or stack.  A missing
 * gradient is replaced by zeros. */
static weir_array *join_gradients(weir_vjp *v, int join, int64_t axis) {
    enum { NEAR = 16 };
    weir_array *near[NEAR], **g = near;
    bool any = false;
    for (uint32_t i = 0; i < v->out_count; i++) any |= v->grad_out[i] != NULL;
    if (!any || v->status != WEIR_OK) return NULL;
    if (v->out_count > NEAR) g = malloc(v->out_count * sizeof *g);
    if (g == NULL) {
        v->status = wr_fail(WEIR_ENOMEM, "%s: not enough memory for the gradient", v->op->def.name);
        return NULL;
    }
    for (uint32_t i = 0; i < v->out_count; i++)
        g[i] = v->grad_out[i] != NULL ? v->grad_out[i] : wr_build_zeros_like(v, v->out[i]);
    const struct { int64_t axis; } attr = {axis};
    weir_array *joined = wr_build(v, join, &attr, v->out_count, g);
    if (g != near) free(g);
    return joined;
}

/* ---- split ----------------------------------------------------------------------------------- */

#define SPLIT_ATTRS(X, A)                                                                          \
    X(A, I64, sections, WEIR_NONE, "number of equal parts", ">= 1")                                \
    X(A, I64S, indices, WEIR_NO_LIST, "positions to split before")                                 \
    X(A, I64, axis, 0, "axis to split", "axis")
WEIR_ATTRS(split, SPLIT_ATTRS);

static weir_status need_sections(const weir_infer *c, int64_t n, int64_t *count) {
    const split_attr *attr = c->attr;
    if (attr->indices.data != NULL || attr->indices.count > 0) {
        if (attr->sections != WEIR_NONE)
            return wr_refuse(c, "sections and indices are mutually exclusive");
        *count = attr->indices.count + 1;
        return WEIR_OK;
    }
    if (attr->sections == WEIR_NONE) return wr_refuse(c, "sections or indices must be given");
    if (attr->sections < 1 || n % attr->sections != 0)
        return wr_refuse(c, "size %lld is not divisible into %lld equal sections", (long long)n,
                         (long long)attr->sections);
    *count = attr->sections;
    return WEIR_OK;
}

/* Resolve an index as slices do: a negative index counts from the end, and the result is clamped to
 * [0, n]. */
static int64_t clamp_index(int64_t index, int64_t n) {
    if (index < 0) index = index < -n ? 0 : index + n;
    return index < n ? index : n;
}

static weir_status split_view(weir_infer *c, weir_array **out) {
    const split_attr *attr = c->attr;
    weir_array *x = c->in[0];
    int axis;
    int64_t count = 0, shape[WEIR_NDIM_MAX], start = 0;
    WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    int64_t n = wr_shape(x)[axis];
    WR_TRY(need_sections(c, n, &count));
    WR_TRY(wr_view_room(c, count));
    for (int i = 0; i < x->ndim; i++) shape[i] = wr_shape(x)[i];
    for (int64_t i = 0; i < count; i++) {
        int64_t end = i + 1 == count                ? n
                      : attr->sections != WEIR_NONE ? (i + 1) * (n / count)
                                                    : clamp_index(attr->indices.data[i], n);
        shape[axis] = end > start ? end - start : 0;
        int64_t skip = shape[axis] > 0 ? start * wr_strides(x)[axis] : 0;
        weir_status status = wr_view_make(x, x->ndim, shape, wr_strides(x), skip, &out[i]);
        if (status != WEIR_OK) return wr_view_drop(out, i, status);
        start = end;
    }
    return WEIR_OK;
}

/* Are the pieces consecutive, so that joining them yields x? */
static bool in_order(const split_attr *attr, int64_t n) {
    int64_t last = 0;
    for (int64_t i = 0; attr->sections == WEIR_NONE && i < attr->indices.count; i++) {
        int64_t at = clamp_index(attr->indices.data[i], n);
        if (at < last) return false;
        last = at;
    }
    return true;
}

/* Compute the gradient for pieces that overlap: pad the gradient of each piece with zeros to the
 * size of x, and add the results. */
static weir_array *add_gradients(weir_vjp *v, int axis) {
    const split_attr *attr = v->attr;
    const weir_array *x = v->in[0];
    int64_t n = wr_shape(x)[axis], start = 0;
    weir_array *sum = NULL;
    for (uint32_t i = 0; i < v->out_count; i++) {
        int64_t end = i + 1 == v->out_count ? n : clamp_index(attr->indices.data[i], n);
        int64_t widths[2 * WEIR_NDIM_MAX] = {0};
        widths[2 * axis] = start;
        widths[2 * axis + 1] = n - end;
        if (v->grad_out[i] != NULL && end > start) {
            weir_array *g = wr_g_pad(v, v->grad_out[i], widths, 2 * x->ndim, "constant", 0);
            sum = sum == NULL ? g : wr_g_add(v, sum, g);
        }
        start = end;
    }
    return sum;
}

static void split_vjp(weir_vjp *v) {
    const split_attr *attr = v->attr;
    int axis = 0;
    wr_axis(attr->axis, v->in[0]->ndim, &axis);
    v->grad_in[0] = in_order(attr, wr_shape(v->in[0])[axis]) ? join_gradients(v, WR_OP_concat, axis)
                                                             : add_gradients(v, axis);
}

WR_OP(split) = {
    .size = sizeof(weir_op_def),
    .name = "split",
    .summary = "Split an array along an axis; returns views.",
    .notes =
        "Into equal parts, or before the given indices, which may be negative or out of range, "
        "as in slices.",
    .inputs = "x",
    .outputs = "ys...",
    .parts = "ys: the parts, in order",
    .flags = WEIR_OP_VIEW,
    .view = split_view,
    .vjp = split_vjp,
    WEIR_USE_ATTRS(split),
    .samples =
        "(6,4) sections=3; (3,8) sections=2 axis=1; (5,3) indices=[1,3]; (4,5) indices=[2,4] "
        "axis=-1",
};

/* ---- unstack --------------------------------------------------------------------------------- */

#define UNSTACK_ATTRS(X, A) X(A, I64, axis, 0, "axis to remove", "axis")
WEIR_ATTRS(unstack, UNSTACK_ATTRS);

static weir_status unstack_view(weir_infer *c, weir_array **out) {
    const unstack_attr *attr = c->attr;
    weir_array *x = c->in[0];
    int axis;
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
    WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    WR_TRY(wr_view_room(c, wr_shape(x)[axis]));
    for (int i = 0; i + 1 < x->ndim; i++) {
        int from = i < axis ? i : i + 1;
        shape[i] = wr_shape(x)[from];
        strides[i] = wr_strides(x)[from];
    }
    for (int64_t i = 0; i < wr_shape(x)[axis]; i++) {
        weir_status status =
            wr_view_make(x, x->ndim - 1, shape, strides, i * wr_strides(x)[axis], &out[i]);
        if (status != WEIR_OK) return wr_view_drop(out, i, status);
    }
    return WEIR_OK;
}

static void unstack_vjp(weir_vjp *v) {
    const unstack_attr *attr = v->attr;
    int axis = 0;
    wr_axis(attr->axis, v->in[0]->ndim, &axis);
    v->grad_in[0] = join_gradients(v, WR_OP_stack, axis);
}

WR_OP(unstack) = {
    .size = sizeof(weir_op_def),
    .name = "unstack",
    .summary = "Split an array into its elements along an axis; returns views without that axis.",
    .inputs = "x",
    .outputs = "ys...",
    .parts = "ys: the slices, in order",
    .flags = WEIR_OP_VIEW,
    .view = unstack_view,
    .vjp = unstack_vjp,
    WEIR_USE_ATTRS(unstack),
    .samples = "(3,4); (2,3,2) axis=-1; (4)",
};
