/* scheduler.c - the scheduler role: one holder at a time collects what is finished, drains what is issued,
 * admits, and publishes what is ready.
 *
 * Held for short pieces only: no callback, no device call, no waiting under it.  What has to be done
 * after it (sending, burying, waking) is done by wr_scheduler_release.
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

/* seq_cst loads: see "Sleeping and waking".  The ticket is compared, not the publication. */
bool wr_has_tasks(weir_runtime *rt) {
    return !wr_all_drained(rt) || atomic_load(&rt->completed) != NULL || wr_ready_len(rt) > 0 ||
           atomic_load(&rt->freed) > 0 || atomic_load(&rt->orphans) != NULL;
}

bool wr_has_work(weir_runtime *rt) { return wr_has_tasks(rt) || atomic_load(&rt->jobs) != NULL; }

void wr_complete(weir_runtime *rt, wr_task *t) {
    t->next = atomic_load_explicit(&rt->completed, memory_order_relaxed);
    while (!atomic_compare_exchange_weak(&rt->completed, &t->next, t)) {
    } /* seq_cst, as a ticket is */
}

static void collect(weir_runtime *rt) {
    if (atomic_load_explicit(&rt->completed, memory_order_relaxed) == NULL) return;
    wr_task *t = atomic_exchange(&rt->completed, NULL), *oldest = NULL;
    while (t != NULL) { /* the stack has the last first */
        wr_task *next = t->next;
        t->next = oldest;
        oldest = t;
        t = next;
    }
    while (oldest != NULL) {
        t = oldest;
        oldest = t->next;
        assert(wr_task_state(t) == WR_FINISHED);
        rt->tasks_ran += !(t->flags & WR_SKIPPED);
        /* Before those who wait for it can know: a window's caller may count what is queued. */
        atomic_store_explicit(&rt->tasks_finished, ++rt->tasks_retired, memory_order_relaxed);
        wr_retire(rt, t);
    }
    wr_retire_acts(rt);
}

/* The next record of a lane, or NULL at `end`. */
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

/* Move records of this lane into the batch, up to tickets `below`. */
static void fill(weir_runtime *rt, wr_queue *queue, const char *end, uint64_t below) {
    wr_batch *batch = &rt->batch;
    for (wr_task *t; batch->count < WR_BATCH_MAX && (t = peek(rt, queue, end)) != NULL;) {
        if (t->seq >= below) return;
        wr_chunk_of(t)->open++;
        queue->read += wr_record_size(t);
        batch->task[batch->count++] = t;
    }
}

/* A batch: the published records with tickets below the limit, in ticket order, as many as fit.
 * The limit is read before the lanes: docs/design/engine.md, "Ticket". */
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

/* With plenty of short tasks to do, records are better left in the lanes, and out of the cache. */
static bool enough_ready(weir_runtime *rt) {
    size_t ready = wr_ready_now(rt);
    return (ready >= WR_READY_ENOUGH || (ready > 0 && rt->linked >= WR_LINKED_ENOUGH)) &&
           atomic_load_explicit(&rt->task_ns, memory_order_relaxed) < WR_SHORT_NS;
}

/* One batch; false if there was nothing to drain. */
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

/* Variables that were released without a record, for want of memory.  What was issued with them before
 * was published before, so it is drained first. */
static void take_orphans(weir_runtime *rt) {
    weir_var *v = atomic_exchange(&rt->orphans, NULL);
    while (drain(rt)) {}
    while (v != NULL) {
        weir_var *next = v->link;
        wr_var_released(rt, v);
        v = next;
    }
}

/* What others may see of the role's state. */
static void show(weir_runtime *rt) {
    atomic_store_explicit(&rt->ran, rt->tasks_ran, memory_order_relaxed);
    if (atomic_load_explicit(&rt->finished, memory_order_relaxed) != rt->retired)
        atomic_store(&rt->finished, rt->retired); /* seq_cst, with `throttled` */
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

/* Those who wait at the bound go on when a quarter of the queue is free again; those who bring bytes from outside
 * when there is room for more. */
static void wake_throttled(weir_runtime *rt) {
    bool outside = atomic_load(&rt->outside_waits) > 0 && wr_outside_has_room(rt);
    if (!outside && (atomic_load(&rt->throttled) == 0 || !wr_queue_has_room(rt, 6))) return;
    for (wr_queue *queue = atomic_load(&rt->queues); queue != NULL; queue = queue->next)
        if (atomic_load(&queue->parked)) wr_queue_wake(queue);
}

/* All there is, even if plenty is ready: somebody asked for one particular record. */
static void work_off(weir_runtime *rt) {
    wr_scheduler_gather_all(rt);
    wr_ready_publish(rt);
}

/* Something that only a holder of the role can do, and nobody else is going to. */
static bool left_behind(weir_runtime *rt) {
    return atomic_load(&rt->watchers) <= 0 &&
           (atomic_load(&rt->completed) != NULL || atomic_load(&rt->freed) > 0 ||
            atomic_load(&rt->orphans) != NULL);
}

/* Either the role is free and we take it: true.  Or its holder finds out that we asked when giving it
 * back. */
static bool take_or_ask(weir_runtime *rt) {
    for (;;) {
        if (wr_scheduler_try(rt)) return true;
        unsigned held = WR_SCHEDULER_HELD;
        if (atomic_compare_exchange_strong(&rt->scheduler, &held, WR_SCHEDULER_REQUESTED))
            return false;
        if (held == WR_SCHEDULER_REQUESTED) return false;
    }
}

void wr_scheduler_request(weir_runtime *rt) {
    if (!take_or_ask(rt)) return;
    work_off(rt);
    wr_scheduler_release(rt);
}

void wr_scheduler_release(weir_runtime *rt) {
    for (;;) {
        show(rt);
        bool send = rt->outbox.first != NULL;
        if (send) wr_io_hand_over(rt, &rt->outbox);
        weir_var *dead = rt->dead;
        wr_queue *wake[WR_WAKE_MAX];
        size_t wakes = rt->wake_count;
        memcpy(wake, rt->wake, wakes * sizeof *wake);
        if (rt->dead_bytes > 0) atomic_fetch_add(&rt->reclaiming, rt->dead_bytes);
        rt->dead = NULL;
        rt->dead_bytes = 0;
        rt->wake_count = 0;
        /* seq_cst: then look again */
        bool again = atomic_exchange(&rt->scheduler, WR_SCHEDULER_FREE) == WR_SCHEDULER_REQUESTED;
        wr_yield_point();
        for (size_t i = 0; i < wakes; i++) wr_queue_wake(wake[i]);
        if (send) wr_io_send(rt);
        if (dead != NULL) wr_vars_reclaim(rt, dead);
        wake_throttled(rt);
        again |= wr_released_more; /* by what was just buried */
        wr_released_more = false;
        if (again ? !take_or_ask(rt) : !(left_behind(rt) && wr_scheduler_try(rt))) break;
        work_off(rt);
    }
    wr_wake_for_ready(rt);
}
