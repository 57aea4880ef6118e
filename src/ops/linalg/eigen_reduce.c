/* eigen_reduce.c - reduces a matrix to tridiagonal or bidiagonal form by reflections, and
 * transforms vectors back.
 *
 * A reflection H = I - tau v v^H is chosen so that H^H x = beta e_1 with a real beta, so the
 * reduced form of a complex matrix is real.  Both reductions process blocks of WR_BLOCK columns.
 * Within a block the matrix is not updated; its current value is
 *
 *     A - L^T conj(R)
 *
 * where L and R gain two rows per column.  After a block the remaining part of A is updated by one
 * matrix product.  In addition, each column needs one matrix-vector product, or two for the
 * bidiagonal form; these products account for half the arithmetic.  Only the upper triangle of a
 * Hermitian matrix is updated.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "ops/linalg/eigen.h"

enum {
    FEW = WR_SIZE(200, 8),       /* products of up to this many multiplications do not use gemm */
    PARTS = WR_SIZE(8, 3),       /* maximum number of parts of a Hermitian matrix-vector product */
    PART_ROWS = WR_SIZE(512, 7), /* average number of matrix rows per part */
    STRIP = WR_SIZE(128, 5),     /* number of rows of a triangle that are updated together */
};

/* ---- Products -------------------------------------------------------------------------------- */

/* Blocked products pack both operands, in panels and in blocks of k that may be padded.  Products
 * with a large k also store the results of up to SEGMENTS segments of k. */
size_t wr_products_scratch(int64_t m, int64_t n, int64_t k) {
    enum { PANEL = 64, BLOCKS = 32, SEGMENTS = 32, SPLIT = 128 * 128, LONG = WR_SIZE(4096, 64) };
    int64_t long_k = k + 8 * (k / BLOCKS + 1);
    int64_t results = m * n < SPLIT ? m * n : SPLIT;
    int64_t all = (m + n + 2 * PANEL) * long_k + (k >= LONG ? SEGMENTS * results : 0) + k;
    return wr_round_up((size_t)all * sizeof(double) + 8 * WR_CACHE_LINE, WR_CACHE_LINE);
}

weir_status wr_workspace_split(const wr_workspace *ws, int64_t count, int64_t grain,
                               weir_range_fn fn, void *arg) {
    if (count <= 0) return WEIR_OK;
    if (ws->ctx == NULL || count <= grain) return fn(arg, 0, count);
    return weir_parallel_for(ws->ctx, count, grain, fn, arg);
}

typedef struct reals {
    const double *data;
    int64_t row, col;
} reals;

/* Multiply without gemm.  For small products, gemm takes longer to choose a code path than to
 * multiply. */
static void multiply_few(int64_t m, int64_t n, int64_t k, reals a, reals b, double *c,
                         int64_t c_row, int64_t c_col, bool add) {
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            const double *x = a.data + i * a.row, *y = b.data + j * b.col;
            double sum = 0, *to = &c[i * c_row + j * c_col];
            for (int64_t l = 0; l < k; l++) sum += x[l * a.col] * y[l * b.row];
            *to = add ? *to + sum : sum;
        }
}

static weir_status multiply(const wr_workspace *ws, int64_t m, int64_t n, int64_t k, reals a,
                            reals b, double *c, int64_t c_row, int64_t c_col, bool add) {
    if (m * n * k <= FEW) {
        multiply_few(m, n, k, a, b, c, c_row, c_col, add);
        return WEIR_OK;
    }
    const wr_gemm g = {.dtype = WR_GEMM_F64,
                       .accumulate = add,
                       .m = m,
                       .n = n,
                       .k = k,
                       .batch = 1,
                       .a = a.data,
                       .a_row = a.row,
                       .a_col = a.col,
                       .b = b.data,
                       .b_row = b.row,
                       .b_col = b.col,
                       .c = c,
                       .c_row = c_row,
                       .c_col = c_col};
    if (WR_UNLIKELY(wr_gemm_scratch(&g, ws->simd->gemm) > ws->scratch_bytes))
        return wr_fail(WEIR_ENOMEM,
                       "a %lld x %lld x %lld matrix product needs more scratch memory than was "
                       "reserved",
                       (long long)m, (long long)n, (long long)k);
    return wr_gemm_run(ws->ctx, ws->simd->gemm, &g, ws->scratch);
}

/* Return A times `by`: A itself if `by` is 1, or a negated copy in ws->copies if `by` is -1. */
static reals scaled(const wr_workspace *ws, int64_t m, int64_t k, const double *a, int64_t row,
                    int64_t col, double by) {
    bool transposed = row == 1 && col != 1;
    int64_t outer = transposed ? k : m, inner = transposed ? m : k;
    int64_t outer_step = transposed ? col : row, inner_step = transposed ? row : col;
    double *to = ws->copies;
    if (by == 1) return (reals){a, row, col};
    for (int64_t i = 0; i < outer; i++)
        for (int64_t j = 0; j < inner; j++)
            to[i * inner + j] = by * a[i * outer_step + j * inner_step];
    return transposed ? (reals){to, 1, inner} : (reals){to, inner, 1};
}

weir_status wr_product(const wr_workspace *ws, int64_t m, int64_t n, int64_t k, wr_plane a,
                       wr_plane b, wr_plane c, int flags) {
    double sign = flags & WR_MINUS ? -1 : 1;
    double of_a = flags & WR_CONJ_A ? -sign : sign, of_b = flags & WR_CONJ_B ? -sign : sign;
    bool add = flags & WR_ADD;
    reals b_re = {b.re, b.row, b.col}, b_im = {b.im, b.row, b.col};
    WR_TRY(multiply(ws, m, n, k, scaled(ws, m, k, a.re, a.row, a.col, sign), b_re, c.re, c.row,
                    c.col, add));
    if (c.im == NULL) return WEIR_OK;
    WR_TRY(multiply(ws, m, n, k, scaled(ws, m, k, a.im, a.row, a.col, -sign * of_a * of_b), b_im,
                    c.re, c.row, c.col, true));
    WR_TRY(multiply(ws, m, n, k, scaled(ws, m, k, a.re, a.row, a.col, of_b), b_im, c.im, c.row,
                    c.col, add));
    return multiply(ws, m, n, k, scaled(ws, m, k, a.im, a.row, a.col, of_a), b_re, c.im, c.row,
                    c.col, true);
}

/* ---- Vectors: rows of planes ----------------------------------------------------------------- */

typedef struct number {
    double re, im;
} number;

static number times(number x, number y) {
    return (number){x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

static double dot_of(const wr_workspace *ws, const double *x, const double *y, int64_t n) {
    double out = 0;
    if (n > 0) ws->simd->gemm->dot[WR_GEMM_F64](&out, x, 1, y, 1, n);
    return out;
}

/* Return x^H y. */
static number inner(const wr_workspace *ws, wr_plane x, wr_plane y, int64_t n) {
    number out = {dot_of(ws, x.re, y.re, n), 0};
    if (x.im == NULL) return out;
    out.re += dot_of(ws, x.im, y.im, n);
    out.im = dot_of(ws, x.re, y.im, n) - dot_of(ws, x.im, y.re, n);
    return out;
}

static void scale(wr_plane x, int64_t n, number by) {
    if (x.im == NULL) {
        for (int64_t i = 0; i < n; i++) x.re[i] *= by.re;
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        number v = times((number){x.re[i], x.im[i]}, by);
        x.re[i] = v.re, x.im[i] = v.im;
    }
}

/* Compute y += `by` * x. */
static void add_scaled(const wr_workspace *ws, wr_plane y, wr_plane x, int64_t n, number by) {
    ws->simd->eigen->add(y.re, x.re, n, by.re);
    if (y.im == NULL) return;
    ws->simd->eigen->add(y.re, x.im, n, -by.im);
    ws->simd->eigen->add(y.im, x.re, n, by.im);
    ws->simd->eigen->add(y.im, x.im, n, by.re);
}

/* Copy x, or its conjugate, to `to`; `step` is the stride of x. */
static void copy(wr_plane to, wr_plane x, int64_t step, int64_t n, bool conjugate) {
    if (step == 1)
        memcpy(to.re, x.re, (size_t)n * sizeof(double));
    else
        for (int64_t i = 0; i < n; i++) to.re[i] = x.re[i * step];
    if (to.im == NULL) return;
    assert(x.im != NULL);
    double sign = conjugate ? -1 : 1;
    for (int64_t i = 0; i < n; i++) to.im[i] = sign * x.im[i * step];
}

static void clear(wr_plane x, int64_t n) {
    memset(x.re, 0, (size_t)n * sizeof(double));
    if (x.im != NULL) memset(x.im, 0, (size_t)n * sizeof(double));
}

/* Find the reflection with H^H x = beta e_1, overwrite the n elements of x with its v, and return
 * beta.  Squares that underflow are negligible, because the largest entry of the matrix is about
 * 1. */
static double reflection(const wr_workspace *ws, wr_plane x, int64_t n, number *tau) {
    number alpha = {x.re[0], x.im != NULL ? x.im[0] : 0};
    wr_plane rest = {x.re + 1, x.im != NULL ? x.im + 1 : NULL, 0, 1};
    double norm = sqrt(inner(ws, rest, rest, n - 1).re), beta = alpha.re;
    *tau = (number){0, 0};
    if (norm > 0 || alpha.im != 0) {
        beta = -copysign(hypot(hypot(alpha.re, alpha.im), norm), alpha.re);
        *tau = (number){(beta - alpha.re) / beta, -alpha.im / beta};
    }
    if (norm > 0) {
        number d = {alpha.re - beta, alpha.im};
        double size = d.re * d.re + d.im * d.im;
        scale(rest, n - 1, (number){d.re / size, -d.im / size});
    } else {
        clear(rest, n - 1);
    }
    x.re[0] = 1;
    if (x.im != NULL) x.im[0] = 0;
    return beta;
}

/* Store v, whose first element is entry i + q->first, as row i of the reflections. */
static void store_reflection(wr_reflections *q, int64_t i, wr_plane v, number tau) {
    wr_plane row = wr_plane_at(q->rows, i, 0);
    int64_t begin = i + q->first;
    clear(row, begin);
    copy(wr_plane_at(q->rows, i, begin), v, 1, q->length - begin, false);
    q->tau_re[i] = tau.re;
    if (q->tau_im != NULL) q->tau_im[i] = tau.im;
}

/* ---- L and R --------------------------------------------------------------------------------- */

typedef struct panel {
    const wr_workspace *ws;
    wr_plane l, r; /* the rows of L, of length m, and of R, of length n */
    wr_plane few;  /* one coefficient for each row of L and R: 1 x (2 * WR_BLOCK) elements */
    int64_t count; /* number of rows of L and R in use */
} panel;

static wr_plane take(double **scratch, int64_t rows, int64_t row, bool is_complex) {
    wr_plane p = {*scratch, is_complex ? *scratch + rows * row : NULL, row, 1};
    *scratch += rows * row * (is_complex ? 2 : 1);
    return p;
}

/* Copy column i of `rows`, conjugated, to p->few. */
static void coefficients(const panel *p, wr_plane rows, int64_t i) {
    copy(p->few, wr_plane_at(rows, 0, i), rows.row, p->count, true);
}

/* Subtract the sum of few[j] * rows[j] from x, which holds n entries starting at index i. */
static weir_status subtract(const panel *p, wr_plane x, wr_plane rows, int64_t i, int64_t n) {
    if (p->count == 0) return WEIR_OK;
    return wr_product(p->ws, 1, n, p->count, p->few, wr_plane_at(rows, 0, i), x, WR_ADD | WR_MINUS);
}

/* Compute few[j] = rows[j]^H x, where x holds n entries starting at index i. */
static weir_status project(const panel *p, wr_plane x, wr_plane rows, int64_t i, int64_t n) {
    if (p->count == 0) return WEIR_OK;
    wr_plane b = wr_plane_transposed(wr_plane_at(rows, 0, i));
    return wr_product(p->ws, 1, p->count, n, x, b, p->few, WR_CONJ_B);
}

/* Subtract L^T conj(R) from the submatrix of A that starts at (i, j), and empty the panel. */
static weir_status apply_panel(panel *p, wr_plane a, int64_t i, int64_t m, int64_t j, int64_t n) {
    int64_t k = p->count;
    p->count = 0;
    if (i >= m || j >= n) return WEIR_OK;
    return wr_product(p->ws, m - i, n - j, k, wr_plane_transposed(wr_plane_at(p->l, 0, i)),
                      wr_plane_at(p->r, 0, j), wr_plane_at(a, i, j), WR_CONJ_B | WR_ADD | WR_MINUS);
}

int64_t wr_reduce_doubles(int64_t m, int64_t n, bool is_complex) {
    return (2 * WR_BLOCK * (m + n) + 2 * WR_BLOCK + 2 * (m + n)) * (is_complex ? 2 : 1) + PARTS * n;
}

/* ---- Tridiagonal ----------------------------------------------------------------------------- */

/* The product y += `by` * S * x, where only the upper triangle of S is stored.  A large S is
 * divided into parts with about equal numbers of elements, and each part has its own result. */
typedef struct symmetric {
    const wr_workspace *ws;
    const double *a, *x;
    double *y;
    int64_t row, n, parts, step; /* step: distance between the results of consecutive parts, in
                                  * elements */
    double by, sign;
} symmetric;

/* Return the first row of part p.  The rows above it hold about p / parts of the elements of the
 * triangle. */
static int64_t part_begin(const symmetric *s, int64_t p) {
    if (p == s->parts) return s->n;
    return (int64_t)((double)s->n * (1 - sqrt(1 - (double)p / (double)s->parts)));
}

static weir_status some_parts(void *arg, int64_t begin, int64_t end) {
    const symmetric *s = arg;
    for (int64_t p = begin; p < end; p++) {
        double *y = s->y + p * s->step;
        if (s->parts > 1) memset(y, 0, (size_t)s->n * sizeof(double));
        s->ws->simd->eigen->symmetric(y, s->a, s->row, s->x, s->n, part_begin(s, p),
                                      part_begin(s, p + 1), s->by, s->sign);
    }
    return WEIR_OK;
}

static weir_status add_symmetric(const wr_workspace *ws, int64_t n, const double *a, int64_t row,
                                 const double *x, double *y, double *partials, double by,
                                 double sign) {
    int64_t parts = n < 2 * PART_ROWS ? 1 : n / PART_ROWS < PARTS ? n / PART_ROWS : PARTS;
    symmetric s = {ws, a, x, parts > 1 ? partials : y, row, n, parts, n, by, sign};
    WR_TRY(wr_workspace_split(ws, parts, 1, some_parts, &s));
    for (int64_t p = 0; parts > 1 && p < parts; p++)
        ws->simd->eigen->add(y, partials + p * n, n, 1);
    return WEIR_OK;
}

/* Compute y = A v for a Hermitian matrix A, whose imaginary part is antisymmetric. */
static weir_status times_hermitian(const wr_workspace *ws, int64_t n, wr_plane a, wr_plane v,
                                   wr_plane y, double *partials) {
    clear(y, n);
    WR_TRY(add_symmetric(ws, n, a.re, a.row, v.re, y.re, partials, 1, 1));
    if (a.im == NULL) return WEIR_OK;
    WR_TRY(add_symmetric(ws, n, a.im, a.row, v.im, y.re, partials, -1, -1));
    WR_TRY(add_symmetric(ws, n, a.re, a.row, v.im, y.im, partials, 1, 1));
    return add_symmetric(ws, n, a.im, a.row, v.re, y.im, partials, 1, -1);
}

/* Subtract L^T conj(R) from the upper triangle of the submatrix of A that starts at (i, i), by
 * strips of rows, and empty the panel. */
static weir_status apply_panel_upper(panel *p, wr_plane a, int64_t i, int64_t n) {
    int64_t k = p->count;
    for (int64_t end; i < n; i = end) {
        end = n - i <= STRIP + STRIP / 2 ? n : i + STRIP;
        p->count = k;
        WR_TRY(apply_panel(p, a, i, end, i, n));
    }
    p->count = 0;
    return WEIR_OK;
}

/* Reduce column i, which is the conjugate of row i.  If v is the vector of the reflection H and
 * y = tau A v, then H^H A H = A - v w^H - w v^H with w = y - tau/2 (y^H v) v. */
static weir_status tridiagonal_column(panel *p, int64_t n, wr_plane a, int64_t i, double *d,
                                      double *e, wr_reflections *q, wr_plane x, wr_plane y,
                                      double *partials) {
    int64_t rest = n - i - 1;
    number tau;
    copy(x, wr_plane_at(a, i, i), 1, n - i, true);
    coefficients(p, p->r, i);
    WR_TRY(subtract(p, x, p->l, i, n - i));
    d[i] = x.re[0];
    if (rest == 0) return WEIR_OK;
    wr_plane v = {x.re + 1, x.im != NULL ? x.im + 1 : NULL, 0, 1};
    e[i] = reflection(p->ws, v, rest, &tau);
    store_reflection(q, i, v, tau);
    WR_TRY(times_hermitian(p->ws, rest, wr_plane_at(a, i + 1, i + 1), v, y, partials));
    WR_TRY(project(p, v, p->r, i + 1, rest));
    WR_TRY(subtract(p, y, p->l, i + 1, rest));
    scale(y, rest, tau);
    number by = times((number){-tau.re / 2, -tau.im / 2}, inner(p->ws, y, v, rest));
    add_scaled(p->ws, y, v, rest, by);
    copy(wr_plane_at(p->l, p->count, i + 1), v, 1, rest, false);
    copy(wr_plane_at(p->r, p->count, i + 1), y, 1, rest, false);
    copy(wr_plane_at(p->l, p->count + 1, i + 1), y, 1, rest, false);
    copy(wr_plane_at(p->r, p->count + 1, i + 1), v, 1, rest, false);
    p->count += 2;
    return WEIR_OK;
}

weir_status wr_tridiagonalise(const wr_workspace *ws, int64_t n, wr_plane a, double *d, double *e,
                              wr_reflections *q, double *scratch) {
    bool is_complex = a.im != NULL;
    panel p = {.ws = ws};
    p.l = take(&scratch, 2 * WR_BLOCK, n, is_complex);
    p.r = take(&scratch, 2 * WR_BLOCK, n, is_complex);
    p.few = take(&scratch, 1, 2 * WR_BLOCK, is_complex);
    wr_plane x = take(&scratch, 1, n, is_complex), y = take(&scratch, 1, n, is_complex);
    q->count = n > 0 ? n - 1 : 0, q->length = n, q->first = 1;
    for (int64_t i = 0; i < n; i++) {
        WR_TRY(tridiagonal_column(&p, n, a, i, d, e, q, x, y, scratch));
        if (p.count == 2 * WR_BLOCK) WR_TRY(apply_panel_upper(&p, a, i + 1, n));
    }
    return WEIR_OK;
}

/* ---- Bidiagonal ------------------------------------------------------------------------------ */

/* Reduce column i and row i.  Applying the reflection H^H, with vector v, from the left leaves only
 * d[i] in column i: A becomes A - v y^H with y = tau A^H v.  Applying the reflection G, with vector
 * u, from the right leaves only d[i] and e[i] in row i: A becomes A - x u^H with x = tau A u. */
static weir_status bidiagonal_column(panel *p, int64_t m, int64_t n, wr_plane a, int64_t i,
                                     double *d, double *e, wr_reflections *q, wr_reflections *g,
                                     wr_plane x, wr_plane y) {
    int64_t below = m - i, right = n - i - 1;
    number tau;
    copy(x, wr_plane_at(a, i, i), a.row, below, false);
    coefficients(p, p->r, i);
    WR_TRY(subtract(p, x, p->l, i, below));
    d[i] = reflection(p->ws, x, below, &tau);
    store_reflection(q, i, x, tau);
    if (right == 0) return WEIR_OK;

    /* y = tau A^H v = tau (v^T conj(A))^T */
    WR_TRY(wr_product(p->ws, 1, right, below, x, wr_plane_at(a, i, i + 1), y, WR_CONJ_B));
    WR_TRY(project(p, x, p->l, i, below));
    WR_TRY(subtract(p, y, p->r, i + 1, right));
    scale(y, right, tau);
    copy(wr_plane_at(p->l, p->count, i), x, 1, below, false);
    copy(wr_plane_at(p->r, p->count, i + 1), y, 1, right, false);
    p->count++;

    copy(y, wr_plane_at(a, i, i + 1), 1, right, true);
    coefficients(p, p->l, i);
    WR_TRY(subtract(p, y, p->r, i + 1, right));
    e[i] = reflection(p->ws, y, right, &tau);
    store_reflection(g, i, y, tau);
    wr_plane corner = wr_plane_transposed(wr_plane_at(a, i + 1, i + 1));
    WR_TRY(wr_product(p->ws, 1, below - 1, right, y, corner, x, 0));
    WR_TRY(project(p, y, p->r, i + 1, right));
    WR_TRY(subtract(p, x, p->l, i + 1, below - 1));
    scale(x, below - 1, tau);
    copy(wr_plane_at(p->l, p->count, i + 1), x, 1, below - 1, false);
    copy(wr_plane_at(p->r, p->count, i + 1), y, 1, right, false);
    p->count++;
    return WEIR_OK;
}

weir_status wr_bidiagonalise(const wr_workspace *ws, int64_t m, int64_t n, wr_plane a, double *d,
                             double *e, wr_reflections *q, wr_reflections *g, double *scratch) {
    bool is_complex = a.im != NULL;
    panel p = {.ws = ws};
    p.l = take(&scratch, 2 * WR_BLOCK, m, is_complex);
    p.r = take(&scratch, 2 * WR_BLOCK, n, is_complex);
    p.few = take(&scratch, 1, 2 * WR_BLOCK, is_complex);
    wr_plane x = take(&scratch, 1, m, is_complex), y = take(&scratch, 1, n, is_complex);
    q->count = n, q->length = m, q->first = 0;
    g->count = n > 0 ? n - 1 : 0, g->length = n, g->first = 1;
    for (int64_t i = 0; i < n; i++) {
        WR_TRY(bidiagonal_column(&p, m, n, a, i, d, e, q, g, x, y));
        if (p.count == 2 * WR_BLOCK) WR_TRY(apply_panel(&p, a, i + 1, m, i + 1, n));
    }
    return WEIR_OK;
}

/* ---- Transforming back ----------------------------------------------------------------------- */

int64_t wr_reflect_doubles(int64_t cols, bool is_complex) {
    return (2 * WR_BLOCK * WR_BLOCK + 2 * WR_BLOCK * cols) * (is_complex ? 2 : 1);
}

static number get(wr_plane p, int64_t i, int64_t j) {
    int64_t at = i * p.row + j * p.col;
    return (number){p.re[at], p.im != NULL ? p.im[at] : 0};
}

static void put(wr_plane p, int64_t i, int64_t j, number v) {
    int64_t at = i * p.row + j * p.col;
    p.re[at] = v.re;
    if (p.im != NULL) p.im[at] = v.im;
}

static void real_triangle(const double *tau, int64_t count, wr_plane products, wr_plane t) {
    for (int64_t i = 0; i < count; i++) {
        double *row = t.re + i * t.row;
        row[i] = tau[i];
        /* When the loop reaches s, entry s is final and contributes to the entries after it. */
        for (int64_t s = i; s < count; s++)
            for (int64_t j = s + 1; j < count; j++)
                row[j] -= tau[j] * row[s] * products.re[s * products.row + j];
    }
}

/* Compute the upper triangular T with H_0 H_1 ... = I - V T V^H from the products v_i^H v_j. */
static void triangle(const wr_reflections *q, int64_t begin, int64_t count, wr_plane products,
                     wr_plane t) {
    memset(t.re, 0, (size_t)(count * t.row) * sizeof(double));
    if (t.im == NULL) {
        real_triangle(q->tau_re + begin, count, products, t);
        return;
    }
    memset(t.im, 0, (size_t)(count * t.row) * sizeof(double));
    for (int64_t j = 0; j < count; j++) {
        number tau = {q->tau_re[begin + j], q->tau_im != NULL ? q->tau_im[begin + j] : 0};
        for (int64_t i = 0; i < j; i++) {
            number sum = {0, 0};
            for (int64_t s = i; s < j; s++) {
                number more = times(get(t, i, s), get(products, s, j));
                sum.re += more.re, sum.im += more.im;
            }
            put(t, i, j, times(sum, (number){-tau.re, -tau.im}));
        }
        put(t, j, j, tau);
    }
}

weir_status wr_reflect(const wr_workspace *ws, const wr_reflections *q, wr_plane z, int64_t cols,
                       double *scratch) {
    bool is_complex = z.im != NULL;
    wr_plane products = take(&scratch, WR_BLOCK, WR_BLOCK, is_complex);
    wr_plane t = take(&scratch, WR_BLOCK, WR_BLOCK, is_complex);
    wr_plane some = take(&scratch, WR_BLOCK, cols, is_complex);
    wr_plane others = take(&scratch, WR_BLOCK, cols, is_complex);
    if (cols == 0) return WEIR_OK;
    for (int64_t block = (q->count + WR_BLOCK - 1) / WR_BLOCK - 1; block >= 0; block--) {
        int64_t begin = block * WR_BLOCK, first = begin + q->first, rest = q->length - first;
        int64_t count = q->count - begin < WR_BLOCK ? q->count - begin : WR_BLOCK;
        wr_plane v = wr_plane_at(q->rows, begin, first), part = wr_plane_at(z, first, 0);
        WR_TRY(wr_product(ws, count, count, rest, v, wr_plane_transposed(v), products, WR_CONJ_A));
        triangle(q, begin, count, products, t);
        WR_TRY(wr_product(ws, count, cols, rest, v, part, some, WR_CONJ_A));
        WR_TRY(wr_product(ws, count, cols, count, t, some, others, 0));
        WR_TRY(wr_product(ws, rest, cols, count, wr_plane_transposed(v), others, part,
                          WR_ADD | WR_MINUS));
    }
    return WEIR_OK;
}
