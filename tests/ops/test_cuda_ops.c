/* test_cuda_ops.c - every operator that has a kernel for CUDA devices, on the stand-in or on a GPU.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "cuda_kit.h"

enum { SHARES = 12 }; /* each compiles its kernels within a test's time */

static void share(uint32_t index) {
    if (!cuda_is_there()) SKIP("there is no CUDA device, and no stand-in in TEST_BUILD");
    walk_share(check_cuda, index, SHARES);
}

TEST(operators_on_a_cuda_device_0) { share(0); }
TEST(operators_on_a_cuda_device_1) { share(1); }
TEST(operators_on_a_cuda_device_2) { share(2); }
TEST(operators_on_a_cuda_device_3) { share(3); }
TEST(operators_on_a_cuda_device_4) { share(4); }
TEST(operators_on_a_cuda_device_5) { share(5); }
TEST(operators_on_a_cuda_device_6) { share(6); }
TEST(operators_on_a_cuda_device_7) { share(7); }
TEST(operators_on_a_cuda_device_8) { share(8); }
TEST(operators_on_a_cuda_device_9) { share(9); }
TEST(operators_on_a_cuda_device_10) { share(10); }
TEST(operators_on_a_cuda_device_11) { share(11); }

/* ---- Calls that fail on the device ----------------------------------------------------------- */

/* The call fails with a message.  An array that it was to write keeps its values. */
static void check_fails(const char *op, weir_array *a, weir_array *b, weir_array *out,
                        const char *message, const void *old, size_t bytes) {
    char got[64];
    weir_array *y = kit_call(op, a, b);
    CHECK_NE(weir_array_read(y, got, bytes), WEIR_OK);
    CHECK_HAS(weir_error(), message);
    kit_into(op, a, b, out);
    CHECK_NE(weir_array_read(out, got, bytes), WEIR_OK);
    CHECK_HAS(weir_error(), message);
    CHECK_OK(weir_var_clear(weir_array_var(out)));
    CHECK_OK(weir_array_read(out, got, bytes));
    CHECK(memcmp(got, old, bytes) == 0);
    weir_array_release(y);
}

TEST(negative_powers_of_integers_fail_on_a_cuda_device) {
    const int64_t n = 3, base[] = {2, 1, 4}, power[] = {3, 0, -1}, good[] = {3, 0, 1},
                  old[] = {7, 8, 9};
    const int64_t right[] = {8, 1, 4};
    int64_t got[3];
    weir_runtime *rt = on_cuda();
    weir_array *a[] = {
        kit_array(rt, WEIR_INT64, 1, &n, base), kit_array(rt, WEIR_INT64, 1, &n, power),
        kit_array(rt, WEIR_INT64, 1, &n, good), kit_array(rt, WEIR_INT64, 1, &n, old)};
    check_fails("pow", a[0], a[1], a[3], "negative powers of integers", old, sizeof old);
    kit_into("pow", a[0], a[2], a[3]);
    CHECK_OK(weir_array_read(a[3], got, sizeof got));
    CHECK(memcmp(got, right, sizeof got) == 0);
    done(rt, a, 4);
}

TEST(check_finite_fails_on_a_cuda_device) {
    const int64_t n = 2;
    const float infinite[] = {1, INFINITY}, old[] = {7, 8};
    const double part[] = {1, 2, 3, NAN}, before[] = {7, 8, 9, 10};
    weir_runtime *rt = on_cuda();
    weir_array *a[] = {
        kit_array(rt, WEIR_FLOAT32, 1, &n, infinite), kit_array(rt, WEIR_FLOAT32, 1, &n, old),
        kit_array(rt, WEIR_COMPLEX128, 1, &n, part), kit_array(rt, WEIR_COMPLEX128, 1, &n, before)};
    check_fails("check_finite", a[0], NULL, a[1], "element 1 of 2 is infinite", old, sizeof old);
    check_fails("check_finite", a[2], NULL, a[3], "element 1 of 2 is not finite", before,
                sizeof before);
    done(rt, a, 4);
}

TEST(image_normalize_fails_on_a_cuda_device) {
    const int64_t shape[] = {1, 2, 2}, n = 2;
    const float pixels[] = {1, 2, 3, 4}, mean[] = {0, 0}, zero[] = {1, 0}, old[] = {5, 6, 7, 8};
    float got[4];
    weir_runtime *rt = on_cuda();
    weir_array *a[] = {kit_array(rt, WEIR_FLOAT32, 3, shape, pixels),
                       kit_array(rt, WEIR_FLOAT32, 1, &n, mean),
                       kit_array(rt, WEIR_FLOAT32, 1, &n, zero),
                       kit_array(rt, WEIR_FLOAT32, 3, (const int64_t[]){2, 1, 2}, old)};
    CHECK_OK(weir_op_call_into(rt, kit_op("image_normalize"), a, 3, NULL, 0, &a[3], 1));
    CHECK_NE(weir_array_read(a[3], got, sizeof got), WEIR_OK);
    CHECK_HAS(weir_error(), "std of channel 1 is 0");
    CHECK_OK(weir_var_clear(weir_array_var(a[3])));
    CHECK_OK(weir_array_read(a[3], got, sizeof got));
    CHECK(memcmp(got, old, sizeof got) == 0);
    done(rt, a, 4);
}

/* ---- Special values of complex functions ----------------------------------------------------- */

enum { SPECIAL = 17, POINTS = SPECIAL * SPECIAL };

/* `other` is the other part of the wanted number.  Beside NaN, the C standard leaves the sign of an
 * infinity open. */
static bool is_close(double got, double wanted, double other) {
    double size = isfinite(other) ? fabs(other) : 0;
    if (isnan(wanted)) return isnan(got);
    if (isinf(wanted)) return isnan(other) ? isinf(got) : got == wanted;
    if (wanted == 0 && got == 0) return true;
    return fabs(got - wanted) <= 1e-14 * fmax(fabs(wanted), 1e-2 * size) + 1e-300;
}

static void read_function(weir_runtime *rt, int32_t device, const char *op, const double *points,
                          double *got) {
    const int64_t n = POINTS;
    weir_default_device_set(device);
    weir_array *x = kit_array(rt, WEIR_COMPLEX128, 1, &n, points), *y = kit_call(op, x, NULL);
    CHECK_OK(weir_array_read(y, got, 2 * POINTS * sizeof *got));
    weir_array_release(x);
    weir_array_release(y);
}

TEST(complex_functions_on_a_cuda_device) {
    static const double values[SPECIAL] = {-INFINITY, -800, -30,    -1,       -0.7, -1e-9,
                                           -0.0,      0.0,  1e-160, 0.3,      1,    1.01,
                                           2.5,       50,   720,    INFINITY, NAN};
    static const char *const ops[] = {"exp",  "log",  "sqrt",  "sin",   "cos",
                                      "tan",  "asin", "acos",  "atan",  "sinh",
                                      "cosh", "tanh", "asinh", "acosh", "atanh"};
#ifndef __GLIBC__
    SKIP("only glibc's functions are accurate enough to judge by");
#endif
    static double points[2 * POINTS], wanted[2 * POINTS], got[2 * POINTS];
    weir_runtime *rt = on_cuda();
    for (int i = 0; i < POINTS; i++) {
        points[2 * i] = values[i / SPECIAL];
        points[2 * i + 1] = values[i % SPECIAL];
    }
    for (size_t f = 0; f < sizeof ops / sizeof *ops; f++) {
        read_function(rt, WEIR_CPU(0), ops[f], points, wanted);
        read_function(rt, WEIR_CUDA(0), ops[f], points, got);
        for (int i = 0; i < 2 * POINTS; i++) {
            if (!is_close(got[i], wanted[i], wanted[i ^ 1]))
                test_fail(__FILE__, __LINE__, "%s(%g%+gi): part %d is %.17g, not %.17g", ops[f],
                          points[i & ~1], points[i | 1], i & 1, got[i], wanted[i]);
        }
    }
    done(rt, NULL, 0);
}
