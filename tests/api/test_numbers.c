/* test_numbers.c - numbers, which are weak, and which dtype a result has.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"

/* The tables of the Array API standard 2024.12. */

static const weir_dtype ints[] = {WEIR_INT8,  WEIR_INT16,  WEIR_INT32,  WEIR_INT64,
                                  WEIR_UINT8, WEIR_UINT16, WEIR_UINT32, WEIR_UINT64};
static const weir_dtype of_ints[8][8] = {
    {WEIR_INT8, WEIR_INT16, WEIR_INT32, WEIR_INT64, WEIR_INT16, WEIR_INT32, WEIR_INT64, 0},
    {WEIR_INT16, WEIR_INT16, WEIR_INT32, WEIR_INT64, WEIR_INT16, WEIR_INT32, WEIR_INT64, 0},
    {WEIR_INT32, WEIR_INT32, WEIR_INT32, WEIR_INT64, WEIR_INT32, WEIR_INT32, WEIR_INT64, 0},
    {WEIR_INT64, WEIR_INT64, WEIR_INT64, WEIR_INT64, WEIR_INT64, WEIR_INT64, WEIR_INT64, 0},
    {WEIR_INT16, WEIR_INT16, WEIR_INT32, WEIR_INT64, WEIR_UINT8, WEIR_UINT16, WEIR_UINT32,
     WEIR_UINT64},
    {WEIR_INT32, WEIR_INT32, WEIR_INT32, WEIR_INT64, WEIR_UINT16, WEIR_UINT16, WEIR_UINT32,
     WEIR_UINT64},
    {WEIR_INT64, WEIR_INT64, WEIR_INT64, WEIR_INT64, WEIR_UINT32, WEIR_UINT32, WEIR_UINT32,
     WEIR_UINT64},
    {0, 0, 0, 0, WEIR_UINT64, WEIR_UINT64, WEIR_UINT64, WEIR_UINT64}};

TEST(integers_promote_as_the_standard_says) {
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) CHECK_EQ(weir_dtype_promote(ints[i], ints[j]), of_ints[i][j]);
}

TEST(floats_promote_as_the_standard_says_and_beyond) {
#define BOTH(a, b, c)                                                                              \
    CHECK_EQ(weir_dtype_promote(WEIR_##a, WEIR_##b), WEIR_##c);                                    \
    CHECK_EQ(weir_dtype_promote(WEIR_##b, WEIR_##a), WEIR_##c)
    BOTH(FLOAT32, FLOAT32, FLOAT32);
    BOTH(FLOAT32, FLOAT64, FLOAT64);
    BOTH(FLOAT64, FLOAT64, FLOAT64);
    BOTH(COMPLEX64, COMPLEX64, COMPLEX64);
    BOTH(COMPLEX64, COMPLEX128, COMPLEX128);
    BOTH(FLOAT32, COMPLEX64, COMPLEX64);
    BOTH(FLOAT32, COMPLEX128, COMPLEX128);
    BOTH(FLOAT64, COMPLEX64, COMPLEX128);
    BOTH(FLOAT64, COMPLEX128, COMPLEX128);
    BOTH(FLOAT16, FLOAT16, FLOAT16);
    BOTH(BFLOAT16, BFLOAT16, BFLOAT16);
    BOTH(FLOAT16, BFLOAT16, FLOAT32);
    BOTH(FLOAT16, FLOAT32, FLOAT32);
    BOTH(BFLOAT16, FLOAT64, FLOAT64);
    BOTH(FLOAT16, COMPLEX64, COMPLEX64);
    BOTH(BFLOAT16, COMPLEX128, COMPLEX128);
    BOTH(INT64, FLOAT16, FLOAT16);
    BOTH(UINT8, FLOAT32, FLOAT32);
    BOTH(INT32, COMPLEX64, COMPLEX64);
    BOTH(BOOL, BOOL, BOOL);
    BOTH(BOOL, UINT8, UINT8);
    BOTH(BOOL, FLOAT16, FLOAT16);
    BOTH(BOOL, COMPLEX64, COMPLEX64);
#undef BOTH
    CHECK_EQ(weir_dtype_promote(WEIR_FLOAT32, (weir_dtype)0), 0);
    CHECK_EQ(weir_dtype_promote((weir_dtype)16, WEIR_FLOAT32), 0);
}

/* The order of three dtypes makes no difference, where every pair has a common one. */
TEST(promotion_is_symmetric) {
    for (int a = 1; a <= 15; a++)
        for (int b = 1; b <= 15; b++)
            CHECK_EQ(weir_dtype_promote((weir_dtype)a, (weir_dtype)b),
                     weir_dtype_promote((weir_dtype)b, (weir_dtype)a));
}

static weir_dtype dtype_of_sum(weir_array *a, weir_array *b) {
    weir_array *y = kit_call("add", a, b);
    weir_dtype dtype = weir_array_dtype(y);
    CHECK_OK(weir_array_wait(y));
    weir_array_release(y);
    return dtype;
}

TEST(results_have_the_promoted_dtype) {
    weir_runtime *rt = kit_runtime(1);
    for (int a = 1; a <= 15; a++)
        for (int b = 1; b <= 15; b++) {
            int64_t n = 3;
            weir_array *x = kit_array(rt, (weir_dtype)a, 1, &n, NULL),
                       *y = kit_array(rt, (weir_dtype)b, 0, NULL, NULL), *z = NULL; /* not weak */
            weir_dtype both = weir_dtype_promote((weir_dtype)a, (weir_dtype)b);
            if (both == 0) {
                CHECK_STATUS(weir_add(x, y, &z), EINVAL);
                CHECK_HAS(weir_error(), weir_dtype_name((weir_dtype)a));
                CHECK_HAS(weir_error(), weir_dtype_name((weir_dtype)b));
                CHECK_HAS(weir_error(), "no common dtype; cast one of them");
            } else if (both != WEIR_BOOL) {
                CHECK_EQ(dtype_of_sum(x, y), both);
            }
            weir_array_release(x);
            weir_array_release(y);
        }
    weir_runtime_free(rt);
}

typedef struct numbers {
    weir_array *truth, *whole, *real, *complex;
} numbers;

static numbers numbers_new(weir_runtime *rt) {
    numbers n;
    CHECK_OK(weir_number_bool(rt, 5, &n.truth));
    CHECK_OK(weir_number_i64(rt, 3, &n.whole));
    CHECK_OK(weir_number_f64(rt, 0.5, &n.real));
    CHECK_OK(weir_number_c128(rt, 1, -2, &n.complex));
    return n;
}

static void numbers_free(numbers *n) {
    weir_array_release(n->truth);
    weir_array_release(n->whole);
    weir_array_release(n->real);
    weir_array_release(n->complex);
}

TEST(a_number_takes_the_dtype_of_the_array_unless_its_kind_is_higher) {
    weir_runtime *rt = kit_runtime(1);
    numbers n = numbers_new(rt);
    static const struct {
        weir_dtype array, truth, whole, real, complex;
    } row[] = {
        {WEIR_BOOL, 0, WEIR_INT64, WEIR_FLOAT32, WEIR_COMPLEX64},
        {WEIR_INT8, WEIR_INT8, WEIR_INT8, WEIR_FLOAT32, WEIR_COMPLEX64},
        {WEIR_UINT64, WEIR_UINT64, WEIR_UINT64, WEIR_FLOAT32, WEIR_COMPLEX64},
        {WEIR_FLOAT16, WEIR_FLOAT16, WEIR_FLOAT16, WEIR_FLOAT16, WEIR_COMPLEX64},
        {WEIR_BFLOAT16, WEIR_BFLOAT16, WEIR_BFLOAT16, WEIR_BFLOAT16, WEIR_COMPLEX64},
        {WEIR_FLOAT32, WEIR_FLOAT32, WEIR_FLOAT32, WEIR_FLOAT32, WEIR_COMPLEX64},
        {WEIR_FLOAT64, WEIR_FLOAT64, WEIR_FLOAT64, WEIR_FLOAT64, WEIR_COMPLEX128},
        {WEIR_COMPLEX64, WEIR_COMPLEX64, WEIR_COMPLEX64, WEIR_COMPLEX64, WEIR_COMPLEX64},
        {WEIR_COMPLEX128, WEIR_COMPLEX128, WEIR_COMPLEX128, WEIR_COMPLEX128, WEIR_COMPLEX128},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        int64_t two = 2;
        weir_array *x = kit_array(rt, row[i].array, 1, &two, NULL);
        if (row[i].truth) CHECK_EQ(dtype_of_sum(x, n.truth), row[i].truth);
        CHECK_EQ(dtype_of_sum(x, n.whole), row[i].whole);
        CHECK_EQ(dtype_of_sum(n.whole, x), row[i].whole);
        CHECK_EQ(dtype_of_sum(x, n.real), row[i].real);
        CHECK_EQ(dtype_of_sum(n.real, x), row[i].real);
        CHECK_EQ(dtype_of_sum(x, n.complex), row[i].complex);
        weir_array_release(x);
    }
    numbers_free(&n);
    weir_runtime_free(rt);
}

TEST(numbers_alone_have_the_default_dtype) {
    weir_runtime *rt = kit_runtime(1);
    numbers n = numbers_new(rt);
    CHECK_EQ(dtype_of_sum(n.whole, n.whole), WEIR_INT64);
    CHECK_EQ(dtype_of_sum(n.real, n.whole), WEIR_FLOAT32);
    CHECK_EQ(dtype_of_sum(n.complex, n.real), WEIR_COMPLEX64);
    weir_default_dtype_set(WEIR_FLOAT64);
    CHECK_EQ(dtype_of_sum(n.real, n.whole), WEIR_FLOAT64);
    CHECK_EQ(dtype_of_sum(n.complex, n.real), WEIR_COMPLEX128);
    weir_default_dtype_set(WEIR_BFLOAT16);
    CHECK_EQ(dtype_of_sum(n.real, n.real), WEIR_BFLOAT16);
    weir_default_dtype_set(WEIR_FLOAT32);
    weir_array *y = kit_call("add", n.whole, n.real);
    CHECK(!weir_array_is_number(y)); /* a result is an array, and no longer weak */
    CHECK_ITEM(y, 3.5);
    weir_array_release(y);
    numbers_free(&n);
    weir_runtime_free(rt);
}

TEST(a_number_is_what_it_was_made_of) {
    weir_runtime *rt = kit_runtime(1);
    numbers n = numbers_new(rt);
    CHECK(weir_array_is_number(n.real) && weir_array_is_ready(n.real));
    CHECK(weir_array_var(n.real) == NULL);
    CHECK_EQ(weir_array_ndim(n.real), 0);
    CHECK_EQ(weir_array_count(n.real), 1);
    CHECK_EQ(weir_array_dtype(n.truth), WEIR_BOOL);
    CHECK_EQ(weir_array_dtype(n.whole), WEIR_INT64);
    CHECK_EQ(weir_array_dtype(n.real), WEIR_FLOAT64);
    CHECK_EQ(weir_array_dtype(n.complex), WEIR_COMPLEX128);
    CHECK_ITEM(n.truth, 1);
    CHECK_ITEM(n.whole, 3);
    CHECK_ITEM(n.real, 0.5);
    CHECK_ITEM(n.complex, 1);
    CHECK_TEXT(n.complex, "1.-2.i");
    CHECK_TEXT(n.truth, "true");
    double part[2];
    CHECK_OK(weir_array_read(n.complex, part, sizeof part));
    CHECK(part[0] == 1 && part[1] == -2);
    CHECK_OK(weir_array_wait(n.real));
    weir_array_retain(n.real);
    weir_array_release(n.real);
    numbers_free(&n);
    weir_runtime_free(rt);
}

TEST(values_of_mixed_operations_are_right) {
    weir_runtime *rt = kit_runtime(1);
    int64_t n = 3;
    int8_t small[3] = {-100, 0, 100};
    uint8_t big[3] = {200, 100, 50};
    weir_array *a = kit_array(rt, WEIR_INT8, 1, &n, small),
               *b = kit_array(rt, WEIR_UINT8, 1, &n, big), *half = kit_number(rt, 0.5),
               *y = kit_call("add", a, b), *z = kit_call("multiply", a, half);
    CHECK_TEXT(y, "[100, 100, 150]"); /* int16 holds both */
    CHECK_TEXT(z, "[-50., 0., 50.]");
    weir_array *all[] = {a, b, half, y, z};
    for (int i = 0; i < 5; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}
