/* global_norm.c - the Euclidean norm of many arrays, treated as one vector.
 *
 * Blocks of a few thousand elements are summed in parallel, and their sums are added in an order
 * that depends only on the shapes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "ops/core/expression.h"
#include "ops/norm/norm_simd.h"
#include "ops/optim/global_norm.h"

enum { BLOCK = WR_GLOBAL_NORM_BLOCK, TILE = 512, GRAIN = WR_SIZE(4, 1) };

static int64_t blocks_of(int64_t count) { return (count + BLOCK - 1) / BLOCK; }

static weir_status global_norm_infer(weir_infer *c) {
    int dtype = WEIR_FLOAT32;
    int64_t blocks = 0;
    for (uint32_t i = 0; i < c->in_count; i++) {
        const weir_array *a = c->in[i];
        if (a->dtype < WEIR_FLOAT16 || a->dtype > WEIR_FLOAT64)
            return wr_refuse(c, "array %u is %s; expected a float dtype", i, wr_array_text_of(a));
        if (a->dtype == WEIR_FLOAT64) dtype = WEIR_FLOAT64;
        blocks += blocks_of(a->count);
    }
    wr_meta_shape(&c->out[0], 0, NULL);
    c->out[0].dtype = c->dtype = dtype;
    c->scratch_bytes = (uint64_t)blocks * sizeof(double);
    return WEIR_OK;
}

/* Return the sum of squares of elements `from` to `to` - 1, computed in the dtype of the result. */
static double squares(const weir_kernel *k, const weir_view *v, int64_t from, int64_t to) {
    const wr_simd *simd = wr_simd_of(k);
    const wr_norm_type *norm = k->dtype == WEIR_FLOAT64 ? &simd->norm->f64 : &simd->norm->f32;
    int64_t size = (int64_t)wr_dtype_bytes(v->dtype);
    const char *data = (const char *)v->data + from * size;
    if (v->dtype == k->dtype) return norm->squares(data, to - from);
    _Alignas(64) double tile[TILE];
    double sum = 0;
    for (int64_t n; from < to; from += n, data += n * size) {
        n = to - from < TILE ? to - from : TILE;
        simd->cast->cast[v->dtype][k->dtype](tile, data, n);
        sum += norm->squares(tile, n);
    }
    return sum;
}

/* Compute the sums of squares of blocks `begin` to `end` - 1.  Blocks are numbered consecutively
 * across all arrays; no block extends over two arrays. */
static weir_status sum_blocks(void *arg, int64_t begin, int64_t end) {
    const weir_kernel *k = arg;
    double *sum = k->scratch;
    int64_t before = 0;
    for (uint32_t i = 0; i < k->in_count && before < end; i++) {
        const weir_view *v = &k->in[i];
        int64_t count = wr_view_count(v), blocks = blocks_of(count);
        for (int64_t b = begin > before ? begin - before : 0; b < blocks && before + b < end; b++) {
            int64_t to = (b + 1) * BLOCK;
            sum[before + b] = squares(k, v, b * BLOCK, to < count ? to : count);
        }
        before += blocks;
    }
    return WEIR_OK;
}

static weir_status global_norm_run(const weir_kernel *k) {
    int64_t blocks = 0;
    double total = 0;
    const double *sum = k->scratch;
    for (uint32_t i = 0; i < k->in_count; i++) blocks += blocks_of(wr_view_count(&k->in[i]));
    weir_kernel own = *k;
    WR_TRY(wr_split(k, blocks, GRAIN, sum_blocks, &own));
    for (int64_t i = 0; i < blocks; i++) total += sum[i];
    wr_view_put(&k->out[0], 0, sqrt(total));
    return WEIR_OK;
}

static weir_status global_norm_reference(const weir_kernel *k) {
    double total = 0;
    for (uint32_t i = 0; i < k->in_count; i++)
        for (int64_t j = 0; j < wr_view_count(&k->in[i]); j++) {
            double x = wr_view_get(&k->in[i], j);
            total += x * x;
        }
    wr_view_put(&k->out[0], 0, sqrt(total));
    return WEIR_OK;
}

static void global_norm_vjp(weir_vjp *v) {
    weir_array *by = wr_g_divide(v, v->grad_out[0], v->out[0]);
    for (uint32_t i = 0; i < v->in_count; i++)
        if (v->wanted[i])
            v->grad_in[i] = wr_build_unbroadcast(v, wr_g_multiply(v, v->in[i], by), v->in[i]);
}

WR_OP(global_norm) = {
    .size = sizeof(weir_op_def),
    .name = "global_norm",
    .summary = "The Euclidean norm of all elements of all arrays.",
    .inputs = "arrays",
    .outputs = "y",
    .parts = "arrays: arrays of any shapes; "
             "y: one number",
    .flags = WEIR_OP_VARIADIC,
    .infer = global_norm_infer,
    .run = global_norm_run,
    .reference = global_norm_reference,
    .vjp = global_norm_vjp,
    .samples = "(3,4), (2); (5)@0.5:2; (2,3), (), (4,1)",
};
