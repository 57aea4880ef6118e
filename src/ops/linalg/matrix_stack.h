/* matrix_stack.h - stacks of matrices: those that are solved side by side, and those that all workers help with.
 *
 * `infer` and the kernel ask the same question about a stack and so agree on the scratch: small matrices are
 * shared out in pieces, each with scratch of its own, and large ones are solved one after the other.  Which
 * is a function of the shape.  Who solves a matrix is not known here: direct_solvers.h does, or eigen.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_MATRIX_STACK_H
#define WR_MATRIX_STACK_H

#include "ops/core/op.h"

typedef struct wr_stack {
    int64_t count;
    bool spreads;  /* all workers help with each; else a piece is solved by one thread */
    int64_t grain; /* matrices of a piece */
    uint64_t each; /* bytes of scratch of a piece */
} wr_stack;

/* `count` matrices of `work` multiplications each, in `each` bytes of scratch. */
wr_stack wr_stack_of(int64_t count, bool spreads, double work, uint64_t each);

/* Of scratch, for all pieces. */
uint64_t wr_stack_bytes(const wr_stack *s);

/* Solve matrix `item` in `scratch`.  ctx: whose workers help; NULL: all on this thread.  *bad, which is -1: the
 * place that a failure is to name. */
typedef weir_status wr_stack_fn(const void *job, weir_context *ctx, char *scratch, int64_t item,
                                int64_t *bad);

/* Solve all of them.  If some are bad, *first is the first of these and *bad its place; else *first is -1. */
weir_status wr_stack_run(const weir_kernel *k, const wr_stack *s, wr_stack_fn *fn, const void *job,
                         int64_t *first, int64_t *bad);

/* "the matrix", or "matrix 3 of 8", for a sentence. */
const char *wr_matrix_name(char room[48], int64_t item, int64_t count);

#endif
