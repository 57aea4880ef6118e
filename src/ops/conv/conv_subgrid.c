/* conv_subgrid.c - sets of result positions of a convolution that use the same taps.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/conv/conv_subgrid.h"

static int64_t divisor(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t rest = a % b;
        a = b, b = rest;
    }
    return a;
}

static void forward_axis(wr_conv_subgrid *l, const wr_conv *c, int d) {
    l->count[d] = c->out[d], l->first[d] = 0, l->step[d] = 1, l->source[d] = c->stride[d];
    l->taps[d] = c->kernel[d], l->offset[d] = -c->padding[d], l->tap_step[d] = c->dilation[d];
    l->tap[d] = 0, l->tap_next[d] = 1;
}

/* Set up axis d of the subgrid of positions with the given remainder modulo the stride.  The taps
 * that contribute are `period` apart, so the first of them is among the first `period` taps. */
static void back_axis(wr_conv_subgrid *l, const wr_conv *c, int d, int64_t remainder) {
    int64_t s = c->stride[d], common = divisor(c->dilation[d], s), period = s / common;
    int64_t distance = remainder + c->padding[d], tap = 0, end = c->kernel[d];
    if (end > period) end = period;
    while (tap < end && (distance - tap * c->dilation[d]) % s != 0) tap++;
    l->count[d] = (c->in[d] - remainder + s - 1) / s;
    l->first[d] = remainder, l->step[d] = s, l->source[d] = 1;
    l->tap[d] = tap, l->tap_next[d] = period;
    l->taps[d] = tap < end ? (c->kernel[d] - tap + period - 1) / period : 0;
    l->offset[d] = tap < end ? (distance - tap * c->dilation[d]) / s : 0;
    l->tap_step[d] = -(c->dilation[d] / common);
}

/* Return the number of remainders modulo the stride that occur among the positions. */
static int64_t remainders(const wr_conv *c, int d) {
    return c->stride[d] < c->in[d] ? c->stride[d] : c->in[d];
}

int64_t wr_conv_subgrid_count(const wr_conv *c, bool back) {
    return back ? remainders(c, 0) * remainders(c, 1) * remainders(c, 2) : 1;
}

wr_conv_subgrid wr_conv_subgrid_at(const wr_conv *c, bool back, int64_t index) {
    wr_conv_subgrid l;
    for (int d = 2; d >= 0; d--) {
        if (!back) {
            forward_axis(&l, c, d);
            continue;
        }
        back_axis(&l, c, d, index % remainders(c, d));
        index /= remainders(c, d);
    }
    l.positions = wr_volume(l.count);
    l.steps = wr_volume(l.taps) * (back ? c->out_channels : c->in_channels) / c->groups;
    l.packed = 0;
    return l;
}

wr_conv_subgrid wr_conv_subgrid_largest(const wr_conv *c, bool back) {
    wr_conv_subgrid l = wr_conv_subgrid_at(c, back, 0);
    for (int d = 0; back && d < 3; d++)
        l.taps[d] = (c->kernel[d] + l.tap_next[d] - 1) / l.tap_next[d];
    return l;
}
