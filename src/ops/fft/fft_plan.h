/* fft_plan.h - how a Fourier transform is factored into short ones, and its tables.
 *
 * docs/design/fft.md explains the algorithm.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FFT_PLAN_H
#define WR_FFT_PLAN_H

#include "ops/core/op.h"
#include "ops/fft/fft_simd.h"

enum { WR_FFT_PASSES = 24 };

/* The factorisation: n is the product of the radices of the passes.  A length with a large prime factor has
 * `padded`, the length of the cyclic convolution that replaces it, whose passes these are. */
typedef struct wr_fft_cut {
    int64_t n;
    int64_t padded; /* 0: there is no large prime factor */
    int32_t passes;
    int32_t radix[WR_FFT_PASSES];
} wr_fft_cut;

void wr_fft_cut_of(int64_t n, wr_fft_cut *cut);

/* A pass of radix r with n entries left: m = n / r.  Its factors are w^pk, w = e^(-2 pi i/n), p < m and k < r.
 * The first pass has as many factors as the transform has entries, so they are computed from two: that of
 * p & ~15 (`far`, r for each), and that of p & 15 (`near`, see wr_fft_tile). */
typedef struct wr_fft_pass {
    wr_fft_core core;
    int64_t m, before; /* before: the product of the radices of earlier passes */
    const void *far;   /* later passes: r for each p; the last: NULL */
    const void *near;
} wr_fft_pass;

/* Tables of one type; immutable. */
typedef struct wr_fft_plan {
    wr_fft_cut cut;
    bool wide; /* double precision */
    bool has_halves;
    wr_fft_pass pass[WR_FFT_PASSES];
    const void *chirp;  /* of a convolution: e^(-pi i j j/n), j < n */
    void *filter;       /* the transform of its conjugate, divided by `padded` */
    const void *halves; /* e^(-2 pi i k/2n), k <= n/2, for real transforms of length 2n; or NULL */
    /* under the lock of the cache */
    int64_t users;
    uint64_t used;
    size_t bytes;
    void *block;
} wr_fft_plan;

/* The plan of a length, with `halves` if requested.  The caller gives it back.  NULL: out of memory. */
wr_fft_plan *wr_fft_plan_take(int64_t n, bool wide, bool halves);
void wr_fft_plan_give(wr_fft_plan *plan);

/* Transform one line of doubles in place, on this thread, by a plan without `padded`; `buffer` holds two lines.
 * Used to compute tables. */
void wr_fft_line(const wr_simd *simd, const wr_fft_plan *plan, double *line, double *buffer);

#endif
