/* test_eigen.c - eigenvalues and singular values: residuals and orthogonality of many kinds of
 * matrices, signs, batches, errors, failing tasks, gradients at equal values, memory, and the same
 * bits for any number of workers.
 *
 * Their samples are tested by tests/ops.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"
#include "failing_allocator.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

typedef double _Complex number;

/* ---- Matrices -------------------------------------------------------------------------------- */

typedef enum kind {
    NOISE,
    ZERO,
    ONE_VALUE,
    ALL_ONES,
    RANK_TWO,
    GRADED,
    HUGE_ONES,
    TINY_ONES,
    SECOND_DIFFERENCE,
    CLUSTER,
    WILKINSON,
    TWO_BLOCKS,
    ONE_ENTRY,
    KINDS
} kind;

static double unit(uint64_t *random) { return (double)(int64_t)test_random(random) * 0x1p-63; }

static number chance(uint64_t *random, bool is_complex) {
    double re = unit(random), im = is_complex ? unit(random) : 0;
    return re + im * I;
}

static number *matrix_of(kind which, int64_t m, int64_t n, bool is_complex) {
    number *a = calloc((size_t)(m * n + 1), sizeof *a),
           *x = calloc((size_t)(2 * (m + n)), sizeof *x);
    uint64_t random = 11 + (uint64_t)which;
    CHECK(a && x);
    for (int64_t i = 0; i < 2 * (m + n); i++) x[i] = chance(&random, is_complex);
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            number noise = chance(&random, is_complex), *to = &a[i * n + j];
            double near = (double)llabs(i - j);
            switch (which) {
            case NOISE: *to = noise; break;
            case ONE_VALUE: *to = i == j ? 3 : 0; break;
            case ALL_ONES: *to = 1; break;
            case RANK_TWO: *to = x[i] * x[m + j] + x[m + n + i] * x[2 * m + n + j]; break;
            case GRADED: *to = noise * pow(10, -(double)(i + j) / 4); break;
            case HUGE_ONES: *to = noise * 0x1p1010; break;
            case TINY_ONES: *to = noise * 0x1p-1000; break;
            case SECOND_DIFFERENCE: *to = near == 0 ? 2 : near == 1 ? -1 : 0; break;
            case CLUSTER: *to = (i == j) + 1e-14 * noise; break;
            case WILKINSON:
                *to = near == 0 ? fabs((double)(n - 1) / 2 - (double)i) : near == 1;
                break;
            case TWO_BLOCKS: *to = (i < m / 2) == (j < n / 2) ? noise : 0; break;
            case ONE_ENTRY: *to = i == m / 2 && j == n / 3 ? 5 : 0; break;
            default: break;
            }
        }
    free(x);
    return a;
}

/* As eigh sees it: the lower triangle, and the real part of the diagonal. */
static void make_hermitian(number *a, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        a[i * n + i] = creal(a[i * n + i]);
        for (int64_t j = 0; j < i; j++) a[j * n + i] = conj(a[i * n + j]);
    }
}

static weir_array *send(weir_runtime *rt, const number *a, int64_t m, int64_t n, weir_dtype dtype) {
    const int64_t shape[2] = {m, n};
    weir_array *wide = kit_array(rt, WEIR_COMPLEX128, 2, shape, a), *real = NULL, *y = NULL;
    if (dtype == WEIR_COMPLEX128 || dtype == WEIR_COMPLEX64) {
        CHECK_OK(weir_astype(wide, dtype, &y));
    } else {
        CHECK_OK(weir_real(wide, &real));
        CHECK_OK(weir_astype(real, dtype, &y));
        weir_array_release(real);
    }
    weir_array_release(wide);
    return y;
}

/* Read the values and release the array. */
static number *receive(weir_array *a) {
    size_t bytes = (size_t)weir_array_count(a) * sizeof(number);
    number *out = malloc(bytes + 1);
    weir_array *wide = NULL;
    CHECK(out);
    CHECK_OK(weir_astype(a, WEIR_COMPLEX128, &wide));
    CHECK_OK(weir_array_read(wide, out, bytes));
    weir_array_release(wide);
    weir_array_release(a);
    return out;
}

/* ---- Judging --------------------------------------------------------------------------------- */

/* The error bound: some units in the last place of the norm, growing with the number of rows. */
static double allowed_of(const number *a, int64_t count, int64_t rows, double eps) {
    double norm = 0;
    for (int64_t i = 0; i < count; i++) norm = hypot(norm, cabs(a[i]));
    return 3 * eps * (8 + sqrt((double)rows)) * norm;
}

static void at_most(double got, double allowed, const char *what, kind which, int64_t m,
                    int64_t n) {
    if (!(got <= allowed))
        test_fail(__FILE__, __LINE__, "%s is %g, %g allowed (kind %d, %lld x %lld)", what, got,
                  allowed, which, (long long)m, (long long)n);
}

/* |V^H V - I| of the columns of V */
static double off_orthogonal(const number *v, int64_t rows, int64_t cols) {
    double most = 0;
    for (int64_t a = 0; a < cols; a++)
        for (int64_t b = 0; b <= a; b++) {
            number sum = 0;
            for (int64_t i = 0; i < rows; i++) sum += conj(v[i * cols + a]) * v[i * cols + b];
            most = fmax(most, cabs(sum - (a == b)));
        }
    return most;
}

/* The rule of signs. */
static void check_signs(const number *v, int64_t rows, int64_t cols, int64_t count) {
    for (int64_t c = 0; c < count; c++) {
        double most = 0;
        for (int64_t i = 0; i < rows; i++) most = fmax(most, cabs(v[i * cols + c]));
        for (int64_t i = 0; i < rows; i++) {
            number x = v[i * cols + c];
            if (cabs(x) < 0.89 * most) continue;
            CHECK(creal(x) > 0 || cabs(x) < 0.91 * most);
            CHECK(fabs(cimag(x)) <= 1e-6 * most || cabs(x) < 0.91 * most);
            break;
        }
    }
}

/* Matrices of 1e308 are scaled to 1 for the check. */
static double scale_of(kind which) {
    return which == HUGE_ONES ? 0x1p-1010 : which == TINY_ONES ? 0x1p1000 : 1;
}

static void scale(number *a, int64_t count, double by) {
    for (int64_t i = 0; i < count; i++) a[i] *= by;
}

static void check_eigh(weir_runtime *rt, kind which, int64_t n, weir_dtype dtype) {
    bool is_complex = dtype == WEIR_COMPLEX128, is_float = dtype == WEIR_FLOAT32;
    number *a = matrix_of(which, n, n, is_complex), residual = 0;
    weir_array *x, *w = NULL, *v = NULL, *only = NULL;
    make_hermitian(a, n);
    x = send(rt, a, n, n, dtype);
    CHECK_OK(weir_eigh(x, &w, &v));
    CHECK_OK(weir_eigvalsh(x, &only));
    number *values = receive(w), *vectors = receive(v), *others = receive(only), *seen = receive(x);
    make_hermitian(seen, n);
    double by = scale_of(which), eps = is_float ? FLT_EPSILON : DBL_EPSILON;
    scale(seen, n * n, by), scale(values, n, by), scale(others, n, by);
    double allowed = allowed_of(seen, n * n, n, eps), most = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t c = 0; c < n; c++) {
            residual = -values[c] * vectors[i * n + c];
            for (int64_t j = 0; j < n; j++) residual += seen[i * n + j] * vectors[j * n + c];
            most = fmax(most, cabs(residual));
        }
    at_most(most, allowed, "the residual", which, n, n);
    at_most(off_orthogonal(vectors, n, n), 3 * eps * (8 + (double)n), "orthogonality", which, n, n);
    for (int64_t i = 0; i < n; i++) {
        CHECK(i == 0 || creal(values[i]) >= creal(values[i - 1]));
        at_most(cabs(values[i] - others[i]), allowed, "eigvalsh", which, n, n);
    }
    check_signs(vectors, n, n, n);
    free(a), free(values), free(vectors), free(others), free(seen);
}

/* A general matrix: residuals, lengths and phases of the vectors, the order of the values, and
 * exact pairs of a real matrix.  The values of a defective matrix are sensitive; both operators are
 * compared for noise only. */
static void check_eig(weir_runtime *rt, kind which, int64_t n, weir_dtype dtype) {
    bool is_complex = dtype == WEIR_COMPLEX128, is_float = dtype == WEIR_FLOAT32;
    number *a = matrix_of(which, n, n, is_complex);
    weir_array *x = send(rt, a, n, n, dtype), *w = NULL, *v = NULL, *only = NULL;
    CHECK_OK(weir_eig(x, &w, &v));
    CHECK_OK(weir_eigvals(x, &only));
    CHECK_EQ(weir_array_dtype(v), is_float ? WEIR_COMPLEX64 : WEIR_COMPLEX128);
    number *values = receive(w), *vectors = receive(v), *others = receive(only), *seen = receive(x);
    double by = scale_of(which), eps = is_float ? FLT_EPSILON : DBL_EPSILON, most = 0;
    scale(seen, n * n, by), scale(values, n, by), scale(others, n, by);
    double allowed = 2 * allowed_of(seen, n * n, n, eps);
    for (int64_t c = 0; c < n; c++) {
        double length = 0;
        for (int64_t i = 0; i < n; i++) {
            number rest = -values[c] * vectors[i * n + c];
            for (int64_t j = 0; j < n; j++) rest += seen[i * n + j] * vectors[j * n + c];
            most = fmax(most, cabs(rest));
            length = hypot(length, cabs(vectors[i * n + c]));
        }
        at_most(fabs(length - 1), 3 * eps * (8 + (double)n), "the length", which, n, n);
        CHECK(c == 0 || creal(values[c]) >= creal(values[c - 1]));
        if (which == NOISE)
            at_most(cabs(values[c] - others[c]), 20 * allowed, "eigvals", which, n, n);
        int64_t pair = -1; /* the conjugate of a value of a real matrix is one too */
        for (int64_t i = 0; i < n; i++)
            if (values[i] == conj(values[c])) pair = i;
        CHECK(is_complex || pair >= 0);
    }
    at_most(most, allowed, "the residual of eig", which, n, n);
    check_signs(vectors, n, n, n);
    free(a), free(values), free(vectors), free(others), free(seen);
}

static void check_svd(weir_runtime *rt, kind which, int64_t m, int64_t n, weir_dtype dtype,
                      int full) {
    bool is_complex = dtype == WEIR_COMPLEX128, is_float = dtype == WEIR_FLOAT32;
    number *a = matrix_of(which, m, n, is_complex);
    weir_array *x = send(rt, a, m, n, dtype), *u = NULL, *s = NULL, *vh = NULL, *only = NULL;
    int64_t few = m < n ? m : n, us = full ? m : few, vs = full ? n : few, larger = m > n ? m : n;
    CHECK_OK(weir_svd(x, OPT(svd, .full_matrices = full), &u, &s, &vh));
    CHECK_OK(weir_svdvals(x, &only));
    CHECK_EQ(weir_array_shape(u)[1], us);
    CHECK_EQ(weir_array_shape(vh)[0], vs);
    number *left = receive(u), *values = receive(s), *right = receive(vh), *others = receive(only);
    number *seen = receive(x), *columns = malloc((size_t)(vs * n + 1) * sizeof *columns);
    CHECK(columns);
    double by = scale_of(which), eps = is_float ? FLT_EPSILON : DBL_EPSILON, most = 0;
    scale(seen, m * n, by), scale(values, few, by), scale(others, few, by);
    double allowed = allowed_of(seen, m * n, larger, eps);
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            number rest = -seen[i * n + j];
            for (int64_t c = 0; c < few; c++)
                rest += left[i * us + c] * values[c] * right[c * n + j];
            most = fmax(most, cabs(rest));
        }
    at_most(most, allowed, "the residual", which, m, n);
    for (int64_t c = 0; c < vs; c++)
        for (int64_t j = 0; j < n; j++) columns[j * vs + c] = conj(right[c * n + j]);
    double apart = 3 * eps * (8 + (double)larger);
    at_most(off_orthogonal(left, m, us), apart, "orthogonality of U", which, m, n);
    at_most(off_orthogonal(columns, n, vs), apart, "orthogonality of V", which, m, n);
    for (int64_t i = 0; i < few; i++) {
        CHECK(creal(values[i]) >= 0 && (i == 0 || creal(values[i]) <= creal(values[i - 1])));
        at_most(cabs(values[i] - others[i]), allowed, "svdvals", which, m, n);
    }
    check_signs(left, m, us, few);
    free(a), free(left), free(values), free(right), free(others), free(seen), free(columns);
}

/* ---- All kinds, all sizes -------------------------------------------------------------------- */

static const weir_dtype dtypes[] = {WEIR_FLOAT64, WEIR_COMPLEX128, WEIR_FLOAT32};

TEST(eigenvectors_are_orthogonal_and_have_small_residuals) {
    static const int64_t sizes[] = {1, 2, 3, 17, 64, 100};
    weir_runtime *rt = kit_runtime(2);
    for (int which = 0; which < KINDS; which++)
        for (int i = 0; i < (test_slow() > 1 ? 4 : 6); i++)
            for (int d = 0; d < 3; d++)
                if (dtypes[d] != WEIR_FLOAT32 || (which != HUGE_ONES && which != TINY_ONES))
                    check_eigh(rt, (kind)which, sizes[i], dtypes[d]);
    check_eigh(rt, NOISE, test_slow() > 1 ? 130 : 257, WEIR_FLOAT64);
    check_eigh(rt, WILKINSON, test_slow() > 1 ? 130 : 257, WEIR_FLOAT64);
    check_eigh(rt, NOISE, 140, WEIR_COMPLEX128);
    weir_runtime_free(rt);
}

TEST(vectors_of_general_matrices_have_small_residuals) {
    static const int64_t sizes[] = {1, 2, 3, 17, 64, 100};
    weir_runtime *rt = kit_runtime(2);
    for (int which = 0; which < KINDS; which++)
        for (int i = 0; i < (test_slow() > 1 ? 4 : 6); i++)
            for (int d = 0; d < 3; d++)
                if (dtypes[d] != WEIR_FLOAT32 || (which != HUGE_ONES && which != TINY_ONES))
                    check_eig(rt, (kind)which, sizes[i], dtypes[d]);
    check_eig(rt, NOISE, 150, WEIR_FLOAT64);
    weir_runtime_free(rt);
}

/* A cyclic permutation is its own QR step: without unusual shifts the iteration would not end. */
TEST(cyclic_permutations_converge) {
    weir_runtime *rt = kit_runtime(1);
    for (int64_t n = 2; n < 12; n++) {
        number *a = calloc((size_t)(n * n), sizeof *a);
        CHECK(a);
        for (int64_t i = 0; i < n; i++) a[i * n + (i + 1) % n] = 1;
        for (int d = 0; d < 2; d++) {
            weir_array *x = send(rt, a, n, n, dtypes[d]), *w = NULL;
            CHECK_OK(weir_eigvals(x, &w));
            number *values = receive(w);
            for (int64_t i = 0; i < n; i++) CHECK(fabs(cabs(values[i]) - 1) < 1e-13);
            free(values);
            weir_array_release(x);
        }
        free(a);
    }
    weir_runtime_free(rt);
}

/* Rotations of this matrix reach subnormal numbers; they must stay unitary. */
TEST(eigenvalues_of_a_turned_permutation_have_length_one) {
    static const int to[9] = {1, 6, 3, 4, 0, 7, 5, 8, 2};
    weir_runtime *rt = kit_runtime(1);
    number a[81];
    for (int angle = 0; angle < 400; angle++) {
        for (int i = 0; i < 81; i++) a[i] = to[i / 9] == i % 9 ? cexp(0.017 * angle * I) : 0;
        weir_array *x = send(rt, a, 9, 9, WEIR_COMPLEX128), *w = NULL;
        CHECK_OK(weir_eigvals(x, &w));
        number *values = receive(w);
        for (int i = 0; i < 9; i++) CHECK(fabs(cabs(values[i]) - 1) < 1e-13);
        free(values);
        weir_array_release(x);
    }
    weir_runtime_free(rt);
}

TEST(singular_vectors_are_orthogonal_and_have_small_residuals) {
    static const int64_t sizes[][2] = {{1, 1},   {2, 2},     {3, 3},    {17, 17},
                                       {1, 5},   {5, 1},     {30, 7},   {7, 30},
                                       {64, 64}, {100, 100}, {150, 40}, {40, 150}};
    weir_runtime *rt = kit_runtime(2);
    for (int which = 0; which < KINDS; which++)
        for (int i = 0; i < (test_slow() > 1 ? 8 : 12); i++)
            for (int d = 0; d < 3; d++)
                if (dtypes[d] != WEIR_FLOAT32 || (which != HUGE_ONES && which != TINY_ONES))
                    check_svd(rt, (kind)which, sizes[i][0], sizes[i][1], dtypes[d], i % 2);
    check_svd(rt, NOISE, 257, test_slow() > 1 ? 30 : 257, WEIR_FLOAT64, 1);
    check_svd(rt, NOISE, 140, 135, WEIR_COMPLEX128, 0);
    weir_runtime_free(rt);
}

TEST(every_level_of_cpu_features_is_right) {
    for (int cpu = WEIR_CPU_PORTABLE; cpu <= WEIR_CPU_AVX512; cpu++) {
        weir_config c = kit_config(2);
        weir_runtime *rt = NULL;
        c.cpu = cpu;
        if (weir_runtime_new(&c, &rt) != WEIR_OK) continue; /* not supported by this machine */
        for (int64_t n = 1; n < 80; n += 13) {
            check_eigh(rt, NOISE, n, WEIR_FLOAT64);
            check_eigh(rt, CLUSTER, n, WEIR_COMPLEX128);
            check_svd(rt, NOISE, n, n + 3, WEIR_FLOAT64, 1);
            check_svd(rt, WILKINSON, n, n, WEIR_COMPLEX128, 0);
            check_eig(rt, NOISE, n, WEIR_FLOAT64);
            check_eig(rt, NOISE, n, WEIR_COMPLEX128);
        }
        weir_runtime_free(rt);
    }
}

/* Entries of a diagonal matrix are its singular values to the last digit, however small. */
TEST(small_singular_values_of_a_diagonal_are_exact) {
    enum { N = 40 };
    weir_runtime *rt = kit_runtime(1);
    number a[N * N] = {0};
    for (int i = 0; i < N; i++) a[i * N + (i * 7) % N] = pow(10, -3 * (double)((i * 3) % N));
    weir_array *x = send(rt, a, N, N, WEIR_FLOAT64), *s = NULL;
    CHECK_OK(weir_svdvals(x, &s));
    number *values = receive(s);
    for (int i = 0; i < N; i++) CHECK(fabs(creal(values[i]) / pow(10, -3 * (double)i) - 1) < 1e-14);
    free(values);
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(matrices_without_rows_have_no_values) {
    weir_runtime *rt = kit_runtime(1);
    const int64_t none[2] = {0, 0}, flat[2] = {0, 3}, stack[3] = {0, 4, 4};
    weir_array *x = kit_array(rt, WEIR_FLOAT32, 2, none, NULL), *w = NULL, *v = NULL;
    weir_array *y = kit_array(rt, WEIR_FLOAT32, 2, flat, NULL), *u = NULL, *s = NULL, *vh = NULL;
    weir_array *z = kit_array(rt, WEIR_FLOAT32, 3, stack, NULL), *zw = NULL, *zv = NULL;
    CHECK_OK(weir_eigh(x, &w, &v));
    CHECK_EQ(weir_array_count(w), 0);
    CHECK_OK(weir_array_wait(v));
    CHECK_OK(weir_eigh(z, &zw, &zv));
    CHECK_EQ(weir_array_ndim(zw), 2);
    CHECK_OK(weir_array_wait(zv));
    CHECK_OK(weir_svd(y, NULL, &u, &s, &vh));
    CHECK_EQ(weir_array_count(s), 0);
    CHECK_EQ(weir_array_count(u), 0);
    number *right = receive(vh); /* the identity */
    for (int i = 0; i < 9; i++) CHECK(right[i] == (i % 4 == 0));
    free(right);
    weir_array *all[] = {x, y, z, w, v, u, s, zw, zv};
    for (int i = 0; i < 9; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

/* ---- Bits ------------------------------------------------------------------------------------ */

static void bits_of(int workers, int64_t batch, int64_t n, uint64_t *sums) {
    weir_runtime *rt = kit_runtime(workers);
    const int64_t shape[3] = {batch, n, n};
    double *data = malloc((size_t)(batch * n * n) * sizeof *data);
    uint64_t random = 5;
    CHECK(data);
    for (int64_t i = 0; i < batch * n * n; i++) data[i] = unit(&random);
    weir_array *x = kit_array(rt, WEIR_FLOAT64, 3, shape, data), *out[7] = {NULL};
    CHECK_OK(weir_eigh(x, &out[0], &out[1]));
    CHECK_OK(weir_svd(x, NULL, &out[2], &out[3], &out[4]));
    CHECK_OK(weir_eigvalsh(x, &out[5]));
    CHECK_OK(weir_svdvals(x, &out[6]));
    for (int i = 0; i < 7; i++) {
        size_t count = (size_t)weir_array_count(out[i]);
        uint64_t *words = malloc(count * 8);
        CHECK(words);
        CHECK_OK(weir_array_read(out[i], words, count * 8));
        sums[i] = 0;
        for (size_t j = 0; j < count; j++) sums[i] = (sums[i] ^ words[j]) * 0x100000001b3u;
        free(words);
        weir_array_release(out[i]);
    }
    free(data);
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(any_number_of_workers_gives_the_same_bits) {
    int64_t large = test_slow() > 1 ? 60 : 330;
    uint64_t one[7], more[7];
    for (int shape = 0; shape < 2; shape++) {
        bits_of(1, shape ? 90 : 1, shape ? 12 : large, one);
        for (int workers = 2; workers <= 3; workers++) {
            bits_of(workers, shape ? 90 : 1, shape ? 12 : large, more);
            for (int i = 0; i < 7; i++) CHECK(one[i] == more[i]);
        }
    }
}

/* ---- Refusals and failures ------------------------------------------------------------------- */

#define REFUSED(call, text)                                                                        \
    do {                                                                                           \
        CHECK(kit_is_refusal(call));                                                               \
        CHECK_HAS(weir_error(), text);                                                             \
    } while (0)

TEST(arrays_with_fewer_than_two_dimensions_are_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *line = kit_ramp(rt, 6, 0, 1), *wide = kit_reshape(line, 2, 3), *whole = NULL;
    weir_array *a = NULL, *b = NULL, *c = NULL;
    CHECK_OK(weir_astype(wide, WEIR_INT32, &whole));
    REFUSED(weir_eigh(line, &a, &b), "eigh: float32 (6,) has 1 dimension; expected two or more");
    REFUSED(weir_eigvalsh(wide, &a), "eigvalsh: float32 (2, 3) is not an array of square matrices");
    REFUSED(weir_eigh(whole, &a, &b), "eigh: accepts floats and complex numbers, not int32");
    REFUSED(weir_svd(line, NULL, &a, &b, &c), "svd: float32 (6,) has 1 dimension");
    REFUSED(weir_svdvals(whole, &a), "svdvals: accepts floats and complex numbers, not int32");
    const int64_t far[2] = {1, (int64_t)1 << 30};
    weir_array *one = kit_scalar(rt, 1), *long_one = NULL;
    CHECK_OK(weir_broadcast_to(one, weir_i64s_of(far, 2), &long_one));
    REFUSED(weir_svd(long_one, NULL, &a, &b, &c),
            "matrices of 1073741824 x 1073741824 are too large");
    weir_array *all[] = {line, wide, whole, one, long_one};
    for (int i = 0; i < 5; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

static void fails(weir_array *y, const char *text) {
    CHECK_STATUS(weir_array_wait(y), EINVAL);
    CHECK_HAS(weir_error(), text);
    weir_failure_clear(weir_array_runtime(y));
    weir_array_release(y);
}

TEST(matrices_with_a_nan_fail_in_the_task) {
    enum { COUNT = 5, N = 3 };
    weir_runtime *rt = kit_runtime(2);
    const int64_t shape[3] = {COUNT, N, N};
    double data[COUNT * N * N];
    for (int i = 0; i < COUNT * N * N; i++) data[i] = i % 7;
    data[3 * N * N + 2] = NAN; /* above the diagonal of matrix 3 */
    weir_array *x = kit_array(rt, WEIR_FLOAT64, 3, shape, data), *a = NULL, *b = NULL, *c = NULL;
    CHECK_OK(weir_eigh(x, &a, &b));
    CHECK_OK(weir_array_wait(a)); /* not checked */
    weir_array_release(a), weir_array_release(b);
    CHECK_OK(weir_svd(x, OPT(svd, .full_matrices = 0), &a, &b, &c));
    weir_array_release(a), weir_array_release(c);
    fails(b, "matrix 3 of 5 contains NaN or an infinity");
    weir_array_release(x);
    data[3 * N * N + 3] = INFINITY, data[2 * N * N] = NAN;
    x = kit_array(rt, WEIR_FLOAT64, 3, shape, data);
    CHECK_OK(weir_eigvalsh(x, &a));
    fails(a, "matrix 2 of 5 contains NaN or an infinity");
    CHECK_OK(weir_svdvals(x, &a));
    fails(a, "matrix 2 of 5");
    weir_array_release(x);
    x = kit_array(rt, WEIR_FLOAT64, 2, shape + 1, data + 2 * N * N);
    CHECK_OK(weir_eigh(x, &a, &b));
    weir_array_release(a);
    fails(b, "the matrix contains NaN or an infinity");
    weir_array_release(x);
    weir_runtime_free(rt);
}

/* ---- Gradients at equal values --------------------------------------------------------------- */

static number *gradient(weir_runtime *rt, const char *name, weir_array *x, int through) {
    weir_array *out[3] = {NULL}, *w[3] = {NULL}, *g = NULL;
    uint32_t count = 3;
    CHECK_OK(weir_op_call(rt, kit_op(name), &x, 1, NULL, 0, out, &count));
    while (count > 0 && out[count - 1] == NULL) count--;
    CHECK_OK(weir_ones_like(out[through], NULL, &w[through]));
    CHECK_OK(weir_op_vjp(rt, kit_op(name), &x, 1, NULL, 0, out, count, w, NULL, &g));
    for (int i = 0; i < 3; i++) weir_array_release(out[i]), weir_array_release(w[i]);
    return receive(g);
}

TEST(gradients_at_equal_values_are_as_in_pytorch) {
    weir_runtime *rt = kit_runtime(1);
    const number eye[4] = {2, 0, 0, 2};
    weir_array *x = send(rt, eye, 2, 2, WEIR_FLOAT64);
    number *g = gradient(rt, "eigvalsh", x, 0); /* through values: the sum of them is the trace */
    for (int i = 0; i < 4; i++) CHECK(cabs(g[i] - eye[i] / 2) < 1e-12);
    free(g);
    g = gradient(rt, "svdvals", x, 0);
    for (int i = 0; i < 4; i++) CHECK(cabs(g[i] - eye[i] / 2) < 1e-12);
    free(g);
    g = gradient(rt, "eigh", x, 1); /* through vectors: divided by a difference of 0 */
    CHECK(!isfinite(creal(g[2])));
    free(g);
    g = gradient(rt, "svd", x, 0);
    CHECK(!isfinite(creal(g[1])));
    free(g);
    weir_array_release(x);
    weir_runtime_free(rt);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static void use(const weir_config *config) {
    enum { N = 40 };
    static float data[N * N];
    const int64_t shape[2] = {N, N};
    weir_runtime *rt = NULL;
    weir_array *x = NULL, *out[5] = {NULL};
    if (!ok_or_nomem(weir_runtime_new(config, &rt))) return;
    for (int i = 0; i < N * N; i++) data[i] = (float)(i * i % 31);
    if (ok_or_nomem(weir_array_new(rt, WEIR_FLOAT32, shape, 2, data, &x))) {
        ok_or_nomem(weir_eigh(x, &out[0], &out[1]));
        ok_or_nomem(weir_svd(x, OPT(svd, .full_matrices = 0), &out[2], &out[3], &out[4]));
    }
    for (int i = 0; i < 5; i++)
        if (out[i] != NULL) ok_or_nomem(weir_array_wait(out[i]));
    for (int i = 0; i < 5; i++) weir_array_release(out[i]);
    weir_array_release(x);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

TEST(any_one_allocation_may_be_refused) {
    for (long n = 1; n < 100000; n++) {
        failing_allocator m = {.keep_failing = 0};
        atomic_store(&m.left, n);
        weir_config c = kit_config(2);
        c.alloc = failing_alloc;
        c.free = failing_free;
        c.alloc_ctx = &m;
        c.log = no_log;
        use(&c);
        CHECK_EQ(m.blocks, 0);
        if (m.refused == 0) return;
    }
}
