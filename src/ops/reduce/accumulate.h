/* accumulate.h - counting elements, or summing their weights, by slot: the kernel of bincount and histogram.
 *
 * The elements are split into pieces by the number of elements and slots alone.  Each piece has its own
 * slots, and the pieces are added in order, so the sums are the same for any number of workers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ACCUMULATE_H
#define WR_ACCUMULATE_H

#include "ops/core/op.h"

enum { WR_ACCUMULATION_BLOCK = WR_SIZE(256, 8) };

/* Set slot[0..n-1] to the slots of the elements at, at + 1 ...; -1: the element is skipped.  Returns the
 * number of elements before the first invalid one, n if all are valid. */
typedef int64_t wr_accumulation_fn(const void *arg, int64_t *slot, int64_t at, int64_t n);

typedef struct wr_accumulation {
    const weir_kernel *k;
    int64_t n, slots;         /* elements; slots */
    const weir_view *weights; /* one for each element, row-major, or NULL */
    wr_accumulation_fn *fn;
    const void *arg;
    void *scratch; /* wr_accumulation_bytes() bytes */
    int64_t wrong; /* result: the index of the first invalid element, or -1 */
} wr_accumulation;

uint64_t wr_accumulation_bytes(int64_t n, int64_t slots);

/* Writes int64 counts, or sums of weights in the dtype of `to`.  Writes nothing if an element is invalid. */
weir_status wr_accumulation_run(wr_accumulation *t, const weir_view *to);

#endif
