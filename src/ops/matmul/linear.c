/* linear.c - the linear transformation y = x weight^T + bias in one kernel.
 *
 * The rows of the result are initialised with the bias and the product is added to them, so the
 * bias needs no separate pass.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/expression.h"
#include "ops/matmul/gemm.h"
#include "ops/matmul/padded.h"

enum { X, WEIGHT, BIAS };

static int gemm_dtype(int dtype) {
    switch (dtype) {
    case WEIR_FLOAT16: return WR_GEMM_F16;
    case WEIR_BFLOAT16: return WR_GEMM_BF16;
    case WEIR_FLOAT32: return WR_GEMM_F32;
    case WEIR_FLOAT64: return WR_GEMM_F64;
    case WEIR_COMPLEX64: return WR_GEMM_C64;
    default: return WR_GEMM_C128;
    }
}

/* Describe the product of x, as a contiguous m x k matrix, with the transpose of the n x k
 * weight. */
static wr_gemm product(int dtype, int64_t m, int64_t n, int64_t k) {
    return (wr_gemm){.dtype = gemm_dtype(dtype),
                     .m = m,
                     .n = n,
                     .k = k,
                     .batch = 1,
                     .a_row = k,
                     .a_col = 1,
                     .b_row = 1,
                     .b_col = k,
                     .c_row = n,
                     .c_col = 1};
}

static weir_status linear_need(const weir_infer *c) {
    const weir_array *x = c->in[X], *w = c->in[WEIGHT],
                     *b = c->in_count > BIAS ? c->in[BIAS] : NULL;
    if (w->ndim != 2 || x->ndim < 1 || wr_shape(x)[x->ndim - 1] != wr_shape(w)[1])
        return wr_refuse(c, "x is %s and the weight is %s; expected shapes (..., in) and (out, in)",
                         wr_array_text_of(x), wr_array_text_of(w));
    if (b != NULL && (b->ndim != 1 || wr_shape(b)[0] != wr_shape(w)[0]))
        return wr_refuse(c, "the bias has shape %s; expected (%lld,), one per output feature",
                         wr_shape_text(b->ndim, wr_shape(b)), (long long)wr_shape(w)[0]);
    return WEIR_OK;
}

/* Return the size of the scratch memory, in bytes, needed to convert an input to `dtype`, or 0 if
 * the input has that dtype. */
static size_t cast_bytes(int from, int dtype, int64_t count) {
    return from == dtype ? 0 : wr_round_up((size_t)count * wr_dtype_bytes(dtype), WR_CACHE_LINE);
}

static weir_status linear_infer(weir_infer *c) {
    const weir_array *x = c->in[X], *w = c->in[WEIGHT];
    int dtype;
    WR_TRY(linear_need(c));
    WR_TRY(wr_promote(c, 0, c->in_count, &dtype));
    if (wr_dtype_kind_of(dtype) < WR_KIND_FLOAT)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts floats and complex numbers, not %s",
                            weir_dtype_name(dtype));
    weir_meta *out = &c->out[0];
    wr_meta_shape(out, x->ndim, wr_shape(x));
    out->shape[x->ndim - 1] = wr_shape(w)[0];
    out->dtype = c->dtype = dtype;
    int64_t k = wr_shape(w)[1], m = k > 0 ? x->count / k : wr_count(out->ndim - 1, out->shape);
    if (wr_device_is_cuda(x->device)) {
        c->scratch_bytes = wr_cuda_linear_scratch(c->in, c->in_count, m, dtype);
        return WEIR_OK;
    }
    wr_gemm g = product(dtype, m, wr_shape(w)[0], k);
    c->scratch_bytes = wr_gemm_scratch(&g, wr_simd_for(x->rt)->gemm);
    for (uint32_t i = 0; i < c->in_count; i++)
        if (c->in[i] != NULL)
            c->scratch_bytes += cast_bytes(c->in[i]->dtype, dtype, c->in[i]->count);
    return WEIR_OK;
}

/* Set *out to the values of an input in the compute dtype.  If the input has another dtype,
 * convert it into the scratch memory at *room and advance *room. */
static weir_status values_of(const weir_kernel *k, uint32_t which, char **room, const void **out) {
    const weir_view *v = &k->in[which];
    *out = v->data;
    size_t bytes = cast_bytes(v->dtype, k->dtype, wr_view_count(v));
    if (bytes == 0) return WEIR_OK;
    *out = *room;
    *room += bytes;
    return wr_copy_row_major(k, *room - bytes, k->dtype, v);
}

static bool has_bias(const weir_kernel *k) {
    return k->in_count > BIAS && k->in[BIAS].data != NULL;
}

static weir_status linear_run(const weir_kernel *k) {
    const weir_view *w = &k->in[WEIGHT], *y = &k->out[0];
    int64_t count = wr_view_count(y);
    if (count == 0) return WEIR_OK;
    wr_gemm g = product(k->dtype, count / w->shape[0], w->shape[0], w->shape[1]);
    char *room = k->scratch;
    WR_TRY(values_of(k, X, &room, &g.a));
    WR_TRY(values_of(k, WEIGHT, &room, &g.b));
    if (has_bias(k)) {
        WR_TRY(values_of(k, BIAS, &room, &g.start));
        g.accumulate = true;
    }
    g.c = y->data;
    return wr_gemm_run(k->ctx, wr_simd_of(k)->gemm, &g, room);
}

static weir_status linear_reference(const weir_kernel *k) {
    const weir_view *x = &k->in[X], *w = &k->in[WEIGHT], *y = &k->out[0];
    int64_t n = w->shape[0], entries = w->shape[1];
    for (int64_t i = 0; i < wr_view_count(y); i++) {
        double _Complex sum = has_bias(k) ? wr_view_get_complex(&k->in[BIAS], i % n) : 0;
        for (int64_t j = 0; j < entries; j++)
            sum += wr_view_get_complex(x, i / n * entries + j) *
                   wr_view_get_complex(w, i % n * entries + j);
        wr_view_put_complex(y, i, sum);
    }
    return WEIR_OK;
}

/* dx = dy W, dW = dy^T x, db = sum dy. */
static void linear_vjp(weir_vjp *v) {
    weir_array *x = v->in[X], *w = v->in[WEIGHT], *dy = v->grad_out[0];
    if (dy == NULL) return;
    int64_t n = wr_shape(w)[0], entries = wr_shape(w)[1];
    int64_t m = wr_count(x->ndim - 1, wr_shape(x));
    weir_array *rows = dy->ndim == 2 ? dy : wr_g_reshape(v, dy, (int64_t[]){m, n}, 2);
    if (v->wanted[X])
        v->grad_in[X] = wr_build_unbroadcast(v, wr_g_matmul(v, dy, wr_g_conj(v, w)), x);
    if (v->wanted[WEIGHT]) {
        weir_array *flat = x->ndim == 2 ? x : wr_g_reshape(v, x, (int64_t[]){m, entries}, 2);
        weir_array *g = wr_g_matmul(v, wr_g_matrix_transpose(v, rows), wr_g_conj(v, flat));
        v->grad_in[WEIGHT] = wr_build_unbroadcast(v, g, w);
    }
    if (v->in_count > BIAS && v->in[BIAS] != NULL && v->wanted[BIAS])
        v->grad_in[BIAS] = wr_build_unbroadcast(v, rows, v->in[BIAS]);
}

WR_OP(linear) = {
    .size = sizeof(weir_op_def),
    .name = "linear",
    .summary = "The linear transformation y = x weight^T + bias.",
    .notes = "x has shape (..., in), the weight (out, in), the bias (out,), the result (..., out).",
    .inputs = "x, weight, bias?",
    .outputs = "y",
    .parts = "x: features along the last axis; "
             "weight: (output features, input features); "
             "bias: one number per output feature",
    .infer = linear_infer,
    .run = linear_run,
    .reference = linear_reference,
    .vjp = linear_vjp,
    .samples = "(3,4), (5,4), (5); (2,3,4), (2,4); (4), (3,4), (3); (40,5), (70,5), (70)",
};
