/* elementwise.cu - the functions of elementwise operators on a CUDA device; map.cu applies them.
 *
 * The names are used where the types C (in which a formula computes), R (its real type) and UC (its
 * unsigned type) are defined: elementwise_cuda.c writes them in front of this text, fused_cuda.c around each
 * formula.
 *
 * The names in capitals are those of unary.def, as scalar_words.h defines them for the CPU; function_words.cu,
 * in front of this text, has those that mean the same there.
 *
 * SPDX-License-Identifier: Apache-2.0 */

/* ---- Words: reals ---------------------------------------------------------------------------- */

#define M_LN2       0.693147180559945309417
#define M_LN10      2.302585092994045684018
#define M_PI        3.141592653589793238463
#define M_SQRT1_2   0.707106781186547524401
#define M_2_SQRTPI  1.128379167095512573896
#define BIGGEST_OF(T) (sizeof(T) == 8 ? 1.7976931348623157e308 : 3.4028234663852886e38)
#define BIGGEST     BIGGEST_OF(R)

#define NONE        x
#define K(c)        ((R)(c))
#define SIGMOID(x)  sigmoid_of(x)
#define SOFTPLUS(x) softplus_of(x)
#define SIGN_OF(x)  ((x) > 0 ? (R)1 : (x) < 0 ? (R)-1 : (x))
#define CLAMP(x, lo, hi) clamp_of(x, (C)(lo), (C)(hi))
#define LOGADDEXP(x, z)    logaddexp_of(x, z)
#define FLOOR_DIVIDE(x, z) floor_divide_of(x, z)
#define REMAINDER(x, z)    remainder_of(x, z)
#define ISINF(x)    (fabs(x) > (R)BIGGEST)
#define ISFINITE(x) (fabs(x) <= (R)BIGGEST)
#define SIGNBIT(x)  (copysign((R)1, x) < 0)

template <class T> ON_DEVICE T clamp_of(T x, T low, T high) {
    T y = MAX(x, low);
    return MIN(y, high);
}
template <class T> ON_DEVICE T sigmoid_of(T x) {
    T e = exp(-fabs(x));
    return x < 0 ? e / (1 + e) : 1 / (1 + e);
}
template <class T> ON_DEVICE T softplus_of(T x) { return (x > 0 ? x : 0) + log1p(exp(-fabs(x))); }
template <class T> ON_DEVICE T logaddexp_of(T x, T z) {
    if (x == z) return x + (T)M_LN2; /* also equal infinities, whose difference is NaN */
    T high = x > z ? x : z, low = x > z ? z : x;
    return x != x || z != z ? x + z : high + log1p(exp(low - high));
}
template <class T> ON_DEVICE T remainder_of(T x, T z) {
    T r = fmod(x, z);
    if (r != 0 && (r < 0) != (z < 0)) r += z;
    return r == 0 ? copysign((T)0, z) : r;
}
template <class T> ON_DEVICE T floor_divide_of(T x, T z) {
    T r = fmod(x, z);
    if (z == 0 || fabs(z) > (T)BIGGEST_OF(T) || r != r) return floor(x / z);
    T q = (x - r) / z;
    if (r != 0 && (r < 0) != (z < 0)) q -= 1;
    if (q == 0) return copysign((T)0, x / z);
    T whole = floor(q);
    return q - whole > (T)0.5 ? whole + 1 : whole;
}

/* The next number of a format with `bits` bits of fraction, the smallest exponent `low` and the
 * largest number `huge`, as in nextafter.c. */
ON_DEVICE double next_of(double x, double z, int bits, int low, double huge) {
    if (x != x || z != z) return x + z;
    if (x == z) return z;
    if (x == 0) return copysign(ldexp(1.0, low - bits), z);
    if (fabs(x) > huge) return copysign(huge, x);
    bool outward = (z > x) == (x > 0);
    int exponent = ilogb(x);
    if (!outward && fabs(x) == ldexp(1.0, exponent)) exponent--;
    double step = ldexp(1.0, (exponent < low ? low : exponent) - bits);
    return copysign(outward ? fabs(x) + step : fabs(x) - step, x);
}

/* ---- Words: integers ------------------------------------------------------------------------- */

#define BITS(x, op, z) ((C)((UC)(x)op(UC)(z)))
#define NEGATE(x)      ((C)(0 - (UC)(x)))
#define TIMES(x, z)    BITS(x, *, z)
#define IABS(x)        ((x) < 0 ? NEGATE(x) : (x))
#define ISIGN(x)       ((x) > 0 ? 1 : (x) < 0 ? -1 : 0)
#define ISNEGATIVE(x)  ((x) < 0)
#define INVERT(x)      (sizeof(C) == 1 ? (C)((x) == 0) : (C) ~(UC)(x))
#define ZERO(x)        0
#define ONE(x)         1
#define WIDTH          ((u64)sizeof(C) * 8)
#define SHIFT_LEFT(x, z)  ((u64)(i64)(z) >= WIDTH ? 0 : (C)((UC)(x) << (z)))
#define SHIFT_RIGHT(x, z) ((u64)(i64)(z) >= WIDTH ? ((x) < 0 ? (C)-1 : 0) : (C)((x) >> (z)))
#define IFLOOR_DIVIDE(x, z) integer_floor_divide(x, z)
#define IREMAINDER(x, z)    integer_remainder(x, z)
#define IPOW(x, z)          integer_power(x, z)

template <class T> ON_DEVICE T integer_floor_divide(T x, T z) {
    if (z == 0) return 0;
    if (z == (T)-1 && (T)-1 < 0) return (T)(0 - (u64)x);
    T q = x / z;
    return q - (x % z != 0 && (x < 0) != (z < 0));
}
template <class T> ON_DEVICE T integer_remainder(T x, T z) {
    if (z == 0 || (z == (T)-1 && (T)-1 < 0)) return 0;
    T r = x % z;
    return r != 0 && (r < 0) != (z < 0) ? r + z : r;
}
template <class T> ON_DEVICE T integer_power(T x, T z) {
    if (z < 0) return x == 1 ? 1 : x == (T)-1 ? (z & 1 ? (T)-1 : 1) : 0;
    u64 y = 1, base = (u64)x;
    for (u64 n = (u64)z; n > 0; n >>= 1, base *= base)
        if (n & 1) y *= base;
    return (T)y;
}
