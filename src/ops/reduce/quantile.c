/* quantile.c - quantile, percentile and median along an axis.
 *
 * A quantile lies between two adjacent elements of the sorted sequence.  quantile_positions
 * computes the indices of these elements, the fraction of the way between them, and the derivative
 * of the fraction with respect to q.  The rest is composed of sort, take and arithmetic.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "device/cuda/cuda_text.h"
#include "ops/core/composite_calls.h"
#include "ops/core/cuda_kernels.h"
#include "ops/index/gather_scatter.h"
#include "ops/core/view.h"
#include "ops/reduce/reduce_cuda.h"

/* ---- quantile_positions ---------------------------------------------------------------------- */

/* NumPy's methods.  alpha and beta are the parameters of Hyndman and Fan's formula for the position
 * of a quantile. */
typedef enum rule { CONTINUOUS, FLOOR, CEIL, NEAREST, MIDDLE, INVERTED, AVERAGED, CLOSEST } rule;

typedef struct method {
    const char *name;
    rule rule;
    double alpha, beta;
} method;

static const method methods[] = {
    {"linear", CONTINUOUS, 1, 1},
    {"lower", FLOOR, 1, 1},
    {"higher", CEIL, 1, 1},
    {"nearest", NEAREST, 1, 1},
    {"midpoint", MIDDLE, 1, 1},
    {"inverted_cdf", INVERTED, 0, 1},
    {"averaged_inverted_cdf", AVERAGED, 0, 1},
    {"closest_observation", CLOSEST, -0.5, 1.5},
    {"interpolated_inverted_cdf", CONTINUOUS, 0, 1},
    {"hazen", CONTINUOUS, 0.5, 0.5},
    {"weibull", CONTINUOUS, 0, 0},
    {"median_unbiased", CONTINUOUS, 1.0 / 3, 1.0 / 3},
    {"normal_unbiased", CONTINUOUS, 3.0 / 8, 3.0 / 8},
};

static const method *find_method(const char *name) {
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (name == NULL || strcmp(methods[i].name, name) == 0) return &methods[i];
    return NULL;
}

static weir_status need_method(const weir_infer *c, const char *name) {
    if (find_method(name) != NULL) return WEIR_OK;
    return wr_refuse(
        c,
        "unknown method '%s'; expected 'linear', 'lower', 'higher', 'nearest', 'midpoint' or "
        "another of NumPy's methods",
        name);
}

static weir_status need_q(const weir_infer *c, const weir_array *q) {
    int kind = wr_dtype_kind_of(q->dtype);
    if (kind == WR_KIND_FLOAT || kind == WR_KIND_INT) return WEIR_OK;
    return wr_refuse(c, "q must be real, not %s", wr_dtypes[q->dtype].name);
}

#define QUANTILE_POSITIONS_ATTRS(X, A)                                                             \
    X(A, I64, n, 1, "number of sorted elements", ">= 1")                                           \
    X(A, TEXT, method, "linear", "interpolation method, as in NumPy",                              \
      "linear | lower | higher | nearest | midpoint | inverted_cdf | "                             \
      "averaged_inverted_cdf | closest_observation | "                                             \
      "interpolated_inverted_cdf | hazen | weibull | median_unbiased | normal_unbiased")           \
    X(A, BOOL, percent, 0, "q ranges from 0 to 100 instead of 0 to 1")
WEIR_ATTRS(quantile_positions, QUANTILE_POSITIONS_ATTRS);

static weir_status quantile_positions_infer(weir_infer *c) {
    const quantile_positions_attr *attr = c->attr;
    const weir_array *q = c->in[0];
    WR_TRY(need_method(c, attr->method));
    WR_TRY(need_q(c, q));
    if (attr->n < 1) return wr_refuse(c, "n must be at least 1, got %lld", (long long)attr->n);
    for (int i = 0; i < 4; i++) {
        wr_meta_shape(&c->out[i], q->ndim, wr_shape(q));
        c->out[i].dtype = i < 2 ? WEIR_INT64 : WEIR_FLOAT64;
    }
    c->dtype = WEIR_FLOAT64;
    return WEIR_OK;
}

typedef struct position {
    double below, above, fraction, slope;
} position;

static position locate(const method *m, int64_t n, double q) {
    double last = (double)n - 1, steps = (double)n + 1 - m->alpha - m->beta;
    double at = m->alpha == 1 && m->beta == 1
                    ? last * q
                    : (double)n * q + (m->alpha - 1) + q * (1 - m->alpha - m->beta);
    double below = floor(at), fraction = at - below, slope = 0;
    switch (m->rule) {
    case CONTINUOUS: slope = steps; break;
    case FLOOR: fraction = 0; break;
    case CEIL:
    case INVERTED: fraction = fraction > 0; break;
    case NEAREST:
        below = nearbyint(at);
        fraction = 0;
        break;
    case MIDDLE: fraction = fraction > 0 ? 0.5 : 0; break;
    case AVERAGED: fraction = fraction > 0 ? 1 : 0.5; break;
    case CLOSEST: /* ties go to the even position, counting from 1 */
        fraction = !(fraction == 0 && fmod(below, 2) != 0);
        break;
    }
    if (below < 0) below = 0, fraction = 0, slope = 0;
    if (below >= last) below = last, fraction = 0, slope = 0;
    if (fraction == 1) below++, fraction = 0;
    return (position){below, below < last ? below + 1 : last, fraction, slope};
}

static weir_status quantile_positions_run(const weir_kernel *k) {
    const quantile_positions_attr *attr = k->attr;
    const method *m = find_method(attr->method);
    double most = attr->percent ? 100 : 1;
    for (int64_t i = 0; i < wr_view_count(&k->in[0]); i++) {
        double q = wr_view_get(&k->in[0], i);
        if (!(q >= 0 && q <= most))
            return wr_kernel_fail(k, WEIR_EINVAL, "q[%lld] is %g; it must be between 0 and %g",
                                  (long long)i, q, most);
        position b = locate(m, attr->n, q / most);
        wr_view_put(&k->out[0], i, b.below);
        wr_view_put(&k->out[1], i, b.above);
        wr_view_put(&k->out[2], i, b.fraction);
        wr_view_put(&k->out[3], i, b.slope / most);
    }
    return WEIR_OK;
}

/* quantile.cu has the same struct. */
typedef struct quantile_args {
    wr_cuda_guard guard;
    const void *q;
    void *below, *above, *fraction, *slope;
    int64_t count, n;
    double most, alpha, beta;
    uint64_t value[2];
    uint32_t rule, unused;
} quantile_args;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const weir_view *q = ctx;
    wr_cuda_write(to, "typedef %s X;\n%s%s", wr_cuda_dtype(q->dtype), wr_text_totals,
                  wr_text_quantile);
}

weir_status wr_cuda_quantile_positions(wr_cuda_call *c) {
    enum { THREADS = WR_CUDA_THREADS };
    const weir_kernel *k = c->k;
    const quantile_positions_attr *attr = k->attr;
    const method *m = find_method(attr->method);
    const weir_view *q = &k->in[0];
    quantile_args a = {.guard = c->test,
                       .q = q->data,
                       .below = k->out[0].data,
                       .above = k->out[1].data,
                       .fraction = k->out[2].data,
                       .slope = k->out[3].data,
                       .count = wr_view_count(q),
                       .n = attr->n,
                       .most = attr->percent ? 100 : 1,
                       .alpha = m->alpha,
                       .beta = m->beta,
                       .rule = m->rule};
    if (c->scalars & 1) {
        memcpy(a.value, q->data, wr_dtype_bytes(q->dtype));
        a.q = NULL;
    }
    wr_cuda_source source = {
        .family = "quantile", .variant = (uint64_t)q->dtype, .write = write_text, .ctx = q};
    uint64_t blocks = wr_cuda_blocks(c, (uint64_t)a.count, THREADS);
    WR_TRY(wr_cuda_launch(c, &source, "check_q", blocks, THREADS, &a));
    WR_TRY(wr_cuda_launch(c, &source, "find_positions", blocks, THREADS, &a));
    return wr_cuda_mark(c);
}

WR_OP(quantile_positions) = {
    .size = sizeof(weir_op_def),
    .name = "quantile_positions",
    .summary = "Positions of quantiles among n sorted elements.",
    .notes =
        "Returns the index of the element below, the index of the element above, the fraction of "
        "the way between the two, and the derivative of that fraction with respect to q.  The task "
        "fails if an element of q is out of range.",
    .inputs = "q",
    .outputs = "below, above, fraction, slope",
    .parts = "q: which quantiles; "
             "below: index of the element below; "
             "above: index of the element above; "
             "fraction: weight of the element above; "
             "slope: derivative of the fraction by q",
    .infer = quantile_positions_infer,
    .run = quantile_positions_run,
    WEIR_USE_ATTRS(quantile_positions),
    .samples = "f64(4)@0:1 n=7; f32(2,3)@0:100 n=5 method='hazen' percent=1; f64(5)@0:1 n=9 "
               "method='nearest'; i64(3)@0:1",
};

/* ---- quantile -------------------------------------------------------------------------------- */

/* The arguments of a call to quantile, percentile or median. */
typedef struct request {
    weir_array *x, *q;
    int64_t axis; /* WEIR_NONE for all elements */
    const char *method;
    bool keepdims, percent;
} request;

/* Intermediate results.  x: the input in a floating-point dtype, flattened if axis is WEIR_NONE;
 * low and high: the sorted elements below and above each quantile. */
typedef struct parts {
    weir_array *x, *sorted, *below, *above, *fraction, *slope, *low, *high;
    int axis, q_ndim;
} parts;

/* Convert an array with the shape of q to `dtype`, and append dimensions of size one for the axes
 * of x after the reduced one. */
static weir_array *align(weir_vjp *v, const parts *p, weir_array *a, int dtype) {
    if (a == NULL) return NULL;
    int64_t shape[WEIR_NDIM_MAX];
    int ndim = 0;
    for (int i = 0; i < a->ndim; i++) shape[ndim++] = wr_shape(a)[i];
    for (int i = p->axis + 1; i < p->x->ndim; i++) shape[ndim++] = 1;
    a = wr_g_reshape(v, a, shape, ndim);
    return a != NULL && a->dtype != dtype ? wr_g_astype(v, a, dtype) : a;
}

static void find_parts(weir_vjp *v, const request *a, parts *p) {
    weir_array *x = a->x, *out[4] = {NULL};
    *p = (parts){.q_ndim = a->q->ndim};
    int64_t count = x->count;
    if (a->axis == WEIR_NONE)
        x = wr_g_reshape(v, x, &count, 1);
    else
        wr_axis(a->axis, x->ndim, &p->axis);
    if (x != NULL && wr_dtype_kind_of(x->dtype) != WR_KIND_FLOAT)
        x = wr_g_astype(v, x, wr_default_dtype());
    p->x = x;
    p->sorted = wr_g_sort(v, x, p->axis, 0, 1);
    if (v->status != WEIR_OK) return;
    quantile_positions_attr attr = {wr_shape(x)[p->axis], a->method, a->percent};
    wr_build_many(v, WR_OP_quantile_positions, &attr, 1, &a->q, 4, out);
    if (v->status != WEIR_OK) return;
    p->below = out[0];
    p->above = out[1];
    p->fraction = align(v, p, out[2], x->dtype);
    p->slope = align(v, p, out[3], x->dtype);
    p->low = wr_g_take(v, p->sorted, p->below, p->axis);
    p->high = wr_g_take(v, p->sorted, p->above, p->axis);
}

/* Replace the quantiles of each sequence that contains NaN by NaN.  NaN is sorted last, so only the
 * last element is tested. */
static weir_array *propagate_nan(weir_vjp *v, const parts *p, weir_array *y) {
    if (y == NULL) return NULL;
    int64_t n = wr_shape(p->sorted)[p->axis], shape[WEIR_NDIM_MAX];
    int ndim = 0;
    weir_array *last = wr_build_cut(v, p->sorted, p->axis, n - 1, n);
    for (int i = 0; i < p->axis; i++) shape[ndim++] = wr_shape(p->x)[i];
    for (int i = 0; i < p->q_ndim; i++) shape[ndim++] = 1;
    for (int i = p->axis + 1; i < p->x->ndim; i++) shape[ndim++] = wr_shape(p->x)[i];
    last = wr_g_reshape(v, last, shape, ndim);
    return wr_g_where(v, wr_g_isnan(v, last), last, y);
}

/* Move the axes of q from the position of the reduced axis to the front, or back if `front` is
 * false. */
static weir_array *move_q_axes(weir_vjp *v, const parts *p, weir_array *y, bool front) {
    if (y == NULL || p->q_ndim == 0 || p->axis == 0) return y;
    int64_t axes[WEIR_NDIM_MAX];
    for (int i = 0; i < y->ndim; i++) {
        int to = i < p->q_ndim ? p->axis + i : i < p->q_ndim + p->axis ? i - p->q_ndim : i;
        axes[front ? i : to] = front ? to : i;
    }
    return wr_g_permute_dims(v, y, axes, y->ndim);
}

/* Interpolate between low and high.  The result is low where low and high are equal, where the
 * fraction is 0, and where only low is infinite, because the formula could give NaN for
 * infinities. */
static weir_array *interpolate(weir_vjp *v, const parts *p) {
    weir_array *apart = wr_g_subtract(v, p->high, p->low);
    weir_array *between = wr_g_add(v, p->low, wr_g_multiply(v, apart, p->fraction));
    weir_array *exact = wr_g_logical_or(v, wr_g_equal(v, p->high, p->low),
                                        wr_g_equal(v, p->fraction, wr_build_number(v, 0)));
    weir_array *low_infinite =
        wr_g_logical_and(v, wr_g_isinf(v, p->low), wr_g_isfinite(v, p->high));
    return wr_g_where(v, wr_g_logical_or(v, exact, low_infinite), p->low, between);
}

static weir_status check(const weir_infer *c, const request *a) {
    const weir_array *x = a->x;
    int axis = 0;
    WR_TRY(need_method(c, a->method));
    WR_TRY(need_q(c, a->q));
    if (wr_dtype_kind_of(x->dtype) == WR_KIND_COMPLEX)
        return wr_refuse(c, "%s is not ordered; use abs(x) or real(x)", wr_dtypes[x->dtype].name);
    if (a->axis != WEIR_NONE) WR_TRY(wr_need_axis(c, a->axis, x->ndim, &axis));
    if ((a->axis == WEIR_NONE ? x->count : wr_shape(x)[axis]) == 0)
        return wr_refuse(c, "the reduced axis of %s is empty", wr_shape_text(x->ndim, wr_shape(x)));
    if (x->ndim + a->q->ndim > WEIR_NDIM_MAX)
        return wr_refuse(c, "x is %s and q is %s; expected at most %d dimensions in total",
                         wr_array_text_of(x), wr_array_text_of(a->q), WEIR_NDIM_MAX);
    return WEIR_OK;
}

static weir_status view(const weir_infer *c, const request *a, wr_compose *m, weir_array **out) {
    parts p;
    find_parts(&m->v, a, &p);
    weir_array *y =
        m->v.status == WEIR_OK
            ? move_q_axes(&m->v, &p, propagate_nan(&m->v, &p, interpolate(&m->v, &p)), true)
            : NULL;
    if (a->keepdims && y != NULL) {
        int64_t shape[WEIR_NDIM_MAX];
        int ndim = 0;
        for (int i = 0; i < p.q_ndim; i++) shape[ndim++] = wr_shape(a->q)[i];
        for (int i = 0; i < a->x->ndim; i++)
            shape[ndim++] = a->axis == WEIR_NONE || i == p.axis ? 1 : wr_shape(a->x)[i];
        y = wr_g_reshape(&m->v, y, shape, ndim);
    }
    (void)c;
    return wr_compose_end(m, y, out);
}

/* Return dy with the axes of q at the position of the reduced axis, and without the axis that
 * keepdims keeps. */
static weir_array *reshape_grad(weir_vjp *v, const parts *p, weir_array *q, weir_array *dy) {
    int64_t shape[WEIR_NDIM_MAX];
    int ndim = 0;
    for (int i = 0; i < q->ndim; i++) shape[ndim++] = wr_shape(q)[i];
    for (int i = 0; i < p->x->ndim; i++)
        if (i != p->axis) shape[ndim++] = wr_shape(p->x)[i];
    return move_q_axes(v, p, wr_g_reshape(v, dy, shape, ndim), false);
}

static void vjp(weir_vjp *v, const request *a, bool x_wanted, weir_array **q_grad) {
    parts p;
    if (v->grad_out[0] == NULL) return;
    find_parts(v, a, &p);
    if (v->status != WEIR_OK) return;
    weir_array *g = reshape_grad(v, &p, a->q, v->grad_out[0]);
    if (x_wanted) {
        weir_array *high = wr_g_multiply(v, g, p.fraction);
        weir_array *gs = wr_g_scatter_add(v, wr_build_zeros(v, p.sorted), p.below,
                                          wr_g_subtract(v, g, high), p.axis);
        gs = wr_g_scatter_add(v, gs, p.above, high, p.axis);
        weir_array *order = wr_g_argsort(v, p.x, p.axis, 0, 1);
        weir_array *gx = wr_g_take_along_axis(v, gs, wr_g_argsort(v, order, p.axis, 0, 1), p.axis);
        gx = wr_g_reshape(v, gx, wr_shape(a->x), a->x->ndim);
        v->grad_in[0] = wr_build_unbroadcast(v, gx, a->x);
    }
    if (q_grad == NULL) return;
    int64_t axes[WEIR_NDIM_MAX], count = 0;
    weir_array *gq = wr_g_multiply(v, wr_g_subtract(v, p.high, p.low), p.slope);
    gq = wr_g_multiply(v, g, gq);
    for (int i = 0; gq != NULL && i < gq->ndim; i++)
        if (i < p.axis || i >= p.axis + p.q_ndim) axes[count++] = i;
    if (count > 0) gq = wr_g_sum(v, gq, axes, count, 0, 0);
    *q_grad = wr_build_unbroadcast(v, gq, a->q);
}

#define QUANTILE_ATTRS(X, A)                                                                       \
    X(A, I64, axis, WEIR_NONE, "axis to reduce; none: all elements", "axis")                       \
    X(A, TEXT, method, "linear", "interpolation method, as in NumPy",                              \
      "linear | lower | higher | nearest | midpoint | inverted_cdf | "                             \
      "averaged_inverted_cdf | closest_observation | "                                             \
      "interpolated_inverted_cdf | hazen | weibull | median_unbiased | normal_unbiased")           \
    X(A, BOOL, keepdims, 0, "keep the reduced axis with size one")
WEIR_ATTRS(quantile, QUANTILE_ATTRS);

static request request_of(weir_array *const *in, const quantile_attr *attr, bool percent) {
    return (request){in[0], in[1], attr->axis, attr->method, attr->keepdims, percent};
}

static weir_status any_view(weir_infer *c, weir_array **out, bool percent) {
    request a = request_of(c->in, c->attr, percent);
    wr_compose m;
    WR_TRY(check(c, &a));
    WR_TRY(wr_compose_begin(&m, a.x->rt));
    return view(c, &a, &m, out);
}

static void any_vjp(weir_vjp *v, bool percent) {
    request a = request_of(v->in, v->attr, percent);
    vjp(v, &a, v->wanted[0], v->wanted[1] ? &v->grad_in[1] : NULL);
}

static weir_status quantile_view(weir_infer *c, weir_array **out) {
    return any_view(c, out, false);
}
static weir_status percentile_view(weir_infer *c, weir_array **out) {
    return any_view(c, out, true);
}
static void quantile_vjp(weir_vjp *v) { any_vjp(v, false); }
static void percentile_vjp(weir_vjp *v) { any_vjp(v, true); }

WR_OP(quantile) = {
    .size = sizeof(weir_op_def),
    .name = "quantile",
    .summary = "Quantiles of the elements along an axis, for q from 0 to 1.",
    .notes =
        "The dimensions of q come first in the result.  If an element is NaN, the result is NaN.  "
        "The task fails if an element of q is out of range.  The methods are NumPy's: 'linear', "
        "'lower', 'higher', 'nearest', 'midpoint', 'inverted_cdf', 'averaged_inverted_cdf', "
        "'closest_observation', 'interpolated_inverted_cdf', 'hazen', 'weibull', "
        "'median_unbiased', 'normal_unbiased'.",
    .inputs = "x, q",
    .outputs = "y",
    .parts = "q: which quantiles, as fractions or percentages",
    .flags = WEIR_OP_VIEW,
    .view = quantile_view,
    .vjp = quantile_vjp,
    WEIR_USE_ATTRS(quantile),
    .samples = "(7), f32()@0:1; (3,5), f32(2)@0:1 axis=1; (4,3,2), f32(2,2)@0:1 axis=1 keepdims=1 "
               "method='hazen'; (3,4), f32(3)@0:1 keepdims=1 method='lower'",
};

WR_OP(percentile) = {
    .size = sizeof(weir_op_def),
    .name = "percentile",
    .summary = "Percentiles of the elements along an axis, for q from 0 to 100.",
    .notes = "Like quantile, with q from 0 to 100.",
    .inputs = "x, q",
    .outputs = "y",
    .parts = "q: which quantiles, as fractions or percentages",
    .flags = WEIR_OP_VIEW,
    .view = percentile_view,
    .vjp = percentile_vjp,
    WEIR_USE_ATTRS(quantile),
    .samples = "(7), f32()@0:100; (3,5), f32(2)@0:100 axis=0 method='weibull'",
};

/* ---- median ---------------------------------------------------------------------------------- */

#define MEDIAN_ATTRS(X, A)                                                                         \
    X(A, I64, axis, WEIR_NONE, "axis to reduce; none: all elements", "axis")                       \
    X(A, BOOL, keepdims, 0, "keep the reduced axis with size one")
WEIR_ATTRS(median, MEDIAN_ATTRS);

static request median_request(weir_array *x, const median_attr *attr, weir_array *half) {
    return (request){x, half, attr->axis, NULL, attr->keepdims, false};
}

static weir_status median_view(weir_infer *c, weir_array **out) {
    wr_compose m;
    WR_TRY(wr_compose_begin(&m, c->in[0]->rt));
    weir_array *half = wr_build_number(&m.v, 0.5);
    if (half == NULL) return wr_compose_end(&m, NULL, out);
    request a = median_request(c->in[0], c->attr, half);
    m.v.status = check(c, &a);
    if (m.v.status != WEIR_OK) return wr_compose_end(&m, NULL, out);
    return view(c, &a, &m, out);
}

static void median_vjp(weir_vjp *v) {
    weir_array *half = wr_build_number(v, 0.5);
    if (half == NULL) return;
    request a = median_request(v->in[0], v->attr, half);
    vjp(v, &a, true, NULL);
}

WR_OP(median) = {
    .size = sizeof(weir_op_def),
    .name = "median",
    .summary =
        "Median along an axis; for an even number of elements, the mean of the two middle ones.",
    .notes = "If an element is NaN, the result is NaN.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = median_view,
    .vjp = median_vjp,
    WEIR_USE_ATTRS(median),
    .samples = "(7); (3,4) axis=1; (3,5,2) axis=1 keepdims=1; (4,2) keepdims=1",
};
