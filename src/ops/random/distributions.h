/* distributions.h - random samples that consume a variable number of random bits.
 *
 * Element i of a call has its own stream, whose bits depend only on (seed, call, i), so the number
 * of bits that rejection consumes does not affect other elements.  The results do not depend on how
 * the work is divided or on the SIMD level.  Elements are computed one at a time, with the
 * functions of the C library; the fast distributions are in ops/random/random_simd.h.
 *
 * A parameter is one value for all elements or one value per element.  These functions never fail:
 * if a parameter is outside the domain given below, the element is NaN, or -1 for counts.  Unless
 * stated otherwise, a parameter that is not finite is outside the domain.  draw_distributions.c
 * checks the parameters before it calls these functions.  Locations and scales may have any value;
 * a value that is not finite propagates by ordinary arithmetic.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DISTRIBUTIONS_H
#define WR_DISTRIBUTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct wr_param {
    const double *value; /* the value for out[0], not for element 0 of the call */
    int64_t stride;      /* 1, or 0 if all elements have the same value */
};

/* Write elements [first, first + n) of a call to `out`.  All indices must be below 2^40. */
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
wr_draw_reals wr_truncated_normal; /* mean, deviation > 0, low < high; bounds may be infinite */
wr_draw_reals wr_von_mises;        /* mean direction, concentration >= 0; result in [-pi, pi] */

wr_draw_counts wr_poisson;   /* 0 <= mean <= 2^62 */
wr_draw_counts wr_binomial;  /* trials: an integer from 0 to 2^53; 0 <= probability <= 1 */
wr_draw_counts wr_geometric; /* 0 < probability <= 1; the result is at most 2^63 - 1 */

/* Convert the weights of `classes` classes, or the logarithms of weights if `are_logs` is set, to
 * cumulative sums.  Weights are probabilities that need not be normalised.  `sums` may be equal to
 * `weights`.  Return false if a weight is negative or NaN, or if the sum is 0 or infinite; the sums
 * are then invalid. */
bool wr_categorical_sums(double *sums, const double *weights, int64_t classes, bool are_logs);

/* Sample a class for each element.  The cumulative sums for out[i] start at sums + i * stride; with
 * a stride of 0, all elements use the same sums. */
void wr_categorical(int64_t *out, uint64_t first, int64_t n, uint64_t seed, uint64_t call,
                    const double *sums, int64_t stride, int64_t classes);

/* Write a random permutation of the integers from 0 to n - 1, which depends only on
 * (seed, call, n). */
void wr_permutation(int64_t *out, int64_t n, uint64_t seed, uint64_t call);

#endif
