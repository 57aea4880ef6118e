/* resample_cuda.c - resampling to another grid on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/image/resample_cuda.h"

#include <string.h>

#include "device/cuda/cuda_text.h"

enum { THREADS = 256 };

typedef struct variant {
    int x, y, computed;
    wr_resample_mode mode;
    bool back;
} variant;

/* resample.cu has the same struct. */
typedef struct resample_args {
    wr_cuda_guard guard;
    uint64_t in, out, count;
    int64_t inner, x_size[3], y_size[3];
    double scale;
    uint32_t align_corners, antialias;
} resample_args;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const variant *v = ctx;
    bool copies_only = v->mode <= WR_RESAMPLE_NEAREST_EXACT && !v->back;
    bool wide = v->computed == WEIR_FLOAT64 || v->computed == WEIR_COMPLEX128;
    bool rounds = v->x == WEIR_UINT8 && !copies_only;
    wr_cuda_write(to, "#define MODE %d\n%s%s%s", v->mode, v->back ? "#define BACK\n" : "",
                  copies_only ? "#define COPIES\n" : "", rounds ? "#define ROUNDS\n" : "");
    wr_cuda_write(to, "typedef %s X;\ntypedef %s Y;\ntypedef %s C;\ntypedef %s R;\n%s",
                  wr_cuda_dtype(v->x), wr_cuda_dtype(v->y), wr_cuda_dtype(v->computed),
                  wide ? "f64" : "f32", wr_text_resample);
}

weir_status wr_resample_cuda(wr_cuda_call *c, const wr_resample *r) {
    const weir_view *x = &c->k->in[0], *y = &c->k->out[0];
    const variant v = {x->dtype, y->dtype, wr_float_computed_in(c->k->dtype), r->mode, r->back};
    resample_args a = {.guard = c->guard,
                       .in = (uint64_t)(uintptr_t)x->data,
                       .out = (uint64_t)(uintptr_t)y->data,
                       .count = (uint64_t)wr_view_count(y),
                       .inner = r->inner,
                       .scale = r->scale,
                       .align_corners = r->align_corners,
                       .antialias = r->antialias};
    memcpy(a.x_size, r->in, sizeof a.x_size);
    memcpy(a.y_size, r->out, sizeof a.y_size);
    uint64_t key = (uint64_t)v.back << 16 | (uint64_t)v.mode << 12 | (uint64_t)v.x << 8 |
                   (uint64_t)v.y << 4 | (uint64_t)v.computed;
    const wr_cuda_source source = {
        .family = "resample", .variant = key, .write = write_text, .ctx = &v};
    return wr_cuda_launch(c, &source, "resample", wr_cuda_blocks(c, a.count, THREADS), THREADS, &a);
}
