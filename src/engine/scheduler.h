/* scheduler.h - the scheduler: at most one thread holds it at a time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SCHEDULER_H
#define WR_SCHEDULER_H

#include "engine/runtime_state.h"
#include "engine/worker.h"

/* WR_SCHEDULER_REQUESTED: held, and the holder is to look again when giving it back. */
typedef enum wr_scheduler_state {
    WR_SCHEDULER_FREE,
    WR_SCHEDULER_HELD,
    WR_SCHEDULER_REQUESTED
} wr_scheduler_state;

bool wr_scheduler_try(weir_runtime *rt);
void wr_scheduler_acquire(weir_runtime *rt);    /* polls; held for short pieces only */
void wr_scheduler_gather(weir_runtime *rt);     /* role: collect, drain, admit */
void wr_scheduler_gather_all(weir_runtime *rt); /* role: that, and drain whatever is left */
void wr_scheduler_work(weir_runtime *rt);       /* role: that, and publish */
bool wr_scheduler_drain(weir_runtime *rt); /* role: one batch more; false: nothing left to drain */
void wr_scheduler_request(
    weir_runtime *rt); /* have the role look: by ourselves, or by its holder */
void wr_scheduler_release(weir_runtime *rt); /* and send, free, wake what it left behind */
bool wr_has_tasks(weir_runtime *rt); /* any: is there something for the role, or a task to run */
bool wr_has_work(weir_runtime *rt);  /* any: that, or a job to join */
void wr_complete(weir_runtime *rt, wr_task *t); /* any: hand in a finished task */

/* After a read-modify-write that others can see it by (ticket, completion): there is something for the
 * role.  If nobody watches, a sleeper is woken, or the role is taken or asked. */
static inline void wr_scheduler_notify(weir_runtime *rt) {
    if (WR_UNLIKELY(atomic_load(&rt->watchers) <= 0) && !wr_wake_for_push(rt))
        wr_scheduler_request(rt);
}

#endif
