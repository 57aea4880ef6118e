/* tail.h - loads and stores the partial vector at the end of a row, and sums a vector's elements.
 *
 *   tail_f32(x, n, rest)        load the last n % WR_F32S of the n elements at x into the upper
 *                               elements of a vector; the lower ones are `rest`.  This takes one
 *                               load and one mask, because copying a few bytes takes longer than
 *                               processing a short row.  Rows shorter than a vector are copied.
 *   some_f32(x, n, rest)        load the n elements at x into the lower elements of a vector; the
 *                               upper ones are `rest`
 *   keep_f32(y, v, n)           store the lower n elements of v to y
 *   across_f32(out, v, parts)   sum the elements of v pairwise: all of them into out[0] or, with
 *                               2 parts, the even ones into out[0] and the odd ones into out[1]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_TAIL_H
#define WR_TAIL_H

#include "ops/simd/level.h"

/* A vector of 0 bits followed by a vector of 1 bits. */
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
    WR_INLINE void keep_##suffix(T *y, VEC v, int64_t n) { memcpy(y, &v, (size_t)n * sizeof(T)); }

WR_TAIL(f32, float, vf32, vf32u, vi32, vi32u, WR_F32S)
WR_TAIL(f64, double, vf64, vf64u, vi64, vi64u, WR_F64S)

/* across_f32 and across_f64 add the upper half of the elements to the lower half until `parts`
 * elements are left.  At levels 1 and 2 they do so in registers. */
#if WR_LEVEL > 0
WR_INLINE __m128 quarter_f32(vf32 v) {
#if WR_LEVEL == 2
    __m256 w = _mm512_castps512_ps256((__m512)v);
    w = _mm256_add_ps(w, _mm512_extractf32x8_ps((__m512)v, 1));
#else
    __m256 w = (__m256)v;
#endif
    return _mm_add_ps(_mm256_castps256_ps128(w), _mm256_extractf128_ps(w, 1));
}
WR_INLINE void across_f32(float *out, vf32 v, int parts) {
    __m128 w = quarter_f32(v);
    w = _mm_add_ps(w, _mm_movehl_ps(w, w));
    if (parts == 1)
        _mm_store_ss(out, _mm_add_ss(w, _mm_movehdup_ps(w)));
    else
        _mm_storel_pi((__m64 *)(void *)out, w);
}
WR_INLINE void across_f64(double *out, vf64 v, int parts) {
#if WR_LEVEL == 2
    __m256d w = _mm512_castpd512_pd256((__m512d)v);
    w = _mm256_add_pd(w, _mm512_extractf64x4_pd((__m512d)v, 1));
#else
    __m256d w = (__m256d)v;
#endif
    __m128d u = _mm_add_pd(_mm256_castpd256_pd128(w), _mm256_extractf128_pd(w, 1));
    if (parts == 1)
        _mm_store_sd(out, _mm_add_sd(u, _mm_unpackhi_pd(u, u)));
    else
        _mm_storeu_pd(out, u);
}
#else
#define WR_ACROSS(suffix, T, VEC, LANES)                                                           \
    WR_INLINE void across_##suffix(T *out, VEC v, int parts) {                                     \
        T t[LANES];                                                                                \
        memcpy(t, &v, sizeof t);                                                                   \
        for (int half = LANES / 2; half >= parts; half /= 2)                                       \
            for (int k = 0; k < half; k++) t[k] += t[k + half];                                    \
        for (int k = 0; k < parts; k++) out[k] = t[k];                                             \
    }
WR_ACROSS(f32, float, vf32, WR_F32S)
WR_ACROSS(f64, double, vf64, WR_F64S)
#endif

#endif
