/* binary_simd.c - the vector loops of binary.def, compiled once per SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/elementwise/scalar.h"
#include "ops/simd/level.h"
#include "ops/elementwise/elementwise_loops.h"
#include "ops/simd/elementwise_simd.h"
#include "ops/simd/vmath.h"

/* The remainder has the sign of the divisor, as in Python; see scalar.h. */
#define DIVISION(suffix, VEC)                                                                      \
    WR_INLINE VEC v_remainder_##suffix(VEC x, VEC z) {                                             \
        VEC r = v_fmod_##suffix(x, z);                                                             \
        r = v_select_##suffix((r != 0) & ((r < 0) != (z < 0)), r + z, r);                          \
        return v_select_##suffix(r == 0, v_copysign_##suffix((VEC){0}, z), r);                     \
    }                                                                                              \
    WR_INLINE VEC v_floor_divide_##suffix(VEC x, VEC z) {                                          \
        VEC r = v_fmod_##suffix(x, z), ratio = x / z, q = (x - r) / z;                             \
        q = v_select_##suffix((r != 0) & ((r < 0) != (z < 0)), q - 1, q);                          \
        VEC whole = v_floor_##suffix(q);                                                           \
        whole = v_select_##suffix(q - whole > v_set_##suffix(0.5), whole + 1, whole);              \
        whole = v_select_##suffix(q == 0, v_copysign_##suffix((VEC){0}, ratio), whole);            \
        VEC odd = z * 0; /* NaN where z is infinite */                                             \
        return v_select_##suffix((z == 0) | (odd != odd) | (r != r), v_floor_##suffix(ratio),      \
                                 whole);                                                           \
    }
DIVISION(f32, vf32)
DIVISION(f64, vf64)

#define BINARY(name, takes, gives, real, integer, cplx, gx, gz, samples, summary) VMAP2(name, real)
#define BINARY_LIGHT(name, takes, gives, real, integer, cplx, gx, gz, samples, summary)            \
    VMAP2(name, real) SMAP2(name, real)
#define COMPARE(name, takes, real, integer, cplx, samples, summary)

#include "ops/elementwise/vector_words.h"
#define V(name)           v_##name##_f32
#define VMAP2(name, real) VECTOR_LOOP_2(name, f32, float, vf32, vf32u, WR_F32S, real)
#define SMAP2(name, real) STREAM_LOOP_2(name, f32, float, vf32, vf32u, WR_F32S, real)
#include "ops/elementwise/binary.def"
#undef V
#undef VMAP2
#undef SMAP2
#define V(name)           v_##name##_f64
#define VMAP2(name, real) VECTOR_LOOP_2(name, f64, double, vf64, vf64u, WR_F64S, real)
#define SMAP2(name, real) STREAM_LOOP_2(name, f64, double, vf64, vf64u, WR_F64S, real)
#include "ops/elementwise/binary.def"
#include "ops/elementwise/scalar_words_undef.h"
#undef V
#undef VMAP2
#undef SMAP2
#undef BINARY
#undef BINARY_LIGHT
#undef COMPARE

#include "ops/elementwise/scalar_words.h"
#define INTEGERS_2(name, expr, OUT)                                                                \
    SCALAR_LOOP_2(name, u8, uint8_t, uint8_t, expr)                                                \
    SCALAR_LOOP_2(name, i32, int32_t, OUT(int32_t), expr)                                          \
    SCALAR_LOOP_2(name, i64, int64_t, OUT(int64_t), expr)                                          \
    SCALAR_LOOP_2(name, u64, uint64_t, OUT(uint64_t), expr)
#define ITSELF(T) T
#define BYTE(T)   uint8_t
#define BINARY(name, takes, gives, real, integer, cplx, gx, gz, samples, summary)                  \
    INTEGERS_2(name, integer, ITSELF)
#define COMPARE(name, takes, real, integer, cplx, samples, summary)                                \
    SCALAR_LOOP_2(name, f32, float, uint8_t, real)                                                 \
    SCALAR_LOOP_2(name, f64, double, uint8_t, real)                                                \
    INTEGERS_2(name, integer, BYTE)
#include "ops/elementwise/binary.def"
#undef BINARY
#undef BINARY_LIGHT
#undef COMPARE

#undef BINARY_LIGHT
const wr_map_entry WR_AT_LEVEL(wr_binary_maps)[] = {
#define BINARY_LIGHT(name, takes, gives, real, integer, cplx, gx, gz, samples, summary)            \
    LIGHT_ENTRY(name, takes)
#define BINARY(name, takes, gives, real, integer, cplx, gx, gz, samples, summary)                  \
    MAP_ENTRY(name, takes)
#define COMPARE(name, takes, real, integer, cplx, samples, summary) MAP_ENTRY(name, takes)
#include "ops/elementwise/binary.def"
    {.name = NULL}};
