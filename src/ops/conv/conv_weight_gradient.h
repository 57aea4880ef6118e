/* conv_weight_gradient.h - the weight gradient of a convolution with few output channels.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CONV_WEIGHT_GRADIENT_H
#define WR_CONV_WEIGHT_GRADIENT_H

#include "ops/conv/conv_gemm.h"

/* Return whether wr_conv_dots_run handles this convolution.  It does if there are few output
 * channels per group, so that a matrix product would use few lanes of its vectors or gather more
 * elements than it multiplies, and if its partial sums and its strips (conv_strip.h) are small
 * enough. */
bool wr_conv_has_few(const wr_conv *c, int dtype, const wr_simd *simd);

/* These functions have the same contracts as wr_conv_scratch and wr_conv_run (conv_gemm.h), for the
 * weight gradient. */
size_t wr_conv_dots_scratch(const wr_conv *c, int dtype, const wr_simd *simd);
weir_status wr_conv_dots_run(const weir_kernel *k, const wr_conv *c, const wr_conv_data *data,
                             void *scratch);

#endif
