/* ready_queue.h - tasks that may run now: ready lists by priority, and the ring of published tasks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_READY_QUEUE_H
#define WR_READY_QUEUE_H

#include "engine/task.h"

enum {
    WR_RING_SLOTS = WR_SIZE(64, 2), /* a power of two */
    /* with at least this many short tasks ready, draining can wait */
    WR_READY_ENOUGH = WR_SIZE(16, 1),
    /* draining can also wait with at least this many tasks linked, if one of them is ready */
    WR_LINKED_ENOUGH = WR_SIZE(512, 4),
    /* number of priorities: those of the public interface, and WR_URGENT above them */
    WR_PRIORITIES = WEIR_PRIORITY_MAX - WEIR_PRIORITY_MIN + 2,
    WR_URGENT = WR_PRIORITIES - 1,
};

typedef struct wr_ring {
    /* any: position of the next task to take; advanced by CAS, acq_rel */
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t head;
    /* scheduler, release: position after the last task; makes the slots before it visible */
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t tail;
    /* scheduler writes, any reads: relaxed, ordered by `head` and `tail` */
    _Atomic(wr_task *) slot[WR_RING_SLOTS];
} wr_ring;

void wr_ready_add(weir_runtime *rt, wr_task *t); /* with the scheduler held */
/* With the scheduler held: make a task urgent, because a wait needs it. */
void wr_ready_boost(weir_runtime *rt, wr_task *t);
void wr_ready_publish(weir_runtime *rt); /* with the scheduler held */
/* With the scheduler held: take this task, or return NULL if it cannot be taken. */
wr_task *wr_ready_help(weir_runtime *rt, wr_task *t);
/* With the scheduler held: take a task that is older than the barrier with this sequence number, or
 * return NULL. */
wr_task *wr_ready_help_before(weir_runtime *rt, uint64_t seq);
/* With the scheduler held: take the first ready task, published or not, or return NULL.  The thread
 * that retires a task calls this before it publishes what became ready by that. */
wr_task *wr_ready_take_first(weir_runtime *rt);
/* With the scheduler held: take all tasks out of the ring.  Return whether this task was among them,
 * and is in a ready list now. */
bool wr_ready_unpublish(weir_runtime *rt, wr_task *t);
/* With the scheduler held: take this task from its ready list, or return false if it is in none. */
bool wr_ready_claim(weir_runtime *rt, wr_task *t);
wr_task *wr_ready_take_oldest(weir_runtime *rt); /* with the scheduler held, in the serial engine */
wr_task *wr_ready_take(weir_runtime *rt);        /* on any thread */
size_t wr_ready_now(weir_runtime *rt);           /* with the scheduler held */
size_t wr_ready_len(weir_runtime *rt);           /* on any thread; a hint */

#endif
