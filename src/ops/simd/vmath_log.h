/* vmath_log.h - logarithms and functions based on them.
 *
 * x = 2^k (1 + f) with 1 + f between sqrt(1/2) and sqrt(2), so log x = k ln 2 + log(1 + f).  ln 2
 * is split into two parts, so that the product of the first part with k is exact.  Each type has
 * its own log_sum with the series in f.  The results for zero, subnormals, infinity, NaN and
 * negative numbers are corrected afterwards, in functions that are not inlined and leave all other
 * elements unchanged.
 *
 * Included once per type; see vmath_basic.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

/* Return the bits of x plus a constant, which is chosen such that the sum has the exponent bits of
 * 1.0 if x is between sqrt(1/2) and sqrt(2). */
WR_INLINE VU FN(log_bits)(V x) { return (VU)x + (((VU_E)BIAS << MANTISSA) - SQRT_HALF_BITS); }

/* Return the exponent k as a float.  Placing an integer i below 2^MANTISSA in the mantissa of
 * 2^MANTISSA gives 2^MANTISSA + i. */
WR_INLINE V FN(log_exponent)(VU bits) {
    E big = (E)((VU_E)1 << MANTISSA);
    return (V)((bits >> MANTISSA) | (VU)FN(set)(big)) - (big + BIAS);
}

/* Split a normal x: return 1 + f and set *k. */
WR_INLINE V FN(log_split)(V x, V *k) {
    VU bits = FN(log_bits)(x);
    *k = FN(log_exponent)(bits);
    return (V)((bits & (((VU_E)1 << MANTISSA) - 1)) + SQRT_HALF_BITS);
}

enum { FN(base_e), FN(base_2), FN(base_10) };

WR_INLINE V FN(log_base)(V f, V k, int base) {
    if (base == FN(base_e)) return FN(log_sum)(f, k);
    V y = FN(log_sum)(f, (V){0});
    if (base == FN(base_2)) return FMA(y, FN(set)((E)LOG2E), FMA(y, FN(set)((E)LOG2E_LO), k));
    return FMA(k, FN(set)(LOG10_2_HI),
               FMA(y, FN(set)((E)LOG10E), FMA(k, FN(set)(LOG10_2_LO), y * (E)LOG10E_LO)));
}

/* Replace the results in y for the elements of x that are not positive normal numbers. */
static __attribute__((noinline, cold, unused)) V FN(log_rare)(V x, V y, int base) {
    V k, m = FN(log_split)(x * (E)((VU_E)1 << (MANTISSA + 1)), &k);
    V denormal = FN(log_base)(m - 1, k - (E)(MANTISSA + 1), base);
    y = FN(select)(x < NORMAL_MIN, denormal, y);
    y = FN(select)(x == 0, FN(set)(-(E)INFINITY), y);
    y = FN(select)(x == (E)INFINITY, x, y);
    return FN(select)(x >= 0, y, FN(set)((E)NAN));
}

WR_INLINE V FN(log_any)(V x, int base) {
    V k, m = FN(log_split)(x, &k), y = FN(log_base)(m - 1, k, base);
    VI ordinary = (x >= NORMAL_MIN) & (x < (E)INFINITY);
    if (WR_RARE(FN(any)(~ordinary))) y = FN(log_rare)(x, y, base);
    return y;
}

WR_INLINE V FN(log)(V x) { return FN(log_any)(x, FN(base_e)); }
WR_INLINE V FN(log2)(V x) { return FN(log_any)(x, FN(base_2)); }
WR_INLINE V FN(log10)(V x) { return FN(log_any)(x, FN(base_10)); }

/* Return log(1 + x) for -1 < x < LOG1P_HUGE or NaN.  1 + x is rounded, but it is used only to find
 * k; f is computed from x itself, as x 2^-k + (2^-k - 1). */
WR_INLINE V FN(log1p_between)(V x) {
    VU bits = FN(log_bits)(1 + x);
    V power = (V)((2 * BIAS - (bits >> MANTISSA)) << MANTISSA);
    return FN(log_sum)(FMA(x, power, power - 1), FN(log_exponent)(bits));
}

static __attribute__((noinline, cold, unused)) V FN(log1p_rare)(V x, V y) {
    y = FN(select)(x >= LOG1P_HUGE, FN(log)(x), y);
    y = FN(select)(x == -1, FN(set)(-(E)INFINITY), y);
    return FN(select)(x >= -1, y, FN(set)((E)NAN));
}

/* Return log(1 + x).  The result has the sign of x, even for zeros. */
WR_INLINE V FN(log1p)(V x) {
    V y = FN(copysign)(FN(log1p_between)(x), x);
    VI ordinary = (x > -1) & (x < LOG1P_HUGE);
    if (WR_RARE(FN(any)(~ordinary))) y = FN(log1p_rare)(x, y);
    return y;
}

/* Return log(1 + e^x). */
WR_INLINE V FN(softplus)(V x) {
    V z = FN(exp_between)(FN(at_least)(EXP_MIN, -FN(abs)(x)), 0);
    return FN(at_least)(0, x) + FN(log1p_between)(z);
}

/* Return log(e^a + e^b) as max + log(1 + e^-|a - b|), or as a + log 2 if a == b, which includes
 * equal infinities. */
WR_INLINE V FN(logaddexp_plain)(V a, V b) {
    V apart = FN(at_least)(EXP_MIN, -FN(abs)(a - b));
    V y = FN(max)(a, b) + FN(log1p_between)(FN(exp_between)(apart, 0));
    return FN(select)(a == b, a + (E)LN2, y);
}

/* ---- Inverse hyperbolic functions ----------------------------------------------------------- */

/* Replace the results in y where x is ASINH_BIG or more: there, both asinh(x) and acosh(x) equal
 * log(2 x) to full precision. */
static __attribute__((noinline, cold, unused)) V FN(asinh_rare)(V x, V y) {
    return FN(select)(x < ASINH_BIG, y, FN(log)(x) + (E)LN2);
}

/* asinh |x| is log(a + sqrt(a^2 + 1)) for a = |x|, computed as log1p of that argument minus 1. */
WR_INLINE V FN(asinh)(V x) {
    V a = FN(abs)(x), z = a * a;
    V y = FN(log1p_between)(a + z / (1 + FN(sqrt)(z + 1)));
    if (WR_RARE(FN(any)(~(a < ASINH_BIG)))) y = FN(asinh_rare)(a, y);
    return FN(flip)(y, x);
}

WR_INLINE V FN(acosh)(V x) {
    V t = x - 1;
    V y = FN(log1p_between)(t + FN(sqrt)(FMA(t, t, 2 * t)));
    if (WR_RARE(FN(any)(~(x < ASINH_BIG)))) y = FN(asinh_rare)(x, y);
    return FN(select)(x >= 1, y, FN(set)((E)NAN));
}

WR_INLINE V FN(atanh)(V x) {
    V a = FN(abs)(x);
    V y = (E)0.5 * FN(log1p_between)(2 * a / (1 - a));
    y = FN(select)(a < 1, y, FN(set)((E)NAN));
    return FN(flip)(FN(select)(a == 1, FN(set)((E)INFINITY), y), x);
}
