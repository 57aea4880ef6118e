/* dependencies.h - the order of tasks: linking and retiring them.  All functions are called with
 * the scheduler held.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DEPENDENCIES_H
#define WR_DEPENDENCIES_H

#include "engine/task.h"

extern const weir_kind wr_retired_kind; /* the kind of every retired task */
void wr_link(weir_runtime *rt, wr_task *t);
/* The task has been given a position in its device's queue: grant what may follow it there. */
void wr_submitted(weir_runtime *rt, wr_task *t);
/* Does a variable of a device's task have submitted accesses on other queues? */
bool wr_shares_queues(const wr_task *t);
/* Find the tasks on other queues that a task of a device has to run after.  In `number`, which has an
 * entry for each device, raise those of their queues to the newest of their numbers. */
void wr_waits_of(weir_runtime *rt, wr_task *t, uint64_t *number);
/* Has every task of another queue retired that this task of a device runs after? */
bool wr_may_retire(weir_runtime *rt, wr_task *t);
void wr_retire(weir_runtime *rt, wr_task *t);
void wr_retire_acts(weir_runtime *rt);
void wr_var_released(weir_runtime *rt, weir_var *v);

#endif
