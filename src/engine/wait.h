/* wait.h - waiting for variables, barriers, queue space and memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_WAIT_H
#define WR_WAIT_H

#include "engine/memory_space.h"
#include "engine/submission.h"

enum {
    /* maximum number of tasks visited in a wait's first search for a task to run */
    WR_NEEDED_STEPS = 1024,
    /* if the front end may stop a wait, the waiting thread runs no tasks that need more bytes than
     * this */
    WR_HELP_BYTES = 4 << 20,
    /* if the front end may stop a wait, the waiting thread runs no tasks while their average
     * duration in nanoseconds is above this */
    WR_HELP_NS = 20000000,
    /* maximum number of tasks visited in each later search of the same wait */
    WR_HELP_STEPS = 64,
};

weir_status wr_wait_var(weir_var *v, int64_t timeout_ns, const char *reason, uint32_t site);
/* Wait for writes that the calling function itself has issued.  weir_interrupt does not end this
 * wait, because a caller that gets EINTR and tries again would write twice.  The front end can
 * still end the wait. */
weir_status wr_wait_written(weir_var *v, const char *reason, uint32_t site);
weir_status wr_wait_all(weir_runtime *rt, int64_t timeout_ns, const char *reason, uint32_t site);
/* Wait until the queue has space. */
weir_status wr_wait_queue_space(weir_runtime *rt, wr_queue *queue, uint32_t site);
/* Wait until the space has this many more bytes. */
weir_status wr_wait_memory(weir_runtime *rt, wr_memory_space *s, uint64_t bytes, uint32_t site);
/* Wait until wr_outside_has_space or wr_outside_stalls returns true.  The latter is called every
 * `stall_ns`. */
weir_status wr_wait_outside(weir_runtime *rt, int64_t stall_ns, uint32_t site);
/* Wait until another thread has set the flag and called wr_queue_wake for this thread's queue. */
weir_status wr_wait_flag(weir_runtime *rt, atomic_bool *flag, const char *reason, uint32_t site);
weir_status wr_push_barrier(weir_runtime *rt, weir_var *v, uint32_t site);
void wr_queue_wake(wr_queue *queue);
bool wr_queue_has_space(weir_runtime *rt, uint64_t eighths);
weir_status wr_refuse_inside(const char *what);

#endif
