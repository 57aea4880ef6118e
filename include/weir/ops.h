/* ops.h - one typed function for each operator.
 *
 * Written by tools/mkops.py from the blocks in src/ops; do not edit.
 *
 * SPDX-License-Identifier: Apache-2.0 */
/* clang-format off */
#ifndef WEIR_H
#include "weir/weir.h" /* which has this file in its place */
#endif
#ifndef WEIR_OPS_H
#define WEIR_OPS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Inputs come first (an operator without any takes the runtime), then attributes, then outputs.
 * A list is a pointer and a count, NULL and 0 if there is none; where a number may be none, that is
 * WEIR_NONE or NaN; 0 is the default dtype and -1 the default device.  weir_NAME_attr is the struct of
 * attributes that weir_op_call, weir_op_call_into and weir_op_vjp take; weir_attr_init fills it. */

/* Absolute value; for complex numbers, the magnitude.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_abs(weir_array *x, weir_array **y);

/* Inverse cosine, in radians.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_acos(weir_array *x, weir_array **y);

/* Inverse hyperbolic cosine.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_acosh(weir_array *x, weir_array **y);

typedef struct weir_adadelta_step_attr {
    double weight_decay;
    double max_norm;
    double clip_value;
    int32_t maximize;
    int32_t copies;
    double rho;
    double eps;
} weir_adadelta_step_attr;

/* One step of Adadelta for many parameters, in place.
 *   weight_decay: L2 penalty: this times the parameter is added to the gradient
 *   max_norm: gradients are scaled down where norm exceeds this; 0: no limit
 *   clip_value: gradients are clamped to [-clip_value, clip_value]; 0: no limit
 *   maximize: maximise instead of minimise
 *   copies: a list of copies of the parameters is given
 *   rho: decay rate of the running means
 *   eps: added under the square roots
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_adadelta_step(weir_array *rate, weir_array *scale, weir_array *norm,
    weir_array *const *arrays, uint32_t arrays_count, double weight_decay, double max_norm,
    double clip_value, int maximize, int copies, double rho, double eps);

typedef struct weir_adagrad_step_attr {
    double weight_decay;
    double max_norm;
    double clip_value;
    int32_t maximize;
    int32_t copies;
    double lr_decay;
    double eps;
} weir_adagrad_step_attr;

/* One step of Adagrad for many parameters, in place.
 *   weight_decay: L2 penalty: this times the parameter is added to the gradient
 *   max_norm: gradients are scaled down where norm exceeds this; 0: no limit
 *   clip_value: gradients are clamped to [-clip_value, clip_value]; 0: no limit
 *   maximize: maximise instead of minimise
 *   copies: a list of copies of the parameters is given
 *   lr_decay: the rate is divided by 1 + lr_decay * (previous steps)
 *   eps: added to the denominator
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_adagrad_step(weir_array *rate, weir_array *scale, weir_array *norm,
    weir_array *const *arrays, uint32_t arrays_count, double weight_decay, double max_norm,
    double clip_value, int maximize, int copies, double lr_decay, double eps);

typedef struct weir_adam_step_attr {
    double weight_decay;
    double max_norm;
    double clip_value;
    int32_t maximize;
    int32_t copies;
    double beta1;
    double beta2;
    double eps;
    int32_t decoupled;
    int32_t amsgrad;
} weir_adam_step_attr;

/* One step of Adam or AdamW (adaptive moment estimation) for many parameters, in place.
 *   weight_decay: L2 penalty: this times the parameter is added to the gradient
 *   max_norm: gradients are scaled down where norm exceeds this; 0: no limit
 *   clip_value: gradients are clamped to [-clip_value, clip_value]; 0: no limit
 *   maximize: maximise instead of minimise
 *   copies: a list of copies of the parameters is given
 *   beta1: decay rate of the running mean of gradients
 *   beta2: decay rate of the running mean of squared gradients
 *   eps: added to the denominator
 *   decoupled: AdamW: weight decay is applied to the parameters, not the gradients
 *   amsgrad: AMSGrad: use the maximum of the running means of squares so far
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_adam_step(weir_array *rate, weir_array *scale, weir_array *norm,
    weir_array *const *arrays, uint32_t arrays_count, double weight_decay, double max_norm,
    double clip_value, int maximize, int copies, double beta1, double beta2, double eps,
    int decoupled, int amsgrad);

typedef struct weir_adaptive_avg_pool_attr {
    weir_i64s output_size;
} weir_adaptive_avg_pool_attr;

/* Average pooling to a given output size.
 *   output_size: output sizes, one number per axis or one for all
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_adaptive_avg_pool(weir_array *x, const int64_t *output_size,
    int64_t output_size_count, weir_array **y);

typedef struct weir_adaptive_avg_pool_grad_attr {
    weir_i64s size;
} weir_adaptive_avg_pool_grad_attr;

/* The gradient of adaptive_avg_pool with respect to x, given the gradient of its result.
 *   size: spatial sizes of x, without its first two dimensions
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_adaptive_avg_pool_grad(weir_array *dy, const int64_t *size,
    int64_t size_count, weir_array **dx);

typedef struct weir_adaptive_max_pool_attr {
    weir_i64s output_size;
} weir_adaptive_max_pool_attr;

/* Max pooling to a given output size.
 *   output_size: output sizes, one number per axis or one for all
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_adaptive_max_pool(weir_array *x, const int64_t *output_size,
    int64_t output_size_count, weir_array **y);

typedef struct weir_adaptive_max_pool_grad_attr {
    weir_i64s output_size;
} weir_adaptive_max_pool_grad_attr;

/* The gradient of adaptive_max_pool with respect to x, given the gradient of its result.
 *   output_size: output sizes, one number per axis or one for all
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_adaptive_max_pool_grad(weir_array *x, weir_array *dy,
    const int64_t *output_size, int64_t output_size_count, weir_array **dx);

typedef struct weir_adaptive_max_pool_indices_attr {
    weir_i64s output_size;
} weir_adaptive_max_pool_indices_attr;

/* The indices of the maxima of adaptive_max_pool, flattened over the spatial axes.
 *   output_size: output sizes, one number per axis or one for all
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_adaptive_max_pool_indices(weir_array *x, const int64_t *output_size,
    int64_t output_size_count, weir_array **indices);

/* Element-wise sum.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_add(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_affine_grid_attr {
    weir_i64s size;
    int32_t align_corners;
} weir_affine_grid_attr;

/* Sampling grids for grid_sample from affine matrices.
 * The coordinates of every pixel, from -1 to 1, are multiplied by theta of shape (batch, axes,
 * axes + 1), for two or three axes. Coordinates start with the last axis.
 *   size: shape of the images: batch, channels, and two or three axes
 *   align_corners: -1 and 1 are the centres of the corner pixels, not their edges
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_affine_grid(weir_array *theta, const int64_t *size,
    int64_t size_count, int align_corners, weir_array **grid);

/* The values of x, once the other arrays are ready; fails if one of them failed.
 * The values of the other arrays are not read, and they receive no gradient.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_after(weir_array *x, weir_array *const *arrays, uint32_t arrays_count,
    weir_array **y);

typedef struct weir_all_attr {
    weir_i64s axes;
    int32_t keepdims;
} weir_all_attr;

/* Test whether all elements over the axes are true (nonzero).
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_all(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_array **y);

/* Angle of a complex number in radians; 0 or pi for real numbers.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_angle(weir_array *x, weir_array **y);

typedef struct weir_any_attr {
    weir_i64s axes;
    int32_t keepdims;
} weir_any_attr;

/* Test whether any element over the axes is true (nonzero).
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_any(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_array **y);

typedef struct weir_arange_attr {
    double start;
    double stop;
    double step;
    int32_t dtype;
    int32_t device;
} weir_arange_attr;

/* Evenly spaced numbers from start up to, but not including, stop.
 * Integers are exact up to 2^53. Numbers outside the range of the dtype are refused.
 *   start: first number
 *   stop: end of the range, exclusive; none: count from 0 to start
 *   step: difference between consecutive numbers
 *   dtype: dtype of the result; default: int64 for integers, else the default float
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_arange(weir_runtime *rt, double start, double stop, double step,
    weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_argmax_attr {
    int64_t axis;
    int32_t keepdims;
} weir_argmax_attr;

/* Index of the largest element along an axis: the first of equal elements, or the first NaN.
 *   axis: axis to search; none: all elements, in row-major order
 *   keepdims: keep the reduced axis with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_argmax(weir_array *x, int64_t axis, int keepdims, weir_array **y);

typedef struct weir_argmin_attr {
    int64_t axis;
    int32_t keepdims;
} weir_argmin_attr;

/* Index of the smallest element along an axis: the first of equal elements, or the first NaN.
 *   axis: axis to search; none: all elements, in row-major order
 *   keepdims: keep the reduced axis with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_argmin(weir_array *x, int64_t axis, int keepdims, weir_array **y);

typedef struct weir_argpartition_attr {
    int64_t kth;
    int64_t axis;
} weir_argpartition_attr;

/* Indices that partition along an axis: the kth element where sorting would put it.
 * All elements are sorted, which is fast; use topk for a few of them.
 *   kth: index that is put in its sorted position
 *   axis: axis to partition along
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_argpartition(weir_array *x, int64_t kth, int64_t axis,
    weir_array **indices);

typedef struct weir_argsort_attr {
    int64_t axis;
    int32_t descending;
    int32_t stable;
} weir_argsort_attr;

/* Indices that sort along an axis.
 * The sort is stable. NaN comes last, ascending and descending.
 *   axis: axis to sort along
 *   descending: largest first
 *   stable: keep the order of equal elements; always the case
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_argsort(weir_array *x, int64_t axis, int descending, int stable,
    weir_array **indices);

/* Inverse sine, in radians.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_asin(weir_array *x, weir_array **y);

/* Inverse hyperbolic sine.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_asinh(weir_array *x, weir_array **y);

typedef struct weir_astype_attr {
    int32_t dtype;
} weir_astype_attr;

/* Convert x to a dtype.
 * Floats are truncated to integers, integers wrap around, and every nonzero value is true.
 *   dtype: dtype of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_astype(weir_array *x, weir_dtype dtype, weir_array **y);

/* Inverse tangent, in radians.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_atan(weir_array *x, weir_array **y);

/* Angle of the point (x2, x1) in radians, from -pi to pi.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_atan2(weir_array *x1, weir_array *x2, weir_array **y);

/* Inverse hyperbolic tangent.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_atanh(weir_array *x, weir_array **y);

typedef struct weir_avg_pool_attr {
    weir_i64s kernel_size;
    weir_i64s stride;
    weir_i64s padding;
    int32_t ceil_mode;
    int32_t count_include_pad;
} weir_avg_pool_attr;

/* Average pooling over one, two or three spatial axes.
 * x has shape (batch, channels, spatial axes).
 *   kernel_size: size of a window, one number per axis or one for all
 *   stride: distance between windows; none: kernel_size
 *   padding: zero padding at both ends of each axis; none: 0
 *   ceil_mode: round output sizes up: include windows that extend past the end
 *   count_include_pad: include the padding zeros in the mean
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_avg_pool(weir_array *x, const int64_t *kernel_size,
    int64_t kernel_size_count, const int64_t *stride, int64_t stride_count,
    const int64_t *padding, int64_t padding_count, int ceil_mode, int count_include_pad,
    weir_array **y);

typedef struct weir_avg_pool_grad_attr {
    weir_i64s size;
    weir_i64s kernel_size;
    weir_i64s stride;
    weir_i64s padding;
    int32_t ceil_mode;
    int32_t count_include_pad;
} weir_avg_pool_grad_attr;

/* The gradient of avg_pool with respect to x, given the gradient of its result.
 *   size: spatial sizes of x, without its first two dimensions
 *   kernel_size: size of a window, one number per axis or one for all
 *   stride: distance between windows; none: kernel_size
 *   padding: zero padding at both ends of each axis; none: 0
 *   ceil_mode: round output sizes up: include windows that extend past the end
 *   count_include_pad: include the padding zeros in the mean
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_avg_pool_grad(weir_array *dy, const int64_t *size, int64_t size_count,
    const int64_t *kernel_size, int64_t kernel_size_count, const int64_t *stride,
    int64_t stride_count, const int64_t *padding, int64_t padding_count, int ceil_mode,
    int count_include_pad, weir_array **dx);

typedef struct weir_basic_index_attr {
    weir_i64s kinds;
    weir_i64s starts;
    weir_i64s stops;
    weir_i64s steps;
} weir_basic_index_attr;

/* Index x with slices, integers and new axes; returns a view.
 * Equivalent to x[4, ::2, None, ...] in Python; WEIR_NONE stands for an omitted part of a
 * slice. The kinds are WEIR_KEY_SLICE, _INDEX, _NEW and _REST. Axes beyond the key are
 * unchanged.
 *   kinds: 0: a slice, 1: an index, 2: a new axis, 3: an ellipsis
 *   starts: start of each slice; or the index
 *   stops: end of each slice, exclusive
 *   steps: step of each slice; may be negative
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_basic_index(weir_array *x, const int64_t *kinds, int64_t kinds_count,
    const int64_t *starts, int64_t starts_count, const int64_t *stops, int64_t stops_count,
    const int64_t *steps, int64_t steps_count, weir_array **y);

typedef struct weir_basic_update_attr {
    weir_i64s kinds;
    weir_i64s starts;
    weir_i64s stops;
    weir_i64s steps;
} weir_basic_update_attr;

/* A copy of x in which the elements selected by slices, integers and new axes are replaced by
 * y.
 * Equivalent to x[4, ::2, None, ...] = y in Python; the key is that of basic_index. y is
 * broadcast to the selection. If x is also the output, only the selection is written, and
 * gradients are recorded.
 *   kinds: 0: a slice, 1: an index, 2: a new axis, 3: an ellipsis
 *   starts: start of each slice; or the index
 *   stops: end of each slice, exclusive
 *   steps: step of each slice; may be negative
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_basic_update(weir_array *x, weir_array *y, const int64_t *kinds,
    int64_t kinds_count, const int64_t *starts, int64_t starts_count, const int64_t *stops,
    int64_t stops_count, const int64_t *steps, int64_t steps_count, weir_array **z);

typedef struct weir_batch_norm_attr {
    double eps;
} weir_batch_norm_attr;

/* Batch normalisation: normalise each channel over the batch and the spatial axes.
 * x has shape (batch, channels, ...). weight and bias have one element per channel. The mean
 * and the variance (with correction 0) of each channel are returned too.
 *   weight, bias: may be NULL
 *   eps: added to the variance
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_batch_norm(weir_array *x, weir_array *weight, weir_array *bias,
    double eps, weir_array **y, weir_array **mean, weir_array **variance);

typedef struct weir_batch_norm_backward_attr {
    double eps;
} weir_batch_norm_backward_attr;

/* The gradients of batch_norm with respect to x, weight and bias, given the gradient dy of y.
 *   weight: may be NULL
 *   eps: added to the variance
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_batch_norm_backward(weir_array *x, weir_array *dy, weir_array *weight,
    double eps, weir_array **dx, weir_array **d_weight, weir_array **d_bias);

typedef struct weir_batch_norm_inference_attr {
    double eps;
} weir_batch_norm_inference_attr;

/* Batch normalisation with a given mean and variance.
 * x has shape (batch, channels, ...). The other inputs have one element per channel.
 *   weight, bias: may be NULL
 *   eps: added to the variance
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_batch_norm_inference(weir_array *x, weir_array *mean,
    weir_array *variance, weir_array *weight, weir_array *bias, double eps, weir_array **y);

typedef struct weir_bernoulli_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_bernoulli_attr;

/* Samples from a Bernoulli distribution: true with the given probability.
 * Probabilities have a resolution of 2^-32.
 *   shape: shape of the result; none: that of the parameters
 *   dtype: dtype of the result; default: the default float dtype, int64 for counts
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_bernoulli(weir_array *probability, const int64_t *shape,
    int64_t shape_count, weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_beta_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_beta_attr;

/* Samples from a beta distribution.
 *   shape: shape of the result; none: that of the parameters
 *   dtype: dtype of the result; default: the default float dtype, int64 for counts
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_beta(weir_array *a, weir_array *b, const int64_t *shape,
    int64_t shape_count, weir_dtype dtype, int32_t device, weir_array **y);

/* The bilinear transformation x1^T W x2 + b, for each W of the weight.
 * x1 has shape (..., i), x2 (..., j), the weight (out, i, j), the result (..., out).
 *   bias: may be NULL
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_bilinear(weir_array *x1, weir_array *x2, weir_array *weight,
    weir_array *bias, weir_array **y);

typedef struct weir_binary_cross_entropy_attr {
    const char *reduction;
} weir_binary_cross_entropy_attr;

/* The binary cross entropy between probabilities x and the target.
 * Logarithms are clamped to at least -100. For logits, binary_cross_entropy_with_logits is more
 * accurate.
 *   weight: may be NULL
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_binary_cross_entropy(weir_array *x, weir_array *target,
    weir_array *weight, const char *reduction, weir_array **y);

typedef struct weir_binary_cross_entropy_with_logits_attr {
    const char *reduction;
} weir_binary_cross_entropy_with_logits_attr;

/* The binary cross entropy between sigmoid(x) and the target.
 * Targets lie between 0 and 1. The computation is stable for large |x|.
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_binary_cross_entropy_with_logits(weir_array *x, weir_array *target,
    const char *reduction, weir_array **y);

typedef struct weir_bincount_attr {
    int64_t minlength;
} weir_bincount_attr;

/* Count the occurrences (or sum the weights) of each integer from 0 to the maximum of x.
 * The length of the result depends on the values, so this waits for x; bincount_sized does not.
 * A negative integer is a failure of the operation.
 *   weights: may be NULL
 *   minlength: minimum length of the result
 * [blocking | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR EDEADLK] */
WEIR_API weir_status weir_bincount(weir_array *x, weir_array *weights, int64_t minlength,
    weir_array **y);

typedef struct weir_bincount_sized_attr {
    int64_t size;
} weir_bincount_sized_attr;

/* Count the occurrences (or sum the weights) of each integer from 0 to size - 1 in x.
 * An integer outside the range is a failure of the operation. Unlike bincount, it does not
 * wait.
 *   weights: may be NULL
 *   size: integers from 0 to size - 1 are counted
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_bincount_sized(weir_array *x, weir_array *weights, int64_t size,
    weir_array **y);

typedef struct weir_binomial_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_binomial_attr;

/* Samples from a binomial distribution: the number of successes in independent trials.
 *   shape: shape of the result; none: that of the parameters
 *   dtype: dtype of the result; default: the default float dtype, int64 for counts
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_binomial(weir_array *trials, weir_array *probability,
    const int64_t *shape, int64_t shape_count, weir_dtype dtype, int32_t device,
    weir_array **y);

/* Bitwise AND.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_bitwise_and(weir_array *x1, weir_array *x2, weir_array **y);

/* Bitwise NOT; logical NOT for bools.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_bitwise_invert(weir_array *x, weir_array **y);

/* Shift the bits of x1 left by x2.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_bitwise_left_shift(weir_array *x1, weir_array *x2, weir_array **y);

/* Bitwise OR.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_bitwise_or(weir_array *x1, weir_array *x2, weir_array **y);

/* Shift the bits of x1 right by x2, preserving the sign.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_bitwise_right_shift(weir_array *x1, weir_array *x2, weir_array **y);

/* Bitwise exclusive OR.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_bitwise_xor(weir_array *x1, weir_array *x2, weir_array **y);

/* Broadcast arrays to their common shape; returns views.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_broadcast_arrays(weir_array *const *arrays, uint32_t arrays_count,
    weir_array **ys, uint32_t *ys_count);

typedef struct weir_broadcast_to_attr {
    weir_i64s shape;
} weir_broadcast_to_attr;

/* Broadcast x to a shape; returns a view.
 * New dimensions are added in front; dimensions of size one are repeated.
 *   shape: shape of the result
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_broadcast_to(weir_array *x, const int64_t *shape, int64_t shape_count,
    weir_array **y);

typedef struct weir_categorical_attr {
    int64_t count;
    int64_t axis;
    int32_t logits;
    int32_t replacement;
    int32_t dtype;
} weir_categorical_attr;

/* Sample classes with probabilities proportional to their weights.
 * The weights need not sum to one. A row with a negative weight, or with too few positive ones,
 * is a failure of the operation.
 *   count: number of samples per row, as a new last axis; none: one sample, no new axis
 *   axis: axis of the classes
 *   logits: the input holds unnormalised log-probabilities instead of weights
 *   replacement: a class may be drawn more than once per row
 *   dtype: an integer dtype
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_categorical(weir_array *weights, int64_t count, int64_t axis,
    int logits, int replacement, weir_dtype dtype, weir_array **y);

typedef struct weir_cauchy_attr {
    weir_i64s shape;
    double loc;
    double scale;
    int32_t dtype;
    int32_t device;
} weir_cauchy_attr;

/* Samples from a Cauchy distribution with median loc.
 *   shape: shape of the result
 *   loc: location: added to each number
 *   scale: scale: multiplies each number
 *   dtype: a float dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cauchy(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double loc, double scale, weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_cdist_attr {
    double p;
} weir_cdist_attr;

/* The p-norm distances between each pair of vectors of x1 and x2.
 * x1 has shape (..., m, d), x2 (..., n, d), the result (..., m, n). All m * n * d differences
 * are in memory at the same time.
 *   p: order of the norm; may be inf
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cdist(weir_array *x1, weir_array *x2, double p, weir_array **y);

/* Round up to the nearest integer.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_ceil(weir_array *x, weir_array **y);

typedef struct weir_celu_attr {
    double alpha;
} weir_celu_attr;

/* Continuously differentiable ELU: x where x > 0, alpha (exp(x / alpha) - 1) elsewhere.
 *   alpha: limit for large negative x is -alpha
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_celu(weir_array *x, double alpha, weir_array **y);

typedef struct weir_channel_shuffle_attr {
    int64_t groups;
} weir_channel_shuffle_attr;

/* Interleave the channels of the groups (ShuffleNet).
 * x has shape (batch, channels, spatial axes).
 *   groups: number of groups that the channels are divided into
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_channel_shuffle(weir_array *x, int64_t groups, weir_array **y);

/* The values of x unchanged; the operation fails if one of them is NaN or infinite.
 * Around a loss, it protects the model from a bad batch: the gradient is checked too, fails
 * with the loss, and an optimiser step whose gradients failed does not run. `after` is only
 * waited for; its values are not read.
 *   after: may be NULL
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_check_finite(weir_array *x, weir_array *after, weir_array **y);

typedef struct weir_chi_square_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_chi_square_attr;

/* Samples from a chi-squared distribution.
 *   shape: shape of the result; none: that of the parameters
 *   dtype: dtype of the result; default: the default float dtype, int64 for counts
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_chi_square(weir_array *degrees, const int64_t *shape,
    int64_t shape_count, weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_cholesky_attr {
    int32_t upper;
} weir_cholesky_attr;

/* The Cholesky factorisation x = L L^H of positive definite matrices.
 * x is taken to be Hermitian: (x + x^H) / 2 is factored. The task fails if a matrix is not
 * positive definite.
 *   upper: return the upper factor U, with x = U^H U
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cholesky(weir_array *x, int upper, weir_array **y);

/* Clamp x to the range from min to max.
 * Either bound may be omitted. Where min > max, the result is max. Where x equals a bound that
 * is an array, x and the bound share the gradient; where the bound is a number, the gradient is
 * 0.
 *   min, max: may be NULL
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_clip(weir_array *x, weir_array *min, weir_array *max, weir_array **y);

typedef struct weir_concat_attr {
    int64_t axis;
} weir_concat_attr;

/* Concatenate arrays along an existing axis.
 *   axis: axis to join along; none: flatten the arrays first
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_concat(weir_array *const *arrays, uint32_t arrays_count, int64_t axis,
    weir_array **y);

/* Complex conjugate.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_conj(weir_array *x, weir_array **y);

typedef struct weir_conv_attr {
    weir_i64s stride;
    weir_i64s padding;
    weir_i64s dilation;
    int64_t groups;
} weir_conv_attr;

/* Convolution over one, two or three spatial axes.
 * x has shape (batch, channels, spatial axes), the weight (output channels, input channels /
 * groups, spatial axes). As usual in neural networks, this is a cross-correlation: the kernel
 * is not flipped. A list of one number applies to all axes. A padding of two numbers per axis
 * gives the padding before and after each axis.
 *   bias: may be NULL
 *   stride: stride of the kernel, one per axis or one for all; none: 1
 *   padding: zero padding of each axis, or before and after each axis; none: 0
 *   dilation: spacing between kernel elements; none: 1
 *   groups: number of groups that the channels are divided into
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_conv(weir_array *x, weir_array *weight, weir_array *bias,
    const int64_t *stride, int64_t stride_count, const int64_t *padding, int64_t padding_count,
    const int64_t *dilation, int64_t dilation_count, int64_t groups, weir_array **y);

typedef struct weir_conv_input_grad_attr {
    weir_i64s size;
    weir_i64s stride;
    weir_i64s padding;
    weir_i64s dilation;
    int64_t groups;
} weir_conv_input_grad_attr;

/* The gradient of conv with respect to x, given the gradient of its result.
 *   size: spatial sizes of the result, without its first two dimensions
 *   stride: stride of the kernel, one per axis or one for all; none: 1
 *   padding: zero padding of each axis, or before and after each axis; none: 0
 *   dilation: spacing between kernel elements; none: 1
 *   groups: number of groups that the channels are divided into
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_conv_input_grad(weir_array *dy, weir_array *weight,
    const int64_t *size, int64_t size_count, const int64_t *stride, int64_t stride_count,
    const int64_t *padding, int64_t padding_count, const int64_t *dilation,
    int64_t dilation_count, int64_t groups, weir_array **dx);

typedef struct weir_conv_transpose_attr {
    weir_i64s stride;
    weir_i64s padding;
    weir_i64s output_padding;
    int64_t groups;
    weir_i64s dilation;
} weir_conv_transpose_attr;

/* Transposed convolution, the gradient of conv with respect to its input.
 * x has shape (batch, channels, spatial axes), the weight (input channels, output channels /
 * groups, spatial axes). An axis of n elements becomes one of (n - 1) stride - 2 padding +
 * dilation (kernel - 1) + 1 + output_padding elements.
 *   bias: may be NULL
 *   stride: spacing of the elements of x in the result; none: 1
 *   padding: elements removed from both ends of each axis, or before and after each axis; none:
 *        0
 *   output_padding: elements added at the end of each axis; none: 0
 *   groups: number of groups that the channels are divided into
 *   dilation: spacing between kernel elements; none: 1
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_conv_transpose(weir_array *x, weir_array *weight, weir_array *bias,
    const int64_t *stride, int64_t stride_count, const int64_t *padding, int64_t padding_count,
    const int64_t *output_padding, int64_t output_padding_count, int64_t groups,
    const int64_t *dilation, int64_t dilation_count, weir_array **y);

typedef struct weir_conv_weight_grad_attr {
    weir_i64s size;
    weir_i64s stride;
    weir_i64s padding;
    weir_i64s dilation;
    int64_t groups;
} weir_conv_weight_grad_attr;

/* The gradient of conv with respect to its weight, given the gradient of its result.
 *   size: spatial sizes of the result, without its first two dimensions
 *   stride: stride of the kernel, one per axis or one for all; none: 1
 *   padding: zero padding of each axis, or before and after each axis; none: 0
 *   dilation: spacing between kernel elements; none: 1
 *   groups: number of groups that the channels are divided into
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_conv_weight_grad(weir_array *x, weir_array *dy, const int64_t *size,
    int64_t size_count, const int64_t *stride, int64_t stride_count, const int64_t *padding,
    int64_t padding_count, const int64_t *dilation, int64_t dilation_count, int64_t groups,
    weir_array **dweight);

/* Copy x to new storage.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_copy(weir_array *x, weir_array **y);

/* Magnitude of x1 with the sign of x2.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_copysign(weir_array *x1, weir_array *x2, weir_array **y);

/* Cosine of each element, in radians.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cos(weir_array *x, weir_array **y);

/* Hyperbolic cosine.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cosh(weir_array *x, weir_array **y);

typedef struct weir_cosine_embedding_loss_attr {
    const char *reduction;
    double margin;
} weir_cosine_embedding_loss_attr;

/* The cosine embedding loss: 1 - cos(x1, x2) for targets 1, max(0, cos(x1, x2) - margin) for
 * targets -1.
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 *   margin: margin of the comparison
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cosine_embedding_loss(weir_array *x1, weir_array *x2,
    weir_array *target, const char *reduction, double margin, weir_array **y);

typedef struct weir_cosine_similarity_attr {
    int64_t axis;
    double eps;
} weir_cosine_similarity_attr;

/* The cosine similarity of vectors along an axis.
 *   axis: the axis of the vectors
 *   eps: lower bound of each norm in the divisor
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cosine_similarity(weir_array *x1, weir_array *x2, int64_t axis,
    double eps, weir_array **y);

typedef struct weir_count_nonzero_attr {
    weir_i64s axes;
    int32_t keepdims;
} weir_count_nonzero_attr;

/* Number of nonzero elements over axes.
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_count_nonzero(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_array **y);

typedef struct weir_cross_attr {
    int64_t axis;
} weir_cross_attr;

/* The cross products of three-element vectors along an axis.
 * The other axes broadcast. Complex numbers are not conjugated.
 *   axis: the axis of the vectors
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cross(weir_array *x1, weir_array *x2, int64_t axis, weir_array **y);

typedef struct weir_cross_entropy_attr {
    int64_t axis;
    const char *reduction;
    int64_t ignore_index;
    double label_smoothing;
} weir_cross_entropy_attr;

/* The cross entropy between softmax(x) and the targets.
 * x holds logits, with the classes along axis. Targets are labels, in the shape of x without
 * that axis, or probabilities in the shape of x. weight has one factor per class; a mean over
 * labels divides by the sum of their weights. A label out of range is an error, unless it is
 * ignore_index.
 *   weight: may be NULL
 *   axis: the class axis; none: 1, or 0 if x is a vector
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 *   ignore_index: targets with this label do not contribute
 *   label_smoothing: fraction of each target that is spread evenly over all classes
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cross_entropy(weir_array *x, weir_array *target, weir_array *weight,
    int64_t axis, const char *reduction, int64_t ignore_index, double label_smoothing,
    weir_array **y);

typedef struct weir_cross_entropy_backward_attr {
    int64_t axis;
    const char *reduction;
    int64_t ignore_index;
    double label_smoothing;
} weir_cross_entropy_backward_attr;

/* The gradient of cross_entropy with respect to x, given the gradient dy of its result.
 *   weight: may be NULL
 *   axis: the class axis; none: 1, or 0 if x is a vector
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 *   ignore_index: targets with this label do not contribute
 *   label_smoothing: fraction of each target that is spread evenly over all classes
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cross_entropy_backward(weir_array *x, weir_array *target,
    weir_array *dy, weir_array *weight, int64_t axis, const char *reduction,
    int64_t ignore_index, double label_smoothing, weir_array **dx);

typedef struct weir_ctc_loss_attr {
    int64_t blank;
    const char *reduction;
    int32_t zero_infinity;
} weir_ctc_loss_attr;

/* The connectionist temporal classification (CTC) loss.
 * The negative log-likelihood of a target, summed over all its alignments with the input.
 * log_probs has shape (time, batch, classes) and holds log-probabilities. targets has shape
 * (batch, labels), of which sample i uses the first target_lengths[i], or holds the labels of
 * all samples one after the other. A mean divides each loss by the target's length, then by the
 * number of samples. A label that is out of range or equal to blank, and a length out of range,
 * are errors.
 *   blank: the class of the blank symbol
 *   reduction: 'mean' (of each loss over its target length), 'sum' or 'none'
 *   zero_infinity: a target too long for its input gives 0 instead of infinity
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_ctc_loss(weir_array *log_probs, weir_array *targets,
    weir_array *input_lengths, weir_array *target_lengths, int64_t blank, const char *reduction,
    int zero_infinity, weir_array **y);

typedef struct weir_ctc_loss_backward_attr {
    int64_t blank;
    const char *reduction;
    int32_t zero_infinity;
} weir_ctc_loss_backward_attr;

/* The gradient of ctc_loss with respect to log_probs, given the gradient dy of its result.
 *   blank: the class of the blank symbol
 *   reduction: 'mean' (of each loss over its target length), 'sum' or 'none'
 *   zero_infinity: a target too long for its input gives 0 instead of infinity
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_ctc_loss_backward(weir_array *log_probs, weir_array *targets,
    weir_array *input_lengths, weir_array *target_lengths, weir_array *dy, int64_t blank,
    const char *reduction, int zero_infinity, weir_array **dx);

typedef struct weir_cummax_attr {
    int64_t axis;
} weir_cummax_attr;

/* Cumulative maximum along an axis, and the index of each maximum.
 * Among equal elements the index is that of the last. Once a NaN occurs, the results after it
 * are NaN.
 *   axis: axis to accumulate along
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cummax(weir_array *x, int64_t axis, weir_array **values,
    weir_array **indices);

typedef struct weir_cummin_attr {
    int64_t axis;
} weir_cummin_attr;

/* Cumulative minimum along an axis, and the index of each minimum.
 * Among equal elements the index is that of the last. Once a NaN occurs, the results after it
 * are NaN.
 *   axis: axis to accumulate along
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cummin(weir_array *x, int64_t axis, weir_array **values,
    weir_array **indices);

typedef struct weir_cumulative_prod_attr {
    int64_t axis;
    int32_t dtype;
    int32_t include_initial;
    int32_t reverse;
} weir_cumulative_prod_attr;

/* Cumulative product along an axis.
 *   axis: axis to accumulate along; may be omitted for a 1-d array
 *   dtype: dtype of the result; default: that of x, 64-bit for integers
 *   include_initial: prepend the initial value, 0 or 1
 *   reverse: accumulate from the end
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cumulative_prod(weir_array *x, int64_t axis, weir_dtype dtype,
    int include_initial, int reverse, weir_array **y);

typedef struct weir_cumulative_sum_attr {
    int64_t axis;
    int32_t dtype;
    int32_t include_initial;
    int32_t reverse;
} weir_cumulative_sum_attr;

/* Cumulative sum along an axis.
 *   axis: axis to accumulate along; may be omitted for a 1-d array
 *   dtype: dtype of the result; default: that of x, 64-bit for integers
 *   include_initial: prepend the initial value, 0 or 1
 *   reverse: accumulate from the end
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cumulative_sum(weir_array *x, int64_t axis, weir_dtype dtype,
    int include_initial, int reverse, weir_array **y);

/* Convert degrees to radians.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_deg2rad(weir_array *x, weir_array **y);

/* The determinants of square matrices.
 * The gradient needs the inverse, so it fails for a singular matrix.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_det(weir_array *x, weir_array **y);

typedef struct weir_diag_attr {
    int64_t k;
} weir_diag_attr;

/* For a vector, the matrix with it on a diagonal; for a matrix, a copy of a diagonal.
 *   k: which diagonal
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_diag(weir_array *x, int64_t k, weir_array **y);

typedef struct weir_diag_embed_attr {
    int64_t offset;
    int64_t n_rows;
    int64_t n_cols;
} weir_diag_embed_attr;

/* Matrices with the last dimension of x on a diagonal and zeros elsewhere.
 *   offset: which diagonal receives x
 *   n_rows: number of rows; none: those of the smallest square matrix
 *   n_cols: number of columns; none: those of the smallest square matrix
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_diag_embed(weir_array *x, int64_t offset, int64_t n_rows,
    int64_t n_cols, weir_array **y);

typedef struct weir_diagonal_attr {
    int64_t offset;
    int64_t axis1;
    int64_t axis2;
} weir_diagonal_attr;

/* A diagonal of matrices; returns a view.
 * The diagonal becomes the last dimension, after the axes other than rows and columns.
 *   offset: which diagonal; positive: above the main one, negative: below
 *   axis1: axis of the rows
 *   axis2: axis of the columns
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_diagonal(weir_array *x, int64_t offset, int64_t axis1, int64_t axis2,
    weir_array **y);

typedef struct weir_diff_attr {
    int64_t n;
    int64_t axis;
} weir_diff_attr;

/* Differences between consecutive elements along an axis.
 * The axis becomes shorter by n; prepend and append lengthen it first.
 *   prepend, append: may be NULL
 *   n: how many times differences are taken
 *   axis: axis along which differences are taken
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_diff(weir_array *x, weir_array *prepend, weir_array *append,
    int64_t n, int64_t axis, weir_array **y);

typedef struct weir_digitize_attr {
    int32_t right;
} weir_digitize_attr;

/* Index of the bin that each element falls into, for ascending bin edges.
 * Index 0 is below the first edge; the number of edges is above the last. A bin includes its
 * lower edge.
 *   right: bins include their upper edge instead of the lower one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_digitize(weir_array *x, weir_array *bins, int right,
    weir_array **indices);

/* Element-wise quotient, x1 / x2.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_divide(weir_array *x1, weir_array *x2, weir_array **y);

/* The dot product: sum over the last axis of x1 and the second-to-last axis of x2.
 * Of two vectors this is the inner product, of two matrices the matrix product, and with an
 * array of no dimensions a multiplication.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_dot(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_dropout_attr {
    double p;
} weir_dropout_attr;

/* Set random elements to zero and scale the others so that the mean is preserved.
 * Elements where the mask is true are kept and divided by 1 - p; the others become 0.
 *   p: probability of dropping an element
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_dropout(weir_array *x, double p, weir_array **y, weir_array **mask);

/* The eigenvalues and eigenvectors of general square matrices, as complex numbers.
 * The eigenvalues are sorted by real part, then by imaginary part; those of a real matrix are
 * real or conjugate pairs. Column i of the eigenvectors belongs to eigenvalue i and has length
 * 1; its phase makes its first entry of at least nine tenths of the largest absolute value real
 * and positive. The gradient through the eigenvectors is defined where the eigenvalues are
 * distinct; it is infinite or NaN where they are equal.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_eig(weir_array *x, weir_array **eigenvalues,
    weir_array **eigenvectors);

/* The eigenvalues, in ascending order, and eigenvectors of Hermitian matrices.
 * Only the lower triangle of each matrix is used, and the real part of its diagonal. Column i
 * of the eigenvectors belongs to eigenvalue i. The sign or phase of a column makes its first
 * entry of at least nine tenths of the largest absolute value real and positive. The gradient
 * through the eigenvectors is defined where the eigenvalues are distinct; it is infinite or NaN
 * where they are equal.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_eigh(weir_array *x, weir_array **eigenvalues,
    weir_array **eigenvectors);

/* The eigenvalues of general square matrices, as complex numbers.
 * They are sorted by real part, then by imaginary part.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_eigvals(weir_array *x, weir_array **eigenvalues);

/* The eigenvalues of Hermitian matrices, in ascending order.
 * Only the lower triangle of each matrix is used, and the real part of its diagonal.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_eigvalsh(weir_array *x, weir_array **eigenvalues);

typedef struct weir_einsum_attr {
    const char *equation;
} weir_einsum_attr;

/* Sums of products in Einstein summation notation.
 * The subscripts of the operands are separated by commas; those after -> are the subscripts of
 * the result, and the others are summed over. A letter that is repeated in one operand takes
 * its diagonal. An ellipsis stands for the dimensions that are not named; they broadcast.
 * Without ->, the result has the letters that occur once, in alphabetical order. Several
 * operands are contracted two at a time, in an order that keeps intermediate results small.
 *   equation: subscripts of the operands and of the result, as in 'ij,jk->ik'
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_einsum(weir_array *const *operands, uint32_t operands_count,
    const char *equation, weir_array **y);

typedef struct weir_elu_attr {
    double alpha;
} weir_elu_attr;

/* Exponential linear unit: x where x > 0, alpha (exp(x) - 1) elsewhere.
 *   alpha: limit for large negative x is -alpha
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_elu(weir_array *x, double alpha, weir_array **y);

typedef struct weir_embedding_attr {
    int64_t padding_idx;
} weir_embedding_attr;

/* Look up the rows of an embedding table by index.
 * Indices that are negative or beyond the last row are a failure of the operation.
 *   padding_idx: row that is excluded from the gradient; none: no such row
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_embedding(weir_array *indices, weir_array *weight,
    int64_t padding_idx, weir_array **y);

typedef struct weir_empty_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_empty_attr;

/* An array to be filled later.
 *   shape: shape of the result
 *   dtype: dtype of the result; default: the default float dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_empty(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_empty_like_attr {
    int32_t dtype;
    int32_t device;
} weir_empty_like_attr;

/* An array with the shape and dtype of x, to be filled later; it holds zeros.
 *   dtype: dtype of the result; default: that of x
 *   device: device of the result; default: that of x
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_empty_like(weir_array *x, weir_dtype dtype, int32_t device,
    weir_array **y);

/* Test whether x1 == x2, element-wise.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_equal(weir_array *x1, weir_array *x2, weir_array **y);

/* Error function.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_erf(weir_array *x, weir_array **y);

/* Exponential of each element.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_exp(weir_array *x, weir_array **y);

/* 2 to the power of each element.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_exp2(weir_array *x, weir_array **y);

typedef struct weir_expand_dims_attr {
    weir_i64s axes;
} weir_expand_dims_attr;

/* Insert axes of size one; returns a view.
 *   axes: positions of the new axes in the result
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_expand_dims(weir_array *x, const int64_t *axes, int64_t axes_count,
    weir_array **y);

/* The exponential of square matrices, 1 + x + x^2 / 2! + ...
 * By scaling and squaring, computed in double. A matrix with NaN or an infinity gives only NaN.
 * The gradient is the exponential of a matrix of twice the size, about eight times the work.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_expm(weir_array *x, weir_array **y);

/* exp(x) - 1, accurate near zero.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_expm1(weir_array *x, weir_array **y);

typedef struct weir_exponential_attr {
    weir_i64s shape;
    double scale;
    int32_t dtype;
    int32_t device;
} weir_exponential_attr;

/* Samples from an exponential distribution.
 *   shape: shape of the result
 *   scale: mean
 *   dtype: a float dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_exponential(weir_runtime *rt, const int64_t *shape,
    int64_t shape_count, double scale, weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_eye_attr {
    int64_t n_rows;
    int64_t n_cols;
    int64_t k;
    int32_t dtype;
    int32_t device;
} weir_eye_attr;

/* A matrix with ones on a diagonal and zeros elsewhere.
 *   n_rows: number of rows; required
 *   n_cols: number of columns; none: as many as rows
 *   k: which diagonal has the ones
 *   dtype: dtype of the result; default: the default float dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_eye(weir_runtime *rt, int64_t n_rows, int64_t n_cols, int64_t k,
    weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_fftn_attr {
    weir_i64s s;
    weir_i64s axes;
    const char *norm;
} weir_fftn_attr;

/* The discrete Fourier transform over the given axes.
 * The result is complex. A transformed line that contains an infinity or NaN gives NaN.
 *   s: lengths to which x is cropped or zero-padded; none: those of x
 *   axes: axes to transform; none: all, or the last len(s) axes
 *   norm: the direction that is scaled: 'backward', 'forward', or 'ortho', both
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_fftn(weir_array *x, const int64_t *s, int64_t s_count,
    const int64_t *axes, int64_t axes_count, const char *norm, weir_array **y);

typedef struct weir_flatten_attr {
    int64_t start;
    int64_t end;
} weir_flatten_attr;

/* Flatten consecutive axes into one; by default all of them.
 * A view of x if its strides allow, otherwise a copy.
 *   start: first axis to flatten
 *   end: last axis to flatten
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_flatten(weir_array *x, int64_t start, int64_t end, weir_array **y);

typedef struct weir_flip_attr {
    weir_i64s axes;
} weir_flip_attr;

/* Reverse the order of elements along axes; returns a view.
 *   axes: axes to reverse; none: all
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_flip(weir_array *x, const int64_t *axes, int64_t axes_count,
    weir_array **y);

/* Round down to the nearest integer.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_floor(weir_array *x, weir_array **y);

/* Quotient rounded towards negative infinity. Integer division by 0 gives 0.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_floor_divide(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_fold_attr {
    weir_i64s output_size;
    weir_i64s kernel_size;
    weir_i64s dilation;
    weir_i64s padding;
    weir_i64s stride;
} weir_fold_attr;

/* Sum columns of patches into images (col2im), the adjoint of unfold.
 * y has shape (batch, channels * elements of a patch, patches). Overlapping patches are summed.
 *   output_size: spatial sizes of the result, one number per axis
 *   kernel_size: size of a patch, one number per axis or one for all
 *   dilation: spacing between the elements of a patch; none: 1
 *   padding: zero padding at both ends of each axis; none: 0
 *   stride: distance between patches; none: 1
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_fold(weir_array *y, const int64_t *output_size,
    int64_t output_size_count, const int64_t *kernel_size, int64_t kernel_size_count,
    const int64_t *dilation, int64_t dilation_count, const int64_t *padding,
    int64_t padding_count, const int64_t *stride, int64_t stride_count, weir_array **x);

typedef struct weir_full_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_full_attr;

/* An array filled with a value.
 * The value may be an array that broadcasts to the shape. The default dtype is that of the
 * value.
 *   shape: shape of the result
 *   dtype: dtype of the result; default: the default float dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_full(weir_array *value, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_full_like_attr {
    int32_t dtype;
    int32_t device;
} weir_full_like_attr;

/* An array filled with a value, with the shape and dtype of x.
 *   dtype: dtype of the result; default: that of x
 *   device: device of the result; default: that of x
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_full_like(weir_array *x, weir_array *value, weir_dtype dtype,
    int32_t device, weir_array **y);

typedef struct weir_gamma_attr {
    double scale;
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_gamma_attr;

/* Samples from a gamma distribution.
 *   scale: scale: multiplies each number
 *   shape: shape of the result; none: that of the parameter
 *   dtype: a float dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_gamma(weir_array *concentration, double scale, const int64_t *shape,
    int64_t shape_count, weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_gaussian_nll_loss_attr {
    const char *reduction;
    int32_t full;
    double eps;
} weir_gaussian_nll_loss_attr;

/* The Gaussian negative log-likelihood of the target, with mean x and variance var.
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 *   full: include the constant log(2 pi) / 2
 *   eps: lower bound of the variance
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_gaussian_nll_loss(weir_array *x, weir_array *target, weir_array *var,
    const char *reduction, int full, double eps, weir_array **y);

/* Gaussian error linear unit: x times the standard normal distribution function of x.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_gelu(weir_array *x, weir_array **y);

/* Gradient of gelu: x1 times the derivative at x2.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_gelu_backward(weir_array *x1, weir_array *x2, weir_array **y);

/* Gaussian error linear unit, by its tanh approximation.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_gelu_tanh(weir_array *x, weir_array **y);

typedef struct weir_geometric_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_geometric_attr;

/* Samples from a geometric distribution: the number of trials up to the first success.
 *   shape: shape of the result; none: that of the parameters
 *   dtype: dtype of the result; default: the default float dtype, int64 for counts
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_geometric(weir_array *probability, const int64_t *shape,
    int64_t shape_count, weir_dtype dtype, int32_t device, weir_array **y);

/* The mean over the spatial axes, which are kept with size one.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_global_avg_pool(weir_array *x, weir_array **y);

/* The maximum over the spatial axes, which are kept with size one.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_global_max_pool(weir_array *x, weir_array **y);

/* The Euclidean norm of all elements of all arrays.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_global_norm(weir_array *const *arrays, uint32_t arrays_count,
    weir_array **y);

typedef struct weir_glu_attr {
    int64_t axis;
} weir_glu_attr;

/* Gated linear unit: the first half of x along an axis times the sigmoid of the second half.
 *   axis: axis that is split into two halves
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_glu(weir_array *x, int64_t axis, weir_array **y);

/* Test whether x1 > x2, element-wise.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_greater(weir_array *x1, weir_array *x2, weir_array **y);

/* Test whether x1 >= x2, element-wise.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_greater_equal(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_grid_sample_attr {
    const char *mode;
    const char *padding_mode;
    int32_t align_corners;
} weir_grid_sample_attr;

/* Sample images at the positions of a grid, with coordinates from -1 to 1.
 * x has shape (batch, channels, height, width), the grid (batch, rows, columns, 2) with x
 * before y coordinates. The result has shape (batch, channels, rows, columns). A NaN coordinate
 * counts as -1.
 *   mode: 'bilinear' or 'nearest'
 *   padding_mode: values outside x: 'zeros', 'border' or 'reflection'
 *   align_corners: -1 and 1 are the centres of the corner pixels, not their edges
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_grid_sample(weir_array *x, weir_array *grid, const char *mode,
    const char *padding_mode, int align_corners, weir_array **y);

typedef struct weir_group_norm_attr {
    int64_t num_groups;
    double eps;
} weir_group_norm_attr;

/* Group normalisation: normalise each group of channels of each sample.
 * x has shape (batch, channels, ...). weight and bias have one element per channel.
 *   weight, bias: may be NULL
 *   num_groups: number of groups; required, must divide the channels
 *   eps: added to the variance
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_group_norm(weir_array *x, weir_array *weight, weir_array *bias,
    int64_t num_groups, double eps, weir_array **y);

typedef struct weir_group_norm_backward_attr {
    int64_t num_groups;
    double eps;
} weir_group_norm_backward_attr;

/* The gradients of group_norm with respect to x, weight and bias, given the gradient dy of y.
 *   weight: may be NULL
 *   num_groups: number of groups; required, must divide the channels
 *   eps: added to the variance
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_group_norm_backward(weir_array *x, weir_array *dy, weir_array *weight,
    int64_t num_groups, double eps, weir_array **dx, weir_array **d_weight,
    weir_array **d_bias);

typedef struct weir_gru_attr {
    int32_t reverse;
} weir_gru_attr;

/* A gated recurrent unit (GRU) layer.
 * x has shape (time, batch, inputs), weight_ih (3 * units, inputs), weight_hh (3 * units,
 * units), with the gates in the order r, z, n; r multiplies W_hn h + b_hn. y holds the states
 * of all time steps, h_n the last one; saved is for the gradient. lengths has the number of
 * time steps of each sample: after them y is 0 and the state does not change.
 *   bias_ih, bias_hh, h0, lengths: may be NULL
 *   reverse: process the sequence from the last time step to the first
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_gru(weir_array *x, weir_array *weight_ih, weir_array *weight_hh,
    weir_array *bias_ih, weir_array *bias_hh, weir_array *h0, weir_array *lengths, int reverse,
    weir_array **y, weir_array **h_n, weir_array **saved);

typedef struct weir_gru_backward_attr {
    int32_t reverse;
    int32_t no_dx;
} weir_gru_backward_attr;

/* The gradients of gru with respect to its inputs, given those of its results.
 *   h0, lengths, dy, dh_n, d_saved: may be NULL
 *   reverse: process the sequence from the last time step to the first
 *   no_dx: do not compute dx; it then has no time steps
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_gru_backward(weir_array *x, weir_array *weight_ih,
    weir_array *weight_hh, weir_array *y, weir_array *saved, weir_array *h0,
    weir_array *lengths, weir_array *dy, weir_array *dh_n, weir_array *d_saved, int reverse,
    int no_dx, weir_array **dx, weir_array **d_weight_ih, weir_array **d_weight_hh,
    weir_array **d_bias_ih, weir_array **d_bias_hh, weir_array **d_h0);

typedef struct weir_gumbel_attr {
    weir_i64s shape;
    double loc;
    double scale;
    int32_t dtype;
    int32_t device;
} weir_gumbel_attr;

/* Samples from a Gumbel distribution with mode loc.
 *   shape: shape of the result
 *   loc: location: added to each number
 *   scale: scale: multiplies each number
 *   dtype: a float dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_gumbel(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double loc, double scale, weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_hardshrink_attr {
    double lambd;
} weir_hardshrink_attr;

/* Hard shrinkage: x where |x| > lambd, 0 elsewhere.
 *   lambd: elements with |x| <= lambd become 0
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_hardshrink(weir_array *x, double lambd, weir_array **y);

/* Hard sigmoid: x / 6 + 1/2, clamped to the range from 0 to 1.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_hardsigmoid(weir_array *x, weir_array **y);

/* Hard swish: x hardsigmoid(x).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_hardswish(weir_array *x, weir_array **y);

typedef struct weir_hardtanh_attr {
    double min_val;
    double max_val;
} weir_hardtanh_attr;

/* Clamp x to the range from min_val to max_val.
 *   min_val: lower bound of the result
 *   max_val: upper bound of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_hardtanh(weir_array *x, double min_val, double max_val,
    weir_array **y);

typedef struct weir_hinge_embedding_loss_attr {
    const char *reduction;
    double margin;
} weir_hinge_embedding_loss_attr;

/* The hinge embedding loss: x for targets 1, max(0, margin - x) for targets -1.
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 *   margin: margin for targets of -1
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_hinge_embedding_loss(weir_array *x, weir_array *target,
    const char *reduction, double margin, weir_array **y);

typedef struct weir_hinge_loss_attr {
    const char *reduction;
    double margin;
} weir_hinge_loss_attr;

/* The hinge loss, max(0, margin - target * x), for targets 1 and -1.
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 *   margin: the loss is 0 where target * x is at least this
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_hinge_loss(weir_array *x, weir_array *target, const char *reduction,
    double margin, weir_array **y);

typedef struct weir_histogram_attr {
    int64_t bins;
    double min;
    double max;
} weir_histogram_attr;

/* Count the elements (or sum their weights) in bins of equal width; also return the bin edges.
 * Each bin includes its lower edge; the last one includes both. Elements outside the range and
 * NaN are not counted. If the range is taken from data with NaN or infinities, the operation
 * fails.
 *   weights: may be NULL
 *   bins: number of bins
 *   min: lowest edge
 *   max: highest edge; if equal to min, the range of the data is used
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_histogram(weir_array *x, weir_array *weights, int64_t bins,
    double min, double max, weir_array **counts, weir_array **edges);

typedef struct weir_huber_loss_attr {
    const char *reduction;
    double delta;
} weir_huber_loss_attr;

/* The Huber loss: quadratic near 0, linear elsewhere.
 * With d = |x - target|: d^2 / 2 up to delta, delta (d - delta / 2) above.
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 *   delta: distance below which the loss is quadratic, and its slope above
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_huber_loss(weir_array *x, weir_array *target, const char *reduction,
    double delta, weir_array **y);

/* Hypotenuse, sqrt(x1^2 + x2^2), without overflow.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_hypot(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_ifftn_attr {
    weir_i64s s;
    weir_i64s axes;
    const char *norm;
} weir_ifftn_attr;

/* The inverse discrete Fourier transform over the given axes.
 * The result is complex. A transformed line that contains an infinity or NaN gives NaN.
 *   s: lengths to which x is cropped or zero-padded; none: those of x
 *   axes: axes to transform; none: all, or the last len(s) axes
 *   norm: the direction that is scaled: 'backward', 'forward', or 'ortho', both
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_ifftn(weir_array *x, const int64_t *s, int64_t s_count,
    const int64_t *axes, int64_t axes_count, const char *norm, weir_array **y);

/* Imaginary part.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_imag(weir_array *x, weir_array **y);

typedef struct weir_image_normalize_attr {
    double scale;
    const char *layout;
    const char *output_layout;
    int32_t dtype;
} weir_image_normalize_attr;

/* Normalise images per channel, (scale x - mean) / std, and convert their layout.
 * x has shape (..., height, width, channels), or as layout says. Without mean and std, uint8
 * pixels become floats from 0 to 1. A std of 0 is an error.
 *   mean, std: may be NULL
 *   scale: factor of x before mean and std; none: 1/255 for integers, 1 for floats
 *   layout: layout of x: 'HWC', channels last, or 'CHW'
 *   output_layout: layout of the result: 'HWC' or 'CHW'
 *   dtype: dtype of the result; default: that of x if it is a float, else float32
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_image_normalize(weir_array *x, weir_array *mean, weir_array *std,
    double scale, const char *layout, const char *output_layout, weir_dtype dtype,
    weir_array **y);

typedef struct weir_image_resize_attr {
    weir_i64s size;
    const char *mode;
    int32_t antialias;
    const char *layout;
} weir_image_resize_attr;

/* Resize images of uint8 or float pixels.
 * x has shape (..., height, width, channels), or (..., height, width) with layout 'CHW'. uint8
 * pixels are rounded once, at the end.
 *   size: height and width of the result
 *   mode: 'nearest', 'nearest-exact', 'bilinear', 'bicubic' or 'area'
 *   antialias: when downscaling, average all the pixels of x that one covers
 *   layout: 'HWC': channels last, or 'CHW': channels first, or no channels
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_image_resize(weir_array *x, const int64_t *size, int64_t size_count,
    const char *mode, int antialias, const char *layout, weir_array **y);

typedef struct weir_index_attr {
    weir_i64s axes;
    int32_t front;
} weir_index_attr;

/* Index several axes of x with integer arrays, as in x[i, :, j].
 * The index arrays are broadcast together. Their dimensions replace the indexed axes if those
 * are adjacent, and come first otherwise. Negative indices count from the end.
 *   axes: axis that each index array applies to; none: the leading axes
 *   front: put the dimensions of the index arrays first, wherever the axes are
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_index(weir_array *x, weir_array *const *indices,
    uint32_t indices_count, const int64_t *axes, int64_t axes_count, int front, weir_array **y);

typedef struct weir_index_put_attr {
    weir_i64s axes;
    int32_t front;
    int32_t accumulate;
} weir_index_put_attr;

/* A copy of x with the elements at integer index arrays replaced, as in x[i, :, j] = values.
 * Values are broadcast to the shape of index(x, indices). If an element is indexed several
 * times, the last value is stored, or with accumulate all are added in order. If x is also the
 * output, only the indexed elements are written.
 *   axes: axis that each index array applies to; none: the leading axes
 *   front: put the dimensions of the index arrays first, wherever the axes are
 *   accumulate: add to the elements instead of replacing them
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_index_put(weir_array *x, weir_array *values,
    weir_array *const *indices, uint32_t indices_count, const int64_t *axes, int64_t axes_count,
    int front, int accumulate, weir_array **y);

/* The inner product: sum over the last axes of x1 and x2.
 * Complex numbers are not conjugated; vecdot conjugates x1.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_inner(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_instance_norm_attr {
    double eps;
} weir_instance_norm_attr;

/* Instance normalisation: normalise each channel of each sample.
 * x has shape (batch, channels, ...). weight and bias have one element per channel.
 *   weight, bias: may be NULL
 *   eps: added to the variance
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_instance_norm(weir_array *x, weir_array *weight, weir_array *bias,
    double eps, weir_array **y);

typedef struct weir_integers_attr {
    int64_t low;
    int64_t high;
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_integers_attr;

/* Random integers from low (inclusive) to high (exclusive), uniformly distributed.
 *   low: lower bound, inclusive
 *   high: upper bound, exclusive; required
 *   shape: shape of the result
 *   dtype: an integer dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_integers(weir_runtime *rt, int64_t low, int64_t high,
    const int64_t *shape, int64_t shape_count, weir_dtype dtype, int32_t device,
    weir_array **y);

typedef struct weir_interpolate_attr {
    weir_i64s size;
    double scale_factor;
    const char *mode;
    int32_t align_corners;
    int32_t antialias;
} weir_interpolate_attr;

/* Resize an array along its one to three spatial axes.
 * x has shape (batch, channels, spatial axes). 'area' averages; 'nearest' copies and accepts
 * any dtype. With scale_factor, sizes are rounded down, and positions are computed from the
 * exact factor.
 *   size: spatial sizes of the result, one per axis or one for all
 *   scale_factor: instead of size: the ratio of the result's size to that of x
 *   mode: 'nearest', 'nearest-exact', 'linear', 'bilinear', 'trilinear', 'bicubic' or 'area'
 *   align_corners: align the centres of the corner elements, not their edges
 *   antialias: when downscaling, average all the elements of x that one covers
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_interpolate(weir_array *x, const int64_t *size, int64_t size_count,
    double scale_factor, const char *mode, int align_corners, int antialias, weir_array **y);

typedef struct weir_interpolate_grad_attr {
    weir_i64s size;
    double scale_factor;
    const char *mode;
    int32_t align_corners;
    int32_t antialias;
} weir_interpolate_grad_attr;

/* The gradient of interpolate with respect to x, given the gradient of its result.
 *   size: spatial sizes of x, without its first two dimensions
 *   scale_factor: as in the call of interpolate
 *   mode: as in the call of interpolate
 *   align_corners: as in the call of interpolate
 *   antialias: as in the call of interpolate
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_interpolate_grad(weir_array *dy, const int64_t *size,
    int64_t size_count, double scale_factor, const char *mode, int align_corners, int antialias,
    weir_array **dx);

/* The inverses of square matrices.
 * The task fails if a matrix is singular, that is if a pivot is 0. A matrix with an element
 * that is not finite gives NaN.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_inv(weir_array *x, weir_array **y);

typedef struct weir_irfftn_attr {
    weir_i64s s;
    weir_i64s axes;
    const char *norm;
} weir_irfftn_attr;

/* The inverse of rfftn: real output from the non-redundant half of a transform.
 * Without s, the last of the axes has 2 (m - 1) elements in the result, where x has m.
 *   s: lengths to which x is cropped or zero-padded; none: those of x
 *   axes: axes to transform; none: all, or the last len(s) axes
 *   norm: the direction that is scaled: 'backward', 'forward', or 'ortho', both
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_irfftn(weir_array *x, const int64_t *s, int64_t s_count,
    const int64_t *axes, int64_t axes_count, const char *norm, weir_array **y);

/* Test that each element is neither infinite nor NaN.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_isfinite(weir_array *x, weir_array **y);

typedef struct weir_isin_attr {
    int32_t invert;
} weir_isin_attr;

/* Test whether each element of x1 is in x2.
 * NaN equals nothing, so it is never in x2.
 *   invert: test that the element is not in x2
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_isin(weir_array *x1, weir_array *x2, int invert, weir_array **y);

/* Test each element for positive or negative infinity.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_isinf(weir_array *x, weir_array **y);

/* Test each element for NaN.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_isnan(weir_array *x, weir_array **y);

typedef struct weir_kl_div_attr {
    const char *reduction;
    int32_t log_target;
} weir_kl_div_attr;

/* KL divergence of the target from the distribution whose log-probabilities are x.
 * The elementwise loss is target * (log(target) - x). Targets are probabilities, or
 * log-probabilities with log_target. A target of 0 contributes 0.
 *   reduction: 'mean', 'sum', 'none', or 'batchmean': the sum divided by the first dimension
 *   log_target: the target holds log-probabilities too
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_kl_div(weir_array *x, weir_array *target, const char *reduction,
    int log_target, weir_array **y);

typedef struct weir_kthvalue_attr {
    int64_t k;
    int64_t axis;
    int32_t keepdims;
} weir_kthvalue_attr;

/* The k-th smallest element along an axis, counted from 1, and its index.
 *   k: rank of the element; 1 is the smallest
 *   axis: axis to search along
 *   keepdims: keep the reduced axis with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_kthvalue(weir_array *x, int64_t k, int64_t axis, int keepdims,
    weir_array **values, weir_array **indices);

typedef struct weir_l1_loss_attr {
    const char *reduction;
} weir_l1_loss_attr;

/* The mean absolute error, |x - target|.
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_l1_loss(weir_array *x, weir_array *target, const char *reduction,
    weir_array **y);

typedef struct weir_lamb_step_attr {
    double weight_decay;
    double max_norm;
    double clip_value;
    int32_t maximize;
    int32_t copies;
    double beta1;
    double beta2;
    double eps;
} weir_lamb_step_attr;

/* One step of LAMB (layer-wise adaptive moments) for many parameters, in place.
 *   weight_decay: this times the parameter is added to the update
 *   max_norm: gradients are scaled down where norm exceeds this; 0: no limit
 *   clip_value: gradients are clamped to [-clip_value, clip_value]; 0: no limit
 *   maximize: maximise instead of minimise
 *   copies: a list of copies of the parameters is given
 *   beta1: decay rate of the running mean of gradients
 *   beta2: decay rate of the running mean of squared gradients
 *   eps: added to the denominator
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_lamb_step(weir_array *rate, weir_array *scale, weir_array *norm,
    weir_array *const *arrays, uint32_t arrays_count, double weight_decay, double max_norm,
    double clip_value, int maximize, int copies, double beta1, double beta2, double eps);

typedef struct weir_laplace_attr {
    weir_i64s shape;
    double loc;
    double scale;
    int32_t dtype;
    int32_t device;
} weir_laplace_attr;

/* Samples from a Laplace distribution with mean loc.
 *   shape: shape of the result
 *   loc: location: added to each number
 *   scale: scale: multiplies each number
 *   dtype: a float dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_laplace(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double loc, double scale, weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_layer_norm_attr {
    weir_i64s axes;
    double eps;
} weir_layer_norm_attr;

/* Layer normalisation: subtract the mean and divide by the standard deviation over the last
 * axes.
 * weight and bias have the shape of those axes. The variance has correction 0.
 *   weight, bias: may be NULL
 *   axes: the last axes, which are normalised; none: as many as weight has, or one
 *   eps: added to the variance
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_layer_norm(weir_array *x, weir_array *weight, weir_array *bias,
    const int64_t *axes, int64_t axes_count, double eps, weir_array **y);

typedef struct weir_layer_norm_backward_attr {
    weir_i64s axes;
    double eps;
} weir_layer_norm_backward_attr;

/* The gradients of layer_norm with respect to x, weight and bias, given the gradient dy of y.
 *   weight: may be NULL
 *   axes: the last axes, which are normalised; none: as many as weight has, or one
 *   eps: added to the variance
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_layer_norm_backward(weir_array *x, weir_array *dy, weir_array *weight,
    const int64_t *axes, int64_t axes_count, double eps, weir_array **dx, weir_array **d_weight,
    weir_array **d_bias);

typedef struct weir_leaky_relu_attr {
    double negative_slope;
} weir_leaky_relu_attr;

/* Leaky ReLU: x where x > 0, negative_slope x elsewhere.
 *   negative_slope: slope for negative x
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_leaky_relu(weir_array *x, double negative_slope, weir_array **y);

/* Test whether x1 < x2, element-wise.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_less(weir_array *x1, weir_array *x2, weir_array **y);

/* Test whether x1 <= x2, element-wise.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_less_equal(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_lexsort_attr {
    int64_t axis;
} weir_lexsort_attr;

/* Indices that sort by several keys: by the last key, then, where it is equal, by the one
 * before it, and so on.
 *   axis: axis to sort along
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_lexsort(weir_array *const *keys, uint32_t keys_count, int64_t axis,
    weir_array **indices);

/* The linear transformation y = x weight^T + bias.
 * x has shape (..., in), the weight (out, in), the bias (out,), the result (..., out).
 *   bias: may be NULL
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_linear(weir_array *x, weir_array *weight, weir_array *bias,
    weir_array **y);

typedef struct weir_linear_scan_attr {
    int64_t axis;
    int32_t reverse;
} weir_linear_scan_attr;

/* Linear recurrence y[i] = a[i] y[i-1] + b[i] along an axis, starting from y = 0.
 *   axis: axis to scan along
 *   reverse: scan from the end
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_linear_scan(weir_array *a, weir_array *b, int64_t axis, int reverse,
    weir_array **y);

typedef struct weir_linspace_attr {
    double start;
    double stop;
    int64_t num;
    int32_t endpoint;
    int32_t dtype;
    int32_t device;
} weir_linspace_attr;

/* A given number of evenly spaced numbers from start to stop.
 *   start: first number
 *   stop: last number, or the end of the range
 *   num: number of elements
 *   endpoint: include stop as the last number
 *   dtype: a float dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_linspace(weir_runtime *rt, double start, double stop, int64_t num,
    int endpoint, weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_local_response_norm_attr {
    int64_t size;
    double alpha;
    double beta;
    double k;
} weir_local_response_norm_attr;

/* Local response normalisation across neighbouring channels.
 *   size: number of neighbouring channels that are summed; required
 *   alpha: factor of the mean of squares
 *   beta: exponent of the divisor
 *   k: added to the divisor
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_local_response_norm(weir_array *x, int64_t size, double alpha,
    double beta, double k, weir_array **y);

/* Natural logarithm of each element.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_log(weir_array *x, weir_array **y);

/* Base-10 logarithm.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_log10(weir_array *x, weir_array **y);

/* log(1 + x), accurate near zero.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_log1p(weir_array *x, weir_array **y);

/* Base-2 logarithm.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_log2(weir_array *x, weir_array **y);

/* Logarithm of the sigmoid.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_log_sigmoid(weir_array *x, weir_array **y);

typedef struct weir_log_softmax_attr {
    int64_t axis;
} weir_log_softmax_attr;

/* The logarithm of softmax along an axis, computed without loss of precision.
 *   axis: the axis whose entries sum to one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_log_softmax(weir_array *x, int64_t axis, weir_array **y);

/* log(exp(x1) + exp(x2)), without overflow.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_logaddexp(weir_array *x1, weir_array *x2, weir_array **y);

/* Logical AND. Nonzero numbers are true.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_logical_and(weir_array *x1, weir_array *x2, weir_array **y);

/* Logical NOT. Nonzero numbers are true.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_logical_not(weir_array *x, weir_array **y);

/* Logical OR. Nonzero numbers are true.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_logical_or(weir_array *x1, weir_array *x2, weir_array **y);

/* Logical exclusive OR. Nonzero numbers are true.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_logical_xor(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_logistic_attr {
    weir_i64s shape;
    double loc;
    double scale;
    int32_t dtype;
    int32_t device;
} weir_logistic_attr;

/* Samples from a logistic distribution with mean loc.
 *   shape: shape of the result
 *   loc: location: added to each number
 *   scale: scale: multiplies each number
 *   dtype: a float dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_logistic(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double loc, double scale, weir_dtype dtype, int32_t device, weir_array **y);

/* log(x / (1 - x)), the inverse of sigmoid.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_logit(weir_array *x, weir_array **y);

typedef struct weir_lognormal_attr {
    weir_i64s shape;
    double loc;
    double scale;
    int32_t dtype;
    int32_t device;
} weir_lognormal_attr;

/* Samples from a log-normal distribution; loc and scale are the mean and standard deviation of
 * the logarithm.
 *   shape: shape of the result
 *   loc: location: added to each number
 *   scale: scale: multiplies each number
 *   dtype: a float dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_lognormal(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double loc, double scale, weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_logsumexp_attr {
    weir_i64s axes;
    int32_t keepdims;
} weir_logsumexp_attr;

/* log(sum(exp(x))) over axes, without overflow.
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_logsumexp(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_array **y);

typedef struct weir_lp_pool_attr {
    double norm_type;
    weir_i64s kernel_size;
    weir_i64s stride;
    int32_t ceil_mode;
} weir_lp_pool_attr;

/* Power-average pooling: (sum x^p)^(1/p) of each window, with p = norm_type.
 *   norm_type: the exponent
 *   kernel_size: size of a window, one number per axis or one for all
 *   stride: distance between windows; none: kernel_size
 *   ceil_mode: round output sizes up: include windows that extend past the end
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_lp_pool(weir_array *x, double norm_type, const int64_t *kernel_size,
    int64_t kernel_size_count, const int64_t *stride, int64_t stride_count, int ceil_mode,
    weir_array **y);

typedef struct weir_lstm_attr {
    int32_t reverse;
} weir_lstm_attr;

/* A long short-term memory (LSTM) layer.
 * x has shape (time, batch, inputs), weight_ih (4 * units, inputs), weight_hh (4 * units,
 * units), with the gates in the order i, f, g, o. y holds the states of all time steps, h_n and
 * c_n the last ones; saved is for the gradient. lengths has the number of time steps of each
 * sample: after them y is 0 and the state does not change.
 *   bias_ih, bias_hh, h0, c0, lengths: may be NULL
 *   reverse: process the sequence from the last time step to the first
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_lstm(weir_array *x, weir_array *weight_ih, weir_array *weight_hh,
    weir_array *bias_ih, weir_array *bias_hh, weir_array *h0, weir_array *c0,
    weir_array *lengths, int reverse, weir_array **y, weir_array **h_n, weir_array **c_n,
    weir_array **saved);

typedef struct weir_lstm_backward_attr {
    int32_t reverse;
    int32_t no_dx;
} weir_lstm_backward_attr;

/* The gradients of lstm with respect to its inputs, given those of its results.
 * d_bias is the gradient of either bias.
 *   h0, c0, lengths, dy, dh_n, dc_n, d_saved: may be NULL
 *   reverse: process the sequence from the last time step to the first
 *   no_dx: do not compute dx; it then has no time steps
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_lstm_backward(weir_array *x, weir_array *weight_ih,
    weir_array *weight_hh, weir_array *y, weir_array *saved, weir_array *h0, weir_array *c0,
    weir_array *lengths, weir_array *dy, weir_array *dh_n, weir_array *dc_n,
    weir_array *d_saved, int reverse, int no_dx, weir_array **dx, weir_array **d_weight_ih,
    weir_array **d_weight_hh, weir_array **d_bias, weir_array **d_h0, weir_array **d_c0);

typedef struct weir_margin_ranking_loss_attr {
    const char *reduction;
    double margin;
} weir_margin_ranking_loss_attr;

/* The margin ranking loss, max(0, margin - target * (x1 - x2)), for targets 1 and -1.
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 *   margin: margin of the comparison
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_margin_ranking_loss(weir_array *x1, weir_array *x2,
    weir_array *target, const char *reduction, double margin, weir_array **y);

/* A copy of x with the elements replaced where the mask is true, as in x[mask] = values.
 * Values are one row for all true elements, or one row for each in row-major order; any other
 * number is a failure of the operation. If x is also the output, only the selected elements are
 * written.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_mask_put(weir_array *x, weir_array *mask, weir_array *values,
    weir_array **y);

/* Elements (or rows) of x where the mask is true, as in x[mask].
 * The size of the result depends on the mask, so this waits for the mask (not for x). The mask
 * has the shape of x or of its leading dimensions.
 * [blocking | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR EDEADLK] */
WEIR_API weir_status weir_mask_select(weir_array *x, weir_array *mask, weir_array **y);

typedef struct weir_mask_select_sized_attr {
    int64_t size;
} weir_mask_select_sized_attr;

/* Elements (or rows) of x where the mask is true, when their number is known.
 * A mask with another number of true elements is a failure of the operation. Unlike
 * mask_select, it does not wait.
 *   size: number of true elements in the mask
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_mask_select_sized(weir_array *x, weir_array *mask, int64_t size,
    weir_array **y);

/* The matrix product of two arrays.
 * Dimensions before the last two broadcast. A vector is a row on the left and a column on the
 * right, and its dimension is dropped from the result.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_matmul(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_matrix_norm_attr {
    int32_t keepdims;
    const char *ord;
} weir_matrix_norm_attr;

/* The matrix norms that need no singular values.
 * 'fro' is the square root of the sum of squares. '1' and '-1' are the largest and smallest
 * column sum of |x|, 'inf' and '-inf' the largest and smallest row sum.
 *   keepdims: keep both axes, with size one
 *   ord: order of the norm: 'fro', '1', '-1', 'inf' or '-inf'
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_matrix_norm(weir_array *x, int keepdims, const char *ord,
    weir_array **y);

typedef struct weir_matrix_power_attr {
    int64_t n;
} weir_matrix_power_attr;

/* Raise square matrices to an integer power.
 *   n: the exponent; negative: of the inverse
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_matrix_power(weir_array *x, int64_t n, weir_array **y);

/* Square each matrix as often as the number for it says.
 * Part of expm. Numbers are rounded down; a matrix with NaN or an infinity, or with a number
 * that is NaN, gives only NaN. It has no gradient of its own: expm does.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_matrix_square_repeat(weir_array *x, weir_array *times,
    weir_array **y);

/* Exchange the last two axes; returns a view.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_matrix_transpose(weir_array *x, weir_array **y);

typedef struct weir_max_attr {
    weir_i64s axes;
    int32_t keepdims;
} weir_max_attr;

/* Maximum over axes; NaN if any element is NaN.
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_max(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_array **y);

typedef struct weir_max_pool_attr {
    weir_i64s kernel_size;
    weir_i64s stride;
    weir_i64s padding;
    weir_i64s dilation;
    int32_t ceil_mode;
} weir_max_pool_attr;

/* Max pooling over one, two or three spatial axes.
 * x has shape (batch, channels, spatial axes). A window that contains NaN gives NaN.
 *   kernel_size: size of a window, one number per axis or one for all
 *   stride: distance between windows; none: kernel_size
 *   padding: padding below any element, at both ends of each axis; none: 0
 *   dilation: spacing between the elements of a window; none: 1
 *   ceil_mode: round output sizes up: include windows that extend past the end
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_max_pool(weir_array *x, const int64_t *kernel_size,
    int64_t kernel_size_count, const int64_t *stride, int64_t stride_count,
    const int64_t *padding, int64_t padding_count, const int64_t *dilation,
    int64_t dilation_count, int ceil_mode, weir_array **y);

typedef struct weir_max_pool_grad_attr {
    weir_i64s kernel_size;
    weir_i64s stride;
    weir_i64s padding;
    weir_i64s dilation;
    int32_t ceil_mode;
} weir_max_pool_grad_attr;

/* The gradient of max_pool with respect to x, given the gradient of its result.
 *   kernel_size: size of a window, one number per axis or one for all
 *   stride: distance between windows; none: kernel_size
 *   padding: padding below any element, at both ends of each axis; none: 0
 *   dilation: spacing between the elements of a window; none: 1
 *   ceil_mode: round output sizes up: include windows that extend past the end
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_max_pool_grad(weir_array *x, weir_array *dy,
    const int64_t *kernel_size, int64_t kernel_size_count, const int64_t *stride,
    int64_t stride_count, const int64_t *padding, int64_t padding_count,
    const int64_t *dilation, int64_t dilation_count, int ceil_mode, weir_array **dx);

typedef struct weir_max_pool_indices_attr {
    weir_i64s kernel_size;
    weir_i64s stride;
    weir_i64s padding;
    weir_i64s dilation;
    int32_t ceil_mode;
} weir_max_pool_indices_attr;

/* The indices of the maxima of max_pool, flattened over the spatial axes.
 * Among equal elements the first is chosen.
 *   kernel_size: size of a window, one number per axis or one for all
 *   stride: distance between windows; none: kernel_size
 *   padding: padding below any element, at both ends of each axis; none: 0
 *   dilation: spacing between the elements of a window; none: 1
 *   ceil_mode: round output sizes up: include windows that extend past the end
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_max_pool_indices(weir_array *x, const int64_t *kernel_size,
    int64_t kernel_size_count, const int64_t *stride, int64_t stride_count,
    const int64_t *padding, int64_t padding_count, const int64_t *dilation,
    int64_t dilation_count, int ceil_mode, weir_array **indices);

typedef struct weir_max_unpool_attr {
    weir_i64s output_size;
} weir_max_unpool_attr;

/* The partial inverse of max_pool: zeros, with x at the positions of max_pool_indices.
 * The task fails if an index is out of range.
 *   output_size: spatial sizes of the result, one number per axis
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_max_unpool(weir_array *x, weir_array *indices,
    const int64_t *output_size, int64_t output_size_count, weir_array **y);

/* Element-wise maximum; NaN if either element is NaN. Equal elements share the gradient.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_maximum(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_mean_attr {
    weir_i64s axes;
    int32_t keepdims;
} weir_mean_attr;

/* Arithmetic mean over axes.
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_mean(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_array **y);

typedef struct weir_median_attr {
    int64_t axis;
    int32_t keepdims;
} weir_median_attr;

/* Median along an axis; for an even number of elements, the mean of the two middle ones.
 * If an element is NaN, the result is NaN.
 *   axis: axis to reduce; none: all elements
 *   keepdims: keep the reduced axis with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_median(weir_array *x, int64_t axis, int keepdims, weir_array **y);

typedef struct weir_meshgrid_attr {
    const char *indexing;
} weir_meshgrid_attr;

/* Coordinates of every point of a grid, one array for each axis; returns views.
 *   indexing: 'xy': the first array varies along the second axis; 'ij': along the first
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_meshgrid(weir_array *const *arrays, uint32_t arrays_count,
    const char *indexing, weir_array **ys, uint32_t *ys_count);

typedef struct weir_min_attr {
    weir_i64s axes;
    int32_t keepdims;
} weir_min_attr;

/* Minimum over axes; NaN if any element is NaN.
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_min(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_array **y);

/* Element-wise minimum; NaN if either element is NaN. Equal elements share the gradient.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_minimum(weir_array *x1, weir_array *x2, weir_array **y);

/* Mish: x tanh(softplus(x)).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_mish(weir_array *x, weir_array **y);

typedef struct weir_moveaxis_attr {
    weir_i64s source;
    weir_i64s destination;
} weir_moveaxis_attr;

/* Move axes to new positions; the others keep their order. Returns a view.
 *   source: axes to move
 *   destination: their positions in the result
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_moveaxis(weir_array *x, const int64_t *source, int64_t source_count,
    const int64_t *destination, int64_t destination_count, weir_array **y);

typedef struct weir_mse_loss_attr {
    const char *reduction;
} weir_mse_loss_attr;

/* The mean squared error, (x - target)^2.
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_mse_loss(weir_array *x, weir_array *target, const char *reduction,
    weir_array **y);

typedef struct weir_multi_margin_loss_attr {
    const char *reduction;
    double p;
    double margin;
} weir_multi_margin_loss_attr;

/* The multi-class margin loss: the mean of max(0, margin - x[label] + x[i])^p over classes.
 * x has shape (batch, classes). The class of the label does not contribute. weight has one
 * factor per class. A label out of range is an error.
 *   weight: may be NULL
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 *   p: power of each class's loss: 1 or 2
 *   margin: by how much the label's score should exceed the others
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_multi_margin_loss(weir_array *x, weir_array *target,
    weir_array *weight, const char *reduction, double p, double margin, weir_array **y);

typedef struct weir_multilabel_soft_margin_loss_attr {
    const char *reduction;
} weir_multilabel_soft_margin_loss_attr;

/* The mean over classes of the binary cross entropy between sigmoid(x) and 0/1 targets.
 * Classes lie along the last axis.
 *   weight: may be NULL
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_multilabel_soft_margin_loss(weir_array *x, weir_array *target,
    weir_array *weight, const char *reduction, weir_array **y);

/* Element-wise product.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_multiply(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_nanargmax_attr {
    int64_t axis;
    int32_t keepdims;
} weir_nanargmax_attr;

/* Index of the largest element that is not NaN along an axis; the first of equal elements.
 * Where all elements are NaN, the operation fails.
 *   axis: axis to reduce; none: all elements, in row-major order
 *   keepdims: keep the reduced axis with size one
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_nanargmax(weir_array *x, int64_t axis, int keepdims, weir_array **y);

typedef struct weir_nanargmin_attr {
    int64_t axis;
    int32_t keepdims;
} weir_nanargmin_attr;

/* Index of the smallest element that is not NaN along an axis; the first of equal elements.
 * Where all elements are NaN, the operation fails.
 *   axis: axis to reduce; none: all elements, in row-major order
 *   keepdims: keep the reduced axis with size one
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_nanargmin(weir_array *x, int64_t axis, int keepdims, weir_array **y);

typedef struct weir_nancumprod_attr {
    int64_t axis;
    int32_t dtype;
} weir_nancumprod_attr;

/* Cumulative product along an axis, with NaN as 1.
 *   axis: axis to accumulate along; may be omitted for a 1-d array
 *   dtype: dtype of the result; default: that of x, 64-bit for integers
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_nancumprod(weir_array *x, int64_t axis, weir_dtype dtype,
    weir_array **y);

typedef struct weir_nancumsum_attr {
    int64_t axis;
    int32_t dtype;
} weir_nancumsum_attr;

/* Cumulative sum along an axis, with NaN as 0.
 *   axis: axis to accumulate along; may be omitted for a 1-d array
 *   dtype: dtype of the result; default: that of x, 64-bit for integers
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_nancumsum(weir_array *x, int64_t axis, weir_dtype dtype,
    weir_array **y);

typedef struct weir_nanmax_attr {
    weir_i64s axes;
    int32_t keepdims;
} weir_nanmax_attr;

/* Maximum over axes of the elements that are not NaN.
 * NaN where all are NaN.
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_nanmax(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_array **y);

typedef struct weir_nanmean_attr {
    weir_i64s axes;
    int32_t keepdims;
} weir_nanmean_attr;

/* Arithmetic mean over axes of the elements that are not NaN.
 * Without any, the mean is NaN.
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_nanmean(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_array **y);

typedef struct weir_nanmedian_attr {
    int64_t axis;
    int32_t keepdims;
} weir_nanmedian_attr;

/* Median along an axis of the elements that are not NaN.
 * NaN where all are NaN.
 *   axis: axis to reduce; none: all elements, in row-major order
 *   keepdims: keep the reduced axis with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_nanmedian(weir_array *x, int64_t axis, int keepdims, weir_array **y);

typedef struct weir_nanmin_attr {
    weir_i64s axes;
    int32_t keepdims;
} weir_nanmin_attr;

/* Minimum over axes of the elements that are not NaN.
 * NaN where all are NaN.
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_nanmin(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_array **y);

typedef struct weir_nanprod_attr {
    weir_i64s axes;
    int32_t keepdims;
    int32_t dtype;
} weir_nanprod_attr;

/* Product over axes of the elements that are not NaN.
 * Without any, the product is 1.
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 *   dtype: dtype of the result; default: that of x, 64-bit for integers
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_nanprod(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_dtype dtype, weir_array **y);

typedef struct weir_nanstd_attr {
    weir_i64s axes;
    int32_t keepdims;
    double correction;
} weir_nanstd_attr;

/* Standard deviation over axes of the elements that are not NaN.
 * NaN where there are no more of them than the correction.
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 *   correction: the divisor is the number of elements minus this
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_nanstd(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, double correction, weir_array **y);

typedef struct weir_nansum_attr {
    weir_i64s axes;
    int32_t keepdims;
    int32_t dtype;
} weir_nansum_attr;

/* Sum over axes of the elements that are not NaN.
 * Without any, the sum is 0.
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 *   dtype: dtype of the result; default: that of x, 64-bit for integers
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_nansum(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_dtype dtype, weir_array **y);

typedef struct weir_nanvar_attr {
    weir_i64s axes;
    int32_t keepdims;
    double correction;
} weir_nanvar_attr;

/* Variance over axes of the elements that are not NaN.
 * NaN where there are no more of them than the correction.
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 *   correction: the divisor is the number of elements minus this
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_nanvar(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, double correction, weir_array **y);

/* Negate each element.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_negative(weir_array *x, weir_array **y);

/* Next representable number after x1 in the direction of x2.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_nextafter(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_nll_loss_attr {
    int64_t axis;
    const char *reduction;
    int64_t ignore_index;
} weir_nll_loss_attr;

/* The negative log-likelihood of labels under log-probabilities x.
 * x holds log-probabilities, with the classes along axis. weight has one factor per class; a
 * mean divides by the sum of the weights of the labels. A label out of range is an error,
 * unless it is ignore_index.
 *   weight: may be NULL
 *   axis: the class axis; none: 1, or 0 if x is a vector
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 *   ignore_index: targets with this label do not contribute
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_nll_loss(weir_array *x, weir_array *target, weir_array *weight,
    int64_t axis, const char *reduction, int64_t ignore_index, weir_array **y);

/* Indices of the nonzero elements: one array for each axis.
 * The size of the result depends on the values, so this waits for x. The indices are in
 * row-major order of the elements.
 * [blocking | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR EDEADLK] */
WEIR_API weir_status weir_nonzero(weir_array *x, weir_array **ys, uint32_t *ys_count);

typedef struct weir_nonzero_sized_attr {
    int64_t size;
} weir_nonzero_sized_attr;

/* Indices of the nonzero elements, when their number is known.
 * One row for each axis, in row-major order of the elements. Another number of nonzero elements
 * is a failure of the operation. Unlike nonzero, it does not wait.
 *   size: number of nonzero elements
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_nonzero_sized(weir_array *x, int64_t size, weir_array **y);

typedef struct weir_normal_attr {
    weir_i64s shape;
    double mean;
    double std;
    int32_t dtype;
    int32_t device;
} weir_normal_attr;

/* Samples from a normal distribution.
 *   shape: shape of the result
 *   mean: mean
 *   std: standard deviation
 *   dtype: a float dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_normal(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double mean, double std, weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_normalize_attr {
    double p;
    int64_t axis;
    double eps;
} weir_normalize_attr;

/* Divide the vectors along an axis by their p-norm.
 *   p: order of the norm; may be inf
 *   axis: the axis of the vectors
 *   eps: lower bound of the divisor
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_normalize(weir_array *x, double p, int64_t axis, double eps,
    weir_array **y);

/* Test whether x1 != x2, element-wise.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_not_equal(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_one_hot_attr {
    int64_t num_classes;
    int32_t dtype;
} weir_one_hot_attr;

/* One-hot vectors: 1 at each index, 0 elsewhere.
 * An index outside 0 to num_classes - 1 is a failure of the operation.
 *   num_classes: size of the new last dimension; required
 *   dtype: dtype of the result; default: the default float dtype
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_one_hot(weir_array *indices, int64_t num_classes, weir_dtype dtype,
    weir_array **y);

typedef struct weir_ones_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_ones_attr;

/* An array of ones.
 *   shape: shape of the result
 *   dtype: dtype of the result; default: the default float dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_ones(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_ones_like_attr {
    int32_t dtype;
    int32_t device;
} weir_ones_like_attr;

/* Ones with the shape and dtype of x.
 *   dtype: dtype of the result; default: that of x
 *   device: device of the result; default: that of x
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_ones_like(weir_array *x, weir_dtype dtype, int32_t device,
    weir_array **y);

/* The outer product: each element of x1 times each element of x2.
 * Inputs of several dimensions are flattened.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_outer(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_pad_attr {
    weir_i64s widths;
    const char *mode;
    double value;
} weir_pad_attr;

/* Pad an array.
 * The padding is a constant, the nearest edge element ('edge' or 'replicate'), a reflection at
 * the edge ('reflect'; 'symmetric' repeats the edge element), or the elements of the opposite
 * end ('wrap' or 'circular').
 *   widths: padding before and after the first axis, then before and after the next, and so on
 *   mode: 'constant', 'edge', 'reflect', 'symmetric' or 'wrap'
 *   value: fill value for mode 'constant'
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_pad(weir_array *x, const int64_t *widths, int64_t widths_count,
    const char *mode, double value, weir_array **y);

typedef struct weir_pairwise_distance_attr {
    double p;
    double eps;
    int32_t keepdims;
} weir_pairwise_distance_attr;

/* The p-norm distances between corresponding vectors along the last axes of x1 and x2.
 *   p: order of the norm; may be inf
 *   eps: added to each difference
 *   keepdims: keep the last axis, with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_pairwise_distance(weir_array *x1, weir_array *x2, double p,
    double eps, int keepdims, weir_array **y);

typedef struct weir_partition_attr {
    int64_t kth;
    int64_t axis;
} weir_partition_attr;

/* Partition along an axis: the kth element is where sorting would put it, smaller ones before
 * it.
 * All elements are sorted, which is fast; use topk for a few of them.
 *   kth: index that is put in its sorted position
 *   axis: axis to partition along
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_partition(weir_array *x, int64_t kth, int64_t axis, weir_array **y);

typedef struct weir_percentile_attr {
    int64_t axis;
    const char *method;
    int32_t keepdims;
} weir_percentile_attr;

/* Percentiles of the elements along an axis, for q from 0 to 100.
 * Like quantile, with q from 0 to 100.
 *   axis: axis to reduce; none: all elements
 *   method: interpolation method, by its NumPy name
 *   keepdims: keep the reduced axis with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_percentile(weir_array *x, weir_array *q, int64_t axis,
    const char *method, int keepdims, weir_array **y);

typedef struct weir_permutation_attr {
    int64_t n;
    int32_t dtype;
    int32_t device;
} weir_permutation_attr;

/* Random permutation of the integers from 0 to n - 1.
 *   n: number of integers; required
 *   dtype: an integer dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_permutation(weir_runtime *rt, int64_t n, weir_dtype dtype,
    int32_t device, weir_array **y);

typedef struct weir_permute_dims_attr {
    weir_i64s axes;
} weir_permute_dims_attr;

/* Permute the axes; returns a view.
 *   axes: source axis of each axis of the result; none: reverse the axes
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_permute_dims(weir_array *x, const int64_t *axes, int64_t axes_count,
    weir_array **y);

typedef struct weir_pixel_shuffle_attr {
    int64_t upscale_factor;
} weir_pixel_shuffle_attr;

/* Rearrange groups of channels into blocks of pixels (sub-pixel convolution).
 * x has shape (..., channels * upscale_factor^2, height, width); the result (..., channels,
 * height * upscale_factor, width * upscale_factor).
 *   upscale_factor: factor by which height and width grow
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_pixel_shuffle(weir_array *x, int64_t upscale_factor, weir_array **y);

typedef struct weir_pixel_unshuffle_attr {
    int64_t downscale_factor;
} weir_pixel_unshuffle_attr;

/* Rearrange blocks of pixels into groups of channels, the inverse of pixel_shuffle.
 * x has shape (..., channels, height, width).
 *   downscale_factor: factor by which height and width shrink
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_pixel_unshuffle(weir_array *x, int64_t downscale_factor,
    weir_array **y);

typedef struct weir_poisson_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_poisson_attr;

/* Samples from a Poisson distribution.
 *   shape: shape of the result; none: that of the parameters
 *   dtype: dtype of the result; default: the default float dtype, int64 for counts
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_poisson(weir_array *rate, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_poisson_nll_loss_attr {
    const char *reduction;
    int32_t log_input;
    int32_t full;
    double eps;
} weir_poisson_nll_loss_attr;

/* The Poisson negative log-likelihood of the target, with rate exp(x), or x without log_input.
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 *   log_input: x is the logarithm of the rate
 *   full: include Stirling's approximation of log(target!)
 *   eps: added to the rate before its logarithm; used without log_input
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_poisson_nll_loss(weir_array *x, weir_array *target,
    const char *reduction, int log_input, int full, double eps, weir_array **y);

/* Each element unchanged.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_positive(weir_array *x, weir_array **y);

/* x1 raised to the power x2. Integer powers must not be negative.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_pow(weir_array *x1, weir_array *x2, weir_array **y);

/* Parametric ReLU: x1 where x1 > 0, x2 x1 elsewhere.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_prelu(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_prod_attr {
    weir_i64s axes;
    int32_t keepdims;
    int32_t dtype;
} weir_prod_attr;

/* Product over axes.
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 *   dtype: dtype of the result; default: that of x, 64-bit for integers
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_prod(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_dtype dtype, weir_array **y);

typedef struct weir_put_along_axis_attr {
    int64_t axis;
    int32_t accumulate;
} weir_put_along_axis_attr;

/* A copy of x with the elements at per-position indices along an axis replaced by values.
 * If an element is indexed several times, the last value is stored, or with accumulate all are
 * added in order. If x is also the output, only the indexed elements are written.
 *   axis: axis that the indices count along
 *   accumulate: add to the elements instead of replacing them
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_put_along_axis(weir_array *x, weir_array *indices, weir_array *values,
    int64_t axis, int accumulate, weir_array **y);

typedef struct weir_put_along_axis_combine_attr {
    int64_t axis;
    const char *reduce;
} weir_put_along_axis_combine_attr;

/* A copy of x with the elements at per-position indices along an axis combined with values:
 * their sum, product, maximum or minimum.
 * Values are combined in order, for any number of workers. The maximum and minimum with a NaN
 * are NaN; equal elements share their gradient. If x is also the output, only the indexed
 * elements are written.
 *   axis: axis that the indices count along
 *   reduce: 'sum', 'prod', 'max' or 'min'
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_put_along_axis_combine(weir_array *x, weir_array *indices,
    weir_array *values, int64_t axis, const char *reduce, weir_array **y);

typedef struct weir_put_along_axis_reduce_attr {
    int64_t axis;
    const char *reduce;
    int32_t include_self;
} weir_put_along_axis_reduce_attr;

/* A copy of x with the elements at per-position indices along an axis reduced with values:
 * their sum, product, maximum, minimum or mean.
 * Elements that are not indexed keep their values. Without include_self the indexed elements
 * are the reduction of the values alone. This is PyTorch's scatter_reduce, with the same
 * gradient: equal maxima share it.
 *   axis: axis that the indices count along
 *   reduce: 'sum', 'prod', 'max', 'min' or 'mean'
 *   include_self: x takes part; otherwise it is replaced where it is indexed
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_put_along_axis_reduce(weir_array *x, weir_array *indices,
    weir_array *values, int64_t axis, const char *reduce, int include_self, weir_array **y);

typedef struct weir_qr_attr {
    const char *mode;
} weir_qr_attr;

/* The QR factorisation: orthonormal columns q times an upper triangular r.
 * For an m x n matrix with k = min(m, n), q is m x k and r is k x n. In mode 'complete' q is m
 * x m and r is m x n; there is no gradient in that mode if k < m.
 *   mode: 'reduced': Q has min(m, n) columns; 'complete': Q is square
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_qr(weir_array *x, const char *mode, weir_array **q, weir_array **r);

typedef struct weir_quantile_attr {
    int64_t axis;
    const char *method;
    int32_t keepdims;
} weir_quantile_attr;

/* Quantiles of the elements along an axis, for q from 0 to 1.
 * The dimensions of q come first in the result. If an element is NaN, the result is NaN; a q
 * out of range is a failure of the operation. The methods are NumPy's: 'linear', 'lower',
 * 'higher', 'nearest', 'midpoint', 'inverted_cdf', 'averaged_inverted_cdf',
 * 'closest_observation', 'interpolated_inverted_cdf', 'hazen', 'weibull', 'median_unbiased',
 * 'normal_unbiased'.
 *   axis: axis to reduce; none: all elements
 *   method: interpolation method, by its NumPy name
 *   keepdims: keep the reduced axis with size one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_quantile(weir_array *x, weir_array *q, int64_t axis,
    const char *method, int keepdims, weir_array **y);

typedef struct weir_quantile_positions_attr {
    int64_t n;
    const char *method;
    int32_t percent;
} weir_quantile_positions_attr;

/* Positions of quantiles among n sorted elements.
 * The index of the element below, the index of the element above, the fraction between the two,
 * and the derivative of that fraction with respect to q. A q out of range is a failure of the
 * operation.
 *   n: number of sorted elements
 *   method: interpolation method, by its NumPy name
 *   percent: q ranges from 0 to 100 instead of 0 to 1
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_quantile_positions(weir_array *q, int64_t n, const char *method,
    int percent, weir_array **below, weir_array **above, weir_array **fraction,
    weir_array **slope);

/* Gaussian error linear unit, by its sigmoid approximation: x sigmoid(1.702 x).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_quick_gelu(weir_array *x, weir_array **y);

/* Convert radians to degrees.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_rad2deg(weir_array *x, weir_array **y);

/* Flatten x to one dimension.
 * A view of x if its strides allow, otherwise a copy.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_ravel(weir_array *x, weir_array **y);

/* Real part.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_real(weir_array *x, weir_array **y);

/* Reciprocal of each element, 1 / x.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_reciprocal(weir_array *x, weir_array **y);

typedef struct weir_reframe_attr {
    int64_t axis;
    int64_t first;
    int64_t count;
    double fill;
} weir_reframe_attr;

/* Extract a range along an axis; positions outside x are filled.
 *   axis: axis to extract along
 *   first: first element of the range; may be negative or beyond the end
 *   count: size of the result along the axis; none: that of x
 *   fill: value for positions outside x
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_reframe(weir_array *x, int64_t axis, int64_t first, int64_t count,
    double fill, weir_array **y);

/* Rectified linear unit: max(x, 0).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_relu(weir_array *x, weir_array **y);

/* ReLU capped at 6: min(max(x, 0), 6).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_relu6(weir_array *x, weir_array **y);

/* Gradient of relu: x1 where the result x2 is positive, 0 elsewhere.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_relu_backward(weir_array *x1, weir_array *x2, weir_array **y);

/* Remainder of floor_divide, with the sign of x2. Integer remainder by 0 is 0.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_remainder(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_repeat_attr {
    weir_i64s repeats;
    int64_t axis;
} weir_repeat_attr;

/* Repeat each element along an axis.
 *   repeats: number of repeats: one for all elements, or one for each
 *   axis: axis to repeat along; none: flatten x first
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_repeat(weir_array *x, const int64_t *repeats, int64_t repeats_count,
    int64_t axis, weir_array **y);

typedef struct weir_reshape_attr {
    weir_i64s shape;
} weir_reshape_attr;

/* Give x a new shape with the same elements.
 * A view of x if its strides allow, otherwise a copy.
 *   shape: the new shape; one dimension may be -1
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_reshape(weir_array *x, const int64_t *shape, int64_t shape_count,
    weir_array **y);

typedef struct weir_rfftn_attr {
    weir_i64s s;
    weir_i64s axes;
    const char *norm;
} weir_rfftn_attr;

/* The discrete Fourier transform of real input, without the redundant half.
 * Along the last of the axes the result has the frequencies 0 to n/2; the others are their
 * complex conjugates.
 *   s: lengths to which x is cropped or zero-padded; none: those of x
 *   axes: axes to transform; none: all, or the last len(s) axes
 *   norm: the direction that is scaled: 'backward', 'forward', or 'ortho', both
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_rfftn(weir_array *x, const int64_t *s, int64_t s_count,
    const int64_t *axes, int64_t axes_count, const char *norm, weir_array **y);

typedef struct weir_rms_norm_attr {
    weir_i64s axes;
    double eps;
} weir_rms_norm_attr;

/* Root mean square normalisation: divide by the root mean square over the last axes.
 * weight has the shape of those axes.
 *   weight: may be NULL
 *   axes: the last axes, which are normalised; none: as many as weight has, or one
 *   eps: added to the mean square; none: the machine epsilon of the dtype
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_rms_norm(weir_array *x, weir_array *weight, const int64_t *axes,
    int64_t axes_count, double eps, weir_array **y);

typedef struct weir_rms_norm_backward_attr {
    weir_i64s axes;
    double eps;
} weir_rms_norm_backward_attr;

/* The gradients of rms_norm with respect to x and weight, given the gradient dy of y.
 *   weight: may be NULL
 *   axes: the last axes, which are normalised; none: as many as weight has, or one
 *   eps: added to the mean square; none: the machine epsilon of the dtype
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_rms_norm_backward(weir_array *x, weir_array *dy, weir_array *weight,
    const int64_t *axes, int64_t axes_count, double eps, weir_array **dx,
    weir_array **d_weight);

typedef struct weir_rmsprop_step_attr {
    double weight_decay;
    double max_norm;
    double clip_value;
    int32_t maximize;
    int32_t copies;
    double alpha;
    double eps;
    double momentum;
    int32_t centered;
} weir_rmsprop_step_attr;

/* One step of RMSprop for many parameters, in place.
 *   weight_decay: L2 penalty: this times the parameter is added to the gradient
 *   max_norm: gradients are scaled down where norm exceeds this; 0: no limit
 *   clip_value: gradients are clamped to [-clip_value, clip_value]; 0: no limit
 *   maximize: maximise instead of minimise
 *   copies: a list of copies of the parameters is given
 *   alpha: decay rate of the running mean of squared gradients
 *   eps: added to the denominator
 *   momentum: momentum factor; 0: there is no momentum list
 *   centered: divide by the standard deviation instead of the root mean square
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_rmsprop_step(weir_array *rate, weir_array *scale, weir_array *norm,
    weir_array *const *arrays, uint32_t arrays_count, double weight_decay, double max_norm,
    double clip_value, int maximize, int copies, double alpha, double eps, double momentum,
    int centered);

typedef struct weir_rnn_attr {
    const char *nonlinearity;
    int32_t reverse;
} weir_rnn_attr;

/* A simple (Elman) recurrent layer: h' = tanh(W_ih x + b_ih + W_hh h + b_hh).
 * x has shape (time, batch, inputs), weight_ih (units, inputs), weight_hh (units, units). y
 * holds the states of all time steps, h_n the last one. lengths has the number of time steps of
 * each sample: after them y is 0 and the state does not change.
 *   bias_ih, bias_hh, h0, lengths: may be NULL
 *   nonlinearity: 'tanh' or 'relu'
 *   reverse: process the sequence from the last time step to the first
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_rnn(weir_array *x, weir_array *weight_ih, weir_array *weight_hh,
    weir_array *bias_ih, weir_array *bias_hh, weir_array *h0, weir_array *lengths,
    const char *nonlinearity, int reverse, weir_array **y, weir_array **h_n);

typedef struct weir_rnn_backward_attr {
    const char *nonlinearity;
    int32_t reverse;
    int32_t no_dx;
} weir_rnn_backward_attr;

/* The gradients of rnn with respect to its inputs, given those of y and h_n.
 * d_bias is the gradient of either bias.
 *   h0, lengths, dy, dh_n: may be NULL
 *   nonlinearity: 'tanh' or 'relu'
 *   reverse: process the sequence from the last time step to the first
 *   no_dx: do not compute dx; it then has no time steps
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_rnn_backward(weir_array *x, weir_array *weight_ih,
    weir_array *weight_hh, weir_array *y, weir_array *h0, weir_array *lengths, weir_array *dy,
    weir_array *dh_n, const char *nonlinearity, int reverse, int no_dx, weir_array **dx,
    weir_array **d_weight_ih, weir_array **d_weight_hh, weir_array **d_bias, weir_array **d_h0);

typedef struct weir_roll_attr {
    weir_i64s shift;
    weir_i64s axes;
} weir_roll_attr;

/* Roll elements along axes; elements shifted out at one end re-enter at the other.
 *   shift: number of positions to shift by; positive: towards higher indices
 *   axes: axes to roll along; none: roll the flattened array
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_roll(weir_array *x, const int64_t *shift, int64_t shift_count,
    const int64_t *axes, int64_t axes_count, weir_array **y);

/* Round to the nearest integer; halves are rounded to even.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_round(weir_array *x, weir_array **y);

/* Reciprocal of the square root.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_rsqrt(weir_array *x, weir_array **y);

typedef struct weir_scaled_dot_product_attention_attr {
    double dropout_p;
    int32_t is_causal;
    double scale;
    int32_t enable_gqa;
} weir_scaled_dot_product_attention_attr;

/* Scaled dot-product attention: softmax(scale query key^T + mask) value.
 * query has shape (..., heads, L, E), key (..., heads, S, E) and value (..., heads, S, V). The
 * result y has shape (..., heads, L, V); lse is the logarithm of the sum of exponentials of
 * each row of scores. attn_mask broadcasts to (..., heads, L, S): a bool mask is true where a
 * query may attend to a key, a float mask is added to the scores. Masked keys and values do not
 * contribute, even if they are NaN, and a query whose keys are all masked gives zeros. Memory
 * use is proportional to L + S. dropout_seed, an integer, determines which weights are dropped.
 *   attn_mask, dropout_seed: may be NULL
 *   dropout_p: dropout probability of the attention weights; needs dropout_seed
 *   is_causal: causal mask: query i attends to keys 0 to i only
 *   scale: factor of the scores; none: 1 / sqrt(E)
 *   enable_gqa: grouped-query attention: several query heads share a key head
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_scaled_dot_product_attention(weir_array *query, weir_array *key,
    weir_array *value, weir_array *attn_mask, weir_array *dropout_seed, double dropout_p,
    int is_causal, double scale, int enable_gqa, weir_array **y, weir_array **lse);

typedef struct weir_scaled_dot_product_attention_backward_attr {
    double dropout_p;
    int32_t is_causal;
    double scale;
    int32_t enable_gqa;
} weir_scaled_dot_product_attention_backward_attr;

/* The gradients of scaled_dot_product_attention with respect to query, key and value.
 * dy is the gradient of y, lse the second result of the forward call, and delta the sum of dy *
 * y along the last axis.
 *   attn_mask, dropout_seed: may be NULL
 *   dropout_p: dropout probability of the attention weights; needs dropout_seed
 *   is_causal: causal mask: query i attends to keys 0 to i only
 *   scale: factor of the scores; none: 1 / sqrt(E)
 *   enable_gqa: grouped-query attention: several query heads share a key head
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_scaled_dot_product_attention_backward(weir_array *query,
    weir_array *key, weir_array *value, weir_array *dy, weir_array *lse, weir_array *delta,
    weir_array *attn_mask, weir_array *dropout_seed, double dropout_p, int is_causal,
    double scale, int enable_gqa, weir_array **dquery, weir_array **dkey, weir_array **dvalue);

typedef struct weir_scatter_attr {
    int64_t axis;
} weir_scatter_attr;

/* A copy of x with the rows (along an axis) at the given indices replaced by updates.
 * Updates are broadcast to the shape of take(x, indices, axis). If an index occurs several
 * times, the last update is stored. If x is also the output, only the indexed rows are written.
 *   axis: axis that the indices count along; none: x is flattened
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_scatter(weir_array *x, weir_array *indices, weir_array *updates,
    int64_t axis, weir_array **y);

typedef struct weir_scatter_add_attr {
    int64_t axis;
} weir_scatter_add_attr;

/* A copy of x with updates added to the rows (along an axis) at the given indices.
 * Updates are broadcast to the shape of take(x, indices, axis). Updates with the same index are
 * added in order, for any number of workers. If x is also the output, only the indexed rows are
 * written.
 *   axis: axis that the indices count along; none: x is flattened
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_scatter_add(weir_array *x, weir_array *indices, weir_array *updates,
    int64_t axis, weir_array **y);

typedef struct weir_scatter_combine_attr {
    int64_t axis;
    const char *reduce;
} weir_scatter_combine_attr;

/* A copy of x with the rows (along an axis) at the given indices combined with updates: their
 * sum, product, maximum or minimum.
 * Updates are broadcast to the shape of take(x, indices, axis) and combined in order, for any
 * number of workers. The maximum and minimum with a NaN are NaN; equal elements share their
 * gradient. If x is also the output, only the indexed rows are written.
 *   axis: axis that the indices count along; none: x is flattened
 *   reduce: 'sum', 'prod', 'max' or 'min'
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_scatter_combine(weir_array *x, weir_array *indices,
    weir_array *updates, int64_t axis, const char *reduce, weir_array **y);

typedef struct weir_scatter_reduce_attr {
    int64_t axis;
    const char *reduce;
    int32_t include_self;
} weir_scatter_reduce_attr;

/* A copy of x with the rows (along an axis) at the given indices reduced with updates: their
 * sum, product, maximum, minimum or mean.
 * Updates are broadcast to the shape of take(x, indices, axis). Rows that are not indexed keep
 * their values. Without include_self the indexed rows are the reduction of the updates alone.
 * The gradient is that of PyTorch's scatter_reduce: equal maxima share it.
 *   axis: axis that the indices count along; none: x is flattened
 *   reduce: 'sum', 'prod', 'max', 'min' or 'mean'
 *   include_self: x takes part; otherwise it is replaced where it is indexed
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_scatter_reduce(weir_array *x, weir_array *indices,
    weir_array *updates, int64_t axis, const char *reduce, int include_self, weir_array **y);

typedef struct weir_searchsorted_attr {
    const char *side;
} weir_searchsorted_attr;

/* Indices at which the values would be inserted into a sorted array to keep it sorted.
 * If x1 is not sorted, sorter holds indices that sort it. NaN sorts after all other values.
 *   sorter: may be NULL
 *   side: 'left': before equal elements; 'right': after them
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_searchsorted(weir_array *x1, weir_array *x2, weir_array *sorter,
    const char *side, weir_array **indices);

typedef struct weir_segment_max_attr {
    int64_t num_segments;
} weir_segment_max_attr;

/* Maximum of the rows of each segment.
 * Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative
 * ones count from the end. A segment without rows is -infinity, or the lowest value of an
 * integer dtype.
 *   num_segments: number of segments, the length of the result; required
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_segment_max(weir_array *data, weir_array *segment_ids,
    int64_t num_segments, weir_array **y);

typedef struct weir_segment_mean_attr {
    int64_t num_segments;
} weir_segment_mean_attr;

/* Mean of the rows of each segment.
 * Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative
 * ones count from the end. A segment without rows is 0.
 *   num_segments: number of segments, the length of the result; required
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_segment_mean(weir_array *data, weir_array *segment_ids,
    int64_t num_segments, weir_array **y);

typedef struct weir_segment_min_attr {
    int64_t num_segments;
} weir_segment_min_attr;

/* Minimum of the rows of each segment.
 * Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative
 * ones count from the end. A segment without rows is infinity, or the highest value of an
 * integer dtype.
 *   num_segments: number of segments, the length of the result; required
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_segment_min(weir_array *data, weir_array *segment_ids,
    int64_t num_segments, weir_array **y);

typedef struct weir_segment_prod_attr {
    int64_t num_segments;
} weir_segment_prod_attr;

/* Product of the rows of each segment.
 * Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative
 * ones count from the end. A segment without rows is 1.
 *   num_segments: number of segments, the length of the result; required
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_segment_prod(weir_array *data, weir_array *segment_ids,
    int64_t num_segments, weir_array **y);

typedef struct weir_segment_sum_attr {
    int64_t num_segments;
} weir_segment_sum_attr;

/* Sum of the rows of each segment.
 * Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative
 * ones count from the end. A segment without rows is 0.
 *   num_segments: number of segments, the length of the result; required
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_segment_sum(weir_array *data, weir_array *segment_ids,
    int64_t num_segments, weir_array **y);

typedef struct weir_select_attr {
    int64_t index;
    int64_t axis;
} weir_select_attr;

/* One element along an axis, which is removed; returns a view.
 *   index: index along the axis; negative: from the end
 *   axis: axis to index
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_select(weir_array *x, int64_t index, int64_t axis, weir_array **y);

/* Scaled exponential linear unit: elu with the scale and alpha of self-normalising networks.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_selu(weir_array *x, weir_array **y);

typedef struct weir_sgd_step_attr {
    double weight_decay;
    double max_norm;
    double clip_value;
    int32_t maximize;
    int32_t copies;
    double momentum;
    double dampening;
    int32_t nesterov;
} weir_sgd_step_attr;

/* One step of stochastic gradient descent for many parameters, in place.
 *   weight_decay: L2 penalty: this times the parameter is added to the gradient
 *   max_norm: gradients are scaled down where norm exceeds this; 0: no limit
 *   clip_value: gradients are clamped to [-clip_value, clip_value]; 0: no limit
 *   maximize: maximise instead of minimise
 *   copies: a list of copies of the parameters is given
 *   momentum: momentum factor; 0: there is no momentum list
 *   dampening: dampening of the momentum
 *   nesterov: use Nesterov momentum
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sgd_step(weir_array *rate, weir_array *scale, weir_array *norm,
    weir_array *const *arrays, uint32_t arrays_count, double weight_decay, double max_norm,
    double clip_value, int maximize, int copies, double momentum, double dampening,
    int nesterov);

typedef struct weir_shuffle_attr {
    int64_t axis;
} weir_shuffle_attr;

/* Shuffle the elements along an axis; also return the permutation.
 * Element i of y is element order[i] of x; elements along the other axes move together.
 *   axis: axis to shuffle
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_shuffle(weir_array *x, int64_t axis, weir_array **y,
    weir_array **order);

/* Logistic sigmoid: 1 / (1 + exp(-x)).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sigmoid(weir_array *x, weir_array **y);

/* Gradient of sigmoid: x1 times the derivative where the result is x2.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sigmoid_backward(weir_array *x1, weir_array *x2, weir_array **y);

/* Sign of each element, -1, 0 or 1; for complex numbers, x / |x|.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sign(weir_array *x, weir_array **y);

/* Test whether the sign bit is set; true for -0.0.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_signbit(weir_array *x, weir_array **y);

/* SiLU, also called swish: x sigmoid(x).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_silu(weir_array *x, weir_array **y);

/* Sine of each element, in radians.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sin(weir_array *x, weir_array **y);

/* Normalised sinc: sin(pi x) / (pi x), and 1 at 0.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sinc(weir_array *x, weir_array **y);

/* Hyperbolic sine.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sinh(weir_array *x, weir_array **y);

typedef struct weir_slice_attr {
    weir_i64s starts;
    weir_i64s stops;
    weir_i64s steps;
} weir_slice_attr;

/* Slice the leading axes; returns a view.
 * Equivalent to x[start:stop:step, ...] in Python; WEIR_NONE stands for an omitted part.
 *   starts: start of each slice, one for each leading axis
 *   stops: end of each slice, exclusive
 *   steps: step of each slice; may be negative
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_slice(weir_array *x, const int64_t *starts, int64_t starts_count,
    const int64_t *stops, int64_t stops_count, const int64_t *steps, int64_t steps_count,
    weir_array **y);

typedef struct weir_slice_update_attr {
    weir_i64s starts;
    weir_i64s stops;
    weir_i64s steps;
} weir_slice_update_attr;

/* A copy of x with a slice replaced by y.
 * y is broadcast to the slice. To change part of an existing array, write to a view of it.
 *   starts: start of each slice, one for each leading axis
 *   stops: end of each slice, exclusive
 *   steps: step of each slice; may be negative
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_slice_update(weir_array *x, weir_array *y, const int64_t *starts,
    int64_t starts_count, const int64_t *stops, int64_t stops_count, const int64_t *steps,
    int64_t steps_count, weir_array **z);

typedef struct weir_sliding_window_view_attr {
    weir_i64s window;
    weir_i64s axes;
} weir_sliding_window_view_attr;

/* Sliding windows over an array; returns a view.
 * The leading dimensions give the position of the window; the dimensions of the window come
 * last.
 *   window: window size along each axis
 *   axes: axes that the window slides along; none: all
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sliding_window_view(weir_array *x, const int64_t *window,
    int64_t window_count, const int64_t *axes, int64_t axes_count, weir_array **y);

/* The sign of the determinant, and the logarithm of its absolute value.
 * det(x) = sign * exp(logabsdet); the pair does not overflow where det would. A singular matrix
 * has sign 0 and logabsdet -inf.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_slogdet(weir_array *x, weir_array **sign, weir_array **logabsdet);

typedef struct weir_smooth_l1_loss_attr {
    const char *reduction;
    double beta;
} weir_smooth_l1_loss_attr;

/* The smooth L1 loss: quadratic near 0, absolute error elsewhere.
 * With d = |x - target|: d^2 / (2 beta) below beta, d - beta / 2 above.
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 *   beta: distance below which the loss is quadratic
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_smooth_l1_loss(weir_array *x, weir_array *target,
    const char *reduction, double beta, weir_array **y);

typedef struct weir_soft_margin_loss_attr {
    const char *reduction;
} weir_soft_margin_loss_attr;

/* The soft margin loss, log(1 + exp(-target * x)), for targets 1 and -1.
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_soft_margin_loss(weir_array *x, weir_array *target,
    const char *reduction, weir_array **y);

typedef struct weir_softmax_attr {
    int64_t axis;
} weir_softmax_attr;

/* Exponentials of the entries along an axis, scaled to sum to one.
 *   axis: the axis whose entries sum to one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_softmax(weir_array *x, int64_t axis, weir_array **y);

typedef struct weir_softmin_attr {
    int64_t axis;
} weir_softmin_attr;

/* The softmax of -x: the smallest entry gets the largest weight.
 *   axis: the axis whose entries sum to one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_softmin(weir_array *x, int64_t axis, weir_array **y);

/* Softplus: log(1 + exp(x)).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_softplus(weir_array *x, weir_array **y);

typedef struct weir_softshrink_attr {
    double lambd;
} weir_softshrink_attr;

/* Soft shrinkage: move x towards 0 by lambd; 0 where |x| <= lambd.
 *   lambd: elements with |x| <= lambd become 0
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_softshrink(weir_array *x, double lambd, weir_array **y);

/* Softsign: x / (1 + |x|).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_softsign(weir_array *x, weir_array **y);

typedef struct weir_solve_attr {
    int32_t left;
} weir_solve_attr;

/* Solve the linear equations x1 X = x2, or X x1 = x2, for square matrices x1.
 * x2 is a vector if it has one dimension; otherwise its columns (rows if left is false) are the
 * right-hand sides. The other dimensions broadcast. The task fails if a matrix is singular,
 * that is if a pivot is 0. Values that are not finite make everything that depends on them NaN.
 *   left: solve x1 X = x2; false: solve X x1 = x2
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_solve(weir_array *x1, weir_array *x2, int left, weir_array **x);

typedef struct weir_solve_triangular_attr {
    int32_t upper;
    int32_t unitriangular;
    int32_t left;
} weir_solve_triangular_attr;

/* Solve the linear equations x1 X = x2, or X x1 = x2, for triangular x1.
 * The other triangle of x1 is not read. x2 is a vector if it has one dimension; the other
 * dimensions broadcast. The task fails if the diagonal has a 0.
 *   upper: x1 is upper triangular, not lower triangular
 *   unitriangular: the diagonal is taken to be 1 and is not read
 *   left: solve x1 X = x2; false: solve X x1 = x2
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_solve_triangular(weir_array *x1, weir_array *x2, int upper,
    int unitriangular, int left, weir_array **x);

typedef struct weir_sort_attr {
    int64_t axis;
    int32_t descending;
    int32_t stable;
} weir_sort_attr;

/* Sort along an axis.
 * The sort is stable. NaN comes last, ascending and descending.
 *   axis: axis to sort along
 *   descending: largest first
 *   stable: keep the order of equal elements; always the case
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sort(weir_array *x, int64_t axis, int descending, int stable,
    weir_array **y);

typedef struct weir_split_attr {
    int64_t sections;
    weir_i64s indices;
    int64_t axis;
} weir_split_attr;

/* Split an array along an axis; returns views.
 * Into equal parts, or before the given indices, which may be negative or out of range, as in
 * slices.
 *   sections: number of equal parts
 *   indices: positions to split before
 *   axis: axis to split
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_split(weir_array *x, int64_t sections, const int64_t *indices,
    int64_t indices_count, int64_t axis, weir_array **ys, uint32_t *ys_count);

/* Square root of each element.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sqrt(weir_array *x, weir_array **y);

/* Square of each element.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_square(weir_array *x, weir_array **y);

typedef struct weir_squeeze_attr {
    weir_i64s axes;
} weir_squeeze_attr;

/* Remove axes of size one; returns a view.
 *   axes: axes to remove; none: all of size one
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_squeeze(weir_array *x, const int64_t *axes, int64_t axes_count,
    weir_array **y);

typedef struct weir_stack_attr {
    int64_t axis;
} weir_stack_attr;

/* Stack arrays of the same shape along a new axis.
 *   axis: position of the new axis in the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_stack(weir_array *const *arrays, uint32_t arrays_count, int64_t axis,
    weir_array **y);

typedef struct weir_std_attr {
    weir_i64s axes;
    int32_t keepdims;
    double correction;
} weir_std_attr;

/* Standard deviation over axes.
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 *   correction: the divisor is the number of elements minus this
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_std(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, double correction, weir_array **y);

typedef struct weir_student_t_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_student_t_attr;

/* Samples from Student's t distribution.
 *   shape: shape of the result; none: that of the parameters
 *   dtype: dtype of the result; default: the default float dtype, int64 for counts
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_student_t(weir_array *degrees, const int64_t *shape,
    int64_t shape_count, weir_dtype dtype, int32_t device, weir_array **y);

/* Element-wise difference, x1 - x2.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_subtract(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_sum_attr {
    weir_i64s axes;
    int32_t keepdims;
    int32_t dtype;
} weir_sum_attr;

/* Sum over axes.
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 *   dtype: dtype of the result; default: that of x, 64-bit for integers
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sum(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_dtype dtype, weir_array **y);

typedef struct weir_sum_runs_attr {
    weir_i64s counts;
    int64_t axis;
} weir_sum_runs_attr;

/* Sums of consecutive runs of elements along an axis.
 *   counts: number of elements in each run
 *   axis: axis to sum along
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sum_runs(weir_array *x, const int64_t *counts, int64_t counts_count,
    int64_t axis, weir_array **y);

typedef struct weir_svd_attr {
    int32_t full_matrices;
} weir_svd_attr;

/* The singular value decomposition x = U diag(S) Vh, with S in descending order.
 * Columns of U and rows of Vh belong to the singular values; with full_matrices further vectors
 * complete them to square matrices. The first entry of a column of U of at least nine tenths of
 * the largest absolute value is real and positive. The gradient through U and Vh is defined
 * where the singular values are distinct, and not 0 unless x is square; the vectors that
 * complete a square matrix have none.
 *   full_matrices: U and Vh are square; false: only the first min(m, n) vectors
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_svd(weir_array *x, int full_matrices, weir_array **U, weir_array **S,
    weir_array **Vh);

/* The singular values of matrices, in descending order.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_svdvals(weir_array *x, weir_array **S);

typedef struct weir_swapaxes_attr {
    int64_t axis1;
    int64_t axis2;
} weir_swapaxes_attr;

/* Exchange two axes; returns a view.
 *   axis1: first axis
 *   axis2: second axis
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_swapaxes(weir_array *x, int64_t axis1, int64_t axis2, weir_array **y);

typedef struct weir_take_attr {
    int64_t axis;
} weir_take_attr;

/* Elements of x at the given indices along an axis.
 * The dimensions of indices replace the axis. Negative indices count from the end. An index out
 * of range is a failure of the operation.
 *   axis: axis to take along; none: all elements, in row-major order
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_take(weir_array *x, weir_array *indices, int64_t axis,
    weir_array **y);

typedef struct weir_take_along_axis_attr {
    int64_t axis;
} weir_take_along_axis_attr;

/* Elements of x at per-position indices along an axis.
 * x and indices have the same number of dimensions and broadcast together, except along the
 * axis, where indices may have any size.
 *   axis: axis that the indices count along
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_take_along_axis(weir_array *x, weir_array *indices, int64_t axis,
    weir_array **y);

/* Tangent of each element, in radians.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_tan(weir_array *x, weir_array **y);

/* Hyperbolic tangent.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_tanh(weir_array *x, weir_array **y);

/* Gradient of tanh: x1 times the derivative where the result is x2.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_tanh_backward(weir_array *x1, weir_array *x2, weir_array **y);

/* Tanh shrinkage: x - tanh(x).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_tanhshrink(weir_array *x, weir_array **y);

typedef struct weir_tensordot_attr {
    int64_t axes;
    weir_i64s x1_axes;
    weir_i64s x2_axes;
} weir_tensordot_attr;

/* Tensor contraction: sum over pairs of axes of x1 and x2.
 * The result has the remaining axes of x1, then those of x2.
 *   axes: number of last axes of x1 that are contracted with the first ones of x2
 *   x1_axes: axes of x1 to contract, instead of axes
 *   x2_axes: axes of x2 to contract, in the order of x1_axes
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_tensordot(weir_array *x1, weir_array *x2, int64_t axes,
    const int64_t *x1_axes, int64_t x1_axes_count, const int64_t *x2_axes,
    int64_t x2_axes_count, weir_array **y);

typedef struct weir_threshold_attr {
    double threshold;
    double value;
} weir_threshold_attr;

/* x where x > threshold, value elsewhere.
 *   threshold: elements above this are unchanged
 *   value: replaces elements at or below the threshold
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_threshold(weir_array *x, double threshold, double value,
    weir_array **y);

typedef struct weir_tile_attr {
    weir_i64s repetitions;
} weir_tile_attr;

/* Tile an array a number of times along each axis.
 *   repetitions: number of repetitions along each of the last axes
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_tile(weir_array *x, const int64_t *repetitions,
    int64_t repetitions_count, weir_array **y);

typedef struct weir_to_device_attr {
    int32_t device;
} weir_to_device_attr;

/* Copy x to a device.
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_to_device(weir_array *x, int32_t device, weir_array **y);

typedef struct weir_topk_attr {
    int64_t k;
    int64_t axis;
    int32_t largest;
    int32_t sorted;
} weir_topk_attr;

/* The k largest (or smallest) elements along an axis, in order, and their indices.
 * These are the first k elements of sort: the first of equal elements come first, and NaN only
 * if there are fewer than k other elements.
 *   k: number of elements
 *   axis: axis to search along
 *   largest: largest elements; otherwise the smallest
 *   sorted: return them in order; always the case
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_topk(weir_array *x, int64_t k, int64_t axis, int largest, int sorted,
    weir_array **values, weir_array **indices);

typedef struct weir_trace_attr {
    int64_t offset;
    int32_t dtype;
} weir_trace_attr;

/* The sums of the diagonals of matrices.
 *   offset: which diagonal: 0 is the main one, positive ones are above it
 *   dtype: dtype of the result; none: that of sum
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_trace(weir_array *x, int64_t offset, weir_dtype dtype,
    weir_array **y);

typedef struct weir_tril_attr {
    int64_t k;
} weir_tril_attr;

/* Lower triangle of matrices: zeros above diagonal k.
 *   k: diagonal that bounds the triangle; positive: above the main one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_tril(weir_array *x, int64_t k, weir_array **y);

typedef struct weir_triplet_margin_loss_attr {
    const char *reduction;
    double margin;
    double p;
    double eps;
    int32_t swap;
} weir_triplet_margin_loss_attr;

/* The triplet margin loss, max(0, d(anchor, positive) - d(anchor, negative) + margin).
 *   reduction: 'mean', 'sum' or 'none': how the losses are reduced
 *   margin: by how much the negative should be farther away than the positive
 *   p: order of the norm of the distances; may be inf
 *   eps: added to each difference
 *   swap: use the smaller of the negative's distances to anchor and positive
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_triplet_margin_loss(weir_array *anchor, weir_array *positive,
    weir_array *negative, const char *reduction, double margin, double p, double eps, int swap,
    weir_array **y);

typedef struct weir_triu_attr {
    int64_t k;
} weir_triu_attr;

/* Upper triangle of matrices: zeros below diagonal k.
 *   k: diagonal that bounds the triangle; positive: above the main one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_triu(weir_array *x, int64_t k, weir_array **y);

/* Round towards zero to an integer.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_trunc(weir_array *x, weir_array **y);

typedef struct weir_truncated_normal_attr {
    weir_i64s shape;
    double loc;
    double scale;
    double lower;
    double upper;
    int32_t dtype;
    int32_t device;
} weir_truncated_normal_attr;

/* Samples from a normal distribution truncated to the range from lower to upper.
 *   shape: shape of the result
 *   loc: mean before truncation
 *   scale: standard deviation before truncation
 *   lower: lower bound; may be infinite
 *   upper: upper bound; may be infinite
 *   dtype: a float dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_truncated_normal(weir_runtime *rt, const int64_t *shape,
    int64_t shape_count, double loc, double scale, double lower, double upper, weir_dtype dtype,
    int32_t device, weir_array **y);

typedef struct weir_unfold_attr {
    weir_i64s kernel_size;
    weir_i64s dilation;
    weir_i64s padding;
    weir_i64s stride;
} weir_unfold_attr;

/* Extract the patches of images as columns (im2col).
 * x has shape (batch, channels, one to three spatial axes); the result has shape (batch,
 * channels * elements of a patch, patches).
 *   kernel_size: size of a patch, one number per axis or one for all
 *   dilation: spacing between the elements of a patch; none: 1
 *   padding: zero padding at both ends of each axis; none: 0
 *   stride: distance between patches; none: 1
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_unfold(weir_array *x, const int64_t *kernel_size,
    int64_t kernel_size_count, const int64_t *dilation, int64_t dilation_count,
    const int64_t *padding, int64_t padding_count, const int64_t *stride, int64_t stride_count,
    weir_array **y);

typedef struct weir_uniform_attr {
    weir_i64s shape;
    double low;
    double high;
    int32_t dtype;
    int32_t device;
} weir_uniform_attr;

/* Samples from a uniform distribution over the range from low to high.
 *   shape: shape of the result
 *   low: lower bound, inclusive
 *   high: upper bound, exclusive
 *   dtype: a float dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_uniform(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double low, double high, weir_dtype dtype, int32_t device, weir_array **y);

/* Unique values of x, the index of the first occurrence of each, the indices that rebuild x,
 * and the counts.
 * [blocking | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR EDEADLK] */
WEIR_API weir_status weir_unique_all(weir_array *x, weir_array **values, weir_array **indices,
    weir_array **inverse_indices, weir_array **counts);

/* Unique values of x and their counts.
 * [blocking | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR EDEADLK] */
WEIR_API weir_status weir_unique_counts(weir_array *x, weir_array **values,
    weir_array **counts);

/* Groups of equal elements; the basis of unique_all, without waiting.
 * order: indices that sort the flattened x (complex numbers by real, then by imaginary part).
 * begins: position of the first element of each group in that order, followed by the number of
 * elements. inverse_indices: the group of each element. groups: the number of groups.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_unique_groups(weir_array *x, weir_array **order, weir_array **begins,
    weir_array **inverse_indices, weir_array **groups);

/* Unique values of x and the indices that rebuild x from them.
 * [blocking | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR EDEADLK] */
WEIR_API weir_status weir_unique_inverse(weir_array *x, weir_array **values,
    weir_array **inverse_indices);

/* Unique values of x.
 * [blocking | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR EDEADLK] */
WEIR_API weir_status weir_unique_values(weir_array *x, weir_array **values);

typedef struct weir_unstack_attr {
    int64_t axis;
} weir_unstack_attr;

/* Split an array into its elements along an axis; returns views without that axis.
 *   axis: axis to remove
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_unstack(weir_array *x, int64_t axis, weir_array **ys,
    uint32_t *ys_count);

typedef struct weir_var_attr {
    weir_i64s axes;
    int32_t keepdims;
    double correction;
} weir_var_attr;

/* Variance over axes.
 *   axes: axes to reduce; none: all
 *   keepdims: keep the reduced axes with size one
 *   correction: the divisor is the number of elements minus this
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_variance(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, double correction, weir_array **y);

typedef struct weir_vecdot_attr {
    int64_t axis;
} weir_vecdot_attr;

/* The inner products of vectors along an axis.
 * The other axes broadcast. x1 is conjugated.
 *   axis: the axis of the vectors
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_vecdot(weir_array *x1, weir_array *x2, int64_t axis, weir_array **y);

typedef struct weir_vector_norm_attr {
    weir_i64s axes;
    int32_t keepdims;
    double ord;
} weir_vector_norm_attr;

/* The vector norm over one or more axes.
 * (sum |x|^ord)^(1/ord). Order 0 counts the elements that are not 0; inf and -inf give the
 * largest and smallest |x|.
 *   axes: axes of the vectors; none: all
 *   keepdims: keep the reduced axes, with size one
 *   ord: order of the norm; may be 0, inf or -inf
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_vector_norm(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, double ord, weir_array **y);

typedef struct weir_von_mises_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_von_mises_attr;

/* Samples from a von Mises distribution: angles between -pi and pi around a mean.
 *   shape: shape of the result; none: that of the parameters
 *   dtype: dtype of the result; default: the default float dtype, int64 for counts
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_von_mises(weir_array *mean, weir_array *concentration,
    const int64_t *shape, int64_t shape_count, weir_dtype dtype, int32_t device,
    weir_array **y);

typedef struct weir_weibull_attr {
    double scale;
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_weibull_attr;

/* Samples from a Weibull distribution.
 *   scale: scale: multiplies each number
 *   shape: shape of the result; none: that of the parameter
 *   dtype: a float dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_weibull(weir_array *concentration, double scale, const int64_t *shape,
    int64_t shape_count, weir_dtype dtype, int32_t device, weir_array **y);

/* Elements of x1 where the condition is true, of x2 elsewhere.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_where(weir_array *condition, weir_array *x1, weir_array *x2,
    weir_array **y);

typedef struct weir_zeros_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_zeros_attr;

/* An array of zeros.
 *   shape: shape of the result
 *   dtype: dtype of the result; default: the default float dtype
 *   device: device of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_zeros(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_zeros_like_attr {
    int32_t dtype;
    int32_t device;
} weir_zeros_like_attr;

/* Zeros with the shape and dtype of x.
 *   dtype: dtype of the result; default: that of x
 *   device: device of the result; default: that of x
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_zeros_like(weir_array *x, weir_dtype dtype, int32_t device,
    weir_array **y);

#ifdef __cplusplus
}
#endif
#endif
