/* bidiagonal.c - singular values and vectors of upper bidiagonal matrices.
 *
 * If only values are needed, they are computed by the implicit QR iteration, with a zero shift
 * where another shift would lose digits of the small values (Demmel and Kahan 1990).  If vectors
 * are needed, divide and conquer is used (Gu and Eisenstat 1995).  A row is removed from the
 * middle; its two entries, a and b, are in the last column of B1 and the first column of B2:
 *
 *         | B1           |                                   | B1 and B2 have one column more
 *     B = | a e^T  b e^T |    with B1 = U1 (D1 0) V1^T, ...  | than rows, so the last vector of
 *         |           B2 |                                   | V1 and of V2 belongs to no value
 *
 * Here e is a unit vector.  Up to orthogonal factors, B is diag(0, D1, D2) with its first row
 * replaced by a vector z.  The singular values s of B are the roots of
 * 1 + sum of z_j^2 / (d_j^2 - s^2).  Negligible entries of z and numerically equal values are
 * deflated.  Matrices of up to WR_TREE_LEAF rows are solved by the QR iteration.
 *
 * Vectors are stored as rows.  The left vectors of a part, rows lo to hi - 1 of B, are in rows and
 * columns lo to hi - 1 of u.  The right vectors are at the same place in v and occupy one more row
 * and column, except in the last part.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "ops/linalg/divide_conquer.h"
#include "ops/linalg/eigen.h"

enum { SWEEPS = 40 }; /* give up after SWEEPS * n^2 rotations */

/* ---- QR iteration ---------------------------------------------------------------------------- */

/* The singular vectors, to which every rotation of the matrix is also applied.  u and v are NULL if
 * only values are computed. */
typedef struct vectors {
    const wr_eigen_simd *simd;
    double *u, *v;
    int64_t row, u_length, v_length;
} vectors;

/* Compute a rotation with f = r * c, g = r * s and c^2 + s^2 = 1, and return r. */
static double rotation(double f, double g, double *c, double *s) {
    if (g == 0) {
        *c = 1, *s = 0;
        return f;
    }
    double r = sqrt(f * f + g * g);
    if (!(r > 1e-140 && r < 1e140)) r = hypot(f, g);
    *c = f / r, *s = g / r;
    return r;
}

/* Return the smaller singular value of the triangular matrix (f g; 0 h). */
static double smaller(double f, double g, double h) {
    f = fabs(f), g = fabs(g), h = fabs(h);
    double low = fmin(f, h), high = fmax(f, h);
    if (low == 0) return 0;
    if (g < high) {
        double as = 1 + low / high, at = (high - low) / high, au = (g / high) * (g / high);
        return low * (2 / (sqrt(as * as + au) + sqrt(at * at + au)));
    }
    double au = high / g;
    if (au == 0) return low * high / g;
    double as = 1 + low / high, at = (high - low) / high;
    double c = 1 / (sqrt(1 + (as * au) * (as * au)) + sqrt(1 + (at * au) * (at * au)));
    return 2 * (low * c) * au;
}

/* A range of rows of the matrix, in ascending or descending order.  In descending order the block
 * is the transpose of a bidiagonal matrix, so u and v are exchanged. */
typedef struct block {
    /* the diagonal and the off-diagonal; both point to the first row in this order */
    double *d, *e;
    int64_t step; /* 1 or -1 */
    int64_t last; /* index of the last row: D(last) is the last diagonal element */
    /* x: vectors rotated with the columns; y: vectors rotated with the rows; NULL if not needed */
    double *x, *y;
    int64_t x_length, y_length, row;
    const wr_eigen_simd *simd;
} block;

#define D(i) b->d[b->step * (i)]
#define E(i) b->e[b->step * (i)]

static void turn(const block *b, double *rows, int64_t length, int64_t i, double c, double s) {
    if (rows == NULL) return;
    double *first = rows + b->step * i * b->row;
    b->simd->rotate(first, first + b->step * b->row, length, c, s);
}

static block block_of(const vectors *w, double *d, double *e, int64_t from, int64_t to) {
    bool down = fabs(d[from]) >= fabs(d[to]);
    int64_t first = down ? from : to;
    double *u = w->u != NULL ? w->u + first * w->row : NULL;
    double *v = w->v != NULL ? w->v + first * w->row : NULL;
    return (block){.d = d + first,
                   .e = down ? e + from : e + to - 1,
                   .step = down ? 1 : -1,
                   .last = to - from,
                   .x = down ? v : u,
                   .y = down ? u : v,
                   .x_length = down ? w->v_length : w->u_length,
                   .y_length = down ? w->u_length : w->v_length,
                   .row = w->row,
                   .simd = w->simd};
}

static void sweep_unshifted(const block *b) {
    double c = 1, s = 0, old_c = 1, old_s = 0;
    for (int64_t i = 0; i < b->last; i++) {
        double r = rotation(D(i) * c, E(i), &c, &s);
        if (i > 0) E(i - 1) = old_s * r;
        D(i) = rotation(old_c * r, D(i + 1) * s, &old_c, &old_s);
        turn(b, b->x, b->x_length, i, c, s);
        turn(b, b->y, b->y_length, i, old_c, old_s);
    }
    double h = D(b->last) * c;
    D(b->last) = h * old_c;
    E(b->last - 1) = h * old_s;
}

static void sweep_shifted(const block *b, double shift) {
    double f = (fabs(D(0)) - shift) * (copysign(1, D(0)) + shift / D(0)), g = E(0), c, s;
    for (int64_t i = 0; i < b->last; i++) {
        double r = rotation(f, g, &c, &s);
        if (i > 0) E(i - 1) = r;
        f = c * D(i) + s * E(i);
        E(i) = c * E(i) - s * D(i);
        g = s * D(i + 1);
        D(i + 1) = c * D(i + 1);
        turn(b, b->x, b->x_length, i, c, s);
        D(i) = rotation(f, g, &c, &s);
        f = c * E(i) + s * D(i + 1);
        D(i + 1) = c * D(i + 1) - s * E(i);
        if (i + 1 < b->last) {
            g = s * E(i + 1);
            E(i + 1) = c * E(i + 1);
        }
        turn(b, b->y, b->y_length, i, c, s);
    }
    E(b->last - 1) = f;
}

/* Set a negligible off-diagonal entry to 0, and return whether there was one.  If there was none,
 * *least is a lower bound on the singular values. */
static bool split(const block *b, double tolerance, double *least) {
    double mu = fabs(D(0));
    *least = mu;
    if (fabs(E(b->last - 1)) <= tolerance * fabs(D(b->last))) {
        E(b->last - 1) = 0;
        return true;
    }
    for (int64_t i = 0; i < b->last; i++) {
        if (fabs(E(i)) <= tolerance * mu) {
            E(i) = 0;
            return true;
        }
        mu = fabs(D(i + 1)) * (mu / (mu + fabs(E(i))));
        *least = fmin(*least, mu);
    }
    return false;
}

static double shift_of(const block *b, double least, double largest, double tolerance, int64_t n) {
    if ((double)n * tolerance * (least / largest) <= fmax(DBL_EPSILON / 2, 0.01 * tolerance))
        return 0;
    double shift = smaller(D(b->last - 1), E(b->last - 1), D(b->last)), first = fabs(D(0));
    return first > 0 && (shift / first) * (shift / first) < DBL_EPSILON / 2 ? 0 : shift;
}

/* Return the absolute value up to which an entry of d or e is negligible. */
static double threshold(int64_t n, const double *d, const double *e, double tolerance) {
    double least = fabs(d[0]), mu = least;
    for (int64_t i = 1; i < n && least > 0; i++) {
        mu = fabs(d[i]) * (mu / (mu + fabs(e[i - 1])));
        least = fmin(least, mu);
    }
    return fmax(tolerance * least / sqrt((double)n), 6 * (double)n * (double)n * DBL_MIN);
}

static bool iterate(const vectors *w, int64_t n, double *d, double *e) {
    double tolerance = 8 * DBL_EPSILON;
    if (n <= 1) return true;
    double limit = threshold(n, d, e, tolerance);
    int64_t rotations = SWEEPS * n * n;
    for (int64_t to = n - 1; to > 0;) {
        int64_t from = to;
        double largest = fabs(d[to]), least;
        for (; from > 0; from--) {
            if (fabs(d[from]) <= limit) d[from] = 0;
            if (fabs(e[from - 1]) <= limit) {
                e[from - 1] = 0;
                break;
            }
            largest = fmax(largest, fmax(fabs(d[from - 1]), fabs(e[from - 1])));
        }
        if (from == to) {
            to--;
            continue;
        }
        if (rotations < 0) return false;
        block b = block_of(w, d, e, from, to);
        if (split(&b, tolerance, &least)) continue;
        double shift = shift_of(&b, least, largest, tolerance, n);
        if (shift == 0)
            sweep_unshifted(&b);
        else
            sweep_shifted(&b, shift);
        rotations -= to - from;
    }
    return true;
}

/* Make all values non-negative by negating right vectors. */
static void make_positive(const vectors *w, int64_t n, double *d) {
    for (int64_t i = 0; i < n; i++) {
        if (!signbit(d[i])) continue;
        d[i] = -d[i];
        for (int64_t j = 0; w->v != NULL && j < w->v_length; j++) w->v[i * w->row + j] *= -1;
    }
}

bool wr_bidiagonal_values(int64_t n, double *d, double *e) {
    const vectors none = {0};
    if (!iterate(&none, n, d, e)) return false;
    make_positive(&none, n, d);
    for (int64_t i = 1; i < n; i++) { /* insertion sort: the values are nearly sorted */
        double v = d[i];
        int64_t at = i;
        for (; at > 0 && d[at - 1] < v; at--) d[at] = d[at - 1];
        d[at] = v;
    }
    return true;
}

/* ---- Divide and conquer ---------------------------------------------------------------------- */

typedef struct problem {
    int64_t n;
    double *d, *e, *u, *v;
    int64_t *order; /* for each solved part, the indices of its items in order of value */
} problem;

/* Return how many more columns than rows the part ending at `hi` has: 0 for the last part,
 * otherwise 1. */
static int64_t more_columns(const problem *p, int64_t hi) { return hi < p->n ? 1 : 0; }

static void identity(double *rows, int64_t row, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        memset(rows + i * row, 0, (size_t)n * sizeof(double));
        rows[i * row + i] = 1;
    }
}

/* Rotate the last column of an n x (n + 1) matrix into the others.  The result is lower bidiagonal;
 * rotating its rows makes it upper bidiagonal again. */
static void make_square(const vectors *w, int64_t n, double *d, double *e) {
    double c, s;
    for (int64_t i = 0; i < n; i++) {
        d[i] = rotation(d[i], e[i], &c, &s);
        e[i] = 0;
        if (i + 1 < n) {
            e[i] = s * d[i + 1];
            d[i + 1] *= c;
        }
        w->simd->rotate(w->v + i * w->row, w->v + (i + 1) * w->row, w->v_length, c, s);
    }
    for (int64_t i = 0; i + 1 < n; i++) {
        d[i] = rotation(d[i], e[i], &c, &s);
        e[i] = s * d[i + 1];
        d[i + 1] *= c;
        w->simd->rotate(w->u + i * w->row, w->u + (i + 1) * w->row, w->u_length, c, s);
    }
}

static weir_status leaf(const wr_tree *t, const wr_workspace *ws, int64_t lo, int64_t hi) {
    const problem *p = t->owner;
    int64_t n = hi - lo, more = more_columns(p, hi), at = lo * p->n + lo;
    vectors w = {ws->simd->eigen, p->u + at, p->v + at, p->n, n, n + more};
    double e[WR_TREE_LEAF + 1]; /* a copy, which the iteration overwrites */
    identity(w.u, w.row, n);
    identity(w.v, w.row, n + more);
    for (int64_t i = 0; i < n - 1 + more; i++) e[i] = p->e[lo + i];
    if (more) make_square(&w, n, p->d + lo, e);
    if (!iterate(&w, n, p->d + lo, e)) return WR_NO_CONVERGENCE;
    make_positive(&w, n, p->d + lo);
    wr_order_of(n, p->d + lo, p->order + lo);
    return WEIR_OK;
}

/* If two values are numerically equal, rotate their vectors so that the first value's entry of z
 * becomes 0, and return true. */
static bool join(wr_merge *m, const wr_side *u, const wr_side *v, int64_t first, int64_t second,
                 double limit) {
    double *z = m->t.z;
    if (fabs(m->d[second] - m->d[first]) > limit) return false;
    double r = hypot(z[first], z[second]), c = z[second] / r, s = -z[first] / r;
    const wr_eigen_simd *simd = m->ws->simd->eigen;
    simd->rotate(u->rows + first * u->row, u->rows + second * u->row, u->columns, c, s);
    simd->rotate(v->rows + first * v->row, v->rows + second * v->row, v->columns, c, s);
    z[first] = 0, z[second] = r;
    if (m->t.kind[first] != m->t.kind[second]) m->t.kind[second] = WR_BOTH;
    return true;
}

/* Divide the items into those that take part in the merge and those that are deflated.  Item `mid`,
 * whose value is 0, always takes part, except that all items are deflated if `limit` is 0. */
static void deflate(wr_merge *m, const wr_side *u, const wr_side *v, int64_t mid, double limit) {
    int64_t last = -1;
    bool nothing = limit == 0;
    if (nothing)
        wr_merge_drop(m, mid);
    else
        wr_merge_keep(m, mid);
    for (int64_t i = 0; i < m->sorted_count; i++) {
        int64_t item = m->t.sorted[i];
        if (nothing || fabs(m->t.z[item]) <= limit) {
            wr_merge_drop(m, item);
            continue;
        }
        if (last >= 0 && join(m, u, v, last, item, limit))
            wr_merge_drop(m, last);
        else if (last >= 0)
            wr_merge_keep(m, last);
        last = item;
    }
    if (last >= 0) wr_merge_keep(m, last);
    if (m->kept_count > 1) { /* the next pole must differ from the pole of item `mid`, which is 0 */
        double *next = &m->d[m->t.kept[1]];
        *next = fmax(*next, limit / 2);
    }
}

/* Each part has one vector of V that belongs to no singular value.  Rotate these two vectors so
 * that the second one is orthogonal to the removed row.  The first one becomes the vector of item
 * `mid`, and its product with the removed row is the entry of z for that item.  Return this entry,
 * or `limit` if it is negligible. */
static double rotate_rest(const wr_workspace *ws, const wr_side *v, int64_t mid, int64_t more,
                          double a, double b, double limit) {
    double *own = v->rows + mid * v->row, *other = v->rows + (v->columns - 1) * v->row;
    double x = a * own[mid], y = more ? b * other[mid + 1] : 0, r = hypot(x, y);
    if (r <= limit) return limit;
    if (more)
        ws->simd->eigen->rotate(own, other, v->columns, x / r, y / r);
    else
        r = x;
    return r;
}

static weir_status merge(const wr_tree *t, const wr_workspace *ws, int64_t lo, int64_t mid,
                         int64_t hi) {
    const problem *p = t->owner;
    int64_t n = hi - lo, first = mid - lo, row = p->n, more = more_columns(p, hi);
    int64_t at = lo * row + lo;
    double a = p->d[mid], b = p->e[mid], top = fmax(fabs(a), fabs(b));
    wr_side u = {.rows = p->u + at, .row = row, .columns = n, .cut = first, .left = true};
    wr_side v = {.rows = p->v + at, .row = row, .columns = n + more, .cut = first + 1};
    wr_merge m = wr_merge_of(t, ws, p->d + lo, p->order + lo, lo, first, n);
    for (int64_t i = 0; i < n + more; i++) {
        bool second = i > first;
        double *ui = u.rows + i * row, *vi = v.rows + i * row;
        if (i < n && i != first) {
            m.t.kind[i] = second ? WR_SECOND : WR_FIRST;
            m.t.z[i] = second ? b * vi[first + 1] : a * vi[first];
            top = fmax(top, m.d[i]);
            memset(second ? ui : ui + first, 0,
                   (size_t)(second ? first + 1 : n - first) * sizeof(double));
        }
        memset(second ? vi : vi + first + 1, 0,
               (size_t)(second ? first + 1 : n + more - first - 1) * sizeof(double));
    }
    memset(u.rows + first * row, 0, (size_t)n * sizeof(double));
    u.rows[first * row + first] = 1;
    /* The squares of values below 1e-120 could underflow.  The matrix is scaled to a norm of about
     * 1, so such values are negligible: limit = 0 deflates all of them. */
    double limit = top > 1e-120 ? 4 * DBL_EPSILON * top : 0;
    m.d[first] = 0;
    m.t.kind[first] = WR_BOTH;
    m.t.z[first] = rotate_rest(ws, &v, first, more, a, b, limit);
    deflate(&m, &u, &v, first, limit);
    WR_TRY(wr_merge_solve(&m, 1, true));
    WR_TRY(wr_merge_vectors(&m, &u));
    WR_TRY(wr_merge_vectors(&m, &v));
    wr_merge_end(&m, p->order + lo);
    return WEIR_OK;
}

weir_status wr_bidiagonal_vectors(const wr_workspace *ws, int64_t n, double *d, double *e,
                                  double *u, double *v, int64_t *order, double *scratch) {
    problem p = {n, d, e, u, v, order};
    wr_tree t = {.n = n, .between = 1, .leaf = leaf, .merge = merge, .owner = &p};
    wr_tables_take(&t.t, n, scratch);
    return wr_tree_solve(&t, ws);
}
