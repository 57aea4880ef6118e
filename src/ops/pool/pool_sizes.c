/* pool_sizes.c - computes pooling windows and checks the arguments of pooling.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/conv/axis_lists.h"
#include "ops/pool/pool_cuda.h"
#include "ops/pool/pool_windows.h"

wr_window wr_window_at(const wr_pooling *p, int axis, int64_t index) {
    int64_t n = p->in[axis];
    /* An adaptive window ranges from floor(index * n / out) to ceil((index + 1) * n / out),
     * computed without overflow. */
    if (p->adaptive) {
        int64_t out = p->out[axis], whole = n / out, rest = n % out;
        int64_t first = index * whole + index * rest / out;
        int64_t end = (index + 1) * whole + ((index + 1) * rest + out - 1) / out;
        return (wr_window){first, end - first, 1, end - first};
    }
    int64_t apart = p->dilation[axis], first = index * p->stride[axis] - p->padding[axis];
    /* one past the last element of the window */
    int64_t end = first + (p->kernel[axis] - 1) * apart + 1;
    wr_window w = {.apart = apart};
    w.share = wr_min(end, n + p->padding[axis]) - first;
    w.first = first < 0 ? first + (-first + apart - 1) / apart * apart : first;
    end = wr_min(end, n);
    w.count = end > w.first ? (end - w.first + apart - 1) / apart : 0;
    if (!p->include_padding) w.share = w.count;
    return w;
}

/* Return the number of windows along axis d. */
static int64_t entries_of(const wr_pooling *p, int d, bool ceil_mode) {
    int64_t reach = (p->kernel[d] - 1) * p->dilation[d] + 1, s = p->stride[d];
    int64_t left = p->in[d] + 2 * p->padding[d] - reach + (ceil_mode ? s - 1 : 0);
    if (left < 0) return 0;
    int64_t n = left / s + 1;
    /* Drop the last window if it would begin in the padding at the end. */
    return ceil_mode && (n - 1) * s >= p->in[d] + p->padding[d] ? n - 1 : n;
}

wr_pooling wr_pooling_of(const wr_pooling_lists *l, int ndim, const int64_t *shape) {
    wr_pooling p = {.planes = shape[0] * shape[1], .include_padding = l->include_padding};
    int axes = ndim - 2;
    wr_three_axes(p.in, axes, shape + 2);
    wr_axis_list(l->kernel, axes, 1, p.kernel);
    wr_axis_list(l->stride.count > 0 ? l->stride : l->kernel, axes, 1, p.stride);
    wr_axis_list(l->padding, axes, 0, p.padding);
    wr_axis_list(l->dilation, axes, 1, p.dilation);
    for (int d = 0; d < 3; d++) p.out[d] = entries_of(&p, d, l->ceil_mode);
    return p;
}

wr_pooling wr_pooling_adaptive(weir_i64s out, int ndim, const int64_t *shape) {
    wr_pooling p = {.planes = shape[0] * shape[1], .adaptive = true};
    wr_three_axes(p.in, ndim - 2, shape + 2);
    wr_axis_list(out, ndim - 2, 1, p.out);
    return p;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static weir_status need_planes(const weir_infer *c, int ndim, const int64_t *shape) {
    if (ndim < 3 || ndim > 5)
        return wr_refuse(c, "x has shape %s; expected (batch, channels, one to three spatial axes)",
                         wr_shape_text(ndim, shape));
    for (int i = 2; i < ndim; i++)
        if (shape[i] < 1)
            return wr_refuse(c, "axis %d of shape %s is empty", i, wr_shape_text(ndim, shape));
    return WEIR_OK;
}

/* Fail if a window contains no element of x.  With dilation, all elements of a window can fall
 * outside a short axis. */
static weir_status need_entries(const weir_infer *c, const wr_pooling *p, int d, int axis) {
    for (int64_t i = 0; p->dilation[d] > 1 && i < p->out[d]; i++)
        if (wr_window_at(p, d, i).count == 0)
            return wr_refuse(
                c, "window %lld of axis %d contains only padding; reduce padding or dilation",
                (long long)i, axis);
    return WEIR_OK;
}

weir_status wr_pooling_need(const weir_infer *c, const wr_pooling_lists *l, int ndim,
                            const int64_t *shape) {
    WR_TRY(need_planes(c, ndim, shape));
    int axes = ndim - 2;
    if (l->kernel.count == 0)
        return wr_refuse(c, "kernel_size is empty; expected one entry, or one per axis");
    WR_TRY(wr_need_axis_list(c, "kernel_size", l->kernel, axes, 1));
    WR_TRY(wr_need_axis_list(c, "stride", l->stride, axes, 1));
    WR_TRY(wr_need_axis_list(c, "padding", l->padding, axes, 0));
    WR_TRY(wr_need_axis_list(c, "dilation", l->dilation, axes, 1));
    wr_pooling p = wr_pooling_of(l, ndim, shape);
    for (int d = 3 - axes; d < 3; d++) {
        int axis = d + axes - 1;
        if (p.padding[d] > p.kernel[d] / 2)
            return wr_refuse(c, "padding=%lld is more than half of kernel_size=%lld",
                             (long long)p.padding[d], (long long)p.kernel[d]);
        if (p.out[d] < 1)
            return wr_refuse(
                c,
                "a window of size %lld with dilation %lld exceeds axis %d of size %lld with "
                "padding %lld",
                (long long)p.kernel[d], (long long)p.dilation[d], axis, (long long)p.in[d],
                (long long)p.padding[d]);
        WR_TRY(need_entries(c, &p, d, axis));
    }
    return WEIR_OK;
}

weir_status wr_pooling_adaptive_need(const weir_infer *c, weir_i64s out, int ndim,
                                     const int64_t *shape) {
    WR_TRY(need_planes(c, ndim, shape));
    if (out.count == 0)
        return wr_refuse(c, "output_size is empty; expected one entry, or one per axis");
    return wr_need_axis_list(c, "output_size", out, ndim - 2, 1);
}

void wr_pooling_shape(const wr_pooling *p, int ndim, const int64_t *shape, int64_t *out) {
    out[0] = shape[0], out[1] = shape[1];
    for (int i = 2; i < ndim; i++) out[i] = p->out[i + 3 - ndim];
}

weir_status wr_pooling_need_result(const weir_infer *c, const wr_pooling *p, const int64_t *shape,
                                   const weir_array *dy) {
    int64_t wanted[5];
    wr_pooling_shape(p, dy->ndim, shape, wanted);
    if (memcmp(wanted, wr_shape(dy), (size_t)dy->ndim * sizeof *wanted) == 0) return WEIR_OK;
    return wr_refuse(c,
                     "the gradient has shape %s; expected %s, the shape of the result of pooling",
                     wr_shape_text(dy->ndim, wr_shape(dy)), wr_shape_text(dy->ndim, wanted));
}

weir_status wr_pooling_need_size(const weir_infer *c, weir_i64s size, const weir_array *dy) {
    if (dy->ndim < 3 || dy->ndim > 5)
        return wr_refuse(
            c, "the gradient has shape %s; expected (batch, channels, one to three spatial axes)",
            wr_shape_text(dy->ndim, wr_shape(dy)));
    if (size.count != dy->ndim - 2)
        return wr_refuse(c, "size has %lld entr%s; expected %d, one per axis",
                         (long long)size.count, size.count == 1 ? "y" : "ies", dy->ndim - 2);
    return wr_need_axis_list(c, "size", size, dy->ndim - 2, 1);
}

void wr_pooling_with_size(const int64_t *dy, weir_i64s size, int64_t *shape) {
    shape[0] = dy[0], shape[1] = dy[1];
    for (int64_t i = 0; i < size.count; i++) shape[2 + i] = size.data[i];
}

weir_status wr_pooling_finish(weir_infer *c, const wr_pooling *p, wr_pooling_mode mode, int ndim,
                              const int64_t *shape) {
    int dtype;
    WR_TRY(wr_promote(c, 0, c->in_count, &dtype));
    int kind = wr_dtype_kind_of(dtype);
    bool whole = mode == WR_POOLING_MAX || mode == WR_POOLING_INDICES;
    if (kind != WR_KIND_FLOAT && !(whole && kind == WR_KIND_INT))
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts real %s, not %s", whole ? "numbers" : "floats",
                            wr_dtypes[dtype].name);
    if (wr_count(ndim, shape) < 0)
        return wr_refuse(c, "shape %s has too many elements", wr_shape_text(ndim, shape));
    wr_meta_shape(&c->out[0], ndim, shape);
    c->out[0].dtype = mode == WR_POOLING_INDICES ? WEIR_INT64 : dtype;
    c->dtype = dtype;
    bool is_cuda = (c->out[0].device & 255) == WEIR_DEVICE_CUDA;
    c->scratch_bytes =
        is_cuda ? wr_pooling_cuda_scratch(p, mode) : wr_pooling_scratch(p, mode, dtype);
    return WEIR_OK;
}
