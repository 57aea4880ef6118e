/* call_into.c - calls that write their results into existing arrays (weir_op_call_into).
 *
 * The kernel writes straight into the outputs where it can.  Otherwise the results are computed
 * into temporaries and copied.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/core/call.h"

/* Does the array cover its whole storage?  If so, writing to the array replaces all earlier
 * contents and clears a failure recorded on the storage. */
static bool covers(const weir_array *a) {
    return a->offset == 0 && wr_is_dense(a->ndim, wr_shape(a), wr_strides(a)) &&
           (uint64_t)a->count * wr_dtype_bytes(a->dtype) == wr_storage_of(a->var)->bytes;
}

static bool same_view(const weir_array *a, const weir_array *b) {
    return a->var == b->var && a->offset == b->offset && a->dtype == b->dtype &&
           a->ndim == b->ndim && memcmp(a->dim, b->dim, 2 * (size_t)a->ndim * sizeof *a->dim) == 0;
}

static bool may_overlap(const weir_array *a, const weir_array *b) {
    if (a->var != b->var || a->count == 0 || b->count == 0) return false;
    int64_t a_low, a_high, b_low, b_high;
    wr_extent(a->ndim, wr_shape(a), wr_strides(a), &a_low, &a_high);
    wr_extent(b->ndim, wr_shape(b), wr_strides(b), &b_low, &b_high);
    int64_t x = (int64_t)wr_dtype_bytes(a->dtype), y = (int64_t)wr_dtype_bytes(b->dtype);
    return (a->offset + a_low) * x < (b->offset + b_high + 1) * y &&
           (b->offset + b_low) * y < (a->offset + a_high + 1) * x;
}

static weir_status check_into(const weir_op *op, const weir_array *out, const weir_meta *m,
                              uint32_t index) {
    const char *name = op->def.name;
    if (out == NULL || (out->flags & WR_NUMBER))
        return wr_fail(WEIR_EINVAL, "%s: output %u is %s", name, index,
                       out == NULL ? "NULL" : "a scalar; only arrays can be written to");
    if (wr_storage_of(out->var)->readonly)
        return wr_fail(WEIR_EINVAL, "%s: output %u is in read-only memory", name, index);
    if (!wr_has_shape(out, m->ndim, m->shape))
        return wr_fail(WEIR_EINVAL, "%s: the result has shape %s, but the output has shape %s",
                       name, wr_shape_text(m->ndim, m->shape),
                       wr_shape_text(out->ndim, wr_shape(out)));
    if (wr_dtype_kind_of(out->dtype) < wr_dtype_kind_of(m->dtype))
        return wr_fail(WEIR_EDTYPE,
                       "%s: the result is %s, which cannot be cast to an output of dtype %s", name,
                       wr_dtypes[m->dtype].name, wr_dtypes[out->dtype].name);
    for (int i = 0; i < out->ndim; i++)
        if (wr_shape(out)[i] > 1 && wr_strides(out)[i] == 0)
            return wr_fail(WEIR_EINVAL,
                           "%s: output %u is broadcast along axis %d; copy it before writing to it",
                           name, index, i);
    if (out->flags & WR_REPEATED)
        return wr_fail(
            WEIR_EINVAL,
            "%s: output %u is part of a view that repeats elements, such as a broadcast one; "
            "copy the view before writing to it",
            name, index);
    if (!wr_is_disjoint(out->ndim, wr_shape(out), wr_strides(out)))
        return wr_fail(WEIR_EINVAL,
                       "%s: elements of output %u share memory; copy it before writing to it", name,
                       index);
    return WEIR_OK;
}

/* Broadcast the result of an elementwise operator to the shape of the output. */
static void stretch(const weir_op *op, const weir_array *out, weir_meta *m) {
    int64_t both[WEIR_NDIM_MAX];
    int ndim;
    if (!(op->def.flags & WEIR_OP_ELEMENTWISE) || out == NULL || (out->flags & WR_NUMBER) ||
        out->ndim < m->ndim ||
        !wr_broadcast(out->ndim, wr_shape(out), m->ndim, m->shape, &ndim, both) ||
        !wr_has_shape(out, ndim, both))
        return;
    m->ndim = ndim;
    memcpy(m->shape, both, (size_t)ndim * sizeof *both);
}

/* May the kernel write straight into the output? */
static bool is_direct(const weir_op *op, weir_array *const *in, uint32_t in_count,
                      const weir_array *out, const weir_meta *m) {
    bool map = op->def.flags & WEIR_OP_ELEMENTWISE, updates = op->def.flags & WEIR_OP_UPDATES;
    /* A result must be rounded to its own dtype before it is cast to the dtype of the output.  The
     * elementwise walk casts directly from the compute dtype, which is correct only if the result
     * has that dtype. */
    bool exact =
        op == &wr_ops[WR_OP_copy] ||
        (op->def.run == wr_map_run && wr_compute_dtype[wr_dtypes[m->dtype].compute] == m->dtype);
    if (out->dtype != m->dtype && !(map && exact)) return false;
    if (!(op->def.flags & WEIR_OP_STRIDED) && !(out->flags & WR_CONTIGUOUS)) return false;
    for (uint32_t i = 0; i < in_count; i++)
        if (in[i] != NULL && in[i]->var != NULL && may_overlap(in[i], out) &&
            !((map || (updates && i == 0)) && same_view(in[i], out)))
            return false;
    return true;
}

/* Compute the results into temporaries, then copy them to the outputs. */
static weir_status call_and_copy(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                                 uint32_t in_count, const void *attr, weir_array *const *out,
                                 uint32_t out_count) {
    weir_array *made[WR_INFER_OUTS] = {NULL};
    uint32_t count = WR_INFER_OUTS;
    int32_t outer = wr_mode_now.device;
    wr_mode_now.device = out[0]->device; /* if all inputs are numbers */
    weir_status status = wr_call(rt, op, in, in_count, attr, made, &count);
    wr_mode_now.device = outer;
    if (status != WEIR_OK) return status;
    for (uint32_t i = 0; i < out_count && status == WEIR_OK; i++)
        status = wr_call_into(rt, &wr_ops[WR_OP_copy], &made[i], 1, NULL, &out[i], 1);
    wr_release_arrays(made, count);
    return status;
}

/* Check a call that writes into existing arrays.  *straight becomes true if the kernel may write
 * straight into the outputs. */
static weir_status prepare_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                                uint32_t in_count, const void *attr, weir_array *const *out,
                                uint32_t out_count, wr_prepared_call *p, bool *straight) {
    int32_t device;
    WR_TRY(wr_prepare_call(rt, op, in, in_count, attr, p, &device));
    if (op->def.flags & (WEIR_OP_VIEW | WEIR_OP_BLOCKING | WEIR_OP_IN_PLACE))
        return wr_fail(WEIR_EINVAL, "%s: %s", op->def.name,
                       op->def.flags & WEIR_OP_IN_PLACE
                           ? "modifies its inputs in place and has no outputs"
                           : "cannot write into an existing array; copy the result instead");
    if (out == NULL || out_count != op->out_names)
        return wr_fail(WEIR_EINVAL, "%s: returns %u array%s; %u output%s given", op->def.name,
                       op->out_names, op->out_names == 1 ? "" : "s", out == NULL ? 0 : out_count,
                       (out == NULL ? 0 : out_count) == 1 ? "" : "s");
    WR_TRY(op->def.infer(&p->c));
    *straight = true;
    bool on_device = in_count == 0; /* numbers have no device: they go where the output is */
    for (uint32_t i = 0; i < in_count; i++)
        on_device |= in[i] != NULL && !weir_array_is_number(in[i]);
    for (uint32_t i = 0; i < out_count; i++) {
        stretch(op, out[i], &p->meta[i]);
        WR_TRY(check_into(op, out[i], &p->meta[i], i));
        if (out[i]->rt != rt)
            return wr_fail(WEIR_EINVAL, "%s: output %u belongs to another runtime", op->def.name,
                           i);
        if (!on_device) p->meta[i].device = out[i]->device;
        if (out[i]->device != p->meta[i].device)
            return wr_fail(
                WEIR_EINVAL,
                "%s: the result is on %s, but output %u is on %s; call the operator without an "
                "output and copy the result to %s",
                op->def.name, wr_device_text(p->meta[i].device), i, wr_device_text(out[i]->device),
                wr_device_text(out[i]->device));
        *straight &= is_direct(op, in, in_count, out[i], &p->meta[i]);
        for (uint32_t j = 0; j < i; j++) *straight &= !may_overlap(out[i], out[j]);
    }
    return WEIR_OK;
}

weir_status wr_check_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                          uint32_t in_count, const void *attr, weir_array *const *out,
                          uint32_t out_count) {
    wr_prepared_call p;
    bool straight;
    return prepare_into(rt, op, in, in_count, attr, out, out_count, &p, &straight);
}

weir_status wr_call_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                         uint32_t in_count, const void *attr, weir_array *const *out,
                         uint32_t out_count) {
    wr_prepared_call p;
    bool straight;
    WR_TRY(prepare_into(rt, op, in, in_count, attr, out, out_count, &p, &straight));
    if (!straight || WR_UNLIKELY(wr_falls_back(rt, op, out[0]->device)))
        return call_and_copy(rt, op, in, in_count, attr, out, out_count);
    /* Copying an array onto itself changes nothing.  Such a copy is the last step of `x[i] += y` in
     * Python. */
    if (op == &wr_ops[WR_OP_copy] && in[0]->var != NULL && same_view(in[0], out[0])) return WEIR_OK;
    wr_arrays *arrays = wr_arrays_get(rt);
    if (arrays == NULL) return WEIR_ENOMEM;
    wr_submission s = {rt, arrays, op, in, out, in_count, out_count, p.c.attr, &p.c, true, 0, 0, 0};
    for (uint32_t i = 0; i < out_count; i++)
        if (!covers(out[i])) s.parts |= UINT32_C(1) << i;
    WR_TRY(wr_submit(&s));
    for (uint32_t i = 0; i < out_count; i++) wr_storage_written(out[i]->var);
    return wr_finish_exported(out, out_count);
}
