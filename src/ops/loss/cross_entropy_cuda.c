/* cross_entropy_cuda.c - cross_entropy, its gradient, and nll_loss on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_attrs.h"
#include "ops/core/cuda_kernels.h"
#include "ops/loss/loss_reduction.h"

enum {
    THREADS = 256,
    WARP = 32,
    SMALL = WR_SIZE(1024, 16), /* a warp computes a line with so many classes */
    KILO = 1024,
    LEAST_HELD = WR_SIZE(24 * KILO, 64), /* bytes of a line that is held in shared memory */
    MOST_HELD = WR_SIZE(224 * KILO, 2 * KILO),
};

/* cross_entropy.cu has the same struct. */
typedef struct entropy_args {
    wr_cuda_guard guard;
    wr_cuda_scalar x, target, weight, dy;
    void *out;
    int64_t dtype;
    int64_t classes, inner, lines, ignore;
    double smoothing;
    int32_t solo, logs, labels, has_weight;
    int32_t reduction, unused;
    double *numbers, *losses;
} entropy_args;

_Static_assert(WR_REDUCE_NONE == 0 && WR_REDUCE_MEAN == 1 && WR_REDUCE_SUM == 2,
               "cross_entropy.cu has these numbers");

typedef struct variant {
    int x, y, computed;
    uint32_t forward, backward; /* threads of a block */
    uint32_t held;              /* bytes of shared memory for a line, or 0 */
    bool aligned;               /* x and the result are */
} variant;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const variant *v = ctx;
    wr_cuda_write_reals(to);
    wr_cuda_write(to, "#define FORWARD_THREADS %u\n#define BACKWARD_THREADS %u\n#define HELD %d\n",
                  v->forward, v->backward, v->held > 0);
    wr_cuda_write(to, "#define ALIGNED %d\n", v->aligned);
    wr_cuda_write(to, "typedef %s X;\ntypedef %s Y;\ntypedef %s R;\n%s", wr_cuda_dtype(v->x),
                  wr_cuda_dtype(v->y), wr_cuda_dtype(v->computed), wr_text_cross_entropy);
}

/* Of a line that is held, a processor has several, if they fit, so that one is loaded while another
 * is written. */
static variant variant_of(const wr_cuda_call *c, const entropy_args *a) {
    variant v = {.x = c->k->in[0].dtype, .y = c->k->out[0].dtype, .forward = THREADS};
    v.aligned = ((uintptr_t)a->x.at | (uintptr_t)a->out) % 16 == 0;
    uint64_t bytes = (uint64_t)a->classes * wr_dtype_bytes(v.x);
    v.computed = c->k->dtype == WEIR_FLOAT64 ? WEIR_FLOAT64 : WEIR_FLOAT32;
    v.backward = bytes <= LEAST_HELD ? THREADS : bytes <= MOST_HELD / 2 ? 512 : 1024;
    if (!a->solo && bytes > LEAST_HELD && bytes <= MOST_HELD)
        v.held = bytes <= MOST_HELD / 4   ? MOST_HELD / 4
                 : bytes <= MOST_HELD / 2 ? MOST_HELD / 2
                                          : MOST_HELD;
    if (v.held + KILO > wr_cuda_limits_of(c).shared_bytes) v.held = 0;
    if (a->solo) v.backward = THREADS;
    if (!a->solo && a->classes <= SMALL) v.forward = v.backward = WARP;
    return v;
}

/* `shared`: the kernel has memory for a line. */
static weir_status launch(wr_cuda_call *c, const char *kernel, uint64_t blocks, uint32_t threads,
                          bool shared, const entropy_args *a) {
    variant v = variant_of(c, a);
    wr_cuda_source source = {.family = "cross_entropy",
                             .variant = (uint64_t)v.aligned << 63 | (uint64_t)v.held << 32 |
                                        (uint64_t)v.forward << 20 |
                                        (uint64_t)(v.backward / WARP) << 12 | (uint64_t)v.x << 8 |
                                        (uint64_t)v.y << 4 | (uint64_t)v.computed,
                             .write = write_text,
                             .ctx = &v};
    return wr_cuda_launch_shared(c, &source, kernel, blocks, threads, shared ? v.held : 0, a,
                                 sizeof *a);
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
static weir_status walk(wr_cuda_call *c, bool backward, const entropy_args *a) {
    variant v = variant_of(c, a);
    uint32_t threads = backward ? v.backward : v.forward;
    uint64_t each = a->solo ? 1 : threads; /* threads of a line */
    return launch(c, backward ? "backward" : "forward",
                  wr_cuda_blocks(c, (uint64_t)a->lines * each, threads), threads, backward, a);
}

static weir_status check(wr_cuda_call *c, const entropy_args *a) {
    if (!a->labels) return WEIR_OK;
    return launch(c, "check", wr_cuda_blocks(c, (uint64_t)a->lines, THREADS), THREADS, false, a);
}

static weir_status forward(wr_cuda_call *c, double smoothing, bool logs) {
    entropy_args a = args_of(c, smoothing, logs, false);
    WR_TRY(check(c, &a));
    WR_TRY(walk(c, false, &a));
    if (a.reduction != WR_REDUCE_NONE) WR_TRY(launch(c, "finish", 1, THREADS, false, &a));
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
    if (a.lines > 0 && needs_numbers) WR_TRY(launch(c, "prepare", 1, THREADS, false, &a));
    WR_TRY(walk(c, true, &a));
    return wr_cuda_mark(c);
}
