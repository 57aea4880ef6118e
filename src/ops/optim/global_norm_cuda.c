/* global_norm_cuda.c - the Euclidean norm of many arrays on a CUDA device; see global_norm.cu.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_kernels.h"
#include "ops/optim/global_norm.h"
#include "ops/reduce/reduce_cuda.h"

enum { THREADS = WR_CUDA_THREADS, ARRAYS = 100 };

/* global_norm.cu has the same struct. */
typedef struct global_norm_args {
    wr_cuda_guard guard;
    void *sums, *y;
    double more;
    int64_t size, first, blocks;
    uint32_t count, unused;
    const void *x[ARRAYS];
    int64_t elements[ARRAYS], before[ARRAYS];
    uint8_t dtype[ARRAYS];
} global_norm_args;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const weir_view *y = ctx;
    wr_cuda_write(to, "typedef %s Y;\n%s%s", wr_cuda_dtype(y->dtype), wr_text_totals,
                  wr_text_global_norm);
}

/* The code of a dtype in global_norm.cu. */
static uint8_t code_of(int dtype) {
    return dtype == WEIR_FLOAT16 ? 0 : dtype == WEIR_BFLOAT16 ? 1 : dtype == WEIR_FLOAT32 ? 2 : 3;
}

static weir_status flush(wr_cuda_call *c, const wr_cuda_source *source, global_norm_args *a) {
    if (a->blocks > 0)
        WR_TRY(wr_cuda_launch(c, source, "add_blocks",
                              wr_cuda_blocks(c, (uint64_t)a->blocks * THREADS, THREADS), THREADS,
                              a));
    a->first += a->blocks;
    a->blocks = a->count = 0;
    return WEIR_OK;
}

weir_status wr_cuda_global_norm(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    global_norm_args a = {.guard = c->test, .sums = k->scratch, .size = WR_GLOBAL_NORM_BLOCK};
    wr_cuda_source source = {.family = "global_norm",
                             .variant = (uint64_t)k->out[0].dtype,
                             .write = write_text,
                             .ctx = &k->out[0]};
    a.y = k->out[0].data;
    for (uint32_t i = 0; i < k->in_count; i++) {
        const weir_view *x = &k->in[i];
        if (i < 64 && c->scalars >> i & 1) {
            double number = wr_view_get(x, 0);
            a.more += number * number;
            continue;
        }
        int64_t count = wr_view_count(x);
        if (count == 0) continue;
        a.x[a.count] = x->data;
        a.elements[a.count] = count;
        a.before[a.count] = a.blocks;
        a.dtype[a.count++] = code_of(x->dtype);
        a.blocks += (count + a.size - 1) / a.size;
        if (a.count == ARRAYS) WR_TRY(flush(c, &source, &a));
    }
    WR_TRY(flush(c, &source, &a));
    a.blocks = a.first;
    a.guard = c->guard;
    return wr_cuda_launch(c, &source, "add_all", 1, THREADS, &a);
}
