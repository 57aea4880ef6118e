/* sort_keys.h - sorts unsigned integers, with or without an index attached to each.
 *
 * All elements are first mapped to unsigned keys (sort_codes.h), so that the same sort serves every
 * dtype of a given size.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SORT_KEYS_H
#define WR_SORT_KEYS_H

#include "ops/core/op.h"
#include "ops/sort/sort_codes_simd.h"

typedef enum wr_sort_kind {
    WR_SORT_U8,
    WR_SORT_U16,
    WR_SORT_U32,
    WR_SORT_U64,
    WR_SORT_PACKED, /* a uint64_t: the key in the upper 32 bits, the index in the lower 32 bits */
    WR_SORT_PAIR,
} wr_sort_kind;

/* A row of at least this many elements is sorted by several workers together. */
enum { WR_SORT_LONG = WR_SIZE(131072, 64) };

size_t wr_sort_bytes(wr_sort_kind kind); /* bytes of one element */

/* Sort n elements in place; equal keys stay in input order.  `other` is a buffer for n elements. */
void wr_sort_row(const weir_kernel *k, wr_sort_kind kind, void *a, void *other, int64_t n);

/* Like wr_sort_row, but with all workers.  `counts` is a buffer of wr_sort_counts(n) bytes. */
size_t wr_sort_counts(int64_t n);
weir_status wr_sort_long(const weir_kernel *k, wr_sort_kind kind, void *a, void *other,
                         void *counts, int64_t n);

#endif
