/* outside_memory.h - bytes that come from outside.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_OUTSIDE_MEMORY_H
#define WR_OUTSIDE_MEMORY_H

#include "engine/task.h"

weir_status wr_outside_wait(weir_runtime *rt); /* before more are brought in; may wait */
void wr_outside_born(weir_runtime *rt, weir_var *v, uint64_t lent); /* issuer; 0: its own bytes */
void wr_outside_left(weir_runtime *rt, weir_var *v);      /* any: the last reference is gone */
void wr_outside_dead(weir_runtime *rt, weir_var *v);      /* role: so is the last use, */
void wr_outside_reclaimed(weir_runtime *rt, weir_var *v); /* any: and the memory */
bool wr_outside_has_room(weir_runtime *rt);               /* any */
bool wr_outside_stalls(weir_runtime *rt, uint64_t *finished, int *stalls);

#endif
