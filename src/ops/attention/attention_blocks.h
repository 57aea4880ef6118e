/* attention_blocks.h - attention, block by block.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ATTENTION_BLOCKS_H
#define WR_ATTENTION_BLOCKS_H

#include "ops/core/op.h"

/* Heads are counted over all leading dimensions.  Query head u belongs to head u / group of keys
 * and values. */
typedef struct wr_attention {
    int64_t heads, group;
    int64_t queries, keys;
    int64_t width, values; /* elements of a query or key, and of a value */
    bool causal;           /* query i attends to keys 0 .. i */
    double scale;
    double dropout;
} wr_attention;

/* Operands of the computing dtype, float32 or float64, whose last dimension is contiguous.  Results
 * and per-query values are row-major. */
typedef struct wr_attention_data {
    int dtype;
    weir_view query, key, value, dy;
    weir_view
        mask;      /* bool, or of the computing dtype; broadcast by strides of 0; data NULL: none */
    uint64_t seed; /* of dropout */
    void *y, *lse; /* forward: written; backward: lse is read */
    const void *delta;
    void *dq, *dk, *dv;
    void *partial; /* scratch of the backward pass, or NULL if it needs none */
} wr_attention_data;

weir_status wr_attention_forward(const weir_kernel *k, const wr_attention *a,
                                 const wr_attention_data *data);

size_t wr_attention_backward_scratch(const wr_attention *a, int dtype);
weir_status wr_attention_backward(const weir_kernel *k, const wr_attention *a,
                                  const wr_attention_data *data);

/* The factor of a weight under dropout, for the reference kernels. */
double wr_attention_dropout(const wr_attention *a, uint64_t seed, int64_t head, int64_t query,
                            int64_t key);

/* The offset of a head in an operand, and of an element of a mask, in elements. */
int64_t wr_attention_head(const weir_view *v, int64_t head);
bool wr_attention_is_masked(const wr_attention *a, const weir_view *mask, int64_t head,
                            int64_t query, int64_t key);

#endif
