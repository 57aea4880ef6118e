/* worker.c - worker threads: how they find work, when they sleep, what wakes them.
 *
 * A worker is *watching* if it will check the submission queues soon without being woken: always,
 * except while it sleeps or runs a task that may be long.  The protocol is in
 * docs/design/engine.md, "Sleeping and waking"; a worker stops watching in `sleep_until_woken` and
 * in `stop_watching`.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <sched.h>
#include <string.h>
#include <time.h>

#include "base/thread.h"
#include "engine/engine.h"

enum { MEASURE_EVERY = 16 };

/* ---- Slots: at most `workers` threads compute, helpers included ------------------------------ */

bool wr_slot_take(weir_runtime *rt) {
    int active = atomic_load_explicit(&rt->active, memory_order_relaxed);
    while (active < rt->config.workers)
        if (atomic_compare_exchange_weak(&rt->active, &active, active + 1)) {
            /* Both accesses are seq_cst: a fork sets `paused` and then reads `active`; this thread
             * adds to `active` and then reads `paused`.  So at least one of them sees what the
             * other wrote. */
            if (!atomic_load(&rt->paused)) {
                wr_mine.slots++;
                return true;
            }
            atomic_fetch_sub(&rt->active, 1);
            return false;
        }
    return false;
}

void wr_slot_give(weir_runtime *rt) {
    wr_mine.slots--;
    atomic_fetch_sub(&rt->active, 1);
}

/* May another thread poll?  One core is counted for each worker that computes, for each thread that
 * polls, and for the thread of the front end, which may compute even while it waits, unless it
 * sleeps. */
static bool may_spin(weir_runtime *rt) {
    int workers = atomic_load_explicit(&rt->active, memory_order_relaxed) -
                  atomic_load_explicit(&rt->helpers, memory_order_relaxed);
    int polling = atomic_load_explicit(&rt->spinning, memory_order_relaxed);
    int front = atomic_load_explicit(&rt->parked, memory_order_relaxed) > 0 ? 0 : 1;
    return rt->spin_ns > 0 && workers + polling + front < rt->cpus;
}

/* ---- Waking ---------------------------------------------------------------------------------- */

/* Remove a worker from the stack of sleepers.  Under idle_lock.  The worker is watching from now
 * on, so that no other worker is woken for the same work. */
static void leave_idle_stack(wr_worker **at) {
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
    while (*at != NULL && (*at)->below != NULL && atomic_load(&(*at)->timed_sleep))
        at = &(*at)->below;
    /* the sentinel or the housekeeper is chosen only if no other worker sleeps */
    wr_worker *w = *at;
    if (w != NULL) {
        leave_idle_stack(at);
        atomic_store(&w->word, 1);
    }
    wr_lock_give(&rt->idle_lock);
    if (w == NULL) return false;
    atomic_fetch_add_explicit(&rt->wakes, 1, memory_order_relaxed);
    /* seq_cst: the load follows the store of `word`; see rest. */
    if (atomic_load(&w->in_futex)) wr_unpark(&w->word);
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

static void push_idle(wr_worker *w) {
    weir_runtime *rt = w->rt;
    atomic_store(&w->word, 0);
    wr_lock_take(&rt->idle_lock);
    w->below = rt->idle;
    rt->idle = w;
    w->asleep = true;
    atomic_fetch_add(&rt->sleepers, 1);
    wr_lock_give(&rt->idle_lock);
}

/* Stop sleeping without having been woken.  Return false if another thread has just woken this
 * worker. */
static bool wake_self(wr_worker *w) {
    weir_runtime *rt = w->rt;
    wr_lock_take(&rt->idle_lock);
    bool was_asleep = w->asleep;
    if (was_asleep) {
        wr_worker **at = &rt->idle;
        while (*at != w) at = &(*at)->below;
        leave_idle_stack(at);
    }
    wr_lock_give(&rt->idle_lock);
    return was_asleep;
}

static uint64_t progress(weir_runtime *rt) {
    return atomic_load(&rt->ring.head) + atomic_load(&rt->drained) + atomic_load(&rt->finished);
}

/* ---- Housekeeping ---------------------------------------------------------------------------- */

/* Call the function that wr_idle_set registered.  Return the time until which to sleep. */
static int64_t run_housekeeping(weir_runtime *rt) {
    wr_lock_take(&rt->idle_lock);
    wr_idle_fn fn = rt->idle_fn;
    void *ctx = rt->idle_ctx;
    rt->housekeeping = fn != NULL;
    wr_lock_give(&rt->idle_lock);
    if (fn == NULL) return WR_FOREVER;
    int64_t now = wr_now_ns(), again_ns = fn(ctx, now);
    wr_lock_take(&rt->idle_lock);
    rt->housekeeping = false;
    wr_lock_give(&rt->idle_lock);
    return again_ns < 0 ? WR_FOREVER : now + again_ns;
}

/* Become the housekeeper if there is none, and return the time until which to sleep.  One sleeping
 * worker is the housekeeper for as long as there is housekeeping left to do.  A worker that goes to
 * sleep meanwhile requests another scan, so that work it left behind is not missed.  seq_cst: the
 * housekeeper resigns only if there was no request since its last scan. */
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
        until = run_housekeeping(rt);
        seen = WR_HOUSEKEEPER_ACTIVE;
        if (until != WR_FOREVER) return until;
    } while (!atomic_compare_exchange_strong(&rt->housekeeper, &seen, WR_HOUSEKEEPER_NONE));
    *housekeeper = false;
    return until;
}

/* Called when there is new work for the housekeeper.  seq_cst: see become_housekeeper. */
void wr_idle_notify(weir_runtime *rt) {
    unsigned seen = atomic_load(&rt->housekeeper);
    while (seen == WR_HOUSEKEEPER_ACTIVE)
        if (atomic_compare_exchange_weak(&rt->housekeeper, &seen, WR_HOUSEKEEPER_REQUESTED)) return;
    /* If no worker sleeps, the next one that goes to sleep becomes the housekeeper and finds the
     * work. */
    if (seen == WR_HOUSEKEEPER_NONE) wr_wake_one(rt);
}

void wr_idle_set(weir_runtime *rt, wr_idle_fn fn, void *ctx) {
    wr_lock_take(&rt->idle_lock);
    rt->idle_fn = fn;
    rt->idle_ctx = ctx;
    while (rt->housekeeping && rt->worker_count > 0) {
        wr_lock_give(&rt->idle_lock);
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
        wr_lock_take(&rt->idle_lock);
    }
    wr_lock_give(&rt->idle_lock);
}

/* Sleep until woken or until a time limit.  While other workers are awake, one sleeper is the
 * sentinel: it sleeps for WR_NAP_NS at a time and checks whether they are stuck in long tasks.
 * Return true if they are stuck and there is work. */
static bool sleep_once(wr_worker *w) {
    weir_runtime *rt = w->rt;
    bool others_awake = atomic_load(&rt->watchers) + atomic_load(&rt->active) > 0;
    bool none = false, housekeeper;
    bool sentinel = others_awake && atomic_compare_exchange_strong(&rt->sentinel, &none, true);
    atomic_store(&w->timed_sleep, true);
    int64_t until = become_housekeeper(rt, &housekeeper);
    if (!sentinel && !housekeeper) atomic_store(&w->timed_sleep, false);
    uint64_t before = progress(rt);
    /* seq_cst: `word` is read after this, by the futex; see wr_wake_one. */
    atomic_store(&w->in_futex, true);
    weir_status status = wr_park(&w->word, 0, sentinel ? wr_now_ns() + WR_NAP_NS : until);
    atomic_store(&w->in_futex, false);
    atomic_store(&w->timed_sleep, false);
    if (housekeeper) atomic_store(&rt->housekeeper, WR_HOUSEKEEPER_NONE);
    if (!sentinel) return false;
    atomic_store(&rt->sentinel, false);
    return status == WEIR_ETIMEDOUT && progress(rt) == before && wr_has_work(rt);
}

/* Is there a free slot?  Waiting threads may hold all of them.  When such a thread releases its
 * slot, it checks whether to wake a worker. */
static bool slot_is_free(weir_runtime *rt) { return atomic_load(&rt->active) < rt->config.workers; }

/* Is this worker needed?  It is if the runtime is stopping, or if there is work and no worker is
 * watching. */
static bool is_needed(weir_runtime *rt) {
    return atomic_load(&rt->stopping) || (atomic_load(&rt->watchers) <= 0 && wr_has_work(rt) &&
                                          slot_is_free(rt) && !atomic_load(&rt->paused));
}

/* Poll this worker's own word for a while, if there is a core to spare: then waking this worker
 * takes one store.  No other thread writes the word meanwhile, so polling it disturbs none. */
static void rest(wr_worker *w) {
    weir_runtime *rt = w->rt;
    if (!may_spin(rt)) return;
    atomic_fetch_add(&rt->spinning, 1);
    int64_t start = wr_now_ns(), now = start;
    do {
        for (int i = 0; i < WR_POLL_PAUSES && atomic_load(&w->word) == 0; i++) wr_pause();
        if (now - start > WR_YIELD_AFTER_NS) sched_yield();
        now = wr_now_ns();
    } while (atomic_load(&w->word) == 0 && now - start < rt->spin_ns);
    atomic_fetch_sub(&rt->spinning, 1);
}

static void sleep_until_woken(wr_worker *w) {
    weir_runtime *rt = w->rt;
    push_idle(w);
    /* seq_cst: from here on either a thread that issues a task sees that no worker is watching, or
     * this worker sees the new sequence number. */
    atomic_fetch_sub(&rt->watchers, 1);
    wr_yield_point();
    bool stuck = false; /* whether the workers that are awake make no progress */
    if (!is_needed(rt)) rest(w);
    while (atomic_load(&w->word) == 0)
        if ((is_needed(rt) || (stuck = sleep_once(w))) && wake_self(w)) break;
    w->insist = stuck;
    if (stuck) wr_wake_one(rt); /* wake another worker, to be the next sentinel */
    /* assume long tasks, because the duration of the next tasks is unknown */
    w->long_tasks = true;
}

/* Are the ready tasks too few to share?  Tiny tasks are left to one worker.  Other short ones are,
 * unless there is work for WR_JOIN_NS: another worker would mostly move data and the scheduler from
 * cache to cache. */
static bool are_few(weir_runtime *rt) {
    uint64_t ns = atomic_load_explicit(&rt->task_ns, memory_order_relaxed);
    return ns < WR_TINY_NS || (ns < WR_SHORT_NS && ns * wr_ready_len(rt) < WR_JOIN_NS);
}

/* Return whether this worker should leave tasks to the workers that are active.  The result is true
 * if tasks are short and few, more than `others` threads are active, another worker is watching,
 * and no job waits for workers to join.  Without another watcher, every active worker might be
 * running a long task. */
static bool is_crowded(weir_runtime *rt, int others) {
    return atomic_load_explicit(&rt->watchers, memory_order_relaxed) > 1 &&
           atomic_load_explicit(&rt->active, memory_order_relaxed) > others && are_few(rt) &&
           !wr_has_seats(rt);
}

/* Are new tasks left to the thread that issues them?  See leave_tasks in wait.c. */
static bool are_left(weir_runtime *rt) {
    if (wr_has_seats(rt)) return false;
    int64_t until = atomic_load_explicit(&rt->leave_until, memory_order_relaxed);
    return WR_UNLIKELY(until != 0) && wr_now_ns() < until &&
           atomic_load_explicit(&rt->next_seq, memory_order_relaxed) <
               atomic_load_explicit(&rt->leave_below, memory_order_relaxed);
}

/* Is there work that this worker should do? */
static bool has_work_for(wr_worker *w) {
    /* What other threads write is read last: reading it would slow them down. */
    return (w->insist || !are_left(w->rt)) && wr_has_work(w->rt) && slot_is_free(w->rt) &&
           (w->insist || !is_crowded(w->rt, 0));
}

bool wr_is_left_over(weir_runtime *rt) {
    int active = atomic_load_explicit(&rt->active, memory_order_relaxed);
    return active == 0 || wr_ready_len(rt) > (size_t)active;
}

/* Poll for a while if there is a core to spare and no other worker polls.  Return true if there is
 * work.  Work that active workers may take is seen twice before this worker takes it. */
static bool poll(wr_worker *w) {
    weir_runtime *rt = w->rt;
    if (!may_spin(rt)) return has_work_for(w);
    int none = 0;
    if (!atomic_compare_exchange_strong(&rt->pollers, &none, 1)) return false;
    bool found = false, seen = false;
    atomic_fetch_add(&rt->spinning, 1);
    int64_t start = wr_now_ns(), now = start;
    do {
        for (int i = 0; i < WR_POLL_PAUSES && (i == 0 || !wr_has_seats(rt)); i++) wr_pause();
        /* Yield, because the thread that issues work may need this core. */
        if (now - start > WR_YIELD_AFTER_NS) sched_yield();
        bool work = has_work_for(w);
        found = work && (seen || wr_is_left_over(rt) || wr_has_seats(rt));
        seen = work;
        now = wr_now_ns();
    } while (!found && now - start < rt->spin_ns &&
             !atomic_load_explicit(&rt->stopping, memory_order_relaxed));
    atomic_fetch_sub(&rt->spinning, 1);
    atomic_store(&rt->pollers, 0);
    return found;
}

/* Record that a worker starts or stops computing, for the exit report. */
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

/* Update the average duration of tasks.  If tasks are short, only one in MEASURE_EVERY is timed. */
static void update_average(wr_worker *w, int64_t start) {
    weir_runtime *rt = w->rt;
    uint64_t ns = (uint64_t)(wr_now_ns() - start);
    uint64_t average = atomic_load_explicit(&rt->task_ns, memory_order_relaxed);
    /* One measurement far above the average may be caused by the kernel; two in a row are treated
     * as genuine. */
    w->outlier = ns > 8 * average + 1000 && !w->outlier;
    if (!w->outlier) {
        bool far = ns > average || ns < average / 8;
        average = far ? (average + 3 * ns) / 4 : (3 * average + ns) / 4;
        /* Limit the average, so that it falls again soon after long tasks. */
        if (average > 100000000) average = 100000000;
        atomic_store_explicit(&rt->task_ns, average, memory_order_relaxed);
    }
    uint64_t limit = may_spin(rt) ? WR_SHORT_NS : WR_SHORT_CROWDED_NS;
    bool long_tasks = average >= limit || w->outlier;
    /* Wake a worker to be the sentinel, in case a task turns out to be long. */
    if (w->long_tasks && !long_tasks && !atomic_load_explicit(&rt->sentinel, memory_order_relaxed))
        wr_wake_one(rt);
    w->long_tasks = long_tasks;
}

/* Stop watching temporarily.  If this was the last watcher and tasks are pending, wake a sleeping
 * worker to take over; if there is none to wake, run the scheduler before continuing.  (Helpers of
 * a job have been woken by the caller of weir_parallel_for.) */
static void stop_watching(weir_runtime *rt) {
    atomic_fetch_sub(&rt->watchers, 1);
    if (atomic_load(&rt->watchers) <= 0 && wr_has_tasks(rt) && !wr_wake_one(rt))
        wr_scheduler_request(rt);
}

static void run_long(wr_worker *w, wr_task *t) {
    stop_watching(w->rt);
    wr_run(w->rt, t, w->index);
    atomic_fetch_add(&w->rt->watchers, 1);
}

/* Join a parallel_for job, whose pieces count as long tasks. */
static bool join_job(wr_worker *w) {
    weir_runtime *rt = w->rt;
    if (!wr_has_seats(rt)) return false;
    stop_watching(rt);
    bool joined = wr_job_join(rt, w->index);
    atomic_fetch_add(&rt->watchers, 1);
    return joined;
}

static void work(wr_worker *w, wr_task *t) {
    bool measure = w->long_tasks || ++w->unmeasured >= MEASURE_EVERY;
    int64_t start = measure ? wr_now_ns() : 0;
    if (w->long_tasks)
        run_long(w, t);
    else
        wr_run(w->rt, t, w->index);
    w->unretired++;
    if (!measure) return;
    w->unmeasured = 0;
    update_average(w, start);
}

/* Should finished tasks be retired now?  Yes, if there are many, if tasks are long, or if a thread
 * is parked until a task is done. */
static bool should_retire(wr_worker *w) {
    if (w->unretired == 0) return false;
    return w->unretired >= WR_RETIRE_MAX || w->long_tasks ||
           atomic_load_explicit(&w->rt->parked, memory_order_relaxed) > 0;
}

static wr_task *next_task(wr_worker *w) {
    weir_runtime *rt = w->rt;
    wr_task *t = should_retire(w) ? NULL : wr_ready_take(rt);
    if (t != NULL) return t;
    if (wr_scheduler_try(rt)) {
        wr_scheduler_gather(rt);
        t = wr_ready_take_first(rt);
        wr_ready_publish(rt);
        wr_scheduler_release(rt);
        w->unretired = 0;
        return t;
    }
    return wr_ready_take(rt);
}

/* Give up the slot, to leave tiny tasks to another worker.  Return false, and keep the slot, if no
 * other thread holds one. */
static bool yield_to_others(wr_worker *w) {
    int active = atomic_load(&w->rt->active);
    while (active > 1)
        if (atomic_compare_exchange_weak(&w->rt->active, &active, active - 1)) {
            wr_mine.slots--;
            set_active(w, false);
            return true;
        }
    return false;
}

static bool look_for_work(wr_worker *w) {
    weir_runtime *rt = w->rt;
    bool declines = !w->insist && (is_crowded(rt, 0) || are_left(rt));
    if (!w->active && (declines || !wr_slot_take(rt))) return false;
    set_active(w, true);
    if (!w->insist && is_crowded(rt, 1) && yield_to_others(w)) return false;
    if (atomic_load_explicit(&rt->paused, memory_order_relaxed)) return false;
    /* What is running is finished first.  After that this worker does not acquire the scheduler,
     * which the thread whose task it was needs now, unless there is something to run. */
    if (wr_ready_len(rt) == 0 && join_job(w)) return wr_ready_len(rt) > 0 || wr_has_seats(rt);
    wr_task *t = next_task(w);
    if (t != NULL) {
        work(w, t);
        return true;
    }
    return join_job(w);
}

static void *worker_main(void *arg) {
    wr_worker *w = arg;
    wr_inside = w->rt;
    wr_mine.engine_thread = true;
    wr_pinning_enter(w->rt, w->index);
    while (!atomic_load_explicit(&w->rt->stopping, memory_order_relaxed)) {
        if (!look_for_work(w)) idle(w);
        /* The task has forked, and this process is the child. */
        if (WR_UNLIKELY(wr_mine.orphan)) return NULL;
    }
    if (w->active) wr_slot_give(w->rt);
    set_active(w, false);
    return NULL;
}

/* ---- Starting and ending --------------------------------------------------------------------- */

/* Start one worker.  Under idle_lock. */
static weir_status start_one(weir_runtime *rt, int index) {
    wr_worker *w = &rt->workers[index];
    memset((void *)w, 0, sizeof *w);
    w->rt = rt;
    w->index = index;
    w->long_tasks = true;
    atomic_fetch_add(&rt->watchers, 1);
    int error = wr_thread_start(&w->thread, "weir-worker", worker_main, w);
    if (error == 0) return WEIR_OK;
    atomic_fetch_sub(&rt->watchers, 1);
    return wr_fail(WEIR_ESYS, "could not start worker %d of %d: %s", index + 1, rt->config.workers,
                   strerror(error));
}

weir_status wr_workers_start(weir_runtime *rt) {
    weir_status status = WEIR_OK;
    wr_lock_take(&rt->idle_lock);
    if (rt->worker_count == 0) { /* after a fork, the housekeeper no longer exists */
        atomic_store(&rt->housekeeper, WR_HOUSEKEEPER_NONE);
        rt->housekeeping = false;
    }
    while (status == WEIR_OK && rt->worker_count < rt->config.workers) {
        status = start_one(rt, rt->worker_count);
        if (status == WEIR_OK) rt->worker_count++;
    }
    if (status == WEIR_OK) status = wr_pinning_apply(rt);
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
        atomic_fetch_sub(&rt->watchers, 1); /* each worker was watching when it ended */
    }
}
