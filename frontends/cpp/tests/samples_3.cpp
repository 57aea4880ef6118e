// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
//
// clang-format off
// samples_3.cpp - every sample of every public operator, called through the functions of ops.hpp.
//
// SPDX-License-Identifier: Apache-2.0
#include "samples.hpp"

using namespace weir;
using samples::Samples;
using samples::results;

static void rfftn_samples(Samples &samples) {
    samples.run("rfftn.0", [&] {
        return results(rfftn(samples.get("rfftn.0.in0")));
    });
    samples.run("rfftn.1", [&] {
        return results(rfftn(samples.get("rfftn.1.in0"), None, None, "ortho"));
    });
    samples.run("rfftn.2", [&] {
        return results(rfftn(samples.get("rfftn.2.in0"), None, {1}, "forward"));
    });
    samples.run("rfftn.3", [&] {
        return results(rfftn(samples.get("rfftn.3.in0"), {5, 8}, {1, 0}));
    });
    samples.run("rfftn.4", [&] {
        return results(rfftn(samples.get("rfftn.4.in0"), None, {0, 1}));
    });
}

static void rms_norm_samples(Samples &samples) {
    samples.run("rms_norm.0", [&] {
        return results(rms_norm(samples.get("rms_norm.0.in0"), samples.get("rms_norm.0.in1")));
    });
    samples.run("rms_norm.1", [&] {
        return results(rms_norm(samples.get("rms_norm.1.in0"), samples.get("rms_norm.1.in1"), None, 0.01));
    });
    samples.run("rms_norm.2", [&] {
        return results(rms_norm(samples.get("rms_norm.2.in0"), None));
    });
    samples.run("rms_norm.3", [&] {
        return results(rms_norm(samples.get("rms_norm.3.in0"), None, {1, 2}));
    });
}

static void rnn_samples(Samples &samples) {
    samples.run("rnn.0", [&] {
        return results(
    rnn(samples.get("rnn.0.in0"), samples.get("rnn.0.in1"), samples.get("rnn.0.in2"), samples.get("rnn.0.in3"),
    samples.get("rnn.0.in4"), samples.get("rnn.0.in5"), None));
    });
    samples.run("rnn.1", [&] {
        return results(
    rnn(samples.get("rnn.1.in0"), samples.get("rnn.1.in1"), samples.get("rnn.1.in2"), samples.get("rnn.1.in3"), None, None,
    None, "relu", true));
    });
    samples.run("rnn.2", [&] {
        return results(
    rnn(samples.get("rnn.2.in0"), samples.get("rnn.2.in1"), samples.get("rnn.2.in2"), None, None, samples.get("rnn.2.in5"),
    samples.get("rnn.2.in6"), "tanh", true));
    });
}

static void roll_samples(Samples &samples) {
    samples.run("roll.0", [&] {
        return results(roll(samples.get("roll.0.in0"), {5}));
    });
    samples.run("roll.1", [&] {
        return results(roll(samples.get("roll.1.in0"), {1}, {1}));
    });
    samples.run("roll.2", [&] {
        return results(roll(samples.get("roll.2.in0"), {-1, 2}, {0, -1}));
    });
    samples.run("roll.3", [&] {
        return results(roll(samples.get("roll.3.in0"), {1, 2}, {0, 0}));
    });
}

static void round_samples(Samples &samples) {
    samples.run("round.0", [&] {
        return results(round(samples.get("round.0.in0")));
    });
}

static void rsqrt_samples(Samples &samples) {
    samples.run("rsqrt.0", [&] {
        return results(rsqrt(samples.get("rsqrt.0.in0")));
    });
}

static void scaled_dot_product_attention_samples(Samples &samples) {
    samples.run("scaled_dot_product_attention.0", [&] {
        return results(
    scaled_dot_product_attention(samples.get("scaled_dot_product_attention.0.in0"),
    samples.get("scaled_dot_product_attention.0.in1"), samples.get("scaled_dot_product_attention.0.in2"), None, None));
    });
    samples.run("scaled_dot_product_attention.1", [&] {
        return results(
    scaled_dot_product_attention(samples.get("scaled_dot_product_attention.1.in0"),
    samples.get("scaled_dot_product_attention.1.in1"), samples.get("scaled_dot_product_attention.1.in2"),
    samples.get("scaled_dot_product_attention.1.in3"), None, 0.0, false, 0.7));
    });
    samples.run("scaled_dot_product_attention.2", [&] {
        return results(
    scaled_dot_product_attention(samples.get("scaled_dot_product_attention.2.in0"),
    samples.get("scaled_dot_product_attention.2.in1"), samples.get("scaled_dot_product_attention.2.in2"), None, None,
    0.0, true));
    });
    samples.run("scaled_dot_product_attention.3", [&] {
        return results(
    scaled_dot_product_attention(samples.get("scaled_dot_product_attention.3.in0"),
    samples.get("scaled_dot_product_attention.3.in1"), samples.get("scaled_dot_product_attention.3.in2"),
    samples.get("scaled_dot_product_attention.3.in3"), None, 0.0, false, None, true));
    });
    samples.run("scaled_dot_product_attention.4", [&] {
        return results(
    scaled_dot_product_attention(samples.get("scaled_dot_product_attention.4.in0"),
    samples.get("scaled_dot_product_attention.4.in1"), samples.get("scaled_dot_product_attention.4.in2"), None,
    samples.get("scaled_dot_product_attention.4.in4"), 0.3));
    });
}

static void scatter_samples(Samples &samples) {
    samples.run("scatter.0", [&] {
        return results(
    scatter(samples.get("scatter.0.in0"), samples.get("scatter.0.in1"), samples.get("scatter.0.in2"), 0));
    });
    samples.run("scatter.1", [&] {
        return results(
    scatter(samples.get("scatter.1.in0"), samples.get("scatter.1.in1"), samples.get("scatter.1.in2"), 1));
    });
    samples.run("scatter.2", [&] {
        return results(
    scatter(samples.get("scatter.2.in0"), samples.get("scatter.2.in1"), samples.get("scatter.2.in2")));
    });
    samples.run("scatter.3", [&] {
        return results(
    scatter(samples.get("scatter.3.in0"), samples.get("scatter.3.in1"), samples.get("scatter.3.in2"), 0));
    });
    samples.run("scatter.4", [&] {
        return results(
    scatter(samples.get("scatter.4.in0"), samples.get("scatter.4.in1"), samples.get("scatter.4.in2"), -2));
    });
}

static void scatter_add_samples(Samples &samples) {
    samples.run("scatter_add.0", [&] {
        return results(
    scatter_add(samples.get("scatter_add.0.in0"), samples.get("scatter_add.0.in1"), samples.get("scatter_add.0.in2"), 0));
    });
    samples.run("scatter_add.1", [&] {
        return results(
    scatter_add(samples.get("scatter_add.1.in0"), samples.get("scatter_add.1.in1"), samples.get("scatter_add.1.in2"), 1));
    });
    samples.run("scatter_add.2", [&] {
        return results(
    scatter_add(samples.get("scatter_add.2.in0"), samples.get("scatter_add.2.in1"), samples.get("scatter_add.2.in2")));
    });
    samples.run("scatter_add.3", [&] {
        return results(
    scatter_add(samples.get("scatter_add.3.in0"), samples.get("scatter_add.3.in1"), samples.get("scatter_add.3.in2"), 0));
    });
}

static void scatter_reduce_samples(Samples &samples) {
    samples.run("scatter_reduce.0", [&] {
        return results(
    scatter_reduce(samples.get("scatter_reduce.0.in0"), samples.get("scatter_reduce.0.in1"),
    samples.get("scatter_reduce.0.in2"), 0, "mean"));
    });
    samples.run("scatter_reduce.1", [&] {
        return results(
    scatter_reduce(samples.get("scatter_reduce.1.in0"), samples.get("scatter_reduce.1.in1"),
    samples.get("scatter_reduce.1.in2"), 1, "max", false));
    });
    samples.run("scatter_reduce.2", [&] {
        return results(
    scatter_reduce(samples.get("scatter_reduce.2.in0"), samples.get("scatter_reduce.2.in1"),
    samples.get("scatter_reduce.2.in2"), None, "mean", false));
    });
    samples.run("scatter_reduce.3", [&] {
        return results(
    scatter_reduce(samples.get("scatter_reduce.3.in0"), samples.get("scatter_reduce.3.in1"),
    samples.get("scatter_reduce.3.in2"), 0, "prod"));
    });
}

static void searchsorted_samples(Samples &samples) {
    samples.run("searchsorted.0", [&] {
        return results(searchsorted(samples.get("searchsorted.0.in0"), samples.get("searchsorted.0.in1"), None));
    });
    samples.run("searchsorted.1", [&] {
        return results(
    searchsorted(samples.get("searchsorted.1.in0"), samples.get("searchsorted.1.in1"), None, "right"));
    });
    samples.run("searchsorted.2", [&] {
        return results(searchsorted(samples.get("searchsorted.2.in0"), samples.get("searchsorted.2.in1"), None));
    });
    samples.run("searchsorted.3", [&] {
        return results(searchsorted(samples.get("searchsorted.3.in0"), samples.get("searchsorted.3.in1"), None));
    });
}

static void segment_max_samples(Samples &samples) {
    samples.run("segment_max.0", [&] {
        return results(segment_max(samples.get("segment_max.0.in0"), samples.get("segment_max.0.in1"), 2));
    });
    samples.run("segment_max.1", [&] {
        return results(segment_max(samples.get("segment_max.1.in0"), samples.get("segment_max.1.in1"), 2));
    });
}

static void segment_mean_samples(Samples &samples) {
    samples.run("segment_mean.0", [&] {
        return results(segment_mean(samples.get("segment_mean.0.in0"), samples.get("segment_mean.0.in1"), 4));
    });
    samples.run("segment_mean.1", [&] {
        return results(segment_mean(samples.get("segment_mean.1.in0"), samples.get("segment_mean.1.in1"), 3));
    });
}

static void segment_min_samples(Samples &samples) {
    samples.run("segment_min.0", [&] {
        return results(segment_min(samples.get("segment_min.0.in0"), samples.get("segment_min.0.in1"), 2));
    });
    samples.run("segment_min.1", [&] {
        return results(segment_min(samples.get("segment_min.1.in0"), samples.get("segment_min.1.in1"), 2));
    });
}

static void segment_prod_samples(Samples &samples) {
    samples.run("segment_prod.0", [&] {
        return results(segment_prod(samples.get("segment_prod.0.in0"), samples.get("segment_prod.0.in1"), 4));
    });
    samples.run("segment_prod.1", [&] {
        return results(segment_prod(samples.get("segment_prod.1.in0"), samples.get("segment_prod.1.in1"), 3));
    });
}

static void segment_sum_samples(Samples &samples) {
    samples.run("segment_sum.0", [&] {
        return results(segment_sum(samples.get("segment_sum.0.in0"), samples.get("segment_sum.0.in1"), 4));
    });
    samples.run("segment_sum.1", [&] {
        return results(segment_sum(samples.get("segment_sum.1.in0"), samples.get("segment_sum.1.in1"), 3));
    });
}

static void select_samples(Samples &samples) {
    samples.run("select.0", [&] {
        return results(select(samples.get("select.0.in0"), 1));
    });
    samples.run("select.1", [&] {
        return results(select(samples.get("select.1.in0"), -1, 1));
    });
    samples.run("select.2", [&] {
        return results(select(samples.get("select.2.in0"), 2, -2));
    });
    samples.run("select.3", [&] {
        return results(select(samples.get("select.3.in0"), 0));
    });
}

static void selu_samples(Samples &samples) {
    samples.run("selu.0", [&] {
        return results(selu(samples.get("selu.0.in0")));
    });
}

static void shuffle_samples(Samples &samples) {
    samples.run("shuffle.0", [&] {
        return results(shuffle(samples.get("shuffle.0.in0")));
    });
    samples.run("shuffle.1", [&] {
        return results(shuffle(samples.get("shuffle.1.in0")));
    });
    samples.run("shuffle.2", [&] {
        return results(shuffle(samples.get("shuffle.2.in0"), 1));
    });
    samples.run("shuffle.3", [&] {
        return results(shuffle(samples.get("shuffle.3.in0"), -1));
    });
}

static void sigmoid_samples(Samples &samples) {
    samples.run("sigmoid.0", [&] {
        return results(sigmoid(samples.get("sigmoid.0.in0")));
    });
}

static void sign_samples(Samples &samples) {
    samples.run("sign.0", [&] {
        return results(sign(samples.get("sign.0.in0")));
    });
}

static void signbit_samples(Samples &samples) {
    samples.run("signbit.0", [&] {
        return results(signbit(samples.get("signbit.0.in0")));
    });
}

static void silu_samples(Samples &samples) {
    samples.run("silu.0", [&] {
        return results(silu(samples.get("silu.0.in0")));
    });
}

static void sin_samples(Samples &samples) {
    samples.run("sin.0", [&] {
        return results(sin(samples.get("sin.0.in0")));
    });
}

static void sinc_samples(Samples &samples) {
    samples.run("sinc.0", [&] {
        return results(sinc(samples.get("sinc.0.in0")));
    });
}

static void sinh_samples(Samples &samples) {
    samples.run("sinh.0", [&] {
        return results(sinh(samples.get("sinh.0.in0")));
    });
}

static void slice_samples(Samples &samples) {
    samples.run("slice.0", [&] {
        return results(slice(samples.get("slice.0.in0"), {1}, {4}));
    });
    samples.run("slice.1", [&] {
        return results(slice(samples.get("slice.1.in0"), {-1, 1}, {-6, 100}, {-2, 2}));
    });
    samples.run("slice.2", [&] {
        return results(slice(samples.get("slice.2.in0"), {3}, {1}));
    });
    samples.run("slice.3", [&] {
        return results(slice(samples.get("slice.3.in0")));
    });
}

static void slice_update_samples(Samples &samples) {
    samples.run("slice_update.0", [&] {
        return results(slice_update(samples.get("slice_update.0.in0"), samples.get("slice_update.0.in1"), {1}, {4}));
    });
    samples.run("slice_update.1", [&] {
        return results(
    slice_update(samples.get("slice_update.1.in0"), samples.get("slice_update.1.in1"), {-1, 1}, {-6, 100}, {-2, 2}));
    });
    samples.run("slice_update.2", [&] {
        return results(slice_update(samples.get("slice_update.2.in0"), samples.get("slice_update.2.in1"), {1}, {3}));
    });
}

static void sliding_window_view_samples(Samples &samples) {
    samples.run("sliding_window_view.0", [&] {
        return results(sliding_window_view(samples.get("sliding_window_view.0.in0"), {3}));
    });
    samples.run("sliding_window_view.1", [&] {
        return results(sliding_window_view(samples.get("sliding_window_view.1.in0"), {2, 3}));
    });
    samples.run("sliding_window_view.2", [&] {
        return results(sliding_window_view(samples.get("sliding_window_view.2.in0"), {4}, {1}));
    });
}

static void slogdet_samples(Samples &samples) {
    samples.run("slogdet.0", [&] {
        return results(slogdet(samples.get("slogdet.0.in0")));
    });
    samples.run("slogdet.1", [&] {
        return results(slogdet(samples.get("slogdet.1.in0")));
    });
}

static void smooth_l1_loss_samples(Samples &samples) {
    samples.run("smooth_l1_loss.0", [&] {
        return results(smooth_l1_loss(samples.get("smooth_l1_loss.0.in0"), samples.get("smooth_l1_loss.0.in1")));
    });
    samples.run("smooth_l1_loss.1", [&] {
        return results(
    smooth_l1_loss(samples.get("smooth_l1_loss.1.in0"), samples.get("smooth_l1_loss.1.in1"), "sum", 0.5));
    });
    samples.run("smooth_l1_loss.2", [&] {
        return results(
    smooth_l1_loss(samples.get("smooth_l1_loss.2.in0"), samples.get("smooth_l1_loss.2.in1"), "none"));
    });
    samples.run("smooth_l1_loss.3", [&] {
        return results(
    smooth_l1_loss(samples.get("smooth_l1_loss.3.in0"), samples.get("smooth_l1_loss.3.in1"), "mean", 0.0));
    });
}

static void soft_margin_loss_samples(Samples &samples) {
    samples.run("soft_margin_loss.0", [&] {
        return results(soft_margin_loss(samples.get("soft_margin_loss.0.in0"), samples.get("soft_margin_loss.0.in1")));
    });
    samples.run("soft_margin_loss.1", [&] {
        return results(
    soft_margin_loss(samples.get("soft_margin_loss.1.in0"), samples.get("soft_margin_loss.1.in1"), "sum"));
    });
    samples.run("soft_margin_loss.2", [&] {
        return results(
    soft_margin_loss(samples.get("soft_margin_loss.2.in0"), samples.get("soft_margin_loss.2.in1"), "none"));
    });
}

static void softmax_samples(Samples &samples) {
    samples.run("softmax.0", [&] {
        return results(softmax(samples.get("softmax.0.in0")));
    });
    samples.run("softmax.1", [&] {
        return results(softmax(samples.get("softmax.1.in0"), 1));
    });
    samples.run("softmax.2", [&] {
        return results(softmax(samples.get("softmax.2.in0"), 0));
    });
}

static void softmin_samples(Samples &samples) {
    samples.run("softmin.0", [&] {
        return results(softmin(samples.get("softmin.0.in0")));
    });
    samples.run("softmin.1", [&] {
        return results(softmin(samples.get("softmin.1.in0"), 1));
    });
}

static void softplus_samples(Samples &samples) {
    samples.run("softplus.0", [&] {
        return results(softplus(samples.get("softplus.0.in0")));
    });
}

static void softshrink_samples(Samples &samples) {
    samples.run("softshrink.0", [&] {
        return results(softshrink(samples.get("softshrink.0.in0")));
    });
    samples.run("softshrink.1", [&] {
        return results(softshrink(samples.get("softshrink.1.in0"), 1.1));
    });
}

static void softsign_samples(Samples &samples) {
    samples.run("softsign.0", [&] {
        return results(softsign(samples.get("softsign.0.in0")));
    });
}

static void solve_samples(Samples &samples) {
    samples.run("solve.0", [&] {
        return results(solve(samples.get("solve.0.in0"), samples.get("solve.0.in1")));
    });
    samples.run("solve.1", [&] {
        return results(solve(samples.get("solve.1.in0"), samples.get("solve.1.in1")));
    });
    samples.run("solve.2", [&] {
        return results(solve(samples.get("solve.2.in0"), samples.get("solve.2.in1")));
    });
    samples.run("solve.3", [&] {
        return results(solve(samples.get("solve.3.in0"), samples.get("solve.3.in1")));
    });
    samples.run("solve.4", [&] {
        return results(solve(samples.get("solve.4.in0"), samples.get("solve.4.in1"), false));
    });
    samples.run("solve.5", [&] {
        return results(solve(samples.get("solve.5.in0"), samples.get("solve.5.in1"), false));
    });
    samples.run("solve.6", [&] {
        return results(solve(samples.get("solve.6.in0"), samples.get("solve.6.in1"), false));
    });
}

static void solve_triangular_samples(Samples &samples) {
    samples.run("solve_triangular.0", [&] {
        return results(solve_triangular(samples.get("solve_triangular.0.in0"), samples.get("solve_triangular.0.in1")));
    });
    samples.run("solve_triangular.1", [&] {
        return results(
    solve_triangular(samples.get("solve_triangular.1.in0"), samples.get("solve_triangular.1.in1"), true));
    });
    samples.run("solve_triangular.2", [&] {
        return results(
    solve_triangular(samples.get("solve_triangular.2.in0"), samples.get("solve_triangular.2.in1"), false, true));
    });
    samples.run("solve_triangular.3", [&] {
        return results(
    solve_triangular(samples.get("solve_triangular.3.in0"), samples.get("solve_triangular.3.in1"), true, true));
    });
    samples.run("solve_triangular.4", [&] {
        return results(
    solve_triangular(samples.get("solve_triangular.4.in0"), samples.get("solve_triangular.4.in1"), false, false, false));
    });
    samples.run("solve_triangular.5", [&] {
        return results(
    solve_triangular(samples.get("solve_triangular.5.in0"), samples.get("solve_triangular.5.in1"), true, false, false));
    });
    samples.run("solve_triangular.6", [&] {
        return results(
    solve_triangular(samples.get("solve_triangular.6.in0"), samples.get("solve_triangular.6.in1"), false, true, false));
    });
    samples.run("solve_triangular.7", [&] {
        return results(solve_triangular(samples.get("solve_triangular.7.in0"), samples.get("solve_triangular.7.in1")));
    });
    samples.run("solve_triangular.8", [&] {
        return results(
    solve_triangular(samples.get("solve_triangular.8.in0"), samples.get("solve_triangular.8.in1"), true, false, false));
    });
}

static void sort_samples(Samples &samples) {
    samples.run("sort.0", [&] {
        return results(sort(samples.get("sort.0.in0")));
    });
    samples.run("sort.1", [&] {
        return results(sort(samples.get("sort.1.in0"), 0));
    });
    samples.run("sort.2", [&] {
        return results(sort(samples.get("sort.2.in0"), 1, true));
    });
    samples.run("sort.3", [&] {
        return results(sort(samples.get("sort.3.in0")));
    });
    samples.run("sort.4", [&] {
        return results(sort(samples.get("sort.4.in0")));
    });
}

static void split_samples(Samples &samples) {
    samples.run("split.0", [&] {
        return results(split(samples.get("split.0.in0"), 3));
    });
    samples.run("split.1", [&] {
        return results(split(samples.get("split.1.in0"), 2, None, 1));
    });
    samples.run("split.2", [&] {
        return results(split(samples.get("split.2.in0"), None, {1, 3}));
    });
    samples.run("split.3", [&] {
        return results(split(samples.get("split.3.in0"), None, {2, 4}, -1));
    });
}

static void sqrt_samples(Samples &samples) {
    samples.run("sqrt.0", [&] {
        return results(sqrt(samples.get("sqrt.0.in0")));
    });
}

static void square_samples(Samples &samples) {
    samples.run("square.0", [&] {
        return results(square(samples.get("square.0.in0")));
    });
}

static void squeeze_samples(Samples &samples) {
    samples.run("squeeze.0", [&] {
        return results(squeeze(samples.get("squeeze.0.in0"), {1}));
    });
    samples.run("squeeze.1", [&] {
        return results(squeeze(samples.get("squeeze.1.in0"), {0, -1}));
    });
    samples.run("squeeze.2", [&] {
        return results(squeeze(samples.get("squeeze.2.in0")));
    });
}

static void stack_samples(Samples &samples) {
    samples.run("stack.0", [&] {
        return results(stack(samples.list("stack.0.in0", 2)));
    });
    samples.run("stack.1", [&] {
        return results(stack(samples.list("stack.1.in0", 3), -1));
    });
    samples.run("stack.2", [&] {
        return results(stack(samples.list("stack.2.in0", 2), 1));
    });
    samples.run("stack.3", [&] {
        return results(stack(samples.list("stack.3.in0", 2)));
    });
}

static void std_samples(Samples &samples) {
    samples.run("std.0", [&] {
        return results(stddev(samples.get("std.0.in0")));
    });
    samples.run("std.1", [&] {
        return results(stddev(samples.get("std.1.in0"), {1}, false, 1.0));
    });
    samples.run("std.2", [&] {
        return results(stddev(samples.get("std.2.in0"), {0, 2}, true));
    });
}

static void student_t_samples(Samples &samples) {
    samples.run("student_t.0", [&] {
        return results(student_t(samples.get("student_t.0.in0")));
    });
    samples.run("student_t.1", [&] {
        return results(student_t(samples.get("student_t.1.in0"), {100}));
    });
}

static void subtract_samples(Samples &samples) {
    samples.run("subtract.0", [&] {
        return results(subtract(samples.get("subtract.0.in0"), samples.get("subtract.0.in1")));
    });
    samples.run("subtract.1", [&] {
        return results(subtract(samples.get("subtract.1.in0"), samples.get("subtract.1.in1")));
    });
}

static void sum_samples(Samples &samples) {
    samples.run("sum.0", [&] {
        return results(sum(samples.get("sum.0.in0")));
    });
    samples.run("sum.1", [&] {
        return results(sum(samples.get("sum.1.in0"), {1}));
    });
    samples.run("sum.2", [&] {
        return results(sum(samples.get("sum.2.in0"), {0, 2}, true));
    });
    samples.run("sum.3", [&] {
        return results(sum(samples.get("sum.3.in0"), {-1}));
    });
}

static void svd_samples(Samples &samples) {
    samples.run("svd.0", [&] {
        return results(svd(samples.get("svd.0.in0")));
    });
    samples.run("svd.1", [&] {
        return results(svd(samples.get("svd.1.in0"), false));
    });
    samples.run("svd.2", [&] {
        return results(svd(samples.get("svd.2.in0"), false));
    });
    samples.run("svd.3", [&] {
        return results(svd(samples.get("svd.3.in0")));
    });
}

static void svdvals_samples(Samples &samples) {
    samples.run("svdvals.0", [&] {
        return results(svdvals(samples.get("svdvals.0.in0")));
    });
    samples.run("svdvals.1", [&] {
        return results(svdvals(samples.get("svdvals.1.in0")));
    });
    samples.run("svdvals.2", [&] {
        return results(svdvals(samples.get("svdvals.2.in0")));
    });
}

static void swapaxes_samples(Samples &samples) {
    samples.run("swapaxes.0", [&] {
        return results(swapaxes(samples.get("swapaxes.0.in0")));
    });
    samples.run("swapaxes.1", [&] {
        return results(swapaxes(samples.get("swapaxes.1.in0"), 0, -1));
    });
}

static void take_samples(Samples &samples) {
    samples.run("take.0", [&] {
        return results(take(samples.get("take.0.in0"), samples.get("take.0.in1"), 0));
    });
    samples.run("take.1", [&] {
        return results(take(samples.get("take.1.in0"), samples.get("take.1.in1"), 1));
    });
    samples.run("take.2", [&] {
        return results(take(samples.get("take.2.in0"), samples.get("take.2.in1"), -2));
    });
    samples.run("take.3", [&] {
        return results(take(samples.get("take.3.in0"), samples.get("take.3.in1")));
    });
}

static void take_along_axis_samples(Samples &samples) {
    samples.run("take_along_axis.0", [&] {
        return results(take_along_axis(samples.get("take_along_axis.0.in0"), samples.get("take_along_axis.0.in1")));
    });
    samples.run("take_along_axis.1", [&] {
        return results(take_along_axis(samples.get("take_along_axis.1.in0"), samples.get("take_along_axis.1.in1"), 0));
    });
    samples.run("take_along_axis.2", [&] {
        return results(take_along_axis(samples.get("take_along_axis.2.in0"), samples.get("take_along_axis.2.in1"), 1));
    });
    samples.run("take_along_axis.3", [&] {
        return results(take_along_axis(samples.get("take_along_axis.3.in0"), samples.get("take_along_axis.3.in1")));
    });
}

static void tan_samples(Samples &samples) {
    samples.run("tan.0", [&] {
        return results(tan(samples.get("tan.0.in0")));
    });
}

static void tanh_samples(Samples &samples) {
    samples.run("tanh.0", [&] {
        return results(tanh(samples.get("tanh.0.in0")));
    });
}

static void tanhshrink_samples(Samples &samples) {
    samples.run("tanhshrink.0", [&] {
        return results(tanhshrink(samples.get("tanhshrink.0.in0")));
    });
}

static void tensordot_samples(Samples &samples) {
    samples.run("tensordot.0", [&] {
        return results(tensordot(samples.get("tensordot.0.in0"), samples.get("tensordot.0.in1")));
    });
    samples.run("tensordot.1", [&] {
        return results(tensordot(samples.get("tensordot.1.in0"), samples.get("tensordot.1.in1"), 1));
    });
    samples.run("tensordot.2", [&] {
        return results(tensordot(samples.get("tensordot.2.in0"), samples.get("tensordot.2.in1"), 0));
    });
    samples.run("tensordot.3", [&] {
        return results(tensordot(samples.get("tensordot.3.in0"), samples.get("tensordot.3.in1"), 2, {0, 2}, {2, 0}));
    });
    samples.run("tensordot.4", [&] {
        return results(tensordot(samples.get("tensordot.4.in0"), samples.get("tensordot.4.in1"), 2, {1, 0}, {0, 1}));
    });
}

static void threshold_samples(Samples &samples) {
    samples.run("threshold.0", [&] {
        return results(threshold(samples.get("threshold.0.in0")));
    });
    samples.run("threshold.1", [&] {
        return results(threshold(samples.get("threshold.1.in0"), 0.3, -7.0));
    });
}

static void tile_samples(Samples &samples) {
    samples.run("tile.0", [&] {
        return results(tile(samples.get("tile.0.in0"), {2, 1}));
    });
    samples.run("tile.1", [&] {
        return results(tile(samples.get("tile.1.in0"), {2, 3}));
    });
    samples.run("tile.2", [&] {
        return results(tile(samples.get("tile.2.in0"), {2}));
    });
    samples.run("tile.3", [&] {
        return results(tile(samples.get("tile.3.in0"), {0, 2}));
    });
    samples.run("tile.4", [&] {
        return results(tile(samples.get("tile.4.in0"), {3}));
    });
}

static void to_device_samples(Samples &samples) {
    samples.run("to_device.0", [&] {
        return results(to_device(samples.get("to_device.0.in0"), Device::of(256)));
    });
}

static void topk_samples(Samples &samples) {
    samples.run("topk.0", [&] {
        return results(topk(samples.get("topk.0.in0"), 2));
    });
    samples.run("topk.1", [&] {
        return results(topk(samples.get("topk.1.in0"), 4, 0, false));
    });
    samples.run("topk.2", [&] {
        return results(topk(samples.get("topk.2.in0"), 2, 1));
    });
    samples.run("topk.3", [&] {
        return results(topk(samples.get("topk.3.in0"), 1));
    });
    samples.run("topk.4", [&] {
        return results(topk(samples.get("topk.4.in0"), 9, -1, false));
    });
    samples.run("topk.5", [&] {
        return results(topk(samples.get("topk.5.in0"), 0));
    });
}

static void trace_samples(Samples &samples) {
    samples.run("trace.0", [&] {
        return results(trace(samples.get("trace.0.in0")));
    });
    samples.run("trace.1", [&] {
        return results(trace(samples.get("trace.1.in0"), 1));
    });
    samples.run("trace.2", [&] {
        return results(trace(samples.get("trace.2.in0"), -2));
    });
    samples.run("trace.3", [&] {
        return results(trace(samples.get("trace.3.in0"), 0, DType::Float64));
    });
}

static void tril_samples(Samples &samples) {
    samples.run("tril.0", [&] {
        return results(tril(samples.get("tril.0.in0")));
    });
    samples.run("tril.1", [&] {
        return results(tril(samples.get("tril.1.in0"), 1));
    });
    samples.run("tril.2", [&] {
        return results(tril(samples.get("tril.2.in0"), -2));
    });
}

static void triplet_margin_loss_samples(Samples &samples) {
    samples.run("triplet_margin_loss.0", [&] {
        return results(
    triplet_margin_loss(samples.get("triplet_margin_loss.0.in0"), samples.get("triplet_margin_loss.0.in1"),
    samples.get("triplet_margin_loss.0.in2")));
    });
    samples.run("triplet_margin_loss.1", [&] {
        return results(
    triplet_margin_loss(samples.get("triplet_margin_loss.1.in0"), samples.get("triplet_margin_loss.1.in1"),
    samples.get("triplet_margin_loss.1.in2"), "sum", 1.0, 1.0, 1e-06, true));
    });
    samples.run("triplet_margin_loss.2", [&] {
        return results(
    triplet_margin_loss(samples.get("triplet_margin_loss.2.in0"), samples.get("triplet_margin_loss.2.in1"),
    samples.get("triplet_margin_loss.2.in2"), "none", 2.0, 3.0));
    });
}

static void triu_samples(Samples &samples) {
    samples.run("triu.0", [&] {
        return results(triu(samples.get("triu.0.in0")));
    });
    samples.run("triu.1", [&] {
        return results(triu(samples.get("triu.1.in0"), 1));
    });
    samples.run("triu.2", [&] {
        return results(triu(samples.get("triu.2.in0"), -2));
    });
}

static void trunc_samples(Samples &samples) {
    samples.run("trunc.0", [&] {
        return results(trunc(samples.get("trunc.0.in0")));
    });
}

static void truncated_normal_samples(Samples &samples) {
    samples.run("truncated_normal.0", [&] {
        return results(truncated_normal({3, 4}));
    });
    samples.run("truncated_normal.1", [&] {
        return results(truncated_normal({100}, 1.0, 2.0, 0.0, 1e+300));
    });
}

static void unfold_samples(Samples &samples) {
    samples.run("unfold.0", [&] {
        return results(unfold(samples.get("unfold.0.in0"), {2, 3}));
    });
    samples.run("unfold.1", [&] {
        return results(unfold(samples.get("unfold.1.in0"), {3}, {2, 1}, {1, 2}, {2, 1}));
    });
    samples.run("unfold.2", [&] {
        return results(unfold(samples.get("unfold.2.in0"), {3}, None, None, {3}));
    });
    samples.run("unfold.3", [&] {
        return results(unfold(samples.get("unfold.3.in0"), {2}, None, {1}, {2}));
    });
}

static void uniform_samples(Samples &samples) {
    samples.run("uniform.0", [&] {
        return results(uniform({3, 4}));
    });
    samples.run("uniform.1", [&] {
        return results(uniform({1000}, -2.0, 5.0));
    });
}

static void unique_all_samples(Samples &samples) {
    samples.run("unique_all.0", [&] {
        return results(unique_all(samples.get("unique_all.0.in0")));
    });
    samples.run("unique_all.1", [&] {
        return results(unique_all(samples.get("unique_all.1.in0")));
    });
    samples.run("unique_all.2", [&] {
        return results(unique_all(samples.get("unique_all.2.in0")));
    });
    samples.run("unique_all.3", [&] {
        return results(unique_all(samples.get("unique_all.3.in0")));
    });
    samples.run("unique_all.4", [&] {
        return results(unique_all(samples.get("unique_all.4.in0")));
    });
}

static void unique_counts_samples(Samples &samples) {
    samples.run("unique_counts.0", [&] {
        return results(unique_counts(samples.get("unique_counts.0.in0")));
    });
    samples.run("unique_counts.1", [&] {
        return results(unique_counts(samples.get("unique_counts.1.in0")));
    });
    samples.run("unique_counts.2", [&] {
        return results(unique_counts(samples.get("unique_counts.2.in0")));
    });
    samples.run("unique_counts.3", [&] {
        return results(unique_counts(samples.get("unique_counts.3.in0")));
    });
    samples.run("unique_counts.4", [&] {
        return results(unique_counts(samples.get("unique_counts.4.in0")));
    });
}

static void unique_inverse_samples(Samples &samples) {
    samples.run("unique_inverse.0", [&] {
        return results(unique_inverse(samples.get("unique_inverse.0.in0")));
    });
    samples.run("unique_inverse.1", [&] {
        return results(unique_inverse(samples.get("unique_inverse.1.in0")));
    });
    samples.run("unique_inverse.2", [&] {
        return results(unique_inverse(samples.get("unique_inverse.2.in0")));
    });
    samples.run("unique_inverse.3", [&] {
        return results(unique_inverse(samples.get("unique_inverse.3.in0")));
    });
    samples.run("unique_inverse.4", [&] {
        return results(unique_inverse(samples.get("unique_inverse.4.in0")));
    });
}

static void unique_values_samples(Samples &samples) {
    samples.run("unique_values.0", [&] {
        return results(unique_values(samples.get("unique_values.0.in0")));
    });
    samples.run("unique_values.1", [&] {
        return results(unique_values(samples.get("unique_values.1.in0")));
    });
    samples.run("unique_values.2", [&] {
        return results(unique_values(samples.get("unique_values.2.in0")));
    });
    samples.run("unique_values.3", [&] {
        return results(unique_values(samples.get("unique_values.3.in0")));
    });
    samples.run("unique_values.4", [&] {
        return results(unique_values(samples.get("unique_values.4.in0")));
    });
}

static void unstack_samples(Samples &samples) {
    samples.run("unstack.0", [&] {
        return results(unstack(samples.get("unstack.0.in0")));
    });
    samples.run("unstack.1", [&] {
        return results(unstack(samples.get("unstack.1.in0"), -1));
    });
    samples.run("unstack.2", [&] {
        return results(unstack(samples.get("unstack.2.in0")));
    });
}

static void var_samples(Samples &samples) {
    samples.run("var.0", [&] {
        return results(var(samples.get("var.0.in0")));
    });
    samples.run("var.1", [&] {
        return results(var(samples.get("var.1.in0"), {1}, false, 1.0));
    });
    samples.run("var.2", [&] {
        return results(var(samples.get("var.2.in0"), {0, 2}, true));
    });
}

static void vecdot_samples(Samples &samples) {
    samples.run("vecdot.0", [&] {
        return results(vecdot(samples.get("vecdot.0.in0"), samples.get("vecdot.0.in1")));
    });
    samples.run("vecdot.1", [&] {
        return results(vecdot(samples.get("vecdot.1.in0"), samples.get("vecdot.1.in1")));
    });
    samples.run("vecdot.2", [&] {
        return results(vecdot(samples.get("vecdot.2.in0"), samples.get("vecdot.2.in1"), 0));
    });
    samples.run("vecdot.3", [&] {
        return results(vecdot(samples.get("vecdot.3.in0"), samples.get("vecdot.3.in1")));
    });
    samples.run("vecdot.4", [&] {
        return results(vecdot(samples.get("vecdot.4.in0"), samples.get("vecdot.4.in1")));
    });
    samples.run("vecdot.5", [&] {
        return results(vecdot(samples.get("vecdot.5.in0"), samples.get("vecdot.5.in1")));
    });
}

static void vector_norm_samples(Samples &samples) {
    samples.run("vector_norm.0", [&] {
        return results(vector_norm(samples.get("vector_norm.0.in0")));
    });
    samples.run("vector_norm.1", [&] {
        return results(vector_norm(samples.get("vector_norm.1.in0"), {1}, false, 1.0));
    });
    samples.run("vector_norm.2", [&] {
        return results(vector_norm(samples.get("vector_norm.2.in0"), {0, -1}, true, 3.0));
    });
    samples.run("vector_norm.3", [&] {
        return results(
    vector_norm(samples.get("vector_norm.3.in0"), {0}, false, std::numeric_limits<double>::infinity()));
    });
    samples.run("vector_norm.4", [&] {
        return results(
    vector_norm(samples.get("vector_norm.4.in0"), None, false, -std::numeric_limits<double>::infinity()));
    });
    samples.run("vector_norm.5", [&] {
        return results(vector_norm(samples.get("vector_norm.5.in0"), {1}, false, 0.0));
    });
    samples.run("vector_norm.6", [&] {
        return results(vector_norm(samples.get("vector_norm.6.in0"), None, false, 0.5));
    });
}

static void von_mises_samples(Samples &samples) {
    samples.run("von_mises.0", [&] {
        return results(von_mises(samples.get("von_mises.0.in0"), samples.get("von_mises.0.in1")));
    });
    samples.run("von_mises.1", [&] {
        return results(von_mises(samples.get("von_mises.1.in0"), samples.get("von_mises.1.in1"), {100}));
    });
}

static void weibull_samples(Samples &samples) {
    samples.run("weibull.0", [&] {
        return results(weibull(samples.get("weibull.0.in0")));
    });
    samples.run("weibull.1", [&] {
        return results(weibull(samples.get("weibull.1.in0"), 0.5, {100}));
    });
    samples.run("weibull.2", [&] {
        return results(weibull(samples.get("weibull.2.in0"), 1.0, {3, 4}));
    });
}

static void where_samples(Samples &samples) {
    samples.run("where.0", [&] {
        return results(where(samples.get("where.0.in0"), samples.get("where.0.in1"), samples.get("where.0.in2")));
    });
    samples.run("where.1", [&] {
        return results(where(samples.get("where.1.in0"), samples.get("where.1.in1"), samples.get("where.1.in2")));
    });
}

static void zeros_samples(Samples &samples) {
    samples.run("zeros.0", [&] {
        return results(zeros({3, 4}));
    });
    samples.run("zeros.1", [&] {
        return results(zeros({2, 0}));
    });
    samples.run("zeros.2", [&] {
        return results(zeros({5}, DType::Int16));
    });
    samples.run("zeros.3", [&] {
        return results(zeros({5}, DType::Complex64));
    });
    samples.run("zeros.4", [&] {
        return results(zeros({2, 3}, DType::Bool));
    });
}

static void zeros_like_samples(Samples &samples) {
    samples.run("zeros_like.0", [&] {
        return results(zeros_like(samples.get("zeros_like.0.in0")));
    });
    samples.run("zeros_like.1", [&] {
        return results(zeros_like(samples.get("zeros_like.1.in0"), DType::Int32));
    });
    samples.run("zeros_like.2", [&] {
        return results(zeros_like(samples.get("zeros_like.2.in0"), DType::Complex128));
    });
}

void samples_3(Samples &all) {
    rfftn_samples(all);
    rms_norm_samples(all);
    rnn_samples(all);
    roll_samples(all);
    round_samples(all);
    rsqrt_samples(all);
    scaled_dot_product_attention_samples(all);
    scatter_samples(all);
    scatter_add_samples(all);
    scatter_reduce_samples(all);
    searchsorted_samples(all);
    segment_max_samples(all);
    segment_mean_samples(all);
    segment_min_samples(all);
    segment_prod_samples(all);
    segment_sum_samples(all);
    select_samples(all);
    selu_samples(all);
    shuffle_samples(all);
    sigmoid_samples(all);
    sign_samples(all);
    signbit_samples(all);
    silu_samples(all);
    sin_samples(all);
    sinc_samples(all);
    sinh_samples(all);
    slice_samples(all);
    slice_update_samples(all);
    sliding_window_view_samples(all);
    slogdet_samples(all);
    smooth_l1_loss_samples(all);
    soft_margin_loss_samples(all);
    softmax_samples(all);
    softmin_samples(all);
    softplus_samples(all);
    softshrink_samples(all);
    softsign_samples(all);
    solve_samples(all);
    solve_triangular_samples(all);
    sort_samples(all);
    split_samples(all);
    sqrt_samples(all);
    square_samples(all);
    squeeze_samples(all);
    stack_samples(all);
    std_samples(all);
    student_t_samples(all);
    subtract_samples(all);
    sum_samples(all);
    svd_samples(all);
    svdvals_samples(all);
    swapaxes_samples(all);
    take_samples(all);
    take_along_axis_samples(all);
    tan_samples(all);
    tanh_samples(all);
    tanhshrink_samples(all);
    tensordot_samples(all);
    threshold_samples(all);
    tile_samples(all);
    to_device_samples(all);
    topk_samples(all);
    trace_samples(all);
    tril_samples(all);
    triplet_margin_loss_samples(all);
    triu_samples(all);
    trunc_samples(all);
    truncated_normal_samples(all);
    unfold_samples(all);
    uniform_samples(all);
    unique_all_samples(all);
    unique_counts_samples(all);
    unique_inverse_samples(all);
    unique_values_samples(all);
    unstack_samples(all);
    var_samples(all);
    vecdot_samples(all);
    vector_norm_samples(all);
    von_mises_samples(all);
    weibull_samples(all);
    where_samples(all);
    zeros_samples(all);
    zeros_like_samples(all);
}
