/* test_cuda_products.c - products with sizes that are not multiples of 16 bytes, on the stand-in, which
 * counts them.
 *
 * Values are small integers, so that all sums are exact in 16 bits.  The hostile build pads small
 * products, in pieces; other builds pad large ones alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "cuda/stand_in_kit.h"

static weir_runtime *start(void) {
    use_library(STAND_IN_LIBRARY);
    return kit_runtime(test_workers(2));
}

/* -1, 0 or 1. */
static float value_at(uint64_t seed, uint64_t i) {
    uint64_t h = (seed * 1000003 + i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 31, h *= UINT64_C(0xbf58476d1ce4e5b9);
    return (float)((int)(h >> 40) % 3 - 1);
}

static weir_array *array_on(weir_runtime *rt, int32_t device, weir_dtype dtype, int32_t ndim,
                            const int64_t *shape, uint64_t seed) {
    int64_t count = 1;
    for (int i = 0; i < ndim; i++) count *= shape[i];
    float *values = malloc((size_t)count * sizeof *values);
    weir_array *x = NULL, *y = NULL, *z = NULL;
    CHECK(values != NULL);
    for (int64_t i = 0; i < count; i++) values[i] = value_at(seed, (uint64_t)i);
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, shape, ndim, values, &x));
    CHECK_OK(weir_astype(x, dtype, &y));
    CHECK_OK(weir_to_device(y, device, &z));
    weir_array_release(x);
    weir_array_release(y);
    free(values);
    return z;
}

/* The values as float32; releases the array. */
static float *values_of(weir_array *x, size_t count) {
    float *values = malloc(count * sizeof *values);
    weir_array *host = NULL, *wide = NULL;
    CHECK(values != NULL);
    CHECK_OK(weir_to_device(x, WEIR_CPU(0), &host));
    CHECK_OK(weir_astype(host, WEIR_FLOAT32, &wide));
    CHECK_OK(weir_array_read(wide, values, count * sizeof *values));
    weir_array_release(x);
    weir_array_release(host);
    weir_array_release(wide);
    return values;
}

/* A product of `batch` x m x k and k x n.  An operand that is turned is a transposed view; a cut one
 * begins behind the start of its memory. */
typedef struct shape {
    int64_t batch, m, k, n;
    bool a_turned, b_turned, b_stacked, cut, linear;
} shape;

/* x[1:] if cut, then the last two axes exchanged if turned; releases x. */
static weir_array *view_of(weir_array *x, bool cut, bool turned) {
    weir_array *y = cut ? kit_cut(x, 1, weir_array_shape(x)[0]) : weir_array_retain(x), *z = y;
    weir_array_release(x);
    if (!turned) return y;
    CHECK_OK(weir_matrix_transpose(y, &z));
    weir_array_release(y);
    return z;
}

static weir_array *left_of(weir_runtime *rt, int32_t device, weir_dtype dtype, const shape *s) {
    bool stacked = s->batch > 1;
    int64_t sizes[] = {s->batch, s->a_turned ? s->k : s->m, s->a_turned ? s->m : s->k};
    sizes[stacked ? 0 : 1] += s->cut;
    weir_array *x = array_on(rt, device, dtype, stacked ? 3 : 2, sizes + !stacked, 1);
    return view_of(x, s->cut, s->a_turned);
}

static weir_array *right_of(weir_runtime *rt, int32_t device, weir_dtype dtype, const shape *s) {
    int64_t sizes[] = {s->batch, s->b_turned ? s->n : s->k, s->b_turned ? s->k : s->n};
    weir_array *x = array_on(rt, device, dtype, s->b_stacked ? 3 : 2, sizes + !s->b_stacked, 2);
    return view_of(x, false, s->b_turned);
}

static weir_array *result_of(weir_runtime *rt, int32_t device, weir_dtype dtype, const shape *s) {
    weir_array *a = left_of(rt, device, dtype, s), *b = right_of(rt, device, dtype, s);
    weir_array *bias = NULL, *w = NULL, *y = NULL;
    if (s->linear) { /* its weight is n x k and contiguous */
        bias = array_on(rt, device, dtype, 1, &s->n, 3);
        CHECK_OK(weir_matrix_transpose(b, &w));
        CHECK_OK(weir_linear(a, w, bias, &y));
    } else {
        CHECK_OK(weir_matmul(a, b, &y));
    }
    weir_array_release(a);
    weir_array_release(b);
    weir_array_release(w);
    weir_array_release(bias);
    return y;
}

/* Check a product, and that cuBLASLt computed at least so many, all aligned. */
static void check_product(weir_runtime *rt, weir_dtype dtype, const shape *s, int64_t products) {
    size_t count = (size_t)(s->batch * s->m * s->n), wrong = 0;
    stand_in->products = stand_in->unaligned_products = 0;
    float *y = values_of(result_of(rt, WEIR_CUDA(0), dtype, s), count);
    float *expected = values_of(result_of(rt, WEIR_CPU(0), WEIR_FLOAT32, s), count);
    for (size_t i = 0; i < count; i++) wrong += y[i] != expected[i];
    CHECK_EQ(wrong, 0);
    CHECK_EQ(stand_in->unaligned_products, 0);
    CHECK(stand_in->products >= products);
    free(y);
    free(expected);
}

#if defined(WEIR_HARD) && WEIR_HARD
static const shape shapes[] = {
    {1, 40, 131, 48, false, false, false, false, false},  /* A */
    {1, 40, 131, 48, true, true, false, false, false},    /* B */
    {1, 40, 136, 133, false, true, false, false, false},  /* C */
    {1, 43, 136, 48, true, false, false, false, false},   /* A, by columns */
    {1, 40, 136, 131, false, false, false, false, false}, /* B by rows, and C */
    {1, 47, 131, 53, true, false, false, false, false},
    {1, 47, 131, 53, false, true, false, true, false},
    {1, 47, 131, 53, false, true, false, false, true},
    {1, 40, 136, 53, false, true, false, true, true},
    {5, 9, 131, 17, false, false, true, false, false},
    {5, 9, 131, 17, true, true, false, true, false},
    {3, 64, 131, 65, false, false, true, false, false},
};

TEST(sizes_that_are_not_multiples_are_padded) {
    static const weir_dtype dtypes[] = {WEIR_FLOAT16, WEIR_BFLOAT16, WEIR_FLOAT32};
    weir_runtime *rt = start();
    CHECK_OK(weir_float32_precision_set(WEIR_PRECISION_TF32, NULL));
    for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++)
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            check_product(rt, dtypes[d], &shapes[i], 1);
    CHECK_OK(weir_float32_precision_set(WEIR_PRECISION_FULL, NULL));
    weir_runtime_free(rt);
}

TEST(a_padded_product_is_computed_in_pieces) {
    weir_runtime *rt = start();
    const shape all = {1, 300, 131, 133, false, false, false, false, true};
    const shape left = {1, 300, 131, 48, false, false, false, false, false};
    const shape result = {1, 300, 136, 131, false, true, false, false, true};
    const shape right = {1, 48, 132, 300, true, true, false, false, false};
    const shape stacked = {3, 300, 131, 48, false, false, true, false, false};
    check_product(rt, WEIR_BFLOAT16, &all, 8);
    check_product(rt, WEIR_BFLOAT16, &left, 3);
    check_product(rt, WEIR_BFLOAT16, &result, 3);
    check_product(rt, WEIR_BFLOAT16, &right, 3);
    check_product(rt, WEIR_BFLOAT16, &stacked, 9);
    weir_runtime_free(rt);
}
#else
TEST(large_products_are_padded) {
    weir_runtime *rt = start();
    const shape all = {1, 1024, 1001, 1024, false, false, false, false, false};
    check_product(rt, WEIR_BFLOAT16, &all, 1);
    weir_runtime_free(rt);
}

TEST(small_products_are_not_padded) {
    weir_runtime *rt = start();
    const shape s = {1, 65, 131, 67, false, false, false, false, false};
    stand_in->products = stand_in->unaligned_products = 0;
    weir_array *y = result_of(rt, WEIR_CUDA(0), WEIR_BFLOAT16, &s);
    CHECK_OK(weir_array_wait(y));
    CHECK_EQ(stand_in->products, 1);
    CHECK_EQ(stand_in->unaligned_products, 1);
    weir_array_release(y);
    weir_runtime_free(rt);
}
#endif

/* Full float32 is not padded. */
TEST(products_of_float32_are_as_before) {
    weir_runtime *rt = start();
    const shape s = {1, 65, 131, 67, false, false, false, false, true};
    stand_in->products = stand_in->unaligned_products = 0;
    weir_array *y = result_of(rt, WEIR_CUDA(0), WEIR_FLOAT32, &s);
    CHECK_OK(weir_array_wait(y));
    CHECK_EQ(stand_in->products, 1);
    CHECK_EQ(stand_in->unaligned_products, 1);
    weir_array_release(y);
    weir_runtime_free(rt);
}

/* Tiles of 128 x 128 are taken for short sums of 16-bit floats, if there are several for each of the two
 * processors. */
TEST(the_algorithm_depends_on_the_sizes) {
    static const struct {
        weir_dtype dtype;
        int64_t m, k, n;
        int square;
    } cases[] = {{WEIR_BFLOAT16, 256, 256, 256, 1}, {WEIR_FLOAT16, 384, 1024, 128, 0},
                 {WEIR_FLOAT16, 384, 1024, 256, 1}, {WEIR_BFLOAT16, 256, 1032, 256, 0},
                 {WEIR_BFLOAT16, 128, 256, 256, 0}, {WEIR_FLOAT32, 256, 256, 256, 0}};
    weir_runtime *rt = start();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const shape s = {.batch = 1, .m = cases[i].m, .k = cases[i].k, .n = cases[i].n};
        stand_in->products = stand_in->square_products = 0;
        weir_array *y = result_of(rt, WEIR_CUDA(0), cases[i].dtype, &s);
        CHECK_OK(weir_array_wait(y));
        CHECK_EQ(stand_in->products, 1);
        CHECK_EQ(stand_in->square_products, cases[i].square);
        weir_array_release(y);
    }
    weir_runtime_free(rt);
}

enum { M = 300, K = 131, N = 33 };

typedef struct pair {
    weir_array *a, *b;
} pair;

static pair two_matrices(weir_runtime *rt) {
    const int64_t a_shape[] = {M, K}, b_shape[] = {K, N};
    pair p = {array_on(rt, WEIR_CUDA(0), WEIR_BFLOAT16, 2, a_shape, 1),
              array_on(rt, WEIR_CUDA(0), WEIR_BFLOAT16, 2, b_shape, 2)};
    CHECK_OK(weir_array_wait(p.a));
    CHECK_OK(weir_array_wait(p.b));
    return p;
}

static void end(weir_runtime *rt, pair p) {
    weir_array_release(p.a);
    weir_array_release(p.b);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

TEST(a_product_of_a_failed_array_fails) {
    weir_runtime *rt = start();
    pair p = two_matrices(rt);
    weir_array *y = NULL, *z = NULL;
    stand_in->fail_compile_in = 1;
    weir_array *bad = kit_call("negative", p.a, NULL);
    CHECK_OK(weir_matmul(bad, p.b, &y));
    CHECK_OK(weir_matmul(p.a, p.b, &z));
    CHECK_STATUS(weir_array_wait(y), EDEVICE);
    CHECK_HAS(weir_error(), "a kernel was not compiled");
    CHECK_OK(weir_array_wait(z));
    weir_array_release(bad);
    weir_array_release(y);
    weir_array_release(z);
    end(rt, p);
}

/* The first piece, or a later one, if there is more than one. */
TEST(a_product_that_is_refused_fails_its_call_alone) {
    weir_runtime *rt = start();
    pair p = two_matrices(rt);
    weir_array *y = NULL;
    CHECK_OK(weir_matmul(p.a, p.b, &y));
    CHECK_OK(weir_array_wait(y));
    weir_array_release(y);
    int64_t pieces = stand_in->products;
    for (int64_t i = 1; i <= pieces; i++) {
        weir_array *bad = NULL;
        stand_in->fail_product_in = i;
        CHECK_OK(weir_matmul(p.a, p.b, &bad));
        weir_array *z = kit_call("negative", bad, NULL);
        CHECK_STATUS(weir_array_wait(z), EDEVICE);
        CHECK_HAS(weir_error(), "cuBLASLt failed to launch a product");
        CHECK_STATUS(weir_array_wait(bad), EDEVICE);
        CHECK_OK(weir_matmul(p.a, p.b, &y));
        CHECK_OK(weir_array_wait(y));
        weir_array_release(bad);
        weir_array_release(y);
        weir_array_release(z);
    }
    end(rt, p);
}

/* Arrays that were there before are written by a kernel of ours, which knows error words. */
TEST(a_skipped_product_leaves_its_target_as_it_was) {
    weir_runtime *rt = start();
    pair p = two_matrices(rt);
    const int64_t sizes[] = {M, N};
    weir_array *y = array_on(rt, WEIR_CUDA(0), WEIR_BFLOAT16, 2, sizes, 3);
    float *before = values_of(weir_array_retain(y), M * N);
    stand_in->products = 0;
    stand_in->fail_compile_in = 1;
    weir_array *bad = kit_call("negative", p.a, NULL);
    CHECK_OK(kit_try_into("matmul", bad, p.b, y));
    CHECK(weir_array_wait(y) != WEIR_OK);
    CHECK_OK(weir_var_clear(weir_array_var(y)));
    float *after = values_of(y, M * N);
    CHECK_EQ(memcmp(before, after, M * N * sizeof *before), 0);
    CHECK_EQ(stand_in->products, 0);
    free(before);
    free(after);
    weir_array_release(bad);
    end(rt, p);
}
