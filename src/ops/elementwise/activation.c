/* activation.c - activations with attributes: reference loops and operator definitions for
 * activation.def, and glu.
 *
 * All attributes are doubles, so that the loops can read the attribute struct as an array.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "ops/core/composite_calls.h"
#include "ops/elementwise/scalar.h"
#include "ops/core/view.h"

#include "ops/elementwise/scalar_words.h"

#define LOOP(name, suffix, T, numbers, expr)                                                       \
    static void name##_##suffix(void *out, const void *const *in, int64_t n, const void *attr) {   \
        const T *a = in[0];                                                                        \
        T *o = out;                                                                                \
        const double *number = attr;                                                               \
        double A = number[0], B = number[numbers - 1];                                             \
        (void)A, (void)B;                                                                          \
        for (int64_t i = 0; i < n; i++) {                                                          \
            double x = a[i];                                                                       \
            o[i] = (T)(expr);                                                                      \
        }                                                                                          \
    }

/* ---- Attributes ------------------------------------------------------------------------------ */

#define ELU_ATTRS(X, A)                                                                            \
    X(A, F64, alpha, 1.0, "limit for large negative x is -alpha", "> -inf, < inf")
WEIR_ATTRS(elu, ELU_ATTRS);
#define CELU_ATTRS(X, A) X(A, F64, alpha, 1.0, "limit for large negative x is -alpha", "> 0, < inf")
WEIR_ATTRS(celu, CELU_ATTRS);
#define LEAKY_RELU_ATTRS(X, A)                                                                     \
    X(A, F64, negative_slope, 0.01, "slope for negative x", "> -inf, < inf")
WEIR_ATTRS(leaky_relu, LEAKY_RELU_ATTRS);
#define HARDTANH_ATTRS(X, A)                                                                       \
    X(A, F64, min_val, -1.0, "lower bound of the result")                                          \
    X(A, F64, max_val, 1.0, "upper bound of the result")
WEIR_ATTRS(hardtanh, HARDTANH_ATTRS);
#define THRESHOLD_ATTRS(X, A)                                                                      \
    X(A, F64, threshold, 0.0, "elements above this are unchanged")                                 \
    X(A, F64, value, 0.0, "replaces elements at or below the threshold")
WEIR_ATTRS(threshold, THRESHOLD_ATTRS);
#define SOFTSHRINK_ATTRS(X, A)                                                                     \
    X(A, F64, lambd, 0.5, "elements with |x| <= lambd become 0", ">= 0, < inf")
WEIR_ATTRS(softshrink, SOFTSHRINK_ATTRS);
#define HARDSHRINK_ATTRS(X, A)                                                                     \
    X(A, F64, lambd, 0.5, "elements with |x| <= lambd become 0", ">= 0, < inf")
WEIR_ATTRS(hardshrink, HARDSHRINK_ATTRS);

#define ACTIVATION(name, numbers, expr)                                                            \
    LOOP(name, f32, float, numbers, expr)                                                          \
    LOOP(name, f64, double, numbers, expr)
#include "ops/elementwise/activation.def"
#undef ACTIVATION

/* ---- Inference ------------------------------------------------------------------------------- */

static weir_status need_finite(const weir_infer *c, const char *name, double value, bool positive) {
    if (!isfinite(value) || (positive && !(value >= 0)))
        return wr_refuse(c, "%s must be finite%s, got %g", name,
                         positive ? " and not negative" : "", value);
    return WEIR_OK;
}

static weir_status elu_infer(weir_infer *c) {
    const elu_attr *attr = c->attr;
    WR_TRY(need_finite(c, "alpha", attr->alpha, false));
    return wr_map_infer(c);
}

static weir_status celu_infer(weir_infer *c) {
    const celu_attr *attr = c->attr;
    if (!(attr->alpha > 0) || !isfinite(attr->alpha))
        return wr_refuse(c, "alpha must be finite and positive, got %g", attr->alpha);
    return wr_map_infer(c);
}

static weir_status leaky_relu_infer(weir_infer *c) {
    const leaky_relu_attr *attr = c->attr;
    WR_TRY(need_finite(c, "negative_slope", attr->negative_slope, false));
    return wr_map_infer(c);
}

static weir_status hardtanh_infer(weir_infer *c) {
    const hardtanh_attr *attr = c->attr;
    if (!(attr->min_val <= attr->max_val))
        return wr_refuse(c, "min_val=%g is greater than max_val=%g", attr->min_val, attr->max_val);
    return wr_map_infer(c);
}

static weir_status threshold_infer(weir_infer *c) {
    const threshold_attr *attr = c->attr;
    if (isnan(attr->threshold)) return wr_refuse(c, "threshold must not be NaN");
    return wr_map_infer(c);
}

static weir_status shrink_infer(weir_infer *c) {
    const softshrink_attr *attr = c->attr;
    WR_TRY(need_finite(c, "lambd", attr->lambd, true));
    return wr_map_infer(c);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

#define g(op, ...) wr_g_##op(v, __VA_ARGS__)
#define n(value)   wr_build_number(v, value)

/* The derivative is 1 where x > 0 and y + alpha elsewhere. */
static void elu_vjp(weir_vjp *v) {
    const elu_attr *attr = v->attr;
    weir_array *slope =
        g(where, g(greater, v->in[0], n(0)), n(1), g(add, v->out[0], n(attr->alpha)));
    v->grad_in[0] = g(multiply, v->grad_out[0], slope);
}

static void celu_vjp(weir_vjp *v) {
    const celu_attr *attr = v->attr;
    weir_array *below = g(add, g(multiply, v->out[0], n(1 / attr->alpha)), n(1));
    weir_array *slope = g(where, g(greater, v->in[0], n(0)), n(1), below);
    v->grad_in[0] = g(multiply, v->grad_out[0], slope);
}

static void leaky_relu_vjp(weir_vjp *v) {
    const leaky_relu_attr *attr = v->attr;
    weir_array *dy = v->grad_out[0];
    v->grad_in[0] =
        g(where, g(greater, v->in[0], n(0)), dy, g(multiply, dy, n(attr->negative_slope)));
}

static void hardtanh_vjp(weir_vjp *v) {
    const hardtanh_attr *attr = v->attr;
    weir_array *x = v->in[0];
    weir_array *inside =
        g(logical_and, g(greater, x, n(attr->min_val)), g(less, x, n(attr->max_val)));
    v->grad_in[0] = g(where, inside, v->grad_out[0], n(0));
}

static void threshold_vjp(weir_vjp *v) {
    const threshold_attr *attr = v->attr;
    v->grad_in[0] = g(where, g(less_equal, v->in[0], n(attr->threshold)), n(0), v->grad_out[0]);
}

static void shrink_vjp(weir_vjp *v) {
    const softshrink_attr *attr = v->attr;
    weir_array *inside = g(less_equal, g(abs, v->in[0]), n(attr->lambd));
    v->grad_in[0] = g(where, inside, n(0), v->grad_out[0]);
}

/* ---- Operator definitions -------------------------------------------------------------------- */

#define ACTIVATION_BLOCK(op)                                                                       \
    .size = sizeof(weir_op_def), .name = #op, .outputs = "y", .flags = WEIR_OP_ELEMENTWISE,        \
    .takes = WEIR_TAKES_FLOAT, .gives = WEIR_GIVES_FLOAT,                                          \
    .map = {[WEIR_IN_F32] = op##_f32, [WEIR_IN_F64] = op##_f64}

WR_OP(elu) = {
    ACTIVATION_BLOCK(elu),
    .inputs = "x",
    .summary = "Exponential linear unit: x where x > 0, alpha (exp(x) - 1) elsewhere.",
    .infer = elu_infer,
    .vjp = elu_vjp,
    WEIR_USE_ATTRS(elu),
    .samples = "(3,4); (3,4) alpha=0.5",
};

WR_OP(celu) = {
    ACTIVATION_BLOCK(celu),
    .inputs = "x",
    .summary =
        "Continuously differentiable ELU: x where x > 0, alpha (exp(x / alpha) - 1) elsewhere.",
    .infer = celu_infer,
    .vjp = celu_vjp,
    WEIR_USE_ATTRS(celu),
    .samples = "(3,4); (3,4) alpha=0.5",
};

WR_OP(leaky_relu) = {
    ACTIVATION_BLOCK(leaky_relu),
    .inputs = "x",
    .summary = "Leaky ReLU: x where x > 0, negative_slope x elsewhere.",
    .infer = leaky_relu_infer,
    .vjp = leaky_relu_vjp,
    WEIR_USE_ATTRS(leaky_relu),
    .samples = "(3,4); (3,4) negative_slope=0.2",
};

WR_OP(hardtanh) = {
    ACTIVATION_BLOCK(hardtanh),
    .inputs = "x",
    .summary = "Clamp x to the range from min_val to max_val.",
    .infer = hardtanh_infer,
    .vjp = hardtanh_vjp,
    WEIR_USE_ATTRS(hardtanh),
    .samples = "(3,4); (3,4) min_val=-0.3 max_val=1.4",
};

WR_OP(threshold) = {
    ACTIVATION_BLOCK(threshold),
    .inputs = "x",
    .summary = "x where x > threshold, value elsewhere.",
    .infer = threshold_infer,
    .vjp = threshold_vjp,
    WEIR_USE_ATTRS(threshold),
    .samples = "(3,4); (3,4) threshold=0.3 value=-7",
};

WR_OP(softshrink) = {
    ACTIVATION_BLOCK(softshrink),
    .inputs = "x",
    .summary = "Soft shrinkage: move x towards 0 by lambd; 0 where |x| <= lambd.",
    .infer = shrink_infer,
    .vjp = shrink_vjp,
    WEIR_USE_ATTRS(softshrink),
    .samples = "(3,4); (3,4) lambd=1.1",
};

WR_OP(hardshrink) = {
    ACTIVATION_BLOCK(hardshrink),
    .inputs = "x",
    .summary = "Hard shrinkage: x where |x| > lambd, 0 elsewhere.",
    .infer = shrink_infer,
    .vjp = shrink_vjp,
    WEIR_USE_ATTRS(hardshrink),
    .samples = "(3,4); (3,4) lambd=1.1",
};

/* ---- glu ------------------------------------------------------------------------------------- */

#define GLU_ATTRS(X, A) X(A, I64, axis, -1, "axis that is split into two halves", "axis")
WEIR_ATTRS(glu, GLU_ATTRS);

/* Return a view of the first or second half of x along an axis. */
static weir_array *half(wr_compose *c, weir_array *x, int axis, int which) {
    int64_t shape[WEIR_NDIM_MAX];
    for (int i = 0; i < x->ndim; i++) shape[i] = wr_shape(x)[i];
    shape[axis] /= 2;
    int64_t offset = x->offset + which * shape[axis] * wr_strides(x)[axis];
    return wr_compose_view(c, x, x->ndim, shape, wr_strides(x), offset);
}

static weir_status glu_view(weir_infer *c, weir_array **out) {
    const glu_attr *attr = c->attr;
    weir_array *x = c->in[0];
    int axis;
    WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    if (wr_shape(x)[axis] % 2 != 0)
        return wr_refuse(c, "the size of axis %d of %s must be even", axis, wr_array_text_of(x));
    if (wr_dtype_kind_of(x->dtype) == WR_KIND_COMPLEX)
        return wr_refuse_as(c, WEIR_EDTYPE, "complex dtypes are not supported, got %s",
                            wr_dtypes[x->dtype].name);
    wr_compose made;
    WR_TRY(wr_compose_begin(&made, x->rt));
    weir_array *gate = wr_g_sigmoid(&made.v, half(&made, x, axis, 1));
    return wr_compose_end(&made, wr_g_multiply(&made.v, half(&made, x, axis, 0), gate), out);
}

/* y = a * s with s = sigmoid(b), so da = dy * s and db = dy * y * (1 - s). */
static void glu_vjp(weir_vjp *v) {
    const glu_attr *attr = v->attr;
    weir_array *x = v->in[0], *dy = v->grad_out[0];
    int axis = 0;
    wr_axis(attr->axis, x->ndim, &axis);
    int64_t all = wr_shape(x)[axis];
    weir_array *s = g(sigmoid, wr_build_cut(v, x, axis, all / 2, all));
    weir_array *both[] = {g(multiply, dy, s),
                          g(multiply, dy, g(multiply, v->out[0], g(subtract, n(1), s)))};
    if (both[0] == NULL || both[1] == NULL) return;
    v->grad_in[0] = wr_build_unbroadcast(v, wr_g_concat(v, both, 2, axis), x);
}

WR_OP(glu) = {
    .size = sizeof(weir_op_def),
    .name = "glu",
    .summary =
        "Gated linear unit: the first half of x along an axis times the sigmoid of the second "
        "half.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = glu_view,
    .vjp = glu_vjp,
    WEIR_USE_ATTRS(glu),
    .samples = "(3,4); (4,3) axis=0; (2,6,2) axis=1",
};
