/* conv_cuda.c - convolution and its gradients on a CUDA device.
 *
 * Convolutions with few channels are computed by conv_direct_cuda.c, others by cuDNN if it is
 * there.  Kernels of this file compute mixed dtypes, paddings that differ before and after an axis,
 * what cuDNN refuses, and results in memory that other arrays may see, which must not be written
 * by a call that is skipped.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/conv/conv_cuda.h"

#include <string.h>

#include "device/cuda/cuda_dnn.h"
#include "device/cuda/cuda_text.h"
#include "ops/conv/conv_direct_cuda.h"

enum {
    THREADS = 256,
    TILE = 64,
    ROWS_MIN = 8,    /* with fewer rows in a group, a thread computes an element */
    BLOCKS = 512,    /* about as many are made by dividing a sum */
    SPLIT_MIN = 256, /* the least number of products of a part */
    SPLITS_MAX = 256,
    SHORT_MAX = 1 << 30 /* indices below are 32 bits wide */
};

typedef struct variant {
    int p, q, bias, y, computed;
    wr_conv_direction direction;
    bool is_short, sparse;
} variant;

/* conv.cu has the same struct. */
typedef struct conv_args {
    wr_cuda_guard guard;
    uint64_t p, q, bias, y, parts;
    int64_t images, groups, in_channels, out_channels;
    int64_t in[3], out[3], kernel[3], stride[3], dilation[3], padding[3];
    int64_t m, n, k;
    int64_t m_tiles, n_tiles, splits, split_size;
    uint64_t count;
} conv_args;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const variant *v = ctx;
    wr_cuda_write(to, "#define MODE %d\n%stypedef %s I;\n", v->direction,
                  v->sparse ? "#define SPARSE\n" : "", v->is_short ? "i32" : "i64");
    wr_cuda_write(to, "typedef %s P;\ntypedef %s Q;\ntypedef %s S;\ntypedef %s Y;\n",
                  wr_cuda_dtype(v->p), wr_cuda_dtype(v->q), wr_cuda_dtype(v->bias),
                  wr_cuda_dtype(v->y));
    wr_cuda_write(to, "typedef %s C;\n%s", wr_cuda_dtype(v->computed), wr_text_conv);
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

static int64_t volume(const int64_t n[3]) { return n[0] * n[1] * n[2]; }

static int64_t quotient(int64_t n, int64_t d) { return (n + d - 1) / d; }

/* The sizes of the product of matrices of a group, and how it is divided.  They depend on the
 * convolution alone, so that results do. */
static void set_sizes(conv_args *a, const wr_conv *v, wr_conv_direction direction) {
    int64_t inner = v->in_channels / v->groups, outer = v->out_channels / v->groups;
    bool weight = direction == WR_CONV_WEIGHT_GRAD;
    a->m = direction == WR_CONV_INPUT_GRAD ? inner : outer;
    a->n = weight                         ? inner * volume(v->kernel)
           : direction == WR_CONV_FORWARD ? v->images * volume(v->out)
                                          : v->images * volume(v->in);
    a->k = weight                         ? v->images * volume(v->out)
           : direction == WR_CONV_FORWARD ? inner * volume(v->kernel)
                                          : outer * volume(v->kernel);
    a->m_tiles = quotient(a->m, TILE);
    a->n_tiles = quotient(a->n, TILE);
    a->count = (uint64_t)(v->groups * a->m * a->n);
    a->splits = 1;
    int64_t tiles = v->groups * a->m_tiles * a->n_tiles;
    if (weight && tiles > 0 && tiles < BLOCKS)
        a->splits = wr_max(1, wr_min(wr_min(BLOCKS / tiles, SPLITS_MAX), a->k / SPLIT_MIN));
    a->split_size = wr_max(1, quotient(a->k, a->splits));
}

size_t wr_conv_cuda_scratch(const wr_conv *v, wr_conv_direction direction, int dtype) {
    conv_args a;
    set_sizes(&a, v, direction);
    size_t bytes = a.splits == 1 ? 0 : (size_t)a.splits * a.count * wr_dtype_bytes(dtype);
    size_t direct = wr_conv_direct_scratch(v, direction);
    return bytes > direct ? bytes : direct;
}

/* Do all indices, also those into the padding, fit into 32 bits? */
static bool is_short(const weir_kernel *k, const wr_conv *v, const conv_args *a) {
    if (a->n >= SHORT_MAX || a->k >= SHORT_MAX || wr_view_count(&k->out[0]) >= SHORT_MAX)
        return false;
    for (int i = 0; i < 2; i++)
        if (wr_view_count(&k->in[i]) >= SHORT_MAX) return false;
    for (int d = 0; d < 3; d++) {
        double reach = (double)v->out[d] * (double)v->stride[d] + (double)v->in[d] +
                       (double)v->kernel[d] * (double)v->dilation[d] + (double)v->padding[d];
        if (reach >= SHORT_MAX) return false;
    }
    return true;
}

/* ---- Launching ------------------------------------------------------------------------------- */

static uint64_t address_of(const weir_view *v) { return (uint64_t)(uintptr_t)v->data; }

static uint64_t key_of(const variant *v) {
    const int parts[] = {v->p, v->q, v->bias, v->y, v->computed, (int)v->direction};
    uint64_t key = (uint64_t)v->is_short << 1 | (uint64_t)v->sparse;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) key = key << 4 | (uint64_t)parts[i];
    return key;
}

static weir_status launch_all(wr_cuda_call *c, const wr_cuda_source *source, conv_args *a,
                              bool elements) {
    uint64_t blocks = wr_cuda_blocks(c, a->count, THREADS);
    if (elements) return wr_cuda_launch(c, source, "elements", blocks, THREADS, a);
    uint64_t tiles = (uint64_t)(a->groups * a->splits * a->m_tiles * a->n_tiles);
    if (a->splits == 1) return wr_cuda_launch(c, source, "tiles", tiles, THREADS, a);
    a->guard = c->test;
    a->parts = (uint64_t)(uintptr_t)c->k->scratch;
    WR_TRY(wr_cuda_launch(c, source, "tiles", tiles, THREADS, a));
    a->guard = c->guard;
    return wr_cuda_launch(c, source, "add_parts", blocks, THREADS, a);
}

/* ---- cuDNN ----------------------------------------------------------------------------------- */

/* The arguments of the kernel `add_bias`; conv_bias.cu has the same struct. */
typedef struct bias_args {
    wr_cuda_guard guard;
    uint64_t y, bias;
    uint64_t groups, plane, channels;
} bias_args;

typedef struct bias_variant {
    int y, bias, each;
} bias_variant;

static void write_bias_text(wr_cuda_text *to, const void *ctx) {
    const bias_variant *v = ctx;
    wr_cuda_write(to, "typedef %s T;\ntypedef %s S;\ntypedef %s C;\n#define EACH %d\n%s",
                  wr_cuda_dtype(v->y), wr_cuda_dtype(v->bias),
                  wr_cuda_dtype(wr_float_computed_in(v->y)), v->each, wr_text_conv_bias);
}

static weir_status add_bias(wr_cuda_call *c, const weir_view *bias) {
    const weir_view *y = &c->k->out[0];
    uint64_t count = (uint64_t)wr_view_count(y), channels = (uint64_t)y->shape[1];
    uint64_t plane = count / (uint64_t)y->shape[0] / channels;
    const bias_variant v = {y->dtype, bias->dtype, plane % 4 == 0 ? 4 : 1};
    const wr_cuda_source source = {.family = "conv_bias",
                                   .variant = (uint64_t)(v.y << 8 | v.bias << 4 | v.each),
                                   .write = write_bias_text,
                                   .ctx = &v};
    bias_args a = {.guard = c->guard,
                   .y = address_of(y),
                   .bias = address_of(bias),
                   .groups = count / (uint64_t)v.each,
                   .plane = plane / (uint64_t)v.each,
                   .channels = channels};
    return wr_cuda_launch(c, &source, "add_bias", wr_cuda_blocks(c, a.groups, THREADS), THREADS,
                          &a);
}

/* Let cuDNN compute it; *done is false if it does not. */
static weir_status run_library(wr_cuda_call *c, const wr_conv *v, wr_conv_direction direction,
                               const weir_view *bias, bool *done) {
    const weir_kernel *k = c->k;
    int dtype = k->out[0].dtype;
    *done = k->fresh && k->in[0].dtype == dtype && k->in[1].dtype == dtype;
    if (!*done) return WEIR_OK;
    wr_cuda_convolution conv = {.way = (int32_t)direction,
                                .dtype = dtype,
                                .images = v->images,
                                .groups = v->groups,
                                .in_channels = v->in_channels,
                                .out_channels = v->out_channels};
    memcpy(conv.in, v->in, sizeof conv.in);
    memcpy(conv.out, v->out, sizeof conv.out);
    memcpy(conv.kernel, v->kernel, sizeof conv.kernel);
    memcpy(conv.stride, v->stride, sizeof conv.stride);
    memcpy(conv.dilation, v->dilation, sizeof conv.dilation);
    memcpy(conv.padding, v->padding, sizeof conv.padding);
    uint64_t first = address_of(&k->in[0]), second = address_of(&k->in[1]);
    uint64_t out = address_of(&k->out[0]);
    if (direction == WR_CONV_FORWARD)
        WR_TRY(wr_cuda_convolve(c, &conv, first, second, out, done));
    else if (direction == WR_CONV_INPUT_GRAD)
        WR_TRY(wr_cuda_convolve(c, &conv, out, second, first, done));
    else
        WR_TRY(wr_cuda_convolve(c, &conv, first, out, second, done));
    if (!*done) return WEIR_OK;
    return bias != NULL ? add_bias(c, bias) : wr_cuda_mark(c);
}

_Static_assert((int)WR_CONV_FORWARD == (int)WR_CUDA_CONV_FORWARD &&
                   (int)WR_CONV_INPUT_GRAD == (int)WR_CUDA_CONV_INPUT_GRAD &&
                   (int)WR_CONV_WEIGHT_GRAD == (int)WR_CUDA_CONV_WEIGHT_GRAD,
               "the directions have the same numbers");

weir_status wr_conv_cuda(wr_cuda_call *c, const wr_conv *v, wr_conv_direction direction) {
    const weir_kernel *k = c->k;
    const weir_view *bias = k->in_count > 2 && k->in[2].dtype != 0 ? &k->in[2] : NULL;
    bool done = false;
    conv_args a = {.guard = c->guard,
                   .p = address_of(&k->in[0]),
                   .q = address_of(&k->in[1]),
                   .bias = bias != NULL ? address_of(bias) : 0,
                   .y = address_of(&k->out[0]),
                   .images = v->images,
                   .groups = v->groups,
                   .in_channels = v->in_channels,
                   .out_channels = v->out_channels};
    set_sizes(&a, v, direction);
    if (a.count == 0) return wr_cuda_mark(c);
    WR_TRY(wr_conv_direct(c, v, direction, bias, &done));
    if (done) return WEIR_OK;
    WR_TRY(run_library(c, v, direction, bias, &done));
    if (done) return WEIR_OK;
    memcpy(a.in, v->in, sizeof a.in);
    memcpy(a.out, v->out, sizeof a.out);
    memcpy(a.kernel, v->kernel, sizeof a.kernel);
    memcpy(a.stride, v->stride, sizeof a.stride);
    memcpy(a.dilation, v->dilation, sizeof a.dilation);
    memcpy(a.padding, v->padding, sizeof a.padding);
    bool dense = v->stride[0] == 1 && v->stride[1] == 1 && v->stride[2] == 1;
    const variant how = {.p = k->in[0].dtype,
                         .q = k->in[1].dtype,
                         .bias = bias != NULL ? bias->dtype : k->in[1].dtype,
                         .y = k->out[0].dtype,
                         .computed = wr_float_computed_in(k->dtype),
                         .direction = direction,
                         .is_short = is_short(k, v, &a),
                         .sparse = direction == WR_CONV_INPUT_GRAD && !dense};
    const wr_cuda_source source = {
        .family = "conv", .variant = key_of(&how), .write = write_text, .ctx = &how};
    return launch_all(c, &source, &a, direction != WR_CONV_WEIGHT_GRAD && a.m < ROWS_MIN);
}
