/* group_norm.c - group_norm and instance_norm, which normalise groups of channels of each sample.
 *
 * The second dimension holds the channels.  A group of neighbouring channels shares a mean and a
 * standard deviation; instance_norm has as many groups as channels.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/norm/norm_walk.h"

#define GROUP_NORM_ATTRS(X, A)                                                                     \
    X(A, I64, num_groups, WEIR_REQUIRED, "number of groups; required, must divide the channels",   \
      ">= 1")                                                                                      \
    X(A, F64, eps, 1e-5, "added to the variance", ">= 0, < inf")
WEIR_ATTRS(group_norm, GROUP_NORM_ATTRS);

#define INSTANCE_NORM_ATTRS(X, A) X(A, F64, eps, 1e-5, "added to the variance", ">= 0, < inf")
WEIR_ATTRS(instance_norm, INSTANCE_NORM_ATTRS);

static wr_norm norm_of(int ndim, const int64_t *shape, int64_t groups, double eps) {
    wr_norm g = {shape[0], groups, groups > 0 ? shape[1] / groups : 0, 1, false, false, eps};
    for (int i = 2; i < ndim; i++) g.inner *= shape[i];
    return g;
}

static weir_status infer(weir_infer *c, int64_t groups, double eps, bool backward) {
    const weir_array *x = c->in[0];
    int dtype;
    if (x->ndim < 2)
        return wr_refuse(c, "x has %d dimension%s; expected at least 2, the second for channels",
                         x->ndim, x->ndim == 1 ? "" : "s");
    int64_t channels = wr_shape(x)[1];
    if (groups == WEIR_NONE) return wr_refuse(c, "num_groups is required");
    if (groups < 0 || (groups == 0 ? channels != 0 : channels % groups != 0))
        return wr_refuse(c, "the number of channels, %lld, is not divisible by num_groups=%lld",
                         (long long)channels, (long long)groups);
    WR_TRY(wr_norm_dtype(c, &dtype));
    WR_TRY(wr_norm_need_eps(c, eps));
    WR_TRY(wr_norm_need_shape(c, backward ? 2 : 1, "weight", 1, &channels));
    if (backward)
        WR_TRY(wr_norm_need_shape(c, 1, "dy", x->ndim, wr_shape(x)));
    else
        WR_TRY(wr_norm_need_shape(c, 2, "bias", 1, &channels));
    wr_meta_shape(&c->out[0], x->ndim, wr_shape(x));
    for (uint32_t i = 1; i < c->out_count; i++) wr_meta_shape(&c->out[i], 1, &channels);
    for (uint32_t i = 0; i < c->out_count; i++) c->out[i].dtype = dtype;
    wr_norm g = norm_of(x->ndim, wr_shape(x), groups, eps);
    c->scratch_bytes = wr_norm_scratch(c, &g);
    return WEIR_OK;
}

static const weir_view *view_of(const weir_kernel *k, uint32_t input) {
    return input < k->in_count && k->in[input].data != NULL ? &k->in[input] : NULL;
}

static wr_norm forward(const weir_kernel *k, int64_t groups, double eps, wr_norm_views *v) {
    const weir_view *x = &k->in[0];
    *v = (wr_norm_views){.x = x, .weight = view_of(k, 1), .bias = view_of(k, 2), .y = &k->out[0]};
    return norm_of(x->ndim, x->shape, groups, eps);
}

static void forward_vjp(weir_vjp *v, int64_t groups, double eps) {
    weir_array *weight = v->in_count > 1 ? v->in[1] : NULL,
               *bias = v->in_count > 2 ? v->in[2] : NULL, *out[3] = {NULL};
    const group_norm_attr attr = {groups, eps};
    weir_array *const in[] = {v->in[0], v->grad_out[0], weight};
    if (v->grad_out[0] == NULL) return;
    wr_build_many(v, WR_OP_group_norm_backward, &attr, 3, in, 3, out);
    if (v->wanted[0]) v->grad_in[0] = wr_build_unbroadcast(v, out[0], v->in[0]);
    if (weight != NULL && v->wanted[1]) v->grad_in[1] = wr_build_unbroadcast(v, out[1], weight);
    if (bias != NULL && v->wanted[2]) v->grad_in[2] = wr_build_unbroadcast(v, out[2], bias);
}

/* ---- group_norm ------------------------------------------------------------------------------ */

static weir_status group_norm_infer(weir_infer *c) {
    const group_norm_attr *attr = c->attr;
    return infer(c, attr->num_groups, attr->eps, false);
}

wr_norm wr_group_norm_of(const weir_kernel *k, wr_norm_views *v) {
    const group_norm_attr *attr = k->attr;
    return forward(k, attr->num_groups, attr->eps, v);
}

static weir_status group_norm_run(const weir_kernel *k) {
    wr_norm_views v;
    wr_norm g = wr_group_norm_of(k, &v);
    return wr_norm_forward(k, &g, &v);
}

static weir_status group_norm_reference(const weir_kernel *k) {
    wr_norm_views v;
    wr_norm g = wr_group_norm_of(k, &v);
    return wr_norm_forward_reference(k, &g, &v);
}

static void group_norm_vjp(weir_vjp *v) {
    const group_norm_attr *attr = v->attr;
    forward_vjp(v, attr->num_groups, attr->eps);
}

static weir_status group_norm_backward_infer(weir_infer *c) {
    const group_norm_attr *attr = c->attr;
    return infer(c, attr->num_groups, attr->eps, true);
}

wr_norm wr_group_norm_backward_of(const weir_kernel *k, wr_norm_views *v) {
    const group_norm_attr *attr = k->attr;
    *v = (wr_norm_views){.x = &k->in[0],
                         .dy = &k->in[1],
                         .weight = view_of(k, 2),
                         .y = &k->out[0],
                         .d_weight = &k->out[1],
                         .d_bias = &k->out[2]};
    return norm_of(k->in[0].ndim, k->in[0].shape, attr->num_groups, attr->eps);
}

static weir_status group_norm_backward_run(const weir_kernel *k) {
    wr_norm_views v;
    wr_norm g = wr_group_norm_backward_of(k, &v);
    return wr_norm_backward(k, &g, &v);
}

static weir_status group_norm_backward_reference(const weir_kernel *k) {
    wr_norm_views v;
    wr_norm g = wr_group_norm_backward_of(k, &v);
    return wr_norm_backward_reference(k, &g, &v);
}

static void group_norm_backward_vjp(weir_vjp *v) {
    const group_norm_attr *attr = v->attr;
    wr_norm g = norm_of(v->in[0]->ndim, wr_shape(v->in[0]), attr->num_groups, attr->eps);
    wr_norm_backward_vjp(v, &g);
}

/* ---- instance_norm --------------------------------------------------------------------------- */

static weir_status instance_norm_infer(weir_infer *c) {
    const instance_norm_attr *attr = c->attr;
    return infer(c, c->in[0]->ndim > 1 ? wr_shape(c->in[0])[1] : 1, attr->eps, false);
}

wr_norm wr_instance_norm_of(const weir_kernel *k, wr_norm_views *v) {
    const instance_norm_attr *attr = k->attr;
    return forward(k, k->in[0].shape[1], attr->eps, v);
}

static weir_status instance_norm_run(const weir_kernel *k) {
    wr_norm_views v;
    wr_norm g = wr_instance_norm_of(k, &v);
    return wr_norm_forward(k, &g, &v);
}

static weir_status instance_norm_reference(const weir_kernel *k) {
    wr_norm_views v;
    wr_norm g = wr_instance_norm_of(k, &v);
    return wr_norm_forward_reference(k, &g, &v);
}

static void instance_norm_vjp(weir_vjp *v) {
    const instance_norm_attr *attr = v->attr;
    forward_vjp(v, wr_shape(v->in[0])[1], attr->eps);
}

/* ---- Operators ------------------------------------------------------------------------------- */

WR_OP(group_norm) = {
    .size = sizeof(weir_op_def),
    .name = "group_norm",
    .summary = "Group normalisation: normalise each group of channels of each sample.",
    .notes = "x has shape (batch, channels, ...).  weight and bias have one element per channel.",
    .inputs = "x, weight?, bias?",
    .outputs = "y",
    .parts = "weight: scale of each channel; "
             "bias: offset of each channel",
    .infer = group_norm_infer,
    .run = group_norm_run,
    .reference = group_norm_reference,
    .vjp = group_norm_vjp,
    WEIR_USE_ATTRS(group_norm),
    .samples = "(2,4,3), (4), (4) num_groups=2; (3,6), (6) num_groups=3; (2,3,2,2) num_groups=1; "
               "(2,4,5), none, (4) num_groups=4 eps=0.1",
};

WR_OP(group_norm_backward) = {
    .size = sizeof(weir_op_def),
    .name = "group_norm_backward",
    .summary =
        "The gradients of group_norm with respect to x, weight and bias, given the gradient dy "
        "of y.",
    .inputs = "x, dy, weight?",
    .outputs = "dx, d_weight, d_bias",
    .parts = "x: the input of the forward call; "
             "dy: gradient of its result; "
             "weight: the weight of the forward call",
    .infer = group_norm_backward_infer,
    .run = group_norm_backward_run,
    .reference = group_norm_backward_reference,
    .vjp = group_norm_backward_vjp,
    WEIR_USE_ATTRS(group_norm),
    .samples = "(2,4,3), (2,4,3), (4) num_groups=2; (3,8), (3,8), (8) num_groups=2; "
               "(2,3,2,2), (2,3,2,2) num_groups=1",
};

WR_OP(instance_norm) = {
    .size = sizeof(weir_op_def),
    .name = "instance_norm",
    .summary = "Instance normalisation: normalise each channel of each sample.",
    .notes = "x has shape (batch, channels, ...).  weight and bias have one element per channel.",
    .inputs = "x, weight?, bias?",
    .outputs = "y",
    .parts = "weight: scale of each channel; "
             "bias: offset of each channel",
    .infer = instance_norm_infer,
    .run = instance_norm_run,
    .reference = instance_norm_reference,
    .vjp = instance_norm_vjp,
    WEIR_USE_ATTRS(instance_norm),
    .samples = "(2,3,4), (3), (3); (2,3,2,3) eps=0.01; (2,2,5), (2)",
};
