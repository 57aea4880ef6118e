/* dependencies.c - decides when each task may run.  When a task is linked, each of its accesses
 * joins the list of its variable; when the task retires, the accesses leave these lists.
 *
 * Everything here runs with the scheduler held.  Invariants of a variable's list:
 *   1. The accesses are in program order.
 *   2. The accesses before `waiting` are granted; `waiting` and those after it are not.
 *   3. The granted accesses are either one write or any number of reads, or, if `order` has
 *      WR_ORDER_ORDERED, any accesses by tasks of one device, whose queue keeps their order, or of
 *      several devices whose queues wait for each other.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/engine.h"

void wr_list_append(wr_list *list, wr_task *t) {
    t->next = NULL;
    t->prev = list->first != NULL ? list->last : NULL;
    if (list->first == NULL)
        list->first = t;
    else
        list->last->next = t;
    list->last = t;
    list->count++;
}

void wr_list_prepend(wr_list *list, wr_task *t) {
    t->next = list->first;
    t->prev = NULL;
    if (list->first == NULL)
        list->last = t;
    else
        list->first->prev = t;
    list->first = t;
    list->count++;
}

wr_task *wr_list_pop(wr_list *list) {
    wr_task *t = list->first;
    if (t != NULL) {
        list->first = t->next;
        if (t->next != NULL) t->next->prev = NULL;
        list->count--;
    }
    return t;
}

void wr_list_remove(wr_list *list, wr_task *t) {
    if (t->prev == NULL)
        list->first = t->next;
    else
        t->prev->next = t->next;
    if (t->next == NULL)
        list->last = t->prev;
    else
        t->next->prev = t->prev;
    list->count--;
}

static unsigned pending(wr_task *t) {
    return atomic_load_explicit(&t->pending, memory_order_relaxed);
}

static void set_pending(wr_task *t, unsigned n) {
    atomic_store_explicit(&t->pending, n, memory_order_relaxed);
}

#ifndef NDEBUG
/* Check only the oldest entries: a list can be as long as the queue, and this function runs for
 * each access. */
static void assert_var(const weir_var *v) {
    int left = WR_SIZE(2, 64);
    bool waiting = false;
    for (const wr_access *a = v->oldest; a != NULL; a = a->next) {
        assert(a->prev != NULL ? a->prev->next == a : v->oldest == a);
        assert(a->next != NULL || v->newest == a);
        waiting |= a == v->waiting;
        assert(a->granted == !waiting);
        assert(!a->granted || !a->write || a == v->oldest || (v->order & WR_ORDER_ORDERED));
        if (--left == 0) break;
    }
    assert(v->oldest != NULL || v->waiting == NULL);
}
#else
#define assert_var(v) ((void)0)
#endif

/* Called when all accesses of a task are granted: pass the task to admission control, to the ready
 * lists, or to `acts`. */
static void unblocked(weir_runtime *rt, wr_task *t) {
    assert(wr_task_state(t) == WR_BLOCKED && pending(t) == 0);
    if (t->kind->flags & WR_KIND_GRANTED)
        wr_list_append(&rt->acts, t);
    else if (t->flags & WR_HELD)
        wr_admit_candidate(rt, t);
    else {
        wr_chain_in_flight(rt, t);
        wr_ready_add(rt, t);
    }
}

static inline __attribute__((always_inline)) void grant(weir_runtime *rt, wr_access *a) {
    wr_task *t = wr_access_task(a);
    a->granted = true;
    if (WR_UNLIKELY(a->var->order != 0)) a->var->order++;
    set_pending(t, pending(t) - 1);
    if (pending(t) == 0) unblocked(rt, t);
}

static inline __attribute__((always_inline)) void grant_until(weir_runtime *rt, wr_access *a,
                                                              const wr_access *end,
                                                              uint64_t cause) {
    for (; a != end; a = a->next) {
        wr_trace_edge(&rt->trace, cause, wr_access_task(a)->seq);
        grant(rt, a);
    }
}

/* May the task get an ordered grant behind accesses on this queue?  Not if it uses host memory: that
 * has no error word, and a device may fill it only when it reports the task that writes it. */
static bool may_follow(const weir_var *v, wr_task *t, unsigned queue) {
    unsigned slot = wr_task_slot(t);
    if (v->space == 0 && (t->kind->flags & WR_KIND_DEVICE)) return false;
    return slot == queue ||
           (wr_queue_family(slot) == wr_queue_family(queue) && wr_queue_waits(v->rt, slot));
}

/* Make ordered grants: if all granted accesses are submitted to one queue, or to queues that wait for
 * each other, the next write, or the reads before the next write, may follow them. */
static __attribute__((noinline)) void grant_on_queue(weir_runtime *rt, weir_var *v,
                                                     uint64_t cause) {
    wr_access *a = v->waiting;
    unsigned queue = wr_order_queue(v->order);
    if (a == NULL || (v->order & WR_ORDER_COUNT) > 0 || !may_follow(v, wr_access_task(a), queue))
        return;
    v->waiting = a->next;
    if (!a->write)
        while (v->waiting != NULL && !v->waiting->write &&
               may_follow(v, wr_access_task(v->waiting), queue))
            v->waiting = v->waiting->next;
    v->order |= WR_ORDER_ORDERED;
    grant_until(rt, a, v->waiting, cause);
}

/* Called after an access has left the list: grant the next write, or all reads before the next
 * write. */
static inline __attribute__((always_inline)) void grant_next(weir_runtime *rt, weir_var *v,
                                                             uint64_t cause) {
    wr_access *a = v->waiting;
    if (a == NULL || a != v->oldest) {
        if (WR_UNLIKELY(v->order != 0)) grant_on_queue(rt, v, cause);
        return;
    }
    v->waiting = a->next;
    if (!a->write)
        while (v->waiting != NULL && !v->waiting->write) v->waiting = v->waiting->next;
    grant_until(rt, a, v->waiting, cause);
}

/* Append an access to the list; return the one before it, or NULL. */
static inline wr_access *append(weir_var *v, wr_access *a) {
    wr_access *last = v->newest;
    a->prev = last;
    a->next = NULL;
    v->newest = a;
    if (last == NULL)
        v->oldest = a;
    else
        last->next = a;
    return last;
}

/* Keep the count in `order`, because a task of a device uses the variable. */
static void count_granted(weir_var *v) {
    v->order = WR_ORDER_ON;
    for (const wr_access *a = v->oldest; a != v->waiting; a = a->next) v->order++;
}

/* Is an access granted on arrival?  The same rule as in `join`, and ordered grants. */
static bool joins_on_queue(weir_var *v, wr_access *a) {
    const wr_access *last = a->prev;
    if (v->waiting != NULL) return false;
    if (last == NULL) return true;
    if (!(v->order & WR_ORDER_ORDERED) && !a->write && !last->write) return true;
    if ((v->order & WR_ORDER_COUNT) > 0 ||
        !may_follow(v, wr_access_task(a), wr_order_queue(v->order)))
        return false;
    v->order |= WR_ORDER_ORDERED;
    return true;
}

/* The rest of `join`, for a variable that tasks of devices use. */
static __attribute__((noinline)) void join_on_queue(weir_var *v, wr_access *a) {
    a->granted = joins_on_queue(v, a);
    if (a->granted)
        v->order++;
    else if (v->waiting == NULL)
        v->waiting = a;
    assert_var(v);
}

/* Before a task of a device is linked: its variables keep the count from now on. */
static __attribute__((noinline)) void prepare_variables(wr_task *t) {
    for (uint32_t i = 0; i < t->access_count; i++)
        if (t->access[i].var->order == 0) count_granted(t->access[i].var);
}

/* An access has left the list of a variable that tasks of devices use. */
static __attribute__((noinline)) void left_queue(weir_var *v, const wr_access *a) {
    if (!(a->flags & WR_ON_QUEUE)) v->order--;
    if (v->oldest == NULL)
        v->order = 0;
    else if (v->oldest == v->waiting)
        v->order = WR_ORDER_ON; /* no access is granted any more */
}

static inline __attribute__((always_inline)) void join(weir_var *v, wr_access *a) {
    wr_access *last = append(v, a);
    if (WR_UNLIKELY(v->order != 0)) {
        join_on_queue(v, a);
        return;
    }
    a->granted = a->write ? last == NULL : v->waiting == NULL && (last == NULL || !last->write);
    if (!a->granted && v->waiting == NULL) v->waiting = a;
    assert_var(v);
}

static void leave(weir_var *v, wr_access *a) {
    /* In a forked child the members of a group may retire in any order, see fusion.c. */
    assert(a->granted || pending(wr_access_task(a)) >= WR_JOINED);
    if (WR_UNLIKELY(v->waiting == a)) v->waiting = a->next;
    if (a->prev != NULL)
        a->prev->next = a->next;
    else
        v->oldest = a->next;
    if (a->next != NULL)
        a->next->prev = a->prev;
    else
        v->newest = a->prev;
    if (WR_UNLIKELY(v->order != 0)) left_queue(v, a);
}

void wr_submitted(weir_runtime *rt, wr_task *t) {
    for (uint32_t i = 0; i < t->access_count; i++) {
        wr_access *a = &t->access[i];
        weir_var *v = a->var;
        if (a->flags & WR_DUPLICATE) continue;
        unsigned queue = wr_order_queue(v->order);
        queue = queue == 0 || queue == wr_task_slot(t) ? wr_task_slot(t)
                                                       : wr_queue_mix(queue, wr_task_slot(t));
        a->flags |= WR_ON_QUEUE;
        v->order = (v->order & (WR_ORDER_COUNT | WR_ORDER_ON | WR_ORDER_ORDERED)) - 1;
        v->order |= (uint32_t)queue << WR_ORDER_QUEUE_SHIFT;
        /* No access follows, and those before it run earlier on the same queue: it is the last.
         * The device sees the flag, because the task is sent after this. */
        if (v->released && v->newest == a && (v->order & WR_ORDER_COUNT) == 0 &&
            queue == wr_task_slot(t))
            atomic_store_explicit(&a->last, true, memory_order_release);
        grant_on_queue(rt, v, t->seq);
        assert_var(v);
    }
}

/* Are accesses to the variable on queues other than this one? */
static bool has_others(const weir_var *v, unsigned slot) {
    unsigned queue = wr_order_queue(v->order);
    return queue != 0 && queue != slot;
}

/* A task that the device gets runs after all conflicting accesses before its own, so the search for
 * what another access must run after ends there; likewise at a read on the same queue if the other
 * access reads too. */
static bool is_covered(const wr_access *mine, wr_access *a, unsigned slot) {
    if (!(pending(wr_access_task(a)) & WR_NUMBERED)) return false;
    return a->write || (!mine->write && wr_task_slot(wr_access_task(a)) == slot);
}

bool wr_shares_queues(const wr_task *t) {
    for (uint32_t i = 0; i < t->access_count; i++)
        if (WR_UNLIKELY(has_others(t->access[i].var, wr_task_slot(t)))) return true;
    return false;
}

void wr_waits_of(weir_runtime *rt, wr_task *t, uint64_t *number) {
    unsigned slot = wr_task_slot(t);
    for (uint32_t i = 0; i < t->access_count; i++) {
        wr_access *mine = &t->access[i];
        if (WR_LIKELY(!has_others(mine->var, slot)) || (mine->flags & WR_DUPLICATE)) continue;
        for (wr_access *a = mine->prev; a != NULL; a = a->prev) {
            if (!(a->flags & WR_ON_QUEUE))
                continue; /* a read on the CPU, or one not submitted yet */
            wr_task *other = wr_access_task(a);
            if ((a->write || mine->write) && wr_task_slot(other) != slot)
                wr_device_note(rt, other, number);
            if (is_covered(mine, a, slot)) break;
        }
    }
}

bool wr_may_retire(weir_runtime *rt, wr_task *t) {
    unsigned slot = wr_task_slot(t);
    if (t->seq < rt->forked_at) return true; /* in a child, tasks finish in any order */
    for (uint32_t i = 0; i < t->access_count; i++) {
        const wr_access *mine = &t->access[i];
        if (WR_LIKELY(!has_others(mine->var, slot)) || (mine->flags & WR_DUPLICATE)) continue;
        for (wr_access *a = mine->prev; a != NULL; a = a->prev)
            if ((a->write || mine->write) && wr_task_slot(wr_access_task(a)) != slot) return false;
    }
    return true;
}

/* Mark an access as a duplicate, because the task has already accessed the same variable.  The
 * newest access in the variable's list is then the task's first one.  If the first one writes and
 * this one reads, mark the first as an update. */
static void mark_duplicate(wr_access *a) {
    a->flags |= WR_DUPLICATE;
    if (!a->write && a->var->newest->write) a->var->newest->flags |= WR_UPDATE;
}

static void count_effect(weir_runtime *rt, int change) {
    uint64_t effects = atomic_load_explicit(&rt->effects, memory_order_relaxed);
    atomic_store_explicit(&rt->effects, effects + (uint64_t)change, memory_order_relaxed);
}

void wr_link(weir_runtime *rt, wr_task *t) {
    assert(wr_task_state(t) == WR_ISSUED);
    /* The sequence numbers assigned by issuing threads may have gaps that are filled later.  From
     * here on `seq` is the position in linking order, which is program order; count_down compares
     * it with the positions of barriers. */
    t->seq = rt->linked_ever++;
    unsigned blocked = 0;
    uint32_t chain = 0;
    bool needs_admission = t->bytes > 0 || rt->doomed_vars > 0;
    if (WR_UNLIKELY(wr_task_slot(t) != WEIR_DEVICE_CPU)) prepare_variables(t);
    if (WR_UNLIKELY(atomic_load_explicit(&rt->noted, memory_order_relaxed) > 0))
        wr_in_call_named(rt, t);
    for (uint32_t i = 0; i < t->access_count; i++) {
        wr_access *a = &t->access[i];
        weir_var *v = a->var;
        if (v->newest != NULL && wr_access_task(v->newest) == t) {
            mark_duplicate(a);
            continue;
        }
        needs_admission |= a->write && !v->in_footprint;
        join(v, a);
        blocked += !a->granted;
        if (a->prev != NULL) chain = wr_chain_meet(rt, chain, v);
    }
    wr_chain_join(rt, t, chain);
    if (t->kind->flags & WR_KIND_GRANTED)
        wr_admit_granted(rt, t);
    else if (needs_admission)
        wr_admit_task(rt, t);
    if (t->kind->flags & WR_KIND_BARRIER) {
        t->bytes = rt->linked;
        if (t->bytes > 0) {
            blocked++;
            t->next = rt->barriers;
            rt->barriers = t;
        }
    }
    rt->linked++;
    if (!(t->kind->flags & WEIR_KIND_PURE)) count_effect(rt, 1);
    wr_task_to(t, WR_BLOCKED);
    set_pending(t, blocked);
    if (blocked == 0)
        unblocked(rt, t);
    else if (t->kind->flags & WR_KIND_FUSES)
        atomic_store_explicit(&rt->may_join, t->seq, memory_order_relaxed);
}

/* Prepare to reclaim a variable that the program has released and that no queued task uses. */
static void var_dead(weir_runtime *rt, weir_var *v) {
    wr_var_mark(rt, v, NULL, false);
    wr_admit_died(rt, v);
    if (WR_UNLIKELY(v->outside)) wr_outside_dead(rt, v);
    if (WR_UNLIKELY(v->space != 0)) {
        if (v->in_footprint && v->taken != WR_GIVEN)
            atomic_fetch_add(&wr_var_space(rt, v)->reclaiming, v->bytes);
    } else if (v->in_footprint) {
        rt->dead_bytes += v->bytes;
    }
    v->link = rt->dead;
    rt->dead = v;
}

/* Are two accesses left, a write and the next use on the same device?  Then the queue of the device
 * keeps their order.  (Two reads may get positions in any order.) */
static bool are_ordered(const weir_var *v) {
    const wr_access *a = v->oldest;
    if (WR_LIKELY(a->next != v->newest) || !a->write) return false;
    unsigned slot = wr_task_slot(wr_access_task(v->oldest));
    return slot != WEIR_DEVICE_CPU && slot == wr_task_slot(wr_access_task(v->newest));
}

/* Check a released variable: if no access is left in its list, the variable is dead; if exactly one
 * is left, or if the others come before it on its device, mark that access as the last. */
static void check_last_access(weir_runtime *rt, weir_var *v) {
    if (v->oldest == NULL)
        var_dead(rt, v);
    else if (v->oldest != v->newest && are_ordered(v))
        atomic_store_explicit(&v->newest->last, true, memory_order_release);
    else if (v->oldest == v->newest)
        atomic_store_explicit(&v->oldest->last, true, memory_order_release);
}

/* Called when the task with this sequence number has retired: decrement the count of every barrier
 * that was issued after it. */
static void count_down(weir_runtime *rt, uint64_t seq) {
    wr_task **at = &rt->barriers;
    while (*at != NULL) {
        wr_task *barrier = *at;
        if (seq < barrier->seq && --barrier->bytes == 0) {
            *at = barrier->next;
            set_pending(barrier, pending(barrier) - 1);
            if (pending(barrier) == 0) unblocked(rt, barrier);
        } else {
            at = &barrier->next;
        }
    }
}

static void retire_write(weir_runtime *rt, wr_task *t, wr_access *a) {
    weir_var *v = a->var;
    if (t->flags & (WR_FAILED | WR_SKIPPED)) {
        /* A task that a device ran although an input had failed has written its outputs, except
         * for those that it updates in place: a device's kernel then leaves them as they are. */
        bool late = (t->flags & WR_TOO_LATE) && !(a->flags & WR_UPDATE);
        wr_var_mark(rt, v, t->failure, !(t->flags & WR_SKIPPED) || late);
    } else if (v->failure != NULL && !(a->flags & WR_UPDATE)) {
        wr_var_mark(rt, v, NULL, false);
    }
    /* Release: a thread that sees the new count sees the task's writes and its failure too. */
    uint64_t done = atomic_load_explicit(&v->writes_done, memory_order_relaxed);
    atomic_store_explicit(&v->writes_done, done + 1, memory_order_release);
}

const weir_kind wr_retired_kind = {.size = sizeof(weir_kind), .name = "retired"};

void wr_retire(weir_runtime *rt, wr_task *t) {
    if (WR_UNLIKELY(wr_task_slot(t) != WEIR_DEVICE_CPU)) wr_device_retire(rt, t);
    bool failed = t->flags & (WR_FAILED | WR_SKIPPED);
    /* wr_failure_retire takes a reference, because an input variable that holds the failure may be
     * freed below. */
    if (failed) wr_failure_retire(rt, t);
    if (failed && atomic_load_explicit(&rt->serial, memory_order_relaxed))
        rt->serial_failure = t->failure->info;
    wr_chain_leave(rt, t, !(t->kind->flags & WR_KIND_GRANTED));
    for (uint32_t i = 0; i < t->access_count; i++) {
        wr_access *a = &t->access[i];
        weir_var *v = a->var;
        if (a->write) retire_write(rt, t, a);
        if (a->flags & WR_DUPLICATE) continue;
        leave(v, a);
        if (v->oldest == NULL) wr_chain_unused(rt, v);
        grant_next(rt, v, t->seq);
        assert_var(v);
        if (v->released) check_last_access(rt, v);
    }
    if (failed) wr_failure_unref(rt, t->failure);
    if (t->bytes > 0) wr_admit_retired(rt, t);
    rt->linked--;
    if (!(t->kind->flags & WEIR_KIND_PURE)) count_effect(rt, -1);
    if (rt->barriers != NULL) count_down(rt, t->seq);
    if ((t->flags & WR_TRACED) && !(t->kind->flags & WR_KIND_GRANTED)) {
        wr_times *times = wr_task_times(t);
        const wr_device *device = &rt->devices[wr_task_slot(t)]; /* the CPU's has no `ops` */
        wr_trace_task(&rt->trace,
                      &(wr_trace_event){.name = t->kind->name,
                                        .seq = t->seq,
                                        .site = t->site,
                                        .worker = (int)times->worker,
                                        .thread = (int)times->thread,
                                        .device = device->ops != NULL ? device->ops->name : NULL,
                                        .device_index = device->index,
                                        .issue = times->issue,
                                        .ready = times->ready,
                                        .start = times->start,
                                        .end = times->end,
                                        .bytes = t->bytes,
                                        .failed = t->flags & (WR_FAILED | WR_SKIPPED)});
    }
    /* From now on the program may free the task's own kind, but a forked child still reads the kind
     * of every record in the chunk. */
    t->kind = &wr_retired_kind;
    wr_task_to(t, WR_FINISHED);
    rt->retired++;
    wr_chunk_close(rt, wr_chunk_of(t));
}

/* Process the probes, clears and barriers that have been granted; retiring one may grant others. */
void wr_retire_acts(weir_runtime *rt) {
    for (wr_task *t; (t = wr_list_pop(&rt->acts)) != NULL;) {
        const wr_scheduler_kind *kind = (const wr_scheduler_kind *)(const void *)t->kind;
        if (kind->act != NULL) kind->act(rt, t);
        t->bytes = 0;
        wr_retire(rt, t);
    }
}

void wr_var_released(weir_runtime *rt, weir_var *v) {
    assert(!v->released);
    v->released = true;
    wr_admit_release(rt, v);
    if (v->oldest != NULL && v->bytes > 0) wr_chain_released(rt, wr_access_task(v->oldest));
    check_last_access(rt, v);
}
