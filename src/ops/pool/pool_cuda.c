/* pool_cuda.c - pooling on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/pool/pool_cuda.h"

#include <string.h>

#include "device/cuda/cuda_text.h"

enum { THREADS = 256 };

typedef struct variant {
    int x, dy, y, computed;
    wr_pooling_mode mode;
} variant;

/* pool.cu has the same struct. */
typedef struct pool_args {
    wr_cuda_guard guard;
    uint64_t x, dy, y, count;
    int64_t in[3], out[3], kernel[3], stride[3], padding[3], dilation[3];
    uint32_t adaptive, include_padding;
} pool_args;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const variant *v = ctx;
    wr_cuda_write(to, "#define MODE %d\ntypedef %s X;\ntypedef %s D;\ntypedef %s Y;\n", v->mode,
                  wr_cuda_dtype(v->x), wr_cuda_dtype(v->dy), wr_cuda_dtype(v->y));
    wr_cuda_write(to, "typedef %s C;\n%s", wr_cuda_dtype(v->computed), wr_text_pool);
}

static int computed_in(int dtype) {
    if (wr_dtype_kind_of(dtype) == WR_KIND_FLOAT)
        return dtype == WEIR_FLOAT64 ? WEIR_FLOAT64 : WEIR_FLOAT32;
    return wr_dtypes[dtype].is_signed ? WEIR_INT64 : WEIR_UINT64;
}

static uint64_t address_of(const weir_view *v) { return (uint64_t)(uintptr_t)v->data; }

weir_status wr_pooling_cuda(wr_cuda_call *c, const wr_pooling *p, wr_pooling_mode mode) {
    const weir_kernel *k = c->k;
    const weir_view *y = &k->out[0];
    /* The gradient of a mean has no x, the forward operators have no dy. */
    const weir_view *x = &k->in[0], *dy = &k->in[mode == WR_POOLING_MAX_GRAD ? 1 : 0];
    variant v = {x->dtype, dy->dtype, y->dtype, computed_in(k->dtype), mode};
    pool_args a = {.guard = c->guard,
                   .x = address_of(x),
                   .dy = address_of(dy),
                   .y = address_of(y),
                   .count = (uint64_t)wr_view_count(y),
                   .adaptive = p->adaptive,
                   .include_padding = p->include_padding};
    memcpy(a.in, p->in, sizeof a.in);
    memcpy(a.out, p->out, sizeof a.out);
    memcpy(a.kernel, p->kernel, sizeof a.kernel);
    memcpy(a.stride, p->stride, sizeof a.stride);
    memcpy(a.padding, p->padding, sizeof a.padding);
    memcpy(a.dilation, p->dilation, sizeof a.dilation);
    uint64_t key = (uint64_t)mode << 16 | (uint64_t)v.x << 12 | (uint64_t)v.dy << 8 |
                   (uint64_t)v.y << 4 | (uint64_t)v.computed;
    const wr_cuda_source source = {
        .family = "pool", .variant = key, .write = write_text, .ctx = &v};
    return wr_cuda_launch(c, &source, "pool", wr_cuda_blocks(c, a.count, THREADS), THREADS, &a);
}
