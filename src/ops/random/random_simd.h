/* random_simd.h - functions that fill contiguous memory with random numbers, at one SIMD level.
 *
 * Element i depends only on (seed, call, i) and the parameters, so filling [0, n) at once or in any
 * pieces gives the same bits.  The results of bits, bernoulli and integers are the same at every
 * SIMD level; the others may differ in their last bits.  philox.h defines which random bits an
 * element uses.
 *
 * The caller checks the parameters: for uniform, p0 <= p1 and p1 - p0 is finite in the output type;
 * for the others, the parameters are finite.  Types that are not in the table are filled as another
 * type and converted.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RANDOM_SIMD_H
#define WR_RANDOM_SIMD_H

#include <stdint.h>

/* Fill out[0] to out[n - 1] with the random numbers of a call, starting with its element `first`.
 * `out` is aligned to its element type. */
typedef void wr_random_fill(void *out, uint64_t first, int64_t n, uint64_t seed, uint64_t call,
                            double p0, double p1);

/* Like wr_random_fill, for integers in [low, low + count); a count of 0 stands for 2^64. */
typedef void wr_random_fill_integers(void *out, uint64_t first, int64_t n, uint64_t seed,
                                     uint64_t call, int64_t low, uint64_t count);

struct wr_random_simd {
    wr_random_fill *bits_u32;        /* parameters are ignored */
    wr_random_fill *bits_u64;        /* parameters are ignored */
    wr_random_fill *uniform_f32;     /* [p0, p1) in steps of (p1 - p0) * 2^-24 */
    wr_random_fill *uniform_f64;     /* [p0, p1) in steps of (p1 - p0) * 2^-53 */
    wr_random_fill *normal_f32;      /* mean p0, standard deviation p1; at most 6.8 deviations from
                                      * the mean */
    wr_random_fill *normal_f64;      /* mean p0, standard deviation p1; at most 9.5 deviations from
                                      * the mean */
    wr_random_fill *exponential_f32; /* mean p0; at most 22.9 times the mean; never 0 if p0 is 1 */
    wr_random_fill *exponential_f64; /* mean p0; at most 45.1 times the mean; never 0 if p0 is 1 */
    wr_random_fill *bernoulli_u8;    /* 1 with probability p0, to within 2^-32; otherwise 0 */
    wr_random_fill_integers *integers_i32; /* low + count <= 2^31 */
    wr_random_fill_integers *integers_i64; /* low + count <= 2^63 */
};

extern const struct wr_random_simd wr_random_simd_portable, wr_random_simd_avx2,
    wr_random_simd_avx512;

#endif
