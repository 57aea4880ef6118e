/* elementwise_loss_cuda.c - losses that compare each element with its target, on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_attrs.h"
#include "ops/core/cuda_kernels.h"
#include "ops/loss/elementwise_loss_simd.h"
#include "ops/loss/loss_reduction.h"

enum {
    THREADS = 256,
    PIECE = WR_SIZE(1 << 14, 16) /* elements of a block: elementwise_loss.c has scratch for these */
};

/* elementwise_loss.cu has the same struct. */
typedef struct loss_args {
    wr_cuda_guard guard;
    wr_cuda_scalar x, target;
    void *out;
    double *sums;
    uint64_t count, each;
    double by, divide;
    int64_t dtype;
} loss_args;

typedef struct variant {
    wr_loss_kind kind;
    int computed, x, target, y;
} variant;

static void write_text(wr_cuda_text *to, const void *ctx) {
    static const char *const names[] = {[WR_LOSS_SQUARE] = "SQUARE",
                                        [WR_LOSS_ABSOLUTE] = "ABSOLUTE",
                                        [WR_LOSS_SMOOTH] = "SMOOTH",
                                        [WR_LOSS_HUBER] = "HUBER",
                                        [WR_LOSS_LOGITS] = "LOGITS",
                                        [WR_LOSS_DIVERGENCE] = "DIVERGENCE",
                                        [WR_LOSS_LOG_DIVERGENCE] = "LOG_DIVERGENCE",
                                        [WR_LOSS_SOFT_MARGIN] = "SOFT_MARGIN",
                                        [WR_LOSS_HINGE] = "HINGE"};
    const variant *v = ctx;
    wr_cuda_write_reals(to);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        wr_cuda_write(to, "#define LOSS_%s %d\n", names[i], (int)i);
    wr_cuda_write(to, "typedef %s X;\ntypedef %s Z;\ntypedef %s Y;\n", wr_cuda_dtype(v->x),
                  wr_cuda_dtype(v->target), wr_cuda_dtype(v->y));
    wr_cuda_write(to, "#define KIND %d\ntypedef %s R;\n%s", v->kind, wr_cuda_dtype(v->computed),
                  wr_text_elementwise_loss);
}

static double divisor(wr_reduction r, const weir_view *x) {
    if (r == WR_REDUCE_MEAN) return (double)wr_view_count(x);
    return r == WR_REDUCE_BATCHMEAN ? (double)(x->ndim > 0 ? x->shape[0] : 1) : 1;
}

static weir_status run(wr_cuda_call *c, wr_loss_kind kind, double by) {
    const weir_kernel *k = c->k;
    wr_reduction r = wr_reduction_of(wr_attr_text(k, "reduction"));
    variant v = {kind, k->dtype == WEIR_FLOAT64 ? WEIR_FLOAT64 : WEIR_FLOAT32, k->in[0].dtype,
                 k->in[1].dtype, k->out[0].dtype};
    uint64_t key = (uint64_t)v.x << 16 | (uint64_t)v.target << 8 | (uint64_t)v.y;
    wr_cuda_source source = {.family = "elementwise_loss",
                             .variant = key << 16 | (uint64_t)kind << 8 | (uint64_t)v.computed,
                             .write = write_text,
                             .ctx = &v};
    loss_args a = {.guard = r == WR_REDUCE_NONE ? c->guard : c->test,
                   .x = wr_cuda_scalar_of(c, 0),
                   .target = wr_cuda_scalar_of(c, 1),
                   .out = k->out[0].data,
                   .sums = r == WR_REDUCE_NONE ? NULL : k->scratch,
                   .count = (uint64_t)wr_view_count(&k->in[0]),
                   .each = r == WR_REDUCE_NONE ? 2048 : PIECE,
                   .by = by,
                   .divide = divisor(r, &k->in[0]),
                   .dtype = k->out[0].dtype};
    uint64_t blocks = (a.count + a.each - 1) / a.each;
    if (blocks > 0 || r == WR_REDUCE_NONE)
        WR_TRY(wr_cuda_launch(c, &source, "loss", blocks > 0 ? blocks : 1, THREADS, &a));
    if (r == WR_REDUCE_NONE) return WEIR_OK;
    a.guard = c->guard;
    a.count = blocks;
    return wr_cuda_launch(c, &source, "finish", 1, THREADS, &a);
}

weir_status wr_cuda_mse_loss(wr_cuda_call *c) { return run(c, WR_LOSS_SQUARE, 0); }
weir_status wr_cuda_l1_loss(wr_cuda_call *c) { return run(c, WR_LOSS_ABSOLUTE, 0); }
weir_status wr_cuda_smooth_l1_loss(wr_cuda_call *c) {
    return run(c, WR_LOSS_SMOOTH, wr_attr_f64(c->k, "beta"));
}
weir_status wr_cuda_huber_loss(wr_cuda_call *c) {
    return run(c, WR_LOSS_HUBER, wr_attr_f64(c->k, "delta"));
}
weir_status wr_cuda_logits_loss(wr_cuda_call *c) { return run(c, WR_LOSS_LOGITS, 0); }
weir_status wr_cuda_soft_margin_loss(wr_cuda_call *c) { return run(c, WR_LOSS_SOFT_MARGIN, 0); }
weir_status wr_cuda_hinge_loss(wr_cuda_call *c) {
    return run(c, WR_LOSS_HINGE, wr_attr_f64(c->k, "margin"));
}
weir_status wr_cuda_kl_div(wr_cuda_call *c) {
    bool logs = wr_attr_i64(c->k, "log_target") != 0;
    return run(c, logs ? WR_LOSS_LOG_DIVERGENCE : WR_LOSS_DIVERGENCE, 0);
}
