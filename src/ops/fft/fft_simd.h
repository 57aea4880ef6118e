/* fft_simd.h - short Fourier transforms, one per lane of a vector, at one SIMD level.
 *
 * docs/design/fft.md explains the algorithm.  All transforms here are forward, e^(-2 pi i jk/n); a
 * backward transform is the same with real and imaginary parts exchanged in the input and the
 * output.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FFT_SIMD_H
#define WR_FFT_SIMD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    WR_FFT_CORE_MAX = 256, /* most entries of a transform within a tile */
    WR_FFT_STEPS = 8,
    WR_FFT_PRIME_MAX = 31, /* the largest radix */
    WR_FFT_NEAR = 16       /* most lanes; values of p that a table of near factors covers */
};

/* A transform of length r by steps of small radices.  Tables hold pairs of reals. */
typedef struct wr_fft_core {
    int32_t r, steps;
    int32_t radix[WR_FFT_STEPS];
    const void *factors[WR_FFT_STEPS]; /* per step: w^pk for p < m, 0 < k < radix */
    const void *roots[WR_FFT_STEPS];   /* per step of odd radix: the roots of unity */
} wr_fft_core;

/* One tile: entry t of transform i is read, and entry k of its result written.  Input and output
 * are each either rows, where the lanes of an entry are contiguous, or lines, where each lane has
 * its own address. */
typedef struct wr_fft_tile {
    const wr_fft_core *core;
    int32_t lanes; /* lanes in use */
    const void *from_rows;
    const void *const *from_lines; /* if from_rows is NULL */
    int64_t from_step;             /* numbers from one entry to the next */
    void *to_rows;
    void *const *to_lines;
    int64_t to_step;
    bool swap_in, swap_out; /* exchange real and imaginary parts */
    double scale;
    /* Result k is multiplied by factor k, if `factors` is not NULL: r pairs for all lanes, or, with
     * `near`, factors[k] times near[k][lane], where each k has WR_FFT_NEAR real parts and then as
     * many imaginary parts. */
    const void *factors;
    const void *near;
    /* The same where lanes are not consecutive: each has its own factors. */
    const void *const *lane_factors;
    const int32_t *lane_near;
} wr_fft_tile;

typedef struct wr_fft_type {
    int32_t lanes;
    void (*tile)(const wr_fft_tile *t);
    /* Real lines of length 2h with contiguous numbers: entries i and h - i for begin <= i < end.
     * join: y, h + 1 numbers, is the line's transform and x that of its packed form; part is the
     * inverse. */
    void (*join)(void *y, const void *x, const void *halves, int64_t h, int64_t begin, int64_t end);
    void (*part)(void *y, const void *x, const void *halves, int64_t h, int64_t begin, int64_t end);
} wr_fft_type;

typedef struct wr_fft_simd {
    wr_fft_type f32, f64;
} wr_fft_simd;

extern const wr_fft_simd wr_fft_simd_portable, wr_fft_simd_avx2, wr_fft_simd_avx512;

#endif
