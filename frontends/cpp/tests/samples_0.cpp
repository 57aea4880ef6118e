// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
//
// clang-format off
// samples_0.cpp - every sample of every public operator, called through the functions of ops.hpp.
//
// SPDX-License-Identifier: Apache-2.0
#include "samples.hpp"

using namespace weir;
using samples::Samples;
using samples::results;

static void abs_samples(Samples &samples) {
    samples.run("abs.0", [&] {
        return results(abs(samples.get("abs.0.in0")));
    });
}

static void acos_samples(Samples &samples) {
    samples.run("acos.0", [&] {
        return results(acos(samples.get("acos.0.in0")));
    });
}

static void acosh_samples(Samples &samples) {
    samples.run("acosh.0", [&] {
        return results(acosh(samples.get("acosh.0.in0")));
    });
}

static void adaptive_avg_pool_samples(Samples &samples) {
    samples.run("adaptive_avg_pool.0", [&] {
        return results(adaptive_avg_pool(samples.get("adaptive_avg_pool.0.in0"), {3, 2}));
    });
    samples.run("adaptive_avg_pool.1", [&] {
        return results(adaptive_avg_pool(samples.get("adaptive_avg_pool.1.in0"), {4}));
    });
}

static void adaptive_max_pool_samples(Samples &samples) {
    samples.run("adaptive_max_pool.0", [&] {
        return results(adaptive_max_pool(samples.get("adaptive_max_pool.0.in0"), {3, 2}));
    });
    samples.run("adaptive_max_pool.1", [&] {
        return results(adaptive_max_pool(samples.get("adaptive_max_pool.1.in0"), {4}));
    });
}

static void adaptive_max_pool_indices_samples(Samples &samples) {
    samples.run("adaptive_max_pool_indices.0", [&] {
        return results(adaptive_max_pool_indices(samples.get("adaptive_max_pool_indices.0.in0"), {3, 2}));
    });
    samples.run("adaptive_max_pool_indices.1", [&] {
        return results(adaptive_max_pool_indices(samples.get("adaptive_max_pool_indices.1.in0"), {4}));
    });
}

static void add_samples(Samples &samples) {
    samples.run("add.0", [&] {
        return results(add(samples.get("add.0.in0"), samples.get("add.0.in1")));
    });
    samples.run("add.1", [&] {
        return results(add(samples.get("add.1.in0"), samples.get("add.1.in1")));
    });
}

static void affine_grid_samples(Samples &samples) {
    samples.run("affine_grid.0", [&] {
        return results(affine_grid(samples.get("affine_grid.0.in0"), {2, 3, 4, 5}));
    });
    samples.run("affine_grid.1", [&] {
        return results(affine_grid(samples.get("affine_grid.1.in0"), {1, 1, 3, 2}, true));
    });
    samples.run("affine_grid.2", [&] {
        return results(affine_grid(samples.get("affine_grid.2.in0"), {1, 2, 2, 3, 2}));
    });
}

static void after_samples(Samples &samples) {
    samples.run("after.0", [&] {
        return results(after(samples.get("after.0.in0"), samples.list("after.0.in1", 1)));
    });
    samples.run("after.1", [&] {
        return results(after(samples.get("after.1.in0"), samples.list("after.1.in1", 2)));
    });
    samples.run("after.2", [&] {
        return results(after(samples.get("after.2.in0"), samples.list("after.2.in1", 1)));
    });
}

static void all_samples(Samples &samples) {
    samples.run("all.0", [&] {
        return results(all(samples.get("all.0.in0")));
    });
    samples.run("all.1", [&] {
        return results(all(samples.get("all.1.in0"), {1}));
    });
    samples.run("all.2", [&] {
        return results(all(samples.get("all.2.in0"), {0}, true));
    });
}

static void angle_samples(Samples &samples) {
    samples.run("angle.0", [&] {
        return results(angle(samples.get("angle.0.in0")));
    });
}

static void any_samples(Samples &samples) {
    samples.run("any.0", [&] {
        return results(any(samples.get("any.0.in0")));
    });
    samples.run("any.1", [&] {
        return results(any(samples.get("any.1.in0"), {1}));
    });
    samples.run("any.2", [&] {
        return results(any(samples.get("any.2.in0"), {0}, true));
    });
}

static void arange_samples(Samples &samples) {
    samples.run("arange.0", [&] {
        return results(arange(5.0));
    });
    samples.run("arange.1", [&] {
        return results(arange(2.0, 20.0, 3.0));
    });
    samples.run("arange.2", [&] {
        return results(arange(1.0, -1.0, -0.25));
    });
    samples.run("arange.3", [&] {
        return results(arange(0.0, 7.0, 1.0, DType::Float16));
    });
    samples.run("arange.4", [&] {
        return results(arange(9.0, 2.0));
    });
}

static void argmax_samples(Samples &samples) {
    samples.run("argmax.0", [&] {
        return results(argmax(samples.get("argmax.0.in0")));
    });
    samples.run("argmax.1", [&] {
        return results(argmax(samples.get("argmax.1.in0"), 1));
    });
    samples.run("argmax.2", [&] {
        return results(argmax(samples.get("argmax.2.in0"), 0, true));
    });
    samples.run("argmax.3", [&] {
        return results(argmax(samples.get("argmax.3.in0"), -1));
    });
}

static void argmin_samples(Samples &samples) {
    samples.run("argmin.0", [&] {
        return results(argmin(samples.get("argmin.0.in0")));
    });
    samples.run("argmin.1", [&] {
        return results(argmin(samples.get("argmin.1.in0"), 1));
    });
    samples.run("argmin.2", [&] {
        return results(argmin(samples.get("argmin.2.in0"), 0, true));
    });
    samples.run("argmin.3", [&] {
        return results(argmin(samples.get("argmin.3.in0"), -1));
    });
}

static void argpartition_samples(Samples &samples) {
    samples.run("argpartition.0", [&] {
        return results(argpartition(samples.get("argpartition.0.in0"), 2));
    });
    samples.run("argpartition.1", [&] {
        return results(argpartition(samples.get("argpartition.1.in0"), -1, 0));
    });
    samples.run("argpartition.2", [&] {
        return results(argpartition(samples.get("argpartition.2.in0"), 0));
    });
}

static void argsort_samples(Samples &samples) {
    samples.run("argsort.0", [&] {
        return results(argsort(samples.get("argsort.0.in0")));
    });
    samples.run("argsort.1", [&] {
        return results(argsort(samples.get("argsort.1.in0"), 0));
    });
    samples.run("argsort.2", [&] {
        return results(argsort(samples.get("argsort.2.in0"), 1, true));
    });
    samples.run("argsort.3", [&] {
        return results(argsort(samples.get("argsort.3.in0")));
    });
    samples.run("argsort.4", [&] {
        return results(argsort(samples.get("argsort.4.in0")));
    });
}

static void asin_samples(Samples &samples) {
    samples.run("asin.0", [&] {
        return results(asin(samples.get("asin.0.in0")));
    });
}

static void asinh_samples(Samples &samples) {
    samples.run("asinh.0", [&] {
        return results(asinh(samples.get("asinh.0.in0")));
    });
}

static void astype_samples(Samples &samples) {
    samples.run("astype.0", [&] {
        return results(astype(samples.get("astype.0.in0"), DType::Float64));
    });
    samples.run("astype.1", [&] {
        return results(astype(samples.get("astype.1.in0"), DType::Int32));
    });
}

static void atan_samples(Samples &samples) {
    samples.run("atan.0", [&] {
        return results(atan(samples.get("atan.0.in0")));
    });
}

static void atan2_samples(Samples &samples) {
    samples.run("atan2.0", [&] {
        return results(atan2(samples.get("atan2.0.in0"), samples.get("atan2.0.in1")));
    });
}

static void atanh_samples(Samples &samples) {
    samples.run("atanh.0", [&] {
        return results(atanh(samples.get("atanh.0.in0")));
    });
}

static void avg_pool_samples(Samples &samples) {
    samples.run("avg_pool.0", [&] {
        return results(avg_pool(samples.get("avg_pool.0.in0"), {2}));
    });
    samples.run("avg_pool.1", [&] {
        return results(avg_pool(samples.get("avg_pool.1.in0"), {3, 2}, {2, 1}, {1}));
    });
    samples.run("avg_pool.2", [&] {
        return results(avg_pool(samples.get("avg_pool.2.in0"), {3}, {2}, {1}, true, false));
    });
    samples.run("avg_pool.3", [&] {
        return results(avg_pool(samples.get("avg_pool.3.in0"), {2, 2, 3}, {2}, {1}, true));
    });
}

static void basic_index_samples(Samples &samples) {
    samples.run("basic_index.0", [&] {
        return results(basic_index(samples.get("basic_index.0.in0"), {1}, {1}));
    });
    samples.run("basic_index.1", [&] {
        return results(basic_index(samples.get("basic_index.1.in0"), {0, 3, 1}, {4, 0, -1}, {0}, {-2}));
    });
    samples.run("basic_index.2", [&] {
        return results(basic_index(samples.get("basic_index.2.in0"), {2, 0, 2, 1}, {0, 1, 0, 2}, {0, 100}, {1, 2}));
    });
    samples.run("basic_index.3", [&] {
        return results(basic_index(samples.get("basic_index.3.in0"), {3, 2}));
    });
    samples.run("basic_index.4", [&] {
        return results(basic_index(samples.get("basic_index.4.in0"), {0}, {3}, {1}));
    });
    samples.run("basic_index.5", [&] {
        return results(basic_index(samples.get("basic_index.5.in0")));
    });
}

static void basic_update_samples(Samples &samples) {
    samples.run("basic_update.0", [&] {
        return results(basic_update(samples.get("basic_update.0.in0"), samples.get("basic_update.0.in1"), {1}, {1}));
    });
    samples.run("basic_update.1", [&] {
        return results(
    basic_update(samples.get("basic_update.1.in0"), samples.get("basic_update.1.in1"), {0, 3, 1}, {4, 0, -1}, {0}, {-2}));
    });
    samples.run("basic_update.2", [&] {
        return results(
    basic_update(samples.get("basic_update.2.in0"), samples.get("basic_update.2.in1"), {2, 0, 2, 1}, {0, 1, 0, 2}, {0, 100},
    {1, 2}));
    });
    samples.run("basic_update.3", [&] {
        return results(basic_update(samples.get("basic_update.3.in0"), samples.get("basic_update.3.in1"), {3, 2}));
    });
    samples.run("basic_update.4", [&] {
        return results(
    basic_update(samples.get("basic_update.4.in0"), samples.get("basic_update.4.in1"), {0}, {3}, {1}));
    });
    samples.run("basic_update.5", [&] {
        return results(basic_update(samples.get("basic_update.5.in0"), samples.get("basic_update.5.in1")));
    });
}

static void batch_norm_samples(Samples &samples) {
    samples.run("batch_norm.0", [&] {
        return results(
    batch_norm(samples.get("batch_norm.0.in0"), samples.get("batch_norm.0.in1"), samples.get("batch_norm.0.in2")));
    });
    samples.run("batch_norm.1", [&] {
        return results(batch_norm(samples.get("batch_norm.1.in0"), samples.get("batch_norm.1.in1"), None));
    });
    samples.run("batch_norm.2", [&] {
        return results(batch_norm(samples.get("batch_norm.2.in0"), None, None, 0.01));
    });
    samples.run("batch_norm.3", [&] {
        return results(batch_norm(samples.get("batch_norm.3.in0"), None, samples.get("batch_norm.3.in2")));
    });
}

static void batch_norm_inference_samples(Samples &samples) {
    samples.run("batch_norm_inference.0", [&] {
        return results(
    batch_norm_inference(samples.get("batch_norm_inference.0.in0"), samples.get("batch_norm_inference.0.in1"),
    samples.get("batch_norm_inference.0.in2"), samples.get("batch_norm_inference.0.in3"),
    samples.get("batch_norm_inference.0.in4")));
    });
    samples.run("batch_norm_inference.1", [&] {
        return results(
    batch_norm_inference(samples.get("batch_norm_inference.1.in0"), samples.get("batch_norm_inference.1.in1"),
    samples.get("batch_norm_inference.1.in2"), samples.get("batch_norm_inference.1.in3"), None));
    });
    samples.run("batch_norm_inference.2", [&] {
        return results(
    batch_norm_inference(samples.get("batch_norm_inference.2.in0"), samples.get("batch_norm_inference.2.in1"),
    samples.get("batch_norm_inference.2.in2"), None, None, 0.01));
    });
}

static void bernoulli_samples(Samples &samples) {
    samples.run("bernoulli.0", [&] {
        return results(bernoulli(samples.get("bernoulli.0.in0")));
    });
    samples.run("bernoulli.1", [&] {
        return results(bernoulli(samples.get("bernoulli.1.in0"), {100}, DType::Float32));
    });
}

static void beta_samples(Samples &samples) {
    samples.run("beta.0", [&] {
        return results(beta(samples.get("beta.0.in0"), samples.get("beta.0.in1")));
    });
    samples.run("beta.1", [&] {
        return results(beta(samples.get("beta.1.in0"), samples.get("beta.1.in1"), {100}));
    });
}

static void bilinear_samples(Samples &samples) {
    samples.run("bilinear.0", [&] {
        return results(
    bilinear(samples.get("bilinear.0.in0"), samples.get("bilinear.0.in1"), samples.get("bilinear.0.in2"),
    samples.get("bilinear.0.in3")));
    });
    samples.run("bilinear.1", [&] {
        return results(
    bilinear(samples.get("bilinear.1.in0"), samples.get("bilinear.1.in1"), samples.get("bilinear.1.in2"), None));
    });
}

static void binary_cross_entropy_samples(Samples &samples) {
    samples.run("binary_cross_entropy.0", [&] {
        return results(
    binary_cross_entropy(samples.get("binary_cross_entropy.0.in0"), samples.get("binary_cross_entropy.0.in1"), None));
    });
    samples.run("binary_cross_entropy.1", [&] {
        return results(
    binary_cross_entropy(samples.get("binary_cross_entropy.1.in0"), samples.get("binary_cross_entropy.1.in1"),
    samples.get("binary_cross_entropy.1.in2"), "sum"));
    });
    samples.run("binary_cross_entropy.2", [&] {
        return results(
    binary_cross_entropy(samples.get("binary_cross_entropy.2.in0"), samples.get("binary_cross_entropy.2.in1"), None, "none"));
    });
}

static void binary_cross_entropy_with_logits_samples(Samples &samples) {
    samples.run("binary_cross_entropy_with_logits.0", [&] {
        return results(
    binary_cross_entropy_with_logits(samples.get("binary_cross_entropy_with_logits.0.in0"),
    samples.get("binary_cross_entropy_with_logits.0.in1")));
    });
    samples.run("binary_cross_entropy_with_logits.1", [&] {
        return results(
    binary_cross_entropy_with_logits(samples.get("binary_cross_entropy_with_logits.1.in0"),
    samples.get("binary_cross_entropy_with_logits.1.in1"), "sum"));
    });
    samples.run("binary_cross_entropy_with_logits.2", [&] {
        return results(
    binary_cross_entropy_with_logits(samples.get("binary_cross_entropy_with_logits.2.in0"),
    samples.get("binary_cross_entropy_with_logits.2.in1"), "none"));
    });
}

static void bincount_samples(Samples &samples) {
    samples.run("bincount.0", [&] {
        return results(bincount(samples.get("bincount.0.in0"), None));
    });
    samples.run("bincount.1", [&] {
        return results(bincount(samples.get("bincount.1.in0"), samples.get("bincount.1.in1"), 9));
    });
    samples.run("bincount.2", [&] {
        return results(bincount(samples.get("bincount.2.in0"), None, 2));
    });
}

static void bincount_sized_samples(Samples &samples) {
    samples.run("bincount_sized.0", [&] {
        return results(bincount_sized(samples.get("bincount_sized.0.in0"), None, 5));
    });
    samples.run("bincount_sized.1", [&] {
        return results(bincount_sized(samples.get("bincount_sized.1.in0"), samples.get("bincount_sized.1.in1"), 6));
    });
    samples.run("bincount_sized.2", [&] {
        return results(bincount_sized(samples.get("bincount_sized.2.in0"), None, 2));
    });
    samples.run("bincount_sized.3", [&] {
        return results(bincount_sized(samples.get("bincount_sized.3.in0"), samples.get("bincount_sized.3.in1"), 3));
    });
}

static void binomial_samples(Samples &samples) {
    samples.run("binomial.0", [&] {
        return results(binomial(samples.get("binomial.0.in0"), samples.get("binomial.0.in1")));
    });
    samples.run("binomial.1", [&] {
        return results(binomial(samples.get("binomial.1.in0"), samples.get("binomial.1.in1"), {100}));
    });
}

static void bitwise_and_samples(Samples &samples) {
    samples.run("bitwise_and.0", [&] {
        return results(bitwise_and(samples.get("bitwise_and.0.in0"), samples.get("bitwise_and.0.in1")));
    });
}

static void bitwise_invert_samples(Samples &samples) {
    samples.run("bitwise_invert.0", [&] {
        return results(bitwise_invert(samples.get("bitwise_invert.0.in0")));
    });
    samples.run("bitwise_invert.1", [&] {
        return results(bitwise_invert(samples.get("bitwise_invert.1.in0")));
    });
}

static void bitwise_left_shift_samples(Samples &samples) {
    samples.run("bitwise_left_shift.0", [&] {
        return results(
    bitwise_left_shift(samples.get("bitwise_left_shift.0.in0"), samples.get("bitwise_left_shift.0.in1")));
    });
}

static void bitwise_or_samples(Samples &samples) {
    samples.run("bitwise_or.0", [&] {
        return results(bitwise_or(samples.get("bitwise_or.0.in0"), samples.get("bitwise_or.0.in1")));
    });
}

static void bitwise_right_shift_samples(Samples &samples) {
    samples.run("bitwise_right_shift.0", [&] {
        return results(
    bitwise_right_shift(samples.get("bitwise_right_shift.0.in0"), samples.get("bitwise_right_shift.0.in1")));
    });
}

static void bitwise_xor_samples(Samples &samples) {
    samples.run("bitwise_xor.0", [&] {
        return results(bitwise_xor(samples.get("bitwise_xor.0.in0"), samples.get("bitwise_xor.0.in1")));
    });
}

static void broadcast_arrays_samples(Samples &samples) {
    samples.run("broadcast_arrays.0", [&] {
        return results(broadcast_arrays(samples.list("broadcast_arrays.0.in0", 2)));
    });
    samples.run("broadcast_arrays.1", [&] {
        return results(broadcast_arrays(samples.list("broadcast_arrays.1.in0", 3)));
    });
    samples.run("broadcast_arrays.2", [&] {
        return results(broadcast_arrays(samples.list("broadcast_arrays.2.in0", 1)));
    });
}

static void broadcast_to_samples(Samples &samples) {
    samples.run("broadcast_to.0", [&] {
        return results(broadcast_to(samples.get("broadcast_to.0.in0"), {3, 4}));
    });
    samples.run("broadcast_to.1", [&] {
        return results(broadcast_to(samples.get("broadcast_to.1.in0"), {2, 3, 4}));
    });
    samples.run("broadcast_to.2", [&] {
        return results(broadcast_to(samples.get("broadcast_to.2.in0"), {2, 2}));
    });
    samples.run("broadcast_to.3", [&] {
        return results(broadcast_to(samples.get("broadcast_to.3.in0"), {3, 0}));
    });
}

static void categorical_samples(Samples &samples) {
    samples.run("categorical.0", [&] {
        return results(categorical(samples.get("categorical.0.in0")));
    });
    samples.run("categorical.1", [&] {
        return results(categorical(samples.get("categorical.1.in0"), 5));
    });
    samples.run("categorical.2", [&] {
        return results(categorical(samples.get("categorical.2.in0"), None, 0, true));
    });
    samples.run("categorical.3", [&] {
        return results(categorical(samples.get("categorical.3.in0"), 3, -1, false, false));
    });
    samples.run("categorical.4", [&] {
        return results(categorical(samples.get("categorical.4.in0"), 5, -1, true, false, DType::Int32));
    });
}

static void cauchy_samples(Samples &samples) {
    samples.run("cauchy.0", [&] {
        return results(cauchy({3, 4}));
    });
    samples.run("cauchy.1", [&] {
        return results(cauchy({100}, 2.0, 0.5));
    });
}

static void cdist_samples(Samples &samples) {
    samples.run("cdist.0", [&] {
        return results(cdist(samples.get("cdist.0.in0"), samples.get("cdist.0.in1")));
    });
    samples.run("cdist.1", [&] {
        return results(cdist(samples.get("cdist.1.in0"), samples.get("cdist.1.in1"), 1.0));
    });
    samples.run("cdist.2", [&] {
        return results(
    cdist(samples.get("cdist.2.in0"), samples.get("cdist.2.in1"), std::numeric_limits<double>::infinity()));
    });
    samples.run("cdist.3", [&] {
        return results(cdist(samples.get("cdist.3.in0"), samples.get("cdist.3.in1"), 3.0));
    });
}

static void ceil_samples(Samples &samples) {
    samples.run("ceil.0", [&] {
        return results(ceil(samples.get("ceil.0.in0")));
    });
}

static void celu_samples(Samples &samples) {
    samples.run("celu.0", [&] {
        return results(celu(samples.get("celu.0.in0")));
    });
    samples.run("celu.1", [&] {
        return results(celu(samples.get("celu.1.in0"), 0.5));
    });
}

static void channel_shuffle_samples(Samples &samples) {
    samples.run("channel_shuffle.0", [&] {
        return results(channel_shuffle(samples.get("channel_shuffle.0.in0"), 2));
    });
    samples.run("channel_shuffle.1", [&] {
        return results(channel_shuffle(samples.get("channel_shuffle.1.in0"), 3));
    });
}

static void check_finite_samples(Samples &samples) {
    samples.run("check_finite.0", [&] {
        return results(check_finite(samples.get("check_finite.0.in0"), None));
    });
    samples.run("check_finite.1", [&] {
        return results(check_finite(samples.get("check_finite.1.in0"), None));
    });
    samples.run("check_finite.2", [&] {
        return results(check_finite(samples.get("check_finite.2.in0"), samples.get("check_finite.2.in1")));
    });
}

static void chi_square_samples(Samples &samples) {
    samples.run("chi_square.0", [&] {
        return results(chi_square(samples.get("chi_square.0.in0")));
    });
    samples.run("chi_square.1", [&] {
        return results(chi_square(samples.get("chi_square.1.in0"), {100}));
    });
}

static void cholesky_samples(Samples &samples) {
    samples.run("cholesky.0", [&] {
        return results(cholesky(samples.get("cholesky.0.in0")));
    });
    samples.run("cholesky.1", [&] {
        return results(cholesky(samples.get("cholesky.1.in0"), true));
    });
    samples.run("cholesky.2", [&] {
        return results(cholesky(samples.get("cholesky.2.in0")));
    });
}

static void clip_samples(Samples &samples) {
    samples.run("clip.0", [&] {
        return results(clip(samples.get("clip.0.in0"), samples.get("clip.0.in1"), samples.get("clip.0.in2")));
    });
    samples.run("clip.1", [&] {
        return results(clip(samples.get("clip.1.in0"), None, samples.get("clip.1.in2")));
    });
    samples.run("clip.2", [&] {
        return results(clip(samples.get("clip.2.in0"), samples.get("clip.2.in1"), None));
    });
    samples.run("clip.3", [&] {
        return results(clip(samples.get("clip.3.in0"), None, None));
    });
    samples.run("clip.4", [&] {
        return results(clip(samples.get("clip.4.in0"), samples.get("clip.4.in1"), None));
    });
}

static void concat_samples(Samples &samples) {
    samples.run("concat.0", [&] {
        return results(concat(samples.list("concat.0.in0", 2)));
    });
    samples.run("concat.1", [&] {
        return results(concat(samples.list("concat.1.in0", 3), 1));
    });
    samples.run("concat.2", [&] {
        return results(concat(samples.list("concat.2.in0", 2), -1));
    });
    samples.run("concat.3", [&] {
        return results(concat(samples.list("concat.3.in0", 2), 1));
    });
    samples.run("concat.4", [&] {
        return results(concat(samples.list("concat.4.in0", 2)));
    });
}

static void conj_samples(Samples &samples) {
    samples.run("conj.0", [&] {
        return results(conj(samples.get("conj.0.in0")));
    });
}

static void conv_samples(Samples &samples) {
    samples.run("conv.0", [&] {
        return results(conv(samples.get("conv.0.in0"), samples.get("conv.0.in1"), samples.get("conv.0.in2")));
    });
    samples.run("conv.1", [&] {
        return results(conv(samples.get("conv.1.in0"), samples.get("conv.1.in1"), None, {2, 1}, {1, 0}, None, 2));
    });
    samples.run("conv.2", [&] {
        return results(
    conv(samples.get("conv.2.in0"), samples.get("conv.2.in1"), samples.get("conv.2.in2"), None, {1}, {1, 2, 1}));
    });
    samples.run("conv.3", [&] {
        return results(
    conv(samples.get("conv.3.in0"), samples.get("conv.3.in1"), samples.get("conv.3.in2"), {2}, {1}, None, 3));
    });
    samples.run("conv.4", [&] {
        return results(conv(samples.get("conv.4.in0"), samples.get("conv.4.in1"), None, {3}, {3}, {2}));
    });
    samples.run("conv.5", [&] {
        return results(conv(samples.get("conv.5.in0"), samples.get("conv.5.in1"), samples.get("conv.5.in2")));
    });
    samples.run("conv.6", [&] {
        return results(conv(samples.get("conv.6.in0"), samples.get("conv.6.in1"), None, None, {0, 1, 1, 2}));
    });
    samples.run("conv.7", [&] {
        return results(conv(samples.get("conv.7.in0"), samples.get("conv.7.in1"), None, {2}, {2, 0}, None, 2));
    });
}

static void conv_transpose_samples(Samples &samples) {
    samples.run("conv_transpose.0", [&] {
        return results(
    conv_transpose(samples.get("conv_transpose.0.in0"), samples.get("conv_transpose.0.in1"),
    samples.get("conv_transpose.0.in2")));
    });
    samples.run("conv_transpose.1", [&] {
        return results(
    conv_transpose(samples.get("conv_transpose.1.in0"), samples.get("conv_transpose.1.in1"), None, {2, 1}, {1, 0}, {1, 0},
    2));
    });
    samples.run("conv_transpose.2", [&] {
        return results(
    conv_transpose(samples.get("conv_transpose.2.in0"), samples.get("conv_transpose.2.in1"),
    samples.get("conv_transpose.2.in2"), None, {1}, None, 1, {1, 2, 1}));
    });
    samples.run("conv_transpose.3", [&] {
        return results(
    conv_transpose(samples.get("conv_transpose.3.in0"), samples.get("conv_transpose.3.in1"),
    samples.get("conv_transpose.3.in2"), {2}, {1}, {1}, 3));
    });
    samples.run("conv_transpose.4", [&] {
        return results(
    conv_transpose(samples.get("conv_transpose.4.in0"), samples.get("conv_transpose.4.in1"), None, None, {1}, {2}, 1, {3}));
    });
    samples.run("conv_transpose.5", [&] {
        return results(
    conv_transpose(samples.get("conv_transpose.5.in0"), samples.get("conv_transpose.5.in1"), None, {2}, {0, 1, 1, 0}));
    });
}

static void copy_samples(Samples &samples) {
    samples.run("copy.0", [&] {
        return results(copy(samples.get("copy.0.in0")));
    });
}

static void copysign_samples(Samples &samples) {
    samples.run("copysign.0", [&] {
        return results(copysign(samples.get("copysign.0.in0"), samples.get("copysign.0.in1")));
    });
}

static void cos_samples(Samples &samples) {
    samples.run("cos.0", [&] {
        return results(cos(samples.get("cos.0.in0")));
    });
}

static void cosh_samples(Samples &samples) {
    samples.run("cosh.0", [&] {
        return results(cosh(samples.get("cosh.0.in0")));
    });
}

static void cosine_embedding_loss_samples(Samples &samples) {
    samples.run("cosine_embedding_loss.0", [&] {
        return results(
    cosine_embedding_loss(samples.get("cosine_embedding_loss.0.in0"), samples.get("cosine_embedding_loss.0.in1"),
    samples.get("cosine_embedding_loss.0.in2")));
    });
    samples.run("cosine_embedding_loss.1", [&] {
        return results(
    cosine_embedding_loss(samples.get("cosine_embedding_loss.1.in0"), samples.get("cosine_embedding_loss.1.in1"),
    samples.get("cosine_embedding_loss.1.in2"), "mean", -0.9));
    });
    samples.run("cosine_embedding_loss.2", [&] {
        return results(
    cosine_embedding_loss(samples.get("cosine_embedding_loss.2.in0"), samples.get("cosine_embedding_loss.2.in1"),
    samples.get("cosine_embedding_loss.2.in2"), "sum"));
    });
    samples.run("cosine_embedding_loss.3", [&] {
        return results(
    cosine_embedding_loss(samples.get("cosine_embedding_loss.3.in0"), samples.get("cosine_embedding_loss.3.in1"),
    samples.get("cosine_embedding_loss.3.in2"), "none"));
    });
}

static void cosine_similarity_samples(Samples &samples) {
    samples.run("cosine_similarity.0", [&] {
        return results(
    cosine_similarity(samples.get("cosine_similarity.0.in0"), samples.get("cosine_similarity.0.in1")));
    });
    samples.run("cosine_similarity.1", [&] {
        return results(
    cosine_similarity(samples.get("cosine_similarity.1.in0"), samples.get("cosine_similarity.1.in1"), 0));
    });
    samples.run("cosine_similarity.2", [&] {
        return results(
    cosine_similarity(samples.get("cosine_similarity.2.in0"), samples.get("cosine_similarity.2.in1")));
    });
}

static void count_nonzero_samples(Samples &samples) {
    samples.run("count_nonzero.0", [&] {
        return results(count_nonzero(samples.get("count_nonzero.0.in0")));
    });
    samples.run("count_nonzero.1", [&] {
        return results(count_nonzero(samples.get("count_nonzero.1.in0"), {1}));
    });
    samples.run("count_nonzero.2", [&] {
        return results(count_nonzero(samples.get("count_nonzero.2.in0"), {0}, true));
    });
}

static void cross_samples(Samples &samples) {
    samples.run("cross.0", [&] {
        return results(cross(samples.get("cross.0.in0"), samples.get("cross.0.in1")));
    });
    samples.run("cross.1", [&] {
        return results(cross(samples.get("cross.1.in0"), samples.get("cross.1.in1")));
    });
    samples.run("cross.2", [&] {
        return results(cross(samples.get("cross.2.in0"), samples.get("cross.2.in1"), 0));
    });
    samples.run("cross.3", [&] {
        return results(cross(samples.get("cross.3.in0"), samples.get("cross.3.in1"), -2));
    });
}

static void cross_entropy_samples(Samples &samples) {
    samples.run("cross_entropy.0", [&] {
        return results(cross_entropy(samples.get("cross_entropy.0.in0"), samples.get("cross_entropy.0.in1"), None));
    });
    samples.run("cross_entropy.1", [&] {
        return results(
    cross_entropy(samples.get("cross_entropy.1.in0"), samples.get("cross_entropy.1.in1"),
    samples.get("cross_entropy.1.in2"), None, "mean", -100, 0.1));
    });
    samples.run("cross_entropy.2", [&] {
        return results(
    cross_entropy(samples.get("cross_entropy.2.in0"), samples.get("cross_entropy.2.in1"), None, None, "mean", -100, 0.2));
    });
    samples.run("cross_entropy.3", [&] {
        return results(
    cross_entropy(samples.get("cross_entropy.3.in0"), samples.get("cross_entropy.3.in1"), None, None, "none", 1));
    });
    samples.run("cross_entropy.4", [&] {
        return results(
    cross_entropy(samples.get("cross_entropy.4.in0"), samples.get("cross_entropy.4.in1"), None, -1, "sum"));
    });
    samples.run("cross_entropy.5", [&] {
        return results(
    cross_entropy(samples.get("cross_entropy.5.in0"), samples.get("cross_entropy.5.in1"),
    samples.get("cross_entropy.5.in2"), None, "none"));
    });
}

static void ctc_loss_samples(Samples &samples) {
    samples.run("ctc_loss.0", [&] {
        return results(
    ctc_loss(samples.get("ctc_loss.0.in0"), samples.get("ctc_loss.0.in1"), samples.get("ctc_loss.0.in2"),
    samples.get("ctc_loss.0.in3")));
    });
    samples.run("ctc_loss.1", [&] {
        return results(
    ctc_loss(samples.get("ctc_loss.1.in0"), samples.get("ctc_loss.1.in1"), samples.get("ctc_loss.1.in2"),
    samples.get("ctc_loss.1.in3"), 0, "sum"));
    });
    samples.run("ctc_loss.2", [&] {
        return results(
    ctc_loss(samples.get("ctc_loss.2.in0"), samples.get("ctc_loss.2.in1"), samples.get("ctc_loss.2.in2"),
    samples.get("ctc_loss.2.in3"), 3, "none", true));
    });
}

static void cummax_samples(Samples &samples) {
    samples.run("cummax.0", [&] {
        return results(cummax(samples.get("cummax.0.in0")));
    });
    samples.run("cummax.1", [&] {
        return results(cummax(samples.get("cummax.1.in0"), 0));
    });
    samples.run("cummax.2", [&] {
        return results(cummax(samples.get("cummax.2.in0"), 1));
    });
    samples.run("cummax.3", [&] {
        return results(cummax(samples.get("cummax.3.in0")));
    });
}

static void cummin_samples(Samples &samples) {
    samples.run("cummin.0", [&] {
        return results(cummin(samples.get("cummin.0.in0")));
    });
    samples.run("cummin.1", [&] {
        return results(cummin(samples.get("cummin.1.in0"), 0));
    });
    samples.run("cummin.2", [&] {
        return results(cummin(samples.get("cummin.2.in0"), 1));
    });
    samples.run("cummin.3", [&] {
        return results(cummin(samples.get("cummin.3.in0")));
    });
}

static void cumulative_prod_samples(Samples &samples) {
    samples.run("cumulative_prod.0", [&] {
        return results(cumulative_prod(samples.get("cumulative_prod.0.in0")));
    });
    samples.run("cumulative_prod.1", [&] {
        return results(cumulative_prod(samples.get("cumulative_prod.1.in0"), 0));
    });
    samples.run("cumulative_prod.2", [&] {
        return results(cumulative_prod(samples.get("cumulative_prod.2.in0"), 1, DType::Default, true));
    });
    samples.run("cumulative_prod.3", [&] {
        return results(cumulative_prod(samples.get("cumulative_prod.3.in0"), 1, DType::Default, false, true));
    });
    samples.run("cumulative_prod.4", [&] {
        return results(cumulative_prod(samples.get("cumulative_prod.4.in0"), -1));
    });
}

static void cumulative_sum_samples(Samples &samples) {
    samples.run("cumulative_sum.0", [&] {
        return results(cumulative_sum(samples.get("cumulative_sum.0.in0")));
    });
    samples.run("cumulative_sum.1", [&] {
        return results(cumulative_sum(samples.get("cumulative_sum.1.in0"), 0));
    });
    samples.run("cumulative_sum.2", [&] {
        return results(cumulative_sum(samples.get("cumulative_sum.2.in0"), 1, DType::Default, true));
    });
    samples.run("cumulative_sum.3", [&] {
        return results(cumulative_sum(samples.get("cumulative_sum.3.in0"), 1, DType::Default, true, true));
    });
    samples.run("cumulative_sum.4", [&] {
        return results(cumulative_sum(samples.get("cumulative_sum.4.in0"), -1));
    });
}

static void deg2rad_samples(Samples &samples) {
    samples.run("deg2rad.0", [&] {
        return results(deg2rad(samples.get("deg2rad.0.in0")));
    });
}

static void det_samples(Samples &samples) {
    samples.run("det.0", [&] {
        return results(det(samples.get("det.0.in0")));
    });
    samples.run("det.1", [&] {
        return results(det(samples.get("det.1.in0")));
    });
}

static void diag_samples(Samples &samples) {
    samples.run("diag.0", [&] {
        return results(diag(samples.get("diag.0.in0")));
    });
    samples.run("diag.1", [&] {
        return results(diag(samples.get("diag.1.in0"), -2));
    });
    samples.run("diag.2", [&] {
        return results(diag(samples.get("diag.2.in0"), 1));
    });
    samples.run("diag.3", [&] {
        return results(diag(samples.get("diag.3.in0"), -1));
    });
}

static void diag_embed_samples(Samples &samples) {
    samples.run("diag_embed.0", [&] {
        return results(diag_embed(samples.get("diag_embed.0.in0")));
    });
    samples.run("diag_embed.1", [&] {
        return results(diag_embed(samples.get("diag_embed.1.in0"), -1));
    });
    samples.run("diag_embed.2", [&] {
        return results(diag_embed(samples.get("diag_embed.2.in0"), 1, 3, 7));
    });
    samples.run("diag_embed.3", [&] {
        return results(diag_embed(samples.get("diag_embed.3.in0")));
    });
}

static void diagonal_samples(Samples &samples) {
    samples.run("diagonal.0", [&] {
        return results(diagonal(samples.get("diagonal.0.in0")));
    });
    samples.run("diagonal.1", [&] {
        return results(diagonal(samples.get("diagonal.1.in0"), -1));
    });
    samples.run("diagonal.2", [&] {
        return results(diagonal(samples.get("diagonal.2.in0"), 1, 2, 0));
    });
    samples.run("diagonal.3", [&] {
        return results(diagonal(samples.get("diagonal.3.in0"), 3));
    });
}

static void diff_samples(Samples &samples) {
    samples.run("diff.0", [&] {
        return results(diff(samples.get("diff.0.in0"), None, None));
    });
    samples.run("diff.1", [&] {
        return results(diff(samples.get("diff.1.in0"), None, None, 1, 0));
    });
    samples.run("diff.2", [&] {
        return results(diff(samples.get("diff.2.in0"), None, None, 2));
    });
    samples.run("diff.3", [&] {
        return results(diff(samples.get("diff.3.in0"), samples.get("diff.3.in1"), samples.get("diff.3.in2")));
    });
    samples.run("diff.4", [&] {
        return results(diff(samples.get("diff.4.in0"), None, samples.get("diff.4.in2"), 1, 0));
    });
    samples.run("diff.5", [&] {
        return results(diff(samples.get("diff.5.in0"), None, None, 4));
    });
    samples.run("diff.6", [&] {
        return results(diff(samples.get("diff.6.in0"), None, None, 0));
    });
}

static void digitize_samples(Samples &samples) {
    samples.run("digitize.0", [&] {
        return results(digitize(samples.get("digitize.0.in0"), samples.get("digitize.0.in1")));
    });
    samples.run("digitize.1", [&] {
        return results(digitize(samples.get("digitize.1.in0"), samples.get("digitize.1.in1"), true));
    });
    samples.run("digitize.2", [&] {
        return results(digitize(samples.get("digitize.2.in0"), samples.get("digitize.2.in1")));
    });
}

static void divide_samples(Samples &samples) {
    samples.run("divide.0", [&] {
        return results(divide(samples.get("divide.0.in0"), samples.get("divide.0.in1")));
    });
}

static void dot_samples(Samples &samples) {
    samples.run("dot.0", [&] {
        return results(dot(samples.get("dot.0.in0"), samples.get("dot.0.in1")));
    });
    samples.run("dot.1", [&] {
        return results(dot(samples.get("dot.1.in0"), samples.get("dot.1.in1")));
    });
    samples.run("dot.2", [&] {
        return results(dot(samples.get("dot.2.in0"), samples.get("dot.2.in1")));
    });
    samples.run("dot.3", [&] {
        return results(dot(samples.get("dot.3.in0"), samples.get("dot.3.in1")));
    });
    samples.run("dot.4", [&] {
        return results(dot(samples.get("dot.4.in0"), samples.get("dot.4.in1")));
    });
}

static void dropout_samples(Samples &samples) {
    samples.run("dropout.0", [&] {
        return results(dropout(samples.get("dropout.0.in0")));
    });
    samples.run("dropout.1", [&] {
        return results(dropout(samples.get("dropout.1.in0"), 0.1));
    });
    samples.run("dropout.2", [&] {
        return results(dropout(samples.get("dropout.2.in0"), 0.0));
    });
    samples.run("dropout.3", [&] {
        return results(dropout(samples.get("dropout.3.in0"), 1.0));
    });
}

static void eig_samples(Samples &samples) {
    samples.run("eig.0", [&] {
        return results(eig(samples.get("eig.0.in0")));
    });
    samples.run("eig.1", [&] {
        return results(eig(samples.get("eig.1.in0")));
    });
    samples.run("eig.2", [&] {
        return results(eig(samples.get("eig.2.in0")));
    });
}

static void eigh_samples(Samples &samples) {
    samples.run("eigh.0", [&] {
        return results(eigh(samples.get("eigh.0.in0")));
    });
    samples.run("eigh.1", [&] {
        return results(eigh(samples.get("eigh.1.in0")));
    });
    samples.run("eigh.2", [&] {
        return results(eigh(samples.get("eigh.2.in0")));
    });
}

void samples_0(Samples &all) {
    abs_samples(all);
    acos_samples(all);
    acosh_samples(all);
    adaptive_avg_pool_samples(all);
    adaptive_max_pool_samples(all);
    adaptive_max_pool_indices_samples(all);
    add_samples(all);
    affine_grid_samples(all);
    after_samples(all);
    all_samples(all);
    angle_samples(all);
    any_samples(all);
    arange_samples(all);
    argmax_samples(all);
    argmin_samples(all);
    argpartition_samples(all);
    argsort_samples(all);
    asin_samples(all);
    asinh_samples(all);
    astype_samples(all);
    atan_samples(all);
    atan2_samples(all);
    atanh_samples(all);
    avg_pool_samples(all);
    basic_index_samples(all);
    basic_update_samples(all);
    batch_norm_samples(all);
    batch_norm_inference_samples(all);
    bernoulli_samples(all);
    beta_samples(all);
    bilinear_samples(all);
    binary_cross_entropy_samples(all);
    binary_cross_entropy_with_logits_samples(all);
    bincount_samples(all);
    bincount_sized_samples(all);
    binomial_samples(all);
    bitwise_and_samples(all);
    bitwise_invert_samples(all);
    bitwise_left_shift_samples(all);
    bitwise_or_samples(all);
    bitwise_right_shift_samples(all);
    bitwise_xor_samples(all);
    broadcast_arrays_samples(all);
    broadcast_to_samples(all);
    categorical_samples(all);
    cauchy_samples(all);
    cdist_samples(all);
    ceil_samples(all);
    celu_samples(all);
    channel_shuffle_samples(all);
    check_finite_samples(all);
    chi_square_samples(all);
    cholesky_samples(all);
    clip_samples(all);
    concat_samples(all);
    conj_samples(all);
    conv_samples(all);
    conv_transpose_samples(all);
    copy_samples(all);
    copysign_samples(all);
    cos_samples(all);
    cosh_samples(all);
    cosine_embedding_loss_samples(all);
    cosine_similarity_samples(all);
    count_nonzero_samples(all);
    cross_samples(all);
    cross_entropy_samples(all);
    ctc_loss_samples(all);
    cummax_samples(all);
    cummin_samples(all);
    cumulative_prod_samples(all);
    cumulative_sum_samples(all);
    deg2rad_samples(all);
    det_samples(all);
    diag_samples(all);
    diag_embed_samples(all);
    diagonal_samples(all);
    diff_samples(all);
    digitize_samples(all);
    divide_samples(all);
    dot_samples(all);
    dropout_samples(all);
    eig_samples(all);
    eigh_samples(all);
}
