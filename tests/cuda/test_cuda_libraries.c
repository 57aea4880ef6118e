/* test_cuda_libraries.c - libraries of CUDA that are missing or fail, on the stand-in: cuFFT's plans
 * and its work area, cuSOLVER.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include <math.h>

#include "cuda/stand_in_kit.h"

static weir_runtime *start(void) {
    use_library(STAND_IN_LIBRARY);
    weir_runtime *rt = kit_runtime(test_workers(2));
    weir_default_device_set(WEIR_CUDA(0));
    return rt;
}

static void end(weir_runtime *rt) {
    weir_default_device_set(WEIR_CPU(0));
    weir_waitall(rt);
    weir_runtime_free(rt);
}

/* The transform of a ramp fails, with a message. */
static void check_fails(weir_runtime *rt, weir_status status, const char *message) {
    weir_array *x = kit_ramp(rt, 8, 0, 1), *y = kit_call("rfftn", x, NULL);
    CHECK_EQ(weir_array_wait(y), status);
    CHECK_HAS(weir_error(), "rfftn");
    CHECK_HAS(weir_error(), message);
    weir_array_release(x);
    weir_array_release(y);
}

static void check_works(weir_runtime *rt, int64_t n) {
    weir_array *x = kit_ramp(rt, n, 1, 0), *y = kit_call("rfftn", x, NULL);
    size_t count = (size_t)(n / 2 + 1);
    float *values = malloc(2 * count * sizeof *values);
    CHECK(values != NULL);
    CHECK_OK(weir_array_read(y, values, 2 * count * sizeof *values));
    CHECK_EQ(values[0], (float)n);
    CHECK_EQ(values[1], 0.0f);
    free(values);
    weir_array_release(x);
    weir_array_release(y);
}

TEST(a_missing_library_is_named_with_its_package) {
    weir_runtime *rt = start();
    weir_array *x = kit_ramp(rt, 8, 0, 1);
    CHECK_OK(weir_array_wait(x));
    setenv("WEIR_CUDA_LIBRARY", "/nowhere/libcufft.so", 1); /* the others are loaded */
    check_fails(rt, WEIR_EDEVICE, "libcufft.so.12 was not found");
    check_fails(rt, WEIR_EDEVICE, "nvidia-cufft");
    weir_array *y = kit_call("negative", x, NULL);
    CHECK_OK(weir_array_wait(y));
    weir_array_release(x);
    weir_array_release(y);
    end(rt);
}

TEST(a_plan_that_fails_fails_its_call_alone) {
    weir_runtime *rt = start();
    stand_in->fail_plan_in = 1;
    check_fails(rt, WEIR_EDEVICE, "cuFFT refused the plan");
    CHECK_EQ(stand_in->plans_live, 0);
    check_works(rt, 8);
    end(rt);
}

TEST(a_transform_that_is_not_launched_fails_its_call_alone) {
    weir_runtime *rt = start();
    check_works(rt, 8);
    weir_array *x = kit_ramp(rt, 8, 0, 1);
    CHECK_OK(weir_array_wait(x));
    stand_in->fail_launch_in = 1; /* the transform: x needs no other kernel before it */
    weir_array *y = kit_call("rfftn", x, NULL);
    CHECK_STATUS(weir_array_wait(y), EDEVICE);
    CHECK_HAS(weir_error(), "cuFFT failed to launch");
    check_works(rt, 8);
    weir_array_release(x);
    weir_array_release(y);
    end(rt);
}

TEST(plans_are_bounded_and_given_back) {
    weir_runtime *rt = start();
    for (int64_t n = 2; n < 80; n++) check_works(rt, n);
    CHECK_LE(stand_in->plans_live, 64);
    CHECK_LE(1, stand_in->plans_live);
    for (int64_t n = 79; n >= 2; n -= 7) check_works(rt, n);
    end(rt);
    CHECK_SOON(stand_in->plans_live == 0 && stand_in->allocations_live == 0);
}

/* ---- cuSOLVER -------------------------------------------------------------------------------- */

enum { LARGE = 80 }; /* rows of a matrix that cuSOLVER factors */

/* A symmetric matrix of n x n whose eigenvalues are n - 1 times -1 and once n - 1. */
static weir_array *ones_without_diagonal(weir_runtime *rt, int64_t n) {
    const int64_t shape[] = {n, n};
    double *x = malloc((size_t)(n * n) * sizeof *x);
    CHECK(x != NULL);
    for (int64_t i = 0; i < n * n; i++) x[i] = i % (n + 1) != 0;
    weir_array *a = kit_array(rt, WEIR_FLOAT64, 2, shape, x);
    free(x);
    return a;
}

static void check_values(weir_runtime *rt, const char *op, int64_t n) {
    weir_array *a = ones_without_diagonal(rt, n), *y = kit_call(op, a, NULL);
    double *got = calloc((size_t)(2 * n), sizeof *got);
    size_t each = strcmp(op, "eigvals") == 0 ? 2 : 1;
    CHECK(got != NULL);
    CHECK_OK(weir_array_read(y, got, (size_t)n * each * sizeof *got));
    CHECK_LE(fabs(got[0] + 1), 1e-12);
    CHECK_LE(fabs(got[(size_t)(n - 1) * each] - (double)(n - 1)), 1e-11);
    free(got);
    weir_array_release(a);
    weir_array_release(y);
}

static void check_values_fail(weir_runtime *rt, const char *op, weir_status status,
                              const char *message) {
    weir_array *a = ones_without_diagonal(rt, LARGE), *y = kit_call(op, a, NULL);
    weir_status got = weir_array_wait(y);
    CHECK_HAS(weir_error(), op);
    CHECK_HAS(weir_error(), message);
    CHECK_EQ(got, status);
    weir_array_release(a);
    weir_array_release(y);
}

TEST(large_matrices_go_to_cusolver_and_small_ones_do_not) {
    weir_runtime *rt = start();
    check_values(rt, "eigvalsh", 5);
    CHECK_EQ(stand_in->solver_calls, 0);
    check_values(rt, "eigvalsh", LARGE);
    CHECK_EQ(stand_in->solver_calls, 1);
    check_values(rt, "eigvals", 5);
    CHECK_EQ(stand_in->solver_calls, 2);
    end(rt);
    CHECK_SOON(stand_in->solvers_live == 0 && stand_in->allocations_live == 0);
}

TEST(without_cusolver_our_kernels_serve_and_eig_names_the_package) {
    use_library(STAND_IN_PLAIN);
    weir_runtime *rt = kit_runtime(test_workers(2));
    weir_default_device_set(WEIR_CUDA(0));
    check_values(rt, "eigvalsh", LARGE);
    check_values_fail(rt, "eigvals", WEIR_EDEVICE, "nvidia-cusolver");
    weir_array *a = ones_without_diagonal(rt, LARGE), *y[2];
    uint32_t count = 2;
    CHECK_OK(weir_op_call(rt, kit_op("eig"), &a, 1, NULL, 0, y, &count));
    for (int i = 0; i < 2; i++) {
        CHECK_STATUS(weir_array_wait(y[i]), EDEVICE);
        CHECK_HAS(weir_error(), "nvidia-cusolver");
        weir_array_release(y[i]);
    }
    weir_array_release(a);
    end(rt);
}

TEST(a_call_of_cusolver_that_fails_fails_its_call_alone) {
    weir_runtime *rt = start();
    check_values(rt, "eigvalsh", LARGE);
    weir_array *a = ones_without_diagonal(rt, LARGE), *copy = kit_call("negative", a, NULL);
    CHECK_OK(weir_array_wait(copy));
    /* After a copy and three kernels that prepare the matrix. */
    stand_in->fail_launch_in = 5;
    weir_array *y = kit_call("eigvalsh", a, NULL);
    CHECK_STATUS(weir_array_wait(y), EDEVICE);
    CHECK_HAS(weir_error(), "cuSOLVER failed with status 6");
    stand_in->fail_launch_in = 0;
    stand_in->fail_iteration_in = 1;
    check_values_fail(rt, "eigvalsh", WEIR_EINVAL,
                      "the matrix cannot be decomposed: the iteration does not converge");
    check_values(rt, "eigvalsh", LARGE);
    weir_array_release(a);
    weir_array_release(copy);
    weir_array_release(y);
    end(rt);
}

/* Law 5: a call whose input failed does not write, and the library gets a matrix that it can solve. */
TEST(a_failed_input_does_not_reach_cusolver) {
    weir_runtime *rt = start();
    weir_array *a = ones_without_diagonal(rt, LARGE);
    kit_break(a);
    weir_array *y = kit_call("eigvalsh", a, NULL), *z = kit_call("eigvals", a, NULL);
    CHECK_STATUS(weir_array_wait(y), EFAILED);
    CHECK_STATUS(weir_array_wait(z), EFAILED);
    check_values(rt, "eigvalsh", LARGE);
    weir_array_release(a);
    weir_array_release(y);
    weir_array_release(z);
    end(rt);
}
