/* create_cuda.c - operators that create arrays, and triangles of matrices, on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/create/create_cuda.h"

#include "device/cuda/cuda_text.h"

enum { THREADS = 256 };

static void write_text(wr_cuda_text *to, const void *ctx) {
    const int *dtype = ctx;
    wr_cuda_write(to, "typedef %s T;\n%s", wr_cuda_dtype(*dtype), wr_text_create);
}

static weir_status launch(wr_cuda_call *c, int dtype, const char *kernel, uint64_t count,
                          const void *args, size_t bytes) {
    const wr_cuda_source source = {
        .family = "create", .variant = (uint64_t)dtype, .write = write_text, .ctx = &dtype};
    return wr_cuda_launch_bytes(c, &source, kernel, wr_cuda_blocks(c, count, THREADS), THREADS,
                                args, bytes);
}

/* ---- Filling --------------------------------------------------------------------------------- */

weir_status wr_cuda_set_view(wr_cuda_call *c, const weir_view *to, int8_t value,
                             const wr_cuda_guard *guard) {
    const weir_view one = {&value, NULL, NULL, WEIR_INT8, 0};
    return wr_cuda_copy_view(c, to, &one, true, guard);
}

weir_status wr_cuda_zeros(wr_cuda_call *c) {
    return wr_cuda_set_view(c, &c->k->out[0], 0, &c->guard);
}

weir_status wr_cuda_ones(wr_cuda_call *c) {
    return wr_cuda_set_view(c, &c->k->out[0], 1, &c->guard);
}

/* The value is the last input. */
weir_status wr_cuda_full(wr_cuda_call *c) {
    uint32_t value = c->k->in_count - 1;
    return wr_cuda_copy_view(c, &c->k->out[0], &c->k->in[value], c->scalars >> value & 1,
                             &c->guard);
}

/* ---- Evenly spaced numbers ------------------------------------------------------------------- */

/* create.cu has the same structs. */
typedef struct steps_args {
    wr_cuda_guard guard;
    uint64_t out, count;
    double start, step, end;
    int64_t whole_start, whole_step, last;
    uint32_t whole, unused;
} steps_args;

weir_status wr_cuda_write_steps(wr_cuda_call *c, const wr_cuda_steps *s) {
    const weir_view *y = &c->k->out[0];
    steps_args a = {.guard = c->guard,
                    .out = (uint64_t)(uintptr_t)y->data,
                    .count = (uint64_t)y->shape[0],
                    .start = s->start,
                    .step = s->step,
                    .end = s->end,
                    .last = s->last,
                    .whole = s->whole};
    if (s->whole) {
        a.whole_start = (int64_t)s->start;
        a.whole_step = (int64_t)s->step;
    }
    return launch(c, y->dtype, "steps", a.count, &a, sizeof a);
}

/* ---- Triangles ------------------------------------------------------------------------------- */

typedef struct triangle_args {
    wr_cuda_guard guard;
    uint64_t out, in;
    uint64_t count, rows, cols;
    int64_t k;
    uint64_t upper;
} triangle_args;

/* A dtype with elements of the same size. */
static int same_size(int dtype) {
    switch (wr_dtype_bytes(dtype)) {
    case 1: return WEIR_UINT8;
    case 2: return WEIR_UINT16;
    case 4: return WEIR_UINT32;
    case 8: return WEIR_UINT64;
    default: return WEIR_COMPLEX128;
    }
}

weir_status wr_cuda_copy_triangle(wr_cuda_call *c, int64_t d, bool upper) {
    const weir_view *x = &c->k->in[0];
    const triangle_args a = {.guard = c->guard,
                             .out = (uint64_t)(uintptr_t)c->k->out[0].data,
                             .in = (uint64_t)(uintptr_t)x->data,
                             .count = (uint64_t)wr_view_count(x),
                             .rows = (uint64_t)x->shape[x->ndim - 2],
                             .cols = (uint64_t)x->shape[x->ndim - 1],
                             .k = d,
                             .upper = upper};
    return launch(c, same_size(x->dtype), "triangle", a.count, &a, sizeof a);
}
