/* test_numbers.c - numbers with weak dtypes, and the dtype of results.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"

#include <stdbool.h>
#include <stdio.h>

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
                CHECK_STATUS(weir_add(x, y, &z), EDTYPE);
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

/* ---- Whole numbers that an integer dtype does not hold --------------------------------------- */

static weir_array *whole(weir_runtime *rt, int64_t value) {
    weir_array *a = NULL;
    CHECK_OK(weir_number_i64(rt, value, &a));
    return a;
}

static const struct {
    weir_dtype dtype;
    int64_t least, most; /* of uint64, the largest integer number */
} ranges[] = {
    {WEIR_INT8, -128, 127},
    {WEIR_INT16, -32768, 32767},
    {WEIR_INT32, INT32_MIN, INT32_MAX},
    {WEIR_INT64, INT64_MIN, INT64_MAX},
    {WEIR_UINT8, 0, 255},
    {WEIR_UINT16, 0, 65535},
    {WEIR_UINT32, 0, UINT32_MAX},
    {WEIR_UINT64, 0, INT64_MAX},
};
enum { RANGES = sizeof ranges / sizeof *ranges };

/* Refused with name, value and dtype; the number may be either operand. */
static void refuse_sum(weir_array *x, int64_t value, const char *dtype) {
    weir_array *n = whole(weir_array_runtime(x), value), *y = NULL;
    char sentence[80];
    snprintf(sentence, sizeof sentence, "add: %lld does not fit in %s", (long long)value, dtype);
    CHECK_STATUS(weir_add(x, n, &y), ERANGE);
    CHECK_HAS(weir_error(), sentence);
    CHECK_STATUS(weir_add(n, x, &y), ERANGE);
    CHECK_STATUS(kit_try_into("add", x, n, x), ERANGE);
    weir_array_release(n);
}

TEST(a_number_outside_an_integer_dtype_is_refused_at_the_call) {
    weir_runtime *rt = kit_runtime(1);
    for (int i = 0; i < RANGES; i++) {
        const int64_t zero = 0, one = 1;
        weir_array *x = kit_array(rt, ranges[i].dtype, 1, &one, &zero), *y;
        int64_t ends[2] = {ranges[i].least, ranges[i].most};
        for (int j = 0; j < 2; j++) {
            weir_array *n = whole(rt, ends[j]);
            int64_t got = 0;
            y = kit_call("add", x, n);
            CHECK_EQ(weir_array_dtype(y), ranges[i].dtype);
            CHECK_OK(weir_array_item_i64(y, &got));
            CHECK_EQ(got, ends[j]);
            weir_array_release(n);
            weir_array_release(y);
        }
        if (ranges[i].least > INT64_MIN)
            refuse_sum(x, ranges[i].least - 1, weir_dtype_name(ranges[i].dtype));
        if (ranges[i].most < INT64_MAX)
            refuse_sum(x, ranges[i].most + 1, weir_dtype_name(ranges[i].dtype));
        weir_array_release(x);
    }
    weir_runtime_free(rt);
}

/* Wherever a number would be stored, not only where it is added. */
TEST(numbers_that_do_not_fit_are_not_written_either) {
    weir_runtime *rt = kit_runtime(1);
    const int64_t three = 3, zero = 0;
    const uint8_t bytes[3] = {1, 2, 3}, bits[3] = {1, 0, 1};
    weir_array *x = kit_array(rt, WEIR_UINT8, 1, &three, bytes),
               *mask = kit_array(rt, WEIR_BOOL, 1, &three, bits),
               *index = kit_array(rt, WEIR_INT64, 0, NULL, &zero), *big = whole(rt, 300),
               *minus = whole(rt, -1), *y = NULL;
    CHECK_STATUS(
        weir_full(big, weir_i64s_of(&three, 1), OPT(full, .dtype = WEIR_UINT8, .device = -1), &y),
        ERANGE);
    CHECK_STR(weir_error(), "full: 300 does not fit in uint8 (0 to 255); cast the array first");
    CHECK_STATUS(weir_full_like(x, minus, NULL, &y), ERANGE);
    CHECK_STATUS(weir_where(mask, x, big, &y), ERANGE);
    CHECK_HAS(weir_error(), "where: 300 does not fit in uint8");
    CHECK_STATUS(weir_clip(x, minus, NULL, &y), ERANGE);
    CHECK_STATUS(weir_mask_put(x, mask, big, &y), ERANGE);
    CHECK_STATUS(weir_slice_update(x, big, NULL, &y), ERANGE);
    CHECK_STATUS(weir_scatter(x, index, minus, OPT(scatter, .axis = 0), &y), ERANGE);
    CHECK_HAS(weir_error(), "scatter: -1 does not fit in uint8 (0 to 255)");
    CHECK_STATUS(weir_pad(x, WEIR_I64S(1, 1), OPT(pad, .mode = NULL, .value = 256), &y), ERANGE);
    CHECK_HAS(weir_error(), "pad: 256 does not fit in uint8");
    CHECK_OK(weir_pad(x, WEIR_I64S(1, 0), OPT(pad, .mode = NULL, .value = 255), &y));
    CHECK_TEXT(y, "[255, 1, 2, 3]");
    weir_array_release(y);
    CHECK_OK(weir_divide(x, big, &y)); /* computed in floats, which hold it */
    CHECK_EQ(weir_array_dtype(y), WEIR_FLOAT32);
    weir_array *all[] = {x, mask, index, big, minus, y};
    for (int i = 0; i < 6; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

static void compare(weir_array *x, weir_array *n, bool above) {
    static const struct {
        const char *op;
        bool when_above, when_below; /* for x op n, where n is above, or below, all of x */
    } row[] = {{"equal", false, false},  {"not_equal", true, true},
               {"less", true, false},    {"less_equal", true, false},
               {"greater", false, true}, {"greater_equal", false, true}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        weir_array *y = kit_call(row[i].op, x, n);
        CHECK_EQ(weir_array_dtype(y), WEIR_BOOL);
        CHECK_ITEM(y, above ? row[i].when_above : row[i].when_below);
        weir_array_release(y);
    }
}

TEST(a_comparison_with_a_number_that_does_not_fit_is_right) {
    weir_runtime *rt = kit_runtime(1);
    for (int i = 0; i < RANGES; i++) {
        const int64_t zero = 0, one = 1;
        weir_array *x = kit_array(rt, ranges[i].dtype, 1, &one, &zero), *y = NULL;
        if (ranges[i].most < INT64_MAX) {
            weir_array *n = whole(rt, ranges[i].most + 1);
            compare(x, n, true);
            CHECK_OK(weir_searchsorted(x, n, NULL, OPT(searchsorted, .side = NULL), &y));
            CHECK_ITEM(y, 1);
            weir_array_release(y);
            weir_array_release(n);
        }
        if (ranges[i].least > INT64_MIN) {
            weir_array *n = whole(rt, ranges[i].least - 1);
            compare(x, n, false);
            CHECK_OK(weir_searchsorted(x, n, NULL, OPT(searchsorted, .side = NULL), &y));
            CHECK_ITEM(y, 0);
            weir_array_release(y);
            weir_array_release(n);
        }
        weir_array_release(x);
    }
    /* The largest uint64 is what -1 would wrap to. */
    const uint64_t most = UINT64_MAX;
    weir_array *x = kit_array(rt, WEIR_UINT64, 0, NULL, &most), *n = whole(rt, -1);
    compare(x, n, false);
    weir_array_release(x);
    weir_array_release(n);
    weir_runtime_free(rt);
}

TEST(a_number_above_int64_is_a_uint64) {
    weir_runtime *rt = kit_runtime(1);
    const uint64_t one = 1, top = UINT64_MAX;
    const int64_t minus = -1;
    weir_array *x = kit_array(rt, WEIR_UINT64, 0, NULL, &one),
               *i = kit_array(rt, WEIR_INT32, 0, NULL, &minus), *n = NULL, *small = NULL, *y = NULL;
    CHECK_OK(weir_number_u64(rt, top - 1, &n));
    CHECK_OK(weir_number_u64(rt, 7, &small));
    CHECK_EQ(weir_array_dtype(n), WEIR_UINT64);
    CHECK_EQ(weir_array_dtype(small), WEIR_INT64); /* and combines with every dtype */
    CHECK_OK(weir_add(x, n, &y));
    CHECK_EQ(weir_array_dtype(y), WEIR_UINT64);
    CHECK_TEXT(y, "18446744073709551615");
    weir_array_release(y);
    CHECK_OK(weir_clip(x, small, n, &y)); /* two numbers of two dtypes */
    CHECK_EQ(weir_array_dtype(y), WEIR_UINT64);
    CHECK_ITEM(y, 7);
    weir_array_release(y);
    CHECK_STATUS(weir_add(i, n, &y), ERANGE);
    CHECK_HAS(weir_error(), "18446744073709551614 does not fit in int32");
    compare(x, n, true);
    compare(i, n, true);
    weir_array *all[] = {x, i, n, small};
    for (int k = 0; k < 4; k++) weir_array_release(all[k]);
    weir_runtime_free(rt);
}
