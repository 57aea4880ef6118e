/* sort_simd.h - comparing many elements by the keys that they are sorted by (sort_codes.h).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SIMD_ORDER_LOOPS_H
#define WR_SIMD_ORDER_LOOPS_H

#include <stdint.h>

enum { WR_ORDER_BLOCK = 64 }; /* elements: one vector of bytes at least */

/* From `from` on, in steps of a block, the first block of which an element may have a key below `limit`; n if
 * there is none.  A key is the element's bits with `flip` turned around, and, where the highest bit is
 * set, `turn` too.  What is found may be wrong about NaN and -0, what is left out is right. */
typedef int64_t wr_next_below_fn(const void *x, int64_t from, int64_t n, uint64_t turn,
                                 uint64_t flip, uint64_t limit);

typedef struct wr_order_simd {
    wr_next_below_fn *next_below[4]; /* by the logarithm of an element's size */
} wr_order_simd;

extern const wr_order_simd wr_order_simd_portable, wr_order_simd_avx2, wr_order_simd_avx512;

#endif
