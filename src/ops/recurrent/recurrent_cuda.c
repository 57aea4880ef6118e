/* recurrent_cuda.c - recurrent layers on a CUDA device.
 *
 * The products with the inputs of all time steps, and those that give the gradients of the weights
 * and of x, are products of whole matrices, by cuBLASLt.  The loop over time steps is one kernel if
 * there are few units, otherwise a product and a kernel for each time step; see recurrent.cu.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_blas.h"
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_attrs.h"
#include "ops/core/cuda_kernels.h"
#include "ops/recurrent/recurrent_walk.h"

enum {
    THREADS = 256,
    THREADS_MAX = 512,     /* of the kernels that loop over time */
    FEW = WR_SIZE(256, 4), /* the most units of these kernels; recurrent.cu has room for 256 */
    WAVE = 128, /* about as many rows as a card has processors; with more, blocks have several */
    ROWS_MAX = 4,
    DX = WR_X + WR_D,
    DW_IH = WR_W_IH + WR_D,
    DW_HH = WR_W_HH + WR_D,
};

/* recurrent.cu has the same struct. */
typedef struct recurrent_args {
    wr_cuda_guard guard;
    wr_cuda_scalar in[WR_ALL_SLOTS];
    void *out[WR_ALL_SLOTS];
    int64_t dtype;
    int64_t steps, batch, inputs, units, reverse, backward, step;
    const void *z, *weight;
    char *h, *c, *m, *slopes, *before, *sums;
} recurrent_args;

_Static_assert(sizeof(recurrent_args) <= 4096, "the arguments of a kernel are limited");

static bool is_few(const wr_recurrent *g) { return g->units <= FEW; }

/* ---- Scratch memory -------------------------------------------------------------------------- */

/* Offsets in the scratch memory. */
typedef struct plan {
    uint64_t z, weight, h, c, m, slopes, before, sums, bytes;
    uint64_t slot[WR_ALL_SLOTS]; /* of the operands that need a copy in the compute dtype */
    bool copied[WR_ALL_SLOTS];
} plan;

static uint64_t take(plan *p, int64_t elements, int computes) {
    uint64_t at = p->bytes;
    p->bytes += wr_round_up((uint64_t)elements * wr_dtype_bytes(computes), 256);
    return at;
}

static void take_slot(plan *p, const wr_recurrent *g, int slot, int dtype, int computes) {
    int64_t shape[3];
    if (dtype == 0 || dtype == computes) return;
    p->copied[slot] = true;
    p->slot[slot] = take(p, wr_count(wr_recurrent_shape(g, slot, shape), shape), computes);
}

static plan plan_of(const wr_recurrent *g, const int dtypes[WR_ALL_SLOTS], int computes,
                    bool backward) {
    plan p = {.bytes = 0};
    int64_t all = g->steps * g->batch, rows = g->gates * g->units, back = g->back * g->units;
    take_slot(&p, g, WR_X, dtypes[WR_X], computes);
    take_slot(&p, g, WR_W_IH, dtypes[WR_W_IH], computes);
    if (backward) {
        for (int i = DX; i <= DW_HH; i++) take_slot(&p, g, i, dtypes[i], computes);
        p.slopes = take(&p, all * back, computes);
        p.before = take(&p, all * g->units, computes);
        p.sums = take(&p, g->batch * back, computes);
    } else {
        p.z = take(&p, all * rows, computes);
    }
    p.weight = take(&p, rows * g->units, computes);
    if (is_few(g)) return p;
    p.h = take(&p, g->batch * g->units, computes);
    p.c = take(&p, g->batch * g->units, computes);
    if (!backward) p.m = take(&p, g->batch * rows, computes);
    return p;
}

uint64_t wr_recurrent_cuda_scratch(const wr_recurrent *g, const int dtypes[WR_ALL_SLOTS],
                                   int computes, bool backward) {
    return plan_of(g, dtypes, computes, backward).bytes;
}

/* ---- A call ---------------------------------------------------------------------------------- */

typedef struct job {
    wr_cuda_call *c;
    wr_recurrent g;
    wr_recurrent_views views;
    plan plan;
    recurrent_args a;
    int computes;
    bool backward, plain;
    int rows, per, keep; /* ROWS, PER and KEEP of the text */
    uint32_t threads;
} job;

static char *scratch_at(const job *j, uint64_t offset) { return (char *)j->c->k->scratch + offset; }

static void write_text(wr_cuda_text *to, const void *ctx) {
    const job *j = ctx;
    wr_cuda_write_reals(to);
    wr_cuda_write(to,
                  "#define CELL_TANH %d\n#define CELL_RELU %d\n#define CELL_LSTM %d\n"
                  "#define CELL_GRU %d\n#define CELL %d\n#define GATES %d\n#define SAVED %d\n"
                  "#define BACK %d\n#define ROWS %d\n#define PER %d\n#define KEEP %d\n"
                  "#define PLAIN %d\ntypedef %s R;\n%s",
                  WR_CELL_TANH, WR_CELL_RELU, WR_CELL_LSTM, WR_CELL_GRU, j->g.cell, j->g.gates,
                  j->g.saved, j->g.back, j->rows, j->per, j->keep, j->plain,
                  wr_cuda_dtype(j->computes), wr_text_recurrent);
}

static weir_status launch(job *j, const char *kernel, uint64_t blocks, uint32_t threads) {
    uint64_t key = (uint64_t)j->g.cell << 32 | (uint64_t)j->computes << 24 |
                   (uint64_t)j->plain << 23 | (uint64_t)j->rows << 16 | (uint64_t)j->per << 8 |
                   (uint64_t)j->keep;
    wr_cuda_source source = {.family = "recurrent", .variant = key, .write = write_text, .ctx = j};
    return wr_cuda_launch(j->c, &source, kernel, blocks, threads, &j->a);
}

/* The division of the work of the kernels that loop over time, which depends on the sizes alone. */
static void divide(job *j) {
    const wr_recurrent *g = &j->g;
    int64_t units = wr_max(1, g->units), most = THREADS_MAX / units;
    j->rows = j->per = 1;
    j->keep = 0;
    if (!is_few(g)) return;
    while (j->rows < ROWS_MAX && g->batch > j->rows * WAVE && 2 * j->rows <= most) j->rows *= 2;
    int64_t threads = wr_min(THREADS_MAX, 4 * units), rows = g->gates * units;
    j->threads = (uint32_t)wr_round_up((uint64_t)threads, 32);
    j->per = (int)wr_div_up(rows, j->threads);
    if (j->per > 1 || j->computes != WEIR_FLOAT32) return;
    /* A thread keeps at most as many weights as it needs; the first-level cache has the others. */
    int64_t part = j->backward ? wr_div_up(rows, j->threads / units) : units;
    j->keep = part >= 64 ? 64 : part >= 32 ? 32 : 0;
}

/* Set up the arguments of the kernels. */
static void begin(job *j, wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    recurrent_args *a = &j->a;
    *j = (job){.c = c, .computes = k->dtype == WEIR_FLOAT64 ? WEIR_FLOAT64 : WEIR_FLOAT32};
    j->backward = wr_recurrent_describe(k, &j->g, j->views);
    int dtypes[WR_ALL_SLOTS] = {0};
    j->plain = true;
    for (int i = 0; i < WR_ALL_SLOTS; i++) {
        const weir_view *v = j->views[i];
        if (v == NULL) continue;
        dtypes[i] = v->dtype;
        if (i != WR_LENGTHS && v->dtype != j->computes) j->plain = false;
        if (v >= k->in && v < k->in + k->in_count)
            a->in[i] = wr_cuda_scalar_of(c, (uint32_t)(v - k->in));
        else
            a->out[i] = v->data;
    }
    /* The plan of `infer` has it also if it is not wanted. */
    if (j->backward) dtypes[DX] = k->out[0].dtype;
    j->plan = plan_of(&j->g, dtypes, j->computes, j->backward);
    a->guard = c->test;
    a->dtype = k->out[0].dtype;
    a->steps = j->g.steps, a->batch = j->g.batch, a->inputs = j->g.inputs, a->units = j->g.units;
    a->reverse = j->g.reverse, a->backward = j->backward;
    a->h = scratch_at(j, j->plan.h), a->c = scratch_at(j, j->plan.c);
    a->m = scratch_at(j, j->plan.m);
    a->slopes = scratch_at(j, j->plan.slopes), a->before = scratch_at(j, j->plan.before);
    a->sums = scratch_at(j, j->plan.sums);
    divide(j);
}

/* ---- Products -------------------------------------------------------------------------------- */

typedef struct matrix {
    const void *data;
    int64_t row, column; /* strides */
} matrix;

/* c (m x n) = a (m x k) b (k x n), or c += a b. */
static weir_status multiply(job *j, int64_t m, int64_t n, int64_t k, matrix a, matrix b, void *to,
                            bool accumulate) {
    bool done;
    if (m == 0 || n == 0 || k == 0) return WEIR_OK;
    wr_cuda_product p = {.dtype = j->computes,
                         .item_size = wr_dtype_bytes(j->computes),
                         .accumulate = accumulate,
                         .m = m,
                         .n = n,
                         .k = k,
                         .batch = 1,
                         .a = (uint64_t)(uintptr_t)a.data,
                         .b = (uint64_t)(uintptr_t)b.data,
                         .c = (uint64_t)(uintptr_t)to,
                         .a_row = a.row,
                         .a_col = a.column,
                         .b_row = b.row,
                         .b_col = b.column,
                         .c_row = n};
    WR_TRY(wr_cuda_multiply(j->c, &p, &done));
    if (done) return WEIR_OK;
    j->c->message = "cuBLASLt has no algorithm for a product of a recurrent layer";
    return WEIR_EDEVICE;
}

static const char *element(const job *j, const void *of, int64_t at) {
    return (const char *)of + at * (int64_t)wr_dtype_bytes(j->computes);
}

/* The values of an operand in the compute dtype. */
static weir_status values_of(job *j, int slot, const void **out) {
    const weir_view *v = j->views[slot];
    *out = v->data;
    if (!j->plan.copied[slot]) return WEIR_OK;
    int64_t strides[3];
    wr_row_major(v->ndim, v->shape, strides);
    weir_view to = {scratch_at(j, j->plan.slot[slot]), v->shape, strides, j->computes, v->ndim};
    *out = to.data;
    return wr_cuda_copy_view(j->c, &to, v, false, &j->c->test);
}

/* weight_hh in the compute dtype; transposed if `turned`. */
static weir_status find_weight(job *j, bool turned) {
    const weir_view *v = j->views[WR_W_HH];
    int64_t rows = v->shape[0], units = v->shape[1];
    j->a.weight = v->data;
    if (!turned && v->dtype == j->computes) return WEIR_OK;
    const int64_t shape[] = {turned ? units : rows, turned ? rows : units};
    const int64_t to_strides[] = {shape[1], 1};
    const int64_t from_strides[] = {turned ? 1 : units, turned ? units : 1};
    weir_view to = {scratch_at(j, j->plan.weight), shape, to_strides, j->computes, 2};
    weir_view from = {v->data, shape, from_strides, v->dtype, 2};
    j->a.weight = to.data;
    return wr_cuda_copy_view(j->c, &to, &from, false, &j->c->test);
}

/* Where the product for an output goes: to the output, or to scratch memory if that has another
 * dtype. */
static void *target_of(job *j, int slot) {
    return j->plan.copied[slot] ? scratch_at(j, j->plan.slot[slot]) : j->views[slot]->data;
}

static weir_status finish_target(job *j, int slot) {
    const weir_view *v = j->views[slot];
    if (!j->plan.copied[slot]) return WEIR_OK;
    int64_t strides[3];
    wr_row_major(v->ndim, v->shape, strides);
    weir_view from = {target_of(j, slot), v->shape, strides, j->computes, v->ndim};
    return wr_cuda_copy_view(j->c, v, &from, false, &j->c->test);
}

/* ---- Passes ---------------------------------------------------------------------------------- */

/* The kernels of states that are in device memory between time steps. */
static weir_status launch_states(job *j, const char *kernel) {
    uint64_t count = (uint64_t)(j->g.batch * j->g.units);
    return launch(j, kernel, wr_cuda_blocks(j->c, count, THREADS), THREADS);
}

static weir_status run_blocks(job *j, const char *kernel) {
    uint64_t blocks = (uint64_t)wr_max(1, wr_div_up(j->g.batch, j->rows));
    return launch(j, kernel, blocks, j->threads);
}

/* The last kernel of a call marks the outputs, unless the call may still fail. */
static void mark_here(job *j) {
    if (j->views[WR_LENGTHS] == NULL) j->a.guard = j->c->guard;
}

static weir_status forward(job *j) {
    const wr_recurrent *g = &j->g;
    int64_t all = g->steps * g->batch, rows = g->gates * g->units;
    const void *x, *w;
    if (g->inputs > 0 && all > 0) {
        WR_TRY(values_of(j, WR_X, &x));
        WR_TRY(values_of(j, WR_W_IH, &w));
        j->a.z = scratch_at(j, j->plan.z);
        WR_TRY(multiply(j, all, rows, g->inputs, (matrix){x, g->inputs, 1},
                        (matrix){w, 1, g->inputs}, scratch_at(j, j->plan.z), false));
    }
    WR_TRY(find_weight(j, is_few(g)));
    if (is_few(g)) {
        mark_here(j);
        return run_blocks(j, "forward");
    }
    WR_TRY(launch_states(j, "start"));
    for (int64_t i = 0; i < g->steps; i++) {
        j->a.step = g->reverse ? g->steps - 1 - i : i;
        WR_TRY(multiply(j, g->batch, rows, g->units, (matrix){j->a.h, g->units, 1},
                        (matrix){j->a.weight, 1, g->units}, j->a.m, false));
        WR_TRY(launch_states(j, "forward_step"));
    }
    mark_here(j);
    return launch_states(j, "finish");
}

/* The loop over time: the gradients of the gates and of the first state. */
static weir_status find_slopes(job *j) {
    const wr_recurrent *g = &j->g;
    int64_t back = g->back * g->units;
    wr_recurrent_part part[2];
    int parts = wr_recurrent_parts(g, part);
    WR_TRY(find_weight(j, false));
    if (is_few(g)) return run_blocks(j, "backward");
    WR_TRY(launch_states(j, "start"));
    for (int64_t i = g->steps - 1; i >= 0; i--) {
        j->a.step = g->reverse ? g->steps - 1 - i : i;
        WR_TRY(launch_states(j, "backward_step"));
        const char *d = element(j, j->a.slopes, j->a.step * g->batch * back);
        for (int p = 0; p < parts; p++)
            WR_TRY(multiply(j, g->batch, g->units, part[p].count,
                            (matrix){element(j, d, part[p].column), back, 1},
                            (matrix){element(j, j->a.weight, part[p].row * g->units), g->units, 1},
                            j->a.h, true));
    }
    return launch_states(j, "finish");
}

/* The gradients of the weights and of x, by kernels of ours. */
static weir_status run_own_products(job *j) {
    const wr_recurrent *g = &j->g;
    uint64_t weights = (uint64_t)(g->gates * g->units * (g->inputs + g->units));
    uint64_t inputs = (uint64_t)(g->steps * g->batch * g->inputs);
    WR_TRY(launch(j, "weights", wr_cuda_blocks(j->c, weights, THREADS), THREADS));
    if (j->views[DX] == NULL) return WEIR_OK;
    return launch(j, "inputs", wr_cuda_blocks(j->c, inputs, THREADS), THREADS);
}

static weir_status run_products(job *j) {
    const wr_recurrent *g = &j->g;
    int64_t all = g->steps * g->batch, rows = g->gates * g->units, back = g->back * g->units;
    wr_recurrent_part part[2];
    int parts = wr_recurrent_parts(g, part);
    const void *x, *w;
    WR_TRY(values_of(j, WR_X, &x));
    WR_TRY(multiply(j, rows, g->inputs, all, (matrix){j->a.slopes, 1, back},
                    (matrix){x, g->inputs, 1}, target_of(j, DW_IH), false));
    WR_TRY(finish_target(j, DW_IH));
    for (int p = 0; p < parts; p++)
        WR_TRY(multiply(j, part[p].count, g->units, all,
                        (matrix){element(j, j->a.slopes, part[p].column), 1, back},
                        (matrix){j->a.before, g->units, 1},
                        (char *)target_of(j, DW_HH) +
                            part[p].row * g->units * (int64_t)wr_dtype_bytes(j->computes),
                        false));
    WR_TRY(finish_target(j, DW_HH));
    if (j->views[DX] == NULL) return WEIR_OK;
    WR_TRY(values_of(j, WR_W_IH, &w));
    WR_TRY(multiply(j, all, g->inputs, rows, (matrix){j->a.slopes, back, 1},
                    (matrix){w, g->inputs, 1}, target_of(j, DX), false));
    return finish_target(j, DX);
}

static weir_status backward(job *j) {
    const wr_recurrent *g = &j->g;
    int64_t all = g->steps * g->batch;
    WR_TRY(find_slopes(j));
    /* Products do not know error words: they write only what the call has just allocated. */
    WR_TRY(j->c->k->fresh && all > 0 ? run_products(j) : run_own_products(j));
    mark_here(j);
    uint64_t columns = (uint64_t)(g->back * g->units);
    return launch(j, "biases", (columns + 31) / 32, THREADS);
}

weir_status wr_cuda_recurrent(wr_cuda_call *c) {
    job j;
    begin(&j, c);
    if (j.views[WR_LENGTHS] != NULL) WR_TRY(launch(&j, "check", 1, THREADS));
    if (j.g.units == 0) {
        if (j.views[DX] != NULL) WR_TRY(run_own_products(&j));
        return wr_cuda_mark(c);
    }
    WR_TRY(j.backward ? backward(&j) : forward(&j));
    return j.views[WR_LENGTHS] != NULL ? wr_cuda_mark(c) : WEIR_OK;
}
