/* scan_cuda.c - scans along an axis on a CUDA device; see scan.cu.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/reduce/scan_cuda.h"

#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_kernels.h"
#include "ops/reduce/reduce_cuda.h"

enum {
    THREADS = WR_CUDA_THREADS,
    STATE = 32, /* maximum number of bytes of a state */
    WARP = 32,
    SHORT = 32,
    LONG = 512,
    FEW = 1024,
    MANY = 1 << 14, /* so many lines fill the device with a thread for each */
};

/* scan.cu has the same struct. */
typedef struct scan_args {
    wr_cuda_guard guard;
    const void *x, *by;
    void *y, *indices, *partial;
    int64_t rows, count, inner, initial, pieces, piece;
    uint32_t by_columns, lanes, reverse, unused;
} scan_args;

typedef struct variant {
    const char *kind;
    int x, by, y, computes;
} variant;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const variant *v = ctx;
    /* Bools are compared as integers. */
    const char *computes = v->computes == WEIR_BOOL ? "u8" : wr_cuda_dtype(v->computes);
    wr_cuda_write(to, "typedef %s X;\ntypedef %s F;\ntypedef %s Y;\ntypedef %s T;\n",
                  wr_cuda_dtype(v->x), wr_cuda_dtype(v->by), wr_cuda_dtype(v->y), computes);
    wr_cuda_write(to, "#define KIND kind_%s\n%s%s", v->kind, wr_text_totals, wr_text_scan);
}

static void set_shape(scan_args *a, int ndim, const int64_t *shape, int axis) {
    a->rows = a->inner = 1;
    for (int i = 0; i < ndim; i++) {
        if (i != axis) a->rows *= shape[i];
        if (i > axis) a->inner *= shape[i];
    }
    a->count = shape[axis];
    a->by_columns = a->inner > 1;
    a->pieces = wr_cuda_pieces(a->rows, a->count, a->by_columns);
    a->piece = (a->count + a->pieces - 1) / a->pieces;
}

static uint32_t lanes_of(const scan_args *a) {
    if (a->by_columns) return a->count < SHORT || a->rows >= MANY ? 1 : 8;
    if (a->count <= SHORT) return wr_cuda_power((a->count + 3) / 4);
    return a->count <= LONG && a->rows >= FEW ? WARP : THREADS;
}

uint64_t wr_scan_device_scratch(int ndim, const int64_t *shape, int axis) {
    scan_args a = {.rows = 0};
    set_shape(&a, ndim, shape, axis);
    return a.pieces > 1 ? (uint64_t)(a.rows * a.pieces) * STATE : 0;
}

weir_status wr_cuda_scan_run(wr_cuda_call *c, const wr_cuda_scan *s) {
    const weir_kernel *k = c->k;
    const weir_view *x = s->x, *y = &k->out[0];
    scan_args a = {.x = x->data,
                   .by = s->by != NULL ? s->by->data : NULL,
                   .y = y->data,
                   .indices = k->out_count > 1 ? k->out[1].data : NULL,
                   .partial = k->scratch,
                   .reverse = s->reverse};
    set_shape(&a, x->ndim, x->shape, s->axis);
    a.initial = y->shape[s->axis] - x->shape[s->axis];
    if (y->shape[s->axis] == 0) a.rows = 0; /* however many lines there are, they have no entries */
    a.lanes = lanes_of(&a);
    variant v = {s->kind, x->dtype, s->by != NULL ? s->by->dtype : x->dtype, y->dtype, s->computes};
    uint64_t key = (uint64_t)v.kind[0] << 40 | (uint64_t)v.kind[1] << 32 | (uint64_t)v.x << 24;
    key |= (uint64_t)v.by << 16 | (uint64_t)v.y << 8 | (uint64_t)v.computes;
    wr_cuda_source source = {.family = "scan", .variant = key, .write = write_text, .ctx = &v};
    uint64_t width = THREADS / a.lanes;
    uint64_t work = ((uint64_t)a.rows + width - 1) / width * (uint64_t)a.pieces * THREADS;
    a.guard = c->test;
    if (a.pieces > 1) {
        WR_TRY(wr_cuda_launch(c, &source, "scan_pieces", wr_cuda_blocks(c, work, THREADS), THREADS,
                              &a));
        WR_TRY(wr_cuda_launch(c, &source, "scan_carries",
                              wr_cuda_blocks(c, (uint64_t)a.rows, THREADS), THREADS, &a));
    }
    a.guard = c->guard;
    return wr_cuda_launch(c, &source, "scan", wr_cuda_blocks(c, work, THREADS), THREADS, &a);
}
