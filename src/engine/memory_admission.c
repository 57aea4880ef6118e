/* memory_admission.c - admission control: decides which tasks may allocate memory now.
 *
 * Each memory (the host's and those of devices, memory_space.h) is counted by itself.  As tasks are
 * linked, in program order, `footprint` simulates the memory of an in-order run.  Its maximum plus
 * a tenth is the *level* (at least level_floor_bytes, at most the budget).  Tasks that allocate are
 * *held* in `unadmitted`, oldest first, until the level has space for them beside `reserved`: the
 * bytes in use, and those of admitted tasks that have not started.  A device's memory has no other
 * rule.  The host's has one more:
 *
 * Some tasks are admitted early, before older ones.  Their bytes are *early* until every older task
 * is admitted.  Early bytes are allowed in addition to the level, except those of small tasks (see
 * small_allowance).  A task is admitted early only if it can run immediately.  "Early admission" in
 * docs/design/engine.md has the three rules, and the proof that the oldest task eventually fits.
 *
 * Bytes are *ahead* if they belong to a variable that is live from its creation and was created
 * while older tasks were held.  They are allowed in addition to the level too.  Such a variable is
 * created only if all held tasks fit in the budget beside it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/engine.h"

static uint64_t add(uint64_t a, uint64_t b) { return a + b >= a ? a + b : UINT64_MAX; }

static inline void raise_level(weir_runtime *rt, wr_memory_space *s, uint64_t now) {
    if (now > s->footprint_peak) s->footprint_peak = now;
    uint64_t level = add(s->footprint_peak, s->footprint_peak / 10);
    if (level < rt->config.level_floor_bytes) level = rt->config.level_floor_bytes;
    if (level > s->limit) level = s->limit;
    s->level = level;
    atomic_store_explicit(&s->level_stat, level, memory_order_relaxed);
}

void wr_space_set_budget(weir_runtime *rt, wr_memory_space *s, uint64_t bytes) {
    atomic_store_explicit(&s->budget, bytes, memory_order_relaxed);
    if (s->unadmitted.first == NULL || bytes > s->limit) s->limit = bytes;
    raise_level(rt, s, 0);
}

void wr_space_init(weir_runtime *rt, wr_memory_space *s, uint64_t budget) {
    s->ahead_epoch = 1;
    wr_space_set_budget(rt, s, budget);
}

static void set_doomed(weir_runtime *rt, weir_var *v, bool doomed) {
    if (v->doomed == doomed) return;
    v->doomed = doomed;
    rt->doomed_vars += doomed ? 1 : (uint64_t)-1;
}

/* Does this access allocate the variable's bytes? */
static bool allocates(const wr_access *a) {
    return a->write && !(a->flags & WR_DUPLICATE) && !a->var->in_footprint;
}

/* The bytes of a device's task are on the device, unless the variables that it allocates are the
 * host's. */
static void choose_space(wr_task *t) {
    for (uint32_t i = 0; i < t->write_count; i++)
        if (allocates(&t->access[i]) && t->access[i].var->space == 0) t->device |= WR_BYTES_ON_HOST;
}

/* Would the task allocate a variable in a memory other than that of its bytes? */
static __attribute__((noinline)) bool is_misplaced(const wr_task *t) {
    for (uint32_t i = 0; i < t->write_count; i++)
        if (allocates(&t->access[i]) && t->access[i].var->space != wr_task_space(t)) return true;
    return false;
}

/* wr_admit_task, for a task whose bytes are in the space s. */
static inline __attribute__((always_inline)) void count_task(weir_runtime *rt, wr_memory_space *s,
                                                             wr_task *t) {
    uint64_t scratch = t->bytes, fresh = 0;
    bool doomed = false; /* an input will fail with ENOMEM, so this task will be skipped */
    unsigned spaces = 0; /* the spaces of the variables that are allocated, or-ed */
    for (uint32_t i = 0; i < t->access_count; i++) {
        wr_access *a = &t->access[i];
        if (a->flags & WR_DUPLICATE) continue;
        if (!a->write || (a->flags & WR_UPDATE)) doomed |= a->var->doomed;
        if (!a->write || a->var->in_footprint) continue;
        fresh = add(fresh, a->var->bytes);
        spaces |= a->var->space;
    }
    uint64_t need = add(fresh, scratch);
    if (t->kind->flags & WEIR_KIND_ALWAYS) doomed = false;
    bool exceeds = !doomed && need > 0 && add(s->footprint, need) > wr_space_budget(s);
    if (WR_UNLIKELY(spaces != 0) && !doomed && is_misplaced(t)) {
        exceeds = true;
        need = 0;
    }
    for (uint32_t i = 0; i < t->write_count; i++) {
        wr_access *a = &t->access[i];
        if (a->flags & WR_DUPLICATE) continue;
        set_doomed(rt, a->var, doomed || exceeds);
        if (doomed || exceeds || a->var->in_footprint) continue;
        a->flags |= WR_FRESH;
        a->var->in_footprint = true;
        a->var->maker = t->kind;
    }
    /* If the task exceeds the budget, t->bytes holds the number of bytes it needs, for the error
     * message; 0: the task cannot allocate in the memory of its variables. */
    if (exceeds) t->flags |= WR_DOOMED;
    t->bytes = doomed ? 0 : need;
    if (doomed || exceeds || t->bytes == 0) return;
    s->footprint += fresh;
    raise_level(rt, s, s->footprint + scratch);
    t->flags |= WR_HELD;
    s->held_bytes += t->bytes;
    wr_list_append(&s->unadmitted, t);
}

static __attribute__((noinline)) void admit_task_of_device(weir_runtime *rt, wr_task *t) {
    choose_space(t);
    unsigned space = wr_task_space(t);
    count_task(rt, &rt->spaces[space], t);
    if (space != 0 && (t->flags & WR_HELD)) rt->held_on_devices |= 1u << space;
}

void wr_admit_task(weir_runtime *rt, wr_task *t) {
    if (WR_LIKELY(wr_task_slot(t) == WEIR_DEVICE_CPU))
        count_task(rt, wr_host_space(rt), t);
    else
        admit_task_of_device(rt, t);
}

void wr_admit_granted(weir_runtime *rt, wr_task *t) {
    if (rt->doomed_vars == 0) return;
    for (uint32_t i = 0; i < t->write_count; i++) set_doomed(rt, t->access[i].var, false);
}

static void publish_committed(wr_memory_space *s) {
    atomic_store_explicit(&s->committed, add(s->reserved, s->held_bytes), memory_order_relaxed);
}

/* Called when no task is held: no variable created so far is ahead any more. */
static void nothing_held(wr_memory_space *s) {
    s->ahead_bytes = s->ahead_noted = 0;
    if (++s->ahead_epoch == 0) s->ahead_epoch = 1;
    s->limit = wr_space_budget(s);
}

/* ---- The host's memory: what fits ------------------------------------------------------------ */

/* Does the task fit in the budget beside the WR_VAR_NOTED variables whose records are still in the
 * queues?  The check is repeated when those records are drained. */
static bool fits_budget(weir_runtime *rt, const wr_task *t) {
    const wr_memory_space *s = wr_host_space(rt);
    uint64_t noted = atomic_load_explicit(&rt->noted, memory_order_relaxed);
    return noted == 0 || add(add(s->reserved, noted), t->bytes) <= s->limit;
}

/* Return the maximum number of bytes that may be early under the rule for small tasks: a fortieth
 * of the in-order peak, so that a program that never waits needs hardly more memory than one that
 * does.  For a small program it is the difference between a quarter of the level's floor and the
 * peak.  These bytes are part of the level. */
static uint64_t small_allowance(weir_runtime *rt) {
    const wr_memory_space *s = wr_host_space(rt);
    uint64_t peak = s->footprint_peak, floor = rt->config.level_floor_bytes / 4;
    uint64_t part = floor > peak + peak / 40 ? floor - peak : peak / 40;
    uint64_t above = s->level > peak ? s->level - peak : 0;
    return part < above ? part : above;
}

/* The number of early bytes that are allowed in addition to the level. */
static uint64_t early_above_level(const weir_runtime *rt) {
    const uint64_t *early = rt->chains.early_bytes;
    return early[WR_EARLY_AWAITED] + early[WR_EARLY_CHAIN] + early[WR_EARLY_SCRATCH];
}

/* Does the task fit beside the reserved bytes, with `margin` bytes left free?  The bound is the
 * level plus early and ahead bytes, but at most the budget.  The bytes of WR_VAR_NOTED variables
 * were not checked against the budget, so the budget is raised by the part of the ahead bytes that
 * belongs to these variables. */
static bool fits(weir_runtime *rt, const wr_task *t, uint64_t margin) {
    const wr_memory_space *s = wr_host_space(rt);
    if (!fits_budget(rt, t)) return false;
    if (!rt->config.admission) return true;
    uint64_t level = add(s->level, add(s->ahead_bytes, early_above_level(rt))) - margin;
    uint64_t most = add(s->limit, s->ahead_noted);
    return add(s->reserved, t->bytes) <= (level < most ? level : most);
}

static bool is_blocked(const wr_task *t) {
    return !(t->flags & WR_CANDIDATE) &&
           atomic_load_explicit(&t->pending, memory_order_relaxed) > 0;
}

/* Does the oldest held task fit?  A blocked task would reserve bytes before it can use them, so it
 * must leave the allowance for small tasks free for tasks that can run. */
static bool fits_in_turn(weir_runtime *rt, const wr_task *t) {
    uint64_t part = is_blocked(t) ? small_allowance(rt) : 0;
    uint64_t small = rt->chains.early_bytes[WR_EARLY_SMALL];
    return fits(rt, t, part > small ? part - small : 0);
}

static inline __attribute__((always_inline)) void admit(weir_runtime *rt, wr_memory_space *s,
                                                        wr_task *t) {
    wr_chain_drop_candidate(rt, t);
    wr_list_remove(&s->unadmitted, t);
    s->held_bytes -= t->bytes;
    s->reserved += t->bytes;
    t->flags &= (uint8_t)~WR_HELD;
    if (is_blocked(t)) return;
    wr_chain_in_flight(rt, t);
    wr_ready_add(rt, t);
}

/* ---- Early admission ------------------------------------------------------------------------- */

/* Is it safe to admit this task early?  The budget must be able to hold the in-order peak of all
 * linked work beside all early and ahead bytes, including this task's, and the task must fit beside
 * the bytes that are reserved now. */
static bool is_safe(weir_runtime *rt, const wr_task *t) {
    wr_memory_space *s = wr_host_space(rt);
    uint64_t budget = wr_space_budget(s);
    uint64_t early = early_above_level(rt) + rt->chains.early_bytes[WR_EARLY_SMALL];
    return add(add(s->footprint_peak, s->ahead_bytes), add(early, t->bytes)) <= budget &&
           add(s->reserved, t->bytes) <= budget && fits_budget(rt, t);
}

static uint64_t scratch_of(wr_task *t) {
    uint64_t bytes = t->bytes;
    for (uint32_t i = 0; i < t->write_count; i++)
        if (t->access[i].flags & WR_FRESH) bytes -= t->access[i].var->bytes;
    return bytes;
}

/* Admit a task early by the given rule.  Return false if that is not safe now, or if there is no
 * memory for the task's entries in the heap of early bytes. */
static bool admit_early(weir_runtime *rt, wr_task *t, uint8_t rule) {
    if (!is_safe(rt, t) || !wr_early_reserve(rt, t->write_count)) return false;
    wr_chain_drop_candidate(rt, t);
    wr_early early = {.seq = t->seq, .rule = rule};
    if (rule == WR_EARLY_CHAIN) early.chain = wr_chain_of(rt, t);
    for (uint32_t i = 0; i < t->write_count; i++) {
        weir_var *v = t->access[i].var;
        if (!(t->access[i].flags & WR_FRESH)) continue;
        v->admitted_early = true;
        early.var = v;
        wr_early_add(rt, early);
    }
    rt->chains.early_bytes[WR_EARLY_SCRATCH] += scratch_of(t);
    wr_memory_space *s = wr_host_space(rt);
    s->held_bytes -= t->bytes;
    s->reserved += t->bytes;
    t->flags = (uint8_t)((t->flags & ~WR_HELD) | WR_ADMITTED_EARLY);
    wr_list_remove(&s->unadmitted, t);
    wr_chain_in_flight(rt, t);
    wr_ready_add(rt, t);
    return true;
}

/* Drop the entries of early bytes whose tasks are older than every held task. */
static void end_early(weir_runtime *rt) {
    const wr_task *oldest = wr_host_space(rt)->unadmitted.first;
    while (rt->chains.early_count > 0 &&
           (oldest == NULL || rt->chains.early_heap[1].seq < oldest->seq))
        wr_early_drop(rt, 1);
}

/* Handle the tasks that were unblocked since the last call: admit those that are small, and make
 * the others candidates for early admission. */
static void admit_unblocked(weir_runtime *rt) {
    uint64_t part = rt->unblocked_count > 0 ? small_allowance(rt) : 0;
    for (size_t i = 0; i < rt->unblocked_count; i++) {
        wr_task *t = rt->unblocked[i];
        /* Skip tasks that have been admitted in program order meanwhile. */
        if (!(t->flags & WR_HELD)) continue;
        bool small = add(rt->chains.early_bytes[WR_EARLY_SMALL], t->bytes) <= part;
        if (small && fits(rt, t, 0) && admit_early(rt, t, WR_EARLY_SMALL)) continue;
        if (!(t->flags & WR_CANDIDATE)) wr_chain_add_candidate(rt, t);
    }
    rt->unblocked_count = 0;
}

/* Is the task within the limit of its rule?  In addition to the level, tasks that a wait needs may
 * use as many bytes as the in-order peak, and independent chains may use that many for each worker
 * except one.  Bytes that are no longer early may still be in use, so the total of reserved bytes
 * is bounded too: otherwise a wait for the end of a long queue would fill the budget. */
static bool is_within_limit(weir_runtime *rt, const wr_task *t, uint8_t rule) {
    const wr_memory_space *s = wr_host_space(rt);
    const uint64_t *early = rt->chains.early_bytes;
    bool chain = rule == WR_EARLY_CHAIN;
    uint64_t times = chain ? (uint64_t)rt->config.workers - 1 : 1, peak = s->footprint_peak;
    uint64_t most = times == 0 || peak <= UINT64_MAX / times ? peak * times : UINT64_MAX;
    uint64_t others = chain ? early[WR_EARLY_AWAITED] : early[WR_EARLY_CHAIN];
    uint64_t all = add(add(s->level, s->ahead_bytes), add(most, others));
    return add(early[rule] + early[WR_EARLY_SCRATCH], t->bytes) <= most &&
           add(s->reserved, t->bytes) <= all;
}

/* For each chain that has tasks needed by a wait, admit the oldest of these tasks. */
static void admit_awaited(weir_runtime *rt) {
    for (uint32_t chain = rt->chains.list[WR_CHAIN_AWAITED].first, next; chain != 0; chain = next) {
        wr_task *t = wr_chain_first(rt, chain);
        next = rt->chains.node[chain].next;
        if (is_within_limit(rt, t, WR_EARLY_AWAITED)) admit_early(rt, t, WR_EARLY_AWAITED);
    }
}

/* If workers are idle, start or continue chains that are independent of the oldest held task.  All
 * queues must be drained: a record that is not linked yet might connect a chain to others. */
static void admit_chains(weir_runtime *rt) {
    int workers = rt->config.workers;
    if (rt->chains.list[WR_CHAIN_INDEPENDENT].first == 0 || workers < 2 || !wr_all_drained(rt))
        return;
    int idle = workers - atomic_load_explicit(&rt->active, memory_order_relaxed) + 1;
    uint32_t turn = wr_chain_of(rt, wr_host_space(rt)->unadmitted.first), next;
    for (uint32_t chain = rt->chains.list[WR_CHAIN_INDEPENDENT].first; chain != 0; chain = next) {
        next = rt->chains.node[chain].next;
        if ((int)wr_ready_now(rt) >= idle) return;
        if (chain == turn) continue;
        if (!wr_chain_has_begun(rt, chain) && rt->chains.early + 1 >= (uint32_t)workers) return;
        wr_task *t = wr_chain_first(rt, chain);
        if (!is_within_limit(rt, t, WR_EARLY_CHAIN) || !admit_early(rt, t, WR_EARLY_CHAIN)) return;
    }
}

void wr_admit_candidate(weir_runtime *rt, wr_task *t) {
    assert(t->flags & WR_HELD);
    if (WR_UNLIKELY(wr_task_space(t) != 0)) return;
    if (rt->unblocked_count < WR_BATCH_MAX)
        rt->unblocked[rt->unblocked_count++] = t;
    else
        wr_chain_add_candidate(rt, t);
}

/* ---- Admission in program order -------------------------------------------------------------- */

/* Admit the held tasks of a device's space that fit in the level. */
static void admit_on_device(weir_runtime *rt, wr_memory_space *s) {
    for (wr_task *t; (t = s->unadmitted.first) != NULL;) {
        uint64_t level = add(s->level, s->ahead_bytes), most = level < s->limit ? level : s->limit;
        if (add(s->reserved, t->bytes) > most && rt->config.admission) break;
        admit(rt, s, t);
    }
    if (s->unadmitted.first == NULL) {
        rt->held_on_devices &= ~(1u << (s - rt->spaces));
        nothing_held(s);
    }
    publish_committed(s);
}

/* Subtract the bytes that were freed on devices from what is reserved there. */
static void collect_freed(weir_runtime *rt) {
    for (int i = 1; i < WR_DEVICES; i++) {
        wr_memory_space *s = &rt->spaces[i];
        if (atomic_load_explicit(&s->freed, memory_order_relaxed) == 0) continue;
        s->reserved -= atomic_exchange(&s->freed, 0);
        publish_committed(s);
    }
}

static __attribute__((noinline)) void admit_on_devices(weir_runtime *rt) {
    for (int i = 1; i < WR_DEVICES; i++)
        if (rt->held_on_devices >> i & 1) admit_on_device(rt, &rt->spaces[i]);
}

/* Admit the held tasks of the host's space. */
static void admit_on_host(weir_runtime *rt) {
    wr_memory_space *s = wr_host_space(rt);
    for (wr_task *t; (t = s->unadmitted.first) != NULL;) {
        if (rt->chains.early_count > 0) end_early(rt);
        if (!fits_in_turn(rt, t)) break;
        admit(rt, s, t);
    }
    if (s->unadmitted.first != NULL) {
        admit_unblocked(rt);
        admit_awaited(rt);
        admit_chains(rt);
    }
    if (s->unadmitted.first == NULL) {
        rt->unblocked_count = 0;
        end_early(rt);
        nothing_held(s);
    }
    publish_committed(s);
}

static __attribute__((noinline)) void admit_now(weir_runtime *rt) {
    wr_memory_space *s = wr_host_space(rt);
    if (atomic_load_explicit(&s->freed, memory_order_relaxed) > 0) {
        uint64_t bytes = atomic_exchange(&s->freed, 0);
        if (WR_UNLIKELY(bytes & WR_FREED_ON_DEVICE)) collect_freed(rt);
        s->reserved -= bytes & ~WR_FREED_ON_DEVICE;
    }
    if (WR_UNLIKELY(rt->held_on_devices != 0)) admit_on_devices(rt);
    admit_on_host(rt);
}

void wr_admit(weir_runtime *rt) {
    wr_memory_space *s = wr_host_space(rt);
    if (atomic_load_explicit(&s->freed, memory_order_relaxed) > 0 || s->unadmitted.first != NULL ||
        WR_UNLIKELY(rt->held_on_devices != 0))
        admit_now(rt);
    else
        assert(rt->unblocked_count == 0);
}

void wr_admit_noted(weir_runtime *rt, weir_var *v) {
    wr_memory_space *s = wr_var_space(rt, v);
    v->in_footprint = true;
    s->footprint += v->bytes;
    s->reserved += v->bytes;
    raise_level(rt, s, s->footprint);
    if (s->unadmitted.first != NULL) {
        v->ahead = s->ahead_epoch;
        s->ahead_bytes += v->bytes;
        if (v->noted) s->ahead_noted += v->bytes;
    }
    publish_committed(s);
}

bool wr_admit_live(weir_runtime *rt, weir_var *v, bool *never) {
    wr_memory_space *s = wr_var_space(rt, v);
    uint64_t budget = wr_space_budget(s);
    *never = add(s->footprint, v->bytes) > budget;
    if (*never || add(add(s->reserved, s->held_bytes), v->bytes) > budget) return false;
    wr_admit_noted(rt, v);
    v->taken = WR_TAKEN;
    wr_memory_add(s, v->bytes);
    return true;
}

void wr_admit_died(weir_runtime *rt, weir_var *v) {
    if (v->doomed) rt->doomed_vars--;
    if (v->ahead == 0) return;
    if (v->admitted_early) {
        wr_early_drop(rt, v->ahead);
        return;
    }
    wr_memory_space *s = wr_var_space(rt, v);
    if (v->ahead != s->ahead_epoch) return;
    s->ahead_bytes -= v->bytes;
    if (v->noted) s->ahead_noted -= v->bytes;
}

/* A variable that was computed in a call and never named by a task is counted for a moment. */
static __attribute__((noinline)) void release_uncounted(weir_runtime *rt, weir_var *v) {
    wr_in_call_count(rt, v);
    wr_host_space(rt)->footprint -= v->bytes;
}

void wr_admit_release(weir_runtime *rt, weir_var *v) {
    if (!v->in_footprint) {
        if (v->noted) release_uncounted(rt, v);
        return;
    }
    if (WR_LIKELY(v->space == 0))
        wr_host_space(rt)->footprint -= v->bytes;
    else
        wr_var_space(rt, v)->footprint -= v->bytes;
}

/* ---- Members of groups, see fusion.c --------------------------------------------------------- */

bool wr_admit_may_join(weir_runtime *rt, const wr_task *t, uint64_t gain) {
    const wr_memory_space *s = wr_host_space(rt);
    if (wr_task_space(t) != 0 || s->unadmitted.first != t) return false;
    return t->bytes <= gain || fits_in_turn(rt, t);
}

void wr_admit_joining(weir_runtime *rt, wr_task *t) {
    wr_memory_space *s = wr_host_space(rt);
    wr_chain_drop_candidate(rt, t);
    wr_list_remove(&s->unadmitted, t);
    s->held_bytes -= t->bytes;
    s->reserved += t->bytes;
    t->flags &= (uint8_t)~WR_HELD;
}

void wr_admit_joined(weir_runtime *rt) { admit_now(rt); }

void wr_admit_elided(weir_runtime *rt, wr_task *t, wr_access *a) {
    weir_var *v = a->var;
    assert(v->released && (a->flags & WR_FRESH) && t->bytes >= v->bytes);
    if (v->admitted_early && v->ahead != 0) wr_early_drop(rt, v->ahead);
    v->admitted_early = false;
    v->in_footprint = false; /* the release has subtracted it already */
    a->flags &= (uint8_t)~WR_FRESH;
    t->bytes -= v->bytes;
    wr_host_space(rt)->reserved -= v->bytes;
}

static wr_memory_space *space_of(weir_runtime *rt, const wr_task *t) {
    return &rt->spaces[wr_task_space(t)];
}

void wr_admit_retired(weir_runtime *rt, wr_task *t) {
    if (t->flags & WR_DOOMED) return;
    uint64_t scratch = scratch_of(t);
    space_of(rt, t)->reserved -= scratch;
    if (t->flags & WR_ADMITTED_EARLY) rt->chains.early_bytes[WR_EARLY_SCRATCH] -= scratch;
}

/* ---- Memory in use: counted when tasks start and end ----------------------------------------- */

void wr_memory_take(weir_runtime *rt, wr_task *t) {
    for (uint32_t i = 0; i < t->write_count; i++)
        if (t->access[i].flags & WR_FRESH) t->access[i].var->taken = WR_TAKEN;
    wr_memory_add(space_of(rt, t), t->bytes);
}

void wr_memory_add(wr_memory_space *s, uint64_t bytes) {
    uint64_t now = atomic_fetch_add_explicit(&s->used, bytes, memory_order_relaxed) + bytes;
    uint64_t peak = atomic_load_explicit(&s->used_peak, memory_order_relaxed);
    while (now > peak && !atomic_compare_exchange_weak(&s->used_peak, &peak, now)) {}
}

void wr_memory_give(wr_memory_space *s, uint64_t bytes) {
    atomic_fetch_sub_explicit(&s->used, bytes, memory_order_relaxed);
}

void wr_memory_end(weir_runtime *rt, wr_task *t) {
    uint64_t scratch = scratch_of(t);
    if (scratch > 0) wr_memory_give(space_of(rt, t), scratch);
}

void wr_memory_freed(weir_runtime *rt, unsigned space, uint64_t bytes) {
    wr_memory_space *s = &rt->spaces[space];
    atomic_fetch_add(&s->freed, bytes);
    atomic_fetch_sub(&s->reclaiming, bytes);
    /* seq_cst, after the bytes were added, so the scheduler finds them if it sees the bit */
    if (space != 0) atomic_fetch_or(&wr_host_space(rt)->freed, WR_FREED_ON_DEVICE);
}

void wr_memory_submitted(weir_runtime *rt, wr_task *t) {
    for (uint32_t i = 0; i < t->access_count; i++) {
        wr_access *a = &t->access[i];
        weir_var *v = a->var;
        if ((a->flags & WR_DUPLICATE) || v->space != wr_task_slot(t) || v->taken != WR_TAKEN ||
            !atomic_load_explicit(&a->last, memory_order_relaxed))
            continue;
        wr_memory_space *s = wr_var_space(rt, v);
        v->taken = WR_GIVEN;
        wr_memory_give(s, v->bytes);
        s->reserved -= v->bytes;
        publish_committed(s);
    }
}

bool wr_memory_given(weir_runtime *rt, weir_var *v) {
    if (v->taken != WR_TAKEN) return false;
    wr_memory_space *s = wr_var_space(rt, v);
    v->taken = WR_GIVEN;
    wr_memory_give(s, v->bytes);
    atomic_fetch_add(&s->freed, v->bytes);
    atomic_fetch_or(&wr_host_space(rt)->freed, WR_FREED_ON_DEVICE); /* see wr_memory_freed */
    /* If tasks are held, more is committed than the level. */
    return atomic_load_explicit(&s->committed, memory_order_relaxed) >
           atomic_load_explicit(&s->level_stat, memory_order_relaxed);
}

/* ---- After a fork ---------------------------------------------------------------------------- */

static bool is_written(const weir_var *v) {
    for (const wr_access *a = v->oldest; a != NULL; a = a->next)
        if (a->write) return true;
    return false;
}

/* A variable whose bytes are on a device has lost its contents.  If no linked task writes it, its
 * bytes are not allocated any more, and the next write allocates them again. */
static void lose(void *block, void *ctx) {
    weir_var *v = block;
    weir_runtime *rt = ctx;
    if (atomic_load_explicit(&v->refs, memory_order_acquire) == 0 && v->oldest == NULL) return;
    if (v->space == 0 || v->taken != WR_TAKEN) return;
    wr_var_mark(rt, v, &rt->lost, true);
    if (v->released || is_written(v)) return;
    wr_memory_space *s = wr_var_space(rt, v);
    wr_memory_give(s, v->bytes);
    s->footprint -= v->bytes;
    s->reserved -= v->bytes;
    if (v->ahead == s->ahead_epoch) s->ahead_bytes -= v->bytes;
    v->ahead = 0;
    v->in_footprint = false;
    v->taken = WR_NOT_TAKEN;
}

void wr_memory_forked(weir_runtime *rt) {
    bool any = false;
    for (unsigned i = 0; i < WR_DEVICES; i++) {
        wr_memory_space *s = &rt->spaces[i];
        uint64_t bytes = atomic_load(&s->reclaiming); /* the threads that do so do not exist */
        if (bytes > 0) wr_memory_freed(rt, i, bytes);
        wr_memory_give(s, bytes);
        any |= i > 0 && atomic_load(&s->used) > 0;
    }
    if (any) wr_pool_each(&rt->vars, lose, rt);
}

/* ---- The message when a task does not fit ---------------------------------------------------- */

typedef struct holder {
    const weir_kind *maker;
    uint32_t site;
    uint64_t bytes;
} holder;

typedef struct holders {
    unsigned space; /* only variables in this space count */
    holder top[3];
} holders;

static void add_holder(void *block, void *ctx) {
    weir_var *v = block;
    holders *all = ctx;
    /* Acquire pairs with the release in wr_var_make: a variable with a reference is initialised,
     * and it cannot be freed while this thread holds the scheduler.  A variable without a reference
     * may still be used by queued tasks. */
    if (atomic_load_explicit(&v->refs, memory_order_acquire) == 0 && v->oldest == NULL) return;
    if (!v->in_footprint || v->bytes == 0 || v->space != all->space) return;
    holder h = {v->maker, v->site, v->bytes};
    for (int i = 0; i < 3; i++)
        if (h.bytes > all->top[i].bytes) {
            holder other = all->top[i];
            all->top[i] = h;
            h = other;
        }
}

/* Print a number of bytes, such as "3.1 GB".  Return the result of snprintf. */
int wr_print_bytes(char *to, size_t size, uint64_t bytes) {
    static const char units[][3] = {"B", "KB", "MB", "GB", "TB"};
    double value = (double)bytes;
    int unit = 0;
    for (; value >= 1000 && unit < 4; unit++) value /= 1000;
    return snprintf(to, size, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
}

/* Write the reason for ENOMEM, such as "needs 3.1 GB; the budget is 2.0 GB; largest holders: 1.5 GB
 * (matmul), 0.2 GB (host data)", or "needs 3.1 GB on null:0; the budget there is 2.0 GB". */
void wr_admit_message(weir_runtime *rt, unsigned space, uint64_t bytes, char *text, size_t size) {
    char needs[32], budget[32], device[32];
    wr_print_bytes(needs, sizeof needs, bytes);
    wr_print_bytes(budget, sizeof budget, wr_space_budget(&rt->spaces[space]));
    wr_device_name(rt, space, device, sizeof device);
    size_t n = (size_t)snprintf(text, size, "needs %s%s%s; the budget %sis %s", needs,
                                space > 0 ? " on " : "", space > 0 ? device : "",
                                space > 0 ? "there " : "", budget);
    holders all = {.space = space};
    wr_scheduler_acquire(rt); /* add_holder reads fields that the scheduler owns */
    wr_pool_each(&rt->vars, add_holder, &all);
    wr_scheduler_release(rt);
    for (int i = 0; i < 3 && all.top[i].bytes > 0; i++) {
        char held[32];
        wr_print_bytes(held, sizeof held, all.top[i].bytes);
        const char *name = all.top[i].maker != NULL ? all.top[i].maker->name : "host data";
        int more = snprintf(text + n, size - n, "%s %s (%s)", i == 0 ? "; largest holders:" : ",",
                            held, name);
        if (more < 0 || n + (size_t)more >= size) break;
        n += (size_t)more;
    }
}

/* The failure of a task that cannot allocate a variable that it writes, because the variable is in
 * the memory of another device. */
static wr_failure *misplaced_failure(weir_runtime *rt, wr_task *t) {
    char text[200], mine[32], other[32];
    unsigned space = wr_task_space(t);
    for (uint32_t i = 0; i < t->write_count && space == wr_task_space(t); i++)
        space = t->access[i].var->space;
    wr_device_name(rt, wr_task_slot(t), mine, sizeof mine);
    wr_device_name(rt, space, other, sizeof other);
    snprintf(text, sizeof text,
             "a task on %s cannot allocate a variable in the memory of %s; run the task on %s",
             mine, other, other);
    return wr_failure_new(rt, t, WEIR_EINVAL, text);
}

wr_failure *wr_admit_failure(weir_runtime *rt, wr_task *t) {
    char text[160];
    if (WR_UNLIKELY(t->bytes == 0)) return misplaced_failure(rt, t);
    wr_admit_message(rt, wr_task_space(t), t->bytes, text, sizeof text);
    return wr_failure_new(rt, t, WEIR_ENOMEM, text);
}
