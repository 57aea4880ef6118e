/* remap.h - operators that move elements without computing, on a CUDA device: each index of the
 * result is mapped to an index of x, one dimension at a time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_REMAP_H
#define WR_REMAP_H

#include "ops/core/cuda_kernels.h"

/* What happens to position j = i - before if it is not in [0, n).  The numbers are those of
 * remap.cu; the first five have the order of pad's modes. */
typedef enum wr_remap_mode {
    WR_REMAP_FILL, /* the element is `fill` */
    WR_REMAP_EDGE,
    WR_REMAP_REFLECT,
    WR_REMAP_SYMMETRIC,
    WR_REMAP_WRAP,
    WR_REMAP_DIVIDE, /* position i / before instead; always in range */
} wr_remap_mode;

typedef struct wr_remap_dim {
    int64_t size;     /* of the result */
    int64_t n;        /* of x */
    int64_t before;   /* position of the first element of x in the result */
    int64_t to, from; /* strides of the result and of x, in elements */
    int64_t mode;     /* a wr_remap_mode */
} wr_remap_dim;

typedef struct wr_remap {
    int ndim;
    double fill;
    wr_remap_dim dim[WEIR_NDIM_MAX];
} wr_remap;

/* Fill out[0] from in[0]. */
weir_status wr_cuda_remap(wr_cuda_call *c, wr_remap *r);

/* Repeat each of the n entries of an axis, or sum n runs of entries.  An entry has `after`
 * elements.  `counts` has the length of each run, in host memory.  The scratch memory has room for n
 * numbers. */
weir_status wr_cuda_repeat_runs(wr_cuda_call *c, const int64_t *counts, int64_t n, int64_t after);
weir_status wr_cuda_sum_each(wr_cuda_call *c, const int64_t *counts, int64_t n, int64_t after);

#endif
