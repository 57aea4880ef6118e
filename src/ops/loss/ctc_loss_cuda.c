/* ctc_loss_cuda.c - connectionist temporal classification on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_attrs.h"
#include "ops/core/cuda_kernels.h"
#include "ops/loss/loss_reduction.h"

enum { THREADS = 128 };

/* ctc_loss.cu has the same struct. */
typedef struct ctc_args {
    wr_cuda_guard guard;
    wr_cuda_scalar x, labels, input_lengths, target_lengths, dy;
    void *out;
    int64_t dtype, steps, batch, classes, blank, rows;
    int64_t each, label_count;
    int64_t reduction, zero_infinity;
    int64_t *start;
    double *loss, *space;
} ctc_args;

static void write_text(wr_cuda_text *to, const void *ctx) {
    (void)ctx;
    wr_cuda_write_reals(to);
    wr_cuda_write(to, "%s", wr_text_ctc_loss);
}

static weir_status launch(wr_cuda_call *c, const char *kernel, const ctc_args *a) {
    static const wr_cuda_source source = {.family = "ctc_loss", .write = write_text};
    return wr_cuda_launch(c, &source, kernel,
                          wr_cuda_blocks(c, (uint64_t)a->batch * THREADS, THREADS), THREADS, a);
}

/* The scratch memory is that of ctc_loss.c, whose rows have two more elements and are five more. */
static ctc_args args_of(const wr_cuda_call *c, bool backward) {
    const weir_kernel *k = c->k;
    const weir_view *x = &k->in[0], *labels = &k->in[1];
    ctc_args a = {.guard = c->test,
                  .x = wr_cuda_scalar_of(c, 0),
                  .labels = wr_cuda_scalar_of(c, 1),
                  .input_lengths = wr_cuda_scalar_of(c, 2),
                  .target_lengths = wr_cuda_scalar_of(c, 3),
                  .out = k->out[0].data,
                  .dtype = k->out[0].dtype,
                  .steps = x->shape[0],
                  .batch = x->shape[1],
                  .classes = x->shape[2],
                  .blank = wr_attr_i64(k, "blank"),
                  .rows = 2 + (backward ? x->shape[0] : 0),
                  .each = labels->ndim == 2 ? labels->shape[1] : -1,
                  .label_count = wr_view_count(labels),
                  .reduction = (int64_t)wr_reduction_of(wr_attr_text(k, "reduction")),
                  .zero_infinity = wr_attr_i64(k, "zero_infinity") != 0,
                  .start = k->scratch};
    a.loss = (double *)k->scratch + a.batch;
    a.space = a.loss + a.batch;
    if (backward) a.dy = wr_cuda_scalar_of(c, 4);
    return a;
}

weir_status wr_cuda_ctc_loss(wr_cuda_call *c) {
    ctc_args a = args_of(c, false);
    WR_TRY(launch(c, "prepare", &a));
    WR_TRY(launch(c, "check", &a));
    WR_TRY(launch(c, "forward", &a));
    WR_TRY(launch(c, "finish", &a));
    return wr_cuda_mark(c);
}

weir_status wr_cuda_ctc_loss_backward(wr_cuda_call *c) {
    ctc_args a = args_of(c, true);
    WR_TRY(launch(c, "prepare", &a));
    WR_TRY(launch(c, "check", &a));
    WR_TRY(launch(c, "backward", &a));
    return wr_cuda_mark(c);
}
