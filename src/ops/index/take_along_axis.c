/* take_along_axis.c - take_along_axis and put_along_axis: one index per position along an axis.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/cuda_kernels.h"
#include "ops/core/expression.h"
#include "ops/index/gather_scatter.h"

/* ---- take_along_axis ------------------------------------------------------------------------- */

#define TAKE_ALONG_AXIS_ATTRS(X, A) X(A, I64, axis, -1, "axis that the indices count along", "axis")
WEIR_ATTRS(take_along_axis, TAKE_ALONG_AXIS_ATTRS);

static weir_status take_along_axis_infer(weir_infer *c) {
    const take_along_axis_attr *attr = c->attr;
    int dtype;
    WR_TRY(wr_promote(c, 0, 1, &dtype));
    c->out[0].dtype = c->dtype = dtype;
    return wr_along_shape(c, attr->axis, &c->out[0]);
}

static weir_status take_along_axis_run(const weir_kernel *k) {
    const take_along_axis_attr *attr = k->attr;
    wr_window w;
    wr_window_along(&w, &k->in[0], &k->in[1], attr->axis);
    return wr_gather(k, &w, &k->in[0]);
}

static weir_status take_along_axis_reference(const weir_kernel *k) {
    const take_along_axis_attr *attr = k->attr;
    wr_window w;
    wr_window_along(&w, &k->in[0], &k->in[1], attr->axis);
    return wr_gather_reference(k, &w, &k->in[0]);
}

weir_status wr_cuda_take_along_axis(wr_cuda_call *c) {
    const take_along_axis_attr *attr = c->k->attr;
    wr_window w;
    wr_window_along(&w, &c->k->in[0], &c->k->in[1], attr->axis);
    return wr_cuda_gather(c, &w, &c->k->in[0], true);
}

static void take_along_axis_vjp(weir_vjp *v) {
    const take_along_axis_attr *attr = v->attr;
    if (v->wanted[0])
        v->grad_in[0] = wr_g_put_along_axis(v, wr_build_zeros(v, v->in[0]), v->in[1],
                                            v->grad_out[0], attr->axis, 1);
}

WR_OP(take_along_axis) = {
    .size = sizeof(weir_op_def),
    .name = "take_along_axis",
    .summary = "Elements of x at per-position indices along an axis.",
    .notes =
        "x and indices have the same number of dimensions and broadcast together, except along "
        "the axis, where indices may have any size.",
    .inputs = "x, indices",
    .outputs = "y",
    .parts = "indices: indices along the axis; "
             "y: the selected elements",
    .flags = WEIR_OP_STRIDED_IN,
    .infer = take_along_axis_infer,
    .run = take_along_axis_run,
    .reference = take_along_axis_reference,
    .vjp = take_along_axis_vjp,
    WEIR_USE_ATTRS(take_along_axis),
    .samples = "(3,5), i64(3,2)@0:5; (4,3), i32(2,3)@-4:4 axis=0; (2,3,4), i64(2,1,4)@0:3 axis=1; "
               "(3,5), i64(1,4)@0:5",
};

/* ---- put_along_axis -------------------------------------------------------------------------- */

#define PUT_ALONG_AXIS_ATTRS(X, A)                                                                 \
    X(A, I64, axis, -1, "axis that the indices count along", "axis")                               \
    X(A, BOOL, accumulate, 0, "add to the elements instead of replacing them")
WEIR_ATTRS(put_along_axis, PUT_ALONG_AXIS_ATTRS);

static weir_status put_along_axis_infer(weir_infer *c) {
    const put_along_axis_attr *attr = c->attr;
    weir_meta window;
    WR_TRY(wr_along_shape(c, attr->axis, &window));
    wr_meta_like(&c->out[0], c->in[0]);
    c->dtype = c->out[0].dtype;
    return wr_scatter_needs(c, 2, &window, wr_count(window.ndim, window.shape), 0);
}

static weir_status put_along_axis_run(const weir_kernel *k) {
    const put_along_axis_attr *attr = k->attr;
    wr_window w;
    wr_window_along(&w, &k->out[0], &k->in[1], attr->axis);
    return wr_scatter(k, &w, &k->in[2], attr->accumulate != 0);
}

static weir_status put_along_axis_reference(const weir_kernel *k) {
    const put_along_axis_attr *attr = k->attr;
    wr_window w;
    wr_window_along(&w, &k->out[0], &k->in[1], attr->axis);
    return wr_scatter_reference(k, &w, &k->in[2], attr->accumulate != 0);
}

weir_status wr_cuda_put_along_axis(wr_cuda_call *c) {
    const put_along_axis_attr *attr = c->k->attr;
    wr_window w;
    wr_window_along(&w, &c->k->out[0], &c->k->in[1], attr->axis);
    return wr_cuda_scatter(c, &w, &c->k->in[2], attr->accumulate != 0);
}

/* Return a bool array that tells which values were kept.  If an element is indexed several times,
 * only the last value is kept.  To find that value, number the values, scatter the numbers, gather
 * them again, and compare. */
static weir_array *is_last_write(weir_vjp *v, weir_array *window) {
    const put_along_axis_attr *attr = v->attr;
    if (window == NULL) return NULL;
    weir_array *x = v->in[0], *numbers = wr_build_count(v, window->ndim, wr_shape(window));
    weir_array *board = wr_g_zeros(v, wr_shape(x), x->ndim, WEIR_INT64, x->device);
    board = wr_g_put_along_axis(v, board, v->in[1], numbers, attr->axis, 0);
    return wr_g_equal(v, wr_g_take_along_axis(v, board, v->in[1], attr->axis), numbers);
}

static void put_along_axis_vjp(weir_vjp *v) {
    const put_along_axis_attr *attr = v->attr;
    weir_array *dy = v->grad_out[0], *zero = wr_build_number(v, 0);
    if (v->wanted[0])
        v->grad_in[0] =
            attr->accumulate ? dy : wr_g_put_along_axis(v, dy, v->in[1], zero, attr->axis, 0);
    if (!v->wanted[2]) return;
    weir_array *g = wr_g_take_along_axis(v, dy, v->in[1], attr->axis);
    if (!attr->accumulate) g = wr_g_where(v, is_last_write(v, g), g, zero);
    v->grad_in[2] = wr_build_unbroadcast(v, g, v->in[2]);
}

WR_OP(put_along_axis) = {
    .size = sizeof(weir_op_def),
    .name = "put_along_axis",
    .summary =
        "A copy of x with the elements at per-position indices along an axis replaced by values.",
    .notes =
        "If an element is indexed several times, the last value is stored, or with accumulate "
        "all are added in order.  If x is also the output, only the indexed elements are written.",
    .inputs = "x, indices, values",
    .outputs = "y",
    .parts = "indices: index of each value along the axis; "
             "values: the values to store or combine; "
             "y: x with the values",
    .flags = WR_UPDATES,
    .infer = put_along_axis_infer,
    .run = put_along_axis_run,
    .reference = put_along_axis_reference,
    .vjp = put_along_axis_vjp,
    WEIR_USE_ATTRS(put_along_axis),
    .samples = "(3,5), i64(3,2)@0:5, (3,2); (4,3), i32(2,3)@-4:4, (3) axis=0; "
               "(2,3,4), i64(2,5,4)@0:3, (2,5,4) axis=1 accumulate=1; (3,5), i64(1,4)@0:5, ()",
};
