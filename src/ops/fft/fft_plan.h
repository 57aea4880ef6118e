/* fft_plan.h - the factorisation of a Fourier transform into short transforms, and its tables.
 *
 * docs/design/fft.md explains the algorithm.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FFT_PLAN_H
#define WR_FFT_PLAN_H

#include "ops/core/op.h"
#include "ops/fft/fft_simd.h"

enum { WR_FFT_PASSES = 24 };

/* The factorisation: n is the product of the radices of the passes.  If n has a large prime factor,
 * the transform is computed by a cyclic convolution of length `padded`, and the passes are those of
 * that length. */
typedef struct wr_fft_cut {
    int64_t n;
    int64_t padded; /* 0 if n has no large prime factor */
    int32_t passes;
    int32_t radix[WR_FFT_PASSES];
} wr_fft_cut;

void wr_fft_cut_of(int64_t n, wr_fft_cut *cut);

/* A pass of radix r with n entries left to transform, and m = n / r.  Its twiddle factors are
 * w^(p*k) for p < m and k < r, with w = e^(-2 pi i/n).  The first pass has as many factors as the
 * transform has entries.  To keep its tables small, each factor is computed as the product of two:
 * one for p & ~15, stored in `far`, and one for p & 15, stored in `near` in the layout of
 * wr_fft_tile. */
typedef struct wr_fft_pass {
    wr_fft_core core;
    int64_t m, before; /* before: the product of the radices of earlier passes */
    const void *far;   /* r factors for each p (first pass: for every 16th p); last pass: NULL */
    const void *near;  /* NULL except in the first pass */
} wr_fft_pass;

/* The tables for one length and precision.  Immutable, except for the fields protected by the lock
 * of the cache. */
typedef struct wr_fft_plan {
    wr_fft_cut cut;
    bool wide;       /* double precision */
    bool has_halves; /* `halves` is not NULL */
    wr_fft_pass pass[WR_FFT_PASSES];
    const void *chirp; /* e^(-pi i j^2/n), j < n, for transforms computed by a convolution */
    void *filter;      /* the transform of the chirp's conjugate, divided by `padded` */
    /* e^(-2 pi i k/(2n)), k <= n/2, for real transforms of length 2n; or NULL */
    const void *halves;
    /* users and used: protected by the lock of the cache; bytes and block: immutable */
    int64_t users; /* number of callers that hold the plan */
    uint64_t used; /* the cache's clock at the last use */
    size_t bytes;  /* size of `block` in bytes */
    void *block;   /* the memory of all tables */
} wr_fft_plan;

/* Return the plan for a length, with `halves` if requested, or NULL if out of memory.  The caller
 * must release it with wr_fft_plan_give. */
wr_fft_plan *wr_fft_plan_take(int64_t n, bool wide, bool halves);
void wr_fft_plan_give(wr_fft_plan *plan);

/* Transform one line of complex doubles in place, on this thread.  plan->cut.padded must be 0;
 * `buffer` has space for two lines.  Used to compute tables. */
void wr_fft_line(const wr_simd *simd, const wr_fft_plan *plan, double *line, double *buffer);

#endif
