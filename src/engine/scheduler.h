/* scheduler.h - the scheduler: at most one thread holds it at a time.
 *
 * Its holder owns every field marked "scheduler".
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SCHEDULER_H
#define WR_SCHEDULER_H

#include "engine/runtime_state.h"
#include "engine/worker.h"

/* WR_SCHEDULER_REQUESTED: the scheduler is held, and its holder must check for work again on
 * release. */
typedef enum wr_scheduler_state {
    WR_SCHEDULER_FREE,
    WR_SCHEDULER_HELD,
    WR_SCHEDULER_REQUESTED
} wr_scheduler_state;

bool wr_scheduler_try(weir_runtime *rt);
/* Acquire the scheduler by spinning, because it is never held for long. */
void wr_scheduler_acquire(weir_runtime *rt);
/* With the scheduler held: collect finished tasks, drain one batch unless enough tasks are ready,
 * and admit tasks. */
void wr_scheduler_gather(weir_runtime *rt);
/* With the scheduler held: like wr_scheduler_gather, but drain all queues. */
void wr_scheduler_gather_all(weir_runtime *rt);
/* Acquire the scheduler and link all tasks issued so far. */
void wr_scheduler_acquire_all(weir_runtime *rt);
/* Publish the ready tasks and release the scheduler. */
void wr_scheduler_release_all(weir_runtime *rt);
/* With the scheduler held: gather, then publish ready tasks. */
void wr_scheduler_work(weir_runtime *rt);
/* With the scheduler held: drain one batch and admit; return false if there was nothing to
 * drain. */
bool wr_scheduler_drain(weir_runtime *rt);
/* Have pending work processed: by this thread if the scheduler is free, otherwise by its holder. */
void wr_scheduler_request(weir_runtime *rt);
/* Release the scheduler; then send tasks, reclaim variables and wake threads. */
void wr_scheduler_release(weir_runtime *rt);
/* On any thread: is there work for the scheduler, or a ready task? */
bool wr_has_tasks(weir_runtime *rt);
/* On any thread: is there work for the scheduler, a ready task, or a parallel_for job to join? */
bool wr_has_work(weir_runtime *rt);
/* On any thread: push a finished task onto the completion stack. */
void wr_complete(weir_runtime *rt, wr_task *t);
/* On any thread: push a list of finished tasks, linked from the newest to the oldest. */
void wr_complete_list(weir_runtime *rt, wr_task *newest, wr_task *oldest);

/* Called when there is new work for the scheduler, after it was made visible by a read-modify-write
 * operation on the sequence number or the completion stack.  If no worker is watching, wake a
 * sleeping one; if none sleeps, request the scheduler. */
static inline void wr_scheduler_notify(weir_runtime *rt) {
    if (WR_UNLIKELY(atomic_load(&rt->watchers) <= 0) && !wr_wake_for_push(rt))
        wr_scheduler_request(rt);
}

#endif
