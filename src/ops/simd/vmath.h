/* vmath.h - elementary functions on vectors, at every SIMD level.
 *
 * The functions are v_exp_f32(x), v_exp_f64(x), v_pow_f32(x, y) and so on.  One source serves both
 * types and is included twice.  These properties hold for all functions:
 *
 *   1. An element's result depends on that element alone.  A step that is skipped unless some
 *      element needs it leaves the bits of all other elements unchanged.
 *   2. The error is below 4 ulp over all finite arguments, subnormals included, and mostly
 *      below 2; docs/design/vector-math.md has the figures and the one exception.
 *   3. Zeros, infinities and NaN are handled as in C99's Annex F, as the array API standard
 *      requires.
 *   4. No result depends on the rounding of the C library, which is used only where it is exact.
 *
 * Reading order: vmath_basic.h, vmath_exp.h, vmath_log.h, vmath_trig.h; then vmath_f64.h and
 * vmath_f32.h for the constants and the functions that differ by type.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_VMATH_H
#define WR_VMATH_H

#include <math.h>
#include <stddef.h>

#include "ops/simd/level.h"
#include "ops/simd/vmath_reduce.h"

#define WR_RARE(cond) __builtin_expect(cond, 0)
#if defined(__clang__)
#define WR_UNROLL _Pragma("unroll")
#else
#define WR_UNROLL _Pragma("GCC unroll 32")
#endif

#define LN2         0x1.62e42fefa39efp-1
#define LOG2E       0x1.71547652b82fep+0
#define LOG10E      0x1.bcb7b1526e50ep-2
#define TWO_OVER_PI 0x1.45f306dc9c883p-1

#include "ops/simd/vmath_f64.h"

#include "ops/simd/vmath_f32.h"

#undef LN2
#undef LOG2E
#undef LOG10E
#undef TWO_OVER_PI

#endif
