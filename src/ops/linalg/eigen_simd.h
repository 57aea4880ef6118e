/* eigen_simd.h - the inner loops of eigenvalue and singular value computations in double precision,
 * except matrix products.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_EIGEN_SIMD_H
#define WR_EIGEN_SIMD_H

#include <stdint.h>

typedef struct wr_eigen_simd {
    /* (x, y) = (c * x + s * y, c * y - s * x) */
    void (*rotate)(double *x, double *y, int64_t n, double c, double s);
    /* y += a * x */
    void (*add)(double *y, const double *x, int64_t n, double a);
    /* y += `by` * P * x, where P consists of rows begin to end - 1 of the upper triangle of the n x
     * n matrix S and of their mirror images.  `a` stores the upper triangle of S; the lower
     * triangle is `sign` times the upper one, and the diagonal is 0 if sign is -1. */
    void (*symmetric)(double *y, const double *a, int64_t row, const double *x, int64_t n,
                      int64_t begin, int64_t end, double by, double sign);
    /* sums[0] = the sum of w / (gap - `at`); sums[1] = the sum of w / (gap - `at`)^2 */
    void (*poles)(double sums[2], const double *gap, const double *w, int64_t n, double at);
    /* product *= delta / gap, with gap as in `gaps` below; see docs/design/eigen.md */
    void (*loewner)(double *product, const double *delta, const double *p, int64_t n, double pole,
                    int squares);
    /* gap = p - pole or, if `squares` is set, p^2 - pole^2, computed as (p - pole) * (p + pole) */
    void (*gaps)(double *gap, const double *p, int64_t n, double pole, int squares);
    /* Multiply three rows by I - beta * v * v^T from the left. */
    void (*reflect)(double *const rows[3], int64_t n, const double v[3], double beta);
    /* (x, y) = (c * x + s * y, c * y - conj(s) * x), where x and y are complex rows: rows[0] and
     * rows[1] are the real and imaginary parts of x, rows[2] and rows[3] those of y */
    void (*turn)(double *const rows[4], int64_t n, double c, const double s[2]);
    /* Return the largest absolute value, or a NaN if there is one. */
    double (*largest)(const double *x, int64_t n);
    /* to[i] = z[at[i]] / delta[at[i]]; return the sum of their squares. */
    double (*quotients)(double *to, const double *z, const double *delta, const int64_t *at,
                        int64_t n);
} wr_eigen_simd;

extern const wr_eigen_simd wr_eigen_simd_portable, wr_eigen_simd_avx2, wr_eigen_simd_avx512;

#endif
