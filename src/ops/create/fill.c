/* fill.c - zeros, ones, full, empty and their _like variants: arrays filled with one value.
 *
 * Each operator copies a single broadcast element, which runs at memory bandwidth.
 *
 * family FILL: inputs ; outputs y; attrs FILL_ATTRS; flags STRIDED
 * family LIKE: inputs x; outputs y; attrs LIKE_ATTRS; flags STRIDED
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/expression.h"
#include "ops/core/view.h"

/* ---- zeros, ones, empty ---------------------------------------------------------------------- */

#define FILL_ATTRS(X, A)                                                                           \
    X(A, I64S, shape, WEIR_REQUIRED, "shape of the result", ">= 0")                                \
    X(A, DTYPE, dtype, 0, "dtype of the result; default: the default float dtype")                 \
    X(A, DEVICE, device, -1, "device of the result")
WEIR_ATTRS(fill, FILL_ATTRS);

static weir_status fill_infer(weir_infer *c) {
    const fill_attr *attr = c->attr;
    weir_meta *out = &c->out[0];
    WR_TRY(wr_need_shape(c, attr->shape, out));
    WR_TRY(wr_need_device(c, attr->device, out->device, &out->device));
    int dtype;
    WR_TRY(wr_need_dtype(c, attr->dtype, wr_default_dtype(), &dtype));
    out->dtype = c->dtype = dtype;
    return WEIR_OK;
}

static weir_status fill_with(const weir_kernel *k, int8_t value) {
    const weir_view one = {&value, NULL, NULL, WEIR_INT8, 0};
    return wr_copy_view(k, &k->out[0], &one);
}

static weir_status zeros_run(const weir_kernel *k) { return fill_with(k, 0); }
static weir_status ones_run(const weir_kernel *k) { return fill_with(k, 1); }

#define FILL(op, run_, notes_, summary_)                                                           \
    WR_OP(op) = {                                                                                  \
        .size = sizeof(weir_op_def),                                                               \
        .name = #op,                                                                               \
        .summary = summary_,                                                                       \
        .notes = notes_,                                                                           \
        .inputs = "",                                                                              \
        .outputs = "y",                                                                            \
        .flags = WEIR_OP_STRIDED,                                                                  \
        .infer = fill_infer,                                                                       \
        .run = run_,                                                                               \
        WEIR_USE_ATTRS(fill),                                                                      \
        .samples = "shape=[3,4]; shape=[2,0]; shape=[5] dtype=int16; shape=[5] dtype=complex64; "  \
                   "shape=[2,3] dtype=bool",                                                       \
    };

/* clang-format off */
FILL(zeros, zeros_run, NULL, "An array of zeros.")
FILL(ones, ones_run, NULL, "An array of ones.")
FILL(empty, zeros_run, "It holds zeros, so that results never depend on the previous contents of memory.", "An array to be filled later.")
/* clang-format on */

/* ---- full ------------------------------------------------------------------------------------ */

static weir_status broadcast_run(const weir_kernel *k) {
    return wr_copy_view(k, &k->out[0], &k->in[k->in_count - 1]);
}

/* Infer the output from the value, which is cast to the dtype `asked`.  If `asked` is 0, the dtype
 * is `otherwise`; if that is 0 too, the dtype follows from the value. */
static weir_status value_infer(weir_infer *c, uint32_t which, int32_t asked, int otherwise) {
    const weir_array *value = c->in[which];
    weir_meta *out = &c->out[0];
    int64_t both[WEIR_NDIM_MAX];
    int ndim, dtype;
    if (otherwise == 0) WR_TRY(wr_promote(c, which, which + 1, &otherwise));
    WR_TRY(wr_need_dtype(c, asked, otherwise, &dtype));
    bool fits = wr_broadcast(out->ndim, out->shape, value->ndim, wr_shape(value), &ndim, both) &&
                ndim == out->ndim;
    for (int i = 0; fits && i < ndim; i++) fits = both[i] == out->shape[i];
    if (!fits)
        return wr_refuse(c, "a value of shape %s cannot be broadcast to shape %s",
                         wr_shape_text(value->ndim, wr_shape(value)),
                         wr_shape_text(out->ndim, out->shape));
    if (wr_dtype_kind_of(value->dtype) == WR_KIND_COMPLEX &&
        wr_dtype_kind_of(dtype) != WR_KIND_COMPLEX && dtype != WEIR_BOOL)
        return wr_refuse(c, "casting a %s value to %s would discard the imaginary part",
                         wr_dtypes[value->dtype].name, wr_dtypes[dtype].name);
    out->dtype = c->dtype = dtype;
    return wr_need_number_held(c, which, dtype);
}

static weir_status full_infer(weir_infer *c) {
    const fill_attr *attr = c->attr;
    weir_meta *out = &c->out[0];
    WR_TRY(wr_need_shape(c, attr->shape, out));
    WR_TRY(wr_need_device(c, attr->device, out->device, &out->device));
    return value_infer(c, 0, attr->dtype, 0);
}

static void full_vjp(weir_vjp *v) {
    v->grad_in[0] = wr_build_unbroadcast(v, v->grad_out[0], v->in[0]);
}

WR_OP(full) = {
    .size = sizeof(weir_op_def),
    .name = "full",
    .summary = "An array filled with a value.",
    .notes =
        "The value may be an array that broadcasts to the shape.  The default dtype is that of "
        "the value.",
    .inputs = "value",
    .outputs = "y",
    .parts = "value: the number to fill with, or an array that broadcasts",
    .flags = WEIR_OP_STRIDED,
    .infer = full_infer,
    .run = broadcast_run,
    .vjp = full_vjp,
    WEIR_USE_ATTRS(fill),
    .samples = "() shape=[3,4]; (4) shape=[3,4]; i64() shape=[5] dtype=int64; () shape=[]",
};

/* ---- zeros_like, ones_like, empty_like, full_like -------------------------------------------- */

#define LIKE_ATTRS(X, A)                                                                           \
    X(A, DTYPE, dtype, 0, "dtype of the result; default: that of x")                               \
    X(A, DEVICE, device, -1, "device of the result; default: that of x")
WEIR_ATTRS(like, LIKE_ATTRS);

static weir_status like_infer(weir_infer *c) {
    const like_attr *attr = c->attr;
    int own, dtype;
    WR_TRY(wr_promote(c, 0, 1, &own));
    WR_TRY(wr_need_dtype(c, attr->dtype, own, &dtype));
    wr_meta_like(&c->out[0], c->in[0]);
    c->out[0].dtype = c->dtype = dtype;
    return wr_need_device(c, attr->device, c->out[0].device, &c->out[0].device);
}

/* There is no gradient, because the result does not depend on the values of x. */
static void no_vjp(weir_vjp *v) { (void)v; }

#define LIKE(op, run_, summary_)                                                                   \
    WR_OP(op) = {                                                                                  \
        .size = sizeof(weir_op_def),                                                               \
        .name = #op,                                                                               \
        .summary = summary_,                                                                       \
        .inputs = "x",                                                                             \
        .outputs = "y",                                                                            \
        .parts = "x: an array whose shape and dtype are used",                                     \
        .flags = WEIR_OP_STRIDED,                                                                  \
        .infer = like_infer,                                                                       \
        .run = run_,                                                                               \
        .vjp = no_vjp,                                                                             \
        WEIR_USE_ATTRS(like),                                                                      \
        .samples = "(3,4); (2,3) dtype=int32; (2,3) dtype=complex128",                             \
    };

/* clang-format off */
LIKE(zeros_like, zeros_run, "Zeros with the shape and dtype of x.")
LIKE(ones_like, ones_run, "Ones with the shape and dtype of x.")
LIKE(empty_like, zeros_run, "An array with the shape and dtype of x, to be filled later; it holds zeros.")
/* clang-format on */

static weir_status full_like_infer(weir_infer *c) {
    const like_attr *attr = c->attr;
    WR_TRY(like_infer(c));
    return value_infer(c, 1, attr->dtype, c->dtype);
}

static void full_like_vjp(weir_vjp *v) {
    if (v->wanted[1]) v->grad_in[1] = wr_build_unbroadcast(v, v->grad_out[0], v->in[1]);
}

WR_OP(full_like) = {
    .size = sizeof(weir_op_def),
    .name = "full_like",
    .summary = "An array filled with a value, with the shape and dtype of x.",
    .inputs = "x, value",
    .outputs = "y",
    .parts = "x: an array whose shape and dtype are used; "
             "value: the number to fill with, or an array that broadcasts",
    .flags = WEIR_OP_STRIDED,
    .infer = full_like_infer,
    .run = broadcast_run,
    .vjp = full_like_vjp,
    WEIR_USE_ATTRS(like),
    .samples = "(3,4), (); (3,4), (4); (2,3), i64() dtype=int32",
};
