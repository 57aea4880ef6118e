/* recurrent_walk.c - the kernels of recurrent layers.
 *
 * The rows of the batch are independent, so one worker processes a block of rows for all time
 * steps.  The forward pass multiplies the inputs of a few time steps (a chunk) by the input
 * weights, writes the products to the buffer of the gates, and then processes these time steps in
 * order: it adds the product of the state with the recurrent weights and evaluates the cell.  h_n
 * and c_n hold the current state throughout, and hence the last state at the end; in the backward
 * pass, d_h0 and d_c0 likewise hold the gradients of the current state.  The backward pass of a
 * block computes the gradients of the gates (dz) and of the inputs; the gradients of the weights
 * are then products with the dz of all rows.
 *
 * Results are bitwise independent of how the work is divided: the sums of a tile do not depend on
 * its height (gemm_simd.h), a row is computed independently of the others, and sums over rows (for
 * the biases) are computed block by block and combined in order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/recurrent/recurrent_walk.h"

#include <string.h>

#include "array/element.h"
#include "ops/matmul/gemm.h"
#include "ops/recurrent/recurrent_simd.h"

enum {
    ROWS = WR_SIZE(8, 2), /* maximum number of rows per block */
    /* recurrent weights with more bytes than this do not stay in the cache */
    FAR_BYTES = WR_SIZE(1 << 20, 512),
    /* maximum number of rows per block if the recurrent weights exceed FAR_BYTES */
    FAR_ROWS = WR_SIZE(16, 3),
    CHUNK_BYTES = WR_SIZE(128 << 10, 256) /* approximate size of the gates of a chunk */
};

int wr_recurrent_parts(const wr_recurrent *g, wr_recurrent_part parts[2]) {
    int64_t h = g->units;
    parts[0] = (wr_recurrent_part){0, 0, g->gates * h, true};
    if (g->cell != WR_CELL_GRU) return 1;
    parts[0].count = 2 * h;
    parts[1] = (wr_recurrent_part){3 * h, 2 * h, h, false};
    return 2;
}

int wr_recurrent_shape(const wr_recurrent *g, int slot, int64_t shape[3]) {
    int64_t rows = g->gates * g->units;
#define SHAPE(dims, ...)                                                                           \
    (memcpy(shape, (const int64_t[]){__VA_ARGS__}, (dims) * sizeof *shape), dims)
    switch (slot % WR_D) {
    case WR_X: return SHAPE(3, g->steps, g->batch, g->inputs);
    case WR_W_IH: return SHAPE(2, rows, g->inputs);
    case WR_W_HH: return SHAPE(2, rows, g->units);
    case WR_B_IH:
    case WR_B_HH: return SHAPE(1, rows);
    case WR_LENGTHS: return SHAPE(1, g->batch);
    case WR_Y: return SHAPE(3, g->steps, g->batch, g->units);
    case WR_SAVED: return SHAPE(3, g->steps, g->batch, g->saved * g->units);
    default: return SHAPE(2, g->batch, g->units); /* states */
    }
#undef SHAPE
}

static int64_t count_of(const wr_recurrent *g, int slot) {
    int64_t shape[3];
    return wr_count(wr_recurrent_shape(g, slot, shape), shape);
}

/* ---- The plan: the layout of the scratch memory ---------------------------------------------- */

/* The division of the work, and offsets in the scratch memory. */
typedef struct plan {
    /* rows: rows per block; blocks: number of blocks; chunk: time steps per chunk */
    int64_t rows, blocks, chunk;
    /* offset of the buffer for the cast copy of each operand that must be cast */
    size_t slot[WR_ALL_SLOTS];
    /* lengths: the sequence length of each row; zeros: a row of zeros, for an absent initial
     * state */
    size_t lengths, zeros;
    /* inputs: packed input weights; recurrent: packed recurrent weights, one buffer per part */
    size_t inputs, recurrent[2];
    /* bias: biases for the forward pass; sums and totals: for the backward pass, per block, the
     * partial sums of bias gradients in the element type and their totals in double */
    size_t bias, sums, totals;
    /* dz: gate gradients; before: the state before each time step; gemm: scratch memory of the
     * matrix products; bytes: total size */
    size_t dz, before, gemm, bytes;
} plan;

/* Append a buffer to the scratch memory and return its offset. */
static size_t take(plan *p, int64_t bytes) {
    size_t at = p->bytes;
    p->bytes += wr_round_up((size_t)bytes, 64);
    return at;
}

/* Return the row stride of dz.  The 16 extra elements avoid strides that are a power of two, with
 * which a product that reads a column of dz would use only a few cache sets. */
static int64_t dz_width(const wr_recurrent *g) { return g->back * g->units + 16; }

/* Return the number of elements of a packed matrix of k rows and n columns. */
static int64_t packed(int64_t k, int64_t n, int64_t nr) { return wr_div_up(n, nr) * nr * k; }

/* The operands of the matrix products that compute the weight gradients after the loop over
 * time. */
typedef struct operands {
    const char *x, *h0, *y, *before, *dz;
    char *d_w_ih, *d_w_hh;
} operands;

enum { PRODUCTS = 5 };
/* Set up the matrix products for the weight gradients and return their number, which depends on
 * which operands are not NULL. */
static int products(const wr_recurrent *g, const operands *o, int size, wr_gemm out[PRODUCTS]) {
    int64_t all = g->steps * g->batch, width = dz_width(g), h = g->units, step = g->batch;
    int64_t gates = g->gates * h;
    wr_gemm gemm = {.dtype = size == 4 ? WR_GEMM_F32 : WR_GEMM_F64,
                    .batch = 1,
                    .a = o->dz,
                    .a_row = 1,
                    .a_col = width,
                    .b_col = 1,
                    .c_col = 1};
    int count = 0;
    wr_gemm *next = &out[count++];
    *next = gemm; /* dW_ih = dz^T x */
    next->m = gates, next->n = g->inputs, next->k = all;
    next->b = o->x, next->b_row = g->inputs;
    next->c = o->d_w_ih, next->c_row = g->inputs;
    wr_recurrent_part part[2];
    for (int i = 0, parts = wr_recurrent_parts(g, part); i < parts; i++) {
        /* dW_hh = dz^T h, where h is the state before each time step.  If `before` holds these
         * states, one product suffices; otherwise there is a product with the states in y and one
         * with h0. */
        bool one = o->before != NULL;
        next = &out[count++];
        *next = gemm;
        next->m = part[i].count, next->n = h;
        next->k = one ? all : wr_max(0, all - step);
        int64_t first = !one && !g->reverse ? step * width : 0;
        next->a = o->dz + (part[i].column + first) * size;
        next->b = one ? o->before : o->y + (g->reverse ? step * h : 0) * size;
        next->b_row = next->c_row = h;
        next->c = o->d_w_hh + part[i].row * h * size;
        if (one || o->h0 == NULL || g->steps == 0) continue;
        out[count] = *next;
        next = &out[count++];
        next->accumulate = true;
        next->k = step;
        first = g->reverse ? (all - step) * width : 0;
        next->a = o->dz + (part[i].column + first) * size;
        next->b = o->h0;
    }
    return count;
}

/* Divide the rows into blocks and the time steps into chunks. */
static void cut_rows(const wr_recurrent *g, plan *p, int64_t size) {
    int64_t bytes = g->gates * g->units * g->units * size;
    int64_t most = bytes > FAR_BYTES ? FAR_ROWS : ROWS;
    p->blocks = wr_div_up(g->batch, most);
    p->rows = p->blocks > 0 ? wr_div_up(g->batch, p->blocks) : 1;
    int64_t step = wr_max(1, p->rows * wr_max(1, g->saved) * g->units * size);
    p->chunk = wr_max(1, CHUNK_BYTES / step);
}

static plan plan_of(const wr_recurrent *g, const int dtypes[WR_ALL_SLOTS], int computes,
                    bool backward, const wr_simd *simd) {
    plan p = {.bytes = 0};
    int64_t size = (int64_t)wr_dtype_bytes(computes);
    int64_t nr = simd->gemm->real[computes == WEIR_FLOAT64].nr, h = g->units;
    cut_rows(g, &p, size);
    for (int i = 0; i < WR_ALL_SLOTS; i++)
        if (i != WR_LENGTHS && dtypes[i] != 0 && dtypes[i] != computes)
            p.slot[i] = take(&p, count_of(g, i) * size);
    p.lengths = take(&p, g->batch * (int64_t)sizeof(int64_t));
    p.zeros = take(&p, h * size);
    wr_recurrent_part part[2];
    int parts = wr_recurrent_parts(g, part);
    for (int i = 0; i < parts; i++)
        p.recurrent[i] = take(
            &p, (backward ? packed(part[i].count, h, nr) : packed(h, part[i].count, nr)) * size);
    if (!backward) {
        p.inputs = take(&p, packed(g->inputs, g->gates * h, nr) * size);
        p.bias = take(&p, wr_max(g->gates, g->back) * h * size);
        return p;
    }
    p.inputs = take(&p, packed(g->gates * h, g->inputs, nr) * size);
    p.sums = take(&p, p.blocks * dz_width(g) * size);
    p.totals = take(&p, p.blocks * dz_width(g) * (int64_t)sizeof(double));
    p.dz = take(&p, g->steps * g->batch * dz_width(g) * size);
    /* If sequence lengths are given, rows may start at different time steps, so the states are
     * copied to `before`. */
    bool before = dtypes[WR_LENGTHS] != 0;
    if (before) p.before = take(&p, g->steps * g->batch * h * size);
    /* a placeholder for operands that are present; its address is only compared with NULL */
    static const char there;
    const operands o = {.h0 = dtypes[WR_H0] != 0 ? &there : NULL, .before = before ? &there : NULL};
    wr_gemm all[PRODUCTS];
    int64_t most = 0;
    for (int i = products(g, &o, 0, all) - 1; i >= 0; i--) {
        all[i].dtype = size == 4 ? WR_GEMM_F32 : WR_GEMM_F64;
        most = wr_max(most, (int64_t)wr_gemm_scratch(&all[i], simd->gemm));
    }
    p.gemm = take(&p, most);
    return p;
}

uint64_t wr_recurrent_scratch(const wr_recurrent *g, const int dtypes[WR_ALL_SLOTS], int computes,
                              bool backward, const wr_simd *simd) {
    return plan_of(g, dtypes, computes, backward, simd).bytes + 64;
}

/* ---- The job --------------------------------------------------------------------------------- */

typedef struct job {
    const weir_kernel *k;
    const wr_recurrent *g;
    plan p;
    const wr_gemm_simd *gemm;
    const wr_gemm_real *real;
    wr_gemm_pack_fn pack;
    const wr_cell_type *cell;
    int computes;
    /* size: bytes per element; width: elements per row of gates, or of gate gradients */
    int64_t size, width;
    char *at[WR_ALL_SLOTS];
    int64_t *length;
    char *zeros, *inputs, *bias, *sums, *dz, *before;
    char *recurrent[2];
    double *totals;
    wr_recurrent_part part[2];
    int parts;
} job;

weir_status wr_recurrent_lengths(const weir_kernel *k, const wr_recurrent *g,
                                 const weir_view *lengths, int64_t *length) {
    for (int64_t i = 0; i < g->batch; i++) {
        length[i] = g->steps;
        if (lengths == NULL) continue;
        const char *from = lengths->data;
        length[i] =
            wr_element_i64(lengths->dtype, from + i * (int64_t)wr_dtype_bytes(lengths->dtype));
        if (length[i] < 0 || length[i] > g->steps)
            return wr_kernel_fail(k, WEIR_EINVAL,
                                  "lengths[%lld] is %.0f; expected 0 to %lld time steps",
                                  (long long)i, wr_view_get(lengths, i), (long long)g->steps);
    }
    return WEIR_OK;
}

static bool is_output(const weir_kernel *k, const weir_view *v) {
    return v >= k->out && v < k->out + k->out_count;
}

/* Set up a job, and cast the inputs that do not have the compute dtype. */
static weir_status begin(job *j, const weir_kernel *k, const wr_recurrent *g,
                         wr_recurrent_views views, bool backward) {
    int dtypes[WR_ALL_SLOTS] = {0};
    for (int i = 0; i < WR_ALL_SLOTS; i++)
        if (views[i] != NULL) dtypes[i] = views[i]->dtype;
    const wr_simd *simd = wr_simd_of(k);
    *j = (job){.k = k, .g = g, .gemm = simd->gemm};
    j->computes = wr_compute_dtype[wr_dtypes[k->dtype].compute];
    j->size = (int64_t)wr_dtype_bytes(j->computes);
    bool wide = j->computes == WEIR_FLOAT64;
    j->real = &simd->gemm->real[wide];
    j->pack = simd->gemm->pack[wide ? WR_GEMM_F64 : WR_GEMM_F32];
    j->cell = wide ? &simd->cell->f64 : &simd->cell->f32;
    j->p = plan_of(g, dtypes, j->computes, backward, simd);
    j->parts = wr_recurrent_parts(g, j->part);
    char *scratch = k->scratch;
    j->length = (int64_t *)(void *)(scratch + j->p.lengths);
    WR_TRY(wr_recurrent_lengths(k, g, views[WR_LENGTHS], j->length));
    j->zeros = scratch + j->p.zeros;
    memset(j->zeros, 0, (size_t)(g->units * j->size));
    j->inputs = scratch + j->p.inputs, j->bias = scratch + j->p.bias;
    j->sums = scratch + j->p.sums, j->totals = (double *)(void *)(scratch + j->p.totals);
    j->dz = scratch + j->p.dz;
    if (backward && dtypes[WR_LENGTHS] != 0) j->before = scratch + j->p.before;
    for (int i = 0; i < j->parts; i++) j->recurrent[i] = scratch + j->p.recurrent[i];
    for (int i = 0; i < WR_ALL_SLOTS; i++) {
        if (views[i] == NULL || i == WR_LENGTHS) continue;
        j->at[i] = views[i]->data;
        if (views[i]->dtype == j->computes) continue;
        j->at[i] = scratch + j->p.slot[i];
        if (!is_output(k, views[i])) WR_TRY(wr_copy_row_major(k, j->at[i], j->computes, views[i]));
    }
    return WEIR_OK;
}

/* Cast results that were computed in scratch memory into the outputs. */
static weir_status finish(const job *j, wr_recurrent_views views) {
    for (int i = 0; i < WR_ALL_SLOTS; i++) {
        if (views[i] == NULL || !is_output(j->k, views[i]) || j->at[i] == views[i]->data) continue;
        weir_view from = {j->at[i], views[i]->shape, views[i]->strides, j->computes,
                          views[i]->ndim};
        WR_TRY(wr_copy_view(j->k, views[i], &from));
    }
    return WEIR_OK;
}

/* Return the address of row `row` of a time step in an array with `width` elements per row, or NULL
 * if the array is absent. */
static char *row_at(const job *j, const char *base, int64_t step, int64_t row, int64_t width) {
    return base != NULL ? (char *)(uintptr_t)base + (step * j->g->batch + row) * width * j->size
                        : NULL;
}

static double number(const job *j, const char *at, int64_t i) {
    if (at == NULL) return 0;
    return j->size == 4 ? (double)((const float *)(const void *)at)[i]
                        : ((const double *)(const void *)at)[i];
}

static void put_number(const job *j, char *at, int64_t i, double value) {
    if (j->size == 4)
        ((float *)(void *)at)[i] = (float)value;
    else
        ((double *)(void *)at)[i] = value;
}

/* ---- Products -------------------------------------------------------------------------------- */

/* Arguments of pack_panels, which packs a matrix of k rows and n columns whose element (p, i) is
 * src[i * step_i + p * step_k]. */
typedef struct packing {
    const job *j;
    const char *src;
    char *to;
    int64_t step_i, step_k, n, k;
} packing;

static weir_status pack_panels(void *arg, int64_t begin_, int64_t end_) {
    const packing *p = arg;
    int64_t nr = p->j->real->nr, size = p->j->size;
    for (int64_t i = begin_; i < end_; i++)
        p->j->pack(p->to + i * nr * p->k * size, nr, p->src + i * nr * p->step_i * size, p->step_i,
                   p->step_k, wr_min(nr, p->n - i * nr), p->k);
    return WEIR_OK;
}

static weir_status pack_all(const packing *p) {
    return wr_split(p->j->k, wr_div_up(p->n, p->j->real->nr), 4, pack_panels, (void *)(uintptr_t)p);
}

/* Compute C = A B, or C += A B, for `rows` rows and one packed panel of B.  On entry, `t` describes
 * the first row.  The rows are divided into tiles of about equal height, as in gemm.c. */
static void panel(const job *j, wr_gemm_tile *t, int64_t rows) {
    for (int64_t left = rows, tiles = wr_div_up(rows, j->real->mr); tiles > 0; tiles--) {
        t->rows = left / tiles;
        j->real->tile(t);
        t->a = (const char *)t->a + t->rows * t->a_row * j->size;
        t->c = (char *)t->c + t->rows * t->c_row * j->size;
        left -= t->rows;
    }
}

/* ---- Forward --------------------------------------------------------------------------------- */

/* A range of rows and a range of time steps.  Time steps are counted in the order in which they are
 * processed. */
typedef struct span {
    int64_t row, rows, first, steps;
} span;

static int64_t step_at(const wr_recurrent *g, int64_t i) {
    return g->reverse ? g->steps - 1 - i : i;
}

/* Return the buffer that holds the gates in the forward pass. */
static char *gates_of(const job *j) { return j->at[j->g->saved > 0 ? WR_SAVED : WR_Y]; }

static char *gates_at(const job *j, int64_t step, int64_t row) {
    return row_at(j, gates_of(j), step, row, j->width);
}

/* The source or destination of project(), which multiplies the rows of a chunk by the packed
 * input weights.  In the forward pass it maps x to the gates; in the backward pass, the gate
 * gradients to dx. */
typedef struct side {
    const char *base;
    /* width: distance between rows, in elements; count: elements used per row */
    int64_t width, count;
} side;

/* Multiply the rows of a chunk by the packed input weights.  Each panel of the weights is used for
 * all time steps of the chunk. */
static void project(const job *j, const span *s, side from, side to) {
    int64_t nr = j->real->nr;
    wr_gemm_tile t = {
        .k = from.count, .a_row = from.width, .a_col = 1, .b_row = nr, .c_row = to.width};
    for (int64_t col = 0; col < to.count; col += nr) {
        t.cols = wr_min(nr, to.count - col);
        t.b = j->inputs + col * from.count * j->size;
        for (int64_t i = s->first; i < s->first + s->steps; i++) {
            int64_t step = step_at(j->g, i);
            t.a = row_at(j, from.base, step, s->row, from.width);
            t.c = row_at(j, to.base, step, s->row, to.width) + col * j->size;
            panel(j, &t, s->rows);
        }
    }
}

/* Add the product of the state with the recurrent weights to the gates. */
static void recur(const job *j, const span *s, int64_t step) {
    const wr_recurrent *g = j->g;
    int64_t nr = j->real->nr;
    wr_gemm_tile t = {.k = g->units, .a_row = g->units, .a_col = 1, .b_row = nr, .c_row = j->width};
    for (int i = 0; i < j->parts; i++) {
        const wr_recurrent_part *part = &j->part[i];
        t.add = part->add;
        for (int64_t col = 0; col < part->count; col += nr) {
            t.cols = wr_min(nr, part->count - col);
            t.a = row_at(j, j->at[WR_H_N], 0, s->row, g->units);
            t.b = j->recurrent[i] + col * g->units * j->size;
            t.c = gates_at(j, step, s->row) + (part->column + col) * j->size;
            panel(j, &t, s->rows);
        }
    }
}

static void forward_step(const job *j, const span *s, int64_t step) {
    const wr_recurrent *g = j->g;
    for (int64_t row = s->row; row < s->row + s->rows; row++) {
        wr_cell_step c = {.n = g->units,
                          .gates = gates_at(j, step, row),
                          .bias = j->bias,
                          .h = row_at(j, j->at[WR_H_N], 0, row, g->units),
                          .c = row_at(j, j->at[WR_C_N], 0, row, g->units),
                          .y = row_at(j, j->at[WR_Y], step, row, g->units)};
        if (step < j->length[row]) {
            j->cell->step[g->cell](&c);
            continue;
        }
        memset(c.gates, 0, (size_t)(j->width * j->size)); /* NOLINT: c.gates and c.y are not NULL */
        memset(c.y, 0, (size_t)(g->units * j->size));     /* NOLINT */
    }
}

/* Set the initial state to a copy of slot `from`, or to zeros if that slot is absent. */
static void start(const job *j, const span *s, int state, int from) {
    size_t bytes = (size_t)(s->rows * j->g->units * j->size);
    char *to = row_at(j, j->at[state], 0, s->row, j->g->units);
    if (to == NULL || bytes == 0) return;
    if (j->at[from] != NULL)
        memcpy(to, row_at(j, j->at[from], 0, s->row, j->g->units), bytes);
    else
        memset(to, 0, bytes);
}

static span span_of(const job *j, int64_t block) {
    int64_t row = block * j->p.rows;
    return (span){.row = row, .rows = wr_min(j->p.rows, j->g->batch - row)};
}

static weir_status forward_blocks(void *arg, int64_t begin_, int64_t end_) {
    const job *j = arg;
    const wr_recurrent *g = j->g;
    const side x = {j->at[WR_X], g->inputs, g->inputs};
    const side gates = {gates_of(j), j->width, g->gates * g->units};
    for (int64_t block = begin_; block < end_; block++) {
        span s = span_of(j, block);
        if (s.rows <= 0) continue;
        start(j, &s, WR_H_N, WR_H0);
        start(j, &s, WR_C_N, WR_C0);
        for (; s.first < g->steps; s.first += s.steps) {
            s.steps = wr_min(j->p.chunk, g->steps - s.first);
            project(j, &s, x, gates);
            for (int64_t i = s.first; i < s.first + s.steps; i++) {
                recur(j, &s, step_at(g, i));
                forward_step(j, &s, step_at(g, i));
            }
        }
    }
    return WEIR_OK;
}

/* Combine the two biases of each gate into their sum, except for gate n of a GRU, whose recurrent
 * bias is stored separately, because the reset gate scales it together with the recurrent
 * product. */
static void join_biases(const job *j) {
    int64_t h = j->g->units, n = j->g->gates * h, both = j->g->cell == WR_CELL_GRU ? 2 * h : n;
    const char *ih = j->at[WR_B_IH], *hh = j->at[WR_B_HH];
    for (int64_t i = 0; i < n; i++)
        put_number(j, j->bias, i, number(j, ih, i) + (i < both ? number(j, hh, i) : 0));
    for (int64_t i = both; i < n; i++) put_number(j, j->bias, i + h, number(j, hh, i));
}

weir_status wr_recurrent_forward(const weir_kernel *k, const wr_recurrent *g,
                                 wr_recurrent_views views) {
    job j;
    WR_TRY(begin(&j, k, g, views, false));
    j.width = wr_max(1, g->saved) * g->units;
    join_biases(&j);
    packing ih = {&j, j.at[WR_W_IH], j.inputs, g->inputs, 1, g->gates * g->units, g->inputs};
    WR_TRY(pack_all(&ih));
    for (int i = 0; i < j.parts; i++) {
        const char *from = j.at[WR_W_HH] + j.part[i].row * g->units * j.size;
        packing hh = {&j, from, j.recurrent[i], g->units, 1, j.part[i].count, g->units};
        WR_TRY(pack_all(&hh));
    }
    WR_TRY(wr_split(k, j.p.blocks, 1, forward_blocks, &j));
    return finish(&j, views);
}

/* ---- Backward -------------------------------------------------------------------------------- */

/* Return the state before a time step.  For the first time step of a row, this is the row in slot
 * `first`, or zeros if that slot is absent.  For later time steps it is in slot `states`, whose
 * rows have `width` elements, starting at column `column`. */
static const char *state_before(const job *j, int first, int64_t step, int64_t row, int states,
                                int64_t column, int64_t width) {
    const wr_recurrent *g = j->g;
    if (wr_recurrent_starts(g, step, j->length[row]))
        return j->at[first] != NULL ? row_at(j, j->at[first], 0, row, g->units) : j->zeros;
    return row_at(j, j->at[states], g->reverse ? step + 1 : step - 1, row, width) +
           column * j->size;
}

static void backward_step(const job *j, const span *s, int64_t step, char *sums) {
    const wr_recurrent *g = j->g;
    int64_t h = g->units;
    bool lstm = g->cell == WR_CELL_LSTM;
    for (int64_t row = s->row; row < s->row + s->rows; row++) {
        wr_cell_back b = {.n = h, .sums = sums, .dz = row_at(j, j->dz, step, row, j->width)};
        char *before = row_at(j, j->before, step, row, h);
        if (step >= j->length[row]) {
            memset(b.dz, 0, (size_t)(j->width * j->size)); /* NOLINT: b.dz is not NULL */
            if (before != NULL) memset(before, 0, (size_t)(h * j->size));
            continue;
        }
        b.saved = g->saved > 0 ? row_at(j, j->at[WR_SAVED], step, row, g->saved * h)
                               : row_at(j, j->at[WR_Y], step, row, h);
        b.d_saved = row_at(j, j->at[WR_SAVED + WR_D], step, row, g->saved * h);
        b.h = state_before(j, WR_H0, step, row, WR_Y, 0, h);
        if (lstm) b.c = state_before(j, WR_C0, step, row, WR_SAVED, 4 * h, g->saved * h);
        b.dy = row_at(j, j->at[WR_Y + WR_D], step, row, h);
        b.dh = row_at(j, j->at[WR_H0 + WR_D], 0, row, h);
        b.dc = row_at(j, j->at[WR_C0 + WR_D], 0, row, h);
        j->cell->back[g->cell](&b);
        if (before != NULL && h > 0) memcpy(before, b.h, (size_t)(h * j->size));
    }
}

/* Compute dh += dz W_hh. */
static void recur_back(const job *j, const span *s, int64_t step) {
    const wr_recurrent *g = j->g;
    int64_t nr = j->real->nr, h = g->units;
    wr_gemm_tile t = {.a_row = j->width, .a_col = 1, .b_row = nr, .c_row = h, .add = true};
    for (int i = 0; i < j->parts; i++) {
        t.k = j->part[i].count;
        for (int64_t col = 0; col < h; col += nr) {
            t.cols = wr_min(nr, h - col);
            t.a = row_at(j, j->dz, step, s->row, j->width) + j->part[i].column * j->size;
            t.b = j->recurrent[i] + col * t.k * j->size;
            t.c = row_at(j, j->at[WR_H0 + WR_D], 0, s->row, h) + col * j->size;
            panel(j, &t, s->rows);
        }
    }
}

static weir_status backward_blocks(void *arg, int64_t begin_, int64_t end_) {
    const job *j = arg;
    const wr_recurrent *g = j->g;
    const side dz = {j->dz, j->width, g->gates * g->units};
    const side dx = {j->at[WR_X + WR_D], g->inputs, g->inputs};
    for (int64_t block = begin_; block < end_; block++) {
        span s = span_of(j, block);
        char *sums = j->sums + block * j->width * j->size;
        double *totals = j->totals + block * j->width;
        memset(sums, 0, (size_t)(j->width * j->size));
        memset(totals, 0, (size_t)j->width * sizeof *totals);
        if (s.rows <= 0) continue;
        start(j, &s, WR_H0 + WR_D, WR_H_N + WR_D);
        start(j, &s, WR_C0 + WR_D, WR_C_N + WR_D);
        for (int64_t last = g->steps; last > 0; last = s.first) {
            s.steps = wr_min(j->p.chunk, last);
            s.first = last - s.steps;
            for (int64_t i = last - 1; i >= s.first; i--) {
                backward_step(j, &s, step_at(g, i), sums);
                recur_back(j, &s, step_at(g, i));
                j->cell->flush(totals, sums, j->width);
            }
            if (dx.base != NULL) project(j, &s, dz, dx);
        }
    }
    return WEIR_OK;
}

/* Compute the gradients of the biases by adding the sums of all blocks. */
static void bias_gradients(const job *j) {
    int64_t h = j->g->units, n = j->g->gates * h, both = j->g->cell == WR_CELL_GRU ? 2 * h : n;
    for (int64_t i = 0; i < j->g->back * h; i++) {
        double sum = 0;
        for (int64_t b = 0; b < j->p.blocks; b++) sum += j->totals[b * j->width + i];
        char *ih = j->at[WR_B_IH + WR_D], *hh = j->at[WR_B_HH + WR_D];
        if (i < n) put_number(j, ih, i, sum);
        if (hh != NULL && i < both) put_number(j, hh, i, sum);
        if (hh != NULL && i >= n) put_number(j, hh, i - h, sum);
    }
}

weir_status wr_recurrent_backward(const weir_kernel *k, const wr_recurrent *g,
                                  wr_recurrent_views views) {
    job j;
    WR_TRY(begin(&j, k, g, views, true));
    j.width = dz_width(g);
    for (int i = 0; i < j.parts; i++) {
        const char *from = j.at[WR_W_HH] + j.part[i].row * g->units * j.size;
        packing hh = {&j, from, j.recurrent[i], 1, g->units, g->units, j.part[i].count};
        WR_TRY(pack_all(&hh));
    }
    packing ih = {&j, j.at[WR_W_IH], j.inputs, 1, g->inputs, g->inputs, g->gates * g->units};
    WR_TRY(pack_all(&ih));
    WR_TRY(wr_split(k, j.p.blocks, 1, backward_blocks, &j));
    bias_gradients(&j);
    const operands o = {j.at[WR_X], j.at[WR_H0],          j.at[WR_Y],          j.before,
                        j.dz,       j.at[WR_W_IH + WR_D], j.at[WR_W_HH + WR_D]};
    wr_gemm all[PRODUCTS];
    int count = products(g, &o, (int)j.size, all);
    for (int i = 0; i < count; i++)
        WR_TRY(wr_gemm_run(k->ctx, j.gemm, &all[i], (char *)k->scratch + j.p.gemm));
    return finish(&j, views);
}
