/* attention_tiles_cuda.h - the kernels of attention for the usual operands.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ATTENTION_TILES_CUDA_H
#define WR_ATTENTION_TILES_CUDA_H

#include "device/cuda/cuda_launch.h"

/* Launch the kernels and set *status, if there are kernels for these operands; false if not.  `mask`
 * is the index of the mask among the inputs; the seed of the dropout comes after it. */
bool wr_cuda_attention_tiles(wr_cuda_call *c, uint32_t mask, weir_status *status);
bool wr_cuda_attention_tiles_backward(wr_cuda_call *c, uint32_t mask, weir_status *status);

#endif
