/* unfold_cuda.c - unfold and fold on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/conv/unfold_cuda.h"

#include "device/cuda/cuda_text.h"

enum { THREADS = 256 };

typedef struct variant {
    int x, y, computed;
    bool fold;
} variant;

/* unfold.cu has the same struct. */
typedef struct unfold_args {
    wr_cuda_guard guard;
    uint64_t in, out, count;
    wr_patches p;
} unfold_args;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const variant *v = ctx;
    wr_cuda_write(to, "%stypedef %s X;\ntypedef %s Y;\ntypedef %s C;\n%s",
                  v->fold ? "#define FOLD\n" : "", wr_cuda_dtype(v->x), wr_cuda_dtype(v->y),
                  wr_cuda_dtype(v->computed), wr_text_unfold);
}

weir_status wr_cuda_patches(wr_cuda_call *c, const wr_patches *p, bool fold) {
    const weir_view *x = &c->k->in[0], *y = &c->k->out[0];
    const variant v = {x->dtype, y->dtype, wr_float_computed_in(c->k->dtype), fold};
    const unfold_args a = {.guard = c->guard,
                           .in = (uint64_t)(uintptr_t)x->data,
                           .out = (uint64_t)(uintptr_t)y->data,
                           .count = (uint64_t)wr_view_count(y),
                           .p = *p};
    uint64_t key =
        (uint64_t)fold << 12 | (uint64_t)v.x << 8 | (uint64_t)v.y << 4 | (uint64_t)v.computed;
    const wr_cuda_source source = {
        .family = "unfold", .variant = key, .write = write_text, .ctx = &v};
    return wr_cuda_launch(c, &source, "patches", wr_cuda_blocks(c, a.count, THREADS), THREADS, &a);
}
