/* gemm.h - the product of two matrices, or of many pairs of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_OPS_GEMM_H
#define WR_OPS_GEMM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ops/matmul/gemm_simd.h"
#include "weir/weir.h"

/* C[b] = A[b] B[b], or C[b] += A[b] B[b], or each row of it start + that of A[b] B[b], for b in 0 .. batch-1.  A is m x k, B is k x n, C is m x n;
 * all strides count elements and may be anything, 0 and negative too, but elements of C must not
 * share a place, nor lie in A or B. */
typedef struct wr_gemm {
    int32_t dtype; /* a wr_gemm_dtype: of A, B and C */
    bool accumulate;
    int64_t m, n, k, batch;
    const void *a;
    int64_t a_row, a_col, a_batch;
    const void *b;
    int64_t b_row, b_col, b_batch;
    void *c;
    int64_t c_row, c_col, c_batch;
    const void
        *start; /* n elements that follow each other, or NULL; wants `accumulate` and c_col of 1 */
} wr_gemm;

/* Bytes of scratch that wr_gemm_run needs for this product: a function of shape, strides and level. */
size_t wr_gemm_scratch(const wr_gemm *g, const wr_gemm_simd *simd);

/* Compute it, with pieces on the workers of `ctx`, or all here if that is NULL.  `scratch` is aligned to
 * 64 bytes, or NULL if none is needed.  The bits of C are a function of shape, values and level.
 * [blocking for the pieces | the thread running the task | - | -] */
weir_status wr_gemm_run(weir_context *ctx, const wr_gemm_simd *simd, const wr_gemm *g,
                        void *scratch);

#endif
