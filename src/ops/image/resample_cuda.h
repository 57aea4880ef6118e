/* resample_cuda.h - resampling to another grid on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RESAMPLE_CUDA_H
#define WR_RESAMPLE_CUDA_H

#include "ops/core/cuda_kernels.h"
#include "ops/image/resample.h"

/* Resample in[0] to out[0], as wr_resample_run does. */
weir_status wr_resample_cuda(wr_cuda_call *c, const wr_resample *r);

#endif
