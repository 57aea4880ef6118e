/* attention.c - scaled_dot_product_attention and its gradient.
 *
 *   s = scale * query key' + mask      p = softmax(s) along keys        y = p value
 *
 * where ' is the transpose, a product without a sign is a matrix product, and * is elementwise.
 * The second result, lse = log sum exp(s), has one element per query.  With lse, the backward pass
 * can recompute any block of p.  With the gradient dy of y, and delta = sum of dy * y along the
 * last axis,
 *
 *   dp = dy value'               ds = p * (dp - delta)          dvalue = p' dy
 *   dquery = scale * ds key      dkey = scale * ds' query
 *
 * A gradient dlse of lse adds p * dlse to ds, so dlse is subtracted from delta.  The kernels are in
 * attention_blocks.c.  This file contains infer, the reference kernels, and the gradients that are
 * composed of other operators: the gradient of a mask, and second derivatives.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "array/element.h"
#include "ops/attention/attention_blocks.h"
#include "ops/core/expression.h"

#define ATTENTION_ATTRS(X, A)                                                                      \
    X(A, F64, dropout_p, 0.0,                                                                      \
      "dropout probability of the attention weights; requires dropout_seed", ">= 0, <= 1")         \
    X(A, BOOL, is_causal, 0, "causal mask: query i attends to keys 0 to i only")                   \
    X(A, F64, scale, NAN, "multiplies the scores; none: 1 / sqrt(E)", "> -inf, < inf")             \
    X(A, BOOL, enable_gqa, 0, "grouped-query attention: several query heads share a key head")
WEIR_ATTRS(attention, ATTENTION_ATTRS);

/* The indices of the optional inputs of the forward and of the backward operator. */
enum { MASK = 3, SEED = 4, BACK_MASK = 6, BACK_SEED = 7 };

/* ---- Sizes ----------------------------------------------------------------------------------- */

static int64_t product_of(int count, const int64_t *shape) {
    int64_t all = 1;
    for (int i = 0; i < count; i++) all *= shape[i];
    return all;
}

static wr_attention attention_of(const attention_attr *attr, int ndim, const int64_t *q,
                                 const int64_t *key, const int64_t *value) {
    wr_attention a = {.heads = product_of(ndim - 2, q),
                      .group = 1,
                      .queries = q[ndim - 2],
                      .keys = key[ndim - 2],
                      .width = q[ndim - 1],
                      .values = value[ndim - 1],
                      .causal = attr->is_causal,
                      .scale = attr->scale,
                      .dropout = attr->dropout_p};
    if (ndim > 2 && q[ndim - 3] > 0) a.group = q[ndim - 3] / key[ndim - 3];
    if (isnan(a.scale)) a.scale = a.width > 0 ? 1 / sqrt((double)a.width) : 1;
    return a;
}

static wr_attention attention_in(const weir_kernel *k) {
    return attention_of(k->attr, k->in[0].ndim, k->in[0].shape, k->in[1].shape, k->in[2].shape);
}

static const weir_array *input(const weir_infer *c, uint32_t i) {
    return i < c->in_count ? c->in[i] : NULL;
}

static const char *text_of(const weir_array *a) { return wr_shape_text(a->ndim, wr_shape(a)); }

static weir_status need_shapes(const weir_infer *c) {
    const attention_attr *attr = c->attr;
    const weir_array *q = c->in[0], *key = c->in[1], *value = c->in[2];
    int n = q->ndim;
    if (n < 2 || key->ndim != n || value->ndim != n)
        return wr_refuse(c,
                         "query has shape %s, key %s and value %s; expected the same number of "
                         "dimensions, at least 2",
                         text_of(q), text_of(key), text_of(value));
    const int64_t *x = wr_shape(q), *y = wr_shape(key), *z = wr_shape(value);
    if (x[n - 1] != y[n - 1])
        return wr_refuse(c, "the last axis has %lld element%s in query but %lld in key",
                         (long long)x[n - 1], x[n - 1] == 1 ? "" : "s", (long long)y[n - 1]);
    for (int i = 0; i < n - 1; i++)
        if (y[i] != z[i])
            return wr_refuse(
                c, "key has shape %s and value %s; all dimensions but the last must be equal",
                text_of(key), text_of(value));
    bool shared = attr->enable_gqa && n > 2;
    for (int i = 0; i < (shared ? n - 3 : n - 2); i++)
        if (x[i] != y[i])
            return wr_refuse(c,
                             "query has shape %s and key %s; the leading dimensions must be equal",
                             text_of(q), text_of(key));
    if (shared && x[n - 3] != y[n - 3] &&
        (x[n - 3] == 0 || y[n - 3] == 0 || x[n - 3] % y[n - 3] != 0))
        return wr_refuse(c,
                         "the number of query heads, %lld, is not divisible by the number of "
                         "key heads, %lld",
                         (long long)x[n - 3], (long long)y[n - 3]);
    return WEIR_OK;
}

static weir_status need_mask(const weir_infer *c, const weir_array *mask) {
    if (mask == NULL) return WEIR_OK;
    int n = c->in[0]->ndim, kind = wr_dtype_kind_of(mask->dtype);
    int64_t scores[WEIR_NDIM_MAX];
    for (int i = 0; i < n; i++) scores[i] = wr_shape(c->in[0])[i];
    scores[n - 1] = wr_shape(c->in[1])[n - 2];
    if (mask->dtype != WEIR_BOOL && kind != WR_KIND_FLOAT)
        return wr_refuse(c, "attn_mask is %s; expected bool or float", wr_dtypes[mask->dtype].name);
    bool fits = mask->ndim <= n;
    for (int i = 0; fits && i < mask->ndim; i++) {
        int64_t own = wr_shape(mask)[i];
        fits = own == 1 || own == scores[n - mask->ndim + i];
    }
    if (fits) return WEIR_OK;
    return wr_refuse(
        c, "attn_mask has shape %s, which does not broadcast to the shape of the scores, %s",
        text_of(mask), wr_shape_text(n, scores));
}

static weir_status need_numbers(const weir_infer *c, const weir_array *seed) {
    const attention_attr *attr = c->attr;
    if (!(attr->dropout_p >= 0 && attr->dropout_p <= 1))
        return wr_refuse(c, "dropout_p=%g is out of range; expected 0 to 1", attr->dropout_p);
    if (isinf(attr->scale)) return wr_refuse(c, "scale=%g must be finite", attr->scale);
    if (seed == NULL && attr->dropout_p > 0)
        return wr_refuse(c, "dropout_p=%g requires dropout_seed", attr->dropout_p);
    if (seed == NULL) return WEIR_OK;
    if (wr_dtype_kind_of(seed->dtype) != WR_KIND_INT || seed->count != 1)
        return wr_refuse(c, "dropout_seed is %s; expected one integer", wr_array_text_of(seed));
    return WEIR_OK;
}

static weir_status need_like(const weir_infer *c, uint32_t i, const char *name, int ndim,
                             const int64_t *shape) {
    const weir_array *a = c->in[i];
    if (!wr_has_shape(a, ndim, shape))
        return wr_refuse(c, "%s has shape %s; expected %s", name, text_of(a),
                         wr_shape_text(ndim, shape));
    if (wr_dtype_kind_of(a->dtype) != WR_KIND_FLOAT)
        return wr_refuse(c, "%s is %s; expected real floats", name, wr_dtypes[a->dtype].name);
    return WEIR_OK;
}

/* ---- Operands -------------------------------------------------------------------------------- */

static size_t cast_bytes(int64_t count, int dtype) {
    return wr_round_up((size_t)count * wr_dtype_bytes(dtype), WR_CACHE_LINE);
}

/* The memory layout that an operand must have to be read in place. */
typedef enum layout {
    ROWS, /* contiguous along the last axis */
    ANY,
    WHOLE /* row-major */
} layout;

static bool is_readable(layout need, int ndim, const int64_t *shape, const int64_t *strides) {
    if (need == ANY) return true;
    if (need == WHOLE) return wr_is_row_major(ndim, shape, strides);
    return shape[ndim - 1] <= 1 || strides[ndim - 1] == 1;
}

static size_t copy_bytes(const weir_array *a, layout need, int computed) {
    if (a == NULL) return 0;
    if (need == ANY && a->dtype == WEIR_BOOL) return 0;
    if (a->dtype == computed && is_readable(need, a->ndim, wr_shape(a), wr_strides(a))) return 0;
    return cast_bytes(a->count, computed);
}

/* Set *out to a view of an operand in the compute dtype.  The operand is used in place if possible;
 * otherwise it is copied to *scratch.  A bool mask is not cast. */
static weir_status load(const weir_kernel *k, uint32_t i, layout need, int computed, char **scratch,
                        weir_view *out, int64_t *strides) {
    const weir_view *v = &k->in[i];
    *out = *v;
    if (need == ANY && v->dtype == WEIR_BOOL) return WEIR_OK;
    if (v->dtype == computed && is_readable(need, v->ndim, v->shape, v->strides)) return WEIR_OK;
    out->data = *scratch;
    out->dtype = computed;
    out->strides = strides;
    wr_row_major(v->ndim, v->shape, strides);
    *scratch += cast_bytes(wr_view_count(v), computed);
    return wr_copy_row_major(k, out->data, computed, v);
}

/* Broadcast the mask to the dimensions of the scores. */
static void spread_mask(weir_view *mask, int ndim, const int64_t *scores, int64_t *strides) {
    for (int i = ndim - 1, own = mask->ndim - 1; i >= 0; i--, own--)
        strides[i] = own >= 0 && mask->shape[own] != 1 ? mask->strides[own] : 0;
    mask->shape = scores;
    mask->strides = strides;
    mask->ndim = ndim;
}

/* ---- infer ----------------------------------------------------------------------------------- */

static weir_status need_dtype(weir_infer *c, uint32_t to, int *dtype) {
    WR_TRY(wr_promote(c, 0, to, dtype));
    if (wr_dtype_kind_of(*dtype) != WR_KIND_FLOAT)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts real floats, not %s", wr_dtypes[*dtype].name);
    c->dtype = *dtype;
    return WEIR_OK;
}

static weir_status attention_infer(weir_infer *c) {
    int dtype, n = c->in[0]->ndim;
    WR_TRY(need_shapes(c));
    WR_TRY(need_mask(c, input(c, MASK)));
    WR_TRY(need_numbers(c, input(c, SEED)));
    WR_TRY(need_dtype(c, c->in_count > MASK ? MASK + 1 : MASK, &dtype));
    int computed = wr_float_computed_in(dtype);
    wr_meta_shape(&c->out[0], n, wr_shape(c->in[0]));
    wr_meta_shape(&c->out[1], n - 1, wr_shape(c->in[0]));
    c->out[0].shape[n - 1] = wr_shape(c->in[2])[n - 1];
    c->out[0].dtype = dtype;
    c->out[1].dtype = computed;
    int64_t count = wr_count(n, c->out[0].shape);
    if (count < 0)
        return wr_refuse(c, "shape %s has too many elements", wr_shape_text(n, c->out[0].shape));
    size_t bytes = dtype != computed ? cast_bytes(count, computed) : 0;
    for (uint32_t i = 0; i < 3; i++) bytes += copy_bytes(c->in[i], ROWS, computed);
    c->scratch_bytes = bytes + copy_bytes(input(c, MASK), ANY, computed);
    if (wr_device_is_cuda(c->in[0]->device)) c->scratch_bytes = 0; /* its kernels need none */
    return WEIR_OK;
}

static weir_status attention_backward_infer(weir_infer *c) {
    int dtype, n = c->in[0]->ndim;
    WR_TRY(need_shapes(c));
    WR_TRY(need_mask(c, input(c, BACK_MASK)));
    WR_TRY(need_numbers(c, input(c, BACK_SEED)));
    int64_t y[WEIR_NDIM_MAX];
    for (int i = 0; i < n; i++) y[i] = wr_shape(c->in[0])[i];
    y[n - 1] = wr_shape(c->in[2])[n - 1];
    WR_TRY(need_like(c, 3, "dy", n, y));
    WR_TRY(need_like(c, 4, "lse", n - 1, y));
    WR_TRY(need_like(c, 5, "delta", n - 1, y));
    WR_TRY(need_dtype(c, 4, &dtype));
    int computed = wr_float_computed_in(dtype);
    size_t bytes = 0;
    for (int i = 0; i < 3; i++) {
        wr_meta_shape(&c->out[i], n, wr_shape(c->in[i]));
        c->out[i].dtype = dtype;
        if (dtype != computed) bytes += cast_bytes(c->in[i]->count, computed);
    }
    for (uint32_t i = 0; i < 6; i++) bytes += copy_bytes(c->in[i], i < 4 ? ROWS : WHOLE, computed);
    bytes += copy_bytes(input(c, BACK_MASK), ANY, computed);
    wr_attention a =
        attention_of(c->attr, n, wr_shape(c->in[0]), wr_shape(c->in[1]), wr_shape(c->in[2]));
    c->scratch_bytes = bytes + wr_attention_backward_scratch(&a, computed);
    if (wr_device_is_cuda(c->in[0]->device)) c->scratch_bytes = 0;
    return WEIR_OK;
}

/* ---- run ------------------------------------------------------------------------------------- */

static bool is_there(const weir_kernel *k, uint32_t i) {
    return i < k->in_count && k->in[i].data != NULL;
}

static uint64_t seed_in(const weir_kernel *k, uint32_t i) {
    int64_t seed = 0;
    if (is_there(k, i))
        wr_simd_of(k)->cast->cast[k->in[i].dtype][WEIR_INT64](&seed, k->in[i].data, 1);
    return (uint64_t)seed;
}

/* Storage for the strides of all operands and of the mask, and for the shape of the scores. */
typedef struct strides {
    int64_t of[8][WEIR_NDIM_MAX], mask[WEIR_NDIM_MAX], scores[WEIR_NDIM_MAX];
} strides;

static weir_status load_common(const weir_kernel *k, uint32_t mask, wr_attention_data *d,
                               strides *s, char **scratch) {
    int n = k->in[0].ndim, computed = wr_float_computed_in(k->dtype);
    d->dtype = computed;
    d->seed = seed_in(k, mask + 1);
    WR_TRY(load(k, 0, ROWS, computed, scratch, &d->query, s->of[0]));
    WR_TRY(load(k, 1, ROWS, computed, scratch, &d->key, s->of[1]));
    WR_TRY(load(k, 2, ROWS, computed, scratch, &d->value, s->of[2]));
    for (int i = 0; i < n; i++) s->scores[i] = k->in[0].shape[i];
    s->scores[n - 1] = k->in[1].shape[n - 2];
    if (!is_there(k, mask)) return WEIR_OK;
    WR_TRY(load(k, mask, ANY, computed, scratch, &d->mask, s->of[7]));
    spread_mask(&d->mask, n, s->scores, s->mask);
    return WEIR_OK;
}

/* Return where to compute an output: in the output itself, or in scratch if its dtype is not the
 * compute dtype. */
static void *result_buffer(const weir_kernel *k, uint32_t i, int computed, char **scratch) {
    if (k->out[i].dtype == computed) return k->out[i].data;
    void *at = *scratch;
    *scratch += cast_bytes(wr_view_count(&k->out[i]), computed);
    return at;
}

static weir_status store(const weir_kernel *k, uint32_t i, int computed, void *made) {
    const weir_view *to = &k->out[i];
    if (made == to->data) return WEIR_OK;
    weir_view from = *to;
    from.data = made;
    from.dtype = computed;
    return wr_copy_view(k, to, &from);
}

static weir_status attention_run(const weir_kernel *k) {
    wr_attention a = attention_in(k);
    wr_attention_data d = {.lse = k->out[1].data};
    strides s;
    char *scratch = k->scratch;
    WR_TRY(load_common(k, MASK, &d, &s, &scratch));
    d.y = result_buffer(k, 0, d.dtype, &scratch);
    WR_TRY(wr_attention_forward(k, &a, &d));
    return store(k, 0, d.dtype, d.y);
}

static weir_status attention_backward_run(const weir_kernel *k) {
    wr_attention a = attention_in(k);
    wr_attention_data d = {.y = NULL};
    strides s;
    weir_view lse, delta;
    char *scratch = k->scratch;
    WR_TRY(load_common(k, BACK_MASK, &d, &s, &scratch));
    WR_TRY(load(k, 3, ROWS, d.dtype, &scratch, &d.dy, s.of[3]));
    WR_TRY(load(k, 4, WHOLE, d.dtype, &scratch, &lse, s.of[4]));
    WR_TRY(load(k, 5, WHOLE, d.dtype, &scratch, &delta, s.of[5]));
    d.lse = lse.data, d.delta = delta.data;
    d.dq = result_buffer(k, 0, d.dtype, &scratch);
    d.dk = result_buffer(k, 1, d.dtype, &scratch);
    d.dv = result_buffer(k, 2, d.dtype, &scratch);
    d.partial = scratch;
    WR_TRY(wr_attention_backward(k, &a, &d));
    WR_TRY(store(k, 0, d.dtype, d.dq));
    WR_TRY(store(k, 1, d.dtype, d.dk));
    return store(k, 2, d.dtype, d.dv);
}

/* ---- Reference kernels ----------------------------------------------------------------------- */

typedef struct formula {
    const weir_kernel *k;
    wr_attention a;
    weir_view mask;
    strides s;
    uint64_t seed;
} formula;

static void formula_of(formula *f, const weir_kernel *k, uint32_t mask) {
    int n = k->in[0].ndim;
    f->k = k;
    f->a = attention_in(k);
    f->seed = seed_in(k, mask + 1);
    f->mask = (weir_view){.data = NULL};
    for (int i = 0; i < n; i++) f->s.scores[i] = k->in[0].shape[i];
    f->s.scores[n - 1] = k->in[1].shape[n - 2];
    if (!is_there(k, mask)) return;
    f->mask = k->in[mask];
    spread_mask(&f->mask, n, f->s.scores, f->s.mask);
}

/* The elements of a row of a view from a given element on. */
typedef struct line {
    const char *data;
    int64_t step; /* stride in bytes */
    int dtype;
} line;

static line line_at(const weir_view *x, int64_t logical_index) {
    int64_t size = (int64_t)wr_dtype_bytes(x->dtype);
    return (line){(const char *)x->data + wr_view_at(x, logical_index) * size,
                  x->strides[x->ndim - 1] * size, x->dtype};
}

static double element(const line *r, int64_t e) {
    return wr_element_f64(r->dtype, r->data + e * r->step);
}

/* Return the dot product of row i of x and row j of y. */
static double rows_product(const weir_view *x, int64_t i, const weir_view *y, int64_t j,
                           int64_t n) {
    double sum = 0;
    if (n == 0) return 0;
    line a = line_at(x, i * n), b = line_at(y, j * n);
    for (int64_t e = 0; e < n; e++) sum += element(&a, e) * element(&b, e);
    return sum;
}

/* Compute the score of query i and key j.  Return false, without computing it, if the pair is
 * masked. */
static bool score(const formula *f, int64_t head, int64_t i, int64_t j, double *out) {
    const wr_attention *a = &f->a;
    double mask = 0;
    if (a->causal && j > i) return false;
    if (f->mask.data != NULL) {
        mask = wr_view_get(&f->mask, (head * a->queries + i) * a->keys + j);
        if (f->mask.dtype == WEIR_BOOL) mask = mask != 0 ? 0 : -INFINITY;
        if (mask == -INFINITY) return false;
    }
    *out = mask + a->scale * rows_product(&f->k->in[0], head * a->queries + i, &f->k->in[1],
                                          head / a->group * a->keys + j, a->width);
    return true;
}

enum { REFERENCE_COLS = 64 }; /* number of result columns computed together */

static void add_row(double *to, double by, const weir_view *x, int64_t at, int64_t n) {
    line r = line_at(x, at);
    for (int64_t e = 0; e < n; e++) to[e] += by * element(&r, e);
}

static void put_row(const weir_view *y, int64_t at, const double *from, int64_t n) {
    for (int64_t e = 0; e < n; e++) wr_view_put(y, at + e, from[e]);
}

static weir_status attention_reference(const weir_kernel *k) {
    formula f;
    formula_of(&f, k, MASK);
    const wr_attention *a = &f.a;
    for (int64_t row = 0; row < a->heads * a->queries; row++) {
        int64_t head = row / a->queries, i = row % a->queries;
        double top = -INFINITY, sum = 0, s;
        for (int64_t j = 0; j < a->keys; j++)
            if (score(&f, head, i, j, &s) && (s > top || isnan(s))) top = s;
        for (int64_t j = 0; j < a->keys && top != -INFINITY; j++)
            if (score(&f, head, i, j, &s)) sum += exp(s - top);
        wr_view_put(&k->out[1], row, top == -INFINITY ? top : top + log(sum));
        double y[REFERENCE_COLS];
        for (int64_t e0 = 0; e0 < a->values; e0 += REFERENCE_COLS) {
            int64_t cols = a->values - e0 < REFERENCE_COLS ? a->values - e0 : REFERENCE_COLS;
            memset(y, 0, sizeof y);
            for (int64_t j = 0; j < a->keys && top != -INFINITY; j++) {
                if (!score(&f, head, i, j, &s)) continue;
                double p = exp(s - top) / sum * wr_attention_dropout(a, f.seed, head, i, j);
                add_row(y, p, &k->in[2], (head / a->group * a->keys + j) * a->values + e0, cols);
            }
            put_row(&k->out[0], row * a->values + e0, y, cols);
        }
    }
    return WEIR_OK;
}

/* Compute the weight of query i and key j and the gradient of their score.  Return false, without
 * computing them, if the pair is masked. */
static bool slope(const formula *f, int64_t head, int64_t i, int64_t j, double *weight,
                  double *ds) {
    const wr_attention *a = &f->a;
    const weir_kernel *k = f->k;
    int64_t at = head * a->queries + i;
    double s;
    if (!score(f, head, i, j, &s)) return false;
    double lse = wr_view_get(&k->in[4], at), p = exp(s - (lse == -INFINITY ? DBL_MAX : lse));
    double kept = wr_attention_dropout(a, f->seed, head, i, j);
    double dp = rows_product(&k->in[3], at, &k->in[2], head / a->group * a->keys + j, a->values);
    *weight = p * kept;
    *ds = p * (dp * kept - wr_view_get(&k->in[5], at)) * a->scale;
    return true;
}

/* Compute columns e .. e + n - 1 of a row of dquery. */
static void reference_query(const formula *f, int64_t row, int64_t e, int64_t n) {
    const wr_attention *a = &f->a;
    int64_t head = row / a->queries, base = head / a->group * a->keys;
    double sum[REFERENCE_COLS] = {0}, weight, ds;
    for (int64_t j = 0; j < a->keys; j++)
        if (slope(f, head, row % a->queries, j, &weight, &ds))
            add_row(sum, ds, &f->k->in[1], (base + j) * a->width + e, n);
    put_row(&f->k->out[0], row * a->width + e, sum, n);
}

/* Compute columns e .. e + n - 1 of a row of dkey, or of dvalue if `of_values`. */
static void reference_key(const formula *f, bool of_values, int64_t row, int64_t e, int64_t n) {
    const wr_attention *a = &f->a;
    const weir_view *x = &f->k->in[of_values ? 3 : 0];
    int64_t cols = of_values ? a->values : a->width, first = row / a->keys * a->group;
    double sum[REFERENCE_COLS] = {0}, weight, ds;
    for (int64_t q = first * a->queries; q < (first + a->group) * a->queries; q++)
        if (slope(f, q / a->queries, q % a->queries, row % a->keys, &weight, &ds))
            add_row(sum, of_values ? weight : ds, x, q * cols + e, n);
    put_row(&f->k->out[of_values ? 2 : 1], row * cols + e, sum, n);
}

static int64_t few(int64_t n) { return n < REFERENCE_COLS ? n : REFERENCE_COLS; }

static weir_status attention_backward_reference(const weir_kernel *k) {
    formula f;
    formula_of(&f, k, BACK_MASK);
    const wr_attention *a = &f.a;
    for (int64_t row = 0; row < a->heads * a->queries; row++)
        for (int64_t e = 0; e < a->width; e += REFERENCE_COLS)
            reference_query(&f, row, e, few(a->width - e));
    for (int64_t row = 0; row < a->heads / a->group * a->keys; row++) {
        for (int64_t e = 0; e < a->width; e += REFERENCE_COLS)
            reference_key(&f, false, row, e, few(a->width - e));
        for (int64_t e = 0; e < a->values; e += REFERENCE_COLS)
            reference_key(&f, true, row, e, few(a->values - e));
    }
    return WEIR_OK;
}

/* ---- Gradients ------------------------------------------------------------------------------- */

#define g(op, ...) wr_g_##op(v, __VA_ARGS__)
#define n(value)   wr_build_number(v, value)

static weir_array *optional_input(const weir_vjp *v, uint32_t i) {
    return i < v->in_count ? v->in[i] : NULL;
}

static weir_array *in_dtype(weir_vjp *v, weir_array *a, int dtype) {
    return a == NULL || a->dtype == dtype ? a : g(astype, a, dtype);
}

static weir_array *turned(weir_vjp *v, weir_array *a) { return g(matrix_transpose, a); }

static weir_array *with_last(weir_vjp *v, weir_array *a) {
    const int64_t last = -1;
    return g(expand_dims, a, &last, 1);
}

/* for_queries repeats each head of keys or values for the query heads that share it; for_keys is
 * its adjoint, which sums over these query heads. */
static weir_array *for_queries(weir_vjp *v, weir_array *a, int64_t group) {
    int64_t shape[WEIR_NDIM_MAX + 1], axis;
    if (a == NULL || group == 1) return a;
    int ndim = a->ndim;
    axis = ndim - 2;
    for (int i = 0; i < ndim - 2; i++) shape[i] = wr_shape(a)[i];
    shape[ndim - 2] = group;
    for (int i = ndim - 2; i < ndim; i++) shape[i + 1] = wr_shape(a)[i];
    weir_array *many = g(broadcast_to, g(expand_dims, a, &axis, 1), shape, ndim + 1);
    shape[ndim - 3] *= group;
    for (int i = ndim - 2; i < ndim; i++) shape[i] = wr_shape(a)[i];
    return g(reshape, many, shape, ndim);
}

static weir_array *for_keys(weir_vjp *v, weir_array *a, int64_t group, weir_array *like) {
    int64_t shape[WEIR_NDIM_MAX + 1], axis;
    if (a == NULL || group == 1) return wr_build_unbroadcast(v, a, like);
    int ndim = a->ndim;
    axis = ndim - 2;
    for (int i = 0; i < ndim - 2; i++) shape[i] = wr_shape(like)[i];
    shape[ndim - 2] = group;
    for (int i = ndim - 2; i < ndim; i++) shape[i + 1] = wr_shape(a)[i];
    a = g(sum, g(reshape, a, shape, ndim + 1), &axis, 1, 0, 0);
    return wr_build_unbroadcast(v, a, like);
}

/* The operands and the full matrices of scores, for the gradients that have no kernel and are
 * composed of other operators. */
typedef struct dense {
    wr_attention a;
    /* the operands; keys and values are repeated so that each query head has its own copy */
    weir_array *q, *key, *value, *dy;
    /* p: weights; dp: the term (dp - delta) in the formulas at the top of this file; ds: p * dp */
    weir_array *p, *dp, *ds;
} dense;

/* Return a bool array that broadcasts to the scores and is true for pairs of a query and a key that
 * are not masked, or NULL if there is no mask. */
static weir_array *visible(weir_vjp *v, const wr_attention *a, weir_array *mask) {
    weir_array *keep = NULL;
    if (mask != NULL) keep = mask->dtype == WEIR_BOOL ? mask : g(not_equal, mask, n(-INFINITY));
    if (a->causal) {
        weir_array *rows = g(arange, 0, (double)a->queries, 1, WEIR_INT64, -1);
        weir_array *cols = g(arange, 0, (double)a->keys, 1, WEIR_INT64, -1);
        weir_array *before = g(greater_equal, with_last(v, rows), cols);
        keep = keep != NULL ? g(logical_and, keep, before) : before;
    }
    return keep;
}

static dense dense_of(weir_vjp *v, weir_array *dy, weir_array *lse, weir_array *delta,
                      weir_array *mask) {
    const weir_array *q = v->in[0];
    dense d = {
        .a = attention_of(v->attr, q->ndim, wr_shape(q), wr_shape(v->in[1]), wr_shape(v->in[2]))};
    int dtype = wr_float_computed_in(v->out[0]->dtype);
    if (d.a.dropout > 0 && v->status == WEIR_OK)
        v->status = wr_fail(WEIR_EINVAL,
                            "%s: gradients of attn_mask and second derivatives require dropout_p=0",
                            v->op->def.name);
    d.q = in_dtype(v, v->in[0], dtype);
    d.key = for_queries(v, in_dtype(v, v->in[1], dtype), d.a.group);
    d.value = for_queries(v, in_dtype(v, v->in[2], dtype), d.a.group);
    d.dy = in_dtype(v, dy, dtype);
    weir_array *s = g(multiply, g(matmul, d.q, turned(v, d.key)), n(d.a.scale));
    if (mask != NULL && mask->dtype != WEIR_BOOL) s = g(add, s, mask);
    lse = g(where, g(equal, lse, n(-INFINITY)), n(INFINITY), lse);
    d.p = g(exp, g(subtract, s, with_last(v, lse)));
    weir_array *keep = visible(v, &d.a, mask);
    if (keep != NULL) d.p = g(where, keep, d.p, n(0));
    d.dp = g(subtract, g(matmul, d.dy, turned(v, d.value)), with_last(v, delta));
    d.ds = g(multiply, d.p, d.dp);
    return d;
}

static bool has_slope(const weir_array *mask) {
    return mask != NULL && wr_dtype_kind_of(mask->dtype) == WR_KIND_FLOAT;
}

/* The sum of dy * y along the last axis.  On a CUDA device, products of many short vectors are slow
 * as products of matrices, and the multiplication reads y in its own dtype. */
static weir_array *delta_of(weir_vjp *v, weir_array *dy, weir_array *y, int dtype) {
    const int64_t last = -1;
    if (!wr_device_is_cuda(y->device))
        return g(vecdot, in_dtype(v, dy, dtype), in_dtype(v, y, dtype), -1);
    weir_array *products = g(multiply, in_dtype(v, dy, dtype), y);
    return g(sum, products, &last, 1, 0, dtype);
}

static void attention_vjp(weir_vjp *v) {
    weir_array *y = v->out[0], *lse = v->out[1], *mask = optional_input(v, MASK), *grads[3];
    weir_array *dy = v->grad_out[0] != NULL ? v->grad_out[0] : g(zeros_like, y, 0, -1);
    if (v->grad_out[0] == NULL && v->grad_out[1] == NULL) return;
    weir_array *delta = delta_of(v, dy, y, lse->dtype);
    if (v->grad_out[1] != NULL) delta = g(subtract, delta, v->grad_out[1]);
    if (v->wanted[0] || v->wanted[1] || v->wanted[2]) {
        weir_array *const in[] = {v->in[0], v->in[1], v->in[2], dy,
                                  lse,      delta,    mask,     optional_input(v, SEED)};
        wr_build_many(v, WR_OP_scaled_dot_product_attention_backward, v->attr, 8, in, 3, grads);
        for (int i = 0; i < 3; i++)
            if (v->wanted[i]) v->grad_in[i] = wr_build_unbroadcast(v, grads[i], v->in[i]);
    }
    if (!has_slope(mask) || !v->wanted[MASK] || delta == NULL) return;
    dense d = dense_of(v, dy, lse, delta, mask);
    v->grad_in[MASK] = wr_build_unbroadcast(v, d.ds, mask);
}

static weir_array *sum_of(weir_vjp *v, weir_array *a, weir_array *b) {
    return a == NULL ? b : b == NULL ? a : g(add, a, b);
}

/* Compute the gradient of each input of the backward operator from the gradients a, b and c of its
 * outputs dquery, dkey and dvalue. */
static void attention_backward_vjp(weir_vjp *v) {
    weir_array *lse = v->in[4], *delta = v->in[5], *mask = optional_input(v, BACK_MASK);
    const int64_t last = -1;
    if (v->grad_out[0] == NULL && v->grad_out[1] == NULL && v->grad_out[2] == NULL) return;
    dense d = dense_of(v, v->in[3], lse, delta, mask);
    int dtype = wr_float_computed_in(v->out[0]->dtype);
    weir_array *a = in_dtype(v, v->grad_out[0], dtype);
    weir_array *b = for_queries(v, in_dtype(v, v->grad_out[1], dtype), d.a.group);
    weir_array *c = for_queries(v, in_dtype(v, v->grad_out[2], dtype), d.a.group);
    weir_array *scale = n(d.a.scale);
    weir_array *to_ds = sum_of(v, a != NULL ? g(matmul, a, turned(v, d.key)) : NULL,
                               b != NULL ? g(matmul, d.q, turned(v, b)) : NULL);
    if (to_ds != NULL) to_ds = g(multiply, to_ds, scale);
    weir_array *to_p = sum_of(v, to_ds != NULL ? g(multiply, to_ds, d.dp) : NULL,
                              c != NULL ? g(matmul, d.dy, turned(v, c)) : NULL);
    weir_array *to_dp = to_ds != NULL ? g(multiply, to_ds, d.p) : NULL;
    weir_array *to_s = g(multiply, to_p, d.p);
    if (v->wanted[0]) {
        weir_array *dq = sum_of(v, g(matmul, to_s, d.key), b != NULL ? g(matmul, d.ds, b) : NULL);
        v->grad_in[0] = wr_build_unbroadcast(v, g(multiply, dq, scale), v->in[0]);
    }
    if (v->wanted[1]) {
        weir_array *dk = sum_of(v, g(matmul, turned(v, to_s), d.q),
                                a != NULL ? g(matmul, turned(v, d.ds), a) : NULL);
        v->grad_in[1] = for_keys(v, g(multiply, dk, scale), d.a.group, v->in[1]);
    }
    if (v->wanted[2] && to_dp != NULL)
        v->grad_in[2] = for_keys(v, g(matmul, turned(v, to_dp), d.dy), d.a.group, v->in[2]);
    if (v->wanted[3]) {
        weir_array *ddy = sum_of(v, c != NULL ? g(matmul, d.p, c) : NULL,
                                 to_dp != NULL ? g(matmul, to_dp, d.value) : NULL);
        v->grad_in[3] = wr_build_unbroadcast(v, ddy, v->in[3]);
    }
    if (v->wanted[4])
        v->grad_in[4] = wr_build_unbroadcast(v, g(negative, g(sum, to_s, &last, 1, 0, 0)), lse);
    if (v->wanted[5] && to_dp != NULL)
        v->grad_in[5] = wr_build_unbroadcast(v, g(negative, g(sum, to_dp, &last, 1, 0, 0)), delta);
    if (has_slope(mask) && v->wanted[BACK_MASK])
        v->grad_in[BACK_MASK] = wr_build_unbroadcast(v, to_s, mask);
}

#undef n
#undef g

/* ---- Operators ------------------------------------------------------------------------------- */

WR_OP(scaled_dot_product_attention) = {
    .size = sizeof(weir_op_def),
    .name = "scaled_dot_product_attention",
    .summary = "Scaled dot-product attention: softmax(scale query key^T + mask) value.",
    .notes =
        "query has shape (..., heads, L, E), key (..., heads, S, E) and value (..., heads, S, "
        "V).  The result y has shape (..., heads, L, V); lse is the logarithm of the sum of "
        "exponentials of each row of scores.  attn_mask broadcasts to (..., heads, L, S): a bool "
        "mask is true where a query may attend to a key, a float mask is added to the scores.  "
        "Masked keys and values do not contribute, even if they are NaN, and a query whose keys "
        "are all masked gives zeros.  Memory use is proportional to L + S.  dropout_seed, an "
        "integer, determines which weights are dropped.",
    .inputs = "query, key, value, attn_mask?, dropout_seed?",
    .outputs = "y, lse",
    .parts = "query: queries, (..., heads, length, features); "
             "key: keys; "
             "value: values; "
             "attn_mask: true where a key is used, or numbers that are added to the scores; "
             "dropout_seed: seed of the dropout of weights; "
             "y: weighted sums of the values; "
             "lse: logarithm of the sum of exponentials of the scores",
    .flags = WEIR_OP_STRIDED_IN,
    .infer = attention_infer,
    .run = attention_run,
    .reference = attention_reference,
    .vjp = attention_vjp,
    WEIR_USE_ATTRS(attention),
    .samples =
        "(3,4)@-1:1, (5,4)@-1:1, (5,2); (2,5,3)@-1:1, (2,4,3)@-1:1, (2,4,3), (5,4)@-1:1 scale=0.7; "
        "(2,2,4,3)@-1:1, (2,2,4,3)@-1:1, (2,2,4,3) is_causal=true; "
        "(2,4,3,2)@-1:1, (2,2,12,2)@-1:1, (2,2,12,3), b(2,1,3,12) enable_gqa=true; "
        "(2,3,3)@-1:1, (2,4,3)@-1:1, (2,4,2), none, i64()@0:99 dropout_p=0.3",
};

WR_OP(scaled_dot_product_attention_backward) = {
    .size = sizeof(weir_op_def),
    .name = "scaled_dot_product_attention_backward",
    .summary =
        "The gradients of scaled_dot_product_attention with respect to query, key and value.",
    .notes =
        "dy is the gradient of y, lse the second result of the forward call, and delta the sum of "
        "dy * y along the last axis.",
    .inputs = "query, key, value, dy, lse, delta, attn_mask?, dropout_seed?",
    .outputs = "dquery, dkey, dvalue",
    .parts = "query: queries, (..., heads, length, features); "
             "key: keys; "
             "value: values; "
             "dy: gradient of the result; "
             "lse: as the forward call returned it; "
             "delta: sum of dy times the result, for each query; "
             "attn_mask: as in the forward call; "
             "dropout_seed: as in the forward call; "
             "dquery: gradient of query; "
             "dkey: gradient of key; "
             "dvalue: gradient of value",
    .flags = WEIR_OP_STRIDED_IN,
    .infer = attention_backward_infer,
    .run = attention_backward_run,
    .reference = attention_backward_reference,
    .vjp = attention_backward_vjp,
    WEIR_USE_ATTRS(attention),
    .samples =
        "(2,3,4)@-1:1, (2,5,4)@-1:1, (2,5,2), (2,3,2), (2,3)@1:2, (2,3); "
        "(2,5,3)@-1:1, (2,4,3)@-1:1, (2,4,3), (2,5,3), (2,5)@1:2, (2,5), (5,4)@-1:1 scale=0.7; "
        "(2,4,3)@-1:1, (2,4,3)@-1:1, (2,4,3), (2,4,3), (2,4)@1:2, (2,4) is_causal=true; "
        "(4,3,2)@-1:1, (2,5,2)@-1:1, (2,5,3), (4,3,3), (4,3)@1:2, (4,3), b(1,3,5) enable_gqa=true",
};
