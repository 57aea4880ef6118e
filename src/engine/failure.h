/* failure.h - failures of tasks: creating them, attaching them to variables, reporting them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FAILURE_H
#define WR_FAILURE_H

#include "engine/task.h"

enum {
    /* maximum length of the list of root failures: failures of tasks that failed themselves, not
     * because of an input */
    WR_FAILURES_KEPT = WR_SIZE(WEIR_FAILURES_MAX, 2),
    WR_FAILURES_LOGGED = 16, /* maximum number of failures that are logged when the runtime ends */
};

#define WR_CANCEL_ALL "cancel_all" /* name of the failure that weir_cancel_all creates */

struct wr_failure {
    uint32_t refs;        /* scheduler: number of references */
    atomic_bool reported; /* any: the failure has been reported to the program */
    bool reserved;        /* const: embedded in the runtime, for use when allocation fails */
    bool listed;          /* scheduler: the failure has been counted as a root failure */
    /* scheduler, before other threads see the failure: the epoch of rt->missed in which the failure
     * was counted because the list was full; 0: it was not counted in rt->missed */
    uint32_t missed;
    uint32_t line;      /* const: the source line of info.site */
    const char *within; /* const, static: the operation that the task is part of, or NULL */
    uint64_t until; /* scheduler: for a cancellation, tasks with lower sequence numbers share this
                       failure; 0: not a cancellation */
    weir_failure info; /* const */
};

wr_failure *wr_failure_new(weir_runtime *rt, wr_task *t, weir_status status, const char *message);
/* Tasks that compute a gradient are part of an operation whose name is this prefix followed by the
 * operator's name. */
#define WR_GRADIENT_OF "gradient of "

/* Like wr_failure_new, for a task that is part of the operation named `within` (NULL: none). */
wr_failure *wr_failure_within(weir_runtime *rt, wr_task *t, weir_status status, const char *within,
                              const char *message);
void wr_failure_ref(wr_failure *f);                     /* with the scheduler held */
void wr_failure_unref(weir_runtime *rt, wr_failure *f); /* with the scheduler held */
/* With the scheduler held: when a failed task retires, record its failure or share an existing one.
 * Acquires one reference to the failure. */
void wr_failure_retire(weir_runtime *rt, wr_task *t);
void wr_failure_mark_reported(weir_runtime *rt, wr_failure *f); /* on any thread */
/* With the scheduler held: attach the failure f to a variable, or remove its failure if f is NULL.
 * `undefined` tells whether the contents of the variable are undefined. */
void wr_var_mark(weir_runtime *rt, weir_var *v, wr_failure *f, bool undefined);
weir_status wr_var_status(weir_var *v); /* acquires the scheduler if the variable has failed */
/* Count the root failure with this sequence number as reported. */
void wr_failure_seen(weir_runtime *rt, uint64_t seq);
weir_status wr_root_status(weir_runtime *rt);
/* Copy the root failure at `index`, if there is one, to *out.  Return the length of the list. */
uint32_t wr_failures_get(weir_runtime *rt, uint32_t index, weir_failure *out);
void wr_failures_clear(weir_runtime *rt);
void wr_failures_report(weir_runtime *rt); /* log failures that have not been reported */
void wr_failures_free(weir_runtime *rt);   /* with the scheduler held */
void wr_log(weir_runtime *rt, weir_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
