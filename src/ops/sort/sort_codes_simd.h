/* sort_codes_simd.h - maps elements to unsigned keys with the same order, and back (sort_codes.h).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SORT_CODES_SIMD_H
#define WR_SORT_CODES_SIMD_H

#include <stdbool.h>
#include <stdint.h>

/* A key and its original index. */
typedef struct wr_sort_pair {
    uint64_t key;
    int64_t index;
} wr_sort_pair;

/* How the bits of an element are converted to a key.  In floats, the sign bit is inverted, and in
 * negative floats all other bits too.  The bits of all dtypes are then XORed with `flip`.  sign:
 * the sign bit.  infinity: the bits of infinity; a magnitude above it is a NaN.  nan: the bits to
 * which the key of a NaN is decoded. */
typedef struct wr_coding {
    uint64_t flip, sign, infinity, nan;
    bool is_float;
    int shift; /* log2 of the element size */
} wr_coding;

/* The functions for one element size. */
typedef struct wr_coder {
    /* Convert elements to keys, which decode converts back.  The key of -0 is less than that of
     * 0. */
    void (*encode)(const wr_coding *c, void *to, const void *from, int64_t n);
    void (*decode)(const wr_coding *c, void *keys, int64_t n);
    /* Restore the original order of the zeros in a sorted row, where they are grouped by sign.  x
     * is the row before sorting, with stride `step`. */
    void (*mend)(const wr_coding *c, void *keys, int64_t n, const void *x, int64_t step);
    /* Write the keys of elements [first, n) with their indices, either packed or as pairs.  -0 and
     * 0 have the same key. */
    void (*pack)(const wr_coding *c, uint64_t *to, const void *from, int64_t first, int64_t n);
    void (*pair)(const wr_coding *c, wr_sort_pair *to, const void *from, int64_t first, int64_t n);
    /* Return the key of one element.  -0 and 0 have the same key. */
    uint64_t (*key)(const wr_coding *c, const void *from, int64_t at);
} wr_coder;

typedef struct wr_coders_simd {
    wr_coder of[4]; /* indexed by log2 of the element size */
} wr_coders_simd;

#endif
