/* outside_memory.c - bytes from outside: host data that was copied in, and memory that is borrowed.
 *
 * An array of such bytes is there as soon as it is made, so the level, which holds tasks back, does not hold it
 * back.  What bounds it instead is this: bytes that the program has let go of and that queued work alone keeps
 * alive (`outside`) may be as many as the allowance; who brings more in waits until enough of them are gone.  An
 * in-order run has none of them at that point, so the allowance is what a program that never waits may need more.
 *
 *   made                      HELD      the program has a reference: its own business
 *   last reference released   QUEUED    counted in `outside`, by the releasing thread
 *   last use over             NONE      not counted, by the role
 *
 * Why no thread waits for ever: what is counted has been released, so it dies when the tasks that use it are
 * through, and none of these needs the thread that waits, but for tasks that are held up by the program itself (a lock,
 * a completion that never comes).  For their sake the wait ends when nothing has finished for a while (STALL_NS),
 * and no other begins before something has.  docs/design/memory.md, "Bytes from outside", has the whole.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/engine.h"

enum { NONE, HELD, QUEUED }; /* weir_var.outside */

/* How long nothing may finish before a wait here is given up: if no task runs, and if one does. */
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
    atomic_fetch_add(&rt->outside, bytes_of(v)); /* first, for who forks between the two */
    v->outside = QUEUED;
    if (!v->lends || !atomic_load_explicit(&v->queued, memory_order_relaxed)) return;
    v->taken = true; /* no task does that: there is nothing to take */
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

/* A twentieth of the level is small beside what the program needs anyway. */
static uint64_t allowance(weir_runtime *rt) {
    uint64_t most = rt->config.memory_bytes / 8;
    uint64_t part = atomic_load_explicit(&rt->level_stat, memory_order_relaxed) / 20;
    if (part < rt->config.host_ahead_bytes) part = rt->config.host_ahead_bytes;
    return part < most ? part : most;
}

/* What queued work alone keeps alive is little, or nothing is queued that could let go of it. */
bool wr_outside_has_room(weir_runtime *rt) {
    return atomic_load(&rt->outside) <= allowance(rt) || wr_all_retired(rt);
}

/* Nothing has finished for a while, and nothing seems to be going to. */
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
    if (WR_LIKELY(wr_outside_has_room(rt)) || !rt->config.admission) return WEIR_OK;
    if (wr_inside != NULL || wr_unbounded) return WEIR_OK;
    if (atomic_load_explicit(&rt->outside_stalled, memory_order_relaxed) ==
        atomic_load_explicit(&rt->tasks_finished, memory_order_relaxed) + 1)
        return WEIR_OK;
    return wr_wait_outside(rt, STALL_NS, wr_site_now());
}
