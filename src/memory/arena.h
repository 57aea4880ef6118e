/* arena.h - the allocator of array memory: free blocks are cached and reused.
 *
 * Fresh memory costs a page fault for every 4 KB (2 us), or for every 2 MB where the kernel
 * grants huge pages; memory used before costs nothing.  So freed memory stays cached for a
 * while.  Memory that has been idle for a second is returned to the system (wr_arena_trim), and
 * so is idle memory when the budget or the system's memory is short.  docs/design/memory.md has
 * the design and the figures.
 *
 * Any thread may allocate, and any thread may free, also blocks that another thread allocated.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ARENA_H
#define WR_ARENA_H

#include "base/alloc.h"

typedef struct wr_arena wr_arena;

typedef struct wr_arena_stat {
    uint64_t used;     /* bytes in live blocks, after rounding */
    uint64_t asked;    /* bytes requested for those blocks */
    uint64_t cached;   /* bytes that are free or lost to rounding, and may be resident */
    uint64_t reserved; /* bytes mapped; the excess over used + cached is not resident */
    uint64_t peak;   /* highest `used`, less at most 64 KB for each thread that took small blocks */
    uint64_t live;   /* live blocks */
    uint64_t takes;  /* allocations so far */
    uint64_t reuses; /* of those, in memory that was used before */
    uint64_t maps;   /* segments mapped so far */
    uint64_t unmaps; /* segments unmapped so far */
    uint64_t returned; /* bytes returned to the system so far */
} wr_arena_stat;

/* Live blocks of one site and label. */
typedef struct wr_arena_holder {
    uint64_t bytes; /* as requested */
    uint64_t count;
    uint32_t site;
    const char *label;
} wr_arena_holder;

/* A budget of 0 means no limit.  ENOMEM */
weir_status wr_arena_new(const wr_memory *memory, uint64_t budget_bytes, wr_arena **out);

/* Frees everything, live blocks too.  Accepts NULL. */
void wr_arena_free(wr_arena *arena);

/* A block aligned to 64 bytes, contents undefined.  A block of 0 bytes has a unique address too.
 * `label` is static, or NULL.  Returns NULL if there is not enough memory. */
void *wr_arena_take(wr_arena *arena, size_t bytes, uint32_t site, const char *label);

/* Never calls the system.  Accepts NULL. */
void wr_arena_give(wr_arena *arena, void *block);

/* Another operation owns the block from now on. */
void wr_arena_relabel(wr_arena *arena, void *block, uint32_t site, const char *label);

/* Return memory to the system that has been idle for `idle_ns` or longer.  Returns after how
 * many nanoseconds to call again; -1: not before blocks have been freed.  Cheap when called too
 * early. */
int64_t wr_arena_trim(wr_arena *arena, int64_t now_ns, int64_t idle_ns);

void wr_arena_stats(wr_arena *arena, wr_arena_stat *out);

/* The largest holders of memory, largest first; returns how many were written.  0 also if there
 * is no memory for the count. */
size_t wr_arena_holders(wr_arena *arena, wr_arena_holder *out, size_t max);

/* Around a fork, by the thread that forks; unlock in the parent and in the child. */
void wr_arena_lock(wr_arena *arena);
void wr_arena_unlock(wr_arena *arena, bool child);

#endif
