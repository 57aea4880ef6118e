/* avg_pool.c - average pooling, with a sliding window or adaptive windows.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/expression.h"
#include "ops/pool/pool_cuda.h"
#include "ops/pool/pool_windows.h"

#define AVG_POOL_ATTRS(X, A)                                                                       \
    X(A, I64S, kernel_size, WEIR_REQUIRED, "size of a window, one entry per axis or one for all",  \
      ">= 1")                                                                                      \
    X(A, I64S, stride, WEIR_NO_LIST, "distance between windows; none: kernel_size", ">= 1")        \
    X(A, I64S, padding, WEIR_NO_LIST, "zero padding at both ends of each axis; none: 0", ">= 0")   \
    X(A, BOOL, ceil_mode, 0, "round output sizes up: include windows that extend past the end")    \
    X(A, BOOL, count_include_pad, 1, "include the padding zeros in the mean")
WEIR_ATTRS(avg_pool, AVG_POOL_ATTRS);

#define AVG_POOL_GRAD_ATTRS(X, A)                                                                  \
    X(A, I64S, size, WEIR_REQUIRED, "spatial sizes of x, without its first two dimensions",        \
      ">= 1")                                                                                      \
    AVG_POOL_ATTRS(X, A)
WEIR_ATTRS(avg_pool_grad, AVG_POOL_GRAD_ATTRS);

#define ADAPTIVE_AVG_POOL_ATTRS(X, A)                                                              \
    X(A, I64S, output_size, WEIR_REQUIRED, "output sizes, one entry per axis or one for all",      \
      ">= 1")
WEIR_ATTRS(adaptive_avg_pool, ADAPTIVE_AVG_POOL_ATTRS);

#define ADAPTIVE_AVG_POOL_GRAD_ATTRS(X, A)                                                         \
    X(A, I64S, size, WEIR_REQUIRED, "spatial sizes of x, without its first two dimensions", ">= 1")
WEIR_ATTRS(adaptive_avg_pool_grad, ADAPTIVE_AVG_POOL_GRAD_ATTRS);

/* ---- avg_pool -------------------------------------------------------------------------------- */

static wr_pooling_lists lists_of(const avg_pool_attr *a) {
    return (wr_pooling_lists){a->kernel_size, a->stride,    a->padding,
                              {NULL, 0},      a->ceil_mode, a->count_include_pad};
}

static wr_pooling_lists back_lists_of(const avg_pool_grad_attr *a) {
    return (wr_pooling_lists){a->kernel_size, a->stride,    a->padding,
                              {NULL, 0},      a->ceil_mode, a->count_include_pad};
}

static weir_status avg_pool_infer(weir_infer *c) {
    wr_pooling_lists l = lists_of(c->attr);
    const weir_array *x = c->in[0];
    int64_t out[5];
    WR_TRY(wr_pooling_need(c, &l, x->ndim, wr_shape(x)));
    wr_pooling p = wr_pooling_of(&l, x->ndim, wr_shape(x));
    wr_pooling_shape(&p, x->ndim, wr_shape(x), out);
    return wr_pooling_finish(c, &p, WR_POOLING_MEAN, x->ndim, out);
}

static wr_pooling avg_pool_in(const weir_kernel *k) {
    wr_pooling_lists l = lists_of(k->attr);
    return wr_pooling_of(&l, k->in[0].ndim, k->in[0].shape);
}

static weir_status avg_pool_grad_infer(weir_infer *c) {
    const avg_pool_grad_attr *attr = c->attr;
    wr_pooling_lists l = back_lists_of(attr);
    const weir_array *dy = c->in[0];
    int64_t shape[5];
    WR_TRY(wr_pooling_need_size(c, attr->size, dy));
    wr_pooling_with_size(wr_shape(dy), attr->size, shape);
    WR_TRY(wr_pooling_need(c, &l, dy->ndim, shape));
    wr_pooling p = wr_pooling_of(&l, dy->ndim, shape);
    WR_TRY(wr_pooling_need_result(c, &p, shape, dy));
    return wr_pooling_finish(c, &p, WR_POOLING_MEAN_GRAD, dy->ndim, shape);
}

static wr_pooling avg_pool_grad_in(const weir_kernel *k) {
    wr_pooling_lists l = back_lists_of(k->attr);
    return wr_pooling_of(&l, k->out[0].ndim, k->out[0].shape);
}

/* ---- adaptive_avg_pool ----------------------------------------------------------------------- */

static weir_status adaptive_avg_pool_infer(weir_infer *c) {
    const adaptive_avg_pool_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    int64_t out[5];
    WR_TRY(wr_pooling_adaptive_need(c, attr->output_size, x->ndim, wr_shape(x)));
    wr_pooling p = wr_pooling_adaptive(attr->output_size, x->ndim, wr_shape(x));
    wr_pooling_shape(&p, x->ndim, wr_shape(x), out);
    return wr_pooling_finish(c, &p, WR_POOLING_MEAN, x->ndim, out);
}

static wr_pooling adaptive_avg_pool_in(const weir_kernel *k) {
    const adaptive_avg_pool_attr *attr = k->attr;
    return wr_pooling_adaptive(attr->output_size, k->in[0].ndim, k->in[0].shape);
}

static weir_i64s windows_of(int ndim, const int64_t *dy) { return (weir_i64s){dy + 2, ndim - 2}; }

static weir_status adaptive_avg_pool_grad_infer(weir_infer *c) {
    const adaptive_avg_pool_grad_attr *attr = c->attr;
    const weir_array *dy = c->in[0];
    int64_t shape[5];
    WR_TRY(wr_pooling_need_size(c, attr->size, dy));
    wr_pooling_with_size(wr_shape(dy), attr->size, shape);
    weir_i64s out = windows_of(dy->ndim, wr_shape(dy));
    WR_TRY(wr_pooling_adaptive_need(c, out, dy->ndim, shape));
    wr_pooling p = wr_pooling_adaptive(out, dy->ndim, shape);
    return wr_pooling_finish(c, &p, WR_POOLING_MEAN_GRAD, dy->ndim, shape);
}

static wr_pooling adaptive_avg_pool_grad_in(const weir_kernel *k) {
    const weir_view *dy = &k->in[0];
    return wr_pooling_adaptive(windows_of(dy->ndim, dy->shape), dy->ndim, k->out[0].shape);
}

/* Define the kernel, the reference kernel and the CUDA function of one operator. */
#define PARTS(name, mode)                                                                          \
    static weir_status name##_run(const weir_kernel *k) {                                          \
        wr_pooling p = name##_in(k);                                                               \
        return wr_pooling_run(k, &p, mode);                                                        \
    }                                                                                              \
    static weir_status name##_reference(const weir_kernel *k) {                                    \
        wr_pooling p = name##_in(k);                                                               \
        return wr_pooling_reference(k, &p, mode);                                                  \
    }                                                                                              \
    weir_status wr_cuda_##name(wr_cuda_call *c) {                                                  \
        wr_pooling p = name##_in(c->k);                                                            \
        return wr_pooling_cuda(c, &p, mode);                                                       \
    }
PARTS(avg_pool, WR_POOLING_MEAN)
PARTS(avg_pool_grad, WR_POOLING_MEAN_GRAD)
PARTS(adaptive_avg_pool, WR_POOLING_MEAN)
PARTS(adaptive_avg_pool_grad, WR_POOLING_MEAN_GRAD)

/* ---- Gradients: each operator is linear, and its gradient is its counterpart ----------------- */

#define LIST(l) (l).data, (l).count

static void set_gradient(weir_vjp *v, weir_array *g) {
    v->grad_in[0] = wr_build_unbroadcast(v, g, v->in[0]);
}

static void avg_pool_vjp(weir_vjp *v) {
    const avg_pool_attr *a = v->attr;
    const weir_array *x = v->in[0];
    set_gradient(v, wr_g_avg_pool_grad(v, v->grad_out[0], wr_shape(x) + 2, x->ndim - 2,
                                       LIST(a->kernel_size), LIST(a->stride), LIST(a->padding),
                                       a->ceil_mode, a->count_include_pad));
}

static void avg_pool_grad_vjp(weir_vjp *v) {
    const avg_pool_grad_attr *a = v->attr;
    set_gradient(v, wr_g_avg_pool(v, v->grad_out[0], LIST(a->kernel_size), LIST(a->stride),
                                  LIST(a->padding), a->ceil_mode, a->count_include_pad));
}

static void adaptive_avg_pool_vjp(weir_vjp *v) {
    const weir_array *x = v->in[0];
    set_gradient(v, wr_g_adaptive_avg_pool_grad(v, v->grad_out[0], wr_shape(x) + 2, x->ndim - 2));
}

static void adaptive_avg_pool_grad_vjp(weir_vjp *v) {
    const weir_array *dy = v->in[0];
    set_gradient(v, wr_g_adaptive_avg_pool(v, v->grad_out[0], wr_shape(dy) + 2, dy->ndim - 2));
}

WR_OP(avg_pool) = {
    .size = sizeof(weir_op_def),
    .name = "avg_pool",
    .summary = "Average pooling over one, two or three spatial axes.",
    .notes = "x has shape (batch, channels, spatial axes).",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: images or sequences, (batch, channels, spatial axes)",
    .infer = avg_pool_infer,
    .run = avg_pool_run,
    .reference = avg_pool_reference,
    .vjp = avg_pool_vjp,
    WEIR_USE_ATTRS(avg_pool),
    .samples =
        "(2,3,8,6) kernel_size=[2]; (2,2,7,8) kernel_size=[3,2] stride=[2,1] padding=[1]; "
        "(1,2,9) kernel_size=[3] padding=[1] stride=[2] ceil_mode=true count_include_pad=false; "
        "(1,2,5,4,6) kernel_size=[2,2,3] stride=[2] padding=[1] ceil_mode=true",
};

WR_OP(avg_pool_grad) = {
    .size = sizeof(weir_op_def),
    .name = "avg_pool_grad",
    .summary = "The gradient of avg_pool with respect to x, given the gradient of its result.",
    .inputs = "dy",
    .outputs = "dx",
    .parts = "dy: gradient of the forward result",
    .infer = avg_pool_grad_infer,
    .run = avg_pool_grad_run,
    .reference = avg_pool_grad_reference,
    .vjp = avg_pool_grad_vjp,
    WEIR_USE_ATTRS(avg_pool_grad),
    .samples =
        "(2,3,4,3) size=[8,6] kernel_size=[2]; (2,2,4,9) size=[7,8] kernel_size=[3,2] stride=[2,1] "
        "padding=[1]; (1,2,5) size=[9] kernel_size=[3] padding=[1] stride=[2] ceil_mode=true "
        "count_include_pad=false",
};

WR_OP(adaptive_avg_pool) = {
    .size = sizeof(weir_op_def),
    .name = "adaptive_avg_pool",
    .summary = "Average pooling to a given output size.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: images or sequences, (batch, channels, spatial axes)",
    .infer = adaptive_avg_pool_infer,
    .run = adaptive_avg_pool_run,
    .reference = adaptive_avg_pool_reference,
    .vjp = adaptive_avg_pool_vjp,
    WEIR_USE_ATTRS(adaptive_avg_pool),
    .samples = "(2,3,7,5) output_size=[3,2]; (2,2,9) output_size=[4]",
};

WR_OP(adaptive_avg_pool_grad) = {
    .size = sizeof(weir_op_def),
    .name = "adaptive_avg_pool_grad",
    .summary =
        "The gradient of adaptive_avg_pool with respect to x, given the gradient of its result.",
    .inputs = "dy",
    .outputs = "dx",
    .parts = "dy: gradient of the forward result",
    .infer = adaptive_avg_pool_grad_infer,
    .run = adaptive_avg_pool_grad_run,
    .reference = adaptive_avg_pool_grad_reference,
    .vjp = adaptive_avg_pool_grad_vjp,
    WEIR_USE_ATTRS(adaptive_avg_pool_grad),
    .samples = "(2,3,3,2) size=[7,5]; (2,2,4) size=[9]; (1,2,2,2,2) size=[4,5,6]",
};
