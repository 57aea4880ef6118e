/* vmath_probe.c - each function of vmath.h as a loop over an array: whole vectors, then the rest.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/simd/vmath.h"
#include "vmath_probe.h"

#define SINCOS(type)                                                                               \
    WR_INLINE v##type v_sincos_sin_##type(v##type x) {                                             \
        v##type s, c;                                                                              \
        v_sincos_##type(x, &s, &c);                                                                \
        return s;                                                                                  \
    }                                                                                              \
    WR_INLINE v##type v_sincos_cos_##type(v##type x) {                                             \
        v##type s, c;                                                                              \
        v_sincos_##type(x, &s, &c);                                                                \
        return c;                                                                                  \
    }
SINCOS(f32)
SINCOS(f64)

/* Predicates return one or zero here. */
#define ASK(name, question, type)                                                                  \
    WR_INLINE v##type v_##name##_##type(v##type x) {                                               \
        return v_select_##type(v_##question##_##type(x), v_set_##type(1), v_set_##type(0));        \
    }
ASK(is_nan, isnan, f32)
ASK(is_nan, isnan, f64)
ASK(is_inf, isinf, f32)
ASK(is_inf, isinf, f64)
ASK(sign_bit, signbit, f32)
ASK(sign_bit, signbit, f64)

#define UNARY(name, E, T, V, queues)                                                               \
    static void name##_##T(const E *x, E *y, int64_t n) {                                          \
        int64_t i = 0;                                                                             \
        for (; i + queues <= n; i += queues)                                                       \
            *(V##u *)(y + i) = v_##name##_##T(*(const V##u *)(x + i));                             \
        if (i == n) return;                                                                        \
        V part = {0};                                                                              \
        memcpy(&part, x + i, (size_t)(n - i) * sizeof(E));                                         \
        part = v_##name##_##T(part);                                                               \
        memcpy(y + i, &part, (size_t)(n - i) * sizeof(E));                                         \
    }

#define BINARY(name, E, T, V, queues)                                                              \
    static void name##_##T(const E *a, const E *b, E *y, int64_t n) {                              \
        int64_t i = 0;                                                                             \
        for (; i + queues <= n; i += queues)                                                       \
            *(V##u *)(y + i) = v_##name##_##T(*(const V##u *)(a + i), *(const V##u *)(b + i));     \
        if (i == n) return;                                                                        \
        V part_a = {0}, part_b = {0};                                                              \
        memcpy(&part_a, a + i, (size_t)(n - i) * sizeof(E));                                       \
        memcpy(&part_b, b + i, (size_t)(n - i) * sizeof(E));                                       \
        part_a = v_##name##_##T(part_a, part_b);                                                   \
        memcpy(y + i, &part_a, (size_t)(n - i) * sizeof(E));                                       \
    }

#define UNARY_BOTH(name)                                                                           \
    UNARY(name, float, f32, vf32, WR_F32S)                                                         \
    UNARY(name, double, f64, vf64, WR_F64S)
#define BINARY_BOTH(name)                                                                          \
    BINARY(name, float, f32, vf32, WR_F32S)                                                        \
    BINARY(name, double, f64, vf64, WR_F64S)
WR_VMATH_UNARY(UNARY_BOTH)
WR_VMATH_BINARY(BINARY_BOTH)

#define F32(name) [WR_VMATH_##name] = name##_f32,
#define F64(name) [WR_VMATH_##name] = name##_f64,
const struct wr_vmath_simd WR_AT_LEVEL(wr_vmath_simd) = {
    .unary_f32 = {WR_VMATH_UNARY(F32)},
    .unary_f64 = {WR_VMATH_UNARY(F64)},
    .binary_f32 = {WR_VMATH_BINARY(F32)},
    .binary_f64 = {WR_VMATH_BINARY(F64)},
};
