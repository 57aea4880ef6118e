/* partition.c - partition, argpartition, lexsort, digitize and isin, built on sort and
 * searchsorted.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/composite_calls.h"
#include "ops/sort/sort_codes.h"
#include "ops/core/view.h"

/* Return the insertion indices of x in a sorted array. */
static weir_array *look_up(weir_vjp *v, weir_array *sorted, weir_array *x, const char *side) {
    const struct { const char *side; } attr = {side};
    weir_array *const in[] = {sorted, x};
    return wr_build(v, WR_OP_searchsorted, &attr, 2, in);
}

/* ---- partition, argpartition ----------------------------------------------------------------- */

#define PARTITION_ATTRS(X, A)                                                                      \
    X(A, I64, kth, WEIR_REQUIRED, "index that is put in its sorted position")                      \
    X(A, I64, axis, -1, "axis to partition along", "axis")
WEIR_ATTRS(partition, PARTITION_ATTRS);

static weir_status ordered(weir_infer *c, bool args, weir_array **out) {
    const partition_attr *attr = c->attr;
    weir_array *x = c->in[0];
    wr_compose m;
    int axis;
    WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    WR_TRY(wr_need_order(c, x->dtype));
    int64_t n = wr_shape(x)[axis];
    if (attr->kth == WEIR_NONE) return wr_refuse(c, "kth is required");
    if (attr->kth < -n || attr->kth >= n)
        return wr_refuse(c, "kth=%lld is out of range for axis %d of size %lld",
                         (long long)attr->kth, axis, (long long)n);
    WR_TRY(wr_compose_begin(&m, x->rt));
    weir_array *y = args ? wr_g_argsort(&m.v, x, axis, 0, 1) : wr_g_sort(&m.v, x, axis, 0, 1);
    return wr_compose_end(&m, y, out);
}

static weir_status partition_view(weir_infer *c, weir_array **out) {
    return ordered(c, false, out);
}
static weir_status argpartition_view(weir_infer *c, weir_array **out) {
    return ordered(c, true, out);
}

static void partition_vjp(weir_vjp *v) {
    const partition_attr *attr = v->attr;
    weir_array *order = wr_g_argsort(v, v->in[0], attr->axis, 0, 1);
    weir_array *index = wr_g_argsort(v, order, attr->axis, 0, 1);
    v->grad_in[0] = wr_g_take_along_axis(v, v->grad_out[0], index, attr->axis);
}

WR_OP(partition) = {
    .size = sizeof(weir_op_def),
    .name = "partition",
    .summary =
        "Partition along an axis: the kth element is where sorting would put it, smaller ones "
        "before it.",
    .notes = "All elements are sorted, which is fast; use topk for a few of them.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = partition_view,
    .vjp = partition_vjp,
    WEIR_USE_ATTRS(partition),
    .samples = "(3,5) kth=2; (4,3) kth=-1 axis=0; (6) kth=0",
};

WR_OP(argpartition) = {
    .size = sizeof(weir_op_def),
    .name = "argpartition",
    .summary = "Indices that partition along an axis: the kth element where sorting would put it.",
    .notes = "All elements are sorted, which is fast; use topk for a few of them.",
    .inputs = "x",
    .outputs = "indices",
    .parts = "indices: index of each element along the axis",
    .flags = WEIR_OP_VIEW,
    .view = argpartition_view,
    WEIR_USE_ATTRS(partition),
    .samples = "(3,5) kth=2; (4,3) kth=-1 axis=0; (6) kth=0",
};

/* ---- lexsort --------------------------------------------------------------------------------- */

#define LEXSORT_ATTRS(X, A) X(A, I64, axis, -1, "axis to sort along", "axis")
WEIR_ATTRS(lexsort, LEXSORT_ATTRS);

static weir_status lexsort_view(weir_infer *c, weir_array **out) {
    const lexsort_attr *attr = c->attr;
    const weir_array *first = c->in[0];
    wr_compose m;
    int axis;
    WR_TRY(wr_need_axis(c, attr->axis, first->ndim, &axis));
    for (uint32_t i = 0; i < c->in_count; i++) {
        const weir_array *key = c->in[i];
        WR_TRY(wr_need_order(c, key->dtype));
        if (!wr_same_shape(key, first))
            return wr_refuse(
                c, "key %u has shape %s, but key 0 has shape %s; all shapes must be equal", i,
                wr_shape_text(key->ndim, wr_shape(key)),
                wr_shape_text(first->ndim, wr_shape(first)));
    }
    WR_TRY(wr_compose_begin(&m, first->rt));
    weir_array *order = wr_g_argsort(&m.v, c->in[0], axis, 0, 1);
    for (uint32_t i = 1; i < c->in_count; i++) {
        weir_array *key = wr_g_take_along_axis(&m.v, c->in[i], order, axis);
        order = wr_g_take_along_axis(&m.v, order, wr_g_argsort(&m.v, key, axis, 0, 1), axis);
    }
    return wr_compose_end(&m, order, out);
}

WR_OP(lexsort) = {
    .size = sizeof(weir_op_def),
    .name = "lexsort",
    .summary =
        "Indices that sort by several keys: by the last key, then, where it is equal, by the one "
        "before it, and so on.",
    .inputs = "keys",
    .outputs = "indices",
    .parts = "keys: keys of the elements, the last one first in importance; "
             "indices: index of each element along the axis",
    .flags = WEIR_OP_VIEW | WEIR_OP_VARIADIC,
    .view = lexsort_view,
    WEIR_USE_ATTRS(lexsort),
    .samples = "i32(9)@0:3, i32(9)@0:3; (3,4), i8(3,4)@0:2 axis=0; (5)",
};

/* ---- digitize -------------------------------------------------------------------------------- */

#define DIGITIZE_ATTRS(X, A)                                                                       \
    X(A, BOOL, right, 0, "bins include their upper edge instead of the lower one")
WEIR_ATTRS(digitize, DIGITIZE_ATTRS);

static weir_status digitize_view(weir_infer *c, weir_array **out) {
    const digitize_attr *attr = c->attr;
    weir_array *x = c->in[0], *bins = c->in[1];
    wr_compose m;
    int dtype;
    if (bins->ndim != 1)
        return wr_refuse(c, "bins must have one dimension, got %s", wr_array_text_of(bins));
    WR_TRY(wr_promote_compared(c, 0, 2, &dtype));
    WR_TRY(wr_need_order(c, dtype));
    WR_TRY(wr_compose_begin(&m, bins->rt));
    weir_array *y = look_up(&m.v, bins, x, attr->right ? "left" : "right");
    return wr_compose_end(&m, y, out);
}

WR_OP(digitize) = {
    .size = sizeof(weir_op_def),
    .name = "digitize",
    .summary = "Index of the bin that each element falls into, for ascending bin edges.",
    .notes =
        "Index 0 means below the first edge, and the number of edges means above the last.  A bin "
        "includes its lower edge.",
    .inputs = "x, bins",
    .outputs = "indices",
    .parts = "bins: edges of the bins, ascending; "
             "indices: bin of each element",
    .flags = WEIR_OP_VIEW,
    .view = digitize_view,
    WEIR_USE_ATTRS(digitize),
    .samples = "(3,4), (1); i32(6), i32(1) right=1; (5), (0)",
};

/* ---- isin ------------------------------------------------------------------------------------ */

#define ISIN_ATTRS(X, A) X(A, BOOL, invert, 0, "test that the element is not in x2")
WEIR_ATTRS(isin, ISIN_ATTRS);

static weir_status isin_view(weir_infer *c, weir_array **out) {
    const isin_attr *attr = c->attr;
    weir_array *x = c->in[0], *among = c->in[1], *y;
    wr_compose m;
    int dtype;
    WR_TRY(wr_promote_compared(c, 0, 2, &dtype));
    WR_TRY(wr_need_order(c, dtype));
    WR_TRY(wr_compose_begin(&m, (x->flags & WR_NUMBER ? among : x)->rt));
    int64_t n = among->count;
    if (n == 0) {
        y = wr_g_zeros(&m.v, wr_shape(x), x->ndim, WEIR_BOOL, x->device);
    } else {
        weir_array *flat = wr_g_reshape(&m.v, among, &n, 1);
        if (flat != NULL && flat->dtype != dtype) flat = wr_g_astype(&m.v, flat, dtype);
        weir_array *sorted = wr_g_sort(&m.v, flat, 0, 0, 1);
        weir_array *index = look_up(&m.v, sorted, x, "left");
        index = wr_g_minimum(&m.v, index, wr_build_number(&m.v, (double)(n - 1)));
        if (index != NULL && index->dtype != WEIR_INT64)
            index = wr_g_astype(&m.v, index, WEIR_INT64);
        y = wr_g_equal(&m.v, wr_g_take(&m.v, sorted, index, 0), x);
    }
    if (attr->invert) y = wr_g_logical_not(&m.v, y);
    return wr_compose_end(&m, y, out);
}

WR_OP(isin) = {
    .size = sizeof(weir_op_def),
    .name = "isin",
    .summary = "Test whether each element of x1 is in x2.",
    .notes = "NaN equals nothing, so it is never in x2.",
    .inputs = "x1, x2",
    .outputs = "y",
    .parts = "x1: the elements to look for; "
             "x2: the elements to look among; "
             "y: true where an element of x1 is in x2",
    .flags = WEIR_OP_VIEW,
    .view = isin_view,
    WEIR_USE_ATTRS(isin),
    .samples = "i32(3,4)@0:6, i32(2,2)@0:6; (5), (3); u8(7)@0:4, u8(3)@0:4 invert=1; (4), (0)",
};
