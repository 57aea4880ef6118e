/* call.c - calls an operator: checks the arguments, infers the outputs' shapes and dtypes, creates
 * the outputs, and runs the kernel or issues a task.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/core/call.h"

static __attribute__((noinline)) weir_status two_devices(const weir_op *op, int32_t a, int32_t b) {
    return wr_fail(WEIR_EINVAL, "%s: inputs are on %s and %s; %s", op->def.name, wr_device_text(a),
                   wr_device_text(b), weir_remedy_text(WEIR_REMEDY_TO_DEVICE));
}

weir_status wr_check_inputs(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                            uint32_t in_count, int32_t *device) {
    const char *name = op->def.name;
    if (in_count < op->in_min || in_count > op->in_max)
        return wr_fail(WEIR_EINVAL, "%s: takes inputs %s; %u given", name,
                       *op->def.inputs != '\0' ? op->def.inputs : "(none)", in_count);
    if (WR_UNLIKELY(in == NULL && in_count > 0))
        return wr_fail(WEIR_EINVAL, "%s: the list of inputs is NULL", name);
    bool found = false;
    for (uint32_t i = 0; i < in_count; i++) {
        const weir_array *a = in[i];
        if (WR_UNLIKELY(a == NULL)) {
            if (i < op->in_min || (op->def.flags & WEIR_OP_VARIADIC))
                return wr_fail(WEIR_EINVAL, "%s: input %u of (%s) is NULL", name, i,
                               op->def.inputs);
            continue;
        }
        /* Outside abstract mode, only view operators accept abstract arrays; the views that
         * they return are abstract too. */
        if (WR_UNLIKELY(a->flags & WR_ABSTRACT) && !wr_is_abstract_mode() &&
            !(op->def.flags & WEIR_OP_VIEW))
            return wr_fail(WEIR_EINVAL, "%s: input %u is abstract: it has a shape but no values",
                           name, i);
        if (WR_UNLIKELY(a->rt != rt))
            return wr_fail(WEIR_EINVAL, "%s: input %u belongs to another runtime", name, i);
        if (a->flags & WR_NUMBER) continue;
        if (found && WR_UNLIKELY(a->device != *device)) return two_devices(op, *device, a->device);
        *device = a->device;
        found = true;
    }
    return WEIR_OK;
}

void wr_release_arrays(weir_array **out, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        weir_array_release(out[i]);
        out[i] = NULL;
    }
}

static weir_status check_lists(const weir_op *op, const char *attr) {
    for (uint32_t i = 0; i < op->def.attr_count; i++) {
        const weir_attr *a = &op->def.attrs[i];
        if (a->type != WEIR_ATTR_I64S) continue;
        weir_i64s list;
        assert(attr != NULL);
        memcpy(&list, attr + a->offset, sizeof list);
        if (list.count < 0 || (list.data == NULL && list.count != 0))
            return wr_fail(WEIR_EINVAL,
                           "%s: attribute %s is %s with a count of %lld; the count must be "
                           "at least 0, and 0 if the list is NULL",
                           op->def.name, a->name, list.data == NULL ? "NULL" : "a list",
                           (long long)list.count);
    }
    return WEIR_OK;
}

weir_status wr_prepare_call(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                            uint32_t in_count, const void *attr, wr_prepared_call *p,
                            int32_t *device) {
    if (WR_UNLIKELY(rt == NULL || op == NULL))
        return wr_fail(WEIR_EINVAL, "weir_op_call: %s is NULL", rt == NULL ? "rt" : "op");
    if (WR_UNLIKELY(atomic_load_explicit(&rt->closed, memory_order_relaxed)))
        return wr_fail(WEIR_ECLOSED, "%s: the runtime has been freed", op->def.name);
    *device = wr_mode_now.device;
    WR_TRY(wr_check_inputs(rt, op, in, in_count, device));
    if (attr == NULL && op->def.attr_size > 0) {
        WR_TRY(wr_attr_defaults(op, p->attr));
        attr = p->attr;
    }
    if (op->lists) WR_TRY(check_lists(op, attr));
    p->c = (weir_infer){.size = sizeof p->c,
                        .op = op,
                        .attr = attr,
                        .in = in,
                        .in_count = in_count,
                        .out_count = op->out_names,
                        .out = p->meta};
    for (uint32_t i = 0; i < op->out_names && i < WR_INFER_OUTS; i++)
        p->meta[i].device = *device, p->meta[i].like = -1;
    return WEIR_OK;
}

/* Finish a call in abstract mode: add the abstract inputs that the call would read to
 * abstract_needs, and create abstract outputs. */
static weir_status call_abstractly(weir_runtime *rt, const weir_infer *c, weir_array **out,
                                   uint32_t *out_count) {
    for (uint32_t i = 0; i < c->in_count; i++)
        if (c->in[i] != NULL && (c->in[i]->flags & WR_ABSTRACT))
            *wr_mode_now.abstract_needs |= wr_abstract_bits(c->in[i]);
    for (uint32_t i = 0; i < c->out_count; i++) {
        const weir_meta *m = &c->out[i];
        weir_status status =
            wr_abstract_make(rt, m->dtype, m->ndim, m->shape, m->device, 0, &out[i]);
        if (status == WEIR_OK) continue;
        wr_release_arrays(out, i);
        return status;
    }
    if (out_count != NULL) *out_count = c->out_count;
    return WEIR_OK;
}

weir_status wr_call(weir_runtime *rt, const weir_op *op, weir_array *const *in, uint32_t in_count,
                    const void *attr, weir_array **out, uint32_t *out_count) {
    wr_prepared_call p;
    int32_t device;
    WR_TRY(wr_prepare_call(rt, op, in, in_count, attr, &p, &device));
    if (WR_UNLIKELY(op->def.flags & WEIR_OP_IN_PLACE)) {
        if (out_count != NULL) *out_count = 0;
        return wr_call_in_place(rt, &p);
    }
    uint32_t out_max = out_count != NULL ? *out_count : op->out_names;
    if (out == NULL || out_max < op->out_names)
        return wr_fail(WEIR_EINVAL, "%s: returns %u array%s, but `out` has space for %u",
                       op->def.name, op->out_names, op->out_names == 1 ? "" : "s",
                       out == NULL ? 0 : out_max);
    if (op->def.flags & (WEIR_OP_VIEW | WEIR_OP_BLOCKING)) {
        if (op->many) p.c.out_count = out_max;
        /* Abstract mode finds out which operands a gradient reads.  A blocking operator needs
         * values, which abstract arrays lack, so report that the gradient needs all of its
         * operands. */
        if (WR_UNLIKELY(wr_is_abstract_mode()) && (op->def.flags & WEIR_OP_BLOCKING)) {
            *wr_mode_now.abstract_needs = UINT32_MAX;
            return wr_fail(
                WEIR_EINVAL,
                "%s: the shape of the result depends on values, which abstract arrays do not have",
                op->def.name);
        }
        const char *outer = wr_within_enter(op->def.name);
        int32_t outer_device = wr_mode_now.device;
        wr_mode_now.device = device; /* of numbers and helper arrays that the operator makes */
        weir_status status =
            (op->def.flags & WEIR_OP_VIEW ? op->def.view : op->def.eager)(&p.c, out);
        wr_mode_now.device = outer_device;
        wr_mode_now.within = outer;
        if (wr_is_refusal(status) && outer == NULL) wr_refused_within(op->def.name);
        if (status == WEIR_OK && out_count != NULL) *out_count = p.c.out_count;
        return status;
    }
    WR_TRY(op->def.infer(&p.c));
    /* In abstract mode the call ends after inference: nothing is allocated, queued or computed. */
    if (WR_UNLIKELY(wr_is_abstract_mode())) return call_abstractly(rt, &p.c, out, out_count);
    if (WR_UNLIKELY(!wr_device_is_host(device | p.meta[0].device)) && wr_uses_device(&p.c)) {
        if (out_count != NULL) *out_count = op->out_names;
        return wr_call_on_device(rt, &p.c, out);
    }
    wr_arrays *arrays = wr_arrays_get(rt);
    if (WR_UNLIKELY(arrays == NULL)) return WEIR_ENOMEM;
    WR_TRY(wr_call_new(arrays, &p.c, out, true));
    if (out_count != NULL) *out_count = op->out_names;
    return WEIR_OK;
}

/* ---- The public functions -------------------------------------------------------------------- */

/* Call an operator with an attribute struct of another size.  A program that was compiled against
 * another version of the header passes such a struct. */
static __attribute__((noinline)) weir_status call_fitted(weir_runtime *rt, const weir_op *op,
                                                         weir_array *const *in, uint32_t in_count,
                                                         const void *attr, size_t attr_size,
                                                         weir_array **out, uint32_t *out_count) {
    _Alignas(16) char fitted[WR_ATTR_BYTES];
    WR_TRY(wr_attr_fit(op, attr, attr_size, fitted));
    return wr_call_recorded(rt, op, in, in_count, fitted, out, out_count);
}

weir_status weir_op_call(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                         uint32_t in_count, const void *attr, size_t attr_size, weir_array **out,
                         uint32_t *out_count) {
    return WR_LIKELY(wr_attr_fits(op, attr, attr_size))
               ? wr_call_recorded(rt, op, in, in_count, attr, out, out_count)
               : call_fitted(rt, op, in, in_count, attr, attr_size, out, out_count);
}

weir_status weir_op_call_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                              uint32_t in_count, const void *attr, size_t attr_size,
                              weir_array *const *out, uint32_t out_count) {
    _Alignas(16) char fitted[WR_ATTR_BYTES];
    if (WR_UNLIKELY(!wr_attr_fits(op, attr, attr_size))) {
        WR_TRY(wr_attr_fit(op, attr, attr_size, fitted));
        attr = fitted;
    }
    return wr_call_into_recorded(rt, op, in, in_count, attr, out, out_count);
}

weir_status wr_call_into_recorded(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                                  uint32_t in_count, const void *attr, weir_array *const *out,
                                  uint32_t out_count) {
    if (WR_UNLIKELY(wr_mode_now.autocast != 0))
        return wr_autocast_into(rt, op, in, in_count, attr, out, out_count);
    if (WR_UNLIKELY(wr_mode_now.watch != NULL))
        return wr_watch_into(rt, op, in, in_count, attr, out, out_count);
    if (WR_UNLIKELY(wr_mode_now.recorder != NULL))
        return wr_mode_now.recorder->into(rt, op, in, in_count, attr, out, out_count);
    return wr_call_into(rt, op, in, in_count, attr, out, out_count);
}
