/* outside_memory.h - a bound on the outside bytes: memory that was copied in or borrowed from the
 * host program, and that only queued tasks keep alive.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_OUTSIDE_MEMORY_H
#define WR_OUTSIDE_MEMORY_H

#include "engine/submission.h"
#include "engine/task.h"

/* The state of a thread that waits until the outside bytes are within the allowance (the maximum
 * for outside bytes).  It is on the stack of that thread. */
typedef struct wr_outside_waiter {
    struct wr_outside_waiter *next; /* scheduler: list of waiting threads */
    uint64_t before; /* const: tasks with lower sequence numbers were issued before the wait */
    /* scheduler; relaxed, a hint: number of these tasks that have finished since the wait began */
    atomic_uint_fast64_t finished;
    uint64_t seen; /* waiting thread: the value of `finished` at its last check */
    int stalls;    /* waiting thread: number of checks in a row that found no progress */
    bool gave_up;  /* waiting thread: the thread has abandoned the wait */
} wr_outside_waiter;

/* Called by the thread that owns the queue before it copies or borrows `bytes` bytes of host data.
 * May block. */
weir_status wr_outside_wait(weir_runtime *rt, wr_queue *queue, uint64_t bytes);
/* On the issuing thread: called when a variable with outside bytes has been created.  `lent` is the
 * number of borrowed bytes, or 0 if the variable owns its memory. */
void wr_outside_born(weir_runtime *rt, weir_var *v, uint64_t lent);
/* On any thread: called when the last reference to the variable has been released. */
void wr_outside_left(weir_runtime *rt, weir_var *v);
/* With the scheduler held: called when the last task that uses the variable has retired. */
void wr_outside_dead(weir_runtime *rt, weir_var *v);
/* On any thread: called when the variable's memory has been reclaimed. */
void wr_outside_reclaimed(weir_runtime *rt, weir_var *v);
/* On any thread: returns true if the outside bytes are within the allowance, or if no queued task
 * could free any. */
bool wr_outside_has_space(weir_runtime *rt);
/* Called when a wait begins. */
void wr_outside_enter(weir_runtime *rt, wr_outside_waiter *o);
/* Called every STALL_NS during a wait.  Returns true if the wait should be abandoned. */
bool wr_outside_stalls(weir_runtime *rt, wr_outside_waiter *o);
/* Called when a wait has ended. */
void wr_outside_leave(weir_runtime *rt, wr_outside_waiter *o);
/* With the scheduler held: called when a task with a sequence number below outside_until has
 * finished. */
void wr_outside_finished(weir_runtime *rt, uint64_t seq);

#endif
