/* conv_depthwise.h - depthwise convolution, where each channel is a separate group.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CONV_DEPTHWISE_H
#define WR_CONV_DEPTHWISE_H

#include "ops/conv/conv_gemm.h"

/* Return whether the convolution is depthwise, that is, each channel is a separate group. */
static inline bool wr_is_depthwise(const wr_conv *c) {
    return c->in_channels == c->groups && c->out_channels == c->groups;
}

/* These functions have the same contracts as wr_conv_scratch and wr_conv_run (conv_gemm.h). */
size_t wr_depthwise_scratch(const wr_conv *c, wr_conv_direction direction, int dtype);
weir_status wr_depthwise_run(const weir_kernel *k, const wr_conv *c, wr_conv_direction direction,
                             const wr_conv_data *data, void *scratch);

#endif
