/* ready.h - tasks that may run now: lists by priority, and the ring of published tasks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_READY_H
#define WR_READY_H

#include "engine/task.h"

enum {
    WR_RING_SLOTS = WR_SIZE(64, 2),     /* a power of two */
    WR_READY_ENOUGH = WR_SIZE(16, 1),   /* with so many short tasks ready, draining can wait */
    WR_LINKED_ENOUGH = WR_SIZE(512, 4), /* likewise with so many linked, if one is ready */
    WR_LEVELS = WEIR_PRIORITY_MAX - WEIR_PRIORITY_MIN + 2, /* priorities, and urgent on top */
    WR_URGENT = WR_LEVELS - 1,
};

typedef struct wr_ring {
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t head; /* any: takers' CAS, acq_rel */
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t tail; /* role, release: carries the slots */
    _Atomic(wr_task *) slot[WR_RING_SLOTS];            /* role; relaxed, ordered by head and tail */
} wr_ring;

void wr_ready_put(weir_runtime *rt, wr_task *t);      /* role */
void wr_ready_boost(weir_runtime *rt, wr_task *t);    /* role: a wait needs it */
void wr_ready_publish(weir_runtime *rt);              /* role */
wr_task *wr_ready_help(weir_runtime *rt, wr_task *t); /* role: take this very one, or NULL */
wr_task *wr_ready_help_before(weir_runtime *rt, uint64_t seq); /* role: one that helps a barrier */
wr_task *wr_ready_take_oldest(weir_runtime *rt);               /* role, serial engine */
wr_task *wr_ready_take(weir_runtime *rt);                      /* any */
size_t wr_ready_now(weir_runtime *rt);                         /* role */
size_t wr_ready_len(weir_runtime *rt);                         /* any, a hint */

#endif
