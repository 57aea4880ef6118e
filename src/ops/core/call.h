/* call.h - declarations shared by call.c, call_in_place.c, call_into.c and call_submit.c.
 *
 * A call is prepared (arguments checked, attributes filled in); then the shapes and dtypes of its
 * results are inferred; then it is submitted as a task or run inline.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CALL_H
#define WR_CALL_H

#include "ops/core/op.h"

/* The maximum number of outputs that infer can describe; a view operator may return more. */
enum { WR_INFER_OUTS = WEIR_OUT_MAX };

typedef struct wr_prepared_call {
    weir_infer c;
    weir_meta meta[WR_INFER_OUTS];
    /* filled with the defaults if the caller passed no attributes */
    _Alignas(16) char attr[WR_ATTR_BYTES];
} wr_prepared_call;

/* Check the arguments of a call and fill `p` for infer.  *device becomes the device of the inputs,
 * or the thread's default device if no input is an array. */
weir_status wr_prepare_call(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                            uint32_t in_count, const void *attr, wr_prepared_call *p,
                            int32_t *device);

/* Call an operator that has WEIR_OP_IN_PLACE (call_in_place.c). */
weir_status wr_call_in_place(weir_runtime *rt, wr_prepared_call *p);

/* ---- Issuing the task: call_submit.c --------------------------------------------------------- */

typedef struct wr_submission {
    weir_runtime *rt;
    wr_arrays *arrays;
    const weir_op *op;
    weir_array *const *in;
    weir_array *const *out;
    uint32_t in_count, out_count;
    const void *attr;
    const weir_infer *inferred;
    bool into;                     /* the outputs existed before the call */
    uint32_t parts;                /* bit i: output i does not cover its whole storage */
    uint32_t write_from, write_to; /* inputs [write_from, write_to) are modified in place */
} wr_submission;

/* Pack the record of a call and issue its task. */
weir_status wr_submit(const wr_submission *s);

/* Wait until the writes to exported arrays are done.  While another library holds a pointer to an
 * array's memory, an operation that writes the array must finish before its call returns. */
weir_status wr_finish_exported(weir_array *const *out, uint32_t count);

void wr_release_arrays(weir_array **out, uint32_t count);

/* Finish a call that makes new arrays, after infer: create the outputs, and run the kernel inline,
 * if it may be, or issue the task.  Inlined, because every call on the CPU ends here. */
static inline __attribute__((always_inline)) weir_status wr_call_new(wr_arrays *arrays,
                                                                     const weir_infer *c,
                                                                     weir_array **out,
                                                                     bool may_run_inline) {
    const weir_op *op = c->op;
    uint32_t made = 0;
    weir_status status = WEIR_OK;
    for (; made < op->out_names && status == WEIR_OK; made += status == WEIR_OK) {
        const weir_meta *m = &c->out[made];
        const int64_t *strides = m->like >= 0 ? wr_strides(c->in[m->like]) : NULL;
        status = wr_array_fresh(arrays, m->dtype, m->ndim, m->shape, strides, m->device,
                                op->def.name, &out[made]);
    }
    if (WR_LIKELY(status == WEIR_OK) && !(may_run_inline && wr_run_inline(arrays, c, out))) {
        wr_submission s = {arrays->rt, arrays, op, c->in, out, c->in_count, op->out_names, c->attr,
                           c,          false,  0,  0,     0};
        status = wr_submit(&s);
    }
    if (WR_UNLIKELY(status != WEIR_OK)) wr_release_arrays(out, made);
    return status;
}

/* ---- Operands on a device: device_call.c ----------------------------------------------------- */

/* After infer: does the call write to a device, or copy from one? */
bool wr_uses_device(const weir_infer *c);

/* Finish a call whose inputs or outputs are on a device, after infer. */
weir_status wr_call_on_device(weir_runtime *rt, const weir_infer *c, weir_array **out);

/* Does the operator run on the CPU, with copies, because the device has no kernel for it? */
bool wr_falls_back(const weir_runtime *rt, const weir_op *op, int32_t device);

/* For such an operator: finish a call that modifies its inputs in place, after infer. */
weir_status wr_fall_back_in_place(weir_runtime *rt, const weir_infer *c);

/* Fail if the device in this slot has no kernel for the operator. */
weir_status wr_need_kernel(const weir_runtime *rt, const weir_op *op, int slot);

/* Copy an array to another device. */
weir_status wr_copy_to_device(weir_array *a, int32_t device, weir_array **out);

#endif
