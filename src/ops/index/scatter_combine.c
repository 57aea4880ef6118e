/* scatter_combine.c - combines rows or elements of x with values by index: scatter_combine and
 * put_along_axis_combine.
 *
 * The reductions are sum, product, maximum and minimum, and they always include the elements of x.
 * scatter_reduce.c adds the mean, and reductions without the elements of x.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/core/cuda_kernels.h"
#include "ops/core/expression.h"
#include "ops/index/gather_scatter.h"

#define SCATTER_COMBINE_ATTRS(X, A)                                                                \
    X(A, I64, axis, WEIR_NONE, "axis that the indices count along; none: x is flattened", "axis")  \
    X(A, TEXT, reduce, "sum", "'sum', 'prod', 'max' or 'min'", "sum | prod | max | min")
WEIR_ATTRS(scatter_combine, SCATTER_COMBINE_ATTRS);
#define PUT_ALONG_AXIS_COMBINE_ATTRS(X, A)                                                         \
    X(A, I64, axis, -1, "axis that the indices count along", "axis")                               \
    X(A, TEXT, reduce, "sum", "'sum', 'prod', 'max' or 'min'", "sum | prod | max | min")
WEIR_ATTRS(put_along_axis_combine, PUT_ALONG_AXIS_COMBINE_ATTRS);
_Static_assert(sizeof(scatter_combine_attr) == sizeof(put_along_axis_combine_attr),
               "both are read as scatter_combine_attr");

static wr_scatter_mode mode_of(const char *reduce) {
    if (reduce == NULL || strcmp(reduce, "sum") == 0) return WR_SCATTER_ADD;
    if (strcmp(reduce, "prod") == 0) return WR_SCATTER_PROD;
    if (strcmp(reduce, "max") == 0) return WR_SCATTER_MAX;
    return strcmp(reduce, "min") == 0 ? WR_SCATTER_MIN : WR_SCATTER_MODES;
}

static weir_status need_reduce(const weir_infer *c, const char *reduce) {
    wr_scatter_mode mode = mode_of(reduce);
    if (mode == WR_SCATTER_MODES)
        return wr_refuse(c, "reduce='%s' is not supported; expected 'sum', 'prod', 'max' or 'min'",
                         reduce);
    if (mode >= WR_SCATTER_MAX && wr_dtype_kind_of(c->in[0]->dtype) == WR_KIND_COMPLEX)
        return wr_refuse_as(c, WEIR_EDTYPE, "reduce='%s' accepts real numbers, not %s", reduce,
                            wr_dtypes[c->in[0]->dtype].name);
    return WEIR_OK;
}

static weir_status scatter_combine_infer(weir_infer *c) {
    const scatter_combine_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    weir_meta window;
    int axis = x->ndim - 1;
    WR_TRY(need_reduce(c, attr->reduce));
    WR_TRY(wr_take_shape(c, attr->axis, &window));
    wr_meta_like(&c->out[0], x);
    c->dtype = c->out[0].dtype;
    if (attr->axis != WEIR_NONE) wr_axis(attr->axis, x->ndim, &axis);
    return wr_scatter_needs(c, 2, &window, c->in[1]->count, x->ndim - 1 - axis);
}

static weir_status put_along_axis_combine_infer(weir_infer *c) {
    const scatter_combine_attr *attr = c->attr;
    weir_meta window;
    WR_TRY(need_reduce(c, attr->reduce));
    WR_TRY(wr_along_shape(c, attr->axis, &window));
    wr_meta_like(&c->out[0], c->in[0]);
    c->dtype = c->out[0].dtype;
    return wr_scatter_needs(c, 2, &window, wr_count(window.ndim, window.shape), 0);
}

static weir_status write(const weir_kernel *k, bool along, bool reference) {
    const scatter_combine_attr *attr = k->attr;
    wr_window w;
    (along ? wr_window_along : wr_window_take)(&w, &k->out[0], &k->in[1], attr->axis);
    return (reference ? wr_scatter_reference : wr_scatter)(k, &w, &k->in[2], mode_of(attr->reduce));
}

static weir_status write_on_cuda(wr_cuda_call *c, bool along) {
    const weir_kernel *k = c->k;
    const scatter_combine_attr *attr = k->attr;
    wr_window w;
    (along ? wr_window_along : wr_window_take)(&w, &k->out[0], &k->in[1], attr->axis);
    return wr_cuda_scatter(c, &w, &k->in[2], mode_of(attr->reduce));
}

weir_status wr_cuda_scatter_combine(wr_cuda_call *c) { return write_on_cuda(c, false); }
weir_status wr_cuda_put_along_axis_combine(wr_cuda_call *c) { return write_on_cuda(c, true); }

static weir_status rows_run(const weir_kernel *k) { return write(k, false, false); }
static weir_status rows_reference(const weir_kernel *k) { return write(k, false, true); }
static weir_status along_run(const weir_kernel *k) { return write(k, true, false); }
static weir_status along_reference(const weir_kernel *k) { return write(k, true, true); }

/* ---- Gradients ------------------------------------------------------------------------------- */

/* Both operators share the gradient functions below.  `along` selects the operators that read and
 * write by index: those of put_along_axis_combine if true, those of scatter_combine if false. */
typedef struct way {
    weir_vjp *v;
    const scatter_combine_attr *attr;
    bool along;
} way;

static weir_array *gather(const way *w, weir_array *x) {
    return w->along ? wr_g_take_along_axis(w->v, x, w->v->in[1], w->attr->axis)
                    : wr_g_take(w->v, x, w->v->in[1], w->attr->axis);
}

static weir_array *add_at(const way *w, weir_array *x, weir_array *u) {
    return w->along ? wr_g_put_along_axis(w->v, x, w->v->in[1], u, w->attr->axis, 1)
                    : wr_g_scatter_add(w->v, x, w->v->in[1], u, w->attr->axis);
}

static weir_array *combine_at(const way *w, weir_array *x, weir_array *u) {
    return w->along ? wr_g_put_along_axis_combine(w->v, x, w->v->in[1], u, w->attr->axis,
                                                  w->attr->reduce)
                    : wr_g_scatter_combine(w->v, x, w->v->in[1], u, w->attr->axis, w->attr->reduce);
}

static weir_array *conjugate(weir_vjp *v, weir_array *x) {
    return x != NULL && wr_dtype_kind_of(x->dtype) == WR_KIND_COMPLEX ? wr_g_conj(v, x) : x;
}

/* The derivative of a product with respect to a factor is the product of the other factors: result
 * / factor if the factor is not 0.  If exactly one value is 0, the product is computed again
 * without it; if several are 0, all derivatives are 0. */
static void prod_vjp(const way *w, weir_array *u) {
    weir_vjp *v = w->v;
    weir_array *x = v->in[0], *dy = v->grad_out[0];
    weir_array *zero = wr_build_number(v, 0), *one = wr_build_number(v, 1);
    if (v->wanted[0]) {
        weir_array *safe = wr_g_where(v, wr_g_equal(v, x, zero), one, x);
        weir_array *others = wr_g_divide(v, combine_at(w, safe, u), safe);
        v->grad_in[0] = wr_g_multiply(v, dy, conjugate(v, others));
    }
    if (!v->wanted[2]) return;
    weir_array *is_zero = wr_g_equal(v, u, zero);
    weir_array *none = wr_g_zeros(v, wr_shape(x), x->ndim, WEIR_INT64, x->device);
    weir_array *zeros = add_at(w, none, wr_g_astype(v, is_zero, WEIR_INT64));
    weir_array *single = wr_g_logical_and(v, is_zero, wr_g_equal(v, gather(w, zeros), one));
    weir_array *without = combine_at(w, x, wr_g_where(v, single, one, u));
    without = gather(w, wr_g_multiply(v, dy, conjugate(v, without)));
    weir_array *with = gather(w, wr_g_multiply(v, dy, conjugate(v, v->out[0])));
    with = wr_g_divide(v, with, conjugate(v, wr_g_where(v, is_zero, one, u)));
    v->grad_in[2] = wr_build_unbroadcast(v, wr_g_where(v, single, without, with), v->in[2]);
}

/* Divide the gradient equally among the elements and values that equal the result. */
static void extreme_vjp(const way *w, weir_array *u) {
    weir_vjp *v = w->v;
    weir_array *x = v->in[0], *y = v->out[0], *dy = v->grad_out[0], *zero = wr_build_number(v, 0);
    weir_array *from_x = wr_g_equal(v, x, y), *from_u = wr_g_equal(v, u, gather(w, y));
    weir_array *count =
        add_at(w, wr_g_astype(v, from_x, WEIR_INT64), wr_g_astype(v, from_u, WEIR_INT64));
    weir_array *share = wr_g_divide(v, dy, wr_g_astype(v, count, x->dtype));
    if (v->wanted[0]) v->grad_in[0] = wr_g_where(v, from_x, share, zero);
    if (v->wanted[2])
        v->grad_in[2] =
            wr_build_unbroadcast(v, wr_g_where(v, from_u, gather(w, share), zero), v->in[2]);
}

static void combine_vjp(weir_vjp *v, bool along) {
    const way w = {v, v->attr, along};
    weir_array *dy = v->grad_out[0], *u = v->in[2];
    wr_scatter_mode mode = mode_of(w.attr->reduce);
    if (mode == WR_SCATTER_ADD) {
        if (v->wanted[0]) v->grad_in[0] = dy;
        if (v->wanted[2]) v->grad_in[2] = wr_build_unbroadcast(v, gather(&w, dy), u);
        return;
    }
    if (u->dtype != v->in[0]->dtype) u = wr_g_astype(v, u, v->in[0]->dtype);
    if (mode == WR_SCATTER_PROD)
        prod_vjp(&w, u);
    else
        extreme_vjp(&w, u);
}

static void rows_vjp(weir_vjp *v) { combine_vjp(v, false); }
static void along_vjp(weir_vjp *v) { combine_vjp(v, true); }

WR_OP(scatter_combine) = {
    .size = sizeof(weir_op_def),
    .name = "scatter_combine",
    .summary = "A copy of x with the rows (along an axis) at the given indices combined with "
               "updates: their sum, product, maximum or minimum.",
    .notes = "Updates are broadcast to the shape of take(x, indices, axis) and combined in order, "
             "for any number of workers.  The maximum and minimum with a NaN are NaN; equal "
             "elements share their gradient.  If x is also the output, only the indexed rows are "
             "written.",
    .inputs = "x, indices, updates",
    .outputs = "y",
    .parts = "indices: row of each update along the axis; "
             "updates: the rows to store or combine; "
             "y: x with the updates",
    .flags = WR_UPDATES,
    .infer = scatter_combine_infer,
    .run = rows_run,
    .reference = rows_reference,
    .vjp = rows_vjp,
    WEIR_USE_ATTRS(scatter_combine),
    .samples = "(5,3), i64(4)@0:5, (4,3) axis=0 reduce='max'; "
               "(2,5), i32(2,3)@-5:5, (2,2,3) axis=1 reduce='min'; "
               "(3,4)@0.5:2, i64(5)@-12:12, (5)@0.5:2 reduce='prod'; "
               "(5,3), i64(6)@0:5, (3) axis=0",
};

WR_OP(put_along_axis_combine) = {
    .size = sizeof(weir_op_def),
    .name = "put_along_axis_combine",
    .summary = "A copy of x with the elements at per-position indices along an axis combined with "
               "values: their sum, product, maximum or minimum.",
    .notes = "Values are combined in order, for any number of workers.  The maximum and minimum "
             "with a NaN are NaN; equal elements share their gradient.  If x is also the output, "
             "only the indexed elements are written.",
    .inputs = "x, indices, values",
    .outputs = "y",
    .parts = "indices: index of each value along the axis; "
             "values: the values to store or combine; "
             "y: x with the values",
    .flags = WR_UPDATES,
    .infer = put_along_axis_combine_infer,
    .run = along_run,
    .reference = along_reference,
    .vjp = along_vjp,
    WEIR_USE_ATTRS(put_along_axis_combine),
    .samples = "(3,5), i64(3,2)@0:5, (3,2) reduce='max'; "
               "(4,3), i32(2,3)@-4:4, (3) axis=0 reduce='min'; "
               "(2,3,4)@0.5:2, i64(2,5,4)@0:3, (2,5,4)@0.5:2 axis=1 reduce='prod'; "
               "(3,5), i64(1,4)@0:5, (3,4)",
};
