/* choice.c - permutations and categorical sampling: permutation, shuffle, categorical.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "ops/random/distributions.h"
#include "ops/random/random.h"
#include "ops/random/random_simd.h"

/* ---- permutation ----------------------------------------------------------------------------- */

#define PERMUTATION_ATTRS(X, A)                                                                    \
    X(A, I64, n, WEIR_REQUIRED, "number of integers; required", ">= 0")                            \
    X(A, DTYPE, dtype, WEIR_INT64, "an integer dtype")                                             \
    X(A, DEVICE, device, -1, "device of the result")
WEIR_ATTRS(permutation, PERMUTATION_ATTRS);

static bool can_hold(int dtype, int64_t n) { return n == 0 || wr_dtype_holds(dtype, n - 1); }

static weir_status permutation_infer(weir_infer *c) {
    const permutation_attr *attr = c->attr;
    int dtype;
    if (attr->n == WEIR_NONE) return wr_refuse(c, "n is required");
    if (attr->n < 0) return wr_refuse(c, "n must be at least 0, got %lld", (long long)attr->n);
    WR_TRY(wr_need_dtype(c, attr->dtype, WEIR_INT64, &dtype));
    if (wr_dtype_kind_of(dtype) != WR_KIND_INT)
        return wr_refuse(c, "the dtype must be an integer dtype, not %s", wr_dtypes[dtype].name);
    if (!can_hold(dtype, attr->n))
        return wr_refuse(c, "n=%lld is too large for dtype %s", (long long)attr->n,
                         wr_dtypes[dtype].name);
    WR_TRY(wr_random_infer(c, (weir_i64s){&attr->n, 1}, dtype, attr->device));
    if (dtype != WEIR_INT64) c->scratch_bytes = (uint64_t)attr->n * sizeof(int64_t);
    return WEIR_OK;
}

static weir_status permutation_run(const weir_kernel *k) {
    const weir_view *out = &k->out[0];
    int64_t n = out->shape[0];
    if (out->dtype == WEIR_INT64) {
        wr_permutation(out->data, n, k->seed, k->call);
        return WEIR_OK;
    }
    if (n == 0) return WEIR_OK;
    wr_permutation(k->scratch, n, k->seed, k->call);
    wr_simd_of(k)->cast->cast[WEIR_INT64][out->dtype](out->data, k->scratch, n);
    return WEIR_OK;
}

WR_OP(permutation) = {
    .size = sizeof(weir_op_def),
    .name = "permutation",
    .summary = "Random permutation of the integers from 0 to n - 1.",
    .inputs = "",
    .outputs = "y",
    .flags = WEIR_OP_RANDOM,
    .infer = permutation_infer,
    .run = permutation_run,
    WEIR_USE_ATTRS(permutation),
    .samples = "n=10; n=1000 dtype=int32; n=0",
};

/* ---- shuffle --------------------------------------------------------------------------------- */

#define SHUFFLE_ATTRS(X, A) X(A, I64, axis, 0, "axis to shuffle", "axis")
WEIR_ATTRS(shuffle, SHUFFLE_ATTRS);

static weir_status shuffle_infer(weir_infer *c) {
    const shuffle_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    int axis;
    WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    wr_meta_like(&c->out[0], x);
    wr_meta_shape(&c->out[1], 1, &wr_shape(x)[axis]);
    c->out[1].dtype = WEIR_INT64;
    c->dtype = x->dtype;
    return WEIR_OK;
}

/* x is treated as an array of shape (outer, n, inner), in which the n entries of `inner` elements
 * are permuted. */
typedef struct shuffle {
    const char *from;
    char *to;
    const int64_t *order;
    int64_t n, bytes; /* bytes: size of an entry */
} shuffle;

/* Copy one entry.  A copy of a constant size compiles to one load and one store. */
static void copy_entry(char *to, const char *from, int64_t bytes) {
    switch (bytes) {
    case 1: *to = *from; break;
    case 2: memcpy(to, from, 2); break;
    case 4: memcpy(to, from, 4); break;
    case 8: memcpy(to, from, 8); break;
    default: memcpy(to, from, (size_t)bytes);
    }
}

static weir_status shuffle_piece(void *arg, int64_t begin, int64_t end) {
    const shuffle *s = arg;
    for (int64_t i = begin; i < end; i++) {
        int64_t row = i / s->n * s->n;
        copy_entry(s->to + i * s->bytes, s->from + (row + s->order[i - row]) * s->bytes, s->bytes);
    }
    return WEIR_OK;
}

static weir_status shuffle_run(const weir_kernel *k) {
    enum { PIECE_BYTES = WR_SIZE(1 << 18, 32) };
    const shuffle_attr *attr = k->attr;
    const weir_view *x = &k->in[0];
    int axis = 0;
    wr_axis(attr->axis, x->ndim, &axis);
    shuffle s = {.from = x->data,
                 .to = k->out[0].data,
                 .order = k->out[1].data,
                 .n = x->shape[axis],
                 .bytes = (int64_t)wr_dtype_bytes(x->dtype)};
    int64_t entries = 1;
    for (int i = 0; i <= axis; i++) entries *= x->shape[i];
    for (int i = axis + 1; i < x->ndim; i++) s.bytes *= x->shape[i];
    wr_permutation(k->out[1].data, s.n, k->seed, k->call);
    if (entries == 0 || s.bytes == 0) return WEIR_OK;
    return wr_split(k, entries, s.bytes < PIECE_BYTES ? PIECE_BYTES / s.bytes : 1, shuffle_piece,
                    &s);
}

static void shuffle_vjp(weir_vjp *v) {
    const shuffle_attr *attr = v->attr;
    weir_array *back = wr_g_argsort(v, v->out[1], 0, 0, 1);
    v->grad_in[0] = wr_g_take(v, v->grad_out[0], back, attr->axis);
}

WR_OP(shuffle) = {
    .size = sizeof(weir_op_def),
    .name = "shuffle",
    .summary = "Shuffle the elements along an axis; also return the permutation.",
    .notes =
        "Element i of y along the axis is element order[i] of x; all elements at the same index "
        "along the axis move together.",
    .inputs = "x",
    .outputs = "y, order",
    .parts = "y: x in random order; "
             "order: index in x of each entry along the axis",
    .flags = WEIR_OP_RANDOM,
    .infer = shuffle_infer,
    .run = shuffle_run,
    .vjp = shuffle_vjp,
    WEIR_USE_ATTRS(shuffle),
    .samples = "(5); (4,3); (2,5,3) axis=1; (3,4) axis=-1",
};

/* ---- categorical ----------------------------------------------------------------------------- */

#define CATEGORICAL_ATTRS(X, A)                                                                    \
    X(A, I64, count, WEIR_NONE,                                                                    \
      "number of samples per row, as a new last axis; none: one sample, no new axis", ">= 0")      \
    X(A, I64, axis, -1, "axis of the classes", "axis")                                             \
    X(A, BOOL, logits, 0, "the input holds unnormalised log-probabilities instead of weights")     \
    X(A, BOOL, replacement, 1, "a class may be drawn more than once per row")                      \
    X(A, DTYPE, dtype, WEIR_INT64, "an integer dtype")
WEIR_ATTRS(categorical, CATEGORICAL_ATTRS);

static int64_t draws_of(const categorical_attr *attr) {
    return attr->count == WEIR_NONE ? 1 : attr->count;
}

static weir_status categorical_infer(weir_infer *c) {
    const categorical_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    weir_meta *out = &c->out[0];
    int axis, dtype;
    WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    int64_t classes = wr_shape(x)[axis], draws = draws_of(attr);
    if (wr_dtype_kind_of(x->dtype) == WR_KIND_COMPLEX)
        return wr_refuse(c, "weights must be real, not %s", wr_dtypes[x->dtype].name);
    if (draws < 0) return wr_refuse(c, "count must not be negative, got %lld", (long long)draws);
    if (classes == 0) return wr_refuse(c, "the class axis of %s is empty", wr_array_text_of(x));
    if (!attr->replacement && draws > classes)
        return wr_refuse(c, "cannot draw %lld samples from %lld %s without replacement",
                         (long long)draws, (long long)classes, classes == 1 ? "class" : "classes");
    WR_TRY(wr_need_dtype(c, attr->dtype, WEIR_INT64, &dtype));
    if (wr_dtype_kind_of(dtype) != WR_KIND_INT)
        return wr_refuse(c, "the dtype must be an integer dtype, not %s", wr_dtypes[dtype].name);
    if (!can_hold(dtype, classes))
        return wr_refuse(c, "%lld classes are too many for dtype %s", (long long)classes,
                         wr_dtypes[dtype].name);
    out->ndim = 0;
    for (int i = 0; i < x->ndim; i++)
        if (i != axis) out->shape[out->ndim++] = wr_shape(x)[i];
    if (attr->count != WEIR_NONE) out->shape[out->ndim++] = draws;
    int64_t all = wr_count(out->ndim, out->shape);
    if (all < 0 || all > WR_RANDOM_MOST)
        return wr_refuse(c, "the result would have more than 2^40 elements");
    out->dtype = c->dtype = dtype;
    c->scratch_bytes = (uint64_t)x->count * sizeof(double);
    if (!attr->replacement) c->scratch_bytes += (uint64_t)x->count * sizeof(int64_t);
    return WEIR_OK;
}

typedef struct rows {
    const weir_kernel *k;
    bool logits;
    double *weight; /* rows x classes: the weights, later replaced by their cumulative sums or by
                     * keys */
    int64_t *order; /* rows x classes: the classes in order of their keys; NULL if sampling with
                     * replacement */
    int64_t rows, classes, draws;
} rows;

/* Copy the weights to r->weight as doubles, with the class axis last. */
static weir_status load_weights(const weir_kernel *k, rows *r, int axis) {
    const weir_view *x = &k->in[0];
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX], dense[WEIR_NDIM_MAX];
    for (int i = 0; i < x->ndim; i++) {
        int from = i == x->ndim - 1 ? axis : i < axis ? i : i + 1;
        shape[i] = x->shape[from];
        strides[i] = x->strides[from];
    }
    wr_row_major(x->ndim, shape, dense);
    weir_view from = {x->data, shape, strides, x->dtype, x->ndim};
    weir_view to = {r->weight, shape, dense, WEIR_FLOAT64, x->ndim};
    return wr_copy_view(k, &to, &from);
}

static weir_status bad_row(const rows *r, int64_t row) {
    return wr_kernel_fail(r->k, WEIR_EINVAL,
                          "row %lld of the weights is invalid: weights must be finite and not "
                          "negative, and at least %lld must be positive",
                          (long long)row, (long long)(r->order != NULL ? r->draws : 1));
}

static void store_classes(const rows *r, int64_t first, const int64_t *classes, int64_t n) {
    const weir_view *out = &r->k->out[0];
    char *to = (char *)out->data + first * (int64_t)wr_dtype_bytes(out->dtype);
    wr_simd_of(r->k)->cast->cast[WEIR_INT64][out->dtype](to, classes, n);
}

/* With replacement, the cumulative sums of each row are computed first, and each sample is then
 * found by binary search. */
static weir_status sum_rows(void *arg, int64_t begin, int64_t end) {
    const rows *r = arg;
    for (int64_t i = begin; i < end; i++) {
        double *w = r->weight + i * r->classes;
        if (!wr_categorical_sums(w, w, r->classes, r->logits)) return bad_row(r, i);
    }
    return WEIR_OK;
}

static weir_status draw_classes(void *arg, int64_t begin, int64_t end) {
    enum { BLOCK = WR_SIZE(256, 8) };
    const rows *r = arg;
    int64_t block[BLOCK];
    for (int64_t i = begin; i < end;) {
        int64_t row = i / r->draws, n = (row + 1) * r->draws - i;
        if (n > end - i) n = end - i;
        if (n > BLOCK) n = BLOCK;
        wr_categorical(block, (uint64_t)i, n, r->k->seed, r->k->call, r->weight + row * r->classes,
                       0, r->classes);
        store_classes(r, i, block, n);
        i += n;
    }
    return WEIR_OK;
}

/* Without replacement, classes are drawn by an exponential race: class i arrives at time e_i / w_i,
 * where e_i is exponentially distributed.  The first to arrive is class i with probability w_i /
 * sum w, and the same holds for the next arrival among the remaining classes.  The keys are the
 * logarithms of the times, so that logits of any magnitude can be used. */
static bool is_later(const double *key, int64_t a, int64_t b) {
    return key[a] > key[b] || (key[a] == key[b] && a > b);
}

/* Move order[at] down to its place in a heap of n entries whose root has the latest key.  The
 * entries below `at` already satisfy the heap property. */
static void sift_down(const double *key, int64_t *order, int64_t at, int64_t n) {
    int64_t moving = order[at];
    for (int64_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && is_later(key, order[child + 1], order[child])) child++;
        if (!is_later(key, order[child], moving)) break;
        order[at] = order[child];
    }
    order[at] = moving;
}

/* Set `order` to the `count` earliest of n classes, in order of arrival. */
static void earliest(const double *key, int64_t *order, int64_t n, int64_t count) {
    for (int64_t i = 0; i < count; i++) order[i] = i;
    for (int64_t i = count / 2 - 1; i >= 0; i--) sift_down(key, order, i, count);
    for (int64_t i = count; i < n; i++)
        if (is_later(key, order[0], i)) {
            order[0] = i;
            sift_down(key, order, 0, count);
        }
    for (int64_t i = count - 1; i > 0; i--) {
        int64_t last = order[0];
        order[0] = order[i];
        order[i] = last;
        sift_down(key, order, 0, i);
    }
}

static bool make_keys(const rows *r, double *w, int64_t row) {
    enum { BLOCK = WR_SIZE(256, 8) };
    const weir_kernel *k = r->k;
    double wait[BLOCK];
    for (int64_t i = 0; i < r->classes; i += BLOCK) {
        int64_t n = r->classes - i < BLOCK ? r->classes - i : BLOCK;
        wr_simd_of(k)->random->exponential_f64(wait, (uint64_t)(row * r->classes + i), n, k->seed,
                                               k->call, 1, 0);
        for (int64_t j = 0; j < n; j++) {
            double log_weight = r->logits ? w[i + j] : log(w[i + j]);
            if (isnan(log_weight) || log_weight == INFINITY) return false;
            w[i + j] = log(wait[j]) - log_weight;
        }
    }
    return true;
}

static weir_status race_rows(void *arg, int64_t begin, int64_t end) {
    const rows *r = arg;
    for (int64_t i = begin; i < end; i++) {
        double *w = r->weight + i * r->classes;
        int64_t *order = r->order + i * r->classes;
        if (!make_keys(r, w, i)) return bad_row(r, i);
        if (r->draws == 0) continue;
        earliest(w, order, r->classes, r->draws);
        if (w[order[r->draws - 1]] == INFINITY) return bad_row(r, i);
        store_classes(r, i * r->draws, order, r->draws);
    }
    return WEIR_OK;
}

static weir_status categorical_run(const weir_kernel *k) {
    enum { PIECE_WEIGHTS = WR_SIZE(16384, 16), PIECE_DRAWS = WR_SIZE(4096, 8) };
    const categorical_attr *attr = k->attr;
    const weir_view *x = &k->in[0];
    int64_t weights = wr_view_count(x);
    int axis = 0;
    if (weights == 0) return WEIR_OK;
    wr_axis(attr->axis, x->ndim, &axis);
    rows r = {.k = k,
              .logits = attr->logits,
              .weight = k->scratch,
              .classes = x->shape[axis],
              .draws = draws_of(attr)};
    r.rows = weights / r.classes;
    if (!attr->replacement) r.order = (int64_t *)k->scratch + weights;
    WR_TRY(load_weights(k, &r, axis));
    int64_t grain = r.classes < PIECE_WEIGHTS ? PIECE_WEIGHTS / r.classes : 1;
    if (!attr->replacement) return wr_split(k, r.rows, grain, race_rows, &r);
    WR_TRY(wr_split(k, r.rows, grain, sum_rows, &r));
    return wr_split(k, r.rows * r.draws, PIECE_DRAWS, draw_classes, &r);
}

WR_OP(categorical) = {
    .size = sizeof(weir_op_def),
    .name = "categorical",
    .summary = "Sample classes with probabilities proportional to their weights.",
    .notes = "The weights need not sum to one.  The task fails if a weight is negative or not "
             "finite, or if a row has too few positive weights.",
    .inputs = "weights",
    .outputs = "y",
    .parts = "weights: weights or log-probabilities of the classes; "
             "y: sampled classes",
    .flags = WEIR_OP_RANDOM | WEIR_OP_STRIDED_IN,
    .infer = categorical_infer,
    .run = categorical_run,
    WEIR_USE_ATTRS(categorical),
    .samples = "(4)@0.1:1; (3,4)@0.1:1 count=5; (4,3) logits=1 axis=0; (3,4)@0.1:1 count=3 "
               "replacement=0; (2,5) logits=1 count=5 replacement=0 dtype=int32",
};
