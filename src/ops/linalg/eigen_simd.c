/* eigen_simd.c - the inner loops of eigenvalues and singular values, compiled once per SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/linalg/eigen_simd.h"

#include <stdbool.h>

#include "ops/simd/level.h"
#include "ops/simd/tail.h"

static inline vf64 load(const double *x) { return *(const vf64u *)x; }
static inline void store(double *x, vf64 v) { *(vf64u *)x = v; }

static void rotate(double *x, double *y, int64_t n, double c, double s) {
    vf64 cv = (vf64){0} + c, sv = (vf64){0} + s;
    int64_t i = 0;
    for (; i + WR_F64S <= n; i += WR_F64S) {
        vf64 a = load(x + i), b = load(y + i);
        store(x + i, wr_fma_f64(cv, a, sv * b));
        store(y + i, wr_fma_f64(cv, b, -(sv * a)));
    }
    if (i == n) return;
    vf64 a = some_f64(x + i, n - i, 0), b = some_f64(y + i, n - i, 0);
    keep_f64(x + i, wr_fma_f64(cv, a, sv * b), n - i);
    keep_f64(y + i, wr_fma_f64(cv, b, -(sv * a)), n - i);
}

static void add(double *y, const double *x, int64_t n, double a) {
    vf64 av = (vf64){0} + a;
    int64_t i = 0;
    for (; i + WR_F64S <= n; i += WR_F64S) store(y + i, wr_fma_f64(av, load(x + i), load(y + i)));
    if (i < n)
        keep_f64(y + i, wr_fma_f64(av, some_f64(x + i, n - i, 0), some_f64(y + i, n - i, 0)),
                 n - i);
}

/* Add the contribution of the elements of rows i to i + rows - 1 that are to the right of the
 * square diagonal block. */
WR_INLINE void right_part(double *y, const double *a, int64_t row, const double *x, int64_t n,
                          int64_t i, const int rows, double by, double sign) {
    vf64 own[4] = {{0}, {0}, {0}, {0}}, other[4];
    int64_t j = i + rows;
    a += i * row;
    for (int r = 0; r < rows; r++) other[r] = (vf64){0} + by * sign * x[i + r];
    for (; j + WR_F64S <= n; j += WR_F64S) {
        vf64 xj = load(x + j), yj = load(y + j);
        for (int r = 0; r < rows; r++) {
            vf64 v = load(a + r * row + j);
            own[r] = wr_fma_f64(v, xj, own[r]);
            yj = wr_fma_f64(v, other[r], yj);
        }
        store(y + j, yj);
    }
    if (j < n && n >= WR_F64S) { /* the last full vector, with elements before j masked to 0 */
        vi64 mask = tail_mask_f64(n - j);
        vf64 xj = load(x + n - WR_F64S), yj = load(y + n - WR_F64S);
        for (int r = 0; r < rows; r++) {
            vf64 v = (vf64)(mask & (vi64)load(a + r * row + n - WR_F64S));
            own[r] = wr_fma_f64(v, xj, own[r]);
            yj = wr_fma_f64(v, other[r], yj);
        }
        store(y + n - WR_F64S, yj);
    } else if (j < n) {
        vf64 xj = some_f64(x + j, n - j, 0), yj = some_f64(y + j, n - j, 0);
        for (int r = 0; r < rows; r++) {
            vf64 v = some_f64(a + r * row + j, n - j, 0);
            own[r] = wr_fma_f64(v, xj, own[r]);
            yj = wr_fma_f64(v, other[r], yj);
        }
        keep_f64(y + j, yj, n - j);
    }
    for (int r = 0; r < rows; r++) {
        double sum;
        across_f64(&sum, own[r], 1);
        y[i + r] += by * sum;
    }
}

static void symmetric(double *y, const double *a, int64_t row, const double *x, int64_t n,
                      int64_t begin, int64_t end, double by, double sign) {
    for (int64_t i = begin, rows; i < end; i += rows) {
        rows = i + 4 <= end ? 4 : 1;
        for (int64_t r = i; r < i + rows; r++) {
            if (sign > 0) y[r] += by * a[r * row + r] * x[r];
            for (int64_t k = r + 1; k < i + rows; k++) {
                y[r] += by * a[r * row + k] * x[k];
                y[k] += by * sign * a[r * row + k] * x[r];
            }
        }
        if (rows == 4)
            right_part(y, a, row, x, n, i, 4, by, sign);
        else
            right_part(y, a, row, x, n, i, 1, by, sign);
    }
}

static void poles(double sums[2], const double *gap, const double *w, int64_t n, double at) {
    vf64 s[2] = {{0}, {0}}, d[2] = {{0}, {0}};
    vf64 one = (vf64){0} + 1.0;
    int64_t i = 0;
    for (; i + 2 * WR_F64S <= n; i += 2 * WR_F64S)
        for (int k = 0; k < 2; k++) {
            vf64 r = one / (load(gap + i + k * WR_F64S) - at);
            vf64 t = load(w + i + k * WR_F64S) * r;
            s[k] += t;
            d[k] = wr_fma_f64(t, r, d[k]);
        }
    if (i + WR_F64S <= n) {
        vf64 r = one / (load(gap + i) - at), t = load(w + i) * r;
        s[0] += t;
        d[0] = wr_fma_f64(t, r, d[0]);
        i += WR_F64S;
    }
    if (i < n) {
        vf64 r = one / (tail_f64(gap, n, at + 1) - at), t = tail_f64(w, n, 0) * r;
        s[1] += t;
        d[1] = wr_fma_f64(t, r, d[1]);
    }
    across_f64(&sums[0], s[0] + s[1], 1);
    across_f64(&sums[1], d[0] + d[1], 1);
}

WR_INLINE vf64 gap_of(vf64 p, double pole, int squares) {
    vf64 gap = p - pole;
    if (squares) gap *= p + pole;
    return gap;
}

static void gaps(double *gap, const double *p, int64_t n, double pole, int squares) {
    int64_t i = 0;
    for (; i + WR_F64S <= n; i += WR_F64S) store(gap + i, gap_of(load(p + i), pole, squares));
    if (i < n) keep_f64(gap + i, gap_of(some_f64(p + i, n - i, 0), pole, squares), n - i);
}

static void loewner(double *product, const double *delta, const double *p, int64_t n, double pole,
                    int squares) {
    int64_t i = 0;
    for (; i + WR_F64S <= n; i += WR_F64S)
        store(product + i,
              load(product + i) * (load(delta + i) / gap_of(load(p + i), pole, squares)));
    if (i == n) return;
    vf64 gap = gap_of(some_f64(p + i, n - i, pole + 1), pole, squares);
    keep_f64(product + i, some_f64(product + i, n - i, 0) * (some_f64(delta + i, n - i, 0) / gap),
             n - i);
}

static void reflect(double *const rows[3], int64_t n, const double v[3], double beta) {
    for (int64_t i = 0; i < n; i += WR_F64S) {
        bool whole = i + WR_F64S <= n;
        vf64 x[3], sum = {0};
        for (int r = 0; r < 3; r++) {
            x[r] = whole ? load(rows[r] + i) : some_f64(rows[r] + i, n - i, 0);
            sum = wr_fma_f64((vf64){0} + v[r], x[r], sum);
        }
        sum *= -beta;
        for (int r = 0; r < 3; r++) {
            x[r] = wr_fma_f64((vf64){0} + v[r], sum, x[r]);
            if (whole)
                store(rows[r] + i, x[r]);
            else
                keep_f64(rows[r] + i, x[r], n - i);
        }
    }
}

static void turn(double *const rows[4], int64_t n, double c, const double s[2]) {
    vf64 cv = (vf64){0} + c, re = (vf64){0} + s[0], im = (vf64){0} + s[1];
    for (int64_t i = 0; i < n; i += WR_F64S) {
        bool whole = i + WR_F64S <= n;
        vf64 x[4], y[4];
        for (int r = 0; r < 4; r++)
            x[r] = whole ? load(rows[r] + i) : some_f64(rows[r] + i, n - i, 0);
        y[0] = wr_fma_f64(cv, x[0], re * x[2] - im * x[3]);
        y[1] = wr_fma_f64(cv, x[1], re * x[3] + im * x[2]);
        y[2] = wr_fma_f64(cv, x[2], -(re * x[0] + im * x[1]));
        y[3] = wr_fma_f64(cv, x[3], im * x[0] - re * x[1]);
        for (int r = 0; r < 4; r++) {
            if (whole)
                store(rows[r] + i, y[r]);
            else
                keep_f64(rows[r] + i, y[r], n - i);
        }
    }
}

/* As integers, absolute values have the same order, and NaN is above infinity. */
static double largest(const double *x, int64_t n) {
    int64_t most = 0, bits;
    for (int64_t i = 0; i < n; i++) {
        memcpy(&bits, x + i, sizeof bits);
        bits &= INT64_MAX;
        most = bits > most ? bits : most;
    }
    double out;
    memcpy(&out, &most, sizeof out);
    return out;
}

/* The elements at + i of x. */
WR_INLINE vf64 collect(const double *x, const int64_t *at) {
#if WR_LEVEL == 2
    return (vf64)_mm512_i64gather_pd(_mm512_loadu_si512(at), x, 8);
#else
    vf64 v = {0};
    for (int i = 0; i < WR_F64S; i++) v[i] = x[at[i]];
    return v;
#endif
}

static double quotients(double *to, const double *z, const double *delta, const int64_t *at,
                        int64_t n) {
    vf64 squares = {0};
    int64_t i = 0;
    for (; i + WR_F64S <= n; i += WR_F64S) {
        vf64 v = collect(z, at + i) / collect(delta, at + i);
        store(to + i, v);
        squares = wr_fma_f64(v, v, squares);
    }
    double sum;
    across_f64(&sum, squares, 1);
    for (; i < n; i++) {
        to[i] = z[at[i]] / delta[at[i]];
        sum += to[i] * to[i];
    }
    return sum;
}

const wr_eigen_simd WR_AT_LEVEL(wr_eigen_simd) = {rotate, add,     symmetric, poles,   loewner,
                                                  gaps,   reflect, turn,      largest, quotients};
