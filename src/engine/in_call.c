/* in_call.c - results that are computed inside the call that issues them, without a task.
 *
 * The bytes of such a result are part of `noted`, like those of a WR_VAR_NOTED variable, but
 * no record counts them.  The scheduler does when it links the first task that names the variable.
 * If none ever does, the scheduler never learns of the variable, and the thread that releases it
 * frees it.
 *
 * A result is computed only while no task is unfinished.  At that moment the program is where an
 * in-order run would be, so the result needs no admission beyond the budget.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/in_call.h"

#include "engine/engine.h"

/* Any thread, relaxed: these are hints, and two threads that use one entry may mix it up. */
enum { COSTS = 256 };
static atomic_uintptr_t cost_key[COSTS];
static wr_time_average cost_ns[COSTS];

wr_time_average *wr_in_call_cost(uintptr_t key) {
    uint64_t at = (uint64_t)key * UINT64_C(0x9e3779b97f4a7c15) >> 56 & (COSTS - 1);
    if (atomic_load_explicit(&cost_key[at], memory_order_relaxed) != key) {
        atomic_store_explicit(&cost_ns[at], 0, memory_order_relaxed);
        atomic_store_explicit(&cost_key[at], key, memory_order_relaxed);
    }
    return &cost_ns[at];
}

void wr_awaits_measure(const wr_time_average *cost) {
    wr_mine.awaits.cost = (uint16_t)(cost - cost_ns + 1);
}

void wr_awaits_waited(uint64_t issued, uint64_t few, int64_t ns) {
    wr_awaits *mine = &wr_mine.awaits;
    if (issued > few)
        mine->waits = 0;
    else if (mine->waits < WR_AWAITS_ENOUGH)
        mine->waits++;
    mine->calls = 0;
    if (mine->cost != 0 && issued == 1) wr_time_add(&cost_ns[mine->cost - 1], ns);
    mine->cost = 0;
}

/* Bytes that must be left free in the budget for wr_note_bytes to succeed: tasks still in the queues may
 * need memory that the scheduler has not counted yet. */
enum { NOTED_MARGIN = 64 << 20 };

bool wr_note_bytes(weir_runtime *rt, uint64_t bytes) {
    uint64_t noted = atomic_fetch_add_explicit(&rt->noted, bytes, memory_order_relaxed) + bytes;
    wr_memory_space *s = wr_host_space(rt);
    uint64_t budget = wr_space_budget(s);
    uint64_t committed = atomic_load_explicit(&s->committed, memory_order_relaxed);
    if (noted + NOTED_MARGIN <= budget && committed <= budget - noted - NOTED_MARGIN) return true;
    atomic_fetch_sub_explicit(&rt->noted, bytes, memory_order_relaxed);
    return false;
}

/* Are all tasks finished?  Records that only release variables are processed here, because no
 * worker may do so soon.  If other work is queued, this thread has to wait a few times again before
 * it comes here: the attempt was not free. */
static bool settle(weir_runtime *rt) {
    if (WR_LIKELY(wr_all_retired(rt))) return true;
    if (wr_scheduler_try(rt)) {
        wr_scheduler_gather_all(rt);
        wr_scheduler_release_all(rt);
        if (wr_all_retired(rt)) return true;
    }
    wr_mine.awaits.waits = 0;
    return false;
}

bool wr_in_call_begin(weir_var *v) {
    weir_runtime *rt = v->rt;
    if (wr_inside != NULL || !settle(rt) || !wr_slot_take(rt)) return false;
    if (WR_UNLIKELY(!wr_note_bytes(rt, v->bytes))) {
        wr_slot_give(rt);
        return false;
    }
    v->noted = true;
    v->taken = WR_TAKEN;
    wr_memory_add(wr_host_space(rt), v->bytes);
    return true;
}

/* Take back what wr_in_call_begin has counted. */
static void uncount(weir_runtime *rt, weir_var *v) {
    wr_memory_give(wr_host_space(rt), v->bytes);
    atomic_fetch_sub_explicit(&rt->noted, v->bytes, memory_order_relaxed);
    v->noted = false;
    v->taken = WR_NOT_TAKEN;
}

void wr_in_call_end(weir_var *v, bool made) {
    weir_runtime *rt = v->rt;
    wr_slot_give(rt);
    if (!made) uncount(rt, v);
    /* A worker that found no slot may have gone to sleep, as in a wait that has helped. */
    if (WR_UNLIKELY(atomic_load(&rt->watchers) <= 0) && wr_has_work(rt)) wr_wake_for_push(rt);
    wr_awaits *mine = &wr_mine.awaits;
    if (++mine->calls >= WR_AWAITS_CALLS) mine->waits = 0;
}

void wr_in_call_count(weir_runtime *rt, weir_var *v) {
    wr_admit_noted(rt, v);
    atomic_fetch_sub_explicit(&rt->noted, v->bytes, memory_order_relaxed);
}

void wr_in_call_named(weir_runtime *rt, wr_task *t) {
    for (uint32_t i = 0; i < t->access_count; i++)
        if (wr_in_call_uncounted(t->access[i].var)) wr_in_call_count(rt, t->access[i].var);
}

void wr_in_call_free(weir_runtime *rt, weir_var *v) {
    if (v->on_free != NULL) v->on_free(v->ctx);
    uncount(rt, v);
}
