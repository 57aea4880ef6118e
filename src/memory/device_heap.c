/* device_heap.c - allocates the memory of a device: best fit, with splitting and coalescing, in
 * segments from a source.
 *
 * A segment is divided into *blocks*, each of them allocated or free.  Segments belong to one of
 * three pools, for small, medium and huge blocks, so that small blocks with a long life do not
 * break up the space for large ones.  A pool keeps its free blocks in a tree ordered by size and
 * address.
 *
 * Invariants, under the lock:
 *   1. No two neighbouring blocks are free.
 *   2. A free block is in the tree of its segment's pool; an allocated one is in the hash table by
 *      address.
 *   3. The block at the start of a segment has the same descriptor as long as the segment exists:
 *      splitting and merging keep the lower descriptor.
 *   4. `reserved` is the size of all segments, including those that are being given back.  It stays
 *      within the budget.
 *   5. `unused` is the size of the segments that are one free block.
 *   6. The memory of a segment from its offset `touched` on has never been allocated.
 *
 * Locks: `source_lock`, then `lock`.  The source is called with only the first of them held, so
 * other threads can allocate cached memory meanwhile.
 *
 * Idle segments are found without a clock, by windows, as in pages.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "memory/device_heap.h"

#include <string.h>

#include "base/lock.h"
#include "memory/holders.h"

enum {
    SMALL,
    MEDIUM,
    HUGE,
    POOLS,
    BUCKETS = WR_SIZE(256, 2),       /* number of entries of `first_bucket` */
    BLOCKS_AT_ONCE = WR_SIZE(64, 1), /* number of descriptors allocated at a time */
    /* medium blocks are rounded up to a multiple of this, which is at most 1/16 of the block */
    MEDIUM_STEP = WR_HEAP_SMALL_MAX / 16,
};

_Static_assert(WR_HEAP_MEDIUM_MAX / WR_HEAP_SEGMENT_STEP >= 8, "rounding adds at most an eighth");
_Static_assert(WR_HEAP_MEDIUM_MAX <= WR_HEAP_MEDIUM_SEGMENT &&
                   WR_HEAP_SMALL_MAX <= WR_HEAP_SMALL_SEGMENT,
               "a block must fit in a segment of its pool");

/* ---- Structures ------------------------------------------------------------------------------ */

typedef struct segment segment;

/* A descriptor; all fields are under the lock of the heap. */
typedef struct block {
    segment *segment;
    struct block *before, *after; /* neighbours in the segment */
    /* free block: children in the tree; allocated block: `left` is the next block in the hash
     * bucket; spare descriptor: `left` is the next spare descriptor */
    struct block *left, *right;
    uint64_t address, size;
    uint32_t weight; /* in a tree, no child has a greater weight than its parent */
    bool taken;
    /* the following fields are used while the block is allocated */
    uint32_t site;
    const char *label;
    uint64_t asked; /* bytes requested */
} block;

/* Under the lock of the heap; `next` of a segment that is being given back, under source_lock. */
struct segment {
    segment *next, *prev;
    block *first;
    uint64_t address, size;
    uint64_t touched; /* memory from this offset on has never been allocated */
    uint64_t since;   /* if the segment is unused: the window in which it became so */
    int pool;
};

typedef struct blocks {
    struct blocks *next;
    block block[BLOCKS_AT_ONCE];
} blocks;

struct wr_heap {
    /* const */
    wr_memory memory;
    wr_heap_source source;
    uint64_t budget; /* UINT64_MAX: no limit */
    bool exact;      /* see wr_heap_set_exact; set before the first allocation */

    /* Held while the source is called, so that a fork finds no call half done, and a thread that
     * needs more memory waits for a call that is in progress. */
    wr_lock source_lock;

    /* guards all following fields; held only briefly */
    wr_lock lock;
    segment *segments;
    segment *spare_segments; /* list of unused descriptors of segments */
    block *tree[POOLS];      /* free blocks by size and address */
    block **bucket;          /* hash table of allocated blocks, by address */
    /* bucket_count: number of buckets, a power of two; live: number of blocks in the table */
    size_t bucket_count, live;
    /* initial bucket array; `bucket` points here until the table first grows */
    block *first_bucket[BUCKETS];
    block *spare;       /* list of unused descriptors of blocks */
    blocks *slabs;      /* list of the allocations that hold the descriptors of blocks */
    size_t spare_count; /* length of the list `spare` */
    bool forked;        /* the process is a child that inherited the heap; see wr_heap_unlock */
    /* the trimming thread's window: whether one is open, its number and when it began */
    bool window_open;
    uint64_t window;
    int64_t window_ns;
    /* used: bytes of allocated blocks; asked: bytes requested for them; peak: maximum of `used`;
     * reserved, unused: see the invariants */
    uint64_t used, asked, peak, reserved, unused;
    /* takes: number of allocations so far; fresh: number of those in memory that was never
     * allocated before; maps, unmaps: number of segments taken from the source and given back so
     * far; returned: bytes given back so far */
    uint64_t takes, fresh, maps, unmaps, returned;
};

/* ---- Descriptors ----------------------------------------------------------------------------- */

static void give_spare(wr_heap *h, block *b) {
    b->left = h->spare;
    h->spare = b;
    h->spare_count++;
}

static block *take_spare(wr_heap *h) {
    block *b = h->spare;
    assert(b != NULL);
    h->spare = b->left;
    h->spare_count--;
    return b;
}

static bool reserve_spares(wr_heap *h, size_t count) {
    while (h->spare_count < count) {
        blocks *slab = wr_alloc(&h->memory, sizeof *slab, WR_CACHE_LINE);
        if (slab == NULL) return false;
        slab->next = h->slabs;
        h->slabs = slab;
        for (int i = BLOCKS_AT_ONCE - 1; i >= 0; i--) give_spare(h, &slab->block[i]);
    }
    return true;
}

static segment *take_spare_segment(wr_heap *h) {
    segment *g = h->spare_segments;
    if (g == NULL) return wr_alloc(&h->memory, sizeof *g, 0);
    h->spare_segments = g->next;
    return g;
}

static void give_spare_segment(wr_heap *h, segment *g) {
    g->next = h->spare_segments;
    h->spare_segments = g;
}

/* Equal distances between addresses are frequent.  One multiplication alone would turn them into
 * rising sequences of hashes, and these into deep trees. */
static uint32_t hash_of(uint64_t address) {
    uint64_t x = address / WR_HEAP_ALIGN * UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return (uint32_t)(x >> 32);
}

/* ---- Trees of free blocks -------------------------------------------------------------------- */

/* Each tree is a treap: a binary search tree that is also a heap by `weight`.  Weights are hashes of
 * addresses, so the tree has the shape of a search tree after insertions in random order: its
 * expected depth is O(log n). */

/* The order of a tree.  Of two blocks of equal size, the one with the lower address is first, so
 * that steady use finds the same blocks again, and high addresses become idle. */
static bool is_before(const block *a, const block *b) {
    return a->size != b->size ? a->size < b->size : a->address < b->address;
}

static void tree_add(block **at, block *b) {
    b->weight = hash_of(b->address);
    while (*at != NULL && (*at)->weight >= b->weight)
        at = is_before(b, *at) ? &(*at)->left : &(*at)->right;
    /* b takes the place of the subtree `rest`, which is divided into b's children */
    block *rest = *at, **low = &b->left, **high = &b->right;
    *at = b;
    while (rest != NULL)
        if (is_before(rest, b)) {
            *low = rest;
            low = &rest->right;
            rest = *low;
        } else {
            *high = rest;
            high = &rest->left;
            rest = *high;
        }
    *low = *high = NULL;
}

static void tree_remove(block **at, const block *b) {
    while (*at != b) {
        assert(*at != NULL);
        at = is_before(b, *at) ? &(*at)->left : &(*at)->right;
    }
    block *low = b->left, *high = b->right;
    while (low != NULL && high != NULL)
        if (low->weight >= high->weight) {
            *at = low;
            at = &low->right;
            low = *at;
        } else {
            *at = high;
            at = &high->left;
            high = *at;
        }
    *at = low != NULL ? low : high;
}

/* Return the first block in the order of the tree that has at least `size` bytes. */
static block *tree_find(block *b, uint64_t size) {
    block *best = NULL;
    while (b != NULL)
        if (b->size >= size) {
            best = b;
            b = b->left;
        } else {
            b = b->right;
        }
    return best;
}

static bool is_unused(const segment *g) { return !g->first->taken && g->first->size == g->size; }

static void put_free(wr_heap *h, block *b) {
    segment *g = b->segment;
    tree_add(&h->tree[g->pool], b);
    if (!is_unused(g)) return;
    h->unused += g->size;
    g->since = h->window;
}

static void leave_free(wr_heap *h, block *b) {
    tree_remove(&h->tree[b->segment->pool], b);
    if (is_unused(b->segment)) h->unused -= b->segment->size;
}

/* ---- Allocated blocks by address ------------------------------------------------------------- */

static block **bucket_of(const wr_heap *h, uint64_t address) {
    return &h->bucket[hash_of(address) & (h->bucket_count - 1)];
}

/* Enlarge the hash table.  If there is no memory for that, the hash chains get longer. */
static void grow_table(wr_heap *h) {
    size_t count = h->bucket_count;
    block **old = h->bucket;
    block **bucket = wr_alloc_zero(&h->memory, 4 * count * sizeof *bucket, WR_CACHE_LINE);
    if (bucket == NULL) return;
    h->bucket = bucket;
    h->bucket_count = 4 * count;
    for (size_t i = 0; i < count; i++)
        for (block *b = old[i], *next; b != NULL; b = next) {
            next = b->left;
            block **at = bucket_of(h, b->address);
            b->left = *at;
            *at = b;
        }
    if (old != h->first_bucket) wr_free(&h->memory, old, count * sizeof *old);
}

static void table_add(wr_heap *h, block *b) {
    if (h->live >= h->bucket_count) grow_table(h);
    block **at = bucket_of(h, b->address);
    b->left = *at;
    *at = b;
    h->live++;
}

/* Return the hash table's pointer to a block.  If the table has no such block, return NULL in a
 * forked child, where it is a block of the parent; elsewhere the caller has a bug. */
static block **lookup(wr_heap *h, uint64_t address) {
    block **at = bucket_of(h, address);
    while (*at != NULL && (*at)->address != address) at = &(*at)->left;
    if (*at != NULL) return at;
    assert(h->forked && "not a block of this heap, or freed twice");
    return NULL;
}

/* ---- Splitting and merging ------------------------------------------------------------------- */

/* Allocate the lower `size` bytes of a free block; the rest stays free. */
static block *cut(wr_heap *h, block *b, uint64_t size) {
    leave_free(h, b);
    if (b->size > size) {
        block *rest = take_spare(h);
        *rest = (block){.segment = b->segment,
                        .before = b,
                        .after = b->after,
                        .address = b->address + size,
                        .size = b->size - size};
        if (rest->after != NULL) rest->after->before = rest;
        b->after = rest;
        b->size = size;
        put_free(h, rest);
    }
    b->taken = true;
    return b;
}

/* Merge two neighbours that are free and in no tree. */
static void merge(wr_heap *h, block *b, block *upper) {
    b->size += upper->size;
    b->after = upper->after;
    if (b->after != NULL) b->after->before = b;
    give_spare(h, upper);
}

static void set_free(wr_heap *h, block *b) {
    b->taken = false;
    block *before = b->before, *after = b->after;
    if (after != NULL && !after->taken) {
        leave_free(h, after);
        merge(h, b, after);
    }
    if (before != NULL && !before->taken) {
        leave_free(h, before);
        merge(h, before, b);
        b = before;
    }
    put_free(h, b);
}

/* ---- Segments from the source and back ------------------------------------------------------- */

static void add_segment(wr_heap *h, segment *g) {
    block *b = g->first;
    *b = (block){.segment = g, .address = g->address, .size = g->size};
    g->prev = NULL;
    g->next = h->segments;
    if (g->next != NULL) g->next->prev = g;
    h->segments = g;
    h->reserved += g->size;
    h->maps++;
    put_free(h, b);
}

/* Get a segment from the source.  Under both locks; releases h->lock during the call.  Return false
 * if the budget, the source or the host has not enough memory. */
static bool grow(wr_heap *h, int pool, uint64_t size) {
    /* The second descriptor is for cutting a block.  Without it, take_more would get a segment,
     * fail to cut it, give it back and begin again, for ever. */
    if (size > h->budget - h->reserved || !reserve_spares(h, 2)) return false;
    segment *g = take_spare_segment(h);
    if (g == NULL) return false;
    *g = (segment){.first = take_spare(h), .size = size, .pool = pool};
    wr_lock_give(&h->lock);
    g->address = h->source.take(h->source.ctx, size);
    wr_lock_take(&h->lock);
    assert(g->address % WR_HEAP_ALIGN == 0);
    if (g->address != 0) {
        add_segment(h, g);
        return true;
    }
    give_spare(h, g->first);
    give_spare_segment(h, g);
    return false;
}

static void detach(wr_heap *h, segment *g) {
    leave_free(h, g->first);
    if (g->next != NULL) g->next->prev = g->prev;
    if (g->prev != NULL)
        g->prev->next = g->next;
    else
        h->segments = g->next;
}

/* Remove unused segments from the heap until they have `want` bytes: any if `urgent`, else those
 * that have been unused since before the current window began.  Return them as a list. */
static segment *collect(wr_heap *h, bool urgent, uint64_t want) {
    segment *list = NULL;
    uint64_t bytes = 0;
    for (segment *g = h->segments, *next; g != NULL && bytes < want; g = next) {
        next = g->next;
        if (!is_unused(g) || (!urgent && g->since >= h->window)) continue;
        detach(h, g);
        g->next = list;
        list = g;
        bytes += g->size;
    }
    return list;
}

/* Give unused segments back to the source.  Under both locks; releases h->lock during the calls.
 * Return false if there was none. */
static bool give_back(wr_heap *h, bool urgent, uint64_t want) {
    segment *list = collect(h, urgent, want);
    if (list == NULL) return false;
    wr_lock_give(&h->lock);
    for (segment *g = list; g != NULL; g = g->next)
        h->source.give(h->source.ctx, g->address, g->size);
    wr_lock_take(&h->lock);
    for (segment *g = list, *next; g != NULL; g = next) {
        next = g->next;
        h->reserved -= g->size;
        h->returned += g->size;
        h->unmaps++;
        give_spare(h, g->first);
        give_spare_segment(h, g);
    }
    return true;
}

/* ---- Allocating and freeing ------------------------------------------------------------------ */

static int pool_of(uint64_t bytes) {
    return bytes <= WR_HEAP_SMALL_MAX ? SMALL : bytes <= WR_HEAP_MEDIUM_MAX ? MEDIUM : HUGE;
}

/* Sizes and offsets of the blocks of a pool are multiples of this. */
static const uint64_t step_of[POOLS] = {WR_HEAP_ALIGN, MEDIUM_STEP, WR_HEAP_SEGMENT_STEP};

static uint64_t size_for(const wr_heap *h, uint64_t bytes) {
    if (h->exact) return bytes == 0 ? 1 : bytes;
    return bytes == 0 ? WR_HEAP_ALIGN : wr_round_up(bytes, step_of[pool_of(bytes)]);
}

/* Allocate from the free blocks of a pool.  Return NULL if none is large enough. */
static block *take_cached(wr_heap *h, int pool, uint64_t size) {
    block *b = tree_find(h->tree[pool], size);
    if (h->exact && b != NULL && b->size != size) return NULL; /* a block is a whole segment */
    if (b == NULL || (b->size > size && !reserve_spares(h, 1))) return NULL;
    return cut(h, b, size);
}

/* The size of the smallest segment that is taken from the source for a block. */
static uint64_t least_segment(uint64_t size) { return wr_round_up(size, WR_HEAP_SEGMENT_STEP); }

/* Get a segment of the pool's usual size, or if that is refused, one as small as possible. */
static bool grow_pool(wr_heap *h, int pool, uint64_t size) {
    uint64_t usual = pool == SMALL    ? WR_HEAP_SMALL_SEGMENT
                     : pool == MEDIUM ? WR_HEAP_MEDIUM_SEGMENT
                                      : size;
    if (grow(h, pool, usual)) return true;
    return least_segment(size) < usual && grow(h, pool, least_segment(size));
}

/* Give back as many unused segments as the budget requires for `size` more bytes; if the budget is
 * not the reason why there is no memory, all of them.  Return false if that does not help. */
static bool make_space(wr_heap *h, uint64_t size) {
    uint64_t left = h->budget - h->reserved;
    if (size <= left) return give_back(h, true, UINT64_MAX);
    return size - left <= h->unused && give_back(h, true, size - left);
}

/* Allocate from the free blocks of the other pools. */
static block *take_other(wr_heap *h, int pool, uint64_t size) {
    block *b = NULL;
    for (int other = SMALL; other < POOLS && b == NULL; other++)
        if (other != pool) b = take_cached(h, other, size);
    return b;
}

/* Allocate in a segment that consists of what the budget has left, less than a step. */
static block *take_rest(wr_heap *h, int pool, uint64_t size) {
    while (size > h->budget - h->reserved)
        if (!make_space(h, size)) return NULL;
    uint64_t left = (h->budget - h->reserved) / WR_HEAP_ALIGN * WR_HEAP_ALIGN;
    if (left >= least_segment(size)) return NULL; /* the source has refused that */
    return grow(h, pool, left) ? take_cached(h, pool, size) : NULL;
}

/* take_more for a heap whose blocks are segments. */
static block *take_exact(wr_heap *h, int pool, uint64_t size) {
    block *b;
    do {
        b = take_cached(h, pool, size);
        if (b == NULL && grow(h, pool, size)) b = take_cached(h, pool, size);
    } while (b == NULL && make_space(h, size));
    return b;
}

/* Allocate, and get more memory from the source if needed.  Under both locks.  Each round after the
 * first follows one that gave segments back. */
static block *take_more(wr_heap *h, int pool, uint64_t size) {
    block *b;
    if (h->exact) return take_exact(h, pool, size);
    do {
        b = take_cached(h, pool, size); /* another thread may have freed a block meanwhile */
        if (b == NULL && grow_pool(h, pool, size)) b = take_cached(h, pool, size);
    } while (b == NULL && make_space(h, least_segment(size)));
    if (b == NULL) b = take_other(h, pool, size);
    if (b == NULL) b = take_rest(h, pool, size);
    return b;
}

static void count_in(wr_heap *h, const block *b) {
    segment *g = b->segment;
    uint64_t from = b->address - g->address, to = from + b->size;
    h->fresh += from >= g->touched;
    if (to > g->touched) g->touched = to;
    h->takes++;
    h->asked += b->asked;
    h->used += b->size;
    if (h->used > h->peak) h->peak = h->used;
}

/* Allocate.  Under h->lock, which is released meanwhile if the source has to be asked. */
static block *take(wr_heap *h, int pool, uint64_t size) {
    block *b = take_cached(h, pool, size);
    if (b != NULL) return b;
    wr_lock_give(&h->lock);
    wr_lock_take(&h->source_lock);
    wr_lock_take(&h->lock);
    b = take_more(h, pool, size);
    wr_lock_give(&h->source_lock);
    return b;
}

/* The offset in a free block at which `size` bytes are not busy, or UINT64_MAX. */
static uint64_t idle_offset(const block *b, int pool, uint64_t size, const wr_heap_avoid *avoid) {
    uint64_t offset = 0, end;
    while (offset + size <= b->size) {
        end = avoid->busy_until(avoid->ctx, b->address + offset, size);
        if (end <= b->address + offset) return offset;
        offset = wr_round_up(end - b->address, step_of[pool]);
    }
    return UINT64_MAX;
}

/* Allocate in a free block behind an offset; NULL if the host has no memory for descriptors. */
static block *cut_behind(wr_heap *h, block *b, uint64_t offset, uint64_t size) {
    if (!reserve_spares(h, 2)) return NULL;
    if (offset > 0) {
        block *first = b;
        cut(h, first, offset); /* the rest is a free block */
        b = first->after;
        cut(h, b, size);
        set_free(h, first);
        return b;
    }
    return cut(h, b, size);
}

/* Free blocks without enough idle memory are taken meanwhile, so that the others are found. */
static block *take_idle(wr_heap *h, int pool, uint64_t size, const wr_heap_avoid *avoid) {
    enum { PASSED_MAX = 8 };
    block *passed[PASSED_MAX], *found = NULL;
    int count = 0;
    bool grows = h->reserved + size <= h->budget / 2;
    while (count < PASSED_MAX) {
        block *b = tree_find(h->tree[pool], size);
        uint64_t offset = b != NULL ? idle_offset(b, pool, size, avoid) : 0;
        if (b == NULL && grows) found = take(h, pool, size); /* of a new segment */
        if (b != NULL && offset != UINT64_MAX) found = cut_behind(h, b, offset, size);
        if (b == NULL || offset != UINT64_MAX) break;
        leave_free(h, b);
        b->taken = true;
        passed[count++] = b;
    }
    while (count > 0) set_free(h, passed[--count]);
    return found != NULL ? found : take(h, pool, size);
}

uint64_t wr_heap_take(wr_heap *h, uint64_t bytes, uint32_t site, const char *label) {
    return wr_heap_take_idle(h, bytes, site, label, NULL);
}

uint64_t wr_heap_take_idle(wr_heap *h, uint64_t bytes, uint32_t site, const char *label,
                           const wr_heap_avoid *avoid) {
    if (bytes > INT64_MAX - WR_HEAP_SEGMENT_STEP) return 0;
    int pool = pool_of(bytes);
    uint64_t size = size_for(h, bytes), address = 0;
    wr_lock_take(&h->lock);
    bool avoids = avoid != NULL && !h->exact;
    block *b = avoids ? take_idle(h, pool, size, avoid) : take(h, pool, size);
    if (b != NULL) {
        b->site = site;
        b->label = label;
        b->asked = bytes;
        address = b->address;
        table_add(h, b);
        count_in(h, b);
    }
    wr_lock_give(&h->lock);
    return address;
}

void wr_heap_give(wr_heap *h, uint64_t address) {
    if (address == 0) return;
    wr_lock_take(&h->lock);
    block **at = lookup(h, address);
    if (at != NULL) {
        block *b = *at;
        *at = b->left;
        h->live--;
        h->asked -= b->asked;
        h->used -= b->size;
        set_free(h, b);
    }
    wr_lock_give(&h->lock);
}

void wr_heap_relabel(wr_heap *h, uint64_t address, uint32_t site, const char *label) {
    wr_lock_take(&h->lock);
    block **at = lookup(h, address);
    if (at != NULL) {
        (*at)->site = site;
        (*at)->label = label;
    }
    wr_lock_give(&h->lock);
}

/* ---- Returning idle memory ------------------------------------------------------------------- */

/* Under both locks: end the window if it is old enough.  The result is that of wr_heap_trim. */
static int64_t trim(wr_heap *h, int64_t now_ns, int64_t idle_ns) {
    if (h->unused == 0) {
        h->window_open = false;
        return -1;
    }
    if (!h->window_open) { /* what is unused now has been so since before this window */
        h->window_open = true;
        h->window_ns = now_ns;
        h->window++;
    }
    int64_t left = h->window_ns + idle_ns - now_ns;
    if (left > 0) return left;
    give_back(h, false, UINT64_MAX);
    h->window_ns = now_ns;
    h->window++;
    h->window_open = h->unused > 0;
    return h->window_open ? idle_ns : -1;
}

int64_t wr_heap_trim(wr_heap *h, int64_t now_ns, int64_t idle_ns) {
    if (idle_ns < 1) idle_ns = 1;
    /* If another thread is calling the source, try again later. */
    if (!wr_lock_try(&h->source_lock)) return idle_ns;
    wr_lock_take(&h->lock);
    int64_t left = trim(h, now_ns, idle_ns);
    wr_lock_give(&h->lock);
    wr_lock_give(&h->source_lock);
    return left;
}

/* ---- Statistics ------------------------------------------------------------------------------ */

void wr_heap_stats(wr_heap *h, wr_arena_stat *out) {
    wr_lock_take(&h->lock);
    *out = (wr_arena_stat){.used = h->used,
                           .asked = h->asked,
                           .cached = h->reserved - h->used,
                           .reserved = h->reserved,
                           .peak = h->peak,
                           .live = h->live,
                           .takes = h->takes,
                           .reuses = h->takes - h->fresh,
                           .maps = h->maps,
                           .unmaps = h->unmaps,
                           .returned = h->returned};
    wr_lock_give(&h->lock);
}

static void count_blocks(void *heap, wr_holder_table *table) {
    wr_heap *h = heap;
    wr_lock_take(&h->lock);
    for (size_t i = 0; i < h->bucket_count; i++)
        for (block *b = h->bucket[i]; b != NULL; b = b->left)
            wr_holders_add(table, b->label, b->site, b->asked);
    wr_lock_give(&h->lock);
}

size_t wr_heap_holders(wr_heap *h, wr_arena_holder *out, size_t max) {
    return wr_holders_list(&h->memory, count_blocks, h, out, max);
}

/* ---- Fork ------------------------------------------------------------------------------------ */

/* Make the heap empty, without a call of the source or of the host's allocator. */
static void forget(wr_heap *h) {
    for (segment *g = h->segments, *next; g != NULL; g = next) {
        next = g->next;
        give_spare_segment(h, g);
    }
    h->segments = NULL;
    memset((void *)h->tree, 0, sizeof h->tree);
    memset((void *)h->bucket, 0, h->bucket_count * sizeof(block *));
    h->spare = NULL;
    h->spare_count = 0;
    for (blocks *slab = h->slabs; slab != NULL; slab = slab->next)
        for (int i = BLOCKS_AT_ONCE - 1; i >= 0; i--) give_spare(h, &slab->block[i]);
    h->live = 0;
    h->used = h->asked = h->reserved = h->unused = 0;
    h->window_open = false;
    h->forked = true;
}

void wr_heap_lock(wr_heap *h) {
    wr_lock_take(&h->source_lock);
    wr_lock_take(&h->lock);
}

void wr_heap_unlock(wr_heap *h, bool child) {
    if (child) forget(h);
    wr_lock_give(&h->lock);
    wr_lock_give(&h->source_lock);
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

weir_status wr_heap_new(const wr_memory *memory, const wr_heap_source *source, uint64_t budget,
                        wr_heap **out) {
    wr_heap *h = wr_alloc_zero(memory, sizeof *h, WR_CACHE_LINE);
    if (h == NULL) return wr_fail(WEIR_ENOMEM, "not enough memory for the allocator of a device");
    h->memory = *memory;
    h->source = *source;
    h->budget = budget == 0 ? UINT64_MAX : budget;
    h->bucket = h->first_bucket;
    h->bucket_count = BUCKETS;
    wr_lock_init(&h->source_lock, WR_RANK_HEAP_SOURCE);
    wr_lock_init(&h->lock, WR_RANK_HEAP);
    *out = h;
    return WEIR_OK;
}

void wr_heap_set_exact(wr_heap *h) {
    assert(h->segments == NULL);
    h->exact = true;
}

static void free_segments(wr_heap *h, segment *list) {
    for (segment *g = list, *next; g != NULL; g = next) {
        next = g->next;
        wr_free(&h->memory, g, sizeof *g);
    }
}

void wr_heap_free(wr_heap *h) {
    if (h == NULL) return;
    wr_memory memory = h->memory;
    for (segment *g = h->segments; g != NULL; g = g->next)
        h->source.give(h->source.ctx, g->address, g->size);
    free_segments(h, h->segments);
    free_segments(h, h->spare_segments);
    for (blocks *slab = h->slabs, *next; slab != NULL; slab = next) {
        next = slab->next;
        wr_free(&memory, slab, sizeof *slab);
    }
    if (h->bucket != h->first_bucket)
        wr_free(&memory, h->bucket, h->bucket_count * sizeof(block *));
    wr_lock_destroy(&h->lock);
    wr_lock_destroy(&h->source_lock);
    wr_free(&memory, h, sizeof *h);
}
