/* one_hot.c - encodes class indices as one-hot vectors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "array/element.h"
#include "ops/core/expression.h"
#include "ops/index/compact_cuda.h"

enum { PIECE_BYTES = WR_SIZE(131072, 64) };

#define ONE_HOT_ATTRS(X, A)                                                                        \
    X(A, I64, num_classes, WEIR_REQUIRED, "size of the new last dimension; required", ">= 0")      \
    X(A, DTYPE, dtype, 0, "dtype of the result; default: the default float dtype")
WEIR_ATTRS(one_hot, ONE_HOT_ATTRS);

static weir_status one_hot_infer(weir_infer *c) {
    const one_hot_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    weir_meta *out = &c->out[0];
    int dtype;
    if (wr_dtype_kind_of(x->dtype) != WR_KIND_INT)
        return wr_refuse(c, "indices must be integers, not %s", wr_dtypes[x->dtype].name);
    if (attr->num_classes == WEIR_NONE) return wr_refuse(c, "num_classes is required");
    if (attr->num_classes < 0)
        return wr_refuse(c, "num_classes must be at least 0, got %lld",
                         (long long)attr->num_classes);
    if (x->ndim >= WEIR_NDIM_MAX)
        return wr_refuse(c, "%s has %d dimensions; at most %d are supported", wr_array_text_of(x),
                         x->ndim, WEIR_NDIM_MAX - 1);
    WR_TRY(wr_need_dtype(c, attr->dtype, wr_default_dtype(), &dtype));
    wr_meta_shape(out, x->ndim, wr_shape(x));
    out->shape[out->ndim++] = attr->num_classes;
    out->dtype = c->dtype = dtype;
    return WEIR_OK;
}

typedef struct classes {
    const weir_kernel *k;
    int64_t count;
    char one[16]; /* the value 1 in the dtype of the result */
    /* The lowest position of an index that is out of range, or INT64_MAX.  Relaxed order is enough,
     * because `wrong` is read after all pieces are done. */
    atomic_int_fast64_t wrong;
} classes;

/* Record the position of an index that is out of range.  The lowest position is kept, so that the
 * message does not depend on the order in which workers finish. */
static void record_wrong(classes *s, int64_t at) {
    int_fast64_t lowest = atomic_load_explicit(&s->wrong, memory_order_relaxed);
    while (at < lowest && !atomic_compare_exchange_weak_explicit(
                              &s->wrong, &lowest, at, memory_order_relaxed, memory_order_relaxed))
        ;
}

static weir_status write_rows(void *arg, int64_t begin, int64_t end) {
    classes *s = arg;
    const weir_view *x = &s->k->in[0], *y = &s->k->out[0];
    size_t from = wr_dtype_bytes(x->dtype), to = wr_dtype_bytes(y->dtype);
    for (int64_t i = begin; i < end; i++) {
        int64_t index = wr_element_i64(x->dtype, (const char *)x->data + (size_t)i * from);
        char *row = (char *)y->data + (size_t)(i * s->count) * to;
        /* A uint64 above INT64_MAX is negative here, so it is out of range too. */
        if (index < 0 || index >= s->count) {
            record_wrong(s, i);
            return WEIR_OK;
        }
        memset(row, 0, (size_t)s->count * to);
        memcpy(row + (size_t)index * to, s->one, to);
    }
    return WEIR_OK;
}

static weir_status one_hot_run(const weir_kernel *k) {
    const one_hot_attr *attr = k->attr;
    classes s = {.k = k, .count = attr->num_classes};
    atomic_init(&s.wrong, INT64_MAX);
    const int8_t one = 1;
    wr_simd_of(k)->cast->cast[WEIR_INT8][k->dtype](s.one, &one, 1);
    int64_t row = s.count * (int64_t)wr_dtype_bytes(k->dtype);
    int64_t grain = PIECE_BYTES / (row > 0 ? row : 1);
    WR_TRY(wr_split(k, wr_view_count(&k->in[0]), grain > 0 ? grain : 1, write_rows, &s));
    int64_t wrong = atomic_load_explicit(&s.wrong, memory_order_relaxed);
    if (wrong == INT64_MAX) return WEIR_OK;
    return wr_kernel_fail(k, WEIR_EINDEX, "index %.0f is out of range for %lld %s",
                          wr_view_get(&k->in[0], wrong), (long long)s.count,
                          s.count == 1 ? "class" : "classes");
}

weir_status wr_cuda_one_hot(wr_cuda_call *c) {
    const one_hot_attr *attr = c->k->attr;
    return wr_cuda_classes(c, attr->num_classes);
}

/* The indices are integers, so they have no gradient. */
static void one_hot_vjp(weir_vjp *v) { (void)v; }

WR_OP(one_hot) = {
    .size = sizeof(weir_op_def),
    .name = "one_hot",
    .summary = "One-hot vectors: 1 at each index, 0 elsewhere.",
    .notes = "An index outside 0 to num_classes - 1 makes the operation fail.",
    .inputs = "indices",
    .outputs = "y",
    .parts = "indices: classes; "
             "y: 1 at the class of each index, 0 elsewhere",
    .infer = one_hot_infer,
    .run = one_hot_run,
    .vjp = one_hot_vjp,
    WEIR_USE_ATTRS(one_hot),
    .samples = "i64(4)@0:4 num_classes=5; i32(2,3)@0:6 num_classes=7 dtype=int32; u8()@0:1 "
               "num_classes=2",
};
