// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package io.weir;

import io.weir.Ops.*;
import java.util.function.Consumer;

/** The operators of the library, as methods of NDArray. */
abstract class ArrayOperations extends Handle {
    ArrayOperations(long handle) {
        super(handle, Releases.Kind.ARRAY);
    }

    abstract NDArray self();

    /**
     * Absolute value; for complex numbers, the magnitude.
     *
     * @return the result
     */
    public NDArray abs() {
        return Ops.abs(self());
    }

    /**
     * Inverse cosine, in radians.
     *
     * @return the result
     */
    public NDArray acos() {
        return Ops.acos(self());
    }

    /**
     * Inverse hyperbolic cosine.
     *
     * @return the result
     */
    public NDArray acosh() {
        return Ops.acosh(self());
    }

    /**
     * Average pooling to a given output size.
     *
     * @param outputSize output sizes, one entry per axis or one for all (at least 1)
     * @return the result
     */
    public NDArray adaptiveAvgPool(long... outputSize) {
        return Ops.adaptiveAvgPool(self(), outputSize);
    }

    /**
     * Max pooling to a given output size.
     *
     * @param outputSize output sizes, one entry per axis or one for all (at least 1)
     * @return the result
     */
    public NDArray adaptiveMaxPool(long... outputSize) {
        return Ops.adaptiveMaxPool(self(), outputSize);
    }

    /**
     * The indices of the maxima of adaptive_max_pool, flattened over the spatial axes.
     *
     * @param outputSize output sizes, one entry per axis or one for all (at least 1)
     * @return position of each maximum in the flattened spatial axes
     */
    public NDArray adaptiveMaxPoolIndices(long... outputSize) {
        return Ops.adaptiveMaxPoolIndices(self(), outputSize);
    }

    /**
     * Element-wise sum.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray add(NDArray x2) {
        return Ops.add(self(), x2);
    }

    /**
     * Element-wise sum.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray add(double x2) {
        return Ops.add(self(), x2);
    }

    /**
     * Element-wise sum.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray add(long x2) {
        return Ops.add(self(), x2);
    }

    /**
     * Compute sampling grids for grid_sample from affine matrices.
     *
     * <p>The coordinates of every pixel, from -1 to 1, are multiplied by theta, which has shape (batch, axes, axes + 1), for two
     * or three axes.  Coordinates start with the last axis.
     *
     * @param size shape of the images: batch, channels, and two or three axes (at least 1)
     * @return coordinates of every pixel, from -1 to 1
     */
    public NDArray affineGrid(long... size) {
        return Ops.affineGrid(self(), size);
    }

    /**
     * Compute sampling grids for grid_sample from affine matrices.
     *
     * <p>The coordinates of every pixel, from -1 to 1, are multiplied by theta, which has shape (batch, axes, axes + 1), for two
     * or three axes.  Coordinates start with the last axis.
     *
     * @param size shape of the images: batch, channels, and two or three axes (at least 1)
     * @param options sets the optional arguments
     * @return coordinates of every pixel, from -1 to 1
     */
    public NDArray affineGrid(long[] size, Consumer<AffineGridOptions> options) {
        return Ops.affineGrid(self(), size, options);
    }

    /**
     * The values of x, once the other arrays are ready; fails if one of them failed.
     *
     * <p>The values of the other arrays are not read, and they receive no gradient.
     *
     * @param arrays arrays that are waited for
     * @return the values of x
     */
    public NDArray after(NDArray... arrays) {
        return Ops.after(self(), arrays);
    }

    /**
     * Test whether all elements over the axes are true (nonzero).
     *
     * @return the result
     */
    public NDArray all() {
        return Ops.all(self());
    }

    /**
     * Test whether all elements over the axes are true (nonzero).
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray all(Consumer<AllOptions> options) {
        return Ops.all(self(), options);
    }

    /**
     * Angle of a complex number in radians; 0 or pi for real numbers.
     *
     * @return the result
     */
    public NDArray angle() {
        return Ops.angle(self());
    }

    /**
     * Test whether any element over the axes is true (nonzero).
     *
     * @return the result
     */
    public NDArray any() {
        return Ops.any(self());
    }

    /**
     * Test whether any element over the axes is true (nonzero).
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray any(Consumer<AnyOptions> options) {
        return Ops.any(self(), options);
    }

    /**
     * Index of the largest element along an axis: the first of equal elements, or the first NaN.
     *
     * @return the indices
     */
    public NDArray argmax() {
        return Ops.argmax(self());
    }

    /**
     * Index of the largest element along an axis: the first of equal elements, or the first NaN.
     *
     * @param options sets the optional arguments
     * @return the indices
     */
    public NDArray argmax(Consumer<ArgmaxOptions> options) {
        return Ops.argmax(self(), options);
    }

    /**
     * Index of the smallest element along an axis: the first of equal elements, or the first NaN.
     *
     * @return the indices
     */
    public NDArray argmin() {
        return Ops.argmin(self());
    }

    /**
     * Index of the smallest element along an axis: the first of equal elements, or the first NaN.
     *
     * @param options sets the optional arguments
     * @return the indices
     */
    public NDArray argmin(Consumer<ArgminOptions> options) {
        return Ops.argmin(self(), options);
    }

    /**
     * Indices that partition along an axis: the kth element where sorting would put it.
     *
     * <p>All elements are sorted, which is fast; use topk for a few of them.
     *
     * @param kth index that is put in its sorted position
     * @return index of each element along the axis
     */
    public NDArray argpartition(long kth) {
        return Ops.argpartition(self(), kth);
    }

    /**
     * Indices that partition along an axis: the kth element where sorting would put it.
     *
     * <p>All elements are sorted, which is fast; use topk for a few of them.
     *
     * @param kth index that is put in its sorted position
     * @param options sets the optional arguments
     * @return index of each element along the axis
     */
    public NDArray argpartition(long kth, Consumer<ArgpartitionOptions> options) {
        return Ops.argpartition(self(), kth, options);
    }

    /**
     * Indices that sort along an axis.
     *
     * <p>The sort is stable.  NaN comes last, ascending and descending.
     *
     * @return index of each element along the axis
     */
    public NDArray argsort() {
        return Ops.argsort(self());
    }

    /**
     * Indices that sort along an axis.
     *
     * <p>The sort is stable.  NaN comes last, ascending and descending.
     *
     * @param options sets the optional arguments
     * @return index of each element along the axis
     */
    public NDArray argsort(Consumer<ArgsortOptions> options) {
        return Ops.argsort(self(), options);
    }

    /**
     * Inverse sine, in radians.
     *
     * @return the result
     */
    public NDArray asin() {
        return Ops.asin(self());
    }

    /**
     * Inverse hyperbolic sine.
     *
     * @return the result
     */
    public NDArray asinh() {
        return Ops.asinh(self());
    }

    /**
     * Convert x to a dtype.
     *
     * <p>Floats are truncated to integers, integers wrap around, and every nonzero value is true.
     *
     * @param dtype dtype of the result
     * @return the result
     */
    public NDArray astype(DType dtype) {
        return Ops.astype(self(), dtype);
    }

    /**
     * Inverse tangent, in radians.
     *
     * @return the result
     */
    public NDArray atan() {
        return Ops.atan(self());
    }

    /**
     * Angle of the point (x2, x1) in radians, from -pi to pi.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray atan2(NDArray x2) {
        return Ops.atan2(self(), x2);
    }

    /**
     * Angle of the point (x2, x1) in radians, from -pi to pi.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray atan2(double x2) {
        return Ops.atan2(self(), x2);
    }

    /**
     * Angle of the point (x2, x1) in radians, from -pi to pi.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray atan2(long x2) {
        return Ops.atan2(self(), x2);
    }

    /**
     * Inverse hyperbolic tangent.
     *
     * @return the result
     */
    public NDArray atanh() {
        return Ops.atanh(self());
    }

    /**
     * Average pooling over one, two or three spatial axes.
     *
     * <p>x has shape (batch, channels, spatial axes).
     *
     * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
     * @return the result
     */
    public NDArray avgPool(long... kernelSize) {
        return Ops.avgPool(self(), kernelSize);
    }

    /**
     * Average pooling over one, two or three spatial axes.
     *
     * <p>x has shape (batch, channels, spatial axes).
     *
     * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray avgPool(long[] kernelSize, Consumer<AvgPoolOptions> options) {
        return Ops.avgPool(self(), kernelSize, options);
    }

    /**
     * Index x with slices, integers and new axes; returns a view.
     *
     * <p>Equivalent to x[4, ::2, None, ...] in Python; WEIR_NONE stands for an omitted part of a slice.  The kinds are
     * WEIR_KEY_SLICE, _INDEX, _NEW and _REST.  Axes beyond the key are unchanged.
     *
     * @return the result
     */
    public NDArray basicIndex() {
        return Ops.basicIndex(self());
    }

    /**
     * Index x with slices, integers and new axes; returns a view.
     *
     * <p>Equivalent to x[4, ::2, None, ...] in Python; WEIR_NONE stands for an omitted part of a slice.  The kinds are
     * WEIR_KEY_SLICE, _INDEX, _NEW and _REST.  Axes beyond the key are unchanged.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray basicIndex(Consumer<BasicIndexOptions> options) {
        return Ops.basicIndex(self(), options);
    }

    /**
     * A copy of x in which the elements selected by slices, integers and new axes are replaced by y.
     *
     * <p>Equivalent to x[4, ::2, None, ...] = y in Python; the key is that of basic_index.  y is broadcast to the selection.  If
     * x is also the output, only the selection is written, and gradients are recorded.
     *
     * @param y new values, broadcast to the selection
     * @return x with the new values
     */
    public NDArray basicUpdate(NDArray y) {
        return Ops.basicUpdate(self(), y);
    }

    /**
     * A copy of x in which the elements selected by slices, integers and new axes are replaced by y.
     *
     * <p>Equivalent to x[4, ::2, None, ...] = y in Python; the key is that of basic_index.  y is broadcast to the selection.  If
     * x is also the output, only the selection is written, and gradients are recorded.
     *
     * @param y new values, broadcast to the selection
     * @param options sets the optional arguments
     * @return x with the new values
     */
    public NDArray basicUpdate(NDArray y, Consumer<BasicUpdateOptions> options) {
        return Ops.basicUpdate(self(), y, options);
    }

    /**
     * Batch normalisation: normalise each channel over the batch and the spatial axes.
     *
     * <p>x has shape (batch, channels, ...).  weight and bias have one element per channel.  The mean and the variance (with
     * correction 0) of each channel are returned too.
     *
     * @return the result; mean of each channel; variance of each channel
     */
    public BatchNormResult batchNorm() {
        return Ops.batchNorm(self());
    }

    /**
     * Batch normalisation: normalise each channel over the batch and the spatial axes.
     *
     * <p>x has shape (batch, channels, ...).  weight and bias have one element per channel.  The mean and the variance (with
     * correction 0) of each channel are returned too.
     *
     * @param options sets the optional arguments
     * @return the result; mean of each channel; variance of each channel
     */
    public BatchNormResult batchNorm(Consumer<BatchNormOptions> options) {
        return Ops.batchNorm(self(), options);
    }

    /**
     * Batch normalisation with a given mean and variance.
     *
     * <p>x has shape (batch, channels, ...).  The other inputs have one element per channel.
     *
     * @param mean mean of each channel
     * @param variance variance of each channel
     * @return the result
     */
    public NDArray batchNormInference(NDArray mean, NDArray variance) {
        return Ops.batchNormInference(self(), mean, variance);
    }

    /**
     * Batch normalisation with a given mean and variance.
     *
     * <p>x has shape (batch, channels, ...).  The other inputs have one element per channel.
     *
     * @param mean mean of each channel
     * @param variance variance of each channel
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray batchNormInference(NDArray mean, NDArray variance, Consumer<BatchNormInferenceOptions> options) {
        return Ops.batchNormInference(self(), mean, variance, options);
    }

    /**
     * Samples from a Bernoulli distribution: true with the given probability.
     *
     * <p>Probabilities have a resolution of 2^-32.
     *
     * @return samples
     */
    public NDArray bernoulli() {
        return Ops.bernoulli(self());
    }

    /**
     * Samples from a Bernoulli distribution: true with the given probability.
     *
     * <p>Probabilities have a resolution of 2^-32.
     *
     * @param options sets the optional arguments
     * @return samples
     */
    public NDArray bernoulli(Consumer<BernoulliOptions> options) {
        return Ops.bernoulli(self(), options);
    }

    /**
     * Samples from a beta distribution.
     *
     * @param b second shape parameter
     * @return samples
     */
    public NDArray beta(NDArray b) {
        return Ops.beta(self(), b);
    }

    /**
     * Samples from a beta distribution.
     *
     * @param b second shape parameter
     * @param options sets the optional arguments
     * @return samples
     */
    public NDArray beta(NDArray b, Consumer<BetaOptions> options) {
        return Ops.beta(self(), b, options);
    }

    /**
     * The bilinear transformation x1^T W x2 + b, for each W of the weight.
     *
     * <p>x1 has shape (..., i), x2 (..., j), the weight (out, i, j), the result (..., out).
     *
     * @param x2 features along the last axis
     * @param weight (output features, features of x1, features of x2)
     * @return the result
     */
    public NDArray bilinear(NDArray x2, NDArray weight) {
        return Ops.bilinear(self(), x2, weight);
    }

    /**
     * The bilinear transformation x1^T W x2 + b, for each W of the weight.
     *
     * <p>x1 has shape (..., i), x2 (..., j), the weight (out, i, j), the result (..., out).
     *
     * @param x2 features along the last axis
     * @param weight (output features, features of x1, features of x2)
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray bilinear(NDArray x2, NDArray weight, Consumer<BilinearOptions> options) {
        return Ops.bilinear(self(), x2, weight, options);
    }

    /**
     * The binary cross entropy between probabilities x and the target.
     *
     * <p>Logarithms are clamped to at least -100.  For logits, binary_cross_entropy_with_logits is more accurate.
     *
     * @param target probabilities from 0 to 1
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray binaryCrossEntropy(NDArray target) {
        return Ops.binaryCrossEntropy(self(), target);
    }

    /**
     * The binary cross entropy between probabilities x and the target.
     *
     * <p>Logarithms are clamped to at least -100.  For logits, binary_cross_entropy_with_logits is more accurate.
     *
     * @param target probabilities from 0 to 1
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray binaryCrossEntropy(NDArray target, Consumer<BinaryCrossEntropyOptions> options) {
        return Ops.binaryCrossEntropy(self(), target, options);
    }

    /**
     * The binary cross entropy between sigmoid(x) and the target.
     *
     * <p>Targets lie between 0 and 1.  The computation is stable for large |x|.
     *
     * @param target probabilities from 0 to 1
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray binaryCrossEntropyWithLogits(NDArray target) {
        return Ops.binaryCrossEntropyWithLogits(self(), target);
    }

    /**
     * The binary cross entropy between sigmoid(x) and the target.
     *
     * <p>Targets lie between 0 and 1.  The computation is stable for large |x|.
     *
     * @param target probabilities from 0 to 1
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray binaryCrossEntropyWithLogits(NDArray target, Consumer<BinaryCrossEntropyWithLogitsOptions> options) {
        return Ops.binaryCrossEntropyWithLogits(self(), target, options);
    }

    /**
     * Count the occurrences (or sum the weights) of each integer from 0 to the maximum of x.
     *
     * <p>The length of the result depends on the values, so this operator waits for x; bincount_sized does not.  The task fails
     * if an integer is negative.
     *
     * @return count or sum of weights of each integer
     */
    public NDArray bincount() {
        return Ops.bincount(self());
    }

    /**
     * Count the occurrences (or sum the weights) of each integer from 0 to the maximum of x.
     *
     * <p>The length of the result depends on the values, so this operator waits for x; bincount_sized does not.  The task fails
     * if an integer is negative.
     *
     * @param options sets the optional arguments
     * @return count or sum of weights of each integer
     */
    public NDArray bincount(Consumer<BincountOptions> options) {
        return Ops.bincount(self(), options);
    }

    /**
     * Count the occurrences (or sum the weights) of each integer from 0 to size - 1 in x.
     *
     * <p>The task fails if an integer is outside the range.  Unlike bincount, this operator does not wait for x.
     *
     * @param size integers from 0 to size - 1 are counted (at least 0)
     * @return count or sum of weights of each integer
     */
    public NDArray bincountSized(long size) {
        return Ops.bincountSized(self(), size);
    }

    /**
     * Count the occurrences (or sum the weights) of each integer from 0 to size - 1 in x.
     *
     * <p>The task fails if an integer is outside the range.  Unlike bincount, this operator does not wait for x.
     *
     * @param size integers from 0 to size - 1 are counted (at least 0)
     * @param options sets the optional arguments
     * @return count or sum of weights of each integer
     */
    public NDArray bincountSized(long size, Consumer<BincountSizedOptions> options) {
        return Ops.bincountSized(self(), size, options);
    }

    /**
     * Samples from a binomial distribution: the number of successes in independent trials.
     *
     * @param probability probability of success, 0 to 1
     * @return samples
     */
    public NDArray binomial(NDArray probability) {
        return Ops.binomial(self(), probability);
    }

    /**
     * Samples from a binomial distribution: the number of successes in independent trials.
     *
     * @param probability probability of success, 0 to 1
     * @param options sets the optional arguments
     * @return samples
     */
    public NDArray binomial(NDArray probability, Consumer<BinomialOptions> options) {
        return Ops.binomial(self(), probability, options);
    }

    /**
     * Bitwise AND.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray bitwiseAnd(NDArray x2) {
        return Ops.bitwiseAnd(self(), x2);
    }

    /**
     * Bitwise AND.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray bitwiseAnd(double x2) {
        return Ops.bitwiseAnd(self(), x2);
    }

    /**
     * Bitwise AND.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray bitwiseAnd(long x2) {
        return Ops.bitwiseAnd(self(), x2);
    }

    /**
     * Bitwise NOT; logical NOT for bools.
     *
     * @return the result
     */
    public NDArray bitwiseInvert() {
        return Ops.bitwiseInvert(self());
    }

    /**
     * Shift the bits of x1 left by x2.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray bitwiseLeftShift(NDArray x2) {
        return Ops.bitwiseLeftShift(self(), x2);
    }

    /**
     * Shift the bits of x1 left by x2.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray bitwiseLeftShift(double x2) {
        return Ops.bitwiseLeftShift(self(), x2);
    }

    /**
     * Shift the bits of x1 left by x2.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray bitwiseLeftShift(long x2) {
        return Ops.bitwiseLeftShift(self(), x2);
    }

    /**
     * Bitwise OR.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray bitwiseOr(NDArray x2) {
        return Ops.bitwiseOr(self(), x2);
    }

    /**
     * Bitwise OR.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray bitwiseOr(double x2) {
        return Ops.bitwiseOr(self(), x2);
    }

    /**
     * Bitwise OR.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray bitwiseOr(long x2) {
        return Ops.bitwiseOr(self(), x2);
    }

    /**
     * Shift the bits of x1 right by x2, preserving the sign.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray bitwiseRightShift(NDArray x2) {
        return Ops.bitwiseRightShift(self(), x2);
    }

    /**
     * Shift the bits of x1 right by x2, preserving the sign.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray bitwiseRightShift(double x2) {
        return Ops.bitwiseRightShift(self(), x2);
    }

    /**
     * Shift the bits of x1 right by x2, preserving the sign.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray bitwiseRightShift(long x2) {
        return Ops.bitwiseRightShift(self(), x2);
    }

    /**
     * Bitwise exclusive OR.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray bitwiseXor(NDArray x2) {
        return Ops.bitwiseXor(self(), x2);
    }

    /**
     * Bitwise exclusive OR.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray bitwiseXor(double x2) {
        return Ops.bitwiseXor(self(), x2);
    }

    /**
     * Bitwise exclusive OR.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray bitwiseXor(long x2) {
        return Ops.bitwiseXor(self(), x2);
    }

    /**
     * Broadcast x to a shape; returns a view.
     *
     * <p>New dimensions are added in front; dimensions of size one are repeated.
     *
     * @param shape shape of the result (at least 0)
     * @return the result
     */
    public NDArray broadcastTo(long... shape) {
        return Ops.broadcastTo(self(), shape);
    }

    /**
     * Sample classes with probabilities proportional to their weights.
     *
     * <p>The weights need not sum to one.  The task fails if a weight is negative or not finite, or if a row has too few positive
     * weights.
     *
     * @return sampled classes
     */
    public NDArray categorical() {
        return Ops.categorical(self());
    }

    /**
     * Sample classes with probabilities proportional to their weights.
     *
     * <p>The weights need not sum to one.  The task fails if a weight is negative or not finite, or if a row has too few positive
     * weights.
     *
     * @param options sets the optional arguments
     * @return sampled classes
     */
    public NDArray categorical(Consumer<CategoricalOptions> options) {
        return Ops.categorical(self(), options);
    }

    /**
     * The p-norm distances between each pair of vectors of x1 and x2.
     *
     * <p>x1 has shape (..., m, d), x2 (..., n, d), the result (..., m, n).  All m * n * d differences are in memory at the same
     * time.
     *
     * @param x2 vectors, (..., n, features)
     * @return distances, (..., m, n)
     */
    public NDArray cdist(NDArray x2) {
        return Ops.cdist(self(), x2);
    }

    /**
     * The p-norm distances between each pair of vectors of x1 and x2.
     *
     * <p>x1 has shape (..., m, d), x2 (..., n, d), the result (..., m, n).  All m * n * d differences are in memory at the same
     * time.
     *
     * @param x2 vectors, (..., n, features)
     * @param options sets the optional arguments
     * @return distances, (..., m, n)
     */
    public NDArray cdist(NDArray x2, Consumer<CdistOptions> options) {
        return Ops.cdist(self(), x2, options);
    }

    /**
     * Round up to the nearest integer.
     *
     * @return the result
     */
    public NDArray ceil() {
        return Ops.ceil(self());
    }

    /**
     * Continuously differentiable ELU: x where x &gt; 0, alpha (exp(x / alpha) - 1) elsewhere.
     *
     * @return the result
     */
    public NDArray celu() {
        return Ops.celu(self());
    }

    /**
     * Continuously differentiable ELU: x where x &gt; 0, alpha (exp(x / alpha) - 1) elsewhere.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray celu(Consumer<CeluOptions> options) {
        return Ops.celu(self(), options);
    }

    /**
     * Interleave the channels of the groups (ShuffleNet).
     *
     * <p>x has shape (batch, channels, spatial axes).
     *
     * @param groups number of groups that the channels are divided into (at least 1)
     * @return the result
     */
    public NDArray channelShuffle(long groups) {
        return Ops.channelShuffle(self(), groups);
    }

    /**
     * The values of x unchanged; the operation fails if one of them is NaN or infinite.
     *
     * <p>Applied to a loss, it protects the model from a bad batch: the gradient is checked too and fails if the loss failed, and
     * an optimiser step whose gradients failed does not run.  `after` is only waited for; its values are not read.
     *
     * @return the values of x
     */
    public NDArray checkFinite() {
        return Ops.checkFinite(self());
    }

    /**
     * The values of x unchanged; the operation fails if one of them is NaN or infinite.
     *
     * <p>Applied to a loss, it protects the model from a bad batch: the gradient is checked too and fails if the loss failed, and
     * an optimiser step whose gradients failed does not run.  `after` is only waited for; its values are not read.
     *
     * @param options sets the optional arguments
     * @return the values of x
     */
    public NDArray checkFinite(Consumer<CheckFiniteOptions> options) {
        return Ops.checkFinite(self(), options);
    }

    /**
     * Samples from a chi-squared distribution.
     *
     * @return samples
     */
    public NDArray chiSquare() {
        return Ops.chiSquare(self());
    }

    /**
     * Samples from a chi-squared distribution.
     *
     * @param options sets the optional arguments
     * @return samples
     */
    public NDArray chiSquare(Consumer<ChiSquareOptions> options) {
        return Ops.chiSquare(self(), options);
    }

    /**
     * The Cholesky factorisation x = L L^H of positive definite matrices.
     *
     * <p>x is taken to be Hermitian: (x + x^H) / 2 is factored.  The task fails if a matrix is not positive definite.
     *
     * @return triangular factors
     */
    public NDArray cholesky() {
        return Ops.cholesky(self());
    }

    /**
     * The Cholesky factorisation x = L L^H of positive definite matrices.
     *
     * <p>x is taken to be Hermitian: (x + x^H) / 2 is factored.  The task fails if a matrix is not positive definite.
     *
     * @param options sets the optional arguments
     * @return triangular factors
     */
    public NDArray cholesky(Consumer<CholeskyOptions> options) {
        return Ops.cholesky(self(), options);
    }

    /**
     * Clamp x to the range from min to max.
     *
     * <p>Either bound may be omitted.  Where min &gt; max, the result is max.  Where x equals a bound that is an array, x and the
     * bound share the gradient; where the bound is a number, the gradient is 0.
     *
     * @return the result
     */
    public NDArray clip() {
        return Ops.clip(self());
    }

    /**
     * Clamp x to the range from min to max.
     *
     * <p>Either bound may be omitted.  Where min &gt; max, the result is max.  Where x equals a bound that is an array, x and the
     * bound share the gradient; where the bound is a number, the gradient is 0.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray clip(Consumer<ClipOptions> options) {
        return Ops.clip(self(), options);
    }

    /**
     * Complex conjugate.
     *
     * @return the result
     */
    public NDArray conj() {
        return Ops.conj(self());
    }

    /**
     * Convolution over one, two or three spatial axes.
     *
     * <p>x has shape (batch, channels, spatial axes), the weight (output channels, input channels / groups, spatial axes).  As
     * usual in neural networks, this is a cross-correlation: the kernel is not flipped.  A list of one number applies to all
     * axes.  A padding of two numbers per axis gives the padding before and after each axis.
     *
     * @param weight kernels, (output channels, input channels / groups, spatial axes)
     * @return the result
     */
    public NDArray conv(NDArray weight) {
        return Ops.conv(self(), weight);
    }

    /**
     * Convolution over one, two or three spatial axes.
     *
     * <p>x has shape (batch, channels, spatial axes), the weight (output channels, input channels / groups, spatial axes).  As
     * usual in neural networks, this is a cross-correlation: the kernel is not flipped.  A list of one number applies to all
     * axes.  A padding of two numbers per axis gives the padding before and after each axis.
     *
     * @param weight kernels, (output channels, input channels / groups, spatial axes)
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray conv(NDArray weight, Consumer<ConvOptions> options) {
        return Ops.conv(self(), weight, options);
    }

    /**
     * Transposed convolution, the gradient of conv with respect to its input.
     *
     * <p>x has shape (batch, channels, spatial axes), the weight (input channels, output channels / groups, spatial axes).  An
     * axis of n elements becomes one of (n - 1) stride - 2 padding + dilation (kernel - 1) + 1 + output_padding elements.
     *
     * @param weight kernels, (input channels, output channels / groups, spatial axes)
     * @return the result
     */
    public NDArray convTranspose(NDArray weight) {
        return Ops.convTranspose(self(), weight);
    }

    /**
     * Transposed convolution, the gradient of conv with respect to its input.
     *
     * <p>x has shape (batch, channels, spatial axes), the weight (input channels, output channels / groups, spatial axes).  An
     * axis of n elements becomes one of (n - 1) stride - 2 padding + dilation (kernel - 1) + 1 + output_padding elements.
     *
     * @param weight kernels, (input channels, output channels / groups, spatial axes)
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray convTranspose(NDArray weight, Consumer<ConvTransposeOptions> options) {
        return Ops.convTranspose(self(), weight, options);
    }

    /**
     * Copy x to new storage.
     *
     * @return the result
     */
    public NDArray copy() {
        return Ops.copy(self());
    }

    /**
     * Magnitude of x1 with the sign of x2.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray copysign(NDArray x2) {
        return Ops.copysign(self(), x2);
    }

    /**
     * Magnitude of x1 with the sign of x2.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray copysign(double x2) {
        return Ops.copysign(self(), x2);
    }

    /**
     * Magnitude of x1 with the sign of x2.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray copysign(long x2) {
        return Ops.copysign(self(), x2);
    }

    /**
     * Cosine of each element, in radians.
     *
     * @return the result
     */
    public NDArray cos() {
        return Ops.cos(self());
    }

    /**
     * Hyperbolic cosine.
     *
     * @return the result
     */
    public NDArray cosh() {
        return Ops.cosh(self());
    }

    /**
     * The cosine embedding loss: 1 - cos(x1, x2) for targets 1, max(0, cos(x1, x2) - margin) for targets -1.
     *
     * @param x2 vectors
     * @param target 1 for similar pairs, -1 for others
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray cosineEmbeddingLoss(NDArray x2, NDArray target) {
        return Ops.cosineEmbeddingLoss(self(), x2, target);
    }

    /**
     * The cosine embedding loss: 1 - cos(x1, x2) for targets 1, max(0, cos(x1, x2) - margin) for targets -1.
     *
     * @param x2 vectors
     * @param target 1 for similar pairs, -1 for others
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray cosineEmbeddingLoss(NDArray x2, NDArray target, Consumer<CosineEmbeddingLossOptions> options) {
        return Ops.cosineEmbeddingLoss(self(), x2, target, options);
    }

    /**
     * The cosine similarity of vectors along an axis.
     *
     * @param x2 vectors
     * @return the result
     */
    public NDArray cosineSimilarity(NDArray x2) {
        return Ops.cosineSimilarity(self(), x2);
    }

    /**
     * The cosine similarity of vectors along an axis.
     *
     * @param x2 vectors
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray cosineSimilarity(NDArray x2, Consumer<CosineSimilarityOptions> options) {
        return Ops.cosineSimilarity(self(), x2, options);
    }

    /**
     * Number of nonzero elements over axes.
     *
     * @return the result
     */
    public NDArray countNonzero() {
        return Ops.countNonzero(self());
    }

    /**
     * Number of nonzero elements over axes.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray countNonzero(Consumer<CountNonzeroOptions> options) {
        return Ops.countNonzero(self(), options);
    }

    /**
     * The cross products of three-element vectors along an axis.
     *
     * <p>The other axes broadcast.  Complex numbers are not conjugated.
     *
     * @param x2 vectors
     * @return the result
     */
    public NDArray cross(NDArray x2) {
        return Ops.cross(self(), x2);
    }

    /**
     * The cross products of three-element vectors along an axis.
     *
     * <p>The other axes broadcast.  Complex numbers are not conjugated.
     *
     * @param x2 vectors
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray cross(NDArray x2, Consumer<CrossOptions> options) {
        return Ops.cross(self(), x2, options);
    }

    /**
     * The cross entropy between softmax(x) and the targets.
     *
     * <p>x holds logits, with the classes along axis.  Targets are labels, in the shape of x without that axis, or probabilities
     * in the shape of x.  weight has one factor per class; a mean over labels divides by the sum of their weights.  A label that
     * is out of range is an error, unless it is ignore_index.
     *
     * @param target labels, or probabilities in the shape of x
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray crossEntropy(NDArray target) {
        return Ops.crossEntropy(self(), target);
    }

    /**
     * The cross entropy between softmax(x) and the targets.
     *
     * <p>x holds logits, with the classes along axis.  Targets are labels, in the shape of x without that axis, or probabilities
     * in the shape of x.  weight has one factor per class; a mean over labels divides by the sum of their weights.  A label that
     * is out of range is an error, unless it is ignore_index.
     *
     * @param target labels, or probabilities in the shape of x
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray crossEntropy(NDArray target, Consumer<CrossEntropyOptions> options) {
        return Ops.crossEntropy(self(), target, options);
    }

    /**
     * The connectionist temporal classification (CTC) loss.
     *
     * <p>The negative log-likelihood of a target, summed over all its alignments with the input.  log_probs has shape (time,
     * batch, classes) and holds log-probabilities.  targets has shape (batch, labels), of which sample i uses the first
     * target_lengths[i], or one dimension with the concatenated labels of all samples.  A mean divides each loss by the target's
     * length, then by the number of samples.  A label that is out of range or equal to blank is an error, and so is a length that
     * is out of range.
     *
     * @param targets labels of each sample
     * @param inputLengths number of time steps of each sample
     * @param targetLengths number of labels of each sample
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray ctcLoss(NDArray targets, NDArray inputLengths, NDArray targetLengths) {
        return Ops.ctcLoss(self(), targets, inputLengths, targetLengths);
    }

    /**
     * The connectionist temporal classification (CTC) loss.
     *
     * <p>The negative log-likelihood of a target, summed over all its alignments with the input.  log_probs has shape (time,
     * batch, classes) and holds log-probabilities.  targets has shape (batch, labels), of which sample i uses the first
     * target_lengths[i], or one dimension with the concatenated labels of all samples.  A mean divides each loss by the target's
     * length, then by the number of samples.  A label that is out of range or equal to blank is an error, and so is a length that
     * is out of range.
     *
     * @param targets labels of each sample
     * @param inputLengths number of time steps of each sample
     * @param targetLengths number of labels of each sample
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray ctcLoss(NDArray targets, NDArray inputLengths, NDArray targetLengths, Consumer<CtcLossOptions> options) {
        return Ops.ctcLoss(self(), targets, inputLengths, targetLengths, options);
    }

    /**
     * Cumulative maximum along an axis, and the index of each maximum.
     *
     * <p>Among equal elements the index is that of the last.  Once a NaN occurs, the results after it are NaN.
     *
     * @return the largest or smallest element so far; the index of that element
     */
    public CummaxResult cummax() {
        return Ops.cummax(self());
    }

    /**
     * Cumulative maximum along an axis, and the index of each maximum.
     *
     * <p>Among equal elements the index is that of the last.  Once a NaN occurs, the results after it are NaN.
     *
     * @param options sets the optional arguments
     * @return the largest or smallest element so far; the index of that element
     */
    public CummaxResult cummax(Consumer<CummaxOptions> options) {
        return Ops.cummax(self(), options);
    }

    /**
     * Cumulative minimum along an axis, and the index of each minimum.
     *
     * <p>Among equal elements the index is that of the last.  Once a NaN occurs, the results after it are NaN.
     *
     * @return the largest or smallest element so far; the index of that element
     */
    public CumminResult cummin() {
        return Ops.cummin(self());
    }

    /**
     * Cumulative minimum along an axis, and the index of each minimum.
     *
     * <p>Among equal elements the index is that of the last.  Once a NaN occurs, the results after it are NaN.
     *
     * @param options sets the optional arguments
     * @return the largest or smallest element so far; the index of that element
     */
    public CumminResult cummin(Consumer<CumminOptions> options) {
        return Ops.cummin(self(), options);
    }

    /**
     * Cumulative product along an axis.
     *
     * @return the result
     */
    public NDArray cumulativeProd() {
        return Ops.cumulativeProd(self());
    }

    /**
     * Cumulative product along an axis.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray cumulativeProd(Consumer<CumulativeProdOptions> options) {
        return Ops.cumulativeProd(self(), options);
    }

    /**
     * Cumulative sum along an axis.
     *
     * @return the result
     */
    public NDArray cumulativeSum() {
        return Ops.cumulativeSum(self());
    }

    /**
     * Cumulative sum along an axis.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray cumulativeSum(Consumer<CumulativeSumOptions> options) {
        return Ops.cumulativeSum(self(), options);
    }

    /**
     * Convert degrees to radians.
     *
     * @return the result
     */
    public NDArray deg2rad() {
        return Ops.deg2rad(self());
    }

    /**
     * The determinants of square matrices.
     *
     * <p>The gradient needs the inverse, so it fails for a singular matrix.
     *
     * @return the result
     */
    public NDArray det() {
        return Ops.det(self());
    }

    /**
     * For a vector, the matrix with it on a diagonal; for a matrix, a copy of a diagonal.
     *
     * @return the result
     */
    public NDArray diag() {
        return Ops.diag(self());
    }

    /**
     * For a vector, the matrix with it on a diagonal; for a matrix, a copy of a diagonal.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray diag(Consumer<DiagOptions> options) {
        return Ops.diag(self(), options);
    }

    /**
     * Matrices with the last dimension of x on a diagonal and zeros elsewhere.
     *
     * @return the result
     */
    public NDArray diagEmbed() {
        return Ops.diagEmbed(self());
    }

    /**
     * Matrices with the last dimension of x on a diagonal and zeros elsewhere.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray diagEmbed(Consumer<DiagEmbedOptions> options) {
        return Ops.diagEmbed(self(), options);
    }

    /**
     * A diagonal of matrices; returns a view.
     *
     * <p>The diagonal becomes the last dimension, after the axes other than rows and columns.
     *
     * @return the result
     */
    public NDArray diagonal() {
        return Ops.diagonal(self());
    }

    /**
     * A diagonal of matrices; returns a view.
     *
     * <p>The diagonal becomes the last dimension, after the axes other than rows and columns.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray diagonal(Consumer<DiagonalOptions> options) {
        return Ops.diagonal(self(), options);
    }

    /**
     * Differences between consecutive elements along an axis.
     *
     * <p>The axis becomes shorter by n; prepend and append lengthen it first.
     *
     * @return the result
     */
    public NDArray diff() {
        return Ops.diff(self());
    }

    /**
     * Differences between consecutive elements along an axis.
     *
     * <p>The axis becomes shorter by n; prepend and append lengthen it first.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray diff(Consumer<DiffOptions> options) {
        return Ops.diff(self(), options);
    }

    /**
     * Index of the bin that each element falls into, for ascending bin edges.
     *
     * <p>Index 0 means below the first edge, and the number of edges means above the last.  A bin includes its lower edge.
     *
     * @param bins edges of the bins, ascending
     * @return bin of each element
     */
    public NDArray digitize(NDArray bins) {
        return Ops.digitize(self(), bins);
    }

    /**
     * Index of the bin that each element falls into, for ascending bin edges.
     *
     * <p>Index 0 means below the first edge, and the number of edges means above the last.  A bin includes its lower edge.
     *
     * @param bins edges of the bins, ascending
     * @param options sets the optional arguments
     * @return bin of each element
     */
    public NDArray digitize(NDArray bins, Consumer<DigitizeOptions> options) {
        return Ops.digitize(self(), bins, options);
    }

    /**
     * Element-wise quotient, x1 / x2.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray divide(NDArray x2) {
        return Ops.divide(self(), x2);
    }

    /**
     * Element-wise quotient, x1 / x2.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray divide(double x2) {
        return Ops.divide(self(), x2);
    }

    /**
     * Element-wise quotient, x1 / x2.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray divide(long x2) {
        return Ops.divide(self(), x2);
    }

    /**
     * The dot product: sum over the last axis of x1 and the second-to-last axis of x2.
     *
     * <p>For two vectors this is the inner product, for two matrices the matrix product, and for a scalar and any array an
     * elementwise multiplication.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray dot(NDArray x2) {
        return Ops.dot(self(), x2);
    }

    /**
     * Set random elements to zero and scale the others so that the mean is preserved.
     *
     * <p>Elements where the mask is true are kept and divided by 1 - p; the others become 0.
     *
     * @return the result; true where an element was kept
     */
    public DropoutResult dropout() {
        return Ops.dropout(self());
    }

    /**
     * Set random elements to zero and scale the others so that the mean is preserved.
     *
     * <p>Elements where the mask is true are kept and divided by 1 - p; the others become 0.
     *
     * @param options sets the optional arguments
     * @return the result; true where an element was kept
     */
    public DropoutResult dropout(Consumer<DropoutOptions> options) {
        return Ops.dropout(self(), options);
    }

    /**
     * The eigenvalues and eigenvectors of general square matrices, as complex numbers.
     *
     * <p>The eigenvalues are sorted by real part, then by imaginary part; those of a real matrix are real or conjugate pairs.
     * Column i of the eigenvectors belongs to eigenvalue i and has length 1; its phase makes its first entry of at least nine
     * tenths of the largest absolute value real and positive.  The gradient through the eigenvectors is defined where the
     * eigenvalues are distinct; it is infinite or NaN where they are equal.
     *
     * @return eigenvalues of each matrix; eigenvectors, as columns
     */
    public EigResult eig() {
        return Ops.eig(self());
    }

    /**
     * The eigenvalues, in ascending order, and eigenvectors of Hermitian matrices.
     *
     * <p>Only the lower triangle of each matrix is used, and the real part of its diagonal.  Column i of the eigenvectors belongs
     * to eigenvalue i.  Its sign or phase is chosen so that the first entry whose absolute value is at least nine tenths of the
     * largest one is real and positive.  The gradient through the eigenvectors is defined where the eigenvalues are distinct; it
     * is infinite or NaN where they are equal.
     *
     * @return eigenvalues of each matrix, ascending; eigenvectors, as columns
     */
    public EighResult eigh() {
        return Ops.eigh(self());
    }

    /**
     * The eigenvalues of general square matrices, as complex numbers.
     *
     * <p>They are sorted by real part, then by imaginary part.
     *
     * @return eigenvalues of each matrix
     */
    public NDArray eigvals() {
        return Ops.eigvals(self());
    }

    /**
     * The eigenvalues of Hermitian matrices, in ascending order.
     *
     * <p>Only the lower triangle of each matrix is used, and the real part of its diagonal.
     *
     * @return eigenvalues of each matrix, ascending
     */
    public NDArray eigvalsh() {
        return Ops.eigvalsh(self());
    }

    /**
     * Exponential linear unit: x where x &gt; 0, alpha (exp(x) - 1) elsewhere.
     *
     * @return the result
     */
    public NDArray elu() {
        return Ops.elu(self());
    }

    /**
     * Exponential linear unit: x where x &gt; 0, alpha (exp(x) - 1) elsewhere.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray elu(Consumer<EluOptions> options) {
        return Ops.elu(self(), options);
    }

    /**
     * Look up the rows of an embedding table by index.
     *
     * <p>An index that is negative or beyond the last row makes the operation fail.
     *
     * @param weight the table, (rows, features)
     * @return the rows
     */
    public NDArray embedding(NDArray weight) {
        return Ops.embedding(self(), weight);
    }

    /**
     * Look up the rows of an embedding table by index.
     *
     * <p>An index that is negative or beyond the last row makes the operation fail.
     *
     * @param weight the table, (rows, features)
     * @param options sets the optional arguments
     * @return the rows
     */
    public NDArray embedding(NDArray weight, Consumer<EmbeddingOptions> options) {
        return Ops.embedding(self(), weight, options);
    }

    /**
     * An array with the shape and dtype of x, to be filled later; it holds zeros.
     *
     * @return the result
     */
    public NDArray emptyLike() {
        return Ops.emptyLike(self());
    }

    /**
     * An array with the shape and dtype of x, to be filled later; it holds zeros.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray emptyLike(Consumer<EmptyLikeOptions> options) {
        return Ops.emptyLike(self(), options);
    }

    /**
     * Test whether x1 == x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray equal(NDArray x2) {
        return Ops.equal(self(), x2);
    }

    /**
     * Test whether x1 == x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray equal(double x2) {
        return Ops.equal(self(), x2);
    }

    /**
     * Test whether x1 == x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray equal(long x2) {
        return Ops.equal(self(), x2);
    }

    /**
     * Error function.
     *
     * @return the result
     */
    public NDArray erf() {
        return Ops.erf(self());
    }

    /**
     * Exponential of each element.
     *
     * @return the result
     */
    public NDArray exp() {
        return Ops.exp(self());
    }

    /**
     * 2 to the power of each element.
     *
     * @return the result
     */
    public NDArray exp2() {
        return Ops.exp2(self());
    }

    /**
     * Insert axes of size one; returns a view.
     *
     * @param axes positions of the new axes in the result
     * @return the result
     */
    public NDArray expandDims(long... axes) {
        return Ops.expandDims(self(), axes);
    }

    /**
     * The exponential of square matrices, 1 + x + x^2 / 2! + ...
     *
     * <p>By scaling and squaring, computed in double.  A matrix with NaN or an infinity gives only NaN.  The gradient is the
     * exponential of a matrix of twice the size, about eight times the work.
     *
     * @return the result
     */
    public NDArray expm() {
        return Ops.expm(self());
    }

    /**
     * exp(x) - 1, accurate near zero.
     *
     * @return the result
     */
    public NDArray expm1() {
        return Ops.expm1(self());
    }

    /**
     * The discrete Fourier transform over the given axes.
     *
     * <p>The result is complex.  All results that depend on an infinity or NaN are NaN.
     *
     * @return the result
     */
    public NDArray fftn() {
        return Ops.fftn(self());
    }

    /**
     * The discrete Fourier transform over the given axes.
     *
     * <p>The result is complex.  All results that depend on an infinity or NaN are NaN.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray fftn(Consumer<FftnOptions> options) {
        return Ops.fftn(self(), options);
    }

    /**
     * Flatten consecutive axes into one; by default all of them.
     *
     * <p>A view of x if its strides allow, otherwise a copy.
     *
     * @return the result
     */
    public NDArray flatten() {
        return Ops.flatten(self());
    }

    /**
     * Flatten consecutive axes into one; by default all of them.
     *
     * <p>A view of x if its strides allow, otherwise a copy.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray flatten(Consumer<FlattenOptions> options) {
        return Ops.flatten(self(), options);
    }

    /**
     * Reverse the order of elements along axes; returns a view.
     *
     * @return the result
     */
    public NDArray flip() {
        return Ops.flip(self());
    }

    /**
     * Reverse the order of elements along axes; returns a view.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray flip(Consumer<FlipOptions> options) {
        return Ops.flip(self(), options);
    }

    /**
     * Round down to the nearest integer.
     *
     * @return the result
     */
    public NDArray floor() {
        return Ops.floor(self());
    }

    /**
     * Quotient rounded towards negative infinity.  Integer division by 0 gives 0.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray floorDivide(NDArray x2) {
        return Ops.floorDivide(self(), x2);
    }

    /**
     * Quotient rounded towards negative infinity.  Integer division by 0 gives 0.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray floorDivide(double x2) {
        return Ops.floorDivide(self(), x2);
    }

    /**
     * Quotient rounded towards negative infinity.  Integer division by 0 gives 0.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray floorDivide(long x2) {
        return Ops.floorDivide(self(), x2);
    }

    /**
     * Sum columns of patches into images (col2im), the adjoint of unfold.
     *
     * <p>y has shape (batch, channels * elements of a patch, patches).  Overlapping patches are summed.
     *
     * @param outputSize spatial sizes of the result, one number per axis (at least 1)
     * @param kernelSize size of a patch, one entry per axis or one for all (at least 1)
     * @return the sum of all patches at their positions
     */
    public NDArray fold(long[] outputSize, long... kernelSize) {
        return Ops.fold(self(), outputSize, kernelSize);
    }

    /**
     * Sum columns of patches into images (col2im), the adjoint of unfold.
     *
     * <p>y has shape (batch, channels * elements of a patch, patches).  Overlapping patches are summed.
     *
     * @param outputSize spatial sizes of the result, one number per axis (at least 1)
     * @param kernelSize size of a patch, one entry per axis or one for all (at least 1)
     * @param options sets the optional arguments
     * @return the sum of all patches at their positions
     */
    public NDArray fold(long[] outputSize, long[] kernelSize, Consumer<FoldOptions> options) {
        return Ops.fold(self(), outputSize, kernelSize, options);
    }

    /**
     * An array filled with a value, with the shape and dtype of x.
     *
     * @param value the number to fill with, or an array that broadcasts
     * @return the result
     */
    public NDArray fullLike(NDArray value) {
        return Ops.fullLike(self(), value);
    }

    /**
     * An array filled with a value, with the shape and dtype of x.
     *
     * @param value the number to fill with, or an array that broadcasts
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray fullLike(NDArray value, Consumer<FullLikeOptions> options) {
        return Ops.fullLike(self(), value, options);
    }

    /**
     * Samples from a gamma distribution.
     *
     * @return samples
     */
    public NDArray gamma() {
        return Ops.gamma(self());
    }

    /**
     * Samples from a gamma distribution.
     *
     * @param options sets the optional arguments
     * @return samples
     */
    public NDArray gamma(Consumer<GammaOptions> options) {
        return Ops.gamma(self(), options);
    }

    /**
     * The Gaussian negative log-likelihood of the target, with mean x and variance var.
     *
     * @param target the values to predict
     * @param var predicted variances
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray gaussianNllLoss(NDArray target, NDArray var) {
        return Ops.gaussianNllLoss(self(), target, var);
    }

    /**
     * The Gaussian negative log-likelihood of the target, with mean x and variance var.
     *
     * @param target the values to predict
     * @param var predicted variances
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray gaussianNllLoss(NDArray target, NDArray var, Consumer<GaussianNllLossOptions> options) {
        return Ops.gaussianNllLoss(self(), target, var, options);
    }

    /**
     * Gaussian error linear unit: x times the standard normal distribution function of x.
     *
     * @return the result
     */
    public NDArray gelu() {
        return Ops.gelu(self());
    }

    /**
     * Gaussian error linear unit, by its tanh approximation.
     *
     * @return the result
     */
    public NDArray geluTanh() {
        return Ops.geluTanh(self());
    }

    /**
     * Samples from a geometric distribution: the number of trials up to the first success.
     *
     * @return samples
     */
    public NDArray geometric() {
        return Ops.geometric(self());
    }

    /**
     * Samples from a geometric distribution: the number of trials up to the first success.
     *
     * @param options sets the optional arguments
     * @return samples
     */
    public NDArray geometric(Consumer<GeometricOptions> options) {
        return Ops.geometric(self(), options);
    }

    /**
     * The mean over the spatial axes, which are kept with size one.
     *
     * @return the result
     */
    public NDArray globalAvgPool() {
        return Ops.globalAvgPool(self());
    }

    /**
     * The maximum over the spatial axes, which are kept with size one.
     *
     * @return the result
     */
    public NDArray globalMaxPool() {
        return Ops.globalMaxPool(self());
    }

    /**
     * Gated linear unit: the first half of x along an axis times the sigmoid of the second half.
     *
     * @return the result
     */
    public NDArray glu() {
        return Ops.glu(self());
    }

    /**
     * Gated linear unit: the first half of x along an axis times the sigmoid of the second half.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray glu(Consumer<GluOptions> options) {
        return Ops.glu(self(), options);
    }

    /**
     * Test whether x1 &gt; x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray greater(NDArray x2) {
        return Ops.greater(self(), x2);
    }

    /**
     * Test whether x1 &gt; x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray greater(double x2) {
        return Ops.greater(self(), x2);
    }

    /**
     * Test whether x1 &gt; x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray greater(long x2) {
        return Ops.greater(self(), x2);
    }

    /**
     * Test whether x1 &gt;= x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray greaterEqual(NDArray x2) {
        return Ops.greaterEqual(self(), x2);
    }

    /**
     * Test whether x1 &gt;= x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray greaterEqual(double x2) {
        return Ops.greaterEqual(self(), x2);
    }

    /**
     * Test whether x1 &gt;= x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray greaterEqual(long x2) {
        return Ops.greaterEqual(self(), x2);
    }

    /**
     * Sample images at the positions of a grid, with coordinates from -1 to 1.
     *
     * <p>x has shape (batch, channels, height, width), the grid (batch, rows, columns, 2) with x before y coordinates.  The
     * result has shape (batch, channels, rows, columns).  A NaN coordinate stands for pixel -1, just before the first pixel.
     *
     * @param grid coordinates from -1 to 1, (batch, rows, columns, 2)
     * @return sampled images, (batch, channels, rows, columns)
     */
    public NDArray gridSample(NDArray grid) {
        return Ops.gridSample(self(), grid);
    }

    /**
     * Sample images at the positions of a grid, with coordinates from -1 to 1.
     *
     * <p>x has shape (batch, channels, height, width), the grid (batch, rows, columns, 2) with x before y coordinates.  The
     * result has shape (batch, channels, rows, columns).  A NaN coordinate stands for pixel -1, just before the first pixel.
     *
     * @param grid coordinates from -1 to 1, (batch, rows, columns, 2)
     * @param options sets the optional arguments
     * @return sampled images, (batch, channels, rows, columns)
     */
    public NDArray gridSample(NDArray grid, Consumer<GridSampleOptions> options) {
        return Ops.gridSample(self(), grid, options);
    }

    /**
     * Group normalisation: normalise each group of channels of each sample.
     *
     * <p>x has shape (batch, channels, ...).  weight and bias have one element per channel.
     *
     * @param numGroups number of groups; required, must divide the channels (at least 1)
     * @return the result
     */
    public NDArray groupNorm(long numGroups) {
        return Ops.groupNorm(self(), numGroups);
    }

    /**
     * Group normalisation: normalise each group of channels of each sample.
     *
     * <p>x has shape (batch, channels, ...).  weight and bias have one element per channel.
     *
     * @param numGroups number of groups; required, must divide the channels (at least 1)
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray groupNorm(long numGroups, Consumer<GroupNormOptions> options) {
        return Ops.groupNorm(self(), numGroups, options);
    }

    /**
     * A gated recurrent unit (GRU) layer.
     *
     * <p>x has shape (time, batch, inputs), weight_ih (3 * units, inputs), weight_hh (3 * units, units), with the gates in the
     * order r, z, n; r multiplies W_hn h + b_hn.  y holds the states of all time steps, h_n the last one; saved is for the
     * gradient.  lengths has the number of time steps of each sample, after which y is 0 and the state does not change.
     *
     * @param weightIh weights of the input
     * @param weightHh weights of the hidden state
     * @return hidden states of all time steps; last hidden state; intermediate values for the gradient
     */
    public GruResult gru(NDArray weightIh, NDArray weightHh) {
        return Ops.gru(self(), weightIh, weightHh);
    }

    /**
     * A gated recurrent unit (GRU) layer.
     *
     * <p>x has shape (time, batch, inputs), weight_ih (3 * units, inputs), weight_hh (3 * units, units), with the gates in the
     * order r, z, n; r multiplies W_hn h + b_hn.  y holds the states of all time steps, h_n the last one; saved is for the
     * gradient.  lengths has the number of time steps of each sample, after which y is 0 and the state does not change.
     *
     * @param weightIh weights of the input
     * @param weightHh weights of the hidden state
     * @param options sets the optional arguments
     * @return hidden states of all time steps; last hidden state; intermediate values for the gradient
     */
    public GruResult gru(NDArray weightIh, NDArray weightHh, Consumer<GruOptions> options) {
        return Ops.gru(self(), weightIh, weightHh, options);
    }

    /**
     * Hard shrinkage: x where |x| &gt; lambd, 0 elsewhere.
     *
     * @return the result
     */
    public NDArray hardshrink() {
        return Ops.hardshrink(self());
    }

    /**
     * Hard shrinkage: x where |x| &gt; lambd, 0 elsewhere.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray hardshrink(Consumer<HardshrinkOptions> options) {
        return Ops.hardshrink(self(), options);
    }

    /**
     * Hard sigmoid: x / 6 + 1/2, clamped to the range from 0 to 1.
     *
     * @return the result
     */
    public NDArray hardsigmoid() {
        return Ops.hardsigmoid(self());
    }

    /**
     * Hard swish: x hardsigmoid(x).
     *
     * @return the result
     */
    public NDArray hardswish() {
        return Ops.hardswish(self());
    }

    /**
     * Clamp x to the range from min_val to max_val.
     *
     * @return the result
     */
    public NDArray hardtanh() {
        return Ops.hardtanh(self());
    }

    /**
     * Clamp x to the range from min_val to max_val.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray hardtanh(Consumer<HardtanhOptions> options) {
        return Ops.hardtanh(self(), options);
    }

    /**
     * The hinge embedding loss: x for targets 1, max(0, margin - x) for targets -1.
     *
     * @param target 1 or -1
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray hingeEmbeddingLoss(NDArray target) {
        return Ops.hingeEmbeddingLoss(self(), target);
    }

    /**
     * The hinge embedding loss: x for targets 1, max(0, margin - x) for targets -1.
     *
     * @param target 1 or -1
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray hingeEmbeddingLoss(NDArray target, Consumer<HingeEmbeddingLossOptions> options) {
        return Ops.hingeEmbeddingLoss(self(), target, options);
    }

    /**
     * The hinge loss, max(0, margin - target * x), for targets 1 and -1.
     *
     * @param target 1 or -1
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray hingeLoss(NDArray target) {
        return Ops.hingeLoss(self(), target);
    }

    /**
     * The hinge loss, max(0, margin - target * x), for targets 1 and -1.
     *
     * @param target 1 or -1
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray hingeLoss(NDArray target, Consumer<HingeLossOptions> options) {
        return Ops.hingeLoss(self(), target, options);
    }

    /**
     * Count the elements (or sum their weights) in bins of equal width; also return the bin edges.
     *
     * <p>Each bin includes its lower edge; the last bin includes both edges.  NaN and elements outside the range are not counted.
     * If the range is taken from data that contain NaN or an infinity, the task fails.
     *
     * @return count or sum of weights of each bin; edges of the bins
     */
    public HistogramResult histogram() {
        return Ops.histogram(self());
    }

    /**
     * Count the elements (or sum their weights) in bins of equal width; also return the bin edges.
     *
     * <p>Each bin includes its lower edge; the last bin includes both edges.  NaN and elements outside the range are not counted.
     * If the range is taken from data that contain NaN or an infinity, the task fails.
     *
     * @param options sets the optional arguments
     * @return count or sum of weights of each bin; edges of the bins
     */
    public HistogramResult histogram(Consumer<HistogramOptions> options) {
        return Ops.histogram(self(), options);
    }

    /**
     * The Huber loss: quadratic near 0, linear elsewhere.
     *
     * <p>With d = |x - target|: d^2 / 2 up to delta, delta (d - delta / 2) above.
     *
     * @param target the values to predict
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray huberLoss(NDArray target) {
        return Ops.huberLoss(self(), target);
    }

    /**
     * The Huber loss: quadratic near 0, linear elsewhere.
     *
     * <p>With d = |x - target|: d^2 / 2 up to delta, delta (d - delta / 2) above.
     *
     * @param target the values to predict
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray huberLoss(NDArray target, Consumer<HuberLossOptions> options) {
        return Ops.huberLoss(self(), target, options);
    }

    /**
     * Hypotenuse, sqrt(x1^2 + x2^2), without overflow.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray hypot(NDArray x2) {
        return Ops.hypot(self(), x2);
    }

    /**
     * Hypotenuse, sqrt(x1^2 + x2^2), without overflow.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray hypot(double x2) {
        return Ops.hypot(self(), x2);
    }

    /**
     * Hypotenuse, sqrt(x1^2 + x2^2), without overflow.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray hypot(long x2) {
        return Ops.hypot(self(), x2);
    }

    /**
     * The inverse discrete Fourier transform over the given axes.
     *
     * <p>The result is complex.  All results that depend on an infinity or NaN are NaN.
     *
     * @return the result
     */
    public NDArray ifftn() {
        return Ops.ifftn(self());
    }

    /**
     * The inverse discrete Fourier transform over the given axes.
     *
     * <p>The result is complex.  All results that depend on an infinity or NaN are NaN.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray ifftn(Consumer<IfftnOptions> options) {
        return Ops.ifftn(self(), options);
    }

    /**
     * Imaginary part.
     *
     * @return the result
     */
    public NDArray imag() {
        return Ops.imag(self());
    }

    /**
     * Normalise images per channel, (scale x - mean) / std, and convert their layout.
     *
     * <p>x has shape (..., height, width, channels), or (..., channels, height, width) with layout 'CHW'.  Without mean and std,
     * uint8 pixels become floats from 0 to 1.  A std of 0 is an error.
     *
     * @return the result
     */
    public NDArray imageNormalize() {
        return Ops.imageNormalize(self());
    }

    /**
     * Normalise images per channel, (scale x - mean) / std, and convert their layout.
     *
     * <p>x has shape (..., height, width, channels), or (..., channels, height, width) with layout 'CHW'.  Without mean and std,
     * uint8 pixels become floats from 0 to 1.  A std of 0 is an error.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray imageNormalize(Consumer<ImageNormalizeOptions> options) {
        return Ops.imageNormalize(self(), options);
    }

    /**
     * Resize images of uint8 or float pixels.
     *
     * <p>x has shape (..., height, width, channels), or (..., height, width) with layout 'CHW'.  uint8 pixels are rounded once,
     * at the end.
     *
     * @param size height and width of the result (at least 1)
     * @return the result
     */
    public NDArray imageResize(long... size) {
        return Ops.imageResize(self(), size);
    }

    /**
     * Resize images of uint8 or float pixels.
     *
     * <p>x has shape (..., height, width, channels), or (..., height, width) with layout 'CHW'.  uint8 pixels are rounded once,
     * at the end.
     *
     * @param size height and width of the result (at least 1)
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray imageResize(long[] size, Consumer<ImageResizeOptions> options) {
        return Ops.imageResize(self(), size, options);
    }

    /**
     * Index several axes of x with integer arrays, as in x[i, :, j].
     *
     * <p>The index arrays are broadcast together.  Their dimensions replace the indexed axes if those are adjacent, and come
     * first otherwise.  Negative indices count from the end.
     *
     * @param indices integer arrays, one for each indexed axis
     * @return the result
     */
    public NDArray index(NDArray... indices) {
        return Ops.index(self(), indices);
    }

    /**
     * Index several axes of x with integer arrays, as in x[i, :, j].
     *
     * <p>The index arrays are broadcast together.  Their dimensions replace the indexed axes if those are adjacent, and come
     * first otherwise.  Negative indices count from the end.
     *
     * @param indices integer arrays, one for each indexed axis
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray index(NDArray[] indices, Consumer<IndexOptions> options) {
        return Ops.index(self(), indices, options);
    }

    /**
     * A copy of x with the elements at integer index arrays replaced, as in x[i, :, j] = values.
     *
     * <p>Values are broadcast to the shape of index(x, indices).  If an element is indexed several times, the last value is
     * stored, or with accumulate all are added in order.  If x is also the output, only the indexed elements are written.
     *
     * @param values new values of the selected elements
     * @param indices integer arrays, one for each indexed axis
     * @return x with the new values
     */
    public NDArray indexPut(NDArray values, NDArray... indices) {
        return Ops.indexPut(self(), values, indices);
    }

    /**
     * A copy of x with the elements at integer index arrays replaced, as in x[i, :, j] = values.
     *
     * <p>Values are broadcast to the shape of index(x, indices).  If an element is indexed several times, the last value is
     * stored, or with accumulate all are added in order.  If x is also the output, only the indexed elements are written.
     *
     * @param values new values of the selected elements
     * @param indices integer arrays, one for each indexed axis
     * @param options sets the optional arguments
     * @return x with the new values
     */
    public NDArray indexPut(NDArray values, NDArray[] indices, Consumer<IndexPutOptions> options) {
        return Ops.indexPut(self(), values, indices, options);
    }

    /**
     * The inner product: sum over the last axes of x1 and x2.
     *
     * <p>Complex numbers are not conjugated; vecdot conjugates x1.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray inner(NDArray x2) {
        return Ops.inner(self(), x2);
    }

    /**
     * Instance normalisation: normalise each channel of each sample.
     *
     * <p>x has shape (batch, channels, ...).  weight and bias have one element per channel.
     *
     * @return the result
     */
    public NDArray instanceNorm() {
        return Ops.instanceNorm(self());
    }

    /**
     * Instance normalisation: normalise each channel of each sample.
     *
     * <p>x has shape (batch, channels, ...).  weight and bias have one element per channel.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray instanceNorm(Consumer<InstanceNormOptions> options) {
        return Ops.instanceNorm(self(), options);
    }

    /**
     * Resize an array along its one to three spatial axes.
     *
     * <p>x has shape (batch, channels, spatial axes).  'area' averages; 'nearest' copies and accepts any dtype.  With
     * scale_factor, sizes are rounded down, and positions are computed from the exact factor.
     *
     * @return the result
     */
    public NDArray interpolate() {
        return Ops.interpolate(self());
    }

    /**
     * Resize an array along its one to three spatial axes.
     *
     * <p>x has shape (batch, channels, spatial axes).  'area' averages; 'nearest' copies and accepts any dtype.  With
     * scale_factor, sizes are rounded down, and positions are computed from the exact factor.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray interpolate(Consumer<InterpolateOptions> options) {
        return Ops.interpolate(self(), options);
    }

    /**
     * The inverses of square matrices.
     *
     * <p>The task fails if a matrix is singular, that is if a pivot is 0.  A matrix with an element that is not finite gives NaN.
     *
     * @return the result
     */
    public NDArray inv() {
        return Ops.inv(self());
    }

    /**
     * The inverse of rfftn: real output from the non-redundant half of a transform.
     *
     * <p>Without s, the last transformed axis has 2 (m - 1) elements in the result, where m is its size in x.
     *
     * @return the result
     */
    public NDArray irfftn() {
        return Ops.irfftn(self());
    }

    /**
     * The inverse of rfftn: real output from the non-redundant half of a transform.
     *
     * <p>Without s, the last transformed axis has 2 (m - 1) elements in the result, where m is its size in x.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray irfftn(Consumer<IrfftnOptions> options) {
        return Ops.irfftn(self(), options);
    }

    /**
     * Test that each element is neither infinite nor NaN.
     *
     * @return the result
     */
    public NDArray isfinite() {
        return Ops.isfinite(self());
    }

    /**
     * Test whether each element of x1 is in x2.
     *
     * <p>NaN equals nothing, so it is never in x2.
     *
     * @param x2 the elements to look among
     * @return true where an element of x1 is in x2
     */
    public NDArray isin(NDArray x2) {
        return Ops.isin(self(), x2);
    }

    /**
     * Test whether each element of x1 is in x2.
     *
     * <p>NaN equals nothing, so it is never in x2.
     *
     * @param x2 the elements to look among
     * @param options sets the optional arguments
     * @return true where an element of x1 is in x2
     */
    public NDArray isin(NDArray x2, Consumer<IsinOptions> options) {
        return Ops.isin(self(), x2, options);
    }

    /**
     * Test each element for positive or negative infinity.
     *
     * @return the result
     */
    public NDArray isinf() {
        return Ops.isinf(self());
    }

    /**
     * Test each element for NaN.
     *
     * @return the result
     */
    public NDArray isnan() {
        return Ops.isnan(self());
    }

    /**
     * KL divergence of the target from the distribution whose log-probabilities are x.
     *
     * <p>The elementwise loss is target * (log(target) - x).  Targets are probabilities, or log-probabilities with log_target.  A
     * target of 0 contributes 0.
     *
     * @param target probabilities, or their logarithms with log_target
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray klDiv(NDArray target) {
        return Ops.klDiv(self(), target);
    }

    /**
     * KL divergence of the target from the distribution whose log-probabilities are x.
     *
     * <p>The elementwise loss is target * (log(target) - x).  Targets are probabilities, or log-probabilities with log_target.  A
     * target of 0 contributes 0.
     *
     * @param target probabilities, or their logarithms with log_target
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray klDiv(NDArray target, Consumer<KlDivOptions> options) {
        return Ops.klDiv(self(), target, options);
    }

    /**
     * The k-th smallest element along an axis, counted from 1, and its index.
     *
     * @return the element of that rank; its index along the axis
     */
    public KthvalueResult kthvalue() {
        return Ops.kthvalue(self());
    }

    /**
     * The k-th smallest element along an axis, counted from 1, and its index.
     *
     * @param options sets the optional arguments
     * @return the element of that rank; its index along the axis
     */
    public KthvalueResult kthvalue(Consumer<KthvalueOptions> options) {
        return Ops.kthvalue(self(), options);
    }

    /**
     * The mean absolute error, |x - target|.
     *
     * @param target the values to predict
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray l1Loss(NDArray target) {
        return Ops.l1Loss(self(), target);
    }

    /**
     * The mean absolute error, |x - target|.
     *
     * @param target the values to predict
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray l1Loss(NDArray target, Consumer<L1LossOptions> options) {
        return Ops.l1Loss(self(), target, options);
    }

    /**
     * Layer normalisation: subtract the mean and divide by the standard deviation over the last axes.
     *
     * <p>weight and bias have the shape of those axes.  The variance has correction 0.
     *
     * @return the result
     */
    public NDArray layerNorm() {
        return Ops.layerNorm(self());
    }

    /**
     * Layer normalisation: subtract the mean and divide by the standard deviation over the last axes.
     *
     * <p>weight and bias have the shape of those axes.  The variance has correction 0.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray layerNorm(Consumer<LayerNormOptions> options) {
        return Ops.layerNorm(self(), options);
    }

    /**
     * Leaky ReLU: x where x &gt; 0, negative_slope x elsewhere.
     *
     * @return the result
     */
    public NDArray leakyRelu() {
        return Ops.leakyRelu(self());
    }

    /**
     * Leaky ReLU: x where x &gt; 0, negative_slope x elsewhere.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray leakyRelu(Consumer<LeakyReluOptions> options) {
        return Ops.leakyRelu(self(), options);
    }

    /**
     * Test whether x1 &lt; x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray less(NDArray x2) {
        return Ops.less(self(), x2);
    }

    /**
     * Test whether x1 &lt; x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray less(double x2) {
        return Ops.less(self(), x2);
    }

    /**
     * Test whether x1 &lt; x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray less(long x2) {
        return Ops.less(self(), x2);
    }

    /**
     * Test whether x1 &lt;= x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray lessEqual(NDArray x2) {
        return Ops.lessEqual(self(), x2);
    }

    /**
     * Test whether x1 &lt;= x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray lessEqual(double x2) {
        return Ops.lessEqual(self(), x2);
    }

    /**
     * Test whether x1 &lt;= x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray lessEqual(long x2) {
        return Ops.lessEqual(self(), x2);
    }

    /**
     * The linear transformation y = x weight^T + bias.
     *
     * <p>x has shape (..., in), the weight (out, in), the bias (out,), the result (..., out).
     *
     * @param weight (output features, input features)
     * @return the result
     */
    public NDArray linear(NDArray weight) {
        return Ops.linear(self(), weight);
    }

    /**
     * The linear transformation y = x weight^T + bias.
     *
     * <p>x has shape (..., in), the weight (out, in), the bias (out,), the result (..., out).
     *
     * @param weight (output features, input features)
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray linear(NDArray weight, Consumer<LinearOptions> options) {
        return Ops.linear(self(), weight, options);
    }

    /**
     * Linear recurrence y[i] = a[i] y[i-1] + b[i] along an axis, starting from y = 0.
     *
     * @param b the number that is added
     * @return the result
     */
    public NDArray linearScan(NDArray b) {
        return Ops.linearScan(self(), b);
    }

    /**
     * Linear recurrence y[i] = a[i] y[i-1] + b[i] along an axis, starting from y = 0.
     *
     * @param b the number that is added
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray linearScan(NDArray b, Consumer<LinearScanOptions> options) {
        return Ops.linearScan(self(), b, options);
    }

    /**
     * Local response normalisation across neighbouring channels.
     *
     * @param size number of neighbouring channels that are summed; required (at least 1)
     * @return the result
     */
    public NDArray localResponseNorm(long size) {
        return Ops.localResponseNorm(self(), size);
    }

    /**
     * Local response normalisation across neighbouring channels.
     *
     * @param size number of neighbouring channels that are summed; required (at least 1)
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray localResponseNorm(long size, Consumer<LocalResponseNormOptions> options) {
        return Ops.localResponseNorm(self(), size, options);
    }

    /**
     * Natural logarithm of each element.
     *
     * @return the result
     */
    public NDArray log() {
        return Ops.log(self());
    }

    /**
     * Base-10 logarithm.
     *
     * @return the result
     */
    public NDArray log10() {
        return Ops.log10(self());
    }

    /**
     * log(1 + x), accurate near zero.
     *
     * @return the result
     */
    public NDArray log1p() {
        return Ops.log1p(self());
    }

    /**
     * Base-2 logarithm.
     *
     * @return the result
     */
    public NDArray log2() {
        return Ops.log2(self());
    }

    /**
     * Logarithm of the sigmoid.
     *
     * @return the result
     */
    public NDArray logSigmoid() {
        return Ops.logSigmoid(self());
    }

    /**
     * The logarithm of softmax along an axis, computed without loss of precision.
     *
     * @return the result
     */
    public NDArray logSoftmax() {
        return Ops.logSoftmax(self());
    }

    /**
     * The logarithm of softmax along an axis, computed without loss of precision.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray logSoftmax(Consumer<LogSoftmaxOptions> options) {
        return Ops.logSoftmax(self(), options);
    }

    /**
     * log(exp(x1) + exp(x2)), without overflow.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray logaddexp(NDArray x2) {
        return Ops.logaddexp(self(), x2);
    }

    /**
     * log(exp(x1) + exp(x2)), without overflow.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray logaddexp(double x2) {
        return Ops.logaddexp(self(), x2);
    }

    /**
     * log(exp(x1) + exp(x2)), without overflow.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray logaddexp(long x2) {
        return Ops.logaddexp(self(), x2);
    }

    /**
     * Logical AND.  Nonzero numbers are true.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray logicalAnd(NDArray x2) {
        return Ops.logicalAnd(self(), x2);
    }

    /**
     * Logical AND.  Nonzero numbers are true.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray logicalAnd(double x2) {
        return Ops.logicalAnd(self(), x2);
    }

    /**
     * Logical AND.  Nonzero numbers are true.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray logicalAnd(long x2) {
        return Ops.logicalAnd(self(), x2);
    }

    /**
     * Logical NOT.  Nonzero numbers are true.
     *
     * @return the result
     */
    public NDArray logicalNot() {
        return Ops.logicalNot(self());
    }

    /**
     * Logical OR.  Nonzero numbers are true.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray logicalOr(NDArray x2) {
        return Ops.logicalOr(self(), x2);
    }

    /**
     * Logical OR.  Nonzero numbers are true.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray logicalOr(double x2) {
        return Ops.logicalOr(self(), x2);
    }

    /**
     * Logical OR.  Nonzero numbers are true.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray logicalOr(long x2) {
        return Ops.logicalOr(self(), x2);
    }

    /**
     * Logical exclusive OR.  Nonzero numbers are true.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray logicalXor(NDArray x2) {
        return Ops.logicalXor(self(), x2);
    }

    /**
     * Logical exclusive OR.  Nonzero numbers are true.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray logicalXor(double x2) {
        return Ops.logicalXor(self(), x2);
    }

    /**
     * Logical exclusive OR.  Nonzero numbers are true.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray logicalXor(long x2) {
        return Ops.logicalXor(self(), x2);
    }

    /**
     * log(x / (1 - x)), the inverse of sigmoid.
     *
     * @return the result
     */
    public NDArray logit() {
        return Ops.logit(self());
    }

    /**
     * log(sum(exp(x))) over axes, without overflow.
     *
     * @return the result
     */
    public NDArray logsumexp() {
        return Ops.logsumexp(self());
    }

    /**
     * log(sum(exp(x))) over axes, without overflow.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray logsumexp(Consumer<LogsumexpOptions> options) {
        return Ops.logsumexp(self(), options);
    }

    /**
     * Power-average pooling: (sum x^p)^(1/p) of each window, with p = norm_type.
     *
     * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
     * @return the result
     */
    public NDArray lpPool(long... kernelSize) {
        return Ops.lpPool(self(), kernelSize);
    }

    /**
     * Power-average pooling: (sum x^p)^(1/p) of each window, with p = norm_type.
     *
     * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray lpPool(long[] kernelSize, Consumer<LpPoolOptions> options) {
        return Ops.lpPool(self(), kernelSize, options);
    }

    /**
     * A long short-term memory (LSTM) layer.
     *
     * <p>x has shape (time, batch, inputs), weight_ih (4 * units, inputs), weight_hh (4 * units, units), with the gates in the
     * order i, f, g, o.  y holds the states of all time steps, h_n and c_n the last states; saved is for the gradient.  lengths
     * has the number of time steps of each sample, after which y is 0 and the state does not change.
     *
     * @param weightIh weights of the input
     * @param weightHh weights of the hidden state
     * @return hidden states of all time steps; last hidden state; last cell state; intermediate values for the gradient
     */
    public LstmResult lstm(NDArray weightIh, NDArray weightHh) {
        return Ops.lstm(self(), weightIh, weightHh);
    }

    /**
     * A long short-term memory (LSTM) layer.
     *
     * <p>x has shape (time, batch, inputs), weight_ih (4 * units, inputs), weight_hh (4 * units, units), with the gates in the
     * order i, f, g, o.  y holds the states of all time steps, h_n and c_n the last states; saved is for the gradient.  lengths
     * has the number of time steps of each sample, after which y is 0 and the state does not change.
     *
     * @param weightIh weights of the input
     * @param weightHh weights of the hidden state
     * @param options sets the optional arguments
     * @return hidden states of all time steps; last hidden state; last cell state; intermediate values for the gradient
     */
    public LstmResult lstm(NDArray weightIh, NDArray weightHh, Consumer<LstmOptions> options) {
        return Ops.lstm(self(), weightIh, weightHh, options);
    }

    /**
     * The margin ranking loss, max(0, margin - target * (x1 - x2)), for targets 1 and -1.
     *
     * @param x2 scores
     * @param target 1 if x1 should be ranked higher, else -1
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray marginRankingLoss(NDArray x2, NDArray target) {
        return Ops.marginRankingLoss(self(), x2, target);
    }

    /**
     * The margin ranking loss, max(0, margin - target * (x1 - x2)), for targets 1 and -1.
     *
     * @param x2 scores
     * @param target 1 if x1 should be ranked higher, else -1
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray marginRankingLoss(NDArray x2, NDArray target, Consumer<MarginRankingLossOptions> options) {
        return Ops.marginRankingLoss(self(), x2, target, options);
    }

    /**
     * A copy of x with the elements replaced where the mask is true, as in x[mask] = values.
     *
     * <p>Values are one row for all true elements, or one row for each in row-major order; any other number of rows makes the
     * operation fail.  If x is also the output, only the selected elements are written.
     *
     * @param mask bools, in the shape of x or of its leading axes
     * @param values new values, in order
     * @return x with the new values
     */
    public NDArray maskPut(NDArray mask, NDArray values) {
        return Ops.maskPut(self(), mask, values);
    }

    /**
     * Elements (or rows) of x where the mask is true, as in x[mask].
     *
     * <p>The size of the result depends on the mask, so this waits for the mask (not for x).  The mask has the shape of x or of
     * its leading dimensions.
     *
     * @param mask bools, in the shape of x or of its leading axes
     * @return the elements or rows where the mask is true
     */
    public NDArray maskSelect(NDArray mask) {
        return Ops.maskSelect(self(), mask);
    }

    /**
     * The matrix product of two arrays.
     *
     * <p>Dimensions before the last two broadcast.  A vector is treated as a row on the left and as a column on the right, and
     * this dimension is dropped from the result.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray matmul(NDArray x2) {
        return Ops.matmul(self(), x2);
    }

    /**
     * The matrix norms that need no singular values.
     *
     * <p>'fro' is the square root of the sum of squares.  '1' and '-1' are the largest and smallest column sum of |x|, 'inf' and
     * '-inf' the largest and smallest row sum.
     *
     * @return the result
     */
    public NDArray matrixNorm() {
        return Ops.matrixNorm(self());
    }

    /**
     * The matrix norms that need no singular values.
     *
     * <p>'fro' is the square root of the sum of squares.  '1' and '-1' are the largest and smallest column sum of |x|, 'inf' and
     * '-inf' the largest and smallest row sum.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray matrixNorm(Consumer<MatrixNormOptions> options) {
        return Ops.matrixNorm(self(), options);
    }

    /**
     * Raise square matrices to an integer power.
     *
     * @param n the exponent; if negative, x is inverted first
     * @return the result
     */
    public NDArray matrixPower(long n) {
        return Ops.matrixPower(self(), n);
    }

    /**
     * Exchange the last two axes; returns a view.
     *
     * @return the result
     */
    public NDArray matrixTranspose() {
        return Ops.matrixTranspose(self());
    }

    /**
     * Maximum over axes; NaN if any element is NaN.
     *
     * @return the result
     */
    public NDArray max() {
        return Ops.max(self());
    }

    /**
     * Maximum over axes; NaN if any element is NaN.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray max(Consumer<MaxOptions> options) {
        return Ops.max(self(), options);
    }

    /**
     * Max pooling over one, two or three spatial axes.
     *
     * <p>x has shape (batch, channels, spatial axes).  A window that contains NaN gives NaN.
     *
     * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
     * @return the result
     */
    public NDArray maxPool(long... kernelSize) {
        return Ops.maxPool(self(), kernelSize);
    }

    /**
     * Max pooling over one, two or three spatial axes.
     *
     * <p>x has shape (batch, channels, spatial axes).  A window that contains NaN gives NaN.
     *
     * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray maxPool(long[] kernelSize, Consumer<MaxPoolOptions> options) {
        return Ops.maxPool(self(), kernelSize, options);
    }

    /**
     * The indices of the maxima of max_pool, flattened over the spatial axes.
     *
     * <p>Among equal elements the first is chosen.
     *
     * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
     * @return position of each maximum in the flattened spatial axes
     */
    public NDArray maxPoolIndices(long... kernelSize) {
        return Ops.maxPoolIndices(self(), kernelSize);
    }

    /**
     * The indices of the maxima of max_pool, flattened over the spatial axes.
     *
     * <p>Among equal elements the first is chosen.
     *
     * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
     * @param options sets the optional arguments
     * @return position of each maximum in the flattened spatial axes
     */
    public NDArray maxPoolIndices(long[] kernelSize, Consumer<MaxPoolIndicesOptions> options) {
        return Ops.maxPoolIndices(self(), kernelSize, options);
    }

    /**
     * The partial inverse of max_pool: zeros, with x at the positions of max_pool_indices.
     *
     * <p>The task fails if an index is out of range.
     *
     * @param indices positions, as max_pool_indices returns them
     * @param outputSize spatial sizes of the result, one entry per axis (at least 1)
     * @return the result
     */
    public NDArray maxUnpool(NDArray indices, long... outputSize) {
        return Ops.maxUnpool(self(), indices, outputSize);
    }

    /**
     * Element-wise maximum; NaN if either element is NaN.  Equal elements share the gradient.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray maximum(NDArray x2) {
        return Ops.maximum(self(), x2);
    }

    /**
     * Element-wise maximum; NaN if either element is NaN.  Equal elements share the gradient.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray maximum(double x2) {
        return Ops.maximum(self(), x2);
    }

    /**
     * Element-wise maximum; NaN if either element is NaN.  Equal elements share the gradient.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray maximum(long x2) {
        return Ops.maximum(self(), x2);
    }

    /**
     * Arithmetic mean over axes.
     *
     * @return the result
     */
    public NDArray mean() {
        return Ops.mean(self());
    }

    /**
     * Arithmetic mean over axes.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray mean(Consumer<MeanOptions> options) {
        return Ops.mean(self(), options);
    }

    /**
     * Median along an axis; for an even number of elements, the mean of the two middle ones.
     *
     * <p>If an element is NaN, the result is NaN.
     *
     * @return the result
     */
    public NDArray median() {
        return Ops.median(self());
    }

    /**
     * Median along an axis; for an even number of elements, the mean of the two middle ones.
     *
     * <p>If an element is NaN, the result is NaN.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray median(Consumer<MedianOptions> options) {
        return Ops.median(self(), options);
    }

    /**
     * Minimum over axes; NaN if any element is NaN.
     *
     * @return the result
     */
    public NDArray min() {
        return Ops.min(self());
    }

    /**
     * Minimum over axes; NaN if any element is NaN.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray min(Consumer<MinOptions> options) {
        return Ops.min(self(), options);
    }

    /**
     * Element-wise minimum; NaN if either element is NaN.  Equal elements share the gradient.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray minimum(NDArray x2) {
        return Ops.minimum(self(), x2);
    }

    /**
     * Element-wise minimum; NaN if either element is NaN.  Equal elements share the gradient.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray minimum(double x2) {
        return Ops.minimum(self(), x2);
    }

    /**
     * Element-wise minimum; NaN if either element is NaN.  Equal elements share the gradient.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray minimum(long x2) {
        return Ops.minimum(self(), x2);
    }

    /**
     * Mish: x tanh(softplus(x)).
     *
     * @return the result
     */
    public NDArray mish() {
        return Ops.mish(self());
    }

    /**
     * Move axes to new positions; the others keep their order.  Returns a view.
     *
     * @param source axes to move
     * @param destination their positions in the result
     * @return the result
     */
    public NDArray moveaxis(long[] source, long... destination) {
        return Ops.moveaxis(self(), source, destination);
    }

    /**
     * The mean squared error, (x - target)^2.
     *
     * @param target the values to predict
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray mseLoss(NDArray target) {
        return Ops.mseLoss(self(), target);
    }

    /**
     * The mean squared error, (x - target)^2.
     *
     * @param target the values to predict
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray mseLoss(NDArray target, Consumer<MseLossOptions> options) {
        return Ops.mseLoss(self(), target, options);
    }

    /**
     * The multi-class margin loss: the mean of max(0, margin - x[label] + x[i])^p over classes.
     *
     * <p>x has shape (batch, classes).  The class of the label does not contribute.  weight has one factor per class.  A label
     * out of range is an error.
     *
     * @param target labels
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray multiMarginLoss(NDArray target) {
        return Ops.multiMarginLoss(self(), target);
    }

    /**
     * The multi-class margin loss: the mean of max(0, margin - x[label] + x[i])^p over classes.
     *
     * <p>x has shape (batch, classes).  The class of the label does not contribute.  weight has one factor per class.  A label
     * out of range is an error.
     *
     * @param target labels
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray multiMarginLoss(NDArray target, Consumer<MultiMarginLossOptions> options) {
        return Ops.multiMarginLoss(self(), target, options);
    }

    /**
     * The mean over classes of the binary cross entropy between sigmoid(x) and 0/1 targets.
     *
     * <p>Classes lie along the last axis.
     *
     * @param target 0 or 1 for each class
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray multilabelSoftMarginLoss(NDArray target) {
        return Ops.multilabelSoftMarginLoss(self(), target);
    }

    /**
     * The mean over classes of the binary cross entropy between sigmoid(x) and 0/1 targets.
     *
     * <p>Classes lie along the last axis.
     *
     * @param target 0 or 1 for each class
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray multilabelSoftMarginLoss(NDArray target, Consumer<MultilabelSoftMarginLossOptions> options) {
        return Ops.multilabelSoftMarginLoss(self(), target, options);
    }

    /**
     * Element-wise product.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray multiply(NDArray x2) {
        return Ops.multiply(self(), x2);
    }

    /**
     * Element-wise product.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray multiply(double x2) {
        return Ops.multiply(self(), x2);
    }

    /**
     * Element-wise product.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray multiply(long x2) {
        return Ops.multiply(self(), x2);
    }

    /**
     * Index of the largest element that is not NaN along an axis; the first of equal elements.
     *
     * <p>Where all elements are NaN, the operation fails.
     *
     * @return the indices
     */
    public NDArray nanargmax() {
        return Ops.nanargmax(self());
    }

    /**
     * Index of the largest element that is not NaN along an axis; the first of equal elements.
     *
     * <p>Where all elements are NaN, the operation fails.
     *
     * @param options sets the optional arguments
     * @return the indices
     */
    public NDArray nanargmax(Consumer<NanargmaxOptions> options) {
        return Ops.nanargmax(self(), options);
    }

    /**
     * Index of the smallest element that is not NaN along an axis; the first of equal elements.
     *
     * <p>Where all elements are NaN, the operation fails.
     *
     * @return the indices
     */
    public NDArray nanargmin() {
        return Ops.nanargmin(self());
    }

    /**
     * Index of the smallest element that is not NaN along an axis; the first of equal elements.
     *
     * <p>Where all elements are NaN, the operation fails.
     *
     * @param options sets the optional arguments
     * @return the indices
     */
    public NDArray nanargmin(Consumer<NanargminOptions> options) {
        return Ops.nanargmin(self(), options);
    }

    /**
     * Cumulative product along an axis, with NaN as 1.
     *
     * @return the result
     */
    public NDArray nancumprod() {
        return Ops.nancumprod(self());
    }

    /**
     * Cumulative product along an axis, with NaN as 1.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray nancumprod(Consumer<NancumprodOptions> options) {
        return Ops.nancumprod(self(), options);
    }

    /**
     * Cumulative sum along an axis, with NaN as 0.
     *
     * @return the result
     */
    public NDArray nancumsum() {
        return Ops.nancumsum(self());
    }

    /**
     * Cumulative sum along an axis, with NaN as 0.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray nancumsum(Consumer<NancumsumOptions> options) {
        return Ops.nancumsum(self(), options);
    }

    /**
     * Maximum over axes of the elements that are not NaN.
     *
     * <p>NaN where all are NaN.
     *
     * @return the result
     */
    public NDArray nanmax() {
        return Ops.nanmax(self());
    }

    /**
     * Maximum over axes of the elements that are not NaN.
     *
     * <p>NaN where all are NaN.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray nanmax(Consumer<NanmaxOptions> options) {
        return Ops.nanmax(self(), options);
    }

    /**
     * Arithmetic mean over axes of the elements that are not NaN.
     *
     * <p>Without any, the mean is NaN.
     *
     * @return the result
     */
    public NDArray nanmean() {
        return Ops.nanmean(self());
    }

    /**
     * Arithmetic mean over axes of the elements that are not NaN.
     *
     * <p>Without any, the mean is NaN.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray nanmean(Consumer<NanmeanOptions> options) {
        return Ops.nanmean(self(), options);
    }

    /**
     * Median along an axis of the elements that are not NaN.
     *
     * <p>NaN where all are NaN.
     *
     * @return the result
     */
    public NDArray nanmedian() {
        return Ops.nanmedian(self());
    }

    /**
     * Median along an axis of the elements that are not NaN.
     *
     * <p>NaN where all are NaN.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray nanmedian(Consumer<NanmedianOptions> options) {
        return Ops.nanmedian(self(), options);
    }

    /**
     * Minimum over axes of the elements that are not NaN.
     *
     * <p>NaN where all are NaN.
     *
     * @return the result
     */
    public NDArray nanmin() {
        return Ops.nanmin(self());
    }

    /**
     * Minimum over axes of the elements that are not NaN.
     *
     * <p>NaN where all are NaN.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray nanmin(Consumer<NanminOptions> options) {
        return Ops.nanmin(self(), options);
    }

    /**
     * Product over axes of the elements that are not NaN.
     *
     * <p>Without any, the product is 1.
     *
     * @return the result
     */
    public NDArray nanprod() {
        return Ops.nanprod(self());
    }

    /**
     * Product over axes of the elements that are not NaN.
     *
     * <p>Without any, the product is 1.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray nanprod(Consumer<NanprodOptions> options) {
        return Ops.nanprod(self(), options);
    }

    /**
     * Standard deviation over axes of the elements that are not NaN.
     *
     * <p>NaN where there are no more of them than the correction.
     *
     * @return the result
     */
    public NDArray nanstd() {
        return Ops.nanstd(self());
    }

    /**
     * Standard deviation over axes of the elements that are not NaN.
     *
     * <p>NaN where there are no more of them than the correction.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray nanstd(Consumer<NanstdOptions> options) {
        return Ops.nanstd(self(), options);
    }

    /**
     * Sum over axes of the elements that are not NaN.
     *
     * <p>Without any, the sum is 0.
     *
     * @return the result
     */
    public NDArray nansum() {
        return Ops.nansum(self());
    }

    /**
     * Sum over axes of the elements that are not NaN.
     *
     * <p>Without any, the sum is 0.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray nansum(Consumer<NansumOptions> options) {
        return Ops.nansum(self(), options);
    }

    /**
     * Variance over axes of the elements that are not NaN.
     *
     * <p>NaN where there are no more of them than the correction.
     *
     * @return the result
     */
    public NDArray nanvar() {
        return Ops.nanvar(self());
    }

    /**
     * Variance over axes of the elements that are not NaN.
     *
     * <p>NaN where there are no more of them than the correction.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray nanvar(Consumer<NanvarOptions> options) {
        return Ops.nanvar(self(), options);
    }

    /**
     * Negate each element.
     *
     * @return the result
     */
    public NDArray negative() {
        return Ops.negative(self());
    }

    /**
     * Next representable number after x1 in the direction of x2.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray nextafter(NDArray x2) {
        return Ops.nextafter(self(), x2);
    }

    /**
     * Next representable number after x1 in the direction of x2.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray nextafter(double x2) {
        return Ops.nextafter(self(), x2);
    }

    /**
     * Next representable number after x1 in the direction of x2.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray nextafter(long x2) {
        return Ops.nextafter(self(), x2);
    }

    /**
     * The negative log-likelihood of labels under log-probabilities x.
     *
     * <p>x holds log-probabilities, with the classes along axis.  weight has one factor per class; a mean divides by the sum of
     * the weights of the labels.  A label that is out of range is an error, unless it is ignore_index.
     *
     * @param target labels
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray nllLoss(NDArray target) {
        return Ops.nllLoss(self(), target);
    }

    /**
     * The negative log-likelihood of labels under log-probabilities x.
     *
     * <p>x holds log-probabilities, with the classes along axis.  weight has one factor per class; a mean divides by the sum of
     * the weights of the labels.  A label that is out of range is an error, unless it is ignore_index.
     *
     * @param target labels
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray nllLoss(NDArray target, Consumer<NllLossOptions> options) {
        return Ops.nllLoss(self(), target, options);
    }

    /**
     * Indices of the nonzero elements: one array for each axis.
     *
     * <p>The size of the result depends on the values, so this waits for x.  The indices are in row-major order of the elements.
     *
     * @return the indices of the nonzero elements, one array per axis
     */
    public NDArray[] nonzero() {
        return Ops.nonzero(self());
    }

    /**
     * Divide the vectors along an axis by their p-norm.
     *
     * @return the result
     */
    public NDArray normalize() {
        return Ops.normalize(self());
    }

    /**
     * Divide the vectors along an axis by their p-norm.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray normalize(Consumer<NormalizeOptions> options) {
        return Ops.normalize(self(), options);
    }

    /**
     * Test whether x1 != x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray notEqual(NDArray x2) {
        return Ops.notEqual(self(), x2);
    }

    /**
     * Test whether x1 != x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray notEqual(double x2) {
        return Ops.notEqual(self(), x2);
    }

    /**
     * Test whether x1 != x2, element-wise.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray notEqual(long x2) {
        return Ops.notEqual(self(), x2);
    }

    /**
     * One-hot vectors: 1 at each index, 0 elsewhere.
     *
     * <p>An index outside 0 to num_classes - 1 makes the operation fail.
     *
     * @param numClasses size of the new last dimension; required (at least 0)
     * @return 1 at the class of each index, 0 elsewhere
     */
    public NDArray oneHot(long numClasses) {
        return Ops.oneHot(self(), numClasses);
    }

    /**
     * One-hot vectors: 1 at each index, 0 elsewhere.
     *
     * <p>An index outside 0 to num_classes - 1 makes the operation fail.
     *
     * @param numClasses size of the new last dimension; required (at least 0)
     * @param options sets the optional arguments
     * @return 1 at the class of each index, 0 elsewhere
     */
    public NDArray oneHot(long numClasses, Consumer<OneHotOptions> options) {
        return Ops.oneHot(self(), numClasses, options);
    }

    /**
     * Ones with the shape and dtype of x.
     *
     * @return the result
     */
    public NDArray onesLike() {
        return Ops.onesLike(self());
    }

    /**
     * Ones with the shape and dtype of x.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray onesLike(Consumer<OnesLikeOptions> options) {
        return Ops.onesLike(self(), options);
    }

    /**
     * The outer product: each element of x1 times each element of x2.
     *
     * <p>Inputs of several dimensions are flattened.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray outer(NDArray x2) {
        return Ops.outer(self(), x2);
    }

    /**
     * Pad an array.
     *
     * <p>The padding is a constant, the nearest edge element ('edge' or 'replicate'), a reflection at the edge ('reflect';
     * 'symmetric' repeats the edge element), or the elements of the opposite end ('wrap' or 'circular').
     *
     * @param widths padding before and after the first axis, then before and after the next, and so on (at least 0)
     * @return the result
     */
    public NDArray pad(long... widths) {
        return Ops.pad(self(), widths);
    }

    /**
     * Pad an array.
     *
     * <p>The padding is a constant, the nearest edge element ('edge' or 'replicate'), a reflection at the edge ('reflect';
     * 'symmetric' repeats the edge element), or the elements of the opposite end ('wrap' or 'circular').
     *
     * @param widths padding before and after the first axis, then before and after the next, and so on (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray pad(long[] widths, Consumer<PadOptions> options) {
        return Ops.pad(self(), widths, options);
    }

    /**
     * The p-norm distances between corresponding vectors along the last axes of x1 and x2.
     *
     * @param x2 vectors
     * @return the result
     */
    public NDArray pairwiseDistance(NDArray x2) {
        return Ops.pairwiseDistance(self(), x2);
    }

    /**
     * The p-norm distances between corresponding vectors along the last axes of x1 and x2.
     *
     * @param x2 vectors
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray pairwiseDistance(NDArray x2, Consumer<PairwiseDistanceOptions> options) {
        return Ops.pairwiseDistance(self(), x2, options);
    }

    /**
     * Partition along an axis: the kth element is where sorting would put it, smaller ones before it.
     *
     * <p>All elements are sorted, which is fast; use topk for a few of them.
     *
     * @param kth index that is put in its sorted position
     * @return the result
     */
    public NDArray partition(long kth) {
        return Ops.partition(self(), kth);
    }

    /**
     * Partition along an axis: the kth element is where sorting would put it, smaller ones before it.
     *
     * <p>All elements are sorted, which is fast; use topk for a few of them.
     *
     * @param kth index that is put in its sorted position
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray partition(long kth, Consumer<PartitionOptions> options) {
        return Ops.partition(self(), kth, options);
    }

    /**
     * Percentiles of the elements along an axis, for q from 0 to 100.
     *
     * <p>Like quantile, with q from 0 to 100.
     *
     * @param q which quantiles, as fractions or percentages
     * @return the result
     */
    public NDArray percentile(NDArray q) {
        return Ops.percentile(self(), q);
    }

    /**
     * Percentiles of the elements along an axis, for q from 0 to 100.
     *
     * <p>Like quantile, with q from 0 to 100.
     *
     * @param q which quantiles, as fractions or percentages
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray percentile(NDArray q, Consumer<PercentileOptions> options) {
        return Ops.percentile(self(), q, options);
    }

    /**
     * Permute the axes; returns a view.
     *
     * @return the result
     */
    public NDArray permuteDims() {
        return Ops.permuteDims(self());
    }

    /**
     * Permute the axes; returns a view.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray permuteDims(Consumer<PermuteDimsOptions> options) {
        return Ops.permuteDims(self(), options);
    }

    /**
     * Rearrange groups of channels into blocks of pixels (sub-pixel convolution).
     *
     * <p>x has shape (..., channels * upscale_factor^2, height, width); the result has shape (..., channels, height *
     * upscale_factor, width * upscale_factor).
     *
     * @param upscaleFactor factor by which height and width grow (at least 1)
     * @return the result
     */
    public NDArray pixelShuffle(long upscaleFactor) {
        return Ops.pixelShuffle(self(), upscaleFactor);
    }

    /**
     * Rearrange blocks of pixels into groups of channels, the inverse of pixel_shuffle.
     *
     * <p>x has shape (..., channels, height, width).
     *
     * @param downscaleFactor factor by which height and width shrink (at least 1)
     * @return the result
     */
    public NDArray pixelUnshuffle(long downscaleFactor) {
        return Ops.pixelUnshuffle(self(), downscaleFactor);
    }

    /**
     * Samples from a Poisson distribution.
     *
     * @return samples
     */
    public NDArray poisson() {
        return Ops.poisson(self());
    }

    /**
     * Samples from a Poisson distribution.
     *
     * @param options sets the optional arguments
     * @return samples
     */
    public NDArray poisson(Consumer<PoissonOptions> options) {
        return Ops.poisson(self(), options);
    }

    /**
     * The Poisson negative log-likelihood of the target, with rate exp(x), or x without log_input.
     *
     * @param target counts
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray poissonNllLoss(NDArray target) {
        return Ops.poissonNllLoss(self(), target);
    }

    /**
     * The Poisson negative log-likelihood of the target, with rate exp(x), or x without log_input.
     *
     * @param target counts
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray poissonNllLoss(NDArray target, Consumer<PoissonNllLossOptions> options) {
        return Ops.poissonNllLoss(self(), target, options);
    }

    /**
     * Each element unchanged.
     *
     * @return the result
     */
    public NDArray positive() {
        return Ops.positive(self());
    }

    /**
     * x1 raised to the power x2.  Integer powers must not be negative.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray pow(NDArray x2) {
        return Ops.pow(self(), x2);
    }

    /**
     * x1 raised to the power x2.  Integer powers must not be negative.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray pow(double x2) {
        return Ops.pow(self(), x2);
    }

    /**
     * x1 raised to the power x2.  Integer powers must not be negative.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray pow(long x2) {
        return Ops.pow(self(), x2);
    }

    /**
     * Parametric ReLU: x1 where x1 &gt; 0, x2 x1 elsewhere.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray prelu(NDArray x2) {
        return Ops.prelu(self(), x2);
    }

    /**
     * Parametric ReLU: x1 where x1 &gt; 0, x2 x1 elsewhere.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray prelu(double x2) {
        return Ops.prelu(self(), x2);
    }

    /**
     * Parametric ReLU: x1 where x1 &gt; 0, x2 x1 elsewhere.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray prelu(long x2) {
        return Ops.prelu(self(), x2);
    }

    /**
     * Product over axes.
     *
     * @return the result
     */
    public NDArray prod() {
        return Ops.prod(self());
    }

    /**
     * Product over axes.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray prod(Consumer<ProdOptions> options) {
        return Ops.prod(self(), options);
    }

    /**
     * A copy of x with the elements at per-position indices along an axis replaced by values.
     *
     * <p>If an element is indexed several times, the last value is stored, or with accumulate all are added in order.  If x is
     * also the output, only the indexed elements are written.
     *
     * @param indices index of each value along the axis
     * @param values the values to store or combine
     * @return x with the values
     */
    public NDArray putAlongAxis(NDArray indices, NDArray values) {
        return Ops.putAlongAxis(self(), indices, values);
    }

    /**
     * A copy of x with the elements at per-position indices along an axis replaced by values.
     *
     * <p>If an element is indexed several times, the last value is stored, or with accumulate all are added in order.  If x is
     * also the output, only the indexed elements are written.
     *
     * @param indices index of each value along the axis
     * @param values the values to store or combine
     * @param options sets the optional arguments
     * @return x with the values
     */
    public NDArray putAlongAxis(NDArray indices, NDArray values, Consumer<PutAlongAxisOptions> options) {
        return Ops.putAlongAxis(self(), indices, values, options);
    }

    /**
     * A copy of x with the elements at per-position indices along an axis reduced with values: their sum, product, maximum,
     * minimum or mean.
     *
     * <p>Elements that are not indexed keep their values.  Without include_self the indexed elements are the reduction of the
     * values alone.  This is PyTorch's scatter_reduce, with the same gradient: equal maxima share it.
     *
     * @param indices index of each value along the axis
     * @param values the values to store or combine
     * @return x with the values
     */
    public NDArray putAlongAxisReduce(NDArray indices, NDArray values) {
        return Ops.putAlongAxisReduce(self(), indices, values);
    }

    /**
     * A copy of x with the elements at per-position indices along an axis reduced with values: their sum, product, maximum,
     * minimum or mean.
     *
     * <p>Elements that are not indexed keep their values.  Without include_self the indexed elements are the reduction of the
     * values alone.  This is PyTorch's scatter_reduce, with the same gradient: equal maxima share it.
     *
     * @param indices index of each value along the axis
     * @param values the values to store or combine
     * @param options sets the optional arguments
     * @return x with the values
     */
    public NDArray putAlongAxisReduce(NDArray indices, NDArray values, Consumer<PutAlongAxisReduceOptions> options) {
        return Ops.putAlongAxisReduce(self(), indices, values, options);
    }

    /**
     * The QR factorisation: orthonormal columns q times an upper triangular r.
     *
     * <p>For an m x n matrix with k = min(m, n), q is m x k and r is k x n.  In mode 'complete' q is m x m and r is m x n; there
     * is no gradient in that mode if k &lt; m.
     *
     * @return orthonormal columns; upper triangular factor
     */
    public QrResult qr() {
        return Ops.qr(self());
    }

    /**
     * The QR factorisation: orthonormal columns q times an upper triangular r.
     *
     * <p>For an m x n matrix with k = min(m, n), q is m x k and r is k x n.  In mode 'complete' q is m x m and r is m x n; there
     * is no gradient in that mode if k &lt; m.
     *
     * @param options sets the optional arguments
     * @return orthonormal columns; upper triangular factor
     */
    public QrResult qr(Consumer<QrOptions> options) {
        return Ops.qr(self(), options);
    }

    /**
     * Quantiles of the elements along an axis, for q from 0 to 1.
     *
     * <p>The dimensions of q come first in the result.  If an element is NaN, the result is NaN.  The task fails if an element of
     * q is out of range.  The methods are NumPy's: 'linear', 'lower', 'higher', 'nearest', 'midpoint', 'inverted_cdf',
     * 'averaged_inverted_cdf', 'closest_observation', 'interpolated_inverted_cdf', 'hazen', 'weibull', 'median_unbiased',
     * 'normal_unbiased'.
     *
     * @param q which quantiles, as fractions or percentages
     * @return the result
     */
    public NDArray quantile(NDArray q) {
        return Ops.quantile(self(), q);
    }

    /**
     * Quantiles of the elements along an axis, for q from 0 to 1.
     *
     * <p>The dimensions of q come first in the result.  If an element is NaN, the result is NaN.  The task fails if an element of
     * q is out of range.  The methods are NumPy's: 'linear', 'lower', 'higher', 'nearest', 'midpoint', 'inverted_cdf',
     * 'averaged_inverted_cdf', 'closest_observation', 'interpolated_inverted_cdf', 'hazen', 'weibull', 'median_unbiased',
     * 'normal_unbiased'.
     *
     * @param q which quantiles, as fractions or percentages
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray quantile(NDArray q, Consumer<QuantileOptions> options) {
        return Ops.quantile(self(), q, options);
    }

    /**
     * Gaussian error linear unit, by its sigmoid approximation: x sigmoid(1.702 x).
     *
     * @return the result
     */
    public NDArray quickGelu() {
        return Ops.quickGelu(self());
    }

    /**
     * Convert radians to degrees.
     *
     * @return the result
     */
    public NDArray rad2deg() {
        return Ops.rad2deg(self());
    }

    /**
     * Flatten x to one dimension.
     *
     * <p>A view of x if its strides allow, otherwise a copy.
     *
     * @return the result
     */
    public NDArray ravel() {
        return Ops.ravel(self());
    }

    /**
     * Real part.
     *
     * @return the result
     */
    public NDArray real() {
        return Ops.real(self());
    }

    /**
     * Reciprocal of each element, 1 / x.
     *
     * @return the result
     */
    public NDArray reciprocal() {
        return Ops.reciprocal(self());
    }

    /**
     * Rectified linear unit: max(x, 0).
     *
     * @return the result
     */
    public NDArray relu() {
        return Ops.relu(self());
    }

    /**
     * ReLU capped at 6: min(max(x, 0), 6).
     *
     * @return the result
     */
    public NDArray relu6() {
        return Ops.relu6(self());
    }

    /**
     * Remainder of floor_divide, with the sign of x2.  Integer remainder by 0 is 0.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray remainder(NDArray x2) {
        return Ops.remainder(self(), x2);
    }

    /**
     * Remainder of floor_divide, with the sign of x2.  Integer remainder by 0 is 0.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray remainder(double x2) {
        return Ops.remainder(self(), x2);
    }

    /**
     * Remainder of floor_divide, with the sign of x2.  Integer remainder by 0 is 0.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray remainder(long x2) {
        return Ops.remainder(self(), x2);
    }

    /**
     * Repeat each element along an axis.
     *
     * @param repeats number of repeats: one for all elements, or one for each (at least 0)
     * @return the result
     */
    public NDArray repeat(long... repeats) {
        return Ops.repeat(self(), repeats);
    }

    /**
     * Repeat each element along an axis.
     *
     * @param repeats number of repeats: one for all elements, or one for each (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray repeat(long[] repeats, Consumer<RepeatOptions> options) {
        return Ops.repeat(self(), repeats, options);
    }

    /**
     * Give x a new shape with the same elements.
     *
     * <p>A view of x if its strides allow, otherwise a copy.
     *
     * @param shape the new shape; one dimension may be -1 (at least -1)
     * @return the result
     */
    public NDArray reshape(long... shape) {
        return Ops.reshape(self(), shape);
    }

    /**
     * The discrete Fourier transform of real input, without the redundant half.
     *
     * <p>Along the last transformed axis the result has the frequencies 0 to n/2; the others are complex conjugates of these.
     *
     * @return the result
     */
    public NDArray rfftn() {
        return Ops.rfftn(self());
    }

    /**
     * The discrete Fourier transform of real input, without the redundant half.
     *
     * <p>Along the last transformed axis the result has the frequencies 0 to n/2; the others are complex conjugates of these.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray rfftn(Consumer<RfftnOptions> options) {
        return Ops.rfftn(self(), options);
    }

    /**
     * Root mean square normalisation: divide by the root mean square over the last axes.
     *
     * <p>weight has the shape of those axes.
     *
     * @return the result
     */
    public NDArray rmsNorm() {
        return Ops.rmsNorm(self());
    }

    /**
     * Root mean square normalisation: divide by the root mean square over the last axes.
     *
     * <p>weight has the shape of those axes.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray rmsNorm(Consumer<RmsNormOptions> options) {
        return Ops.rmsNorm(self(), options);
    }

    /**
     * A simple (Elman) recurrent layer: h' = tanh(W_ih x + b_ih + W_hh h + b_hh).
     *
     * <p>x has shape (time, batch, inputs), weight_ih (units, inputs), weight_hh (units, units).  y holds the states of all time
     * steps, h_n the last one.  lengths has the number of time steps of each sample, after which y is 0 and the state does not
     * change.
     *
     * @param weightIh weights of the input
     * @param weightHh weights of the hidden state
     * @return hidden states of all time steps; last hidden state
     */
    public RnnResult rnn(NDArray weightIh, NDArray weightHh) {
        return Ops.rnn(self(), weightIh, weightHh);
    }

    /**
     * A simple (Elman) recurrent layer: h' = tanh(W_ih x + b_ih + W_hh h + b_hh).
     *
     * <p>x has shape (time, batch, inputs), weight_ih (units, inputs), weight_hh (units, units).  y holds the states of all time
     * steps, h_n the last one.  lengths has the number of time steps of each sample, after which y is 0 and the state does not
     * change.
     *
     * @param weightIh weights of the input
     * @param weightHh weights of the hidden state
     * @param options sets the optional arguments
     * @return hidden states of all time steps; last hidden state
     */
    public RnnResult rnn(NDArray weightIh, NDArray weightHh, Consumer<RnnOptions> options) {
        return Ops.rnn(self(), weightIh, weightHh, options);
    }

    /**
     * Roll elements along axes; elements shifted out at one end re-enter at the other.
     *
     * @param shift number of positions to shift by; positive: towards higher indices
     * @return the result
     */
    public NDArray roll(long... shift) {
        return Ops.roll(self(), shift);
    }

    /**
     * Roll elements along axes; elements shifted out at one end re-enter at the other.
     *
     * @param shift number of positions to shift by; positive: towards higher indices
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray roll(long[] shift, Consumer<RollOptions> options) {
        return Ops.roll(self(), shift, options);
    }

    /**
     * Round to the nearest integer; halves are rounded to even.
     *
     * @return the result
     */
    public NDArray round() {
        return Ops.round(self());
    }

    /**
     * Reciprocal of the square root.
     *
     * @return the result
     */
    public NDArray rsqrt() {
        return Ops.rsqrt(self());
    }

    /**
     * Scaled dot-product attention: softmax(scale query key^T + mask) value.
     *
     * <p>query has shape (..., heads, L, E), key (..., heads, S, E) and value (..., heads, S, V).  The result y has shape (...,
     * heads, L, V); lse is the logarithm of the sum of exponentials of each row of scores.  attn_mask broadcasts to (..., heads,
     * L, S): a bool mask is true where a query may attend to a key, a float mask is added to the scores.  Masked keys and values
     * do not contribute, even if they are NaN, and a query whose keys are all masked gives zeros.  Memory use is proportional to
     * L + S.  dropout_seed, an integer, determines which weights are dropped.
     *
     * @param key keys
     * @param value values
     * @return weighted sums of the values; logarithm of the sum of exponentials of the scores
     */
    public ScaledDotProductAttentionResult scaledDotProductAttention(NDArray key, NDArray value) {
        return Ops.scaledDotProductAttention(self(), key, value);
    }

    /**
     * Scaled dot-product attention: softmax(scale query key^T + mask) value.
     *
     * <p>query has shape (..., heads, L, E), key (..., heads, S, E) and value (..., heads, S, V).  The result y has shape (...,
     * heads, L, V); lse is the logarithm of the sum of exponentials of each row of scores.  attn_mask broadcasts to (..., heads,
     * L, S): a bool mask is true where a query may attend to a key, a float mask is added to the scores.  Masked keys and values
     * do not contribute, even if they are NaN, and a query whose keys are all masked gives zeros.  Memory use is proportional to
     * L + S.  dropout_seed, an integer, determines which weights are dropped.
     *
     * @param key keys
     * @param value values
     * @param options sets the optional arguments
     * @return weighted sums of the values; logarithm of the sum of exponentials of the scores
     */
    public ScaledDotProductAttentionResult scaledDotProductAttention(NDArray key, NDArray value, Consumer<ScaledDotProductAttentionOptions> options) {
        return Ops.scaledDotProductAttention(self(), key, value, options);
    }

    /**
     * A copy of x with the rows (along an axis) at the given indices replaced by updates.
     *
     * <p>Updates are broadcast to the shape of take(x, indices, axis).  If an index occurs several times, the last update is
     * stored.  If x is also the output, only the indexed rows are written.
     *
     * @param indices row of each update along the axis
     * @param updates the rows to store or combine
     * @return x with the updates
     */
    public NDArray scatter(NDArray indices, NDArray updates) {
        return Ops.scatter(self(), indices, updates);
    }

    /**
     * A copy of x with the rows (along an axis) at the given indices replaced by updates.
     *
     * <p>Updates are broadcast to the shape of take(x, indices, axis).  If an index occurs several times, the last update is
     * stored.  If x is also the output, only the indexed rows are written.
     *
     * @param indices row of each update along the axis
     * @param updates the rows to store or combine
     * @param options sets the optional arguments
     * @return x with the updates
     */
    public NDArray scatter(NDArray indices, NDArray updates, Consumer<ScatterOptions> options) {
        return Ops.scatter(self(), indices, updates, options);
    }

    /**
     * A copy of x with updates added to the rows (along an axis) at the given indices.
     *
     * <p>Updates are broadcast to the shape of take(x, indices, axis).  Updates with the same index are added in order, for any
     * number of workers.  If x is also the output, only the indexed rows are written.
     *
     * @param indices row of each update along the axis
     * @param updates the rows to store or combine
     * @return x with the updates
     */
    public NDArray scatterAdd(NDArray indices, NDArray updates) {
        return Ops.scatterAdd(self(), indices, updates);
    }

    /**
     * A copy of x with updates added to the rows (along an axis) at the given indices.
     *
     * <p>Updates are broadcast to the shape of take(x, indices, axis).  Updates with the same index are added in order, for any
     * number of workers.  If x is also the output, only the indexed rows are written.
     *
     * @param indices row of each update along the axis
     * @param updates the rows to store or combine
     * @param options sets the optional arguments
     * @return x with the updates
     */
    public NDArray scatterAdd(NDArray indices, NDArray updates, Consumer<ScatterAddOptions> options) {
        return Ops.scatterAdd(self(), indices, updates, options);
    }

    /**
     * A copy of x with the rows (along an axis) at the given indices reduced with updates: their sum, product, maximum, minimum
     * or mean.
     *
     * <p>Updates are broadcast to the shape of take(x, indices, axis).  Rows that are not indexed keep their values.  Without
     * include_self the indexed rows are the reduction of the updates alone.  The gradient is that of PyTorch's scatter_reduce:
     * equal maxima share it.
     *
     * @param indices row of each update along the axis
     * @param updates the rows to store or combine
     * @return x with the updates
     */
    public NDArray scatterReduce(NDArray indices, NDArray updates) {
        return Ops.scatterReduce(self(), indices, updates);
    }

    /**
     * A copy of x with the rows (along an axis) at the given indices reduced with updates: their sum, product, maximum, minimum
     * or mean.
     *
     * <p>Updates are broadcast to the shape of take(x, indices, axis).  Rows that are not indexed keep their values.  Without
     * include_self the indexed rows are the reduction of the updates alone.  The gradient is that of PyTorch's scatter_reduce:
     * equal maxima share it.
     *
     * @param indices row of each update along the axis
     * @param updates the rows to store or combine
     * @param options sets the optional arguments
     * @return x with the updates
     */
    public NDArray scatterReduce(NDArray indices, NDArray updates, Consumer<ScatterReduceOptions> options) {
        return Ops.scatterReduce(self(), indices, updates, options);
    }

    /**
     * Indices at which the values would be inserted into a sorted array to keep it sorted.
     *
     * <p>If x1 is not sorted, sorter holds indices that sort it.  NaN sorts after all other values.
     *
     * @param x2 the values to find
     * @return where to insert each value
     */
    public NDArray searchsorted(NDArray x2) {
        return Ops.searchsorted(self(), x2);
    }

    /**
     * Indices at which the values would be inserted into a sorted array to keep it sorted.
     *
     * <p>If x1 is not sorted, sorter holds indices that sort it.  NaN sorts after all other values.
     *
     * @param x2 the values to find
     * @param options sets the optional arguments
     * @return where to insert each value
     */
    public NDArray searchsorted(NDArray x2, Consumer<SearchsortedOptions> options) {
        return Ops.searchsorted(self(), x2, options);
    }

    /**
     * Maximum of the rows of each segment.
     *
     * <p>Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end.  A
     * segment without rows is -infinity, or the lowest value of an integer dtype.
     *
     * @param segmentIds segment of each row
     * @param numSegments number of segments, the length of the result; required (at least 0)
     * @return one row for each segment
     */
    public NDArray segmentMax(NDArray segmentIds, long numSegments) {
        return Ops.segmentMax(self(), segmentIds, numSegments);
    }

    /**
     * Mean of the rows of each segment.
     *
     * <p>Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end.  A
     * segment without rows is 0.
     *
     * @param segmentIds segment of each row
     * @param numSegments number of segments, the length of the result; required (at least 0)
     * @return one row for each segment
     */
    public NDArray segmentMean(NDArray segmentIds, long numSegments) {
        return Ops.segmentMean(self(), segmentIds, numSegments);
    }

    /**
     * Minimum of the rows of each segment.
     *
     * <p>Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end.  A
     * segment without rows is infinity, or the highest value of an integer dtype.
     *
     * @param segmentIds segment of each row
     * @param numSegments number of segments, the length of the result; required (at least 0)
     * @return one row for each segment
     */
    public NDArray segmentMin(NDArray segmentIds, long numSegments) {
        return Ops.segmentMin(self(), segmentIds, numSegments);
    }

    /**
     * Product of the rows of each segment.
     *
     * <p>Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end.  A
     * segment without rows is 1.
     *
     * @param segmentIds segment of each row
     * @param numSegments number of segments, the length of the result; required (at least 0)
     * @return one row for each segment
     */
    public NDArray segmentProd(NDArray segmentIds, long numSegments) {
        return Ops.segmentProd(self(), segmentIds, numSegments);
    }

    /**
     * Sum of the rows of each segment.
     *
     * <p>Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end.  A
     * segment without rows is 0.
     *
     * @param segmentIds segment of each row
     * @param numSegments number of segments, the length of the result; required (at least 0)
     * @return one row for each segment
     */
    public NDArray segmentSum(NDArray segmentIds, long numSegments) {
        return Ops.segmentSum(self(), segmentIds, numSegments);
    }

    /**
     * One element along an axis, which is removed; returns a view.
     *
     * @param index index along the axis; negative: from the end
     * @return the result
     */
    public NDArray select(long index) {
        return Ops.select(self(), index);
    }

    /**
     * One element along an axis, which is removed; returns a view.
     *
     * @param index index along the axis; negative: from the end
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray select(long index, Consumer<SelectOptions> options) {
        return Ops.select(self(), index, options);
    }

    /**
     * Scaled exponential linear unit: elu with the scale and alpha of self-normalising networks.
     *
     * @return the result
     */
    public NDArray selu() {
        return Ops.selu(self());
    }

    /**
     * Shuffle the elements along an axis; also return the permutation.
     *
     * <p>Element i of y along the axis is element order[i] of x; all elements at the same index along the axis move together.
     *
     * @return x in random order; index in x of each entry along the axis
     */
    public ShuffleResult shuffle() {
        return Ops.shuffle(self());
    }

    /**
     * Shuffle the elements along an axis; also return the permutation.
     *
     * <p>Element i of y along the axis is element order[i] of x; all elements at the same index along the axis move together.
     *
     * @param options sets the optional arguments
     * @return x in random order; index in x of each entry along the axis
     */
    public ShuffleResult shuffle(Consumer<ShuffleOptions> options) {
        return Ops.shuffle(self(), options);
    }

    /**
     * Logistic sigmoid: 1 / (1 + exp(-x)).
     *
     * @return the result
     */
    public NDArray sigmoid() {
        return Ops.sigmoid(self());
    }

    /**
     * Sign of each element, -1, 0 or 1; for complex numbers, x / |x|.
     *
     * @return the result
     */
    public NDArray sign() {
        return Ops.sign(self());
    }

    /**
     * Test whether the sign bit is set; true for -0.0.
     *
     * @return the result
     */
    public NDArray signbit() {
        return Ops.signbit(self());
    }

    /**
     * SiLU, also called swish: x sigmoid(x).
     *
     * @return the result
     */
    public NDArray silu() {
        return Ops.silu(self());
    }

    /**
     * Sine of each element, in radians.
     *
     * @return the result
     */
    public NDArray sin() {
        return Ops.sin(self());
    }

    /**
     * Normalised sinc: sin(pi x) / (pi x), and 1 at 0.
     *
     * @return the result
     */
    public NDArray sinc() {
        return Ops.sinc(self());
    }

    /**
     * Hyperbolic sine.
     *
     * @return the result
     */
    public NDArray sinh() {
        return Ops.sinh(self());
    }

    /**
     * Slice the leading axes; returns a view.
     *
     * <p>Equivalent to x[start:stop:step, ...] in Python; WEIR_NONE stands for an omitted part.
     *
     * @return the result
     */
    public NDArray slice() {
        return Ops.slice(self());
    }

    /**
     * Slice the leading axes; returns a view.
     *
     * <p>Equivalent to x[start:stop:step, ...] in Python; WEIR_NONE stands for an omitted part.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray slice(Consumer<SliceOptions> options) {
        return Ops.slice(self(), options);
    }

    /**
     * A copy of x with a slice replaced by y.
     *
     * <p>y is broadcast to the slice.  To change part of an existing array, write to a view of it.
     *
     * @param y new values, broadcast to the selection
     * @return x with the new values
     */
    public NDArray sliceUpdate(NDArray y) {
        return Ops.sliceUpdate(self(), y);
    }

    /**
     * A copy of x with a slice replaced by y.
     *
     * <p>y is broadcast to the slice.  To change part of an existing array, write to a view of it.
     *
     * @param y new values, broadcast to the selection
     * @param options sets the optional arguments
     * @return x with the new values
     */
    public NDArray sliceUpdate(NDArray y, Consumer<SliceUpdateOptions> options) {
        return Ops.sliceUpdate(self(), y, options);
    }

    /**
     * Sliding windows over an array; returns a view.
     *
     * <p>The leading dimensions give the position of the window; the dimensions of the window come last.
     *
     * @param window window size along each axis (at least 1)
     * @return the result
     */
    public NDArray slidingWindowView(long... window) {
        return Ops.slidingWindowView(self(), window);
    }

    /**
     * Sliding windows over an array; returns a view.
     *
     * <p>The leading dimensions give the position of the window; the dimensions of the window come last.
     *
     * @param window window size along each axis (at least 1)
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray slidingWindowView(long[] window, Consumer<SlidingWindowViewOptions> options) {
        return Ops.slidingWindowView(self(), window, options);
    }

    /**
     * The sign of the determinant, and the logarithm of its absolute value.
     *
     * <p>det(x) = sign * exp(logabsdet); the pair does not overflow where det would.  A singular matrix has sign 0 and logabsdet
     * -inf.
     *
     * @return sign or phase of each determinant; logarithm of its absolute value
     */
    public SlogdetResult slogdet() {
        return Ops.slogdet(self());
    }

    /**
     * The smooth L1 loss: quadratic near 0, absolute error elsewhere.
     *
     * <p>With d = |x - target|: d^2 / (2 beta) below beta, d - beta / 2 above.
     *
     * @param target the values to predict
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray smoothL1Loss(NDArray target) {
        return Ops.smoothL1Loss(self(), target);
    }

    /**
     * The smooth L1 loss: quadratic near 0, absolute error elsewhere.
     *
     * <p>With d = |x - target|: d^2 / (2 beta) below beta, d - beta / 2 above.
     *
     * @param target the values to predict
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray smoothL1Loss(NDArray target, Consumer<SmoothL1LossOptions> options) {
        return Ops.smoothL1Loss(self(), target, options);
    }

    /**
     * The soft margin loss, log(1 + exp(-target * x)), for targets 1 and -1.
     *
     * @param target 1 or -1
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray softMarginLoss(NDArray target) {
        return Ops.softMarginLoss(self(), target);
    }

    /**
     * The soft margin loss, log(1 + exp(-target * x)), for targets 1 and -1.
     *
     * @param target 1 or -1
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray softMarginLoss(NDArray target, Consumer<SoftMarginLossOptions> options) {
        return Ops.softMarginLoss(self(), target, options);
    }

    /**
     * Exponentials of the entries along an axis, scaled to sum to one.
     *
     * @return the result
     */
    public NDArray softmax() {
        return Ops.softmax(self());
    }

    /**
     * Exponentials of the entries along an axis, scaled to sum to one.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray softmax(Consumer<SoftmaxOptions> options) {
        return Ops.softmax(self(), options);
    }

    /**
     * The softmax of -x: the smallest entry gets the largest weight.
     *
     * @return the result
     */
    public NDArray softmin() {
        return Ops.softmin(self());
    }

    /**
     * The softmax of -x: the smallest entry gets the largest weight.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray softmin(Consumer<SoftminOptions> options) {
        return Ops.softmin(self(), options);
    }

    /**
     * Softplus: log(1 + exp(x)).
     *
     * @return the result
     */
    public NDArray softplus() {
        return Ops.softplus(self());
    }

    /**
     * Soft shrinkage: move x towards 0 by lambd; 0 where |x| &lt;= lambd.
     *
     * @return the result
     */
    public NDArray softshrink() {
        return Ops.softshrink(self());
    }

    /**
     * Soft shrinkage: move x towards 0 by lambd; 0 where |x| &lt;= lambd.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray softshrink(Consumer<SoftshrinkOptions> options) {
        return Ops.softshrink(self(), options);
    }

    /**
     * Softsign: x / (1 + |x|).
     *
     * @return the result
     */
    public NDArray softsign() {
        return Ops.softsign(self());
    }

    /**
     * Solve the linear equations x1 X = x2, or X x1 = x2, for square matrices x1.
     *
     * <p>x2 is a vector if it has one dimension; otherwise its columns (rows if left is false) are the right-hand sides.  The
     * other dimensions broadcast.  The task fails if a matrix is singular, that is if a pivot is 0.  Results that depend on a
     * value that is not finite are NaN.
     *
     * @param x2 right-hand sides
     * @return solutions of x1 x = x2
     */
    public NDArray solve(NDArray x2) {
        return Ops.solve(self(), x2);
    }

    /**
     * Solve the linear equations x1 X = x2, or X x1 = x2, for square matrices x1.
     *
     * <p>x2 is a vector if it has one dimension; otherwise its columns (rows if left is false) are the right-hand sides.  The
     * other dimensions broadcast.  The task fails if a matrix is singular, that is if a pivot is 0.  Results that depend on a
     * value that is not finite are NaN.
     *
     * @param x2 right-hand sides
     * @param options sets the optional arguments
     * @return solutions of x1 x = x2
     */
    public NDArray solve(NDArray x2, Consumer<SolveOptions> options) {
        return Ops.solve(self(), x2, options);
    }

    /**
     * Solve the linear equations x1 X = x2, or X x1 = x2, for triangular x1.
     *
     * <p>The other triangle of x1 is not read.  x2 is a vector if it has one dimension; the other dimensions broadcast.  The task
     * fails if the diagonal has a 0.
     *
     * @param x2 right-hand sides
     * @return solutions
     */
    public NDArray solveTriangular(NDArray x2) {
        return Ops.solveTriangular(self(), x2);
    }

    /**
     * Solve the linear equations x1 X = x2, or X x1 = x2, for triangular x1.
     *
     * <p>The other triangle of x1 is not read.  x2 is a vector if it has one dimension; the other dimensions broadcast.  The task
     * fails if the diagonal has a 0.
     *
     * @param x2 right-hand sides
     * @param options sets the optional arguments
     * @return solutions
     */
    public NDArray solveTriangular(NDArray x2, Consumer<SolveTriangularOptions> options) {
        return Ops.solveTriangular(self(), x2, options);
    }

    /**
     * Sort along an axis.
     *
     * <p>The sort is stable.  NaN comes last, ascending and descending.
     *
     * @return the result
     */
    public NDArray sort() {
        return Ops.sort(self());
    }

    /**
     * Sort along an axis.
     *
     * <p>The sort is stable.  NaN comes last, ascending and descending.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray sort(Consumer<SortOptions> options) {
        return Ops.sort(self(), options);
    }

    /**
     * Split an array along an axis; returns views.
     *
     * <p>Into equal parts, or before the given indices, which may be negative or out of range, as in slices.
     *
     * @return the parts, in order
     */
    public NDArray[] split() {
        return Ops.split(self());
    }

    /**
     * Split an array along an axis; returns views.
     *
     * <p>Into equal parts, or before the given indices, which may be negative or out of range, as in slices.
     *
     * @param options sets the optional arguments
     * @return the parts, in order
     */
    public NDArray[] split(Consumer<SplitOptions> options) {
        return Ops.split(self(), options);
    }

    /**
     * Square root of each element.
     *
     * @return the result
     */
    public NDArray sqrt() {
        return Ops.sqrt(self());
    }

    /**
     * Square of each element.
     *
     * @return the result
     */
    public NDArray square() {
        return Ops.square(self());
    }

    /**
     * Remove axes of size one; returns a view.
     *
     * @return the result
     */
    public NDArray squeeze() {
        return Ops.squeeze(self());
    }

    /**
     * Remove axes of size one; returns a view.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray squeeze(Consumer<SqueezeOptions> options) {
        return Ops.squeeze(self(), options);
    }

    /**
     * Standard deviation over axes.
     *
     * @return the result
     */
    public NDArray std() {
        return Ops.std(self());
    }

    /**
     * Standard deviation over axes.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray std(Consumer<StdOptions> options) {
        return Ops.std(self(), options);
    }

    /**
     * Samples from Student's t distribution.
     *
     * @return samples
     */
    public NDArray studentT() {
        return Ops.studentT(self());
    }

    /**
     * Samples from Student's t distribution.
     *
     * @param options sets the optional arguments
     * @return samples
     */
    public NDArray studentT(Consumer<StudentTOptions> options) {
        return Ops.studentT(self(), options);
    }

    /**
     * Element-wise difference, x1 - x2.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray subtract(NDArray x2) {
        return Ops.subtract(self(), x2);
    }

    /**
     * Element-wise difference, x1 - x2.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray subtract(double x2) {
        return Ops.subtract(self(), x2);
    }

    /**
     * Element-wise difference, x1 - x2.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray subtract(long x2) {
        return Ops.subtract(self(), x2);
    }

    /**
     * Sum over axes.
     *
     * @return the result
     */
    public NDArray sum() {
        return Ops.sum(self());
    }

    /**
     * Sum over axes.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray sum(Consumer<SumOptions> options) {
        return Ops.sum(self(), options);
    }

    /**
     * The singular value decomposition x = U diag(S) Vh, with S in descending order.
     *
     * <p>Column i of U and row i of Vh belong to singular value i; with full_matrices, further vectors complete U and Vh to
     * square matrices.  In each column of U, the first entry whose absolute value is at least nine tenths of the largest one is
     * real and positive.  The gradient through U and Vh is defined where the singular values are distinct and, unless x is
     * square, not 0; the vectors that complete a square matrix have no gradient.
     *
     * @return left singular vectors, as columns; singular values, descending; right singular vectors, as rows
     */
    public SvdResult svd() {
        return Ops.svd(self());
    }

    /**
     * The singular value decomposition x = U diag(S) Vh, with S in descending order.
     *
     * <p>Column i of U and row i of Vh belong to singular value i; with full_matrices, further vectors complete U and Vh to
     * square matrices.  In each column of U, the first entry whose absolute value is at least nine tenths of the largest one is
     * real and positive.  The gradient through U and Vh is defined where the singular values are distinct and, unless x is
     * square, not 0; the vectors that complete a square matrix have no gradient.
     *
     * @param options sets the optional arguments
     * @return left singular vectors, as columns; singular values, descending; right singular vectors, as rows
     */
    public SvdResult svd(Consumer<SvdOptions> options) {
        return Ops.svd(self(), options);
    }

    /**
     * The singular values of matrices, in descending order.
     *
     * @return singular values, descending
     */
    public NDArray svdvals() {
        return Ops.svdvals(self());
    }

    /**
     * Exchange two axes; returns a view.
     *
     * @return the result
     */
    public NDArray swapaxes() {
        return Ops.swapaxes(self());
    }

    /**
     * Exchange two axes; returns a view.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray swapaxes(Consumer<SwapaxesOptions> options) {
        return Ops.swapaxes(self(), options);
    }

    /**
     * Elements of x at the given indices along an axis.
     *
     * <p>The dimensions of indices replace the axis.  Negative indices count from the end.  An index out of range makes the
     * operation fail.
     *
     * @param indices indices along the axis
     * @return the selected elements
     */
    public NDArray take(NDArray indices) {
        return Ops.take(self(), indices);
    }

    /**
     * Elements of x at the given indices along an axis.
     *
     * <p>The dimensions of indices replace the axis.  Negative indices count from the end.  An index out of range makes the
     * operation fail.
     *
     * @param indices indices along the axis
     * @param options sets the optional arguments
     * @return the selected elements
     */
    public NDArray take(NDArray indices, Consumer<TakeOptions> options) {
        return Ops.take(self(), indices, options);
    }

    /**
     * Elements of x at per-position indices along an axis.
     *
     * <p>x and indices have the same number of dimensions and broadcast together, except along the axis, where indices may have
     * any size.
     *
     * @param indices indices along the axis
     * @return the selected elements
     */
    public NDArray takeAlongAxis(NDArray indices) {
        return Ops.takeAlongAxis(self(), indices);
    }

    /**
     * Elements of x at per-position indices along an axis.
     *
     * <p>x and indices have the same number of dimensions and broadcast together, except along the axis, where indices may have
     * any size.
     *
     * @param indices indices along the axis
     * @param options sets the optional arguments
     * @return the selected elements
     */
    public NDArray takeAlongAxis(NDArray indices, Consumer<TakeAlongAxisOptions> options) {
        return Ops.takeAlongAxis(self(), indices, options);
    }

    /**
     * Tangent of each element, in radians.
     *
     * @return the result
     */
    public NDArray tan() {
        return Ops.tan(self());
    }

    /**
     * Hyperbolic tangent.
     *
     * @return the result
     */
    public NDArray tanh() {
        return Ops.tanh(self());
    }

    /**
     * Tanh shrinkage: x - tanh(x).
     *
     * @return the result
     */
    public NDArray tanhshrink() {
        return Ops.tanhshrink(self());
    }

    /**
     * Tensor contraction: sum over pairs of axes of x1 and x2.
     *
     * <p>The result has the remaining axes of x1, then those of x2.
     *
     * @param x2 the second operand
     * @return the result
     */
    public NDArray tensordot(NDArray x2) {
        return Ops.tensordot(self(), x2);
    }

    /**
     * Tensor contraction: sum over pairs of axes of x1 and x2.
     *
     * <p>The result has the remaining axes of x1, then those of x2.
     *
     * @param x2 the second operand
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray tensordot(NDArray x2, Consumer<TensordotOptions> options) {
        return Ops.tensordot(self(), x2, options);
    }

    /**
     * x where x &gt; threshold, value elsewhere.
     *
     * @return the result
     */
    public NDArray threshold() {
        return Ops.threshold(self());
    }

    /**
     * x where x &gt; threshold, value elsewhere.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray threshold(Consumer<ThresholdOptions> options) {
        return Ops.threshold(self(), options);
    }

    /**
     * Tile an array a number of times along each axis.
     *
     * @param repetitions number of repetitions along each of the last axes (at least 0)
     * @return the result
     */
    public NDArray tile(long... repetitions) {
        return Ops.tile(self(), repetitions);
    }

    /**
     * Copy x to a device.
     *
     * @param device device of the result
     * @return the result
     */
    public NDArray toDevice(Device device) {
        return Ops.toDevice(self(), device);
    }

    /**
     * The k largest (or smallest) elements along an axis, in order, and their indices.
     *
     * <p>These are the first k elements of sort: the first of equal elements come first, and NaN only if there are fewer than k
     * other elements.
     *
     * @param k number of elements (at least 0)
     * @return the largest elements; their indices along the axis
     */
    public TopkResult topk(long k) {
        return Ops.topk(self(), k);
    }

    /**
     * The k largest (or smallest) elements along an axis, in order, and their indices.
     *
     * <p>These are the first k elements of sort: the first of equal elements come first, and NaN only if there are fewer than k
     * other elements.
     *
     * @param k number of elements (at least 0)
     * @param options sets the optional arguments
     * @return the largest elements; their indices along the axis
     */
    public TopkResult topk(long k, Consumer<TopkOptions> options) {
        return Ops.topk(self(), k, options);
    }

    /**
     * The sums of the diagonals of matrices.
     *
     * @return the result
     */
    public NDArray trace() {
        return Ops.trace(self());
    }

    /**
     * The sums of the diagonals of matrices.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray trace(Consumer<TraceOptions> options) {
        return Ops.trace(self(), options);
    }

    /**
     * Lower triangle of matrices: zeros above diagonal k.
     *
     * @return the result
     */
    public NDArray tril() {
        return Ops.tril(self());
    }

    /**
     * Lower triangle of matrices: zeros above diagonal k.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray tril(Consumer<TrilOptions> options) {
        return Ops.tril(self(), options);
    }

    /**
     * The triplet margin loss, max(0, d(anchor, positive) - d(anchor, negative) + margin).
     *
     * @param positive vectors that should be near
     * @param negative vectors that should be far
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray tripletMarginLoss(NDArray positive, NDArray negative) {
        return Ops.tripletMarginLoss(self(), positive, negative);
    }

    /**
     * The triplet margin loss, max(0, d(anchor, positive) - d(anchor, negative) + margin).
     *
     * @param positive vectors that should be near
     * @param negative vectors that should be far
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public NDArray tripletMarginLoss(NDArray positive, NDArray negative, Consumer<TripletMarginLossOptions> options) {
        return Ops.tripletMarginLoss(self(), positive, negative, options);
    }

    /**
     * Upper triangle of matrices: zeros below diagonal k.
     *
     * @return the result
     */
    public NDArray triu() {
        return Ops.triu(self());
    }

    /**
     * Upper triangle of matrices: zeros below diagonal k.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray triu(Consumer<TriuOptions> options) {
        return Ops.triu(self(), options);
    }

    /**
     * Round towards zero to an integer.
     *
     * @return the result
     */
    public NDArray trunc() {
        return Ops.trunc(self());
    }

    /**
     * Extract the patches of images as columns (im2col).
     *
     * <p>x has shape (batch, channels, one to three spatial axes); the result has shape (batch, channels * elements of a patch,
     * patches).
     *
     * @param kernelSize size of a patch, one entry per axis or one for all (at least 1)
     * @return patches, as columns
     */
    public NDArray unfold(long... kernelSize) {
        return Ops.unfold(self(), kernelSize);
    }

    /**
     * Extract the patches of images as columns (im2col).
     *
     * <p>x has shape (batch, channels, one to three spatial axes); the result has shape (batch, channels * elements of a patch,
     * patches).
     *
     * @param kernelSize size of a patch, one entry per axis or one for all (at least 1)
     * @param options sets the optional arguments
     * @return patches, as columns
     */
    public NDArray unfold(long[] kernelSize, Consumer<UnfoldOptions> options) {
        return Ops.unfold(self(), kernelSize, options);
    }

    /**
     * Unique values of x, the index of the first occurrence of each, the indices that rebuild x, and the counts.
     *
     * <p>The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct.  The size of the
     * result depends on the values, so this waits for x.
     *
     * @return the distinct elements; index of the first occurrence of each; position of each element of x among the values;
     * number of occurrences of each
     */
    public UniqueAllResult uniqueAll() {
        return Ops.uniqueAll(self());
    }

    /**
     * Unique values of x and their counts.
     *
     * <p>The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct.  The size of the
     * result depends on the values, so this waits for x.
     *
     * @return the distinct elements; number of occurrences of each
     */
    public UniqueCountsResult uniqueCounts() {
        return Ops.uniqueCounts(self());
    }

    /**
     * Unique values of x and the indices that rebuild x from them.
     *
     * <p>The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct.  The size of the
     * result depends on the values, so this waits for x.
     *
     * @return the distinct elements; position of each element of x among the values
     */
    public UniqueInverseResult uniqueInverse() {
        return Ops.uniqueInverse(self());
    }

    /**
     * Unique values of x.
     *
     * <p>The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct.  The size of the
     * result depends on the values, so this waits for x.
     *
     * @return the distinct elements
     */
    public NDArray uniqueValues() {
        return Ops.uniqueValues(self());
    }

    /**
     * Split an array into its elements along an axis; returns views without that axis.
     *
     * @return the slices, in order
     */
    public NDArray[] unstack() {
        return Ops.unstack(self());
    }

    /**
     * Split an array into its elements along an axis; returns views without that axis.
     *
     * @param options sets the optional arguments
     * @return the slices, in order
     */
    public NDArray[] unstack(Consumer<UnstackOptions> options) {
        return Ops.unstack(self(), options);
    }

    /**
     * Variance over axes.
     *
     * @return the result
     */
    public NDArray var() {
        return Ops.var(self());
    }

    /**
     * Variance over axes.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray var(Consumer<VarOptions> options) {
        return Ops.var(self(), options);
    }

    /**
     * The inner products of vectors along an axis.
     *
     * <p>The other axes broadcast.  x1 is conjugated.
     *
     * @param x2 vectors
     * @return the result
     */
    public NDArray vecdot(NDArray x2) {
        return Ops.vecdot(self(), x2);
    }

    /**
     * The inner products of vectors along an axis.
     *
     * <p>The other axes broadcast.  x1 is conjugated.
     *
     * @param x2 vectors
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray vecdot(NDArray x2, Consumer<VecdotOptions> options) {
        return Ops.vecdot(self(), x2, options);
    }

    /**
     * The vector norm over one or more axes.
     *
     * <p>(sum |x|^ord)^(1/ord).  Order 0 counts the elements that are not 0; inf and -inf give the largest and smallest |x|.
     *
     * @return the result
     */
    public NDArray vectorNorm() {
        return Ops.vectorNorm(self());
    }

    /**
     * The vector norm over one or more axes.
     *
     * <p>(sum |x|^ord)^(1/ord).  Order 0 counts the elements that are not 0; inf and -inf give the largest and smallest |x|.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray vectorNorm(Consumer<VectorNormOptions> options) {
        return Ops.vectorNorm(self(), options);
    }

    /**
     * Samples from a von Mises distribution: angles between -pi and pi around a mean.
     *
     * @param concentration how narrow the distribution is
     * @return samples
     */
    public NDArray vonMises(NDArray concentration) {
        return Ops.vonMises(self(), concentration);
    }

    /**
     * Samples from a von Mises distribution: angles between -pi and pi around a mean.
     *
     * @param concentration how narrow the distribution is
     * @param options sets the optional arguments
     * @return samples
     */
    public NDArray vonMises(NDArray concentration, Consumer<VonMisesOptions> options) {
        return Ops.vonMises(self(), concentration, options);
    }

    /**
     * Samples from a Weibull distribution.
     *
     * @return samples
     */
    public NDArray weibull() {
        return Ops.weibull(self());
    }

    /**
     * Samples from a Weibull distribution.
     *
     * @param options sets the optional arguments
     * @return samples
     */
    public NDArray weibull(Consumer<WeibullOptions> options) {
        return Ops.weibull(self(), options);
    }

    /**
     * Elements of x1 where the condition is true, of x2 elsewhere.
     *
     * @param x1 values where the condition is true
     * @param x2 values elsewhere
     * @return the result
     */
    public NDArray where(NDArray x1, NDArray x2) {
        return Ops.where(self(), x1, x2);
    }

    /**
     * Zeros with the shape and dtype of x.
     *
     * @return the result
     */
    public NDArray zerosLike() {
        return Ops.zerosLike(self());
    }

    /**
     * Zeros with the shape and dtype of x.
     *
     * @param options sets the optional arguments
     * @return the result
     */
    public NDArray zerosLike(Consumer<ZerosLikeOptions> options) {
        return Ops.zerosLike(self(), options);
    }
}
