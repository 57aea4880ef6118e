/* reduce_walk.h - the walk that all reductions share.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FOLD_H
#define WR_FOLD_H

#include "ops/core/op.h"
#include "ops/reduce/reduce_simd.h"

typedef struct wr_reduction {
    wr_reduction_kind kind;
    uint32_t mask; /* the axes that go */
    int reads;     /* the dtype that is folded, one that is computed in: elements are cast to it */
    double divide; /* handed to `finish` */
} wr_reduction;

/* Is there a reducer for what is read? */
bool wr_reduction_exists(const wr_reduction *f);

/* Bytes that wr_reduction_run will want of k->scratch. */
uint64_t wr_reduction_scratch(const wr_reduction *f, const weir_array *x);

/* k->in[0] to k->out[0], whose dimensions are those that stay (ones among them do not matter),
 * row-major. */
weir_status wr_reduction_run(const weir_kernel *k, const wr_reduction *f);

/* The same by the formula, for the tests. */
weir_status wr_reduction_reference(const weir_kernel *k, const wr_reduction *f);

/* Axes that were checked, as a mask; no list: all. */
uint32_t wr_axes_mask(weir_i64s axes, int ndim);

/* The number of elements that each output takes in. */
int64_t wr_reduction_count(uint32_t mask, int ndim, const int64_t *shape);

/* The shape without the axes of the mask, or with ones in their place. */
void wr_reduction_shape(weir_meta *out, const weir_array *x, uint32_t mask, bool keepdims);

#endif
