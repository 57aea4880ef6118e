/* divide_conquer.c - the recursion and the merges; see divide_conquer.h.
 *
 * Parts of up to WR_TREE rows are solved in parallel, each by one worker.  The merges above them
 * run one after the other, each on all workers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/linalg/divide_conquer.h"

#include <math.h>
#include <string.h>

/* ---- Memory ---------------------------------------------------------------------------------- */

enum { VECTORS = 6, LISTS = 4 };

/* Return an upper bound on the number of parts that list_parts finds. */
static int64_t parts_most(int64_t n) { return 2 * n / WR_TREE + 2; }

static size_t part_scratch(int64_t n) {
    int64_t rows = n < WR_TREE ? n : WR_TREE;
    return wr_products_scratch(rows + 1, rows + 1, rows + 1);
}

int64_t wr_conquer_doubles(int64_t n) {
    int64_t side = n + 1, doubles = parts_most(n) * (int64_t)(part_scratch(n) / sizeof(double));
    if (n <= WR_TREE_LEAF) return 0;
    return doubles + 3 * side * side + (VECTORS + LISTS + 1) * side + 2 * parts_most(n);
}

void wr_tables_take(wr_tables *t, int64_t n, double *scratch) {
    int64_t side = n + 1;
    if (n <= WR_TREE_LEAF) return;
    *t = (wr_tables){.row = side, .scratch = (char *)scratch, .scratch_bytes = part_scratch(n)};
    scratch += parts_most(n) * (int64_t)(t->scratch_bytes / sizeof(double));
    double **matrices[] = {&t->delta, &t->coefficients, &t->gathered};
    double **vectors[] = {&t->z, &t->pole, &t->pole_z, &t->w, &t->root, &t->corrected};
    int64_t **lists[] = {&t->sorted, &t->kept, &t->dropped, &t->grouped};
    for (int i = 0; i < 3; i++, scratch += side * side) *matrices[i] = scratch;
    for (int i = 0; i < VECTORS; i++, scratch += side) *vectors[i] = scratch;
    for (int i = 0; i < LISTS; i++, scratch += side) *lists[i] = (int64_t *)(void *)scratch;
    t->parts = (int64_t *)(void *)scratch;
    t->kind = (uint8_t *)(void *)(scratch + 2 * parts_most(n));
}

/* Return the tables of the part that starts at row lo. */
static wr_tables tables_at(const wr_tables *t, int64_t lo) {
    wr_tables p = *t;
    double **matrices[] = {&p.delta, &p.coefficients, &p.gathered};
    double **vectors[] = {&p.z, &p.pole, &p.pole_z, &p.w, &p.root, &p.corrected};
    int64_t **lists[] = {&p.sorted, &p.kept, &p.dropped, &p.grouped};
    for (int i = 0; i < 3; i++) *matrices[i] += lo * t->row + lo;
    for (int i = 0; i < VECTORS; i++) *vectors[i] += lo;
    for (int i = 0; i < LISTS; i++) *lists[i] += lo;
    p.kind += lo;
    return p;
}

/* ---- The tree -------------------------------------------------------------------------------- */

static weir_status solve_part(const wr_tree *t, const wr_workspace *ws, int64_t lo, int64_t hi) {
    if (hi - lo <= WR_TREE_LEAF) return t->leaf(t, ws, lo, hi);
    int64_t mid = wr_tree_mid(lo, hi);
    WR_TRY(solve_part(t, ws, lo, mid));
    WR_TRY(solve_part(t, ws, mid + t->between, hi));
    return t->merge(t, ws, lo, mid, hi);
}

static int64_t list_parts(const wr_tree *t, int64_t lo, int64_t hi, int64_t count) {
    if (hi - lo <= WR_TREE) {
        t->t.parts[2 * count] = lo;
        t->t.parts[2 * count + 1] = hi;
        return count + 1;
    }
    int64_t mid = wr_tree_mid(lo, hi);
    count = list_parts(t, lo, mid, count);
    return list_parts(t, mid + t->between, hi, count);
}

static weir_status solve_parts(void *arg, int64_t begin, int64_t end) {
    const wr_tree *t = ((void **)arg)[0];
    wr_workspace ws = *(const wr_workspace *)((void **)arg)[1];
    ws.ctx = NULL;
    for (int64_t i = begin; i < end; i++) {
        ws.scratch = t->t.scratch + (size_t)i * t->t.scratch_bytes;
        ws.scratch_bytes = t->t.scratch_bytes;
        WR_TRY(solve_part(t, &ws, t->t.parts[2 * i], t->t.parts[2 * i + 1]));
    }
    return WEIR_OK;
}

static weir_status merge_parts(const wr_tree *t, const wr_workspace *ws, int64_t lo, int64_t hi) {
    if (hi - lo <= WR_TREE) return WEIR_OK;
    int64_t mid = wr_tree_mid(lo, hi);
    WR_TRY(merge_parts(t, ws, lo, mid));
    WR_TRY(merge_parts(t, ws, mid + t->between, hi));
    return t->merge(t, ws, lo, mid, hi);
}

weir_status wr_tree_solve(wr_tree *t, const wr_workspace *ws) {
    if (t->n <= WR_TREE_LEAF) return t->leaf(t, ws, 0, t->n);
    int64_t count = list_parts(t, 0, t->n, 0);
    const void *both[2] = {t, ws};
    WR_TRY(wr_workspace_split(ws, count, 1, solve_parts, both));
    return merge_parts(t, ws, 0, t->n);
}

/* ---- A merge --------------------------------------------------------------------------------- */

void wr_order_of(int64_t n, const double *d, int64_t *order) {
    for (int64_t i = 0; i < n; i++) {
        int64_t at = i;
        for (; at > 0 && d[order[at - 1]] > d[i]; at--) order[at] = order[at - 1];
        order[at] = i;
    }
}

wr_merge wr_merge_of(const wr_tree *t, const wr_workspace *ws, double *d, const int64_t *order,
                     int64_t lo, int64_t first, int64_t count) {
    wr_merge m = {.ws = ws, .t = tables_at(&t->t, lo), .count = count, .d = d};
    int64_t second = first + t->between;
    for (int64_t i = 0, j = second; i < first || j < count; m.sorted_count++) {
        int64_t a = i < first ? order[i] : -1, b = j < count ? order[j] + second : -1;
        bool takes_b = a < 0 || (b >= 0 && d[b] < d[a]);
        m.t.sorted[m.sorted_count] = takes_b ? b : a;
        if (takes_b)
            j++;
        else
            i++;
    }
    return m;
}

void wr_merge_keep(wr_merge *m, int64_t item) {
    m->t.kept[m->kept_count++] = item;
    m->of_kind[m->t.kind[item]]++;
}

/* Insert the item into t.dropped, which is sorted by value.  Items arrive nearly sorted, so
 * insertion is cheap. */
void wr_merge_drop(wr_merge *m, int64_t item) {
    int64_t at = m->dropped_count++;
    for (; at > 0 && m->d[m->t.dropped[at - 1]] > m->d[item]; at--)
        m->t.dropped[at] = m->t.dropped[at - 1];
    m->t.dropped[at] = item;
}

weir_status wr_merge_solve(wr_merge *m, double rho_inverse, bool squares) {
    const wr_tables *t = &m->t;
    int64_t next[WR_KINDS] = {0, m->of_kind[0], m->of_kind[0] + m->of_kind[1]};
    for (int64_t i = 0; i < m->kept_count; i++) {
        int64_t item = t->kept[i];
        t->pole[i] = m->d[item];
        t->pole_z[i] = t->z[item];
        t->grouped[next[t->kind[item]]++] = i;
    }
    const wr_secular s = {.k = m->kept_count,
                          .d = t->pole,
                          .z = t->pole_z,
                          .rho_inverse = rho_inverse,
                          .squares = squares,
                          .w = t->w,
                          .root = t->root,
                          .delta = t->delta,
                          .row = t->row,
                          .corrected = t->corrected};
    return wr_secular_solve(m->ws, &s);
}

typedef struct job {
    const wr_merge *m;
    const wr_side *side;
} job;

/* Copy the vectors of the kept items, grouped by kind, and then those of the dropped items, to
 * t->gathered. */
static weir_status gather_some(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    const wr_tables *t = &j->m->t;
    for (int64_t i = begin; i < end; i++) {
        int64_t item =
            i < j->m->kept_count ? t->kept[t->grouped[i]] : t->dropped[i - j->m->kept_count];
        memcpy(t->gathered + i * t->row, j->side->rows + item * j->side->row,
               (size_t)j->side->columns * sizeof(double));
    }
    return WEIR_OK;
}

/* Set row i of the coefficients to the i-th eigenvector of diag + z z^T, or to the i-th singular
 * vector of the diagonal matrix with z as its first row, scaled to norm 1.  The entries of an
 * eigenvector or right singular vector are proportional to z_j / (p_j - root_i).  Those of a left
 * singular vector are proportional to d_j * z_j / (p_j - root_i), or to -1 for j = 0. */
static weir_status fill_some(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    const wr_tables *t = &j->m->t;
    int64_t k = j->m->kept_count;
    for (int64_t i = begin; i < end; i++) {
        const double *delta = t->delta + i * t->row;
        double *to = t->coefficients + i * t->row;
        double squares = j->m->ws->simd->eigen->quotients(to, t->corrected, delta, t->grouped, k);
        if (j->side->left) {
            squares = 0;
            for (int64_t c = 0; c < k; c++) {
                int64_t at = t->grouped[c];
                to[c] = at == 0 ? -1 : to[c] * t->pole[at];
                squares += to[c] * to[c];
            }
        }
        double by = 1 / sqrt(squares);
        for (int64_t c = 0; c < k; c++) to[c] *= by;
    }
    return WEIR_OK;
}

weir_status wr_merge_vectors(const wr_merge *m, const wr_side *side) {
    enum { GATHERED = WR_SIZE(64, 2), FILLED = WR_SIZE(16, 2) };
    const wr_tables *t = &m->t;
    int64_t k = m->kept_count, first = m->of_kind[WR_FIRST], cut = side->cut;
    int64_t both = first + m->of_kind[WR_BOTH];
    job j = {m, side};
    WR_TRY(wr_workspace_split(m->ws, k + m->dropped_count, GATHERED, gather_some, &j));
    WR_TRY(wr_workspace_split(m->ws, k, FILLED, fill_some, &j));
    wr_plane coefficients = {t->coefficients, NULL, t->row, 1};
    wr_plane gathered = {t->gathered, NULL, t->row, 1}, rows = {side->rows, NULL, side->row, 1};
    WR_TRY(wr_product(m->ws, k, cut, both, coefficients, gathered, rows, 0));
    WR_TRY(wr_product(m->ws, k, side->columns - cut, k - first, wr_plane_at(coefficients, 0, first),
                      wr_plane_at(gathered, first, cut), wr_plane_at(rows, 0, cut), 0));
    for (int64_t i = k; i < k + m->dropped_count; i++)
        memcpy(side->rows + i * side->row, t->gathered + i * t->row,
               (size_t)side->columns * sizeof(double));
    return WEIR_OK;
}

void wr_merge_end(const wr_merge *m, int64_t *order) {
    const wr_tables *t = &m->t;
    int64_t k = m->kept_count, dropped = m->dropped_count;
    for (int64_t i = 0; i < dropped; i++) t->w[i] = m->d[t->dropped[i]];
    memcpy(m->d, t->root, (size_t)k * sizeof(double));
    memcpy(m->d + k, t->w, (size_t)dropped * sizeof(double));
    for (int64_t i = 0, j = 0; i + j < k + dropped;) {
        bool takes_root = j == dropped || (i < k && m->d[i] <= m->d[k + j]);
        order[i + j] = takes_root ? i : k + j;
        if (takes_root)
            i++;
        else
            j++;
    }
}
