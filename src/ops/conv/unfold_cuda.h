/* unfold_cuda.h - the sizes of patches, and unfold and fold on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_UNFOLD_CUDA_H
#define WR_UNFOLD_CUDA_H

#include "ops/core/cuda_kernels.h"

/* The sizes of patches.  There are always three axes; missing axes come first and have size one. */
typedef struct wr_patches {
    int64_t planes, taps, positions;
    int64_t in[3], out[3];
    int64_t kernel[3], dilation[3], padding[3], stride[3];
} wr_patches;

weir_status wr_cuda_patches(wr_cuda_call *c, const wr_patches *p, bool fold);

#endif
