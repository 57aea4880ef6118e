/* sort_codes.h - maps elements to unsigned keys with the same order, and back.
 *
 * The sign bit of signed integers and floats is inverted, and so are all other bits of negative
 * floats.  For descending order, all bits of the result are inverted.  NaN gets the highest key, so
 * it comes last in either order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SORT_CODES_H
#define WR_SORT_CODES_H

#include "ops/sort/sort_codes_simd.h"
#include "ops/sort/sort_keys.h"

wr_coding wr_coding_of(int dtype, bool descending);

/* Return the functions for the elements of a dtype. */
static inline const wr_coder *wr_coder_of(const weir_kernel *k, int dtype) {
    return &wr_simd_of(k)->coders->of[wr_dtypes[dtype].shift];
}

/* Return the sort kind for keys with indices: packed if a key and an index fit in 64 bits,
 * otherwise pairs. */
static inline wr_sort_kind wr_sort_indexed(int dtype, int64_t n) {
    return wr_dtypes[dtype].shift <= 2 && n <= UINT32_MAX ? WR_SORT_PACKED : WR_SORT_PAIR;
}

/* Fail if the dtype is complex, because complex numbers are not ordered. */
weir_status wr_need_order(const weir_infer *c, int dtype);

#endif
