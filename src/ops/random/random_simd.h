/* random_simd.h - fills of contiguous memory with random numbers, at one SIMD level.
 *
 * Element i of a fill is a function of (seed, call, i) and the parameters: a fill of [0, n) and
 * fills of any pieces of [0, n) write the same bits.  The integer fills (bits, bernoulli,
 * integers) are the same at every level; the others may differ in their last bits.  philox.h
 * defines which random bits an element uses.
 *
 * The caller checks the parameters: uniform has p0 <= p1 with p1 - p0 finite in the output's type; the
 * others have finite parameters.  Types that are not in the table are filled as another type and
 * converted.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RANDOM_SIMD_H
#define WR_RANDOM_SIMD_H

#include <stdint.h>

/* Write elements first, first + 1 ... first + n - 1 of a call to out[0], out[1] ... out[n - 1].
 * `out` has the alignment of its type. */
typedef void wr_random_fill(void *out, uint64_t first, int64_t n, uint64_t seed, uint64_t call,
                            double p0, double p1);

/* The same for integers in [low, low + count); a count of 0 stands for 2^64. */
typedef void wr_random_fill_integers(void *out, uint64_t first, int64_t n, uint64_t seed,
                                     uint64_t call, int64_t low, uint64_t count);

struct wr_random_simd {
    wr_random_fill *bits_u32;        /* parameters are ignored */
    wr_random_fill *bits_u64;        /* the same */
    wr_random_fill *uniform_f32;     /* [p0, p1) in steps of (p1 - p0) 2^-24 */
    wr_random_fill *uniform_f64;     /* [p0, p1) in steps of (p1 - p0) 2^-53 */
    wr_random_fill *normal_f32;      /* mean p0, standard deviation p1; out to 6.8 deviations */
    wr_random_fill *normal_f64;      /* the same, out to 9.5 */
    wr_random_fill *exponential_f32; /* mean p0; out to 22.9 means, never 0 for a mean of 1 */
    wr_random_fill *exponential_f64; /* the same, out to 45.1 */
    wr_random_fill *bernoulli_u8;    /* 1 with probability p0 (to 2^-32), else 0 */
    wr_random_fill_integers *integers_i32; /* low + count <= 2^31 */
    wr_random_fill_integers *integers_i64; /* low + count <= 2^63 */
};

extern const struct wr_random_simd wr_random_simd_portable, wr_random_simd_avx2,
    wr_random_simd_avx512;

#endif
