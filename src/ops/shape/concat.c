/* concat.c - concat and stack: join arrays along an existing or a new axis.
 *
 * One task copies every input to its part of the result; each copy is split among the workers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/cuda_kernels.h"
#include "ops/core/expression.h"
#include "ops/core/view.h"

/* A call on a CUDA device says which of its first 64 inputs are numbers. */
static weir_status need_no_late_numbers(const weir_infer *c) {
    if ((c->out[0].device & 255) != WEIR_DEVICE_CUDA) return WEIR_OK;
    for (uint32_t i = 64; i < c->in_count; i++)
        if (c->in[i]->flags & WR_NUMBER)
            return wr_refuse(c,
                             "input %u is a number; on a CUDA device only the first 64 inputs may "
                             "be numbers, so make an array of it",
                             i);
    return WEIR_OK;
}

/* Set the common dtype, and check that the shapes are equal except along `free_axis`.  If
 * `free_axis` is -1, all axes must match. */
static weir_status need_alike(weir_infer *c, int free_axis) {
    const weir_array *first = c->in[0];
    int dtype;
    WR_TRY(need_no_late_numbers(c));
    WR_TRY(wr_promote(c, 0, c->in_count, &dtype));
    for (uint32_t i = 1; i < c->in_count; i++) {
        const weir_array *a = c->in[i];
        bool alike = a->ndim == first->ndim;
        for (int d = 0; alike && d < a->ndim; d++)
            alike = d == free_axis || wr_shape(a)[d] == wr_shape(first)[d];
        if (!alike)
            return wr_refuse(c, "the shape of input %u, %s, does not match that of input 0, %s", i,
                             wr_shape_text(a->ndim, wr_shape(a)),
                             wr_shape_text(first->ndim, wr_shape(first)));
    }
    c->out[0].dtype = c->dtype = dtype;
    return WEIR_OK;
}

/* Reshape and cast a part of the gradient to the shape and dtype of its input. */
static weir_array *part_gradient(weir_vjp *v, weir_array *g, weir_array *x) {
    if (g == NULL) return NULL;
    return wr_build_unbroadcast(v, wr_g_reshape(v, g, wr_shape(x), x->ndim), x);
}

/* ---- concat ---------------------------------------------------------------------------------- */

#define CONCAT_ATTRS(X, A)                                                                         \
    X(A, I64, axis, 0, "axis to join along; none: flatten the arrays first", "axis, none")
WEIR_ATTRS(concat, CONCAT_ATTRS);

static weir_status flat_infer(weir_infer *c) {
    int dtype;
    int64_t count = 0;
    WR_TRY(need_no_late_numbers(c));
    WR_TRY(wr_promote(c, 0, c->in_count, &dtype));
    for (uint32_t i = 0; i < c->in_count; i++)
        if (__builtin_add_overflow(count, c->in[i]->count, &count))
            return wr_refuse(c, "the number of elements of the result overflows");
    wr_meta_shape(&c->out[0], 1, &count);
    c->out[0].dtype = c->dtype = dtype;
    return WEIR_OK;
}

static weir_status concat_infer(weir_infer *c) {
    const concat_attr *attr = c->attr;
    const weir_array *first = c->in[0];
    int axis;
    if (attr->axis == WEIR_NONE) return flat_infer(c);
    if (first->ndim == 0) return wr_refuse(c, "0-d arrays cannot be concatenated; use stack");
    WR_TRY(wr_need_axis(c, attr->axis, first->ndim, &axis));
    WR_TRY(need_alike(c, axis));
    wr_meta_shape(&c->out[0], first->ndim, wr_shape(first));
    for (uint32_t i = 1; i < c->in_count; i++)
        if (__builtin_add_overflow(c->out[0].shape[axis], wr_shape(c->in[i])[axis],
                                   &c->out[0].shape[axis]))
            return wr_refuse(c, "the number of elements of the result overflows");
    return WEIR_OK;
}

/* Copy x to the flat output, starting at element `at`. */
static weir_status copy_flat(const weir_kernel *k, const weir_view *x, int64_t at, wr_copy_fn *copy,
                             void *ctx) {
    const weir_view *y = &k->out[0];
    int64_t strides[WEIR_NDIM_MAX], step = y->strides[0];
    for (int i = x->ndim - 1; i >= 0; i--) {
        strides[i] = step;
        step *= x->shape[i];
    }
    weir_view to = {(char *)y->data + at * y->strides[0] * (int64_t)wr_dtype_bytes(y->dtype),
                    x->shape, strides, y->dtype, x->ndim};
    return copy(ctx, &to, x);
}

/* Copy all inputs with `copy`. */
static weir_status concat_parts(const weir_kernel *k, wr_copy_fn *copy, void *ctx) {
    const concat_attr *attr = k->attr;
    int64_t at = 0;
    int axis = 0;
    if (attr->axis != WEIR_NONE) wr_axis(attr->axis, k->out[0].ndim, &axis);
    for (uint32_t i = 0; i < k->in_count; i++) {
        const weir_view *x = &k->in[i];
        int64_t n = attr->axis == WEIR_NONE ? wr_view_count(x) : x->shape[axis];
        if (wr_view_count(x) == 0) {
            at += n;
            continue;
        }
        if (attr->axis == WEIR_NONE) {
            WR_TRY(copy_flat(k, x, at, copy, ctx));
        } else {
            wr_part to;
            wr_part_of(&to, &k->out[0]);
            wr_part_cut(&to, axis, at, n, 1);
            WR_TRY(copy(ctx, &to.view, x));
        }
        at += n;
    }
    return WEIR_OK;
}

static weir_status concat_run(const weir_kernel *k) {
    return concat_parts(k, wr_copy_part, (void *)(uintptr_t)k);
}

weir_status wr_cuda_concat(wr_cuda_call *c) {
    wr_cuda_copies copies = {.c = c};
    for (uint32_t i = 0; i < c->k->in_count; i++) copies.left += wr_view_count(&c->k->in[i]) > 0;
    if (copies.left == 0) return wr_cuda_mark(c);
    return concat_parts(c->k, wr_cuda_copy_part, &copies);
}

static void concat_vjp(weir_vjp *v) {
    const concat_attr *attr = v->attr;
    int64_t at = 0;
    int axis = 0;
    if (attr->axis != WEIR_NONE) wr_axis(attr->axis, v->in[0]->ndim, &axis);
    for (uint32_t i = 0; i < v->in_count; i++) {
        weir_array *x = v->in[i];
        int64_t n = attr->axis == WEIR_NONE ? x->count : wr_shape(x)[axis];
        if (v->wanted[i])
            v->grad_in[i] = part_gradient(v, wr_build_cut(v, v->grad_out[0], axis, at, at + n), x);
        at += n;
    }
}

WR_OP(concat) = {
    .size = sizeof(weir_op_def),
    .name = "concat",
    .summary = "Concatenate arrays along an existing axis.",
    .inputs = "arrays",
    .outputs = "y",
    .parts = "arrays: the arrays to join",
    .flags = WEIR_OP_VARIADIC | WEIR_OP_STRIDED,
    .infer = concat_infer,
    .run = concat_run,
    .vjp = concat_vjp,
    WEIR_USE_ATTRS(concat),
    .samples = "(3,4), (2,4); (2,3,4), (2,1,4), (2,2,4) axis=1; (2,3), (2,2) axis=-1; (2,0), (2,2) "
               "axis=1; (3), (2)",
};

/* ---- stack ----------------------------------------------------------------------------------- */

#define STACK_ATTRS(X, A) X(A, I64, axis, 0, "position of the new axis in the result", "axis")
WEIR_ATTRS(stack, STACK_ATTRS);

static weir_status stack_infer(weir_infer *c) {
    const stack_attr *attr = c->attr;
    const weir_array *first = c->in[0];
    weir_meta *out = &c->out[0];
    int axis;
    if (first->ndim >= WEIR_NDIM_MAX)
        return wr_refuse(c, "%s already has the maximum number of dimensions; no axis can be added",
                         wr_array_text_of(first));
    WR_TRY(wr_need_axis(c, attr->axis, first->ndim + 1, &axis));
    WR_TRY(need_alike(c, -1));
    wr_meta_shape(out, axis, wr_shape(first));
    out->shape[axis] = c->in_count;
    for (int i = axis; i < first->ndim; i++) out->shape[i + 1] = wr_shape(first)[i];
    out->ndim = first->ndim + 1;
    return WEIR_OK;
}

static weir_status stack_parts(const weir_kernel *k, wr_copy_fn *copy, void *ctx) {
    const stack_attr *attr = k->attr;
    int axis = 0;
    wr_axis(attr->axis, k->out[0].ndim, &axis);
    if (wr_view_count(&k->out[0]) == 0) return WEIR_OK;
    for (uint32_t i = 0; i < k->in_count; i++) {
        wr_part to, from;
        wr_part_of(&to, &k->out[0]);
        wr_part_cut(&to, axis, i, 1, 1);
        wr_part_of(&from, &k->in[i]);
        wr_part_insert(&from, axis);
        WR_TRY(copy(ctx, &to.view, &from.view));
    }
    return WEIR_OK;
}

static weir_status stack_run(const weir_kernel *k) {
    return stack_parts(k, wr_copy_part, (void *)(uintptr_t)k);
}

weir_status wr_cuda_stack(wr_cuda_call *c) {
    wr_cuda_copies copies = {.c = c, .left = c->k->in_count};
    if (wr_view_count(&c->k->out[0]) == 0) return wr_cuda_mark(c);
    return stack_parts(c->k, wr_cuda_copy_part, &copies);
}

static void stack_vjp(weir_vjp *v) {
    const stack_attr *attr = v->attr;
    int axis = 0;
    wr_axis(attr->axis, v->out[0]->ndim, &axis);
    for (uint32_t i = 0; i < v->in_count; i++)
        if (v->wanted[i])
            v->grad_in[i] = part_gradient(
                v, wr_build_cut(v, v->grad_out[0], axis, i, (int64_t)i + 1), v->in[i]);
}

WR_OP(stack) = {
    .size = sizeof(weir_op_def),
    .name = "stack",
    .summary = "Stack arrays of the same shape along a new axis.",
    .inputs = "arrays",
    .outputs = "y",
    .parts = "arrays: the arrays to join",
    .flags = WEIR_OP_VARIADIC | WEIR_OP_STRIDED,
    .infer = stack_infer,
    .run = stack_run,
    .vjp = stack_vjp,
    WEIR_USE_ATTRS(stack),
    .samples = "(3,4), (3,4); (2,3), (2,3), (2,3) axis=-1; (3), (3) axis=1; (), ()",
};
