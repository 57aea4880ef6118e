/* elementwise_layout.h - how an elementwise kernel of a CUDA device goes through its arrays: dimensions,
 * strides, groups of elements.  walk.cu has the other side.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ELEMENTWISE_LAYOUT_H
#define WR_ELEMENTWISE_LAYOUT_H

#include "device/cuda/cuda_divider.h"
#include "ops/core/op.h"

enum {
    WR_LAYOUT_ARRAYS = 16,
    WR_LAYOUT_THREADS = 256, /* of a block, as in walk.cu */
    WR_LAYOUT_VECTOR = 16,   /* bytes that one instruction loads */
};

/* The common shape and the strides of all arrays, without dimensions of size 1. */
typedef struct wr_layout {
    int dims, count;
    int64_t shape[WEIR_NDIM_MAX];
    int64_t stride[WR_LAYOUT_ARRAYS][WEIR_NDIM_MAX]; /* in bytes */
} wr_layout;

/* Lay out `count` arrays, which are broadcast to the shape of array `shaped_by`; `scalars`, bit j: array j
 * is a number and has no strides.  If `sorts`, the dimensions are sorted by the strides of that array.
 * Those that are contiguous in all arrays are joined. */
void wr_layout_make(wr_layout *l, const weir_view *const *view, int count, uint32_t scalars,
                    int shaped_by, bool sorts);

/* Exchange two dimensions. */
void wr_layout_swap(wr_layout *l, int a, int b);

/* Can `vec` adjacent elements of array j, which begins at this address, be loaded by one instruction? */
bool wr_layout_is_vector(const wr_layout *l, int j, int64_t size, int vec, const void *data);

/* The number of dimensions that a kernel is compiled for. */
int wr_layout_round_dims(int dims);

/* A dimension of a kernel. */
typedef struct wr_layout_dim {
    int64_t shape, steps;
    wr_cuda_divider by;
} wr_layout_dim;

/* The dimensions of a kernel that is compiled for `dims` of them.  A step is one element, or `last` elements
 * of the last dimension and `before` of the one before it.  Returns the number of steps in all. */
uint64_t wr_layout_measure(const wr_layout *l, int dims, int last, int before, wr_layout_dim *dim);

/* Write struct walk of walk.cu; returns the end.  `vectors`, bit j: see wr_layout_is_vector. */
char *wr_layout_write(char *to, const wr_layout *l, const weir_view *const *view, int dims,
                      const wr_layout_dim *dim, uint64_t groups, uint32_t vectors);

/* At most so many bytes. */
#define WR_LAYOUT_BYTES(arrays, dims) (16 + (arrays)*8 * (1 + (size_t)(dims)) + 24 * (size_t)(dims))

#endif
