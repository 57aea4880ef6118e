// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package weir.test

import io.weir.*
import io.weir.test.Samples
import org.junit.jupiter.api.Test
import weir.*

/** Every sample of every operator, called through Scala's functions, has the recorded bits. */
class ScalaSamplesTest extends Samples:
  @Test def abs(): Unit =
    if start("abs.0") then check("abs.0", ops.abs(in("abs.0.in0")))

  @Test def acos(): Unit =
    if start("acos.0") then check("acos.0", ops.acos(in("acos.0.in0")))

  @Test def acosh(): Unit =
    if start("acosh.0") then check("acosh.0", ops.acosh(in("acosh.0.in0")))

  @Test def adaptiveAvgPool(): Unit =
    if start("adaptive_avg_pool.0") then check("adaptive_avg_pool.0", ops.adaptiveAvgPool(in("adaptive_avg_pool.0.in0"), outputSize = Seq(3L, 2L)))
    if start("adaptive_avg_pool.1") then check("adaptive_avg_pool.1", ops.adaptiveAvgPool(in("adaptive_avg_pool.1.in0"), outputSize = Seq(4L)))

  @Test def adaptiveMaxPool(): Unit =
    if start("adaptive_max_pool.0") then check("adaptive_max_pool.0", ops.adaptiveMaxPool(in("adaptive_max_pool.0.in0"), outputSize = Seq(3L, 2L)))
    if start("adaptive_max_pool.1") then check("adaptive_max_pool.1", ops.adaptiveMaxPool(in("adaptive_max_pool.1.in0"), outputSize = Seq(4L)))

  @Test def adaptiveMaxPoolIndices(): Unit =
    if start("adaptive_max_pool_indices.0") then check("adaptive_max_pool_indices.0", ops.adaptiveMaxPoolIndices(in("adaptive_max_pool_indices.0.in0"), outputSize = Seq(3L, 2L)))
    if start("adaptive_max_pool_indices.1") then check("adaptive_max_pool_indices.1", ops.adaptiveMaxPoolIndices(in("adaptive_max_pool_indices.1.in0"), outputSize = Seq(4L)))

  @Test def add(): Unit =
    if start("add.0") then check("add.0", ops.add(in("add.0.in0"), in("add.0.in1")))
    if start("add.1") then check("add.1", ops.add(in("add.1.in0"), in("add.1.in1")))

  @Test def affineGrid(): Unit =
    if start("affine_grid.0") then check("affine_grid.0", ops.affineGrid(in("affine_grid.0.in0"), size = Seq(2L, 3L, 4L, 5L)))
    if start("affine_grid.1") then check("affine_grid.1", ops.affineGrid(in("affine_grid.1.in0"), size = Seq(1L, 1L, 3L, 2L), alignCorners = true))
    if start("affine_grid.2") then check("affine_grid.2", ops.affineGrid(in("affine_grid.2.in0"), size = Seq(1L, 2L, 2L, 3L, 2L)))

  @Test def after(): Unit =
    if start("after.0") then check("after.0", ops.after(in("after.0.in0"), arrays = Seq(in("after.0.in1.0"))))
    if start("after.1") then check("after.1", ops.after(in("after.1.in0"), arrays = Seq(in("after.1.in1.0"), in("after.1.in1.1"))))
    if start("after.2") then check("after.2", ops.after(in("after.2.in0"), arrays = Seq(in("after.2.in1.0"))))

  @Test def all(): Unit =
    if start("all.0") then check("all.0", ops.all(in("all.0.in0")))
    if start("all.1") then check("all.1", ops.all(in("all.1.in0"), axes = Seq(1L)))
    if start("all.2") then check("all.2", ops.all(in("all.2.in0"), axes = Seq(0L), keepdims = true))

  @Test def angle(): Unit =
    if start("angle.0") then check("angle.0", ops.angle(in("angle.0.in0")))

  @Test def any(): Unit =
    if start("any.0") then check("any.0", ops.any(in("any.0.in0")))
    if start("any.1") then check("any.1", ops.any(in("any.1.in0"), axes = Seq(1L)))
    if start("any.2") then check("any.2", ops.any(in("any.2.in0"), axes = Seq(0L), keepdims = true))

  @Test def arange(): Unit =
    if start("arange.0") then check("arange.0", ops.arange(start = 5.0))
    if start("arange.1") then check("arange.1", ops.arange(start = 2.0, stop = 20.0, step = 3.0))
    if start("arange.2") then check("arange.2", ops.arange(start = 1.0, stop = -1.0, step = -0.25))
    if start("arange.3") then check("arange.3", ops.arange(start = 0.0, stop = 7.0, dtype = DType.FLOAT16))
    if start("arange.4") then check("arange.4", ops.arange(start = 9.0, stop = 2.0))

  @Test def argmax(): Unit =
    if start("argmax.0") then check("argmax.0", ops.argmax(in("argmax.0.in0")))
    if start("argmax.1") then check("argmax.1", ops.argmax(in("argmax.1.in0"), axis = 1L))
    if start("argmax.2") then check("argmax.2", ops.argmax(in("argmax.2.in0"), axis = 0L, keepdims = true))
    if start("argmax.3") then check("argmax.3", ops.argmax(in("argmax.3.in0"), axis = -1L))

  @Test def argmin(): Unit =
    if start("argmin.0") then check("argmin.0", ops.argmin(in("argmin.0.in0")))
    if start("argmin.1") then check("argmin.1", ops.argmin(in("argmin.1.in0"), axis = 1L))
    if start("argmin.2") then check("argmin.2", ops.argmin(in("argmin.2.in0"), axis = 0L, keepdims = true))
    if start("argmin.3") then check("argmin.3", ops.argmin(in("argmin.3.in0"), axis = -1L))

  @Test def argpartition(): Unit =
    if start("argpartition.0") then check("argpartition.0", ops.argpartition(in("argpartition.0.in0"), kth = 2L))
    if start("argpartition.1") then check("argpartition.1", ops.argpartition(in("argpartition.1.in0"), kth = -1L, axis = 0L))
    if start("argpartition.2") then check("argpartition.2", ops.argpartition(in("argpartition.2.in0"), kth = 0L))

  @Test def argsort(): Unit =
    if start("argsort.0") then check("argsort.0", ops.argsort(in("argsort.0.in0")))
    if start("argsort.1") then check("argsort.1", ops.argsort(in("argsort.1.in0"), axis = 0L))
    if start("argsort.2") then check("argsort.2", ops.argsort(in("argsort.2.in0"), axis = 1L, descending = true))
    if start("argsort.3") then check("argsort.3", ops.argsort(in("argsort.3.in0")))
    if start("argsort.4") then check("argsort.4", ops.argsort(in("argsort.4.in0")))

  @Test def asin(): Unit =
    if start("asin.0") then check("asin.0", ops.asin(in("asin.0.in0")))

  @Test def asinh(): Unit =
    if start("asinh.0") then check("asinh.0", ops.asinh(in("asinh.0.in0")))

  @Test def astype(): Unit =
    if start("astype.0") then check("astype.0", ops.astype(in("astype.0.in0"), dtype = DType.FLOAT64))
    if start("astype.1") then check("astype.1", ops.astype(in("astype.1.in0"), dtype = DType.INT32))

  @Test def atan(): Unit =
    if start("atan.0") then check("atan.0", ops.atan(in("atan.0.in0")))

  @Test def atan2(): Unit =
    if start("atan2.0") then check("atan2.0", ops.atan2(in("atan2.0.in0"), in("atan2.0.in1")))

  @Test def atanh(): Unit =
    if start("atanh.0") then check("atanh.0", ops.atanh(in("atanh.0.in0")))

  @Test def avgPool(): Unit =
    if start("avg_pool.0") then check("avg_pool.0", ops.avgPool(in("avg_pool.0.in0"), kernelSize = Seq(2L)))
    if start("avg_pool.1") then check("avg_pool.1", ops.avgPool(in("avg_pool.1.in0"), kernelSize = Seq(3L, 2L), stride = Seq(2L, 1L), padding = Seq(1L)))
    if start("avg_pool.2") then check("avg_pool.2", ops.avgPool(in("avg_pool.2.in0"), kernelSize = Seq(3L), padding = Seq(1L), stride = Seq(2L), ceilMode = true, countIncludePad = false))
    if start("avg_pool.3") then check("avg_pool.3", ops.avgPool(in("avg_pool.3.in0"), kernelSize = Seq(2L, 2L, 3L), stride = Seq(2L), padding = Seq(1L), ceilMode = true))

  @Test def basicIndex(): Unit =
    if start("basic_index.0") then check("basic_index.0", ops.basicIndex(in("basic_index.0.in0"), kinds = Seq(1L), starts = Seq(1L)))
    if start("basic_index.1") then check("basic_index.1", ops.basicIndex(in("basic_index.1.in0"), kinds = Seq(0L, 3L, 1L), starts = Seq(4L, 0L, -1L), stops = Seq(0L), steps = Seq(-2L)))
    if start("basic_index.2") then check("basic_index.2", ops.basicIndex(in("basic_index.2.in0"), kinds = Seq(2L, 0L, 2L, 1L), starts = Seq(0L, 1L, 0L, 2L), stops = Seq(0L, 100L), steps = Seq(1L, 2L)))
    if start("basic_index.3") then check("basic_index.3", ops.basicIndex(in("basic_index.3.in0"), kinds = Seq(3L, 2L)))
    if start("basic_index.4") then check("basic_index.4", ops.basicIndex(in("basic_index.4.in0"), kinds = Seq(0L), starts = Seq(3L), stops = Seq(1L)))
    if start("basic_index.5") then check("basic_index.5", ops.basicIndex(in("basic_index.5.in0")))

  @Test def basicUpdate(): Unit =
    if start("basic_update.0") then check("basic_update.0", ops.basicUpdate(in("basic_update.0.in0"), in("basic_update.0.in1"), kinds = Seq(1L), starts = Seq(1L)))
    if start("basic_update.1") then check("basic_update.1", ops.basicUpdate(in("basic_update.1.in0"), in("basic_update.1.in1"), kinds = Seq(0L, 3L, 1L), starts = Seq(4L, 0L, -1L), stops = Seq(0L), steps = Seq(-2L)))
    if start("basic_update.2") then check("basic_update.2", ops.basicUpdate(in("basic_update.2.in0"), in("basic_update.2.in1"), kinds = Seq(2L, 0L, 2L, 1L), starts = Seq(0L, 1L, 0L, 2L), stops = Seq(0L, 100L), steps = Seq(1L, 2L)))
    if start("basic_update.3") then check("basic_update.3", ops.basicUpdate(in("basic_update.3.in0"), in("basic_update.3.in1"), kinds = Seq(3L, 2L)))
    if start("basic_update.4") then check("basic_update.4", ops.basicUpdate(in("basic_update.4.in0"), in("basic_update.4.in1"), kinds = Seq(0L), starts = Seq(3L), stops = Seq(1L)))
    if start("basic_update.5") then check("basic_update.5", ops.basicUpdate(in("basic_update.5.in0"), in("basic_update.5.in1")))

  @Test def batchNorm(): Unit =
    if start("batch_norm.0") then check("batch_norm.0", ops.batchNorm(in("batch_norm.0.in0"), weight = in("batch_norm.0.in1"), bias = in("batch_norm.0.in2")).toList*)
    if start("batch_norm.1") then check("batch_norm.1", ops.batchNorm(in("batch_norm.1.in0"), weight = in("batch_norm.1.in1")).toList*)
    if start("batch_norm.2") then check("batch_norm.2", ops.batchNorm(in("batch_norm.2.in0"), eps = 0.01).toList*)
    if start("batch_norm.3") then check("batch_norm.3", ops.batchNorm(in("batch_norm.3.in0"), bias = in("batch_norm.3.in2")).toList*)

  @Test def batchNormInference(): Unit =
    if start("batch_norm_inference.0") then check("batch_norm_inference.0", ops.batchNormInference(in("batch_norm_inference.0.in0"), in("batch_norm_inference.0.in1"), in("batch_norm_inference.0.in2"), weight = in("batch_norm_inference.0.in3"), bias = in("batch_norm_inference.0.in4")))
    if start("batch_norm_inference.1") then check("batch_norm_inference.1", ops.batchNormInference(in("batch_norm_inference.1.in0"), in("batch_norm_inference.1.in1"), in("batch_norm_inference.1.in2"), weight = in("batch_norm_inference.1.in3")))
    if start("batch_norm_inference.2") then check("batch_norm_inference.2", ops.batchNormInference(in("batch_norm_inference.2.in0"), in("batch_norm_inference.2.in1"), in("batch_norm_inference.2.in2"), eps = 0.01))

  @Test def bernoulli(): Unit =
    if start("bernoulli.0") then check("bernoulli.0", ops.bernoulli(in("bernoulli.0.in0")))
    if start("bernoulli.1") then check("bernoulli.1", ops.bernoulli(in("bernoulli.1.in0"), shape = Seq(100L), dtype = DType.FLOAT32))

  @Test def beta(): Unit =
    if start("beta.0") then check("beta.0", ops.beta(in("beta.0.in0"), in("beta.0.in1")))
    if start("beta.1") then check("beta.1", ops.beta(in("beta.1.in0"), in("beta.1.in1"), shape = Seq(100L)))

  @Test def bilinear(): Unit =
    if start("bilinear.0") then check("bilinear.0", ops.bilinear(in("bilinear.0.in0"), in("bilinear.0.in1"), in("bilinear.0.in2"), bias = in("bilinear.0.in3")))
    if start("bilinear.1") then check("bilinear.1", ops.bilinear(in("bilinear.1.in0"), in("bilinear.1.in1"), in("bilinear.1.in2")))

  @Test def binaryCrossEntropy(): Unit =
    if start("binary_cross_entropy.0") then check("binary_cross_entropy.0", ops.binaryCrossEntropy(in("binary_cross_entropy.0.in0"), in("binary_cross_entropy.0.in1")))
    if start("binary_cross_entropy.1") then check("binary_cross_entropy.1", ops.binaryCrossEntropy(in("binary_cross_entropy.1.in0"), in("binary_cross_entropy.1.in1"), weight = in("binary_cross_entropy.1.in2"), reduction = "sum"))
    if start("binary_cross_entropy.2") then check("binary_cross_entropy.2", ops.binaryCrossEntropy(in("binary_cross_entropy.2.in0"), in("binary_cross_entropy.2.in1"), reduction = "none"))

  @Test def binaryCrossEntropyWithLogits(): Unit =
    if start("binary_cross_entropy_with_logits.0") then check("binary_cross_entropy_with_logits.0", ops.binaryCrossEntropyWithLogits(in("binary_cross_entropy_with_logits.0.in0"), in("binary_cross_entropy_with_logits.0.in1")))
    if start("binary_cross_entropy_with_logits.1") then check("binary_cross_entropy_with_logits.1", ops.binaryCrossEntropyWithLogits(in("binary_cross_entropy_with_logits.1.in0"), in("binary_cross_entropy_with_logits.1.in1"), reduction = "sum"))
    if start("binary_cross_entropy_with_logits.2") then check("binary_cross_entropy_with_logits.2", ops.binaryCrossEntropyWithLogits(in("binary_cross_entropy_with_logits.2.in0"), in("binary_cross_entropy_with_logits.2.in1"), reduction = "none"))

  @Test def bincount(): Unit =
    if start("bincount.0") then check("bincount.0", ops.bincount(in("bincount.0.in0")))
    if start("bincount.1") then check("bincount.1", ops.bincount(in("bincount.1.in0"), weights = in("bincount.1.in1"), minlength = 9L))
    if start("bincount.2") then check("bincount.2", ops.bincount(in("bincount.2.in0"), minlength = 2L))

  @Test def bincountSized(): Unit =
    if start("bincount_sized.0") then check("bincount_sized.0", ops.bincountSized(in("bincount_sized.0.in0"), size = 5L))
    if start("bincount_sized.1") then check("bincount_sized.1", ops.bincountSized(in("bincount_sized.1.in0"), weights = in("bincount_sized.1.in1"), size = 6L))
    if start("bincount_sized.2") then check("bincount_sized.2", ops.bincountSized(in("bincount_sized.2.in0"), size = 2L))
    if start("bincount_sized.3") then check("bincount_sized.3", ops.bincountSized(in("bincount_sized.3.in0"), weights = in("bincount_sized.3.in1"), size = 3L))

  @Test def binomial(): Unit =
    if start("binomial.0") then check("binomial.0", ops.binomial(in("binomial.0.in0"), in("binomial.0.in1")))
    if start("binomial.1") then check("binomial.1", ops.binomial(in("binomial.1.in0"), in("binomial.1.in1"), shape = Seq(100L)))

  @Test def bitwiseAnd(): Unit =
    if start("bitwise_and.0") then check("bitwise_and.0", ops.bitwiseAnd(in("bitwise_and.0.in0"), in("bitwise_and.0.in1")))

  @Test def bitwiseInvert(): Unit =
    if start("bitwise_invert.0") then check("bitwise_invert.0", ops.bitwiseInvert(in("bitwise_invert.0.in0")))
    if start("bitwise_invert.1") then check("bitwise_invert.1", ops.bitwiseInvert(in("bitwise_invert.1.in0")))

  @Test def bitwiseLeftShift(): Unit =
    if start("bitwise_left_shift.0") then check("bitwise_left_shift.0", ops.bitwiseLeftShift(in("bitwise_left_shift.0.in0"), in("bitwise_left_shift.0.in1")))

  @Test def bitwiseOr(): Unit =
    if start("bitwise_or.0") then check("bitwise_or.0", ops.bitwiseOr(in("bitwise_or.0.in0"), in("bitwise_or.0.in1")))

  @Test def bitwiseRightShift(): Unit =
    if start("bitwise_right_shift.0") then check("bitwise_right_shift.0", ops.bitwiseRightShift(in("bitwise_right_shift.0.in0"), in("bitwise_right_shift.0.in1")))

  @Test def bitwiseXor(): Unit =
    if start("bitwise_xor.0") then check("bitwise_xor.0", ops.bitwiseXor(in("bitwise_xor.0.in0"), in("bitwise_xor.0.in1")))

  @Test def broadcastArrays(): Unit =
    if start("broadcast_arrays.0") then check("broadcast_arrays.0", ops.broadcastArrays(arrays = Seq(in("broadcast_arrays.0.in0.0"), in("broadcast_arrays.0.in0.1")))*)
    if start("broadcast_arrays.1") then check("broadcast_arrays.1", ops.broadcastArrays(arrays = Seq(in("broadcast_arrays.1.in0.0"), in("broadcast_arrays.1.in0.1"), in("broadcast_arrays.1.in0.2")))*)
    if start("broadcast_arrays.2") then check("broadcast_arrays.2", ops.broadcastArrays(arrays = Seq(in("broadcast_arrays.2.in0.0")))*)

  @Test def broadcastTo(): Unit =
    if start("broadcast_to.0") then check("broadcast_to.0", ops.broadcastTo(in("broadcast_to.0.in0"), shape = Seq(3L, 4L)))
    if start("broadcast_to.1") then check("broadcast_to.1", ops.broadcastTo(in("broadcast_to.1.in0"), shape = Seq(2L, 3L, 4L)))
    if start("broadcast_to.2") then check("broadcast_to.2", ops.broadcastTo(in("broadcast_to.2.in0"), shape = Seq(2L, 2L)))
    if start("broadcast_to.3") then check("broadcast_to.3", ops.broadcastTo(in("broadcast_to.3.in0"), shape = Seq(3L, 0L)))

  @Test def categorical(): Unit =
    if start("categorical.0") then check("categorical.0", ops.categorical(in("categorical.0.in0")))
    if start("categorical.1") then check("categorical.1", ops.categorical(in("categorical.1.in0"), count = 5L))
    if start("categorical.2") then check("categorical.2", ops.categorical(in("categorical.2.in0"), logits = true, axis = 0L))
    if start("categorical.3") then check("categorical.3", ops.categorical(in("categorical.3.in0"), count = 3L, replacement = false))
    if start("categorical.4") then check("categorical.4", ops.categorical(in("categorical.4.in0"), logits = true, count = 5L, replacement = false, dtype = DType.INT32))

  @Test def cauchy(): Unit =
    if start("cauchy.0") then check("cauchy.0", ops.cauchy(shape = Seq(3L, 4L)))
    if start("cauchy.1") then check("cauchy.1", ops.cauchy(shape = Seq(100L), loc = 2.0, scale = 0.5))

  @Test def cdist(): Unit =
    if start("cdist.0") then check("cdist.0", ops.cdist(in("cdist.0.in0"), in("cdist.0.in1")))
    if start("cdist.1") then check("cdist.1", ops.cdist(in("cdist.1.in0"), in("cdist.1.in1"), p = 1.0))
    if start("cdist.2") then check("cdist.2", ops.cdist(in("cdist.2.in0"), in("cdist.2.in1"), p = Double.PositiveInfinity))
    if start("cdist.3") then check("cdist.3", ops.cdist(in("cdist.3.in0"), in("cdist.3.in1"), p = 3.0))

  @Test def ceil(): Unit =
    if start("ceil.0") then check("ceil.0", ops.ceil(in("ceil.0.in0")))

  @Test def celu(): Unit =
    if start("celu.0") then check("celu.0", ops.celu(in("celu.0.in0")))
    if start("celu.1") then check("celu.1", ops.celu(in("celu.1.in0"), alpha = 0.5))

  @Test def channelShuffle(): Unit =
    if start("channel_shuffle.0") then check("channel_shuffle.0", ops.channelShuffle(in("channel_shuffle.0.in0"), groups = 2L))
    if start("channel_shuffle.1") then check("channel_shuffle.1", ops.channelShuffle(in("channel_shuffle.1.in0"), groups = 3L))

  @Test def checkFinite(): Unit =
    if start("check_finite.0") then check("check_finite.0", ops.checkFinite(in("check_finite.0.in0")))
    if start("check_finite.1") then check("check_finite.1", ops.checkFinite(in("check_finite.1.in0")))
    if start("check_finite.2") then check("check_finite.2", ops.checkFinite(in("check_finite.2.in0"), after = in("check_finite.2.in1")))

  @Test def chiSquare(): Unit =
    if start("chi_square.0") then check("chi_square.0", ops.chiSquare(in("chi_square.0.in0")))
    if start("chi_square.1") then check("chi_square.1", ops.chiSquare(in("chi_square.1.in0"), shape = Seq(100L)))

  @Test def cholesky(): Unit =
    if start("cholesky.0") then check("cholesky.0", ops.cholesky(in("cholesky.0.in0")))
    if start("cholesky.1") then check("cholesky.1", ops.cholesky(in("cholesky.1.in0"), upper = true))
    if start("cholesky.2") then check("cholesky.2", ops.cholesky(in("cholesky.2.in0")))

  @Test def clip(): Unit =
    if start("clip.0") then check("clip.0", ops.clip(in("clip.0.in0"), min = in("clip.0.in1"), max = in("clip.0.in2")))
    if start("clip.1") then check("clip.1", ops.clip(in("clip.1.in0"), max = in("clip.1.in2")))
    if start("clip.2") then check("clip.2", ops.clip(in("clip.2.in0"), min = in("clip.2.in1")))
    if start("clip.3") then check("clip.3", ops.clip(in("clip.3.in0")))
    if start("clip.4") then check("clip.4", ops.clip(in("clip.4.in0"), min = in("clip.4.in1")))

  @Test def concat(): Unit =
    if start("concat.0") then check("concat.0", ops.concat(arrays = Seq(in("concat.0.in0.0"), in("concat.0.in0.1"))))
    if start("concat.1") then check("concat.1", ops.concat(arrays = Seq(in("concat.1.in0.0"), in("concat.1.in0.1"), in("concat.1.in0.2")), axis = 1L))
    if start("concat.2") then check("concat.2", ops.concat(arrays = Seq(in("concat.2.in0.0"), in("concat.2.in0.1")), axis = -1L))
    if start("concat.3") then check("concat.3", ops.concat(arrays = Seq(in("concat.3.in0.0"), in("concat.3.in0.1")), axis = 1L))
    if start("concat.4") then check("concat.4", ops.concat(arrays = Seq(in("concat.4.in0.0"), in("concat.4.in0.1"))))

  @Test def conj(): Unit =
    if start("conj.0") then check("conj.0", ops.conj(in("conj.0.in0")))

  @Test def conv(): Unit =
    if start("conv.0") then check("conv.0", ops.conv(in("conv.0.in0"), in("conv.0.in1"), bias = in("conv.0.in2")))
    if start("conv.1") then check("conv.1", ops.conv(in("conv.1.in0"), in("conv.1.in1"), stride = Seq(2L, 1L), padding = Seq(1L, 0L), groups = 2L))
    if start("conv.2") then check("conv.2", ops.conv(in("conv.2.in0"), in("conv.2.in1"), bias = in("conv.2.in2"), padding = Seq(1L), dilation = Seq(1L, 2L, 1L)))
    if start("conv.3") then check("conv.3", ops.conv(in("conv.3.in0"), in("conv.3.in1"), bias = in("conv.3.in2"), stride = Seq(2L), padding = Seq(1L), groups = 3L))
    if start("conv.4") then check("conv.4", ops.conv(in("conv.4.in0"), in("conv.4.in1"), stride = Seq(3L), dilation = Seq(2L), padding = Seq(3L)))
    if start("conv.5") then check("conv.5", ops.conv(in("conv.5.in0"), in("conv.5.in1"), bias = in("conv.5.in2")))
    if start("conv.6") then check("conv.6", ops.conv(in("conv.6.in0"), in("conv.6.in1"), padding = Seq(0L, 1L, 1L, 2L)))
    if start("conv.7") then check("conv.7", ops.conv(in("conv.7.in0"), in("conv.7.in1"), padding = Seq(2L, 0L), stride = Seq(2L), groups = 2L))

  @Test def convTranspose(): Unit =
    if start("conv_transpose.0") then check("conv_transpose.0", ops.convTranspose(in("conv_transpose.0.in0"), in("conv_transpose.0.in1"), bias = in("conv_transpose.0.in2")))
    if start("conv_transpose.1") then check("conv_transpose.1", ops.convTranspose(in("conv_transpose.1.in0"), in("conv_transpose.1.in1"), stride = Seq(2L, 1L), padding = Seq(1L, 0L), outputPadding = Seq(1L, 0L), groups = 2L))
    if start("conv_transpose.2") then check("conv_transpose.2", ops.convTranspose(in("conv_transpose.2.in0"), in("conv_transpose.2.in1"), bias = in("conv_transpose.2.in2"), padding = Seq(1L), dilation = Seq(1L, 2L, 1L)))
    if start("conv_transpose.3") then check("conv_transpose.3", ops.convTranspose(in("conv_transpose.3.in0"), in("conv_transpose.3.in1"), bias = in("conv_transpose.3.in2"), stride = Seq(2L), outputPadding = Seq(1L), padding = Seq(1L), groups = 3L))
    if start("conv_transpose.4") then check("conv_transpose.4", ops.convTranspose(in("conv_transpose.4.in0"), in("conv_transpose.4.in1"), dilation = Seq(3L), outputPadding = Seq(2L), padding = Seq(1L)))
    if start("conv_transpose.5") then check("conv_transpose.5", ops.convTranspose(in("conv_transpose.5.in0"), in("conv_transpose.5.in1"), padding = Seq(0L, 1L, 1L, 0L), stride = Seq(2L)))

  @Test def copy(): Unit =
    if start("copy.0") then check("copy.0", ops.copy(in("copy.0.in0")))

  @Test def copysign(): Unit =
    if start("copysign.0") then check("copysign.0", ops.copysign(in("copysign.0.in0"), in("copysign.0.in1")))

  @Test def cos(): Unit =
    if start("cos.0") then check("cos.0", ops.cos(in("cos.0.in0")))

  @Test def cosh(): Unit =
    if start("cosh.0") then check("cosh.0", ops.cosh(in("cosh.0.in0")))

  @Test def cosineEmbeddingLoss(): Unit =
    if start("cosine_embedding_loss.0") then check("cosine_embedding_loss.0", ops.cosineEmbeddingLoss(in("cosine_embedding_loss.0.in0"), in("cosine_embedding_loss.0.in1"), in("cosine_embedding_loss.0.in2")))
    if start("cosine_embedding_loss.1") then check("cosine_embedding_loss.1", ops.cosineEmbeddingLoss(in("cosine_embedding_loss.1.in0"), in("cosine_embedding_loss.1.in1"), in("cosine_embedding_loss.1.in2"), margin = -0.9))
    if start("cosine_embedding_loss.2") then check("cosine_embedding_loss.2", ops.cosineEmbeddingLoss(in("cosine_embedding_loss.2.in0"), in("cosine_embedding_loss.2.in1"), in("cosine_embedding_loss.2.in2"), reduction = "sum"))
    if start("cosine_embedding_loss.3") then check("cosine_embedding_loss.3", ops.cosineEmbeddingLoss(in("cosine_embedding_loss.3.in0"), in("cosine_embedding_loss.3.in1"), in("cosine_embedding_loss.3.in2"), reduction = "none"))

  @Test def cosineSimilarity(): Unit =
    if start("cosine_similarity.0") then check("cosine_similarity.0", ops.cosineSimilarity(in("cosine_similarity.0.in0"), in("cosine_similarity.0.in1")))
    if start("cosine_similarity.1") then check("cosine_similarity.1", ops.cosineSimilarity(in("cosine_similarity.1.in0"), in("cosine_similarity.1.in1"), axis = 0L))
    if start("cosine_similarity.2") then check("cosine_similarity.2", ops.cosineSimilarity(in("cosine_similarity.2.in0"), in("cosine_similarity.2.in1")))

  @Test def countNonzero(): Unit =
    if start("count_nonzero.0") then check("count_nonzero.0", ops.countNonzero(in("count_nonzero.0.in0")))
    if start("count_nonzero.1") then check("count_nonzero.1", ops.countNonzero(in("count_nonzero.1.in0"), axes = Seq(1L)))
    if start("count_nonzero.2") then check("count_nonzero.2", ops.countNonzero(in("count_nonzero.2.in0"), axes = Seq(0L), keepdims = true))

  @Test def cross(): Unit =
    if start("cross.0") then check("cross.0", ops.cross(in("cross.0.in0"), in("cross.0.in1")))
    if start("cross.1") then check("cross.1", ops.cross(in("cross.1.in0"), in("cross.1.in1")))
    if start("cross.2") then check("cross.2", ops.cross(in("cross.2.in0"), in("cross.2.in1"), axis = 0L))
    if start("cross.3") then check("cross.3", ops.cross(in("cross.3.in0"), in("cross.3.in1"), axis = -2L))

  @Test def crossEntropy(): Unit =
    if start("cross_entropy.0") then check("cross_entropy.0", ops.crossEntropy(in("cross_entropy.0.in0"), in("cross_entropy.0.in1")))
    if start("cross_entropy.1") then check("cross_entropy.1", ops.crossEntropy(in("cross_entropy.1.in0"), in("cross_entropy.1.in1"), weight = in("cross_entropy.1.in2"), labelSmoothing = 0.1))
    if start("cross_entropy.2") then check("cross_entropy.2", ops.crossEntropy(in("cross_entropy.2.in0"), in("cross_entropy.2.in1"), labelSmoothing = 0.2))
    if start("cross_entropy.3") then check("cross_entropy.3", ops.crossEntropy(in("cross_entropy.3.in0"), in("cross_entropy.3.in1"), ignoreIndex = 1L, reduction = "none"))
    if start("cross_entropy.4") then check("cross_entropy.4", ops.crossEntropy(in("cross_entropy.4.in0"), in("cross_entropy.4.in1"), axis = -1L, reduction = "sum"))
    if start("cross_entropy.5") then check("cross_entropy.5", ops.crossEntropy(in("cross_entropy.5.in0"), in("cross_entropy.5.in1"), weight = in("cross_entropy.5.in2"), reduction = "none"))

  @Test def ctcLoss(): Unit =
    if start("ctc_loss.0") then check("ctc_loss.0", ops.ctcLoss(in("ctc_loss.0.in0"), in("ctc_loss.0.in1"), in("ctc_loss.0.in2"), in("ctc_loss.0.in3")))
    if start("ctc_loss.1") then check("ctc_loss.1", ops.ctcLoss(in("ctc_loss.1.in0"), in("ctc_loss.1.in1"), in("ctc_loss.1.in2"), in("ctc_loss.1.in3"), reduction = "sum"))
    if start("ctc_loss.2") then check("ctc_loss.2", ops.ctcLoss(in("ctc_loss.2.in0"), in("ctc_loss.2.in1"), in("ctc_loss.2.in2"), in("ctc_loss.2.in3"), blank = 3L, reduction = "none", zeroInfinity = true))

  @Test def cummax(): Unit =
    if start("cummax.0") then check("cummax.0", ops.cummax(in("cummax.0.in0")).toList*)
    if start("cummax.1") then check("cummax.1", ops.cummax(in("cummax.1.in0"), axis = 0L).toList*)
    if start("cummax.2") then check("cummax.2", ops.cummax(in("cummax.2.in0"), axis = 1L).toList*)
    if start("cummax.3") then check("cummax.3", ops.cummax(in("cummax.3.in0")).toList*)

  @Test def cummin(): Unit =
    if start("cummin.0") then check("cummin.0", ops.cummin(in("cummin.0.in0")).toList*)
    if start("cummin.1") then check("cummin.1", ops.cummin(in("cummin.1.in0"), axis = 0L).toList*)
    if start("cummin.2") then check("cummin.2", ops.cummin(in("cummin.2.in0"), axis = 1L).toList*)
    if start("cummin.3") then check("cummin.3", ops.cummin(in("cummin.3.in0")).toList*)

  @Test def cumulativeProd(): Unit =
    if start("cumulative_prod.0") then check("cumulative_prod.0", ops.cumulativeProd(in("cumulative_prod.0.in0")))
    if start("cumulative_prod.1") then check("cumulative_prod.1", ops.cumulativeProd(in("cumulative_prod.1.in0"), axis = 0L))
    if start("cumulative_prod.2") then check("cumulative_prod.2", ops.cumulativeProd(in("cumulative_prod.2.in0"), axis = 1L, includeInitial = true))
    if start("cumulative_prod.3") then check("cumulative_prod.3", ops.cumulativeProd(in("cumulative_prod.3.in0"), axis = 1L, reverse = true))
    if start("cumulative_prod.4") then check("cumulative_prod.4", ops.cumulativeProd(in("cumulative_prod.4.in0"), axis = -1L))

  @Test def cumulativeSum(): Unit =
    if start("cumulative_sum.0") then check("cumulative_sum.0", ops.cumulativeSum(in("cumulative_sum.0.in0")))
    if start("cumulative_sum.1") then check("cumulative_sum.1", ops.cumulativeSum(in("cumulative_sum.1.in0"), axis = 0L))
    if start("cumulative_sum.2") then check("cumulative_sum.2", ops.cumulativeSum(in("cumulative_sum.2.in0"), axis = 1L, includeInitial = true))
    if start("cumulative_sum.3") then check("cumulative_sum.3", ops.cumulativeSum(in("cumulative_sum.3.in0"), axis = 1L, reverse = true, includeInitial = true))
    if start("cumulative_sum.4") then check("cumulative_sum.4", ops.cumulativeSum(in("cumulative_sum.4.in0"), axis = -1L))

  @Test def deg2rad(): Unit =
    if start("deg2rad.0") then check("deg2rad.0", ops.deg2rad(in("deg2rad.0.in0")))

  @Test def det(): Unit =
    if start("det.0") then check("det.0", ops.det(in("det.0.in0")))
    if start("det.1") then check("det.1", ops.det(in("det.1.in0")))

  @Test def diag(): Unit =
    if start("diag.0") then check("diag.0", ops.diag(in("diag.0.in0")))
    if start("diag.1") then check("diag.1", ops.diag(in("diag.1.in0"), k = -2L))
    if start("diag.2") then check("diag.2", ops.diag(in("diag.2.in0"), k = 1L))
    if start("diag.3") then check("diag.3", ops.diag(in("diag.3.in0"), k = -1L))

  @Test def diagEmbed(): Unit =
    if start("diag_embed.0") then check("diag_embed.0", ops.diagEmbed(in("diag_embed.0.in0")))
    if start("diag_embed.1") then check("diag_embed.1", ops.diagEmbed(in("diag_embed.1.in0"), offset = -1L))
    if start("diag_embed.2") then check("diag_embed.2", ops.diagEmbed(in("diag_embed.2.in0"), offset = 1L, nRows = 3L, nCols = 7L))
    if start("diag_embed.3") then check("diag_embed.3", ops.diagEmbed(in("diag_embed.3.in0")))

  @Test def diagonal(): Unit =
    if start("diagonal.0") then check("diagonal.0", ops.diagonal(in("diagonal.0.in0")))
    if start("diagonal.1") then check("diagonal.1", ops.diagonal(in("diagonal.1.in0"), offset = -1L))
    if start("diagonal.2") then check("diagonal.2", ops.diagonal(in("diagonal.2.in0"), offset = 1L, axis1 = 2L, axis2 = 0L))
    if start("diagonal.3") then check("diagonal.3", ops.diagonal(in("diagonal.3.in0"), offset = 3L))

  @Test def diff(): Unit =
    if start("diff.0") then check("diff.0", ops.diff(in("diff.0.in0")))
    if start("diff.1") then check("diff.1", ops.diff(in("diff.1.in0"), axis = 0L))
    if start("diff.2") then check("diff.2", ops.diff(in("diff.2.in0"), n = 2L))
    if start("diff.3") then check("diff.3", ops.diff(in("diff.3.in0"), prepend = in("diff.3.in1"), append = in("diff.3.in2")))
    if start("diff.4") then check("diff.4", ops.diff(in("diff.4.in0"), append = in("diff.4.in2"), axis = 0L))
    if start("diff.5") then check("diff.5", ops.diff(in("diff.5.in0"), n = 4L))
    if start("diff.6") then check("diff.6", ops.diff(in("diff.6.in0"), n = 0L))

  @Test def digitize(): Unit =
    if start("digitize.0") then check("digitize.0", ops.digitize(in("digitize.0.in0"), in("digitize.0.in1")))
    if start("digitize.1") then check("digitize.1", ops.digitize(in("digitize.1.in0"), in("digitize.1.in1"), right = true))
    if start("digitize.2") then check("digitize.2", ops.digitize(in("digitize.2.in0"), in("digitize.2.in1")))

  @Test def divide(): Unit =
    if start("divide.0") then check("divide.0", ops.divide(in("divide.0.in0"), in("divide.0.in1")))

  @Test def dot(): Unit =
    if start("dot.0") then check("dot.0", ops.dot(in("dot.0.in0"), in("dot.0.in1")))
    if start("dot.1") then check("dot.1", ops.dot(in("dot.1.in0"), in("dot.1.in1")))
    if start("dot.2") then check("dot.2", ops.dot(in("dot.2.in0"), in("dot.2.in1")))
    if start("dot.3") then check("dot.3", ops.dot(in("dot.3.in0"), in("dot.3.in1")))
    if start("dot.4") then check("dot.4", ops.dot(in("dot.4.in0"), in("dot.4.in1")))

  @Test def dropout(): Unit =
    if start("dropout.0") then check("dropout.0", ops.dropout(in("dropout.0.in0")).toList*)
    if start("dropout.1") then check("dropout.1", ops.dropout(in("dropout.1.in0"), p = 0.1).toList*)
    if start("dropout.2") then check("dropout.2", ops.dropout(in("dropout.2.in0"), p = 0.0).toList*)
    if start("dropout.3") then check("dropout.3", ops.dropout(in("dropout.3.in0"), p = 1.0).toList*)

  @Test def eig(): Unit =
    if start("eig.0") then check("eig.0", ops.eig(in("eig.0.in0")).toList*)
    if start("eig.1") then check("eig.1", ops.eig(in("eig.1.in0")).toList*)
    if start("eig.2") then check("eig.2", ops.eig(in("eig.2.in0")).toList*)

  @Test def eigh(): Unit =
    if start("eigh.0") then check("eigh.0", ops.eigh(in("eigh.0.in0")).toList*)
    if start("eigh.1") then check("eigh.1", ops.eigh(in("eigh.1.in0")).toList*)
    if start("eigh.2") then check("eigh.2", ops.eigh(in("eigh.2.in0")).toList*)

  @Test def eigvals(): Unit =
    if start("eigvals.0") then check("eigvals.0", ops.eigvals(in("eigvals.0.in0")))
    if start("eigvals.1") then check("eigvals.1", ops.eigvals(in("eigvals.1.in0")))
    if start("eigvals.2") then check("eigvals.2", ops.eigvals(in("eigvals.2.in0")))

  @Test def eigvalsh(): Unit =
    if start("eigvalsh.0") then check("eigvalsh.0", ops.eigvalsh(in("eigvalsh.0.in0")))
    if start("eigvalsh.1") then check("eigvalsh.1", ops.eigvalsh(in("eigvalsh.1.in0")))
    if start("eigvalsh.2") then check("eigvalsh.2", ops.eigvalsh(in("eigvalsh.2.in0")))

  @Test def einsum(): Unit =
    if start("einsum.0") then check("einsum.0", ops.einsum(operands = Seq(in("einsum.0.in0.0"), in("einsum.0.in0.1")), equation = "ij,jk->ik"))
    if start("einsum.1") then check("einsum.1", ops.einsum(operands = Seq(in("einsum.1.in0.0")), equation = "ii->i"))
    if start("einsum.2") then check("einsum.2", ops.einsum(operands = Seq(in("einsum.2.in0.0"), in("einsum.2.in0.1")), equation = "bij,bjk"))
    if start("einsum.3") then check("einsum.3", ops.einsum(operands = Seq(in("einsum.3.in0.0"), in("einsum.3.in0.1"), in("einsum.3.in0.2")), equation = "ij,jk,kl->il"))
    if start("einsum.4") then check("einsum.4", ops.einsum(operands = Seq(in("einsum.4.in0.0"), in("einsum.4.in0.1")), equation = "...i,...i->..."))
    if start("einsum.5") then check("einsum.5", ops.einsum(operands = Seq(in("einsum.5.in0.0")), equation = "ij->j"))
    if start("einsum.6") then check("einsum.6", ops.einsum(operands = Seq(in("einsum.6.in0.0"), in("einsum.6.in0.1")), equation = "i,j->ji"))
    if start("einsum.7") then check("einsum.7", ops.einsum(operands = Seq(in("einsum.7.in0.0"), in("einsum.7.in0.1")), equation = "iij,j->"))
    if start("einsum.8") then check("einsum.8", ops.einsum(operands = Seq(in("einsum.8.in0.0"), in("einsum.8.in0.1")), equation = "ij,ij->ij"))

  @Test def elu(): Unit =
    if start("elu.0") then check("elu.0", ops.elu(in("elu.0.in0")))
    if start("elu.1") then check("elu.1", ops.elu(in("elu.1.in0"), alpha = 0.5))

  @Test def embedding(): Unit =
    if start("embedding.0") then check("embedding.0", ops.embedding(in("embedding.0.in0"), in("embedding.0.in1")))
    if start("embedding.1") then check("embedding.1", ops.embedding(in("embedding.1.in0"), in("embedding.1.in1")))
    if start("embedding.2") then check("embedding.2", ops.embedding(in("embedding.2.in0"), in("embedding.2.in1")))

  @Test def empty(): Unit =
    if start("empty.0") then check("empty.0", ops.empty(shape = Seq(3L, 4L)))
    if start("empty.1") then check("empty.1", ops.empty(shape = Seq(2L, 0L)))
    if start("empty.2") then check("empty.2", ops.empty(shape = Seq(5L), dtype = DType.INT16))
    if start("empty.3") then check("empty.3", ops.empty(shape = Seq(5L), dtype = DType.COMPLEX64))
    if start("empty.4") then check("empty.4", ops.empty(shape = Seq(2L, 3L), dtype = DType.BOOL))

  @Test def emptyLike(): Unit =
    if start("empty_like.0") then check("empty_like.0", ops.emptyLike(in("empty_like.0.in0")))
    if start("empty_like.1") then check("empty_like.1", ops.emptyLike(in("empty_like.1.in0"), dtype = DType.INT32))
    if start("empty_like.2") then check("empty_like.2", ops.emptyLike(in("empty_like.2.in0"), dtype = DType.COMPLEX128))

  @Test def equal(): Unit =
    if start("equal.0") then check("equal.0", ops.equal(in("equal.0.in0"), in("equal.0.in1")))

  @Test def erf(): Unit =
    if start("erf.0") then check("erf.0", ops.erf(in("erf.0.in0")))

  @Test def exp(): Unit =
    if start("exp.0") then check("exp.0", ops.exp(in("exp.0.in0")))

  @Test def exp2(): Unit =
    if start("exp2.0") then check("exp2.0", ops.exp2(in("exp2.0.in0")))

  @Test def expandDims(): Unit =
    if start("expand_dims.0") then check("expand_dims.0", ops.expandDims(in("expand_dims.0.in0"), axes = Seq(0L)))
    if start("expand_dims.1") then check("expand_dims.1", ops.expandDims(in("expand_dims.1.in0"), axes = Seq(1L, -1L)))
    if start("expand_dims.2") then check("expand_dims.2", ops.expandDims(in("expand_dims.2.in0"), axes = Seq(0L)))

  @Test def expm(): Unit =
    if start("expm.0") then check("expm.0", ops.expm(in("expm.0.in0")))
    if start("expm.1") then check("expm.1", ops.expm(in("expm.1.in0")))
    if start("expm.2") then check("expm.2", ops.expm(in("expm.2.in0")))

  @Test def expm1(): Unit =
    if start("expm1.0") then check("expm1.0", ops.expm1(in("expm1.0.in0")))

  @Test def exponential(): Unit =
    if start("exponential.0") then check("exponential.0", ops.exponential(shape = Seq(3L, 4L)))
    if start("exponential.1") then check("exponential.1", ops.exponential(shape = Seq(1000L), scale = 3.0))

  @Test def eye(): Unit =
    if start("eye.0") then check("eye.0", ops.eye(nRows = 3L))
    if start("eye.1") then check("eye.1", ops.eye(nRows = 3L, nCols = 5L, k = 1L))
    if start("eye.2") then check("eye.2", ops.eye(nRows = 4L, nCols = 2L, k = -2L, dtype = DType.INT32))
    if start("eye.3") then check("eye.3", ops.eye(nRows = 0L))
    if start("eye.4") then check("eye.4", ops.eye(nRows = 2L, k = 7L))
    if start("eye.5") then check("eye.5", ops.eye(nRows = 2L, k = -3000000000L))

  @Test def fftn(): Unit =
    if start("fftn.0") then check("fftn.0", ops.fftn(in("fftn.0.in0")))
    if start("fftn.1") then check("fftn.1", ops.fftn(in("fftn.1.in0"), norm = "ortho"))
    if start("fftn.2") then check("fftn.2", ops.fftn(in("fftn.2.in0"), axes = Seq(1L), norm = "forward"))
    if start("fftn.3") then check("fftn.3", ops.fftn(in("fftn.3.in0"), s = Seq(5L, 9L), axes = Seq(1L, 0L)))
    if start("fftn.4") then check("fftn.4", ops.fftn(in("fftn.4.in0")))

  @Test def flatten(): Unit =
    if start("flatten.0") then check("flatten.0", ops.flatten(in("flatten.0.in0")))
    if start("flatten.1") then check("flatten.1", ops.flatten(in("flatten.1.in0"), start = 1L))
    if start("flatten.2") then check("flatten.2", ops.flatten(in("flatten.2.in0"), start = 1L, end = 2L))
    if start("flatten.3") then check("flatten.3", ops.flatten(in("flatten.3.in0")))

  @Test def flip(): Unit =
    if start("flip.0") then check("flip.0", ops.flip(in("flip.0.in0")))
    if start("flip.1") then check("flip.1", ops.flip(in("flip.1.in0"), axes = Seq(1L)))
    if start("flip.2") then check("flip.2", ops.flip(in("flip.2.in0"), axes = Seq(0L, -1L)))
    if start("flip.3") then check("flip.3", ops.flip(in("flip.3.in0")))

  @Test def floor(): Unit =
    if start("floor.0") then check("floor.0", ops.floor(in("floor.0.in0")))

  @Test def floorDivide(): Unit =
    if start("floor_divide.0") then check("floor_divide.0", ops.floorDivide(in("floor_divide.0.in0"), in("floor_divide.0.in1")))

  @Test def fold(): Unit =
    if start("fold.0") then check("fold.0", ops.fold(in("fold.0.in0"), outputSize = Seq(4L, 5L), kernelSize = Seq(2L)))
    if start("fold.1") then check("fold.1", ops.fold(in("fold.1.in0"), outputSize = Seq(7L, 5L), kernelSize = Seq(3L), dilation = Seq(2L, 1L), padding = Seq(1L, 2L), stride = Seq(2L, 1L)))
    if start("fold.2") then check("fold.2", ops.fold(in("fold.2.in0"), outputSize = Seq(9L), kernelSize = Seq(3L), stride = Seq(3L)))

  @Test def full(): Unit =
    if start("full.0") then check("full.0", ops.full(Seq(3L, 4L), in("full.0.in0")))
    if start("full.1") then check("full.1", ops.full(Seq(3L, 4L), in("full.1.in0")))
    if start("full.2") then check("full.2", ops.full(Seq(5L), in("full.2.in0"), dtype = DType.INT64))
    if start("full.3") then check("full.3", ops.full(Seq.empty[Long], in("full.3.in0")))

  @Test def fullLike(): Unit =
    if start("full_like.0") then check("full_like.0", ops.fullLike(in("full_like.0.in0"), in("full_like.0.in1")))
    if start("full_like.1") then check("full_like.1", ops.fullLike(in("full_like.1.in0"), in("full_like.1.in1")))
    if start("full_like.2") then check("full_like.2", ops.fullLike(in("full_like.2.in0"), in("full_like.2.in1"), dtype = DType.INT32))

  @Test def gamma(): Unit =
    if start("gamma.0") then check("gamma.0", ops.gamma(in("gamma.0.in0")))
    if start("gamma.1") then check("gamma.1", ops.gamma(in("gamma.1.in0"), shape = Seq(100L), scale = 0.5))
    if start("gamma.2") then check("gamma.2", ops.gamma(in("gamma.2.in0"), shape = Seq(3L, 4L)))

  @Test def gaussianNllLoss(): Unit =
    if start("gaussian_nll_loss.0") then check("gaussian_nll_loss.0", ops.gaussianNllLoss(in("gaussian_nll_loss.0.in0"), in("gaussian_nll_loss.0.in1"), in("gaussian_nll_loss.0.in2")))
    if start("gaussian_nll_loss.1") then check("gaussian_nll_loss.1", ops.gaussianNllLoss(in("gaussian_nll_loss.1.in0"), in("gaussian_nll_loss.1.in1"), in("gaussian_nll_loss.1.in2"), full = true, reduction = "sum"))
    if start("gaussian_nll_loss.2") then check("gaussian_nll_loss.2", ops.gaussianNllLoss(in("gaussian_nll_loss.2.in0"), in("gaussian_nll_loss.2.in1"), in("gaussian_nll_loss.2.in2"), reduction = "none"))

  @Test def gelu(): Unit =
    if start("gelu.0") then check("gelu.0", ops.gelu(in("gelu.0.in0")))

  @Test def geluTanh(): Unit =
    if start("gelu_tanh.0") then check("gelu_tanh.0", ops.geluTanh(in("gelu_tanh.0.in0")))

  @Test def geometric(): Unit =
    if start("geometric.0") then check("geometric.0", ops.geometric(in("geometric.0.in0")))
    if start("geometric.1") then check("geometric.1", ops.geometric(in("geometric.1.in0"), shape = Seq(100L)))

  @Test def globalAvgPool(): Unit =
    if start("global_avg_pool.0") then check("global_avg_pool.0", ops.globalAvgPool(in("global_avg_pool.0.in0")))
    if start("global_avg_pool.1") then check("global_avg_pool.1", ops.globalAvgPool(in("global_avg_pool.1.in0")))
    if start("global_avg_pool.2") then check("global_avg_pool.2", ops.globalAvgPool(in("global_avg_pool.2.in0")))

  @Test def globalMaxPool(): Unit =
    if start("global_max_pool.0") then check("global_max_pool.0", ops.globalMaxPool(in("global_max_pool.0.in0")))
    if start("global_max_pool.1") then check("global_max_pool.1", ops.globalMaxPool(in("global_max_pool.1.in0")))
    if start("global_max_pool.2") then check("global_max_pool.2", ops.globalMaxPool(in("global_max_pool.2.in0")))

  @Test def globalNorm(): Unit =
    if start("global_norm.0") then check("global_norm.0", ops.globalNorm(arrays = Seq(in("global_norm.0.in0.0"), in("global_norm.0.in0.1"))))
    if start("global_norm.1") then check("global_norm.1", ops.globalNorm(arrays = Seq(in("global_norm.1.in0.0"))))
    if start("global_norm.2") then check("global_norm.2", ops.globalNorm(arrays = Seq(in("global_norm.2.in0.0"), in("global_norm.2.in0.1"), in("global_norm.2.in0.2"))))

  @Test def glu(): Unit =
    if start("glu.0") then check("glu.0", ops.glu(in("glu.0.in0")))
    if start("glu.1") then check("glu.1", ops.glu(in("glu.1.in0"), axis = 0L))
    if start("glu.2") then check("glu.2", ops.glu(in("glu.2.in0"), axis = 1L))

  @Test def greater(): Unit =
    if start("greater.0") then check("greater.0", ops.greater(in("greater.0.in0"), in("greater.0.in1")))

  @Test def greaterEqual(): Unit =
    if start("greater_equal.0") then check("greater_equal.0", ops.greaterEqual(in("greater_equal.0.in0"), in("greater_equal.0.in1")))

  @Test def gridSample(): Unit =
    if start("grid_sample.0") then check("grid_sample.0", ops.gridSample(in("grid_sample.0.in0"), in("grid_sample.0.in1")))
    if start("grid_sample.1") then check("grid_sample.1", ops.gridSample(in("grid_sample.1.in0"), in("grid_sample.1.in1"), paddingMode = "border", alignCorners = true))
    if start("grid_sample.2") then check("grid_sample.2", ops.gridSample(in("grid_sample.2.in0"), in("grid_sample.2.in1"), paddingMode = "reflection"))
    if start("grid_sample.3") then check("grid_sample.3", ops.gridSample(in("grid_sample.3.in0"), in("grid_sample.3.in1"), mode = "nearest"))
    if start("grid_sample.4") then check("grid_sample.4", ops.gridSample(in("grid_sample.4.in0"), in("grid_sample.4.in1")))

  @Test def groupNorm(): Unit =
    if start("group_norm.0") then check("group_norm.0", ops.groupNorm(in("group_norm.0.in0"), weight = in("group_norm.0.in1"), bias = in("group_norm.0.in2"), numGroups = 2L))
    if start("group_norm.1") then check("group_norm.1", ops.groupNorm(in("group_norm.1.in0"), weight = in("group_norm.1.in1"), numGroups = 3L))
    if start("group_norm.2") then check("group_norm.2", ops.groupNorm(in("group_norm.2.in0"), numGroups = 1L))
    if start("group_norm.3") then check("group_norm.3", ops.groupNorm(in("group_norm.3.in0"), bias = in("group_norm.3.in2"), numGroups = 4L, eps = 0.1))

  @Test def gru(): Unit =
    if start("gru.0") then check("gru.0", ops.gru(in("gru.0.in0"), in("gru.0.in1"), in("gru.0.in2"), biasIh = in("gru.0.in3"), biasHh = in("gru.0.in4"), h0 = in("gru.0.in5")).toList*)
    if start("gru.1") then check("gru.1", ops.gru(in("gru.1.in0"), in("gru.1.in1"), in("gru.1.in2"), reverse = true).toList*)
    if start("gru.2") then check("gru.2", ops.gru(in("gru.2.in0"), in("gru.2.in1"), in("gru.2.in2"), biasHh = in("gru.2.in4"), h0 = in("gru.2.in5"), lengths = in("gru.2.in6"), reverse = true).toList*)

  @Test def gumbel(): Unit =
    if start("gumbel.0") then check("gumbel.0", ops.gumbel(shape = Seq(3L, 4L)))
    if start("gumbel.1") then check("gumbel.1", ops.gumbel(shape = Seq(100L), loc = 2.0, scale = 0.5))

  @Test def hardshrink(): Unit =
    if start("hardshrink.0") then check("hardshrink.0", ops.hardshrink(in("hardshrink.0.in0")))
    if start("hardshrink.1") then check("hardshrink.1", ops.hardshrink(in("hardshrink.1.in0"), lambd = 1.1))

  @Test def hardsigmoid(): Unit =
    if start("hardsigmoid.0") then check("hardsigmoid.0", ops.hardsigmoid(in("hardsigmoid.0.in0")))

  @Test def hardswish(): Unit =
    if start("hardswish.0") then check("hardswish.0", ops.hardswish(in("hardswish.0.in0")))

  @Test def hardtanh(): Unit =
    if start("hardtanh.0") then check("hardtanh.0", ops.hardtanh(in("hardtanh.0.in0")))
    if start("hardtanh.1") then check("hardtanh.1", ops.hardtanh(in("hardtanh.1.in0"), minVal = -0.3, maxVal = 1.4))

  @Test def hingeEmbeddingLoss(): Unit =
    if start("hinge_embedding_loss.0") then check("hinge_embedding_loss.0", ops.hingeEmbeddingLoss(in("hinge_embedding_loss.0.in0"), in("hinge_embedding_loss.0.in1")))
    if start("hinge_embedding_loss.1") then check("hinge_embedding_loss.1", ops.hingeEmbeddingLoss(in("hinge_embedding_loss.1.in0"), in("hinge_embedding_loss.1.in1"), reduction = "sum", margin = 0.7))
    if start("hinge_embedding_loss.2") then check("hinge_embedding_loss.2", ops.hingeEmbeddingLoss(in("hinge_embedding_loss.2.in0"), in("hinge_embedding_loss.2.in1"), reduction = "none"))

  @Test def hingeLoss(): Unit =
    if start("hinge_loss.0") then check("hinge_loss.0", ops.hingeLoss(in("hinge_loss.0.in0"), in("hinge_loss.0.in1")))
    if start("hinge_loss.1") then check("hinge_loss.1", ops.hingeLoss(in("hinge_loss.1.in0"), in("hinge_loss.1.in1"), reduction = "sum", margin = 0.5))
    if start("hinge_loss.2") then check("hinge_loss.2", ops.hingeLoss(in("hinge_loss.2.in0"), in("hinge_loss.2.in1"), reduction = "none"))

  @Test def histogram(): Unit =
    if start("histogram.0") then check("histogram.0", ops.histogram(in("histogram.0.in0")).toList*)
    if start("histogram.1") then check("histogram.1", ops.histogram(in("histogram.1.in0"), bins = 4L, min = -1.0, max = 1.0).toList*)
    if start("histogram.2") then check("histogram.2", ops.histogram(in("histogram.2.in0"), weights = in("histogram.2.in1"), bins = 5L).toList*)
    if start("histogram.3") then check("histogram.3", ops.histogram(in("histogram.3.in0"), bins = 3L, min = -2.0, max = 7.0).toList*)

  @Test def huberLoss(): Unit =
    if start("huber_loss.0") then check("huber_loss.0", ops.huberLoss(in("huber_loss.0.in0"), in("huber_loss.0.in1")))
    if start("huber_loss.1") then check("huber_loss.1", ops.huberLoss(in("huber_loss.1.in0"), in("huber_loss.1.in1"), reduction = "sum", delta = 0.5))
    if start("huber_loss.2") then check("huber_loss.2", ops.huberLoss(in("huber_loss.2.in0"), in("huber_loss.2.in1"), reduction = "none"))

  @Test def hypot(): Unit =
    if start("hypot.0") then check("hypot.0", ops.hypot(in("hypot.0.in0"), in("hypot.0.in1")))

  @Test def ifftn(): Unit =
    if start("ifftn.0") then check("ifftn.0", ops.ifftn(in("ifftn.0.in0")))
    if start("ifftn.1") then check("ifftn.1", ops.ifftn(in("ifftn.1.in0"), norm = "ortho"))
    if start("ifftn.2") then check("ifftn.2", ops.ifftn(in("ifftn.2.in0"), axes = Seq(1L), norm = "forward"))
    if start("ifftn.3") then check("ifftn.3", ops.ifftn(in("ifftn.3.in0"), s = Seq(5L, 9L), axes = Seq(1L, 0L)))

  @Test def imag(): Unit =
    if start("imag.0") then check("imag.0", ops.imag(in("imag.0.in0")))

  @Test def imageNormalize(): Unit =
    if start("image_normalize.0") then check("image_normalize.0", ops.imageNormalize(in("image_normalize.0.in0"), mean = in("image_normalize.0.in1"), std = in("image_normalize.0.in2")))
    if start("image_normalize.1") then check("image_normalize.1", ops.imageNormalize(in("image_normalize.1.in0"), mean = in("image_normalize.1.in1"), std = in("image_normalize.1.in2"), dtype = DType.FLOAT64))
    if start("image_normalize.2") then check("image_normalize.2", ops.imageNormalize(in("image_normalize.2.in0")))
    if start("image_normalize.3") then check("image_normalize.3", ops.imageNormalize(in("image_normalize.3.in0"), mean = in("image_normalize.3.in1"), layout = "CHW", scale = 0.5))
    if start("image_normalize.4") then check("image_normalize.4", ops.imageNormalize(in("image_normalize.4.in0"), std = in("image_normalize.4.in2"), outputLayout = "HWC"))
    if start("image_normalize.5") then check("image_normalize.5", ops.imageNormalize(in("image_normalize.5.in0"), layout = "CHW", outputLayout = "HWC"))

  @Test def imageResize(): Unit =
    if start("image_resize.0") then check("image_resize.0", ops.imageResize(in("image_resize.0.in0"), size = Seq(4L, 7L)))
    if start("image_resize.1") then check("image_resize.1", ops.imageResize(in("image_resize.1.in0"), size = Seq(3L, 3L), layout = "CHW"))
    if start("image_resize.2") then check("image_resize.2", ops.imageResize(in("image_resize.2.in0"), size = Seq(4L, 9L), mode = "bicubic"))
    if start("image_resize.3") then check("image_resize.3", ops.imageResize(in("image_resize.3.in0"), size = Seq(3L, 6L), mode = "nearest"))
    if start("image_resize.4") then check("image_resize.4", ops.imageResize(in("image_resize.4.in0"), size = Seq(6L, 3L), antialias = false))
    if start("image_resize.5") then check("image_resize.5", ops.imageResize(in("image_resize.5.in0"), size = Seq(2L, 3L), mode = "area", layout = "CHW"))

  @Test def index(): Unit =
    if start("index.0") then check("index.0", ops.index(in("index.0.in0"), indices = Seq(in("index.0.in1.0"), in("index.0.in1.1"))))
    if start("index.1") then check("index.1", ops.index(in("index.1.in0"), indices = Seq(in("index.1.in1.0"), in("index.1.in1.1")), axes = Seq(0L, 2L)))
    if start("index.2") then check("index.2", ops.index(in("index.2.in0"), indices = Seq(in("index.2.in1.0"), in("index.2.in1.1")), axes = Seq(1L, 2L)))
    if start("index.3") then check("index.3", ops.index(in("index.3.in0"), indices = Seq(in("index.3.in1.0")), axes = Seq(1L), front = true))

  @Test def indexPut(): Unit =
    if start("index_put.0") then check("index_put.0", ops.indexPut(in("index_put.0.in0"), in("index_put.0.in1"), indices = Seq(in("index_put.0.in2.0"), in("index_put.0.in2.1"))))
    if start("index_put.1") then check("index_put.1", ops.indexPut(in("index_put.1.in0"), in("index_put.1.in1"), indices = Seq(in("index_put.1.in2.0"), in("index_put.1.in2.1")), axes = Seq(0L, 2L)))
    if start("index_put.2") then check("index_put.2", ops.indexPut(in("index_put.2.in0"), in("index_put.2.in1"), indices = Seq(in("index_put.2.in2.0"), in("index_put.2.in2.1")), axes = Seq(1L, 2L)))
    if start("index_put.3") then check("index_put.3", ops.indexPut(in("index_put.3.in0"), in("index_put.3.in1"), indices = Seq(in("index_put.3.in2.0")), axes = Seq(1L), front = true, accumulate = true))
    if start("index_put.4") then check("index_put.4", ops.indexPut(in("index_put.4.in0"), in("index_put.4.in1"), indices = Seq(in("index_put.4.in2.0"))))

  @Test def inner(): Unit =
    if start("inner.0") then check("inner.0", ops.inner(in("inner.0.in0"), in("inner.0.in1")))
    if start("inner.1") then check("inner.1", ops.inner(in("inner.1.in0"), in("inner.1.in1")))
    if start("inner.2") then check("inner.2", ops.inner(in("inner.2.in0"), in("inner.2.in1")))

  @Test def instanceNorm(): Unit =
    if start("instance_norm.0") then check("instance_norm.0", ops.instanceNorm(in("instance_norm.0.in0"), weight = in("instance_norm.0.in1"), bias = in("instance_norm.0.in2")))
    if start("instance_norm.1") then check("instance_norm.1", ops.instanceNorm(in("instance_norm.1.in0"), eps = 0.01))
    if start("instance_norm.2") then check("instance_norm.2", ops.instanceNorm(in("instance_norm.2.in0"), weight = in("instance_norm.2.in1")))

  @Test def integers(): Unit =
    if start("integers.0") then check("integers.0", ops.integers(low = 0L, high = 10L, shape = Seq(3L, 4L)))
    if start("integers.1") then check("integers.1", ops.integers(low = -5L, high = 5L, shape = Seq(1000L), dtype = DType.INT8))
    if start("integers.2") then check("integers.2", ops.integers(low = 0L, high = 255L, shape = Seq(7L), dtype = DType.UINT8))
    if start("integers.3") then check("integers.3", ops.integers(low = -9000000000L, high = 9000000000L, shape = Seq(100L)))

  @Test def interpolate(): Unit =
    if start("interpolate.0") then check("interpolate.0", ops.interpolate(in("interpolate.0.in0"), size = Seq(7L, 3L)))
    if start("interpolate.1") then check("interpolate.1", ops.interpolate(in("interpolate.1.in0"), scaleFactor = 1.7, mode = "nearest-exact"))
    if start("interpolate.2") then check("interpolate.2", ops.interpolate(in("interpolate.2.in0"), size = Seq(9L), mode = "linear"))
    if start("interpolate.3") then check("interpolate.3", ops.interpolate(in("interpolate.3.in0"), scaleFactor = 2.0, mode = "bilinear"))
    if start("interpolate.4") then check("interpolate.4", ops.interpolate(in("interpolate.4.in0"), size = Seq(3L, 9L), mode = "bilinear", alignCorners = true))
    if start("interpolate.5") then check("interpolate.5", ops.interpolate(in("interpolate.5.in0"), scaleFactor = 1.5, mode = "trilinear"))
    if start("interpolate.6") then check("interpolate.6", ops.interpolate(in("interpolate.6.in0"), size = Seq(8L, 3L), mode = "bicubic"))
    if start("interpolate.7") then check("interpolate.7", ops.interpolate(in("interpolate.7.in0"), size = Seq(4L, 3L), mode = "bilinear", antialias = true))
    if start("interpolate.8") then check("interpolate.8", ops.interpolate(in("interpolate.8.in0"), size = Seq(3L, 9L), mode = "bicubic", antialias = true))
    if start("interpolate.9") then check("interpolate.9", ops.interpolate(in("interpolate.9.in0"), size = Seq(3L, 2L), mode = "area"))
    if start("interpolate.10") then check("interpolate.10", ops.interpolate(in("interpolate.10.in0"), scaleFactor = 1.5, mode = "bicubic", alignCorners = true))

  @Test def inv(): Unit =
    if start("inv.0") then check("inv.0", ops.inv(in("inv.0.in0")))
    if start("inv.1") then check("inv.1", ops.inv(in("inv.1.in0")))
    if start("inv.2") then check("inv.2", ops.inv(in("inv.2.in0")))

  @Test def irfftn(): Unit =
    if start("irfftn.0") then check("irfftn.0", ops.irfftn(in("irfftn.0.in0")))
    if start("irfftn.1") then check("irfftn.1", ops.irfftn(in("irfftn.1.in0"), norm = "ortho"))
    if start("irfftn.2") then check("irfftn.2", ops.irfftn(in("irfftn.2.in0"), s = Seq(9L), axes = Seq(1L), norm = "forward"))
    if start("irfftn.3") then check("irfftn.3", ops.irfftn(in("irfftn.3.in0"), s = Seq(5L, 8L), axes = Seq(1L, 0L)))
    if start("irfftn.4") then check("irfftn.4", ops.irfftn(in("irfftn.4.in0"), axes = Seq(0L, 1L)))

  @Test def isfinite(): Unit =
    if start("isfinite.0") then check("isfinite.0", ops.isfinite(in("isfinite.0.in0")))

  @Test def isin(): Unit =
    if start("isin.0") then check("isin.0", ops.isin(in("isin.0.in0"), in("isin.0.in1")))
    if start("isin.1") then check("isin.1", ops.isin(in("isin.1.in0"), in("isin.1.in1")))
    if start("isin.2") then check("isin.2", ops.isin(in("isin.2.in0"), in("isin.2.in1"), invert = true))
    if start("isin.3") then check("isin.3", ops.isin(in("isin.3.in0"), in("isin.3.in1")))

  @Test def isinf(): Unit =
    if start("isinf.0") then check("isinf.0", ops.isinf(in("isinf.0.in0")))

  @Test def isnan(): Unit =
    if start("isnan.0") then check("isnan.0", ops.isnan(in("isnan.0.in0")))

  @Test def klDiv(): Unit =
    if start("kl_div.0") then check("kl_div.0", ops.klDiv(in("kl_div.0.in0"), in("kl_div.0.in1")))
    if start("kl_div.1") then check("kl_div.1", ops.klDiv(in("kl_div.1.in0"), in("kl_div.1.in1"), reduction = "sum"))
    if start("kl_div.2") then check("kl_div.2", ops.klDiv(in("kl_div.2.in0"), in("kl_div.2.in1"), reduction = "none", logTarget = true))
    if start("kl_div.3") then check("kl_div.3", ops.klDiv(in("kl_div.3.in0"), in("kl_div.3.in1"), reduction = "batchmean"))

  @Test def kthvalue(): Unit =
    if start("kthvalue.0") then check("kthvalue.0", ops.kthvalue(in("kthvalue.0.in0"), k = 2L).toList*)
    if start("kthvalue.1") then check("kthvalue.1", ops.kthvalue(in("kthvalue.1.in0"), k = 4L, axis = 0L, keepdims = true).toList*)
    if start("kthvalue.2") then check("kthvalue.2", ops.kthvalue(in("kthvalue.2.in0"), k = 3L, axis = 1L).toList*)
    if start("kthvalue.3") then check("kthvalue.3", ops.kthvalue(in("kthvalue.3.in0"), k = 3L).toList*)

  @Test def l1Loss(): Unit =
    if start("l1_loss.0") then check("l1_loss.0", ops.l1Loss(in("l1_loss.0.in0"), in("l1_loss.0.in1")))
    if start("l1_loss.1") then check("l1_loss.1", ops.l1Loss(in("l1_loss.1.in0"), in("l1_loss.1.in1"), reduction = "sum"))
    if start("l1_loss.2") then check("l1_loss.2", ops.l1Loss(in("l1_loss.2.in0"), in("l1_loss.2.in1"), reduction = "none"))

  @Test def laplace(): Unit =
    if start("laplace.0") then check("laplace.0", ops.laplace(shape = Seq(3L, 4L)))
    if start("laplace.1") then check("laplace.1", ops.laplace(shape = Seq(100L), loc = 2.0, scale = 0.5))

  @Test def layerNorm(): Unit =
    if start("layer_norm.0") then check("layer_norm.0", ops.layerNorm(in("layer_norm.0.in0"), weight = in("layer_norm.0.in1"), bias = in("layer_norm.0.in2")))
    if start("layer_norm.1") then check("layer_norm.1", ops.layerNorm(in("layer_norm.1.in0"), weight = in("layer_norm.1.in1")))
    if start("layer_norm.2") then check("layer_norm.2", ops.layerNorm(in("layer_norm.2.in0"), bias = in("layer_norm.2.in2"), eps = 0.1))
    if start("layer_norm.3") then check("layer_norm.3", ops.layerNorm(in("layer_norm.3.in0"), axes = Seq(1L, 2L)))

  @Test def leakyRelu(): Unit =
    if start("leaky_relu.0") then check("leaky_relu.0", ops.leakyRelu(in("leaky_relu.0.in0")))
    if start("leaky_relu.1") then check("leaky_relu.1", ops.leakyRelu(in("leaky_relu.1.in0"), negativeSlope = 0.2))

  @Test def less(): Unit =
    if start("less.0") then check("less.0", ops.less(in("less.0.in0"), in("less.0.in1")))

  @Test def lessEqual(): Unit =
    if start("less_equal.0") then check("less_equal.0", ops.lessEqual(in("less_equal.0.in0"), in("less_equal.0.in1")))

  @Test def lexsort(): Unit =
    if start("lexsort.0") then check("lexsort.0", ops.lexsort(keys = Seq(in("lexsort.0.in0.0"), in("lexsort.0.in0.1"))))
    if start("lexsort.1") then check("lexsort.1", ops.lexsort(keys = Seq(in("lexsort.1.in0.0"), in("lexsort.1.in0.1")), axis = 0L))
    if start("lexsort.2") then check("lexsort.2", ops.lexsort(keys = Seq(in("lexsort.2.in0.0"))))

  @Test def linear(): Unit =
    if start("linear.0") then check("linear.0", ops.linear(in("linear.0.in0"), in("linear.0.in1"), bias = in("linear.0.in2")))
    if start("linear.1") then check("linear.1", ops.linear(in("linear.1.in0"), in("linear.1.in1")))
    if start("linear.2") then check("linear.2", ops.linear(in("linear.2.in0"), in("linear.2.in1"), bias = in("linear.2.in2")))
    if start("linear.3") then check("linear.3", ops.linear(in("linear.3.in0"), in("linear.3.in1"), bias = in("linear.3.in2")))

  @Test def linearScan(): Unit =
    if start("linear_scan.0") then check("linear_scan.0", ops.linearScan(in("linear_scan.0.in0"), in("linear_scan.0.in1")))
    if start("linear_scan.1") then check("linear_scan.1", ops.linearScan(in("linear_scan.1.in0"), in("linear_scan.1.in1"), axis = 0L))
    if start("linear_scan.2") then check("linear_scan.2", ops.linearScan(in("linear_scan.2.in0"), in("linear_scan.2.in1"), axis = 1L, reverse = true))

  @Test def linspace(): Unit =
    if start("linspace.0") then check("linspace.0", ops.linspace(start = -1.0, stop = 2.0, num = 7L))
    if start("linspace.1") then check("linspace.1", ops.linspace(start = 0.0, stop = 1.0, num = 5L, endpoint = false))
    if start("linspace.2") then check("linspace.2", ops.linspace(start = 0.0, stop = 1.0, num = 1L))
    if start("linspace.3") then check("linspace.3", ops.linspace(start = 0.0, stop = 1.0, num = 0L))
    if start("linspace.4") then check("linspace.4", ops.linspace(start = 0.0, stop = 1.0, num = 9L, dtype = DType.FLOAT64))

  @Test def localResponseNorm(): Unit =
    if start("local_response_norm.0") then check("local_response_norm.0", ops.localResponseNorm(in("local_response_norm.0.in0"), size = 3L))
    if start("local_response_norm.1") then check("local_response_norm.1", ops.localResponseNorm(in("local_response_norm.1.in0"), size = 2L, alpha = 0.5, beta = 0.5, k = 2.0))

  @Test def log(): Unit =
    if start("log.0") then check("log.0", ops.log(in("log.0.in0")))

  @Test def log10(): Unit =
    if start("log10.0") then check("log10.0", ops.log10(in("log10.0.in0")))

  @Test def log1p(): Unit =
    if start("log1p.0") then check("log1p.0", ops.log1p(in("log1p.0.in0")))

  @Test def log2(): Unit =
    if start("log2.0") then check("log2.0", ops.log2(in("log2.0.in0")))

  @Test def logSigmoid(): Unit =
    if start("log_sigmoid.0") then check("log_sigmoid.0", ops.logSigmoid(in("log_sigmoid.0.in0")))

  @Test def logSoftmax(): Unit =
    if start("log_softmax.0") then check("log_softmax.0", ops.logSoftmax(in("log_softmax.0.in0")))
    if start("log_softmax.1") then check("log_softmax.1", ops.logSoftmax(in("log_softmax.1.in0"), axis = 1L))
    if start("log_softmax.2") then check("log_softmax.2", ops.logSoftmax(in("log_softmax.2.in0"), axis = 0L))

  @Test def logaddexp(): Unit =
    if start("logaddexp.0") then check("logaddexp.0", ops.logaddexp(in("logaddexp.0.in0"), in("logaddexp.0.in1")))

  @Test def logicalAnd(): Unit =
    if start("logical_and.0") then check("logical_and.0", ops.logicalAnd(in("logical_and.0.in0"), in("logical_and.0.in1")))

  @Test def logicalNot(): Unit =
    if start("logical_not.0") then check("logical_not.0", ops.logicalNot(in("logical_not.0.in0")))

  @Test def logicalOr(): Unit =
    if start("logical_or.0") then check("logical_or.0", ops.logicalOr(in("logical_or.0.in0"), in("logical_or.0.in1")))

  @Test def logicalXor(): Unit =
    if start("logical_xor.0") then check("logical_xor.0", ops.logicalXor(in("logical_xor.0.in0"), in("logical_xor.0.in1")))

  @Test def logistic(): Unit =
    if start("logistic.0") then check("logistic.0", ops.logistic(shape = Seq(3L, 4L)))
    if start("logistic.1") then check("logistic.1", ops.logistic(shape = Seq(100L), loc = 2.0, scale = 0.5))

  @Test def logit(): Unit =
    if start("logit.0") then check("logit.0", ops.logit(in("logit.0.in0")))

  @Test def lognormal(): Unit =
    if start("lognormal.0") then check("lognormal.0", ops.lognormal(shape = Seq(3L, 4L)))
    if start("lognormal.1") then check("lognormal.1", ops.lognormal(shape = Seq(100L), loc = 2.0, scale = 0.5))

  @Test def logsumexp(): Unit =
    if start("logsumexp.0") then check("logsumexp.0", ops.logsumexp(in("logsumexp.0.in0")))
    if start("logsumexp.1") then check("logsumexp.1", ops.logsumexp(in("logsumexp.1.in0"), axes = Seq(1L)))
    if start("logsumexp.2") then check("logsumexp.2", ops.logsumexp(in("logsumexp.2.in0"), axes = Seq(0L, 2L), keepdims = true))

  @Test def lpPool(): Unit =
    if start("lp_pool.0") then check("lp_pool.0", ops.lpPool(in("lp_pool.0.in0"), kernelSize = Seq(2L)))
    if start("lp_pool.1") then check("lp_pool.1", ops.lpPool(in("lp_pool.1.in0"), kernelSize = Seq(3L), stride = Seq(2L), normType = 3.0))

  @Test def lstm(): Unit =
    if start("lstm.0") then check("lstm.0", ops.lstm(in("lstm.0.in0"), in("lstm.0.in1"), in("lstm.0.in2"), biasIh = in("lstm.0.in3"), biasHh = in("lstm.0.in4"), h0 = in("lstm.0.in5"), c0 = in("lstm.0.in6")).toList*)
    if start("lstm.1") then check("lstm.1", ops.lstm(in("lstm.1.in0"), in("lstm.1.in1"), in("lstm.1.in2"), reverse = true).toList*)
    if start("lstm.2") then check("lstm.2", ops.lstm(in("lstm.2.in0"), in("lstm.2.in1"), in("lstm.2.in2"), biasIh = in("lstm.2.in3"), c0 = in("lstm.2.in6"), lengths = in("lstm.2.in7"), reverse = true).toList*)

  @Test def marginRankingLoss(): Unit =
    if start("margin_ranking_loss.0") then check("margin_ranking_loss.0", ops.marginRankingLoss(in("margin_ranking_loss.0.in0"), in("margin_ranking_loss.0.in1"), in("margin_ranking_loss.0.in2")))
    if start("margin_ranking_loss.1") then check("margin_ranking_loss.1", ops.marginRankingLoss(in("margin_ranking_loss.1.in0"), in("margin_ranking_loss.1.in1"), in("margin_ranking_loss.1.in2"), reduction = "sum", margin = 0.7))
    if start("margin_ranking_loss.2") then check("margin_ranking_loss.2", ops.marginRankingLoss(in("margin_ranking_loss.2.in0"), in("margin_ranking_loss.2.in1"), in("margin_ranking_loss.2.in2"), reduction = "none", margin = -0.4))

  @Test def maskPut(): Unit =
    if start("mask_put.0") then check("mask_put.0", ops.maskPut(in("mask_put.0.in0"), in("mask_put.0.in1"), in("mask_put.0.in2")))
    if start("mask_put.1") then check("mask_put.1", ops.maskPut(in("mask_put.1.in0"), in("mask_put.1.in1"), in("mask_put.1.in2")))
    if start("mask_put.2") then check("mask_put.2", ops.maskPut(in("mask_put.2.in0"), in("mask_put.2.in1"), in("mask_put.2.in2")))
    if start("mask_put.3") then check("mask_put.3", ops.maskPut(in("mask_put.3.in0"), in("mask_put.3.in1"), in("mask_put.3.in2")))

  @Test def maskSelect(): Unit =
    if start("mask_select.0") then check("mask_select.0", ops.maskSelect(in("mask_select.0.in0"), in("mask_select.0.in1")))
    if start("mask_select.1") then check("mask_select.1", ops.maskSelect(in("mask_select.1.in0"), in("mask_select.1.in1")))
    if start("mask_select.2") then check("mask_select.2", ops.maskSelect(in("mask_select.2.in0"), in("mask_select.2.in1")))

  @Test def matmul(): Unit =
    if start("matmul.0") then check("matmul.0", ops.matmul(in("matmul.0.in0"), in("matmul.0.in1")))
    if start("matmul.1") then check("matmul.1", ops.matmul(in("matmul.1.in0"), in("matmul.1.in1")))
    if start("matmul.2") then check("matmul.2", ops.matmul(in("matmul.2.in0"), in("matmul.2.in1")))
    if start("matmul.3") then check("matmul.3", ops.matmul(in("matmul.3.in0"), in("matmul.3.in1")))
    if start("matmul.4") then check("matmul.4", ops.matmul(in("matmul.4.in0"), in("matmul.4.in1")))
    if start("matmul.5") then check("matmul.5", ops.matmul(in("matmul.5.in0"), in("matmul.5.in1")))

  @Test def matrixNorm(): Unit =
    if start("matrix_norm.0") then check("matrix_norm.0", ops.matrixNorm(in("matrix_norm.0.in0")))
    if start("matrix_norm.1") then check("matrix_norm.1", ops.matrixNorm(in("matrix_norm.1.in0"), ord = "1"))
    if start("matrix_norm.2") then check("matrix_norm.2", ops.matrixNorm(in("matrix_norm.2.in0"), ord = "-1", keepdims = true))
    if start("matrix_norm.3") then check("matrix_norm.3", ops.matrixNorm(in("matrix_norm.3.in0"), ord = "inf"))
    if start("matrix_norm.4") then check("matrix_norm.4", ops.matrixNorm(in("matrix_norm.4.in0"), ord = "-inf"))

  @Test def matrixPower(): Unit =
    if start("matrix_power.0") then check("matrix_power.0", ops.matrixPower(in("matrix_power.0.in0"), n = 5L))
    if start("matrix_power.1") then check("matrix_power.1", ops.matrixPower(in("matrix_power.1.in0"), n = -2L))
    if start("matrix_power.2") then check("matrix_power.2", ops.matrixPower(in("matrix_power.2.in0"), n = 0L))
    if start("matrix_power.3") then check("matrix_power.3", ops.matrixPower(in("matrix_power.3.in0"), n = 1L))

  @Test def matrixTranspose(): Unit =
    if start("matrix_transpose.0") then check("matrix_transpose.0", ops.matrixTranspose(in("matrix_transpose.0.in0")))
    if start("matrix_transpose.1") then check("matrix_transpose.1", ops.matrixTranspose(in("matrix_transpose.1.in0")))

  @Test def max(): Unit =
    if start("max.0") then check("max.0", ops.max(in("max.0.in0")))
    if start("max.1") then check("max.1", ops.max(in("max.1.in0"), axes = Seq(1L)))
    if start("max.2") then check("max.2", ops.max(in("max.2.in0"), axes = Seq(0L, 2L), keepdims = true))
    if start("max.3") then check("max.3", ops.max(in("max.3.in0")))

  @Test def maxPool(): Unit =
    if start("max_pool.0") then check("max_pool.0", ops.maxPool(in("max_pool.0.in0"), kernelSize = Seq(2L)))
    if start("max_pool.1") then check("max_pool.1", ops.maxPool(in("max_pool.1.in0"), kernelSize = Seq(3L, 2L), stride = Seq(2L, 1L), padding = Seq(1L)))
    if start("max_pool.2") then check("max_pool.2", ops.maxPool(in("max_pool.2.in0"), kernelSize = Seq(2L), dilation = Seq(3L), padding = Seq(1L), stride = Seq(2L)))
    if start("max_pool.3") then check("max_pool.3", ops.maxPool(in("max_pool.3.in0"), kernelSize = Seq(2L, 2L, 3L), stride = Seq(2L), ceilMode = true))

  @Test def maxPoolIndices(): Unit =
    if start("max_pool_indices.0") then check("max_pool_indices.0", ops.maxPoolIndices(in("max_pool_indices.0.in0"), kernelSize = Seq(2L)))
    if start("max_pool_indices.1") then check("max_pool_indices.1", ops.maxPoolIndices(in("max_pool_indices.1.in0"), kernelSize = Seq(3L, 2L), stride = Seq(2L, 1L), padding = Seq(1L)))
    if start("max_pool_indices.2") then check("max_pool_indices.2", ops.maxPoolIndices(in("max_pool_indices.2.in0"), kernelSize = Seq(2L), dilation = Seq(3L), padding = Seq(1L), stride = Seq(2L)))

  @Test def maxUnpool(): Unit =
    if start("max_unpool.0") then check("max_unpool.0", ops.maxUnpool(in("max_unpool.0.in0"), in("max_unpool.0.in1"), outputSize = Seq(4L, 4L)))
    if start("max_unpool.1") then check("max_unpool.1", ops.maxUnpool(in("max_unpool.1.in0"), in("max_unpool.1.in1"), outputSize = Seq(4L)))

  @Test def maximum(): Unit =
    if start("maximum.0") then check("maximum.0", ops.maximum(in("maximum.0.in0"), in("maximum.0.in1")))

  @Test def mean(): Unit =
    if start("mean.0") then check("mean.0", ops.mean(in("mean.0.in0")))
    if start("mean.1") then check("mean.1", ops.mean(in("mean.1.in0"), axes = Seq(0L)))
    if start("mean.2") then check("mean.2", ops.mean(in("mean.2.in0"), axes = Seq(0L, 2L), keepdims = true))

  @Test def median(): Unit =
    if start("median.0") then check("median.0", ops.median(in("median.0.in0")))
    if start("median.1") then check("median.1", ops.median(in("median.1.in0"), axis = 1L))
    if start("median.2") then check("median.2", ops.median(in("median.2.in0"), axis = 1L, keepdims = true))
    if start("median.3") then check("median.3", ops.median(in("median.3.in0"), keepdims = true))

  @Test def meshgrid(): Unit =
    if start("meshgrid.0") then check("meshgrid.0", ops.meshgrid(arrays = Seq(in("meshgrid.0.in0.0"), in("meshgrid.0.in0.1")))*)
    if start("meshgrid.1") then check("meshgrid.1", ops.meshgrid(arrays = Seq(in("meshgrid.1.in0.0"), in("meshgrid.1.in0.1")), indexing = "ij")*)
    if start("meshgrid.2") then check("meshgrid.2", ops.meshgrid(arrays = Seq(in("meshgrid.2.in0.0"), in("meshgrid.2.in0.1"), in("meshgrid.2.in0.2")))*)
    if start("meshgrid.3") then check("meshgrid.3", ops.meshgrid(arrays = Seq(in("meshgrid.3.in0.0")))*)

  @Test def min(): Unit =
    if start("min.0") then check("min.0", ops.min(in("min.0.in0")))
    if start("min.1") then check("min.1", ops.min(in("min.1.in0"), axes = Seq(1L)))
    if start("min.2") then check("min.2", ops.min(in("min.2.in0"), axes = Seq(0L, 2L), keepdims = true))
    if start("min.3") then check("min.3", ops.min(in("min.3.in0")))

  @Test def minimum(): Unit =
    if start("minimum.0") then check("minimum.0", ops.minimum(in("minimum.0.in0"), in("minimum.0.in1")))

  @Test def mish(): Unit =
    if start("mish.0") then check("mish.0", ops.mish(in("mish.0.in0")))

  @Test def moveaxis(): Unit =
    if start("moveaxis.0") then check("moveaxis.0", ops.moveaxis(in("moveaxis.0.in0"), source = Seq(0L), destination = Seq(-1L)))
    if start("moveaxis.1") then check("moveaxis.1", ops.moveaxis(in("moveaxis.1.in0"), source = Seq(3L, 1L), destination = Seq(0L, 2L)))

  @Test def mseLoss(): Unit =
    if start("mse_loss.0") then check("mse_loss.0", ops.mseLoss(in("mse_loss.0.in0"), in("mse_loss.0.in1")))
    if start("mse_loss.1") then check("mse_loss.1", ops.mseLoss(in("mse_loss.1.in0"), in("mse_loss.1.in1"), reduction = "sum"))
    if start("mse_loss.2") then check("mse_loss.2", ops.mseLoss(in("mse_loss.2.in0"), in("mse_loss.2.in1"), reduction = "none"))

  @Test def multiMarginLoss(): Unit =
    if start("multi_margin_loss.0") then check("multi_margin_loss.0", ops.multiMarginLoss(in("multi_margin_loss.0.in0"), in("multi_margin_loss.0.in1")))
    if start("multi_margin_loss.1") then check("multi_margin_loss.1", ops.multiMarginLoss(in("multi_margin_loss.1.in0"), in("multi_margin_loss.1.in1"), weight = in("multi_margin_loss.1.in2"), p = 2.0, reduction = "sum"))
    if start("multi_margin_loss.2") then check("multi_margin_loss.2", ops.multiMarginLoss(in("multi_margin_loss.2.in0"), in("multi_margin_loss.2.in1"), margin = 0.6, reduction = "none"))

  @Test def multilabelSoftMarginLoss(): Unit =
    if start("multilabel_soft_margin_loss.0") then check("multilabel_soft_margin_loss.0", ops.multilabelSoftMarginLoss(in("multilabel_soft_margin_loss.0.in0"), in("multilabel_soft_margin_loss.0.in1")))
    if start("multilabel_soft_margin_loss.1") then check("multilabel_soft_margin_loss.1", ops.multilabelSoftMarginLoss(in("multilabel_soft_margin_loss.1.in0"), in("multilabel_soft_margin_loss.1.in1"), weight = in("multilabel_soft_margin_loss.1.in2"), reduction = "sum"))
    if start("multilabel_soft_margin_loss.2") then check("multilabel_soft_margin_loss.2", ops.multilabelSoftMarginLoss(in("multilabel_soft_margin_loss.2.in0"), in("multilabel_soft_margin_loss.2.in1"), reduction = "none"))

  @Test def multiply(): Unit =
    if start("multiply.0") then check("multiply.0", ops.multiply(in("multiply.0.in0"), in("multiply.0.in1")))
    if start("multiply.1") then check("multiply.1", ops.multiply(in("multiply.1.in0"), in("multiply.1.in1")))

  @Test def nanargmax(): Unit =
    if start("nanargmax.0") then check("nanargmax.0", ops.nanargmax(in("nanargmax.0.in0")))
    if start("nanargmax.1") then check("nanargmax.1", ops.nanargmax(in("nanargmax.1.in0"), axis = 1L))
    if start("nanargmax.2") then check("nanargmax.2", ops.nanargmax(in("nanargmax.2.in0"), axis = 1L, keepdims = true))

  @Test def nanargmin(): Unit =
    if start("nanargmin.0") then check("nanargmin.0", ops.nanargmin(in("nanargmin.0.in0")))
    if start("nanargmin.1") then check("nanargmin.1", ops.nanargmin(in("nanargmin.1.in0"), axis = 1L))
    if start("nanargmin.2") then check("nanargmin.2", ops.nanargmin(in("nanargmin.2.in0"), axis = 1L, keepdims = true))

  @Test def nancumprod(): Unit =
    if start("nancumprod.0") then check("nancumprod.0", ops.nancumprod(in("nancumprod.0.in0")))
    if start("nancumprod.1") then check("nancumprod.1", ops.nancumprod(in("nancumprod.1.in0"), axis = 1L))
    if start("nancumprod.2") then check("nancumprod.2", ops.nancumprod(in("nancumprod.2.in0"), axis = 0L))

  @Test def nancumsum(): Unit =
    if start("nancumsum.0") then check("nancumsum.0", ops.nancumsum(in("nancumsum.0.in0")))
    if start("nancumsum.1") then check("nancumsum.1", ops.nancumsum(in("nancumsum.1.in0"), axis = 1L))
    if start("nancumsum.2") then check("nancumsum.2", ops.nancumsum(in("nancumsum.2.in0"), axis = 0L))

  @Test def nanmax(): Unit =
    if start("nanmax.0") then check("nanmax.0", ops.nanmax(in("nanmax.0.in0")))
    if start("nanmax.1") then check("nanmax.1", ops.nanmax(in("nanmax.1.in0"), axes = Seq(1L)))
    if start("nanmax.2") then check("nanmax.2", ops.nanmax(in("nanmax.2.in0"), axes = Seq(0L, 2L), keepdims = true))
    if start("nanmax.3") then check("nanmax.3", ops.nanmax(in("nanmax.3.in0")))

  @Test def nanmean(): Unit =
    if start("nanmean.0") then check("nanmean.0", ops.nanmean(in("nanmean.0.in0")))
    if start("nanmean.1") then check("nanmean.1", ops.nanmean(in("nanmean.1.in0"), axes = Seq(0L)))
    if start("nanmean.2") then check("nanmean.2", ops.nanmean(in("nanmean.2.in0"), axes = Seq(0L, 2L), keepdims = true))

  @Test def nanmedian(): Unit =
    if start("nanmedian.0") then check("nanmedian.0", ops.nanmedian(in("nanmedian.0.in0")))
    if start("nanmedian.1") then check("nanmedian.1", ops.nanmedian(in("nanmedian.1.in0"), axis = 1L))
    if start("nanmedian.2") then check("nanmedian.2", ops.nanmedian(in("nanmedian.2.in0"), axis = 1L, keepdims = true))

  @Test def nanmin(): Unit =
    if start("nanmin.0") then check("nanmin.0", ops.nanmin(in("nanmin.0.in0")))
    if start("nanmin.1") then check("nanmin.1", ops.nanmin(in("nanmin.1.in0"), axes = Seq(1L)))
    if start("nanmin.2") then check("nanmin.2", ops.nanmin(in("nanmin.2.in0"), axes = Seq(0L, 2L), keepdims = true))
    if start("nanmin.3") then check("nanmin.3", ops.nanmin(in("nanmin.3.in0")))

  @Test def nanprod(): Unit =
    if start("nanprod.0") then check("nanprod.0", ops.nanprod(in("nanprod.0.in0")))
    if start("nanprod.1") then check("nanprod.1", ops.nanprod(in("nanprod.1.in0"), axes = Seq(1L)))
    if start("nanprod.2") then check("nanprod.2", ops.nanprod(in("nanprod.2.in0"), axes = Seq(0L, 2L), keepdims = true))
    if start("nanprod.3") then check("nanprod.3", ops.nanprod(in("nanprod.3.in0"), axes = Seq(0L)))

  @Test def nanstd(): Unit =
    if start("nanstd.0") then check("nanstd.0", ops.nanstd(in("nanstd.0.in0")))
    if start("nanstd.1") then check("nanstd.1", ops.nanstd(in("nanstd.1.in0"), axes = Seq(1L), correction = 1.0))
    if start("nanstd.2") then check("nanstd.2", ops.nanstd(in("nanstd.2.in0"), axes = Seq(0L, 2L), keepdims = true))

  @Test def nansum(): Unit =
    if start("nansum.0") then check("nansum.0", ops.nansum(in("nansum.0.in0")))
    if start("nansum.1") then check("nansum.1", ops.nansum(in("nansum.1.in0"), axes = Seq(1L)))
    if start("nansum.2") then check("nansum.2", ops.nansum(in("nansum.2.in0"), axes = Seq(0L, 2L), keepdims = true))
    if start("nansum.3") then check("nansum.3", ops.nansum(in("nansum.3.in0"), axes = Seq(-1L)))

  @Test def nanvar(): Unit =
    if start("nanvar.0") then check("nanvar.0", ops.nanvar(in("nanvar.0.in0")))
    if start("nanvar.1") then check("nanvar.1", ops.nanvar(in("nanvar.1.in0"), axes = Seq(1L), correction = 1.0))
    if start("nanvar.2") then check("nanvar.2", ops.nanvar(in("nanvar.2.in0"), axes = Seq(0L, 2L), keepdims = true))

  @Test def negative(): Unit =
    if start("negative.0") then check("negative.0", ops.negative(in("negative.0.in0")))

  @Test def nextafter(): Unit =
    if start("nextafter.0") then check("nextafter.0", ops.nextafter(in("nextafter.0.in0"), in("nextafter.0.in1")))
    if start("nextafter.1") then check("nextafter.1", ops.nextafter(in("nextafter.1.in0"), in("nextafter.1.in1")))

  @Test def nllLoss(): Unit =
    if start("nll_loss.0") then check("nll_loss.0", ops.nllLoss(in("nll_loss.0.in0"), in("nll_loss.0.in1")))
    if start("nll_loss.1") then check("nll_loss.1", ops.nllLoss(in("nll_loss.1.in0"), in("nll_loss.1.in1"), weight = in("nll_loss.1.in2")))
    if start("nll_loss.2") then check("nll_loss.2", ops.nllLoss(in("nll_loss.2.in0"), in("nll_loss.2.in1"), ignoreIndex = 1L, reduction = "none"))
    if start("nll_loss.3") then check("nll_loss.3", ops.nllLoss(in("nll_loss.3.in0"), in("nll_loss.3.in1"), axis = -1L, reduction = "sum"))

  @Test def nonzero(): Unit =
    if start("nonzero.0") then check("nonzero.0", ops.nonzero(in("nonzero.0.in0"))*)
    if start("nonzero.1") then check("nonzero.1", ops.nonzero(in("nonzero.1.in0"))*)
    if start("nonzero.2") then check("nonzero.2", ops.nonzero(in("nonzero.2.in0"))*)

  @Test def normal(): Unit =
    if start("normal.0") then check("normal.0", ops.normal(shape = Seq(3L, 4L)))
    if start("normal.1") then check("normal.1", ops.normal(shape = Seq(1000L), mean = 3.0, std = 0.5))

  @Test def normalize(): Unit =
    if start("normalize.0") then check("normalize.0", ops.normalize(in("normalize.0.in0")))
    if start("normalize.1") then check("normalize.1", ops.normalize(in("normalize.1.in0"), p = 1.0, axis = 0L))
    if start("normalize.2") then check("normalize.2", ops.normalize(in("normalize.2.in0"), p = 3.0))
    if start("normalize.3") then check("normalize.3", ops.normalize(in("normalize.3.in0"), p = Double.PositiveInfinity))
    if start("normalize.4") then check("normalize.4", ops.normalize(in("normalize.4.in0"), eps = 20.0))

  @Test def notEqual(): Unit =
    if start("not_equal.0") then check("not_equal.0", ops.notEqual(in("not_equal.0.in0"), in("not_equal.0.in1")))

  @Test def oneHot(): Unit =
    if start("one_hot.0") then check("one_hot.0", ops.oneHot(in("one_hot.0.in0"), numClasses = 5L))
    if start("one_hot.1") then check("one_hot.1", ops.oneHot(in("one_hot.1.in0"), numClasses = 7L, dtype = DType.INT32))
    if start("one_hot.2") then check("one_hot.2", ops.oneHot(in("one_hot.2.in0"), numClasses = 2L))

  @Test def ones(): Unit =
    if start("ones.0") then check("ones.0", ops.ones(shape = Seq(3L, 4L)))
    if start("ones.1") then check("ones.1", ops.ones(shape = Seq(2L, 0L)))
    if start("ones.2") then check("ones.2", ops.ones(shape = Seq(5L), dtype = DType.INT16))
    if start("ones.3") then check("ones.3", ops.ones(shape = Seq(5L), dtype = DType.COMPLEX64))
    if start("ones.4") then check("ones.4", ops.ones(shape = Seq(2L, 3L), dtype = DType.BOOL))

  @Test def onesLike(): Unit =
    if start("ones_like.0") then check("ones_like.0", ops.onesLike(in("ones_like.0.in0")))
    if start("ones_like.1") then check("ones_like.1", ops.onesLike(in("ones_like.1.in0"), dtype = DType.INT32))
    if start("ones_like.2") then check("ones_like.2", ops.onesLike(in("ones_like.2.in0"), dtype = DType.COMPLEX128))

  @Test def outer(): Unit =
    if start("outer.0") then check("outer.0", ops.outer(in("outer.0.in0"), in("outer.0.in1")))
    if start("outer.1") then check("outer.1", ops.outer(in("outer.1.in0"), in("outer.1.in1")))
    if start("outer.2") then check("outer.2", ops.outer(in("outer.2.in0"), in("outer.2.in1")))

  @Test def pad(): Unit =
    if start("pad.0") then check("pad.0", ops.pad(in("pad.0.in0"), widths = Seq(1L, 2L, 0L, 1L), value = 2.5))
    if start("pad.1") then check("pad.1", ops.pad(in("pad.1.in0"), widths = Seq(2L, 1L, 3L, 0L), mode = "reflect"))
    if start("pad.2") then check("pad.2", ops.pad(in("pad.2.in0"), widths = Seq(1L, 2L, 3L, 4L), mode = "edge"))
    if start("pad.3") then check("pad.3", ops.pad(in("pad.3.in0"), widths = Seq(5L, 0L, 4L, 7L), mode = "wrap"))
    if start("pad.4") then check("pad.4", ops.pad(in("pad.4.in0"), widths = Seq(3L, 2L, 4L, 7L), mode = "symmetric"))
    if start("pad.5") then check("pad.5", ops.pad(in("pad.5.in0"), widths = Seq(7L, 8L), mode = "reflect"))
    if start("pad.6") then check("pad.6", ops.pad(in("pad.6.in0"), widths = Seq(1L, 1L, 0L, 3L), mode = "replicate"))
    if start("pad.7") then check("pad.7", ops.pad(in("pad.7.in0"), widths = Seq(2L, 4L), mode = "circular"))
    if start("pad.8") then check("pad.8", ops.pad(in("pad.8.in0"), widths = Seq(3L, 2L, 7L, 1L), mode = "symmetric"))
    if start("pad.9") then check("pad.9", ops.pad(in("pad.9.in0"), widths = Seq(1L, 9L, 5L, 0L), mode = "reflect"))

  @Test def pairwiseDistance(): Unit =
    if start("pairwise_distance.0") then check("pairwise_distance.0", ops.pairwiseDistance(in("pairwise_distance.0.in0"), in("pairwise_distance.0.in1")))
    if start("pairwise_distance.1") then check("pairwise_distance.1", ops.pairwiseDistance(in("pairwise_distance.1.in0"), in("pairwise_distance.1.in1"), p = 1.0, keepdims = true))
    if start("pairwise_distance.2") then check("pairwise_distance.2", ops.pairwiseDistance(in("pairwise_distance.2.in0"), in("pairwise_distance.2.in1"), p = 3.0))
    if start("pairwise_distance.3") then check("pairwise_distance.3", ops.pairwiseDistance(in("pairwise_distance.3.in0"), in("pairwise_distance.3.in1"), p = Double.PositiveInfinity, eps = 0.0))

  @Test def partition(): Unit =
    if start("partition.0") then check("partition.0", ops.partition(in("partition.0.in0"), kth = 2L))
    if start("partition.1") then check("partition.1", ops.partition(in("partition.1.in0"), kth = -1L, axis = 0L))
    if start("partition.2") then check("partition.2", ops.partition(in("partition.2.in0"), kth = 0L))

  @Test def percentile(): Unit =
    if start("percentile.0") then check("percentile.0", ops.percentile(in("percentile.0.in0"), in("percentile.0.in1")))
    if start("percentile.1") then check("percentile.1", ops.percentile(in("percentile.1.in0"), in("percentile.1.in1"), axis = 0L, method = "weibull"))

  @Test def permutation(): Unit =
    if start("permutation.0") then check("permutation.0", ops.permutation(n = 10L))
    if start("permutation.1") then check("permutation.1", ops.permutation(n = 1000L, dtype = DType.INT32))
    if start("permutation.2") then check("permutation.2", ops.permutation(n = 0L))

  @Test def permuteDims(): Unit =
    if start("permute_dims.0") then check("permute_dims.0", ops.permuteDims(in("permute_dims.0.in0")))
    if start("permute_dims.1") then check("permute_dims.1", ops.permuteDims(in("permute_dims.1.in0"), axes = Seq(1L, 2L, 0L)))

  @Test def pixelShuffle(): Unit =
    if start("pixel_shuffle.0") then check("pixel_shuffle.0", ops.pixelShuffle(in("pixel_shuffle.0.in0"), upscaleFactor = 2L))
    if start("pixel_shuffle.1") then check("pixel_shuffle.1", ops.pixelShuffle(in("pixel_shuffle.1.in0"), upscaleFactor = 3L))
    if start("pixel_shuffle.2") then check("pixel_shuffle.2", ops.pixelShuffle(in("pixel_shuffle.2.in0"), upscaleFactor = 2L))

  @Test def pixelUnshuffle(): Unit =
    if start("pixel_unshuffle.0") then check("pixel_unshuffle.0", ops.pixelUnshuffle(in("pixel_unshuffle.0.in0"), downscaleFactor = 2L))
    if start("pixel_unshuffle.1") then check("pixel_unshuffle.1", ops.pixelUnshuffle(in("pixel_unshuffle.1.in0"), downscaleFactor = 3L))

  @Test def poisson(): Unit =
    if start("poisson.0") then check("poisson.0", ops.poisson(in("poisson.0.in0")))
    if start("poisson.1") then check("poisson.1", ops.poisson(in("poisson.1.in0"), shape = Seq(100L), dtype = DType.FLOAT32))

  @Test def poissonNllLoss(): Unit =
    if start("poisson_nll_loss.0") then check("poisson_nll_loss.0", ops.poissonNllLoss(in("poisson_nll_loss.0.in0"), in("poisson_nll_loss.0.in1")))
    if start("poisson_nll_loss.1") then check("poisson_nll_loss.1", ops.poissonNllLoss(in("poisson_nll_loss.1.in0"), in("poisson_nll_loss.1.in1"), logInput = false, full = true, reduction = "sum"))
    if start("poisson_nll_loss.2") then check("poisson_nll_loss.2", ops.poissonNllLoss(in("poisson_nll_loss.2.in0"), in("poisson_nll_loss.2.in1"), full = true, reduction = "none"))

  @Test def positive(): Unit =
    if start("positive.0") then check("positive.0", ops.positive(in("positive.0.in0")))

  @Test def pow(): Unit =
    if start("pow.0") then check("pow.0", ops.pow(in("pow.0.in0"), in("pow.0.in1")))
    if start("pow.1") then check("pow.1", ops.pow(in("pow.1.in0"), NDArray.number(-1.5)))

  @Test def prelu(): Unit =
    if start("prelu.0") then check("prelu.0", ops.prelu(in("prelu.0.in0"), in("prelu.0.in1")))

  @Test def prod(): Unit =
    if start("prod.0") then check("prod.0", ops.prod(in("prod.0.in0")))
    if start("prod.1") then check("prod.1", ops.prod(in("prod.1.in0"), axes = Seq(1L)))
    if start("prod.2") then check("prod.2", ops.prod(in("prod.2.in0"), axes = Seq(0L, 2L), keepdims = true))
    if start("prod.3") then check("prod.3", ops.prod(in("prod.3.in0"), axes = Seq(0L)))

  @Test def putAlongAxis(): Unit =
    if start("put_along_axis.0") then check("put_along_axis.0", ops.putAlongAxis(in("put_along_axis.0.in0"), in("put_along_axis.0.in1"), in("put_along_axis.0.in2")))
    if start("put_along_axis.1") then check("put_along_axis.1", ops.putAlongAxis(in("put_along_axis.1.in0"), in("put_along_axis.1.in1"), in("put_along_axis.1.in2"), axis = 0L))
    if start("put_along_axis.2") then check("put_along_axis.2", ops.putAlongAxis(in("put_along_axis.2.in0"), in("put_along_axis.2.in1"), in("put_along_axis.2.in2"), axis = 1L, accumulate = true))
    if start("put_along_axis.3") then check("put_along_axis.3", ops.putAlongAxis(in("put_along_axis.3.in0"), in("put_along_axis.3.in1"), in("put_along_axis.3.in2")))

  @Test def putAlongAxisReduce(): Unit =
    if start("put_along_axis_reduce.0") then check("put_along_axis_reduce.0", ops.putAlongAxisReduce(in("put_along_axis_reduce.0.in0"), in("put_along_axis_reduce.0.in1"), in("put_along_axis_reduce.0.in2"), reduce = "mean"))
    if start("put_along_axis_reduce.1") then check("put_along_axis_reduce.1", ops.putAlongAxisReduce(in("put_along_axis_reduce.1.in0"), in("put_along_axis_reduce.1.in1"), in("put_along_axis_reduce.1.in2"), axis = 0L, reduce = "min", includeSelf = false))
    if start("put_along_axis_reduce.2") then check("put_along_axis_reduce.2", ops.putAlongAxisReduce(in("put_along_axis_reduce.2.in0"), in("put_along_axis_reduce.2.in1"), in("put_along_axis_reduce.2.in2"), axis = 1L, reduce = "mean", includeSelf = false))
    if start("put_along_axis_reduce.3") then check("put_along_axis_reduce.3", ops.putAlongAxisReduce(in("put_along_axis_reduce.3.in0"), in("put_along_axis_reduce.3.in1"), in("put_along_axis_reduce.3.in2"), reduce = "sum", includeSelf = false))

  @Test def qr(): Unit =
    if start("qr.0") then check("qr.0", ops.qr(in("qr.0.in0")).toList*)
    if start("qr.1") then check("qr.1", ops.qr(in("qr.1.in0")).toList*)
    if start("qr.2") then check("qr.2", ops.qr(in("qr.2.in0")).toList*)
    if start("qr.3") then check("qr.3", ops.qr(in("qr.3.in0"), mode = "complete").toList*)

  @Test def quantile(): Unit =
    if start("quantile.0") then check("quantile.0", ops.quantile(in("quantile.0.in0"), in("quantile.0.in1")))
    if start("quantile.1") then check("quantile.1", ops.quantile(in("quantile.1.in0"), in("quantile.1.in1"), axis = 1L))
    if start("quantile.2") then check("quantile.2", ops.quantile(in("quantile.2.in0"), in("quantile.2.in1"), axis = 1L, keepdims = true, method = "hazen"))
    if start("quantile.3") then check("quantile.3", ops.quantile(in("quantile.3.in0"), in("quantile.3.in1"), keepdims = true, method = "lower"))

  @Test def quickGelu(): Unit =
    if start("quick_gelu.0") then check("quick_gelu.0", ops.quickGelu(in("quick_gelu.0.in0")))

  @Test def rad2deg(): Unit =
    if start("rad2deg.0") then check("rad2deg.0", ops.rad2deg(in("rad2deg.0.in0")))

  @Test def ravel(): Unit =
    if start("ravel.0") then check("ravel.0", ops.ravel(in("ravel.0.in0")))
    if start("ravel.1") then check("ravel.1", ops.ravel(in("ravel.1.in0")))
    if start("ravel.2") then check("ravel.2", ops.ravel(in("ravel.2.in0")))

  @Test def real(): Unit =
    if start("real.0") then check("real.0", ops.real(in("real.0.in0")))

  @Test def reciprocal(): Unit =
    if start("reciprocal.0") then check("reciprocal.0", ops.reciprocal(in("reciprocal.0.in0")))

  @Test def relu(): Unit =
    if start("relu.0") then check("relu.0", ops.relu(in("relu.0.in0")))

  @Test def relu6(): Unit =
    if start("relu6.0") then check("relu6.0", ops.relu6(in("relu6.0.in0")))

  @Test def remainder(): Unit =
    if start("remainder.0") then check("remainder.0", ops.remainder(in("remainder.0.in0"), in("remainder.0.in1")))

  @Test def repeat(): Unit =
    if start("repeat.0") then check("repeat.0", ops.repeat(in("repeat.0.in0"), repeats = Seq(2L), axis = 1L))
    if start("repeat.1") then check("repeat.1", ops.repeat(in("repeat.1.in0"), repeats = Seq(3L)))
    if start("repeat.2") then check("repeat.2", ops.repeat(in("repeat.2.in0"), repeats = Seq(1L, 0L, 3L), axis = 0L))
    if start("repeat.3") then check("repeat.3", ops.repeat(in("repeat.3.in0"), repeats = Seq(2L, 1L, 0L), axis = -1L))
    if start("repeat.4") then check("repeat.4", ops.repeat(in("repeat.4.in0"), repeats = Seq(0L), axis = 0L))

  @Test def reshape(): Unit =
    if start("reshape.0") then check("reshape.0", ops.reshape(in("reshape.0.in0"), shape = Seq(2L, 6L)))
    if start("reshape.1") then check("reshape.1", ops.reshape(in("reshape.1.in0"), shape = Seq(-1L)))
    if start("reshape.2") then check("reshape.2", ops.reshape(in("reshape.2.in0"), shape = Seq(2L, 1L, 3L)))

  @Test def rfftn(): Unit =
    if start("rfftn.0") then check("rfftn.0", ops.rfftn(in("rfftn.0.in0")))
    if start("rfftn.1") then check("rfftn.1", ops.rfftn(in("rfftn.1.in0"), norm = "ortho"))
    if start("rfftn.2") then check("rfftn.2", ops.rfftn(in("rfftn.2.in0"), axes = Seq(1L), norm = "forward"))
    if start("rfftn.3") then check("rfftn.3", ops.rfftn(in("rfftn.3.in0"), s = Seq(5L, 8L), axes = Seq(1L, 0L)))
    if start("rfftn.4") then check("rfftn.4", ops.rfftn(in("rfftn.4.in0"), axes = Seq(0L, 1L)))

  @Test def rmsNorm(): Unit =
    if start("rms_norm.0") then check("rms_norm.0", ops.rmsNorm(in("rms_norm.0.in0"), weight = in("rms_norm.0.in1")))
    if start("rms_norm.1") then check("rms_norm.1", ops.rmsNorm(in("rms_norm.1.in0"), weight = in("rms_norm.1.in1"), eps = 0.01))
    if start("rms_norm.2") then check("rms_norm.2", ops.rmsNorm(in("rms_norm.2.in0")))
    if start("rms_norm.3") then check("rms_norm.3", ops.rmsNorm(in("rms_norm.3.in0"), axes = Seq(1L, 2L)))

  @Test def rnn(): Unit =
    if start("rnn.0") then check("rnn.0", ops.rnn(in("rnn.0.in0"), in("rnn.0.in1"), in("rnn.0.in2"), biasIh = in("rnn.0.in3"), biasHh = in("rnn.0.in4"), h0 = in("rnn.0.in5")).toList*)
    if start("rnn.1") then check("rnn.1", ops.rnn(in("rnn.1.in0"), in("rnn.1.in1"), in("rnn.1.in2"), biasIh = in("rnn.1.in3"), nonlinearity = "relu", reverse = true).toList*)
    if start("rnn.2") then check("rnn.2", ops.rnn(in("rnn.2.in0"), in("rnn.2.in1"), in("rnn.2.in2"), h0 = in("rnn.2.in5"), lengths = in("rnn.2.in6"), reverse = true).toList*)

  @Test def roll(): Unit =
    if start("roll.0") then check("roll.0", ops.roll(in("roll.0.in0"), shift = Seq(5L)))
    if start("roll.1") then check("roll.1", ops.roll(in("roll.1.in0"), shift = Seq(1L), axes = Seq(1L)))
    if start("roll.2") then check("roll.2", ops.roll(in("roll.2.in0"), shift = Seq(-1L, 2L), axes = Seq(0L, -1L)))
    if start("roll.3") then check("roll.3", ops.roll(in("roll.3.in0"), shift = Seq(1L, 2L), axes = Seq(0L, 0L)))

  @Test def round(): Unit =
    if start("round.0") then check("round.0", ops.round(in("round.0.in0")))

  @Test def rsqrt(): Unit =
    if start("rsqrt.0") then check("rsqrt.0", ops.rsqrt(in("rsqrt.0.in0")))

  @Test def scaledDotProductAttention(): Unit =
    if start("scaled_dot_product_attention.0") then check("scaled_dot_product_attention.0", ops.scaledDotProductAttention(in("scaled_dot_product_attention.0.in0"), in("scaled_dot_product_attention.0.in1"), in("scaled_dot_product_attention.0.in2")).toList*)
    if start("scaled_dot_product_attention.1") then check("scaled_dot_product_attention.1", ops.scaledDotProductAttention(in("scaled_dot_product_attention.1.in0"), in("scaled_dot_product_attention.1.in1"), in("scaled_dot_product_attention.1.in2"), attnMask = in("scaled_dot_product_attention.1.in3"), scale = 0.7).toList*)
    if start("scaled_dot_product_attention.2") then check("scaled_dot_product_attention.2", ops.scaledDotProductAttention(in("scaled_dot_product_attention.2.in0"), in("scaled_dot_product_attention.2.in1"), in("scaled_dot_product_attention.2.in2"), isCausal = true).toList*)
    if start("scaled_dot_product_attention.3") then check("scaled_dot_product_attention.3", ops.scaledDotProductAttention(in("scaled_dot_product_attention.3.in0"), in("scaled_dot_product_attention.3.in1"), in("scaled_dot_product_attention.3.in2"), attnMask = in("scaled_dot_product_attention.3.in3"), enableGqa = true).toList*)
    if start("scaled_dot_product_attention.4") then check("scaled_dot_product_attention.4", ops.scaledDotProductAttention(in("scaled_dot_product_attention.4.in0"), in("scaled_dot_product_attention.4.in1"), in("scaled_dot_product_attention.4.in2"), dropoutSeed = in("scaled_dot_product_attention.4.in4"), dropoutP = 0.3).toList*)

  @Test def scatter(): Unit =
    if start("scatter.0") then check("scatter.0", ops.scatter(in("scatter.0.in0"), in("scatter.0.in1"), in("scatter.0.in2"), axis = 0L))
    if start("scatter.1") then check("scatter.1", ops.scatter(in("scatter.1.in0"), in("scatter.1.in1"), in("scatter.1.in2"), axis = 1L))
    if start("scatter.2") then check("scatter.2", ops.scatter(in("scatter.2.in0"), in("scatter.2.in1"), in("scatter.2.in2")))
    if start("scatter.3") then check("scatter.3", ops.scatter(in("scatter.3.in0"), in("scatter.3.in1"), in("scatter.3.in2"), axis = 0L))
    if start("scatter.4") then check("scatter.4", ops.scatter(in("scatter.4.in0"), in("scatter.4.in1"), in("scatter.4.in2"), axis = -2L))

  @Test def scatterAdd(): Unit =
    if start("scatter_add.0") then check("scatter_add.0", ops.scatterAdd(in("scatter_add.0.in0"), in("scatter_add.0.in1"), in("scatter_add.0.in2"), axis = 0L))
    if start("scatter_add.1") then check("scatter_add.1", ops.scatterAdd(in("scatter_add.1.in0"), in("scatter_add.1.in1"), in("scatter_add.1.in2"), axis = 1L))
    if start("scatter_add.2") then check("scatter_add.2", ops.scatterAdd(in("scatter_add.2.in0"), in("scatter_add.2.in1"), in("scatter_add.2.in2")))
    if start("scatter_add.3") then check("scatter_add.3", ops.scatterAdd(in("scatter_add.3.in0"), in("scatter_add.3.in1"), in("scatter_add.3.in2"), axis = 0L))

  @Test def scatterReduce(): Unit =
    if start("scatter_reduce.0") then check("scatter_reduce.0", ops.scatterReduce(in("scatter_reduce.0.in0"), in("scatter_reduce.0.in1"), in("scatter_reduce.0.in2"), axis = 0L, reduce = "mean"))
    if start("scatter_reduce.1") then check("scatter_reduce.1", ops.scatterReduce(in("scatter_reduce.1.in0"), in("scatter_reduce.1.in1"), in("scatter_reduce.1.in2"), axis = 1L, reduce = "max", includeSelf = false))
    if start("scatter_reduce.2") then check("scatter_reduce.2", ops.scatterReduce(in("scatter_reduce.2.in0"), in("scatter_reduce.2.in1"), in("scatter_reduce.2.in2"), reduce = "mean", includeSelf = false))
    if start("scatter_reduce.3") then check("scatter_reduce.3", ops.scatterReduce(in("scatter_reduce.3.in0"), in("scatter_reduce.3.in1"), in("scatter_reduce.3.in2"), axis = 0L, reduce = "prod"))

  @Test def searchsorted(): Unit =
    if start("searchsorted.0") then check("searchsorted.0", ops.searchsorted(in("searchsorted.0.in0"), in("searchsorted.0.in1")))
    if start("searchsorted.1") then check("searchsorted.1", ops.searchsorted(in("searchsorted.1.in0"), in("searchsorted.1.in1"), side = "right"))
    if start("searchsorted.2") then check("searchsorted.2", ops.searchsorted(in("searchsorted.2.in0"), in("searchsorted.2.in1")))
    if start("searchsorted.3") then check("searchsorted.3", ops.searchsorted(in("searchsorted.3.in0"), in("searchsorted.3.in1")))

  @Test def segmentMax(): Unit =
    if start("segment_max.0") then check("segment_max.0", ops.segmentMax(in("segment_max.0.in0"), in("segment_max.0.in1"), numSegments = 2L))
    if start("segment_max.1") then check("segment_max.1", ops.segmentMax(in("segment_max.1.in0"), in("segment_max.1.in1"), numSegments = 2L))

  @Test def segmentMean(): Unit =
    if start("segment_mean.0") then check("segment_mean.0", ops.segmentMean(in("segment_mean.0.in0"), in("segment_mean.0.in1"), numSegments = 4L))
    if start("segment_mean.1") then check("segment_mean.1", ops.segmentMean(in("segment_mean.1.in0"), in("segment_mean.1.in1"), numSegments = 3L))

  @Test def segmentMin(): Unit =
    if start("segment_min.0") then check("segment_min.0", ops.segmentMin(in("segment_min.0.in0"), in("segment_min.0.in1"), numSegments = 2L))
    if start("segment_min.1") then check("segment_min.1", ops.segmentMin(in("segment_min.1.in0"), in("segment_min.1.in1"), numSegments = 2L))

  @Test def segmentProd(): Unit =
    if start("segment_prod.0") then check("segment_prod.0", ops.segmentProd(in("segment_prod.0.in0"), in("segment_prod.0.in1"), numSegments = 4L))
    if start("segment_prod.1") then check("segment_prod.1", ops.segmentProd(in("segment_prod.1.in0"), in("segment_prod.1.in1"), numSegments = 3L))

  @Test def segmentSum(): Unit =
    if start("segment_sum.0") then check("segment_sum.0", ops.segmentSum(in("segment_sum.0.in0"), in("segment_sum.0.in1"), numSegments = 4L))
    if start("segment_sum.1") then check("segment_sum.1", ops.segmentSum(in("segment_sum.1.in0"), in("segment_sum.1.in1"), numSegments = 3L))

  @Test def select(): Unit =
    if start("select.0") then check("select.0", ops.select(in("select.0.in0"), index = 1L))
    if start("select.1") then check("select.1", ops.select(in("select.1.in0"), index = -1L, axis = 1L))
    if start("select.2") then check("select.2", ops.select(in("select.2.in0"), index = 2L, axis = -2L))
    if start("select.3") then check("select.3", ops.select(in("select.3.in0"), index = 0L))

  @Test def selu(): Unit =
    if start("selu.0") then check("selu.0", ops.selu(in("selu.0.in0")))

  @Test def shuffle(): Unit =
    if start("shuffle.0") then check("shuffle.0", ops.shuffle(in("shuffle.0.in0")).toList*)
    if start("shuffle.1") then check("shuffle.1", ops.shuffle(in("shuffle.1.in0")).toList*)
    if start("shuffle.2") then check("shuffle.2", ops.shuffle(in("shuffle.2.in0"), axis = 1L).toList*)
    if start("shuffle.3") then check("shuffle.3", ops.shuffle(in("shuffle.3.in0"), axis = -1L).toList*)

  @Test def sigmoid(): Unit =
    if start("sigmoid.0") then check("sigmoid.0", ops.sigmoid(in("sigmoid.0.in0")))

  @Test def sign(): Unit =
    if start("sign.0") then check("sign.0", ops.sign(in("sign.0.in0")))

  @Test def signbit(): Unit =
    if start("signbit.0") then check("signbit.0", ops.signbit(in("signbit.0.in0")))

  @Test def silu(): Unit =
    if start("silu.0") then check("silu.0", ops.silu(in("silu.0.in0")))

  @Test def sin(): Unit =
    if start("sin.0") then check("sin.0", ops.sin(in("sin.0.in0")))

  @Test def sinc(): Unit =
    if start("sinc.0") then check("sinc.0", ops.sinc(in("sinc.0.in0")))

  @Test def sinh(): Unit =
    if start("sinh.0") then check("sinh.0", ops.sinh(in("sinh.0.in0")))

  @Test def slice(): Unit =
    if start("slice.0") then check("slice.0", ops.slice(in("slice.0.in0"), starts = Seq(1L), stops = Seq(4L)))
    if start("slice.1") then check("slice.1", ops.slice(in("slice.1.in0"), starts = Seq(-1L, 1L), stops = Seq(-6L, 100L), steps = Seq(-2L, 2L)))
    if start("slice.2") then check("slice.2", ops.slice(in("slice.2.in0"), starts = Seq(3L), stops = Seq(1L)))
    if start("slice.3") then check("slice.3", ops.slice(in("slice.3.in0")))

  @Test def sliceUpdate(): Unit =
    if start("slice_update.0") then check("slice_update.0", ops.sliceUpdate(in("slice_update.0.in0"), in("slice_update.0.in1"), starts = Seq(1L), stops = Seq(4L)))
    if start("slice_update.1") then check("slice_update.1", ops.sliceUpdate(in("slice_update.1.in0"), in("slice_update.1.in1"), starts = Seq(-1L, 1L), stops = Seq(-6L, 100L), steps = Seq(-2L, 2L)))
    if start("slice_update.2") then check("slice_update.2", ops.sliceUpdate(in("slice_update.2.in0"), in("slice_update.2.in1"), starts = Seq(1L), stops = Seq(3L)))

  @Test def slidingWindowView(): Unit =
    if start("sliding_window_view.0") then check("sliding_window_view.0", ops.slidingWindowView(in("sliding_window_view.0.in0"), window = Seq(3L)))
    if start("sliding_window_view.1") then check("sliding_window_view.1", ops.slidingWindowView(in("sliding_window_view.1.in0"), window = Seq(2L, 3L)))
    if start("sliding_window_view.2") then check("sliding_window_view.2", ops.slidingWindowView(in("sliding_window_view.2.in0"), window = Seq(4L), axes = Seq(1L)))

  @Test def slogdet(): Unit =
    if start("slogdet.0") then check("slogdet.0", ops.slogdet(in("slogdet.0.in0")).toList*)
    if start("slogdet.1") then check("slogdet.1", ops.slogdet(in("slogdet.1.in0")).toList*)

  @Test def smoothL1Loss(): Unit =
    if start("smooth_l1_loss.0") then check("smooth_l1_loss.0", ops.smoothL1Loss(in("smooth_l1_loss.0.in0"), in("smooth_l1_loss.0.in1")))
    if start("smooth_l1_loss.1") then check("smooth_l1_loss.1", ops.smoothL1Loss(in("smooth_l1_loss.1.in0"), in("smooth_l1_loss.1.in1"), reduction = "sum", beta = 0.5))
    if start("smooth_l1_loss.2") then check("smooth_l1_loss.2", ops.smoothL1Loss(in("smooth_l1_loss.2.in0"), in("smooth_l1_loss.2.in1"), reduction = "none"))
    if start("smooth_l1_loss.3") then check("smooth_l1_loss.3", ops.smoothL1Loss(in("smooth_l1_loss.3.in0"), in("smooth_l1_loss.3.in1"), beta = 0.0))

  @Test def softMarginLoss(): Unit =
    if start("soft_margin_loss.0") then check("soft_margin_loss.0", ops.softMarginLoss(in("soft_margin_loss.0.in0"), in("soft_margin_loss.0.in1")))
    if start("soft_margin_loss.1") then check("soft_margin_loss.1", ops.softMarginLoss(in("soft_margin_loss.1.in0"), in("soft_margin_loss.1.in1"), reduction = "sum"))
    if start("soft_margin_loss.2") then check("soft_margin_loss.2", ops.softMarginLoss(in("soft_margin_loss.2.in0"), in("soft_margin_loss.2.in1"), reduction = "none"))

  @Test def softmax(): Unit =
    if start("softmax.0") then check("softmax.0", ops.softmax(in("softmax.0.in0")))
    if start("softmax.1") then check("softmax.1", ops.softmax(in("softmax.1.in0"), axis = 1L))
    if start("softmax.2") then check("softmax.2", ops.softmax(in("softmax.2.in0"), axis = 0L))

  @Test def softmin(): Unit =
    if start("softmin.0") then check("softmin.0", ops.softmin(in("softmin.0.in0")))
    if start("softmin.1") then check("softmin.1", ops.softmin(in("softmin.1.in0"), axis = 1L))

  @Test def softplus(): Unit =
    if start("softplus.0") then check("softplus.0", ops.softplus(in("softplus.0.in0")))

  @Test def softshrink(): Unit =
    if start("softshrink.0") then check("softshrink.0", ops.softshrink(in("softshrink.0.in0")))
    if start("softshrink.1") then check("softshrink.1", ops.softshrink(in("softshrink.1.in0"), lambd = 1.1))

  @Test def softsign(): Unit =
    if start("softsign.0") then check("softsign.0", ops.softsign(in("softsign.0.in0")))

  @Test def solve(): Unit =
    if start("solve.0") then check("solve.0", ops.solve(in("solve.0.in0"), in("solve.0.in1")))
    if start("solve.1") then check("solve.1", ops.solve(in("solve.1.in0"), in("solve.1.in1")))
    if start("solve.2") then check("solve.2", ops.solve(in("solve.2.in0"), in("solve.2.in1")))
    if start("solve.3") then check("solve.3", ops.solve(in("solve.3.in0"), in("solve.3.in1")))
    if start("solve.4") then check("solve.4", ops.solve(in("solve.4.in0"), in("solve.4.in1"), left = false))
    if start("solve.5") then check("solve.5", ops.solve(in("solve.5.in0"), in("solve.5.in1"), left = false))
    if start("solve.6") then check("solve.6", ops.solve(in("solve.6.in0"), in("solve.6.in1"), left = false))

  @Test def solveTriangular(): Unit =
    if start("solve_triangular.0") then check("solve_triangular.0", ops.solveTriangular(in("solve_triangular.0.in0"), in("solve_triangular.0.in1")))
    if start("solve_triangular.1") then check("solve_triangular.1", ops.solveTriangular(in("solve_triangular.1.in0"), in("solve_triangular.1.in1"), upper = true))
    if start("solve_triangular.2") then check("solve_triangular.2", ops.solveTriangular(in("solve_triangular.2.in0"), in("solve_triangular.2.in1"), unitriangular = true))
    if start("solve_triangular.3") then check("solve_triangular.3", ops.solveTriangular(in("solve_triangular.3.in0"), in("solve_triangular.3.in1"), upper = true, unitriangular = true))
    if start("solve_triangular.4") then check("solve_triangular.4", ops.solveTriangular(in("solve_triangular.4.in0"), in("solve_triangular.4.in1"), left = false))
    if start("solve_triangular.5") then check("solve_triangular.5", ops.solveTriangular(in("solve_triangular.5.in0"), in("solve_triangular.5.in1"), left = false, upper = true))
    if start("solve_triangular.6") then check("solve_triangular.6", ops.solveTriangular(in("solve_triangular.6.in0"), in("solve_triangular.6.in1"), left = false, unitriangular = true))
    if start("solve_triangular.7") then check("solve_triangular.7", ops.solveTriangular(in("solve_triangular.7.in0"), in("solve_triangular.7.in1")))
    if start("solve_triangular.8") then check("solve_triangular.8", ops.solveTriangular(in("solve_triangular.8.in0"), in("solve_triangular.8.in1"), upper = true, left = false))

  @Test def sort(): Unit =
    if start("sort.0") then check("sort.0", ops.sort(in("sort.0.in0")))
    if start("sort.1") then check("sort.1", ops.sort(in("sort.1.in0"), axis = 0L))
    if start("sort.2") then check("sort.2", ops.sort(in("sort.2.in0"), axis = 1L, descending = true))
    if start("sort.3") then check("sort.3", ops.sort(in("sort.3.in0")))
    if start("sort.4") then check("sort.4", ops.sort(in("sort.4.in0")))

  @Test def split(): Unit =
    if start("split.0") then check("split.0", ops.split(in("split.0.in0"), sections = 3L)*)
    if start("split.1") then check("split.1", ops.split(in("split.1.in0"), sections = 2L, axis = 1L)*)
    if start("split.2") then check("split.2", ops.split(in("split.2.in0"), indices = Seq(1L, 3L))*)
    if start("split.3") then check("split.3", ops.split(in("split.3.in0"), indices = Seq(2L, 4L), axis = -1L)*)

  @Test def sqrt(): Unit =
    if start("sqrt.0") then check("sqrt.0", ops.sqrt(in("sqrt.0.in0")))

  @Test def square(): Unit =
    if start("square.0") then check("square.0", ops.square(in("square.0.in0")))

  @Test def squeeze(): Unit =
    if start("squeeze.0") then check("squeeze.0", ops.squeeze(in("squeeze.0.in0"), axes = Seq(1L)))
    if start("squeeze.1") then check("squeeze.1", ops.squeeze(in("squeeze.1.in0"), axes = Seq(0L, -1L)))
    if start("squeeze.2") then check("squeeze.2", ops.squeeze(in("squeeze.2.in0")))

  @Test def stack(): Unit =
    if start("stack.0") then check("stack.0", ops.stack(arrays = Seq(in("stack.0.in0.0"), in("stack.0.in0.1"))))
    if start("stack.1") then check("stack.1", ops.stack(arrays = Seq(in("stack.1.in0.0"), in("stack.1.in0.1"), in("stack.1.in0.2")), axis = -1L))
    if start("stack.2") then check("stack.2", ops.stack(arrays = Seq(in("stack.2.in0.0"), in("stack.2.in0.1")), axis = 1L))
    if start("stack.3") then check("stack.3", ops.stack(arrays = Seq(in("stack.3.in0.0"), in("stack.3.in0.1"))))

  @Test def std(): Unit =
    if start("std.0") then check("std.0", ops.std(in("std.0.in0")))
    if start("std.1") then check("std.1", ops.std(in("std.1.in0"), axes = Seq(1L), correction = 1.0))
    if start("std.2") then check("std.2", ops.std(in("std.2.in0"), axes = Seq(0L, 2L), keepdims = true))

  @Test def studentT(): Unit =
    if start("student_t.0") then check("student_t.0", ops.studentT(in("student_t.0.in0")))
    if start("student_t.1") then check("student_t.1", ops.studentT(in("student_t.1.in0"), shape = Seq(100L)))

  @Test def subtract(): Unit =
    if start("subtract.0") then check("subtract.0", ops.subtract(in("subtract.0.in0"), in("subtract.0.in1")))
    if start("subtract.1") then check("subtract.1", ops.subtract(in("subtract.1.in0"), in("subtract.1.in1")))

  @Test def sum(): Unit =
    if start("sum.0") then check("sum.0", ops.sum(in("sum.0.in0")))
    if start("sum.1") then check("sum.1", ops.sum(in("sum.1.in0"), axes = Seq(1L)))
    if start("sum.2") then check("sum.2", ops.sum(in("sum.2.in0"), axes = Seq(0L, 2L), keepdims = true))
    if start("sum.3") then check("sum.3", ops.sum(in("sum.3.in0"), axes = Seq(-1L)))

  @Test def svd(): Unit =
    if start("svd.0") then check("svd.0", ops.svd(in("svd.0.in0")).toList*)
    if start("svd.1") then check("svd.1", ops.svd(in("svd.1.in0"), fullMatrices = false).toList*)
    if start("svd.2") then check("svd.2", ops.svd(in("svd.2.in0"), fullMatrices = false).toList*)
    if start("svd.3") then check("svd.3", ops.svd(in("svd.3.in0")).toList*)

  @Test def svdvals(): Unit =
    if start("svdvals.0") then check("svdvals.0", ops.svdvals(in("svdvals.0.in0")))
    if start("svdvals.1") then check("svdvals.1", ops.svdvals(in("svdvals.1.in0")))
    if start("svdvals.2") then check("svdvals.2", ops.svdvals(in("svdvals.2.in0")))

  @Test def swapaxes(): Unit =
    if start("swapaxes.0") then check("swapaxes.0", ops.swapaxes(in("swapaxes.0.in0")))
    if start("swapaxes.1") then check("swapaxes.1", ops.swapaxes(in("swapaxes.1.in0"), axis1 = 0L, axis2 = -1L))

  @Test def take(): Unit =
    if start("take.0") then check("take.0", ops.take(in("take.0.in0"), in("take.0.in1"), axis = 0L))
    if start("take.1") then check("take.1", ops.take(in("take.1.in0"), in("take.1.in1"), axis = 1L))
    if start("take.2") then check("take.2", ops.take(in("take.2.in0"), in("take.2.in1"), axis = -2L))
    if start("take.3") then check("take.3", ops.take(in("take.3.in0"), in("take.3.in1")))

  @Test def takeAlongAxis(): Unit =
    if start("take_along_axis.0") then check("take_along_axis.0", ops.takeAlongAxis(in("take_along_axis.0.in0"), in("take_along_axis.0.in1")))
    if start("take_along_axis.1") then check("take_along_axis.1", ops.takeAlongAxis(in("take_along_axis.1.in0"), in("take_along_axis.1.in1"), axis = 0L))
    if start("take_along_axis.2") then check("take_along_axis.2", ops.takeAlongAxis(in("take_along_axis.2.in0"), in("take_along_axis.2.in1"), axis = 1L))
    if start("take_along_axis.3") then check("take_along_axis.3", ops.takeAlongAxis(in("take_along_axis.3.in0"), in("take_along_axis.3.in1")))

  @Test def tan(): Unit =
    if start("tan.0") then check("tan.0", ops.tan(in("tan.0.in0")))

  @Test def tanh(): Unit =
    if start("tanh.0") then check("tanh.0", ops.tanh(in("tanh.0.in0")))

  @Test def tanhshrink(): Unit =
    if start("tanhshrink.0") then check("tanhshrink.0", ops.tanhshrink(in("tanhshrink.0.in0")))

  @Test def tensordot(): Unit =
    if start("tensordot.0") then check("tensordot.0", ops.tensordot(in("tensordot.0.in0"), in("tensordot.0.in1")))
    if start("tensordot.1") then check("tensordot.1", ops.tensordot(in("tensordot.1.in0"), in("tensordot.1.in1"), axes = 1L))
    if start("tensordot.2") then check("tensordot.2", ops.tensordot(in("tensordot.2.in0"), in("tensordot.2.in1"), axes = 0L))
    if start("tensordot.3") then check("tensordot.3", ops.tensordot(in("tensordot.3.in0"), in("tensordot.3.in1"), x1Axes = Seq(0L, 2L), x2Axes = Seq(2L, 0L)))
    if start("tensordot.4") then check("tensordot.4", ops.tensordot(in("tensordot.4.in0"), in("tensordot.4.in1"), x1Axes = Seq(1L, 0L), x2Axes = Seq(0L, 1L)))

  @Test def threshold(): Unit =
    if start("threshold.0") then check("threshold.0", ops.threshold(in("threshold.0.in0")))
    if start("threshold.1") then check("threshold.1", ops.threshold(in("threshold.1.in0"), threshold = 0.3, value = -7.0))

  @Test def tile(): Unit =
    if start("tile.0") then check("tile.0", ops.tile(in("tile.0.in0"), repetitions = Seq(2L, 1L)))
    if start("tile.1") then check("tile.1", ops.tile(in("tile.1.in0"), repetitions = Seq(2L, 3L)))
    if start("tile.2") then check("tile.2", ops.tile(in("tile.2.in0"), repetitions = Seq(2L)))
    if start("tile.3") then check("tile.3", ops.tile(in("tile.3.in0"), repetitions = Seq(0L, 2L)))
    if start("tile.4") then check("tile.4", ops.tile(in("tile.4.in0"), repetitions = Seq(3L)))

  @Test def toDevice(): Unit =
    if start("to_device.0") then check("to_device.0", ops.toDevice(in("to_device.0.in0"), device = Device.of("cpu:1")))

  @Test def topk(): Unit =
    if start("topk.0") then check("topk.0", ops.topk(in("topk.0.in0"), k = 2L).toList*)
    if start("topk.1") then check("topk.1", ops.topk(in("topk.1.in0"), k = 4L, axis = 0L, largest = false).toList*)
    if start("topk.2") then check("topk.2", ops.topk(in("topk.2.in0"), k = 2L, axis = 1L).toList*)
    if start("topk.3") then check("topk.3", ops.topk(in("topk.3.in0"), k = 1L).toList*)
    if start("topk.4") then check("topk.4", ops.topk(in("topk.4.in0"), k = 9L, largest = false).toList*)
    if start("topk.5") then check("topk.5", ops.topk(in("topk.5.in0"), k = 0L).toList*)

  @Test def trace(): Unit =
    if start("trace.0") then check("trace.0", ops.trace(in("trace.0.in0")))
    if start("trace.1") then check("trace.1", ops.trace(in("trace.1.in0"), offset = 1L))
    if start("trace.2") then check("trace.2", ops.trace(in("trace.2.in0"), offset = -2L))
    if start("trace.3") then check("trace.3", ops.trace(in("trace.3.in0"), dtype = DType.FLOAT64))

  @Test def tril(): Unit =
    if start("tril.0") then check("tril.0", ops.tril(in("tril.0.in0")))
    if start("tril.1") then check("tril.1", ops.tril(in("tril.1.in0"), k = 1L))
    if start("tril.2") then check("tril.2", ops.tril(in("tril.2.in0"), k = -2L))

  @Test def tripletMarginLoss(): Unit =
    if start("triplet_margin_loss.0") then check("triplet_margin_loss.0", ops.tripletMarginLoss(in("triplet_margin_loss.0.in0"), in("triplet_margin_loss.0.in1"), in("triplet_margin_loss.0.in2")))
    if start("triplet_margin_loss.1") then check("triplet_margin_loss.1", ops.tripletMarginLoss(in("triplet_margin_loss.1.in0"), in("triplet_margin_loss.1.in1"), in("triplet_margin_loss.1.in2"), p = 1.0, swap = true, reduction = "sum"))
    if start("triplet_margin_loss.2") then check("triplet_margin_loss.2", ops.tripletMarginLoss(in("triplet_margin_loss.2.in0"), in("triplet_margin_loss.2.in1"), in("triplet_margin_loss.2.in2"), p = 3.0, reduction = "none", margin = 2.0))

  @Test def triu(): Unit =
    if start("triu.0") then check("triu.0", ops.triu(in("triu.0.in0")))
    if start("triu.1") then check("triu.1", ops.triu(in("triu.1.in0"), k = 1L))
    if start("triu.2") then check("triu.2", ops.triu(in("triu.2.in0"), k = -2L))

  @Test def trunc(): Unit =
    if start("trunc.0") then check("trunc.0", ops.trunc(in("trunc.0.in0")))

  @Test def truncatedNormal(): Unit =
    if start("truncated_normal.0") then check("truncated_normal.0", ops.truncatedNormal(shape = Seq(3L, 4L)))
    if start("truncated_normal.1") then check("truncated_normal.1", ops.truncatedNormal(shape = Seq(100L), loc = 1.0, scale = 2.0, lower = 0.0, upper = 1e+300))

  @Test def unfold(): Unit =
    if start("unfold.0") then check("unfold.0", ops.unfold(in("unfold.0.in0"), kernelSize = Seq(2L, 3L)))
    if start("unfold.1") then check("unfold.1", ops.unfold(in("unfold.1.in0"), kernelSize = Seq(3L), dilation = Seq(2L, 1L), padding = Seq(1L, 2L), stride = Seq(2L, 1L)))
    if start("unfold.2") then check("unfold.2", ops.unfold(in("unfold.2.in0"), kernelSize = Seq(3L), stride = Seq(3L)))
    if start("unfold.3") then check("unfold.3", ops.unfold(in("unfold.3.in0"), kernelSize = Seq(2L), padding = Seq(1L), stride = Seq(2L)))

  @Test def uniform(): Unit =
    if start("uniform.0") then check("uniform.0", ops.uniform(shape = Seq(3L, 4L)))
    if start("uniform.1") then check("uniform.1", ops.uniform(shape = Seq(1000L), low = -2.0, high = 5.0))

  @Test def uniqueAll(): Unit =
    if start("unique_all.0") then check("unique_all.0", ops.uniqueAll(in("unique_all.0.in0")).toList*)
    if start("unique_all.1") then check("unique_all.1", ops.uniqueAll(in("unique_all.1.in0")).toList*)
    if start("unique_all.2") then check("unique_all.2", ops.uniqueAll(in("unique_all.2.in0")).toList*)
    if start("unique_all.3") then check("unique_all.3", ops.uniqueAll(in("unique_all.3.in0")).toList*)
    if start("unique_all.4") then check("unique_all.4", ops.uniqueAll(in("unique_all.4.in0")).toList*)

  @Test def uniqueCounts(): Unit =
    if start("unique_counts.0") then check("unique_counts.0", ops.uniqueCounts(in("unique_counts.0.in0")).toList*)
    if start("unique_counts.1") then check("unique_counts.1", ops.uniqueCounts(in("unique_counts.1.in0")).toList*)
    if start("unique_counts.2") then check("unique_counts.2", ops.uniqueCounts(in("unique_counts.2.in0")).toList*)
    if start("unique_counts.3") then check("unique_counts.3", ops.uniqueCounts(in("unique_counts.3.in0")).toList*)
    if start("unique_counts.4") then check("unique_counts.4", ops.uniqueCounts(in("unique_counts.4.in0")).toList*)

  @Test def uniqueInverse(): Unit =
    if start("unique_inverse.0") then check("unique_inverse.0", ops.uniqueInverse(in("unique_inverse.0.in0")).toList*)
    if start("unique_inverse.1") then check("unique_inverse.1", ops.uniqueInverse(in("unique_inverse.1.in0")).toList*)
    if start("unique_inverse.2") then check("unique_inverse.2", ops.uniqueInverse(in("unique_inverse.2.in0")).toList*)
    if start("unique_inverse.3") then check("unique_inverse.3", ops.uniqueInverse(in("unique_inverse.3.in0")).toList*)
    if start("unique_inverse.4") then check("unique_inverse.4", ops.uniqueInverse(in("unique_inverse.4.in0")).toList*)

  @Test def uniqueValues(): Unit =
    if start("unique_values.0") then check("unique_values.0", ops.uniqueValues(in("unique_values.0.in0")))
    if start("unique_values.1") then check("unique_values.1", ops.uniqueValues(in("unique_values.1.in0")))
    if start("unique_values.2") then check("unique_values.2", ops.uniqueValues(in("unique_values.2.in0")))
    if start("unique_values.3") then check("unique_values.3", ops.uniqueValues(in("unique_values.3.in0")))
    if start("unique_values.4") then check("unique_values.4", ops.uniqueValues(in("unique_values.4.in0")))

  @Test def unstack(): Unit =
    if start("unstack.0") then check("unstack.0", ops.unstack(in("unstack.0.in0"))*)
    if start("unstack.1") then check("unstack.1", ops.unstack(in("unstack.1.in0"), axis = -1L)*)
    if start("unstack.2") then check("unstack.2", ops.unstack(in("unstack.2.in0"))*)

  @Test def `var`(): Unit =
    if start("var.0") then check("var.0", ops.`var`(in("var.0.in0")))
    if start("var.1") then check("var.1", ops.`var`(in("var.1.in0"), axes = Seq(1L), correction = 1.0))
    if start("var.2") then check("var.2", ops.`var`(in("var.2.in0"), axes = Seq(0L, 2L), keepdims = true))

  @Test def vecdot(): Unit =
    if start("vecdot.0") then check("vecdot.0", ops.vecdot(in("vecdot.0.in0"), in("vecdot.0.in1")))
    if start("vecdot.1") then check("vecdot.1", ops.vecdot(in("vecdot.1.in0"), in("vecdot.1.in1")))
    if start("vecdot.2") then check("vecdot.2", ops.vecdot(in("vecdot.2.in0"), in("vecdot.2.in1"), axis = 0L))
    if start("vecdot.3") then check("vecdot.3", ops.vecdot(in("vecdot.3.in0"), in("vecdot.3.in1")))
    if start("vecdot.4") then check("vecdot.4", ops.vecdot(in("vecdot.4.in0"), in("vecdot.4.in1")))
    if start("vecdot.5") then check("vecdot.5", ops.vecdot(in("vecdot.5.in0"), in("vecdot.5.in1")))

  @Test def vectorNorm(): Unit =
    if start("vector_norm.0") then check("vector_norm.0", ops.vectorNorm(in("vector_norm.0.in0")))
    if start("vector_norm.1") then check("vector_norm.1", ops.vectorNorm(in("vector_norm.1.in0"), axes = Seq(1L), ord = 1.0))
    if start("vector_norm.2") then check("vector_norm.2", ops.vectorNorm(in("vector_norm.2.in0"), axes = Seq(0L, -1L), keepdims = true, ord = 3.0))
    if start("vector_norm.3") then check("vector_norm.3", ops.vectorNorm(in("vector_norm.3.in0"), axes = Seq(0L), ord = Double.PositiveInfinity))
    if start("vector_norm.4") then check("vector_norm.4", ops.vectorNorm(in("vector_norm.4.in0"), ord = Double.NegativeInfinity))
    if start("vector_norm.5") then check("vector_norm.5", ops.vectorNorm(in("vector_norm.5.in0"), axes = Seq(1L), ord = 0.0))
    if start("vector_norm.6") then check("vector_norm.6", ops.vectorNorm(in("vector_norm.6.in0"), ord = 0.5))

  @Test def vonMises(): Unit =
    if start("von_mises.0") then check("von_mises.0", ops.vonMises(in("von_mises.0.in0"), in("von_mises.0.in1")))
    if start("von_mises.1") then check("von_mises.1", ops.vonMises(in("von_mises.1.in0"), in("von_mises.1.in1"), shape = Seq(100L)))

  @Test def weibull(): Unit =
    if start("weibull.0") then check("weibull.0", ops.weibull(in("weibull.0.in0")))
    if start("weibull.1") then check("weibull.1", ops.weibull(in("weibull.1.in0"), shape = Seq(100L), scale = 0.5))
    if start("weibull.2") then check("weibull.2", ops.weibull(in("weibull.2.in0"), shape = Seq(3L, 4L)))

  @Test def where(): Unit =
    if start("where.0") then check("where.0", ops.where(in("where.0.in0"), in("where.0.in1"), in("where.0.in2")))
    if start("where.1") then check("where.1", ops.where(in("where.1.in0"), in("where.1.in1"), in("where.1.in2")))

  @Test def zeros(): Unit =
    if start("zeros.0") then check("zeros.0", ops.zeros(shape = Seq(3L, 4L)))
    if start("zeros.1") then check("zeros.1", ops.zeros(shape = Seq(2L, 0L)))
    if start("zeros.2") then check("zeros.2", ops.zeros(shape = Seq(5L), dtype = DType.INT16))
    if start("zeros.3") then check("zeros.3", ops.zeros(shape = Seq(5L), dtype = DType.COMPLEX64))
    if start("zeros.4") then check("zeros.4", ops.zeros(shape = Seq(2L, 3L), dtype = DType.BOOL))

  @Test def zerosLike(): Unit =
    if start("zeros_like.0") then check("zeros_like.0", ops.zerosLike(in("zeros_like.0.in0")))
    if start("zeros_like.1") then check("zeros_like.1", ops.zerosLike(in("zeros_like.1.in0"), dtype = DType.INT32))
    if start("zeros_like.2") then check("zeros_like.2", ops.zerosLike(in("zeros_like.2.in0"), dtype = DType.COMPLEX128))
