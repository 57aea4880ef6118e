/* nonzero.c - nonzero and nonzero_sized: indices of nonzero elements.
 *
 * nonzero waits for x, because the shape of the result depends on its values.  nonzero_sized does
 * not wait, because the caller passes the number of nonzero elements.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/expression.h"
#include "ops/index/compact.h"
#include "ops/index/compact_cuda.h"

static weir_status need_dims(const weir_infer *c) {
    if (c->in[0]->ndim > 0) return WEIR_OK;
    return wr_refuse(c, "a 0-d array has no indices; reshape it to (1,)");
}

/* ---- nonzero_sized --------------------------------------------------------------------------- */

#define NONZERO_SIZED_ATTRS(X, A)                                                                  \
    X(A, I64, size, WEIR_REQUIRED, "number of nonzero elements", ">= 0")
WEIR_ATTRS(nonzero_sized, NONZERO_SIZED_ATTRS);

static weir_status nonzero_sized_infer(weir_infer *c) {
    const nonzero_sized_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    WR_TRY(need_dims(c));
    if (attr->size < 0 || attr->size > x->count)
        return wr_refuse(c, "size=%lld is out of range for %lld element%s", (long long)attr->size,
                         (long long)x->count, x->count == 1 ? "" : "s");
    weir_meta *out = &c->out[0];
    out->ndim = 2;
    out->shape[0] = x->ndim;
    out->shape[1] = attr->size;
    out->dtype = c->dtype = WEIR_INT64;
    c->scratch_bytes = (out->device & 255) == WEIR_DEVICE_CUDA
                           ? wr_cuda_compact_bytes(x->count, attr->size)
                           : wr_compact_bytes(x->count);
    return WEIR_OK;
}

typedef struct list {
    int ndim;
    const int64_t *shape;
    int64_t *out, size;
} list;

static void write(void *arg, const int64_t *at, int64_t n, int64_t first) {
    const list *l = arg;
    for (int64_t i = 0; i < n; i++) {
        int64_t rest = at[i], *to = l->out + first + i;
        for (int d = l->ndim - 1; d > 0; d--) {
            to[d * l->size] = rest % l->shape[d];
            rest /= l->shape[d];
        }
        *to = rest;
    }
}

static weir_status nonzero_sized_run(const weir_kernel *k) {
    const nonzero_sized_attr *attr = k->attr;
    const weir_view *x = &k->in[0];
    wr_compact s;
    int64_t total;
    WR_TRY(wr_compact_count(&s, k, x, k->scratch, &total));
    if (total != attr->size)
        return wr_kernel_fail(k, WEIR_EINVAL, "x has %lld nonzero element%s, but size=%lld",
                              (long long)total, total == 1 ? "" : "s", (long long)attr->size);
    list l = {x->ndim, x->shape, k->out[0].data, attr->size};
    return wr_compact_run(&s, write, &l);
}

weir_status wr_cuda_nonzero(wr_cuda_call *c) {
    const nonzero_sized_attr *attr = c->k->attr;
    return wr_cuda_list_indices(c, attr->size);
}

WR_OP(nonzero_sized) = {
    .size = sizeof(weir_op_def),
    .name = "nonzero_sized",
    .summary = "Indices of the nonzero elements, when their number is known.",
    .notes =
        "One row for each axis, in row-major order of the elements.  Another number of nonzero "
        "elements makes the operation fail.  Unlike nonzero, this does not wait.",
    .inputs = "x",
    .outputs = "y",
    .parts = "y: indices of the nonzero elements, one row each",
    .infer = nonzero_sized_infer,
    .run = nonzero_sized_run,
    WEIR_USE_ATTRS(nonzero_sized),
    .samples = "f32(3,4)@1:2 size=12; i64(5)@1:9 size=5",
};

/* ---- nonzero --------------------------------------------------------------------------------- */

static weir_status nonzero_eager(weir_infer *c, weir_array **out) {
    weir_array *x = c->in[0], *all;
    WR_TRY(need_dims(c));
    if (c->out_count < (uint32_t)x->ndim)
        return wr_refuse(c, "returns %d array%s, but `out` has space for %u", x->ndim,
                         x->ndim == 1 ? "" : "s", c->out_count);
    nonzero_sized_attr attr;
    WR_TRY(wr_compact_ask(x, "nonzero", &attr.size));
    WR_TRY(wr_call(x->rt, &wr_ops[WR_OP_nonzero_sized], &x, 1, &attr, &all, NULL));
    weir_status status = WEIR_OK;
    int made = 0;
    for (; made < x->ndim && status == WEIR_OK; made += status == WEIR_OK)
        status = wr_array_view(all, WEIR_INT64, 1, &attr.size, NULL, made * attr.size, &out[made]);
    weir_array_release(all);
    while (status != WEIR_OK && made > 0) weir_array_release(out[--made]);
    c->out_count = (uint32_t)x->ndim;
    return status;
}

WR_OP(nonzero) = {
    .size = sizeof(weir_op_def),
    .name = "nonzero",
    .summary = "Indices of the nonzero elements: one array for each axis.",
    .notes =
        "The size of the result depends on the values, so this waits for x.  The indices are in "
        "row-major order of the elements.",
    .inputs = "x",
    .outputs = "ys...",
    .parts = "ys: the indices of the nonzero elements, one array per axis",
    .flags = WEIR_OP_BLOCKING,
    .eager = nonzero_eager,
    .samples = "(3,4); b(5); i8(2,3,2)@-1:2",
};
