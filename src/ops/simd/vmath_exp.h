/* vmath_exp.h - the exponential and functions based on it.
 *
 * x = n ln 2 + r with |r| <= ln 2 / 2, so e^x = 2^n e^r, and e^r = 1 + r + r^2 P(r).  Adding MAGIC,
 * whose unit in the last place is 1, to x / ln 2 rounds the quotient to the integer n.  n ln 2 is
 * subtracted in two parts: ln 2 is the sum of two constants, the first of which has so few digits
 * that its product with n is exact.
 *
 * Included once per type; see vmath_basic.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

/* Return r = x - n ln 2; *t becomes n + MAGIC. */
WR_INLINE V FN(exp_reduce)(V x, V *t) {
    *t = FMA(x, FN(set)((E)LOG2E), FN(set)(MAGIC));
    V n = *t - MAGIC;
    return FMA(n, FN(set)(-LN2_LO), FMA(n, FN(set)(-LN2_HI), x));
}

/* Return p 2^n, where t is n + MAGIC.  The scaling takes two multiplications, because 2^n may not
 * be a normal number although the result is, and because a subnormal result must be rounded only
 * once. */
WR_INLINE V FN(scale)(V p, V t) {
#if WR_LEVEL == 2
    return (V)MM(scalef)((MM_V)p, (MM_V)(t - MAGIC));
#else
    VU n = (VU)t - (VU)(FN(set)(MAGIC)) + 2 * BIAS, half = n >> 1;
    return p * (V)(half << MANTISSA) * (V)((n - half) << MANTISSA);
#endif
}

/* Return 2^(n + add), which must be a normal number; t is n + MAGIC. */
WR_INLINE V FN(power_of_two)(V t, int add) {
    return (V)(((VU)t - (VU)(FN(set)(MAGIC)) + (VU_E)(BIAS + add)) << MANTISSA);
}

/* Return e^r - 1, where r is the result of exp_reduce. */
WR_INLINE V FN(expm1_small)(V r) { return FMA(r * r, POLY(r, CO(exp)), r); }

/* Return e^x 2^add for EXP_MIN <= x <= EXP_MAX or NaN. */
WR_INLINE V FN(exp_between)(V x, E add) {
    V t, r = FN(exp_reduce)(x, &t);
    V p = FMA(POLY(r, CO(exp)), r, FN(set)(1));
    if (add != 0) t += add;
    return FN(scale)(FMA(p, r, FN(set)(1)), t);
}

/* Return e^x.  x is clamped to EXP_MIN and EXP_MAX, at which the result is already zero or
 * infinity. */
WR_INLINE V FN(exp)(V x) {
    return FN(exp_between)(FN(at_least)(EXP_MIN, FN(at_most)(EXP_MAX, x)), 0);
}

WR_INLINE V FN(exp2)(V x) {
    x = FN(at_least)(EXP2_MIN, FN(at_most)(EXP2_MAX, x));
    V t = x + MAGIC, r = x - (t - MAGIC);
    return FN(scale)(FMA(POLY(r, CO(exp2)), r, FN(set)(1)), t);
}

/* Return e^x - 1 as 2^n (e^r - 1) + (2^n - 1).  Both terms are halved, so that 2^n does not
 * overflow before the result does. */
WR_INLINE V FN(expm1)(V x) {
    V t, r = FN(exp_reduce)(FN(at_least)(EXPM1_MIN, FN(at_most)(EXP_MAX_NORMAL, x)), &t);
    V half = FN(power_of_two)(t, -1);
    V y = 2 * FMA(half, FN(expm1_small)(r), half - (E)0.5);
    return FN(select)(FN(abs)(x) < TINY, x, y);
}

/* tanh |x| is (e^2a - 1) / (e^2a + 1) for a = |x|.  e^2a - 1 is computed directly, which avoids
 * cancellation near zero. */
WR_INLINE V FN(tanh)(V x) {
    V t, r = FN(exp_reduce)(2 * FN(at_most)(TANH_MAX, FN(abs)(x)), &t);
    V power = FN(power_of_two)(t, 0);
    V e = FMA(power, FN(expm1_small)(r), power - 1);
    return FN(flip)(e / (e + 2), x);
}

/* cosh x is h + 1 / (4 h) for h = e^|x| / 2, which does not overflow before the result does. */
WR_INLINE V FN(cosh)(V x) {
    V h = FN(exp_between)(FN(at_most)(EXP_MAX, FN(abs)(x)), -1);
    return h + (E)0.25 / h;
}

/* sinh |x| is h - 1 / (4 h) for h = e^|x| / 2.  For |x| below 1 the two terms would cancel, so a
 * series is used. */
WR_INLINE V FN(sinh)(V x) {
    V a = FN(abs)(x), z = a * a;
    V h = FN(exp_between)(FN(at_most)(EXP_MAX, a), -1);
    V small = FMA(a * z, POLY(z, CO(sinh)), a);
    return FN(flip)(FN(select)(a < 1, small, h - (E)0.25 / h), x);
}

/* Return 1 / (1 + e^-x), computed from e^-|x|, which is accurate in both tails. */
WR_INLINE V FN(sigmoid)(V x) {
    V z = FN(exp_between)(FN(at_least)(EXP_MIN, -FN(abs)(x)), 0);
    return FN(select)(x < 0, z, FN(set)(1)) / (1 + z);
}

/* erf |x| is 1 - e^-(a + a P(a)) for a = |x|.  The exponent is the logarithm of 1 - erf(a), which
 * is smooth for a >= 0, and the error of the exponent matters less as a grows. */
WR_INLINE V FN(erf)(V x) {
    V a = FN(at_most)(ERF_MAX, FN(abs)(x));
    V t, r = FN(exp_reduce)(-FMA(a, POLY(a, CO(erf)), a), &t);
    V power = FN(power_of_two)(t, 0);
    return FN(flip)((1 - power) - power * FN(expm1_small)(r), x);
}
