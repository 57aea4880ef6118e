/* reduce_walk.h - the traversal shared by all reductions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_REDUCE_WALK_H
#define WR_REDUCE_WALK_H

#include "ops/core/op.h"
#include "ops/reduce/reduce_simd.h"

typedef struct wr_reduction {
    wr_reduction_kind kind;
    uint32_t mask; /* bit i is set if axis i is reduced */
    int reads;     /* the compute dtype, to which elements are cast */
    double divide; /* the divisor passed to wr_reducer.finish */
} wr_reduction;

/* Return whether there is a reducer for this compute dtype. */
bool wr_reduction_exists(const wr_reduction *f);

/* Return the number of bytes of scratch that wr_reduction_run needs. */
uint64_t wr_reduction_scratch(const wr_reduction *f, const weir_array *x);

/* Reduce k->in[0] to k->out[0], which is row-major and has the kept dimensions; it may also have
 * reduced dimensions of size one. */
weir_status wr_reduction_run(const weir_kernel *k, const wr_reduction *f);

/* Like wr_reduction_run, but element by element; for tests. */
weir_status wr_reduction_reference(const weir_kernel *k, const wr_reduction *f);

/* Return the reduction of a call of an operator of reduce.def, or of argmax or argmin. */
wr_reduction wr_reduction_of(const weir_kernel *k);
wr_reduction wr_argreduction_of(const weir_kernel *k);

/* Return the number of bytes of scratch that the reduction needs on a CUDA device. */
uint64_t wr_reduction_device_scratch(const wr_reduction *f, const weir_array *x);

/* A reduction of all elements of a row-major array to one output, leaf by leaf, for src/fuse.  Leaves
 * and pieces have the bounds of wr_reduction_run, so the result has the same bits. */
typedef struct wr_reduction_line {
    const wr_reducer *r;
    int reads;            /* the dtype to which elements are cast */
    double divide;        /* the divisor passed to wr_reducer.finish */
    int64_t leaf, piece;  /* number of elements of a leaf and of a piece */
    int64_t pieces;       /* each has a state of its own */
    int64_t state_stride; /* distance between the states of two pieces in scratch memory */
} wr_reduction_line;

enum { WR_REDUCTION_LEAF = WR_SIZE(1024, 5) }; /* maximum number of elements of such a leaf */

/* Describe the reduction k, whose input need not have data.  Return false if it is not of this kind,
 * or has only one piece. */
bool wr_reduction_line_of(const weir_kernel *k, wr_reduction_line *l);
/* Merge the states of the pieces, and write the output. */
void wr_reduction_line_end(const weir_kernel *k, const wr_reduction_line *l);

/* A reduction of each row (the last axis) of a row-major array, for src/fuse: leaves of at most `leaf`
 * elements are accumulated in order, as in wr_reduction_run. */
typedef struct wr_reduction_row {
    const wr_reducer *r;
    int reads;     /* the dtype to which elements are cast */
    double divide; /* the divisor passed to wr_reducer.finish */
    int64_t leaf;
} wr_reduction_row;

/* Describe the reduction k, whose input need not have data.  Return false if it is not of this kind. */
bool wr_reduction_row_of(const weir_kernel *k, wr_reduction_row *row);

/* Return a mask with a bit set for each axis in `axes`, or for all axes if axes.data is NULL.  The
 * axes must be valid. */
uint32_t wr_axes_mask(weir_i64s axes, int ndim);

/* Return the number of elements per output. */
int64_t wr_reduction_count(uint32_t mask, int ndim, const int64_t *shape);

/* Set the shape of the result to that of x without the axes in the mask.  If `keepdims` is set,
 * these axes are kept, with size one. */
void wr_reduction_shape(weir_meta *out, const weir_array *x, uint32_t mask, bool keepdims);

#endif
