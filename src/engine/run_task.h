/* run_task.h - running one task.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RUN_TASK_H
#define WR_RUN_TASK_H

#include "engine/task.h"

enum { WR_MESSAGE_BYTES = 160 };

/* The context of a running task. */
struct weir_context {
    weir_runtime *rt;
    wr_task *task;
    int worker;
    bool deferred;
    bool skipped;       /* the task found that it cannot run, and has written nothing */
    bool shown;         /* the task has been given a pointer to memory that it may write */
    bool refused;       /* for tasks of devices: it must not run, only set its error words */
    bool ahead;         /* for tasks of devices: prepare the call, see wr_device_run_fn */
    bool freed;         /* for tasks of devices: it has freed memory that others may wait for */
    const char *within; /* name of the enclosing operation, for messages; static, or NULL */
    char message[WR_MESSAGE_BYTES];
};

/* The message of an operation that needs, as an input, an array whose values were never computed.
 * array.h has those for other uses of such an array. */
#define WR_INPUT_NEVER_MADE                                                                        \
    "an input was never computed: its operation was cancelled or failed; compute it again"

void wr_run(weir_runtime *rt, wr_task *t, int worker);
/* Called by a task that cannot run, before it has written anything; returns WEIR_EFAILED. */
weir_status wr_context_skip(weir_context *ctx, const char *message);
/* Is this the last task that uses the variable? */
bool wr_context_is_last(weir_context *ctx, const weir_var *v);
/* Set the state of a task that starts, and its start in the trace.  `worker` is -1 if no worker runs
 * it. */
void wr_run_begin(wr_task *t, wr_state state, int worker);
/* Call the task's function; return the failure to mark the outputs with, or NULL. */
wr_failure *wr_run_function(weir_context *ctx);
/* End a task that has run or was skipped, and push it onto the completion stack. */
void wr_run_finish(weir_runtime *rt, wr_task *t, wr_failure *failure);
/* End tasks of a device, in the order of the list; `prev` of each is its failure, or NULL. */
void wr_run_finish_list(weir_runtime *rt, wr_task *first);
/* Return the failure of an input of the task, or NULL.  With `settled`, inputs are ignored that
 * earlier tasks on the device's queue may still change. */
wr_failure *wr_run_failed_input(wr_task *t, bool settled);
/* Send a task to an I/O thread. */
void wr_run_send(weir_runtime *rt, wr_task *t);
/* Return the failure that prevents the task from running, or NULL if the task may run.  For tasks
 * of a device: with the scheduler held, and except for lack of memory (WR_DOOMED). */
wr_failure *wr_run_refusal(weir_runtime *rt, wr_task *t);

#endif
