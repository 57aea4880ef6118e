/* padded.h - products on a CUDA device with sizes that are not multiples of 16 bytes.
 *
 * The tensor cores are fast only if each matrix begins at a multiple of 16 bytes, and if its rows (or
 * columns, whichever are contiguous) do and have a multiple of 16 bytes.  Other operands are copied to
 * scratch memory with longer rows, and such a result is computed there and copied to its place.
 *
 *   k, over which is summed, is rounded up; the additional elements are zeros
 *   m and n, the sizes of the result, are divided into pieces of equal size, a multiple of 16 bytes;
 *   the last piece overlaps the one before it
 *
 * Pieces also bound the scratch memory.  The sum of an element is never divided.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_PADDED_H
#define WR_PADDED_H

#include "device/cuda/cuda_blas.h"

/* How a product is computed. */
typedef struct wr_padding {
    bool a, b, c;                            /* the matrix is in scratch memory */
    int64_t k;                               /* rounded up */
    int64_t rows, cols, batch;               /* of the result, in a piece */
    int64_t a_leading, b_leading, c_leading; /* elements from a line to the next one there */
    uint64_t a_bytes, b_bytes, c_bytes;      /* of the scratch memory of a piece */
    uint64_t bias_bytes;                     /* for a part of the bias that is not aligned */
} wr_padding;

/* Decide, by the sizes, strides, dtype, precision and the last four bits of the addresses.  Returns the
 * bytes of scratch memory; 0: the product is computed as it is. */
uint64_t wr_padding_of(wr_padding *to, const wr_cuda_product *p, bool tf32);

/* wr_cuda_multiply with that scratch memory.  The kernels test c->test and mark nothing. */
weir_status wr_multiply_padded(wr_cuda_call *c, const wr_cuda_product *p, const wr_padding *pad,
                               uint64_t scratch, bool *done);

/* matmul_cuda.c: bytes of scratch memory of a call of matmul or linear on a CUDA device.  `batch_shape` is
 * that of the result, m the number of its rows. */
size_t wr_cuda_matmul_scratch(const weir_array *x, const weir_array *y, const int64_t *batch_shape,
                              int batch_ndim, int dtype);
size_t wr_cuda_linear_scratch(weir_array *const *in, uint32_t in_count, int64_t m, int dtype);

#endif
