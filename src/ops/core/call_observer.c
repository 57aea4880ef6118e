/* call_observer.c - reports each operation that a thread issues to an observer (weir_watch_set).
 *
 * The observer is called after the operator call, when the outputs have handles.  It is disabled
 * during the call, so it sees the operators that the caller asked for, but not the operators that a
 * composite operator calls in turn.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/op.h"

void weir_watch_set(weir_watch_fn fn, void *ctx) {
    wr_mode_now.watch = fn;
    wr_mode_now.watch_ctx = ctx;
}

weir_status wr_watch_call(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                          uint32_t in_count, const void *attr, weir_array **out,
                          uint32_t *out_count) {
    weir_watch_fn observe = wr_mode_now.watch;
    uint32_t made = out_count != NULL ? *out_count : op != NULL ? op->out_names : 0;
    wr_mode_now.watch = NULL;
    weir_status status = wr_call_recorded(rt, op, in, in_count, attr, out, &made);
    if (status == WEIR_OK) {
        if (out_count != NULL) *out_count = made;
        observe(op, in, in_count, out, made, wr_mode_now.watch_ctx);
    }
    wr_mode_now.watch = observe;
    return status;
}

weir_status wr_watch_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                          uint32_t in_count, const void *attr, weir_array *const *out,
                          uint32_t out_count) {
    weir_watch_fn observe = wr_mode_now.watch;
    wr_mode_now.watch = NULL;
    weir_status status = wr_call_into_recorded(rt, op, in, in_count, attr, out, out_count);
    if (status == WEIR_OK) observe(op, in, in_count, out, out_count, wr_mode_now.watch_ctx);
    wr_mode_now.watch = observe;
    return status;
}
