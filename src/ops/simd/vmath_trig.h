/* vmath_trig.h - trigonometric functions and their inverses.
 *
 * |x| = q pi/2 + r with |r| <= pi/4.  q pi/2 is subtracted in parts.  The first parts of pi/2 have
 * so few digits that their products with q, and the differences, are exact up to ANGLE_MAX;
 * therefore r keeps its relative accuracy however close x is to a multiple of pi/2.  With FMA the
 * last part may have all its digits, and r is rounded once.  Angles above ANGLE_MAX are reduced one
 * by one, by vmath_reduce.h.
 *
 * Included once per type; see vmath_basic.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

typedef struct FN(rest) {
    V r;
    VU q; /* the two lowest bits are q modulo 4 */
} FN(rest);

/* Correct `rest` for elements whose angle is above ANGLE_MAX, infinite or NaN. */
static __attribute__((noinline, cold, unused)) void FN(angle_rare)(V a, FN(rest) * rest) {
    for (size_t i = 0; i < sizeof(V) / sizeof(E); i++) {
        if (a[i] <= ANGLE_MAX) continue;
        unsigned quadrant = 0;
        rest->r[i] = a[i] < (E)INFINITY ? (E)wr_reduce_huge(a[i], &quadrant) : (E)NAN;
        rest->q[i] = quadrant;
    }
}

/* Reduce the angles `a`, which must not be negative, modulo pi/2. */
WR_INLINE FN(rest) FN(angle)(V a) {
    V t = FMA(a, FN(set)((E)TWO_OVER_PI), FN(set)(MAGIC)), n = t - MAGIC;
    V r = FMA(n, FN(set)(-PIO2_1), a);
    r = FMA(n, FN(set)(-PIO2_2), r);
    r = FMA(n, FN(set)(-PIO2_3), r);
    if (PIO2_4 != 0) r = FMA(n, FN(set)(-PIO2_4), r);
    if (WR_RARE(FN(any)(~(a <= ANGLE_MAX)))) {
        /* Pass a copy, because taking the addresses of r and t would keep them out of registers. */
        FN(rest) rare = {r, (VU)t};
        FN(angle_rare)(a, &rare);
        return rare;
    }
    return (FN(rest)){r, (VU)t};
}

/* Return the sine or cosine of r, given z = r^2. */
WR_INLINE V FN(sin_small)(V r, V z) { return FMA(r * z, POLY(z, CO(sin)), r); }
WR_INLINE V FN(cos_small)(V z) { return FMA(z, POLY(z, CO(cos)), FN(set)(1)); }

enum { FN(top_bit) = sizeof(E) * 8 - 1 };

WR_INLINE void FN(sincos)(V x, V *sine, V *cosine) {
    FN(rest) rest = FN(angle)(FN(abs)(x));
    V z = rest.r * rest.r, s = FN(sin_small)(rest.r, z), c = FN(cos_small)(z);
    VU q = rest.q, odd = q << FN(top_bit);
    V sign_s = (V)(q << (FN(top_bit) - 1)), sign_c = (V)((q + 1) << (FN(top_bit) - 1));
    *sine = FN(flip)(FN(flip)(FN(select_top)(odd, c, s), sign_s), x);
    *cosine = FN(flip)(FN(select_top)(odd, s, c), sign_c);
}

WR_INLINE V FN(sin)(V x) {
    V sine, cosine;
    FN(sincos)(x, &sine, &cosine);
    return sine;
}

WR_INLINE V FN(cos)(V x) {
    V sine, cosine;
    FN(sincos)(x, &sine, &cosine);
    return cosine;
}

/* Return the tangent as sin / cos of the reduced angle, or as -cos / sin in odd quadrants. */
WR_INLINE V FN(tan)(V x) {
    FN(rest) rest = FN(angle)(FN(abs)(x));
    V z = rest.r * rest.r, s = FN(sin_small)(rest.r, z), c = FN(cos_small)(z);
    VU odd = rest.q << FN(top_bit);
    V y = FN(select_top)(odd, c, s) / FN(select_top)(odd, s, c);
    return FN(flip)(FN(flip)(y, (V)odd), x);
}

/* ---- Inverse functions ---------------------------------------------------------------------- */

/* Return asin(s).  Where a <= 1/2, s is `a`.  Where a > 1/2 and therefore `large` is set, s is
 * sqrt((1 - a) / 2), the sine of half the angle pi/2 - asin(a). */
WR_INLINE V FN(asin_part)(V a, VI large) {
    V z = FN(select)(large, (1 - a) * (E)0.5, a * a);
    V s = FN(select)(large, FN(sqrt)(z), a);
    return FMA(s * z, POLY(z, CO(asin)), s);
}

WR_INLINE V FN(asin)(V x) {
    V a = FN(abs)(x);
    VI large = a > (E)0.5;
    V p = FN(asin_part)(a, large);
    V y = FN(select)(large, (E)PIO2_HI - (2 * p - (E)PIO2_LO), p);
    return FN(flip)(y, x);
}

WR_INLINE V FN(acos)(V x) {
    V a = FN(abs)(x);
    VI large = a > (E)0.5, negative = x < 0;
    V p = FN(asin_part)(a, large);
    V far = FN(select)(negative, 2 * (E)PIO2_HI - (2 * p - 2 * (E)PIO2_LO), 2 * p);
    V near = (E)PIO2_HI - (FN(flip)(p, x) - (E)PIO2_LO);
    return FN(select)(large, far, near);
}

/* Return the angle whose tangent is y / x, for y >= 0 and x >= 0.  If the quotient is above 1, its
 * reciprocal is used, and the result is subtracted from pi/2.  If the quotient used is above
 * tan(pi/8), the angle is rotated back by pi/4, which makes its tangent (low - high) / (low +
 * high).  All cases need only one division. */
WR_INLINE V FN(arc)(V y, V x) {
    VI steep = y > x;
    V low = FN(select)(steep, x, y), high = FN(select)(steep, y, x);
    VI middle = low > high * (E)0.41421356237309503;
    V t = FN(select)(middle, low - high, low) / FN(select)(middle, low + high, high);
    V z = t * t, p = FMA(t * z, POLY(z, CO(atan)), t);
    p = FN(flip)(p, (V)steep);
    V base = (V)(steep & (VI)FN(set)((E)PIO2_HI));
    base = FN(select)(middle, FN(set)((E)PIO2_HI / 2), base);
    return base + FMA(base, FN(set)((E)(PIO2_LO / PIO2_HI)), p);
}

WR_INLINE V FN(atan)(V x) { return FN(flip)(FN(arc)(FN(abs)(x), FN(set)(1)), x); }

/* Scale both arguments, so that their sum does not overflow and products with them are normal
 * numbers.  Replace two infinities or two zeros by values with the angle that the standard
 * requires. */
static __attribute__((noinline, cold, unused)) void FN(atan2_rare)(V *y, V *x) {
    V high = FN(max)(*y, *x), low = FN(min)(*y, *x);
    V by = FN(select)(high > ARC_MAX, FN(set)((E)0.25), FN(set)(1));
    by = FN(select)(high < ARC_MIN, FN(set)((E)((VU_E)1 << MANTISSA)), by);
    *y = FN(select)(low == (E)INFINITY, FN(set)(1), *y * by);
    *x = FN(select)(low == (E)INFINITY, FN(set)(1), *x * by);
    *x = FN(select)(high == 0, FN(set)(1), *x);
}

WR_INLINE V FN(atan2)(V y, V x) {
    V ay = FN(abs)(y), ax = FN(abs)(x);
    VI ordinary = ((ay >= ARC_MIN) | (ax >= ARC_MIN)) & (ay <= ARC_MAX) & (ax <= ARC_MAX);
    if (WR_RARE(FN(any)(~ordinary))) {
        V rare_y = ay, rare_x = ax;
        FN(atan2_rare)(&rare_y, &rare_x);
        ay = rare_y;
        ax = rare_x;
    }
    V p = FN(arc)(ay, ax);
    p = FN(select_top)((VU)x, 2 * (E)PIO2_HI - (p - 2 * (E)PIO2_LO), p);
    return FN(flip)(p, y);
}
