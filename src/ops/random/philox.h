/* philox.h - random bits as a function of a seed, a call and an element.
 *
 * Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3",
 * SC11) maps a counter of four words and a key of two words to four random words; it has no state.
 * The key and the counter are:
 *
 *   key           the seed, low word first
 *   counter 0, 1  the block number, low word first
 *   counter 2, 3  the call number, low word first
 *
 * The four words of a block therefore depend only on (seed, call, block).
 *
 * Elements are assigned to blocks in groups of 16 blocks, so that a vector of consecutive blocks
 * gives vectors of consecutive elements without shuffles:
 *
 *   32 bits per element, groups of 64:   element 16 w + b is word w of block b
 *   64 bits per element, groups of 32:   element 16 h + b is words 2 h (low) and 2 h + 1 of block b
 *   128 bits per element, groups of 16:  element b is block b, word 0 lowest
 *
 * wr_random_word32 and wr_random_word64 implement this for one element at a time, and
 * ops/random/random_simd.c implements it for vectors.  The bits do not depend on the SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_PHILOX_H
#define WR_PHILOX_H

#include <stdint.h>

/* The multipliers, and the constants that are added to the key after each round: the fractional
 * parts of the golden ratio and of sqrt(3). */
#define WR_PHILOX_M0 0xD2511F53u
#define WR_PHILOX_M1 0xCD9E8D57u
#define WR_PHILOX_W0 0x9E3779B9u
#define WR_PHILOX_W1 0xBB67AE85u

enum { WR_PHILOX_ROUNDS = 10, WR_PHILOX_GROUP = 16 }; /* GROUP: blocks per group */

static inline void wr_philox(uint64_t seed, uint64_t call, uint64_t block, uint32_t word[4]) {
    uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
    uint32_t x0 = (uint32_t)block, x1 = (uint32_t)(block >> 32);
    uint32_t x2 = (uint32_t)call, x3 = (uint32_t)(call >> 32);
    for (int round = 0; round < WR_PHILOX_ROUNDS; round++) {
        uint64_t p0 = (uint64_t)WR_PHILOX_M0 * x0, p1 = (uint64_t)WR_PHILOX_M1 * x2;
        x0 = (uint32_t)(p1 >> 32) ^ x1 ^ k0;
        x1 = (uint32_t)p1;
        x2 = (uint32_t)(p0 >> 32) ^ x3 ^ k1;
        x3 = (uint32_t)p0;
        k0 += WR_PHILOX_W0;
        k1 += WR_PHILOX_W1;
    }
    word[0] = x0;
    word[1] = x1;
    word[2] = x2;
    word[3] = x3;
}

static inline uint32_t wr_random_word32(uint64_t seed, uint64_t call, uint64_t element) {
    uint32_t word[4];
    wr_philox(seed, call, element / 64 * 16 + element % 16, word);
    return word[element / 16 % 4];
}

static inline uint64_t wr_random_word64(uint64_t seed, uint64_t call, uint64_t element) {
    uint32_t word[4];
    wr_philox(seed, call, element / 32 * 16 + element % 16, word);
    const uint32_t *half = word + element / 16 % 2 * 2;
    return (uint64_t)half[1] << 32 | half[0];
}

#endif
