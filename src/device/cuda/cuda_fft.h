/* cuda_fft.h - Fourier transforms by cuFFT.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_FFT_H
#define WR_CUDA_FFT_H

#include "device/cuda/cuda_launch.h"

enum { WR_CUDA_FFT_RANK = 3 }; /* the most dimensions of one transform */

/* Transforms over the last `rank` dimensions of a row-major array: `batch` arrays of n[0] x ...
 * elements.  Half of the last dimension, n/2 + 1 numbers, stands for all of it on the complex side
 * of a transform with a real side.  Nothing is scaled. */
typedef struct wr_cuda_fft {
    enum { WR_CUDA_COMPLEX, WR_CUDA_REAL_IN, WR_CUDA_REAL_OUT } kind;
    bool is_double, inverse;
    int rank;
    int64_t n[WR_CUDA_FFT_RANK];
    int64_t batch;
    uint64_t from, to; /* addresses; equal only if both sides are complex */
} wr_cuda_fft;

/* Launch the transforms.  They do not know error words: they must write only fresh memory.  Those
 * with a real result need real numbers at frequencies 0 and n/2, and overwrite their input. */
weir_status wr_cuda_transform(wr_cuda_call *c, const wr_cuda_fft *t);

/* Free what transforms have left in a queue. */
void wr_cuda_fft_close(wr_cuda_queue *q);

#endif
