/* launch_ring.h - a ring of the tasks that a device has accepted and not begun, oldest first.
 *
 * Not thread-safe: the queue that has the ring locks it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_LAUNCH_RING_H
#define WR_LAUNCH_RING_H

#include "device/device.h"

typedef struct wr_launch_ring {
    wr_launch *entry;
    size_t first, count, size; /* `size` is a power of two or 0 */
} wr_launch_ring;

/* Append tasks.  Returns false, and appends none, if there is not enough memory. */
bool wr_ring_add(wr_launch_ring *r, const wr_memory *memory, const wr_launch *batch,
                 uint32_t count);

/* Take up to `max` tasks from the front; returns how many. */
uint32_t wr_ring_take(wr_launch_ring *r, wr_launch *to, uint32_t max);

/* Drop entries from the front. */
void wr_ring_drop(wr_launch_ring *r, uint32_t count);

/* Find the first task behind the one with this number.  Returns false if there is none, or a wait is
 * before it. */
bool wr_ring_behind(const wr_launch_ring *r, uint64_t number, wr_launch *out);

void wr_ring_free(wr_launch_ring *r, const wr_memory *memory);

#endif
