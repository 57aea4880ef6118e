/* inline.c - runs an operation inside its call when it is not worth queueing.
 *
 * There are two cases.
 *
 * Small: each input is only a few bytes long and already computed, and the outputs are small as
 * well.  The kernel runs on copies of the inputs.  The call then waits for nothing and wakes no
 * thread, so it takes less time than queueing a task would.
 *
 * Awaited: the thread has waited for each of its last results, no task is unfinished, and the
 * operation, elementwise and in floating point, is known to take less than AWAITED_NS.  Queueing
 * would move that time from the call to the wait and add to it.  The kernel reads the inputs in
 * place.  If one of them changes meanwhile, the result is discarded; until then the kernel may see
 * any mixture of old and new elements, which harms no floating-point operation on single elements.
 *
 * The results are the same as those of a queued task: the inputs hold the results of all writes
 * issued so far (wr_peek_begin), and no other thread has access to the outputs yet.
 *
 * In all other cases the operation is queued, for example if an input is being written or if the
 * kernel fails (it fails again in the task, which reports the failure).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "ops/core/op.h"

enum {
    INPUTS = 4,
    OUTPUTS = 2,
    SCRATCH_BYTES = 512,
    AWAITED_BYTES = 256 << 10, /* maximum size of the result of an awaited operation */
    /* Maximum duration of an awaited operation, which is about what a push takes that wakes a
     * sleeping worker.  The first measurement contains the queueing. */
    AWAITED_NS = WR_SIZE(6500, 1000000000),
    AWAITED_SAMPLE = 8, /* one awaited operation in so many is timed */
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

/* ---- Awaited operations ---------------------------------------------------------------------- */

/* How long operations of this kind take.  The key is made of the operator, its dtype and the number of
 * elements, rounded to a power of two. */
static wr_time_average *cost_of(const weir_op *op, int dtype, int64_t count) {
    int size = 64 - __builtin_clzll((unsigned long long)count | 1);
    return wr_in_call_cost((uintptr_t)op * 64 + (uintptr_t)(size * 32 + dtype));
}

/* May the operation run in its call, as far as its operands are concerned? */
static bool is_awaited_kind(const weir_infer *c, const weir_array *out) {
    if (!(c->op->def.flags & WEIR_OP_ELEMENTWISE) || c->op->out_names != 1 || out->count == 0 ||
        (uint64_t)out->count * wr_dtype_bytes(out->dtype) > AWAITED_BYTES ||
        wr_dtype_kind_of(c->dtype) < WR_KIND_FLOAT)
        return false;
    for (uint32_t i = 0; i < c->in_count; i++) {
        const weir_array *a = c->in[i];
        if (a == NULL || (a->flags & WR_NUMBER)) continue;
        if (wr_dtype_kind_of(a->dtype) < WR_KIND_FLOAT || a->var->space != 0) return false;
    }
    return true;
}

/* Let the kernel read an input in place.  ThreadSanitizer does not know that the result is
 * discarded if another thread writes the input meanwhile, so it gets a copy. */
static bool show_input(const weir_array *a, weir_view *view, uint64_t *seen, char **copied) {
    *copied = NULL;
    *seen = 0;
    *view = (weir_view){NULL, wr_shape(a), wr_strides(a), a->dtype, a->ndim};
    if (a->flags & WR_NUMBER) {
        view->data = (void *)(uintptr_t)a->dim;
        return true;
    }
    if (!wr_peek_begin(a->var, seen)) return false;
    wr_storage *s = wr_storage_of(a->var);
    char *data = s->data;
    if (data == NULL) return false;
    int64_t size = (int64_t)wr_dtype_bytes(a->dtype);
#if defined(__SANITIZE_THREAD__)
    if ((*copied = malloc(s->bytes)) == NULL) return false;
    copy(*copied, data, s->bytes);
    data = *copied;
#endif
    view->data = data + a->offset * size;
    return true;
}

static weir_status run_kernel(wr_arrays *arrays, const weir_infer *c, weir_view *in,
                              weir_view *made, char *scratch) {
    weir_context ctx;
    ctx.rt = arrays->rt;
    ctx.task = NULL;
    ctx.worker = -1;
    ctx.deferred = false;
    ctx.message[0] = '\0';
    weir_kernel k = {.size = sizeof k,
                     .ctx = &ctx,
                     .op = c->op,
                     .attr = c->attr,
                     .in = in,
                     .out = made,
                     .in_count = c->in_count,
                     .out_count = c->op->out_names,
                     .dtype = c->dtype,
                     .scratch = scratch,
                     .simd = wr_simd_for(arrays->rt)};
    return c->op->def.run(&k);
}

/* Compute the output.  Its bytes are counted, and it has no memory yet. */
static bool compute(wr_arrays *arrays, const weir_infer *c, weir_array *out) {
    _Alignas(64) char scratch[SCRATCH_BYTES];
    weir_view in[INPUTS], made;
    uint64_t seen[INPUTS];
    char *copied[INPUTS];
    bool good = wr_storage_need(out->var);
    uint32_t shown = 0;
    for (; good && shown < c->in_count; shown += good) {
        copied[shown] = NULL;
        seen[shown] = 0;
        in[shown] = (weir_view){.data = NULL};
        if (c->in[shown] != NULL)
            good = show_input(c->in[shown], &in[shown], &seen[shown], &copied[shown]);
    }
    if (good) {
        made = (weir_view){wr_storage_of(out->var)->data, wr_shape(out), wr_strides(out),
                           out->dtype, out->ndim};
        good = run_kernel(arrays, c, in, &made, scratch) == WEIR_OK;
    }
    for (uint32_t i = 0; good && i < shown; i++) good = is_still(c->in[i], seen[i]);
    for (uint32_t i = 0; i < shown; i++) free(copied[i]);
    if (!good && wr_storage_of(out->var)->data != NULL) wr_storage_drop(out->var);
    return good;
}

/* Run an operation whose result this thread will wait for.  If it is not known how long the
 * operation takes, or if it takes too long, the operation is queued, and the next wait tells. */
static __attribute__((noinline)) bool run_awaited(wr_arrays *arrays, const weir_infer *c,
                                                  weir_array *out) {
    if (!is_awaited_kind(c, out)) return false;
    wr_time_average *average = cost_of(c->op, c->dtype, out->count);
    uint32_t ns = atomic_load_explicit(average, memory_order_relaxed);
    if (ns == 0 || ns > AWAITED_NS) {
        wr_awaits_measure(average);
        return false;
    }
    if (!wr_in_call_begin(out->var)) return false;
    bool timed = ++wr_mine.awaits.turn % AWAITED_SAMPLE == 0;
    int64_t start = timed ? wr_now_ns() : 0;
    bool good = compute(arrays, c, out);
    if (timed) wr_time_add(average, wr_now_ns() - start);
    wr_in_call_end(out->var, good);
    return good;
}

/* ---- Small operations ------------------------------------------------------------------------ */

bool wr_run_inline(wr_arrays *arrays, const weir_infer *c, weir_array *const *out) {
    const weir_op *op = c->op;
    if (op->out_names == 0) return false;
    const bool small = is_small(out[0]);
    if (!small && WR_LIKELY(!wr_awaits_next())) return false;
    if (!op->brief || c->in_count > INPUTS || op->out_names > OUTPUTS ||
        c->scratch_bytes > SCRATCH_BYTES || !is_wanted(arrays->rt))
        return false;
    if (!small) return run_awaited(arrays, c, out[0]);
    for (uint32_t i = 1; i < op->out_names; i++)
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
    if (run_kernel(arrays, c, in, made, scratch) != WEIR_OK) return false;
    for (uint32_t i = 0; i < op->out_names; i++) wr_storage_need(out[i]->var);
    return true;
}
