/* distributions.h - random numbers that take a varying number of random bits.
 *
 * Element i of a call has a stream of its own, whose bits are a function of (seed, call, i): how
 * many of them it takes, as rejection goes, is nobody else's concern.  So any split of the work
 * writes the same bits, and so does every level of CPU features.  One element after the other, with
 * the C library's functions; what has to be fast is in ops/random/random_simd.h.
 *
 * Parameters are one number for all elements or one for each.  They may come out of a computation,
 * so nothing can be refused here: outside the domain that is given below, where parameters are
 * finite unless it says otherwise, an element is NaN, or -1 where a count is asked for (draw_distributions.c fails
 * before it comes to that).  Locations and scales may be any number; one that is not finite gives
 * what arithmetic makes of it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DISTRIBUTIONS_H
#define WR_DISTRIBUTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct wr_param {
    const double *value; /* that of out[0], not of element 0 of the call */
    int64_t stride;      /* from one element to the next; 0 when all have the same */
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
wr_draw_counts wr_binomial; /* trials: a whole number from 0 to 2^53; 0 <= probability <= 1 */
wr_draw_counts
    wr_geometric; /* trials up to the first success, 0 < probability <= 1; at most 2^63 - 1 */

/* Weights of `classes` classes (probabilities, not necessarily normalised), or logarithms of such,
 * as running sums.  `sums` may be `weights`.  False where a weight is negative or not a number, or
 * where the sum is 0 or infinite; the sums are then of no use. */
bool wr_categorical_sums(double *sums, const double *weights, int64_t classes, bool are_logs);

/* A class for each element, out of the running sums that start at sums + i * stride for out[i]; a
 * stride of 0 takes all from one row. */
void wr_categorical(int64_t *out, uint64_t first, int64_t n, uint64_t seed, uint64_t call,
                    const double *sums, int64_t stride, int64_t classes);

/* The numbers from 0 to n - 1 in random order, a function of (seed, call, n). */
void wr_permutation(int64_t *out, int64_t n, uint64_t seed, uint64_t call);

#endif
