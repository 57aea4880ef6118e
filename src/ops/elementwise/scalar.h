/* scalar.h - the functions on single elements that the formulas of unary.def and binary.def use.
 *
 * Functions on reals compute in double; vector_words.h names their vector counterparts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SCALAR_H
#define WR_SCALAR_H

#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define NONE x

/* The same expressions are compiled for signed and unsigned types, so some comparisons are
 * constant. */
#pragma GCC diagnostic ignored "-Wtype-limits"

/* ---- Integers: overflow wraps around, division by zero gives 0 ------------------------------- */

#define UNSIGNED(x)                                                                                \
    _Generic((x), int32_t : (uint32_t)(x), int64_t : (uint64_t)(x), uint64_t : (x), uint8_t : (x))
#define BITS(x, op, z) ((__typeof__(x))(UNSIGNED(x) op UNSIGNED(z)))
#define NEGATE(x)      ((__typeof__(x))(0 - UNSIGNED(x)))
#define TIMES(x, z)    BITS(x, *, z)
#define IABS(x)        ((x) < 0 ? NEGATE(x) : (x))
#define ISIGN(x)       ((x) > 0 ? 1 : (x) < 0 ? -1 : 0)
#define ISNEGATIVE(x)  ((x) < 0)
#define INVERT(x)      _Generic((x), uint8_t : (uint8_t)((x) == 0), default : ~(x))
#define ZERO(x)        0
#define ONE(x)         1

/* A shift by at least the width of the type, or by a negative number, is computed as the limit of
 * repeated shifts by one: 0, or -1 for the right shift of a negative number. */
#define WIDTH(x) ((int64_t)sizeof(x) * 8)
#define SHIFT_LEFT(x, z)                                                                           \
    ((uint64_t)(z) >= (uint64_t)WIDTH(x) ? 0 : (__typeof__(x))(UNSIGNED(x) << (z)))
#define SHIFT_RIGHT(x, z)                                                                          \
    ((uint64_t)(z) >= (uint64_t)WIDTH(x) ? ((x) < 0 ? (__typeof__(x))-1 : 0) : (x) >> (z))

static inline int64_t wr_floor_divide_i64(int64_t x, int64_t z) {
    if (z == 0) return 0;
    if (z == -1) return (int64_t)(0 - (uint64_t)x);
    int64_t q = x / z;
    return q - (x % z != 0 && (x < 0) != (z < 0));
}
static inline uint64_t wr_floor_divide_u64(uint64_t x, uint64_t z) { return z == 0 ? 0 : x / z; }

static inline int64_t wr_remainder_i64(int64_t x, int64_t z) {
    if (z == 0 || z == -1) return 0;
    int64_t r = x % z;
    return r != 0 && (r < 0) != (z < 0) ? r + z : r;
}
static inline uint64_t wr_remainder_u64(uint64_t x, uint64_t z) { return z == 0 ? 0 : x % z; }

static inline uint64_t wr_power_u64(uint64_t x, uint64_t z) {
    uint64_t y = 1;
    for (; z > 0; z >>= 1, x *= x)
        if (z & 1) y *= x;
    return y;
}
/* Return x^z.  A negative power is 0 unless the base is 1 or -1. */
static inline int64_t wr_power_i64(int64_t x, int64_t z) {
    if (z < 0) return x == 1 ? 1 : x == -1 ? (z & 1 ? -1 : 1) : 0;
    return (int64_t)wr_power_u64((uint64_t)x, (uint64_t)z);
}

#define IFLOOR_DIVIDE(x, z)                                                                        \
    (__typeof__(x))_Generic((x), uint64_t                                                          \
                            : wr_floor_divide_u64, default                                         \
                            : wr_floor_divide_i64)(x, z)
#define IREMAINDER(x, z)                                                                           \
    (__typeof__(x))_Generic((x), uint64_t : wr_remainder_u64, default : wr_remainder_i64)(x, z)
#define IPOW(x, z)                                                                                 \
    (__typeof__(x))_Generic((x), uint64_t : wr_power_u64, default : wr_power_i64)(x, z)

/* ---- Reals ----------------------------------------------------------------------------------- */

/* Division rounds down: the remainder has the sign of the divisor, as in Python.  If an operand is
 * infinite or the divisor is 0, the quotient is floor(x / z), as the Array API standard prefers (in
 * Python, -1.0 // inf is -1). */
static inline double wr_remainder_f64(double x, double z) {
    double r = fmod(x, z);
    if (r != 0 && (r < 0) != (z < 0)) r += z;
    return r == 0 ? copysign(0, z) : r;
}
static inline double wr_floor_divide_f64(double x, double z) {
    double r = fmod(x, z);
    if (z == 0 || isinf(z) || isnan(r)) return floor(x / z);
    double q = (x - r) / z;
    if (r != 0 && (r < 0) != (z < 0)) q -= 1;
    if (q == 0) return copysign(0, x / z);
    double whole = floor(q);
    return q - whole > 0.5 ? whole + 1 : whole;
}
static inline double wr_logaddexp(double x, double z) {
    if (x == z) return x + M_LN2; /* also handles equal infinities, whose difference is NaN */
    double high = x > z ? x : z, low = x > z ? z : x;
    return isnan(x) || isnan(z) ? x + z : high + log1p(exp(low - high));
}
static inline double wr_sigmoid(double x) {
    double e = exp(-fabs(x));
    return x < 0 ? e / (1 + e) : 1 / (1 + e);
}
static inline double wr_softplus(double x) { return (x > 0 ? x : 0) + log1p(exp(-fabs(x))); }

/* Return re + i im.  The expression re + im * I would be wrong if im is infinite or NaN. */
static inline double _Complex wr_complex(double re, double im) {
    const double parts[2] = {re, im};
    double _Complex z;
    memcpy(&z, parts, sizeof z);
    return z;
}

/* At infinity, ctanh returns an imaginary zero with the sign of sin(2 im); the Array API standard
 * requires the sign of im. */
static inline double _Complex wr_ctanh(double _Complex x) {
    if (!isinf(creal(x)) || !isfinite(cimag(x))) return ctanh(x);
    return wr_complex(copysign(1, creal(x)), copysign(0, cimag(x)));
}
/* cpow computes exp(z log x), which is NaN for x = z = 0.  The result is set to 1, as for reals. */
static inline double _Complex wr_cpow(double _Complex x, double _Complex z) {
    return z == 0 ? 1 : cpow(x, z);
}
static inline double _Complex wr_csign(double _Complex x) { return x == 0 ? 0 : x / cabs(x); }

#endif
