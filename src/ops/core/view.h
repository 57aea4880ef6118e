/* view.h - what operators that give views share, and pieces of views for kernels and gradients.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_VIEWING_H
#define WR_VIEWING_H

#include "ops/core/op.h"

/* A view of x that starts `skip` elements behind its first.  A number has no storage to look at and
 * is copied first. */
weir_status wr_view_make(weir_array *x, int ndim, const int64_t *shape, const int64_t *strides,
                         int64_t skip, weir_array **out);

/* x broadcast to a shape that it fits. */
weir_status wr_view_broadcast(weir_array *x, int ndim, const int64_t *shape, weir_array **out);

/* A view operator with many outputs: is there room for `count`, and then say that there are so
 * many. */
weir_status wr_view_room(weir_infer *c, int64_t count);

/* Let go of the first `count` outputs, because the next one failed; hands `status` on. */
weir_status wr_view_drop(weir_array **out, int64_t count, weir_status status);

/* In kernels: a view of rows that lie one behind the other at `data`, with the axes where they are in `like`. */
void wr_view_rows(weir_view *v, int64_t *strides, const weir_view *like, int axis, void *data,
                  int dtype);

/* A view inside a kernel that can be cut: shape and strides are its own. */
typedef struct wr_part {
    weir_view view;
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
} wr_part;

void wr_part_of(wr_part *p, const weir_view *v);
/* Keep `count` entries of an axis: first, first + step, ... */
void wr_part_cut(wr_part *p, int axis, int64_t first, int64_t count, int64_t step);
/* An axis that shows its one entry `count` times. */
void wr_part_stretch(wr_part *p, int axis, int64_t count);
/* A new axis of one entry in front of `axis`. */
void wr_part_insert(wr_part *p, int axis);

/* In gradients: x from `first` up to `last` along an axis, and zeros that look like an array. */
weir_array *wr_build_cut(weir_vjp *v, weir_array *x, int axis, int64_t first, int64_t last);
weir_array *wr_build_zeros_like(weir_vjp *v, const weir_array *like);

#endif
