/* tile.c - repeats a whole array along its axes.
 *
 * The result is a copy of a view in which each dimension of size n that is repeated r times becomes
 * two dimensions of sizes r and n, the first with stride 0.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/expression.h"
#include "ops/shape/remap.h"

#define TILE_ATTRS(X, A)                                                                           \
    X(A, I64S, repetitions, WEIR_REQUIRED, "number of repetitions along each of the last axes",    \
      ">= 0")
WEIR_ATTRS(tile, TILE_ATTRS);

/* Return dimension i of a shape to which ones are prepended until it has `all` dimensions. */
static int64_t dim_of(int ndim, const int64_t *shape, int i, int all) {
    int own = i - (all - ndim);
    return own < 0 ? 1 : shape[own];
}

static weir_status tile_infer(weir_infer *c) {
    const tile_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    weir_meta *out = &c->out[0];
    if (attr->repetitions.count > WEIR_NDIM_MAX)
        return wr_refuse(c, "%lld repetitions given; at most %d are supported",
                         (long long)attr->repetitions.count, WEIR_NDIM_MAX);
    int given = (int)attr->repetitions.count, split = 0;
    out->ndim = given > x->ndim ? given : x->ndim;
    for (int i = 0; i < out->ndim; i++) {
        int64_t n = dim_of(x->ndim, wr_shape(x), i, out->ndim);
        int64_t r = dim_of(given, attr->repetitions.data, i, out->ndim);
        if (r < 0)
            return wr_refuse(c, "repetitions must not be negative, got %lld along axis %d",
                             (long long)r, i);
        if (__builtin_mul_overflow(n, r, &out->shape[i]))
            return wr_refuse(c, "%lld repetitions of %lld elements overflow the size of an axis",
                             (long long)r, (long long)n);
        split += n != 1 && r != 1;
    }
    if (out->ndim + split > WEIR_NDIM_MAX)
        return wr_refuse(c, "%d dimension%s plus %d repeated dimension%s exceed the maximum of %d",
                         out->ndim, out->ndim == 1 ? "" : "s", split, split == 1 ? "" : "s",
                         WEIR_NDIM_MAX);
    out->dtype = x->dtype;
    if (x->flags & WR_NUMBER) {
        int dtype;
        WR_TRY(wr_promote(c, 0, 1, &dtype));
        out->dtype = dtype;
    }
    c->dtype = out->dtype;
    return WEIR_OK;
}

static weir_status tile_run(const weir_kernel *k) {
    const tile_attr *attr = k->attr;
    const weir_view *x = &k->in[0], *y = &k->out[0];
    int64_t shape[WEIR_NDIM_MAX], from[WEIR_NDIM_MAX], to[WEIR_NDIM_MAX];
    int count = 0;
    if (wr_view_count(y) == 0) return WEIR_OK;
    for (int i = 0; i < y->ndim; i++) {
        int own = i - (y->ndim - x->ndim);
        int64_t n = dim_of(x->ndim, x->shape, i, y->ndim);
        int64_t r = dim_of((int)attr->repetitions.count, attr->repetitions.data, i, y->ndim);
        if (r != 1) {
            shape[count] = r;
            from[count] = 0;
            to[count++] = y->strides[i] * n;
        }
        if (n != 1) {
            shape[count] = n;
            from[count] = x->strides[own];
            to[count++] = y->strides[i];
        }
    }
    weir_view source = {x->data, shape, from, x->dtype, count};
    weir_view target = {y->data, shape, to, y->dtype, count};
    return wr_copy_view(k, &target, &source);
}

weir_status wr_cuda_tile(wr_cuda_call *c) {
    const weir_view *x = &c->k->in[0], *y = &c->k->out[0];
    wr_remap r = {.ndim = y->ndim};
    for (int i = 0; i < y->ndim; i++) {
        int own = i - (y->ndim - x->ndim);
        r.dim[i] = (wr_remap_dim){.size = y->shape[i],
                                  .n = dim_of(x->ndim, x->shape, i, y->ndim),
                                  .to = y->strides[i],
                                  .from = own < 0 ? 0 : x->strides[own],
                                  .mode = WR_REMAP_WRAP};
    }
    return wr_cuda_remap(c, &r);
}

static void tile_vjp(weir_vjp *v) {
    const tile_attr *attr = v->attr;
    weir_array *x = v->in[0];
    int64_t shape[WEIR_NDIM_MAX], axes[WEIR_NDIM_MAX], sums = 0;
    int ndim = v->out[0]->ndim, count = 0;
    for (int i = 0; i < ndim; i++) {
        int64_t n = dim_of(x->ndim, wr_shape(x), i, ndim);
        int64_t r = dim_of((int)attr->repetitions.count, attr->repetitions.data, i, ndim);
        if (r != 1) {
            axes[sums++] = count;
            shape[count++] = r;
        }
        if (n != 1) shape[count++] = n;
    }
    weir_array *g = wr_g_reshape(v, v->grad_out[0], shape, count);
    if (sums > 0) g = wr_g_sum(v, g, axes, sums, 0, 0);
    v->grad_in[0] = wr_build_unbroadcast(v, wr_g_reshape(v, g, wr_shape(x), x->ndim), x);
}

WR_OP(tile) = {
    .size = sizeof(weir_op_def),
    .name = "tile",
    .summary = "Tile an array a number of times along each axis.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_STRIDED,
    .infer = tile_infer,
    .run = tile_run,
    .vjp = tile_vjp,
    WEIR_USE_ATTRS(tile),
    .samples = "(3,4) repetitions=[2,1]; (3) repetitions=[2,3]; (2,3) repetitions=[2]; (2,3) "
               "repetitions=[0,2]; () repetitions=[3]",
};
