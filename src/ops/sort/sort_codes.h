/* sort_codes.h - elements as unsigned keys that are in the same order, and back.
 *
 * Integers have their sign bit turned around, floats all bits if they are negative, and all of it is
 * turned once more for descending order.  NaN is the highest key, so it comes last in either order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SORT_CODING_H
#define WR_SORT_CODING_H

#include "ops/sort/sort_keys.h"

/* How a dtype's bits become a key: they are turned around by `flip`; floats those of negative
 * numbers too, and what is above `infinity` is NaN. */
typedef struct wr_coding {
    uint64_t flip, sign, infinity, nan;
    bool is_float;
    int shift; /* the logarithm of an element's size */
} wr_coding;

wr_coding wr_coding_of(int dtype, bool descending);

/* The functions for one size of element. */
typedef struct wr_coder {
    /* Keys that become elements again: -0 is below 0. */
    void (*encode)(const wr_coding *c, void *to, const void *from, int64_t n);
    void (*decode)(const wr_coding *c, void *keys, int64_t n);
    /* In a sorted row the zeros of one sign stand first; x, the row before, whose elements lie `step`
     * apart, has their order. */
    void (*mend)(const wr_coding *c, void *keys, int64_t n, const void *x, int64_t step);
    /* Elements first .. n-1 with their indices, in either form; -0 is 0. */
    void (*pack)(const wr_coding *c, uint64_t *to, const void *from, int64_t first, int64_t n);
    void (*pair)(const wr_coding *c, wr_sort_pair *to, const void *from, int64_t first, int64_t n);
    /* The key of one element; -0 is 0. */
    uint64_t (*key)(const wr_coding *c, const void *from, int64_t at);
} wr_coder;

extern const wr_coder wr_coders[4]; /* by the logarithm of the size */

/* Do a row's keys and indices fit 64 bits together?  What is sorted of it then, and if not. */
static inline wr_sort_kind wr_sort_indexed(int dtype, int64_t n) {
    return wr_dtypes[dtype].shift <= 2 && n <= UINT32_MAX ? WR_SORT_PACKED : WR_SORT_PAIR;
}

/* Refuses what has no order. */
weir_status wr_need_order(const weir_infer *c, int dtype);

#endif
