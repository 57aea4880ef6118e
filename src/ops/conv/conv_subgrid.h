/* conv_subgrid.h - sets of result positions of a convolution that use the same taps.
 *
 * The forward pass has one subgrid with all positions.  The input gradient has one subgrid for each
 * remainder modulo the stride: tap t contributes to position q if q + padding - t * dilation is a
 * multiple of the stride, and the quotient is the source position.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CONV_SUBGRID_H
#define WR_CONV_SUBGRID_H

#include "ops/conv/conv_gemm.h"

typedef struct wr_conv_subgrid {
    /* count: number of positions along each axis; position j is first + j * step */
    int64_t count[3], first[3], step[3];
    /* at position j, tap i reads source position j * source + offset + i * tap_step */
    int64_t source[3];
    int64_t taps[3], offset[3], tap_step[3];
    /* the index of tap i in the kernel is tap + i * tap_next */
    int64_t tap[3], tap_next[3];
    /* positions: number of positions; steps: number of terms per sum, over all channels of a
     * group */
    int64_t positions, steps;
    int64_t packed; /* offset of the subgrid's packed weights, in elements */
} wr_conv_subgrid;

static inline int64_t wr_volume(const int64_t n[3]) { return n[0] * n[1] * n[2]; }

/* Return the number of subgrids.  `back` selects the input gradient instead of the forward pass,
 * here and below. */
int64_t wr_conv_subgrid_count(const wr_conv *c, bool back);

/* Return a subgrid with at least as many positions and taps along each axis as any of the
 * subgrids. */
wr_conv_subgrid wr_conv_subgrid_largest(const wr_conv *c, bool back);
/* Return subgrid `index`. */
wr_conv_subgrid wr_conv_subgrid_at(const wr_conv *c, bool back, int64_t index);

#endif
