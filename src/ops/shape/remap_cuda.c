/* remap_cuda.c - launches the kernels that move elements: remap.cu and runs.cu.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/shape/remap.h"

#include <string.h>

#include "device/cuda/cuda_text.h"

enum { THREADS = 256, LIST = 400 };

/* ---- Remap ----------------------------------------------------------------------------------- */

/* See remap.cu; only the dimensions that a kernel is compiled for are passed. */
typedef struct remap_args {
    wr_cuda_guard guard;
    uint64_t count;
    void *from, *to;
    uint64_t fill[2];
    wr_remap_dim dim[WEIR_NDIM_MAX];
} remap_args;

typedef struct remap_variant {
    int dims, shift; /* elements have 1 << shift bytes */
} remap_variant;

static void write_remap(wr_cuda_text *to, const void *ctx) {
    static const char *const words[] = {"typedef u8 W;", "typedef u16 W;", "typedef u32 W;",
                                        "typedef u64 W;", "struct W { u64 low, high; };"};
    const remap_variant *v = ctx;
    wr_cuda_write(to, "#define DIMS %d\n%s\n%s", v->dims, words[v->shift], wr_text_remap);
}

static bool is_plain(const wr_remap_dim *d) {
    return d->size == d->n && d->mode != WR_REMAP_DIVIDE && d->before == 0;
}

/* Join neighbours that are mapped to themselves and are contiguous in x and in the result. */
static void join_dims(wr_remap *r) {
    int count = 0;
    for (int i = 0; i < r->ndim; i++) {
        wr_remap_dim *last = &r->dim[count > 0 ? count - 1 : 0], d = r->dim[i];
        if (d.size == 1 && is_plain(&d)) continue;
        if (count > 0 && is_plain(last) && is_plain(&d) && last->to == d.to * d.size &&
            last->from == d.from * d.size) {
            d.size = d.n = d.size * last->size;
            *last = d;
        } else {
            r->dim[count++] = d;
        }
    }
    r->ndim = count;
}

static int round_dims(int dims) {
    return dims <= 1 ? 1 : dims <= 2 ? 2 : dims <= 4 ? 4 : dims <= 8 ? 8 : WEIR_NDIM_MAX;
}

weir_status wr_cuda_remap(wr_cuda_call *c, wr_remap *r) {
    const weir_view *x = &c->k->in[0], *y = &c->k->out[0];
    /* A scalar has one element, which becomes every element of the result. */
    if (c->scalars & 1) return wr_cuda_copy_view(c, y, x, true, &c->guard);
    join_dims(r);
    remap_variant v = {round_dims(r->ndim), wr_dtypes[y->dtype].shift};
    remap_args a = {.guard = c->guard, .count = 1, .from = x->data, .to = y->data};
    wr_cuda_cast_value(c, y->dtype, &r->fill, WEIR_FLOAT64, a.fill);
    int first = v.dims - r->ndim;
    for (int i = 0; i < v.dims; i++) {
        a.dim[i] = i < first ? (wr_remap_dim){.size = 1, .n = 1} : r->dim[i - first];
        a.count *= (uint64_t)a.dim[i].size;
    }
    wr_cuda_source source = {.family = "remap",
                             .variant = (uint64_t)(v.dims << 4 | v.shift),
                             .write = write_remap,
                             .ctx = &v};
    return wr_cuda_launch(c, &source, "remap", wr_cuda_blocks(c, a.count, THREADS), THREADS, &a);
}

/* ---- Runs ------------------------------------------------------------------------------------ */

typedef struct list_args {
    wr_cuda_guard guard;
    int64_t *to;
    uint64_t count;
    int64_t value[LIST];
} list_args;

typedef struct runs_args {
    wr_cuda_guard guard;
    uint64_t count;
    const int64_t *position;
    int64_t n, total, after;
    void *from, *to;
} runs_args;

static void write_runs(wr_cuda_text *to, const void *ctx) {
    static const char *const types[WEIR_COMPUTE_COUNT] = {
        [WEIR_IN_BOOL] = "u8", [WEIR_IN_I32] = "u32",  [WEIR_IN_I64] = "u64",
        [WEIR_IN_U64] = "u64", [WEIR_IN_F32] = "f32",  [WEIR_IN_F64] = "f64",
        [WEIR_IN_C64] = "c64", [WEIR_IN_C128] = "c128"};
    const int *dtype = ctx;
    wr_cuda_write(to, "typedef %s T;\ntypedef %s C;\n%s", wr_cuda_dtype(*dtype),
                  types[wr_dtypes[*dtype].compute], wr_text_runs);
}

static weir_status launch_runs(wr_cuda_call *c, const char *kernel, const int64_t *counts,
                               int64_t n, int64_t after) {
    const weir_view *x = &c->k->in[0], *y = &c->k->out[0];
    int dtype = y->dtype;
    wr_cuda_source source = {
        .family = "runs", .variant = (uint64_t)dtype, .write = write_runs, .ctx = &dtype};
    int64_t *position = c->k->scratch, total = 0;
    for (int64_t done = 0; done < n; done += LIST) {
        list_args l = {.guard = c->test, .to = position + done};
        for (int64_t i = done; i < n && l.count < LIST; i++) {
            l.value[l.count++] = total;
            total += counts[i];
        }
        WR_TRY(wr_cuda_launch(c, &source, "put_list", 1, THREADS, &l));
    }
    runs_args a = {.guard = c->guard,
                   .count = (uint64_t)wr_view_count(y),
                   .position = position,
                   .n = n,
                   .total = total,
                   .after = after,
                   .from = x->data,
                   .to = y->data};
    return wr_cuda_launch(c, &source, kernel, wr_cuda_blocks(c, a.count, THREADS), THREADS, &a);
}

weir_status wr_cuda_repeat_runs(wr_cuda_call *c, const int64_t *counts, int64_t n, int64_t after) {
    return launch_runs(c, "repeat_runs", counts, n, after);
}

weir_status wr_cuda_sum_each(wr_cuda_call *c, const int64_t *counts, int64_t n, int64_t after) {
    return launch_runs(c, "sum_runs", counts, n, after);
}
