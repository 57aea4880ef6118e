/* solver_common.h - what the operators have in common that solve matrices by direct methods.
 *
 * An operator gives a function that does one matrix of the stack.  It is called three ways: by `infer` to measure
 * the memory it takes, on all workers for one large matrix after the other, or by one thread each for many small
 * ones (matrix_stack.h).
 *
 * A matrix that has an infinity or a NaN gives NaN throughout: otherwise which of the results are would depend on
 * how the matrix is cut.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_MATRICES_H
#define WR_MATRICES_H

#include <complex.h>

#include "ops/core/expression.h"
#include "ops/linalg/direct_solvers.h"
#include "ops/linalg/matrix_stack.h"

/* An input or output, in `infer` without data. */
typedef struct wr_operand {
    char *data;
    int32_t dtype;
} wr_operand;

/* *bad: the place that a failure is to name, or -1. */
typedef weir_status (*wr_matrix_fn)(wr_direct *d, const void *job, int64_t item, int64_t *bad);

/* ---- For infer --------------------------------------------------------------------------------- */

/* Refuse what has fewer than two dimensions, or whose last two differ. */
weir_status wr_need_matrices(const weir_infer *c, uint32_t input);
weir_status wr_need_square(const weir_infer *c, uint32_t input);

/* The dtype of a result: floats and complex numbers keep theirs, others become the default one. */
weir_status wr_matrix_dtype(const weir_infer *c, uint32_t inputs, int *out);

/* Systems A X = B: matrices of n x n, and of n x cols; or X A = B, which are cols x n.  Their stacks
 * broadcast. */
typedef struct wr_equations {
    int64_t n, cols;
    bool left; /* A X = B */
    int64_t row,
        col; /* steps in X and B from one equation to the next, and from one right-hand side */
    wr_operand a, b, x;
    int ndim; /* of the stack, */
    int64_t batch[WEIR_NDIM_MAX];
    int a_ndim, b_ndim; /* and of the operands' own */
    const int64_t *a_shape, *b_shape;
} wr_equations;

/* Inputs 0 and 1 as equations, and what comes of them as output 0; B may be a vector. */
weir_status wr_equations_infer(weir_infer *c, bool left, wr_equations *out);

/* Bytes of scratch for `count` matrices of so many multiplications each. */
uint64_t wr_matrices_scratch(const weir_infer *c, int dtype, int64_t count, double work,
                             wr_matrix_fn fn, const void *job);

/* ---- For kernels ------------------------------------------------------------------------------- */

static inline wr_operand wr_operand_of(const weir_view *v) {
    return (wr_operand){v->data, v->dtype};
}

/* Do all of them, as wr_stack_run does. */
weir_status wr_matrices_run(const weir_kernel *k, int64_t count, double work, wr_matrix_fn fn,
                            const void *job, int64_t *first, int64_t *bad);

/* Elements of an input from `first` on in the type of `d`: as they lie, or cast into room that is taken. */
const void *wr_matrix_get(wr_direct *d, wr_operand x, int64_t first, int64_t count);

/* Where to put elements of an output, and what has to follow once they are there. */
void *wr_matrix_place(wr_direct *d, wr_operand y, int64_t first, int64_t count);
void wr_matrix_done(const wr_direct *d, wr_operand y, int64_t first, int64_t count,
                    const void *place);

/* The same in a kernel, and which item of A or B item `item` of the stack is made of. */
wr_equations wr_equations_of(const weir_kernel *k, bool left);
int64_t wr_equations_a(const wr_equations *e, int64_t item);
int64_t wr_equations_b(const wr_equations *e, int64_t item);
static inline int64_t wr_equations_count(const wr_equations *e) {
    return wr_count(e->ndim, e->batch);
}

/* What is solved for: n rows of it are equations, its columns the right-hand sides. */
static inline wr_matrix wr_equations_x(const wr_equations *e, void *x) {
    return (wr_matrix){x, e->row, e->col};
}

/* Solutions whose right-hand side has something that is not finite become NaN. */
void wr_equations_spoil(const wr_direct *d, const wr_equations *e, const void *b, void *x);

/* All elements of it NaN. */
void wr_matrix_spoil(const wr_direct *d, void *place, int64_t count);

/* ---- The formulas ------------------------------------------------------------------------------ */

/* `count` numbers of a view from `first` on, as complex doubles; NULL: no memory.  Free them. */
double _Complex *wr_reference_get(const weir_view *v, int64_t first, int64_t count);
bool wr_reference_finite(const double _Complex *x, int64_t count);

/* Elimination with all of a matrix searched for pivots: a becomes its inverse.  Gives the determinant, of
 * which 0 says that there is no inverse.  `room` has 2 n numbers. */
double _Complex wr_reference_invert(double _Complex *a, int64_t n, int64_t *room);

#endif
