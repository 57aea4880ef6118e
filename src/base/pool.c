/* pool.c - blocks of one size.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/pool.h"

struct wr_slab {
    struct wr_slab *next;
};

static size_t slab_size(const wr_pool *pool) {
    return WR_CACHE_LINE + pool->block_size * WR_POOL_SLAB_BLOCKS;
}

static char *slab_block(const wr_pool *pool, struct wr_slab *slab, int i) {
    return (char *)slab + WR_CACHE_LINE + pool->block_size * (size_t)i;
}

void wr_pool_init(wr_pool *pool, const wr_memory *memory, size_t block_size, int rank) {
    assert(block_size % WR_CACHE_LINE == 0);
    *pool = (wr_pool){.memory = memory, .block_size = block_size};
    wr_lock_init(&pool->lock, rank);
}

void wr_pool_destroy(wr_pool *pool) {
    while (pool->slabs != NULL) {
        struct wr_slab *slab = pool->slabs;
        pool->slabs = slab->next;
        wr_free(pool->memory, slab, slab_size(pool));
    }
    wr_lock_destroy(&pool->lock);
}

static bool grow(wr_pool *pool) {
    struct wr_slab *slab = wr_alloc_zero(pool->memory, slab_size(pool), WR_CACHE_LINE);
    if (slab == NULL) return false;
    slab->next = pool->slabs;
    pool->slabs = slab;
    for (int i = WR_POOL_SLAB_BLOCKS - 1; i >= 0; i--) {
        void **block = (void **)slab_block(pool, slab, i);
        *block = pool->free;
        pool->free = block;
    }
    return true;
}

size_t wr_pool_take(wr_pool *pool, void **out, size_t max) {
    size_t n = 0;
    wr_lock_take(&pool->lock);
    if (pool->free == NULL) grow(pool);
    for (; n < max && pool->free != NULL; n++) {
        out[n] = pool->free;
        pool->free = *(void **)pool->free;
    }
    wr_lock_give(&pool->lock);
    return n;
}

void wr_pool_give(wr_pool *pool, void *first, void *last) {
    wr_lock_take(&pool->lock);
    *(void **)last = pool->free;
    pool->free = first;
    wr_lock_give(&pool->lock);
}

void wr_pool_each(wr_pool *pool, void (*fn)(void *block, void *ctx), void *ctx) {
    wr_lock_take(&pool->lock);
    for (struct wr_slab *slab = pool->slabs; slab != NULL; slab = slab->next)
        for (int i = 0; i < WR_POOL_SLAB_BLOCKS; i++) fn(slab_block(pool, slab, i), ctx);
    wr_lock_give(&pool->lock);
}
