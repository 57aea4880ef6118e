/* test_sets.c - topk, quantiles, sets and counts: against sorting, at sizes that are split into
 * pieces, and errors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"

#include <math.h>

/* By chance, with repetitions, zeros of both signs and NaN; or in order, which is the worst there is for
 * candidates. */
static weir_array *mixture(weir_runtime *rt, weir_dtype dtype, int64_t n, int ordered) {
    float *x = malloc((size_t)n * sizeof *x);
    uint64_t word = 7;
    for (int64_t i = 0; i < n; i++) {
        uint64_t r = test_random(&word) % 100000;
        x[i] = r < 9 ? NAN : r < 99 ? -0.0f : (float)(r % 50021) - 25000;
        if (ordered != 0) x[i] = (float)(ordered * i) / 4;
    }
    weir_array *a = kit_array(rt, WEIR_FLOAT32, 1, &n, x), *y = NULL;
    CHECK_OK(weir_astype(a, dtype, &y));
    weir_array_release(a);
    free(x);
    return y;
}

static void *bytes_of(weir_array *a) {
    size_t bytes = (size_t)weir_array_count(a) * weir_dtype_bytes(weir_array_dtype(a));
    void *data = malloc(bytes + 1);
    CHECK_OK(weir_array_read(a, data, bytes));
    return data;
}

/* topk returns the first entries of argsort, and the values of x there. */
static void topk_agrees(weir_array *x, int64_t k, int largest) {
    weir_array *values = NULL, *indices = NULL, *order = NULL, *taken = NULL;
    CHECK_OK(
        weir_topk(x, k, OPT(topk, .axis = 0, .largest = largest, .sorted = 1), &values, &indices));
    CHECK_OK(weir_argsort(x, OPT(argsort, .axis = 0, .descending = largest, .stable = 1), &order));
    CHECK_OK(weir_take(x, indices, OPT(take, .axis = 0), &taken));
    int64_t *got = bytes_of(indices), *wanted = bytes_of(order);
    char *a = bytes_of(values), *b = bytes_of(taken);
    for (int64_t i = 0; i < k; i++)
        if (got[i] != wanted[i])
            test_fail(
                __FILE__, __LINE__, "%s, %lld of %lld, largest %d: index %lld is %lld, not %lld",
                weir_dtype_name(weir_array_dtype(x)), (long long)k, (long long)weir_array_count(x),
                largest, (long long)i, (long long)got[i], (long long)wanted[i]);
    CHECK_EQ(memcmp(a, b, (size_t)k * weir_dtype_bytes(weir_array_dtype(x))), 0);
    void *freed[] = {got, wanted, a, b};
    for (int i = 0; i < 4; i++) free(freed[i]);
    weir_array *all[] = {values, indices, order, taken};
    for (int i = 0; i < 4; i++) weir_array_release(all[i]);
}

TEST(topk_gives_the_front_of_argsort) {
    weir_runtime *rt = kit_runtime(2);
    static const weir_dtype dtypes[] = {WEIR_FLOAT32, WEIR_FLOAT64, WEIR_FLOAT16, WEIR_BFLOAT16,
                                        WEIR_INT64,   WEIR_INT8,    WEIR_UINT16};
    static const int64_t n[] = {300000, 5000, 70}, k[] = {1, 100, 9000};
    for (int d = 0; d < 7; d++)
        for (int i = 0; i < 3; i++)
            for (int ordered = -1; ordered <= 1; ordered++) {
                if (ordered != 0 && d > 0) continue;
                weir_array *x = mixture(rt, dtypes[d], n[i], ordered);
                for (int j = 0; j < 3; j++) {
                    topk_agrees(x, k[j] < n[i] ? k[j] : n[i], 0);
                    topk_agrees(x, k[j] < n[i] ? k[j] : n[i], 1);
                }
                if (d < 2) topk_agrees(x, n[i] / 2, 1);
                weir_array_release(x);
            }
    weir_runtime_free(rt);
}

TEST(kthvalue_is_the_entry_that_sorting_puts_there) {
    weir_runtime *rt = kit_runtime(2);
    const int64_t n = 600000, ks[] = {1, 5, 40000, 300000};
    weir_array *x = mixture(rt, WEIR_FLOAT32, n, 0), *order = NULL;
    CHECK_OK(weir_argsort(x, OPT(argsort, .axis = 0, .stable = 1), &order));
    int64_t *wanted = bytes_of(order);
    for (int i = 0; i < 4; i++) {
        weir_array *value = NULL, *index = NULL;
        CHECK_OK(weir_kthvalue(x, OPT(kthvalue, .k = ks[i], .axis = 0), &value, &index));
        int64_t *got = bytes_of(index);
        CHECK_EQ(*got, wanted[ks[i] - 1]);
        free(got);
        weir_array_release(value);
        weir_array_release(index);
    }
    free(wanted);
    weir_array_release(x);
    weir_array_release(order);
    weir_runtime_free(rt);
}

/* NumPy 2.4's answers for [3, 1, 4, 1, 5, 9, 2, 6]. */
TEST(quantiles_are_those_of_numpy) {
    static const struct {
        const char *method;
        double y[8];
    } wanted[] = {
        {"linear", {1, 1, 1.75, 2.625, 3.5, 5.6875, 7.95, 9}},
        {"lower", {1, 1, 1, 2, 3, 5, 6, 9}},
        {"higher", {1, 1, 2, 3, 4, 6, 9, 9}},
        {"nearest", {1, 1, 2, 3, 4, 6, 9, 9}},
        {"midpoint", {1, 1, 1.5, 2.5, 3.5, 5.5, 7.5, 9}},
        {"inverted_cdf", {1, 1, 1, 2, 3, 6, 9, 9}},
        {"averaged_inverted_cdf", {1, 1, 1.5, 2.5, 3.5, 6, 9, 9}},
        {"closest_observation", {1, 1, 1, 2, 3, 5, 9, 9}},
        {"interpolated_inverted_cdf", {1, 1, 1, 2, 3, 5.5, 7.8, 9}},
        {"hazen", {1, 1, 1.5, 2.5, 3.5, 6, 9, 9}},
        {"weibull", {1, 1, 1.25, 2.375, 3.5, 6.9375, 9, 9}},
        {"median_unbiased", {1, 1, 1.4166666666666667, 2.4583333333333333, 3.5, 6.3125, 9, 9}},
        {"normal_unbiased", {1, 1, 1.4375, 2.46875, 3.5, 6.234375, 9, 9}},
    };
    static const double x[] = {3, 1, 4, 1, 5, 9, 2, 6},
                        q[] = {0, 0.1, 0.25, 0.375, 0.5, 0.8125, 0.95, 1};
    weir_runtime *rt = kit_runtime(1);
    const int64_t n = 8;
    weir_array *a = kit_array(rt, WEIR_FLOAT64, 1, &n, x),
               *b = kit_array(rt, WEIR_FLOAT64, 1, &n, q), *y = NULL;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        CHECK_OK(weir_quantile(a, b, OPT(quantile, .axis = 0, .method = wanted[i].method), &y));
        double *got = bytes_of(y);
        for (int j = 0; j < 8; j++)
            if (fabs(got[j] - wanted[i].y[j]) > 1e-13)
                test_fail(__FILE__, __LINE__, "%s of %g is %.17g, not %.17g", wanted[i].method,
                          q[j], got[j], wanted[i].y[j]);
        free(got);
        weir_array_release(y);
    }
    weir_array_release(a);
    weir_array_release(b);
    weir_runtime_free(rt);
}

TEST(quantiles_of_nan_and_infinities) {
    weir_runtime *rt = kit_runtime(1);
    const int64_t shape[2] = {3, 3};
    const double x[] = {1, NAN, 2, -INFINITY, 0, INFINITY, INFINITY, INFINITY, 1};
    weir_array *a = kit_array(rt, WEIR_FLOAT64, 2, shape, x), *y = NULL;
    CHECK_OK(weir_median(a, OPT(median, .axis = 1), &y));
    CHECK_TEXT(y, "[nan, 0., inf]");
    weir_array_release(y);
    weir_array *q = kit_number(rt, 100);
    CHECK_OK(weir_percentile(a, q, OPT(percentile, .axis = 1, .method = "linear"), &y));
    CHECK_TEXT(y, "[nan, inf, inf]");
    weir_array *all[] = {a, q, y};
    for (int i = 0; i < 3; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

/* At a size that all workers sort: values[inverse] is x, and the counts add up. */
TEST(what_unique_all_gives_fits_together) {
    weir_runtime *rt = kit_runtime(2);
    const int64_t n = 300000;
    weir_array *x = mixture(rt, WEIR_INT32, n, 0), *v = NULL, *at = NULL, *inverse = NULL,
               *counts = NULL, *back = NULL, *first = NULL, *alone = NULL;
    CHECK_OK(weir_unique_all(x, &v, &at, &inverse, &counts));
    CHECK_OK(weir_take(v, inverse, OPT(take, .axis = 0), &back));
    CHECK_OK(weir_take(x, at, OPT(take, .axis = 0), &first));
    CHECK_OK(weir_unique_values(x, &alone));
    int32_t *a = bytes_of(x), *b = bytes_of(back), *c = bytes_of(v), *d = bytes_of(first),
            *e = bytes_of(alone);
    int64_t *count = bytes_of(counts), sum = 0, groups = weir_array_count(v);
    CHECK_EQ(memcmp(a, b, (size_t)n * 4), 0);
    CHECK_EQ(weir_array_count(alone), groups);
    CHECK_EQ(memcmp(c, d, (size_t)groups * 4), 0);
    CHECK_EQ(memcmp(c, e, (size_t)groups * 4), 0);
    for (int64_t i = 0; i < groups; i++) sum += count[i];
    for (int64_t i = 1; i < groups; i++) CHECK(c[i - 1] < c[i]);
    CHECK_EQ(sum, n);
    void *freed[] = {a, b, c, d, e, count};
    for (int i = 0; i < 6; i++) free(freed[i]);
    weir_array *all[] = {x, v, at, inverse, counts, back, first, alone};
    for (int i = 0; i < 8; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

/* Counted in several pieces, whose sums are the same for any number of workers. */
TEST(weights_add_up_in_one_order) {
    uint8_t *seen[3];
    const int64_t n = 400000, bins = 100;
    for (int w = 0; w < 3; w++) {
        weir_runtime *rt = w == 0 ? kit_runtime_serial() : kit_runtime(w);
        int64_t *x = malloc((size_t)n * sizeof *x),
                *reference = calloc((size_t)bins, sizeof *reference);
        float *weight = malloc((size_t)n * sizeof *weight);
        uint64_t word = 3;
        for (int64_t i = 0; i < n; i++) {
            x[i] = (int64_t)(test_random(&word) % (uint64_t)bins);
            weight[i] = (float)(x[i] % 7) / 3;
            reference[x[i]]++;
        }
        weir_array *a = kit_array(rt, WEIR_INT64, 1, &n, x),
                   *b = kit_array(rt, WEIR_FLOAT32, 1, &n, weight), *y = NULL, *c = NULL;
        CHECK_OK(weir_bincount(a, b, NULL, &y));
        CHECK_OK(weir_bincount(a, NULL, NULL, &c));
        seen[w] = bytes_of(y);
        int64_t *got = bytes_of(c);
        CHECK_EQ(memcmp(got, reference, (size_t)bins * sizeof *got), 0);
        CHECK_EQ(memcmp(seen[w], seen[0], (size_t)bins * sizeof(float)), 0);
        void *freed[] = {x, reference, weight, got};
        for (int i = 0; i < 4; i++) free(freed[i]);
        weir_array *all[] = {a, b, y, c};
        for (int i = 0; i < 4; i++) weir_array_release(all[i]);
        weir_runtime_free(rt);
    }
    for (int w = 0; w < 3; w++) free(seen[w]);
}

TEST(a_histogram_has_the_edges_of_its_data) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = kit_ramp(rt, 200001, -1, 1e-5f), *y = NULL, *edges = NULL;
    CHECK_OK(weir_histogram(x, NULL, OPT(histogram, .bins = 4), &y, &edges));
    CHECK_TEXT(edges, "[-1., -0.5, 0., 0.5, 1.]");
    int64_t *got = bytes_of(y), sum = 0;
    for (int i = 0; i < 4; i++) sum += got[i];
    CHECK_EQ(sum, 200001);
    free(got);
    weir_array *all[] = {x, y, edges};
    for (int i = 0; i < 3; i++) weir_array_release(all[i]);
    x = kit_filled(rt, 3, 2);
    CHECK_OK(weir_histogram(x, NULL, OPT(histogram, .bins = 2), &y, &edges));
    CHECK_TEXT(y, "[0, 3]");
    CHECK_TEXT(edges, "[1.5, 2., 2.5]");
    all[0] = x, all[1] = y, all[2] = edges;
    for (int i = 0; i < 3; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

/* ---- What is refused, and what fails in flight ----------------------------------------------- */

#define REFUSED(call, text)                                                                        \
    do {                                                                                           \
        CHECK(kit_is_refusal(call));                                                               \
        CHECK_HAS(weir_error(), text);                                                             \
    } while (0)

TEST(bad_questions_are_refused_at_the_call) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = kit_ramp(rt, 4, 0, 1), *y = NULL, *z = NULL, *c = NULL, *i = NULL,
               *m = kit_reshape(x, 2, 2), *half = kit_number(rt, 0.5), *none = kit_cut(x, 0, 0);
    CHECK_OK(weir_astype(x, WEIR_COMPLEX64, &c));
    CHECK_OK(weir_astype(x, WEIR_INT64, &i));
    REFUSED(weir_topk(x, 5, OPT(topk, .axis = 0, .largest = 1, .sorted = 1), &y, &z),
            "topk: k=5 is out of range for axis 0 of size 4");
    REFUSED(weir_topk(x, -1, OPT(topk, .axis = 0, .largest = 1, .sorted = 1), &y, &z),
            "topk: k=-1 is out of range for axis 0 of size 4");
    REFUSED(weir_topk(x, 1, OPT(topk, .axis = 1, .largest = 1, .sorted = 1), &y, &z),
            "topk: axis 1");
    REFUSED(weir_topk(c, 1, OPT(topk, .axis = 0, .largest = 1, .sorted = 1), &y, &z),
            "topk: complex64 is not ordered");
    REFUSED(weir_kthvalue(x, OPT(kthvalue, .k = 0, .axis = 0), &y, &z),
            "kthvalue: k=0 must be between 1 and 4, the size of axis 0");
    REFUSED(weir_kthvalue(x, OPT(kthvalue, .k = 5, .axis = 0), &y, &z),
            "kthvalue: k=5 must be between 1 and 4");
    REFUSED(
        weir_quantile(x, half, OPT(quantile, .axis = 0, .method = "middling"), &y),
        "quantile: unknown method 'middling'; expected 'linear', 'lower', 'higher', 'nearest', 'midpoint' or another of NumPy's methods");
    REFUSED(weir_quantile(x, c, OPT(quantile, .axis = 0, .method = "linear"), &y),
            "quantile: q must be real, not complex64");
    REFUSED(weir_quantile(c, half, OPT(quantile, .axis = 0, .method = "linear"), &y),
            "quantile: complex64 is not ordered");
    REFUSED(weir_median(none, OPT(median, .axis = 0), &y),
            "median: the reduced axis of (0,) is empty");
    REFUSED(weir_median(x, OPT(median, .axis = 2), &y), "median: axis 2");
    REFUSED(weir_partition(x, 4, OPT(partition, .axis = 0), &y),
            "partition: kth=4 is out of range for axis 0 of size 4");
    REFUSED(weir_argpartition(x, -5, OPT(argpartition, .axis = 0), &y),
            "argpartition: kth=-5 is out of range for axis 0 of size 4");
    weir_array *keys[] = {x, m};
    REFUSED(weir_lexsort(keys, 2, OPT(lexsort, .axis = 0), &y),
            "lexsort: key 1 has shape (2, 2), but key 0 has shape (4,)");
    REFUSED(weir_digitize(x, m, NULL, &y), "digitize: bins must have one dimension");
    REFUSED(weir_isin(x, c, NULL, &y), "isin: complex64 is not ordered");
    REFUSED(weir_bincount(x, NULL, NULL, &y), "bincount: x must be an integer array, not float32");
    REFUSED(weir_bincount(i, none, NULL, &y), "expected the same shape");
    REFUSED(weir_bincount(i, NULL, OPT(bincount, .minlength = -1), &y),
            "bincount: minlength must be at least 0, got -1");
    REFUSED(weir_bincount(i, c, NULL, &y), "bincount: weights must be real, not complex64");
    REFUSED(weir_bincount_sized(i, NULL, -2, &y),
            "bincount_sized: size must be at least 0, got -2");
    REFUSED(weir_histogram(x, NULL, OPT(histogram, .bins = 0), &y, &z),
            "histogram: bins must be at least 1, got 0");
    REFUSED(weir_histogram(x, NULL, OPT(histogram, .bins = 5, .min = 2, .max = 1), &y, &z),
            "histogram: min=2 and max=1 must be finite, with min <= max");
    REFUSED(weir_histogram(x, m, OPT(histogram, .bins = 5), &y, &z), "expected the same shape");
    REFUSED(weir_histogram(c, NULL, OPT(histogram, .bins = 5), &y, &z),
            "histogram: x must be real, not complex64");
    REFUSED(weir_cummax(c, OPT(cummax, .axis = 0), &y, &z), "cummax: complex64 is not ordered");
    weir_array *all[] = {x, c, i, m, half, none};
    for (int k = 0; k < 6; k++) weir_array_release(all[k]);
    weir_runtime_free(rt);
}

static void fails(weir_array *y, const char *text) {
    CHECK_STATUS(weir_array_wait(y), EINVAL);
    CHECK_HAS(weir_error(), text);
    weir_failure_clear(weir_array_runtime(y));
    weir_array_release(y);
}

TEST(bad_data_are_failures_in_flight) {
    weir_runtime *rt = kit_runtime(2);
    const int64_t n = 5, many = 300000;
    const int64_t numbers[] = {0, 3, -2, 1, -7};
    const double real[] = {0, 1, INFINITY, 2, NAN};
    int64_t *large = calloc((size_t)many, sizeof *large);
    large[170000] = 12, large[250000] = -1;
    weir_array *x = kit_array(rt, WEIR_INT64, 1, &n, numbers), *y = NULL, *z = NULL,
               *f = kit_array(rt, WEIR_FLOAT64, 1, &n, real),
               *l = kit_array(rt, WEIR_INT64, 1, &many, large), *q = kit_number(rt, 1.5),
               *r = kit_number(rt, -3);
    CHECK_OK(weir_bincount(x, NULL, NULL, &y));
    fails(y, "x[2] is negative: -2");
    CHECK_OK(weir_bincount_sized(l, NULL, 12, &y));
    fails(y, "x[170000] is 12; it must be below size=12");
    CHECK_OK(weir_quantile(f, q, OPT(quantile, .axis = 0, .method = "linear"), &y));
    fails(y, "q[0] is 1.5; it must be between 0 and 1");
    CHECK_OK(weir_percentile(f, r, OPT(percentile, .axis = 0, .method = "linear"), &y));
    fails(y, "q[0] is -3; it must be between 0 and 100");
    CHECK_OK(weir_histogram(f, NULL, OPT(histogram, .bins = 3), &y, &z));
    fails(y, "the elements range from inf to inf; pass finite min and max");
    weir_array_release(z);
    CHECK_OK(weir_histogram(f, NULL, OPT(histogram, .bins = 2, .max = 2), &y, &z));
    CHECK_TEXT(y, "[1, 2]");
    weir_array *all[] = {x, y, z, f, l, q, r};
    for (int i = 0; i < 7; i++) weir_array_release(all[i]);
    free(large);
    weir_runtime_free(rt);
}
