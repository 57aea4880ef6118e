/* bincount.c - counts the occurrences of each integer: bincount, which waits for its input, because
 * the largest integer determines the shape of the result, and bincount_sized, whose size is an
 * attribute.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array/element.h"
#include "ops/core/cuda_kernels.h"
#include "ops/core/expression.h"
#include "ops/reduce/accumulate.h"
#include "ops/reduce/accumulate_cuda.h"

static weir_status need_counted(const weir_infer *c) {
    const weir_array *x = c->in[0], *weights = c->in_count > 1 ? c->in[1] : NULL;
    if (wr_dtype_kind_of(x->dtype) != WR_KIND_INT)
        return wr_refuse(c, "x must be an integer array, not %s", wr_dtypes[x->dtype].name);
    if (x->ndim != 1)
        return wr_refuse(c, "x must have one dimension, but is %s; use ravel", wr_array_text_of(x));
    if (weights == NULL) return WEIR_OK;
    if (wr_dtype_kind_of(weights->dtype) == WR_KIND_COMPLEX)
        return wr_refuse(c, "weights must be real, not %s", wr_dtypes[weights->dtype].name);
    if (weights->ndim != 1 || weights->count != x->count)
        return wr_refuse(c, "weights is %s and x is %s; expected the same shape",
                         wr_array_text_of(weights), wr_array_text_of(x));
    return WEIR_OK;
}

/* ---- bincount_sized -------------------------------------------------------------------------- */

#define BINCOUNT_SIZED_ATTRS(X, A)                                                                 \
    X(A, I64, size, WEIR_REQUIRED, "integers from 0 to size - 1 are counted", ">= 0")
WEIR_ATTRS(bincount_sized, BINCOUNT_SIZED_ATTRS);

static weir_status bincount_sized_infer(weir_infer *c) {
    const bincount_sized_attr *attr = c->attr;
    const weir_array *weights = c->in_count > 1 ? c->in[1] : NULL;
    WR_TRY(need_counted(c));
    if (attr->size < 0)
        return wr_refuse(c, "size must be at least 0, got %lld", (long long)attr->size);
    if (attr->size > INT64_MAX / 16)
        return wr_refuse(c, "size=%lld is too large", (long long)attr->size);
    wr_meta_shape(&c->out[0], 1, &attr->size);
    int dtype = WEIR_INT64;
    if (weights != NULL)
        dtype =
            wr_dtype_kind_of(weights->dtype) == WR_KIND_FLOAT ? weights->dtype : wr_default_dtype();
    c->out[0].dtype = c->dtype = dtype;
    c->scratch_bytes = wr_accumulation_bytes(c->in[0]->count, attr->size);
    return WEIR_OK;
}

typedef struct numbers {
    const weir_kernel *k;
    int64_t size;
} numbers;

/* A uint64 value above the int64 range becomes negative in the cast and is therefore found to be
 * invalid. */
static int64_t slots_of(const void *arg, int64_t *slot, int64_t at, int64_t n) {
    const numbers *a = arg;
    const weir_view *x = &a->k->in[0];
    const char *from = (const char *)x->data + at * (int64_t)wr_dtype_bytes(x->dtype);
    int64_t wrong = 0;
    wr_simd_of(a->k)->cast->cast[x->dtype][WEIR_INT64](slot, from, n);
    for (int64_t i = 0; i < n; i++) wrong |= (slot[i] < 0) | (slot[i] >= a->size);
    for (int64_t i = 0; wrong && i < n; i++)
        if (slot[i] < 0 || slot[i] >= a->size) return i;
    return n;
}

static weir_status bincount_sized_run(const weir_kernel *k) {
    const bincount_sized_attr *attr = k->attr;
    const weir_view *x = &k->in[0];
    numbers a = {k, attr->size};
    wr_accumulation t = {.k = k,
                         .n = wr_view_count(x),
                         .slots = attr->size,
                         .weights = k->in_count > 1 && k->in[1].dtype != 0 ? &k->in[1] : NULL,
                         .fn = slots_of,
                         .arg = &a,
                         .scratch = k->scratch};
    WR_TRY(wr_accumulation_run(&t, &k->out[0]));
    if (t.wrong < 0) return WEIR_OK;
    int64_t slot;
    wr_accumulation_fn *slot_of_wrong = slots_of;
    slot_of_wrong(&a, &slot, t.wrong, 1);
    if (slot < 0 && wr_dtypes[x->dtype].is_signed)
        return wr_kernel_fail(k, WEIR_EINVAL, "x[%lld] is negative: %lld", (long long)t.wrong,
                              (long long)slot);
    return wr_kernel_fail(k, WEIR_EINVAL, "x[%lld] is %llu; it must be below size=%lld",
                          (long long)t.wrong, (unsigned long long)slot, (long long)attr->size);
}

weir_status wr_cuda_bincount_sized(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const bincount_sized_attr *attr = k->attr;
    wr_cuda_accumulation t = {.slots = attr->size,
                              .weights = k->in_count > 1 && k->in[1].dtype != 0 ? &k->in[1] : NULL,
                              .is_given = true,
                              .sums = k->scratch};
    return wr_cuda_accumulate(c, &t);
}

static weir_status bincount_sized_reference(const weir_kernel *k) {
    const bincount_sized_attr *attr = k->attr;
    const weir_view *x = &k->in[0];
    bool weighted = k->in_count > 1 && k->in[1].dtype != 0;
    for (int64_t s = 0; s < attr->size; s++) {
        double sum = 0;
        for (int64_t i = 0; i < wr_view_count(x); i++)
            if (wr_view_get(x, i) == (double)s) sum += weighted ? wr_view_get(&k->in[1], i) : 1;
        wr_view_put(&k->out[0], s, sum);
    }
    for (int64_t i = 0; i < wr_view_count(x); i++)
        if (wr_view_get(x, i) < 0 || wr_view_get(x, i) >= (double)attr->size)
            return wr_kernel_fail(k, WEIR_EINDEX,
                                  "an element of x is negative or not below size=%lld",
                                  (long long)attr->size);
    return WEIR_OK;
}

static void bincount_vjp(weir_vjp *v) {
    if (v->in_count < 2 || v->in[1] == NULL || !v->wanted[1]) return;
    weir_array *g = wr_g_take(v, v->grad_out[0], v->in[0], 0);
    v->grad_in[1] = wr_build_unbroadcast(v, g, v->in[1]);
}

WR_OP(bincount_sized) = {
    .size = sizeof(weir_op_def),
    .name = "bincount_sized",
    .summary =
        "Count the occurrences (or sum the weights) of each integer from 0 to size - 1 in x.",
    .notes =
        "The task fails if an integer is outside the range.  Unlike bincount, this operator does "
        "not wait for x.",
    .inputs = "x, weights?",
    .outputs = "y",
    .parts = "x: integers from 0; "
             "weights: weight of each integer; "
             "y: count or sum of weights of each integer",
    .infer = bincount_sized_infer,
    .run = bincount_sized_run,
    .reference = bincount_sized_reference,
    .vjp = bincount_vjp,
    WEIR_USE_ATTRS(bincount_sized),
    .samples =
        "i64(9)@0:5 size=5; u8(7)@0:4, f32(7) size=6; i32(0) size=2; i16(8)@0:3, i32(8) size=3",
};

/* ---- bincount -------------------------------------------------------------------------------- */

#define BINCOUNT_ATTRS(X, A) X(A, I64, minlength, 0, "minimum length of the result", ">= 0")
WEIR_ATTRS(bincount, BINCOUNT_ATTRS);

static weir_status bincount_eager(weir_infer *c, weir_array **out) {
    const bincount_attr *attr = c->attr;
    weir_array *x = c->in[0], *most;
    bincount_sized_attr sized = {attr->minlength};
    WR_TRY(need_counted(c));
    if (attr->minlength < 0)
        return wr_refuse(c, "minlength must be at least 0, got %lld", (long long)attr->minlength);
    if (x->count > 0) {
        WR_TRY(wr_call(x->rt, &wr_ops[WR_OP_max], &x, 1, NULL, &most, NULL));
        int64_t last = 0;
        weir_status status = wr_array_count_of(most, "bincount", &last);
        weir_array_release(most);
        WR_TRY(status);
        if (last >= sized.size && last < INT64_MAX) sized.size = last + 1;
    }
    return wr_call(x->rt, &wr_ops[WR_OP_bincount_sized], c->in, c->in_count, &sized, out, NULL);
}

WR_OP(bincount) = {
    .size = sizeof(weir_op_def),
    .name = "bincount",
    .summary =
        "Count the occurrences (or sum the weights) of each integer from 0 to the maximum of x.",
    .notes = "The length of the result depends on the values, so this operator waits for x; "
             "bincount_sized does not.  The task fails if an integer is negative.",
    .inputs = "x, weights?",
    .outputs = "y",
    .parts = "x: integers from 0; "
             "weights: weight of each integer; "
             "y: count or sum of weights of each integer",
    .flags = WEIR_OP_BLOCKING,
    .eager = bincount_eager,
    .vjp = bincount_vjp,
    WEIR_USE_ATTRS(bincount),
    .samples = "i64(9)@0:5; u8(7)@0:4, f32(7) minlength=9; i32(0) minlength=2",
};
