/* outside_memory.c - outside bytes: host data that was copied in, and borrowed memory.
 *
 * Such an array exists as soon as it is made, so admission control, which holds tasks back, does
 * not apply to it.  Instead this file bounds the bytes that the program has released and that
 * only queued work keeps alive (`outside`): at most the allowance.  A thread that brings in more
 * waits until enough of them are freed.  An in-order run has none of them at that point, so the
 * allowance is what a program that never waits may use in addition.
 *
 *   made                      HELD      the program has a reference: not counted
 *   last reference released   QUEUED    counted in `outside`, by the releasing thread
 *   last use over             NONE      not counted, by the scheduler
 *
 * Why no thread waits for ever: a variable that is counted has been released, so it dies when
 * the tasks that use it have finished.  None of these needs the waiting thread, except tasks
 * that the program itself holds up (a lock, a completion that never comes).  For those, the wait
 * ends when no task has finished for a while (STALL_NS), and no other wait begins before one
 * has.  See docs/design/memory.md, "Outside bytes".
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/engine.h"

enum { NONE, HELD, QUEUED }; /* weir_var.outside */

/* A wait is abandoned when no task finishes for this long; for STALLS_RUNNING times that if one
 * is running. */
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
    atomic_fetch_add(&rt->outside, bytes_of(v)); /* first: the process may fork between the two */
    v->outside = QUEUED;
    if (!v->lends || !atomic_load_explicit(&v->queued, memory_order_relaxed)) return;
    v->taken = true; /* no task sets it for borrowed memory */
    wr_memory_add(rt, v->lent);
}

void wr_outside_dead(weir_runtime *rt, weir_var *v) {
    if (v->outside == QUEUED) atomic_fetch_sub(&rt->outside, bytes_of(v));
    v->outside = NONE;
}

void wr_outside_reclaimed(weir_runtime *rt, weir_var *v) {
    atomic_fetch_sub_explicit(&rt->lent, v->lent, memory_order_relaxed);
    if (v->taken) wr_memory_give(rt, v->lent);
    v->lends = false;
}

/* ---- The wait -------------------------------------------------------------------------------- */

/* A twentieth of the level: small beside what the program needs anyway. */
static uint64_t allowance(weir_runtime *rt) {
    uint64_t most = rt->config.memory_bytes / 8;
    uint64_t part = atomic_load_explicit(&rt->level_stat, memory_order_relaxed) / 20;
    if (part < rt->config.host_ahead_bytes) part = rt->config.host_ahead_bytes;
    return part < most ? part : most;
}

/* The bytes are within the allowance, or no task is queued that could release them. */
bool wr_outside_has_space(weir_runtime *rt) {
    return atomic_load(&rt->outside) <= allowance(rt) || wr_all_retired(rt);
}

/* No task has finished for a while, and none seems about to. */
bool wr_outside_stalls(weir_runtime *rt, uint64_t *finished, int *stalls) {
    uint64_t now = atomic_load_explicit(&rt->tasks_finished, memory_order_relaxed);
    bool running = atomic_load(&rt->active) + atomic_load(&rt->io_running) > 0;
    if (now != *finished) *stalls = 0;
    *finished = now;
    if (++*stalls <= (running ? STALLS_RUNNING : 1)) return false;
    atomic_store_explicit(&rt->outside_stalled, now + 1, memory_order_relaxed);
    return true;
}

weir_status wr_outside_wait(weir_runtime *rt) {
    if (WR_LIKELY(wr_outside_has_space(rt)) || !rt->config.admission) return WEIR_OK;
    if (wr_inside != NULL || wr_unbounded) return WEIR_OK;
    if (atomic_load_explicit(&rt->outside_stalled, memory_order_relaxed) ==
        atomic_load_explicit(&rt->tasks_finished, memory_order_relaxed) + 1)
        return WEIR_OK;
    return wr_wait_outside(rt, STALL_NS, wr_site_now());
}
