/* pool_cuda.h - pooling on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_POOL_CUDA_H
#define WR_POOL_CUDA_H

#include "ops/core/cuda_kernels.h"
#include "ops/pool/pool_windows.h"

weir_status wr_pooling_cuda(wr_cuda_call *c, const wr_pooling *p, wr_pooling_mode mode);

#endif
