/* pool.h - blocks of one size, handed out and taken back many at a time.
 *
 * Memory comes from the allocator in slabs and goes back when the pool is trimmed or destroyed.  A block keeps
 * its contents while it is free but for its first word.  Free blocks are remembered aside, so that taking
 * some does not touch them: they were last used by another core.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_POOL_H
#define WR_POOL_H

#include "base/lock.h"
#include "base/alloc.h"

enum { WR_POOL_SLAB_BLOCKS = WR_SIZE(64, 1) };

typedef struct wr_pool {
    const wr_memory *memory; /* set at birth */
    size_t block_size;       /* a multiple of WR_CACHE_LINE */
    wr_lock lock;
    void **free;       /* under lock: a stack of those that are free, with room for all there are */
    size_t free_count; /* under lock */
    size_t room;       /* under lock: of the stack */
    size_t block_count;    /* under lock */
    struct wr_slab *slabs; /* under lock */
} wr_pool;

void wr_pool_init(wr_pool *pool, const wr_memory *memory, size_t block_size, int rank);
void wr_pool_destroy(wr_pool *pool);

/* Take up to `max` blocks; returns how many, 0 if there is no memory.  New blocks are zero. */
size_t wr_pool_take(wr_pool *pool, void **out, size_t max);

/* Give back a chain of blocks linked through their first words. */
void wr_pool_give(wr_pool *pool, void *first, void *last);

/* Give slabs of which every block is free back to the allocator. */
void wr_pool_trim(wr_pool *pool);

/* Call fn on every block, free ones too. */
void wr_pool_each(wr_pool *pool, void (*fn)(void *block, void *ctx), void *ctx);

#endif
