// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
//
// clang-format off
// samples_2.cpp - every sample of every public operator, called through the functions of ops.hpp.
//
// SPDX-License-Identifier: Apache-2.0
#include "samples.hpp"

using namespace weir;
using samples::Samples;
using samples::results;

static void logical_and_samples(Samples &samples) {
    samples.run("logical_and.0", [&] {
        return results(logical_and(samples.get("logical_and.0.in0"), samples.get("logical_and.0.in1")));
    });
}

static void logical_not_samples(Samples &samples) {
    samples.run("logical_not.0", [&] {
        return results(logical_not(samples.get("logical_not.0.in0")));
    });
}

static void logical_or_samples(Samples &samples) {
    samples.run("logical_or.0", [&] {
        return results(logical_or(samples.get("logical_or.0.in0"), samples.get("logical_or.0.in1")));
    });
}

static void logical_xor_samples(Samples &samples) {
    samples.run("logical_xor.0", [&] {
        return results(logical_xor(samples.get("logical_xor.0.in0"), samples.get("logical_xor.0.in1")));
    });
}

static void logistic_samples(Samples &samples) {
    samples.run("logistic.0", [&] {
        return results(logistic({3, 4}));
    });
    samples.run("logistic.1", [&] {
        return results(logistic({100}, 2.0, 0.5));
    });
}

static void logit_samples(Samples &samples) {
    samples.run("logit.0", [&] {
        return results(logit(samples.get("logit.0.in0")));
    });
}

static void lognormal_samples(Samples &samples) {
    samples.run("lognormal.0", [&] {
        return results(lognormal({3, 4}));
    });
    samples.run("lognormal.1", [&] {
        return results(lognormal({100}, 2.0, 0.5));
    });
}

static void logsumexp_samples(Samples &samples) {
    samples.run("logsumexp.0", [&] {
        return results(logsumexp(samples.get("logsumexp.0.in0")));
    });
    samples.run("logsumexp.1", [&] {
        return results(logsumexp(samples.get("logsumexp.1.in0"), {1}));
    });
    samples.run("logsumexp.2", [&] {
        return results(logsumexp(samples.get("logsumexp.2.in0"), {0, 2}, true));
    });
}

static void lp_pool_samples(Samples &samples) {
    samples.run("lp_pool.0", [&] {
        return results(lp_pool(samples.get("lp_pool.0.in0"), {2}));
    });
    samples.run("lp_pool.1", [&] {
        return results(lp_pool(samples.get("lp_pool.1.in0"), {3}, 3.0, {2}));
    });
}

static void lstm_samples(Samples &samples) {
    samples.run("lstm.0", [&] {
        return results(
    lstm(samples.get("lstm.0.in0"), samples.get("lstm.0.in1"), samples.get("lstm.0.in2"), samples.get("lstm.0.in3"),
    samples.get("lstm.0.in4"), samples.get("lstm.0.in5"), samples.get("lstm.0.in6"), None));
    });
    samples.run("lstm.1", [&] {
        return results(
    lstm(samples.get("lstm.1.in0"), samples.get("lstm.1.in1"), samples.get("lstm.1.in2"), None, None, None, None, None,
    true));
    });
    samples.run("lstm.2", [&] {
        return results(
    lstm(samples.get("lstm.2.in0"), samples.get("lstm.2.in1"), samples.get("lstm.2.in2"), samples.get("lstm.2.in3"), None,
    None, samples.get("lstm.2.in6"), samples.get("lstm.2.in7"), true));
    });
}

static void margin_ranking_loss_samples(Samples &samples) {
    samples.run("margin_ranking_loss.0", [&] {
        return results(
    margin_ranking_loss(samples.get("margin_ranking_loss.0.in0"), samples.get("margin_ranking_loss.0.in1"),
    samples.get("margin_ranking_loss.0.in2")));
    });
    samples.run("margin_ranking_loss.1", [&] {
        return results(
    margin_ranking_loss(samples.get("margin_ranking_loss.1.in0"), samples.get("margin_ranking_loss.1.in1"),
    samples.get("margin_ranking_loss.1.in2"), "sum", 0.7));
    });
    samples.run("margin_ranking_loss.2", [&] {
        return results(
    margin_ranking_loss(samples.get("margin_ranking_loss.2.in0"), samples.get("margin_ranking_loss.2.in1"),
    samples.get("margin_ranking_loss.2.in2"), "none", -0.4));
    });
}

static void mask_put_samples(Samples &samples) {
    samples.run("mask_put.0", [&] {
        return results(
    mask_put(samples.get("mask_put.0.in0"), samples.get("mask_put.0.in1"), samples.get("mask_put.0.in2")));
    });
    samples.run("mask_put.1", [&] {
        return results(
    mask_put(samples.get("mask_put.1.in0"), samples.get("mask_put.1.in1"), samples.get("mask_put.1.in2")));
    });
    samples.run("mask_put.2", [&] {
        return results(
    mask_put(samples.get("mask_put.2.in0"), samples.get("mask_put.2.in1"), samples.get("mask_put.2.in2")));
    });
    samples.run("mask_put.3", [&] {
        return results(
    mask_put(samples.get("mask_put.3.in0"), samples.get("mask_put.3.in1"), samples.get("mask_put.3.in2")));
    });
}

static void mask_select_samples(Samples &samples) {
    samples.run("mask_select.0", [&] {
        return results(mask_select(samples.get("mask_select.0.in0"), samples.get("mask_select.0.in1")));
    });
    samples.run("mask_select.1", [&] {
        return results(mask_select(samples.get("mask_select.1.in0"), samples.get("mask_select.1.in1")));
    });
    samples.run("mask_select.2", [&] {
        return results(mask_select(samples.get("mask_select.2.in0"), samples.get("mask_select.2.in1")));
    });
}

static void matmul_samples(Samples &samples) {
    samples.run("matmul.0", [&] {
        return results(matmul(samples.get("matmul.0.in0"), samples.get("matmul.0.in1")));
    });
    samples.run("matmul.1", [&] {
        return results(matmul(samples.get("matmul.1.in0"), samples.get("matmul.1.in1")));
    });
    samples.run("matmul.2", [&] {
        return results(matmul(samples.get("matmul.2.in0"), samples.get("matmul.2.in1")));
    });
    samples.run("matmul.3", [&] {
        return results(matmul(samples.get("matmul.3.in0"), samples.get("matmul.3.in1")));
    });
    samples.run("matmul.4", [&] {
        return results(matmul(samples.get("matmul.4.in0"), samples.get("matmul.4.in1")));
    });
    samples.run("matmul.5", [&] {
        return results(matmul(samples.get("matmul.5.in0"), samples.get("matmul.5.in1")));
    });
}

static void matrix_norm_samples(Samples &samples) {
    samples.run("matrix_norm.0", [&] {
        return results(matrix_norm(samples.get("matrix_norm.0.in0")));
    });
    samples.run("matrix_norm.1", [&] {
        return results(matrix_norm(samples.get("matrix_norm.1.in0"), false, "1"));
    });
    samples.run("matrix_norm.2", [&] {
        return results(matrix_norm(samples.get("matrix_norm.2.in0"), true, "-1"));
    });
    samples.run("matrix_norm.3", [&] {
        return results(matrix_norm(samples.get("matrix_norm.3.in0"), false, "inf"));
    });
    samples.run("matrix_norm.4", [&] {
        return results(matrix_norm(samples.get("matrix_norm.4.in0"), false, "-inf"));
    });
}

static void matrix_power_samples(Samples &samples) {
    samples.run("matrix_power.0", [&] {
        return results(matrix_power(samples.get("matrix_power.0.in0"), 5));
    });
    samples.run("matrix_power.1", [&] {
        return results(matrix_power(samples.get("matrix_power.1.in0"), -2));
    });
    samples.run("matrix_power.2", [&] {
        return results(matrix_power(samples.get("matrix_power.2.in0"), 0));
    });
    samples.run("matrix_power.3", [&] {
        return results(matrix_power(samples.get("matrix_power.3.in0"), 1));
    });
}

static void matrix_transpose_samples(Samples &samples) {
    samples.run("matrix_transpose.0", [&] {
        return results(matrix_transpose(samples.get("matrix_transpose.0.in0")));
    });
    samples.run("matrix_transpose.1", [&] {
        return results(matrix_transpose(samples.get("matrix_transpose.1.in0")));
    });
}

static void max_samples(Samples &samples) {
    samples.run("max.0", [&] {
        return results(max(samples.get("max.0.in0")));
    });
    samples.run("max.1", [&] {
        return results(max(samples.get("max.1.in0"), {1}));
    });
    samples.run("max.2", [&] {
        return results(max(samples.get("max.2.in0"), {0, 2}, true));
    });
    samples.run("max.3", [&] {
        return results(max(samples.get("max.3.in0")));
    });
}

static void max_pool_samples(Samples &samples) {
    samples.run("max_pool.0", [&] {
        return results(max_pool(samples.get("max_pool.0.in0"), {2}));
    });
    samples.run("max_pool.1", [&] {
        return results(max_pool(samples.get("max_pool.1.in0"), {3, 2}, {2, 1}, {1}));
    });
    samples.run("max_pool.2", [&] {
        return results(max_pool(samples.get("max_pool.2.in0"), {2}, {2}, {1}, {3}));
    });
    samples.run("max_pool.3", [&] {
        return results(max_pool(samples.get("max_pool.3.in0"), {2, 2, 3}, {2}, None, None, true));
    });
}

static void max_pool_indices_samples(Samples &samples) {
    samples.run("max_pool_indices.0", [&] {
        return results(max_pool_indices(samples.get("max_pool_indices.0.in0"), {2}));
    });
    samples.run("max_pool_indices.1", [&] {
        return results(max_pool_indices(samples.get("max_pool_indices.1.in0"), {3, 2}, {2, 1}, {1}));
    });
    samples.run("max_pool_indices.2", [&] {
        return results(max_pool_indices(samples.get("max_pool_indices.2.in0"), {2}, {2}, {1}, {3}));
    });
}

static void max_unpool_samples(Samples &samples) {
    samples.run("max_unpool.0", [&] {
        return results(max_unpool(samples.get("max_unpool.0.in0"), samples.get("max_unpool.0.in1"), {4, 4}));
    });
    samples.run("max_unpool.1", [&] {
        return results(max_unpool(samples.get("max_unpool.1.in0"), samples.get("max_unpool.1.in1"), {4}));
    });
}

static void maximum_samples(Samples &samples) {
    samples.run("maximum.0", [&] {
        return results(maximum(samples.get("maximum.0.in0"), samples.get("maximum.0.in1")));
    });
}

static void mean_samples(Samples &samples) {
    samples.run("mean.0", [&] {
        return results(mean(samples.get("mean.0.in0")));
    });
    samples.run("mean.1", [&] {
        return results(mean(samples.get("mean.1.in0"), {0}));
    });
    samples.run("mean.2", [&] {
        return results(mean(samples.get("mean.2.in0"), {0, 2}, true));
    });
}

static void median_samples(Samples &samples) {
    samples.run("median.0", [&] {
        return results(median(samples.get("median.0.in0")));
    });
    samples.run("median.1", [&] {
        return results(median(samples.get("median.1.in0"), 1));
    });
    samples.run("median.2", [&] {
        return results(median(samples.get("median.2.in0"), 1, true));
    });
    samples.run("median.3", [&] {
        return results(median(samples.get("median.3.in0"), None, true));
    });
}

static void meshgrid_samples(Samples &samples) {
    samples.run("meshgrid.0", [&] {
        return results(meshgrid(samples.list("meshgrid.0.in0", 2)));
    });
    samples.run("meshgrid.1", [&] {
        return results(meshgrid(samples.list("meshgrid.1.in0", 2), "ij"));
    });
    samples.run("meshgrid.2", [&] {
        return results(meshgrid(samples.list("meshgrid.2.in0", 3)));
    });
    samples.run("meshgrid.3", [&] {
        return results(meshgrid(samples.list("meshgrid.3.in0", 1)));
    });
}

static void min_samples(Samples &samples) {
    samples.run("min.0", [&] {
        return results(min(samples.get("min.0.in0")));
    });
    samples.run("min.1", [&] {
        return results(min(samples.get("min.1.in0"), {1}));
    });
    samples.run("min.2", [&] {
        return results(min(samples.get("min.2.in0"), {0, 2}, true));
    });
    samples.run("min.3", [&] {
        return results(min(samples.get("min.3.in0")));
    });
}

static void minimum_samples(Samples &samples) {
    samples.run("minimum.0", [&] {
        return results(minimum(samples.get("minimum.0.in0"), samples.get("minimum.0.in1")));
    });
}

static void mish_samples(Samples &samples) {
    samples.run("mish.0", [&] {
        return results(mish(samples.get("mish.0.in0")));
    });
}

static void moveaxis_samples(Samples &samples) {
    samples.run("moveaxis.0", [&] {
        return results(moveaxis(samples.get("moveaxis.0.in0"), {0}, {-1}));
    });
    samples.run("moveaxis.1", [&] {
        return results(moveaxis(samples.get("moveaxis.1.in0"), {3, 1}, {0, 2}));
    });
}

static void mse_loss_samples(Samples &samples) {
    samples.run("mse_loss.0", [&] {
        return results(mse_loss(samples.get("mse_loss.0.in0"), samples.get("mse_loss.0.in1")));
    });
    samples.run("mse_loss.1", [&] {
        return results(mse_loss(samples.get("mse_loss.1.in0"), samples.get("mse_loss.1.in1"), "sum"));
    });
    samples.run("mse_loss.2", [&] {
        return results(mse_loss(samples.get("mse_loss.2.in0"), samples.get("mse_loss.2.in1"), "none"));
    });
}

static void multi_margin_loss_samples(Samples &samples) {
    samples.run("multi_margin_loss.0", [&] {
        return results(
    multi_margin_loss(samples.get("multi_margin_loss.0.in0"), samples.get("multi_margin_loss.0.in1"), None));
    });
    samples.run("multi_margin_loss.1", [&] {
        return results(
    multi_margin_loss(samples.get("multi_margin_loss.1.in0"), samples.get("multi_margin_loss.1.in1"),
    samples.get("multi_margin_loss.1.in2"), "sum", 2.0));
    });
    samples.run("multi_margin_loss.2", [&] {
        return results(
    multi_margin_loss(samples.get("multi_margin_loss.2.in0"), samples.get("multi_margin_loss.2.in1"), None, "none", 1.0,
    0.6));
    });
}

static void multilabel_soft_margin_loss_samples(Samples &samples) {
    samples.run("multilabel_soft_margin_loss.0", [&] {
        return results(
    multilabel_soft_margin_loss(samples.get("multilabel_soft_margin_loss.0.in0"),
    samples.get("multilabel_soft_margin_loss.0.in1"), None));
    });
    samples.run("multilabel_soft_margin_loss.1", [&] {
        return results(
    multilabel_soft_margin_loss(samples.get("multilabel_soft_margin_loss.1.in0"),
    samples.get("multilabel_soft_margin_loss.1.in1"), samples.get("multilabel_soft_margin_loss.1.in2"), "sum"));
    });
    samples.run("multilabel_soft_margin_loss.2", [&] {
        return results(
    multilabel_soft_margin_loss(samples.get("multilabel_soft_margin_loss.2.in0"),
    samples.get("multilabel_soft_margin_loss.2.in1"), None, "none"));
    });
}

static void multiply_samples(Samples &samples) {
    samples.run("multiply.0", [&] {
        return results(multiply(samples.get("multiply.0.in0"), samples.get("multiply.0.in1")));
    });
    samples.run("multiply.1", [&] {
        return results(multiply(samples.get("multiply.1.in0"), samples.get("multiply.1.in1")));
    });
}

static void nanargmax_samples(Samples &samples) {
    samples.run("nanargmax.0", [&] {
        return results(nanargmax(samples.get("nanargmax.0.in0")));
    });
    samples.run("nanargmax.1", [&] {
        return results(nanargmax(samples.get("nanargmax.1.in0"), 1));
    });
    samples.run("nanargmax.2", [&] {
        return results(nanargmax(samples.get("nanargmax.2.in0"), 1, true));
    });
}

static void nanargmin_samples(Samples &samples) {
    samples.run("nanargmin.0", [&] {
        return results(nanargmin(samples.get("nanargmin.0.in0")));
    });
    samples.run("nanargmin.1", [&] {
        return results(nanargmin(samples.get("nanargmin.1.in0"), 1));
    });
    samples.run("nanargmin.2", [&] {
        return results(nanargmin(samples.get("nanargmin.2.in0"), 1, true));
    });
}

static void nancumprod_samples(Samples &samples) {
    samples.run("nancumprod.0", [&] {
        return results(nancumprod(samples.get("nancumprod.0.in0")));
    });
    samples.run("nancumprod.1", [&] {
        return results(nancumprod(samples.get("nancumprod.1.in0"), 1));
    });
    samples.run("nancumprod.2", [&] {
        return results(nancumprod(samples.get("nancumprod.2.in0"), 0));
    });
}

static void nancumsum_samples(Samples &samples) {
    samples.run("nancumsum.0", [&] {
        return results(nancumsum(samples.get("nancumsum.0.in0")));
    });
    samples.run("nancumsum.1", [&] {
        return results(nancumsum(samples.get("nancumsum.1.in0"), 1));
    });
    samples.run("nancumsum.2", [&] {
        return results(nancumsum(samples.get("nancumsum.2.in0"), 0));
    });
}

static void nanmax_samples(Samples &samples) {
    samples.run("nanmax.0", [&] {
        return results(nanmax(samples.get("nanmax.0.in0")));
    });
    samples.run("nanmax.1", [&] {
        return results(nanmax(samples.get("nanmax.1.in0"), {1}));
    });
    samples.run("nanmax.2", [&] {
        return results(nanmax(samples.get("nanmax.2.in0"), {0, 2}, true));
    });
    samples.run("nanmax.3", [&] {
        return results(nanmax(samples.get("nanmax.3.in0")));
    });
}

static void nanmean_samples(Samples &samples) {
    samples.run("nanmean.0", [&] {
        return results(nanmean(samples.get("nanmean.0.in0")));
    });
    samples.run("nanmean.1", [&] {
        return results(nanmean(samples.get("nanmean.1.in0"), {0}));
    });
    samples.run("nanmean.2", [&] {
        return results(nanmean(samples.get("nanmean.2.in0"), {0, 2}, true));
    });
}

static void nanmedian_samples(Samples &samples) {
    samples.run("nanmedian.0", [&] {
        return results(nanmedian(samples.get("nanmedian.0.in0")));
    });
    samples.run("nanmedian.1", [&] {
        return results(nanmedian(samples.get("nanmedian.1.in0"), 1));
    });
    samples.run("nanmedian.2", [&] {
        return results(nanmedian(samples.get("nanmedian.2.in0"), 1, true));
    });
}

static void nanmin_samples(Samples &samples) {
    samples.run("nanmin.0", [&] {
        return results(nanmin(samples.get("nanmin.0.in0")));
    });
    samples.run("nanmin.1", [&] {
        return results(nanmin(samples.get("nanmin.1.in0"), {1}));
    });
    samples.run("nanmin.2", [&] {
        return results(nanmin(samples.get("nanmin.2.in0"), {0, 2}, true));
    });
    samples.run("nanmin.3", [&] {
        return results(nanmin(samples.get("nanmin.3.in0")));
    });
}

static void nanprod_samples(Samples &samples) {
    samples.run("nanprod.0", [&] {
        return results(nanprod(samples.get("nanprod.0.in0")));
    });
    samples.run("nanprod.1", [&] {
        return results(nanprod(samples.get("nanprod.1.in0"), {1}));
    });
    samples.run("nanprod.2", [&] {
        return results(nanprod(samples.get("nanprod.2.in0"), {0, 2}, true));
    });
    samples.run("nanprod.3", [&] {
        return results(nanprod(samples.get("nanprod.3.in0"), {0}));
    });
}

static void nanstd_samples(Samples &samples) {
    samples.run("nanstd.0", [&] {
        return results(nanstd(samples.get("nanstd.0.in0")));
    });
    samples.run("nanstd.1", [&] {
        return results(nanstd(samples.get("nanstd.1.in0"), {1}, false, 1.0));
    });
    samples.run("nanstd.2", [&] {
        return results(nanstd(samples.get("nanstd.2.in0"), {0, 2}, true));
    });
}

static void nansum_samples(Samples &samples) {
    samples.run("nansum.0", [&] {
        return results(nansum(samples.get("nansum.0.in0")));
    });
    samples.run("nansum.1", [&] {
        return results(nansum(samples.get("nansum.1.in0"), {1}));
    });
    samples.run("nansum.2", [&] {
        return results(nansum(samples.get("nansum.2.in0"), {0, 2}, true));
    });
    samples.run("nansum.3", [&] {
        return results(nansum(samples.get("nansum.3.in0"), {-1}));
    });
}

static void nanvar_samples(Samples &samples) {
    samples.run("nanvar.0", [&] {
        return results(nanvar(samples.get("nanvar.0.in0")));
    });
    samples.run("nanvar.1", [&] {
        return results(nanvar(samples.get("nanvar.1.in0"), {1}, false, 1.0));
    });
    samples.run("nanvar.2", [&] {
        return results(nanvar(samples.get("nanvar.2.in0"), {0, 2}, true));
    });
}

static void negative_samples(Samples &samples) {
    samples.run("negative.0", [&] {
        return results(negative(samples.get("negative.0.in0")));
    });
}

static void nextafter_samples(Samples &samples) {
    samples.run("nextafter.0", [&] {
        return results(nextafter(samples.get("nextafter.0.in0"), samples.get("nextafter.0.in1")));
    });
    samples.run("nextafter.1", [&] {
        return results(nextafter(samples.get("nextafter.1.in0"), samples.get("nextafter.1.in1")));
    });
}

static void nll_loss_samples(Samples &samples) {
    samples.run("nll_loss.0", [&] {
        return results(nll_loss(samples.get("nll_loss.0.in0"), samples.get("nll_loss.0.in1"), None));
    });
    samples.run("nll_loss.1", [&] {
        return results(
    nll_loss(samples.get("nll_loss.1.in0"), samples.get("nll_loss.1.in1"), samples.get("nll_loss.1.in2")));
    });
    samples.run("nll_loss.2", [&] {
        return results(nll_loss(samples.get("nll_loss.2.in0"), samples.get("nll_loss.2.in1"), None, None, "none", 1));
    });
    samples.run("nll_loss.3", [&] {
        return results(nll_loss(samples.get("nll_loss.3.in0"), samples.get("nll_loss.3.in1"), None, -1, "sum"));
    });
}

static void nonzero_samples(Samples &samples) {
    samples.run("nonzero.0", [&] {
        return results(nonzero(samples.get("nonzero.0.in0")));
    });
    samples.run("nonzero.1", [&] {
        return results(nonzero(samples.get("nonzero.1.in0")));
    });
    samples.run("nonzero.2", [&] {
        return results(nonzero(samples.get("nonzero.2.in0")));
    });
}

static void normal_samples(Samples &samples) {
    samples.run("normal.0", [&] {
        return results(normal({3, 4}));
    });
    samples.run("normal.1", [&] {
        return results(normal({1000}, 3.0, 0.5));
    });
}

static void normalize_samples(Samples &samples) {
    samples.run("normalize.0", [&] {
        return results(normalize(samples.get("normalize.0.in0")));
    });
    samples.run("normalize.1", [&] {
        return results(normalize(samples.get("normalize.1.in0"), 1.0, 0));
    });
    samples.run("normalize.2", [&] {
        return results(normalize(samples.get("normalize.2.in0"), 3.0));
    });
    samples.run("normalize.3", [&] {
        return results(normalize(samples.get("normalize.3.in0"), std::numeric_limits<double>::infinity()));
    });
    samples.run("normalize.4", [&] {
        return results(normalize(samples.get("normalize.4.in0"), 2.0, -1, 20.0));
    });
}

static void not_equal_samples(Samples &samples) {
    samples.run("not_equal.0", [&] {
        return results(not_equal(samples.get("not_equal.0.in0"), samples.get("not_equal.0.in1")));
    });
}

static void one_hot_samples(Samples &samples) {
    samples.run("one_hot.0", [&] {
        return results(one_hot(samples.get("one_hot.0.in0"), 5));
    });
    samples.run("one_hot.1", [&] {
        return results(one_hot(samples.get("one_hot.1.in0"), 7, DType::Int32));
    });
    samples.run("one_hot.2", [&] {
        return results(one_hot(samples.get("one_hot.2.in0"), 2));
    });
}

static void ones_samples(Samples &samples) {
    samples.run("ones.0", [&] {
        return results(ones({3, 4}));
    });
    samples.run("ones.1", [&] {
        return results(ones({2, 0}));
    });
    samples.run("ones.2", [&] {
        return results(ones({5}, DType::Int16));
    });
    samples.run("ones.3", [&] {
        return results(ones({5}, DType::Complex64));
    });
    samples.run("ones.4", [&] {
        return results(ones({2, 3}, DType::Bool));
    });
}

static void ones_like_samples(Samples &samples) {
    samples.run("ones_like.0", [&] {
        return results(ones_like(samples.get("ones_like.0.in0")));
    });
    samples.run("ones_like.1", [&] {
        return results(ones_like(samples.get("ones_like.1.in0"), DType::Int32));
    });
    samples.run("ones_like.2", [&] {
        return results(ones_like(samples.get("ones_like.2.in0"), DType::Complex128));
    });
}

static void outer_samples(Samples &samples) {
    samples.run("outer.0", [&] {
        return results(outer(samples.get("outer.0.in0"), samples.get("outer.0.in1")));
    });
    samples.run("outer.1", [&] {
        return results(outer(samples.get("outer.1.in0"), samples.get("outer.1.in1")));
    });
    samples.run("outer.2", [&] {
        return results(outer(samples.get("outer.2.in0"), samples.get("outer.2.in1")));
    });
}

static void pad_samples(Samples &samples) {
    samples.run("pad.0", [&] {
        return results(pad(samples.get("pad.0.in0"), {1, 2, 0, 1}, "constant", 2.5));
    });
    samples.run("pad.1", [&] {
        return results(pad(samples.get("pad.1.in0"), {2, 1, 3, 0}, "reflect"));
    });
    samples.run("pad.2", [&] {
        return results(pad(samples.get("pad.2.in0"), {1, 2, 3, 4}, "edge"));
    });
    samples.run("pad.3", [&] {
        return results(pad(samples.get("pad.3.in0"), {5, 0, 4, 7}, "wrap"));
    });
    samples.run("pad.4", [&] {
        return results(pad(samples.get("pad.4.in0"), {3, 2, 4, 7}, "symmetric"));
    });
    samples.run("pad.5", [&] {
        return results(pad(samples.get("pad.5.in0"), {7, 8}, "reflect"));
    });
    samples.run("pad.6", [&] {
        return results(pad(samples.get("pad.6.in0"), {1, 1, 0, 3}, "replicate"));
    });
    samples.run("pad.7", [&] {
        return results(pad(samples.get("pad.7.in0"), {2, 4}, "circular"));
    });
    samples.run("pad.8", [&] {
        return results(pad(samples.get("pad.8.in0"), {3, 2, 7, 1}, "symmetric"));
    });
    samples.run("pad.9", [&] {
        return results(pad(samples.get("pad.9.in0"), {1, 9, 5, 0}, "reflect"));
    });
}

static void pairwise_distance_samples(Samples &samples) {
    samples.run("pairwise_distance.0", [&] {
        return results(
    pairwise_distance(samples.get("pairwise_distance.0.in0"), samples.get("pairwise_distance.0.in1")));
    });
    samples.run("pairwise_distance.1", [&] {
        return results(
    pairwise_distance(samples.get("pairwise_distance.1.in0"), samples.get("pairwise_distance.1.in1"), 1.0, 1e-06, true));
    });
    samples.run("pairwise_distance.2", [&] {
        return results(
    pairwise_distance(samples.get("pairwise_distance.2.in0"), samples.get("pairwise_distance.2.in1"), 3.0));
    });
    samples.run("pairwise_distance.3", [&] {
        return results(
    pairwise_distance(samples.get("pairwise_distance.3.in0"), samples.get("pairwise_distance.3.in1"),
    std::numeric_limits<double>::infinity(), 0.0));
    });
}

static void partition_samples(Samples &samples) {
    samples.run("partition.0", [&] {
        return results(partition(samples.get("partition.0.in0"), 2));
    });
    samples.run("partition.1", [&] {
        return results(partition(samples.get("partition.1.in0"), -1, 0));
    });
    samples.run("partition.2", [&] {
        return results(partition(samples.get("partition.2.in0"), 0));
    });
}

static void percentile_samples(Samples &samples) {
    samples.run("percentile.0", [&] {
        return results(percentile(samples.get("percentile.0.in0"), samples.get("percentile.0.in1")));
    });
    samples.run("percentile.1", [&] {
        return results(percentile(samples.get("percentile.1.in0"), samples.get("percentile.1.in1"), 0, "weibull"));
    });
}

static void permutation_samples(Samples &samples) {
    samples.run("permutation.0", [&] {
        return results(permutation(10));
    });
    samples.run("permutation.1", [&] {
        return results(permutation(1000, DType::Int32));
    });
    samples.run("permutation.2", [&] {
        return results(permutation(0));
    });
}

static void permute_dims_samples(Samples &samples) {
    samples.run("permute_dims.0", [&] {
        return results(permute_dims(samples.get("permute_dims.0.in0")));
    });
    samples.run("permute_dims.1", [&] {
        return results(permute_dims(samples.get("permute_dims.1.in0"), {1, 2, 0}));
    });
}

static void pixel_shuffle_samples(Samples &samples) {
    samples.run("pixel_shuffle.0", [&] {
        return results(pixel_shuffle(samples.get("pixel_shuffle.0.in0"), 2));
    });
    samples.run("pixel_shuffle.1", [&] {
        return results(pixel_shuffle(samples.get("pixel_shuffle.1.in0"), 3));
    });
    samples.run("pixel_shuffle.2", [&] {
        return results(pixel_shuffle(samples.get("pixel_shuffle.2.in0"), 2));
    });
}

static void pixel_unshuffle_samples(Samples &samples) {
    samples.run("pixel_unshuffle.0", [&] {
        return results(pixel_unshuffle(samples.get("pixel_unshuffle.0.in0"), 2));
    });
    samples.run("pixel_unshuffle.1", [&] {
        return results(pixel_unshuffle(samples.get("pixel_unshuffle.1.in0"), 3));
    });
}

static void poisson_samples(Samples &samples) {
    samples.run("poisson.0", [&] {
        return results(poisson(samples.get("poisson.0.in0")));
    });
    samples.run("poisson.1", [&] {
        return results(poisson(samples.get("poisson.1.in0"), {100}, DType::Float32));
    });
}

static void poisson_nll_loss_samples(Samples &samples) {
    samples.run("poisson_nll_loss.0", [&] {
        return results(poisson_nll_loss(samples.get("poisson_nll_loss.0.in0"), samples.get("poisson_nll_loss.0.in1")));
    });
    samples.run("poisson_nll_loss.1", [&] {
        return results(
    poisson_nll_loss(samples.get("poisson_nll_loss.1.in0"), samples.get("poisson_nll_loss.1.in1"), "sum", false, true));
    });
    samples.run("poisson_nll_loss.2", [&] {
        return results(
    poisson_nll_loss(samples.get("poisson_nll_loss.2.in0"), samples.get("poisson_nll_loss.2.in1"), "none", true, true));
    });
}

static void positive_samples(Samples &samples) {
    samples.run("positive.0", [&] {
        return results(positive(samples.get("positive.0.in0")));
    });
}

static void pow_samples(Samples &samples) {
    samples.run("pow.0", [&] {
        return results(pow(samples.get("pow.0.in0"), samples.get("pow.0.in1")));
    });
    samples.run("pow.1", [&] {
        return results(pow(samples.get("pow.1.in0"), -1.5));
    });
}

static void prelu_samples(Samples &samples) {
    samples.run("prelu.0", [&] {
        return results(prelu(samples.get("prelu.0.in0"), samples.get("prelu.0.in1")));
    });
}

static void prod_samples(Samples &samples) {
    samples.run("prod.0", [&] {
        return results(prod(samples.get("prod.0.in0")));
    });
    samples.run("prod.1", [&] {
        return results(prod(samples.get("prod.1.in0"), {1}));
    });
    samples.run("prod.2", [&] {
        return results(prod(samples.get("prod.2.in0"), {0, 2}, true));
    });
    samples.run("prod.3", [&] {
        return results(prod(samples.get("prod.3.in0"), {0}));
    });
}

static void put_along_axis_samples(Samples &samples) {
    samples.run("put_along_axis.0", [&] {
        return results(
    put_along_axis(samples.get("put_along_axis.0.in0"), samples.get("put_along_axis.0.in1"),
    samples.get("put_along_axis.0.in2")));
    });
    samples.run("put_along_axis.1", [&] {
        return results(
    put_along_axis(samples.get("put_along_axis.1.in0"), samples.get("put_along_axis.1.in1"),
    samples.get("put_along_axis.1.in2"), 0));
    });
    samples.run("put_along_axis.2", [&] {
        return results(
    put_along_axis(samples.get("put_along_axis.2.in0"), samples.get("put_along_axis.2.in1"),
    samples.get("put_along_axis.2.in2"), 1, true));
    });
    samples.run("put_along_axis.3", [&] {
        return results(
    put_along_axis(samples.get("put_along_axis.3.in0"), samples.get("put_along_axis.3.in1"),
    samples.get("put_along_axis.3.in2")));
    });
}

static void put_along_axis_reduce_samples(Samples &samples) {
    samples.run("put_along_axis_reduce.0", [&] {
        return results(
    put_along_axis_reduce(samples.get("put_along_axis_reduce.0.in0"), samples.get("put_along_axis_reduce.0.in1"),
    samples.get("put_along_axis_reduce.0.in2"), -1, "mean"));
    });
    samples.run("put_along_axis_reduce.1", [&] {
        return results(
    put_along_axis_reduce(samples.get("put_along_axis_reduce.1.in0"), samples.get("put_along_axis_reduce.1.in1"),
    samples.get("put_along_axis_reduce.1.in2"), 0, "min", false));
    });
    samples.run("put_along_axis_reduce.2", [&] {
        return results(
    put_along_axis_reduce(samples.get("put_along_axis_reduce.2.in0"), samples.get("put_along_axis_reduce.2.in1"),
    samples.get("put_along_axis_reduce.2.in2"), 1, "mean", false));
    });
    samples.run("put_along_axis_reduce.3", [&] {
        return results(
    put_along_axis_reduce(samples.get("put_along_axis_reduce.3.in0"), samples.get("put_along_axis_reduce.3.in1"),
    samples.get("put_along_axis_reduce.3.in2"), -1, "sum", false));
    });
}

static void qr_samples(Samples &samples) {
    samples.run("qr.0", [&] {
        return results(qr(samples.get("qr.0.in0")));
    });
    samples.run("qr.1", [&] {
        return results(qr(samples.get("qr.1.in0")));
    });
    samples.run("qr.2", [&] {
        return results(qr(samples.get("qr.2.in0")));
    });
    samples.run("qr.3", [&] {
        return results(qr(samples.get("qr.3.in0"), "complete"));
    });
}

static void quantile_samples(Samples &samples) {
    samples.run("quantile.0", [&] {
        return results(quantile(samples.get("quantile.0.in0"), samples.get("quantile.0.in1")));
    });
    samples.run("quantile.1", [&] {
        return results(quantile(samples.get("quantile.1.in0"), samples.get("quantile.1.in1"), 1));
    });
    samples.run("quantile.2", [&] {
        return results(quantile(samples.get("quantile.2.in0"), samples.get("quantile.2.in1"), 1, "hazen", true));
    });
    samples.run("quantile.3", [&] {
        return results(quantile(samples.get("quantile.3.in0"), samples.get("quantile.3.in1"), None, "lower", true));
    });
}

static void quick_gelu_samples(Samples &samples) {
    samples.run("quick_gelu.0", [&] {
        return results(quick_gelu(samples.get("quick_gelu.0.in0")));
    });
}

static void rad2deg_samples(Samples &samples) {
    samples.run("rad2deg.0", [&] {
        return results(rad2deg(samples.get("rad2deg.0.in0")));
    });
}

static void ravel_samples(Samples &samples) {
    samples.run("ravel.0", [&] {
        return results(ravel(samples.get("ravel.0.in0")));
    });
    samples.run("ravel.1", [&] {
        return results(ravel(samples.get("ravel.1.in0")));
    });
    samples.run("ravel.2", [&] {
        return results(ravel(samples.get("ravel.2.in0")));
    });
}

static void real_samples(Samples &samples) {
    samples.run("real.0", [&] {
        return results(real(samples.get("real.0.in0")));
    });
}

static void reciprocal_samples(Samples &samples) {
    samples.run("reciprocal.0", [&] {
        return results(reciprocal(samples.get("reciprocal.0.in0")));
    });
}

static void relu_samples(Samples &samples) {
    samples.run("relu.0", [&] {
        return results(relu(samples.get("relu.0.in0")));
    });
}

static void relu6_samples(Samples &samples) {
    samples.run("relu6.0", [&] {
        return results(relu6(samples.get("relu6.0.in0")));
    });
}

static void remainder_samples(Samples &samples) {
    samples.run("remainder.0", [&] {
        return results(remainder(samples.get("remainder.0.in0"), samples.get("remainder.0.in1")));
    });
}

static void repeat_samples(Samples &samples) {
    samples.run("repeat.0", [&] {
        return results(repeat(samples.get("repeat.0.in0"), {2}, 1));
    });
    samples.run("repeat.1", [&] {
        return results(repeat(samples.get("repeat.1.in0"), {3}));
    });
    samples.run("repeat.2", [&] {
        return results(repeat(samples.get("repeat.2.in0"), {1, 0, 3}, 0));
    });
    samples.run("repeat.3", [&] {
        return results(repeat(samples.get("repeat.3.in0"), {2, 1, 0}, -1));
    });
    samples.run("repeat.4", [&] {
        return results(repeat(samples.get("repeat.4.in0"), {0}, 0));
    });
}

static void reshape_samples(Samples &samples) {
    samples.run("reshape.0", [&] {
        return results(reshape(samples.get("reshape.0.in0"), {2, 6}));
    });
    samples.run("reshape.1", [&] {
        return results(reshape(samples.get("reshape.1.in0"), {-1}));
    });
    samples.run("reshape.2", [&] {
        return results(reshape(samples.get("reshape.2.in0"), {2, 1, 3}));
    });
}

void samples_2(Samples &all) {
    logical_and_samples(all);
    logical_not_samples(all);
    logical_or_samples(all);
    logical_xor_samples(all);
    logistic_samples(all);
    logit_samples(all);
    lognormal_samples(all);
    logsumexp_samples(all);
    lp_pool_samples(all);
    lstm_samples(all);
    margin_ranking_loss_samples(all);
    mask_put_samples(all);
    mask_select_samples(all);
    matmul_samples(all);
    matrix_norm_samples(all);
    matrix_power_samples(all);
    matrix_transpose_samples(all);
    max_samples(all);
    max_pool_samples(all);
    max_pool_indices_samples(all);
    max_unpool_samples(all);
    maximum_samples(all);
    mean_samples(all);
    median_samples(all);
    meshgrid_samples(all);
    min_samples(all);
    minimum_samples(all);
    mish_samples(all);
    moveaxis_samples(all);
    mse_loss_samples(all);
    multi_margin_loss_samples(all);
    multilabel_soft_margin_loss_samples(all);
    multiply_samples(all);
    nanargmax_samples(all);
    nanargmin_samples(all);
    nancumprod_samples(all);
    nancumsum_samples(all);
    nanmax_samples(all);
    nanmean_samples(all);
    nanmedian_samples(all);
    nanmin_samples(all);
    nanprod_samples(all);
    nanstd_samples(all);
    nansum_samples(all);
    nanvar_samples(all);
    negative_samples(all);
    nextafter_samples(all);
    nll_loss_samples(all);
    nonzero_samples(all);
    normal_samples(all);
    normalize_samples(all);
    not_equal_samples(all);
    one_hot_samples(all);
    ones_samples(all);
    ones_like_samples(all);
    outer_samples(all);
    pad_samples(all);
    pairwise_distance_samples(all);
    partition_samples(all);
    percentile_samples(all);
    permutation_samples(all);
    permute_dims_samples(all);
    pixel_shuffle_samples(all);
    pixel_unshuffle_samples(all);
    poisson_samples(all);
    poisson_nll_loss_samples(all);
    positive_samples(all);
    pow_samples(all);
    prelu_samples(all);
    prod_samples(all);
    put_along_axis_samples(all);
    put_along_axis_reduce_samples(all);
    qr_samples(all);
    quantile_samples(all);
    quick_gelu_samples(all);
    rad2deg_samples(all);
    ravel_samples(all);
    real_samples(all);
    reciprocal_samples(all);
    relu_samples(all);
    relu6_samples(all);
    remainder_samples(all);
    repeat_samples(all);
    reshape_samples(all);
}
