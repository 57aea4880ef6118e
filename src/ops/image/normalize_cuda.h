/* normalize_cuda.h - image_normalize on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_NORMALIZE_CUDA_H
#define WR_NORMALIZE_CUDA_H

#include "ops/core/cuda_kernels.h"

/* Normalise images of `pixels` pixels; `last`: whether the channels are last in x and in the
 * result. */
weir_status wr_normalize_cuda(wr_cuda_call *c, int64_t pixels, int64_t channels, const bool last[2],
                              double scale);

#endif
