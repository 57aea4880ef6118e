/* test_fft.c - Fourier transforms: every factorisation of a length, against single elements of the
 * sum; real input, errors, NaN and infinity, the cache of plans, the same bits for any number of workers.
 *
 * Their samples are tested by tests/ops.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <math.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static weir_runtime *rt;

static void begin(void) { rt = kit_runtime(2); }
static void end(void) { weir_runtime_free(rt); }

/* `count` random doubles between -1 and 1. */
static double *noise(int64_t count) {
    double *x = malloc((size_t)count * sizeof *x);
    uint64_t random = 7;
    CHECK(x != NULL);
    for (int64_t i = 0; i < count; i++) x[i] = (double)(int64_t)test_random(&random) * 0x1p-63;
    return x;
}

/* An array of them, complex or real, in double or float. */
static weir_array *array_of(weir_runtime *of, const double *data, int ndim, const int64_t *shape,
                            weir_dtype wide, weir_dtype dtype) {
    weir_array *x = NULL, *y = NULL;
    CHECK_OK(weir_array_new(of, wide, shape, ndim, data, &x));
    CHECK_OK(weir_astype(x, dtype, &y));
    weir_array_release(x);
    return y;
}

static weir_array *numbers(const double *data, int64_t n, weir_dtype dtype) {
    return array_of(rt, data, 1, &n, WEIR_COMPLEX128, dtype);
}

/* Read the values as complex doubles and release the array. */
static double *values(weir_array *a, int64_t count) {
    weir_array *wide = NULL;
    double *out = malloc((size_t)count * 16);
    CHECK(out != NULL);
    CHECK_EQ(weir_array_count(a), count);
    CHECK_OK(weir_astype(a, WEIR_COMPLEX128, &wide));
    CHECK_OK(weir_array_read(wide, out, (size_t)count * 16));
    weir_array_release(wide);
    weir_array_release(a);
    return out;
}

/* Entry k of the transform of n complex numbers, `step` apart. */
static void entry(const double *x, int64_t n, int64_t step, int64_t k, double sign, double *re,
                  double *im) {
    long double sum_re = 0, sum_im = 0;
    for (int64_t j = 0; j < n; j++) {
        double angle =
            sign * 6.283185307179586476925 * (double)((int64_t)((__int128)j * k % n)) / (double)n;
        double c = cos(angle), s = sin(angle), a = x[2 * j * step], b = x[2 * j * step + 1];
        sum_re += (long double)a * c - (long double)b * s;
        sum_im += (long double)a * s + (long double)b * c;
    }
    *re = (double)sum_re;
    *im = (double)sum_im;
}

static void check_entries(const double *x, const double *y, int64_t n, int64_t step, double sign,
                          double eps) {
    for (int i = 0; i < 6; i++) {
        int64_t k = i == 0 ? 0 : i == 1 ? n - 1 : (n * i / 7 + i) % n;
        double re, im;
        entry(x, n, step, k, sign, &re, &im);
        double off = hypot(re - y[2 * k * step], im - y[2 * k * step + 1]);
        double allowed = eps * sqrt((double)n) * (4 + log2((double)n));
        if (off > allowed)
            test_fail(__FILE__, __LINE__, "length %lld, entry %lld: off by %g, %g allowed",
                      (long long)n, (long long)k, off, allowed);
    }
}

/* ---- Lengths --------------------------------------------------------------------------------- */

static const int64_t lengths[] = {1,    2,    3,     4,     5,     6,     7,      8,      11,
                                  12,   13,   16,    17,    27,    31,    32,     37,     64,
                                  97,   100,  128,   210,   243,   256,   257,    289,    512,
                                  1000, 1009, 1024,  1331,  2048,  3125,  4096,   4199,   5040,
                                  6561, 9973, 29791, 65536, 65537, 69300, 131072, 177147, 202500};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

TEST(every_length_gives_the_sum) {
    begin();
    for (int i = 0; i < LENGTHS; i++) {
        int64_t n = lengths[i];
        double *x = noise(2 * n);
        weir_array *a = numbers(x, n, WEIR_COMPLEX128), *y = NULL, *back = NULL;
        CHECK_OK(weir_fftn(a, NULL, &y));
        CHECK_OK(weir_ifftn(a, OPT(ifftn, .norm = "forward"), &back));
        double *v = values(y, n), *w = values(back, n);
        check_entries(x, v, n, 1, -1, 2.3e-16);
        check_entries(x, w, n, 1, 1, 2.3e-16);
        weir_array_release(a);
        free(v), free(w), free(x);
    }
    end();
}

TEST(single_precision_loses_little) {
    begin();
    for (int i = 0; i < LENGTHS; i++) {
        int64_t n = lengths[i];
        double *x = noise(2 * n);
        weir_array *y = NULL, *a = numbers(x, n, WEIR_COMPLEX64);
        CHECK_OK(weir_fftn(a, NULL, &y));
        double *rounded = values(a, n), *v = values(y, n);
        check_entries(rounded, v, n, 1, -1, 1.2e-7);
        free(v), free(rounded), free(x);
    }
    end();
}

/* An axis in the middle, with few and with many elements after it. */
TEST(an_axis_may_lie_anywhere) {
    static const int64_t behind[] = {1, 2, 3, 5, 16, 19}, sizes[] = {6, 45, 74, 300, 1024, 4199};
    begin();
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            int64_t n = sizes[j], inner = behind[i], shape[] = {2, n, inner}, axis = 1;
            double *x = noise(4 * n * inner);
            weir_array *y = NULL;
            weir_array *a = array_of(rt, x, 3, shape, WEIR_COMPLEX128, WEIR_COMPLEX128);
            CHECK_OK(
                weir_fftn(a, OPT(fftn, .axes = weir_i64s_of(&axis, 1), .norm = "backward"), &y));
            double *v = values(y, 2 * n * inner);
            for (int64_t line = 0; line<2 * inner; line += inner> 4 ? 7 : 1) {
                int64_t at = 2 * (line / inner * n * inner + line % inner);
                check_entries(x + at, v + at, n, inner, -1, 2.3e-16);
            }
            weir_array_release(a);
            free(v), free(x);
        }
    end();
}

/* ---- Real numbers ---------------------------------------------------------------------------- */

/* rfftn is the first half of fftn, and irfftn leads back. */
static void check_real(int64_t rows, int64_t n, int64_t cols, weir_dtype dtype, double eps) {
    int64_t shape[] = {rows, n, cols}, axis = 1, half = n / 2 + 1, all = rows * n * cols;
    double *x = noise(all);
    weir_array *a = array_of(rt, x, 3, shape, WEIR_FLOAT64, dtype), *y = NULL, *z = NULL, *b = NULL;
    CHECK_OK(weir_rfftn(a, OPT(rfftn, .axes = weir_i64s_of(&axis, 1), .norm = "backward"), &y));
    CHECK_OK(weir_fftn(a, OPT(fftn, .axes = weir_i64s_of(&axis, 1), .norm = "backward"), &z));
    CHECK_OK(weir_irfftn(
        y,
        OPT(irfftn, .s = weir_i64s_of(&n, 1), .axes = weir_i64s_of(&axis, 1), .norm = "backward"),
        &b));
    double *v = values(y, rows * half * cols), *w = values(z, all), *u = values(b, all);
    double allowed = eps * sqrt((double)n) * (4 + log2((double)n)), worst = 0;
    for (int64_t i = 0; i < rows * half * cols; i++) {
        int64_t r = i / (half * cols), at = i + r * (n - half) * cols;
        worst = fmax(worst, hypot(v[2 * i] - w[2 * at], v[2 * i + 1] - w[2 * at + 1]));
    }
    for (int64_t i = 0; i < all; i++) worst = fmax(worst, fabs(u[2 * i] - x[i]));
    if (!(worst <= allowed))
        test_fail(__FILE__, __LINE__, "(%lld,%lld,%lld): off by %g, %g allowed", (long long)rows,
                  (long long)n, (long long)cols, worst, allowed);
    weir_array_release(a);
    free(v), free(w), free(u), free(x);
}

TEST(real_transforms_are_half_of_complex_ones) {
    begin();
    for (int i = 0; i < LENGTHS - 8; i++) {
        check_real(2, lengths[i], 1, WEIR_FLOAT64, 4e-16);
        check_real(1, lengths[i], 3, WEIR_FLOAT64, 4e-16);
        check_real(3, lengths[i], 1, WEIR_FLOAT32, 3e-7);
    }
    check_real(1, 131072, 1, WEIR_FLOAT64, 4e-16);
    end();
}

/* ---- Dtypes and what is not finite ----------------------------------------------------------- */

TEST(dtypes_become_complex) {
    static const struct {
        weir_dtype from, to;
    } pair[] = {{WEIR_BOOL, WEIR_COMPLEX64},     {WEIR_INT8, WEIR_COMPLEX64},
                {WEIR_UINT64, WEIR_COMPLEX64},   {WEIR_FLOAT16, WEIR_COMPLEX64},
                {WEIR_FLOAT32, WEIR_COMPLEX64},  {WEIR_FLOAT64, WEIR_COMPLEX128},
                {WEIR_COMPLEX64, WEIR_COMPLEX64}};
    begin();
    const double ones[] = {1, 0, 1, 0, 1, 0};
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        int64_t n = 3;
        weir_array *y = NULL, *x = array_of(rt, ones, 1, &n, WEIR_FLOAT64, pair[i].from);
        CHECK_OK(weir_fftn(x, NULL, &y));
        CHECK_EQ(weir_array_dtype(y), pair[i].to);
        weir_array_release(x);
        weir_array_release(y);
    }
    end();
}

TEST(a_line_that_is_not_finite_gives_nan_and_its_neighbours_do_not) {
    begin();
    for (int at = 0; at < 5; at++) {
        int64_t n = 1024, shape[] = {3, n}, axis = 1;
        double *x = noise(6 * n);
        x[2 * (n + at * 200) + at % 2] = at == 1 ? NAN : -INFINITY;
        weir_array *a = array_of(rt, x, 2, shape, WEIR_COMPLEX128, WEIR_COMPLEX64), *y = NULL;
        CHECK_OK(weir_fftn(a, OPT(fftn, .axes = weir_i64s_of(&axis, 1), .norm = "ortho"), &y));
        double *v = values(y, 3 * n);
        for (int64_t i = 0; i < 2 * n; i++) {
            CHECK(isfinite(v[i]) && isfinite(v[4 * n + i]));
            CHECK(isnan(v[2 * n + i]));
        }
        weir_array_release(a);
        free(v), free(x);
    }
    end();
}

TEST(overflow_is_infinite_at_its_own_element) {
    begin();
    const float big[] = {3e38f, 3e38f};
    int64_t n = 2;
    weir_array *x = NULL, *y = NULL;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, &n, 1, big, &x));
    CHECK_OK(weir_fftn(x, NULL, &y));
    double *v = values(y, 2);
    CHECK(isinf(v[0]));
    CHECK(v[2] == 0);
    weir_array_release(x);
    free(v);
    end();
}

/* ---- Refusals -------------------------------------------------------------------------------- */

static void refused(weir_status status, const char *sentence) {
    CHECK(kit_is_refusal(status));
    CHECK_STR(weir_error(), sentence);
}

TEST(refusals_name_operator_and_values) {
    begin();
    weir_array *y = NULL, *x = NULL, *none = NULL, *z = NULL, *one = NULL;
    int64_t shape[] = {3, 4}, empty[] = {3, 0}, single[] = {3, 1};
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, shape, 2, NULL, &x));
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, empty, 2, NULL, &none));
    CHECK_OK(weir_array_new(rt, WEIR_COMPLEX64, shape, 2, NULL, &z));
    CHECK_OK(weir_array_new(rt, WEIR_COMPLEX64, single, 2, NULL, &one));
    const int64_t twice[] = {1, -1}, three[] = {0, 1, 2}, off[] = {2}, zero[] = {0}, last[] = {1};
    const int64_t minus[] = {-3}, two[] = {2, 2}, vast[] = {INT64_C(1) << 41};
    const int64_t large[] = {INT64_C(1) << 39, 1024};
    refused(weir_fftn(x, OPT(fftn, .norm = "both"), &y),
            "fftn: norm 'both' is not supported; expected backward, ortho or forward");
    refused(weir_fftn(x, OPT(fftn, .axes = weir_i64s_of(three, 3), .norm = "backward"), &y),
            "fftn: the number of axes, 3, is too large for float32 (3, 4)");
    refused(weir_ifftn(x, OPT(ifftn, .s = weir_i64s_of(three, 3), .norm = "backward"), &y),
            "ifftn: the number of axes, 3, is too large for float32 (3, 4)");
    refused(weir_fftn(x,
                      OPT(fftn, .s = weir_i64s_of(two, 2), .axes = weir_i64s_of(last, 1),
                          .norm = "backward"),
                      &y),
            "fftn: the number of lengths in s is 2, but the number of axes is 1");
    refused(weir_fftn(x, OPT(fftn, .axes = weir_i64s_of(twice, 2), .norm = "backward"), &y),
            "fftn: axis 1 is given twice");
    refused(weir_rfftn(x, OPT(rfftn, .axes = weir_i64s_of(three, 0), .norm = "backward"), &y),
            "rfftn: requires at least one axis");
    refused(weir_rfftn(z, NULL, &y),
            "rfftn: accepts real numbers, not complex64; use fftn for complex input");
    refused(weir_fftn(none, NULL, &y),
            "fftn: length 0 along axis 1, whose size in x is 0, must be at least 1");
    refused(weir_irfftn(one, OPT(irfftn, .axes = weir_i64s_of(last, 1), .norm = "backward"), &y),
            "irfftn: length 0 along axis 1, whose size in x is 1, must be at least 1");
    refused(weir_fftn(x,
                      OPT(fftn, .s = weir_i64s_of(minus, 1), .axes = weir_i64s_of(last, 1),
                          .norm = "backward"),
                      &y),
            "fftn: length -3 along axis 1, whose size in x is 4, must be at least 1");
    refused(weir_fftn(x,
                      OPT(fftn, .s = weir_i64s_of(vast, 1), .axes = weir_i64s_of(last, 1),
                          .norm = "backward"),
                      &y),
            "fftn: length 2199023255552 along axis 1 is too large; the maximum is 2^40");
    refused(weir_fftn(x, OPT(fftn, .s = weir_i64s_of(large, 2), .norm = "backward"), &y),
            "fftn: the result would have more than 1099511627776 elements");
    CHECK_EQ(weir_fftn(x, OPT(fftn, .axes = weir_i64s_of(off, 1), .norm = "backward"), &y),
             WEIR_EAXIS);
    CHECK(strstr(weir_error(), "fftn: axis 2") != NULL);
    CHECK_OK(weir_fftn(none, OPT(fftn, .axes = weir_i64s_of(zero, 1), .norm = "backward"), &y));
    CHECK_EQ(weir_array_count(y), 0);
    weir_array *all[] = {x, none, z, one, y};
    for (int i = 0; i < 5; i++) weir_array_release(all[i]);
    end();
}

/* A transform of a failed input fails too, with the source line. */
TEST(a_failed_input_fails_the_transform) {
    begin();
    int64_t n = 4, at = 9, one = 1;
    weir_array *x = NULL, *index = NULL, *picked = NULL, *y = NULL;
    double room[8];
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT64, &n, 1, NULL, &x));
    CHECK_OK(weir_array_new(rt, WEIR_INT64, &one, 1, &at, &index));
    CHECK_OK(weir_take(x, index, OPT(take, .axis = 0), &picked));
    CHECK_OK(weir_fftn(picked, NULL, &y));
    CHECK(weir_array_read(y, room, 16) != WEIR_OK);
    weir_array *all[] = {x, index, picked, y};
    for (int i = 0; i < 4; i++) weir_array_release(all[i]);
    weir_failure_clear(rt);
    end();
}

/* ---- Plans ----------------------------------------------------------------------------------- */

/* More lengths than the cache holds, twice. */
TEST(plans_are_cached_and_evicted) {
    begin();
    for (int round = 0; round < 2; round++)
        for (int64_t n = 300; n < 420; n++) {
            double *x = noise(2 * n);
            weir_array *a = numbers(x, n, WEIR_COMPLEX128), *y = NULL;
            CHECK_OK(weir_fftn(a, NULL, &y));
            double *v = values(y, n);
            check_entries(x, v, n, 1, -1, 2.3e-16);
            weir_array_release(a);
            free(v), free(x);
        }
    end();
}

TEST(a_child_of_fork_transforms_too) {
    begin();
    double *x = noise(2 * 1000);
    weir_array *a = numbers(x, 1000, WEIR_COMPLEX128), *y = NULL;
    CHECK_OK(weir_fftn(a, NULL, &y));
    double *wanted = values(y, 1000);
    pid_t child = fork();
    if (child == 0) {
        CHECK_OK(weir_fftn(a, NULL, &y));
        double *v = values(y, 1000);
        _exit(memcmp(v, wanted, 16000) == 0 ? 0 : 1);
    }
    int status = -1;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(status, 0);
    weir_array_release(a);
    free(wanted), free(x);
    end();
}

TEST(any_number_of_workers_gives_the_same_bits) {
    static const struct {
        int64_t rows, n, cols;
    } sizes[] = {{1, 131072, 1}, {200, 1024, 1}, {3, 9973, 1},
                 {40, 360, 7},   {1, 300, 300},  {900, 60, 1}};
    for (int i = 0; i < 6; i++) {
        int64_t shape[] = {sizes[i].rows, sizes[i].n, sizes[i].cols}, axis = 1;
        int64_t all = shape[0] * shape[1] * shape[2];
        double *x = noise(2 * all), *first = NULL;
        for (int workers = 1; workers <= 3; workers++) {
            weir_runtime *of = kit_runtime(workers);
            weir_array *a = array_of(of, x, 3, shape, WEIR_COMPLEX128, WEIR_COMPLEX64), *y = NULL;
            CHECK_OK(weir_fftn(a, OPT(fftn, .axes = weir_i64s_of(&axis, 1), .norm = "ortho"), &y));
            double *v = values(y, all);
            if (first != NULL) CHECK_EQ(memcmp(v, first, (size_t)all * 16), 0);
            if (first == NULL)
                first = v;
            else
                free(v);
            weir_array_release(a);
            weir_runtime_free(of);
        }
        free(first), free(x);
    }
}
