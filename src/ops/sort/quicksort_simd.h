/* quicksort_simd.h - sorts a row of unsigned keys with vectors.
 *
 * Equal keys have equal bits, so the result is the same as that of any other sort.  Keys that carry
 * an index (WR_SORT_PACKED) are all different and sorted as 64-bit numbers, hence by key, then by
 * index: the order that a stable sort by key gives.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_QUICKSORT_SIMD_H
#define WR_QUICKSORT_SIMD_H

#include <stdbool.h>
#include <stdint.h>

/* Sort n keys in place.  `other` is a buffer for n keys. */
typedef void wr_sort_fn(void *a, void *other, int64_t n);

/* A part of a row.  Its n keys, in `to` or, if `away` is set, in `other`, are to be sorted into `to`.
 * Both have room for n keys and belong to this part alone. */
typedef struct wr_sort_part {
    void *to, *other;
    int64_t n;
    bool away;
} wr_sort_part;

typedef struct wr_quicksort {
    /* Sort a part.  `rest` is called for what is not split evenly after many attempts, so that the
     * time for n keys is at most proportional to n log n. */
    void (*sort)(const wr_sort_part *p, wr_sort_fn *rest);
    /* Split a part of more than WR_SORT_HALVED keys in two, the second of which may be empty:
     * sorting both sorts the part. */
    void (*halve)(const wr_sort_part *p, wr_sort_part out[2]);
} wr_quicksort;

enum { WR_SORT_HALVED = 256 };

typedef struct wr_quicksort_simd {
    wr_quicksort u32, u64; /* NULL at levels without instructions that move elements */
} wr_quicksort_simd;

#endif
