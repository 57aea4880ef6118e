/* test_linalg.c - direct methods of linear algebra: sizes around the block size, every dtype and CPU level,
 * batches, the same bits for any number of workers, errors, failing tasks, and memory use.
 *
 * Their samples are tested by tests/ops.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>
#include <math.h>
#include <stdlib.h>

#include "array_literals.h"
#include "failing_allocator.h"

#define ONES(...) made(WEIR_FLOAT64, DIMS(__VA_ARGS__), ones())

static const double *ones(void) {
    static double all[512];
    for (int i = 0; i < 512; i++) all[i] = 1;
    return all;
}

static void let_go(weir_array *a, weir_array *b, weir_array *c) {
    weir_array_release(a);
    weir_array_release(b);
    weir_array_release(c);
}

static void fails(weir_array *y, const char *part) {
    CHECK_STATUS(weir_array_wait(y), EINVAL);
    CHECK_HAS(weir_error(), part);
    weir_array_release(y);
    weir_failure_clear(rt);
}

/* ---- Matrices by chance ---------------------------------------------------------------------- */

typedef double _Complex number;

static number *noise(int64_t count, uint64_t seed, weir_dtype dtype) {
    number *x = malloc((size_t)count * sizeof *x + 1);
    uint64_t random = seed;
    CHECK(x != NULL);
    int two_parts = dtype == WEIR_COMPLEX64 || dtype == WEIR_COMPLEX128;
    for (int64_t i = 0; i < count; i++) {
        x[i] = (double)(int64_t)test_random(&random) * 0x1p-63;
        if (two_parts) x[i] += I * ((double)(int64_t)test_random(&random) * 0x1p-63);
    }
    return x;
}

static weir_array *send(weir_runtime *to, const number *x, int ndim, const int64_t *shape,
                        weir_dtype dtype) {
    weir_array *wide = NULL, *y = NULL, *re = NULL;
    int two_parts = dtype == WEIR_COMPLEX64 || dtype == WEIR_COMPLEX128;
    CHECK_OK(weir_array_new(to, WEIR_COMPLEX128, shape, ndim, x, &wide));
    if (!two_parts) CHECK_OK(weir_real(wide, &re));
    CHECK_OK(weir_astype(two_parts ? wide : re, dtype, &y));
    let_go(wide, re, NULL);
    return y;
}

/* Read the values and release the array. */
static number *values(weir_array *a) {
    weir_array *wide = NULL;
    size_t bytes = (size_t)weir_array_count(a) * sizeof(number);
    number *x = malloc(bytes + 1);
    CHECK(x != NULL);
    CHECK_OK(weir_astype(a, WEIR_COMPLEX128, &wide));
    CHECK_OK(weir_array_read(wide, x, bytes));
    let_go(a, wide, NULL);
    return x;
}

/* The largest element of A B - C, where A is m x k and B is k x n; B NULL is A^H, and C NULL is 1. */
static double miss(const number *a, const number *b, const number *c, int64_t m, int64_t n,
                   int64_t k) {
    double most = 0;
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            number sum = c != NULL ? -c[i * n + j] : i == j ? -1 : 0;
            for (int64_t q = 0; q < k; q++)
                sum += a[i * k + q] * (b != NULL ? b[q * n + j] : conj(a[j * k + q]));
            most = fmax(most, cabs(sum));
        }
    return most;
}

static void small(double got, weir_dtype dtype, double size, const char *what, int64_t n) {
    double eps = dtype == WEIR_FLOAT32 || dtype == WEIR_COMPLEX64 ? 0x1p-23 : 0x1p-52;
    if (!(got <= eps * size))
        test_fail(__FILE__, __LINE__, "%s of %lld, %s: off by %g", what, (long long)n,
                  weir_dtype_name(dtype), got);
}

/* ---- Every size, type and level -------------------------------------------------------------- */

static void check_lu(int64_t n, weir_dtype dtype) {
    int64_t square[] = {n, n}, few[] = {n, 3}, lying[] = {3, n};
    number *a = noise(n * n, 1 + (uint64_t)n, dtype), *b = noise(n * 3, 2, dtype);
    for (int64_t i = 0; i < n; i++) a[i * n + (i + 1) % n] += 4; /* away from being singular */
    weir_array *wa = send(rt, a, 2, square, dtype), *wb = send(rt, b, 2, few, dtype), *x, *y;
    CHECK_OK(weir_solve(wa, wb, NULL, &x));
    CHECK_OK(weir_inv(wa, &y));
    number *solved = values(x), *inverse = values(y);
    small(miss(a, solved, b, n, 3, n), dtype, 40 * (double)n, "solve", n);
    small(miss(a, inverse, NULL, n, n, n), dtype, 40 * (double)n, "inv", n);
    free(solved);
    let_go(wb, NULL, NULL);
    wb = send(rt, b, 2, lying, dtype);
    CHECK_OK(weir_solve(wa, wb, OPT(solve, .left = 0), &x));
    solved = values(x);
    small(miss(solved, a, b, 3, n, n), dtype, 40 * (double)n, "solve on the right", n);
    let_go(wa, wb, NULL);
    free(a), free(b), free(solved), free(inverse);
}

static void check_cholesky(int64_t n, weir_dtype dtype) {
    int64_t square[] = {n, n};
    number *a = noise(n * n, 3 + (uint64_t)n, dtype), *h = malloc((size_t)(n * n) * sizeof *h + 1);
    CHECK(h != NULL);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            h[i * n + j] = (a[i * n + j] + conj(a[j * n + i])) / 2 + (i == j ? (double)n : 0);
    weir_array *wh = send(rt, h, 2, square, dtype), *l, *u;
    CHECK_OK(weir_cholesky(wh, NULL, &l));
    CHECK_OK(weir_cholesky(wh, OPT(cholesky, .upper = 1), &u));
    number *lower = values(l), *upper = values(u);
    small(miss(lower, NULL, h, n, n, n), dtype, 20 * (double)n, "cholesky", n);
    for (int64_t i = 0; i < n * n; i++) CHECK(upper[i] == conj(lower[i % n * n + i / n]));
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = i + 1; j < n; j++) CHECK(lower[i * n + j] == 0);
    weir_array_release(wh);
    free(a), free(h), free(lower), free(upper);
}

static void check_qr(int64_t m, int64_t n, weir_dtype dtype, const char *mode) {
    int64_t shape[] = {m, n}, few = m < n ? m : n, side = mode[0] == 'c' ? m : few;
    number *a = noise(m * n, 5 + (uint64_t)m, dtype);
    weir_array *wa = send(rt, a, 2, shape, dtype), *q, *r;
    CHECK_OK(weir_qr(wa, OPT(qr, .mode = mode), &q, &r));
    CHECK_EQ(weir_array_shape(q)[1], side);
    CHECK_EQ(weir_array_shape(r)[0], side);
    number *in_q = values(q), *in_r = values(r);
    number *turned = malloc((size_t)(m * side) * sizeof *turned + 1);
    CHECK(turned != NULL);
    for (int64_t i = 0; i < m * side; i++) turned[i % side * m + i / side] = conj(in_q[i]);
    small(miss(in_q, in_r, a, m, n, side), dtype, 20 + (double)m, "qr", m);
    small(miss(turned, NULL, NULL, side, side, m), dtype, 20 + (double)m, "q", m);
    for (int64_t i = 0; i < side; i++)
        for (int64_t j = 0; j < i && j < n; j++) CHECK(in_r[i * n + j] == 0);
    weir_array_release(wa);
    free(a), free(in_q), free(in_r), free(turned);
}

static const weir_dtype dtypes[] = {WEIR_FLOAT32, WEIR_FLOAT64, WEIR_COMPLEX64, WEIR_COMPLEX128};

TEST(matrices_of_every_size_up_to_some_leaves_are_factored_right) {
    begin();
    for (int64_t n = 1; n <= 36; n += test_slow() > 1 ? 5 : 1)
        for (int i = 0; i < 4; i++) {
            check_lu(n, dtypes[i]);
            check_cholesky(n, dtypes[i]);
            check_qr(n, n, dtypes[i], "reduced");
            check_qr(n, n / 2 + 1, dtypes[i], "complete");
            check_qr(n / 2 + 1, n, dtypes[i], "reduced");
        }
    end();
}

TEST(large_matrices_are_factored_right) {
    begin();
    static const int64_t sizes[] = {65, 128, 150, 270};
    for (int s = 0; s < (test_slow() > 1 ? 2 : 4); s++)
        for (int i = 0; i < (s < 3 ? 4 : 2); i++) {
            int64_t n = sizes[s];
            check_lu(n, dtypes[i]);
            check_cholesky(n, dtypes[i]);
            check_qr(n, n, dtypes[i], "reduced");
            check_qr(n, n / 3, dtypes[i], i % 2 == 0 ? "complete" : "reduced");
            check_qr(n / 3, n, dtypes[i], "reduced");
        }
    end();
}

TEST(every_level_of_cpu_features_factors_right) {
    for (int cpu = WEIR_CPU_PORTABLE; cpu <= WEIR_CPU_AVX512; cpu++) {
        weir_config c = kit_config(2);
        c.cpu = cpu;
        rt = NULL;
        if (weir_runtime_new(&c, &rt) != WEIR_OK) continue; /* not on this machine */
        for (int i = 0; i < 4; i++) {
            check_lu(53, dtypes[i]);
            check_cholesky(53, dtypes[i]);
            check_qr(53, 70, dtypes[i], "reduced");
        }
        end();
    }
}

/* ---- Workers --------------------------------------------------------------------------------- */

enum { RESULTS = 9 };

static void factor_all(weir_runtime *in, const int64_t *shape, weir_dtype dtype, number **out) {
    int64_t n = shape[2], count = shape[0] * n * n;
    number *a = noise(count, 9, dtype), *h = malloc((size_t)count * sizeof *h);
    CHECK(h != NULL);
    for (int64_t i = 0; i < count; i++) h[i] = a[i] / 2 + (i / n % n == i % n ? (double)n : 0);
    weir_array *wa = send(in, a, 3, shape, dtype), *wh = send(in, h, 3, shape, dtype);
    weir_array *y[RESULTS];
    CHECK_OK(weir_solve(wa, wh, NULL, &y[0]));
    CHECK_OK(weir_inv(wa, &y[1]));
    CHECK_OK(weir_cholesky(wh, NULL, &y[2]));
    CHECK_OK(weir_qr(wa, NULL, &y[3], &y[4]));
    CHECK_OK(weir_solve_triangular(wh, wa, OPT(solve_triangular, .upper = 1, .left = 1), &y[5]));
    CHECK_OK(weir_det(wh, &y[6]));
    CHECK_OK(weir_solve(wa, wh, OPT(solve, .left = 0), &y[7]));
    CHECK_OK(
        weir_solve_triangular(wh, wa, OPT(solve_triangular, .unitriangular = 1, .left = 0), &y[8]));
    for (int i = 0; i < RESULTS; i++) out[i] = values(y[i]);
    let_go(wa, wh, NULL);
    free(a), free(h);
}

static void same_bits(const int64_t *shape, weir_dtype dtype) {
    number *wanted[RESULTS], *got[RESULTS];
    size_t bytes = (size_t)(shape[0] * shape[1] * shape[2]) * sizeof(number);
    weir_runtime *serial = kit_runtime_serial();
    factor_all(serial, shape, dtype, wanted);
    weir_runtime_free(serial);
    for (int workers = 1; workers <= 3; workers++) {
        weir_runtime *many = kit_runtime(workers);
        factor_all(many, shape, dtype, got);
        for (int i = 0; i < RESULTS; i++) {
            size_t size = i == 6 ? (size_t)shape[0] * sizeof(number) : bytes;
            if (memcmp(wanted[i], got[i], size) != 0)
                test_fail(__FILE__, __LINE__, "result %d differs with %d workers", i, workers);
            free(got[i]);
        }
        weir_runtime_free(many);
    }
    for (int i = 0; i < RESULTS; i++) free(wanted[i]);
}

TEST(the_bits_are_the_same_for_any_number_of_workers) {
    same_bits((const int64_t[]){1, 300, 300}, WEIR_FLOAT64);
    same_bits((const int64_t[]){1, 130, 130}, WEIR_COMPLEX64);
    same_bits((const int64_t[]){3, 110, 110}, WEIR_FLOAT32);
    same_bits((const int64_t[]){100, 20, 20}, WEIR_FLOAT32);
    same_bits((const int64_t[]){300, 3, 3}, WEIR_COMPLEX128);
}

/* ---- Values ---------------------------------------------------------------------------------- */

TEST(small_systems_have_known_solutions) {
    begin();
    weir_array *a = F64(DIMS(2, 2), 0, 2, 4, 0), *b = F64(DIMS(2), 6, 4), *more[2];
    SHOWS(weir_solve(a, b, NULL, &got), "[1., 3.]");
    SHOWS(weir_solve(a, b, OPT(solve, .left = 0), &got), "[2., 1.5]");
    SHOWS(weir_inv(a, &got), "[[0., 0.25], [0.5, 0.]]");
    SHOWS(weir_det(a, &got), "-8.");
    CHECK_OK(weir_slogdet(a, &more[0], &more[1]));
    CHECK_STR(text(more[0]), "-1.");
    let_go(a, b, NULL);
    let_go(more[0], more[1], NULL);
    a = F64(DIMS(2, 2), 4, 2, 2, 5);
    SHOWS(weir_cholesky(a, NULL, &got), "[[2., 0.], [1., 2.]]");
    SHOWS(weir_cholesky(a, OPT(cholesky, .upper = 1), &got), "[[2., 1.], [0., 2.]]");
    SHOWS(weir_matrix_power(a, 0, &got), "[[1., 0.], [0., 1.]]");
    SHOWS(weir_matrix_norm(a, OPT(matrix_norm, .ord = "1"), &got), "7.");
    SHOWS(weir_trace(a, NULL, &got), "9.");
    b = F64(DIMS(1, 2), 8, 10);
    SHOWS(weir_solve_triangular(a, b, OPT(solve_triangular, .left = 0), &got),
          "[[1., 2.]]"); /* (4, 0; 2, 5) is read */
    SHOWS(weir_solve_triangular(a, b, OPT(solve_triangular, .upper = 1, .left = 0), &got),
          "[[2., 1.2]]");
    weir_array *flat = F64(DIMS(2), 8, 14);
    SHOWS(weir_solve_triangular(a, flat, NULL, &got), "[2., 2.]");
    weir_array_release(flat);
    let_go(a, b, NULL);
    end();
}

TEST(a_matrix_that_is_not_hermitian_is_taken_by_its_hermitian_part) {
    begin();
    weir_array *a = F64(DIMS(2, 2), 4, 1, 3, 5);
    SHOWS(weir_cholesky(a, NULL, &got), "[[2., 0.], [1., 2.]]");
    weir_array_release(a);
    end();
}

TEST(a_matrix_that_is_not_finite_becomes_nan) {
    begin();
    weir_array *a = F64(DIMS(2, 2, 2), INFINITY, 0, 0, 1, 2, 0, 0, 4);
    SHOWS(weir_inv(a, &got), "[[[nan, nan], [nan, nan]], [[0.5, 0.], [0., 0.25]]]");
    SHOWS(weir_det(a, &got), "[nan, 8.]");
    weir_array_release(a);
    end();
}

/* ---- Refusals -------------------------------------------------------------------------------- */

TEST(what_does_not_fit_is_refused) {
    begin();
    weir_array *flat = ONES(3), *wide = ONES(2, 3), *square = ONES(2, 2), *stack = ONES(3, 2, 2);
    weir_array *two = ONES(2, 2, 2), *none = made(WEIR_FLOAT64, NULL, 0, ones()), *more[2];
    REFUSES(weir_inv(flat, &got), "inv: float64 (3,) has 1 dimension; expected matrices");
    REFUSES(weir_inv(wide, &got), "inv: float64 (2, 3): matrices of 2 x 3 are not square");
    REFUSES(weir_det(wide, &got), "det: float64 (2, 3): matrices of 2 x 3 are not square");
    REFUSES(weir_slogdet(flat, &got, &more[0]), "slogdet: float64 (3,) has 1 dimension");
    REFUSES(weir_cholesky(wide, NULL, &got), "cholesky: float64 (2, 3): matrices of 2 x 3");
    REFUSES(weir_solve(square, flat, NULL, &got),
            "solve: float64 (2, 2) and float64 (3,): "
            "the number of equations is 2, but each right-hand side has 3 elements");
    REFUSES(weir_solve(stack, two, NULL, &got),
            "solve: the batch dimensions (3,) and (2,) do not broadcast");
    REFUSES(weir_solve(square, none, NULL, &got), "solve: x2 has no dimensions");
    REFUSES(weir_solve_triangular(square, flat, NULL, &got),
            "solve_triangular: float64 (2, 2) and float64 (3,): "
            "the number of equations is 2, but each right-hand side has 3");
    REFUSES(weir_solve_triangular(stack, two, NULL, &got),
            "solve_triangular: the batch dimensions (3,) and (2,) do not broadcast");
    REFUSES(weir_solve_triangular(square, wide, OPT(solve_triangular, .left = 0), &got),
            "solve_triangular: float64 (2, 2) and float64 (2, 3): "
            "the number of equations is 2, but each right-hand side has 3");
    REFUSES(weir_qr(flat, NULL, &got, &more[0]), "qr: float64 (3,) has 1 dimension");
    REFUSES(weir_qr(wide, OPT(qr, .mode = "full"), &got, &more[0]),
            "qr: mode 'full' is not supported; expected 'reduced'");
    REFUSES(weir_matrix_power(wide, 2, &got), "matrix_power: float64 (2, 3): matrices of 2 x 3");
    REFUSES(weir_matrix_power(square, WEIR_NONE, &got), "matrix_power: n is required");
    REFUSES(weir_matrix_norm(wide, OPT(matrix_norm, .ord = "2"), &got),
            "matrix_norm: ord '2' is not supported; expected fro, 1, -1, inf or");
    REFUSES(weir_matrix_norm(flat, NULL, &got), "matrix_norm: float64 (3,) has 1 dimension");
    REFUSES(weir_vector_norm(flat, OPT(vector_norm, .ord = NAN), &got),
            "vector_norm: ord must not be nan");
    REFUSES(weir_trace(flat, NULL, &got), "trace: float64 (3,) has 1 dimension; expected matrices");
    REFUSES(weir_cross(flat, square, NULL, &got),
            "cross: float64 (3,) and float64 (2, 2) have 3 and 2 elements along axis -1");
    let_go(flat, wide, square);
    let_go(stack, two, none);
    end();
}

/* ---- Failures in flight ---------------------------------------------------------------------- */

TEST(a_singular_matrix_fails_and_is_named) {
    begin();
    weir_array *a = F64(DIMS(3, 2, 2), 1, 2, 3, 4, 1, 2, 2, 4, 0, 0, 0, 0), *b = ONES(2, 1);
    weir_array *good = F64(DIMS(2, 2), 1, 0, 0, 1), *y, *sign, *log;
    CHECK_OK(weir_inv(a, &y));
    fails(y, "inv: matrix 1 of 3 is singular: pivot 1 is 0");
    CHECK_OK(weir_solve(a, b, NULL, &y));
    fails(y, "solve: matrix 1 of 3 is singular: pivot 1 is 0");
    CHECK_OK(weir_solve_triangular(a, b, NULL, &y));
    fails(y, "solve_triangular: matrix 2 of 3 is singular: element 0 of its diagonal is 0");
    SHOWS(weir_det(a, &got), "[-2., 0., 0.]");
    CHECK_OK(weir_slogdet(a, &sign, &log));
    CHECK_STR(text(sign), "[-1., 0., 0.]");
    SHOWS(weir_inv(good, &got), "[[1., 0.], [0., 1.]]"); /* others are not affected */
    let_go(a, b, good);
    let_go(sign, log, NULL);
    end();
}

TEST(a_matrix_that_is_not_definite_fails_and_is_named) {
    begin();
    weir_array *a = F64(DIMS(2, 2), 1, 2, 2, 1), *y;
    CHECK_OK(weir_cholesky(a, NULL, &y));
    fails(y, "cholesky: the matrix is not positive definite: pivot 1 is not positive");
    weir_array_release(a);
    end();
}

TEST(the_failing_pivot_of_a_large_matrix_is_named) {
    begin();
    enum { N = 200, AT = 117 };
    static double data[N * N];
    for (int i = 0; i < N; i++) data[i * N + i] = i == AT ? 0 : 2;
    weir_array *a = made(WEIR_FLOAT64, DIMS(N, N), data), *y;
    CHECK_OK(weir_inv(a, &y));
    fails(y, "the matrix is singular: pivot 117 is 0");
    CHECK_OK(weir_cholesky(a, OPT(cholesky, .upper = 1), &y));
    fails(y, "the matrix is not positive definite: pivot 117 is not positive");
    weir_array_release(a);
    end();
}

TEST(the_gradient_of_a_complete_qr_is_refused) {
    begin();
    struct {
        const char *mode;
    } attr = {"complete"};
    weir_array *x = ONES(3, 2), *out[2], *g;
    uint32_t count = 2;
    const weir_op *op = weir_op_find("qr");
    CHECK_OK(weir_op_call(rt, op, &x, 1, &attr, sizeof attr, out, &count));
    CHECK_STATUS(weir_op_vjp(rt, op, &x, 1, &attr, sizeof attr, out, 2, out, NULL, &g), EINVAL);
    CHECK_HAS(
        weir_error(),
        "qr: mode 'complete' has no gradient if x has more rows than columns, and x is float64 (3, 2)");
    let_go(x, out[0], out[1]);
    end();
}

/* ---- Memory ---------------------------------------------------------------------------------- */

TEST(an_operation_beyond_the_budget_fails_alone) {
    weir_config c = kit_config(2);
    c.memory_bytes = 2 << 20;
    rt = kit_runtime_of(&c);
    enum { N = 400 };
    double *data = calloc(N * N, sizeof *data);
    CHECK(data != NULL);
    for (int i = 0; i < N; i++) data[i * N + i] = 1;
    weir_array *a = made(WEIR_FLOAT64, DIMS(N, N), data), *y = NULL, *small_one = ONES(1, 1);
    weir_status status = weir_inv(a, &y);
    if (status == WEIR_OK) status = weir_array_wait(y);
    CHECK_EQ(status, WEIR_ENOMEM);
    CHECK_HAS(weir_error(), "inv");
    SHOWS(weir_inv(small_one, &got), "[[1.]]");
    let_go(a, y, small_one);
    free(data);
    weir_failure_clear(rt);
    end();
}

/* The n-th allocation fails, for every n: the result is correct or WEIR_ENOMEM. */
static void use(const weir_config *config) {
    enum { N = 24 };
    double data[N * N] = {0};
    rt = NULL;
    if (!ok_or_nomem(weir_runtime_new(config, &rt))) return;
    for (int i = 0; i < N * N; i++) data[i] = i / N == i % N ? 4 : 1.0 / (1 + i % 7 + i / N % 7);
    weir_array *a = NULL, *y[6] = {NULL};
    int64_t shape[] = {N, N};
    if (ok_or_nomem(weir_array_new(rt, WEIR_FLOAT64, shape, 2, data, &a))) {
        ok_or_nomem(weir_inv(a, &y[0]));
        ok_or_nomem(weir_solve(a, a, NULL, &y[1]));
        ok_or_nomem(weir_cholesky(a, NULL, &y[2]));
        ok_or_nomem(weir_qr(a, OPT(qr, .mode = "complete"), &y[3], &y[4]));
        ok_or_nomem(weir_matrix_power(a, -3, &y[5]));
    }
    for (int i = 0; i < 6; i++)
        if (y[i] != NULL) ok_or_nomem(weir_array_wait(y[i]));
    for (int i = 0; i < 6; i++) weir_array_release(y[i]);
    weir_array_release(a);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

TEST(any_one_allocation_may_be_refused) {
    for (long n = 1;; n += test_slow() > 1 ? 3 : 1) {
        failing_allocator m = {.keep_failing = 0};
        atomic_store(&m.left, n);
        weir_config c = kit_config(2);
        c.alloc = failing_alloc;
        c.free = failing_free;
        c.alloc_ctx = &m;
        c.log = no_log;
        use(&c);
        CHECK_EQ((long)m.blocks, 0);
        if (m.refused == 0) return;
        CHECK(n < 100000);
    }
}
