/* reduce_walk.h - the traversal shared by all reductions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_REDUCE_WALK_H
#define WR_REDUCE_WALK_H

#include "ops/core/op.h"
#include "ops/reduce/reduce_simd.h"

typedef struct wr_reduction {
    wr_reduction_kind kind;
    uint32_t mask; /* the reduced axes */
    int reads;     /* the compute dtype; elements are cast to it */
    double divide; /* passed to `finish` */
} wr_reduction;

/* True if there is a reducer for this compute dtype. */
bool wr_reduction_exists(const wr_reduction *f);

/* The scratch memory that wr_reduction_run needs, in bytes. */
uint64_t wr_reduction_scratch(const wr_reduction *f, const weir_array *x);

/* Reduce k->in[0] to k->out[0], which is row-major and has the kept dimensions (dimensions of size one may be
 * added). */
weir_status wr_reduction_run(const weir_kernel *k, const wr_reduction *f);

/* The reference implementation. */
weir_status wr_reduction_reference(const weir_kernel *k, const wr_reduction *f);

/* Valid axes as a mask; no list: all axes. */
uint32_t wr_axes_mask(weir_i64s axes, int ndim);

/* The number of elements per output. */
int64_t wr_reduction_count(uint32_t mask, int ndim, const int64_t *shape);

/* The shape without the axes of the mask, or with size one in their place. */
void wr_reduction_shape(weir_meta *out, const weir_array *x, uint32_t mask, bool keepdims);

#endif
