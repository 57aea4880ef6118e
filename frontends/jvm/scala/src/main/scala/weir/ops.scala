// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package weir

import io.weir.*

/** The operators of the library.  They return at once; reading a result waits. */
object ops:
  /**
   * Absolute value; for complex numbers, the magnitude.
   *
   * @param x the input
   */
  def abs(x: NDArray): NDArray =
    Ops.abs(x)

  /**
   * Inverse cosine, in radians.
   *
   * @param x the input
   */
  def acos(x: NDArray): NDArray =
    Ops.acos(x)

  /**
   * Inverse hyperbolic cosine.
   *
   * @param x the input
   */
  def acosh(x: NDArray): NDArray =
    Ops.acosh(x)

  /**
   * Average pooling to a given output size.
   *
   * @param x images or sequences, (batch, channels, spatial axes)
   * @param outputSize output sizes, one entry per axis or one for all (at least 1)
   */
  def adaptiveAvgPool(x: NDArray, outputSize: Ints): NDArray =
    Ops.adaptiveAvgPool(x, longs(outputSize)*)

  /**
   * Max pooling to a given output size.
   *
   * @param x images or sequences, (batch, channels, spatial axes)
   * @param outputSize output sizes, one entry per axis or one for all (at least 1)
   */
  def adaptiveMaxPool(x: NDArray, outputSize: Ints): NDArray =
    Ops.adaptiveMaxPool(x, longs(outputSize)*)

  /**
   * The indices of the maxima of adaptive_max_pool, flattened over the spatial axes.
   *
   * @param x images or sequences, (batch, channels, spatial axes)
   * @param outputSize output sizes, one entry per axis or one for all (at least 1)
   */
  def adaptiveMaxPoolIndices(x: NDArray, outputSize: Ints): NDArray =
    Ops.adaptiveMaxPoolIndices(x, longs(outputSize)*)

  /**
   * Element-wise sum.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def add(x1: NDArray, x2: NDArray): NDArray =
    Ops.add(x1, x2)

  /**
   * Compute sampling grids for grid_sample from affine matrices.
   *
   * <p>The coordinates of every pixel, from -1 to 1, are multiplied by theta, which has shape (batch, axes, axes + 1), for two or
   * three axes.  Coordinates start with the last axis.
   *
   * @param theta affine matrices, (batch, axes, axes + 1)
   * @param size shape of the images: batch, channels, and two or three axes (at least 1)
   * @param alignCorners -1 and 1 are the centres of the corner pixels, not their edges (default: false)
   */
  def affineGrid(theta: NDArray, size: Ints, alignCorners: Boolean = false): NDArray =
    Ops.affineGrid(theta, longs(size), o => { o.alignCorners(alignCorners); () })

  /**
   * The values of x, once the other arrays are ready; fails if one of them failed.
   *
   * <p>The values of the other arrays are not read, and they receive no gradient.
   *
   * @param x the input
   * @param arrays arrays that are waited for
   */
  def after(x: NDArray, arrays: Seq[NDArray]): NDArray =
    Ops.after(x, arrays.toArray*)

  /**
   * Test whether all elements over the axes are true (nonzero).
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   */
  def all(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false): NDArray =
    Ops.all(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); () })

  /**
   * Angle of a complex number in radians; 0 or pi for real numbers.
   *
   * @param x the input
   */
  def angle(x: NDArray): NDArray =
    Ops.angle(x)

  /**
   * Test whether any element over the axes is true (nonzero).
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   */
  def any(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false): NDArray =
    Ops.any(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); () })

  /**
   * Evenly spaced numbers from start up to, but not including, stop.
   *
   * <p>Integers are exact up to 2^53.  Numbers outside the range of the dtype are refused.
   *
   * @param start first number
   * @param stop end of the range, exclusive; none: count from 0 to start (default: none)
   * @param step difference between consecutive numbers (default: 1.0)
   * @param dtype dtype of the result; default: int64 for integers, else the default float (default: none)
   * @param device device of the result (default: none)
   */
  def arange(start: Double, stop: OptionalFloat = None, step: Double = 1.0, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.arange(start, o => { optionalDouble(stop).foreach(v => o.stop(v)); o.step(step); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Index of the largest element along an axis: the first of equal elements, or the first NaN.
   *
   * @param x the input
   * @param axis axis to search; none: all elements, in row-major order (default: none)
   * @param keepdims keep the reduced axis with size one (default: false)
   */
  def argmax(x: NDArray, axis: OptionalInt = None, keepdims: Boolean = false): NDArray =
    Ops.argmax(x, o => { optionalLong(axis).foreach(v => o.axis(v)); o.keepdims(keepdims); () })

  /**
   * Index of the smallest element along an axis: the first of equal elements, or the first NaN.
   *
   * @param x the input
   * @param axis axis to search; none: all elements, in row-major order (default: none)
   * @param keepdims keep the reduced axis with size one (default: false)
   */
  def argmin(x: NDArray, axis: OptionalInt = None, keepdims: Boolean = false): NDArray =
    Ops.argmin(x, o => { optionalLong(axis).foreach(v => o.axis(v)); o.keepdims(keepdims); () })

  /**
   * Indices that partition along an axis: the kth element where sorting would put it.
   *
   * <p>All elements are sorted, which is fast; use topk for a few of them.
   *
   * @param x the input
   * @param kth index that is put in its sorted position
   * @param axis axis to partition along (default: -1)
   */
  def argpartition(x: NDArray, kth: Long, axis: Long = -1L): NDArray =
    Ops.argpartition(x, kth, o => { o.axis(axis); () })

  /**
   * Indices that sort along an axis.
   *
   * <p>The sort is stable.  NaN comes last, ascending and descending.
   *
   * @param x the input
   * @param axis axis to sort along (default: -1)
   * @param descending largest first (default: false)
   * @param stable keep the order of equal elements; always the case (default: true)
   */
  def argsort(x: NDArray, axis: Long = -1L, descending: Boolean = false, stable: Boolean = true): NDArray =
    Ops.argsort(x, o => { o.axis(axis); o.descending(descending); o.stable(stable); () })

  /**
   * Inverse sine, in radians.
   *
   * @param x the input
   */
  def asin(x: NDArray): NDArray =
    Ops.asin(x)

  /**
   * Inverse hyperbolic sine.
   *
   * @param x the input
   */
  def asinh(x: NDArray): NDArray =
    Ops.asinh(x)

  /**
   * Convert x to a dtype.
   *
   * <p>Floats are truncated to integers, integers wrap around, and every nonzero value is true.
   *
   * @param x the input
   * @param dtype dtype of the result
   */
  def astype(x: NDArray, dtype: DType): NDArray =
    Ops.astype(x, dtype)

  /**
   * Inverse tangent, in radians.
   *
   * @param x the input
   */
  def atan(x: NDArray): NDArray =
    Ops.atan(x)

  /**
   * Angle of the point (x2, x1) in radians, from -pi to pi.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def atan2(x1: NDArray, x2: NDArray): NDArray =
    Ops.atan2(x1, x2)

  /**
   * Inverse hyperbolic tangent.
   *
   * @param x the input
   */
  def atanh(x: NDArray): NDArray =
    Ops.atanh(x)

  /**
   * Average pooling over one, two or three spatial axes.
   *
   * <p>x has shape (batch, channels, spatial axes).
   *
   * @param x images or sequences, (batch, channels, spatial axes)
   * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
   * @param stride distance between windows; none: kernel_size (at least 1; default: none)
   * @param padding zero padding at both ends of each axis; none: 0 (at least 0; default: none)
   * @param ceilMode round output sizes up: include windows that extend past the end (default: false)
   * @param countIncludePad include the padding zeros in the mean (default: true)
   */
  def avgPool(x: NDArray, kernelSize: Ints, stride: OptionalInts = None, padding: OptionalInts = None, ceilMode: Boolean = false, countIncludePad: Boolean = true): NDArray =
    Ops.avgPool(x, longs(kernelSize), o => { optionalLongs(stride).foreach(v => o.stride(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); o.ceilMode(ceilMode); o.countIncludePad(countIncludePad); () })

  /**
   * Index x with slices, integers and new axes; returns a view.
   *
   * <p>Equivalent to x[4, ::2, None, ...] in Python; WEIR_NONE stands for an omitted part of a slice.  The kinds are
   * WEIR_KEY_SLICE, _INDEX, _NEW and _REST.  Axes beyond the key are unchanged.
   *
   * @param x the input
   * @param kinds 0: a slice, 1: an index, 2: a new axis, 3: an ellipsis (at least 0, at most 3; default: none)
   * @param starts start of each slice; or the index (default: none)
   * @param stops end of each slice, exclusive (default: none)
   * @param steps step of each slice; may be negative (default: none)
   */
  def basicIndex(x: NDArray, kinds: OptionalInts = None, starts: OptionalInts = None, stops: OptionalInts = None, steps: OptionalInts = None): NDArray =
    Ops.basicIndex(x, o => { optionalLongs(kinds).foreach(v => o.kinds(v*)); optionalLongs(starts).foreach(v => o.starts(v*)); optionalLongs(stops).foreach(v => o.stops(v*)); optionalLongs(steps).foreach(v => o.steps(v*)); () })

  /**
   * A copy of x in which the elements selected by slices, integers and new axes are replaced by y.
   *
   * <p>Equivalent to x[4, ::2, None, ...] = y in Python; the key is that of basic_index.  y is broadcast to the selection.  If x
   * is also the output, only the selection is written, and gradients are recorded.
   *
   * @param x the array to update
   * @param y new values, broadcast to the selection
   * @param kinds 0: a slice, 1: an index, 2: a new axis, 3: an ellipsis (at least 0, at most 3; default: none)
   * @param starts start of each slice; or the index (default: none)
   * @param stops end of each slice, exclusive (default: none)
   * @param steps step of each slice; may be negative (default: none)
   */
  def basicUpdate(x: NDArray, y: NDArray, kinds: OptionalInts = None, starts: OptionalInts = None, stops: OptionalInts = None, steps: OptionalInts = None): NDArray =
    Ops.basicUpdate(x, y, o => { optionalLongs(kinds).foreach(v => o.kinds(v*)); optionalLongs(starts).foreach(v => o.starts(v*)); optionalLongs(stops).foreach(v => o.stops(v*)); optionalLongs(steps).foreach(v => o.steps(v*)); () })

  /**
   * Batch normalisation: normalise each channel over the batch and the spatial axes.
   *
   * <p>x has shape (batch, channels, ...).  weight and bias have one element per channel.  The mean and the variance (with
   * correction 0) of each channel are returned too.
   *
   * @param x the input
   * @param weight scale of each channel
   * @param bias offset of each channel
   * @param eps added to the variance (at least 0.0; default: 1e-05)
   */
  def batchNorm(x: NDArray, weight: NDArray = null, bias: NDArray = null, eps: Double = 1e-05): (NDArray, NDArray, NDArray) =
    val r = Ops.batchNorm(x, o => { if weight != null then o.weight(weight); if bias != null then o.bias(bias); o.eps(eps); () })
    (r.y, r.mean, r.variance)

  /**
   * Batch normalisation with a given mean and variance.
   *
   * <p>x has shape (batch, channels, ...).  The other inputs have one element per channel.
   *
   * @param x the input
   * @param mean mean of each channel
   * @param variance variance of each channel
   * @param weight scale of each channel
   * @param bias offset of each channel
   * @param eps added to the variance (at least 0.0; default: 1e-05)
   */
  def batchNormInference(x: NDArray, mean: NDArray, variance: NDArray, weight: NDArray = null, bias: NDArray = null, eps: Double = 1e-05): NDArray =
    Ops.batchNormInference(x, mean, variance, o => { if weight != null then o.weight(weight); if bias != null then o.bias(bias); o.eps(eps); () })

  /**
   * Samples from a Bernoulli distribution: true with the given probability.
   *
   * <p>Probabilities have a resolution of 2^-32.
   *
   * @param probability probability of success, 0 to 1
   * @param shape shape of the result; none: that of the parameters (at least 0; default: none)
   * @param dtype dtype of the result; default: the default float dtype, int64 for counts (default: none)
   * @param device device of the result (default: none)
   */
  def bernoulli(probability: NDArray, shape: OptionalInts = None, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.bernoulli(probability, o => { optionalLongs(shape).foreach(v => o.shape(v*)); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Samples from a beta distribution.
   *
   * @param a first shape parameter
   * @param b second shape parameter
   * @param shape shape of the result; none: that of the parameters (at least 0; default: none)
   * @param dtype dtype of the result; default: the default float dtype, int64 for counts (default: none)
   * @param device device of the result (default: none)
   */
  def beta(a: NDArray, b: NDArray, shape: OptionalInts = None, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.beta(a, b, o => { optionalLongs(shape).foreach(v => o.shape(v*)); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * The bilinear transformation x1^T W x2 + b, for each W of the weight.
   *
   * <p>x1 has shape (..., i), x2 (..., j), the weight (out, i, j), the result (..., out).
   *
   * @param x1 features along the last axis
   * @param x2 features along the last axis
   * @param weight (output features, features of x1, features of x2)
   * @param bias one number per output feature
   */
  def bilinear(x1: NDArray, x2: NDArray, weight: NDArray, bias: NDArray = null): NDArray =
    Ops.bilinear(x1, x2, weight, o => { if bias != null then o.bias(bias); () })

  /**
   * The binary cross entropy between probabilities x and the target.
   *
   * <p>Logarithms are clamped to at least -100.  For logits, binary_cross_entropy_with_logits is more accurate.
   *
   * @param x probabilities from 0 to 1
   * @param target probabilities from 0 to 1
   * @param weight factor of each element's loss
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   */
  def binaryCrossEntropy(x: NDArray, target: NDArray, weight: NDArray = null, reduction: String = "mean"): NDArray =
    Ops.binaryCrossEntropy(x, target, o => { if weight != null then o.weight(weight); o.reduction(reduction); () })

  /**
   * The binary cross entropy between sigmoid(x) and the target.
   *
   * <p>Targets lie between 0 and 1.  The computation is stable for large |x|.
   *
   * @param x logits
   * @param target probabilities from 0 to 1
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   */
  def binaryCrossEntropyWithLogits(x: NDArray, target: NDArray, reduction: String = "mean"): NDArray =
    Ops.binaryCrossEntropyWithLogits(x, target, o => { o.reduction(reduction); () })

  /**
   * Count the occurrences (or sum the weights) of each integer from 0 to the maximum of x.
   *
   * <p>The length of the result depends on the values, so this operator waits for x; bincount_sized does not.  The task fails if
   * an integer is negative.
   *
   * @param x integers from 0
   * @param weights weight of each integer
   * @param minlength minimum length of the result (at least 0; default: 0)
   */
  def bincount(x: NDArray, weights: NDArray = null, minlength: Long = 0L): NDArray =
    Ops.bincount(x, o => { if weights != null then o.weights(weights); o.minlength(minlength); () })

  /**
   * Count the occurrences (or sum the weights) of each integer from 0 to size - 1 in x.
   *
   * <p>The task fails if an integer is outside the range.  Unlike bincount, this operator does not wait for x.
   *
   * @param x integers from 0
   * @param size integers from 0 to size - 1 are counted (at least 0)
   * @param weights weight of each integer
   */
  def bincountSized(x: NDArray, size: Long, weights: NDArray = null): NDArray =
    Ops.bincountSized(x, size, o => { if weights != null then o.weights(weights); () })

  /**
   * Samples from a binomial distribution: the number of successes in independent trials.
   *
   * @param trials number of trials
   * @param probability probability of success, 0 to 1
   * @param shape shape of the result; none: that of the parameters (at least 0; default: none)
   * @param dtype dtype of the result; default: the default float dtype, int64 for counts (default: none)
   * @param device device of the result (default: none)
   */
  def binomial(trials: NDArray, probability: NDArray, shape: OptionalInts = None, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.binomial(trials, probability, o => { optionalLongs(shape).foreach(v => o.shape(v*)); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Bitwise AND.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def bitwiseAnd(x1: NDArray, x2: NDArray): NDArray =
    Ops.bitwiseAnd(x1, x2)

  /**
   * Bitwise NOT; logical NOT for bools.
   *
   * @param x the input
   */
  def bitwiseInvert(x: NDArray): NDArray =
    Ops.bitwiseInvert(x)

  /**
   * Shift the bits of x1 left by x2.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def bitwiseLeftShift(x1: NDArray, x2: NDArray): NDArray =
    Ops.bitwiseLeftShift(x1, x2)

  /**
   * Bitwise OR.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def bitwiseOr(x1: NDArray, x2: NDArray): NDArray =
    Ops.bitwiseOr(x1, x2)

  /**
   * Shift the bits of x1 right by x2, preserving the sign.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def bitwiseRightShift(x1: NDArray, x2: NDArray): NDArray =
    Ops.bitwiseRightShift(x1, x2)

  /**
   * Bitwise exclusive OR.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def bitwiseXor(x1: NDArray, x2: NDArray): NDArray =
    Ops.bitwiseXor(x1, x2)

  /**
   * Broadcast arrays to their common shape; returns views.
   *
   * @param arrays the input arrays
   */
  def broadcastArrays(arrays: Seq[NDArray]): Seq[NDArray] =
    Ops.broadcastArrays(arrays.toArray*).toSeq

  /**
   * Broadcast x to a shape; returns a view.
   *
   * <p>New dimensions are added in front; dimensions of size one are repeated.
   *
   * @param x the input
   * @param shape shape of the result (at least 0)
   */
  def broadcastTo(x: NDArray, shape: Ints): NDArray =
    Ops.broadcastTo(x, longs(shape)*)

  /**
   * Sample classes with probabilities proportional to their weights.
   *
   * <p>The weights need not sum to one.  The task fails if a weight is negative or not finite, or if a row has too few positive
   * weights.
   *
   * @param weights weights or log-probabilities of the classes
   * @param count number of samples per row, as a new last axis; none: one sample, no new axis (at least 0; default: none)
   * @param axis axis of the classes (default: -1)
   * @param logits the input holds unnormalised log-probabilities instead of weights (default: false)
   * @param replacement a class may be drawn more than once per row (default: true)
   * @param dtype an integer dtype (default: int64)
   */
  def categorical(weights: NDArray, count: OptionalInt = None, axis: Long = -1L, logits: Boolean = false, replacement: Boolean = true, dtype: DType = DType.INT64): NDArray =
    Ops.categorical(weights, o => { optionalLong(count).foreach(v => o.count(v)); o.axis(axis); o.logits(logits); o.replacement(replacement); o.dtype(dtype); () })

  /**
   * Samples from a Cauchy distribution with median loc.
   *
   * @param shape shape of the result (at least 0)
   * @param loc location: added to each sample (default: 0.0)
   * @param scale scale: multiplies each sample (at least 0.0; default: 1.0)
   * @param dtype a float dtype (default: none)
   * @param device device of the result (default: none)
   */
  def cauchy(shape: Ints, loc: Double = 0.0, scale: Double = 1.0, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.cauchy(longs(shape), o => { o.loc(loc); o.scale(scale); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * The p-norm distances between each pair of vectors of x1 and x2.
   *
   * <p>x1 has shape (..., m, d), x2 (..., n, d), the result (..., m, n).  All m * n * d differences are in memory at the same
   * time.
   *
   * @param x1 vectors, (..., m, features)
   * @param x2 vectors, (..., n, features)
   * @param p order of the norm; may be inf (more than 0.0; default: 2.0)
   */
  def cdist(x1: NDArray, x2: NDArray, p: Double = 2.0): NDArray =
    Ops.cdist(x1, x2, o => { o.p(p); () })

  /**
   * Round up to the nearest integer.
   *
   * @param x the input
   */
  def ceil(x: NDArray): NDArray =
    Ops.ceil(x)

  /**
   * Continuously differentiable ELU: x where x &gt; 0, alpha (exp(x / alpha) - 1) elsewhere.
   *
   * @param x the input
   * @param alpha limit for large negative x is -alpha (more than 0.0; default: 1.0)
   */
  def celu(x: NDArray, alpha: Double = 1.0): NDArray =
    Ops.celu(x, o => { o.alpha(alpha); () })

  /**
   * Interleave the channels of the groups (ShuffleNet).
   *
   * <p>x has shape (batch, channels, spatial axes).
   *
   * @param x images or sequences, (batch, channels, spatial axes)
   * @param groups number of groups that the channels are divided into (at least 1)
   */
  def channelShuffle(x: NDArray, groups: Long): NDArray =
    Ops.channelShuffle(x, groups)

  /**
   * The values of x unchanged; the operation fails if one of them is NaN or infinite.
   *
   * <p>Applied to a loss, it protects the model from a bad batch: the gradient is checked too and fails if the loss failed, and
   * an optimiser step whose gradients failed does not run.  `after` is only waited for; its values are not read.
   *
   * @param x the input
   * @param after an array that is waited for
   */
  def checkFinite(x: NDArray, after: NDArray = null): NDArray =
    Ops.checkFinite(x, o => { if after != null then o.after(after); () })

  /**
   * Samples from a chi-squared distribution.
   *
   * @param degrees degrees of freedom
   * @param shape shape of the result; none: that of the parameters (at least 0; default: none)
   * @param dtype dtype of the result; default: the default float dtype, int64 for counts (default: none)
   * @param device device of the result (default: none)
   */
  def chiSquare(degrees: NDArray, shape: OptionalInts = None, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.chiSquare(degrees, o => { optionalLongs(shape).foreach(v => o.shape(v*)); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * The Cholesky factorisation x = L L^H of positive definite matrices.
   *
   * <p>x is taken to be Hermitian: (x + x^H) / 2 is factored.  The task fails if a matrix is not positive definite.
   *
   * @param x positive definite matrices
   * @param upper return the upper factor U, with x = U^H U (default: false)
   */
  def cholesky(x: NDArray, upper: Boolean = false): NDArray =
    Ops.cholesky(x, o => { o.upper(upper); () })

  /**
   * Clamp x to the range from min to max.
   *
   * <p>Either bound may be omitted.  Where min &gt; max, the result is max.  Where x equals a bound that is an array, x and the
   * bound share the gradient; where the bound is a number, the gradient is 0.
   *
   * @param x the input
   * @param min lower bound
   * @param max upper bound
   */
  def clip(x: NDArray, min: NDArray = null, max: NDArray = null): NDArray =
    Ops.clip(x, o => { if min != null then o.min(min); if max != null then o.max(max); () })

  /**
   * Concatenate arrays along an existing axis.
   *
   * @param arrays the arrays to join
   * @param axis axis to join along; none: flatten the arrays first (default: 0)
   */
  def concat(arrays: Seq[NDArray], axis: OptionalInt = 0): NDArray =
    Ops.concat(arrays.toArray, o => { optionalLong(axis).foreach(v => o.axis(v)); () })

  /**
   * Complex conjugate.
   *
   * @param x the input
   */
  def conj(x: NDArray): NDArray =
    Ops.conj(x)

  /**
   * Convolution over one, two or three spatial axes.
   *
   * <p>x has shape (batch, channels, spatial axes), the weight (output channels, input channels / groups, spatial axes).  As
   * usual in neural networks, this is a cross-correlation: the kernel is not flipped.  A list of one number applies to all axes.
   * A padding of two numbers per axis gives the padding before and after each axis.
   *
   * @param x images or sequences, (batch, channels, spatial axes)
   * @param weight kernels, (output channels, input channels / groups, spatial axes)
   * @param bias one number per output channel
   * @param stride stride of the kernel, one per axis or one for all; none: 1 (at least 1; default: none)
   * @param padding zero padding of each axis, or before and after each axis; none: 0 (at least 0; default: none)
   * @param dilation spacing between kernel elements; none: 1 (at least 1; default: none)
   * @param groups number of groups that the channels are divided into (at least 1; default: 1)
   */
  def conv(x: NDArray, weight: NDArray, bias: NDArray = null, stride: OptionalInts = None, padding: OptionalInts = None, dilation: OptionalInts = None, groups: Long = 1L): NDArray =
    Ops.conv(x, weight, o => { if bias != null then o.bias(bias); optionalLongs(stride).foreach(v => o.stride(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); optionalLongs(dilation).foreach(v => o.dilation(v*)); o.groups(groups); () })

  /**
   * Transposed convolution, the gradient of conv with respect to its input.
   *
   * <p>x has shape (batch, channels, spatial axes), the weight (input channels, output channels / groups, spatial axes).  An axis
   * of n elements becomes one of (n - 1) stride - 2 padding + dilation (kernel - 1) + 1 + output_padding elements.
   *
   * @param x images or sequences, (batch, channels, spatial axes)
   * @param weight kernels, (input channels, output channels / groups, spatial axes)
   * @param bias one number per output channel
   * @param stride spacing of the elements of x in the result; none: 1 (at least 1; default: none)
   * @param padding elements removed from both ends of each axis, or before and after each axis; none: 0 (at least 0; default:
   * none)
   * @param outputPadding elements added at the end of each axis; none: 0 (at least 0; default: none)
   * @param groups number of groups that the channels are divided into (at least 1; default: 1)
   * @param dilation spacing between kernel elements; none: 1 (at least 1; default: none)
   */
  def convTranspose(x: NDArray, weight: NDArray, bias: NDArray = null, stride: OptionalInts = None, padding: OptionalInts = None, outputPadding: OptionalInts = None, groups: Long = 1L, dilation: OptionalInts = None): NDArray =
    Ops.convTranspose(x, weight, o => { if bias != null then o.bias(bias); optionalLongs(stride).foreach(v => o.stride(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); optionalLongs(outputPadding).foreach(v => o.outputPadding(v*)); o.groups(groups); optionalLongs(dilation).foreach(v => o.dilation(v*)); () })

  /**
   * Copy x to new storage.
   *
   * @param x the input
   */
  def copy(x: NDArray): NDArray =
    Ops.copy(x)

  /**
   * Magnitude of x1 with the sign of x2.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def copysign(x1: NDArray, x2: NDArray): NDArray =
    Ops.copysign(x1, x2)

  /**
   * Cosine of each element, in radians.
   *
   * @param x the input
   */
  def cos(x: NDArray): NDArray =
    Ops.cos(x)

  /**
   * Hyperbolic cosine.
   *
   * @param x the input
   */
  def cosh(x: NDArray): NDArray =
    Ops.cosh(x)

  /**
   * The cosine embedding loss: 1 - cos(x1, x2) for targets 1, max(0, cos(x1, x2) - margin) for targets -1.
   *
   * @param x1 vectors
   * @param x2 vectors
   * @param target 1 for similar pairs, -1 for others
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   * @param margin margin of the comparison (default: 0.0)
   */
  def cosineEmbeddingLoss(x1: NDArray, x2: NDArray, target: NDArray, reduction: String = "mean", margin: Double = 0.0): NDArray =
    Ops.cosineEmbeddingLoss(x1, x2, target, o => { o.reduction(reduction); o.margin(margin); () })

  /**
   * The cosine similarity of vectors along an axis.
   *
   * @param x1 vectors
   * @param x2 vectors
   * @param axis the axis of the vectors (default: -1)
   * @param eps lower bound of each norm in the divisor (at least 0.0; default: 1e-08)
   */
  def cosineSimilarity(x1: NDArray, x2: NDArray, axis: Long = -1L, eps: Double = 1e-08): NDArray =
    Ops.cosineSimilarity(x1, x2, o => { o.axis(axis); o.eps(eps); () })

  /**
   * Number of nonzero elements over axes.
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   */
  def countNonzero(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false): NDArray =
    Ops.countNonzero(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); () })

  /**
   * The cross products of three-element vectors along an axis.
   *
   * <p>The other axes broadcast.  Complex numbers are not conjugated.
   *
   * @param x1 vectors
   * @param x2 vectors
   * @param axis the axis of the vectors (default: -1)
   */
  def cross(x1: NDArray, x2: NDArray, axis: Long = -1L): NDArray =
    Ops.cross(x1, x2, o => { o.axis(axis); () })

  /**
   * The cross entropy between softmax(x) and the targets.
   *
   * <p>x holds logits, with the classes along axis.  Targets are labels, in the shape of x without that axis, or probabilities in
   * the shape of x.  weight has one factor per class; a mean over labels divides by the sum of their weights.  A label that is
   * out of range is an error, unless it is ignore_index.
   *
   * @param x logits
   * @param target labels, or probabilities in the shape of x
   * @param weight factor of each class
   * @param axis the class axis; none: 1, or 0 if x is a vector (default: none)
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   * @param ignoreIndex targets with this label do not contribute (default: -100)
   * @param labelSmoothing fraction of each target that is spread evenly over all classes (at least 0.0, at most 1.0; default:
   * 0.0)
   */
  def crossEntropy(x: NDArray, target: NDArray, weight: NDArray = null, axis: OptionalInt = None, reduction: String = "mean", ignoreIndex: Long = -100L, labelSmoothing: Double = 0.0): NDArray =
    Ops.crossEntropy(x, target, o => { if weight != null then o.weight(weight); optionalLong(axis).foreach(v => o.axis(v)); o.reduction(reduction); o.ignoreIndex(ignoreIndex); o.labelSmoothing(labelSmoothing); () })

  /**
   * The connectionist temporal classification (CTC) loss.
   *
   * <p>The negative log-likelihood of a target, summed over all its alignments with the input.  log_probs has shape (time, batch,
   * classes) and holds log-probabilities.  targets has shape (batch, labels), of which sample i uses the first target_lengths[i],
   * or one dimension with the concatenated labels of all samples.  A mean divides each loss by the target's length, then by the
   * number of samples.  A label that is out of range or equal to blank is an error, and so is a length that is out of range.
   *
   * @param logProbs log-probabilities of the classes at each time step
   * @param targets labels of each sample
   * @param inputLengths number of time steps of each sample
   * @param targetLengths number of labels of each sample
   * @param blank the class of the blank symbol (at least 0; default: 0)
   * @param reduction 'mean' (of each loss over its target length), 'sum' or 'none' (one of mean, sum, none; default: mean)
   * @param zeroInfinity a target too long for its input gives 0 instead of infinity (default: false)
   */
  def ctcLoss(logProbs: NDArray, targets: NDArray, inputLengths: NDArray, targetLengths: NDArray, blank: Long = 0L, reduction: String = "mean", zeroInfinity: Boolean = false): NDArray =
    Ops.ctcLoss(logProbs, targets, inputLengths, targetLengths, o => { o.blank(blank); o.reduction(reduction); o.zeroInfinity(zeroInfinity); () })

  /**
   * Cumulative maximum along an axis, and the index of each maximum.
   *
   * <p>Among equal elements the index is that of the last.  Once a NaN occurs, the results after it are NaN.
   *
   * @param x the input
   * @param axis axis to accumulate along (default: -1)
   */
  def cummax(x: NDArray, axis: Long = -1L): (NDArray, NDArray) =
    val r = Ops.cummax(x, o => { o.axis(axis); () })
    (r.values, r.indices)

  /**
   * Cumulative minimum along an axis, and the index of each minimum.
   *
   * <p>Among equal elements the index is that of the last.  Once a NaN occurs, the results after it are NaN.
   *
   * @param x the input
   * @param axis axis to accumulate along (default: -1)
   */
  def cummin(x: NDArray, axis: Long = -1L): (NDArray, NDArray) =
    val r = Ops.cummin(x, o => { o.axis(axis); () })
    (r.values, r.indices)

  /**
   * Cumulative product along an axis.
   *
   * @param x the input
   * @param axis axis to accumulate along; may be omitted for a 1-d array (default: none)
   * @param dtype dtype of the result; default: that of x, 64-bit for integers (default: none)
   * @param includeInitial prepend the initial value, 0 or 1 (default: false)
   * @param reverse accumulate from the end (default: false)
   */
  def cumulativeProd(x: NDArray, axis: OptionalInt = None, dtype: DType | None.type = None, includeInitial: Boolean = false, reverse: Boolean = false): NDArray =
    Ops.cumulativeProd(x, o => { optionalLong(axis).foreach(v => o.axis(v)); dtype match { case v: DType => o.dtype(v); case None => () }; o.includeInitial(includeInitial); o.reverse(reverse); () })

  /**
   * Cumulative sum along an axis.
   *
   * @param x the input
   * @param axis axis to accumulate along; may be omitted for a 1-d array (default: none)
   * @param dtype dtype of the result; default: that of x, 64-bit for integers (default: none)
   * @param includeInitial prepend the initial value, 0 or 1 (default: false)
   * @param reverse accumulate from the end (default: false)
   */
  def cumulativeSum(x: NDArray, axis: OptionalInt = None, dtype: DType | None.type = None, includeInitial: Boolean = false, reverse: Boolean = false): NDArray =
    Ops.cumulativeSum(x, o => { optionalLong(axis).foreach(v => o.axis(v)); dtype match { case v: DType => o.dtype(v); case None => () }; o.includeInitial(includeInitial); o.reverse(reverse); () })

  /**
   * Convert degrees to radians.
   *
   * @param x the input
   */
  def deg2rad(x: NDArray): NDArray =
    Ops.deg2rad(x)

  /**
   * The determinants of square matrices.
   *
   * <p>The gradient needs the inverse, so it fails for a singular matrix.
   *
   * @param x square matrices
   */
  def det(x: NDArray): NDArray =
    Ops.det(x)

  /**
   * For a vector, the matrix with it on a diagonal; for a matrix, a copy of a diagonal.
   *
   * @param x the input
   * @param k which diagonal (default: 0)
   */
  def diag(x: NDArray, k: Long = 0L): NDArray =
    Ops.diag(x, o => { o.k(k); () })

  /**
   * Matrices with the last dimension of x on a diagonal and zeros elsewhere.
   *
   * @param x the input
   * @param offset which diagonal receives x (default: 0)
   * @param nRows number of rows; none: those of the smallest square matrix (at least 0; default: none)
   * @param nCols number of columns; none: those of the smallest square matrix (at least 0; default: none)
   */
  def diagEmbed(x: NDArray, offset: Long = 0L, nRows: OptionalInt = None, nCols: OptionalInt = None): NDArray =
    Ops.diagEmbed(x, o => { o.offset(offset); optionalLong(nRows).foreach(v => o.nRows(v)); optionalLong(nCols).foreach(v => o.nCols(v)); () })

  /**
   * A diagonal of matrices; returns a view.
   *
   * <p>The diagonal becomes the last dimension, after the axes other than rows and columns.
   *
   * @param x the input
   * @param offset which diagonal; positive: above the main one, negative: below (default: 0)
   * @param axis1 axis of the rows (default: -2)
   * @param axis2 axis of the columns (default: -1)
   */
  def diagonal(x: NDArray, offset: Long = 0L, axis1: Long = -2L, axis2: Long = -1L): NDArray =
    Ops.diagonal(x, o => { o.offset(offset); o.axis1(axis1); o.axis2(axis2); () })

  /**
   * Differences between consecutive elements along an axis.
   *
   * <p>The axis becomes shorter by n; prepend and append lengthen it first.
   *
   * @param x the input
   * @param prepend elements to put before x
   * @param append elements to put after x
   * @param n how many times differences are taken (at least 0; default: 1)
   * @param axis axis along which differences are taken (default: -1)
   */
  def diff(x: NDArray, prepend: NDArray = null, append: NDArray = null, n: Long = 1L, axis: Long = -1L): NDArray =
    Ops.diff(x, o => { if prepend != null then o.prepend(prepend); if append != null then o.append(append); o.n(n); o.axis(axis); () })

  /**
   * Index of the bin that each element falls into, for ascending bin edges.
   *
   * <p>Index 0 means below the first edge, and the number of edges means above the last.  A bin includes its lower edge.
   *
   * @param x the input
   * @param bins edges of the bins, ascending
   * @param right bins include their upper edge instead of the lower one (default: false)
   */
  def digitize(x: NDArray, bins: NDArray, right: Boolean = false): NDArray =
    Ops.digitize(x, bins, o => { o.right(right); () })

  /**
   * Element-wise quotient, x1 / x2.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def divide(x1: NDArray, x2: NDArray): NDArray =
    Ops.divide(x1, x2)

  /**
   * The dot product: sum over the last axis of x1 and the second-to-last axis of x2.
   *
   * <p>For two vectors this is the inner product, for two matrices the matrix product, and for a scalar and any array an
   * elementwise multiplication.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def dot(x1: NDArray, x2: NDArray): NDArray =
    Ops.dot(x1, x2)

  /**
   * Set random elements to zero and scale the others so that the mean is preserved.
   *
   * <p>Elements where the mask is true are kept and divided by 1 - p; the others become 0.
   *
   * @param x the input
   * @param p probability of dropping an element (at least 0.0, at most 1.0; default: 0.5)
   */
  def dropout(x: NDArray, p: Double = 0.5): (NDArray, NDArray) =
    val r = Ops.dropout(x, o => { o.p(p); () })
    (r.y, r.mask)

  /**
   * The eigenvalues and eigenvectors of general square matrices, as complex numbers.
   *
   * <p>The eigenvalues are sorted by real part, then by imaginary part; those of a real matrix are real or conjugate pairs.
   * Column i of the eigenvectors belongs to eigenvalue i and has length 1; its phase makes its first entry of at least nine
   * tenths of the largest absolute value real and positive.  The gradient through the eigenvectors is defined where the
   * eigenvalues are distinct; it is infinite or NaN where they are equal.
   *
   * @param x square matrices
   */
  def eig(x: NDArray): (NDArray, NDArray) =
    val r = Ops.eig(x)
    (r.eigenvalues, r.eigenvectors)

  /**
   * The eigenvalues, in ascending order, and eigenvectors of Hermitian matrices.
   *
   * <p>Only the lower triangle of each matrix is used, and the real part of its diagonal.  Column i of the eigenvectors belongs
   * to eigenvalue i.  Its sign or phase is chosen so that the first entry whose absolute value is at least nine tenths of the
   * largest one is real and positive.  The gradient through the eigenvectors is defined where the eigenvalues are distinct; it is
   * infinite or NaN where they are equal.
   *
   * @param x Hermitian matrices
   */
  def eigh(x: NDArray): (NDArray, NDArray) =
    val r = Ops.eigh(x)
    (r.eigenvalues, r.eigenvectors)

  /**
   * The eigenvalues of general square matrices, as complex numbers.
   *
   * <p>They are sorted by real part, then by imaginary part.
   *
   * @param x square matrices
   */
  def eigvals(x: NDArray): NDArray =
    Ops.eigvals(x)

  /**
   * The eigenvalues of Hermitian matrices, in ascending order.
   *
   * <p>Only the lower triangle of each matrix is used, and the real part of its diagonal.
   *
   * @param x Hermitian matrices
   */
  def eigvalsh(x: NDArray): NDArray =
    Ops.eigvalsh(x)

  /**
   * Sums of products in Einstein summation notation.
   *
   * <p>The subscripts of the operands are separated by commas; those after -&gt; are the subscripts of the result, and the others
   * are summed over.  A letter that is repeated in one operand selects the diagonal.  An ellipsis stands for the dimensions that
   * are not named; they broadcast.  Without -&gt;, the result has the letters that occur once, in alphabetical order.  Several
   * operands are contracted two at a time, in an order that keeps intermediate results small.
   *
   * @param equation subscripts of the operands and of the result, as in 'ij,jk-&gt;ik'
   * @param operands the arrays to multiply
   */
  def einsum(equation: String, operands: Seq[NDArray]): NDArray =
    Ops.einsum(equation, operands.toArray*)

  /**
   * Exponential linear unit: x where x &gt; 0, alpha (exp(x) - 1) elsewhere.
   *
   * @param x the input
   * @param alpha limit for large negative x is -alpha (default: 1.0)
   */
  def elu(x: NDArray, alpha: Double = 1.0): NDArray =
    Ops.elu(x, o => { o.alpha(alpha); () })

  /**
   * Look up the rows of an embedding table by index.
   *
   * <p>An index that is negative or beyond the last row makes the operation fail.
   *
   * @param indices rows to look up
   * @param weight the table, (rows, features)
   * @param paddingIdx row that is excluded from the gradient; none: no such row (default: none)
   */
  def embedding(indices: NDArray, weight: NDArray, paddingIdx: OptionalInt = None): NDArray =
    Ops.embedding(indices, weight, o => { optionalLong(paddingIdx).foreach(v => o.paddingIdx(v)); () })

  /**
   * An array to be filled later.
   *
   * <p>It holds zeros, so that results never depend on the previous contents of memory.
   *
   * @param shape shape of the result (at least 0)
   * @param dtype dtype of the result; default: the default float dtype (default: none)
   * @param device device of the result (default: none)
   */
  def empty(shape: Ints, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.empty(longs(shape), o => { dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * An array with the shape and dtype of x, to be filled later; it holds zeros.
   *
   * @param x an array whose shape and dtype are used
   * @param dtype dtype of the result; default: that of x (default: none)
   * @param device device of the result; default: that of x (default: none)
   */
  def emptyLike(x: NDArray, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.emptyLike(x, o => { dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Test whether x1 == x2, element-wise.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def equal(x1: NDArray, x2: NDArray): NDArray =
    Ops.equal(x1, x2)

  /**
   * Error function.
   *
   * @param x the input
   */
  def erf(x: NDArray): NDArray =
    Ops.erf(x)

  /**
   * Exponential of each element.
   *
   * @param x the input
   */
  def exp(x: NDArray): NDArray =
    Ops.exp(x)

  /**
   * 2 to the power of each element.
   *
   * @param x the input
   */
  def exp2(x: NDArray): NDArray =
    Ops.exp2(x)

  /**
   * Insert axes of size one; returns a view.
   *
   * @param x the input
   * @param axes positions of the new axes in the result
   */
  def expandDims(x: NDArray, axes: Ints): NDArray =
    Ops.expandDims(x, longs(axes)*)

  /**
   * The exponential of square matrices, 1 + x + x^2 / 2! + ...
   *
   * <p>By scaling and squaring, computed in double.  A matrix with NaN or an infinity gives only NaN.  The gradient is the
   * exponential of a matrix of twice the size, about eight times the work.
   *
   * @param x square matrices
   */
  def expm(x: NDArray): NDArray =
    Ops.expm(x)

  /**
   * exp(x) - 1, accurate near zero.
   *
   * @param x the input
   */
  def expm1(x: NDArray): NDArray =
    Ops.expm1(x)

  /**
   * Samples from an exponential distribution.
   *
   * @param shape shape of the result (at least 0)
   * @param scale mean (at least 0.0; default: 1.0)
   * @param dtype a float dtype (default: none)
   * @param device device of the result (default: none)
   */
  def exponential(shape: Ints, scale: Double = 1.0, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.exponential(longs(shape), o => { o.scale(scale); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * A matrix with ones on a diagonal and zeros elsewhere.
   *
   * @param nRows number of rows; required (at least 0)
   * @param nCols number of columns; none: as many as rows (at least 0; default: none)
   * @param k which diagonal has the ones (default: 0)
   * @param dtype dtype of the result; default: the default float dtype (default: none)
   * @param device device of the result (default: none)
   */
  def eye(nRows: Long, nCols: OptionalInt = None, k: Long = 0L, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.eye(nRows, o => { optionalLong(nCols).foreach(v => o.nCols(v)); o.k(k); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * The discrete Fourier transform over the given axes.
   *
   * <p>The result is complex.  All results that depend on an infinity or NaN are NaN.
   *
   * @param x the input
   * @param s lengths to which x is cropped or zero-padded; none: those of x (at least 1; default: none)
   * @param axes axes to transform; none: all, or the last len(s) axes (default: none)
   * @param norm 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n) (one of backward, forward,
   * ortho; default: backward)
   */
  def fftn(x: NDArray, s: OptionalInts = None, axes: OptionalInts = None, norm: String = "backward"): NDArray =
    Ops.fftn(x, o => { optionalLongs(s).foreach(v => o.s(v*)); optionalLongs(axes).foreach(v => o.axes(v*)); o.norm(norm); () })

  /**
   * Flatten consecutive axes into one; by default all of them.
   *
   * <p>A view of x if its strides allow, otherwise a copy.
   *
   * @param x the input
   * @param start first axis to flatten (default: 0)
   * @param end last axis to flatten (default: -1)
   */
  def flatten(x: NDArray, start: Long = 0L, end: Long = -1L): NDArray =
    Ops.flatten(x, o => { o.start(start); o.end(end); () })

  /**
   * Reverse the order of elements along axes; returns a view.
   *
   * @param x the input
   * @param axes axes to reverse; none: all (default: none)
   */
  def flip(x: NDArray, axes: OptionalInts = None): NDArray =
    Ops.flip(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); () })

  /**
   * Round down to the nearest integer.
   *
   * @param x the input
   */
  def floor(x: NDArray): NDArray =
    Ops.floor(x)

  /**
   * Quotient rounded towards negative infinity.  Integer division by 0 gives 0.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def floorDivide(x1: NDArray, x2: NDArray): NDArray =
    Ops.floorDivide(x1, x2)

  /**
   * Sum columns of patches into images (col2im), the adjoint of unfold.
   *
   * <p>y has shape (batch, channels * elements of a patch, patches).  Overlapping patches are summed.
   *
   * @param y patches, as unfold returns them
   * @param outputSize spatial sizes of the result, one number per axis (at least 1)
   * @param kernelSize size of a patch, one entry per axis or one for all (at least 1)
   * @param dilation spacing between the elements of a patch; none: 1 (at least 1; default: none)
   * @param padding zero padding at both ends of each axis; none: 0 (at least 0; default: none)
   * @param stride distance between patches; none: 1 (at least 1; default: none)
   */
  def fold(y: NDArray, outputSize: Ints, kernelSize: Ints, dilation: OptionalInts = None, padding: OptionalInts = None, stride: OptionalInts = None): NDArray =
    Ops.fold(y, longs(outputSize), longs(kernelSize), o => { optionalLongs(dilation).foreach(v => o.dilation(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); optionalLongs(stride).foreach(v => o.stride(v*)); () })

  /**
   * An array filled with a value.
   *
   * <p>The value may be an array that broadcasts to the shape.  The default dtype is that of the value.
   *
   * @param shape shape of the result (at least 0)
   * @param value the number to fill with, or an array that broadcasts
   * @param dtype dtype of the result; default: the default float dtype (default: none)
   * @param device device of the result (default: none)
   */
  def full(shape: Ints, value: NDArray, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.full(longs(shape), value, o => { dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * An array filled with a value, with the shape and dtype of x.
   *
   * @param x an array whose shape and dtype are used
   * @param value the number to fill with, or an array that broadcasts
   * @param dtype dtype of the result; default: that of x (default: none)
   * @param device device of the result; default: that of x (default: none)
   */
  def fullLike(x: NDArray, value: NDArray, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.fullLike(x, value, o => { dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Samples from a gamma distribution.
   *
   * @param concentration shape parameter
   * @param scale scale: multiplies each sample (at least 0.0; default: 1.0)
   * @param shape shape of the result; none: that of the parameter (at least 0; default: none)
   * @param dtype a float dtype (default: none)
   * @param device device of the result (default: none)
   */
  def gamma(concentration: NDArray, scale: Double = 1.0, shape: OptionalInts = None, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.gamma(concentration, o => { o.scale(scale); optionalLongs(shape).foreach(v => o.shape(v*)); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * The Gaussian negative log-likelihood of the target, with mean x and variance var.
   *
   * @param x predicted means
   * @param target the values to predict
   * @param var predicted variances
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   * @param full include the constant log(2 pi) / 2 (default: false)
   * @param eps lower bound on the variance (more than 0.0; default: 1e-06)
   */
  def gaussianNllLoss(x: NDArray, target: NDArray, `var`: NDArray, reduction: String = "mean", full: Boolean = false, eps: Double = 1e-06): NDArray =
    Ops.gaussianNllLoss(x, target, `var`, o => { o.reduction(reduction); o.full(full); o.eps(eps); () })

  /**
   * Gaussian error linear unit: x times the standard normal distribution function of x.
   *
   * @param x the input
   */
  def gelu(x: NDArray): NDArray =
    Ops.gelu(x)

  /**
   * Gaussian error linear unit, by its tanh approximation.
   *
   * @param x the input
   */
  def geluTanh(x: NDArray): NDArray =
    Ops.geluTanh(x)

  /**
   * Samples from a geometric distribution: the number of trials up to the first success.
   *
   * @param probability probability of success, 0 to 1
   * @param shape shape of the result; none: that of the parameters (at least 0; default: none)
   * @param dtype dtype of the result; default: the default float dtype, int64 for counts (default: none)
   * @param device device of the result (default: none)
   */
  def geometric(probability: NDArray, shape: OptionalInts = None, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.geometric(probability, o => { optionalLongs(shape).foreach(v => o.shape(v*)); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * The mean over the spatial axes, which are kept with size one.
   *
   * @param x images or sequences, (batch, channels, spatial axes)
   */
  def globalAvgPool(x: NDArray): NDArray =
    Ops.globalAvgPool(x)

  /**
   * The maximum over the spatial axes, which are kept with size one.
   *
   * @param x images or sequences, (batch, channels, spatial axes)
   */
  def globalMaxPool(x: NDArray): NDArray =
    Ops.globalMaxPool(x)

  /**
   * The Euclidean norm of all elements of all arrays.
   *
   * @param arrays arrays of any shapes
   */
  def globalNorm(arrays: Seq[NDArray]): NDArray =
    Ops.globalNorm(arrays.toArray*)

  /**
   * Gated linear unit: the first half of x along an axis times the sigmoid of the second half.
   *
   * @param x the input
   * @param axis axis that is split into two halves (default: -1)
   */
  def glu(x: NDArray, axis: Long = -1L): NDArray =
    Ops.glu(x, o => { o.axis(axis); () })

  /**
   * Test whether x1 &gt; x2, element-wise.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def greater(x1: NDArray, x2: NDArray): NDArray =
    Ops.greater(x1, x2)

  /**
   * Test whether x1 &gt;= x2, element-wise.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def greaterEqual(x1: NDArray, x2: NDArray): NDArray =
    Ops.greaterEqual(x1, x2)

  /**
   * Sample images at the positions of a grid, with coordinates from -1 to 1.
   *
   * <p>x has shape (batch, channels, height, width), the grid (batch, rows, columns, 2) with x before y coordinates.  The result
   * has shape (batch, channels, rows, columns).  A NaN coordinate stands for pixel -1, just before the first pixel.
   *
   * @param x images, (batch, channels, height, width)
   * @param grid coordinates from -1 to 1, (batch, rows, columns, 2)
   * @param mode 'bilinear' or 'nearest' (one of bilinear, nearest; default: bilinear)
   * @param paddingMode values outside x: 'zeros', 'border' or 'reflection' (one of zeros, border, reflection; default: zeros)
   * @param alignCorners -1 and 1 are the centres of the corner pixels, not their edges (default: false)
   */
  def gridSample(x: NDArray, grid: NDArray, mode: String = "bilinear", paddingMode: String = "zeros", alignCorners: Boolean = false): NDArray =
    Ops.gridSample(x, grid, o => { o.mode(mode); o.paddingMode(paddingMode); o.alignCorners(alignCorners); () })

  /**
   * Group normalisation: normalise each group of channels of each sample.
   *
   * <p>x has shape (batch, channels, ...).  weight and bias have one element per channel.
   *
   * @param x the input
   * @param numGroups number of groups; required, must divide the channels (at least 1)
   * @param weight scale of each channel
   * @param bias offset of each channel
   * @param eps added to the variance (at least 0.0; default: 1e-05)
   */
  def groupNorm(x: NDArray, numGroups: Long, weight: NDArray = null, bias: NDArray = null, eps: Double = 1e-05): NDArray =
    Ops.groupNorm(x, numGroups, o => { if weight != null then o.weight(weight); if bias != null then o.bias(bias); o.eps(eps); () })

  /**
   * A gated recurrent unit (GRU) layer.
   *
   * <p>x has shape (time, batch, inputs), weight_ih (3 * units, inputs), weight_hh (3 * units, units), with the gates in the
   * order r, z, n; r multiplies W_hn h + b_hn.  y holds the states of all time steps, h_n the last one; saved is for the
   * gradient.  lengths has the number of time steps of each sample, after which y is 0 and the state does not change.
   *
   * @param x sequences, (time, batch, inputs)
   * @param weightIh weights of the input
   * @param weightHh weights of the hidden state
   * @param biasIh bias of the input
   * @param biasHh bias of the hidden state
   * @param h0 initial hidden state
   * @param lengths number of time steps of each sample
   * @param reverse process the sequence from the last time step to the first (default: false)
   */
  def gru(x: NDArray, weightIh: NDArray, weightHh: NDArray, biasIh: NDArray = null, biasHh: NDArray = null, h0: NDArray = null, lengths: NDArray = null, reverse: Boolean = false): (NDArray, NDArray, NDArray) =
    val r = Ops.gru(x, weightIh, weightHh, o => { if biasIh != null then o.biasIh(biasIh); if biasHh != null then o.biasHh(biasHh); if h0 != null then o.h0(h0); if lengths != null then o.lengths(lengths); o.reverse(reverse); () })
    (r.y, r.hN, r.saved)

  /**
   * Samples from a Gumbel distribution with mode loc.
   *
   * @param shape shape of the result (at least 0)
   * @param loc location: added to each sample (default: 0.0)
   * @param scale scale: multiplies each sample (at least 0.0; default: 1.0)
   * @param dtype a float dtype (default: none)
   * @param device device of the result (default: none)
   */
  def gumbel(shape: Ints, loc: Double = 0.0, scale: Double = 1.0, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.gumbel(longs(shape), o => { o.loc(loc); o.scale(scale); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Hard shrinkage: x where |x| &gt; lambd, 0 elsewhere.
   *
   * @param x the input
   * @param lambd elements with |x| &lt;= lambd become 0 (at least 0.0; default: 0.5)
   */
  def hardshrink(x: NDArray, lambd: Double = 0.5): NDArray =
    Ops.hardshrink(x, o => { o.lambd(lambd); () })

  /**
   * Hard sigmoid: x / 6 + 1/2, clamped to the range from 0 to 1.
   *
   * @param x the input
   */
  def hardsigmoid(x: NDArray): NDArray =
    Ops.hardsigmoid(x)

  /**
   * Hard swish: x hardsigmoid(x).
   *
   * @param x the input
   */
  def hardswish(x: NDArray): NDArray =
    Ops.hardswish(x)

  /**
   * Clamp x to the range from min_val to max_val.
   *
   * @param x the input
   * @param minVal lower bound of the result (default: -1.0)
   * @param maxVal upper bound of the result (default: 1.0)
   */
  def hardtanh(x: NDArray, minVal: Double = -1.0, maxVal: Double = 1.0): NDArray =
    Ops.hardtanh(x, o => { o.minVal(minVal); o.maxVal(maxVal); () })

  /**
   * The hinge embedding loss: x for targets 1, max(0, margin - x) for targets -1.
   *
   * @param x scores
   * @param target 1 or -1
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   * @param margin margin for targets of -1 (default: 1.0)
   */
  def hingeEmbeddingLoss(x: NDArray, target: NDArray, reduction: String = "mean", margin: Double = 1.0): NDArray =
    Ops.hingeEmbeddingLoss(x, target, o => { o.reduction(reduction); o.margin(margin); () })

  /**
   * The hinge loss, max(0, margin - target * x), for targets 1 and -1.
   *
   * @param x scores
   * @param target 1 or -1
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   * @param margin the loss is 0 if target * x is at least this value (at least 0.0; default: 1.0)
   */
  def hingeLoss(x: NDArray, target: NDArray, reduction: String = "mean", margin: Double = 1.0): NDArray =
    Ops.hingeLoss(x, target, o => { o.reduction(reduction); o.margin(margin); () })

  /**
   * Count the elements (or sum their weights) in bins of equal width; also return the bin edges.
   *
   * <p>Each bin includes its lower edge; the last bin includes both edges.  NaN and elements outside the range are not counted.
   * If the range is taken from data that contain NaN or an infinity, the task fails.
   *
   * @param x the input
   * @param weights weight of each element
   * @param bins number of bins (at least 1; default: 10)
   * @param min lowest edge (default: 0.0)
   * @param max highest edge; if equal to min, the range of the data is used (default: 0.0)
   */
  def histogram(x: NDArray, weights: NDArray = null, bins: Long = 10L, min: Double = 0.0, max: Double = 0.0): (NDArray, NDArray) =
    val r = Ops.histogram(x, o => { if weights != null then o.weights(weights); o.bins(bins); o.min(min); o.max(max); () })
    (r.counts, r.edges)

  /**
   * The Huber loss: quadratic near 0, linear elsewhere.
   *
   * <p>With d = |x - target|: d^2 / 2 up to delta, delta (d - delta / 2) above.
   *
   * @param x predictions
   * @param target the values to predict
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   * @param delta distance up to which the loss is quadratic, and its slope beyond (at least 0.0; default: 1.0)
   */
  def huberLoss(x: NDArray, target: NDArray, reduction: String = "mean", delta: Double = 1.0): NDArray =
    Ops.huberLoss(x, target, o => { o.reduction(reduction); o.delta(delta); () })

  /**
   * Hypotenuse, sqrt(x1^2 + x2^2), without overflow.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def hypot(x1: NDArray, x2: NDArray): NDArray =
    Ops.hypot(x1, x2)

  /**
   * The inverse discrete Fourier transform over the given axes.
   *
   * <p>The result is complex.  All results that depend on an infinity or NaN are NaN.
   *
   * @param x the input
   * @param s lengths to which x is cropped or zero-padded; none: those of x (at least 1; default: none)
   * @param axes axes to transform; none: all, or the last len(s) axes (default: none)
   * @param norm 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n) (one of backward, forward,
   * ortho; default: backward)
   */
  def ifftn(x: NDArray, s: OptionalInts = None, axes: OptionalInts = None, norm: String = "backward"): NDArray =
    Ops.ifftn(x, o => { optionalLongs(s).foreach(v => o.s(v*)); optionalLongs(axes).foreach(v => o.axes(v*)); o.norm(norm); () })

  /**
   * Imaginary part.
   *
   * @param x the input
   */
  def imag(x: NDArray): NDArray =
    Ops.imag(x)

  /**
   * Normalise images per channel, (scale x - mean) / std, and convert their layout.
   *
   * <p>x has shape (..., height, width, channels), or (..., channels, height, width) with layout 'CHW'.  Without mean and std,
   * uint8 pixels become floats from 0 to 1.  A std of 0 is an error.
   *
   * @param x images
   * @param mean mean of each channel
   * @param std standard deviation of each channel
   * @param scale multiplies x before mean and std are applied; none: 1/255 for integers, 1 for floats (default: none)
   * @param layout layout of x: 'HWC' (channels last) or 'CHW' (channels first) (one of HWC, CHW; default: HWC)
   * @param outputLayout layout of the result: 'HWC' or 'CHW' (one of HWC, CHW; default: CHW)
   * @param dtype dtype of the result; default: the dtype of x if it is a float, else float32 (default: none)
   */
  def imageNormalize(x: NDArray, mean: NDArray = null, std: NDArray = null, scale: OptionalFloat = None, layout: String = "HWC", outputLayout: String = "CHW", dtype: DType | None.type = None): NDArray =
    Ops.imageNormalize(x, o => { if mean != null then o.mean(mean); if std != null then o.std(std); optionalDouble(scale).foreach(v => o.scale(v)); o.layout(layout); o.outputLayout(outputLayout); dtype match { case v: DType => o.dtype(v); case None => () }; () })

  /**
   * Resize images of uint8 or float pixels.
   *
   * <p>x has shape (..., height, width, channels), or (..., height, width) with layout 'CHW'.  uint8 pixels are rounded once, at
   * the end.
   *
   * @param x images
   * @param size height and width of the result (at least 1)
   * @param mode 'nearest', 'nearest-exact', 'bilinear', 'bicubic' or 'area' (one of nearest, nearest-exact, bilinear, bicubic,
   * area; default: bilinear)
   * @param antialias when downscaling, average all pixels of x that a pixel of the result covers (default: true)
   * @param layout 'HWC' (channels last) or 'CHW' (channels first, or no channels) (one of HWC, CHW; default: HWC)
   */
  def imageResize(x: NDArray, size: Ints, mode: String = "bilinear", antialias: Boolean = true, layout: String = "HWC"): NDArray =
    Ops.imageResize(x, longs(size), o => { o.mode(mode); o.antialias(antialias); o.layout(layout); () })

  /**
   * Index several axes of x with integer arrays, as in x[i, :, j].
   *
   * <p>The index arrays are broadcast together.  Their dimensions replace the indexed axes if those are adjacent, and come first
   * otherwise.  Negative indices count from the end.
   *
   * @param x the input
   * @param indices integer arrays, one for each indexed axis
   * @param axes axis that each index array applies to; none: the leading axes (default: none)
   * @param front put the dimensions of the index arrays first, wherever the axes are (default: false)
   */
  def index(x: NDArray, indices: Seq[NDArray], axes: OptionalInts = None, front: Boolean = false): NDArray =
    Ops.index(x, indices.toArray, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.front(front); () })

  /**
   * A copy of x with the elements at integer index arrays replaced, as in x[i, :, j] = values.
   *
   * <p>Values are broadcast to the shape of index(x, indices).  If an element is indexed several times, the last value is stored,
   * or with accumulate all are added in order.  If x is also the output, only the indexed elements are written.
   *
   * @param x the input
   * @param values new values of the selected elements
   * @param indices integer arrays, one for each indexed axis
   * @param axes axis that each index array applies to; none: the leading axes (default: none)
   * @param front put the dimensions of the index arrays first, wherever the axes are (default: false)
   * @param accumulate add to the elements instead of replacing them (default: false)
   */
  def indexPut(x: NDArray, values: NDArray, indices: Seq[NDArray], axes: OptionalInts = None, front: Boolean = false, accumulate: Boolean = false): NDArray =
    Ops.indexPut(x, values, indices.toArray, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.front(front); o.accumulate(accumulate); () })

  /**
   * The inner product: sum over the last axes of x1 and x2.
   *
   * <p>Complex numbers are not conjugated; vecdot conjugates x1.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def inner(x1: NDArray, x2: NDArray): NDArray =
    Ops.inner(x1, x2)

  /**
   * Instance normalisation: normalise each channel of each sample.
   *
   * <p>x has shape (batch, channels, ...).  weight and bias have one element per channel.
   *
   * @param x the input
   * @param weight scale of each channel
   * @param bias offset of each channel
   * @param eps added to the variance (at least 0.0; default: 1e-05)
   */
  def instanceNorm(x: NDArray, weight: NDArray = null, bias: NDArray = null, eps: Double = 1e-05): NDArray =
    Ops.instanceNorm(x, o => { if weight != null then o.weight(weight); if bias != null then o.bias(bias); o.eps(eps); () })

  /**
   * Random integers from low (inclusive) to high (exclusive), uniformly distributed.
   *
   * @param low lower bound, inclusive
   * @param high upper bound, exclusive; required
   * @param shape shape of the result (at least 0)
   * @param dtype an integer dtype (default: int64)
   * @param device device of the result (default: none)
   */
  def integers(low: Long, high: Long, shape: Ints, dtype: DType = DType.INT64, device: Device | None.type = None): NDArray =
    Ops.integers(low, high, longs(shape), o => { o.dtype(dtype); device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Resize an array along its one to three spatial axes.
   *
   * <p>x has shape (batch, channels, spatial axes).  'area' averages; 'nearest' copies and accepts any dtype.  With scale_factor,
   * sizes are rounded down, and positions are computed from the exact factor.
   *
   * @param x images, (batch, channels, spatial axes)
   * @param size spatial sizes of the result, one per axis or one for all (at least 1; default: none)
   * @param scaleFactor ratio of the result's size to the size of x, instead of size (more than 0.0; default: none)
   * @param mode 'nearest', 'nearest-exact', 'linear', 'bilinear', 'trilinear', 'bicubic' or 'area' (one of nearest, nearest-
   * exact, linear, bilinear, trilinear, bicubic, area; default: nearest)
   * @param alignCorners align the centres of the corner elements, not their edges (default: false)
   * @param antialias when downscaling, average all elements of x that an element of the result covers (default: false)
   */
  def interpolate(x: NDArray, size: OptionalInts = None, scaleFactor: OptionalFloat = None, mode: String = "nearest", alignCorners: Boolean = false, antialias: Boolean = false): NDArray =
    Ops.interpolate(x, o => { optionalLongs(size).foreach(v => o.size(v*)); optionalDouble(scaleFactor).foreach(v => o.scaleFactor(v)); o.mode(mode); o.alignCorners(alignCorners); o.antialias(antialias); () })

  /**
   * The inverses of square matrices.
   *
   * <p>The task fails if a matrix is singular, that is if a pivot is 0.  A matrix with an element that is not finite gives NaN.
   *
   * @param x square matrices
   */
  def inv(x: NDArray): NDArray =
    Ops.inv(x)

  /**
   * The inverse of rfftn: real output from the non-redundant half of a transform.
   *
   * <p>Without s, the last transformed axis has 2 (m - 1) elements in the result, where m is its size in x.
   *
   * @param x the input
   * @param s lengths to which x is cropped or zero-padded; none: those of x (at least 1; default: none)
   * @param axes axes to transform; none: all, or the last len(s) axes (default: none)
   * @param norm 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n) (one of backward, forward,
   * ortho; default: backward)
   */
  def irfftn(x: NDArray, s: OptionalInts = None, axes: OptionalInts = None, norm: String = "backward"): NDArray =
    Ops.irfftn(x, o => { optionalLongs(s).foreach(v => o.s(v*)); optionalLongs(axes).foreach(v => o.axes(v*)); o.norm(norm); () })

  /**
   * Test that each element is neither infinite nor NaN.
   *
   * @param x the input
   */
  def isfinite(x: NDArray): NDArray =
    Ops.isfinite(x)

  /**
   * Test whether each element of x1 is in x2.
   *
   * <p>NaN equals nothing, so it is never in x2.
   *
   * @param x1 the elements to look for
   * @param x2 the elements to look among
   * @param invert test that the element is not in x2 (default: false)
   */
  def isin(x1: NDArray, x2: NDArray, invert: Boolean = false): NDArray =
    Ops.isin(x1, x2, o => { o.invert(invert); () })

  /**
   * Test each element for positive or negative infinity.
   *
   * @param x the input
   */
  def isinf(x: NDArray): NDArray =
    Ops.isinf(x)

  /**
   * Test each element for NaN.
   *
   * @param x the input
   */
  def isnan(x: NDArray): NDArray =
    Ops.isnan(x)

  /**
   * KL divergence of the target from the distribution whose log-probabilities are x.
   *
   * <p>The elementwise loss is target * (log(target) - x).  Targets are probabilities, or log-probabilities with log_target.  A
   * target of 0 contributes 0.
   *
   * @param x log-probabilities
   * @param target probabilities, or their logarithms with log_target
   * @param reduction 'mean', 'sum', 'none' or 'batchmean' (the sum divided by the batch size) (one of mean, sum, none, batchmean;
   * default: mean)
   * @param logTarget the target holds log-probabilities too (default: false)
   */
  def klDiv(x: NDArray, target: NDArray, reduction: String = "mean", logTarget: Boolean = false): NDArray =
    Ops.klDiv(x, target, o => { o.reduction(reduction); o.logTarget(logTarget); () })

  /**
   * The k-th smallest element along an axis, counted from 1, and its index.
   *
   * @param x the input
   * @param k rank of the element; 1 is the smallest (at least 1; default: 1)
   * @param axis axis to search along (default: -1)
   * @param keepdims keep the reduced axis with size one (default: false)
   */
  def kthvalue(x: NDArray, k: Long = 1L, axis: Long = -1L, keepdims: Boolean = false): (NDArray, NDArray) =
    val r = Ops.kthvalue(x, o => { o.k(k); o.axis(axis); o.keepdims(keepdims); () })
    (r.values, r.indices)

  /**
   * The mean absolute error, |x - target|.
   *
   * @param x predictions
   * @param target the values to predict
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   */
  def l1Loss(x: NDArray, target: NDArray, reduction: String = "mean"): NDArray =
    Ops.l1Loss(x, target, o => { o.reduction(reduction); () })

  /**
   * Samples from a Laplace distribution with mean loc.
   *
   * @param shape shape of the result (at least 0)
   * @param loc location: added to each sample (default: 0.0)
   * @param scale scale: multiplies each sample (at least 0.0; default: 1.0)
   * @param dtype a float dtype (default: none)
   * @param device device of the result (default: none)
   */
  def laplace(shape: Ints, loc: Double = 0.0, scale: Double = 1.0, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.laplace(longs(shape), o => { o.loc(loc); o.scale(scale); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Layer normalisation: subtract the mean and divide by the standard deviation over the last axes.
   *
   * <p>weight and bias have the shape of those axes.  The variance has correction 0.
   *
   * @param x the input
   * @param weight scale of each element of the normalised axes
   * @param bias offset of each of these elements
   * @param axes the last axes, which are normalised; none: as many as weight has axes, or one (default: none)
   * @param eps added to the variance (at least 0.0; default: 1e-05)
   */
  def layerNorm(x: NDArray, weight: NDArray = null, bias: NDArray = null, axes: OptionalInts = None, eps: OptionalFloat = 1e-05): NDArray =
    Ops.layerNorm(x, o => { if weight != null then o.weight(weight); if bias != null then o.bias(bias); optionalLongs(axes).foreach(v => o.axes(v*)); optionalDouble(eps).foreach(v => o.eps(v)); () })

  /**
   * Leaky ReLU: x where x &gt; 0, negative_slope x elsewhere.
   *
   * @param x the input
   * @param negativeSlope slope for negative x (default: 0.01)
   */
  def leakyRelu(x: NDArray, negativeSlope: Double = 0.01): NDArray =
    Ops.leakyRelu(x, o => { o.negativeSlope(negativeSlope); () })

  /**
   * Test whether x1 &lt; x2, element-wise.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def less(x1: NDArray, x2: NDArray): NDArray =
    Ops.less(x1, x2)

  /**
   * Test whether x1 &lt;= x2, element-wise.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def lessEqual(x1: NDArray, x2: NDArray): NDArray =
    Ops.lessEqual(x1, x2)

  /**
   * Indices that sort by several keys: by the last key, then, where it is equal, by the one before it, and so on.
   *
   * @param keys keys of the elements, the last one first in importance
   * @param axis axis to sort along (default: -1)
   */
  def lexsort(keys: Seq[NDArray], axis: Long = -1L): NDArray =
    Ops.lexsort(keys.toArray, o => { o.axis(axis); () })

  /**
   * The linear transformation y = x weight^T + bias.
   *
   * <p>x has shape (..., in), the weight (out, in), the bias (out,), the result (..., out).
   *
   * @param x features along the last axis
   * @param weight (output features, input features)
   * @param bias one number per output feature
   */
  def linear(x: NDArray, weight: NDArray, bias: NDArray = null): NDArray =
    Ops.linear(x, weight, o => { if bias != null then o.bias(bias); () })

  /**
   * Linear recurrence y[i] = a[i] y[i-1] + b[i] along an axis, starting from y = 0.
   *
   * @param a factor of the previous result
   * @param b the number that is added
   * @param axis axis to scan along (default: -1)
   * @param reverse scan from the end (default: false)
   */
  def linearScan(a: NDArray, b: NDArray, axis: Long = -1L, reverse: Boolean = false): NDArray =
    Ops.linearScan(a, b, o => { o.axis(axis); o.reverse(reverse); () })

  /**
   * A given number of evenly spaced numbers from start to stop.
   *
   * @param start first number
   * @param stop last number, or the end of the range
   * @param num number of elements (at least 0; default: 50)
   * @param endpoint include stop as the last number (default: true)
   * @param dtype a float dtype (default: none)
   * @param device device of the result (default: none)
   */
  def linspace(start: Double, stop: Double, num: Long = 50L, endpoint: Boolean = true, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.linspace(start, stop, o => { o.num(num); o.endpoint(endpoint); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Local response normalisation across neighbouring channels.
   *
   * @param x images or sequences, (batch, channels, spatial axes)
   * @param size number of neighbouring channels that are summed; required (at least 1)
   * @param alpha multiplies the mean of the squares (default: 0.0001)
   * @param beta exponent of the divisor (default: 0.75)
   * @param k added to the divisor (default: 1.0)
   */
  def localResponseNorm(x: NDArray, size: Long, alpha: Double = 0.0001, beta: Double = 0.75, k: Double = 1.0): NDArray =
    Ops.localResponseNorm(x, size, o => { o.alpha(alpha); o.beta(beta); o.k(k); () })

  /**
   * Natural logarithm of each element.
   *
   * @param x the input
   */
  def log(x: NDArray): NDArray =
    Ops.log(x)

  /**
   * Base-10 logarithm.
   *
   * @param x the input
   */
  def log10(x: NDArray): NDArray =
    Ops.log10(x)

  /**
   * log(1 + x), accurate near zero.
   *
   * @param x the input
   */
  def log1p(x: NDArray): NDArray =
    Ops.log1p(x)

  /**
   * Base-2 logarithm.
   *
   * @param x the input
   */
  def log2(x: NDArray): NDArray =
    Ops.log2(x)

  /**
   * Logarithm of the sigmoid.
   *
   * @param x the input
   */
  def logSigmoid(x: NDArray): NDArray =
    Ops.logSigmoid(x)

  /**
   * The logarithm of softmax along an axis, computed without loss of precision.
   *
   * @param x scores
   * @param axis the axis whose entries sum to one (default: -1)
   */
  def logSoftmax(x: NDArray, axis: Long = -1L): NDArray =
    Ops.logSoftmax(x, o => { o.axis(axis); () })

  /**
   * log(exp(x1) + exp(x2)), without overflow.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def logaddexp(x1: NDArray, x2: NDArray): NDArray =
    Ops.logaddexp(x1, x2)

  /**
   * Logical AND.  Nonzero numbers are true.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def logicalAnd(x1: NDArray, x2: NDArray): NDArray =
    Ops.logicalAnd(x1, x2)

  /**
   * Logical NOT.  Nonzero numbers are true.
   *
   * @param x the input
   */
  def logicalNot(x: NDArray): NDArray =
    Ops.logicalNot(x)

  /**
   * Logical OR.  Nonzero numbers are true.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def logicalOr(x1: NDArray, x2: NDArray): NDArray =
    Ops.logicalOr(x1, x2)

  /**
   * Logical exclusive OR.  Nonzero numbers are true.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def logicalXor(x1: NDArray, x2: NDArray): NDArray =
    Ops.logicalXor(x1, x2)

  /**
   * Samples from a logistic distribution with mean loc.
   *
   * @param shape shape of the result (at least 0)
   * @param loc location: added to each sample (default: 0.0)
   * @param scale scale: multiplies each sample (at least 0.0; default: 1.0)
   * @param dtype a float dtype (default: none)
   * @param device device of the result (default: none)
   */
  def logistic(shape: Ints, loc: Double = 0.0, scale: Double = 1.0, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.logistic(longs(shape), o => { o.loc(loc); o.scale(scale); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * log(x / (1 - x)), the inverse of sigmoid.
   *
   * @param x the input
   */
  def logit(x: NDArray): NDArray =
    Ops.logit(x)

  /**
   * Samples from a log-normal distribution; loc and scale are the mean and standard deviation of the logarithm.
   *
   * @param shape shape of the result (at least 0)
   * @param loc location: added to each sample (default: 0.0)
   * @param scale scale: multiplies each sample (at least 0.0; default: 1.0)
   * @param dtype a float dtype (default: none)
   * @param device device of the result (default: none)
   */
  def lognormal(shape: Ints, loc: Double = 0.0, scale: Double = 1.0, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.lognormal(longs(shape), o => { o.loc(loc); o.scale(scale); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * log(sum(exp(x))) over axes, without overflow.
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   */
  def logsumexp(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false): NDArray =
    Ops.logsumexp(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); () })

  /**
   * Power-average pooling: (sum x^p)^(1/p) of each window, with p = norm_type.
   *
   * @param x images or sequences, (batch, channels, spatial axes)
   * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
   * @param normType the exponent (more than 0.0; default: 2.0)
   * @param stride distance between windows; none: kernel_size (at least 1; default: none)
   * @param ceilMode round output sizes up: include windows that extend past the end (default: false)
   */
  def lpPool(x: NDArray, kernelSize: Ints, normType: Double = 2.0, stride: OptionalInts = None, ceilMode: Boolean = false): NDArray =
    Ops.lpPool(x, longs(kernelSize), o => { o.normType(normType); optionalLongs(stride).foreach(v => o.stride(v*)); o.ceilMode(ceilMode); () })

  /**
   * A long short-term memory (LSTM) layer.
   *
   * <p>x has shape (time, batch, inputs), weight_ih (4 * units, inputs), weight_hh (4 * units, units), with the gates in the
   * order i, f, g, o.  y holds the states of all time steps, h_n and c_n the last states; saved is for the gradient.  lengths has
   * the number of time steps of each sample, after which y is 0 and the state does not change.
   *
   * @param x sequences, (time, batch, inputs)
   * @param weightIh weights of the input
   * @param weightHh weights of the hidden state
   * @param biasIh bias of the input
   * @param biasHh bias of the hidden state
   * @param h0 initial hidden state
   * @param c0 initial cell state
   * @param lengths number of time steps of each sample
   * @param reverse process the sequence from the last time step to the first (default: false)
   */
  def lstm(x: NDArray, weightIh: NDArray, weightHh: NDArray, biasIh: NDArray = null, biasHh: NDArray = null, h0: NDArray = null, c0: NDArray = null, lengths: NDArray = null, reverse: Boolean = false): (NDArray, NDArray, NDArray, NDArray) =
    val r = Ops.lstm(x, weightIh, weightHh, o => { if biasIh != null then o.biasIh(biasIh); if biasHh != null then o.biasHh(biasHh); if h0 != null then o.h0(h0); if c0 != null then o.c0(c0); if lengths != null then o.lengths(lengths); o.reverse(reverse); () })
    (r.y, r.hN, r.cN, r.saved)

  /**
   * The margin ranking loss, max(0, margin - target * (x1 - x2)), for targets 1 and -1.
   *
   * @param x1 scores
   * @param x2 scores
   * @param target 1 if x1 should be ranked higher, else -1
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   * @param margin margin of the comparison (default: 0.0)
   */
  def marginRankingLoss(x1: NDArray, x2: NDArray, target: NDArray, reduction: String = "mean", margin: Double = 0.0): NDArray =
    Ops.marginRankingLoss(x1, x2, target, o => { o.reduction(reduction); o.margin(margin); () })

  /**
   * A copy of x with the elements replaced where the mask is true, as in x[mask] = values.
   *
   * <p>Values are one row for all true elements, or one row for each in row-major order; any other number of rows makes the
   * operation fail.  If x is also the output, only the selected elements are written.
   *
   * @param x the input
   * @param mask bools, in the shape of x or of its leading axes
   * @param values new values, in order
   */
  def maskPut(x: NDArray, mask: NDArray, values: NDArray): NDArray =
    Ops.maskPut(x, mask, values)

  /**
   * Elements (or rows) of x where the mask is true, as in x[mask].
   *
   * <p>The size of the result depends on the mask, so this waits for the mask (not for x).  The mask has the shape of x or of its
   * leading dimensions.
   *
   * @param x the input
   * @param mask bools, in the shape of x or of its leading axes
   */
  def maskSelect(x: NDArray, mask: NDArray): NDArray =
    Ops.maskSelect(x, mask)

  /**
   * The matrix product of two arrays.
   *
   * <p>Dimensions before the last two broadcast.  A vector is treated as a row on the left and as a column on the right, and this
   * dimension is dropped from the result.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def matmul(x1: NDArray, x2: NDArray): NDArray =
    Ops.matmul(x1, x2)

  /**
   * The matrix norms that need no singular values.
   *
   * <p>'fro' is the square root of the sum of squares.  '1' and '-1' are the largest and smallest column sum of |x|, 'inf' and
   * '-inf' the largest and smallest row sum.
   *
   * @param x matrices
   * @param keepdims keep both axes, with size one (default: false)
   * @param ord order of the norm: 'fro', '1', '-1', 'inf' or '-inf' (one of fro, 1, -1, inf, -inf; default: fro)
   */
  def matrixNorm(x: NDArray, keepdims: Boolean = false, ord: String = "fro"): NDArray =
    Ops.matrixNorm(x, o => { o.keepdims(keepdims); o.ord(ord); () })

  /**
   * Raise square matrices to an integer power.
   *
   * @param x square matrices
   * @param n the exponent; if negative, x is inverted first
   */
  def matrixPower(x: NDArray, n: Long): NDArray =
    Ops.matrixPower(x, n)

  /**
   * Exchange the last two axes; returns a view.
   *
   * @param x the input
   */
  def matrixTranspose(x: NDArray): NDArray =
    Ops.matrixTranspose(x)

  /**
   * Maximum over axes; NaN if any element is NaN.
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   */
  def max(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false): NDArray =
    Ops.max(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); () })

  /**
   * Max pooling over one, two or three spatial axes.
   *
   * <p>x has shape (batch, channels, spatial axes).  A window that contains NaN gives NaN.
   *
   * @param x images or sequences, (batch, channels, spatial axes)
   * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
   * @param stride distance between windows; none: kernel_size (at least 1; default: none)
   * @param padding padding at both ends of each axis, less than any element; none: 0 (at least 0; default: none)
   * @param dilation spacing between the elements of a window; none: 1 (at least 1; default: none)
   * @param ceilMode round output sizes up: include windows that extend past the end (default: false)
   */
  def maxPool(x: NDArray, kernelSize: Ints, stride: OptionalInts = None, padding: OptionalInts = None, dilation: OptionalInts = None, ceilMode: Boolean = false): NDArray =
    Ops.maxPool(x, longs(kernelSize), o => { optionalLongs(stride).foreach(v => o.stride(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); optionalLongs(dilation).foreach(v => o.dilation(v*)); o.ceilMode(ceilMode); () })

  /**
   * The indices of the maxima of max_pool, flattened over the spatial axes.
   *
   * <p>Among equal elements the first is chosen.
   *
   * @param x images or sequences, (batch, channels, spatial axes)
   * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
   * @param stride distance between windows; none: kernel_size (at least 1; default: none)
   * @param padding padding at both ends of each axis, less than any element; none: 0 (at least 0; default: none)
   * @param dilation spacing between the elements of a window; none: 1 (at least 1; default: none)
   * @param ceilMode round output sizes up: include windows that extend past the end (default: false)
   */
  def maxPoolIndices(x: NDArray, kernelSize: Ints, stride: OptionalInts = None, padding: OptionalInts = None, dilation: OptionalInts = None, ceilMode: Boolean = false): NDArray =
    Ops.maxPoolIndices(x, longs(kernelSize), o => { optionalLongs(stride).foreach(v => o.stride(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); optionalLongs(dilation).foreach(v => o.dilation(v*)); o.ceilMode(ceilMode); () })

  /**
   * The partial inverse of max_pool: zeros, with x at the positions of max_pool_indices.
   *
   * <p>The task fails if an index is out of range.
   *
   * @param x maxima, as max_pool returns them
   * @param indices positions, as max_pool_indices returns them
   * @param outputSize spatial sizes of the result, one entry per axis (at least 1)
   */
  def maxUnpool(x: NDArray, indices: NDArray, outputSize: Ints): NDArray =
    Ops.maxUnpool(x, indices, longs(outputSize)*)

  /**
   * Element-wise maximum; NaN if either element is NaN.  Equal elements share the gradient.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def maximum(x1: NDArray, x2: NDArray): NDArray =
    Ops.maximum(x1, x2)

  /**
   * Arithmetic mean over axes.
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   */
  def mean(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false): NDArray =
    Ops.mean(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); () })

  /**
   * Median along an axis; for an even number of elements, the mean of the two middle ones.
   *
   * <p>If an element is NaN, the result is NaN.
   *
   * @param x the input
   * @param axis axis to reduce; none: all elements (default: none)
   * @param keepdims keep the reduced axis with size one (default: false)
   */
  def median(x: NDArray, axis: OptionalInt = None, keepdims: Boolean = false): NDArray =
    Ops.median(x, o => { optionalLong(axis).foreach(v => o.axis(v)); o.keepdims(keepdims); () })

  /**
   * Coordinates of every point of a grid, one array for each axis; returns views.
   *
   * @param arrays coordinates, one-dimensional
   * @param indexing 'xy': the first array varies along the second axis; 'ij': along the first (one of xy, ij; default: xy)
   */
  def meshgrid(arrays: Seq[NDArray], indexing: String = "xy"): Seq[NDArray] =
    Ops.meshgrid(arrays.toArray, o => { o.indexing(indexing); () }).toSeq

  /**
   * Minimum over axes; NaN if any element is NaN.
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   */
  def min(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false): NDArray =
    Ops.min(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); () })

  /**
   * Element-wise minimum; NaN if either element is NaN.  Equal elements share the gradient.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def minimum(x1: NDArray, x2: NDArray): NDArray =
    Ops.minimum(x1, x2)

  /**
   * Mish: x tanh(softplus(x)).
   *
   * @param x the input
   */
  def mish(x: NDArray): NDArray =
    Ops.mish(x)

  /**
   * Move axes to new positions; the others keep their order.  Returns a view.
   *
   * @param x the input
   * @param source axes to move
   * @param destination their positions in the result
   */
  def moveaxis(x: NDArray, source: Ints, destination: Ints): NDArray =
    Ops.moveaxis(x, longs(source), longs(destination)*)

  /**
   * The mean squared error, (x - target)^2.
   *
   * @param x predictions
   * @param target the values to predict
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   */
  def mseLoss(x: NDArray, target: NDArray, reduction: String = "mean"): NDArray =
    Ops.mseLoss(x, target, o => { o.reduction(reduction); () })

  /**
   * The multi-class margin loss: the mean of max(0, margin - x[label] + x[i])^p over classes.
   *
   * <p>x has shape (batch, classes).  The class of the label does not contribute.  weight has one factor per class.  A label out
   * of range is an error.
   *
   * @param x scores of the classes
   * @param target labels
   * @param weight factor of each class
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   * @param p power of each class's loss: 1 or 2 (one of 1.0, 2.0; default: 1.0)
   * @param margin by how much the label's score should exceed the other scores (default: 1.0)
   */
  def multiMarginLoss(x: NDArray, target: NDArray, weight: NDArray = null, reduction: String = "mean", p: Double = 1.0, margin: Double = 1.0): NDArray =
    Ops.multiMarginLoss(x, target, o => { if weight != null then o.weight(weight); o.reduction(reduction); o.p(p); o.margin(margin); () })

  /**
   * The mean over classes of the binary cross entropy between sigmoid(x) and 0/1 targets.
   *
   * <p>Classes lie along the last axis.
   *
   * @param x logits of the classes
   * @param target 0 or 1 for each class
   * @param weight factor of each class
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   */
  def multilabelSoftMarginLoss(x: NDArray, target: NDArray, weight: NDArray = null, reduction: String = "mean"): NDArray =
    Ops.multilabelSoftMarginLoss(x, target, o => { if weight != null then o.weight(weight); o.reduction(reduction); () })

  /**
   * Element-wise product.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def multiply(x1: NDArray, x2: NDArray): NDArray =
    Ops.multiply(x1, x2)

  /**
   * Index of the largest element that is not NaN along an axis; the first of equal elements.
   *
   * <p>Where all elements are NaN, the operation fails.
   *
   * @param x the input
   * @param axis axis to reduce; none: all elements, in row-major order (default: none)
   * @param keepdims keep the reduced axis with size one (default: false)
   */
  def nanargmax(x: NDArray, axis: OptionalInt = None, keepdims: Boolean = false): NDArray =
    Ops.nanargmax(x, o => { optionalLong(axis).foreach(v => o.axis(v)); o.keepdims(keepdims); () })

  /**
   * Index of the smallest element that is not NaN along an axis; the first of equal elements.
   *
   * <p>Where all elements are NaN, the operation fails.
   *
   * @param x the input
   * @param axis axis to reduce; none: all elements, in row-major order (default: none)
   * @param keepdims keep the reduced axis with size one (default: false)
   */
  def nanargmin(x: NDArray, axis: OptionalInt = None, keepdims: Boolean = false): NDArray =
    Ops.nanargmin(x, o => { optionalLong(axis).foreach(v => o.axis(v)); o.keepdims(keepdims); () })

  /**
   * Cumulative product along an axis, with NaN as 1.
   *
   * @param x the input
   * @param axis axis to accumulate along; may be omitted for a 1-d array (default: none)
   * @param dtype dtype of the result; default: that of x, 64-bit for integers (default: none)
   */
  def nancumprod(x: NDArray, axis: OptionalInt = None, dtype: DType | None.type = None): NDArray =
    Ops.nancumprod(x, o => { optionalLong(axis).foreach(v => o.axis(v)); dtype match { case v: DType => o.dtype(v); case None => () }; () })

  /**
   * Cumulative sum along an axis, with NaN as 0.
   *
   * @param x the input
   * @param axis axis to accumulate along; may be omitted for a 1-d array (default: none)
   * @param dtype dtype of the result; default: that of x, 64-bit for integers (default: none)
   */
  def nancumsum(x: NDArray, axis: OptionalInt = None, dtype: DType | None.type = None): NDArray =
    Ops.nancumsum(x, o => { optionalLong(axis).foreach(v => o.axis(v)); dtype match { case v: DType => o.dtype(v); case None => () }; () })

  /**
   * Maximum over axes of the elements that are not NaN.
   *
   * <p>NaN where all are NaN.
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   */
  def nanmax(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false): NDArray =
    Ops.nanmax(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); () })

  /**
   * Arithmetic mean over axes of the elements that are not NaN.
   *
   * <p>Without any, the mean is NaN.
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   */
  def nanmean(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false): NDArray =
    Ops.nanmean(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); () })

  /**
   * Median along an axis of the elements that are not NaN.
   *
   * <p>NaN where all are NaN.
   *
   * @param x the input
   * @param axis axis to reduce; none: all elements, in row-major order (default: none)
   * @param keepdims keep the reduced axis with size one (default: false)
   */
  def nanmedian(x: NDArray, axis: OptionalInt = None, keepdims: Boolean = false): NDArray =
    Ops.nanmedian(x, o => { optionalLong(axis).foreach(v => o.axis(v)); o.keepdims(keepdims); () })

  /**
   * Minimum over axes of the elements that are not NaN.
   *
   * <p>NaN where all are NaN.
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   */
  def nanmin(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false): NDArray =
    Ops.nanmin(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); () })

  /**
   * Product over axes of the elements that are not NaN.
   *
   * <p>Without any, the product is 1.
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   * @param dtype dtype of the result; default: that of x, 64-bit for integers (default: none)
   */
  def nanprod(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false, dtype: DType | None.type = None): NDArray =
    Ops.nanprod(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); dtype match { case v: DType => o.dtype(v); case None => () }; () })

  /**
   * Standard deviation over axes of the elements that are not NaN.
   *
   * <p>NaN where there are no more of them than the correction.
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   * @param correction the divisor is the number of elements minus this (default: 0.0)
   */
  def nanstd(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false, correction: Double = 0.0): NDArray =
    Ops.nanstd(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); o.correction(correction); () })

  /**
   * Sum over axes of the elements that are not NaN.
   *
   * <p>Without any, the sum is 0.
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   * @param dtype dtype of the result; default: that of x, 64-bit for integers (default: none)
   */
  def nansum(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false, dtype: DType | None.type = None): NDArray =
    Ops.nansum(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); dtype match { case v: DType => o.dtype(v); case None => () }; () })

  /**
   * Variance over axes of the elements that are not NaN.
   *
   * <p>NaN where there are no more of them than the correction.
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   * @param correction the divisor is the number of elements minus this (default: 0.0)
   */
  def nanvar(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false, correction: Double = 0.0): NDArray =
    Ops.nanvar(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); o.correction(correction); () })

  /**
   * Negate each element.
   *
   * @param x the input
   */
  def negative(x: NDArray): NDArray =
    Ops.negative(x)

  /**
   * Next representable number after x1 in the direction of x2.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def nextafter(x1: NDArray, x2: NDArray): NDArray =
    Ops.nextafter(x1, x2)

  /**
   * The negative log-likelihood of labels under log-probabilities x.
   *
   * <p>x holds log-probabilities, with the classes along axis.  weight has one factor per class; a mean divides by the sum of the
   * weights of the labels.  A label that is out of range is an error, unless it is ignore_index.
   *
   * @param x log-probabilities
   * @param target labels
   * @param weight factor of each class
   * @param axis the class axis; none: 1, or 0 if x is a vector (default: none)
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   * @param ignoreIndex targets with this label do not contribute (default: -100)
   */
  def nllLoss(x: NDArray, target: NDArray, weight: NDArray = null, axis: OptionalInt = None, reduction: String = "mean", ignoreIndex: Long = -100L): NDArray =
    Ops.nllLoss(x, target, o => { if weight != null then o.weight(weight); optionalLong(axis).foreach(v => o.axis(v)); o.reduction(reduction); o.ignoreIndex(ignoreIndex); () })

  /**
   * Indices of the nonzero elements: one array for each axis.
   *
   * <p>The size of the result depends on the values, so this waits for x.  The indices are in row-major order of the elements.
   *
   * @param x the input
   */
  def nonzero(x: NDArray): Seq[NDArray] =
    Ops.nonzero(x).toSeq

  /**
   * Samples from a normal distribution.
   *
   * @param shape shape of the result (at least 0)
   * @param mean mean (default: 0.0)
   * @param std standard deviation (at least 0.0; default: 1.0)
   * @param dtype a float dtype (default: none)
   * @param device device of the result (default: none)
   */
  def normal(shape: Ints, mean: Double = 0.0, std: Double = 1.0, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.normal(longs(shape), o => { o.mean(mean); o.std(std); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Divide the vectors along an axis by their p-norm.
   *
   * @param x the input
   * @param p order of the norm; may be inf (more than 0.0; default: 2.0)
   * @param axis the axis of the vectors (default: -1)
   * @param eps lower bound of the divisor (at least 0.0; default: 1e-12)
   */
  def normalize(x: NDArray, p: Double = 2.0, axis: Long = -1L, eps: Double = 1e-12): NDArray =
    Ops.normalize(x, o => { o.p(p); o.axis(axis); o.eps(eps); () })

  /**
   * Test whether x1 != x2, element-wise.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def notEqual(x1: NDArray, x2: NDArray): NDArray =
    Ops.notEqual(x1, x2)

  /**
   * One-hot vectors: 1 at each index, 0 elsewhere.
   *
   * <p>An index outside 0 to num_classes - 1 makes the operation fail.
   *
   * @param indices classes
   * @param numClasses size of the new last dimension; required (at least 0)
   * @param dtype dtype of the result; default: the default float dtype (default: none)
   */
  def oneHot(indices: NDArray, numClasses: Long, dtype: DType | None.type = None): NDArray =
    Ops.oneHot(indices, numClasses, o => { dtype match { case v: DType => o.dtype(v); case None => () }; () })

  /**
   * An array of ones.
   *
   * @param shape shape of the result (at least 0)
   * @param dtype dtype of the result; default: the default float dtype (default: none)
   * @param device device of the result (default: none)
   */
  def ones(shape: Ints, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.ones(longs(shape), o => { dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Ones with the shape and dtype of x.
   *
   * @param x an array whose shape and dtype are used
   * @param dtype dtype of the result; default: that of x (default: none)
   * @param device device of the result; default: that of x (default: none)
   */
  def onesLike(x: NDArray, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.onesLike(x, o => { dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * The outer product: each element of x1 times each element of x2.
   *
   * <p>Inputs of several dimensions are flattened.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def outer(x1: NDArray, x2: NDArray): NDArray =
    Ops.outer(x1, x2)

  /**
   * Pad an array.
   *
   * <p>The padding is a constant, the nearest edge element ('edge' or 'replicate'), a reflection at the edge ('reflect';
   * 'symmetric' repeats the edge element), or the elements of the opposite end ('wrap' or 'circular').
   *
   * @param x the input
   * @param widths padding before and after the first axis, then before and after the next, and so on (at least 0)
   * @param mode 'constant', 'edge', 'reflect', 'symmetric' or 'wrap' (one of constant, edge, reflect, symmetric, wrap; default:
   * constant)
   * @param value fill value for mode 'constant' (default: 0.0)
   */
  def pad(x: NDArray, widths: Ints, mode: String = "constant", value: Double = 0.0): NDArray =
    Ops.pad(x, longs(widths), o => { o.mode(mode); o.value(value); () })

  /**
   * The p-norm distances between corresponding vectors along the last axes of x1 and x2.
   *
   * @param x1 vectors
   * @param x2 vectors
   * @param p order of the norm; may be inf (more than 0.0; default: 2.0)
   * @param eps added to each difference (default: 1e-06)
   * @param keepdims keep the last axis, with size one (default: false)
   */
  def pairwiseDistance(x1: NDArray, x2: NDArray, p: Double = 2.0, eps: Double = 1e-06, keepdims: Boolean = false): NDArray =
    Ops.pairwiseDistance(x1, x2, o => { o.p(p); o.eps(eps); o.keepdims(keepdims); () })

  /**
   * Partition along an axis: the kth element is where sorting would put it, smaller ones before it.
   *
   * <p>All elements are sorted, which is fast; use topk for a few of them.
   *
   * @param x the input
   * @param kth index that is put in its sorted position
   * @param axis axis to partition along (default: -1)
   */
  def partition(x: NDArray, kth: Long, axis: Long = -1L): NDArray =
    Ops.partition(x, kth, o => { o.axis(axis); () })

  /**
   * Percentiles of the elements along an axis, for q from 0 to 100.
   *
   * <p>Like quantile, with q from 0 to 100.
   *
   * @param x the input
   * @param q which quantiles, as fractions or percentages
   * @param axis axis to reduce; none: all elements (default: none)
   * @param method interpolation method, as in NumPy (one of linear, lower, higher, nearest, midpoint, inverted_cdf,
   * averaged_inverted_cdf, closest_observation, interpolated_inverted_cdf, hazen, weibull, median_unbiased, normal_unbiased;
   * default: linear)
   * @param keepdims keep the reduced axis with size one (default: false)
   */
  def percentile(x: NDArray, q: NDArray, axis: OptionalInt = None, method: String = "linear", keepdims: Boolean = false): NDArray =
    Ops.percentile(x, q, o => { optionalLong(axis).foreach(v => o.axis(v)); o.method(method); o.keepdims(keepdims); () })

  /**
   * Random permutation of the integers from 0 to n - 1.
   *
   * @param n number of integers; required (at least 0)
   * @param dtype an integer dtype (default: int64)
   * @param device device of the result (default: none)
   */
  def permutation(n: Long, dtype: DType = DType.INT64, device: Device | None.type = None): NDArray =
    Ops.permutation(n, o => { o.dtype(dtype); device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Permute the axes; returns a view.
   *
   * @param x the input
   * @param axes source axis of each axis of the result; none: reverse the axes (default: none)
   */
  def permuteDims(x: NDArray, axes: OptionalInts = None): NDArray =
    Ops.permuteDims(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); () })

  /**
   * Rearrange groups of channels into blocks of pixels (sub-pixel convolution).
   *
   * <p>x has shape (..., channels * upscale_factor^2, height, width); the result has shape (..., channels, height *
   * upscale_factor, width * upscale_factor).
   *
   * @param x images, (batch, channels, spatial axes)
   * @param upscaleFactor factor by which height and width grow (at least 1)
   */
  def pixelShuffle(x: NDArray, upscaleFactor: Long): NDArray =
    Ops.pixelShuffle(x, upscaleFactor)

  /**
   * Rearrange blocks of pixels into groups of channels, the inverse of pixel_shuffle.
   *
   * <p>x has shape (..., channels, height, width).
   *
   * @param x images, (batch, channels, spatial axes)
   * @param downscaleFactor factor by which height and width shrink (at least 1)
   */
  def pixelUnshuffle(x: NDArray, downscaleFactor: Long): NDArray =
    Ops.pixelUnshuffle(x, downscaleFactor)

  /**
   * Samples from a Poisson distribution.
   *
   * @param rate expected value
   * @param shape shape of the result; none: that of the parameters (at least 0; default: none)
   * @param dtype dtype of the result; default: the default float dtype, int64 for counts (default: none)
   * @param device device of the result (default: none)
   */
  def poisson(rate: NDArray, shape: OptionalInts = None, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.poisson(rate, o => { optionalLongs(shape).foreach(v => o.shape(v*)); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * The Poisson negative log-likelihood of the target, with rate exp(x), or x without log_input.
   *
   * @param x predicted rates, or their logarithms
   * @param target counts
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   * @param logInput x is the logarithm of the rate (default: true)
   * @param full include Stirling's approximation of log(target!) (default: false)
   * @param eps added to the rate before taking the logarithm, if log_input is false (at least 0.0; default: 1e-08)
   */
  def poissonNllLoss(x: NDArray, target: NDArray, reduction: String = "mean", logInput: Boolean = true, full: Boolean = false, eps: Double = 1e-08): NDArray =
    Ops.poissonNllLoss(x, target, o => { o.reduction(reduction); o.logInput(logInput); o.full(full); o.eps(eps); () })

  /**
   * Each element unchanged.
   *
   * @param x the input
   */
  def positive(x: NDArray): NDArray =
    Ops.positive(x)

  /**
   * x1 raised to the power x2.  Integer powers must not be negative.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def pow(x1: NDArray, x2: NDArray): NDArray =
    Ops.pow(x1, x2)

  /**
   * Parametric ReLU: x1 where x1 &gt; 0, x2 x1 elsewhere.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def prelu(x1: NDArray, x2: NDArray): NDArray =
    Ops.prelu(x1, x2)

  /**
   * Product over axes.
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   * @param dtype dtype of the result; default: that of x, 64-bit for integers (default: none)
   */
  def prod(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false, dtype: DType | None.type = None): NDArray =
    Ops.prod(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); dtype match { case v: DType => o.dtype(v); case None => () }; () })

  /**
   * A copy of x with the elements at per-position indices along an axis replaced by values.
   *
   * <p>If an element is indexed several times, the last value is stored, or with accumulate all are added in order.  If x is also
   * the output, only the indexed elements are written.
   *
   * @param x the input
   * @param indices index of each value along the axis
   * @param values the values to store or combine
   * @param axis axis that the indices count along (default: -1)
   * @param accumulate add to the elements instead of replacing them (default: false)
   */
  def putAlongAxis(x: NDArray, indices: NDArray, values: NDArray, axis: Long = -1L, accumulate: Boolean = false): NDArray =
    Ops.putAlongAxis(x, indices, values, o => { o.axis(axis); o.accumulate(accumulate); () })

  /**
   * A copy of x with the elements at per-position indices along an axis reduced with values: their sum, product, maximum, minimum
   * or mean.
   *
   * <p>Elements that are not indexed keep their values.  Without include_self the indexed elements are the reduction of the
   * values alone.  This is PyTorch's scatter_reduce, with the same gradient: equal maxima share it.
   *
   * @param x the input
   * @param indices index of each value along the axis
   * @param values the values to store or combine
   * @param axis axis that the indices count along (default: -1)
   * @param reduce 'sum', 'prod', 'max', 'min' or 'mean' (one of sum, prod, max, min, mean; default: sum)
   * @param includeSelf x takes part; otherwise it is replaced where it is indexed (default: true)
   */
  def putAlongAxisReduce(x: NDArray, indices: NDArray, values: NDArray, axis: Long = -1L, reduce: String = "sum", includeSelf: Boolean = true): NDArray =
    Ops.putAlongAxisReduce(x, indices, values, o => { o.axis(axis); o.reduce(reduce); o.includeSelf(includeSelf); () })

  /**
   * The QR factorisation: orthonormal columns q times an upper triangular r.
   *
   * <p>For an m x n matrix with k = min(m, n), q is m x k and r is k x n.  In mode 'complete' q is m x m and r is m x n; there is
   * no gradient in that mode if k &lt; m.
   *
   * @param x matrices
   * @param mode 'reduced': Q has min(m, n) columns; 'complete': Q is square (one of reduced, complete; default: reduced)
   */
  def qr(x: NDArray, mode: String = "reduced"): (NDArray, NDArray) =
    val r = Ops.qr(x, o => { o.mode(mode); () })
    (r.q, r.r)

  /**
   * Quantiles of the elements along an axis, for q from 0 to 1.
   *
   * <p>The dimensions of q come first in the result.  If an element is NaN, the result is NaN.  The task fails if an element of q
   * is out of range.  The methods are NumPy's: 'linear', 'lower', 'higher', 'nearest', 'midpoint', 'inverted_cdf',
   * 'averaged_inverted_cdf', 'closest_observation', 'interpolated_inverted_cdf', 'hazen', 'weibull', 'median_unbiased',
   * 'normal_unbiased'.
   *
   * @param x the input
   * @param q which quantiles, as fractions or percentages
   * @param axis axis to reduce; none: all elements (default: none)
   * @param method interpolation method, as in NumPy (one of linear, lower, higher, nearest, midpoint, inverted_cdf,
   * averaged_inverted_cdf, closest_observation, interpolated_inverted_cdf, hazen, weibull, median_unbiased, normal_unbiased;
   * default: linear)
   * @param keepdims keep the reduced axis with size one (default: false)
   */
  def quantile(x: NDArray, q: NDArray, axis: OptionalInt = None, method: String = "linear", keepdims: Boolean = false): NDArray =
    Ops.quantile(x, q, o => { optionalLong(axis).foreach(v => o.axis(v)); o.method(method); o.keepdims(keepdims); () })

  /**
   * Gaussian error linear unit, by its sigmoid approximation: x sigmoid(1.702 x).
   *
   * @param x the input
   */
  def quickGelu(x: NDArray): NDArray =
    Ops.quickGelu(x)

  /**
   * Convert radians to degrees.
   *
   * @param x the input
   */
  def rad2deg(x: NDArray): NDArray =
    Ops.rad2deg(x)

  /**
   * Flatten x to one dimension.
   *
   * <p>A view of x if its strides allow, otherwise a copy.
   *
   * @param x the input
   */
  def ravel(x: NDArray): NDArray =
    Ops.ravel(x)

  /**
   * Real part.
   *
   * @param x the input
   */
  def real(x: NDArray): NDArray =
    Ops.real(x)

  /**
   * Reciprocal of each element, 1 / x.
   *
   * @param x the input
   */
  def reciprocal(x: NDArray): NDArray =
    Ops.reciprocal(x)

  /**
   * Rectified linear unit: max(x, 0).
   *
   * @param x the input
   */
  def relu(x: NDArray): NDArray =
    Ops.relu(x)

  /**
   * ReLU capped at 6: min(max(x, 0), 6).
   *
   * @param x the input
   */
  def relu6(x: NDArray): NDArray =
    Ops.relu6(x)

  /**
   * Remainder of floor_divide, with the sign of x2.  Integer remainder by 0 is 0.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def remainder(x1: NDArray, x2: NDArray): NDArray =
    Ops.remainder(x1, x2)

  /**
   * Repeat each element along an axis.
   *
   * @param x the input
   * @param repeats number of repeats: one for all elements, or one for each (at least 0)
   * @param axis axis to repeat along; none: flatten x first (default: none)
   */
  def repeat(x: NDArray, repeats: Ints, axis: OptionalInt = None): NDArray =
    Ops.repeat(x, longs(repeats), o => { optionalLong(axis).foreach(v => o.axis(v)); () })

  /**
   * Give x a new shape with the same elements.
   *
   * <p>A view of x if its strides allow, otherwise a copy.
   *
   * @param x the input
   * @param shape the new shape; one dimension may be -1 (at least -1)
   */
  def reshape(x: NDArray, shape: Ints): NDArray =
    Ops.reshape(x, longs(shape)*)

  /**
   * The discrete Fourier transform of real input, without the redundant half.
   *
   * <p>Along the last transformed axis the result has the frequencies 0 to n/2; the others are complex conjugates of these.
   *
   * @param x the input
   * @param s lengths to which x is cropped or zero-padded; none: those of x (at least 1; default: none)
   * @param axes axes to transform; none: all, or the last len(s) axes (default: none)
   * @param norm 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n) (one of backward, forward,
   * ortho; default: backward)
   */
  def rfftn(x: NDArray, s: OptionalInts = None, axes: OptionalInts = None, norm: String = "backward"): NDArray =
    Ops.rfftn(x, o => { optionalLongs(s).foreach(v => o.s(v*)); optionalLongs(axes).foreach(v => o.axes(v*)); o.norm(norm); () })

  /**
   * Root mean square normalisation: divide by the root mean square over the last axes.
   *
   * <p>weight has the shape of those axes.
   *
   * @param x the input
   * @param weight scale of each element of the normalised axes
   * @param axes the last axes, which are normalised; none: as many as weight has axes, or one (default: none)
   * @param eps added to the mean square; none: the machine epsilon of the dtype (at least 0.0; default: none)
   */
  def rmsNorm(x: NDArray, weight: NDArray = null, axes: OptionalInts = None, eps: OptionalFloat = None): NDArray =
    Ops.rmsNorm(x, o => { if weight != null then o.weight(weight); optionalLongs(axes).foreach(v => o.axes(v*)); optionalDouble(eps).foreach(v => o.eps(v)); () })

  /**
   * A simple (Elman) recurrent layer: h' = tanh(W_ih x + b_ih + W_hh h + b_hh).
   *
   * <p>x has shape (time, batch, inputs), weight_ih (units, inputs), weight_hh (units, units).  y holds the states of all time
   * steps, h_n the last one.  lengths has the number of time steps of each sample, after which y is 0 and the state does not
   * change.
   *
   * @param x sequences, (time, batch, inputs)
   * @param weightIh weights of the input
   * @param weightHh weights of the hidden state
   * @param biasIh bias of the input
   * @param biasHh bias of the hidden state
   * @param h0 initial hidden state
   * @param lengths number of time steps of each sample
   * @param nonlinearity 'tanh' or 'relu' (one of tanh, relu; default: tanh)
   * @param reverse process the sequence from the last time step to the first (default: false)
   */
  def rnn(x: NDArray, weightIh: NDArray, weightHh: NDArray, biasIh: NDArray = null, biasHh: NDArray = null, h0: NDArray = null, lengths: NDArray = null, nonlinearity: String = "tanh", reverse: Boolean = false): (NDArray, NDArray) =
    val r = Ops.rnn(x, weightIh, weightHh, o => { if biasIh != null then o.biasIh(biasIh); if biasHh != null then o.biasHh(biasHh); if h0 != null then o.h0(h0); if lengths != null then o.lengths(lengths); o.nonlinearity(nonlinearity); o.reverse(reverse); () })
    (r.y, r.hN)

  /**
   * Roll elements along axes; elements shifted out at one end re-enter at the other.
   *
   * @param x the input
   * @param shift number of positions to shift by; positive: towards higher indices
   * @param axes axes to roll along; none: roll the flattened array (default: none)
   */
  def roll(x: NDArray, shift: Ints, axes: OptionalInts = None): NDArray =
    Ops.roll(x, longs(shift), o => { optionalLongs(axes).foreach(v => o.axes(v*)); () })

  /**
   * Round to the nearest integer; halves are rounded to even.
   *
   * @param x the input
   */
  def round(x: NDArray): NDArray =
    Ops.round(x)

  /**
   * Reciprocal of the square root.
   *
   * @param x the input
   */
  def rsqrt(x: NDArray): NDArray =
    Ops.rsqrt(x)

  /**
   * Scaled dot-product attention: softmax(scale query key^T + mask) value.
   *
   * <p>query has shape (..., heads, L, E), key (..., heads, S, E) and value (..., heads, S, V).  The result y has shape (...,
   * heads, L, V); lse is the logarithm of the sum of exponentials of each row of scores.  attn_mask broadcasts to (..., heads, L,
   * S): a bool mask is true where a query may attend to a key, a float mask is added to the scores.  Masked keys and values do
   * not contribute, even if they are NaN, and a query whose keys are all masked gives zeros.  Memory use is proportional to L +
   * S.  dropout_seed, an integer, determines which weights are dropped.
   *
   * @param query queries, (..., heads, length, features)
   * @param key keys
   * @param value values
   * @param attnMask true where a key is used, or numbers that are added to the scores
   * @param dropoutSeed seed of the dropout of weights
   * @param dropoutP dropout probability of the attention weights; requires dropout_seed (at least 0.0, at most 1.0; default: 0.0)
   * @param isCausal causal mask: query i attends to keys 0 to i only (default: false)
   * @param scale multiplies the scores; none: 1 / sqrt(E) (default: none)
   * @param enableGqa grouped-query attention: several query heads share a key head (default: false)
   */
  def scaledDotProductAttention(query: NDArray, key: NDArray, value: NDArray, attnMask: NDArray = null, dropoutSeed: NDArray = null, dropoutP: Double = 0.0, isCausal: Boolean = false, scale: OptionalFloat = None, enableGqa: Boolean = false): (NDArray, NDArray) =
    val r = Ops.scaledDotProductAttention(query, key, value, o => { if attnMask != null then o.attnMask(attnMask); if dropoutSeed != null then o.dropoutSeed(dropoutSeed); o.dropoutP(dropoutP); o.isCausal(isCausal); optionalDouble(scale).foreach(v => o.scale(v)); o.enableGqa(enableGqa); () })
    (r.y, r.lse)

  /**
   * A copy of x with the rows (along an axis) at the given indices replaced by updates.
   *
   * <p>Updates are broadcast to the shape of take(x, indices, axis).  If an index occurs several times, the last update is
   * stored.  If x is also the output, only the indexed rows are written.
   *
   * @param x the input
   * @param indices row of each update along the axis
   * @param updates the rows to store or combine
   * @param axis axis that the indices count along; none: x is flattened (default: none)
   */
  def scatter(x: NDArray, indices: NDArray, updates: NDArray, axis: OptionalInt = None): NDArray =
    Ops.scatter(x, indices, updates, o => { optionalLong(axis).foreach(v => o.axis(v)); () })

  /**
   * A copy of x with updates added to the rows (along an axis) at the given indices.
   *
   * <p>Updates are broadcast to the shape of take(x, indices, axis).  Updates with the same index are added in order, for any
   * number of workers.  If x is also the output, only the indexed rows are written.
   *
   * @param x the input
   * @param indices row of each update along the axis
   * @param updates the rows to store or combine
   * @param axis axis that the indices count along; none: x is flattened (default: none)
   */
  def scatterAdd(x: NDArray, indices: NDArray, updates: NDArray, axis: OptionalInt = None): NDArray =
    Ops.scatterAdd(x, indices, updates, o => { optionalLong(axis).foreach(v => o.axis(v)); () })

  /**
   * A copy of x with the rows (along an axis) at the given indices reduced with updates: their sum, product, maximum, minimum or
   * mean.
   *
   * <p>Updates are broadcast to the shape of take(x, indices, axis).  Rows that are not indexed keep their values.  Without
   * include_self the indexed rows are the reduction of the updates alone.  The gradient is that of PyTorch's scatter_reduce:
   * equal maxima share it.
   *
   * @param x the input
   * @param indices row of each update along the axis
   * @param updates the rows to store or combine
   * @param axis axis that the indices count along; none: x is flattened (default: none)
   * @param reduce 'sum', 'prod', 'max', 'min' or 'mean' (one of sum, prod, max, min, mean; default: sum)
   * @param includeSelf x takes part; otherwise it is replaced where it is indexed (default: true)
   */
  def scatterReduce(x: NDArray, indices: NDArray, updates: NDArray, axis: OptionalInt = None, reduce: String = "sum", includeSelf: Boolean = true): NDArray =
    Ops.scatterReduce(x, indices, updates, o => { optionalLong(axis).foreach(v => o.axis(v)); o.reduce(reduce); o.includeSelf(includeSelf); () })

  /**
   * Indices at which the values would be inserted into a sorted array to keep it sorted.
   *
   * <p>If x1 is not sorted, sorter holds indices that sort it.  NaN sorts after all other values.
   *
   * @param x1 a sorted array
   * @param x2 the values to find
   * @param sorter indices that sort x1
   * @param side 'left': before equal elements; 'right': after them (one of left, right; default: left)
   */
  def searchsorted(x1: NDArray, x2: NDArray, sorter: NDArray = null, side: String = "left"): NDArray =
    Ops.searchsorted(x1, x2, o => { if sorter != null then o.sorter(sorter); o.side(side); () })

  /**
   * Maximum of the rows of each segment.
   *
   * <p>Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end.  A
   * segment without rows is -infinity, or the lowest value of an integer dtype.
   *
   * @param data rows
   * @param segmentIds segment of each row
   * @param numSegments number of segments, the length of the result; required (at least 0)
   */
  def segmentMax(data: NDArray, segmentIds: NDArray, numSegments: Long): NDArray =
    Ops.segmentMax(data, segmentIds, numSegments)

  /**
   * Mean of the rows of each segment.
   *
   * <p>Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end.  A
   * segment without rows is 0.
   *
   * @param data rows
   * @param segmentIds segment of each row
   * @param numSegments number of segments, the length of the result; required (at least 0)
   */
  def segmentMean(data: NDArray, segmentIds: NDArray, numSegments: Long): NDArray =
    Ops.segmentMean(data, segmentIds, numSegments)

  /**
   * Minimum of the rows of each segment.
   *
   * <p>Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end.  A
   * segment without rows is infinity, or the highest value of an integer dtype.
   *
   * @param data rows
   * @param segmentIds segment of each row
   * @param numSegments number of segments, the length of the result; required (at least 0)
   */
  def segmentMin(data: NDArray, segmentIds: NDArray, numSegments: Long): NDArray =
    Ops.segmentMin(data, segmentIds, numSegments)

  /**
   * Product of the rows of each segment.
   *
   * <p>Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end.  A
   * segment without rows is 1.
   *
   * @param data rows
   * @param segmentIds segment of each row
   * @param numSegments number of segments, the length of the result; required (at least 0)
   */
  def segmentProd(data: NDArray, segmentIds: NDArray, numSegments: Long): NDArray =
    Ops.segmentProd(data, segmentIds, numSegments)

  /**
   * Sum of the rows of each segment.
   *
   * <p>Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end.  A
   * segment without rows is 0.
   *
   * @param data rows
   * @param segmentIds segment of each row
   * @param numSegments number of segments, the length of the result; required (at least 0)
   */
  def segmentSum(data: NDArray, segmentIds: NDArray, numSegments: Long): NDArray =
    Ops.segmentSum(data, segmentIds, numSegments)

  /**
   * One element along an axis, which is removed; returns a view.
   *
   * @param x the input
   * @param index index along the axis; negative: from the end
   * @param axis axis to index (default: 0)
   */
  def select(x: NDArray, index: Long, axis: Long = 0L): NDArray =
    Ops.select(x, index, o => { o.axis(axis); () })

  /**
   * Scaled exponential linear unit: elu with the scale and alpha of self-normalising networks.
   *
   * @param x the input
   */
  def selu(x: NDArray): NDArray =
    Ops.selu(x)

  /**
   * Shuffle the elements along an axis; also return the permutation.
   *
   * <p>Element i of y along the axis is element order[i] of x; all elements at the same index along the axis move together.
   *
   * @param x the input
   * @param axis axis to shuffle (default: 0)
   */
  def shuffle(x: NDArray, axis: Long = 0L): (NDArray, NDArray) =
    val r = Ops.shuffle(x, o => { o.axis(axis); () })
    (r.y, r.order)

  /**
   * Logistic sigmoid: 1 / (1 + exp(-x)).
   *
   * @param x the input
   */
  def sigmoid(x: NDArray): NDArray =
    Ops.sigmoid(x)

  /**
   * Sign of each element, -1, 0 or 1; for complex numbers, x / |x|.
   *
   * @param x the input
   */
  def sign(x: NDArray): NDArray =
    Ops.sign(x)

  /**
   * Test whether the sign bit is set; true for -0.0.
   *
   * @param x the input
   */
  def signbit(x: NDArray): NDArray =
    Ops.signbit(x)

  /**
   * SiLU, also called swish: x sigmoid(x).
   *
   * @param x the input
   */
  def silu(x: NDArray): NDArray =
    Ops.silu(x)

  /**
   * Sine of each element, in radians.
   *
   * @param x the input
   */
  def sin(x: NDArray): NDArray =
    Ops.sin(x)

  /**
   * Normalised sinc: sin(pi x) / (pi x), and 1 at 0.
   *
   * @param x the input
   */
  def sinc(x: NDArray): NDArray =
    Ops.sinc(x)

  /**
   * Hyperbolic sine.
   *
   * @param x the input
   */
  def sinh(x: NDArray): NDArray =
    Ops.sinh(x)

  /**
   * Slice the leading axes; returns a view.
   *
   * <p>Equivalent to x[start:stop:step, ...] in Python; WEIR_NONE stands for an omitted part.
   *
   * @param x the input
   * @param starts start of each slice, one for each leading axis (default: none)
   * @param stops end of each slice, exclusive (default: none)
   * @param steps step of each slice; may be negative (default: none)
   */
  def slice(x: NDArray, starts: OptionalInts = None, stops: OptionalInts = None, steps: OptionalInts = None): NDArray =
    Ops.slice(x, o => { optionalLongs(starts).foreach(v => o.starts(v*)); optionalLongs(stops).foreach(v => o.stops(v*)); optionalLongs(steps).foreach(v => o.steps(v*)); () })

  /**
   * A copy of x with a slice replaced by y.
   *
   * <p>y is broadcast to the slice.  To change part of an existing array, write to a view of it.
   *
   * @param x the array to update
   * @param y new values, broadcast to the selection
   * @param starts start of each slice, one for each leading axis (default: none)
   * @param stops end of each slice, exclusive (default: none)
   * @param steps step of each slice; may be negative (default: none)
   */
  def sliceUpdate(x: NDArray, y: NDArray, starts: OptionalInts = None, stops: OptionalInts = None, steps: OptionalInts = None): NDArray =
    Ops.sliceUpdate(x, y, o => { optionalLongs(starts).foreach(v => o.starts(v*)); optionalLongs(stops).foreach(v => o.stops(v*)); optionalLongs(steps).foreach(v => o.steps(v*)); () })

  /**
   * Sliding windows over an array; returns a view.
   *
   * <p>The leading dimensions give the position of the window; the dimensions of the window come last.
   *
   * @param x the input
   * @param window window size along each axis (at least 1)
   * @param axes axes that the window slides along; none: all (default: none)
   */
  def slidingWindowView(x: NDArray, window: Ints, axes: OptionalInts = None): NDArray =
    Ops.slidingWindowView(x, longs(window), o => { optionalLongs(axes).foreach(v => o.axes(v*)); () })

  /**
   * The sign of the determinant, and the logarithm of its absolute value.
   *
   * <p>det(x) = sign * exp(logabsdet); the pair does not overflow where det would.  A singular matrix has sign 0 and logabsdet
   * -inf.
   *
   * @param x square matrices
   */
  def slogdet(x: NDArray): (NDArray, NDArray) =
    val r = Ops.slogdet(x)
    (r.sign, r.logabsdet)

  /**
   * The smooth L1 loss: quadratic near 0, absolute error elsewhere.
   *
   * <p>With d = |x - target|: d^2 / (2 beta) below beta, d - beta / 2 above.
   *
   * @param x predictions
   * @param target the values to predict
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   * @param beta distance below which the loss is quadratic (at least 0.0; default: 1.0)
   */
  def smoothL1Loss(x: NDArray, target: NDArray, reduction: String = "mean", beta: Double = 1.0): NDArray =
    Ops.smoothL1Loss(x, target, o => { o.reduction(reduction); o.beta(beta); () })

  /**
   * The soft margin loss, log(1 + exp(-target * x)), for targets 1 and -1.
   *
   * @param x scores
   * @param target 1 or -1
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   */
  def softMarginLoss(x: NDArray, target: NDArray, reduction: String = "mean"): NDArray =
    Ops.softMarginLoss(x, target, o => { o.reduction(reduction); () })

  /**
   * Exponentials of the entries along an axis, scaled to sum to one.
   *
   * @param x scores
   * @param axis the axis whose entries sum to one (default: -1)
   */
  def softmax(x: NDArray, axis: Long = -1L): NDArray =
    Ops.softmax(x, o => { o.axis(axis); () })

  /**
   * The softmax of -x: the smallest entry gets the largest weight.
   *
   * @param x scores
   * @param axis the axis whose entries sum to one (default: -1)
   */
  def softmin(x: NDArray, axis: Long = -1L): NDArray =
    Ops.softmin(x, o => { o.axis(axis); () })

  /**
   * Softplus: log(1 + exp(x)).
   *
   * @param x the input
   */
  def softplus(x: NDArray): NDArray =
    Ops.softplus(x)

  /**
   * Soft shrinkage: move x towards 0 by lambd; 0 where |x| &lt;= lambd.
   *
   * @param x the input
   * @param lambd elements with |x| &lt;= lambd become 0 (at least 0.0; default: 0.5)
   */
  def softshrink(x: NDArray, lambd: Double = 0.5): NDArray =
    Ops.softshrink(x, o => { o.lambd(lambd); () })

  /**
   * Softsign: x / (1 + |x|).
   *
   * @param x the input
   */
  def softsign(x: NDArray): NDArray =
    Ops.softsign(x)

  /**
   * Solve the linear equations x1 X = x2, or X x1 = x2, for square matrices x1.
   *
   * <p>x2 is a vector if it has one dimension; otherwise its columns (rows if left is false) are the right-hand sides.  The other
   * dimensions broadcast.  The task fails if a matrix is singular, that is if a pivot is 0.  Results that depend on a value that
   * is not finite are NaN.
   *
   * @param x1 square matrices
   * @param x2 right-hand sides
   * @param left solve x1 X = x2; false: solve X x1 = x2 (default: true)
   */
  def solve(x1: NDArray, x2: NDArray, left: Boolean = true): NDArray =
    Ops.solve(x1, x2, o => { o.left(left); () })

  /**
   * Solve the linear equations x1 X = x2, or X x1 = x2, for triangular x1.
   *
   * <p>The other triangle of x1 is not read.  x2 is a vector if it has one dimension; the other dimensions broadcast.  The task
   * fails if the diagonal has a 0.
   *
   * @param x1 triangular matrices
   * @param x2 right-hand sides
   * @param upper x1 is upper triangular, not lower triangular (default: false)
   * @param unitriangular the diagonal is taken to be 1 and is not read (default: false)
   * @param left solve x1 X = x2; false: solve X x1 = x2 (default: true)
   */
  def solveTriangular(x1: NDArray, x2: NDArray, upper: Boolean = false, unitriangular: Boolean = false, left: Boolean = true): NDArray =
    Ops.solveTriangular(x1, x2, o => { o.upper(upper); o.unitriangular(unitriangular); o.left(left); () })

  /**
   * Sort along an axis.
   *
   * <p>The sort is stable.  NaN comes last, ascending and descending.
   *
   * @param x the input
   * @param axis axis to sort along (default: -1)
   * @param descending largest first (default: false)
   * @param stable keep the order of equal elements; always the case (default: true)
   */
  def sort(x: NDArray, axis: Long = -1L, descending: Boolean = false, stable: Boolean = true): NDArray =
    Ops.sort(x, o => { o.axis(axis); o.descending(descending); o.stable(stable); () })

  /**
   * Split an array along an axis; returns views.
   *
   * <p>Into equal parts, or before the given indices, which may be negative or out of range, as in slices.
   *
   * @param x the input
   * @param sections number of equal parts (at least 1; default: none)
   * @param indices positions to split before (default: none)
   * @param axis axis to split (default: 0)
   */
  def split(x: NDArray, sections: OptionalInt = None, indices: OptionalInts = None, axis: Long = 0L): Seq[NDArray] =
    Ops.split(x, o => { optionalLong(sections).foreach(v => o.sections(v)); optionalLongs(indices).foreach(v => o.indices(v*)); o.axis(axis); () }).toSeq

  /**
   * Square root of each element.
   *
   * @param x the input
   */
  def sqrt(x: NDArray): NDArray =
    Ops.sqrt(x)

  /**
   * Square of each element.
   *
   * @param x the input
   */
  def square(x: NDArray): NDArray =
    Ops.square(x)

  /**
   * Remove axes of size one; returns a view.
   *
   * @param x the input
   * @param axes axes to remove; none: all of size one (default: none)
   */
  def squeeze(x: NDArray, axes: OptionalInts = None): NDArray =
    Ops.squeeze(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); () })

  /**
   * Stack arrays of the same shape along a new axis.
   *
   * @param arrays the arrays to join
   * @param axis position of the new axis in the result (default: 0)
   */
  def stack(arrays: Seq[NDArray], axis: Long = 0L): NDArray =
    Ops.stack(arrays.toArray, o => { o.axis(axis); () })

  /**
   * Standard deviation over axes.
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   * @param correction the divisor is the number of elements minus this (default: 0.0)
   */
  def std(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false, correction: Double = 0.0): NDArray =
    Ops.std(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); o.correction(correction); () })

  /**
   * Samples from Student's t distribution.
   *
   * @param degrees degrees of freedom
   * @param shape shape of the result; none: that of the parameters (at least 0; default: none)
   * @param dtype dtype of the result; default: the default float dtype, int64 for counts (default: none)
   * @param device device of the result (default: none)
   */
  def studentT(degrees: NDArray, shape: OptionalInts = None, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.studentT(degrees, o => { optionalLongs(shape).foreach(v => o.shape(v*)); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Element-wise difference, x1 - x2.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   */
  def subtract(x1: NDArray, x2: NDArray): NDArray =
    Ops.subtract(x1, x2)

  /**
   * Sum over axes.
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   * @param dtype dtype of the result; default: that of x, 64-bit for integers (default: none)
   */
  def sum(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false, dtype: DType | None.type = None): NDArray =
    Ops.sum(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); dtype match { case v: DType => o.dtype(v); case None => () }; () })

  /**
   * The singular value decomposition x = U diag(S) Vh, with S in descending order.
   *
   * <p>Column i of U and row i of Vh belong to singular value i; with full_matrices, further vectors complete U and Vh to square
   * matrices.  In each column of U, the first entry whose absolute value is at least nine tenths of the largest one is real and
   * positive.  The gradient through U and Vh is defined where the singular values are distinct and, unless x is square, not 0;
   * the vectors that complete a square matrix have no gradient.
   *
   * @param x matrices
   * @param fullMatrices U and Vh are square; false: only the first min(m, n) vectors (default: true)
   */
  def svd(x: NDArray, fullMatrices: Boolean = true): (NDArray, NDArray, NDArray) =
    val r = Ops.svd(x, o => { o.fullMatrices(fullMatrices); () })
    (r.U, r.S, r.Vh)

  /**
   * The singular values of matrices, in descending order.
   *
   * @param x matrices
   */
  def svdvals(x: NDArray): NDArray =
    Ops.svdvals(x)

  /**
   * Exchange two axes; returns a view.
   *
   * @param x the input
   * @param axis1 first axis (default: 0)
   * @param axis2 second axis (default: 1)
   */
  def swapaxes(x: NDArray, axis1: Long = 0L, axis2: Long = 1L): NDArray =
    Ops.swapaxes(x, o => { o.axis1(axis1); o.axis2(axis2); () })

  /**
   * Elements of x at the given indices along an axis.
   *
   * <p>The dimensions of indices replace the axis.  Negative indices count from the end.  An index out of range makes the
   * operation fail.
   *
   * @param x the input
   * @param indices indices along the axis
   * @param axis axis to take along; none: all elements, in row-major order (default: none)
   */
  def take(x: NDArray, indices: NDArray, axis: OptionalInt = None): NDArray =
    Ops.take(x, indices, o => { optionalLong(axis).foreach(v => o.axis(v)); () })

  /**
   * Elements of x at per-position indices along an axis.
   *
   * <p>x and indices have the same number of dimensions and broadcast together, except along the axis, where indices may have any
   * size.
   *
   * @param x the input
   * @param indices indices along the axis
   * @param axis axis that the indices count along (default: -1)
   */
  def takeAlongAxis(x: NDArray, indices: NDArray, axis: Long = -1L): NDArray =
    Ops.takeAlongAxis(x, indices, o => { o.axis(axis); () })

  /**
   * Tangent of each element, in radians.
   *
   * @param x the input
   */
  def tan(x: NDArray): NDArray =
    Ops.tan(x)

  /**
   * Hyperbolic tangent.
   *
   * @param x the input
   */
  def tanh(x: NDArray): NDArray =
    Ops.tanh(x)

  /**
   * Tanh shrinkage: x - tanh(x).
   *
   * @param x the input
   */
  def tanhshrink(x: NDArray): NDArray =
    Ops.tanhshrink(x)

  /**
   * Tensor contraction: sum over pairs of axes of x1 and x2.
   *
   * <p>The result has the remaining axes of x1, then those of x2.
   *
   * @param x1 the first operand
   * @param x2 the second operand
   * @param axes number of trailing axes of x1 to contract with leading axes of x2 (at least 0; default: 2)
   * @param x1Axes axes of x1 to contract, instead of axes (default: none)
   * @param x2Axes axes of x2 to contract, in the order of x1_axes (default: none)
   */
  def tensordot(x1: NDArray, x2: NDArray, axes: Long = 2L, x1Axes: OptionalInts = None, x2Axes: OptionalInts = None): NDArray =
    Ops.tensordot(x1, x2, o => { o.axes(axes); optionalLongs(x1Axes).foreach(v => o.x1Axes(v*)); optionalLongs(x2Axes).foreach(v => o.x2Axes(v*)); () })

  /**
   * x where x &gt; threshold, value elsewhere.
   *
   * @param x the input
   * @param threshold elements above this are unchanged (default: 0.0)
   * @param value replaces elements at or below the threshold (default: 0.0)
   */
  def threshold(x: NDArray, threshold: Double = 0.0, value: Double = 0.0): NDArray =
    Ops.threshold(x, o => { o.threshold(threshold); o.value(value); () })

  /**
   * Tile an array a number of times along each axis.
   *
   * @param x the input
   * @param repetitions number of repetitions along each of the last axes (at least 0)
   */
  def tile(x: NDArray, repetitions: Ints): NDArray =
    Ops.tile(x, longs(repetitions)*)

  /**
   * Copy x to a device.
   *
   * @param x the input
   * @param device device of the result
   */
  def toDevice(x: NDArray, device: Device): NDArray =
    Ops.toDevice(x, device)

  /**
   * The k largest (or smallest) elements along an axis, in order, and their indices.
   *
   * <p>These are the first k elements of sort: the first of equal elements come first, and NaN only if there are fewer than k
   * other elements.
   *
   * @param x the input
   * @param k number of elements (at least 0)
   * @param axis axis to search along (default: -1)
   * @param largest largest elements; otherwise the smallest (default: true)
   * @param sorted return them in order; always the case (default: true)
   */
  def topk(x: NDArray, k: Long, axis: Long = -1L, largest: Boolean = true, sorted: Boolean = true): (NDArray, NDArray) =
    val r = Ops.topk(x, k, o => { o.axis(axis); o.largest(largest); o.sorted(sorted); () })
    (r.values, r.indices)

  /**
   * The sums of the diagonals of matrices.
   *
   * @param x square matrices
   * @param offset which diagonal: 0 is the main one, positive ones are above it (default: 0)
   * @param dtype dtype of the result; none: that of sum (default: none)
   */
  def trace(x: NDArray, offset: Long = 0L, dtype: DType | None.type = None): NDArray =
    Ops.trace(x, o => { o.offset(offset); dtype match { case v: DType => o.dtype(v); case None => () }; () })

  /**
   * Lower triangle of matrices: zeros above diagonal k.
   *
   * @param x the input
   * @param k diagonal that bounds the triangle; positive: above the main one (default: 0)
   */
  def tril(x: NDArray, k: Long = 0L): NDArray =
    Ops.tril(x, o => { o.k(k); () })

  /**
   * The triplet margin loss, max(0, d(anchor, positive) - d(anchor, negative) + margin).
   *
   * @param anchor vectors
   * @param positive vectors that should be near
   * @param negative vectors that should be far
   * @param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean)
   * @param margin by how much the negative should be farther away than the positive (at least 0.0; default: 1.0)
   * @param p order of the norm of the distances; may be inf (more than 0.0; default: 2.0)
   * @param eps added to each difference (at least 0.0; default: 1e-06)
   * @param swap use the smaller of the negative's distances to anchor and positive (default: false)
   */
  def tripletMarginLoss(anchor: NDArray, positive: NDArray, negative: NDArray, reduction: String = "mean", margin: Double = 1.0, p: Double = 2.0, eps: Double = 1e-06, swap: Boolean = false): NDArray =
    Ops.tripletMarginLoss(anchor, positive, negative, o => { o.reduction(reduction); o.margin(margin); o.p(p); o.eps(eps); o.swap(swap); () })

  /**
   * Upper triangle of matrices: zeros below diagonal k.
   *
   * @param x the input
   * @param k diagonal that bounds the triangle; positive: above the main one (default: 0)
   */
  def triu(x: NDArray, k: Long = 0L): NDArray =
    Ops.triu(x, o => { o.k(k); () })

  /**
   * Round towards zero to an integer.
   *
   * @param x the input
   */
  def trunc(x: NDArray): NDArray =
    Ops.trunc(x)

  /**
   * Samples from a normal distribution truncated to the range from lower to upper.
   *
   * @param shape shape of the result (at least 0)
   * @param loc mean before truncation (default: 0.0)
   * @param scale standard deviation before truncation (more than 0.0; default: 1.0)
   * @param lower lower bound; may be infinite (default: -2.0)
   * @param upper upper bound; may be infinite (default: 2.0)
   * @param dtype a float dtype (default: none)
   * @param device device of the result (default: none)
   */
  def truncatedNormal(shape: Ints, loc: Double = 0.0, scale: Double = 1.0, lower: Double = -2.0, upper: Double = 2.0, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.truncatedNormal(longs(shape), o => { o.loc(loc); o.scale(scale); o.lower(lower); o.upper(upper); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Extract the patches of images as columns (im2col).
   *
   * <p>x has shape (batch, channels, one to three spatial axes); the result has shape (batch, channels * elements of a patch,
   * patches).
   *
   * @param x images, (batch, channels, height, width)
   * @param kernelSize size of a patch, one entry per axis or one for all (at least 1)
   * @param dilation spacing between the elements of a patch; none: 1 (at least 1; default: none)
   * @param padding zero padding at both ends of each axis; none: 0 (at least 0; default: none)
   * @param stride distance between patches; none: 1 (at least 1; default: none)
   */
  def unfold(x: NDArray, kernelSize: Ints, dilation: OptionalInts = None, padding: OptionalInts = None, stride: OptionalInts = None): NDArray =
    Ops.unfold(x, longs(kernelSize), o => { optionalLongs(dilation).foreach(v => o.dilation(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); optionalLongs(stride).foreach(v => o.stride(v*)); () })

  /**
   * Samples from a uniform distribution over the range from low to high.
   *
   * @param shape shape of the result (at least 0)
   * @param low lower bound, inclusive (default: 0.0)
   * @param high upper bound, exclusive (default: 1.0)
   * @param dtype a float dtype (default: none)
   * @param device device of the result (default: none)
   */
  def uniform(shape: Ints, low: Double = 0.0, high: Double = 1.0, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.uniform(longs(shape), o => { o.low(low); o.high(high); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Unique values of x, the index of the first occurrence of each, the indices that rebuild x, and the counts.
   *
   * <p>The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct.  The size of the
   * result depends on the values, so this waits for x.
   *
   * @param x the input
   */
  def uniqueAll(x: NDArray): (NDArray, NDArray, NDArray, NDArray) =
    val r = Ops.uniqueAll(x)
    (r.values, r.indices, r.inverseIndices, r.counts)

  /**
   * Unique values of x and their counts.
   *
   * <p>The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct.  The size of the
   * result depends on the values, so this waits for x.
   *
   * @param x the input
   */
  def uniqueCounts(x: NDArray): (NDArray, NDArray) =
    val r = Ops.uniqueCounts(x)
    (r.values, r.counts)

  /**
   * Unique values of x and the indices that rebuild x from them.
   *
   * <p>The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct.  The size of the
   * result depends on the values, so this waits for x.
   *
   * @param x the input
   */
  def uniqueInverse(x: NDArray): (NDArray, NDArray) =
    val r = Ops.uniqueInverse(x)
    (r.values, r.inverseIndices)

  /**
   * Unique values of x.
   *
   * <p>The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct.  The size of the
   * result depends on the values, so this waits for x.
   *
   * @param x the input
   */
  def uniqueValues(x: NDArray): NDArray =
    Ops.uniqueValues(x)

  /**
   * Split an array into its elements along an axis; returns views without that axis.
   *
   * @param x the input
   * @param axis axis to remove (default: 0)
   */
  def unstack(x: NDArray, axis: Long = 0L): Seq[NDArray] =
    Ops.unstack(x, o => { o.axis(axis); () }).toSeq

  /**
   * Variance over axes.
   *
   * @param x the input
   * @param axes axes to reduce; none: all (default: none)
   * @param keepdims keep the reduced axes with size one (default: false)
   * @param correction the divisor is the number of elements minus this (default: 0.0)
   */
  def `var`(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false, correction: Double = 0.0): NDArray =
    Ops.`var`(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); o.correction(correction); () })

  /**
   * The inner products of vectors along an axis.
   *
   * <p>The other axes broadcast.  x1 is conjugated.
   *
   * @param x1 vectors
   * @param x2 vectors
   * @param axis the axis of the vectors (default: -1)
   */
  def vecdot(x1: NDArray, x2: NDArray, axis: Long = -1L): NDArray =
    Ops.vecdot(x1, x2, o => { o.axis(axis); () })

  /**
   * The vector norm over one or more axes.
   *
   * <p>(sum |x|^ord)^(1/ord).  Order 0 counts the elements that are not 0; inf and -inf give the largest and smallest |x|.
   *
   * @param x the input
   * @param axes axes of the vectors; none: all (default: none)
   * @param keepdims keep the reduced axes, with size one (default: false)
   * @param ord order of the norm; may be 0, inf or -inf (default: 2.0)
   */
  def vectorNorm(x: NDArray, axes: OptionalInts = None, keepdims: Boolean = false, ord: Double = 2.0): NDArray =
    Ops.vectorNorm(x, o => { optionalLongs(axes).foreach(v => o.axes(v*)); o.keepdims(keepdims); o.ord(ord); () })

  /**
   * Samples from a von Mises distribution: angles between -pi and pi around a mean.
   *
   * @param mean mean direction in radians
   * @param concentration how narrow the distribution is
   * @param shape shape of the result; none: that of the parameters (at least 0; default: none)
   * @param dtype dtype of the result; default: the default float dtype, int64 for counts (default: none)
   * @param device device of the result (default: none)
   */
  def vonMises(mean: NDArray, concentration: NDArray, shape: OptionalInts = None, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.vonMises(mean, concentration, o => { optionalLongs(shape).foreach(v => o.shape(v*)); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Samples from a Weibull distribution.
   *
   * @param concentration shape parameter
   * @param scale scale: multiplies each sample (at least 0.0; default: 1.0)
   * @param shape shape of the result; none: that of the parameter (at least 0; default: none)
   * @param dtype a float dtype (default: none)
   * @param device device of the result (default: none)
   */
  def weibull(concentration: NDArray, scale: Double = 1.0, shape: OptionalInts = None, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.weibull(concentration, o => { o.scale(scale); optionalLongs(shape).foreach(v => o.shape(v*)); dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Elements of x1 where the condition is true, of x2 elsewhere.
   *
   * @param condition bools, or numbers that are nonzero where x1 is taken
   * @param x1 values where the condition is true
   * @param x2 values elsewhere
   */
  def where(condition: NDArray, x1: NDArray, x2: NDArray): NDArray =
    Ops.where(condition, x1, x2)

  /**
   * An array of zeros.
   *
   * @param shape shape of the result (at least 0)
   * @param dtype dtype of the result; default: the default float dtype (default: none)
   * @param device device of the result (default: none)
   */
  def zeros(shape: Ints, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.zeros(longs(shape), o => { dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })

  /**
   * Zeros with the shape and dtype of x.
   *
   * @param x an array whose shape and dtype are used
   * @param dtype dtype of the result; default: that of x (default: none)
   * @param device device of the result; default: that of x (default: none)
   */
  def zerosLike(x: NDArray, dtype: DType | None.type = None, device: Device | None.type = None): NDArray =
    Ops.zerosLike(x, o => { dtype match { case v: DType => o.dtype(v); case None => () }; device match { case v: Device => o.device(v); case None => () }; () })
