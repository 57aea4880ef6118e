/* compact_cuda.c - launches compact.cu: nonzero elements, masks and one-hot vectors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/index/compact_cuda.h"

#include <string.h>

#include "device/cuda/cuda_report.h"
#include "device/cuda/cuda_text.h"

enum { THREADS = 256, PIECE = WR_SIZE(16384, 10) };

typedef struct variant {
    int dtype, shift; /* of the elements that are tested; of those that are moved */
} variant;

static void write_text(wr_cuda_text *to, const void *ctx) {
    static const char *const words[] = {"typedef u8 W;", "typedef u16 W;", "typedef u32 W;",
                                        "typedef u64 W;", "struct W { u64 low, high; };"};
    const variant *v = ctx;
    wr_cuda_write(to, "typedef %s T;\n%s\n%s", wr_cuda_dtype(v->dtype), words[v->shift],
                  wr_text_compact);
}

static wr_cuda_source source_of(const variant *v) {
    return (wr_cuda_source){.family = "compact",
                            .variant = (uint64_t)(v->dtype << 4 | v->shift),
                            .write = write_text,
                            .ctx = v};
}

/* See compact.cu. */
typedef struct compact_args {
    wr_cuda_guard guard;
    const void *from;
    uint64_t value[2];
    uint64_t count, piece, pieces;
    int64_t *begin, *list;
    int64_t wanted;
    uint64_t reason;
} compact_args;

typedef struct rows_args {
    wr_cuda_guard guard;
    uint64_t count, length;
    const int64_t *list;
    const void *mask, *from;
    void *to;
    uint64_t value[2], mask_value[2];
} rows_args;

typedef struct indices_args {
    wr_cuda_guard guard;
    uint64_t count, ndim;
    const int64_t *list;
    int64_t *to;
    uint64_t shape[WEIR_NDIM_MAX];
} indices_args;

typedef struct one_hot_args {
    wr_cuda_guard guard;
    uint64_t count, classes;
    const void *from;
    void *to;
    uint64_t value[2], one[2], checked;
} one_hot_args;

/* The address of an input, or NULL and its value if it is a scalar. */
static const void *input(const wr_cuda_call *c, uint32_t i, int dtype, uint64_t value[2]) {
    const weir_view *v = &c->k->in[i];
    if (!(c->scalars >> i & 1)) return v->data;
    wr_cuda_cast_value(c, dtype, v->data, v->dtype, value);
    return NULL;
}

static uint64_t begin_bytes(int64_t count) {
    return wr_round_up((uint64_t)wr_div_up(count, PIECE) * sizeof(int64_t), 64);
}

uint64_t wr_cuda_compact_bytes(int64_t count, int64_t listed) {
    return begin_bytes(count) + wr_round_up((uint64_t)listed * sizeof(int64_t), 64);
}

weir_status wr_cuda_compact(wr_cuda_call *c, uint32_t in, int64_t wanted, uint32_t reason,
                            int shift, int64_t **list) {
    const weir_view *x = &c->k->in[in];
    variant v = {x->dtype, shift};
    wr_cuda_source source = source_of(&v);
    compact_args a = {.guard = c->test,
                      .count = (uint64_t)wr_view_count(x),
                      .piece = PIECE,
                      .begin = c->k->scratch,
                      .wanted = wanted,
                      .reason = reason};
    a.from = input(c, in, x->dtype, a.value);
    a.pieces = (a.count + PIECE - 1) / PIECE;
    a.list = *list = (int64_t *)(void *)((char *)c->k->scratch + begin_bytes((int64_t)a.count));
    uint64_t blocks = wr_cuda_blocks(c, a.pieces * THREADS, THREADS);
    WR_TRY(wr_cuda_launch(c, &source, "count_pieces", blocks, THREADS, &a));
    WR_TRY(wr_cuda_launch(c, &source, "add_pieces", 1, THREADS, &a));
    return wr_cuda_launch(c, &source, "list_pieces", blocks, THREADS, &a);
}

static weir_status move(wr_cuda_call *c, const char *kernel, int dtype, const rows_args *a) {
    variant v = {dtype, wr_dtypes[c->k->out[0].dtype].shift};
    wr_cuda_source source = source_of(&v);
    return wr_cuda_launch(c, &source, kernel, wr_cuda_blocks(c, a->count, THREADS), THREADS, a);
}

weir_status wr_cuda_select_rows(wr_cuda_call *c, int64_t length, int64_t size) {
    const weir_view *y = &c->k->out[0];
    int64_t *list;
    WR_TRY(wr_cuda_compact(c, 1, size, WR_REPORT_MASK_COUNT, wr_dtypes[y->dtype].shift, &list));
    rows_args a = {.guard = c->test,
                   .count = (uint64_t)(size * length),
                   .length = (uint64_t)length,
                   .list = list,
                   .to = y->data};
    a.from = input(c, 0, y->dtype, a.value);
    WR_TRY(move(c, "gather_rows", WEIR_BOOL, &a));
    return wr_cuda_mark(c);
}

weir_status wr_cuda_put_rows(wr_cuda_call *c, const wr_cuda_rows *r) {
    const weir_view *x = &c->k->in[0], *y = &c->k->out[0], *values = &c->k->in[2];
    int64_t *list = NULL;
    rows_args a = {.guard = c->test, .to = y->data, .length = (uint64_t)r->length};
    if (r->each)
        WR_TRY(wr_cuda_compact(c, 1, r->rows, WR_REPORT_VALUE_COUNT, wr_dtypes[y->dtype].shift,
                               &list));
    if (y->data != x->data || y->dtype != x->dtype) {
        a.count = (uint64_t)wr_view_count(y);
        a.from = input(c, 0, y->dtype, a.value);
        WR_TRY(move(c, "copy_rows", WEIR_BOOL, &a));
    }
    /* The values as rows of x's dtype: in place, or cast and broadcast in scratch memory. */
    if (r->as_is && !(c->scalars >> 2 & 1)) {
        a.from = values->data;
    } else {
        weir_view to = r->rows_view;
        to.data = (char *)c->k->scratch + r->values_at;
        WR_TRY(wr_cuda_copy_view(c, &to, values, c->scalars >> 2 & 1, &c->test));
        a.from = to.data;
    }
    a.list = list;
    if (r->each) {
        a.count = (uint64_t)(r->rows * r->length);
        WR_TRY(move(c, "scatter_rows", WEIR_BOOL, &a));
    } else {
        a.count = (uint64_t)wr_view_count(y);
        a.mask = input(c, 1, WEIR_BOOL, a.mask_value);
        WR_TRY(move(c, "fill_rows", WEIR_BOOL, &a));
    }
    return wr_cuda_mark(c);
}

weir_status wr_cuda_list_indices(wr_cuda_call *c, int64_t size) {
    const weir_view *x = &c->k->in[0];
    int64_t *list;
    WR_TRY(wr_cuda_compact(c, 0, size, WR_REPORT_NONZERO_COUNT, 3, &list));
    indices_args a = {.guard = c->test,
                      .count = (uint64_t)size,
                      .ndim = (uint64_t)x->ndim,
                      .list = list,
                      .to = c->k->out[0].data};
    for (int i = 0; i < x->ndim; i++) a.shape[i] = (uint64_t)x->shape[i];
    variant v = {x->dtype, 3};
    wr_cuda_source source = source_of(&v);
    WR_TRY(wr_cuda_launch(c, &source, "write_indices", wr_cuda_blocks(c, a.count, THREADS), THREADS,
                          &a));
    return wr_cuda_mark(c);
}

weir_status wr_cuda_classes(wr_cuda_call *c, int64_t classes) {
    const weir_view *x = &c->k->in[0], *y = &c->k->out[0];
    const int8_t one = 1;
    variant v = {x->dtype, wr_dtypes[y->dtype].shift};
    wr_cuda_source source = source_of(&v);
    one_hot_args a = {
        .guard = c->test, .count = (uint64_t)wr_view_count(x), .classes = (uint64_t)classes};
    a.from = input(c, 0, x->dtype, a.value);
    wr_cuda_cast_value(c, y->dtype, &one, WEIR_INT8, a.one);
    if (!c->k->fresh || classes == 0) {
        WR_TRY(wr_cuda_launch(c, &source, "one_hot", wr_cuda_blocks(c, a.count, THREADS), THREADS,
                              &a));
        a.checked = 1;
    }
    a.count *= (uint64_t)classes;
    a.to = y->data;
    WR_TRY(wr_cuda_launch(c, &source, "one_hot", wr_cuda_blocks(c, a.count, THREADS), THREADS, &a));
    return wr_cuda_mark(c);
}
