/* conv_direct_cuda.h - convolutions with few channels on a CUDA device, by kernels of ours.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CONV_DIRECT_CUDA_H
#define WR_CONV_DIRECT_CUDA_H

#include "ops/conv/conv_gemm.h"
#include "ops/core/cuda_kernels.h"

/* The number of scratch bytes that wr_conv_direct needs, which depends on the sizes alone; 0 if it
 * does not serve the convolution. */
size_t wr_conv_direct_scratch(const wr_conv *v, wr_conv_direction direction);

/* Launch the convolution of a call; *done is false, and nothing is launched, if it is not served.
 * That depends on the sizes, the dtype and TF32.  The bias may be NULL. */
weir_status wr_conv_direct(wr_cuda_call *c, const wr_conv *v, wr_conv_direction direction,
                           const weir_view *bias, bool *done);

#endif
