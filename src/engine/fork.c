/* fork.c - what happens to a runtime when its process forks, and when it exits.
 *
 * Before the fork nothing more is started, running tasks get a second to end, and the forking thread
 * takes the role and every lock.  The child then has a consistent queue, and no threads; they are
 * started when it needs them, so that a child which only calls exec pays nothing.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "engine/engine.h"

enum { QUIET_MS = 1000 };

static void for_all(void (*fn)(weir_runtime *rt)) {
    for (weir_runtime *rt = wr_registry_first(); rt != NULL; rt = rt->next_runtime) fn(rt);
}

static void pause_runtime(weir_runtime *rt) { atomic_store(&rt->paused, true); }

/* A thread that forks inside a task is active itself. */
static void wait_until_quiet(weir_runtime *rt) {
    int own = wr_inside == rt ? 1 : 0;
    for (int i = 0; i < QUIET_MS * 5 && atomic_load(&rt->active) > own; i++)
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
}

static void lock_all(weir_runtime *rt) {
    wr_role_take(rt);
    wr_lock_take(&rt->idle_lock);
    wr_lock_take(&rt->job_lock);
    wr_lock_take(&rt->io_lock);
    for (int i = 0; i < 2; i++)
        if (rt->devices[i].queue != NULL) rt->devices[i].ops->lock(rt->devices[i].queue);
    wr_lock_take(&rt->notice_lock);
    wr_lock_take(&rt->chunk_lock);
    wr_lock_take(&rt->vars.lock);
    wr_lock_take(&rt->ledger.lock);
    wr_lock_take(&rt->trace.lock);
}

static void unlock_all(weir_runtime *rt) {
    wr_lock_give(&rt->trace.lock);
    wr_lock_give(&rt->ledger.lock);
    wr_lock_give(&rt->vars.lock);
    wr_lock_give(&rt->chunk_lock);
    wr_lock_give(&rt->notice_lock);
    for (int i = 0; i < 2; i++)
        if (rt->devices[i].queue != NULL) rt->devices[i].ops->unlock(rt->devices[i].queue, false);
    wr_lock_give(&rt->io_lock);
    wr_lock_give(&rt->job_lock);
    wr_lock_give(&rt->idle_lock);
    atomic_store(&rt->paused, false);
    wr_role_give(rt);
    while (wr_wake_one(rt)) {} /* they slept while paused */
}

static void before_fork(void) {
    wr_registry_lock();
    for_all(pause_runtime);
    for_all(wait_until_quiet);
    for_all(lock_all);
}

static void after_in_parent(void) {
    for_all(unlock_all);
    wr_registry_unlock();
}

/* Tasks that were running or deferred at the fork end here as failures. */
static void fail_in_flight(weir_runtime *rt, wr_task *t) {
    wr_state state = wr_task_state(t);
    if (state != WR_RUNNING && state != WR_DEFERRED) return;
    t->flags |= WR_FAILED;
    wr_failure *f = wr_failure_new(rt, t, WEIR_EFORKED, "it was running when the process forked");
    t->failure = f; /* its argument is the parent's to drop */
    atomic_store_explicit(&t->state, WR_FINISHED, memory_order_relaxed);
    wr_complete(rt, t);
}

static void fail_in_chunk(weir_runtime *rt, wr_chunk *chunk) {
    const char *end = (const char *)chunk + chunk->size;
    for (wr_lane *lane = atomic_load(&rt->lanes); lane != NULL; lane = lane->next)
        if (lane->chunk == chunk) end = atomic_load(&lane->published);
    for (char *at = (char *)(chunk + 1); at + sizeof(weir_kind *) <= end;) {
        wr_task *t = (wr_task *)(void *)at;
        if (t->kind == NULL) return;
        size_t size = wr_record_size(t);
        if (!(t->kind->flags & WR_KIND_NOW)) fail_in_flight(rt, t);
        at += size;
    }
}

static void renew(weir_runtime *rt) {
    wr_lock_renew(&rt->trace.lock);
    wr_lock_renew(&rt->ledger.lock);
    wr_lock_renew(&rt->vars.lock);
    wr_lock_renew(&rt->chunk_lock);
    wr_lock_renew(&rt->notice_lock);
    for (int i = 0; i < 2; i++)
        if (rt->devices[i].queue != NULL) rt->devices[i].ops->unlock(rt->devices[i].queue, true);
    wr_lock_renew(&rt->io_lock);
    wr_lock_renew(&rt->job_lock);
    wr_lock_renew(&rt->idle_lock);
    rt->worker_count = 0;
    rt->idle = NULL;
    atomic_store(&rt->jobs, NULL);
    atomic_store(&rt->watchers, 0);
    atomic_store(&rt->sleepers, 0);
    atomic_store(&rt->active, wr_inside == rt ? 1 : 0);
    atomic_store(&rt->spinning, 0);
    atomic_store(&rt->sentinel, false);
    atomic_store(&rt->parked, 0);
    atomic_store(&rt->throttled, 0);
    rt->forked_at = atomic_load(&rt->next_ticket);
    atomic_store(&rt->restart, true);
    atomic_store(&rt->paused, false);
    wr_lane *mine = pthread_getspecific(rt->lane_key);
    for (wr_lane *lane = atomic_load(&rt->lanes); lane != NULL; lane = lane->next) {
        atomic_store(&lane->parked, false);
        if (lane != mine) atomic_store(&lane->owned, false); /* its thread is not here */
    }
    atomic_store(&rt->role, 0);
}

static void after_in_child(void) {
    for_all(renew);
    wr_registry_renew();
}

/* The child needs its runtime after all.  Threads of the child may come here together. */
void wr_fork_restart(weir_runtime *rt) {
    wr_registry_lock();
    bool mine = atomic_load(&rt->restart);
    if (mine) {
        wr_role_take(rt);
        uint64_t drawn = atomic_load(&rt->next_ticket);
        (void)drawn;
        wr_io_forget(rt);
        wr_notices_renew(rt);
        for (wr_chunk *chunk = rt->chunks_used; chunk != NULL; chunk = chunk->older) fail_in_chunk(rt, chunk);
        atomic_store(&rt->restart, false);
        wr_role_give(rt);
    }
    wr_registry_unlock();
    if (mine && !atomic_load(&rt->serial) && wr_workers_start(rt) != WEIR_OK)
        wr_log(rt, WEIR_LOG_ERROR, "after fork: %s", weir_error());
}

/* ---- Exit -------------------------------------------------------------------------------------------- */

static void finish(weir_runtime *rt) {
    if (wr_inside == rt) {
        wr_log(rt, WEIR_LOG_WARN, "exit inside a task: queued work is left undone");
    } else if (wr_finish_effects(rt, (int64_t)10 * 1000000000) != WEIR_OK) {
        wr_log(rt, WEIR_LOG_ERROR, "exit: nothing has moved for 10 s; %" PRIu64 " tasks with effects are left undone",
               (uint64_t)atomic_load(&rt->effects_stat));
    }
    atomic_store(&rt->paused, true); /* nothing is started any more */
    wr_failures_report(rt);
}

static void at_exit(void) { for_all(finish); }

static void process_init(void) {
    pthread_atfork(before_fork, after_in_parent, after_in_child);
    atexit(at_exit);
}

void wr_process_init(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, process_init);
}
