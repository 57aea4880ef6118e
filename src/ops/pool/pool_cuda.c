/* pool_cuda.c - pooling on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/pool/pool_cuda.h"

#include <string.h>

#include "device/cuda/cuda_divider.h"
#include "device/cuda/cuda_text.h"

enum {
    THREADS = 256,
    WARP = 32,
    WIDE = 48,          /* a warp computes windows of at least as many elements */
    SHORT_MAX = 1 << 30 /* indices below are 32 bits wide */
};

typedef struct variant {
    int x, dy, y, computed, first;
    wr_pooling_mode mode;
    bool is_short;
} variant;

/* pool.cu has the same struct. */
typedef struct pool_args {
    wr_cuda_guard guard;
    uint64_t x, dy, y, found, count, windows;
    int64_t in[3], out[3], kernel[3], stride[3], padding[3], dilation[3];
    uint32_t adaptive, include_padding;
    wr_cuda_divider by_in[3], by_stride[3];
} pool_args;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const variant *v = ctx;
    wr_cuda_write(to, "#define MODE %d\n#define FIRST %d\ntypedef %s I;\n", v->mode, v->first,
                  v->is_short ? "i32" : "i64");
    wr_cuda_write(to, "typedef %s X;\ntypedef %s D;\ntypedef %s Y;\n", wr_cuda_dtype(v->x),
                  wr_cuda_dtype(v->dy), wr_cuda_dtype(v->y));
    wr_cuda_write(to, "typedef %s C;\n%s", wr_cuda_dtype(v->computed), wr_text_pool);
}

static int computed_in(int dtype) {
    if (wr_dtype_kind_of(dtype) == WR_KIND_FLOAT)
        return dtype == WEIR_FLOAT64 ? WEIR_FLOAT64 : WEIR_FLOAT32;
    return wr_dtypes[dtype].is_signed ? WEIR_INT64 : WEIR_UINT64;
}

static uint64_t address_of(const weir_view *v) { return (uint64_t)(uintptr_t)v->data; }

static int64_t volume(const int64_t n[3]) { return n[0] * n[1] * n[2]; }

/* Do all indices, also those into the padding and the products of adaptive windows, fit into 32
 * bits? */
static bool is_short(const wr_pooling *p) {
    double planes = (double)p->planes;
    if (planes * (double)volume(p->in) >= SHORT_MAX || planes * (double)volume(p->out) >= SHORT_MAX)
        return false;
    for (int d = 0; d < 3; d++) {
        double in = (double)p->in[d] + 1, out = (double)p->out[d] + 1;
        double reach = p->adaptive ? in * out + out * out
                                   : out * (double)p->stride[d] + in + (double)p->padding[d] +
                                         (double)p->kernel[d] * (double)p->dilation[d];
        if (reach >= SHORT_MAX) return false;
    }
    return true;
}

/* Axes before this one do nothing. */
static int first_axis(const wr_pooling *p) {
    int d = 0;
    while (d < 2 && p->in[d] == 1 && p->out[d] == 1 &&
           (p->adaptive || (p->kernel[d] == 1 && p->padding[d] == 0)))
        d++;
    return d;
}

/* The most elements of a window. */
static double window_size(const wr_pooling *p) {
    double size = 1;
    for (int d = 0; d < 3; d++)
        size *= p->adaptive ? (double)p->in[d] / (double)wr_max(1, p->out[d])
                            : (double)wr_min(p->kernel[d], p->in[d]);
    return size;
}

/* Does an element belong to at most one window? */
static bool are_apart(const wr_pooling *p) {
    for (int d = 0; d < 3; d++)
        if (p->adaptive || p->in[d] < 1 || p->dilation[d] != 1 || p->stride[d] < p->kernel[d])
            return false;
    return true;
}

uint64_t wr_pooling_cuda_scratch(const wr_pooling *p, wr_pooling_mode mode) {
    if (mode != WR_POOLING_MAX_GRAD) return 0;
    return (uint64_t)(p->planes * volume(p->out)) * (is_short(p) ? 4 : 8);
}

_Static_assert(WR_POOLING_MAX == 0 && WR_POOLING_INDICES == 1 && WR_POOLING_MAX_GRAD == 2 &&
                   WR_POOLING_MEAN == 3 && WR_POOLING_MEAN_GRAD == 4,
               "pool.cu has the same numbers");

weir_status wr_pooling_cuda(wr_cuda_call *c, const wr_pooling *p, wr_pooling_mode mode) {
    const weir_kernel *k = c->k;
    const weir_view *y = &k->out[0];
    bool back = mode == WR_POOLING_MAX_GRAD || mode == WR_POOLING_MEAN_GRAD;
    /* The gradient of a mean has no x, the forward operators have no dy. */
    const weir_view *x = &k->in[0], *dy = &k->in[mode == WR_POOLING_MAX_GRAD ? 1 : 0];
    variant v = {.x = x->dtype,
                 .dy = dy->dtype,
                 .y = y->dtype,
                 .computed = computed_in(k->dtype),
                 .first = first_axis(p),
                 .mode = mode,
                 .is_short = is_short(p)};
    pool_args a = {.guard = back ? c->test : c->guard,
                   .x = address_of(x),
                   .dy = address_of(dy),
                   .y = address_of(y),
                   .found = (uint64_t)(uintptr_t)k->scratch,
                   .count = (uint64_t)wr_view_count(y),
                   .windows = (uint64_t)(p->planes * volume(p->out)),
                   .adaptive = p->adaptive,
                   .include_padding = p->include_padding};
    memcpy(a.in, p->in, sizeof a.in);
    memcpy(a.out, p->out, sizeof a.out);
    memcpy(a.kernel, p->kernel, sizeof a.kernel);
    memcpy(a.stride, p->stride, sizeof a.stride);
    memcpy(a.padding, p->padding, sizeof a.padding);
    memcpy(a.dilation, p->dilation, sizeof a.dilation);
    uint64_t key = (uint64_t)v.is_short << 24 | (uint64_t)v.first << 20 | (uint64_t)mode << 16 |
                   (uint64_t)v.x << 12 | (uint64_t)v.dy << 8 | (uint64_t)v.y << 4 |
                   (uint64_t)v.computed;
    const wr_cuda_source source = {
        .family = "pool", .variant = key, .write = write_text, .ctx = &v};
    if (mode != WR_POOLING_MEAN_GRAD) {
        bool wide = window_size(p) >= WIDE;
        uint64_t threads = a.windows * (wide ? WARP : 1);
        WR_TRY(wr_cuda_launch(c, &source, wide ? "wide_windows" : "windows",
                              wr_cuda_blocks(c, threads, THREADS), THREADS, &a));
    }
    if (!back) return WEIR_OK;
    a.guard = c->guard;
    if (v.is_short && are_apart(p)) {
        for (int d = 0; d < 3; d++) {
            a.by_in[d] = wr_cuda_divider_of((uint64_t)p->in[d]);
            a.by_stride[d] = wr_cuda_divider_of((uint64_t)p->stride[d]);
        }
        uint64_t blocks = wr_max(1, (int64_t)((a.count + THREADS - 1) / THREADS));
        return wr_cuda_launch(c, &source, "apart_gradients", blocks, THREADS, &a);
    }
    return wr_cuda_launch(c, &source, "gradients", wr_cuda_blocks(c, a.count, THREADS), THREADS,
                          &a);
}
