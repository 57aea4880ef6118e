/* conv_gemm.h - the three products behind convolutions: forward, and towards either operand.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_OPS_CONVOLVE_H
#define WR_OPS_CONVOLVE_H

#include "ops/core/op.h"

/* A convolution by its sizes.  There are always three axes; missing ones are in front and have one entry. */
typedef struct wr_conv {
    int64_t images, groups;
    int64_t in_channels, out_channels; /* of all groups */
    int64_t in[3], out[3];             /* entries of an axis of x, of y */
    int64_t kernel[3], stride[3], dilation[3];
    int64_t padding[3], behind[3]; /* zeros in front of an axis of x, and behind it */
} wr_conv;

typedef enum wr_conv_way {
    WR_CONV_FORWARD, /* x, weight -> y */
    WR_CONV_BACK,    /* y, weight -> x */
    WR_CONV_WEIGHT,  /* x, y -> weight */
} wr_conv_way;

/* Operands and result, row-major, all float32 or all float64.  The bias, one number for each channel of the
 * result, may be NULL; WR_CONV_WEIGHT has none. */
typedef struct wr_conv_data {
    int dtype;
    const void *a, *b, *bias;
    void *out;
} wr_conv_data;

/* Bytes of scratch that wr_conv_run needs: a function of sizes, dtype and level. */
size_t wr_conv_scratch(const wr_conv *c, wr_conv_way way, int dtype, const wr_simd *simd);

/* Compute it, with pieces on the workers.  The bits are a function of sizes, values and level. */
weir_status wr_conv_run(const weir_kernel *k, const wr_conv *c, wr_conv_way way,
                        const wr_conv_data *data, void *scratch);

#endif
