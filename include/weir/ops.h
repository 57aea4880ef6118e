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

/* The absolute value; the magnitude of complex numbers.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_abs(weir_array *x, weir_array **y);

/* The angle whose cosine is x.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_acos(weir_array *x, weir_array **y);

/* The inverse of cosh.
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

/* The sum.
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

/* The same values, when the other arrays are there; a failure if one of them failed.
 * The values of the others are not looked at, and no gradient goes to them.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_after(weir_array *x, weir_array *const *arrays, uint32_t arrays_count,
    weir_array **y);

typedef struct weir_all_attr {
    weir_i64s axes;
    int32_t keepdims;
} weir_all_attr;

/* Are all elements along the axes true, or not zero?
 *   axes: the axes to go over; none: all
 *   keepdims: leave those axes in the result, with one element
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_all(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_array **y);

/* The angle of a complex number; 0 or pi for real ones.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_angle(weir_array *x, weir_array **y);

typedef struct weir_any_attr {
    weir_i64s axes;
    int32_t keepdims;
} weir_any_attr;

/* Is one of the elements along the axes true, or not zero?
 *   axes: the axes to go over; none: all
 *   keepdims: leave those axes in the result, with one element
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

/* Numbers from start up to stop in even steps.
 * Integers are exact up to 2^53. Numbers that the dtype does not hold are refused.
 *   start: the first number
 *   stop: where it ends, not included; none: counts from 0 to start
 *   step: from one to the next
 *   dtype: of the result; default: int64 if all three are whole, else a float
 *   device: where the result is to lie
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_arange(weir_runtime *rt, double start, double stop, double step,
    weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_argmax_attr {
    int64_t axis;
    int32_t keepdims;
} weir_argmax_attr;

/* The index of the largest element along an axis: the first of equals, or the first NaN.
 *   axis: the axis to search; none: all, in row-major order
 *   keepdims: leave the axis in the result, with one element
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_argmax(weir_array *x, int64_t axis, int keepdims, weir_array **y);

typedef struct weir_argmin_attr {
    int64_t axis;
    int32_t keepdims;
} weir_argmin_attr;

/* The index of the smallest element along an axis: the first of equals, or the first NaN.
 *   axis: the axis to search; none: all, in row-major order
 *   keepdims: leave the axis in the result, with one element
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_argmin(weir_array *x, int64_t axis, int keepdims, weir_array **y);

typedef struct weir_argpartition_attr {
    int64_t kth;
    int64_t axis;
} weir_argpartition_attr;

/* The indices that put the kth entry where sorting puts it, smaller ones before it.
 * All of them are put in order, which is faster than it sounds; topk gives a few.
 *   kth: the entry that is put in its place
 *   axis: the axis along which entries are put in order
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_argpartition(weir_array *x, int64_t kth, int64_t axis,
    weir_array **indices);

typedef struct weir_argsort_attr {
    int64_t axis;
    int32_t descending;
    int32_t stable;
} weir_argsort_attr;

/* The indices that put the entries along an axis in order.
 * Equal entries keep their order, and NaN comes last, ascending and descending.
 *   axis: the axis along which entries are put in order
 *   descending: the largest first
 *   stable: equal entries keep their order; they do in any case
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_argsort(weir_array *x, int64_t axis, int descending, int stable,
    weir_array **indices);

/* The angle whose sine is x.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_asin(weir_array *x, weir_array **y);

/* The inverse of sinh.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_asinh(weir_array *x, weir_array **y);

typedef struct weir_astype_attr {
    int32_t dtype;
} weir_astype_attr;

/* The values in another dtype.
 * Floats lose their fraction on the way to integers, integers wrap, anything but 0 is true.
 *   dtype: the dtype of the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_astype(weir_array *x, weir_dtype dtype, weir_array **y);

/* The angle whose tangent is x.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_atan(weir_array *x, weir_array **y);

/* The angle of the point (x2, x1).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_atan2(weir_array *x1, weir_array *x2, weir_array **y);

/* The inverse of tanh.
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

/* x by a key of slices, single indices and new dimensions, as a view.
 * As x[4, ::2, None, ...] in Python, part by part; WEIR_NONE stands for what is left out of a
 * slice. The kinds are WEIR_KEY_SLICE, _INDEX, _NEW and _REST. Axes behind the key are kept.
 *   kinds: 0: a slice, 1: an index, 2: a new dimension, 3: the rest
 *   starts: where a slice begins; the index
 *   stops: where a slice ends, not included
 *   steps: from one element of a slice to the next, may be negative
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

/* x, with what a key of slices, single indices and new dimensions shows replaced by y.
 * As x[4, ::2, None, ...] = y in Python; the key is that of basic_index. y broadcasts to what
 * it replaces. Called into x it writes only those places, and gradients go through that.
 *   kinds: 0: a slice, 1: an index, 2: a new dimension, 3: the rest
 *   starts: where a slice begins; the index
 *   stops: where a slice ends, not included
 *   steps: from one element of a slice to the next, may be negative
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

/* True with a probability, else false.
 * Probabilities are known to 2^-32.
 *   shape: the shape of the result; none: that of the parameters
 *   dtype: of the result; default: the default float dtype, int64 for counts
 *   device: where the result is to lie
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_bernoulli(weir_array *probability, const int64_t *shape,
    int64_t shape_count, weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_beta_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_beta_attr;

/* Random numbers of a beta distribution, between 0 and 1.
 *   shape: the shape of the result; none: that of the parameters
 *   dtype: of the result; default: the default float dtype, int64 for counts
 *   device: where the result is to lie
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

/* How often (or with how much weight) each number from 0 to the largest stands in x.
 * The length of the result depends on the values, so this waits for x; bincount_sized does not.
 * A negative number is a failure of the operation.
 *   weights: may be NULL
 *   minlength: the least length of the result
 * [blocking | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR EDEADLK] */
WEIR_API weir_status weir_bincount(weir_array *x, weir_array *weights, int64_t minlength,
    weir_array **y);

typedef struct weir_bincount_sized_attr {
    int64_t size;
} weir_bincount_sized_attr;

/* How often (or with how much weight) each of the numbers 0 to size - 1 stands in x.
 * Another number is a failure of the operation. Unlike bincount it waits for nothing.
 *   weights: may be NULL
 *   size: the numbers 0 to size - 1 are counted
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_bincount_sized(weir_array *x, weir_array *weights, int64_t size,
    weir_array **y);

typedef struct weir_binomial_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_binomial_attr;

/* Random counts of successes among trials of a probability.
 *   shape: the shape of the result; none: that of the parameters
 *   dtype: of the result; default: the default float dtype, int64 for counts
 *   device: where the result is to lie
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_binomial(weir_array *trials, weir_array *probability,
    const int64_t *shape, int64_t shape_count, weir_dtype dtype, int32_t device,
    weir_array **y);

/* Bits that are set in both.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_bitwise_and(weir_array *x1, weir_array *x2, weir_array **y);

/* Every bit turned; of bools, not.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_bitwise_invert(weir_array *x, weir_array **y);

/* x1 with its bits moved up by x2 places.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_bitwise_left_shift(weir_array *x1, weir_array *x2, weir_array **y);

/* Bits that are set in one or both.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_bitwise_or(weir_array *x1, weir_array *x2, weir_array **y);

/* x1 with its bits moved down by x2 places; the sign stays.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_bitwise_right_shift(weir_array *x1, weir_array *x2, weir_array **y);

/* Bits that are set in exactly one.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_bitwise_xor(weir_array *x1, weir_array *x2, weir_array **y);

/* Arrays in the one shape that they broadcast to, as views.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_broadcast_arrays(weir_array *const *arrays, uint32_t arrays_count,
    weir_array **ys, uint32_t *ys_count);

typedef struct weir_broadcast_to_attr {
    weir_i64s shape;
} weir_broadcast_to_attr;

/* x in a larger shape, as a view.
 * New dimensions come in front; dimensions of one entry show it as often as wanted.
 *   shape: the shape of the result
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

/* Random classes, each as likely as its weight says.
 * Weights need not add up to one. A row with a negative weight, or with too few above 0, is a
 * failure.
 *   count: draws per row, as a new last axis; none: one, and no new axis
 *   axis: the axis along which the classes lie
 *   logits: the weights are given by their logarithms
 *   replacement: a class may be drawn again in the same row
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

/* Random numbers of a Cauchy distribution of median loc.
 *   shape: the shape of the result
 *   loc: what is added
 *   scale: what is multiplied by before
 *   dtype: a float dtype
 *   device: where the result is to lie
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

/* The least integer not below x.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_ceil(weir_array *x, weir_array **y);

typedef struct weir_celu_attr {
    double alpha;
} weir_celu_attr;

/* x where it is positive, alpha (exp(x / alpha) - 1) elsewhere.
 *   alpha: minus what very negative numbers become
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

/* The same values; a failure if one of them is NaN or infinite.
 * Around a loss, it keeps a batch with such values from the model: its gradient fails with it,
 * is checked too, and a step whose gradients failed does not run. `after` is waited for and not
 * looked at.
 *   after: may be NULL
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_check_finite(weir_array *x, weir_array *after, weir_array **y);

typedef struct weir_chi_square_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_chi_square_attr;

/* Random sums of squares of as many normal numbers as there are degrees of freedom.
 *   shape: the shape of the result; none: that of the parameters
 *   dtype: of the result; default: the default float dtype, int64 for counts
 *   device: where the result is to lie
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

/* x, but not below min and not above max.
 * A bound may be left out. Where min is above max, the result is max. Where x is on a bound
 * that is an array, each has half of the gradient; on a number, x has none.
 *   min, max: may be NULL
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_clip(weir_array *x, weir_array *min, weir_array *max, weir_array **y);

typedef struct weir_concat_attr {
    int64_t axis;
} weir_concat_attr;

/* Arrays one behind the other along an axis that they have.
 *   axis: the axis to join along; none: all are flattened
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_concat(weir_array *const *arrays, uint32_t arrays_count, int64_t axis,
    weir_array **y);

/* The complex conjugate.
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

/* The same values in a storage of their own.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_copy(weir_array *x, weir_array **y);

/* The magnitude of x1 with the sign of x2.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_copysign(weir_array *x1, weir_array *x2, weir_array **y);

/* The cosine of each element, in radians.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cos(weir_array *x, weir_array **y);

/* The hyperbolic cosine.
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

/* How many elements along the axes are not zero.
 *   axes: the axes to go over; none: all
 *   keepdims: leave those axes in the result, with one element
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

/* The largest of each element and those before it along an axis, and where it stands.
 * Of equals the last one; NaN stays from where it first stands.
 *   axis: the axis to go along
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cummax(weir_array *x, int64_t axis, weir_array **values,
    weir_array **indices);

typedef struct weir_cummin_attr {
    int64_t axis;
} weir_cummin_attr;

/* The smallest of each element and those before it along an axis, and where it stands.
 * Of equals the last one; NaN stays from where it first stands.
 *   axis: the axis to go along
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cummin(weir_array *x, int64_t axis, weir_array **values,
    weir_array **indices);

typedef struct weir_cumulative_prod_attr {
    int64_t axis;
    int32_t dtype;
    int32_t include_initial;
    int32_t reverse;
} weir_cumulative_prod_attr;

/* The product of each element and those before it along an axis.
 *   axis: the axis to go along; none: the only one
 *   dtype: of the result; default: that of x, 64 bits for integers
 *   include_initial: one element more: what the sum or product starts with
 *   reverse: start at the end
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cumulative_prod(weir_array *x, int64_t axis, weir_dtype dtype,
    int include_initial, int reverse, weir_array **y);

typedef struct weir_cumulative_sum_attr {
    int64_t axis;
    int32_t dtype;
    int32_t include_initial;
    int32_t reverse;
} weir_cumulative_sum_attr;

/* The sum of each element and those before it along an axis.
 *   axis: the axis to go along; none: the only one
 *   dtype: of the result; default: that of x, 64 bits for integers
 *   include_initial: one element more: what the sum or product starts with
 *   reverse: start at the end
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_cumulative_sum(weir_array *x, int64_t axis, weir_dtype dtype,
    int include_initial, int reverse, weir_array **y);

/* Degrees as radians.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_deg2rad(weir_array *x, weir_array **y);

/* The determinants of square matrices.
 * The gradient needs the inverse, so it fails for a singular matrix.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_det(weir_array *x, weir_array **y);

typedef struct weir_diag_attr {
    int64_t k;
} weir_diag_attr;

/* The matrix with a vector on its diagonal; of a matrix, a copy of its diagonal.
 *   k: which diagonal
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_diag(weir_array *x, int64_t k, weir_array **y);

typedef struct weir_diag_embed_attr {
    int64_t offset;
    int64_t n_rows;
    int64_t n_cols;
} weir_diag_embed_attr;

/* Matrices that have the last dimension of x on a diagonal, and zeros elsewhere.
 *   offset: which diagonal x becomes
 *   n_rows: rows; none: as many as a square needs
 *   n_cols: columns; none: as many as a square needs
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_diag_embed(weir_array *x, int64_t offset, int64_t n_rows,
    int64_t n_cols, weir_array **y);

typedef struct weir_diagonal_attr {
    int64_t offset;
    int64_t axis1;
    int64_t axis2;
} weir_diagonal_attr;

/* A diagonal of matrices, as a view.
 * It becomes the last dimension, behind those that are not rows or columns.
 *   offset: which diagonal: above the main one if positive, below if negative
 *   axis1: the axis of rows
 *   axis2: the axis of columns
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_diagonal(weir_array *x, int64_t offset, int64_t axis1, int64_t axis2,
    weir_array **y);

typedef struct weir_diff_attr {
    int64_t n;
    int64_t axis;
} weir_diff_attr;

/* Each entry along an axis less the one before it.
 * The axis is shorter by n; prepend and append make it longer first.
 *   prepend, append: may be NULL
 *   n: how often differences are taken
 *   axis: the axis along which the neighbours lie
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_diff(weir_array *x, weir_array *prepend, weir_array *append,
    int64_t n, int64_t axis, weir_array **y);

typedef struct weir_digitize_attr {
    int32_t right;
} weir_digitize_attr;

/* The number of the bin that each element lies in, by edges in ascending order.
 * 0 is below the first edge, and as many as there are edges is above the last. A bin has its
 * lower edge.
 *   right: bins have their upper edge instead of the lower one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_digitize(weir_array *x, weir_array *bins, int right,
    weir_array **indices);

/* The quotient.
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

/* Elements dropped at random, the others scaled so that the mean stays.
 * Kept elements, for which the mask is true, are divided by 1 - p; dropped ones are 0.
 *   p: the probability that an element is dropped
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_dropout(weir_array *x, double p, weir_array **y, weir_array **mask);

/* The eigenvalues, in ascending order, and eigenvectors of Hermitian matrices.
 * Only the lower triangle of each matrix is used, and the real part of its diagonal. Column i
 * of the eigenvectors belongs to eigenvalue i. The sign or phase of a column makes its first
 * entry of at least nine tenths of the largest absolute value real and positive. The gradient
 * through the eigenvectors is defined where the eigenvalues are distinct; it is infinite or NaN
 * where they are equal.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_eigh(weir_array *x, weir_array **eigenvalues,
    weir_array **eigenvectors);

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

/* x where it is positive, alpha (exp(x) - 1) elsewhere.
 *   alpha: minus what very negative numbers become
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_elu(weir_array *x, double alpha, weir_array **y);

typedef struct weir_embedding_attr {
    int64_t padding_idx;
} weir_embedding_attr;

/* The rows of a table with the numbers given.
 * A number that is no row fails; so does a negative one.
 *   padding_idx: the row that stands for nothing: it gets no gradient
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_embedding(weir_array *indices, weir_array *weight,
    int64_t padding_idx, weir_array **y);

typedef struct weir_empty_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_empty_attr;

/* An array for values that are still to come.
 *   shape: the shape of the result
 *   dtype: of the result; default: the default float dtype
 *   device: where the result is to lie
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_empty(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_empty_like_attr {
    int32_t dtype;
    int32_t device;
} weir_empty_like_attr;

/* An array in the shape of x for values that are still to come; it holds zeros.
 *   dtype: of the result; default: that of x
 *   device: where the result is to lie; default: where x does
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_empty_like(weir_array *x, weir_dtype dtype, int32_t device,
    weir_array **y);

/* Are they equal?
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_equal(weir_array *x1, weir_array *x2, weir_array **y);

/* The error function.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_erf(weir_array *x, weir_array **y);

/* The exponential of each element.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_exp(weir_array *x, weir_array **y);

/* Two to the power of each element.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_exp2(weir_array *x, weir_array **y);

typedef struct weir_expand_dims_attr {
    weir_i64s axes;
} weir_expand_dims_attr;

/* With new axes of one entry, as a view.
 *   axes: where the new axes stand in the result
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_expand_dims(weir_array *x, const int64_t *axes, int64_t axes_count,
    weir_array **y);

/* exp(x) - 1, accurate near zero.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_expm1(weir_array *x, weir_array **y);

typedef struct weir_exponential_attr {
    weir_i64s shape;
    double scale;
    int32_t dtype;
    int32_t device;
} weir_exponential_attr;

/* Random numbers of an exponential distribution.
 *   shape: the shape of the result
 *   scale: the mean
 *   dtype: a float dtype
 *   device: where the result is to lie
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
 *   n_rows: rows; has to be given
 *   n_cols: columns; none: as many as rows
 *   k: which diagonal has the ones
 *   dtype: of the result; default: the default float dtype
 *   device: where the result is to lie
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

/* Neighbouring axes joined into one; all of them unless others are named.
 * A view of x where strides allow it, a copy elsewhere.
 *   start: the first axis that is joined
 *   end: the last one
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_flatten(weir_array *x, int64_t start, int64_t end, weir_array **y);

typedef struct weir_flip_attr {
    weir_i64s axes;
} weir_flip_attr;

/* The entries in reverse order along axes, as a view.
 *   axes: the axes to reverse; none: all
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_flip(weir_array *x, const int64_t *axes, int64_t axes_count,
    weir_array **y);

/* The greatest integer not above x.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_floor(weir_array *x, weir_array **y);

/* The quotient rounded down. Integers divided by 0 give 0.
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

/* An array that shows one value everywhere.
 * The value may be an array that broadcasts to the shape. Its dtype is the default.
 *   shape: the shape of the result
 *   dtype: of the result; default: the default float dtype
 *   device: where the result is to lie
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_full(weir_array *value, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_full_like_attr {
    int32_t dtype;
    int32_t device;
} weir_full_like_attr;

/* One value everywhere, in the shape and dtype of x.
 *   dtype: of the result; default: that of x
 *   device: where the result is to lie; default: where x does
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_full_like(weir_array *x, weir_array *value, weir_dtype dtype,
    int32_t device, weir_array **y);

typedef struct weir_gamma_attr {
    double scale;
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_gamma_attr;

/* Random numbers of a gamma distribution.
 *   scale: what the numbers are multiplied by
 *   shape: the shape of the result; none: that of the parameter
 *   dtype: a float dtype
 *   device: where the result is to lie
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

/* x times the normal distribution function of x.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_gelu(weir_array *x, weir_array **y);

/* x1 times the slope of gelu at x2.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_gelu_backward(weir_array *x1, weir_array *x2, weir_array **y);

/* gelu by its approximation with tanh.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_gelu_tanh(weir_array *x, weir_array **y);

typedef struct weir_geometric_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_geometric_attr;

/* Random counts of trials up to the first success.
 *   shape: the shape of the result; none: that of the parameters
 *   dtype: of the result; default: the default float dtype, int64 for counts
 *   device: where the result is to lie
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

/* The first half of x along an axis, times the sigmoid of the second.
 *   axis: the axis whose first half is multiplied by the second's sigmoid
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_glu(weir_array *x, int64_t axis, weir_array **y);

/* Is x1 above x2?
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_greater(weir_array *x1, weir_array *x2, weir_array **y);

/* Is x1 not below x2?
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

/* Random numbers of a Gumbel distribution, that of extremes; loc is its mode.
 *   shape: the shape of the result
 *   loc: what is added
 *   scale: what is multiplied by before
 *   dtype: a float dtype
 *   device: where the result is to lie
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_gumbel(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double loc, double scale, weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_hardshrink_attr {
    double lambd;
} weir_hardshrink_attr;

/* x, but 0 where it is within lambd of 0.
 *   lambd: how far from 0 the results are 0
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_hardshrink(weir_array *x, double lambd, weir_array **y);

/* x / 6 + 1/2, between 0 and 1.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_hardsigmoid(weir_array *x, weir_array **y);

/* x times its hardsigmoid.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_hardswish(weir_array *x, weir_array **y);

typedef struct weir_hardtanh_attr {
    double min_val;
    double max_val;
} weir_hardtanh_attr;

/* x, but not below min_val and not above max_val.
 *   min_val: the lowest result
 *   max_val: the highest result
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

/* How many elements (or how much weight) lie in each of some bins of equal width, and the edges
 * of the bins.
 * A bin has its lower edge, the last one both. What is outside the range, and NaN, is not
 * counted; a range from data with NaN or infinities is a failure of the operation.
 *   weights: may be NULL
 *   bins: how many
 *   min: the lowest edge
 *   max: the highest edge; equal to min: those of the data
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

/* The length of the hypotenuse.
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

/* The imaginary part.
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

/* x at arrays of indices for several of its axes at once, as in x[i, :, j].
 * The index arrays broadcast together. Their dimensions stand where the axes stood if those are
 * neighbours, else in front. Negative indices count from the end.
 *   axes: which axis each index array is for; none: the leading ones
 *   front: the dimensions of the index arrays come first, wherever the axes are
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_index(weir_array *x, weir_array *const *indices,
    uint32_t indices_count, const int64_t *axes, int64_t axes_count, int front, weir_array **y);

typedef struct weir_index_put_attr {
    weir_i64s axes;
    int32_t front;
    int32_t accumulate;
} weir_index_put_attr;

/* x, with values at arrays of indices for several of its axes, as in x[i, :, j] = values.
 * Values broadcast to the shape of index(x, indices). Of several for one place the last one
 * stays, or all are added up in order. Called into x it writes only those places.
 *   axes: which axis each index array is for; none: the leading ones
 *   front: the dimensions of the index arrays come first, wherever the axes are
 *   accumulate: add to what is there instead of replacing it
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

/* Random integers from low to below high, all equally likely.
 *   low: the lowest
 *   high: the first that is too high; has to be given
 *   shape: the shape of the result
 *   dtype: an integer dtype
 *   device: where the result is to lie
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

/* Is it neither infinite nor NaN?
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_isfinite(weir_array *x, weir_array **y);

typedef struct weir_isin_attr {
    int32_t invert;
} weir_isin_attr;

/* Whether each element of x1 is among those of x2.
 * NaN is not, not even among NaN.
 *   invert: whether it is not among them
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_isin(weir_array *x1, weir_array *x2, int invert, weir_array **y);

/* Is it infinite?
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_isinf(weir_array *x, weir_array **y);

/* Is it not a number?
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

/* The k-th smallest entry along an axis, counted from 1, and where it stands.
 *   k: which: 1 is the smallest
 *   axis: the axis along which it is looked for
 *   keepdims: leave the axis in the result, with one element
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

/* Random numbers of a Laplace distribution: exponential on both sides of loc.
 *   shape: the shape of the result
 *   loc: what is added
 *   scale: what is multiplied by before
 *   dtype: a float dtype
 *   device: where the result is to lie
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

/* x where it is positive, negative_slope x elsewhere.
 *   negative_slope: of the negative side
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_leaky_relu(weir_array *x, double negative_slope, weir_array **y);

/* Is x1 below x2?
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_less(weir_array *x1, weir_array *x2, weir_array **y);

/* Is x1 not above x2?
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_less_equal(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_lexsort_attr {
    int64_t axis;
} weir_lexsort_attr;

/* The indices that sort by several keys: by the last one, where that is equal by the one before
 * it, and so on.
 *   axis: the axis along which entries are put in order
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

/* The recurrence y[i] = a[i] y[i-1] + b[i] along an axis, from y = 0.
 *   axis: the axis to go along
 *   reverse: start at the end
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

/* So many numbers from start to stop in even steps.
 *   start: the first number
 *   stop: the last number, or where it would be
 *   num: how many numbers
 *   endpoint: is stop the last one? Otherwise it would be the next
 *   dtype: a float dtype
 *   device: where the result is to lie
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

/* The natural logarithm of each element.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_log(weir_array *x, weir_array **y);

/* The logarithm to base 10.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_log10(weir_array *x, weir_array **y);

/* log(1 + x), accurate near zero.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_log1p(weir_array *x, weir_array **y);

/* The logarithm to base 2.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_log2(weir_array *x, weir_array **y);

/* The logarithm of the sigmoid.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_log_sigmoid(weir_array *x, weir_array **y);

typedef struct weir_log_softmax_attr {
    int64_t axis;
} weir_log_softmax_attr;

/* The logarithm of softmax along an axis, computed without loss of precision.
 *   axis: the axis whose entries sum to one
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_log_softmax(weir_array *x, int64_t axis, weir_array **y);

/* log(exp(x1) + exp(x2)).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_logaddexp(weir_array *x1, weir_array *x2, weir_array **y);

/* Are both true? Numbers are true unless 0.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_logical_and(weir_array *x1, weir_array *x2, weir_array **y);

/* Is it zero, or false?
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_logical_not(weir_array *x, weir_array **y);

/* Is one of them true, or both?
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_logical_or(weir_array *x1, weir_array *x2, weir_array **y);

/* Is exactly one of them true?
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_logical_xor(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_logistic_attr {
    weir_i64s shape;
    double loc;
    double scale;
    int32_t dtype;
    int32_t device;
} weir_logistic_attr;

/* Random numbers of a logistic distribution of mean loc.
 *   shape: the shape of the result
 *   loc: what is added
 *   scale: what is multiplied by before
 *   dtype: a float dtype
 *   device: where the result is to lie
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

/* Random numbers whose logarithms are normal, of mean loc and standard deviation scale.
 *   shape: the shape of the result
 *   loc: what is added
 *   scale: what is multiplied by before
 *   dtype: a float dtype
 *   device: where the result is to lie
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_lognormal(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double loc, double scale, weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_logsumexp_attr {
    weir_i64s axes;
    int32_t keepdims;
} weir_logsumexp_attr;

/* The logarithm of the sum of exponentials along axes, without overflow.
 *   axes: the axes to go over; none: all
 *   keepdims: leave those axes in the result, with one element
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

/* x, with values where a mask is set, as in x[mask] = values.
 * Values are one row for all places, or one for each of them in row-major order; another number
 * of them is a failure of the operation. Called into x it writes only those places.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_mask_put(weir_array *x, weir_array *mask, weir_array *values,
    weir_array **y);

/* The elements (or rows) of x where a mask is set, as in x[mask].
 * Their number depends on values, so this waits for the mask (not for x). The mask has the
 * shape of x or of its leading dimensions.
 * [blocking | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR EDEADLK] */
WEIR_API weir_status weir_mask_select(weir_array *x, weir_array *mask, weir_array **y);

typedef struct weir_mask_select_sized_attr {
    int64_t size;
} weir_mask_select_sized_attr;

/* The elements (or rows) of x where a mask is set, when their number is known.
 * Another number of elements is a failure of the operation. Unlike mask_select it waits for
 * nothing.
 *   size: how many elements of the mask are set
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

/* The last two axes exchanged, as a view.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_matrix_transpose(weir_array *x, weir_array **y);

typedef struct weir_max_attr {
    weir_i64s axes;
    int32_t keepdims;
} weir_max_attr;

/* The largest element along axes; NaN if there is one.
 *   axes: the axes to go over; none: all
 *   keepdims: leave those axes in the result, with one element
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

/* The larger one; NaN if one is. Equal ones share the gradient.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_maximum(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_mean_attr {
    weir_i64s axes;
    int32_t keepdims;
} weir_mean_attr;

/* The arithmetic mean along axes.
 *   axes: the axes to go over; none: all
 *   keepdims: leave those axes in the result, with one element
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_mean(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_array **y);

typedef struct weir_median_attr {
    int64_t axis;
    int32_t keepdims;
} weir_median_attr;

/* The middle of the elements along an axis; of an even number the mean of the two in the
 * middle.
 * A NaN among the elements makes it NaN.
 *   axis: the axis to go along; none: all elements
 *   keepdims: leave the axis in the result, with one element
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_median(weir_array *x, int64_t axis, int keepdims, weir_array **y);

typedef struct weir_meshgrid_attr {
    const char *indexing;
} weir_meshgrid_attr;

/* The coordinates of every point of a grid, as views: one array for each axis.
 *   indexing: 'xy': the second array runs down, 'ij': the first does
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_meshgrid(weir_array *const *arrays, uint32_t arrays_count,
    const char *indexing, weir_array **ys, uint32_t *ys_count);

typedef struct weir_min_attr {
    weir_i64s axes;
    int32_t keepdims;
} weir_min_attr;

/* The smallest element along axes; NaN if there is one.
 *   axes: the axes to go over; none: all
 *   keepdims: leave those axes in the result, with one element
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_min(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_array **y);

/* The smaller one; NaN if one is. Equal ones share the gradient.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_minimum(weir_array *x1, weir_array *x2, weir_array **y);

/* x times tanh(softplus(x)).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_mish(weir_array *x, weir_array **y);

typedef struct weir_moveaxis_attr {
    weir_i64s source;
    weir_i64s destination;
} weir_moveaxis_attr;

/* Some axes in other places and the rest in their order, as a view.
 *   source: the axes that move
 *   destination: and where each of them stands in the result
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

/* The product, element by element.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_multiply(weir_array *x1, weir_array *x2, weir_array **y);

/* Minus each element.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_negative(weir_array *x, weir_array **y);

/* The next number after x1 towards x2, in the dtype of both.
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

/* The indices of the elements that are not zero: an array for each axis.
 * Their number depends on the values, so this waits for x. The arrays are in row-major order of
 * the elements.
 * [blocking | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR EDEADLK] */
WEIR_API weir_status weir_nonzero(weir_array *x, weir_array **ys, uint32_t *ys_count);

typedef struct weir_nonzero_sized_attr {
    int64_t size;
} weir_nonzero_sized_attr;

/* The indices of the elements that are not zero, when their number is known.
 * A row for each axis, in row-major order of the elements. Another number of elements is a
 * failure of the operation. Unlike nonzero it waits for nothing.
 *   size: how many elements are not zero
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_nonzero_sized(weir_array *x, int64_t size, weir_array **y);

typedef struct weir_normal_attr {
    weir_i64s shape;
    double mean;
    double std;
    int32_t dtype;
    int32_t device;
} weir_normal_attr;

/* Random numbers of a normal distribution.
 *   shape: the shape of the result
 *   mean: the mean
 *   std: the standard deviation
 *   dtype: a float dtype
 *   device: where the result is to lie
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

/* Are they different?
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_not_equal(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_one_hot_attr {
    int64_t num_classes;
    int32_t dtype;
} weir_one_hot_attr;

/* For each index a vector with a one at that place and zeros elsewhere.
 * An index that is no class fails.
 *   num_classes: the length of the new last dimension; has to be given
 *   dtype: of the result; default: the default float dtype
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_one_hot(weir_array *indices, int64_t num_classes, weir_dtype dtype,
    weir_array **y);

typedef struct weir_ones_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_ones_attr;

/* An array of ones.
 *   shape: the shape of the result
 *   dtype: of the result; default: the default float dtype
 *   device: where the result is to lie
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_ones(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_ones_like_attr {
    int32_t dtype;
    int32_t device;
} weir_ones_like_attr;

/* Ones in the shape of x.
 *   dtype: of the result; default: that of x
 *   device: where the result is to lie; default: where x does
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

/* An array with a margin around it.
 * The margin holds one value, the nearest entry ('edge' or 'replicate'), the entries reflected
 * at the edge ('reflect', 'symmetric' with the edge itself twice), or those of the other end
 * ('wrap' or 'circular').
 *   widths: before and after the first axis, then those of the next
 *   mode: 'constant', 'edge', 'reflect', 'symmetric' or 'wrap'
 *   value: what a constant margin holds
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

/* The entries along an axis with the kth where sorting puts it, smaller ones before it.
 * All of them are put in order, which is faster than it sounds; topk gives a few.
 *   kth: the entry that is put in its place
 *   axis: the axis along which entries are put in order
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_partition(weir_array *x, int64_t kth, int64_t axis, weir_array **y);

typedef struct weir_percentile_attr {
    int64_t axis;
    const char *method;
    int32_t keepdims;
} weir_percentile_attr;

/* What q hundredths of the elements along an axis lie below.
 * As quantile, with q from 0 to 100.
 *   axis: the axis to go along; none: all elements
 *   method: how entries are chosen and mixed; NumPy's names
 *   keepdims: leave the axis in the result, with one element
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_percentile(weir_array *x, weir_array *q, int64_t axis,
    const char *method, int keepdims, weir_array **y);

typedef struct weir_permutation_attr {
    int64_t n;
    int32_t dtype;
    int32_t device;
} weir_permutation_attr;

/* The numbers from 0 to n - 1 in random order.
 *   n: how many numbers; has to be given
 *   dtype: an integer dtype
 *   device: where the result is to lie
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_permutation(weir_runtime *rt, int64_t n, weir_dtype dtype,
    int32_t device, weir_array **y);

typedef struct weir_permute_dims_attr {
    weir_i64s axes;
} weir_permute_dims_attr;

/* The dimensions in another order, as a view.
 *   axes: which old dimension each new one is; none: all in reverse
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

/* Random counts of events that happen at a rate.
 *   shape: the shape of the result; none: that of the parameters
 *   dtype: of the result; default: the default float dtype, int64 for counts
 *   device: where the result is to lie
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

/* Each element as it is.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_positive(weir_array *x, weir_array **y);

/* x1 to the power of x2. Integers have no negative powers.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_pow(weir_array *x1, weir_array *x2, weir_array **y);

/* x1 where it is positive, x1 times the slope x2 elsewhere.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_prelu(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_prod_attr {
    weir_i64s axes;
    int32_t keepdims;
    int32_t dtype;
} weir_prod_attr;

/* The product along axes.
 *   axes: the axes to go over; none: all
 *   keepdims: leave those axes in the result, with one element
 *   dtype: of the result; default: that of x, 64 bits for integers
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_prod(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_dtype dtype, weir_array **y);

typedef struct weir_put_along_axis_attr {
    int64_t axis;
    int32_t accumulate;
} weir_put_along_axis_attr;

/* x, with values at the places that indices name along an axis.
 * Where several values go to one place the last one stays, or all are added up in order. Called
 * into x it writes only those places.
 *   axis: the axis that the indices count along
 *   accumulate: add to what is there instead of replacing it
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_put_along_axis(weir_array *x, weir_array *indices, weir_array *values,
    int64_t axis, int accumulate, weir_array **y);

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

/* What the part q, 0 to 1, of the elements along an axis lies below.
 * The dimensions of q come first in the result. A NaN among the elements makes it NaN; a q out
 * of range is a failure of the operation. The methods are NumPy's: 'linear', 'lower', 'higher',
 * 'nearest', 'midpoint', 'inverted_cdf', 'averaged_inverted_cdf', 'closest_observation',
 * 'interpolated_inverted_cdf', 'hazen', 'weibull', 'median_unbiased', 'normal_unbiased'.
 *   axis: the axis to go along; none: all elements
 *   method: how entries are chosen and mixed; NumPy's names
 *   keepdims: leave the axis in the result, with one element
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_quantile(weir_array *x, weir_array *q, int64_t axis,
    const char *method, int keepdims, weir_array **y);

typedef struct weir_quantile_places_attr {
    int64_t n;
    const char *method;
    int32_t percent;
} weir_quantile_places_attr;

/* Between which of n sorted entries quantiles stand.
 * The index of the entry below, that of the one above, how far from the lower one the quantile
 * is, and how fast that grows with q. A q outside of its range is a failure of the operation.
 *   n: how many entries there are
 *   method: how entries are chosen and mixed; NumPy's names
 *   percent: q goes up to 100 instead of 1
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_quantile_places(weir_array *q, int64_t n, const char *method,
    int percent, weir_array **below, weir_array **above, weir_array **fraction,
    weir_array **slope);

/* gelu by its approximation with the sigmoid, x sigmoid(1.702 x).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_quick_gelu(weir_array *x, weir_array **y);

/* Radians as degrees.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_rad2deg(weir_array *x, weir_array **y);

/* All elements in one dimension.
 * A view of x where strides allow it, a copy elsewhere.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_ravel(weir_array *x, weir_array **y);

/* The real part.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_real(weir_array *x, weir_array **y);

/* One over each element.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_reciprocal(weir_array *x, weir_array **y);

typedef struct weir_reframe_attr {
    int64_t axis;
    int64_t first;
    int64_t count;
    double fill;
} weir_reframe_attr;

/* A stretch of an axis that may reach beyond its ends, where a fill stands.
 *   axis: the axis that the frame lies along
 *   first: the element of x that comes first; may be negative or beyond the end
 *   count: elements of the result along the axis; none: as many as x has
 *   fill: stands where x has no element
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_reframe(weir_array *x, int64_t axis, int64_t first, int64_t count,
    double fill, weir_array **y);

/* x where it is positive, else 0.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_relu(weir_array *x, weir_array **y);

/* x between 0 and 6.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_relu6(weir_array *x, weir_array **y);

/* x1 where x2, a result of relu, is positive, else 0.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_relu_backward(weir_array *x1, weir_array *x2, weir_array **y);

/* What floor_divide leaves; it has the sign of x2. Integers divided by 0 leave 0.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_remainder(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_repeat_attr {
    weir_i64s repeats;
    int64_t axis;
} weir_repeat_attr;

/* Each entry along an axis several times in a row.
 *   repeats: how often: one count for all, or one for each entry
 *   axis: the axis; none: x is flattened
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_repeat(weir_array *x, const int64_t *repeats, int64_t repeats_count,
    int64_t axis, weir_array **y);

typedef struct weir_reshape_attr {
    weir_i64s shape;
} weir_reshape_attr;

/* The same elements in another shape.
 * A view of x where strides allow it, a copy elsewhere.
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

/* The entries moved along axes; what leaves at one end comes in at the other.
 *   shift: by how many places, towards higher indices if positive
 *   axes: along which axes; none: x is rolled as if it were flat
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_roll(weir_array *x, const int64_t *shift, int64_t shift_count,
    const int64_t *axes, int64_t axes_count, weir_array **y);

/* The nearest integer; halves go to the even one.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_round(weir_array *x, weir_array **y);

/* One over the square root.
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

/* x, with the rows (along an axis) that indices name replaced by updates.
 * Updates broadcast to the shape of take(x, indices, axis). Of several for one place the last
 * one stays. Called into x it writes only those places.
 *   axis: the axis that indices count along; none: all elements of x
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_scatter(weir_array *x, weir_array *indices, weir_array *updates,
    int64_t axis, weir_array **y);

typedef struct weir_scatter_add_attr {
    int64_t axis;
} weir_scatter_add_attr;

/* x, with updates added to the rows (along an axis) that indices name.
 * Updates broadcast to the shape of take(x, indices, axis). Several for one place are added in
 * their order, whatever the number of workers. Called into x it changes only those places.
 *   axis: the axis that indices count along; none: all elements of x
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_scatter_add(weir_array *x, weir_array *indices, weir_array *updates,
    int64_t axis, weir_array **y);

typedef struct weir_searchsorted_attr {
    const char *side;
} weir_searchsorted_attr;

/* Where in a sorted array each value would have to be put for it to stay sorted.
 * If x1 is not sorted, the sorter has indices that sort it. NaN stands behind everything.
 *   sorter: may be NULL
 *   side: 'left': in front of entries that are equal; 'right': behind them
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_searchsorted(weir_array *x1, weir_array *x2, weir_array *sorter,
    const char *side, weir_array **indices);

typedef struct weir_select_attr {
    int64_t index;
    int64_t axis;
} weir_select_attr;

/* One element along an axis, which is dropped: a view.
 *   index: which one; negative ones count from the end
 *   axis: along which axis
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_select(weir_array *x, int64_t index, int64_t axis, weir_array **y);

/* elu with the slope and alpha that keep mean and variance.
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

/* The entries along an axis in random order, and which was where.
 * Entry i of y is entry order[i] of x; all other axes go with it.
 *   axis: the axis whose entries change places
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_shuffle(weir_array *x, int64_t axis, weir_array **y,
    weir_array **order);

/* 1 / (1 + exp(-x)).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sigmoid(weir_array *x, weir_array **y);

/* x1 times the slope of sigmoid where its result is x2.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sigmoid_backward(weir_array *x1, weir_array *x2, weir_array **y);

/* -1, 0 or 1 by the sign; a complex number divided by its magnitude.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sign(weir_array *x, weir_array **y);

/* Is its sign negative? True for -0.0.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_signbit(weir_array *x, weir_array **y);

/* x times its sigmoid, also called swish.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_silu(weir_array *x, weir_array **y);

/* The sine of each element, in radians.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sin(weir_array *x, weir_array **y);

/* sin(pi x) / (pi x), and 1 at 0.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sinc(weir_array *x, weir_array **y);

/* The hyperbolic sine.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sinh(weir_array *x, weir_array **y);

typedef struct weir_slice_attr {
    weir_i64s starts;
    weir_i64s stops;
    weir_i64s steps;
} weir_slice_attr;

/* Every n-th element from one place to another along the leading axes, as a view.
 * As x[start:stop:step, ...] in Python; WEIR_NONE stands for what is left out there.
 *   starts: where to begin, one for each leading axis
 *   stops: where to end, not included
 *   steps: from one element to the next, may be negative
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_slice(weir_array *x, const int64_t *starts, int64_t starts_count,
    const int64_t *stops, int64_t stops_count, const int64_t *steps, int64_t steps_count,
    weir_array **y);

typedef struct weir_slice_update_attr {
    weir_i64s starts;
    weir_i64s stops;
    weir_i64s steps;
} weir_slice_update_attr;

/* x, with a slice of it replaced by y.
 * y broadcasts to the slice. To write a slice of an array that is there, write into its view.
 *   starts: where to begin, one for each leading axis
 *   stops: where to end, not included
 *   steps: from one element to the next, may be negative
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_slice_update(weir_array *x, weir_array *y, const int64_t *starts,
    int64_t starts_count, const int64_t *stops, int64_t stops_count, const int64_t *steps,
    int64_t steps_count, weir_array **z);

typedef struct weir_sliding_window_view_attr {
    weir_i64s window;
    weir_i64s axes;
} weir_sliding_window_view_attr;

/* Every window of an array, as a view.
 * The dimensions say where a window begins; those of the window follow behind them.
 *   window: how long a window is along each axis
 *   axes: along which axes it slides; none: all
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

/* log(1 + exp(x)).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_softplus(weir_array *x, weir_array **y);

typedef struct weir_softshrink_attr {
    double lambd;
} weir_softshrink_attr;

/* x nearer to 0 by lambd, and 0 where it would cross.
 *   lambd: how far from 0 the results are 0
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_softshrink(weir_array *x, double lambd, weir_array **y);

/* x / (1 + |x|).
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

/* The entries along an axis in order.
 * Equal entries keep their order, and NaN comes last, ascending and descending.
 *   axis: the axis along which entries are put in order
 *   descending: the largest first
 *   stable: equal entries keep their order; they do in any case
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sort(weir_array *x, int64_t axis, int descending, int stable,
    weir_array **y);

typedef struct weir_split_attr {
    int64_t sections;
    weir_i64s indices;
    int64_t axis;
} weir_split_attr;

/* An array in pieces along an axis, as views.
 * Into equal parts, or in front of given places, which may be negative and out of range as
 * those of slices.
 *   sections: into so many equal parts
 *   indices: or in front of these places
 *   axis: the axis to cut
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_split(weir_array *x, int64_t sections, const int64_t *indices,
    int64_t indices_count, int64_t axis, weir_array **ys, uint32_t *ys_count);

/* The square root of each element.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sqrt(weir_array *x, weir_array **y);

/* Each element times itself.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_square(weir_array *x, weir_array **y);

typedef struct weir_squeeze_attr {
    weir_i64s axes;
} weir_squeeze_attr;

/* Without axes of one entry, as a view.
 *   axes: the axes to drop; none: all of one entry
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_squeeze(weir_array *x, const int64_t *axes, int64_t axes_count,
    weir_array **y);

typedef struct weir_stack_attr {
    int64_t axis;
} weir_stack_attr;

/* Arrays of one shape one behind the other along a new axis.
 *   axis: where the new axis stands in the result
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_stack(weir_array *const *arrays, uint32_t arrays_count, int64_t axis,
    weir_array **y);

typedef struct weir_std_attr {
    weir_i64s axes;
    int32_t keepdims;
    double correction;
} weir_std_attr;

/* The standard deviation along axes.
 *   axes: the axes to go over; none: all
 *   keepdims: leave those axes in the result, with one element
 *   correction: the sum of squares is divided by the number of elements less this
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_std(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, double correction, weir_array **y);

typedef struct weir_student_t_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_student_t_attr;

/* Random numbers of Student's t distribution.
 *   shape: the shape of the result; none: that of the parameters
 *   dtype: of the result; default: the default float dtype, int64 for counts
 *   device: where the result is to lie
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_student_t(weir_array *degrees, const int64_t *shape,
    int64_t shape_count, weir_dtype dtype, int32_t device, weir_array **y);

/* The difference.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_subtract(weir_array *x1, weir_array *x2, weir_array **y);

typedef struct weir_sum_attr {
    weir_i64s axes;
    int32_t keepdims;
    int32_t dtype;
} weir_sum_attr;

/* The sum along axes.
 *   axes: the axes to go over; none: all
 *   keepdims: leave those axes in the result, with one element
 *   dtype: of the result; default: that of x, 64 bits for integers
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_sum(weir_array *x, const int64_t *axes, int64_t axes_count,
    int keepdims, weir_dtype dtype, weir_array **y);

typedef struct weir_sum_runs_attr {
    weir_i64s counts;
    int64_t axis;
} weir_sum_runs_attr;

/* The sums of neighbouring entries along an axis, run by run.
 *   counts: how many entries each run has
 *   axis: the axis
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

/* Two axes exchanged, as a view.
 *   axis1: one axis
 *   axis2: and the other
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_swapaxes(weir_array *x, int64_t axis1, int64_t axis2, weir_array **y);

typedef struct weir_take_attr {
    int64_t axis;
} weir_take_attr;

/* The elements (or rows, or columns ...) of x with the numbers given.
 * The dimensions of indices stand in the place of the axis. Negative numbers count from the
 * end. A number outside the axis is a failure of the operation.
 *   axis: the axis to take along; none: all elements, in row-major order
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_take(weir_array *x, weir_array *indices, int64_t axis,
    weir_array **y);

typedef struct weir_take_along_axis_attr {
    int64_t axis;
} weir_take_along_axis_attr;

/* For each place of indices, the element of x that it names along an axis.
 * x and indices have as many dimensions and broadcast, but for the axis, where indices may have
 * any length.
 *   axis: the axis that the indices count along
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_take_along_axis(weir_array *x, weir_array *indices, int64_t axis,
    weir_array **y);

/* The tangent of each element, in radians.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_tan(weir_array *x, weir_array **y);

/* The hyperbolic tangent.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_tanh(weir_array *x, weir_array **y);

/* x1 times the slope of tanh where its result is x2.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_tanh_backward(weir_array *x1, weir_array *x2, weir_array **y);

/* x - tanh(x).
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

/* x where it is above a threshold, a value elsewhere.
 *   threshold: what has to be exceeded
 *   value: what stands for the others
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_threshold(weir_array *x, double threshold, double value,
    weir_array **y);

typedef struct weir_tile_attr {
    weir_i64s repetitions;
} weir_tile_attr;

/* An array laid side by side with itself, so many times along each axis.
 *   repetitions: how often along each of the last axes
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_tile(weir_array *x, const int64_t *repetitions,
    int64_t repetitions_count, weir_array **y);

typedef struct weir_to_device_attr {
    int32_t device;
} weir_to_device_attr;

/* A copy of the values on another device.
 *   device: where the result is to lie
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_to_device(weir_array *x, int32_t device, weir_array **y);

typedef struct weir_topk_attr {
    int64_t k;
    int64_t axis;
    int32_t largest;
    int32_t sorted;
} weir_topk_attr;

/* The k largest (or smallest) entries along an axis, in order, and where they stand.
 * The first k of sort: of equals the first ones, and NaN only if there are fewer than k
 * numbers.
 *   k: how many
 *   axis: the axis along which they are looked for
 *   largest: the largest; 0: the smallest
 *   sorted: in order; they are in any case
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

/* The lower triangle of matrices: zeros above diagonal k.
 *   k: the diagonal where it ends; above the main one if positive
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

/* The upper triangle of matrices: zeros below diagonal k.
 *   k: the diagonal where it ends; above the main one if positive
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_triu(weir_array *x, int64_t k, weir_array **y);

/* The integer nearest to x that is not larger in magnitude.
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

/* Random numbers of a normal distribution between two bounds.
 *   shape: the shape of the result
 *   loc: the mean, before truncation
 *   scale: the standard deviation, before truncation
 *   lower: what lies below is drawn again; may be infinite
 *   upper: what lies above is drawn again; may be infinite
 *   dtype: a float dtype
 *   device: where the result is to lie
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

/* Random numbers that are equally likely anywhere from low to high.
 *   shape: the shape of the result
 *   low: the lower bound, which may occur
 *   high: the upper bound, which does not
 *   dtype: a float dtype
 *   device: where the result is to lie
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_uniform(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    double low, double high, weir_dtype dtype, int32_t device, weir_array **y);

/* The values of x, each once; where each stands first; which of them each element is; how often
 * each stands.
 * [blocking | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR EDEADLK] */
WEIR_API weir_status weir_unique_all(weir_array *x, weir_array **values, weir_array **indices,
    weir_array **inverse_indices, weir_array **counts);

/* The values of x, each once, and how often each stands.
 * [blocking | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR EDEADLK] */
WEIR_API weir_status weir_unique_counts(weir_array *x, weir_array **values,
    weir_array **counts);

/* Which elements are equal: what unique_all is cut from, without waiting.
 * The indices that sort x as a vector (complex numbers by real, then by imaginary part); where
 * in that order each group of equals begins, and behind these the number of elements; which
 * group each element is in; how many groups there are.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_unique_groups(weir_array *x, weir_array **order, weir_array **begins,
    weir_array **inverse_indices, weir_array **groups);

/* The values of x, each once, and which of them each element is.
 * [blocking | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR EDEADLK] */
WEIR_API weir_status weir_unique_inverse(weir_array *x, weir_array **values,
    weir_array **inverse_indices);

/* The values of x, each once.
 * [blocking | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR EDEADLK] */
WEIR_API weir_status weir_unique_values(weir_array *x, weir_array **values);

typedef struct weir_unstack_attr {
    int64_t axis;
} weir_unstack_attr;

/* The entries along an axis as arrays of their own, as views.
 *   axis: the axis that is taken apart
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_unstack(weir_array *x, int64_t axis, weir_array **ys,
    uint32_t *ys_count);

typedef struct weir_var_attr {
    weir_i64s axes;
    int32_t keepdims;
    double correction;
} weir_var_attr;

/* The variance along axes.
 *   axes: the axes to go over; none: all
 *   keepdims: leave those axes in the result, with one element
 *   correction: the sum of squares is divided by the number of elements less this
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

/* Random angles between -pi and pi, concentrated about a mean.
 *   shape: the shape of the result; none: that of the parameters
 *   dtype: of the result; default: the default float dtype, int64 for counts
 *   device: where the result is to lie
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

/* Random numbers of a Weibull distribution.
 *   scale: what the numbers are multiplied by
 *   shape: the shape of the result; none: that of the parameter
 *   dtype: a float dtype
 *   device: where the result is to lie
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_weibull(weir_array *concentration, double scale, const int64_t *shape,
    int64_t shape_count, weir_dtype dtype, int32_t device, weir_array **y);

/* x1 where the condition holds, x2 elsewhere.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_where(weir_array *condition, weir_array *x1, weir_array *x2,
    weir_array **y);

typedef struct weir_zeros_attr {
    weir_i64s shape;
    int32_t dtype;
    int32_t device;
} weir_zeros_attr;

/* An array of zeros.
 *   shape: the shape of the result
 *   dtype: of the result; default: the default float dtype
 *   device: where the result is to lie
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_zeros(weir_runtime *rt, const int64_t *shape, int64_t shape_count,
    weir_dtype dtype, int32_t device, weir_array **y);

typedef struct weir_zeros_like_attr {
    int32_t dtype;
    int32_t device;
} weir_zeros_like_attr;

/* Zeros in the shape of x.
 *   dtype: of the result; default: that of x
 *   device: where the result is to lie; default: where x does
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_zeros_like(weir_array *x, weir_dtype dtype, int32_t device,
    weir_array **y);

#ifdef __cplusplus
}
#endif
#endif
