/* pool_windows.h - pooling windows over planes, and the maximum or mean of each window.
 *
 * A plane is one channel of one image, with one to three spatial axes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_POOL_WINDOWS_H
#define WR_POOL_WINDOWS_H

#include "ops/core/op.h"

/* The dimensions of a pooling operation.  There are always three axes; missing axes come first and
 * have size one. */
typedef struct wr_pooling {
    int64_t planes; /* images times channels */
    int64_t in[3], out[3];
    /* the windows are adaptive, that is, they divide each axis evenly; the fields below are not
     * used */
    bool adaptive;
    bool include_padding;
    int64_t kernel[3], stride[3], padding[3], dilation[3];
} wr_pooling;

/* A window along one axis: `count` elements of the axis, starting at `first` and `apart` elements
 * apart.  `share` is `count` plus, if include_padding is set, the number of padding elements in the
 * window; the divisor of a mean is the product of the shares along all axes. */
typedef struct wr_window {
    int64_t first, count, apart, share;
} wr_window;

/* Return window `index` of an axis. */
wr_window wr_window_at(const wr_pooling *p, int axis, int64_t index);

typedef enum wr_pooling_mode {
    WR_POOLING_MAX, /* x -> y */
    /* x -> index, within its plane, of the maximum of each window; if several elements are equal,
     * of the first */
    WR_POOLING_INDICES,
    WR_POOLING_MAX_GRAD, /* x, dy -> dx */
    WR_POOLING_MEAN,     /* x -> y */
    WR_POOLING_MEAN_GRAD /* dy -> dx */
} wr_pooling_mode;

/* Return the number of scratch bytes that wr_pooling_run needs.  `dtype` is the value of
 * k->dtype. */
size_t wr_pooling_scratch(const wr_pooling *p, wr_pooling_mode mode, int dtype);

/* The kernel and the reference kernel, for inputs and outputs of any real dtype.  Depending on
 * k->dtype, the kernel computes in float32, float64, int64 or uint64. */
weir_status wr_pooling_run(const weir_kernel *k, const wr_pooling *p, wr_pooling_mode mode);
weir_status wr_pooling_reference(const weir_kernel *k, const wr_pooling *p, wr_pooling_mode mode);

/* ---- For infer ------------------------------------------------------------------------------- */

/* The attributes of a pooling operator with a sliding window. */
typedef struct wr_pooling_lists {
    weir_i64s kernel, stride, padding, dilation;
    bool ceil_mode, include_padding;
} wr_pooling_lists;

/* wr_pooling_need checks the attributes for an x of the given shape; after that, wr_pooling_of
 * returns the sizes. */
wr_pooling wr_pooling_of(const wr_pooling_lists *l, int ndim, const int64_t *shape);
weir_status wr_pooling_need(const weir_infer *c, const wr_pooling_lists *l, int ndim,
                            const int64_t *shape);

/* Like wr_pooling_of and wr_pooling_need, for adaptive windows: `out` is the number of windows
 * along each axis. */
wr_pooling wr_pooling_adaptive(weir_i64s out, int ndim, const int64_t *shape);
weir_status wr_pooling_adaptive_need(const weir_infer *c, weir_i64s out, int ndim,
                                     const int64_t *shape);

/* Compute the shape of the result from the shape of x. */
void wr_pooling_shape(const wr_pooling *p, int ndim, const int64_t *shape, int64_t *out);
/* Fail if dy does not have the shape of the result. */
weir_status wr_pooling_need_result(const weir_infer *c, const wr_pooling *p, const int64_t *shape,
                                   const weir_array *dy);
/* Fail if `size` does not have an entry for each spatial axis of dy. */
weir_status wr_pooling_need_size(const weir_infer *c, weir_i64s size, const weir_array *dy);
/* Compute the shape of x from the shape of dy and the spatial sizes of x. */
void wr_pooling_with_size(const int64_t *dy, weir_i64s size, int64_t *shape);

/* Check the dtype, and set the dtype and shape of the output and the scratch size.  The modes for
 * maxima and their indices accept floats and integers; the other modes accept only floats. */
weir_status wr_pooling_finish(weir_infer *c, const wr_pooling *p, wr_pooling_mode mode, int ndim,
                              const int64_t *shape);

#endif
