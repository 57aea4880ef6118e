/* fft_cuda.h - Fourier transforms on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FFT_CUDA_H
#define WR_FFT_CUDA_H

#include "ops/core/cuda_kernels.h"
#include "ops/fft/fft_task.h"

/* Return the size of the scratch memory in bytes. */
uint64_t wr_cuda_fft_scratch(const wr_fft_task *t);

/* Transform in[0] to out[0], with all results multiplied by `scale`. */
weir_status wr_cuda_fft_run(wr_cuda_call *c, const wr_fft_task *t, double scale);

#endif
