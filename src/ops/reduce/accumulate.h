/* accumulate.h - adding up in slots: how many elements, or how much weight, fall into each.
 *
 * The elements are cut into pieces by their number and that of the slots alone; each piece has slots of its
 * own, and pieces are added in order, so that the sums are the same for any number of workers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_TALLY_H
#define WR_TALLY_H

#include "ops/core/op.h"

enum { WR_TALLY_BLOCK = WR_SIZE(256, 8) };

/* slot[0..n-1]: where the elements at, at + 1 ... go; -1: nowhere.  Gives how many of them are right, n if all
 * are. */
typedef int64_t wr_accumulation_fn(const void *arg, int64_t *slot, int64_t at, int64_t n);

typedef struct wr_accumulation {
    const weir_kernel *k;
    int64_t n, slots;
    const weir_view *weights; /* one for each element, row-major, or NULL */
    wr_accumulation_fn *fn;
    const void *arg;
    void *scratch; /* wr_accumulation_bytes of it */
    int64_t wrong; /* set: the first element that is not right, or -1 */
} wr_accumulation;

uint64_t wr_accumulation_bytes(int64_t n, int64_t slots);

/* int64 counts, or sums of weights in the dtype of `to`.  Writes nothing if an element is wrong. */
weir_status wr_accumulation_run(wr_accumulation *t, const weir_view *to);

#endif
