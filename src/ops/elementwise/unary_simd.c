/* unary_simd.c - the vector loops of unary.def, compiled once per SIMD level.
 *
 * Functions on floats use vector types, even for the tail.  The loops for integers, and those of
 * tests such as isnan, are scalar loops that the compiler vectorises.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/elementwise/scalar.h"
#include "ops/simd/level.h"
#include "ops/elementwise/elementwise_loops.h"
#include "ops/simd/elementwise_simd.h"
#include "ops/simd/vmath.h"

#define UNARY(name, takes, gives, real, integer, cplx, grad, samples, summary) VMAP1(name, real)
#define UNARY_LIGHT(name, takes, gives, real, integer, cplx, grad, samples, summary)               \
    VMAP1(name, real) SMAP1(name, real)
#define MEASURE(name, takes, real, integer, cplx, grad, samples, summary) VMAP1(name, real)
#define TEST(name, takes, real, integer, cplx, samples, summary)

#include "ops/elementwise/vector_words.h"
#undef ZERO
#define ZERO(x)           V(set)(0)
#define V(name)           v_##name##_f32
#define VMAP1(name, real) VECTOR_LOOP_1(name, f32, float, vf32, vf32u, WR_F32S, real)
#define SMAP1(name, real) STREAM_LOOP_1(name, f32, float, vf32, vf32u, WR_F32S, real)
#include "ops/elementwise/unary.def"
#undef V
#undef VMAP1
#undef SMAP1
#define V(name)           v_##name##_f64
#define VMAP1(name, real) VECTOR_LOOP_1(name, f64, double, vf64, vf64u, WR_F64S, real)
#define SMAP1(name, real) STREAM_LOOP_1(name, f64, double, vf64, vf64u, WR_F64S, real)
#include "ops/elementwise/unary.def"
#include "ops/elementwise/scalar_words_undef.h"
#undef ZERO
#define ZERO(x) 0
#undef V
#undef VMAP1
#undef SMAP1
#undef UNARY
#undef UNARY_LIGHT
#undef MEASURE
#undef TEST

#include "ops/elementwise/scalar_words.h"
#define INTEGERS_1(name, expr, OUT)                                                                \
    SCALAR_LOOP_1(name, u8, uint8_t, uint8_t, expr)                                                \
    SCALAR_LOOP_1(name, i32, int32_t, OUT(int32_t), expr)                                          \
    SCALAR_LOOP_1(name, i64, int64_t, OUT(int64_t), expr)                                          \
    SCALAR_LOOP_1(name, u64, uint64_t, OUT(uint64_t), expr)
#define ITSELF(T) T
#define BYTE(T)   uint8_t
#define UNARY(name, takes, gives, real, integer, cplx, grad, samples, summary)                     \
    INTEGERS_1(name, integer, ITSELF)
#define MEASURE(name, takes, real, integer, cplx, grad, samples, summary)                          \
    INTEGERS_1(name, integer, ITSELF)
#define TEST(name, takes, real, integer, cplx, samples, summary)                                   \
    SCALAR_LOOP_1(name, f32, float, uint8_t, real)                                                 \
    SCALAR_LOOP_1(name, f64, double, uint8_t, real)                                                \
    INTEGERS_1(name, integer, BYTE)
#include "ops/elementwise/unary.def"
#undef UNARY
#undef UNARY_LIGHT
#undef MEASURE
#undef TEST

const wr_map_entry WR_AT_LEVEL(wr_unary_maps)[] = {
#undef UNARY_LIGHT
#define UNARY(name, takes, gives, real, integer, cplx, grad, samples, summary)                     \
    MAP_ENTRY(name, takes)
#define UNARY_LIGHT(name, takes, gives, real, integer, cplx, grad, samples, summary)               \
    LIGHT_ENTRY(name, takes)
#define MEASURE(name, takes, real, integer, cplx, grad, samples, summary) MAP_ENTRY(name, takes)
#define TEST(name, takes, real, integer, cplx, samples, summary)          MAP_ENTRY(name, takes)
#include "ops/elementwise/unary.def"
    {.name = NULL}};
