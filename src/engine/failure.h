/* failure.h - failures of tasks: created, attached to variables, recorded, reported.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FAILURE_H
#define WR_FAILURE_H

#include "engine/task.h"

enum {
    WR_FAILURES_KEPT = WR_SIZE(WEIR_FAILURES_MAX, 2), /* root failures in the list */
    WR_FAILURES_LOGGED = 16, /* unreported root failures logged at the end */
};

#define WR_CANCEL_ALL "cancel_all" /* the name of the failure that weir_cancel_all makes */

struct wr_failure {
    uint32_t refs;        /* scheduler */
    atomic_bool reported; /* any: it has been reported; set by wr_failure_mark_reported */
    bool reserved;        /* const: embedded in the runtime, for use when allocation fails */
    bool listed;          /* scheduler: has been counted as a root failure */
    uint32_t missed;      /* scheduler, before others see it: the epoch in which the list was full
                             and this was only counted; 0: it is in the list */
    uint32_t line;        /* const: the source line of info.site */
    const char *within;   /* const, static: the operation that the task is part of, or NULL */
    uint64_t until; /* scheduler: of a cancellation, which tasks with lower sequence numbers share;
                       else 0 */
    weir_failure info; /* const */
};

wr_failure *wr_failure_new(weir_runtime *rt, wr_task *t, weir_status status, const char *message);
/* The operation that a task of a gradient is part of is named with this prefix and the operator. */
#define WR_GRADIENT_OF "gradient of "

/* The same for a task that is part of the operation named `within`, unless that is NULL. */
wr_failure *wr_failure_within(weir_runtime *rt, wr_task *t, weir_status status, const char *within,
                              const char *message);
void wr_failure_ref(wr_failure *f);                     /* scheduler */
void wr_failure_unref(weir_runtime *rt, wr_failure *f); /* scheduler */
/* Scheduler: record the failure of a task that retires, or share an existing one; takes one
 * reference. */
void wr_failure_retire(weir_runtime *rt, wr_task *t);
void wr_failure_mark_reported(weir_runtime *rt, wr_failure *f);                 /* any */
void wr_var_mark(weir_runtime *rt, weir_var *v, wr_failure *f, bool undefined); /* scheduler */
weir_status wr_var_status(weir_var *v); /* acquires the scheduler if the variable has failed */
void wr_failure_seen(weir_runtime *rt, uint64_t seq);
weir_status wr_root_status(weir_runtime *rt);
uint32_t wr_failures_get(weir_runtime *rt, uint32_t index,
                         weir_failure *out); /* returns the length of the list */
void wr_failures_clear(weir_runtime *rt);
void wr_failures_report(weir_runtime *rt); /* log those that were not reported */
void wr_failures_free(weir_runtime *rt);   /* scheduler */
void wr_log(weir_runtime *rt, weir_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
