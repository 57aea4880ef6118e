/* arena.h - the allocator of array memory: free blocks are cached and reused.
 *
 * Fresh memory costs a page fault (2 us) for every 4 KB, or for every 2 MB where the kernel grants
 * huge pages; memory that was used before costs nothing.  So freed memory stays cached for a while.
 * Memory that has been idle for a second is returned to the system (wr_arena_trim), and so is any
 * idle memory when the budget or the system's memory runs short.  docs/design/memory.md has the
 * design and the figures.
 *
 * Any thread may allocate, and any thread may free, even a block that another thread allocated.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ARENA_H
#define WR_ARENA_H

#include "base/alloc.h"

typedef struct wr_arena wr_arena;

typedef struct wr_arena_stat {
    uint64_t used;     /* bytes in live blocks, after rounding up */
    uint64_t asked;    /* bytes requested for those blocks */
    uint64_t cached;   /* bytes that are free or lost to rounding, and that may be resident */
    uint64_t reserved; /* bytes mapped; those beyond used + cached are not resident */
    /* maximum of `used` so far; may be too low by up to 64 KB for each thread that allocated small
     * blocks */
    uint64_t peak;
    uint64_t live;     /* number of live blocks */
    uint64_t takes;    /* number of allocations so far */
    uint64_t reuses;   /* number of allocations that reused memory */
    uint64_t maps;     /* number of segments mapped so far */
    uint64_t unmaps;   /* number of segments unmapped so far */
    uint64_t returned; /* bytes returned to the system so far */
} wr_arena_stat;

/* The live blocks that have the same site and label. */
typedef struct wr_arena_holder {
    uint64_t bytes; /* bytes requested */
    uint64_t count;
    uint32_t site;
    const char *label;
} wr_arena_holder;

/* Create an arena.  A budget of 0 means no limit.  Fails with ENOMEM. */
weir_status wr_arena_new(const wr_memory *memory, uint64_t budget_bytes, wr_arena **out);

/* Free the arena with all its memory, even live blocks.  Accepts NULL. */
void wr_arena_free(wr_arena *arena);

/* Allocate a block, aligned to 64 bytes, with undefined contents.  Even a block of 0 bytes has a
 * unique address.  `label` is a static string or NULL.  Return NULL if there is not enough
 * memory. */
void *wr_arena_take(wr_arena *arena, size_t bytes, uint32_t site, const char *label);

/* Free a block.  Makes no system call.  Accepts NULL. */
void wr_arena_give(wr_arena *arena, void *block);

/* Change the site and label of a block, which another operation owns from now on. */
void wr_arena_relabel(wr_arena *arena, void *block, uint32_t site, const char *label);

/* Release to the system the memory that has been idle for at least `idle_ns`.  Return the number of
 * nanoseconds after which to call again, or -1 if there is nothing to trim until more blocks are
 * freed.  Calling earlier than that is cheap. */
int64_t wr_arena_trim(wr_arena *arena, int64_t now_ns, int64_t idle_ns);

void wr_arena_stats(wr_arena *arena, wr_arena_stat *out);

/* Copy up to `max` holders of memory, the largest first.  Return the number copied, or 0 if there
 * is no memory for the table of holders. */
size_t wr_arena_holders(wr_arena *arena, wr_arena_holder *out, size_t max);

/* Called by the thread that forks, around the fork; unlock is called in both processes. */
void wr_arena_lock(wr_arena *arena);
void wr_arena_unlock(wr_arena *arena, bool child);

#endif
