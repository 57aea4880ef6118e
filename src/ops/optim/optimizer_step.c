/* optimizer_step.c - optimiser steps: one operation updates all parameters of one dtype in place.
 *
 * The first three inputs are scalars: rate, scale and norm.  They are inputs, not attributes, so
 * that the caller need not wait for computed values.  They are followed by lists of equal length,
 * with one array per parameter:
 *
 *   parameters | copies | states ... | steps | gradients
 *
 * The arrays of all lists but the gradients are updated.  Copies, which are present if the
 * attribute `copies` is set, are the parameters in another dtype, for parameters that are stored in
 * float32 but used in bfloat16.  A copy that was written between steps takes precedence over its
 * parameter.  Steps are 0-dimensional float32 arrays that count updates; rules
 * that need no count have no such list.  If a step is skipped, because the computation of a gradient
 * failed, or because the norm is infinite or NaN and skip_nonfinite is set, nothing is changed and
 * the step is not counted.
 *
 * The elements of all parameters are treated as one sequence and divided into pieces of GRAIN
 * elements.  Operands of the compute dtype are used in place; the others are cast to tiles and
 * back.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "ops/core/op.h"
#include "ops/norm/norm_simd.h"
#include "ops/optim/optimizer_step_simd.h"

enum {
    LEAD = 3,                    /* number of inputs before the lists */
    GRAIN = WR_SIZE(32768, 100), /* elements per piece of work */
    TILE = WR_SIZE(512, 7),      /* number of elements cast at a time */
};

/* The first fields of all attribute structs. */
typedef struct common {
    double weight_decay, max_norm, clip_value;
    int32_t maximize, copies;
} common;

/* An update rule, such as Adam. */
typedef struct rule {
    wr_step_fn *(*loop)(const wr_step_type *t);
    uint32_t (*states)(const void *attr); /* mask of the states: bit 0 is A, bit 1 B, bit 2 C */
    bool (*counts)(const void *attr);     /* whether the rule has a list of steps */
    /* Set the constants of this rule; `step` is the number of this update, counting from 1. */
    void (*numbers)(const void *attr, double step, wr_step_numbers *s);
    size_t skip; /* offset of the attribute skip_nonfinite */
} rule;

/* ---- Lists ----------------------------------------------------------------------------------- */

/* count: number of lists; copies and steps: the indices of these lists, or 0 if absent; at[i]:
 * index of the list of operand i, such as WR_STEP_A, or 0 if absent.  List 0 holds the
 * parameters. */
typedef struct lists {
    uint32_t count, copies, steps;
    uint32_t at[WR_STEP_OPERANDS];
} lists;

static lists lists_of(const rule *r, const void *attr) {
    lists l = {.count = 1};
    if (((const common *)attr)->copies) l.copies = l.count++;
    uint32_t states = r->states(attr);
    for (int i = WR_STEP_A; i <= WR_STEP_C; i++)
        if (states >> (i - WR_STEP_A) & 1) l.at[i] = l.count++;
    if (r->counts(attr)) l.steps = l.count++;
    l.at[WR_STEP_G] = l.count++;
    return l;
}

static bool is_float(const weir_array *a) {
    return a->dtype >= WEIR_FLOAT16 && a->dtype <= WEIR_FLOAT64;
}

static weir_status need_scalars(const weir_infer *c) {
    static const char *const name[LEAD] = {"rate", "scale", "norm"};
    for (uint32_t i = 0; i < LEAD; i++)
        if (c->in[i]->ndim != 0 || c->in[i]->dtype >= WEIR_COMPLEX64)
            return wr_refuse(c, "%s is %s; expected a real scalar or 0-dimensional array", name[i],
                             wr_array_text_of(c->in[i]));
    return WEIR_OK;
}

static weir_status need_list(const weir_infer *c, const lists *l, uint32_t list, uint32_t n) {
    weir_array *const *in = c->in + LEAD;
    for (uint32_t i = 0; i < n; i++) {
        const weir_array *p = in[i], *a = in[list * n + i];
        if (!is_float(a))
            return wr_refuse(c,
                             "array %u is %s; parameters, states and gradients need a float dtype",
                             list * n + i, wr_array_text_of(a));
        if (list == l->steps && list > 0) {
            if (a->ndim != 0 || a->dtype != WEIR_FLOAT32)
                return wr_refuse(
                    c, "array %u, a step count, is %s; expected a 0-dimensional float32 array",
                    list * n + i, wr_array_text_of(a));
            continue;
        }
        if (a->dtype != in[list * n]->dtype)
            return wr_refuse(
                c,
                "arrays %u and %u are in the same list but are %s and %s; expected the same dtype",
                list * n, list * n + i, wr_dtypes[in[list * n]->dtype].name,
                wr_dtypes[a->dtype].name);
        if (!wr_same_shape(a, p))
            return wr_refuse(c, "array %u has shape %s, but its parameter %u has shape %s",
                             list * n + i, wr_shape_text(a->ndim, wr_shape(a)), i,
                             wr_shape_text(p->ndim, wr_shape(p)));
    }
    return WEIR_OK;
}

static weir_status step_infer(weir_infer *c, const rule *r) {
    lists l = lists_of(r, c->attr);
    uint32_t given = c->in_count - LEAD, n = given / l.count;
    WR_TRY(need_scalars(c));
    if (n == 0 || given % l.count != 0)
        return wr_refuse(c, "expected %u lists of equal length, got %u array%s", l.count, given,
                         given == 1 ? "" : "s");
    for (uint32_t i = 0; i < l.count; i++) WR_TRY(need_list(c, &l, i, n));
    c->dtype = c->in[LEAD]->dtype == WEIR_FLOAT64 ? WEIR_FLOAT64 : WEIR_FLOAT32;
    c->write_from = LEAD;
    c->write_to = LEAD + (l.count - 1) * n;
    return WEIR_OK;
}

/* ---- The kernel ------------------------------------------------------------------------------ */

typedef struct walk {
    const weir_kernel *k;
    const rule *rule;
    lists l;
    uint32_t n; /* number of parameters */
    wr_step_fn *loop;
    wr_step_numbers common;
    bool direct; /* no operand has to be cast, and there are no copies */
    /* lamb: for each parameter, the factor by which its rate is multiplied; NULL for other rules */
    const double *trust;
} walk;

static const weir_view *view_at(const walk *w, uint32_t list, uint32_t i) {
    return &w->k->in[LEAD + list * w->n + i];
}

static bool is_there(const walk *w, int operand) {
    return operand == WR_STEP_P || w->l.at[operand] > 0;
}

/* Update elements `from` to `to` - 1 of parameter i; all operands are used in place. */
static void run_direct(const walk *w, uint32_t i, int64_t from, int64_t to,
                       const wr_step_numbers *s) {
    void *x[WR_STEP_OPERANDS] = {NULL};
    int64_t size = (int64_t)wr_dtype_bytes(w->k->dtype);
    for (int o = 0; o < WR_STEP_OPERANDS; o++)
        if (is_there(w, o)) x[o] = (char *)view_at(w, w->l.at[o], i)->data + from * size;
    w->loop(x, to - from, s);
}

static char *element(const weir_view *v, int64_t at) {
    return (char *)v->data + at * (int64_t)wr_dtype_bytes(v->dtype);
}

static bool same_bits(const char *a, const char *b, int64_t size) {
    return size == 2   ? memcmp(a, b, 2) == 0
           : size == 4 ? memcmp(a, b, 4) == 0
                       : memcmp(a, b, 8) == 0;
}

/* An element of a copy that differs from its rounded parameter was written since the last step: by
 * an assignment, a loaded checkpoint, or clipping.  It replaces the parameter.  Bits are compared,
 * so that NaN equals itself.  Parameters that are not stored in the compute dtype are
 * rounded themselves, so their copies cannot be compared. */
static void take_written(const walk *w, uint32_t i, int64_t at, int64_t n) {
    _Alignas(64) double rounded[TILE], value[TILE];
    const wr_cast_simd *cast = wr_simd_of(w->k)->cast;
    const weir_view *v = view_at(w, w->l.copies, i), *p = view_at(w, 0, i);
    int dtype = w->k->dtype;
    if (p->dtype != dtype) return;
    int64_t size = (int64_t)wr_dtype_bytes(v->dtype), wide = (int64_t)wr_dtype_bytes(dtype);
    const char *copy = element(v, at), *was = (const char *)rounded, *now = (const char *)value;
    char *to = element(p, at);
    cast->cast[dtype][v->dtype](rounded, to, n);
    if (memcmp(rounded, copy, (size_t)(n * size)) == 0) return;
    cast->cast[v->dtype][dtype](value, copy, n);
    for (int64_t e = 0; e < n; e++)
        if (!same_bits(was + e * size, copy + e * size, size))
            memcpy(to + e * wide, now + e * wide, (size_t)wide);
}

/* Like run_direct, but cast operands of another dtype to tiles and back.  If `sums` is not NULL,
 * add the sum of squares of the parameters to sums[0] and that of the directions to sums[1]. */
static void run_tiles(const walk *w, uint32_t i, int64_t from, int64_t to, const wr_step_numbers *s,
                      double *sums) {
    _Alignas(64) double tile[WR_STEP_OPERANDS][TILE];
    const wr_cast_simd *cast = wr_simd_of(w->k)->cast;
    int dtype = w->k->dtype;
    const wr_norm_simd *norms = wr_simd_of(w->k)->norm;
    const wr_norm_type *norm = dtype == WEIR_FLOAT64 ? &norms->f64 : &norms->f32;
    for (int64_t at = from, n; at < to; at += n) {
        void *x[WR_STEP_OPERANDS] = {NULL};
        n = to - at < TILE ? to - at : TILE;
        if (w->l.copies > 0) take_written(w, i, at, n);
        for (int o = 0; o < WR_STEP_OPERANDS; o++) {
            if (!is_there(w, o)) continue;
            const weir_view *v = view_at(w, w->l.at[o], i);
            x[o] = v->dtype == dtype ? element(v, at) : (void *)tile[o];
            if (v->dtype != dtype) cast->cast[v->dtype][dtype](tile[o], element(v, at), n);
        }
        if (sums != NULL) x[WR_STEP_C] = tile[WR_STEP_C];
        w->loop(x, n, s);
        if (sums != NULL) {
            sums[0] += norm->squares(x[WR_STEP_P], n);
            sums[1] += norm->squares(x[WR_STEP_C], n);
        }
        for (int o = 0; o < WR_STEP_G; o++) {
            if (!is_there(w, o)) continue;
            const weir_view *v = view_at(w, w->l.at[o], i);
            if (v->dtype != dtype) cast->cast[dtype][v->dtype](element(v, at), tile[o], n);
        }
        if (w->l.copies > 0) {
            const weir_view *v = view_at(w, w->l.copies, i);
            cast->cast[dtype][v->dtype](element(v, at), x[WR_STEP_P], n);
        }
    }
}

static void numbers_at(const walk *w, double step, wr_step_numbers *s) {
    *s = w->common;
    w->rule->numbers(w->k->attr, step, s);
}

static double step_of(const walk *w, uint32_t i) {
    return w->l.steps > 0 ? 1 + (double)*(const float *)view_at(w, w->l.steps, i)->data : 1;
}

static weir_status run_piece(void *arg, int64_t begin, int64_t end) {
    const walk *w = arg;
    wr_step_numbers s;
    double known = -1; /* the step count for which s was computed */
    for (uint32_t i = 0; i < w->n && end > 0; i++) {
        int64_t count = wr_view_count(view_at(w, 0, i));
        if (begin < count) {
            int64_t from = begin > 0 ? begin : 0, to = end < count ? end : count;
            double step = step_of(w, i);
            if (step != known || w->trust != NULL) numbers_at(w, step, &s);
            known = step;
            if (w->trust != NULL) s.rate *= w->trust[i];
            if (w->direct)
                run_direct(w, i, from, to, &s);
            else
                run_tiles(w, i, from, to, &s, NULL);
        }
        begin -= count;
        end -= count;
    }
    return WEIR_OK;
}

/* Return the factor by which gradients are multiplied: `scale`, reduced if the norm of the scaled
 * gradients exceeds max_norm, and negated if `maximize` is set. */
static double scale_of(const weir_kernel *k) {
    const common *a = k->attr;
    double scale = wr_view_get(&k->in[1], 0), norm = fabs(wr_view_get(&k->in[2], 0) * scale);
    double clip = a->max_norm > 0 ? a->max_norm / (norm + 1e-6) : 1;
    if (!(clip >= 1)) scale *= clip; /* written so that NaN propagates */
    return a->maximize ? -scale : scale;
}

static walk walk_of(const weir_kernel *k, const rule *r) {
    const common *a = k->attr;
    const wr_step_simd *simd = wr_simd_of(k)->step;
    walk w = {.k = k, .rule = r, .l = lists_of(r, k->attr)};
    w.n = (k->in_count - LEAD) / w.l.count;
    w.loop = r->loop(k->dtype == WEIR_FLOAT64 ? &simd->f64 : &simd->f32);
    w.common = (wr_step_numbers){.rate = wr_view_get(&k->in[0], 0),
                                 .scale = scale_of(k),
                                 .clip = a->clip_value > 0 ? a->clip_value : (double)INFINITY,
                                 .decay = a->weight_decay,
                                 .shrink = 1,
                                 .keep = 1,
                                 .c2 = 1};
    w.direct = w.l.copies == 0;
    for (int o = 0; o < WR_STEP_OPERANDS; o++)
        if (is_there(&w, o)) w.direct &= view_at(&w, w.l.at[o], 0)->dtype == k->dtype;
    return w;
}

static void count_steps(const walk *w) {
    for (uint32_t i = 0; w->l.steps > 0 && i < w->n; i++)
        *(float *)view_at(w, w->l.steps, i)->data += 1;
}

static int64_t elements(const walk *w) {
    int64_t count = 0;
    for (uint32_t i = 0; i < w->n; i++) count += wr_view_count(view_at(w, 0, i));
    return count;
}

/* Must this step change nothing, because gradients overflowed? */
static bool is_skipped(const weir_kernel *k, const rule *r) {
    int64_t skip;
    memcpy(&skip, (const char *)k->attr + r->skip, sizeof skip);
    return skip != 0 && !isfinite(wr_view_get(&k->in[2], 0));
}

static weir_status step_run(const weir_kernel *k, const rule *r) {
    if (is_skipped(k, r)) return WEIR_OK;
    walk w = walk_of(k, r);
    WR_TRY(wr_split(k, elements(&w), GRAIN, run_piece, &w));
    count_steps(&w);
    return WEIR_OK;
}

/* ---- The rules ------------------------------------------------------------------------------- */

#define RULE(op)                                                                                   \
    _Static_assert(offsetof(op##_attr, copies) == offsetof(common, copies), "begins with common"); \
    static const rule op##_rule = {op##_loop, op##_states, op##_counts, op##_numbers,              \
                                   offsetof(op##_attr, skip_nonfinite)};                           \
    static weir_status op##_infer(weir_infer *c) { return step_infer(c, &op##_rule); }             \
    static weir_status op##_run(const weir_kernel *k) { return step_run(k, &op##_rule); }

#define LISTS                                                                                      \
    "The arrays are consecutive lists of equal length: parameters, copies of the parameters in "   \
    "another dtype (with copies; an element that differs from its rounded parameter was written "  \
    "since the last step and replaces the parameter), "
#define LISTS_END                                                                                  \
    ", gradients.  All lists but the gradients are updated in place.  Gradients are multiplied "   \
    "by scale, and scaled down further if their norm then exceeds max_norm.  With "                \
    "skip_nonfinite, an infinite or NaN norm leaves all arrays unchanged."

/* The attributes that follow weight_decay in every attribute list. */
#define COMMON_ATTRS(X, A)                                                                         \
    X(A, F64, max_norm, 0, "gradients are scaled down if their norm exceeds this; 0: no limit")    \
    X(A, F64, clip_value, 0, "gradients are clamped to [-clip_value, clip_value]; 0: no limit")    \
    X(A, BOOL, maximize, 0, "maximise instead of minimise")                                        \
    X(A, BOOL, copies, 0, "a list of copies of the parameters is given")

/* The last attribute of every list.  It has 8 bytes, because in the structs of earlier versions there
 * may be padding at its place. */
#define SKIP_ATTRS(X, A)                                                                           \
    X(A, I64, skip_nonfinite, 0, "1: change nothing if norm is infinite or NaN")

/* ---- sgd_step ---- */

#define SGD_STEP_ATTRS(X, A)                                                                       \
    X(A, F64, weight_decay, 0, "L2 penalty: this times the parameter is added to the gradient")    \
    COMMON_ATTRS(X, A)                                                                             \
    X(A, F64, momentum, 0, "momentum factor; 0: there is no momentum list")                        \
    X(A, F64, dampening, 0, "dampening of the momentum")                                           \
    X(A, BOOL, nesterov, 0, "use Nesterov momentum")                                               \
    SKIP_ATTRS(X, A)
WEIR_ATTRS(sgd_step, SGD_STEP_ATTRS);

static wr_step_fn *sgd_step_loop(const wr_step_type *t) { return t->sgd; }

static uint32_t sgd_step_states(const void *attr) {
    return ((const sgd_step_attr *)attr)->momentum != 0;
}

/* Steps are counted because the first momentum is the gradient itself, without dampening. */
static bool sgd_step_counts(const void *attr_) {
    const sgd_step_attr *attr = attr_;
    return attr->momentum != 0 && attr->dampening != 0;
}

static void sgd_step_numbers(const void *attr_, double step, wr_step_numbers *s) {
    const sgd_step_attr *attr = attr_;
    s->beta1 = attr->momentum;
    s->keep = 1 - attr->dampening;
    s->nesterov = attr->nesterov;
    s->first = sgd_step_counts(attr) && step == 1;
}

RULE(sgd_step)

WR_OP(sgd_step) = {
    .size = sizeof(weir_op_def),
    .name = "sgd_step",
    .summary = "One step of stochastic gradient descent for many parameters, in place.",
    .inputs = "rate, scale, norm, arrays",
    .outputs = "",
    .parts = "rate: learning rate; "
             "scale: factor of the gradients; "
             "norm: norm of all gradients; "
             "arrays: parameters, state and gradients, as consecutive lists",
    .notes = LISTS
    "momentum (if it is not 0), step counts (if dampening is not 0 either)" LISTS_END,
    .flags = WEIR_OP_VARIADIC | WEIR_OP_IN_PLACE,
    .infer = sgd_step_infer,
    .run = sgd_step_run,
    WEIR_USE_ATTRS(sgd_step),
    .samples = "0.1, 1, 0, (3,4), (3,4); "
               "0.1, 1, 0, (3), (2,2), (3), (2,2), (3), (2,2) momentum=0.9 nesterov=true",
};

/* ---- adam_step ---- */

#define ADAM_STEP_ATTRS(X, A)                                                                      \
    X(A, F64, weight_decay, 0, "L2 penalty: this times the parameter is added to the gradient")    \
    COMMON_ATTRS(X, A)                                                                             \
    X(A, F64, beta1, 0.9, "decay rate of the running mean of gradients")                           \
    X(A, F64, beta2, 0.999, "decay rate of the running mean of squared gradients")                 \
    X(A, F64, eps, 1e-8, "added to the denominator")                                               \
    X(A, BOOL, decoupled, 0,                                                                       \
      "AdamW: weight decay is applied to the parameters, not the gradients")                       \
    X(A, BOOL, amsgrad, 0, "AMSGrad: use the maximum of the running means of squares so far")      \
    SKIP_ATTRS(X, A)
WEIR_ATTRS(adam_step, ADAM_STEP_ATTRS);

static wr_step_fn *adam_step_loop(const wr_step_type *t) { return t->adam; }

static uint32_t adam_step_states(const void *attr) {
    return ((const adam_step_attr *)attr)->amsgrad ? 7 : 3;
}

static bool always(const void *attr) {
    (void)attr;
    return true;
}

static bool never(const void *attr) {
    (void)attr;
    return false;
}

#define adam_step_counts always

static void adam_step_numbers(const void *attr_, double step, wr_step_numbers *s) {
    const adam_step_attr *attr = attr_;
    if (attr->decoupled) {
        s->shrink = 1 - s->rate * attr->weight_decay;
        s->decay = 0;
    }
    s->beta1 = attr->beta1;
    s->beta2 = attr->beta2;
    s->eps = attr->eps;
    s->rate /= 1 - pow(attr->beta1, step);
    s->c2 = 1 / sqrt(1 - pow(attr->beta2, step));
}

RULE(adam_step)

WR_OP(adam_step) = {
    .size = sizeof(weir_op_def),
    .name = "adam_step",
    .summary =
        "One step of Adam or AdamW (adaptive moment estimation) for many parameters, in place.",
    .inputs = "rate, scale, norm, arrays",
    .outputs = "",
    .parts = "rate: learning rate; "
             "scale: factor of the gradients; "
             "norm: norm of all gradients; "
             "arrays: parameters, state and gradients, as consecutive lists",
    .notes = LISTS
    "means of gradients, means of squares, maxima of these (with amsgrad), step counts" LISTS_END,
    .flags = WEIR_OP_VARIADIC | WEIR_OP_IN_PLACE,
    .infer = adam_step_infer,
    .run = adam_step_run,
    WEIR_USE_ATTRS(adam_step),
    .samples =
        "0.1, 1, 0, (3,4), (3,4), (3,4)@0.1:1, f32()@2:3, (3,4); "
        "0.1, 1, 0, (3), (3), (3)@0.1:1, (3)@0.1:1, f32()@2:3, (3) amsgrad=true decoupled=true",
};

/* ---- rmsprop_step ---- */

#define RMSPROP_STEP_ATTRS(X, A)                                                                   \
    X(A, F64, weight_decay, 0, "L2 penalty: this times the parameter is added to the gradient")    \
    COMMON_ATTRS(X, A)                                                                             \
    X(A, F64, alpha, 0.99, "decay rate of the running mean of squared gradients")                  \
    X(A, F64, eps, 1e-8, "added to the denominator")                                               \
    X(A, F64, momentum, 0, "momentum factor; 0: there is no momentum list")                        \
    X(A, BOOL, centered, 0, "divide by the standard deviation instead of the root mean square")    \
    SKIP_ATTRS(X, A)
WEIR_ATTRS(rmsprop_step, RMSPROP_STEP_ATTRS);

static wr_step_fn *rmsprop_step_loop(const wr_step_type *t) { return t->rmsprop; }

static uint32_t rmsprop_step_states(const void *attr_) {
    const rmsprop_step_attr *attr = attr_;
    return 1u | (attr->momentum != 0 ? 2u : 0) | (attr->centered ? 4u : 0);
}

#define rmsprop_step_counts never

static void rmsprop_step_numbers(const void *attr_, double step, wr_step_numbers *s) {
    const rmsprop_step_attr *attr = attr_;
    (void)step;
    s->beta1 = attr->momentum;
    s->beta2 = attr->alpha;
    s->eps = attr->eps;
}

RULE(rmsprop_step)

WR_OP(rmsprop_step) = {
    .size = sizeof(weir_op_def),
    .name = "rmsprop_step",
    .summary = "One step of RMSprop for many parameters, in place.",
    .inputs = "rate, scale, norm, arrays",
    .outputs = "",
    .parts = "rate: learning rate; "
             "scale: factor of the gradients; "
             "norm: norm of all gradients; "
             "arrays: parameters, state and gradients, as consecutive lists",
    .notes = LISTS "means of squares, momentum (if it is not 0), means (with centered)" LISTS_END,
    .flags = WEIR_OP_VARIADIC | WEIR_OP_IN_PLACE,
    .infer = rmsprop_step_infer,
    .run = rmsprop_step_run,
    WEIR_USE_ATTRS(rmsprop_step),
    .samples = "0.1, 1, 0, (3,4), (3,4)@0.1:1, (3,4); "
               "0.1, 1, 0, (3), (3)@5:6, (3), (3), (3) momentum=0.9 centered=true",
};

/* ---- adagrad_step ---- */

#define ADAGRAD_STEP_ATTRS(X, A)                                                                   \
    X(A, F64, weight_decay, 0, "L2 penalty: this times the parameter is added to the gradient")    \
    COMMON_ATTRS(X, A)                                                                             \
    X(A, F64, lr_decay, 0, "the rate is divided by 1 + lr_decay * (previous steps)")               \
    X(A, F64, eps, 1e-10, "added to the denominator")                                              \
    SKIP_ATTRS(X, A)
WEIR_ATTRS(adagrad_step, ADAGRAD_STEP_ATTRS);

static wr_step_fn *adagrad_step_loop(const wr_step_type *t) { return t->adagrad; }

static uint32_t adagrad_step_states(const void *attr) {
    (void)attr;
    return 1;
}

#define adagrad_step_counts always

static void adagrad_step_numbers(const void *attr_, double step, wr_step_numbers *s) {
    const adagrad_step_attr *attr = attr_;
    s->rate /= 1 + (step - 1) * attr->lr_decay;
    s->eps = attr->eps;
}

RULE(adagrad_step)

WR_OP(adagrad_step) = {
    .size = sizeof(weir_op_def),
    .name = "adagrad_step",
    .summary = "One step of Adagrad for many parameters, in place.",
    .inputs = "rate, scale, norm, arrays",
    .outputs = "",
    .parts = "rate: learning rate; "
             "scale: factor of the gradients; "
             "norm: norm of all gradients; "
             "arrays: parameters, state and gradients, as consecutive lists",
    .notes = LISTS "sums of squares, step counts" LISTS_END,
    .flags = WEIR_OP_VARIADIC | WEIR_OP_IN_PLACE,
    .infer = adagrad_step_infer,
    .run = adagrad_step_run,
    WEIR_USE_ATTRS(adagrad_step),
    .samples = "0.1, 1, 0, (3,4), (3,4)@0.1:1, f32()@2:3, (3,4) lr_decay=0.1",
};

/* ---- adadelta_step ---- */

#define ADADELTA_STEP_ATTRS(X, A)                                                                  \
    X(A, F64, weight_decay, 0, "L2 penalty: this times the parameter is added to the gradient")    \
    COMMON_ATTRS(X, A)                                                                             \
    X(A, F64, rho, 0.9, "decay rate of the running means")                                         \
    X(A, F64, eps, 1e-6, "added under the square roots")                                           \
    SKIP_ATTRS(X, A)
WEIR_ATTRS(adadelta_step, ADADELTA_STEP_ATTRS);

static wr_step_fn *adadelta_step_loop(const wr_step_type *t) { return t->adadelta; }

static uint32_t adadelta_step_states(const void *attr) {
    (void)attr;
    return 3;
}

#define adadelta_step_counts never

static void adadelta_step_numbers(const void *attr_, double step, wr_step_numbers *s) {
    const adadelta_step_attr *attr = attr_;
    (void)step;
    s->beta2 = attr->rho;
    s->eps = attr->eps;
}

RULE(adadelta_step)

WR_OP(adadelta_step) = {
    .size = sizeof(weir_op_def),
    .name = "adadelta_step",
    .summary = "One step of Adadelta for many parameters, in place.",
    .inputs = "rate, scale, norm, arrays",
    .outputs = "",
    .parts = "rate: learning rate; "
             "scale: factor of the gradients; "
             "norm: norm of all gradients; "
             "arrays: parameters, state and gradients, as consecutive lists",
    .notes = LISTS "means of squares, means of squared updates" LISTS_END,
    .flags = WEIR_OP_VARIADIC | WEIR_OP_IN_PLACE,
    .infer = adadelta_step_infer,
    .run = adadelta_step_run,
    WEIR_USE_ATTRS(adadelta_step),
    .samples = "0.1, 1, 0, (3,4), (3,4)@0.1:1, (3,4)@0.1:1, (3,4)",
};

/* ---- lamb_step ----
 *
 * A parameter moves by the rate times its own norm, along the direction normalised to length 1.
 * The direction is computed twice: for its norm, and for the update.  Norms are summed in blocks,
 * in an order that depends only on the shapes. */

#define LAMB_STEP_ATTRS(X, A)                                                                      \
    X(A, F64, weight_decay, 0, "this times the parameter is added to the update")                  \
    COMMON_ATTRS(X, A)                                                                             \
    X(A, F64, beta1, 0.9, "decay rate of the running mean of gradients")                           \
    X(A, F64, beta2, 0.999, "decay rate of the running mean of squared gradients")                 \
    X(A, F64, eps, 1e-6, "added to the denominator")                                               \
    SKIP_ATTRS(X, A)
WEIR_ATTRS(lamb_step, LAMB_STEP_ATTRS);

enum { BLOCK = WR_SIZE(8192, 50) };

static wr_step_fn *lamb_step_loop(const wr_step_type *t) { return t->direction; }

static uint32_t lamb_step_states(const void *attr) {
    (void)attr;
    return 3;
}

#define lamb_step_counts always

static void lamb_step_numbers(const void *attr_, double step, wr_step_numbers *s) {
    const lamb_step_attr *attr = attr_;
    s->beta1 = attr->beta1;
    s->beta2 = attr->beta2;
    s->eps = attr->eps;
    s->keep = 1 / (1 - pow(attr->beta1, step));
    s->c2 = 1 / sqrt(1 - pow(attr->beta2, step));
}

_Static_assert(offsetof(lamb_step_attr, copies) == offsetof(common, copies), "begins with common");
static const rule lamb_step_rule = {lamb_step_loop, lamb_step_states, lamb_step_counts,
                                    lamb_step_numbers, offsetof(lamb_step_attr, skip_nonfinite)};

static int64_t blocks_of(int64_t count) { return (count + BLOCK - 1) / BLOCK; }

static weir_status lamb_step_infer(weir_infer *c) {
    WR_TRY(step_infer(c, &lamb_step_rule));
    uint32_t n = (c->in_count - LEAD) / lists_of(&lamb_step_rule, c->attr).count;
    int64_t blocks = 0;
    for (uint32_t i = 0; i < n; i++) blocks += blocks_of(c->in[LEAD + i]->count);
    c->scratch_bytes = ((uint64_t)blocks * 2 + n) * sizeof(double);
    return WEIR_OK;
}

/* Update the moments of blocks `begin` to `end` - 1 and compute, for each block, the sums of
 * squares of its parameters and of its directions. */
static weir_status lamb_moments(void *arg, int64_t begin, int64_t end) {
    const walk *w = arg;
    double *sums = w->k->scratch;
    int64_t before = 0;
    for (uint32_t i = 0; i < w->n && before < end; i++) {
        int64_t count = wr_view_count(view_at(w, 0, i)), blocks = blocks_of(count);
        wr_step_numbers s;
        numbers_at(w, step_of(w, i), &s);
        for (int64_t b = begin > before ? begin - before : 0; b < blocks && before + b < end; b++) {
            int64_t to = (b + 1) * BLOCK;
            double *sum = &sums[2 * (before + b)];
            sum[0] = sum[1] = 0;
            run_tiles(w, i, b * BLOCK, to < count ? to : count, &s, sum);
        }
        before += blocks;
    }
    return WEIR_OK;
}

static weir_status lamb_step_run(const weir_kernel *k) {
    if (is_skipped(k, &lamb_step_rule)) return WEIR_OK;
    const wr_step_simd *simd = wr_simd_of(k)->step;
    walk w = walk_of(k, &lamb_step_rule), first = w;
    int64_t blocks = 0, at = 0;
    for (uint32_t i = 0; i < w.n; i++) blocks += blocks_of(wr_view_count(view_at(&w, 0, i)));
    const double *sums = k->scratch;
    double *trust = (double *)k->scratch + 2 * blocks;
    first.loop = (k->dtype == WEIR_FLOAT64 ? &simd->f64 : &simd->f32)->moments;
    WR_TRY(wr_split(k, blocks, 1, lamb_moments, &first));
    for (uint32_t i = 0; i < w.n; i++) {
        double p = 0, r = 0;
        for (int64_t b = blocks_of(wr_view_count(view_at(&w, 0, i))); b > 0; b--, at++) {
            p += sums[2 * at];
            r += sums[2 * at + 1];
        }
        trust[i] = p > 0 && r > 0 ? sqrt(p) / sqrt(r) : 1;
    }
    w.trust = trust;
    WR_TRY(wr_split(k, elements(&w), GRAIN, run_piece, &w));
    count_steps(&w);
    return WEIR_OK;
}

WR_OP(lamb_step) = {
    .size = sizeof(weir_op_def),
    .name = "lamb_step",
    .summary = "One step of LAMB (layer-wise adaptive moments) for many parameters, in place.",
    .inputs = "rate, scale, norm, arrays",
    .outputs = "",
    .parts = "rate: learning rate; "
             "scale: factor of the gradients; "
             "norm: norm of all gradients; "
             "arrays: parameters, state and gradients, as consecutive lists",
    .notes = LISTS "means of gradients, means of squares, step counts" LISTS_END,
    .flags = WEIR_OP_VARIADIC | WEIR_OP_IN_PLACE,
    .infer = lamb_step_infer,
    .run = lamb_step_run,
    WEIR_USE_ATTRS(lamb_step),
    .samples = "0.1, 1, 0, (3,4), (3,4), (3,4)@0.1:1, f32()@2:3, (3,4) weight_decay=0.01",
};
