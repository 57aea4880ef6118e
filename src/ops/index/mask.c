/* mask.c - mask_select, mask_select_sized and mask_put: read and write by a boolean mask.
 *
 * A mask has the shape of x, or of its leading dimensions, in which case it selects rows.
 * mask_select waits for the mask, because the shape of the result depends on the mask's values.
 * mask_put does not wait.  mask_select_sized does not wait either, because the caller passes the
 * number of true elements; it is used by the gradient of mask_put.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/core/expression.h"
#include "ops/index/gather_scatter.h"
#include "ops/index/compact.h"
#include "ops/index/compact_cuda.h"

static weir_status need_mask(const weir_infer *c) {
    const weir_array *x = c->in[0], *mask = c->in[1];
    if (mask->dtype != WEIR_BOOL)
        return wr_refuse_as(c, WEIR_EDTYPE, "the mask must be bool, not %s",
                            wr_dtypes[mask->dtype].name);
    bool fits = mask->ndim <= x->ndim;
    for (int i = 0; fits && i < mask->ndim; i++) fits = wr_shape(mask)[i] == wr_shape(x)[i];
    if (fits) return WEIR_OK;
    return wr_refuse(
        c, "the mask has shape %s, which does not match the leading dimensions of x of shape %s",
        wr_shape_text(mask->ndim, wr_shape(mask)), wr_shape_text(x->ndim, wr_shape(x)));
}

static int64_t row_length(int x_ndim, const int64_t *shape, int mask_ndim) {
    return wr_count(x_ndim - mask_ndim, shape + mask_ndim);
}

typedef struct rows {
    char *to;
    const char *from;
    size_t bytes; /* bytes per row; if 0, there is nothing to copy */
    bool same;    /* `from` is a single row, which is copied to all selected elements */
} rows;

#define WORDS(bytes_)                                                                              \
    case bytes_:                                                                                   \
        for (int64_t i = 0; i < n; i++) memcpy(to + i * bytes_, r->from + at[i] * bytes_, bytes_); \
        break;

static void gather_rows(void *arg, const int64_t *at, int64_t n, int64_t first) {
    const rows *r = arg;
    int64_t bytes = (int64_t)r->bytes;
    char *to = r->to + first * bytes;
    switch (r->bytes) {
        WORDS(1)
        WORDS(2)
        WORDS(4)
        WORDS(8)
        WORDS(16)
    default:
        for (int64_t i = 0; i < n; i++) memcpy(to + i * bytes, r->from + at[i] * bytes, r->bytes);
    }
}

#undef WORDS
#define WORDS(bytes_)                                                                              \
    case bytes_:                                                                                   \
        for (int64_t i = 0; i < n; i++) memcpy(r->to + at[i] * bytes_, from + i * step, bytes_);   \
        break;

static void scatter_rows(void *arg, const int64_t *at, int64_t n, int64_t first) {
    const rows *r = arg;
    int64_t bytes = (int64_t)r->bytes, step = r->same ? 0 : bytes;
    const char *from = r->from + first * step;
    switch (r->bytes) {
        WORDS(1)
        WORDS(2)
        WORDS(4)
        WORDS(8)
        WORDS(16)
    default:
        for (int64_t i = 0; i < n; i++) memcpy(r->to + at[i] * bytes, from + i * step, r->bytes);
    }
}

/* ---- mask_select_sized ----------------------------------------------------------------------- */

#define MASK_SELECT_SIZED_ATTRS(X, A)                                                              \
    X(A, I64, size, WEIR_REQUIRED, "number of true elements in the mask", ">= 0")
WEIR_ATTRS(mask_select_sized, MASK_SELECT_SIZED_ATTRS);

static weir_status mask_select_sized_infer(weir_infer *c) {
    const mask_select_sized_attr *attr = c->attr;
    const weir_array *x = c->in[0], *mask = c->in[1];
    int dtype;
    WR_TRY(need_mask(c));
    WR_TRY(wr_promote(c, 0, 1, &dtype));
    if (attr->size < 0 || attr->size > mask->count)
        return wr_refuse(c, "size=%lld is out of range for a mask of %lld element%s",
                         (long long)attr->size, (long long)mask->count,
                         mask->count == 1 ? "" : "s");
    weir_meta *out = &c->out[0];
    out->ndim = 0;
    out->shape[out->ndim++] = attr->size;
    for (int i = mask->ndim; i < x->ndim; i++) out->shape[out->ndim++] = wr_shape(x)[i];
    out->dtype = c->dtype = dtype;
    c->scratch_bytes = wr_compact_bytes(mask->count);
    if ((out->device & 255) == WEIR_DEVICE_CUDA)
        c->scratch_bytes = wr_cuda_compact_bytes(mask->count, attr->size);
    return WEIR_OK;
}

static weir_status mask_select_sized_run(const weir_kernel *k) {
    const mask_select_sized_attr *attr = k->attr;
    const weir_view *x = &k->in[0], *mask = &k->in[1];
    wr_compact s;
    int64_t total;
    char number[16];
    WR_TRY(wr_compact_count(&s, k, mask, k->scratch, &total));
    if (total != attr->size)
        return wr_kernel_fail(k, WEIR_EINVAL, "%lld element%s of the mask %s true, but size=%lld",
                              (long long)total, total == 1 ? "" : "s", total == 1 ? "is" : "are",
                              (long long)attr->size);
    rows r = {k->out[0].data, x->data, 0, false};
    if (x->dtype != k->out[0].dtype) { /* x is a scalar, whose dtype is weak */
        wr_simd_of(k)->cast->cast[x->dtype][k->out[0].dtype](number, x->data, 1);
        r.from = number;
    }
    r.bytes = (size_t)row_length(x->ndim, x->shape, mask->ndim) * wr_dtype_bytes(k->out[0].dtype);
    return r.bytes > 0 ? wr_compact_run(&s, gather_rows, &r) : WEIR_OK;
}

weir_status wr_cuda_mask_select(wr_cuda_call *c) {
    const mask_select_sized_attr *attr = c->k->attr;
    const weir_view *x = &c->k->in[0], *mask = &c->k->in[1];
    return wr_cuda_select_rows(c, row_length(x->ndim, x->shape, mask->ndim), attr->size);
}

static void mask_select_vjp(weir_vjp *v) {
    if (v->wanted[0])
        v->grad_in[0] = wr_g_mask_put(v, wr_build_zeros(v, v->in[0]), v->in[1], v->grad_out[0]);
}

WR_OP(mask_select_sized) = {
    .size = sizeof(weir_op_def),
    .name = "mask_select_sized",
    .summary = "Elements (or rows) of x where the mask is true, when their number is known.",
    .notes = "A mask with another number of true elements makes the operation fail.  Unlike "
             "mask_select, this does not wait.",
    .inputs = "x, mask",
    .outputs = "y",
    .parts = "mask: bools, in the shape of x or of its leading axes; "
             "y: the elements or rows where the mask is true",
    .infer = mask_select_sized_infer,
    .run = mask_select_sized_run,
    .vjp = mask_select_vjp,
    WEIR_USE_ATTRS(mask_select_sized),
    .samples = "(3,4), b(3,4)@1:2 size=12; (3,4), b(3)@1:2 size=3",
};

/* ---- mask_select ----------------------------------------------------------------------------- */

static weir_status mask_select_eager(weir_infer *c, weir_array **out) {
    WR_TRY(need_mask(c));
    mask_select_sized_attr attr;
    WR_TRY(wr_compact_ask(c->in[1], "mask_select", &attr.size));
    return wr_call(c->in[0]->rt, &wr_ops[WR_OP_mask_select_sized], c->in, 2, &attr, out, NULL);
}

WR_OP(mask_select) = {
    .size = sizeof(weir_op_def),
    .name = "mask_select",
    .summary = "Elements (or rows) of x where the mask is true, as in x[mask].",
    .notes = "The size of the result depends on the mask, so this waits for the mask (not for x).  "
             "The mask has the shape of x or of its leading dimensions.",
    .inputs = "x, mask",
    .outputs = "y",
    .parts = "mask: bools, in the shape of x or of its leading axes; "
             "y: the elements or rows where the mask is true",
    .flags = WEIR_OP_BLOCKING,
    .eager = mask_select_eager,
    .vjp = mask_select_vjp,
    .samples = "(3,4), b(3,4); (3,4), b(3); (5), b(5)",
};

/* ---- mask_put -------------------------------------------------------------------------------- */

/* Return whether the values have one row for each true element of the mask.  If not, they have a
 * single row, which is used for all true elements. */
static bool has_row_each(int values_ndim, const int64_t *shape, int row_ndim) {
    return values_ndim > row_ndim && shape[0] != 1;
}

static bool matches_rows(int values_ndim, const int64_t *shape, int dtype, int row_ndim,
                         const int64_t *row_shape, int wanted) {
    bool same = dtype == wanted && values_ndim >= row_ndim;
    for (int i = 0; same && i < row_ndim; i++)
        same = shape[values_ndim - row_ndim + i] == row_shape[i];
    return same;
}

static weir_status mask_put_infer(weir_infer *c) {
    const weir_array *x = c->in[0], *mask = c->in[1], *values = c->in[2];
    WR_TRY(need_mask(c));
    wr_meta_like(&c->out[0], x);
    c->dtype = x->dtype;
    if (wr_dtype_kind_of(values->dtype) > wr_dtype_kind_of(x->dtype))
        return wr_refuse_as(c, WEIR_EDTYPE,
                            "values of dtype %s cannot be stored in x of dtype %s; cast the values",
                            wr_dtypes[values->dtype].name, wr_dtypes[x->dtype].name);
    WR_TRY(wr_need_number_held(c, 2, x->dtype));
    int row_ndim = x->ndim - mask->ndim, extra = values->ndim - row_ndim, ndim;
    const int64_t *row = wr_shape(x) + mask->ndim, *own = wr_shape(values);
    int64_t both[WEIR_NDIM_MAX];
    bool fits = extra <= 1;
    if (fits && extra == 1)
        fits = wr_broadcast(row_ndim, row, row_ndim, own + 1, &ndim, both);
    else if (fits)
        fits = wr_broadcast(row_ndim, row, values->ndim, own, &ndim, both);
    for (int i = 0; fits && i < row_ndim; i++) fits = both[i] == row[i];
    if (!fits)
        return wr_refuse(c, "values of shape %s cannot be broadcast to rows of shape %s",
                         wr_shape_text(values->ndim, own), wr_shape_text(row_ndim, row));
    int64_t count = has_row_each(values->ndim, own, row_ndim) ? own[0] : 1;
    bool on_cuda = (c->out[0].device & 255) == WEIR_DEVICE_CUDA;
    c->scratch_bytes = on_cuda ? wr_cuda_compact_bytes(mask->count, count)
                               : (wr_compact_bytes(mask->count) + 63) / 64 * 64;
    if ((on_cuda && values->flags & WR_NUMBER) ||
        !matches_rows(values->ndim, own, values->dtype, row_ndim, row, x->dtype))
        c->scratch_bytes += (uint64_t)(count * wr_count(row_ndim, row)) * wr_dtype_bytes(x->dtype);
    return WEIR_OK;
}

/* Set r->from to the values as rows of x's dtype: the values in place, or a copy in scratch memory
 * that is cast and broadcast. */
static weir_status load_values(const weir_kernel *k, rows *r) {
    const weir_view *x = &k->out[0], *mask = &k->in[1], *values = &k->in[2];
    int row_ndim = x->ndim - mask->ndim;
    const int64_t *row = x->shape + mask->ndim;
    bool each = has_row_each(values->ndim, values->shape, row_ndim);
    r->same = !each;
    r->from = values->data;
    if (matches_rows(values->ndim, values->shape, values->dtype, row_ndim, row, x->dtype))
        return WEIR_OK;
    int64_t shape[WEIR_NDIM_MAX + 1], strides[WEIR_NDIM_MAX + 1];
    shape[0] = each ? values->shape[0] : 1;
    for (int i = 0; i < row_ndim; i++) shape[i + 1] = row[i];
    wr_row_major(row_ndim + 1, shape, strides);
    uint64_t at = (wr_compact_bytes(wr_view_count(mask)) + 63) / 64 * 64;
    weir_view to = {(char *)k->scratch + at, shape, strides, x->dtype, row_ndim + 1};
    r->from = to.data;
    return wr_copy_view(k, &to, values);
}

static weir_status mask_put_run(const weir_kernel *k) {
    const weir_view *x = &k->out[0], *mask = &k->in[1], *values = &k->in[2];
    int row_ndim = x->ndim - mask->ndim;
    wr_compact s;
    int64_t total;
    WR_TRY(wr_compact_count(&s, k, mask, k->scratch, &total));
    if (has_row_each(values->ndim, values->shape, row_ndim) && values->shape[0] != total)
        return wr_kernel_fail(
            k, WEIR_EINVAL, "%lld value%s %s not match %lld true element%s of the mask",
            (long long)values->shape[0], values->shape[0] == 1 ? "" : "s",
            values->shape[0] == 1 ? "does" : "do", (long long)total, total == 1 ? "" : "s");
    rows r = {.to = x->data,
              .bytes =
                  (size_t)row_length(x->ndim, x->shape, mask->ndim) * wr_dtype_bytes(x->dtype)};
    WR_TRY(wr_start_as_input(k));
    if (r.bytes == 0 || total == 0) return WEIR_OK;
    WR_TRY(load_values(k, &r));
    return wr_compact_run(&s, scatter_rows, &r);
}

weir_status wr_cuda_mask_put(wr_cuda_call *c) {
    const weir_view *x = &c->k->out[0], *mask = &c->k->in[1], *values = &c->k->in[2];
    int row_ndim = x->ndim - mask->ndim;
    const int64_t *row = x->shape + mask->ndim;
    bool each = has_row_each(values->ndim, values->shape, row_ndim);
    int64_t shape[WEIR_NDIM_MAX + 1], strides[WEIR_NDIM_MAX + 1];
    shape[0] = each ? values->shape[0] : 1;
    for (int i = 0; i < row_ndim; i++) shape[i + 1] = row[i];
    wr_row_major(row_ndim + 1, shape, strides);
    /* A row of a 32-dimensional array has no further dimension. */
    int skip = row_ndim == WEIR_NDIM_MAX;
    const wr_cuda_rows r = {
        .length = wr_count(row_ndim, row),
        .rows = shape[0],
        .each = each,
        .as_is = matches_rows(values->ndim, values->shape, values->dtype, row_ndim, row, x->dtype),
        .rows_view = {NULL, shape + skip, strides + skip, x->dtype, row_ndim + 1 - skip},
        .values_at = wr_cuda_compact_bytes(wr_view_count(mask), shape[0])};
    return wr_cuda_put_rows(c, &r);
}

/* Return the mask with a dimension of size one appended for each dimension of a row. */
static weir_array *expand_mask(weir_vjp *v) {
    weir_array *x = v->in[0], *mask = v->in[1];
    int64_t shape[WEIR_NDIM_MAX];
    for (int i = 0; i < x->ndim; i++) shape[i] = i < mask->ndim ? wr_shape(mask)[i] : 1;
    return wr_g_reshape(v, mask, shape, x->ndim);
}

static void mask_put_vjp(weir_vjp *v) {
    weir_array *dy = v->grad_out[0], *zero = wr_build_number(v, 0);
    weir_array *x = v->in[0], *mask = v->in[1], *values = v->in[2], *g;
    int row_ndim = x->ndim - mask->ndim;
    if (v->wanted[0]) v->grad_in[0] = wr_g_mask_put(v, dy, mask, zero);
    if (!v->wanted[2] || dy == NULL) return;
    if (has_row_each(values->ndim, wr_shape(values), row_ndim)) {
        g = wr_g_mask_select_sized(v, dy, mask, wr_shape(values)[0]);
    } else {
        int64_t axes[WEIR_NDIM_MAX], shape[WEIR_NDIM_MAX + 1] = {1};
        for (int i = 0; i < mask->ndim; i++) axes[i] = i;
        for (int i = 0; i < row_ndim; i++) shape[i + 1] = wr_shape(x)[mask->ndim + i];
        g = wr_g_where(v, expand_mask(v), dy, zero);
        if (mask->ndim > 0) g = wr_g_sum(v, g, axes, mask->ndim, 0, 0);
        if (values->ndim > row_ndim) g = wr_g_reshape(v, g, shape, row_ndim + 1);
    }
    v->grad_in[2] = wr_build_unbroadcast(v, g, values);
}

WR_OP(mask_put) = {
    .size = sizeof(weir_op_def),
    .name = "mask_put",
    .summary =
        "A copy of x with the elements replaced where the mask is true, as in x[mask] = values.",
    .notes =
        "Values are one row for all true elements, or one row for each in row-major order; any "
        "other number of rows makes the operation fail.  If x is also the output, only the "
        "selected elements are written.",
    .inputs = "x, mask, values",
    .outputs = "y",
    .parts = "mask: bools, in the shape of x or of its leading axes; "
             "values: new values, in order; "
             "y: x with the new values",
    .flags = WEIR_OP_UPDATES,
    .infer = mask_put_infer,
    .run = mask_put_run,
    .vjp = mask_put_vjp,
    .samples =
        "(3,4), b(3,4), (); (3,4), b(3,4)@1:2, (12); (3,4), b(3), (4); (3,4), b(3)@1:2, (3,1)",
};
