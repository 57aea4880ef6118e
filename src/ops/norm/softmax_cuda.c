/* softmax_cuda.c - softmax and log_softmax on a CUDA device; see softmax.cu.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_kernels.h"
#include "ops/norm/norm_cuda.h"
#include "ops/reduce/reduce_cuda.h"

enum {
    THREADS = WR_CUDA_THREADS,
    WARP = 32,
    SHORT = 32, /* lines with no more elements have few lanes */
    EACH = 4,   /* elements of a lane, if it has few */
    FEW = 1024, /* fewer lines are few */
    MOST = 32,  /* float32 numbers that a thread holds; half as many of float64 */
};

/* softmax.cu has the same struct. */
typedef struct softmax_args {
    wr_cuda_guard guard;
    const void *x;
    void *y;
    int64_t rows, count, inner;
} softmax_args;

typedef struct variant {
    int x, y;
    bool logarithm, full, by_columns;
    wr_cuda_lines lines;
} variant;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const variant *v = ctx;
    const char *computes = v->y == WEIR_FLOAT64 ? "f64" : "f32";
    wr_cuda_write(to, "typedef %s X;\ntypedef %s Y;\ntypedef %s E;\n", wr_cuda_dtype(v->x),
                  wr_cuda_dtype(v->y), computes);
    wr_cuda_write(to, "#define LOGARITHM %d\n#define LANES %d\n#define COLUMNS %d\n%s",
                  v->logarithm, (int)v->lines.lanes, v->by_columns, wr_text_totals);
    wr_cuda_write_lines(to, &v->lines, v->full);
    wr_cuda_write(to, "%s", wr_text_softmax);
}

void wr_cuda_write_lines(wr_cuda_text *to, const wr_cuda_lines *l, bool full) {
    wr_cuda_write(to, "#define VEC %d\n#define HELD %d\n#define VECTORS %d\n#define FULL %d\n%s",
                  l->vec, l->held, l->vectors, full, wr_text_lines);
}

static uint32_t lanes_of(int64_t rows, int64_t count, bool by_columns, int64_t most) {
    if (by_columns) return count < SHORT ? 1 : 8;
    if (count <= SHORT) return wr_cuda_power((count + EACH - 1) / EACH);
    return count <= EACH * WARP || (count <= most * WARP && rows >= FEW) ? WARP : THREADS;
}

wr_cuda_lines wr_cuda_lines_of(int64_t rows, int64_t count, bool by_columns, size_t size,
                               bool wide) {
    int64_t most = wide ? MOST / 2 : MOST;
    wr_cuda_lines l = {.lanes = lanes_of(rows, count, by_columns, most), .held = 1};
    l.vec = by_columns ? 1 : (int)(16 / size);
    int64_t each = (int64_t)l.lanes * l.vec, held = (count + each - 1) / each;
    if (held > 1) l.held = l.vec * held <= (by_columns ? 16 : most) ? (int)held : 0;
    return l;
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
    bool by_columns = a.inner > 1;
    size_t size = wr_dtype_bytes(x->dtype), out = wr_dtype_bytes(y->dtype);
    if (out > size) size = out;
    wr_cuda_lines l = wr_cuda_lines_of(a.rows, a.count, by_columns, size, y->dtype == WEIR_FLOAT64);
    l.vectors =
        !by_columns && a.count % l.vec == 0 && ((uintptr_t)x->data | (uintptr_t)y->data) % 16 == 0;
    variant v = {.x = x->dtype,
                 .y = y->dtype,
                 .logarithm = k->op == &wr_ops[WR_OP_log_softmax],
                 .full = wr_cuda_lines_full(&l, a.count),
                 .by_columns = by_columns,
                 .lines = l};
    uint64_t key = (uint64_t)v.x << 48 | (uint64_t)v.y << 40 | (uint64_t)l.lanes << 24;
    key |= (uint64_t)l.vec << 16 | (uint64_t)l.held << 4 | (uint64_t)by_columns << 3;
    key |= (uint64_t)l.vectors << 2 | (uint64_t)v.full << 1 | v.logarithm;
    wr_cuda_source source = {.family = "softmax", .variant = key, .write = write_text, .ctx = &v};
    uint64_t width = THREADS / l.lanes, work = ((uint64_t)a.rows + width - 1) / width;
    return wr_cuda_launch(c, &source, "softmax", wr_cuda_blocks(c, work * THREADS, THREADS),
                          THREADS, &a);
}
