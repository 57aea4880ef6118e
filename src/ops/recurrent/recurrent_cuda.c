/* recurrent_cuda.c - recurrent layers on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_attrs.h"
#include "ops/core/cuda_kernels.h"
#include "ops/recurrent/recurrent_walk.h"

enum { THREADS = 256, DX = WR_X + WR_D };

/* recurrent.cu has the same struct. */
typedef struct recurrent_args {
    wr_cuda_guard guard;
    wr_cuda_scalar in[WR_ALL_SLOTS];
    void *out[WR_ALL_SLOTS];
    int64_t dtype;
    int64_t steps, batch, inputs, units, reverse, backward;
    void *h, *c, *gates, *slopes;
} recurrent_args;

_Static_assert(sizeof(recurrent_args) <= 4096, "the arguments of a kernel are limited");

typedef struct variant {
    const wr_recurrent *g;
    int computed;
} variant;

/* The elements of scratch memory: the states, and the gates or their gradients. */
static uint64_t states_of(const wr_recurrent *g) { return (uint64_t)(g->batch * g->units); }

uint64_t wr_recurrent_cuda_scratch(const wr_recurrent *g, int computes, bool backward) {
    uint64_t more = backward ? (uint64_t)(g->steps * g->back) : 2 * (uint64_t)g->gates;
    return states_of(g) * (2 + more) * wr_dtype_bytes(computes);
}

static void write_text(wr_cuda_text *to, const void *ctx) {
    const variant *v = ctx;
    wr_cuda_write_reals(to);
    wr_cuda_write(to,
                  "#define CELL_TANH %d\n#define CELL_RELU %d\n#define CELL_LSTM %d\n"
                  "#define CELL_GRU %d\n#define CELL %d\n#define GATES %d\n#define SAVED %d\n"
                  "#define BACK %d\ntypedef %s R;\n%s",
                  WR_CELL_TANH, WR_CELL_RELU, WR_CELL_LSTM, WR_CELL_GRU, v->g->cell, v->g->gates,
                  v->g->saved, v->g->back, wr_cuda_dtype(v->computed), wr_text_recurrent);
}

static weir_status launch(wr_cuda_call *c, const wr_recurrent *g, const char *kernel,
                          uint64_t blocks, const recurrent_args *a) {
    variant v = {g, c->k->dtype == WEIR_FLOAT64 ? WEIR_FLOAT64 : WEIR_FLOAT32};
    wr_cuda_source source = {.family = "recurrent",
                             .variant = (uint64_t)g->cell << 8 | (uint64_t)v.computed,
                             .write = write_text,
                             .ctx = &v};
    return wr_cuda_launch(c, &source, kernel, blocks, THREADS, a);
}

/* The slots of the operands in the arguments. */
static void find_operands(wr_cuda_call *c, const wr_recurrent *g, wr_recurrent_views views,
                          recurrent_args *a) {
    const weir_kernel *k = c->k;
    uint64_t size = wr_dtype_bytes(k->dtype == WEIR_FLOAT64 ? WEIR_FLOAT64 : WEIR_FLOAT32);
    char *room = k->scratch;
    for (int i = 0; i < WR_ALL_SLOTS; i++) {
        const weir_view *v = views[i];
        if (v == NULL) continue;
        if (v >= k->in && v < k->in + k->in_count)
            a->in[i] = wr_cuda_scalar_of(c, (uint32_t)(v - k->in));
        else
            a->out[i] = v->data;
    }
    a->guard = c->test;
    a->dtype = k->out[0].dtype;
    a->steps = g->steps, a->batch = g->batch, a->inputs = g->inputs, a->units = g->units;
    a->reverse = g->reverse;
    a->h = room;
    a->c = room + states_of(g) * size;
    a->gates = a->slopes = room + 2 * states_of(g) * size;
}

weir_status wr_cuda_recurrent(wr_cuda_call *c) {
    wr_recurrent g;
    wr_recurrent_views views = {NULL};
    recurrent_args a = {.steps = 0};
    bool backward = wr_recurrent_describe(c->k, &g, views);
    find_operands(c, &g, views, &a);
    uint64_t rows = g.batch > 0 ? (uint64_t)g.batch : 1;
    if (views[WR_LENGTHS] != NULL) WR_TRY(launch(c, &g, "check", 1, &a));
    if (!backward) {
        WR_TRY(launch(c, &g, "forward", rows, &a));
        return wr_cuda_mark(c);
    }
    WR_TRY(launch(c, &g, "backward", rows, &a));
    uint64_t weights = (uint64_t)(g.gates * g.units * (g.inputs + g.units + 2));
    WR_TRY(launch(c, &g, "weights", wr_cuda_blocks(c, weights, THREADS), &a));
    uint64_t inputs = (uint64_t)(g.steps * g.batch * g.inputs);
    if (views[DX] != NULL) WR_TRY(launch(c, &g, "inputs", wr_cuda_blocks(c, inputs, THREADS), &a));
    return wr_cuda_mark(c);
}
