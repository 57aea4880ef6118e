/* draw_distributions.c - operators for distributions whose parameters may differ from element to
 * element.
 *
 * Parameters that determine the shape of a distribution are inputs: scalars, or arrays that
 * broadcast to the result.  Location and scale are attributes, because x * scale + loc does the
 * same for arrays and has a gradient.  A scalar outside its domain makes the call fail; an array
 * element outside the domain makes the task fail later, when it runs.  distributions.h declares the
 * sampling functions.
 *
 * family LOCATED: inputs ; outputs y; attrs LOCATED_ATTRS; flags RANDOM
 * family SCALED: inputs concentration; outputs y; attrs SCALED_ATTRS; flags RANDOM STRIDED_IN
 * family OF_DEGREES: inputs degrees; outputs y; attrs DRAW_ATTRS; flags RANDOM STRIDED_IN
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "array/element.h"
#include "ops/random/distributions.h"
#include "ops/random/random.h"
#include "ops/random/random_simd.h"

enum {
    PIECE = WR_SIZE(4096, 16), /* elements per piece of work; an element takes up to 200 ns */
    BLOCK = WR_SIZE(256, 8),   /* number of elements sampled and converted at a time */
    PARAMETERS = 4             /* maximum number of parameters */
};

/* ---- Inference ------------------------------------------------------------------------------- */

/* Set the shape of the result: the requested shape, to which the inputs must broadcast, or the
 * broadcast shape of the inputs. */
static weir_status draw_infer(weir_infer *c, weir_i64s shape, int dtype, int32_t device) {
    weir_meta *out = &c->out[0];
    int64_t both[WEIR_NDIM_MAX], asked[WEIR_NDIM_MAX] = {0};
    int ndim = 0;
    if (shape.data != NULL) {
        WR_TRY(wr_random_infer(c, shape, dtype, device));
        ndim = out->ndim;
        for (int i = 0; i < ndim; i++) asked[i] = out->shape[i];
    }
    for (uint32_t i = 0; i < c->in_count; i++) {
        const weir_array *a = c->in[i];
        if (wr_dtype_kind_of(a->dtype) == WR_KIND_COMPLEX)
            return wr_refuse(c, "parameters must be real, not %s", wr_dtypes[a->dtype].name);
        int wide;
        bool fits = wr_broadcast(ndim, asked, a->ndim, wr_shape(a), &wide, both);
        if (fits && shape.data != NULL)
            for (int d = 0; d < wide; d++) fits &= wide == ndim && both[d] == asked[d];
        if (!fits)
            return wr_refuse(c, "a parameter of shape %s cannot be broadcast to %s",
                             wr_shape_text(a->ndim, wr_shape(a)), wr_shape_text(ndim, asked));
        ndim = wide;
        for (int d = 0; d < ndim; d++) asked[d] = both[d];
    }
    return wr_random_infer(c, (weir_i64s){asked, ndim}, dtype, device);
}

/* Infer a floating-point result: the requested dtype, or the dtype of the inputs if they are
 * floating-point, or the default dtype. */
static weir_status reals_infer(weir_infer *c, weir_i64s shape, int32_t asked, int32_t device) {
    int dtype = wr_default_dtype();
    if (c->in_count > 0) WR_TRY(wr_promote_reals(c, 0, c->in_count, &dtype));
    if (wr_dtype_kind_of(dtype) < WR_KIND_FLOAT) dtype = wr_default_dtype();
    if (wr_dtype_kind_of(dtype) == WR_KIND_FLOAT || asked != 0)
        WR_TRY(wr_random_float(c, asked, dtype, &dtype));
    return draw_infer(c, shape, dtype, device);
}

static weir_status counts_infer(weir_infer *c, weir_i64s shape, int32_t asked, int otherwise,
                                int32_t device) {
    int dtype;
    WR_TRY(wr_need_dtype(c, asked, otherwise, &dtype));
    if (dtype != otherwise && wr_dtype_kind_of(dtype) != WR_KIND_INT &&
        wr_dtype_kind_of(dtype) != WR_KIND_FLOAT)
        return wr_refuse(c, "the dtype must be an integer or float dtype, not %s",
                         wr_dtypes[dtype].name);
    return draw_infer(c, shape, dtype, device);
}

/* The domain of a parameter: a predicate, and a description for messages. */
typedef struct domain {
    bool (*has)(double x);
    const char *description;
} domain;

static bool is_finite(double x) { return isfinite(x); }
static bool is_positive(double x) { return x > 0 && isfinite(x); }
static bool is_not_negative(double x) { return x >= 0 && isfinite(x); }
static bool is_probability(double x) { return x >= 0 && x <= 1; }
static bool is_chance(double x) { return x > 0 && x <= 1; }
static bool is_rate(double x) { return x >= 0 && x <= 0x1p62; }
static bool is_trials(double x) { return x >= 0 && x <= 0x1p53 && x == floor(x); }

static const domain any_finite = {is_finite, "a finite number"};
static const domain positive = {is_positive, "a positive finite number"};
static const domain not_negative = {is_not_negative, "a non-negative finite number"};
static const domain probability = {is_probability, "a probability from 0 to 1"};
static const domain chance = {is_chance, "a probability greater than 0"};
static const domain rate = {is_rate, "a number from 0 to 2^62"};
static const domain trials = {is_trials, "an integer from 0 to 2^53"};

/* Check an input that is a scalar known at the call; the kernel checks arrays. */
static weir_status need(const weir_infer *c, uint32_t i, const domain *d) {
    const weir_array *a = c->in[i];
    if (!(a->flags & WR_NUMBER) || wr_dtype_kind_of(a->dtype) == WR_KIND_COMPLEX) return WEIR_OK;
    double x = wr_element_f64(a->dtype, a->dim);
    return d->has(x) ? WEIR_OK : wr_refuse(c, "parameter %g must be %s", x, d->description);
}

static weir_status need_attr(const weir_infer *c, const char *name, double x, const domain *d) {
    return d->has(x) ? WEIR_OK : wr_refuse(c, "%s=%g must be %s", name, x, d->description);
}

/* ---- Kernel ---------------------------------------------------------------------------------- */

/* The source of a parameter: an input, or one value for all elements. */
typedef struct source {
    const weir_view *input; /* NULL if all elements use `value` */
    double value;
    const domain *domain;           /* NULL if the values are already checked */
    bool straight;                  /* the input has the shape of the result and is row-major */
    weir_view spread;               /* the input, broadcast to the shape of the result */
    int64_t strides[WEIR_NDIM_MAX]; /* the strides of `spread` */
} source;

typedef struct draw {
    const weir_kernel *k;
    wr_draw_reals *reals;   /* sampling function of a continuous distribution, or NULL */
    wr_draw_counts *counts; /* sampling function of a discrete distribution, or NULL */
    int count;
    source source[PARAMETERS];
} draw;

static void from_value(draw *d, double value) {
    d->source[d->count++] = (source){.input = NULL, .value = value};
}

static void from_input(draw *d, uint32_t which, const domain *may_be) {
    const weir_view *in = &d->k->in[which], *out = &d->k->out[0];
    source *s = &d->source[d->count++];
    int64_t count = wr_view_count(in);
    *s = (source){.input = NULL, .domain = may_be};
    if (count <= 1) { /* if the input is empty, so is the result, and the value is not used */
        s->value = count == 1 ? wr_element_f64(in->dtype, in->data) : 0;
        return;
    }
    int extra = out->ndim - in->ndim;
    for (int i = 0; i < out->ndim; i++)
        s->strides[i] = i < extra || in->shape[i - extra] == 1 ? 0 : in->strides[i - extra];
    s->spread = (weir_view){in->data, out->shape, NULL, in->dtype, out->ndim};
    s->straight = count == wr_view_count(out) && wr_is_row_major(in->ndim, in->shape, in->strides);
    s->input = in;
}

/* Return the values of a parameter for elements `first` to `first` + n - 1. */
static struct wr_param load_param(const draw *d, const source *s, int64_t first, int64_t n,
                                  double *buffer) {
    if (s->input == NULL) return (struct wr_param){&s->value, 0};
    int dtype = s->input->dtype;
    if (s->straight) {
        const char *at = (const char *)s->input->data + first * (int64_t)wr_dtype_bytes(dtype);
        wr_simd_of(d->k)->cast->cast[dtype][WEIR_FLOAT64](buffer, at, n);
    } else {
        weir_view spread = s->spread;
        spread.strides = s->strides;
        for (int64_t i = 0; i < n; i++) buffer[i] = wr_view_get(&spread, first + i);
    }
    return (struct wr_param){buffer, 1};
}

/* Check the values of a parameter.  Computed values are not known at the call, so the task checks
 * them. */
static weir_status check(const draw *d, int which, struct wr_param p, int64_t first, int64_t n) {
    const domain *may_be = d->source[which].domain;
    for (int64_t i = 0; may_be != NULL && i < (p.stride != 0 ? n : 1); i++)
        if (!may_be->has(p.value[i]))
            return wr_kernel_fail(d->k, WEIR_EINVAL,
                                  "parameter %d of element %lld is %g, but must be %s", which,
                                  (long long)(first + i), p.value[i], may_be->description);
    return WEIR_OK;
}

static weir_status draw_piece(void *arg, int64_t begin, int64_t end) {
    const draw *d = arg;
    const weir_kernel *k = d->k;
    const weir_view *out = &k->out[0];
    double buffer[PARAMETERS][BLOCK], real[BLOCK];
    int64_t count[BLOCK];
    struct wr_param p[PARAMETERS];
    for (int64_t i = begin; i < end; i += BLOCK) {
        int64_t n = end - i < BLOCK ? end - i : BLOCK;
        char *to = (char *)out->data + i * (int64_t)wr_dtype_bytes(out->dtype);
        for (int j = 0; j < d->count; j++) {
            p[j] = load_param(d, &d->source[j], i, n, buffer[j]);
            WR_TRY(check(d, j, p[j], i, n));
        }
        if (d->reals != NULL) {
            d->reals(real, (uint64_t)i, n, k->seed, k->call, p);
            wr_simd_of(k)->cast->cast[WEIR_FLOAT64][out->dtype](to, real, n);
        } else {
            d->counts(count, (uint64_t)i, n, k->seed, k->call, p);
            wr_simd_of(k)->cast->cast[WEIR_INT64][out->dtype](to, count, n);
        }
    }
    return WEIR_OK;
}

static weir_status draw_all(draw *d) {
    return wr_split(d->k, wr_view_count(&d->k->out[0]), PIECE, draw_piece, d);
}

/* Sample a distribution whose parameters are the inputs, in order. */
static weir_status draw_inputs(const weir_kernel *k, wr_draw_reals *reals, wr_draw_counts *counts,
                               const domain *first, const domain *second) {
    draw d = {.k = k, .reals = reals, .counts = counts};
    for (uint32_t i = 0; i < k->in_count; i++) from_input(&d, i, i == 0 ? first : second);
    return draw_all(&d);
}

/* ---- With location and scale ----------------------------------------------------------------- */

#define LOCATED_ATTRS(X, A)                                                                        \
    X(A, I64S, shape, WEIR_REQUIRED, "shape of the result", ">= 0")                                \
    X(A, F64, loc, 0.0, "location: added to each sample", "> -inf, < inf")                         \
    X(A, F64, scale, 1.0, "scale: multiplies each sample", ">= 0, < inf")                          \
    X(A, DTYPE, dtype, 0, "a float dtype")                                                         \
    X(A, DEVICE, device, -1, "device of the result")
WEIR_ATTRS(located, LOCATED_ATTRS);

static weir_status located_infer(weir_infer *c) {
    const located_attr *attr = c->attr;
    WR_TRY(need_attr(c, "loc", attr->loc, &any_finite));
    WR_TRY(need_attr(c, "scale", attr->scale, &not_negative));
    return reals_infer(c, attr->shape, attr->dtype, attr->device);
}

static weir_status located_run(const weir_kernel *k, wr_draw_reals *reals) {
    const located_attr *attr = k->attr;
    draw d = {.k = k, .reals = reals};
    from_value(&d, attr->loc);
    from_value(&d, attr->scale);
    return draw_all(&d);
}

#define LOCATED(op, summary_)                                                                      \
    static weir_status op##_run(const weir_kernel *k) { return located_run(k, wr_##op); }          \
    WR_OP(op) = {                                                                                  \
        .size = sizeof(weir_op_def),                                                               \
        .name = #op,                                                                               \
        .summary = summary_,                                                                       \
        .inputs = "",                                                                              \
        .outputs = "y",                                                                            \
        .flags = WEIR_OP_RANDOM,                                                                   \
        .infer = located_infer,                                                                    \
        .run = op##_run,                                                                           \
        WEIR_USE_ATTRS(located),                                                                   \
        .samples = "shape=[3,4]; shape=[100] loc=2 scale=0.5",                                     \
    };

/* clang-format off */
LOCATED(laplace, "Samples from a Laplace distribution with mean loc.")
LOCATED(gumbel, "Samples from a Gumbel distribution with mode loc.")
LOCATED(logistic, "Samples from a logistic distribution with mean loc.")
LOCATED(cauchy, "Samples from a Cauchy distribution with median loc.")
LOCATED(lognormal, "Samples from a log-normal distribution; loc and scale are the mean and standard deviation of the logarithm.")
/* clang-format on */

/* ---- truncated_normal ------------------------------------------------------------------------ */

#define TRUNCATED_NORMAL_ATTRS(X, A)                                                               \
    X(A, I64S, shape, WEIR_REQUIRED, "shape of the result", ">= 0")                                \
    X(A, F64, loc, 0.0, "mean before truncation", "> -inf, < inf")                                 \
    X(A, F64, scale, 1.0, "standard deviation before truncation", "> 0, < inf")                    \
    X(A, F64, lower, -2.0, "lower bound; may be infinite")                                         \
    X(A, F64, upper, 2.0, "upper bound; may be infinite")                                          \
    X(A, DTYPE, dtype, 0, "a float dtype")                                                         \
    X(A, DEVICE, device, -1, "device of the result")
WEIR_ATTRS(truncated_normal, TRUNCATED_NORMAL_ATTRS);

static weir_status truncated_normal_infer(weir_infer *c) {
    const truncated_normal_attr *attr = c->attr;
    WR_TRY(need_attr(c, "loc", attr->loc, &any_finite));
    WR_TRY(need_attr(c, "scale", attr->scale, &positive));
    if (!(attr->lower < attr->upper))
        return wr_refuse(c, "lower=%g must be less than upper=%g", attr->lower, attr->upper);
    return reals_infer(c, attr->shape, attr->dtype, attr->device);
}

static weir_status truncated_normal_run(const weir_kernel *k) {
    const truncated_normal_attr *attr = k->attr;
    draw d = {.k = k, .reals = wr_truncated_normal};
    from_value(&d, attr->loc);
    from_value(&d, attr->scale);
    from_value(&d, attr->lower);
    from_value(&d, attr->upper);
    return draw_all(&d);
}

WR_OP(truncated_normal) = {
    .size = sizeof(weir_op_def),
    .name = "truncated_normal",
    .summary = "Samples from a normal distribution truncated to the range from lower to upper.",
    .inputs = "",
    .outputs = "y",
    .flags = WEIR_OP_RANDOM,
    .infer = truncated_normal_infer,
    .run = truncated_normal_run,
    WEIR_USE_ATTRS(truncated_normal),
    .samples = "shape=[3,4]; shape=[100] loc=1 scale=2 lower=0 upper=1e300",
};

/* ---- With a shape parameter and a scale ------------------------------------------------------ */

#define SCALED_ATTRS(X, A)                                                                         \
    X(A, F64, scale, 1.0, "scale: multiplies each sample", ">= 0, < inf")                          \
    X(A, I64S, shape, WEIR_NO_LIST, "shape of the result; none: that of the parameter", ">= 0")    \
    X(A, DTYPE, dtype, 0, "a float dtype")                                                         \
    X(A, DEVICE, device, -1, "device of the result")
WEIR_ATTRS(scaled, SCALED_ATTRS);

static weir_status scaled_infer(weir_infer *c) {
    const scaled_attr *attr = c->attr;
    WR_TRY(need(c, 0, &positive));
    WR_TRY(need_attr(c, "scale", attr->scale, &not_negative));
    return reals_infer(c, attr->shape, attr->dtype, attr->device);
}

static weir_status scaled_run(const weir_kernel *k, wr_draw_reals *reals) {
    const scaled_attr *attr = k->attr;
    draw d = {.k = k, .reals = reals};
    from_input(&d, 0, &positive);
    from_value(&d, attr->scale);
    return draw_all(&d);
}

#define SCALED(op, summary_)                                                                       \
    static weir_status op##_run(const weir_kernel *k) { return scaled_run(k, wr_##op); }           \
    WR_OP(op) = {                                                                                  \
        .size = sizeof(weir_op_def),                                                               \
        .name = #op,                                                                               \
        .summary = summary_,                                                                       \
        .inputs = "concentration",                                                                 \
        .outputs = "y",                                                                            \
        .parts = "concentration: shape parameter; y: samples",                                     \
        .flags = WEIR_OP_RANDOM | WEIR_OP_STRIDED_IN,                                              \
        .infer = scaled_infer,                                                                     \
        .run = op##_run,                                                                           \
        WEIR_USE_ATTRS(scaled),                                                                    \
        .samples = "(3,4)@0.3:5; ()@2:3 shape=[100] scale=0.5; (4)@0.3:5 shape=[3,4]",             \
    };

SCALED(gamma, "Samples from a gamma distribution.")
SCALED(weibull, "Samples from a Weibull distribution.")

/* ---- With shape parameters only -------------------------------------------------------------- */

#define DRAW_ATTRS(X, A)                                                                           \
    X(A, I64S, shape, WEIR_NO_LIST, "shape of the result; none: that of the parameters", ">= 0")   \
    X(A, DTYPE, dtype, 0,                                                                          \
      "dtype of the result; default: the default float dtype, int64 for counts")                   \
    X(A, DEVICE, device, -1, "device of the result")
WEIR_ATTRS(draw, DRAW_ATTRS);

static weir_status positive_infer(weir_infer *c) {
    const draw_attr *attr = c->attr;
    for (uint32_t i = 0; i < c->in_count; i++) WR_TRY(need(c, i, &positive));
    return reals_infer(c, attr->shape, attr->dtype, attr->device);
}

static weir_status beta_run(const weir_kernel *k) {
    return draw_inputs(k, wr_beta, NULL, &positive, &positive);
}

WR_OP(beta) = {
    .size = sizeof(weir_op_def),
    .name = "beta",
    .summary = "Samples from a beta distribution.",
    .inputs = "a, b",
    .outputs = "y",
    .parts = "a: first shape parameter; "
             "b: second shape parameter; "
             "y: samples",
    .flags = WEIR_OP_RANDOM | WEIR_OP_STRIDED_IN,
    .infer = positive_infer,
    .run = beta_run,
    WEIR_USE_ATTRS(draw),
    .samples = "(3,4)@0.5:3, (4)@0.5:3; ()@1:2, ()@1:2 shape=[100]",
};

#define OF_DEGREES(op, summary_)                                                                   \
    static weir_status op##_run(const weir_kernel *k) {                                            \
        return draw_inputs(k, wr_##op, NULL, &positive, NULL);                                     \
    }                                                                                              \
    WR_OP(op) = {                                                                                  \
        .size = sizeof(weir_op_def),                                                               \
        .name = #op,                                                                               \
        .summary = summary_,                                                                       \
        .inputs = "degrees",                                                                       \
        .outputs = "y",                                                                            \
        .parts = "degrees: degrees of freedom; y: samples",                                        \
        .flags = WEIR_OP_RANDOM | WEIR_OP_STRIDED_IN,                                              \
        .infer = positive_infer,                                                                   \
        .run = op##_run,                                                                           \
        WEIR_USE_ATTRS(draw),                                                                      \
        .samples = "(3,4)@0.5:9; ()@3:4 shape=[100]",                                              \
    };

/* clang-format off */
OF_DEGREES(chi_square, "Samples from a chi-squared distribution.")
OF_DEGREES(student_t, "Samples from Student's t distribution.")
/* clang-format on */

static weir_status von_mises_infer(weir_infer *c) {
    const draw_attr *attr = c->attr;
    WR_TRY(need(c, 0, &any_finite));
    WR_TRY(need(c, 1, &not_negative));
    return reals_infer(c, attr->shape, attr->dtype, attr->device);
}

static weir_status von_mises_run(const weir_kernel *k) {
    return draw_inputs(k, wr_von_mises, NULL, &any_finite, &not_negative);
}

WR_OP(von_mises) = {
    .size = sizeof(weir_op_def),
    .name = "von_mises",
    .summary = "Samples from a von Mises distribution: angles between -pi and pi around a mean.",
    .inputs = "mean, concentration",
    .outputs = "y",
    .parts = "mean: mean direction in radians; "
             "concentration: how narrow the distribution is; "
             "y: samples",
    .flags = WEIR_OP_RANDOM | WEIR_OP_STRIDED_IN,
    .infer = von_mises_infer,
    .run = von_mises_run,
    WEIR_USE_ATTRS(draw),
    .samples = "(3,4), ()@0.5:3; ()@0:1, ()@1:2 shape=[100]",
};

/* ---- Counts ---------------------------------------------------------------------------------- */

static weir_status poisson_infer(weir_infer *c) {
    const draw_attr *attr = c->attr;
    WR_TRY(need(c, 0, &rate));
    return counts_infer(c, attr->shape, attr->dtype, WEIR_INT64, attr->device);
}

static weir_status poisson_run(const weir_kernel *k) {
    return draw_inputs(k, NULL, wr_poisson, &rate, NULL);
}

WR_OP(poisson) = {
    .size = sizeof(weir_op_def),
    .name = "poisson",
    .summary = "Samples from a Poisson distribution.",
    .inputs = "rate",
    .outputs = "y",
    .parts = "rate: expected value; "
             "y: samples",
    .flags = WEIR_OP_RANDOM | WEIR_OP_STRIDED_IN,
    .infer = poisson_infer,
    .run = poisson_run,
    WEIR_USE_ATTRS(draw),
    .samples = "(3,4)@0:20; ()@3:4 shape=[100] dtype=float32",
};

static weir_status binomial_infer(weir_infer *c) {
    const draw_attr *attr = c->attr;
    WR_TRY(need(c, 0, &trials));
    WR_TRY(need(c, 1, &probability));
    return counts_infer(c, attr->shape, attr->dtype, WEIR_INT64, attr->device);
}

static weir_status binomial_run(const weir_kernel *k) {
    return draw_inputs(k, NULL, wr_binomial, &trials, &probability);
}

WR_OP(binomial) = {
    .size = sizeof(weir_op_def),
    .name = "binomial",
    .summary =
        "Samples from a binomial distribution: the number of successes in independent trials.",
    .inputs = "trials, probability",
    .outputs = "y",
    .parts = "trials: number of trials; "
             "probability: probability of success, 0 to 1; "
             "y: samples",
    .flags = WEIR_OP_RANDOM | WEIR_OP_STRIDED_IN,
    .infer = binomial_infer,
    .run = binomial_run,
    WEIR_USE_ATTRS(draw),
    .samples = "i64(3,4)@0:50, ()@0:1; i64()@10:11, ()@0.2:0.8 shape=[100]",
};

static weir_status geometric_infer(weir_infer *c) {
    const draw_attr *attr = c->attr;
    WR_TRY(need(c, 0, &chance));
    return counts_infer(c, attr->shape, attr->dtype, WEIR_INT64, attr->device);
}

static weir_status geometric_run(const weir_kernel *k) {
    return draw_inputs(k, NULL, wr_geometric, &chance, NULL);
}

WR_OP(geometric) = {
    .size = sizeof(weir_op_def),
    .name = "geometric",
    .summary =
        "Samples from a geometric distribution: the number of trials up to the first success.",
    .inputs = "probability",
    .outputs = "y",
    .parts = "probability: probability of success, 0 to 1; "
             "y: samples",
    .flags = WEIR_OP_RANDOM | WEIR_OP_STRIDED_IN,
    .infer = geometric_infer,
    .run = geometric_run,
    WEIR_USE_ATTRS(draw),
    .samples = "(3,4)@0.1:1; ()@0.2:0.8 shape=[100]",
};

/* ---- bernoulli ------------------------------------------------------------------------------- */

static weir_status bernoulli_infer(weir_infer *c) {
    const draw_attr *attr = c->attr;
    WR_TRY(need(c, 0, &probability));
    return counts_infer(c, attr->shape, attr->dtype, WEIR_BOOL, attr->device);
}

/* Sample elements that have different probabilities.  Each element uses the same random word as
 * bernoulli_u8 of ops/random/random_simd.h, which handles a single probability, so both give the
 * same result. */
static weir_status bernoulli_some(const draw *d, uint8_t *to, int64_t first, int64_t n) {
    const weir_kernel *k = d->k;
    const struct wr_random_simd *simd = wr_simd_of(k)->random;
    double p[BLOCK];
    uint32_t word[BLOCK];
    WR_TRY(check(d, 0, load_param(d, &d->source[0], first, n, p), first, n));
    simd->bits_u32(word, (uint64_t)first, n, k->seed, k->call, 0, 0);
    for (int64_t i = 0; i < n; i++) to[i] = word[i] < (uint64_t)(p[i] * 0x1p32 + 0.5);
    return WEIR_OK;
}

static weir_status bernoulli_piece(void *arg, int64_t begin, int64_t end) {
    const draw *d = arg;
    const weir_kernel *k = d->k;
    const weir_view *out = &k->out[0];
    uint8_t block[BLOCK];
    for (int64_t i = begin; i < end; i += BLOCK) {
        int64_t n = end - i < BLOCK ? end - i : BLOCK;
        char *to = (char *)out->data + i * (int64_t)wr_dtype_bytes(out->dtype);
        uint8_t *bits = out->dtype == WEIR_BOOL ? (uint8_t *)to : block;
        if (d->source[0].input != NULL)
            WR_TRY(bernoulli_some(d, bits, i, n));
        else
            wr_simd_of(k)->random->bernoulli_u8(bits, (uint64_t)i, n, k->seed, k->call,
                                                d->source[0].value, 0);
        if (bits == block) wr_simd_of(k)->cast->cast[WEIR_BOOL][out->dtype](to, block, n);
    }
    return WEIR_OK;
}

static weir_status bernoulli_run(const weir_kernel *k) {
    draw d = {.k = k};
    from_input(&d, 0, &probability);
    if (d.source[0].input == NULL && wr_view_count(&k->out[0]) > 0)
        WR_TRY(check(&d, 0, (struct wr_param){&d.source[0].value, 0}, 0, 1));
    return wr_split(k, wr_view_count(&k->out[0]), WR_RANDOM_PIECE, bernoulli_piece, &d);
}

WR_OP(bernoulli) = {
    .size = sizeof(weir_op_def),
    .name = "bernoulli",
    .summary = "Samples from a Bernoulli distribution: true with the given probability.",
    .notes = "Probabilities have a resolution of 2^-32.",
    .inputs = "probability",
    .outputs = "y",
    .parts = "probability: probability of success, 0 to 1; "
             "y: samples",
    .flags = WEIR_OP_RANDOM | WEIR_OP_STRIDED_IN,
    .infer = bernoulli_infer,
    .run = bernoulli_run,
    WEIR_USE_ATTRS(draw),
    .samples = "(3,4)@0:1; ()@0.2:0.8 shape=[100] dtype=float32",
};
