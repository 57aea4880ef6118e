/* solver_common.h - functions shared by the operators that use direct methods.
 *
 * An operator provides a function that processes one matrix of the stack.  This function is called
 * in three ways: by `infer`, to measure how much scratch it needs; for one large matrix after the
 * other, using all workers; or for many small matrices in parallel, one thread per matrix
 * (matrix_stack.h).
 *
 * If a matrix contains an infinity or NaN, all of its results are NaN.  Without this rule, the way
 * a matrix is divided would determine which results are NaN.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SOLVER_COMMON_H
#define WR_SOLVER_COMMON_H

#include <complex.h>

#include "ops/core/expression.h"
#include "ops/linalg/direct_solvers.h"
#include "ops/linalg/matrix_stack.h"

/* An input or output; data is NULL in `infer`. */
typedef struct wr_operand {
    char *data;
    int32_t dtype;
} wr_operand;

/* Process matrix `item`.  *bad is -1 on entry; if the matrix is unsuitable, store in *bad the index
 * to report, such as that of a zero pivot. */
typedef weir_status (*wr_matrix_fn)(wr_direct *d, const void *job, int64_t item, int64_t *bad);

/* ---- For infer ------------------------------------------------------------------------------- */

/* wr_need_matrices fails if the input has fewer than two dimensions; wr_need_square also fails if
 * the sizes of the last two dimensions differ. */
weir_status wr_need_matrices(const weir_infer *c, uint32_t input);
weir_status wr_need_square(const weir_infer *c, uint32_t input);

/* Set *out to the dtype of the result: the promoted dtype of the inputs if it is floating-point or
 * complex, otherwise the default dtype. */
weir_status wr_matrix_dtype(const weir_infer *c, uint32_t inputs, int *out);

/* Systems A X = B, where A is n x n and B is n x cols, or X A = B, where B is cols x n.  The batch
 * dimensions of A and B broadcast. */
typedef struct wr_equations {
    int64_t n, cols;
    bool left; /* true: A X = B; false: X A = B */
    /* Strides of X and B: from one equation to the next, and from one right-hand side to the
     * next. */
    int64_t row, col;
    wr_operand a, b, x;
    int ndim; /* number of batch dimensions after broadcasting */
    int64_t batch[WEIR_NDIM_MAX];
    int a_ndim, b_ndim; /* number of batch dimensions of A and of B */
    const int64_t *a_shape, *b_shape;
} wr_equations;

/* Check that inputs 0 and 1 are A and B of a system, and set the shape and dtype of output 0, the
 * solution.  B may be a vector. */
weir_status wr_equations_infer(weir_infer *c, bool left, wr_equations *out);

/* Return the size of the scratch memory, in bytes, for `count` matrices that require `work`
 * multiplications each. */
uint64_t wr_matrices_scratch(const weir_infer *c, int dtype, int64_t count, double work,
                             wr_matrix_fn fn, const void *job);

/* ---- For kernels ----------------------------------------------------------------------------- */

static inline wr_operand wr_operand_of(const weir_view *v) {
    return (wr_operand){v->data, v->dtype};
}

/* Process all matrices of a stack; *first and *bad are as for wr_stack_run. */
weir_status wr_matrices_run(const weir_kernel *k, int64_t count, double work, wr_matrix_fn fn,
                            const void *job, int64_t *first, int64_t *bad);

/* Return `count` elements of an input, starting at `first`, in the dtype of `d`: a pointer into the
 * input if it has that dtype, otherwise a converted copy in scratch. */
const void *wr_matrix_get(wr_direct *d, wr_operand x, int64_t first, int64_t count);

/* Return the buffer for `count` elements of an output.  When they have been computed, the caller
 * must call wr_matrix_done, which converts them to the dtype of the output if necessary. */
void *wr_matrix_place(wr_direct *d, wr_operand y, int64_t first, int64_t count);
void wr_matrix_done(const wr_direct *d, wr_operand y, int64_t first, int64_t count,
                    const void *place);

/* wr_equations_of describes the systems in a kernel, as wr_equations_infer does in `infer`.
 * wr_equations_a and wr_equations_b return the index of the matrix that A or B contributes to item
 * `item` of the broadcast stack. */
wr_equations wr_equations_of(const weir_kernel *k, bool left);
int64_t wr_equations_a(const wr_equations *e, int64_t item);
int64_t wr_equations_b(const wr_equations *e, int64_t item);
static inline int64_t wr_equations_count(const wr_equations *e) {
    return wr_count(e->ndim, e->batch);
}

/* Return X as a matrix whose n rows are equations and whose columns are right-hand sides. */
static inline wr_matrix wr_equations_x(const wr_equations *e, void *x) {
    return (wr_matrix){x, e->row, e->col};
}

/* Set to NaN each solution whose right-hand side has an element that is not finite. */
void wr_equations_fill_nan(const wr_direct *d, const wr_equations *e, const void *b, void *x);

/* Set `count` elements to NaN. */
void wr_matrix_fill_nan(const wr_direct *d, void *place, int64_t count);

/* ---- Reference kernels ----------------------------------------------------------------------- */

/* Return a copy of `count` elements of a view, starting at `first`, as complex doubles, or NULL if
 * out of memory.  The caller frees it. */
double _Complex *wr_reference_get(const weir_view *v, int64_t first, int64_t count);
bool wr_reference_finite(const double _Complex *x, int64_t count);

/* Replace `a` by its inverse, by Gauss-Jordan elimination with full pivoting.  Return the
 * determinant; 0 means that there is no inverse.  `scratch` has 2 n elements. */
double _Complex wr_reference_invert(double _Complex *a, int64_t n, int64_t *scratch);

#endif
