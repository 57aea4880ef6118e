/* batch_norm.c - batch normalisation, which normalises each channel over the batch.
 *
 * The second dimension holds the channels.  batch_norm computes the mean and variance of the batch,
 * and returns them as well, so that a front end can keep running statistics.  batch_norm_inference
 * takes the mean and variance as inputs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/norm/norm_walk.h"

#define BATCH_NORM_ATTRS(X, A) X(A, F64, eps, 1e-5, "added to the variance", ">= 0, < inf")
WEIR_ATTRS(batch_norm, BATCH_NORM_ATTRS);

static wr_norm norm_of(int ndim, const int64_t *shape, double eps) {
    wr_norm g = {shape[0], shape[1], 1, 1, true, false, eps};
    for (int i = 2; i < ndim; i++) g.inner *= shape[i];
    return g;
}

static weir_status infer(weir_infer *c, const char *const *names) {
    const batch_norm_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    int dtype;
    if (x->ndim < 2)
        return wr_refuse(c, "x has %d dimension%s; expected at least 2, the second for channels",
                         x->ndim, x->ndim == 1 ? "" : "s");
    WR_TRY(wr_norm_dtype(c, &dtype));
    WR_TRY(wr_norm_need_eps(c, attr->eps));
    const int64_t *channels = &wr_shape(x)[1];
    for (uint32_t i = 1; i < c->in_count; i++) {
        bool dy = names[i - 1][0] == 'd';
        WR_TRY(
            wr_norm_need_shape(c, i, names[i - 1], dy ? x->ndim : 1, dy ? wr_shape(x) : channels));
    }
    wr_meta_shape(&c->out[0], x->ndim, wr_shape(x));
    for (uint32_t i = 1; i < c->out_count; i++) wr_meta_shape(&c->out[i], 1, channels);
    for (uint32_t i = 0; i < c->out_count; i++) c->out[i].dtype = dtype;
    wr_norm g = norm_of(x->ndim, wr_shape(x), attr->eps);
    c->scratch_bytes = wr_norm_scratch(c, &g);
    return WEIR_OK;
}

static wr_norm norm_of_kernel(const weir_kernel *k) {
    return norm_of(k->in[0].ndim, k->in[0].shape, ((const batch_norm_attr *)k->attr)->eps);
}

static const weir_view *view_of(const weir_kernel *k, uint32_t input) {
    return input < k->in_count && k->in[input].data != NULL ? &k->in[input] : NULL;
}

static weir_array *input(const weir_vjp *v, uint32_t i) {
    return i < v->in_count ? v->in[i] : NULL;
}

#define g(op, ...) wr_g_##op(v, __VA_ARGS__)

/* Reshape an array with one element per channel so that it broadcasts with x. */
static weir_array *per_channel(weir_vjp *v, weir_array *a) {
    int64_t shape[WEIR_NDIM_MAX];
    for (int i = 0; i < v->in[0]->ndim; i++) shape[i] = i == 1 ? wr_shape(v->in[0])[1] : 1;
    return a != NULL ? g(reshape, a, shape, v->in[0]->ndim) : NULL;
}

/* Sum `a` over all axes except the channel axis. */
static weir_array *over_batch(weir_vjp *v, weir_array *a, weir_array *like) {
    int64_t axes[WEIR_NDIM_MAX], count = 0;
    for (int i = 0; i < v->in[0]->ndim; i++)
        if (i != 1) axes[count++] = i;
    return wr_build_unbroadcast(v, g(sum, a, axes, count, 0, 0), like);
}

/* ---- batch_norm ------------------------------------------------------------------------------ */

static weir_status batch_norm_infer(weir_infer *c) {
    static const char *const names[] = {"weight", "bias"};
    return infer(c, names);
}

wr_norm wr_batch_norm_of(const weir_kernel *k, wr_norm_views *v) {
    *v = (wr_norm_views){.x = &k->in[0],
                         .weight = view_of(k, 1),
                         .bias = view_of(k, 2),
                         .y = &k->out[0],
                         .got_mean = &k->out[1],
                         .got_variance = &k->out[2]};
    return norm_of_kernel(k);
}

static weir_status batch_norm_run(const weir_kernel *k) {
    wr_norm_views v;
    wr_norm g = wr_batch_norm_of(k, &v);
    return wr_norm_forward(k, &g, &v);
}

static weir_status batch_norm_reference(const weir_kernel *k) {
    wr_norm_views v;
    wr_norm g = wr_batch_norm_of(k, &v);
    return wr_norm_forward_reference(k, &g, &v);
}

/* Return the contribution of the gradients of the mean and variance to the gradient of x. */
static weir_array *from_statistics(weir_vjp *v) {
    const weir_array *x = v->in[0];
    double count = (double)x->count / (double)wr_shape(x)[1];
    weir_array *sum = NULL;
    if (v->grad_out[1] != NULL)
        sum = g(multiply, per_channel(v, v->grad_out[1]), wr_build_number(v, 1 / count));
    if (v->grad_out[2] != NULL) {
        weir_array *d = g(subtract, v->in[0], per_channel(v, v->out[1]));
        weir_array *slope =
            g(multiply, per_channel(v, v->grad_out[2]), wr_build_number(v, 2 / count));
        weir_array *more = g(multiply, d, slope);
        sum = sum == NULL ? more : g(add, more, sum);
    }
    return sum != NULL ? g(broadcast_to, sum, wr_shape(x), x->ndim) : NULL;
}

static void batch_norm_vjp(weir_vjp *v) {
    weir_array *weight = input(v, 1), *bias = input(v, 2), *out[3] = {NULL};
    weir_array *const in[] = {v->in[0], v->grad_out[0], weight};
    if (v->grad_out[0] != NULL) wr_build_many(v, WR_OP_batch_norm_backward, v->attr, 3, in, 3, out);
    if (v->wanted[0]) {
        weir_array *more = from_statistics(v);
        weir_array *dx = out[0] == NULL ? more : more == NULL ? out[0] : g(add, out[0], more);
        v->grad_in[0] = wr_build_unbroadcast(v, dx, v->in[0]);
    }
    if (weight != NULL && v->wanted[1]) v->grad_in[1] = wr_build_unbroadcast(v, out[1], weight);
    if (bias != NULL && v->wanted[2]) v->grad_in[2] = wr_build_unbroadcast(v, out[2], bias);
}

/* ---- batch_norm_backward --------------------------------------------------------------------- */

static weir_status batch_norm_backward_infer(weir_infer *c) {
    static const char *const names[] = {"dy", "weight"};
    return infer(c, names);
}

wr_norm wr_batch_norm_backward_of(const weir_kernel *k, wr_norm_views *v) {
    *v = (wr_norm_views){.x = &k->in[0],
                         .dy = &k->in[1],
                         .weight = view_of(k, 2),
                         .y = &k->out[0],
                         .d_weight = &k->out[1],
                         .d_bias = &k->out[2]};
    return norm_of_kernel(k);
}

static weir_status batch_norm_backward_run(const weir_kernel *k) {
    wr_norm_views v;
    wr_norm g = wr_batch_norm_backward_of(k, &v);
    return wr_norm_backward(k, &g, &v);
}

static weir_status batch_norm_backward_reference(const weir_kernel *k) {
    wr_norm_views v;
    wr_norm g = wr_batch_norm_backward_of(k, &v);
    return wr_norm_backward_reference(k, &g, &v);
}

static void batch_norm_backward_vjp(weir_vjp *v) {
    wr_norm norm =
        norm_of(v->in[0]->ndim, wr_shape(v->in[0]), ((const batch_norm_attr *)v->attr)->eps);
    wr_norm_backward_vjp(v, &norm);
}

/* ---- batch_norm_inference -------------------------------------------------------------------- */

static weir_status batch_norm_inference_infer(weir_infer *c) {
    static const char *const names[] = {"mean", "variance", "weight", "bias"};
    return infer(c, names);
}

wr_norm wr_batch_norm_inference_of(const weir_kernel *k, wr_norm_views *v) {
    *v = (wr_norm_views){.x = &k->in[0],
                         .mean = &k->in[1],
                         .variance = &k->in[2],
                         .weight = view_of(k, 3),
                         .bias = view_of(k, 4),
                         .y = &k->out[0]};
    return norm_of_kernel(k);
}

static weir_status batch_norm_inference_run(const weir_kernel *k) {
    wr_norm_views v;
    wr_norm g = wr_batch_norm_inference_of(k, &v);
    return wr_norm_forward(k, &g, &v);
}

static weir_status batch_norm_inference_reference(const weir_kernel *k) {
    wr_norm_views v;
    wr_norm g = wr_batch_norm_inference_of(k, &v);
    return wr_norm_forward_reference(k, &g, &v);
}

static void batch_norm_inference_vjp(weir_vjp *v) {
    weir_array *dy = v->grad_out[0], *weight = input(v, 3), *bias = input(v, 4);
    double eps = ((const batch_norm_attr *)v->attr)->eps;
    weir_array *by = g(rsqrt, g(add, v->in[2], wr_build_number(v, eps)));
    weir_array *slope = per_channel(v, weight != NULL ? g(multiply, by, weight) : by);
    weir_array *dx = g(multiply, dy, slope);
    weir_array *d = g(subtract, v->in[0], per_channel(v, v->in[1]));
    if (v->wanted[0]) v->grad_in[0] = wr_build_unbroadcast(v, dx, v->in[0]);
    if (v->wanted[1]) v->grad_in[1] = over_batch(v, g(negative, dx), v->in[1]);
    if (v->wanted[2]) {
        weir_array *half = g(multiply, g(multiply, dx, d), wr_build_number(v, -0.5));
        weir_array *square = per_channel(v, g(multiply, by, by));
        v->grad_in[2] = over_batch(v, g(multiply, half, square), v->in[2]);
    }
    if (weight != NULL && v->wanted[3])
        v->grad_in[3] = over_batch(v, g(multiply, g(multiply, dy, d), per_channel(v, by)), weight);
    if (bias != NULL && v->wanted[4]) v->grad_in[4] = over_batch(v, dy, bias);
}

#undef g

/* ---- Operators ------------------------------------------------------------------------------- */

WR_OP(batch_norm) = {
    .size = sizeof(weir_op_def),
    .name = "batch_norm",
    .summary = "Batch normalisation: normalise each channel over the batch and the spatial axes.",
    .notes =
        "x has shape (batch, channels, ...).  weight and bias have one element per channel.  The "
        "mean and the variance (with correction 0) of each channel are returned too.",
    .inputs = "x, weight?, bias?",
    .outputs = "y, mean, variance",
    .parts = "weight: scale of each channel; "
             "bias: offset of each channel; "
             "mean: mean of each channel; "
             "variance: variance of each channel",
    .infer = batch_norm_infer,
    .run = batch_norm_run,
    .reference = batch_norm_reference,
    .vjp = batch_norm_vjp,
    WEIR_USE_ATTRS(batch_norm),
    .samples = "(3,4,3), (4), (4); (6,4), (4); (2,3,2,2) eps=0.01; (7,5), none, (5)",
};

WR_OP(batch_norm_backward) = {
    .size = sizeof(weir_op_def),
    .name = "batch_norm_backward",
    .summary =
        "The gradients of batch_norm with respect to x, weight and bias, given the gradient dy "
        "of y.",
    .inputs = "x, dy, weight?",
    .outputs = "dx, d_weight, d_bias",
    .parts = "x: the input of the forward call; "
             "dy: gradient of its result; "
             "weight: the weight of the forward call",
    .infer = batch_norm_backward_infer,
    .run = batch_norm_backward_run,
    .reference = batch_norm_backward_reference,
    .vjp = batch_norm_backward_vjp,
    WEIR_USE_ATTRS(batch_norm),
    .samples = "(3,4,3), (3,4,3), (4); (6,4), (6,4), (4); (2,3,2,2), (2,3,2,2) eps=0.01",
};

WR_OP(batch_norm_inference) = {
    .size = sizeof(weir_op_def),
    .name = "batch_norm_inference",
    .summary = "Batch normalisation with a given mean and variance.",
    .notes = "x has shape (batch, channels, ...).  The other inputs have one element per channel.",
    .inputs = "x, mean, variance, weight?, bias?",
    .outputs = "y",
    .parts = "mean: mean of each channel; "
             "variance: variance of each channel; "
             "weight: scale of each channel; "
             "bias: offset of each channel",
    .infer = batch_norm_inference_infer,
    .run = batch_norm_inference_run,
    .reference = batch_norm_inference_reference,
    .vjp = batch_norm_inference_vjp,
    WEIR_USE_ATTRS(batch_norm),
    .samples = "(3,4,3), (4)@-0.5:0.5, (4)@1:3, (4)@0.5:1.5, (4)@5:6; (6,4), (4), (4)@0.5:3, (4); "
               "(2,3,2,2), (3), (3)@0.5:3 eps=0.01",
};
