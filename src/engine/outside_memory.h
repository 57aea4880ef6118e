/* outside_memory.h - bounding the memory of host data that queued tasks keep alive.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_OUTSIDE_MEMORY_H
#define WR_OUTSIDE_MEMORY_H

#include "engine/task.h"

weir_status wr_outside_wait(weir_runtime *rt); /* before more host data comes in; may wait */
void wr_outside_born(weir_runtime *rt, weir_var *v,
                     uint64_t lent);                      /* issuer; lent 0: its own bytes */
void wr_outside_left(weir_runtime *rt, weir_var *v);      /* any: the last reference is gone */
void wr_outside_dead(weir_runtime *rt, weir_var *v);      /* scheduler: the last use is over */
void wr_outside_reclaimed(weir_runtime *rt, weir_var *v); /* any: the memory is reclaimed */
bool wr_outside_has_space(weir_runtime *rt);              /* any */
bool wr_outside_stalls(weir_runtime *rt, uint64_t *finished, int *stalls);

#endif
