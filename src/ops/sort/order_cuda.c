/* order_cuda.c - launches order.cu: sort, argsort, topk, kthvalue, unique_groups, searchsorted.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/sort/order_cuda.h"

#include <string.h>

#include "device/cuda/cuda_text.h"

enum { THREADS = 256, BLOCK = 512, PAIR_BYTES = 16, PIECE = WR_SIZE(16384, 10) };

/* ---- Rows ------------------------------------------------------------------------------------ */

/* See order.cu. */
typedef struct order_args {
    wr_cuda_guard guard;
    const void *x;
    void *pairs;
    uint64_t rows, n, after, size, run, reach, descending, skip, gives;
    void *values, *indices;
    int64_t *first;
    uint64_t piece, pieces;
    void *begins, *inverse, *groups;
} order_args;

static uint64_t power_of_two(int64_t n) {
    uint64_t power = 1;
    while (power < (uint64_t)n) power *= 2;
    return power;
}

uint64_t wr_cuda_order_bytes(int64_t rows, int64_t n) {
    return (uint64_t)rows * power_of_two(n) * PAIR_BYTES;
}

static void write_sort(wr_cuda_text *to, const void *ctx) {
    const int *dtype = ctx;
    bool is_complex = wr_dtype_kind_of(*dtype) == WR_KIND_COMPLEX;
    bool is_float = wr_dtype_kind_of(*dtype) == WR_KIND_FLOAT || is_complex;
    const char *order = is_float ? "f64" : *dtype == WEIR_UINT64 ? "u64" : "i64";
    wr_cuda_write(to, "#define SORT\n#define IS_FLOAT %d\n#define IS_COMPLEX %d\n", is_float,
                  is_complex);
    wr_cuda_write(to, "typedef %s T;\ntypedef %s K;\n%s", wr_cuda_dtype(*dtype), order,
                  wr_text_order);
}

static weir_status launch(wr_cuda_call *c, const char *kernel, uint64_t threads, uint32_t block,
                          const order_args *a) {
    int dtype = c->k->in[0].dtype;
    wr_cuda_source source = {
        .family = "order", .variant = (uint64_t)dtype, .write = write_sort, .ctx = &dtype};
    return wr_cuda_launch(c, &source, kernel, wr_cuda_blocks(c, threads, block), block, a);
}

/* Sort a.rows rows of a.n elements: fill in `size`, and make the pairs. */
static weir_status sort_pairs(wr_cuda_call *c, order_args *a) {
    a->size = power_of_two((int64_t)a->n);
    uint64_t all = a->rows * a->size;
    WR_TRY(launch(c, "load_pairs", all, THREADS, a));
    a->run = a->size < BLOCK ? a->size : BLOCK;
    WR_TRY(launch(c, "sort_block", (all + 1) / 2, BLOCK / 2, a));
    for (a->run = 2 * BLOCK; a->run <= a->size; a->run *= 2) {
        for (a->reach = a->run / 2; a->reach >= BLOCK; a->reach /= 2)
            WR_TRY(launch(c, "sort_step", all / 2, THREADS, a));
        WR_TRY(launch(c, "sort_block", all / 2, BLOCK / 2, a));
    }
    return WEIR_OK;
}

weir_status wr_cuda_order_rows(wr_cuda_call *c, const wr_cuda_order *o) {
    const weir_view *x = &c->k->in[0];
    int64_t n = x->shape[o->axis], count = wr_view_count(x);
    if (count == 0) return wr_cuda_mark(c);
    order_args a = {.guard = c->test,
                    .x = x->data,
                    .pairs = c->k->scratch,
                    .rows = (uint64_t)(count / n),
                    .n = (uint64_t)n,
                    .descending = o->descending,
                    .skip = (uint64_t)o->skip,
                    .gives = (uint64_t)o->gives,
                    .values = o->values,
                    .indices = o->indices};
    a.after = (uint64_t)wr_count(x->ndim - o->axis - 1, x->shape + o->axis + 1);
    WR_TRY(sort_pairs(c, &a));
    a.guard = c->guard;
    return launch(c, "store_pairs", a.rows * a.gives, THREADS, &a);
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* The scratch memory has a scalar, the pairs and the counts of the pieces. */
enum { SCALAR_BYTES = 64 };

static uint64_t pairs_bytes(int64_t n) { return wr_round_up(wr_cuda_order_bytes(1, n), 64); }

uint64_t wr_cuda_groups_bytes(int64_t n) {
    return SCALAR_BYTES + pairs_bytes(n) + (uint64_t)wr_div_up(n, PIECE) * sizeof(int64_t);
}

weir_status wr_cuda_groups(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const weir_view *x = &k->in[0];
    int64_t n = wr_view_count(x);
    char *scratch = k->scratch;
    order_args a = {.guard = c->test,
                    .x = x->data,
                    .pairs = scratch + SCALAR_BYTES,
                    .rows = 1,
                    .n = (uint64_t)n,
                    .after = 1,
                    .indices = k->out[0].data,
                    .first = (int64_t *)(void *)(scratch + SCALAR_BYTES + pairs_bytes(n)),
                    .piece = PIECE,
                    .pieces = (uint64_t)wr_div_up(n, PIECE),
                    .begins = k->out[1].data,
                    .inverse = k->out[2].data,
                    .groups = k->out[3].data};
    if (c->scalars & 1) {
        weir_view to = *x;
        to.data = scratch;
        WR_TRY(wr_cuda_copy_view(c, &to, x, true, &c->test));
        a.x = scratch;
    }
    WR_TRY(sort_pairs(c, &a));
    WR_TRY(launch(c, "count_groups", a.pieces * THREADS, THREADS, &a));
    WR_TRY(launch(c, "add_groups", 1, THREADS, &a));
    WR_TRY(launch(c, "number_groups", a.pieces * THREADS, THREADS, &a));
    a.guard = c->guard;
    return launch(c, "end_groups", a.n + 1, THREADS, &a);
}

/* ---- Searches -------------------------------------------------------------------------------- */

typedef struct search_args {
    wr_cuda_guard guard;
    const void *x, *values, *sorter;
    void *to;
    uint64_t value[2];
    int64_t n;
    uint64_t count, right;
} search_args;

typedef struct search_variant {
    int x, values, sorter, compared;
} search_variant;

static void write_search(wr_cuda_text *to, const void *ctx) {
    const search_variant *v = ctx;
    /* Bools are compared as numbers. */
    int compared = v->compared == WEIR_BOOL ? WEIR_UINT8 : v->compared;
    wr_cuda_write(to,
                  "#define SEARCH\ntypedef %s X;\ntypedef %s V;\ntypedef %s S;\ntypedef %s C;\n%s",
                  wr_cuda_dtype(v->x), wr_cuda_dtype(v->values), wr_cuda_dtype(v->sorter),
                  wr_cuda_dtype(compared), wr_text_order);
}

weir_status wr_cuda_look_up(wr_cuda_call *c, bool right) {
    const weir_kernel *k = c->k;
    const weir_view *x = &k->in[0], *values = &k->in[1];
    bool sorter = k->in_count > 2 && k->in[2].dtype != 0;
    search_variant v = {x->dtype, values->dtype, sorter ? k->in[2].dtype : WEIR_INT64, k->dtype};
    uint64_t key = (uint64_t)v.x << 12 | (uint64_t)v.values << 8 | (uint64_t)v.sorter << 4 |
                   (uint64_t)v.compared;
    wr_cuda_source source = {.family = "search", .variant = key, .write = write_search, .ctx = &v};
    search_args a = {.guard = c->test,
                     .x = x->data,
                     .values = values->data,
                     .sorter = sorter ? k->in[2].data : NULL,
                     .to = k->out[0].data,
                     .n = x->shape[0],
                     .count = (uint64_t)wr_view_count(values),
                     .right = right};
    if (c->scalars >> 1 & 1) {
        memcpy(a.value, values->data, wr_dtype_bytes(values->dtype));
        a.values = NULL;
    }
    if (sorter)
        WR_TRY(wr_cuda_launch(c, &source, "check_sorter", wr_cuda_blocks(c, (uint64_t)a.n, THREADS),
                              THREADS, &a));
    WR_TRY(wr_cuda_launch(c, &source, "search", wr_cuda_blocks(c, a.count, THREADS), THREADS, &a));
    return wr_cuda_mark(c);
}
