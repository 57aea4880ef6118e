/* activations.c - activation layers.
 *
 *   WR_BLOCK_OF(Kind, "operator", "summary", "samples")            without attributes
 *   WR_BLOCK_WITH(Kind, attrs, "operator", "summary", "samples")   attributes: WEIR_ATTRS(attrs)
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "nn/block.h"

#define WR_BLOCK_OF(kind, op_, summary_, samples_)                                                 \
    WR_BLOCK(kind) = {.size = sizeof(weir_block_def),                                              \
                      .name = #kind,                                                               \
                      .summary = summary_,                                                         \
                      .inputs = "x",                                                               \
                      .outputs = "y",                                                              \
                      .op = op_,                                                                   \
                      .samples = samples_};
#define WR_BLOCK_WITH(kind, attrs_, op_, summary_, samples_)                                       \
    WR_BLOCK(kind) = {.size = sizeof(weir_block_def),                                              \
                      .name = #kind,                                                               \
                      .summary = summary_,                                                         \
                      .inputs = "x",                                                               \
                      .outputs = "y",                                                              \
                      WEIR_USE_ATTRS(attrs_),                                                      \
                      .op = op_,                                                                   \
                      .samples = samples_};

/* ---- Without attributes ---------------------------------------------------------------------- */

/* clang-format off */
WR_BLOCK_OF(Hardsigmoid, "hardsigmoid", "Hard sigmoid: x / 6 + 1/2, clipped to 0 .. 1.", "(3,4)")
WR_BLOCK_OF(Hardswish, "hardswish", "Hard swish: x * hardsigmoid(x).", "(3,4)")
WR_BLOCK_OF(LogSigmoid, "log_sigmoid", "The logarithm of the sigmoid.", "(3,4)")
WR_BLOCK_OF(Mish, "mish", "Mish: x * tanh(softplus(x)).", "(3,4)")
WR_BLOCK_OF(ReLU, "relu", "Rectified linear unit: max(x, 0).", "(3,4); (2,3,4)")
WR_BLOCK_OF(ReLU6, "relu6", "Rectified linear unit clipped at 6: min(max(x, 0), 6).", "(3,4)@0.5:5")
WR_BLOCK_OF(SELU, "selu", "Scaled ELU, whose scale and alpha preserve mean and variance.", "(3,4)")
WR_BLOCK_OF(SiLU, "silu", "Sigmoid linear unit (swish): x * sigmoid(x).", "(3,4)")
WR_BLOCK_OF(Sigmoid, "sigmoid", "1 / (1 + exp(-x)).", "(3,4)")
WR_BLOCK_OF(Softsign, "softsign", "x / (1 + |x|).", "(3,4)")
WR_BLOCK_OF(Tanh, "tanh", "The hyperbolic tangent.", "(3,4)")
WR_BLOCK_OF(Tanhshrink, "tanhshrink", "x - tanh(x).", "(3,4)@0.5:2")
/* clang-format on */

/* ---- With attributes ------------------------------------------------------------------------- */

#define ELU_ATTRS(X, A)                                                                            \
    X(A, F64, alpha, 1.0, "the result tends to -alpha for large negative x", "> -inf, < inf")
WEIR_ATTRS(elu, ELU_ATTRS);
#define CELU_ATTRS(X, A)                                                                           \
    X(A, F64, alpha, 1.0, "the result tends to -alpha for large negative x", "> 0, < inf")
WEIR_ATTRS(celu, CELU_ATTRS);
#define LEAKY_ATTRS(X, A) X(A, F64, negative_slope, 0.01, "slope for negative x", "> -inf, < inf")
WEIR_ATTRS(leaky, LEAKY_ATTRS);
#define HARDTANH_ATTRS(X, A)                                                                       \
    X(A, F64, min_val, -1.0, "lower bound")                                                        \
    X(A, F64, max_val, 1.0, "upper bound")
WEIR_ATTRS(hardtanh, HARDTANH_ATTRS);
#define THRESHOLD_ATTRS(X, A)                                                                      \
    X(A, F64, threshold, 0.0, "x is kept where it is larger than this")                            \
    X(A, F64, value, 0.0, "replaces the other elements")
WEIR_ATTRS(threshold, THRESHOLD_ATTRS);
#define SHRINK_ATTRS(X, A)                                                                         \
    X(A, F64, lambd, 0.5, "the result is 0 where |x| is at most this", ">= 0, < inf")
WEIR_ATTRS(shrink, SHRINK_ATTRS);
#define DIM_ATTRS(X, A) X(A, I64, dim, -1, "axis along which to compute", "axis")
WEIR_ATTRS(dim, DIM_ATTRS);

/* clang-format off */
WR_BLOCK_WITH(CELU, celu, "celu", "Continuously differentiable ELU: x for positive x, else alpha * (exp(x / alpha) - 1).", "(3,4); (3,4) alpha=0.7")
WR_BLOCK_WITH(ELU, elu, "elu", "Exponential linear unit: x for positive x, else alpha * (exp(x) - 1).", "(3,4); (3,4) alpha=0.7")
WR_BLOCK_WITH(GLU, dim, "glu axis=dim", "Gated linear unit: the first half of an axis times the sigmoid of the second half.", "(3,4); (4,3) dim=0")
WR_BLOCK_WITH(Hardshrink, shrink, "hardshrink", "Hard shrinkage: x where |x| > lambd, else 0.", "(3,4)@0.6:2; (3,4)@0.1:0.4")
WR_BLOCK_WITH(Hardtanh, hardtanh, "hardtanh", "Clip x to min_val .. max_val.", "(3,4)@-0.9:0.9; (3,4)@1.1:2; (3,4) min_val=-3 max_val=3")
WR_BLOCK_WITH(LeakyReLU, leaky, "leaky_relu", "Leaky rectified linear unit: x for positive x, else negative_slope * x.", "(3,4); (3,4) negative_slope=0.2")
WR_BLOCK_WITH(LogSoftmax, dim, "log_softmax axis=dim", "The logarithm of the softmax along an axis.", "(3,4); (3,4) dim=0")
WR_BLOCK_WITH(Softmax, dim, "softmax axis=dim", "Scale the entries along an axis so that they are positive and sum to one.", "(3,4); (3,4) dim=0")
WR_BLOCK_WITH(Softshrink, shrink, "softshrink", "Soft shrinkage: x moved towards 0 by lambd, and 0 where |x| <= lambd.", "(3,4)@0.6:2; (3,4)@0.1:0.4")
WR_BLOCK_WITH(Threshold, threshold, "threshold", "x where it is larger than threshold, else value.", "(3,4); (3,4)@0.1:0.9 threshold=1 value=5")
/* clang-format on */

/* ---- Composed of several operators ----------------------------------------------------------- */

#define GELU_ATTRS(X, A) X(A, TEXT, approximate, "none", "'none' (exact) or 'tanh'", "none | tanh")
WEIR_ATTRS(gelu, GELU_ATTRS);

static weir_status gelu_build(weir_block *b, weir_array *const *in, uint32_t in_count) {
    const gelu_attr *a = weir_block_attr(b);
    (void)in, (void)in_count;
    return wr_block_need_one_of(b, "approximate", a->approximate, "none, tanh");
}

static weir_status gelu_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                weir_array **out, uint32_t *out_count) {
    const gelu_attr *a = weir_block_attr(b);
    (void)in_count;
    *out_count = 1;
    return strcmp(a->approximate, "tanh") == 0 ? weir_gelu_tanh(in[0], out) : weir_gelu(in[0], out);
}

WR_BLOCK(GELU) = {
    .size = sizeof(weir_block_def),
    .name = "GELU",
    .summary =
        "Gaussian error linear unit: x times the standard normal distribution function of x.",
    .inputs = "x",
    .outputs = "y",
    WEIR_USE_ATTRS(gelu),
    .build = gelu_build,
    .forward = gelu_forward,
    .samples = "(3,4); (3,4) approximate='tanh'",
};

#define SOFTPLUS_ATTRS(X, A)                                                                       \
    X(A, F64, beta, 1.0, "sharpness of the bend")                                                  \
    X(A, F64, threshold, 20.0,                                                                     \
      "accepted for compatibility; where beta * x is above 20 the result equals x")
WEIR_ATTRS(softplus, SOFTPLUS_ATTRS);

static weir_status softplus_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                    weir_array **out, uint32_t *out_count) {
    const softplus_attr *a = weir_block_attr(b);
    (void)in_count;
    *out_count = 1;
    if (a->beta == 1) return weir_softplus(in[0], out);
    wr_temps t = {.rt = b->rt};
    weir_array *beta = WR_NOTE(&t, weir_number_f64(b->rt, a->beta, WR_NEW(&t)));
    weir_array *x = WR_NOTE(&t, weir_multiply(in[0], beta, WR_NEW(&t)));
    x = WR_NOTE(&t, weir_softplus(x, WR_NEW(&t)));
    x = WR_NOTE(&t, weir_divide(x, beta, WR_NEW(&t)));
    out[0] = wr_temps_keep(&t, x);
    return wr_temps_end(&t);
}

WR_BLOCK(Softplus) = {
    .size = sizeof(weir_block_def),
    .name = "Softplus",
    .summary = "Smooth approximation of ReLU: log(1 + exp(beta * x)) / beta.",
    .inputs = "x",
    .outputs = "y",
    WEIR_USE_ATTRS(softplus),
    .forward = softplus_forward,
    .samples = "(3,4); (3,4) beta=2.5",
};

/* ---- With a trained parameter ---------------------------------------------------------------- */

#define PRELU_ATTRS(X, A)                                                                          \
    X(A, I64, num_parameters, 1,                                                                   \
      "1: one slope for all channels; otherwise the number of channels", ">= 1")                   \
    X(A, F64, init, 0.25, "initial slope")
WEIR_ATTRS(prelu, PRELU_ATTRS);

static weir_status prelu_build(weir_block *b, weir_array *const *in, uint32_t in_count) {
    const prelu_attr *a = weir_block_attr(b);
    (void)in, (void)in_count;
    WR_TRY(wr_block_need_size(b, "num_parameters", a->num_parameters));
    return weir_block_declare(b, "weight", &a->num_parameters, 1, 0,
                              &(weir_init){.kind = WEIR_INIT_CONSTANT, .a = a->init}, 0);
}

/* Reshape the slopes so that they broadcast along axis 1, the channels. */
static weir_status prelu_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                 weir_array **out, uint32_t *out_count) {
    const prelu_attr *a = weir_block_attr(b);
    int32_t ndim = weir_array_ndim(in[0]);
    int64_t channels = wr_in_size(in, 0, 1), shape[WEIR_NDIM_MAX];
    (void)in_count;
    *out_count = 1;
    if (a->num_parameters > 1 && channels != a->num_parameters)
        return wr_block_fail(b, "num_parameters=%lld does not match the channels of the input %s",
                             (long long)a->num_parameters, wr_block_text_of(in[0]));
    for (int32_t i = 0; i < ndim; i++) shape[i] = i == 1 ? a->num_parameters : 1;
    wr_temps t = {.rt = b->rt};
    weir_array *w = WR_NOTE(&t, weir_block_use(b, 0, WR_NEW(&t)));
    if (a->num_parameters > 1)
        w = WR_NOTE(&t, weir_reshape(w, weir_i64s_of(shape, ndim), WR_NEW(&t)));
    weir_array *y = WR_NOTE(&t, weir_prelu(in[0], w, WR_NEW(&t)));
    out[0] = wr_temps_keep(&t, y);
    return wr_temps_end(&t);
}

WR_BLOCK(PReLU) = {
    .size = sizeof(weir_block_def),
    .name = "PReLU",
    .summary = "Parametric rectified linear unit: x for positive x, else a trained slope times x.",
    .inputs = "x",
    .outputs = "y",
    WEIR_USE_ATTRS(prelu),
    .build = prelu_build,
    .forward = prelu_forward,
    .samples = "(3,4); (2,3,4) num_parameters=3",
};
