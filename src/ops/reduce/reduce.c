/* reduce.c - reductions: dtypes and shapes, gradients, and the operators of reduce.def.
 *
 * reduce_walk.c traverses memory, reduce_simd.c has the arithmetic, and reduce_reference.c has the
 * reference implementation.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/expression.h"
#include "ops/reduce/reduce_walk.h"

#define TOTAL(...)
#define REDUCE(...)
#define MOMENT(...)
#include "ops/reduce/reduce.def"
#undef TOTAL
#undef REDUCE
#undef MOMENT
WEIR_ATTRS(total, TOTAL_ATTRS);
WEIR_ATTRS(reduce, REDUCE_ATTRS);
WEIR_ATTRS(moment, MOMENT_ATTRS);

/* ---- Dtypes and inference -------------------------------------------------------------------- */

enum { ALL, REAL, ORDERED };             /* values of trait.takes; see reduce.def */
enum { SAME, WIDE, FLOAT, BOOL, INT64 }; /* values of trait.gives; see reduce.def */

typedef struct trait {
    wr_reduction_kind kind;
    uint8_t takes, gives;
    bool mean;       /* divide by the number of elements */
    bool correction; /* divide by the number of elements minus moment_attr.correction */
    bool dtype;      /* the attributes are a total_attr, which has a dtype */
} trait;

/* Return the dtype in which integers are summed. */
static int widened(int dtype) {
    switch (wr_dtype_kind_of(dtype)) {
    case WR_KIND_BOOL: return WEIR_INT64;
    case WR_KIND_INT: return wr_dtypes[dtype].is_signed ? WEIR_INT64 : WEIR_UINT64;
    default: return dtype;
    }
}

static int result_dtype(int gives, int dtype) {
    switch (gives) {
    case WIDE: return widened(dtype);
    case FLOAT: return wr_dtype_kind_of(dtype) < WR_KIND_FLOAT ? wr_default_dtype() : dtype;
    case BOOL: return WEIR_BOOL;
    case INT64: return WEIR_INT64;
    default: return dtype;
    }
}

/* Return the dtype to which elements are cast before the reduction. */
static int read_as(const trait *t, int x, int y) {
    if (t->gives == BOOL || t->gives == INT64) return WEIR_BOOL;
    int dtype = t->gives == SAME ? x : widened(y);
    return wr_compute_dtype[wr_dtypes[dtype].compute];
}

static wr_reduction reduction_of(const trait *t, const void *attr, int ndim, const int64_t *shape,
                                 int x, int y) {
    const reduce_attr *a = attr;
    wr_reduction f = {
        .kind = t->kind, .mask = wr_axes_mask(a->axes, ndim), .reads = read_as(t, x, y)};
    f.divide = t->mean || t->correction ? (double)wr_reduction_count(f.mask, ndim, shape) : 1;
    if (t->correction) f.divide -= ((const moment_attr *)attr)->correction;
    if (f.divide < 0) f.divide = 0;
    return f;
}

static weir_status check_dtype(const weir_infer *c, const trait *t, int dtype) {
    int kind = wr_dtype_kind_of(dtype);
    if (t->takes == ALL || kind != WR_KIND_COMPLEX) return WEIR_OK;
    if (t->takes == ORDERED)
        return wr_refuse(c, "%s is not ordered; use abs(x) or real(x)", wr_dtypes[dtype].name);
    return wr_refuse_as(c, WEIR_EDTYPE, "x must be real, not %s", wr_dtypes[dtype].name);
}

/* Set *y to the requested dtype of sum or prod, if any.  Fail if the cast to it would discard an
 * imaginary part. */
static weir_status check_result(const weir_infer *c, int x, int32_t asked, int *y) {
    WR_TRY(wr_need_dtype(c, asked, *y, y));
    if (wr_dtype_kind_of(x) == WR_KIND_COMPLEX && wr_dtype_kind_of(*y) != WR_KIND_COMPLEX)
        return wr_refuse(c, "casting %s to %s would discard the imaginary part; use real(x)",
                         wr_dtypes[x].name, wr_dtypes[*y].name);
    return WEIR_OK;
}

static weir_status infer(weir_infer *c, const trait *t) {
    const reduce_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    uint32_t mask;
    int dtype;
    WR_TRY(wr_need_axes(c, attr->axes, x->ndim, &mask));
    WR_TRY(wr_promote(c, 0, 1, &dtype));
    WR_TRY(check_dtype(c, t, dtype));
    int y = result_dtype(t->gives, dtype);
    if (t->dtype) WR_TRY(check_result(c, dtype, ((const total_attr *)c->attr)->dtype, &y));
    wr_reduction_shape(&c->out[0], x, mask, attr->keepdims);
    if (t->gives == SAME && wr_reduction_count(mask, x->ndim, wr_shape(x)) == 0)
        return wr_refuse(c, "the reduced axes of %s are empty; the result is undefined",
                         wr_shape_text(x->ndim, wr_shape(x)));
    c->out[0].dtype = c->dtype = y;
    wr_reduction f = reduction_of(t, attr, x->ndim, wr_shape(x), x->dtype, y);
    c->scratch_bytes = wr_device_is_cuda(c->out[0].device) ? wr_reduction_device_scratch(&f, x)
                                                           : wr_reduction_scratch(&f, x);
    return WEIR_OK;
}

static weir_status run(const weir_kernel *k, const trait *t) {
    const weir_view *x = &k->in[0];
    wr_reduction f = reduction_of(t, k->attr, x->ndim, x->shape, x->dtype, k->dtype);
    return wr_reduction_run(k, &f);
}

static weir_status reference(const weir_kernel *k, const trait *t) {
    const weir_view *x = &k->in[0];
    wr_reduction f = reduction_of(t, k->attr, x->ndim, x->shape, x->dtype, k->dtype);
    return wr_reduction_reference(k, &f);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

#define g(op, ...) wr_g_##op(v, __VA_ARGS__)
#define n(value)   wr_build_number(v, value)

static weir_i64s axes_of(const weir_vjp *v) { return ((const reduce_attr *)v->attr)->axes; }

/* Reinsert the reduced axes with size one, so that the array broadcasts against x. */
static weir_array *keep_axes(weir_vjp *v, weir_array *a) {
    const weir_array *x = v->in[0];
    uint32_t mask = wr_axes_mask(axes_of(v), x->ndim);
    int64_t shape[WEIR_NDIM_MAX];
    for (int i = 0; i < x->ndim; i++) shape[i] = mask >> i & 1 ? 1 : wr_shape(x)[i];
    return g(reshape, a, shape, x->ndim);
}

static double reduced_count(const weir_vjp *v) {
    const weir_array *x = v->in[0];
    return (double)wr_reduction_count(wr_axes_mask(axes_of(v), x->ndim), x->ndim, wr_shape(x));
}

static weir_array *like_x(weir_vjp *v, weir_array *grad) {
    return wr_build_unbroadcast(v, grad, v->in[0]);
}

static weir_array *broadcast_like_x(weir_vjp *v, weir_array *a) {
    const weir_array *x = v->in[0];
    return g(broadcast_to, keep_axes(v, a), wr_shape(x), x->ndim);
}

static void sum_vjp(weir_vjp *v) { v->grad_in[0] = like_x(v, broadcast_like_x(v, v->grad_out[0])); }

static void mean_vjp(weir_vjp *v) {
    weir_array *dy = g(divide, v->grad_out[0], n(reduced_count(v)));
    v->grad_in[0] = like_x(v, broadcast_like_x(v, dy));
}

/* The gradient of an element is the product of all others, computed as the product of the elements
 * before it times the product of those after it, which is correct even if elements are 0.  The
 * reduced axes are first moved to the end and merged, and restored afterwards. */
static void prod_vjp(weir_vjp *v) {
    weir_array *x = v->in[0];
    uint32_t mask = wr_axes_mask(axes_of(v), x->ndim);
    int64_t to[WEIR_NDIM_MAX], back[WEIR_NDIM_MAX], moved[WEIR_NDIM_MAX], flat[WEIR_NDIM_MAX + 1];
    int at = 0, kept = 0;
    if (x->ndim == 0) {
        v->grad_in[0] = like_x(v, v->grad_out[0]);
        return;
    }
    for (int i = 0; i < x->ndim; i++)
        if (!(mask >> i & 1)) flat[kept++] = wr_shape(x)[i], to[at++] = i;
    for (int i = 0; i < x->ndim; i++)
        if (mask >> i & 1) to[at++] = i;
    for (int i = 0; i < x->ndim; i++) back[to[i]] = i, moved[i] = wr_shape(x)[to[i]];
    int64_t count = flat[kept] = wr_reduction_count(mask, x->ndim, wr_shape(x));
    if (kept == WEIR_NDIM_MAX) {
        v->grad_in[0] = like_x(v, keep_axes(v, v->grad_out[0]));
        return;
    }
    weir_array *line = g(reshape, g(permute_dims, x, to, x->ndim), flat, kept + 1);
    weir_array *before = g(cumulative_prod, line, -1, 0, 0, 0);
    weir_array *behind = g(cumulative_prod, line, -1, 0, 0, 1);
    weir_array *others =
        g(multiply, g(reframe, before, -1, -1, count, 1), g(reframe, behind, -1, 1, count, 1));
    others = g(permute_dims, g(reshape, others, moved, x->ndim), back, x->ndim);
    v->grad_in[0] = like_x(v, g(multiply, keep_axes(v, v->grad_out[0]), g(conj, others)));
}

/* If several elements are equal to the maximum or minimum, each gets an equal share of the
 * gradient. */
static void extreme_vjp(weir_vjp *v) {
    weir_array *x = v->in[0], *dy = v->grad_out[0];
    weir_i64s axes = axes_of(v);
    weir_array *same = g(equal, x, keep_axes(v, v->out[0]));
    weir_array *count = g(count_nonzero, same, axes.data, axes.count, 1);
    if (dy == NULL || count == NULL) return;
    weir_array *share = g(divide, keep_axes(v, dy), g(astype, count, dy->dtype));
    v->grad_in[0] = like_x(v, g(where, same, share, n(0)));
}

static weir_array *deviations(weir_vjp *v) {
    weir_i64s axes = axes_of(v);
    return g(subtract, v->in[0], g(mean, v->in[0], axes.data, axes.count, 1));
}

static double degrees_of_freedom(const weir_vjp *v) {
    double left = reduced_count(v) - ((const moment_attr *)v->attr)->correction;
    return left > 0 ? left : 0;
}

static void var_vjp(weir_vjp *v) {
    weir_array *dy = keep_axes(v, v->grad_out[0]);
    v->grad_in[0] =
        like_x(v, g(multiply, g(multiply, dy, n(2 / degrees_of_freedom(v))), deviations(v)));
}

/* If all elements are equal, std is not differentiable; the gradient is then 0, a subgradient. */
static void std_vjp(weir_vjp *v) {
    weir_array *y = keep_axes(v, v->out[0]), *flat = g(equal, y, n(0));
    weir_array *dy = g(divide, keep_axes(v, v->grad_out[0]), g(where, flat, n(1), y));
    dy = g(where, flat, n(0), g(multiply, dy, n(1 / degrees_of_freedom(v))));
    v->grad_in[0] = like_x(v, g(multiply, dy, deviations(v)));
}

static void logsumexp_vjp(weir_vjp *v) {
    weir_array *y = keep_axes(v, v->out[0]);
    y = g(where, g(isfinite, y), y, n(0));
    weir_array *part = g(exp, g(subtract, v->in[0], y));
    v->grad_in[0] = like_x(v, g(multiply, keep_axes(v, v->grad_out[0]), part));
}

#undef n
#undef g

/* ---- The operators --------------------------------------------------------------------------- */

#define BLOCK(op, trait_, attrs_, gradient, samples_, summary_)                                    \
    static const trait op##_trait = trait_;                                                        \
    static weir_status op##_infer(weir_infer *c) { return infer(c, &op##_trait); }                 \
    static weir_status op##_run(const weir_kernel *k) { return run(k, &op##_trait); }              \
    static weir_status op##_reference(const weir_kernel *k) { return reference(k, &op##_trait); }  \
    WR_OP(op) = {.size = sizeof(weir_op_def),                                                      \
                 .name = #op,                                                                      \
                 .summary = summary_,                                                              \
                 .inputs = "x",                                                                    \
                 .outputs = "y",                                                                   \
                 .flags = WEIR_OP_STRIDED_IN,                                                      \
                 .infer = op##_infer,                                                              \
                 .run = op##_run,                                                                  \
                 .reference = op##_reference,                                                      \
                 .vjp = gradient,                                                                  \
                 WEIR_USE_ATTRS(attrs_),                                                           \
                 .samples = samples_};

#define TRAIT(kind, takes, gives, ...)                                                             \
    { WR_REDUCTION_##kind, takes, gives, __VA_ARGS__ }
#define TOTAL(op, kind, takes, gives, gradient, samples, summary)                                  \
    BLOCK(op, TRAIT(kind, takes, gives, .dtype = true), total, gradient, samples, summary)
#define REDUCE(op, kind, takes, gives, gradient, samples, summary)                                 \
    BLOCK(op, TRAIT(kind, takes, gives, .mean = gives == FLOAT), reduce, gradient, samples, summary)
#define MOMENT(op, kind, takes, gives, gradient, samples, summary)                                 \
    BLOCK(op, TRAIT(kind, takes, gives, .correction = true), moment, gradient, samples, summary)
#include "ops/reduce/reduce.def"
#undef TOTAL
#undef REDUCE
#undef MOMENT

wr_reduction wr_reduction_of(const weir_kernel *k) {
    static const trait *const traits[WR_OP_COUNT] = {
#define TOTAL(op, ...)  [WR_OP_##op] = &op##_trait,
#define REDUCE(op, ...) [WR_OP_##op] = &op##_trait,
#define MOMENT(op, ...) [WR_OP_##op] = &op##_trait,
#include "ops/reduce/reduce.def"
    };
    const weir_view *x = &k->in[0];
    return reduction_of(traits[k->op - wr_ops], k->attr, x->ndim, x->shape, x->dtype, k->dtype);
}
