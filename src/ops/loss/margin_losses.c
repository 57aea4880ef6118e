/* margin_losses.c - losses composed of other operators: margin losses, embedding losses and
 * likelihoods.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "ops/loss/loss_reduction.h"
#include "ops/core/composite.h"

#define g(op, ...) wr_g_##op(v, __VA_ARGS__)
#define n(value)   wr_build_number(v, value)

#define LOSS_ATTRS(X, A)                                                                           \
    X(A, TEXT, reduction, "mean", "'mean', 'sum' or 'none': how the losses are reduced",           \
      "mean | sum | none")
WEIR_ATTRS(loss, LOSS_ATTRS);
#define MARGIN_LOSS_ATTRS(X, A)                                                                    \
    LOSS_ATTRS(X, A)                                                                               \
    X(A, F64, margin, 0, "margin of the comparison", "> -inf, < inf")
WEIR_ATTRS(margin_loss, MARGIN_LOSS_ATTRS);
#define HINGE_EMBEDDING_LOSS_ATTRS(X, A)                                                           \
    LOSS_ATTRS(X, A)                                                                               \
    X(A, F64, margin, 1, "margin for targets of -1", "> -inf, < inf")
WEIR_ATTRS(hinge_embedding_loss, HINGE_EMBEDDING_LOSS_ATTRS);
#define TRIPLET_MARGIN_LOSS_ATTRS(X, A)                                                            \
    LOSS_ATTRS(X, A)                                                                               \
    X(A, F64, margin, 1, "by how much the negative should be farther away than the positive",      \
      ">= 0, < inf")                                                                               \
    X(A, F64, p, 2, "order of the norm of the distances; may be inf", "> 0")                       \
    X(A, F64, eps, 1e-6, "added to each difference", ">= 0, < inf")                                \
    X(A, BOOL, swap, 0, "use the smaller of the negative's distances to anchor and positive")
WEIR_ATTRS(triplet_margin_loss, TRIPLET_MARGIN_LOSS_ATTRS);
#define GAUSSIAN_NLL_LOSS_ATTRS(X, A)                                                              \
    LOSS_ATTRS(X, A)                                                                               \
    X(A, BOOL, full, 0, "include the constant log(2 pi) / 2")                                      \
    X(A, F64, eps, 1e-6, "lower bound on the variance", "> 0")
WEIR_ATTRS(gaussian_nll_loss, GAUSSIAN_NLL_LOSS_ATTRS);
#define POISSON_NLL_LOSS_ATTRS(X, A)                                                               \
    LOSS_ATTRS(X, A)                                                                               \
    X(A, BOOL, log_input, 1, "x is the logarithm of the rate")                                     \
    X(A, BOOL, full, 0, "include Stirling's approximation of log(target!)")                        \
    X(A, F64, eps, 1e-8, "added to the rate before taking the logarithm, if log_input is false",   \
      ">= 0, < inf")
WEIR_ATTRS(poisson_nll_loss, POISSON_NLL_LOSS_ATTRS);
#define MULTI_MARGIN_LOSS_ATTRS(X, A)                                                              \
    LOSS_ATTRS(X, A)                                                                               \
    X(A, F64, p, 1, "power of each class's loss: 1 or 2", "1 | 2")                                 \
    X(A, F64, margin, 1, "by how much the label's score should exceed the other scores",           \
      "> -inf, < inf")
WEIR_ATTRS(multi_margin_loss, MULTI_MARGIN_LOSS_ATTRS);

/* ---- Checks ---------------------------------------------------------------------------------- */

static const char *text_of(const void *attr) { return ((const loss_attr *)attr)->reduction; }

/* Fail unless the reduction is supported and the first `floats` inputs promote to a real float and
 * have the same shape. */
static weir_status need_loss(const weir_infer *c, uint32_t floats) {
    wr_reduction r = wr_reduction_of(text_of(c->attr));
    int dtype;
    if (r == WR_REDUCE_WRONG || r == WR_REDUCE_BATCHMEAN)
        return wr_refuse(c, "reduction '%s' is not supported; expected 'mean', 'sum' or 'none'",
                         text_of(c->attr));
    WR_TRY(wr_promote(c, 0, floats, &dtype));
    if (wr_dtype_kind_of(dtype) != WR_KIND_FLOAT)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts floats, not %s", wr_dtypes[dtype].name);
    for (uint32_t i = 1; i < floats; i++)
        if (!wr_same_shape(c->in[0], c->in[i]))
            return wr_refuse(c, "inputs are %s and %s; expected the same shape",
                             wr_array_text_of(c->in[0]), wr_array_text_of(c->in[i]));
    return WEIR_OK;
}

static weir_status need_finite(const weir_infer *c, const char *name, double value, double least) {
    if (isfinite(value) && value >= least) return WEIR_OK;
    return wr_refuse(c, "%s=%g must be finite%s", name, value,
                     least > -INFINITY ? " and not negative" : "");
}

static weir_array *optional_input(const weir_vjp *v, uint32_t i) {
    return i < v->in_count ? v->in[i] : NULL;
}

static weir_array *reduce(weir_vjp *v, weir_array *each) {
    wr_reduction r = wr_reduction_of(text_of(v->attr));
    if (r == WR_REDUCE_SUM) return g(sum, each, NULL, 0, 0, 0);
    return r == WR_REDUCE_MEAN ? g(mean, each, NULL, 0, 0) : each;
}

/* ---- Margins --------------------------------------------------------------------------------- */

static weir_status margin_ranking_loss_need(const weir_infer *c) {
    const margin_loss_attr *a = c->attr;
    WR_TRY(need_loss(c, 3));
    return need_finite(c, "margin", a->margin, -INFINITY);
}

static weir_array *margin_ranking_loss_composite(weir_vjp *v) {
    const margin_loss_attr *a = v->attr;
    weir_array *lead = g(multiply, v->in[2], g(subtract, v->in[0], v->in[1]));
    return reduce(v, g(relu, g(subtract, n(a->margin), lead)));
}
WR_COMPOSITE(margin_ranking_loss, 7)

static weir_status hinge_embedding_loss_need(const weir_infer *c) {
    const hinge_embedding_loss_attr *a = c->attr;
    WR_TRY(need_loss(c, 2));
    return need_finite(c, "margin", a->margin, -INFINITY);
}

/* A target other than 1 and -1 contributes to both terms, as in other frameworks. */
static weir_array *hinge_embedding_loss_composite(weir_vjp *v) {
    const hinge_embedding_loss_attr *a = v->attr;
    weir_array *x = v->in[0], *t = v->in[1];
    weir_array *near = g(where, g(equal, t, n(-1)), n(0), x);
    weir_array *far = g(where, g(equal, t, n(1)), n(0), g(relu, g(subtract, n(a->margin), x)));
    return reduce(v, g(add, near, far));
}
WR_COMPOSITE(hinge_embedding_loss, 3)

static weir_status cosine_embedding_loss_need(const weir_infer *c) {
    const margin_loss_attr *a = c->attr;
    const weir_array *x = c->in[0], *t = c->in[2];
    WR_TRY(need_loss(c, 2));
    if (x->ndim < 1 || x->ndim > 2 || t->ndim != x->ndim - 1 ||
        (x->ndim == 2 && wr_shape(t)[0] != wr_shape(x)[0]))
        return wr_refuse(
            c, "inputs are %s and target is %s; expected vectors and one target per vector",
            wr_array_text_of(x), wr_array_text_of(t));
    if (wr_dtype_kind_of(t->dtype) == WR_KIND_COMPLEX)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts real targets, not %s",
                            wr_dtypes[t->dtype].name);
    return need_finite(c, "margin", a->margin, -INFINITY);
}

static weir_array *along_last(weir_vjp *v, weir_array *x) {
    static const int64_t last = -1;
    return g(sum, x, &last, 1, 0, 0);
}

static weir_array *cosine_embedding_loss_composite(weir_vjp *v) {
    const margin_loss_attr *a = v->attr;
    weir_array *x = v->in[0], *z = v->in[1], *t = v->in[2];
    weir_array *xx = g(add, along_last(v, g(multiply, x, x)), n(1e-12));
    weir_array *zz = g(add, along_last(v, g(multiply, z, z)), n(1e-12));
    weir_array *cosine =
        g(divide, along_last(v, g(multiply, x, z)), g(multiply, g(sqrt, xx), g(sqrt, zz)));
    weir_array *near = g(where, g(equal, t, n(1)), g(subtract, n(1), cosine), n(0));
    weir_array *far = g(relu, g(subtract, cosine, n(a->margin)));
    return reduce(v, g(add, near, g(where, g(equal, t, n(-1)), far, n(0))));
}
WR_COMPOSITE(cosine_embedding_loss, 3)

static weir_status triplet_margin_loss_need(const weir_infer *c) {
    const triplet_margin_loss_attr *a = c->attr;
    WR_TRY(need_loss(c, 3));
    if (c->in[0]->ndim < 1)
        return wr_refuse(c, "anchor is %s; expected at least one dimension",
                         wr_array_text_of(c->in[0]));
    if (!(a->p > 0)) return wr_refuse(c, "p=%g must be positive", a->p);
    WR_TRY(need_finite(c, "eps", a->eps, 0));
    return need_finite(c, "margin", a->margin, 0);
}

static weir_array *apart(weir_vjp *v, weir_array *x, weir_array *z) {
    const triplet_margin_loss_attr *a = v->attr;
    return g(pairwise_distance, x, z, a->p, a->eps, 0);
}

static weir_array *triplet_margin_loss_composite(weir_vjp *v) {
    const triplet_margin_loss_attr *a = v->attr;
    weir_array *near = apart(v, v->in[0], v->in[1]), *far = apart(v, v->in[0], v->in[2]);
    if (a->swap) far = g(minimum, far, apart(v, v->in[1], v->in[2]));
    return reduce(v, g(relu, g(add, g(subtract, near, far), n(a->margin))));
}
WR_COMPOSITE(triplet_margin_loss, 7)

static weir_status multi_margin_loss_need(const weir_infer *c) {
    const multi_margin_loss_attr *a = c->attr;
    const weir_array *x = c->in[0], *t = c->in[1], *w = c->in_count > 2 ? c->in[2] : NULL;
    WR_TRY(need_loss(c, 1));
    if (wr_dtype_kind_of(t->dtype) != WR_KIND_INT)
        return wr_refuse(c, "labels must be integers, not %s", wr_dtypes[t->dtype].name);
    if (x->ndim != 2 || t->ndim != 1 || wr_shape(t)[0] != wr_shape(x)[0] || wr_shape(x)[1] < 1)
        return wr_refuse(
            c, "x is %s and labels are %s; expected (batch, classes) and one label per sample",
            wr_array_text_of(x), wr_array_text_of(t));
    if (w != NULL && (w->ndim != 1 || wr_shape(w)[0] != wr_shape(x)[1]))
        return wr_refuse(c, "weight has shape %s; expected (%lld,), one per class",
                         wr_shape_text(w->ndim, wr_shape(w)), (long long)wr_shape(x)[1]);
    if (a->p != 1 && a->p != 2) return wr_refuse(c, "p=%g is not supported; expected 1 or 2", a->p);
    return need_finite(c, "margin", a->margin, -INFINITY);
}

static weir_array *multi_margin_loss_composite(weir_vjp *v) {
    static const int64_t last = -1;
    const multi_margin_loss_attr *a = v->attr;
    weir_array *x = v->in[0], *w = optional_input(v, 2);
    int64_t classes = wr_shape(x)[1];
    weir_array *hot = g(one_hot, v->in[1], classes, x->dtype);
    weir_array *own = g(sum, g(multiply, x, hot), &last, 1, 1, 0);
    weir_array *each = g(relu, g(add, g(subtract, x, own), n(a->margin)));
    if (a->p == 2) each = g(square, each);
    each = g(where, g(equal, hot, n(1)), n(0), each);
    if (w != NULL) each = g(multiply, each, g(sum, g(multiply, hot, w), &last, 1, 1, 0));
    return reduce(v, g(mean, each, &last, 1, 0));
}
WR_COMPOSITE(multi_margin_loss, 5)

/* ---- Likelihoods ----------------------------------------------------------------------------- */

static weir_status gaussian_nll_loss_need(const weir_infer *c) {
    const gaussian_nll_loss_attr *a = c->attr;
    WR_TRY(need_loss(c, 2));
    const weir_array *x = c->in[0], *var = c->in[2];
    int64_t both[WEIR_NDIM_MAX];
    int ndim, dtype;
    WR_TRY(wr_promote(c, 0, 3, &dtype));
    if (wr_dtype_kind_of(dtype) != WR_KIND_FLOAT)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts floats, not %s", wr_dtypes[dtype].name);
    if (!wr_broadcast(x->ndim, wr_shape(x), var->ndim, wr_shape(var), &ndim, both) ||
        wr_count(ndim, both) != x->count || ndim != x->ndim)
        return wr_refuse(c, "var has shape %s, which does not broadcast to %s",
                         wr_shape_text(var->ndim, wr_shape(var)), wr_array_text_of(x));
    if (!(a->eps > 0)) return wr_refuse(c, "eps=%g must be positive", a->eps);
    return WEIR_OK;
}

static weir_array *gaussian_nll_loss_composite(weir_vjp *v) {
    const gaussian_nll_loss_attr *a = v->attr;
    weir_array *var = g(maximum, v->in[2], n(a->eps));
    weir_array *square = g(square, g(subtract, v->in[0], v->in[1]));
    weir_array *each = g(multiply, g(add, g(log, var), g(divide, square, var)), n(0.5));
    if (a->full) each = g(add, each, n(0.5 * log(2 * M_PI)));
    return reduce(v, each);
}
WR_COMPOSITE(gaussian_nll_loss, 7)

static weir_status poisson_nll_loss_need(const weir_infer *c) {
    const poisson_nll_loss_attr *a = c->attr;
    WR_TRY(need_loss(c, 2));
    return need_finite(c, "eps", a->eps, 0);
}

static weir_array *poisson_nll_loss_composite(weir_vjp *v) {
    const poisson_nll_loss_attr *a = v->attr;
    weir_array *x = v->in[0], *t = v->in[1];
    weir_array *each = a->log_input ? g(subtract, g(exp, x), g(multiply, t, x))
                                    : g(subtract, x, g(multiply, t, g(log, g(add, x, n(a->eps)))));
    if (a->full) {
        weir_array *many = g(maximum, t, n(1));
        weir_array *stirling = g(subtract, g(multiply, many, g(log, many)), many);
        stirling = g(add, stirling, g(multiply, g(log, g(multiply, many, n(2 * M_PI))), n(0.5)));
        each = g(add, each, g(where, g(greater, t, n(1)), stirling, n(0)));
    }
    return reduce(v, each);
}
WR_COMPOSITE(poisson_nll_loss, 3)

static weir_status need_weight(const weir_infer *c) {
    WR_TRY(need_loss(c, 2));
    const weir_array *x = c->in[0], *w = c->in_count > 2 ? c->in[2] : NULL;
    int64_t both[WEIR_NDIM_MAX];
    int ndim;
    if (w == NULL) return WEIR_OK;
    if (wr_dtype_kind_of(w->dtype) == WR_KIND_COMPLEX)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts real weights, not %s",
                            wr_dtypes[w->dtype].name);
    if (!wr_broadcast(x->ndim, wr_shape(x), w->ndim, wr_shape(w), &ndim, both) || ndim != x->ndim ||
        wr_count(ndim, both) != x->count)
        return wr_refuse(c, "weight has shape %s, which does not broadcast to %s",
                         wr_shape_text(w->ndim, wr_shape(w)), wr_array_text_of(x));
    return WEIR_OK;
}

static weir_status binary_cross_entropy_need(const weir_infer *c) { return need_weight(c); }

static weir_array *bounded_log(weir_vjp *v, weir_array *x) {
    return g(maximum, g(log, x), n(-100));
}

static weir_array *binary_cross_entropy_composite(weir_vjp *v) {
    weir_array *x = v->in[0], *t = v->in[1], *w = optional_input(v, 2);
    weir_array *yes = g(multiply, t, bounded_log(v, x));
    weir_array *no = g(multiply, g(subtract, n(1), t), bounded_log(v, g(subtract, n(1), x)));
    weir_array *each = g(negative, g(add, yes, no));
    return reduce(v, w == NULL ? each : g(multiply, each, w));
}
WR_COMPOSITE(binary_cross_entropy, 7)

static weir_status multilabel_soft_margin_loss_need(const weir_infer *c) {
    if (c->in[0]->ndim < 1)
        return wr_refuse(c, "x is %s; expected at least one dimension", wr_array_text_of(c->in[0]));
    return need_weight(c);
}

static weir_array *multilabel_soft_margin_loss_composite(weir_vjp *v) {
    static const int64_t last = -1;
    weir_array *x = v->in[0], *t = v->in[1], *w = optional_input(v, 2);
    weir_array *yes = g(multiply, t, g(log_sigmoid, x));
    weir_array *no = g(multiply, g(subtract, n(1), t), g(log_sigmoid, g(negative, x)));
    weir_array *each = g(negative, g(add, yes, no));
    if (w != NULL) each = g(multiply, each, w);
    return reduce(v, g(mean, each, &last, 1, 0));
}
WR_COMPOSITE(multilabel_soft_margin_loss, 7)

#undef n
#undef g

/* ---- Operators ------------------------------------------------------------------------------- */

WR_OP(margin_ranking_loss) = {
    .size = sizeof(weir_op_def),
    .name = "margin_ranking_loss",
    .summary =
        "The margin ranking loss, max(0, margin - target * (x1 - x2)), for targets 1 and -1.",
    .inputs = "x1, x2, target",
    .outputs = "y",
    .parts = "x1: scores; "
             "x2: scores; "
             "target: 1 if x1 should be ranked higher, else -1; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    WR_USE_COMPOSITE(margin_ranking_loss),
    WEIR_USE_ATTRS(margin_loss),
    .samples = "(3,4), (3,4), (3,4); (5), (5), (5) reduction='sum' margin=0.7; (2,3), (2,3), (2,3) "
               "reduction='none' margin=-0.4",
};

WR_OP(hinge_embedding_loss) = {
    .size = sizeof(weir_op_def),
    .name = "hinge_embedding_loss",
    .summary = "The hinge embedding loss: x for targets 1, max(0, margin - x) for targets -1.",
    .inputs = "x, target",
    .outputs = "y",
    .parts = "x: scores; "
             "target: 1 or -1; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    WR_USE_COMPOSITE(hinge_embedding_loss),
    WEIR_USE_ATTRS(hinge_embedding_loss),
    .samples = "(3,4), (3,4); (5), (5) reduction='sum' margin=0.7; (2,3), (2,3) reduction='none'",
};

WR_OP(cosine_embedding_loss) = {
    .size = sizeof(weir_op_def),
    .name = "cosine_embedding_loss",
    .summary =
        "The cosine embedding loss: 1 - cos(x1, x2) for targets 1, max(0, cos(x1, x2) - margin) "
        "for targets -1.",
    .inputs = "x1, x2, target",
    .outputs = "y",
    .parts = "x1: vectors; "
             "x2: vectors; "
             "target: 1 for similar pairs, -1 for others; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    WR_USE_COMPOSITE(cosine_embedding_loss),
    WEIR_USE_ATTRS(margin_loss),
    .samples =
        "(3,4), (3,4), i64(3)@1:2; (3,4), (3,4), i64(3)@-1:0 margin=-0.9; (5), (5), i64()@1:2 "
        "reduction='sum'; (2,3), (2,3), i32(2)@1:2 reduction='none'",
};

WR_OP(triplet_margin_loss) = {
    .size = sizeof(weir_op_def),
    .name = "triplet_margin_loss",
    .summary =
        "The triplet margin loss, max(0, d(anchor, positive) - d(anchor, negative) + margin).",
    .inputs = "anchor, positive, negative",
    .outputs = "y",
    .parts = "anchor: vectors; "
             "positive: vectors that should be near; "
             "negative: vectors that should be far; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    WR_USE_COMPOSITE(triplet_margin_loss),
    WEIR_USE_ATTRS(triplet_margin_loss),
    .samples =
        "(3,4), (3,4), (3,4); (2,5), (2,5), (2,5) p=1 swap=true reduction='sum'; (3,4), (3,4), "
        "(3,4) p=3 reduction='none' margin=2",
};

WR_OP(multi_margin_loss) = {
    .size = sizeof(weir_op_def),
    .name = "multi_margin_loss",
    .summary =
        "The multi-class margin loss: the mean of max(0, margin - x[label] + x[i])^p over classes.",
    .notes =
        "x has shape (batch, classes).  The class of the label does not contribute.  weight has "
        "one factor per class.  A label out of range is an error.",
    .inputs = "x, target, weight?",
    .outputs = "y",
    .parts = "x: scores of the classes; "
             "target: labels; "
             "weight: factor of each class; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    WR_USE_COMPOSITE(multi_margin_loss),
    WEIR_USE_ATTRS(multi_margin_loss),
    .samples =
        "(3,4), i64(3)@0:4; (3,4), i64(3)@0:4, (4)@0.5:2 p=2 reduction='sum'; (2,5), i32(2)@0:5 "
        "margin=0.6 reduction='none'",
};

WR_OP(gaussian_nll_loss) = {
    .size = sizeof(weir_op_def),
    .name = "gaussian_nll_loss",
    .summary = "The Gaussian negative log-likelihood of the target, with mean x and variance var.",
    .inputs = "x, target, var",
    .outputs = "y",
    .parts = "x: predicted means; "
             "target: the values to predict; "
             "var: predicted variances; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    WR_USE_COMPOSITE(gaussian_nll_loss),
    WEIR_USE_ATTRS(gaussian_nll_loss),
    .samples =
        "(3,4), (3,4), (3,4)@0.5:2; (3,4), (3,4), (3,1)@0.5:2 full=true reduction='sum'; (5), (5), "
        "()@0.5:2 reduction='none'",
};

WR_OP(poisson_nll_loss) = {
    .size = sizeof(weir_op_def),
    .name = "poisson_nll_loss",
    .summary = "The Poisson negative log-likelihood of the target, with rate exp(x), or x without "
               "log_input.",
    .inputs = "x, target",
    .outputs = "y",
    .parts = "x: predicted rates, or their logarithms; "
             "target: counts; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    WR_USE_COMPOSITE(poisson_nll_loss),
    WEIR_USE_ATTRS(poisson_nll_loss),
    .samples =
        "(3,4), (3,4)@1.2:4; (5)@0.5:3, (5)@1.2:4 log_input=false full=true reduction='sum'; "
        "(2,3), (2,3)@1.2:4 full=true reduction='none'",
};

WR_OP(binary_cross_entropy) = {
    .size = sizeof(weir_op_def),
    .name = "binary_cross_entropy",
    .summary = "The binary cross entropy between probabilities x and the target.",
    .notes =
        "Logarithms are clamped to at least -100.  For logits, binary_cross_entropy_with_logits "
        "is more accurate.",
    .inputs = "x, target, weight?",
    .outputs = "y",
    .parts = "x: probabilities from 0 to 1; "
             "target: probabilities from 0 to 1; "
             "weight: factor of each element's loss; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    WR_USE_COMPOSITE(binary_cross_entropy),
    WEIR_USE_ATTRS(loss),
    .samples = "(3,4)@0.1:0.9, (3,4)@0:1; (5)@0.1:0.9, (5)@0:1, (5)@0.5:2 reduction='sum'; "
               "(2,3)@0.1:0.9, (2,3)@0:1 reduction='none'",
};

WR_OP(multilabel_soft_margin_loss) = {
    .size = sizeof(weir_op_def),
    .name = "multilabel_soft_margin_loss",
    .summary =
        "The mean over classes of the binary cross entropy between sigmoid(x) and 0/1 targets.",
    .notes = "Classes lie along the last axis.",
    .inputs = "x, target, weight?",
    .outputs = "y",
    .parts = "x: logits of the classes; "
             "target: 0 or 1 for each class; "
             "weight: factor of each class; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    WR_USE_COMPOSITE(multilabel_soft_margin_loss),
    WEIR_USE_ATTRS(loss),
    .samples = "(3,4), (3,4)@0:1; (2,5), (2,5)@0:1, (5)@0.5:2 reduction='sum'; (2,3), (2,3)@0:1 "
               "reduction='none'",
};
