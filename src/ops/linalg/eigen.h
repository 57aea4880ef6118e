/* eigen.h - the parts of eigh and svd; docs/design/eigen.md explains how they fit together.
 *
 *   eigen_reduce.c    reduces a matrix to tridiagonal or bidiagonal form by reflections, and transforms back
 *   eigen_secular.c   eigenvalues of a diagonal matrix plus one of rank one
 *   tridiagonal.c     eigenvalues and eigenvectors of tridiagonal matrices
 *   bidiagonal.c      singular values and vectors of bidiagonal matrices
 *
 * Everything is computed in double; a complex matrix is two planes of doubles.  The kernel first scales each
 * matrix so that its largest entry is about 1.
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
    weir_context *ctx; /* its workers run pieces; NULL: everything on this thread */
    const wr_simd *simd;
    double *copies; /* WR_COPIES(n) elements: operands of products with the sign changed */
    char *scratch;  /* scratch of products */
    size_t scratch_bytes;
} wr_workspace;

enum {
    WR_BLOCK = WR_SIZE(32, 3),     /* columns or reflections processed together */
    WR_TREE_LEAF = WR_SIZE(24, 3), /* matrices up to this size are not divided */
    WR_TREE = WR_SIZE(128, 9),     /* parts up to this size are solved by one worker */
};

/* The most bytes of scratch that wr_gemm_run needs, for products of doubles up to this size. */
size_t wr_products_scratch(int64_t m, int64_t n, int64_t k);

/* Run pieces on the workers. */
weir_status wr_workspace_split(const wr_workspace *ws, int64_t count, int64_t grain,
                               weir_range_fn fn, void *arg);

/* ---- Matrices in planes ------------------------------------------------------------------------ */

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

/* C = A B, modified by the flags; A has at most WR_COPIES elements if it is complex or WR_MINUS. */
weir_status wr_product(const wr_workspace *ws, int64_t m, int64_t n, int64_t k, wr_plane a,
                       wr_plane b, wr_plane c, int flags);

#define WR_COPIES(n) (2 * WR_BLOCK * (n))

/* ---- Reduction --------------------------------------------------------------------------------- */

/* Reflections I - tau v v^H: row i of `rows` is v, at full length; entry i + first is 1, those before it are 0. */
typedef struct wr_reflections {
    wr_plane rows;
    double *tau_re, *tau_im; /* tau_im may be NULL, like rows.im */
    int64_t count, length, first;
} wr_reflections;

/* Doubles of scratch for the reduction of an m x n matrix. */
int64_t wr_reduce_doubles(int64_t m, int64_t n, bool is_complex);

/* The Hermitian A, with both triangles given, = Q T Q^H with T real tridiagonal: d and e, and the reflections
 * whose product is Q.  A is overwritten. */
weir_status wr_tridiagonalise(const wr_workspace *ws, int64_t n, wr_plane a, double *d, double *e,
                              wr_reflections *q, double *scratch);

/* The m x n matrix A, m >= n, = Q B P^H with B real upper bidiagonal.  A is overwritten. */
weir_status wr_bidiagonalise(const wr_workspace *ws, int64_t m, int64_t n, wr_plane a, double *d,
                             double *e, wr_reflections *q, wr_reflections *p, double *scratch);

/* Z = Q Z for the product Q of the reflections; Z has q->length rows and `cols` columns. */
weir_status wr_reflect(const wr_workspace *ws, const wr_reflections *q, wr_plane z, int64_t cols,
                       double *scratch);
int64_t wr_reflect_doubles(int64_t cols, bool is_complex);

/* ---- Diagonal plus rank one --------------------------------------------------------------------- */

/* The k roots of rho_inverse + sum of z_j^2 / (p_j - x): one after each pole p_j.  The poles are distinct and
 * ascending: d_j, or d_j^2 if `squares`. */
typedef struct wr_secular {
    int64_t k;
    const double *d, *z;
    double rho_inverse;
    bool squares;
    double *w;     /* k: z^2 */
    double *root;  /* k: the roots, or their square roots */
    double *delta; /* k rows of `row`: p_j - root i, accurate to a few units in the last place */
    int64_t row;   /* elements from one row to the next */
    double *corrected; /* k: the z that has exactly these roots, up to rho */
} wr_secular;

weir_status wr_secular_solve(const wr_workspace *ws, const wr_secular *s);

/* ---- Tridiagonal and bidiagonal ----------------------------------------------------------------- */

/* d becomes the eigenvalues, in ascending order if there are no vectors; e is overwritten.  Returns false if
 * the iteration does not converge. */
bool wr_tridiagonal_values(int64_t n, double *d, double *e);

/* d becomes the eigenvalues; row order[i] of `vectors` (n x n) is the vector of the i-th smallest,
 * d[order[i]]. */
weir_status wr_tridiagonal_vectors(const wr_workspace *ws, int64_t n, double *d, double *e,
                                   double *vectors, int64_t *order, double *scratch);
int64_t wr_conquer_doubles(int64_t n); /* doubles of scratch, for both */

/* d becomes the singular values in descending order; e is overwritten.  Returns false if the iteration does
 * not converge. */
bool wr_bidiagonal_values(int64_t n, double *d, double *e);

/* d becomes the singular values; rows order[i] of u and v (n x n) are the vectors of the i-th smallest. */
weir_status wr_bidiagonal_vectors(const wr_workspace *ws, int64_t n, double *d, double *e,
                                  double *u, double *v, int64_t *order, double *scratch);

#define WR_NO_CONVERGENCE WEIR_EFAILED /* returned by the functions above if they do not converge */

/* ---- Kernels: eigen_planes.c -------------------------------------------------------------------- */

/* The matrices of a stack. */
typedef struct wr_eigen_shape {
    int64_t count, m, n;
    bool is_complex;
} wr_eigen_shape;

/* The shape of an array of matrices whose dtype `infer` has checked; then how they are distributed if each
 * needs so many bytes of scratch. */
wr_eigen_shape wr_eigen_shape_of(int ndim, const int64_t *shape, int dtype);
wr_stack wr_eigen_stack(const wr_eigen_shape *b, uint64_t bytes);

/* Require two or more dimensions of floats or complex numbers; `computes` is float64 or complex128. */
weir_status wr_eigen_need(weir_infer *c, int *computes);
/* Refuse matrices whose sizes in bytes would overflow. */
weir_status wr_eigen_need_size(const weir_infer *c, int64_t rows, int64_t cols);
static inline int wr_real_of(int dtype) {
    if (dtype == WEIR_COMPLEX64) return WEIR_FLOAT32;
    return dtype == WEIR_COMPLEX128 ? WEIR_FLOAT64 : dtype;
}

/* Solve matrix `which` in scratch of its own.  Returns WEIR_EINVAL if it contains NaN or an infinity. */
typedef weir_status wr_solve_fn(const void *task, wr_workspace *ws, char *scratch, int64_t which);
weir_status wr_eigen_run(const weir_kernel *k, const wr_stack *s, wr_solve_fn *solve,
                         const void *task);

/* Allocate doubles from the scratch; each array starts on a cache line of its own. */
double *wr_take(char **scratch, int64_t doubles);
wr_plane wr_take_plane(char **scratch, int64_t rows, int64_t cols, bool is_complex);
static inline uint64_t wr_taken(int64_t doubles) {
    return wr_round_up((uint64_t)doubles * sizeof(double), WR_CACHE_LINE);
}
static inline uint64_t wr_taken_plane(int64_t rows, int64_t cols, bool is_complex) {
    return wr_taken(rows * cols) * (is_complex ? 2 : 1);
}

/* Read a matrix of the input into `to`, divided by 2^*exponent so that its largest entry is about 1; `row` is
 * scratch for a row of complex numbers.  With `lower`, the upper triangle becomes the conjugate of the lower.
 * Returns false if there is NaN or an infinity. */
bool wr_matrix_read(const wr_simd *simd, const weir_view *x, int64_t which, wr_plane to, bool lower,
                    double *row, int *exponent);
void wr_matrix_write(const wr_simd *simd, const weir_view *y, int64_t which, wr_plane from,
                     bool conjugate, double *row);
void wr_values_write(const wr_simd *simd, const weir_view *y, int64_t which, double *values,
                     int exponent);

/* to[i][j] = rows[order[j]][i], or in the opposite order; i < rows, j < cols */
weir_status wr_matrix_transpose(const wr_workspace *ws, wr_plane to, const double *rows,
                                const int64_t *order, int64_t n, bool descending);

/* Multiply the columns of `a` by numbers of absolute value 1 so that in each column the first entry of at least
 * nine tenths of the largest absolute value is real and positive; multiply the columns of `b`, if given, by the
 * same numbers. */
weir_status wr_matrix_sign(const wr_workspace *ws, wr_plane a, int64_t rows, int64_t cols,
                           wr_plane b, int64_t b_rows, int64_t b_cols);

#endif
