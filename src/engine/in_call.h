/* in_call.h - results that are computed inside the call that issues them, without a task.
 *
 * A thread that waits for each of its results gains nothing from queueing a short operation: the
 * time that the call saves is spent in the wait.  The state below tells whether a thread is such a
 * thread.  The functions count the memory of a result that no task has allocated.
 * docs/design/operators.md, "Inline execution", has the rules.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_IN_CALL_H
#define WR_IN_CALL_H

#include "engine/runtime_state.h"
#include "engine/thread_state.h"
#include "engine/time_average.h"
#include "engine/variable.h"

enum {
    WR_AWAITS_ENOUGH =
        WR_SIZE(4, 1),   /* number of such waits in a row after which the next one is expected */
    WR_AWAITS_CALLS = 4, /* number of calls that may run without a wait between them */
};

/* Is this thread expected to wait for the result of its next operation? */
static inline bool wr_awaits_next(void) { return wr_mine.awaits.waits == WR_AWAITS_ENOUGH; }

/* Return how long operations with this key took.  Keys share a table of fixed size, so an entry may
 * lose its value.  Any thread. */
wr_time_average *wr_in_call_cost(uintptr_t key);
/* The next wait of this thread tells how long the operation takes that it issues now. */
void wr_awaits_measure(const wr_time_average *cost);

/* Called after a wait that took `ns` and followed `issued` tasks; few: at most so many are few. */
void wr_awaits_waited(uint64_t issued, uint64_t few, int64_t ns);

/* May these bytes be used before the scheduler counts them?  If so, add them to rt->noted. */
bool wr_note_bytes(weir_runtime *rt, uint64_t bytes);

/* Prepare to compute the contents of a new variable on this thread, and count its bytes as used.
 * Return false if the operation has to be queued: tasks are unfinished, all slots are taken, or
 * memory is short. */
bool wr_in_call_begin(weir_var *v);
/* The contents are computed; if not `made`, the variable is as new again. */
void wr_in_call_end(weir_var *v, bool made);

/* Was the variable computed in a call, and no record has named it since?  Then the scheduler has
 * not counted its bytes.  Any thread that may access a field of the scheduler. */
static inline bool wr_in_call_uncounted(const weir_var *v) { return v->noted && !v->in_footprint; }
/* With the scheduler held: count the bytes of such variables, because a task names them, or because
 * one is released through the queue. */
void wr_in_call_named(weir_runtime *rt, wr_task *t);
void wr_in_call_count(weir_runtime *rt, weir_var *v);
/* Free such a variable, which the program has released, except for its own memory. */
void wr_in_call_free(weir_runtime *rt, weir_var *v);

#endif
