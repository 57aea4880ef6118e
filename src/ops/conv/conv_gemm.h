/* conv_gemm.h - the kernels of convolution: forward, and the gradients of both operands.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CONV_GEMM_H
#define WR_CONV_GEMM_H

#include "ops/core/op.h"

/* The sizes of a convolution.  There are always three axes; missing axes come first and have size
 * one. */
typedef struct wr_conv {
    int64_t images, groups;
    int64_t in_channels, out_channels; /* totals over all groups */
    int64_t in[3], out[3];             /* sizes of the axes of x and of y */
    int64_t kernel[3], stride[3], dilation[3];
    int64_t padding[3], padding_after[3]; /* number of zeros before and after x along each axis */
} wr_conv;

typedef enum wr_conv_direction {
    WR_CONV_FORWARD,     /* x, weight -> y */
    WR_CONV_INPUT_GRAD,  /* y, weight -> x */
    WR_CONV_WEIGHT_GRAD, /* x, y -> weight */
} wr_conv_direction;

/* The operands a and b and the result `out`; wr_conv_direction shows which arrays these are.  They
 * are row-major, and either all float32 or all float64.  The bias has one entry per channel of the
 * result and may be NULL; the weight gradient has no bias. */
typedef struct wr_conv_data {
    int dtype;
    const void *a, *b, *bias;
    void *out;
} wr_conv_data;

/* Return the number of scratch bytes that wr_conv_run needs, which depends only on the sizes, the
 * dtype and the SIMD level. */
size_t wr_conv_scratch(const wr_conv *c, wr_conv_direction direction, int dtype,
                       const wr_simd *simd);

/* Compute the convolution or gradient; the work is divided among several workers.  The result is
 * bitwise reproducible: it depends only on the sizes, the values and the SIMD level. */
weir_status wr_conv_run(const weir_kernel *k, const wr_conv *c, wr_conv_direction direction,
                        const wr_conv_data *data, void *scratch);

#endif
