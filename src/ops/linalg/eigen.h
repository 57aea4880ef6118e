/* eigen.h - the components of eigh and svd; docs/design/eigen.md explains how they fit together.
 *
 *   eigen_reduce.c    reduction to tridiagonal or bidiagonal form, and the back transformation
 *   eigen_secular.c   eigenvalues of a diagonal matrix plus a matrix of rank one
 *   tridiagonal.c     eigenvalues and eigenvectors of tridiagonal matrices
 *   bidiagonal.c      singular values and vectors of bidiagonal matrices
 *
 * Everything is computed in double.  A complex matrix is two planes of doubles: the real parts and
 * the imaginary parts.  The kernel first scales each matrix so that its largest entry is about 1.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_EIGEN_H
#define WR_EIGEN_H

#include "ops/matmul/gemm.h"
#include "ops/linalg/matrix_stack.h"
#include "ops/core/op.h"
#include "ops/linalg/eigen_simd.h"

/* The context and scratch for one matrix. */
typedef struct wr_workspace {
    weir_context *ctx; /* the context whose workers are used, or NULL for this thread only */
    const wr_simd *simd;
    double *copies; /* WR_COPIES(n) elements, for negated copies of product operands */
    char *scratch;  /* scratch for matrix products */
    size_t scratch_bytes;
} wr_workspace;

enum {
    WR_BLOCK = WR_SIZE(32, 3),     /* number of columns or reflections processed together */
    WR_TREE_LEAF = WR_SIZE(24, 3), /* parts of up to this many rows are not divided */
    WR_TREE = WR_SIZE(128, 9),     /* parts of up to this many rows are solved by one worker */
};

/* Return an upper bound on the scratch memory, in bytes, that wr_gemm_run needs for products of
 * doubles whose sizes are at most m, n and k. */
size_t wr_products_scratch(int64_t m, int64_t n, int64_t k);

/* Call fn on ranges that cover 0 to count - 1, on the workers of ws->ctx. */
weir_status wr_workspace_split(const wr_workspace *ws, int64_t count, int64_t grain,
                               weir_range_fn fn, void *arg);

/* ---- Matrices in planes ---------------------------------------------------------------------- */

typedef struct wr_plane {
    double *re, *im; /* im is NULL for a real matrix */
    int64_t row, col;
} wr_plane;

static inline wr_plane wr_plane_at(wr_plane p, int64_t i, int64_t j) {
    int64_t at = i * p.row + j * p.col;
    return (wr_plane){p.re + at, p.im != NULL ? p.im + at : NULL, p.row, p.col};
}

static inline wr_plane wr_plane_transposed(wr_plane p) {
    return (wr_plane){p.re, p.im, p.col, p.row};
}

enum { WR_CONJ_A = 1, WR_CONJ_B = 2, WR_ADD = 4, WR_MINUS = 8 };

/* Compute C = A B, modified by the flags.  If A is complex or WR_MINUS is set, A may have at most
 * as many elements as ws->copies. */
weir_status wr_product(const wr_workspace *ws, int64_t m, int64_t n, int64_t k, wr_plane a,
                       wr_plane b, wr_plane c, int flags);

#define WR_COPIES(n) (2 * WR_BLOCK * (n))

/* ---- Reduction ------------------------------------------------------------------------------- */

/* `count` reflections I - tau v v^H.  Row i of `rows` is the full-length vector v of reflection i:
 * its entry i + first is 1, and the entries before that are 0. */
typedef struct wr_reflections {
    wr_plane rows;
    double *tau_re, *tau_im; /* tau_im is NULL if rows.im is NULL */
    int64_t count, length, first;
} wr_reflections;

/* Return the number of doubles of scratch that the reduction of an m x n matrix needs. */
int64_t wr_reduce_doubles(int64_t m, int64_t n, bool is_complex);

/* Reduce a Hermitian matrix A, given with both triangles: A = Q T Q^H, where T is real and
 * tridiagonal with diagonal d and off-diagonal e.  q receives the reflections whose product is Q.
 * A is overwritten. */
weir_status wr_tridiagonalise(const wr_workspace *ws, int64_t n, wr_plane a, double *d, double *e,
                              wr_reflections *q, double *scratch);

/* Reduce an m x n matrix A, m >= n: A = Q B P^H, where B is real and upper bidiagonal with diagonal
 * d and off-diagonal e.  q and p receive the reflections of Q and P.  A is overwritten. */
weir_status wr_bidiagonalise(const wr_workspace *ws, int64_t m, int64_t n, wr_plane a, double *d,
                             double *e, wr_reflections *q, wr_reflections *p, double *scratch);

/* Replace Z by Q Z, where Q is the product of the reflections; Z has q->length rows and `cols`
 * columns.  The scratch has wr_reflect_doubles elements. */
weir_status wr_reflect(const wr_workspace *ws, const wr_reflections *q, wr_plane z, int64_t cols,
                       double *scratch);
int64_t wr_reflect_doubles(int64_t cols, bool is_complex);

/* ---- Diagonal plus rank one ------------------------------------------------------------------ */

/* The equation rho_inverse + sum of z_j^2 / (p_j - x) = 0.  It has k roots, one after each pole
 * p_j.  The poles are distinct and ascending; p_j is d_j, or d_j^2 if `squares` is set. */
typedef struct wr_secular {
    int64_t k;
    const double *d, *z;
    double rho_inverse;
    bool squares;
    double *w;    /* k elements: z_j^2 */
    double *root; /* k elements: the roots, or their square roots if `squares` is set */
    /* k x k: element j of row i is p_j - root i, accurate to a few units in the last place */
    double *delta;
    int64_t row;       /* distance between rows of delta, in elements */
    double *corrected; /* k elements: the z for which the computed roots are exact, up to a factor
                        * that depends on rho */
} wr_secular;

weir_status wr_secular_solve(const wr_workspace *ws, const wr_secular *s);

/* ---- Tridiagonal and bidiagonal -------------------------------------------------------------- */

/* Replace d by the eigenvalues in ascending order; e is overwritten.  Return false if the iteration
 * does not converge. */
bool wr_tridiagonal_values(int64_t n, double *d, double *e);

/* Replace d by the eigenvalues, in any order.  Row order[i] of `vectors` (n x n) becomes the
 * eigenvector of the i-th smallest eigenvalue, which is d[order[i]]. */
weir_status wr_tridiagonal_vectors(const wr_workspace *ws, int64_t n, double *d, double *e,
                                   double *vectors, int64_t *order, double *scratch);
/* Return the number of doubles of scratch that wr_tridiagonal_vectors and wr_bidiagonal_vectors
 * need. */
int64_t wr_conquer_doubles(int64_t n);

/* Replace d by the singular values in descending order; e is overwritten.  Return false if the
 * iteration does not converge. */
bool wr_bidiagonal_values(int64_t n, double *d, double *e);

/* Replace d by the singular values, in any order.  Row order[i] of u becomes the left and row
 * order[i] of v the right singular vector of the i-th smallest singular value, which is
 * d[order[i]].  u and v are n x n. */
weir_status wr_bidiagonal_vectors(const wr_workspace *ws, int64_t n, double *d, double *e,
                                  double *u, double *v, int64_t *order, double *scratch);

#define WR_NO_CONVERGENCE WEIR_EFAILED /* the status if an iteration does not converge */

/* ---- Kernels: eigen_planes.c ----------------------------------------------------------------- */

/* A stack of `count` matrices, each m x n. */
typedef struct wr_eigen_shape {
    int64_t count, m, n;
    bool is_complex;
} wr_eigen_shape;

/* wr_eigen_shape_of returns the shape of an array of matrices, whose dtype `infer` has checked.
 * wr_eigen_stack returns how the matrices are distributed over the workers if each needs `bytes` of
 * scratch. */
wr_eigen_shape wr_eigen_shape_of(int ndim, const int64_t *shape, int dtype);
wr_stack wr_eigen_stack(const wr_eigen_shape *b, uint64_t bytes);

/* Fail unless the input has two or more dimensions and a floating-point or complex dtype.  Set
 * *computes to the dtype of the computation: float64 or complex128. */
weir_status wr_eigen_need(weir_infer *c, int *computes);
/* Fail if the size of a matrix in bytes would overflow. */
weir_status wr_eigen_need_size(const weir_infer *c, int64_t rows, int64_t cols);
static inline int wr_real_of(int dtype) {
    if (dtype == WEIR_COMPLEX64) return WEIR_FLOAT32;
    return dtype == WEIR_COMPLEX128 ? WEIR_FLOAT64 : dtype;
}

/* Solve matrix `which`, using `scratch`.  Return WEIR_EINVAL if the matrix contains NaN or an
 * infinity, WR_NO_CONVERGENCE if the iteration does not converge. */
typedef weir_status wr_solve_fn(const void *task, wr_workspace *ws, char *scratch, int64_t which);
weir_status wr_eigen_run(const weir_kernel *k, const wr_stack *s, wr_solve_fn *solve,
                         const void *task);

/* Allocate doubles in the scratch memory and advance the pointer; each array starts on a new cache
 * line.  wr_taken and wr_taken_plane return the number of bytes allocated. */
double *wr_take(char **scratch, int64_t doubles);
wr_plane wr_take_plane(char **scratch, int64_t rows, int64_t cols, bool is_complex);
static inline uint64_t wr_taken(int64_t doubles) {
    return wr_round_up((uint64_t)doubles * sizeof(double), WR_CACHE_LINE);
}
static inline uint64_t wr_taken_plane(int64_t rows, int64_t cols, bool is_complex) {
    return wr_taken(rows * cols) * (is_complex ? 2 : 1);
}

/* Read matrix `which` of the input into `to`, divided by 2^*exponent so that its largest entry is
 * about 1.  `row` is scratch for one row of complex elements.  If `lower` is set, the upper
 * triangle becomes the conjugate transpose of the lower one.  Return false if the matrix contains
 * NaN or an infinity. */
bool wr_matrix_read(const wr_simd *simd, const weir_view *x, int64_t which, wr_plane to, bool lower,
                    double *row, int *exponent);
void wr_matrix_write(const wr_simd *simd, const weir_view *y, int64_t which, wr_plane from,
                     bool conjugate, double *row);
void wr_values_write(const wr_simd *simd, const weir_view *y, int64_t which, double *values,
                     int exponent);

/* Set to[i][j] = rows[order[j]][i] for an n x n matrix; if `descending`, `order` is read
 * backwards. */
weir_status wr_matrix_transpose(const wr_workspace *ws, wr_plane to, const double *rows,
                                const int64_t *order, int64_t n, bool descending);

/* Multiply each column of `a` by a scalar of absolute value 1, so that the first entry whose
 * absolute value is at least nine tenths of the largest in its column becomes real and positive.
 * Multiply the first b_cols columns of `b` by the same scalars. */
weir_status wr_matrix_sign(const wr_workspace *ws, wr_plane a, int64_t rows, int64_t cols,
                           wr_plane b, int64_t b_rows, int64_t b_cols);

#endif
