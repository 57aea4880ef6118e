/* unique.c - the unique_* functions of the Array API standard: unique values of an array.
 *
 * The size of the result depends on the values, so these operators wait for the result of
 * unique_groups.  unique_groups itself is queued like other operators: it sorts, finds where a new
 * value begins in the sorted order, and numbers the groups of equal elements.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/core/composite_calls.h"
#include "ops/index/gather_scatter.h"
#include "ops/sort/order_cuda.h"
#include "ops/sort/sort_codes.h"
#include "ops/core/view.h"

enum { PIECE = WR_SIZE(16384, 8) }; /* number of elements in a piece of parallel work */

/* ---- unique_groups --------------------------------------------------------------------------- */

typedef struct plan {
    int64_t n, pieces;
    wr_sort_kind kind;
    /* Sizes in bytes of the parts of the scratch memory.  buffer: one of the two buffers; counts:
     * the counts of a long sort; total: all parts together. */
    uint64_t buffer, counts, total;
} plan;

static bool is_complex(int dtype) { return wr_dtype_kind_of(dtype) == WR_KIND_COMPLEX; }

static int part_of(int dtype) {
    return dtype == WEIR_COMPLEX64 ? WEIR_FLOAT32 : dtype == WEIR_COMPLEX128 ? WEIR_FLOAT64 : dtype;
}

static plan plan_of(int64_t n, int dtype) {
    plan p = {.n = n, .pieces = (n + PIECE - 1) / PIECE};
    p.kind = is_complex(dtype) ? WR_SORT_PAIR : wr_sort_indexed(dtype, n);
    p.buffer = wr_round_up((uint64_t)n * wr_sort_bytes(p.kind), WR_CACHE_LINE);
    p.counts = n >= WR_SORT_LONG ? wr_round_up(wr_sort_counts(n), WR_CACHE_LINE) : 0;
    p.total = 2 * p.buffer + p.counts + (uint64_t)p.pieces * sizeof(int64_t);
    return p;
}

static weir_status unique_groups_infer(weir_infer *c) {
    const weir_array *x = c->in[0];
    int64_t more = x->count + 1;
    wr_meta_shape(&c->out[0], 1, &x->count);
    wr_meta_shape(&c->out[1], 1, &more);
    wr_meta_shape(&c->out[2], x->ndim, wr_shape(x));
    wr_meta_shape(&c->out[3], 0, NULL);
    for (int i = 0; i < 4; i++) c->out[i].dtype = WEIR_INT64;
    c->dtype = x->dtype;
    c->scratch_bytes = (c->out[0].device & 255) == WEIR_DEVICE_CUDA
                           ? wr_cuda_groups_bytes(x->count)
                           : plan_of(x->count, x->dtype).total;
    return WEIR_OK;
}

typedef struct job {
    plan p;
    wr_coding c;
    const wr_coder *coder;
    int dtype;
    const char *x;
    char *sorted, *other, *counts;
    /* For each piece: the number of groups that begin in it, later the number that begin before
     * it. */
    int64_t *first;
    int64_t *order, *begin, *inverse;
    /* Part by which complex numbers are being sorted: 0 for the real part, 1 for the imaginary
     * part. */
    int part;
} job;

static weir_status load(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    wr_sort_pair *pair = (wr_sort_pair *)(void *)j->sorted;
    if (is_complex(j->dtype))
        for (int64_t i = begin; i < end; i++) {
            /* Sort by imaginary part first, then by real part.  The second sort is stable, so equal
             * real parts stay sorted by imaginary part. */
            int64_t index = j->part == 1 ? i : pair[i].index;
            pair[i] = (wr_sort_pair){j->coder->key(&j->c, j->x, 2 * index + j->part), index};
        }
    else if (j->p.kind == WR_SORT_PACKED)
        j->coder->pack(&j->c, (uint64_t *)(void *)j->sorted, j->x, begin, end);
    else
        j->coder->pair(&j->c, pair, j->x, begin, end);
    return WEIR_OK;
}

static weir_status sort(const weir_kernel *k, job *j) {
    WR_TRY(wr_split(k, j->p.n, PIECE, load, j));
    if (j->p.n >= WR_SORT_LONG)
        return wr_sort_long(k, j->p.kind, j->sorted, j->other, j->counts, j->p.n);
    wr_sort_row(k, j->p.kind, j->sorted, j->other, j->p.n);
    return WEIR_OK;
}

static int64_t index_of(const job *j, int64_t i) {
    if (j->p.kind == WR_SORT_PACKED)
        return (int64_t)(((const uint64_t *)(const void *)j->sorted)[i] & UINT32_MAX);
    return ((const wr_sort_pair *)(const void *)j->sorted)[i].index;
}

static uint64_t key_of(const job *j, int64_t i) {
    if (j->p.kind == WR_SORT_PACKED) return ((const uint64_t *)(const void *)j->sorted)[i] >> 32;
    return ((const wr_sort_pair *)(const void *)j->sorted)[i].key;
}

/* Return whether a new value begins at position i of the sorted order.  Each NaN counts as a
 * separate value. */
static bool is_new(const job *j, int64_t i) {
    if (i == 0) return true;
    uint64_t key = key_of(j, i), nan = UINT64_MAX >> (64 - (8 << j->c.shift));
    if (key != key_of(j, i - 1) || (j->c.is_float && key == nan)) return true;
    if (!is_complex(j->dtype)) return false;
    key = j->coder->key(&j->c, j->x, 2 * index_of(j, i) + 1);
    return key == nan || key != j->coder->key(&j->c, j->x, 2 * index_of(j, i - 1) + 1);
}

static int64_t end_of(const job *j, int64_t piece) {
    return (piece + 1) * PIECE < j->p.n ? (piece + 1) * PIECE : j->p.n;
}

static weir_status count_pieces(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    for (int64_t piece = begin; piece < end; piece++) {
        int64_t count = 0;
        for (int64_t i = piece * PIECE; i < end_of(j, piece); i++) count += is_new(j, i);
        j->first[piece] = count;
    }
    return WEIR_OK;
}

static weir_status number_pieces(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    for (int64_t piece = begin; piece < end; piece++) {
        int64_t group = j->first[piece] - 1;
        for (int64_t i = piece * PIECE; i < end_of(j, piece); i++) {
            if (is_new(j, i)) j->begin[++group] = i;
            j->order[i] = index_of(j, i);
            j->inverse[j->order[i]] = group;
        }
    }
    return WEIR_OK;
}

static weir_status unique_groups_run(const weir_kernel *k) {
    const weir_view *x = &k->in[0];
    char *scratch = k->scratch;
    int part = part_of(x->dtype);
    job j = {.p = plan_of(wr_view_count(x), x->dtype),
             .c = wr_coding_of(part, false),
             .coder = wr_coder_of(k, part),
             .dtype = x->dtype,
             .x = x->data,
             .sorted = scratch,
             .order = k->out[0].data,
             .begin = k->out[1].data,
             .inverse = k->out[2].data};
    int64_t groups = 0;
    j.other = j.sorted + j.p.buffer;
    j.counts = j.other + j.p.buffer;
    j.first = (int64_t *)(void *)(j.counts + j.p.counts);
    if (is_complex(x->dtype)) {
        j.part = 1;
        WR_TRY(j.p.n > 0 ? sort(k, &j) : WEIR_OK);
        j.part = 0;
    }
    if (j.p.n > 0) WR_TRY(sort(k, &j));
    WR_TRY(wr_split(k, j.p.pieces, 1, count_pieces, &j));
    for (int64_t i = 0; i < j.p.pieces; i++) {
        int64_t count = j.first[i];
        j.first[i] = groups;
        groups += count;
    }
    WR_TRY(wr_split(k, j.p.pieces, 1, number_pieces, &j));
    for (int64_t i = groups; i <= j.p.n; i++) j.begin[i] = j.p.n;
    *(int64_t *)k->out[3].data = groups;
    return WEIR_OK;
}

/* Compare two elements and return -1, 0 or 1.  NaN sorts after all other values and compares equal
 * to NaN. */
static int compare(double a, double b) {
    if (a != a || b != b) return (a != a) - (b != b);
    return (a > b) - (a < b);
}

static weir_status unique_groups_reference(const weir_kernel *k) {
    const weir_view *x = &k->in[0], *order = &k->out[0], *begin = &k->out[1];
    int64_t n = wr_view_count(x), groups = 0;
    for (int64_t i = 0; i < n; i++) {
        double _Complex own = wr_view_get_complex(x, i);
        int64_t place = 0;
        for (int64_t o = 0; o < n; o++) {
            double _Complex other = wr_view_get_complex(x, o);
            int way = compare(__real__ other, __real__ own);
            if (way == 0) way = compare(__imag__ other, __imag__ own);
            place += way < 0 || (way == 0 && o < i);
        }
        wr_view_put(order, place, (double)i);
    }
    for (int64_t i = 0; i < n; i++) {
        int64_t at = (int64_t)wr_view_get(order, i);
        bool same = i > 0 && wr_view_get_complex(x, at) ==
                                 wr_view_get_complex(x, (int64_t)wr_view_get(order, i - 1));
        if (!same) wr_view_put(begin, groups++, (double)i);
        wr_view_put(&k->out[2], at, (double)(groups - 1));
    }
    for (int64_t i = groups; i <= n; i++) wr_view_put(begin, i, (double)n);
    wr_view_put(&k->out[3], 0, (double)groups);
    return WEIR_OK;
}

WR_OP(unique_groups) = {
    .size = sizeof(weir_op_def),
    .name = "unique_groups",
    .summary = "Groups of equal elements; the basis of unique_all, without waiting.",
    .notes =
        "order: indices that sort the flattened x (complex numbers by real, then by imaginary "
        "part).  begins: position of the first element of each group in that order, followed by "
        "the number of elements.  inverse_indices: the group of each element.  groups: the "
        "number of groups.",
    .inputs = "x",
    .outputs = "order, begins, inverse_indices, groups",
    .parts = "order: indices that sort x; "
             "begins: where each group of equal elements begins; "
             "inverse_indices: group of each element of x; "
             "groups: number of groups",
    .infer = unique_groups_infer,
    .run = unique_groups_run,
    .reference = unique_groups_reference,
    .samples = "i32(3,4)@0:4; (5); (30)@-2:2; c64(4)",
};

/* ---- unique_all, unique_counts, unique_inverse and unique_values ----------------------------- */

enum { VALUES = 1, INDICES = 2, INVERSE = 4, COUNTS = 8 };

static weir_status unique(weir_infer *c, int wanted, weir_array **out) {
    weir_array *x = c->in[0], *y[4], *made[4];
    wr_compose m;
    int given = 0;
    WR_TRY(wr_compose_begin(&m, x->rt));
    uint32_t count = 4;
    m.v.status = wr_call(x->rt, &wr_ops[WR_OP_unique_groups], &x, 1, NULL, made, &count);
    int64_t groups = 0;
    if (m.v.status == WEIR_OK) m.v.status = wr_array_count_of(made[3], c->op->def.name, &groups);
    if (m.v.status != WEIR_OK) return wr_compose_end_all(&m, y, 0, out);
    const int64_t more = groups + 1;
    const int64_t step = 1;
    weir_array *begin = wr_compose_view(&m, made[1], 1, &groups, &step, 0);
    weir_array *begins = wr_compose_view(&m, made[1], 1, &more, &step, 0);
    weir_array *indices = wr_g_take(&m.v, made[0], begin, 0);
    if (wanted & VALUES) y[given++] = wr_g_take(&m.v, x, indices, WEIR_NONE);
    if (wanted & INDICES) y[given++] = indices;
    if (wanted & INVERSE) y[given++] = made[2];
    if (wanted & COUNTS)
        y[given++] = wr_g_subtract(&m.v, wr_build_cut(&m.v, begins, 0, 1, more), begin);
    return wr_compose_end_all(&m, y, given, out);
}

static weir_status unique_all_eager(weir_infer *c, weir_array **out) {
    return unique(c, VALUES | INDICES | INVERSE | COUNTS, out);
}
static weir_status unique_counts_eager(weir_infer *c, weir_array **out) {
    return unique(c, VALUES | COUNTS, out);
}
static weir_status unique_inverse_eager(weir_infer *c, weir_array **out) {
    return unique(c, VALUES | INVERSE, out);
}

/* unique_values needs no indices, so it sorts the values without them, which is faster. */
static weir_status unique_values_eager(weir_infer *c, weir_array **out) {
    weir_array *x = c->in[0], *row[2], *y;
    if (is_complex(x->dtype) || x->count == 0 || (x->flags & WR_NUMBER))
        return unique(c, VALUES, out);
    wr_compose m;
    WR_TRY(wr_compose_begin(&m, x->rt));
    const int64_t n = x->count, one = 1;
    weir_array *sorted = wr_g_sort(&m.v, wr_compose_reshape(&m, x, 1, &n), 0, 0, 1);
    row[0] = wr_g_ones(&m.v, &one, 1, WEIR_BOOL, x->device);
    row[1] = wr_g_not_equal(&m.v, wr_build_cut(&m.v, sorted, 0, 1, n),
                            wr_build_cut(&m.v, sorted, 0, 0, n - 1));
    y = wr_g_mask_select(&m.v, sorted, wr_g_concat(&m.v, row, 2, 0));
    return wr_compose_end(&m, y, out);
}

/* The gradient of a unique value goes to its first occurrence. */
static void unique_all_vjp(weir_vjp *v) {
    v->grad_in[0] =
        wr_g_scatter_add(v, wr_build_zeros(v, v->in[0]), v->out[1], v->grad_out[0], WEIR_NONE);
}

#define NOTES                                                                                        \
    "The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are " \
    "distinct.  The size of the result depends on the values, so this waits for x."
#define SAMPLES "i32(3,4)@0:4; (5); (30)@-2:2; c64(4); (0,3)"

WR_OP(unique_all) = {
    .size = sizeof(weir_op_def),
    .name = "unique_all",
    .summary =
        "Unique values of x, the index of the first occurrence of each, the indices that rebuild "
        "x, and the counts.",
    .notes = NOTES,
    .inputs = "x",
    .outputs = "values, indices, inverse_indices, counts",
    .parts = "values: the distinct elements; "
             "indices: index of the first occurrence of each; "
             "inverse_indices: position of each element of x among the values; "
             "counts: number of occurrences of each",
    .flags = WEIR_OP_BLOCKING,
    .eager = unique_all_eager,
    .vjp = unique_all_vjp,
    .samples = SAMPLES,
};

WR_OP(unique_counts) = {
    .size = sizeof(weir_op_def),
    .name = "unique_counts",
    .summary = "Unique values of x and their counts.",
    .notes = NOTES,
    .inputs = "x",
    .outputs = "values, counts",
    .parts = "values: the distinct elements; "
             "counts: number of occurrences of each",
    .flags = WEIR_OP_BLOCKING,
    .eager = unique_counts_eager,
    .samples = SAMPLES,
};

WR_OP(unique_inverse) = {
    .size = sizeof(weir_op_def),
    .name = "unique_inverse",
    .summary = "Unique values of x and the indices that rebuild x from them.",
    .notes = NOTES,
    .inputs = "x",
    .outputs = "values, inverse_indices",
    .parts = "values: the distinct elements; "
             "inverse_indices: position of each element of x among the values",
    .flags = WEIR_OP_BLOCKING,
    .eager = unique_inverse_eager,
    .samples = SAMPLES,
};

WR_OP(unique_values) = {
    .size = sizeof(weir_op_def),
    .name = "unique_values",
    .summary = "Unique values of x.",
    .notes = NOTES,
    .inputs = "x",
    .outputs = "values",
    .parts = "values: the distinct elements",
    .flags = WEIR_OP_BLOCKING,
    .eager = unique_values_eager,
    .samples = SAMPLES,
};
