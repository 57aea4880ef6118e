/* norm_walk.h - the kernels of normalisations, shared by all of them.
 *
 * All of them treat their array as x[n][group][per][inner], with one weight and one bias for each
 * of the group * per channels.  They subtract a mean and divide by a standard deviation, which are
 * those of
 *
 *   a line    one n and one group: layer_norm (one group, no inner), rms_norm, group_norm,
 *             instance_norm
 *   a channel over all n and inner, where per is 1: batch_norm
 *
 * docs/design/normalisation.md explains the algorithm.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_NORM_WALK_H
#define WR_NORM_WALK_H

#include "ops/core/expression.h"

typedef struct wr_norm {
    int64_t n, groups, per, inner;
    bool across;  /* statistics per channel */
    bool squares; /* rms_norm: no mean, and the mean square instead of the variance */
    double eps;
} wr_norm;

/* The operands; NULL if absent. */
typedef struct wr_norm_views {
    const weir_view *x, *dy, *weight, *bias;
    const weir_view *mean, *variance;         /* given, for inference */
    const weir_view *y;                       /* the result: y or dx */
    const weir_view *d_weight, *d_bias;       /* written */
    const weir_view *got_mean, *got_variance; /* written */
} wr_norm_views;

/* ---- For infer ------------------------------------------------------------------------------- */

/* The promoted dtype of the inputs, which must be a float. */
weir_status wr_norm_dtype(weir_infer *c, int *dtype);
/* Refuse a weight, bias or other input that is given and has another shape. */
weir_status wr_norm_need_shape(const weir_infer *c, uint32_t input, const char *name, int ndim,
                               const int64_t *shape);
weir_status wr_norm_need_eps(const weir_infer *c, double eps);
/* Bytes of scratch, once c->dtype and the outputs are known. */
uint64_t wr_norm_scratch(const weir_infer *c, const wr_norm *g);

/* ---- For kernels ----------------------------------------------------------------------------- */

weir_status wr_norm_forward(const weir_kernel *k, const wr_norm *g, const wr_norm_views *v);
weir_status wr_norm_backward(const weir_kernel *k, const wr_norm *g, const wr_norm_views *v);

/* The reference kernels. */
weir_status wr_norm_forward_reference(const weir_kernel *k, const wr_norm *g,
                                      const wr_norm_views *v);
weir_status wr_norm_backward_reference(const weir_kernel *k, const wr_norm *g,
                                       const wr_norm_views *v);

/* ---- For gradients --------------------------------------------------------------------------- */

/* The gradients of a backward operator: inputs x, dy, weight; outputs dx, d_weight, d_bias. */
void wr_norm_backward_vjp(weir_vjp *v, const wr_norm *g);

#endif
