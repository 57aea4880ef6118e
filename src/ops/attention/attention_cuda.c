/* attention_cuda.c - scaled_dot_product_attention and its gradient on a CUDA device.
 *
 * Operands are read in place, whatever their strides and dtypes.  attention_tiles_cuda.c has faster
 * kernels for the usual ones.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "array/element.h"
#include "device/cuda/cuda_text.h"
#include "ops/attention/attention_tiles_cuda.h"
#include "ops/core/cuda_attrs.h"
#include "ops/core/cuda_kernels.h"

/* The indices of the optional inputs of the forward and of the backward operator. */
enum { MASK = 3, SEED = 4, BACK_MASK = 6, BACK_SEED = 7 };

enum { THREADS = 256, TILE = 32 };

/* attention.cu has the same structs. */
typedef struct operand {
    const void *at;
    int64_t dtype, row, col;
    int64_t stride[WEIR_NDIM_MAX];
} operand;

typedef struct attention_args {
    wr_cuda_guard guard;
    operand query, key, value, dy, mask, lse, delta;
    void *out, *lse_out;
    int64_t dtype;
    int64_t heads, group, queries, keys, width, values;
    int64_t dims, causal;
    int64_t shape[WEIR_NDIM_MAX], key_shape[WEIR_NDIM_MAX];
    double scale, dropout;
    const void *seed_at;
    int64_t seed_dtype, seed_value;
    int64_t of_values;
    int64_t hidden;
    double offset;
} attention_args;

_Static_assert(sizeof(attention_args) <= 4096, "the arguments of a kernel are limited");

static int64_t columns(int computed) { return computed == WEIR_FLOAT64 ? 64 : 128; }

static void write_text(wr_cuda_text *to, const void *ctx) {
    const int *computed = ctx;
    wr_cuda_write_reals(to);
    wr_cuda_write(to, "#define DIMS %d\n#define COLS %d\ntypedef %s R;\n%s%s", WEIR_NDIM_MAX,
                  (int)columns(*computed), wr_cuda_dtype(*computed), wr_text_philox,
                  wr_text_attention);
}

/* Launch a kernel that computes `rows` x `cols` elements of each of some heads. */
static weir_status launch(wr_cuda_call *c, const char *kernel, int64_t heads, int64_t rows,
                          int64_t cols, const attention_args *a) {
    int computed = c->k->dtype == WEIR_FLOAT64 ? WEIR_FLOAT64 : WEIR_FLOAT32;
    wr_cuda_source source = {.family = "attention",
                             .variant = (uint64_t)computed,
                             .write = write_text,
                             .ctx = &computed};
    int64_t spans = cols > 0 ? (cols + columns(computed) - 1) / columns(computed) : 1;
    uint64_t tiles = (uint64_t)(heads * ((rows + TILE - 1) / TILE) * spans);
    return wr_cuda_launch(c, &source, kernel, wr_cuda_blocks(c, tiles * THREADS, THREADS), THREADS,
                          a);
}

/* ---- Operands -------------------------------------------------------------------------------- */

static operand matrix(const weir_view *v) {
    operand o = {.at = v->data, .dtype = v->dtype};
    o.row = v->strides[v->ndim - 2];
    o.col = v->strides[v->ndim - 1];
    memcpy(o.stride, v->strides, (size_t)(v->ndim - 2) * sizeof *o.stride);
    return o;
}

/* One value for each query. */
static operand column(const weir_view *v) {
    operand o = {.at = v->data, .dtype = v->dtype};
    o.row = v->strides[v->ndim - 1];
    memcpy(o.stride, v->strides, (size_t)(v->ndim - 1) * sizeof *o.stride);
    return o;
}

/* The mask, broadcast to the dimensions of the scores. */
static operand spread(const weir_view *mask, int ndim) {
    operand o = {.at = mask->data, .dtype = mask->dtype};
    int64_t strides[WEIR_NDIM_MAX];
    for (int i = ndim - 1, own = mask->ndim - 1; i >= 0; i--, own--)
        strides[i] = own >= 0 && mask->shape[own] != 1 ? mask->strides[own] : 0;
    o.row = strides[ndim - 2];
    o.col = strides[ndim - 1];
    memcpy(o.stride, strides, (size_t)(ndim - 2) * sizeof *o.stride);
    return o;
}

static bool is_there(const weir_kernel *k, uint32_t i) {
    return i < k->in_count && k->in[i].data != NULL;
}

static void take_seed(attention_args *a, const wr_cuda_call *c, uint32_t input) {
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
static void common(wr_cuda_call *c, uint32_t mask, attention_args *a) {
    const weir_kernel *k = c->k;
    const weir_view *q = &k->in[0], *key = &k->in[1], *value = &k->in[2];
    int n = q->ndim;
    *a = (attention_args){.query = matrix(q), .key = matrix(key), .value = matrix(value)};
    a->queries = q->shape[n - 2];
    a->keys = key->shape[n - 2];
    a->width = q->shape[n - 1];
    a->values = value->shape[n - 1];
    a->dims = n - 2;
    a->heads = 1;
    for (int i = 0; i < n - 2; i++) {
        a->heads *= q->shape[i];
        a->shape[i] = q->shape[i];
        a->key_shape[i] = key->shape[i];
    }
    a->group = n > 2 && q->shape[n - 3] > 0 ? q->shape[n - 3] / key->shape[n - 3] : 1;
    a->causal = wr_attr_i64(k, "is_causal") != 0;
    a->dropout = wr_attr_f64(k, "dropout_p");
    a->scale = wr_attr_f64(k, "scale");
    if (isnan(a->scale)) a->scale = a->width > 0 ? 1 / sqrt((double)a->width) : 1;
    take_seed(a, c, mask + 1);
    if (!is_there(k, mask)) return;
    if (!(c->scalars >> mask & 1)) {
        a->mask = spread(&k->in[mask], n);
        return;
    }
    double number = wr_element_f64(k->in[mask].dtype, k->in[mask].data);
    bool is_bool = k->in[mask].dtype == WEIR_BOOL;
    a->hidden = is_bool ? number == 0 : number == -INFINITY;
    if (!is_bool && !a->hidden) a->offset = number;
}

/* ---- Operators ------------------------------------------------------------------------------- */

weir_status wr_cuda_attention(wr_cuda_call *c) {
    weir_status status;
    attention_args a;
    if (wr_cuda_attention_tiles(c, MASK, &status)) return status;
    common(c, MASK, &a);
    a.guard = c->guard;
    a.out = c->k->out[0].data;
    a.lse_out = c->k->out[1].data;
    a.dtype = c->k->out[0].dtype;
    return launch(c, "forward", a.heads, a.queries, a.values, &a);
}

weir_status wr_cuda_attention_backward(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    weir_status status;
    attention_args a;
    if (wr_cuda_attention_tiles_backward(c, BACK_MASK, &status)) return status;
    common(c, BACK_MASK, &a);
    a.guard = c->test;
    a.dy = matrix(&k->in[3]);
    a.lse = column(&k->in[4]);
    a.delta = column(&k->in[5]);
    a.dtype = k->out[0].dtype;
    a.out = k->out[0].data;
    WR_TRY(launch(c, "query_gradients", a.heads, a.queries, a.width, &a));
    a.out = k->out[1].data;
    WR_TRY(launch(c, "key_gradients", a.heads / a.group, a.keys, a.width, &a));
    a.guard = c->guard;
    a.out = k->out[2].data;
    a.of_values = 1;
    return launch(c, "key_gradients", a.heads / a.group, a.keys, a.values, &a);
}
