/* distributions.h - random samples that consume a variable number of random bits.
 *
 * Element i of a call has its own stream, whose bits are a function of (seed, call, i), so the number of bits
 * that rejection consumes does not affect other elements.  Any split of the work, and every SIMD level,
 * gives the same results.  Elements are computed one at a time, with
 * the C library's functions; the fast distributions are in ops/random/random_simd.h.
 *
 * A parameter is one number for all elements or one for each.  Parameters may be computed values,
 * so they cannot be refused here: outside the domain given below (parameters are
 * finite unless stated otherwise) an element is NaN, or -1 for counts (draw_distributions.c fails
 * earlier).  Locations and scales may be any number; one that is not finite propagates
 * by ordinary arithmetic.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DISTRIBUTIONS_H
#define WR_DISTRIBUTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct wr_param {
    const double *value; /* the value for out[0], not for element 0 of the call */
    int64_t stride;      /* 0 if all elements have the same value */
};

/* Write elements first to first + n - 1 (all below 2^40) of a call to out[0] to out[n - 1]. */
typedef void wr_draw_reals(double *out, uint64_t first, int64_t n, uint64_t seed, uint64_t call,
                           const struct wr_param *p);
typedef void wr_draw_counts(int64_t *out, uint64_t first, int64_t n, uint64_t seed, uint64_t call,
                            const struct wr_param *p);

wr_draw_reals wr_gamma;            /* shape >= 0, scale */
wr_draw_reals wr_beta;             /* a > 0, b > 0 */
wr_draw_reals wr_chi_square;       /* degrees >= 0 */
wr_draw_reals wr_student_t;        /* degrees > 0 */
wr_draw_reals wr_gumbel;           /* mode, scale */
wr_draw_reals wr_laplace;          /* mean, scale */
wr_draw_reals wr_logistic;         /* mean, scale */
wr_draw_reals wr_cauchy;           /* median, scale */
wr_draw_reals wr_lognormal;        /* mean and standard deviation of the logarithm */
wr_draw_reals wr_weibull;          /* shape > 0, scale */
wr_draw_reals wr_truncated_normal; /* mean, deviation > 0, low < high (which may be infinite) */
wr_draw_reals wr_von_mises;        /* mean direction, concentration >= 0; in [-pi, pi] */

wr_draw_counts wr_poisson;  /* 0 <= mean <= 2^62 */
wr_draw_counts wr_binomial; /* trials: an integer from 0 to 2^53; 0 <= probability <= 1 */
wr_draw_counts
    wr_geometric; /* trials up to the first success, 0 < probability <= 1; at most 2^63 - 1 */

/* Convert the weights of `classes` classes (probabilities, not necessarily normalised), or their logarithms,
 * to cumulative sums.  `sums` may be `weights`.  Returns false if a weight is negative or NaN, or
 * if the sum is 0 or infinite; the sums are then invalid. */
bool wr_categorical_sums(double *sums, const double *weights, int64_t classes, bool are_logs);

/* Sample a class for each element from the cumulative sums that start at sums + i * stride for out[i]; a
 * stride of 0 uses one row for all. */
void wr_categorical(int64_t *out, uint64_t first, int64_t n, uint64_t seed, uint64_t call,
                    const double *sums, int64_t stride, int64_t classes);

/* A random permutation of the integers from 0 to n - 1, a function of (seed, call, n). */
void wr_permutation(int64_t *out, int64_t n, uint64_t seed, uint64_t call);

#endif
