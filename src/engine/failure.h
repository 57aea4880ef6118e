/* failure.h - failures in flight.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FAILURE_H
#define WR_FAILURE_H

#include "engine/task.h"

enum {
    WR_FAILURES_KEPT = WR_SIZE(WEIR_FAILURES_MAX, 2), /* root failures in the list, */
    WR_FAILURES_TOLD = 16, /* and those of them that are logged at the end */
};

struct wr_failure {
    uint32_t refs;      /* role */
    atomic_bool looked; /* any: it has been reported; set by wr_failure_tell */
    bool reserved;      /* const: the runtime's own, for want of memory */
    bool listed;        /* role: has been counted as a root failure */
    uint32_t
        missed;     /* role, before others see it: the list was full in this epoch; 0: it was not */
    uint32_t line;  /* const: of info.site */
    uint64_t until; /* role: of a cancellation: tasks with lower tickets share it; else 0 */
    weir_failure info; /* const */
};

wr_failure *wr_failure_new(weir_runtime *rt, wr_task *t, weir_status status, const char *message);
/* The same of a task that is part of what `within` names, unless that is NULL. */
wr_failure *wr_failure_within(weir_runtime *rt, wr_task *t, weir_status status, const char *within,
                              const char *message);
void wr_failure_ref(wr_failure *f);                     /* role */
void wr_failure_unref(weir_runtime *rt, wr_failure *f); /* role */
void wr_failure_retire(weir_runtime *rt, wr_task *t);   /* role: a root or a share; one reference */
void wr_failure_tell(weir_runtime *rt, wr_failure *f);  /* any: it has been reported */
void wr_var_mark(weir_runtime *rt, weir_var *v, wr_failure *f, bool undefined); /* role */
weir_status wr_var_status(weir_var *v); /* takes the role if it has failed */
weir_status wr_root_status(weir_runtime *rt);
uint32_t wr_failures_get(weir_runtime *rt, uint32_t index,
                         weir_failure *out); /* returns how many are kept */
void wr_failures_clear(weir_runtime *rt);
void wr_failures_report(weir_runtime *rt); /* log those that were not reported */
void wr_failures_free(weir_runtime *rt);   /* role */
void wr_log(weir_runtime *rt, weir_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
