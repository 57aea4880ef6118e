/* accumulate.h - counts elements, or sums their weights, by slot: the kernel of bincount and
 * histogram.
 *
 * The elements are divided into pieces, whose number depends only on the numbers of elements and
 * slots.  Each piece has its own slots, and the slots of all pieces are added in order, so the sums
 * are the same for any number of workers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ACCUMULATE_H
#define WR_ACCUMULATE_H

#include "ops/core/op.h"

enum { WR_ACCUMULATION_BLOCK = WR_SIZE(256, 8) };

/* Set slot[i] to the slot of element `at + i`, for each i < n, or to -1 if the element is skipped.
 * Return the number of elements before the first invalid one, or n if all are valid. */
typedef int64_t wr_accumulation_fn(const void *arg, int64_t *slot, int64_t at, int64_t n);

typedef struct wr_accumulation {
    const weir_kernel *k;
    int64_t n, slots;         /* n: number of elements; slots: number of slots */
    const weir_view *weights; /* one weight per element, row-major; NULL to count elements */
    wr_accumulation_fn *fn;
    const void *arg;
    void *scratch; /* wr_accumulation_bytes(n, slots) bytes */
    int64_t wrong; /* result: the index of the first invalid element, or -1 */
} wr_accumulation;

/* Return the number of pieces. */
int64_t wr_accumulation_pieces(int64_t n, int64_t slots);

/* Return the number of bytes of scratch. */
uint64_t wr_accumulation_bytes(int64_t n, int64_t slots);

/* Write int64 counts, or sums of weights in the dtype of `to`.  If an element is invalid, set
 * t->wrong and write nothing. */
weir_status wr_accumulation_run(wr_accumulation *t, const weir_view *to);

#endif
