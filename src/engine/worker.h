/* worker.h - workers: the threads that run tasks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_WORKER_H
#define WR_WORKER_H

#include <pthread.h>

#include "base/park.h"
#include "engine/task.h"

enum {
    WR_RETIRE_MAX = WR_SIZE(32, 2), /* short tasks a worker runs before it settles them */
    WR_SHORT_NS = 2000,             /* tasks below this on average are short */
    WR_TINY_NS = 300,               /* below this a second worker is in the way of the first */
    WR_NAP_NS = 1000000,
    WR_POLL_PAUSES = 32,      /* between two looks of who polls, */
    WR_YIELD_AFTER_NS = 5000, /* who yields as well after so long */
};

typedef struct wr_worker wr_worker;

struct wr_worker {
    weir_runtime *rt;
    int index;
    pthread_t thread;
    bool lengthy;     /* worker: its tasks have been long, or it cannot know yet */
    bool insist;      /* worker: the others are stuck, so work even if tasks are tiny */
    bool outlier;     /* worker: the last measurement was far off */
    bool active;      /* worker: counted in runtime.active */
    int unretired;    /* worker: tasks run since it last held the role */
    int unmeasured;   /* worker: tasks since it last looked at the clock */
    atomic_uint word; /* any: 1 = woken */
    atomic_bool naps; /* worker; any may read: sentinel or keeper, others are better woken */
    atomic_int_fast64_t
        since;        /* worker; any may read: active since then, 0: it is not.  For the report */
    wr_worker *below; /* under idle_lock: the stack of sleepers */
    bool asleep;      /* under idle_lock: on that stack */
};

/* Called by a worker that has nothing to do; see wr_idle_set. */
typedef int64_t (*wr_idle_fn)(void *ctx, int64_t now_ns);

/* WR_HOUSEKEEPER_REQUESTED: somebody has lain down since the keeper last looked. */
typedef enum wr_housekeeper {
    WR_HOUSEKEEPER_NONE,
    WR_HOUSEKEEPER_ACTIVE,
    WR_HOUSEKEEPER_REQUESTED
} wr_housekeeper;

weir_status wr_workers_start(weir_runtime *rt);
void wr_workers_join(weir_runtime *rt);
bool wr_wake_one(weir_runtime *rt);      /* false: nobody sleeps */
bool wr_wake_for_push(weir_runtime *rt); /* slow path of a push that finds nobody watching */
void wr_wake_for_ready(
    weir_runtime *rt); /* after publishing: is there more than those awake can do */
/* Have `fn` called, outside all locks, by a worker that lies down with nothing to do.  It says after how
 * many nanoseconds it wants to be called again if all stay idle; -1: not before there was work.  NULL:
 * nothing is called.  Returns when the one before is called no more. */
void wr_idle_set(weir_runtime *rt, wr_idle_fn fn, void *ctx);
void wr_idle_poke(weir_runtime *rt); /* any: there is something new to call it for */
bool wr_slot_take(weir_runtime *rt);
void wr_slot_give(weir_runtime *rt);

#endif
