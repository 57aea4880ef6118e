/* fusion.c - collects the members of a group, and finishes them; see docs/design/fusion.md.
 *
 * A group begins with a task that a runner has taken.  Tasks join whose accesses are all granted, or
 * wait only for accesses of members.  So a group waits for nothing, and program order among its
 * members is the only order that its runner has to keep.
 *
 * Everything here runs on the runner, with the scheduler held where tasks and variables are changed.
 * Members stay in the lists of their variables until they are retired, one by one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/engine.h"

enum {
    DEPTH_MAX = 8,     /* how far back to look for ready tasks on which a candidate depends */
    VISITS_MAX = 2048, /* number of accesses that are visited for one group */
    USERS_MAX = 64,    /* maximum number of accesses of a temporary */
    BATCHES_MAX = 16,  /* number of batches that are drained before members are collected */
    BATCH_NS = 500,    /* one of these for so many nanoseconds of a hold */
    /* a thread counts as issuing for this long after it has issued a record */
    ISSUING_NS = 5000,
    HOLD_NS_MIN = WR_SIZE(2000, 1), /* a task that would be held for less is not held */
    HOLD_TASKS = 16,                /* a task with so many younger ones is not held */
    HOLD_RECORDS = 64,              /* a hold ends after so many records */
    HOLD_PAUSES = 4,
};

/* ---- Membership ------------------------------------------------------------------------------ */

static unsigned pending(wr_task *t) {
    return atomic_load_explicit(&t->pending, memory_order_relaxed);
}

/* Is the task a member of the group that is being collected?  Those of other groups are running or
 * finished. */
static bool is_member(wr_task *t) {
    return pending(t) >= WR_JOINED && wr_task_state(t) < WR_RUNNING;
}

/* May the task run, as far as the scheduler can tell now?  Tasks that would be skipped go the usual
 * way. */
static bool may_run(weir_runtime *rt, wr_task *t) {
    if (wr_task_cancelled(t) || (t->flags & WR_DOOMED) ||
        t->seq < atomic_load_explicit(&rt->cancel_below, memory_order_relaxed) ||
        t->seq < rt->forked_at || atomic_load_explicit(&rt->dropping, memory_order_relaxed))
        return false;
    bool failures = atomic_load_explicit(&rt->failed_vars, memory_order_relaxed) > 0;
    for (uint32_t i = 0; i < t->access_count; i++) {
        const weir_var *v = t->access[i].var;
        if (v->order != 0 || (failures && v->failure != NULL)) return false;
    }
    return true;
}

static bool add(wr_group *g, wr_task *t, int depth);

/* Does the access wait only for members?  Tasks on which it waits may become members. */
static bool waits_for_members(wr_group *g, wr_access *mine, int depth) {
    if (mine->granted || (mine->flags & WR_DUPLICATE)) return true;
    for (wr_access *a = mine->prev; a != NULL; a = a->prev) {
        if (--g->visits < 0) return false;
        if (!mine->write && !a->write) continue;
        wr_task *t = wr_access_task(a);
        if (!is_member(t) && !add(g, t, depth + 1)) return false;
        if (a->write) return true;
    }
    return true;
}

/* Is the variable needed only by members and by `t`?  Then it is a temporary once `t` has joined: its
 * first write is by a member, and the program has released it. */
static bool dies_with(const weir_var *v, const wr_task *t) {
    const wr_access *first = v->oldest;
    int users = USERS_MAX;
    if (!v->released || first == NULL || !first->write || !(first->flags & WR_FRESH)) return false;
    for (wr_access *a = v->oldest; a != NULL; a = a->next) {
        wr_task *other = wr_access_task(a);
        if (--users < 0 || (other != t && !is_member(other))) return false;
    }
    return true;
}

/* The variable of an access becomes a temporary if the task joins. */
static bool ends_temporary(const wr_task *t, const wr_access *a) {
    return !(a->flags & WR_DUPLICATE) && (!a->write || !(a->flags & WR_FRESH)) &&
           dies_with(a->var, t);
}

static uint64_t freed_by(const wr_task *t) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < t->access_count; i++)
        if (ends_temporary(t, &t->access[i])) bytes += t->access[i].var->bytes;
    return bytes;
}

static void elide(wr_group *g, wr_task *t) {
    for (uint32_t i = 0; i < t->access_count; i++) {
        if (!ends_temporary(t, &t->access[i])) continue;
        wr_access *first = t->access[i].var->oldest;
        first->flags |= WR_ELIDED;
        wr_admit_elided(g->rt, wr_access_task(first), first);
    }
}

/* Insert the task in program order. */
static void insert(wr_group *g, wr_task *t) {
    uint32_t at = g->count++;
    for (; at > 0 && g->task[at - 1]->seq > t->seq; at--) g->task[at] = g->task[at - 1];
    g->task[at] = t;
    atomic_store_explicit(&t->pending, pending(t) + WR_JOINED, memory_order_relaxed);
}

/* Find a task that another runner holds. */
static wr_hold *find_hold(weir_runtime *rt, const wr_task *t) {
    wr_hold *hold = rt->holds;
    while (hold != NULL && hold->task != t) hold = hold->next;
    return hold;
}

static void drop_hold(weir_runtime *rt, const wr_hold *hold) {
    wr_hold **at = &rt->holds;
    while (*at != hold) at = &(*at)->next;
    *at = hold->next;
}

/* Take a task that is neither blocked nor running.  Return false if another runner is about to start
 * it. */
static bool take(weir_runtime *rt, wr_task *t) {
    wr_hold *hold = wr_task_state(t) == WR_PUBLISHED ? find_hold(rt, t) : NULL;
    if (hold == NULL) return wr_ready_claim(rt, t);
    drop_hold(rt, hold);
    hold->task = NULL;
    return true;
}

/* Add a task to the group if it fits.  Return whether it is a member now. */
static bool add(wr_group *g, wr_task *t, int depth) {
    weir_runtime *rt = g->rt;
    wr_state state = wr_task_state(t);
    if (depth > DEPTH_MAX || g->count == WR_GROUP_MAX || !(t->kind->flags & WR_KIND_FUSES) ||
        t->priority != g->task[0]->priority || state == WR_ISSUED || state >= WR_RUNNING)
        return false;
    /* The flags of a task that another runner has taken belong to that runner. */
    if (state == WR_PUBLISHED && find_hold(rt, t) == NULL && !wr_ready_unpublish(rt, t))
        return false;
    bool blocked = wr_task_state(t) == WR_BLOCKED;
    if (!may_run(rt, t)) return false;
    for (uint32_t i = 0; i < t->access_count; i++)
        if (!waits_for_members(g, &t->access[i], depth)) return false;
    if (is_member(t)) return true; /* a task on which it depends has brought it in */
    if (g->count == WR_GROUP_MAX) return false;
    if ((t->flags & WR_HELD) && !wr_admit_may_join(rt, t, freed_by(t))) return false;
    if (!g->join(g->plan, t)) return false;
    if (blocked) {
        if (t->flags & WR_HELD) wr_admit_joining(rt, t);
        if (t->flags & WR_TRACED) wr_task_times(t)->ready = wr_now_ns();
        wr_chain_in_flight(rt, t);
    } else if (!take(rt, t)) {
        assert(false);
    }
    insert(g, t);
    elide(g, t);
    return true;
}

/* Add the tasks that use what the member writes.  Those behind a write by a task that is not a member
 * cannot join. */
static void add_users(wr_group *g, wr_task *t) {
    for (uint32_t i = 0; i < t->write_count; i++) {
        if (t->access[i].flags & WR_DUPLICATE) continue;
        for (wr_access *a = t->access[i].next; a != NULL; a = a->next) {
            wr_task *user = wr_access_task(a);
            if (--g->visits < 0) return;
            if (!is_member(user) && !add(g, user, 0) && a->write) break;
        }
    }
}

/* Collect the members, with the scheduler held.  Members are added in the order in which they are
 * found, and visited in program order; a member that is inserted before the current one is visited in
 * another round. */
static void collect(wr_group *g, wr_task *first, int worker) {
    weir_runtime *rt = g->rt;
    g->count = 0;
    g->visits = VISITS_MAX;
    if (!may_run(rt, first) || !g->join(g->plan, first)) return;
    insert(g, first);
    for (uint32_t before = 0; before != g->count && g->count < WR_GROUP_MAX && g->visits > 0;) {
        before = g->count;
        for (uint32_t i = 0; i < g->count; i++) add_users(g, g->task[i]);
    }
    if (g->count == 1) {
        g->count = 0;
        atomic_store_explicit(&first->pending, pending(first) - WR_JOINED, memory_order_relaxed);
        return;
    }
    for (uint32_t i = 0; i < g->count; i++) wr_run_begin(g->task[i], WR_RUNNING, worker);
}

/* ---- Hold ------------------------------------------------------------------------------------ */

/* Wait for more records, until `until`, until no thread issues any more, or until a thread waits. */
static void hold_for(weir_runtime *rt, int64_t ns, unsigned probes) {
    int64_t start = wr_now_ns(), last = start, now = start;
    uint64_t first = atomic_load_explicit(&rt->next_seq, memory_order_relaxed), seen = first;
    while (now - start < ns && now - last < ISSUING_NS &&
           atomic_load_explicit(&rt->probes, memory_order_relaxed) == probes &&
           atomic_load_explicit(&rt->throttled, memory_order_relaxed) == 0 &&
           !atomic_load_explicit(&rt->paused, memory_order_relaxed) &&
           seen - first < HOLD_RECORDS) {
        for (int i = 0; i < HOLD_PAUSES; i++) wr_pause();
        now = wr_now_ns();
        uint64_t seq = atomic_load_explicit(&rt->next_seq, memory_order_relaxed);
        if (seq != seen) last = now;
        seen = seq;
    }
}

/* Does the task have a user that cannot join it?  Then others are not likely to come. */
static bool has_other_user(const wr_task *t) {
    for (uint32_t i = 0; i < t->write_count; i++) {
        wr_access *next = t->access[i].next;
        if (next != NULL && !(t->access[i].flags & WR_DUPLICATE) &&
            !(wr_access_task(next)->kind->flags & WR_KIND_FUSES))
            return true;
    }
    return false;
}

static bool is_worth_holding(const weir_runtime *rt, int64_t ns, int worker) {
    return ns >= HOLD_NS_MIN && worker >= 0 && rt->spin_ns > 0;
}

/* Is it worth waiting for more records?  Not for a task that a wait needs, nor on a thread that
 * waits, nor if the thread that issues may need this core, nor if it is far ahead. */
static bool may_hold(weir_runtime *rt, const wr_task *t, int64_t ns, int worker) {
    return is_worth_holding(rt, ns, worker) && t->priority != WR_URGENT &&
           rt->linked_ever - t->seq < HOLD_TASKS && !has_other_user(t) &&
           atomic_load_explicit(&rt->throttled, memory_order_relaxed) == 0;
}

bool wr_group_is_possible(weir_runtime *rt, const wr_task *t, int64_t hold_ns, int worker) {
    return atomic_load_explicit(&rt->may_join, memory_order_relaxed) > t->seq ||
           is_worth_holding(rt, hold_ns, worker) || !wr_all_drained(rt);
}

static void gather(weir_runtime *rt, int64_t hold_ns) {
    if (wr_all_drained(rt)) return;
    wr_scheduler_gather(rt);
    int64_t most = hold_ns / BATCH_NS < BATCHES_MAX ? hold_ns / BATCH_NS : BATCHES_MAX;
    for (int64_t i = 1; i < most && wr_scheduler_drain(rt); i++) {}
}

/* With the scheduler held: release it, wait, and acquire it again.  Return false if another runner
 * has taken the task meanwhile. */
static bool hold_task(weir_runtime *rt, wr_task *t, int64_t ns, unsigned probes) {
    wr_hold hold = {.next = rt->holds, .task = t};
    rt->holds = &hold;
    wr_scheduler_release_all(rt);
    hold_for(rt, ns, probes);
    wr_scheduler_acquire(rt);
    if (hold.task == NULL) return false;
    drop_hold(rt, &hold);
    gather(rt, ns);
    return true;
}

bool wr_group_collect(wr_group *g, wr_task *t, int64_t hold_ns, int worker) {
    weir_runtime *rt = g->rt;
    g->count = 0;
    /* Read before the queues are drained: a wait that starts later ends the hold. */
    unsigned probes = atomic_load_explicit(&rt->probes, memory_order_relaxed);
    wr_scheduler_acquire(rt);
    gather(rt, hold_ns);
    bool mine = !may_hold(rt, t, hold_ns, worker) || hold_task(rt, t, hold_ns, probes);
    if (mine) collect(g, t, worker);
    if (mine && g->count > 0) wr_admit_joined(rt);
    wr_scheduler_release_all(rt);
    return mine;
}

/* ---- Running --------------------------------------------------------------------------------- */

void wr_group_begin(wr_group *g) {
    atomic_fetch_add_explicit(&g->rt->fused, g->count, memory_order_relaxed);
    for (uint32_t i = 0; i < g->count; i++)
        if (g->task[i]->bytes > 0) wr_memory_take(g->rt, g->task[i]);
}

/* Return the failure of the member that wrote the variable last before the member `index`, or
 * NULL. */
static wr_failure *failure_of(const wr_group *g, uint32_t index, const weir_var *v) {
    for (uint32_t i = index; i-- > 0;)
        for (uint32_t j = 0; j < g->task[i]->write_count; j++)
            if (g->task[i]->access[j].var == v) return (wr_failure *)(void *)g->task[i]->prev;
    return NULL;
}

static wr_failure *failed_input(const wr_group *g, uint32_t index) {
    const wr_task *t = g->task[index];
    wr_failure *f = NULL;
    for (uint32_t i = 0; i < t->access_count && f == NULL; i++)
        if (!t->access[i].write || (t->access[i].flags & WR_UPDATE))
            f = failure_of(g, index, t->access[i].var);
    return f;
}

/* The temporaries of a group that does not run in one pass have memory after all.  It is counted as in
 * use, although it was not admitted: the system had no memory for something that was. */
static void take_temporaries(const wr_group *g, uint32_t index) {
    const wr_task *t = g->task[index];
    for (uint32_t i = 0; i < t->write_count; i++)
        if (wr_is_temporary(t, i)) wr_memory_add(wr_host_space(g->rt), t->access[i].var->bytes);
}

static bool uses(const wr_task *t, const weir_var *v) {
    for (uint32_t i = 0; i < t->access_count; i++)
        if (t->access[i].var == v) return true;
    return false;
}

/* Drop the temporaries whose last user is the member `index`. */
static void drop_temporaries(const wr_group *g, uint32_t index) {
    for (uint32_t i = 0; i <= index; i++)
        for (uint32_t j = 0; j < g->task[i]->write_count; j++) {
            weir_var *v = g->task[i]->access[j].var;
            bool last = wr_is_temporary(g->task[i], j) && uses(g->task[index], v);
            for (uint32_t k = index + 1; k < g->count && last; k++) last = !uses(g->task[k], v);
            if (!last) continue;
            g->drop(v);
            wr_memory_give(wr_host_space(g->rt), v->bytes);
        }
}

void wr_group_run_singly(wr_group *g, int worker) {
    const wr_task *outer = wr_current_task;
    for (uint32_t i = 0; i < g->count; i++) {
        wr_task *t = g->task[i];
        take_temporaries(g, i);
        weir_context ctx = {.rt = g->rt, .task = t, .worker = worker};
        wr_failure *f = failed_input(g, i);
        if (f != NULL && t->bytes > 0) wr_memory_end(g->rt, t);
        if (f != NULL) t->flags |= WR_SKIPPED;
        wr_current_task = t;
        if (f == NULL) f = wr_run_function(&ctx);
        t->prev = (wr_task *)(void *)f;
        drop_temporaries(g, i);
    }
    wr_current_task = outer;
}

void wr_group_finish(wr_group *g) {
    uint32_t n = g->count;
    int64_t now = g->task[0]->flags & WR_TRACED ? wr_now_ns() : 0;
    for (uint32_t i = 0; i < n; i++) {
        wr_task *t = g->task[i];
        t->next = i + 1 < n ? g->task[i + 1] : NULL;
        if (!(t->flags & WR_TRACED)) continue;
        /* The members share the time of the group equally. */
        wr_times *times = wr_task_times(t);
        int64_t start = times->start, all = now > start ? now - start : 0;
        times->start = start + all * i / n;
        times->end = start + all * (i + 1) / n;
    }
    wr_run_finish_list(g->rt, g->task[0]);
}
