/* eigen_reference.h - eigenvalues and singular values for the reference kernels.  Hermitian
 * matrices and singular values use Jacobi rotations.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_EIGEN_REFERENCE_H
#define WR_EIGEN_REFERENCE_H

#include "ops/core/op.h"

/* Decompose each matrix of the input.  Outputs that are not needed are NULL. */
weir_status wr_reference_eigh(const weir_kernel *k, const weir_view *values,
                              const weir_view *vectors);
weir_status wr_reference_svd(const weir_kernel *k, const weir_view *u, const weir_view *s,
                             const weir_view *vh);
/* Do the same for general matrices: eigenvalues by the QR iteration on the full matrix,
 * eigenvectors by inverse iteration. */
weir_status wr_reference_eig(const weir_kernel *k, const weir_view *values,
                             const weir_view *vectors);

#endif
