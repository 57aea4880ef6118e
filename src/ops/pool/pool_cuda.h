/* pool_cuda.h - pooling on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_POOL_CUDA_H
#define WR_POOL_CUDA_H

#include "ops/core/cuda_kernels.h"
#include "ops/pool/pool_windows.h"

/* The number of scratch bytes that wr_pooling_cuda needs. */
uint64_t wr_pooling_cuda_scratch(const wr_pooling *p, wr_pooling_mode mode);

weir_status wr_pooling_cuda(wr_cuda_call *c, const wr_pooling *p, wr_pooling_mode mode);

#endif
