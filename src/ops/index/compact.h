/* compact.h - the elements of an array that are not zero, in order, found by many at once.
 *
 * The array is cut into pieces.  A first pass counts in each piece; sums of the counts say where in the
 * result each piece begins; so a second pass can work on all pieces side by side and still give what one
 * walk from front to back would give.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SIEVE_H
#define WR_SIEVE_H

#include "ops/core/op.h"

enum {
    WR_SIEVE_PIECE = WR_SIZE(16384, 10),
    WR_SIEVE_BLOCK = WR_SIZE(256, 5), /* divides a piece */
};

typedef struct wr_compact {
    const weir_kernel *k;
    const char *data; /* row-major */
    int dtype;
    int64_t count;
    int64_t *begin; /* in the scratch: how many are not zero before each piece; then of all */
} wr_compact;

uint64_t wr_compact_bytes(int64_t count);

/* Count; s->begin is `scratch` afterwards.  Gives the number of all. */
weir_status wr_compact_count(wr_compact *s, const weir_kernel *k, const weir_view *v, void *scratch,
                             int64_t *total);

/* fn(arg, at, n, first): the elements at[0], at[1] ... at[n-1], at most WR_SIEVE_BLOCK of them, are the
 * first-th and following of those that are not zero. */
typedef void wr_compact_fn(void *arg, const int64_t *at, int64_t n, int64_t first);
weir_status wr_compact_run(const wr_compact *s, wr_compact_fn *fn, void *arg);

/* How many elements are not zero: waits for `a`, and counts as a wait of that reason. */
weir_status wr_compact_ask(weir_array *a, const char *reason, int64_t *out);

#endif
