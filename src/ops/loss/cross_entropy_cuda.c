/* cross_entropy_cuda.c - cross_entropy, its gradient, and nll_loss on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_attrs.h"
#include "ops/core/cuda_kernels.h"
#include "ops/loss/loss_reduction.h"

enum { THREADS = 256, WARP = 32, SMALL = 1024 };

/* cross_entropy.cu has the same struct. */
typedef struct entropy_args {
    wr_cuda_guard guard;
    wr_cuda_scalar x, target, weight, dy;
    void *out;
    int64_t dtype;
    int64_t classes, inner, lines, ignore;
    double smoothing;
    int32_t solo, logs, labels, has_weight;
    int32_t reduction, aligned;
    double *numbers, *losses;
} entropy_args;

_Static_assert(WR_REDUCE_NONE == 0 && WR_REDUCE_MEAN == 1 && WR_REDUCE_SUM == 2,
               "cross_entropy.cu has these numbers");

typedef struct variant {
    int x, y, computed;
} variant;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const variant *v = ctx;
    wr_cuda_write_reals(to);
    wr_cuda_write(to, "typedef %s X;\ntypedef %s Y;\ntypedef %s R;\n%s", wr_cuda_dtype(v->x),
                  wr_cuda_dtype(v->y), wr_cuda_dtype(v->computed), wr_text_cross_entropy);
}

static weir_status launch(wr_cuda_call *c, const char *kernel, uint64_t blocks, uint32_t threads,
                          const entropy_args *a) {
    variant v = {.x = c->k->in[0].dtype, .y = c->k->out[0].dtype};
    v.computed = c->k->dtype == WEIR_FLOAT64 ? WEIR_FLOAT64 : WEIR_FLOAT32;
    wr_cuda_source source = {.family = "cross_entropy",
                             .variant =
                                 (uint64_t)v.x << 16 | (uint64_t)v.y << 8 | (uint64_t)v.computed,
                             .write = write_text,
                             .ctx = &v};
    return wr_cuda_launch(c, &source, kernel, blocks, threads, a);
}

static entropy_args args_of(const wr_cuda_call *c, double smoothing, bool logs, bool backward) {
    const weir_kernel *k = c->k;
    const weir_view *x = &k->in[0];
    int64_t given = wr_attr_i64(k, "axis");
    uint32_t weight = backward ? 3 : 2;
    int axis = x->ndim > 1 ? 1 : 0;
    if (given != WEIR_NONE) wr_axis(given, x->ndim, &axis);
    entropy_args a = {.guard = c->test,
                      .x = wr_cuda_scalar_of(c, 0),
                      .target = wr_cuda_scalar_of(c, 1),
                      .out = k->out[0].data,
                      .dtype = k->out[0].dtype,
                      .classes = x->shape[axis],
                      .inner = 1,
                      .ignore = wr_attr_i64(k, "ignore_index"),
                      .smoothing = smoothing,
                      .logs = logs,
                      .aligned = ((uintptr_t)x->data | (uintptr_t)k->out[0].data) % 16 == 0,
                      .labels = wr_dtype_kind_of(k->in[1].dtype) == WR_KIND_INT,
                      .reduction = (int32_t)wr_reduction_of(wr_attr_text(k, "reduction")),
                      .numbers = k->scratch,
                      .losses = (double *)k->scratch + 2};
    if (backward) a.dy = wr_cuda_scalar_of(c, 2);
    a.has_weight = weight < k->in_count && k->in[weight].data != NULL;
    if (a.has_weight) a.weight = wr_cuda_scalar_of(c, weight);
    for (int i = axis + 1; i < x->ndim; i++) a.inner *= x->shape[i];
    a.lines = a.classes > 0 ? wr_view_count(x) / a.classes : 0;
    a.solo = a.inner > 1;
    return a;
}

/* The kernel that walks over the lines. */
static weir_status walk(wr_cuda_call *c, const char *kernel, const entropy_args *a) {
    uint64_t lines = (uint64_t)a->lines;
    if (a->solo) return launch(c, kernel, wr_cuda_blocks(c, lines, THREADS), THREADS, a);
    uint32_t threads = a->classes <= SMALL ? WARP : THREADS;
    return launch(c, kernel, wr_cuda_blocks(c, lines * threads, threads), threads, a);
}

static weir_status check(wr_cuda_call *c, const entropy_args *a) {
    if (!a->labels) return WEIR_OK;
    return launch(c, "check", wr_cuda_blocks(c, (uint64_t)a->lines, THREADS), THREADS, a);
}

static weir_status forward(wr_cuda_call *c, double smoothing, bool logs) {
    entropy_args a = args_of(c, smoothing, logs, false);
    WR_TRY(check(c, &a));
    WR_TRY(walk(c, "forward", &a));
    if (a.reduction != WR_REDUCE_NONE) WR_TRY(launch(c, "finish", 1, THREADS, &a));
    return wr_cuda_mark(c);
}

weir_status wr_cuda_cross_entropy(wr_cuda_call *c) {
    return forward(c, wr_attr_f64(c->k, "label_smoothing"), false);
}

weir_status wr_cuda_nll_loss(wr_cuda_call *c) { return forward(c, 0, true); }

weir_status wr_cuda_cross_entropy_backward(wr_cuda_call *c) {
    entropy_args a = args_of(c, wr_attr_f64(c->k, "label_smoothing"), false, true);
    bool needs_numbers = a.reduction == WR_REDUCE_MEAN || (a.smoothing > 0 && a.has_weight);
    WR_TRY(check(c, &a));
    if (a.lines > 0 && needs_numbers) WR_TRY(launch(c, "prepare", 1, THREADS, &a));
    WR_TRY(walk(c, "backward", &a));
    return wr_cuda_mark(c);
}
