/* variable.c - variables: created on an issuing thread, reclaimed by the thread that releases
 * the scheduler.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "engine/engine.h"

static void act_note(weir_runtime *rt, wr_task *t) {
    const weir_var *v = t->arg;
    wr_admit_noted(rt, t->arg);
    atomic_fetch_sub_explicit(&rt->noted, v->bytes, memory_order_relaxed);
}

static void act_release(weir_runtime *rt, wr_task *t) { wr_var_released(rt, t->arg); }

const wr_scheduler_kind wr_release_kind = {
    {.size = sizeof(weir_kind), .name = "release", .flags = WR_KIND_NOW}, act_release};
static const wr_scheduler_kind note_kind = {
    {.size = sizeof(weir_kind), .name = "note", .flags = WR_KIND_NOW}, act_note};
/* A task that clears a failure counts as a successful write of the whole variable: retiring the
 * task removes the failure, and the task does nothing else. */
static const wr_scheduler_kind clear_kind = {
    {.size = sizeof(weir_kind), .name = "clear", .flags = WR_KIND_GRANTED | WEIR_KIND_PURE}, NULL};

static void give_back(wr_queue *queue, weir_var *v) {
    atomic_store_explicit(&v->refs, 0, memory_order_relaxed);
    if (queue->var_count == WR_VAR_CACHE) {
        enum { KEPT = WR_VAR_CACHE / 2 };
        for (int i = KEPT; i + 1 < WR_VAR_CACHE; i++) queue->vars[i]->link = queue->vars[i + 1];
        wr_pool_give(&v->rt->vars, queue->vars[KEPT], queue->vars[WR_VAR_CACHE - 1]);
        queue->var_count = KEPT;
    }
    queue->vars[queue->var_count++] = v;
}

/* Admit the bytes of a variable that are in use from now on.  This happens in program order, so all
 * records issued before are drained first.  Fail with WEIR_ENOMEM if the variable would not fit
 * even in an in-order run.  Otherwise it fits once older work is done, so wait for that; but inside
 * a task or callback, which must not wait, fail. */
static weir_status admit_live(weir_runtime *rt, weir_var *v, const char *what) {
    for (bool collected = false;; collected = true) {
        bool never;
        wr_scheduler_acquire_all(rt);
        bool alive = wr_admit_live(rt, v, &never);
        wr_scheduler_release_all(rt);
        if (alive) return WEIR_OK;
        if (!collected && wr_garbage_collect(rt, wr_var_space(rt, v))) continue;
        if (never || wr_inside != NULL) {
            char text[200];
            wr_admit_message(rt, v->space, v->bytes, text, sizeof text);
            return wr_fail(WEIR_ENOMEM, "%s: %s%s", what, text,
                           never ? "" : "; a task or callback cannot wait for memory to be freed");
        }
        WR_TRY(wr_wait_memory(rt, wr_var_space(rt, v), v->bytes, v->site));
    }
}

/* Prefetch the cache lines of the variable that will be used next; another core may have used it
 * last. */
static void fetch(const weir_var *v) {
    const char *line = (const char *)v;
    for (size_t at = 0; at < sizeof *v + WR_VAR_EXTRA; at += WR_CACHE_LINE)
        __builtin_prefetch(line + at, 1);
}

/* Find the memory of a device.  The device is opened, so that its budget is known. */
static weir_status find_space(weir_runtime *rt, int32_t device, const char *what, int *space) {
    *space = wr_memory_slot(device);
    if (*space < 0)
        return wr_fail(WEIR_EDEVICE,
                       "%s: there is no device %d; variables are on the CPU or on WEIR_NULL(0) to "
                       "WEIR_NULL(%d)",
                       what, device, WR_NULL_DEVICES - 1);
    return *space == 0 ? WEIR_OK : wr_device_open(rt, *space);
}

/* wr_var_make, for a variable in this space. */
static inline __attribute__((always_inline)) weir_status make(weir_runtime *rt,
                                                              const weir_var_options *options,
                                                              const char *what, int space,
                                                              weir_var **out) {
    /* The bytes of a device's variable are not the host's, and its memory has no allowance. */
    bool outside = space == 0 && options->bytes > 0 &&
                   (options->flags & (WEIR_VAR_LIVE | WR_VAR_NOTED | WR_VAR_LENT));
    wr_queue *queue = wr_queue_get(rt);
    if (queue == NULL) return wr_fail(WEIR_ENOMEM, "%s: not enough memory for a variable", what);
    if (outside) WR_TRY(wr_outside_wait(rt, queue, options->bytes));
    if (queue->var_count == 0)
        queue->var_count = wr_pool_take(&rt->vars, (void **)queue->vars, WR_VAR_CACHE);
    if (queue->var_count == 0)
        return wr_fail(WEIR_ENOMEM, "%s: not enough memory for a variable", what);
    weir_var *v = queue->vars[--queue->var_count];
    if (queue->var_count > 0) fetch(queue->vars[queue->var_count - 1]);
    /* `oldest` is NULL in the pool, and a thread that looks for holders of memory may be reading it. */
    assert(v->oldest == NULL);
    memset((void *)&v->newest, 0, sizeof *v - offsetof(weir_var, newest));
    atomic_init(&v->writes_issued, 0);
    atomic_init(&v->queued, false);
    v->rt = rt;
    bool lent = options->flags & WR_VAR_LENT;
    v->bytes = lent ? 0 : options->bytes;
    v->on_free = options->on_free;
    v->ctx = options->ctx;
    v->site = options->site;
    v->ahead = 0;
    v->in_footprint = v->bytes == 0; /* a variable of 0 bytes allocates nothing */
    v->outside = 0;
    v->lends = false;
    v->space = (uint8_t)space;
    bool noted = (options->flags & WR_VAR_NOTED) && options->bytes > 0 && space == 0 &&
                 wr_note_bytes(rt, v->bytes);
    if ((options->flags & (WEIR_VAR_LIVE | WR_VAR_NOTED)) && options->bytes > 0 && !noted) {
        weir_status status = admit_live(rt, v, what);
        if (status != WEIR_OK) {
            give_back(queue, v);
            return status;
        }
    }
    if (noted) {
        wr_var_queued(v); /* the record names it */
        v->noted = true;
        v->taken = WR_TAKEN;
        wr_memory_add(wr_host_space(rt), v->bytes);
    }
    if (outside) wr_outside_born(rt, v, lent ? options->bytes : 0);
    /* Release pairs with the acquire in add_holder, which walks all variables. */
    atomic_store_explicit(&v->refs, 1, memory_order_release);
    atomic_fetch_add_explicit(&rt->refs, 1, memory_order_relaxed);
    if (noted && wr_issue_now(rt, &note_kind, v) != WEIR_OK) {
        wr_memory_give(wr_host_space(rt), v->bytes);
        atomic_fetch_sub_explicit(&rt->noted, v->bytes, memory_order_relaxed);
        v->outside = 0;
        wr_runtime_unref(rt, 1);
        give_back(queue, v);
        return wr_fail(WEIR_ENOMEM, "%s: out of memory; the variable was not created", what);
    }
    *out = v;
    return WEIR_OK;
}

/* The same in a process that counts garbage.  The bytes are counted first, so that threads which
 * create variables at the same time see each other's. */
static __attribute__((noinline)) weir_status make_counted(weir_runtime *rt,
                                                          const weir_var_options *options,
                                                          const char *what, int space,
                                                          weir_var **out) {
    wr_memory_space *s = &rt->spaces[space];
    uint64_t bytes = (options->flags & WR_VAR_LENT) ? 0 : options->bytes;
    wr_garbage_add(rt, s, bytes);
    weir_status status = make(rt, options, what, space, out);
    if (status != WEIR_OK) wr_garbage_drop(s, bytes);
    return status;
}

static __attribute__((noinline)) weir_status make_on_device(weir_runtime *rt,
                                                            const weir_var_options *options,
                                                            const char *what, weir_var **out) {
    int space;
    WR_TRY(find_space(rt, options->device, what, &space));
    return wr_garbage_is_counted() ? make_counted(rt, options, what, space, out)
                                   : make(rt, options, what, space, out);
}

weir_status wr_var_make(weir_runtime *rt, const weir_var_options *options, const char *what,
                        weir_var **out) {
    if (WR_UNLIKELY(options->device != 0)) return make_on_device(rt, options, what, out);
    if (WR_UNLIKELY(wr_garbage_is_counted())) return make_counted(rt, options, what, 0, out);
    return make(rt, options, what, 0, out);
}

/* Free what the variables of a list hold, and return them to the pool.  Called without holding the
 * scheduler. */
void wr_vars_reclaim(weir_runtime *rt, weir_var *first) {
    const weir_runtime *outer = wr_inside;
    bool nested = wr_mine.reclaiming;
    wr_mode mode = wr_mode_enter(0);
    wr_inside = rt; /* on_free must not wait */
    wr_mine.reclaiming = true;
    uint64_t bytes = 0;
    unsigned count = 0;
    weir_var *last = first;
    for (weir_var *v = first; v != NULL; v = v->link) {
        if (v->taken == WR_TAKEN) wr_memory_give(wr_var_space(rt, v), v->bytes);
        if (v->on_free != NULL) v->on_free(v->ctx);
        if (WR_UNLIKELY(v->lends)) wr_outside_reclaimed(rt, v);
        if (WR_UNLIKELY(v->space != 0)) {
            if (v->in_footprint && v->taken != WR_GIVEN) wr_memory_freed(rt, v->space, v->bytes);
        } else if (v->in_footprint) {
            bytes += v->bytes;
        }
        last = v;
        count++;
    }
    wr_mode_now = mode;
    wr_inside = outer;
    wr_mine.reclaiming = nested;
    if (bytes > 0) {
        atomic_fetch_add(&wr_host_space(rt)->freed, bytes);
        atomic_fetch_sub(&wr_host_space(rt)->reclaiming, bytes);
    }
    wr_pool_give(&rt->vars, first, last);
    wr_runtime_unref(rt, count);
}

void wr_vars_trim(weir_runtime *rt) {
    wr_queue *queue = wr_queue_get(rt);
    /* Return to the pool the variables that this thread has cached. */
    if (queue != NULL && queue->var_count > 0) {
        for (size_t i = 0; i + 1 < queue->var_count; i++) queue->vars[i]->link = queue->vars[i + 1];
        wr_pool_give(&rt->vars, queue->vars[0], queue->vars[queue->var_count - 1]);
        queue->var_count = 0;
    }
    wr_pool_trim(&rt->vars);
}

/* Reuse a released variable immediately, if the scheduler has never seen it and there is nothing to
 * free, or only what a call has computed. */
static bool reuse(weir_runtime *rt, weir_var *v) {
    if (atomic_load_explicit(&v->queued, memory_order_relaxed)) return false;
    bool in_call = wr_in_call_uncounted(v);
    if (!in_call && (v->on_free != NULL || v->bytes > 0 || v->lends)) return false;
    wr_queue *queue = wr_queue_get(rt);
    if (queue == NULL) return false;
    if (in_call) wr_in_call_free(rt, v);
    give_back(queue, v);
    wr_runtime_unref(rt, 1);
    return true;
}

void wr_var_release(weir_var *v) {
    weir_runtime *rt = v->rt;
    /* Acquire and acq_rel: the thread that drops the last reference sees what the other threads did
     * before they dropped theirs.  If this thread holds the only reference, no other thread can add
     * one. */
    if (atomic_load_explicit(&v->refs, memory_order_acquire) != 1 &&
        atomic_fetch_sub_explicit(&v->refs, 1, memory_order_acq_rel) != 1)
        return;
    atomic_store_explicit(&v->refs, 0, memory_order_relaxed);
    if (WR_UNLIKELY(v->outside)) wr_outside_left(rt, v);
    if (WR_UNLIKELY(wr_garbage_is_counted())) wr_garbage_drop(wr_var_space(rt, v), v->bytes);
    if (atomic_load(&rt->closed)) {
        wr_outside_dead(rt, v);
        wr_scheduler_acquire(rt); /* other threads may be releasing failures at the same time */
        wr_var_mark(rt, v, NULL, false);
        atomic_store(&rt->scheduler, WR_SCHEDULER_FREE);
        v->link = NULL;
        if (v->in_footprint) atomic_fetch_add(&wr_var_space(rt, v)->reclaiming, v->bytes);
        wr_vars_reclaim(rt, v);
        return;
    }
    if (reuse(rt, v)) return;
    if (wr_issue_now(rt, &wr_release_kind, v) == WEIR_OK) return;
    weir_var *top = atomic_load(&rt->orphans);
    do v->link = top;
    while (!atomic_compare_exchange_weak(&rt->orphans, &top, v));
    wr_now_issued(rt);
}

weir_status wr_var_clear(weir_var *v) {
    weir_task task = {.size = sizeof task, .writes = &v, .write_count = 1};
    return wr_issue(v->rt, &task, &clear_kind.kind);
}
