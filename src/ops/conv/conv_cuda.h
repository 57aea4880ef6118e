/* conv_cuda.h - convolution and its gradients on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CONV_CUDA_H
#define WR_CONV_CUDA_H

#include "ops/conv/conv_gemm.h"
#include "ops/core/cuda_kernels.h"

/* The number of scratch bytes that wr_conv_cuda needs, which depends only on the sizes and the
 * dtype. */
size_t wr_conv_cuda_scratch(const wr_conv *v, wr_conv_direction direction, int dtype);

weir_status wr_conv_cuda(wr_cuda_call *c, const wr_conv *v, wr_conv_direction direction);

#endif
