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
    bool skipped;       /* it found that it cannot run, and has written nothing */
    bool shown;         /* it got a pointer to memory that it may write */
    const char *within; /* static: name of the enclosing operation, for messages; or NULL */
    char message[WR_MESSAGE_BYTES];
};

void wr_run(weir_runtime *rt, wr_task *t, int worker);
weir_status wr_context_skip(weir_context *ctx, const char *message); /* it cannot run; EFAILED */
bool wr_context_is_last(weir_context *ctx, const weir_var *v);       /* no later task uses it */
wr_failure *wr_run_body(weir_context *ctx); /* the failure to mark the outputs with, or NULL */
void wr_run_finish(weir_runtime *rt, wr_task *t,
                   wr_failure *failure);        /* and push it onto the completion stack */
void wr_run_send(weir_runtime *rt, wr_task *t); /* to its I/O thread or device */
wr_failure *wr_run_refusal(weir_runtime *rt,
                           wr_task *t); /* the failure because of which it must not run, or NULL */

#endif
