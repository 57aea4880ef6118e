/* normalize_cuda.c - image_normalize on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/image/normalize_cuda.h"

#include "device/cuda/cuda_text.h"

enum { THREADS = 256 };

typedef struct variant {
    int x, mean, deviation, y;
} variant;

/* normalize.cu has the same struct. */
typedef struct normalize_args {
    wr_cuda_guard guard;
    uint64_t x, mean, deviation, y;
    uint64_t count, pixels, channels;
    double scale;
    uint32_t x_last, y_last;
} normalize_args;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const variant *v = ctx;
    wr_cuda_write(to, "typedef %s X;\ntypedef %s M;\ntypedef %s S;\ntypedef %s Y;\n%s",
                  wr_cuda_dtype(v->x), wr_cuda_dtype(v->mean), wr_cuda_dtype(v->deviation),
                  wr_cuda_dtype(v->y), wr_text_normalize);
}

static const weir_view *input(const weir_kernel *k, uint32_t i) {
    return k->in_count > i && k->in[i].dtype != 0 ? &k->in[i] : NULL;
}

static uint64_t address_of(const weir_view *v) {
    return v != NULL ? (uint64_t)(uintptr_t)v->data : 0;
}

weir_status wr_normalize_cuda(wr_cuda_call *c, int64_t pixels, int64_t channels, const bool last[2],
                              double scale) {
    const weir_kernel *k = c->k;
    const weir_view *mean = input(k, 1), *deviation = input(k, 2), *y = &k->out[0];
    const variant v = {k->in[0].dtype, mean != NULL ? mean->dtype : WEIR_FLOAT32,
                       deviation != NULL ? deviation->dtype : WEIR_FLOAT32, y->dtype};
    normalize_args a = {.guard = c->guard,
                        .x = address_of(&k->in[0]),
                        .mean = address_of(mean),
                        .deviation = address_of(deviation),
                        .y = address_of(y),
                        .count = (uint64_t)wr_view_count(y),
                        .pixels = (uint64_t)pixels,
                        .channels = (uint64_t)channels,
                        .scale = scale,
                        .x_last = last[0],
                        .y_last = last[1]};
    uint64_t key =
        (uint64_t)v.x << 12 | (uint64_t)v.mean << 8 | (uint64_t)v.deviation << 4 | (uint64_t)v.y;
    const wr_cuda_source source = {
        .family = "normalize", .variant = key, .write = write_text, .ctx = &v};
    uint64_t blocks = wr_cuda_blocks(c, a.count, THREADS);
    if (deviation == NULL) return wr_cuda_launch(c, &source, "normalize", blocks, THREADS, &a);
    a.guard = c->test;
    WR_TRY(wr_cuda_launch(c, &source, "check", 1, THREADS, &a));
    WR_TRY(wr_cuda_launch(c, &source, "normalize", blocks, THREADS, &a));
    return wr_cuda_mark(c);
}
