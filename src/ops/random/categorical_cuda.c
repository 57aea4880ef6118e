/* categorical_cuda.c - classes drawn with probabilities proportional to weights, on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_attrs.h"
#include "ops/core/cuda_kernels.h"

enum { THREADS = 256 };

/* categorical.cu has the same struct. */
typedef struct categorical_args {
    wr_cuda_guard guard;
    double *weight;
    void *out;
    int64_t dtype, rows, classes, draws, logits;
    uint64_t seed, call;
} categorical_args;

static void write_text(wr_cuda_text *to, const void *ctx) {
    (void)ctx;
    wr_cuda_write_reals(to);
    wr_cuda_write(to,
                  "%s#define DRAW ON_DEVICE\n#define PHILOX philox\n"
                  "#define IS_FINITE(x) ((x) - (x) == 0)\n"
                  "#define NOT_A_NUMBER __longlong_as_double(0x7ff8000000000000)\n%s%s%s",
                  wr_text_philox, wr_text_draws, wr_text_variates, wr_text_categorical);
}

/* Copy the weights to scratch memory as doubles, with the class axis last. */
static weir_status load_weights(wr_cuda_call *c, int axis) {
    const weir_view *x = &c->k->in[0];
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX], dense[WEIR_NDIM_MAX];
    for (int i = 0; i < x->ndim; i++) {
        int from = i == x->ndim - 1 ? axis : i < axis ? i : i + 1;
        shape[i] = x->shape[from];
        strides[i] = x->strides[from];
    }
    wr_row_major(x->ndim, shape, dense);
    weir_view from = {x->data, shape, strides, x->dtype, x->ndim};
    weir_view to = {c->k->scratch, shape, dense, WEIR_FLOAT64, x->ndim};
    return wr_cuda_copy_view(c, &to, &from, false, &c->test);
}

weir_status wr_cuda_categorical(wr_cuda_call *c) {
    static const wr_cuda_source source = {.family = "categorical", .write = write_text};
    const weir_kernel *k = c->k;
    const weir_view *x = &k->in[0];
    int64_t count = wr_attr_i64(k, "count"), weights = wr_view_count(x);
    int axis = 0;
    if (weights == 0) return wr_cuda_mark(c);
    wr_axis(wr_attr_i64(k, "axis"), x->ndim, &axis);
    WR_TRY(load_weights(c, axis));
    categorical_args a = {.guard = c->test,
                          .weight = k->scratch,
                          .out = k->out[0].data,
                          .dtype = k->out[0].dtype,
                          .classes = x->shape[axis],
                          .draws = count == WEIR_NONE ? 1 : count,
                          .logits = wr_attr_i64(k, "logits") != 0,
                          .seed = k->seed,
                          .call = k->call};
    a.rows = weights / a.classes;
    uint64_t rows = (uint64_t)a.rows, all = (uint64_t)(a.rows * a.draws);
    if (wr_attr_i64(k, "replacement")) {
        WR_TRY(wr_cuda_launch(c, &source, "sum_rows", wr_cuda_blocks(c, rows, 32), 32, &a));
        WR_TRY(wr_cuda_launch(c, &source, "draw_classes", wr_cuda_blocks(c, all, THREADS), THREADS,
                              &a));
    } else {
        uint64_t blocks = wr_cuda_blocks(c, rows * THREADS, THREADS);
        WR_TRY(wr_cuda_launch(c, &source, "make_keys", blocks, THREADS, &a));
        WR_TRY(wr_cuda_launch(c, &source, "race_rows", blocks, THREADS, &a));
    }
    return wr_cuda_mark(c);
}
