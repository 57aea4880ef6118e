/* schur.c - the Schur form of a general matrix: reduction to Hessenberg form, then the QR iteration
 * with shifts.
 *
 * A step on a real matrix uses two shifts (Francis), so that all values stay real; a step on a
 * complex matrix uses one.  Each step works on the active block, which consists of rows and columns
 * `first` to `last` and is delimited by two subdiagonal entries that are 0:
 *
 *     x x x x x x x x
 *     0 x x x x x x x      first = 1
 *       x x x x x x x
 *         x x x x x x      last = 3
 *           0 x x x x      already triangular
 *
 * A subdiagonal entry is set to 0 if its absolute value is at most eps times the sum of the
 * absolute values of its two neighbours on the diagonal.  If only the eigenvalues are wanted, the
 * parts of the matrix outside the active block are not updated.  The code accumulates Q^H instead
 * of Q, because a rotation then combines two rows of it, which are contiguous, instead of two
 * columns.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/linalg/schur.h"

#include <float.h>
#include <math.h>

enum {
    STEPS_MAX = 120, /* maximum number of steps for one eigenvalue */
    UNUSUAL = 10     /* every UNUSUAL-th step uses a different shift, to break cycles */
};

typedef struct state {
    const wr_workspace *ws;
    int64_t n;
    wr_plane a, w; /* w.re is NULL if only the eigenvalues are computed */
    double *re, *im;
} state;

int64_t wr_schur_doubles(int64_t n) { return 4 * n; }

static double *row_re(wr_plane p, int64_t i) { return p.re + i * p.row; }
static double *row_im(wr_plane p, int64_t i) { return p.im + i * p.row; }

/* ---- Hessenberg form ------------------------------------------------------------------------- */

/* Compute y += (re + i * im) * x for two rows.  y_im and x_im are NULL if the matrix is real. */
static void add_scaled(const wr_workspace *ws, double *y_re, double *y_im, const double *x_re,
                       const double *x_im, int64_t n, double re, double im) {
    const wr_eigen_simd *simd = ws->simd->eigen;
    simd->add(y_re, x_re, n, re);
    if (y_im == NULL) return;
    simd->add(y_re, x_im, n, -im);
    simd->add(y_im, x_im, n, re);
    simd->add(y_im, x_re, n, im);
}

static double dot(const wr_workspace *ws, const double *x, const double *y, int64_t n) {
    double out = 0;
    if (n > 0) ws->simd->gemm->dot[WR_GEMM_F64](&out, x, 1, y, 1, n);
    return out;
}

/* A Householder reflection I - beta * v v^H.  The elements of v before index `first` are treated as
 * 0 and are not read. */
typedef struct reflection {
    double *re, *im; /* v, indexed from 0 to n - 1; im is NULL if v is real */
    int64_t first;
    double beta;
} reflection;

/* Multiply p by the reflection from the left, in columns `col` to n - 1.  `sum` is scratch of 2 * n
 * elements. */
static void reflect_rows(const wr_workspace *ws, wr_plane p, int64_t n, const reflection *v,
                         int64_t col, double *sum) {
    double *sum_im = p.im != NULL ? sum + n : NULL;
    int64_t m = n - col;
    for (int64_t j = 0; j < 2 * n; j++) sum[j] = 0;
    for (int64_t i = v->first; i < n; i++)
        add_scaled(ws, sum, sum_im, row_re(p, i) + col, p.im != NULL ? row_im(p, i) + col : NULL, m,
                   v->re[i], v->im != NULL ? -v->im[i] : 0);
    for (int64_t i = v->first; i < n; i++)
        add_scaled(ws, row_re(p, i) + col, p.im != NULL ? row_im(p, i) + col : NULL, sum, sum_im, m,
                   -v->beta * v->re[i], v->im != NULL ? -v->beta * v->im[i] : 0);
}

/* Multiply p by the reflection from the right: each row r becomes r - beta * (r v) * v^H. */
static void reflect_columns(const wr_workspace *ws, wr_plane p, int64_t n, const reflection *v) {
    int64_t at = v->first, m = n - at;
    for (int64_t i = 0; i < n; i++) {
        double *x = row_re(p, i) + at, *y = p.im != NULL ? row_im(p, i) + at : NULL;
        double re = dot(ws, x, v->re + at, m), im = 0;
        if (y != NULL) {
            re -= dot(ws, y, v->im + at, m);
            im = dot(ws, x, v->im + at, m) + dot(ws, y, v->re + at, m);
        }
        re *= -v->beta, im *= -v->beta;
        ws->simd->eigen->add(x, v->re + at, m, re);
        if (y == NULL) continue;
        ws->simd->eigen->add(x, v->im + at, m, im);
        ws->simd->eigen->add(y, v->re + at, m, im);
        ws->simd->eigen->add(y, v->im + at, m, -re);
    }
}

static void reduce(const state *s, double *work) {
    int64_t n = s->n;
    wr_plane a = s->a;
    reflection v = {work, a.im != NULL ? work + n : NULL, 0, 0};
    double *sum = work + 2 * n;
    for (int64_t k = 0; k + 2 < n; k++) {
        double below = 0;
        v.first = k + 1;
        for (int64_t i = k + 1; i < n; i++) {
            v.re[i] = a.re[i * a.row + k];
            if (v.im != NULL) v.im[i] = a.im[i * a.row + k];
            if (i > k + 1) below += v.re[i] * v.re[i] + (v.im != NULL ? v.im[i] * v.im[i] : 0);
        }
        if (below < 0x1p-960) { /* set to 0, because the squares of such small entries are
                                 * inaccurate */
            for (int64_t i = k + 2; i < n; i++) {
                a.re[i * a.row + k] = 0;
                if (v.im != NULL) a.im[i * a.row + k] = 0;
            }
            continue;
        }
        double re = v.re[k + 1], im = v.im != NULL ? v.im[k + 1] : 0, size = hypot(re, im);
        double norm = sqrt(size * size + below);
        /* The phase of a tiny number is inaccurate, so 1 is used instead. */
        bool has_phase = size > 0x1p-500;
        double turn_re = has_phase ? re / size : 1, turn_im = has_phase ? im / size : 0;
        v.re[k + 1] += turn_re * norm;
        if (v.im != NULL) v.im[k + 1] += turn_im * norm;
        v.beta = 2 / ((size + norm) * (size + norm) + below);
        reflect_rows(s->ws, a, n, &v, k + 1, sum);
        for (int64_t i = k + 1; i < n; i++) {
            a.re[i * a.row + k] = i == k + 1 ? -turn_re * norm : 0;
            if (v.im != NULL) a.im[i * a.row + k] = i == k + 1 ? -turn_im * norm : 0;
        }
        reflect_columns(s->ws, a, n, &v);
        if (s->w.re != NULL) reflect_rows(s->ws, s->w, n, &v, 0, sum);
    }
}

/* ---- Real matrices --------------------------------------------------------------------------- */

static double size_at(wr_plane a, int64_t i, int64_t j) {
    int64_t at = i * a.row + j;
    return fabs(a.re[at]) + (a.im != NULL ? fabs(a.im[at]) : 0);
}

/* Return whether entry (i, i - 1) is negligible compared with its neighbours on the diagonal. */
static bool is_negligible(wr_plane a, int64_t i) {
    double near = size_at(a, i, i) + size_at(a, i - 1, i - 1);
    if (near == 0) near = 1; /* the caller has scaled the matrix so that its norm is about 1 */
    return size_at(a, i, i - 1) <= DBL_EPSILON * near;
}

/* Return the first row of the active block that ends at row `last`, and set the subdiagonal entry
 * to the left of the block to 0. */
static int64_t first_of(const state *s, int64_t last) {
    wr_plane a = s->a;
    int64_t i = last;
    while (i > 0 && !is_negligible(a, i)) i--;
    if (i > 0) {
        a.re[i * a.row + i - 1] = 0;
        if (a.im != NULL) a.im[i * a.row + i - 1] = 0;
    }
    return i;
}

/* Store the eigenvalues of the 2 x 2 diagonal block in rows i and i + 1.  If they are real and w is
 * computed, make the block triangular by a rotation. */
static void split_pair(const state *s, int64_t i) {
    wr_plane a = s->a;
    int64_t n = s->n;
    double *top = row_re(a, i), *low = row_re(a, i + 1);
    double half = (top[i] - low[i + 1]) / 2, product = top[i + 1] * low[i];
    double d = half * half + product, middle = low[i + 1] + half;
    if (d < 0) {
        s->re[i] = s->re[i + 1] = middle;
        s->im[i] = sqrt(-d);
        s->im[i + 1] = -s->im[i];
        return;
    }
    double z = half + copysign(sqrt(d), half);
    s->re[i] = low[i + 1] + z;
    s->re[i + 1] = z != 0 ? low[i + 1] - product / z : s->re[i];
    s->im[i] = s->im[i + 1] = 0;
    if (s->w.re == NULL || low[i] == 0) return;
    double most = fmax(fabs(low[i]), fabs(z)), r = hypot(low[i] / most, z / most);
    double turn[2] = {low[i] / most / r, 0}, c = z / most / r;
    s->ws->simd->eigen->rotate(top + i, low + i, n - i, c, turn[0]);
    wr_plane real = {a.re, NULL, a.row, a.col};
    wr_turn_columns(real, i, 0, i + 2, c, turn);
    s->ws->simd->eigen->rotate(row_re(s->w, i), row_re(s->w, i + 1), n, c, turn[0]);
    low[i] = 0;
    s->re[i] = top[i];
    s->re[i + 1] = low[i + 1];
}

/* Move the bulge down by one row: apply the reflection I - beta * x x^T from both sides to rows and
 * columns k to k + 2, or k to k + 1 at the end of the block. */
static void push_bulge(const state *s, const double x[3], double beta, int64_t k, int64_t first,
                       int64_t last) {
    wr_plane a = s->a;
    bool all = s->w.re != NULL;
    int rows = k + 2 <= last ? 3 : 2;
    int64_t end = all ? s->n : last + 1, begin = all ? 0 : first;
    int64_t low = k + 3 < last ? k + 3 : last;
    /* At the end of the block there are only two rows; `third` is then a valid row whose
     * coefficient v[2] is 0. */
    int64_t third = rows == 3 ? k + 2 : k + 1;
    double v[3] = {x[0], x[1], rows == 3 ? x[2] : 0};
    if (rows == 3) {
        double *const own[3] = {row_re(a, k) + k, row_re(a, k + 1) + k, row_re(a, third) + k};
        s->ws->simd->eigen->reflect(own, end - k, v, beta);
    } else {
        for (int64_t j = k; j < end; j++) {
            double *top = row_re(a, k) + j, *bottom = row_re(a, k + 1) + j;
            double sum = beta * (v[0] * *top + v[1] * *bottom);
            *top -= v[0] * sum;
            *bottom -= v[1] * sum;
        }
    }
    for (int64_t i = begin; i <= low; i++) {
        double *own = row_re(a, i) + k;
        double sum = v[0] * own[0] + v[1] * own[1];
        if (rows == 3) sum += v[2] * own[2];
        sum *= beta;
        own[0] -= v[0] * sum;
        own[1] -= v[1] * sum;
        if (rows == 3) own[2] -= v[2] * sum;
    }
    if (!all) return;
    if (rows == 3) {
        double *const own[3] = {row_re(s->w, k), row_re(s->w, k + 1), row_re(s->w, third)};
        s->ws->simd->eigen->reflect(own, s->n, v, beta);
        return;
    }
    for (int64_t j = 0; j < s->n; j++) {
        double *top = row_re(s->w, k) + j, *bottom = row_re(s->w, k + 1) + j;
        double sum = beta * (v[0] * *top + v[1] * *bottom);
        *top -= v[0] * sum;
        *bottom -= v[1] * sum;
    }
}

/* The two shifts of a step are the eigenvalues of the matrix (x b; c y); `product` is b * c.  The
 * code uses the differences of x and y from diagonal entries, not the sum and the product of the
 * shifts, which would lose all significant digits if the eigenvalues are close to each other. */
typedef struct shifts {
    double x, y, product;
} shifts;

/* Return the row m at which the step begins: the last row whose entry to the left of the diagonal
 * is so small that it would remain negligible if the step began there, or `first`.  Set x to a
 * multiple of the non-zero entries of the first column of (H - s1)(H - s2), where H is the part of
 * the matrix that starts at row m, and s1 and s2 are the shifts. */
static int64_t start_step(const state *s, int64_t first, int64_t last, const shifts *by,
                          double x[3]) {
    wr_plane a = s->a;
    for (int64_t m = last - 2;; m--) {
        const double *r0 = row_re(a, m), *r1 = row_re(a, m + 1), *r2 = row_re(a, m + 2);
        double h = r0[m], p = by->x - h, q = by->y - h;
        x[0] = (p * q - by->product) / r1[m] + r0[m + 1];
        x[1] = r1[m + 1] - h - p - q;
        x[2] = r2[m + 1];
        double size = fabs(x[0]) + fabs(x[1]) + fabs(x[2]);
        for (int i = 0; i < 3 && size > 0; i++) x[i] /= size;
        if (m == first) return m;
        double before = fabs(row_re(a, m)[m - 1]) * (fabs(x[1]) + fabs(x[2]));
        double near = fabs(row_re(a, m - 1)[m - 1]) + fabs(h) + fabs(r1[m + 1]);
        if (before <= DBL_EPSILON * fabs(x[0]) * near) return m;
    }
}

static void real_step(const state *s, int64_t first, int64_t last, int step) {
    wr_plane a = s->a;
    const double *r1 = row_re(a, last), *r0 = row_re(a, last - 1);
    shifts by = {r0[last - 1], r1[last], r0[last] * r1[last - 1]};
    if (step % UNUSUAL == 0) {
        double size = fabs(r1[last - 1]) + fabs(r0[last - 2]);
        by = (shifts){r1[last] + 0.75 * size, r1[last] + 0.75 * size, -0.4375 * size * size};
    }
    double x[3];
    int64_t m = start_step(s, first, last, &by, x);
    for (int64_t k = m; k < last; k++) {
        bool three = k + 2 <= last;
        if (k > m) {
            x[0] = row_re(a, k)[k - 1];
            x[1] = row_re(a, k + 1)[k - 1];
            x[2] = three ? row_re(a, k + 2)[k - 1] : 0;
        } else if (!three) {
            x[2] = 0;
        }
        double most = fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
        if (most == 0) continue;
        double v[3] = {x[0] / most, x[1] / most, x[2] / most};
        double norm = copysign(sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), v[0]);
        if (k > m) {
            row_re(a, k)[k - 1] = -norm * most;
            row_re(a, k + 1)[k - 1] = 0;
            if (three) row_re(a, k + 2)[k - 1] = 0;
        } else if (m > first) {
            row_re(a, k)[k - 1] *= -v[0] / norm;
        }
        v[0] += norm;
        double beta = 2 / (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        push_bulge(s, v, beta, k, first, last);
    }
}

static bool solve_real(const state *s) {
    int step = 0;
    for (int64_t last = s->n - 1; last >= 0;) {
        int64_t first = first_of(s, last);
        if (first >= last - 1) {
            if (first == last) {
                s->re[last] = row_re(s->a, last)[last];
                s->im[last] = 0;
            } else {
                split_pair(s, first);
            }
            last = first - 1;
            step = 0;
        } else {
            if (++step > STEPS_MAX) return false;
            real_step(s, first, last, step);
        }
    }
    return true;
}

/* ---- Complex matrices ------------------------------------------------------------------------ */

typedef struct number {
    double re, im;
} number;

static number at(wr_plane p, int64_t i, int64_t j) {
    return (number){p.re[i * p.row + j], p.im[i * p.row + j]};
}
static number minus(number x, number y) { return (number){x.re - y.re, x.im - y.im}; }
static number plus(number x, number y) { return (number){x.re + y.re, x.im + y.im}; }
static number times(number x, number y) {
    return (number){x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}
static double size_of(number x) { return hypot(x.re, x.im); }

static number root_of(number x) {
    double size = size_of(x);
    double re = sqrt((size + fabs(x.re)) / 2), im = re > 0 ? fabs(x.im) / (2 * re) : 0;
    if (x.re < 0) {
        double t = re;
        re = im, im = t;
    }
    return (number){re, copysign(im, x.im)};
}

static number quotient(number x, number y) {
    double size = size_of(y);
    number unit = {y.re / size, -y.im / size};
    number q = times(x, unit);
    return (number){q.re / size, q.im / size};
}

/* Return the Wilkinson shift: the eigenvalue of the last 2 x 2 block that is closer to the last
 * diagonal entry. */
static number shift_of(const state *s, int64_t last, int step) {
    wr_plane a = s->a;
    number d = at(a, last, last), c = at(a, last, last - 1);
    if (step % UNUSUAL == 0) return (number){d.re + fabs(c.re) + fabs(c.im), d.im};
    number half = minus(at(a, last - 1, last - 1), d);
    half.re /= 2, half.im /= 2;
    number product = times(at(a, last - 1, last), c);
    number root = root_of(plus(times(half, half), product));
    if (half.re * root.re + half.im * root.im < 0) root = (number){-root.re, -root.im};
    number sum = plus(half, root);
    return size_of(sum) > 0 ? minus(d, quotient(product, sum)) : d;
}

void wr_turn_rows(const wr_workspace *ws, wr_plane a, int64_t i, int64_t from, int64_t to, double c,
                  const double s[2]) {
    double *const rows[4] = {row_re(a, i) + from, row_im(a, i) + from, row_re(a, i + 1) + from,
                             row_im(a, i + 1) + from};
    ws->simd->eigen->turn(rows, to - from, c, s);
}

void wr_turn_columns(wr_plane a, int64_t i, int64_t from, int64_t to, double c, const double s[2]) {
    for (int64_t r = from; r < to; r++) {
        double *re = row_re(a, r) + i, x = re[0], y = re[1];
        if (a.im == NULL) {
            re[0] = c * x + s[0] * y;
            re[1] = c * y - s[0] * x;
            continue;
        }
        double *im = row_im(a, r) + i, u = im[0], v = im[1];
        re[0] = c * x + s[0] * y + s[1] * v;
        im[0] = c * u + s[0] * v - s[1] * y;
        re[1] = c * y - (s[0] * x - s[1] * u);
        im[1] = c * v - (s[0] * u + s[1] * x);
    }
}

static void complex_step(const state *s, int64_t first, int64_t last, int step) {
    wr_plane a = s->a;
    bool all = s->w.re != NULL;
    int64_t end = all ? s->n : last + 1, begin = all ? 0 : first;
    number x = minus(at(a, first, first), shift_of(s, last, step)), y = at(a, first + 1, first);
    for (int64_t k = first; k < last; k++) {
        if (k > first) x = at(a, k, k - 1), y = at(a, k + 1, k - 1);
        double most = fmax(fmax(fabs(x.re), fabs(x.im)), fmax(fabs(y.re), fabs(y.im)));
        if (most == 0) continue;
        /* Scale x and y first, and treat an x that is negligible compared with y as 0, because a
         * rotation computed from subnormal numbers would not be unitary. */
        x = (number){x.re / most, x.im / most}, y = (number){y.re / most, y.im / most};
        double size = size_of(x), r = hypot(size, size_of(y)), c = 1, turn[2] = {0, 0};
        if (size > 0x1p-500) { /* s = (x / |x|) * conj(y) / r */
            number t = times((number){x.re / size, x.im / size}, (number){y.re, -y.im});
            c = size / r, turn[0] = t.re / r, turn[1] = t.im / r;
        } else {
            c = 0, turn[0] = y.re / r, turn[1] = -y.im / r;
        }
        wr_turn_rows(s->ws, a, k, k > first ? k - 1 : k, end, c, turn);
        if (k > first) a.re[(k + 1) * a.row + k - 1] = a.im[(k + 1) * a.row + k - 1] = 0;
        wr_turn_columns(a, k, begin, (k + 2 < last ? k + 2 : last) + 1, c, turn);
        if (all) wr_turn_rows(s->ws, s->w, k, 0, s->n, c, turn);
    }
}

static bool solve_complex(const state *s) {
    int step = 0;
    for (int64_t last = s->n - 1; last >= 0;) {
        int64_t first = first_of(s, last);
        if (first == last) {
            number value = at(s->a, last, last);
            s->re[last] = value.re, s->im[last] = value.im;
            last--;
            step = 0;
        } else {
            if (++step > STEPS_MAX) return false;
            complex_step(s, first, last, step);
        }
    }
    return true;
}

bool wr_schur(const wr_workspace *ws, int64_t n, wr_plane a, wr_plane w, double *re, double *im,
              double *work) {
    const state s = {ws, n, a, w, re, im};
    for (int64_t i = 0; w.re != NULL && i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            w.re[i * w.row + j] = i == j;
            if (w.im != NULL) w.im[i * w.row + j] = 0;
        }
    reduce(&s, work);
    return a.im == NULL ? solve_real(&s) : solve_complex(&s);
}
