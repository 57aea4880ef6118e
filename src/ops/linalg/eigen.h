/* eigen.h - what eigh and svd are made of; docs/design/eigen.md explains the whole.
 *
 *   eigen_reduce.c    a matrix to tridiagonal or bidiagonal form by reflections, and the way back
 *   eigen_secular.c   eigenvalues of a diagonal matrix plus one of rank one
 *   tridiagonal.c     eigenvalues and eigenvectors of tridiagonal matrices
 *   bidiagonal.c      singular values and vectors of bidiagonal matrices
 *
 * Everything is computed in doubles; a complex matrix is two planes of them.  A matrix of the kernel is
 * scaled before so that its largest entry is about 1.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_EIGEN_H
#define WR_EIGEN_H

#include "ops/matmul/gemm.h"
#include "ops/linalg/matrix_stack.h"
#include "ops/core/op.h"
#include "ops/linalg/eigen_simd.h"

/* Where one matrix is worked on. */
typedef struct wr_desk {
    weir_context *ctx; /* whose workers help; NULL: all on this thread */
    const wr_simd *simd;
    double *copies; /* WR_COPIES(n) of them: operands of products, with another sign */
    char *room;     /* for products */
    size_t room_bytes;
} wr_desk;

enum {
    WR_BLOCK = WR_SIZE(32, 3),     /* columns or reflections that are worked on at once */
    WR_TREE_LEAF = WR_SIZE(24, 3), /* matrices up to here are not divided */
    WR_TREE = WR_SIZE(128, 9),     /* and those up to here are conquered by one worker */
};

/* Bytes that wr_gemm_run wants at most, for products of doubles up to this size. */
size_t wr_products_room(int64_t m, int64_t n, int64_t k);

/* Pieces on the workers of the desk. */
weir_status wr_desk_split(const wr_desk *desk, int64_t count, int64_t grain, weir_range_fn fn,
                          void *arg);

/* ---- Matrices in planes ------------------------------------------------------------------------ */

typedef struct wr_plane {
    double *re, *im; /* im is NULL: a real matrix */
    int64_t row, col;
} wr_plane;

static inline wr_plane wr_plane_at(wr_plane p, int64_t i, int64_t j) {
    int64_t at = i * p.row + j * p.col;
    return (wr_plane){p.re + at, p.im != NULL ? p.im + at : NULL, p.row, p.col};
}

static inline wr_plane wr_plane_turned(wr_plane p) { return (wr_plane){p.re, p.im, p.col, p.row}; }

enum { WR_CONJ_A = 1, WR_CONJ_B = 2, WR_ADD = 4, WR_MINUS = 8 };

/* C = A B, or what the flags say of it; A has at most WR_COPIES elements if it is complex or WR_MINUS. */
weir_status wr_product(const wr_desk *desk, int64_t m, int64_t n, int64_t k, wr_plane a, wr_plane b,
                       wr_plane c, int flags);

#define WR_COPIES(n) (2 * WR_BLOCK * (n))

/* ---- Reduction --------------------------------------------------------------------------------- */

/* Reflections I - tau v v^H: row i of `rows` is v, in full length; entry i + first is 1, those before are 0. */
typedef struct wr_reflections {
    wr_plane rows;
    double *tau_re, *tau_im; /* tau_im may be NULL as rows.im may */
    int64_t count, length, first;
} wr_reflections;

/* Doubles of scratch for reducing a matrix of m x n. */
int64_t wr_reduce_doubles(int64_t m, int64_t n, bool is_complex);

/* The Hermitian A, both triangles there, = Q T Q^H with T real tridiagonal: d and e, and the reflections
 * whose product is Q.  A is used up. */
weir_status wr_tridiagonalise(const wr_desk *desk, int64_t n, wr_plane a, double *d, double *e,
                              wr_reflections *q, double *scratch);

/* A of m x n, m >= n, = Q B P^H with B real upper bidiagonal.  A is used up. */
weir_status wr_bidiagonalise(const wr_desk *desk, int64_t m, int64_t n, wr_plane a, double *d,
                             double *e, wr_reflections *q, wr_reflections *p, double *scratch);

/* Z = Q Z for the product Q of the reflections; Z has q->length rows and `cols` columns. */
weir_status wr_reflect(const wr_desk *desk, const wr_reflections *q, wr_plane z, int64_t cols,
                       double *scratch);
int64_t wr_reflect_doubles(int64_t cols, bool is_complex);

/* ---- Diagonal plus rank one --------------------------------------------------------------------- */

/* The roots of rho_inverse + sum of z_j^2 / (p_j - x), k of them between and behind the poles p_j, which
 * are distinct and ascend: d_j, or d_j^2 if `squares`. */
typedef struct wr_secular {
    int64_t k;
    const double *d, *z;
    double rho_inverse;
    bool squares;
    double *w;         /* k: z^2 */
    double *root;      /* k: the roots, or the square roots of them */
    double *delta;     /* k rows of `row`: p_j - root i, exact to a few units in the last place */
    int64_t row;       /* elements from one row to the next */
    double *corrected; /* k: the z that has just these roots, up to rho */
} wr_secular;

weir_status wr_secular_solve(const wr_desk *desk, const wr_secular *s);

/* ---- Tridiagonal and bidiagonal ----------------------------------------------------------------- */

/* d becomes the eigenvalues, in ascending order if there are no vectors; e is used up.  False: no
 * convergence. */
bool wr_tridiagonal_values(int64_t n, double *d, double *e);

/* d becomes the eigenvalues; row order[i] of `vectors` (n x n) is the vector of the i-th of them from below,
 * d[order[i]]. */
weir_status wr_tridiagonal_vectors(const wr_desk *desk, int64_t n, double *d, double *e,
                                   double *vectors, int64_t *order, double *scratch);
int64_t wr_conquer_doubles(int64_t n); /* of scratch; the same for both */

/* d becomes the singular values in descending order; e is used up.  False: no convergence. */
bool wr_bidiagonal_values(int64_t n, double *d, double *e);

/* d becomes the singular values; rows order[i] of u and v (n x n) are the vectors of the i-th from below. */
weir_status wr_bidiagonal_vectors(const wr_desk *desk, int64_t n, double *d, double *e, double *u,
                                  double *v, int64_t *order, double *scratch);

#define WR_NO_CONVERGENCE WEIR_EFAILED /* what the above give then */

/* ---- Kernels: eigen_planes.c -------------------------------------------------------------------- */

/* The matrices of a stack. */
typedef struct wr_eigen_shape {
    int64_t count, m, n;
    bool is_complex;
} wr_eigen_shape;

/* Of an array of matrices, whose dtype `infer` has checked; then how they are shared out if each wants so many
 * bytes of scratch. */
wr_eigen_shape wr_eigen_shape_of(int ndim, const int64_t *shape, int dtype);
wr_stack wr_eigen_stack(const wr_eigen_shape *b, uint64_t bytes);

/* Two dimensions or more of floats or complex numbers; `computes` is float64 or complex128. */
weir_status wr_eigen_need(weir_infer *c, int *computes);
/* No larger than what sizes in bytes can be computed of. */
weir_status wr_eigen_need_size(const weir_infer *c, int64_t rows, int64_t cols);
static inline int wr_real_of(int dtype) {
    if (dtype == WEIR_COMPLEX64) return WEIR_FLOAT32;
    return dtype == WEIR_COMPLEX128 ? WEIR_FLOAT64 : dtype;
}

/* Solve matrix `which` in scratch of its own.  WEIR_EINVAL says that it has a NaN or an infinity. */
typedef weir_status wr_solve_fn(const void *task, wr_desk *desk, char *scratch, int64_t which);
weir_status wr_eigen_run(const weir_kernel *k, const wr_stack *s, wr_solve_fn *solve,
                         const void *task);

/* Doubles from the scratch, one array behind the other, on lines of their own. */
double *wr_take(char **scratch, int64_t doubles);
wr_plane wr_take_plane(char **scratch, int64_t rows, int64_t cols, bool is_complex);
static inline uint64_t wr_taken(int64_t doubles) {
    return wr_round_up((uint64_t)doubles * sizeof(double), WR_CACHE_LINE);
}
static inline uint64_t wr_taken_plane(int64_t rows, int64_t cols, bool is_complex) {
    return wr_taken(rows * cols) * (is_complex ? 2 : 1);
}

/* A matrix of the input into `to`, divided by 2^*exponent so that its largest entry is about 1; `row` has room
 * for a row of complex numbers.  Lower: what is above the diagonal is the conjugate of what is below.
 * Gives false if there is a NaN or an infinity. */
bool wr_matrix_read(const wr_simd *simd, const weir_view *x, int64_t which, wr_plane to, bool lower,
                    double *row, int *exponent);
void wr_matrix_write(const wr_simd *simd, const weir_view *y, int64_t which, wr_plane from,
                     bool conjugate, double *row);
void wr_values_write(const wr_simd *simd, const weir_view *y, int64_t which, double *values,
                     int exponent);

/* to[i][j] = rows[order[j]][i], or in the opposite order; i < rows, j < cols */
weir_status wr_matrix_turn(const wr_desk *desk, wr_plane to, const double *rows,
                           const int64_t *order, int64_t n, bool descending);

/* Multiply the columns of `a` by numbers of absolute value 1 so that in each the first of the entries that are
 * at least nine tenths of the largest is real and positive, and those of `b`, if it is there, by the
 * same. */
weir_status wr_matrix_sign(const wr_desk *desk, wr_plane a, int64_t rows, int64_t cols, wr_plane b,
                           int64_t b_rows, int64_t b_cols);

#endif
