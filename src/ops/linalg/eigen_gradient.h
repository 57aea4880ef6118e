/* eigen_gradient.h - functions shared by the gradients of eigh and svd.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_EIGEN_GRADIENT_H
#define WR_EIGEN_GRADIENT_H

#include "ops/core/op.h"

/* Complex vectors are made unique by a phase (wr_matrix_sign), which changes with the matrix.  Returns the
 * gradient `g` of the vectors plus the contribution of that phase.  `product` is V^H g, whose diagonal is the
 * derivative with respect to the phases. */
weir_array *wr_build_phases(weir_vjp *v, weir_array *vectors, weir_array *g, weir_array *product);

/* x / by, but 0 on the diagonal. */
weir_array *wr_build_off_diagonal(weir_vjp *v, weir_array *x, weir_array *by);

#endif
