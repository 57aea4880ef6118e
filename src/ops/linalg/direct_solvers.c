/* direct_solvers.c - recursive LU, triangular solves, inverses and Cholesky.
 *
 * Every method halves its matrix until at most WR_LEAF columns are left.  The step between the two
 * halves is a matrix product, which takes most of the time.  The functions of gemm.h compute it
 * for any strides, on all workers.
 *
 *      A11 A12     LU: factor the left half; apply its row exchanges to the right;
 *      A21 A22         A12 = L11^-1 A12; A22 = A22 - A21 A12; factor A22.
 *
 * gemm can add a product but not subtract it, so one of the operands is first copied and negated,
 * which costs n^2 operations against n^3 for the product.
 *
 * The right-hand sides of a triangular solve are independent.  For a triangle of up to SPREAD_SIDE
 * rows, groups of columns are solved in parallel, each by one thread.  A larger triangle is halved,
 * and the product between the halves runs in parallel.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/linalg/direct_solvers.h"

#include "ops/matmul/gemm.h"

enum {
    SPREAD_SIDE = WR_SIZE(256, 32),         /* maximum number of rows of a triangle that one thread
                                             * solves */
    SPREAD_COLS = WR_SIZE(64, 8),           /* minimum number of columns per group */
    SPREAD_GROUPS = 16,                     /* maximum number of groups */
    SPREAD_WORK = WR_SIZE(1 << 20, 1 << 12) /* groups run in parallel if a solve has at least this
                                             * many multiplications */
};

/* Return about n / 2, rounded up to a multiple of WR_LEAF. */
static int64_t half_of(int64_t n) { return (n / 2 + WR_LEAF - 1) / WR_LEAF * WR_LEAF; }

static wr_matrix part(const wr_direct *d, wr_matrix a, int64_t i, int64_t j) {
    a.at = (char *)((uintptr_t)a.at + (uintptr_t)((i * a.row + j * a.col) * d->type->size));
    return a;
}

static wr_matrix transposed(wr_matrix a) { return (wr_matrix){a.at, a.col, a.row}; }

wr_direct wr_direct_measuring(const wr_simd *simd, int dtype, bool spreads) {
    static char nowhere[64];
    return (wr_direct){.simd = simd,
                       .type = simd->direct->type[dtype],
                       .dtype = dtype,
                       .spreads = spreads,
                       .measures = true,
                       .scratch = nowhere};
}

void *wr_direct_take(wr_direct *d, size_t bytes) {
    char *taken = (char *)((uintptr_t)d->scratch + d->used);
    d->used += wr_round_up(bytes, WR_CACHE_LINE);
    if (d->used > d->need) d->need = d->used;
    return taken;
}

/* ---- Products -------------------------------------------------------------------------------- */

weir_status wr_direct_product(wr_direct *d, int64_t m, int64_t n, int64_t k, wr_matrix a,
                              wr_matrix b, wr_matrix c, bool accumulate) {
    static const int8_t dtypes[] = {WR_GEMM_F32, WR_GEMM_F64, WR_GEMM_C64, WR_GEMM_C128};
    const wr_gemm g = {.dtype = dtypes[d->dtype],
                       .accumulate = accumulate,
                       .m = m,
                       .n = n,
                       .k = k,
                       .batch = 1,
                       .a = a.at,
                       .a_row = a.row,
                       .a_col = a.col,
                       .b = b.at,
                       .b_row = b.row,
                       .b_col = b.col,
                       .c = c.at,
                       .c_row = c.row,
                       .c_col = c.col};
    size_t before = d->used;
    void *scratch = wr_direct_take(d, wr_gemm_scratch(&g, d->simd->gemm));
    d->used = before;
    if (d->measures) return WEIR_OK;
    return wr_gemm_run(d->spreads ? d->ctx : NULL, d->simd->gemm, &g, scratch);
}

/* Compute C = C - A B if `accumulate` is set, otherwise C = -A B.  The operand that is copied and
 * negated is the smaller one, or A if A has to be conjugated. */
static weir_status subtract(wr_direct *d, int64_t m, int64_t n, int64_t k, wr_matrix a, wr_matrix b,
                            wr_matrix c, bool conj, bool accumulate) {
    size_t before = d->used;
    bool first = conj || m < n;
    wr_matrix *copied = first ? &a : &b;
    int64_t rows = first ? m : k, cols = first ? k : n;
    char *scratch = wr_direct_take(d, (size_t)(rows * cols * d->type->size));
    if (!d->measures)
        d->type->negate(scratch, cols, copied->at, copied->row, copied->col, rows, cols, conj);
    *copied = (wr_matrix){scratch, cols, 1};
    weir_status status = wr_direct_product(d, m, n, k, a, b, c, accumulate);
    d->used = before;
    return status;
}

/* ---- Triangular solves ----------------------------------------------------------------------- */

static weir_status solve(wr_direct *d, const wr_triangle *t, wr_matrix x, int64_t cols);

static weir_status solve_halves(wr_direct *d, const wr_triangle *t, wr_matrix x, int64_t cols,
                                weir_status (*each)(wr_direct *, const wr_triangle *, wr_matrix,
                                                    int64_t)) {
    int64_t n1 = half_of(t->n), n2 = t->n - n1;
    wr_triangle upper = *t, lower = *t;
    upper.n = n1;
    lower.n = n2;
    lower.t = part(d, t->t, n1, n1);
    wr_matrix below = part(d, x, n1, 0);
    if (t->lower) {
        WR_TRY(each(d, &upper, x, cols));
        WR_TRY(subtract(d, n2, cols, n1, part(d, t->t, n1, 0), x, below, t->conj, true));
        return each(d, &lower, below, cols);
    }
    WR_TRY(each(d, &lower, below, cols));
    WR_TRY(subtract(d, n1, cols, n2, part(d, t->t, 0, n1), below, x, t->conj, true));
    return each(d, &upper, x, cols);
}

static weir_status solve(wr_direct *d, const wr_triangle *t, wr_matrix x, int64_t cols) {
    if (t->n > WR_LEAF) return solve_halves(d, t, x, cols, solve);
    const wr_direct_solve leaf = {.n = t->n,
                                  .cols = cols,
                                  .t = t->t.at,
                                  .t_row = t->t.row,
                                  .t_col = t->t.col,
                                  .lower = t->lower,
                                  .unit = t->unit,
                                  .conj = t->conj,
                                  .x = x.at,
                                  .x_row = x.row,
                                  .x_col = x.col};
    if (!d->measures) d->type->solve(&leaf);
    return WEIR_OK;
}

typedef struct groups {
    const wr_direct *d;
    const wr_triangle *t;
    wr_matrix x;
    int64_t cols, each; /* cols: the number of columns; each: columns per group */
    char *scratch;
    size_t bytes; /* bytes of scratch per group */
} groups;

static weir_status solve_groups(void *arg, int64_t begin, int64_t end) {
    const groups *g = arg;
    for (int64_t i = begin; i < end; i++) {
        wr_direct own = *g->d;
        own.spreads = false;
        own.scratch = g->scratch + (size_t)i * g->bytes;
        own.used = 0;
        int64_t first = i * g->each;
        WR_TRY(solve(&own, g->t, part(g->d, g->x, 0, first), wr_min(g->each, g->cols - first)));
    }
    return WEIR_OK;
}

weir_status wr_direct_triangle(wr_direct *d, const wr_triangle *t, wr_matrix x, int64_t cols) {
    if (!d->spreads || t->n * t->n * cols < SPREAD_WORK || cols < 2 * SPREAD_COLS)
        return t->n > SPREAD_SIDE ? solve_halves(d, t, x, cols, wr_direct_triangle)
                                  : solve(d, t, x, cols);
    if (t->n > SPREAD_SIDE) return solve_halves(d, t, x, cols, wr_direct_triangle);
    int64_t each = wr_max((cols + SPREAD_GROUPS - 1) / SPREAD_GROUPS, SPREAD_COLS);
    each = (each + 31) & ~(int64_t)31;
    int64_t count = (cols + each - 1) / each;
    wr_direct one = wr_direct_measuring(d->simd, d->dtype, false);
    WR_TRY(solve(&one, t, x, each));
    WR_TRY(solve(&one, t, x, cols - (count - 1) * each));
    size_t before = d->used;
    groups g = {.d = d, .t = t, .x = x, .cols = cols, .each = each, .bytes = one.need};
    g.scratch = wr_direct_take(d, (size_t)count * one.need);
    d->used = before;
    return d->measures ? WEIR_OK : weir_parallel_for(d->ctx, count, 1, solve_groups, &g);
}

/* ---- LU -------------------------------------------------------------------------------------- */

static void exchange_rows(const wr_direct *d, wr_matrix x, int64_t from, int64_t to, int64_t cols,
                          const int64_t *pivots) {
    char kept[512];
    size_t bytes = (size_t)(cols * d->type->size);
    if (d->measures) return;
    for (int64_t i = from; i < to; i++) {
        if (pivots[i] == i) continue;
        char *a = part(d, x, i, 0).at, *b = part(d, x, pivots[i], 0).at;
        for (size_t done = 0, n; done < bytes; done += n) {
            n = bytes - done < sizeof kept ? bytes - done : sizeof kept;
            memcpy(kept, a + done, n);
            memcpy(a + done, b + done, n);
            memcpy(b + done, kept, n);
        }
    }
}

void wr_direct_exchange(const wr_direct *d, void *x, int64_t n, int64_t cols,
                        const int64_t *pivots) {
    exchange_rows(d, (wr_matrix){x, cols, 1}, 0, n, cols, pivots);
}

/* Factor an m x n matrix with m >= n. */
static weir_status factor(wr_direct *d, wr_matrix a, int64_t m, int64_t n, int64_t *pivots,
                          int64_t *bad) {
    size_t before = d->used;
    if (n <= WR_LEAF) {
        void *scratch = wr_direct_take(d, (size_t)(m * n * d->type->size));
        d->used = before;
        if (!d->measures) *bad = d->type->lu(a.at, a.row, m, n, pivots, scratch);
        return WEIR_OK;
    }
    int64_t n1 = half_of(n), n2 = n - n1, worse = -1;
    wr_matrix right = part(d, a, 0, n1), below = part(d, a, n1, 0), rest = part(d, a, n1, n1);
    const wr_triangle left = {.t = a, .n = n1, .lower = true, .unit = true};
    WR_TRY(factor(d, a, m, n1, pivots, bad));
    exchange_rows(d, right, 0, n1, n2, pivots);
    WR_TRY(wr_direct_triangle(d, &left, right, n2));
    WR_TRY(subtract(d, m - n1, n2, n1, below, right, rest, false, true));
    WR_TRY(factor(d, rest, m - n1, n2, d->measures ? NULL : pivots + n1, &worse));
    if (d->measures) return WEIR_OK;
    assert(pivots != NULL);
    if (*bad < 0 && worse >= 0) *bad = n1 + worse;
    for (int64_t i = n1; i < n; i++) pivots[i] += n1;
    exchange_rows(d, a, n1, n, n1, pivots);
    return WEIR_OK;
}

weir_status wr_direct_lu(wr_direct *d, void *a, int64_t n, int64_t *pivots, int64_t *bad) {
    *bad = -1;
    return n == 0 ? WEIR_OK : factor(d, (wr_matrix){a, n, 1}, n, n, pivots, bad);
}

/* ---- Inverses -------------------------------------------------------------------------------- */

/* Store the inverse of a unit lower triangular matrix in X, which is zero on entry. */
static weir_status invert_lower(wr_direct *d, wr_triangle t, wr_matrix x) {
    if (t.n <= WR_LEAF) {
        for (int64_t i = 0; !d->measures && i < t.n; i++) wr_direct_put_one(d, part(d, x, i, i).at);
        return solve(d, &t, x, t.n);
    }
    int64_t n1 = half_of(t.n), n2 = t.n - n1;
    wr_triangle first = t, last = t;
    first.n = n1;
    last.n = n2;
    last.t = part(d, t.t, n1, n1);
    wr_matrix below = part(d, x, n1, 0);
    WR_TRY(invert_lower(d, first, x));
    WR_TRY(subtract(d, n2, n1, n1, part(d, t.t, n1, 0), x, below, false, false));
    WR_TRY(wr_direct_triangle(d, &last, below, n1));
    return invert_lower(d, last, part(d, x, n1, n1));
}

typedef struct columns {
    char *x;
    int64_t n;
    size_t size;
    const int64_t *pivots;
} columns;

/* Apply the row exchanges of the factorisation to the elements of one row, in reverse order. */
#define EXCHANGE(type)                                                                             \
    do {                                                                                           \
        type *x = (type *)(void *)(c->x + (size_t)(row * c->n) * c->size);                         \
        for (int64_t i = c->n - 1; i >= 0; i--) {                                                  \
            type t = x[i];                                                                         \
            x[i] = x[c->pivots[i]];                                                                \
            x[c->pivots[i]] = t;                                                                   \
        }                                                                                          \
    } while (0)

typedef struct pair {
    double re, im;
} pair;

static weir_status exchange_columns(void *arg, int64_t begin, int64_t end) {
    const columns *c = arg;
    for (int64_t row = begin; row < end; row++) {
        if (c->size == 4)
            EXCHANGE(float);
        else if (c->size == 8)
            EXCHANGE(double);
        else
            EXCHANGE(pair);
    }
    return WEIR_OK;
}

weir_status wr_direct_exchange_columns(const wr_direct *d, void *x, int64_t rows, int64_t n,
                                       const int64_t *pivots) {
    columns c = {x, n, (size_t)d->type->size, pivots};
    int64_t grain = SPREAD_WORK / 16 / n + 1;
    if (!d->spreads || rows <= grain) return exchange_columns(&c, 0, rows);
    return weir_parallel_for(d->ctx, rows, grain, exchange_columns, &c);
}

weir_status wr_direct_invert(wr_direct *d, void *lu, int64_t n, const int64_t *pivots, void *x) {
    const wr_matrix to = {x, n, 1};
    const wr_triangle upper = {.t = {lu, n, 1}, .n = n};
    const wr_triangle lower = {.t = {lu, n, 1}, .n = n, .lower = true, .unit = true};
    if (n == 0) return WEIR_OK;
    if (!d->measures) memset(x, 0, (size_t)(n * n * d->type->size));
    WR_TRY(invert_lower(d, lower, to));
    WR_TRY(wr_direct_triangle(d, &upper, to, n));
    return d->measures ? WEIR_OK : wr_direct_exchange_columns(d, x, n, n, pivots);
}

/* ---- Cholesky -------------------------------------------------------------------------------- */

/* Compute the upper triangle of C = C - B^H B, where B is k x n, by groups of GROUP columns, each
 * down to the last row of its diagonal block. */
static weir_status subtract_square(wr_direct *d, int64_t n, int64_t k, wr_matrix b, wr_matrix c) {
    enum { GROUP = WR_SIZE(128, 16) };
    size_t before = d->used;
    weir_status status = WEIR_OK;
    char *scratch = wr_direct_take(d, (size_t)(k * n * d->type->size));
    if (!d->measures) d->type->negate(scratch, n, b.at, b.row, b.col, k, n, true);
    const wr_matrix negative = {scratch, 1, n};
    for (int64_t j = 0; status == WEIR_OK && j < n; j += GROUP) {
        int64_t width = wr_min(GROUP, n - j);
        status = wr_direct_product(d, j + width, width, k, negative, part(d, b, 0, j),
                                   part(d, c, 0, j), true);
    }
    d->used = before;
    return status;
}

static weir_status factor_definite(wr_direct *d, wr_matrix a, int64_t n, int64_t *bad) {
    if (n <= WR_LEAF) {
        if (!d->measures) *bad = d->type->cholesky(a.at, a.row, n);
        return WEIR_OK;
    }
    int64_t n1 = half_of(n), n2 = n - n1;
    wr_matrix right = part(d, a, 0, n1), rest = part(d, a, n1, n1);
    const wr_triangle t = {.t = transposed(a), .n = n1, .lower = true, .conj = d->type->reals == 2};
    WR_TRY(factor_definite(d, a, n1, bad));
    if (*bad >= 0) return WEIR_OK;
    WR_TRY(wr_direct_triangle(d, &t, right, n2));
    WR_TRY(subtract_square(d, n2, n1, right, rest));
    WR_TRY(factor_definite(d, rest, n2, bad));
    if (*bad >= 0) *bad += n1;
    return WEIR_OK;
}

weir_status wr_direct_cholesky(wr_direct *d, void *a, int64_t n, int64_t *bad) {
    *bad = -1;
    return n == 0 ? WEIR_OK : factor_definite(d, (wr_matrix){a, n, 1}, n, bad);
}
