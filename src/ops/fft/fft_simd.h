/* fft_simd.h - short Fourier transforms, one per lane of a vector, at one SIMD level.
 *
 * docs/design/fft.md explains the algorithm.  All transforms here are forward transforms, with
 * e^(-2 pi i jk/n).  Exchanging the real and imaginary parts of the input and of the output yields
 * a backward transform.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FFT_SIMD_H
#define WR_FFT_SIMD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    WR_FFT_CORE_MAX = 256, /* maximum length of a transform within a tile */
    WR_FFT_STEPS = 8,      /* maximum number of steps of such a transform */
    WR_FFT_PRIME_MAX = 31, /* the largest radix of a step */
    WR_FFT_NEAR = 16 /* maximum number of lanes; number of values of p that `near` tables cover */
};

/* A transform of length r in steps of small radices.  Tables hold pairs of reals. */
typedef struct wr_fft_core {
    int32_t r, steps;
    int32_t radix[WR_FFT_STEPS];
    /* per step: the factors w^(p * k) for p < m and 0 < k < radix */
    const void *factors[WR_FFT_STEPS];
    const void *roots[WR_FFT_STEPS]; /* per step of odd radix: the roots of unity */
} wr_fft_core;

/* A tile: one transform of length r in each lane.  The input, and likewise the output, is stored
 * either as rows, where the lanes of each entry are contiguous, or as lines, where each lane has
 * its own address. */
typedef struct wr_fft_tile {
    const wr_fft_core *core;
    int32_t lanes; /* number of lanes in use */
    const void *from_rows;
    const void *const *from_lines; /* one address per lane; used if from_rows is NULL */
    int64_t from_step;             /* distance between consecutive entries, in complex numbers */
    void *to_rows;
    void *const *to_lines; /* one address per lane; used if to_rows is NULL */
    int64_t to_step;
    /* exchange the real and imaginary parts of the input, or of the output */
    bool swap_in, swap_out;
    double scale;
    /* If `factors` is not NULL, result k is multiplied by factors[k], which is the same for all
     * lanes.  If `near` is not NULL, result k is also multiplied by near[k][lane]; for each k,
     * `near` holds WR_FFT_NEAR real parts followed by WR_FFT_NEAR imaginary parts. */
    const void *factors;
    const void *near;
    /* If lane_factors is not NULL, it is used instead of `factors`: the factors of lane i are
     * lane_factors[i][k] and near[k][lane_near[i]]. */
    const void *const *lane_factors;
    const int32_t *lane_near;
} wr_fft_tile;

typedef struct wr_fft_type {
    int32_t lanes;
    void (*tile)(const wr_fft_tile *t);
    /* `join` computes the transform y, of h + 1 complex numbers, of a contiguous real line of
     * length 2h from the transform x of its packed form.  It computes entries i and h - i for begin
     * <= i < end.  `part` computes the inverse of join. */
    void (*join)(void *y, const void *x, const void *halves, int64_t h, int64_t begin, int64_t end);
    void (*part)(void *y, const void *x, const void *halves, int64_t h, int64_t begin, int64_t end);
} wr_fft_type;

typedef struct wr_fft_simd {
    wr_fft_type f32, f64;
} wr_fft_simd;

extern const wr_fft_simd wr_fft_simd_portable, wr_fft_simd_avx2, wr_fft_simd_avx512;

#endif
