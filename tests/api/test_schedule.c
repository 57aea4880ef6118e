/* test_schedule.c - learning rate schedules, gradient clipping and metrics.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "array_kit.h"

#define CHECK_FAILS(call, status, words)                                                           \
    do {                                                                                           \
        CHECK_EQ(call, status);                                                                    \
        CHECK_HAS(weir_error(), words);                                                            \
    } while (0)

#define CHECK_NEAR(got, wanted) check_near(__FILE__, __LINE__, #got, got, wanted)

static void check_near(const char *file, int line, const char *what, double got, double wanted) {
    if (!(fabs(got - wanted) <= 1e-6 * (fabs(wanted) + 1e-3)))
        test_fail(file, line, "%s is %.9g, not %.9g", what, got, wanted);
}

/* ---- Rates ----------------------------------------------------------------------------------- */

enum { STEPS = 12 };

/* Values of torch.optim.lr_scheduler, starting from 0.4. */
static const double wanted[][STEPS] = {
    {0.4, 0.4, 0.4, 0.2, 0.2, 0.2, 0.1, 0.1, 0.1, 0.05, 0.05, 0.05}, /* StepLR(3, 0.5) */
    {0.4, 0.4, 0.04, 0.04, 0.04, 0.004, 0.004, 0.004, 0.004, 0.0004, 0.0004,
     0.0004}, /* MultiStepLR([2, 5, 9]) */
    {0.4, 0.36, 0.324, 0.2916, 0.26244, 0.236196, 0.2125764, 0.19131876, 0.172186884, 0.154968196,
     0.139471376, 0.125524238}, /* ExponentialLR(0.9) */
    {0.4, 0.39291127, 0.372219368, 0.339600628, 0.297697627, 0.249905097, 0.200094903, 0.152302373,
     0.110399372, 0.0777806318, 0.0570887296, 0.05}, /* CosineAnnealingLR(11, 0.05) */
    {0.1, 0.1325, 0.165, 0.1975, 0.23, 0.2625, 0.295, 0.3275, 0.36, 0.36, 0.36,
     0.36}, /* LinearLR(0.25, 0.9, 8) */
    {0.4, 0.316049383, 0.241975309, 0.177777778, 0.12345679, 0.0790123457, 0.0444444444,
     0.0197530864, 0.0049382716, 0, 0, 0}, /* PolynomialLR(9, 2) */
    {0.016, 0.118065579, 0.315747917, 0.399880829, 0.385751305, 0.349702351, 0.295987912,
     0.230946543, 0.162253432, 0.0980146871, 0.0458107818, 0.0118020217}, /* OneCycleLR(0.4, 13) */
};

TEST(rates_are_those_of_torch) {
    const int64_t milestones[] = {2, 5, 9};
    for (int64_t t = 0; t < STEPS; t++) {
        CHECK_NEAR(weir_lr_step(0.4, t, 3, 0.5), wanted[0][t]);
        CHECK_NEAR(weir_lr_multistep(0.4, t, milestones, 3, 0.1), wanted[1][t]);
        CHECK_NEAR(weir_lr_exponential(0.4, t, 0.9), wanted[2][t]);
        CHECK_NEAR(weir_lr_cosine(0.4, t, 11, 0.05), wanted[3][t]);
        CHECK_NEAR(weir_lr_linear(0.4, t, 8, 0.25, 0.9), wanted[4][t]);
        CHECK_NEAR(weir_lr_polynomial(0.4, t, 9, 2), wanted[5][t]);
        CHECK_NEAR(weir_lr_one_cycle(0.4, t, 13, 0.3, 25, 1e4), wanted[6][t]);
    }
    CHECK_NEAR(weir_lr_one_cycle(0.4, 99, 13, 0.3, 25, 1e4), 0.4 / 25 / 1e4);
}

/* Half a cosine down in steps 0 to 4 and up in 4 to 12: pct_start * 13 - 1 = 4. */
TEST(one_cycle_of_momentum_goes_the_other_way) {
    const double part = 5.0 / 13;
    CHECK_NEAR(weir_momentum_one_cycle(0.8, 0, 13, part, 0.9), 0.9);
    CHECK_NEAR(weir_momentum_one_cycle(0.8, 2, 13, part, 0.9), 0.85);
    CHECK_NEAR(weir_momentum_one_cycle(0.8, 4, 13, part, 0.9), 0.8);
    CHECK_NEAR(weir_momentum_one_cycle(0.8, 8, 13, part, 0.9), 0.85);
    CHECK_NEAR(weir_momentum_one_cycle(0.8, 12, 13, part, 0.9), 0.9);
    CHECK_NEAR(weir_momentum_one_cycle(0.8, 50, 13, part, 0.9), 0.9);
}

TEST(one_cycle_may_begin_at_the_top) {
    CHECK_NEAR(weir_lr_one_cycle(0.4, 0, 10, 0.1, 25, 1e4), 0.4);
}

TEST(a_warm_up_rises_and_falls) {
    CHECK_NEAR(weir_lr_cosine_warmup(0.4, 0, 4, 12, 0.1), 0);
    CHECK_NEAR(weir_lr_cosine_warmup(0.4, 3, 4, 12, 0.1), 0.3);
    CHECK_NEAR(weir_lr_cosine_warmup(0.4, 4, 4, 12, 0.1), 0.4);
    CHECK_NEAR(weir_lr_cosine_warmup(0.4, 8, 4, 12, 0.1), 0.25);
    CHECK_NEAR(weir_lr_cosine_warmup(0.4, 12, 4, 12, 0.1), 0.1);
    CHECK_NEAR(weir_lr_cosine_warmup(0.4, 50, 0, 12, 0.1), 0.1);
}

TEST(a_plateau_lowers_the_rate_as_torch_does) {
    static const double measure[] = {1,   0.9, 0.9, 0.95, 0.9, 0.9, 0.9, 0.9,
                                     0.9, 0.9, 0.8, 0.8,  0.8, 0.8, 0.8};
    static const double rate[] = {0.4, 0.4, 0.4, 0.4, 0.2, 0.2, 0.2, 0.2,
                                  0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
    weir_plateau p;
    weir_plateau_init(&p);
    p.factor = 0.5;
    p.patience = 2;
    p.cooldown = 1;
    p.min_lr = 0.1;
    double lr = 0.4;
    for (int i = 0; i < 15; i++) {
        lr = weir_plateau_next(&p, lr, measure[i]);
        CHECK_NEAR(lr, rate[i]);
    }
}

/* ---- Clipping -------------------------------------------------------------------------------- */

static weir_array *param_with(weir_runtime *rt, int64_t n, float value, weir_dtype dtype) {
    weir_array *p = NULL, *g = NULL, *x = kit_filled(rt, n, value);
    CHECK_OK(weir_astype(x, dtype, &p));
    CHECK_OK(weir_copy(p, &g));
    CHECK_OK(weir_array_attach_grad(p, WEIR_GRAD_WRITE));
    CHECK_OK(weir_array_grad_set(p, g));
    weir_array_release(g);
    weir_array_release(x);
    return p;
}

TEST(gradients_are_clipped_together_and_by_value) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *p[3] = {param_with(rt, 9, 1, WEIR_FLOAT32), param_with(rt, 4, 2, WEIR_BFLOAT16),
                        kit_ramp(rt, 3, 0, 1)}; /* the last has no gradient */
    weir_array *norm = NULL;
    CHECK_OK(weir_clip_grad_norm(p, 3, 100, &norm)); /* short enough */
    CHECK_ITEM(norm, 5);
    weir_array_release(norm);
    weir_array *long_one = weir_array_grad(p[0]);
    CHECK_ALL(long_one, 9, 1);
    CHECK_OK(weir_clip_grad_norm(p, 3, 2.5, &norm));
    CHECK_ITEM(norm, 5);
    CHECK_ALL(long_one, 9, 1); /* the old array is unchanged */
    weir_array *g = weir_array_grad(p[0]);
    double item = 0;
    weir_array *first = kit_cut(g, 0, 1);
    CHECK_OK(weir_array_item_f64(first, &item));
    CHECK(fabs(item - 0.5) < 1e-5);
    weir_array *narrow = weir_array_grad(p[1]);
    CHECK_EQ(weir_array_dtype(narrow), WEIR_BFLOAT16);
    CHECK_OK(weir_clip_grad_value(p, 3, 0.25));
    weir_array *held = weir_array_grad(p[0]), *held_narrow = weir_array_grad(p[1]);
    CHECK_ALL(held, 9, 0.25);
    CHECK_TEXT(held_narrow, "[0.25, 0.25, 0.25, 0.25]");
    CHECK_FAILS(weir_clip_grad_norm(p, 3, -1, NULL), WEIR_EINVAL, "max_norm is -1");
    CHECK_FAILS(weir_clip_grad_value(NULL, 3, 1), WEIR_EINVAL, "there are no parameters");
    weir_array *all[] = {p[0], p[1], p[2], long_one, g, first, narrow, held, held_narrow, norm};
    for (int i = 0; i < 10; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

/* The backward pass gives each leaf of x + y a gradient of its own; a program may give both the same
 * one. */
TEST(a_gradient_that_two_share_is_clipped_once) {
    for (int by_value = 0; by_value < 2; by_value++) {
        weir_runtime *rt = kit_runtime(2);
        weir_array *p[2] = {kit_ramp(rt, 2, 0, 1), kit_ramp(rt, 2, 5, 1)}, *sum, *loss;
        for (int i = 0; i < 2; i++) CHECK_OK(weir_array_attach_grad(p[i], WEIR_GRAD_WRITE));
        weir_recording_set(1);
        CHECK_OK(weir_add(p[0], p[1], &sum));
        CHECK_OK(weir_sum(sum, NULL, &loss));
        weir_recording_set(0);
        CHECK_OK(weir_backward(&loss, 1, NULL, 0));
        weir_array *grad[4] = {weir_array_grad(p[0]), weir_array_grad(p[1])};
        CHECK(grad[0] != grad[1]);
        CHECK_OK(weir_array_grad_set(p[1], grad[0]));
        if (by_value)
            CHECK_OK(weir_clip_grad_value(p, 2, 0.5));
        else
            CHECK_OK(weir_clip_grad_norm(p, 2, 1, NULL)); /* it is 2 */
        for (int i = 0; i < 2; i++) {
            weir_array *g = grad[2 + i] = weir_array_grad(p[i]), *one = kit_cut(g, 0, 1);
            double item = 0;
            CHECK_OK(weir_array_item_f64(one, &item));
            CHECK(fabs(item - 0.5) < 1e-5);
            weir_array_release(one);
        }
        weir_array *all[] = {p[0], p[1], sum, loss, grad[0], grad[1], grad[2], grad[3]};
        for (int i = 0; i < 8; i++) weir_array_release(all[i]);
        weir_runtime_free(rt);
    }
}

TEST(the_norm_of_many_arrays_is_the_norm_of_one) {
    enum { N = 30000 };
    double last = 0;
    for (int workers = 0; workers < 4; workers++) {
        weir_runtime *rt = workers == 0 ? kit_runtime_serial() : kit_runtime(workers);
        weir_array *x[3] = {kit_ramp(rt, N, -1, 1e-4f), kit_ramp(rt, 7, 1, 1), NULL};
        CHECK_OK(weir_astype(x[1], WEIR_FLOAT16, &x[2]));
        weir_array *norm = NULL;
        double got = 0, sum = 2 * (1 + 4 + 9 + 16 + 25 + 36 + 49);
        for (int i = 0; i < N; i++) {
            double e = (double)(-1 + (float)i * 1e-4f);
            sum += e * e;
        }
        CHECK_OK(weir_global_norm(x, 3, &norm));
        CHECK_OK(weir_array_item_f64(norm, &got));
        CHECK_NEAR(got, sqrt(sum));
        if (workers > 0) CHECK(got == last);
        last = got;
        for (int i = 0; i < 3; i++) weir_array_release(x[i]);
        weir_array_release(norm);
        weir_runtime_free(rt);
    }
}

/* ---- Metrics --------------------------------------------------------------------------------- */

static double value_of(weir_metric *m) {
    double value = 0;
    CHECK_OK(weir_metric_value(m, &value));
    return value;
}

TEST(metrics_run_over_batches) {
    weir_runtime *rt = kit_runtime(2);
    static const float scores[2][3 * 3] = {{5, 1, 0, 1, 5, 3, 4, 3, 2},
                                           {0, 1, 2, 0, 2, 1, 9, 8, 7}};
    static const int64_t targets[2][3] = {{0, 2, 2}, {2, 1, 1}};
    const int64_t grid[2] = {3, 3}, line = 3;
    static const char *const name[] = {"accuracy", "top_k", "confusion", "mean", "perplexity"};
    const double value[] = {0.5, 5.0 / 6, 0.5, 3, exp(3)};
    weir_metric *m[5];
    for (int i = 0; i < 5; i++) {
        CHECK_OK(weir_metric_new(rt, name[i], i == 1 ? 2 : 3, &m[i]));
        CHECK(isnan(value_of(m[i])));
    }
    for (int b = 0; b < 2; b++) {
        weir_array *x = kit_array(rt, WEIR_FLOAT32, 2, grid, scores[b]);
        weir_array *t = kit_array(rt, WEIR_INT64, 1, &line, targets[b]);
        for (int i = 0; i < 5; i++) CHECK_OK(weir_metric_update(m[i], x, i < 3 ? t : NULL));
        if (b == 0) CHECK_FAILS(weir_metric_update(m[0], t, t), WEIR_EINVAL, "accuracy");
        weir_array_release(x);
        weir_array_release(t);
    }
    for (int i = 0; i < 5; i++) CHECK_NEAR(value_of(m[i]), value[i]);
    CHECK_TEXT(weir_metric_array(m[2]), "[[1., 0., 0.],\n [1., 1., 0.],\n [1., 1., 1.]]");
    CHECK_OK(weir_metric_reset(m[0]));
    CHECK(isnan(value_of(m[0])));
    for (int i = 0; i < 5; i++) weir_metric_free(m[i]);
    CHECK_FAILS(weir_metric_new(rt, "luck", 1, &m[0]), WEIR_EINVAL, "perplexity");
    CHECK_FAILS(weir_metric_new(rt, "top_k", 0, &m[0]), WEIR_EINVAL, "at least 1");
    weir_runtime_free(rt);
}

TEST(errors_are_measured) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = kit_ramp(rt, 4, 0, 1), *y = kit_filled(rt, 4, 1);
    weir_metric *square = NULL, *distance = NULL;
    CHECK_OK(weir_metric_new(rt, "mse", 0, &square));
    weir_array *line = kit_ramp(rt, 4, 0, 1), *column = kit_reshape(line, 4, 1);
    CHECK_FAILS(weir_metric_update(square, line, column), WEIR_EINVAL, "the same shape");
    weir_array_release(line);
    weir_array_release(column);
    CHECK_OK(weir_metric_new(rt, "mae", 0, &distance));
    CHECK_OK(weir_metric_update(square, x, y));
    CHECK_OK(weir_metric_update(distance, x, y));
    CHECK_NEAR(value_of(square), 1.5);
    CHECK_NEAR(value_of(distance), 1);
    weir_metric_free(square);
    weir_metric_free(distance);
    weir_array_release(x);
    weir_array_release(y);
    weir_runtime_free(rt);
}

/* A batch that failed is in neither sum nor count. */
TEST(a_bad_batch_is_left_out) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *good = kit_filled(rt, 40, 2), *bad = kit_filled(rt, 40, 7);
    weir_metric *m = NULL;
    double value = 0;
    CHECK_OK(weir_metric_new(rt, "mean", 0, &m));
    CHECK_OK(weir_metric_update(m, good, NULL));
    kit_break(bad);
    CHECK_OK(weir_metric_update(m, bad, NULL));
    CHECK_EQ(weir_metric_value(m, &value), WEIR_EFAILED);
    CHECK_OK(weir_var_clear(weir_array_var(weir_metric_array(m))));
    CHECK_OK(weir_metric_update(m, good, NULL));
    CHECK_NEAR(value_of(m), 2);
    weir_failure_clear(rt);
    weir_metric_free(m);
    weir_array_release(good);
    weir_array_release(bad);
    weir_runtime_free(rt);
}
