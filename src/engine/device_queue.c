/* device_queue.c - the tasks of devices: they get a position in their device's queue while the
 * scheduler is held, are sent in batches after it is released, and finish in the order of positions.
 *
 * A task that must not run (a failed input, a cancelled task, a batch that the device refuses)
 * keeps its place in line, so that tasks retire in the order of positions.  The device sees it only
 * if its outputs have error words, which are set when its turn comes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "engine/engine.h"
#include "weir/array.h"

static void fifo_append(wr_fifo *fifo, wr_task *first, wr_task *last) {
    if (fifo->first == NULL)
        fifo->first = first;
    else
        fifo->last->next = first;
    fifo->last = last;
}

int wr_device_slot(int32_t device) {
    int kind = device & 0xff, index = device >> 8;
    if (device < 0) return -1;
    if (kind == WEIR_DEVICE_CPU) return index == 0 ? 0 : -1;
    if (kind == WEIR_DEVICE_NULL) return index < WR_NULL_DEVICES ? 1 + index : -1;
    if (kind != WEIR_DEVICE_CUDA || index >= WR_CUDA_DEVICES || index >= wr_cuda_count()) return -1;
    return 1 + WR_NULL_DEVICES + index;
}

int wr_memory_slot(int32_t device) {
    if (device >= 0 && (device & 0xff) == WEIR_DEVICE_CPU)
        return device >> 8 <= WEIR_DEVICE_INDEX_MAX ? 0 : -1;
    return wr_device_slot(device);
}

void wr_device_name(const weir_runtime *rt, unsigned slot, char *to, size_t size) {
    const wr_device *d = &rt->devices[slot];
    snprintf(to, size, "%s:%d", slot == 0 ? "cpu" : d->ops->name, d->index);
}

void wr_devices_init(weir_runtime *rt) {
    for (int i = 1; i < WR_DEVICES; i++) {
        wr_device *d = &rt->devices[i];
        bool null = i <= WR_NULL_DEVICES;
        d->ops = null ? &wr_null_device : &wr_cuda_device;
        d->rt = rt;
        d->index = null ? i - 1 : i - 1 - WR_NULL_DEVICES;
        atomic_init(&d->task_ns, 0);
        wr_lock_init(&d->lock, WR_RANK_DEVICE);
    }
}

/* ---- Positions ------------------------------------------------------------------------------- */

static void enlist(wr_device *d, wr_task *t) {
    wr_list_append(&d->ready[t->priority], t);
    d->ready_mask |= 1u << t->priority;
}

static void unlist(wr_device *d, wr_task *t) {
    wr_list_remove(&d->ready[t->priority], t);
    if (d->ready[t->priority].count == 0) d->ready_mask &= ~(1u << t->priority);
}

void wr_device_ready(weir_runtime *rt, wr_task *t) {
    enlist(&rt->devices[wr_task_slot(t)], t);
    rt->device_ready++;
}

void wr_device_boost(weir_runtime *rt, wr_task *t) {
    wr_device *d = &rt->devices[wr_task_slot(t)];
    unlist(d, t);
    t->priority = WR_URGENT;
    /* A wait finds the tasks that it needs from the newest to the oldest. */
    wr_list_prepend(&d->ready[WR_URGENT], t);
    d->ready_mask |= 1u << WR_URGENT;
}

/* Return how many tasks may be submitted and not retired: about WR_AHEAD_NS of work. */
static uint64_t ahead_max(wr_device *d) {
    uint64_t ns = atomic_load_explicit(&d->task_ns, memory_order_relaxed);
    uint64_t n = ns > 0 ? WR_AHEAD_NS / ns : WR_AHEAD_MAX;
    return n < WR_AHEAD_MIN ? WR_AHEAD_MIN : n > WR_AHEAD_MAX ? WR_AHEAD_MAX : n;
}

static void set_failure(weir_runtime *rt, wr_task *t, weir_status status, const char *within,
                        const char *message) {
    t->flags |= WR_FAILED;
    t->prev = (wr_task *)(void *)wr_failure_within(rt, t, status, within, message);
}

/* With the scheduler held: has the device refused a task that is not retired yet?  Nothing on the
 * device tells later tasks which of their inputs were not computed, so they get no position. */
static bool is_blocked(wr_device *d) {
    uint64_t end = atomic_load_explicit(&d->refused_end, memory_order_relaxed);
    return end + d->ahead > d->positions;
}

/* Under d->lock: fail a task that the device has not accepted. */
static void refuse_task(wr_device *d, wr_task *t, weir_status status) {
    atomic_store_explicit(&d->refused_end, d->positions, memory_order_relaxed);
    if (atomic_load_explicit(&t->pending, memory_order_relaxed) == 0) return;
    atomic_store_explicit(&t->pending, 0, memory_order_relaxed);
    if (t->prev != NULL || (t->flags & WR_DOOMED)) return;
    char name[32], text[64];
    wr_device_name(d->rt, wr_task_slot(t), name, sizeof name);
    snprintf(text, sizeof text, "%s did not accept the task", name);
    set_failure(d->rt, t, status, NULL, text);
    if (t->bytes > 0) wr_memory_end(d->rt, t); /* `end` does this only for tasks that have run */
    t->flags |= WR_SKIPPED;
}

/* Submit one task: it gets the next position of its queue, which is its place in `outgoing`. */
static void assign(weir_runtime *rt, wr_device *d, wr_task *t) {
    wr_failure *f = wr_run_refusal(rt, t);
    bool gone =
        (t->kind->flags & WR_KIND_DEVICE) && atomic_load_explicit(&d->forked, memory_order_relaxed);
    if (gone && f == NULL) {
        t->flags |= WR_FAILED | WR_SKIPPED;
        f = wr_failure_new(rt, t, WEIR_EFORKED,
                           "the parent process has used the device, so a forked child cannot");
    }
    bool runs = f == NULL && !(t->flags & WR_DOOMED);
    if (runs && t->bytes > 0) wr_memory_take(rt, t);
    wr_run_begin(t, WR_SUBMITTED, -1);
    t->next = NULL;
    t->prev = (wr_task *)(void *)f; /* wr_run_finish_list makes the failure of a doomed task */
    bool sent = runs || (!gone && (t->kind->flags & WR_KIND_DEVICE));
    atomic_store_explicit(&t->pending, sent, memory_order_relaxed);
    d->ahead++;
    wr_submitted(rt, t);
    wr_lock_take(&d->lock);
    d->positions++;
    if (is_blocked(d)) refuse_task(d, t, d->refusal);
    fifo_append(&d->outgoing, t, t);
    wr_lock_give(&d->lock);
}

void wr_devices_assign(weir_runtime *rt) {
    for (bool again = true; again;) {
        again = false;
        for (int i = 1; i < WR_DEVICES; i++) {
            wr_device *d = &rt->devices[i];
            for (uint64_t max = ahead_max(d);
                 d->ready_mask != 0 && d->ahead < max && !is_blocked(d); again = true) {
                wr_task *t = d->ready[31 - __builtin_clz(d->ready_mask)].first;
                unlist(d, t);
                rt->device_ready--;
                assign(rt, d, t);
            }
        }
        if (again) wr_admit(rt); /* tasks that were unblocked may have to be admitted */
    }
}

/* ---- Running --------------------------------------------------------------------------------- */

/* The device calls this function when it is a task's turn. */
static void run(void *owner, void *task) {
    const wr_device *d = owner;
    wr_task *t = task;
    const weir_runtime *outer = wr_inside;
    weir_context ctx = {.rt = d->rt, .task = t, .worker = -1};
    ctx.refused = t->prev != NULL || (t->flags & WR_DOOMED);
    wr_inside = d->rt;
    wr_current_task = t;
    if (t->flags & WR_TRACED) {
        wr_task_times(t)->start = wr_now_ns();
        wr_task_times(t)->thread = wr_trace_thread();
    }
    wr_failure *f = wr_run_function(&ctx);
    if (t->flags & WR_TRACED) wr_task_times(t)->end = wr_now_ns();
    /* If the task found that an input has no values, the reason may be known when it retires. */
    if (f != NULL && ctx.skipped) t->flags |= WR_TOO_LATE;
    if (f != NULL) t->prev = (wr_task *)(void *)f;
    wr_current_task = NULL;
    wr_inside = outer;
}

/* ---- Completion ------------------------------------------------------------------------------ */

/* Under d->lock: take the tasks that are done from the front of in_flight. */
static wr_task *take_done(wr_device *d) {
    wr_task *first = d->in_flight.first, *last = NULL;
    for (wr_task *t = first;
         t != NULL && atomic_load_explicit(&t->pending, memory_order_relaxed) == 0; t = t->next)
        last = t;
    if (last == NULL) return NULL;
    d->in_flight.first = last->next;
    last->next = NULL;
    return first;
}

/* Under d->lock: finish the tasks that are done, in order.  Only one thread does so at a time, so
 * that they arrive on the completion stack in order; it also finishes what others mark meanwhile. */
static bool finish_done(wr_device *d) {
    bool any = false;
    if (d->finishing) return false;
    d->finishing = true;
    for (wr_task *t; (t = take_done(d)) != NULL;) {
        wr_lock_give(&d->lock);
        wr_run_finish_list(d->rt, t);
        any = true;
        wr_lock_take(&d->lock);
    }
    d->finishing = false;
    return any;
}

/* Under d->lock: find the oldest task in flight that the device has and has not reported. */
static wr_task *next_unreported(wr_task *t) {
    while (t != NULL && atomic_load_explicit(&t->pending, memory_order_relaxed) == 0) t = t->next;
    return t;
}

static void measure(wr_device *d, uint32_t count) {
    int64_t now = wr_now_ns();
    uint64_t ns = (uint64_t)(now - d->busy_since) / count;
    uint64_t old = atomic_load_explicit(&d->task_ns, memory_order_relaxed);
    atomic_store_explicit(&d->task_ns, (old == 0 ? ns : (3 * old + ns) / 4) + 1,
                          memory_order_relaxed);
    d->busy_since = now;
}

/* The device reports that a task failed, or that it was not executed. */
static void fail(weir_runtime *rt, wr_task *t, const wr_device_failure *f) {
    if (t->prev != NULL || (t->flags & WR_DOOMED)) return; /* it has failed already */
    if (f->unwritten) {
        if (t->bytes > 0) wr_memory_end(rt, t); /* `end` does this only for tasks that have run */
        t->flags |= WR_SKIPPED | (f->skipped ? WR_TOO_LATE : 0);
    }
    set_failure(rt, t, f->status, f->within, f->skipped ? WR_INPUT_NEVER_MADE : f->message);
}

/* The device reports that its `count` oldest tasks are done. */
static void done(void *owner, uint32_t count, const wr_device_failure *failures,
                 uint32_t failure_count) {
    wr_device *d = owner;
    weir_runtime *rt = d->rt;
    /* Once the tasks have finished, the runtime may be freed; this reference keeps it alive until
     * wr_scheduler_notify has returned. */
    atomic_fetch_add_explicit(&rt->refs, 1, memory_order_relaxed);
    wr_lock_take(&d->lock);
    measure(d, count);
    for (uint32_t i = 0, k = 0; i < count; i++) {
        wr_task *t = d->unreported;
        assert(t != NULL && wr_task_state(t) == WR_SUBMITTED);
        if (k < failure_count && failures[k].index == i) {
            fail(rt, t, &failures[k]);
            k++;
        }
        atomic_store_explicit(&t->pending, 0, memory_order_relaxed);
        d->unreported = next_unreported(t);
    }
    bool any = finish_done(d);
    wr_lock_give(&d->lock);
    if (any) wr_scheduler_notify(rt);
    wr_runtime_unref(rt, 1);
}

void wr_device_retire(weir_runtime *rt, wr_task *t) {
    rt->devices[wr_task_slot(t)].ahead--;
    bool found = t->flags & WR_TOO_LATE; /* see run() */
    if ((t->flags & (WR_FAILED | WR_SKIPPED)) && !found) return;
    t->flags &= (uint8_t)~WR_TOO_LATE;
    /* An input may have failed while the task was in the queue. */
    wr_failure *f = wr_run_failed_input(t, false);
    if (f == NULL) return;
    if (found) wr_failure_unref(rt, t->failure);
    t->flags = (uint8_t)((t->flags & ~WR_FAILED) | WR_SKIPPED | (found ? 0 : WR_TOO_LATE));
    t->failure = f;
}

/* ---- Sending --------------------------------------------------------------------------------- */

/* Under d->lock: move up to WR_DEVICE_BATCH tasks for the device, and those in between that it must
 * not see, from `outgoing` to `in_flight`.  Fill the batch; return its length. */
static uint32_t fill_batch(wr_device *d, wr_launch *batch, wr_task **first) {
    uint32_t n = 0;
    wr_task *last = NULL;
    *first = NULL;
    for (wr_task *t = d->outgoing.first; t != NULL; t = t->next) {
        if (atomic_load_explicit(&t->pending, memory_order_relaxed) > 0) {
            if (n == WR_DEVICE_BATCH) break;
            if (n == 0) *first = t;
            batch[n++] = (wr_launch){t, t->kind->flags & WR_KIND_DEVICE};
        }
        last = t;
    }
    if (last == NULL) return 0;
    wr_task *head = d->outgoing.first;
    d->outgoing.first = last->next;
    last->next = NULL;
    fifo_append(&d->in_flight, head, last);
    if (d->unreported == NULL && n > 0) {
        d->unreported = *first;
        d->busy_since = wr_now_ns();
    }
    return n;
}

/* Called under d->lock when the device has refused a batch of `count` tasks, which begins with `t`:
 * its tasks fail.  So do those that have a position behind them, because nothing on the device
 * tells them which of their inputs were not computed. */
static void refuse_batch(wr_device *d, wr_task *t, uint32_t count, weir_status status) {
    d->refusal = status;
    for (; count > 0; t = t->next) {
        if (atomic_load_explicit(&t->pending, memory_order_relaxed) == 0) continue;
        refuse_task(d, t, status);
        count--;
    }
    d->unreported = next_unreported(d->unreported);
    for (t = d->outgoing.first; t != NULL; t = t->next) refuse_task(d, t, status);
}

/* Pass everything in `outgoing` to the device, in order, so only one thread does so at a time; it
 * also sends what others append meanwhile. */
static void send(wr_device *d) {
    wr_launch batch[WR_DEVICE_BATCH];
    bool finished = false;
    wr_lock_take(&d->lock);
    if (d->sending) {
        wr_lock_give(&d->lock);
        return;
    }
    d->sending = true;
    while (d->outgoing.first != NULL) {
        wr_task *first;
        uint32_t n = fill_batch(d, batch, &first);
        wr_lock_give(&d->lock);
        weir_status status = n > 0 ? d->ops->submit(d->queue, batch, n) : WEIR_OK;
        wr_lock_take(&d->lock);
        if (status != WEIR_OK) refuse_batch(d, first, n, status);
        finished |= finish_done(d);
    }
    d->sending = false;
    wr_lock_give(&d->lock);
    if (finished) wr_scheduler_notify(d->rt);
}

void wr_devices_send(weir_runtime *rt) {
    /* Relaxed: this thread has submitted the task, so it sees the bit of the task's device. */
    uint32_t open = atomic_load_explicit(&rt->open_devices, memory_order_relaxed);
    for (; open != 0; open &= open - 1) send(&rt->devices[__builtin_ctz(open)]);
}

/* ---- Opening, closing, fork ------------------------------------------------------------------ */

static uint64_t take_segment(void *ctx, uint64_t bytes) {
    const wr_device *d = ctx;
    return d->ops->memory_take(d->index, bytes);
}

static void give_segment(void *ctx, uint64_t address, uint64_t bytes) {
    const wr_device *d = ctx;
    d->ops->memory_give(d->index, address, bytes);
}

/* Under job_lock. */
static weir_status open_device(weir_runtime *rt, wr_device *d, int slot) {
    d->memory_bytes = d->ops->memory_bytes != NULL ? d->ops->memory_bytes(d->index) : 0;
    wr_space_init(rt, &rt->spaces[slot], d->memory_bytes);
    if (d->heap == NULL && d->ops->memory_take != NULL) {
        wr_heap_source source = {.ctx = d, .take = take_segment, .give = give_segment};
        /* The engine enforces the budget.  The heap counts rounded blocks and whole segments. */
        WR_TRY(wr_heap_new(&rt->memory, &source, 0, &d->heap));
    }
    return d->ops->open(&rt->memory, d->index, run, done, d, &d->queue);
}

weir_status wr_device_open(weir_runtime *rt, int slot) {
    wr_device *d = &rt->devices[slot];
    weir_status status = WEIR_OK;
    /* Acquire pairs with the release below: this thread sees the queue and the heap. */
    if (WR_LIKELY(atomic_load_explicit(&d->opened, memory_order_acquire))) return WEIR_OK;
    wr_lock_take(&rt->job_lock);
    if (d->queue == NULL) status = open_device(rt, d, slot);
    if (status == WEIR_OK) {
        atomic_fetch_or_explicit(&rt->open_devices, 1u << slot, memory_order_relaxed);
        atomic_store_explicit(&d->opened, true, memory_order_release);
    }
    wr_lock_give(&rt->job_lock);
    return status;
}

uint64_t wr_device_take(weir_runtime *rt, int slot, uint64_t bytes, uint32_t site,
                        const char *label) {
    return wr_heap_take(rt->devices[slot].heap, bytes, site, label);
}

void wr_device_give(weir_runtime *rt, int slot, uint64_t address) {
    wr_heap_give(rt->devices[slot].heap, address);
}

void wr_device_relabel(weir_runtime *rt, int slot, uint64_t address, uint32_t site,
                       const char *label) {
    wr_heap_relabel(rt->devices[slot].heap, address, site, label);
}

weir_status wr_device_full(weir_context *ctx) {
    char name[32], text[WR_MESSAGE_BYTES];
    wr_device_name(ctx->rt, wr_task_slot(ctx->task), name, sizeof name);
    snprintf(text, sizeof text, "%s is out of memory", name);
    return weir_context_fail(ctx, WEIR_ENOMEM, text);
}

weir_status wr_device_launch(weir_context *ctx, wr_device_call *call) {
    const wr_device *d = &ctx->rt->devices[wr_task_slot(ctx->task)];
    weir_status status = d->ops->launch(d->queue, call);
    if (status == WEIR_OK && call->skipped) return wr_context_skip(ctx, WR_INPUT_NEVER_MADE);
    if (status == WEIR_OK || call->message == NULL) return status;
    char name[32], text[WR_MESSAGE_BYTES];
    wr_device_name(d->rt, wr_task_slot(ctx->task), name, sizeof name);
    snprintf(text, sizeof text, "%s: %s", name, call->message);
    return weir_context_fail(ctx, status, text);
}

void wr_devices_close(weir_runtime *rt) {
    for (int i = 1; i < WR_DEVICES; i++)
        if (rt->devices[i].queue != NULL) rt->devices[i].ops->close(rt->devices[i].queue);
}

void wr_devices_free(weir_runtime *rt) {
    for (int i = 1; i < WR_DEVICES; i++)
        if (rt->devices[i].heap != NULL) wr_heap_free(rt->devices[i].heap);
}

void wr_devices_lock(weir_runtime *rt) {
    for (int i = 1; i < WR_DEVICES; i++) {
        wr_device *d = &rt->devices[i];
        wr_lock_take(&d->lock);
        if (d->queue != NULL) d->ops->lock(d->queue);
        if (d->heap != NULL) wr_heap_lock(d->heap);
    }
}

/* In a child the tasks in these lists are found by their state, see fork.c. */
static void forget(wr_device *d) {
    for (int i = 0; i < WR_PRIORITIES; i++) d->ready[i] = (wr_list){0};
    d->ready_mask = 0;
    d->ahead = d->positions = 0;
    atomic_store_explicit(&d->refused_end, 0, memory_order_relaxed);
    d->outgoing = d->in_flight = (wr_fifo){0};
    d->unreported = NULL;
    d->sending = d->finishing = false;
}

void wr_devices_unlock(weir_runtime *rt, bool child) {
    for (int i = 1; i < WR_DEVICES; i++) {
        wr_device *d = &rt->devices[i];
        if (d->heap != NULL) wr_heap_unlock(d->heap, child);
        if (child && d->heap != NULL) atomic_store_explicit(&d->forked, true, memory_order_relaxed);
        if (d->queue != NULL) d->ops->unlock(d->queue, child);
        if (child) forget(d);
        wr_lock_give(&d->lock);
    }
    if (child) rt->device_ready = 0;
}
