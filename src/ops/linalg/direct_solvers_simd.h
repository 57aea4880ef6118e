/* direct_solvers_simd.h - the inner loops of the direct methods of linear algebra, at one SIMD
 * level.
 *
 * direct_solvers.c divides matrices until a block has at most WR_LEAF columns; everything larger is
 * a matrix product.  Strides count elements.  The order of every sum is a function of the shape.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DIRECT_SOLVERS_SIMD_H
#define WR_DIRECT_SOLVERS_SIMD_H

#include <stdbool.h>
#include <stdint.h>

enum { WR_LEAF = 16 };

/* Solve T X = B.  T is n x n with n at most WR_LEAF, and only one of its triangles is read.  X is n
 * x cols and contains B on entry. */
typedef struct wr_direct_solve {
    int64_t n, cols;
    const void *t;
    int64_t t_row, t_col;
    bool lower, unit; /* unit: the diagonal is taken to be 1 */
    bool conj;        /* use the conjugate of the stored T */
    void *x;
    int64_t x_row, x_col;
} wr_direct_solve;

/* The functions for one type. */
typedef struct wr_direct_type {
    int32_t size;  /* bytes per element */
    int32_t reals; /* real numbers per element: 1 or 2 */
    /* P A = L U of an m x n panel, with n at most WR_LEAF and at most m; row i is exchanged with
     * pivots[i].  `scratch` is scratch of m * n elements.  Returns the first column whose pivot is
     * 0, or -1. */
    int64_t (*lu)(void *a, int64_t row, int64_t m, int64_t n, int64_t *pivots, void *scratch);
    void (*solve)(const wr_direct_solve *s);
    /* A = U^H U, n at most WR_LEAF, in the upper triangle.  Returns the first column whose pivot is
     * not positive, or -1. */
    int64_t (*cholesky)(void *a, int64_t row, int64_t n);
    /* n Householder vectors, n at most WR_LEAF, of n columns of m elements that are stored as rows
     * of `a`.  Afterwards element j of row c >= j belongs to R, and the elements after the first c
     * of a row are its vector, without the leading 1.  tau[c] is the factor of I - tau v v^H. */
    void (*reflect)(void *a, int64_t row, int64_t m, int64_t n, void *tau);
    /* From n rows that are the conjugates of full vectors: the conjugate of -T, upper triangular,
     * where the product of all reflections is I - V T V^H. */
    void (*compact)(const void *conj_v, int64_t row, int64_t m, int64_t n, const void *tau, void *t,
                    int64_t t_row);
    /* to = -from, or its conjugate; `from` has any strides, `to` has contiguous rows. */
    void (*negate)(void *to, int64_t to_row, const void *from, int64_t row, int64_t col, int64_t m,
                   int64_t n, bool conj);
    /* Row i of `to`, m x n, is column i of `from`, or its conjugate. */
    void (*transpose)(void *to, int64_t to_row, const void *from, int64_t from_row, int64_t m,
                      int64_t n, bool conj);
    void (*conjugate)(void *to, const void *from, int64_t n);
    /* The upper triangle of (A + A^H) / 2. */
    void (*average)(void *to, const void *from, int64_t n);
    bool (*finite)(const void *x, int64_t n);
    bool (*zero)(const void *x); /* one element */
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
