/* launch_ring.c - a ring of the tasks that a device has accepted and not begun.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/launch_ring.h"

enum { SIZE_MIN = 64 };

static wr_launch *entry_at(const wr_launch_ring *r, size_t i) {
    return &r->entry[(r->first + i) & (r->size - 1)];
}

static bool grow(wr_launch_ring *r, const wr_memory *memory, uint32_t count) {
    size_t size = r->size > 0 ? r->size : SIZE_MIN;
    while (size < r->count + count) size *= 2;
    if (size == r->size) return true;
    wr_launch *entry = wr_alloc(memory, size * sizeof *entry, 16);
    if (entry == NULL) return false;
    for (size_t i = 0; i < r->count; i++) entry[i] = *entry_at(r, i);
    wr_free(memory, r->entry, r->size * sizeof *entry);
    *r = (wr_launch_ring){.entry = entry, .count = r->count, .size = size};
    return true;
}

bool wr_ring_add(wr_launch_ring *r, const wr_memory *memory, const wr_launch *batch,
                 uint32_t count) {
    if (!grow(r, memory, count)) return false;
    for (uint32_t i = 0; i < count; i++) *entry_at(r, r->count + i) = batch[i];
    r->count += count;
    return true;
}

uint32_t wr_ring_take(wr_launch_ring *r, wr_launch *to, uint32_t max) {
    uint32_t n = 0;
    for (; n < max && r->count > 0; n++, r->count--) {
        to[n] = *entry_at(r, 0);
        r->first = (r->first + 1) & (r->size - 1);
    }
    return n;
}

void wr_ring_drop(wr_launch_ring *r, uint32_t count) {
    r->count -= count;
    r->first = (r->first + count) & (r->size - 1);
}

bool wr_ring_behind(const wr_launch_ring *r, uint64_t number, wr_launch *out) {
    size_t i = 0;
    while (i < r->count && entry_at(r, i)->task != NULL && entry_at(r, i)->number <= number) i++;
    if (i == r->count || entry_at(r, i)->task == NULL) return false;
    *out = *entry_at(r, i);
    return true;
}

void wr_ring_free(wr_launch_ring *r, const wr_memory *memory) {
    wr_free(memory, r->entry, r->size * sizeof *r->entry);
}
