/* copy.c - copy, after, astype and to_device: copies of an array.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/expression.h"

static weir_status copy_run(const weir_kernel *k) { return wr_copy_view(k, &k->out[0], &k->in[0]); }

static weir_status copy_infer(weir_infer *c) {
    wr_meta_like(&c->out[0], c->in[0]);
    if (c->in[0]->flags & WR_NUMBER) {
        int dtype;
        WR_TRY(wr_promote(c, 0, 1, &dtype));
        c->out[0].dtype = dtype;
    }
    c->dtype = c->out[0].dtype;
    return WEIR_OK;
}

static void copy_vjp(weir_vjp *v) { v->grad_in[0] = v->grad_out[0]; }

WR_OP(copy) = {
    .size = sizeof(weir_op_def),
    .name = "copy",
    .summary = "Copy x to new storage.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_ELEMENTWISE,
    .takes = WEIR_TAKES_ALL,
    .infer = copy_infer,
    .run = copy_run,
    .reference = copy_run,
    .vjp = copy_vjp,
    .samples = "(3,4)",
};

/* ---- after ----------------------------------------------------------------------------------- */

/* The other arrays are inputs of the task, like x, so the task waits for them and fails if one of
 * them failed.  Their elements are not read. */

static void after_vjp(weir_vjp *v) {
    weir_array *result = v->out[0];
    if (v->wanted[0]) v->grad_in[0] = wr_g_after(v, v->grad_out[0], &result, 1);
}

WR_OP(after) = {
    .size = sizeof(weir_op_def),
    .name = "after",
    .summary = "The values of x, once the other arrays are ready; fails if one of them failed.",
    .notes = "The values of the other arrays are not read, and they receive no gradient.",
    .inputs = "x, arrays",
    .outputs = "y",
    .parts = "arrays: arrays that are waited for; "
             "y: the values of x",
    .takes = WEIR_TAKES_ALL,
    .flags = WEIR_OP_VARIADIC | WEIR_OP_STRIDED,
    .infer = copy_infer,
    .run = copy_run,
    .reference = copy_run,
    .vjp = after_vjp,
    .samples = "(3,4), (2); (), (5), (2,3); (2,3), i64(2)",
};

/* ---- astype ---------------------------------------------------------------------------------- */

#define ASTYPE_ATTRS(X, A) X(A, DTYPE, dtype, WEIR_REQUIRED, "dtype of the result")
WEIR_ATTRS(astype, ASTYPE_ATTRS);

static weir_status astype_infer(weir_infer *c) {
    const astype_attr *attr = c->attr;
    int dtype;
    WR_TRY(wr_need_dtype(c, attr->dtype, wr_default_dtype(), &dtype));
    wr_meta_like(&c->out[0], c->in[0]);
    if (wr_dtype_kind_of(c->in[0]->dtype) == WR_KIND_COMPLEX &&
        wr_dtype_kind_of(dtype) != WR_KIND_COMPLEX && dtype != WEIR_BOOL)
        return wr_refuse(c,
                         "casting %s to %s would discard the imaginary part; use real(x) or abs(x)",
                         wr_dtypes[c->in[0]->dtype].name, wr_dtypes[dtype].name);
    c->out[0].dtype = dtype;
    c->dtype = dtype;
    return WEIR_OK;
}

static void astype_vjp(weir_vjp *v) {
    v->grad_in[0] = wr_build_unbroadcast(v, v->grad_out[0], v->in[0]);
}

WR_OP(astype) = {
    .size = sizeof(weir_op_def),
    .name = "astype",
    .summary = "Convert x to a dtype.",
    .notes =
        "Floats are truncated to integers, integers wrap around, and every nonzero value is true.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_ELEMENTWISE,
    .takes = WEIR_TAKES_ALL,
    .infer = astype_infer,
    .run = copy_run,
    .reference = copy_run,
    .vjp = astype_vjp,
    WEIR_USE_ATTRS(astype),
    .samples = "(3,4) dtype=float64; (3,4)@-5:5 dtype=int32",
};

/* ---- to_device ------------------------------------------------------------------------------- */

#define TO_DEVICE_ATTRS(X, A) X(A, DEVICE, device, WEIR_REQUIRED, "device of the result")
WEIR_ATTRS(to_device, TO_DEVICE_ATTRS);

static weir_status to_device_infer(weir_infer *c) {
    const to_device_attr *attr = c->attr;
    WR_TRY(copy_infer(c));
    return wr_need_device(c, attr->device, wr_mode_now.device, &c->out[0].device);
}

static void to_device_vjp(weir_vjp *v) {
    v->grad_in[0] = wr_g_to_device(v, v->grad_out[0], v->in[0]->device);
}

WR_OP(to_device) = {
    .size = sizeof(weir_op_def),
    .name = "to_device",
    .summary = "Copy x to a device.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_STRIDED,
    .infer = to_device_infer,
    .run = copy_run,
    .vjp = to_device_vjp,
    WEIR_USE_ATTRS(to_device),
    .samples = "(3,4) device=256",
};
