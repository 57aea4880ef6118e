/* solver_common.h - functions shared by the operators that solve matrices by direct methods.
 *
 * An operator provides a function that solves one matrix of the stack.  It is called in three ways:
 * by `infer` to measure its scratch memory; with all workers, for one large matrix after the other;
 * or by one thread per matrix, for many small ones (matrix_stack.h).
 *
 * A matrix that contains an infinity or NaN gives only NaN.  Otherwise the elements that are NaN
 * would depend on how the matrix is divided.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SOLVER_COMMON_H
#define WR_SOLVER_COMMON_H

#include <complex.h>

#include "ops/core/expression.h"
#include "ops/linalg/direct_solvers.h"
#include "ops/linalg/matrix_stack.h"

/* An input or output; in `infer` it has no data. */
typedef struct wr_operand {
    char *data;
    int32_t dtype;
} wr_operand;

/* *bad: the index that a failure reports, or -1. */
typedef weir_status (*wr_matrix_fn)(wr_direct *d, const void *job, int64_t item, int64_t *bad);

/* ---- For infer ------------------------------------------------------------------------------- */

/* Refuse inputs with fewer than two dimensions, or whose last two dimensions differ. */
weir_status wr_need_matrices(const weir_infer *c, uint32_t input);
weir_status wr_need_square(const weir_infer *c, uint32_t input);

/* The dtype of a result: floats and complex numbers keep theirs, others become the default
 * dtype. */
weir_status wr_matrix_dtype(const weir_infer *c, uint32_t inputs, int *out);

/* Systems A X = B, with A n x n and B n x cols, or X A = B, with B cols x n.  Their batch
 * dimensions broadcast. */
typedef struct wr_equations {
    int64_t n, cols;
    bool left; /* A X = B */
    int64_t row,
        col; /* strides in X and B from one equation to the next, and between right-hand sides */
    wr_operand a, b, x;
    int ndim; /* broadcast batch dimensions */
    int64_t batch[WEIR_NDIM_MAX];
    int a_ndim, b_ndim; /* batch dimensions of the operands */
    const int64_t *a_shape, *b_shape;
} wr_equations;

/* Check inputs 0 and 1 as equations and describe their solution as output 0; B may be a vector. */
weir_status wr_equations_infer(weir_infer *c, bool left, wr_equations *out);

/* Bytes of scratch for `count` matrices of so many multiplications each. */
uint64_t wr_matrices_scratch(const weir_infer *c, int dtype, int64_t count, double work,
                             wr_matrix_fn fn, const void *job);

/* ---- For kernels ----------------------------------------------------------------------------- */

static inline wr_operand wr_operand_of(const weir_view *v) {
    return (wr_operand){v->data, v->dtype};
}

/* Solve all of them, as wr_stack_run does. */
weir_status wr_matrices_run(const weir_kernel *k, int64_t count, double work, wr_matrix_fn fn,
                            const void *job, int64_t *first, int64_t *bad);

/* Elements of an input from `first` on in the type of `d`: in place, or cast into scratch. */
const void *wr_matrix_get(wr_direct *d, wr_operand x, int64_t first, int64_t count);

/* The buffer for elements of an output, and the call that must follow when they are computed. */
void *wr_matrix_place(wr_direct *d, wr_operand y, int64_t first, int64_t count);
void wr_matrix_done(const wr_direct *d, wr_operand y, int64_t first, int64_t count,
                    const void *place);

/* The same in a kernel, and the item of A or B for item `item` of the stack. */
wr_equations wr_equations_of(const weir_kernel *k, bool left);
int64_t wr_equations_a(const wr_equations *e, int64_t item);
int64_t wr_equations_b(const wr_equations *e, int64_t item);
static inline int64_t wr_equations_count(const wr_equations *e) {
    return wr_count(e->ndim, e->batch);
}

/* The matrix that is solved for: its n rows are equations, its columns right-hand sides. */
static inline wr_matrix wr_equations_x(const wr_equations *e, void *x) {
    return (wr_matrix){x, e->row, e->col};
}

/* Set solutions to NaN whose right-hand side has an element that is not finite. */
void wr_equations_fill_nan(const wr_direct *d, const wr_equations *e, const void *b, void *x);

/* Set all its elements to NaN. */
void wr_matrix_fill_nan(const wr_direct *d, void *place, int64_t count);

/* ---- Reference kernels ----------------------------------------------------------------------- */

/* `count` elements of a view from `first` on, as complex doubles; NULL: out of memory.  The caller
 * frees them. */
double _Complex *wr_reference_get(const weir_view *v, int64_t first, int64_t count);
bool wr_reference_finite(const double _Complex *x, int64_t count);

/* Gauss-Jordan elimination with full pivoting: a becomes its inverse.  Returns the determinant; 0
 * means that there is no inverse.  `scratch` is scratch of 2 n elements. */
double _Complex wr_reference_invert(double _Complex *a, int64_t n, int64_t *scratch);

#endif
