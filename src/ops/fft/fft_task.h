/* fft_task.h - what a call of a Fourier transform computes, for the kernels of all devices.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FFT_TASK_H
#define WR_FFT_TASK_H

#include "ops/core/op.h"

typedef enum wr_fft_kind { WR_FFT_COMPLEX, WR_FFT_REAL_IN, WR_FFT_REAL_OUT } wr_fft_kind;

/* A transform.  axis: the `count` axes to transform, in the order of the attribute; n: the lengths
 * along them; wide: compute in double precision. */
typedef struct wr_fft_task {
    wr_fft_kind kind;
    bool inverse, wide;
    int norm, count;
    int axis[WEIR_NDIM_MAX];
    int64_t n[WEIR_NDIM_MAX];
    int ndim;
    int64_t shape[WEIR_NDIM_MAX]; /* shape of x after cropping and padding */
    int64_t out[WEIR_NDIM_MAX];   /* shape of the result */
} wr_fft_task;

#endif
