/* attention_tiles_cuda.c - attention on a CUDA device for the usual operands: float32, float16 or
 * bfloat16, up to 4 dimensions, heads of up to 128 elements, rows that can be copied in steps of 16
 * bytes.  attention_cuda.c has kernels for all others.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/attention/attention_tiles_cuda.h"

#include <math.h>
#include <string.h>

#include "array/element.h"
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_attrs.h"
#include "ops/core/cuda_kernels.h"

enum {
    THREADS = 128,
    STEP = 16,       /* bytes of a copy to shared memory */
    WIDTH_MAX = 128, /* elements of a row */
    LENGTH_MAX = 1 << 30,
    MANY_ROWS = WR_SIZE(32768, 64), /* rows of all heads, from which on tall tiles fill a device */
};

/* attention_heads.cu has the same structs. */
typedef struct rows {
    const void *at;
    int64_t batch, head, row;
} rows;

typedef struct tile_args {
    wr_cuda_guard guard;
    rows query, key, value, dy, lse, delta, mask;
    void *out, *out2;
    float *lse_out;
    int64_t mask_col, mask_dtype;
    int32_t batches, heads, group;
    int32_t queries, keys, width, values, causal;
    float scale;
    double dropout;
    const void *seed_at;
    int64_t seed_dtype, seed_value;
} tile_args;

/* ---- Texts ----------------------------------------------------------------------------------- */

typedef enum pass { FORWARD, QUERIES, KEYS } pass;

/* What a text is specialised for. */
typedef struct shape {
    int dtype;
    pass pass;
    int width;        /* of a tile: 32, 64 or 128 */
    int down, across; /* R and C of the text */
    bool extra;       /* there is a mask or dropout */
} shape;

static bool is_single(const shape *s) { return s->dtype == WEIR_FLOAT32; }

/* Columns of a tile. */
static uint32_t tile_columns(const shape *s) { return is_single(s) ? 32 : 64; }

static void write_text(wr_cuda_text *to, const void *ctx) {
    static const char *const passes[] = {"FORWARD", "QUERIES", "KEYS"};
    const shape *s = ctx;
    wr_cuda_write_reals(to);
    wr_cuda_write(to, "#define D %d\n#define R %d\n#define C %d\n#define EXTRA %d\n#define %s\n",
                  s->width, s->down, s->across, s->extra, passes[s->pass]);
    wr_cuda_write(to, "#define ACROSS %u\ntypedef %s cell;\n", tile_columns(s),
                  is_single(s) ? "f32" : "u16");
    wr_cuda_write(to, "typedef %s element;\n#define IS_BF16 %d\n%s%s%s%s", wr_cuda_dtype(s->dtype),
                  s->dtype == WEIR_BFLOAT16, wr_text_philox, wr_text_attention_heads,
                  is_single(s) ? wr_text_attention_single : wr_text_attention_half,
                  wr_text_attention_mma);
}

/* Choose R and C: a warp computes 16 R x 16 C scores at a time.  Results do not depend on R. */
static void choose_tile(shape *s, bool many) {
    bool wide = s->width > 64, tall = many && !wide && s->pass != KEYS;
    s->down = tall && !is_single(s) ? 2 : 1;
    s->across = is_single(s) ? 2 : s->pass == FORWARD ? 4 : s->pass == KEYS && wide ? 1 : 2;
}

/* Rows of a block. */
static uint32_t tile_rows(const shape *s) { return (uint32_t)s->down * 64; }

/* Shared memory, as attention_mma.cu divides it. */
static uint32_t shared_bytes(const shape *s) {
    uint32_t row = (uint32_t)s->width * (is_single(s) ? 4 : 2), across = tile_columns(s);
    uint32_t own = s->pass == FORWARD ? 1 : 2;
    return (4 * across + own * tile_rows(s)) * row + (s->pass == KEYS ? 4 * across * 4 : 0);
}

static const char *kernel_name(const shape *s) {
    static const char *const names[] = {"mma_forward", "mma_query_gradients", "mma_key_gradients"};
    return names[s->pass];
}

static uint64_t block_count(const shape *s, const tile_args *a) {
    uint64_t heads = (uint64_t)a->batches * (uint64_t)a->heads;
    uint64_t length = (uint64_t)(s->pass == KEYS ? a->keys : a->queries), down = tile_rows(s);
    if (s->pass == KEYS) heads /= (uint64_t)a->group;
    uint64_t blocks = heads * ((length + down - 1) / down);
    return blocks > 0 ? blocks : 1;
}

static weir_status launch(wr_cuda_call *c, const shape *s, const tile_args *a) {
    wr_cuda_source source = {.family = "attention_tiles",
                             .variant = (uint64_t)s->dtype | (uint64_t)s->width << 8 |
                                        (uint64_t)s->down << 16 | (uint64_t)s->across << 24 |
                                        (uint64_t)s->pass << 32 | (uint64_t)s->extra << 40,
                             .write = write_text,
                             .ctx = s};
    return wr_cuda_launch_shared(c, &source, kernel_name(s), block_count(s, a), THREADS,
                                 shared_bytes(s), a, sizeof *a);
}

/* ---- Operands -------------------------------------------------------------------------------- */

static bool is_there(const weir_kernel *k, uint32_t i) {
    return i < k->in_count && k->in[i].data != NULL;
}

/* The strides of `ndim` dimensions before the last `inner`, which are two at most. */
static rows rows_of(const weir_view *v, int inner) {
    rows r = {.at = v->data, .row = v->strides[v->ndim - inner]};
    int outer = v->ndim - inner;
    if (outer > 0) r.head = v->strides[outer - 1];
    if (outer > 1) r.batch = v->strides[outer - 2];
    return r;
}

/* Can rows be copied in steps of 16 bytes? */
static bool has_steps(const weir_view *v) {
    int64_t bytes = (int64_t)wr_dtype_bytes(v->dtype);
    bool fits = (uintptr_t)v->data % STEP == 0 && v->shape[v->ndim - 1] * bytes % STEP == 0 &&
                v->strides[v->ndim - 1] == 1;
    for (int i = 0; i < v->ndim - 1; i++)
        fits = fits && (v->shape[i] <= 1 || v->strides[i] * bytes % STEP == 0);
    return fits;
}

static bool is_short(const weir_view *v) {
    int n = v->ndim;
    return v->shape[n - 1] > 0 && v->shape[n - 1] <= WIDTH_MAX && v->shape[n - 2] < LENGTH_MAX &&
           wr_view_count(v) / v->shape[n - 1] < LENGTH_MAX;
}

static bool has_kernel(const wr_cuda_call *c, uint32_t mask, uint32_t matrices) {
    const weir_kernel *k = c->k;
    int n = k->in[0].ndim;
    if (wr_cuda_limits_of(c).major < 8 || n > 4) return false;
    if (k->dtype != WEIR_FLOAT32 && k->dtype != WEIR_FLOAT16 && k->dtype != WEIR_BFLOAT16)
        return false;
    uint64_t numbers =
        (UINT64_C(1) << (mask + is_there(k, mask))) - 1; /* inputs that must not be */
    if (c->scalars & numbers) return false;
    for (uint32_t i = 0; i < matrices; i++)
        if (k->in[i].dtype != k->dtype || !has_steps(&k->in[i]) || !is_short(&k->in[i]))
            return false;
    for (uint32_t i = matrices; i < mask; i++) /* lse and delta */
        if (k->in[i].dtype != WEIR_FLOAT32) return false;
    for (uint32_t i = 0; i < k->out_count; i++)
        if ((uintptr_t)k->out[i].data % STEP != 0) return false;
    return true;
}

static void take_mask(tile_args *a, const wr_cuda_call *c, uint32_t input) {
    const weir_view *v = &c->k->in[input];
    int64_t strides[4] = {0};
    if (!is_there(c->k, input)) return;
    for (int i = 0; i < v->ndim; i++)
        if (v->shape[i] != 1) strides[4 - v->ndim + i] = v->strides[i];
    a->mask = (rows){.at = v->data, .batch = strides[0], .head = strides[1], .row = strides[2]};
    a->mask_col = strides[3];
    a->mask_dtype = v->dtype;
}

static void take_seed(tile_args *a, const wr_cuda_call *c, uint32_t input) {
    const weir_view *v = &c->k->in[input];
    if (!is_there(c->k, input)) return;
    a->seed_dtype = v->dtype;
    if (!(c->scalars >> input & 1))
        a->seed_at = v->data;
    else if (v->dtype == WEIR_UINT64)
        memcpy(&a->seed_value, v->data, sizeof a->seed_value);
    else
        a->seed_value = wr_element_i64(v->dtype, v->data);
}

/* The operands that both passes have. */
static void common(const wr_cuda_call *c, uint32_t mask, tile_args *a, shape *s) {
    const weir_kernel *k = c->k;
    const weir_view *q = &k->in[0], *key = &k->in[1], *value = &k->in[2];
    int n = q->ndim;
    *a = (tile_args){.query = rows_of(q, 2), .key = rows_of(key, 2), .value = rows_of(value, 2)};
    a->queries = (int32_t)q->shape[n - 2];
    a->keys = (int32_t)key->shape[n - 2];
    a->width = (int32_t)q->shape[n - 1];
    a->values = (int32_t)value->shape[n - 1];
    a->batches = n > 3 ? (int32_t)q->shape[0] : 1;
    a->heads = n > 2 ? (int32_t)q->shape[n - 3] : 1;
    a->group = n > 2 && a->heads > 0 ? (int32_t)(a->heads / key->shape[n - 3]) : 1;
    a->causal = wr_attr_i64(k, "is_causal") != 0;
    a->dropout = wr_attr_f64(k, "dropout_p");
    double scale = wr_attr_f64(k, "scale");
    a->scale = (float)(isnan(scale) ? 1 / sqrt((double)a->width) : scale);
    take_mask(a, c, mask);
    take_seed(a, c, mask + 1);
    int width = a->width > a->values ? a->width : a->values;
    *s = (shape){.dtype = k->dtype,
                 .width = width <= 32   ? 32
                          : width <= 64 ? 64
                                        : 128,
                 .extra = a->mask.at != NULL || a->dropout > 0};
}

/* Choose the tiles of a pass; false if there is no kernel, or not enough shared memory. */
static bool fit(const wr_cuda_call *c, const tile_args *a, pass p, shape *s) {
    s->pass = p;
    if (!(a->scale > 0)) return false; /* attention_mma.cu needs it */
    choose_tile(s, (int64_t)a->batches * a->heads * a->queries >= MANY_ROWS);
    return shared_bytes(s) <= wr_cuda_limits_of(c).shared_bytes;
}

/* ---- Operators ------------------------------------------------------------------------------- */

bool wr_cuda_attention_tiles(wr_cuda_call *c, uint32_t mask, weir_status *status) {
    const weir_kernel *k = c->k;
    tile_args a;
    shape s;
    if (!has_kernel(c, mask, 3)) return false;
    common(c, mask, &a, &s);
    if (!fit(c, &a, FORWARD, &s)) return false;
    a.guard = c->guard;
    a.out = k->out[0].data;
    a.lse_out = k->out[1].data;
    *status = launch(c, &s, &a);
    return true;
}

static weir_status launch_backward(wr_cuda_call *c, const shape *queries, const shape *keys,
                                   tile_args *a) {
    const weir_kernel *k = c->k;
    a->guard = c->test;
    a->out = k->out[0].data;
    WR_TRY(launch(c, queries, a));
    a->guard = c->guard;
    a->out = k->out[1].data;
    a->out2 = k->out[2].data;
    return launch(c, keys, a);
}

bool wr_cuda_attention_tiles_backward(wr_cuda_call *c, uint32_t mask, weir_status *status) {
    const weir_kernel *k = c->k;
    tile_args a;
    shape queries, keys;
    if (!has_kernel(c, mask, 4)) return false;
    common(c, mask, &a, &queries);
    keys = queries;
    if (!fit(c, &a, QUERIES, &queries) || !fit(c, &a, KEYS, &keys)) return false;
    a.dy = rows_of(&k->in[3], 2);
    a.lse = rows_of(&k->in[4], 1);
    a.delta = rows_of(&k->in[5], 1);
    *status = launch_backward(c, &queries, &keys, &a);
    return true;
}
