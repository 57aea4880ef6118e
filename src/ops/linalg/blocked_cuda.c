/* blocked_cuda.c - equations and Cholesky factors of large matrices on a CUDA device.
 *
 * The host launches the steps of blocked.cu: for each panel of NB columns its factors, the solution
 * in its rows, and the product that is subtracted from the rest.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_text.h"
#include "ops/linalg/linalg_cuda.h"

enum { NB = 32, THREADS = 256, LARGE = 64, MANY = 256 };

/* The arguments of the kernels; blocked.cu has the same struct. */
typedef struct blocked_args {
    wr_cuda_guard guard;
    void *w, *panel;
    int32_t *pivots, *flags;
    void *det, *log;
    uint64_t count;
    int64_t n, ld, k, nb, row, rows, col, cols;
    int32_t task, upper, unit, unused;
} blocked_args;

typedef struct state {
    wr_cuda_call *c;
    const wr_cuda_blocked *b;
    blocked_args a;
} state;

bool wr_cuda_is_large(int64_t n, int64_t cols) { return n > LARGE || (n > 0 && cols > MANY); }

/* Lay out the scratch memory, and return how many bytes that takes. */
static uint64_t lay_out(wr_cuda_blocked *b, blocked_args *a, char *scratch) {
    uint64_t size = wr_dtype_bytes(b->dtype);
    int64_t count = b->count, n = b->n;
    char *at = scratch;
    b->w = wr_cuda_room(&at, count * n * (n + b->cols), size);
    b->det = wr_cuda_room(&at, count, size);
    b->log = wr_cuda_room(&at, count, sizeof(double));
    a->panel = wr_cuda_room(&at, count * n * NB, size);
    a->pivots = wr_cuda_room(&at, count * NB, sizeof(int32_t));
    a->flags = wr_cuda_room(&at, count * 2, sizeof(int32_t));
    return (uint64_t)(at - scratch);
}

uint64_t wr_cuda_blocked_scratch(int dtype, int64_t count, int64_t n, int64_t cols) {
    static char nowhere[1];
    wr_cuda_blocked b = {.dtype = dtype, .count = count, .n = n, .cols = cols};
    blocked_args a;
    return lay_out(&b, &a, nowhere);
}

void wr_cuda_blocked_begin(wr_cuda_call *c, wr_cuda_blocked *b) {
    blocked_args a;
    lay_out(b, &a, c->k->scratch);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Launch a kernel with `tiles` parts for each matrix. */
static weir_status step(state *s, const char *kernel, int64_t tiles) {
    static const char family[] = "blocked";
    return wr_cuda_launch_matrices(s->c, family, wr_text_blocked, s->b->dtype, kernel,
                                   s->b->count * tiles, THREADS, &s->a, sizeof s->a);
}

static int64_t parts(int64_t size, int64_t each) { return (size + each - 1) / each; }

static void set_panel(state *s, int64_t k) {
    s->a.k = k;
    s->a.nb = s->b->n - k < NB ? s->b->n - k : NB;
}

/* Solve in the rows of the panel, columns col to the end. */
static weir_status solve_rows(state *s, const char *kernel, int64_t col) {
    s->a.col = col;
    s->a.cols = s->a.ld;
    return col < s->a.ld ? step(s, kernel, parts(s->a.ld - col, THREADS)) : WEIR_OK;
}

static weir_status subtract(state *s, int64_t row, int64_t rows, int64_t col) {
    int64_t tile = wr_dtype_bytes(s->b->dtype) > 8 ? 32 : 64;
    s->a.row = row, s->a.rows = rows;
    s->a.col = col, s->a.cols = s->a.ld;
    if (row >= rows || col >= s->a.ld) return WEIR_OK;
    return step(s, "subtract_product", parts(rows - row, tile) * parts(s->a.ld - col, tile));
}

static weir_status eliminate(state *s) {
    int64_t n = s->b->n;
    s->a.unit = 1;
    for (int64_t k = 0; k < n; k += NB) {
        set_panel(s, k);
        WR_TRY(step(s, "factor_panel", 1));
        WR_TRY(solve_rows(s, "forward", k + s->a.nb));
        WR_TRY(subtract(s, k + s->a.nb, n, k + s->a.nb));
    }
    return WEIR_OK;
}

static weir_status solve_lower(state *s) {
    int64_t n = s->b->n;
    s->a.pivots = NULL;
    for (int64_t k = 0; k < n; k += NB) {
        set_panel(s, k);
        WR_TRY(solve_rows(s, "forward", n));
        WR_TRY(subtract(s, k + s->a.nb, n, n));
    }
    return WEIR_OK;
}

static weir_status solve_upper(state *s) {
    int64_t n = s->b->n;
    for (int64_t k = (n - 1) / NB * NB; k >= 0; k -= NB) {
        set_panel(s, k);
        WR_TRY(solve_rows(s, "backward", n));
        WR_TRY(subtract(s, 0, k, n));
    }
    return WEIR_OK;
}

static weir_status factor_definite(state *s) {
    int64_t n = s->b->n;
    WR_TRY(step(s, "average_all", parts(n * n, THREADS)));
    for (int64_t k = 0; k < n; k += NB) {
        set_panel(s, k);
        WR_TRY(step(s, "factor_diagonal", 1));
        int64_t below = k + s->a.nb;
        if (below == n) break;
        WR_TRY(step(s, "rows_below", parts(n - below, THREADS)));
        WR_TRY(subtract(s, below, n, below));
    }
    return WEIR_OK;
}

static weir_status run_task(state *s) {
    switch (s->b->task) {
    case WR_CUDA_DEFINITE: return factor_definite(s);
    case WR_CUDA_TRIANGLE: return s->b->upper ? solve_upper(s) : solve_lower(s);
    default: break;
    }
    WR_TRY(eliminate(s));
    s->a.unit = 0;
    return s->b->task == WR_CUDA_DETERMINANT ? WEIR_OK : solve_upper(s);
}

weir_status wr_cuda_blocked_run(wr_cuda_call *c, const wr_cuda_blocked *b) {
    wr_cuda_blocked laid_out = *b;
    state s = {.c = c, .b = b};
    lay_out(&laid_out, &s.a, c->k->scratch);
    s.a.guard = c->test;
    s.a.w = b->w;
    s.a.det = b->det;
    s.a.log = b->wants_log ? b->log : NULL;
    s.a.count = (uint64_t)b->count;
    s.a.n = b->n;
    s.a.ld = b->n + b->cols;
    s.a.task = (int32_t)b->task;
    s.a.upper = b->upper;
    s.a.unit = b->unit;
    WR_TRY(step(&s, "prepare", 1));
    WR_TRY(run_task(&s));
    return step(&s, "finish", 1);
}
