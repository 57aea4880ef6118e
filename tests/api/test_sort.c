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

/* ---- Every level of CPU features ------------------------------------------------------------- */

enum { LONGEST = 300000, PATTERNS = 9 }; /* the longest are sorted by several workers */

/* The 64 bits of element i of n.  The elements of narrower types are their upper bits, so that the
 * patterns have the same order in every type. */
static uint64_t pattern(int which, int64_t i, int64_t n, uint64_t *state) {
    uint64_t r = test_random(state);
    switch (which) {
    case 0: return r;
    case 1: return (r % 5) << 61;
    case 2: return (uint64_t)i * (UINT64_MAX / LONGEST);
    case 3: return (uint64_t)(n - i) * (UINT64_MAX / LONGEST / 2);
    case 4: return UINT64_C(0x4045000040450000);
    case 5: return r % 50 != 0 ? UINT64_C(0x7ff0000000000000) : r;
    case 6: return (r % 7) << 61 | (r >> 8) % 5;       /* many agree in the upper bits */
    case 7: return (r % 997) << 54 | (r >> 10) % 1000; /* few agree in the upper bits */
    default: return (uint64_t)((i * 7919) % n) << 52 ^ (i % 3 == 0 ? UINT64_C(1) << 63 : 0);
    }
}

static long double value_at(weir_dtype dtype, const void *x, int64_t i) {
    switch (dtype) {
    case WEIR_UINT8: return ((const uint8_t *)x)[i];
    case WEIR_INT16: return ((const int16_t *)x)[i];
    case WEIR_INT32: return ((const int32_t *)x)[i];
    case WEIR_UINT32: return ((const uint32_t *)x)[i];
    case WEIR_INT64: return ((const int64_t *)x)[i];
    case WEIR_UINT64: return ((const uint64_t *)x)[i];
    case WEIR_FLOAT32: return ((const float *)x)[i];
    default: return (long double)((const double *)x)[i];
    }
}

static int in_order(long double a, long double b, int descending) {
    if (isnan(a) || isnan(b)) return isnan(b) - isnan(a);
    return descending ? (a > b) - (a < b) : (a < b) - (a > b);
}

/* An order is that of a stable sort if each index occurs once and neighbours are in order, equal
 * ones by index; and there is only one such order. */
static void check_row(weir_runtime *rt, weir_dtype dtype, int which, int64_t n, int descending) {
    static char x[LONGEST * 8], sorted[LONGEST * 8], seen[LONGEST];
    static int64_t order[LONGEST];
    size_t bytes = dtype == WEIR_UINT8 ? 1 : dtype == WEIR_INT16 ? 2 : 4;
    if (dtype == WEIR_INT64 || dtype == WEIR_UINT64 || dtype == WEIR_FLOAT64) bytes = 8;
    uint64_t state = (uint64_t)(n + which);
    for (int64_t i = 0; i < n; i++) {
        uint64_t bits = pattern(which, i, n, &state) >> (64 - 8 * bytes);
        memcpy(x + (size_t)i * bytes, &bits, bytes); /* little-endian */
    }
    weir_array *a = kit_array(rt, dtype, 1, &n, x), *y = NULL, *index = NULL;
    CHECK_OK(weir_sort(a, OPT(sort, .axis = 0, .descending = descending, .stable = 1), &y));
    CHECK_OK(
        weir_argsort(a, OPT(argsort, .axis = 0, .descending = descending, .stable = 1), &index));
    CHECK_OK(weir_array_read(y, sorted, (size_t)n * bytes));
    CHECK_OK(weir_array_read(index, order, (size_t)n * sizeof *order));
    memset(seen, 0, sizeof seen);
    for (int64_t i = 0; i < n; i++) {
        int wrong = order[i] < 0 || order[i] >= n || seen[order[i]]++;
        long double own = wrong ? 0 : value_at(dtype, x, order[i]);
        if (!wrong && i > 0) {
            int ahead = in_order(value_at(dtype, x, order[i - 1]), own, descending);
            wrong = ahead < 0 || (ahead == 0 && order[i - 1] > order[i]);
        }
        if (!wrong && !isnan(own))
            wrong = memcmp(sorted + (size_t)i * bytes, x + (size_t)order[i] * bytes, bytes) != 0;
        if (!wrong && isnan(own)) wrong = !isnan(value_at(dtype, sorted, i));
        if (wrong)
            test_fail(__FILE__, __LINE__, "%s, pattern %d, n %lld, descending %d: position %lld",
                      weir_dtype_name(dtype), which, (long long)n, descending, (long long)i);
    }
    weir_array_release(a);
    weir_array_release(y);
    weir_array_release(index);
}

static void check_level(int cpu) {
    static const weir_dtype dtypes[] = {WEIR_UINT8, WEIR_INT16,  WEIR_INT32,   WEIR_UINT32,
                                        WEIR_INT64, WEIR_UINT64, WEIR_FLOAT32, WEIR_FLOAT64};
    weir_config c = kit_config(2);
    c.cpu = cpu;
    weir_runtime *rt = NULL;
    if (weir_runtime_new(&c, &rt) != WEIR_OK) SKIP("this CPU lacks the features");
    for (int d = 0; d < (int)(sizeof dtypes / sizeof *dtypes); d++)
        for (int which = 0; which < PATTERNS; which++)
            for (int64_t n = 1; n <= 5000; n += n < 40 ? 1 : n / 5 + which)
                check_row(rt, dtypes[d], which, n, (int)(n & 1));
    for (int which = 0; test_slow() == 1 && which < PATTERNS; which++) {
        check_row(rt, WEIR_INT32, which, LONGEST, 0);
        check_row(rt, WEIR_FLOAT32, which, LONGEST - 100 * which, 1);
        check_row(rt, WEIR_FLOAT64, which, LONGEST, which & 1);
    }
    weir_runtime_free(rt);
}

TEST(rows_are_in_stable_order_portable) { check_level(WEIR_CPU_PORTABLE); }
TEST(rows_are_in_stable_order_avx2) { check_level(WEIR_CPU_AVX2); }
TEST(rows_are_in_stable_order_avx512) { check_level(WEIR_CPU_AVX512); }
