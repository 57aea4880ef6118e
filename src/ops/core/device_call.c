/* device_call.c - calls whose operands are on a device: copies between devices, operators for which
 * the device has no kernel, and all others.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "ops/core/call.h"
#include "ops/core/cuda_kernels.h"

static bool has_kernel(const weir_runtime *rt, const weir_op *op, int slot) {
    const void *cuda = (const void *)(uintptr_t)wr_cuda_kernel_of(op);
    return rt->devices[slot].ops->has_kernel(&op->def, cuda);
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
    if (from_host || wr_transfer_is_direct(a, device)) {
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

bool wr_falls_back(const weir_runtime *rt, const weir_op *op, int32_t device) {
    if (WR_LIKELY(wr_device_is_host(device)) || !rt->config.device_fallback) return false;
    /* The results are copied to existing arrays by `copy`, which every device must have. */
    return !has_kernel(rt, op, wr_device_slot(device)) && op != &wr_ops[WR_OP_copy];
}

/* Copy the inputs to the host, whatever their strides. */
static weir_status copy_inputs(const weir_infer *c, weir_array **host) {
    for (uint32_t i = 0; i < c->in_count; i++) {
        weir_array *a = c->in[i];
        bool stays = a == NULL || wr_device_is_host(a->device) || (a->flags & WR_NUMBER);
        if (stays)
            host[i] = weir_array_retain(a);
        else
            WR_TRY(wr_transfer_to_host(a, WEIR_CPU(0), &host[i]));
    }
    return WEIR_OK;
}

/* Call the operator on the CPU, on copies of its inputs, which go to `host`. */
static weir_status call_on_host(weir_runtime *rt, const weir_infer *c, weir_array **host,
                                weir_array **made) {
    const weir_op *op = c->op;
    _Alignas(16) char attr[WR_ATTR_BYTES];
    uint32_t count = op->out_names;
    int32_t outer = wr_mode_now.device, cpu = WEIR_CPU(0);
    if (op->def.attr_size > 0) memcpy(attr, c->attr, op->def.attr_size);
    for (uint32_t i = 0; i < op->def.attr_count; i++)
        if (op->def.attrs[i].type == WEIR_ATTR_DEVICE)
            memcpy(attr + op->def.attrs[i].offset, &cpu, sizeof cpu);
    wr_mode_now.device = cpu; /* for operators without inputs */
    weir_status status = copy_inputs(c, host);
    if (status == WEIR_OK)
        status =
            wr_call(rt, op, host, c->in_count, op->def.attr_size > 0 ? attr : NULL, made, &count);
    wr_mode_now.device = outer;
    if (status == WEIR_OK) wr_wait_profile_note(&rt->wait_profile, op->fallback, wr_site_now());
    return status;
}

static weir_array **new_list(const weir_infer *c) {
    weir_array **list = calloc(c->in_count + 1, sizeof *list);
    if (list == NULL)
        wr_fail(WEIR_ENOMEM, "%s: not enough memory for copies of the inputs", c->op->def.name);
    return list;
}

/* Run the operator on the CPU and copy the results to the device. */
static weir_status fall_back(weir_runtime *rt, const weir_infer *c, weir_array **out) {
    weir_array **host = new_list(c), *made[WR_INFER_OUTS] = {NULL};
    uint32_t done = 0, names = c->op->out_names;
    if (host == NULL) return WEIR_ENOMEM;
    weir_status status = call_on_host(rt, c, host, made);
    for (; status == WEIR_OK && done < names; done += status == WEIR_OK)
        status = wr_copy_to_device(made[done], c->out[done].device, &out[done]);
    if (status != WEIR_OK) wr_release_arrays(out, done);
    wr_release_arrays(made, names);
    wr_release_arrays(host, c->in_count);
    free(host);
    return status;
}

weir_status wr_fall_back_in_place(weir_runtime *rt, const weir_infer *c) {
    weir_array **host = new_list(c);
    if (host == NULL) return WEIR_ENOMEM;
    weir_status status = call_on_host(rt, c, host, NULL);
    for (uint32_t i = c->write_from; status == WEIR_OK && i < c->write_to; i++) {
        weir_array *changed = NULL;
        status = wr_transfer_to_device(host[i], c->in[i]->device, &changed);
        if (status == WEIR_OK)
            status = wr_call_into(rt, &wr_ops[WR_OP_copy], &changed, 1, NULL, &c->in[i], 1);
        weir_array_release(changed);
    }
    wr_release_arrays(host, c->in_count);
    free(host);
    return status;
}

weir_status wr_need_kernel(const weir_runtime *rt, const weir_op *op, int slot) {
    if (WR_LIKELY(has_kernel(rt, op, slot))) return WEIR_OK;
    char name[32];
    wr_device_name(rt, (unsigned)slot, name, sizeof name);
    return wr_fail(WEIR_EDEVICE,
                   "%s: %s has no kernel for this operator; copy the inputs to the CPU with "
                   "to_device, or set the environment variable WEIR_DEVICE_FALLBACK=1",
                   op->def.name, name);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

bool wr_uses_device(const weir_infer *c) {
    if (!wr_device_is_host(c->out[0].device)) return true;
    /* zeros_like and its kin have a `device` attribute and do not read the values of x. */
    if (c->op != &wr_ops[WR_OP_to_device] && !(c->op->def.flags & WEIR_OP_FOREIGN)) return false;
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
    return wr_call_new(arrays, c, out, false);
}
