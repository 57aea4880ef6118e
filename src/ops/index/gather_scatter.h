/* gather_scatter.h - where index arrays point to, and the two walks that use it: reading and writing there.
 *
 * Every operator that indexes by arrays of integers is one picture.  The result of x[..., i, j, ...] has the
 * dimensions
 *
 *     before | those of the index arrays, broadcast together | after
 *
 * and for each point p of the middle there is one offset into x; before and after are dimensions of x that
 * no array indexes.  Call it a window: taking reads x through it, putting writes x through it.
 *
 *     y[b, p, a] = x[before(b) + offset(p) + after(a)]
 *
 * take_along_axis is the same, with the other dimensions of x moving along with p: each of them adds its
 * own stride to the offset.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_PLACES_H
#define WR_PLACES_H

#include "ops/core/op.h"

/* One index array, as it is seen from the points. */
typedef struct wr_index {
    const char *data;
    int dtype;
    int axis;
    int64_t size; /* of the axis */
    int64_t step; /* of x along it, in elements */
    int64_t stride[WEIR_NDIM_MAX];
    const weir_view
        *flat; /* not NULL: indices count x's elements in row-major order, whatever its strides */
} wr_index;

enum { WR_INDEX_MAX = WEIR_NDIM_MAX };

typedef struct wr_offsets {
    int64_t count;
    int ndim; /* of the points, neighbours joined where every index array allows it */
    int64_t shape[WEIR_NDIM_MAX];
    int64_t own[WEIR_NDIM_MAX]; /* elements of x that a step along a dimension adds by itself */
    int64_t groups;             /* so many equal runs of points never meet in x */
    int64_t low, high;          /* offsets lie within */
    int full_ndim;              /* before joining, for messages */
    int64_t full_shape[WEIR_NDIM_MAX];
    int index_count;
    wr_index index[WR_INDEX_MAX];
} wr_offsets;

/* Dimensions of x that are walked as they are. */
typedef struct wr_dims {
    int ndim;
    int64_t count;
    int64_t shape[WEIR_NDIM_MAX], stride[WEIR_NDIM_MAX];
} wr_dims;

typedef struct wr_window {
    wr_offsets places;
    wr_dims before, after;
    int after_ndim; /* dimensions of the result that `after` is, before any were joined */
    int ndim;       /* of the result */
    int64_t shape[WEIR_NDIM_MAX];
} wr_window;

/* What operators that write through a window are: any strides, and output 0 is input 0 with changes, in
 * place where it can be. */
enum { WR_UPDATES = WEIR_OP_STRIDED | WEIR_OP_UPDATES };

/* ---- At the call ----------------------------------------------------------------------------- */

/* Refuses what is no array of integers. */
weir_status wr_need_index(const weir_infer *c, uint32_t input);

/* The shape of x indexed by inputs `first` and up along `axes` (none: the leading ones).  The index
 * dimensions stand where the axes stood if those are neighbours and `front` is not asked for, else first. */
weir_status wr_index_shape(const weir_infer *c, uint32_t first, weir_i64s axes, bool front,
                           weir_meta *out);

/* The shape that x and indices make together along an axis, where the indices have their own length. */
weir_status wr_along_shape(const weir_infer *c, int64_t axis, weir_meta *out);

/* The shape of x taken along an axis, or out of all of its elements (WEIR_NONE). */
weir_status wr_take_shape(const weir_infer *c, int64_t axis, weir_meta *out);

/* Refuses values that do not broadcast to the window, or whose dtype x cannot hold; then the scratch that
 * putting them needs. */
weir_status wr_scatter_needs(weir_infer *c, uint32_t values, const weir_meta *window,
                             int64_t points, int after_ndim);
/* The same for reading. */
void wr_gather_needs(weir_infer *c, const weir_meta *window, int64_t points, int after_ndim);

/* A slice of an axis of n elements, by Python's rules: the first element that is meant, and how many.  A step
 * that is left out becomes 1. */
int64_t wr_cut(int64_t n, int64_t start, int64_t stop, int64_t *step, int64_t *first);

/* Can y, input 1, be written to a part of x that has this shape? */
weir_status wr_need_replacement(const weir_infer *c, const weir_array *y, int ndim,
                                const int64_t *shape);

/* ---- In the kernel --------------------------------------------------------------------------- */

/* The windows of the three shapes above.  `x` is the view that is read or written. */
void wr_window_index(wr_window *w, const weir_view *x, const weir_view *index, uint32_t count,
                     weir_i64s axes, bool front);
void wr_window_along(wr_window *w, const weir_view *x, const weir_view *index, int64_t axis);
void wr_window_take(wr_window *w, const weir_view *x, const weir_view *index, int64_t axis);

/* Offsets of the points begin, begin + 1, ...; the first point whose index is out of range, or -1. */
int64_t wr_offsets_find(const wr_simd *simd, const wr_offsets *p, int64_t begin, int64_t count,
                        int64_t *offset);

/* All of them (`table` NULL: only look), split over the workers; fails with a sentence. */
weir_status wr_offsets_check(const weir_kernel *k, const wr_offsets *p, int64_t *table);
weir_status wr_offsets_fail(const weir_kernel *k, const wr_offsets *p, int64_t point);

/* out[0] = x through the window. */
weir_status wr_gather(const weir_kernel *k, const wr_window *w, const weir_view *x);
weir_status wr_gather_reference(const weir_kernel *k, const wr_window *w, const weir_view *x);

/* out[0] = in[0], with `values` written (or added) through the window, in the order of its elements. */
weir_status wr_scatter(const weir_kernel *k, const wr_window *w, const weir_view *values, bool add);
weir_status wr_scatter_reference(const weir_kernel *k, const wr_window *w, const weir_view *values,
                                 bool add);

/* out[0] = in[0], unless out[0] is in[0] already. */
weir_status wr_start_as_input(const weir_kernel *k);

/* ---- In gradients ---------------------------------------------------------------------------- */

weir_array *wr_build_zeros(weir_vjp *v, const weir_array *like);
/* 0, 1, 2 ... in the shape given, int64. */
weir_array *wr_build_count(weir_vjp *v, int ndim, const int64_t *shape);

#endif
