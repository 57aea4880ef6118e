/* elementwise_loss.c - losses that compare each element with its target.
 *
 * The losses are computed and reduced in one pass: the losses of a block are still in the L1 cache
 * when the reducer of the sum operator adds them up.  The bounds of pieces depend only on the
 * number of elements, and the sums of pieces are combined in order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "ops/loss/loss_reduction.h"
#include "ops/loss/elementwise_loss_simd.h"
#include "ops/reduce/reduce_simd.h"

#define PAIR_LOSS_ATTRS(X, A)                                                                      \
    X(A, TEXT, reduction, "mean", "'mean', 'sum' or 'none': how the losses are reduced",           \
      "mean | sum | none")
WEIR_ATTRS(pair_loss, PAIR_LOSS_ATTRS);

#define SMOOTH_LOSS_ATTRS(X, A)                                                                    \
    PAIR_LOSS_ATTRS(X, A)                                                                          \
    X(A, F64, beta, 1, "distance below which the loss is quadratic", ">= 0")
WEIR_ATTRS(smooth_loss, SMOOTH_LOSS_ATTRS);

#define HUBER_LOSS_ATTRS(X, A)                                                                     \
    PAIR_LOSS_ATTRS(X, A)                                                                          \
    X(A, F64, delta, 1, "distance up to which the loss is quadratic, and its slope beyond", ">= 0")
WEIR_ATTRS(huber_loss, HUBER_LOSS_ATTRS);

#define HINGE_LOSS_ATTRS(X, A)                                                                     \
    PAIR_LOSS_ATTRS(X, A)                                                                          \
    X(A, F64, margin, 1, "the loss is 0 if target * x is at least this value", ">= 0")
WEIR_ATTRS(hinge_loss, HINGE_LOSS_ATTRS);

#define KL_DIV_ATTRS(X, A)                                                                         \
    X(A, TEXT, reduction, "mean",                                                                  \
      "'mean', 'sum', 'none' or 'batchmean' (the sum divided by the batch size)",                  \
      "mean | sum | none | batchmean")                                                             \
    X(A, BOOL, log_target, 0, "the target holds log-probabilities too")
WEIR_ATTRS(kl_div, KL_DIV_ATTRS);

/* The parameters of an operator of this family.  All attribute structs begin with the reduction. */
typedef struct call {
    wr_loss_kind kind;
    double by;
    bool batchmean;      /* whether 'batchmean' is supported */
    const char *by_name; /* name of the attribute that `by` comes from, or NULL */
} call;

static const char *text_of(const void *attr) { return ((const pair_loss_attr *)attr)->reduction; }

/* Return the divisor of the sum. */
static double divisor(wr_reduction r, int64_t count, int ndim, const int64_t *shape) {
    if (r == WR_REDUCE_MEAN) return (double)count;
    return r == WR_REDUCE_BATCHMEAN ? (double)(ndim > 0 ? shape[0] : 1) : 1;
}

enum {
    BLOCK = WR_SIZE(512, 5),
    PIECE = WR_SIZE(1 << 14, 16) /* number of elements per piece */
};

static int64_t pieces_of(int64_t count) { return wr_div_up(count, PIECE); }

static weir_status infer(weir_infer *c, const call *params) {
    const weir_array *x = c->in[0], *t = c->in[1];
    wr_reduction r = wr_reduction_of(text_of(c->attr));
    int dtype;
    if (r == WR_REDUCE_WRONG || (r == WR_REDUCE_BATCHMEAN && !params->batchmean))
        return wr_refuse(c, "reduction '%s' is not supported; expected 'mean', 'sum'%s 'none'",
                         text_of(c->attr), params->batchmean ? ", 'batchmean' or" : " or");
    if (!(params->by >= 0))
        return wr_refuse(c, "%s=%g must not be negative", params->by_name, params->by);
    WR_TRY(wr_promote(c, 0, 2, &dtype));
    if (wr_dtype_kind_of(dtype) != WR_KIND_FLOAT)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts floats, not %s", wr_dtypes[dtype].name);
    if (!wr_same_shape(x, t))
        return wr_refuse(c, "x is %s and target is %s; expected the same shape",
                         wr_array_text_of(x), wr_array_text_of(t));
    wr_meta_shape(&c->out[0], r == WR_REDUCE_NONE ? x->ndim : 0, wr_shape(x));
    c->out[0].dtype = c->dtype = dtype;
    if (r != WR_REDUCE_NONE) c->scratch_bytes = (uint64_t)pieces_of(x->count) * WR_REDUCTION_STATE;
    return WEIR_OK;
}

/* ---- The kernel ------------------------------------------------------------------------------ */

typedef struct job {
    const weir_kernel *k;
    const wr_simd *simd;
    wr_loss_fn *loss;
    const wr_reducer *sum; /* NULL if the losses are not reduced */
    int computes;
    int64_t count;
    double by;
} job;

/* Return a pointer to n elements of v in the compute dtype, starting at `at`: in v itself, or in
 * `buffer` if they had to be cast. */
static const void *cast_in(const job *j, const weir_view *v, int64_t at, int64_t n, void *buffer) {
    const char *from = (const char *)v->data + at * (int64_t)wr_dtype_bytes(v->dtype);
    if (v->dtype == j->computes) return from;
    j->simd->cast->cast[v->dtype][j->computes](buffer, from, n);
    return buffer;
}

static void run_piece(const job *j, int64_t piece) {
    _Alignas(64) char x[BLOCK * 8], t[BLOCK * 8], y[BLOCK * 8];
    const weir_view *out = &j->k->out[0];
    int64_t end = (piece + 1) * PIECE < j->count ? (piece + 1) * PIECE : j->count;
    void *state = (char *)j->k->scratch + piece * WR_REDUCTION_STATE;
    if (j->sum != NULL) j->sum->init(state, 1);
    for (int64_t i = piece * PIECE; i < end; i += BLOCK) {
        int64_t n = end - i < BLOCK ? end - i : BLOCK;
        char *to = (char *)out->data + i * (int64_t)wr_dtype_bytes(out->dtype);
        bool direct = j->sum == NULL && out->dtype == j->computes;
        void *made = direct ? (void *)to : y;
        j->loss(made, cast_in(j, &j->k->in[0], i, n, x), cast_in(j, &j->k->in[1], i, n, t), n,
                j->by);
        if (j->sum != NULL)
            j->sum->rows(state, 1, 0, 1, made, 0, n, i);
        else if (!direct)
            j->simd->cast->cast[j->computes][out->dtype](to, made, n);
    }
}

static weir_status run_pieces(void *arg, int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; i++) run_piece(arg, i);
    return WEIR_OK;
}

static weir_status run(const weir_kernel *k, const call *params) {
    const weir_view *x = &k->in[0];
    wr_reduction r = wr_reduction_of(text_of(k->attr));
    int compute = wr_dtypes[k->dtype].compute;
    job j = {.k = k,
             .simd = wr_simd_of(k),
             .computes = wr_compute_dtype[compute],
             .count = wr_view_count(x),
             .by = params->by};
    j.loss = (j.computes == WEIR_FLOAT32 ? j.simd->loss->f32 : j.simd->loss->f64)[params->kind];
    if (r != WR_REDUCE_NONE) j.sum = &j.simd->reduce->by[WR_REDUCTION_SUM][compute];
    int64_t pieces = pieces_of(j.count);
    WR_TRY(wr_split(k, pieces, 1, run_pieces, &j));
    if (r == WR_REDUCE_NONE) return WEIR_OK;
    _Alignas(16) char state[WR_REDUCTION_STATE], y[16];
    j.sum->init(state, 1);
    for (int64_t i = 0; i < pieces; i++)
        j.sum->merge(state, (const char *)k->scratch + i * WR_REDUCTION_STATE, 1);
    j.sum->finish(y, state, 1, divisor(r, j.count, x->ndim, x->shape));
    j.simd->cast->cast[j.sum->gives][k->out[0].dtype](k->out[0].data, y, 1);
    return WEIR_OK;
}

/* ---- Reference kernels ----------------------------------------------------------------------- */

static double softplus(double x) { return (x > 0 ? x : 0) + log1p(exp(-fabs(x))); }

static double value(const call *params, double x, double t) {
    double a = fabs(x - t), by = params->by;
    switch (params->kind) {
    case WR_LOSS_SQUARE: return a * a;
    case WR_LOSS_ABSOLUTE: return a;
    case WR_LOSS_SMOOTH: return a < by ? a * a / 2 / by : a - by / 2;
    case WR_LOSS_HUBER: return a <= by ? a * a / 2 : by * (a - by / 2);
    case WR_LOSS_LOGITS: return softplus(-fabs(x)) + fabs(x) * (x >= 0 ? 1 - t : t);
    case WR_LOSS_DIVERGENCE: return (t == 0 ? 0 : t * log(t)) - t * x;
    case WR_LOSS_LOG_DIVERGENCE: return exp(t) * (t - x);
    case WR_LOSS_SOFT_MARGIN: return softplus(-t * x);
    default: return by - t * x > 0 || isnan(t * x) ? by - t * x : 0;
    }
}

static weir_status reference(const weir_kernel *k, const call *params) {
    const weir_view *x = &k->in[0], *t = &k->in[1], *y = &k->out[0];
    wr_reduction r = wr_reduction_of(text_of(k->attr));
    int64_t count = wr_view_count(x);
    double sum = 0;
    for (int64_t i = 0; i < count; i++) {
        double v = value(params, wr_view_get(x, i), wr_view_get(t, i));
        if (r == WR_REDUCE_NONE) wr_view_put(y, i, v);
        sum += v;
    }
    if (r != WR_REDUCE_NONE) wr_view_put(y, 0, sum / divisor(r, count, x->ndim, x->shape));
    return WEIR_OK;
}

/* ---- Gradients ------------------------------------------------------------------------------- */

#define g(op, ...) wr_g_##op(v, __VA_ARGS__)
#define n(value)   wr_build_number(v, value)

/* The derivatives of one element's loss with respect to x and to its target. */
typedef struct slopes {
    weir_array *x, *t;
} slopes;

/* Convert an array to floats, because targets may be bools or unsigned integers, which cannot be
 * negated. */
static weir_array *as_floats(weir_vjp *v, weir_array *a) {
    return wr_dtype_kind_of(a->dtype) == WR_KIND_FLOAT ? a : g(astype, a, v->out[0]->dtype);
}

static slopes slopes_of(weir_vjp *v, const call *params) {
    weir_array *x = as_floats(v, v->in[0]), *t = as_floats(v, v->in[1]);
    weir_array *d = g(subtract, x, t), *s = NULL;
    switch (params->kind) {
    case WR_LOSS_SQUARE: s = g(multiply, d, n(2)); break;
    case WR_LOSS_ABSOLUTE: s = g(sign, d); break;
    case WR_LOSS_SMOOTH:
        s = params->by > 0 ? g(clip, g(divide, d, n(params->by)), n(-1), n(1)) : g(sign, d);
        break;
    case WR_LOSS_HUBER: s = g(clip, d, n(-params->by), n(params->by)); break;
    case WR_LOSS_LOGITS: return (slopes){g(subtract, g(sigmoid, x), t), g(negative, x)};
    case WR_LOSS_DIVERGENCE:
        return (slopes){g(negative, t), g(add, g(subtract, g(log, t), x), n(1))};
    case WR_LOSS_LOG_DIVERGENCE: {
        weir_array *e = g(exp, t);
        return (slopes){g(negative, e), g(multiply, e, g(subtract, n(1), d))};
    }
    case WR_LOSS_SOFT_MARGIN: {
        weir_array *p = g(negative, g(sigmoid, g(negative, g(multiply, t, x))));
        return (slopes){g(multiply, p, t), g(multiply, p, x)};
    }
    default: {
        weir_array *inside = g(less, g(multiply, t, x), n(params->by));
        return (slopes){g(where, inside, g(negative, t), n(0)),
                        g(where, inside, g(negative, x), n(0))};
    }
    }
    return (slopes){s, g(negative, s)};
}

static void vjp(weir_vjp *v, const call *params) {
    const weir_array *x = v->in[0];
    wr_reduction r = wr_reduction_of(text_of(v->attr));
    double by = divisor(r, x->count, x->ndim, wr_shape(x));
    weir_array *dy = by == 1 ? v->grad_out[0] : g(divide, v->grad_out[0], n(by));
    slopes s = slopes_of(v, params);
    if (v->wanted[0]) v->grad_in[0] = wr_build_unbroadcast(v, g(multiply, s.x, dy), v->in[0]);
    if (v->wanted[1]) v->grad_in[1] = wr_build_unbroadcast(v, g(multiply, s.t, dy), v->in[1]);
}

#undef n
#undef g

/* ---- Operators ------------------------------------------------------------------------------- */

#define PARTS(name, attrs, ...)                                                                    \
    static call name##_call(const void *attr) {                                                    \
        const attrs##_attr *a = attr;                                                              \
        (void)a;                                                                                   \
        return (call){__VA_ARGS__};                                                                \
    }                                                                                              \
    static weir_status name##_infer(weir_infer *c) {                                               \
        call params = name##_call(c->attr);                                                        \
        return infer(c, &params);                                                                  \
    }                                                                                              \
    static weir_status name##_run(const weir_kernel *k) {                                          \
        call params = name##_call(k->attr);                                                        \
        return run(k, &params);                                                                    \
    }                                                                                              \
    static weir_status name##_reference(const weir_kernel *k) {                                    \
        call params = name##_call(k->attr);                                                        \
        return reference(k, &params);                                                              \
    }                                                                                              \
    static void name##_vjp(weir_vjp *v) {                                                          \
        call params = name##_call(v->attr);                                                        \
        vjp(v, &params);                                                                           \
    }
#define USE_PARTS(op)                                                                              \
    .infer = op##_infer, .run = op##_run, .reference = op##_reference, .vjp = op##_vjp

PARTS(mse_loss, pair_loss, WR_LOSS_SQUARE, 0, false, NULL)
PARTS(l1_loss, pair_loss, WR_LOSS_ABSOLUTE, 0, false, NULL)
PARTS(smooth_l1_loss, smooth_loss, WR_LOSS_SMOOTH, a->beta, false, "beta")
PARTS(huber_loss, huber_loss, WR_LOSS_HUBER, a->delta, false, "delta")
PARTS(binary_cross_entropy_with_logits, pair_loss, WR_LOSS_LOGITS, 0, false, NULL)
PARTS(soft_margin_loss, pair_loss, WR_LOSS_SOFT_MARGIN, 0, false, NULL)
PARTS(hinge_loss, hinge_loss, WR_LOSS_HINGE, a->margin, false, "margin")
PARTS(kl_div, kl_div, a->log_target ? WR_LOSS_LOG_DIVERGENCE : WR_LOSS_DIVERGENCE, 0, true, NULL)

WR_OP(mse_loss) = {
    .size = sizeof(weir_op_def),
    .name = "mse_loss",
    .summary = "The mean squared error, (x - target)^2.",
    .inputs = "x, target",
    .outputs = "y",
    .parts = "x: predictions; "
             "target: the values to predict; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    USE_PARTS(mse_loss),
    WEIR_USE_ATTRS(pair_loss),
    .samples = "(3,4), (3,4); (5), (5) reduction='sum'; (2,3), (2,3) reduction='none'",
};

WR_OP(l1_loss) = {
    .size = sizeof(weir_op_def),
    .name = "l1_loss",
    .summary = "The mean absolute error, |x - target|.",
    .inputs = "x, target",
    .outputs = "y",
    .parts = "x: predictions; "
             "target: the values to predict; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    USE_PARTS(l1_loss),
    WEIR_USE_ATTRS(pair_loss),
    .samples = "(3,4), (3,4); (5), (5) reduction='sum'; (2,3), (2,3) reduction='none'",
};

WR_OP(smooth_l1_loss) = {
    .size = sizeof(weir_op_def),
    .name = "smooth_l1_loss",
    .summary = "The smooth L1 loss: quadratic near 0, absolute error elsewhere.",
    .notes = "With d = |x - target|: d^2 / (2 beta) below beta, d - beta / 2 above.",
    .inputs = "x, target",
    .outputs = "y",
    .parts = "x: predictions; "
             "target: the values to predict; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    USE_PARTS(smooth_l1_loss),
    WEIR_USE_ATTRS(smooth_loss),
    .samples = "(3,4), (3,4); (5), (5) reduction='sum' beta=0.5; (2,3), (2,3) reduction='none'; "
               "(4), (4) beta=0",
};

WR_OP(huber_loss) = {
    .size = sizeof(weir_op_def),
    .name = "huber_loss",
    .summary = "The Huber loss: quadratic near 0, linear elsewhere.",
    .notes = "With d = |x - target|: d^2 / 2 up to delta, delta (d - delta / 2) above.",
    .inputs = "x, target",
    .outputs = "y",
    .parts = "x: predictions; "
             "target: the values to predict; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    USE_PARTS(huber_loss),
    WEIR_USE_ATTRS(huber_loss),
    .samples = "(3,4), (3,4); (5), (5) reduction='sum' delta=0.5; (2,3), (2,3) reduction='none'",
};

WR_OP(binary_cross_entropy_with_logits) = {
    .size = sizeof(weir_op_def),
    .name = "binary_cross_entropy_with_logits",
    .summary = "The binary cross entropy between sigmoid(x) and the target.",
    .notes = "Targets lie between 0 and 1.  The computation is stable for large |x|.",
    .inputs = "x, target",
    .outputs = "y",
    .parts = "x: logits; "
             "target: probabilities from 0 to 1; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    USE_PARTS(binary_cross_entropy_with_logits),
    WEIR_USE_ATTRS(pair_loss),
    .samples = "(3,4), (3,4)@0:1; (5)@-30:30, (5)@0:1 reduction='sum'; "
               "(2,3), (2,3)@0:1 reduction='none'",
};

WR_OP(soft_margin_loss) = {
    .size = sizeof(weir_op_def),
    .name = "soft_margin_loss",
    .summary = "The soft margin loss, log(1 + exp(-target * x)), for targets 1 and -1.",
    .inputs = "x, target",
    .outputs = "y",
    .parts = "x: scores; "
             "target: 1 or -1; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    USE_PARTS(soft_margin_loss),
    WEIR_USE_ATTRS(pair_loss),
    .samples = "(3,4), (3,4)@-1:1; (5), (5) reduction='sum'; (2,3), (2,3) reduction='none'",
};

WR_OP(hinge_loss) = {
    .size = sizeof(weir_op_def),
    .name = "hinge_loss",
    .summary = "The hinge loss, max(0, margin - target * x), for targets 1 and -1.",
    .inputs = "x, target",
    .outputs = "y",
    .parts = "x: scores; "
             "target: 1 or -1; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    USE_PARTS(hinge_loss),
    WEIR_USE_ATTRS(hinge_loss),
    .samples = "(3,4), (3,4)@-1:1; (5), (5) reduction='sum' margin=0.5; "
               "(2,3)@-0.4:0.4, (2,3) reduction='none'",
};

WR_OP(kl_div) = {
    .size = sizeof(weir_op_def),
    .name = "kl_div",
    .summary = "KL divergence of the target from the distribution whose log-probabilities are x.",
    .notes = "The elementwise loss is target * (log(target) - x).  Targets are probabilities, or "
             "log-probabilities with log_target.  A target of 0 contributes 0.",
    .inputs = "x, target",
    .outputs = "y",
    .parts = "x: log-probabilities; "
             "target: probabilities, or their logarithms with log_target; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    USE_PARTS(kl_div),
    WEIR_USE_ATTRS(kl_div),
    .samples = "(3,4)@-3:0, (3,4)@0.1:1; (5)@-3:0, (5)@0.1:1 reduction='sum'; "
               "(2,3)@-3:0, (2,3)@-3:-0.1 reduction='none' log_target=true; "
               "(4,2)@-3:0, (4,2)@0.1:1 reduction='batchmean'",
};
