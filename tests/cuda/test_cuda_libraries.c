/* test_cuda_libraries.c - libraries of CUDA that are missing or fail, on the stand-in: cuFFT's plans
 * and its work area.
 *
 * SPDX-License-Identifier: Apache-2.0 */

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
