/* scheduler.c - the scheduler: one thread at a time holds it, collects finished tasks, drains the
 * submission queues, admits tasks, and publishes those that are ready.
 *
 * It is held only briefly: its holder runs no callback, calls no device and does not wait.
 * Sending, reclaiming and waking are done by wr_scheduler_release, after the scheduler is free
 * again.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <sched.h>
#include <string.h>

#include "engine/engine.h"

bool wr_scheduler_try(weir_runtime *rt) {
    wr_yield_point();
    unsigned none = WR_SCHEDULER_FREE;
    return atomic_load_explicit(&rt->scheduler, memory_order_relaxed) == WR_SCHEDULER_FREE &&
           atomic_compare_exchange_strong(&rt->scheduler, &none, WR_SCHEDULER_HELD);
}

void wr_scheduler_acquire(weir_runtime *rt) {
    for (int i = 1; !wr_scheduler_try(rt); i++) {
        if (i % 64 == 0)
            sched_yield();
        else
            wr_pause();
    }
}

/* Is there work for the scheduler, or a ready task?  seq_cst loads: see "Sleeping and waking" in
 * docs/design/engine.md.  Sequence numbers are compared rather than published positions, because a
 * sequence number is assigned before its record is published. */
bool wr_has_tasks(weir_runtime *rt) {
    return !wr_all_drained(rt) || atomic_load(&rt->completed) != NULL || wr_ready_len(rt) > 0 ||
           atomic_load(&wr_host_space(rt)->freed) > 0 || atomic_load(&rt->orphans) != NULL;
}

bool wr_has_work(weir_runtime *rt) { return wr_has_tasks(rt) || atomic_load(&rt->seats) > 0; }

void wr_complete(weir_runtime *rt, wr_task *t) { wr_complete_list(rt, t, t); }

void wr_complete_list(weir_runtime *rt, wr_task *newest, wr_task *oldest) {
    oldest->next = atomic_load_explicit(&rt->completed, memory_order_relaxed);
    /* seq_cst, like assigning a sequence number: see wr_scheduler_notify. */
    while (!atomic_compare_exchange_weak(&rt->completed, &oldest->next, newest)) {}
}

static inline __attribute__((always_inline)) void retire_finished(weir_runtime *rt, wr_task *t) {
    rt->tasks_ran += !(t->flags & WR_SKIPPED);
    /* Count the task before a waiting thread can see that it is done: the program may read the
     * length of the queue as soon as weir_window_next returns. */
    atomic_store_explicit(&rt->tasks_finished, ++rt->tasks_retired, memory_order_relaxed);
    if (WR_UNLIKELY(t->seq < rt->outside_until)) wr_outside_finished(rt, t->seq);
    wr_retire(rt, t);
}

/* Retire tasks of devices that had to wait for others to retire. */
static __attribute__((noinline)) void retire_late(weir_runtime *rt) {
    for (wr_task *t; (t = wr_devices_next_late(rt)) != NULL;) retire_finished(rt, t);
}

static void collect(weir_runtime *rt) {
    if (atomic_load_explicit(&rt->completed, memory_order_relaxed) == NULL) return;
    wr_task *t = atomic_exchange(&rt->completed, NULL), *oldest = NULL;
    while (t != NULL) { /* reverse the stack, which has the newest task first */
        wr_task *next = t->next;
        t->next = oldest;
        oldest = t;
        t = next;
    }
    while (oldest != NULL) {
        t = oldest;
        oldest = t->next;
        assert(wr_task_state(t) == WR_FINISHED);
        if (WR_UNLIKELY(wr_task_slot(t) != WEIR_DEVICE_CPU) && wr_device_is_late(rt, t)) continue;
        retire_finished(rt, t);
    }
    if (WR_UNLIKELY(rt->device_late > 0)) retire_late(rt);
    wr_retire_acts(rt);
}

/* Return the next record of a queue, or NULL at `end`. */
static wr_task *peek(weir_runtime *rt, wr_queue *queue, const char *end) {
    for (;;) {
        if (queue->read == end) return NULL;
        wr_task *t = (wr_task *)(void *)queue->read;
        if (t->kind != NULL) return t;
        wr_chunk *chunk = queue->big != NULL ? queue->big : wr_chunk_of(queue->read);
        wr_chunk *next = chunk->next;
        queue->read = (char *)(next + 1);
        queue->big = next->size > WR_CHUNK_BYTES ? next : NULL;
        wr_chunk_close(rt, chunk);
    }
}

/* Move records of this queue with sequence numbers below `below` into the batch, as many as fit. */
static void fill(weir_runtime *rt, wr_queue *queue, const char *end, uint64_t below) {
    wr_batch *batch = &rt->batch;
    for (wr_task *t; batch->count < WR_BATCH_MAX && (t = peek(rt, queue, end)) != NULL;) {
        if (t->seq >= below) return;
        wr_chunk_of(t)->open++;
        queue->read += wr_record_size(t);
        batch->task[batch->count++] = t;
    }
}

/* Fill the batch with published records whose sequence numbers are below the limit, in that order,
 * as many as fit.  The limit is read before the queues: see "Sequence number" in
 * docs/design/engine.md. */
static void fill_batch(weir_runtime *rt) {
    uint64_t limit = atomic_load(&rt->next_seq);
    rt->batch.count = 0;
    wr_queue *first = atomic_load(&rt->queues);
    for (wr_queue *queue = first; queue != NULL; queue = queue->next)
        /* Acquire pairs with the release in publish of submission.c. */
        queue->seen = atomic_load_explicit(&queue->published, memory_order_acquire);
    while (rt->batch.count < WR_BATCH_MAX) {
        wr_queue *best = NULL;
        uint64_t lowest = limit, second = limit;
        for (wr_queue *queue = first; queue != NULL; queue = queue->next) {
            wr_task *t = peek(rt, queue, queue->seen);
            if (t == NULL) continue;
            if (t->seq < lowest) {
                second = lowest;
                lowest = t->seq;
                best = queue;
            } else if (t->seq < second) {
                second = t->seq;
            }
        }
        if (best == NULL) return;
        fill(rt, best, best->seen, second);
    }
}

/* Are enough tasks ready?  With plenty of short tasks ready, records are better left in the queues,
 * so that the memory of linked tasks does not fill the CPU cache. */
static bool enough_ready(weir_runtime *rt) {
    size_t ready = wr_ready_now(rt);
    return (ready >= WR_READY_ENOUGH || (ready > 0 && rt->linked >= WR_LINKED_ENOUGH)) &&
           atomic_load_explicit(&rt->task_ns, memory_order_relaxed) < WR_SHORT_NS;
}

/* Drain one batch.  Return false if there was nothing to drain. */
static bool drain(weir_runtime *rt) {
    uint64_t drained = atomic_load_explicit(&rt->drained, memory_order_relaxed);
    if (drained == atomic_load_explicit(&rt->next_seq, memory_order_relaxed)) return false;
    fill_batch(rt);
    size_t n = rt->batch.count;
    if (n == 0) return false;
    if (rt->pass != NULL) rt->pass(rt, &rt->batch, rt->pass_ctx);
    wr_batch_play(rt, &rt->batch);
    atomic_store(&rt->drained, drained + n);
    return true;
}

/* Release the variables for which no record could be allocated.  The queues are drained first,
 * because they may still contain tasks that use these variables. */
static void take_orphans(weir_runtime *rt) {
    weir_var *v = atomic_exchange(&rt->orphans, NULL);
    while (drain(rt)) {}
    while (v != NULL) {
        weir_var *next = v->link;
        wr_var_released(rt, v);
        v = next;
    }
}

/* Publish the scheduler's counters, which other threads read. */
static void publish_counters(weir_runtime *rt) {
    atomic_store_explicit(&rt->ran, rt->tasks_ran, memory_order_relaxed);
    if (atomic_load_explicit(&rt->finished, memory_order_relaxed) != rt->retired)
        atomic_store(&rt->finished, rt->retired); /* seq_cst, pairs with `throttled` */
}

bool wr_scheduler_drain(weir_runtime *rt) {
    assert(atomic_load(&rt->scheduler) != WR_SCHEDULER_FREE);
    bool more = drain(rt);
    wr_admit(rt);
    return more;
}

void wr_scheduler_gather(weir_runtime *rt) {
    assert(atomic_load(&rt->scheduler) != WR_SCHEDULER_FREE);
    collect(rt);
    if (atomic_load_explicit(&rt->orphans, memory_order_relaxed) != NULL) take_orphans(rt);
    if (!enough_ready(rt)) drain(rt);
    wr_admit(rt);
}

void wr_scheduler_gather_all(weir_runtime *rt) {
    wr_scheduler_gather(rt);
    while (wr_scheduler_drain(rt)) {}
}

void wr_scheduler_work(weir_runtime *rt) {
    wr_scheduler_gather(rt);
    wr_ready_publish(rt);
}

/* If a quarter of the queue is free again, wake the threads that wait for queue space.  If the
 * allowance permits more outside bytes, wake the threads that wait to bring them in.  (In either
 * case all parked threads are woken; those that still have to wait sleep again.) */
static void wake_throttled(weir_runtime *rt) {
    bool outside = atomic_load(&rt->outside_waits) > 0 && wr_outside_has_space(rt);
    if (!outside && (atomic_load(&rt->throttled) == 0 || !wr_queue_has_space(rt, 6))) return;
    for (wr_queue *queue = atomic_load(&rt->queues); queue != NULL; queue = queue->next)
        if (atomic_load(&queue->parked)) wr_queue_wake(queue);
}

/* Drain all queues, even if plenty of tasks are ready: the thread that requested this needs one
 * particular record to be processed. */
static void drain_and_publish(weir_runtime *rt) {
    wr_scheduler_gather_all(rt);
    wr_ready_publish(rt);
}

void wr_scheduler_acquire_all(weir_runtime *rt) {
    wr_scheduler_acquire(rt);
    wr_scheduler_gather_all(rt);
}

void wr_scheduler_release_all(weir_runtime *rt) {
    wr_ready_publish(rt);
    wr_scheduler_release(rt);
}

/* Is there work for the scheduler that no other thread will see? */
static bool has_leftovers(weir_runtime *rt) {
    return atomic_load(&rt->watchers) <= 0 &&
           (atomic_load(&rt->completed) != NULL || atomic_load(&wr_host_space(rt)->freed) > 0 ||
            atomic_load(&rt->orphans) != NULL);
}

/* Acquire the scheduler if it is free, and return true.  Otherwise leave a request, which the
 * holder will see on release, and return false. */
static bool try_or_request(weir_runtime *rt) {
    for (;;) {
        if (wr_scheduler_try(rt)) return true;
        unsigned held = WR_SCHEDULER_HELD;
        if (atomic_compare_exchange_strong(&rt->scheduler, &held, WR_SCHEDULER_REQUESTED))
            return false;
        if (held == WR_SCHEDULER_REQUESTED) return false;
    }
}

void wr_scheduler_request(weir_runtime *rt) {
    if (!try_or_request(rt)) return;
    drain_and_publish(rt);
    wr_scheduler_release(rt);
}

/* Prepare to send tasks to I/O threads and devices once the scheduler is released. */
static __attribute__((noinline)) void hand_over(weir_runtime *rt) {
    if (rt->device_ready > 0) wr_devices_assign(rt);
    if (rt->outbox.first != NULL) wr_io_hand_over(rt, &rt->outbox);
}

static __attribute__((noinline)) void send_tasks(weir_runtime *rt) {
    wr_io_send(rt);
    wr_devices_send(rt);
}

void wr_scheduler_release(weir_runtime *rt) {
    for (;;) {
        bool send = rt->device_ready > 0 || rt->outbox.first != NULL;
        if (WR_UNLIKELY(send)) hand_over(rt);
        publish_counters(rt);
        weir_var *dead = rt->dead;
        wr_queue *wake[WR_WAKE_MAX];
        size_t wakes = rt->wake_count;
        memcpy(wake, rt->wake, wakes * sizeof *wake);
        if (rt->dead_bytes > 0) atomic_fetch_add(&wr_host_space(rt)->reclaiming, rt->dead_bytes);
        rt->dead = NULL;
        rt->dead_bytes = 0;
        rt->wake_count = 0;
        /* seq_cst: the loads in has_leftovers follow this exchange. */
        bool again = atomic_exchange(&rt->scheduler, WR_SCHEDULER_FREE) == WR_SCHEDULER_REQUESTED;
        wr_yield_point();
        for (size_t i = 0; i < wakes; i++) wr_queue_wake(wake[i]);
        if (WR_UNLIKELY(send)) send_tasks(rt);
        if (dead != NULL) wr_vars_reclaim(rt, dead);
        wake_throttled(rt);
        /* Set by the on_free of a variable that was just reclaimed. */
        again |= wr_mine.released_more;
        wr_mine.released_more = false;
        if (again ? !try_or_request(rt) : !(has_leftovers(rt) && wr_scheduler_try(rt))) break;
        drain_and_publish(rt);
    }
    wr_wake_for_ready(rt);
}
