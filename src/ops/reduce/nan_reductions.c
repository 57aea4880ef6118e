/* nan_reductions.c - reductions that ignore NaN, such as nansum, nanmean, nanmax and nanmedian.
 *
 * Most of these operators replace NaN by a value that does not affect the result, such as 0 for a
 * sum, and then apply the ordinary reduction.  Integer input cannot contain NaN and is passed to
 * the ordinary reduction directly.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "ops/core/composite.h"

#define NAN_REDUCE_ATTRS(X, A)                                                                     \
    X(A, I64S, axes, WEIR_NO_LIST, "axes to reduce; none: all", "axis")                            \
    X(A, BOOL, keepdims, 0, "keep the reduced axes with size one")
WEIR_ATTRS(nan_reduce, NAN_REDUCE_ATTRS);
#define NAN_TOTAL_ATTRS(X, A)                                                                      \
    X(A, I64S, axes, WEIR_NO_LIST, "axes to reduce; none: all", "axis")                            \
    X(A, BOOL, keepdims, 0, "keep the reduced axes with size one")                                 \
    X(A, DTYPE, dtype, 0, "dtype of the result; default: that of x, 64-bit for integers")
WEIR_ATTRS(nan_total, NAN_TOTAL_ATTRS);
#define NAN_MOMENT_ATTRS(X, A)                                                                     \
    X(A, I64S, axes, WEIR_NO_LIST, "axes to reduce; none: all", "axis")                            \
    X(A, BOOL, keepdims, 0, "keep the reduced axes with size one")                                 \
    X(A, F64, correction, 0, "the divisor is the number of elements minus this")
WEIR_ATTRS(nan_moment, NAN_MOMENT_ATTRS);
#define NAN_AXIS_ATTRS(X, A)                                                                       \
    X(A, I64, axis, WEIR_NONE, "axis to reduce; none: all elements, in row-major order", "axis")   \
    X(A, BOOL, keepdims, 0, "keep the reduced axis with size one")
WEIR_ATTRS(nan_axis, NAN_AXIS_ATTRS);
#define NAN_CUMULATIVE_ATTRS(X, A)                                                                 \
    X(A, I64, axis, WEIR_NONE, "axis to accumulate along; may be omitted for a 1-d array", "axis") \
    X(A, DTYPE, dtype, 0, "dtype of the result; default: that of x, 64-bit for integers")
WEIR_ATTRS(nan_cumulative, NAN_CUMULATIVE_ATTRS);

static bool has_nan(const weir_array *x) { return wr_dtype_kind_of(x->dtype) >= WR_KIND_FLOAT; }

/* Return x with each NaN replaced by `by`. */
static weir_array *replaced(weir_vjp *v, weir_array *x, double by) {
    return has_nan(x) ? wr_g_where(v, wr_g_isnan(v, x), wr_build_number(v, by), x) : x;
}

/* Return the dtype in which sums and quotients are computed.  It is float32 for float16 and
 * bfloat16, which cannot represent large counts. */
static int computed_in(int dtype) {
    return dtype == WEIR_FLOAT16 || dtype == WEIR_BFLOAT16 ? WEIR_FLOAT32 : dtype;
}

static weir_array *as_dtype(weir_vjp *v, weir_array *x, int dtype) {
    return x != NULL && x->dtype != dtype ? wr_g_astype(v, x, dtype) : x;
}

static weir_status need_real(const weir_infer *c) {
    const weir_array *x = c->in[0];
    if (wr_dtype_kind_of(x->dtype) != WR_KIND_COMPLEX) return WEIR_OK;
    return wr_refuse_as(c, WEIR_EDTYPE, "accepts real numbers, not %s", wr_dtypes[x->dtype].name);
}

static weir_status need_nothing(const weir_infer *c) {
    (void)c;
    return WEIR_OK;
}

/* ---- Totals ---------------------------------------------------------------------------------- */

#define nansum_need need_nothing
static weir_array *nansum_composite(weir_vjp *v) {
    const nan_total_attr *a = v->attr;
    return wr_g_sum(v, replaced(v, v->in[0], 0), a->axes.data, a->axes.count, a->keepdims,
                    a->dtype);
}
WR_COMPOSITE(nansum, 0)

#define nanprod_need need_nothing
static weir_array *nanprod_composite(weir_vjp *v) {
    const nan_total_attr *a = v->attr;
    return wr_g_prod(v, replaced(v, v->in[0], 1), a->axes.data, a->axes.count, a->keepdims,
                     a->dtype);
}
WR_COMPOSITE(nanprod, 0)

static weir_array *cumulated(weir_vjp *v, double neutral) {
    const nan_cumulative_attr *a = v->attr;
    weir_array *x = replaced(v, v->in[0], neutral);
    return neutral == 0 ? wr_g_cumulative_sum(v, x, a->axis, a->dtype, 0, 0)
                        : wr_g_cumulative_prod(v, x, a->axis, a->dtype, 0, 0);
}

#define nancumsum_need need_nothing
static weir_array *nancumsum_composite(weir_vjp *v) { return cumulated(v, 0); }
WR_COMPOSITE(nancumsum, 0)

#define nancumprod_need need_nothing
static weir_array *nancumprod_composite(weir_vjp *v) { return cumulated(v, 1); }
WR_COMPOSITE(nancumprod, 0)

/* ---- Moments --------------------------------------------------------------------------------- */

/* Return the number of elements that are not NaN, in the dtype of x. */
static weir_array *counted(weir_vjp *v, weir_array *x, weir_i64s axes, int keepdims) {
    weir_array *known = wr_g_logical_not(v, wr_g_isnan(v, x));
    return wr_g_astype(v, wr_g_count_nonzero(v, known, axes.data, axes.count, keepdims), x->dtype);
}

#define nanmean_need need_nothing
static weir_array *nanmean_composite(weir_vjp *v) {
    const nan_reduce_attr *a = v->attr;
    weir_array *x = v->in[0];
    if (!has_nan(x)) return wr_g_mean(v, x, a->axes.data, a->axes.count, a->keepdims);
    int dtype = x->dtype;
    if ((x = as_dtype(v, x, computed_in(dtype))) == NULL) return NULL;
    weir_array *total = wr_g_sum(v, replaced(v, x, 0), a->axes.data, a->axes.count, a->keepdims, 0);
    return as_dtype(v, wr_g_divide(v, total, counted(v, x, a->axes, a->keepdims)), dtype);
}
WR_COMPOSITE(nanmean, 0)

/* Return the variance of the elements that are not NaN, or NaN where the divisor, their number
 * minus the correction, is not positive. */
static weir_array *spread(weir_vjp *v, weir_array *x, const nan_moment_attr *a) {
    weir_array *zero = wr_build_number(v, 0);
    weir_array *count = counted(v, x, a->axes, 1);
    weir_array *total = wr_g_sum(v, replaced(v, x, 0), a->axes.data, a->axes.count, 1, 0);
    weir_array *apart = wr_g_subtract(v, x, wr_g_divide(v, total, count));
    apart = wr_g_where(v, wr_g_isnan(v, x), zero, apart);
    weir_array *squares = wr_g_multiply(v, apart, apart);
    squares = wr_g_sum(v, squares, a->axes.data, a->axes.count, a->keepdims, 0);
    weir_array *by =
        wr_g_subtract(v, counted(v, x, a->axes, a->keepdims), wr_build_number(v, a->correction));
    by = wr_g_where(v, wr_g_greater(v, by, zero), by, wr_build_number(v, NAN));
    return wr_g_divide(v, squares, by);
}

static weir_array *moment(weir_vjp *v, bool root) {
    const nan_moment_attr *a = v->attr;
    weir_array *x = v->in[0];
    if (!has_nan(x))
        return root ? wr_g_std(v, x, a->axes.data, a->axes.count, a->keepdims, a->correction)
                    : wr_g_var(v, x, a->axes.data, a->axes.count, a->keepdims, a->correction);
    int dtype = x->dtype;
    if ((x = as_dtype(v, x, computed_in(dtype))) == NULL) return NULL;
    weir_array *y = spread(v, x, a);
    return as_dtype(v, root ? wr_g_sqrt(v, y) : y, dtype);
}

#define nanvar_need need_real
static weir_array *nanvar_composite(weir_vjp *v) { return moment(v, false); }
WR_COMPOSITE(nanvar, 0)

#define nanstd_need need_real
static weir_array *nanstd_composite(weir_vjp *v) { return moment(v, true); }
WR_COMPOSITE(nanstd, 0)

/* ---- Extremes -------------------------------------------------------------------------------- */

static weir_array *extreme(weir_vjp *v, bool max) {
    const nan_reduce_attr *a = v->attr;
    weir_array *x = v->in[0], *y = replaced(v, x, max ? -INFINITY : INFINITY);
    y = max ? wr_g_max(v, y, a->axes.data, a->axes.count, a->keepdims)
            : wr_g_min(v, y, a->axes.data, a->axes.count, a->keepdims);
    if (!has_nan(x)) return y;
    weir_array *none = wr_g_all(v, wr_g_isnan(v, x), a->axes.data, a->axes.count, a->keepdims);
    return wr_g_where(v, none, wr_build_number(v, NAN), y);
}

#define nanmax_need need_real
static weir_array *nanmax_composite(weir_vjp *v) { return extreme(v, true); }
WR_COMPOSITE(nanmax, 0)

#define nanmin_need need_real
static weir_array *nanmin_composite(weir_vjp *v) { return extreme(v, false); }
WR_COMPOSITE(nanmin, 0)

/* If all elements along the axis are NaN, there is no index to return.  check_finite then makes the
 * operation fail. */
static weir_array *index_of(weir_vjp *v, bool max) {
    const nan_axis_attr *a = v->attr;
    weir_array *x = v->in[0], *y = replaced(v, x, max ? -INFINITY : INFINITY), *checked = NULL;
    int64_t axis = a->axis;
    y = max ? wr_g_argmax(v, y, axis, a->keepdims) : wr_g_argmin(v, y, axis, a->keepdims);
    if (!has_nan(x)) return y;
    weir_array *none = wr_g_all(v, wr_g_isnan(v, x), axis == WEIR_NONE ? NULL : &axis,
                                axis == WEIR_NONE ? 0 : 1, a->keepdims);
    weir_array *zero = wr_g_full(v, wr_build_number(v, 0), NULL, 0, WEIR_FLOAT32, x->device);
    weir_array *mark = wr_g_where(v, none, wr_build_number(v, NAN), zero);
    if (mark == NULL) return NULL;
    wr_build_many(v, WR_OP_check_finite, NULL, 1, &mark, 1, &checked);
    return wr_g_add(v, y, wr_g_astype(v, checked, WEIR_INT64));
}

static weir_status index_view(const weir_infer *c, weir_array **out, bool max) {
    wr_compose m;
    WR_TRY(need_real(c));
    WR_TRY(wr_compose_begin(&m, c->in[0]->rt));
    m.v.in = c->in, m.v.in_count = c->in_count, m.v.attr = c->attr;
    return wr_compose_end(&m, index_of(&m.v, max), out);
}

static weir_status nanargmax_view(weir_infer *c, weir_array **out) {
    return index_view(c, out, true);
}
static weir_status nanargmin_view(weir_infer *c, weir_array **out) {
    return index_view(c, out, false);
}

/* ---- Median ---------------------------------------------------------------------------------- */

static weir_status nanmedian_need(const weir_infer *c) {
    const nan_axis_attr *a = c->attr;
    const weir_array *x = c->in[0];
    int axis = 0;
    WR_TRY(need_real(c));
    if (a->axis != WEIR_NONE) WR_TRY(wr_need_axis(c, a->axis, x->ndim, &axis));
    if ((a->axis == WEIR_NONE ? x->count : wr_shape(x)[axis]) == 0)
        return wr_refuse(c, "the reduced axis of %s is empty", wr_shape_text(x->ndim, wr_shape(x)));
    return WEIR_OK;
}

/* NaN is sorted last, so if n elements are not NaN, the median is the mean of the sorted elements
 * (n - 1) / 2 and n / 2.  If all elements are NaN, both indices are 0, and the result is NaN. */
static weir_array *nanmedian_composite(weir_vjp *v) {
    const nan_axis_attr *a = v->attr;
    weir_array *x = v->in[0];
    if (!has_nan(x)) return wr_g_median(v, x, a->axis, a->keepdims);
    int64_t shape[WEIR_NDIM_MAX], axis = a->axis;
    int ndim = 0;
    for (int i = 0; i < x->ndim; i++) {
        bool reduced = axis == WEIR_NONE || i == (axis < 0 ? axis + x->ndim : axis);
        if (!reduced || a->keepdims) shape[ndim++] = reduced ? 1 : wr_shape(x)[i];
    }
    if (axis == WEIR_NONE) {
        const int64_t all = -1;
        x = wr_g_reshape(v, x, &all, 1);
        axis = 0;
    }
    weir_array *one = wr_g_full(v, wr_build_number(v, 1), NULL, 0, WEIR_INT64, v->in[0]->device);
    weir_array *two = wr_g_add(v, one, one), *zero = wr_g_subtract(v, one, one);
    weir_array *known = wr_g_logical_not(v, wr_g_isnan(v, x));
    weir_array *n = wr_g_count_nonzero(v, known, &axis, 1, 1);
    weir_array *low = wr_g_floor_divide(v, wr_g_subtract(v, n, one), two);
    weir_array *high = wr_g_floor_divide(v, n, two);
    /* If all elements are NaN, n is 0, and both indices are clamped to 0. */
    low = wr_g_maximum(v, low, zero);
    high = wr_g_maximum(v, wr_g_minimum(v, high, wr_g_subtract(v, n, one)), zero);
    weir_array *sorted = wr_g_sort(v, x, axis, 0, 1);
    low = wr_g_take_along_axis(v, sorted, low, axis);
    high = wr_g_take_along_axis(v, sorted, high, axis);
    weir_array *half = wr_build_number(v, 0.5);
    weir_array *y = wr_g_add(v, wr_g_multiply(v, low, half), wr_g_multiply(v, high, half));
    return wr_g_reshape(v, y, shape, ndim);
}
WR_COMPOSITE(nanmedian, 0)

/* ---- Blocks ---------------------------------------------------------------------------------- */

WR_OP(nansum) = {
    .size = sizeof(weir_op_def),
    .name = "nansum",
    .summary = "Sum over axes of the elements that are not NaN.",
    .notes = "Without any, the sum is 0.",
    .inputs = "x",
    .outputs = "y",
    WR_USE_COMPOSITE(nansum),
    WEIR_USE_ATTRS(nan_total),
    .samples = "(3,4); (3,4) axes=[1]; (2,3,4) axes=[0,2] keepdims=1; i32(3,4) axes=[-1]",
};

WR_OP(nanprod) = {
    .size = sizeof(weir_op_def),
    .name = "nanprod",
    .summary = "Product over axes of the elements that are not NaN.",
    .notes = "Without any, the product is 1.",
    .inputs = "x",
    .outputs = "y",
    WR_USE_COMPOSITE(nanprod),
    WEIR_USE_ATTRS(nan_total),
    .samples = "(3,4); (3,4)@0.5:2 axes=[1]; (2,3,2) axes=[0,2] keepdims=1; i32(3,4)@1:3 axes=[0]",
};

WR_OP(nancumsum) = {
    .size = sizeof(weir_op_def),
    .name = "nancumsum",
    .summary = "Cumulative sum along an axis, with NaN as 0.",
    .inputs = "x",
    .outputs = "y",
    WR_USE_COMPOSITE(nancumsum),
    WEIR_USE_ATTRS(nan_cumulative),
    .samples = "(5); (3,4) axis=1; (2,3,4) axis=0",
};

WR_OP(nancumprod) = {
    .size = sizeof(weir_op_def),
    .name = "nancumprod",
    .summary = "Cumulative product along an axis, with NaN as 1.",
    .inputs = "x",
    .outputs = "y",
    WR_USE_COMPOSITE(nancumprod),
    WEIR_USE_ATTRS(nan_cumulative),
    .samples = "(5); (3,4) axis=1; (2,3,4) axis=0",
};

WR_OP(nanmean) = {
    .size = sizeof(weir_op_def),
    .name = "nanmean",
    .summary = "Arithmetic mean over axes of the elements that are not NaN.",
    .notes = "Without any, the mean is NaN.",
    .inputs = "x",
    .outputs = "y",
    WR_USE_COMPOSITE(nanmean),
    WEIR_USE_ATTRS(nan_reduce),
    .samples = "(3,4); (3,4) axes=[0]; (2,3,4) axes=[0,2] keepdims=1",
};

WR_OP(nanvar) = {
    .size = sizeof(weir_op_def),
    .name = "nanvar",
    .summary = "Variance over axes of the elements that are not NaN.",
    .notes = "NaN where there are no more of them than the correction.",
    .inputs = "x",
    .outputs = "y",
    WR_USE_COMPOSITE(nanvar),
    WEIR_USE_ATTRS(nan_moment),
    .samples = "(3,4); (3,4) axes=[1] correction=1; (2,3,4) axes=[0,2] keepdims=1",
};

WR_OP(nanstd) = {
    .size = sizeof(weir_op_def),
    .name = "nanstd",
    .summary = "Standard deviation over axes of the elements that are not NaN.",
    .notes = "NaN where there are no more of them than the correction.",
    .inputs = "x",
    .outputs = "y",
    WR_USE_COMPOSITE(nanstd),
    WEIR_USE_ATTRS(nan_moment),
    .samples = "(3,4); (3,4) axes=[1] correction=1; (2,3,4) axes=[0,2] keepdims=1",
};

WR_OP(nanmax) = {
    .size = sizeof(weir_op_def),
    .name = "nanmax",
    .summary = "Maximum over axes of the elements that are not NaN.",
    .notes = "NaN where all are NaN.",
    .inputs = "x",
    .outputs = "y",
    WR_USE_COMPOSITE(nanmax),
    WEIR_USE_ATTRS(nan_reduce),
    .samples = "(3,4); (3,4) axes=[1]; (2,3,4) axes=[0,2] keepdims=1; i32(3,4)",
};

WR_OP(nanmin) = {
    .size = sizeof(weir_op_def),
    .name = "nanmin",
    .summary = "Minimum over axes of the elements that are not NaN.",
    .notes = "NaN where all are NaN.",
    .inputs = "x",
    .outputs = "y",
    WR_USE_COMPOSITE(nanmin),
    WEIR_USE_ATTRS(nan_reduce),
    .samples = "(3,4); (3,4) axes=[1]; (2,3,4) axes=[0,2] keepdims=1; i32(3,4)",
};

WR_OP(nanmedian) = {
    .size = sizeof(weir_op_def),
    .name = "nanmedian",
    .summary = "Median along an axis of the elements that are not NaN.",
    .notes = "NaN where all are NaN.",
    .inputs = "x",
    .outputs = "y",
    WR_USE_COMPOSITE(nanmedian),
    WEIR_USE_ATTRS(nan_axis),
    .samples = "(3,4); (3,4) axis=1; (2,3,4) axis=1 keepdims=1",
};

WR_OP(nanargmax) = {
    .size = sizeof(weir_op_def),
    .name = "nanargmax",
    .summary =
        "Index of the largest element that is not NaN along an axis; the first of equal elements.",
    .notes = "Where all elements are NaN, the operation fails.",
    .inputs = "x",
    .outputs = "y",
    .parts = "y: the indices",
    .flags = WEIR_OP_VIEW | WEIR_OP_STRIDED_IN,
    .view = nanargmax_view,
    WEIR_USE_ATTRS(nan_axis),
    .samples = "(3,4); (3,4) axis=1; (2,3,4) axis=1 keepdims=1",
};

WR_OP(nanargmin) = {
    .size = sizeof(weir_op_def),
    .name = "nanargmin",
    .summary =
        "Index of the smallest element that is not NaN along an axis; the first of equal elements.",
    .notes = "Where all elements are NaN, the operation fails.",
    .inputs = "x",
    .outputs = "y",
    .parts = "y: the indices",
    .flags = WEIR_OP_VIEW | WEIR_OP_STRIDED_IN,
    .view = nanargmin_view,
    WEIR_USE_ATTRS(nan_axis),
    .samples = "(3,4); (3,4) axis=1; (2,3,4) axis=1 keepdims=1",
};
