/* vmath_basic.h - selection, rounding and roots of one type, on which the other functions build.
 *
 * Included once per type by vmath_f32.h and vmath_f64.h, which define V, VI, VU, E, FN and the
 * constants.  MM(name) is an intrinsic and MM_V its vector type; they are defined only where there
 * are such instructions.  A mask is the result of a vector comparison: a vector of integers whose
 * bits are all ones or all zeros.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define SIGN ((VU){0} + ((VU_E)1 << (sizeof(E) * 8 - 1)))

WR_INLINE V FN(set)(E c) { return c - (V){0}; }

WR_INLINE V FN(select)(VI mask, V a, V b) {
#if WR_LEVEL == 1
    return (V)MM(blendv)((MM_V)b, (MM_V)a, (MM_V)mask);
#elif WR_LEVEL == 2
    return (V)_mm512_ternarylogic_epi64((__m512i)mask, (__m512i)a, (__m512i)b, 0xCA);
#elif WR_NEON
    return (V)MM(bsl)((MM_U)mask, (MM_V)a, (MM_V)b);
#else
    return (V)((mask & (VI)a) | (~mask & (VI)b));
#endif
}

/* Return a where the top bit of `bits` is set, and b elsewhere. */
WR_INLINE V FN(select_top)(VU bits, V a, V b) {
#if WR_LEVEL == 1
    return (V)MM(blendv)((MM_V)b, (MM_V)a, (MM_V)bits);
#else
    return FN(select)((VI)bits < 0, a, b);
#endif
}

/* Is the mask set for any element?  Use this only to skip steps that leave the bits of all other
 * elements unchanged (property 1 in vmath.h). */
WR_INLINE bool FN(any)(VI mask) {
#if WR_LEVEL == 2
    return _mm512_test_epi32_mask((__m512i)mask, (__m512i)mask) != 0;
#elif WR_LEVEL == 1
    return _mm256_movemask_ps((__m256)mask) != 0;
#elif defined(__SSE2__)
    return _mm_movemask_ps((__m128)mask) != 0;
#elif WR_NEON
    return vmaxvq_u32((uint32x4_t)mask) != 0;
#else
    bool any = false;
    for (size_t i = 0; i < sizeof(V) / sizeof(E); i++) any |= mask[i] != 0;
    return any;
#endif
}

WR_INLINE V FN(abs)(V x) { return (V)((VU)x & ~SIGN); }
WR_INLINE VI FN(isnan)(V x) { return x != x; } /* NOLINT: NaN is not equal to itself */
WR_INLINE VI FN(isinf)(V x) { return FN(abs)(x) == (E)INFINITY; }
WR_INLINE VI FN(signbit)(V x) { return (VI)x < 0; }

WR_INLINE V FN(copysign)(V x, V sign) { return (V)(((VU)x & ~SIGN) | ((VU)sign & SIGN)); }

/* Negate y where x is negative. */
WR_INLINE V FN(flip)(V y, V x) { return (V)((VU)y ^ ((VU)x & SIGN)); }

/* Return the smaller (at_most) or larger (at_least) of a constant and x, or NaN if x is NaN. */
WR_INLINE V FN(at_most)(E c, V x) {
#if defined(MM)
    return (V)MM(min)((MM_V)FN(set)(c), (MM_V)x);
#else
    return FN(select)(x > c, FN(set)(c), x);
#endif
}

WR_INLINE V FN(at_least)(E c, V x) {
#if defined(MM)
    return (V)MM(max)((MM_V)FN(set)(c), (MM_V)x);
#else
    return FN(select)(x < c, FN(set)(c), x);
#endif
}

/* Return the smaller or larger of a and b.  The result is NaN if either is NaN, and b if they are
 * equal. */
WR_INLINE V FN(min)(V a, V b) { return FN(select)((a < b) | FN(isnan)(a), a, b); }
WR_INLINE V FN(max)(V a, V b) { return FN(select)((a > b) | FN(isnan)(a), a, b); }

/* Return c[0] + c[1] * x + c[2] * x^2 + ..., with `count` terms, at most four; z is x^2. */
WR_INLINE V FN(poly_part)(V x, V z, const E *c, int count) {
    if (count == 1) return FN(set)(c[0]);
    V low = FMA(FN(set)(c[1]), x, FN(set)(c[0]));
    if (count == 2) return low;
    if (count == 3) return FMA(FN(set)(c[2]), z, low);
    return FMA(FMA(FN(set)(c[3]), x, FN(set)(c[2])), z, low);
}

/* Like poly_part, for any number of terms.  Several terms are computed at a time, which has a
 * fraction of the latency of Horner's rule at the cost of one or two more multiplications.  The
 * loop is unrolled, so the coefficients become memory operands. */
WR_INLINE V FN(poly)(V x, const E *c, int count) {
    int step = count < 16 ? 2 : 4, i = (count - 1) / step * step;
    V z = x * x, power = z;
    if (step == 4) power = z * z;
    V y = FN(poly_part)(x, z, c + i, count - i);
    WR_UNROLL
    for (i -= step; i >= 0; i -= step) y = FMA(y, power, FN(poly_part)(x, z, c + i, step));
    return y;
}
#define POLY(x, c) FN(poly)(x, c, (int)(sizeof(c) / sizeof((c)[0])))

/* Return a * b in two parts: the exact product is the sum of the return value and *low, barring
 * underflow. */
WR_INLINE V FN(two_prod)(V a, V b, V *low) {
    V product = a * b;
#if WR_FUSED
    *low = FMA(a, b, -product);
#else
    VU top = (VU){0} + ~(((VU_E)1 << ((MANTISSA + 2) / 2)) - 1);
    V ah = (V)((VU)a & top), al = a - ah;
    V bh = (V)((VU)b & top), bl = b - bh;
    *low = ((ah * bh - product) + ah * bl + al * bh) + al * bl;
#endif
    return product;
}

/* ---- Rounding to an integer ----------------------------------------------------------------- */

#if WR_LEVEL > 0
WR_INLINE V FN(rint)(V x) { return (V)MM_ROUND((MM_V)x, _MM_FROUND_TO_NEAREST_INT); }
WR_INLINE V FN(floor)(V x) { return (V)MM_ROUND((MM_V)x, _MM_FROUND_TO_NEG_INF); }
WR_INLINE V FN(ceil)(V x) { return (V)MM_ROUND((MM_V)x, _MM_FROUND_TO_POS_INF); }
WR_INLINE V FN(trunc)(V x) { return (V)MM_ROUND((MM_V)x, _MM_FROUND_TO_ZERO); }
#elif WR_NEON
WR_INLINE V FN(rint)(V x) { return (V)MM(rndn)((MM_V)x); }
WR_INLINE V FN(floor)(V x) { return (V)MM(rndm)((MM_V)x); }
WR_INLINE V FN(ceil)(V x) { return (V)MM(rndp)((MM_V)x); }
WR_INLINE V FN(trunc)(V x) { return (V)MM(rnd)((MM_V)x); }
#else
/* Round |x| to an integer.  Numbers of at least 2^MANTISSA are integers; adding 2^MANTISSA to a
 * smaller number rounds it.  The caller restores the sign of x, so that -0.3 becomes -0. */
WR_INLINE V FN(rint_abs)(V a) {
    E big = (E)((VU_E)1 << MANTISSA);
    return FN(select)(a < big, (a + big) - big, a);
}

WR_INLINE V FN(one_where)(VI mask) { return (V)(mask & (VI)FN(set)(1)); }

WR_INLINE V FN(rint)(V x) { return FN(flip)(FN(rint_abs)(FN(abs)(x)), x); }

WR_INLINE V FN(trunc)(V x) {
    V a = FN(abs)(x), t = FN(rint_abs)(a);
    return FN(flip)(t - FN(one_where)(t > a), x);
}

WR_INLINE V FN(floor)(V x) {
    V t = FN(rint)(x);
    return t - FN(one_where)(t > x);
}

WR_INLINE V FN(ceil)(V x) {
    V t = FN(rint)(x);
    return FN(copysign)(t + FN(one_where)(t < x), x);
}
#endif

/* ---- Roots ---------------------------------------------------------------------------------- */

WR_INLINE V FN(sqrt)(V x) {
#if defined(MM)
    return (V)MM(sqrt)((MM_V)x);
#else
    for (size_t i = 0; i < sizeof(V) / sizeof(E); i++) x[i] = LIBM(sqrt)(x[i]);
    return x;
#endif
}

WR_INLINE V FN(rsqrt)(V x) { return (E)1 / FN(sqrt)(x); }

/* Return sqrt(x^2 + y^2).  Both arguments are divided by the largest power of two that does not
 * exceed the larger one, so that the squares neither overflow nor underflow. */
WR_INLINE V FN(hypot)(V x, V y) {
    V a = FN(abs)(x), b = FN(abs)(y), high = FN(max)(a, b);
    V power = (V)((VU)high & (VU)FN(set)((E)INFINITY));
    power = FN(at_least)(NORMAL_MIN, FN(at_most)(1 / NORMAL_MIN, power));
    V down = (V)((VU)FN(set)(2 / NORMAL_MIN) - (VU)power); /* 1 / power */
    V p = a * down, q = b * down;
    V root = FN(sqrt)(FMA(p, p, q * q)) * power;
    return FN(select)((a == (E)INFINITY) | (b == (E)INFINITY), FN(set)((E)INFINITY), root);
}
