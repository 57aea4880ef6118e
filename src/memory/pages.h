/* pages.h - blocks of whole pages: best fit in segments mapped from the system.
 *
 * The lower half of the arena (arena.h): everything above a few tens of kilobytes, and the slabs
 * that smaller blocks are cut from.  docs/design/memory.md explains both halves.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_PAGES_H
#define WR_PAGES_H

#include "base/lock.h"
#include "base/alloc.h"

enum {
    WR_PAGE = 4096, /* sizes are multiples of it; a page of the system may be larger */
    WR_SEGMENT = WR_SIZE(2 << 20, 64 << 10),      /* segments are aligned to and a multiple of it */
    WR_SEGMENT_GROW = WR_SIZE(64 << 20, 1 << 20), /* maximum that is mapped ahead of need */
    WR_PAGE_BINS = 320,                           /* size bins, eight for each power of two */
    WR_PAGE_BUCKETS = WR_SIZE(256, 2),            /* of the first hash table */
    /* Ranks: above the engine's, so that memory may be allocated and freed with any other lock
     * held. */
    WR_RANK_PAGES_SYSTEM = 100,
    WR_RANK_PAGES = 101,
};

/* The owner of a block, for reports of memory use. */
typedef struct wr_tag {
    size_t asked;      /* bytes requested */
    uint32_t site;     /* where it was issued */
    const char *label; /* an operator's name; static */
    bool inner;        /* a slab, not a block of the user's: not counted in the statistics */
} wr_tag;

typedef struct wr_span wr_span;
typedef struct wr_segment wr_segment;

typedef struct wr_pages {
    /* const */
    wr_memory memory;
    uint64_t budget; /* UINT64_MAX: none */
    size_t page;     /* page size of the system: only whole pages are returned */

    /* Held while a thread maps or returns memory; so a fork finds no operation half done, and a
     * thread that needs more memory waits for the mapping under way. */
    wr_lock system;

    /* guards all that follows; held only briefly */
    wr_lock lock;
    wr_segment *segments;
    wr_span *bin[WR_PAGE_BINS]; /* free spans by size */
    uint64_t bin_mask[WR_PAGE_BINS / 64];
    wr_span **bucket; /* taken spans by address */
    size_t bucket_count, taken_count;
    wr_span *first_bucket[WR_PAGE_BUCKETS];
    wr_span *spare;         /* unused descriptors */
    struct wr_spans *slabs; /* their allocations */
    size_t spare_count;
    uint32_t window;                /* number of the current window, see wr_pages_end_window */
    uint64_t taken, warm, reserved; /* bytes */
    uint64_t asked, live;           /* bytes and blocks, without inner ones */
    uint64_t takes, fresh;          /* allocations so far, likewise; in memory not used before */
    uint64_t gives, maps, unmaps;   /* so far */
    uint64_t returned;              /* bytes returned to the system so far */
} wr_pages;

void wr_pages_init(wr_pages *p, const wr_memory *memory, uint64_t budget_bytes);
void wr_pages_destroy(wr_pages *p);

/* Pages for tag->asked bytes at a multiple of `align`, a power of two from WR_PAGE to WR_SEGMENT.
 * *size is set to the size of the block.  NULL: the budget or the system has no more. */
void *wr_pages_take(wr_pages *p, size_t align, const wr_tag *tag, size_t *size);
size_t wr_pages_give(wr_pages *p, void *block); /* returns the block's size */
void wr_pages_relabel(wr_pages *p, void *block, uint32_t site, const char *label);

/* Begin a window: spans that are free now have been free since before it. */
void wr_pages_begin_window(wr_pages *p);

/* Under p->system: return memory that has been free since before this window began, then begin
 * the next.  False: there is nothing left that a later call could return. */
bool wr_pages_end_window(wr_pages *p);

/* Under p->lock: call fn for each block taken. */
void wr_pages_each(wr_pages *p, void (*fn)(void *ctx, void *block, const wr_tag *tag), void *ctx);

/* Sanitizer builds report accesses to free memory. */
void wr_poison(const void *start, size_t bytes);
void wr_unpoison(const void *start, size_t bytes);

#endif
