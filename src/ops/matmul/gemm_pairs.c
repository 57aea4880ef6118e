/* gemm_pairs.c - divides products of 16-bit elements into panels, pieces and tiles.
 *
 * Operands are packed in one pass, and tiles are computed in another.  Panels of A whose rows are
 * contiguous and have whole groups are read in place.  If the packed panels of an operand would take
 * more than PACKED_MAX bytes, they are packed a band at a time: for each band of columns of C, all
 * bands of rows.  A unit of the second pass is a piece, a few panels of A by a few panels of B, which
 * stay in the second-level cache while all of their tiles are computed.
 *
 * A tile stays in registers for a whole block of k.  C needs no float32 matrix in memory: the sums of
 * a row of tiles of a piece are on the stack.
 *
 * gemm_pairs.h has the layouts and the order of summation, which depends only on k.  So pieces and
 * bands may depend on the number of workers and on the caches.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/matmul/gemm_pairs.h"

#include "base/base.h"
#include "engine/engine.h"
#include "ops/simd/simd.h"

enum {
    PANEL = WR_PAIRS_PANEL,
    GROUPS = WR_SIZE(16, 2),  /* number of groups per block; a panel of A then has 32 KB */
    PIECE_M = 2,              /* maximum number of panels of A of a piece */
    PIECE_N = WR_SIZE(16, 4), /* maximum number of panels of B of a piece */
    PIECES_PER_WORKER = 4,
    TILE = PANEL * PANEL, /* elements of a tile */
    /* maximum size of the packed panels of one operand, in bytes; exceeded if one panel is larger */
    PACKED_MAX = WR_SIZE(32 << 20, 16 << 10),
    TURN_PANELS = 4, /* number of panels of B packed in turns, so that rows are read in long runs */
    PACK_BYTES = 64 << 10, /* approximate number of bytes packed by one piece of the first pass */
};

typedef struct plan {
    const wr_gemm *g;
    const wr_gemm_simd *simd;
    const wr_gemm_pairs *pairs;
    int64_t groups;             /* groups of k, all blocks */
    int64_t panel_bytes;        /* bytes of a packed panel */
    int64_t panels_m, panels_n; /* number of panels of A and of B */
    int64_t band_m, band_n;     /* number of panels packed at a time */
    int64_t items;              /* number of items of the batch packed at a time */
    int64_t items_a, items_b;   /* the same, or 1 if all items share the operand */
    bool in_place;              /* A is read in place, except for a panel of fewer rows */
    int64_t packed_m;           /* number of panels of A packed at a time */
    int64_t turn;               /* number of panels of B packed in turns */
    int64_t workers;
} plan;

static plan plan_of(const wr_gemm *g, const wr_gemm_simd *simd, int64_t workers) {
    plan p = {.g = g, .simd = simd, .workers = workers};
    if (simd != NULL) p.pairs = simd->pairs[g->dtype];
    p.groups = wr_div_up(g->k, WR_PAIRS_STEPS);
    p.panel_bytes = p.groups * WR_PAIRS_GROUP_BYTES;
    p.panels_m = wr_div_up(g->m, PANEL);
    p.panels_n = wr_div_up(g->n, PANEL);
    int64_t most = wr_max(1, PACKED_MAX / p.panel_bytes);
    p.band_m = wr_min(p.panels_m, most);
    p.band_n = wr_min(p.panels_n, most);
    bool whole = p.band_m == p.panels_m && p.band_n == p.panels_n;
    int64_t each = wr_max(p.panels_m, p.panels_n);
    p.items = whole ? wr_max(1, wr_min(g->batch, most / each)) : 1;
    p.in_place = g->a_col == 1 && g->k % WR_PAIRS_STEPS == 0;
    p.packed_m = !p.in_place ? p.band_m : g->m % PANEL != 0 ? 1 : 0;
    p.turn = g->b_col == 1 ? TURN_PANELS : 1;
    p.items_a = g->a_batch == 0 ? 1 : p.items;
    p.items_b = g->b_batch == 0 ? 1 : p.items;
    return p;
}

/* What is packed and computed at a time: some items, some panels of A and of B. */
typedef struct pass {
    const plan *p;
    int64_t item, items, items_a, items_b;
    int64_t panel_m, panels_m, panel_n, panels_n;
    bool packs_b;               /* B is packed; otherwise it still is, by the pass before */
    int64_t pieces_m, pieces_n; /* number of pieces along each side */
    char *a, *b;                /* the packed panels */
} pass;

/* The memory of a packed panel.  `panel` counts from the first one of the band. */
static char *packed_a(const pass *s, int64_t item, int64_t panel) {
    const plan *p = s->p;
    int64_t place = p->in_place ? 0 : panel;
    return s->a + (item % s->items_a * p->packed_m + place) * p->panel_bytes;
}

static char *packed_b(const pass *s, int64_t item, int64_t panel) {
    return s->b + (item % s->items_b * s->panels_n + panel) * s->p->panel_bytes;
}

static const uint16_t *a_at(const pass *s, int64_t item, int64_t panel) {
    const wr_gemm *g = s->p->g;
    return (const uint16_t *)g->a + (s->item + item) * g->a_batch +
           (s->panel_m + panel) * PANEL * g->a_row;
}

/* Return whether a panel of the band is read in place: its rows are contiguous and it has 32. */
static bool is_in_place(const pass *s, int64_t panel) {
    return s->p->in_place && (s->panel_m + panel + 1) * PANEL <= s->p->g->m;
}

static weir_status run_parallel(weir_context *ctx, int64_t count, int64_t grain, weir_range_fn fn,
                                void *arg) {
    if (ctx == NULL || count <= grain) return fn(arg, 0, count);
    return weir_parallel_for(ctx, count, grain, fn, arg);
}

static void pack_a(const pass *s, int64_t item, int64_t panel) {
    const wr_gemm *g = s->p->g;
    if (is_in_place(s, panel)) return;
    s->p->pairs->pack_a(packed_a(s, item, panel), a_at(s, item, panel), g->a_row, g->a_col,
                        wr_min(PANEL, g->m - (s->panel_m + panel) * PANEL), g->k);
}

/* Pack p->turn panels of B, or fewer at the end. */
static void pack_b(const pass *s, int64_t item, int64_t first) {
    const plan *p = s->p;
    const wr_gemm *g = p->g;
    const uint16_t *b = (const uint16_t *)g->b + (s->item + item) * g->b_batch;
    const int64_t end = wr_min(first + p->turn, s->panels_n);
    const int64_t turn = p->turn == 1 ? g->k : WR_PAIRS_STEPS;
    for (int64_t k = 0; k < g->k; k += turn)
        for (int64_t panel = first; panel < end; panel++) {
            const int64_t col = (s->panel_n + panel) * PANEL;
            p->pairs->pack_b(packed_b(s, item, panel) + k / WR_PAIRS_STEPS * WR_PAIRS_GROUP_BYTES,
                             b + k * g->b_row + col * g->b_col, g->b_col, g->b_row,
                             wr_min(PANEL, g->n - col), wr_min(turn, g->k - k));
        }
}

/* The number of units of the first pass, for one item: panels of A, turns of panels of B. */
static int64_t units_of_a(const pass *s) { return s->p->packed_m == 0 ? 0 : s->panels_m; }
static int64_t units_of_b(const pass *s) {
    return s->packs_b ? wr_div_up(s->panels_n, s->p->turn) : 0;
}

/* Pack some units: first those of A, then those of B. */
static weir_status run_pack(void *arg, int64_t begin, int64_t end) {
    const pass *s = arg;
    const int64_t each_a = units_of_a(s), each_b = units_of_b(s), of_a = s->items_a * each_a;
    for (int64_t u = begin; u < end; u++)
        if (u < of_a)
            pack_a(s, u / each_a, u % each_a);
        else
            pack_b(s, (u - of_a) / each_b, (u - of_a) % each_b * s->p->turn);
    return WEIR_OK;
}

/* Store a tile in a C whose columns are not contiguous. */
static void scatter(const plan *p, uint16_t *c, int64_t rows, int64_t cols, const float *sums) {
    const wr_gemm *g = p->g;
    for (int64_t i = 0; i < rows; i++, sums += PANEL, c += g->c_row) {
        float sum[PANEL] = {0};
        if (g->accumulate) p->simd->get[g->dtype](sum, c, g->c_col, cols);
        for (int64_t j = 0; j < cols; j++) sum[j] += sums[j];
        p->simd->put[g->dtype](c, g->c_col, sum, cols);
    }
}

/* Round a tile, whose first element is C[row][col] of an item, and store it. */
static void store_tile(const pass *s, int64_t item, int64_t row, int64_t col, const float *sums) {
    const wr_gemm *g = s->p->g;
    const int64_t rows = wr_min(PANEL, g->m - row), cols = wr_min(PANEL, g->n - col);
    uint16_t *c = (uint16_t *)g->c + item * g->c_batch + row * g->c_row + col * g->c_col;
    if (g->c_col != 1) {
        scatter(s->p, c, rows, cols, sums);
        return;
    }
    const uint16_t *old = g->accumulate ? c : NULL;
    if (g->start != NULL) old = (const uint16_t *)g->start + col;
    s->p->pairs->store(c, g->c_row, old, g->start != NULL ? 0 : g->c_row, rows, cols, sums);
}

/* While a tile is computed, bring a share of the rows of the panel of A behind this one to the
 * second-level cache.  Reading 32 rows in turns is no pattern that the hardware foresees. */
static void read_ahead(const pass *s, int64_t item, int64_t panel, int64_t share, int64_t shares) {
    const wr_gemm *g = s->p->g;
    if (panel + 1 >= s->panels_m || !is_in_place(s, panel + 1)) return;
    const char *a = (const char *)a_at(s, item, panel + 1);
    for (int64_t i = share * PANEL / shares; i < (share + 1) * PANEL / shares; i++)
        for (int64_t at = 0; at < g->k * 2; at += 64)
            __builtin_prefetch(a + i * g->a_row * 2 + at, 0, 2);
}

/* Compute the tiles of a piece.  A block of a panel of A stays in the first-level cache while it is
 * multiplied with the same block of all panels of B; `sums` has the tiles of this row of panels. */
static void compute_piece(const pass *s, int64_t item, int64_t m0, int64_t m1, int64_t n0,
                          int64_t n1) {
    _Alignas(64) float sums[PIECE_N * TILE];
    const plan *p = s->p;
    for (int64_t i = m0; i < m1; i++) {
        const bool in_place = is_in_place(s, i);
        const int64_t a_group = in_place ? WR_PAIRS_STEPS * 2 : WR_PAIRS_GROUP_BYTES;
        const char *a = in_place ? (const char *)a_at(s, item, i) : packed_a(s, item, i);
        const int64_t row = (s->panel_m + i) * PANEL;
        for (int64_t k0 = 0; k0 < p->groups; k0 += GROUPS)
            for (int64_t j = n0; j < n1; j++) {
                const int64_t col = (s->panel_n + j) * PANEL;
                float *sum = p->groups > GROUPS ? sums + (j - n0) * TILE : sums;
                if (k0 == 0) read_ahead(s, item, i, j - n0, n1 - n0);
                p->pairs->tile(&(wr_pairs_tile){
                    .a = a + k0 * a_group,
                    .b = packed_b(s, item, j) + k0 * WR_PAIRS_GROUP_BYTES,
                    .a_row = in_place ? p->g->a_row * 2 : WR_PAIRS_STEPS * 2,
                    .a_group = a_group,
                    .groups = wr_min(GROUPS, p->groups - k0),
                    .rows = (int32_t)wr_min(PANEL, p->g->m - row),
                    .cols = (int32_t)wr_min(PANEL, p->g->n - col),
                    .add = k0 > 0,
                    .c = sum,
                });
                if (k0 + GROUPS >= p->groups) store_tile(s, s->item + item, row, col, sum);
            }
    }
}

static weir_status run_pieces(void *arg, int64_t begin, int64_t end) {
    const pass *s = arg;
    const int64_t each = s->pieces_m * s->pieces_n;
    assert(s->p->pairs != NULL);
    if (s->p->pairs->begin != NULL) s->p->pairs->begin();
    for (int64_t u = begin; u < end; u++) {
        const int64_t in_m = u % each % s->pieces_m, in_n = u % each / s->pieces_m;
        compute_piece(s, u / each, in_m * s->panels_m / s->pieces_m,
                      (in_m + 1) * s->panels_m / s->pieces_m, in_n * s->panels_n / s->pieces_n,
                      (in_n + 1) * s->panels_n / s->pieces_n);
    }
    if (s->p->pairs->end != NULL) s->p->pairs->end();
    return WEIR_OK;
}

/* Divide the tiles into pieces.  The panels of B of a piece take at most half of the second-level
 * cache.  Pieces are smaller if there would be too few for the workers. */
static void cut_pieces(pass *s) {
    const plan *p = s->p;
    int64_t m = PIECE_M, n = wr_max(1, WR_SIZE(wr_cache_bytes_2(), 8192) / 2 / p->panel_bytes);
    n = wr_min(wr_min(n, PIECE_N), s->panels_n);
    for (;;) {
        s->pieces_m = wr_div_up(s->panels_m, m);
        s->pieces_n = wr_div_up(s->panels_n, n);
        int64_t pieces = s->items * s->pieces_m * s->pieces_n;
        if (p->workers == 1 || pieces >= PIECES_PER_WORKER * p->workers || m * n == 1) return;
        if (m > 1 && n < 4 * m)
            m = 1;
        else
            n = wr_div_up(n, 2);
    }
}

/* Pack and compute the items and bands of a pass. */
static weir_status run_pass(weir_context *ctx, pass *s) {
    const plan *p = s->p;
    s->items_a = wr_min(p->items_a, s->items), s->items_b = wr_min(p->items_b, s->items);
    s->b = s->a + p->items_a * p->packed_m * p->panel_bytes;
    cut_pieces(s);
    const int64_t units = s->items_a * units_of_a(s) + s->items_b * units_of_b(s);
    const int64_t grain = wr_max(1, PACK_BYTES / (p->panel_bytes * p->turn));
    if (units > 0) WR_TRY(run_parallel(ctx, units, grain, run_pack, s));
    return run_parallel(ctx, s->items * s->pieces_m * s->pieces_n, 1, run_pieces, s);
}

size_t wr_pairs_scratch(const wr_gemm *g) {
    plan p = plan_of(g, NULL, 1);
    return (size_t)((p.items_a * p.packed_m + p.items_b * p.band_n) * p.panel_bytes);
}

weir_status wr_pairs_run(weir_context *ctx, const wr_gemm_simd *simd, const wr_gemm *g,
                         void *scratch) {
    const plan p = plan_of(g, simd, ctx == NULL ? 1 : ctx->rt->config.workers);
    pass s = {.p = &p, .a = scratch};
    for (s.item = 0; s.item < g->batch; s.item += s.items) {
        s.items = wr_min(p.items, g->batch - s.item);
        for (s.panel_n = 0; s.panel_n < p.panels_n; s.panel_n += s.panels_n) {
            s.panels_n = wr_min(p.band_n, p.panels_n - s.panel_n);
            for (s.panel_m = 0; s.panel_m < p.panels_m; s.panel_m += s.panels_m) {
                s.panels_m = wr_min(p.band_m, p.panels_m - s.panel_m);
                s.packs_b = s.panel_m == 0;
                WR_TRY(run_pass(ctx, &s));
            }
        }
    }
    return WEIR_OK;
}
