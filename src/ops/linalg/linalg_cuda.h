/* linalg_cuda.h - linear algebra on a CUDA device: what its two files share, and the scratch memory
 * that `infer` asks for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_LINALG_CUDA_H
#define WR_LINALG_CUDA_H

#include "ops/core/cuda_kernels.h"

/* Is the result of a call on a CUDA device? */
static inline bool wr_is_on_cuda(const weir_infer *c) {
    return (c->out[0].device & 255) == WEIR_DEVICE_CUDA;
}

/* ---- For infer: bytes of scratch for `count` matrices, computed in `dtype` ------------------- */

/* Matrices of n x n with right-hand sides of n x cols; cols is 0 if there are none. */
uint64_t wr_cuda_equations_scratch(int dtype, int64_t count, int64_t n, int64_t cols);
/* Matrices of m x n whose Q has r columns. */
uint64_t wr_cuda_qr_scratch(int dtype, int64_t count, int64_t m, int64_t n, int64_t r);
uint64_t wr_cuda_squares_scratch(int dtype, int64_t count, int64_t n);
/* Matrices of n x n, or of m x n whose larger side has `lefts` vectors; 0 if only values are
 * wanted. */
uint64_t wr_cuda_eigh_scratch(int dtype, int64_t count, int64_t n, bool vectors);
uint64_t wr_cuda_svd_scratch(int dtype, int64_t count, int64_t m, int64_t n, int64_t lefts);
uint64_t wr_cuda_eig_scratch(int dtype, int64_t count, int64_t n, bool vectors);

/* ---- Views of matrices ----------------------------------------------------------------------- */

/* A view that owns its shape and strides. */
typedef struct wr_cuda_matrices {
    weir_view view;
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
} wr_cuda_matrices;

/* Matrices of rows x cols, one for each index of the batch, `item` elements apart, whose rows are `ld`
 * elements apart; `turned`: whose columns are. */
void wr_cuda_spaced(wr_cuda_matrices *m, void *data, int dtype, int batch_ndim,
                    const int64_t *batch, int64_t rows, int64_t cols, bool turned, int64_t ld,
                    int64_t item);
/* The same without gaps. */
void wr_cuda_packed(wr_cuda_matrices *m, void *data, int dtype, int batch_ndim,
                    const int64_t *batch, int64_t rows, int64_t cols, bool turned);

/* Copy the matrices of an operand of the call to packed ones at `to`. */
weir_status wr_cuda_load_matrices(wr_cuda_call *c, void *to, int dtype, const weir_view *x,
                                  bool turned);
/* Copy packed matrices to an output, unless the call has failed.  It marks nothing. */
weir_status wr_cuda_store_matrices(wr_cuda_call *c, const weir_view *y, void *from, int dtype,
                                   bool turned);

/* Copy an array of packed numbers to an output, unless the call has failed. */
weir_status wr_cuda_store_values(wr_cuda_call *c, const weir_view *y, void *from, int dtype);

/* Take `count` elements from the scratch memory at *at. */
void *wr_cuda_room(char **at, int64_t count, uint64_t size);
/* How many bytes that takes. */
uint64_t wr_cuda_room_bytes(int64_t count, uint64_t size);

/* ---- Large matrices: blocked_cuda.c ---------------------------------------------------------- */

/* Is a matrix of n x n with `cols` right-hand sides too large for one block of threads? */
bool wr_cuda_is_large(int64_t n, int64_t cols);

/* Equations.  The matrices A and their right-hand sides are arrays W of n x (n + cols): wr_cuda_blocked_begin
 * fills in the addresses, the caller copies the operands, and wr_cuda_blocked_run overwrites them:
 * the right-hand sides by the solutions, a definite matrix by its factor. */
typedef struct wr_cuda_blocked {
    enum {
        WR_CUDA_SOLVES,
        WR_CUDA_INVERTS,
        WR_CUDA_DETERMINANT,
        WR_CUDA_TRIANGLE,
        WR_CUDA_DEFINITE
    } task;
    int dtype;
    int64_t count, n, cols;
    bool upper, unit; /* of a triangle; upper: also the factor of a definite matrix */
    bool wants_log;
    void *w, *det;
    void *log; /* doubles */
} wr_cuda_blocked;

void wr_cuda_blocked_begin(wr_cuda_call *c, wr_cuda_blocked *b);
weir_status wr_cuda_blocked_run(wr_cuda_call *c, const wr_cuda_blocked *b);
uint64_t wr_cuda_blocked_scratch(int dtype, int64_t count, int64_t n, int64_t cols);

/* ---- Large matrices by cuSOLVER: solver_cuda.c ----------------------------------------------- */

/* Equations in column-major order, without gaps: wr_cuda_library_begin fills in the addresses, the
 * caller copies the operands, and wr_cuda_library_run overwrites them, as above.  There is no task
 * WR_CUDA_TRIANGLE. */
typedef struct wr_cuda_library {
    int task, dtype;
    int64_t count, n, cols;
    bool upper, wants_log;
    void *a, *b, *det, *log;
} wr_cuda_library;

/* Should the library solve `count` matrices of this size?  It depends on the sizes alone, and on whether
 * there is a library. */
bool wr_cuda_equations_by_library(int task, int64_t count, int64_t n);
bool wr_cuda_factors_by_library(int64_t count, int64_t rows, int64_t cols);

/* Bytes of scratch; 0 for sizes that are not for the library. */
uint64_t wr_cuda_library_scratch(int dtype, int64_t count, int64_t n, int64_t cols);
uint64_t wr_cuda_library_qr_scratch(int dtype, int64_t count, int64_t m, int64_t n, int64_t r);
uint64_t wr_cuda_library_eigh_scratch(int dtype, int64_t count, int64_t n);
uint64_t wr_cuda_library_svd_scratch(int dtype, int64_t count, int64_t m, int64_t n, int64_t lefts);

void wr_cuda_library_begin(wr_cuda_call *c, wr_cuda_library *l);
weir_status wr_cuda_library_run(wr_cuda_call *c, const wr_cuda_library *l);

/* The operators, for matrices that are not empty. */
weir_status wr_cuda_library_qr(wr_cuda_call *c, int dtype);
weir_status wr_cuda_library_eigh(wr_cuda_call *c);
weir_status wr_cuda_library_svd(wr_cuda_call *c, int64_t lefts);

/* ---- Kernels --------------------------------------------------------------------------------- */

/* Launch a kernel of the given text for `count` matrices, with the number of threads per block that
 * suits `size` rows or columns. */
weir_status wr_cuda_launch_matrices(wr_cuda_call *c, const char *family, const char *text,
                                    int dtype, const char *kernel, int64_t count, int64_t size,
                                    const void *args, size_t bytes);

#endif
