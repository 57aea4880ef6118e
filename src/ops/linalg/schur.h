/* schur.h - the Schur form of general square matrices; see docs/design/eigen.md.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SCHUR_H
#define WR_SCHUR_H

#include "ops/linalg/eigen.h"

/* Compute the Schur form A = Q T Q^H, where Q is unitary.  `a` is n x n and is overwritten with T,
 * which is upper triangular except that, for a real matrix, each pair of complex conjugate
 * eigenvalues is a 2 x 2 block on the diagonal.  `w` is set to Q^H; if w.re is NULL, only the
 * eigenvalues are computed, and the contents of `a` are undefined afterwards.  re and im, of n
 * elements each, receive the real and imaginary parts of the eigenvalues in the order of the
 * diagonal; in a conjugate pair, the eigenvalue with the positive imaginary part comes first.
 * `work` is scratch of wr_schur_doubles(n) elements.  Return false if the iteration does not
 * converge. */
bool wr_schur(const wr_workspace *ws, int64_t n, wr_plane a, wr_plane w, double *re, double *im,
              double *work);
int64_t wr_schur_doubles(int64_t n);

/* wr_turn_rows rotates rows i and i + 1 of a complex matrix, in columns `from` to `to` - 1: it
 * replaces the rows x and y by c * x + s * y and c * y - conj(s) * x.  wr_turn_columns multiplies
 * columns i and i + 1, in rows `from` to `to` - 1, by the conjugate transpose of this rotation.
 * The matrix passed to wr_turn_columns may be real. */
void wr_turn_rows(const wr_workspace *ws, wr_plane a, int64_t i, int64_t from, int64_t to, double c,
                  const double s[2]);
void wr_turn_columns(wr_plane a, int64_t i, int64_t from, int64_t to, double c, const double s[2]);

#endif
