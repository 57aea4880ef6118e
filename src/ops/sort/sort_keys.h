/* sort_keys.h - sorting unsigned integers, alone or with an index each.
 *
 * Whatever is sorted becomes an unsigned key first (sort.c), so that one order serves every dtype.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SORT_KEYS_H
#define WR_SORT_KEYS_H

#include "ops/core/op.h"

/* A key and where it came from. */
typedef struct wr_sort_pair {
    uint64_t key;
    int64_t index;
} wr_sort_pair;

typedef enum wr_sort_kind {
    WR_SORT_U8,
    WR_SORT_U16,
    WR_SORT_U32,
    WR_SORT_U64,
    WR_SORT_PACKED, /* a uint64_t: the key above, a 32-bit index below */
    WR_SORT_PAIR,
} wr_sort_kind;

/* Rows of at least so many elements are sorted by several workers together. */
enum { WR_SORT_LONG = WR_SIZE(131072, 64) };

size_t wr_sort_bytes(wr_sort_kind kind); /* of one element */

/* Sort n elements in place; equal keys keep their order.  `other` has room for as many elements. */
void wr_sort_row(wr_sort_kind kind, void *a, void *other, int64_t n);

/* The same with all workers; `counts` has room for wr_sort_counts(n) bytes. */
size_t wr_sort_counts(int64_t n);
weir_status wr_sort_long(const weir_kernel *k, wr_sort_kind kind, void *a, void *other,
                         void *counts, int64_t n);

#endif
