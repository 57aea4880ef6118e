/* order_loops.h - comparing many elements by the keys that they are sorted by (sort_coding.h).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SIMD_ORDER_LOOPS_H
#define WR_SIMD_ORDER_LOOPS_H

#include <stdbool.h>
#include <stdint.h>

/* May one of n elements have a key below `limit`?  A key is the element's bits, `flip` turned around, and
 * of those with the highest bit set `turn` too.  "Yes" may be wrong about NaN and -0, "no" is right. */
typedef bool wr_any_below_fn(const void *x, int64_t n, uint64_t turn, uint64_t flip,
                             uint64_t limit);

typedef struct wr_order_simd {
    wr_any_below_fn *any_below[4]; /* by the logarithm of an element's size */
} wr_order_simd;

extern const wr_order_simd wr_order_simd_portable, wr_order_simd_avx2, wr_order_simd_avx512;

#endif
