/* softmax_cuda.c - softmax and log_softmax on a CUDA device; see softmax.cu.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_kernels.h"
#include "ops/norm/norm_cuda.h"
#include "ops/reduce/reduce_cuda.h"

enum { THREADS = WR_CUDA_THREADS, WARP = 32, SHORT = 32, FEW = 1024 };

/* softmax.cu has the same struct. */
typedef struct softmax_args {
    wr_cuda_guard guard;
    const void *x;
    void *y;
    int64_t rows, count, inner;
    uint32_t by_columns, lanes;
} softmax_args;

typedef struct variant {
    int x, y, held;
    bool logarithm;
} variant;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const variant *v = ctx;
    const char *computes = v->y == WEIR_FLOAT64 ? "f64" : "f32";
    wr_cuda_write(to, "typedef %s X;\ntypedef %s Y;\ntypedef %s E;\n", wr_cuda_dtype(v->x),
                  wr_cuda_dtype(v->y), computes);
    wr_cuda_write(to, "#define HELD %d\n#define LOGARITHM %d\n%s%s", v->held, v->logarithm,
                  wr_text_totals, wr_text_softmax);
}

uint32_t wr_cuda_line_lanes(int64_t rows, int64_t count, bool by_columns) {
    if (by_columns) return count < SHORT ? 1 : 8;
    if (count <= SHORT) return wr_cuda_power((count + 3) / 4);
    return count <= 4 * WARP || (count <= 16 * WARP && rows >= FEW) ? WARP : THREADS;
}

int wr_cuda_line_held(int64_t count, uint32_t lanes) {
    return count <= 4 * lanes ? 4 : count <= 16 * lanes ? 16 : 0;
}

weir_status wr_cuda_softmax(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const weir_view *x = &k->in[0], *y = &k->out[0];
    int axis = 0;
    wr_axis(wr_softmax_axis(k), x->ndim, &axis);
    softmax_args a = {.guard = c->guard, .x = x->data, .y = y->data, .inner = 1};
    a.count = x->shape[axis];
    for (int i = axis + 1; i < x->ndim; i++) a.inner *= x->shape[i];
    a.rows = a.count > 0 ? wr_view_count(x) / a.count : 0;
    a.by_columns = a.inner > 1;
    a.lanes = wr_cuda_line_lanes(a.rows, a.count, a.by_columns);
    variant v = {x->dtype, y->dtype, wr_cuda_line_held(a.count, a.lanes),
                 k->op == &wr_ops[WR_OP_log_softmax]};
    uint64_t key = (uint64_t)v.x << 16 | (uint64_t)v.y << 8 | (uint64_t)v.held << 1;
    wr_cuda_source source = {
        .family = "softmax", .variant = key | v.logarithm, .write = write_text, .ctx = &v};
    uint64_t width = THREADS / a.lanes, work = ((uint64_t)a.rows + width - 1) / width;
    return wr_cuda_launch(c, &source, "softmax", wr_cuda_blocks(c, work * THREADS, THREADS),
                          THREADS, &a);
}
