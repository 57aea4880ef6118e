/* accumulate_cuda.h - bincount and histogram on a CUDA device; see accumulate.cu.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ACCUMULATE_CUDA_H
#define WR_ACCUMULATE_CUDA_H

#include "device/cuda/cuda_launch.h"

typedef struct wr_cuda_accumulation {
    int64_t slots;
    const weir_view *weights; /* or NULL: count */
    const weir_view *edges;   /* of a histogram, or NULL: the elements are slots */
    bool is_given;            /* the range is given, from low to high */
    double low, high;
    double *range; /* two doubles for each piece of `range_piece` elements */
    int64_t range_piece;
    void *sums; /* wr_accumulation_bytes bytes */
} wr_cuda_accumulation;

/* Count the elements of k->in[0], or sum their weights, to k->out[0]. */
weir_status wr_cuda_accumulate(wr_cuda_call *c, const wr_cuda_accumulation *t);

#endif
