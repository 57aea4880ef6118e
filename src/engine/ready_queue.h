/* ready_queue.h - tasks that may run now: ready lists by priority, and the ring of published tasks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_READY_QUEUE_H
#define WR_READY_QUEUE_H

#include "engine/task.h"

enum {
    WR_RING_SLOTS = WR_SIZE(64, 2),     /* a power of two */
    WR_READY_ENOUGH = WR_SIZE(16, 1),   /* with so many short tasks ready, draining can wait; */
    WR_LINKED_ENOUGH = WR_SIZE(512, 4), /* also with so many linked, if one is ready */
    WR_PRIORITIES =
        WEIR_PRIORITY_MAX - WEIR_PRIORITY_MIN + 2, /* the priorities, and urgent above them */
    WR_URGENT = WR_PRIORITIES - 1,
};

typedef struct wr_ring {
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t head; /* any: takers' CAS, acq_rel */
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t tail; /* scheduler, release: publishes slots */
    _Atomic(wr_task *) slot[WR_RING_SLOTS]; /* scheduler; relaxed, ordered by head and tail */
} wr_ring;

void wr_ready_add(weir_runtime *rt, wr_task *t);      /* scheduler */
void wr_ready_boost(weir_runtime *rt, wr_task *t);    /* scheduler: a wait needs it */
void wr_ready_publish(weir_runtime *rt);              /* scheduler */
wr_task *wr_ready_help(weir_runtime *rt, wr_task *t); /* scheduler: take this task, or NULL */
/* Scheduler: take a task that a barrier with this sequence number waits for, or NULL. */
wr_task *wr_ready_help_before(weir_runtime *rt, uint64_t seq);
wr_task *wr_ready_take_oldest(weir_runtime *rt); /* scheduler, serial engine */
wr_task *wr_ready_take(weir_runtime *rt);        /* any */
size_t wr_ready_now(weir_runtime *rt);           /* scheduler */
size_t wr_ready_len(weir_runtime *rt);           /* any, a hint */

#endif
