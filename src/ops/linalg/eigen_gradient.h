/* eigen_gradient.h - what the gradients of eigh and svd have in common.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_EIGEN_GRADIENT_H
#define WR_EIGEN_GRADIENT_H

#include "ops/core/op.h"

/* Complex vectors are made unique by a phase (wr_matrix_sign), and moving a matrix moves that too: the gradient
 * `g` of the vectors, with what that adds to it.  `product` is V^H g, whose diagonal says how much a phase
 * matters. */
weir_array *wr_build_phases(weir_vjp *v, weir_array *vectors, weir_array *g, weir_array *product);

/* x / by, but 0 on the diagonal. */
weir_array *wr_build_off_diagonal(weir_vjp *v, weir_array *x, weir_array *by);

#endif
