/* norm_walk.h - normalisations: what they share.
 *
 * All of them see their array as x[n][group][per][inner], with one weight and one bias for each of
 * group * per channels, and take away a mean and divide by a deviation that belong to
 *
 *   a line    one n and one group: layer_norm (one group, no inner), rms_norm, group_norm, instance_norm
 *   a channel over all n and inner, where per is 1: batch_norm
 *
 * docs/design/normalisation.md explains the walk.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_NORM_H
#define WR_NORM_H

#include "ops/core/expression.h"

typedef struct wr_norm {
    int64_t n, groups, per, inner;
    bool across;  /* the statistics are a channel's */
    bool squares; /* those of rms_norm: no mean, and the mean square for the variance */
    double eps;
} wr_norm;

/* What takes part; NULL: not there. */
typedef struct wr_norm_views {
    const weir_view *x, *dy, *weight, *bias;
    const weir_view *mean, *variance;         /* given, for inference */
    const weir_view *y;                       /* or dx */
    const weir_view *d_weight, *d_bias;       /* written */
    const weir_view *got_mean, *got_variance; /* written */
} wr_norm_views;

/* ---- At the call ------------------------------------------------------------------------------ */

/* What the inputs promote to, which has to be a float. */
weir_status wr_norm_dtype(weir_infer *c, int *dtype);
/* Refuses a weight, a bias ... that is there and has another shape. */
weir_status wr_norm_need_shape(const weir_infer *c, uint32_t input, const char *name, int ndim,
                               const int64_t *shape);
weir_status wr_norm_need_eps(const weir_infer *c, double eps);
/* Bytes of scratch, once c->dtype and the outputs are known. */
uint64_t wr_norm_scratch(const weir_infer *c, const wr_norm *g);

/* ---- In the kernel ---------------------------------------------------------------------------- */

weir_status wr_norm_forward(const weir_kernel *k, const wr_norm *g, const wr_norm_views *v);
weir_status wr_norm_backward(const weir_kernel *k, const wr_norm *g, const wr_norm_views *v);

/* The formulas. */
weir_status wr_norm_forward_reference(const weir_kernel *k, const wr_norm *g,
                                      const wr_norm_views *v);
weir_status wr_norm_backward_reference(const weir_kernel *k, const wr_norm *g,
                                       const wr_norm_views *v);

/* ---- In gradients ----------------------------------------------------------------------------- */

/* The gradients of a backward operator: inputs x, dy, weight; outputs dx, d_weight, d_bias. */
void wr_norm_backward_vjp(weir_vjp *v, const wr_norm *g);

#endif
