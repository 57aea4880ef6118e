/* sort.c - sort and argsort.
 *
 * Elements are mapped to unsigned keys with the same order (sort_codes.c).  For argsort an index is
 * attached to each key.  -0 and 0 are equal: argsort gives them the same key.  sort must give them
 * different keys, because keys are converted back to elements; if a row contains both -0 and 0,
 * sort restores their original order afterwards.
 *
 * A row is the sequence of elements along the axis.  Rows are sorted in the memory of the result.
 * If the axis is not the last one, the rows are first copied to contiguous memory, tile by tile.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/core/expression.h"
#include "ops/sort/sort_codes.h"
#include "ops/sort/sort_keys.h"
#include "ops/sort/order_cuda.h"
#include "ops/core/view.h"

enum {
    STACK_BYTES = WR_SIZE(16384, 128), /* a row with more bytes needs a buffer in scratch memory */
    PIECE_BYTES = WR_SIZE(65536, 64), /* approximate size of the rows in a piece of parallel work */
    /* maximum number of rows sorted in parallel with buffers in scratch memory */
    WAVE = WR_SIZE(64, 2),
};

#define SORT_ATTRS(X, A)                                                                           \
    X(A, I64, axis, -1, "axis to sort along", "axis")                                              \
    X(A, BOOL, descending, 0, "largest first")                                                     \
    X(A, BOOL, stable, 1, "keep the order of equal elements; always the case")
WEIR_ATTRS(sort, SORT_ATTRS);

/* ---- The plan, which depends on shape and dtype alone ---------------------------------------- */

typedef struct plan {
    /* rows: number of rows; n: elements per row; after: stride between the elements of a row */
    int64_t rows, n, after;
    wr_sort_kind kind;
    /* size: bytes per element of x; bytes: bytes per key, including its index, if any */
    size_t size, bytes;
    bool args; /* true for argsort, false for sort */
    /* The size in bytes of each part of the scratch memory, in the order of the parts, and the
     * total. */
    uint64_t gathered, sorted, other, counts, total;
} plan;

static wr_sort_kind kind_of(int dtype, bool args, int64_t n) {
    if (!args) return (wr_sort_kind)(WR_SORT_U8 + wr_dtypes[dtype].shift);
    return wr_sort_indexed(dtype, n);
}

static void make_plan(plan *p, int ndim, const int64_t *shape, int axis, int dtype, bool args) {
    int64_t count = wr_count(ndim, shape);
    *p = (plan){.n = shape[axis], .args = args, .size = wr_dtype_bytes(dtype)};
    if (count <= 0) return;
    p->rows = count / p->n;
    p->after = wr_count(ndim - axis - 1, shape + axis + 1);
    p->kind = kind_of(dtype, args, p->n);
    p->bytes = wr_sort_bytes(p->kind);
    uint64_t all = (uint64_t)count, row = wr_round_up((uint64_t)p->n * p->bytes, WR_CACHE_LINE);
    uint64_t wave = p->n >= WR_SORT_LONG ? 1 : p->rows < WAVE ? (uint64_t)p->rows : WAVE;
    /* `gathered` is the size of a copy of x with contiguous rows, plus, for argsort, the size of
     * the result with contiguous rows. */
    if (p->after > 1)
        p->gathered = wr_round_up(all * p->size, WR_CACHE_LINE) +
                      (args ? wr_round_up(all * 8, WR_CACHE_LINE) : 0);
    if (p->kind == WR_SORT_PAIR) p->sorted = wave * row;
    bool is_long = p->n >= WR_SORT_LONG;
    if (p->kind == WR_SORT_PAIR || is_long || row > STACK_BYTES) p->other = wave * row;
    if (is_long) p->counts = wr_sort_counts(p->n);
    p->total = p->gathered + p->sorted + p->other + p->counts;
}

static weir_status order_infer(weir_infer *c, bool args) {
    const sort_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    plan p;
    int axis;
    WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    WR_TRY(wr_need_order(c, x->dtype));
    wr_meta_like(&c->out[0], x);
    c->dtype = x->dtype;
    if (args) c->out[0].dtype = WEIR_INT64;
    make_plan(&p, x->ndim, wr_shape(x), axis, x->dtype, args);
    c->scratch_bytes = p.total;
    if ((c->out[0].device & 255) == WEIR_DEVICE_CUDA)
        c->scratch_bytes = wr_cuda_order_bytes(p.rows, p.n);
    return WEIR_OK;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

typedef struct job {
    const weir_kernel *k;
    plan p;
    wr_coding c;
    const wr_coder *coder;
    int shift;        /* log2 of the element size of x */
    const char *x;    /* the input */
    const char *from; /* the rows of the input, contiguous */
    char *to;         /* the rows of the result, contiguous; may be the same memory as `from` */
    char *sorted, *other, *counts;
    int64_t first; /* index of the first of the rows being sorted in parallel */
    /* Pointers for a long row.  source: its elements; keys: its keys; indices: its row in the
     * result. */
    const char *source;
    char *keys, *indices;
} job;

static void load(const job *j, char *keys, const char *from, int64_t begin, int64_t end) {
    if (j->p.kind == WR_SORT_PACKED)
        j->coder->pack(&j->c, (uint64_t *)(void *)keys, from, begin, end);
    else if (j->p.kind == WR_SORT_PAIR)
        j->coder->pair(&j->c, (wr_sort_pair *)(void *)keys, from, begin, end);
    else
        j->coder->encode(&j->c, keys + (begin << j->shift), from + (begin << j->shift),
                         end - begin);
}

static void store(const job *j, char *to, char *keys, int64_t begin, int64_t end) {
    int64_t *index = (int64_t *)(void *)to;
    if (j->p.kind == WR_SORT_PACKED) {
        const uint64_t *packed = (const uint64_t *)(void *)keys;
        for (int64_t i = begin; i < end; i++) index[i] = (int64_t)(packed[i] & UINT32_MAX);
    } else if (j->p.kind == WR_SORT_PAIR) {
        const wr_sort_pair *pairs = (const wr_sort_pair *)(void *)keys;
        for (int64_t i = begin; i < end; i++) index[i] = pairs[i].index;
    } else {
        j->coder->decode(&j->c, keys + (begin << j->shift), end - begin);
    }
}

/* Restore the original order of -0 and 0, which are equal, in a sorted row. */
static void restore_zeros(const job *j, char *keys, int64_t row) {
    int64_t n = j->p.n, after = j->p.after;
    int64_t first = row / after * n * after + row % after;
    if (j->c.is_float && !j->p.args)
        j->coder->mend(&j->c, keys, n, j->x + first * (int64_t)j->p.size, after);
}

static weir_status sort_rows(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    _Alignas(64) char near[STACK_BYTES];
    uint64_t slot = wr_round_up((uint64_t)j->p.n * j->p.bytes, WR_CACHE_LINE);
    int64_t out = j->p.args ? 8 : (int64_t)j->p.size;
    for (int64_t i = begin; i < end; i++) {
        int64_t row = j->first + i;
        const char *from = j->from + row * j->p.n * (int64_t)j->p.size;
        char *to = j->to + row * j->p.n * out;
        char *keys = j->p.sorted > 0 ? j->sorted + (uint64_t)i * slot : to;
        load(j, keys, from, 0, j->p.n);
        wr_sort_row(j->k, j->p.kind, keys, j->p.other > 0 ? j->other + (uint64_t)i * slot : near,
                    j->p.n);
        restore_zeros(j, keys, row);
        store(j, to, keys, 0, j->p.n);
    }
    return WEIR_OK;
}

/* Sort rows that are not long.  If the buffers are on the stack, all rows are sorted in parallel;
 * otherwise as many rows at a time as there are buffers. */
static weir_status sort_short(const weir_kernel *k, job *j) {
    int64_t row = j->p.n * (int64_t)j->p.bytes, grain = PIECE_BYTES / row;
    if (grain < 1) grain = 1;
    if (j->p.other == 0) return wr_split(k, j->p.rows, grain, sort_rows, j);
    for (; j->first < j->p.rows; j->first += WAVE) {
        int64_t left = j->p.rows - j->first;
        WR_TRY(wr_split(k, left < WAVE ? left : WAVE, grain, sort_rows, j));
    }
    return WEIR_OK;
}

static weir_status load_piece(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    load(j, j->keys, j->source, begin, end);
    return WEIR_OK;
}

static weir_status store_piece(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    store(j, j->indices, j->keys, begin, end);
    return WEIR_OK;
}

static weir_status sort_long(const weir_kernel *k, job *j) {
    int64_t n = j->p.n, out = j->p.args ? 8 : (int64_t)j->p.size, grain = WR_SORT_LONG / 4;
    for (int64_t row = 0; row < j->p.rows; row++) {
        j->source = j->from + row * n * (int64_t)j->p.size;
        j->indices = j->to + row * n * out;
        j->keys = j->p.sorted > 0 ? j->sorted : j->indices;
        WR_TRY(wr_split(k, n, grain, load_piece, j));
        WR_TRY(wr_sort_long(k, j->p.kind, j->keys, j->other, j->counts, n));
        restore_zeros(j, j->keys, row);
        WR_TRY(wr_split(k, n, grain, store_piece, j));
    }
    return WEIR_OK;
}

/* ---- The kernel ------------------------------------------------------------------------------ */

static weir_status order_run(const weir_kernel *k, bool args) {
    const sort_attr *attr = k->attr;
    const weir_view *x = &k->in[0], *y = &k->out[0];
    int axis = 0;
    if (wr_view_count(y) == 0) return WEIR_OK;
    wr_axis(attr->axis, x->ndim, &axis);
    job j = {.k = k,
             .c = wr_coding_of(x->dtype, attr->descending),
             .coder = wr_coder_of(k, x->dtype),
             .shift = wr_dtypes[x->dtype].shift,
             .x = x->data,
             .from = x->data,
             .to = y->data};
    make_plan(&j.p, x->ndim, x->shape, axis, x->dtype, args);
    char *scratch = k->scratch;
    weir_view gathered, result;
    int64_t strides[2][WEIR_NDIM_MAX];
    if (j.p.after > 1) {
        wr_view_rows(&gathered, strides[0], x, axis, scratch, x->dtype);
        WR_TRY(wr_copy_view(k, &gathered, x));
        j.from = j.to = scratch;
        if (args) j.to += wr_round_up((uint64_t)wr_view_count(x) * j.p.size, WR_CACHE_LINE);
        wr_view_rows(&result, strides[1], x, axis, j.to, y->dtype);
    }
    j.sorted = scratch + j.p.gathered;
    j.other = j.sorted + j.p.sorted;
    j.counts = j.other + j.p.other;
    WR_TRY(j.p.n >= WR_SORT_LONG ? sort_long(k, &j) : sort_short(k, &j));
    return j.p.after > 1 ? wr_copy_view(k, y, &result) : WEIR_OK;
}

static weir_status order_on_cuda(wr_cuda_call *c, bool args) {
    const sort_attr *attr = c->k->attr;
    const weir_view *x = &c->k->in[0], *y = &c->k->out[0];
    wr_cuda_order o = {.descending = attr->descending,
                       .values = args ? NULL : y->data,
                       .indices = args ? y->data : NULL};
    wr_axis(attr->axis, x->ndim, &o.axis);
    o.gives = x->shape[o.axis];
    return wr_cuda_order_rows(c, &o);
}

weir_status wr_cuda_sort(wr_cuda_call *c) { return order_on_cuda(c, false); }
weir_status wr_cuda_argsort(wr_cuda_call *c) { return order_on_cuda(c, true); }

/* ---- Reference implementation ---------------------------------------------------------------- */

static bool precedes(double a, double b, bool descending) {
    if (a != a || b != b) return a == a;
    return descending ? a > b : a < b;
}

/* Elements are compared as doubles, which is correct except for 64-bit integers beyond 2^53. */
static weir_status order_reference(const weir_kernel *k, bool args) {
    const sort_attr *attr = k->attr;
    const weir_view *x = &k->in[0], *y = &k->out[0];
    int axis = 0;
    wr_axis(attr->axis, x->ndim, &axis);
    int64_t count = wr_view_count(x), n = x->shape[axis];
    int64_t after = wr_count(x->ndim - axis - 1, x->shape + axis + 1);
    for (int64_t r = 0; n > 0 && r < count / n; r++) {
        int64_t base = r / after * n * after + r % after;
        /* The position of each element is the number of elements that precede it. */
        for (int64_t i = 0; i < n; i++) {
            double own = wr_view_get(x, base + i * after);
            int64_t place = 0;
            for (int64_t j = 0; j < n; j++) {
                double other = wr_view_get(x, base + j * after);
                bool ahead = precedes(other, own, attr->descending);
                bool tie = !ahead && !precedes(own, other, attr->descending);
                place += ahead || (tie && j < i);
            }
            wr_view_put(y, base + place * after, args ? (double)i : own);
        }
    }
    return WEIR_OK;
}

/* ---- The operators --------------------------------------------------------------------------- */

static weir_status sort_infer(weir_infer *c) { return order_infer(c, false); }
static weir_status sort_run(const weir_kernel *k) { return order_run(k, false); }
static weir_status sort_reference(const weir_kernel *k) { return order_reference(k, false); }

static weir_status argsort_infer(weir_infer *c) { return order_infer(c, true); }
static weir_status argsort_run(const weir_kernel *k) { return order_run(k, true); }
static weir_status argsort_reference(const weir_kernel *k) { return order_reference(k, true); }

/* Sorting moved element i of x to position place[i], where `place` is the inverse of the
 * permutation `order`, so the gradient of element i is the output's gradient at that position. */
static void sort_vjp(weir_vjp *v) {
    const sort_attr *attr = v->attr;
    weir_array *order = wr_g_argsort(v, v->in[0], attr->axis, attr->descending, 1);
    weir_array *place = wr_g_argsort(v, order, attr->axis, 0, 1);
    v->grad_in[0] = wr_g_take_along_axis(v, v->grad_out[0], place, attr->axis);
}

WR_OP(sort) = {
    .size = sizeof(weir_op_def),
    .name = "sort",
    .summary = "Sort along an axis.",
    .notes = "The sort is stable.  NaN comes last, ascending and descending.",
    .inputs = "x",
    .outputs = "y",
    .infer = sort_infer,
    .run = sort_run,
    .reference = sort_reference,
    .vjp = sort_vjp,
    WEIR_USE_ATTRS(sort),
    .samples = "(3,5); (4,3) axis=0; (2,4,3) axis=1 descending=1; (40); (0,3)",
};

/* There is no gradient, because the indices are piecewise constant. */
static void argsort_vjp(weir_vjp *v) { (void)v; }

WR_OP(argsort) = {
    .size = sizeof(weir_op_def),
    .name = "argsort",
    .summary = "Indices that sort along an axis.",
    .notes = "The sort is stable.  NaN comes last, ascending and descending.",
    .inputs = "x",
    .outputs = "indices",
    .parts = "indices: index of each element along the axis",
    .infer = argsort_infer,
    .run = argsort_run,
    .reference = argsort_reference,
    .vjp = argsort_vjp,
    WEIR_USE_ATTRS(sort),
    .samples = "(3,5); (4,3) axis=0; (2,4,3) axis=1 descending=1; i32(40)@-3:3; f64(30)",
};
