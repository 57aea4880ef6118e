/* pool.h - a pool of blocks of one size, allocated and freed several at a time.
 *
 * Memory is allocated in slabs and returned when the pool is trimmed or destroyed.  A free block
 * keeps its contents except for its first word.  Pointers to free blocks are kept in a separate
 * stack, so that allocating does not touch the blocks: another core used them last.
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
    void **free;           /* under lock: a stack of the free blocks, large enough for all blocks */
    size_t free_count;     /* under lock */
    size_t capacity;       /* under lock: of the stack */
    size_t block_count;    /* under lock */
    struct wr_slab *slabs; /* under lock */
} wr_pool;

void wr_pool_init(wr_pool *pool, const wr_memory *memory, size_t block_size, int rank);
void wr_pool_destroy(wr_pool *pool);

/* Allocate up to `max` blocks; returns how many, 0 if there is no memory.  New blocks are zero. */
size_t wr_pool_take(wr_pool *pool, void **out, size_t max);

/* Free a list of blocks linked through their first words. */
void wr_pool_give(wr_pool *pool, void *first, void *last);

/* Return slabs whose blocks are all free to the allocator. */
void wr_pool_trim(wr_pool *pool);

/* Call fn on every block, free ones too. */
void wr_pool_each(wr_pool *pool, void (*fn)(void *block, void *ctx), void *ctx);

#endif
