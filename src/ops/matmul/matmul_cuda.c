/* matmul_cuda.c - matmul and linear on a CUDA device.
 *
 * Products of floats and complex numbers are those of cuBLASLt.  A kernel of ours computes small
 * products, integers, matrices without a contiguous dimension, and products into memory that other
 * arrays may see, which must not be written by a call that is skipped.  padded.h has the products whose
 * rows are not aligned.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "device/cuda/cuda_blas.h"
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_kernels.h"
#include "ops/matmul/padded.h"

enum { TILE = 32, THREADS = 256, X = 0, WEIGHT = 1, BIAS = 2 };

/* Products of up to so many tiles, and with an inner dimension of up to so much, are left to our
 * kernel: it needs no second kernel for error words, and can be sent in a batch. */
enum { SMALL_TILES = 64, SMALL_DEPTH = WR_SIZE(128, 4) };

/* A product whose result has no more tiles of this size than the card has processors leaves some of them
 * idle.  It runs beside other calls if it takes 10 us or more: so many multiplications for each processor
 * of the card.  Tensor cores do 16 times as many. */
enum { LARGE_TILE = 128, TENSOR_SPEED = 16 };
static const double ASIDE_MIN = WR_SIZE(2.2e6, 0);

/* The arguments of the kernel `product`; matmul.cu has the same struct. */
typedef struct product_args {
    wr_cuda_guard guard;
    const void *a, *b;
    void *c;
    const void *start;
    int64_t m, n, k;
    int64_t a_row, a_col, b_row, b_col;
    uint64_t batch;
    int64_t dims;
    int64_t shape[WEIR_NDIM_MAX], a_step[WEIR_NDIM_MAX], b_step[WEIR_NDIM_MAX];
} product_args;

static const char *sum_type(int dtype) {
    switch (dtype) {
    case WEIR_FLOAT16:
    case WEIR_BFLOAT16:
    case WEIR_FLOAT32: return "f32";
    case WEIR_FLOAT64: return "f64";
    case WEIR_COMPLEX64: return "c64";
    case WEIR_COMPLEX128: return "c128";
    default: return wr_dtype_bytes(dtype) <= 4 ? "u32" : "u64";
    }
}

static void write_text(wr_cuda_text *to, const void *ctx) {
    const int *dtype = ctx;
    wr_cuda_write(to, "typedef %s T;\ntypedef %s S;\n#define DIMS %d\n%s", wr_cuda_dtype(*dtype),
                  sum_type(*dtype), WEIR_NDIM_MAX, wr_text_matmul);
}

static uint64_t tiles_of(const product_args *a) {
    return a->batch * (uint64_t)((a->m + TILE - 1) / TILE) * (uint64_t)((a->n + TILE - 1) / TILE);
}

static weir_status run_own(wr_cuda_call *c, product_args *a, int dtype) {
    wr_cuda_source source = {
        .family = "matmul", .variant = (uint64_t)dtype, .write = write_text, .ctx = &dtype};
    a->guard = c->guard;
    return wr_cuda_launch(c, &source, "product", wr_cuda_blocks(c, tiles_of(a) * THREADS, THREADS),
                          THREADS, a);
}

/* Can cuBLASLt add the bias? */
static bool has_epilogue(int dtype) {
    return dtype == WEIR_FLOAT32 || dtype == WEIR_FLOAT16 || dtype == WEIR_BFLOAT16;
}

/* Write the bias to all rows of the result. */
static weir_status begin_rows(wr_cuda_call *c, const product_args *a, int dtype) {
    const int64_t shape[] = {a->m, a->n}, to_strides[] = {a->n, 1}, from_strides[] = {0, 1};
    weir_view to = {a->c, shape, to_strides, dtype, 2};
    weir_view from = {(void *)(uintptr_t)a->start, shape, from_strides, dtype, 2};
    return wr_cuda_copy_view(c, &to, &from, false, &c->test);
}

/* The product without the dimensions of the batch but the last.  Its addresses have the alignment of
 * all products. */
static wr_cuda_product product_of(const product_args *a, int dtype) {
    int64_t last = a->dims - 1;
    wr_cuda_product p = {.dtype = dtype,
                         .item_size = wr_dtype_bytes(dtype),
                         .accumulate = a->start != NULL && !has_epilogue(dtype),
                         .a = (uint64_t)(uintptr_t)a->a,
                         .b = (uint64_t)(uintptr_t)a->b,
                         .c = (uint64_t)(uintptr_t)a->c,
                         .bias = has_epilogue(dtype) ? (uint64_t)(uintptr_t)a->start : 0,
                         .m = a->m,
                         .n = a->n,
                         .k = a->k,
                         .batch = last >= 0 ? a->shape[last] : 1,
                         .a_row = a->a_row,
                         .a_col = a->a_col,
                         .a_batch = last >= 0 ? a->a_step[last] : 0,
                         .b_row = a->b_row,
                         .b_col = a->b_col,
                         .b_batch = last >= 0 ? a->b_step[last] : 0,
                         .c_row = a->n,
                         .c_batch = a->m * a->n};
    for (int64_t i = 0; i < last; i++) {
        p.a |= (uint64_t)a->a_step[i] * p.item_size;
        p.b |= (uint64_t)a->b_step[i] * p.item_size;
        p.c |= (uint64_t)p.c_batch * p.item_size;
    }
    return p;
}

/* All products, one call for each index of the batch dimensions but the last.  `room` is the scratch
 * memory that is left. */
static weir_status run_blas(wr_cuda_call *c, const product_args *a, int dtype, char *room,
                            bool *done) {
    wr_cuda_product p = product_of(a, dtype);
    wr_padding padding;
    int64_t size = (int64_t)p.item_size, last = a->dims - 1;
    int64_t at[WEIR_NDIM_MAX] = {0}, stacks = (int64_t)a->batch / p.batch;
    uint64_t needed = wr_padding_of(&padding, &p, wr_cuda_tf32(c));
    uint64_t used = (uint64_t)(room - (char *)c->k->scratch);
    /* `infer` may have found another alignment, if memory of another library is not aligned */
    bool padded = needed > 0 && used + needed <= c->scratch_bytes;
    *done = true;
    for (int64_t s = 0; s < stacks && *done; s++) {
        int64_t x = 0, y = 0;
        for (int64_t i = 0; i < last; i++) x += at[i] * a->a_step[i], y += at[i] * a->b_step[i];
        p.a = (uint64_t)(uintptr_t)a->a + (uint64_t)(x * size);
        p.b = (uint64_t)(uintptr_t)a->b + (uint64_t)(y * size);
        p.c = (uint64_t)(uintptr_t)a->c + (uint64_t)(s * p.batch * p.c_batch * size);
        WR_TRY(padded ? wr_multiply_padded(c, &p, &padding, (uint64_t)(uintptr_t)room, done)
                      : wr_cuda_multiply(c, &p, done));
        for (int64_t i = last - 1; i >= 0 && ++at[i] == a->shape[i]; i--) at[i] = 0;
    }
    return WEIR_OK;
}

/* Is the product one of cuBLASLt, if that has an algorithm? */
static bool is_large(const product_args *a, int dtype) {
    bool small = a->k <= SMALL_DEPTH && tiles_of(a) <= SMALL_TILES;
    return wr_dtype_kind_of(dtype) >= WR_KIND_FLOAT && !small && a->k > 0 && a->m > 0 && a->n > 0 &&
           a->batch > 0;
}

static bool leaves_room(const wr_cuda_call *c, const product_args *a, int dtype) {
    uint64_t tiles = a->batch * (uint64_t)((a->m + LARGE_TILE - 1) / LARGE_TILE) *
                     (uint64_t)((a->n + LARGE_TILE - 1) / LARGE_TILE);
    double count = (double)a->batch * (double)a->m * (double)a->n * (double)a->k;
    bool tensor = wr_dtype_bytes(dtype) == 2 || (dtype == WEIR_FLOAT32 && wr_cuda_tf32(c));
    int processors = wr_cuda_limits_of(c).processors;
    return tiles <= (uint64_t)processors &&
           count >= ASIDE_MIN * processors * (tensor ? TENSOR_SPEED : 1);
}

static weir_status run_product(wr_cuda_call *c, product_args *a, int dtype, char *room) {
    bool done = false;
    if (c->k->fresh && is_large(a, dtype)) {
        if (leaves_room(c, a, dtype)) wr_cuda_step_aside(c);
        if (a->start != NULL && !has_epilogue(dtype)) WR_TRY(begin_rows(c, a, dtype));
        WR_TRY(run_blas(c, a, dtype, room, &done));
    }
    return done ? wr_cuda_mark(c) : run_own(c, a, dtype);
}

/* Bytes of scratch memory of a product with aligned memory. */
static size_t padding_bytes(const product_args *a, int dtype) {
    wr_padding padding;
    bool tf32 =
        atomic_load_explicit(&wr_float32_precision, memory_order_relaxed) == WEIR_PRECISION_TF32;
    wr_cuda_product p = product_of(a, dtype);
    return is_large(a, dtype) ? wr_padding_of(&padding, &p, tf32) : 0;
}

/* ---- Operands -------------------------------------------------------------------------------- */

/* Bytes of an input in the compute dtype, if it has another one. */
static size_t cast_bytes(const weir_array *x, int dtype) {
    if (x == NULL || x->dtype == dtype) return 0;
    return wr_round_up((size_t)x->count * wr_dtype_bytes(dtype), WR_CACHE_LINE);
}

/* The values of an input in the compute dtype: its own memory, or a row-major copy at *room.  The
 * strides of `strides` are those of the values. */
static weir_status values_of(wr_cuda_call *c, const weir_view *v, char **room, int64_t *strides,
                             const void **out) {
    int dtype = c->k->dtype;
    memcpy(strides, v->strides, (size_t)v->ndim * sizeof *strides);
    *out = v->data;
    if (v->dtype == dtype) return WEIR_OK;
    wr_row_major(v->ndim, v->shape, strides);
    weir_view to = {*room, v->shape, strides, dtype, v->ndim};
    *out = *room;
    *room += wr_round_up((size_t)wr_view_count(v) * wr_dtype_bytes(dtype), WR_CACHE_LINE);
    return wr_cuda_copy_view(c, &to, v, false, &c->test);
}

/* ---- matmul ---------------------------------------------------------------------------------- */

/* The stride of an operand along a dimension of the batch; 0 if it is broadcast along it. */
static int64_t batch_stride(const weir_view *v, const int64_t *strides, int batch_ndim, int dim) {
    int own = v->ndim - 2 - (batch_ndim - dim);
    return own < 0 || v->shape[own] == 1 ? 0 : strides[own];
}

/* Join adjacent dimensions of the batch where possible. */
static void join_batch(product_args *a) {
    for (int64_t i = a->dims - 2; i >= 0; i--) {
        if (a->a_step[i] != a->a_step[i + 1] * a->shape[i + 1] ||
            a->b_step[i] != a->b_step[i + 1] * a->shape[i + 1])
            continue;
        a->shape[i + 1] *= a->shape[i];
        for (int64_t j = i; j + 1 < a->dims; j++) {
            a->shape[j] = a->shape[j + 1];
            a->a_step[j] = a->a_step[j + 1];
            a->b_step[j] = a->b_step[j + 1];
        }
        a->dims--;
    }
}

/* Fill in all but the addresses; `batch_shape` is that of the result. */
static void describe_matmul(product_args *a, const weir_view *x, const int64_t *x_strides,
                            const weir_view *y, const int64_t *y_strides,
                            const int64_t *batch_shape, int batch_ndim) {
    int xn = x->ndim, yn = y->ndim;
    a->k = x->shape[xn - 1];
    a->m = xn > 1 ? x->shape[xn - 2] : 1;
    a->n = yn > 1 ? y->shape[yn - 1] : 1;
    a->a_col = x_strides[xn - 1];
    a->a_row = xn > 1 ? x_strides[xn - 2] : 0;
    a->b_row = y_strides[yn > 1 ? yn - 2 : 0];
    a->b_col = yn > 1 ? y_strides[yn - 1] : 0;
    a->dims = batch_ndim;
    a->batch = 1;
    for (int i = 0; i < batch_ndim; i++) {
        a->shape[i] = batch_shape[i];
        a->batch *= (uint64_t)batch_shape[i];
        a->a_step[i] = batch_stride(x, x_strides, batch_ndim, i);
        a->b_step[i] = batch_stride(y, y_strides, batch_ndim, i);
    }
    join_batch(a);
}

weir_status wr_cuda_matmul(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const weir_view *x = &k->in[0], *y = &k->in[1], *out = &k->out[0];
    int64_t x_strides[WEIR_NDIM_MAX], y_strides[WEIR_NDIM_MAX];
    char *room = k->scratch;
    product_args a = {.c = out->data};
    WR_TRY(values_of(c, x, &room, x_strides, &a.a));
    WR_TRY(values_of(c, y, &room, y_strides, &a.b));
    describe_matmul(&a, x, x_strides, y, y_strides, out->shape,
                    out->ndim - (x->ndim > 1) - (y->ndim > 1));
    return run_product(c, &a, k->dtype, room);
}

/* An array as a view, at its offset from aligned memory. */
static weir_view view_of(const weir_array *x, int dtype, int64_t *strides) {
    bool cast = x->dtype != dtype;
    memcpy(strides, wr_strides(x), x->ndim * sizeof *strides);
    if (cast) wr_row_major(x->ndim, wr_shape(x), strides);
    uint64_t at = cast ? 0 : (uint64_t)x->offset * wr_dtype_bytes(dtype);
    return (weir_view){(void *)(uintptr_t)at, wr_shape(x), strides, dtype, x->ndim};
}

size_t wr_cuda_matmul_scratch(const weir_array *x, const weir_array *y, const int64_t *batch_shape,
                              int batch_ndim, int dtype) {
    int64_t x_strides[WEIR_NDIM_MAX], y_strides[WEIR_NDIM_MAX];
    weir_view xv = view_of(x, dtype, x_strides), yv = view_of(y, dtype, y_strides);
    product_args a = {.a = xv.data, .b = yv.data};
    describe_matmul(&a, &xv, x_strides, &yv, y_strides, batch_shape, batch_ndim);
    return cast_bytes(x, dtype) + cast_bytes(y, dtype) + padding_bytes(&a, dtype);
}

/* ---- linear ---------------------------------------------------------------------------------- */

/* Fill in all but the addresses. */
static void describe_linear(product_args *a, int64_t m, int64_t n, int64_t k) {
    a->m = m, a->n = n, a->k = k;
    a->batch = 1, a->dims = 0;
    a->a_row = k, a->a_col = 1;
    a->b_row = 1, a->b_col = k;
}

weir_status wr_cuda_linear(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const weir_view *w = &k->in[WEIGHT];
    int64_t strides[WEIR_NDIM_MAX], count = wr_view_count(&k->out[0]), n = w->shape[0];
    char *room = k->scratch;
    product_args a = {.c = k->out[0].data};
    WR_TRY(values_of(c, &k->in[X], &room, strides, &a.a));
    WR_TRY(values_of(c, w, &room, strides, &a.b));
    if (k->in_count > BIAS && k->in[BIAS].data != NULL)
        WR_TRY(values_of(c, &k->in[BIAS], &room, strides, &a.start));
    describe_linear(&a, n > 0 ? count / n : 0, n, w->shape[1]);
    return run_product(c, &a, k->dtype, room);
}

/* An input that is not contiguous is copied to aligned memory before the call. */
static const void *start_of(const weir_array *x, int dtype) {
    bool own = x->dtype == dtype && (x->flags & WR_CONTIGUOUS);
    return (void *)(uintptr_t)(own ? (uint64_t)x->offset * wr_dtype_bytes(dtype) : 0);
}

size_t wr_cuda_linear_scratch(weir_array *const *in, uint32_t in_count, int64_t m, int dtype) {
    const weir_array *w = in[WEIGHT];
    product_args a = {.a = start_of(in[X], dtype), .b = start_of(w, dtype)};
    size_t bytes = 0;
    if (in_count > BIAS) a.start = in[BIAS]; /* that there is one matters, not where */
    for (uint32_t i = 0; i < in_count; i++) bytes += cast_bytes(in[i], dtype);
    describe_linear(&a, m, wr_shape(w)[0], wr_shape(w)[1]);
    return bytes + padding_bytes(&a, dtype);
}
