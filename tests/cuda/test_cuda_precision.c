/* test_cuda_precision.c - the precision of float32 products on the stand-in, which counts products with
 * TF32 and rounds their inputs.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "cuda/stand_in_kit.h"

static weir_runtime *start(void) {
    use_library(STAND_IN_LIBRARY);
    return kit_runtime(test_workers(2));
}

enum { SIZE = 136 }; /* of matrices: smaller ones are not multiplied by cuBLASLt */

/* A matrix on the CPU whose first element alone is not 0. */
static weir_array *single(weir_runtime *rt, weir_dtype dtype, double value) {
    static float values[SIZE * SIZE];
    const int64_t shape[] = {SIZE, SIZE};
    weir_array *x = NULL, *y = NULL;
    values[0] = (float)value;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, shape, 2, values, &x));
    CHECK_OK(weir_astype(x, dtype, &y));
    weir_array_release(x);
    return y;
}

static weir_array *moved(weir_array *x, int32_t device) {
    weir_array *y = NULL;
    CHECK_OK(weir_to_device(x, device, &y));
    return y;
}

static weir_array *times(weir_array *a, weir_array *b) {
    weir_array *y = NULL;
    CHECK_OK(weir_matmul(a, b, &y));
    return y;
}

/* The first element of a matrix; releases it. */
static double value_of(weir_array *a) {
    static double values[SIZE * SIZE];
    weir_array *wide = NULL, *host = moved(a, WEIR_CPU(0));
    CHECK_OK(weir_astype(host, WEIR_FLOAT64, &wide));
    CHECK_OK(weir_array_read(wide, values, sizeof values));
    weir_array_release(wide);
    weir_array_release(host);
    weir_array_release(a);
    return values[0];
}

static void set(weir_precision precision) { CHECK_OK(weir_float32_precision_set(precision, NULL)); }

/* Not a TF32 number: TF32 has 10 bits of fraction. */
#define FINE (1 + 0x1p-12)

TEST(products_round_their_inputs_only_when_asked) {
    weir_runtime *rt = start();
    weir_array *x = single(rt, WEIR_FLOAT32, FINE), *one = single(rt, WEIR_FLOAT32, 1);
    weir_array *a = moved(x, WEIR_CUDA(0)), *b = moved(one, WEIR_CUDA(0)), *y = NULL;
    CHECK(value_of(times(a, b)) == FINE);
    set(WEIR_PRECISION_TF32);
    CHECK(value_of(times(a, b)) == 1);
    CHECK_EQ(stand_in->tf32_products, 1);
    CHECK_OK(weir_linear(a, b, NULL, &y));
    CHECK(value_of(y) == 1);
    CHECK_EQ(stand_in->tf32_products, 2);
    CHECK(value_of(times(x, one)) == FINE); /* on the CPU */
    set(WEIR_PRECISION_FULL);
    CHECK(value_of(times(a, b)) == FINE);
    CHECK_EQ(stand_in->tf32_products, 2);
    weir_array_release(x);
    weir_array_release(one);
    weir_array_release(a);
    weir_array_release(b);
    weir_runtime_free(rt);
}

TEST(convolutions_use_tf32_only_when_asked) {
    weir_runtime *rt = start();
    const int64_t shape[] = {9, 9, 1}; /* few channels are not computed by cuDNN */
    const float zeros[81] = {0};
    weir_array *x = NULL;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, shape, 3, zeros, &x));
    weir_array *a = moved(x, WEIR_CUDA(0)), *y = kit_call("conv", a, a);
    CHECK_OK(weir_array_wait(y));
    CHECK_EQ(stand_in->tf32_products, 0);
    set(WEIR_PRECISION_TF32);
    kit_step("conv", &y, a);
    CHECK_OK(weir_array_wait(y));
    CHECK_EQ(stand_in->tf32_products, 1);
    set(WEIR_PRECISION_FULL);
    kit_step("conv", &y, a);
    CHECK_OK(weir_array_wait(y));
    CHECK_EQ(stand_in->tf32_products, 1);
    CHECK_EQ(stand_in->convolutions, 3);
    weir_array_release(x);
    weir_array_release(a);
    weir_array_release(y);
    weir_runtime_free(rt);
}

TEST(other_dtypes_are_not_rounded) {
    weir_runtime *rt = start();
    static const weir_dtype dtypes[] = {WEIR_FLOAT64, WEIR_COMPLEX64, WEIR_FLOAT16, WEIR_BFLOAT16};
    set(WEIR_PRECISION_TF32);
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        weir_array *x = single(rt, dtypes[i], 3), *a = moved(x, WEIR_CUDA(0)), *y = times(a, a);
        CHECK_OK(weir_array_wait(y));
        weir_array_release(x);
        weir_array_release(a);
        weir_array_release(y);
    }
    CHECK_EQ(stand_in->tf32_products, 0);
    set(WEIR_PRECISION_FULL);
    weir_runtime_free(rt);
}

TEST(a_product_computes_as_it_was_issued) {
    weir_runtime *rt = start();
    test_gate gate = {0};
    weir_array *x = single(rt, WEIR_FLOAT32, FINE), *one = single(rt, WEIR_FLOAT32, 1);
    kit_gate_array(x, &gate);
    weir_array *a = moved(x, WEIR_CUDA(0)), *b = moved(one, WEIR_CUDA(0));
    weir_array *full = times(a, b);
    set(WEIR_PRECISION_TF32);
    weir_array *rounded = times(a, b);
    set(WEIR_PRECISION_FULL);
    weir_array *again = times(a, b);
    set(WEIR_PRECISION_TF32);
    test_gate_open(&gate);
    CHECK(value_of(full) == FINE);
    CHECK(value_of(rounded) == 1);
    CHECK(value_of(again) == FINE);
    CHECK_EQ(stand_in->tf32_products, 1);
    set(WEIR_PRECISION_FULL);
    weir_array_release(x);
    weir_array_release(one);
    weir_array_release(a);
    weir_array_release(b);
    weir_runtime_free(rt);
}

static void *set_on_thread(void *unused) {
    (void)unused;
    set(WEIR_PRECISION_TF32);
    return NULL;
}

TEST(the_setting_belongs_to_the_process) {
    weir_precision last = WEIR_PRECISION_TF32;
    pthread_t thread;
    CHECK_EQ(weir_float32_precision(), WEIR_PRECISION_FULL);
    CHECK_OK(weir_float32_precision_set(WEIR_PRECISION_FULL, &last));
    CHECK_EQ(last, WEIR_PRECISION_FULL);
    CHECK_EQ(pthread_create(&thread, NULL, set_on_thread, NULL), 0);
    CHECK_EQ(pthread_join(thread, NULL), 0);
    CHECK_EQ(weir_float32_precision(), WEIR_PRECISION_TF32);
    CHECK_STATUS(weir_float32_precision_set((weir_precision)2, &last), EINVAL);
    CHECK_HAS(weir_error(), "the precision is 2; accepted are WEIR_PRECISION_FULL (0)");
    CHECK_EQ(weir_float32_precision(), WEIR_PRECISION_TF32);
    CHECK_OK(weir_float32_precision_set(WEIR_PRECISION_FULL, &last));
    CHECK_EQ(last, WEIR_PRECISION_TF32);
}
