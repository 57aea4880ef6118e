// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
//
// clang-format off
// samples_1.cpp - every sample of every public operator, called through the functions of ops.hpp.
//
// SPDX-License-Identifier: Apache-2.0
#include "samples.hpp"

using namespace weir;
using samples::Samples;
using samples::results;

static void eigvals_samples(Samples &samples) {
    samples.run("eigvals.0", [&] {
        return results(eigvals(samples.get("eigvals.0.in0")));
    });
    samples.run("eigvals.1", [&] {
        return results(eigvals(samples.get("eigvals.1.in0")));
    });
    samples.run("eigvals.2", [&] {
        return results(eigvals(samples.get("eigvals.2.in0")));
    });
}

static void eigvalsh_samples(Samples &samples) {
    samples.run("eigvalsh.0", [&] {
        return results(eigvalsh(samples.get("eigvalsh.0.in0")));
    });
    samples.run("eigvalsh.1", [&] {
        return results(eigvalsh(samples.get("eigvalsh.1.in0")));
    });
    samples.run("eigvalsh.2", [&] {
        return results(eigvalsh(samples.get("eigvalsh.2.in0")));
    });
}

static void einsum_samples(Samples &samples) {
    samples.run("einsum.0", [&] {
        return results(einsum(samples.list("einsum.0.in0", 2), "ij,jk->ik"));
    });
    samples.run("einsum.1", [&] {
        return results(einsum(samples.list("einsum.1.in0", 1), "ii->i"));
    });
    samples.run("einsum.2", [&] {
        return results(einsum(samples.list("einsum.2.in0", 2), "bij,bjk"));
    });
    samples.run("einsum.3", [&] {
        return results(einsum(samples.list("einsum.3.in0", 3), "ij,jk,kl->il"));
    });
    samples.run("einsum.4", [&] {
        return results(einsum(samples.list("einsum.4.in0", 2), "...i,...i->..."));
    });
    samples.run("einsum.5", [&] {
        return results(einsum(samples.list("einsum.5.in0", 1), "ij->j"));
    });
    samples.run("einsum.6", [&] {
        return results(einsum(samples.list("einsum.6.in0", 2), "i,j->ji"));
    });
    samples.run("einsum.7", [&] {
        return results(einsum(samples.list("einsum.7.in0", 2), "iij,j->"));
    });
    samples.run("einsum.8", [&] {
        return results(einsum(samples.list("einsum.8.in0", 2), "ij,ij->ij"));
    });
}

static void elu_samples(Samples &samples) {
    samples.run("elu.0", [&] {
        return results(elu(samples.get("elu.0.in0")));
    });
    samples.run("elu.1", [&] {
        return results(elu(samples.get("elu.1.in0"), 0.5));
    });
}

static void embedding_samples(Samples &samples) {
    samples.run("embedding.0", [&] {
        return results(embedding(samples.get("embedding.0.in0"), samples.get("embedding.0.in1")));
    });
    samples.run("embedding.1", [&] {
        return results(embedding(samples.get("embedding.1.in0"), samples.get("embedding.1.in1")));
    });
    samples.run("embedding.2", [&] {
        return results(embedding(samples.get("embedding.2.in0"), samples.get("embedding.2.in1")));
    });
}

static void empty_samples(Samples &samples) {
    samples.run("empty.0", [&] {
        return results(empty({3, 4}));
    });
    samples.run("empty.1", [&] {
        return results(empty({2, 0}));
    });
    samples.run("empty.2", [&] {
        return results(empty({5}, DType::Int16));
    });
    samples.run("empty.3", [&] {
        return results(empty({5}, DType::Complex64));
    });
    samples.run("empty.4", [&] {
        return results(empty({2, 3}, DType::Bool));
    });
}

static void empty_like_samples(Samples &samples) {
    samples.run("empty_like.0", [&] {
        return results(empty_like(samples.get("empty_like.0.in0")));
    });
    samples.run("empty_like.1", [&] {
        return results(empty_like(samples.get("empty_like.1.in0"), DType::Int32));
    });
    samples.run("empty_like.2", [&] {
        return results(empty_like(samples.get("empty_like.2.in0"), DType::Complex128));
    });
}

static void equal_samples(Samples &samples) {
    samples.run("equal.0", [&] {
        return results(equal(samples.get("equal.0.in0"), samples.get("equal.0.in1")));
    });
}

static void erf_samples(Samples &samples) {
    samples.run("erf.0", [&] {
        return results(erf(samples.get("erf.0.in0")));
    });
}

static void exp_samples(Samples &samples) {
    samples.run("exp.0", [&] {
        return results(exp(samples.get("exp.0.in0")));
    });
}

static void exp2_samples(Samples &samples) {
    samples.run("exp2.0", [&] {
        return results(exp2(samples.get("exp2.0.in0")));
    });
}

static void expand_dims_samples(Samples &samples) {
    samples.run("expand_dims.0", [&] {
        return results(expand_dims(samples.get("expand_dims.0.in0"), {0}));
    });
    samples.run("expand_dims.1", [&] {
        return results(expand_dims(samples.get("expand_dims.1.in0"), {1, -1}));
    });
    samples.run("expand_dims.2", [&] {
        return results(expand_dims(samples.get("expand_dims.2.in0"), {0}));
    });
}

static void expm_samples(Samples &samples) {
    samples.run("expm.0", [&] {
        return results(expm(samples.get("expm.0.in0")));
    });
    samples.run("expm.1", [&] {
        return results(expm(samples.get("expm.1.in0")));
    });
    samples.run("expm.2", [&] {
        return results(expm(samples.get("expm.2.in0")));
    });
}

static void expm1_samples(Samples &samples) {
    samples.run("expm1.0", [&] {
        return results(expm1(samples.get("expm1.0.in0")));
    });
}

static void exponential_samples(Samples &samples) {
    samples.run("exponential.0", [&] {
        return results(exponential({3, 4}));
    });
    samples.run("exponential.1", [&] {
        return results(exponential({1000}, 3.0));
    });
}

static void eye_samples(Samples &samples) {
    samples.run("eye.0", [&] {
        return results(eye(3));
    });
    samples.run("eye.1", [&] {
        return results(eye(3, 5, 1));
    });
    samples.run("eye.2", [&] {
        return results(eye(4, 2, -2, DType::Int32));
    });
    samples.run("eye.3", [&] {
        return results(eye(0));
    });
    samples.run("eye.4", [&] {
        return results(eye(2, None, 7));
    });
    samples.run("eye.5", [&] {
        return results(eye(2, None, -3000000000));
    });
}

static void fftn_samples(Samples &samples) {
    samples.run("fftn.0", [&] {
        return results(fftn(samples.get("fftn.0.in0")));
    });
    samples.run("fftn.1", [&] {
        return results(fftn(samples.get("fftn.1.in0"), None, None, "ortho"));
    });
    samples.run("fftn.2", [&] {
        return results(fftn(samples.get("fftn.2.in0"), None, {1}, "forward"));
    });
    samples.run("fftn.3", [&] {
        return results(fftn(samples.get("fftn.3.in0"), {5, 9}, {1, 0}));
    });
    samples.run("fftn.4", [&] {
        return results(fftn(samples.get("fftn.4.in0")));
    });
}

static void flatten_samples(Samples &samples) {
    samples.run("flatten.0", [&] {
        return results(flatten(samples.get("flatten.0.in0")));
    });
    samples.run("flatten.1", [&] {
        return results(flatten(samples.get("flatten.1.in0"), 1));
    });
    samples.run("flatten.2", [&] {
        return results(flatten(samples.get("flatten.2.in0"), 1, 2));
    });
    samples.run("flatten.3", [&] {
        return results(flatten(samples.get("flatten.3.in0")));
    });
}

static void flip_samples(Samples &samples) {
    samples.run("flip.0", [&] {
        return results(flip(samples.get("flip.0.in0")));
    });
    samples.run("flip.1", [&] {
        return results(flip(samples.get("flip.1.in0"), {1}));
    });
    samples.run("flip.2", [&] {
        return results(flip(samples.get("flip.2.in0"), {0, -1}));
    });
    samples.run("flip.3", [&] {
        return results(flip(samples.get("flip.3.in0")));
    });
}

static void floor_samples(Samples &samples) {
    samples.run("floor.0", [&] {
        return results(floor(samples.get("floor.0.in0")));
    });
}

static void floor_divide_samples(Samples &samples) {
    samples.run("floor_divide.0", [&] {
        return results(floor_divide(samples.get("floor_divide.0.in0"), samples.get("floor_divide.0.in1")));
    });
}

static void fold_samples(Samples &samples) {
    samples.run("fold.0", [&] {
        return results(fold(samples.get("fold.0.in0"), {4, 5}, {2}));
    });
    samples.run("fold.1", [&] {
        return results(fold(samples.get("fold.1.in0"), {7, 5}, {3}, {2, 1}, {1, 2}, {2, 1}));
    });
    samples.run("fold.2", [&] {
        return results(fold(samples.get("fold.2.in0"), {9}, {3}, None, None, {3}));
    });
}

static void full_samples(Samples &samples) {
    samples.run("full.0", [&] {
        return results(full({3, 4}, samples.get("full.0.in0")));
    });
    samples.run("full.1", [&] {
        return results(full({3, 4}, samples.get("full.1.in0")));
    });
    samples.run("full.2", [&] {
        return results(full({5}, samples.get("full.2.in0"), DType::Int64));
    });
    samples.run("full.3", [&] {
        return results(full(std::vector<int64_t>{}, samples.get("full.3.in0")));
    });
}

static void full_like_samples(Samples &samples) {
    samples.run("full_like.0", [&] {
        return results(full_like(samples.get("full_like.0.in0"), samples.get("full_like.0.in1")));
    });
    samples.run("full_like.1", [&] {
        return results(full_like(samples.get("full_like.1.in0"), samples.get("full_like.1.in1")));
    });
    samples.run("full_like.2", [&] {
        return results(full_like(samples.get("full_like.2.in0"), samples.get("full_like.2.in1"), DType::Int32));
    });
}

static void gamma_samples(Samples &samples) {
    samples.run("gamma.0", [&] {
        return results(gamma(samples.get("gamma.0.in0")));
    });
    samples.run("gamma.1", [&] {
        return results(gamma(samples.get("gamma.1.in0"), 0.5, {100}));
    });
    samples.run("gamma.2", [&] {
        return results(gamma(samples.get("gamma.2.in0"), 1.0, {3, 4}));
    });
}

static void gaussian_nll_loss_samples(Samples &samples) {
    samples.run("gaussian_nll_loss.0", [&] {
        return results(
    gaussian_nll_loss(samples.get("gaussian_nll_loss.0.in0"), samples.get("gaussian_nll_loss.0.in1"),
    samples.get("gaussian_nll_loss.0.in2")));
    });
    samples.run("gaussian_nll_loss.1", [&] {
        return results(
    gaussian_nll_loss(samples.get("gaussian_nll_loss.1.in0"), samples.get("gaussian_nll_loss.1.in1"),
    samples.get("gaussian_nll_loss.1.in2"), "sum", true));
    });
    samples.run("gaussian_nll_loss.2", [&] {
        return results(
    gaussian_nll_loss(samples.get("gaussian_nll_loss.2.in0"), samples.get("gaussian_nll_loss.2.in1"),
    samples.get("gaussian_nll_loss.2.in2"), "none"));
    });
}

static void gelu_samples(Samples &samples) {
    samples.run("gelu.0", [&] {
        return results(gelu(samples.get("gelu.0.in0")));
    });
}

static void gelu_tanh_samples(Samples &samples) {
    samples.run("gelu_tanh.0", [&] {
        return results(gelu_tanh(samples.get("gelu_tanh.0.in0")));
    });
}

static void geometric_samples(Samples &samples) {
    samples.run("geometric.0", [&] {
        return results(geometric(samples.get("geometric.0.in0")));
    });
    samples.run("geometric.1", [&] {
        return results(geometric(samples.get("geometric.1.in0"), {100}));
    });
}

static void global_avg_pool_samples(Samples &samples) {
    samples.run("global_avg_pool.0", [&] {
        return results(global_avg_pool(samples.get("global_avg_pool.0.in0")));
    });
    samples.run("global_avg_pool.1", [&] {
        return results(global_avg_pool(samples.get("global_avg_pool.1.in0")));
    });
    samples.run("global_avg_pool.2", [&] {
        return results(global_avg_pool(samples.get("global_avg_pool.2.in0")));
    });
}

static void global_max_pool_samples(Samples &samples) {
    samples.run("global_max_pool.0", [&] {
        return results(global_max_pool(samples.get("global_max_pool.0.in0")));
    });
    samples.run("global_max_pool.1", [&] {
        return results(global_max_pool(samples.get("global_max_pool.1.in0")));
    });
    samples.run("global_max_pool.2", [&] {
        return results(global_max_pool(samples.get("global_max_pool.2.in0")));
    });
}

static void global_norm_samples(Samples &samples) {
    samples.run("global_norm.0", [&] {
        return results(global_norm(samples.list("global_norm.0.in0", 2)));
    });
    samples.run("global_norm.1", [&] {
        return results(global_norm(samples.list("global_norm.1.in0", 1)));
    });
    samples.run("global_norm.2", [&] {
        return results(global_norm(samples.list("global_norm.2.in0", 3)));
    });
}

static void glu_samples(Samples &samples) {
    samples.run("glu.0", [&] {
        return results(glu(samples.get("glu.0.in0")));
    });
    samples.run("glu.1", [&] {
        return results(glu(samples.get("glu.1.in0"), 0));
    });
    samples.run("glu.2", [&] {
        return results(glu(samples.get("glu.2.in0"), 1));
    });
}

static void greater_samples(Samples &samples) {
    samples.run("greater.0", [&] {
        return results(greater(samples.get("greater.0.in0"), samples.get("greater.0.in1")));
    });
}

static void greater_equal_samples(Samples &samples) {
    samples.run("greater_equal.0", [&] {
        return results(greater_equal(samples.get("greater_equal.0.in0"), samples.get("greater_equal.0.in1")));
    });
}

static void grid_sample_samples(Samples &samples) {
    samples.run("grid_sample.0", [&] {
        return results(grid_sample(samples.get("grid_sample.0.in0"), samples.get("grid_sample.0.in1")));
    });
    samples.run("grid_sample.1", [&] {
        return results(
    grid_sample(samples.get("grid_sample.1.in0"), samples.get("grid_sample.1.in1"), "bilinear", "border", true));
    });
    samples.run("grid_sample.2", [&] {
        return results(
    grid_sample(samples.get("grid_sample.2.in0"), samples.get("grid_sample.2.in1"), "bilinear", "reflection"));
    });
    samples.run("grid_sample.3", [&] {
        return results(grid_sample(samples.get("grid_sample.3.in0"), samples.get("grid_sample.3.in1"), "nearest"));
    });
    samples.run("grid_sample.4", [&] {
        return results(grid_sample(samples.get("grid_sample.4.in0"), samples.get("grid_sample.4.in1")));
    });
}

static void group_norm_samples(Samples &samples) {
    samples.run("group_norm.0", [&] {
        return results(
    group_norm(samples.get("group_norm.0.in0"), samples.get("group_norm.0.in1"), samples.get("group_norm.0.in2"), 2));
    });
    samples.run("group_norm.1", [&] {
        return results(group_norm(samples.get("group_norm.1.in0"), samples.get("group_norm.1.in1"), None, 3));
    });
    samples.run("group_norm.2", [&] {
        return results(group_norm(samples.get("group_norm.2.in0"), None, None, 1));
    });
    samples.run("group_norm.3", [&] {
        return results(group_norm(samples.get("group_norm.3.in0"), None, samples.get("group_norm.3.in2"), 4, 0.1));
    });
}

static void gru_samples(Samples &samples) {
    samples.run("gru.0", [&] {
        return results(
    gru(samples.get("gru.0.in0"), samples.get("gru.0.in1"), samples.get("gru.0.in2"), samples.get("gru.0.in3"),
    samples.get("gru.0.in4"), samples.get("gru.0.in5"), None));
    });
    samples.run("gru.1", [&] {
        return results(
    gru(samples.get("gru.1.in0"), samples.get("gru.1.in1"), samples.get("gru.1.in2"), None, None, None, None, true));
    });
    samples.run("gru.2", [&] {
        return results(
    gru(samples.get("gru.2.in0"), samples.get("gru.2.in1"), samples.get("gru.2.in2"), None, samples.get("gru.2.in4"),
    samples.get("gru.2.in5"), samples.get("gru.2.in6"), true));
    });
}

static void gumbel_samples(Samples &samples) {
    samples.run("gumbel.0", [&] {
        return results(gumbel({3, 4}));
    });
    samples.run("gumbel.1", [&] {
        return results(gumbel({100}, 2.0, 0.5));
    });
}

static void hardshrink_samples(Samples &samples) {
    samples.run("hardshrink.0", [&] {
        return results(hardshrink(samples.get("hardshrink.0.in0")));
    });
    samples.run("hardshrink.1", [&] {
        return results(hardshrink(samples.get("hardshrink.1.in0"), 1.1));
    });
}

static void hardsigmoid_samples(Samples &samples) {
    samples.run("hardsigmoid.0", [&] {
        return results(hardsigmoid(samples.get("hardsigmoid.0.in0")));
    });
}

static void hardswish_samples(Samples &samples) {
    samples.run("hardswish.0", [&] {
        return results(hardswish(samples.get("hardswish.0.in0")));
    });
}

static void hardtanh_samples(Samples &samples) {
    samples.run("hardtanh.0", [&] {
        return results(hardtanh(samples.get("hardtanh.0.in0")));
    });
    samples.run("hardtanh.1", [&] {
        return results(hardtanh(samples.get("hardtanh.1.in0"), -0.3, 1.4));
    });
}

static void hinge_embedding_loss_samples(Samples &samples) {
    samples.run("hinge_embedding_loss.0", [&] {
        return results(
    hinge_embedding_loss(samples.get("hinge_embedding_loss.0.in0"), samples.get("hinge_embedding_loss.0.in1")));
    });
    samples.run("hinge_embedding_loss.1", [&] {
        return results(
    hinge_embedding_loss(samples.get("hinge_embedding_loss.1.in0"), samples.get("hinge_embedding_loss.1.in1"), "sum", 0.7));
    });
    samples.run("hinge_embedding_loss.2", [&] {
        return results(
    hinge_embedding_loss(samples.get("hinge_embedding_loss.2.in0"), samples.get("hinge_embedding_loss.2.in1"), "none"));
    });
}

static void hinge_loss_samples(Samples &samples) {
    samples.run("hinge_loss.0", [&] {
        return results(hinge_loss(samples.get("hinge_loss.0.in0"), samples.get("hinge_loss.0.in1")));
    });
    samples.run("hinge_loss.1", [&] {
        return results(hinge_loss(samples.get("hinge_loss.1.in0"), samples.get("hinge_loss.1.in1"), "sum", 0.5));
    });
    samples.run("hinge_loss.2", [&] {
        return results(hinge_loss(samples.get("hinge_loss.2.in0"), samples.get("hinge_loss.2.in1"), "none"));
    });
}

static void histogram_samples(Samples &samples) {
    samples.run("histogram.0", [&] {
        return results(histogram(samples.get("histogram.0.in0"), None));
    });
    samples.run("histogram.1", [&] {
        return results(histogram(samples.get("histogram.1.in0"), None, 4, -1.0, 1.0));
    });
    samples.run("histogram.2", [&] {
        return results(histogram(samples.get("histogram.2.in0"), samples.get("histogram.2.in1"), 5));
    });
    samples.run("histogram.3", [&] {
        return results(histogram(samples.get("histogram.3.in0"), None, 3, -2.0, 7.0));
    });
}

static void huber_loss_samples(Samples &samples) {
    samples.run("huber_loss.0", [&] {
        return results(huber_loss(samples.get("huber_loss.0.in0"), samples.get("huber_loss.0.in1")));
    });
    samples.run("huber_loss.1", [&] {
        return results(huber_loss(samples.get("huber_loss.1.in0"), samples.get("huber_loss.1.in1"), "sum", 0.5));
    });
    samples.run("huber_loss.2", [&] {
        return results(huber_loss(samples.get("huber_loss.2.in0"), samples.get("huber_loss.2.in1"), "none"));
    });
}

static void hypot_samples(Samples &samples) {
    samples.run("hypot.0", [&] {
        return results(hypot(samples.get("hypot.0.in0"), samples.get("hypot.0.in1")));
    });
}

static void ifftn_samples(Samples &samples) {
    samples.run("ifftn.0", [&] {
        return results(ifftn(samples.get("ifftn.0.in0")));
    });
    samples.run("ifftn.1", [&] {
        return results(ifftn(samples.get("ifftn.1.in0"), None, None, "ortho"));
    });
    samples.run("ifftn.2", [&] {
        return results(ifftn(samples.get("ifftn.2.in0"), None, {1}, "forward"));
    });
    samples.run("ifftn.3", [&] {
        return results(ifftn(samples.get("ifftn.3.in0"), {5, 9}, {1, 0}));
    });
}

static void imag_samples(Samples &samples) {
    samples.run("imag.0", [&] {
        return results(imag(samples.get("imag.0.in0")));
    });
}

static void image_normalize_samples(Samples &samples) {
    samples.run("image_normalize.0", [&] {
        return results(
    image_normalize(samples.get("image_normalize.0.in0"), samples.get("image_normalize.0.in1"),
    samples.get("image_normalize.0.in2")));
    });
    samples.run("image_normalize.1", [&] {
        return results(
    image_normalize(samples.get("image_normalize.1.in0"), samples.get("image_normalize.1.in1"),
    samples.get("image_normalize.1.in2"), None, "HWC", "CHW", DType::Float64));
    });
    samples.run("image_normalize.2", [&] {
        return results(image_normalize(samples.get("image_normalize.2.in0"), None, None));
    });
    samples.run("image_normalize.3", [&] {
        return results(
    image_normalize(samples.get("image_normalize.3.in0"), samples.get("image_normalize.3.in1"), None, 0.5, "CHW"));
    });
    samples.run("image_normalize.4", [&] {
        return results(
    image_normalize(samples.get("image_normalize.4.in0"), None, samples.get("image_normalize.4.in2"), None, "HWC", "HWC"));
    });
    samples.run("image_normalize.5", [&] {
        return results(image_normalize(samples.get("image_normalize.5.in0"), None, None, None, "CHW", "HWC"));
    });
}

static void image_resize_samples(Samples &samples) {
    samples.run("image_resize.0", [&] {
        return results(image_resize(samples.get("image_resize.0.in0"), {4, 7}));
    });
    samples.run("image_resize.1", [&] {
        return results(image_resize(samples.get("image_resize.1.in0"), {3, 3}, "bilinear", true, "CHW"));
    });
    samples.run("image_resize.2", [&] {
        return results(image_resize(samples.get("image_resize.2.in0"), {4, 9}, "bicubic"));
    });
    samples.run("image_resize.3", [&] {
        return results(image_resize(samples.get("image_resize.3.in0"), {3, 6}, "nearest"));
    });
    samples.run("image_resize.4", [&] {
        return results(image_resize(samples.get("image_resize.4.in0"), {6, 3}, "bilinear", false));
    });
    samples.run("image_resize.5", [&] {
        return results(image_resize(samples.get("image_resize.5.in0"), {2, 3}, "area", true, "CHW"));
    });
}

static void index_samples(Samples &samples) {
    samples.run("index.0", [&] {
        return results(index(samples.get("index.0.in0"), samples.list("index.0.in1", 2)));
    });
    samples.run("index.1", [&] {
        return results(index(samples.get("index.1.in0"), samples.list("index.1.in1", 2), {0, 2}));
    });
    samples.run("index.2", [&] {
        return results(index(samples.get("index.2.in0"), samples.list("index.2.in1", 2), {1, 2}));
    });
    samples.run("index.3", [&] {
        return results(index(samples.get("index.3.in0"), samples.list("index.3.in1", 1), {1}, true));
    });
}

static void index_put_samples(Samples &samples) {
    samples.run("index_put.0", [&] {
        return results(
    index_put(samples.get("index_put.0.in0"), samples.get("index_put.0.in1"), samples.list("index_put.0.in2", 2)));
    });
    samples.run("index_put.1", [&] {
        return results(
    index_put(samples.get("index_put.1.in0"), samples.get("index_put.1.in1"), samples.list("index_put.1.in2", 2), {0, 2}));
    });
    samples.run("index_put.2", [&] {
        return results(
    index_put(samples.get("index_put.2.in0"), samples.get("index_put.2.in1"), samples.list("index_put.2.in2", 2), {1, 2}));
    });
    samples.run("index_put.3", [&] {
        return results(
    index_put(samples.get("index_put.3.in0"), samples.get("index_put.3.in1"), samples.list("index_put.3.in2", 1), {1}, true,
    true));
    });
    samples.run("index_put.4", [&] {
        return results(
    index_put(samples.get("index_put.4.in0"), samples.get("index_put.4.in1"), samples.list("index_put.4.in2", 1)));
    });
}

static void inner_samples(Samples &samples) {
    samples.run("inner.0", [&] {
        return results(inner(samples.get("inner.0.in0"), samples.get("inner.0.in1")));
    });
    samples.run("inner.1", [&] {
        return results(inner(samples.get("inner.1.in0"), samples.get("inner.1.in1")));
    });
    samples.run("inner.2", [&] {
        return results(inner(samples.get("inner.2.in0"), samples.get("inner.2.in1")));
    });
}

static void instance_norm_samples(Samples &samples) {
    samples.run("instance_norm.0", [&] {
        return results(
    instance_norm(samples.get("instance_norm.0.in0"), samples.get("instance_norm.0.in1"),
    samples.get("instance_norm.0.in2")));
    });
    samples.run("instance_norm.1", [&] {
        return results(instance_norm(samples.get("instance_norm.1.in0"), None, None, 0.01));
    });
    samples.run("instance_norm.2", [&] {
        return results(instance_norm(samples.get("instance_norm.2.in0"), samples.get("instance_norm.2.in1"), None));
    });
}

static void integers_samples(Samples &samples) {
    samples.run("integers.0", [&] {
        return results(integers(0, 10, {3, 4}));
    });
    samples.run("integers.1", [&] {
        return results(integers(-5, 5, {1000}, DType::Int8));
    });
    samples.run("integers.2", [&] {
        return results(integers(0, 255, {7}, DType::UInt8));
    });
    samples.run("integers.3", [&] {
        return results(integers(-9000000000, 9000000000, {100}));
    });
}

static void interpolate_samples(Samples &samples) {
    samples.run("interpolate.0", [&] {
        return results(interpolate(samples.get("interpolate.0.in0"), {7, 3}));
    });
    samples.run("interpolate.1", [&] {
        return results(interpolate(samples.get("interpolate.1.in0"), None, 1.7, "nearest-exact"));
    });
    samples.run("interpolate.2", [&] {
        return results(interpolate(samples.get("interpolate.2.in0"), {9}, None, "linear"));
    });
    samples.run("interpolate.3", [&] {
        return results(interpolate(samples.get("interpolate.3.in0"), None, 2.0, "bilinear"));
    });
    samples.run("interpolate.4", [&] {
        return results(interpolate(samples.get("interpolate.4.in0"), {3, 9}, None, "bilinear", true));
    });
    samples.run("interpolate.5", [&] {
        return results(interpolate(samples.get("interpolate.5.in0"), None, 1.5, "trilinear"));
    });
    samples.run("interpolate.6", [&] {
        return results(interpolate(samples.get("interpolate.6.in0"), {8, 3}, None, "bicubic"));
    });
    samples.run("interpolate.7", [&] {
        return results(interpolate(samples.get("interpolate.7.in0"), {4, 3}, None, "bilinear", false, true));
    });
    samples.run("interpolate.8", [&] {
        return results(interpolate(samples.get("interpolate.8.in0"), {3, 9}, None, "bicubic", false, true));
    });
    samples.run("interpolate.9", [&] {
        return results(interpolate(samples.get("interpolate.9.in0"), {3, 2}, None, "area"));
    });
    samples.run("interpolate.10", [&] {
        return results(interpolate(samples.get("interpolate.10.in0"), None, 1.5, "bicubic", true));
    });
}

static void inv_samples(Samples &samples) {
    samples.run("inv.0", [&] {
        return results(inv(samples.get("inv.0.in0")));
    });
    samples.run("inv.1", [&] {
        return results(inv(samples.get("inv.1.in0")));
    });
    samples.run("inv.2", [&] {
        return results(inv(samples.get("inv.2.in0")));
    });
}

static void irfftn_samples(Samples &samples) {
    samples.run("irfftn.0", [&] {
        return results(irfftn(samples.get("irfftn.0.in0")));
    });
    samples.run("irfftn.1", [&] {
        return results(irfftn(samples.get("irfftn.1.in0"), None, None, "ortho"));
    });
    samples.run("irfftn.2", [&] {
        return results(irfftn(samples.get("irfftn.2.in0"), {9}, {1}, "forward"));
    });
    samples.run("irfftn.3", [&] {
        return results(irfftn(samples.get("irfftn.3.in0"), {5, 8}, {1, 0}));
    });
    samples.run("irfftn.4", [&] {
        return results(irfftn(samples.get("irfftn.4.in0"), None, {0, 1}));
    });
}

static void isfinite_samples(Samples &samples) {
    samples.run("isfinite.0", [&] {
        return results(isfinite(samples.get("isfinite.0.in0")));
    });
}

static void isin_samples(Samples &samples) {
    samples.run("isin.0", [&] {
        return results(isin(samples.get("isin.0.in0"), samples.get("isin.0.in1")));
    });
    samples.run("isin.1", [&] {
        return results(isin(samples.get("isin.1.in0"), samples.get("isin.1.in1")));
    });
    samples.run("isin.2", [&] {
        return results(isin(samples.get("isin.2.in0"), samples.get("isin.2.in1"), true));
    });
    samples.run("isin.3", [&] {
        return results(isin(samples.get("isin.3.in0"), samples.get("isin.3.in1")));
    });
}

static void isinf_samples(Samples &samples) {
    samples.run("isinf.0", [&] {
        return results(isinf(samples.get("isinf.0.in0")));
    });
}

static void isnan_samples(Samples &samples) {
    samples.run("isnan.0", [&] {
        return results(isnan(samples.get("isnan.0.in0")));
    });
}

static void kl_div_samples(Samples &samples) {
    samples.run("kl_div.0", [&] {
        return results(kl_div(samples.get("kl_div.0.in0"), samples.get("kl_div.0.in1")));
    });
    samples.run("kl_div.1", [&] {
        return results(kl_div(samples.get("kl_div.1.in0"), samples.get("kl_div.1.in1"), "sum"));
    });
    samples.run("kl_div.2", [&] {
        return results(kl_div(samples.get("kl_div.2.in0"), samples.get("kl_div.2.in1"), "none", true));
    });
    samples.run("kl_div.3", [&] {
        return results(kl_div(samples.get("kl_div.3.in0"), samples.get("kl_div.3.in1"), "batchmean"));
    });
}

static void kthvalue_samples(Samples &samples) {
    samples.run("kthvalue.0", [&] {
        return results(kthvalue(samples.get("kthvalue.0.in0"), 2));
    });
    samples.run("kthvalue.1", [&] {
        return results(kthvalue(samples.get("kthvalue.1.in0"), 4, 0, true));
    });
    samples.run("kthvalue.2", [&] {
        return results(kthvalue(samples.get("kthvalue.2.in0"), 3, 1));
    });
    samples.run("kthvalue.3", [&] {
        return results(kthvalue(samples.get("kthvalue.3.in0"), 3));
    });
}

static void l1_loss_samples(Samples &samples) {
    samples.run("l1_loss.0", [&] {
        return results(l1_loss(samples.get("l1_loss.0.in0"), samples.get("l1_loss.0.in1")));
    });
    samples.run("l1_loss.1", [&] {
        return results(l1_loss(samples.get("l1_loss.1.in0"), samples.get("l1_loss.1.in1"), "sum"));
    });
    samples.run("l1_loss.2", [&] {
        return results(l1_loss(samples.get("l1_loss.2.in0"), samples.get("l1_loss.2.in1"), "none"));
    });
}

static void laplace_samples(Samples &samples) {
    samples.run("laplace.0", [&] {
        return results(laplace({3, 4}));
    });
    samples.run("laplace.1", [&] {
        return results(laplace({100}, 2.0, 0.5));
    });
}

static void layer_norm_samples(Samples &samples) {
    samples.run("layer_norm.0", [&] {
        return results(
    layer_norm(samples.get("layer_norm.0.in0"), samples.get("layer_norm.0.in1"), samples.get("layer_norm.0.in2")));
    });
    samples.run("layer_norm.1", [&] {
        return results(layer_norm(samples.get("layer_norm.1.in0"), samples.get("layer_norm.1.in1"), None));
    });
    samples.run("layer_norm.2", [&] {
        return results(layer_norm(samples.get("layer_norm.2.in0"), None, samples.get("layer_norm.2.in2"), None, 0.1));
    });
    samples.run("layer_norm.3", [&] {
        return results(layer_norm(samples.get("layer_norm.3.in0"), None, None, {1, 2}));
    });
}

static void leaky_relu_samples(Samples &samples) {
    samples.run("leaky_relu.0", [&] {
        return results(leaky_relu(samples.get("leaky_relu.0.in0")));
    });
    samples.run("leaky_relu.1", [&] {
        return results(leaky_relu(samples.get("leaky_relu.1.in0"), 0.2));
    });
}

static void less_samples(Samples &samples) {
    samples.run("less.0", [&] {
        return results(less(samples.get("less.0.in0"), samples.get("less.0.in1")));
    });
}

static void less_equal_samples(Samples &samples) {
    samples.run("less_equal.0", [&] {
        return results(less_equal(samples.get("less_equal.0.in0"), samples.get("less_equal.0.in1")));
    });
}

static void lexsort_samples(Samples &samples) {
    samples.run("lexsort.0", [&] {
        return results(lexsort(samples.list("lexsort.0.in0", 2)));
    });
    samples.run("lexsort.1", [&] {
        return results(lexsort(samples.list("lexsort.1.in0", 2), 0));
    });
    samples.run("lexsort.2", [&] {
        return results(lexsort(samples.list("lexsort.2.in0", 1)));
    });
}

static void linear_samples(Samples &samples) {
    samples.run("linear.0", [&] {
        return results(linear(samples.get("linear.0.in0"), samples.get("linear.0.in1"), samples.get("linear.0.in2")));
    });
    samples.run("linear.1", [&] {
        return results(linear(samples.get("linear.1.in0"), samples.get("linear.1.in1"), None));
    });
    samples.run("linear.2", [&] {
        return results(linear(samples.get("linear.2.in0"), samples.get("linear.2.in1"), samples.get("linear.2.in2")));
    });
    samples.run("linear.3", [&] {
        return results(linear(samples.get("linear.3.in0"), samples.get("linear.3.in1"), samples.get("linear.3.in2")));
    });
}

static void linear_scan_samples(Samples &samples) {
    samples.run("linear_scan.0", [&] {
        return results(linear_scan(samples.get("linear_scan.0.in0"), samples.get("linear_scan.0.in1")));
    });
    samples.run("linear_scan.1", [&] {
        return results(linear_scan(samples.get("linear_scan.1.in0"), samples.get("linear_scan.1.in1"), 0));
    });
    samples.run("linear_scan.2", [&] {
        return results(linear_scan(samples.get("linear_scan.2.in0"), samples.get("linear_scan.2.in1"), 1, true));
    });
}

static void linspace_samples(Samples &samples) {
    samples.run("linspace.0", [&] {
        return results(linspace(-1.0, 2.0, 7));
    });
    samples.run("linspace.1", [&] {
        return results(linspace(0.0, 1.0, 5, false));
    });
    samples.run("linspace.2", [&] {
        return results(linspace(0.0, 1.0, 1));
    });
    samples.run("linspace.3", [&] {
        return results(linspace(0.0, 1.0, 0));
    });
    samples.run("linspace.4", [&] {
        return results(linspace(0.0, 1.0, 9, true, DType::Float64));
    });
}

static void local_response_norm_samples(Samples &samples) {
    samples.run("local_response_norm.0", [&] {
        return results(local_response_norm(samples.get("local_response_norm.0.in0"), 3));
    });
    samples.run("local_response_norm.1", [&] {
        return results(local_response_norm(samples.get("local_response_norm.1.in0"), 2, 0.5, 0.5, 2.0));
    });
}

static void log_samples(Samples &samples) {
    samples.run("log.0", [&] {
        return results(log(samples.get("log.0.in0")));
    });
}

static void log10_samples(Samples &samples) {
    samples.run("log10.0", [&] {
        return results(log10(samples.get("log10.0.in0")));
    });
}

static void log1p_samples(Samples &samples) {
    samples.run("log1p.0", [&] {
        return results(log1p(samples.get("log1p.0.in0")));
    });
}

static void log2_samples(Samples &samples) {
    samples.run("log2.0", [&] {
        return results(log2(samples.get("log2.0.in0")));
    });
}

static void log_sigmoid_samples(Samples &samples) {
    samples.run("log_sigmoid.0", [&] {
        return results(log_sigmoid(samples.get("log_sigmoid.0.in0")));
    });
}

static void log_softmax_samples(Samples &samples) {
    samples.run("log_softmax.0", [&] {
        return results(log_softmax(samples.get("log_softmax.0.in0")));
    });
    samples.run("log_softmax.1", [&] {
        return results(log_softmax(samples.get("log_softmax.1.in0"), 1));
    });
    samples.run("log_softmax.2", [&] {
        return results(log_softmax(samples.get("log_softmax.2.in0"), 0));
    });
}

static void logaddexp_samples(Samples &samples) {
    samples.run("logaddexp.0", [&] {
        return results(logaddexp(samples.get("logaddexp.0.in0"), samples.get("logaddexp.0.in1")));
    });
}

void samples_1(Samples &all) {
    eigvals_samples(all);
    eigvalsh_samples(all);
    einsum_samples(all);
    elu_samples(all);
    embedding_samples(all);
    empty_samples(all);
    empty_like_samples(all);
    equal_samples(all);
    erf_samples(all);
    exp_samples(all);
    exp2_samples(all);
    expand_dims_samples(all);
    expm_samples(all);
    expm1_samples(all);
    exponential_samples(all);
    eye_samples(all);
    fftn_samples(all);
    flatten_samples(all);
    flip_samples(all);
    floor_samples(all);
    floor_divide_samples(all);
    fold_samples(all);
    full_samples(all);
    full_like_samples(all);
    gamma_samples(all);
    gaussian_nll_loss_samples(all);
    gelu_samples(all);
    gelu_tanh_samples(all);
    geometric_samples(all);
    global_avg_pool_samples(all);
    global_max_pool_samples(all);
    global_norm_samples(all);
    glu_samples(all);
    greater_samples(all);
    greater_equal_samples(all);
    grid_sample_samples(all);
    group_norm_samples(all);
    gru_samples(all);
    gumbel_samples(all);
    hardshrink_samples(all);
    hardsigmoid_samples(all);
    hardswish_samples(all);
    hardtanh_samples(all);
    hinge_embedding_loss_samples(all);
    hinge_loss_samples(all);
    histogram_samples(all);
    huber_loss_samples(all);
    hypot_samples(all);
    ifftn_samples(all);
    imag_samples(all);
    image_normalize_samples(all);
    image_resize_samples(all);
    index_samples(all);
    index_put_samples(all);
    inner_samples(all);
    instance_norm_samples(all);
    integers_samples(all);
    interpolate_samples(all);
    inv_samples(all);
    irfftn_samples(all);
    isfinite_samples(all);
    isin_samples(all);
    isinf_samples(all);
    isnan_samples(all);
    kl_div_samples(all);
    kthvalue_samples(all);
    l1_loss_samples(all);
    laplace_samples(all);
    layer_norm_samples(all);
    leaky_relu_samples(all);
    less_samples(all);
    less_equal_samples(all);
    lexsort_samples(all);
    linear_samples(all);
    linear_scan_samples(all);
    linspace_samples(all);
    local_response_norm_samples(all);
    log_samples(all);
    log10_samples(all);
    log1p_samples(all);
    log2_samples(all);
    log_sigmoid_samples(all);
    log_softmax_samples(all);
    logaddexp_samples(all);
}
