/* layer_norm.c - layer_norm and rms_norm, which normalise over the last axes.
 *
 *   layer_norm   y = (x - mean) / sqrt(variance + eps) * weight + bias
 *   rms_norm     y = x / sqrt(mean of x^2 + eps) * weight
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>

#include "ops/norm/norm_walk.h"

#define LAYER_NORM_ATTRS(X, A)                                                                     \
    X(A, I64S, axes, WEIR_NO_LIST,                                                                 \
      "the last axes, which are normalised; none: as many as weight has axes, or one", "axis")     \
    X(A, F64, eps, 1e-5, "added to the variance", ">= 0, < inf, none")
WEIR_ATTRS(layer_norm, LAYER_NORM_ATTRS);

#define RMS_NORM_ATTRS(X, A)                                                                       \
    X(A, I64S, axes, WEIR_NO_LIST,                                                                 \
      "the last axes, which are normalised; none: as many as weight has axes, or one", "axis")     \
    X(A, F64, eps, NAN, "added to the mean square; none: the machine epsilon of the dtype",        \
      ">= 0, < inf")
WEIR_ATTRS(rms_norm, RMS_NORM_ATTRS);

/* ---- Checks ---------------------------------------------------------------------------------- */

/* Return the number of axes that are normalised.  `weight` and `bias` are the numbers of dimensions
 * of these inputs, or 0 if the input is absent. */
static int axes_of(weir_i64s axes, int weight, int bias) {
    if (axes.data != NULL) return (int)axes.count;
    return weight > 0 ? weight : bias > 0 ? bias : 1;
}

static double eps_of(double eps, int dtype) {
    if (!isnan(eps)) return eps;
    switch (dtype) {
    case WEIR_FLOAT16: return 0x1p-10;
    case WEIR_BFLOAT16: return 0x1p-7;
    case WEIR_FLOAT64: return DBL_EPSILON;
    default: return FLT_EPSILON;
    }
}

static wr_norm norm_of(int ndim, const int64_t *shape, int axes, double eps, bool squares) {
    wr_norm g = {1, 1, 1, 1, false, squares, eps};
    for (int i = 0; i < ndim; i++) *(i < ndim - axes ? &g.n : &g.per) *= shape[i];
    return g;
}

static int ndim_of(const weir_infer *c, uint32_t input) {
    return input < c->in_count && c->in[input] != NULL ? c->in[input]->ndim : 0;
}

static weir_status need_axes(const weir_infer *c, weir_i64s axes, int *count) {
    const weir_array *x = c->in[0];
    uint32_t mask;
    if (x->ndim == 0) return wr_refuse(c, "x has no dimensions; expected at least one");
    if (axes.data != NULL) {
        WR_TRY(wr_need_axes(c, axes, x->ndim, &mask));
        uint32_t last = ((UINT32_C(1) << axes.count) - 1) << (x->ndim - axes.count);
        if (axes.count == 0 || mask != last)
            return wr_refuse_as(
                c, WEIR_EAXIS,
                "axes %s are not the last axes of an array with %d dimension%s; only the last axes "
                "can be normalised",
                wr_shape_text((int)axes.count, axes.data), x->ndim, x->ndim == 1 ? "" : "s");
    }
    /* If weight has more dimensions than x, wr_norm_need_shape fails later. */
    if (*count > x->ndim) *count = x->ndim;
    return WEIR_OK;
}

/* Infer the outputs of an operator.  The inputs of the forward operators are x, weight and bias;
 * those of the backward operators are x, dy and weight. */
static weir_status infer(weir_infer *c, weir_i64s axes, double eps, bool squares, bool backward) {
    const weir_array *x = c->in[0];
    uint32_t weight = backward ? 2 : 1, bias = 2;
    int dtype, count = axes_of(axes, ndim_of(c, weight), backward ? 0 : ndim_of(c, bias));
    WR_TRY(need_axes(c, axes, &count));
    WR_TRY(wr_norm_dtype(c, &dtype));
    eps = eps_of(eps, dtype);
    WR_TRY(wr_norm_need_eps(c, eps));
    const int64_t *shape = wr_shape(x) + x->ndim - count;
    WR_TRY(wr_norm_need_shape(c, weight, "weight", count, shape));
    if (!backward) WR_TRY(wr_norm_need_shape(c, bias, "bias", count, shape));
    if (backward) WR_TRY(wr_norm_need_shape(c, 1, "dy", x->ndim, wr_shape(x)));
    wr_meta_shape(&c->out[0], x->ndim, wr_shape(x));
    for (uint32_t i = 1; i < c->out_count; i++) wr_meta_shape(&c->out[i], count, shape);
    for (uint32_t i = 0; i < c->out_count; i++) c->out[i].dtype = dtype;
    wr_norm g = norm_of(x->ndim, wr_shape(x), count, eps, squares);
    c->scratch_bytes = wr_norm_scratch(c, &g);
    return WEIR_OK;
}

static const weir_view *view_of(const weir_kernel *k, uint32_t input) {
    return input < k->in_count && k->in[input].data != NULL ? &k->in[input] : NULL;
}

/* Set *v to the operands of a call, and return the normalisation. */
static wr_norm forward(const weir_kernel *k, weir_i64s axes, double eps, bool squares,
                       wr_norm_views *v) {
    const weir_view *x = &k->in[0], *weight = view_of(k, 1), *bias = view_of(k, 2);
    int count = axes_of(axes, weight != NULL ? weight->ndim : 0, bias != NULL ? bias->ndim : 0);
    *v = (wr_norm_views){.x = x, .weight = weight, .bias = bias, .y = &k->out[0]};
    return norm_of(x->ndim, x->shape, count, eps_of(eps, k->dtype), squares);
}

static wr_norm backward(const weir_kernel *k, weir_i64s axes, double eps, bool squares,
                        wr_norm_views *v) {
    const weir_view *x = &k->in[0], *weight = view_of(k, 2);
    int count = axes_of(axes, weight != NULL ? weight->ndim : 0, 0);
    *v = (wr_norm_views){.x = x,
                         .dy = &k->in[1],
                         .weight = weight,
                         .y = &k->out[0],
                         .d_weight = &k->out[1],
                         .d_bias = squares ? NULL : &k->out[2]};
    return norm_of(x->ndim, x->shape, count, eps_of(eps, k->dtype), squares);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

static weir_array *input(const weir_vjp *v, uint32_t i) {
    return i < v->in_count ? v->in[i] : NULL;
}

static void last_axes(int count, int64_t *axes) {
    for (int i = 0; i < count; i++) axes[i] = i - count;
}

static void forward_vjp(weir_vjp *v, int op, weir_i64s axes, double eps, bool squares) {
    weir_array *x = v->in[0], *weight = input(v, 1), *bias = input(v, 2), *out[3] = {NULL};
    int count = axes_of(axes, weight != NULL ? weight->ndim : 0, bias != NULL ? bias->ndim : 0);
    int64_t list[WEIR_NDIM_MAX];
    last_axes(count, list);
    if (v->grad_out[0] == NULL) return;
    const layer_norm_attr attr = {{list, count}, eps_of(eps, v->out[0]->dtype)};
    weir_array *const in[] = {x, v->grad_out[0], weight};
    wr_build_many(v, op, &attr, 3, in, squares ? 2 : 3, out);
    if (v->wanted[0]) v->grad_in[0] = wr_build_unbroadcast(v, out[0], x);
    if (weight != NULL && v->wanted[1]) v->grad_in[1] = wr_build_unbroadcast(v, out[1], weight);
    if (bias != NULL && v->wanted[2]) v->grad_in[2] = wr_build_unbroadcast(v, out[2], bias);
}

static void backward_vjp(weir_vjp *v, weir_i64s axes, double eps, bool squares) {
    const weir_array *x = v->in[0], *weight = input(v, 2);
    int count = axes_of(axes, weight != NULL ? weight->ndim : 0, 0);
    wr_norm g = norm_of(x->ndim, wr_shape(x), count, eps_of(eps, v->out[0]->dtype), squares);
    wr_norm_backward_vjp(v, &g);
}

/* ---- Operators ------------------------------------------------------------------------------- */

/* Define the functions of layer_norm or rms_norm, whose attributes have the same fields. */
#define PARTS(name, squares_)                                                                      \
    static weir_status name##_infer(weir_infer *c) {                                               \
        const name##_attr *a = c->attr;                                                            \
        return infer(c, a->axes, a->eps, squares_, false);                                         \
    }                                                                                              \
    wr_norm wr_##name##_of(const weir_kernel *k, wr_norm_views *v) {                               \
        const name##_attr *a = k->attr;                                                            \
        return forward(k, a->axes, a->eps, squares_, v);                                           \
    }                                                                                              \
    static weir_status name##_run(const weir_kernel *k) {                                          \
        wr_norm_views v;                                                                           \
        wr_norm g = wr_##name##_of(k, &v);                                                         \
        return wr_norm_forward(k, &g, &v);                                                         \
    }                                                                                              \
    static weir_status name##_reference(const weir_kernel *k) {                                    \
        wr_norm_views v;                                                                           \
        wr_norm g = wr_##name##_of(k, &v);                                                         \
        return wr_norm_forward_reference(k, &g, &v);                                               \
    }                                                                                              \
    static void name##_vjp(weir_vjp *v) {                                                          \
        const name##_attr *a = v->attr;                                                            \
        forward_vjp(v, WR_OP_##name##_backward, a->axes, a->eps, squares_);                        \
    }                                                                                              \
    static weir_status name##_backward_infer(weir_infer *c) {                                      \
        const name##_attr *a = c->attr;                                                            \
        return infer(c, a->axes, a->eps, squares_, true);                                          \
    }                                                                                              \
    wr_norm wr_##name##_backward_of(const weir_kernel *k, wr_norm_views *v) {                      \
        const name##_attr *a = k->attr;                                                            \
        return backward(k, a->axes, a->eps, squares_, v);                                          \
    }                                                                                              \
    static weir_status name##_backward_run(const weir_kernel *k) {                                 \
        wr_norm_views v;                                                                           \
        wr_norm g = wr_##name##_backward_of(k, &v);                                                \
        return wr_norm_backward(k, &g, &v);                                                        \
    }                                                                                              \
    static weir_status name##_backward_reference(const weir_kernel *k) {                           \
        wr_norm_views v;                                                                           \
        wr_norm g = wr_##name##_backward_of(k, &v);                                                \
        return wr_norm_backward_reference(k, &g, &v);                                              \
    }                                                                                              \
    static void name##_backward_vjp(weir_vjp *v) {                                                 \
        const name##_attr *a = v->attr;                                                            \
        backward_vjp(v, a->axes, a->eps, squares_);                                                \
    }
PARTS(layer_norm, false)
PARTS(rms_norm, true)

WR_OP(layer_norm) = {
    .size = sizeof(weir_op_def),
    .name = "layer_norm",
    .summary =
        "Layer normalisation: subtract the mean and divide by the standard deviation over the "
        "last axes.",
    .notes = "weight and bias have the shape of those axes.  The variance has correction 0.",
    .inputs = "x, weight?, bias?",
    .outputs = "y",
    .parts = "weight: scale of each element of the normalised axes; "
             "bias: offset of each of these elements",
    .infer = layer_norm_infer,
    .run = layer_norm_run,
    .reference = layer_norm_reference,
    .vjp = layer_norm_vjp,
    WEIR_USE_ATTRS(layer_norm),
    .samples = "(3,5), (5), (5); (2,3,4), (3,4); (4,6), none, (6)@3:5 eps=0.1; (2,3,2) axes=[1,2]",
};

WR_OP(layer_norm_backward) = {
    .size = sizeof(weir_op_def),
    .name = "layer_norm_backward",
    .summary =
        "The gradients of layer_norm with respect to x, weight and bias, given the gradient dy "
        "of y.",
    .inputs = "x, dy, weight?",
    .outputs = "dx, d_weight, d_bias",
    .parts = "x: the input of the forward call; "
             "dy: gradient of its result; "
             "weight: the weight of the forward call",
    .infer = layer_norm_backward_infer,
    .run = layer_norm_backward_run,
    .reference = layer_norm_backward_reference,
    .vjp = layer_norm_backward_vjp,
    WEIR_USE_ATTRS(layer_norm),
    .samples = "(3,5), (3,5), (5); (2,3,4), (2,3,4), (3,4); (4,6), (4,6) eps=0.3",
};

WR_OP(rms_norm) = {
    .size = sizeof(weir_op_def),
    .name = "rms_norm",
    .summary = "Root mean square normalisation: divide by the root mean square over the last axes.",
    .notes = "weight has the shape of those axes.",
    .inputs = "x, weight?",
    .outputs = "y",
    .parts = "weight: scale of each element of the normalised axes",
    .infer = rms_norm_infer,
    .run = rms_norm_run,
    .reference = rms_norm_reference,
    .vjp = rms_norm_vjp,
    WEIR_USE_ATTRS(rms_norm),
    .samples = "(3,5), (5); (2,3,4), (3,4) eps=0.01; (4,6); (2,3,2) axes=[1,2]",
};

WR_OP(rms_norm_backward) = {
    .size = sizeof(weir_op_def),
    .name = "rms_norm_backward",
    .summary =
        "The gradients of rms_norm with respect to x and weight, given the gradient dy of y.",
    .inputs = "x, dy, weight?",
    .outputs = "dx, d_weight",
    .parts = "x: the input of the forward call; "
             "dy: gradient of its result; "
             "weight: the weight of the forward call",
    .infer = rms_norm_backward_infer,
    .run = rms_norm_backward_run,
    .reference = rms_norm_backward_reference,
    .vjp = rms_norm_backward_vjp,
    WEIR_USE_ATTRS(rms_norm),
    .samples = "(3,5), (3,5), (5); (2,3,4), (2,3,4), (3,4) eps=0.5; (4,6), (4,6)",
};
