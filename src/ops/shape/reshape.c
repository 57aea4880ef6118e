/* reshape.c - gives an array a new shape with the same elements.
 *
 * The result is a view if strides can express the new shape, otherwise a copy.  A view exists if
 * each dimension of the new shape lies within a group of old dimensions that are contiguous with
 * each other in memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/expression.h"

#define RESHAPE_ATTRS(X, A)                                                                        \
    X(A, I64S, shape, WEIR_REQUIRED, "the new shape; one dimension may be -1", ">= -1")
WEIR_ATTRS(reshape, RESHAPE_ATTRS);

static weir_status resolve(const weir_infer *c, weir_meta *m) {
    const reshape_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    if (attr->shape.count < 0 || attr->shape.count > WEIR_NDIM_MAX)
        return wr_refuse(c, "the shape has %lld dimensions; at most %d are supported",
                         (long long)attr->shape.count, WEIR_NDIM_MAX);
    int open = -1, ndim = (int)attr->shape.count;
    int64_t known = 1;
    m->ndim = ndim;
    for (int i = 0; i < ndim; i++) {
        int64_t n = attr->shape.data[i];
        m->shape[i] = n;
        if (n == -1 && open < 0)
            open = i;
        else if (n < 0 || __builtin_mul_overflow(known, n, &known))
            return wr_refuse(c, "%s is not a valid shape for %lld element%s",
                             wr_shape_text(ndim, attr->shape.data), (long long)x->count,
                             x->count == 1 ? "" : "s");
    }
    if (open >= 0 && known > 0) m->shape[open] = x->count / known;
    if (open >= 0 && known == 0 && x->count == 0)
        return wr_refuse(c, "-1 in %s cannot be inferred because another dimension is 0",
                         wr_shape_text(ndim, attr->shape.data));
    if (wr_count(ndim, m->shape) != x->count)
        return wr_refuse(c, "%s with %lld element%s cannot be reshaped to %s", wr_array_text_of(x),
                         (long long)x->count, x->count == 1 ? "" : "s",
                         wr_shape_text(ndim, attr->shape.data));
    return WEIR_OK;
}

/* Compute the strides of a view of x with the new shape.  Return false if no such strides exist. */
static bool restride(const weir_array *x, const weir_meta *m, int64_t *strides) {
    int64_t old_shape[WEIR_NDIM_MAX], old[WEIR_NDIM_MAX];
    int count = 0, at = 0, i = 0;
    if (x->count == 0) {
        wr_row_major(m->ndim, m->shape, strides);
        return true;
    }
    for (int d = 0; d < x->ndim; d++)
        if (wr_shape(x)[d] != 1) {
            old_shape[count] = wr_shape(x)[d];
            old[count++] = wr_strides(x)[d];
        }
    while (i < m->ndim) {
        if (m->shape[i] == 1) {
            strides[i++] = 0;
            continue;
        }
        if (at == count) return false;
        /* Find a group of old dimensions and a group of new dimensions with the same number of
         * elements. */
        int first = at, start = i;
        int64_t have = old_shape[at++], want = m->shape[i++];
        while (have != want) {
            if (have < want) {
                if (at == count) return false;
                have *= old_shape[at++];
            } else {
                if (i == m->ndim) return false;
                want *= m->shape[i++];
            }
        }
        for (int d = first; d + 1 < at; d++)
            if (old[d] != old[d + 1] * old_shape[d + 1]) return false;
        int64_t step = old[at - 1];
        for (int d = i - 1; d >= start; d--) {
            strides[d] = step;
            step *= m->shape[d];
        }
    }
    return true;
}

static weir_status reshape_view(weir_infer *c, weir_array **out) {
    weir_meta m;
    int64_t strides[WEIR_NDIM_MAX];
    weir_array *x = c->in[0];
    WR_TRY(resolve(c, &m));
    bool number = x->flags & WR_NUMBER;
    if (!number && restride(x, &m, strides))
        return wr_array_view(x, x->dtype, m.ndim, m.shape, strides, x->offset, out);
    weir_array *copy;
    WR_TRY(wr_call(x->rt, &wr_ops[WR_OP_copy], &x, 1, NULL, &copy, NULL));
    weir_status status = wr_array_view(copy, copy->dtype, m.ndim, m.shape, NULL, 0, out);
    weir_array_release(copy);
    return status;
}

static void reshape_vjp(weir_vjp *v) {
    v->grad_in[0] = wr_g_reshape(v, v->grad_out[0], wr_shape(v->in[0]), v->in[0]->ndim);
}

WR_OP(reshape) = {
    .size = sizeof(weir_op_def),
    .name = "reshape",
    .summary = "Give x a new shape with the same elements.",
    .notes = "A view of x if its strides allow, otherwise a copy.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = reshape_view,
    .vjp = reshape_vjp,
    WEIR_USE_ATTRS(reshape),
    .samples = "(3,4) shape=[2,6]; (2,3,4) shape=[-1]; (6) shape=[2,1,3]",
};
