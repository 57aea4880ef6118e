/* pages.h - blocks of whole pages: best fit in segments that come from the system.
 *
 * The lower half of the arena (arena.h): everything above a few tens of kilobytes, and the slabs that
 * smaller blocks are cut from.  docs/design/memory.md explains both halves.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_PAGES_H
#define WR_PAGES_H

#include "base/lock.h"
#include "base/alloc.h"

enum {
    WR_PAGE = 4096, /* sizes are multiples of it; a page of the system may be larger */
    WR_SEGMENT = WR_SIZE(2 << 20, 64 << 10),      /* segments are aligned to and a multiple of it */
    WR_SEGMENT_GROW = WR_SIZE(64 << 20, 1 << 20), /* mapped ahead at most */
    WR_PAGE_BINS = 320,                           /* eight for each power of two */
    WR_PAGE_BUCKETS = WR_SIZE(256, 2),            /* of the first hash table */
    /* Ranks: above the engine's, so that memory may be taken and given with any other lock held. */
    WR_RANK_PAGES_SYSTEM = 100,
    WR_RANK_PAGES = 101,
};

/* Who holds a block, for the question where the memory is. */
typedef struct wr_tag {
    size_t asked;      /* bytes */
    uint32_t site;     /* where it was issued */
    const char *label; /* an operator's name; static */
    bool inner;        /* its owner cuts it up: no block in the statistics */
} wr_tag;

typedef struct wr_span wr_span;
typedef struct wr_segment wr_segment;

typedef struct wr_pages {
    /* const */
    wr_memory memory;
    uint64_t budget; /* UINT64_MAX: none */
    size_t page;     /* of the system: what goes back to it are whole ones */

    /* Held by who asks the kernel for memory or gives it back, for as long as that takes; so a fork
     * finds nothing half done, and who needs more waits for what is about to come. */
    wr_lock system;

    /* all that follows is under this lock, which is held for short pieces only */
    wr_lock lock;
    wr_segment *segments;
    wr_span *bin[WR_PAGE_BINS]; /* free spans by size */
    uint64_t bin_mask[WR_PAGE_BINS / 64];
    wr_span **bucket; /* taken spans by address */
    size_t bucket_count, taken_count;
    wr_span *first_bucket[WR_PAGE_BUCKETS];
    wr_span *spare;         /* descriptors */
    struct wr_spans *slabs; /* what they lie in */
    size_t spare_count;
    uint32_t window;                /* number of the current one, see wr_pages_turn */
    uint64_t taken, warm, reserved; /* bytes */
    uint64_t asked, live;           /* bytes and blocks, without inner ones */
    uint64_t takes, fresh;          /* ever, likewise; in memory not used before */
    uint64_t gives, maps, unmaps;   /* ever */
    uint64_t returned;              /* bytes given back in all */
} wr_pages;

void wr_pages_init(wr_pages *p, const wr_memory *memory, uint64_t budget_bytes);
void wr_pages_destroy(wr_pages *p);

/* Pages for tag->asked bytes at a multiple of `align`, a power of two from WR_PAGE to WR_SEGMENT.
 * *size gets what the block really has.  NULL: the budget or the system has no more. */
void *wr_pages_take(wr_pages *p, size_t align, const wr_tag *tag, size_t *size);
size_t wr_pages_give(wr_pages *p, void *block); /* returns the block's size */
void wr_pages_relabel(wr_pages *p, void *block, uint32_t site, const char *label);

/* A window begins, and what is free now is older than it. */
void wr_pages_begin(wr_pages *p);

/* Under p->system: give back what has been free since before this window began, begin the next.
 * False: nothing is left that a later turn could give back. */
bool wr_pages_turn(wr_pages *p);

/* Under p->lock: call fn for each block taken. */
void wr_pages_each(wr_pages *p, void (*fn)(void *ctx, void *block, const wr_tag *tag), void *ctx);

/* Sanitizer builds notice who touches memory that is free. */
void wr_poison(const void *start, size_t bytes);
void wr_unpoison(const void *start, size_t bytes);

#endif
