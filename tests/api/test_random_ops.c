/* test_random_ops.c - random operators: the same bits for any engine, correct ranges and moments, and
 * errors for invalid parameters.
 *
 * Seeds are fixed, so nothing here fails by chance.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit.h"

static weir_array *number(weir_runtime *rt, double value) {
    weir_array *a = NULL;
    CHECK_OK(weir_number_f64(rt, value, &a));
    return a;
}

static weir_array *vector(weir_runtime *rt, const double *values, int64_t n) {
    weir_array *a = NULL;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT64, &n, 1, values, &a));
    return a;
}

/* The values as doubles, which the caller frees; `a` is released. */
static double *values_of(weir_array *a) {
    weir_array *wide = NULL;
    int64_t n = weir_array_count(a);
    double *values = malloc((size_t)(n + 1) * sizeof *values);
    CHECK_OK(weir_astype(a, WEIR_FLOAT64, &wide));
    CHECK_OK(weir_array_read(wide, values, (size_t)n * sizeof *values));
    weir_array_release(wide);
    weir_array_release(a);
    return values;
}

static void check_moments(weir_array *a, double mean, double deviation) {
    int64_t n = weir_array_count(a);
    double *x = values_of(a), sum = 0, squares = 0;
    for (int64_t i = 0; i < n; i++) sum += x[i];
    sum /= (double)n;
    for (int64_t i = 0; i < n; i++) squares += (x[i] - sum) * (x[i] - sum);
    squares = sqrt(squares / (double)n);
    double near = 6 * deviation / sqrt((double)n);
    if (fabs(sum - mean) > near)
        test_fail(__FILE__, __LINE__, "the mean is %g, not %g to %g", sum, mean, near);
    if (fabs(squares - deviation) > 0.1 * deviation)
        test_fail(__FILE__, __LINE__, "the deviation is %g, not %g", squares, deviation);
    free(x);
}

static const int64_t many[] = {20000};

TEST(distributions_have_their_means_and_deviations) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *y, *three = number(rt, 3), *half = number(rt, 0.5), *ten = number(rt, 40);
    weir_array *zero = number(rt, 0);
    CHECK_OK(weir_seed(rt, 5));
    CHECK_OK(weir_exponential(rt, weir_i64s_of(many, 1), OPT(exponential, .scale = 2, .device = -1),
                              &y));
    check_moments(y, 2, 2);
    CHECK_OK(weir_gamma(three, OPT(gamma, .scale = 2, .shape = weir_i64s_of(many, 1), .device = -1),
                        &y));
    check_moments(y, 6, 2 * sqrt(3));
    CHECK_OK(weir_beta(
        three, three,
        OPT(beta, .shape = weir_i64s_of(many, 1), .dtype = WEIR_FLOAT64, .device = -1), &y));
    check_moments(y, 0.5, sqrt(1.0 / 28));
    CHECK_OK(
        weir_chi_square(three, OPT(chi_square, .shape = weir_i64s_of(many, 1), .device = -1), &y));
    check_moments(y, 3, sqrt(6));
    CHECK_OK(weir_student_t(ten, OPT(student_t, .shape = weir_i64s_of(many, 1), .device = -1), &y));
    check_moments(y, 0, sqrt(40.0 / 38));
    CHECK_OK(weir_weibull(
        three, OPT(weibull, .scale = 1, .shape = weir_i64s_of(many, 1), .device = -1), &y));
    check_moments(y, tgamma(4.0 / 3), sqrt(tgamma(5.0 / 3) - pow(tgamma(4.0 / 3), 2)));
    CHECK_OK(weir_laplace(rt, weir_i64s_of(many, 1),
                          OPT(laplace, .loc = 1, .scale = 2, .device = -1), &y));
    check_moments(y, 1, 2 * sqrt(2));
    CHECK_OK(weir_gumbel(rt, weir_i64s_of(many, 1), OPT(gumbel, .loc = 1, .scale = 2, .device = -1),
                         &y));
    check_moments(y, 1 + 2 * 0.5772156649, 2 * M_PI / sqrt(6));
    CHECK_OK(weir_logistic(rt, weir_i64s_of(many, 1),
                           OPT(logistic, .loc = 1, .scale = 2, .device = -1), &y));
    check_moments(y, 1, 2 * M_PI / sqrt(3));
    CHECK_OK(
        weir_lognormal(rt, weir_i64s_of(many, 1), OPT(lognormal, .scale = 0.5, .device = -1), &y));
    check_moments(y, exp(0.125), sqrt((exp(0.25) - 1) * exp(0.25)));
    CHECK_OK(weir_truncated_normal(
        rt, weir_i64s_of(many, 1),
        OPT(truncated_normal, .scale = 1, .lower = 0, .upper = INFINITY, .device = -1), &y));
    check_moments(y, sqrt(2 / M_PI), sqrt(1 - 2 / M_PI));
    CHECK_OK(weir_von_mises(zero, ten, OPT(von_mises, .shape = weir_i64s_of(many, 1), .device = -1),
                            &y));
    check_moments(y, 0, 1 / sqrt(39.5));
    CHECK_OK(weir_poisson(three, OPT(poisson, .shape = weir_i64s_of(many, 1), .device = -1), &y));
    CHECK_EQ(weir_array_dtype(y), WEIR_INT64);
    check_moments(y, 3, sqrt(3));
    CHECK_OK(weir_binomial(
        ten, half,
        OPT(binomial, .shape = weir_i64s_of(many, 1), .dtype = WEIR_FLOAT32, .device = -1), &y));
    CHECK_EQ(weir_array_dtype(y), WEIR_FLOAT32);
    check_moments(y, 20, sqrt(10));
    CHECK_OK(
        weir_geometric(half, OPT(geometric, .shape = weir_i64s_of(many, 1), .device = -1), &y));
    check_moments(y, 2, sqrt(2));
    CHECK_OK(
        weir_bernoulli(half, OPT(bernoulli, .shape = weir_i64s_of(many, 1), .device = -1), &y));
    CHECK_EQ(weir_array_dtype(y), WEIR_BOOL);
    check_moments(y, 0.5, 0.5);
    weir_array_release(three);
    weir_array_release(half);
    weir_array_release(ten);
    weir_array_release(zero);
    weir_runtime_free(rt);
}

TEST(parameters_broadcast_to_the_result) {
    weir_runtime *rt = kit_runtime(2);
    const double rates[] = {0, 5, 1000};
    weir_array *rate = vector(rt, rates, 3), *y;
    CHECK_OK(weir_poisson(rate, OPT(poisson, .shape = WEIR_I64S(100, 3), .device = -1), &y));
    double *x = values_of(y);
    for (int i = 0; i < 100; i++) {
        CHECK(x[3 * i] == 0);
        CHECK(x[3 * i + 1] < 30);
        CHECK(x[3 * i + 2] > 700 && x[3 * i + 2] < 1300);
    }
    free(x);
    CHECK_OK(weir_poisson(rate, NULL, &y));
    CHECK_EQ(weir_array_ndim(y), 1);
    CHECK_EQ(weir_array_shape(y)[0], 3);
    weir_array_release(y);
    CHECK_STATUS(weir_poisson(rate, OPT(poisson, .shape = WEIR_I64S(2), .device = -1), &y), EINVAL);
    CHECK_HAS(weir_error(), "poisson: a parameter of shape (3,) cannot be broadcast to (2,)");
    weir_array_release(rate);
    weir_runtime_free(rt);
}

static void fails(weir_array *y, const char *why) {
    CHECK_STATUS(weir_array_wait(y), EINVAL);
    CHECK_HAS(weir_error(), why);
    weir_array_release(y);
}

TEST(parameters_of_an_array_that_cannot_be_are_a_failure_in_flight) {
    weir_runtime *rt = kit_runtime(2);
    const double bad[] = {2, -1}, large[] = {0.5, 1.5}, zero[] = {1, 0}, none[] = {3, NAN};
    weir_array *minus = vector(rt, bad, 2), *above = vector(rt, large, 2),
               *null = vector(rt, zero, 2), *nan = vector(rt, none, 2),
               *one = vector(rt, bad + 1, 1), *y;
    const int64_t shape[] = {3, 2};
    CHECK_OK(weir_poisson(minus, NULL, &y));
    fails(y, "parameter 0 of element 1 is -1, but must be a number from 0 to 2^62");
    CHECK_OK(weir_poisson(nan, OPT(poisson, .shape = weir_i64s_of(shape, 2), .device = -1),
                          &y)); /* which is broadcast */
    fails(y, "parameter 0 of element 1 is nan, but must be a number from 0 to 2^62");
    CHECK_OK(weir_poisson(one, OPT(poisson, .shape = weir_i64s_of(shape, 2), .device = -1), &y));
    fails(y, "parameter 0 of element 0 is -1, but must be a number from 0 to 2^62");
    CHECK_OK(weir_gamma(null, NULL, &y));
    fails(y, "element 1 is 0, but must be a positive finite number");
    CHECK_OK(weir_weibull(minus, NULL, &y));
    fails(y, "element 1 is -1");
    CHECK_OK(weir_beta(above, null, NULL, &y));
    fails(y, "parameter 1 of element 1 is 0, but must be a positive finite number");
    CHECK_OK(weir_chi_square(minus, NULL, &y));
    fails(y, "element 1 is -1");
    CHECK_OK(weir_student_t(null, NULL, &y));
    fails(y, "element 1 is 0");
    CHECK_OK(weir_von_mises(above, minus, NULL, &y));
    fails(y, "parameter 1 of element 1 is -1, but must be a non-negative finite number");
    CHECK_OK(weir_binomial(above, above, NULL, &y));
    fails(y, "parameter 0 of element 0 is 0.5, but must be an integer from 0 to 2^53");
    CHECK_OK(weir_geometric(null, NULL, &y));
    fails(y, "element 1 is 0, but must be a probability greater than 0");
    CHECK_OK(weir_bernoulli(above, NULL, &y));
    fails(y, "element 1 is 1.5, but must be a probability");
    CHECK_OK(
        weir_bernoulli(one, OPT(bernoulli, .shape = weir_i64s_of(shape, 2), .device = -1), &y));
    fails(y, "element 0 is -1, but must be a probability");
    CHECK_OK(weir_categorical(
        minus, OPT(categorical, .count = WEIR_NONE, .axis = -1, .replacement = 1, .dtype = 0), &y));
    fails(y, "weights must be finite and not negative");
    weir_array *all[] = {minus, above, null, nan, one};
    for (int i = 0; i < 5; i++) weir_array_release(all[i]);
    weir_failure_clear(rt);
    weir_runtime_free(rt);
}

TEST(integers_stay_in_their_range_and_reach_both_ends) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *y;
    CHECK_OK(weir_integers(rt, -3, 4, WEIR_I64S(1000),
                           OPT(integers, .dtype = WEIR_INT8, .device = -1), &y));
    CHECK_EQ(weir_array_dtype(y), WEIR_INT8);
    double *x = values_of(y);
    int seen[7] = {0};
    for (int i = 0; i < 1000; i++) {
        CHECK(x[i] >= -3 && x[i] < 4);
        seen[(int)x[i] + 3]++;
    }
    for (int i = 0; i < 7; i++) CHECK(seen[i] > 90);
    free(x);
    CHECK_OK(weir_integers(rt, 0, 256, WEIR_I64S(10),
                           OPT(integers, .dtype = WEIR_UINT8, .device = -1), &y));
    weir_array_release(y);
    CHECK_OK(weir_integers(rt, INT64_MIN + 1, INT64_MAX, WEIR_I64S(10),
                           OPT(integers, .dtype = 0, .device = -1), &y));
    weir_array_release(y);
    weir_runtime_free(rt);
}

TEST(one_probability_and_an_array_of_it_give_the_same) {
    weir_runtime *rt = kit_runtime(2);
    static double p[1000];
    static uint8_t one[1000], all[1000];
    for (int i = 0; i < 1000; i++) p[i] = 0.3;
    weir_array *n = number(rt, 0.3), *v = vector(rt, p, 1000), *y;
    CHECK_OK(weir_seed(rt, 9));
    CHECK_OK(weir_bernoulli(n, OPT(bernoulli, .shape = WEIR_I64S(1000), .device = -1), &y));
    CHECK_OK(weir_array_read(y, one, sizeof one));
    weir_array_release(y);
    CHECK_OK(weir_seed(rt, 9));
    CHECK_OK(weir_bernoulli(v, NULL, &y));
    CHECK_OK(weir_array_read(y, all, sizeof all));
    weir_array_release(y);
    CHECK(memcmp(one, all, sizeof one) == 0);
    weir_array_release(n);
    weir_array_release(v);
    weir_runtime_free(rt);
}

TEST(a_permutation_has_every_number_once) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *y;
    uint8_t seen[1000] = {0};
    CHECK_OK(weir_permutation(rt, 1000, OPT(permutation, .dtype = WEIR_INT16, .device = -1), &y));
    CHECK_EQ(weir_array_dtype(y), WEIR_INT16);
    double *x = values_of(y);
    int in_place = 0;
    for (int i = 0; i < 1000; i++) {
        CHECK(x[i] >= 0 && x[i] < 1000 && !seen[(int)x[i]]);
        seen[(int)x[i]] = 1;
        in_place += x[i] == i;
    }
    CHECK(in_place < 10);
    free(x);
    CHECK_OK(weir_permutation(rt, 0, OPT(permutation, .dtype = 0, .device = -1), &y));
    CHECK_EQ(weir_array_count(y), 0);
    weir_array_release(y);
    CHECK_STATUS(weir_permutation(rt, 300, OPT(permutation, .dtype = WEIR_INT8, .device = -1), &y),
                 EINVAL);
    CHECK_HAS(weir_error(), "permutation: n=300 is too large for dtype int8");
    weir_runtime_free(rt);
}

TEST(shuffle_moves_whole_entries_and_says_where) {
    weir_runtime *rt = kit_runtime(2);
    double values[2 * 50 * 3];
    for (int i = 0; i < 300; i++) values[i] = i;
    weir_array *a = NULL, *y, *order;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT64, (const int64_t[]){2, 50, 3}, 3, values, &a));
    CHECK_OK(weir_shuffle(a, OPT(shuffle, .axis = 1), &y, &order));
    double *x = values_of(y), *from = values_of(order);
    for (int o = 0; o < 2; o++)
        for (int i = 0; i < 50; i++)
            for (int j = 0; j < 3; j++)
                CHECK(x[(o * 50 + i) * 3 + j] == values[(o * 50 + (int)from[i]) * 3 + j]);
    free(x);
    free(from);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(shuffle_gradients_go_back_where_they_came_from) {
    weir_runtime *rt = kit_runtime(2);
    double values[6] = {0, 1, 2, 3, 4, 5}, got[6];
    weir_array *a = vector(rt, values, 6), *out[2], *dy[2] = {NULL, NULL}, *dx;
    const struct { int64_t axis; } attr = {0};
    CHECK_OK(weir_shuffle(a, NULL, &out[0], &out[1]));
    dy[0] = out[0]; /* the gradient of an element is its value, so it must be at the same index */
    CHECK_OK(
        weir_op_vjp(rt, weir_op_find("shuffle"), &a, 1, &attr, sizeof attr, out, 2, dy, NULL, &dx));
    CHECK_OK(weir_array_read(dx, got, sizeof got));
    for (int i = 0; i < 6; i++) CHECK(got[i] == i);
    weir_array_release(dx);
    weir_array_release(out[0]);
    weir_array_release(out[1]);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(dropout_keeps_the_mean_and_its_gradient_has_the_same_mask) {
    weir_runtime *rt = kit_runtime(2);
    enum { N = 20000 };
    static float ones[N], y[N], dx[N];
    static uint8_t mask[N];
    int64_t n = N;
    for (int i = 0; i < N; i++) ones[i] = 3;
    weir_array *a = NULL, *out[2], *dy[2] = {NULL, NULL}, *grad;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, &n, 1, ones, &a));
    const struct { double p; } attr = {0.25};
    CHECK_OK(weir_dropout(a, OPT(dropout, .p = 0.25), &out[0], &out[1]));
    dy[0] = a;
    CHECK_OK(weir_op_vjp(rt, weir_op_find("dropout"), &a, 1, &attr, sizeof attr, out, 2, dy, NULL,
                         &grad));
    CHECK_OK(weir_array_read(out[0], y, sizeof y));
    CHECK_OK(weir_array_read(out[1], mask, sizeof mask));
    CHECK_OK(weir_array_read(grad, dx, sizeof dx));
    int kept = 0;
    for (int i = 0; i < N; i++) {
        CHECK(y[i] == (mask[i] ? 4.0f : 0.0f));
        CHECK(dx[i] == (mask[i] ? 4.0f : 0.0f));
        kept += mask[i];
    }
    CHECK(kept > 14600 && kept < 15400);
    weir_array_release(grad);
    weir_array_release(out[0]);
    weir_array_release(out[1]);
    CHECK_OK(weir_dropout(a, OPT(dropout, .p = 1), &out[0], &out[1]));
    CHECK_OK(weir_array_read(out[0], y, sizeof y));
    for (int i = 0; i < N; i++) CHECK(y[i] == 0);
    weir_array_release(out[0]);
    weir_array_release(out[1]);
    CHECK_OK(weir_dropout(a, OPT(dropout, .p = 0), &out[0], &out[1]));
    CHECK_OK(weir_array_read(out[0], y, sizeof y));
    for (int i = 0; i < N; i++) CHECK(y[i] == 3);
    weir_array_release(out[0]);
    weir_array_release(out[1]);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(categorical_draws_by_weight) {
    weir_runtime *rt = kit_runtime(2);
    const double w[] = {1, 0, 3, 0, 5, 0}; /* two rows of three */
    weir_array *a = NULL, *y;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT64, (const int64_t[]){2, 3}, 2, w, &a));
    CHECK_OK(weir_categorical(
        a, OPT(categorical, .count = 10000, .axis = -1, .replacement = 1, .dtype = 0), &y));
    CHECK_EQ(weir_array_ndim(y), 2);
    double *x = values_of(y);
    int seen[3] = {0};
    for (int i = 0; i < 10000; i++) seen[(int)x[i]]++;
    CHECK(seen[1] == 0 && seen[0] > 2300 && seen[0] < 2700);
    for (int i = 0; i < 10000; i++) CHECK(x[10000 + i] == 1);
    free(x);
    CHECK_OK(weir_categorical(
        a, OPT(categorical, .count = WEIR_NONE, .axis = 0, .replacement = 1, .dtype = WEIR_INT32),
        &y));
    CHECK_EQ(weir_array_ndim(y), 1);
    CHECK_EQ(weir_array_shape(y)[0], 3);
    x = values_of(y);
    CHECK(x[0] == 0 && x[1] == 1 && x[2] == 0);
    free(x);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(categorical_without_replacement_draws_each_class_once) {
    weir_runtime *rt = kit_runtime(2);
    enum { ROWS = 4000 };
    static double w[ROWS * 3];
    for (int i = 0; i < ROWS; i++)
        w[3 * i] = log(1.0), w[3 * i + 1] = log(2.0), w[3 * i + 2] = log(5.0);
    weir_array *a = NULL, *y;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT64, (const int64_t[]){ROWS, 3}, 2, w, &a));
    CHECK_OK(weir_categorical(
        a, OPT(categorical, .count = 3, .axis = -1, .logits = 1, .replacement = 0, .dtype = 0),
        &y));
    double *x = values_of(y);
    int first[3] = {0}, second_after_2 = 0;
    for (int i = 0; i < ROWS; i++) {
        CHECK(x[3 * i] + x[3 * i + 1] + x[3 * i + 2] == 3);
        CHECK(x[3 * i] != x[3 * i + 1] && x[3 * i] != x[3 * i + 2]);
        first[(int)x[3 * i]]++;
        second_after_2 += x[3 * i] == 2 && x[3 * i + 1] == 1;
    }
    CHECK(abs(first[0] - ROWS / 8) < 120 && abs(first[2] - ROWS * 5 / 8) < 180);
    CHECK(abs(second_after_2 - first[2] * 2 / 3) < 150);
    free(x);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(categorical_fails_where_a_row_cannot_be_drawn_from) {
    weir_runtime *rt = kit_runtime(2);
    const double w[] = {1, 1, 0, 0, 1, 0};
    weir_array *a = NULL, *y;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT64, (const int64_t[]){3, 2}, 2, w, &a));
    CHECK_OK(weir_categorical(
        a, OPT(categorical, .count = 2, .axis = -1, .replacement = 1, .dtype = 0), &y));
    CHECK_STATUS(weir_array_wait(y), EINVAL);
    CHECK_HAS(
        weir_error(),
        "row 1 of the weights is invalid: weights must be finite and not negative, and at least 1 must be positive");
    weir_array_release(y);
    CHECK_STATUS(weir_categorical(
                     a, OPT(categorical, .count = 3, .axis = -1, .replacement = 0, .dtype = 0), &y),
                 EINVAL);
    CHECK_HAS(weir_error(),
              "categorical: cannot draw 3 samples from 2 classes without replacement");
    weir_array_release(a);
    weir_runtime_free(rt);
}

/* ---- The same bits, however the work is split ------------------------------------------------ */

enum { LARGE = 150000 };

static void draw_everything(weir_runtime *rt, float *to) {
    static double p[LARGE];
    const int64_t shape[] = {LARGE};
    weir_array *made[8], *probability, *x;
    for (int i = 0; i < LARGE; i++) p[i] = 0.1 + 0.8 * (i % 97) / 97;
    probability = vector(rt, p, LARGE);
    CHECK_OK(weir_seed(rt, 77));
    CHECK_OK(weir_gamma(probability, OPT(gamma, .scale = 1, .dtype = WEIR_FLOAT32, .device = -1),
                        &made[0]));
    CHECK_OK(
        weir_geometric(probability, OPT(geometric, .dtype = WEIR_FLOAT32, .device = -1), &made[1]));
    CHECK_OK(
        weir_bernoulli(probability, OPT(bernoulli, .dtype = WEIR_FLOAT32, .device = -1), &made[2]));
    CHECK_OK(weir_normal(rt, weir_i64s_of(shape, 1),
                         OPT(normal, .std = 1, .dtype = WEIR_FLOAT32, .device = -1), &x));
    CHECK_OK(weir_dropout(x, OPT(dropout, .p = 0.3), &made[3], &made[4]));
    weir_array_release(x);
    weir_array_release(made[4]);
    CHECK_OK(weir_integers(rt, -50, 1000, weir_i64s_of(shape, 1),
                           OPT(integers, .dtype = WEIR_INT16, .device = -1), &x));
    CHECK_OK(weir_astype(x, WEIR_FLOAT32, &made[4]));
    weir_array_release(x);
    CHECK_OK(weir_categorical(
        probability, OPT(categorical, .count = LARGE, .axis = -1, .replacement = 1, .dtype = 0),
        &x));
    CHECK_OK(weir_astype(x, WEIR_FLOAT32, &made[5]));
    weir_array_release(x);
    CHECK_OK(weir_shuffle(probability, NULL, &x, &made[6]));
    weir_array_release(made[6]);
    CHECK_OK(weir_astype(x, WEIR_FLOAT32, &made[6]));
    weir_array_release(x);
    CHECK_OK(weir_laplace(rt, weir_i64s_of(shape, 1),
                          OPT(laplace, .scale = 1, .dtype = WEIR_FLOAT32, .device = -1), &made[7]));
    for (int i = 0; i < 8; i++) {
        CHECK_OK(weir_array_read(made[i], to + (size_t)i * LARGE, LARGE * sizeof *to));
        weir_array_release(made[i]);
    }
    weir_array_release(probability);
}

TEST(random_numbers_are_the_same_for_any_number_of_workers) {
    static float one[8 * LARGE], three[8 * LARGE];
    weir_runtime *rt = kit_runtime_serial();
    draw_everything(rt, one);
    weir_runtime_free(rt);
    rt = kit_runtime(3);
    draw_everything(rt, three);
    weir_runtime_free(rt);
    for (int i = 0; i < 8; i++)
        if (memcmp(one + (size_t)i * LARGE, three + (size_t)i * LARGE, LARGE * sizeof *one) != 0)
            test_fail(__FILE__, __LINE__, "draw %d differs", i);
}

TEST(random_operators_refuse_what_cannot_be_drawn) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *y = NULL, *minus = number(rt, -1), *two = number(rt, 2), *x = NULL, *ints = NULL;
    const int64_t shape[] = {2};
    CHECK_STATUS(
        weir_poisson(minus, OPT(poisson, .shape = weir_i64s_of(shape, 1), .device = -1), &y),
        EINVAL);
    CHECK_HAS(weir_error(), "poisson: parameter -1 must be a number from 0 to 2^62");
    CHECK_STATUS(
        weir_bernoulli(two, OPT(bernoulli, .shape = weir_i64s_of(shape, 1), .device = -1), &y),
        EINVAL);
    CHECK_HAS(weir_error(), "bernoulli: parameter 2 must be a probability");
    CHECK_STATUS(
        weir_binomial(minus, two, OPT(binomial, .shape = weir_i64s_of(shape, 1), .device = -1), &y),
        EINVAL);
    CHECK_STATUS(weir_gamma(minus,
                            OPT(gamma, .scale = 1, .shape = weir_i64s_of(shape, 1), .device = -1),
                            &y),
                 EINVAL);
    CHECK_STATUS(
        weir_gamma(two, OPT(gamma, .scale = -1, .shape = weir_i64s_of(shape, 1), .device = -1), &y),
        EINVAL);
    CHECK_HAS(weir_error(), "gamma: scale=-1 must be a non-negative finite number");
    CHECK_STATUS(weir_gamma(two,
                            OPT(gamma, .scale = 1, .shape = weir_i64s_of(shape, 1),
                                .dtype = WEIR_INT32, .device = -1),
                            &y),
                 EINVAL);
    CHECK_HAS(weir_error(), "gamma: the dtype must be a float dtype, not int32");
    CHECK_STATUS(weir_integers(rt, 3, 3, weir_i64s_of(shape, 1),
                               OPT(integers, .dtype = 0, .device = -1), &y),
                 EINVAL);
    CHECK_HAS(weir_error(), "integers: the range from low=3 to high=3 is empty");
    CHECK_STATUS(weir_integers(rt, 0, 300, weir_i64s_of(shape, 1),
                               OPT(integers, .dtype = WEIR_UINT8, .device = -1), &y),
                 EINVAL);
    CHECK_HAS(weir_error(), "integers: the range from 0 to 300 does not fit in dtype uint8");
    CHECK_STATUS(weir_truncated_normal(
                     rt, weir_i64s_of(shape, 1),
                     OPT(truncated_normal, .scale = 1, .lower = 2, .upper = 1, .device = -1), &y),
                 EINVAL);
    CHECK_STATUS(weir_exponential(rt, weir_i64s_of(shape, 1),
                                  OPT(exponential, .scale = -2, .device = -1), &y),
                 EINVAL);
    CHECK_STATUS(weir_laplace(rt, weir_i64s_of(shape, 1),
                              OPT(laplace, .loc = NAN, .scale = 1, .device = -1), &y),
                 EINVAL);
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, shape, 1, NULL, &x));
    CHECK_STATUS(weir_dropout(x, OPT(dropout, .p = 1.5), &y, &y), EINVAL);
    CHECK_HAS(weir_error(), "dropout: p must be between 0 and 1, got 1.5");
    CHECK_OK(weir_array_new(rt, WEIR_INT32, shape, 1, NULL, &ints));
    CHECK_STATUS(weir_dropout(ints, NULL, &y, &y), EDTYPE);
    CHECK_HAS(weir_error(), "dropout: x must be a float or complex array, not int32");
    CHECK_STATUS(weir_normal(rt, WEIR_I64S(1 << 30, 1 << 30), NULL, &y), EINVAL);
    CHECK(y == NULL);
    weir_array_release(ints);
    weir_array_release(x);
    weir_array_release(minus);
    weir_array_release(two);
    weir_runtime_free(rt);
}

static void draw(weir_runtime *rt, float *out) {
    const int64_t n = 8;
    weir_array *a;
    CHECK_OK(weir_normal(rt, weir_i64s_of(&n, 1),
                         OPT(normal, .std = 1, .dtype = WEIR_FLOAT32, .device = -1), &a));
    CHECK_OK(weir_array_read(a, out, 8 * sizeof *out));
    weir_array_release(a);
}

TEST(a_stream_of_ones_own_is_not_disturbed_by_others) {
    weir_runtime *rt = kit_runtime(2);
    float first[8], second[8], other[8], again[8];
    weir_stream stream = {.seed = 3};
    CHECK_OK(weir_seed(rt, 3));
    CHECK(weir_stream_set(&stream) == NULL);
    draw(rt, first);
    CHECK(weir_stream_set(NULL) == &stream);
    draw(rt, other); /* the runtime's own, of the same seed */
    CHECK_EQ(memcmp(first, other, sizeof first), 0);
    draw(rt, other);
    weir_stream_set(&stream);
    draw(rt, second);
    CHECK_EQ(stream.calls, 2);
    CHECK_EQ(memcmp(second, other, sizeof other), 0);
    CHECK(memcmp(first, second, sizeof first) != 0);
    stream.calls = 0;
    draw(rt, again);
    CHECK_EQ(memcmp(first, again, sizeof first), 0);
    weir_stream_set(NULL);
    weir_runtime_free(rt);
}
