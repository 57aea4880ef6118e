/* gather_scatter.h - kernels that read and write the elements of x that index arrays select.
 *
 * Every operator that indexes by arrays of integers has the same structure.  The result of x[...,
 * i, j, ...] has the dimensions
 *
 *     before | those of the index arrays, broadcast together | after
 *
 * where `before` and `after` are the dimensions of x that are not indexed by an array.  A point p
 * is a position in the middle dimensions; it has one offset into x.  The elements of x that are
 * selected in this way are called a window: gather reads x through a window, and scatter writes x
 * through one.
 *
 *     y[b, p, a] = x[before(b) + offset(p) + after(a)]
 *
 * take_along_axis has the same structure, except that the position along the other dimensions of x
 * depends on p too: the strides of these dimensions contribute to the offset.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_GATHER_SCATTER_H
#define WR_GATHER_SCATTER_H

#include "device/cuda/cuda_launch.h"
#include "ops/core/op.h"

/* One index array. */
typedef struct wr_index {
    const char *data;
    int dtype;
    int axis;
    int64_t size;                  /* size of the axis */
    int64_t step;                  /* stride of x along the axis, in elements */
    int64_t stride[WEIR_NDIM_MAX]; /* strides of the index array along the points' dimensions */
    /* NULL, or the view x; the indices are then positions in the row-major order of x. */
    const weir_view *flat;
} wr_index;

enum { WR_INDEX_MAX = WEIR_NDIM_MAX };

typedef struct wr_offsets {
    int64_t count;
    /* Dimensions of the points; adjacent dimensions are merged where the strides of all index
     * arrays permit it. */
    int ndim;
    int64_t shape[WEIR_NDIM_MAX];
    /* stride of x along each dimension, or 0 if the position in x does not depend on that
     * dimension */
    int64_t own[WEIR_NDIM_MAX];
    int64_t groups;    /* number of equally long runs of points that address disjoint parts of x */
    int64_t low, high; /* lowest and highest possible offset */
    /* full_ndim, full_shape: ndim and shape before dimensions are merged; used in messages. */
    int full_ndim;
    int64_t full_shape[WEIR_NDIM_MAX];
    int index_count;
    wr_index index[WR_INDEX_MAX];
} wr_offsets;

/* Dimensions of x that are not indexed by an array. */
typedef struct wr_dims {
    int ndim;
    int64_t count;
    int64_t shape[WEIR_NDIM_MAX], stride[WEIR_NDIM_MAX];
} wr_dims;

typedef struct wr_window {
    wr_offsets places;
    wr_dims before, after;
    int after_ndim; /* number of dimensions of `after` before dimensions are merged */
    int ndim;       /* number of dimensions of the result */
    int64_t shape[WEIR_NDIM_MAX];
} wr_window;

/* Flags of operators that write through a window: they accept arrays with any strides, and output 0
 * is an updated version of input 0, in the same memory if possible. */
enum { WR_UPDATES = WEIR_OP_STRIDED | WEIR_OP_UPDATES };

/* ---- For inference --------------------------------------------------------------------------- */

/* Fail if an input is not an array of integers. */
weir_status wr_need_index(const weir_infer *c, uint32_t input);

/* Infer the shape of x indexed along `axes`, or along the leading axes if `axes` is not given, by
 * the index arrays in inputs `first`, first + 1, ...  The dimensions of the index arrays replace
 * the indexed axes if these are adjacent and `front` is false; otherwise the dimensions of the
 * index arrays come first. */
weir_status wr_index_shape(const weir_infer *c, uint32_t first, weir_i64s axes, bool front,
                           weir_meta *out);

/* Infer the shape of take_along_axis: x and indices broadcast together, except along the axis,
 * where the size is that of indices. */
weir_status wr_along_shape(const weir_infer *c, int64_t axis, weir_meta *out);

/* Infer the shape of the result of `take`, which selects slices along the axis or, if the axis is
 * WEIR_NONE, elements of the flattened x. */
weir_status wr_take_shape(const weir_infer *c, int64_t axis, weir_meta *out);

/* Fail if the values do not broadcast to the window or if x cannot represent their dtype.
 * Otherwise reserve the scratch memory that scatter needs. */
weir_status wr_scatter_needs(weir_infer *c, uint32_t values, const weir_meta *window,
                             int64_t points, int after_ndim);
/* Reserve the scratch memory that gather needs. */
void wr_gather_needs(weir_infer *c, const weir_meta *window, int64_t points, int after_ndim);

/* Resolve a slice of an axis of n elements by Python's rules: return the number of selected
 * elements, and set *first to the index of the first one.  An omitted step becomes 1. */
int64_t wr_cut(int64_t n, int64_t start, int64_t stop, int64_t *step, int64_t *first);

/* Fail if y, which is input 1, cannot be written to a part of x that has this shape. */
weir_status wr_need_replacement(const weir_infer *c, const weir_array *y, int ndim,
                                const int64_t *shape);

/* ---- For kernels ----------------------------------------------------------------------------- */

/* Make the window that corresponds to wr_index_shape, wr_along_shape or wr_take_shape.  `x` is the
 * view to be read or written. */
void wr_window_index(wr_window *w, const weir_view *x, const weir_view *index, uint32_t count,
                     weir_i64s axes, bool front);
void wr_window_along(wr_window *w, const weir_view *x, const weir_view *index, int64_t axis);
void wr_window_take(wr_window *w, const weir_view *x, const weir_view *index, int64_t axis);

/* Compute the offsets of `count` points, starting at point `begin`.  Return the first point whose
 * index is out of range, or -1. */
int64_t wr_offsets_find(const wr_simd *simd, const wr_offsets *p, int64_t begin, int64_t count,
                        int64_t *offset);

/* Compute all offsets in parallel and store them in `table`, unless it is NULL.  Fail if an index
 * is out of range. */
weir_status wr_offsets_check(const weir_kernel *k, const wr_offsets *p, int64_t *table);
/* Fail with a message about the index of `point`, which is out of range. */
weir_status wr_offsets_fail(const weir_kernel *k, const wr_offsets *p, int64_t point);

/* Copy x, read through the window, to out[0]. */
weir_status wr_gather(const weir_kernel *k, const wr_window *w, const weir_view *x);
weir_status wr_gather_reference(const weir_kernel *k, const wr_window *w, const weir_view *x);

/* How a scatter combines a value with the element at its offset.  The first two modes are also the
 * values of the attribute `accumulate`. */
typedef enum wr_scatter_mode {
    WR_SCATTER_SET = 0,
    WR_SCATTER_ADD = 1,
    WR_SCATTER_PROD,
    WR_SCATTER_MAX,
    WR_SCATTER_MIN,
    WR_SCATTER_MODES
} wr_scatter_mode;

/* Copy in[0] to out[0].  Then, in the order of the window's elements, write `values` through the
 * window or combine them with its elements, as specified by `mode`. */
weir_status wr_scatter(const weir_kernel *k, const wr_window *w, const weir_view *values,
                       wr_scatter_mode mode);
weir_status wr_scatter_reference(const weir_kernel *k, const wr_window *w, const weir_view *values,
                                 wr_scatter_mode mode);

/* Copy in[0] to out[0], unless they are in the same memory. */
weir_status wr_start_as_input(const weir_kernel *k);

/* ---- For gradients --------------------------------------------------------------------------- */

weir_array *wr_build_zeros(weir_vjp *v, const weir_array *like);
/* Return an int64 array of the given shape that holds 0, 1, 2, ... */
weir_array *wr_build_count(weir_vjp *v, int ndim, const int64_t *shape);

/* ---- For CUDA devices (window_cuda.c) -------------------------------------------------------- */

/* The scratch memory of a gather and of a scatter. */
uint64_t wr_cuda_gather_bytes(int64_t points, int64_t index_count);
uint64_t wr_cuda_scatter_bytes(int64_t points);

/* Like wr_gather and wr_scatter; `wraps`: negative indices count from the end. */
weir_status wr_cuda_gather(wr_cuda_call *c, wr_window *w, const weir_view *x, bool wraps);
weir_status wr_cuda_scatter(wr_cuda_call *c, wr_window *w, const weir_view *values,
                            wr_scatter_mode mode);

#endif
