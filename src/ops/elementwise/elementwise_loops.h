/* elementwise_loops.h - macros that define elementwise loops, on vector types or on scalars.
 *
 * Scalar loops are vectorised by the compiler.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ELEMENTWISE_LOOPS_H
#define WR_ELEMENTWISE_LOOPS_H

#include "ops/simd/level.h"

/* Tell the compiler that the iterations of a loop are independent.  This holds even if the output
 * is also an input, because element i is read before it is written. */
#if defined(__clang__)
#define WR_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define WR_INDEPENDENT _Pragma("GCC ivdep")
#endif

#define LOOP_HEAD(name, suffix)                                                                    \
    static void name##_##suffix(void *out, const void *const *in, int64_t n, const void *attr)

/* Define a loop over full vectors, followed by a partial vector that is padded with copies of the
 * last element.  The statement `begin` is placed before the loop. */
#define VECTOR_LOOP_1(name, suffix, T, VEC, VECU, LANES, expr)                                     \
    VECTOR_LOOP_1_WITH(name, suffix, T, VEC, VECU, LANES, (void)attr, expr)
#define VECTOR_LOOP_1_WITH(name, suffix, T, VEC, VECU, LANES, begin, expr)                         \
    LOOP_HEAD(name, suffix) {                                                                      \
        const T *a = in[0];                                                                        \
        T *o = out;                                                                                \
        int64_t i = 0;                                                                             \
        begin;                                                                                     \
        for (; i + LANES <= n; i += LANES) {                                                       \
            VEC x = *(const VECU *)(a + i);                                                        \
            (void)x;                                                                               \
            *(VECU *)(o + i) = (VECU)(expr);                                                       \
        }                                                                                          \
        if (i < n) {                                                                               \
            VEC x = (VEC){0} + a[n - 1];                                                           \
            memcpy(&x, a + i, (size_t)(n - i) * sizeof(T));                                        \
            VEC y = (VEC)(expr);                                                                   \
            memcpy(o + i, &y, (size_t)(n - i) * sizeof(T));                                        \
        }                                                                                          \
    }

#define VECTOR_LOOP_2(name, suffix, T, VEC, VECU, LANES, expr)                                     \
    LOOP_HEAD(name, suffix) {                                                                      \
        const T *a = in[0], *b = in[1];                                                            \
        T *o = out;                                                                                \
        int64_t i = 0;                                                                             \
        (void)attr;                                                                                \
        for (; i + LANES <= n; i += LANES) {                                                       \
            VEC x = *(const VECU *)(a + i), z = *(const VECU *)(b + i);                            \
            (void)z;                                                                               \
            *(VECU *)(o + i) = (VECU)(expr);                                                       \
        }                                                                                          \
        if (i < n) {                                                                               \
            VEC x = (VEC){0} + a[n - 1], z = (VEC){0} + b[n - 1];                                  \
            memcpy(&x, a + i, (size_t)(n - i) * sizeof(T));                                        \
            memcpy(&z, b + i, (size_t)(n - i) * sizeof(T));                                        \
            (void)z;                                                                               \
            VEC y = (VEC)(expr);                                                                   \
            memcpy(o + i, &y, (size_t)(n - i) * sizeof(T));                                        \
        }                                                                                          \
    }

/* Store a vector at an aligned address with a non-temporal store, which bypasses the caches. */
WR_INLINE void wr_stream_f32(float *to, vf32 x) {
#if WR_LEVEL == 2
    _mm512_stream_ps(to, (__m512)x);
#elif WR_LEVEL == 1
    _mm256_stream_ps(to, (__m256)x);
#elif defined(__SSE2__)
    _mm_stream_ps(to, (__m128)x);
#else
    *(vf32 *)to = x;
#endif
}

WR_INLINE void wr_stream_f64(double *to, vf64 x) {
#if WR_LEVEL == 2
    _mm512_stream_pd(to, (__m512d)x);
#elif WR_LEVEL == 1
    _mm256_stream_pd(to, (__m256d)x);
#elif defined(__SSE2__)
    _mm_stream_pd(to, (__m128d)x);
#else
    *(vf64 *)to = x;
#endif
}

/* Define a loop that writes full vectors with non-temporal stores; the remainder uses the ordinary
 * loop. */
#define STREAM_LOOP_1(name, suffix, T, VEC, VECU, LANES, expr)                                     \
    LOOP_HEAD(name##_streams, suffix) {                                                            \
        const T *a = in[0];                                                                        \
        T *o = out;                                                                                \
        int64_t i = 0;                                                                             \
        for (; i + LANES <= n; i += LANES) {                                                       \
            VEC x = *(const VECU *)(a + i);                                                        \
            wr_stream_##suffix(o + i, expr);                                                       \
        }                                                                                          \
        const void *const rest[] = {a + i};                                                        \
        if (i < n) name##_##suffix(o + i, rest, n - i, attr);                                      \
    }

#define STREAM_LOOP_2(name, suffix, T, VEC, VECU, LANES, expr)                                     \
    LOOP_HEAD(name##_streams, suffix) {                                                            \
        const T *a = in[0], *b = in[1];                                                            \
        T *o = out;                                                                                \
        int64_t i = 0;                                                                             \
        for (; i + LANES <= n; i += LANES) {                                                       \
            VEC x = *(const VECU *)(a + i), z = *(const VECU *)(b + i);                            \
            wr_stream_##suffix(o + i, expr);                                                       \
        }                                                                                          \
        const void *const rest[] = {a + i, b + i};                                                 \
        if (i < n) name##_##suffix(o + i, rest, n - i, attr);                                      \
    }

#define SCALAR_LOOP_1(name, suffix, T, OUT, expr)                                                  \
    LOOP_HEAD(name, suffix) {                                                                      \
        const T *a = in[0];                                                                        \
        OUT *o = out;                                                                              \
        (void)attr;                                                                                \
        WR_INDEPENDENT                                                                             \
        for (int64_t i = 0; i < n; i++) {                                                          \
            T x = a[i];                                                                            \
            (void)x;                                                                               \
            o[i] = (OUT)(expr);                                                                    \
        }                                                                                          \
    }

#define SCALAR_LOOP_2(name, suffix, T, OUT, expr)                                                  \
    LOOP_HEAD(name, suffix) {                                                                      \
        const T *a = in[0], *b = in[1];                                                            \
        OUT *o = out;                                                                              \
        (void)attr;                                                                                \
        WR_INDEPENDENT                                                                             \
        for (int64_t i = 0; i < n; i++) {                                                          \
            T x = a[i], z = b[i];                                                                  \
            (void)z;                                                                               \
            o[i] = (OUT)(expr);                                                                    \
        }                                                                                          \
    }

/* Expand to an entry of a table of loops (elementwise_simd.h).  Complex dtypes have no vector loops
 * and use the reference loops. */
#define IF_TAKES(takes, what, loop) ((takes)&WEIR_TAKES_##what ? (loop) : NULL)
#define MAP_ENTRY(op, takes)                                                                       \
    {.name = #op,                                                                                  \
     .fn = {[WEIR_IN_BOOL] = IF_TAKES(takes, BOOL, op##_u8),                                       \
            [WEIR_IN_I32] = IF_TAKES(takes, INT, op##_i32),                                        \
            [WEIR_IN_I64] = IF_TAKES(takes, INT, op##_i64),                                        \
            [WEIR_IN_U64] = IF_TAKES(takes, INT, op##_u64),                                        \
            [WEIR_IN_F32] = IF_TAKES(takes, FLOAT, op##_f32),                                      \
            [WEIR_IN_F64] = IF_TAKES(takes, FLOAT, op##_f64)}},
#define LIGHT_ENTRY(op, takes)                                                                     \
    {.name = #op,                                                                                  \
     .fn = {[WEIR_IN_BOOL] = IF_TAKES(takes, BOOL, op##_u8),                                       \
            [WEIR_IN_I32] = IF_TAKES(takes, INT, op##_i32),                                        \
            [WEIR_IN_I64] = IF_TAKES(takes, INT, op##_i64),                                        \
            [WEIR_IN_U64] = IF_TAKES(takes, INT, op##_u64),                                        \
            [WEIR_IN_F32] = op##_f32,                                                              \
            [WEIR_IN_F64] = op##_f64},                                                             \
     .streams = {[WEIR_IN_F32] = op##_streams_f32, [WEIR_IN_F64] = op##_streams_f64}},

#endif
