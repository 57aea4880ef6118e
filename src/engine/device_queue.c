/* device_queue.c - the tasks of devices: they get a position in their device's queue while the
 * scheduler is held, are sent in batches after it is released, and finish in the order of positions.
 *
 * A task that must not run (a failed input, a cancelled task, a batch that the device refuses)
 * keeps its place in line, so that tasks retire in the order of positions.  The device sees it only
 * if its outputs have error words, which are set when its turn comes.
 *
 * Tasks that the device gets have numbers.  A task that runs after one on another queue is passed to
 * its device behind a wait for that number, once the other device has accepted it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "weir/array.h"

/* pending of a submitted task: reading a bit, and clearing it under the lock of the device */
static bool is_sent(wr_task *t) {
    return atomic_load_explicit(&t->pending, memory_order_relaxed) & WR_SENT;
}

static bool is_beside(const wr_task *t) {
    return atomic_load_explicit(&t->pending, memory_order_relaxed) & WR_BESIDE;
}

static void clear_sent(wr_task *t) {
    unsigned old = atomic_load_explicit(&t->pending, memory_order_relaxed);
    atomic_store_explicit(&t->pending, old & ~(unsigned)WR_SENT, memory_order_relaxed);
}

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
        atomic_init(&d->ahead_max, WR_AHEAD_FIRST);
        atomic_init(&d->delayed, false);
        wr_lock_init(&d->lock, WR_RANK_DEVICE);
    }
}

/* ---- Positions ------------------------------------------------------------------------------- */

/* A task that has just been unblocked by its predecessor's submission is older than the others that are
 * ready, and goes first: in the order of the program, values are used while they are in the device's
 * cache, and their memory is free again soon. */
static void enlist(wr_device *d, wr_task *t) {
    wr_list *list = &d->ready[t->priority];
    if (list->first != NULL && t->seq < list->first->seq)
        wr_list_prepend(list, t);
    else
        wr_list_append(list, t);
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
    return atomic_load_explicit(&d->ahead_max, memory_order_relaxed);
}

/* ---- Other queues ---------------------------------------------------------------------------- */

bool wr_queue_waits(const weir_runtime *rt, unsigned slot) {
    return slot != WEIR_DEVICE_CPU && rt->devices[slot].ops->waits;
}

/* The number of a task, or of the newest one before it that has a number.  `numbers` is a number of
 * its queue that is not older, and less than the range of the low bits away. */
static uint64_t full_number(wr_task *t, uint64_t numbers) {
    const unsigned range = UINT_MAX >> WR_NUMBER_SHIFT;
    unsigned low = atomic_load_explicit(&t->pending, memory_order_relaxed) >> WR_NUMBER_SHIFT;
    return numbers - (((unsigned)numbers - low) & range);
}

void wr_device_note(weir_runtime *rt, wr_task *t, uint64_t *number) {
    unsigned slot = wr_task_slot(t);
    uint64_t n = full_number(t, rt->devices[slot].numbers);
    if (n > number[slot]) number[slot] = n;
}

bool wr_device_is_late(weir_runtime *rt, wr_task *t) {
    wr_device *d = &rt->devices[wr_task_slot(t)];
    if (WR_LIKELY(d->late.first == NULL && wr_may_retire(rt, t))) return false;
    t->next = NULL;
    fifo_append(&d->late, t, t);
    rt->device_late++;
    return true;
}

wr_task *wr_devices_next_late(weir_runtime *rt) {
    for (int i = 1; i < WR_DEVICES && rt->device_late > 0; i++) {
        wr_task *t = rt->devices[i].late.first;
        if (t == NULL || !wr_may_retire(rt, t)) continue;
        rt->devices[i].late.first = t->next;
        rt->device_late--;
        return t;
    }
    return NULL;
}

/* A device cancels tasks because the process exits, which is not worth a message. */
static void set_failure_record(wr_task *t, wr_failure *f) {
    if (f->info.status == WEIR_ECANCELED && !f->reserved)
        atomic_store_explicit(&f->reported, true, memory_order_relaxed);
    t->prev = (wr_task *)(void *)f;
}

static void set_failure(weir_runtime *rt, wr_task *t, weir_status status, const char *within,
                        const char *message) {
    t->flags |= WR_FAILED;
    set_failure_record(t, wr_failure_within(rt, t, status, within, message));
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
    /* Release: see find_waits. */
    atomic_fetch_add_explicit(&d->refusals, 1, memory_order_release);
    if (!is_sent(t)) return;
    clear_sent(t);
    if (t->prev != NULL || (t->flags & WR_DOOMED)) return;
    char name[32], text[64];
    wr_device_name(d->rt, wr_task_slot(t), name, sizeof name);
    snprintf(text, sizeof text, "%s did not accept the task", name);
    set_failure(d->rt, t, status, NULL, text);
    if (t->bytes > 0) wr_memory_end(d->rt, t); /* `end` does this only for tasks that have run */
    t->flags |= WR_SKIPPED;
}

/* With the scheduler held: find what a task has to wait for and its queue does not wait for yet.
 * Return false if it cannot be submitted now. */
static bool find_waits(weir_runtime *rt, wr_device *d, wr_task *t, wr_queue_wait *waits,
                       uint32_t *count) {
    uint64_t number[WR_DEVICES];
    *count = 0;
    if (WR_LIKELY(!wr_shares_queues(t))) return true;
    memcpy(number, d->waited, sizeof number);
    wr_waits_of(rt, t, number);
    if (atomic_load_explicit(&d->wait_count, memory_order_relaxed) > WR_WAITS_MAX - WR_DEVICES)
        return false;
    for (unsigned i = 1; i < WR_DEVICES; i++) {
        wr_device *other = &rt->devices[i];
        if (number[i] == d->waited[i]) continue;
        /* A later refusal is found by is_open, an earlier one here. */
        uint64_t refusals = atomic_load_explicit(&other->refusals, memory_order_acquire);
        if (is_blocked(other)) return false;
        waits[(*count)++] = (wr_queue_wait){t, i, number[i], refusals};
    }
    return true;
}

/* Under d->lock, with the scheduler held. */
static void add_waits(weir_runtime *rt, wr_device *d, const wr_queue_wait *waits, uint32_t count) {
    uint32_t old = atomic_load_explicit(&d->wait_count, memory_order_relaxed);
    for (uint32_t i = 0; i < count; i++) {
        d->wait[(d->wait_first + old + i) % WR_WAITS_MAX] = waits[i];
        d->waited[waits[i].slot] = waits[i].number;
    }
    atomic_store_explicit(&d->wait_count, old + count, memory_order_relaxed);
    if (!atomic_load_explicit(&rt->queues_wait, memory_order_relaxed))
        atomic_store(&rt->queues_wait, true);
}

/* Does a task use a variable that another one writes?  The accesses of a task begin with its writes. */
static bool uses_result(const wr_task *t, const wr_task *of) {
    for (uint32_t i = 0; i < t->access_count; i++)
        for (uint32_t k = 0; k < of->write_count; k++)
            if (t->access[i].var == of->access[k].var) return true;
    return false;
}

/* With the scheduler held: the ready task of the device that is submitted next, or NULL. */
static wr_task *next_ready(const wr_device *d) {
    return d->ready_mask != 0 ? d->ready[31 - __builtin_clz(d->ready_mask)].first : NULL;
}

/* With the scheduler held: is the task known that follows one that has just been submitted, and does it
 * not use what that one writes?  It may be submitted much later, when the device has reported others, or
 * when memory has been freed by the launch of this task: then it is held. */
static bool is_next_independent(const weir_runtime *rt, const wr_device *d, const wr_task *t) {
    const wr_task *next = next_ready(d);
    if (next == NULL) next = rt->spaces[wr_task_slot(t)].unadmitted.first;
    return next != NULL && wr_task_slot(next) == wr_task_slot(t) && !uses_result(next, t);
}

/* Submit one task: it gets the next position of its queue, which is its place in `outgoing`. */
static void assign(weir_runtime *rt, wr_device *d, wr_task *t, const wr_queue_wait *waits,
                   uint32_t wait_count) {
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
    d->ahead++;
    wr_submitted(rt, t);
    if (runs && (t->kind->flags & WR_KIND_AHEAD)) wr_memory_submitted(rt, t);
    bool beside = is_next_independent(rt, d, t);
    wr_lock_take(&d->lock);
    d->positions++;
    d->numbers += sent;
    atomic_store_explicit(&t->pending,
                          (unsigned)d->numbers << WR_NUMBER_SHIFT |
                              (sent ? WR_SENT | WR_NUMBERED : 0) |
                              (wait_count > 0 ? WR_WAITED : 0) | (beside ? WR_BESIDE : 0),
                          memory_order_relaxed);
    if (is_blocked(d))
        refuse_task(d, t, d->refusal);
    else if (WR_UNLIKELY(wait_count > 0) && sent)
        add_waits(rt, d, waits, wait_count);
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
                wr_task *t = next_ready(d);
                wr_queue_wait waits[WR_DEVICES];
                uint32_t count;
                if (!find_waits(rt, d, t, waits, &count)) break;
                unlist(d, t);
                rt->device_ready--;
                assign(rt, d, t, waits, count);
            }
        }
        if (again) wr_admit(rt); /* tasks that were unblocked may have to be admitted */
    }
}

/* ---- Running --------------------------------------------------------------------------------- */

static void run_ahead(wr_device *d, wr_task *t) {
    weir_context ctx = {.rt = d->rt, .task = t, .worker = -1, .ahead = true};
    if (t == NULL)
        atomic_store_explicit(&d->delayed, true, memory_order_relaxed);
    else if (t->kind->flags & WR_KIND_AHEAD)
        t->kind->run(&ctx, t->arg);
}

/* The device calls this function when it is a task's turn. */
static void run(void *owner, void *task, bool ahead) {
    wr_device *d = owner;
    wr_task *t = task;
    const weir_runtime *outer = wr_inside;
    if (ahead) {
        run_ahead(d, t);
        return;
    }
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
    if (f != NULL) set_failure_record(t, f);
    wr_current_task = NULL;
    wr_inside = outer;
    /* This thread runs the scheduler itself: waking a worker would take longer than many a task. */
    if (ctx.freed && !atomic_load(&d->rt->paused)) wr_scheduler_request(d->rt);
}

/* ---- Running several tasks at once ------------------------------------------------------------ */

static bool may_fuse(wr_device *d, const wr_launch *entry) {
    const wr_task *t = entry->task;
    return entry->runs && entry->number > d->alone && (t->kind->flags & WR_KIND_FUSES_ON_DEVICE) &&
           t->prev == NULL && !(t->flags & WR_DOOMED);
}

/* The tasks share the time equally. */
static void set_times(wr_task *const *task, uint32_t count, int64_t start) {
    int64_t all = wr_now_ns() - start;
    for (uint32_t i = 0; i < count; i++) {
        if (!(task[i]->flags & WR_TRACED)) continue;
        wr_times *times = wr_task_times(task[i]);
        times->start = start + all * i / count;
        times->end = start + all * (i + 1) / count;
        times->thread = wr_trace_thread();
    }
}

/* The device calls this function when it is the turn of the first of these tasks: see device.h. */
static uint32_t run_fused(void *owner, const wr_launch *entries, uint32_t count, bool may_wait) {
    wr_device *d = owner;
    weir_runtime *rt = d->rt;
    wr_task *task[WR_FUSED_MAX];
    uint32_t n = 0;
    if (rt->fuse_on_device == NULL) return 0;
    for (; n < count && n < WR_FUSED_MAX && may_fuse(d, &entries[n]); n++)
        task[n] = entries[n].task;
    may_wait &= n == count && n < WR_FUSED_MAX;
    if (n == 0 || (n == 1 && !may_wait)) return 0;
    wr_device_window w = {
        .rt = rt, .slot = wr_task_slot(task[0]), .task = task, .count = n, .may_wait = may_wait};
    const weir_runtime *outer = wr_inside;
    int64_t start = task[0]->flags & WR_TRACED ? wr_now_ns() : 0;
    wr_inside = rt;
    wr_current_task = task[0];
    rt->fuse_on_device(&w);
    wr_current_task = NULL;
    wr_inside = outer;
    if (w.later) return WR_FUSED_LATER;
    if (!w.launched) {
        if (w.members > 1) d->alone = entries[w.members - 1].number;
        return 0;
    }
    if (start != 0) set_times(task, w.members, start);
    atomic_fetch_add_explicit(&rt->fused, w.members, memory_order_relaxed);
    if (w.freed && !atomic_load(&rt->paused)) wr_scheduler_request(rt); /* as in run() */
    return w.members;
}

/* ---- Completion ------------------------------------------------------------------------------ */

/* Under d->lock: take the tasks that are done from the front of in_flight. */
static wr_task *take_done(wr_device *d) {
    wr_task *first = d->in_flight.first, *last = NULL;
    for (wr_task *t = first; t != NULL && !is_sent(t); t = t->next) last = t;
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
    while (t != NULL && !is_sent(t)) t = t->next;
    return t;
}

/* `waited`: the queue may have waited for another one meanwhile. */
static void measure(wr_device *d, uint32_t count, bool waited) {
    int64_t now = wr_now_ns();
    uint64_t ns = (uint64_t)(now - d->busy_since) / count;
    uint64_t old = atomic_load_explicit(&d->task_ns, memory_order_relaxed);
    d->busy_since = now;
    if (atomic_exchange_explicit(&d->delayed, false, memory_order_relaxed) || waited) return;
    ns = (old == 0 ? ns : (3 * old + ns) / 4) + 1;
    uint64_t most = WR_AHEAD_NS / ns;
    uint64_t max = atomic_load_explicit(&d->ahead_max, memory_order_relaxed) + count;
    if (most > WR_AHEAD_MAX) most = WR_AHEAD_MAX;
    if (most < WR_AHEAD_MIN) most = WR_AHEAD_MIN;
    atomic_store_explicit(&d->task_ns, ns, memory_order_relaxed);
    atomic_store_explicit(&d->ahead_max, max < most ? max : most, memory_order_relaxed);
}

/* The device reports that a task failed, or that it was not executed. */
static void fail(weir_runtime *rt, wr_task *t, const wr_device_failure *f) {
    char name[32], text[288];
    if (t->prev != NULL || (t->flags & WR_DOOMED)) return; /* it has failed already */
    if (f->unwritten) {
        if (t->bytes > 0) wr_memory_end(rt, t); /* `end` does this only for tasks that have run */
        t->flags |= WR_SKIPPED | (f->skipped ? WR_TOO_LATE : 0);
    }
    const char *message = f->skipped ? WR_INPUT_NEVER_MADE : f->message;
    if (f->status == WEIR_EDEVICE && message != NULL) {
        wr_device_name(rt, wr_task_slot(t), name, sizeof name);
        snprintf(text, sizeof text, "%s: %s", name, message);
        message = text;
    }
    set_failure(rt, t, f->status, f->within, message);
}

/* The device reports that its `count` oldest tasks are done. */
static void done(void *owner, uint32_t count, const wr_device_failure *failures,
                 uint32_t failure_count) {
    if (count == 0) return;
    wr_device *d = owner;
    weir_runtime *rt = d->rt;
    /* Once the tasks have finished, the runtime may be freed; this reference keeps it alive until
     * wr_scheduler_request has returned. */
    atomic_fetch_add_explicit(&rt->refs, 1, memory_order_relaxed);
    bool waited = false;
    wr_lock_take(&d->lock);
    for (uint32_t i = 0, k = 0; i < count; i++) {
        wr_task *t = d->unreported;
        assert(t != NULL && wr_task_state(t) == WR_SUBMITTED);
        if (k < failure_count && failures[k].index == i) {
            fail(rt, t, &failures[k]);
            k++;
        }
        waited |= atomic_load_explicit(&t->pending, memory_order_relaxed) & WR_WAITED;
        clear_sent(t);
        d->unreported = next_unreported(t);
    }
    measure(d, count, waited);
    bool any = finish_done(d);
    wr_lock_give(&d->lock);
    /* As in run(): a worker that polls looks every few microseconds, and a thread may be waiting. */
    if (any && !atomic_load(&rt->paused)) wr_scheduler_request(rt);
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

/* Tasks that are passed to the device together. */
typedef struct batch {
    wr_launch entry[WR_DEVICE_BATCH + WR_WAITS_MAX]; /* tasks and waits */
    uint32_t count;                                  /* of entries */
    uint32_t tasks;                                  /* of entries that are tasks */
    wr_task *first;                                  /* the first of these tasks */
    uint64_t number; /* of the last task in line: the new value of `passed` */
} batch;

/* Under d->lock: the oldest wait, if it is one of this task's. */
static wr_queue_wait *next_wait(wr_device *d, const wr_task *t, uint32_t i) {
    if (i >= atomic_load_explicit(&d->wait_count, memory_order_relaxed)) return NULL;
    wr_queue_wait *w = &d->wait[(d->wait_first + i) % WR_WAITS_MAX];
    return w->task == t ? w : NULL;
}

/* Under d->lock: have the devices that the task waits for accepted what it waits for?  If one of them
 * has refused anything since, *status says so. */
static bool is_open(wr_device *d, const wr_task *t, weir_status *status) {
    const wr_queue_wait *w;
    for (uint32_t i = 0; (w = next_wait(d, t, i)) != NULL; i++) {
        wr_device *other = &d->rt->devices[w->slot];
        if (atomic_load(&other->passed) < w->number) return false;
        if (atomic_load_explicit(&other->refusals, memory_order_acquire) != w->refusals)
            *status = WEIR_EFAILED;
    }
    return true;
}

/* Under d->lock: remove the task's waits, and put them into the batch. */
static void take_waits(wr_device *d, const wr_task *t, batch *b) {
    for (const wr_queue_wait *w; (w = next_wait(d, t, 0)) != NULL;) {
        b->entry[b->count++] =
            (wr_launch){.wait = d->rt->devices[w->slot].queue, .number = w->number};
        d->wait_first = (d->wait_first + 1) % WR_WAITS_MAX;
        atomic_fetch_sub_explicit(&d->wait_count, 1, memory_order_relaxed);
    }
}

/* Under d->lock: fail this task and those behind it, because a device has refused what it waits for.
 * (Those behind it need not wait for themselves, so nothing else tells them.) */
static void refuse_rest(wr_device *d, wr_task *t, weir_status status) {
    d->refusal = status;
    for (; t != NULL; t = t->next) refuse_task(d, t, status);
    atomic_store_explicit(&d->wait_count, 0, memory_order_relaxed);
}

/* Under d->lock: does a task use a variable that the last one that was passed on writes?  From now on,
 * this task is the last one. */
static bool follows(wr_device *d, const wr_task *t) {
    bool uses = d->written_count == 0;
    for (uint32_t i = 0; i < t->access_count && !uses; i++)
        for (uint32_t k = 0; k < d->written_count; k++)
            if (t->access[i].var == d->written[k]) uses = true;
    d->written_count = t->write_count <= WR_WRITTEN_MAX ? t->write_count : 0;
    for (uint32_t k = 0; k < d->written_count; k++) d->written[k] = t->access[k].var;
    return uses;
}

/* Under d->lock: move up to WR_DEVICE_BATCH tasks for the device, and those in between that it must
 * not see, from `outgoing` to `in_flight`, up to the first that has to wait for another device to
 * accept its tasks.  Return false if none was moved. */
static bool fill_batch(wr_device *d, batch *b) {
    wr_task *last = NULL;
    b->count = b->tasks = 0;
    for (wr_task *t = d->outgoing.first; t != NULL; t = t->next) {
        weir_status status = WEIR_OK;
        if (is_sent(t) && (b->tasks == WR_DEVICE_BATCH || !is_open(d, t, &status))) break;
        if (WR_UNLIKELY(status != WEIR_OK)) {
            if (last != NULL) break; /* first pass on what is before it */
            refuse_rest(d, t, status);
        }
        if (is_sent(t)) {
            take_waits(d, t, b);
            if (b->tasks++ == 0) b->first = t;
            b->entry[b->count++] = (wr_launch){.task = t,
                                               .number = full_number(t, d->numbers),
                                               .runs = t->kind->flags & WR_KIND_DEVICE,
                                               .follows = follows(d, t),
                                               .beside = is_beside(t)};
        }
        last = t;
    }
    if (last == NULL) return false;
    wr_task *head = d->outgoing.first;
    d->outgoing.first = last->next;
    last->next = NULL;
    b->number = full_number(last, d->numbers);
    fifo_append(&d->in_flight, head, last);
    if (d->unreported == NULL && b->tasks > 0) {
        d->unreported = b->first;
        d->busy_since = wr_now_ns();
    }
    return true;
}

/* Called under d->lock when the device has refused a batch of `count` tasks, which begins with `t`:
 * its tasks fail.  So do those that have a position behind them, because nothing on the device
 * tells them which of their inputs were not computed. */
static void refuse_batch(wr_device *d, wr_task *t, uint32_t count, weir_status status) {
    d->refusal = status;
    for (; count > 0; t = t->next) {
        if (!is_sent(t)) continue;
        refuse_task(d, t, status);
        count--;
    }
    d->unreported = next_unreported(d->unreported);
    refuse_rest(d, d->outgoing.first, status);
}

/* Pass what is in `outgoing` to the device, in order, so only one thread does so at a time; it
 * also sends what others append meanwhile.  Return false if nothing was passed on. */
static bool send(wr_device *d) {
    batch b;
    bool finished = false, any = false;
    wr_lock_take(&d->lock);
    if (d->sending) {
        wr_lock_give(&d->lock);
        return false;
    }
    d->sending = true;
    /* If fill_batch finds that another device has not accepted something yet, `sending` is cleared
     * before the lock is released, so the thread that passes it on sends the rest here. */
    while (d->outgoing.first != NULL && fill_batch(d, &b)) {
        wr_lock_give(&d->lock);
        weir_status status = b.tasks > 0 ? d->ops->submit(d->queue, b.entry, b.count) : WEIR_OK;
        wr_lock_take(&d->lock);
        if (status != WEIR_OK) refuse_batch(d, b.first, b.tasks, status);
        atomic_store(&d->passed, b.number);
        finished |= finish_done(d);
        any = true;
    }
    d->sending = false;
    wr_lock_give(&d->lock);
    if (finished) wr_scheduler_notify(d->rt);
    return any;
}

/* If tasks of one device wait for others, what was passed to a device may let more be passed to
 * another one.  seq_cst: either this thread sees that queues wait, or the thread that found the wait
 * sees `passed`. */
void wr_devices_send(weir_runtime *rt) {
    bool any;
    do {
        /* Relaxed: this thread has submitted the task, so it sees the bit of the task's device. */
        uint32_t open = atomic_load_explicit(&rt->open_devices, memory_order_relaxed);
        any = false;
        for (; open != 0; open &= open - 1) any |= send(&rt->devices[__builtin_ctz(open)]);
    } while (any && atomic_load(&rt->queues_wait));
}

/* One device at most: the tasks of a second one would wait until this thread is done with the first. */
unsigned wr_devices_claim(weir_runtime *rt) {
    uint32_t open = atomic_load_explicit(&rt->open_devices, memory_order_relaxed);
    for (; open != 0; open &= open - 1) {
        const wr_device *d = &rt->devices[__builtin_ctz(open)];
        if (d->ready_mask != 0 && d->ops->claim != NULL && d->ops->claim(d->queue))
            return (unsigned)__builtin_ctz(open);
    }
    return 0;
}

void wr_devices_help(weir_runtime *rt, unsigned claimed) {
    const wr_device *d = &rt->devices[claimed];
    d->ops->help(d->queue);
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
        if (getenv("WEIR_DEVICE_EXACT") != NULL) wr_heap_set_exact(d->heap);
    }
    wr_device_user user = {.run = run, .run_fused = run_fused, .done = done, .owner = d};
    return d->ops->open(&rt->memory, d->index, &user, &d->queue);
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

/* Memory that was freed a moment ago is the first choice, but its next user may have to wait for a call
 * that runs beside it. */
uint64_t wr_device_take(weir_runtime *rt, int slot, uint64_t bytes, uint32_t site,
                        const char *label) {
    const wr_device *d = &rt->devices[slot];
    wr_heap_avoid avoid = {d->ops->busy_until, d->queue};
    return wr_heap_take_idle(d->heap, bytes, site, label, avoid.busy_until != NULL ? &avoid : NULL);
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

/* One thread may exit while another one frees a runtime. */
static pthread_mutex_t closing = PTHREAD_MUTEX_INITIALIZER;

void wr_devices_close(weir_runtime *rt) {
    pthread_mutex_lock(&closing);
    for (int i = 1; i < WR_DEVICES; i++) {
        if (rt->devices[i].queue != NULL) rt->devices[i].ops->close(rt->devices[i].queue);
        rt->devices[i].queue = NULL;
    }
    pthread_mutex_unlock(&closing);
}

void wr_devices_close_unlock(void) { pthread_mutex_init(&closing, NULL); }

void wr_devices_quit(weir_runtime *rt) {
    pthread_mutex_lock(&closing);
    for (int i = 1; i < WR_DEVICES; i++) {
        const wr_device *d = &rt->devices[i];
        if (d->queue != NULL && d->ops->quit != NULL) d->ops->quit(d->queue);
    }
    pthread_mutex_unlock(&closing);
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
    d->ahead = d->positions = d->alone = 0;
    atomic_store_explicit(&d->refused_end, 0, memory_order_relaxed);
    atomic_store_explicit(&d->wait_count, 0, memory_order_relaxed);
    d->outgoing = d->in_flight = d->late = (wr_fifo){0};
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
    if (child) rt->device_ready = rt->device_late = 0;
}
