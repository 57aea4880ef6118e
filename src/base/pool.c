/* pool.c - a pool of blocks of one size.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/pool.h"

#include <stdlib.h>
#include <string.h>

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
    wr_free(pool->memory, pool->free, pool->capacity * sizeof *pool->free);
    wr_lock_destroy(&pool->lock);
}

/* Ensure that the stack has space for the blocks of one more slab. */
static bool grow_stack(wr_pool *pool) {
    size_t needed = pool->block_count + WR_POOL_SLAB_BLOCKS;
    if (needed <= pool->capacity) return true;
    size_t capacity = 2 * needed;
    void **stack = wr_alloc(pool->memory, capacity * sizeof *stack, 16);
    if (stack == NULL) return false;
    if (pool->free_count > 0) memcpy(stack, pool->free, pool->free_count * sizeof *stack);
    wr_free(pool->memory, pool->free, pool->capacity * sizeof *stack);
    pool->free = stack;
    pool->capacity = capacity;
    return true;
}

static bool grow(wr_pool *pool) {
    if (!grow_stack(pool)) return false;
    struct wr_slab *slab = wr_alloc_zero(pool->memory, slab_size(pool), WR_CACHE_LINE);
    if (slab == NULL) return false;
    slab->next = pool->slabs;
    pool->slabs = slab;
    pool->block_count += WR_POOL_SLAB_BLOCKS;
    for (int i = WR_POOL_SLAB_BLOCKS - 1; i >= 0; i--)
        pool->free[pool->free_count++] = slab_block(pool, slab, i);
    return true;
}

size_t wr_pool_take(wr_pool *pool, void **out, size_t max) {
    wr_lock_take(&pool->lock);
    if (pool->free_count == 0) grow(pool);
    size_t n = max < pool->free_count ? max : pool->free_count;
    for (size_t i = 0; i < n; i++) out[i] = pool->free[--pool->free_count];
    wr_lock_give(&pool->lock);
    return n;
}

void wr_pool_give(wr_pool *pool, void *first, void *last) {
    *(void **)last = NULL;
    wr_lock_take(&pool->lock);
    for (void *block = first; block != NULL; block = *(void **)block)
        pool->free[pool->free_count++] = block;
    assert(pool->free_count <= pool->block_count);
    wr_lock_give(&pool->lock);
}

/* ---- Trimming -------------------------------------------------------------------------------- */

static int by_address(const void *a, const void *b) {
    const char *x = *(char *const *)a, *y = *(char *const *)b;
    return x < y ? -1 : x > y;
}

/* Return the index of the slab that contains `block`; the slabs are sorted by address. */
static size_t slab_of(struct wr_slab *const *slab, size_t count, const void *block) {
    size_t low = 0;
    for (size_t high = count; high - low > 1;) {
        size_t middle = low + (high - low) / 2;
        if ((const char *)slab[middle] < (const char *)block)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Under lock: free the slabs whose blocks are all free.  The number of free blocks of slab[i] is
 * free[i]. */
static void drop_slabs(wr_pool *pool, struct wr_slab **slab, const uint32_t *free, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < pool->free_count; i++)
        if (free[slab_of(slab, count, pool->free[i])] < WR_POOL_SLAB_BLOCKS)
            pool->free[kept++] = pool->free[i];
    pool->free_count = kept;
    pool->slabs = NULL;
    for (size_t i = count; i-- > 0;) {
        if (free[i] < WR_POOL_SLAB_BLOCKS) {
            slab[i]->next = pool->slabs;
            pool->slabs = slab[i];
        } else {
            pool->block_count -= WR_POOL_SLAB_BLOCKS;
            wr_free(pool->memory, slab[i], slab_size(pool));
        }
    }
}

/* Under lock: move the stack to a smaller allocation if it has become too large.  If that
 * allocation fails, keep the old one. */
static void shrink_stack(wr_pool *pool) {
    size_t capacity = pool->block_count + WR_POOL_SLAB_BLOCKS;
    if (pool->capacity <= 2 * capacity) return;
    void **stack = wr_alloc(pool->memory, capacity * sizeof *stack, 16);
    if (stack == NULL) return;
    if (pool->free_count > 0) memcpy(stack, pool->free, pool->free_count * sizeof *stack);
    wr_free(pool->memory, pool->free, pool->capacity * sizeof *stack);
    pool->free = stack;
    pool->capacity = capacity;
}

void wr_pool_trim(wr_pool *pool) {
    wr_lock_take(&pool->lock);
    size_t count = pool->block_count / WR_POOL_SLAB_BLOCKS, n = 0;
    size_t bytes = count * (sizeof(struct wr_slab *) + sizeof(uint32_t));
    struct wr_slab **slab = count > 0 ? wr_alloc_zero(pool->memory, bytes, 16) : NULL;
    if (slab != NULL) {
        uint32_t *free = (uint32_t *)(void *)(slab + count);
        for (struct wr_slab *s = pool->slabs; s != NULL; s = s->next) slab[n++] = s;
        assert(n == count);
        qsort((void *)slab, count, sizeof *slab, by_address);
        for (size_t i = 0; i < pool->free_count; i++) free[slab_of(slab, count, pool->free[i])]++;
        drop_slabs(pool, slab, free, count);
        wr_free(pool->memory, (void *)slab, bytes);
        shrink_stack(pool);
    }
    wr_lock_give(&pool->lock);
}

void wr_pool_each(wr_pool *pool, void (*fn)(void *block, void *ctx), void *ctx) {
    wr_lock_take(&pool->lock);
    for (struct wr_slab *slab = pool->slabs; slab != NULL; slab = slab->next)
        for (int i = 0; i < WR_POOL_SLAB_BLOCKS; i++) fn(slab_block(pool, slab, i), ctx);
    wr_lock_give(&pool->lock);
}
