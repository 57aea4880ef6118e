/* vmath_probe.h - the vector mathematics as loops over arrays, one table per level of CPU features.
 *
 * For tests, which are compiled once; operators include vmath.h and have their own loops.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TEST_VMATH_PROBE_H
#define TEST_VMATH_PROBE_H

#include <stdint.h>

/* clang-format off */
#define WR_VMATH_UNARY(X) \
    X(exp) X(exp2) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sigmoid) X(softplus) X(erf) \
    X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sincos_sin) X(sincos_cos) \
    X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) \
    X(sqrt) X(rsqrt) X(floor) X(ceil) X(trunc) X(rint) X(abs) X(is_nan) X(is_inf) X(sign_bit)
#define WR_VMATH_BINARY(X) \
    X(pow) X(atan2) X(hypot) X(copysign) X(fmod) X(logaddexp) X(min) X(max)
/* clang-format on */

#define WR_VMATH_ENUM(name) WR_VMATH_##name,
enum { WR_VMATH_UNARY(WR_VMATH_ENUM) WR_VMATH_UNARY_COUNT };
enum { WR_VMATH_BINARY(WR_VMATH_ENUM) WR_VMATH_BINARY_COUNT };
#undef WR_VMATH_ENUM

struct wr_vmath_simd {
    void (*unary_f32[WR_VMATH_UNARY_COUNT])(const float *x, float *y, int64_t n);
    void (*unary_f64[WR_VMATH_UNARY_COUNT])(const double *x, double *y, int64_t n);
    void (*binary_f32[WR_VMATH_BINARY_COUNT])(const float *a, const float *b, float *y, int64_t n);
    void (*binary_f64[WR_VMATH_BINARY_COUNT])(const double *a, const double *b, double *y,
                                              int64_t n);
};

extern const struct wr_vmath_simd wr_vmath_simd_portable;
#if defined(__x86_64__)
extern const struct wr_vmath_simd wr_vmath_simd_avx2, wr_vmath_simd_avx512;
#endif

#endif
