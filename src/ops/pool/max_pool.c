/* max_pool.c - max pooling, with a sliding window or adaptive windows.
 *
 * The gradient of a window goes to its largest element, or to the first one if several are
 * equal.  The backward pass finds that element again from x, so that only x has to be saved.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/expression.h"
#include "ops/pool/pool_cuda.h"
#include "ops/pool/pool_windows.h"

#define MAX_POOL_ATTRS(X, A)                                                                       \
    X(A, I64S, kernel_size, WEIR_REQUIRED, "size of a window, one entry per axis or one for all",  \
      ">= 1")                                                                                      \
    X(A, I64S, stride, WEIR_NO_LIST, "distance between windows; none: kernel_size", ">= 1")        \
    X(A, I64S, padding, WEIR_NO_LIST,                                                              \
      "padding at both ends of each axis, less than any element; none: 0", ">= 0")                 \
    X(A, I64S, dilation, WEIR_NO_LIST, "spacing between the elements of a window; none: 1",        \
      ">= 1")                                                                                      \
    X(A, BOOL, ceil_mode, 0, "round output sizes up: include windows that extend past the end")
WEIR_ATTRS(max_pool, MAX_POOL_ATTRS);

#define ADAPTIVE_MAX_POOL_ATTRS(X, A)                                                              \
    X(A, I64S, output_size, WEIR_REQUIRED, "output sizes, one entry per axis or one for all",      \
      ">= 1")
WEIR_ATTRS(adaptive_max_pool, ADAPTIVE_MAX_POOL_ATTRS);

static wr_pooling_lists lists_of(const max_pool_attr *a) {
    return (wr_pooling_lists){a->kernel_size, a->stride,    a->padding,
                              a->dilation,    a->ceil_mode, false};
}

/* Return the pooling sizes given by the attributes of max_pool or adaptive_max_pool. */
static wr_pooling sizes(const void *attr, bool adaptive, int ndim, const int64_t *shape) {
    if (adaptive)
        return wr_pooling_adaptive(((const adaptive_max_pool_attr *)attr)->output_size, ndim,
                                   shape);
    wr_pooling_lists l = lists_of(attr);
    return wr_pooling_of(&l, ndim, shape);
}

static weir_status infer(weir_infer *c, bool adaptive, wr_pooling_mode mode) {
    const weir_array *x = c->in[0];
    const int64_t *shape = wr_shape(x);
    if (adaptive) {
        const adaptive_max_pool_attr *attr = c->attr;
        WR_TRY(wr_pooling_adaptive_need(c, attr->output_size, x->ndim, shape));
    } else {
        wr_pooling_lists l = lists_of(c->attr);
        WR_TRY(wr_pooling_need(c, &l, x->ndim, shape));
    }
    wr_pooling p = sizes(c->attr, adaptive, x->ndim, shape);
    if (mode == WR_POOLING_MAX_GRAD) {
        if (c->in[1]->ndim != x->ndim)
            return wr_refuse(
                c, "x has %d dimension%s but the gradient has %d; expected the same number",
                x->ndim, x->ndim == 1 ? "" : "s", c->in[1]->ndim);
        WR_TRY(wr_pooling_need_result(c, &p, shape, c->in[1]));
        return wr_pooling_finish(c, &p, mode, x->ndim, shape);
    }
    int64_t out[5];
    wr_pooling_shape(&p, x->ndim, shape, out);
    return wr_pooling_finish(c, &p, mode, x->ndim, out);
}

static wr_pooling sizes_in(const weir_kernel *k, bool adaptive) {
    return sizes(k->attr, adaptive, k->in[0].ndim, k->in[0].shape);
}

/* Define the functions of one operator: infer, kernel, reference kernel, CUDA function. */
#define PARTS(name, adaptive, mode)                                                                \
    static weir_status name##_infer(weir_infer *c) { return infer(c, adaptive, mode); }            \
    static weir_status name##_run(const weir_kernel *k) {                                          \
        wr_pooling p = sizes_in(k, adaptive);                                                      \
        return wr_pooling_run(k, &p, mode);                                                        \
    }                                                                                              \
    static weir_status name##_reference(const weir_kernel *k) {                                    \
        wr_pooling p = sizes_in(k, adaptive);                                                      \
        return wr_pooling_reference(k, &p, mode);                                                  \
    }                                                                                              \
    weir_status wr_cuda_##name(wr_cuda_call *c) {                                                  \
        wr_pooling p = sizes_in(c->k, adaptive);                                                   \
        return wr_pooling_cuda(c, &p, mode);                                                       \
    }
PARTS(max_pool, false, WR_POOLING_MAX)
PARTS(max_pool_indices, false, WR_POOLING_INDICES)
PARTS(max_pool_grad, false, WR_POOLING_MAX_GRAD)
PARTS(adaptive_max_pool, true, WR_POOLING_MAX)
PARTS(adaptive_max_pool_indices, true, WR_POOLING_INDICES)
PARTS(adaptive_max_pool_grad, true, WR_POOLING_MAX_GRAD)

/* ---- Gradients ------------------------------------------------------------------------------- */

static void vjp_max(weir_vjp *v, int back) {
    weir_array *in[2] = {v->in[0], v->grad_out[0]};
    v->grad_in[0] = wr_build_unbroadcast(v, wr_build(v, back, v->attr, 2, in), v->in[0]);
}

/* A small change to x does not change which element is the largest, so the derivative with respect
 * to x is 0.  The derivative with respect to dy gathers the elements at the positions of the
 * maxima. */
static void vjp_back(weir_vjp *v, int indices) {
    weir_array *x = v->in[0], *dy = v->in[1], *g = v->grad_out[0];
    if (!v->wanted[1] || g == NULL) return;
    weir_array *at = wr_build(v, indices, v->attr, 1, &x);
    const int64_t *big = wr_shape(g), *small = wr_shape(dy);
    const int64_t flat[3] = {big[0], big[1], wr_count(g->ndim - 2, big + 2)};
    const int64_t few[3] = {small[0], small[1], wr_count(dy->ndim - 2, small + 2)};
    weir_array *picked =
        wr_g_take_along_axis(v, wr_g_reshape(v, g, flat, 3), wr_g_reshape(v, at, few, 3), 2);
    v->grad_in[1] = wr_build_unbroadcast(v, wr_g_reshape(v, picked, small, dy->ndim), dy);
}

static void max_pool_vjp(weir_vjp *v) { vjp_max(v, WR_OP_max_pool_grad); }
static void max_pool_grad_vjp(weir_vjp *v) { vjp_back(v, WR_OP_max_pool_indices); }
static void adaptive_max_pool_vjp(weir_vjp *v) { vjp_max(v, WR_OP_adaptive_max_pool_grad); }
static void adaptive_max_pool_grad_vjp(weir_vjp *v) {
    vjp_back(v, WR_OP_adaptive_max_pool_indices);
}

WR_OP(max_pool) = {
    .size = sizeof(weir_op_def),
    .name = "max_pool",
    .summary = "Max pooling over one, two or three spatial axes.",
    .notes = "x has shape (batch, channels, spatial axes).  A window that contains NaN gives NaN.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: images or sequences, (batch, channels, spatial axes)",
    .infer = max_pool_infer,
    .run = max_pool_run,
    .reference = max_pool_reference,
    .vjp = max_pool_vjp,
    WEIR_USE_ATTRS(max_pool),
    .samples =
        "(2,3,8,6) kernel_size=[2]; (2,2,7,8) kernel_size=[3,2] stride=[2,1] padding=[1]; (1,2,9) "
        "kernel_size=[2] dilation=[3] padding=[1] stride=[2]; (1,2,5,4,6) kernel_size=[2,2,3] "
        "stride=[2] ceil_mode=true",
};

WR_OP(max_pool_indices) = {
    .size = sizeof(weir_op_def),
    .name = "max_pool_indices",
    .summary = "The indices of the maxima of max_pool, flattened over the spatial axes.",
    .notes = "Among equal elements the first is chosen.",
    .inputs = "x",
    .outputs = "indices",
    .parts = "x: images or sequences, (batch, channels, spatial axes); "
             "indices: position of each maximum in the flattened spatial axes",
    .infer = max_pool_indices_infer,
    .run = max_pool_indices_run,
    .reference = max_pool_indices_reference,
    WEIR_USE_ATTRS(max_pool),
    .samples =
        "(2,3,8,6) kernel_size=[2]; (2,2,7,8) kernel_size=[3,2] stride=[2,1] padding=[1]; (1,2,9) "
        "kernel_size=[2] dilation=[3] padding=[1] stride=[2]",
};

WR_OP(max_pool_grad) = {
    .size = sizeof(weir_op_def),
    .name = "max_pool_grad",
    .summary = "The gradient of max_pool with respect to x, given the gradient of its result.",
    .inputs = "x, dy",
    .outputs = "dx",
    .parts = "dy: gradient of the forward result",
    .infer = max_pool_grad_infer,
    .run = max_pool_grad_run,
    .reference = max_pool_grad_reference,
    .vjp = max_pool_grad_vjp,
    WEIR_USE_ATTRS(max_pool),
    .samples =
        "(2,3,8,6), (2,3,4,3) kernel_size=[2]; (2,2,7,8), (2,2,4,9) kernel_size=[3,2] stride=[2,1] "
        "padding=[1]; (1,2,9), (1,2,4) kernel_size=[2] dilation=[3] padding=[1] stride=[2]",
};

WR_OP(adaptive_max_pool) = {
    .size = sizeof(weir_op_def),
    .name = "adaptive_max_pool",
    .summary = "Max pooling to a given output size.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: images or sequences, (batch, channels, spatial axes)",
    .infer = adaptive_max_pool_infer,
    .run = adaptive_max_pool_run,
    .reference = adaptive_max_pool_reference,
    .vjp = adaptive_max_pool_vjp,
    WEIR_USE_ATTRS(adaptive_max_pool),
    .samples = "(2,3,7,5) output_size=[3,2]; (2,2,9) output_size=[4]",
};

WR_OP(adaptive_max_pool_indices) = {
    .size = sizeof(weir_op_def),
    .name = "adaptive_max_pool_indices",
    .summary = "The indices of the maxima of adaptive_max_pool, flattened over the spatial axes.",
    .inputs = "x",
    .outputs = "indices",
    .parts = "x: images or sequences, (batch, channels, spatial axes); "
             "indices: position of each maximum in the flattened spatial axes",
    .infer = adaptive_max_pool_indices_infer,
    .run = adaptive_max_pool_indices_run,
    .reference = adaptive_max_pool_indices_reference,
    WEIR_USE_ATTRS(adaptive_max_pool),
    .samples = "(2,3,7,5) output_size=[3,2]; (2,2,9) output_size=[4]",
};

WR_OP(adaptive_max_pool_grad) = {
    .size = sizeof(weir_op_def),
    .name = "adaptive_max_pool_grad",
    .summary =
        "The gradient of adaptive_max_pool with respect to x, given the gradient of its result.",
    .inputs = "x, dy",
    .outputs = "dx",
    .parts = "dy: gradient of the forward result",
    .infer = adaptive_max_pool_grad_infer,
    .run = adaptive_max_pool_grad_run,
    .reference = adaptive_max_pool_grad_reference,
    .vjp = adaptive_max_pool_grad_vjp,
    WEIR_USE_ATTRS(adaptive_max_pool),
    .samples = "(2,3,7,5), (2,3,3,2) output_size=[3,2]; (2,2,9), (2,2,4) output_size=[4]",
};
