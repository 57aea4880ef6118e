/* distributions.c - random samples by rejection, inversion and transformation, one at a time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/random/distributions.h"

#include <math.h>

#include "ops/random/philox.h"

typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t i64;
#define DRAW         static
#define PHILOX       wr_philox
#define IS_FINITE(x) isfinite(x)
#define NOT_A_NUMBER ((double)NAN)
#include "ops/random/draws.cu"

/* ---- Loops ----------------------------------------------------------------------------------- */

#define AT(k) p[k].value[i * p[k].stride]
#define AT1   AT(0)
#define AT2   AT(0), AT(1)
#define AT4   AT(0), AT(1), AT(2), AT(3)

#define LOOP(name, type, parameters)                                                               \
    void wr_##name(type *out, uint64_t first, int64_t n, uint64_t seed, uint64_t call,             \
                   const struct wr_param *p) {                                                     \
        for (int64_t i = 0; i < n; i++) {                                                          \
            struct draw d = begin_draw(seed, call, first + (uint64_t)i);                           \
            out[i] = draw_##name(&d, parameters);                                                  \
        }                                                                                          \
    }

LOOP(gamma, double, AT2)
LOOP(beta, double, AT2)
LOOP(chi_square, double, AT1)
LOOP(student_t, double, AT1)
LOOP(gumbel, double, AT2)
LOOP(laplace, double, AT2)
LOOP(logistic, double, AT2)
LOOP(cauchy, double, AT2)
LOOP(lognormal, double, AT2)
LOOP(weibull, double, AT2)
LOOP(truncated_normal, double, AT4)
LOOP(von_mises, double, AT2)
LOOP(poisson, int64_t, AT1)
LOOP(binomial, int64_t, AT2)
LOOP(geometric, int64_t, AT1)

/* ---- Categorical sampling and permutations --------------------------------------------------- */

bool wr_categorical_sums(double *sums, const double *weights, int64_t classes, bool are_logs) {
    double top = -INFINITY, sum = 0;
    for (int64_t i = 0; i < classes && are_logs; i++) top = fmax(top, weights[i]);
    if (top == INFINITY || (are_logs && top == -INFINITY)) return false;
    for (int64_t i = 0; i < classes; i++) {
        double weight = are_logs ? exp(weights[i] - top) : weights[i];
        if (!(weight >= 0)) return false;
        sums[i] = sum += weight;
    }
    return sum > 0 && isfinite(sum);
}

/* Return the first class whose cumulative sum exceeds u times the total.  Such a class exists
 * because u < 1, and its weight is not 0. */
static int64_t choose(const double *sums, int64_t classes, double u) {
    double x = u * sums[classes - 1];
    int64_t low = 0, high = classes - 1;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (sums[middle] > x)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

void wr_categorical(int64_t *out, uint64_t first, int64_t n, uint64_t seed, uint64_t call,
                    const double *sums, int64_t stride, int64_t classes) {
    for (int64_t i = 0; i < n; i++) {
        struct draw d = begin_draw(seed, call, first + (uint64_t)i);
        out[i] = choose(sums + i * stride, classes, uniform(&d));
    }
}

/* Compute the 64-bit random words of a group, in order; each block holds two of them. */
static void make_group(uint64_t out[2 * WR_PHILOX_GROUP], uint64_t seed, uint64_t call,
                       uint64_t group) {
    for (uint64_t b = 0; b < WR_PHILOX_GROUP; b++) {
        uint32_t word[4];
        wr_philox(seed, call, group * WR_PHILOX_GROUP + b, word);
        out[b] = (uint64_t)word[1] << 32 | word[0];
        out[b + WR_PHILOX_GROUP] = (uint64_t)word[3] << 32 | word[2];
    }
}

/* The inside-out variant of the Fisher-Yates shuffle.  Step i scales the call's 64-bit random word
 * i to an integer from 0 to i; i is so far below 2^64 that the bias is negligible. */
void wr_permutation(int64_t *out, int64_t n, uint64_t seed, uint64_t call) {
    __extension__ typedef unsigned __int128 u128;
    enum { GROUP = 2 * WR_PHILOX_GROUP };
    uint64_t r[GROUP];
    for (int64_t i = 0; i < n; i++) {
        if (i % GROUP == 0) make_group(r, seed, call, (uint64_t)i / GROUP);
        int64_t j = (int64_t)((u128)r[i % GROUP] * ((uint64_t)i + 1) >> 64);
        if (j < i) out[i] = out[j];
        out[j] = i;
    }
}
