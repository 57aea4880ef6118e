/* worker.h - worker threads: slots, sleeping, waking, housekeeping.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_WORKER_H
#define WR_WORKER_H

#include <pthread.h>

#include "base/futex.h"
#include "engine/task.h"

enum {
    WR_RETIRE_MAX = WR_SIZE(32, 2), /* short tasks a worker runs before it retires them */
    WR_SHORT_NS = 2000,             /* tasks that take less on average are short */
    WR_TINY_NS = 300,               /* tasks that take less are left to one worker */
    WR_NAP_NS = 1000000,            /* how long the sentinel sleeps at a time */
    WR_POLL_PAUSES = 32,            /* pauses between two checks of a polling thread */
    WR_YIELD_AFTER_NS = 5000,       /* after polling for so long, a thread also yields */
};

typedef struct wr_worker wr_worker;

struct wr_worker {
    weir_runtime *rt;
    int index;
    pthread_t thread;
    bool long_tasks;  /* worker: its tasks have been long, or it does not know yet */
    bool insist;      /* worker: the others are stuck, so work even if tasks are tiny */
    bool outlier;     /* worker: the last measurement was far above the average */
    bool active;      /* worker: counted in runtime.active */
    int unretired;    /* worker: tasks run since it last held the scheduler */
    int unmeasured;   /* worker: tasks run since it last read the clock */
    atomic_uint word; /* any: 1 = woken */
    /* worker; any may read: sentinel or housekeeper; prefer to wake others */
    atomic_bool timed_sleep;
    atomic_int_fast64_t since; /* worker; any may read: active since then, 0: not active.  For the
                                  exit report */
    wr_worker *below;          /* under idle_lock: the stack of sleepers */
    bool asleep;               /* under idle_lock: on that stack */
};

/* Called by an idle worker; see wr_idle_set. */
typedef int64_t (*wr_idle_fn)(void *ctx, int64_t now_ns);

/* WR_HOUSEKEEPER_REQUESTED: a worker went to sleep since the housekeeper last scanned. */
typedef enum wr_housekeeper {
    WR_HOUSEKEEPER_NONE,
    WR_HOUSEKEEPER_ACTIVE,
    WR_HOUSEKEEPER_REQUESTED
} wr_housekeeper;

weir_status wr_workers_start(weir_runtime *rt);
void wr_workers_join(weir_runtime *rt);
bool wr_wake_one(weir_runtime *rt);       /* false: no worker sleeps */
bool wr_wake_for_push(weir_runtime *rt);  /* slow path of a push when no worker is watching */
void wr_wake_for_ready(weir_runtime *rt); /* after publishing: wake a worker if it is worth it */

/* Register `fn`, which an idle worker calls without any lock before it sleeps.  It returns after
 * how many nanoseconds to call it again if all workers stay idle; -1: not before there was work.
 * NULL removes it.  Returns when the previous function is no longer running. */
void wr_idle_set(weir_runtime *rt, wr_idle_fn fn, void *ctx);
void wr_idle_notify(weir_runtime *rt); /* any: there is new work for that function */

/* A slot is the right to compute: at most `workers` threads hold one. */
bool wr_slot_take(weir_runtime *rt);
void wr_slot_give(weir_runtime *rt);

#endif
