/* scatter_reduce.c - reduces values that have the same index: scatter_reduce, put_along_axis_reduce
 * and the segment operators.
 *
 * All of these are composites of scatter_combine, put_along_axis_combine and a few other operators.
 * A mean is computed as a sum divided by the number of values.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "ops/core/composite.h"
#include "ops/index/gather_scatter.h"

#define SCATTER_REDUCE_ATTRS(X, A)                                                                 \
    X(A, I64, axis, WEIR_NONE, "axis that the indices count along; none: x is flattened", "axis")  \
    X(A, TEXT, reduce, "sum", "'sum', 'prod', 'max', 'min' or 'mean'",                             \
      "sum | prod | max | min | mean")                                                             \
    X(A, BOOL, include_self, 1, "x takes part; otherwise it is replaced where it is indexed")
WEIR_ATTRS(scatter_reduce, SCATTER_REDUCE_ATTRS);
#define PUT_ALONG_AXIS_REDUCE_ATTRS(X, A)                                                          \
    X(A, I64, axis, -1, "axis that the indices count along", "axis")                               \
    X(A, TEXT, reduce, "sum", "'sum', 'prod', 'max', 'min' or 'mean'",                             \
      "sum | prod | max | min | mean")                                                             \
    X(A, BOOL, include_self, 1, "x takes part; otherwise it is replaced where it is indexed")
WEIR_ATTRS(put_along_axis_reduce, PUT_ALONG_AXIS_REDUCE_ATTRS);
_Static_assert(sizeof(scatter_reduce_attr) == sizeof(put_along_axis_reduce_attr),
               "both are read as scatter_reduce_attr");
#define SEGMENT_ATTRS(X, A)                                                                        \
    X(A, I64, num_segments, WEIR_REQUIRED,                                                         \
      "number of segments, the length of the result; required", ">= 0")
WEIR_ATTRS(segment, SEGMENT_ATTRS);

typedef enum reduction { SUM, PROD, MAX, MIN, MEAN, REDUCTIONS } reduction;
static const char *const names[] = {"sum", "prod", "max", "min", "mean"};

static reduction reduction_of(const char *text) {
    reduction r = SUM;
    while (text != NULL && r < REDUCTIONS && strcmp(text, names[r]) != 0) r++;
    return r;
}

static weir_status need_dtype(const weir_infer *c, reduction r, const weir_array *x) {
    int kind = (int)wr_dtype_kind_of(x->dtype);
    if ((r == MAX || r == MIN) && kind == WR_KIND_COMPLEX)
        return wr_refuse_as(c, WEIR_EDTYPE, "a %s requires real numbers, not %s",
                            r == MAX ? "maximum" : "minimum", wr_dtypes[x->dtype].name);
    if (r == MEAN && kind < WR_KIND_FLOAT)
        return wr_refuse_as(c, WEIR_EDTYPE, "a mean requires floats, not %s; cast to a float dtype",
                            wr_dtypes[x->dtype].name);
    return WEIR_OK;
}

/* ---- scatter_reduce and put_along_axis_reduce ------------------------------------------------ */

static weir_array *set_at(weir_vjp *v, bool along, weir_array *x, weir_array *u, int64_t axis) {
    return along ? wr_g_put_along_axis(v, x, v->in[1], u, axis, 0)
                 : wr_g_scatter(v, x, v->in[1], u, axis);
}

static weir_array *combine_at(weir_vjp *v, bool along, weir_array *x, weir_array *u, int64_t axis,
                              const char *reduce) {
    return along ? wr_g_put_along_axis_combine(v, x, v->in[1], u, axis, reduce)
                 : wr_g_scatter_combine(v, x, v->in[1], u, axis, reduce);
}

/* Return the dtype in which the sum is divided by the count.  A 16-bit float cannot represent large
 * counts, so float32 is used for float16 and bfloat16. */
static int divided_in(int dtype) {
    return dtype == WEIR_FLOAT16 || dtype == WEIR_BFLOAT16 ? WEIR_FLOAT32 : dtype;
}

/* Return a 0-d int64 array with the value 1.  Counts in int64 are exact. */
static weir_array *one_more(weir_vjp *v) {
    return wr_g_full(v, wr_build_number(v, 1), NULL, 0, WEIR_INT64, v->in[0]->device);
}

/* Return total / max(count, 1) in `dtype`, which is the dtype of total. */
static weir_array *divided(weir_vjp *v, weir_array *total, weir_array *count, int dtype) {
    int in = divided_in(dtype);
    count = wr_g_maximum(v, count, one_more(v));
    if (in != dtype) total = wr_g_astype(v, total, in);
    total = wr_g_divide(v, total, wr_g_astype(v, count, in));
    return in != dtype ? wr_g_astype(v, total, dtype) : total;
}

/* Return x with its indexed elements replaced by the initial value of the reduction, for
 * include_self=0.  The maximum and minimum of integers start with one of the values instead,
 * because no double represents the largest int64 and integers have no infinity. */
static weir_array *start(weir_vjp *v, bool along, reduction r, int64_t axis) {
    weir_array *x = v->in[0], *u = v->in[2];
    static const double neutral[] = {0, 1, -INFINITY, INFINITY, 0};
    bool has_infinity = wr_dtype_kind_of(x->dtype) >= WR_KIND_FLOAT;
    bool is_extreme = r == MAX || r == MIN;
    return set_at(v, along, x, is_extreme && !has_infinity ? u : wr_build_number(v, neutral[r]),
                  axis);
}

static weir_array *reduce(weir_vjp *v, bool along) {
    const scatter_reduce_attr *attr = v->attr;
    weir_array *x = v->in[0], *u = v->in[2];
    reduction r = reduction_of(attr->reduce);
    int64_t axis = attr->axis;
    weir_array *y = attr->include_self ? x : start(v, along, r, axis);
    y = combine_at(v, along, y, u, axis, names[r == MEAN ? SUM : r]);
    if (r != MEAN) return y;
    weir_array *first = wr_build_number(v, attr->include_self ? 1 : 0);
    weir_array *one = one_more(v), *count = NULL;
    if (along || axis == WEIR_NONE) {
        count = wr_g_full(v, first, wr_shape(x), x->ndim, WEIR_INT64, x->device);
        count = combine_at(v, along, count, one, axis, "sum");
    } else { /* all elements of a row have the same count */
        int64_t shape[WEIR_NDIM_MAX];
        int at = 0;
        wr_axis(axis, x->ndim, &at);
        count = wr_g_full(v, first, &wr_shape(x)[at], 1, WEIR_INT64, x->device);
        count = wr_g_scatter_combine(v, count, v->in[1], one, 0, "sum");
        for (int i = at; i < x->ndim; i++) shape[i - at] = i == at ? wr_shape(x)[at] : 1;
        count = wr_g_reshape(v, count, shape, x->ndim - at);
    }
    return divided(v, y, count, x->dtype);
}

static weir_status need_reduce(const weir_infer *c) {
    const scatter_reduce_attr *attr = c->attr;
    reduction r = reduction_of(attr->reduce);
    if (r == REDUCTIONS)
        return wr_refuse(
            c, "reduce='%s' is not supported; expected 'sum', 'prod', 'max', 'min' or 'mean'",
            attr->reduce);
    return need_dtype(c, r, c->in[0]);
}

static weir_status scatter_reduce_need(const weir_infer *c) { return need_reduce(c); }
static weir_array *scatter_reduce_composite(weir_vjp *v) { return reduce(v, false); }
WR_COMPOSITE(scatter_reduce, 0)

static weir_status put_along_axis_reduce_need(const weir_infer *c) { return need_reduce(c); }
static weir_array *put_along_axis_reduce_composite(weir_vjp *v) { return reduce(v, true); }
WR_COMPOSITE(put_along_axis_reduce, 0)

/* ---- Segments -------------------------------------------------------------------------------- */

static weir_status need_segments(const weir_infer *c, reduction r) {
    const segment_attr *attr = c->attr;
    const weir_array *x = c->in[0], *ids = c->in[1];
    WR_TRY(wr_need_index(c, 1));
    if (attr->num_segments == WEIR_NONE) return wr_refuse(c, "num_segments is required");
    if (attr->num_segments < 0)
        return wr_refuse(c, "num_segments must not be negative, got %lld",
                         (long long)attr->num_segments);
    if (x->ndim < 1 || ids->ndim != 1 || wr_shape(ids)[0] != wr_shape(x)[0])
        return wr_refuse(c,
                         "data is %s and segment_ids is %s; expected one id for each row of data",
                         wr_array_text_of(x), wr_array_text_of(ids));
    return need_dtype(c, r, x);
}

/* Return an array of the given shape filled with the lowest value of the dtype of `data`, or with
 * its highest value. */
static weir_array *limits(weir_vjp *v, bool highest, int ndim, const int64_t *shape) {
    const weir_array *x = v->in[0];
    int dtype = x->dtype;
    if (wr_dtype_kind_of(dtype) == WR_KIND_FLOAT)
        return wr_g_full(v, wr_build_number(v, highest ? INFINITY : -INFINITY), shape, ndim, dtype,
                         x->device);
    bool is_signed =
        dtype == WEIR_INT8 || dtype == WEIR_INT16 || dtype == WEIR_INT32 || dtype == WEIR_INT64;
    int bits = 8 * (int)wr_dtype_bytes(dtype);
    double lowest = is_signed ? -ldexp(1, bits - 1) : 0;
    weir_array *low = wr_g_full(v, wr_build_number(v, lowest), shape, ndim, dtype, x->device);
    return highest ? wr_g_bitwise_invert(v, low) : low;
}

static weir_array *segments(weir_vjp *v, reduction r) {
    const segment_attr *attr = v->attr;
    weir_array *x = v->in[0], *ids = v->in[1], *y;
    int64_t shape[WEIR_NDIM_MAX], count_shape[WEIR_NDIM_MAX];
    for (int i = 0; i < x->ndim; i++) shape[i] = i == 0 ? attr->num_segments : wr_shape(x)[i];
    for (int i = 0; i < x->ndim; i++) count_shape[i] = i == 0 ? attr->num_segments : 1;
    if (r == MAX || r == MIN)
        y = limits(v, r == MIN, x->ndim, shape);
    else
        y = wr_g_full(v, wr_build_number(v, r == PROD ? 1 : 0), shape, x->ndim, x->dtype,
                      x->device);
    y = wr_g_scatter_combine(v, y, ids, x, 0, names[r == MEAN ? SUM : r]);
    if (r != MEAN) return y;
    weir_array *count = wr_g_zeros(v, shape, 1, WEIR_INT64, x->device);
    count = wr_g_scatter_combine(v, count, ids, one_more(v), 0, "sum");
    return divided(v, y, wr_g_reshape(v, count, count_shape, x->ndim), x->dtype);
}

#define SEGMENT(name, which)                                                                       \
    static weir_status name##_need(const weir_infer *c) { return need_segments(c, which); }        \
    static weir_array *name##_composite(weir_vjp *v) { return segments(v, which); }                \
    WR_COMPOSITE(name, 0)
SEGMENT(segment_sum, SUM)
SEGMENT(segment_prod, PROD)
SEGMENT(segment_max, MAX)
SEGMENT(segment_min, MIN)
SEGMENT(segment_mean, MEAN)

/* ---- Operator definitions -------------------------------------------------------------------- */

WR_OP(scatter_reduce) = {
    .size = sizeof(weir_op_def),
    .name = "scatter_reduce",
    .summary = "A copy of x with the rows (along an axis) at the given indices reduced with "
               "updates: their sum, product, maximum, minimum or mean.",
    .notes = "Updates are broadcast to the shape of take(x, indices, axis).  Rows that are not "
             "indexed keep their values.  Without include_self the indexed rows are the reduction "
             "of the updates alone.  The gradient is that of PyTorch's scatter_reduce: equal "
             "maxima share it.",
    .inputs = "x, indices, updates",
    .outputs = "y",
    .parts = "indices: row of each update along the axis; "
             "updates: the rows to store or combine; "
             "y: x with the updates",
    WR_USE_COMPOSITE(scatter_reduce),
    WEIR_USE_ATTRS(scatter_reduce),
    .samples = "(5,3), i64(4)@0:5, (4,3) axis=0 reduce='mean'; "
               "(2,5), i32(2,3)@-5:5, (2,2,3) axis=1 reduce='max' include_self=0; "
               "(3,4), i64(5)@-12:12, (5) reduce='mean' include_self=0; "
               "(5,3)@0.5:2, i64(6)@0:5, (3)@0.5:2 axis=0 reduce='prod'",
};

WR_OP(put_along_axis_reduce) = {
    .size = sizeof(weir_op_def),
    .name = "put_along_axis_reduce",
    .summary = "A copy of x with the elements at per-position indices along an axis reduced with "
               "values: their sum, product, maximum, minimum or mean.",
    .notes = "Elements that are not indexed keep their values.  Without include_self the indexed "
             "elements are the reduction of the values alone.  This is PyTorch's scatter_reduce, "
             "with the same gradient: equal maxima share it.",
    .inputs = "x, indices, values",
    .outputs = "y",
    .parts = "indices: index of each value along the axis; "
             "values: the values to store or combine; "
             "y: x with the values",
    WR_USE_COMPOSITE(put_along_axis_reduce),
    WEIR_USE_ATTRS(put_along_axis_reduce),
    .samples = "(3,5), i64(3,2)@0:5, (3,2) reduce='mean'; "
               "(4,3), i32(2,3)@-4:4, (2,3) axis=0 reduce='min' include_self=0; "
               "(2,3,4), i64(2,5,4)@0:3, (2,5,4) axis=1 reduce='mean' include_self=0; "
               "(3,5), i64(1,4)@0:5, (3,4) reduce='sum' include_self=0",
};

WR_OP(segment_sum) = {
    .size = sizeof(weir_op_def),
    .name = "segment_sum",
    .summary = "Sum of the rows of each segment.",
    .notes = "Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and "
             "negative ones count from the end.  A segment without rows is 0.",
    .inputs = "data, segment_ids",
    .outputs = "y",
    .parts = "data: rows; "
             "segment_ids: segment of each row; "
             "y: one row for each segment",
    WR_USE_COMPOSITE(segment_sum),
    WEIR_USE_ATTRS(segment),
    .samples = "(5,3), i64(5)@0:4 num_segments=4; (6), i32(6)@-3:3 num_segments=3",
};

WR_OP(segment_prod) = {
    .size = sizeof(weir_op_def),
    .name = "segment_prod",
    .summary = "Product of the rows of each segment.",
    .notes = "Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and "
             "negative ones count from the end.  A segment without rows is 1.",
    .inputs = "data, segment_ids",
    .outputs = "y",
    .parts = "data: rows; "
             "segment_ids: segment of each row; "
             "y: one row for each segment",
    WR_USE_COMPOSITE(segment_prod),
    WEIR_USE_ATTRS(segment),
    .samples = "(5,3)@0.5:2, i64(5)@0:4 num_segments=4; (6)@0.5:2, i32(6)@-3:3 num_segments=3",
};

WR_OP(segment_max) = {
    .size = sizeof(weir_op_def),
    .name = "segment_max",
    .summary = "Maximum of the rows of each segment.",
    .notes =
        "Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and "
        "negative ones count from the end.  A segment without rows is -infinity, or the lowest "
        "value of an integer dtype.",
    .inputs = "data, segment_ids",
    .outputs = "y",
    .parts = "data: rows; "
             "segment_ids: segment of each row; "
             "y: one row for each segment",
    WR_USE_COMPOSITE(segment_max),
    WEIR_USE_ATTRS(segment),
    .samples = "(24,2), i64(24)@0:2 num_segments=2; (32), i32(32)@-2:2 num_segments=2",
};

WR_OP(segment_min) = {
    .size = sizeof(weir_op_def),
    .name = "segment_min",
    .summary = "Minimum of the rows of each segment.",
    .notes =
        "Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and "
        "negative ones count from the end.  A segment without rows is infinity, or the highest "
        "value of an integer dtype.",
    .inputs = "data, segment_ids",
    .outputs = "y",
    .parts = "data: rows; "
             "segment_ids: segment of each row; "
             "y: one row for each segment",
    WR_USE_COMPOSITE(segment_min),
    WEIR_USE_ATTRS(segment),
    .samples = "(24,2), i64(24)@0:2 num_segments=2; (32), i32(32)@-2:2 num_segments=2",
};

WR_OP(segment_mean) = {
    .size = sizeof(weir_op_def),
    .name = "segment_mean",
    .summary = "Mean of the rows of each segment.",
    .notes = "Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and "
             "negative ones count from the end.  A segment without rows is 0.",
    .inputs = "data, segment_ids",
    .outputs = "y",
    .parts = "data: rows; "
             "segment_ids: segment of each row; "
             "y: one row for each segment",
    WR_USE_COMPOSITE(segment_mean),
    WEIR_USE_ATTRS(segment),
    .samples = "(5,3), i64(5)@0:4 num_segments=4; (6), i32(6)@-3:3 num_segments=3",
};
