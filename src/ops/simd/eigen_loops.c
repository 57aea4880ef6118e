/* eigen_loops.c - the loops of eigenvalues and singular values at one level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/simd/eigen_loops.h"

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
    for (; i < n; i += WR_F64S) {
        int64_t count = n - i < WR_F64S ? n - i : WR_F64S;
        vf64 r = one / (some_f64(gap + i, count, at + 1) - at);
        vf64 t = some_f64(w + i, count, 0) * r;
        s[0] += t;
        d[0] = wr_fma_f64(t, r, d[0]);
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

const wr_eigen_simd WR_AT_LEVEL(wr_eigen_simd) = {rotate, add, poles, loewner, gaps};
