/* norm_walk.h - the kernels that all normalisations share.
 *
 * The normalisations treat their array as x[n][group][per][inner], with one weight and one bias for
 * each of the group * per channels.  They subtract a mean and divide by a standard deviation, which
 * are computed over
 *
 *   a line      the elements of one n and one group, for layer_norm and rms_norm (which have one
 *               group and inner = 1), group_norm and instance_norm
 *   a channel   the elements of one channel over all n and inner, for batch_norm (where per is 1)
 *
 * docs/design/normalisation.md explains the algorithm.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_NORM_WALK_H
#define WR_NORM_WALK_H

#include "ops/core/expression.h"

typedef struct wr_norm {
    int64_t n, groups, per, inner;
    bool across; /* the statistics are per channel, not per line */
    /* rms_norm: do not subtract a mean, and use the mean square instead of the variance */
    bool squares;
    double eps;
} wr_norm;

/* The operands; those that a normalisation does not have are NULL. */
typedef struct wr_norm_views {
    const weir_view *x, *dy, *weight, *bias;
    const weir_view *mean, *variance;         /* inputs of batch_norm_inference */
    const weir_view *y;                       /* output: y or, in the backward pass, dx */
    const weir_view *d_weight, *d_bias;       /* outputs of the backward pass */
    const weir_view *got_mean, *got_variance; /* outputs of batch_norm */
} wr_norm_views;

/* ---- For infer ------------------------------------------------------------------------------- */

/* Set c->dtype and *dtype to the promoted dtype of the inputs, which must be a float dtype. */
weir_status wr_norm_dtype(weir_infer *c, int *dtype);
/* Fail if an input, such as weight or bias, is given but does not have this shape. */
weir_status wr_norm_need_shape(const weir_infer *c, uint32_t input, const char *name, int ndim,
                               const int64_t *shape);
weir_status wr_norm_need_eps(const weir_infer *c, double eps);
/* Return the size in bytes of the scratch memory needed.  c->dtype and c->out must be set. */
uint64_t wr_norm_scratch(const weir_infer *c, const wr_norm *g);
/* The same on a CUDA device; `statistics`: the means or the sums over channels are needed after the
 * first kernel. */
uint64_t wr_norm_device_scratch(const wr_norm *g, bool statistics);

/* ---- For kernels ----------------------------------------------------------------------------- */

weir_status wr_norm_forward(const weir_kernel *k, const wr_norm *g, const wr_norm_views *v);
weir_status wr_norm_backward(const weir_kernel *k, const wr_norm *g, const wr_norm_views *v);

/* The reference kernels. */
weir_status wr_norm_forward_reference(const weir_kernel *k, const wr_norm *g,
                                      const wr_norm_views *v);
weir_status wr_norm_backward_reference(const weir_kernel *k, const wr_norm *g,
                                       const wr_norm_views *v);

/* Set *v to the operands of a call of an operator, and return the normalisation. */
wr_norm wr_layer_norm_of(const weir_kernel *k, wr_norm_views *v);
wr_norm wr_rms_norm_of(const weir_kernel *k, wr_norm_views *v);
wr_norm wr_layer_norm_backward_of(const weir_kernel *k, wr_norm_views *v);
wr_norm wr_rms_norm_backward_of(const weir_kernel *k, wr_norm_views *v);
wr_norm wr_batch_norm_of(const weir_kernel *k, wr_norm_views *v);
wr_norm wr_batch_norm_backward_of(const weir_kernel *k, wr_norm_views *v);
wr_norm wr_batch_norm_inference_of(const weir_kernel *k, wr_norm_views *v);
wr_norm wr_group_norm_of(const weir_kernel *k, wr_norm_views *v);
wr_norm wr_group_norm_backward_of(const weir_kernel *k, wr_norm_views *v);
wr_norm wr_instance_norm_of(const weir_kernel *k, wr_norm_views *v);

/* ---- For gradients --------------------------------------------------------------------------- */

/* Compute the gradients of a backward operator, for second derivatives.  The operator has the
 * inputs x, dy and weight, and the outputs dx, d_weight and d_bias. */
void wr_norm_backward_vjp(weir_vjp *v, const wr_norm *g);

#endif
