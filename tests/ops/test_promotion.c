/* test_promotion.c - promotion of two dtypes, of a number with an array, and casts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "value.h"

#include <math.h>

enum { NO = 0, B, I1, I2, I4, I8, U1, U2, U4, U8, H, BF, F, D, C, Z };

/* The table of the Array API standard 2024.12, and beyond it: bool with numbers, integers with
 * floats, float16 with bfloat16.  Rows and columns in the order of weir_dtype. */
static const unsigned char promoted[15][15] = {
    /*       b   i8  i16 i32 i64 u8  u16 u32 u64 f16 bf  f32 f64 c64 c128 */
    {B, I1, I2, I4, I8, U1, U2, U4, U8, H, BF, F, D, C, Z},
    {I1, I1, I2, I4, I8, I2, I4, I8, NO, H, BF, F, D, C, Z},
    {I2, I2, I2, I4, I8, I2, I4, I8, NO, H, BF, F, D, C, Z},
    {I4, I4, I4, I4, I8, I4, I4, I8, NO, H, BF, F, D, C, Z},
    {I8, I8, I8, I8, I8, I8, I8, I8, NO, H, BF, F, D, C, Z},
    {U1, I2, I2, I4, I8, U1, U2, U4, U8, H, BF, F, D, C, Z},
    {U2, I4, I4, I4, I8, U2, U2, U4, U8, H, BF, F, D, C, Z},
    {U4, I8, I8, I8, I8, U4, U4, U4, U8, H, BF, F, D, C, Z},
    {U8, NO, NO, NO, NO, U8, U8, U8, U8, H, BF, F, D, C, Z},
    {H, H, H, H, H, H, H, H, H, H, F, F, D, C, Z},
    {BF, BF, BF, BF, BF, BF, BF, BF, BF, F, BF, F, D, C, Z},
    {F, F, F, F, F, F, F, F, F, F, F, F, D, C, Z},
    {D, D, D, D, D, D, D, D, D, D, D, D, D, Z, Z},
    {C, C, C, C, C, C, C, C, C, C, C, C, Z, C, Z},
    {Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z},
};

TEST(two_dtypes_promote_as_the_standard_requires) {
    for (int a = 1; a <= VALUE_DTYPES; a++)
        for (int b = 1; b <= VALUE_DTYPES; b++) {
            weir_dtype got = weir_dtype_promote((weir_dtype)a, (weir_dtype)b);
            if ((int)got != promoted[a - 1][b - 1])
                test_fail(__FILE__, __LINE__, "%s with %s gives %s, not %s",
                          weir_dtype_name((weir_dtype)a), weir_dtype_name((weir_dtype)b),
                          weir_dtype_name(got),
                          weir_dtype_name((weir_dtype)promoted[a - 1][b - 1]));
        }
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static weir_dtype dtype_with(weir_runtime *rt, weir_dtype dtype, weir_array *number_) {
    host h = host_new(dtype, 0, NULL);
    weir_array *in[2] = {host_send(rt, &h), number_}, *out = NULL;
    weir_status status = weir_op_call(rt, weir_op_find("add"), in, 2, NULL, 0, &out, NULL);
    weir_dtype got = status == WEIR_OK ? weir_array_dtype(out) : WEIR_DTYPE_DEFAULT;
    weir_array_release(out);
    weir_array_release(in[0]);
    weir_array_release(number_);
    host_free(&h);
    return got;
}

/* A number is weak: it affects the category of the result dtype, not its width. */
TEST(a_number_takes_the_dtype_of_the_array_it_meets) {
    weir_runtime *rt = kit_runtime_serial();
    for (int d = 2; d <= VALUE_DTYPES; d++) {
        weir_array *n = NULL;
        value_kind kind = value_kind_of((weir_dtype)d);
        CHECK_OK(weir_number_i64(rt, 1, &n));
        CHECK_EQ(dtype_with(rt, (weir_dtype)d, n), d);
        CHECK_OK(weir_number_bool(rt, 1, &n));
        CHECK_EQ(dtype_with(rt, (weir_dtype)d, n), d);
        CHECK_OK(weir_number_f64(rt, 1.5, &n));
        CHECK_EQ(dtype_with(rt, (weir_dtype)d, n), kind >= KIND_FLOAT ? d : WEIR_FLOAT32);
        CHECK_OK(weir_number_c128(rt, 1, 2, &n));
        CHECK_EQ(dtype_with(rt, (weir_dtype)d, n), kind == KIND_COMPLEX     ? d
                                                   : d == (int)WEIR_FLOAT64 ? WEIR_COMPLEX128
                                                                            : WEIR_COMPLEX64);
    }
    weir_runtime_free(rt);
}

/* ---- Casts ----------------------------------------------------------------------------------- */

/* Values for all dtypes: small numbers, halves, ties between two float16 or bfloat16
 * numbers, the smallest and the largest ones. */
static const double asked[] = {
    0,       -0.0,        1,        -1,       0.5,         1.5,         2.5,        -2.5,
    3.999,   -3.999,      100,      127,      1 + 0x1p-11, 1 + 0x3p-11, 1 + 0x1p-8, 1 + 0x3p-8,
    65504,   65519.99,    65520,    1e-7,     0x1p-24,     0x1p-25,     0x1.8p-25,  6e-8,
    0x1p-14, 0x1.ffcp-15, 0x1p-133, 0x1p-134, 0x1.8p-134,  3.3e38,      1e-40,      1e300,
    1e-300,  33,          77.7,     -99.25};

static bool fits(weir_dtype dtype, double x) {
    if (value_kind_of(dtype) != KIND_INT) return true;
    double low = value_is_signed(dtype) ? -128 : 0;
    return x > low - 1 &&
           x < 128; /* outside this range the conversion of floats to integers is not specified */
}

TEST(casts_between_all_dtypes_round_to_even_and_truncate_to_integers) {
    weir_runtime *rt = kit_runtime_serial();
    const weir_op *astype = weir_op_find("astype");
    CHECK(astype);
    int64_t count = sizeof asked / sizeof *asked;
    for (int a = 1; a <= VALUE_DTYPES; a++)
        for (int b = 1; b <= VALUE_DTYPES; b++) {
            weir_dtype from = (weir_dtype)a, to = (weir_dtype)b;
            if (value_kind_of(from) == KIND_COMPLEX && value_kind_of(to) < KIND_COMPLEX) continue;
            host x = host_new(from, 1, &count), got;
            for (int64_t i = 0; i < count; i++)
                host_put(&x, i,
                         (number){fits(from, asked[i]) && fits(to, asked[i]) ? asked[i] : 1, 0});
            host wanted = host_cast(&x, to);
            int32_t attr = b;
            weir_array *in = host_send(rt, &x), *out = NULL;
            CHECK_OK(weir_op_call(rt, astype, &in, 1, &attr, sizeof attr, &out, NULL));
            CHECK_OK(host_receive(out, &got));
            int64_t at = host_first_difference(&got, &wanted);
            if (at >= 0)
                test_fail(__FILE__, __LINE__, "%s of %s to %s gives %s, not %s",
                          value_text(host_get(&x, at)), weir_dtype_name(from), weir_dtype_name(to),
                          value_text(host_get(&got, at)), value_text(host_get(&wanted, at)));
            weir_array_release(in);
            weir_array_release(out);
            host_free(&x);
            host_free(&got);
            host_free(&wanted);
        }
    weir_runtime_free(rt);
}
