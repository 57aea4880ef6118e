/* direct_solvers.h - direct methods for one matrix: LU, triangular solves, inverses, Cholesky, QR.
 *
 * A wr_direct holds the context, the scratch memory and the dtype of a computation.  The amount of
 * scratch that a method needs depends only on the shapes.  If `measures` is set, a method reads and
 * writes no matrix and only updates `need`.
 *
 * A matrix that is passed as a plain pointer is contiguous and row-major.  Every result depends,
 * bit for bit, only on the shape, the values and the SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DIRECT_SOLVERS_H
#define WR_DIRECT_SOLVERS_H

#include <string.h>

#include "ops/core/op.h"
#include "ops/linalg/direct_solvers_simd.h"

typedef struct wr_direct {
    weir_context *ctx; /* the context whose workers are used if `spreads` is set */
    const wr_simd *simd;
    const wr_direct_type *type;
    int32_t dtype;     /* a wr_direct_dtype */
    bool spreads;      /* compute on the workers; if false, on this thread only */
    bool measures;     /* only compute `need` */
    char *scratch;     /* aligned to 64 bytes */
    size_t used, need; /* used: bytes of scratch in use; need: the maximum of `used` */
} wr_direct;

typedef struct wr_matrix {
    char *at;
    int64_t row, col; /* strides, in elements */
} wr_matrix;

/* The lower or upper triangle of an n x n matrix. */
typedef struct wr_triangle {
    wr_matrix t;
    int64_t n;
    /* unit: the diagonal is assumed to be 1; conj: use the conjugate of t */
    bool lower, unit, conj;
} wr_triangle;

/* Return a wr_direct that only measures how much scratch memory is needed. */
wr_direct wr_direct_measuring(const wr_simd *simd, int dtype, bool spreads);

static inline void wr_direct_put_one(const wr_direct *d, void *at) {
    static const float one32[2] = {1, 0};
    static const double one64[2] = {1, 0};
    bool wide = d->type->size / d->type->reals == 8;
    memcpy(at, wide ? (const void *)one64 : (const void *)one32, (size_t)d->type->size);
}

/* Allocate part of the scratch memory.  The caller releases it by restoring the previous value of
 * `used`. */
void *wr_direct_take(wr_direct *d, size_t bytes);

/* Compute C = A B, or C += A B if `accumulate` is set.  A is m x k, B is k x n, C is m x n. */
weir_status wr_direct_product(wr_direct *d, int64_t m, int64_t n, int64_t k, wr_matrix a,
                              wr_matrix b, wr_matrix c, bool accumulate);

/* Factor an n x n matrix in place: P A = L U, where P exchanges rows i and pivots[i] for ascending
 * i.  *bad is set to the index of the first column whose pivot is 0, or to -1 if there is none. */
weir_status wr_direct_lu(wr_direct *d, void *a, int64_t n, int64_t *pivots, int64_t *bad);

/* Apply the row exchanges of wr_direct_lu to the n rows of another matrix. */
void wr_direct_exchange(const wr_direct *d, void *x, int64_t n, int64_t cols,
                        const int64_t *pivots);

/* Apply the row exchanges of wr_direct_lu to the n columns of another matrix, in reverse order. */
weir_status wr_direct_exchange_columns(const wr_direct *d, void *x, int64_t rows, int64_t n,
                                       const int64_t *pivots);

/* Replace X, which is n x cols, by T^-1 X. */
weir_status wr_direct_triangle(wr_direct *d, const wr_triangle *t, wr_matrix x, int64_t cols);

/* Store in x the inverse of the matrix that wr_direct_lu has factored. */
weir_status wr_direct_invert(wr_direct *d, void *lu, int64_t n, const int64_t *pivots, void *x);

/* Factor A = U^H U in place; only the upper triangle is used.  *bad is set to the index of the
 * first column whose pivot is not positive, or to -1 if there is none. */
weir_status wr_direct_cholesky(wr_direct *d, void *a, int64_t n, int64_t *bad);

/* Factor A = Q R.  The rows of `columns` are the n columns of A, of m elements each; they are
 * overwritten.  R is r_rows x n and Q is m x r_rows; r_rows is m or min(m, n). */
weir_status wr_direct_qr(wr_direct *d, void *columns, int64_t m, int64_t n, int64_t r_rows, void *q,
                         void *r);

#endif
