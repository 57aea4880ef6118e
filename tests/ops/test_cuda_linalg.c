/* test_cuda_linalg.c - linear algebra on a CUDA device: sizes, stacks, failures, values that are not
 * finite, gradients.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>

#include "cuda_kit.h"

TEST(square_matrices_of_any_size) {
    static const char *const ops[] = {"inv", "det", "slogdet", NULL};
    static const char *const texts[] = {"(17,17)@regular",     "f64(60,60)@regular",
                                        "(3,2,5,5)@regular",   "c64(2,9,9)@regular",
                                        "c128(20,20)@regular", "(0,4,4)@regular",
                                        "f64(2,0,0)",          "f16(3,3)@regular",
                                        "bf16(2,3,3)@regular", NULL};
    check_all(ops, texts);
}

TEST(equations_of_any_size) {
    static const char *const ops[] = {"solve", "solve_triangular", NULL};
    static const char *const texts[] = {"f64(50,50)@definite, f64(50,3)",
                                        "(2,1,20,20)@definite, (3,20,2)",
                                        "f64(5,5)@definite, (5,40) left=true",
                                        "(5,5)@definite, f64(40,5) left=false",
                                        "c64(3,6,6)@definite, c64(6)",
                                        "c128(6,6)@definite, f32(2,4,6) left=false",
                                        "(4,3,3)@definite, (3) left=false",
                                        "(0,3,3)@definite, (3,2)",
                                        "(3,3)@definite, (3,0)",
                                        "f64(0,0), (0,2)",
                                        "f16(3,3)@definite, f16(3,2)",
                                        NULL};
    check_all(ops, texts);
}

/* These are divided into panels of 32 columns. */
TEST(large_matrices) {
    static const char *const square[] = {"inv", "det", "slogdet", NULL};
    static const char *const solvers[] = {"solve", "solve_triangular", NULL};
    static const char *const factors[] = {"cholesky", NULL};
    static const char *const regular[] = {"f64(70,70)@regular", "f64(2,72,72)@regular",
                                          "c128(65,65)@regular", NULL};
    static const char *const sides[] = {
        "f64(100,100)@definite, f64(100,3)", "f64(2,1,70,70)@definite, f64(3,70,2) left=true",
        "f64(5,5)@definite, f64(5,300)", "c128(66,66)@definite, c128(2,3,66) left=false", NULL};
    static const char *const triangles[] = {
        "f64(100,100)@definite, f64(100,3) upper=true",
        "f64(70,70)@definite, f64(2,70,2) unitriangular=true",
        "f64(70,70)@definite, f64(3,70) upper=true unitriangular=true left=false", NULL};
    static const char *const definite[] = {"f64(100,100)@definite", "(2,70,70)@definite",
                                           "c128(2,66,66)@definite upper=true", NULL};
    check_all(square, regular);
    check_all(solvers, sides);
    check_all(solvers + 1, triangles);
    check_all(factors, definite);
}

TEST(factors_of_any_size) {
    static const char *const choleskys[] = {"cholesky", NULL}, *const qrs[] = {"qr", NULL};
    static const char *const definite[] = {"f64(50,50)@definite",
                                           "c128(2,18,18)@definite",
                                           "c64(5,5)@definite upper=true",
                                           "(0,3,3)@definite",
                                           "(2,0,0)",
                                           "f16(3,3)@definite",
                                           NULL};
    static const char *const any[] = {"f64(50,20)@regular",
                                      "f64(20,50)@regular",
                                      "c128(2,9,5)@regular",
                                      "c64(5,9)@regular mode='complete'",
                                      "f64(7,3)@regular mode='complete'",
                                      "(0,3,2)",
                                      "(2,3,0)",
                                      "(2,3,0) mode='complete'",
                                      "(2,0,3)",
                                      "bf16(3,2)@regular",
                                      NULL};
    check_all(choleskys, definite);
    check_all(qrs, any);
}

TEST(powers_and_exponentials) {
    static const char *const expm[] = {"expm", NULL}, *const power[] = {"matrix_power", NULL};
    static const char *const exponents[] = {"(17,17)@-1:1", "c64(2,3,3)@-3:3", "(0,3,3)",
                                            "f16(2,2)@-1:1", NULL};
    static const char *const powers[] = {"f64(20,20)@regular n=-3", "c64(2,3,3)@regular n=-1",
                                         "i32(3,3)@-3:3 n=4", NULL};
    check_all(expm, exponents);
    check_all(power, powers);
}

TEST(eigenvalues_and_singular_values_of_any_size) {
    static const char *const hermitian[] = {"eigh", "eigvalsh", NULL};
    static const char *const svds[] = {"svd", NULL}, *const values[] = {"svdvals", NULL};
    static const char *const square[] = {"(30,30)@-2:2",
                                         "c128(2,7,7)@-2:2",
                                         "f64(2,2)@1e300:2e300",
                                         "(0,3,3)",
                                         "(2,0,0)",
                                         "c64(5,5)@-2:2",
                                         NULL};
    static const char *const any[] = {"(30,9)@-2:2 full_matrices=0",
                                      "(9,30)@-2:2 full_matrices=0",
                                      "c64(2,7,4)@-2:2 full_matrices=0",
                                      "c64(4,7)@-2:2 full_matrices=0",
                                      "(0,3,2)",
                                      "(3,0)",
                                      "(2,0,3)",
                                      "(3,0) full_matrices=0",
                                      NULL};
    static const char *const shapes[] = {"f64(30,9)@-2:2", "c64(2,4,7)@-2:2", "(0,3)", "(2,3,0)",
                                         NULL};
    check_all(hermitian, square);
    check_all(svds, any);
    check_all(values, shapes);
}

/* These are for cuSOLVER. */
TEST(large_matrices_by_the_library) {
    static const char *const hermitian[] = {"eigh", "eigvalsh", NULL};
    static const char *const svds[] = {"svd", NULL}, *const values[] = {"svdvals", NULL};
    static const char *const qrs[] = {"qr", NULL};
    static const char *const square[] = {"(70,70)@-2:2", "c64(66,66)@-2:2", "(2,92,92)@-2:2", NULL};
    static const char *const any[] = {"(70,66)@-2:2 full_matrices=0",
                                      "c64(66,70)@-2:2 full_matrices=0",
                                      "(2,94,92)@-2:2 full_matrices=0", NULL};
    static const char *const shapes[] = {"(66,70)@-2:2", "c64(300,30)@-2:2", NULL};
    static const char *const factors[] = {"f64(70,66)@regular",
                                          "(66,70)@regular",
                                          "c64(66,66)@regular",
                                          "c128(70,66)@regular mode='complete'",
                                          "f64(66,70)@regular mode='complete'",
                                          "bf16(70,70)@regular",
                                          "f64(2,92,92)@regular",
                                          NULL};
    check_all(hermitian, square);
    check_all(svds, any);
    check_all(values, shapes);
    check_all(qrs, factors);
}

/* The hard build, whose limits are lower, has all kinds of them in the tests above. */
TEST(large_equations_by_the_library) {
    static const char *const square[] = {"slogdet", NULL}, *const solvers[] = {"solve", NULL};
    static const char *const factors[] = {"cholesky", NULL};
    static const char *const regular[] = {"f64(512,512)@regular", NULL};
    static const char *const sides[] = {"f64(520,520)@definite, f64(520,2)", NULL};
    static const char *const definite[] = {"f64(513,513)@definite upper=true", NULL};
    check_all(square, regular);
    check_all(solvers, sides);
    check_all(factors, definite);
}

TEST(general_eigenvalues) {
    static const char *const ops[] = {"eig", "eigvals", NULL};
    static const char *const texts[] = {
        "f64(20,20)@-2:2", "(3,2,5,5)@-2:2", "c64(2,9,9)@-2:2", "c128(12,12)@-2:2",
        "(0,4,4)",         "f64(2,0,0)",     "f16(3,3)@-2:2",   NULL};
    check_all(ops, texts);
}

/* ---- Singular vectors that a matrix does not determine --------------------------------------- */

enum { SIDE_MAX = 80 };

/* Are the columns of a matrix of rows x cols orthonormal? */
static void check_orthonormal(const double *x, int rows, int cols) {
    for (int p = 0; p < cols; p++)
        for (int q = 0; q < cols; q++) {
            double sum = 0;
            for (int i = 0; i < rows; i++) sum += x[i * cols + p] * x[i * cols + q];
            CHECK_LE(fabs(sum - (p == q)), 1e-13);
        }
}

static void check_svd(weir_runtime *rt, const double *x, int m, int n) {
    const int64_t shape[] = {m, n};
    static double u[SIDE_MAX * SIDE_MAX], s[SIDE_MAX], vh[SIDE_MAX * SIDE_MAX];
    static double v[SIDE_MAX * SIDE_MAX];
    int few = m < n ? m : n;
    weir_array *a = kit_array(rt, WEIR_FLOAT64, 2, shape, x), *y[3];
    uint32_t count = 3;
    CHECK_OK(weir_op_call(rt, kit_op("svd"), &a, 1, NULL, 0, y, &count));
    CHECK_OK(weir_array_read(y[0], u, (size_t)(m * m) * sizeof *u));
    CHECK_OK(weir_array_read(y[1], s, (size_t)few * sizeof *s));
    CHECK_OK(weir_array_read(y[2], vh, (size_t)(n * n) * sizeof *vh));
    for (int i = 0; i < n * n; i++) v[i] = vh[i % n * n + i / n];
    check_orthonormal(u, m, m);
    check_orthonormal(v, n, n);
    for (int i = 0; i < few; i++) CHECK_LE(s[i], i == 0 ? s[0] : s[i - 1]);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < few; k++) sum += u[i * m + k] * s[k] * vh[k * n + j];
            CHECK_LE(fabs(sum - x[i * n + j]), 1e-13 * (1 + s[0]));
        }
    weir_array_release(a);
    for (int i = 0; i < 3; i++) weir_array_release(y[i]);
}

TEST(singular_vectors_are_orthonormal_for_any_rank) {
    static double zero[SIDE_MAX * SIDE_MAX], ones[SIDE_MAX * SIDE_MAX], rank2[SIDE_MAX * SIDE_MAX];
    weir_runtime *rt = on_cuda();
    for (int i = 0; i < SIDE_MAX * SIDE_MAX; i++) {
        ones[i] = 1;
        rank2[i] = (i % 5) * (double)(i % 3 - 1) + 2 * (double)(i / 7 % 2);
    }
    static const int sides[][2] = {{3, 3},  {7, 4},   {4, 7},   {12, 1},
                                   {1, 12}, {12, 12}, {80, 66}, {66, 80}};
    for (int i = 0; i < 8; i++) {
        check_svd(rt, zero, sides[i][0], sides[i][1]);
        check_svd(rt, ones, sides[i][0], sides[i][1]);
        check_svd(rt, rank2, sides[i][0], sides[i][1]);
    }
    for (int i = 0; i < SIDE_MAX * SIDE_MAX; i++) rank2[i] *= 1e-300;
    check_svd(rt, rank2, 7, 4);
    done(rt, NULL, 0);
}

/* ---- Failures -------------------------------------------------------------------------------- */

/* The call fails with a message, and an array that it was to write keeps its values. */
static void check_fails(const char *op, weir_array *a, weir_array *b, weir_array *out,
                        const char *message) {
    float before[8], after[8];
    CHECK_OK(weir_array_read(out, before, sizeof before));
    weir_array *y = kit_call(op, a, b);
    CHECK_STATUS(weir_array_wait(y), EINVAL);
    CHECK_HAS(weir_error(), op);
    CHECK_HAS(weir_error(), message);
    kit_into(op, a, b, out);
    CHECK_STATUS(weir_array_wait(out), EINVAL);
    CHECK_OK(weir_var_clear(weir_array_var(out)));
    CHECK_OK(weir_array_read(out, after, sizeof after));
    CHECK(memcmp(before, after, sizeof after) == 0);
    weir_array_release(y);
}

TEST(matrices_without_a_result_fail) {
    const int64_t shape[] = {2, 2, 2};
    const float singular[] = {2, 1, 1, 3, 1, 2, 2, 4}, triangle[] = {1, 0, 1, 1, 1, 0, 1, 0},
                old[] = {1, 2, 3, 4, 5, 6, 7, 8}, indefinite[] = {1, 0, 0, 1, 1, 2, 2, 1};
    weir_runtime *rt = on_cuda();
    weir_array *a[] = {
        kit_array(rt, WEIR_FLOAT32, 3, shape, singular),
        kit_array(rt, WEIR_FLOAT32, 3, shape, triangle),
        kit_array(rt, WEIR_FLOAT32, 3, shape, indefinite),
        kit_array(rt, WEIR_FLOAT32, 3, shape, old),
    };
    check_fails("inv", a[0], NULL, a[3], "matrix 1 of 2 is singular: pivot 1 is 0");
    check_fails("solve", a[0], a[1], a[3], "matrix 1 of 2 is singular: pivot 1 is 0");
    check_fails("solve_triangular", a[1], a[0], a[3],
                "matrix 1 of 2 is singular: element 1 of its diagonal is 0");
    check_fails("cholesky", a[2], NULL, a[3],
                "matrix 1 of 2 is not positive definite: pivot 1 is not positive");
    const float infinite[] = {1, 0, 0, 1, INFINITY, 2, 2, 1};
    weir_array *x = kit_array(rt, WEIR_FLOAT32, 3, shape, infinite), *values[3];
    static const char *const ops[] = {"eigh", "eigvalsh", "svd", "svdvals", "eig", "eigvals"};
    for (int i = 0; i < 6; i++) {
        uint32_t count = 3;
        CHECK_OK(weir_op_call(rt, kit_op(ops[i]), &x, 1, NULL, 0, values, &count));
        for (uint32_t k = 0; k < count; k++) {
            CHECK_STATUS(weir_array_wait(values[k]), EINVAL);
            CHECK_HAS(weir_error(), "matrix 1 of 2 contains NaN or an infinity");
            weir_array_release(values[k]);
        }
    }
    weir_array_release(x);
    float det[2];
    weir_array *y = kit_call("det", a[0], NULL);
    CHECK_OK(weir_array_read(y, det, sizeof det));
    CHECK_EQ(det[0], 5.0f);
    CHECK_EQ(det[1], 0.0f);
    weir_array_release(y);
    done(rt, a, 4);
}

/* Norms of columns whose squares overflow or underflow. */
TEST(qr_of_tiny_and_of_huge_elements) {
    static const double scales[] = {1e-310, 1e-200, 1e200, 1e307};
    static const double some[] = {1, -2, 0.5, 3, 1, 2, -1, 4, 0.25};
    const int64_t shape[] = {3, 3};
    weir_runtime *rt = on_cuda();
    for (int s = 0; s < 4; s++) {
        double x[9], q[9], r[9];
        for (int i = 0; i < 9; i++) x[i] = some[i] * scales[s];
        weir_array *a = kit_array(rt, WEIR_FLOAT64, 2, shape, x), *y[2];
        uint32_t count = 2;
        CHECK_OK(weir_op_call(rt, kit_op("qr"), &a, 1, NULL, 0, y, &count));
        CHECK_OK(weir_array_read(y[0], q, sizeof q));
        CHECK_OK(weir_array_read(y[1], r, sizeof r));
        for (int i = 0; i < 9; i++) {
            double sum = 0;
            for (int k = 0; k < 3; k++) sum += q[i / 3 * 3 + k] * (r[3 * k + i % 3] / scales[s]);
            CHECK_LE(fabs(sum - x[i] / scales[s]), 1e-12);
        }
        weir_array_release(a);
        weir_array_release(y[0]);
        weir_array_release(y[1]);
    }
    done(rt, NULL, 0);
}

/* A matrix with NaN or an infinity gives NaN; others of the stack do not. */
TEST(matrices_that_are_not_finite_give_nan) {
    static const char *const ops[] = {"inv", "cholesky", "det", "qr"};
    const int64_t shape[] = {2, 2, 2};
    const float values[] = {2, 1, 1, 3, 4, INFINITY, 1, 4};
    float got[8];
    weir_runtime *rt = on_cuda();
    weir_array *x = kit_array(rt, WEIR_FLOAT32, 3, shape, values);
    for (int i = 0; i < 4; i++) {
        weir_array *y[2] = {NULL, NULL};
        uint32_t count = 2, n = i == 2 ? 1 : 4;
        CHECK_OK(weir_op_call(rt, kit_op(ops[i]), &x, 1, NULL, 0, y, &count));
        CHECK_OK(weir_array_read(y[0], got, 2 * n * sizeof *got));
        for (uint32_t k = 0; k < n; k++) {
            CHECK(isfinite(got[k]));
            CHECK(isnan(got[n + k]));
        }
        weir_array_release(y[0]);
        weir_array_release(y[1]);
    }
    done(rt, &x, 1);
}

enum { SIDE = 70 }; /* more than two panels */

/* Two matrices: the identity times 2, with other values in the second one. */
static weir_array *two_large(weir_runtime *rt, int row, int col, double value) {
    static double x[2 * SIDE * SIDE];
    const int64_t shape[] = {2, SIDE, SIDE};
    for (int i = 0; i < 2 * SIDE * SIDE; i++) x[i] = i / SIDE % SIDE == i % SIDE ? 2 : 0;
    x[(SIDE + row) * SIDE + col] = value;
    return kit_array(rt, WEIR_FLOAT64, 3, shape, x);
}

TEST(large_matrices_without_a_result) {
    static const char *const ops[] = {"inv", "cholesky", "solve", "solve_triangular"};
    double *got = malloc(2 * SIDE * SIDE * sizeof *got), det[2];
    weir_runtime *rt = on_cuda();
    CHECK(got != NULL);
    weir_array *a[] = {two_large(rt, 50, 50, 0), two_large(rt, 40, 3, NAN)};
    for (int i = 0; i < 4; i++) {
        weir_array *right = i < 2 ? NULL : a[0];
        weir_array *out = two_large(rt, 1, 1, 5), *bad = kit_call(ops[i], a[1], right);
        kit_into(ops[i], a[0], right, out);
        CHECK_STATUS(weir_array_wait(out), EINVAL);
        CHECK_OK(weir_var_clear(weir_array_var(out)));
        CHECK_OK(weir_array_read(out, got, 2 * SIDE * SIDE * sizeof *got));
        CHECK_EQ(got[0], 2.0);
        CHECK_EQ(got[(SIDE + 1) * SIDE + 1], 5.0);
        CHECK_OK(weir_array_read(bad, got, 2 * SIDE * SIDE * sizeof *got));
        for (int k = 0; k < SIDE * SIDE; k++) {
            CHECK(isfinite(got[k]));
            CHECK(isnan(got[SIDE * SIDE + k]));
        }
        weir_array_release(out);
        weir_array_release(bad);
    }
    weir_array *y[] = {kit_call("det", a[0], NULL), kit_call("det", a[1], NULL)};
    CHECK_OK(weir_array_read(y[0], det, sizeof det));
    CHECK(det[0] == 0x1p70);
    CHECK_EQ(det[1], 0.0);
    CHECK_OK(weir_array_read(y[1], det, sizeof det));
    CHECK(isnan(det[1]));
    free(got);
    weir_array_release(y[0]);
    weir_array_release(y[1]);
    done(rt, a, 2);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

TEST(gradient_of_solve_on_a_cuda_device) { check_gradients("solve"); }
TEST(gradient_of_solve_triangular_on_a_cuda_device) { check_gradients("solve_triangular"); }
TEST(gradient_of_inv_on_a_cuda_device) { check_gradients("inv"); }
TEST(gradient_of_det_on_a_cuda_device) { check_gradients("det"); }
TEST(gradient_of_slogdet_on_a_cuda_device) { check_gradients("slogdet"); }
TEST(gradient_of_cholesky_on_a_cuda_device) { check_gradients("cholesky"); }
TEST(gradient_of_qr_on_a_cuda_device) { check_gradients("qr"); }
TEST(gradient_of_matrix_power_on_a_cuda_device) { check_gradients("matrix_power"); }
TEST(gradient_of_expm_on_a_cuda_device) { check_gradients("expm"); }
TEST(gradient_of_eigh_on_a_cuda_device) { check_gradients("eigh"); }
TEST(gradient_of_eigvalsh_on_a_cuda_device) { check_gradients("eigvalsh"); }
TEST(gradient_of_eig_on_a_cuda_device) { check_gradients("eig"); }
TEST(gradient_of_eigvals_on_a_cuda_device) { check_gradients("eigvals"); }
TEST(gradient_of_svd_on_a_cuda_device) { check_gradients("svd"); }
TEST(gradient_of_svdvals_on_a_cuda_device) { check_gradients("svdvals"); }
