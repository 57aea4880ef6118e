/* admit.c - the memory level: which tasks may take new bytes now.
 *
 * At linking, in program order, `sim` follows what an in-order run would hold; its highest value and a
 * tenth more is the level.  Tasks that bring bytes wait in `unadmitted`, oldest first, until
 * `promised` (bytes in use, and those of admitted tasks that have not started) leaves room for them.
 *
 * Why the oldest always gets in: when all older tasks are settled and buried, `promised` is what the
 * in-order run holds before it (or less: releases issued later may have come already), and `sim` with
 * this task's bytes was within the level when it was linked.  What younger tasks hold was admitted
 * only after the bytes of this one had been added.  Variables that are live from birth and were made
 * while older tasks are held (`ahead`) come on top of the level: their turn in program order has not come
 * yet.  They are made only if all held tasks fit the budget beside them.
 *
 * What could run may come before its turn.  What the level leaves above the peak of `sim` is divided: a part for
 * tasks that are in their turn, a part for any that could run while older ones are blocked, and one for those that
 * somebody waits for (law 3).  Bytes that came before their turn (`passed`) leave their part when they die, or when
 * their turn has come.  The oldest still gets in: all tasks older than one that passed were linked before it
 * did, so `sim_peak` at that time covers them, and the parts together are what the level leaves above that.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/engine.h"

static uint64_t add(uint64_t a, uint64_t b) { return a + b >= a ? a + b : UINT64_MAX; }

static void raise_level(weir_runtime *rt, uint64_t now) {
    if (now > rt->sim_peak) rt->sim_peak = now;
    uint64_t half = rt->sim_peak / 20, level = add(rt->sim_peak, half);
    if (level < rt->config.level_floor_bytes) level = rt->config.level_floor_bytes;
    level = add(level, half); /* for what somebody waits for */
    if (level > rt->config.memory_bytes) level = rt->config.memory_bytes;
    rt->level = level;
    atomic_store_explicit(&rt->level_stat, level, memory_order_relaxed);
}

void wr_level_init(weir_runtime *rt) {
    raise_level(rt, 0);
    rt->ahead_epoch = 1;
}

static void set_doomed(weir_runtime *rt, weir_var *v, bool doomed) {
    if (v->doomed == doomed) return;
    v->doomed = doomed;
    rt->doomed_vars += doomed ? 1 : (uint64_t)-1;
}

void wr_admit_task(weir_runtime *rt, wr_task *t) {
    uint64_t scratch = t->bytes, fresh = 0;
    bool doomed = false; /* an input is known to fail for want of memory, so this will not run */
    for (uint32_t i = 0; i < t->access_count; i++) {
        wr_access *a = &t->access[i];
        if (a->flags & WR_DUPLICATE) continue;
        if (!a->write || (a->flags & WR_UPDATE)) doomed |= a->var->doomed;
        if (a->write && !a->var->in_sim) fresh = add(fresh, a->var->bytes);
    }
    uint64_t need = add(fresh, scratch);
    if (t->kind->flags & WEIR_KIND_ALWAYS) doomed = false;
    bool bursts = !doomed && need > 0 && add(rt->sim, need) > rt->config.memory_bytes;
    for (uint32_t i = 0; i < t->write_count; i++) {
        wr_access *a = &t->access[i];
        if (a->flags & WR_DUPLICATE) continue;
        set_doomed(rt, a->var, doomed || bursts);
        if (doomed || bursts || a->var->in_sim) continue;
        a->flags |= WR_FRESH;
        a->var->in_sim = true;
        a->var->maker = t->kind;
    }
    if (bursts) t->flags |= WR_DOOMED; /* and `bytes` tells how much it wanted */
    t->bytes = doomed ? 0 : need;
    if (doomed || bursts || t->bytes == 0) return;
    rt->sim += fresh;
    raise_level(rt, rt->sim + scratch);
    t->flags |= WR_HELD;
    rt->held_bytes += t->bytes;
    t->prev = rt->unadmitted.first != NULL ? rt->unadmitted.last : NULL;
    wr_list_put(&rt->unadmitted, t);
}

/* Out of `unadmitted`. */
static void leave(weir_runtime *rt, wr_task *t) {
    if (t->next != NULL) t->next->prev = t->prev;
    wr_list_drop(&rt->unadmitted, t, t->prev);
}

void wr_admit_granted(weir_runtime *rt, wr_task *t) {
    if (rt->doomed_vars == 0) return;
    for (uint32_t i = 0; i < t->write_count; i++) set_doomed(rt, t->access[i].var, false);
}

static void show(weir_runtime *rt) {
    atomic_store_explicit(&rt->committed, add(rt->promised, rt->held_bytes), memory_order_relaxed);
}

/* The turn has come of the live variables made so far, and of the tasks that passed. */
static void nothing_held(weir_runtime *rt) {
    rt->ahead_bytes = rt->ahead_noted = rt->passed = 0;
    rt->ahead_since = rt->linked_ever;
    if (++rt->ahead_epoch == 0) rt->ahead_epoch = 1;
}

/* What the level leaves for tasks before their turn: for those that somebody waits for, and for any. */
typedef struct parts {
    uint64_t awaited, any;
} parts;

/* What a program needs below a quarter of the floor is of no account; above it, a quarter of the tenth is what any
 * task may have, so that who does not wait needs no more memory than who does. */
static parts parts_of(weir_runtime *rt) {
    uint64_t peak = rt->sim_peak, floor = rt->config.level_floor_bytes / 4;
    uint64_t above = rt->level > peak ? rt->level - peak : 0;
    parts p = {peak / 20, floor > peak + peak / 40 ? floor - peak : peak / 40};
    if (p.awaited > above) p.awaited = above;
    if (p.any > above - p.awaited) p.any = above - p.awaited;
    return p;
}

/* How much of it a task in its turn leaves alone.  One that cannot run yet leaves all of it, or chains would take
 * for results to come what could be used now. */
static uint64_t left_alone(weir_runtime *rt, const wr_task *t) {
    parts p = parts_of(rt);
    uint64_t all = p.awaited + p.any, unused = rt->passed < all ? all - rt->passed : 0;
    bool blocked = atomic_load_explicit(&t->pending, memory_order_relaxed) > 0;
    return blocked || unused < p.awaited ? unused : p.awaited;
}

/* May this one be in use as well, if `kept` is left free?  What is allowed is the level and what stands ahead of
 * its turn, within the budget.  The oldest task still gets in: what is live was made only if all held tasks fit
 * the budget beside it.  Of what was only noted nobody knew that, so it comes on top. */
static bool fits(weir_runtime *rt, const wr_task *t, uint64_t kept) {
    uint64_t budget = rt->config.memory_bytes;
    /* Variables in use whose records are in the lanes: look again when they are drained. */
    uint64_t noted = atomic_load_explicit(&rt->noted, memory_order_relaxed);
    if (noted > 0 && add(add(rt->promised, noted), t->bytes) > budget) return false;
    if (!rt->config.admission) return true;
    uint64_t level = add(rt->level, rt->ahead_bytes) - kept, most = add(budget, rt->ahead_noted);
    return add(rt->promised, t->bytes) <= (level < most ? level : most);
}

static void let_in(weir_runtime *rt, wr_task *t) {
    rt->held_bytes -= t->bytes;
    rt->promised += t->bytes;
    if (t->flags & WR_KNOCKING) rt->knocking--;
    t->flags &= (uint8_t) ~(WR_HELD | WR_KNOCKING);
    if (atomic_load_explicit(&t->pending, memory_order_relaxed) == 0) wr_ready_put(rt, t);
}

/* ---- Before its turn ------------------------------------------------------------------------- */

static bool may_pass(weir_runtime *rt, const wr_task *t) {
    parts p = parts_of(rt);
    uint64_t passed = add(rt->passed, t->bytes);
    uint64_t most = t->level == WR_URGENT ? p.awaited + p.any : p.any;
    /* All that is held, and was linked before what is live now or passed, fits the budget beside it. */
    bool safe = add(add(rt->sim_peak, rt->ahead_bytes), passed) <= rt->config.memory_bytes;
    return safe && passed <= most && fits(rt, t, 0);
}

static void pass(weir_runtime *rt, wr_task *t) {
    for (uint32_t i = 0; i < t->write_count; i++)
        if (t->access[i].flags & WR_FRESH) {
            t->access[i].var->ahead = rt->ahead_epoch;
            t->access[i].var->passed = true;
        }
    rt->passed += t->bytes;
    t->flags |= WR_PASSED;
    leave(rt, t);
    let_in(rt, t);
}

/* Who can run since the last time goes in if it fits.  Who does not waits for its turn, or for more room if
 * somebody waits for it. */
static void pass_unblocked(weir_runtime *rt) {
    for (size_t i = 0; i < rt->unblocked_count; i++) {
        wr_task *t = rt->unblocked[i];
        if (!(t->flags & WR_HELD)) continue; /* it was its turn */
        if (may_pass(rt, t)) pass(rt, t);
    }
    rt->unblocked_count = 0;
}

/* One walk of the list for all that are waited for, if the room is another than last time. */
static void pass_awaited(weir_runtime *rt) {
    if (rt->knocking == 0 || rt->passed == rt->room_tried) return;
    size_t left = rt->knocking;
    for (wr_task *t = rt->unadmitted.first, *next; left > 0 && t != NULL; t = next) {
        next = t->next;
        if (!(t->flags & WR_KNOCKING)) continue;
        left--;
        if (may_pass(rt, t)) pass(rt, t);
    }
    rt->room_tried = rt->passed;
}

void wr_admit_knock(weir_runtime *rt, wr_task *t) {
    assert(t->flags & WR_HELD);
    if (t->level != WR_URGENT) {
        if (rt->unblocked_count < WR_BATCH_MAX) rt->unblocked[rt->unblocked_count++] = t;
    } else if (!(t->flags & WR_KNOCKING)) {
        t->flags |= WR_KNOCKING;
        rt->knocking++;
        rt->room_tried = UINT64_MAX;
    }
}

/* ---- In its turn ----------------------------------------------------------------------------- */

void wr_admit(weir_runtime *rt) {
    if (atomic_load_explicit(&rt->freed, memory_order_relaxed) > 0) {
        rt->promised -= atomic_exchange(&rt->freed, 0);
        rt->room_tried = UINT64_MAX;
    } else if (rt->unadmitted.first == NULL) {
        assert(rt->unblocked_count == 0);
        return;
    }
    for (wr_task *t; (t = rt->unadmitted.first) != NULL && fits(rt, t, left_alone(rt, t));) {
        leave(rt, t);
        let_in(rt, t);
    }
    pass_unblocked(rt);
    pass_awaited(rt);
    if (rt->unadmitted.first == NULL) nothing_held(rt);
    show(rt);
}

void wr_admit_noted(weir_runtime *rt, weir_var *v) {
    v->in_sim = true;
    rt->sim += v->bytes;
    rt->promised += v->bytes;
    raise_level(rt, rt->sim);
    rt->room_tried = UINT64_MAX;
    if (rt->unadmitted.first != NULL) {
        v->ahead = rt->ahead_epoch;
        rt->ahead_bytes += v->bytes;
        if (v->noted) rt->ahead_noted += v->bytes;
    }
    show(rt);
}

bool wr_admit_live(weir_runtime *rt, weir_var *v, bool *never) {
    uint64_t budget = rt->config.memory_bytes;
    *never = add(rt->sim, v->bytes) > budget;
    if (*never || add(add(rt->promised, rt->held_bytes), v->bytes) > budget) return false;
    wr_admit_noted(rt, v);
    v->taken = true;
    wr_memory_add(rt, v->bytes);
    return true;
}

void wr_admit_died(weir_runtime *rt, weir_var *v) {
    if (v->doomed) rt->doomed_vars--;
    if (v->ahead == 0 || v->ahead != rt->ahead_epoch) return;
    if (v->passed) {
        rt->passed -= v->bytes;
        return;
    }
    rt->ahead_bytes -= v->bytes;
    if (v->noted) rt->ahead_noted -= v->bytes;
}

void wr_admit_release(weir_runtime *rt, weir_var *v) {
    if (v->in_sim) rt->sim -= v->bytes;
}

static uint64_t scratch_of(wr_task *t) {
    uint64_t bytes = t->bytes;
    for (uint32_t i = 0; i < t->write_count; i++)
        if (t->access[i].flags & WR_FRESH) bytes -= t->access[i].var->bytes;
    return bytes;
}

void wr_admit_settled(weir_runtime *rt, wr_task *t) {
    if (t->flags & WR_DOOMED) return;
    uint64_t scratch = scratch_of(t);
    rt->promised -= scratch;
    if ((t->flags & WR_PASSED) && t->ticket >= rt->ahead_since) rt->passed -= scratch;
}

/* ---- What is really taken: counted when tasks start and end ---------------------------------- */

void wr_memory_take(weir_runtime *rt, wr_task *t) {
    for (uint32_t i = 0; i < t->write_count; i++)
        if (t->access[i].flags & WR_FRESH) t->access[i].var->taken = true;
    wr_memory_add(rt, t->bytes);
}

void wr_memory_add(weir_runtime *rt, uint64_t bytes) {
    uint64_t now = atomic_fetch_add_explicit(&rt->used, bytes, memory_order_relaxed) + bytes;
    uint64_t peak = atomic_load_explicit(&rt->used_peak, memory_order_relaxed);
    while (now > peak && !atomic_compare_exchange_weak(&rt->used_peak, &peak, now)) {}
}

void wr_memory_give(weir_runtime *rt, uint64_t bytes) {
    atomic_fetch_sub_explicit(&rt->used, bytes, memory_order_relaxed);
}

void wr_memory_end(weir_runtime *rt, wr_task *t) {
    uint64_t scratch = scratch_of(t);
    if (scratch > 0) wr_memory_give(rt, scratch);
}

/* ---- The sentence when it does not fit ------------------------------------------------------- */

typedef struct holder {
    const weir_kind *maker;
    uint32_t site;
    uint64_t bytes;
} holder;

typedef struct holders {
    holder top[3];
} holders;

static void note_holder(void *block, void *ctx) {
    weir_var *v = block;
    holders *all = ctx;
    /* Acquire pairs with the release in wr_var_make: with a reference it is whole, and without the role,
     * which we hold, it does not go away.  Without one it may still be in use by the queue. */
    if (atomic_load_explicit(&v->refs, memory_order_acquire) == 0 && v->oldest == NULL) return;
    if (!v->in_sim || v->bytes == 0) return;
    holder h = {v->maker, v->site, v->bytes};
    for (int i = 0; i < 3; i++)
        if (h.bytes > all->top[i].bytes) {
            holder other = all->top[i];
            all->top[i] = h;
            h = other;
        }
}

/* "3.1 GB". */
int wr_print_bytes(char *to, size_t size, uint64_t bytes) {
    static const char units[][3] = {"B", "KB", "MB", "GB", "TB"};
    double value = (double)bytes;
    int unit = 0;
    for (; value >= 1000 && unit < 4; unit++) value /= 1000;
    return snprintf(to, size, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
}

/* "needs 3.1 GB, budget 2.0 GB, held by 1.5 GB of matmul, ..." */
void wr_admit_sentence(weir_runtime *rt, uint64_t bytes, char *text, size_t size) {
    char needs[32], budget[32];
    wr_print_bytes(needs, sizeof needs, bytes);
    wr_print_bytes(budget, sizeof budget, rt->config.memory_bytes);
    size_t n = (size_t)snprintf(text, size, "needs %s, budget %s", needs, budget);
    holders all = {0};
    wr_role_take(rt); /* the variables' marks are the role's */
    wr_pool_each(&rt->vars, note_holder, &all);
    wr_role_give(rt);
    for (int i = 0; i < 3 && all.top[i].bytes > 0; i++) {
        char held[32];
        wr_print_bytes(held, sizeof held, all.top[i].bytes);
        const char *name = all.top[i].maker != NULL ? all.top[i].maker->name : "host data";
        int more =
            snprintf(text + n, size - n, "%s %s of %s", i == 0 ? ", held by" : ",", held, name);
        if (more < 0 || n + (size_t)more >= size) break;
        n += (size_t)more;
    }
}

wr_failure *wr_admit_failure(weir_runtime *rt, wr_task *t) {
    char text[160];
    wr_admit_sentence(rt, t->bytes, text, sizeof text);
    return wr_failure_new(rt, t, WEIR_ENOMEM, text);
}
