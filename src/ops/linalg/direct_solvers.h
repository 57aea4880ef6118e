/* direct_solvers.h - direct methods for one matrix: LU, triangles, inverses, Cholesky, QR.
 *
 * A wr_direct says where the work is done and in which memory.  How much of that a method takes is a function of
 * its shape: called with a wr_direct that measures, it touches no matrix and adds up `need`.
 *
 * Matrices are row-major without gaps where a plain pointer is handed over.  The bits of every result are a
 * function of shape, values and level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DIRECT_H
#define WR_DIRECT_H

#include <string.h>

#include "ops/core/op.h"
#include "ops/linalg/direct_solvers_simd.h"

typedef struct wr_direct {
    weir_context *ctx; /* whose workers take pieces, if it spreads */
    const wr_simd *simd;
    const wr_direct_type *type;
    int32_t dtype; /* a wr_direct_dtype */
    bool spreads;  /* else all is done by this thread */
    bool measures;
    char *room; /* aligned to 64 bytes */
    size_t used, need;
} wr_direct;

typedef struct wr_matrix {
    char *at;
    int64_t row, col; /* strides, in elements */
} wr_matrix;

/* One triangle of an n x n matrix. */
typedef struct wr_triangle {
    wr_matrix t;
    int64_t n;
    bool lower, unit, conj; /* the diagonal is 1; conjugated before it is used */
} wr_triangle;

/* One that measures. */
wr_direct wr_direct_measuring(const wr_simd *simd, int dtype, bool spreads);

static inline void wr_direct_put_one(const wr_direct *d, void *at) {
    static const float one32[2] = {1, 0};
    static const double one64[2] = {1, 0};
    bool wide = d->type->size / d->type->reals == 8;
    memcpy(at, wide ? (const void *)one64 : (const void *)one32, (size_t)d->type->size);
}

/* Memory for a while: what is taken goes back when `used` gets its old value again. */
void *wr_direct_take(wr_direct *d, size_t bytes);

/* C = A B, or C = C + A B, of m x n, with sums of k products. */
weir_status wr_direct_product(wr_direct *d, int64_t m, int64_t n, int64_t k, wr_matrix a,
                              wr_matrix b, wr_matrix c, bool accumulate);

/* P A = L U of an n x n matrix in place, rows i and pivots[i] being exchanged one after the other.  *bad is
 * the first column whose pivot is 0, or -1. */
weir_status wr_direct_lu(wr_direct *d, void *a, int64_t n, int64_t *pivots, int64_t *bad);

/* The same exchanges in n rows of another matrix. */
void wr_direct_exchange(const wr_direct *d, void *x, int64_t n, int64_t cols,
                        const int64_t *pivots);

/* And what undoes them in n columns. */
weir_status wr_direct_exchange_columns(const wr_direct *d, void *x, int64_t rows, int64_t n,
                                       const int64_t *pivots);

/* X = T^-1 X, for an X of n x cols. */
weir_status wr_direct_triangle(wr_direct *d, const wr_triangle *t, wr_matrix x, int64_t cols);

/* The inverse of what was factored by lu. */
weir_status wr_direct_invert(wr_direct *d, void *lu, int64_t n, const int64_t *pivots, void *x);

/* A = U^H U of the upper triangle, in place.  *bad is the first column for which there is none, or -1. */
weir_status wr_direct_cholesky(wr_direct *d, void *a, int64_t n, int64_t *bad);

/* A = Q R, where the rows of `columns` are the n columns of A, of m elements each, and are lost.  R is r_rows x n
 * and Q is m x r_rows; r_rows is m, or the smaller one of m and n. */
weir_status wr_direct_qr(wr_direct *d, void *columns, int64_t m, int64_t n, int64_t r_rows, void *q,
                         void *r);

#endif
