/* run_task.c - running one task: the reasons not to run it, its outcome, and its completion.
 *
 * Deferral: a deferred task has two parties, the thread that calls `run` and the thread that calls
 * weir_completion_done.  `pending` starts at 2, and each party subtracts one.  The party that
 * subtracts last finishes the task, so the task's argument lives until `run` has returned.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "engine/engine.h"

WR_THREAD_LOCAL const wr_task *wr_current_task;
WR_THREAD_LOCAL wr_mode wr_mode_now = {.dtype = WEIR_FLOAT32};

/* Will a task that is before `t` in its queue write the variable? */
static bool is_rewritten(const weir_var *v, const wr_task *t) {
    for (wr_access *a = v->oldest; a != NULL && wr_access_task(a) != t; a = a->next)
        if (a->write) return true;
    return false;
}

wr_failure *wr_run_failed_input(wr_task *t, bool settled) {
    if (t->kind->flags & WEIR_KIND_ALWAYS) return NULL;
    for (uint32_t i = 0; i < t->access_count; i++) {
        wr_access *a = &t->access[i];
        bool reads = !a->write || (a->flags & WR_UPDATE);
        if (!reads || a->var->failure == NULL) continue;
        if (settled && is_rewritten(a->var, t)) continue;
        return a->var->failure;
    }
    return NULL;
}

/* Create the failure of a task that must not run, for any reason except a failed input. */
static wr_failure *refuse(weir_runtime *rt, wr_task *t, weir_status status, const char *message) {
    t->flags |= WR_FAILED;
    return wr_failure_new(rt, t, status, message);
}

/* Create the failure of a cancelled task.  The program itself has asked for this, so the failure
 * counts as reported: it is not logged, only returned on request. */
static wr_failure *refuse_cancelled(weir_runtime *rt, wr_task *t) {
    wr_failure *f = refuse(rt, t, WEIR_ECANCELED, NULL);
    if (f->reserved) return f;
    atomic_store_explicit(&f->reported, true, memory_order_relaxed);
    f->until = t->seq + 1; /* wr_failure_retire sets the final value */
    return f;
}

wr_failure *wr_run_refusal(weir_runtime *rt, wr_task *t) {
    wr_failure *f = NULL;
    if (WR_UNLIKELY(wr_task_cancelled(t)))
        f = refuse_cancelled(rt, t);
    else if (WR_UNLIKELY(t->seq < atomic_load_explicit(&rt->cancel_below, memory_order_relaxed)) &&
             !(t->kind->flags & WEIR_KIND_ALWAYS))
        f = &rt->cancelled;
    else if (atomic_load_explicit(&rt->dropping, memory_order_relaxed))
        f = &rt->dropped;
    else if (t->seq < rt->forked_at && !(t->kind->flags & WEIR_KIND_PURE))
        f = refuse(
            rt, t, WEIR_EFORKED,
            "the task was queued before the fork and has side effects, so it runs only in the "
            "parent");
    else if (atomic_load_explicit(&rt->failed_vars, memory_order_relaxed) > 0)
        f = wr_run_failed_input(t, wr_task_slot(t) != WEIR_DEVICE_CPU);
    if (f == NULL && (t->flags & WR_DOOMED) && wr_task_slot(t) == WEIR_DEVICE_CPU) {
        f = wr_admit_failure(rt, t);
        t->flags |= WR_FAILED;
    }
    if (f != NULL) t->flags |= WR_SKIPPED;
    return f;
}

/* Call the task's function.  Return NULL if it succeeded or is deferred. */
wr_failure *wr_run_function(weir_context *ctx) {
    wr_task *t = ctx->task;
    weir_runtime *rt = ctx->rt;
    unsigned failures_before = wr_fail_count();
    wr_mode outer = wr_mode_enter(t->site);
    weir_status status = t->kind->run(ctx, t->arg);
    wr_mode_now = outer;
    if (WR_LIKELY(status == WEIR_OK)) return NULL;
    if (status == WEIR_PENDING) {
        if (ctx->deferred) return NULL;
        status = WEIR_EINVAL;
        strcpy(ctx->message, "the task returned WEIR_PENDING without calling weir_context_defer");
    } else if (strcmp(weir_status_name(status), "unknown") == 0) {
        snprintf(ctx->message, sizeof ctx->message,
                 "the task returned %d, which is not a weir_status", (int)status);
        status = WEIR_EINVAL;
    }
    ctx->deferred = false; /* a task that fails is not deferred any more */
    /* The task has returned the status of a failed weir_... call: use the message of that call. */
    if (ctx->message[0] == '\0' && wr_fail_count() != failures_before)
        snprintf(ctx->message, sizeof ctx->message, "%.*s", (int)sizeof ctx->message - 1,
                 weir_error());
    if (ctx->skipped) {
        /* `end` does this only for tasks that were not skipped */
        if (t->bytes > 0) wr_memory_end(rt, t);
        t->flags |= WR_SKIPPED;
    }
    t->flags |= WR_FAILED;
    return wr_failure_within(rt, t, status, ctx->within, ctx->message);
}

static void end(weir_runtime *rt, wr_task *t, wr_failure *f) {
    /* A task of a device has ended before its device reports it. */
    if ((t->flags & WR_TRACED) && wr_task_times(t)->end == 0) wr_task_times(t)->end = wr_now_ns();
    if (WR_UNLIKELY(t->bytes > 0) && !(t->flags & WR_SKIPPED)) wr_memory_end(rt, t);
    if (t->kind->drop != NULL) t->kind->drop(t->arg);
    t->failure = f;
    atomic_store_explicit(&t->state, WR_FINISHED, memory_order_relaxed);
}

void wr_run_finish(weir_runtime *rt, wr_task *t, wr_failure *f) {
    end(rt, t, f);
    wr_complete(rt, t);
}

void wr_run_begin(wr_task *t, wr_state state, int worker) {
    atomic_store_explicit(&t->state, (uint8_t)state, memory_order_relaxed);
    if (t->flags & WR_TRACED) {
        wr_task_times(t)->start = wr_now_ns();
        wr_task_times(t)->worker = worker;
        wr_task_times(t)->thread = wr_trace_thread();
    }
}

/* Called by each of the two parties of a deferred task when it is done; the second party finishes
 * the task. */
static void party_finished(weir_runtime *rt, wr_task *t) {
    /* acq_rel: the second party sees what the first one stored. */
    if (atomic_fetch_sub_explicit(&t->pending, 1, memory_order_acq_rel) != 1) return;
    wr_failure *f = (wr_failure *)(void *)t->next;
    wr_run_finish(rt, t, f);
}

void wr_run(weir_runtime *rt, wr_task *t, int worker) {
    assert(wr_task_state(t) == WR_PUBLISHED || wr_task_state(t) == WR_READY);
    if ((t->kind->flags & WR_KIND_FUSES) && rt->fuse != NULL && rt->fuse(rt, t, worker)) return;
    weir_context ctx;
    ctx.rt = rt;
    ctx.task = t;
    ctx.worker = worker;
    ctx.deferred = ctx.skipped = ctx.shown = false;
    ctx.within = NULL;
    ctx.message[0] = '\0';
    wr_failure *f = wr_run_refusal(rt, t);
    const wr_task *outer = wr_current_task;
    wr_current_task = t;
    wr_run_begin(t, WR_RUNNING, worker);
    if (WR_LIKELY(f == NULL)) {
        if (WR_UNLIKELY(t->bytes > 0)) wr_memory_take(rt, t);
        f = wr_run_function(&ctx);
    }
    if (WR_LIKELY(!ctx.deferred))
        wr_run_finish(rt, t, f);
    else
        party_finished(rt, t);
    wr_current_task = outer;
}

void wr_run_send(weir_runtime *rt, wr_task *t) {
    weir_status status = wr_io_push(rt, t);
    if (status == WEIR_OK) return;
    wr_failure *f = refuse(rt, t, status, "could not start an I/O thread");
    t->flags |= WR_SKIPPED;
    wr_run_finish(rt, t, f);
    wr_scheduler_notify(rt);
}

void wr_run_finish_list(weir_runtime *rt, wr_task *t) {
    wr_task *oldest = t, *newest = NULL;
    while (t != NULL) {
        wr_task *next = t->next;
        wr_failure *f = (wr_failure *)(void *)t->prev;
        if (f == NULL && (t->flags & WR_DOOMED)) {
            f = wr_admit_failure(rt, t);
            t->flags |= WR_FAILED | WR_SKIPPED;
        }
        end(rt, t, f);
        t->next = newest;
        newest = t;
        t = next;
    }
    wr_complete_list(rt, newest, oldest);
}

/* ---- Called by tasks ------------------------------------------------------------------------- */

weir_status weir_context_fail(weir_context *ctx, weir_status status, const char *message) {
    if (ctx != NULL && message != NULL) {
        char *to = wr_piece_message != NULL ? wr_piece_message : ctx->message;
        size_t n = strlen(message);
        if (n >= WR_MESSAGE_BYTES) n = WR_MESSAGE_BYTES - 1;
        memcpy(to, message, n);
        to[n] = '\0';
    }
    return status == WEIR_OK || status == WEIR_PENDING ? WEIR_EFAILED : status;
}

weir_status wr_context_skip(weir_context *ctx, const char *message) {
    ctx->skipped = true;
    return weir_context_fail(ctx, WEIR_EFAILED, message);
}

weir_status weir_context_input(weir_context *ctx, uint32_t index) {
    if (ctx == NULL) return wr_fail(WEIR_EINVAL, "weir_context_input: ctx is NULL");
    wr_task *t = ctx->task;
    uint32_t reads = (uint32_t)(t->access_count - t->write_count);
    if (index >= reads)
        return wr_fail(WEIR_EINVAL,
                       "weir_context_input: index %u is out of range; the task has %u read%s",
                       index, reads, reads == 1 ? "" : "s");
    /* The failure does not change while the task's access is granted. */
    wr_failure *f = t->access[t->write_count + index].var->failure;
    if (f == NULL) return WEIR_OK;
    wr_failure_mark_reported(ctx->rt, f);
    return wr_fail_with(&f->info);
}

/* Acquire pairs with the release in check_last_access: earlier uses of the variable have ended, and
 * what they wrote is visible. */
bool wr_context_is_last(weir_context *ctx, const weir_var *v) {
    wr_task *t = ctx->task;
    for (uint32_t i = 0; i < t->access_count; i++)
        if (t->access[i].var == v && !(t->access[i].flags & WR_DUPLICATE))
            return atomic_load_explicit(&t->access[i].last, memory_order_acquire);
    return false;
}

int weir_context_worker(const weir_context *ctx) { return ctx != NULL ? ctx->worker : -1; }

weir_status weir_context_defer(weir_context *ctx, weir_completion **out) {
    if (ctx == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "weir_context_defer: %s is NULL", ctx == NULL ? "ctx" : "out");
    if (ctx->deferred) return wr_fail(WEIR_EINVAL, "weir_context_defer: called twice in one task");
    ctx->deferred = true;
    ctx->task->next = NULL;
    atomic_store_explicit(&ctx->task->pending, 2, memory_order_relaxed);
    atomic_store_explicit(&ctx->task->state, WR_DEFERRED, memory_order_relaxed);
    *out = (weir_completion *)(void *)ctx->task;
    return WEIR_OK;
}

void weir_completion_done(weir_completion *completion, weir_status status, const char *message) {
    if (completion == NULL) return;
    wr_task *t = (wr_task *)(void *)completion;
    weir_runtime *rt = wr_chunk_of(t)->rt;
    if (wr_task_state(t) != WR_DEFERRED) {
        wr_log(rt, WEIR_LOG_ERROR,
               "weir_completion_done: the task is already done; the call is ignored");
        return;
    }
    /* Once the task has finished, the runtime may be freed; this reference keeps the runtime alive
     * until wr_scheduler_notify has returned. */
    atomic_fetch_add_explicit(&rt->refs, 1, memory_order_relaxed);
    if (status != WEIR_OK) {
        if (status == WEIR_PENDING) status = WEIR_EFAILED;
        t->next = (wr_task *)(void *)wr_failure_new(rt, t, status, message);
        t->flags |= WR_FAILED;
    }
    party_finished(rt, t);
    wr_scheduler_notify(rt);
    wr_runtime_unref(rt, 1);
}
