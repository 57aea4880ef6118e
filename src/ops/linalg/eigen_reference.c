/* eigen_reference.c - eigenvalues and singular values by Jacobi rotations; see eigen_reference.h.
 *
 * Jacobi's method diagonalises a Hermitian matrix by rotations of two rows and columns.  Each
 * rotation makes one off-diagonal entry 0, and the method ends when all off-diagonal entries are
 * negligible.  For singular values, pairs of columns of A are rotated until all columns are
 * orthogonal: A V = U S.  Everything is computed in complex double.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/linalg/eigen_reference.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef double _Complex number;

enum { SWEEPS = 100 };

/* Rotate columns p and q of a matrix by (c, s), where s may be complex. */
static void rotate(number *x, int64_t rows, int64_t cols, int64_t p, int64_t q, double c,
                   number s) {
    for (int64_t i = 0; i < rows; i++) {
        number a = x[i * cols + p], b = x[i * cols + q];
        x[i * cols + p] = c * a - conj(s) * b;
        x[i * cols + q] = s * a + c * b;
    }
}

/* Compute the rotation (c, s) that makes the matrix (alpha gamma; conj(gamma) beta) diagonal when
 * it is applied to the columns and its conjugate is applied to the rows. */
static void angle(double alpha, double beta, number gamma, double *c, number *s) {
    double size = cabs(gamma), zeta = (beta - alpha) / (2 * size);
    double t = copysign(1 / (fabs(zeta) + hypot(1, zeta)), zeta);
    *c = 1 / hypot(1, t);
    *s = *c * t * gamma / size;
}

static bool diagonalise(int64_t n, number *a, number *v) {
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        bool done = true;
        double all = 0;
        for (int64_t i = 0; i < n * n; i++) all = fmax(all, cabs(a[i]));
        for (int64_t p = 0; p < n; p++)
            for (int64_t q = p + 1; q < n; q++) {
                number gamma = a[p * n + q];
                double c;
                number s;
                if (cabs(gamma) <= DBL_EPSILON / 64 * all) continue;
                done = false;
                angle(creal(a[p * n + p]), creal(a[q * n + q]), gamma, &c, &s);
                rotate(a, n, n, p, q, c, s);
                for (int64_t j = 0; j < n; j++) { /* rotate the rows by the conjugate */
                    number x = a[p * n + j], y = a[q * n + j];
                    a[p * n + j] = c * x - s * y;
                    a[q * n + j] = conj(s) * x + c * y;
                }
                rotate(v, n, n, p, q, c, s);
            }
        if (done) return true;
    }
    return false;
}

static bool orthogonalise(int64_t m, int64_t n, number *a, number *v) {
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        bool done = true;
        for (int64_t p = 0; p < n; p++)
            for (int64_t q = p + 1; q < n; q++) {
                double alpha = 0, beta = 0, c;
                number gamma = 0, s;
                for (int64_t i = 0; i < m; i++) {
                    number x = a[i * n + p], y = a[i * n + q];
                    alpha += creal(x * conj(x));
                    beta += creal(y * conj(y));
                    gamma += conj(x) * y;
                }
                if (cabs(gamma) <= DBL_EPSILON * sqrt(alpha) * sqrt(beta) || cabs(gamma) < DBL_MIN)
                    continue;
                done = false;
                angle(alpha, beta, gamma, &c, &s);
                rotate(a, m, n, p, q, c, s);
                rotate(v, n, n, p, q, c, s);
            }
        if (done) return true;
    }
    return false;
}

/* ---- Matrices of the kernel ------------------------------------------------------------------ */

static number get(const weir_view *x, int64_t i) {
    bool is_complex = wr_dtype_kind_of(x->dtype) == WR_KIND_COMPLEX;
    return is_complex ? wr_view_get_complex(x, i) : wr_view_get(x, i);
}

static void put(const weir_view *y, int64_t i, number v) {
    if (wr_dtype_kind_of(y->dtype) == WR_KIND_COMPLEX)
        wr_view_put_complex(y, i, v);
    else
        wr_view_put(y, i, creal(v));
}

static bool is_number(number x) { return isfinite(creal(x)) && isfinite(cimag(x)); }

static void make_identity(number *v, int64_t n) {
    for (int64_t i = 0; i < n * n; i++) v[i] = i / n == i % n;
}

/* Multiply column `col` by a scalar of absolute value 1, so that the first entry whose absolute
 * value is at least 0.9 of the largest becomes real and positive.  Return the scalar. */
static number sign_column(number *x, int64_t rows, int64_t cols, int64_t col) {
    double most = 0;
    number by = 1;
    for (int64_t i = 0; i < rows; i++) most = fmax(most, cabs(x[i * cols + col]));
    for (int64_t i = 0; i < rows && most > 0; i++)
        if (cabs(x[i * cols + col]) >= 0.9 * most) {
            by = conj(x[i * cols + col]) / cabs(x[i * cols + col]);
            break;
        }
    for (int64_t i = 0; i < rows; i++) x[i * cols + col] *= by;
    return by;
}

static void swap_columns(number *x, int64_t rows, int64_t cols, int64_t a, int64_t b) {
    for (int64_t i = 0; i < rows; i++) {
        number t = x[i * cols + a];
        x[i * cols + a] = x[i * cols + b];
        x[i * cols + b] = t;
    }
}

static weir_status eigh_one(const weir_kernel *k, int64_t which, number *a, number *v,
                            const weir_view *values, const weir_view *vectors) {
    const weir_view *x = &k->in[0];
    int64_t n = x->shape[x->ndim - 1];
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j <= i; j++) {
            number one = get(x, (which * n + i) * n + j);
            if (!is_number(one))
                return wr_kernel_fail(k, WEIR_EINVAL, "the matrix contains NaN or an infinity");
            a[i * n + j] = i == j ? creal(one) : one;
            a[j * n + i] = conj(a[i * n + j]);
        }
    make_identity(v, n);
    if (!diagonalise(n, a, v))
        return wr_kernel_fail(k, WEIR_EINVAL, "the iteration does not converge");
    for (int64_t i = 0; i < n; i++) {
        int64_t least = i;
        for (int64_t j = i; j < n; j++)
            if (creal(a[j * n + j]) < creal(a[least * n + least])) least = j;
        number t = a[i * n + i];
        a[i * n + i] = a[least * n + least], a[least * n + least] = t;
        swap_columns(v, n, n, i, least);
        sign_column(v, n, n, i);
        put(values, which * n + i, a[i * n + i]);
    }
    for (int64_t i = 0; vectors != NULL && i < n * n; i++) put(vectors, which * n * n + i, v[i]);
    return WEIR_OK;
}

weir_status wr_reference_eigh(const weir_kernel *k, const weir_view *values,
                              const weir_view *vectors) {
    const weir_view *x = &k->in[0];
    int64_t n = x->shape[x->ndim - 1], count = n > 0 ? wr_view_count(x) / (n * n) : 0;
    number *a = malloc((size_t)(2 * n * n + 1) * sizeof *a);
    weir_status status = a != NULL ? WEIR_OK : wr_kernel_fail(k, WEIR_ENOMEM, "out of memory");
    for (int64_t i = 0; i < count && status == WEIR_OK; i++)
        status = eigh_one(k, i, a, a + n * n, values, vectors);
    free(a);
    return status;
}

/* Fill columns `from` to m - 1 of the m x m matrix with vectors of norm 1 that are orthogonal to
 * all columns before them.  They are made from the unit vectors e_0, e_1, ... by Gram-Schmidt
 * orthogonalisation. */
static void complete(number *u, int64_t m, int64_t from) {
    int64_t col = from;
    for (int64_t e = 0; e < m && col < m; e++) {
        for (int64_t i = 0; i < m; i++) u[i * m + col] = i == e;
        double size = 0;
        for (int again = 0; again < 2; again++)
            for (int64_t c = 0; c < col; c++) {
                number share = 0;
                for (int64_t i = 0; i < m; i++) share += conj(u[i * m + c]) * u[i * m + col];
                for (int64_t i = 0; i < m; i++) u[i * m + col] -= share * u[i * m + c];
            }
        for (int64_t i = 0; i < m; i++) size += creal(u[i * m + col] * conj(u[i * m + col]));
        if (size < 0.25 / (double)m) continue;
        for (int64_t i = 0; i < m; i++) u[i * m + col] /= sqrt(size);
        col++;
    }
}

/* Decompose one matrix.  The shape of A, or of its transpose if `transposed` is set, is m x n with
 * m >= n. */
static weir_status svd_one(const weir_kernel *k, int64_t which, bool transposed, int64_t m,
                           int64_t n, number *a, const weir_view *s, const weir_view *out_u,
                           const weir_view *out_vh) {
    const weir_view *x = &k->in[0];
    number *v = a + m * n, *u = v + n * n;
    int64_t value = 0;
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            a[i * n + j] = get(x, which * m * n + (transposed ? j * m + i : i * n + j));
            if (!is_number(a[i * n + j]))
                return wr_kernel_fail(k, WEIR_EINVAL, "the matrix contains NaN or an infinity");
        }
    make_identity(v, n);
    if (!orthogonalise(m, n, a, v))
        return wr_kernel_fail(k, WEIR_EINVAL, "the iteration does not converge");
    double top = 0;
    for (int64_t c = 0; c < n; c++) {
        double most = -1;
        int64_t at = c;
        for (int64_t j = c; j < n; j++) {
            double size = 0;
            for (int64_t i = 0; i < m; i++) size = hypot(size, cabs(a[i * n + j]));
            if (size > most) most = size, at = j;
        }
        swap_columns(a, m, n, c, at);
        swap_columns(v, n, n, c, at);
        if (c == 0) top = most;
        wr_view_put(s, which * n + c, most);
        if (most > DBL_EPSILON * top) value++;
        for (int64_t i = 0; i < m; i++) u[i * m + c] = most > 0 ? a[i * n + c] / most : 0;
    }
    complete(u, m, value);
    for (int64_t c = 0; c < m; c++) {
        number by = 1;
        if (transposed && c < n)
            by = sign_column(v, n, n, c);
        else
            by = sign_column(u, m, m, c);
        for (int64_t i = 0; transposed && c < n && i < m; i++) u[i * m + c] *= by;
        for (int64_t i = 0; !transposed && c < n && i < n; i++) v[i * n + c] *= by;
    }
    if (out_u == NULL) return WEIR_OK;
    /* If A^T = u s v^H, then A = conj(v) s u^T. */
    int64_t rows = transposed ? n : m, cols = out_u->shape[out_u->ndim - 1];
    for (int64_t i = 0; i < rows * cols; i++)
        put(out_u, which * rows * cols + i,
            transposed ? conj(v[i / cols * n + i % cols]) : u[i / cols * m + i % cols]);
    rows = out_vh->shape[out_vh->ndim - 2], cols = out_vh->shape[out_vh->ndim - 1];
    for (int64_t i = 0; i < rows * cols; i++)
        put(out_vh, which * rows * cols + i,
            transposed ? u[i % cols * m + i / cols] : conj(v[i % cols * n + i / cols]));
    return WEIR_OK;
}

weir_status wr_reference_svd(const weir_kernel *k, const weir_view *u, const weir_view *s,
                             const weir_view *vh) {
    const weir_view *x = &k->in[0];
    int64_t rows = x->shape[x->ndim - 2], cols = x->shape[x->ndim - 1], count = 1;
    bool transposed = rows < cols;
    int64_t m = transposed ? cols : rows, n = transposed ? rows : cols;
    for (int i = 0; i < x->ndim - 2; i++) count *= x->shape[i];
    number *a = malloc((size_t)(m * n + n * n + m * m + 1) * sizeof *a);
    weir_status status = a != NULL ? WEIR_OK : wr_kernel_fail(k, WEIR_ENOMEM, "out of memory");
    for (int64_t i = 0; i < count && status == WEIR_OK; i++)
        status = svd_one(k, i, transposed, m, n, a, s, u, vh);
    free(a);
    return status;
}
