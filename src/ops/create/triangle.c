/* triangle.c - tril and triu: copy one triangle of matrices and set the rest to zero.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/core/expression.h"
#include "ops/create/create_cuda.h"

enum { PIECE_BYTES = WR_SIZE(131072, 64) };

#define TRIANGLE_ATTRS(X, A)                                                                       \
    X(A, I64, k, 0, "diagonal that bounds the triangle; positive: above the main one")
WEIR_ATTRS(triangle, TRIANGLE_ATTRS);

static weir_status triangle_infer(weir_infer *c) {
    const weir_array *x = c->in[0];
    if (x->ndim < 2)
        return wr_refuse(c, "%s has %d dimension%s; at least 2 are required", wr_array_text_of(x),
                         x->ndim, x->ndim == 1 ? "" : "s");
    wr_meta_like(&c->out[0], x);
    c->dtype = x->dtype;
    return WEIR_OK;
}

typedef struct rows {
    const char *from;
    char *to;
    int64_t rows, cols, k;
    int shift;
    bool upper;
} rows;

/* Return the number of elements of a row that are on or below diagonal k. */
static int64_t below(int64_t row, int64_t cols, int64_t k) {
    if (k >= cols) return cols;
    if (k < -row) return 0;
    return row + k + 1 < cols ? row + k + 1 : cols;
}

static weir_status copy_rows(void *arg, int64_t begin, int64_t end) {
    const rows *r = arg;
    for (int64_t i = begin; i < end; i++) {
        size_t first = (size_t)(i * r->cols) << r->shift, all = (size_t)r->cols << r->shift;
        /* triu zeroes the elements on or below diagonal k - 1 and keeps those on or above diagonal
         * k. */
        int64_t lower = r->upper && r->k == INT64_MIN
                            ? 0
                            : below(i % r->rows, r->cols, r->upper ? r->k - 1 : r->k);
        size_t cut = (size_t)lower << r->shift;
        char *to = r->to + first;
        const char *from = r->from + first;
        if (r->upper) {
            memset(to, 0, cut);
            memcpy(to + cut, from + cut, all - cut);
        } else {
            memcpy(to, from, cut);
            memset(to + cut, 0, all - cut);
        }
    }
    return WEIR_OK;
}

static weir_status triangle_run(const weir_kernel *k, bool upper) {
    const triangle_attr *attr = k->attr;
    const weir_view *x = &k->in[0];
    if (wr_view_count(x) == 0) return WEIR_OK;
    rows r = {.from = x->data,
              .to = k->out[0].data,
              .rows = x->shape[x->ndim - 2],
              .cols = x->shape[x->ndim - 1],
              .k = attr->k,
              .shift = wr_dtypes[x->dtype].shift,
              .upper = upper};
    int64_t grain = (PIECE_BYTES >> r.shift) / r.cols;
    return wr_split(k, wr_view_count(x) / r.cols, grain > 0 ? grain : 1, copy_rows, &r);
}

static weir_status tril_run(const weir_kernel *k) { return triangle_run(k, false); }
static weir_status triu_run(const weir_kernel *k) { return triangle_run(k, true); }

static weir_status triangle_reference(const weir_kernel *k, bool upper) {
    const triangle_attr *attr = k->attr;
    const weir_view *x = &k->in[0];
    wr_copy_view(k, &k->out[0], x);
    for (int64_t i = 0; i < wr_view_count(x); i++) {
        int64_t col = i % x->shape[x->ndim - 1];
        int64_t row = i / x->shape[x->ndim - 1] % x->shape[x->ndim - 2];
        if (upper ? col - row < attr->k : col - row > attr->k) wr_view_put(&k->out[0], i, 0);
    }
    return WEIR_OK;
}

static weir_status tril_reference(const weir_kernel *k) { return triangle_reference(k, false); }
static weir_status triu_reference(const weir_kernel *k) { return triangle_reference(k, true); }

weir_status wr_cuda_tril(wr_cuda_call *c) {
    return wr_cuda_copy_triangle(c, ((const triangle_attr *)c->k->attr)->k, false);
}

weir_status wr_cuda_triu(wr_cuda_call *c) {
    return wr_cuda_copy_triangle(c, ((const triangle_attr *)c->k->attr)->k, true);
}

static void tril_vjp(weir_vjp *v) {
    const triangle_attr *attr = v->attr;
    v->grad_in[0] = wr_g_tril(v, v->grad_out[0], attr->k);
}

static void triu_vjp(weir_vjp *v) {
    const triangle_attr *attr = v->attr;
    v->grad_in[0] = wr_g_triu(v, v->grad_out[0], attr->k);
}

WR_OP(tril) = {
    .size = sizeof(weir_op_def),
    .name = "tril",
    .summary = "Lower triangle of matrices: zeros above diagonal k.",
    .inputs = "x",
    .outputs = "y",
    .infer = triangle_infer,
    .run = tril_run,
    .reference = tril_reference,
    .vjp = tril_vjp,
    WEIR_USE_ATTRS(triangle),
    .samples = "(4,4); (2,3,5) k=1; (4,3) k=-2",
};

WR_OP(triu) = {
    .size = sizeof(weir_op_def),
    .name = "triu",
    .summary = "Upper triangle of matrices: zeros below diagonal k.",
    .inputs = "x",
    .outputs = "y",
    .infer = triangle_infer,
    .run = triu_run,
    .reference = triu_reference,
    .vjp = triu_vjp,
    WEIR_USE_ATTRS(triangle),
    .samples = "(4,4); (2,3,5) k=1; (4,3) k=-2",
};
