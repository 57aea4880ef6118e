/* sort_codes.h - mapping of elements to unsigned keys with the same order, and back.
 *
 * Signed integers have their sign bit inverted, floats all bits if they are negative; for descending order
 * all bits are inverted once more.  NaN gets the highest key, so it comes last in either order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SORT_CODES_H
#define WR_SORT_CODES_H

#include "ops/sort/sort_keys.h"

/* How the bits of a dtype become a key: they are XORed with `flip`; for floats, those of negative
 * numbers are inverted as well, and values above `infinity` are NaN. */
typedef struct wr_coding {
    uint64_t flip, sign, infinity, nan;
    bool is_float;
    int shift; /* log2 of the element size */
} wr_coding;

wr_coding wr_coding_of(int dtype, bool descending);

/* The functions for one element size. */
typedef struct wr_coder {
    /* Keys that can be converted back: -0 is less than 0. */
    void (*encode)(const wr_coding *c, void *to, const void *from, int64_t n);
    void (*decode)(const wr_coding *c, void *keys, int64_t n);
    /* Restore the zeros of a sorted row, which are grouped by sign, to their order in x, the row before
     * sorting, which has stride `step`. */
    void (*mend)(const wr_coding *c, void *keys, int64_t n, const void *x, int64_t step);
    /* Keys of elements first .. n-1 with their indices, packed or as pairs; -0 equals 0. */
    void (*pack)(const wr_coding *c, uint64_t *to, const void *from, int64_t first, int64_t n);
    void (*pair)(const wr_coding *c, wr_sort_pair *to, const void *from, int64_t first, int64_t n);
    /* The key of one element; -0 equals 0. */
    uint64_t (*key)(const wr_coding *c, const void *from, int64_t at);
} wr_coder;

extern const wr_coder wr_coders[4]; /* by log2 of the element size */

/* The sort kind for keys with indices: packed if a key and an index fit in 64 bits, otherwise pairs. */
static inline wr_sort_kind wr_sort_indexed(int dtype, int64_t n) {
    return wr_dtypes[dtype].shift <= 2 && n <= UINT32_MAX ? WR_SORT_PACKED : WR_SORT_PAIR;
}

/* Refuses dtypes that are not ordered. */
weir_status wr_need_order(const weir_infer *c, int dtype);

#endif
