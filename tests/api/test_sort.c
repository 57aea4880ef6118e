/* test_sort.c - sort and argsort agree, also about signed zeros and NaN.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"

#include <math.h>

/* Few different values, so that most are equal to another: -0 and 0 among them, and NaN. */
static weir_array *tangle(weir_runtime *rt, weir_dtype dtype, int64_t rows, int64_t n) {
    static const float value[] = {0, -0.0f, 1, -0.0f, NAN, 0, -1, INFINITY, -0.0f, -INFINITY, 0};
    float *x = malloc((size_t)(rows * n) * sizeof *x);
    uint64_t word = 1;
    for (int64_t i = 0; i < rows * n; i++) {
        word = word * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        x[i] = value[(word >> 33) % 11];
    }
    int64_t shape[2] = {rows, n};
    weir_array *a = kit_array(rt, WEIR_FLOAT32, 2, shape, x), *y = NULL;
    CHECK_OK(weir_astype(a, dtype, &y));
    weir_array_release(a);
    free(x);
    return y;
}

static float *bits_of(weir_array *a) {
    size_t bytes = (size_t)weir_array_count(a) * sizeof(float);
    float *x = malloc(bytes);
    weir_array *wide = NULL;
    CHECK_OK(weir_astype(a, WEIR_FLOAT32, &wide));
    CHECK_OK(weir_array_read(wide, x, bytes));
    weir_array_release(wide);
    return x;
}

static int same(float a, float b) {
    return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

static void agree(weir_array *x, int axis, int descending) {
    weir_array *sorted = NULL, *order = NULL, *taken = NULL;
    CHECK_OK(weir_sort(x, OPT(sort, .axis = axis, .descending = descending, .stable = 1), &sorted));
    CHECK_OK(
        weir_argsort(x, OPT(argsort, .axis = axis, .descending = descending, .stable = 1), &order));
    CHECK_OK(weir_take_along_axis(x, order, OPT(take_along_axis, .axis = axis), &taken));
    float *a = bits_of(sorted), *b = bits_of(taken);
    for (int64_t i = 0; i < weir_array_count(x); i++)
        if (!same(a[i], b[i]))
            test_fail(__FILE__, __LINE__, "%s, axis %d, descending %d: element %lld of %g and %g",
                      weir_dtype_name(weir_array_dtype(x)), axis, descending, (long long)i,
                      (double)a[i], (double)b[i]);
    free(a);
    free(b);
    weir_array_release(sorted);
    weir_array_release(order);
    weir_array_release(taken);
}

/* Rows sorted by insertion, by merging, by radix, and by radix with all workers. */
TEST(sort_gives_what_argsort_says) {
    weir_runtime *rt = kit_runtime(2);
    static const int64_t rows[] = {4, 3, 2, 1}, n[] = {9, 40, 900, 140000};
    for (int i = 0; i < 4; i++)
        for (int dtype = WEIR_FLOAT16; dtype <= WEIR_FLOAT64; dtype++) {
            weir_array *x = tangle(rt, (weir_dtype)dtype, rows[i], n[i]);
            for (int down = 0; down < 2; down++) {
                agree(x, 1, down);
                if (n[i] < 1000) agree(x, 0, down);
            }
            weir_array_release(x);
        }
    weir_runtime_free(rt);
}

TEST(zeros_of_both_signs_keep_their_order_and_nan_comes_last) {
    weir_runtime *rt = kit_runtime(1);
    const int64_t n = 6;
    const double x[] = {NAN, 0.0, 3, -0.0, -3, 0.0}, up[] = {-3, 0.0, -0.0, 0.0, 3},
                 down[] = {3, 0.0, -0.0, 0.0, -3};
    weir_array *a = kit_array(rt, WEIR_FLOAT64, 1, &n, x), *y = NULL;
    for (int i = 0; i < 2; i++) {
        double got[6];
        CHECK_OK(weir_sort(a, OPT(sort, .axis = 0, .descending = i, .stable = 1), &y));
        CHECK_OK(weir_array_read(y, got, sizeof got));
        for (int j = 0; j < 5; j++) {
            double wanted = i == 0 ? up[j] : down[j];
            CHECK(got[j] == wanted && !signbit(got[j]) == !signbit(wanted));
        }
        CHECK(isnan(got[5]));
        weir_array_release(y);
    }
    CHECK_OK(weir_argsort(a, OPT(argsort, .axis = 0, .stable = 1), &y));
    CHECK_TEXT(y, "[4, 1, 3, 5, 2, 0]");
    weir_array_release(y);
    CHECK_OK(weir_argsort(a, OPT(argsort, .axis = 0, .descending = 1, .stable = 1), &y));
    CHECK_TEXT(y, "[2, 1, 3, 5, 4, 0]");
    weir_array_release(y);
    weir_array_release(a);
    weir_runtime_free(rt);
}
