/* searchsorted.c - finds the insertion indices of values in a sorted array.
 *
 * The search is binary and compares values in the dtype that both inputs promote to.  If the order
 * is given by an array of indices (sorter), the elements are copied in that order once, before the
 * search.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "array/element.h"
#include "ops/core/expression.h"
#include "ops/sort/order_cuda.h"

enum {
    PIECE = WR_SIZE(4096, 8),  /* number of values in a piece of parallel work */
    BLOCK = WR_SIZE(256, 8),   /* number of values cast at a time */
    TOGETHER = WR_SIZE(16, 3), /* number of values searched for at a time */
};

#define SEARCHSORTED_ATTRS(X, A)                                                                   \
    X(A, TEXT, side, "left", "'left': before equal elements; 'right': after them", "left | right")
WEIR_ATTRS(searchsorted, SEARCHSORTED_ATTRS);

static weir_status need_sorter(const weir_infer *c) {
    const weir_array *x = c->in[0], *sorter = c->in_count > 2 ? c->in[2] : NULL;
    if (sorter == NULL) return WEIR_OK;
    if (wr_dtype_kind_of(sorter->dtype) != WR_KIND_INT)
        return wr_refuse(c, "sorter must be an integer array, not %s",
                         wr_dtypes[sorter->dtype].name);
    if (sorter->ndim != 1 || sorter->count != x->count)
        return wr_refuse(c, "sorter is %s and x1 is %s; expected the same shape",
                         wr_array_text_of(sorter), wr_array_text_of(x));
    return WEIR_OK;
}

static weir_status searchsorted_infer(weir_infer *c) {
    const searchsorted_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    int dtype;
    if (attr->side != NULL && strcmp(attr->side, "left") != 0 && strcmp(attr->side, "right") != 0)
        return wr_refuse(c, "side must be 'left' or 'right', got '%s'", attr->side);
    if (x->ndim != 1)
        return wr_refuse(c, "x1 must have one dimension, got %s", wr_array_text_of(x));
    WR_TRY(need_sorter(c));
    WR_TRY(wr_promote_compared(c, 0, 2, &dtype));
    if (wr_dtype_kind_of(dtype) == WR_KIND_COMPLEX)
        return wr_refuse(c, "%s is not ordered; use real(x) or abs(x)", wr_dtypes[dtype].name);
    wr_meta_shape(&c->out[0], c->in[1]->ndim, wr_shape(c->in[1]));
    c->out[0].dtype = WEIR_INT64;
    c->dtype = wr_compute_dtype[wr_dtypes[dtype].compute];
    /* The scratch memory holds x1 cast to the compute type, if that differs from its dtype, and x1
     * in the order of the sorter, if there is one. */
    uint64_t bytes = ((uint64_t)x->count * wr_dtype_bytes(c->dtype) + 63) & ~(uint64_t)63;
    bool sorter = c->in_count > 2 && c->in[2] != NULL;
    c->scratch_bytes = (x->dtype != c->dtype ? bytes : 0) + (sorter ? bytes : 0);
    return WEIR_OK;
}

/* ---- Searching ------------------------------------------------------------------------------- */

/* Compare so that NaN sorts after all other values.  The operators | and & avoid branches, which
 * would be unpredictable. */
#define LESS_REAL(a, b)  (((a) < (b)) | (((b) != (b)) & ((a) == (a))))
#define LESS_WHOLE(a, b) ((a) < (b))

/* Define the search for values of type T.  For each value, `seek` counts the elements that come
 * before it: those that are less than the value or, for side 'right', not greater.  All searches of
 * one array take the same number of steps, so several run side by side, and their memory accesses
 * overlap. */
#define SEARCH(suffix, T, LESS)                                                                    \
    static inline void seek_##suffix(int64_t *to, const T *a, int64_t n, const T *value,           \
                                     int64_t count, bool right) {                                  \
        for (int64_t i = 0; i < count; i++) to[i] = 0;                                             \
        for (int64_t left = n, step; left > 0; left -= step) {                                     \
            step = (left + 1) / 2;                                                                 \
            for (int64_t i = 0; i < count; i++) {                                                  \
                T x = value[i], y = a[to[i] + step - 1];                                           \
                bool ahead = right ? !(LESS(x, y)) : (LESS(y, x));                                 \
                to[i] += step & -(int64_t)ahead;                                                   \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void search_##suffix(int64_t *to, const void *sorted, int64_t n, const void *values,    \
                                int64_t count, bool right) {                                       \
        const T *value = values;                                                                   \
        for (int64_t i = 0; i < count; i += TOGETHER) {                                            \
            int64_t few = count - i < TOGETHER ? count - i : TOGETHER;                             \
            if (right)                                                                             \
                seek_##suffix(to + i, sorted, n, value + i, few, true);                            \
            else                                                                                   \
                seek_##suffix(to + i, sorted, n, value + i, few, false);                           \
        }                                                                                          \
    }
SEARCH(u8, uint8_t, LESS_WHOLE)
SEARCH(i32, int32_t, LESS_WHOLE)
SEARCH(i64, int64_t, LESS_WHOLE)
SEARCH(u64, uint64_t, LESS_WHOLE)
SEARCH(f32, float, LESS_REAL)
SEARCH(f64, double, LESS_REAL)

typedef void search_fn(int64_t *to, const void *sorted, int64_t n, const void *values,
                       int64_t count, bool right);

static search_fn *const searches[WEIR_COMPUTE_COUNT] = {
    [WEIR_IN_BOOL] = search_u8, [WEIR_IN_I32] = search_i32, [WEIR_IN_I64] = search_i64,
    [WEIR_IN_U64] = search_u64, [WEIR_IN_F32] = search_f32, [WEIR_IN_F64] = search_f64};

typedef struct lookup {
    const weir_kernel *k;
    const void *sorted;
    int64_t n;
    bool right;
} lookup;

static weir_status look_up(void *arg, int64_t begin, int64_t end) {
    const lookup *l = arg;
    const weir_view *values = &l->k->in[1];
    int dtype = l->k->dtype;
    int64_t *to = l->k->out[0].data;
    _Alignas(16) char block[BLOCK * 8];
    for (int64_t i = begin; i < end; i += BLOCK) {
        int64_t n = end - i < BLOCK ? end - i : BLOCK;
        const char *from = (const char *)values->data + i * (int64_t)wr_dtype_bytes(values->dtype);
        if (values->dtype != dtype) {
            wr_simd_of(l->k)->cast->cast[values->dtype][dtype](block, from, n);
            from = block;
        }
        searches[wr_dtypes[dtype].compute](to + i, l->sorted, l->n, from, n, l->right);
    }
    return WEIR_OK;
}

/* Copy the array in the order given by the sorter.  Fail if one of the sorter's indices is out of
 * range. */
static weir_status apply_sorter(const weir_kernel *k, char *to, const char *from, int64_t n) {
    const weir_view *sorter = &k->in[2];
    size_t size = wr_dtype_bytes(k->dtype), step = wr_dtype_bytes(sorter->dtype);
    for (int64_t i = 0; i < n; i++) {
        int64_t at = wr_element_i64(sorter->dtype, (const char *)sorter->data + (size_t)i * step);
        if (at < 0 || at >= n)
            return wr_kernel_fail(k, WEIR_EINDEX,
                                  "sorter index %lld is out of range for %lld element%s",
                                  (long long)at, (long long)n, n == 1 ? "" : "s");
        memcpy(to + (size_t)i * size, from + (size_t)at * size, size);
    }
    return WEIR_OK;
}

static weir_status searchsorted_run(const weir_kernel *k) {
    const searchsorted_attr *attr = k->attr;
    const weir_view *x = &k->in[0];
    int64_t n = x->shape[0];
    char *scratch = k->scratch;
    const void *sorted = x->data;
    if (x->dtype != k->dtype) {
        const int64_t step = 1;
        weir_view cast = {scratch, &n, &step, k->dtype, 1};
        WR_TRY(wr_copy_view(k, &cast, x));
        sorted = scratch;
        scratch += (size_t)n * wr_dtype_bytes(k->dtype);
    }
    if (k->in_count > 2 && k->in[2].dtype != 0) {
        WR_TRY(apply_sorter(k, scratch, sorted, n));
        sorted = scratch;
    }
    lookup l = {k, sorted, n, attr->side != NULL && strcmp(attr->side, "right") == 0};
    return wr_split(k, wr_view_count(&k->in[1]), PIECE, look_up, &l);
}

weir_status wr_cuda_searchsorted(wr_cuda_call *c) {
    const searchsorted_attr *attr = c->k->attr;
    return wr_cuda_look_up(c, attr->side != NULL && strcmp(attr->side, "right") == 0);
}

static weir_status searchsorted_reference(const weir_kernel *k) {
    const searchsorted_attr *attr = k->attr;
    bool right = attr->side != NULL && strcmp(attr->side, "right") == 0;
    bool sorter = k->in_count > 2 && k->in[2].dtype != 0;
    for (int64_t i = 0; i < wr_view_count(&k->in[1]); i++) {
        double value = wr_view_get(&k->in[1], i);
        int64_t place = 0;
        for (int64_t j = 0; j < k->in[0].shape[0]; j++, place++) {
            double x = wr_view_get(&k->in[0], sorter ? (int64_t)wr_view_get(&k->in[2], j) : j);
            if (right ? LESS_REAL(value, x) : !LESS_REAL(x, value)) break;
        }
        wr_view_put(&k->out[0], i, (double)place);
    }
    return WEIR_OK;
}

/* There is no gradient, because the indices are piecewise constant. */
static void searchsorted_vjp(weir_vjp *v) { (void)v; }

WR_OP(searchsorted) = {
    .size = sizeof(weir_op_def),
    .name = "searchsorted",
    .summary =
        "Indices at which the values would be inserted into a sorted array to keep it sorted.",
    .notes = "If x1 is not sorted, sorter holds indices that sort it.  NaN sorts after all other "
             "values.",
    .inputs = "x1, x2, sorter?",
    .outputs = "indices",
    .parts = "x1: a sorted array; "
             "x2: the values to find; "
             "sorter: indices that sort x1; "
             "indices: where to insert each value",
    .infer = searchsorted_infer,
    .run = searchsorted_run,
    .reference = searchsorted_reference,
    .vjp = searchsorted_vjp,
    WEIR_USE_ATTRS(searchsorted),
    .samples = "(1), (3,4); (1), (5) side='right'; i32(1), (6); (0), (3)",
};
