/* direct_solvers_simd.c - the inner loops of the direct linear solvers, for four element types.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/linalg/direct_solvers_simd.h"

#include <float.h>
#include <math.h>

#include "ops/simd/level.h"

/* Return c - a * b, rounded once if this SIMD level has fused multiply-add. */
#if WR_FUSED
#define LESS_f32(c, a, b) __builtin_fmaf(-(a), b, c)
#define LESS_f64(c, a, b) __builtin_fma(-(a), b, c)
#else
#define LESS_f32(c, a, b) ((c) - (a) * (b))
#define LESS_f64(c, a, b) ((c) - (a) * (b))
#endif

/* Define the arithmetic functions of a real type.  `minus` computes c - a * b; `size_of` is a norm
 * that is cheap to compute. */
#define REAL_TYPE(T, S)                                                                            \
    WR_INLINE T minus_##S(T c, T a, T b) { return LESS_##S(c, a, b); }                             \
    WR_INLINE T times_##S(T a, T b) { return a * b; }                                              \
    WR_INLINE T conj_of_##S(T a) { return a; }                                                     \
    WR_INLINE T negative_##S(T a) { return -a; }                                                   \
    WR_INLINE T scaled_##S(T a, T by) { return a * by; }                                           \
    WR_INLINE T divided_##S(T a, T by) { return a / by; }                                          \
    WR_INLINE T sum_##S(T a, T b) { return a + b; }                                                \
    WR_INLINE T size_of_##S(T a) { return a < 0 ? -a : a; }                                        \
    WR_INLINE T real_of_##S(T a) { return a; }                                                     \
    WR_INLINE T imag_of_##S(T a) { return 0 * a; }                                                 \
    WR_INLINE T make_##S(T re, T im) {                                                             \
        (void)im;                                                                                  \
        return re;                                                                                 \
    }                                                                                              \
    WR_INLINE T inverse_##S(T a) { return 1 / a; }

/* Define the same functions for a complex type.  `inverse` uses Smith's formula, which avoids
 * intermediate overflow. */
#define COMPLEX_TYPE(E, T, S, R)                                                                   \
    typedef struct E {                                                                             \
        T re, im;                                                                                  \
    } E;                                                                                           \
    WR_INLINE E make_##S(T re, T im) { return (E){re, im}; }                                       \
    WR_INLINE E minus_##S(E c, E a, E b) {                                                         \
        T re = LESS_##R(c.re, a.re, b.re), im = LESS_##R(c.im, a.re, b.im);                        \
        return (E){LESS_##R(re, -a.im, b.im), LESS_##R(im, a.im, b.re)};                           \
    }                                                                                              \
    WR_INLINE E times_##S(E a, E b) {                                                              \
        return (E){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};                          \
    }                                                                                              \
    WR_INLINE E conj_of_##S(E a) { return (E){a.re, -a.im}; }                                      \
    WR_INLINE E negative_##S(E a) { return (E){-a.re, -a.im}; }                                    \
    WR_INLINE E scaled_##S(E a, T by) { return (E){a.re * by, a.im * by}; }                        \
    WR_INLINE E divided_##S(E a, T by) { return (E){a.re / by, a.im / by}; }                       \
    WR_INLINE E sum_##S(E a, E b) { return (E){a.re + b.re, a.im + b.im}; }                        \
    WR_INLINE T size_of_##S(E a) { return (a.re < 0 ? -a.re : a.re) + (a.im < 0 ? -a.im : a.im); } \
    WR_INLINE T real_of_##S(E a) { return a.re; }                                                  \
    WR_INLINE T imag_of_##S(E a) { return a.im; }                                                  \
    WR_INLINE E inverse_##S(E a) {                                                                 \
        bool swapped = (a.re < 0 ? -a.re : a.re) < (a.im < 0 ? -a.im : a.im);                      \
        T ratio = swapped ? a.re / a.im : a.im / a.re;                                             \
        T under = swapped ? a.re * ratio + a.im : a.re + a.im * ratio;                             \
        return swapped ? (E){ratio / under, -1 / under} : (E){1 / under, -ratio / under};          \
    }

REAL_TYPE(float, f32)
REAL_TYPE(double, f64)
COMPLEX_TYPE(complex_f32, float, c64, f32)
COMPLEX_TYPE(complex_f64, double, c128, f64)

#define E        float
#define T        float
#define REALS    1
#define SUFFIX   f32
#define TINY     FLT_MIN
#define ROUNDING FLT_EPSILON
#include "ops/linalg/direct_solvers_simd_template.h"

#define E        double
#define T        double
#define REALS    1
#define SUFFIX   f64
#define TINY     DBL_MIN
#define ROUNDING DBL_EPSILON
#include "ops/linalg/direct_solvers_simd_template.h"

#define E        complex_f32
#define T        float
#define REALS    2
#define SUFFIX   c64
#define TINY     FLT_MIN
#define ROUNDING FLT_EPSILON
#include "ops/linalg/direct_solvers_simd_template.h"

#define E        complex_f64
#define T        double
#define REALS    2
#define SUFFIX   c128
#define TINY     DBL_MIN
#define ROUNDING DBL_EPSILON
#include "ops/linalg/direct_solvers_simd_template.h"

const wr_direct_simd WR_AT_LEVEL(wr_direct_simd) = {
    {&direct_f32, &direct_f64, &direct_c64, &direct_c128}};
