/* fft_simd.c - short Fourier transforms in the lanes of vectors, compiled once per SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/fft/fft_simd.h"

#include "ops/simd/level.h"

/* Shuffles for two vectors of pairs (re, im): EVEN and ODD collect the real and the imaginary
 * parts, LOWER and HIGHER interleave them again, REVERSE reverses the order. */
#define REVERSE16 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
#define EVEN16    0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define ODD16     1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define LOWER16   0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGHER16  8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define REVERSE8  7, 6, 5, 4, 3, 2, 1, 0
#define EVEN8     0, 2, 4, 6, 8, 10, 12, 14
#define ODD8      1, 3, 5, 7, 9, 11, 13, 15
#define LOWER8    0, 8, 1, 9, 2, 10, 3, 11
#define HIGHER8   4, 12, 5, 13, 6, 14, 7, 15
#define REVERSE4  3, 2, 1, 0
#define EVEN4     0, 2, 4, 6
#define ODD4      1, 3, 5, 7
#define LOWER4    0, 4, 1, 5
#define HIGHER4   2, 6, 3, 7
#define REVERSE2  1, 0
#define EVEN2     0, 2
#define ODD2      1, 3
#define LOWER2    0, 2
#define HIGHER2   1, 3

/* Perfect shuffles of pairs: one step in transposing a square of pairs (see move_simd.c). */
#define PAIRS_LOW16  0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23
#define PAIRS_HIGH16 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31
#define PAIRS_LOW8   0, 1, 8, 9, 2, 3, 10, 11
#define PAIRS_HIGH8  4, 5, 12, 13, 6, 7, 14, 15
#define PAIRS_LOW4   0, 1, 4, 5
#define PAIRS_HIGH4  2, 3, 6, 7

#define JOIN_(a, b)      a##b
#define JOIN(a, b)       JOIN_(a, b)
#define SHUFFLE(a, b, w) __builtin_shufflevector(a, b, w)

#define T       float
#define VEC     vf32
#define VECU    vf32u
#define F(name) name##_f32
#define FMA     wr_fma_f32
#define LANES   (WR_VBYTES / 4)
#if WR_LEVEL == 2
#define EVEN       EVEN16
#define ODD        ODD16
#define LOWER      LOWER16
#define HIGHER     HIGHER16
#define REVERSE    REVERSE16
#define PAIRS_LOW  PAIRS_LOW16
#define PAIRS_HIGH PAIRS_HIGH16
#define SQUARE     8
#elif WR_LEVEL == 1
#define EVEN       EVEN8
#define ODD        ODD8
#define LOWER      LOWER8
#define HIGHER     HIGHER8
#define REVERSE    REVERSE8
#define PAIRS_LOW  PAIRS_LOW8
#define PAIRS_HIGH PAIRS_HIGH8
#define SQUARE     4
#else
#define EVEN       EVEN4
#define ODD        ODD4
#define LOWER      LOWER4
#define HIGHER     HIGHER4
#define REVERSE    REVERSE4
#define PAIRS_LOW  PAIRS_LOW4
#define PAIRS_HIGH PAIRS_HIGH4
#define SQUARE     2
#endif
#include "ops/fft/fft_simd_template.h"

#define T       double
#define VEC     vf64
#define VECU    vf64u
#define F(name) name##_f64
#define FMA     wr_fma_f64
#define LANES   (WR_VBYTES / 8)
#if WR_LEVEL == 2
#define EVEN       EVEN8
#define ODD        ODD8
#define LOWER      LOWER8
#define HIGHER     HIGHER8
#define REVERSE    REVERSE8
#define PAIRS_LOW  PAIRS_LOW8
#define PAIRS_HIGH PAIRS_HIGH8
#define SQUARE     4
#elif WR_LEVEL == 1
#define EVEN       EVEN4
#define ODD        ODD4
#define LOWER      LOWER4
#define HIGHER     HIGHER4
#define REVERSE    REVERSE4
#define PAIRS_LOW  PAIRS_LOW4
#define PAIRS_HIGH PAIRS_HIGH4
#define SQUARE     2
#else
#define EVEN    EVEN2
#define ODD     ODD2
#define LOWER   LOWER2
#define HIGHER  HIGHER2
#define REVERSE REVERSE2
#define SQUARE  1
#endif
#include "ops/fft/fft_simd_template.h"

const wr_fft_simd WR_AT_LEVEL(wr_fft_simd) = {
    .f32 = {WR_F32S, tile_f32, join_f32, part_f32},
    .f64 = {WR_F64S, tile_f64, join_f64, part_f64},
};
