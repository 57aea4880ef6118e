/* vmath_reduce.h - reduces very large angles modulo pi / 2, by the method of Payne and Hanek.
 *
 * The angle is a = m * 2^e, where m is a 64-bit integer.  The leading bits of 2/pi contribute only
 * multiples of four quarter turns to the product with a, so they are skipped, and the next 192 bits
 * are enough.  The product of these bits with m has the quadrant in its two top bits and the
 * remainder below.  Elements are processed one at a time, in integers, because such angles are
 * rare.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_VMATH_REDUCE_H
#define WR_VMATH_REDUCE_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* The bits of 2/pi after the binary point, preceded by a word of zeros. */
static const uint64_t wr_two_over_pi[] = {
    0,
    0xa2f9836e4e441529,
    0xfc2757d1f534ddc0,
    0xdb6295993c439041,
    0xfe5163abdebbc561,
    0xb7246e3a424dd2e0,
    0x06492eea09d1921c,
    0xfe1deb1cb129a73e,
    0xe88235f52ebb4484,
    0xe99c7026b45f7e41,
    0x3991d639835339f4,
    0x9c845f8bbdf9283b,
    0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f,
    0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab,
    0xf0cfbc209af4361d,
};

/* Return 64 bits of the table, starting at bit `at`. */
static inline uint64_t wr_two_over_pi_bits(unsigned at) {
    unsigned word = at / 64, shift = at % 64;
    uint64_t high = wr_two_over_pi[word] << shift;
    return shift ? high | wr_two_over_pi[word + 1] >> (64 - shift) : high;
}

/* Return a - q * pi / 2, which is between -pi/4 and pi/4, for a finite a >= 2; *quadrant becomes q
 * modulo 4. */
static inline double wr_reduce_huge(double a, unsigned *quadrant) {
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    uint64_t m = (bits << 11) | (uint64_t)1 << 63;
    /* Index of the first bit that is not skipped. */
    unsigned at = (unsigned)(bits >> 52) - 1023 - 63 - 2 + 64;
    uint64_t w0 = wr_two_over_pi_bits(at), w1 = wr_two_over_pi_bits(at + 64),
             w2 = wr_two_over_pi_bits(at + 128);
    unsigned __int128 last = (unsigned __int128)m * w2, middle = (unsigned __int128)m * w1;
    middle += last >> 64;
    uint64_t top = m * w0 + (uint64_t)(middle >> 64);
    unsigned __int128 turns = (unsigned __int128)top << 64 | (uint64_t)middle;
    /* As a signed integer, the fraction ranges from -1/2 to 1/2 of a quarter turn. */
    __int128 fraction = (__int128)(turns << 2 | (uint64_t)last >> 62);
    *quadrant = ((unsigned)(top >> 62) + (fraction < 0)) & 3;
    double high = (double)fraction, rest = (double)(fraction - (__int128)high);
    double r = high * 0x1.921fb54442d18p+0, r_low = fma(high, 0x1.921fb54442d18p+0, -r);
    r_low += high * 0x1.1a62633145c07p-54 + rest * 0x1.921fb54442d18p+0;
    return (r + r_low) * 0x1p-128;
}

#endif
