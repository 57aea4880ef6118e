/* repeat.c - repeat, which repeats elements along an axis, and sum_runs, which sums runs of
 * elements.  sum_runs computes the gradient of repeat.
 *
 * With a single count, the result is a copy of a view that has a dimension of stride 0 after the
 * axis.  With a count for each entry along the axis, the copies of entry i start at the sum of the
 * preceding counts.  An entry consists of all elements at one index of the axis and is copied as a
 * unit.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/core/expression.h"
#include "ops/core/view.h"
#include "ops/shape/remap.h"

enum { PIECE_BYTES = WR_SIZE(131072, 64) };

/* The array viewed as `before` blocks of `n` entries along the axis; each entry has `after`
 * elements. */
typedef struct blocks {
    int64_t before, n, after;
} blocks;

static blocks blocks_of(int ndim, const int64_t *shape, int axis) {
    return (blocks){wr_count(axis, shape), shape[axis],
                    wr_count(ndim - axis - 1, shape + axis + 1)};
}

static weir_status need_counts(const weir_infer *c, weir_i64s counts, int64_t n, int64_t *sum) {
    if (counts.count != n)
        return wr_refuse(c,
                         "%lld count%s given for %lld element%s along the axis; expected one "
                         "per element",
                         (long long)counts.count, counts.count == 1 ? "" : "s", (long long)n,
                         n == 1 ? "" : "s");
    *sum = 0;
    for (int64_t i = 0; i < counts.count; i++) {
        if (counts.data[i] < 0)
            return wr_refuse(c, "counts must not be negative, but count %lld is %lld", (long long)i,
                             (long long)counts.data[i]);
        if (__builtin_add_overflow(*sum, counts.data[i], sum))
            return wr_refuse(c, "the sum of the counts overflows");
    }
    return WEIR_OK;
}

/* ---- repeat ---------------------------------------------------------------------------------- */

#define REPEAT_ATTRS(X, A)                                                                         \
    X(A, I64S, repeats, WEIR_REQUIRED, "number of repeats: one for all elements, or one for each", \
      ">= 0")                                                                                      \
    X(A, I64, axis, WEIR_NONE, "axis to repeat along; none: flatten x first", "axis")
WEIR_ATTRS(repeat, REPEAT_ATTRS);

static weir_status repeat_infer(weir_infer *c) {
    const repeat_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    weir_meta *out = &c->out[0];
    int axis = 0, dtype;
    wr_meta_like(out, x);
    if (attr->axis == WEIR_NONE)
        wr_meta_shape(out, 1, &x->count);
    else
        WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    int64_t n = out->shape[axis], *sum = &out->shape[axis];
    if (attr->repeats.count != 1)
        WR_TRY(need_counts(c, attr->repeats, n, sum));
    else if (attr->repeats.data[0] < 0)
        return wr_refuse(c, "repeats=%lld must not be negative", (long long)attr->repeats.data[0]);
    else if (__builtin_mul_overflow(n, attr->repeats.data[0], sum))
        return wr_refuse(c, "repeats=%lld is too large for %lld element%s",
                         (long long)attr->repeats.data[0], (long long)n, n == 1 ? "" : "s");
    WR_TRY(wr_promote(c, 0, 1, &dtype));
    out->dtype = c->dtype = dtype;
    if (attr->repeats.count != 1)
        c->scratch_bytes = wr_round_up((uint64_t)n * sizeof(int64_t), WR_CACHE_LINE);
    return WEIR_OK;
}

/* The runs of entries along an axis: repeat copies entry i to all of run i, and sum_runs sums run i
 * into entry i. */
typedef struct runs {
    blocks b;
    const int64_t *counts;
    int64_t *position; /* index of each run's first entry along the axis */
    int64_t total;
    const char *from;
    char *to;
    const weir_kernel *k;
    int shift;
} runs;

static void position_runs(runs *r) {
    r->total = 0;
    for (int64_t i = 0; i < r->b.n; i++) {
        r->position[i] = r->total;
        r->total += r->counts[i];
    }
}

static weir_status repeat_some(void *arg, int64_t begin, int64_t end) {
    const runs *r = arg;
    size_t bytes = (size_t)r->b.after << r->shift;
    for (int64_t i = begin; i < end; i++) {
        int64_t entry = i % r->b.n, row = i / r->b.n;
        const char *from = r->from + (size_t)i * bytes;
        char *to = r->to + (size_t)(row * r->total + r->position[entry]) * bytes;
        if (r->b.after == 1)
            wr_simd_of(r->k)->move->fill[r->shift](to, from, r->counts[entry]);
        else
            for (int64_t j = 0; j < r->counts[entry]; j++, to += bytes) memcpy(to, from, bytes);
    }
    return WEIR_OK;
}

static weir_status repeat_each(const weir_kernel *k, blocks b) {
    const repeat_attr *attr = k->attr;
    runs r = {.b = b,
              .counts = attr->repeats.data,
              .position = k->scratch,
              .from = k->in[0].data,
              .to = k->out[0].data,
              .k = k,
              .shift = wr_dtypes[k->out[0].dtype].shift};
    position_runs(&r);
    if (r.total == 0) return WEIR_OK;
    /* `bytes` is the average size of a run, rounded up.  The grain is chosen so that a piece of
     * parallel work has about PIECE_BYTES bytes. */
    int64_t bytes = ((b.after << r.shift) * r.total + b.n - 1) / b.n;
    int64_t grain = PIECE_BYTES / bytes;
    return wr_split(k, b.before * b.n, grain > 0 ? grain : 1, repeat_some, &r);
}

static weir_status repeat_run(const weir_kernel *k) {
    const repeat_attr *attr = k->attr;
    const weir_view *x = &k->in[0], *y = &k->out[0];
    if (wr_view_count(y) == 0) return WEIR_OK;
    int64_t flat = wr_view_count(x);
    int axis = 0;
    if (attr->axis != WEIR_NONE) wr_axis(attr->axis, x->ndim, &axis);
    blocks b = attr->axis == WEIR_NONE ? (blocks){1, flat, 1} : blocks_of(x->ndim, x->shape, axis);
    if (attr->repeats.count != 1) {
        if (x->dtype == y->dtype) return repeat_each(k, b);
        /* x is a scalar, so the result is filled with its only element. */
        weir_view one = {x->data, NULL, NULL, x->dtype, 0};
        return wr_copy_view(k, y, &one);
    }
    int64_t times = attr->repeats.data[0];
    const int64_t shape[4] = {b.before, b.n, times, b.after};
    const int64_t from[4] = {b.n * b.after, b.after, 0, 1};
    int64_t to[4];
    wr_row_major(4, shape, to);
    weir_view source = {x->data, shape, from, x->dtype, 4};
    weir_view target = {y->data, shape, to, y->dtype, 4};
    return wr_copy_view(k, &target, &source);
}

weir_status wr_cuda_repeat(wr_cuda_call *c) {
    const repeat_attr *attr = c->k->attr;
    const weir_view *x = &c->k->in[0], *y = &c->k->out[0];
    int axis = 0;
    if (attr->axis != WEIR_NONE) wr_axis(attr->axis, x->ndim, &axis);
    blocks b = attr->axis == WEIR_NONE ? (blocks){1, wr_view_count(x), 1}
                                       : blocks_of(x->ndim, x->shape, axis);
    if (c->scalars & 1) return wr_cuda_copy_view(c, y, x, true, &c->guard);
    if (attr->repeats.count != 1) return wr_cuda_repeat_runs(c, attr->repeats.data, b.n, b.after);
    int64_t times = attr->repeats.data[0];
    wr_remap r = {.ndim = 3};
    r.dim[0] = (wr_remap_dim){
        .size = b.before, .n = b.before, .to = b.n * times * b.after, .from = b.n * b.after};
    r.dim[1] = (wr_remap_dim){.size = b.n * times,
                              .n = b.n,
                              .before = times,
                              .to = b.after,
                              .from = b.after,
                              .mode = WR_REMAP_DIVIDE};
    r.dim[2] = (wr_remap_dim){.size = b.after, .n = b.after, .to = 1, .from = 1};
    return wr_cuda_remap(c, &r);
}

static void repeat_vjp(weir_vjp *v) {
    const repeat_attr *attr = v->attr;
    weir_array *x = v->in[0], *g = v->grad_out[0];
    int axis = 0;
    if (attr->axis != WEIR_NONE) wr_axis(attr->axis, x->ndim, &axis);
    if (attr->repeats.count != 1) {
        g = wr_g_sum_runs(v, g, attr->repeats.data, attr->repeats.count, axis);
    } else {
        blocks b = attr->axis == WEIR_NONE ? (blocks){1, x->count, 1}
                                           : blocks_of(x->ndim, wr_shape(x), axis);
        const int64_t shape[4] = {b.before, b.n, attr->repeats.data[0], b.after}, times = 2;
        g = wr_g_sum(v, wr_g_reshape(v, g, shape, 4), &times, 1, 0, 0);
    }
    v->grad_in[0] = wr_build_unbroadcast(v, wr_g_reshape(v, g, wr_shape(x), x->ndim), x);
}

WR_OP(repeat) = {
    .size = sizeof(weir_op_def),
    .name = "repeat",
    .summary = "Repeat each element along an axis.",
    .inputs = "x",
    .outputs = "y",
    .infer = repeat_infer,
    .run = repeat_run,
    .vjp = repeat_vjp,
    WEIR_USE_ATTRS(repeat),
    .samples = "(3,4) repeats=[2] axis=1; (2,3) repeats=[3]; (3,2) repeats=[1,0,3] axis=0; (2,3) "
               "repeats=[2,1,0] axis=-1; (2,3) repeats=[0] axis=0",
};

/* ---- sum_runs -------------------------------------------------------------------------------- */

#define SUM_RUNS_ATTRS(X, A)                                                                       \
    X(A, I64S, counts, WEIR_REQUIRED, "number of elements in each run", ">= 0")                    \
    X(A, I64, axis, 0, "axis to sum along", "axis")
WEIR_ATTRS(sum_runs, SUM_RUNS_ATTRS);

static weir_status sum_runs_infer(weir_infer *c) {
    const sum_runs_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    int axis;
    int64_t sum;
    WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    WR_TRY(need_counts(c, attr->counts, attr->counts.count, &sum));
    if (sum != wr_shape(x)[axis])
        return wr_refuse(c, "the counts sum to %lld, but axis %d of %s has size %lld",
                         (long long)sum, axis, wr_array_text_of(x), (long long)wr_shape(x)[axis]);
    if (x->dtype == WEIR_BOOL)
        return wr_refuse_as(c, WEIR_EDTYPE, "bool is not supported; convert x to a numeric dtype");
    wr_meta_like(&c->out[0], x);
    c->out[0].shape[axis] = attr->counts.count;
    c->dtype = x->dtype;
    /* The scratch memory holds the positions of the runs and, if the compute type differs from the
     * dtype, the sums. */
    int compute = wr_compute_dtype[wr_dtypes[x->dtype].compute];
    uint64_t sums = 0;
    if (compute != x->dtype)
        sums = (uint64_t)wr_count(c->out[0].ndim, c->out[0].shape) * wr_dtype_bytes(compute);
    c->scratch_bytes = wr_round_up((uint64_t)attr->counts.count * 8, WR_CACHE_LINE) +
                       wr_round_up(sums, WR_CACHE_LINE);
    return WEIR_OK;
}

typedef void add_fn(void *sum, const void *x, int64_t n);

#define ADD(suffix, T)                                                                             \
    static void add_##suffix(void *sum, const void *x, int64_t n) {                                \
        T *to = sum;                                                                               \
        const T *from = x;                                                                         \
        for (int64_t i = 0; i < n; i++) to[i] += from[i];                                          \
    }
ADD(u32, uint32_t)
ADD(u64, uint64_t)
ADD(f32, float)
ADD(f64, double)

/* Return the function that adds elements of a compute type.  The real and imaginary parts of
 * complex numbers are added as two elements (*parts is 2).  Signed integers are added as unsigned
 * integers, so that they wrap around. */
static add_fn *adder(int compute, int64_t *parts) {
    *parts = compute == WEIR_IN_C64 || compute == WEIR_IN_C128 ? 2 : 1;
    switch (compute) {
    case WEIR_IN_I32: return add_u32;
    case WEIR_IN_I64:
    case WEIR_IN_U64: return add_u64;
    case WEIR_IN_F32:
    case WEIR_IN_C64: return add_f32;
    default: return add_f64;
    }
}

typedef struct sums {
    runs r;
    char *sum; /* the sums in the compute type */
    int compute;
    add_fn *add;
    int64_t parts;
} sums;

static weir_status sum_some(void *arg, int64_t begin, int64_t end) {
    enum { BLOCK = WR_SIZE(256, 8) };
    const sums *s = arg;
    const runs *r = &s->r;
    int dtype = r->k->in[0].dtype, computes = wr_compute_dtype[s->compute];
    wr_cast_fn *in = wr_simd_of(r->k)->cast->cast[dtype][computes];
    wr_cast_fn *out = wr_simd_of(r->k)->cast->cast[computes][dtype];
    _Alignas(64) char wide[BLOCK * 16];
    size_t bytes = (size_t)r->b.after << r->shift, size = wr_dtype_bytes(computes);
    for (int64_t i = begin; i < end; i++) {
        int64_t entry = i % r->b.n, row = i / r->b.n;
        char *sum = s->sum + (size_t)(i * r->b.after) * size;
        memset(sum, 0, (size_t)r->b.after * size);
        const char *from = r->from + (size_t)(row * r->total + r->position[entry]) * bytes;
        for (int64_t j = 0; j < r->counts[entry]; j++, from += bytes)
            for (int64_t at = 0; at < r->b.after; at += BLOCK) {
                int64_t n = r->b.after - at < BLOCK ? r->b.after - at : BLOCK;
                in(wide, from + ((size_t)at << r->shift), n);
                s->add(sum + (size_t)at * size, wide, n * s->parts);
            }
        if (computes != dtype) out(r->to + (size_t)i * bytes, sum, r->b.after);
    }
    return WEIR_OK;
}

static weir_status sum_runs_run(const weir_kernel *k) {
    const sum_runs_attr *attr = k->attr;
    const weir_view *x = &k->in[0];
    int axis = 0;
    if (wr_view_count(&k->out[0]) == 0) return WEIR_OK;
    wr_axis(attr->axis, x->ndim, &axis);
    sums s = {.compute = wr_dtypes[x->dtype].compute};
    s.add = adder(s.compute, &s.parts);
    s.r = (runs){.b = blocks_of(k->out[0].ndim, k->out[0].shape, axis),
                 .counts = attr->counts.data,
                 .position = k->scratch,
                 .from = x->data,
                 .to = k->out[0].data,
                 .k = k,
                 .shift = wr_dtypes[x->dtype].shift};
    position_runs(&s.r);
    uint64_t places = wr_round_up((uint64_t)s.r.b.n * 8, WR_CACHE_LINE);
    bool wide = wr_compute_dtype[s.compute] != x->dtype;
    s.sum = wide ? (char *)k->scratch + places : s.r.to;
    int64_t bytes = ((s.r.b.after << s.r.shift) * (s.r.total + 1)) / s.r.b.n + 1;
    int64_t grain = PIECE_BYTES / bytes;
    return wr_split(k, s.r.b.before * s.r.b.n, grain > 0 ? grain : 1, sum_some, &s);
}

weir_status wr_cuda_sum_runs(wr_cuda_call *c) {
    const sum_runs_attr *attr = c->k->attr;
    const weir_view *y = &c->k->out[0];
    int axis = 0;
    wr_axis(attr->axis, y->ndim, &axis);
    blocks b = blocks_of(y->ndim, y->shape, axis);
    return wr_cuda_sum_each(c, attr->counts.data, b.n, b.after);
}

static void sum_runs_vjp(weir_vjp *v) {
    const sum_runs_attr *attr = v->attr;
    const weir_array *x = v->in[0];
    weir_array *g = v->grad_out[0];
    int axis = 0;
    wr_axis(attr->axis, x->ndim, &axis);
    v->grad_in[0] = wr_g_repeat(v, g, attr->counts.data, attr->counts.count, axis);
}

WR_OP(sum_runs) = {
    .size = sizeof(weir_op_def),
    .name = "sum_runs",
    .summary = "Sums of consecutive runs of elements along an axis.",
    .inputs = "x",
    .outputs = "y",
    .infer = sum_runs_infer,
    .run = sum_runs_run,
    .vjp = sum_runs_vjp,
    WEIR_USE_ATTRS(sum_runs),
    .samples =
        "(6) counts=[1,0,3,2]; (2,5) counts=[2,3] axis=1; (4,3) counts=[4]; (3,2) counts=[1,1,1]",
};
