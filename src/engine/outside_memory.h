/* outside_memory.h - bounding the memory of host data that queued tasks keep alive.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_OUTSIDE_MEMORY_H
#define WR_OUTSIDE_MEMORY_H

#include "engine/task.h"

/* A thread that waits at the allowance of outside bytes; on its stack. */
typedef struct wr_outside_waiter {
    struct wr_outside_waiter *next; /* scheduler */
    uint64_t before; /* const: sequence numbers below this were issued before the wait */
    /* scheduler: how many of these have finished since.  Relaxed, a hint */
    atomic_uint_fast64_t finished;
    uint64_t seen; /* the thread: `finished` at its last check */
    int stalls;    /* the thread: checks that found no progress */
    bool gave_up;  /* the thread: it will not check again */
} wr_outside_waiter;

weir_status wr_outside_wait(weir_runtime *rt, uint64_t bytes); /* before they come in; may wait */
void wr_outside_born(weir_runtime *rt, weir_var *v,
                     uint64_t lent);                           /* issuer; lent 0: its own bytes */
void wr_outside_left(weir_runtime *rt, weir_var *v);           /* any: the last reference is gone */
void wr_outside_dead(weir_runtime *rt, weir_var *v);           /* scheduler: the last use is over */
void wr_outside_reclaimed(weir_runtime *rt, weir_var *v);      /* any: the memory is reclaimed */
bool wr_outside_has_space(weir_runtime *rt);                   /* any */
void wr_outside_enter(weir_runtime *rt, wr_outside_waiter *o); /* a wait begins */
bool wr_outside_stalls(weir_runtime *rt, wr_outside_waiter *o); /* the wait should be abandoned */
void wr_outside_leave(weir_runtime *rt, wr_outside_waiter *o);  /* the wait has ended */
void wr_outside_finished(weir_runtime *rt,
                         uint64_t seq); /* scheduler; called if seq < outside_until */

#endif
