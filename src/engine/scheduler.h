/* scheduler.h - the scheduler: at most one thread holds it at a time.
 *
 * Its holder owns every field marked "scheduler".
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SCHEDULER_H
#define WR_SCHEDULER_H

#include "engine/runtime_state.h"
#include "engine/worker.h"

/* WR_SCHEDULER_REQUESTED: held, and the holder must check for work again when it releases. */
typedef enum wr_scheduler_state {
    WR_SCHEDULER_FREE,
    WR_SCHEDULER_HELD,
    WR_SCHEDULER_REQUESTED
} wr_scheduler_state;

bool wr_scheduler_try(weir_runtime *rt);
void wr_scheduler_acquire(weir_runtime *rt);    /* spins: it is never held for long */
void wr_scheduler_gather(weir_runtime *rt);     /* scheduler: collect, drain, admit */
void wr_scheduler_gather_all(weir_runtime *rt); /* scheduler: that, and drain all queues */
/* Acquire it and link all that was issued before; then publish what is ready and release it. */
void wr_scheduler_acquire_all(weir_runtime *rt);
void wr_scheduler_release_all(weir_runtime *rt);
void wr_scheduler_work(weir_runtime *rt);  /* scheduler: gather, then publish */
bool wr_scheduler_drain(weir_runtime *rt); /* scheduler: drain one batch; false: none */
/* Have pending work processed: by this thread if the scheduler is free, else by its holder. */
void wr_scheduler_request(weir_runtime *rt);
void wr_scheduler_release(weir_runtime *rt); /* then send, reclaim and wake */
bool wr_has_tasks(weir_runtime *rt);         /* any: work for the scheduler, or a ready task */
bool wr_has_work(weir_runtime *rt);          /* any: that, or a job to join */
void wr_complete(weir_runtime *rt,
                 wr_task *t); /* any: push a finished task onto the completion stack */

/* There is work for the scheduler, made visible by a read-modify-write (of the sequence number
 * or the completion stack).  If no worker is watching, wake a sleeper; if none sleeps, request
 * the scheduler. */
static inline void wr_scheduler_notify(weir_runtime *rt) {
    if (WR_UNLIKELY(atomic_load(&rt->watchers) <= 0) && !wr_wake_for_push(rt))
        wr_scheduler_request(rt);
}

#endif
