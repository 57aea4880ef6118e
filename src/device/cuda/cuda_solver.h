/* cuda_solver.h - factorisations and eigenvalues of large matrices by cuSOLVER.
 *
 * Matrices are column-major, without gaps; all addresses are on the device.  `type` is LT_R_32F,
 * LT_R_64F, LT_C_32F or LT_C_64F of cuda_api.h.  `info` is a word that the library sets to 0, to i if
 * pivot i - 1 is not as it must be, or to another positive number if an iteration does not converge.
 *
 * The functions launch work that does not know error words: it must write only scratch memory.  Some
 * of them wait for the stream, because their method needs the host.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_SOLVER_H
#define WR_CUDA_SOLVER_H

#include "device/cuda/cuda_launch.h"

/* Is the library there?  Otherwise kernels of our own serve; WEIR_CUDA_LOG=1 says why, once. */
bool wr_cuda_has_solver(void);

/* The factors P A = L U of an n x n matrix; n pivots. */
weir_status wr_cuda_solver_lu(wr_cuda_call *c, int type, int64_t n, void *a, int64_t *pivots,
                              int32_t *info);
/* Solve A X = B with these factors; B has `cols` columns, and becomes X. */
weir_status wr_cuda_solver_lu_solve(wr_cuda_call *c, int type, int64_t n, int64_t cols,
                                    const void *a, const int64_t *pivots, void *b, int32_t *info);
/* The factor of a positive definite matrix, in its lower or upper part; the other part is not read. */
weir_status wr_cuda_solver_cholesky(wr_cuda_call *c, int type, bool upper, int64_t n, void *a,
                                    int32_t *info);
/* Q R of an m x n matrix: R, and below it the reflections, with min(m, n) factors tau. */
weir_status wr_cuda_solver_qr(wr_cuda_call *c, int type, int64_t m, int64_t n, void *a, void *tau,
                              int32_t *info);
/* The first n columns of Q, m x n, from k reflections in the first columns of q. */
weir_status wr_cuda_solver_q(wr_cuda_call *c, int type, int64_t m, int64_t n, int64_t k, void *q,
                             const void *tau, int32_t *info);
/* Eigenvalues, ascending, of a Hermitian matrix given by its lower part, which becomes the vectors. */
weir_status wr_cuda_solver_eigh(wr_cuda_call *c, int type, bool vectors, int64_t n, void *a,
                                void *values, int32_t *info);
/* Singular values, descending, of an m x n matrix, m >= n, which is overwritten.  With vectors, u is
 * m x lefts, where lefts is n or m, and v is n x n (not its adjoint). */
weir_status wr_cuda_solver_svd(wr_cuda_call *c, int type, int64_t m, int64_t n, int64_t lefts,
                               void *a, void *values, void *u, void *v, int32_t *info);
/* Eigenvalues of a general matrix, which is overwritten.  Of a real one, `values` has n real parts and
 * then n imaginary parts, and the vectors of a pair are two columns: a real and an imaginary part.
 * vectors is NULL if they are not wanted.  Fails if the library has no such function. */
weir_status wr_cuda_solver_eig(wr_cuda_call *c, int type, int64_t n, void *a, void *values,
                               void *vectors, int32_t *info);

/* Free what the functions have left in a queue. */
void wr_cuda_solver_close(wr_cuda_queue *q);

#endif
