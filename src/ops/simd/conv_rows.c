/* conv_rows.c - rows and direct sums of convolutions at one level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/simd/conv_rows.h"

#include "ops/simd/level.h"

/* A bit for each of the elements low .. high - 1 of a vector. */
WR_INLINE uint32_t bits_of(int64_t low, int64_t high, int lanes) {
    uint32_t above = low <= 0 ? 0 : low >= lanes ? (uint32_t)lanes : (uint32_t)low;
    uint32_t below = high <= 0 ? 0 : high >= lanes ? (uint32_t)lanes : (uint32_t)high;
    return ((1u << below) - 1) & ~((1u << above) - 1);
}

WR_INLINE vf32 load_some_f32(const float *p, int64_t low, int64_t high) {
    uint32_t bits = bits_of(low, high, WR_F32S);
#if WR_LEVEL == 2
    return (vf32)_mm512_maskz_loadu_ps((__mmask16)bits, p);
#else
    vf32 v = {0};
    for (int i = 0; i < WR_F32S; i++)
        if (bits >> i & 1) v[i] = p[i];
    return v;
#endif
}

WR_INLINE vf64 load_some_f64(const double *p, int64_t low, int64_t high) {
    uint32_t bits = bits_of(low, high, WR_F64S);
#if WR_LEVEL == 2
    return (vf64)_mm512_maskz_loadu_pd((__mmask8)bits, p);
#else
    vf64 v = {0};
    for (int i = 0; i < WR_F64S; i++)
        if (bits >> i & 1) v[i] = p[i];
    return v;
#endif
}

#define REAL     float
#define VEC      vf32
#define VECU     vf32u
#define LANES    WR_F32S
#define NAME(x)  x##_f32
#define FMA      wr_fma_f32
#define SPLAT(x) ((vf32){0} + (x))
#include "ops/simd/conv_real.h"
#undef REAL
#undef VEC
#undef VECU
#undef LANES
#undef NAME
#undef FMA
#undef SPLAT

#define REAL     double
#define VEC      vf64
#define VECU     vf64u
#define LANES    WR_F64S
#define NAME(x)  x##_f64
#define FMA      wr_fma_f64
#define SPLAT(x) ((vf64){0} + (x))
#include "ops/simd/conv_real.h"

const wr_conv_simd WR_AT_LEVEL(wr_conv_simd) = {
    .gather = {gather_f32, gather_f64},
    .taps = {taps_f32, taps_f64},
    .dot = {dot_f32, dot_f64},
};
