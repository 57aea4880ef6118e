/* memory_admission.h - admission control: decides which tasks may allocate memory now.
 *
 * Functions are called with the scheduler held unless their comment names another owner.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_MEMORY_ADMISSION_H
#define WR_MEMORY_ADMISSION_H

#include "engine/memory_space.h"
#include "engine/task.h"

/* Count the bytes of a task when it is linked, in program order; hold the task if it allocates. */
void wr_admit_task(weir_runtime *rt, wr_task *t);
/* Admit the held tasks that fit now. */
void wr_admit(weir_runtime *rt);
/* Called when all accesses of a held task are granted: consider the task for early admission, if
 * the host's space holds it. */
void wr_admit_candidate(weir_runtime *rt, wr_task *t);
/* Count the bytes of a variable, which are in use from now on.  Return false if they do not fit
 * now; *never is set if they would not fit in an in-order run either. */
bool wr_admit_live(weir_runtime *rt, weir_var *v, bool *never);
/* Count the bytes of a variable without checking that they fit, because they are in use already. */
void wr_admit_noted(weir_runtime *rt, weir_var *v);
/* Called when a WR_KIND_GRANTED task is linked.  The task allocates nothing, so its outputs are no
 * longer doomed to fail for lack of memory. */
void wr_admit_granted(weir_runtime *rt, wr_task *t);
/* Called when the program has released the variable. */
void wr_admit_release(weir_runtime *rt, weir_var *v);
/* Called when a released variable has no accesses left. */
void wr_admit_died(weir_runtime *rt, weir_var *v);
/* Called when a task that allocated memory has retired. */
void wr_admit_retired(weir_runtime *rt, wr_task *t);

/* For a held task of which all blocked accesses wait for members of a group.  May it join the group?
 * Only in program order, and only if its bytes fit, or if the group then has `gain` bytes of
 * temporaries that the task's bytes can replace. */
bool wr_admit_may_join(weir_runtime *rt, const wr_task *t, uint64_t gain);
/* The held task joins a group. */
void wr_admit_joining(weir_runtime *rt, wr_task *t);
/* A group is complete: admit the tasks that fit now. */
void wr_admit_joined(weir_runtime *rt);
/* The variable that a member of a group would have allocated is a temporary: it needs no memory. */
void wr_admit_elided(weir_runtime *rt, wr_task *t, wr_access *a);

/* On the runner.  wr_memory_take adds the bytes of a starting task to the bytes in use;
 * wr_memory_end subtracts the task's scratch bytes when it has ended. */
void wr_memory_take(weir_runtime *rt, wr_task *t);
void wr_memory_end(weir_runtime *rt, wr_task *t);
/* On any thread: add to the bytes in use, subtract from them. */
void wr_memory_add(wr_memory_space *s, uint64_t bytes);
void wr_memory_give(wr_memory_space *s, uint64_t bytes);
/* On any thread: bytes of variables in this space have been reclaimed. */
void wr_memory_freed(weir_runtime *rt, unsigned space, uint64_t bytes);
/* With the scheduler held: a device's task, which will be launched, has got its position.  What it uses
 * last is free when later tasks of the queue are launched, so these bytes do not count any more. */
void wr_memory_submitted(weir_runtime *rt, wr_task *t);
/* On the thread that launches the last access of a device's variable: its memory has been freed,
 * before the variable is reclaimed.  Later tasks of the same queue may use it.  Return whether tasks
 * may be waiting for memory, so that the scheduler must run: the bytes were still counted if the program
 * released the variable after the task was submitted. */
bool wr_memory_given(weir_runtime *rt, weir_var *v);
/* In a forked child: count what the parent's threads were reclaiming as freed, and mark the
 * variables that were on devices as lost. */
void wr_memory_forked(weir_runtime *rt);
/* When a runtime is created, or a device opened before its first task. */
void wr_space_init(weir_runtime *rt, wr_memory_space *s, uint64_t budget);
/* Set the budget of tasks that are linked later. */
void wr_space_set_budget(weir_runtime *rt, wr_memory_space *s, uint64_t bytes);
/* On the runner: return the ENOMEM failure of a task that exceeds the budget. */
wr_failure *wr_admit_failure(weir_runtime *rt, wr_task *t);
/* On any thread: write the reason why `bytes` bytes do not fit in this space. */
void wr_admit_message(weir_runtime *rt, unsigned space, uint64_t bytes, char *text, size_t size);

int wr_print_bytes(char *to, size_t size, uint64_t bytes); /* prints, for example, "3.1 GB" */

#endif
