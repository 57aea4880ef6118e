/* eigen_gradient.c - functions shared by the gradients of eigh, eig and svd.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/expression.h"
#include "ops/linalg/eigen_gradient.h"

/* Return an array that is 1 at the entry of each column that wr_matrix_sign makes real and
 * positive, and 0 elsewhere. */
static weir_array *anchors(weir_vjp *v, weir_array *size) {
    const int64_t row[1] = {-2}, column[1] = {-1};
    weir_array *most = wr_g_max(v, size, row, 1, 1);
    weir_array *large =
        wr_g_greater_equal(v, size, wr_g_multiply(v, most, wr_build_number(v, 0.9)));
    weir_array *at = wr_g_argmax(v, wr_g_astype(v, large, WEIR_UINT8), -2, 1);
    if (at == NULL || size == NULL) return NULL;
    int64_t rows = wr_shape(size)[size->ndim - 2];
    weir_array *places = wr_g_arange(v, 0, (double)rows, 1, WEIR_INT64, -1);
    weir_array *is = wr_g_equal(v, wr_g_expand_dims(v, places, column, 1), at);
    return wr_g_astype(v, is, size->dtype);
}

weir_array *wr_build_phases(weir_vjp *v, weir_array *vectors, weir_array *g, weir_array *product) {
    const int64_t row[1] = {-2};
    weir_array *size = wr_g_abs(v, vectors), *mask = anchors(v, size);
    weir_array *turns = wr_g_imag(v, wr_g_diagonal(v, product, 0, -2, -1));
    weir_array *anchor = wr_g_sum(v, wr_g_multiply(v, mask, size), row, 1, 0, 0);
    weir_array *by = wr_g_expand_dims(v, wr_g_divide(v, turns, anchor), row, 1);
    weir_array *more = wr_g_multiply(v, wr_g_multiply(v, mask, by), wr_build_imaginary(v));
    return g == NULL ? wr_g_negative(v, more) : wr_g_subtract(v, g, more);
}

weir_array *wr_build_off_diagonal(weir_vjp *v, weir_array *x, weir_array *by) {
    if (x == NULL || by == NULL) return NULL;
    int64_t n = wr_shape(x)[x->ndim - 1];
    weir_array *diagonal = wr_g_eye(v, n, n, 0, WEIR_BOOL, -1);
    weir_array *safe = wr_g_where(v, diagonal, wr_build_number(v, 1), by);
    return wr_g_where(v, diagonal, wr_build_number(v, 0), wr_g_divide(v, x, safe));
}
