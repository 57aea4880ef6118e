/* compact.h - the nonzero elements of an array, in order, located in parallel.
 *
 * The array is split into pieces.  A first pass counts the nonzero elements of each piece; prefix sums of
 * the counts give the position of each piece in the result, so a second pass can process all pieces in
 * parallel with the same result as a sequential pass.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_COMPACT_H
#define WR_COMPACT_H

#include "ops/core/op.h"

enum {
    WR_COMPACT_PIECE = WR_SIZE(16384, 10),
    WR_COMPACT_BLOCK = WR_SIZE(256, 5), /* a divisor of the piece size */
};

typedef struct wr_compact {
    const weir_kernel *k;
    const char *data; /* row-major */
    int dtype;
    int64_t count;
    int64_t *begin; /* in scratch: nonzero elements before each piece, then the total */
} wr_compact;

uint64_t wr_compact_bytes(int64_t count);

/* Count; afterwards s->begin is `scratch`.  Returns the total. */
weir_status wr_compact_count(wr_compact *s, const weir_kernel *k, const weir_view *v, void *scratch,
                             int64_t *total);

/* fn(arg, at, n, first): the elements at[0], at[1] ... at[n-1], at most WR_COMPACT_BLOCK of them, are the
 * nonzero elements number first, first + 1 ... */
typedef void wr_compact_fn(void *arg, const int64_t *at, int64_t n, int64_t first);
weir_status wr_compact_run(const wr_compact *s, wr_compact_fn *fn, void *arg);

/* The number of nonzero elements: waits for `a`; `reason` names the wait in profiles. */
weir_status wr_compact_ask(weir_array *a, const char *reason, int64_t *out);

#endif
