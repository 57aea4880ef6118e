/* stand_in_solver.h - what the two files of the stand-in's cuSOLVER share: matrices of complex doubles,
 * column-major.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STAND_IN_SOLVER_H
#define STAND_IN_SOLVER_H

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>

typedef double _Complex stand_in_number;

/* Element (i, j) of a matrix with `rows` rows. */
#define AT(x, rows, i, j) (x)[(size_t)(j) * (size_t)(rows) + (size_t)(i)]

/* stand_in_eigen.c.  False: an iteration does not converge. */

/* Replace the Hermitian n x n matrix a by its vectors; values ascend. */
bool stand_in_eigh(stand_in_number *a, int n, double *values);
/* a is m x n, m >= n, and is overwritten; u is m x lefts, v is n x n; values descend. */
bool stand_in_svd(stand_in_number *a, int m, int n, int lefts, double *values, stand_in_number *u,
                  stand_in_number *v);
/* a is n x n and is overwritten; v has the vectors, of length 1. */
bool stand_in_eig(stand_in_number *a, int n, stand_in_number *values, stand_in_number *v);

#endif
