// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
//
// SPDX-License-Identifier: Apache-2.0
import type { DType, Device, Input, Ints, NDArray, Out, PendingArray } from '../core';

/**
 * Absolute value; for complex numbers, the magnitude.
 *
 * @param x - the input.
 */
export function abs(x: Input, options?: Out): PendingArray;

/**
 * Inverse cosine, in radians.
 *
 * @param x - the input.
 */
export function acos(x: Input, options?: Out): PendingArray;

/**
 * Inverse hyperbolic cosine.
 *
 * @param x - the input.
 */
export function acosh(x: Input, options?: Out): PendingArray;

/**
 * Average pooling to a given output size.
 *
 * @param x - images or sequences, (batch, channels, spatial axes).
 * @param outputSize - Output sizes, one entry per axis or one for all.  At least 1.
 */
export function adaptiveAvgPool(x: Input, outputSize: Ints, options?: Out): PendingArray;

/**
 * Max pooling to a given output size.
 *
 * @param x - images or sequences, (batch, channels, spatial axes).
 * @param outputSize - Output sizes, one entry per axis or one for all.  At least 1.
 */
export function adaptiveMaxPool(x: Input, outputSize: Ints, options?: Out): PendingArray;

/**
 * The indices of the maxima of adaptive_max_pool, flattened over the spatial axes.
 *
 * @param x - images or sequences, (batch, channels, spatial axes).
 * @param outputSize - Output sizes, one entry per axis or one for all.  At least 1.
 */
export function adaptiveMaxPoolIndices(x: Input, outputSize: Ints, options?: Out): PendingArray;

/**
 * Element-wise sum.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function add(x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link affineGrid}. */
export interface AffineGridOptions extends Out {
  /** -1 and 1 are the centres of the corner pixels, not their edges.  Default: false. */
  alignCorners?: boolean;
}
/**
 * Compute sampling grids for grid_sample from affine matrices.
 *
 * The coordinates of every pixel, from -1 to 1, are multiplied by theta, which has shape (batch, axes, axes + 1),
 * for two or three axes.  Coordinates start with the last axis.
 *
 * @param theta - affine matrices, (batch, axes, axes + 1).
 * @param size - Shape of the images: batch, channels, and two or three axes.  At least 1.
 */
export function affineGrid(theta: Input, size: Ints, options?: AffineGridOptions): PendingArray;

/**
 * The values of x, once the other arrays are ready; fails if one of them failed.
 *
 * The values of the other arrays are not read, and they receive no gradient.
 *
 * @param x - the input.
 * @param arrays - arrays that are waited for.
 */
export function after(x: Input, arrays: readonly Input[] | NDArray, options?: Out): PendingArray;

/** Options of {@link all}. */
export interface AllOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * Test whether all elements over the axes are true (nonzero).
 *
 * @param x - the input.
 */
export function all(x: Input, options?: AllOptions): PendingArray;

/**
 * Angle of a complex number in radians; 0 or pi for real numbers.
 *
 * @param x - the input.
 */
export function angle(x: Input, options?: Out): PendingArray;

/** Options of {@link any}. */
export interface AnyOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * Test whether any element over the axes is true (nonzero).
 *
 * @param x - the input.
 */
export function any(x: Input, options?: AnyOptions): PendingArray;

/** Options of {@link arange}. */
export interface ArangeOptions extends Out {
  /** End of the range, exclusive; none: count from 0 to start.  Default: none. */
  stop?: number | null;
  /** Difference between consecutive numbers.  Default: 1. */
  step?: number;
  /** Dtype of the result; default: int64 for integers, else the default float.  Default: none. */
  dtype?: 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Evenly spaced numbers from start up to, but not including, stop.
 *
 * Integers are exact up to 2^53.  Numbers outside the range of the dtype are refused.
 *
 * @param start - First number.
 */
export function arange(start: number, options?: ArangeOptions): PendingArray;

/** Options of {@link argmax}. */
export interface ArgmaxOptions extends Out {
  /** Axis to search; none: all elements, in row-major order.  Default: none. */
  axis?: number | null;
  /** Keep the reduced axis with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * Index of the largest element along an axis: the first of equal elements, or the first NaN.
 *
 * @param x - the input.
 */
export function argmax(x: Input, options?: ArgmaxOptions): PendingArray;

/** Options of {@link argmin}. */
export interface ArgminOptions extends Out {
  /** Axis to search; none: all elements, in row-major order.  Default: none. */
  axis?: number | null;
  /** Keep the reduced axis with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * Index of the smallest element along an axis: the first of equal elements, or the first NaN.
 *
 * @param x - the input.
 */
export function argmin(x: Input, options?: ArgminOptions): PendingArray;

/** Options of {@link argpartition}. */
export interface ArgpartitionOptions extends Out {
  /** Axis to partition along.  Default: -1. */
  axis?: number;
}
/**
 * Indices that partition along an axis: the kth element where sorting would put it.
 *
 * All elements are sorted, which is fast; use topk for a few of them.
 *
 * @param x - the input.
 * @param kth - Index that is put in its sorted position.
 */
export function argpartition(x: Input, kth: number, options?: ArgpartitionOptions): PendingArray;

/** Options of {@link argsort}. */
export interface ArgsortOptions extends Out {
  /** Axis to sort along.  Default: -1. */
  axis?: number;
  /** Largest first.  Default: false. */
  descending?: boolean;
  /** Keep the order of equal elements; always the case.  Default: true. */
  stable?: boolean;
}
/**
 * Indices that sort along an axis.
 *
 * The sort is stable.  NaN comes last, ascending and descending.
 *
 * @param x - the input.
 */
export function argsort(x: Input, options?: ArgsortOptions): PendingArray;

/**
 * Inverse sine, in radians.
 *
 * @param x - the input.
 */
export function asin(x: Input, options?: Out): PendingArray;

/**
 * Inverse hyperbolic sine.
 *
 * @param x - the input.
 */
export function asinh(x: Input, options?: Out): PendingArray;

/**
 * Convert x to a dtype.
 *
 * Floats are truncated to integers, integers wrap around, and every nonzero value is true.
 *
 * @param x - the input.
 * @param dtype - Dtype of the result.
 */
export function astype(x: Input, dtype: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128', options?: Out): PendingArray;

/**
 * Inverse tangent, in radians.
 *
 * @param x - the input.
 */
export function atan(x: Input, options?: Out): PendingArray;

/**
 * Angle of the point (x2, x1) in radians, from -pi to pi.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function atan2(x1: Input, x2: Input, options?: Out): PendingArray;

/**
 * Inverse hyperbolic tangent.
 *
 * @param x - the input.
 */
export function atanh(x: Input, options?: Out): PendingArray;

/** Options of {@link avgPool}. */
export interface AvgPoolOptions extends Out {
  /** Distance between windows; none: kernel_size.  At least 1.  Default: none. */
  stride?: Ints | null;
  /** Zero padding at both ends of each axis; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Round output sizes up: include windows that extend past the end.  Default: false. */
  ceilMode?: boolean;
  /** Include the padding zeros in the mean.  Default: true. */
  countIncludePad?: boolean;
}
/**
 * Average pooling over one, two or three spatial axes.
 *
 * x has shape (batch, channels, spatial axes).
 *
 * @param x - images or sequences, (batch, channels, spatial axes).
 * @param kernelSize - Size of a window, one entry per axis or one for all.  At least 1.
 */
export function avgPool(x: Input, kernelSize: Ints, options?: AvgPoolOptions): PendingArray;

/** Options of {@link basicIndex}. */
export interface BasicIndexOptions extends Out {
  /** 0: a slice, 1: an index, 2: a new axis, 3: an ellipsis.  At least 0 and at most 3.  Default: none. */
  kinds?: Ints | null;
  /** Start of each slice; or the index.  Default: none. */
  starts?: readonly (number | null)[] | null;
  /** End of each slice, exclusive.  Default: none. */
  stops?: readonly (number | null)[] | null;
  /** Step of each slice; may be negative.  Default: none. */
  steps?: readonly (number | null)[] | null;
}
/**
 * Index x with slices, integers and new axes; returns a view.
 *
 * Equivalent to x[4, ::2, None, ...] in Python; WEIR_NONE stands for an omitted part of a slice.  The kinds are
 * WEIR_KEY_SLICE, _INDEX, _NEW and _REST.  Axes beyond the key are unchanged.
 *
 * @param x - the input.
 */
export function basicIndex(x: Input, options?: BasicIndexOptions): PendingArray;

/** Options of {@link basicUpdate}. */
export interface BasicUpdateOptions extends Out {
  /** 0: a slice, 1: an index, 2: a new axis, 3: an ellipsis.  At least 0 and at most 3.  Default: none. */
  kinds?: Ints | null;
  /** Start of each slice; or the index.  Default: none. */
  starts?: readonly (number | null)[] | null;
  /** End of each slice, exclusive.  Default: none. */
  stops?: readonly (number | null)[] | null;
  /** Step of each slice; may be negative.  Default: none. */
  steps?: readonly (number | null)[] | null;
}
/**
 * A copy of x in which the elements selected by slices, integers and new axes are replaced by y.
 *
 * Equivalent to x[4, ::2, None, ...] = y in Python; the key is that of basic_index.  y is broadcast to the
 * selection.  If x is also the output, only the selection is written, and gradients are recorded.
 *
 * @param x - the array to update.
 * @param y - new values, broadcast to the selection.
 */
export function basicUpdate(x: Input, y: Input, options?: BasicUpdateOptions): PendingArray;

/** Options of {@link batchNorm}. */
export interface BatchNormOptions {
  /** Added to the variance.  At least 0.0.  Default: 1e-05. */
  eps?: number;
  /** Scale of each channel. */
  weight?: Input | null;
  /** Offset of each channel. */
  bias?: Input | null;
}
/**
 * Batch normalisation: normalise each channel over the batch and the spatial axes.
 *
 * x has shape (batch, channels, ...).  weight and bias have one element per channel.  The mean and the variance
 * (with correction 0) of each channel are returned too.
 *
 * @param x - the input.
 * @returns y: the result; mean: mean of each channel; variance: variance of each channel.
 */
export function batchNorm(x: Input, options?: BatchNormOptions): [y: PendingArray, mean: PendingArray, variance: PendingArray];

/** Options of {@link batchNormInference}. */
export interface BatchNormInferenceOptions extends Out {
  /** Added to the variance.  At least 0.0.  Default: 1e-05. */
  eps?: number;
  /** Scale of each channel. */
  weight?: Input | null;
  /** Offset of each channel. */
  bias?: Input | null;
}
/**
 * Batch normalisation with a given mean and variance.
 *
 * x has shape (batch, channels, ...).  The other inputs have one element per channel.
 *
 * @param x - the input.
 * @param mean - mean of each channel.
 * @param variance - variance of each channel.
 */
export function batchNormInference(x: Input, mean: Input, variance: Input, options?: BatchNormInferenceOptions): PendingArray;

/** Options of {@link bernoulli}. */
export interface BernoulliOptions extends Out {
  /** Shape of the result; none: that of the parameters.  At least 0.  Default: none. */
  shape?: Ints | null;
  /** Dtype of the result; default: the default float dtype, int64 for counts.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from a Bernoulli distribution: true with the given probability.
 *
 * Probabilities have a resolution of 2^-32.
 *
 * @param probability - probability of success, 0 to 1.
 */
export function bernoulli(probability: Input, options?: BernoulliOptions): PendingArray;

/** Options of {@link beta}. */
export interface BetaOptions extends Out {
  /** Shape of the result; none: that of the parameters.  At least 0.  Default: none. */
  shape?: Ints | null;
  /** Dtype of the result; default: the default float dtype, int64 for counts.  Default: none. */
  dtype?: 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from a beta distribution.
 *
 * @param a - first shape parameter.
 * @param b - second shape parameter.
 */
export function beta(a: Input, b: Input, options?: BetaOptions): PendingArray;

/** Options of {@link bilinear}. */
export interface BilinearOptions extends Out {
  /** One number per output feature. */
  bias?: Input | null;
}
/**
 * The bilinear transformation x1^T W x2 + b, for each W of the weight.
 *
 * x1 has shape (..., i), x2 (..., j), the weight (out, i, j), the result (..., out).
 *
 * @param x1 - features along the last axis.
 * @param x2 - features along the last axis.
 * @param weight - (output features, features of x1, features of x2).
 */
export function bilinear(x1: Input, x2: Input, weight: Input, options?: BilinearOptions): PendingArray;

/** Options of {@link binaryCrossEntropy}. */
export interface BinaryCrossEntropyOptions extends Out {
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** Factor of each element's loss. */
  weight?: Input | null;
}
/**
 * The binary cross entropy between probabilities x and the target.
 *
 * Logarithms are clamped to at least -100.  For logits, binary_cross_entropy_with_logits is more accurate.
 *
 * @param x - probabilities from 0 to 1.
 * @param target - probabilities from 0 to 1.
 */
export function binaryCrossEntropy(x: Input, target: Input, options?: BinaryCrossEntropyOptions): PendingArray;

/** Options of {@link binaryCrossEntropyWithLogits}. */
export interface BinaryCrossEntropyWithLogitsOptions extends Out {
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/**
 * The binary cross entropy between sigmoid(x) and the target.
 *
 * Targets lie between 0 and 1.  The computation is stable for large |x|.
 *
 * @param x - logits.
 * @param target - probabilities from 0 to 1.
 */
export function binaryCrossEntropyWithLogits(x: Input, target: Input, options?: BinaryCrossEntropyWithLogitsOptions): PendingArray;

/** Options of {@link bincount}. */
export interface BincountOptions extends Out {
  /** Minimum length of the result.  At least 0.  Default: 0. */
  minlength?: number;
  /** Weight of each integer. */
  weights?: Input | null;
}
/**
 * Count the occurrences (or sum the weights) of each integer from 0 to the maximum of x.
 *
 * The length of the result depends on the values, so this operator waits for x; bincount_sized does not.  The task
 * fails if an integer is negative.
 *
 * Blocks until the inputs are computed, because the shape of the result depends on their values.
 *
 * @param x - integers from 0.
 */
export function bincount(x: Input, options?: BincountOptions): PendingArray;

/** Options of {@link bincountSized}. */
export interface BincountSizedOptions extends Out {
  /** Weight of each integer. */
  weights?: Input | null;
}
/**
 * Count the occurrences (or sum the weights) of each integer from 0 to size - 1 in x.
 *
 * The task fails if an integer is outside the range.  Unlike bincount, this operator does not wait for x.
 *
 * @param x - integers from 0.
 * @param size - Integers from 0 to size - 1 are counted.  At least 0.
 */
export function bincountSized(x: Input, size: number, options?: BincountSizedOptions): PendingArray;

/** Options of {@link binomial}. */
export interface BinomialOptions extends Out {
  /** Shape of the result; none: that of the parameters.  At least 0.  Default: none. */
  shape?: Ints | null;
  /** Dtype of the result; default: the default float dtype, int64 for counts.  Default: none. */
  dtype?: 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from a binomial distribution: the number of successes in independent trials.
 *
 * @param trials - number of trials.
 * @param probability - probability of success, 0 to 1.
 */
export function binomial(trials: Input, probability: Input, options?: BinomialOptions): PendingArray;

/**
 * Bitwise AND.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function bitwiseAnd(x1: Input, x2: Input, options?: Out): PendingArray;

/**
 * Bitwise NOT; logical NOT for bools.
 *
 * @param x - the input.
 */
export function bitwiseInvert(x: Input, options?: Out): PendingArray;

/**
 * Shift the bits of x1 left by x2.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function bitwiseLeftShift(x1: Input, x2: Input, options?: Out): PendingArray;

/**
 * Bitwise OR.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function bitwiseOr(x1: Input, x2: Input, options?: Out): PendingArray;

/**
 * Shift the bits of x1 right by x2, preserving the sign.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function bitwiseRightShift(x1: Input, x2: Input, options?: Out): PendingArray;

/**
 * Bitwise exclusive OR.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function bitwiseXor(x1: Input, x2: Input, options?: Out): PendingArray;

/**
 * Broadcast arrays to their common shape; returns views.
 *
 * @param arrays - the input arrays.
 * @returns ys: the arrays, broadcast to their common shape.
 */
export function broadcastArrays(arrays: readonly Input[] | NDArray): PendingArray[];

/**
 * Broadcast x to a shape; returns a view.
 *
 * New dimensions are added in front; dimensions of size one are repeated.
 *
 * @param x - the input.
 * @param shape - Shape of the result.  At least 0.
 */
export function broadcastTo(x: Input, shape: Ints, options?: Out): PendingArray;

/** Options of {@link categorical}. */
export interface CategoricalOptions extends Out {
  /** Number of samples per row, as a new last axis; none: one sample, no new axis.  At least 0.  Default: none. */
  count?: number | null;
  /** Axis of the classes.  Default: -1. */
  axis?: number;
  /** The input holds unnormalised log-probabilities instead of weights.  Default: false. */
  logits?: boolean;
  /** A class may be drawn more than once per row.  Default: true. */
  replacement?: boolean;
  /** An integer dtype.  Default: int64. */
  dtype?: 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64';
}
/**
 * Sample classes with probabilities proportional to their weights.
 *
 * The weights need not sum to one.  The task fails if a weight is negative or not finite, or if a row has too few
 * positive weights.
 *
 * @param weights - weights or log-probabilities of the classes.
 */
export function categorical(weights: Input, options?: CategoricalOptions): PendingArray;

/** Options of {@link cauchy}. */
export interface CauchyOptions extends Out {
  /** Location: added to each sample.  Default: 0. */
  loc?: number;
  /** Scale: multiplies each sample.  At least 0.0.  Default: 1. */
  scale?: number;
  /** A float dtype.  Default: none. */
  dtype?: 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from a Cauchy distribution with median loc.
 *
 * @param shape - Shape of the result.  At least 0.
 */
export function cauchy(shape: Ints, options?: CauchyOptions): PendingArray;

/** Options of {@link cdist}. */
export interface CdistOptions extends Out {
  /** Order of the norm; may be inf.  Greater than 0.0.  Default: 2. */
  p?: number;
}
/**
 * The p-norm distances between each pair of vectors of x1 and x2.
 *
 * x1 has shape (..., m, d), x2 (..., n, d), the result (..., m, n).  All m * n * d differences are in memory at the
 * same time.
 *
 * @param x1 - vectors, (..., m, features).
 * @param x2 - vectors, (..., n, features).
 */
export function cdist(x1: Input, x2: Input, options?: CdistOptions): PendingArray;

/**
 * Round up to the nearest integer.
 *
 * @param x - the input.
 */
export function ceil(x: Input, options?: Out): PendingArray;

/** Options of {@link celu}. */
export interface CeluOptions extends Out {
  /** Limit for large negative x is -alpha.  Greater than 0.0.  Default: 1. */
  alpha?: number;
}
/**
 * Continuously differentiable ELU: x where x > 0, alpha (exp(x / alpha) - 1) elsewhere.
 *
 * @param x - the input.
 */
export function celu(x: Input, options?: CeluOptions): PendingArray;

/**
 * Interleave the channels of the groups (ShuffleNet).
 *
 * x has shape (batch, channels, spatial axes).
 *
 * @param x - images or sequences, (batch, channels, spatial axes).
 * @param groups - Number of groups that the channels are divided into.  At least 1.
 */
export function channelShuffle(x: Input, groups: number, options?: Out): PendingArray;

/** Options of {@link checkFinite}. */
export interface CheckFiniteOptions extends Out {
  /** An array that is waited for. */
  after?: Input | null;
}
/**
 * The values of x unchanged; the operation fails if one of them is NaN or infinite.
 *
 * Applied to a loss, it protects the model from a bad batch: the gradient is checked too and fails if the loss
 * failed, and an optimiser step whose gradients failed does not run.  `after` is only waited for; its values are
 * not read.
 *
 * @param x - the input.
 */
export function checkFinite(x: Input, options?: CheckFiniteOptions): PendingArray;

/** Options of {@link chiSquare}. */
export interface ChiSquareOptions extends Out {
  /** Shape of the result; none: that of the parameters.  At least 0.  Default: none. */
  shape?: Ints | null;
  /** Dtype of the result; default: the default float dtype, int64 for counts.  Default: none. */
  dtype?: 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from a chi-squared distribution.
 *
 * @param degrees - degrees of freedom.
 */
export function chiSquare(degrees: Input, options?: ChiSquareOptions): PendingArray;

/** Options of {@link cholesky}. */
export interface CholeskyOptions extends Out {
  /** Return the upper factor U, with x = U^H U.  Default: false. */
  upper?: boolean;
}
/**
 * The Cholesky factorisation x = L L^H of positive definite matrices.
 *
 * x is taken to be Hermitian: (x + x^H) / 2 is factored.  The task fails if a matrix is not positive definite.
 *
 * @param x - positive definite matrices.
 */
export function cholesky(x: Input, options?: CholeskyOptions): PendingArray;

/** Options of {@link clip}. */
export interface ClipOptions extends Out {
  /** Lower bound. */
  min?: Input | null;
  /** Upper bound. */
  max?: Input | null;
}
/**
 * Clamp x to the range from min to max.
 *
 * Either bound may be omitted.  Where min > max, the result is max.  Where x equals a bound that is an array, x and
 * the bound share the gradient; where the bound is a number, the gradient is 0.
 *
 * @param x - the input.
 */
export function clip(x: Input, options?: ClipOptions): PendingArray;

/** Options of {@link concat}. */
export interface ConcatOptions extends Out {
  /** Axis to join along; none: flatten the arrays first.  Default: 0. */
  axis?: number | null;
}
/**
 * Concatenate arrays along an existing axis.
 *
 * @param arrays - the arrays to join.
 */
export function concat(arrays: readonly Input[] | NDArray, options?: ConcatOptions): PendingArray;

/**
 * Complex conjugate.
 *
 * @param x - the input.
 */
export function conj(x: Input, options?: Out): PendingArray;

/** Options of {@link conv}. */
export interface ConvOptions extends Out {
  /** Stride of the kernel, one per axis or one for all; none: 1.  At least 1.  Default: none. */
  stride?: Ints | null;
  /** Zero padding of each axis, or before and after each axis; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Spacing between kernel elements; none: 1.  At least 1.  Default: none. */
  dilation?: Ints | null;
  /** Number of groups that the channels are divided into.  At least 1.  Default: 1. */
  groups?: number;
  /** One number per output channel. */
  bias?: Input | null;
}
/**
 * Convolution over one, two or three spatial axes.
 *
 * x has shape (batch, channels, spatial axes), the weight (output channels, input channels / groups, spatial axes).
 * As usual in neural networks, this is a cross-correlation: the kernel is not flipped.  A list of one number
 * applies to all axes.  A padding of two numbers per axis gives the padding before and after each axis.
 *
 * @param x - images or sequences, (batch, channels, spatial axes).
 * @param weight - kernels, (output channels, input channels / groups, spatial axes).
 */
export function conv(x: Input, weight: Input, options?: ConvOptions): PendingArray;

/** Options of {@link convTranspose}. */
export interface ConvTransposeOptions extends Out {
  /** Spacing of the elements of x in the result; none: 1.  At least 1.  Default: none. */
  stride?: Ints | null;
  /**
   * Elements removed from both ends of each axis, or before and after each axis; none: 0.  At least 0.  Default:
   * none.
   */
  padding?: Ints | null;
  /** Elements added at the end of each axis; none: 0.  At least 0.  Default: none. */
  outputPadding?: Ints | null;
  /** Number of groups that the channels are divided into.  At least 1.  Default: 1. */
  groups?: number;
  /** Spacing between kernel elements; none: 1.  At least 1.  Default: none. */
  dilation?: Ints | null;
  /** One number per output channel. */
  bias?: Input | null;
}
/**
 * Transposed convolution, the gradient of conv with respect to its input.
 *
 * x has shape (batch, channels, spatial axes), the weight (input channels, output channels / groups, spatial axes).
 * An axis of n elements becomes one of (n - 1) stride - 2 padding + dilation (kernel - 1) + 1 + output_padding
 * elements.
 *
 * @param x - images or sequences, (batch, channels, spatial axes).
 * @param weight - kernels, (input channels, output channels / groups, spatial axes).
 */
export function convTranspose(x: Input, weight: Input, options?: ConvTransposeOptions): PendingArray;

/**
 * Copy x to new storage.
 *
 * @param x - the input.
 */
export function copy(x: Input, options?: Out): PendingArray;

/**
 * Magnitude of x1 with the sign of x2.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function copysign(x1: Input, x2: Input, options?: Out): PendingArray;

/**
 * Cosine of each element, in radians.
 *
 * @param x - the input.
 */
export function cos(x: Input, options?: Out): PendingArray;

/**
 * Hyperbolic cosine.
 *
 * @param x - the input.
 */
export function cosh(x: Input, options?: Out): PendingArray;

/** Options of {@link cosineEmbeddingLoss}. */
export interface CosineEmbeddingLossOptions extends Out {
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** Margin of the comparison.  Default: 0. */
  margin?: number;
}
/**
 * The cosine embedding loss: 1 - cos(x1, x2) for targets 1, max(0, cos(x1, x2) - margin) for targets -1.
 *
 * @param x1 - vectors.
 * @param x2 - vectors.
 * @param target - 1 for similar pairs, -1 for others.
 */
export function cosineEmbeddingLoss(x1: Input, x2: Input, target: Input, options?: CosineEmbeddingLossOptions): PendingArray;

/** Options of {@link cosineSimilarity}. */
export interface CosineSimilarityOptions extends Out {
  /** The axis of the vectors.  Default: -1. */
  axis?: number;
  /** Lower bound of each norm in the divisor.  At least 0.0.  Default: 1e-08. */
  eps?: number;
}
/**
 * The cosine similarity of vectors along an axis.
 *
 * @param x1 - vectors.
 * @param x2 - vectors.
 */
export function cosineSimilarity(x1: Input, x2: Input, options?: CosineSimilarityOptions): PendingArray;

/** Options of {@link countNonzero}. */
export interface CountNonzeroOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * Number of nonzero elements over axes.
 *
 * @param x - the input.
 */
export function countNonzero(x: Input, options?: CountNonzeroOptions): PendingArray;

/** Options of {@link cross}. */
export interface CrossOptions extends Out {
  /** The axis of the vectors.  Default: -1. */
  axis?: number;
}
/**
 * The cross products of three-element vectors along an axis.
 *
 * The other axes broadcast.  Complex numbers are not conjugated.
 *
 * @param x1 - vectors.
 * @param x2 - vectors.
 */
export function cross(x1: Input, x2: Input, options?: CrossOptions): PendingArray;

/** Options of {@link crossEntropy}. */
export interface CrossEntropyOptions extends Out {
  /** The class axis; none: 1, or 0 if x is a vector.  Default: none. */
  axis?: number | null;
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** Targets with this label do not contribute.  Default: -100. */
  ignoreIndex?: number;
  /** Fraction of each target that is spread evenly over all classes.  At least 0.0 and at most 1.0.  Default: 0. */
  labelSmoothing?: number;
  /** Factor of each class. */
  weight?: Input | null;
}
/**
 * The cross entropy between softmax(x) and the targets.
 *
 * x holds logits, with the classes along axis.  Targets are labels, in the shape of x without that axis, or
 * probabilities in the shape of x.  weight has one factor per class; a mean over labels divides by the sum of their
 * weights.  A label that is out of range is an error, unless it is ignore_index.
 *
 * @param x - logits.
 * @param target - labels, or probabilities in the shape of x.
 */
export function crossEntropy(x: Input, target: Input, options?: CrossEntropyOptions): PendingArray;

/** Options of {@link ctcLoss}. */
export interface CtcLossOptions extends Out {
  /** The class of the blank symbol.  At least 0.  Default: 0. */
  blank?: number;
  /** 'mean' (of each loss over its target length), 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** A target too long for its input gives 0 instead of infinity.  Default: false. */
  zeroInfinity?: boolean;
}
/**
 * The connectionist temporal classification (CTC) loss.
 *
 * The negative log-likelihood of a target, summed over all its alignments with the input.  log_probs has shape
 * (time, batch, classes) and holds log-probabilities.  targets has shape (batch, labels), of which sample i uses
 * the first target_lengths[i], or one dimension with the concatenated labels of all samples.  A mean divides each
 * loss by the target's length, then by the number of samples.  A label that is out of range or equal to blank is an
 * error, and so is a length that is out of range.
 *
 * @param logProbs - log-probabilities of the classes at each time step.
 * @param targets - labels of each sample.
 * @param inputLengths - number of time steps of each sample.
 * @param targetLengths - number of labels of each sample.
 */
export function ctcLoss(logProbs: Input, targets: Input, inputLengths: Input, targetLengths: Input, options?: CtcLossOptions): PendingArray;

/** Options of {@link cummax}. */
export interface CummaxOptions {
  /** Axis to accumulate along.  Default: -1. */
  axis?: number;
}
/**
 * Cumulative maximum along an axis, and the index of each maximum.
 *
 * Among equal elements the index is that of the last.  Once a NaN occurs, the results after it are NaN.
 *
 * @param x - the input.
 * @returns values: the largest or smallest element so far; indices: the index of that element.
 */
export function cummax(x: Input, options?: CummaxOptions): [values: PendingArray, indices: PendingArray];

/** Options of {@link cummin}. */
export interface CumminOptions {
  /** Axis to accumulate along.  Default: -1. */
  axis?: number;
}
/**
 * Cumulative minimum along an axis, and the index of each minimum.
 *
 * Among equal elements the index is that of the last.  Once a NaN occurs, the results after it are NaN.
 *
 * @param x - the input.
 * @returns values: the largest or smallest element so far; indices: the index of that element.
 */
export function cummin(x: Input, options?: CumminOptions): [values: PendingArray, indices: PendingArray];

/** Options of {@link cumulativeProd}. */
export interface CumulativeProdOptions extends Out {
  /** Axis to accumulate along; may be omitted for a 1-d array.  Default: none. */
  axis?: number | null;
  /** Dtype of the result; default: that of x, 64-bit for integers.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
  /** Prepend the initial value, 0 or 1.  Default: false. */
  includeInitial?: boolean;
  /** Accumulate from the end.  Default: false. */
  reverse?: boolean;
}
/**
 * Cumulative product along an axis.
 *
 * @param x - the input.
 */
export function cumulativeProd(x: Input, options?: CumulativeProdOptions): PendingArray;

/** Options of {@link cumulativeSum}. */
export interface CumulativeSumOptions extends Out {
  /** Axis to accumulate along; may be omitted for a 1-d array.  Default: none. */
  axis?: number | null;
  /** Dtype of the result; default: that of x, 64-bit for integers.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
  /** Prepend the initial value, 0 or 1.  Default: false. */
  includeInitial?: boolean;
  /** Accumulate from the end.  Default: false. */
  reverse?: boolean;
}
/**
 * Cumulative sum along an axis.
 *
 * @param x - the input.
 */
export function cumulativeSum(x: Input, options?: CumulativeSumOptions): PendingArray;

/**
 * Convert degrees to radians.
 *
 * @param x - the input.
 */
export function deg2rad(x: Input, options?: Out): PendingArray;

/**
 * The determinants of square matrices.
 *
 * The gradient needs the inverse, so it fails for a singular matrix.
 *
 * @param x - square matrices.
 */
export function det(x: Input, options?: Out): PendingArray;

/** Options of {@link diag}. */
export interface DiagOptions extends Out {
  /** Which diagonal.  Default: 0. */
  k?: number;
}
/**
 * For a vector, the matrix with it on a diagonal; for a matrix, a copy of a diagonal.
 *
 * @param x - the input.
 */
export function diag(x: Input, options?: DiagOptions): PendingArray;

/** Options of {@link diagEmbed}. */
export interface DiagEmbedOptions extends Out {
  /** Which diagonal receives x.  Default: 0. */
  offset?: number;
  /** Number of rows; none: those of the smallest square matrix.  At least 0.  Default: none. */
  nRows?: number | null;
  /** Number of columns; none: those of the smallest square matrix.  At least 0.  Default: none. */
  nCols?: number | null;
}
/**
 * Matrices with the last dimension of x on a diagonal and zeros elsewhere.
 *
 * @param x - the input.
 */
export function diagEmbed(x: Input, options?: DiagEmbedOptions): PendingArray;

/** Options of {@link diagonal}. */
export interface DiagonalOptions extends Out {
  /** Which diagonal; positive: above the main one, negative: below.  Default: 0. */
  offset?: number;
  /** Axis of the rows.  Default: -2. */
  axis1?: number;
  /** Axis of the columns.  Default: -1. */
  axis2?: number;
}
/**
 * A diagonal of matrices; returns a view.
 *
 * The diagonal becomes the last dimension, after the axes other than rows and columns.
 *
 * @param x - the input.
 */
export function diagonal(x: Input, options?: DiagonalOptions): PendingArray;

/** Options of {@link diff}. */
export interface DiffOptions extends Out {
  /** How many times differences are taken.  At least 0.  Default: 1. */
  n?: number;
  /** Axis along which differences are taken.  Default: -1. */
  axis?: number;
  /** Elements to put before x. */
  prepend?: Input | null;
  /** Elements to put after x. */
  append?: Input | null;
}
/**
 * Differences between consecutive elements along an axis.
 *
 * The axis becomes shorter by n; prepend and append lengthen it first.
 *
 * @param x - the input.
 */
export function diff(x: Input, options?: DiffOptions): PendingArray;

/** Options of {@link digitize}. */
export interface DigitizeOptions extends Out {
  /** Bins include their upper edge instead of the lower one.  Default: false. */
  right?: boolean;
}
/**
 * Index of the bin that each element falls into, for ascending bin edges.
 *
 * Index 0 means below the first edge, and the number of edges means above the last.  A bin includes its lower edge.
 *
 * @param x - the input.
 * @param bins - edges of the bins, ascending.
 */
export function digitize(x: Input, bins: Input, options?: DigitizeOptions): PendingArray;

/**
 * Element-wise quotient, x1 / x2.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function divide(x1: Input, x2: Input, options?: Out): PendingArray;

/**
 * The dot product: sum over the last axis of x1 and the second-to-last axis of x2.
 *
 * For two vectors this is the inner product, for two matrices the matrix product, and for a scalar and any array an
 * elementwise multiplication.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function dot(x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link dropout}. */
export interface DropoutOptions {
  /** Probability of dropping an element.  At least 0.0 and at most 1.0.  Default: 0.5. */
  p?: number;
}
/**
 * Set random elements to zero and scale the others so that the mean is preserved.
 *
 * Elements where the mask is true are kept and divided by 1 - p; the others become 0.
 *
 * @param x - the input.
 * @returns y: the result; mask: true where an element was kept.
 */
export function dropout(x: Input, options?: DropoutOptions): [y: PendingArray, mask: PendingArray];

/**
 * The eigenvalues and eigenvectors of general square matrices, as complex numbers.
 *
 * The eigenvalues are sorted by real part, then by imaginary part; those of a real matrix are real or conjugate
 * pairs.  Column i of the eigenvectors belongs to eigenvalue i and has length 1; its phase makes its first entry of
 * at least nine tenths of the largest absolute value real and positive.  The gradient through the eigenvectors is
 * defined where the eigenvalues are distinct; it is infinite or NaN where they are equal.
 *
 * @param x - square matrices.
 * @returns eigenvalues: eigenvalues of each matrix; eigenvectors: eigenvectors, as columns.
 */
export function eig(x: Input): [eigenvalues: PendingArray, eigenvectors: PendingArray];

/**
 * The eigenvalues, in ascending order, and eigenvectors of Hermitian matrices.
 *
 * Only the lower triangle of each matrix is used, and the real part of its diagonal.  Column i of the eigenvectors
 * belongs to eigenvalue i.  Its sign or phase is chosen so that the first entry whose absolute value is at least
 * nine tenths of the largest one is real and positive.  The gradient through the eigenvectors is defined where the
 * eigenvalues are distinct; it is infinite or NaN where they are equal.
 *
 * @param x - Hermitian matrices.
 * @returns eigenvalues: eigenvalues of each matrix, ascending; eigenvectors: eigenvectors, as columns.
 */
export function eigh(x: Input): [eigenvalues: PendingArray, eigenvectors: PendingArray];

/**
 * The eigenvalues of general square matrices, as complex numbers.
 *
 * They are sorted by real part, then by imaginary part.
 *
 * @param x - square matrices.
 */
export function eigvals(x: Input, options?: Out): PendingArray;

/**
 * The eigenvalues of Hermitian matrices, in ascending order.
 *
 * Only the lower triangle of each matrix is used, and the real part of its diagonal.
 *
 * @param x - Hermitian matrices.
 */
export function eigvalsh(x: Input, options?: Out): PendingArray;

/**
 * Sums of products in Einstein summation notation.
 *
 * The subscripts of the operands are separated by commas; those after -> are the subscripts of the result, and the
 * others are summed over.  A letter that is repeated in one operand selects the diagonal.  An ellipsis stands for
 * the dimensions that are not named; they broadcast.  Without ->, the result has the letters that occur once, in
 * alphabetical order.  Several operands are contracted two at a time, in an order that keeps intermediate results
 * small.
 *
 * @param operands - the arrays to multiply.
 * @param equation - Subscripts of the operands and of the result, as in 'ij,jk->ik'.
 */
export function einsum(operands: readonly Input[] | NDArray, equation: string, options?: Out): PendingArray;

/** Options of {@link elu}. */
export interface EluOptions extends Out {
  /** Limit for large negative x is -alpha.  Default: 1. */
  alpha?: number;
}
/**
 * Exponential linear unit: x where x > 0, alpha (exp(x) - 1) elsewhere.
 *
 * @param x - the input.
 */
export function elu(x: Input, options?: EluOptions): PendingArray;

/** Options of {@link embedding}. */
export interface EmbeddingOptions extends Out {
  /** Row that is excluded from the gradient; none: no such row.  Default: none. */
  paddingIdx?: number | null;
}
/**
 * Look up the rows of an embedding table by index.
 *
 * An index that is negative or beyond the last row makes the operation fail.
 *
 * @param indices - rows to look up.
 * @param weight - the table, (rows, features).
 */
export function embedding(indices: Input, weight: Input, options?: EmbeddingOptions): PendingArray;

/** Options of {@link empty}. */
export interface EmptyOptions extends Out {
  /** Dtype of the result; default: the default float dtype.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * An array to be filled later.
 *
 * It holds zeros, so that results never depend on the previous contents of memory.
 *
 * @param shape - Shape of the result.  At least 0.
 */
export function empty(shape: Ints, options?: EmptyOptions): PendingArray;

/** Options of {@link emptyLike}. */
export interface EmptyLikeOptions extends Out {
  /** Dtype of the result; default: that of x.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
  /** Device of the result; default: that of x.  Default: none. */
  device?: Device | null;
}
/**
 * An array with the shape and dtype of x, to be filled later; it holds zeros.
 *
 * @param x - an array whose shape and dtype are used.
 */
export function emptyLike(x: Input, options?: EmptyLikeOptions): PendingArray;

/**
 * Test whether x1 == x2, element-wise.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function equal(x1: Input, x2: Input, options?: Out): PendingArray;

/**
 * Error function.
 *
 * @param x - the input.
 */
export function erf(x: Input, options?: Out): PendingArray;

/**
 * Exponential of each element.
 *
 * @param x - the input.
 */
export function exp(x: Input, options?: Out): PendingArray;

/**
 * 2 to the power of each element.
 *
 * @param x - the input.
 */
export function exp2(x: Input, options?: Out): PendingArray;

/**
 * Insert axes of size one; returns a view.
 *
 * @param x - the input.
 * @param axis - Positions of the new axes in the result.
 */
export function expandDims(x: Input, axis: Ints, options?: Out): PendingArray;

/**
 * The exponential of square matrices, 1 + x + x^2 / 2! + ...
 *
 * By scaling and squaring, computed in double.  A matrix with NaN or an infinity gives only NaN.  The gradient is
 * the exponential of a matrix of twice the size, about eight times the work.
 *
 * @param x - square matrices.
 */
export function expm(x: Input, options?: Out): PendingArray;

/**
 * exp(x) - 1, accurate near zero.
 *
 * @param x - the input.
 */
export function expm1(x: Input, options?: Out): PendingArray;

/** Options of {@link exponential}. */
export interface ExponentialOptions extends Out {
  /** Mean.  At least 0.0.  Default: 1. */
  scale?: number;
  /** A float dtype.  Default: none. */
  dtype?: 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from an exponential distribution.
 *
 * @param shape - Shape of the result.  At least 0.
 */
export function exponential(shape: Ints, options?: ExponentialOptions): PendingArray;

/** Options of {@link eye}. */
export interface EyeOptions extends Out {
  /** Number of columns; none: as many as rows.  At least 0.  Default: none. */
  nCols?: number | null;
  /** Which diagonal has the ones.  Default: 0. */
  k?: number;
  /** Dtype of the result; default: the default float dtype.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * A matrix with ones on a diagonal and zeros elsewhere.
 *
 * @param nRows - Number of rows; required.  At least 0.
 */
export function eye(nRows: number, options?: EyeOptions): PendingArray;

/** Options of {@link fftn}. */
export interface FftnOptions extends Out {
  /** Lengths to which x is cropped or zero-padded; none: those of x.  At least 1.  Default: none. */
  s?: Ints | null;
  /** Axes to transform; none: all, or the last len(s) axes.  Default: none. */
  axis?: Ints | null;
  /** 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n).  Default: backward. */
  norm?: 'backward' | 'forward' | 'ortho';
}
/**
 * The discrete Fourier transform over the given axes.
 *
 * The result is complex.  All results that depend on an infinity or NaN are NaN.
 *
 * @param x - the input.
 */
export function fftn(x: Input, options?: FftnOptions): PendingArray;

/** Options of {@link flatten}. */
export interface FlattenOptions extends Out {
  /** First axis to flatten.  Default: 0. */
  start?: number;
  /** Last axis to flatten.  Default: -1. */
  end?: number;
}
/**
 * Flatten consecutive axes into one; by default all of them.
 *
 * A view of x if its strides allow, otherwise a copy.
 *
 * @param x - the input.
 */
export function flatten(x: Input, options?: FlattenOptions): PendingArray;

/** Options of {@link flip}. */
export interface FlipOptions extends Out {
  /** Axes to reverse; none: all.  Default: none. */
  axis?: Ints | null;
}
/**
 * Reverse the order of elements along axes; returns a view.
 *
 * @param x - the input.
 */
export function flip(x: Input, options?: FlipOptions): PendingArray;

/**
 * Round down to the nearest integer.
 *
 * @param x - the input.
 */
export function floor(x: Input, options?: Out): PendingArray;

/**
 * Quotient rounded towards negative infinity.  Integer division by 0 gives 0.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function floorDivide(x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link fold}. */
export interface FoldOptions extends Out {
  /** Spacing between the elements of a patch; none: 1.  At least 1.  Default: none. */
  dilation?: Ints | null;
  /** Zero padding at both ends of each axis; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Distance between patches; none: 1.  At least 1.  Default: none. */
  stride?: Ints | null;
}
/**
 * Sum columns of patches into images (col2im), the adjoint of unfold.
 *
 * y has shape (batch, channels * elements of a patch, patches).  Overlapping patches are summed.
 *
 * @param y - patches, as unfold returns them.
 * @param outputSize - Spatial sizes of the result, one number per axis.  At least 1.
 * @param kernelSize - Size of a patch, one entry per axis or one for all.  At least 1.
 */
export function fold(y: Input, outputSize: Ints, kernelSize: Ints, options?: FoldOptions): PendingArray;

/** Options of {@link full}. */
export interface FullOptions extends Out {
  /** Dtype of the result; default: the default float dtype.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * An array filled with a value.
 *
 * The value may be an array that broadcasts to the shape.  The default dtype is that of the value.
 *
 * @param shape - Shape of the result.  At least 0.
 * @param value - the number to fill with, or an array that broadcasts.
 */
export function full(shape: Ints, value: Input, options?: FullOptions): PendingArray;

/** Options of {@link fullLike}. */
export interface FullLikeOptions extends Out {
  /** Dtype of the result; default: that of x.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
  /** Device of the result; default: that of x.  Default: none. */
  device?: Device | null;
}
/**
 * An array filled with a value, with the shape and dtype of x.
 *
 * @param x - an array whose shape and dtype are used.
 * @param value - the number to fill with, or an array that broadcasts.
 */
export function fullLike(x: Input, value: Input, options?: FullLikeOptions): PendingArray;

/** Options of {@link gamma}. */
export interface GammaOptions extends Out {
  /** Scale: multiplies each sample.  At least 0.0.  Default: 1. */
  scale?: number;
  /** Shape of the result; none: that of the parameter.  At least 0.  Default: none. */
  shape?: Ints | null;
  /** A float dtype.  Default: none. */
  dtype?: 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from a gamma distribution.
 *
 * @param concentration - shape parameter.
 */
export function gamma(concentration: Input, options?: GammaOptions): PendingArray;

/** Options of {@link gaussianNllLoss}. */
export interface GaussianNllLossOptions extends Out {
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** Include the constant log(2 pi) / 2.  Default: false. */
  full?: boolean;
  /** Lower bound on the variance.  Greater than 0.0.  Default: 1e-06. */
  eps?: number;
}
/**
 * The Gaussian negative log-likelihood of the target, with mean x and variance var.
 *
 * @param x - predicted means.
 * @param target - the values to predict.
 * @param var_ - predicted variances.
 */
export function gaussianNllLoss(x: Input, target: Input, var_: Input, options?: GaussianNllLossOptions): PendingArray;

/**
 * Gaussian error linear unit: x times the standard normal distribution function of x.
 *
 * @param x - the input.
 */
export function gelu(x: Input, options?: Out): PendingArray;

/**
 * Gaussian error linear unit, by its tanh approximation.
 *
 * @param x - the input.
 */
export function geluTanh(x: Input, options?: Out): PendingArray;

/** Options of {@link geometric}. */
export interface GeometricOptions extends Out {
  /** Shape of the result; none: that of the parameters.  At least 0.  Default: none. */
  shape?: Ints | null;
  /** Dtype of the result; default: the default float dtype, int64 for counts.  Default: none. */
  dtype?: 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from a geometric distribution: the number of trials up to the first success.
 *
 * @param probability - probability of success, 0 to 1.
 */
export function geometric(probability: Input, options?: GeometricOptions): PendingArray;

/**
 * The mean over the spatial axes, which are kept with size one.
 *
 * @param x - images or sequences, (batch, channels, spatial axes).
 */
export function globalAvgPool(x: Input, options?: Out): PendingArray;

/**
 * The maximum over the spatial axes, which are kept with size one.
 *
 * @param x - images or sequences, (batch, channels, spatial axes).
 */
export function globalMaxPool(x: Input, options?: Out): PendingArray;

/**
 * The Euclidean norm of all elements of all arrays.
 *
 * @param arrays - arrays of any shapes.
 */
export function globalNorm(arrays: readonly Input[] | NDArray, options?: Out): PendingArray;

/** Options of {@link glu}. */
export interface GluOptions extends Out {
  /** Axis that is split into two halves.  Default: -1. */
  axis?: number;
}
/**
 * Gated linear unit: the first half of x along an axis times the sigmoid of the second half.
 *
 * @param x - the input.
 */
export function glu(x: Input, options?: GluOptions): PendingArray;

/**
 * Test whether x1 > x2, element-wise.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function greater(x1: Input, x2: Input, options?: Out): PendingArray;

/**
 * Test whether x1 >= x2, element-wise.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function greaterEqual(x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link gridSample}. */
export interface GridSampleOptions extends Out {
  /** 'bilinear' or 'nearest'.  Default: bilinear. */
  mode?: 'bilinear' | 'nearest';
  /** Values outside x: 'zeros', 'border' or 'reflection'.  Default: zeros. */
  paddingMode?: 'zeros' | 'border' | 'reflection';
  /** -1 and 1 are the centres of the corner pixels, not their edges.  Default: false. */
  alignCorners?: boolean;
}
/**
 * Sample images at the positions of a grid, with coordinates from -1 to 1.
 *
 * x has shape (batch, channels, height, width), the grid (batch, rows, columns, 2) with x before y coordinates.
 * The result has shape (batch, channels, rows, columns).  A NaN coordinate stands for pixel -1, just before the
 * first pixel.
 *
 * @param x - images, (batch, channels, height, width).
 * @param grid - coordinates from -1 to 1, (batch, rows, columns, 2).
 */
export function gridSample(x: Input, grid: Input, options?: GridSampleOptions): PendingArray;

/** Options of {@link groupNorm}. */
export interface GroupNormOptions extends Out {
  /** Added to the variance.  At least 0.0.  Default: 1e-05. */
  eps?: number;
  /** Scale of each channel. */
  weight?: Input | null;
  /** Offset of each channel. */
  bias?: Input | null;
}
/**
 * Group normalisation: normalise each group of channels of each sample.
 *
 * x has shape (batch, channels, ...).  weight and bias have one element per channel.
 *
 * @param x - the input.
 * @param numGroups - Number of groups; required, must divide the channels.  At least 1.
 */
export function groupNorm(x: Input, numGroups: number, options?: GroupNormOptions): PendingArray;

/** Options of {@link gru}. */
export interface GruOptions {
  /** Process the sequence from the last time step to the first.  Default: false. */
  reverse?: boolean;
  /** Bias of the input. */
  biasIh?: Input | null;
  /** Bias of the hidden state. */
  biasHh?: Input | null;
  /** Initial hidden state. */
  h0?: Input | null;
  /** Number of time steps of each sample. */
  lengths?: Input | null;
}
/**
 * A gated recurrent unit (GRU) layer.
 *
 * x has shape (time, batch, inputs), weight_ih (3 * units, inputs), weight_hh (3 * units, units), with the gates in
 * the order r, z, n; r multiplies W_hn h + b_hn.  y holds the states of all time steps, h_n the last one; saved is
 * for the gradient.  lengths has the number of time steps of each sample, after which y is 0 and the state does not
 * change.
 *
 * @param x - sequences, (time, batch, inputs).
 * @param weightIh - weights of the input.
 * @param weightHh - weights of the hidden state.
 * @returns y: hidden states of all time steps; h_n: last hidden state; saved: intermediate values for the gradient.
 */
export function gru(x: Input, weightIh: Input, weightHh: Input, options?: GruOptions): [y: PendingArray, hN: PendingArray, saved: PendingArray];

/** Options of {@link gumbel}. */
export interface GumbelOptions extends Out {
  /** Location: added to each sample.  Default: 0. */
  loc?: number;
  /** Scale: multiplies each sample.  At least 0.0.  Default: 1. */
  scale?: number;
  /** A float dtype.  Default: none. */
  dtype?: 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from a Gumbel distribution with mode loc.
 *
 * @param shape - Shape of the result.  At least 0.
 */
export function gumbel(shape: Ints, options?: GumbelOptions): PendingArray;

/** Options of {@link hardshrink}. */
export interface HardshrinkOptions extends Out {
  /** Elements with |x| <= lambd become 0.  At least 0.0.  Default: 0.5. */
  lambd?: number;
}
/**
 * Hard shrinkage: x where |x| > lambd, 0 elsewhere.
 *
 * @param x - the input.
 */
export function hardshrink(x: Input, options?: HardshrinkOptions): PendingArray;

/**
 * Hard sigmoid: x / 6 + 1/2, clamped to the range from 0 to 1.
 *
 * @param x - the input.
 */
export function hardsigmoid(x: Input, options?: Out): PendingArray;

/**
 * Hard swish: x hardsigmoid(x).
 *
 * @param x - the input.
 */
export function hardswish(x: Input, options?: Out): PendingArray;

/** Options of {@link hardtanh}. */
export interface HardtanhOptions extends Out {
  /** Lower bound of the result.  Default: -1. */
  minVal?: number;
  /** Upper bound of the result.  Default: 1. */
  maxVal?: number;
}
/**
 * Clamp x to the range from min_val to max_val.
 *
 * @param x - the input.
 */
export function hardtanh(x: Input, options?: HardtanhOptions): PendingArray;

/** Options of {@link hingeEmbeddingLoss}. */
export interface HingeEmbeddingLossOptions extends Out {
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** Margin for targets of -1.  Default: 1. */
  margin?: number;
}
/**
 * The hinge embedding loss: x for targets 1, max(0, margin - x) for targets -1.
 *
 * @param x - scores.
 * @param target - 1 or -1.
 */
export function hingeEmbeddingLoss(x: Input, target: Input, options?: HingeEmbeddingLossOptions): PendingArray;

/** Options of {@link hingeLoss}. */
export interface HingeLossOptions extends Out {
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** The loss is 0 if target * x is at least this value.  At least 0.0.  Default: 1. */
  margin?: number;
}
/**
 * The hinge loss, max(0, margin - target * x), for targets 1 and -1.
 *
 * @param x - scores.
 * @param target - 1 or -1.
 */
export function hingeLoss(x: Input, target: Input, options?: HingeLossOptions): PendingArray;

/** Options of {@link histogram}. */
export interface HistogramOptions {
  /** Number of bins.  At least 1.  Default: 10. */
  bins?: number;
  /** Lowest edge.  Default: 0. */
  min?: number;
  /** Highest edge; if equal to min, the range of the data is used.  Default: 0. */
  max?: number;
  /** Weight of each element. */
  weights?: Input | null;
}
/**
 * Count the elements (or sum their weights) in bins of equal width; also return the bin edges.
 *
 * Each bin includes its lower edge; the last bin includes both edges.  NaN and elements outside the range are not
 * counted.  If the range is taken from data that contain NaN or an infinity, the task fails.
 *
 * @param x - the input.
 * @returns counts: count or sum of weights of each bin; edges: edges of the bins.
 */
export function histogram(x: Input, options?: HistogramOptions): [counts: PendingArray, edges: PendingArray];

/** Options of {@link huberLoss}. */
export interface HuberLossOptions extends Out {
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** Distance up to which the loss is quadratic, and its slope beyond.  At least 0.0.  Default: 1. */
  delta?: number;
}
/**
 * The Huber loss: quadratic near 0, linear elsewhere.
 *
 * With d = |x - target|: d^2 / 2 up to delta, delta (d - delta / 2) above.
 *
 * @param x - predictions.
 * @param target - the values to predict.
 */
export function huberLoss(x: Input, target: Input, options?: HuberLossOptions): PendingArray;

/**
 * Hypotenuse, sqrt(x1^2 + x2^2), without overflow.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function hypot(x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link ifftn}. */
export interface IfftnOptions extends Out {
  /** Lengths to which x is cropped or zero-padded; none: those of x.  At least 1.  Default: none. */
  s?: Ints | null;
  /** Axes to transform; none: all, or the last len(s) axes.  Default: none. */
  axis?: Ints | null;
  /** 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n).  Default: backward. */
  norm?: 'backward' | 'forward' | 'ortho';
}
/**
 * The inverse discrete Fourier transform over the given axes.
 *
 * The result is complex.  All results that depend on an infinity or NaN are NaN.
 *
 * @param x - the input.
 */
export function ifftn(x: Input, options?: IfftnOptions): PendingArray;

/**
 * Imaginary part.
 *
 * @param x - the input.
 */
export function imag(x: Input, options?: Out): PendingArray;

/** Options of {@link imageNormalize}. */
export interface ImageNormalizeOptions extends Out {
  /** Multiplies x before mean and std are applied; none: 1/255 for integers, 1 for floats.  Default: none. */
  scale?: number | null;
  /** Layout of x: 'HWC' (channels last) or 'CHW' (channels first).  Default: HWC. */
  layout?: 'HWC' | 'CHW';
  /** Layout of the result: 'HWC' or 'CHW'.  Default: CHW. */
  outputLayout?: 'HWC' | 'CHW';
  /** Dtype of the result; default: the dtype of x if it is a float, else float32.  Default: none. */
  dtype?: 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Mean of each channel. */
  mean?: Input | null;
  /** Standard deviation of each channel. */
  std?: Input | null;
}
/**
 * Normalise images per channel, (scale x - mean) / std, and convert their layout.
 *
 * x has shape (..., height, width, channels), or (..., channels, height, width) with layout 'CHW'.  Without mean
 * and std, uint8 pixels become floats from 0 to 1.  A std of 0 is an error.
 *
 * @param x - images.
 */
export function imageNormalize(x: Input, options?: ImageNormalizeOptions): PendingArray;

/** Options of {@link imageResize}. */
export interface ImageResizeOptions extends Out {
  /** 'nearest', 'nearest-exact', 'bilinear', 'bicubic' or 'area'.  Default: bilinear. */
  mode?: 'nearest' | 'nearest-exact' | 'bilinear' | 'bicubic' | 'area';
  /** When downscaling, average all pixels of x that a pixel of the result covers.  Default: true. */
  antialias?: boolean;
  /** 'HWC' (channels last) or 'CHW' (channels first, or no channels).  Default: HWC. */
  layout?: 'HWC' | 'CHW';
}
/**
 * Resize images of uint8 or float pixels.
 *
 * x has shape (..., height, width, channels), or (..., height, width) with layout 'CHW'.  uint8 pixels are rounded
 * once, at the end.
 *
 * @param x - images.
 * @param size - Height and width of the result.  At least 1.
 */
export function imageResize(x: Input, size: Ints, options?: ImageResizeOptions): PendingArray;

/** Options of {@link index}. */
export interface IndexOptions extends Out {
  /** Axis that each index array applies to; none: the leading axes.  Default: none. */
  axes?: Ints | null;
  /** Put the dimensions of the index arrays first, wherever the axes are.  Default: false. */
  front?: boolean;
}
/**
 * Index several axes of x with integer arrays, as in x[i, :, j].
 *
 * The index arrays are broadcast together.  Their dimensions replace the indexed axes if those are adjacent, and
 * come first otherwise.  Negative indices count from the end.
 *
 * @param x - the input.
 * @param indices - integer arrays, one for each indexed axis.
 */
export function index(x: Input, indices: readonly Input[] | NDArray, options?: IndexOptions): PendingArray;

/** Options of {@link indexPut}. */
export interface IndexPutOptions extends Out {
  /** Axis that each index array applies to; none: the leading axes.  Default: none. */
  axes?: Ints | null;
  /** Put the dimensions of the index arrays first, wherever the axes are.  Default: false. */
  front?: boolean;
  /** Add to the elements instead of replacing them.  Default: false. */
  accumulate?: boolean;
}
/**
 * A copy of x with the elements at integer index arrays replaced, as in x[i, :, j] = values.
 *
 * Values are broadcast to the shape of index(x, indices).  If an element is indexed several times, the last value
 * is stored, or with accumulate all are added in order.  If x is also the output, only the indexed elements are
 * written.
 *
 * @param x - the input.
 * @param values - new values of the selected elements.
 * @param indices - integer arrays, one for each indexed axis.
 */
export function indexPut(x: Input, values: Input, indices: readonly Input[] | NDArray, options?: IndexPutOptions): PendingArray;

/**
 * The inner product: sum over the last axes of x1 and x2.
 *
 * Complex numbers are not conjugated; vecdot conjugates x1.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function inner(x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link instanceNorm}. */
export interface InstanceNormOptions extends Out {
  /** Added to the variance.  At least 0.0.  Default: 1e-05. */
  eps?: number;
  /** Scale of each channel. */
  weight?: Input | null;
  /** Offset of each channel. */
  bias?: Input | null;
}
/**
 * Instance normalisation: normalise each channel of each sample.
 *
 * x has shape (batch, channels, ...).  weight and bias have one element per channel.
 *
 * @param x - the input.
 */
export function instanceNorm(x: Input, options?: InstanceNormOptions): PendingArray;

/** Options of {@link integers}. */
export interface IntegersOptions extends Out {
  /** An integer dtype.  Default: int64. */
  dtype?: 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64';
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Random integers from low (inclusive) to high (exclusive), uniformly distributed.
 *
 * @param low - Lower bound, inclusive.
 * @param high - Upper bound, exclusive; required.
 * @param shape - Shape of the result.  At least 0.
 */
export function integers(low: number, high: number, shape: Ints, options?: IntegersOptions): PendingArray;

/** Options of {@link interpolate}. */
export interface InterpolateOptions extends Out {
  /** Spatial sizes of the result, one per axis or one for all.  At least 1.  Default: none. */
  size?: Ints | null;
  /** Ratio of the result's size to the size of x, instead of size.  Greater than 0.0.  Default: none. */
  scaleFactor?: number | null;
  /** 'nearest', 'nearest-exact', 'linear', 'bilinear', 'trilinear', 'bicubic' or 'area'.  Default: nearest. */
  mode?: 'nearest' | 'nearest-exact' | 'linear' | 'bilinear' | 'trilinear' | 'bicubic' | 'area';
  /** Align the centres of the corner elements, not their edges.  Default: false. */
  alignCorners?: boolean;
  /** When downscaling, average all elements of x that an element of the result covers.  Default: false. */
  antialias?: boolean;
}
/**
 * Resize an array along its one to three spatial axes.
 *
 * x has shape (batch, channels, spatial axes).  'area' averages; 'nearest' copies and accepts any dtype.  With
 * scale_factor, sizes are rounded down, and positions are computed from the exact factor.
 *
 * @param x - images, (batch, channels, spatial axes).
 */
export function interpolate(x: Input, options?: InterpolateOptions): PendingArray;

/**
 * The inverses of square matrices.
 *
 * The task fails if a matrix is singular, that is if a pivot is 0.  A matrix with an element that is not finite
 * gives NaN.
 *
 * @param x - square matrices.
 */
export function inv(x: Input, options?: Out): PendingArray;

/** Options of {@link irfftn}. */
export interface IrfftnOptions extends Out {
  /** Lengths to which x is cropped or zero-padded; none: those of x.  At least 1.  Default: none. */
  s?: Ints | null;
  /** Axes to transform; none: all, or the last len(s) axes.  Default: none. */
  axis?: Ints | null;
  /** 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n).  Default: backward. */
  norm?: 'backward' | 'forward' | 'ortho';
}
/**
 * The inverse of rfftn: real output from the non-redundant half of a transform.
 *
 * Without s, the last transformed axis has 2 (m - 1) elements in the result, where m is its size in x.
 *
 * @param x - the input.
 */
export function irfftn(x: Input, options?: IrfftnOptions): PendingArray;

/**
 * Test that each element is neither infinite nor NaN.
 *
 * @param x - the input.
 */
export function isfinite(x: Input, options?: Out): PendingArray;

/** Options of {@link isin}. */
export interface IsinOptions extends Out {
  /** Test that the element is not in x2.  Default: false. */
  invert?: boolean;
}
/**
 * Test whether each element of x1 is in x2.
 *
 * NaN equals nothing, so it is never in x2.
 *
 * @param x1 - the elements to look for.
 * @param x2 - the elements to look among.
 */
export function isin(x1: Input, x2: Input, options?: IsinOptions): PendingArray;

/**
 * Test each element for positive or negative infinity.
 *
 * @param x - the input.
 */
export function isinf(x: Input, options?: Out): PendingArray;

/**
 * Test each element for NaN.
 *
 * @param x - the input.
 */
export function isnan(x: Input, options?: Out): PendingArray;

/** Options of {@link klDiv}. */
export interface KlDivOptions extends Out {
  /** 'mean', 'sum', 'none' or 'batchmean' (the sum divided by the batch size).  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none' | 'batchmean';
  /** The target holds log-probabilities too.  Default: false. */
  logTarget?: boolean;
}
/**
 * KL divergence of the target from the distribution whose log-probabilities are x.
 *
 * The elementwise loss is target * (log(target) - x).  Targets are probabilities, or log-probabilities with
 * log_target.  A target of 0 contributes 0.
 *
 * @param x - log-probabilities.
 * @param target - probabilities, or their logarithms with log_target.
 */
export function klDiv(x: Input, target: Input, options?: KlDivOptions): PendingArray;

/** Options of {@link kthvalue}. */
export interface KthvalueOptions {
  /** Rank of the element; 1 is the smallest.  At least 1.  Default: 1. */
  k?: number;
  /** Axis to search along.  Default: -1. */
  axis?: number;
  /** Keep the reduced axis with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * The k-th smallest element along an axis, counted from 1, and its index.
 *
 * @param x - the input.
 * @returns values: the element of that rank; indices: its index along the axis.
 */
export function kthvalue(x: Input, options?: KthvalueOptions): [values: PendingArray, indices: PendingArray];

/** Options of {@link l1Loss}. */
export interface L1LossOptions extends Out {
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/**
 * The mean absolute error, |x - target|.
 *
 * @param x - predictions.
 * @param target - the values to predict.
 */
export function l1Loss(x: Input, target: Input, options?: L1LossOptions): PendingArray;

/** Options of {@link laplace}. */
export interface LaplaceOptions extends Out {
  /** Location: added to each sample.  Default: 0. */
  loc?: number;
  /** Scale: multiplies each sample.  At least 0.0.  Default: 1. */
  scale?: number;
  /** A float dtype.  Default: none. */
  dtype?: 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from a Laplace distribution with mean loc.
 *
 * @param shape - Shape of the result.  At least 0.
 */
export function laplace(shape: Ints, options?: LaplaceOptions): PendingArray;

/** Options of {@link layerNorm}. */
export interface LayerNormOptions extends Out {
  /** The last axes, which are normalised; none: as many as weight has axes, or one.  Default: none. */
  axis?: Ints | null;
  /** Added to the variance.  At least 0.0.  Default: 1e-05. */
  eps?: number | null;
  /** Scale of each element of the normalised axes. */
  weight?: Input | null;
  /** Offset of each of these elements. */
  bias?: Input | null;
}
/**
 * Layer normalisation: subtract the mean and divide by the standard deviation over the last axes.
 *
 * weight and bias have the shape of those axes.  The variance has correction 0.
 *
 * @param x - the input.
 */
export function layerNorm(x: Input, options?: LayerNormOptions): PendingArray;

/** Options of {@link leakyRelu}. */
export interface LeakyReluOptions extends Out {
  /** Slope for negative x.  Default: 0.01. */
  negativeSlope?: number;
}
/**
 * Leaky ReLU: x where x > 0, negative_slope x elsewhere.
 *
 * @param x - the input.
 */
export function leakyRelu(x: Input, options?: LeakyReluOptions): PendingArray;

/**
 * Test whether x1 < x2, element-wise.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function less(x1: Input, x2: Input, options?: Out): PendingArray;

/**
 * Test whether x1 <= x2, element-wise.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function lessEqual(x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link lexsort}. */
export interface LexsortOptions extends Out {
  /** Axis to sort along.  Default: -1. */
  axis?: number;
}
/**
 * Indices that sort by several keys: by the last key, then, where it is equal, by the one before it, and so on.
 *
 * @param keys - keys of the elements, the last one first in importance.
 */
export function lexsort(keys: readonly Input[] | NDArray, options?: LexsortOptions): PendingArray;

/** Options of {@link linear}. */
export interface LinearOptions extends Out {
  /** One number per output feature. */
  bias?: Input | null;
}
/**
 * The linear transformation y = x weight^T + bias.
 *
 * x has shape (..., in), the weight (out, in), the bias (out,), the result (..., out).
 *
 * @param x - features along the last axis.
 * @param weight - (output features, input features).
 */
export function linear(x: Input, weight: Input, options?: LinearOptions): PendingArray;

/** Options of {@link linearScan}. */
export interface LinearScanOptions extends Out {
  /** Axis to scan along.  Default: -1. */
  axis?: number;
  /** Scan from the end.  Default: false. */
  reverse?: boolean;
}
/**
 * Linear recurrence y[i] = a[i] y[i-1] + b[i] along an axis, starting from y = 0.
 *
 * @param a - factor of the previous result.
 * @param b - the number that is added.
 */
export function linearScan(a: Input, b: Input, options?: LinearScanOptions): PendingArray;

/** Options of {@link linspace}. */
export interface LinspaceOptions extends Out {
  /** Number of elements.  At least 0.  Default: 50. */
  num?: number;
  /** Include stop as the last number.  Default: true. */
  endpoint?: boolean;
  /** A float dtype.  Default: none. */
  dtype?: 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * A given number of evenly spaced numbers from start to stop.
 *
 * @param start - First number.
 * @param stop - Last number, or the end of the range.
 */
export function linspace(start: number, stop: number, options?: LinspaceOptions): PendingArray;

/** Options of {@link localResponseNorm}. */
export interface LocalResponseNormOptions extends Out {
  /** Multiplies the mean of the squares.  Default: 0.0001. */
  alpha?: number;
  /** Exponent of the divisor.  Default: 0.75. */
  beta?: number;
  /** Added to the divisor.  Default: 1. */
  k?: number;
}
/**
 * Local response normalisation across neighbouring channels.
 *
 * @param x - images or sequences, (batch, channels, spatial axes).
 * @param size - Number of neighbouring channels that are summed; required.  At least 1.
 */
export function localResponseNorm(x: Input, size: number, options?: LocalResponseNormOptions): PendingArray;

/**
 * Natural logarithm of each element.
 *
 * @param x - the input.
 */
export function log(x: Input, options?: Out): PendingArray;

/**
 * Base-10 logarithm.
 *
 * @param x - the input.
 */
export function log10(x: Input, options?: Out): PendingArray;

/**
 * log(1 + x), accurate near zero.
 *
 * @param x - the input.
 */
export function log1p(x: Input, options?: Out): PendingArray;

/**
 * Base-2 logarithm.
 *
 * @param x - the input.
 */
export function log2(x: Input, options?: Out): PendingArray;

/**
 * Logarithm of the sigmoid.
 *
 * @param x - the input.
 */
export function logSigmoid(x: Input, options?: Out): PendingArray;

/** Options of {@link logSoftmax}. */
export interface LogSoftmaxOptions extends Out {
  /** The axis whose entries sum to one.  Default: -1. */
  axis?: number;
}
/**
 * The logarithm of softmax along an axis, computed without loss of precision.
 *
 * @param x - scores.
 */
export function logSoftmax(x: Input, options?: LogSoftmaxOptions): PendingArray;

/**
 * log(exp(x1) + exp(x2)), without overflow.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function logaddexp(x1: Input, x2: Input, options?: Out): PendingArray;

/**
 * Logical AND.  Nonzero numbers are true.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function logicalAnd(x1: Input, x2: Input, options?: Out): PendingArray;

/**
 * Logical NOT.  Nonzero numbers are true.
 *
 * @param x - the input.
 */
export function logicalNot(x: Input, options?: Out): PendingArray;

/**
 * Logical OR.  Nonzero numbers are true.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function logicalOr(x1: Input, x2: Input, options?: Out): PendingArray;

/**
 * Logical exclusive OR.  Nonzero numbers are true.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function logicalXor(x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link logistic}. */
export interface LogisticOptions extends Out {
  /** Location: added to each sample.  Default: 0. */
  loc?: number;
  /** Scale: multiplies each sample.  At least 0.0.  Default: 1. */
  scale?: number;
  /** A float dtype.  Default: none. */
  dtype?: 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from a logistic distribution with mean loc.
 *
 * @param shape - Shape of the result.  At least 0.
 */
export function logistic(shape: Ints, options?: LogisticOptions): PendingArray;

/**
 * log(x / (1 - x)), the inverse of sigmoid.
 *
 * @param x - the input.
 */
export function logit(x: Input, options?: Out): PendingArray;

/** Options of {@link lognormal}. */
export interface LognormalOptions extends Out {
  /** Location: added to each sample.  Default: 0. */
  loc?: number;
  /** Scale: multiplies each sample.  At least 0.0.  Default: 1. */
  scale?: number;
  /** A float dtype.  Default: none. */
  dtype?: 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from a log-normal distribution; loc and scale are the mean and standard deviation of the logarithm.
 *
 * @param shape - Shape of the result.  At least 0.
 */
export function lognormal(shape: Ints, options?: LognormalOptions): PendingArray;

/** Options of {@link logsumexp}. */
export interface LogsumexpOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * log(sum(exp(x))) over axes, without overflow.
 *
 * @param x - the input.
 */
export function logsumexp(x: Input, options?: LogsumexpOptions): PendingArray;

/** Options of {@link lpPool}. */
export interface LpPoolOptions extends Out {
  /** The exponent.  Greater than 0.0.  Default: 2. */
  normType?: number;
  /** Distance between windows; none: kernel_size.  At least 1.  Default: none. */
  stride?: Ints | null;
  /** Round output sizes up: include windows that extend past the end.  Default: false. */
  ceilMode?: boolean;
}
/**
 * Power-average pooling: (sum x^p)^(1/p) of each window, with p = norm_type.
 *
 * @param x - images or sequences, (batch, channels, spatial axes).
 * @param kernelSize - Size of a window, one entry per axis or one for all.  At least 1.
 */
export function lpPool(x: Input, kernelSize: Ints, options?: LpPoolOptions): PendingArray;

/** Options of {@link lstm}. */
export interface LstmOptions {
  /** Process the sequence from the last time step to the first.  Default: false. */
  reverse?: boolean;
  /** Bias of the input. */
  biasIh?: Input | null;
  /** Bias of the hidden state. */
  biasHh?: Input | null;
  /** Initial hidden state. */
  h0?: Input | null;
  /** Initial cell state. */
  c0?: Input | null;
  /** Number of time steps of each sample. */
  lengths?: Input | null;
}
/**
 * A long short-term memory (LSTM) layer.
 *
 * x has shape (time, batch, inputs), weight_ih (4 * units, inputs), weight_hh (4 * units, units), with the gates in
 * the order i, f, g, o.  y holds the states of all time steps, h_n and c_n the last states; saved is for the
 * gradient.  lengths has the number of time steps of each sample, after which y is 0 and the state does not change.
 *
 * @param x - sequences, (time, batch, inputs).
 * @param weightIh - weights of the input.
 * @param weightHh - weights of the hidden state.
 * @returns y: hidden states of all time steps; h_n: last hidden state; c_n: last cell state; saved: intermediate
 * values for the gradient.
 */
export function lstm(x: Input, weightIh: Input, weightHh: Input, options?: LstmOptions): [y: PendingArray, hN: PendingArray, cN: PendingArray, saved: PendingArray];

/** Options of {@link marginRankingLoss}. */
export interface MarginRankingLossOptions extends Out {
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** Margin of the comparison.  Default: 0. */
  margin?: number;
}
/**
 * The margin ranking loss, max(0, margin - target * (x1 - x2)), for targets 1 and -1.
 *
 * @param x1 - scores.
 * @param x2 - scores.
 * @param target - 1 if x1 should be ranked higher, else -1.
 */
export function marginRankingLoss(x1: Input, x2: Input, target: Input, options?: MarginRankingLossOptions): PendingArray;

/**
 * A copy of x with the elements replaced where the mask is true, as in x[mask] = values.
 *
 * Values are one row for all true elements, or one row for each in row-major order; any other number of rows makes
 * the operation fail.  If x is also the output, only the selected elements are written.
 *
 * @param x - the input.
 * @param mask - bools, in the shape of x or of its leading axes.
 * @param values - new values, in order.
 */
export function maskPut(x: Input, mask: Input, values: Input, options?: Out): PendingArray;

/**
 * Elements (or rows) of x where the mask is true, as in x[mask].
 *
 * The size of the result depends on the mask, so this waits for the mask (not for x).  The mask has the shape of x
 * or of its leading dimensions.
 *
 * Blocks until the inputs are computed, because the shape of the result depends on their values.
 *
 * @param x - the input.
 * @param mask - bools, in the shape of x or of its leading axes.
 */
export function maskSelect(x: Input, mask: Input, options?: Out): PendingArray;

/**
 * The matrix product of two arrays.
 *
 * Dimensions before the last two broadcast.  A vector is treated as a row on the left and as a column on the right,
 * and this dimension is dropped from the result.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function matmul(x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link matrixNorm}. */
export interface MatrixNormOptions extends Out {
  /** Keep both axes, with size one.  Default: false. */
  keepdims?: boolean;
  /** Order of the norm: 'fro', '1', '-1', 'inf' or '-inf'.  Default: fro. */
  ord?: 'fro' | '1' | '-1' | 'inf' | '-inf';
}
/**
 * The matrix norms that need no singular values.
 *
 * 'fro' is the square root of the sum of squares.  '1' and '-1' are the largest and smallest column sum of |x|,
 * 'inf' and '-inf' the largest and smallest row sum.
 *
 * @param x - matrices.
 */
export function matrixNorm(x: Input, options?: MatrixNormOptions): PendingArray;

/**
 * Raise square matrices to an integer power.
 *
 * @param x - square matrices.
 * @param n - The exponent; if negative, x is inverted first.
 */
export function matrixPower(x: Input, n: number, options?: Out): PendingArray;

/**
 * Exchange the last two axes; returns a view.
 *
 * @param x - the input.
 */
export function matrixTranspose(x: Input, options?: Out): PendingArray;

/** Options of {@link max}. */
export interface MaxOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * Maximum over axes; NaN if any element is NaN.
 *
 * @param x - the input.
 */
export function max(x: Input, options?: MaxOptions): PendingArray;

/** Options of {@link maxPool}. */
export interface MaxPoolOptions extends Out {
  /** Distance between windows; none: kernel_size.  At least 1.  Default: none. */
  stride?: Ints | null;
  /** Padding at both ends of each axis, less than any element; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Spacing between the elements of a window; none: 1.  At least 1.  Default: none. */
  dilation?: Ints | null;
  /** Round output sizes up: include windows that extend past the end.  Default: false. */
  ceilMode?: boolean;
}
/**
 * Max pooling over one, two or three spatial axes.
 *
 * x has shape (batch, channels, spatial axes).  A window that contains NaN gives NaN.
 *
 * @param x - images or sequences, (batch, channels, spatial axes).
 * @param kernelSize - Size of a window, one entry per axis or one for all.  At least 1.
 */
export function maxPool(x: Input, kernelSize: Ints, options?: MaxPoolOptions): PendingArray;

/** Options of {@link maxPoolIndices}. */
export interface MaxPoolIndicesOptions extends Out {
  /** Distance between windows; none: kernel_size.  At least 1.  Default: none. */
  stride?: Ints | null;
  /** Padding at both ends of each axis, less than any element; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Spacing between the elements of a window; none: 1.  At least 1.  Default: none. */
  dilation?: Ints | null;
  /** Round output sizes up: include windows that extend past the end.  Default: false. */
  ceilMode?: boolean;
}
/**
 * The indices of the maxima of max_pool, flattened over the spatial axes.
 *
 * Among equal elements the first is chosen.
 *
 * @param x - images or sequences, (batch, channels, spatial axes).
 * @param kernelSize - Size of a window, one entry per axis or one for all.  At least 1.
 */
export function maxPoolIndices(x: Input, kernelSize: Ints, options?: MaxPoolIndicesOptions): PendingArray;

/**
 * The partial inverse of max_pool: zeros, with x at the positions of max_pool_indices.
 *
 * The task fails if an index is out of range.
 *
 * @param x - maxima, as max_pool returns them.
 * @param indices - positions, as max_pool_indices returns them.
 * @param outputSize - Spatial sizes of the result, one entry per axis.  At least 1.
 */
export function maxUnpool(x: Input, indices: Input, outputSize: Ints, options?: Out): PendingArray;

/**
 * Element-wise maximum; NaN if either element is NaN.  Equal elements share the gradient.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function maximum(x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link mean}. */
export interface MeanOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * Arithmetic mean over axes.
 *
 * @param x - the input.
 */
export function mean(x: Input, options?: MeanOptions): PendingArray;

/** Options of {@link median}. */
export interface MedianOptions extends Out {
  /** Axis to reduce; none: all elements.  Default: none. */
  axis?: number | null;
  /** Keep the reduced axis with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * Median along an axis; for an even number of elements, the mean of the two middle ones.
 *
 * If an element is NaN, the result is NaN.
 *
 * @param x - the input.
 */
export function median(x: Input, options?: MedianOptions): PendingArray;

/** Options of {@link meshgrid}. */
export interface MeshgridOptions {
  /** 'xy': the first array varies along the second axis; 'ij': along the first.  Default: xy. */
  indexing?: 'xy' | 'ij';
}
/**
 * Coordinates of every point of a grid, one array for each axis; returns views.
 *
 * @param arrays - coordinates, one-dimensional.
 * @returns ys: one coordinate array per input.
 */
export function meshgrid(arrays: readonly Input[] | NDArray, options?: MeshgridOptions): PendingArray[];

/** Options of {@link min}. */
export interface MinOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * Minimum over axes; NaN if any element is NaN.
 *
 * @param x - the input.
 */
export function min(x: Input, options?: MinOptions): PendingArray;

/**
 * Element-wise minimum; NaN if either element is NaN.  Equal elements share the gradient.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function minimum(x1: Input, x2: Input, options?: Out): PendingArray;

/**
 * Mish: x tanh(softplus(x)).
 *
 * @param x - the input.
 */
export function mish(x: Input, options?: Out): PendingArray;

/**
 * Move axes to new positions; the others keep their order.  Returns a view.
 *
 * @param x - the input.
 * @param source - Axes to move.
 * @param destination - Their positions in the result.
 */
export function moveaxis(x: Input, source: Ints, destination: Ints, options?: Out): PendingArray;

/** Options of {@link mseLoss}. */
export interface MseLossOptions extends Out {
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/**
 * The mean squared error, (x - target)^2.
 *
 * @param x - predictions.
 * @param target - the values to predict.
 */
export function mseLoss(x: Input, target: Input, options?: MseLossOptions): PendingArray;

/** Options of {@link multiMarginLoss}. */
export interface MultiMarginLossOptions extends Out {
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** Power of each class's loss: 1 or 2.  Default: 1. */
  p?: number;
  /** By how much the label's score should exceed the other scores.  Default: 1. */
  margin?: number;
  /** Factor of each class. */
  weight?: Input | null;
}
/**
 * The multi-class margin loss: the mean of max(0, margin - x[label] + x[i])^p over classes.
 *
 * x has shape (batch, classes).  The class of the label does not contribute.  weight has one factor per class.  A
 * label out of range is an error.
 *
 * @param x - scores of the classes.
 * @param target - labels.
 */
export function multiMarginLoss(x: Input, target: Input, options?: MultiMarginLossOptions): PendingArray;

/** Options of {@link multilabelSoftMarginLoss}. */
export interface MultilabelSoftMarginLossOptions extends Out {
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** Factor of each class. */
  weight?: Input | null;
}
/**
 * The mean over classes of the binary cross entropy between sigmoid(x) and 0/1 targets.
 *
 * Classes lie along the last axis.
 *
 * @param x - logits of the classes.
 * @param target - 0 or 1 for each class.
 */
export function multilabelSoftMarginLoss(x: Input, target: Input, options?: MultilabelSoftMarginLossOptions): PendingArray;

/**
 * Element-wise product.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function multiply(x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link nanargmax}. */
export interface NanargmaxOptions extends Out {
  /** Axis to reduce; none: all elements, in row-major order.  Default: none. */
  axis?: number | null;
  /** Keep the reduced axis with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * Index of the largest element that is not NaN along an axis; the first of equal elements.
 *
 * Where all elements are NaN, the operation fails.
 *
 * @param x - the input.
 */
export function nanargmax(x: Input, options?: NanargmaxOptions): PendingArray;

/** Options of {@link nanargmin}. */
export interface NanargminOptions extends Out {
  /** Axis to reduce; none: all elements, in row-major order.  Default: none. */
  axis?: number | null;
  /** Keep the reduced axis with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * Index of the smallest element that is not NaN along an axis; the first of equal elements.
 *
 * Where all elements are NaN, the operation fails.
 *
 * @param x - the input.
 */
export function nanargmin(x: Input, options?: NanargminOptions): PendingArray;

/** Options of {@link nancumprod}. */
export interface NancumprodOptions extends Out {
  /** Axis to accumulate along; may be omitted for a 1-d array.  Default: none. */
  axis?: number | null;
  /** Dtype of the result; default: that of x, 64-bit for integers.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
}
/**
 * Cumulative product along an axis, with NaN as 1.
 *
 * @param x - the input.
 */
export function nancumprod(x: Input, options?: NancumprodOptions): PendingArray;

/** Options of {@link nancumsum}. */
export interface NancumsumOptions extends Out {
  /** Axis to accumulate along; may be omitted for a 1-d array.  Default: none. */
  axis?: number | null;
  /** Dtype of the result; default: that of x, 64-bit for integers.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
}
/**
 * Cumulative sum along an axis, with NaN as 0.
 *
 * @param x - the input.
 */
export function nancumsum(x: Input, options?: NancumsumOptions): PendingArray;

/** Options of {@link nanmax}. */
export interface NanmaxOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * Maximum over axes of the elements that are not NaN.
 *
 * NaN where all are NaN.
 *
 * @param x - the input.
 */
export function nanmax(x: Input, options?: NanmaxOptions): PendingArray;

/** Options of {@link nanmean}. */
export interface NanmeanOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * Arithmetic mean over axes of the elements that are not NaN.
 *
 * Without any, the mean is NaN.
 *
 * @param x - the input.
 */
export function nanmean(x: Input, options?: NanmeanOptions): PendingArray;

/** Options of {@link nanmedian}. */
export interface NanmedianOptions extends Out {
  /** Axis to reduce; none: all elements, in row-major order.  Default: none. */
  axis?: number | null;
  /** Keep the reduced axis with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * Median along an axis of the elements that are not NaN.
 *
 * NaN where all are NaN.
 *
 * @param x - the input.
 */
export function nanmedian(x: Input, options?: NanmedianOptions): PendingArray;

/** Options of {@link nanmin}. */
export interface NanminOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * Minimum over axes of the elements that are not NaN.
 *
 * NaN where all are NaN.
 *
 * @param x - the input.
 */
export function nanmin(x: Input, options?: NanminOptions): PendingArray;

/** Options of {@link nanprod}. */
export interface NanprodOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
  /** Dtype of the result; default: that of x, 64-bit for integers.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
}
/**
 * Product over axes of the elements that are not NaN.
 *
 * Without any, the product is 1.
 *
 * @param x - the input.
 */
export function nanprod(x: Input, options?: NanprodOptions): PendingArray;

/** Options of {@link nanstd}. */
export interface NanstdOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
  /** The divisor is the number of elements minus this.  Default: 0. */
  correction?: number;
}
/**
 * Standard deviation over axes of the elements that are not NaN.
 *
 * NaN where there are no more of them than the correction.
 *
 * @param x - the input.
 */
export function nanstd(x: Input, options?: NanstdOptions): PendingArray;

/** Options of {@link nansum}. */
export interface NansumOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
  /** Dtype of the result; default: that of x, 64-bit for integers.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
}
/**
 * Sum over axes of the elements that are not NaN.
 *
 * Without any, the sum is 0.
 *
 * @param x - the input.
 */
export function nansum(x: Input, options?: NansumOptions): PendingArray;

/** Options of {@link nanvar}. */
export interface NanvarOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
  /** The divisor is the number of elements minus this.  Default: 0. */
  correction?: number;
}
/**
 * Variance over axes of the elements that are not NaN.
 *
 * NaN where there are no more of them than the correction.
 *
 * @param x - the input.
 */
export function nanvar(x: Input, options?: NanvarOptions): PendingArray;

/**
 * Negate each element.
 *
 * @param x - the input.
 */
export function negative(x: Input, options?: Out): PendingArray;

/**
 * Next representable number after x1 in the direction of x2.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function nextafter(x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link nllLoss}. */
export interface NllLossOptions extends Out {
  /** The class axis; none: 1, or 0 if x is a vector.  Default: none. */
  axis?: number | null;
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** Targets with this label do not contribute.  Default: -100. */
  ignoreIndex?: number;
  /** Factor of each class. */
  weight?: Input | null;
}
/**
 * The negative log-likelihood of labels under log-probabilities x.
 *
 * x holds log-probabilities, with the classes along axis.  weight has one factor per class; a mean divides by the
 * sum of the weights of the labels.  A label that is out of range is an error, unless it is ignore_index.
 *
 * @param x - log-probabilities.
 * @param target - labels.
 */
export function nllLoss(x: Input, target: Input, options?: NllLossOptions): PendingArray;

/**
 * Indices of the nonzero elements: one array for each axis.
 *
 * The size of the result depends on the values, so this waits for x.  The indices are in row-major order of the
 * elements.
 *
 * Blocks until the inputs are computed, because the shape of the result depends on their values.
 *
 * @param x - the input.
 * @returns ys: the indices of the nonzero elements, one array per axis.
 */
export function nonzero(x: Input): PendingArray[];

/** Options of {@link normal}. */
export interface NormalOptions extends Out {
  /** Mean.  Default: 0. */
  mean?: number;
  /** Standard deviation.  At least 0.0.  Default: 1. */
  std?: number;
  /** A float dtype.  Default: none. */
  dtype?: 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from a normal distribution.
 *
 * @param shape - Shape of the result.  At least 0.
 */
export function normal(shape: Ints, options?: NormalOptions): PendingArray;

/** Options of {@link normalize}. */
export interface NormalizeOptions extends Out {
  /** Order of the norm; may be inf.  Greater than 0.0.  Default: 2. */
  p?: number;
  /** The axis of the vectors.  Default: -1. */
  axis?: number;
  /** Lower bound of the divisor.  At least 0.0.  Default: 1e-12. */
  eps?: number;
}
/**
 * Divide the vectors along an axis by their p-norm.
 *
 * @param x - the input.
 */
export function normalize(x: Input, options?: NormalizeOptions): PendingArray;

/**
 * Test whether x1 != x2, element-wise.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function notEqual(x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link oneHot}. */
export interface OneHotOptions extends Out {
  /** Dtype of the result; default: the default float dtype.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
}
/**
 * One-hot vectors: 1 at each index, 0 elsewhere.
 *
 * An index outside 0 to num_classes - 1 makes the operation fail.
 *
 * @param indices - classes.
 * @param numClasses - Size of the new last dimension; required.  At least 0.
 */
export function oneHot(indices: Input, numClasses: number, options?: OneHotOptions): PendingArray;

/** Options of {@link ones}. */
export interface OnesOptions extends Out {
  /** Dtype of the result; default: the default float dtype.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * An array of ones.
 *
 * @param shape - Shape of the result.  At least 0.
 */
export function ones(shape: Ints, options?: OnesOptions): PendingArray;

/** Options of {@link onesLike}. */
export interface OnesLikeOptions extends Out {
  /** Dtype of the result; default: that of x.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
  /** Device of the result; default: that of x.  Default: none. */
  device?: Device | null;
}
/**
 * Ones with the shape and dtype of x.
 *
 * @param x - an array whose shape and dtype are used.
 */
export function onesLike(x: Input, options?: OnesLikeOptions): PendingArray;

/**
 * The outer product: each element of x1 times each element of x2.
 *
 * Inputs of several dimensions are flattened.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function outer(x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link pad}. */
export interface PadOptions extends Out {
  /** 'constant', 'edge', 'reflect', 'symmetric' or 'wrap'.  Default: constant. */
  mode?: 'constant' | 'edge' | 'reflect' | 'symmetric' | 'wrap';
  /** Fill value for mode 'constant'.  Default: 0. */
  value?: number;
}
/**
 * Pad an array.
 *
 * The padding is a constant, the nearest edge element ('edge' or 'replicate'), a reflection at the edge ('reflect';
 * 'symmetric' repeats the edge element), or the elements of the opposite end ('wrap' or 'circular').
 *
 * @param x - the input.
 * @param widths - Padding before and after the first axis, then before and after the next, and so on.  At least 0.
 */
export function pad(x: Input, widths: Ints, options?: PadOptions): PendingArray;

/** Options of {@link pairwiseDistance}. */
export interface PairwiseDistanceOptions extends Out {
  /** Order of the norm; may be inf.  Greater than 0.0.  Default: 2. */
  p?: number;
  /** Added to each difference.  Default: 1e-06. */
  eps?: number;
  /** Keep the last axis, with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * The p-norm distances between corresponding vectors along the last axes of x1 and x2.
 *
 * @param x1 - vectors.
 * @param x2 - vectors.
 */
export function pairwiseDistance(x1: Input, x2: Input, options?: PairwiseDistanceOptions): PendingArray;

/** Options of {@link partition}. */
export interface PartitionOptions extends Out {
  /** Axis to partition along.  Default: -1. */
  axis?: number;
}
/**
 * Partition along an axis: the kth element is where sorting would put it, smaller ones before it.
 *
 * All elements are sorted, which is fast; use topk for a few of them.
 *
 * @param x - the input.
 * @param kth - Index that is put in its sorted position.
 */
export function partition(x: Input, kth: number, options?: PartitionOptions): PendingArray;

/** Options of {@link percentile}. */
export interface PercentileOptions extends Out {
  /** Axis to reduce; none: all elements.  Default: none. */
  axis?: number | null;
  /** Interpolation method, as in NumPy.  Default: linear. */
  method?: 'linear' | 'lower' | 'higher' | 'nearest' | 'midpoint' | 'inverted_cdf' | 'averaged_inverted_cdf' | 'closest_observation' | 'interpolated_inverted_cdf' | 'hazen' | 'weibull' | 'median_unbiased' | 'normal_unbiased';
  /** Keep the reduced axis with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * Percentiles of the elements along an axis, for q from 0 to 100.
 *
 * Like quantile, with q from 0 to 100.
 *
 * @param x - the input.
 * @param q - which quantiles, as fractions or percentages.
 */
export function percentile(x: Input, q: Input, options?: PercentileOptions): PendingArray;

/** Options of {@link permutation}. */
export interface PermutationOptions extends Out {
  /** An integer dtype.  Default: int64. */
  dtype?: 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64';
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Random permutation of the integers from 0 to n - 1.
 *
 * @param n - Number of integers; required.  At least 0.
 */
export function permutation(n: number, options?: PermutationOptions): PendingArray;

/** Options of {@link permuteDims}. */
export interface PermuteDimsOptions extends Out {
  /** Source axis of each axis of the result; none: reverse the axes.  Default: none. */
  axes?: Ints | null;
}
/**
 * Permute the axes; returns a view.
 *
 * @param x - the input.
 */
export function permuteDims(x: Input, options?: PermuteDimsOptions): PendingArray;

/**
 * Rearrange groups of channels into blocks of pixels (sub-pixel convolution).
 *
 * x has shape (..., channels * upscale_factor^2, height, width); the result has shape (..., channels, height *
 * upscale_factor, width * upscale_factor).
 *
 * @param x - images, (batch, channels, spatial axes).
 * @param upscaleFactor - Factor by which height and width grow.  At least 1.
 */
export function pixelShuffle(x: Input, upscaleFactor: number, options?: Out): PendingArray;

/**
 * Rearrange blocks of pixels into groups of channels, the inverse of pixel_shuffle.
 *
 * x has shape (..., channels, height, width).
 *
 * @param x - images, (batch, channels, spatial axes).
 * @param downscaleFactor - Factor by which height and width shrink.  At least 1.
 */
export function pixelUnshuffle(x: Input, downscaleFactor: number, options?: Out): PendingArray;

/** Options of {@link poisson}. */
export interface PoissonOptions extends Out {
  /** Shape of the result; none: that of the parameters.  At least 0.  Default: none. */
  shape?: Ints | null;
  /** Dtype of the result; default: the default float dtype, int64 for counts.  Default: none. */
  dtype?: 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from a Poisson distribution.
 *
 * @param rate - expected value.
 */
export function poisson(rate: Input, options?: PoissonOptions): PendingArray;

/** Options of {@link poissonNllLoss}. */
export interface PoissonNllLossOptions extends Out {
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** X is the logarithm of the rate.  Default: true. */
  logInput?: boolean;
  /** Include Stirling's approximation of log(target!).  Default: false. */
  full?: boolean;
  /** Added to the rate before taking the logarithm, if log_input is false.  At least 0.0.  Default: 1e-08. */
  eps?: number;
}
/**
 * The Poisson negative log-likelihood of the target, with rate exp(x), or x without log_input.
 *
 * @param x - predicted rates, or their logarithms.
 * @param target - counts.
 */
export function poissonNllLoss(x: Input, target: Input, options?: PoissonNllLossOptions): PendingArray;

/**
 * Each element unchanged.
 *
 * @param x - the input.
 */
export function positive(x: Input, options?: Out): PendingArray;

/**
 * x1 raised to the power x2.  Integer powers must not be negative.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function pow(x1: Input, x2: Input, options?: Out): PendingArray;

/**
 * Parametric ReLU: x1 where x1 > 0, x2 x1 elsewhere.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function prelu(x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link prod}. */
export interface ProdOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
  /** Dtype of the result; default: that of x, 64-bit for integers.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
}
/**
 * Product over axes.
 *
 * @param x - the input.
 */
export function prod(x: Input, options?: ProdOptions): PendingArray;

/** Options of {@link putAlongAxis}. */
export interface PutAlongAxisOptions extends Out {
  /** Axis that the indices count along.  Default: -1. */
  axis?: number;
  /** Add to the elements instead of replacing them.  Default: false. */
  accumulate?: boolean;
}
/**
 * A copy of x with the elements at per-position indices along an axis replaced by values.
 *
 * If an element is indexed several times, the last value is stored, or with accumulate all are added in order.  If
 * x is also the output, only the indexed elements are written.
 *
 * @param x - the input.
 * @param indices - index of each value along the axis.
 * @param values - the values to store or combine.
 */
export function putAlongAxis(x: Input, indices: Input, values: Input, options?: PutAlongAxisOptions): PendingArray;

/** Options of {@link putAlongAxisReduce}. */
export interface PutAlongAxisReduceOptions extends Out {
  /** Axis that the indices count along.  Default: -1. */
  axis?: number;
  /** 'sum', 'prod', 'max', 'min' or 'mean'.  Default: sum. */
  reduce?: 'sum' | 'prod' | 'max' | 'min' | 'mean';
  /** X takes part; otherwise it is replaced where it is indexed.  Default: true. */
  includeSelf?: boolean;
}
/**
 * A copy of x with the elements at per-position indices along an axis reduced with values: their sum, product,
 * maximum, minimum or mean.
 *
 * Elements that are not indexed keep their values.  Without include_self the indexed elements are the reduction of
 * the values alone.  This is PyTorch's scatter_reduce, with the same gradient: equal maxima share it.
 *
 * @param x - the input.
 * @param indices - index of each value along the axis.
 * @param values - the values to store or combine.
 */
export function putAlongAxisReduce(x: Input, indices: Input, values: Input, options?: PutAlongAxisReduceOptions): PendingArray;

/** Options of {@link qr}. */
export interface QrOptions {
  /** 'reduced': Q has min(m, n) columns; 'complete': Q is square.  Default: reduced. */
  mode?: 'reduced' | 'complete';
}
/**
 * The QR factorisation: orthonormal columns q times an upper triangular r.
 *
 * For an m x n matrix with k = min(m, n), q is m x k and r is k x n.  In mode 'complete' q is m x m and r is m x n;
 * there is no gradient in that mode if k < m.
 *
 * @param x - matrices.
 * @returns q: orthonormal columns; r: upper triangular factor.
 */
export function qr(x: Input, options?: QrOptions): [q: PendingArray, r: PendingArray];

/** Options of {@link quantile}. */
export interface QuantileOptions extends Out {
  /** Axis to reduce; none: all elements.  Default: none. */
  axis?: number | null;
  /** Interpolation method, as in NumPy.  Default: linear. */
  method?: 'linear' | 'lower' | 'higher' | 'nearest' | 'midpoint' | 'inverted_cdf' | 'averaged_inverted_cdf' | 'closest_observation' | 'interpolated_inverted_cdf' | 'hazen' | 'weibull' | 'median_unbiased' | 'normal_unbiased';
  /** Keep the reduced axis with size one.  Default: false. */
  keepdims?: boolean;
}
/**
 * Quantiles of the elements along an axis, for q from 0 to 1.
 *
 * The dimensions of q come first in the result.  If an element is NaN, the result is NaN.  The task fails if an
 * element of q is out of range.  The methods are NumPy's: 'linear', 'lower', 'higher', 'nearest', 'midpoint',
 * 'inverted_cdf', 'averaged_inverted_cdf', 'closest_observation', 'interpolated_inverted_cdf', 'hazen', 'weibull',
 * 'median_unbiased', 'normal_unbiased'.
 *
 * @param x - the input.
 * @param q - which quantiles, as fractions or percentages.
 */
export function quantile(x: Input, q: Input, options?: QuantileOptions): PendingArray;

/**
 * Gaussian error linear unit, by its sigmoid approximation: x sigmoid(1.702 x).
 *
 * @param x - the input.
 */
export function quickGelu(x: Input, options?: Out): PendingArray;

/**
 * Convert radians to degrees.
 *
 * @param x - the input.
 */
export function rad2deg(x: Input, options?: Out): PendingArray;

/**
 * Flatten x to one dimension.
 *
 * A view of x if its strides allow, otherwise a copy.
 *
 * @param x - the input.
 */
export function ravel(x: Input, options?: Out): PendingArray;

/**
 * Real part.
 *
 * @param x - the input.
 */
export function real(x: Input, options?: Out): PendingArray;

/**
 * Reciprocal of each element, 1 / x.
 *
 * @param x - the input.
 */
export function reciprocal(x: Input, options?: Out): PendingArray;

/**
 * Rectified linear unit: max(x, 0).
 *
 * @param x - the input.
 */
export function relu(x: Input, options?: Out): PendingArray;

/**
 * ReLU capped at 6: min(max(x, 0), 6).
 *
 * @param x - the input.
 */
export function relu6(x: Input, options?: Out): PendingArray;

/**
 * Remainder of floor_divide, with the sign of x2.  Integer remainder by 0 is 0.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function remainder(x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link repeat}. */
export interface RepeatOptions extends Out {
  /** Axis to repeat along; none: flatten x first.  Default: none. */
  axis?: number | null;
}
/**
 * Repeat each element along an axis.
 *
 * @param x - the input.
 * @param repeats - Number of repeats: one for all elements, or one for each.  At least 0.
 */
export function repeat(x: Input, repeats: Ints, options?: RepeatOptions): PendingArray;

/**
 * Give x a new shape with the same elements.
 *
 * A view of x if its strides allow, otherwise a copy.
 *
 * @param x - the input.
 * @param shape - The new shape; one dimension may be -1.  At least -1.
 */
export function reshape(x: Input, shape: Ints, options?: Out): PendingArray;

/** Options of {@link rfftn}. */
export interface RfftnOptions extends Out {
  /** Lengths to which x is cropped or zero-padded; none: those of x.  At least 1.  Default: none. */
  s?: Ints | null;
  /** Axes to transform; none: all, or the last len(s) axes.  Default: none. */
  axis?: Ints | null;
  /** 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n).  Default: backward. */
  norm?: 'backward' | 'forward' | 'ortho';
}
/**
 * The discrete Fourier transform of real input, without the redundant half.
 *
 * Along the last transformed axis the result has the frequencies 0 to n/2; the others are complex conjugates of
 * these.
 *
 * @param x - the input.
 */
export function rfftn(x: Input, options?: RfftnOptions): PendingArray;

/** Options of {@link rmsNorm}. */
export interface RmsNormOptions extends Out {
  /** The last axes, which are normalised; none: as many as weight has axes, or one.  Default: none. */
  axis?: Ints | null;
  /** Added to the mean square; none: the machine epsilon of the dtype.  At least 0.0.  Default: none. */
  eps?: number | null;
  /** Scale of each element of the normalised axes. */
  weight?: Input | null;
}
/**
 * Root mean square normalisation: divide by the root mean square over the last axes.
 *
 * weight has the shape of those axes.
 *
 * @param x - the input.
 */
export function rmsNorm(x: Input, options?: RmsNormOptions): PendingArray;

/** Options of {@link rnn}. */
export interface RnnOptions {
  /** 'tanh' or 'relu'.  Default: tanh. */
  nonlinearity?: 'tanh' | 'relu';
  /** Process the sequence from the last time step to the first.  Default: false. */
  reverse?: boolean;
  /** Bias of the input. */
  biasIh?: Input | null;
  /** Bias of the hidden state. */
  biasHh?: Input | null;
  /** Initial hidden state. */
  h0?: Input | null;
  /** Number of time steps of each sample. */
  lengths?: Input | null;
}
/**
 * A simple (Elman) recurrent layer: h' = tanh(W_ih x + b_ih + W_hh h + b_hh).
 *
 * x has shape (time, batch, inputs), weight_ih (units, inputs), weight_hh (units, units).  y holds the states of
 * all time steps, h_n the last one.  lengths has the number of time steps of each sample, after which y is 0 and
 * the state does not change.
 *
 * @param x - sequences, (time, batch, inputs).
 * @param weightIh - weights of the input.
 * @param weightHh - weights of the hidden state.
 * @returns y: hidden states of all time steps; h_n: last hidden state.
 */
export function rnn(x: Input, weightIh: Input, weightHh: Input, options?: RnnOptions): [y: PendingArray, hN: PendingArray];

/** Options of {@link roll}. */
export interface RollOptions extends Out {
  /** Axes to roll along; none: roll the flattened array.  Default: none. */
  axis?: Ints | null;
}
/**
 * Roll elements along axes; elements shifted out at one end re-enter at the other.
 *
 * @param x - the input.
 * @param shift - Number of positions to shift by; positive: towards higher indices.
 */
export function roll(x: Input, shift: Ints, options?: RollOptions): PendingArray;

/**
 * Round to the nearest integer; halves are rounded to even.
 *
 * @param x - the input.
 */
export function round(x: Input, options?: Out): PendingArray;

/**
 * Reciprocal of the square root.
 *
 * @param x - the input.
 */
export function rsqrt(x: Input, options?: Out): PendingArray;

/** Options of {@link scaledDotProductAttention}. */
export interface ScaledDotProductAttentionOptions {
  /**
   * Dropout probability of the attention weights; requires dropout_seed.  At least 0.0 and at most 1.0.  Default:
   * 0.
   */
  dropoutP?: number;
  /** Causal mask: query i attends to keys 0 to i only.  Default: false. */
  isCausal?: boolean;
  /** Multiplies the scores; none: 1 / sqrt(E).  Default: none. */
  scale?: number | null;
  /** Grouped-query attention: several query heads share a key head.  Default: false. */
  enableGqa?: boolean;
  /** True where a key is used, or numbers that are added to the scores. */
  attnMask?: Input | null;
  /** Seed of the dropout of weights. */
  dropoutSeed?: Input | null;
}
/**
 * Scaled dot-product attention: softmax(scale query key^T + mask) value.
 *
 * query has shape (..., heads, L, E), key (..., heads, S, E) and value (..., heads, S, V).  The result y has shape
 * (..., heads, L, V); lse is the logarithm of the sum of exponentials of each row of scores.  attn_mask broadcasts
 * to (..., heads, L, S): a bool mask is true where a query may attend to a key, a float mask is added to the
 * scores.  Masked keys and values do not contribute, even if they are NaN, and a query whose keys are all masked
 * gives zeros.  Memory use is proportional to L + S.  dropout_seed, an integer, determines which weights are
 * dropped.
 *
 * @param query - queries, (..., heads, length, features).
 * @param key - keys.
 * @param value - values.
 * @returns y: weighted sums of the values; lse: logarithm of the sum of exponentials of the scores.
 */
export function scaledDotProductAttention(query: Input, key: Input, value: Input, options?: ScaledDotProductAttentionOptions): [y: PendingArray, lse: PendingArray];

/** Options of {@link scatter}. */
export interface ScatterOptions extends Out {
  /** Axis that the indices count along; none: x is flattened.  Default: none. */
  axis?: number | null;
}
/**
 * A copy of x with the rows (along an axis) at the given indices replaced by updates.
 *
 * Updates are broadcast to the shape of take(x, indices, axis).  If an index occurs several times, the last update
 * is stored.  If x is also the output, only the indexed rows are written.
 *
 * @param x - the input.
 * @param indices - row of each update along the axis.
 * @param updates - the rows to store or combine.
 */
export function scatter(x: Input, indices: Input, updates: Input, options?: ScatterOptions): PendingArray;

/** Options of {@link scatterAdd}. */
export interface ScatterAddOptions extends Out {
  /** Axis that the indices count along; none: x is flattened.  Default: none. */
  axis?: number | null;
}
/**
 * A copy of x with updates added to the rows (along an axis) at the given indices.
 *
 * Updates are broadcast to the shape of take(x, indices, axis).  Updates with the same index are added in order,
 * for any number of workers.  If x is also the output, only the indexed rows are written.
 *
 * @param x - the input.
 * @param indices - row of each update along the axis.
 * @param updates - the rows to store or combine.
 */
export function scatterAdd(x: Input, indices: Input, updates: Input, options?: ScatterAddOptions): PendingArray;

/** Options of {@link scatterReduce}. */
export interface ScatterReduceOptions extends Out {
  /** Axis that the indices count along; none: x is flattened.  Default: none. */
  axis?: number | null;
  /** 'sum', 'prod', 'max', 'min' or 'mean'.  Default: sum. */
  reduce?: 'sum' | 'prod' | 'max' | 'min' | 'mean';
  /** X takes part; otherwise it is replaced where it is indexed.  Default: true. */
  includeSelf?: boolean;
}
/**
 * A copy of x with the rows (along an axis) at the given indices reduced with updates: their sum, product, maximum,
 * minimum or mean.
 *
 * Updates are broadcast to the shape of take(x, indices, axis).  Rows that are not indexed keep their values.
 * Without include_self the indexed rows are the reduction of the updates alone.  The gradient is that of PyTorch's
 * scatter_reduce: equal maxima share it.
 *
 * @param x - the input.
 * @param indices - row of each update along the axis.
 * @param updates - the rows to store or combine.
 */
export function scatterReduce(x: Input, indices: Input, updates: Input, options?: ScatterReduceOptions): PendingArray;

/** Options of {@link searchsorted}. */
export interface SearchsortedOptions extends Out {
  /** 'left': before equal elements; 'right': after them.  Default: left. */
  side?: 'left' | 'right';
  /** Indices that sort x1. */
  sorter?: Input | null;
}
/**
 * Indices at which the values would be inserted into a sorted array to keep it sorted.
 *
 * If x1 is not sorted, sorter holds indices that sort it.  NaN sorts after all other values.
 *
 * @param x1 - a sorted array.
 * @param x2 - the values to find.
 */
export function searchsorted(x1: Input, x2: Input, options?: SearchsortedOptions): PendingArray;

/**
 * Maximum of the rows of each segment.
 *
 * Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the
 * end.  A segment without rows is -infinity, or the lowest value of an integer dtype.
 *
 * @param data - rows.
 * @param segmentIds - segment of each row.
 * @param numSegments - Number of segments, the length of the result; required.  At least 0.
 */
export function segmentMax(data: Input, segmentIds: Input, numSegments: number, options?: Out): PendingArray;

/**
 * Mean of the rows of each segment.
 *
 * Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the
 * end.  A segment without rows is 0.
 *
 * @param data - rows.
 * @param segmentIds - segment of each row.
 * @param numSegments - Number of segments, the length of the result; required.  At least 0.
 */
export function segmentMean(data: Input, segmentIds: Input, numSegments: number, options?: Out): PendingArray;

/**
 * Minimum of the rows of each segment.
 *
 * Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the
 * end.  A segment without rows is infinity, or the highest value of an integer dtype.
 *
 * @param data - rows.
 * @param segmentIds - segment of each row.
 * @param numSegments - Number of segments, the length of the result; required.  At least 0.
 */
export function segmentMin(data: Input, segmentIds: Input, numSegments: number, options?: Out): PendingArray;

/**
 * Product of the rows of each segment.
 *
 * Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the
 * end.  A segment without rows is 1.
 *
 * @param data - rows.
 * @param segmentIds - segment of each row.
 * @param numSegments - Number of segments, the length of the result; required.  At least 0.
 */
export function segmentProd(data: Input, segmentIds: Input, numSegments: number, options?: Out): PendingArray;

/**
 * Sum of the rows of each segment.
 *
 * Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the
 * end.  A segment without rows is 0.
 *
 * @param data - rows.
 * @param segmentIds - segment of each row.
 * @param numSegments - Number of segments, the length of the result; required.  At least 0.
 */
export function segmentSum(data: Input, segmentIds: Input, numSegments: number, options?: Out): PendingArray;

/** Options of {@link select}. */
export interface SelectOptions extends Out {
  /** Axis to index.  Default: 0. */
  axis?: number;
}
/**
 * One element along an axis, which is removed; returns a view.
 *
 * @param x - the input.
 * @param index - Index along the axis; negative: from the end.
 */
export function select(x: Input, index: number, options?: SelectOptions): PendingArray;

/**
 * Scaled exponential linear unit: elu with the scale and alpha of self-normalising networks.
 *
 * @param x - the input.
 */
export function selu(x: Input, options?: Out): PendingArray;

/** Options of {@link shuffle}. */
export interface ShuffleOptions {
  /** Axis to shuffle.  Default: 0. */
  axis?: number;
}
/**
 * Shuffle the elements along an axis; also return the permutation.
 *
 * Element i of y along the axis is element order[i] of x; all elements at the same index along the axis move
 * together.
 *
 * @param x - the input.
 * @returns y: x in random order; order: index in x of each entry along the axis.
 */
export function shuffle(x: Input, options?: ShuffleOptions): [y: PendingArray, order: PendingArray];

/**
 * Logistic sigmoid: 1 / (1 + exp(-x)).
 *
 * @param x - the input.
 */
export function sigmoid(x: Input, options?: Out): PendingArray;

/**
 * Sign of each element, -1, 0 or 1; for complex numbers, x / |x|.
 *
 * @param x - the input.
 */
export function sign(x: Input, options?: Out): PendingArray;

/**
 * Test whether the sign bit is set; true for -0.0.
 *
 * @param x - the input.
 */
export function signbit(x: Input, options?: Out): PendingArray;

/**
 * SiLU, also called swish: x sigmoid(x).
 *
 * @param x - the input.
 */
export function silu(x: Input, options?: Out): PendingArray;

/**
 * Sine of each element, in radians.
 *
 * @param x - the input.
 */
export function sin(x: Input, options?: Out): PendingArray;

/**
 * Normalised sinc: sin(pi x) / (pi x), and 1 at 0.
 *
 * @param x - the input.
 */
export function sinc(x: Input, options?: Out): PendingArray;

/**
 * Hyperbolic sine.
 *
 * @param x - the input.
 */
export function sinh(x: Input, options?: Out): PendingArray;

/** Options of {@link slice}. */
export interface SliceOptions extends Out {
  /** Start of each slice, one for each leading axis.  Default: none. */
  starts?: readonly (number | null)[] | null;
  /** End of each slice, exclusive.  Default: none. */
  stops?: readonly (number | null)[] | null;
  /** Step of each slice; may be negative.  Default: none. */
  steps?: readonly (number | null)[] | null;
}
/**
 * Slice the leading axes; returns a view.
 *
 * Equivalent to x[start:stop:step, ...] in Python; WEIR_NONE stands for an omitted part.
 *
 * @param x - the input.
 */
export function slice(x: Input, options?: SliceOptions): PendingArray;

/** Options of {@link sliceUpdate}. */
export interface SliceUpdateOptions extends Out {
  /** Start of each slice, one for each leading axis.  Default: none. */
  starts?: readonly (number | null)[] | null;
  /** End of each slice, exclusive.  Default: none. */
  stops?: readonly (number | null)[] | null;
  /** Step of each slice; may be negative.  Default: none. */
  steps?: readonly (number | null)[] | null;
}
/**
 * A copy of x with a slice replaced by y.
 *
 * y is broadcast to the slice.  To change part of an existing array, write to a view of it.
 *
 * @param x - the array to update.
 * @param y - new values, broadcast to the selection.
 */
export function sliceUpdate(x: Input, y: Input, options?: SliceUpdateOptions): PendingArray;

/** Options of {@link slidingWindowView}. */
export interface SlidingWindowViewOptions extends Out {
  /** Axes that the window slides along; none: all.  Default: none. */
  axis?: Ints | null;
}
/**
 * Sliding windows over an array; returns a view.
 *
 * The leading dimensions give the position of the window; the dimensions of the window come last.
 *
 * @param x - the input.
 * @param window - Window size along each axis.  At least 1.
 */
export function slidingWindowView(x: Input, window: Ints, options?: SlidingWindowViewOptions): PendingArray;

/**
 * The sign of the determinant, and the logarithm of its absolute value.
 *
 * det(x) = sign * exp(logabsdet); the pair does not overflow where det would.  A singular matrix has sign 0 and
 * logabsdet -inf.
 *
 * @param x - square matrices.
 * @returns sign: sign or phase of each determinant; logabsdet: logarithm of its absolute value.
 */
export function slogdet(x: Input): [sign: PendingArray, logabsdet: PendingArray];

/** Options of {@link smoothL1Loss}. */
export interface SmoothL1LossOptions extends Out {
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** Distance below which the loss is quadratic.  At least 0.0.  Default: 1. */
  beta?: number;
}
/**
 * The smooth L1 loss: quadratic near 0, absolute error elsewhere.
 *
 * With d = |x - target|: d^2 / (2 beta) below beta, d - beta / 2 above.
 *
 * @param x - predictions.
 * @param target - the values to predict.
 */
export function smoothL1Loss(x: Input, target: Input, options?: SmoothL1LossOptions): PendingArray;

/** Options of {@link softMarginLoss}. */
export interface SoftMarginLossOptions extends Out {
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/**
 * The soft margin loss, log(1 + exp(-target * x)), for targets 1 and -1.
 *
 * @param x - scores.
 * @param target - 1 or -1.
 */
export function softMarginLoss(x: Input, target: Input, options?: SoftMarginLossOptions): PendingArray;

/** Options of {@link softmax}. */
export interface SoftmaxOptions extends Out {
  /** The axis whose entries sum to one.  Default: -1. */
  axis?: number;
}
/**
 * Exponentials of the entries along an axis, scaled to sum to one.
 *
 * @param x - scores.
 */
export function softmax(x: Input, options?: SoftmaxOptions): PendingArray;

/** Options of {@link softmin}. */
export interface SoftminOptions extends Out {
  /** The axis whose entries sum to one.  Default: -1. */
  axis?: number;
}
/**
 * The softmax of -x: the smallest entry gets the largest weight.
 *
 * @param x - scores.
 */
export function softmin(x: Input, options?: SoftminOptions): PendingArray;

/**
 * Softplus: log(1 + exp(x)).
 *
 * @param x - the input.
 */
export function softplus(x: Input, options?: Out): PendingArray;

/** Options of {@link softshrink}. */
export interface SoftshrinkOptions extends Out {
  /** Elements with |x| <= lambd become 0.  At least 0.0.  Default: 0.5. */
  lambd?: number;
}
/**
 * Soft shrinkage: move x towards 0 by lambd; 0 where |x| <= lambd.
 *
 * @param x - the input.
 */
export function softshrink(x: Input, options?: SoftshrinkOptions): PendingArray;

/**
 * Softsign: x / (1 + |x|).
 *
 * @param x - the input.
 */
export function softsign(x: Input, options?: Out): PendingArray;

/** Options of {@link solve}. */
export interface SolveOptions extends Out {
  /** Solve x1 X = x2; false: solve X x1 = x2.  Default: true. */
  left?: boolean;
}
/**
 * Solve the linear equations x1 X = x2, or X x1 = x2, for square matrices x1.
 *
 * x2 is a vector if it has one dimension; otherwise its columns (rows if left is false) are the right-hand sides.
 * The other dimensions broadcast.  The task fails if a matrix is singular, that is if a pivot is 0.  Results that
 * depend on a value that is not finite are NaN.
 *
 * @param x1 - square matrices.
 * @param x2 - right-hand sides.
 */
export function solve(x1: Input, x2: Input, options?: SolveOptions): PendingArray;

/** Options of {@link solveTriangular}. */
export interface SolveTriangularOptions extends Out {
  /** X1 is upper triangular, not lower triangular.  Default: false. */
  upper?: boolean;
  /** The diagonal is taken to be 1 and is not read.  Default: false. */
  unitriangular?: boolean;
  /** Solve x1 X = x2; false: solve X x1 = x2.  Default: true. */
  left?: boolean;
}
/**
 * Solve the linear equations x1 X = x2, or X x1 = x2, for triangular x1.
 *
 * The other triangle of x1 is not read.  x2 is a vector if it has one dimension; the other dimensions broadcast.
 * The task fails if the diagonal has a 0.
 *
 * @param x1 - triangular matrices.
 * @param x2 - right-hand sides.
 */
export function solveTriangular(x1: Input, x2: Input, options?: SolveTriangularOptions): PendingArray;

/** Options of {@link sort}. */
export interface SortOptions extends Out {
  /** Axis to sort along.  Default: -1. */
  axis?: number;
  /** Largest first.  Default: false. */
  descending?: boolean;
  /** Keep the order of equal elements; always the case.  Default: true. */
  stable?: boolean;
}
/**
 * Sort along an axis.
 *
 * The sort is stable.  NaN comes last, ascending and descending.
 *
 * @param x - the input.
 */
export function sort(x: Input, options?: SortOptions): PendingArray;

/** Options of {@link split}. */
export interface SplitOptions {
  /** Number of equal parts.  At least 1.  Default: none. */
  sections?: number | null;
  /** Positions to split before.  Default: none. */
  indices?: Ints | null;
  /** Axis to split.  Default: 0. */
  axis?: number;
}
/**
 * Split an array along an axis; returns views.
 *
 * Into equal parts, or before the given indices, which may be negative or out of range, as in slices.
 *
 * @param x - the input.
 * @returns ys: the parts, in order.
 */
export function split(x: Input, options?: SplitOptions): PendingArray[];

/**
 * Square root of each element.
 *
 * @param x - the input.
 */
export function sqrt(x: Input, options?: Out): PendingArray;

/**
 * Square of each element.
 *
 * @param x - the input.
 */
export function square(x: Input, options?: Out): PendingArray;

/** Options of {@link squeeze}. */
export interface SqueezeOptions extends Out {
  /** Axes to remove; none: all of size one.  Default: none. */
  axis?: Ints | null;
}
/**
 * Remove axes of size one; returns a view.
 *
 * @param x - the input.
 */
export function squeeze(x: Input, options?: SqueezeOptions): PendingArray;

/** Options of {@link stack}. */
export interface StackOptions extends Out {
  /** Position of the new axis in the result.  Default: 0. */
  axis?: number;
}
/**
 * Stack arrays of the same shape along a new axis.
 *
 * @param arrays - the arrays to join.
 */
export function stack(arrays: readonly Input[] | NDArray, options?: StackOptions): PendingArray;

/** Options of {@link std}. */
export interface StdOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
  /** The divisor is the number of elements minus this.  Default: 0. */
  correction?: number;
}
/**
 * Standard deviation over axes.
 *
 * @param x - the input.
 */
export function std(x: Input, options?: StdOptions): PendingArray;

/** Options of {@link studentT}. */
export interface StudentTOptions extends Out {
  /** Shape of the result; none: that of the parameters.  At least 0.  Default: none. */
  shape?: Ints | null;
  /** Dtype of the result; default: the default float dtype, int64 for counts.  Default: none. */
  dtype?: 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from Student's t distribution.
 *
 * @param degrees - degrees of freedom.
 */
export function studentT(degrees: Input, options?: StudentTOptions): PendingArray;

/**
 * Element-wise difference, x1 - x2.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function subtract(x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link sum}. */
export interface SumOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
  /** Dtype of the result; default: that of x, 64-bit for integers.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
}
/**
 * Sum over axes.
 *
 * @param x - the input.
 */
export function sum(x: Input, options?: SumOptions): PendingArray;

/** Options of {@link svd}. */
export interface SvdOptions {
  /** U and Vh are square; false: only the first min(m, n) vectors.  Default: true. */
  fullMatrices?: boolean;
}
/**
 * The singular value decomposition x = U diag(S) Vh, with S in descending order.
 *
 * Column i of U and row i of Vh belong to singular value i; with full_matrices, further vectors complete U and Vh
 * to square matrices.  In each column of U, the first entry whose absolute value is at least nine tenths of the
 * largest one is real and positive.  The gradient through U and Vh is defined where the singular values are
 * distinct and, unless x is square, not 0; the vectors that complete a square matrix have no gradient.
 *
 * @param x - matrices.
 * @returns U: left singular vectors, as columns; S: singular values, descending; Vh: right singular vectors, as
 * rows.
 */
export function svd(x: Input, options?: SvdOptions): [U: PendingArray, S: PendingArray, Vh: PendingArray];

/**
 * The singular values of matrices, in descending order.
 *
 * @param x - matrices.
 */
export function svdvals(x: Input, options?: Out): PendingArray;

/** Options of {@link swapaxes}. */
export interface SwapaxesOptions extends Out {
  /** First axis.  Default: 0. */
  axis1?: number;
  /** Second axis.  Default: 1. */
  axis2?: number;
}
/**
 * Exchange two axes; returns a view.
 *
 * @param x - the input.
 */
export function swapaxes(x: Input, options?: SwapaxesOptions): PendingArray;

/** Options of {@link take}. */
export interface TakeOptions extends Out {
  /** Axis to take along; none: all elements, in row-major order.  Default: none. */
  axis?: number | null;
}
/**
 * Elements of x at the given indices along an axis.
 *
 * The dimensions of indices replace the axis.  Negative indices count from the end.  An index out of range makes
 * the operation fail.
 *
 * @param x - the input.
 * @param indices - indices along the axis.
 */
export function take(x: Input, indices: Input, options?: TakeOptions): PendingArray;

/** Options of {@link takeAlongAxis}. */
export interface TakeAlongAxisOptions extends Out {
  /** Axis that the indices count along.  Default: -1. */
  axis?: number;
}
/**
 * Elements of x at per-position indices along an axis.
 *
 * x and indices have the same number of dimensions and broadcast together, except along the axis, where indices may
 * have any size.
 *
 * @param x - the input.
 * @param indices - indices along the axis.
 */
export function takeAlongAxis(x: Input, indices: Input, options?: TakeAlongAxisOptions): PendingArray;

/**
 * Tangent of each element, in radians.
 *
 * @param x - the input.
 */
export function tan(x: Input, options?: Out): PendingArray;

/**
 * Hyperbolic tangent.
 *
 * @param x - the input.
 */
export function tanh(x: Input, options?: Out): PendingArray;

/**
 * Tanh shrinkage: x - tanh(x).
 *
 * @param x - the input.
 */
export function tanhshrink(x: Input, options?: Out): PendingArray;

/** Options of {@link tensordot}. */
export interface TensordotOptions extends Out {
  /** Number of trailing axes of x1 to contract with leading axes of x2.  At least 0.  Default: 2. */
  axes?: number;
  /** Axes of x1 to contract, instead of axes.  Default: none. */
  x1Axes?: Ints | null;
  /** Axes of x2 to contract, in the order of x1_axes.  Default: none. */
  x2Axes?: Ints | null;
}
/**
 * Tensor contraction: sum over pairs of axes of x1 and x2.
 *
 * The result has the remaining axes of x1, then those of x2.
 *
 * @param x1 - the first operand.
 * @param x2 - the second operand.
 */
export function tensordot(x1: Input, x2: Input, options?: TensordotOptions): PendingArray;

/** Options of {@link threshold}. */
export interface ThresholdOptions extends Out {
  /** Elements above this are unchanged.  Default: 0. */
  threshold?: number;
  /** Replaces elements at or below the threshold.  Default: 0. */
  value?: number;
}
/**
 * x where x > threshold, value elsewhere.
 *
 * @param x - the input.
 */
export function threshold(x: Input, options?: ThresholdOptions): PendingArray;

/**
 * Tile an array a number of times along each axis.
 *
 * @param x - the input.
 * @param repetitions - Number of repetitions along each of the last axes.  At least 0.
 */
export function tile(x: Input, repetitions: Ints, options?: Out): PendingArray;

/**
 * Copy x to a device.
 *
 * @param x - the input.
 * @param device - Device of the result.
 */
export function toDevice(x: Input, device: Device, options?: Out): PendingArray;

/** Options of {@link topk}. */
export interface TopkOptions {
  /** Axis to search along.  Default: -1. */
  axis?: number;
  /** Largest elements; otherwise the smallest.  Default: true. */
  largest?: boolean;
  /** Return them in order; always the case.  Default: true. */
  sorted?: boolean;
}
/**
 * The k largest (or smallest) elements along an axis, in order, and their indices.
 *
 * These are the first k elements of sort: the first of equal elements come first, and NaN only if there are fewer
 * than k other elements.
 *
 * @param x - the input.
 * @param k - Number of elements.  At least 0.
 * @returns values: the largest elements; indices: their indices along the axis.
 */
export function topk(x: Input, k: number, options?: TopkOptions): [values: PendingArray, indices: PendingArray];

/** Options of {@link trace}. */
export interface TraceOptions extends Out {
  /** Which diagonal: 0 is the main one, positive ones are above it.  Default: 0. */
  offset?: number;
  /** Dtype of the result; none: that of sum.  Default: none. */
  dtype?: 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
}
/**
 * The sums of the diagonals of matrices.
 *
 * @param x - square matrices.
 */
export function trace(x: Input, options?: TraceOptions): PendingArray;

/** Options of {@link tril}. */
export interface TrilOptions extends Out {
  /** Diagonal that bounds the triangle; positive: above the main one.  Default: 0. */
  k?: number;
}
/**
 * Lower triangle of matrices: zeros above diagonal k.
 *
 * @param x - the input.
 */
export function tril(x: Input, options?: TrilOptions): PendingArray;

/** Options of {@link tripletMarginLoss}. */
export interface TripletMarginLossOptions extends Out {
  /** 'mean', 'sum' or 'none': how the losses are reduced.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** By how much the negative should be farther away than the positive.  At least 0.0.  Default: 1. */
  margin?: number;
  /** Order of the norm of the distances; may be inf.  Greater than 0.0.  Default: 2. */
  p?: number;
  /** Added to each difference.  At least 0.0.  Default: 1e-06. */
  eps?: number;
  /** Use the smaller of the negative's distances to anchor and positive.  Default: false. */
  swap?: boolean;
}
/**
 * The triplet margin loss, max(0, d(anchor, positive) - d(anchor, negative) + margin).
 *
 * @param anchor - vectors.
 * @param positive - vectors that should be near.
 * @param negative - vectors that should be far.
 */
export function tripletMarginLoss(anchor: Input, positive: Input, negative: Input, options?: TripletMarginLossOptions): PendingArray;

/** Options of {@link triu}. */
export interface TriuOptions extends Out {
  /** Diagonal that bounds the triangle; positive: above the main one.  Default: 0. */
  k?: number;
}
/**
 * Upper triangle of matrices: zeros below diagonal k.
 *
 * @param x - the input.
 */
export function triu(x: Input, options?: TriuOptions): PendingArray;

/**
 * Round towards zero to an integer.
 *
 * @param x - the input.
 */
export function trunc(x: Input, options?: Out): PendingArray;

/** Options of {@link truncatedNormal}. */
export interface TruncatedNormalOptions extends Out {
  /** Mean before truncation.  Default: 0. */
  loc?: number;
  /** Standard deviation before truncation.  Greater than 0.0.  Default: 1. */
  scale?: number;
  /** Lower bound; may be infinite.  Default: -2. */
  lower?: number;
  /** Upper bound; may be infinite.  Default: 2. */
  upper?: number;
  /** A float dtype.  Default: none. */
  dtype?: 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from a normal distribution truncated to the range from lower to upper.
 *
 * @param shape - Shape of the result.  At least 0.
 */
export function truncatedNormal(shape: Ints, options?: TruncatedNormalOptions): PendingArray;

/** Options of {@link unfold}. */
export interface UnfoldOptions extends Out {
  /** Spacing between the elements of a patch; none: 1.  At least 1.  Default: none. */
  dilation?: Ints | null;
  /** Zero padding at both ends of each axis; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Distance between patches; none: 1.  At least 1.  Default: none. */
  stride?: Ints | null;
}
/**
 * Extract the patches of images as columns (im2col).
 *
 * x has shape (batch, channels, one to three spatial axes); the result has shape (batch, channels * elements of a
 * patch, patches).
 *
 * @param x - images, (batch, channels, height, width).
 * @param kernelSize - Size of a patch, one entry per axis or one for all.  At least 1.
 */
export function unfold(x: Input, kernelSize: Ints, options?: UnfoldOptions): PendingArray;

/** Options of {@link uniform}. */
export interface UniformOptions extends Out {
  /** Lower bound, inclusive.  Default: 0. */
  low?: number;
  /** Upper bound, exclusive.  Default: 1. */
  high?: number;
  /** A float dtype.  Default: none. */
  dtype?: 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from a uniform distribution over the range from low to high.
 *
 * @param shape - Shape of the result.  At least 0.
 */
export function uniform(shape: Ints, options?: UniformOptions): PendingArray;

/**
 * Unique values of x, the index of the first occurrence of each, the indices that rebuild x, and the counts.
 *
 * The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct.  The size
 * of the result depends on the values, so this waits for x.
 *
 * Blocks until the inputs are computed, because the shape of the result depends on their values.
 *
 * @param x - the input.
 * @returns values: the distinct elements; indices: index of the first occurrence of each; inverse_indices: position
 * of each element of x among the values; counts: number of occurrences of each.
 */
export function uniqueAll(x: Input): [values: PendingArray, indices: PendingArray, inverseIndices: PendingArray, counts: PendingArray];

/**
 * Unique values of x and their counts.
 *
 * The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct.  The size
 * of the result depends on the values, so this waits for x.
 *
 * Blocks until the inputs are computed, because the shape of the result depends on their values.
 *
 * @param x - the input.
 * @returns values: the distinct elements; counts: number of occurrences of each.
 */
export function uniqueCounts(x: Input): [values: PendingArray, counts: PendingArray];

/**
 * Unique values of x and the indices that rebuild x from them.
 *
 * The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct.  The size
 * of the result depends on the values, so this waits for x.
 *
 * Blocks until the inputs are computed, because the shape of the result depends on their values.
 *
 * @param x - the input.
 * @returns values: the distinct elements; inverse_indices: position of each element of x among the values.
 */
export function uniqueInverse(x: Input): [values: PendingArray, inverseIndices: PendingArray];

/**
 * Unique values of x.
 *
 * The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct.  The size
 * of the result depends on the values, so this waits for x.
 *
 * Blocks until the inputs are computed, because the shape of the result depends on their values.
 *
 * @param x - the input.
 */
export function uniqueValues(x: Input, options?: Out): PendingArray;

/** Options of {@link unstack}. */
export interface UnstackOptions {
  /** Axis to remove.  Default: 0. */
  axis?: number;
}
/**
 * Split an array into its elements along an axis; returns views without that axis.
 *
 * @param x - the input.
 * @returns ys: the slices, in order.
 */
export function unstack(x: Input, options?: UnstackOptions): PendingArray[];

/** Options of {@link var}. */
export interface VarOptions extends Out {
  /** Axes to reduce; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes with size one.  Default: false. */
  keepdims?: boolean;
  /** The divisor is the number of elements minus this.  Default: 0. */
  correction?: number;
}
/**
 * Variance over axes.
 *
 * @param x - the input.
 */
declare function var_(x: Input, options?: VarOptions): PendingArray;
export { var_ as var };

/** Options of {@link vecdot}. */
export interface VecdotOptions extends Out {
  /** The axis of the vectors.  Default: -1. */
  axis?: number;
}
/**
 * The inner products of vectors along an axis.
 *
 * The other axes broadcast.  x1 is conjugated.
 *
 * @param x1 - vectors.
 * @param x2 - vectors.
 */
export function vecdot(x1: Input, x2: Input, options?: VecdotOptions): PendingArray;

/** Options of {@link vectorNorm}. */
export interface VectorNormOptions extends Out {
  /** Axes of the vectors; none: all.  Default: none. */
  axis?: Ints | null;
  /** Keep the reduced axes, with size one.  Default: false. */
  keepdims?: boolean;
  /** Order of the norm; may be 0, inf or -inf.  Default: 2. */
  ord?: number;
}
/**
 * The vector norm over one or more axes.
 *
 * (sum |x|^ord)^(1/ord).  Order 0 counts the elements that are not 0; inf and -inf give the largest and smallest
 * |x|.
 *
 * @param x - the input.
 */
export function vectorNorm(x: Input, options?: VectorNormOptions): PendingArray;

/** Options of {@link vonMises}. */
export interface VonMisesOptions extends Out {
  /** Shape of the result; none: that of the parameters.  At least 0.  Default: none. */
  shape?: Ints | null;
  /** Dtype of the result; default: the default float dtype, int64 for counts.  Default: none. */
  dtype?: 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from a von Mises distribution: angles between -pi and pi around a mean.
 *
 * @param mean - mean direction in radians.
 * @param concentration - how narrow the distribution is.
 */
export function vonMises(mean: Input, concentration: Input, options?: VonMisesOptions): PendingArray;

/** Options of {@link weibull}. */
export interface WeibullOptions extends Out {
  /** Scale: multiplies each sample.  At least 0.0.  Default: 1. */
  scale?: number;
  /** Shape of the result; none: that of the parameter.  At least 0.  Default: none. */
  shape?: Ints | null;
  /** A float dtype.  Default: none. */
  dtype?: 'float16' | 'bfloat16' | 'float32' | 'float64' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * Samples from a Weibull distribution.
 *
 * @param concentration - shape parameter.
 */
export function weibull(concentration: Input, options?: WeibullOptions): PendingArray;

/**
 * Elements of x1 where the condition is true, of x2 elsewhere.
 *
 * @param condition - bools, or numbers that are nonzero where x1 is taken.
 * @param x1 - values where the condition is true.
 * @param x2 - values elsewhere.
 */
export function where(condition: Input, x1: Input, x2: Input, options?: Out): PendingArray;

/** Options of {@link zeros}. */
export interface ZerosOptions extends Out {
  /** Dtype of the result; default: the default float dtype.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
  /** Device of the result.  Default: none. */
  device?: Device | null;
}
/**
 * An array of zeros.
 *
 * @param shape - Shape of the result.  At least 0.
 */
export function zeros(shape: Ints, options?: ZerosOptions): PendingArray;

/** Options of {@link zerosLike}. */
export interface ZerosLikeOptions extends Out {
  /** Dtype of the result; default: that of x.  Default: none. */
  dtype?: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128' | null;
  /** Device of the result; default: that of x.  Default: none. */
  device?: Device | null;
}
/**
 * Zeros with the shape and dtype of x.
 *
 * @param x - an array whose shape and dtype are used.
 */
export function zerosLike(x: Input, options?: ZerosLikeOptions): PendingArray;

declare module '../core' {
  interface NDArray {
    /** Absolute value; for complex numbers, the magnitude. */
    abs(options?: Out): PendingArray;
    /** Inverse cosine, in radians. */
    acos(options?: Out): PendingArray;
    /** Inverse hyperbolic cosine. */
    acosh(options?: Out): PendingArray;
    /** Average pooling to a given output size. */
    adaptiveAvgPool(outputSize: Ints, options?: Out): PendingArray;
    /** Max pooling to a given output size. */
    adaptiveMaxPool(outputSize: Ints, options?: Out): PendingArray;
    /** The indices of the maxima of adaptive_max_pool, flattened over the spatial axes. */
    adaptiveMaxPoolIndices(outputSize: Ints, options?: Out): PendingArray;
    /** Element-wise sum. */
    add(x2: Input, options?: Out): PendingArray;
    /** Compute sampling grids for grid_sample from affine matrices. */
    affineGrid(size: Ints, options?: AffineGridOptions): PendingArray;
    /** The values of x, once the other arrays are ready; fails if one of them failed. */
    after(arrays: readonly Input[] | NDArray, options?: Out): PendingArray;
    /** Test whether all elements over the axes are true (nonzero). */
    all(options?: AllOptions): PendingArray;
    /** Angle of a complex number in radians; 0 or pi for real numbers. */
    angle(options?: Out): PendingArray;
    /** Test whether any element over the axes is true (nonzero). */
    any(options?: AnyOptions): PendingArray;
    /** Index of the largest element along an axis: the first of equal elements, or the first NaN. */
    argmax(options?: ArgmaxOptions): PendingArray;
    /** Index of the smallest element along an axis: the first of equal elements, or the first NaN. */
    argmin(options?: ArgminOptions): PendingArray;
    /** Indices that partition along an axis: the kth element where sorting would put it. */
    argpartition(kth: number, options?: ArgpartitionOptions): PendingArray;
    /** Indices that sort along an axis. */
    argsort(options?: ArgsortOptions): PendingArray;
    /** Inverse sine, in radians. */
    asin(options?: Out): PendingArray;
    /** Inverse hyperbolic sine. */
    asinh(options?: Out): PendingArray;
    /** Convert x to a dtype. */
    astype(dtype: 'bool' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'bfloat16' | 'float32' | 'float64' | 'complex64' | 'complex128', options?: Out): PendingArray;
    /** Inverse tangent, in radians. */
    atan(options?: Out): PendingArray;
    /** Angle of the point (x2, x1) in radians, from -pi to pi. */
    atan2(x2: Input, options?: Out): PendingArray;
    /** Inverse hyperbolic tangent. */
    atanh(options?: Out): PendingArray;
    /** Average pooling over one, two or three spatial axes. */
    avgPool(kernelSize: Ints, options?: AvgPoolOptions): PendingArray;
    /** Index x with slices, integers and new axes; returns a view. */
    basicIndex(options?: BasicIndexOptions): PendingArray;
    /** A copy of x in which the elements selected by slices, integers and new axes are replaced by y. */
    basicUpdate(y: Input, options?: BasicUpdateOptions): PendingArray;
    /** Batch normalisation: normalise each channel over the batch and the spatial axes. */
    batchNorm(options?: BatchNormOptions): [y: PendingArray, mean: PendingArray, variance: PendingArray];
    /** Batch normalisation with a given mean and variance. */
    batchNormInference(mean: Input, variance: Input, options?: BatchNormInferenceOptions): PendingArray;
    /** Samples from a Bernoulli distribution: true with the given probability. */
    bernoulli(options?: BernoulliOptions): PendingArray;
    /** Samples from a beta distribution. */
    beta(b: Input, options?: BetaOptions): PendingArray;
    /** The bilinear transformation x1^T W x2 + b, for each W of the weight. */
    bilinear(x2: Input, weight: Input, options?: BilinearOptions): PendingArray;
    /** The binary cross entropy between probabilities x and the target. */
    binaryCrossEntropy(target: Input, options?: BinaryCrossEntropyOptions): PendingArray;
    /** The binary cross entropy between sigmoid(x) and the target. */
    binaryCrossEntropyWithLogits(target: Input, options?: BinaryCrossEntropyWithLogitsOptions): PendingArray;
    /** Count the occurrences (or sum the weights) of each integer from 0 to the maximum of x. */
    bincount(options?: BincountOptions): PendingArray;
    /** Count the occurrences (or sum the weights) of each integer from 0 to size - 1 in x. */
    bincountSized(size: number, options?: BincountSizedOptions): PendingArray;
    /** Samples from a binomial distribution: the number of successes in independent trials. */
    binomial(probability: Input, options?: BinomialOptions): PendingArray;
    /** Bitwise AND. */
    bitwiseAnd(x2: Input, options?: Out): PendingArray;
    /** Bitwise NOT; logical NOT for bools. */
    bitwiseInvert(options?: Out): PendingArray;
    /** Shift the bits of x1 left by x2. */
    bitwiseLeftShift(x2: Input, options?: Out): PendingArray;
    /** Bitwise OR. */
    bitwiseOr(x2: Input, options?: Out): PendingArray;
    /** Shift the bits of x1 right by x2, preserving the sign. */
    bitwiseRightShift(x2: Input, options?: Out): PendingArray;
    /** Bitwise exclusive OR. */
    bitwiseXor(x2: Input, options?: Out): PendingArray;
    /** Broadcast x to a shape; returns a view. */
    broadcastTo(shape: Ints, options?: Out): PendingArray;
    /** Sample classes with probabilities proportional to their weights. */
    categorical(options?: CategoricalOptions): PendingArray;
    /** The p-norm distances between each pair of vectors of x1 and x2. */
    cdist(x2: Input, options?: CdistOptions): PendingArray;
    /** Round up to the nearest integer. */
    ceil(options?: Out): PendingArray;
    /** Continuously differentiable ELU: x where x > 0, alpha (exp(x / alpha) - 1) elsewhere. */
    celu(options?: CeluOptions): PendingArray;
    /** Interleave the channels of the groups (ShuffleNet). */
    channelShuffle(groups: number, options?: Out): PendingArray;
    /** The values of x unchanged; the operation fails if one of them is NaN or infinite. */
    checkFinite(options?: CheckFiniteOptions): PendingArray;
    /** Samples from a chi-squared distribution. */
    chiSquare(options?: ChiSquareOptions): PendingArray;
    /** The Cholesky factorisation x = L L^H of positive definite matrices. */
    cholesky(options?: CholeskyOptions): PendingArray;
    /** Clamp x to the range from min to max. */
    clip(options?: ClipOptions): PendingArray;
    /** Complex conjugate. */
    conj(options?: Out): PendingArray;
    /** Convolution over one, two or three spatial axes. */
    conv(weight: Input, options?: ConvOptions): PendingArray;
    /** Transposed convolution, the gradient of conv with respect to its input. */
    convTranspose(weight: Input, options?: ConvTransposeOptions): PendingArray;
    /** Copy x to new storage. */
    copy(options?: Out): PendingArray;
    /** Magnitude of x1 with the sign of x2. */
    copysign(x2: Input, options?: Out): PendingArray;
    /** Cosine of each element, in radians. */
    cos(options?: Out): PendingArray;
    /** Hyperbolic cosine. */
    cosh(options?: Out): PendingArray;
    /** The cosine embedding loss: 1 - cos(x1, x2) for targets 1, max(0, cos(x1, x2) - margin) for targets -1. */
    cosineEmbeddingLoss(x2: Input, target: Input, options?: CosineEmbeddingLossOptions): PendingArray;
    /** The cosine similarity of vectors along an axis. */
    cosineSimilarity(x2: Input, options?: CosineSimilarityOptions): PendingArray;
    /** Number of nonzero elements over axes. */
    countNonzero(options?: CountNonzeroOptions): PendingArray;
    /** The cross products of three-element vectors along an axis. */
    cross(x2: Input, options?: CrossOptions): PendingArray;
    /** The cross entropy between softmax(x) and the targets. */
    crossEntropy(target: Input, options?: CrossEntropyOptions): PendingArray;
    /** The connectionist temporal classification (CTC) loss. */
    ctcLoss(targets: Input, inputLengths: Input, targetLengths: Input, options?: CtcLossOptions): PendingArray;
    /** Cumulative maximum along an axis, and the index of each maximum. */
    cummax(options?: CummaxOptions): [values: PendingArray, indices: PendingArray];
    /** Cumulative minimum along an axis, and the index of each minimum. */
    cummin(options?: CumminOptions): [values: PendingArray, indices: PendingArray];
    /** Cumulative product along an axis. */
    cumulativeProd(options?: CumulativeProdOptions): PendingArray;
    /** Cumulative sum along an axis. */
    cumulativeSum(options?: CumulativeSumOptions): PendingArray;
    /** Convert degrees to radians. */
    deg2rad(options?: Out): PendingArray;
    /** The determinants of square matrices. */
    det(options?: Out): PendingArray;
    /** For a vector, the matrix with it on a diagonal; for a matrix, a copy of a diagonal. */
    diag(options?: DiagOptions): PendingArray;
    /** Matrices with the last dimension of x on a diagonal and zeros elsewhere. */
    diagEmbed(options?: DiagEmbedOptions): PendingArray;
    /** A diagonal of matrices; returns a view. */
    diagonal(options?: DiagonalOptions): PendingArray;
    /** Differences between consecutive elements along an axis. */
    diff(options?: DiffOptions): PendingArray;
    /** Index of the bin that each element falls into, for ascending bin edges. */
    digitize(bins: Input, options?: DigitizeOptions): PendingArray;
    /** Element-wise quotient, x1 / x2. */
    divide(x2: Input, options?: Out): PendingArray;
    /** The dot product: sum over the last axis of x1 and the second-to-last axis of x2. */
    dot(x2: Input, options?: Out): PendingArray;
    /** Set random elements to zero and scale the others so that the mean is preserved. */
    dropout(options?: DropoutOptions): [y: PendingArray, mask: PendingArray];
    /** The eigenvalues and eigenvectors of general square matrices, as complex numbers. */
    eig(): [eigenvalues: PendingArray, eigenvectors: PendingArray];
    /** The eigenvalues, in ascending order, and eigenvectors of Hermitian matrices. */
    eigh(): [eigenvalues: PendingArray, eigenvectors: PendingArray];
    /** The eigenvalues of general square matrices, as complex numbers. */
    eigvals(options?: Out): PendingArray;
    /** The eigenvalues of Hermitian matrices, in ascending order. */
    eigvalsh(options?: Out): PendingArray;
    /** Exponential linear unit: x where x > 0, alpha (exp(x) - 1) elsewhere. */
    elu(options?: EluOptions): PendingArray;
    /** Look up the rows of an embedding table by index. */
    embedding(weight: Input, options?: EmbeddingOptions): PendingArray;
    /** An array with the shape and dtype of x, to be filled later; it holds zeros. */
    emptyLike(options?: EmptyLikeOptions): PendingArray;
    /** Test whether x1 == x2, element-wise. */
    equal(x2: Input, options?: Out): PendingArray;
    /** Error function. */
    erf(options?: Out): PendingArray;
    /** Exponential of each element. */
    exp(options?: Out): PendingArray;
    /** 2 to the power of each element. */
    exp2(options?: Out): PendingArray;
    /** Insert axes of size one; returns a view. */
    expandDims(axis: Ints, options?: Out): PendingArray;
    /** The exponential of square matrices, 1 + x + x^2 / 2! + ... */
    expm(options?: Out): PendingArray;
    /** exp(x) - 1, accurate near zero. */
    expm1(options?: Out): PendingArray;
    /** The discrete Fourier transform over the given axes. */
    fftn(options?: FftnOptions): PendingArray;
    /** Flatten consecutive axes into one; by default all of them. */
    flatten(options?: FlattenOptions): PendingArray;
    /** Reverse the order of elements along axes; returns a view. */
    flip(options?: FlipOptions): PendingArray;
    /** Round down to the nearest integer. */
    floor(options?: Out): PendingArray;
    /** Quotient rounded towards negative infinity.  Integer division by 0 gives 0. */
    floorDivide(x2: Input, options?: Out): PendingArray;
    /** Sum columns of patches into images (col2im), the adjoint of unfold. */
    fold(outputSize: Ints, kernelSize: Ints, options?: FoldOptions): PendingArray;
    /** An array filled with a value, with the shape and dtype of x. */
    fullLike(value: Input, options?: FullLikeOptions): PendingArray;
    /** Samples from a gamma distribution. */
    gamma(options?: GammaOptions): PendingArray;
    /** The Gaussian negative log-likelihood of the target, with mean x and variance var. */
    gaussianNllLoss(target: Input, var_: Input, options?: GaussianNllLossOptions): PendingArray;
    /** Gaussian error linear unit: x times the standard normal distribution function of x. */
    gelu(options?: Out): PendingArray;
    /** Gaussian error linear unit, by its tanh approximation. */
    geluTanh(options?: Out): PendingArray;
    /** Samples from a geometric distribution: the number of trials up to the first success. */
    geometric(options?: GeometricOptions): PendingArray;
    /** The mean over the spatial axes, which are kept with size one. */
    globalAvgPool(options?: Out): PendingArray;
    /** The maximum over the spatial axes, which are kept with size one. */
    globalMaxPool(options?: Out): PendingArray;
    /** Gated linear unit: the first half of x along an axis times the sigmoid of the second half. */
    glu(options?: GluOptions): PendingArray;
    /** Test whether x1 > x2, element-wise. */
    greater(x2: Input, options?: Out): PendingArray;
    /** Test whether x1 >= x2, element-wise. */
    greaterEqual(x2: Input, options?: Out): PendingArray;
    /** Sample images at the positions of a grid, with coordinates from -1 to 1. */
    gridSample(grid: Input, options?: GridSampleOptions): PendingArray;
    /** Group normalisation: normalise each group of channels of each sample. */
    groupNorm(numGroups: number, options?: GroupNormOptions): PendingArray;
    /** A gated recurrent unit (GRU) layer. */
    gru(weightIh: Input, weightHh: Input, options?: GruOptions): [y: PendingArray, hN: PendingArray, saved: PendingArray];
    /** Hard shrinkage: x where |x| > lambd, 0 elsewhere. */
    hardshrink(options?: HardshrinkOptions): PendingArray;
    /** Hard sigmoid: x / 6 + 1/2, clamped to the range from 0 to 1. */
    hardsigmoid(options?: Out): PendingArray;
    /** Hard swish: x hardsigmoid(x). */
    hardswish(options?: Out): PendingArray;
    /** Clamp x to the range from min_val to max_val. */
    hardtanh(options?: HardtanhOptions): PendingArray;
    /** The hinge embedding loss: x for targets 1, max(0, margin - x) for targets -1. */
    hingeEmbeddingLoss(target: Input, options?: HingeEmbeddingLossOptions): PendingArray;
    /** The hinge loss, max(0, margin - target * x), for targets 1 and -1. */
    hingeLoss(target: Input, options?: HingeLossOptions): PendingArray;
    /** Count the elements (or sum their weights) in bins of equal width; also return the bin edges. */
    histogram(options?: HistogramOptions): [counts: PendingArray, edges: PendingArray];
    /** The Huber loss: quadratic near 0, linear elsewhere. */
    huberLoss(target: Input, options?: HuberLossOptions): PendingArray;
    /** Hypotenuse, sqrt(x1^2 + x2^2), without overflow. */
    hypot(x2: Input, options?: Out): PendingArray;
    /** The inverse discrete Fourier transform over the given axes. */
    ifftn(options?: IfftnOptions): PendingArray;
    /** Imaginary part. */
    imag(options?: Out): PendingArray;
    /** Normalise images per channel, (scale x - mean) / std, and convert their layout. */
    imageNormalize(options?: ImageNormalizeOptions): PendingArray;
    /** Resize images of uint8 or float pixels. */
    imageResize(size: Ints, options?: ImageResizeOptions): PendingArray;
    /** Index several axes of x with integer arrays, as in x[i, :, j]. */
    index(indices: readonly Input[] | NDArray, options?: IndexOptions): PendingArray;
    /** A copy of x with the elements at integer index arrays replaced, as in x[i, :, j] = values. */
    indexPut(values: Input, indices: readonly Input[] | NDArray, options?: IndexPutOptions): PendingArray;
    /** The inner product: sum over the last axes of x1 and x2. */
    inner(x2: Input, options?: Out): PendingArray;
    /** Instance normalisation: normalise each channel of each sample. */
    instanceNorm(options?: InstanceNormOptions): PendingArray;
    /** Resize an array along its one to three spatial axes. */
    interpolate(options?: InterpolateOptions): PendingArray;
    /** The inverses of square matrices. */
    inv(options?: Out): PendingArray;
    /** The inverse of rfftn: real output from the non-redundant half of a transform. */
    irfftn(options?: IrfftnOptions): PendingArray;
    /** Test that each element is neither infinite nor NaN. */
    isfinite(options?: Out): PendingArray;
    /** Test whether each element of x1 is in x2. */
    isin(x2: Input, options?: IsinOptions): PendingArray;
    /** Test each element for positive or negative infinity. */
    isinf(options?: Out): PendingArray;
    /** Test each element for NaN. */
    isnan(options?: Out): PendingArray;
    /** KL divergence of the target from the distribution whose log-probabilities are x. */
    klDiv(target: Input, options?: KlDivOptions): PendingArray;
    /** The k-th smallest element along an axis, counted from 1, and its index. */
    kthvalue(options?: KthvalueOptions): [values: PendingArray, indices: PendingArray];
    /** The mean absolute error, |x - target|. */
    l1Loss(target: Input, options?: L1LossOptions): PendingArray;
    /** Layer normalisation: subtract the mean and divide by the standard deviation over the last axes. */
    layerNorm(options?: LayerNormOptions): PendingArray;
    /** Leaky ReLU: x where x > 0, negative_slope x elsewhere. */
    leakyRelu(options?: LeakyReluOptions): PendingArray;
    /** Test whether x1 < x2, element-wise. */
    less(x2: Input, options?: Out): PendingArray;
    /** Test whether x1 <= x2, element-wise. */
    lessEqual(x2: Input, options?: Out): PendingArray;
    /** The linear transformation y = x weight^T + bias. */
    linear(weight: Input, options?: LinearOptions): PendingArray;
    /** Linear recurrence y[i] = a[i] y[i-1] + b[i] along an axis, starting from y = 0. */
    linearScan(b: Input, options?: LinearScanOptions): PendingArray;
    /** Local response normalisation across neighbouring channels. */
    localResponseNorm(size: number, options?: LocalResponseNormOptions): PendingArray;
    /** Natural logarithm of each element. */
    log(options?: Out): PendingArray;
    /** Base-10 logarithm. */
    log10(options?: Out): PendingArray;
    /** log(1 + x), accurate near zero. */
    log1p(options?: Out): PendingArray;
    /** Base-2 logarithm. */
    log2(options?: Out): PendingArray;
    /** Logarithm of the sigmoid. */
    logSigmoid(options?: Out): PendingArray;
    /** The logarithm of softmax along an axis, computed without loss of precision. */
    logSoftmax(options?: LogSoftmaxOptions): PendingArray;
    /** log(exp(x1) + exp(x2)), without overflow. */
    logaddexp(x2: Input, options?: Out): PendingArray;
    /** Logical AND.  Nonzero numbers are true. */
    logicalAnd(x2: Input, options?: Out): PendingArray;
    /** Logical NOT.  Nonzero numbers are true. */
    logicalNot(options?: Out): PendingArray;
    /** Logical OR.  Nonzero numbers are true. */
    logicalOr(x2: Input, options?: Out): PendingArray;
    /** Logical exclusive OR.  Nonzero numbers are true. */
    logicalXor(x2: Input, options?: Out): PendingArray;
    /** log(x / (1 - x)), the inverse of sigmoid. */
    logit(options?: Out): PendingArray;
    /** log(sum(exp(x))) over axes, without overflow. */
    logsumexp(options?: LogsumexpOptions): PendingArray;
    /** Power-average pooling: (sum x^p)^(1/p) of each window, with p = norm_type. */
    lpPool(kernelSize: Ints, options?: LpPoolOptions): PendingArray;
    /** A long short-term memory (LSTM) layer. */
    lstm(weightIh: Input, weightHh: Input, options?: LstmOptions): [y: PendingArray, hN: PendingArray, cN: PendingArray, saved: PendingArray];
    /** The margin ranking loss, max(0, margin - target * (x1 - x2)), for targets 1 and -1. */
    marginRankingLoss(x2: Input, target: Input, options?: MarginRankingLossOptions): PendingArray;
    /** A copy of x with the elements replaced where the mask is true, as in x[mask] = values. */
    maskPut(mask: Input, values: Input, options?: Out): PendingArray;
    /** Elements (or rows) of x where the mask is true, as in x[mask]. */
    maskSelect(mask: Input, options?: Out): PendingArray;
    /** The matrix product of two arrays. */
    matmul(x2: Input, options?: Out): PendingArray;
    /** The matrix norms that need no singular values. */
    matrixNorm(options?: MatrixNormOptions): PendingArray;
    /** Raise square matrices to an integer power. */
    matrixPower(n: number, options?: Out): PendingArray;
    /** Exchange the last two axes; returns a view. */
    matrixTranspose(options?: Out): PendingArray;
    /** Maximum over axes; NaN if any element is NaN. */
    max(options?: MaxOptions): PendingArray;
    /** Max pooling over one, two or three spatial axes. */
    maxPool(kernelSize: Ints, options?: MaxPoolOptions): PendingArray;
    /** The indices of the maxima of max_pool, flattened over the spatial axes. */
    maxPoolIndices(kernelSize: Ints, options?: MaxPoolIndicesOptions): PendingArray;
    /** The partial inverse of max_pool: zeros, with x at the positions of max_pool_indices. */
    maxUnpool(indices: Input, outputSize: Ints, options?: Out): PendingArray;
    /** Element-wise maximum; NaN if either element is NaN.  Equal elements share the gradient. */
    maximum(x2: Input, options?: Out): PendingArray;
    /** Arithmetic mean over axes. */
    mean(options?: MeanOptions): PendingArray;
    /** Median along an axis; for an even number of elements, the mean of the two middle ones. */
    median(options?: MedianOptions): PendingArray;
    /** Minimum over axes; NaN if any element is NaN. */
    min(options?: MinOptions): PendingArray;
    /** Element-wise minimum; NaN if either element is NaN.  Equal elements share the gradient. */
    minimum(x2: Input, options?: Out): PendingArray;
    /** Mish: x tanh(softplus(x)). */
    mish(options?: Out): PendingArray;
    /** Move axes to new positions; the others keep their order.  Returns a view. */
    moveaxis(source: Ints, destination: Ints, options?: Out): PendingArray;
    /** The mean squared error, (x - target)^2. */
    mseLoss(target: Input, options?: MseLossOptions): PendingArray;
    /** The multi-class margin loss: the mean of max(0, margin - x[label] + x[i])^p over classes. */
    multiMarginLoss(target: Input, options?: MultiMarginLossOptions): PendingArray;
    /** The mean over classes of the binary cross entropy between sigmoid(x) and 0/1 targets. */
    multilabelSoftMarginLoss(target: Input, options?: MultilabelSoftMarginLossOptions): PendingArray;
    /** Element-wise product. */
    multiply(x2: Input, options?: Out): PendingArray;
    /** Index of the largest element that is not NaN along an axis; the first of equal elements. */
    nanargmax(options?: NanargmaxOptions): PendingArray;
    /** Index of the smallest element that is not NaN along an axis; the first of equal elements. */
    nanargmin(options?: NanargminOptions): PendingArray;
    /** Cumulative product along an axis, with NaN as 1. */
    nancumprod(options?: NancumprodOptions): PendingArray;
    /** Cumulative sum along an axis, with NaN as 0. */
    nancumsum(options?: NancumsumOptions): PendingArray;
    /** Maximum over axes of the elements that are not NaN. */
    nanmax(options?: NanmaxOptions): PendingArray;
    /** Arithmetic mean over axes of the elements that are not NaN. */
    nanmean(options?: NanmeanOptions): PendingArray;
    /** Median along an axis of the elements that are not NaN. */
    nanmedian(options?: NanmedianOptions): PendingArray;
    /** Minimum over axes of the elements that are not NaN. */
    nanmin(options?: NanminOptions): PendingArray;
    /** Product over axes of the elements that are not NaN. */
    nanprod(options?: NanprodOptions): PendingArray;
    /** Standard deviation over axes of the elements that are not NaN. */
    nanstd(options?: NanstdOptions): PendingArray;
    /** Sum over axes of the elements that are not NaN. */
    nansum(options?: NansumOptions): PendingArray;
    /** Variance over axes of the elements that are not NaN. */
    nanvar(options?: NanvarOptions): PendingArray;
    /** Negate each element. */
    negative(options?: Out): PendingArray;
    /** Next representable number after x1 in the direction of x2. */
    nextafter(x2: Input, options?: Out): PendingArray;
    /** The negative log-likelihood of labels under log-probabilities x. */
    nllLoss(target: Input, options?: NllLossOptions): PendingArray;
    /** Indices of the nonzero elements: one array for each axis. */
    nonzero(): PendingArray[];
    /** Divide the vectors along an axis by their p-norm. */
    normalize(options?: NormalizeOptions): PendingArray;
    /** Test whether x1 != x2, element-wise. */
    notEqual(x2: Input, options?: Out): PendingArray;
    /** One-hot vectors: 1 at each index, 0 elsewhere. */
    oneHot(numClasses: number, options?: OneHotOptions): PendingArray;
    /** Ones with the shape and dtype of x. */
    onesLike(options?: OnesLikeOptions): PendingArray;
    /** The outer product: each element of x1 times each element of x2. */
    outer(x2: Input, options?: Out): PendingArray;
    /** Pad an array. */
    pad(widths: Ints, options?: PadOptions): PendingArray;
    /** The p-norm distances between corresponding vectors along the last axes of x1 and x2. */
    pairwiseDistance(x2: Input, options?: PairwiseDistanceOptions): PendingArray;
    /** Partition along an axis: the kth element is where sorting would put it, smaller ones before it. */
    partition(kth: number, options?: PartitionOptions): PendingArray;
    /** Percentiles of the elements along an axis, for q from 0 to 100. */
    percentile(q: Input, options?: PercentileOptions): PendingArray;
    /** Permute the axes; returns a view. */
    permuteDims(options?: PermuteDimsOptions): PendingArray;
    /** Rearrange groups of channels into blocks of pixels (sub-pixel convolution). */
    pixelShuffle(upscaleFactor: number, options?: Out): PendingArray;
    /** Rearrange blocks of pixels into groups of channels, the inverse of pixel_shuffle. */
    pixelUnshuffle(downscaleFactor: number, options?: Out): PendingArray;
    /** Samples from a Poisson distribution. */
    poisson(options?: PoissonOptions): PendingArray;
    /** The Poisson negative log-likelihood of the target, with rate exp(x), or x without log_input. */
    poissonNllLoss(target: Input, options?: PoissonNllLossOptions): PendingArray;
    /** Each element unchanged. */
    positive(options?: Out): PendingArray;
    /** x1 raised to the power x2.  Integer powers must not be negative. */
    pow(x2: Input, options?: Out): PendingArray;
    /** Parametric ReLU: x1 where x1 > 0, x2 x1 elsewhere. */
    prelu(x2: Input, options?: Out): PendingArray;
    /** Product over axes. */
    prod(options?: ProdOptions): PendingArray;
    /** A copy of x with the elements at per-position indices along an axis replaced by values. */
    putAlongAxis(indices: Input, values: Input, options?: PutAlongAxisOptions): PendingArray;
    /**
     * A copy of x with the elements at per-position indices along an axis reduced with values: their sum, product,
     * maximum, minimum or mean.
     */
    putAlongAxisReduce(indices: Input, values: Input, options?: PutAlongAxisReduceOptions): PendingArray;
    /** The QR factorisation: orthonormal columns q times an upper triangular r. */
    qr(options?: QrOptions): [q: PendingArray, r: PendingArray];
    /** Quantiles of the elements along an axis, for q from 0 to 1. */
    quantile(q: Input, options?: QuantileOptions): PendingArray;
    /** Gaussian error linear unit, by its sigmoid approximation: x sigmoid(1.702 x). */
    quickGelu(options?: Out): PendingArray;
    /** Convert radians to degrees. */
    rad2deg(options?: Out): PendingArray;
    /** Flatten x to one dimension. */
    ravel(options?: Out): PendingArray;
    /** Real part. */
    real(options?: Out): PendingArray;
    /** Reciprocal of each element, 1 / x. */
    reciprocal(options?: Out): PendingArray;
    /** Rectified linear unit: max(x, 0). */
    relu(options?: Out): PendingArray;
    /** ReLU capped at 6: min(max(x, 0), 6). */
    relu6(options?: Out): PendingArray;
    /** Remainder of floor_divide, with the sign of x2.  Integer remainder by 0 is 0. */
    remainder(x2: Input, options?: Out): PendingArray;
    /** Repeat each element along an axis. */
    repeat(repeats: Ints, options?: RepeatOptions): PendingArray;
    /** Give x a new shape with the same elements. */
    reshape(shape: Ints, options?: Out): PendingArray;
    /** The discrete Fourier transform of real input, without the redundant half. */
    rfftn(options?: RfftnOptions): PendingArray;
    /** Root mean square normalisation: divide by the root mean square over the last axes. */
    rmsNorm(options?: RmsNormOptions): PendingArray;
    /** A simple (Elman) recurrent layer: h' = tanh(W_ih x + b_ih + W_hh h + b_hh). */
    rnn(weightIh: Input, weightHh: Input, options?: RnnOptions): [y: PendingArray, hN: PendingArray];
    /** Roll elements along axes; elements shifted out at one end re-enter at the other. */
    roll(shift: Ints, options?: RollOptions): PendingArray;
    /** Round to the nearest integer; halves are rounded to even. */
    round(options?: Out): PendingArray;
    /** Reciprocal of the square root. */
    rsqrt(options?: Out): PendingArray;
    /** Scaled dot-product attention: softmax(scale query key^T + mask) value. */
    scaledDotProductAttention(key: Input, value: Input, options?: ScaledDotProductAttentionOptions): [y: PendingArray, lse: PendingArray];
    /** A copy of x with the rows (along an axis) at the given indices replaced by updates. */
    scatter(indices: Input, updates: Input, options?: ScatterOptions): PendingArray;
    /** A copy of x with updates added to the rows (along an axis) at the given indices. */
    scatterAdd(indices: Input, updates: Input, options?: ScatterAddOptions): PendingArray;
    /**
     * A copy of x with the rows (along an axis) at the given indices reduced with updates: their sum, product,
     * maximum, minimum or mean.
     */
    scatterReduce(indices: Input, updates: Input, options?: ScatterReduceOptions): PendingArray;
    /** Indices at which the values would be inserted into a sorted array to keep it sorted. */
    searchsorted(x2: Input, options?: SearchsortedOptions): PendingArray;
    /** Maximum of the rows of each segment. */
    segmentMax(segmentIds: Input, numSegments: number, options?: Out): PendingArray;
    /** Mean of the rows of each segment. */
    segmentMean(segmentIds: Input, numSegments: number, options?: Out): PendingArray;
    /** Minimum of the rows of each segment. */
    segmentMin(segmentIds: Input, numSegments: number, options?: Out): PendingArray;
    /** Product of the rows of each segment. */
    segmentProd(segmentIds: Input, numSegments: number, options?: Out): PendingArray;
    /** Sum of the rows of each segment. */
    segmentSum(segmentIds: Input, numSegments: number, options?: Out): PendingArray;
    /** One element along an axis, which is removed; returns a view. */
    select(index: number, options?: SelectOptions): PendingArray;
    /** Scaled exponential linear unit: elu with the scale and alpha of self-normalising networks. */
    selu(options?: Out): PendingArray;
    /** Shuffle the elements along an axis; also return the permutation. */
    shuffle(options?: ShuffleOptions): [y: PendingArray, order: PendingArray];
    /** Logistic sigmoid: 1 / (1 + exp(-x)). */
    sigmoid(options?: Out): PendingArray;
    /** Sign of each element, -1, 0 or 1; for complex numbers, x / |x|. */
    sign(options?: Out): PendingArray;
    /** Test whether the sign bit is set; true for -0.0. */
    signbit(options?: Out): PendingArray;
    /** SiLU, also called swish: x sigmoid(x). */
    silu(options?: Out): PendingArray;
    /** Sine of each element, in radians. */
    sin(options?: Out): PendingArray;
    /** Normalised sinc: sin(pi x) / (pi x), and 1 at 0. */
    sinc(options?: Out): PendingArray;
    /** Hyperbolic sine. */
    sinh(options?: Out): PendingArray;
    /** A copy of x with a slice replaced by y. */
    sliceUpdate(y: Input, options?: SliceUpdateOptions): PendingArray;
    /** Sliding windows over an array; returns a view. */
    slidingWindowView(window: Ints, options?: SlidingWindowViewOptions): PendingArray;
    /** The sign of the determinant, and the logarithm of its absolute value. */
    slogdet(): [sign: PendingArray, logabsdet: PendingArray];
    /** The smooth L1 loss: quadratic near 0, absolute error elsewhere. */
    smoothL1Loss(target: Input, options?: SmoothL1LossOptions): PendingArray;
    /** The soft margin loss, log(1 + exp(-target * x)), for targets 1 and -1. */
    softMarginLoss(target: Input, options?: SoftMarginLossOptions): PendingArray;
    /** Exponentials of the entries along an axis, scaled to sum to one. */
    softmax(options?: SoftmaxOptions): PendingArray;
    /** The softmax of -x: the smallest entry gets the largest weight. */
    softmin(options?: SoftminOptions): PendingArray;
    /** Softplus: log(1 + exp(x)). */
    softplus(options?: Out): PendingArray;
    /** Soft shrinkage: move x towards 0 by lambd; 0 where |x| <= lambd. */
    softshrink(options?: SoftshrinkOptions): PendingArray;
    /** Softsign: x / (1 + |x|). */
    softsign(options?: Out): PendingArray;
    /** Solve the linear equations x1 X = x2, or X x1 = x2, for square matrices x1. */
    solve(x2: Input, options?: SolveOptions): PendingArray;
    /** Solve the linear equations x1 X = x2, or X x1 = x2, for triangular x1. */
    solveTriangular(x2: Input, options?: SolveTriangularOptions): PendingArray;
    /** Sort along an axis. */
    sort(options?: SortOptions): PendingArray;
    /** Split an array along an axis; returns views. */
    split(options?: SplitOptions): PendingArray[];
    /** Square root of each element. */
    sqrt(options?: Out): PendingArray;
    /** Square of each element. */
    square(options?: Out): PendingArray;
    /** Remove axes of size one; returns a view. */
    squeeze(options?: SqueezeOptions): PendingArray;
    /** Standard deviation over axes. */
    std(options?: StdOptions): PendingArray;
    /** Samples from Student's t distribution. */
    studentT(options?: StudentTOptions): PendingArray;
    /** Element-wise difference, x1 - x2. */
    subtract(x2: Input, options?: Out): PendingArray;
    /** Sum over axes. */
    sum(options?: SumOptions): PendingArray;
    /** The singular value decomposition x = U diag(S) Vh, with S in descending order. */
    svd(options?: SvdOptions): [U: PendingArray, S: PendingArray, Vh: PendingArray];
    /** The singular values of matrices, in descending order. */
    svdvals(options?: Out): PendingArray;
    /** Exchange two axes; returns a view. */
    swapaxes(options?: SwapaxesOptions): PendingArray;
    /** Elements of x at the given indices along an axis. */
    take(indices: Input, options?: TakeOptions): PendingArray;
    /** Elements of x at per-position indices along an axis. */
    takeAlongAxis(indices: Input, options?: TakeAlongAxisOptions): PendingArray;
    /** Tangent of each element, in radians. */
    tan(options?: Out): PendingArray;
    /** Hyperbolic tangent. */
    tanh(options?: Out): PendingArray;
    /** Tanh shrinkage: x - tanh(x). */
    tanhshrink(options?: Out): PendingArray;
    /** Tensor contraction: sum over pairs of axes of x1 and x2. */
    tensordot(x2: Input, options?: TensordotOptions): PendingArray;
    /** x where x > threshold, value elsewhere. */
    threshold(options?: ThresholdOptions): PendingArray;
    /** Tile an array a number of times along each axis. */
    tile(repetitions: Ints, options?: Out): PendingArray;
    /** Copy x to a device. */
    toDevice(device: Device, options?: Out): PendingArray;
    /** The k largest (or smallest) elements along an axis, in order, and their indices. */
    topk(k: number, options?: TopkOptions): [values: PendingArray, indices: PendingArray];
    /** The sums of the diagonals of matrices. */
    trace(options?: TraceOptions): PendingArray;
    /** Lower triangle of matrices: zeros above diagonal k. */
    tril(options?: TrilOptions): PendingArray;
    /** The triplet margin loss, max(0, d(anchor, positive) - d(anchor, negative) + margin). */
    tripletMarginLoss(positive: Input, negative: Input, options?: TripletMarginLossOptions): PendingArray;
    /** Upper triangle of matrices: zeros below diagonal k. */
    triu(options?: TriuOptions): PendingArray;
    /** Round towards zero to an integer. */
    trunc(options?: Out): PendingArray;
    /** Extract the patches of images as columns (im2col). */
    unfold(kernelSize: Ints, options?: UnfoldOptions): PendingArray;
    /** Unique values of x, the index of the first occurrence of each, the indices that rebuild x, and the counts. */
    uniqueAll(): [values: PendingArray, indices: PendingArray, inverseIndices: PendingArray, counts: PendingArray];
    /** Unique values of x and their counts. */
    uniqueCounts(): [values: PendingArray, counts: PendingArray];
    /** Unique values of x and the indices that rebuild x from them. */
    uniqueInverse(): [values: PendingArray, inverseIndices: PendingArray];
    /** Unique values of x. */
    uniqueValues(options?: Out): PendingArray;
    /** Split an array into its elements along an axis; returns views without that axis. */
    unstack(options?: UnstackOptions): PendingArray[];
    /** Variance over axes. */
    var(options?: VarOptions): PendingArray;
    /** The inner products of vectors along an axis. */
    vecdot(x2: Input, options?: VecdotOptions): PendingArray;
    /** The vector norm over one or more axes. */
    vectorNorm(options?: VectorNormOptions): PendingArray;
    /** Samples from a von Mises distribution: angles between -pi and pi around a mean. */
    vonMises(concentration: Input, options?: VonMisesOptions): PendingArray;
    /** Samples from a Weibull distribution. */
    weibull(options?: WeibullOptions): PendingArray;
    /** Elements of x1 where the condition is true, of x2 elsewhere. */
    where(x1: Input, x2: Input, options?: Out): PendingArray;
    /** Zeros with the shape and dtype of x. */
    zerosLike(options?: ZerosLikeOptions): PendingArray;
  }
}
