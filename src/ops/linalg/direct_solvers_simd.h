/* direct_solvers_simd.h - the inner loops of the direct methods of linear algebra, at one SIMD
 * level.
 *
 * direct_solvers.c divides matrices until a block has at most WR_LEAF columns; everything larger is
 * a matrix product.  Strides count elements.  The order of summation depends only on the shape.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DIRECT_SOLVERS_SIMD_H
#define WR_DIRECT_SOLVERS_SIMD_H

#include <stdbool.h>
#include <stdint.h>

enum { WR_LEAF = 16 };

/* The arguments of `solve`, which solves T X = B.  T is n x n with n at most WR_LEAF, and only one
 * of its triangles is read.  X is n x cols and contains B on entry. */
typedef struct wr_direct_solve {
    int64_t n, cols;
    const void *t;
    int64_t t_row, t_col;
    bool lower, unit; /* lower: T is lower triangular; unit: its diagonal is assumed to be 1 */
    bool conj;        /* use the conjugate of the stored T */
    void *x;
    int64_t x_row, x_col;
} wr_direct_solve;

/* The functions for one type. */
typedef struct wr_direct_type {
    int32_t size;  /* bytes per element */
    int32_t reals; /* real numbers per element: 1 or 2 */
    /* Factor an m x n panel, with n at most WR_LEAF and at most m: P A = L U, where P exchanges
     * rows i and pivots[i].  `scratch` has m * n elements.  Return the index of the first column
     * whose pivot is 0, or -1. */
    int64_t (*lu)(void *a, int64_t row, int64_t m, int64_t n, int64_t *pivots, void *scratch);
    void (*solve)(const wr_direct_solve *s);
    /* Factor an n x n matrix, n at most WR_LEAF: A = U^H U, in the upper triangle.  Return the
     * index of the first column whose pivot is not positive, or -1. */
    int64_t (*cholesky)(void *a, int64_t row, int64_t n);
    /* Compute the Householder reflections of n columns, n at most WR_LEAF, of m elements each,
     * which are stored as the rows of `a`.  Afterwards elements 0 to c of row c belong to R, and
     * the elements after them are the Householder vector v without its leading 1.  The reflection
     * of column c is I - tau[c] * v * v^H. */
    void (*reflect)(void *a, int64_t row, int64_t m, int64_t n, void *tau);
    /* Compute the conjugate of -T, where T is upper triangular and I - V T V^H is the product of n
     * reflections.  The rows of conj_v are the conjugates of the full Householder vectors. */
    void (*compact)(const void *conj_v, int64_t row, int64_t m, int64_t n, const void *tau, void *t,
                    int64_t t_row);
    /* Set `to` to -`from`, or to its conjugate; `from` may have any strides, `to` has contiguous
     * rows. */
    void (*negate)(void *to, int64_t to_row, const void *from, int64_t row, int64_t col, int64_t m,
                   int64_t n, bool conj);
    /* Set row i of `to`, which is m x n, to column i of `from`, or to its conjugate. */
    void (*transpose)(void *to, int64_t to_row, const void *from, int64_t from_row, int64_t m,
                      int64_t n, bool conj);
    void (*conjugate)(void *to, const void *from, int64_t n);
    /* Compute the upper triangle of (A + A^H) / 2. */
    void (*average)(void *to, const void *from, int64_t n);
    bool (*finite)(const void *x, int64_t n);
    bool (*zero)(const void *x); /* whether the element *x is 0 */
} wr_direct_type;

typedef enum wr_direct_dtype {
    WR_DIRECT_F32,
    WR_DIRECT_F64,
    WR_DIRECT_C64,
    WR_DIRECT_C128
} wr_direct_dtype;

typedef struct wr_direct_simd {
    const wr_direct_type *type[4];
} wr_direct_simd;

extern const wr_direct_simd wr_direct_simd_portable, wr_direct_simd_avx2, wr_direct_simd_avx512;

#endif
