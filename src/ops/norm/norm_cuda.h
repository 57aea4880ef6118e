/* norm_cuda.h - what softmax and the normalisations share on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_NORM_CUDA_H
#define WR_NORM_CUDA_H

#include "device/cuda/cuda_launch.h"
#include "ops/core/op.h"

/* How lines of elements, all of which are needed several times, are divided among threads: see
 * lines.cu. */
typedef struct wr_cuda_lines {
    uint32_t lanes; /* threads that share a line */
    int vec;        /* elements of a group */
    int held;       /* groups that a thread holds in registers, or 0 if the line is too long */
    bool vectors;   /* groups are loaded by one instruction: to be set, see lines.cu */
} wr_cuda_lines;

/* Write the definitions that lines.cu needs, and lines.cu. */
void wr_cuda_write_lines(wr_cuda_text *to, const wr_cuda_lines *l, bool full);

/* Does every lane hold as many groups as any other? */
static inline bool wr_cuda_lines_full(const wr_cuda_lines *l, int64_t count) {
    return l->vectors && l->held > 0 && (int64_t)l->lanes * l->vec * l->held == count;
}

/* Lines of `count` elements.  `by_columns`: adjacent threads have adjacent lines.  `size`: the bytes
 * of the largest element; `wide`: they are computed in float64. */
wr_cuda_lines wr_cuda_lines_of(int64_t rows, int64_t count, bool by_columns, size_t size,
                               bool wide);

/* Return the axis of a call of softmax or log_softmax. */
int64_t wr_softmax_axis(const weir_kernel *k);

#endif
