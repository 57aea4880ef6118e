/* pool_windows.h - pooling windows over the planes of images, and the maximum or mean of each.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_POOL_WINDOWS_H
#define WR_POOL_WINDOWS_H

#include "ops/core/op.h"

/* The sizes of pooling.  There are always three axes; missing ones are in front and have size
 * one. */
typedef struct wr_pooling {
    int64_t planes; /* images times channels */
    int64_t in[3], out[3];
    bool adaptive; /* the windows divide the axis; the following fields are not used */
    bool include_padding;
    int64_t kernel[3], stride[3], padding[3], dilation[3];
} wr_pooling;

/* The entries first, first + apart ... of an axis that belong to one of its windows, and the number
 * that it contributes to the divisor of a mean. */
typedef struct wr_window {
    int64_t first, count, apart, share;
} wr_window;

wr_window wr_window_at(const wr_pooling *p, int axis, int64_t index);

typedef enum wr_pooling_mode {
    WR_POOLING_MAX,      /* x -> y */
    WR_POOLING_INDICES,  /* x -> index of the largest entry in its plane; ties: the first */
    WR_POOLING_MAX_GRAD, /* x, dy -> dx */
    WR_POOLING_MEAN,     /* x -> y */
    WR_POOLING_MEAN_GRAD /* dy -> dx */
} wr_pooling_mode;

/* Bytes of scratch that wr_pooling_run needs; `dtype` is that of k->dtype. */
size_t wr_pooling_scratch(const wr_pooling *p, wr_pooling_mode mode, int dtype);

/* The kernel and the reference kernel, for inputs and outputs of any real dtype; computed in
 * k->dtype. */
weir_status wr_pooling_run(const weir_kernel *k, const wr_pooling *p, wr_pooling_mode mode);
weir_status wr_pooling_reference(const weir_kernel *k, const wr_pooling *p, wr_pooling_mode mode);

/* ---- For infer ------------------------------------------------------------------------------- */

/* The attributes of an operator with a sliding window. */
typedef struct wr_pooling_lists {
    weir_i64s kernel, stride, padding, dilation;
    bool ceil_mode, include_padding;
} wr_pooling_lists;

/* The sizes for an x of this shape; infer has checked the arguments with wr_pooling_need. */
wr_pooling wr_pooling_of(const wr_pooling_lists *l, int ndim, const int64_t *shape);
weir_status wr_pooling_need(const weir_infer *c, const wr_pooling_lists *l, int ndim,
                            const int64_t *shape);

/* The same for adaptive windows: each axis is divided into `out` windows. */
wr_pooling wr_pooling_adaptive(weir_i64s out, int ndim, const int64_t *shape);
weir_status wr_pooling_adaptive_need(const weir_infer *c, weir_i64s out, int ndim,
                                     const int64_t *shape);

/* The shape of the result; a check that dy has it; the shape of x from that of dy and the sizes of
 * its axes. */
void wr_pooling_shape(const wr_pooling *p, int ndim, const int64_t *shape, int64_t *out);
weir_status wr_pooling_need_result(const weir_infer *c, const wr_pooling *p, const int64_t *shape,
                                   const weir_array *dy);
weir_status wr_pooling_need_size(const weir_infer *c, weir_i64s size, const weir_array *dy);
void wr_pooling_with_size(const int64_t *dy, weir_i64s size, int64_t *shape);

/* Set the dtype, floats only or all real numbers, the shape of the output and the scratch. */
weir_status wr_pooling_finish(weir_infer *c, const wr_pooling *p, wr_pooling_mode mode, int ndim,
                              const int64_t *shape);

#endif
