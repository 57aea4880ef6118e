/* cuda_dnn.h - convolutions by cuDNN.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_DNN_H
#define WR_CUDA_DNN_H

#include "device/cuda/cuda_launch.h"

typedef enum wr_cuda_conv_way {
    WR_CUDA_CONV_FORWARD,     /* x, weight -> y */
    WR_CUDA_CONV_INPUT_GRAD,  /* y, weight -> x */
    WR_CUDA_CONV_WEIGHT_GRAD, /* x, y -> weight */
} wr_cuda_conv_way;

/* A convolution of row-major arrays of one float dtype.  There are always three axes; missing axes
 * come first and have size one.  The sizes are those of conv_gemm.h.  All bytes are compared, so
 * there is no padding. */
typedef struct wr_cuda_convolution {
    int32_t way, dtype;
    int64_t images, groups, in_channels, out_channels;
    int64_t in[3], out[3], kernel[3], stride[3], dilation[3], padding[3];
} wr_cuda_convolution;

/* Launch a convolution.  x, weight and y are addresses of the device, and `way` says which of them is
 * written.  *done becomes false if there is no cuDNN, or if it cannot compute the convolution; then
 * nothing was launched.  The algorithm depends on the convolution alone.  cuDNN does not know error
 * words: it must write only fresh memory. */
weir_status wr_cuda_convolve(wr_cuda_call *c, const wr_cuda_convolution *v, uint64_t x,
                             uint64_t weight, uint64_t y, bool *done);

/* Free what convolutions have left in a queue. */
void wr_cuda_dnn_close(wr_cuda_queue *q);

#endif
