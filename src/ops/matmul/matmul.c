/* matmul.c - matrix products, and batches of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/expression.h"
#include "ops/matmul/gemm.h"
#include "ops/matmul/padded.h"

/* The dimensions of a product.  Batch dimensions broadcast.  A vector is treated as a matrix of one
 * row (on the left) or one column (on the right), and this dimension is dropped from the result. */
typedef struct layout {
    int batch_ndim;
    int64_t batch[WEIR_NDIM_MAX];
    int64_t m, n, k;
} layout;

/* Fill in *l.  Return false if the batch dimensions do not broadcast.  Both inputs must have at
 * least one dimension. */
static bool lay_out(layout *l, int a_ndim, const int64_t *a, int b_ndim, const int64_t *b) {
    l->m = a_ndim > 1 ? a[a_ndim - 2] : 1;
    l->k = a[a_ndim - 1];
    l->n = b_ndim > 1 ? b[b_ndim - 1] : 1;
    return wr_broadcast(a_ndim > 2 ? a_ndim - 2 : 0, a, b_ndim > 2 ? b_ndim - 2 : 0, b,
                        &l->batch_ndim, l->batch);
}

static weir_status matmul_layout(const weir_infer *c, layout *l) {
    const weir_array *a = c->in[0], *b = c->in[1];
    if (a->ndim == 0 || b->ndim == 0)
        return wr_refuse(c,
                         "%s and %s: inputs need at least one dimension; use multiply for scalars",
                         wr_array_text_of(a), wr_array_text_of(b));
    const int64_t *x = wr_shape(a), *y = wr_shape(b);
    bool fits = lay_out(l, a->ndim, x, b->ndim, y);
    int64_t inner = b->ndim > 1 ? y[b->ndim - 2] : y[0];
    if (inner != l->k)
        return wr_refuse(c, "%s and %s: the inner dimensions %lld and %lld differ",
                         wr_array_text_of(a), wr_array_text_of(b), (long long)l->k,
                         (long long)inner);
    if (!fits)
        return wr_refuse(c, "the batch dimensions %s and %s do not broadcast",
                         wr_shape_text(a->ndim > 2 ? a->ndim - 2 : 0, x),
                         wr_shape_text(b->ndim > 2 ? b->ndim - 2 : 0, y));
    return WEIR_OK;
}

static int gemm_dtype(int dtype) {
    switch (dtype) {
    case WEIR_FLOAT16: return WR_GEMM_F16;
    case WEIR_BFLOAT16: return WR_GEMM_BF16;
    case WEIR_FLOAT32: return WR_GEMM_F32;
    case WEIR_FLOAT64: return WR_GEMM_F64;
    case WEIR_INT32: return WR_GEMM_I32;
    case WEIR_INT64: return WR_GEMM_I64;
    case WEIR_COMPLEX64: return WR_GEMM_C64;
    case WEIR_COMPLEX128: return WR_GEMM_C128;
    default: return -1;
    }
}

/* Return the compute dtype: int32 for integers of up to 32 bits, int64 for larger ones, even if
 * they are unsigned.  Arithmetic wraps around, so the low bits are correct. */
static int computed_in(int dtype) {
    if (wr_dtype_kind_of(dtype) != WR_KIND_INT) return dtype;
    return wr_dtype_bytes(dtype) <= 4 ? WEIR_INT32 : WEIR_INT64;
}

/* ---- The plan of a product, computed in the same way by infer and by the kernel -------------- */

typedef struct operand {
    const int64_t *shape, *strides;
    int ndim;
    int64_t count;
    bool cast; /* the operand has another dtype and is first cast to row-major scratch */
} operand;

static int64_t stride_of(const operand *o, int from_end) {
    if (o->ndim < from_end) return 0;
    if (!o->cast) return o->strides[o->ndim - from_end];
    int64_t step = 1;
    for (int i = o->ndim - from_end + 1; i < o->ndim; i++) step *= o->shape[i];
    return step;
}

/* Return the stride along a batch dimension; 0 if the operand is broadcast along it. */
static int64_t batch_stride(const operand *o, const layout *l, int dim) {
    int own = o->ndim - 2 - (l->batch_ndim - dim);
    return own < 0 || o->shape[own] == 1 ? 0 : stride_of(o, o->ndim - own);
}

static void describe(wr_gemm *g, const layout *l, const operand *a, const operand *b, int dtype) {
    *g = (wr_gemm){.dtype = gemm_dtype(dtype), .m = l->m, .n = l->n, .k = l->k, .batch = 1};
    g->a_col = stride_of(a, 1);
    g->a_row = a->ndim > 1 ? stride_of(a, 2) : 0;
    g->b_col = b->ndim > 1 ? stride_of(b, 1) : 0;
    g->b_row = stride_of(b, b->ndim > 1 ? 2 : 1);
    g->c_col = 1;
    g->c_row = l->n;
    g->c_batch = l->m * l->n;
}

/* Merge adjacent batch dimensions where possible, so that more products are computed by one
 * call. */
static void join_batch(layout *l, const operand *a, const operand *b, int64_t *a_step,
                       int64_t *b_step) {
    int n = l->batch_ndim;
    for (int i = 0; i < n; i++) {
        a_step[i] = batch_stride(a, l, i);
        b_step[i] = batch_stride(b, l, i);
    }
    for (int i = n - 2; i >= 0; i--) {
        if (a_step[i] != a_step[i + 1] * l->batch[i + 1] ||
            b_step[i] != b_step[i + 1] * l->batch[i + 1])
            continue;
        l->batch[i + 1] *= l->batch[i];
        for (int j = i; j + 1 < n; j++)
            l->batch[j] = l->batch[j + 1], a_step[j] = a_step[j + 1], b_step[j] = b_step[j + 1];
        n--;
    }
    l->batch_ndim = n;
}

/* The plan of a product.  It depends only on shapes, strides, dtypes and the SIMD level. */
typedef struct product {
    layout l;
    operand a, b;
    int64_t a_step[WEIR_NDIM_MAX], b_step[WEIR_NDIM_MAX]; /* strides along the merged dimensions */
    wr_gemm g;
    /* sizes in bytes of the scratch memory for cast A, cast B and gemm */
    size_t a_bytes, b_bytes, gemm_bytes;
} product;

static void plan(product *p, int dtype, const wr_simd *simd) {
    size_t size = wr_dtype_bytes(dtype);
    /* describes one pair of matrices, without the batch */
    describe(&p->g, &p->l, &p->a, &p->b, dtype);
    join_batch(&p->l, &p->a, &p->b, p->a_step, p->b_step);
    if (p->l.batch_ndim > 0) {
        int last = p->l.batch_ndim - 1;
        p->g.batch = p->l.batch[last];
        p->g.a_batch = p->a_step[last];
        p->g.b_batch = p->b_step[last];
    }
    p->a_bytes = p->a.cast ? wr_round_up((size_t)p->a.count * size, WR_CACHE_LINE) : 0;
    p->b_bytes = p->b.cast ? wr_round_up((size_t)p->b.count * size, WR_CACHE_LINE) : 0;
    p->gemm_bytes = wr_gemm_scratch(&p->g, simd->gemm);
}

static weir_status matmul_infer(weir_infer *c) {
    product p;
    int dtype;
    WR_TRY(matmul_layout(c, &p.l));
    WR_TRY(wr_promote(c, 0, 2, &dtype));
    if (dtype == WEIR_BOOL) return wr_refuse_as(c, WEIR_EDTYPE, "accepts numbers, not bool");
    const weir_array *a = c->in[0], *b = c->in[1];
    weir_meta *out = &c->out[0];
    wr_meta_shape(out, p.l.batch_ndim, p.l.batch);
    if (a->ndim > 1) out->shape[out->ndim++] = p.l.m;
    if (b->ndim > 1) out->shape[out->ndim++] = p.l.n;
    out->dtype = c->dtype = dtype;
    if (wr_device_is_cuda(a->device)) {
        c->scratch_bytes = wr_cuda_matmul_scratch(a, b, p.l.batch, p.l.batch_ndim, dtype);
        return WEIR_OK;
    }
    int computed = computed_in(dtype);
    p.a = (operand){wr_shape(a), wr_strides(a), a->ndim, a->count, a->dtype != computed};
    p.b = (operand){wr_shape(b), wr_strides(b), b->ndim, b->count, b->dtype != computed};
    plan(&p, computed, wr_simd_for(a->rt));
    c->scratch_bytes = p.a_bytes + p.b_bytes + p.gemm_bytes;
    if (computed != dtype) {
        int64_t count = wr_count(out->ndim, out->shape);
        c->scratch_bytes =
            wr_round_up(c->scratch_bytes, WR_CACHE_LINE) + (size_t)count * wr_dtype_bytes(computed);
    }
    return WEIR_OK;
}

static void matmul_layout_of(const weir_kernel *k, layout *l) {
    lay_out(l, k->in[0].ndim, k->in[0].shape, k->in[1].ndim, k->in[1].shape);
}

/* Loop over all batch dimensions but the last; each iteration is one batched product. */
static weir_status run_stacks(const weir_kernel *k, product *p, size_t size, char *a, char *b,
                              char *c, void *scratch) {
    int outer = p->l.batch_ndim - 1;
    int64_t at[WEIR_NDIM_MAX] = {0}, stacks = 1;
    for (int i = 0; i < outer; i++) stacks *= p->l.batch[i];
    int64_t step = p->g.batch * p->l.m * p->l.n;
    for (int64_t s = 0; s < stacks; s++) {
        int64_t x = 0, y = 0;
        for (int i = 0; i < outer; i++) x += at[i] * p->a_step[i], y += at[i] * p->b_step[i];
        p->g.a = a + x * (int64_t)size;
        p->g.b = b + y * (int64_t)size;
        p->g.c = c + s * step * (int64_t)size;
        WR_TRY(wr_gemm_run(k->ctx, wr_simd_of(k)->gemm, &p->g, scratch));
        for (int i = outer - 1; i >= 0 && ++at[i] == p->l.batch[i]; i--) at[i] = 0;
    }
    return WEIR_OK;
}

static weir_status matmul_run(const weir_kernel *k) {
    product p;
    const weir_view *a = &k->in[0], *b = &k->in[1], *c = &k->out[0];
    int computed = computed_in(k->dtype);
    int64_t count = wr_view_count(c);
    if (count == 0) return WEIR_OK;
    matmul_layout_of(k, &p.l);
    p.a = (operand){a->shape, a->strides, a->ndim, wr_view_count(a), a->dtype != computed};
    p.b = (operand){b->shape, b->strides, b->ndim, wr_view_count(b), b->dtype != computed};
    plan(&p, computed, wr_simd_of(k));
    char *room = k->scratch, *x = a->data, *y = b->data, *z = c->data;
    if (p.a.cast) {
        WR_TRY(wr_copy_row_major(k, room, computed, a));
        x = room, room += p.a_bytes;
    }
    if (p.b.cast) {
        WR_TRY(wr_copy_row_major(k, room, computed, b));
        y = room, room += p.b_bytes;
    }
    void *scratch = room;
    if (computed != k->dtype)
        z = (char *)k->scratch + wr_round_up(p.a_bytes + p.b_bytes + p.gemm_bytes, WR_CACHE_LINE);
    WR_TRY(run_stacks(k, &p, wr_dtype_bytes(computed), x, y, z, scratch));
    if (computed == k->dtype) return WEIR_OK;
    int64_t one[1] = {1};
    weir_view from = {z, &count, one, computed, 1}, to = {c->data, &count, one, k->dtype, 1};
    return wr_copy_view(k, &to, &from);
}

/* ---- Reference kernel ------------------------------------------------------------------------ */

static weir_status matmul_reference(const weir_kernel *k) {
    layout l;
    matmul_layout_of(k, &l);
    const weir_view *a = &k->in[0], *b = &k->in[1], *c = &k->out[0];
    int64_t stacks = wr_count(l.batch_ndim, l.batch);
    for (int64_t s = 0; s < stacks; s++) {
        int64_t x = 0, y = 0, rest = s, a_step = l.m * l.k, b_step = l.k * l.n;
        /* an operand does not advance along the dimensions along which it is broadcast */
        for (int i = l.batch_ndim - 1; i >= 0; i--) {
            int64_t at = rest % l.batch[i];
            rest /= l.batch[i];
            int ai = a->ndim - 2 - (l.batch_ndim - i), bi = b->ndim - 2 - (l.batch_ndim - i);
            if (ai >= 0 && a->ndim > 2) {
                if (a->shape[ai] > 1) x += at * a_step;
                a_step *= a->shape[ai];
            }
            if (bi >= 0 && b->ndim > 2) {
                if (b->shape[bi] > 1) y += at * b_step;
                b_step *= b->shape[bi];
            }
        }
        for (int64_t i = 0; i < l.m; i++)
            for (int64_t j = 0; j < l.n; j++) {
                double _Complex sum = 0;
                for (int64_t q = 0; q < l.k; q++)
                    sum += wr_view_get_complex(a, x + i * l.k + q) *
                           wr_view_get_complex(b, y + q * l.n + j);
                wr_view_put_complex(c, (s * l.m + i) * l.n + j, sum);
            }
    }
    return WEIR_OK;
}

/* ---- Gradient: dA = dC B^T, dB = A^T dC ------------------------------------------------------ */

static weir_array *with_dim(weir_vjp *v, weir_array *x, int64_t axis) {
    return wr_g_expand_dims(v, x, &axis, 1);
}

static void matmul_vjp(weir_vjp *v) {
    weir_array *a = v->in[0], *b = v->in[1], *dc = v->grad_out[0];
    weir_array *a2 = a, *b2 = b;
    if (b->ndim == 1) {
        b2 = with_dim(v, b, -1);
        dc = with_dim(v, dc, -1);
    }
    if (a->ndim == 1) {
        a2 = with_dim(v, a, -2);
        dc = with_dim(v, dc, -2);
    }
    if (v->wanted[0]) {
        weir_array *g = wr_g_matmul(v, dc, wr_g_conj(v, wr_g_matrix_transpose(v, b2)));
        g = wr_build_unbroadcast(v, g, a2);
        v->grad_in[0] = a->ndim == 1 ? wr_g_reshape(v, g, wr_shape(a), 1) : g;
    }
    if (v->wanted[1]) {
        weir_array *g = wr_g_matmul(v, wr_g_conj(v, wr_g_matrix_transpose(v, a2)), dc);
        g = wr_build_unbroadcast(v, g, b2);
        v->grad_in[1] = b->ndim == 1 ? wr_g_reshape(v, g, wr_shape(b), 1) : g;
    }
}

WR_OP(matmul) = {
    .size = sizeof(weir_op_def),
    .name = "matmul",
    .summary = "The matrix product of two arrays.",
    .notes =
        "Dimensions before the last two broadcast.  A vector is treated as a row on the left and "
        "as a column on the right, and this dimension is dropped from the result.",
    .inputs = "x1, x2",
    .outputs = "y",
    .flags = WEIR_OP_STRIDED_IN,
    .infer = matmul_infer,
    .run = matmul_run,
    .reference = matmul_reference,
    .vjp = matmul_vjp,
    .samples =
        "(3,4), (4,5); (2,3,4), (4,2); (2,1,3,4), (5,4,2); (4), (4); (3,4), (4); (4), (2,4,3)",
};
