/* pool.h - a pool of blocks of one size, allocated and freed several at a time.
 *
 * Memory is allocated in slabs and returned when the pool is trimmed or destroyed.  A free block
 * keeps its contents except for its first word.  Pointers to free blocks are kept in a separate
 * stack, so that allocating a block does not touch the block itself, which may be in the cache of
 * another core.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_POOL_H
#define WR_POOL_H

#include "base/lock.h"
#include "base/alloc.h"

enum { WR_POOL_SLAB_BLOCKS = WR_SIZE(64, 1) };

typedef struct wr_pool {
    const wr_memory *memory; /* const */
    size_t block_size;       /* const: a multiple of WR_CACHE_LINE */
    wr_lock lock;
    void **free;           /* under lock: a stack of the free blocks, with space for all blocks */
    size_t free_count;     /* under lock: number of entries in the stack */
    size_t capacity;       /* under lock: maximum number of entries in the stack */
    size_t block_count;    /* under lock: number of blocks in all slabs, free or not */
    struct wr_slab *slabs; /* under lock: list of all slabs */
} wr_pool;

void wr_pool_init(wr_pool *pool, const wr_memory *memory, size_t block_size, int rank);
void wr_pool_destroy(wr_pool *pool);

/* Allocate up to `max` blocks, and return the number allocated, which is 0 if out of memory.  A
 * block that was never used before is zeroed. */
size_t wr_pool_take(wr_pool *pool, void **out, size_t max);

/* Free a list of blocks that are linked through their first words, from `first` to `last`. */
void wr_pool_give(wr_pool *pool, void *first, void *last);

/* Return to the allocator the slabs whose blocks are all free. */
void wr_pool_trim(wr_pool *pool);

/* Call fn for every block, free or not, with the pool's lock held. */
void wr_pool_each(wr_pool *pool, void (*fn)(void *block, void *ctx), void *ctx);

#endif
