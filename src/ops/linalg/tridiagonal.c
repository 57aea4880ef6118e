/* tridiagonal.c - eigenvalues and eigenvectors of symmetric tridiagonal matrices.
 *
 * If only values are needed, they are computed by the QL iteration without square roots (Pal,
 * Walker and Kahan).  If vectors are needed, divide and conquer is used (Cuppen 1981).  The matrix
 * is the sum of two smaller matrices and a correction of rank one,
 *
 *     T = diag(T1, T2) + |e| u u^T,   u = (0 .. 0 1 | sign(e) 0 .. 0)
 *
 * where e is the off-diagonal entry between T1 and T2.  With T1 = Q1 D1 Q1^T, T2 = Q2 D2 Q2^T,
 * Q = diag(Q1, Q2) and D = diag(D1, D2), the matrix is Q (D + |e| z z^T) Q^T, where z = Q^T u.
 * Negligible entries of z and numerically equal values are deflated; eigen_secular.c solves the
 * rest, and the vectors are computed by a matrix product.  Matrices of up to WR_TREE_LEAF rows are
 * solved by the QL iteration.
 *
 * Vectors are stored as rows.  The vectors of a part, rows lo to hi - 1 of T, are in rows and
 * columns lo to hi - 1 of `vectors`.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "ops/linalg/divide_conquer.h"
#include "ops/linalg/eigen.h"

enum { SWEEPS = 60 }; /* maximum number of sweeps per value; two or three are usual */

static double squared(double x) { return x * x; }

/* ---- Values only ----------------------------------------------------------------------------- */

/* Do one sweep over rows l to m; e holds the squares of the off-diagonal entries. */
static void sweep_squares(double *d, double *e, int64_t l, int64_t m) {
    double p = d[l], root = sqrt(e[l]), g = (d[l + 1] - p) / (2 * root);
    double shift = p - root / (g + copysign(hypot(g, 1), g));
    double c = 1, s = 0, gamma = d[m] - shift;
    p = gamma * gamma;
    for (int64_t i = m - 1; i >= l; i--) {
        double b = e[i], r = p + b;
        if (i != m - 1) e[i + 1] = s * r;
        double old_c = c, old_gamma = gamma, alpha = d[i];
        c = p / r;
        s = b / r;
        gamma = c * (alpha - shift) - s * old_gamma;
        d[i + 1] = old_gamma + (alpha - gamma);
        p = c != 0 ? gamma * gamma / c : old_c * b;
    }
    e[l] = s * p;
    d[l] = shift + gamma;
}

static void sort_up(double *d, int64_t n) {
    for (int64_t i = 1; i < n; i++) { /* insertion sort: the values are nearly sorted */
        double v = d[i];
        int64_t at = i;
        for (; at > 0 && d[at - 1] > v; at--) d[at] = d[at - 1];
        d[at] = v;
    }
}

bool wr_tridiagonal_values(int64_t n, double *d, double *e) {
    double tiny = DBL_MIN / DBL_EPSILON;
    for (int64_t i = 0; i + 1 < n; i++) e[i] = e[i] * e[i];
    for (int64_t l = 0, sweeps = 0; l < n;) {
        int64_t m = l;
        for (; m + 1 < n; m++)
            if (e[m] <= squared(DBL_EPSILON / 2) * fabs(d[m] * d[m + 1]) + tiny * tiny) break;
        if (m + 1 < n) e[m] = 0;
        if (m == l) {
            l++;
            sweeps = 0;
            continue;
        }
        if (sweeps++ == SWEEPS) return false;
        sweep_squares(d, e, l, m);
    }
    sort_up(d, n);
    return true;
}

/* ---- QL with vectors ------------------------------------------------------------------------- */

/* Compute a rotation with f = r * c, g = r * s and c^2 + s^2 = 1, and return r. */
static double rotation(double f, double g, double *c, double *s) {
    if (g == 0) {
        *c = 1, *s = 0;
        return f;
    }
    double r = copysign(sqrt(f * f + g * g), f);
    if (!(fabs(r) > 1e-140 && fabs(r) < 1e140)) r = copysign(hypot(f, g), f);
    *c = f / r, *s = g / r;
    return r;
}

static void sweep(const wr_workspace *ws, double *d, double *e, int64_t l, int64_t m,
                  double *vectors, int64_t row, int64_t length) {
    double p = d[l], h = (d[l + 1] - p) / (2 * e[l]);
    double g = d[m] - p + e[l] / (h + copysign(hypot(h, 1), h)), c = 1, s = 1;
    p = 0;
    for (int64_t i = m - 1; i >= l; i--) {
        double f = s * e[i], b = c * e[i];
        double r = rotation(g, f, &c, &s);
        if (i != m - 1) e[i + 1] = r;
        g = d[i + 1] - p;
        r = (d[i] - g) * s + 2 * c * b;
        p = s * r;
        d[i + 1] = g + p;
        g = c * r - b;
        ws->simd->eigen->rotate(vectors + i * row, vectors + (i + 1) * row, length, c, -s);
    }
    d[l] -= p;
    e[l] = g;
}

static bool iterate(const wr_workspace *ws, int64_t n, double *d, double *e, double *vectors,
                    int64_t row) {
    double tiny = DBL_MIN / DBL_EPSILON;
    for (int64_t l = 0, sweeps = 0; l < n;) {
        int64_t m = l;
        for (; m + 1 < n; m++)
            if (fabs(e[m]) <= DBL_EPSILON / 2 * (sqrt(fabs(d[m])) * sqrt(fabs(d[m + 1]))) + tiny)
                break;
        if (m + 1 < n) e[m] = 0;
        if (m == l) {
            l++;
            sweeps = 0;
            continue;
        }
        if (sweeps++ == SWEEPS) return false;
        sweep(ws, d, e, l, m, vectors, row, n);
    }
    return true;
}

/* ---- Divide and conquer ---------------------------------------------------------------------- */

typedef struct problem {
    int64_t n;
    double *d, *e, *vectors;
    int64_t *order; /* for each solved part, the indices of its items in order of value */
} problem;

static weir_status leaf(const wr_tree *t, const wr_workspace *ws, int64_t lo, int64_t hi) {
    const problem *p = t->owner;
    int64_t n = hi - lo;
    double *block = p->vectors + lo * p->n + lo;
    for (int64_t i = 0; i < n; i++) {
        memset(block + i * p->n, 0, (size_t)n * sizeof(double));
        block[i * p->n + i] = 1;
    }
    if (!iterate(ws, n, p->d + lo, p->e + lo, block, p->n)) return WR_NO_CONVERGENCE;
    wr_order_of(n, p->d + lo, p->order + lo);
    return WEIR_OK;
}

/* If two values are numerically equal, rotate their vectors so that the first value's entry of z
 * becomes 0, and return true. */
static bool join(wr_merge *m, double *rows, int64_t row, int64_t first, int64_t second,
                 double limit) {
    double *d = m->d, *z = m->t.z, a = d[first], b = d[second];
    double r = hypot(z[first], z[second]), c = z[second] / r, s = -z[first] / r;
    if (fabs((b - a) * c * s) > limit) return false;
    m->ws->simd->eigen->rotate(rows + first * row, rows + second * row, m->count, c, s);
    d[first] = a * c * c + b * s * s;
    d[second] = a * s * s + b * c * c;
    z[first] = 0, z[second] = r;
    if (m->t.kind[first] != m->t.kind[second]) m->t.kind[second] = WR_BOTH;
    return true;
}

static void deflate(wr_merge *m, double rho, double *rows, int64_t row) {
    double top = 0;
    for (int64_t i = 0; i < m->count; i++) top = fmax(top, fmax(fabs(m->d[i]), fabs(m->t.z[i])));
    double limit = 4 * DBL_EPSILON * top;
    int64_t last = -1;
    for (int64_t i = 0; i < m->sorted_count; i++) {
        int64_t item = m->t.sorted[i];
        if (rho * fabs(m->t.z[item]) <= limit) {
            wr_merge_drop(m, item);
            continue;
        }
        if (last >= 0 && join(m, rows, row, last, item, limit))
            wr_merge_drop(m, last);
        else if (last >= 0)
            wr_merge_keep(m, last);
        last = item;
    }
    if (last >= 0) wr_merge_keep(m, last);
}

static weir_status merge(const wr_tree *t, const wr_workspace *ws, int64_t lo, int64_t mid,
                         int64_t hi) {
    const problem *p = t->owner;
    int64_t n = hi - lo, first = mid - lo, row = p->n;
    double rho = 2 * fabs(p->e[mid - 1]), sign = p->e[mid - 1] < 0 ? -1 : 1;
    double *rows = p->vectors + lo * row + lo;
    wr_merge m = wr_merge_of(t, ws, p->d + lo, p->order + lo, lo, first, n);
    for (int64_t i = 0; i < n; i++) {
        bool second = i >= first;
        double *own = rows + i * row;
        m.t.kind[i] = second ? WR_SECOND : WR_FIRST;
        m.t.z[i] = (second ? sign * own[first] : own[first - 1]) * M_SQRT1_2;
        if (second)
            memset(own, 0, (size_t)first * sizeof(double));
        else
            memset(own + first, 0, (size_t)(n - first) * sizeof(double));
    }
    deflate(&m, rho, rows, row);
    wr_side vectors = {.rows = rows, .row = row, .columns = n, .cut = first};
    WR_TRY(wr_merge_solve(&m, 1 / rho, false));
    WR_TRY(wr_merge_vectors(&m, &vectors));
    wr_merge_end(&m, p->order + lo);
    return WEIR_OK;
}

/* Subtract the rank-one corrections of all divisions from the diagonal. */
static void divide(const problem *p, int64_t lo, int64_t hi) {
    if (hi - lo <= WR_TREE_LEAF) return;
    int64_t mid = wr_tree_mid(lo, hi);
    p->d[mid - 1] -= fabs(p->e[mid - 1]);
    p->d[mid] -= fabs(p->e[mid - 1]);
    divide(p, lo, mid);
    divide(p, mid, hi);
}

weir_status wr_tridiagonal_vectors(const wr_workspace *ws, int64_t n, double *d, double *e,
                                   double *vectors, int64_t *order, double *scratch) {
    problem p = {n, d, e, vectors, order};
    wr_tree t = {.n = n, .between = 0, .leaf = leaf, .merge = merge, .owner = &p};
    wr_tables_take(&t.t, n, scratch);
    divide(&p, 0, n);
    return wr_tree_solve(&t, ws);
}
