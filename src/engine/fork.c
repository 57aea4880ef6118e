/* fork.c - runtimes across fork and exit.
 *
 * Before a fork no more tasks are started, running tasks have one second to finish, and the forking
 * thread acquires the scheduler and every lock.  So the queues are consistent in the child.  The
 * child has no worker threads; they are started on first use, so that a child that only calls exec
 * pays nothing.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "base/exit.h"
#include "engine/engine.h"

enum { QUIET_MS = 1000 };

static void for_all(void (*fn)(weir_runtime *rt)) {
    for (weir_runtime *rt = wr_registry_first(); rt != NULL; rt = rt->next_runtime) fn(rt);
}

static void pause_runtime(weir_runtime *rt) { atomic_store(&rt->paused, true); }

/* Return the number of slots that the calling thread itself holds; it is not 0 if the thread forks
 * inside a task. */
static int own_slots(weir_runtime *rt) { return wr_inside == rt ? wr_mine.slots : 0; }

static void wait_until_quiet(weir_runtime *rt) {
    for (int i = 0; i < QUIET_MS * 5 && atomic_load(&rt->active) > own_slots(rt); i++)
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
}

static void lock_all(weir_runtime *rt) {
    wr_scheduler_acquire(rt);
    wr_lock_take(&rt->idle_lock);
    wr_lock_take(&rt->job_lock);
    wr_lock_take(&rt->io_lock);
    wr_devices_lock(rt);
    wr_lock_take(&rt->notice_lock);
    wr_lock_take(&rt->chunk_lock);
    wr_lock_take(&rt->vars.lock);
    wr_lock_take(&rt->wait_profile.lock);
    wr_lock_take(&rt->trace.lock);
    wr_extension *extension = atomic_load(&rt->extension);
    if (extension != NULL) extension->lock(extension);
}

static void unlock_all(weir_runtime *rt, bool child) {
    wr_extension *extension = atomic_load(&rt->extension);
    if (extension != NULL) extension->unlock(extension, child);
    wr_lock_give(&rt->trace.lock);
    wr_lock_give(&rt->wait_profile.lock);
    wr_lock_give(&rt->vars.lock);
    wr_lock_give(&rt->chunk_lock);
    wr_lock_give(&rt->notice_lock);
    wr_devices_unlock(rt, child);
    wr_lock_give(&rt->io_lock);
    wr_lock_give(&rt->job_lock);
    wr_lock_give(&rt->idle_lock);
}

static void unlock_parent(weir_runtime *rt) { unlock_all(rt, false); }
static void unlock_child(weir_runtime *rt) { unlock_all(rt, true); }

static void resume(weir_runtime *rt) {
    atomic_store(&rt->paused, false);
    wr_scheduler_release(rt);
    while (wr_wake_one(rt)) {} /* the workers went to sleep while the runtime was paused */
}

static void before_fork(void) {
    wr_lock_ranks(false);
    wr_lock_take(&wr_default_lock);
    wr_registry_lock();
    for_all(pause_runtime);
    for_all(wait_until_quiet);
    for_all(lock_all);
    wr_sites_lock();
    wr_lock_take(&wr_scopes_lock);
}

static void after_in_parent(void) {
    wr_lock_give(&wr_scopes_lock);
    wr_sites_unlock();
    for_all(unlock_parent);
    for_all(resume);
    wr_registry_unlock();
    wr_lock_give(&wr_default_lock);
    wr_lock_ranks(true);
}

/* ---- The child ------------------------------------------------------------------------------- */

/* Put a task back where it belongs according to its state.  A task in a ready list, in the ring or
 * on the completion stack may have been held by a thread that does not exist in the child, so these
 * structures are emptied and rebuilt from the tasks' states. */
static void restore_task(weir_runtime *rt, wr_task *t) {
    for (uint32_t i = 0; i < t->write_count; i++)
        atomic_fetch_add_explicit(&t->access[i].var->writes_issued, 1, memory_order_relaxed);
    if (t == wr_current_task) return; /* the calling thread will finish this task */
    if (wr_task_slot(t) != WEIR_DEVICE_CPU && wr_task_state(t) >= WR_SUBMITTED)
        rt->devices[wr_task_slot(t)].ahead++; /* until it retires */
    switch (wr_task_state(t)) {
    case WR_READY:
    case WR_PUBLISHED: wr_ready_add(rt, t); break;
    case WR_SUBMITTED:
    case WR_RUNNING:
    case WR_DEFERRED: /* the task's argument is not dropped here, because the parent drops it */
        if (wr_task_state(t) == WR_SUBMITTED && (t->flags & (WR_FAILED | WR_SKIPPED)) &&
            t->prev != NULL) {
            t->failure = (wr_failure *)(void *)t->prev; /* the task has failed already */
        } else {
            if (t->bytes > 0 && !(t->flags & WR_DOOMED)) wr_memory_end(rt, t);
            t->flags |= WR_FAILED;
            t->failure =
                wr_failure_new(rt, t, WEIR_EFORKED, "the task was running when the process forked");
        }
        wr_task_to(t, WR_FINISHED);
        wr_complete(rt, t);
        break;
    case WR_FINISHED: wr_complete(rt, t); break;
    default: break; /* the task is still in a submission queue or in the lists of its variables */
    }
}

/* The end of the published records in the chunk that a queue writes to: the published position, or
 * the start of the chunk if that position is still in an earlier chunk. */
static char *published_in(wr_queue *queue, wr_chunk *chunk) {
    char *first = (char *)(chunk + 1), *published = atomic_load(&queue->published);
    return published >= first && published <= (char *)chunk + chunk->size ? published : first;
}

/* Return an upper bound on the end of a chunk's records (a NULL kind may end them earlier): the
 * published position if a queue writes to this chunk, else the end of the chunk. */
static const char *chunk_end(weir_runtime *rt, wr_chunk *chunk) {
    for (wr_queue *queue = atomic_load(&rt->queues); queue != NULL; queue = queue->next)
        if (atomic_load(&queue->chunk) == chunk) return published_in(queue, chunk);
    return (const char *)chunk + chunk->size;
}

static void walk_chunk(weir_runtime *rt, wr_chunk *chunk) {
    const char *end = chunk_end(rt, chunk);
    for (char *at = (char *)(chunk + 1); at + sizeof(weir_kind *) <= end;) {
        wr_task *t = (wr_task *)(void *)at;
        if (t->kind == NULL) return;
        at += wr_record_size(t);
        if (!(t->kind->flags & WR_KIND_NOW) && t->kind != &wr_retired_kind) restore_task(rt, t);
    }
}

static void reset_writes(void *block, void *ctx) {
    weir_var *v = block;
    (void)ctx;
    atomic_store(&v->writes_issued, atomic_load(&v->writes_done));
}

/* Count the records that are published and not drained; *tasks is increased by the number of tasks
 * among them.  All other sequence numbers that are not drained were assigned to records that were
 * never published. */
static uint64_t count_undrained(weir_runtime *rt, uint64_t *tasks) {
    uint64_t n = 0;
    for (wr_queue *queue = atomic_load(&rt->queues); queue != NULL; queue = queue->next) {
        const char *end = atomic_load(&queue->published);
        wr_chunk *big = queue->big;
        for (const char *at = queue->read; at != end;) {
            const wr_task *t = (const wr_task *)(const void *)at;
            if (t->kind == NULL) {
                wr_chunk *next = (big != NULL ? big : wr_chunk_of(at))->next;
                big = next->size > WR_CHUNK_BYTES ? next : NULL;
                at = (const char *)(next + 1);
            } else {
                at += wr_record_size(t);
                *tasks += !(t->kind->flags & WR_KIND_NOW);
                n++;
            }
        }
    }
    return n;
}

static void renew_queues(weir_runtime *rt) {
    wr_queue *mine = pthread_getspecific(rt->queue_key);
    for (wr_queue *queue = atomic_load(&rt->queues); queue != NULL; queue = queue->next) {
        atomic_store(&queue->parked, false);
        if (queue == mine) continue;
        wr_chunk *chunk = atomic_load(&queue->chunk);
        queue->write = published_in(queue, chunk); /* discards a partly written record */
        queue->end = (char *)chunk + chunk->size;
        atomic_store(&queue->owned, false); /* the queue's thread does not exist in the child */
    }
}

static void renew_tasks(weir_runtime *rt) {
    uint64_t tasks = 0, undrained = count_undrained(rt, &tasks);
    uint64_t lost = atomic_load(&rt->next_seq) - atomic_load(&rt->drained) - undrained;
    rt->forked_at = rt->linked_ever + tasks;
    atomic_store(&rt->drained, atomic_load(&rt->drained) + lost);
    rt->retired += lost;
    atomic_store(&rt->finished, rt->retired);
    atomic_store(&rt->ring.head, atomic_load(&rt->ring.tail));
    atomic_store(&rt->completed, NULL);
    for (int i = 0; i < WR_PRIORITIES; i++) rt->ready[i] = (wr_list){0};
    rt->ready_mask = 0;
    rt->ready_count = 0;
    rt->outbox = (wr_list){0};
    rt->wake_count = 0;
    rt->holds = NULL; /* the runners do not exist in the child */
    wr_pool_each(&rt->vars, reset_writes, NULL);
    for (wr_chunk *chunk = rt->chunks_used; chunk != NULL; chunk = chunk->older)
        walk_chunk(rt, chunk);
    wr_memory_forked(rt);
}

static void renew(weir_runtime *rt) {
    if (wr_inside != rt) /* the holder of the lock does not exist in the child */
        wr_lock_init(&rt->serial_lock, WR_RANK_SERIAL);
    rt->worker_count = 0;
    rt->idle = NULL;
    rt->jobs = NULL;
    atomic_store(&rt->seats, 0);
    atomic_store(&rt->pollers, 0);
    atomic_store(&rt->watchers, 0);
    atomic_store(&rt->sleepers, 0);
    atomic_store(&rt->active, own_slots(rt));
    atomic_store(&rt->io_running, 0);
    atomic_store(&rt->helpers, 0);
    atomic_store(&rt->spinning, 0);
    atomic_store(&rt->sentinel, false);
    atomic_store(&rt->parked, 0);
    atomic_store(&rt->throttled, 0);
    atomic_store(&rt->outside_waits, 0);
    rt->outside_waiters = NULL; /* the waiting threads do not exist in the child */
    wr_io_forget(rt);
    wr_notices_renew(rt);
    renew_queues(rt);
    renew_tasks(rt);
    atomic_store(&rt->restart, true);
    atomic_store(&rt->paused, false);
    atomic_store(&rt->scheduler, WR_SCHEDULER_FREE);
}

static void after_in_child(void) {
    wr_lock_give(&wr_scopes_lock);
    wr_sites_unlock();
    wr_devices_close_unlock();
    for_all(unlock_child); /* this thread took the locks, and no other thread exists in the child */
    for_all(renew);
    wr_mine.orphan = wr_mine.engine_thread;
    wr_registry_unlock();
    wr_lock_give(&wr_default_lock);
    wr_lock_ranks(true);
}

/* Start the workers when a child uses its runtime for the first time.  Several threads of the child
 * may call this concurrently. */
void wr_fork_restart(weir_runtime *rt) {
    if (!atomic_exchange(&rt->restart, false) || atomic_load(&rt->serial)) return;
    if (wr_workers_start(rt) != WEIR_OK)
        wr_log(rt, WEIR_LOG_ERROR, "in a forked child: %s", weir_error());
}

/* ---- Exit ------------------------------------------------------------------------------------ */

/* Wait for effects once, unless they were issued later. */
static void finish_effects(weir_runtime *rt) {
    if (wr_inside == rt || atomic_load(&rt->stuck) || wr_finish_effects(rt) == WEIR_OK) return;
    atomic_store(&rt->stuck, true);
    wr_log(rt, WEIR_LOG_ERROR,
           "exit: no progress for 10 s, so %" PRIu64 " tasks with side effects will not run",
           (uint64_t)atomic_load(&rt->effects));
}

static void finish(weir_runtime *rt) {
    if (wr_inside == rt)
        wr_log(rt, WEIR_LOG_WARN, "exit was called inside a task, so queued tasks will not run");
    finish_effects(rt);
    atomic_store(&rt->paused, true); /* no more tasks are started */
    wr_failures_report(rt);
    if (rt->config.report) wr_report(rt);
}

/* The registry's lock is not held while `fn` runs, because the tasks that are still running may
 * fork, or create and free runtimes. */
static void for_all_at_exit(void (*fn)(weir_runtime *rt)) {
    weir_runtime *all[64];
    size_t count = 0;
    wr_registry_lock();
    for (weir_runtime *rt = wr_registry_first(); rt != NULL && count < 64; rt = rt->next_runtime) {
        atomic_fetch_add(&rt->refs, 1);
        all[count++] = rt;
    }
    wr_registry_unlock();
    for (size_t i = 0; i < count; i++) {
        fn(all[i]);
        wr_runtime_unref(all[i], 1);
    }
}

static void at_exit(void) { for_all_at_exit(finish); }

static bool uses_devices(weir_runtime *rt) {
    return atomic_load_explicit(&rt->open_devices, memory_order_relaxed) != 0;
}

static void finish_effects_of_devices(weir_runtime *rt) {
    if (uses_devices(rt)) finish_effects(rt);
}

static void quit_devices(weir_runtime *rt) {
    if (uses_devices(rt)) wr_devices_quit(rt);
}

/* Libraries of devices, such as cuDNN, are loaded after at_exit was registered, so their exit
 * handlers run before it.  A thread that uses such a library then may crash.  So this function runs
 * before them, perhaps several times.  Other tasks can run until at_exit is called. */
void wr_prepare_exit(void) {
    for_all_at_exit(finish_effects_of_devices);
    for_all_at_exit(quit_devices);
}

static void process_init(void) {
    pthread_atfork(before_fork, after_in_parent, after_in_child);
    atexit(at_exit);
    wr_exit_set(wr_prepare_exit);
}

void wr_process_init(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, process_init);
}
