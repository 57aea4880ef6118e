/* norm_cuda.h - what softmax and the normalisations share on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_NORM_CUDA_H
#define WR_NORM_CUDA_H

#include "ops/core/op.h"

/* Return how many threads share a line of `count` elements, all of which are needed several times.
 * `by_columns`: adjacent threads have adjacent lines. */
uint32_t wr_cuda_line_lanes(int64_t rows, int64_t count, bool by_columns);

/* Return how many elements a thread holds in registers, or 0 if the line is too long. */
int wr_cuda_line_held(int64_t count, uint32_t lanes);

/* Return the axis of a call of softmax or log_softmax. */
int64_t wr_softmax_axis(const weir_kernel *k);

#endif
