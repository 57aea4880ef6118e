/* gather_scatter.h - the offsets that index arrays select, and the kernels that read and write there.
 *
 * Every operator that indexes by arrays of integers has the same structure.  The result of x[..., i, j,
 * ...] has the dimensions
 *
 *     before | those of the index arrays, broadcast together | after
 *
 * and each point p of the middle has one offset into x; before and after are dimensions of x that are not
 * indexed by an array.  This is called a window: gather reads x through it, scatter writes x through it.
 *
 *     y[b, p, a] = x[before(b) + offset(p) + after(a)]
 *
 * take_along_axis is the same, except that the other dimensions of x advance with p: each of them adds its
 * own stride to the offset.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_GATHER_SCATTER_H
#define WR_GATHER_SCATTER_H

#include "ops/core/op.h"

/* One index array, with strides over the points. */
typedef struct wr_index {
    const char *data;
    int dtype;
    int axis;
    int64_t size; /* size of the axis */
    int64_t step; /* stride of x along the axis, in elements */
    int64_t stride[WEIR_NDIM_MAX];
    const weir_view *flat; /* not NULL: indices count the elements of x in row-major order */
} wr_index;

enum { WR_INDEX_MAX = WEIR_NDIM_MAX };

typedef struct wr_offsets {
    int64_t count;
    int ndim; /* dimensions of the points, adjacent ones joined where every index array allows it */
    int64_t shape[WEIR_NDIM_MAX];
    int64_t own[WEIR_NDIM_MAX]; /* own stride of x along each dimension, in elements */
    int64_t groups;    /* number of equal runs of points that address disjoint parts of x */
    int64_t low, high; /* range of the offsets */
    int full_ndim;     /* before joining; used in messages */
    int64_t full_shape[WEIR_NDIM_MAX];
    int index_count;
    wr_index index[WR_INDEX_MAX];
} wr_offsets;

/* Dimensions of x that are not indexed. */
typedef struct wr_dims {
    int ndim;
    int64_t count;
    int64_t shape[WEIR_NDIM_MAX], stride[WEIR_NDIM_MAX];
} wr_dims;

typedef struct wr_window {
    wr_offsets places;
    wr_dims before, after;
    int after_ndim; /* number of dimensions of `after` in the result, before joining */
    int ndim;       /* dimensions of the result */
    int64_t shape[WEIR_NDIM_MAX];
} wr_window;

/* Flags of operators that write through a window: any strides, and output 0 is input 0 with changes, in
 * place if possible. */
enum { WR_UPDATES = WEIR_OP_STRIDED | WEIR_OP_UPDATES };

/* ---- For inference --------------------------------------------------------------------------- */

/* Refuses an input that is not an array of integers. */
weir_status wr_need_index(const weir_infer *c, uint32_t input);

/* The shape of x indexed by inputs `first` and up along `axes` (none: the leading ones).  The index
 * dimensions replace the axes if those are adjacent and `front` is false; otherwise they come first. */
weir_status wr_index_shape(const weir_infer *c, uint32_t first, weir_i64s axes, bool front,
                           weir_meta *out);

/* The shape of take_along_axis: x and indices broadcast together, except along the axis, where indices
 * determine it. */
weir_status wr_along_shape(const weir_infer *c, int64_t axis, weir_meta *out);

/* The shape of x taken along an axis, or from the flattened x (WEIR_NONE). */
weir_status wr_take_shape(const weir_infer *c, int64_t axis, weir_meta *out);

/* Refuses values that do not broadcast to the window, or whose dtype x cannot hold; then reserves the
 * scratch memory that the scatter needs. */
weir_status wr_scatter_needs(weir_infer *c, uint32_t values, const weir_meta *window,
                             int64_t points, int after_ndim);
/* The same for reading. */
void wr_gather_needs(weir_infer *c, const weir_meta *window, int64_t points, int after_ndim);

/* A slice of an axis of n elements, by Python's rules: the first element and the number of elements.  An
 * omitted step becomes 1. */
int64_t wr_cut(int64_t n, int64_t start, int64_t stop, int64_t *step, int64_t *first);

/* Checks that y, input 1, can be written to a part of x with this shape. */
weir_status wr_need_replacement(const weir_infer *c, const weir_array *y, int ndim,
                                const int64_t *shape);

/* ---- For kernels ----------------------------------------------------------------------------- */

/* The windows of the three shapes above.  `x` is the view to be read or written. */
void wr_window_index(wr_window *w, const weir_view *x, const weir_view *index, uint32_t count,
                     weir_i64s axes, bool front);
void wr_window_along(wr_window *w, const weir_view *x, const weir_view *index, int64_t axis);
void wr_window_take(wr_window *w, const weir_view *x, const weir_view *index, int64_t axis);

/* Offsets of the points begin, begin + 1, ...; returns the first point whose index is out of range, or -1. */
int64_t wr_offsets_find(const wr_simd *simd, const wr_offsets *p, int64_t begin, int64_t count,
                        int64_t *offset);

/* Compute all offsets (`table` NULL: only check), in parallel; fails with a message. */
weir_status wr_offsets_check(const weir_kernel *k, const wr_offsets *p, int64_t *table);
weir_status wr_offsets_fail(const weir_kernel *k, const wr_offsets *p, int64_t point);

/* Gather: out[0] = x through the window. */
weir_status wr_gather(const weir_kernel *k, const wr_window *w, const weir_view *x);
weir_status wr_gather_reference(const weir_kernel *k, const wr_window *w, const weir_view *x);

/* What a scatter does with a value and the element at its offset.  An attribute `accumulate` is one of the
 * first two. */
typedef enum wr_scatter_mode {
    WR_SCATTER_SET = 0,
    WR_SCATTER_ADD = 1,
    WR_SCATTER_PROD,
    WR_SCATTER_MAX,
    WR_SCATTER_MIN,
    WR_SCATTER_MODES
} wr_scatter_mode;

/* Scatter: out[0] = in[0], with `values` written to (or combined with) the elements of the window, in the order
 * of its elements. */
weir_status wr_scatter(const weir_kernel *k, const wr_window *w, const weir_view *values,
                       wr_scatter_mode mode);
weir_status wr_scatter_reference(const weir_kernel *k, const wr_window *w, const weir_view *values,
                                 wr_scatter_mode mode);

/* Copy in[0] to out[0], unless they are the same. */
weir_status wr_start_as_input(const weir_kernel *k);

/* ---- For gradients --------------------------------------------------------------------------- */

weir_array *wr_build_zeros(weir_vjp *v, const weir_array *like);
/* 0, 1, 2 ... in the given shape, int64. */
weir_array *wr_build_count(weir_vjp *v, int ndim, const int64_t *shape);

#endif
