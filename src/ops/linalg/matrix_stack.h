/* matrix_stack.h - distributes the matrices of a stack over the workers.
 *
 * Small matrices are distributed in pieces, each with scratch of its own.  Large ones are solved one after the
 * other, each on all workers.  The choice is a function of the shape, so `infer` and the kernel agree on the
 * scratch.  The solver is a callback: direct_solvers.h or eigen.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_MATRIX_STACK_H
#define WR_MATRIX_STACK_H

#include "ops/core/op.h"

typedef struct wr_stack {
    int64_t count;
    bool spreads;  /* all workers work on each matrix; otherwise one thread solves a piece */
    int64_t grain; /* matrices per piece */
    uint64_t each; /* bytes of scratch per piece */
} wr_stack;

/* `count` matrices of `work` multiplications each, in `each` bytes of scratch. */
wr_stack wr_stack_of(int64_t count, bool spreads, double work, uint64_t each);

/* Bytes of scratch for all pieces. */
uint64_t wr_stack_bytes(const wr_stack *s);

/* Solve matrix `item` in `scratch`, on the workers of ctx, or on this thread if that is NULL.  *bad is -1 on
 * entry; a failure stores the index to report. */
typedef weir_status wr_stack_fn(const void *job, weir_context *ctx, char *scratch, int64_t item,
                                int64_t *bad);

/* Solve all matrices.  If some fail, *first is the first of these and *bad its index to report; otherwise *first is -1. */
weir_status wr_stack_run(const weir_kernel *k, const wr_stack *s, wr_stack_fn *fn, const void *job,
                         int64_t *first, int64_t *bad);

/* "the matrix", or "matrix 3 of 8", for a message. */
const char *wr_matrix_name(char text[48], int64_t item, int64_t count);

#endif
