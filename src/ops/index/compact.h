/* compact.h - finds the nonzero elements of an array in order, in parallel.
 *
 * The array is split into pieces.  A first pass counts the nonzero elements of each piece; prefix
 * sums of the counts give the position of each piece in the result.  A second pass can then process
 * all pieces in parallel, with the same result as a sequential pass.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_COMPACT_H
#define WR_COMPACT_H

#include "ops/core/op.h"

enum {
    WR_COMPACT_PIECE = WR_SIZE(16384, 10),
    WR_COMPACT_BLOCK = WR_SIZE(256, 5), /* WR_COMPACT_PIECE is a multiple of this */
};

typedef struct wr_compact {
    const weir_kernel *k;
    const char *data; /* row-major */
    int dtype;
    int64_t count;
    /* The number of nonzero elements before each piece, then the total number; in scratch
     * memory. */
    int64_t *begin;
} wr_compact;

/* Return the size in bytes of the scratch memory needed for an array of `count` elements. */
uint64_t wr_compact_bytes(int64_t count);

/* Initialise `s`, with s->begin in `scratch`, and count the nonzero elements of v.  Set *total to
 * their number. */
weir_status wr_compact_count(wr_compact *s, const weir_kernel *k, const weir_view *v, void *scratch,
                             int64_t *total);

/* Call fn for blocks of consecutive nonzero elements: at[0] to at[n-1] are their row-major indices,
 * and `first` is the number of nonzero elements before them.  n is at most WR_COMPACT_BLOCK. */
typedef void wr_compact_fn(void *arg, const int64_t *at, int64_t n, int64_t first);
weir_status wr_compact_run(const wr_compact *s, wr_compact_fn *fn, void *arg);

/* Wait for `a` and return its number of nonzero elements; `reason` names the wait in profiles. */
weir_status wr_compact_ask(weir_array *a, const char *reason, int64_t *out);

#endif
