/* scatter.c - scatter and scatter_add: write rows of x by index, the inverse of take.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/cuda_kernels.h"
#include "ops/core/expression.h"
#include "ops/index/gather_scatter.h"

#define SCATTER_ATTRS(X, A)                                                                        \
    X(A, I64, axis, WEIR_NONE, "axis that the indices count along; none: x is flattened", "axis")
WEIR_ATTRS(scatter, SCATTER_ATTRS);

static weir_status scatter_infer(weir_infer *c) {
    const scatter_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    weir_meta window;
    int axis = x->ndim - 1;
    WR_TRY(wr_take_shape(c, attr->axis, &window));
    wr_meta_like(&c->out[0], x);
    c->dtype = c->out[0].dtype;
    if (attr->axis != WEIR_NONE) wr_axis(attr->axis, x->ndim, &axis);
    return wr_scatter_needs(c, 2, &window, c->in[1]->count, x->ndim - 1 - axis);
}

static weir_status write(const weir_kernel *k, wr_scatter_mode mode, bool reference) {
    const scatter_attr *attr = k->attr;
    wr_window w;
    wr_window_take(&w, &k->out[0], &k->in[1], attr->axis);
    return (reference ? wr_scatter_reference : wr_scatter)(k, &w, &k->in[2], mode);
}

static weir_status scatter_run(const weir_kernel *k) { return write(k, WR_SCATTER_SET, false); }
static weir_status scatter_reference(const weir_kernel *k) {
    return write(k, WR_SCATTER_SET, true);
}
static weir_status scatter_add_run(const weir_kernel *k) { return write(k, WR_SCATTER_ADD, false); }
static weir_status scatter_add_reference(const weir_kernel *k) {
    return write(k, WR_SCATTER_ADD, true);
}

static weir_status write_on_cuda(wr_cuda_call *c, wr_scatter_mode mode) {
    const scatter_attr *attr = c->k->attr;
    wr_window w;
    wr_window_take(&w, &c->k->out[0], &c->k->in[1], attr->axis);
    return wr_cuda_scatter(c, &w, &c->k->in[2], mode);
}

weir_status wr_cuda_scatter_set(wr_cuda_call *c) { return write_on_cuda(c, WR_SCATTER_SET); }
weir_status wr_cuda_scatter_add(wr_cuda_call *c) { return write_on_cuda(c, WR_SCATTER_ADD); }

/* Return a bool array that tells which rows of the updates were stored.  If an index occurs several
 * times, only the last of its rows is stored.  To find that row, number the rows, scatter the
 * numbers, gather them again, and compare.  The result can be broadcast to the shape of the
 * updates. */
static weir_array *is_last_write(weir_vjp *v, int64_t axis) {
    weir_array *x = v->in[0], *indices = v->in[1];
    int at = x->ndim - 1;
    int64_t size = x->count, shape[2 * WEIR_NDIM_MAX];
    if (axis != WEIR_NONE) {
        wr_axis(axis, x->ndim, &at);
        size = wr_shape(x)[at];
    }
    weir_array *numbers = wr_build_count(v, indices->ndim, wr_shape(indices));
    weir_array *board = wr_g_zeros(v, &size, 1, WEIR_INT64, x->device);
    board = wr_g_scatter(v, board, indices, numbers, 0);
    weir_array *last = wr_g_equal(v, wr_g_take(v, board, indices, 0), numbers);
    int ndim = indices->ndim;
    for (int i = 0; i < ndim; i++) shape[i] = wr_shape(indices)[i];
    for (int i = at + 1; i < x->ndim; i++) shape[ndim++] = 1;
    return wr_g_reshape(v, last, shape, ndim);
}

static void scatter_vjp(weir_vjp *v) {
    const scatter_attr *attr = v->attr;
    weir_array *dy = v->grad_out[0], *zero = wr_build_number(v, 0);
    if (v->wanted[0]) v->grad_in[0] = wr_g_scatter(v, dy, v->in[1], zero, attr->axis);
    if (!v->wanted[2]) return;
    weir_array *g = wr_g_take(v, dy, v->in[1], attr->axis);
    g = wr_g_where(v, is_last_write(v, attr->axis), g, zero);
    v->grad_in[2] = wr_build_unbroadcast(v, g, v->in[2]);
}

static void scatter_add_vjp(weir_vjp *v) {
    const scatter_attr *attr = v->attr;
    weir_array *dy = v->grad_out[0];
    if (v->wanted[0]) v->grad_in[0] = dy;
    if (v->wanted[2])
        v->grad_in[2] = wr_build_unbroadcast(v, wr_g_take(v, dy, v->in[1], attr->axis), v->in[2]);
}

WR_OP(scatter) = {
    .size = sizeof(weir_op_def),
    .name = "scatter",
    .summary =
        "A copy of x with the rows (along an axis) at the given indices replaced by updates.",
    .notes = "Updates are broadcast to the shape of take(x, indices, axis).  If an index occurs "
             "several times, the last update is stored.  If x is also the output, only the indexed "
             "rows are written.",
    .inputs = "x, indices, updates",
    .outputs = "y",
    .parts = "indices: row of each update along the axis; "
             "updates: the rows to store or combine; "
             "y: x with the updates",
    .flags = WR_UPDATES,
    .infer = scatter_infer,
    .run = scatter_run,
    .reference = scatter_reference,
    .vjp = scatter_vjp,
    WEIR_USE_ATTRS(scatter),
    .samples = "(5,3), i64(4)@0:5, (4,3) axis=0; (2,5), i32(2,3)@-5:5, (2,2,3) axis=1; "
               "(3,4), i64(5)@-12:12, (5); (5,3), i64(2)@0:5, () axis=0; "
               "(2,4,3), u8(3)@0:4, (3,1) axis=-2",
};

WR_OP(scatter_add) = {
    .size = sizeof(weir_op_def),
    .name = "scatter_add",
    .summary = "A copy of x with updates added to the rows (along an axis) at the given indices.",
    .notes =
        "Updates are broadcast to the shape of take(x, indices, axis).  Updates with the same "
        "index are added in order, for any number of workers.  If x is also the output, only the "
        "indexed rows are written.",
    .inputs = "x, indices, updates",
    .outputs = "y",
    .parts = "indices: row of each update along the axis; "
             "updates: the rows to store or combine; "
             "y: x with the updates",
    .flags = WR_UPDATES,
    .infer = scatter_infer,
    .run = scatter_add_run,
    .reference = scatter_add_reference,
    .vjp = scatter_add_vjp,
    WEIR_USE_ATTRS(scatter),
    .samples = "(5,3), i64(4)@0:5, (4,3) axis=0; (2,5), i32(2,3)@-5:5, (2,2,3) axis=1; "
               "(3,4), i64(5)@-12:12, (5); (5,3), i64(6)@0:5, (3) axis=0",
};
