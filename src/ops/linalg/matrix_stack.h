/* matrix_stack.h - distributes the matrices of a stack over the workers.
 *
 * Small matrices are distributed in pieces, each with its own scratch.  Large matrices are
 * processed one after the other, each on all workers.  The choice depends only on the shape, so
 * `infer` and the kernel agree on the amount of scratch.  The function that processes a matrix is a
 * callback, which uses direct_solvers.h or eigen.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_MATRIX_STACK_H
#define WR_MATRIX_STACK_H

#include "ops/core/op.h"

typedef struct wr_stack {
    int64_t count;
    bool spreads;  /* all workers share each matrix; if false, one thread processes a piece */
    int64_t grain; /* matrices per piece */
    uint64_t each; /* bytes of scratch per piece */
} wr_stack;

/* Divide `count` matrices into pieces.  Each matrix requires `work` multiplications and `each`
 * bytes of scratch memory. */
wr_stack wr_stack_of(int64_t count, bool spreads, double work, uint64_t each);

/* Return the total size of the scratch memory of all pieces, in bytes. */
uint64_t wr_stack_bytes(const wr_stack *s);

/* Process matrix `item` using `scratch`, on the workers of ctx, or on this thread if ctx is NULL.
 * *bad is -1 on entry; if the matrix is unsuitable, store in *bad the index to report, such as that
 * of a zero pivot. */
typedef weir_status wr_stack_fn(const void *job, weir_context *ctx, char *scratch, int64_t item,
                                int64_t *bad);

/* Process all matrices.  If some are unsuitable, *first is the index of the first of these and *bad
 * is the value that fn stored for it; otherwise *first is -1. */
weir_status wr_stack_run(const weir_kernel *k, const wr_stack *s, wr_stack_fn *fn, const void *job,
                         int64_t *first, int64_t *bad);

/* Return "the matrix" if count is 1, otherwise a string such as "matrix 3 of 8", for use in a
 * message. */
const char *wr_matrix_name(char text[48], int64_t item, int64_t count);

#endif
