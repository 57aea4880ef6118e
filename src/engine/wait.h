/* wait.h - waits.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_WAIT_H
#define WR_WAIT_H

#include "engine/submission.h"

enum {
    WR_NEEDED_STEPS = 1024,  /* how far a wait looks back for what it needs, to make it urgent */
    WR_HELP_BYTES = 4 << 20, /* a wait that may be called off leaves larger tasks to the workers, */
    WR_HELP_NS = 20000000,   /* and all of them if they take so long */
    WR_HELP_STEPS = 64,      /* and each time it looks for something to run */
};

weir_status wr_wait_var(weir_var *v, int64_t timeout_ns, const char *reason, uint32_t site);
/* For the writes of a call that has been issued and is to end when they have: weir_interrupt does not end this
 * wait, so that whoever is told EINTR and calls again does not write twice.  The front end may. */
weir_status wr_wait_written(weir_var *v, const char *reason, uint32_t site);
weir_status wr_wait_all(weir_runtime *rt, int64_t timeout_ns, const char *reason, uint32_t site);
weir_status wr_wait_room(weir_runtime *rt, wr_queue *queue,
                         uint32_t site); /* at the queue's bound */
weir_status wr_wait_memory(weir_runtime *rt, uint64_t bytes, uint32_t site);
/* Until wr_outside_has_room, or wr_outside_stalls, which is asked each `stall_ns`. */
weir_status wr_wait_outside(weir_runtime *rt, int64_t stall_ns, uint32_t site);
weir_status wr_push_barrier(weir_runtime *rt, weir_var *v, uint32_t site);
void wr_queue_wake(wr_queue *queue);
bool wr_queue_has_room(weir_runtime *rt, uint64_t eighths);
weir_status wr_refuse_inside(const char *what);

#endif
