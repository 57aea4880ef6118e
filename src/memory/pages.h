/* pages.h - blocks of whole pages: best fit in segments mapped from the system.
 *
 * This is the lower half of the arena (arena.h).  It provides blocks above a few tens of kilobytes,
 * and the slabs from which smaller blocks are cut.  docs/design/memory.md explains both halves.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_PAGES_H
#define WR_PAGES_H

#include "base/lock.h"
#include "base/alloc.h"

enum {
    /* block sizes are multiples of this; the system's pages may be larger */
    WR_PAGE = 4096,
    /* segments are aligned to this, and their sizes are multiples of it */
    WR_SEGMENT = WR_SIZE(2 << 20, 64 << 10),
    /* maximum number of bytes mapped ahead of need */
    WR_SEGMENT_GROW = WR_SIZE(64 << 20, 1 << 20),
    /* number of size bins, eight per power of two */
    WR_PAGE_BINS = 320,
    WR_PAGE_BUCKETS = WR_SIZE(256, 2), /* number of entries of `first_bucket` */
    /* Lock ranks above those of the engine, so that memory may be allocated and freed with any
     * other lock held. */
    WR_RANK_PAGES_SYSTEM = 100,
    WR_RANK_PAGES = 101,
};

/* The owner of a block, for reports of memory use. */
typedef struct wr_tag {
    size_t asked;      /* bytes requested */
    uint32_t site;     /* the site of the operation */
    const char *label; /* name of an operator; static */
    /* the block is a slab of arena.c, which the statistics do not count */
    bool inner;
} wr_tag;

typedef struct wr_span wr_span;
typedef struct wr_segment wr_segment;

typedef struct wr_pages {
    /* const */
    wr_memory memory;
    uint64_t budget; /* UINT64_MAX: no limit */
    size_t page;     /* page size of the system; only whole pages are returned to it */

    /* Held while a thread maps or returns memory, so that a fork finds no such operation half done,
     * and a thread that needs more memory waits for a mapping that is in progress. */
    wr_lock system;

    /* guards all following fields; held only briefly */
    wr_lock lock;
    wr_segment *segments;
    wr_span *bin[WR_PAGE_BINS];           /* free spans by size */
    uint64_t bin_mask[WR_PAGE_BINS / 64]; /* one bit per bin: 1 if it is not empty */
    wr_span **bucket;                     /* hash table of taken spans, by address */
    /* bucket_count: number of buckets; taken_count: number of spans in the table */
    size_t bucket_count, taken_count;
    /* initial bucket array; `bucket` points here until the table first grows */
    wr_span *first_bucket[WR_PAGE_BUCKETS];
    wr_span *spare;         /* list of unused span descriptors */
    struct wr_spans *slabs; /* list of the allocations that hold the span descriptors */
    size_t spare_count;     /* length of the list `spare` */
    uint32_t window;        /* number of the current window, see wr_pages_end_window */
    /* taken: bytes of allocated spans; warm: bytes of free spans that may be resident; reserved:
     * bytes mapped */
    uint64_t taken, warm, reserved;
    /* asked: bytes requested for live blocks; live: number of live blocks; both exclude slabs */
    uint64_t asked, live;
    /* takes: number of allocations so far, excluding slabs; fresh: number of those in memory that
     * was not resident */
    uint64_t takes, fresh;
    /* gives: number of blocks freed so far; maps, unmaps: number of segments mapped and unmapped so
     * far */
    uint64_t gives, maps, unmaps;
    uint64_t returned; /* bytes returned to the system so far */
} wr_pages;

void wr_pages_init(wr_pages *p, const wr_memory *memory, uint64_t budget_bytes);
void wr_pages_destroy(wr_pages *p);

/* Allocate pages for tag->asked bytes, at a multiple of `align`, a power of two from WR_PAGE to
 * WR_SEGMENT.  *size is set to the size of the block.  Return NULL if the budget or the system has
 * no more memory. */
void *wr_pages_take(wr_pages *p, size_t align, const wr_tag *tag, size_t *size);
size_t wr_pages_give(wr_pages *p, void *block); /* free a block, and return its size */
void wr_pages_relabel(wr_pages *p, void *block, uint32_t site, const char *label);

/* Begin a window: spans that are free now have been free since before this window. */
void wr_pages_begin_window(wr_pages *p);

/* Under p->system: return to the system the memory that has been free since before the current
 * window began, then begin the next window.  Return false if nothing is left that a later call
 * could return to the system. */
bool wr_pages_end_window(wr_pages *p);

/* Under p->lock: call fn for each allocated block. */
void wr_pages_each(wr_pages *p, void (*fn)(void *ctx, void *block, const wr_tag *tag), void *ctx);

/* Mark memory as inaccessible or accessible: sanitizer builds report accesses to free memory. */
void wr_poison(const void *start, size_t bytes);
void wr_unpoison(const void *start, size_t bytes);

#endif
