/* device_heap.h - the allocator for the memory of a device: free blocks are cached and reused.
 *
 * The memory of a device is a range of addresses that the host does not read or write, so all
 * bookkeeping is in host memory.  Getting memory from a driver is slow and may wait until the
 * device is idle; this allocator gets large segments and cuts blocks from them.
 * docs/design/devices.md, "Memory of a device", has the design.
 *
 * Any thread may allocate, and any thread may free, even a block that another thread allocated.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DEVICE_HEAP_H
#define WR_DEVICE_HEAP_H

#include "memory/arena.h"

enum {
    /* addresses and sizes of blocks are multiples of this; so must those of segments be */
    WR_HEAP_ALIGN = 256,
    /* blocks of up to WR_HEAP_SMALL_MAX bytes come from segments of WR_HEAP_SMALL_SEGMENT bytes,
     * blocks of up to WR_HEAP_MEDIUM_MAX from segments of WR_HEAP_MEDIUM_SEGMENT; for a larger
     * block a segment of its size is taken, rounded up to a multiple of WR_HEAP_SEGMENT_STEP */
    WR_HEAP_SMALL_MAX = WR_SIZE(1 << 20, 4 << 10),
    WR_HEAP_SMALL_SEGMENT = WR_SIZE(2 << 20, 8 << 10),
    WR_HEAP_MEDIUM_MAX = WR_SIZE(16 << 20, 64 << 10),
    WR_HEAP_MEDIUM_SEGMENT = WR_SIZE(32 << 20, 128 << 10),
    WR_HEAP_SEGMENT_STEP = WR_SIZE(2 << 20, 8 << 10),
    /* Lock ranks above those of the engine, so that memory may be allocated and freed with any of
     * its locks held, and below those of the arena, so that a source may use an arena. */
    WR_RANK_HEAP_SOURCE = 90,
    WR_RANK_HEAP = 91,
};

/* Where segments come from.  Calls do not overlap.  They are made with a lock of rank
 * WR_RANK_HEAP_SOURCE held, so they may take only locks of higher rank. */
typedef struct wr_heap_source {
    void *ctx;
    /* Return the address of a new segment, a multiple of WR_HEAP_ALIGN, or 0 if the device has no
     * more memory.  An address that was not given back must not be returned again, not even in a
     * forked child.  A device that does not survive a fork returns 0 in the child. */
    uint64_t (*take)(void *ctx, uint64_t bytes);
    /* Take back a segment, whole.  Never called in a child for a segment of its parent. */
    void (*give)(void *ctx, uint64_t address, uint64_t bytes);
} wr_heap_source;

typedef struct wr_heap wr_heap;

/* Create a heap without segments.  `budget` limits the bytes of all segments together; 0 means no
 * limit.  `source` is copied.  Fails with ENOMEM. */
weir_status wr_heap_new(const wr_memory *memory, const wr_heap_source *source, uint64_t budget,
                        wr_heap **out);

/* From now on each block is a segment of its own, of exactly the size that was requested, and is reused only for blocks
 * of that size: for tools that find accesses beyond the memory of a driver's allocation.  Slow.  Call it before the first
 * allocation. */
void wr_heap_set_exact(wr_heap *heap);

/* Free the heap and give all segments back, even those with live blocks.  Accepts NULL. */
void wr_heap_free(wr_heap *heap);

/* Allocate a block, aligned to WR_HEAP_ALIGN, with undefined contents.  Even a block of 0 bytes has
 * a unique address.  `label` is a static string or NULL.  Return 0, without setting an error
 * message, if the budget, the device or the host has not enough memory. */
uint64_t wr_heap_take(wr_heap *heap, uint64_t bytes, uint32_t site, const char *label);

/* Which memory not to allocate if there is other memory, because its next user would have to wait:
 * returns the end of such memory in a range, or 0 if there is none.  Called with the lock of the heap
 * held. */
typedef struct wr_heap_avoid {
    uint64_t (*busy_until)(void *ctx, uint64_t address, uint64_t bytes);
    void *ctx;
} wr_heap_avoid;

/* The same, but avoid memory that is busy, as long as half of the budget is free. */
uint64_t wr_heap_take_idle(wr_heap *heap, uint64_t bytes, uint32_t site, const char *label,
                           const wr_heap_avoid *avoid);

/* Free a block.  Does not call the source.  Accepts 0.  The memory may be allocated again
 * immediately, so the device must be done with the block, or its next user must run later in the
 * same queue. */
void wr_heap_give(wr_heap *heap, uint64_t address);

/* Change the site and label of a block, which another operation owns from now on. */
void wr_heap_relabel(wr_heap *heap, uint64_t address, uint32_t site, const char *label);

/* Give back the segments that have been unused for at least `idle_ns`.  Return the number of
 * nanoseconds after which to call again, or -1 if there is nothing to trim until more blocks are
 * freed.  Calling earlier than that is cheap. */
int64_t wr_heap_trim(wr_heap *heap, int64_t now_ns, int64_t idle_ns);

/* The fields have the same meaning as for an arena.  `cached` is what the segments hold beyond
 * `used`, and `reserved` is the size of all segments; `peak` is exact. */
void wr_heap_stats(wr_heap *heap, wr_arena_stat *out);

/* Copy up to `max` holders of memory, the largest first.  Return the number copied, or 0 if there
 * is no memory for the table of holders. */
size_t wr_heap_holders(wr_heap *heap, wr_arena_holder *out, size_t max);

/* Called by the thread that forks, around the fork; unlock is called in both processes.  The child
 * forgets all blocks and segments, without giving them back; giving or relabelling a block of the
 * parent does nothing there. */
void wr_heap_lock(wr_heap *heap);
void wr_heap_unlock(wr_heap *heap, bool child);

#endif
