/* gemm.h - the product of two matrices, or of a batch of pairs of matrices.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_GEMM_H
#define WR_GEMM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ops/matmul/gemm_simd.h"
#include "weir/weir.h"

/* The product C[b] = A[b] B[b] for each b < batch.  If `accumulate` is set, C[b] += A[b] B[b].  If
 * `start` is given, each row of C[b] becomes `start` plus that row of A[b] B[b].  A is m x k, B is
 * k x n, C is m x n.  Strides count elements and may have any value, including 0 and negative
 * values, but elements of C must not overlap each other, A or B. */
typedef struct wr_gemm {
    int32_t dtype; /* the wr_gemm_dtype of A, B and C */
    bool accumulate;
    int64_t m, n, k, batch;
    const void *a;
    int64_t a_row, a_col, a_batch;
    const void *b;
    int64_t b_row, b_col, b_batch;
    void *c;
    int64_t c_row, c_col, c_batch;
    const void *start; /* n contiguous elements, or NULL; requires `accumulate` and a c_col of 1 */
} wr_gemm;

/* Return the size of the scratch memory, in bytes, that wr_gemm_run needs for this product.  It
 * depends only on shape, strides, dtype and SIMD level. */
size_t wr_gemm_scratch(const wr_gemm *g, const wr_gemm_simd *simd);

/* Compute the product on the workers of `ctx`, or on this thread if `ctx` is NULL.  `scratch` is
 * aligned to 64 bytes, or NULL if none is needed.  C depends, bit for bit, only on shape, values
 * and SIMD level.  Called by the thread that runs the task; blocks until all pieces are done. */
weir_status wr_gemm_run(weir_context *ctx, const wr_gemm_simd *simd, const wr_gemm *g,
                        void *scratch);

#endif
