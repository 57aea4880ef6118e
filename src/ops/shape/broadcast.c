/* broadcast.c - broadcast_to, broadcast_arrays and meshgrid: broadcasting by views.
 *
 * A dimension with stride 0 repeats the same elements at every index.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/core/expression.h"
#include "ops/core/view.h"

/* ---- broadcast_to ---------------------------------------------------------------------------- */

#define BROADCAST_TO_ATTRS(X, A) X(A, I64S, shape, WEIR_REQUIRED, "shape of the result", ">= 0")
WEIR_ATTRS(broadcast_to, BROADCAST_TO_ATTRS);

static weir_status broadcast_to_view(weir_infer *c, weir_array **out) {
    const broadcast_to_attr *attr = c->attr;
    weir_array *x = c->in[0];
    weir_meta m;
    WR_TRY(wr_need_shape(c, attr->shape, &m));
    int extra = m.ndim - x->ndim;
    bool fits = extra >= 0;
    for (int i = 0; fits && i < x->ndim; i++)
        fits = wr_shape(x)[i] == 1 || wr_shape(x)[i] == m.shape[i + extra];
    if (!fits)
        return wr_refuse(c, "shape %s cannot be broadcast to %s",
                         wr_shape_text(x->ndim, wr_shape(x)), wr_shape_text(m.ndim, m.shape));
    if (wr_count(m.ndim, m.shape) < 0)
        return wr_refuse(c, "the number of elements of shape %s overflows",
                         wr_shape_text(m.ndim, m.shape));
    return wr_view_broadcast(x, m.ndim, m.shape, out);
}

static void unbroadcast_vjp(weir_vjp *v) {
    for (uint32_t i = 0; i < v->in_count; i++)
        if (v->wanted[i]) v->grad_in[i] = wr_build_unbroadcast(v, v->grad_out[i], v->in[i]);
}

WR_OP(broadcast_to) = {
    .size = sizeof(weir_op_def),
    .name = "broadcast_to",
    .summary = "Broadcast x to a shape; returns a view.",
    .notes = "New dimensions are added in front; dimensions of size one are repeated.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = broadcast_to_view,
    .vjp = unbroadcast_vjp,
    WEIR_USE_ATTRS(broadcast_to),
    .samples = "(3,1) shape=[3,4]; (4) shape=[2,3,4]; () shape=[2,2]; (3,1) shape=[3,0]",
};

/* ---- broadcast_arrays ------------------------------------------------------------------------ */

static weir_status broadcast_all(const weir_infer *c, int ndim, const int64_t *shape,
                                 weir_array **out) {
    for (uint32_t i = 0; i < c->in_count; i++) {
        weir_status status = wr_view_broadcast(c->in[i], ndim, shape, &out[i]);
        if (status != WEIR_OK) return wr_view_drop(out, i, status);
    }
    return WEIR_OK;
}

static weir_status broadcast_arrays_view(weir_infer *c, weir_array **out) {
    int64_t shape[WEIR_NDIM_MAX], both[WEIR_NDIM_MAX];
    int ndim = 0, more;
    WR_TRY(wr_view_room(c, c->in_count));
    for (uint32_t i = 0; i < c->in_count; i++) {
        const weir_array *a = c->in[i];
        if (!wr_broadcast(ndim, shape, a->ndim, wr_shape(a), &more, both))
            return wr_refuse(c, "shapes %s and %s cannot be broadcast together",
                             wr_shape_text(ndim, shape), wr_shape_text(a->ndim, wr_shape(a)));
        ndim = more;
        memcpy(shape, both, (size_t)ndim * sizeof *shape);
    }
    if (wr_count(ndim, shape) < 0)
        return wr_refuse(c, "the number of elements of shape %s overflows",
                         wr_shape_text(ndim, shape));
    return broadcast_all(c, ndim, shape, out);
}

WR_OP(broadcast_arrays) = {
    .size = sizeof(weir_op_def),
    .name = "broadcast_arrays",
    .summary = "Broadcast arrays to their common shape; returns views.",
    .inputs = "arrays",
    .outputs = "ys...",
    .parts = "ys: the arrays, broadcast to their common shape",
    .flags = WEIR_OP_VARIADIC | WEIR_OP_VIEW,
    .view = broadcast_arrays_view,
    .vjp = unbroadcast_vjp,
    .samples = "(3,1), (4); (2,3,4), (3,1), (); (3)",
};

/* ---- meshgrid -------------------------------------------------------------------------------- */

#define MESHGRID_ATTRS(X, A)                                                                       \
    X(A, TEXT, indexing, "xy",                                                                     \
      "'xy': the first array varies along the second axis; 'ij': along the first", "xy | ij")
WEIR_ATTRS(meshgrid, MESHGRID_ATTRS);

/* Return the axis of the grid along which array i varies. */
static int grid_axis(uint32_t i, uint32_t count, bool xy) {
    return xy && count > 1 && i < 2 ? 1 - (int)i : (int)i;
}

static weir_status meshgrid_indexing(const weir_infer *c, bool *xy) {
    const meshgrid_attr *attr = c->attr;
    const char *text = attr->indexing != NULL ? attr->indexing : "xy";
    *xy = strcmp(text, "xy") == 0;
    if (*xy || strcmp(text, "ij") == 0) return WEIR_OK;
    return wr_refuse(c, "indexing must be 'xy' or 'ij', got '%s'", text);
}

static weir_status meshgrid_view(weir_infer *c, weir_array **out) {
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
    int ndim = (int)c->in_count;
    bool xy;
    WR_TRY(meshgrid_indexing(c, &xy));
    if (c->in_count > WEIR_NDIM_MAX)
        return wr_refuse(c, "%u arrays given; a grid has at most %d dimensions", c->in_count,
                         WEIR_NDIM_MAX);
    WR_TRY(wr_view_room(c, ndim));
    for (uint32_t i = 0; i < c->in_count; i++) {
        const weir_array *a = c->in[i];
        if (a->ndim > 1)
            return wr_refuse(c, "input %u must have one dimension, got %s", i, wr_array_text_of(a));
        shape[grid_axis(i, c->in_count, xy)] = a->count;
    }
    if (wr_count(ndim, shape) < 0)
        return wr_refuse(c, "the number of elements of a grid of shape %s overflows",
                         wr_shape_text(ndim, shape));
    for (uint32_t i = 0; i < c->in_count; i++) {
        weir_array *a = c->in[i];
        memset(strides, 0, sizeof strides);
        if (a->ndim == 1) strides[grid_axis(i, c->in_count, xy)] = wr_strides(a)[0];
        weir_status status = wr_view_repeat(a, ndim, shape, strides, &out[i]);
        if (status != WEIR_OK) return wr_view_drop(out, i, status);
    }
    return WEIR_OK;
}

static void meshgrid_vjp(weir_vjp *v) {
    const meshgrid_attr *attr = v->attr;
    bool xy = attr->indexing == NULL || strcmp(attr->indexing, "xy") == 0;
    for (uint32_t i = 0; i < v->in_count; i++) {
        if (!v->wanted[i] || v->grad_out[i] == NULL) continue;
        int64_t axes[WEIR_NDIM_MAX], count = 0;
        for (int d = 0; d < (int)v->in_count; d++)
            if (d != grid_axis(i, v->in_count, xy)) axes[count++] = d;
        weir_array *g = v->grad_out[i];
        if (count > 0) g = wr_g_sum(v, g, axes, count, 0, 0);
        g = wr_g_reshape(v, g, wr_shape(v->in[i]), v->in[i]->ndim);
        v->grad_in[i] = wr_build_unbroadcast(v, g, v->in[i]);
    }
}

WR_OP(meshgrid) = {
    .size = sizeof(weir_op_def),
    .name = "meshgrid",
    .summary = "Coordinates of every point of a grid, one array for each axis; returns views.",
    .inputs = "arrays",
    .outputs = "ys...",
    .parts = "arrays: coordinates, one-dimensional; "
             "ys: one coordinate array per input",
    .flags = WEIR_OP_VARIADIC | WEIR_OP_VIEW,
    .view = meshgrid_view,
    .vjp = meshgrid_vjp,
    WEIR_USE_ATTRS(meshgrid),
    .samples = "(3), (4); (3), (4) indexing='ij'; (2), (3), (4); (5)",
};
