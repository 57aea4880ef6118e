/* accumulate_cuda.c - bincount and histogram on a CUDA device; see accumulate.cu.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/reduce/accumulate_cuda.h"

#include <string.h>

#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_kernels.h"
#include "ops/reduce/accumulate.h"
#include "ops/reduce/reduce_cuda.h"

enum { THREADS = WR_CUDA_THREADS };

/* accumulate.cu has the same struct. */
typedef struct accumulate_args {
    wr_cuda_guard guard;
    const void *x, *weights;
    void *y, *edges, *range, *sums;
    int64_t count, slots, pieces, piece;
    double low, high;
    uint64_t x_value[2], weight_value[2];
    uint32_t is_given, is_weighted;
} accumulate_args;

typedef struct variant {
    int x, weights, y, edges;
} variant;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const variant *v = ctx;
    wr_cuda_write(to, "typedef %s X;\ntypedef %s W;\ntypedef %s Y;\ntypedef %s Z;\n%s%s",
                  wr_cuda_dtype(v->x), wr_cuda_dtype(v->weights), wr_cuda_dtype(v->y),
                  wr_cuda_dtype(v->edges), wr_text_totals, wr_text_accumulate);
}

static weir_status launch(wr_cuda_call *c, const variant *v, const accumulate_args *a,
                          const char *kernel, int64_t blocks) {
    uint64_t key = (uint64_t)v->x << 24 | (uint64_t)v->weights << 16 | (uint64_t)v->y << 8;
    wr_cuda_source source = {
        .family = "accumulate", .variant = key | (uint64_t)v->edges, .write = write_text, .ctx = v};
    return wr_cuda_launch(c, &source, kernel,
                          wr_cuda_blocks(c, (uint64_t)blocks * THREADS, THREADS), THREADS, a);
}

/* Return the address of an operand, or NULL if it is a number, which is copied to `value`. */
static const void *operand(const weir_view *v, bool is_number, uint64_t *value) {
    if (!is_number) return v->data;
    memcpy(value, v->data, wr_dtype_bytes(v->dtype));
    return NULL;
}

static weir_status find_range(wr_cuda_call *c, const variant *v, accumulate_args *a,
                              int64_t piece) {
    a->piece = piece;
    a->pieces = wr_div_up(a->count, piece);
    WR_TRY(launch(c, v, a, "find_ranges", a->pieces));
    return launch(c, v, a, "join_ranges", 1);
}

weir_status wr_cuda_accumulate(wr_cuda_call *c, const wr_cuda_accumulation *t) {
    const weir_view *x = &c->k->in[0], *y = &c->k->out[0];
    variant v = {x->dtype, t->weights != NULL ? t->weights->dtype : y->dtype, y->dtype,
                 t->edges != NULL ? t->edges->dtype : y->dtype};
    accumulate_args a = {.guard = c->test,
                         .y = y->data,
                         .edges = t->edges != NULL ? t->edges->data : NULL,
                         .range = t->range,
                         .count = wr_view_count(x),
                         .slots = t->slots,
                         .low = t->low,
                         .high = t->high,
                         .is_given = t->is_given,
                         .is_weighted = t->weights != NULL};
    a.x = operand(x, c->scalars & 1, a.x_value);
    if (t->weights != NULL) a.weights = operand(t->weights, c->scalars & 2, a.weight_value);
    int64_t elements = wr_div_up(a.count, THREADS), slots = wr_div_up(a.slots + 1, THREADS);
    if (t->edges == NULL) WR_TRY(launch(c, &v, &a, "check_slots", elements));
    if (!t->is_given) WR_TRY(find_range(c, &v, &a, t->range_piece));
    WR_TRY(launch(c, &v, &a, "start_slots", slots));
    if (t->weights == NULL) {
        WR_TRY(launch(c, &v, &a, "count_slots", elements));
    } else {
        a.pieces = wr_accumulation_pieces(a.count, a.slots);
        a.piece = a.count / a.pieces;
        a.sums = t->sums;
        WR_TRY(launch(c, &v, &a, "add_weights", a.pieces));
        WR_TRY(launch(c, &v, &a, "join_weights", slots));
    }
    return wr_cuda_mark(c);
}
