/* arena.h - where arrays get their memory: blocks that are kept when given back, and used again.
 *
 * Fresh memory costs a page fault for every 4 KB (2 us), or for every 2 MB where the kernel grants huge
 * pages; memory used before costs nothing.  So what is given back stays here for a while.  What nobody
 * has wanted for a second goes back to the system (wr_arena_trim), and so does whatever lies idle when the
 * budget or the system's own memory is short.  docs/design/memory.md has the idea and the figures.
 *
 * Any thread takes, any thread gives, whoever has taken.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ARENA_H
#define WR_ARENA_H

#include "base/alloc.h"

typedef struct wr_arena wr_arena;

typedef struct wr_arena_stat {
    uint64_t used;     /* bytes in live blocks, each as large as it was made */
    uint64_t asked;    /* bytes that were asked for, of those */
    uint64_t cached;   /* bytes that are free or between blocks, and may be resident */
    uint64_t reserved; /* bytes mapped; what exceeds used + cached is not resident */
    uint64_t peak;   /* highest `used`, less at most 64 KB for each thread that took small blocks */
    uint64_t live;   /* blocks */
    uint64_t takes;  /* ever, and of those */
    uint64_t reuses; /* in memory that was used before */
    uint64_t maps;   /* segments got from the system, */
    uint64_t unmaps; /* and given back */
    uint64_t returned; /* bytes that went back in all */
} wr_arena_stat;

/* Live blocks of one site and label. */
typedef struct wr_arena_holder {
    uint64_t bytes; /* as asked for */
    uint64_t count;
    uint32_t site;
    const char *label;
} wr_arena_holder;

/* A budget of 0 is none.  ENOMEM */
weir_status wr_arena_new(const wr_memory *memory, uint64_t budget_bytes, wr_arena **out);

/* Everything goes back, live blocks too.  Accepts NULL. */
void wr_arena_free(wr_arena *arena);

/* A block at a multiple of 64, contents undefined.  No bytes are a block too, with an address of its
 * own.  `label` is static, or NULL.  NULL: so much is not to be had. */
void *wr_arena_take(wr_arena *arena, size_t bytes, uint32_t site, const char *label);

/* Never calls the system.  Accepts NULL. */
void wr_arena_give(wr_arena *arena, void *block);

/* A block changes hands. */
void wr_arena_relabel(wr_arena *arena, void *block, uint32_t site, const char *label);

/* Give back what has lain idle for `idle_ns` or longer.  Returns in how many nanoseconds to call again;
 * -1: there is nothing to do until blocks have been given.  Cheap when called too early. */
int64_t wr_arena_trim(wr_arena *arena, int64_t now_ns, int64_t idle_ns);

void wr_arena_stats(wr_arena *arena, wr_arena_stat *out);

/* Who holds how much, largest first; returns how many were written.  0 also if there is no memory to
 * count in. */
size_t wr_arena_holders(wr_arena *arena, wr_arena_holder *out, size_t max);

/* Around a fork, by the thread that forks; unlock in the parent and in the child. */
void wr_arena_lock(wr_arena *arena);
void wr_arena_unlock(wr_arena *arena, bool child);

#endif
