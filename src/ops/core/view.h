/* view.h - helpers for operators that return views, and for sub-views in kernels and gradients.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_VIEW_H
#define WR_VIEW_H

#include "ops/core/op.h"

/* Return a view of x whose first element is `skip` elements after the first element of x.  A scalar
 * (WR_NUMBER) has no storage and is copied into an array first. */
weir_status wr_view_make(weir_array *x, int ndim, const int64_t *shape, const int64_t *strides,
                         int64_t skip, weir_array **out);

/* Like wr_view_make, for strides at which elements may be repeated.  If some are, the view and
 * views of it cannot be written to. */
weir_status wr_view_repeat(weir_array *x, int ndim, const int64_t *shape, const int64_t *strides,
                           weir_array **out);

/* Return a view of x broadcast to `shape`.  The caller must have checked that the shapes are
 * compatible. */
weir_status wr_view_broadcast(weir_array *x, int ndim, const int64_t *shape, weir_array **out);

/* Set c->out_count to `count` for a view operator with a variable number of outputs; fail if `out`
 * has no space for that many. */
weir_status wr_view_room(weir_infer *c, int64_t count);

/* Release the `count` outputs made so far, because the next one could not be made; return
 * `status`. */
weir_status wr_view_drop(weir_array **out, int64_t count, weir_status status);

/* In kernels: make *v a view of the memory at `data`, with the shape of `like`, in which `axis` is
 * contiguous and varies fastest. */
void wr_view_rows(weir_view *v, int64_t *strides, const weir_view *like, int axis, void *data,
                  int dtype);

/* A view, inside a kernel, that can be modified because it owns its shape and strides. */
typedef struct wr_part {
    weir_view view;
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
} wr_part;

void wr_part_of(wr_part *p, const weir_view *v);
/* Keep `count` entries of an axis: first, first + step and so on. */
void wr_part_cut(wr_part *p, int axis, int64_t first, int64_t count, int64_t step);
/* Repeat the only entry of an axis `count` times. */
void wr_part_stretch(wr_part *p, int axis, int64_t count);
/* Insert an axis of size 1 before `axis`. */
void wr_part_insert(wr_part *p, int axis);

/* In gradients: return entries [first, last) of x along an axis. */
weir_array *wr_build_cut(weir_vjp *v, weir_array *x, int axis, int64_t first, int64_t last);
/* In gradients: return zeros of the shape and dtype of `like`. */
weir_array *wr_build_zeros_like(weir_vjp *v, const weir_array *like);

#endif
