/* attention_blocks.h - the kernels of attention, which compute one block of scores at a time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ATTENTION_BLOCKS_H
#define WR_ATTENTION_BLOCKS_H

#include "ops/core/op.h"

/* The sizes and settings of an attention operation.  Heads are counted over all leading dimensions.
 * Query head u uses head u / group of the keys and values. */
typedef struct wr_attention {
    int64_t heads, group;
    int64_t queries, keys;
    int64_t width, values; /* width: elements per query and per key; values: elements per value */
    bool causal;           /* query i attends to keys 0 .. i */
    double scale;
    double dropout;
} wr_attention;

/* Operands have the compute dtype, float32 or float64, and a contiguous last dimension.  Results
 * and per-query values are row-major. */
typedef struct wr_attention_data {
    int dtype;
    weir_view query, key, value, dy;
    /* of dtype bool or the compute dtype; broadcast dimensions have stride 0; if there is no
     * mask, mask.data is NULL */
    weir_view mask;
    uint64_t seed; /* seed of the random numbers for dropout */
    void *y, *lse; /* y and lse: written by the forward pass; lse is read by the backward pass */
    /* backward pass: per query, the sum of dy * y minus the gradient of lse */
    const void *delta;
    void *dq, *dk, *dv;
    /* scratch memory of the backward pass; its size is wr_attention_backward_scratch() */
    void *partial;
} wr_attention_data;

/* Compute y and lse. */
weir_status wr_attention_forward(const weir_kernel *k, const wr_attention *a,
                                 const wr_attention_data *data);

/* Return the required size of `partial` in bytes, or 0 if it is not used. */
size_t wr_attention_backward_scratch(const wr_attention *a, int dtype);
/* Compute dq, dk and dv. */
weir_status wr_attention_backward(const weir_kernel *k, const wr_attention *a,
                                  const wr_attention_data *data);

/* Return the factor that dropout applies to a weight, which is 0 if the weight is dropped.  Used by
 * the reference kernels. */
double wr_attention_dropout(const wr_attention *a, uint64_t seed, int64_t head, int64_t query,
                            int64_t key);

/* Return the offset of a head in an operand, in elements. */
int64_t wr_attention_head(const weir_view *v, int64_t head);
/* Return whether the causal mask or `mask` prevents a query from attending to a key. */
bool wr_attention_is_masked(const wr_attention *a, const weir_view *mask, int64_t head,
                            int64_t query, int64_t key);

#endif
