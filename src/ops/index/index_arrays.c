/* index_arrays.c - index and index_put: index several axes with integer arrays.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/cuda_kernels.h"
#include "ops/core/expression.h"
#include "ops/index/gather_scatter.h"

/* Compute the number of points, and the number of dimensions in `after` (gather_scatter.h), from
 * the shapes of the inputs. */
static void measure(const weir_infer *c, uint32_t first, weir_i64s axes, bool front,
                    const weir_meta *window, int64_t *points, int *after_ndim) {
    const weir_array *x = c->in[0];
    int count = (int)(c->in_count - first), low = x->ndim, high = -1, points_ndim;
    for (int i = 0; i < count; i++) {
        int axis = i;
        if (axes.data != NULL) wr_axis(axes.data[i], x->ndim, &axis);
        low = axis < low ? axis : low;
        high = axis > high ? axis : high;
    }
    points_ndim = window->ndim - (x->ndim - count);
    int before = front || high - low + 1 != count ? 0 : low;
    *after_ndim = x->ndim - count - before;
    *points = wr_count(points_ndim, window->shape + before);
}

/* ---- index ----------------------------------------------------------------------------------- */

#define INDEX_ATTRS(X, A)                                                                          \
    X(A, I64S, axes, WEIR_NO_LIST,                                                                 \
      "axis that each index array applies to; none: the leading axes", "axis")                     \
    X(A, BOOL, front, 0, "put the dimensions of the index arrays first, wherever the axes are")
WEIR_ATTRS(index, INDEX_ATTRS);

static weir_status index_infer(weir_infer *c) {
    const index_attr *attr = c->attr;
    weir_meta *out = &c->out[0];
    int64_t points;
    int dtype, after_ndim;
    WR_TRY(wr_promote(c, 0, 1, &dtype));
    WR_TRY(wr_index_shape(c, 1, attr->axes, attr->front, out));
    out->dtype = c->dtype = dtype;
    measure(c, 1, attr->axes, attr->front, out, &points, &after_ndim);
    wr_gather_needs(c, out, points, after_ndim);
    return WEIR_OK;
}

static weir_status index_run(const weir_kernel *k) {
    const index_attr *attr = k->attr;
    wr_window w;
    wr_window_index(&w, &k->in[0], &k->in[1], k->in_count - 1, attr->axes, attr->front);
    return wr_gather(k, &w, &k->in[0]);
}

static weir_status index_reference(const weir_kernel *k) {
    const index_attr *attr = k->attr;
    wr_window w;
    wr_window_index(&w, &k->in[0], &k->in[1], k->in_count - 1, attr->axes, attr->front);
    return wr_gather_reference(k, &w, &k->in[0]);
}

weir_status wr_cuda_index(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const index_attr *attr = k->attr;
    wr_window w;
    wr_window_index(&w, &k->in[0], &k->in[1], k->in_count - 1, attr->axes, attr->front);
    return wr_cuda_gather(c, &w, &k->in[0], true);
}

static void index_vjp(weir_vjp *v) {
    const index_attr *attr = v->attr;
    if (v->wanted[0])
        v->grad_in[0] =
            wr_g_index_put(v, wr_build_zeros(v, v->in[0]), v->grad_out[0], v->in + 1,
                           v->in_count - 1, attr->axes.data, attr->axes.count, attr->front, 1);
}

WR_OP(index) = {
    .size = sizeof(weir_op_def),
    .name = "index",
    .summary = "Index several axes of x with integer arrays, as in x[i, :, j].",
    .notes =
        "The index arrays are broadcast together.  Their dimensions replace the indexed axes if "
        "those are adjacent, and come first otherwise.  Negative indices count from the end.",
    .inputs = "x, indices",
    .outputs = "y",
    .parts = "indices: integer arrays, one for each indexed axis",
    .flags = WEIR_OP_VARIADIC | WEIR_OP_STRIDED_IN,
    .infer = index_infer,
    .run = index_run,
    .reference = index_reference,
    .vjp = index_vjp,
    WEIR_USE_ATTRS(index),
    .samples = "(4,5), i64(3)@0:4, i64(3)@0:5; (4,5,3), i32(2,1)@-4:4, i64(3)@0:3 axes=[0,2]; "
               "(2,4,5), i64(3)@0:4, u8()@0:5 axes=[1,2]; (2,4,3), i64(2,2)@0:4 axes=[1] front=1",
};

/* ---- index_put ------------------------------------------------------------------------------- */

#define INDEX_PUT_ATTRS(X, A)                                                                      \
    X(A, I64S, axes, WEIR_NO_LIST,                                                                 \
      "axis that each index array applies to; none: the leading axes", "axis")                     \
    X(A, BOOL, front, 0, "put the dimensions of the index arrays first, wherever the axes are")    \
    X(A, BOOL, accumulate, 0, "add to the elements instead of replacing them")
WEIR_ATTRS(index_put, INDEX_PUT_ATTRS);

static weir_status index_put_infer(weir_infer *c) {
    const index_put_attr *attr = c->attr;
    weir_meta window;
    int64_t points;
    int after_ndim;
    WR_TRY(wr_index_shape(c, 2, attr->axes, attr->front, &window));
    wr_meta_like(&c->out[0], c->in[0]);
    c->dtype = c->out[0].dtype;
    measure(c, 2, attr->axes, attr->front, &window, &points, &after_ndim);
    return wr_scatter_needs(c, 1, &window, points, after_ndim);
}

static weir_status write(const weir_kernel *k, bool reference) {
    const index_put_attr *attr = k->attr;
    wr_window w;
    wr_window_index(&w, &k->out[0], &k->in[2], k->in_count - 2, attr->axes, attr->front);
    return (reference ? wr_scatter_reference : wr_scatter)(k, &w, &k->in[1], attr->accumulate != 0);
}

static weir_status index_put_run(const weir_kernel *k) { return write(k, false); }
static weir_status index_put_reference(const weir_kernel *k) { return write(k, true); }

weir_status wr_cuda_index_put(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const index_put_attr *attr = k->attr;
    wr_window w;
    wr_window_index(&w, &k->out[0], &k->in[2], k->in_count - 2, attr->axes, attr->front);
    return wr_cuda_scatter(c, &w, &k->in[1], attr->accumulate != 0);
}

/* Return a bool array that tells which points wrote a value that was kept.  If an element is
 * indexed several times, only the last value is kept.  To find that value, number the points,
 * scatter the numbers to an array that has the indexed axes, gather them again, and compare.  The
 * result can be broadcast to the window's shape. */
static weir_array *is_last_write(weir_vjp *v, const weir_array *window) {
    const index_put_attr *attr = v->attr;
    weir_array *x = v->in[0];
    int64_t shape[WEIR_NDIM_MAX], points_shape[2 * WEIR_NDIM_MAX], points;
    uint32_t count = v->in_count - 2;
    int after_ndim;
    if (window == NULL) return NULL;
    weir_meta m;
    wr_meta_like(&m, window);
    const weir_infer c = {.in = v->in, .in_count = v->in_count};
    measure(&c, 2, attr->axes, attr->front, &m, &points, &after_ndim);
    for (uint32_t i = 0; i < count; i++) {
        int axis = (int)i;
        if (attr->axes.data != NULL) wr_axis(attr->axes.data[i], x->ndim, &axis);
        shape[i] = wr_shape(x)[axis];
    }
    int points_ndim = m.ndim - (x->ndim - (int)count), before = m.ndim - points_ndim - after_ndim;
    for (int i = 0; i < points_ndim; i++) points_shape[i] = wr_shape(window)[before + i];
    weir_array *numbers = wr_build_count(v, points_ndim, points_shape);
    weir_array *board = wr_g_zeros(v, shape, count, WEIR_INT64, x->device);
    board = wr_g_index_put(v, board, numbers, v->in + 2, count, NULL, 0, 0, 0);
    weir_array *last = wr_g_equal(v, wr_g_index(v, board, v->in + 2, count, NULL, 0, 0), numbers);
    for (int i = 0; i < after_ndim; i++) points_shape[points_ndim + i] = 1;
    return wr_g_reshape(v, last, points_shape, points_ndim + after_ndim);
}

static void index_put_vjp(weir_vjp *v) {
    const index_put_attr *attr = v->attr;
    weir_array *dy = v->grad_out[0], *zero = wr_build_number(v, 0);
    weir_array *const *indices = v->in + 2;
    uint32_t count = v->in_count - 2;
    if (v->wanted[0])
        v->grad_in[0] = attr->accumulate
                            ? dy
                            : wr_g_index_put(v, dy, zero, indices, count, attr->axes.data,
                                             attr->axes.count, attr->front, 0);
    if (!v->wanted[1]) return;
    weir_array *g =
        wr_g_index(v, dy, indices, count, attr->axes.data, attr->axes.count, attr->front);
    if (!attr->accumulate) g = wr_g_where(v, is_last_write(v, g), g, zero);
    v->grad_in[1] = wr_build_unbroadcast(v, g, v->in[1]);
}

WR_OP(index_put) = {
    .size = sizeof(weir_op_def),
    .name = "index_put",
    .summary = "A copy of x with the elements at integer index arrays replaced, as in x[i, :, j] = "
               "values.",
    .notes =
        "Values are broadcast to the shape of index(x, indices).  If an element is indexed "
        "several times, the last value is stored, or with accumulate all are added in order.  If "
        "x is also the output, only the indexed elements are written.",
    .inputs = "x, values, indices",
    .outputs = "y",
    .parts = "values: new values of the selected elements; "
             "indices: integer arrays, one for each indexed axis; "
             "y: x with the new values",
    .flags = WEIR_OP_VARIADIC | WR_UPDATES,
    .infer = index_put_infer,
    .run = index_put_run,
    .reference = index_put_reference,
    .vjp = index_put_vjp,
    WEIR_USE_ATTRS(index_put),
    .samples = "(4,5), (3), i64(3)@0:4, i64(3)@0:5; "
               "(4,5,3), (2,3,5), i32(2,1)@-4:4, i64(3)@0:3 axes=[0,2]; "
               "(2,4,5), (), i64(3)@0:4, u8()@0:5 axes=[1,2]; "
               "(2,4,3), (2,2,1,3), i64(2,2)@0:4 axes=[1] front=1 accumulate=1; "
               "(4,3), (6,3), i64(6)@0:4",
};
