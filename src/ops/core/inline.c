/* inline.c - runs an operation inside its call when it is too small to be worth queueing.
 *
 * If each input is only a few bytes long and already computed, and the outputs are small as well,
 * the kernel runs inside the call, on copies of the inputs.  The call then waits for nothing and
 * wakes no thread, so it takes less time than queueing a task would.  The results are the same as
 * those of a queued task: the inputs hold the results of all writes issued so far (wr_peek_begin),
 * and no other thread has access to the outputs yet.
 *
 * In all other cases the operation is queued, for example if an input is being written or if the
 * kernel fails (it fails again in the task, which reports the failure).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/core/op.h"

enum {
    INPUTS = 4,
    OUTPUTS = 2,
    SCRATCH_BYTES = 512,
};

static bool is_small(const weir_array *a) {
    return (a->flags & WR_CONTIGUOUS) &&
           (uint64_t)a->count * wr_dtype_bytes(a->dtype) <= WR_SMALL_BYTES;
}

/* Copy memory that another thread may be writing: wr_peek_end detects the race afterwards, as in a
 * sequence lock, so ThreadSanitizer must not report it. */
#if defined(__SANITIZE_THREAD__)
__attribute__((no_sanitize("thread"), noinline)) static void copy(char *to, const char *from,
                                                                  size_t bytes) {
    for (size_t i = 0; i < bytes; i++) ((volatile char *)to)[i] = ((const volatile char *)from)[i];
}
#else
static void copy(char *to, const char *from, size_t bytes) { memcpy(to, from, bytes); }
#endif

/* Copy the elements of an input.  Return false if the input is not small or is being written.  The
 * copy is valid if is_still returns true afterwards. */
static bool copy_input(const weir_array *a, char *buffer, weir_view *view, uint64_t *seen) {
    *view = (weir_view){buffer, wr_shape(a), wr_strides(a), a->dtype, a->ndim};
    *seen = 0;
    if (a->flags & WR_NUMBER) {
        view->data = (void *)(uintptr_t)a->dim;
        return true;
    }
    if (!is_small(a) || a->var->space != 0 || !wr_peek_begin(a->var, seen)) return false;
    const char *data = wr_storage_of(a->var)->data;
    if (data == NULL) return false;
    size_t size = wr_dtype_bytes(a->dtype);
    copy(buffer, data + a->offset * (int64_t)size, (size_t)a->count * size);
    return true;
}

/* Return whether the copy of an input is still current.  This is checked for all inputs after the
 * last copy, because all copies must show the inputs at the same point in time: if another thread
 * writes `a` and then `b`, the kernel must not see the old `a` with the new `b`. */
static bool is_still(const weir_array *a, uint64_t seen) {
    return a == NULL || (a->flags & WR_NUMBER) || wr_peek_end(a->var, seen);
}

static bool is_wanted(weir_runtime *rt) {
#ifdef WEIR_HARD
    static WR_THREAD_LOCAL unsigned turn;
    /* Run only every other call inline, so that tests on small arrays cover both paths. */
    if (++turn % 2 == 0) return false;
#endif
    return rt->config.run_inline && !atomic_load_explicit(&rt->serial, memory_order_relaxed) &&
           !atomic_load_explicit(&rt->trace.on, memory_order_relaxed);
}

bool wr_run_inline(wr_arrays *arrays, const weir_infer *c, weir_array *const *out) {
    const weir_op *op = c->op;
    if (!op->brief || c->in_count > INPUTS || op->out_names > OUTPUTS ||
        c->scratch_bytes > SCRATCH_BYTES || !is_wanted(arrays->rt))
        return false;
    for (uint32_t i = 0; i < op->out_names; i++)
        if (!is_small(out[i])) return false;
    _Alignas(64) char buffer[INPUTS][WR_SMALL_BYTES], scratch[SCRATCH_BYTES];
    weir_view in[INPUTS], made[OUTPUTS];
    uint64_t seen[INPUTS];
    for (uint32_t i = 0; i < c->in_count; i++) {
        if (c->in[i] == NULL)
            in[i] = (weir_view){.data = NULL}, seen[i] = 0;
        else if (!copy_input(c->in[i], buffer[i], &in[i], &seen[i]))
            return false;
    }
    for (uint32_t i = 0; i < c->in_count; i++)
        if (!is_still(c->in[i], seen[i])) return false;
    for (uint32_t i = 0; i < op->out_names; i++)
        made[i] = (weir_view){wr_storage_of(out[i]->var)->small, wr_shape(out[i]),
                              wr_strides(out[i]), out[i]->dtype, out[i]->ndim};
    weir_context ctx;
    ctx.rt = arrays->rt;
    ctx.task = NULL;
    ctx.worker = -1;
    ctx.deferred = false;
    ctx.message[0] = '\0';
    weir_kernel k = {.size = sizeof k,
                     .ctx = &ctx,
                     .op = op,
                     .attr = c->attr,
                     .in = in,
                     .out = made,
                     .in_count = c->in_count,
                     .out_count = op->out_names,
                     .dtype = c->dtype,
                     .scratch = scratch,
                     .simd = wr_simd_for(arrays->rt)};
    if (op->def.run(&k) != WEIR_OK) return false;
    for (uint32_t i = 0; i < op->out_names; i++) wr_storage_need(out[i]->var);
    return true;
}
