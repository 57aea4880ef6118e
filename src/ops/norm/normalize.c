/* normalize.c - normalize and cosine_similarity, composed of other operators.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "ops/core/composite_calls.h"

#define NORMALIZE_ATTRS(X, A)                                                                      \
    X(A, F64, p, 2, "order of the norm; may be inf", "> 0")                                        \
    X(A, I64, axis, -1, "the axis of the vectors", "axis")                                         \
    X(A, F64, eps, 1e-12, "lower bound of the divisor", ">= 0")
WEIR_ATTRS(normalize, NORMALIZE_ATTRS);

#define COSINE_SIMILARITY_ATTRS(X, A)                                                              \
    X(A, I64, axis, -1, "the axis of the vectors", "axis")                                         \
    X(A, F64, eps, 1e-8, "lower bound of each norm in the divisor", ">= 0")
WEIR_ATTRS(cosine_similarity, COSINE_SIMILARITY_ATTRS);

#define g(op, ...) wr_g_##op(v, __VA_ARGS__)
#define n(value)   wr_build_number(v, value)

static weir_array *length(weir_vjp *v, weir_array *x, double p, int64_t axis) {
    if (p == 2) return g(sqrt, g(sum, g(multiply, x, x), &axis, 1, 1, 0));
    weir_array *a = g(abs, x);
    if (isinf(p)) return g(max, a, &axis, 1, 1);
    if (p == 1) return g(sum, a, &axis, 1, 1, 0);
    return g(pow, g(sum, g(pow, a, n(p)), &axis, 1, 1, 0), n(1 / p));
}

static weir_array *unit(weir_vjp *v, weir_array *x, double p, int64_t axis, double eps) {
    return g(divide, x, g(maximum, length(v, x, p, axis), n(eps)));
}

/* Return the derivative of the norm with respect to x, times the norm. */
static weir_array *direction(weir_vjp *v, weir_array *x, weir_array *length, double p,
                             int64_t axis) {
    if (p == 2) return x;
    if (p == 1) return g(multiply, g(sign, x), length);
    if (isinf(p)) { /* all elements with the largest magnitude share the gradient equally */
        weir_array *top = g(equal, g(abs, x), length);
        weir_array *count = g(count_nonzero, top, &axis, 1, 1);
        if (count == NULL) return NULL;
        weir_array *share = g(divide, x, g(astype, count, x->dtype));
        return g(where, top, share, n(0));
    }
    weir_array *ratio = g(divide, g(abs, x), length);
    return g(multiply, g(multiply, g(sign, x), length), g(pow, ratio, n(p - 1)));
}

/* Return the gradient of y = x / d, where d = max(norm, eps).  The gradient is dy / d, minus a
 * second term for vectors with norm > eps, because their d depends on x. */
static weir_array *unit_vjp(weir_vjp *v, weir_array *x, weir_array *dy, double p, int64_t axis,
                            double eps) {
    weir_array *l = length(v, x, p, axis), *d = g(maximum, l, n(eps));
    weir_array *first = g(divide, dy, d);
    weir_array *along = g(sum, g(multiply, first, x), &axis, 1, 1, 0);
    weir_array *square = g(multiply, d, d), *long_ = g(greater, l, n(eps));
    weir_array *share = g(where, long_, g(divide, along, square), n(0));
    weir_array *safe = g(where, long_, l, n(1));
    return g(subtract, first, g(multiply, share, direction(v, x, safe, p, axis)));
}

static weir_status need_floats(const weir_infer *c, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (wr_dtype_kind_of(c->in[i]->dtype) != WR_KIND_FLOAT)
            return wr_refuse_as(c, WEIR_EDTYPE, "accepts floats, not %s",
                                wr_dtypes[c->in[i]->dtype].name);
    return WEIR_OK;
}

/* ---- normalize ------------------------------------------------------------------------------- */

static weir_status normalize_view(weir_infer *c, weir_array **out) {
    const normalize_attr *attr = c->attr;
    weir_array *x = c->in[0];
    int axis;
    WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    WR_TRY(need_floats(c, 1));
    if (!(attr->p > 0)) return wr_refuse(c, "p=%g must be positive", attr->p);
    if (!(attr->eps >= 0)) return wr_refuse(c, "eps=%g must not be negative", attr->eps);
    if (isinf(attr->p) && wr_shape(x)[axis] == 0)
        return wr_refuse(c, "axis %d of %s is empty and has no maximum", axis, wr_array_text_of(x));
    wr_compose made;
    WR_TRY(wr_compose_begin(&made, x->rt));
    return wr_compose_end(&made, unit(&made.v, x, attr->p, axis, attr->eps), out);
}

static void normalize_vjp(weir_vjp *v) {
    const normalize_attr *attr = v->attr;
    weir_array *dx = unit_vjp(v, v->in[0], v->grad_out[0], attr->p, attr->axis, attr->eps);
    v->grad_in[0] = wr_build_unbroadcast(v, dx, v->in[0]);
}

/* ---- cosine_similarity ----------------------------------------------------------------------- */

static weir_status cosine_similarity_view(weir_infer *c, weir_array **out) {
    const cosine_similarity_attr *attr = c->attr;
    weir_array *a = c->in[0], *b = c->in[1];
    int axis, dtype, ndim = a->ndim;
    int64_t along;
    WR_TRY(wr_need_axis(c, attr->axis, ndim, &axis));
    WR_TRY(need_floats(c, 2));
    WR_TRY(wr_promote(c, 0, 2, &dtype));
    if (!(attr->eps >= 0)) return wr_refuse(c, "eps=%g must not be negative", attr->eps);
    if (!wr_same_shape(a, b))
        return wr_refuse(c, "x1 is %s and x2 is %s; expected the same shape", wr_array_text_of(a),
                         wr_array_text_of(b));
    wr_compose made;
    WR_TRY(wr_compose_begin(&made, a->rt));
    weir_vjp *v = &made.v;
    along = axis;
    if (a->dtype != dtype) a = g(astype, a, dtype);
    if (b->dtype != dtype) b = g(astype, b, dtype);
    weir_array *x = unit(v, a, 2, axis, attr->eps), *z = unit(v, b, 2, axis, attr->eps);
    return wr_compose_end(&made, g(sum, g(multiply, x, z), &along, 1, 0, 0), out);
}

static void cosine_similarity_vjp(weir_vjp *v) {
    const cosine_similarity_attr *attr = v->attr;
    weir_array *dy = g(expand_dims, v->grad_out[0], &attr->axis, 1);
    for (int i = 0; i < 2; i++) {
        if (!v->wanted[i]) continue;
        weir_array *other = unit(v, v->in[1 - i], 2, attr->axis, attr->eps);
        weir_array *dx = unit_vjp(v, v->in[i], g(multiply, dy, other), 2, attr->axis, attr->eps);
        v->grad_in[i] = wr_build_unbroadcast(v, dx, v->in[i]);
    }
}

#undef n
#undef g

WR_OP(normalize) = {
    .size = sizeof(weir_op_def),
    .name = "normalize",
    .summary = "Divide the vectors along an axis by their p-norm.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW | WEIR_OP_STRIDED_IN, /* the operators that it calls accept any strides */
    .view = normalize_view,
    .vjp = normalize_vjp,
    WEIR_USE_ATTRS(normalize),
    .samples = "(3,4); (4,3) p=1 axis=0; (2,5) p=3; (3,4) p=inf; (2,3) eps=20",
};

WR_OP(cosine_similarity) = {
    .size = sizeof(weir_op_def),
    .name = "cosine_similarity",
    .summary = "The cosine similarity of vectors along an axis.",
    .inputs = "x1, x2",
    .outputs = "y",
    .parts = "x1: vectors; "
             "x2: vectors",
    .flags = WEIR_OP_VIEW | WEIR_OP_STRIDED_IN, /* the operators that it calls accept any strides */
    .view = cosine_similarity_view,
    .vjp = cosine_similarity_vjp,
    WEIR_USE_ATTRS(cosine_similarity),
    .samples = "(3,4), (3,4); (4,3), (4,3) axis=0; (5), (5)",
};
