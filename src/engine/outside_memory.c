/* outside_memory.c - bounds the outside bytes: host data that was copied in, and borrowed memory.
 *
 * Such an array exists as soon as it is created, so admission control, which holds tasks back, does
 * not apply to it.  Instead this file bounds the bytes that the program has released and that only
 * queued work keeps alive (`outside`).  They may not exceed the *allowance*: a thread that brings
 * in more data waits until enough of them are freed.  In an in-order run there are no such bytes,
 * so the allowance bounds how much more memory a program that never waits may use.  A thread that
 * brings in little data is not held up by the data of other threads: it waits only when it has
 * brought in a sixteenth of the allowance itself.  The states of a variable with outside bytes are:
 *
 *   created                   HELD      the program has a reference; not counted
 *   last reference released   QUEUED    counted in `outside` by the releasing thread
 *   last use has ended        NONE      subtracted again by the scheduler
 *
 * No thread waits for ever.  A counted variable has been released, so it dies when the tasks that
 * use it have finished.  These tasks do not need the waiting thread, unless the program itself
 * makes them depend on it (by a lock, or by a completion that never comes).  For this case a wait
 * is abandoned if none of the tasks that were issued before it has finished for a while (STALL_NS).
 * The number of these tasks is fixed, whatever other threads issue meanwhile.  After that no other
 * wait begins until one of these tasks has finished or there is space again.  See
 * docs/design/memory.md, "Outside bytes".
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/engine.h"

enum { NONE, HELD, QUEUED }; /* values of weir_var.outside */

/* A wait is abandoned when no task finishes for STALL_NS, or for STALLS_RUNNING times as long if a
 * task is running. */
#define STALL_NS       INT64_C(1000000000)
#define STALLS_RUNNING 10

static uint64_t bytes_of(const weir_var *v) { return v->lends ? v->lent : v->bytes; }

void wr_outside_born(weir_runtime *rt, weir_var *v, uint64_t lent) {
    v->outside = HELD;
    v->lends = lent > 0;
    if (lent == 0) return;
    v->lent = lent;
    uint64_t now = atomic_fetch_add_explicit(&rt->lent, lent, memory_order_relaxed) + lent;
    uint64_t peak = atomic_load_explicit(&rt->lent_peak, memory_order_relaxed);
    while (now > peak && !atomic_compare_exchange_weak(&rt->lent_peak, &peak, now)) {}
}

void wr_outside_left(weir_runtime *rt, weir_var *v) {
    assert(v->outside == HELD);
    /* Count the bytes first, because the process may fork between these two statements. */
    atomic_fetch_add(&rt->outside, bytes_of(v));
    v->outside = QUEUED;
    if (!v->lends || !atomic_load_explicit(&v->queued, memory_order_relaxed)) return;
    /* set here, because a task sets `taken` only for memory that it allocates itself */
    v->taken = WR_TAKEN;
    wr_memory_add(wr_host_space(rt), v->lent);
}

void wr_outside_dead(weir_runtime *rt, weir_var *v) {
    if (v->outside == QUEUED) atomic_fetch_sub(&rt->outside, bytes_of(v));
    v->outside = NONE;
}

void wr_outside_reclaimed(weir_runtime *rt, weir_var *v) {
    atomic_fetch_sub_explicit(&rt->lent, v->lent, memory_order_relaxed);
    if (v->taken) wr_memory_give(wr_host_space(rt), v->lent);
    v->lends = false;
}

/* ---- The wait -------------------------------------------------------------------------------- */

/* Return the allowance: a twentieth of the level, which is little compared with what the program
 * needs anyway, but at least host_ahead_bytes, and at most an eighth of the budget. */
static uint64_t allowance(weir_runtime *rt) {
    wr_memory_space *s = wr_host_space(rt);
    uint64_t most = wr_space_budget(s) / 8;
    uint64_t part = atomic_load_explicit(&s->level_stat, memory_order_relaxed) / 20;
    if (part < rt->config.host_ahead_bytes) part = rt->config.host_ahead_bytes;
    return part < most ? part : most;
}

/* Are the outside bytes within the allowance?  Also true if no task is queued that could release
 * any. */
bool wr_outside_has_space(weir_runtime *rt) {
    return atomic_load(&rt->outside) <= allowance(rt) || wr_all_retired(rt);
}

/* Recompute outside_until.  Tasks with lower sequence numbers are reported to wr_outside_finished
 * when they finish, because a waiting thread counts them or because they end a stall. */
static void renew_until(weir_runtime *rt) {
    uint64_t until = rt->outside_stuck;
    for (wr_outside_waiter *o = rt->outside_waiters; o != NULL; o = o->next)
        if (o->before > until) until = o->before;
    rt->outside_until = until;
}

void wr_outside_finished(weir_runtime *rt, uint64_t seq) {
    for (wr_outside_waiter *o = rt->outside_waiters; o != NULL; o = o->next)
        if (seq < o->before) atomic_fetch_add_explicit(&o->finished, 1, memory_order_relaxed);
    if (seq >= rt->outside_stuck) return;
    rt->outside_stuck = 0;
    atomic_store_explicit(&rt->outside_stalled, false, memory_order_relaxed);
    renew_until(rt);
}

void wr_outside_enter(weir_runtime *rt, wr_outside_waiter *o) {
    wr_scheduler_acquire_all(rt);
    *o = (wr_outside_waiter){.next = rt->outside_waiters, .before = rt->linked_ever};
    rt->outside_waiters = o;
    renew_until(rt);
    wr_scheduler_release_all(rt);
}

void wr_outside_leave(weir_runtime *rt, wr_outside_waiter *o) {
    wr_scheduler_acquire(rt);
    /* in a child that was forked during the wait, the list does not contain `o` */
    for (wr_outside_waiter **at = &rt->outside_waiters; *at != NULL; at = &(*at)->next)
        if (*at == o) {
            *at = o->next;
            break;
        }
    if (o->gave_up && atomic_load_explicit(&o->finished, memory_order_relaxed) == o->seen) {
        rt->outside_stuck = o->before;
        atomic_store_explicit(&rt->outside_stalled, true, memory_order_relaxed);
    }
    renew_until(rt);
    wr_scheduler_release(rt);
}

/* Should the wait be abandoned?  Called once per STALL_NS.  Returns true if none of the tasks
 * issued before the wait has finished for long enough. */
bool wr_outside_stalls(weir_runtime *rt, wr_outside_waiter *o) {
    uint64_t now = atomic_load_explicit(&o->finished, memory_order_relaxed);
    bool running = atomic_load(&rt->active) + atomic_load(&rt->io_running) > 0;
    if (now != o->seen) o->stalls = 0;
    o->seen = now;
    o->gave_up = ++o->stalls > (running ? STALLS_RUNNING : 1);
    return o->gave_up;
}

/* After the allowance is used up, a thread may still bring in up to allowance / OWN_PART bytes
 * before it must wait. */
enum { OWN_PART = 16 };

weir_status wr_outside_wait(weir_runtime *rt, wr_queue *queue, uint64_t bytes) {
    bool stalled = atomic_load_explicit(&rt->outside_stalled, memory_order_relaxed);
    if (WR_LIKELY(wr_outside_has_space(rt)) || !rt->config.admission) {
        queue->brought = 0;
        if (WR_UNLIKELY(stalled))
            atomic_store_explicit(&rt->outside_stalled, false, memory_order_relaxed);
        return WEIR_OK;
    }
    if (wr_inside != NULL || wr_mine.unbounded || wr_mine.reclaiming || stalled) return WEIR_OK;
    queue->brought += bytes;
    if (queue->brought <= allowance(rt) / OWN_PART) return WEIR_OK;
    weir_status status = wr_wait_outside(rt, STALL_NS, wr_site_now());
    if (status == WEIR_OK) queue->brought = 0;
    return status;
}
