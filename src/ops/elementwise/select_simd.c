/* select_simd.c - the vector loops of where and clip, compiled once per SIMD level.
 *
 * These are scalar loops that the compiler vectorises, except the loops of clip for floats, which
 * use vector types.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/simd/level.h"
#include "ops/elementwise/elementwise_loops.h"
#include "ops/simd/elementwise_simd.h"
#include "ops/simd/vmath.h"

#define WHERE(suffix, T)                                                                           \
    LOOP_HEAD(where, suffix) {                                                                     \
        const uint8_t *c = in[0];                                                                  \
        const T *x = in[1], *z = in[2];                                                            \
        T *o = out;                                                                                \
        (void)attr;                                                                                \
        WR_INDEPENDENT                                                                             \
        for (int64_t i = 0; i < n; i++) {                                                          \
            T a = x[i], b = z[i];                                                                  \
            o[i] = c[i] ? a : b;                                                                   \
        }                                                                                          \
    }
WHERE(u8, uint8_t)
WHERE(i32, int32_t)
WHERE(i64, int64_t)

/* Selection only moves bits, so the loops for integers serve all dtypes of the same size. */
#define where_u64 where_i64
#define where_f32 where_i32
#define where_f64 where_i64

#define CLIP(suffix, T)                                                                            \
    LOOP_HEAD(clip, suffix) {                                                                      \
        const T *x = in[0], *low = in[1], *high = in[2];                                           \
        T *o = out;                                                                                \
        (void)attr;                                                                                \
        WR_INDEPENDENT                                                                             \
        for (int64_t i = 0; i < n; i++) {                                                          \
            T a = x[i], b = low[i], c = high[i];                                                   \
            T y = a > b ? a : b;                                                                   \
            o[i] = y < c ? y : c;                                                                  \
        }                                                                                          \
    }
CLIP(i32, int32_t)
CLIP(i64, int64_t)
CLIP(u64, uint64_t)

/* Define a loop of clip for floats.  The result is NaN if any input is NaN.  Compilers do not
 * vectorise the comparisons that this requires, so these loops use vector types. */
#define CLIP_VECTORS(suffix, T, VEC, VECU, LANES)                                                  \
    LOOP_HEAD(clip, suffix) {                                                                      \
        const T *x = in[0], *low = in[1], *high = in[2];                                           \
        T *o = out;                                                                                \
        int64_t i = 0;                                                                             \
        (void)attr;                                                                                \
        for (; i + LANES <= n; i += LANES) {                                                       \
            VEC y = v_max_##suffix(*(const VECU *)(x + i), *(const VECU *)(low + i));              \
            *(VECU *)(o + i) = (VECU)v_min_##suffix(y, *(const VECU *)(high + i));                 \
        }                                                                                          \
        if (i < n) {                                                                               \
            VEC a = {0}, b = {0}, c = {0};                                                         \
            size_t bytes = (size_t)(n - i) * sizeof(T);                                            \
            memcpy(&a, x + i, bytes);                                                              \
            memcpy(&b, low + i, bytes);                                                            \
            memcpy(&c, high + i, bytes);                                                           \
            a = v_min_##suffix(v_max_##suffix(a, b), c);                                           \
            memcpy(o + i, &a, bytes);                                                              \
        }                                                                                          \
    }
CLIP_VECTORS(f32, float, vf32, vf32u, WR_F32S)
CLIP_VECTORS(f64, double, vf64, vf64u, WR_F64S)

const wr_map_entry WR_AT_LEVEL(wr_select_maps)[] = {{.name = "where",
                                                     .fn = {[WEIR_IN_BOOL] = where_u8,
                                                            [WEIR_IN_I32] = where_i32,
                                                            [WEIR_IN_I64] = where_i64,
                                                            [WEIR_IN_U64] = where_u64,
                                                            [WEIR_IN_F32] = where_f32,
                                                            [WEIR_IN_F64] = where_f64}},
                                                    {.name = "clip",
                                                     .fn = {[WEIR_IN_I32] = clip_i32,
                                                            [WEIR_IN_I64] = clip_i64,
                                                            [WEIR_IN_U64] = clip_u64,
                                                            [WEIR_IN_F32] = clip_f32,
                                                            [WEIR_IN_F64] = clip_f64}},
                                                    {.name = NULL}};
