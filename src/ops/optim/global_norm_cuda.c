/* global_norm_cuda.c - the Euclidean norm of many arrays on a CUDA device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_attrs.h"
#include "ops/core/cuda_kernels.h"

enum {
    THREADS = 256,
    ARRAYS = 90,             /* so that the arguments of a kernel have less than 4 KB */
    EACH = WR_SIZE(8192, 50) /* elements of a block: global_norm.c has scratch for these */
};

/* global_norm.cu has the same structs. */
typedef struct norm_array {
    wr_cuda_scalar s;
    uint64_t count, first;
} norm_array;

typedef struct norm_args {
    wr_cuda_guard guard;
    double *sums;
    void *out;
    int64_t dtype;
    uint64_t each, blocks;
    uint32_t count, unused;
    norm_array x[ARRAYS];
} norm_args;

_Static_assert(sizeof(norm_args) <= 4096, "the arguments of a kernel are limited");

static void write_text(wr_cuda_text *to, const void *ctx) {
    (void)ctx;
    wr_cuda_write_reals(to);
    wr_cuda_write(to, "#define ARRAYS %d\n%s", ARRAYS, wr_text_global_norm);
}

weir_status wr_cuda_global_norm(wr_cuda_call *c) {
    static const wr_cuda_source source = {.family = "global_norm", .write = write_text};
    const weir_kernel *k = c->k;
    norm_args a = {.guard = c->test, .out = k->out[0].data, .dtype = k->out[0].dtype, .each = EACH};
    uint64_t blocks = 0;
    for (uint32_t first = 0; first < k->in_count; first += ARRAYS) {
        a.count = k->in_count - first < ARRAYS ? k->in_count - first : ARRAYS;
        a.sums = (double *)k->scratch + blocks;
        a.blocks = 0;
        for (uint32_t i = 0; i < a.count; i++) {
            const weir_view *v = &k->in[first + i];
            uint64_t count = (uint64_t)wr_view_count(v);
            a.x[i] = (norm_array){wr_cuda_scalar_of(c, first + i), count, a.blocks};
            a.blocks += (count + EACH - 1) / EACH;
        }
        if (a.blocks > 0) WR_TRY(wr_cuda_launch(c, &source, "squares", a.blocks, THREADS, &a));
        blocks += a.blocks;
    }
    a.guard = c->guard;
    a.sums = k->scratch;
    a.blocks = blocks;
    return wr_cuda_launch(c, &source, "finish", 1, THREADS, &a);
}
