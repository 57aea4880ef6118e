/* sort_simd.h - compares blocks of elements by their sort keys (sort_codes.h).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SORT_SIMD_H
#define WR_SORT_SIMD_H

#include <stdint.h>

enum { WR_ORDER_BLOCK = 64 }; /* number of elements in a block; a multiple of every vector length */

/* Examine blocks of elements, starting with the block at `from`.  Return the start of the first
 * block in which an element may have a key below `limit`, or n if there is no such block.  A key is
 * the element's bits XORed with `flip` and, if the highest bit is set, with `turn` too.  The
 * returned block may be a false positive, because this key differs from that of sort_codes.h for
 * NaN and -0; the skipped blocks contain no element with a key below `limit`. */
typedef int64_t wr_next_below_fn(const void *x, int64_t from, int64_t n, uint64_t turn,
                                 uint64_t flip, uint64_t limit);

typedef struct wr_order_simd {
    wr_next_below_fn *next_below[4]; /* indexed by log2 of the element size */
} wr_order_simd;

extern const wr_order_simd wr_order_simd_portable, wr_order_simd_avx2, wr_order_simd_avx512;

#endif
