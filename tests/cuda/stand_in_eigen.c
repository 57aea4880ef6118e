/* stand_in_eigen.c - eigenvalues and singular values for the stand-in's cuSOLVER, by the simplest methods:
 * Jacobi rotations, and the QR iteration on a Hessenberg matrix.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "stand_in_solver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEPS = 60 };

typedef stand_in_number number;

/* ---- Jacobi ---------------------------------------------------------------------------------- */

/* The rotation that makes (alpha gamma; conj(gamma) beta) diagonal: *s has the phase of gamma. */
static void find_rotation(double alpha, double beta, number gamma, double *c, number *s) {
    double size = cabs(gamma), zeta = (beta - alpha) / (2 * size);
    double t = copysign(1 / (fabs(zeta) + hypot(1, zeta)), zeta);
    *c = 1 / hypot(1, t);
    *s = gamma / size * (*c * t);
}

static void rotate(number *x, number *y, double c, number s) {
    number a = *x, b = *y;
    *x = c * a - conj(s) * b;
    *y = s * a + c * b;
}

static void rotate_columns(number *x, int rows, int p, int q, double c, number s) {
    for (int i = 0; i < rows; i++) rotate(&AT(x, rows, i, p), &AT(x, rows, i, q), c, s);
}

/* Exchange columns so that the keys ascend. */
static void sort_columns(double *keys, int n, number *x, int rows, number *y, int y_rows) {
    for (int i = 0; i < n; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++)
            if (keys[j] < keys[least]) least = j;
        double key = keys[i];
        keys[i] = keys[least];
        keys[least] = key;
        for (int k = 0; k < rows && least != i; k++) {
            number kept = AT(x, rows, k, i);
            AT(x, rows, k, i) = AT(x, rows, k, least);
            AT(x, rows, k, least) = kept;
        }
        for (int k = 0; k < y_rows && least != i; k++) {
            number kept = AT(y, y_rows, k, i);
            AT(y, y_rows, k, i) = AT(y, y_rows, k, least);
            AT(y, y_rows, k, least) = kept;
        }
    }
}

bool stand_in_eigh(stand_in_number *a, int n, double *values) {
    number *v = calloc((size_t)n * (size_t)n, sizeof *v);
    bool turns = v != NULL;
    double most = 0;
    for (int i = 0; i < n && turns; i++) AT(v, n, i, i) = 1;
    for (int i = 0; i < n * n; i++) most = fmax(most, cabs(a[i]));
    for (int sweep = 0; sweep < SWEEPS && turns; sweep++) {
        turns = false;
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) {
                number gamma = AT(a, n, p, q), s;
                double c;
                if (!(cabs(gamma) > 1e-17 * most)) continue;
                find_rotation(creal(AT(a, n, p, p)), creal(AT(a, n, q, q)), gamma, &c, &s);
                rotate_columns(a, n, p, q, c, s);
                for (int i = 0; i < n; i++) rotate(&AT(a, n, p, i), &AT(a, n, q, i), c, conj(s));
                rotate_columns(v, n, p, q, c, s);
                AT(a, n, p, q) = AT(a, n, q, p) = 0;
                turns = true;
            }
    }
    for (int i = 0; i < n; i++) values[i] = creal(AT(a, n, i, i));
    if (v == NULL) return false;
    sort_columns(values, n, v, n, NULL, 0);
    memcpy(a, v, (size_t)n * (size_t)n * sizeof *v);
    free(v);
    return !turns;
}

/* Make column k of x orthogonal to those before it; begin with unit vectors until one is far from their
 * span. */
static void complete(number *x, int rows, int k) {
    number *own = &AT(x, rows, 0, k);
    for (int unit = 0; unit < rows; unit++) {
        double norm = 0;
        for (int i = 0; i < rows; i++) own[i] = i == unit;
        for (int pass = 0; pass < 2; pass++)
            for (int j = 0; j < k; j++) {
                number dot = 0;
                for (int i = 0; i < rows; i++) dot += conj(AT(x, rows, i, j)) * own[i];
                for (int i = 0; i < rows; i++) own[i] -= AT(x, rows, i, j) * dot;
            }
        for (int i = 0; i < rows; i++) norm = hypot(norm, cabs(own[i]));
        if (norm * norm * rows < 0.5) continue;
        for (int i = 0; i < rows; i++) own[i] /= norm;
        return;
    }
}

bool stand_in_svd(stand_in_number *a, int m, int n, int lefts, double *values, stand_in_number *u,
                  stand_in_number *v) {
    bool turns = true;
    for (int i = 0; i < n * n; i++) v[i] = i % (n + 1) == 0;
    for (int sweep = 0; sweep < SWEEPS && turns; sweep++) {
        turns = false;
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) {
                double alpha = 0, beta = 0, c;
                number gamma = 0, s;
                for (int i = 0; i < m; i++) {
                    number x = AT(a, m, i, p), y = AT(a, m, i, q);
                    alpha += creal(x * conj(x)), beta += creal(y * conj(y)), gamma += conj(x) * y;
                }
                if (!(cabs(gamma) > 1e-15 * sqrt(alpha * beta)) || !(cabs(gamma) > 1e-300))
                    continue;
                find_rotation(alpha, beta, gamma, &c, &s);
                rotate_columns(a, m, p, q, c, s);
                rotate_columns(v, n, p, q, c, s);
                turns = true;
            }
    }
    for (int j = 0; j < n; j++) {
        values[j] = 0;
        for (int i = 0; i < m; i++) values[j] = hypot(values[j], cabs(AT(a, m, i, j)));
        values[j] = -values[j];
    }
    sort_columns(values, n, a, m, v, n);
    for (int j = 0; j < n; j++) values[j] = -values[j];
    for (int j = 0; j < lefts; j++) {
        bool is_given = j < n && values[j] > 1e-250;
        for (int i = 0; i < m && is_given; i++) AT(u, m, i, j) = AT(a, m, i, j) / values[j];
        if (!is_given) complete(u, m, j);
    }
    return !turns;
}

/* ---- The QR iteration ------------------------------------------------------------------------ */

/* Apply the rotation of rows or columns p and p + 1 to the matrix h. */
static void rotate_rows(number *h, int n, int p, int from, number c, number s) {
    for (int j = from; j < n; j++) {
        number x = AT(h, n, p, j), y = AT(h, n, p + 1, j);
        AT(h, n, p, j) = conj(c) * x + conj(s) * y;
        AT(h, n, p + 1, j) = -s * x + c * y;
    }
}

static void turn_columns(number *h, int n, int p, int rows, number c, number s) {
    for (int i = 0; i < rows; i++) {
        number x = AT(h, n, i, p), y = AT(h, n, i, p + 1);
        AT(h, n, i, p) = x * c + y * s;
        AT(h, n, i, p + 1) = -x * conj(s) + y * conj(c);
    }
}

/* Make a an upper Hessenberg matrix Q^H a Q by reflections. */
static void reduce(number *a, int n, number *q, number *w) {
    for (int k = 0; k + 2 < n; k++) {
        double norm = 0;
        for (int i = k + 1; i < n; i++) norm = hypot(norm, cabs(w[i] = AT(a, n, i, k)));
        if (norm == 0) continue;
        w[k + 1] += norm * (cabs(w[k + 1]) > 0 ? w[k + 1] / cabs(w[k + 1]) : 1);
        double size = 0;
        for (int i = k + 1; i < n; i++) size = hypot(size, cabs(w[i]));
        for (int i = k + 1; i < n; i++) w[i] /= size;
        for (int j = 0; j < n; j++) {
            number sum = 0;
            for (int i = k + 1; i < n; i++) sum += conj(w[i]) * AT(a, n, i, j);
            for (int i = k + 1; i < n; i++) AT(a, n, i, j) -= 2 * w[i] * sum;
        }
        for (int i = 0; i < n; i++) {
            number sum = 0, other = 0;
            for (int j = k + 1; j < n; j++) {
                sum += AT(a, n, i, j) * w[j];
                other += AT(q, n, i, j) * w[j];
            }
            for (int j = k + 1; j < n; j++) {
                AT(a, n, i, j) -= 2 * sum * conj(w[j]);
                AT(q, n, i, j) -= 2 * other * conj(w[j]);
            }
        }
    }
}

/* The eigenvalue of the last 2 x 2 block that is nearer to its last element. */
static number shift_of(const number *h, int n, int last) {
    number a = AT(h, n, last - 1, last - 1), b = AT(h, n, last - 1, last);
    number c = AT(h, n, last, last - 1), d = AT(h, n, last, last);
    number half = (a - d) / 2, root = csqrt(half * half + b * c);
    number sum = cabs(half + root) > cabs(half - root) ? half + root : half - root;
    return cabs(sum) > 0 ? d - b * c / sum : d;
}

/* Make the Hessenberg matrix h upper triangular. */
static bool iterate(number *h, int n, number *q, number *rotations) {
    int last = n - 1;
    for (int step = 0; last > 0 && step < 100 * n; step++) {
        int first = last;
        while (first > 0 &&
               cabs(AT(h, n, first, first - 1)) >
                   2e-16 * (cabs(AT(h, n, first, first)) + cabs(AT(h, n, first - 1, first - 1))))
            first--;
        if (first > 0) AT(h, n, first, first - 1) = 0;
        if (first == last) {
            last--;
            continue;
        }
        number shift = step % 11 == 10 ? cabs(AT(h, n, last, last - 1)) + AT(h, n, last, last)
                                       : shift_of(h, n, last);
        for (int i = first; i <= last; i++) AT(h, n, i, i) -= shift;
        for (int p = first; p < last; p++) {
            number x = AT(h, n, p, p), y = AT(h, n, p + 1, p);
            double size = hypot(cabs(x), cabs(y));
            rotations[2 * p] = size > 0 ? x / size : 1;
            rotations[2 * p + 1] = size > 0 ? y / size : 0;
            rotate_rows(h, n, p, p, rotations[2 * p], rotations[2 * p + 1]);
        }
        for (int p = first; p < last; p++) {
            turn_columns(h, n, p, p + 2 < last + 1 ? p + 2 : last + 1, rotations[2 * p],
                         rotations[2 * p + 1]);
            turn_columns(q, n, p, n, rotations[2 * p], rotations[2 * p + 1]);
        }
        for (int i = first; i <= last; i++) AT(h, n, i, i) += shift;
    }
    return last <= 0;
}

bool stand_in_eig(stand_in_number *a, int n, stand_in_number *values, stand_in_number *v) {
    number *q = calloc((size_t)n * (size_t)n + 3 * (size_t)n, sizeof *q);
    if (q == NULL) return false;
    number *w = q + (size_t)n * (size_t)n;
    for (int i = 0; i < n; i++) AT(q, n, i, i) = 1;
    reduce(a, n, q, w);
    bool good = iterate(a, n, q, w);
    for (int k = 0; k < n; k++) {
        double norm = 0;
        values[k] = AT(a, n, k, k);
        for (int i = k; i >= 0; i--) {
            number sum = i == k ? -1 : AT(a, n, i, k);
            for (int j = i + 1; j < k; j++) sum += AT(a, n, i, j) * w[j];
            number apart = AT(a, n, i, i) - values[k];
            if (cabs(apart) < 1e-15) apart = 1e-15;
            w[i] = i == k ? 1 : -sum / apart;
        }
        for (int i = 0; i < n; i++) {
            number sum = 0;
            for (int j = 0; j <= k; j++) sum += AT(q, n, i, j) * w[j];
            AT(v, n, i, k) = sum;
            norm = hypot(norm, cabs(sum));
        }
        for (int i = 0; i < n; i++) AT(v, n, i, k) /= norm;
    }
    free(q);
    return good;
}
