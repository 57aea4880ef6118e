/* schur.h - the Schur form of general square matrices; docs/design/eigen.md.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SCHUR_H
#define WR_SCHUR_H

#include "ops/linalg/eigen.h"

/* A = Q T Q^H, Q unitary.  `a`, n x n, becomes T: upper triangular, but a real matrix keeps a 2 x 2
 * block on the diagonal for each pair of complex eigenvalues.  `w` becomes Q^H; if w.re is NULL,
 * only the eigenvalues are computed, and `a` holds nothing useful afterwards.  re and im (n each)
 * become the eigenvalues in the order of the diagonal; of a pair, the one with a positive imaginary
 * part is first.  `work` has wr_schur_doubles(n).  Returns false if the iteration does not
 * converge. */
bool wr_schur(const wr_workspace *ws, int64_t n, wr_plane a, wr_plane w, double *re, double *im,
              double *work);
int64_t wr_schur_doubles(int64_t n);

/* The rotation of rows `i` and `i + 1`, columns `from` to `to` of both planes: x, y = c x + s y, c
 * y - conj(s) x; and of columns i and i + 1 by its conjugate transpose, rows `from` to `to`. */
void wr_turn_rows(const wr_workspace *ws, wr_plane a, int64_t i, int64_t from, int64_t to, double c,
                  const double s[2]);
void wr_turn_columns(wr_plane a, int64_t i, int64_t from, int64_t to, double c, const double s[2]);

#endif
