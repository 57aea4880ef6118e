/* direct_qr.c - QR factorisation by blocked Householder reflections.
 *
 * The product of several reflections I - tau v v^H is I - V T V^H, where the columns of V are their
 * vectors and T is upper triangular.  The reflections of a panel of PANEL columns are therefore
 * applied to the rest of the matrix by matrix products.  A panel is itself halved until at most
 * WR_LEAF / 2 columns are left; the matrices T1 and T2 of the two halves are combined into
 *
 *      T = T1 T12      T12 = -T1 (V1^H V2) T2
 *          0  T2
 *
 * The code stores N = -T instead of T, so that every product is added and none is subtracted.
 * While R is computed, N is conjugated.  The columns of A are stored as rows.  The elements of a
 * row that belong to R are copied out as soon as they are known; the row then becomes the full
 * Householder vector: zeros, 1, and the rest.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/linalg/direct_solvers.h"

enum { PANEL = WR_SIZE(64, 16), FEW = WR_LEAF / 2 };

typedef struct qr {
    wr_direct *d;
    int64_t m, n, r_rows;
    /* the rows (the columns of A), and their conjugates; the same memory for real types */
    char *v, *conj_v;
    char *r;
    char *t;   /* the matrices N of all panels, PANEL x PANEL each */
    char *tau; /* the scalars tau of the reflections of one leaf */
} qr;

static char *at(const qr *q, char *base, int64_t index) {
    return (char *)((uintptr_t)base + (uintptr_t)(index * q->d->type->size));
}

static wr_matrix rows(const qr *q, char *base, int64_t i, int64_t j) {
    return (wr_matrix){at(q, base, i * q->m + j), q->m, 1};
}

static wr_matrix transposed(wr_matrix a) { return (wr_matrix){a.at, a.col, a.row}; }

/* Return the submatrix that starts at entry (i, j) of N, the matrix of the panel that contains
 * column i. */
static wr_matrix t_of(const qr *q, int64_t i, int64_t j) {
    int64_t panel = i / PANEL;
    return (wr_matrix){at(q, q->t, panel * PANEL * PANEL + i % PANEL * PANEL + (j - panel * PANEL)),
                       PANEL, 1};
}

/* Copy `count` columns of R, starting at column j, to the output. */
static void copy_out(const qr *q, int64_t j, int64_t count) {
    const wr_direct_type *type = q->d->type;
    int64_t full = j + count < q->r_rows ? j + count : q->r_rows;
    type->transpose(at(q, q->r, j), q->n, at(q, q->v, j * q->m), q->m, full, count, false);
    for (int64_t i = j + 1; i < q->r_rows; i++) {
        int64_t zeros = i - j < count ? i - j : count;
        memset(at(q, q->r, i * q->n + j), 0, (size_t)(zeros * type->size));
    }
}

static void make_vectors(const qr *q, int64_t j, int64_t count) {
    const wr_direct_type *type = q->d->type;
    for (int64_t i = j; i < j + count; i++) {
        memset(at(q, q->v, i * q->m), 0, (size_t)(i * type->size));
        wr_direct_put_one(q->d, at(q, q->v, i * q->m + i));
        if (q->conj_v != q->v)
            type->conjugate(at(q, q->conj_v, i * q->m), at(q, q->v, i * q->m), q->m);
    }
}

/* Apply the reflections of columns j to j + count - 1 to columns c to c + many - 1. */
static weir_status reflect(const qr *q, int64_t j, int64_t count, int64_t c, int64_t many) {
    wr_direct *d = q->d;
    size_t before = d->used;
    int64_t left = q->m - j;
    if (many == 0) return WEIR_OK;
    wr_matrix w = {wr_direct_take(d, (size_t)(many * count * d->type->size)), count, 1};
    wr_matrix w2 = {wr_direct_take(d, (size_t)(many * count * d->type->size)), count, 1};
    wr_matrix x = rows(q, q->v, c, j);
    WR_TRY(
        wr_direct_product(d, many, count, left, x, transposed(rows(q, q->conj_v, j, j)), w, false));
    WR_TRY(wr_direct_product(d, many, count, count, w, t_of(q, j, j), w2, false));
    WR_TRY(wr_direct_product(d, many, left, count, w2, rows(q, q->v, j, j), x, true));
    d->used = before;
    return WEIR_OK;
}

/* Compute N12 = N1 (V1^H V2) N2, conjugated. */
static weir_status join(const qr *q, int64_t j, int64_t n1, int64_t n2) {
    wr_direct *d = q->d;
    size_t before = d->used;
    int64_t next = j + n1;
    wr_matrix s = {wr_direct_take(d, (size_t)(n1 * n2 * d->type->size)), n2, 1};
    wr_matrix u = {wr_direct_take(d, (size_t)(n1 * n2 * d->type->size)), n2, 1};
    WR_TRY(wr_direct_product(d, n1, n2, q->m - next, rows(q, q->v, j, next),
                             transposed(rows(q, q->conj_v, next, next)), s, false));
    WR_TRY(wr_direct_product(d, n1, n2, n1, t_of(q, j, j), s, u, false));
    WR_TRY(wr_direct_product(d, n1, n2, n2, u, t_of(q, next, next), t_of(q, j, next), false));
    d->used = before;
    return WEIR_OK;
}

static weir_status factor(const qr *q, int64_t j, int64_t count) {
    wr_direct *d = q->d;
    if (count <= FEW) {
        if (d->measures) return WEIR_OK;
        char *from = at(q, q->v, j * q->m + j), *conj = at(q, q->conj_v, j * q->m + j);
        d->type->reflect(from, q->m, q->m - j, count, q->tau);
        copy_out(q, j, count);
        make_vectors(q, j, count);
        d->type->compact(conj, q->m, q->m - j, count, q->tau, t_of(q, j, j).at, PANEL);
        return WEIR_OK;
    }
    int64_t n1 = (count / 2 + FEW - 1) / FEW * FEW, n2 = count - n1;
    WR_TRY(factor(q, j, n1));
    WR_TRY(reflect(q, j, n1, j + n1, n2));
    WR_TRY(factor(q, j + n1, n2));
    for (int64_t i = n1; !d->measures && i < count; i++)
        memset(t_of(q, j + i, j).at, 0, (size_t)(n1 * d->type->size));
    return join(q, j, n1, n2);
}

/* Apply the reflections of one panel to Q, which starts as I.  Since Q = H1 H2 ... I, the panels
 * are applied from the last to the first, and the part of Q to the left of the panel is still I. */
static weir_status form_q(const qr *q, int64_t j, int64_t count, char *to) {
    wr_direct *d = q->d;
    size_t before = d->used;
    int64_t left = q->m - j, cols = q->r_rows - j;
    wr_matrix w = {wr_direct_take(d, (size_t)(count * cols * d->type->size)), cols, 1};
    wr_matrix w2 = {wr_direct_take(d, (size_t)(count * cols * d->type->size)), cols, 1};
    wr_matrix x = {at(q, to, j * q->r_rows + j), q->r_rows, 1};
    WR_TRY(wr_direct_product(d, count, cols, left, rows(q, q->conj_v, j, j), x, w, false));
    WR_TRY(wr_direct_product(d, count, cols, count, t_of(q, j, j), w, w2, false));
    WR_TRY(wr_direct_product(d, left, cols, count, transposed(rows(q, q->v, j, j)), w2, x, true));
    d->used = before;
    return WEIR_OK;
}

static void put_identity(const qr *q, char *to) {
    const wr_direct_type *type = q->d->type;
    memset(to, 0, (size_t)(q->m * q->r_rows * type->size));
    for (int64_t i = 0; i < q->r_rows; i++) wr_direct_put_one(q->d, at(q, to, i * q->r_rows + i));
}

weir_status wr_direct_qr(wr_direct *d, void *columns, int64_t m, int64_t n, int64_t r_rows, void *q,
                         void *r) {
    int64_t size = d->type->size, steps = m < n ? m : n, panels = (steps + PANEL - 1) / PANEL;
    size_t before = d->used;
    qr f = {.d = d, .m = m, .n = n, .r_rows = r_rows, .v = columns, .conj_v = columns, .r = r};
    if (d->type->reals == 2) f.conj_v = wr_direct_take(d, (size_t)(steps * m * size));
    f.t = wr_direct_take(d, (size_t)(panels * PANEL * PANEL * size));
    f.tau = wr_direct_take(d, (size_t)(FEW * size));
    for (int64_t j = 0; j < steps; j += PANEL) {
        int64_t count = steps - j < PANEL ? steps - j : PANEL;
        WR_TRY(factor(&f, j, count));
        WR_TRY(reflect(&f, j, count, j + count, n - j - count));
    }
    if (!d->measures) {
        if (n > steps) copy_out(&f, steps, n - steps);
        put_identity(&f, q);
        if (f.conj_v != f.v) d->type->conjugate(f.t, f.t, panels * PANEL * PANEL);
    }
    for (int64_t j = (panels - 1) * PANEL; j >= 0; j -= PANEL)
        WR_TRY(form_q(&f, j, steps - j < PANEL ? steps - j : PANEL, q));
    d->used = before;
    return WEIR_OK;
}
