/* arena.c - small blocks come from slabs, through sharded caches; large blocks come from pages.c.
 *
 * Blocks of up to 32 KB come in size classes, four for each power of two.  A *slab* is 256 KB,
 * aligned to its size and divided into blocks of one class; at its head is a tag for each block.
 * Free blocks move between three levels:
 *
 *     shard (one of 16, mostly used by one thread)  <-->  depot of the class  <-->  slab
 *
 * Each move transfers several blocks.  A thread uses the first shard that it finds unlocked,
 * beginning with the one it used last, so it hardly ever waits, and any thread may free any block.
 * A free block itself is not touched: links are in the tags.
 *
 * A large block begins at the start of a page and a small one never does (such positions in a slab
 * stay unused).  So the address tells whether a block is small, and which slab it belongs to.
 *
 * Locks are taken in this order: pages.system, shards, depots, pages.lock.  No shard or depot is
 * locked while pages are requested, since that may wait for the system.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "memory/arena.h"

#include <sched.h>
#include <string.h>

#include "base/futex.h"
#include "memory/holders.h"
#include "memory/pages.h"

enum {
    SHARDS = WR_SIZE(16, 2), /* a power of two */
    SLAB = WR_SIZE(256 << 10, 16 << 10),
    SMALL_MAX = WR_SIZE(32 << 10, 1 << 10),
    CLASSES = WR_SIZE(32, 12),
    MAGAZINE = WR_SIZE(16, 2), /* maximum number of blocks of a class in a shard */
    DEPOT = WR_SIZE(64, 2),    /* maximum number of blocks in the depot of a class */
    /* maximum number of bytes of a class that a shard caches; a depot caches up to twice as many.
     * Two blocks are always allowed */
    KEPT_BYTES = 256 << 10,
    DRIFT = WR_SIZE(64 << 10, 128), /* a shard's `drift` is kept between -DRIFT and DRIFT */
    LIVE = 1 << 30,                 /* a bit of slab_tag.asked: the block is live */
    NO_BLOCK = 0xffff,              /* not the index of any block */
};

_Static_assert((size_t)SLAB <= (size_t)WR_SEGMENT,
               "a segment must be aligned at least as much as a slab");

/* ---- Structures ------------------------------------------------------------------------------ */

/* The tag of a small block.  While the block is live, its owner changes the tag under the lock of
 * any shard; while the block is free, the depot's lock guards the tag. */
typedef struct slab_tag {
    const char *label;
    uint32_t site;
    /* live: bytes requested | LIVE.  Free, in the slab: index of the next free block.  Free, in a
     * cache: 0 */
    uint32_t asked;
} slab_tag;

typedef struct slab {
    /* const; size: bytes of a block; inverse: 2^32 / size, rounded up */
    uint32_t size, inverse;
    /* const; first: offset of the first block; count: number of blocks */
    uint32_t first, count;
    uint32_t class; /* const: index of the size class */
    /* under the depot's lock */
    struct slab *next, *prev; /* links in a list of slabs of the class */
    uint32_t out;             /* number of blocks that are live or in a cache */
    uint32_t cut;             /* blocks from this index on have never been used */
    uint32_t free;            /* index of the first free block, or NO_BLOCK */
    slab_tag tag[];
} slab;

typedef struct depot {
    _Alignas(WR_CACHE_LINE) atomic_bool locked;
    /* under the lock */
    uint32_t count; /* number of blocks in `block` */
    /* moves: number of transfers to or from the depot so far; moves_seen: its value at the end of
     * the last window */
    uint32_t moves, moves_seen;
    slab *partial, *full; /* partial: slabs with free blocks; full: slabs without */
    /* const; size: bytes of a block; max: maximum number of blocks in the depot; step: maximum
     * number of blocks in a shard */
    uint32_t size, max, step;
    void *block[DEPOT];
} depot;

typedef struct magazine {
    uint32_t count;
    void *block[MAGAZINE];
} magazine;

typedef struct shard {
    _Alignas(WR_CACHE_LINE) atomic_bool locked;
    /* under the lock */
    int64_t drift; /* change in used bytes that has not been added to arena.used */
    /* bytes requested for blocks allocated through this shard, minus those of blocks freed through
     * it */
    int64_t asked;
    /* number of blocks allocated through this shard, minus the number freed through it */
    int64_t live;
    /* takes: number of allocations; fresh: number of those that got memory never used before */
    uint64_t takes, fresh;
    uint64_t gives_seen;        /* value of `gives` at the end of the last window */
    atomic_uint_fast64_t gives; /* number of frees; other threads may read it */
    magazine magazine[CLASSES];
} shard;

struct wr_arena {
    wr_memory memory; /* const */
    /* any thread, relaxed: used only for statistics */
    atomic_int_fast64_t used, peak;

    wr_pages pages; /* has its own locks */
    shard shard[SHARDS];
    depot depot[CLASSES];

    /* under pages.system */
    int64_t turned_ns; /* when the current window (see pages.c) began; 0: none has begun yet */
    /* the last trim left nothing cached; valid only while the number of frees is still
     * quiet_gives */
    bool quiet;
    uint64_t quiet_gives;
};

static const char unused[] = ""; /* label of a block that was never used; compared by address */

/* ---- Spin locks, held for a few stores ------------------------------------------------------- */

static bool try_lock(atomic_bool *locked) {
    wr_yield_point();
    return !atomic_load_explicit(locked, memory_order_relaxed) &&
           !atomic_exchange_explicit(locked, true, memory_order_acquire);
}

static void lock(atomic_bool *locked) {
    for (int i = 0; !try_lock(locked); i++)
        if (i % 64 == 63)
            sched_yield(); /* the holder may need this core */
        else
            wr_pause();
}

/* Release pairs with the acquire in try_lock. */
static void unlock(atomic_bool *locked) {
    atomic_store_explicit(locked, false, memory_order_release);
    wr_yield_point();
}

/* 1 + index of the shard that this thread used last; 0: none yet */
static WR_THREAD_LOCAL unsigned last_shard;

static shard *lock_other_shard(wr_arena *a) {
    static atomic_uint next_home;
    if (last_shard == 0)
        last_shard = 1 + atomic_fetch_add_explicit(&next_home, 1, memory_order_relaxed);
    for (;;) {
        for (unsigned i = 0; i < SHARDS; i++) {
            shard *s = &a->shard[(last_shard - 1 + i) % SHARDS];
            if (!try_lock(&s->locked)) continue;
            last_shard = 1 + (last_shard - 1 + i) % SHARDS;
            return s;
        }
        sched_yield();
    }
}

/* Lock a shard and return it. */
static inline shard *lock_shard(wr_arena *a) {
    if (WR_LIKELY(last_shard != 0)) {
        shard *s = &a->shard[(last_shard - 1) % SHARDS];
        if (WR_LIKELY(try_lock(&s->locked))) return s;
    }
    return lock_other_shard(a);
}

/* ---- Classes and addresses ------------------------------------------------------------------- */

/* Return the index of the smallest size class that holds `bytes` bytes.  The classes are 64, 128,
 * ... 512 bytes, then four for each power of two. */
static inline unsigned class_of(size_t bytes) {
    if (bytes <= 512) return bytes == 0 ? 0 : (unsigned)(bytes - 1) / 64;
    unsigned e = 63 - (unsigned)__builtin_clzll(bytes - 1);
    return 8 + (e - 9) * 4 + (unsigned)((bytes - 1) >> (e - 2) & 3);
}

static size_t class_size(unsigned c) {
    return c < 8 ? 64 * (c + 1) : (size_t)(5 + c % 4) << (c / 4 + 5);
}

static inline bool is_small(const void *block) { return ((uintptr_t)block & (WR_PAGE - 1)) != 0; }

static inline slab *slab_of(void *block) {
    return (slab *)(void *)((char *)block - ((uintptr_t)block & (SLAB - 1)));
}

/* Return the index of a block.  Offsets are below 2^18 and multiples of the size, so multiplying by
 * the rounded inverse is exact. */
static inline uint32_t index_of(const slab *s, const void *block) {
    uint32_t offset = (uint32_t)((uintptr_t)block & (SLAB - 1)) - s->first;
    return (uint32_t)((uint64_t)offset * s->inverse >> 32);
}

static void *block_at(slab *s, uint32_t i) { return (char *)s + s->first + (size_t)i * s->size; }

/* ---- Slabs ----------------------------------------------------------------------------------- */

static void slab_init(slab *s, unsigned c) {
    uint32_t size = (uint32_t)class_size(c), first = 0;
    uint32_t count = (uint32_t)((SLAB - sizeof *s) / (size + sizeof(slab_tag)));
    for (;; count--) {
        first = (uint32_t)((sizeof *s + count * sizeof(slab_tag) + 63) & ~(size_t)63);
        /* The first block must not be page-aligned: otherwise, if the size of the class is a
         * multiple of the page size, all blocks would be, and none could be used. */
        if (first % WR_PAGE == 0) first += 64;
        if (first + count * size <= SLAB) break;
    }
    *s = (slab){.size = size,
                .inverse = (uint32_t)((UINT64_C(1) << 32) / size + 1),
                .first = first,
                .count = count,
                .class = c,
                .free = NO_BLOCK};
}

static slab *slab_new(wr_arena *a, unsigned c) {
    size_t size;
    wr_tag tag = {.asked = SLAB, .inner = true};
    slab *s = wr_pages_take(&a->pages, SLAB, &tag, &size);
    if (s == NULL) return NULL;
    slab_init(s, c);
    wr_poison((char *)s + s->first, SLAB - s->first);
    return s;
}

static void list_add(slab **list, slab *s) {
    s->prev = NULL;
    s->next = *list;
    if (s->next != NULL) s->next->prev = s;
    *list = s;
}

static void list_remove(slab **list, slab *s) {
    if (s->next != NULL) s->next->prev = s->prev;
    if (s->prev != NULL)
        s->prev->next = s->next;
    else
        *list = s->next;
}

/* Skip positions at which a page begins, since a small block must never be page-aligned. */
static void skip_pages(slab *s) {
    while (s->cut < s->count && (s->first + s->cut * s->size) % WR_PAGE == 0) s->cut++;
}

static bool has_free(const slab *s) { return s->free != NO_BLOCK || s->cut < s->count; }

static void *slab_take(slab *s) {
    uint32_t i = s->free;
    if (i != NO_BLOCK) {
        s->free = s->tag[i].asked;
    } else {
        i = s->cut++;
        s->tag[i].label = unused;
        skip_pages(s);
    }
    s->tag[i].asked = 0;
    s->out++;
    return block_at(s, i);
}

/* Return a block to its slab.  If the slab is then empty, move it to the list `empty`, except that
 * the only slab with free blocks is kept unless `all` is set. */
static void slab_give(depot *d, void *block, bool all, slab **empty) {
    slab *s = slab_of(block);
    uint32_t i = index_of(s, block);
    bool was_full = !has_free(s);
    s->tag[i].asked = s->free;
    s->free = i;
    s->out--;
    if (was_full) {
        list_remove(&d->full, s);
        list_add(&d->partial, s);
    }
    if (s->out > 0 || (!all && d->partial == s && s->next == NULL)) return;
    list_remove(&d->partial, s);
    list_add(empty, s);
}

static void free_slabs(wr_arena *a, slab *empty) {
    for (slab *next; empty != NULL; empty = next) {
        next = empty->next;
        wr_pages_give(&a->pages, empty);
    }
}

/* ---- Depots ---------------------------------------------------------------------------------- */

/* Under the depot's lock: take up to `max` blocks, first from the depot, then from slabs with free
 * blocks.  Return the number of blocks taken. */
static uint32_t depot_take(depot *d, void **out, uint32_t max) {
    uint32_t n = d->count < max ? d->count : max;
    d->moves++;
    d->count -= n;
    memcpy(out, d->block + d->count, n * sizeof *out);
    while (n < max && d->partial != NULL) {
        slab *s = d->partial;
        out[n++] = slab_take(s);
        if (!has_free(s)) {
            list_remove(&d->partial, s);
            list_add(&d->full, s);
        }
    }
    return n;
}

/* Get blocks for a shard that has none.  Return their number, or 0 if out of memory. */
static uint32_t restock(wr_arena *a, unsigned c, void **out) {
    depot *d = &a->depot[c];
    lock(&d->locked);
    uint32_t n = depot_take(d, out, d->step);
    unlock(&d->locked);
    if (n > 0) return n;
    slab *s = slab_new(a, c);
    if (s == NULL) return 0;
    skip_pages(s);
    lock(&d->locked);
    list_add(&d->partial, s);
    n = depot_take(d, out, d->step);
    unlock(&d->locked);
    return n;
}

/* Put blocks into the depot, and those that do not fit there back into their slabs. */
static void depot_give(wr_arena *a, unsigned c, void **block, uint32_t n) {
    depot *d = &a->depot[c];
    slab *empty = NULL;
    lock(&d->locked);
    d->moves++;
    while (n > 0 && d->count < d->max) d->block[d->count++] = block[--n];
    while (n > 0) slab_give(d, block[--n], false, &empty);
    unlock(&d->locked);
    free_slabs(a, empty);
}

/* ---- Small blocks ---------------------------------------------------------------------------- */

static void raise_peak(wr_arena *a, int64_t used) {
    int64_t peak = atomic_load_explicit(&a->peak, memory_order_relaxed);
    while (used > peak && !atomic_compare_exchange_weak_explicit(
                              &a->peak, &peak, used, memory_order_relaxed, memory_order_relaxed)) {}
}

static void count_used(wr_arena *a, int64_t bytes) {
    raise_peak(a, atomic_fetch_add_explicit(&a->used, bytes, memory_order_relaxed) + bytes);
}

static inline void count_small(wr_arena *a, shard *s, int64_t bytes) {
    s->drift += bytes;
    if (WR_LIKELY(s->drift < DRIFT && s->drift > -DRIFT)) return;
    count_used(a, s->drift);
    s->drift = 0;
}

/* Under the shard's lock: make a block live. */
static inline void *mark_live(wr_arena *a, shard *s, void *block, size_t bytes, uint32_t site,
                              const char *label) {
    slab *from = slab_of(block);
    slab_tag *tag = &from->tag[index_of(from, block)];
    assert(tag->asked == 0);
    s->fresh += tag->label == unused;
    *tag = (slab_tag){.label = label, .site = site, .asked = (uint32_t)bytes | LIVE};
    count_small(a, s, from->size);
    s->asked += (int64_t)bytes;
    s->live++;
    s->takes++;
    return block;
}

static void *take_restocked(wr_arena *a, unsigned c, size_t bytes, uint32_t site,
                            const char *label) {
    void *block[MAGAZINE];
    uint32_t n = restock(a, c, block);
    if (n == 0) return NULL;
    shard *s = lock_shard(a);
    magazine *m = &s->magazine[c];
    void *mine = mark_live(a, s, block[--n], bytes, site, label);
    while (n > 0 && m->count < a->depot[c].step) m->block[m->count++] = block[--n];
    unlock(&s->locked);
    if (n > 0) depot_give(a, c, block, n);
    return mine;
}

static void *take_small(wr_arena *a, size_t bytes, uint32_t site, const char *label) {
    unsigned c = class_of(bytes);
    shard *s = lock_shard(a);
    magazine *m = &s->magazine[c];
    void *block = NULL;
    if (WR_LIKELY(m->count > 0)) block = mark_live(a, s, m->block[--m->count], bytes, site, label);
    unlock(&s->locked);
    if (WR_UNLIKELY(block == NULL)) block = take_restocked(a, c, bytes, site, label);
    if (block != NULL) wr_unpoison(block, bytes);
    return block;
}

static void give_small(wr_arena *a, void *block) {
    slab *from = slab_of(block);
    slab_tag *tag = &from->tag[index_of(from, block)];
    unsigned c = from->class;
    uint32_t step = a->depot[c].step, n = 0;
    void *many[MAGAZINE];
    wr_poison(block, from->size);
    shard *s = lock_shard(a);
    assert((tag->asked & LIVE) != 0 && "freed twice");
    s->asked -= (int64_t)(tag->asked & ~(uint32_t)LIVE);
    tag->asked = 0;
    s->live--;
    count_small(a, s, -(int64_t)from->size);
    uint64_t gives = atomic_load_explicit(&s->gives, memory_order_relaxed);
    atomic_store_explicit(&s->gives, gives + 1, memory_order_relaxed);
    magazine *m = &s->magazine[c];
    /* The magazine is full: move its older half to the depot; the newer blocks may be in the CPU
     * cache. */
    if (WR_UNLIKELY(m->count == step)) {
        n = (step + 1) / 2;
        memcpy(many, m->block, n * sizeof *many);
        m->count -= n;
        memmove(m->block, m->block + n, m->count * sizeof *many);
    }
    m->block[m->count++] = block;
    unlock(&s->locked);
    if (WR_UNLIKELY(n > 0)) depot_give(a, c, many, n);
}

/* ---- Emptying the caches --------------------------------------------------------------------- */

static void empty_shard(wr_arena *a, shard *s) {
    for (unsigned c = 0; c < CLASSES; c++) {
        void *many[MAGAZINE];
        lock(&s->locked);
        magazine *m = &s->magazine[c];
        uint32_t n = m->count;
        memcpy(many, m->block, n * sizeof *many);
        m->count = 0;
        unlock(&s->locked);
        if (n > 0) depot_give(a, c, many, n);
    }
}

static void empty_depot(wr_arena *a, depot *d) {
    slab *empty = NULL;
    lock(&d->locked);
    while (d->count > 0) slab_give(d, d->block[--d->count], true, &empty);
    for (slab *s = d->partial, *next; s != NULL; s = next) {
        next = s->next;
        if (s->out > 0) continue;
        list_remove(&d->partial, s);
        list_add(&empty, s);
    }
    unlock(&d->locked);
    free_slabs(a, empty);
}

static void empty_all(wr_arena *a) {
    for (int i = 0; i < SHARDS; i++) empty_shard(a, &a->shard[i]);
    for (unsigned c = 0; c < CLASSES; c++) empty_depot(a, &a->depot[c]);
}

/* ---- Taking and giving ----------------------------------------------------------------------- */

static void *take_large(wr_arena *a, size_t bytes, uint32_t site, const char *label) {
    size_t size;
    wr_tag tag = {.asked = bytes, .site = site, .label = label};
    void *block = wr_pages_take(&a->pages, WR_PAGE, &tag, &size);
    if (block == NULL) return NULL;
    count_used(a, (int64_t)size);
    return block;
}

static void *take(wr_arena *a, size_t bytes, uint32_t site, const char *label) {
    return bytes <= SMALL_MAX ? take_small(a, bytes, site, label)
                              : take_large(a, bytes, site, label);
}

void *wr_arena_take(wr_arena *a, size_t bytes, uint32_t site, const char *label) {
    void *block = take(a, bytes, site, label);
    if (WR_LIKELY(block != NULL)) return block;
    empty_all(a); /* this frees empty slabs, whose memory may be enough for the block */
    return take(a, bytes, site, label);
}

void wr_arena_give(wr_arena *a, void *block) {
    if (block == NULL) return;
    if (is_small(block))
        give_small(a, block);
    else
        count_used(a, -(int64_t)wr_pages_give(&a->pages, block));
}

void wr_arena_relabel(wr_arena *a, void *block, uint32_t site, const char *label) {
    if (!is_small(block)) {
        wr_pages_relabel(&a->pages, block, site, label);
        return;
    }
    slab *from = slab_of(block);
    slab_tag *tag = &from->tag[index_of(from, block)];
    /* The lock of any shard suffices, because a thread that reads all tags locks all shards. */
    shard *s = lock_shard(a);
    tag->site = site;
    tag->label = label;
    unlock(&s->locked);
}

/* ---- Returning idle memory ------------------------------------------------------------------- */

static uint64_t sum_gives(wr_arena *a) {
    wr_lock_take(&a->pages.lock);
    uint64_t gives = a->pages.gives;
    wr_lock_give(&a->pages.lock);
    for (int i = 0; i < SHARDS; i++)
        gives += atomic_load_explicit(&a->shard[i].gives, memory_order_relaxed);
    return gives;
}

/* Empty the caches that were not used since the last window ended.  Return true if any cache was
 * used. */
static bool empty_idle(wr_arena *a) {
    bool busy = false;
    for (int i = 0; i < SHARDS; i++) {
        shard *s = &a->shard[i];
        uint64_t gives = atomic_load_explicit(&s->gives, memory_order_relaxed);
        if (gives == s->gives_seen)
            empty_shard(a, s);
        else
            busy = true;
        s->gives_seen = gives;
    }
    for (unsigned c = 0; c < CLASSES; c++) {
        depot *d = &a->depot[c];
        lock(&d->locked);
        bool idle = d->moves == d->moves_seen;
        d->moves_seen = d->moves;
        unlock(&d->locked);
        if (idle)
            empty_depot(a, d);
        else
            busy = true;
    }
    return busy;
}

/* Under pages.system: end the window if it is old enough.  Return the number of nanoseconds after
 * which to call again, or -1 if no further call is needed until a block is freed. */
static int64_t trim(wr_arena *a, int64_t now_ns, int64_t idle_ns) {
    uint64_t gives = sum_gives(a);
    if (a->quiet && a->quiet_gives == gives) return -1;
    if (a->quiet || a->turned_ns == 0) { /* begin the first window */
        a->quiet = false;
        a->turned_ns = now_ns;
        wr_pages_begin_window(&a->pages);
    }
    int64_t left = a->turned_ns + idle_ns - now_ns;
    if (left > 0) return left;
    bool busy = empty_idle(a);
    bool more = wr_pages_end_window(&a->pages);
    a->turned_ns = now_ns;
    if (busy || more) return idle_ns;
    a->quiet = true;
    a->quiet_gives = gives;
    return -1;
}

int64_t wr_arena_trim(wr_arena *a, int64_t now_ns, int64_t idle_ns) {
    if (idle_ns < 1) idle_ns = 1;
    /* If another thread is trimming or mapping more memory, try again later. */
    if (!wr_lock_try(&a->pages.system)) return idle_ns;
    int64_t left = trim(a, now_ns, idle_ns);
    wr_lock_give(&a->pages.system);
    return left;
}

/* ---- Locking everything, statistics ---------------------------------------------------------- */

static void lock_all(wr_arena *a) {
    for (int i = 0; i < SHARDS; i++) lock(&a->shard[i].locked);
    for (unsigned c = 0; c < CLASSES; c++) lock(&a->depot[c].locked);
    wr_lock_take(&a->pages.lock);
}

static void unlock_all(wr_arena *a) {
    wr_lock_give(&a->pages.lock);
    for (unsigned c = 0; c < CLASSES; c++) unlock(&a->depot[c].locked);
    for (int i = 0; i < SHARDS; i++) unlock(&a->shard[i].locked);
}

void wr_arena_lock(wr_arena *a) {
    wr_lock_take(&a->pages.system);
    lock_all(a);
}

/* Nothing else needs to be done in a forked child: its only thread is the one that took the locks.
 * Blocks that another thread was moving between two caches stay unused in the child. */
void wr_arena_unlock(wr_arena *a, bool child) {
    (void)child;
    unlock_all(a);
    wr_lock_give(&a->pages.system);
}

void wr_arena_stats(wr_arena *a, wr_arena_stat *out) {
    lock_all(a);
    const wr_pages *p = &a->pages;
    int64_t drift = 0;
    uint64_t fresh = p->fresh;
    *out = (wr_arena_stat){.asked = p->asked,
                           .live = p->live,
                           .takes = p->takes,
                           .reserved = p->reserved,
                           .maps = p->maps,
                           .unmaps = p->unmaps,
                           .returned = p->returned};
    for (int i = 0; i < SHARDS; i++) {
        const shard *s = &a->shard[i];
        out->asked += (uint64_t)s->asked;
        out->live += (uint64_t)s->live;
        out->takes += s->takes;
        fresh += s->fresh;
        drift += s->drift;
    }
    out->used = (uint64_t)(atomic_load(&a->used) + drift);
    raise_peak(a, (int64_t)out->used);
    out->peak = (uint64_t)atomic_load(&a->peak);
    out->cached = p->taken + p->warm - out->used;
    out->reuses = out->takes - fresh;
    unlock_all(a);
}

/* ---- Holders --------------------------------------------------------------------------------- */

static void count_span(void *table, void *block, const wr_tag *tag) {
    if (!tag->inner) {
        wr_holders_add(table, tag->label, tag->site, tag->asked);
        return;
    }
    const slab *s = block;
    for (uint32_t i = 0; i < s->cut; i++)
        if (s->tag[i].asked & LIVE)
            wr_holders_add(table, s->tag[i].label, s->tag[i].site,
                           s->tag[i].asked & ~(uint32_t)LIVE);
}

static void count_all(void *arena, wr_holder_table *table) {
    wr_arena *a = arena;
    lock_all(a);
    wr_pages_each(&a->pages, count_span, table);
    unlock_all(a);
}

size_t wr_arena_holders(wr_arena *a, wr_arena_holder *out, size_t max) {
    return wr_holders_list(&a->memory, count_all, a, out, max);
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

static uint32_t bounded(size_t bytes, size_t size, uint32_t max) {
    size_t n = bytes / size;
    return n < 2 ? 2 : n < max ? (uint32_t)n : max;
}

weir_status wr_arena_new(const wr_memory *memory, uint64_t budget_bytes, wr_arena **out) {
    wr_arena *a = wr_alloc_zero(memory, sizeof *a, WR_CACHE_LINE);
    if (a == NULL) return wr_fail(WEIR_ENOMEM, "not enough memory for the array allocator");
    a->memory = *memory;
    wr_pages_init(&a->pages, memory, budget_bytes);
    for (unsigned c = 0; c < CLASSES; c++) {
        a->depot[c].size = (uint32_t)class_size(c);
        a->depot[c].step = bounded(KEPT_BYTES, class_size(c), MAGAZINE);
        a->depot[c].max = bounded(2 * KEPT_BYTES, class_size(c), DEPOT);
    }
    *out = a;
    return WEIR_OK;
}

void wr_arena_free(wr_arena *a) {
    if (a == NULL) return;
    wr_memory memory = a->memory;
    wr_pages_destroy(&a->pages);
    wr_free(&memory, a, sizeof *a);
}
