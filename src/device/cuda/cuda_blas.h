/* cuda_blas.h - products of matrices by cuBLASLt.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_BLAS_H
#define WR_CUDA_BLAS_H

#include "device/cuda/cuda_launch.h"

/* C[b] = A[b] B[b] for each b < batch, or C[b] += A[b] B[b] if `accumulate` is set.  A is m x k, B is
 * k x n, C is m x n; the rows of C are contiguous.  Addresses are those of the device, strides count elements.  If
 * there is a bias, its n elements are added to each row; the dtype must be real and not float64. */
typedef struct wr_cuda_product {
    int dtype;          /* a float or complex dtype, of A, B and C */
    uint64_t item_size; /* bytes of an element */
    bool accumulate;
    int64_t m, n, k, batch;
    uint64_t a, b, c;
    uint64_t bias; /* 0: none */
    int64_t a_row, a_col, a_batch;
    int64_t b_row, b_col, b_batch;
    int64_t c_row, c_batch;
} wr_cuda_product;

/* Launch the product.  *done becomes false if cuBLASLt cannot compute it because of its strides or
 * sizes.  The algorithm depends on the sizes, strides, dtype, alignment and precision (wr_cuda_tf32)
 * alone, and sums are those of float32 or better.  The product does not know error words: it must write only fresh memory. */
weir_status wr_cuda_multiply(wr_cuda_call *c, const wr_cuda_product *p, bool *done);

/* Free what products have left in a queue. */
void wr_cuda_blas_close(wr_cuda_queue *q);

#endif
