/* serial_engine.c - the serial engine: each task runs inside the call that issues it.
 *
 * The oldest unfinished task is always ready, and it is the one that runs.  Only one thread at a
 * time runs tasks.  A task issued by a task is linked immediately and runs after the one that
 * issued it, as it would with workers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <time.h>

#include "engine/engine.h"

/* Build a task in a chunk of its own. */
static wr_task *build(weir_runtime *rt, const weir_task *task) {
    bool traced = atomic_load_explicit(&rt->trace.on, memory_order_relaxed);
    size_t end = sizeof(wr_chunk) + wr_task_size(task, traced), size = end + sizeof(weir_kind *);
    wr_chunk *chunk = wr_chunk_new(rt, size);
    if (chunk == NULL) return NULL;
    /* A forked child ignores a task whose kind is NULL; link_in_order sets the kind, with the
     * scheduler held. */
    wr_task *t = wr_task_build(chunk + 1, task, NULL, traced);
    *(const weir_kind **)(void *)((char *)chunk + end) = NULL; /* no record follows in this chunk */
    return t;
}

static void link_in_order(weir_runtime *rt, wr_task *t, const weir_kind *kind) {
    wr_scheduler_acquire(rt);
    while (wr_scheduler_drain(rt)) {} /* process releases and clears that were issued earlier */
    t->kind = kind;
    wr_batch_adopt(rt, t);
    wr_chunk_close(rt, wr_chunk_of(t)); /* no other record will use this chunk */
    wr_link(rt, t);
    wr_admit(rt);
    wr_scheduler_release(rt);
}

static wr_task *take_oldest(weir_runtime *rt, uint64_t *retired) {
    wr_scheduler_acquire(rt);
    wr_task *t = wr_ready_take_oldest(rt);
    *retired = rt->tasks_retired + 1;
    memset(&rt->serial_failure, 0, sizeof rt->serial_failure);
    wr_scheduler_release(rt);
    return t;
}

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL); }

static void retire_until(weir_runtime *rt, uint64_t retired) {
    for (;;) {
        wr_scheduler_acquire(rt);
        wr_scheduler_work(rt);
        bool done = rt->tasks_retired >= retired;
        wr_scheduler_release(rt);
        if (done) return;
        nap(); /* the task is deferred, or on a device */
    }
}

static bool unfinished(weir_runtime *rt) {
    wr_scheduler_acquire(rt);
    wr_scheduler_work(rt);
    bool any = rt->linked > 0;
    wr_scheduler_release(rt);
    return any;
}

static void submit(weir_runtime *rt, wr_task *t) {
    wr_scheduler_acquire(rt);
    wr_task_to(t, WR_READY);
    wr_device_ready(rt, t);
    wr_scheduler_release(rt); /* sends the task to its device */
}

/* Under serial_lock: run all tasks, oldest first, and return the first failure.  A linked task may
 * not be ready yet, because memory that it needs is being reclaimed or a worker runs a task that it
 * depends on; then try again. */
static weir_status run_all(weir_runtime *rt) {
    weir_failure first = {.status = WEIR_OK};
    uint64_t retired;
    const weir_runtime *outer = wr_inside;
    wr_inside = rt;
    do {
        for (wr_task *t; (t = take_oldest(rt, &retired)) != NULL;) {
            if (wr_task_slot(t) != WEIR_DEVICE_CPU)
                submit(rt, t);
            else
                wr_run(rt, t, -1);
            retire_until(rt, retired);
            if (first.status == WEIR_OK) first = rt->serial_failure;
        }
    } while (unfinished(rt) && (nap(), true));
    wr_inside = outer;
    return first.status == WEIR_OK ? WEIR_OK : wr_fail_with(&first);
}

/* Run the tasks that were issued for the workers while the engine was switched to serial, and those
 * that were linked by a thread that could not take the lock.  If another thread holds the lock,
 * leave the tasks to that thread. */
void wr_serial_flush(weir_runtime *rt) {
    if (wr_inside != NULL || !wr_lock_try(&rt->serial_lock)) return;
    wr_scheduler_acquire(rt);
    while (wr_scheduler_drain(rt)) {}
    wr_scheduler_release(rt);
    run_all(rt);
    wr_lock_give(&rt->serial_lock);
}

weir_status wr_serial_push(weir_runtime *rt, const weir_task *task, const weir_kind *kind) {
    wr_task *t = build(rt, task);
    if (t == NULL)
        return wr_fail(WEIR_ENOMEM, "%s: out of memory; the task was not queued", kind->name);
    /* Tasks and callbacks never wait for the lock.  The thread that holds it, which may be this
     * one, runs the tasks that they issue. */
    bool mine = true;
    if (wr_inside == NULL)
        wr_lock_take(&rt->serial_lock);
    else
        mine = wr_inside != rt && wr_lock_try(&rt->serial_lock);
    link_in_order(rt, t, kind);
    if (!mine) return WEIR_OK;
    weir_status status = run_all(rt);
    wr_lock_give(&rt->serial_lock);
    return status;
}
