/* eig_reference.c - eigenvalues and eigenvectors of general matrices; see eigen_reference.h.
 *
 * The eigenvalues are computed by the QR iteration with shifts: if A - s I = Q R, then R Q + s I
 * has the same eigenvalues as A.  If s is close to an eigenvalue, the last row converges to 0
 * except for its last entry, which converges to that eigenvalue; the iteration then continues with
 * the remaining rows and columns.  Eigenvectors are computed by inverse iteration.  Everything is
 * computed in complex double, without balancing or reduction to Hessenberg form.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ops/linalg/eigen_reference.h"
#include "ops/linalg/solver_common.h"

typedef double _Complex number;

enum { STEPS = 1000 };

/* Do one QR step on the leading m x m block of `a`, whose rows have n elements: with
 * s = shift, factor A - s I = Q R by Gram-Schmidt orthogonalisation and replace the block by
 * R Q + s I.  q and r are scratch buffers of m x m elements. */
static void step(number *a, int64_t n, int64_t m, number shift, number *q, number *r) {
    for (int64_t i = 0; i < m; i++) a[i * n + i] -= shift;
    for (int64_t j = 0; j < m; j++) {
        for (int64_t i = 0; i < m; i++) q[i * m + j] = a[i * n + j], r[i * m + j] = 0;
        for (int again = 0; again < 2; again++)
            for (int64_t c = 0; c < j; c++) {
                number share = 0;
                for (int64_t i = 0; i < m; i++) share += conj(q[i * m + c]) * q[i * m + j];
                for (int64_t i = 0; i < m; i++) q[i * m + j] -= share * q[i * m + c];
                r[c * m + j] += share;
            }
        double size = 0;
        for (int64_t i = 0; i < m; i++) size = hypot(size, cabs(q[i * m + j]));
        r[j * m + j] = size;
        for (int64_t i = 0; i < m && size > 0; i++) q[i * m + j] /= size;
    }
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < m; j++) {
            number sum = i == j ? shift : 0;
            for (int64_t c = i; c < m; c++) sum += r[i * m + c] * q[c * m + j];
            a[i * n + j] = sum;
        }
}

/* Return the eigenvalue of the last 2 x 2 block that is closer to the last diagonal entry. */
static number shift_of(const number *a, int64_t n, int64_t m, int tried) {
    number p = a[(m - 2) * n + m - 2], q = a[(m - 2) * n + m - 1], r = a[(m - 1) * n + m - 2],
           s = a[(m - 1) * n + m - 1];
    if (tried % 10 == 9) return s + cabs(r) + 0.1 * I * cabs(s);
    number root = csqrt((p - s) * (p - s) / 4 + q * r), middle = (p + s) / 2;
    return cabs(middle + root - s) < cabs(middle - root - s) ? middle + root : middle - root;
}

static bool find_values(number *a, int64_t n, number *values, number *scratch) {
    double norm = 0;
    for (int64_t i = 0; i < n * n; i++) norm = hypot(norm, cabs(a[i]));
    for (int64_t m = n, tried = 0; m > 0;) {
        double left = 0;
        for (int64_t j = 0; j + 1 < m; j++) left += cabs(a[(m - 1) * n + j]);
        if (left <= DBL_EPSILON / 4 * norm || m == 1) {
            values[m - 1] = a[(m - 1) * n + m - 1];
            m--, tried = 0;
            continue;
        }
        if (++tried > STEPS) return false;
        step(a, n, m, shift_of(a, n, m, (int)tried), scratch, scratch + m * m);
    }
    return true;
}

/* Sort by real part, then by imaginary part.  Real parts that differ by at most `close` count as
 * equal. */
static void sort(number *values, int64_t n, double close) {
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = i; j > 0; j--) {
            number x = values[j], y = values[j - 1];
            double apart = creal(x) - creal(y);
            if (apart > close || (apart >= -close && cimag(x) >= cimag(y))) break;
            values[j] = y, values[j - 1] = x;
        }
}

/* Compute an eigenvector by three steps of inverse iteration with `value + near` as the shift.
 * Each step also normalises the length and the phase of the vector. */
static void find_vector(const number *a, int64_t n, number value, double near, number *x,
                        number *scratch, int64_t *pivots) {
    number *inverse = scratch, *next = scratch + n * n;
    memcpy(inverse, a, (size_t)(n * n) * sizeof *a);
    for (int64_t i = 0; i < n; i++) inverse[i * n + i] -= value + near;
    wr_reference_invert(inverse, n, pivots);
    for (int64_t i = 0; i < n; i++) x[i] = 1 + 0.1 * (double)(i % 7) + 0.3 * I * (double)(i % 3);
    for (int round = 0; round < 3; round++) {
        double size = 0, most = 0;
        for (int64_t i = 0; i < n; i++) {
            next[i] = 0;
            for (int64_t j = 0; j < n; j++) next[i] += inverse[i * n + j] * x[j];
            size = hypot(size, cabs(next[i]));
        }
        number by = 1 / size;
        for (int64_t i = 0; i < n; i++) most = fmax(most, cabs(next[i]));
        for (int64_t i = 0; i < n; i++)
            if (cabs(next[i]) >= 0.9 * most) {
                by = conj(next[i]) / cabs(next[i]) / size;
                break;
            }
        for (int64_t i = 0; i < n; i++) x[i] = next[i] * by;
    }
}

static weir_status eig_one(const weir_kernel *k, int64_t which, number *a, int64_t n,
                           const weir_view *values, const weir_view *vectors) {
    const weir_view *in = &k->in[0];
    number *work = a + n * n, *w = work + n * n, *x = w + n, *scratch = x + n;
    int64_t *pivots = (int64_t *)(void *)(scratch + 2 * n * n + n);
    double norm = 0;
    bool is_complex = wr_dtype_kind_of(in->dtype) == WR_KIND_COMPLEX;
    for (int64_t i = 0; i < n * n; i++) {
        int64_t at = which * n * n + i;
        a[i] = is_complex ? wr_view_get_complex(in, at) : wr_view_get(in, at);
        if (!isfinite(creal(a[i])) || !isfinite(cimag(a[i])))
            return wr_kernel_fail(k, WEIR_EINVAL, "contains NaN or an infinity");
        norm = fmax(norm, cabs(a[i]));
    }
    memcpy(work, a, (size_t)(n * n) * sizeof *a);
    if (!find_values(work, n, w, scratch))
        return wr_kernel_fail(k, WEIR_EINVAL, "does not converge");
    for (int64_t i = 0; i < n && !is_complex; i++) /* remove rounding errors from the imaginary
                                                    * parts of real eigenvalues */
        if (fabs(cimag(w[i])) < 1e-9 * norm) w[i] = creal(w[i]);
    sort(w, n, 1e-9 * norm);
    for (int64_t i = 0; i < n; i++) wr_view_put_complex(values, which * n + i, w[i]);
    for (int64_t j = 0; vectors != NULL && j < n; j++) {
        find_vector(a, n, w[j], 1e-9 * (norm > 0 ? norm : 1), x, scratch, pivots);
        for (int64_t i = 0; i < n; i++) wr_view_put_complex(vectors, (which * n + i) * n + j, x[i]);
    }
    return WEIR_OK;
}

weir_status wr_reference_eig(const weir_kernel *k, const weir_view *values,
                             const weir_view *vectors) {
    const weir_view *x = &k->in[0];
    int64_t n = x->shape[x->ndim - 1], count = n > 0 ? wr_view_count(x) / (n * n) : 0;
    number *a = malloc((size_t)(4 * n * n + 6 * n + 1) * sizeof *a);
    weir_status status = a != NULL ? WEIR_OK : wr_kernel_fail(k, WEIR_ENOMEM, "out of memory");
    for (int64_t i = 0; i < count && status == WEIR_OK; i++)
        status = eig_one(k, i, a, n, values, vectors);
    free(a);
    return status;
}
