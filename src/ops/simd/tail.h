/* tail.h - what comes behind the whole vectors of a line: the elements that do not fill one, and what
 * the places of a vector are together.
 *
 *   tail_f32(x, n, rest)      the last n % WR_F32S of n elements in its upper places and `rest` below:
 *                             one load and one mask, for a copy of a few bytes takes longer than a
 *                             short line does.  Lines shorter than a vector are copied.
 *   some_f32(x, n, rest)      the n elements at x in its lower places and `rest` above
 *   keep_f32(y, v, n)         the lower n places of v, to y
 *   across_f32(out, v, parts) the sum of its places, in pairs; with 2 parts, of the even and of the odd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SIMD_TAIL_H
#define WR_SIMD_TAIL_H

#include "ops/simd/level.h"

/* Zeros for one vector, then ones for one. */
#if WR_LEVEL == 2
#define WR_TAIL_MASK 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1
#elif WR_LEVEL == 1
#define WR_TAIL_MASK 0, 0, 0, 0, -1, -1, -1, -1
#else
#define WR_TAIL_MASK 0, 0, -1, -1
#endif
static const int64_t wr_tail_mask[2 * WR_F64S] __attribute__((unused)) = {WR_TAIL_MASK};

#define WR_TAIL(suffix, T, VEC, VECU, VI, VIU, LANES)                                              \
    WR_INLINE VI tail_mask_##suffix(int64_t n) {                                                   \
        return *(const VIU *)(const void *)((const char *)wr_tail_mask +                           \
                                            n % LANES * (int64_t)sizeof(T));                       \
    }                                                                                              \
    WR_INLINE VEC tail_##suffix(const T *x, int64_t n, T rest) {                                   \
        VEC v = (VEC){0} + rest;                                                                   \
        if (n < LANES) {                                                                           \
            for (int64_t i = 0; i < n; i++) v[LANES - n + i] = x[i];                               \
            return v;                                                                              \
        }                                                                                          \
        VI mask = tail_mask_##suffix(n);                                                           \
        return (VEC)((mask & (VI) * (const VECU *)(x + n - LANES)) | (~mask & (VI)v));             \
    }                                                                                              \
    WR_INLINE VEC some_##suffix(const T *x, int64_t n, T rest) {                                   \
        VEC v = (VEC){0} + rest;                                                                   \
        memcpy(&v, x, (size_t)n * sizeof(T));                                                      \
        return v;                                                                                  \
    }                                                                                              \
    WR_INLINE void keep_##suffix(T *y, VEC v, int64_t n) { memcpy(y, &v, (size_t)n * sizeof(T)); } \
    WR_INLINE void across_##suffix(T *out, VEC v, int parts) {                                     \
        T t[LANES];                                                                                \
        memcpy(t, &v, sizeof t);                                                                   \
        for (int half = LANES / 2; half >= parts; half /= 2)                                       \
            for (int k = 0; k < half; k++) t[k] += t[k + half];                                    \
        for (int k = 0; k < parts; k++) out[k] = t[k];                                             \
    }
WR_TAIL(f32, float, vf32, vf32u, vi32, vi32u, WR_F32S)
WR_TAIL(f64, double, vf64, vf64u, vi64, vi64u, WR_F64S)

#endif
