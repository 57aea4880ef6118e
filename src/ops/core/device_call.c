/* device_call.c - calls whose operands are on a device: copies between devices, operators for which
 * the device has no kernel, and all others.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "ops/core/call.h"

static bool has_kernel(const weir_runtime *rt, const weir_op *op, int slot) {
    return rt->devices[slot].ops->has_kernel(&op->def);
}

/* ---- Copies between devices ------------------------------------------------------------------ */

/* Issue a row-major copy of an array on the same device. */
static weir_status make_row_major(weir_array *a, weir_array **out) {
    wr_arrays *arrays = wr_arrays_get(a->rt);
    if (arrays == NULL) return WEIR_ENOMEM;
    WR_TRY(wr_array_fresh(arrays, a->dtype, a->ndim, wr_shape(a), NULL, a->device, "copy", out));
    weir_status status = wr_call_into(a->rt, &wr_ops[WR_OP_copy], &a, 1, NULL, out, 1);
    if (status != WEIR_OK) wr_release_arrays(out, 1);
    return status;
}

weir_status wr_copy_to_device(weir_array *a, int32_t device, weir_array **out) {
    weir_array *row_major = NULL, *host = NULL;
    bool from_host = wr_device_is_host(a->device), to_host = wr_device_is_host(device);
    weir_status status = WEIR_OK;
    if (!(a->flags & WR_CONTIGUOUS)) {
        WR_TRY(make_row_major(a, &row_major));
        a = row_major;
    }
    if (from_host) {
        status = wr_transfer_to_device(a, device, out);
    } else {
        status = wr_transfer_to_host(a, to_host ? device : WEIR_CPU(0), to_host ? out : &host);
        if (status == WEIR_OK && !to_host) status = wr_transfer_to_device(host, device, out);
    }
    weir_array_release(host);
    weir_array_release(row_major);
    return status;
}

/* ---- Operators without a kernel -------------------------------------------------------------- */

/* Copy the inputs to the host. */
static weir_status copy_inputs(const weir_infer *c, weir_array **host) {
    for (uint32_t i = 0; i < c->in_count; i++) {
        weir_array *a = c->in[i];
        bool stays = a == NULL || wr_device_is_host(a->device) || (a->flags & WR_NUMBER);
        if (stays)
            host[i] = weir_array_retain(a);
        else
            WR_TRY(wr_copy_to_device(a, WEIR_CPU(0), &host[i]));
    }
    return WEIR_OK;
}

/* Run the operator on the CPU, on copies of its inputs, and copy the results to the device. */
static weir_status fall_back(weir_runtime *rt, const weir_infer *c, weir_array **out) {
    const weir_op *op = c->op;
    weir_array **host = calloc(c->in_count + 1, sizeof *host), *made[WR_INFER_OUTS] = {NULL};
    uint32_t count = op->out_names, done = 0;
    if (host == NULL)
        return wr_fail(WEIR_ENOMEM, "%s: not enough memory for copies of the inputs", op->def.name);
    int32_t outer = wr_mode_now.device;
    wr_mode_now.device = WEIR_CPU(0); /* for operators without inputs */
    weir_status status = copy_inputs(c, host);
    if (status == WEIR_OK) status = wr_call(rt, op, host, c->in_count, c->attr, made, &count);
    wr_mode_now.device = outer;
    for (; status == WEIR_OK && done < op->out_names; done += status == WEIR_OK)
        status = wr_copy_to_device(made[done], c->out[done].device, &out[done]);
    if (status != WEIR_OK) wr_release_arrays(out, done);
    wr_release_arrays(made, op->out_names);
    wr_release_arrays(host, c->in_count);
    free(host);
    return status;
}

weir_status wr_need_kernel(const weir_runtime *rt, const weir_op *op, int slot) {
    if (WR_LIKELY(has_kernel(rt, op, slot))) return WEIR_OK;
    return wr_fail(WEIR_EDEVICE,
                   "%s: %s:%d has no kernel for this operator; copy the inputs to the CPU with "
                   "to_device, or set the environment variable WEIR_DEVICE_FALLBACK=1",
                   op->def.name, rt->devices[slot].ops->name, rt->devices[slot].index);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

bool wr_uses_device(const weir_infer *c) {
    if (!wr_device_is_host(c->out[0].device)) return true;
    for (uint32_t i = 0; i < c->in_count; i++)
        if (c->in[i] != NULL && !(c->in[i]->flags & WR_NUMBER) &&
            !wr_device_is_host(c->in[i]->device))
            return true;
    return false;
}

weir_status wr_call_on_device(weir_runtime *rt, const weir_infer *c, weir_array **out) {
    const weir_op *op = c->op;
    wr_arrays *arrays = wr_arrays_get(rt);
    if (arrays == NULL) return WEIR_ENOMEM;
    int32_t device = c->out[0].device;
    if (op == &wr_ops[WR_OP_to_device] && !(c->in[0]->flags & WR_NUMBER) &&
        c->in[0]->device != device)
        return wr_copy_to_device(c->in[0], device, &out[0]);
    int slot = wr_device_slot(device);
    if (slot <= 0)
        return wr_fail(WEIR_EINVAL,
                       "%s: the inputs are on a device, but the result is not; use to_device",
                       op->def.name);
    WR_TRY(wr_device_usable(rt, device, op->def.name));
    if (rt->config.device_fallback && !has_kernel(rt, op, slot)) return fall_back(rt, c, out);
    WR_TRY(wr_need_kernel(rt, op, slot));
    uint32_t made = 0;
    weir_status status = WEIR_OK;
    for (; made < op->out_names && status == WEIR_OK; made += status == WEIR_OK) {
        const weir_meta *m = &c->out[made];
        const int64_t *strides = m->like >= 0 ? wr_strides(c->in[m->like]) : NULL;
        status = wr_array_fresh(arrays, m->dtype, m->ndim, m->shape, strides, m->device,
                                op->def.name, &out[made]);
    }
    if (status == WEIR_OK) {
        wr_submission s = {rt, arrays, op, c->in, out, c->in_count, op->out_names, c->attr,
                           c,  false,  0,  0,     0};
        status = wr_submit(&s);
    }
    if (status != WEIR_OK) wr_release_arrays(out, made);
    return status;
}
