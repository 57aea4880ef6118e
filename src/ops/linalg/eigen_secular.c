/* eigen_secular.c - eigenvalues of a diagonal matrix plus a matrix of rank one.
 *
 * The eigenvalues of diag(p) + rho z z^T are the roots of
 *
 *     f(x) = 1/rho + sum of z_j^2 / (p_j - x)
 *
 * There is one root between each two neighbouring poles and one after the last pole.  A root is
 * represented by its distance t from the nearer pole, so that all p_j - x are accurate to a few
 * units in the last place, however close the root is to the pole.  Each step of the iteration
 * replaces the sum over the poles on either side of the root by a function with one pole and the
 * same value and slope, and solves the resulting quadratic equation.  A step that leaves the
 * bracketing interval is replaced by bisection.
 *
 * The vectors are not computed from z but from a corrected z, for which the computed roots are
 * exact (Gu and Eisenstat 1994).  They are therefore orthogonal however close the roots are to each
 * other.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>

#include "ops/linalg/eigen.h"

enum { STEPS = 200 };

typedef struct root {
    const wr_secular *s;
    const wr_eigen_simd *simd;
    double *gap;      /* gap[j]: p_j minus the pole from which t is measured */
    int64_t split;    /* the poles before this index are summed separately from the others */
    int64_t a, b;     /* the two poles of the approximating function */
    double low, high; /* bounds on t */
} root;

typedef struct sums {
    double left, right, f, slope_left, slope_right, error;
} sums;

static sums evaluate(const root *r, double t) {
    const wr_secular *s = r->s;
    double before[2], after[2];
    r->simd->poles(before, r->gap, s->w, r->split, t);
    r->simd->poles(after, r->gap + r->split, s->w + r->split, s->k - r->split, t);
    return (sums){.left = before[0],
                  .right = after[0],
                  .f = s->rho_inverse + before[0] + after[0],
                  .slope_left = before[1],
                  .slope_right = after[1],
                  .error = s->rho_inverse + fabs(before[0]) + fabs(after[0])};
}

/* Return the step to a root of c + sa / (da - x) + sb / (db - x), where f is the function's value
 * at 0 and da and db are the distances to the poles: the root between the poles if `between` is set
 * (da < 0 < db), otherwise the last root. */
static double quadratic(double da, double db, double f, double c, double slopes, bool between) {
    double a = (da + db) * f - da * db * slopes, b = da * db * f;
    double wide = sqrt(fabs(a * a - 4 * b * c));
    if (between) return a <= 0 ? (a - wide) / (2 * c) : 2 * b / (a + wide);
    return a >= 0 ? (a + wide) / (2 * c) : 2 * b / (a - wide);
}

static double bisect(const root *r) {
    double low = fabs(r->low), high = fabs(r->high);
    double small = low < high ? low : high, large = low < high ? high : low;
    /* Close to a pole, bisect on a logarithmic scale. */
    if (small == 0) return (r->low + r->high) * (r->low == 0 || r->high == 0 ? 0.015625 : 0.5);
    if (large > 16 * small) return copysign(sqrt(small) * sqrt(large), r->low + r->high);
    return r->low + (r->high - r->low) / 2;
}

static double find(root *r, double t) {
    for (int step = 0; step < STEPS; step++) {
        if (!(t > r->low && t < r->high)) t = bisect(r);
        if (!(t > r->low && t < r->high)) break;
        sums v = evaluate(r, t);
        if (fabs(v.f) <= (4 + (double)r->s->k / 128) * DBL_EPSILON * v.error) break;
        if (v.f < 0)
            r->low = t;
        else
            r->high = t;
        double da = r->gap[r->a] - t, db = r->gap[r->b] - t;
        bool between = db > 0;
        double c = v.f - da * v.slope_left - db * v.slope_right;
        if (!between) c = fabs(c);
        double by = quadratic(da, db, v.f, c, v.slope_left + v.slope_right, between);
        if (!(v.f * by < 0)) by = -v.f / (v.slope_left + v.slope_right);
        if (fabs(by) <= DBL_EPSILON / 2 * fabs(t)) break;
        t += by;
    }
    return t;
}

/* Find the root after pole i.  Return the index of the pole from which *t is measured. */
static int64_t solve(root *r, int64_t i, double *t) {
    const wr_secular *s = r->s;
    int64_t k = s->k, origin = i;
    r->simd->gaps(r->gap, s->d, k, s->d[i], s->squares);
    if (i == k - 1) {
        double all = 0;
        for (int64_t j = 0; j < k; j++) all += s->w[j];
        r->low = 0;
        r->high = all / s->rho_inverse * (1 + 4 * DBL_EPSILON);
        *t = s->w[i] / s->rho_inverse;
        if (k == 1) return i;
        r->a = k - 2, r->b = k - 1, r->split = k - 1;
        *t = find(r, r->high / 2);
        return i;
    }
    double width = r->gap[i + 1], middle = width / 2;
    r->a = i, r->b = i + 1, r->split = i + 1;
    sums v = evaluate(r, middle);
    /* First estimate: replace all other terms by the constant c and solve
     * c + wa / (-t) + wb / (width - t) = 0. */
    double wa = s->w[i], wb = s->w[i + 1];
    double c = v.f + wa / middle - wb / (width - middle);
    if (v.f >= 0) {
        r->low = 0, r->high = middle;
        double a = c * width + wa + wb, b = wa * width, d = sqrt(fabs(a * a - 4 * b * c));
        *t = a > 0 ? 2 * b / (a + d) : (a - d) / (2 * c);
    } else {
        origin = i + 1;
        r->simd->gaps(r->gap, s->d, k, s->d[origin], s->squares);
        r->low = -middle, r->high = 0;
        double a = c * width - wa - wb, b = wb * width, d = sqrt(fabs(a * a + 4 * b * c));
        *t = a < 0 ? 2 * b / (a - d) : -(a + d) / (2 * c);
    }
    *t = find(r, *t);
    return origin;
}

typedef struct job {
    const wr_workspace *ws;
    const wr_secular *s;
} job;

static weir_status solve_some(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    const wr_secular *s = j->s;
    for (int64_t i = begin; i < end; i++) {
        root r = {.s = s, .simd = j->ws->simd->eigen, .gap = s->delta + i * s->row};
        double t;
        int64_t origin = solve(&r, i, &t);
        double d = s->d[origin];
        s->root[i] = s->squares ? sqrt(d * d + t) : d + t;
        for (int64_t at = 0; at < s->k; at++) r.gap[at] -= t;
    }
    return WEIR_OK;
}

/* Compute the corrected z: rho * z_j^2 is the product of (root_i - p_j) over all i, divided by the
 * product of (p_i - p_j) over all i != j. */
static weir_status correct_some(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    const wr_secular *s = j->s;
    const wr_eigen_simd *simd = j->ws->simd->eigen;
    for (int64_t at = begin; at < end; at++) s->corrected[at] = 1;
    for (int64_t i = 0; i < s->k; i++) {
        const double *delta = s->delta + i * s->row;
        int64_t before = i < begin ? begin : i < end ? i : end;
        int64_t after = i + 1 < begin ? begin : i + 1;
        if (before > begin)
            simd->loewner(s->corrected + begin, delta + begin, s->d + begin, before - begin,
                          s->d[i], s->squares);
        if (i >= begin && i < end) s->corrected[i] *= -delta[i];
        if (after < end)
            simd->loewner(s->corrected + after, delta + after, s->d + after, end - after, s->d[i],
                          s->squares);
    }
    for (int64_t at = begin; at < end; at++)
        s->corrected[at] = copysign(sqrt(fabs(s->corrected[at])), s->z[at]);
    return WEIR_OK;
}

weir_status wr_secular_solve(const wr_workspace *ws, const wr_secular *s) {
    enum { ROOTS = WR_SIZE(16, 2), COLUMNS = WR_SIZE(64, 3) };
    job j = {ws, s};
    for (int64_t i = 0; i < s->k; i++) s->w[i] = s->z[i] * s->z[i];
    WR_TRY(wr_workspace_split(ws, s->k, ROOTS, solve_some, &j));
    return wr_workspace_split(ws, s->k, COLUMNS, correct_some, &j);
}
