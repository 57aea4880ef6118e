/* cummax.c - cumulative maximum and minimum along an axis, and their indices: cummax, cummin.
 *
 * Elements are compared by their sort keys (sort_codes.h).  NaN has the highest key in both
 * operators, so all results after a NaN are NaN.  Among equal elements the last is chosen.  A line
 * is the sequence of elements along the axis at fixed indices along the others.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/core/cuda_kernels.h"
#include "ops/core/expression.h"
#include "ops/index/gather_scatter.h"
#include "ops/reduce/scan_cuda.h"
#include "ops/sort/sort_codes.h"

enum { COLS = WR_SIZE(128, 5), LOAD = WR_SIZE(16384, 8) };

#define CUMMAX_ATTRS(X, A) X(A, I64, axis, -1, "axis to accumulate along", "axis")
WEIR_ATTRS(cummax, CUMMAX_ATTRS);

static weir_status infer(weir_infer *c) {
    const cummax_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    int axis;
    WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    WR_TRY(wr_need_order(c, x->dtype));
    wr_meta_like(&c->out[0], x);
    wr_meta_like(&c->out[1], x);
    c->out[1].dtype = WEIR_INT64;
    c->dtype = x->dtype;
    if (wr_device_is_cuda(c->out[0].device))
        c->scratch_bytes = wr_scan_device_scratch(x->ndim, wr_shape(x), axis);
    return WEIR_OK;
}

typedef struct scan {
    wr_coding c;
    const wr_coder *coder;
    const char *x;
    char *values;
    int64_t *indices;
    /* n: number of elements per line; inner: stride within a line; across: number of groups of COLS
     * adjacent lines */
    int64_t n, inner, across;
    size_t size;
} scan;

static void run_lines(const scan *s, int64_t first, int64_t cols) {
    uint64_t best[COLS];
    int64_t where[COLS];
    for (int64_t i = 0; i < s->n; i++)
        for (int64_t col = 0; col < cols; col++) {
            int64_t at = first + i * s->inner + col;
            uint64_t key = s->coder->key(&s->c, s->x, at);
            if (i == 0 || key >= best[col]) best[col] = key, where[col] = i;
            s->indices[at] = where[col];
            memcpy(s->values + (size_t)at * s->size,
                   s->x + (size_t)(first + where[col] * s->inner + col) * s->size, s->size);
        }
}

static weir_status run_part(void *arg, int64_t begin, int64_t end) {
    const scan *s = arg;
    for (int64_t i = begin; i < end; i++) {
        int64_t col = i % s->across * COLS, left = s->inner - col;
        run_lines(s, i / s->across * s->n * s->inner + col, left < COLS ? left : COLS);
    }
    return WEIR_OK;
}

static weir_status run(const weir_kernel *k, bool least) {
    const cummax_attr *attr = k->attr;
    const weir_view *x = &k->in[0];
    int axis = 0;
    int64_t count = wr_view_count(x);
    if (count == 0) return WEIR_OK;
    wr_axis(attr->axis, x->ndim, &axis);
    scan s = {.c = wr_coding_of(x->dtype, least),
              .coder = wr_coder_of(k, x->dtype),
              .x = x->data,
              .values = k->out[0].data,
              .indices = k->out[1].data,
              .n = x->shape[axis],
              .inner = wr_count(x->ndim - axis - 1, x->shape + axis + 1),
              .size = wr_dtype_bytes(x->dtype)};
    s.across = (s.inner + COLS - 1) / COLS;
    int64_t load = (s.inner < COLS ? s.inner : COLS) * s.n, grain = LOAD / load;
    return wr_split(k, count / s.n / s.inner * s.across, grain > 0 ? grain : 1, run_part, &s);
}

weir_status wr_cuda_cumulative_extreme(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const cummax_attr *attr = k->attr;
    wr_cuda_scan s = {.kind = k->op == &wr_ops[WR_OP_cummin] ? "min" : "max",
                      .computes = wr_compute_dtype[wr_dtypes[k->in[0].dtype].compute],
                      .x = &k->in[0]};
    wr_axis(attr->axis, k->in[0].ndim, &s.axis);
    return wr_cuda_scan_run(c, &s);
}

static weir_status reference(const weir_kernel *k, bool least) {
    const cummax_attr *attr = k->attr;
    const weir_view *x = &k->in[0];
    int axis = 0;
    wr_axis(attr->axis, x->ndim, &axis);
    int64_t n = x->shape[axis], inner = wr_count(x->ndim - axis - 1, x->shape + axis + 1);
    for (int64_t at = 0; at < wr_view_count(x); at++) {
        int64_t own = at / inner % n, best = 0;
        for (int64_t i = 1; i <= own; i++) {
            double a = wr_view_get(x, at - (own - best) * inner);
            double b = wr_view_get(x, at - (own - i) * inner);
            if (b != b || (a == a && (least ? b <= a : b >= a))) best = i;
        }
        wr_view_put(&k->out[0], at, wr_view_get(x, at - (own - best) * inner));
        wr_view_put(&k->out[1], at, (double)best);
    }
    return WEIR_OK;
}

static weir_status cummax_run(const weir_kernel *k) { return run(k, false); }
static weir_status cummin_run(const weir_kernel *k) { return run(k, true); }
static weir_status cummax_reference(const weir_kernel *k) { return reference(k, false); }
static weir_status cummin_reference(const weir_kernel *k) { return reference(k, true); }

static void vjp(weir_vjp *v) {
    const cummax_attr *attr = v->attr;
    v->grad_in[0] = wr_g_put_along_axis(v, wr_build_zeros(v, v->in[0]), v->out[1], v->grad_out[0],
                                        attr->axis, 1);
}

WR_OP(cummax) = {
    .size = sizeof(weir_op_def),
    .name = "cummax",
    .summary = "Cumulative maximum along an axis, and the index of each maximum.",
    .notes = "Among equal elements the index is that of the last.  Once a NaN occurs, the results "
             "after it are NaN.",
    .inputs = "x",
    .outputs = "values, indices",
    .parts = "values: the largest or smallest element so far; "
             "indices: the index of that element",
    .infer = infer,
    .run = cummax_run,
    .reference = cummax_reference,
    .vjp = vjp,
    WEIR_USE_ATTRS(cummax),
    .samples = "(5); (3,4) axis=0; (2,3,4) axis=1; i32(3,4)@0:3",
};

WR_OP(cummin) = {
    .size = sizeof(weir_op_def),
    .name = "cummin",
    .summary = "Cumulative minimum along an axis, and the index of each minimum.",
    .notes = "Among equal elements the index is that of the last.  Once a NaN occurs, the results "
             "after it are NaN.",
    .inputs = "x",
    .outputs = "values, indices",
    .parts = "values: the largest or smallest element so far; "
             "indices: the index of that element",
    .infer = infer,
    .run = cummin_run,
    .reference = cummin_reference,
    .vjp = vjp,
    WEIR_USE_ATTRS(cummax),
    .samples = "(5); (3,4) axis=0; (2,3,4) axis=1; i32(3,4)@0:3",
};
