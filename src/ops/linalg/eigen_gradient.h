/* eigen_gradient.h - functions shared by the gradients of eigh, eig and svd.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_EIGEN_GRADIENT_H
#define WR_EIGEN_GRADIENT_H

#include "ops/core/op.h"

/* wr_matrix_sign multiplies each complex vector by a phase that depends on the vector.  Return the
 * gradient `g` of the vectors plus the contribution of these phases.  `g` may be NULL.  `product`
 * is V^H g; the imaginary part of its diagonal is the derivative with respect to the phases. */
weir_array *wr_build_phases(weir_vjp *v, weir_array *vectors, weir_array *g, weir_array *product);

/* Return the elementwise quotient x / `by`, with 0 on the diagonal. */
weir_array *wr_build_off_diagonal(weir_vjp *v, weir_array *x, weir_array *by);

#endif
