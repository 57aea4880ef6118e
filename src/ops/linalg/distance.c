/* distance.c - distances between corresponding vectors, and between all pairs of vectors.  These
 * operators are composites.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "ops/core/composite.h"

#define PAIRWISE_DISTANCE_ATTRS(X, A)                                                              \
    X(A, F64, p, 2, "order of the norm; may be inf", "> 0")                                        \
    X(A, F64, eps, 1e-6, "added to each difference", "> -inf, < inf")                              \
    X(A, BOOL, keepdims, 0, "keep the last axis, with size one")
WEIR_ATTRS(pairwise_distance, PAIRWISE_DISTANCE_ATTRS);
#define CDIST_ATTRS(X, A) X(A, F64, p, 2, "order of the norm; may be inf", "> 0")
WEIR_ATTRS(cdist, CDIST_ATTRS);

#define g(op, ...) wr_g_##op(v, __VA_ARGS__)
#define n(value)   wr_build_number(v, value)

static weir_status need_vectors(const weir_infer *c, double p, int least_ndim) {
    const weir_array *x = c->in[0], *z = c->in[1];
    int dtype;
    WR_TRY(wr_promote(c, 0, 2, &dtype));
    if (wr_dtype_kind_of(dtype) != WR_KIND_FLOAT)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts floats, not %s", wr_dtypes[dtype].name);
    if (x->ndim < least_ndim || z->ndim < least_ndim ||
        wr_shape(x)[x->ndim - 1] != wr_shape(z)[z->ndim - 1])
        return wr_refuse(
            c, "x1 is %s and x2 is %s; expected at least %s and last axes of the same size",
            wr_array_text_of(x), wr_array_text_of(z),
            least_ndim == 1 ? "one dimension" : "two dimensions");
    if (!(p > 0)) return wr_refuse(c, "p=%g must be positive", p);
    return WEIR_OK;
}

static weir_array *norm(weir_vjp *v, weir_array *d, double p, int keepdims) {
    static const int64_t last = -1;
    if (p == 2) return g(sqrt, g(sum, g(square, d), &last, 1, keepdims, 0));
    d = g(abs, d);
    if (isinf(p)) return g(max, d, &last, 1, keepdims);
    if (p == 1) return g(sum, d, &last, 1, keepdims, 0);
    return g(pow, g(sum, g(pow, d, n(p)), &last, 1, keepdims, 0), n(1 / p));
}

static weir_status pairwise_distance_need(const weir_infer *c) {
    const pairwise_distance_attr *a = c->attr;
    if (!isfinite(a->eps)) return wr_refuse(c, "eps=%g must be finite", a->eps);
    return need_vectors(c, a->p, 1);
}

static weir_array *pairwise_distance_composite(weir_vjp *v) {
    const pairwise_distance_attr *a = v->attr;
    weir_array *d = g(add, g(subtract, v->in[0], v->in[1]), n(a->eps));
    return norm(v, d, a->p, a->keepdims);
}
WR_COMPOSITE(pairwise_distance, 3)

static weir_status cdist_need(const weir_infer *c) {
    const cdist_attr *a = c->attr;
    return need_vectors(c, a->p, 2);
}

/* Compute the distances from the differences of the vectors, not as |x|^2 - 2 x^T z + |z|^2, which
 * would lose precision for nearby vectors. */
static weir_array *cdist_composite(weir_vjp *v) {
    static const int64_t line = -2, column = -3;
    const cdist_attr *a = v->attr;
    weir_array *d =
        g(subtract, g(expand_dims, v->in[0], &line, 1), g(expand_dims, v->in[1], &column, 1));
    return norm(v, d, a->p, 0);
}
WR_COMPOSITE(cdist, 3)

#undef n
#undef g

WR_OP(pairwise_distance) = {
    .size = sizeof(weir_op_def),
    .name = "pairwise_distance",
    .summary =
        "The p-norm distances between corresponding vectors along the last axes of x1 and x2.",
    .inputs = "x1, x2",
    .outputs = "y",
    .parts = "x1: vectors; "
             "x2: vectors",
    WR_USE_COMPOSITE(pairwise_distance),
    WEIR_USE_ATTRS(pairwise_distance),
    .samples =
        "(3,4), (3,4); (2,3,5), (5) p=1 keepdims=true; (4), (4) p=3; (3,4), (3,4) p=inf eps=0",
};

WR_OP(cdist) = {
    .size = sizeof(weir_op_def),
    .name = "cdist",
    .summary = "The p-norm distances between each pair of vectors of x1 and x2.",
    .notes = "x1 has shape (..., m, d), x2 (..., n, d), the result (..., m, n).  All m * n * d "
             "differences are in memory at the same time.",
    .inputs = "x1, x2",
    .outputs = "y",
    .parts = "x1: vectors, (..., m, features); "
             "x2: vectors, (..., n, features); "
             "y: distances, (..., m, n)",
    WR_USE_COMPOSITE(cdist),
    WEIR_USE_ATTRS(cdist),
    .samples = "(3,4), (5,4); (2,3,4), (2,2,4) p=1; (2,3), (2,3) p=inf; (3,2), (2,2) p=3",
};
