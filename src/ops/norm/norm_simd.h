/* norm_simd.h - the inner loops of normalisations over contiguous reals, at one SIMD level.
 *
 * Means and variances are computed by the loops of ops/reduce/reduce_simd.h and passed to the loops
 * here.  In
 *
 *   u = (x - mean) * by        where by = 1 / sqrt(variance + eps)
 *
 * the mean is a double and is subtracted in two parts, so that u loses no digits if the mean is
 * large.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_NORM_SIMD_H
#define WR_NORM_SIMD_H

#include <stdbool.h>
#include <stdint.h>

/* Statistics of columns: arrays with one element per column, in the element type of the loops. */
typedef struct wr_norm_cols {
    const void *high, *low; /* the two parts of the mean */
    const void *by;
} wr_norm_cols;

/* One row of the backward pass. */
typedef struct wr_norm_row {
    void *dx;
    const void *x, *dy;
    double mean, by, a, b; /* dx = by * (dy * weight - a - u * b) */
} wr_norm_row;

enum { WR_NORM_ROWS = 2 }; /* maximum number of rows processed together in the backward pass */

/* The loops for one type.  If `streams` is true, the result is written with non-temporal stores. */
typedef struct wr_norm_type {
    /* Return the sum of x^2. */
    double (*squares)(const void *x, int64_t n);
    /* y = u * weight + bias, with one weight and bias per element; a NULL weight means 1, a NULL
     * bias 0 */
    void (*row)(void *y, const void *x, int64_t n, double mean, double by, const void *weight,
                const void *bias, bool streams);
    /* y = u * weight + bias, with the same weight and bias for all elements */
    void (*run)(void *y, const void *x, int64_t n, double mean, double by, double weight,
                double bias, bool streams);
    /* y = u * weight + bias, where u is computed with the statistics of its column */
    void (*cols)(void *y, const void *x, int64_t n, wr_norm_cols s, const void *weight,
                 const void *bias);

    /* Return the sums of z, z^2, h and h * z, where z = x - shift and h = dy * weight, or h = dy if
     * weight is NULL. */
    void (*row_start)(double sums[4], const void *x, const void *dy, int64_t n, double shift,
                      const void *weight);
    /* For each of `count` rows: dx = by * (dy * weight - a - u * b), d_weight += dy * u and
     * d_bias += dy. */
    void (*rows_back)(const wr_norm_row *rows, int64_t count, int64_t n, const void *weight,
                      void *d_weight, void *d_bias, bool streams);
    /* sums[0] += the sum of h, sums[1] += the sum of h * u, with h as in row_start */
    void (*row_sums)(double sums[2], const void *x, const void *dy, int64_t n, double mean,
                     double by, const void *weight);
    /* dx = by * (dy * weight - a - u * b); if weight is NULL, every weight is `each` */
    void (*row_back)(void *dx, const void *x, const void *dy, int64_t n, double mean, double by,
                     const void *weight, double each, double a, double b, bool streams);
    /* sum += dy, product += dy * u */
    void (*col_sums)(void *sum, void *product, const void *x, const void *dy, int64_t n,
                     wr_norm_cols s);
    /* dx = factor * (dy - a - u * b) */
    void (*col_back)(void *dx, const void *x, const void *dy, int64_t n, wr_norm_cols s,
                     const void *factor, const void *a, const void *b);
    /* total += sum; sum = 0 */
    void (*flush)(double *total, void *sum, int64_t n);
} wr_norm_type;

typedef struct wr_norm_simd {
    /* required after non-temporal stores, before other threads read the data */
    void (*fence)(void);
    wr_norm_type f32, f64;
} wr_norm_simd;

extern const wr_norm_simd wr_norm_simd_portable, wr_norm_simd_avx2, wr_norm_simd_avx512;

#endif
