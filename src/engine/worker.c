/* worker.c - the threads that run tasks: how they look for work, when they sleep, who wakes them.
 *
 * A worker is watching (it will look at the lanes by itself soon) unless it sleeps or runs a task that
 * may be long.  docs/design/engine.md, "Sleeping and waking", has the protocol; the two places that
 * stop watching are `sleep_until_woken` and `stop_watching`.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <sched.h>
#include <string.h>
#include <time.h>

#include "base/thread.h"
#include "engine/engine.h"

enum { MEASURE_EVERY = 16 };

/* ---- Slots: at most `workers` threads compute, helpers included ------------------------------ */

WR_THREAD_LOCAL int wr_slots;
WR_THREAD_LOCAL bool wr_engine_thread;
WR_THREAD_LOCAL bool wr_orphan;

bool wr_slot_take(weir_runtime *rt) {
    int active = atomic_load_explicit(&rt->active, memory_order_relaxed);
    while (active < rt->config.workers)
        if (atomic_compare_exchange_weak(&rt->active, &active, active + 1)) {
            /* seq_cst both: fork pauses first and counts then, we count first and look then. */
            if (!atomic_load(&rt->paused)) {
                wr_slots++;
                return true;
            }
            atomic_fetch_sub(&rt->active, 1);
            return false;
        }
    return false;
}

void wr_slot_give(weir_runtime *rt) {
    wr_slots--;
    atomic_fetch_sub(&rt->active, 1);
}

/* One core for each worker that computes, one for each thread that polls, one for the front end, which
 * may be computing too while it waits. */
static bool may_spin(weir_runtime *rt) {
    int workers = atomic_load_explicit(&rt->active, memory_order_relaxed) -
                  atomic_load_explicit(&rt->helpers, memory_order_relaxed);
    int polling = atomic_load_explicit(&rt->spinning, memory_order_relaxed);
    return rt->spin_ns > 0 && workers + polling + 1 < rt->cpus;
}

/* ---- Waking ---------------------------------------------------------------------------------- */

/* Under idle_lock: off the stack.  It watches from now on, so others need not be woken too. */
static void rise(wr_worker **at) {
    wr_worker *w = *at;
    *at = w->below;
    w->asleep = false;
    atomic_fetch_sub(&w->rt->sleepers, 1);
    atomic_fetch_add(&w->rt->watchers, 1);
}

bool wr_wake_one(weir_runtime *rt) {
    if (atomic_load(&rt->sleepers) == 0) return false;
    wr_lock_take(&rt->idle_lock);
    wr_worker **at = &rt->idle;
    while (*at != NULL && (*at)->below != NULL && atomic_load(&(*at)->naps)) at = &(*at)->below;
    wr_worker *w = *at; /* the sentinel only if nobody else sleeps */
    if (w != NULL) {
        rise(at);
        atomic_store(&w->word, 1);
    }
    wr_lock_give(&rt->idle_lock);
    if (w == NULL) return false;
    atomic_fetch_add_explicit(&rt->wakes, 1, memory_order_relaxed);
    wr_unpark(&w->word);
    return true;
}

bool wr_wake_for_push(weir_runtime *rt) {
    if (WR_UNLIKELY(atomic_load_explicit(&rt->restart, memory_order_acquire))) wr_fork_restart(rt);
    return atomic_load(&rt->paused) || wr_wake_one(rt);
}

void wr_wake_for_ready(weir_runtime *rt) {
    if (atomic_load(&rt->sleepers) == 0 || atomic_load(&rt->paused)) return;
    size_t ready = wr_ready_len(rt);
    if (ready == 0) return;
    bool unwatched = atomic_load(&rt->watchers) <= 0;
    uint64_t ns = atomic_load_explicit(&rt->task_ns, memory_order_relaxed);
    if (unwatched || (ready > 1 && ns >= WR_TINY_NS && ns * ready > 20000)) wr_wake_one(rt);
}

/* ---- Sleeping -------------------------------------------------------------------------------- */

static void lie_down(wr_worker *w) {
    weir_runtime *rt = w->rt;
    atomic_store(&w->word, 0);
    wr_lock_take(&rt->idle_lock);
    w->below = rt->idle;
    rt->idle = w;
    w->asleep = true;
    atomic_fetch_add(&rt->sleepers, 1);
    wr_lock_give(&rt->idle_lock);
}

/* Back on one's feet without having been woken; false if somebody was quicker. */
static bool get_up(wr_worker *w) {
    weir_runtime *rt = w->rt;
    wr_lock_take(&rt->idle_lock);
    bool was_asleep = w->asleep;
    if (was_asleep) {
        wr_worker **at = &rt->idle;
        while (*at != w) at = &(*at)->below;
        rise(at);
    }
    wr_lock_give(&rt->idle_lock);
    return was_asleep;
}

static uint64_t progress(weir_runtime *rt) {
    return atomic_load(&rt->ring.head) + atomic_load(&rt->drained) + atomic_load(&rt->finished);
}

/* ---- Housekeeping ---------------------------------------------------------------------------- */

/* Call what wr_idle_set registered.  Returns until when to sleep. */
static int64_t keep_house(weir_runtime *rt) {
    wr_lock_take(&rt->idle_lock);
    wr_idle_fn fn = rt->idle_fn;
    void *ctx = rt->idle_ctx;
    rt->keeping = fn != NULL;
    wr_lock_give(&rt->idle_lock);
    if (fn == NULL) return WR_FOREVER;
    int64_t now = wr_now_ns(), again_ns = fn(ctx, now);
    wr_lock_take(&rt->idle_lock);
    rt->keeping = false;
    wr_lock_give(&rt->idle_lock);
    return again_ns < 0 ? WR_FOREVER : now + again_ns;
}

/* Until when to sleep.  One sleeper is the keeper, for as long as there is something to come back for;
 * who lies down meanwhile asks it to look again, so that nothing left behind just now is missed.
 * seq_cst: the keeper resigns only if nobody has asked since its last look. */
static int64_t become_housekeeper(weir_runtime *rt, bool *housekeeper) {
    unsigned seen = WR_HOUSEKEEPER_NONE;
    while (!atomic_compare_exchange_weak(&rt->housekeeper, &seen,
                                         seen == WR_HOUSEKEEPER_NONE ? WR_HOUSEKEEPER_ACTIVE
                                                                     : WR_HOUSEKEEPER_REQUESTED)) {}
    *housekeeper = seen == WR_HOUSEKEEPER_NONE;
    if (!*housekeeper) return WR_FOREVER;
    int64_t until;
    do {
        atomic_store(&rt->housekeeper, WR_HOUSEKEEPER_ACTIVE);
        until = keep_house(rt);
        seen = WR_HOUSEKEEPER_ACTIVE;
        if (until != WR_FOREVER) return until;
    } while (!atomic_compare_exchange_strong(&rt->housekeeper, &seen, WR_HOUSEKEEPER_NONE));
    *housekeeper = false;
    return until;
}

/* Something was left for the housekeeping.  seq_cst: see become_keeper. */
void wr_idle_poke(weir_runtime *rt) {
    unsigned seen = atomic_load(&rt->housekeeper);
    while (seen == WR_HOUSEKEEPER_ACTIVE)
        if (atomic_compare_exchange_weak(&rt->housekeeper, &seen, WR_HOUSEKEEPER_REQUESTED)) return;
    if (seen == WR_HOUSEKEEPER_NONE) wr_wake_one(rt); /* whoever is awake lies down some time */
}

void wr_idle_set(weir_runtime *rt, wr_idle_fn fn, void *ctx) {
    wr_lock_take(&rt->idle_lock);
    rt->idle_fn = fn;
    rt->idle_ctx = ctx;
    while (rt->keeping && rt->worker_count > 0) {
        wr_lock_give(&rt->idle_lock);
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
        wr_lock_take(&rt->idle_lock);
    }
    wr_lock_give(&rt->idle_lock);
}

/* While others are awake one sleeper naps, and looks whether they are stuck in a long task.  True: they
 * are, and there is work. */
static bool nap_or_sleep(wr_worker *w) {
    weir_runtime *rt = w->rt;
    bool others_awake = atomic_load(&rt->watchers) + atomic_load(&rt->active) > 0;
    bool none = false, housekeeper;
    bool sentinel = others_awake && atomic_compare_exchange_strong(&rt->sentinel, &none, true);
    atomic_store(&w->naps, true);
    int64_t until = become_housekeeper(rt, &housekeeper);
    if (!sentinel && !housekeeper) atomic_store(&w->naps, false);
    uint64_t before = progress(rt);
    weir_status status = wr_park(&w->word, 0, sentinel ? wr_now_ns() + WR_NAP_NS : until);
    atomic_store(&w->naps, false);
    if (housekeeper) atomic_store(&rt->housekeeper, WR_HOUSEKEEPER_NONE);
    if (!sentinel) return false;
    atomic_store(&rt->sentinel, false);
    return status == WEIR_ETIMEDOUT && progress(rt) == before && wr_has_work(rt);
}

/* Waiting threads may have all the slots.  They look whether somebody is needed when they give one. */
static bool slot_is_free(weir_runtime *rt) { return atomic_load(&rt->active) < rt->config.workers; }

/* Nobody watches and there is something to see. */
static bool is_needed(weir_runtime *rt) {
    return atomic_load(&rt->stopping) || (atomic_load(&rt->watchers) <= 0 && wr_has_work(rt) &&
                                          slot_is_free(rt) && !atomic_load(&rt->paused));
}

static void sleep_until_woken(wr_worker *w) {
    weir_runtime *rt = w->rt;
    lie_down(w);
    /* seq_cst: from here on a push sees that nobody watches, or we see its ticket. */
    atomic_fetch_sub(&rt->watchers, 1);
    wr_yield_point();
    bool stuck = false; /* those who are awake, as far as we can see */
    while (atomic_load(&w->word) == 0)
        if ((is_needed(rt) || (stuck = nap_or_sleep(w))) && get_up(w)) break;
    w->insist = stuck;
    if (stuck) wr_wake_one(rt); /* the next sentinel */
    w->lengthy = true;          /* we cannot know what comes */
}

/* Tasks are so small that the workers already at it are best left alone.  One of them watches beside
 * us, or it might be in a long one after all. */
static bool is_crowded(weir_runtime *rt, int others) {
    return atomic_load_explicit(&rt->watchers, memory_order_relaxed) > 1 &&
           atomic_load_explicit(&rt->task_ns, memory_order_relaxed) < WR_TINY_NS &&
           atomic_load_explicit(&rt->active, memory_order_relaxed) > others &&
           atomic_load_explicit(&rt->jobs, memory_order_relaxed) == NULL;
}

/* Is there something for us to do? */
static bool has_work_for(wr_worker *w) {
    return wr_has_work(w->rt) && slot_is_free(w->rt) && (w->insist || !is_crowded(w->rt, 0));
}

/* Poll for a while if there is a core to spare.  True: there is work. */
static bool poll(wr_worker *w) {
    weir_runtime *rt = w->rt;
    if (!may_spin(rt)) return has_work_for(w);
    bool found = false;
    atomic_fetch_add(&rt->spinning, 1);
    int64_t start = wr_now_ns(), now = start;
    do {
        for (int i = 0; i < WR_POLL_PAUSES; i++) wr_pause();
        if (now - start > WR_YIELD_AFTER_NS)
            sched_yield(); /* who is to give us work may need this very core */
        found = has_work_for(w);
        now = wr_now_ns();
    } while (!found && now - start < rt->spin_ns &&
             !atomic_load_explicit(&rt->stopping, memory_order_relaxed));
    atomic_fetch_sub(&rt->spinning, 1);
    return found;
}

/* A worker begins or stops to compute; the report wants to know for how long. */
static void set_active(wr_worker *w, bool active) {
    if (w->rt->config.report && active != w->active) {
        int64_t now = wr_now_ns(), since = atomic_exchange(&w->since, active ? now : 0);
        if (!active) atomic_fetch_add(&w->rt->busy_ns, (uint64_t)(now - since));
    }
    w->active = active;
}

static void idle(wr_worker *w) {
    if (w->active) {
        wr_slot_give(w->rt);
        set_active(w, false);
    }
    if (!poll(w) || atomic_load(&w->rt->paused)) sleep_until_woken(w);
}

/* ---- Working --------------------------------------------------------------------------------- */

/* How long do tasks take?  Of short ones, one in MEASURE_EVERY is timed. */
static void measured(wr_worker *w, int64_t start) {
    weir_runtime *rt = w->rt;
    uint64_t ns = (uint64_t)(wr_now_ns() - start);
    uint64_t average = atomic_load_explicit(&rt->task_ns, memory_order_relaxed);
    /* One reading far above the average may be the kernel's doing; two are ours. */
    w->outlier = ns > 8 * average + 1000 && !w->outlier;
    if (!w->outlier) {
        bool far = ns > average || ns < average / 8;
        average = far ? (average + 3 * ns) / 4 : (3 * average + ns) / 4;
        if (average > 100000000) average = 100000000; /* so that it comes down again in good time */
        atomic_store_explicit(&rt->task_ns, average, memory_order_relaxed);
    }
    bool lengthy = average >= WR_SHORT_NS || w->outlier;
    if (w->lengthy && !lengthy && !atomic_load_explicit(&rt->sentinel, memory_order_relaxed))
        wr_wake_one(rt); /* it becomes the sentinel, in case one of the short ones is not */
    w->lengthy = lengthy;
}

/* Not watching for a while.  If something is waiting to be looked at, somebody else must; if there is
 * nobody, finished tasks at least are settled before.  For a job its caller has woken whom it needs. */
static void stop_watching(weir_runtime *rt) {
    atomic_fetch_sub(&rt->watchers, 1);
    if (atomic_load(&rt->watchers) <= 0 && wr_has_tasks(rt) && !wr_wake_one(rt))
        wr_scheduler_request(rt);
}

static void run_lengthy(wr_worker *w, wr_task *t) {
    stop_watching(w->rt);
    wr_run(w->rt, t, w->index);
    atomic_fetch_add(&w->rt->watchers, 1);
}

/* Pieces of a large task are long, or it would not have been cut. */
static bool join_job(weir_runtime *rt) {
    if (atomic_load_explicit(&rt->jobs, memory_order_relaxed) == NULL) return false;
    stop_watching(rt);
    bool joined = wr_job_join(rt, NULL, WR_FOREVER);
    atomic_fetch_add(&rt->watchers, 1);
    return joined;
}

static void work(wr_worker *w, wr_task *t) {
    bool measure = w->lengthy || ++w->unmeasured >= MEASURE_EVERY;
    int64_t start = measure ? wr_now_ns() : 0;
    if (w->lengthy)
        run_lengthy(w, t);
    else
        wr_run(w->rt, t, w->index);
    w->unretired++;
    if (!measure) return;
    w->unmeasured = 0;
    measured(w, start);
}

/* Finished tasks are settled soon: at once if they are long or somebody sleeps until one is done. */
static bool should_retire(wr_worker *w) {
    if (w->unretired == 0) return false;
    return w->unretired >= WR_RETIRE_MAX || w->lengthy ||
           atomic_load_explicit(&w->rt->parked, memory_order_relaxed) > 0;
}

static wr_task *next_task(wr_worker *w) {
    weir_runtime *rt = w->rt;
    wr_task *t = should_retire(w) ? NULL : wr_ready_take(rt);
    if (t != NULL) return t;
    if (wr_scheduler_try(rt)) {
        wr_scheduler_work(rt);
        t = wr_ready_take(rt);
        wr_scheduler_release(rt);
        w->unretired = 0;
        return t;
    }
    return wr_ready_take(rt);
}

/* Leave tiny tasks to another worker, unless it is just leaving them to us. */
static bool retire(wr_worker *w) {
    int active = atomic_load(&w->rt->active);
    while (active > 1)
        if (atomic_compare_exchange_weak(&w->rt->active, &active, active - 1)) {
            wr_slots--;
            set_active(w, false);
            return true;
        }
    return false;
}

static bool look_for_work(wr_worker *w) {
    weir_runtime *rt = w->rt;
    if (!w->active && ((!w->insist && is_crowded(rt, 0)) || !wr_slot_take(rt))) return false;
    set_active(w, true);
    if (!w->insist && is_crowded(rt, 1) && retire(w)) return false;
    if (atomic_load_explicit(&rt->paused, memory_order_relaxed)) return false;
    wr_task *t = next_task(w);
    if (t != NULL) {
        work(w, t);
        return true;
    }
    return join_job(rt);
}

static void *worker_main(void *arg) {
    wr_worker *w = arg;
    wr_inside = w->rt;
    wr_engine_thread = true;
    while (!atomic_load_explicit(&w->rt->stopping, memory_order_relaxed)) {
        if (!look_for_work(w)) idle(w);
        if (WR_UNLIKELY(wr_orphan))
            return NULL; /* forked in a task, and the child came back here */
    }
    if (w->active) wr_slot_give(w->rt);
    set_active(w, false);
    return NULL;
}

/* ---- Starting and ending --------------------------------------------------------------------- */

/* Under idle_lock. */
static weir_status start_one(weir_runtime *rt, int index) {
    wr_worker *w = &rt->workers[index];
    memset((void *)w, 0, sizeof *w);
    w->rt = rt;
    w->index = index;
    w->lengthy = true;
    atomic_fetch_add(&rt->watchers, 1);
    int error = wr_thread_start(&w->thread, "weir-worker", worker_main, w);
    if (error == 0) return WEIR_OK;
    atomic_fetch_sub(&rt->watchers, 1);
    return wr_fail(WEIR_ESYS, "worker %d of %d could not be started: %s", index + 1,
                   rt->config.workers, strerror(error));
}

weir_status wr_workers_start(weir_runtime *rt) {
    weir_status status = WEIR_OK;
    wr_lock_take(&rt->idle_lock);
    if (rt->worker_count == 0) { /* after a fork, whoever kept house is not here */
        atomic_store(&rt->housekeeper, WR_HOUSEKEEPER_NONE);
        rt->keeping = false;
    }
    while (status == WEIR_OK && rt->worker_count < rt->config.workers) {
        status = start_one(rt, rt->worker_count);
        if (status == WEIR_OK) rt->worker_count++;
    }
    wr_lock_give(&rt->idle_lock);
    return status;
}

void wr_workers_join(weir_runtime *rt) {
    atomic_store(&rt->stopping, true);
    while (wr_wake_one(rt)) {}
    wr_lock_take(&rt->idle_lock);
    int count = rt->worker_count;
    rt->worker_count = 0;
    wr_lock_give(&rt->idle_lock);
    for (int i = 0; i < count; i++) {
        pthread_join(rt->workers[i].thread, NULL);
        atomic_fetch_sub(&rt->watchers, 1); /* each ends watching */
    }
}
