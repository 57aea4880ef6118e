/* embedding.c - looks up rows of an embedding table by index.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "array/element.h"
#include "ops/core/cuda_kernels.h"
#include "ops/core/expression.h"
#include "ops/index/gather_scatter.h"

#define EMBEDDING_ATTRS(X, A)                                                                      \
    X(A, I64, padding_idx, WEIR_NONE, "row that is excluded from the gradient; none: no such row")
WEIR_ATTRS(embedding, EMBEDDING_ATTRS);

static weir_status embedding_infer(weir_infer *c) {
    const embedding_attr *attr = c->attr;
    const weir_array *indices = c->in[0], *table = c->in[1];
    weir_meta *out = &c->out[0];
    WR_TRY(wr_need_index(c, 0));
    if (table->ndim != 2)
        return wr_refuse(c, "weight must be a matrix, got shape %s",
                         wr_shape_text(table->ndim, wr_shape(table)));
    int64_t rows = wr_shape(table)[0], padding = attr->padding_idx;
    if (padding != WEIR_NONE && (padding < -rows || padding >= rows))
        return wr_refuse(c, "padding_idx=%lld is out of range for %lld row%s", (long long)padding,
                         (long long)rows, rows == 1 ? "" : "s");
    if (indices->ndim >= WEIR_NDIM_MAX)
        return wr_refuse(c, "indices %s have %d dimensions; at most %d are supported",
                         wr_array_text_of(indices), indices->ndim, WEIR_NDIM_MAX - 1);
    wr_meta_shape(out, indices->ndim, wr_shape(indices));
    out->shape[out->ndim++] = wr_shape(table)[1];
    out->dtype = c->dtype = table->dtype;
    wr_gather_needs(c, out, indices->count, 1);
    return WEIR_OK;
}

static weir_status fail_at(const weir_kernel *k, int64_t point, int64_t row) {
    const weir_view *x = &k->in[0];
    int64_t at[WEIR_NDIM_MAX], rest = point;
    char where[80] = "";
    for (int d = x->ndim - 1; d >= 0; rest /= x->shape[d], d--) at[d] = rest % x->shape[d];
    if (x->ndim == 1) snprintf(where, sizeof where, " at position %lld", (long long)point);
    if (x->ndim > 1) snprintf(where, sizeof where, " at position %s", wr_shape_text(x->ndim, at));
    return wr_kernel_fail(k, WEIR_EINDEX, "index %lld%s is out of range for axis 0 of size %lld",
                          (long long)row, where, (long long)k->in[1].shape[0]);
}

/* Fail if an index is negative.  In a lookup table a negative index is a mistake; it does not count
 * from the end. */
static weir_status need_rows(const weir_kernel *k) {
    const weir_view *x = &k->in[0];
    bool in_order = wr_view_is_row_major(x);
    if (!wr_dtypes[x->dtype].is_signed) return WEIR_OK;
    for (int64_t i = 0; i < wr_view_count(x); i++) {
        int64_t at = in_order ? i : wr_view_at(x, i);
        int64_t row = wr_element_i64(x->dtype, (const char *)x->data +
                                                   at * (int64_t)wr_dtype_bytes(x->dtype));
        if (row < 0) return fail_at(k, i, row);
    }
    return WEIR_OK;
}

static weir_status embedding_run(const weir_kernel *k) {
    WR_TRY(need_rows(k));
    wr_window w;
    wr_window_take(&w, &k->in[1], &k->in[0], 0);
    return wr_gather(k, &w, &k->in[1]);
}

static weir_status embedding_reference(const weir_kernel *k) {
    WR_TRY(need_rows(k));
    wr_window w;
    wr_window_take(&w, &k->in[1], &k->in[0], 0);
    return wr_gather_reference(k, &w, &k->in[1]);
}

weir_status wr_cuda_embedding(wr_cuda_call *c) {
    wr_window w;
    wr_window_take(&w, &c->k->in[1], &c->k->in[0], 0);
    return wr_cuda_gather(c, &w, &c->k->in[1], false);
}

static void embedding_vjp(weir_vjp *v) {
    const embedding_attr *attr = v->attr;
    weir_array *table = v->in[1];
    if (!v->wanted[1]) return;
    weir_array *sum = wr_g_scatter_add(v, wr_build_zeros(v, table), v->in[0], v->grad_out[0], 0);
    if (attr->padding_idx != WEIR_NONE) {
        const int64_t one = 1;
        weir_array *row = wr_build_number(v, (double)attr->padding_idx);
        row = wr_g_full(v, row, &one, 1, WEIR_INT64, table->device);
        sum = wr_g_scatter(v, sum, row, wr_build_number(v, 0), 0);
    }
    v->grad_in[1] = sum;
}

WR_OP(embedding) = {
    .size = sizeof(weir_op_def),
    .name = "embedding",
    .summary = "Look up the rows of an embedding table by index.",
    .notes = "An index that is negative or beyond the last row makes the operation fail.",
    .inputs = "indices, weight",
    .outputs = "y",
    .parts = "indices: rows to look up; "
             "weight: the table, (rows, features); "
             "y: the rows",
    .flags = WEIR_OP_STRIDED_IN,
    .infer = embedding_infer,
    .run = embedding_run,
    .reference = embedding_reference,
    .vjp = embedding_vjp,
    WEIR_USE_ATTRS(embedding),
    .samples = "i64(4)@0:5, (5,3); i32(2,3)@0:5, (5,4); u8()@0:4, (4,3)",
};
