/* worker.h - worker threads: slots, sleeping, waking, housekeeping.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_WORKER_H
#define WR_WORKER_H

#include <pthread.h>

#include "base/futex.h"
#include "engine/task.h"

enum {
    /* maximum number of short tasks that a worker runs before it retires them */
    WR_RETIRE_MAX = WR_SIZE(32, 2),
    WR_SHORT_NS = 2000, /* tasks are short if their average duration is below this */
    /* the same for a worker that decides whether another one must watch the queues meanwhile, if
     * that one would take a core from another thread */
    WR_SHORT_CROWDED_NS = 20000,
    /* tasks are tiny, and are left to one worker, if their average duration is below this */
    WR_TINY_NS = 300,
    /* another worker is worth its cost if short tasks for this long are ready */
    WR_JOIN_NS = 10000,
    WR_NAP_NS = 1000000,      /* how long the sentinel sleeps at a time */
    WR_POLL_PAUSES = 32,      /* number of pauses between two checks by a polling thread */
    WR_YIELD_AFTER_NS = 5000, /* a thread that has polled for this long also yields */
};

typedef struct wr_worker wr_worker;

struct wr_worker {
    weir_runtime *rt; /* const, as are the next two fields */
    int index;
    pthread_t thread;
    bool long_tasks; /* worker: its tasks have been long, or their duration is unknown */
    bool insist;     /* worker: the other workers are stuck, so run tasks even if they are tiny */
    bool outlier;    /* worker: the last measured duration was far above the average */
    bool active;     /* worker: counted in runtime.active */
    int unretired;   /* worker: number of tasks run since it last held the scheduler */
    int unmeasured;  /* worker: number of tasks run since it last read the clock */
    /* any: the word on which the worker sleeps, polling at first; 1: woken.  On a cache line that
     * no other thread reads or writes while the worker polls */
    _Alignas(WR_CACHE_LINE) atomic_uint word;
    /* worker; any may read: the worker sleeps in the kernel, so a futex call wakes it */
    atomic_bool in_futex;
    /* worker; any may read: this is the sentinel or the housekeeper, so prefer to wake another
     * worker */
    atomic_bool timed_sleep;
    /* worker; any may read: when it became active; 0: it is not active.  For the exit report */
    atomic_int_fast64_t since;
    wr_worker *below; /* under idle_lock: the next worker on the stack of sleepers */
    bool asleep;      /* under idle_lock: this worker is on that stack */
};

/* A function that idle workers call; see wr_idle_set. */
typedef int64_t (*wr_idle_fn)(void *ctx, int64_t now_ns);

/* WR_HOUSEKEEPER_REQUESTED: there is a housekeeper, and it must call the registered function again
 * before it resigns. */
typedef enum wr_housekeeper {
    WR_HOUSEKEEPER_NONE,
    WR_HOUSEKEEPER_ACTIVE,
    WR_HOUSEKEEPER_REQUESTED
} wr_housekeeper;

weir_status wr_workers_start(weir_runtime *rt);
void wr_workers_join(weir_runtime *rt);
bool wr_wake_one(weir_runtime *rt); /* returns false if no worker sleeps */
/* Must an idle thread take the work that it sees?  Not if the active ones are about to take it: one
 * that has just finished a task runs what became ready by that, since the data is in its cache. */
bool wr_is_left_over(weir_runtime *rt);
/* The slow path of issuing a task, when no worker is watching the submission queues (see worker.c):
 * wake a worker.  Return false if no worker is asleep and the runtime is not paused; then the caller itself must ensure that the work is
 * done. */
bool wr_wake_for_push(weir_runtime *rt);
/* Called after tasks were published: wake a worker if the ready tasks are worth the cost of waking
 * it. */
void wr_wake_for_ready(weir_runtime *rt);

/* Register `fn`, which an idle worker calls, with no lock held, before it sleeps.  `fn` returns the
 * number of nanoseconds after which to call it again if all workers stay idle, or -1 if it need not
 * be called again until there has been work.  NULL removes the function.  wr_idle_set returns when
 * the previous function is no longer running. */
void wr_idle_set(weir_runtime *rt, wr_idle_fn fn, void *ctx);
/* On any thread: called when there is new work for the registered function. */
void wr_idle_notify(weir_runtime *rt);

/* A thread needs a slot to run tasks; at most config.workers threads hold one at a time. */
bool wr_slot_take(weir_runtime *rt);
void wr_slot_give(weir_runtime *rt);

#endif
