/* memory_admission.h - admission control: which tasks may allocate memory now.
 *
 * Called with the scheduler held unless a comment says otherwise.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_MEMORY_ADMISSION_H
#define WR_MEMORY_ADMISSION_H

#include "engine/task.h"

void wr_admit_task(weir_runtime *rt, wr_task *t); /* in program order, at linking */
void wr_admit(weir_runtime *rt);
void wr_admit_candidate(weir_runtime *rt, wr_task *t); /* held, all accesses granted */
bool wr_admit_live(weir_runtime *rt, weir_var *v,
                   bool *never);                     /* its bytes are in use from now on */
void wr_admit_noted(weir_runtime *rt, weir_var *v);  /* its bytes are in use already */
void wr_admit_granted(weir_runtime *rt, wr_task *t); /* a task that allocates nothing */
void wr_admit_release(weir_runtime *rt, weir_var *v);
void wr_admit_died(weir_runtime *rt, weir_var *v);
void wr_admit_retired(weir_runtime *rt, wr_task *t);
void wr_memory_take(weir_runtime *rt, wr_task *t);     /* runner */
void wr_memory_end(weir_runtime *rt, wr_task *t);      /* runner */
void wr_memory_add(weir_runtime *rt, uint64_t bytes);  /* any */
void wr_memory_give(weir_runtime *rt, uint64_t bytes); /* any */
void wr_level_init(weir_runtime *rt);
wr_failure *wr_admit_failure(weir_runtime *rt, wr_task *t);                       /* runner */
void wr_admit_message(weir_runtime *rt, uint64_t bytes, char *text, size_t size); /* any */

int wr_print_bytes(char *to, size_t size, uint64_t bytes); /* "3.1 GB" */

#endif
