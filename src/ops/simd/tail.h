/* tail.h - the last elements of a line, where they do not fill a vector.
 *
 * tail_f32(x, n, rest) has the last n % WR_F32S of n elements in its upper places and `rest`
 * below: one load and one mask, for a copy of a few bytes takes longer than a short line does. 
 * Lines shorter than a vector are copied.
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
    }
WR_TAIL(f32, float, vf32, vf32u, vi32, vi32u, WR_F32S)
WR_TAIL(f64, double, vf64, vf64u, vi64, vi64u, WR_F64S)

#endif
