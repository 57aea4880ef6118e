/* pool_composites.c - pooling operators composed of other operators: global pooling, power-average
 * pooling, local response normalisation and max_unpool.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "ops/conv/axis_lists.h"
#include "ops/index/gather_scatter.h"
#include "ops/core/composite.h"

#define LP_POOL_ATTRS(X, A)                                                                        \
    X(A, F64, norm_type, 2, "the exponent", "> 0, < inf")                                          \
    X(A, I64S, kernel_size, WEIR_REQUIRED, "size of a window, one entry per axis or one for all",  \
      ">= 1")                                                                                      \
    X(A, I64S, stride, WEIR_NO_LIST, "distance between windows; none: kernel_size", ">= 1")        \
    X(A, BOOL, ceil_mode, 0, "round output sizes up: include windows that extend past the end")
WEIR_ATTRS(lp_pool, LP_POOL_ATTRS);
#define LOCAL_RESPONSE_NORM_ATTRS(X, A)                                                            \
    X(A, I64, size, WEIR_REQUIRED, "number of neighbouring channels that are summed; required",    \
      ">= 1")                                                                                      \
    X(A, F64, alpha, 1e-4, "multiplies the mean of the squares")                                   \
    X(A, F64, beta, 0.75, "exponent of the divisor")                                               \
    X(A, F64, k, 1, "added to the divisor")
WEIR_ATTRS(local_response_norm, LOCAL_RESPONSE_NORM_ATTRS);
#define MAX_UNPOOL_ATTRS(X, A)                                                                     \
    X(A, I64S, output_size, WEIR_REQUIRED, "spatial sizes of the result, one entry per axis",      \
      ">= 1")
WEIR_ATTRS(max_unpool, MAX_UNPOOL_ATTRS);

#define g(op, ...) wr_g_##op(v, __VA_ARGS__)
#define n(value)   wr_build_number(v, value)

static weir_status need_planes(const weir_infer *c, bool floats) {
    const weir_array *x = c->in[0];
    if (floats && wr_dtype_kind_of(x->dtype) != WR_KIND_FLOAT)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts floats, not %s", wr_dtypes[x->dtype].name);
    if (x->ndim >= 3 && x->ndim <= 5) return WEIR_OK;
    return wr_refuse(c, "x has shape %s; expected (batch, channels, one to three spatial axes)",
                     wr_shape_text(x->ndim, wr_shape(x)));
}

/* ---- Global pooling -------------------------------------------------------------------------- */

static const int64_t axes_of_planes[] = {2, 3, 4};

static weir_status global_avg_pool_need(const weir_infer *c) { return need_planes(c, true); }
static weir_array *global_avg_pool_composite(weir_vjp *v) {
    return g(mean, v->in[0], axes_of_planes, v->in[0]->ndim - 2, 1);
}
WR_COMPOSITE(global_avg_pool, 1)

static weir_status global_max_pool_need(const weir_infer *c) {
    WR_TRY(need_planes(c, false));
    if (wr_dtype_kind_of(c->in[0]->dtype) == WR_KIND_COMPLEX)
        return wr_refuse(c, "accepts real numbers, not %s", wr_dtypes[c->in[0]->dtype].name);
    for (int i = 2; i < c->in[0]->ndim; i++)
        if (wr_shape(c->in[0])[i] == 0)
            return wr_refuse(c, "axis %d of %s is empty", i, wr_array_text_of(c->in[0]));
    return WEIR_OK;
}
static weir_array *global_max_pool_composite(weir_vjp *v) {
    return g(max, v->in[0], axes_of_planes, v->in[0]->ndim - 2, 1);
}
WR_COMPOSITE(global_max_pool, 1)

/* ---- Power-average pooling ------------------------------------------------------------------- */

static weir_status lp_pool_need(const weir_infer *c) {
    const lp_pool_attr *a = c->attr;
    WR_TRY(need_planes(c, true));
    if (!(a->norm_type > 0) || isinf(a->norm_type))
        return wr_refuse(c, "norm_type=%g must be positive and finite", a->norm_type);
    if (a->kernel_size.count == 0)
        return wr_refuse(c, "kernel_size is empty; expected one entry, or one per axis");
    WR_TRY(wr_need_axis_list(c, "kernel_size", a->kernel_size, c->in[0]->ndim - 2, 1));
    return wr_need_axis_list(c, "stride", a->stride, c->in[0]->ndim - 2, 1);
}

static weir_array *lp_pool_composite(weir_vjp *v) {
    const lp_pool_attr *a = v->attr;
    int64_t kernel[3];
    wr_axis_list(a->kernel_size, v->in[0]->ndim - 2, 1, kernel);
    weir_array *powers = g(pow, v->in[0], n(a->norm_type));
    weir_array *means = g(avg_pool, powers, a->kernel_size.data, a->kernel_size.count,
                          a->stride.data, a->stride.count, NULL, 0, a->ceil_mode, 1);
    weir_array *sums =
        g(multiply, g(relu, means), n((double)kernel[0] * (double)kernel[1] * (double)kernel[2]));
    return g(pow, sums, n(1 / a->norm_type));
}
WR_COMPOSITE(lp_pool, 1)

/* ---- Local response normalisation ------------------------------------------------------------ */

static weir_status local_response_norm_need(const weir_infer *c) {
    const local_response_norm_attr *a = c->attr;
    const weir_array *x = c->in[0];
    if (wr_dtype_kind_of(x->dtype) != WR_KIND_FLOAT)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts floats, not %s", wr_dtypes[x->dtype].name);
    if (x->ndim < 3 || x->count == 0)
        return wr_refuse(
            c, "x has shape %s; expected a non-empty array (batch, channels, spatial axes)",
            wr_shape_text(x->ndim, wr_shape(x)));
    if (a->size == WEIR_NONE) return wr_refuse(c, "size is required");
    if (a->size < 1 || a->size > WR_AXIS_MOST)
        return wr_refuse(c, "size=%lld is out of range; expected 1 to %d", (long long)a->size,
                         WR_AXIS_MOST);
    return WEIR_OK;
}

/* Reshape x so that the channels are a spatial axis, pad that axis with zeros, and average over
 * it. */
static weir_array *local_response_norm_composite(weir_vjp *v) {
    const local_response_norm_attr *a = v->attr;
    weir_array *x = v->in[0];
    const int64_t *shape = wr_shape(x), kernel[] = {a->size, 1}, one = 1;
    const int64_t planes[] = {shape[0], 1, shape[1], x->count / shape[0] / shape[1]};
    const int64_t widths[] = {0, 0, 0, 0, a->size / 2, (a->size - 1) / 2, 0, 0};
    weir_array *squares = g(reshape, g(square, x), planes, 4);
    squares = g(pad, squares, widths, 8, "constant", 0);
    weir_array *means = g(avg_pool, squares, kernel, 2, &one, 1, NULL, 0, 0, 1);
    weir_array *divisor =
        g(add, g(multiply, g(reshape, means, shape, x->ndim), n(a->alpha)), n(a->k));
    return g(divide, x, g(pow, divisor, n(a->beta)));
}
WR_COMPOSITE(local_response_norm, 1)

/* ---- max_unpool ------------------------------------------------------------------------------ */

static weir_status max_unpool_need(const weir_infer *c) {
    const max_unpool_attr *a = c->attr;
    const weir_array *x = c->in[0], *at = c->in[1];
    WR_TRY(need_planes(c, false));
    WR_TRY(wr_need_index(c, 1));
    if (!wr_same_shape(x, at))
        return wr_refuse(c, "x is %s and indices is %s; expected the same shape",
                         wr_array_text_of(x), wr_array_text_of(at));
    if (a->output_size.count != x->ndim - 2)
        return wr_refuse(c, "output_size has %lld entr%s; expected %d, one per axis",
                         (long long)a->output_size.count, a->output_size.count == 1 ? "y" : "ies",
                         x->ndim - 2);
    return wr_need_axis_list(c, "output_size", a->output_size, x->ndim - 2, 1);
}

static weir_array *max_unpool_composite(weir_vjp *v) {
    const max_unpool_attr *a = v->attr;
    weir_array *x = v->in[0];
    int64_t shape[5] = {wr_shape(x)[0], wr_shape(x)[1]}, plane = 1;
    for (int i = 2; i < x->ndim; i++) plane *= shape[i] = a->output_size.data[i - 2];
    const int64_t flat[] = {shape[0], shape[1], wr_count(x->ndim - 2, wr_shape(x) + 2)};
    const int64_t large[] = {shape[0], shape[1], plane};
    weir_array *zeros = g(full, n(0), large, 3, x->dtype, x->device);
    weir_array *y =
        g(put_along_axis, zeros, g(reshape, v->in[1], flat, 3), g(reshape, x, flat, 3), 2, 0);
    return g(reshape, y, shape, x->ndim);
}
WR_COMPOSITE(max_unpool, 1)

#undef n
#undef g

WR_OP(global_avg_pool) = {
    .size = sizeof(weir_op_def),
    .name = "global_avg_pool",
    .summary = "The mean over the spatial axes, which are kept with size one.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: images or sequences, (batch, channels, spatial axes)",
    WR_USE_COMPOSITE(global_avg_pool),
    .samples = "(2,3,4,5); (2,3,6); (1,2,3,2,2)",
};

WR_OP(global_max_pool) = {
    .size = sizeof(weir_op_def),
    .name = "global_max_pool",
    .summary = "The maximum over the spatial axes, which are kept with size one.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: images or sequences, (batch, channels, spatial axes)",
    WR_USE_COMPOSITE(global_max_pool),
    .samples = "(2,3,4,5); (2,3,6); (1,2,3,2,2)",
};

WR_OP(lp_pool) = {
    .size = sizeof(weir_op_def),
    .name = "lp_pool",
    .summary = "Power-average pooling: (sum x^p)^(1/p) of each window, with p = norm_type.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: images or sequences, (batch, channels, spatial axes)",
    WR_USE_COMPOSITE(lp_pool),
    WEIR_USE_ATTRS(lp_pool),
    .samples =
        "(2,3,4,6)@0.2:2 kernel_size=[2]; (1,2,7)@0.2:2 kernel_size=[3] stride=[2] norm_type=3",
};

WR_OP(local_response_norm) = {
    .size = sizeof(weir_op_def),
    .name = "local_response_norm",
    .summary = "Local response normalisation across neighbouring channels.",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: images or sequences, (batch, channels, spatial axes)",
    WR_USE_COMPOSITE(local_response_norm),
    WEIR_USE_ATTRS(local_response_norm),
    .samples = "(2,5,3,2) size=3; (1,4,3) size=2 alpha=0.5 beta=0.5 k=2",
};

WR_OP(max_unpool) = {
    .size = sizeof(weir_op_def),
    .name = "max_unpool",
    .summary =
        "The partial inverse of max_pool: zeros, with x at the positions of max_pool_indices.",
    .notes = "The task fails if an index is out of range.",
    .inputs = "x, indices",
    .outputs = "y",
    .parts = "x: maxima, as max_pool returns them; "
             "indices: positions, as max_pool_indices returns them",
    WR_USE_COMPOSITE(max_unpool),
    WEIR_USE_ATTRS(max_unpool),
    .samples =
        "(1,2,2,1), i64(1,2,2,1)@0:1 output_size=[4,4]; (1,1,1), i64(1,1,1)@0:4 output_size=[4]",
};
