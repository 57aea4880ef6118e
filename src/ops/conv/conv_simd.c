/* conv_simd.c - the inner loops of convolutions, compiled once per SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/conv/conv_simd.h"

#include "ops/simd/level.h"
#include "ops/simd/tail.h"
#include "ops/simd/tile_rows.h"

/* elements_between returns a mask that selects the elements low .. high - 1 of a vector.
 * load_between reads the selected elements and sets the others to 0 without accessing their
 * memory. */
#if WR_LEVEL == 2

typedef uint32_t between;
WR_INLINE between elements_between(int64_t low, int64_t high, int64_t lanes) {
    uint32_t above = low <= 0 ? 0 : low >= lanes ? (uint32_t)lanes : (uint32_t)low;
    uint32_t below = high <= 0 ? 0 : high >= lanes ? (uint32_t)lanes : (uint32_t)high;
    return ((1u << below) - 1) & ~((1u << above) - 1);
}
WR_INLINE vf32 load_between_f32(const float *p, between b) {
    return (vf32)_mm512_maskz_loadu_ps((__mmask16)b, p);
}
WR_INLINE vf64 load_between_f64(const double *p, between b) {
    return (vf64)_mm512_maskz_loadu_pd((__mmask8)b, p);
}

#else

typedef struct between {
    int64_t low, high;
} between;
WR_INLINE between elements_between(int64_t low, int64_t high, int64_t lanes) {
    return (between){low < 0 ? 0 : low, high > lanes ? lanes : high};
}
#if WR_LEVEL == 1
WR_INLINE vf32 load_between_f32(const float *p, between b) {
    const __m256i at = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i below = _mm256_cmpgt_epi32(_mm256_set1_epi32((int)b.low), at);
    __m256i mask =
        _mm256_andnot_si256(below, _mm256_cmpgt_epi32(_mm256_set1_epi32((int)b.high), at));
    return (vf32)_mm256_maskload_ps(p, mask);
}
WR_INLINE vf64 load_between_f64(const double *p, between b) {
    const __m256i at = _mm256_setr_epi64x(0, 1, 2, 3);
    __m256i below = _mm256_cmpgt_epi64(_mm256_set1_epi64x(b.low), at);
    __m256i mask = _mm256_andnot_si256(below, _mm256_cmpgt_epi64(_mm256_set1_epi64x(b.high), at));
    return (vf64)_mm256_maskload_pd(p, mask);
}
#else
WR_INLINE vf32 load_between_f32(const float *p, between b) {
    vf32 v = {0};
    for (int64_t i = b.low; i < b.high; i++) v[i] = p[i];
    return v;
}
WR_INLINE vf64 load_between_f64(const double *p, between b) {
    vf64 v = {0};
    for (int64_t i = b.low; i < b.high; i++) v[i] = p[i];
    return v;
}
#endif

#endif

/* Maximum number of rows in a tile of dot products: r rows need 5 * r registers for sums and r + 1
 * for operands. */
#if WR_LEVEL == 2 || WR_NEON
enum { DOT_ROWS = 4 };
#define EACH_DOT_ROWS(X) X(1) X(2) X(3) X(4)
#else
enum { DOT_ROWS = 2 };
#define EACH_DOT_ROWS(X) X(1) X(2)
#endif

#define REAL    float
#define VEC     vf32
#define VECU    vf32u
#define LANES   WR_F32S
#define NAME(x) x##_f32
#define FMA     wr_fma_f32
#define SPLAT   SPLAT_F32
#include "ops/conv/conv_simd_template.h"
#undef REAL
#undef VEC
#undef VECU
#undef LANES
#undef NAME
#undef FMA
#undef SPLAT

#define REAL    double
#define VEC     vf64
#define VECU    vf64u
#define LANES   WR_F64S
#define NAME(x) x##_f64
#define FMA     wr_fma_f64
#define SPLAT   SPLAT_F64
#include "ops/conv/conv_simd_template.h"

const wr_conv_simd WR_AT_LEVEL(wr_conv_simd) = {
    .gather = {gather_f32, gather_f64},
    .strip = {strip_f32, strip_f64},
    .tile = {tile_f32, tile_f64},
    .dots = {dots_f32, dots_f64},
    .dot_rows = DOT_ROWS,
    .taps = {taps_f32, taps_f64},
    .dot = {dot_f32, dot_f64},
};
