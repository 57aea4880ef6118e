// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package io.weir.test;

import io.weir.DType;
import io.weir.Device;
import io.weir.NDArray;
import io.weir.Ops;
import org.junit.jupiter.api.Test;

/** Every sample of every operator, called through the generated functions, has the recorded bits. */
class SamplesTest extends Samples {
    @Test
    void abs() {
        if (start("abs.0")) {
            check("abs.0", Ops.abs(in("abs.0.in0")));
        }
    }

    @Test
    void acos() {
        if (start("acos.0")) {
            check("acos.0", Ops.acos(in("acos.0.in0")));
        }
    }

    @Test
    void acosh() {
        if (start("acosh.0")) {
            check("acosh.0", Ops.acosh(in("acosh.0.in0")));
        }
    }

    @Test
    void adaptiveAvgPool() {
        if (start("adaptive_avg_pool.0")) {
            check("adaptive_avg_pool.0", Ops.adaptiveAvgPool(in("adaptive_avg_pool.0.in0"), new long[] {3L, 2L}));
        }
        if (start("adaptive_avg_pool.1")) {
            check("adaptive_avg_pool.1", Ops.adaptiveAvgPool(in("adaptive_avg_pool.1.in0"), new long[] {4L}));
        }
    }

    @Test
    void adaptiveMaxPool() {
        if (start("adaptive_max_pool.0")) {
            check("adaptive_max_pool.0", Ops.adaptiveMaxPool(in("adaptive_max_pool.0.in0"), new long[] {3L, 2L}));
        }
        if (start("adaptive_max_pool.1")) {
            check("adaptive_max_pool.1", Ops.adaptiveMaxPool(in("adaptive_max_pool.1.in0"), new long[] {4L}));
        }
    }

    @Test
    void adaptiveMaxPoolIndices() {
        if (start("adaptive_max_pool_indices.0")) {
            check("adaptive_max_pool_indices.0", Ops.adaptiveMaxPoolIndices(in("adaptive_max_pool_indices.0.in0"), new long[] {3L, 2L}));
        }
        if (start("adaptive_max_pool_indices.1")) {
            check("adaptive_max_pool_indices.1", Ops.adaptiveMaxPoolIndices(in("adaptive_max_pool_indices.1.in0"), new long[] {4L}));
        }
    }

    @Test
    void add() {
        if (start("add.0")) {
            check("add.0", Ops.add(in("add.0.in0"), in("add.0.in1")));
        }
        if (start("add.1")) {
            check("add.1", Ops.add(in("add.1.in0"), in("add.1.in1")));
        }
    }

    @Test
    void affineGrid() {
        if (start("affine_grid.0")) {
            check("affine_grid.0", Ops.affineGrid(in("affine_grid.0.in0"), new long[] {2L, 3L, 4L, 5L}));
        }
        if (start("affine_grid.1")) {
            check("affine_grid.1", Ops.affineGrid(in("affine_grid.1.in0"), new long[] {1L, 1L, 3L, 2L}, o -> o.alignCorners(true)));
        }
        if (start("affine_grid.2")) {
            check("affine_grid.2", Ops.affineGrid(in("affine_grid.2.in0"), new long[] {1L, 2L, 2L, 3L, 2L}));
        }
    }

    @Test
    void after() {
        if (start("after.0")) {
            check("after.0", Ops.after(in("after.0.in0"), new NDArray[] {in("after.0.in1.0")}));
        }
        if (start("after.1")) {
            check("after.1", Ops.after(in("after.1.in0"), new NDArray[] {in("after.1.in1.0"), in("after.1.in1.1")}));
        }
        if (start("after.2")) {
            check("after.2", Ops.after(in("after.2.in0"), new NDArray[] {in("after.2.in1.0")}));
        }
    }

    @Test
    void all() {
        if (start("all.0")) {
            check("all.0", Ops.all(in("all.0.in0")));
        }
        if (start("all.1")) {
            check("all.1", Ops.all(in("all.1.in0"), o -> o.axes(new long[] {1L})));
        }
        if (start("all.2")) {
            check("all.2", Ops.all(in("all.2.in0"), o -> o.axes(new long[] {0L}).keepdims(true)));
        }
    }

    @Test
    void angle() {
        if (start("angle.0")) {
            check("angle.0", Ops.angle(in("angle.0.in0")));
        }
    }

    @Test
    void any() {
        if (start("any.0")) {
            check("any.0", Ops.any(in("any.0.in0")));
        }
        if (start("any.1")) {
            check("any.1", Ops.any(in("any.1.in0"), o -> o.axes(new long[] {1L})));
        }
        if (start("any.2")) {
            check("any.2", Ops.any(in("any.2.in0"), o -> o.axes(new long[] {0L}).keepdims(true)));
        }
    }

    @Test
    void arange() {
        if (start("arange.0")) {
            check("arange.0", Ops.arange(5.0));
        }
        if (start("arange.1")) {
            check("arange.1", Ops.arange(2.0, o -> o.stop(20.0).step(3.0)));
        }
        if (start("arange.2")) {
            check("arange.2", Ops.arange(1.0, o -> o.stop(-1.0).step(-0.25)));
        }
        if (start("arange.3")) {
            check("arange.3", Ops.arange(0.0, o -> o.stop(7.0).dtype(DType.FLOAT16)));
        }
        if (start("arange.4")) {
            check("arange.4", Ops.arange(9.0, o -> o.stop(2.0)));
        }
    }

    @Test
    void argmax() {
        if (start("argmax.0")) {
            check("argmax.0", Ops.argmax(in("argmax.0.in0")));
        }
        if (start("argmax.1")) {
            check("argmax.1", Ops.argmax(in("argmax.1.in0"), o -> o.axis(1L)));
        }
        if (start("argmax.2")) {
            check("argmax.2", Ops.argmax(in("argmax.2.in0"), o -> o.axis(0L).keepdims(true)));
        }
        if (start("argmax.3")) {
            check("argmax.3", Ops.argmax(in("argmax.3.in0"), o -> o.axis(-1L)));
        }
    }

    @Test
    void argmin() {
        if (start("argmin.0")) {
            check("argmin.0", Ops.argmin(in("argmin.0.in0")));
        }
        if (start("argmin.1")) {
            check("argmin.1", Ops.argmin(in("argmin.1.in0"), o -> o.axis(1L)));
        }
        if (start("argmin.2")) {
            check("argmin.2", Ops.argmin(in("argmin.2.in0"), o -> o.axis(0L).keepdims(true)));
        }
        if (start("argmin.3")) {
            check("argmin.3", Ops.argmin(in("argmin.3.in0"), o -> o.axis(-1L)));
        }
    }

    @Test
    void argpartition() {
        if (start("argpartition.0")) {
            check("argpartition.0", Ops.argpartition(in("argpartition.0.in0"), 2L));
        }
        if (start("argpartition.1")) {
            check("argpartition.1", Ops.argpartition(in("argpartition.1.in0"), -1L, o -> o.axis(0L)));
        }
        if (start("argpartition.2")) {
            check("argpartition.2", Ops.argpartition(in("argpartition.2.in0"), 0L));
        }
    }

    @Test
    void argsort() {
        if (start("argsort.0")) {
            check("argsort.0", Ops.argsort(in("argsort.0.in0")));
        }
        if (start("argsort.1")) {
            check("argsort.1", Ops.argsort(in("argsort.1.in0"), o -> o.axis(0L)));
        }
        if (start("argsort.2")) {
            check("argsort.2", Ops.argsort(in("argsort.2.in0"), o -> o.axis(1L).descending(true)));
        }
        if (start("argsort.3")) {
            check("argsort.3", Ops.argsort(in("argsort.3.in0")));
        }
        if (start("argsort.4")) {
            check("argsort.4", Ops.argsort(in("argsort.4.in0")));
        }
    }

    @Test
    void asin() {
        if (start("asin.0")) {
            check("asin.0", Ops.asin(in("asin.0.in0")));
        }
    }

    @Test
    void asinh() {
        if (start("asinh.0")) {
            check("asinh.0", Ops.asinh(in("asinh.0.in0")));
        }
    }

    @Test
    void astype() {
        if (start("astype.0")) {
            check("astype.0", Ops.astype(in("astype.0.in0"), DType.FLOAT64));
        }
        if (start("astype.1")) {
            check("astype.1", Ops.astype(in("astype.1.in0"), DType.INT32));
        }
    }

    @Test
    void atan() {
        if (start("atan.0")) {
            check("atan.0", Ops.atan(in("atan.0.in0")));
        }
    }

    @Test
    void atan2() {
        if (start("atan2.0")) {
            check("atan2.0", Ops.atan2(in("atan2.0.in0"), in("atan2.0.in1")));
        }
    }

    @Test
    void atanh() {
        if (start("atanh.0")) {
            check("atanh.0", Ops.atanh(in("atanh.0.in0")));
        }
    }

    @Test
    void avgPool() {
        if (start("avg_pool.0")) {
            check("avg_pool.0", Ops.avgPool(in("avg_pool.0.in0"), new long[] {2L}));
        }
        if (start("avg_pool.1")) {
            check("avg_pool.1", Ops.avgPool(in("avg_pool.1.in0"), new long[] {3L, 2L}, o -> o.stride(new long[] {2L, 1L}).padding(new long[] {1L})));
        }
        if (start("avg_pool.2")) {
            check("avg_pool.2", Ops.avgPool(in("avg_pool.2.in0"), new long[] {3L}, o -> o.padding(new long[] {1L}).stride(new long[] {2L}).ceilMode(true).countIncludePad(false)));
        }
        if (start("avg_pool.3")) {
            check("avg_pool.3", Ops.avgPool(in("avg_pool.3.in0"), new long[] {2L, 2L, 3L}, o -> o.stride(new long[] {2L}).padding(new long[] {1L}).ceilMode(true)));
        }
    }

    @Test
    void basicIndex() {
        if (start("basic_index.0")) {
            check("basic_index.0", Ops.basicIndex(in("basic_index.0.in0"), o -> o.kinds(new long[] {1L}).starts(new long[] {1L})));
        }
        if (start("basic_index.1")) {
            check("basic_index.1", Ops.basicIndex(in("basic_index.1.in0"), o -> o.kinds(new long[] {0L, 3L, 1L}).starts(new long[] {4L, 0L, -1L}).stops(new long[] {0L}).steps(new long[] {-2L})));
        }
        if (start("basic_index.2")) {
            check("basic_index.2", Ops.basicIndex(in("basic_index.2.in0"), o -> o.kinds(new long[] {2L, 0L, 2L, 1L}).starts(new long[] {0L, 1L, 0L, 2L}).stops(new long[] {0L, 100L}).steps(new long[] {1L, 2L})));
        }
        if (start("basic_index.3")) {
            check("basic_index.3", Ops.basicIndex(in("basic_index.3.in0"), o -> o.kinds(new long[] {3L, 2L})));
        }
        if (start("basic_index.4")) {
            check("basic_index.4", Ops.basicIndex(in("basic_index.4.in0"), o -> o.kinds(new long[] {0L}).starts(new long[] {3L}).stops(new long[] {1L})));
        }
        if (start("basic_index.5")) {
            check("basic_index.5", Ops.basicIndex(in("basic_index.5.in0")));
        }
    }

    @Test
    void basicUpdate() {
        if (start("basic_update.0")) {
            check("basic_update.0", Ops.basicUpdate(in("basic_update.0.in0"), in("basic_update.0.in1"), o -> o.kinds(new long[] {1L}).starts(new long[] {1L})));
        }
        if (start("basic_update.1")) {
            check("basic_update.1", Ops.basicUpdate(in("basic_update.1.in0"), in("basic_update.1.in1"), o -> o.kinds(new long[] {0L, 3L, 1L}).starts(new long[] {4L, 0L, -1L}).stops(new long[] {0L}).steps(new long[] {-2L})));
        }
        if (start("basic_update.2")) {
            check("basic_update.2", Ops.basicUpdate(in("basic_update.2.in0"), in("basic_update.2.in1"), o -> o.kinds(new long[] {2L, 0L, 2L, 1L}).starts(new long[] {0L, 1L, 0L, 2L}).stops(new long[] {0L, 100L}).steps(new long[] {1L, 2L})));
        }
        if (start("basic_update.3")) {
            check("basic_update.3", Ops.basicUpdate(in("basic_update.3.in0"), in("basic_update.3.in1"), o -> o.kinds(new long[] {3L, 2L})));
        }
        if (start("basic_update.4")) {
            check("basic_update.4", Ops.basicUpdate(in("basic_update.4.in0"), in("basic_update.4.in1"), o -> o.kinds(new long[] {0L}).starts(new long[] {3L}).stops(new long[] {1L})));
        }
        if (start("basic_update.5")) {
            check("basic_update.5", Ops.basicUpdate(in("basic_update.5.in0"), in("basic_update.5.in1")));
        }
    }

    @Test
    void batchNorm() {
        if (start("batch_norm.0")) {
            var r = Ops.batchNorm(in("batch_norm.0.in0"), o -> o.weight(in("batch_norm.0.in1")).bias(in("batch_norm.0.in2")));
            check("batch_norm.0", r.y(), r.mean(), r.variance());
        }
        if (start("batch_norm.1")) {
            var r = Ops.batchNorm(in("batch_norm.1.in0"), o -> o.weight(in("batch_norm.1.in1")));
            check("batch_norm.1", r.y(), r.mean(), r.variance());
        }
        if (start("batch_norm.2")) {
            var r = Ops.batchNorm(in("batch_norm.2.in0"), o -> o.eps(0.01));
            check("batch_norm.2", r.y(), r.mean(), r.variance());
        }
        if (start("batch_norm.3")) {
            var r = Ops.batchNorm(in("batch_norm.3.in0"), o -> o.bias(in("batch_norm.3.in2")));
            check("batch_norm.3", r.y(), r.mean(), r.variance());
        }
    }

    @Test
    void batchNormInference() {
        if (start("batch_norm_inference.0")) {
            check("batch_norm_inference.0", Ops.batchNormInference(in("batch_norm_inference.0.in0"), in("batch_norm_inference.0.in1"), in("batch_norm_inference.0.in2"), o -> o.weight(in("batch_norm_inference.0.in3")).bias(in("batch_norm_inference.0.in4"))));
        }
        if (start("batch_norm_inference.1")) {
            check("batch_norm_inference.1", Ops.batchNormInference(in("batch_norm_inference.1.in0"), in("batch_norm_inference.1.in1"), in("batch_norm_inference.1.in2"), o -> o.weight(in("batch_norm_inference.1.in3"))));
        }
        if (start("batch_norm_inference.2")) {
            check("batch_norm_inference.2", Ops.batchNormInference(in("batch_norm_inference.2.in0"), in("batch_norm_inference.2.in1"), in("batch_norm_inference.2.in2"), o -> o.eps(0.01)));
        }
    }

    @Test
    void bernoulli() {
        if (start("bernoulli.0")) {
            check("bernoulli.0", Ops.bernoulli(in("bernoulli.0.in0")));
        }
        if (start("bernoulli.1")) {
            check("bernoulli.1", Ops.bernoulli(in("bernoulli.1.in0"), o -> o.shape(new long[] {100L}).dtype(DType.FLOAT32)));
        }
    }

    @Test
    void beta() {
        if (start("beta.0")) {
            check("beta.0", Ops.beta(in("beta.0.in0"), in("beta.0.in1")));
        }
        if (start("beta.1")) {
            check("beta.1", Ops.beta(in("beta.1.in0"), in("beta.1.in1"), o -> o.shape(new long[] {100L})));
        }
    }

    @Test
    void bilinear() {
        if (start("bilinear.0")) {
            check("bilinear.0", Ops.bilinear(in("bilinear.0.in0"), in("bilinear.0.in1"), in("bilinear.0.in2"), o -> o.bias(in("bilinear.0.in3"))));
        }
        if (start("bilinear.1")) {
            check("bilinear.1", Ops.bilinear(in("bilinear.1.in0"), in("bilinear.1.in1"), in("bilinear.1.in2")));
        }
    }

    @Test
    void binaryCrossEntropy() {
        if (start("binary_cross_entropy.0")) {
            check("binary_cross_entropy.0", Ops.binaryCrossEntropy(in("binary_cross_entropy.0.in0"), in("binary_cross_entropy.0.in1")));
        }
        if (start("binary_cross_entropy.1")) {
            check("binary_cross_entropy.1", Ops.binaryCrossEntropy(in("binary_cross_entropy.1.in0"), in("binary_cross_entropy.1.in1"), o -> o.weight(in("binary_cross_entropy.1.in2")).reduction("sum")));
        }
        if (start("binary_cross_entropy.2")) {
            check("binary_cross_entropy.2", Ops.binaryCrossEntropy(in("binary_cross_entropy.2.in0"), in("binary_cross_entropy.2.in1"), o -> o.reduction("none")));
        }
    }

    @Test
    void binaryCrossEntropyWithLogits() {
        if (start("binary_cross_entropy_with_logits.0")) {
            check("binary_cross_entropy_with_logits.0", Ops.binaryCrossEntropyWithLogits(in("binary_cross_entropy_with_logits.0.in0"), in("binary_cross_entropy_with_logits.0.in1")));
        }
        if (start("binary_cross_entropy_with_logits.1")) {
            check("binary_cross_entropy_with_logits.1", Ops.binaryCrossEntropyWithLogits(in("binary_cross_entropy_with_logits.1.in0"), in("binary_cross_entropy_with_logits.1.in1"), o -> o.reduction("sum")));
        }
        if (start("binary_cross_entropy_with_logits.2")) {
            check("binary_cross_entropy_with_logits.2", Ops.binaryCrossEntropyWithLogits(in("binary_cross_entropy_with_logits.2.in0"), in("binary_cross_entropy_with_logits.2.in1"), o -> o.reduction("none")));
        }
    }

    @Test
    void bincount() {
        if (start("bincount.0")) {
            check("bincount.0", Ops.bincount(in("bincount.0.in0")));
        }
        if (start("bincount.1")) {
            check("bincount.1", Ops.bincount(in("bincount.1.in0"), o -> o.weights(in("bincount.1.in1")).minlength(9L)));
        }
        if (start("bincount.2")) {
            check("bincount.2", Ops.bincount(in("bincount.2.in0"), o -> o.minlength(2L)));
        }
    }

    @Test
    void bincountSized() {
        if (start("bincount_sized.0")) {
            check("bincount_sized.0", Ops.bincountSized(in("bincount_sized.0.in0"), 5L));
        }
        if (start("bincount_sized.1")) {
            check("bincount_sized.1", Ops.bincountSized(in("bincount_sized.1.in0"), 6L, o -> o.weights(in("bincount_sized.1.in1"))));
        }
        if (start("bincount_sized.2")) {
            check("bincount_sized.2", Ops.bincountSized(in("bincount_sized.2.in0"), 2L));
        }
        if (start("bincount_sized.3")) {
            check("bincount_sized.3", Ops.bincountSized(in("bincount_sized.3.in0"), 3L, o -> o.weights(in("bincount_sized.3.in1"))));
        }
    }

    @Test
    void binomial() {
        if (start("binomial.0")) {
            check("binomial.0", Ops.binomial(in("binomial.0.in0"), in("binomial.0.in1")));
        }
        if (start("binomial.1")) {
            check("binomial.1", Ops.binomial(in("binomial.1.in0"), in("binomial.1.in1"), o -> o.shape(new long[] {100L})));
        }
    }

    @Test
    void bitwiseAnd() {
        if (start("bitwise_and.0")) {
            check("bitwise_and.0", Ops.bitwiseAnd(in("bitwise_and.0.in0"), in("bitwise_and.0.in1")));
        }
    }

    @Test
    void bitwiseInvert() {
        if (start("bitwise_invert.0")) {
            check("bitwise_invert.0", Ops.bitwiseInvert(in("bitwise_invert.0.in0")));
        }
        if (start("bitwise_invert.1")) {
            check("bitwise_invert.1", Ops.bitwiseInvert(in("bitwise_invert.1.in0")));
        }
    }

    @Test
    void bitwiseLeftShift() {
        if (start("bitwise_left_shift.0")) {
            check("bitwise_left_shift.0", Ops.bitwiseLeftShift(in("bitwise_left_shift.0.in0"), in("bitwise_left_shift.0.in1")));
        }
    }

    @Test
    void bitwiseOr() {
        if (start("bitwise_or.0")) {
            check("bitwise_or.0", Ops.bitwiseOr(in("bitwise_or.0.in0"), in("bitwise_or.0.in1")));
        }
    }

    @Test
    void bitwiseRightShift() {
        if (start("bitwise_right_shift.0")) {
            check("bitwise_right_shift.0", Ops.bitwiseRightShift(in("bitwise_right_shift.0.in0"), in("bitwise_right_shift.0.in1")));
        }
    }

    @Test
    void bitwiseXor() {
        if (start("bitwise_xor.0")) {
            check("bitwise_xor.0", Ops.bitwiseXor(in("bitwise_xor.0.in0"), in("bitwise_xor.0.in1")));
        }
    }

    @Test
    void broadcastArrays() {
        if (start("broadcast_arrays.0")) {
            check("broadcast_arrays.0", Ops.broadcastArrays(new NDArray[] {in("broadcast_arrays.0.in0.0"), in("broadcast_arrays.0.in0.1")}));
        }
        if (start("broadcast_arrays.1")) {
            check("broadcast_arrays.1", Ops.broadcastArrays(new NDArray[] {in("broadcast_arrays.1.in0.0"), in("broadcast_arrays.1.in0.1"), in("broadcast_arrays.1.in0.2")}));
        }
        if (start("broadcast_arrays.2")) {
            check("broadcast_arrays.2", Ops.broadcastArrays(new NDArray[] {in("broadcast_arrays.2.in0.0")}));
        }
    }

    @Test
    void broadcastTo() {
        if (start("broadcast_to.0")) {
            check("broadcast_to.0", Ops.broadcastTo(in("broadcast_to.0.in0"), new long[] {3L, 4L}));
        }
        if (start("broadcast_to.1")) {
            check("broadcast_to.1", Ops.broadcastTo(in("broadcast_to.1.in0"), new long[] {2L, 3L, 4L}));
        }
        if (start("broadcast_to.2")) {
            check("broadcast_to.2", Ops.broadcastTo(in("broadcast_to.2.in0"), new long[] {2L, 2L}));
        }
        if (start("broadcast_to.3")) {
            check("broadcast_to.3", Ops.broadcastTo(in("broadcast_to.3.in0"), new long[] {3L, 0L}));
        }
    }

    @Test
    void categorical() {
        if (start("categorical.0")) {
            check("categorical.0", Ops.categorical(in("categorical.0.in0")));
        }
        if (start("categorical.1")) {
            check("categorical.1", Ops.categorical(in("categorical.1.in0"), o -> o.count(5L)));
        }
        if (start("categorical.2")) {
            check("categorical.2", Ops.categorical(in("categorical.2.in0"), o -> o.logits(true).axis(0L)));
        }
        if (start("categorical.3")) {
            check("categorical.3", Ops.categorical(in("categorical.3.in0"), o -> o.count(3L).replacement(false)));
        }
        if (start("categorical.4")) {
            check("categorical.4", Ops.categorical(in("categorical.4.in0"), o -> o.logits(true).count(5L).replacement(false).dtype(DType.INT32)));
        }
    }

    @Test
    void cauchy() {
        if (start("cauchy.0")) {
            check("cauchy.0", Ops.cauchy(new long[] {3L, 4L}));
        }
        if (start("cauchy.1")) {
            check("cauchy.1", Ops.cauchy(new long[] {100L}, o -> o.loc(2.0).scale(0.5)));
        }
    }

    @Test
    void cdist() {
        if (start("cdist.0")) {
            check("cdist.0", Ops.cdist(in("cdist.0.in0"), in("cdist.0.in1")));
        }
        if (start("cdist.1")) {
            check("cdist.1", Ops.cdist(in("cdist.1.in0"), in("cdist.1.in1"), o -> o.p(1.0)));
        }
        if (start("cdist.2")) {
            check("cdist.2", Ops.cdist(in("cdist.2.in0"), in("cdist.2.in1"), o -> o.p(Double.POSITIVE_INFINITY)));
        }
        if (start("cdist.3")) {
            check("cdist.3", Ops.cdist(in("cdist.3.in0"), in("cdist.3.in1"), o -> o.p(3.0)));
        }
    }

    @Test
    void ceil() {
        if (start("ceil.0")) {
            check("ceil.0", Ops.ceil(in("ceil.0.in0")));
        }
    }

    @Test
    void celu() {
        if (start("celu.0")) {
            check("celu.0", Ops.celu(in("celu.0.in0")));
        }
        if (start("celu.1")) {
            check("celu.1", Ops.celu(in("celu.1.in0"), o -> o.alpha(0.5)));
        }
    }

    @Test
    void channelShuffle() {
        if (start("channel_shuffle.0")) {
            check("channel_shuffle.0", Ops.channelShuffle(in("channel_shuffle.0.in0"), 2L));
        }
        if (start("channel_shuffle.1")) {
            check("channel_shuffle.1", Ops.channelShuffle(in("channel_shuffle.1.in0"), 3L));
        }
    }

    @Test
    void checkFinite() {
        if (start("check_finite.0")) {
            check("check_finite.0", Ops.checkFinite(in("check_finite.0.in0")));
        }
        if (start("check_finite.1")) {
            check("check_finite.1", Ops.checkFinite(in("check_finite.1.in0")));
        }
        if (start("check_finite.2")) {
            check("check_finite.2", Ops.checkFinite(in("check_finite.2.in0"), o -> o.after(in("check_finite.2.in1"))));
        }
    }

    @Test
    void chiSquare() {
        if (start("chi_square.0")) {
            check("chi_square.0", Ops.chiSquare(in("chi_square.0.in0")));
        }
        if (start("chi_square.1")) {
            check("chi_square.1", Ops.chiSquare(in("chi_square.1.in0"), o -> o.shape(new long[] {100L})));
        }
    }

    @Test
    void cholesky() {
        if (start("cholesky.0")) {
            check("cholesky.0", Ops.cholesky(in("cholesky.0.in0")));
        }
        if (start("cholesky.1")) {
            check("cholesky.1", Ops.cholesky(in("cholesky.1.in0"), o -> o.upper(true)));
        }
        if (start("cholesky.2")) {
            check("cholesky.2", Ops.cholesky(in("cholesky.2.in0")));
        }
    }

    @Test
    void clip() {
        if (start("clip.0")) {
            check("clip.0", Ops.clip(in("clip.0.in0"), o -> o.min(in("clip.0.in1")).max(in("clip.0.in2"))));
        }
        if (start("clip.1")) {
            check("clip.1", Ops.clip(in("clip.1.in0"), o -> o.max(in("clip.1.in2"))));
        }
        if (start("clip.2")) {
            check("clip.2", Ops.clip(in("clip.2.in0"), o -> o.min(in("clip.2.in1"))));
        }
        if (start("clip.3")) {
            check("clip.3", Ops.clip(in("clip.3.in0")));
        }
        if (start("clip.4")) {
            check("clip.4", Ops.clip(in("clip.4.in0"), o -> o.min(in("clip.4.in1"))));
        }
    }

    @Test
    void concat() {
        if (start("concat.0")) {
            check("concat.0", Ops.concat(new NDArray[] {in("concat.0.in0.0"), in("concat.0.in0.1")}));
        }
        if (start("concat.1")) {
            check("concat.1", Ops.concat(new NDArray[] {in("concat.1.in0.0"), in("concat.1.in0.1"), in("concat.1.in0.2")}, o -> o.axis(1L)));
        }
        if (start("concat.2")) {
            check("concat.2", Ops.concat(new NDArray[] {in("concat.2.in0.0"), in("concat.2.in0.1")}, o -> o.axis(-1L)));
        }
        if (start("concat.3")) {
            check("concat.3", Ops.concat(new NDArray[] {in("concat.3.in0.0"), in("concat.3.in0.1")}, o -> o.axis(1L)));
        }
        if (start("concat.4")) {
            check("concat.4", Ops.concat(new NDArray[] {in("concat.4.in0.0"), in("concat.4.in0.1")}));
        }
    }

    @Test
    void conj() {
        if (start("conj.0")) {
            check("conj.0", Ops.conj(in("conj.0.in0")));
        }
    }

    @Test
    void conv() {
        if (start("conv.0")) {
            check("conv.0", Ops.conv(in("conv.0.in0"), in("conv.0.in1"), o -> o.bias(in("conv.0.in2"))));
        }
        if (start("conv.1")) {
            check("conv.1", Ops.conv(in("conv.1.in0"), in("conv.1.in1"), o -> o.stride(new long[] {2L, 1L}).padding(new long[] {1L, 0L}).groups(2L)));
        }
        if (start("conv.2")) {
            check("conv.2", Ops.conv(in("conv.2.in0"), in("conv.2.in1"), o -> o.bias(in("conv.2.in2")).padding(new long[] {1L}).dilation(new long[] {1L, 2L, 1L})));
        }
        if (start("conv.3")) {
            check("conv.3", Ops.conv(in("conv.3.in0"), in("conv.3.in1"), o -> o.bias(in("conv.3.in2")).stride(new long[] {2L}).padding(new long[] {1L}).groups(3L)));
        }
        if (start("conv.4")) {
            check("conv.4", Ops.conv(in("conv.4.in0"), in("conv.4.in1"), o -> o.stride(new long[] {3L}).dilation(new long[] {2L}).padding(new long[] {3L})));
        }
        if (start("conv.5")) {
            check("conv.5", Ops.conv(in("conv.5.in0"), in("conv.5.in1"), o -> o.bias(in("conv.5.in2"))));
        }
        if (start("conv.6")) {
            check("conv.6", Ops.conv(in("conv.6.in0"), in("conv.6.in1"), o -> o.padding(new long[] {0L, 1L, 1L, 2L})));
        }
        if (start("conv.7")) {
            check("conv.7", Ops.conv(in("conv.7.in0"), in("conv.7.in1"), o -> o.padding(new long[] {2L, 0L}).stride(new long[] {2L}).groups(2L)));
        }
    }

    @Test
    void convTranspose() {
        if (start("conv_transpose.0")) {
            check("conv_transpose.0", Ops.convTranspose(in("conv_transpose.0.in0"), in("conv_transpose.0.in1"), o -> o.bias(in("conv_transpose.0.in2"))));
        }
        if (start("conv_transpose.1")) {
            check("conv_transpose.1", Ops.convTranspose(in("conv_transpose.1.in0"), in("conv_transpose.1.in1"), o -> o.stride(new long[] {2L, 1L}).padding(new long[] {1L, 0L}).outputPadding(new long[] {1L, 0L}).groups(2L)));
        }
        if (start("conv_transpose.2")) {
            check("conv_transpose.2", Ops.convTranspose(in("conv_transpose.2.in0"), in("conv_transpose.2.in1"), o -> o.bias(in("conv_transpose.2.in2")).padding(new long[] {1L}).dilation(new long[] {1L, 2L, 1L})));
        }
        if (start("conv_transpose.3")) {
            check("conv_transpose.3", Ops.convTranspose(in("conv_transpose.3.in0"), in("conv_transpose.3.in1"), o -> o.bias(in("conv_transpose.3.in2")).stride(new long[] {2L}).outputPadding(new long[] {1L}).padding(new long[] {1L}).groups(3L)));
        }
        if (start("conv_transpose.4")) {
            check("conv_transpose.4", Ops.convTranspose(in("conv_transpose.4.in0"), in("conv_transpose.4.in1"), o -> o.dilation(new long[] {3L}).outputPadding(new long[] {2L}).padding(new long[] {1L})));
        }
        if (start("conv_transpose.5")) {
            check("conv_transpose.5", Ops.convTranspose(in("conv_transpose.5.in0"), in("conv_transpose.5.in1"), o -> o.padding(new long[] {0L, 1L, 1L, 0L}).stride(new long[] {2L})));
        }
    }

    @Test
    void copy() {
        if (start("copy.0")) {
            check("copy.0", Ops.copy(in("copy.0.in0")));
        }
    }

    @Test
    void copysign() {
        if (start("copysign.0")) {
            check("copysign.0", Ops.copysign(in("copysign.0.in0"), in("copysign.0.in1")));
        }
    }

    @Test
    void cos() {
        if (start("cos.0")) {
            check("cos.0", Ops.cos(in("cos.0.in0")));
        }
    }

    @Test
    void cosh() {
        if (start("cosh.0")) {
            check("cosh.0", Ops.cosh(in("cosh.0.in0")));
        }
    }

    @Test
    void cosineEmbeddingLoss() {
        if (start("cosine_embedding_loss.0")) {
            check("cosine_embedding_loss.0", Ops.cosineEmbeddingLoss(in("cosine_embedding_loss.0.in0"), in("cosine_embedding_loss.0.in1"), in("cosine_embedding_loss.0.in2")));
        }
        if (start("cosine_embedding_loss.1")) {
            check("cosine_embedding_loss.1", Ops.cosineEmbeddingLoss(in("cosine_embedding_loss.1.in0"), in("cosine_embedding_loss.1.in1"), in("cosine_embedding_loss.1.in2"), o -> o.margin(-0.9)));
        }
        if (start("cosine_embedding_loss.2")) {
            check("cosine_embedding_loss.2", Ops.cosineEmbeddingLoss(in("cosine_embedding_loss.2.in0"), in("cosine_embedding_loss.2.in1"), in("cosine_embedding_loss.2.in2"), o -> o.reduction("sum")));
        }
        if (start("cosine_embedding_loss.3")) {
            check("cosine_embedding_loss.3", Ops.cosineEmbeddingLoss(in("cosine_embedding_loss.3.in0"), in("cosine_embedding_loss.3.in1"), in("cosine_embedding_loss.3.in2"), o -> o.reduction("none")));
        }
    }

    @Test
    void cosineSimilarity() {
        if (start("cosine_similarity.0")) {
            check("cosine_similarity.0", Ops.cosineSimilarity(in("cosine_similarity.0.in0"), in("cosine_similarity.0.in1")));
        }
        if (start("cosine_similarity.1")) {
            check("cosine_similarity.1", Ops.cosineSimilarity(in("cosine_similarity.1.in0"), in("cosine_similarity.1.in1"), o -> o.axis(0L)));
        }
        if (start("cosine_similarity.2")) {
            check("cosine_similarity.2", Ops.cosineSimilarity(in("cosine_similarity.2.in0"), in("cosine_similarity.2.in1")));
        }
    }

    @Test
    void countNonzero() {
        if (start("count_nonzero.0")) {
            check("count_nonzero.0", Ops.countNonzero(in("count_nonzero.0.in0")));
        }
        if (start("count_nonzero.1")) {
            check("count_nonzero.1", Ops.countNonzero(in("count_nonzero.1.in0"), o -> o.axes(new long[] {1L})));
        }
        if (start("count_nonzero.2")) {
            check("count_nonzero.2", Ops.countNonzero(in("count_nonzero.2.in0"), o -> o.axes(new long[] {0L}).keepdims(true)));
        }
    }

    @Test
    void cross() {
        if (start("cross.0")) {
            check("cross.0", Ops.cross(in("cross.0.in0"), in("cross.0.in1")));
        }
        if (start("cross.1")) {
            check("cross.1", Ops.cross(in("cross.1.in0"), in("cross.1.in1")));
        }
        if (start("cross.2")) {
            check("cross.2", Ops.cross(in("cross.2.in0"), in("cross.2.in1"), o -> o.axis(0L)));
        }
        if (start("cross.3")) {
            check("cross.3", Ops.cross(in("cross.3.in0"), in("cross.3.in1"), o -> o.axis(-2L)));
        }
    }

    @Test
    void crossEntropy() {
        if (start("cross_entropy.0")) {
            check("cross_entropy.0", Ops.crossEntropy(in("cross_entropy.0.in0"), in("cross_entropy.0.in1")));
        }
        if (start("cross_entropy.1")) {
            check("cross_entropy.1", Ops.crossEntropy(in("cross_entropy.1.in0"), in("cross_entropy.1.in1"), o -> o.weight(in("cross_entropy.1.in2")).labelSmoothing(0.1)));
        }
        if (start("cross_entropy.2")) {
            check("cross_entropy.2", Ops.crossEntropy(in("cross_entropy.2.in0"), in("cross_entropy.2.in1"), o -> o.labelSmoothing(0.2)));
        }
        if (start("cross_entropy.3")) {
            check("cross_entropy.3", Ops.crossEntropy(in("cross_entropy.3.in0"), in("cross_entropy.3.in1"), o -> o.ignoreIndex(1L).reduction("none")));
        }
        if (start("cross_entropy.4")) {
            check("cross_entropy.4", Ops.crossEntropy(in("cross_entropy.4.in0"), in("cross_entropy.4.in1"), o -> o.axis(-1L).reduction("sum")));
        }
        if (start("cross_entropy.5")) {
            check("cross_entropy.5", Ops.crossEntropy(in("cross_entropy.5.in0"), in("cross_entropy.5.in1"), o -> o.weight(in("cross_entropy.5.in2")).reduction("none")));
        }
    }

    @Test
    void ctcLoss() {
        if (start("ctc_loss.0")) {
            check("ctc_loss.0", Ops.ctcLoss(in("ctc_loss.0.in0"), in("ctc_loss.0.in1"), in("ctc_loss.0.in2"), in("ctc_loss.0.in3")));
        }
        if (start("ctc_loss.1")) {
            check("ctc_loss.1", Ops.ctcLoss(in("ctc_loss.1.in0"), in("ctc_loss.1.in1"), in("ctc_loss.1.in2"), in("ctc_loss.1.in3"), o -> o.reduction("sum")));
        }
        if (start("ctc_loss.2")) {
            check("ctc_loss.2", Ops.ctcLoss(in("ctc_loss.2.in0"), in("ctc_loss.2.in1"), in("ctc_loss.2.in2"), in("ctc_loss.2.in3"), o -> o.blank(3L).reduction("none").zeroInfinity(true)));
        }
    }

    @Test
    void cummax() {
        if (start("cummax.0")) {
            var r = Ops.cummax(in("cummax.0.in0"));
            check("cummax.0", r.values(), r.indices());
        }
        if (start("cummax.1")) {
            var r = Ops.cummax(in("cummax.1.in0"), o -> o.axis(0L));
            check("cummax.1", r.values(), r.indices());
        }
        if (start("cummax.2")) {
            var r = Ops.cummax(in("cummax.2.in0"), o -> o.axis(1L));
            check("cummax.2", r.values(), r.indices());
        }
        if (start("cummax.3")) {
            var r = Ops.cummax(in("cummax.3.in0"));
            check("cummax.3", r.values(), r.indices());
        }
    }

    @Test
    void cummin() {
        if (start("cummin.0")) {
            var r = Ops.cummin(in("cummin.0.in0"));
            check("cummin.0", r.values(), r.indices());
        }
        if (start("cummin.1")) {
            var r = Ops.cummin(in("cummin.1.in0"), o -> o.axis(0L));
            check("cummin.1", r.values(), r.indices());
        }
        if (start("cummin.2")) {
            var r = Ops.cummin(in("cummin.2.in0"), o -> o.axis(1L));
            check("cummin.2", r.values(), r.indices());
        }
        if (start("cummin.3")) {
            var r = Ops.cummin(in("cummin.3.in0"));
            check("cummin.3", r.values(), r.indices());
        }
    }

    @Test
    void cumulativeProd() {
        if (start("cumulative_prod.0")) {
            check("cumulative_prod.0", Ops.cumulativeProd(in("cumulative_prod.0.in0")));
        }
        if (start("cumulative_prod.1")) {
            check("cumulative_prod.1", Ops.cumulativeProd(in("cumulative_prod.1.in0"), o -> o.axis(0L)));
        }
        if (start("cumulative_prod.2")) {
            check("cumulative_prod.2", Ops.cumulativeProd(in("cumulative_prod.2.in0"), o -> o.axis(1L).includeInitial(true)));
        }
        if (start("cumulative_prod.3")) {
            check("cumulative_prod.3", Ops.cumulativeProd(in("cumulative_prod.3.in0"), o -> o.axis(1L).reverse(true)));
        }
        if (start("cumulative_prod.4")) {
            check("cumulative_prod.4", Ops.cumulativeProd(in("cumulative_prod.4.in0"), o -> o.axis(-1L)));
        }
    }

    @Test
    void cumulativeSum() {
        if (start("cumulative_sum.0")) {
            check("cumulative_sum.0", Ops.cumulativeSum(in("cumulative_sum.0.in0")));
        }
        if (start("cumulative_sum.1")) {
            check("cumulative_sum.1", Ops.cumulativeSum(in("cumulative_sum.1.in0"), o -> o.axis(0L)));
        }
        if (start("cumulative_sum.2")) {
            check("cumulative_sum.2", Ops.cumulativeSum(in("cumulative_sum.2.in0"), o -> o.axis(1L).includeInitial(true)));
        }
        if (start("cumulative_sum.3")) {
            check("cumulative_sum.3", Ops.cumulativeSum(in("cumulative_sum.3.in0"), o -> o.axis(1L).reverse(true).includeInitial(true)));
        }
        if (start("cumulative_sum.4")) {
            check("cumulative_sum.4", Ops.cumulativeSum(in("cumulative_sum.4.in0"), o -> o.axis(-1L)));
        }
    }

    @Test
    void deg2rad() {
        if (start("deg2rad.0")) {
            check("deg2rad.0", Ops.deg2rad(in("deg2rad.0.in0")));
        }
    }

    @Test
    void det() {
        if (start("det.0")) {
            check("det.0", Ops.det(in("det.0.in0")));
        }
        if (start("det.1")) {
            check("det.1", Ops.det(in("det.1.in0")));
        }
    }

    @Test
    void diag() {
        if (start("diag.0")) {
            check("diag.0", Ops.diag(in("diag.0.in0")));
        }
        if (start("diag.1")) {
            check("diag.1", Ops.diag(in("diag.1.in0"), o -> o.k(-2L)));
        }
        if (start("diag.2")) {
            check("diag.2", Ops.diag(in("diag.2.in0"), o -> o.k(1L)));
        }
        if (start("diag.3")) {
            check("diag.3", Ops.diag(in("diag.3.in0"), o -> o.k(-1L)));
        }
    }

    @Test
    void diagEmbed() {
        if (start("diag_embed.0")) {
            check("diag_embed.0", Ops.diagEmbed(in("diag_embed.0.in0")));
        }
        if (start("diag_embed.1")) {
            check("diag_embed.1", Ops.diagEmbed(in("diag_embed.1.in0"), o -> o.offset(-1L)));
        }
        if (start("diag_embed.2")) {
            check("diag_embed.2", Ops.diagEmbed(in("diag_embed.2.in0"), o -> o.offset(1L).nRows(3L).nCols(7L)));
        }
        if (start("diag_embed.3")) {
            check("diag_embed.3", Ops.diagEmbed(in("diag_embed.3.in0")));
        }
    }

    @Test
    void diagonal() {
        if (start("diagonal.0")) {
            check("diagonal.0", Ops.diagonal(in("diagonal.0.in0")));
        }
        if (start("diagonal.1")) {
            check("diagonal.1", Ops.diagonal(in("diagonal.1.in0"), o -> o.offset(-1L)));
        }
        if (start("diagonal.2")) {
            check("diagonal.2", Ops.diagonal(in("diagonal.2.in0"), o -> o.offset(1L).axis1(2L).axis2(0L)));
        }
        if (start("diagonal.3")) {
            check("diagonal.3", Ops.diagonal(in("diagonal.3.in0"), o -> o.offset(3L)));
        }
    }

    @Test
    void diff() {
        if (start("diff.0")) {
            check("diff.0", Ops.diff(in("diff.0.in0")));
        }
        if (start("diff.1")) {
            check("diff.1", Ops.diff(in("diff.1.in0"), o -> o.axis(0L)));
        }
        if (start("diff.2")) {
            check("diff.2", Ops.diff(in("diff.2.in0"), o -> o.n(2L)));
        }
        if (start("diff.3")) {
            check("diff.3", Ops.diff(in("diff.3.in0"), o -> o.prepend(in("diff.3.in1")).append(in("diff.3.in2"))));
        }
        if (start("diff.4")) {
            check("diff.4", Ops.diff(in("diff.4.in0"), o -> o.append(in("diff.4.in2")).axis(0L)));
        }
        if (start("diff.5")) {
            check("diff.5", Ops.diff(in("diff.5.in0"), o -> o.n(4L)));
        }
        if (start("diff.6")) {
            check("diff.6", Ops.diff(in("diff.6.in0"), o -> o.n(0L)));
        }
    }

    @Test
    void digitize() {
        if (start("digitize.0")) {
            check("digitize.0", Ops.digitize(in("digitize.0.in0"), in("digitize.0.in1")));
        }
        if (start("digitize.1")) {
            check("digitize.1", Ops.digitize(in("digitize.1.in0"), in("digitize.1.in1"), o -> o.right(true)));
        }
        if (start("digitize.2")) {
            check("digitize.2", Ops.digitize(in("digitize.2.in0"), in("digitize.2.in1")));
        }
    }

    @Test
    void divide() {
        if (start("divide.0")) {
            check("divide.0", Ops.divide(in("divide.0.in0"), in("divide.0.in1")));
        }
    }

    @Test
    void dot() {
        if (start("dot.0")) {
            check("dot.0", Ops.dot(in("dot.0.in0"), in("dot.0.in1")));
        }
        if (start("dot.1")) {
            check("dot.1", Ops.dot(in("dot.1.in0"), in("dot.1.in1")));
        }
        if (start("dot.2")) {
            check("dot.2", Ops.dot(in("dot.2.in0"), in("dot.2.in1")));
        }
        if (start("dot.3")) {
            check("dot.3", Ops.dot(in("dot.3.in0"), in("dot.3.in1")));
        }
        if (start("dot.4")) {
            check("dot.4", Ops.dot(in("dot.4.in0"), in("dot.4.in1")));
        }
    }

    @Test
    void dropout() {
        if (start("dropout.0")) {
            var r = Ops.dropout(in("dropout.0.in0"));
            check("dropout.0", r.y(), r.mask());
        }
        if (start("dropout.1")) {
            var r = Ops.dropout(in("dropout.1.in0"), o -> o.p(0.1));
            check("dropout.1", r.y(), r.mask());
        }
        if (start("dropout.2")) {
            var r = Ops.dropout(in("dropout.2.in0"), o -> o.p(0.0));
            check("dropout.2", r.y(), r.mask());
        }
        if (start("dropout.3")) {
            var r = Ops.dropout(in("dropout.3.in0"), o -> o.p(1.0));
            check("dropout.3", r.y(), r.mask());
        }
    }

    @Test
    void eig() {
        if (start("eig.0")) {
            var r = Ops.eig(in("eig.0.in0"));
            check("eig.0", r.eigenvalues(), r.eigenvectors());
        }
        if (start("eig.1")) {
            var r = Ops.eig(in("eig.1.in0"));
            check("eig.1", r.eigenvalues(), r.eigenvectors());
        }
        if (start("eig.2")) {
            var r = Ops.eig(in("eig.2.in0"));
            check("eig.2", r.eigenvalues(), r.eigenvectors());
        }
    }

    @Test
    void eigh() {
        if (start("eigh.0")) {
            var r = Ops.eigh(in("eigh.0.in0"));
            check("eigh.0", r.eigenvalues(), r.eigenvectors());
        }
        if (start("eigh.1")) {
            var r = Ops.eigh(in("eigh.1.in0"));
            check("eigh.1", r.eigenvalues(), r.eigenvectors());
        }
        if (start("eigh.2")) {
            var r = Ops.eigh(in("eigh.2.in0"));
            check("eigh.2", r.eigenvalues(), r.eigenvectors());
        }
    }

    @Test
    void eigvals() {
        if (start("eigvals.0")) {
            check("eigvals.0", Ops.eigvals(in("eigvals.0.in0")));
        }
        if (start("eigvals.1")) {
            check("eigvals.1", Ops.eigvals(in("eigvals.1.in0")));
        }
        if (start("eigvals.2")) {
            check("eigvals.2", Ops.eigvals(in("eigvals.2.in0")));
        }
    }

    @Test
    void eigvalsh() {
        if (start("eigvalsh.0")) {
            check("eigvalsh.0", Ops.eigvalsh(in("eigvalsh.0.in0")));
        }
        if (start("eigvalsh.1")) {
            check("eigvalsh.1", Ops.eigvalsh(in("eigvalsh.1.in0")));
        }
        if (start("eigvalsh.2")) {
            check("eigvalsh.2", Ops.eigvalsh(in("eigvalsh.2.in0")));
        }
    }

    @Test
    void einsum() {
        if (start("einsum.0")) {
            check("einsum.0", Ops.einsum("ij,jk->ik", new NDArray[] {in("einsum.0.in0.0"), in("einsum.0.in0.1")}));
        }
        if (start("einsum.1")) {
            check("einsum.1", Ops.einsum("ii->i", new NDArray[] {in("einsum.1.in0.0")}));
        }
        if (start("einsum.2")) {
            check("einsum.2", Ops.einsum("bij,bjk", new NDArray[] {in("einsum.2.in0.0"), in("einsum.2.in0.1")}));
        }
        if (start("einsum.3")) {
            check("einsum.3", Ops.einsum("ij,jk,kl->il", new NDArray[] {in("einsum.3.in0.0"), in("einsum.3.in0.1"), in("einsum.3.in0.2")}));
        }
        if (start("einsum.4")) {
            check("einsum.4", Ops.einsum("...i,...i->...", new NDArray[] {in("einsum.4.in0.0"), in("einsum.4.in0.1")}));
        }
        if (start("einsum.5")) {
            check("einsum.5", Ops.einsum("ij->j", new NDArray[] {in("einsum.5.in0.0")}));
        }
        if (start("einsum.6")) {
            check("einsum.6", Ops.einsum("i,j->ji", new NDArray[] {in("einsum.6.in0.0"), in("einsum.6.in0.1")}));
        }
        if (start("einsum.7")) {
            check("einsum.7", Ops.einsum("iij,j->", new NDArray[] {in("einsum.7.in0.0"), in("einsum.7.in0.1")}));
        }
        if (start("einsum.8")) {
            check("einsum.8", Ops.einsum("ij,ij->ij", new NDArray[] {in("einsum.8.in0.0"), in("einsum.8.in0.1")}));
        }
    }

    @Test
    void elu() {
        if (start("elu.0")) {
            check("elu.0", Ops.elu(in("elu.0.in0")));
        }
        if (start("elu.1")) {
            check("elu.1", Ops.elu(in("elu.1.in0"), o -> o.alpha(0.5)));
        }
    }

    @Test
    void embedding() {
        if (start("embedding.0")) {
            check("embedding.0", Ops.embedding(in("embedding.0.in0"), in("embedding.0.in1")));
        }
        if (start("embedding.1")) {
            check("embedding.1", Ops.embedding(in("embedding.1.in0"), in("embedding.1.in1")));
        }
        if (start("embedding.2")) {
            check("embedding.2", Ops.embedding(in("embedding.2.in0"), in("embedding.2.in1")));
        }
    }

    @Test
    void empty() {
        if (start("empty.0")) {
            check("empty.0", Ops.empty(new long[] {3L, 4L}));
        }
        if (start("empty.1")) {
            check("empty.1", Ops.empty(new long[] {2L, 0L}));
        }
        if (start("empty.2")) {
            check("empty.2", Ops.empty(new long[] {5L}, o -> o.dtype(DType.INT16)));
        }
        if (start("empty.3")) {
            check("empty.3", Ops.empty(new long[] {5L}, o -> o.dtype(DType.COMPLEX64)));
        }
        if (start("empty.4")) {
            check("empty.4", Ops.empty(new long[] {2L, 3L}, o -> o.dtype(DType.BOOL)));
        }
    }

    @Test
    void emptyLike() {
        if (start("empty_like.0")) {
            check("empty_like.0", Ops.emptyLike(in("empty_like.0.in0")));
        }
        if (start("empty_like.1")) {
            check("empty_like.1", Ops.emptyLike(in("empty_like.1.in0"), o -> o.dtype(DType.INT32)));
        }
        if (start("empty_like.2")) {
            check("empty_like.2", Ops.emptyLike(in("empty_like.2.in0"), o -> o.dtype(DType.COMPLEX128)));
        }
    }

    @Test
    void equal() {
        if (start("equal.0")) {
            check("equal.0", Ops.equal(in("equal.0.in0"), in("equal.0.in1")));
        }
    }

    @Test
    void erf() {
        if (start("erf.0")) {
            check("erf.0", Ops.erf(in("erf.0.in0")));
        }
    }

    @Test
    void exp() {
        if (start("exp.0")) {
            check("exp.0", Ops.exp(in("exp.0.in0")));
        }
    }

    @Test
    void exp2() {
        if (start("exp2.0")) {
            check("exp2.0", Ops.exp2(in("exp2.0.in0")));
        }
    }

    @Test
    void expandDims() {
        if (start("expand_dims.0")) {
            check("expand_dims.0", Ops.expandDims(in("expand_dims.0.in0"), new long[] {0L}));
        }
        if (start("expand_dims.1")) {
            check("expand_dims.1", Ops.expandDims(in("expand_dims.1.in0"), new long[] {1L, -1L}));
        }
        if (start("expand_dims.2")) {
            check("expand_dims.2", Ops.expandDims(in("expand_dims.2.in0"), new long[] {0L}));
        }
    }

    @Test
    void expm() {
        if (start("expm.0")) {
            check("expm.0", Ops.expm(in("expm.0.in0")));
        }
        if (start("expm.1")) {
            check("expm.1", Ops.expm(in("expm.1.in0")));
        }
        if (start("expm.2")) {
            check("expm.2", Ops.expm(in("expm.2.in0")));
        }
    }

    @Test
    void expm1() {
        if (start("expm1.0")) {
            check("expm1.0", Ops.expm1(in("expm1.0.in0")));
        }
    }

    @Test
    void exponential() {
        if (start("exponential.0")) {
            check("exponential.0", Ops.exponential(new long[] {3L, 4L}));
        }
        if (start("exponential.1")) {
            check("exponential.1", Ops.exponential(new long[] {1000L}, o -> o.scale(3.0)));
        }
    }

    @Test
    void eye() {
        if (start("eye.0")) {
            check("eye.0", Ops.eye(3L));
        }
        if (start("eye.1")) {
            check("eye.1", Ops.eye(3L, o -> o.nCols(5L).k(1L)));
        }
        if (start("eye.2")) {
            check("eye.2", Ops.eye(4L, o -> o.nCols(2L).k(-2L).dtype(DType.INT32)));
        }
        if (start("eye.3")) {
            check("eye.3", Ops.eye(0L));
        }
        if (start("eye.4")) {
            check("eye.4", Ops.eye(2L, o -> o.k(7L)));
        }
        if (start("eye.5")) {
            check("eye.5", Ops.eye(2L, o -> o.k(-3000000000L)));
        }
    }

    @Test
    void fftn() {
        if (start("fftn.0")) {
            check("fftn.0", Ops.fftn(in("fftn.0.in0")));
        }
        if (start("fftn.1")) {
            check("fftn.1", Ops.fftn(in("fftn.1.in0"), o -> o.norm("ortho")));
        }
        if (start("fftn.2")) {
            check("fftn.2", Ops.fftn(in("fftn.2.in0"), o -> o.axes(new long[] {1L}).norm("forward")));
        }
        if (start("fftn.3")) {
            check("fftn.3", Ops.fftn(in("fftn.3.in0"), o -> o.s(new long[] {5L, 9L}).axes(new long[] {1L, 0L})));
        }
        if (start("fftn.4")) {
            check("fftn.4", Ops.fftn(in("fftn.4.in0")));
        }
    }

    @Test
    void flatten() {
        if (start("flatten.0")) {
            check("flatten.0", Ops.flatten(in("flatten.0.in0")));
        }
        if (start("flatten.1")) {
            check("flatten.1", Ops.flatten(in("flatten.1.in0"), o -> o.start(1L)));
        }
        if (start("flatten.2")) {
            check("flatten.2", Ops.flatten(in("flatten.2.in0"), o -> o.start(1L).end(2L)));
        }
        if (start("flatten.3")) {
            check("flatten.3", Ops.flatten(in("flatten.3.in0")));
        }
    }

    @Test
    void flip() {
        if (start("flip.0")) {
            check("flip.0", Ops.flip(in("flip.0.in0")));
        }
        if (start("flip.1")) {
            check("flip.1", Ops.flip(in("flip.1.in0"), o -> o.axes(new long[] {1L})));
        }
        if (start("flip.2")) {
            check("flip.2", Ops.flip(in("flip.2.in0"), o -> o.axes(new long[] {0L, -1L})));
        }
        if (start("flip.3")) {
            check("flip.3", Ops.flip(in("flip.3.in0")));
        }
    }

    @Test
    void floor() {
        if (start("floor.0")) {
            check("floor.0", Ops.floor(in("floor.0.in0")));
        }
    }

    @Test
    void floorDivide() {
        if (start("floor_divide.0")) {
            check("floor_divide.0", Ops.floorDivide(in("floor_divide.0.in0"), in("floor_divide.0.in1")));
        }
    }

    @Test
    void fold() {
        if (start("fold.0")) {
            check("fold.0", Ops.fold(in("fold.0.in0"), new long[] {4L, 5L}, new long[] {2L}));
        }
        if (start("fold.1")) {
            check("fold.1", Ops.fold(in("fold.1.in0"), new long[] {7L, 5L}, new long[] {3L}, o -> o.dilation(new long[] {2L, 1L}).padding(new long[] {1L, 2L}).stride(new long[] {2L, 1L})));
        }
        if (start("fold.2")) {
            check("fold.2", Ops.fold(in("fold.2.in0"), new long[] {9L}, new long[] {3L}, o -> o.stride(new long[] {3L})));
        }
    }

    @Test
    void full() {
        if (start("full.0")) {
            check("full.0", Ops.full(new long[] {3L, 4L}, in("full.0.in0")));
        }
        if (start("full.1")) {
            check("full.1", Ops.full(new long[] {3L, 4L}, in("full.1.in0")));
        }
        if (start("full.2")) {
            check("full.2", Ops.full(new long[] {5L}, in("full.2.in0"), o -> o.dtype(DType.INT64)));
        }
        if (start("full.3")) {
            check("full.3", Ops.full(new long[] {}, in("full.3.in0")));
        }
    }

    @Test
    void fullLike() {
        if (start("full_like.0")) {
            check("full_like.0", Ops.fullLike(in("full_like.0.in0"), in("full_like.0.in1")));
        }
        if (start("full_like.1")) {
            check("full_like.1", Ops.fullLike(in("full_like.1.in0"), in("full_like.1.in1")));
        }
        if (start("full_like.2")) {
            check("full_like.2", Ops.fullLike(in("full_like.2.in0"), in("full_like.2.in1"), o -> o.dtype(DType.INT32)));
        }
    }

    @Test
    void gamma() {
        if (start("gamma.0")) {
            check("gamma.0", Ops.gamma(in("gamma.0.in0")));
        }
        if (start("gamma.1")) {
            check("gamma.1", Ops.gamma(in("gamma.1.in0"), o -> o.shape(new long[] {100L}).scale(0.5)));
        }
        if (start("gamma.2")) {
            check("gamma.2", Ops.gamma(in("gamma.2.in0"), o -> o.shape(new long[] {3L, 4L})));
        }
    }

    @Test
    void gaussianNllLoss() {
        if (start("gaussian_nll_loss.0")) {
            check("gaussian_nll_loss.0", Ops.gaussianNllLoss(in("gaussian_nll_loss.0.in0"), in("gaussian_nll_loss.0.in1"), in("gaussian_nll_loss.0.in2")));
        }
        if (start("gaussian_nll_loss.1")) {
            check("gaussian_nll_loss.1", Ops.gaussianNllLoss(in("gaussian_nll_loss.1.in0"), in("gaussian_nll_loss.1.in1"), in("gaussian_nll_loss.1.in2"), o -> o.full(true).reduction("sum")));
        }
        if (start("gaussian_nll_loss.2")) {
            check("gaussian_nll_loss.2", Ops.gaussianNllLoss(in("gaussian_nll_loss.2.in0"), in("gaussian_nll_loss.2.in1"), in("gaussian_nll_loss.2.in2"), o -> o.reduction("none")));
        }
    }

    @Test
    void gelu() {
        if (start("gelu.0")) {
            check("gelu.0", Ops.gelu(in("gelu.0.in0")));
        }
    }

    @Test
    void geluTanh() {
        if (start("gelu_tanh.0")) {
            check("gelu_tanh.0", Ops.geluTanh(in("gelu_tanh.0.in0")));
        }
    }

    @Test
    void geometric() {
        if (start("geometric.0")) {
            check("geometric.0", Ops.geometric(in("geometric.0.in0")));
        }
        if (start("geometric.1")) {
            check("geometric.1", Ops.geometric(in("geometric.1.in0"), o -> o.shape(new long[] {100L})));
        }
    }

    @Test
    void globalAvgPool() {
        if (start("global_avg_pool.0")) {
            check("global_avg_pool.0", Ops.globalAvgPool(in("global_avg_pool.0.in0")));
        }
        if (start("global_avg_pool.1")) {
            check("global_avg_pool.1", Ops.globalAvgPool(in("global_avg_pool.1.in0")));
        }
        if (start("global_avg_pool.2")) {
            check("global_avg_pool.2", Ops.globalAvgPool(in("global_avg_pool.2.in0")));
        }
    }

    @Test
    void globalMaxPool() {
        if (start("global_max_pool.0")) {
            check("global_max_pool.0", Ops.globalMaxPool(in("global_max_pool.0.in0")));
        }
        if (start("global_max_pool.1")) {
            check("global_max_pool.1", Ops.globalMaxPool(in("global_max_pool.1.in0")));
        }
        if (start("global_max_pool.2")) {
            check("global_max_pool.2", Ops.globalMaxPool(in("global_max_pool.2.in0")));
        }
    }

    @Test
    void globalNorm() {
        if (start("global_norm.0")) {
            check("global_norm.0", Ops.globalNorm(new NDArray[] {in("global_norm.0.in0.0"), in("global_norm.0.in0.1")}));
        }
        if (start("global_norm.1")) {
            check("global_norm.1", Ops.globalNorm(new NDArray[] {in("global_norm.1.in0.0")}));
        }
        if (start("global_norm.2")) {
            check("global_norm.2", Ops.globalNorm(new NDArray[] {in("global_norm.2.in0.0"), in("global_norm.2.in0.1"), in("global_norm.2.in0.2")}));
        }
    }

    @Test
    void glu() {
        if (start("glu.0")) {
            check("glu.0", Ops.glu(in("glu.0.in0")));
        }
        if (start("glu.1")) {
            check("glu.1", Ops.glu(in("glu.1.in0"), o -> o.axis(0L)));
        }
        if (start("glu.2")) {
            check("glu.2", Ops.glu(in("glu.2.in0"), o -> o.axis(1L)));
        }
    }

    @Test
    void greater() {
        if (start("greater.0")) {
            check("greater.0", Ops.greater(in("greater.0.in0"), in("greater.0.in1")));
        }
    }

    @Test
    void greaterEqual() {
        if (start("greater_equal.0")) {
            check("greater_equal.0", Ops.greaterEqual(in("greater_equal.0.in0"), in("greater_equal.0.in1")));
        }
    }

    @Test
    void gridSample() {
        if (start("grid_sample.0")) {
            check("grid_sample.0", Ops.gridSample(in("grid_sample.0.in0"), in("grid_sample.0.in1")));
        }
        if (start("grid_sample.1")) {
            check("grid_sample.1", Ops.gridSample(in("grid_sample.1.in0"), in("grid_sample.1.in1"), o -> o.paddingMode("border").alignCorners(true)));
        }
        if (start("grid_sample.2")) {
            check("grid_sample.2", Ops.gridSample(in("grid_sample.2.in0"), in("grid_sample.2.in1"), o -> o.paddingMode("reflection")));
        }
        if (start("grid_sample.3")) {
            check("grid_sample.3", Ops.gridSample(in("grid_sample.3.in0"), in("grid_sample.3.in1"), o -> o.mode("nearest")));
        }
        if (start("grid_sample.4")) {
            check("grid_sample.4", Ops.gridSample(in("grid_sample.4.in0"), in("grid_sample.4.in1")));
        }
    }

    @Test
    void groupNorm() {
        if (start("group_norm.0")) {
            check("group_norm.0", Ops.groupNorm(in("group_norm.0.in0"), 2L, o -> o.weight(in("group_norm.0.in1")).bias(in("group_norm.0.in2"))));
        }
        if (start("group_norm.1")) {
            check("group_norm.1", Ops.groupNorm(in("group_norm.1.in0"), 3L, o -> o.weight(in("group_norm.1.in1"))));
        }
        if (start("group_norm.2")) {
            check("group_norm.2", Ops.groupNorm(in("group_norm.2.in0"), 1L));
        }
        if (start("group_norm.3")) {
            check("group_norm.3", Ops.groupNorm(in("group_norm.3.in0"), 4L, o -> o.bias(in("group_norm.3.in2")).eps(0.1)));
        }
    }

    @Test
    void gru() {
        if (start("gru.0")) {
            var r = Ops.gru(in("gru.0.in0"), in("gru.0.in1"), in("gru.0.in2"), o -> o.biasIh(in("gru.0.in3")).biasHh(in("gru.0.in4")).h0(in("gru.0.in5")));
            check("gru.0", r.y(), r.hN(), r.saved());
        }
        if (start("gru.1")) {
            var r = Ops.gru(in("gru.1.in0"), in("gru.1.in1"), in("gru.1.in2"), o -> o.reverse(true));
            check("gru.1", r.y(), r.hN(), r.saved());
        }
        if (start("gru.2")) {
            var r = Ops.gru(in("gru.2.in0"), in("gru.2.in1"), in("gru.2.in2"), o -> o.biasHh(in("gru.2.in4")).h0(in("gru.2.in5")).lengths(in("gru.2.in6")).reverse(true));
            check("gru.2", r.y(), r.hN(), r.saved());
        }
    }

    @Test
    void gumbel() {
        if (start("gumbel.0")) {
            check("gumbel.0", Ops.gumbel(new long[] {3L, 4L}));
        }
        if (start("gumbel.1")) {
            check("gumbel.1", Ops.gumbel(new long[] {100L}, o -> o.loc(2.0).scale(0.5)));
        }
    }

    @Test
    void hardshrink() {
        if (start("hardshrink.0")) {
            check("hardshrink.0", Ops.hardshrink(in("hardshrink.0.in0")));
        }
        if (start("hardshrink.1")) {
            check("hardshrink.1", Ops.hardshrink(in("hardshrink.1.in0"), o -> o.lambd(1.1)));
        }
    }

    @Test
    void hardsigmoid() {
        if (start("hardsigmoid.0")) {
            check("hardsigmoid.0", Ops.hardsigmoid(in("hardsigmoid.0.in0")));
        }
    }

    @Test
    void hardswish() {
        if (start("hardswish.0")) {
            check("hardswish.0", Ops.hardswish(in("hardswish.0.in0")));
        }
    }

    @Test
    void hardtanh() {
        if (start("hardtanh.0")) {
            check("hardtanh.0", Ops.hardtanh(in("hardtanh.0.in0")));
        }
        if (start("hardtanh.1")) {
            check("hardtanh.1", Ops.hardtanh(in("hardtanh.1.in0"), o -> o.minVal(-0.3).maxVal(1.4)));
        }
    }

    @Test
    void hingeEmbeddingLoss() {
        if (start("hinge_embedding_loss.0")) {
            check("hinge_embedding_loss.0", Ops.hingeEmbeddingLoss(in("hinge_embedding_loss.0.in0"), in("hinge_embedding_loss.0.in1")));
        }
        if (start("hinge_embedding_loss.1")) {
            check("hinge_embedding_loss.1", Ops.hingeEmbeddingLoss(in("hinge_embedding_loss.1.in0"), in("hinge_embedding_loss.1.in1"), o -> o.reduction("sum").margin(0.7)));
        }
        if (start("hinge_embedding_loss.2")) {
            check("hinge_embedding_loss.2", Ops.hingeEmbeddingLoss(in("hinge_embedding_loss.2.in0"), in("hinge_embedding_loss.2.in1"), o -> o.reduction("none")));
        }
    }

    @Test
    void hingeLoss() {
        if (start("hinge_loss.0")) {
            check("hinge_loss.0", Ops.hingeLoss(in("hinge_loss.0.in0"), in("hinge_loss.0.in1")));
        }
        if (start("hinge_loss.1")) {
            check("hinge_loss.1", Ops.hingeLoss(in("hinge_loss.1.in0"), in("hinge_loss.1.in1"), o -> o.reduction("sum").margin(0.5)));
        }
        if (start("hinge_loss.2")) {
            check("hinge_loss.2", Ops.hingeLoss(in("hinge_loss.2.in0"), in("hinge_loss.2.in1"), o -> o.reduction("none")));
        }
    }

    @Test
    void histogram() {
        if (start("histogram.0")) {
            var r = Ops.histogram(in("histogram.0.in0"));
            check("histogram.0", r.counts(), r.edges());
        }
        if (start("histogram.1")) {
            var r = Ops.histogram(in("histogram.1.in0"), o -> o.bins(4L).min(-1.0).max(1.0));
            check("histogram.1", r.counts(), r.edges());
        }
        if (start("histogram.2")) {
            var r = Ops.histogram(in("histogram.2.in0"), o -> o.weights(in("histogram.2.in1")).bins(5L));
            check("histogram.2", r.counts(), r.edges());
        }
        if (start("histogram.3")) {
            var r = Ops.histogram(in("histogram.3.in0"), o -> o.bins(3L).min(-2.0).max(7.0));
            check("histogram.3", r.counts(), r.edges());
        }
    }

    @Test
    void huberLoss() {
        if (start("huber_loss.0")) {
            check("huber_loss.0", Ops.huberLoss(in("huber_loss.0.in0"), in("huber_loss.0.in1")));
        }
        if (start("huber_loss.1")) {
            check("huber_loss.1", Ops.huberLoss(in("huber_loss.1.in0"), in("huber_loss.1.in1"), o -> o.reduction("sum").delta(0.5)));
        }
        if (start("huber_loss.2")) {
            check("huber_loss.2", Ops.huberLoss(in("huber_loss.2.in0"), in("huber_loss.2.in1"), o -> o.reduction("none")));
        }
    }

    @Test
    void hypot() {
        if (start("hypot.0")) {
            check("hypot.0", Ops.hypot(in("hypot.0.in0"), in("hypot.0.in1")));
        }
    }

    @Test
    void ifftn() {
        if (start("ifftn.0")) {
            check("ifftn.0", Ops.ifftn(in("ifftn.0.in0")));
        }
        if (start("ifftn.1")) {
            check("ifftn.1", Ops.ifftn(in("ifftn.1.in0"), o -> o.norm("ortho")));
        }
        if (start("ifftn.2")) {
            check("ifftn.2", Ops.ifftn(in("ifftn.2.in0"), o -> o.axes(new long[] {1L}).norm("forward")));
        }
        if (start("ifftn.3")) {
            check("ifftn.3", Ops.ifftn(in("ifftn.3.in0"), o -> o.s(new long[] {5L, 9L}).axes(new long[] {1L, 0L})));
        }
    }

    @Test
    void imag() {
        if (start("imag.0")) {
            check("imag.0", Ops.imag(in("imag.0.in0")));
        }
    }

    @Test
    void imageNormalize() {
        if (start("image_normalize.0")) {
            check("image_normalize.0", Ops.imageNormalize(in("image_normalize.0.in0"), o -> o.mean(in("image_normalize.0.in1")).std(in("image_normalize.0.in2"))));
        }
        if (start("image_normalize.1")) {
            check("image_normalize.1", Ops.imageNormalize(in("image_normalize.1.in0"), o -> o.mean(in("image_normalize.1.in1")).std(in("image_normalize.1.in2")).dtype(DType.FLOAT64)));
        }
        if (start("image_normalize.2")) {
            check("image_normalize.2", Ops.imageNormalize(in("image_normalize.2.in0")));
        }
        if (start("image_normalize.3")) {
            check("image_normalize.3", Ops.imageNormalize(in("image_normalize.3.in0"), o -> o.mean(in("image_normalize.3.in1")).layout("CHW").scale(0.5)));
        }
        if (start("image_normalize.4")) {
            check("image_normalize.4", Ops.imageNormalize(in("image_normalize.4.in0"), o -> o.std(in("image_normalize.4.in2")).outputLayout("HWC")));
        }
        if (start("image_normalize.5")) {
            check("image_normalize.5", Ops.imageNormalize(in("image_normalize.5.in0"), o -> o.layout("CHW").outputLayout("HWC")));
        }
    }

    @Test
    void imageResize() {
        if (start("image_resize.0")) {
            check("image_resize.0", Ops.imageResize(in("image_resize.0.in0"), new long[] {4L, 7L}));
        }
        if (start("image_resize.1")) {
            check("image_resize.1", Ops.imageResize(in("image_resize.1.in0"), new long[] {3L, 3L}, o -> o.layout("CHW")));
        }
        if (start("image_resize.2")) {
            check("image_resize.2", Ops.imageResize(in("image_resize.2.in0"), new long[] {4L, 9L}, o -> o.mode("bicubic")));
        }
        if (start("image_resize.3")) {
            check("image_resize.3", Ops.imageResize(in("image_resize.3.in0"), new long[] {3L, 6L}, o -> o.mode("nearest")));
        }
        if (start("image_resize.4")) {
            check("image_resize.4", Ops.imageResize(in("image_resize.4.in0"), new long[] {6L, 3L}, o -> o.antialias(false)));
        }
        if (start("image_resize.5")) {
            check("image_resize.5", Ops.imageResize(in("image_resize.5.in0"), new long[] {2L, 3L}, o -> o.mode("area").layout("CHW")));
        }
    }

    @Test
    void index() {
        if (start("index.0")) {
            check("index.0", Ops.index(in("index.0.in0"), new NDArray[] {in("index.0.in1.0"), in("index.0.in1.1")}));
        }
        if (start("index.1")) {
            check("index.1", Ops.index(in("index.1.in0"), new NDArray[] {in("index.1.in1.0"), in("index.1.in1.1")}, o -> o.axes(new long[] {0L, 2L})));
        }
        if (start("index.2")) {
            check("index.2", Ops.index(in("index.2.in0"), new NDArray[] {in("index.2.in1.0"), in("index.2.in1.1")}, o -> o.axes(new long[] {1L, 2L})));
        }
        if (start("index.3")) {
            check("index.3", Ops.index(in("index.3.in0"), new NDArray[] {in("index.3.in1.0")}, o -> o.axes(new long[] {1L}).front(true)));
        }
    }

    @Test
    void indexPut() {
        if (start("index_put.0")) {
            check("index_put.0", Ops.indexPut(in("index_put.0.in0"), in("index_put.0.in1"), new NDArray[] {in("index_put.0.in2.0"), in("index_put.0.in2.1")}));
        }
        if (start("index_put.1")) {
            check("index_put.1", Ops.indexPut(in("index_put.1.in0"), in("index_put.1.in1"), new NDArray[] {in("index_put.1.in2.0"), in("index_put.1.in2.1")}, o -> o.axes(new long[] {0L, 2L})));
        }
        if (start("index_put.2")) {
            check("index_put.2", Ops.indexPut(in("index_put.2.in0"), in("index_put.2.in1"), new NDArray[] {in("index_put.2.in2.0"), in("index_put.2.in2.1")}, o -> o.axes(new long[] {1L, 2L})));
        }
        if (start("index_put.3")) {
            check("index_put.3", Ops.indexPut(in("index_put.3.in0"), in("index_put.3.in1"), new NDArray[] {in("index_put.3.in2.0")}, o -> o.axes(new long[] {1L}).front(true).accumulate(true)));
        }
        if (start("index_put.4")) {
            check("index_put.4", Ops.indexPut(in("index_put.4.in0"), in("index_put.4.in1"), new NDArray[] {in("index_put.4.in2.0")}));
        }
    }

    @Test
    void inner() {
        if (start("inner.0")) {
            check("inner.0", Ops.inner(in("inner.0.in0"), in("inner.0.in1")));
        }
        if (start("inner.1")) {
            check("inner.1", Ops.inner(in("inner.1.in0"), in("inner.1.in1")));
        }
        if (start("inner.2")) {
            check("inner.2", Ops.inner(in("inner.2.in0"), in("inner.2.in1")));
        }
    }

    @Test
    void instanceNorm() {
        if (start("instance_norm.0")) {
            check("instance_norm.0", Ops.instanceNorm(in("instance_norm.0.in0"), o -> o.weight(in("instance_norm.0.in1")).bias(in("instance_norm.0.in2"))));
        }
        if (start("instance_norm.1")) {
            check("instance_norm.1", Ops.instanceNorm(in("instance_norm.1.in0"), o -> o.eps(0.01)));
        }
        if (start("instance_norm.2")) {
            check("instance_norm.2", Ops.instanceNorm(in("instance_norm.2.in0"), o -> o.weight(in("instance_norm.2.in1"))));
        }
    }

    @Test
    void integers() {
        if (start("integers.0")) {
            check("integers.0", Ops.integers(0L, 10L, new long[] {3L, 4L}));
        }
        if (start("integers.1")) {
            check("integers.1", Ops.integers(-5L, 5L, new long[] {1000L}, o -> o.dtype(DType.INT8)));
        }
        if (start("integers.2")) {
            check("integers.2", Ops.integers(0L, 255L, new long[] {7L}, o -> o.dtype(DType.UINT8)));
        }
        if (start("integers.3")) {
            check("integers.3", Ops.integers(-9000000000L, 9000000000L, new long[] {100L}));
        }
    }

    @Test
    void interpolate() {
        if (start("interpolate.0")) {
            check("interpolate.0", Ops.interpolate(in("interpolate.0.in0"), o -> o.size(new long[] {7L, 3L})));
        }
        if (start("interpolate.1")) {
            check("interpolate.1", Ops.interpolate(in("interpolate.1.in0"), o -> o.scaleFactor(1.7).mode("nearest-exact")));
        }
        if (start("interpolate.2")) {
            check("interpolate.2", Ops.interpolate(in("interpolate.2.in0"), o -> o.size(new long[] {9L}).mode("linear")));
        }
        if (start("interpolate.3")) {
            check("interpolate.3", Ops.interpolate(in("interpolate.3.in0"), o -> o.scaleFactor(2.0).mode("bilinear")));
        }
        if (start("interpolate.4")) {
            check("interpolate.4", Ops.interpolate(in("interpolate.4.in0"), o -> o.size(new long[] {3L, 9L}).mode("bilinear").alignCorners(true)));
        }
        if (start("interpolate.5")) {
            check("interpolate.5", Ops.interpolate(in("interpolate.5.in0"), o -> o.scaleFactor(1.5).mode("trilinear")));
        }
        if (start("interpolate.6")) {
            check("interpolate.6", Ops.interpolate(in("interpolate.6.in0"), o -> o.size(new long[] {8L, 3L}).mode("bicubic")));
        }
        if (start("interpolate.7")) {
            check("interpolate.7", Ops.interpolate(in("interpolate.7.in0"), o -> o.size(new long[] {4L, 3L}).mode("bilinear").antialias(true)));
        }
        if (start("interpolate.8")) {
            check("interpolate.8", Ops.interpolate(in("interpolate.8.in0"), o -> o.size(new long[] {3L, 9L}).mode("bicubic").antialias(true)));
        }
        if (start("interpolate.9")) {
            check("interpolate.9", Ops.interpolate(in("interpolate.9.in0"), o -> o.size(new long[] {3L, 2L}).mode("area")));
        }
        if (start("interpolate.10")) {
            check("interpolate.10", Ops.interpolate(in("interpolate.10.in0"), o -> o.scaleFactor(1.5).mode("bicubic").alignCorners(true)));
        }
    }

    @Test
    void inv() {
        if (start("inv.0")) {
            check("inv.0", Ops.inv(in("inv.0.in0")));
        }
        if (start("inv.1")) {
            check("inv.1", Ops.inv(in("inv.1.in0")));
        }
        if (start("inv.2")) {
            check("inv.2", Ops.inv(in("inv.2.in0")));
        }
    }

    @Test
    void irfftn() {
        if (start("irfftn.0")) {
            check("irfftn.0", Ops.irfftn(in("irfftn.0.in0")));
        }
        if (start("irfftn.1")) {
            check("irfftn.1", Ops.irfftn(in("irfftn.1.in0"), o -> o.norm("ortho")));
        }
        if (start("irfftn.2")) {
            check("irfftn.2", Ops.irfftn(in("irfftn.2.in0"), o -> o.s(new long[] {9L}).axes(new long[] {1L}).norm("forward")));
        }
        if (start("irfftn.3")) {
            check("irfftn.3", Ops.irfftn(in("irfftn.3.in0"), o -> o.s(new long[] {5L, 8L}).axes(new long[] {1L, 0L})));
        }
        if (start("irfftn.4")) {
            check("irfftn.4", Ops.irfftn(in("irfftn.4.in0"), o -> o.axes(new long[] {0L, 1L})));
        }
    }

    @Test
    void isfinite() {
        if (start("isfinite.0")) {
            check("isfinite.0", Ops.isfinite(in("isfinite.0.in0")));
        }
    }

    @Test
    void isin() {
        if (start("isin.0")) {
            check("isin.0", Ops.isin(in("isin.0.in0"), in("isin.0.in1")));
        }
        if (start("isin.1")) {
            check("isin.1", Ops.isin(in("isin.1.in0"), in("isin.1.in1")));
        }
        if (start("isin.2")) {
            check("isin.2", Ops.isin(in("isin.2.in0"), in("isin.2.in1"), o -> o.invert(true)));
        }
        if (start("isin.3")) {
            check("isin.3", Ops.isin(in("isin.3.in0"), in("isin.3.in1")));
        }
    }

    @Test
    void isinf() {
        if (start("isinf.0")) {
            check("isinf.0", Ops.isinf(in("isinf.0.in0")));
        }
    }

    @Test
    void isnan() {
        if (start("isnan.0")) {
            check("isnan.0", Ops.isnan(in("isnan.0.in0")));
        }
    }

    @Test
    void klDiv() {
        if (start("kl_div.0")) {
            check("kl_div.0", Ops.klDiv(in("kl_div.0.in0"), in("kl_div.0.in1")));
        }
        if (start("kl_div.1")) {
            check("kl_div.1", Ops.klDiv(in("kl_div.1.in0"), in("kl_div.1.in1"), o -> o.reduction("sum")));
        }
        if (start("kl_div.2")) {
            check("kl_div.2", Ops.klDiv(in("kl_div.2.in0"), in("kl_div.2.in1"), o -> o.reduction("none").logTarget(true)));
        }
        if (start("kl_div.3")) {
            check("kl_div.3", Ops.klDiv(in("kl_div.3.in0"), in("kl_div.3.in1"), o -> o.reduction("batchmean")));
        }
    }

    @Test
    void kthvalue() {
        if (start("kthvalue.0")) {
            var r = Ops.kthvalue(in("kthvalue.0.in0"), o -> o.k(2L));
            check("kthvalue.0", r.values(), r.indices());
        }
        if (start("kthvalue.1")) {
            var r = Ops.kthvalue(in("kthvalue.1.in0"), o -> o.k(4L).axis(0L).keepdims(true));
            check("kthvalue.1", r.values(), r.indices());
        }
        if (start("kthvalue.2")) {
            var r = Ops.kthvalue(in("kthvalue.2.in0"), o -> o.k(3L).axis(1L));
            check("kthvalue.2", r.values(), r.indices());
        }
        if (start("kthvalue.3")) {
            var r = Ops.kthvalue(in("kthvalue.3.in0"), o -> o.k(3L));
            check("kthvalue.3", r.values(), r.indices());
        }
    }

    @Test
    void l1Loss() {
        if (start("l1_loss.0")) {
            check("l1_loss.0", Ops.l1Loss(in("l1_loss.0.in0"), in("l1_loss.0.in1")));
        }
        if (start("l1_loss.1")) {
            check("l1_loss.1", Ops.l1Loss(in("l1_loss.1.in0"), in("l1_loss.1.in1"), o -> o.reduction("sum")));
        }
        if (start("l1_loss.2")) {
            check("l1_loss.2", Ops.l1Loss(in("l1_loss.2.in0"), in("l1_loss.2.in1"), o -> o.reduction("none")));
        }
    }

    @Test
    void laplace() {
        if (start("laplace.0")) {
            check("laplace.0", Ops.laplace(new long[] {3L, 4L}));
        }
        if (start("laplace.1")) {
            check("laplace.1", Ops.laplace(new long[] {100L}, o -> o.loc(2.0).scale(0.5)));
        }
    }

    @Test
    void layerNorm() {
        if (start("layer_norm.0")) {
            check("layer_norm.0", Ops.layerNorm(in("layer_norm.0.in0"), o -> o.weight(in("layer_norm.0.in1")).bias(in("layer_norm.0.in2"))));
        }
        if (start("layer_norm.1")) {
            check("layer_norm.1", Ops.layerNorm(in("layer_norm.1.in0"), o -> o.weight(in("layer_norm.1.in1"))));
        }
        if (start("layer_norm.2")) {
            check("layer_norm.2", Ops.layerNorm(in("layer_norm.2.in0"), o -> o.bias(in("layer_norm.2.in2")).eps(0.1)));
        }
        if (start("layer_norm.3")) {
            check("layer_norm.3", Ops.layerNorm(in("layer_norm.3.in0"), o -> o.axes(new long[] {1L, 2L})));
        }
    }

    @Test
    void leakyRelu() {
        if (start("leaky_relu.0")) {
            check("leaky_relu.0", Ops.leakyRelu(in("leaky_relu.0.in0")));
        }
        if (start("leaky_relu.1")) {
            check("leaky_relu.1", Ops.leakyRelu(in("leaky_relu.1.in0"), o -> o.negativeSlope(0.2)));
        }
    }

    @Test
    void less() {
        if (start("less.0")) {
            check("less.0", Ops.less(in("less.0.in0"), in("less.0.in1")));
        }
    }

    @Test
    void lessEqual() {
        if (start("less_equal.0")) {
            check("less_equal.0", Ops.lessEqual(in("less_equal.0.in0"), in("less_equal.0.in1")));
        }
    }

    @Test
    void lexsort() {
        if (start("lexsort.0")) {
            check("lexsort.0", Ops.lexsort(new NDArray[] {in("lexsort.0.in0.0"), in("lexsort.0.in0.1")}));
        }
        if (start("lexsort.1")) {
            check("lexsort.1", Ops.lexsort(new NDArray[] {in("lexsort.1.in0.0"), in("lexsort.1.in0.1")}, o -> o.axis(0L)));
        }
        if (start("lexsort.2")) {
            check("lexsort.2", Ops.lexsort(new NDArray[] {in("lexsort.2.in0.0")}));
        }
    }

    @Test
    void linear() {
        if (start("linear.0")) {
            check("linear.0", Ops.linear(in("linear.0.in0"), in("linear.0.in1"), o -> o.bias(in("linear.0.in2"))));
        }
        if (start("linear.1")) {
            check("linear.1", Ops.linear(in("linear.1.in0"), in("linear.1.in1")));
        }
        if (start("linear.2")) {
            check("linear.2", Ops.linear(in("linear.2.in0"), in("linear.2.in1"), o -> o.bias(in("linear.2.in2"))));
        }
        if (start("linear.3")) {
            check("linear.3", Ops.linear(in("linear.3.in0"), in("linear.3.in1"), o -> o.bias(in("linear.3.in2"))));
        }
    }

    @Test
    void linearScan() {
        if (start("linear_scan.0")) {
            check("linear_scan.0", Ops.linearScan(in("linear_scan.0.in0"), in("linear_scan.0.in1")));
        }
        if (start("linear_scan.1")) {
            check("linear_scan.1", Ops.linearScan(in("linear_scan.1.in0"), in("linear_scan.1.in1"), o -> o.axis(0L)));
        }
        if (start("linear_scan.2")) {
            check("linear_scan.2", Ops.linearScan(in("linear_scan.2.in0"), in("linear_scan.2.in1"), o -> o.axis(1L).reverse(true)));
        }
    }

    @Test
    void linspace() {
        if (start("linspace.0")) {
            check("linspace.0", Ops.linspace(-1.0, 2.0, o -> o.num(7L)));
        }
        if (start("linspace.1")) {
            check("linspace.1", Ops.linspace(0.0, 1.0, o -> o.num(5L).endpoint(false)));
        }
        if (start("linspace.2")) {
            check("linspace.2", Ops.linspace(0.0, 1.0, o -> o.num(1L)));
        }
        if (start("linspace.3")) {
            check("linspace.3", Ops.linspace(0.0, 1.0, o -> o.num(0L)));
        }
        if (start("linspace.4")) {
            check("linspace.4", Ops.linspace(0.0, 1.0, o -> o.num(9L).dtype(DType.FLOAT64)));
        }
    }

    @Test
    void localResponseNorm() {
        if (start("local_response_norm.0")) {
            check("local_response_norm.0", Ops.localResponseNorm(in("local_response_norm.0.in0"), 3L));
        }
        if (start("local_response_norm.1")) {
            check("local_response_norm.1", Ops.localResponseNorm(in("local_response_norm.1.in0"), 2L, o -> o.alpha(0.5).beta(0.5).k(2.0)));
        }
    }

    @Test
    void log() {
        if (start("log.0")) {
            check("log.0", Ops.log(in("log.0.in0")));
        }
    }

    @Test
    void log10() {
        if (start("log10.0")) {
            check("log10.0", Ops.log10(in("log10.0.in0")));
        }
    }

    @Test
    void log1p() {
        if (start("log1p.0")) {
            check("log1p.0", Ops.log1p(in("log1p.0.in0")));
        }
    }

    @Test
    void log2() {
        if (start("log2.0")) {
            check("log2.0", Ops.log2(in("log2.0.in0")));
        }
    }

    @Test
    void logSigmoid() {
        if (start("log_sigmoid.0")) {
            check("log_sigmoid.0", Ops.logSigmoid(in("log_sigmoid.0.in0")));
        }
    }

    @Test
    void logSoftmax() {
        if (start("log_softmax.0")) {
            check("log_softmax.0", Ops.logSoftmax(in("log_softmax.0.in0")));
        }
        if (start("log_softmax.1")) {
            check("log_softmax.1", Ops.logSoftmax(in("log_softmax.1.in0"), o -> o.axis(1L)));
        }
        if (start("log_softmax.2")) {
            check("log_softmax.2", Ops.logSoftmax(in("log_softmax.2.in0"), o -> o.axis(0L)));
        }
    }

    @Test
    void logaddexp() {
        if (start("logaddexp.0")) {
            check("logaddexp.0", Ops.logaddexp(in("logaddexp.0.in0"), in("logaddexp.0.in1")));
        }
    }

    @Test
    void logicalAnd() {
        if (start("logical_and.0")) {
            check("logical_and.0", Ops.logicalAnd(in("logical_and.0.in0"), in("logical_and.0.in1")));
        }
    }

    @Test
    void logicalNot() {
        if (start("logical_not.0")) {
            check("logical_not.0", Ops.logicalNot(in("logical_not.0.in0")));
        }
    }

    @Test
    void logicalOr() {
        if (start("logical_or.0")) {
            check("logical_or.0", Ops.logicalOr(in("logical_or.0.in0"), in("logical_or.0.in1")));
        }
    }

    @Test
    void logicalXor() {
        if (start("logical_xor.0")) {
            check("logical_xor.0", Ops.logicalXor(in("logical_xor.0.in0"), in("logical_xor.0.in1")));
        }
    }

    @Test
    void logistic() {
        if (start("logistic.0")) {
            check("logistic.0", Ops.logistic(new long[] {3L, 4L}));
        }
        if (start("logistic.1")) {
            check("logistic.1", Ops.logistic(new long[] {100L}, o -> o.loc(2.0).scale(0.5)));
        }
    }

    @Test
    void logit() {
        if (start("logit.0")) {
            check("logit.0", Ops.logit(in("logit.0.in0")));
        }
    }

    @Test
    void lognormal() {
        if (start("lognormal.0")) {
            check("lognormal.0", Ops.lognormal(new long[] {3L, 4L}));
        }
        if (start("lognormal.1")) {
            check("lognormal.1", Ops.lognormal(new long[] {100L}, o -> o.loc(2.0).scale(0.5)));
        }
    }

    @Test
    void logsumexp() {
        if (start("logsumexp.0")) {
            check("logsumexp.0", Ops.logsumexp(in("logsumexp.0.in0")));
        }
        if (start("logsumexp.1")) {
            check("logsumexp.1", Ops.logsumexp(in("logsumexp.1.in0"), o -> o.axes(new long[] {1L})));
        }
        if (start("logsumexp.2")) {
            check("logsumexp.2", Ops.logsumexp(in("logsumexp.2.in0"), o -> o.axes(new long[] {0L, 2L}).keepdims(true)));
        }
    }

    @Test
    void lpPool() {
        if (start("lp_pool.0")) {
            check("lp_pool.0", Ops.lpPool(in("lp_pool.0.in0"), new long[] {2L}));
        }
        if (start("lp_pool.1")) {
            check("lp_pool.1", Ops.lpPool(in("lp_pool.1.in0"), new long[] {3L}, o -> o.stride(new long[] {2L}).normType(3.0)));
        }
    }

    @Test
    void lstm() {
        if (start("lstm.0")) {
            var r = Ops.lstm(in("lstm.0.in0"), in("lstm.0.in1"), in("lstm.0.in2"), o -> o.biasIh(in("lstm.0.in3")).biasHh(in("lstm.0.in4")).h0(in("lstm.0.in5")).c0(in("lstm.0.in6")));
            check("lstm.0", r.y(), r.hN(), r.cN(), r.saved());
        }
        if (start("lstm.1")) {
            var r = Ops.lstm(in("lstm.1.in0"), in("lstm.1.in1"), in("lstm.1.in2"), o -> o.reverse(true));
            check("lstm.1", r.y(), r.hN(), r.cN(), r.saved());
        }
        if (start("lstm.2")) {
            var r = Ops.lstm(in("lstm.2.in0"), in("lstm.2.in1"), in("lstm.2.in2"), o -> o.biasIh(in("lstm.2.in3")).c0(in("lstm.2.in6")).lengths(in("lstm.2.in7")).reverse(true));
            check("lstm.2", r.y(), r.hN(), r.cN(), r.saved());
        }
    }

    @Test
    void marginRankingLoss() {
        if (start("margin_ranking_loss.0")) {
            check("margin_ranking_loss.0", Ops.marginRankingLoss(in("margin_ranking_loss.0.in0"), in("margin_ranking_loss.0.in1"), in("margin_ranking_loss.0.in2")));
        }
        if (start("margin_ranking_loss.1")) {
            check("margin_ranking_loss.1", Ops.marginRankingLoss(in("margin_ranking_loss.1.in0"), in("margin_ranking_loss.1.in1"), in("margin_ranking_loss.1.in2"), o -> o.reduction("sum").margin(0.7)));
        }
        if (start("margin_ranking_loss.2")) {
            check("margin_ranking_loss.2", Ops.marginRankingLoss(in("margin_ranking_loss.2.in0"), in("margin_ranking_loss.2.in1"), in("margin_ranking_loss.2.in2"), o -> o.reduction("none").margin(-0.4)));
        }
    }

    @Test
    void maskPut() {
        if (start("mask_put.0")) {
            check("mask_put.0", Ops.maskPut(in("mask_put.0.in0"), in("mask_put.0.in1"), in("mask_put.0.in2")));
        }
        if (start("mask_put.1")) {
            check("mask_put.1", Ops.maskPut(in("mask_put.1.in0"), in("mask_put.1.in1"), in("mask_put.1.in2")));
        }
        if (start("mask_put.2")) {
            check("mask_put.2", Ops.maskPut(in("mask_put.2.in0"), in("mask_put.2.in1"), in("mask_put.2.in2")));
        }
        if (start("mask_put.3")) {
            check("mask_put.3", Ops.maskPut(in("mask_put.3.in0"), in("mask_put.3.in1"), in("mask_put.3.in2")));
        }
    }

    @Test
    void maskSelect() {
        if (start("mask_select.0")) {
            check("mask_select.0", Ops.maskSelect(in("mask_select.0.in0"), in("mask_select.0.in1")));
        }
        if (start("mask_select.1")) {
            check("mask_select.1", Ops.maskSelect(in("mask_select.1.in0"), in("mask_select.1.in1")));
        }
        if (start("mask_select.2")) {
            check("mask_select.2", Ops.maskSelect(in("mask_select.2.in0"), in("mask_select.2.in1")));
        }
    }

    @Test
    void matmul() {
        if (start("matmul.0")) {
            check("matmul.0", Ops.matmul(in("matmul.0.in0"), in("matmul.0.in1")));
        }
        if (start("matmul.1")) {
            check("matmul.1", Ops.matmul(in("matmul.1.in0"), in("matmul.1.in1")));
        }
        if (start("matmul.2")) {
            check("matmul.2", Ops.matmul(in("matmul.2.in0"), in("matmul.2.in1")));
        }
        if (start("matmul.3")) {
            check("matmul.3", Ops.matmul(in("matmul.3.in0"), in("matmul.3.in1")));
        }
        if (start("matmul.4")) {
            check("matmul.4", Ops.matmul(in("matmul.4.in0"), in("matmul.4.in1")));
        }
        if (start("matmul.5")) {
            check("matmul.5", Ops.matmul(in("matmul.5.in0"), in("matmul.5.in1")));
        }
    }

    @Test
    void matrixNorm() {
        if (start("matrix_norm.0")) {
            check("matrix_norm.0", Ops.matrixNorm(in("matrix_norm.0.in0")));
        }
        if (start("matrix_norm.1")) {
            check("matrix_norm.1", Ops.matrixNorm(in("matrix_norm.1.in0"), o -> o.ord("1")));
        }
        if (start("matrix_norm.2")) {
            check("matrix_norm.2", Ops.matrixNorm(in("matrix_norm.2.in0"), o -> o.ord("-1").keepdims(true)));
        }
        if (start("matrix_norm.3")) {
            check("matrix_norm.3", Ops.matrixNorm(in("matrix_norm.3.in0"), o -> o.ord("inf")));
        }
        if (start("matrix_norm.4")) {
            check("matrix_norm.4", Ops.matrixNorm(in("matrix_norm.4.in0"), o -> o.ord("-inf")));
        }
    }

    @Test
    void matrixPower() {
        if (start("matrix_power.0")) {
            check("matrix_power.0", Ops.matrixPower(in("matrix_power.0.in0"), 5L));
        }
        if (start("matrix_power.1")) {
            check("matrix_power.1", Ops.matrixPower(in("matrix_power.1.in0"), -2L));
        }
        if (start("matrix_power.2")) {
            check("matrix_power.2", Ops.matrixPower(in("matrix_power.2.in0"), 0L));
        }
        if (start("matrix_power.3")) {
            check("matrix_power.3", Ops.matrixPower(in("matrix_power.3.in0"), 1L));
        }
    }

    @Test
    void matrixTranspose() {
        if (start("matrix_transpose.0")) {
            check("matrix_transpose.0", Ops.matrixTranspose(in("matrix_transpose.0.in0")));
        }
        if (start("matrix_transpose.1")) {
            check("matrix_transpose.1", Ops.matrixTranspose(in("matrix_transpose.1.in0")));
        }
    }

    @Test
    void max() {
        if (start("max.0")) {
            check("max.0", Ops.max(in("max.0.in0")));
        }
        if (start("max.1")) {
            check("max.1", Ops.max(in("max.1.in0"), o -> o.axes(new long[] {1L})));
        }
        if (start("max.2")) {
            check("max.2", Ops.max(in("max.2.in0"), o -> o.axes(new long[] {0L, 2L}).keepdims(true)));
        }
        if (start("max.3")) {
            check("max.3", Ops.max(in("max.3.in0")));
        }
    }

    @Test
    void maxPool() {
        if (start("max_pool.0")) {
            check("max_pool.0", Ops.maxPool(in("max_pool.0.in0"), new long[] {2L}));
        }
        if (start("max_pool.1")) {
            check("max_pool.1", Ops.maxPool(in("max_pool.1.in0"), new long[] {3L, 2L}, o -> o.stride(new long[] {2L, 1L}).padding(new long[] {1L})));
        }
        if (start("max_pool.2")) {
            check("max_pool.2", Ops.maxPool(in("max_pool.2.in0"), new long[] {2L}, o -> o.dilation(new long[] {3L}).padding(new long[] {1L}).stride(new long[] {2L})));
        }
        if (start("max_pool.3")) {
            check("max_pool.3", Ops.maxPool(in("max_pool.3.in0"), new long[] {2L, 2L, 3L}, o -> o.stride(new long[] {2L}).ceilMode(true)));
        }
    }

    @Test
    void maxPoolIndices() {
        if (start("max_pool_indices.0")) {
            check("max_pool_indices.0", Ops.maxPoolIndices(in("max_pool_indices.0.in0"), new long[] {2L}));
        }
        if (start("max_pool_indices.1")) {
            check("max_pool_indices.1", Ops.maxPoolIndices(in("max_pool_indices.1.in0"), new long[] {3L, 2L}, o -> o.stride(new long[] {2L, 1L}).padding(new long[] {1L})));
        }
        if (start("max_pool_indices.2")) {
            check("max_pool_indices.2", Ops.maxPoolIndices(in("max_pool_indices.2.in0"), new long[] {2L}, o -> o.dilation(new long[] {3L}).padding(new long[] {1L}).stride(new long[] {2L})));
        }
    }

    @Test
    void maxUnpool() {
        if (start("max_unpool.0")) {
            check("max_unpool.0", Ops.maxUnpool(in("max_unpool.0.in0"), in("max_unpool.0.in1"), new long[] {4L, 4L}));
        }
        if (start("max_unpool.1")) {
            check("max_unpool.1", Ops.maxUnpool(in("max_unpool.1.in0"), in("max_unpool.1.in1"), new long[] {4L}));
        }
    }

    @Test
    void maximum() {
        if (start("maximum.0")) {
            check("maximum.0", Ops.maximum(in("maximum.0.in0"), in("maximum.0.in1")));
        }
    }

    @Test
    void mean() {
        if (start("mean.0")) {
            check("mean.0", Ops.mean(in("mean.0.in0")));
        }
        if (start("mean.1")) {
            check("mean.1", Ops.mean(in("mean.1.in0"), o -> o.axes(new long[] {0L})));
        }
        if (start("mean.2")) {
            check("mean.2", Ops.mean(in("mean.2.in0"), o -> o.axes(new long[] {0L, 2L}).keepdims(true)));
        }
    }

    @Test
    void median() {
        if (start("median.0")) {
            check("median.0", Ops.median(in("median.0.in0")));
        }
        if (start("median.1")) {
            check("median.1", Ops.median(in("median.1.in0"), o -> o.axis(1L)));
        }
        if (start("median.2")) {
            check("median.2", Ops.median(in("median.2.in0"), o -> o.axis(1L).keepdims(true)));
        }
        if (start("median.3")) {
            check("median.3", Ops.median(in("median.3.in0"), o -> o.keepdims(true)));
        }
    }

    @Test
    void meshgrid() {
        if (start("meshgrid.0")) {
            check("meshgrid.0", Ops.meshgrid(new NDArray[] {in("meshgrid.0.in0.0"), in("meshgrid.0.in0.1")}));
        }
        if (start("meshgrid.1")) {
            check("meshgrid.1", Ops.meshgrid(new NDArray[] {in("meshgrid.1.in0.0"), in("meshgrid.1.in0.1")}, o -> o.indexing("ij")));
        }
        if (start("meshgrid.2")) {
            check("meshgrid.2", Ops.meshgrid(new NDArray[] {in("meshgrid.2.in0.0"), in("meshgrid.2.in0.1"), in("meshgrid.2.in0.2")}));
        }
        if (start("meshgrid.3")) {
            check("meshgrid.3", Ops.meshgrid(new NDArray[] {in("meshgrid.3.in0.0")}));
        }
    }

    @Test
    void min() {
        if (start("min.0")) {
            check("min.0", Ops.min(in("min.0.in0")));
        }
        if (start("min.1")) {
            check("min.1", Ops.min(in("min.1.in0"), o -> o.axes(new long[] {1L})));
        }
        if (start("min.2")) {
            check("min.2", Ops.min(in("min.2.in0"), o -> o.axes(new long[] {0L, 2L}).keepdims(true)));
        }
        if (start("min.3")) {
            check("min.3", Ops.min(in("min.3.in0")));
        }
    }

    @Test
    void minimum() {
        if (start("minimum.0")) {
            check("minimum.0", Ops.minimum(in("minimum.0.in0"), in("minimum.0.in1")));
        }
    }

    @Test
    void mish() {
        if (start("mish.0")) {
            check("mish.0", Ops.mish(in("mish.0.in0")));
        }
    }

    @Test
    void moveaxis() {
        if (start("moveaxis.0")) {
            check("moveaxis.0", Ops.moveaxis(in("moveaxis.0.in0"), new long[] {0L}, new long[] {-1L}));
        }
        if (start("moveaxis.1")) {
            check("moveaxis.1", Ops.moveaxis(in("moveaxis.1.in0"), new long[] {3L, 1L}, new long[] {0L, 2L}));
        }
    }

    @Test
    void mseLoss() {
        if (start("mse_loss.0")) {
            check("mse_loss.0", Ops.mseLoss(in("mse_loss.0.in0"), in("mse_loss.0.in1")));
        }
        if (start("mse_loss.1")) {
            check("mse_loss.1", Ops.mseLoss(in("mse_loss.1.in0"), in("mse_loss.1.in1"), o -> o.reduction("sum")));
        }
        if (start("mse_loss.2")) {
            check("mse_loss.2", Ops.mseLoss(in("mse_loss.2.in0"), in("mse_loss.2.in1"), o -> o.reduction("none")));
        }
    }

    @Test
    void multiMarginLoss() {
        if (start("multi_margin_loss.0")) {
            check("multi_margin_loss.0", Ops.multiMarginLoss(in("multi_margin_loss.0.in0"), in("multi_margin_loss.0.in1")));
        }
        if (start("multi_margin_loss.1")) {
            check("multi_margin_loss.1", Ops.multiMarginLoss(in("multi_margin_loss.1.in0"), in("multi_margin_loss.1.in1"), o -> o.weight(in("multi_margin_loss.1.in2")).p(2.0).reduction("sum")));
        }
        if (start("multi_margin_loss.2")) {
            check("multi_margin_loss.2", Ops.multiMarginLoss(in("multi_margin_loss.2.in0"), in("multi_margin_loss.2.in1"), o -> o.margin(0.6).reduction("none")));
        }
    }

    @Test
    void multilabelSoftMarginLoss() {
        if (start("multilabel_soft_margin_loss.0")) {
            check("multilabel_soft_margin_loss.0", Ops.multilabelSoftMarginLoss(in("multilabel_soft_margin_loss.0.in0"), in("multilabel_soft_margin_loss.0.in1")));
        }
        if (start("multilabel_soft_margin_loss.1")) {
            check("multilabel_soft_margin_loss.1", Ops.multilabelSoftMarginLoss(in("multilabel_soft_margin_loss.1.in0"), in("multilabel_soft_margin_loss.1.in1"), o -> o.weight(in("multilabel_soft_margin_loss.1.in2")).reduction("sum")));
        }
        if (start("multilabel_soft_margin_loss.2")) {
            check("multilabel_soft_margin_loss.2", Ops.multilabelSoftMarginLoss(in("multilabel_soft_margin_loss.2.in0"), in("multilabel_soft_margin_loss.2.in1"), o -> o.reduction("none")));
        }
    }

    @Test
    void multiply() {
        if (start("multiply.0")) {
            check("multiply.0", Ops.multiply(in("multiply.0.in0"), in("multiply.0.in1")));
        }
        if (start("multiply.1")) {
            check("multiply.1", Ops.multiply(in("multiply.1.in0"), in("multiply.1.in1")));
        }
    }

    @Test
    void nanargmax() {
        if (start("nanargmax.0")) {
            check("nanargmax.0", Ops.nanargmax(in("nanargmax.0.in0")));
        }
        if (start("nanargmax.1")) {
            check("nanargmax.1", Ops.nanargmax(in("nanargmax.1.in0"), o -> o.axis(1L)));
        }
        if (start("nanargmax.2")) {
            check("nanargmax.2", Ops.nanargmax(in("nanargmax.2.in0"), o -> o.axis(1L).keepdims(true)));
        }
    }

    @Test
    void nanargmin() {
        if (start("nanargmin.0")) {
            check("nanargmin.0", Ops.nanargmin(in("nanargmin.0.in0")));
        }
        if (start("nanargmin.1")) {
            check("nanargmin.1", Ops.nanargmin(in("nanargmin.1.in0"), o -> o.axis(1L)));
        }
        if (start("nanargmin.2")) {
            check("nanargmin.2", Ops.nanargmin(in("nanargmin.2.in0"), o -> o.axis(1L).keepdims(true)));
        }
    }

    @Test
    void nancumprod() {
        if (start("nancumprod.0")) {
            check("nancumprod.0", Ops.nancumprod(in("nancumprod.0.in0")));
        }
        if (start("nancumprod.1")) {
            check("nancumprod.1", Ops.nancumprod(in("nancumprod.1.in0"), o -> o.axis(1L)));
        }
        if (start("nancumprod.2")) {
            check("nancumprod.2", Ops.nancumprod(in("nancumprod.2.in0"), o -> o.axis(0L)));
        }
    }

    @Test
    void nancumsum() {
        if (start("nancumsum.0")) {
            check("nancumsum.0", Ops.nancumsum(in("nancumsum.0.in0")));
        }
        if (start("nancumsum.1")) {
            check("nancumsum.1", Ops.nancumsum(in("nancumsum.1.in0"), o -> o.axis(1L)));
        }
        if (start("nancumsum.2")) {
            check("nancumsum.2", Ops.nancumsum(in("nancumsum.2.in0"), o -> o.axis(0L)));
        }
    }

    @Test
    void nanmax() {
        if (start("nanmax.0")) {
            check("nanmax.0", Ops.nanmax(in("nanmax.0.in0")));
        }
        if (start("nanmax.1")) {
            check("nanmax.1", Ops.nanmax(in("nanmax.1.in0"), o -> o.axes(new long[] {1L})));
        }
        if (start("nanmax.2")) {
            check("nanmax.2", Ops.nanmax(in("nanmax.2.in0"), o -> o.axes(new long[] {0L, 2L}).keepdims(true)));
        }
        if (start("nanmax.3")) {
            check("nanmax.3", Ops.nanmax(in("nanmax.3.in0")));
        }
    }

    @Test
    void nanmean() {
        if (start("nanmean.0")) {
            check("nanmean.0", Ops.nanmean(in("nanmean.0.in0")));
        }
        if (start("nanmean.1")) {
            check("nanmean.1", Ops.nanmean(in("nanmean.1.in0"), o -> o.axes(new long[] {0L})));
        }
        if (start("nanmean.2")) {
            check("nanmean.2", Ops.nanmean(in("nanmean.2.in0"), o -> o.axes(new long[] {0L, 2L}).keepdims(true)));
        }
    }

    @Test
    void nanmedian() {
        if (start("nanmedian.0")) {
            check("nanmedian.0", Ops.nanmedian(in("nanmedian.0.in0")));
        }
        if (start("nanmedian.1")) {
            check("nanmedian.1", Ops.nanmedian(in("nanmedian.1.in0"), o -> o.axis(1L)));
        }
        if (start("nanmedian.2")) {
            check("nanmedian.2", Ops.nanmedian(in("nanmedian.2.in0"), o -> o.axis(1L).keepdims(true)));
        }
    }

    @Test
    void nanmin() {
        if (start("nanmin.0")) {
            check("nanmin.0", Ops.nanmin(in("nanmin.0.in0")));
        }
        if (start("nanmin.1")) {
            check("nanmin.1", Ops.nanmin(in("nanmin.1.in0"), o -> o.axes(new long[] {1L})));
        }
        if (start("nanmin.2")) {
            check("nanmin.2", Ops.nanmin(in("nanmin.2.in0"), o -> o.axes(new long[] {0L, 2L}).keepdims(true)));
        }
        if (start("nanmin.3")) {
            check("nanmin.3", Ops.nanmin(in("nanmin.3.in0")));
        }
    }

    @Test
    void nanprod() {
        if (start("nanprod.0")) {
            check("nanprod.0", Ops.nanprod(in("nanprod.0.in0")));
        }
        if (start("nanprod.1")) {
            check("nanprod.1", Ops.nanprod(in("nanprod.1.in0"), o -> o.axes(new long[] {1L})));
        }
        if (start("nanprod.2")) {
            check("nanprod.2", Ops.nanprod(in("nanprod.2.in0"), o -> o.axes(new long[] {0L, 2L}).keepdims(true)));
        }
        if (start("nanprod.3")) {
            check("nanprod.3", Ops.nanprod(in("nanprod.3.in0"), o -> o.axes(new long[] {0L})));
        }
    }

    @Test
    void nanstd() {
        if (start("nanstd.0")) {
            check("nanstd.0", Ops.nanstd(in("nanstd.0.in0")));
        }
        if (start("nanstd.1")) {
            check("nanstd.1", Ops.nanstd(in("nanstd.1.in0"), o -> o.axes(new long[] {1L}).correction(1.0)));
        }
        if (start("nanstd.2")) {
            check("nanstd.2", Ops.nanstd(in("nanstd.2.in0"), o -> o.axes(new long[] {0L, 2L}).keepdims(true)));
        }
    }

    @Test
    void nansum() {
        if (start("nansum.0")) {
            check("nansum.0", Ops.nansum(in("nansum.0.in0")));
        }
        if (start("nansum.1")) {
            check("nansum.1", Ops.nansum(in("nansum.1.in0"), o -> o.axes(new long[] {1L})));
        }
        if (start("nansum.2")) {
            check("nansum.2", Ops.nansum(in("nansum.2.in0"), o -> o.axes(new long[] {0L, 2L}).keepdims(true)));
        }
        if (start("nansum.3")) {
            check("nansum.3", Ops.nansum(in("nansum.3.in0"), o -> o.axes(new long[] {-1L})));
        }
    }

    @Test
    void nanvar() {
        if (start("nanvar.0")) {
            check("nanvar.0", Ops.nanvar(in("nanvar.0.in0")));
        }
        if (start("nanvar.1")) {
            check("nanvar.1", Ops.nanvar(in("nanvar.1.in0"), o -> o.axes(new long[] {1L}).correction(1.0)));
        }
        if (start("nanvar.2")) {
            check("nanvar.2", Ops.nanvar(in("nanvar.2.in0"), o -> o.axes(new long[] {0L, 2L}).keepdims(true)));
        }
    }

    @Test
    void negative() {
        if (start("negative.0")) {
            check("negative.0", Ops.negative(in("negative.0.in0")));
        }
    }

    @Test
    void nextafter() {
        if (start("nextafter.0")) {
            check("nextafter.0", Ops.nextafter(in("nextafter.0.in0"), in("nextafter.0.in1")));
        }
        if (start("nextafter.1")) {
            check("nextafter.1", Ops.nextafter(in("nextafter.1.in0"), in("nextafter.1.in1")));
        }
    }

    @Test
    void nllLoss() {
        if (start("nll_loss.0")) {
            check("nll_loss.0", Ops.nllLoss(in("nll_loss.0.in0"), in("nll_loss.0.in1")));
        }
        if (start("nll_loss.1")) {
            check("nll_loss.1", Ops.nllLoss(in("nll_loss.1.in0"), in("nll_loss.1.in1"), o -> o.weight(in("nll_loss.1.in2"))));
        }
        if (start("nll_loss.2")) {
            check("nll_loss.2", Ops.nllLoss(in("nll_loss.2.in0"), in("nll_loss.2.in1"), o -> o.ignoreIndex(1L).reduction("none")));
        }
        if (start("nll_loss.3")) {
            check("nll_loss.3", Ops.nllLoss(in("nll_loss.3.in0"), in("nll_loss.3.in1"), o -> o.axis(-1L).reduction("sum")));
        }
    }

    @Test
    void nonzero() {
        if (start("nonzero.0")) {
            check("nonzero.0", Ops.nonzero(in("nonzero.0.in0")));
        }
        if (start("nonzero.1")) {
            check("nonzero.1", Ops.nonzero(in("nonzero.1.in0")));
        }
        if (start("nonzero.2")) {
            check("nonzero.2", Ops.nonzero(in("nonzero.2.in0")));
        }
    }

    @Test
    void normal() {
        if (start("normal.0")) {
            check("normal.0", Ops.normal(new long[] {3L, 4L}));
        }
        if (start("normal.1")) {
            check("normal.1", Ops.normal(new long[] {1000L}, o -> o.mean(3.0).std(0.5)));
        }
    }

    @Test
    void normalize() {
        if (start("normalize.0")) {
            check("normalize.0", Ops.normalize(in("normalize.0.in0")));
        }
        if (start("normalize.1")) {
            check("normalize.1", Ops.normalize(in("normalize.1.in0"), o -> o.p(1.0).axis(0L)));
        }
        if (start("normalize.2")) {
            check("normalize.2", Ops.normalize(in("normalize.2.in0"), o -> o.p(3.0)));
        }
        if (start("normalize.3")) {
            check("normalize.3", Ops.normalize(in("normalize.3.in0"), o -> o.p(Double.POSITIVE_INFINITY)));
        }
        if (start("normalize.4")) {
            check("normalize.4", Ops.normalize(in("normalize.4.in0"), o -> o.eps(20.0)));
        }
    }

    @Test
    void notEqual() {
        if (start("not_equal.0")) {
            check("not_equal.0", Ops.notEqual(in("not_equal.0.in0"), in("not_equal.0.in1")));
        }
    }

    @Test
    void oneHot() {
        if (start("one_hot.0")) {
            check("one_hot.0", Ops.oneHot(in("one_hot.0.in0"), 5L));
        }
        if (start("one_hot.1")) {
            check("one_hot.1", Ops.oneHot(in("one_hot.1.in0"), 7L, o -> o.dtype(DType.INT32)));
        }
        if (start("one_hot.2")) {
            check("one_hot.2", Ops.oneHot(in("one_hot.2.in0"), 2L));
        }
    }

    @Test
    void ones() {
        if (start("ones.0")) {
            check("ones.0", Ops.ones(new long[] {3L, 4L}));
        }
        if (start("ones.1")) {
            check("ones.1", Ops.ones(new long[] {2L, 0L}));
        }
        if (start("ones.2")) {
            check("ones.2", Ops.ones(new long[] {5L}, o -> o.dtype(DType.INT16)));
        }
        if (start("ones.3")) {
            check("ones.3", Ops.ones(new long[] {5L}, o -> o.dtype(DType.COMPLEX64)));
        }
        if (start("ones.4")) {
            check("ones.4", Ops.ones(new long[] {2L, 3L}, o -> o.dtype(DType.BOOL)));
        }
    }

    @Test
    void onesLike() {
        if (start("ones_like.0")) {
            check("ones_like.0", Ops.onesLike(in("ones_like.0.in0")));
        }
        if (start("ones_like.1")) {
            check("ones_like.1", Ops.onesLike(in("ones_like.1.in0"), o -> o.dtype(DType.INT32)));
        }
        if (start("ones_like.2")) {
            check("ones_like.2", Ops.onesLike(in("ones_like.2.in0"), o -> o.dtype(DType.COMPLEX128)));
        }
    }

    @Test
    void outer() {
        if (start("outer.0")) {
            check("outer.0", Ops.outer(in("outer.0.in0"), in("outer.0.in1")));
        }
        if (start("outer.1")) {
            check("outer.1", Ops.outer(in("outer.1.in0"), in("outer.1.in1")));
        }
        if (start("outer.2")) {
            check("outer.2", Ops.outer(in("outer.2.in0"), in("outer.2.in1")));
        }
    }

    @Test
    void pad() {
        if (start("pad.0")) {
            check("pad.0", Ops.pad(in("pad.0.in0"), new long[] {1L, 2L, 0L, 1L}, o -> o.value(2.5)));
        }
        if (start("pad.1")) {
            check("pad.1", Ops.pad(in("pad.1.in0"), new long[] {2L, 1L, 3L, 0L}, o -> o.mode("reflect")));
        }
        if (start("pad.2")) {
            check("pad.2", Ops.pad(in("pad.2.in0"), new long[] {1L, 2L, 3L, 4L}, o -> o.mode("edge")));
        }
        if (start("pad.3")) {
            check("pad.3", Ops.pad(in("pad.3.in0"), new long[] {5L, 0L, 4L, 7L}, o -> o.mode("wrap")));
        }
        if (start("pad.4")) {
            check("pad.4", Ops.pad(in("pad.4.in0"), new long[] {3L, 2L, 4L, 7L}, o -> o.mode("symmetric")));
        }
        if (start("pad.5")) {
            check("pad.5", Ops.pad(in("pad.5.in0"), new long[] {7L, 8L}, o -> o.mode("reflect")));
        }
        if (start("pad.6")) {
            check("pad.6", Ops.pad(in("pad.6.in0"), new long[] {1L, 1L, 0L, 3L}, o -> o.mode("replicate")));
        }
        if (start("pad.7")) {
            check("pad.7", Ops.pad(in("pad.7.in0"), new long[] {2L, 4L}, o -> o.mode("circular")));
        }
        if (start("pad.8")) {
            check("pad.8", Ops.pad(in("pad.8.in0"), new long[] {3L, 2L, 7L, 1L}, o -> o.mode("symmetric")));
        }
        if (start("pad.9")) {
            check("pad.9", Ops.pad(in("pad.9.in0"), new long[] {1L, 9L, 5L, 0L}, o -> o.mode("reflect")));
        }
    }

    @Test
    void pairwiseDistance() {
        if (start("pairwise_distance.0")) {
            check("pairwise_distance.0", Ops.pairwiseDistance(in("pairwise_distance.0.in0"), in("pairwise_distance.0.in1")));
        }
        if (start("pairwise_distance.1")) {
            check("pairwise_distance.1", Ops.pairwiseDistance(in("pairwise_distance.1.in0"), in("pairwise_distance.1.in1"), o -> o.p(1.0).keepdims(true)));
        }
        if (start("pairwise_distance.2")) {
            check("pairwise_distance.2", Ops.pairwiseDistance(in("pairwise_distance.2.in0"), in("pairwise_distance.2.in1"), o -> o.p(3.0)));
        }
        if (start("pairwise_distance.3")) {
            check("pairwise_distance.3", Ops.pairwiseDistance(in("pairwise_distance.3.in0"), in("pairwise_distance.3.in1"), o -> o.p(Double.POSITIVE_INFINITY).eps(0.0)));
        }
    }

    @Test
    void partition() {
        if (start("partition.0")) {
            check("partition.0", Ops.partition(in("partition.0.in0"), 2L));
        }
        if (start("partition.1")) {
            check("partition.1", Ops.partition(in("partition.1.in0"), -1L, o -> o.axis(0L)));
        }
        if (start("partition.2")) {
            check("partition.2", Ops.partition(in("partition.2.in0"), 0L));
        }
    }

    @Test
    void percentile() {
        if (start("percentile.0")) {
            check("percentile.0", Ops.percentile(in("percentile.0.in0"), in("percentile.0.in1")));
        }
        if (start("percentile.1")) {
            check("percentile.1", Ops.percentile(in("percentile.1.in0"), in("percentile.1.in1"), o -> o.axis(0L).method("weibull")));
        }
    }

    @Test
    void permutation() {
        if (start("permutation.0")) {
            check("permutation.0", Ops.permutation(10L));
        }
        if (start("permutation.1")) {
            check("permutation.1", Ops.permutation(1000L, o -> o.dtype(DType.INT32)));
        }
        if (start("permutation.2")) {
            check("permutation.2", Ops.permutation(0L));
        }
    }

    @Test
    void permuteDims() {
        if (start("permute_dims.0")) {
            check("permute_dims.0", Ops.permuteDims(in("permute_dims.0.in0")));
        }
        if (start("permute_dims.1")) {
            check("permute_dims.1", Ops.permuteDims(in("permute_dims.1.in0"), o -> o.axes(new long[] {1L, 2L, 0L})));
        }
    }

    @Test
    void pixelShuffle() {
        if (start("pixel_shuffle.0")) {
            check("pixel_shuffle.0", Ops.pixelShuffle(in("pixel_shuffle.0.in0"), 2L));
        }
        if (start("pixel_shuffle.1")) {
            check("pixel_shuffle.1", Ops.pixelShuffle(in("pixel_shuffle.1.in0"), 3L));
        }
        if (start("pixel_shuffle.2")) {
            check("pixel_shuffle.2", Ops.pixelShuffle(in("pixel_shuffle.2.in0"), 2L));
        }
    }

    @Test
    void pixelUnshuffle() {
        if (start("pixel_unshuffle.0")) {
            check("pixel_unshuffle.0", Ops.pixelUnshuffle(in("pixel_unshuffle.0.in0"), 2L));
        }
        if (start("pixel_unshuffle.1")) {
            check("pixel_unshuffle.1", Ops.pixelUnshuffle(in("pixel_unshuffle.1.in0"), 3L));
        }
    }

    @Test
    void poisson() {
        if (start("poisson.0")) {
            check("poisson.0", Ops.poisson(in("poisson.0.in0")));
        }
        if (start("poisson.1")) {
            check("poisson.1", Ops.poisson(in("poisson.1.in0"), o -> o.shape(new long[] {100L}).dtype(DType.FLOAT32)));
        }
    }

    @Test
    void poissonNllLoss() {
        if (start("poisson_nll_loss.0")) {
            check("poisson_nll_loss.0", Ops.poissonNllLoss(in("poisson_nll_loss.0.in0"), in("poisson_nll_loss.0.in1")));
        }
        if (start("poisson_nll_loss.1")) {
            check("poisson_nll_loss.1", Ops.poissonNllLoss(in("poisson_nll_loss.1.in0"), in("poisson_nll_loss.1.in1"), o -> o.logInput(false).full(true).reduction("sum")));
        }
        if (start("poisson_nll_loss.2")) {
            check("poisson_nll_loss.2", Ops.poissonNllLoss(in("poisson_nll_loss.2.in0"), in("poisson_nll_loss.2.in1"), o -> o.full(true).reduction("none")));
        }
    }

    @Test
    void positive() {
        if (start("positive.0")) {
            check("positive.0", Ops.positive(in("positive.0.in0")));
        }
    }

    @Test
    void pow() {
        if (start("pow.0")) {
            check("pow.0", Ops.pow(in("pow.0.in0"), in("pow.0.in1")));
        }
        if (start("pow.1")) {
            check("pow.1", Ops.pow(in("pow.1.in0"), NDArray.number(-1.5)));
        }
    }

    @Test
    void prelu() {
        if (start("prelu.0")) {
            check("prelu.0", Ops.prelu(in("prelu.0.in0"), in("prelu.0.in1")));
        }
    }

    @Test
    void prod() {
        if (start("prod.0")) {
            check("prod.0", Ops.prod(in("prod.0.in0")));
        }
        if (start("prod.1")) {
            check("prod.1", Ops.prod(in("prod.1.in0"), o -> o.axes(new long[] {1L})));
        }
        if (start("prod.2")) {
            check("prod.2", Ops.prod(in("prod.2.in0"), o -> o.axes(new long[] {0L, 2L}).keepdims(true)));
        }
        if (start("prod.3")) {
            check("prod.3", Ops.prod(in("prod.3.in0"), o -> o.axes(new long[] {0L})));
        }
    }

    @Test
    void putAlongAxis() {
        if (start("put_along_axis.0")) {
            check("put_along_axis.0", Ops.putAlongAxis(in("put_along_axis.0.in0"), in("put_along_axis.0.in1"), in("put_along_axis.0.in2")));
        }
        if (start("put_along_axis.1")) {
            check("put_along_axis.1", Ops.putAlongAxis(in("put_along_axis.1.in0"), in("put_along_axis.1.in1"), in("put_along_axis.1.in2"), o -> o.axis(0L)));
        }
        if (start("put_along_axis.2")) {
            check("put_along_axis.2", Ops.putAlongAxis(in("put_along_axis.2.in0"), in("put_along_axis.2.in1"), in("put_along_axis.2.in2"), o -> o.axis(1L).accumulate(true)));
        }
        if (start("put_along_axis.3")) {
            check("put_along_axis.3", Ops.putAlongAxis(in("put_along_axis.3.in0"), in("put_along_axis.3.in1"), in("put_along_axis.3.in2")));
        }
    }

    @Test
    void putAlongAxisReduce() {
        if (start("put_along_axis_reduce.0")) {
            check("put_along_axis_reduce.0", Ops.putAlongAxisReduce(in("put_along_axis_reduce.0.in0"), in("put_along_axis_reduce.0.in1"), in("put_along_axis_reduce.0.in2"), o -> o.reduce("mean")));
        }
        if (start("put_along_axis_reduce.1")) {
            check("put_along_axis_reduce.1", Ops.putAlongAxisReduce(in("put_along_axis_reduce.1.in0"), in("put_along_axis_reduce.1.in1"), in("put_along_axis_reduce.1.in2"), o -> o.axis(0L).reduce("min").includeSelf(false)));
        }
        if (start("put_along_axis_reduce.2")) {
            check("put_along_axis_reduce.2", Ops.putAlongAxisReduce(in("put_along_axis_reduce.2.in0"), in("put_along_axis_reduce.2.in1"), in("put_along_axis_reduce.2.in2"), o -> o.axis(1L).reduce("mean").includeSelf(false)));
        }
        if (start("put_along_axis_reduce.3")) {
            check("put_along_axis_reduce.3", Ops.putAlongAxisReduce(in("put_along_axis_reduce.3.in0"), in("put_along_axis_reduce.3.in1"), in("put_along_axis_reduce.3.in2"), o -> o.reduce("sum").includeSelf(false)));
        }
    }

    @Test
    void qr() {
        if (start("qr.0")) {
            var r = Ops.qr(in("qr.0.in0"));
            check("qr.0", r.q(), r.r());
        }
        if (start("qr.1")) {
            var r = Ops.qr(in("qr.1.in0"));
            check("qr.1", r.q(), r.r());
        }
        if (start("qr.2")) {
            var r = Ops.qr(in("qr.2.in0"));
            check("qr.2", r.q(), r.r());
        }
        if (start("qr.3")) {
            var r = Ops.qr(in("qr.3.in0"), o -> o.mode("complete"));
            check("qr.3", r.q(), r.r());
        }
    }

    @Test
    void quantile() {
        if (start("quantile.0")) {
            check("quantile.0", Ops.quantile(in("quantile.0.in0"), in("quantile.0.in1")));
        }
        if (start("quantile.1")) {
            check("quantile.1", Ops.quantile(in("quantile.1.in0"), in("quantile.1.in1"), o -> o.axis(1L)));
        }
        if (start("quantile.2")) {
            check("quantile.2", Ops.quantile(in("quantile.2.in0"), in("quantile.2.in1"), o -> o.axis(1L).keepdims(true).method("hazen")));
        }
        if (start("quantile.3")) {
            check("quantile.3", Ops.quantile(in("quantile.3.in0"), in("quantile.3.in1"), o -> o.keepdims(true).method("lower")));
        }
    }

    @Test
    void quickGelu() {
        if (start("quick_gelu.0")) {
            check("quick_gelu.0", Ops.quickGelu(in("quick_gelu.0.in0")));
        }
    }

    @Test
    void rad2deg() {
        if (start("rad2deg.0")) {
            check("rad2deg.0", Ops.rad2deg(in("rad2deg.0.in0")));
        }
    }

    @Test
    void ravel() {
        if (start("ravel.0")) {
            check("ravel.0", Ops.ravel(in("ravel.0.in0")));
        }
        if (start("ravel.1")) {
            check("ravel.1", Ops.ravel(in("ravel.1.in0")));
        }
        if (start("ravel.2")) {
            check("ravel.2", Ops.ravel(in("ravel.2.in0")));
        }
    }

    @Test
    void real() {
        if (start("real.0")) {
            check("real.0", Ops.real(in("real.0.in0")));
        }
    }

    @Test
    void reciprocal() {
        if (start("reciprocal.0")) {
            check("reciprocal.0", Ops.reciprocal(in("reciprocal.0.in0")));
        }
    }

    @Test
    void relu() {
        if (start("relu.0")) {
            check("relu.0", Ops.relu(in("relu.0.in0")));
        }
    }

    @Test
    void relu6() {
        if (start("relu6.0")) {
            check("relu6.0", Ops.relu6(in("relu6.0.in0")));
        }
    }

    @Test
    void remainder() {
        if (start("remainder.0")) {
            check("remainder.0", Ops.remainder(in("remainder.0.in0"), in("remainder.0.in1")));
        }
    }

    @Test
    void repeat() {
        if (start("repeat.0")) {
            check("repeat.0", Ops.repeat(in("repeat.0.in0"), new long[] {2L}, o -> o.axis(1L)));
        }
        if (start("repeat.1")) {
            check("repeat.1", Ops.repeat(in("repeat.1.in0"), new long[] {3L}));
        }
        if (start("repeat.2")) {
            check("repeat.2", Ops.repeat(in("repeat.2.in0"), new long[] {1L, 0L, 3L}, o -> o.axis(0L)));
        }
        if (start("repeat.3")) {
            check("repeat.3", Ops.repeat(in("repeat.3.in0"), new long[] {2L, 1L, 0L}, o -> o.axis(-1L)));
        }
        if (start("repeat.4")) {
            check("repeat.4", Ops.repeat(in("repeat.4.in0"), new long[] {0L}, o -> o.axis(0L)));
        }
    }

    @Test
    void reshape() {
        if (start("reshape.0")) {
            check("reshape.0", Ops.reshape(in("reshape.0.in0"), new long[] {2L, 6L}));
        }
        if (start("reshape.1")) {
            check("reshape.1", Ops.reshape(in("reshape.1.in0"), new long[] {-1L}));
        }
        if (start("reshape.2")) {
            check("reshape.2", Ops.reshape(in("reshape.2.in0"), new long[] {2L, 1L, 3L}));
        }
    }

    @Test
    void rfftn() {
        if (start("rfftn.0")) {
            check("rfftn.0", Ops.rfftn(in("rfftn.0.in0")));
        }
        if (start("rfftn.1")) {
            check("rfftn.1", Ops.rfftn(in("rfftn.1.in0"), o -> o.norm("ortho")));
        }
        if (start("rfftn.2")) {
            check("rfftn.2", Ops.rfftn(in("rfftn.2.in0"), o -> o.axes(new long[] {1L}).norm("forward")));
        }
        if (start("rfftn.3")) {
            check("rfftn.3", Ops.rfftn(in("rfftn.3.in0"), o -> o.s(new long[] {5L, 8L}).axes(new long[] {1L, 0L})));
        }
        if (start("rfftn.4")) {
            check("rfftn.4", Ops.rfftn(in("rfftn.4.in0"), o -> o.axes(new long[] {0L, 1L})));
        }
    }

    @Test
    void rmsNorm() {
        if (start("rms_norm.0")) {
            check("rms_norm.0", Ops.rmsNorm(in("rms_norm.0.in0"), o -> o.weight(in("rms_norm.0.in1"))));
        }
        if (start("rms_norm.1")) {
            check("rms_norm.1", Ops.rmsNorm(in("rms_norm.1.in0"), o -> o.weight(in("rms_norm.1.in1")).eps(0.01)));
        }
        if (start("rms_norm.2")) {
            check("rms_norm.2", Ops.rmsNorm(in("rms_norm.2.in0")));
        }
        if (start("rms_norm.3")) {
            check("rms_norm.3", Ops.rmsNorm(in("rms_norm.3.in0"), o -> o.axes(new long[] {1L, 2L})));
        }
    }

    @Test
    void rnn() {
        if (start("rnn.0")) {
            var r = Ops.rnn(in("rnn.0.in0"), in("rnn.0.in1"), in("rnn.0.in2"), o -> o.biasIh(in("rnn.0.in3")).biasHh(in("rnn.0.in4")).h0(in("rnn.0.in5")));
            check("rnn.0", r.y(), r.hN());
        }
        if (start("rnn.1")) {
            var r = Ops.rnn(in("rnn.1.in0"), in("rnn.1.in1"), in("rnn.1.in2"), o -> o.biasIh(in("rnn.1.in3")).nonlinearity("relu").reverse(true));
            check("rnn.1", r.y(), r.hN());
        }
        if (start("rnn.2")) {
            var r = Ops.rnn(in("rnn.2.in0"), in("rnn.2.in1"), in("rnn.2.in2"), o -> o.h0(in("rnn.2.in5")).lengths(in("rnn.2.in6")).reverse(true));
            check("rnn.2", r.y(), r.hN());
        }
    }

    @Test
    void roll() {
        if (start("roll.0")) {
            check("roll.0", Ops.roll(in("roll.0.in0"), new long[] {5L}));
        }
        if (start("roll.1")) {
            check("roll.1", Ops.roll(in("roll.1.in0"), new long[] {1L}, o -> o.axes(new long[] {1L})));
        }
        if (start("roll.2")) {
            check("roll.2", Ops.roll(in("roll.2.in0"), new long[] {-1L, 2L}, o -> o.axes(new long[] {0L, -1L})));
        }
        if (start("roll.3")) {
            check("roll.3", Ops.roll(in("roll.3.in0"), new long[] {1L, 2L}, o -> o.axes(new long[] {0L, 0L})));
        }
    }

    @Test
    void round() {
        if (start("round.0")) {
            check("round.0", Ops.round(in("round.0.in0")));
        }
    }

    @Test
    void rsqrt() {
        if (start("rsqrt.0")) {
            check("rsqrt.0", Ops.rsqrt(in("rsqrt.0.in0")));
        }
    }

    @Test
    void scaledDotProductAttention() {
        if (start("scaled_dot_product_attention.0")) {
            var r = Ops.scaledDotProductAttention(in("scaled_dot_product_attention.0.in0"), in("scaled_dot_product_attention.0.in1"), in("scaled_dot_product_attention.0.in2"));
            check("scaled_dot_product_attention.0", r.y(), r.lse());
        }
        if (start("scaled_dot_product_attention.1")) {
            var r = Ops.scaledDotProductAttention(in("scaled_dot_product_attention.1.in0"), in("scaled_dot_product_attention.1.in1"), in("scaled_dot_product_attention.1.in2"), o -> o.attnMask(in("scaled_dot_product_attention.1.in3")).scale(0.7));
            check("scaled_dot_product_attention.1", r.y(), r.lse());
        }
        if (start("scaled_dot_product_attention.2")) {
            var r = Ops.scaledDotProductAttention(in("scaled_dot_product_attention.2.in0"), in("scaled_dot_product_attention.2.in1"), in("scaled_dot_product_attention.2.in2"), o -> o.isCausal(true));
            check("scaled_dot_product_attention.2", r.y(), r.lse());
        }
        if (start("scaled_dot_product_attention.3")) {
            var r = Ops.scaledDotProductAttention(in("scaled_dot_product_attention.3.in0"), in("scaled_dot_product_attention.3.in1"), in("scaled_dot_product_attention.3.in2"), o -> o.attnMask(in("scaled_dot_product_attention.3.in3")).enableGqa(true));
            check("scaled_dot_product_attention.3", r.y(), r.lse());
        }
        if (start("scaled_dot_product_attention.4")) {
            var r = Ops.scaledDotProductAttention(in("scaled_dot_product_attention.4.in0"), in("scaled_dot_product_attention.4.in1"), in("scaled_dot_product_attention.4.in2"), o -> o.dropoutSeed(in("scaled_dot_product_attention.4.in4")).dropoutP(0.3));
            check("scaled_dot_product_attention.4", r.y(), r.lse());
        }
    }

    @Test
    void scatter() {
        if (start("scatter.0")) {
            check("scatter.0", Ops.scatter(in("scatter.0.in0"), in("scatter.0.in1"), in("scatter.0.in2"), o -> o.axis(0L)));
        }
        if (start("scatter.1")) {
            check("scatter.1", Ops.scatter(in("scatter.1.in0"), in("scatter.1.in1"), in("scatter.1.in2"), o -> o.axis(1L)));
        }
        if (start("scatter.2")) {
            check("scatter.2", Ops.scatter(in("scatter.2.in0"), in("scatter.2.in1"), in("scatter.2.in2")));
        }
        if (start("scatter.3")) {
            check("scatter.3", Ops.scatter(in("scatter.3.in0"), in("scatter.3.in1"), in("scatter.3.in2"), o -> o.axis(0L)));
        }
        if (start("scatter.4")) {
            check("scatter.4", Ops.scatter(in("scatter.4.in0"), in("scatter.4.in1"), in("scatter.4.in2"), o -> o.axis(-2L)));
        }
    }

    @Test
    void scatterAdd() {
        if (start("scatter_add.0")) {
            check("scatter_add.0", Ops.scatterAdd(in("scatter_add.0.in0"), in("scatter_add.0.in1"), in("scatter_add.0.in2"), o -> o.axis(0L)));
        }
        if (start("scatter_add.1")) {
            check("scatter_add.1", Ops.scatterAdd(in("scatter_add.1.in0"), in("scatter_add.1.in1"), in("scatter_add.1.in2"), o -> o.axis(1L)));
        }
        if (start("scatter_add.2")) {
            check("scatter_add.2", Ops.scatterAdd(in("scatter_add.2.in0"), in("scatter_add.2.in1"), in("scatter_add.2.in2")));
        }
        if (start("scatter_add.3")) {
            check("scatter_add.3", Ops.scatterAdd(in("scatter_add.3.in0"), in("scatter_add.3.in1"), in("scatter_add.3.in2"), o -> o.axis(0L)));
        }
    }

    @Test
    void scatterReduce() {
        if (start("scatter_reduce.0")) {
            check("scatter_reduce.0", Ops.scatterReduce(in("scatter_reduce.0.in0"), in("scatter_reduce.0.in1"), in("scatter_reduce.0.in2"), o -> o.axis(0L).reduce("mean")));
        }
        if (start("scatter_reduce.1")) {
            check("scatter_reduce.1", Ops.scatterReduce(in("scatter_reduce.1.in0"), in("scatter_reduce.1.in1"), in("scatter_reduce.1.in2"), o -> o.axis(1L).reduce("max").includeSelf(false)));
        }
        if (start("scatter_reduce.2")) {
            check("scatter_reduce.2", Ops.scatterReduce(in("scatter_reduce.2.in0"), in("scatter_reduce.2.in1"), in("scatter_reduce.2.in2"), o -> o.reduce("mean").includeSelf(false)));
        }
        if (start("scatter_reduce.3")) {
            check("scatter_reduce.3", Ops.scatterReduce(in("scatter_reduce.3.in0"), in("scatter_reduce.3.in1"), in("scatter_reduce.3.in2"), o -> o.axis(0L).reduce("prod")));
        }
    }

    @Test
    void searchsorted() {
        if (start("searchsorted.0")) {
            check("searchsorted.0", Ops.searchsorted(in("searchsorted.0.in0"), in("searchsorted.0.in1")));
        }
        if (start("searchsorted.1")) {
            check("searchsorted.1", Ops.searchsorted(in("searchsorted.1.in0"), in("searchsorted.1.in1"), o -> o.side("right")));
        }
        if (start("searchsorted.2")) {
            check("searchsorted.2", Ops.searchsorted(in("searchsorted.2.in0"), in("searchsorted.2.in1")));
        }
        if (start("searchsorted.3")) {
            check("searchsorted.3", Ops.searchsorted(in("searchsorted.3.in0"), in("searchsorted.3.in1")));
        }
    }

    @Test
    void segmentMax() {
        if (start("segment_max.0")) {
            check("segment_max.0", Ops.segmentMax(in("segment_max.0.in0"), in("segment_max.0.in1"), 2L));
        }
        if (start("segment_max.1")) {
            check("segment_max.1", Ops.segmentMax(in("segment_max.1.in0"), in("segment_max.1.in1"), 2L));
        }
    }

    @Test
    void segmentMean() {
        if (start("segment_mean.0")) {
            check("segment_mean.0", Ops.segmentMean(in("segment_mean.0.in0"), in("segment_mean.0.in1"), 4L));
        }
        if (start("segment_mean.1")) {
            check("segment_mean.1", Ops.segmentMean(in("segment_mean.1.in0"), in("segment_mean.1.in1"), 3L));
        }
    }

    @Test
    void segmentMin() {
        if (start("segment_min.0")) {
            check("segment_min.0", Ops.segmentMin(in("segment_min.0.in0"), in("segment_min.0.in1"), 2L));
        }
        if (start("segment_min.1")) {
            check("segment_min.1", Ops.segmentMin(in("segment_min.1.in0"), in("segment_min.1.in1"), 2L));
        }
    }

    @Test
    void segmentProd() {
        if (start("segment_prod.0")) {
            check("segment_prod.0", Ops.segmentProd(in("segment_prod.0.in0"), in("segment_prod.0.in1"), 4L));
        }
        if (start("segment_prod.1")) {
            check("segment_prod.1", Ops.segmentProd(in("segment_prod.1.in0"), in("segment_prod.1.in1"), 3L));
        }
    }

    @Test
    void segmentSum() {
        if (start("segment_sum.0")) {
            check("segment_sum.0", Ops.segmentSum(in("segment_sum.0.in0"), in("segment_sum.0.in1"), 4L));
        }
        if (start("segment_sum.1")) {
            check("segment_sum.1", Ops.segmentSum(in("segment_sum.1.in0"), in("segment_sum.1.in1"), 3L));
        }
    }

    @Test
    void select() {
        if (start("select.0")) {
            check("select.0", Ops.select(in("select.0.in0"), 1L));
        }
        if (start("select.1")) {
            check("select.1", Ops.select(in("select.1.in0"), -1L, o -> o.axis(1L)));
        }
        if (start("select.2")) {
            check("select.2", Ops.select(in("select.2.in0"), 2L, o -> o.axis(-2L)));
        }
        if (start("select.3")) {
            check("select.3", Ops.select(in("select.3.in0"), 0L));
        }
    }

    @Test
    void selu() {
        if (start("selu.0")) {
            check("selu.0", Ops.selu(in("selu.0.in0")));
        }
    }

    @Test
    void shuffle() {
        if (start("shuffle.0")) {
            var r = Ops.shuffle(in("shuffle.0.in0"));
            check("shuffle.0", r.y(), r.order());
        }
        if (start("shuffle.1")) {
            var r = Ops.shuffle(in("shuffle.1.in0"));
            check("shuffle.1", r.y(), r.order());
        }
        if (start("shuffle.2")) {
            var r = Ops.shuffle(in("shuffle.2.in0"), o -> o.axis(1L));
            check("shuffle.2", r.y(), r.order());
        }
        if (start("shuffle.3")) {
            var r = Ops.shuffle(in("shuffle.3.in0"), o -> o.axis(-1L));
            check("shuffle.3", r.y(), r.order());
        }
    }

    @Test
    void sigmoid() {
        if (start("sigmoid.0")) {
            check("sigmoid.0", Ops.sigmoid(in("sigmoid.0.in0")));
        }
    }

    @Test
    void sign() {
        if (start("sign.0")) {
            check("sign.0", Ops.sign(in("sign.0.in0")));
        }
    }

    @Test
    void signbit() {
        if (start("signbit.0")) {
            check("signbit.0", Ops.signbit(in("signbit.0.in0")));
        }
    }

    @Test
    void silu() {
        if (start("silu.0")) {
            check("silu.0", Ops.silu(in("silu.0.in0")));
        }
    }

    @Test
    void sin() {
        if (start("sin.0")) {
            check("sin.0", Ops.sin(in("sin.0.in0")));
        }
    }

    @Test
    void sinc() {
        if (start("sinc.0")) {
            check("sinc.0", Ops.sinc(in("sinc.0.in0")));
        }
    }

    @Test
    void sinh() {
        if (start("sinh.0")) {
            check("sinh.0", Ops.sinh(in("sinh.0.in0")));
        }
    }

    @Test
    void slice() {
        if (start("slice.0")) {
            check("slice.0", Ops.slice(in("slice.0.in0"), o -> o.starts(new long[] {1L}).stops(new long[] {4L})));
        }
        if (start("slice.1")) {
            check("slice.1", Ops.slice(in("slice.1.in0"), o -> o.starts(new long[] {-1L, 1L}).stops(new long[] {-6L, 100L}).steps(new long[] {-2L, 2L})));
        }
        if (start("slice.2")) {
            check("slice.2", Ops.slice(in("slice.2.in0"), o -> o.starts(new long[] {3L}).stops(new long[] {1L})));
        }
        if (start("slice.3")) {
            check("slice.3", Ops.slice(in("slice.3.in0")));
        }
    }

    @Test
    void sliceUpdate() {
        if (start("slice_update.0")) {
            check("slice_update.0", Ops.sliceUpdate(in("slice_update.0.in0"), in("slice_update.0.in1"), o -> o.starts(new long[] {1L}).stops(new long[] {4L})));
        }
        if (start("slice_update.1")) {
            check("slice_update.1", Ops.sliceUpdate(in("slice_update.1.in0"), in("slice_update.1.in1"), o -> o.starts(new long[] {-1L, 1L}).stops(new long[] {-6L, 100L}).steps(new long[] {-2L, 2L})));
        }
        if (start("slice_update.2")) {
            check("slice_update.2", Ops.sliceUpdate(in("slice_update.2.in0"), in("slice_update.2.in1"), o -> o.starts(new long[] {1L}).stops(new long[] {3L})));
        }
    }

    @Test
    void slidingWindowView() {
        if (start("sliding_window_view.0")) {
            check("sliding_window_view.0", Ops.slidingWindowView(in("sliding_window_view.0.in0"), new long[] {3L}));
        }
        if (start("sliding_window_view.1")) {
            check("sliding_window_view.1", Ops.slidingWindowView(in("sliding_window_view.1.in0"), new long[] {2L, 3L}));
        }
        if (start("sliding_window_view.2")) {
            check("sliding_window_view.2", Ops.slidingWindowView(in("sliding_window_view.2.in0"), new long[] {4L}, o -> o.axes(new long[] {1L})));
        }
    }

    @Test
    void slogdet() {
        if (start("slogdet.0")) {
            var r = Ops.slogdet(in("slogdet.0.in0"));
            check("slogdet.0", r.sign(), r.logabsdet());
        }
        if (start("slogdet.1")) {
            var r = Ops.slogdet(in("slogdet.1.in0"));
            check("slogdet.1", r.sign(), r.logabsdet());
        }
    }

    @Test
    void smoothL1Loss() {
        if (start("smooth_l1_loss.0")) {
            check("smooth_l1_loss.0", Ops.smoothL1Loss(in("smooth_l1_loss.0.in0"), in("smooth_l1_loss.0.in1")));
        }
        if (start("smooth_l1_loss.1")) {
            check("smooth_l1_loss.1", Ops.smoothL1Loss(in("smooth_l1_loss.1.in0"), in("smooth_l1_loss.1.in1"), o -> o.reduction("sum").beta(0.5)));
        }
        if (start("smooth_l1_loss.2")) {
            check("smooth_l1_loss.2", Ops.smoothL1Loss(in("smooth_l1_loss.2.in0"), in("smooth_l1_loss.2.in1"), o -> o.reduction("none")));
        }
        if (start("smooth_l1_loss.3")) {
            check("smooth_l1_loss.3", Ops.smoothL1Loss(in("smooth_l1_loss.3.in0"), in("smooth_l1_loss.3.in1"), o -> o.beta(0.0)));
        }
    }

    @Test
    void softMarginLoss() {
        if (start("soft_margin_loss.0")) {
            check("soft_margin_loss.0", Ops.softMarginLoss(in("soft_margin_loss.0.in0"), in("soft_margin_loss.0.in1")));
        }
        if (start("soft_margin_loss.1")) {
            check("soft_margin_loss.1", Ops.softMarginLoss(in("soft_margin_loss.1.in0"), in("soft_margin_loss.1.in1"), o -> o.reduction("sum")));
        }
        if (start("soft_margin_loss.2")) {
            check("soft_margin_loss.2", Ops.softMarginLoss(in("soft_margin_loss.2.in0"), in("soft_margin_loss.2.in1"), o -> o.reduction("none")));
        }
    }

    @Test
    void softmax() {
        if (start("softmax.0")) {
            check("softmax.0", Ops.softmax(in("softmax.0.in0")));
        }
        if (start("softmax.1")) {
            check("softmax.1", Ops.softmax(in("softmax.1.in0"), o -> o.axis(1L)));
        }
        if (start("softmax.2")) {
            check("softmax.2", Ops.softmax(in("softmax.2.in0"), o -> o.axis(0L)));
        }
    }

    @Test
    void softmin() {
        if (start("softmin.0")) {
            check("softmin.0", Ops.softmin(in("softmin.0.in0")));
        }
        if (start("softmin.1")) {
            check("softmin.1", Ops.softmin(in("softmin.1.in0"), o -> o.axis(1L)));
        }
    }

    @Test
    void softplus() {
        if (start("softplus.0")) {
            check("softplus.0", Ops.softplus(in("softplus.0.in0")));
        }
    }

    @Test
    void softshrink() {
        if (start("softshrink.0")) {
            check("softshrink.0", Ops.softshrink(in("softshrink.0.in0")));
        }
        if (start("softshrink.1")) {
            check("softshrink.1", Ops.softshrink(in("softshrink.1.in0"), o -> o.lambd(1.1)));
        }
    }

    @Test
    void softsign() {
        if (start("softsign.0")) {
            check("softsign.0", Ops.softsign(in("softsign.0.in0")));
        }
    }

    @Test
    void solve() {
        if (start("solve.0")) {
            check("solve.0", Ops.solve(in("solve.0.in0"), in("solve.0.in1")));
        }
        if (start("solve.1")) {
            check("solve.1", Ops.solve(in("solve.1.in0"), in("solve.1.in1")));
        }
        if (start("solve.2")) {
            check("solve.2", Ops.solve(in("solve.2.in0"), in("solve.2.in1")));
        }
        if (start("solve.3")) {
            check("solve.3", Ops.solve(in("solve.3.in0"), in("solve.3.in1")));
        }
        if (start("solve.4")) {
            check("solve.4", Ops.solve(in("solve.4.in0"), in("solve.4.in1"), o -> o.left(false)));
        }
        if (start("solve.5")) {
            check("solve.5", Ops.solve(in("solve.5.in0"), in("solve.5.in1"), o -> o.left(false)));
        }
        if (start("solve.6")) {
            check("solve.6", Ops.solve(in("solve.6.in0"), in("solve.6.in1"), o -> o.left(false)));
        }
    }

    @Test
    void solveTriangular() {
        if (start("solve_triangular.0")) {
            check("solve_triangular.0", Ops.solveTriangular(in("solve_triangular.0.in0"), in("solve_triangular.0.in1")));
        }
        if (start("solve_triangular.1")) {
            check("solve_triangular.1", Ops.solveTriangular(in("solve_triangular.1.in0"), in("solve_triangular.1.in1"), o -> o.upper(true)));
        }
        if (start("solve_triangular.2")) {
            check("solve_triangular.2", Ops.solveTriangular(in("solve_triangular.2.in0"), in("solve_triangular.2.in1"), o -> o.unitriangular(true)));
        }
        if (start("solve_triangular.3")) {
            check("solve_triangular.3", Ops.solveTriangular(in("solve_triangular.3.in0"), in("solve_triangular.3.in1"), o -> o.upper(true).unitriangular(true)));
        }
        if (start("solve_triangular.4")) {
            check("solve_triangular.4", Ops.solveTriangular(in("solve_triangular.4.in0"), in("solve_triangular.4.in1"), o -> o.left(false)));
        }
        if (start("solve_triangular.5")) {
            check("solve_triangular.5", Ops.solveTriangular(in("solve_triangular.5.in0"), in("solve_triangular.5.in1"), o -> o.left(false).upper(true)));
        }
        if (start("solve_triangular.6")) {
            check("solve_triangular.6", Ops.solveTriangular(in("solve_triangular.6.in0"), in("solve_triangular.6.in1"), o -> o.left(false).unitriangular(true)));
        }
        if (start("solve_triangular.7")) {
            check("solve_triangular.7", Ops.solveTriangular(in("solve_triangular.7.in0"), in("solve_triangular.7.in1")));
        }
        if (start("solve_triangular.8")) {
            check("solve_triangular.8", Ops.solveTriangular(in("solve_triangular.8.in0"), in("solve_triangular.8.in1"), o -> o.upper(true).left(false)));
        }
    }

    @Test
    void sort() {
        if (start("sort.0")) {
            check("sort.0", Ops.sort(in("sort.0.in0")));
        }
        if (start("sort.1")) {
            check("sort.1", Ops.sort(in("sort.1.in0"), o -> o.axis(0L)));
        }
        if (start("sort.2")) {
            check("sort.2", Ops.sort(in("sort.2.in0"), o -> o.axis(1L).descending(true)));
        }
        if (start("sort.3")) {
            check("sort.3", Ops.sort(in("sort.3.in0")));
        }
        if (start("sort.4")) {
            check("sort.4", Ops.sort(in("sort.4.in0")));
        }
    }

    @Test
    void split() {
        if (start("split.0")) {
            check("split.0", Ops.split(in("split.0.in0"), o -> o.sections(3L)));
        }
        if (start("split.1")) {
            check("split.1", Ops.split(in("split.1.in0"), o -> o.sections(2L).axis(1L)));
        }
        if (start("split.2")) {
            check("split.2", Ops.split(in("split.2.in0"), o -> o.indices(new long[] {1L, 3L})));
        }
        if (start("split.3")) {
            check("split.3", Ops.split(in("split.3.in0"), o -> o.indices(new long[] {2L, 4L}).axis(-1L)));
        }
    }

    @Test
    void sqrt() {
        if (start("sqrt.0")) {
            check("sqrt.0", Ops.sqrt(in("sqrt.0.in0")));
        }
    }

    @Test
    void square() {
        if (start("square.0")) {
            check("square.0", Ops.square(in("square.0.in0")));
        }
    }

    @Test
    void squeeze() {
        if (start("squeeze.0")) {
            check("squeeze.0", Ops.squeeze(in("squeeze.0.in0"), o -> o.axes(new long[] {1L})));
        }
        if (start("squeeze.1")) {
            check("squeeze.1", Ops.squeeze(in("squeeze.1.in0"), o -> o.axes(new long[] {0L, -1L})));
        }
        if (start("squeeze.2")) {
            check("squeeze.2", Ops.squeeze(in("squeeze.2.in0")));
        }
    }

    @Test
    void stack() {
        if (start("stack.0")) {
            check("stack.0", Ops.stack(new NDArray[] {in("stack.0.in0.0"), in("stack.0.in0.1")}));
        }
        if (start("stack.1")) {
            check("stack.1", Ops.stack(new NDArray[] {in("stack.1.in0.0"), in("stack.1.in0.1"), in("stack.1.in0.2")}, o -> o.axis(-1L)));
        }
        if (start("stack.2")) {
            check("stack.2", Ops.stack(new NDArray[] {in("stack.2.in0.0"), in("stack.2.in0.1")}, o -> o.axis(1L)));
        }
        if (start("stack.3")) {
            check("stack.3", Ops.stack(new NDArray[] {in("stack.3.in0.0"), in("stack.3.in0.1")}));
        }
    }

    @Test
    void std() {
        if (start("std.0")) {
            check("std.0", Ops.std(in("std.0.in0")));
        }
        if (start("std.1")) {
            check("std.1", Ops.std(in("std.1.in0"), o -> o.axes(new long[] {1L}).correction(1.0)));
        }
        if (start("std.2")) {
            check("std.2", Ops.std(in("std.2.in0"), o -> o.axes(new long[] {0L, 2L}).keepdims(true)));
        }
    }

    @Test
    void studentT() {
        if (start("student_t.0")) {
            check("student_t.0", Ops.studentT(in("student_t.0.in0")));
        }
        if (start("student_t.1")) {
            check("student_t.1", Ops.studentT(in("student_t.1.in0"), o -> o.shape(new long[] {100L})));
        }
    }

    @Test
    void subtract() {
        if (start("subtract.0")) {
            check("subtract.0", Ops.subtract(in("subtract.0.in0"), in("subtract.0.in1")));
        }
        if (start("subtract.1")) {
            check("subtract.1", Ops.subtract(in("subtract.1.in0"), in("subtract.1.in1")));
        }
    }

    @Test
    void sum() {
        if (start("sum.0")) {
            check("sum.0", Ops.sum(in("sum.0.in0")));
        }
        if (start("sum.1")) {
            check("sum.1", Ops.sum(in("sum.1.in0"), o -> o.axes(new long[] {1L})));
        }
        if (start("sum.2")) {
            check("sum.2", Ops.sum(in("sum.2.in0"), o -> o.axes(new long[] {0L, 2L}).keepdims(true)));
        }
        if (start("sum.3")) {
            check("sum.3", Ops.sum(in("sum.3.in0"), o -> o.axes(new long[] {-1L})));
        }
    }

    @Test
    void svd() {
        if (start("svd.0")) {
            var r = Ops.svd(in("svd.0.in0"));
            check("svd.0", r.U(), r.S(), r.Vh());
        }
        if (start("svd.1")) {
            var r = Ops.svd(in("svd.1.in0"), o -> o.fullMatrices(false));
            check("svd.1", r.U(), r.S(), r.Vh());
        }
        if (start("svd.2")) {
            var r = Ops.svd(in("svd.2.in0"), o -> o.fullMatrices(false));
            check("svd.2", r.U(), r.S(), r.Vh());
        }
        if (start("svd.3")) {
            var r = Ops.svd(in("svd.3.in0"));
            check("svd.3", r.U(), r.S(), r.Vh());
        }
    }

    @Test
    void svdvals() {
        if (start("svdvals.0")) {
            check("svdvals.0", Ops.svdvals(in("svdvals.0.in0")));
        }
        if (start("svdvals.1")) {
            check("svdvals.1", Ops.svdvals(in("svdvals.1.in0")));
        }
        if (start("svdvals.2")) {
            check("svdvals.2", Ops.svdvals(in("svdvals.2.in0")));
        }
    }

    @Test
    void swapaxes() {
        if (start("swapaxes.0")) {
            check("swapaxes.0", Ops.swapaxes(in("swapaxes.0.in0")));
        }
        if (start("swapaxes.1")) {
            check("swapaxes.1", Ops.swapaxes(in("swapaxes.1.in0"), o -> o.axis1(0L).axis2(-1L)));
        }
    }

    @Test
    void take() {
        if (start("take.0")) {
            check("take.0", Ops.take(in("take.0.in0"), in("take.0.in1"), o -> o.axis(0L)));
        }
        if (start("take.1")) {
            check("take.1", Ops.take(in("take.1.in0"), in("take.1.in1"), o -> o.axis(1L)));
        }
        if (start("take.2")) {
            check("take.2", Ops.take(in("take.2.in0"), in("take.2.in1"), o -> o.axis(-2L)));
        }
        if (start("take.3")) {
            check("take.3", Ops.take(in("take.3.in0"), in("take.3.in1")));
        }
    }

    @Test
    void takeAlongAxis() {
        if (start("take_along_axis.0")) {
            check("take_along_axis.0", Ops.takeAlongAxis(in("take_along_axis.0.in0"), in("take_along_axis.0.in1")));
        }
        if (start("take_along_axis.1")) {
            check("take_along_axis.1", Ops.takeAlongAxis(in("take_along_axis.1.in0"), in("take_along_axis.1.in1"), o -> o.axis(0L)));
        }
        if (start("take_along_axis.2")) {
            check("take_along_axis.2", Ops.takeAlongAxis(in("take_along_axis.2.in0"), in("take_along_axis.2.in1"), o -> o.axis(1L)));
        }
        if (start("take_along_axis.3")) {
            check("take_along_axis.3", Ops.takeAlongAxis(in("take_along_axis.3.in0"), in("take_along_axis.3.in1")));
        }
    }

    @Test
    void tan() {
        if (start("tan.0")) {
            check("tan.0", Ops.tan(in("tan.0.in0")));
        }
    }

    @Test
    void tanh() {
        if (start("tanh.0")) {
            check("tanh.0", Ops.tanh(in("tanh.0.in0")));
        }
    }

    @Test
    void tanhshrink() {
        if (start("tanhshrink.0")) {
            check("tanhshrink.0", Ops.tanhshrink(in("tanhshrink.0.in0")));
        }
    }

    @Test
    void tensordot() {
        if (start("tensordot.0")) {
            check("tensordot.0", Ops.tensordot(in("tensordot.0.in0"), in("tensordot.0.in1")));
        }
        if (start("tensordot.1")) {
            check("tensordot.1", Ops.tensordot(in("tensordot.1.in0"), in("tensordot.1.in1"), o -> o.axes(1L)));
        }
        if (start("tensordot.2")) {
            check("tensordot.2", Ops.tensordot(in("tensordot.2.in0"), in("tensordot.2.in1"), o -> o.axes(0L)));
        }
        if (start("tensordot.3")) {
            check("tensordot.3", Ops.tensordot(in("tensordot.3.in0"), in("tensordot.3.in1"), o -> o.x1Axes(new long[] {0L, 2L}).x2Axes(new long[] {2L, 0L})));
        }
        if (start("tensordot.4")) {
            check("tensordot.4", Ops.tensordot(in("tensordot.4.in0"), in("tensordot.4.in1"), o -> o.x1Axes(new long[] {1L, 0L}).x2Axes(new long[] {0L, 1L})));
        }
    }

    @Test
    void threshold() {
        if (start("threshold.0")) {
            check("threshold.0", Ops.threshold(in("threshold.0.in0")));
        }
        if (start("threshold.1")) {
            check("threshold.1", Ops.threshold(in("threshold.1.in0"), o -> o.threshold(0.3).value(-7.0)));
        }
    }

    @Test
    void tile() {
        if (start("tile.0")) {
            check("tile.0", Ops.tile(in("tile.0.in0"), new long[] {2L, 1L}));
        }
        if (start("tile.1")) {
            check("tile.1", Ops.tile(in("tile.1.in0"), new long[] {2L, 3L}));
        }
        if (start("tile.2")) {
            check("tile.2", Ops.tile(in("tile.2.in0"), new long[] {2L}));
        }
        if (start("tile.3")) {
            check("tile.3", Ops.tile(in("tile.3.in0"), new long[] {0L, 2L}));
        }
        if (start("tile.4")) {
            check("tile.4", Ops.tile(in("tile.4.in0"), new long[] {3L}));
        }
    }

    @Test
    void toDevice() {
        if (start("to_device.0")) {
            check("to_device.0", Ops.toDevice(in("to_device.0.in0"), Device.of("cpu:1")));
        }
    }

    @Test
    void topk() {
        if (start("topk.0")) {
            var r = Ops.topk(in("topk.0.in0"), 2L);
            check("topk.0", r.values(), r.indices());
        }
        if (start("topk.1")) {
            var r = Ops.topk(in("topk.1.in0"), 4L, o -> o.axis(0L).largest(false));
            check("topk.1", r.values(), r.indices());
        }
        if (start("topk.2")) {
            var r = Ops.topk(in("topk.2.in0"), 2L, o -> o.axis(1L));
            check("topk.2", r.values(), r.indices());
        }
        if (start("topk.3")) {
            var r = Ops.topk(in("topk.3.in0"), 1L);
            check("topk.3", r.values(), r.indices());
        }
        if (start("topk.4")) {
            var r = Ops.topk(in("topk.4.in0"), 9L, o -> o.largest(false));
            check("topk.4", r.values(), r.indices());
        }
        if (start("topk.5")) {
            var r = Ops.topk(in("topk.5.in0"), 0L);
            check("topk.5", r.values(), r.indices());
        }
    }

    @Test
    void trace() {
        if (start("trace.0")) {
            check("trace.0", Ops.trace(in("trace.0.in0")));
        }
        if (start("trace.1")) {
            check("trace.1", Ops.trace(in("trace.1.in0"), o -> o.offset(1L)));
        }
        if (start("trace.2")) {
            check("trace.2", Ops.trace(in("trace.2.in0"), o -> o.offset(-2L)));
        }
        if (start("trace.3")) {
            check("trace.3", Ops.trace(in("trace.3.in0"), o -> o.dtype(DType.FLOAT64)));
        }
    }

    @Test
    void tril() {
        if (start("tril.0")) {
            check("tril.0", Ops.tril(in("tril.0.in0")));
        }
        if (start("tril.1")) {
            check("tril.1", Ops.tril(in("tril.1.in0"), o -> o.k(1L)));
        }
        if (start("tril.2")) {
            check("tril.2", Ops.tril(in("tril.2.in0"), o -> o.k(-2L)));
        }
    }

    @Test
    void tripletMarginLoss() {
        if (start("triplet_margin_loss.0")) {
            check("triplet_margin_loss.0", Ops.tripletMarginLoss(in("triplet_margin_loss.0.in0"), in("triplet_margin_loss.0.in1"), in("triplet_margin_loss.0.in2")));
        }
        if (start("triplet_margin_loss.1")) {
            check("triplet_margin_loss.1", Ops.tripletMarginLoss(in("triplet_margin_loss.1.in0"), in("triplet_margin_loss.1.in1"), in("triplet_margin_loss.1.in2"), o -> o.p(1.0).swap(true).reduction("sum")));
        }
        if (start("triplet_margin_loss.2")) {
            check("triplet_margin_loss.2", Ops.tripletMarginLoss(in("triplet_margin_loss.2.in0"), in("triplet_margin_loss.2.in1"), in("triplet_margin_loss.2.in2"), o -> o.p(3.0).reduction("none").margin(2.0)));
        }
    }

    @Test
    void triu() {
        if (start("triu.0")) {
            check("triu.0", Ops.triu(in("triu.0.in0")));
        }
        if (start("triu.1")) {
            check("triu.1", Ops.triu(in("triu.1.in0"), o -> o.k(1L)));
        }
        if (start("triu.2")) {
            check("triu.2", Ops.triu(in("triu.2.in0"), o -> o.k(-2L)));
        }
    }

    @Test
    void trunc() {
        if (start("trunc.0")) {
            check("trunc.0", Ops.trunc(in("trunc.0.in0")));
        }
    }

    @Test
    void truncatedNormal() {
        if (start("truncated_normal.0")) {
            check("truncated_normal.0", Ops.truncatedNormal(new long[] {3L, 4L}));
        }
        if (start("truncated_normal.1")) {
            check("truncated_normal.1", Ops.truncatedNormal(new long[] {100L}, o -> o.loc(1.0).scale(2.0).lower(0.0).upper(1e+300)));
        }
    }

    @Test
    void unfold() {
        if (start("unfold.0")) {
            check("unfold.0", Ops.unfold(in("unfold.0.in0"), new long[] {2L, 3L}));
        }
        if (start("unfold.1")) {
            check("unfold.1", Ops.unfold(in("unfold.1.in0"), new long[] {3L}, o -> o.dilation(new long[] {2L, 1L}).padding(new long[] {1L, 2L}).stride(new long[] {2L, 1L})));
        }
        if (start("unfold.2")) {
            check("unfold.2", Ops.unfold(in("unfold.2.in0"), new long[] {3L}, o -> o.stride(new long[] {3L})));
        }
        if (start("unfold.3")) {
            check("unfold.3", Ops.unfold(in("unfold.3.in0"), new long[] {2L}, o -> o.padding(new long[] {1L}).stride(new long[] {2L})));
        }
    }

    @Test
    void uniform() {
        if (start("uniform.0")) {
            check("uniform.0", Ops.uniform(new long[] {3L, 4L}));
        }
        if (start("uniform.1")) {
            check("uniform.1", Ops.uniform(new long[] {1000L}, o -> o.low(-2.0).high(5.0)));
        }
    }

    @Test
    void uniqueAll() {
        if (start("unique_all.0")) {
            var r = Ops.uniqueAll(in("unique_all.0.in0"));
            check("unique_all.0", r.values(), r.indices(), r.inverseIndices(), r.counts());
        }
        if (start("unique_all.1")) {
            var r = Ops.uniqueAll(in("unique_all.1.in0"));
            check("unique_all.1", r.values(), r.indices(), r.inverseIndices(), r.counts());
        }
        if (start("unique_all.2")) {
            var r = Ops.uniqueAll(in("unique_all.2.in0"));
            check("unique_all.2", r.values(), r.indices(), r.inverseIndices(), r.counts());
        }
        if (start("unique_all.3")) {
            var r = Ops.uniqueAll(in("unique_all.3.in0"));
            check("unique_all.3", r.values(), r.indices(), r.inverseIndices(), r.counts());
        }
        if (start("unique_all.4")) {
            var r = Ops.uniqueAll(in("unique_all.4.in0"));
            check("unique_all.4", r.values(), r.indices(), r.inverseIndices(), r.counts());
        }
    }

    @Test
    void uniqueCounts() {
        if (start("unique_counts.0")) {
            var r = Ops.uniqueCounts(in("unique_counts.0.in0"));
            check("unique_counts.0", r.values(), r.counts());
        }
        if (start("unique_counts.1")) {
            var r = Ops.uniqueCounts(in("unique_counts.1.in0"));
            check("unique_counts.1", r.values(), r.counts());
        }
        if (start("unique_counts.2")) {
            var r = Ops.uniqueCounts(in("unique_counts.2.in0"));
            check("unique_counts.2", r.values(), r.counts());
        }
        if (start("unique_counts.3")) {
            var r = Ops.uniqueCounts(in("unique_counts.3.in0"));
            check("unique_counts.3", r.values(), r.counts());
        }
        if (start("unique_counts.4")) {
            var r = Ops.uniqueCounts(in("unique_counts.4.in0"));
            check("unique_counts.4", r.values(), r.counts());
        }
    }

    @Test
    void uniqueInverse() {
        if (start("unique_inverse.0")) {
            var r = Ops.uniqueInverse(in("unique_inverse.0.in0"));
            check("unique_inverse.0", r.values(), r.inverseIndices());
        }
        if (start("unique_inverse.1")) {
            var r = Ops.uniqueInverse(in("unique_inverse.1.in0"));
            check("unique_inverse.1", r.values(), r.inverseIndices());
        }
        if (start("unique_inverse.2")) {
            var r = Ops.uniqueInverse(in("unique_inverse.2.in0"));
            check("unique_inverse.2", r.values(), r.inverseIndices());
        }
        if (start("unique_inverse.3")) {
            var r = Ops.uniqueInverse(in("unique_inverse.3.in0"));
            check("unique_inverse.3", r.values(), r.inverseIndices());
        }
        if (start("unique_inverse.4")) {
            var r = Ops.uniqueInverse(in("unique_inverse.4.in0"));
            check("unique_inverse.4", r.values(), r.inverseIndices());
        }
    }

    @Test
    void uniqueValues() {
        if (start("unique_values.0")) {
            check("unique_values.0", Ops.uniqueValues(in("unique_values.0.in0")));
        }
        if (start("unique_values.1")) {
            check("unique_values.1", Ops.uniqueValues(in("unique_values.1.in0")));
        }
        if (start("unique_values.2")) {
            check("unique_values.2", Ops.uniqueValues(in("unique_values.2.in0")));
        }
        if (start("unique_values.3")) {
            check("unique_values.3", Ops.uniqueValues(in("unique_values.3.in0")));
        }
        if (start("unique_values.4")) {
            check("unique_values.4", Ops.uniqueValues(in("unique_values.4.in0")));
        }
    }

    @Test
    void unstack() {
        if (start("unstack.0")) {
            check("unstack.0", Ops.unstack(in("unstack.0.in0")));
        }
        if (start("unstack.1")) {
            check("unstack.1", Ops.unstack(in("unstack.1.in0"), o -> o.axis(-1L)));
        }
        if (start("unstack.2")) {
            check("unstack.2", Ops.unstack(in("unstack.2.in0")));
        }
    }

    @Test
    void var() {
        if (start("var.0")) {
            check("var.0", Ops.var(in("var.0.in0")));
        }
        if (start("var.1")) {
            check("var.1", Ops.var(in("var.1.in0"), o -> o.axes(new long[] {1L}).correction(1.0)));
        }
        if (start("var.2")) {
            check("var.2", Ops.var(in("var.2.in0"), o -> o.axes(new long[] {0L, 2L}).keepdims(true)));
        }
    }

    @Test
    void vecdot() {
        if (start("vecdot.0")) {
            check("vecdot.0", Ops.vecdot(in("vecdot.0.in0"), in("vecdot.0.in1")));
        }
        if (start("vecdot.1")) {
            check("vecdot.1", Ops.vecdot(in("vecdot.1.in0"), in("vecdot.1.in1")));
        }
        if (start("vecdot.2")) {
            check("vecdot.2", Ops.vecdot(in("vecdot.2.in0"), in("vecdot.2.in1"), o -> o.axis(0L)));
        }
        if (start("vecdot.3")) {
            check("vecdot.3", Ops.vecdot(in("vecdot.3.in0"), in("vecdot.3.in1")));
        }
        if (start("vecdot.4")) {
            check("vecdot.4", Ops.vecdot(in("vecdot.4.in0"), in("vecdot.4.in1")));
        }
        if (start("vecdot.5")) {
            check("vecdot.5", Ops.vecdot(in("vecdot.5.in0"), in("vecdot.5.in1")));
        }
    }

    @Test
    void vectorNorm() {
        if (start("vector_norm.0")) {
            check("vector_norm.0", Ops.vectorNorm(in("vector_norm.0.in0")));
        }
        if (start("vector_norm.1")) {
            check("vector_norm.1", Ops.vectorNorm(in("vector_norm.1.in0"), o -> o.axes(new long[] {1L}).ord(1.0)));
        }
        if (start("vector_norm.2")) {
            check("vector_norm.2", Ops.vectorNorm(in("vector_norm.2.in0"), o -> o.axes(new long[] {0L, -1L}).keepdims(true).ord(3.0)));
        }
        if (start("vector_norm.3")) {
            check("vector_norm.3", Ops.vectorNorm(in("vector_norm.3.in0"), o -> o.axes(new long[] {0L}).ord(Double.POSITIVE_INFINITY)));
        }
        if (start("vector_norm.4")) {
            check("vector_norm.4", Ops.vectorNorm(in("vector_norm.4.in0"), o -> o.ord(Double.NEGATIVE_INFINITY)));
        }
        if (start("vector_norm.5")) {
            check("vector_norm.5", Ops.vectorNorm(in("vector_norm.5.in0"), o -> o.axes(new long[] {1L}).ord(0.0)));
        }
        if (start("vector_norm.6")) {
            check("vector_norm.6", Ops.vectorNorm(in("vector_norm.6.in0"), o -> o.ord(0.5)));
        }
    }

    @Test
    void vonMises() {
        if (start("von_mises.0")) {
            check("von_mises.0", Ops.vonMises(in("von_mises.0.in0"), in("von_mises.0.in1")));
        }
        if (start("von_mises.1")) {
            check("von_mises.1", Ops.vonMises(in("von_mises.1.in0"), in("von_mises.1.in1"), o -> o.shape(new long[] {100L})));
        }
    }

    @Test
    void weibull() {
        if (start("weibull.0")) {
            check("weibull.0", Ops.weibull(in("weibull.0.in0")));
        }
        if (start("weibull.1")) {
            check("weibull.1", Ops.weibull(in("weibull.1.in0"), o -> o.shape(new long[] {100L}).scale(0.5)));
        }
        if (start("weibull.2")) {
            check("weibull.2", Ops.weibull(in("weibull.2.in0"), o -> o.shape(new long[] {3L, 4L})));
        }
    }

    @Test
    void where() {
        if (start("where.0")) {
            check("where.0", Ops.where(in("where.0.in0"), in("where.0.in1"), in("where.0.in2")));
        }
        if (start("where.1")) {
            check("where.1", Ops.where(in("where.1.in0"), in("where.1.in1"), in("where.1.in2")));
        }
    }

    @Test
    void zeros() {
        if (start("zeros.0")) {
            check("zeros.0", Ops.zeros(new long[] {3L, 4L}));
        }
        if (start("zeros.1")) {
            check("zeros.1", Ops.zeros(new long[] {2L, 0L}));
        }
        if (start("zeros.2")) {
            check("zeros.2", Ops.zeros(new long[] {5L}, o -> o.dtype(DType.INT16)));
        }
        if (start("zeros.3")) {
            check("zeros.3", Ops.zeros(new long[] {5L}, o -> o.dtype(DType.COMPLEX64)));
        }
        if (start("zeros.4")) {
            check("zeros.4", Ops.zeros(new long[] {2L, 3L}, o -> o.dtype(DType.BOOL)));
        }
    }

    @Test
    void zerosLike() {
        if (start("zeros_like.0")) {
            check("zeros_like.0", Ops.zerosLike(in("zeros_like.0.in0")));
        }
        if (start("zeros_like.1")) {
            check("zeros_like.1", Ops.zerosLike(in("zeros_like.1.in0"), o -> o.dtype(DType.INT32)));
        }
        if (start("zeros_like.2")) {
            check("zeros_like.2", Ops.zerosLike(in("zeros_like.2.in0"), o -> o.dtype(DType.COMPLEX128)));
        }
    }
}
