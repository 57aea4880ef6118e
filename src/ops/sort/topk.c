/* topk.c - topk and kthvalue: select the first k elements of a row without sorting all of it.
 *
 * A row is the sequence of elements along the axis.  A buffer collects candidates, which are keys
 * with their indices (sort_codes.h), so that no two candidates are equal.  When the buffer is full,
 * it is sorted, and all but the first k candidates are dropped.  From then on only elements whose
 * key is below that of the k-th candidate are added.  Blocks of elements are compared with that
 * limit using vectors, and most blocks have no element below it.  A long row is processed in
 * pieces: the first k elements of each piece are found in parallel, and the first k elements of the
 * row are among them.  If k is a large part of the row, the buffer is as large as the row, and a
 * long row is sorted by all workers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/core/expression.h"
#include "ops/index/gather_scatter.h"
#include "ops/sort/order_cuda.h"
#include "ops/sort/sort_simd.h"
#include "ops/sort/sort_codes.h"
#include "ops/core/view.h"

enum {
    PIECE = WR_SIZE(262144, 40), /* minimum number of elements in a piece of a long row */
    MORE = WR_SIZE(512, 4),      /* a buffer holds 2 * k + MORE candidates */
    WAVE = WR_SIZE(64, 2),       /* maximum number of rows processed in parallel */
};

/* ---- The plan, which depends on shape, dtype and k alone ------------------------------------- */

typedef struct plan {
    /* rows: number of rows; n: elements per row; after: stride between the elements of a row */
    int64_t rows, n, after;
    int64_t k, capacity, piece, pieces;
    wr_sort_kind kind;
    size_t size, bytes; /* size: bytes per element of x; bytes: bytes per candidate */
    bool sorts;         /* sort complete rows, each with all workers */
    /* The size in bytes of each part of the scratch memory, in the order of the parts, and the
     * total. */
    uint64_t gathered, values, indices, buffers, merged, counts, total;
} plan;

static uint64_t line(uint64_t bytes) { return wr_round_up(bytes, WR_CACHE_LINE); }

/* Make the plan.  `gives` is the size of the result along the axis: k, or 1 for kthvalue. */
static void make_plan(plan *p, int ndim, const int64_t *shape, int axis, int dtype, int64_t k,
                      int64_t gives) {
    int64_t count = wr_count(ndim, shape);
    *p = (plan){.n = shape[axis], .k = k, .size = wr_dtype_bytes(dtype)};
    if (count <= 0 || k == 0) return;
    p->rows = count / p->n;
    p->after = wr_count(ndim - axis - 1, shape + axis + 1);
    p->kind = wr_sort_indexed(dtype, p->n);
    p->bytes = wr_sort_bytes(p->kind);
    bool large = k > p->n / 8;
    p->sorts = large && p->n >= WR_SORT_LONG;
    p->capacity = large ? p->n : wr_min(p->n, 2 * k + MORE);
    p->piece = large ? p->n : 8 * k > PIECE ? 8 * k : PIECE;
    p->pieces = (p->n + p->piece - 1) / p->piece;
    int64_t wave = p->pieces > 1 ? p->pieces : wr_min(p->rows, p->sorts ? 1 : WAVE);
    if (p->after > 1) {
        p->gathered = line((uint64_t)count * p->size);
        p->values = line((uint64_t)(p->rows * gives) * p->size);
        p->indices = line((uint64_t)(p->rows * gives) * 8);
    }
    p->buffers = (uint64_t)wave * 2 * line((uint64_t)p->capacity * p->bytes);
    if (p->pieces > 1) p->merged = 2 * line((uint64_t)(p->pieces * k) * p->bytes);
    if (p->sorts) p->counts = wr_sort_counts(p->n);
    p->total = p->gathered + p->values + p->indices + p->buffers + p->merged + p->counts;
}

/* ---- One piece ------------------------------------------------------------------------------- */

typedef struct job {
    const weir_kernel *k;
    plan p;
    wr_coding c;
    const wr_coder *coder;
    wr_next_below_fn *next_below;
    uint64_t turn, flip;
    const char *from; /* contiguous rows of x */
    char *values;     /* contiguous rows of the results */
    int64_t *indices;
    char *buffers, *merged, *counts;
    /* first: index of the first row of the set that is processed in parallel; gives: number of
     * elements in a row of the results */
    int64_t first, gives;
} job;

typedef struct candidates {
    char *data, *other;
    int64_t count;
    bool limited;   /* there are k candidates, and `limit` is the key of the k-th */
    uint64_t limit; /* elements with this key or a higher one are not added */
} candidates;

static void push(const job *j, candidates *r, uint64_t key, int64_t index) {
    if (j->p.kind == WR_SORT_PACKED)
        ((uint64_t *)(void *)r->data)[r->count++] = key << 32 | (uint64_t)index;
    else
        ((wr_sort_pair *)(void *)r->data)[r->count++] = (wr_sort_pair){key, index};
}

static int64_t index_of(const job *j, const char *data, int64_t i) {
    if (j->p.kind == WR_SORT_PACKED)
        return (int64_t)(((const uint64_t *)(const void *)data)[i] & UINT32_MAX);
    return ((const wr_sort_pair *)(const void *)data)[i].index;
}

static uint64_t key_of(const job *j, const char *data, int64_t i) {
    if (j->p.kind == WR_SORT_PACKED) return ((const uint64_t *)(const void *)data)[i] >> 32;
    return ((const wr_sort_pair *)(const void *)data)[i].key;
}

/* Sort the candidates, and keep the first k. */
static void shrink(const job *j, candidates *r) {
    wr_sort_row(j->k, j->p.kind, r->data, r->other, r->count);
    if (r->count < j->p.k) return;
    r->count = j->p.k;
    r->limit = key_of(j, r->data, r->count - 1);
    r->limited = true;
}

static void find(const job *j, candidates *r, const char *row, int64_t begin, int64_t end) {
    int64_t at = begin, last;
    for (;; at = last) {
        if (r->limited) at = j->next_below(row, at, end, j->turn, j->flip, r->limit);
        if (at >= end) break;
        last = wr_min(at + WR_ORDER_BLOCK, end);
        for (int64_t i = at; i < last; i++) {
            uint64_t key = j->coder->key(&j->c, row, i);
            if (r->limited && key >= r->limit)
                continue; /* there are k candidates that come before this element */
            if (r->count == j->p.capacity) shrink(j, r);
            if (!r->limited || key < r->limit) push(j, r, key, i);
        }
    }
    shrink(j, r);
}

static candidates candidates_of(const job *j, int64_t i) {
    uint64_t bytes = line((uint64_t)j->p.capacity * j->p.bytes);
    char *data = j->buffers + (uint64_t)i * 2 * bytes;
    return (candidates){.data = data, .other = data + bytes};
}

static void store(const job *j, int64_t row, const char *data) {
    const char *from = j->from + row * j->p.n * (int64_t)j->p.size;
    size_t size = j->p.size;
    for (int64_t i = 0; i < j->gives; i++) {
        int64_t at = index_of(j, data, j->p.k - j->gives + i), to = row * j->gives + i;
        j->indices[to] = at;
        memcpy(j->values + (size_t)to * size, from + (size_t)at * size, size);
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static weir_status short_rows(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    for (int64_t i = begin; i < end; i++) {
        int64_t row = j->first + i;
        candidates r = candidates_of(j, i);
        find(j, &r, j->from + row * j->p.n * (int64_t)j->p.size, 0, j->p.n);
        store(j, row, r.data);
    }
    return WEIR_OK;
}

static weir_status run_short(const weir_kernel *k, job *j) {
    enum { LOAD = WR_SIZE(16384, 8) };
    int64_t grain = LOAD / j->p.n;
    for (; j->first < j->p.rows; j->first += WAVE)
        WR_TRY(
            wr_split(k, wr_min(j->p.rows - j->first, WAVE), grain > 0 ? grain : 1, short_rows, j));
    return WEIR_OK;
}

static weir_status pieces_of_row(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    const char *row = j->from + j->first * j->p.n * (int64_t)j->p.size;
    size_t bytes = (size_t)j->p.k * j->p.bytes;
    for (int64_t i = begin; i < end; i++) {
        candidates r = candidates_of(j, i);
        find(j, &r, row, i * j->p.piece, wr_min((i + 1) * j->p.piece, j->p.n));
        memcpy(j->merged + (size_t)i * bytes, r.data, (size_t)r.count * j->p.bytes);
    }
    return WEIR_OK;
}

static weir_status run_pieces(const weir_kernel *k, job *j) {
    for (; j->first < j->p.rows; j->first++) {
        WR_TRY(wr_split(k, j->p.pieces, 1, pieces_of_row, j));
        int64_t last = j->p.n - (j->p.pieces - 1) * j->p.piece;
        int64_t count = (j->p.pieces - 1) * j->p.k + wr_min(last, j->p.k);
        wr_sort_row(j->k, j->p.kind, j->merged, j->merged + j->p.merged / 2, count);
        store(j, j->first, j->merged);
    }
    return WEIR_OK;
}

static weir_status load_part(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    const char *row = j->from + j->first * j->p.n * (int64_t)j->p.size;
    if (j->p.kind == WR_SORT_PACKED)
        j->coder->pack(&j->c, (uint64_t *)(void *)j->buffers, row, begin, end);
    else
        j->coder->pair(&j->c, (wr_sort_pair *)(void *)j->buffers, row, begin, end);
    return WEIR_OK;
}

static weir_status run_sorts(const weir_kernel *k, job *j) {
    for (; j->first < j->p.rows; j->first++) {
        candidates r = candidates_of(j, 0);
        WR_TRY(wr_split(k, j->p.n, WR_SORT_LONG / 4, load_part, j));
        WR_TRY(wr_sort_long(k, j->p.kind, r.data, r.other, j->counts, j->p.n));
        store(j, j->first, r.data);
    }
    return WEIR_OK;
}

/* ---- The kernel ------------------------------------------------------------------------------ */

/* Select the first `count` elements of each row and write the last `gives` of them to the outputs.
 * The outputs of kthvalue may lack the axis, so the local variable `shape` is their shape including
 * the axis. */
static weir_status run(const weir_kernel *k, int axis, int64_t count, int64_t gives, bool largest) {
    const weir_view *x = &k->in[0], *values = &k->out[0], *indices = &k->out[1];
    if (wr_view_count(values) == 0) return WEIR_OK;
    int64_t shape[WEIR_NDIM_MAX], row_major[WEIR_NDIM_MAX], strides[3][WEIR_NDIM_MAX];
    job j = {.k = k,
             .c = wr_coding_of(x->dtype, largest),
             .coder = wr_coder_of(k, x->dtype),
             .next_below = wr_simd_of(k)->order->next_below[wr_dtypes[x->dtype].shift],
             .from = x->data,
             .values = values->data,
             .indices = indices->data,
             .gives = gives};
    j.turn = j.c.is_float ? j.c.sign - 1 : 0;
    j.flip = (j.c.is_float ? j.c.sign : 0) ^ j.c.flip;
    make_plan(&j.p, x->ndim, x->shape, axis, x->dtype, count, gives);
    char *scratch = k->scratch;
    weir_view rows, made[2], out[2];
    if (j.p.after > 1) {
        wr_view_rows(&rows, strides[0], x, axis, scratch, x->dtype);
        WR_TRY(wr_copy_view(k, &rows, x));
        j.from = scratch;
        j.values = scratch + j.p.gathered;
        j.indices = (int64_t *)(void *)(j.values + j.p.values);
        for (int i = 0; i < x->ndim; i++) shape[i] = i == axis ? gives : x->shape[i];
        wr_row_major(x->ndim, shape, row_major);
        out[0] = (weir_view){values->data, shape, row_major, values->dtype, x->ndim};
        out[1] = (weir_view){indices->data, shape, row_major, indices->dtype, x->ndim};
        wr_view_rows(&made[0], strides[1], &out[0], axis, j.values, values->dtype);
        wr_view_rows(&made[1], strides[2], &out[1], axis, j.indices, indices->dtype);
    }
    j.buffers = scratch + j.p.gathered + j.p.values + j.p.indices;
    j.merged = j.buffers + j.p.buffers;
    j.counts = j.merged + j.p.merged;
    WR_TRY(j.p.sorts ? run_sorts(k, &j) : j.p.pieces > 1 ? run_pieces(k, &j) : run_short(k, &j));
    if (j.p.after == 1) return WEIR_OK;
    WR_TRY(wr_copy_view(k, &out[0], &made[0]));
    return wr_copy_view(k, &out[1], &made[1]);
}

/* ---- Reference implementation ---------------------------------------------------------------- */

static bool precedes(double a, double b, bool descending) {
    if (a != a || b != b) return a == a && b != b;
    return descending ? a > b : a < b;
}

/* Elements are compared as doubles, which is correct except for 64-bit integers beyond 2^53. */
static weir_status reference(const weir_kernel *k, int axis, int64_t count, int64_t gives,
                             bool largest) {
    const weir_view *x = &k->in[0];
    int64_t n = x->shape[axis], all = wr_view_count(x), skip = count - gives;
    int64_t after = wr_count(x->ndim - axis - 1, x->shape + axis + 1);
    for (int64_t r = 0; n > 0 && r < all / n; r++) {
        int64_t base = r / after * n * after + r % after;
        int64_t to = r / after * gives * after + r % after;
        /* The position of each element is the number of elements that precede it. */
        for (int64_t i = 0; i < n; i++) {
            double own = wr_view_get(x, base + i * after);
            int64_t place = 0;
            for (int64_t o = 0; o < n; o++) {
                double other = wr_view_get(x, base + o * after);
                bool ahead = precedes(other, own, largest);
                place += ahead || (!precedes(own, other, largest) && o < i);
            }
            if (place < skip || place >= count) continue;
            wr_view_put(&k->out[0], to + (place - skip) * after, own);
            wr_view_put(&k->out[1], to + (place - skip) * after, (double)i);
        }
    }
    return WEIR_OK;
}

/* ---- topk ------------------------------------------------------------------------------------ */

#define TOPK_ATTRS(X, A)                                                                           \
    X(A, I64, k, WEIR_REQUIRED, "number of elements", ">= 0")                                      \
    X(A, I64, axis, -1, "axis to search along", "axis")                                            \
    X(A, BOOL, largest, 1, "largest elements; otherwise the smallest")                             \
    X(A, BOOL, sorted, 1, "return them in order; always the case")
WEIR_ATTRS(topk, TOPK_ATTRS);

static weir_status topk_infer(weir_infer *c) {
    const topk_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    plan p;
    int axis;
    WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    WR_TRY(wr_need_order(c, x->dtype));
    int64_t n = wr_shape(x)[axis];
    if (attr->k < 0 || attr->k > n)
        return wr_refuse(c, "k=%lld is out of range for axis %d of size %lld", (long long)attr->k,
                         axis, (long long)n);
    for (int i = 0; i < 2; i++) {
        wr_meta_like(&c->out[i], x);
        c->out[i].shape[axis] = attr->k;
    }
    c->out[1].dtype = WEIR_INT64;
    c->dtype = x->dtype;
    make_plan(&p, x->ndim, wr_shape(x), axis, x->dtype, attr->k, attr->k);
    c->scratch_bytes = (c->out[0].device & 255) == WEIR_DEVICE_CUDA
                           ? wr_cuda_order_bytes(n > 0 ? x->count / n : 0, n)
                           : p.total;
    return WEIR_OK;
}

static weir_status topk_run(const weir_kernel *k) {
    const topk_attr *attr = k->attr;
    int axis = 0;
    wr_axis(attr->axis, k->in[0].ndim, &axis);
    return run(k, axis, attr->k, attr->k, attr->largest);
}

static weir_status run_on_cuda(wr_cuda_call *c, int64_t axis, int64_t count, int64_t gives,
                               bool largest) {
    wr_cuda_order o = {.descending = largest,
                       .skip = count - gives,
                       .gives = gives,
                       .values = c->k->out[0].data,
                       .indices = c->k->out[1].data};
    wr_axis(axis, c->k->in[0].ndim, &o.axis);
    return wr_cuda_order_rows(c, &o);
}

weir_status wr_cuda_topk(wr_cuda_call *c) {
    const topk_attr *attr = c->k->attr;
    return run_on_cuda(c, attr->axis, attr->k, attr->k, attr->largest);
}

static weir_status topk_reference(const weir_kernel *k) {
    const topk_attr *attr = k->attr;
    int axis = 0;
    wr_axis(attr->axis, k->in[0].ndim, &axis);
    return reference(k, axis, attr->k, attr->k, attr->largest);
}

/* Each selected element receives the gradient of its result; all others receive zero. */
static void topk_vjp(weir_vjp *v) {
    const topk_attr *attr = v->attr;
    v->grad_in[0] = wr_g_put_along_axis(v, wr_build_zeros(v, v->in[0]), v->out[1], v->grad_out[0],
                                        attr->axis, 0);
}

WR_OP(topk) = {
    .size = sizeof(weir_op_def),
    .name = "topk",
    .summary = "The k largest (or smallest) elements along an axis, in order, and their indices.",
    .notes =
        "These are the first k elements of sort: the first of equal elements come first, and NaN "
        "only if there are fewer than k other elements.",
    .inputs = "x",
    .outputs = "values, indices",
    .parts = "values: the largest elements; "
             "indices: their indices along the axis",
    .infer = topk_infer,
    .run = topk_run,
    .reference = topk_reference,
    .vjp = topk_vjp,
    WEIR_USE_ATTRS(topk),
    .samples = "(3,5) k=2; (4,3) k=4 axis=0 largest=0; (2,5,3) k=2 axis=1; (40) k=1; "
               "i32(30)@-3:3 k=9 largest=0; (3,4) k=0",
};

/* ---- kthvalue -------------------------------------------------------------------------------- */

#define KTHVALUE_ATTRS(X, A)                                                                       \
    X(A, I64, k, 1, "rank of the element; 1 is the smallest", ">= 1")                              \
    X(A, I64, axis, -1, "axis to search along", "axis")                                            \
    X(A, BOOL, keepdims, 0, "keep the reduced axis with size one")
WEIR_ATTRS(kthvalue, KTHVALUE_ATTRS);

static weir_status kthvalue_infer(weir_infer *c) {
    const kthvalue_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    plan p;
    int axis;
    WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    WR_TRY(wr_need_order(c, x->dtype));
    int64_t n = wr_shape(x)[axis];
    if (attr->k < 1 || attr->k > n)
        return wr_refuse(c, "k=%lld must be between 1 and %lld, the size of axis %d",
                         (long long)attr->k, (long long)n, axis);
    for (int i = 0; i < 2; i++) {
        weir_meta *m = &c->out[i];
        m->ndim = 0;
        for (int d = 0; d < x->ndim; d++)
            if (d != axis || attr->keepdims) m->shape[m->ndim++] = d == axis ? 1 : wr_shape(x)[d];
        m->dtype = i == 0 ? x->dtype : WEIR_INT64;
    }
    c->dtype = x->dtype;
    make_plan(&p, x->ndim, wr_shape(x), axis, x->dtype, attr->k, 1);
    c->scratch_bytes = (c->out[0].device & 255) == WEIR_DEVICE_CUDA
                           ? wr_cuda_order_bytes(n > 0 ? x->count / n : 0, n)
                           : p.total;
    return WEIR_OK;
}

static weir_status kthvalue_run(const weir_kernel *k) {
    const kthvalue_attr *attr = k->attr;
    int axis = 0;
    wr_axis(attr->axis, k->in[0].ndim, &axis);
    return run(k, axis, attr->k, 1, false);
}

weir_status wr_cuda_kthvalue(wr_cuda_call *c) {
    const kthvalue_attr *attr = c->k->attr;
    return run_on_cuda(c, attr->axis, attr->k, 1, false);
}

static weir_status kthvalue_reference(const weir_kernel *k) {
    const kthvalue_attr *attr = k->attr;
    int axis = 0;
    wr_axis(attr->axis, k->in[0].ndim, &axis);
    return reference(k, axis, attr->k, 1, false);
}

static void kthvalue_vjp(weir_vjp *v) {
    const kthvalue_attr *attr = v->attr;
    weir_array *at = v->out[1], *g = v->grad_out[0], *x = v->in[0];
    int axis = 0;
    wr_axis(attr->axis, x->ndim, &axis);
    const int64_t axes[1] = {axis};
    if (g == NULL) return;
    if (!attr->keepdims) {
        at = wr_g_expand_dims(v, at, axes, 1);
        g = wr_g_expand_dims(v, g, axes, 1);
    }
    v->grad_in[0] = wr_g_put_along_axis(v, wr_build_zeros(v, x), at, g, axis, 0);
}

WR_OP(kthvalue) = {
    .size = sizeof(weir_op_def),
    .name = "kthvalue",
    .summary = "The k-th smallest element along an axis, counted from 1, and its index.",
    .inputs = "x",
    .outputs = "values, indices",
    .parts = "values: the element of that rank; "
             "indices: its index along the axis",
    .infer = kthvalue_infer,
    .run = kthvalue_run,
    .reference = kthvalue_reference,
    .vjp = kthvalue_vjp,
    WEIR_USE_ATTRS(kthvalue),
    .samples = "(3,5) k=2; (4,3) k=4 axis=0 keepdims=1; (2,5,3) k=3 axis=1; (40) k=3",
};
