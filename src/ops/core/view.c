/* view.c - helpers for operators that return views, and for sub-views in kernels and gradients.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/view.h"

#include <string.h>

#include "ops/core/composite.h"

/* ---- At the call ----------------------------------------------------------------------------- */

weir_status wr_view_make(weir_array *x, int ndim, const int64_t *shape, const int64_t *strides,
                         int64_t skip, weir_array **out) {
    if (!(x->flags & WR_NUMBER))
        return wr_array_view(x, x->dtype, ndim, shape, strides, x->offset + skip, out);
    weir_array *copy;
    WR_TRY(wr_call(x->rt, &wr_ops[WR_OP_copy], &x, 1, NULL, &copy, NULL));
    weir_status status = wr_array_view(copy, copy->dtype, ndim, shape, strides, skip, out);
    weir_array_release(copy);
    return status;
}

weir_status wr_view_repeat(weir_array *x, int ndim, const int64_t *shape, const int64_t *strides,
                           weir_array **out) {
    WR_TRY(wr_view_make(x, ndim, shape, strides, 0, out));
    wr_array_mark_repeated(*out);
    return WEIR_OK;
}

weir_status wr_view_broadcast(weir_array *x, int ndim, const int64_t *shape, weir_array **out) {
    int64_t strides[WEIR_NDIM_MAX];
    int extra = ndim - x->ndim;
    for (int i = 0; i < ndim; i++) {
        bool own = i >= extra && wr_shape(x)[i - extra] == shape[i];
        strides[i] = own ? wr_strides(x)[i - extra] : 0;
    }
    return wr_view_repeat(x, ndim, shape, strides, out);
}

weir_status wr_view_room(weir_infer *c, int64_t count) {
    /* each view needs a handle, so a larger number could exhaust memory */
    enum { VIEWS_MAX = 1 << 20 };
    if (count > VIEWS_MAX)
        return wr_refuse(c, "would return %lld arrays; at most %d are supported", (long long)count,
                         VIEWS_MAX);
    if (count > c->out_count)
        return wr_refuse(c, "returns %lld array%s, but `out` has space for %u", (long long)count,
                         count == 1 ? "" : "s", c->out_count);
    c->out_count = (uint32_t)count;
    return WEIR_OK;
}

weir_status wr_view_drop(weir_array **out, int64_t count, weir_status status) {
    for (int64_t i = 0; i < count; i++) {
        weir_array_release(out[i]);
        out[i] = NULL;
    }
    return status;
}

/* ---- In kernels ------------------------------------------------------------------------------ */

void wr_view_rows(weir_view *v, int64_t *strides, const weir_view *like, int axis, void *data,
                  int dtype) {
    int64_t step = like->shape[axis];
    strides[axis] = 1;
    for (int i = like->ndim - 1; i >= 0; i--) {
        if (i == axis) continue;
        strides[i] = step;
        step *= like->shape[i];
    }
    *v = (weir_view){data, like->shape, strides, dtype, like->ndim};
}

void wr_part_of(wr_part *p, const weir_view *v) {
    size_t bytes = (size_t)v->ndim * sizeof *v->shape;
    memcpy(p->shape, v->shape, bytes);
    memcpy(p->strides, v->strides, bytes);
    p->view = *v;
    p->view.shape = p->shape;
    p->view.strides = p->strides;
}

void wr_part_cut(wr_part *p, int axis, int64_t first, int64_t count, int64_t step) {
    int64_t size = (int64_t)wr_dtype_bytes(p->view.dtype);
    /* The pointer of an empty part is not advanced, because it could then point outside the
     * array. */
    if (count > 0) p->view.data = (char *)p->view.data + first * p->strides[axis] * size;
    p->shape[axis] = count;
    p->strides[axis] *= step;
}

void wr_part_stretch(wr_part *p, int axis, int64_t count) {
    assert(p->shape[axis] == 1 || count == 0);
    p->shape[axis] = count;
    p->strides[axis] = 0;
}

void wr_part_insert(wr_part *p, int axis) {
    assert(p->view.ndim < WEIR_NDIM_MAX);
    for (int i = p->view.ndim; i > axis; i--) {
        p->shape[i] = p->shape[i - 1];
        p->strides[i] = p->strides[i - 1];
    }
    p->shape[axis] = 1;
    p->strides[axis] = 0;
    p->view.ndim++;
}

/* ---- In gradients ---------------------------------------------------------------------------- */

weir_array *wr_build_cut(weir_vjp *v, weir_array *x, int axis, int64_t first, int64_t last) {
    /* A composite is differentiated only through an operator's first result, but this function
     * returns the second result of split. */
    assert(!wr_composite_notes(v));
    if (v->status != WEIR_OK || x == NULL) return NULL;
    if (first == 0 && last == wr_shape(x)[axis]) return x;
    const int64_t where[2] = {first, last};
    const struct {
        int64_t sections;
        weir_i64s indices;
        int64_t axis;
    } attr = {WEIR_NONE, {where, 2}, axis};
    weir_array *out[3];
    wr_build_many(v, WR_OP_split, &attr, 1, &x, 3, out);
    return out[1];
}

weir_array *wr_build_zeros_like(weir_vjp *v, const weir_array *like) {
    weir_array *zero = wr_g_zeros(v, NULL, 0, like->dtype, like->device);
    return wr_g_broadcast_to(v, zero, wr_shape(like), like->ndim);
}
