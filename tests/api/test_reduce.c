/* test_reduce.c - reductions, running sums and softmax: dtypes, empty arrays, NaN, ties,
 * errors, accuracy.
 *
 * Their samples are tested by tests/ops; these tests cover what the Array API standard adds.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <math.h>
#include <stdlib.h>

static weir_runtime *rt;

static void begin(void) { rt = kit_runtime(2); }
static void end(void) { weir_runtime_free(rt); }

static weir_array *floats(const float *data, int64_t rows, int64_t cols) {
    weir_array *a = NULL;
    int64_t shape[] = {rows, cols};
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, shape, 2, data, &a));
    return a;
}

static weir_array *empty(int64_t rows, int64_t cols) { return floats(NULL, rows, cols); }

/* Read the only element of an array and release it. */
static double item(weir_array *a) {
    double x = 0;
    CHECK_OK(weir_array_item_f64(a, &x));
    weir_array_release(a);
    return x;
}

static void read_floats(weir_array *a, float *out, int64_t n) {
    CHECK_EQ(weir_array_count(a), n);
    CHECK_OK(weir_array_read(a, out, (size_t)n * sizeof *out));
    weir_array_release(a);
}

static void refused(weir_status status, const char *sentence) {
    CHECK(status == WEIR_EINVAL || status == WEIR_EAXIS || status == WEIR_EDTYPE);
    CHECK_STR(weir_error(), sentence);
}

/* ---- Dtypes ---------------------------------------------------------------------------------- */

TEST(integers_are_summed_in_64_bits) {
    begin();
    static const struct {
        weir_dtype from, to;
    } pair[] = {{WEIR_INT8, WEIR_INT64},         {WEIR_INT32, WEIR_INT64},
                {WEIR_UINT8, WEIR_UINT64},       {WEIR_BOOL, WEIR_INT64},
                {WEIR_FLOAT16, WEIR_FLOAT16},    {WEIR_FLOAT32, WEIR_FLOAT32},
                {WEIR_COMPLEX64, WEIR_COMPLEX64}};
    const float data[] = {1, 1, 1, 1, 1, 1};
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        weir_array *x = floats(data, 2, 3), *y, *s, *p;
        CHECK_OK(weir_astype(x, pair[i].from, &y));
        CHECK_OK(weir_sum(y, NULL, &s));
        CHECK_OK(weir_prod(y, NULL, &p));
        CHECK_EQ(weir_array_dtype(s), pair[i].to);
        CHECK_EQ(weir_array_dtype(p), pair[i].to);
        CHECK(item(s) == 6);
        CHECK(item(p) == 1);
        weir_array_release(x);
        weir_array_release(y);
    }
    end();
}

TEST(a_sum_in_another_dtype_is_added_up_in_it) {
    begin();
    const float data[] = {16777216, 1, 1, 1};
    weir_array *x = floats(data, 2, 2), *s;
    CHECK_OK(weir_sum(x, OPT(sum, .dtype = WEIR_FLOAT64), &s));
    CHECK_EQ(weir_array_dtype(s), WEIR_FLOAT64);
    CHECK(item(s) == 16777219);
    CHECK_OK(weir_sum(x, OPT(sum, .dtype = WEIR_INT8), &s));
    CHECK_EQ(weir_array_dtype(s), WEIR_INT8);
    CHECK(item(s) == 3);
    weir_array_release(x);
    end();
}

TEST(half_precision_is_added_up_in_single) {
    begin();
    int64_t shape[] = {4096};
    float *ones = malloc(sizeof(float) * 4096);
    for (int i = 0; i < 4096; i++) ones[i] = 0.25f;
    weir_array *x, *h, *s;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, shape, 1, ones, &x));
    CHECK_OK(weir_astype(x, WEIR_FLOAT16, &h));
    CHECK_OK(weir_sum(h, NULL, &s));
    CHECK(item(s) == 1024); /* accumulated in float16 it would stay at 512 */
    weir_array_release(x);
    weir_array_release(h);
    free(ones);
    end();
}

/* ---- Nothing --------------------------------------------------------------------------------- */

TEST(nothing_sums_to_zero_and_multiplies_to_one) {
    begin();
    weir_array *x = empty(0, 3), *y;
    CHECK_OK(weir_sum(x, NULL, &y));
    CHECK(item(y) == 0);
    CHECK_OK(weir_prod(x, NULL, &y));
    CHECK(item(y) == 1);
    CHECK_OK(weir_all(x, NULL, &y));
    CHECK(item(y) == 1);
    CHECK_OK(weir_any(x, NULL, &y));
    CHECK(item(y) == 0);
    CHECK_OK(weir_count_nonzero(x, NULL, &y));
    CHECK(item(y) == 0);
    CHECK_OK(weir_mean(x, NULL, &y));
    CHECK(isnan(item(y)));
    CHECK_OK(weir_logsumexp(x, NULL, &y));
    CHECK(item(y) == -INFINITY);
    weir_array_release(x);
    end();
}

TEST(the_largest_of_nothing_is_refused_with_a_sentence) {
    begin();
    int64_t axis = 0;
    weir_array *x = empty(0, 3), *y = NULL;
    refused(weir_max(x, NULL, &y),
            "max: the reduced axes of (0, 3) are empty; the result is undefined");
    refused(weir_min(x, OPT(min, .axes = weir_i64s_of(&axis, 1)), &y),
            "min: the reduced axes of (0, 3) are empty; the result is undefined");
    refused(weir_argmax(x, OPT(argmax, .axis = 0), &y),
            "argmax: the reduced axis of (0, 3) is empty");
    axis = 1; /* three elements along the axis, and no results */
    CHECK_OK(weir_max(x, OPT(max, .axes = weir_i64s_of(&axis, 1)), &y));
    CHECK_EQ(weir_array_count(y), 0);
    weir_array_release(y);
    weir_array_release(x);
    x = empty(0, 0); /* no elements along the axis: an error even without results */
    refused(weir_max(x, OPT(max, .axes = weir_i64s_of(&axis, 1)), &y),
            "max: the reduced axes of (0, 0) are empty; the result is undefined");
    refused(weir_argmin(x, OPT(argmin, .axis = 0), &y),
            "argmin: the reduced axis of (0, 0) is empty");
    weir_array_release(x);
    end();
}

TEST(axes_that_are_not_there_are_refused) {
    begin();
    weir_array *x = empty(2, 3), *y = NULL;
    int64_t far = 4, twice[] = {1, -1};
    refused(weir_sum(x, OPT(sum, .axes = weir_i64s_of(&far, 1)), &y),
            "sum: axis 4 is out of range for an array with 2 dimensions");
    refused(weir_mean(x, OPT(mean, .axes = weir_i64s_of(twice, 2)), &y),
            "mean: axis 1 is given more than once");
    refused(weir_softmax(x, OPT(softmax, .axis = 2), &y),
            "softmax: axis 2 is out of range for an array with 2 dimensions");
    refused(weir_cumulative_sum(x, NULL, &y),
            "cumulative_sum: axis is required for an array with 2 dimensions");
    weir_array_release(x);
    end();
}

TEST(complex_numbers_have_no_order) {
    begin();
    weir_array *x = empty(2, 3), *c, *y = NULL;
    CHECK_OK(weir_astype(x, WEIR_COMPLEX64, &c));
    refused(weir_max(c, NULL, &y), "max: complex64 is not ordered; use abs(x) or real(x)");
    refused(weir_variance(c, NULL, &y), "var: x must be real, not complex64");
    refused(weir_sum(c, OPT(sum, .dtype = WEIR_FLOAT32), &y),
            "sum: casting complex64 to float32 would discard the imaginary part; use real(x)");
    weir_array_release(c);
    weir_array_release(x);
    end();
}

/* ---- NaN, infinities, equals ----------------------------------------------------------------- */

TEST(nan_is_the_largest_and_the_smallest) {
    begin();
    for (int n = 1; n < 70; n += 3)
        for (int at = 0; at < n; at += 5) {
            float data[70] = {0};
            for (int i = 0; i < n; i++) data[i] = (float)(i % 7);
            data[at] = NAN;
            weir_array *x = floats(data, 1, n), *y;
            CHECK_OK(weir_max(x, NULL, &y));
            CHECK(isnan(item(y)));
            CHECK_OK(weir_min(x, NULL, &y));
            CHECK(isnan(item(y)));
            CHECK_OK(weir_argmin(x, NULL, &y));
            CHECK_EQ((int)item(y), at);
            weir_array_release(x);
        }
    end();
}

TEST(of_equals_the_first_is_found) {
    begin();
    const float data[] = {1, 5, 5, 0, 0, 5, NAN, NAN, 2, 2, 1, 1};
    weir_array *x = floats(data, 3, 4), *y;
    int64_t place[4];
    CHECK_OK(weir_argmax(x, OPT(argmax, .axis = 1), &y));
    CHECK_OK(weir_array_read(y, place, 3 * sizeof *place));
    CHECK_EQ(place[0], 1);
    CHECK_EQ(place[1], 2);
    CHECK_EQ(place[2], 0);
    weir_array_release(y);
    CHECK_OK(weir_argmin(x, OPT(argmin, .axis = 0), &y));
    CHECK_OK(weir_array_read(y, place, sizeof place));
    CHECK_EQ(place[0], 1);
    CHECK_EQ(place[1], 2);
    CHECK_EQ(place[2], 1);
    CHECK_EQ(place[3], 1);
    weir_array_release(y);
    weir_array_release(x);
    end();
}

TEST(logsumexp_and_softmax_stand_large_and_infinite_numbers) {
    begin();
    const float data[] = {1000, 1000, -INFINITY, -INFINITY, INFINITY, 1};
    float out[6];
    int64_t axis = 1;
    weir_array *x = floats(data, 3, 2), *y;
    CHECK_OK(weir_logsumexp(x, OPT(logsumexp, .axes = weir_i64s_of(&axis, 1)), &y));
    read_floats(y, out, 3);
    CHECK(fabsf(out[0] - 1000.6931f) < 1e-3f);
    CHECK(out[1] == -INFINITY);
    CHECK(out[2] == INFINITY);
    CHECK_OK(weir_softmax(x, OPT(softmax, .axis = 1), &y));
    read_floats(y, out, 6);
    CHECK(out[0] == 0.5f && out[1] == 0.5f);
    CHECK(isnan(out[2]));
    weir_array_release(x);
    end();
}

/* ---- Accuracy -------------------------------------------------------------------------------- */

TEST(a_long_sum_of_floats_keeps_its_digits) {
    begin();
    enum { N = 1 << 21 };
    int64_t shape[] = {N};
    float *data = malloc(sizeof(float) * N);
    double want = 0;
    for (int i = 0; i < N; i++) want += data[i] = 0.1f + (float)(i % 13) * 1e-3f;
    weir_array *x, *y;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, shape, 1, data, &x));
    CHECK_OK(weir_sum(x, OPT(sum, .dtype = WEIR_FLOAT32), &y));
    CHECK(fabs(item(y) / want - 1) < 1.2e-7);
    weir_array_release(x);
    free(data);
    end();
}

TEST(a_variance_does_not_suffer_from_a_large_mean) {
    begin();
    enum { N = 5000 };
    float *data = malloc(sizeof(float) * N);
    for (int i = 0; i < N; i++) data[i] = 10000 + (float)(i % 2);
    weir_array *x = floats(data, 1, N), *y;
    CHECK_OK(weir_variance(x, NULL, &y));
    CHECK(fabs(item(y) - 0.25) < 1e-6);
    CHECK_OK(weir_std(x, OPT(std, .correction = 1), &y));
    CHECK(fabs(item(y) - 0.5 * sqrt(5000.0 / 4999)) < 1e-6);
    weir_array_release(x);
    free(data);
    end();
}

/* Sums over each axis and all of an array whose sizes fit no block, as bits. */
static uint64_t bits_with(int workers) {
    rt = kit_runtime(workers);
    int64_t shape[] = {37, 513, 29}, axis[] = {0, 1, 2, 1};
    weir_array *x, *y;
    uint64_t hash = 0;
    weir_seed(rt, 7);
    CHECK_OK(weir_normal(rt, weir_i64s_of(shape, 3),
                         OPT(normal, .std = 1, .dtype = WEIR_FLOAT32, .device = -1), &x));
    for (int i = 0; i < 5; i++) {
        static float out[37 * 513];
        if (i < 3)
            CHECK_OK(weir_sum(x, OPT(sum, .axes = weir_i64s_of(&axis[i], 1)), &y));
        else if (i == 3)
            CHECK_OK(weir_variance(x, NULL, &y));
        else
            CHECK_OK(weir_logsumexp(x, OPT(logsumexp, .axes = weir_i64s_of(axis + 2, 2)), &y));
        int64_t n = weir_array_count(y);
        read_floats(y, out, n);
        for (int64_t k = 0; k < n; k++) {
            uint32_t bits;
            memcpy(&bits, &out[k], sizeof bits);
            hash = hash * 31 + bits;
        }
    }
    weir_array_release(x);
    end();
    return hash;
}

TEST(workers_do_not_show_in_the_bits) {
    uint64_t one = bits_with(1);
    CHECK(bits_with(2) == one);
    CHECK(bits_with(3) == one);
}

/* ---- Running sums ---------------------------------------------------------------------------- */

TEST(running_sums_may_start_with_nothing_and_at_the_end) {
    begin();
    const float data[] = {1, 2, 3};
    float out[4];
    weir_array *x = floats(data, 1, 3), *y;
    CHECK_OK(weir_cumulative_sum(x, OPT(cumulative_sum, .axis = 1, .include_initial = 1), &y));
    read_floats(y, out, 4);
    CHECK(out[0] == 0 && out[1] == 1 && out[2] == 3 && out[3] == 6);
    CHECK_OK(weir_cumulative_prod(
        x, OPT(cumulative_prod, .axis = 1, .include_initial = 1, .reverse = 1), &y));
    read_floats(y, out, 4);
    CHECK(out[0] == 6 && out[1] == 6 && out[2] == 3 && out[3] == 1);
    weir_array_release(x);
    end();
}

/* ---- Gradients ------------------------------------------------------------------------------- */

static void gradient(const char *name, weir_array *x, weir_array *y, float *out, int64_t n) {
    const weir_op *op = weir_op_find(name);
    weir_array *dy, *dx = NULL;
    CHECK(op);
    CHECK_OK(weir_number_f64(rt, 1, &dy));
    weir_array *one;
    CHECK_OK(weir_astype(dy, WEIR_FLOAT32, &one));
    CHECK_OK(weir_op_vjp(rt, op, &x, 1, NULL, 0, &y, 1, &one, NULL, &dx));
    read_floats(dx, out, n);
    weir_array_release(one);
    weir_array_release(dy);
    weir_array_release(y);
}

TEST(the_gradient_of_a_product_is_right_with_zeros) {
    begin();
    const float one[] = {2, 0, 3, 4}, two[] = {2, 0, 0, 4};
    float out[4];
    weir_array *x = floats(one, 2, 2), *y;
    CHECK_OK(weir_prod(x, NULL, &y));
    gradient("prod", x, y, out, 4);
    CHECK(out[0] == 0 && out[1] == 24 && out[2] == 0 && out[3] == 0);
    weir_array_release(x);
    x = floats(two, 2, 2);
    CHECK_OK(weir_prod(x, NULL, &y));
    gradient("prod", x, y, out, 4);
    CHECK(out[0] == 0 && out[1] == 0 && out[2] == 0 && out[3] == 0);
    weir_array_release(x);
    end();
}

TEST(equal_largest_elements_share_the_gradient) {
    begin();
    const float data[] = {1, 5, 5, 0};
    float out[4];
    weir_array *x = floats(data, 2, 2), *y;
    CHECK_OK(weir_max(x, NULL, &y));
    gradient("max", x, y, out, 4);
    CHECK(out[0] == 0 && out[1] == 0.5f && out[2] == 0.5f && out[3] == 0);
    weir_array_release(x);
    end();
}

TEST(a_standard_deviation_of_equals_has_no_slope) {
    begin();
    const float data[] = {3, 3, 3, 3};
    float out[4];
    weir_array *x = floats(data, 2, 2), *y;
    CHECK_OK(weir_std(x, NULL, &y));
    gradient("std", x, y, out, 4);
    for (int i = 0; i < 4; i++) CHECK(out[i] == 0);
    weir_array_release(x);
    end();
}
