/* pages.c - allocates blocks of pages: best fit, with splitting and coalescing, in segments mapped
 * from the system.
 *
 * A segment is a mapping that is divided into *spans*, each of them allocated or free.  Span
 * descriptors are kept elsewhere, so that free pages can be returned to the system, and a write
 * past the end of a block damages no metadata.
 *
 * Invariants, under the lock:
 *   1. No two neighbouring spans are free, except while one of them is being returned to the
 *      system.
 *   2. A free span is in the bin for its size; an allocated one is in the hash table by address.
 *   3. `taken` is the total size of allocated spans.  `warm` is the total of the free spans' warm
 *      bytes, which include all that are still resident.  taken + warm stays within the budget.
 *
 * Idle memory is found without a clock.  The caller of wr_pages_end_window divides time into
 * windows, and each free span records a range and the window since which all of that range has been
 * free.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "memory/pages.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(HAS_ASAN)
#include <sanitizer/asan_interface.h>
void wr_poison(const void *start, size_t bytes) { __asan_poison_memory_region(start, bytes); }
void wr_unpoison(const void *start, size_t bytes) { __asan_unpoison_memory_region(start, bytes); }
#else
void wr_poison(const void *start, size_t bytes) { (void)start, (void)bytes; }
void wr_unpoison(const void *start, size_t bytes) { (void)start, (void)bytes; }
#endif

enum {
    /* maximum number of spans of a bin that a search for the best fit compares */
    COMPARE_MAX = 32,
    SPANS_AT_ONCE = WR_SIZE(64, 1), /* number of descriptors allocated at a time */
    /* maximum number of descriptors that an allocation needs: for a new segment, and for the parts
     * before and after the block */
    SPANS_NEEDED = 3,
    /* if more bytes than this are left after the block, they are always split off */
    REST_MAX = 256 << 10,
    /* returning fewer bytes than this is not worth a system call */
    RETURN_MIN = WR_SIZE(64 << 10, 4 << 10),
    RETURN_BATCH = WR_SIZE(64, 2), /* maximum number of pieces returned to the system at a time */
    /* blocks larger than this are rounded up to a multiple of COARSE */
    COARSE_FROM = 1 << 20,
    COARSE = 64 << 10,
};

struct wr_span {
    wr_segment *segment;
    wr_span *before, *after; /* neighbours in the segment */
    /* free span: neighbours in the bin; taken span: `next` is the next span in the hash bucket;
     * spare descriptor: `next` is the next spare descriptor */
    wr_span *next, *prev;
    char *start;
    size_t size;
    bool taken;
    wr_tag tag; /* used while the span is taken */
    /* the following fields are used while the span is free */
    /* the range from cold_from to cold_to is not resident; the rest of the span may be */
    char *cold_from, *cold_to;
    /* the range from idle_from to idle_to has been free since the window `since` or longer */
    char *idle_from, *idle_to;
    uint32_t since;
};

struct wr_segment {
    wr_segment *next, *prev;
    char *start;
    size_t size;
    wr_span *first;
};

struct wr_spans {
    struct wr_spans *next;
    wr_span span[SPANS_AT_ONCE];
};

static char *round_up_at(char *at, size_t to) { return at + (-(uintptr_t)at & (to - 1)); }
static char *round_down_at(char *at, size_t to) { return at - ((uintptr_t)at & (to - 1)); }
static char *end_of(const wr_span *s) { return s->start + s->size; }
static size_t warm_of(const wr_span *s) { return s->size - (size_t)(s->cold_to - s->cold_from); }
static size_t min_size(size_t a, size_t b) { return a < b ? a : b; }

/* ---- Descriptors ----------------------------------------------------------------------------- */

static void give_spare(wr_pages *p, wr_span *s) {
    s->next = p->spare;
    p->spare = s;
    p->spare_count++;
}

static wr_span *take_spare(wr_pages *p) {
    wr_span *s = p->spare;
    assert(s != NULL);
    p->spare = s->next;
    p->spare_count--;
    return s;
}

/* Ensure that there are enough spare descriptors for one allocation, so that it cannot fail
 * halfway. */
static bool reserve_spares(wr_pages *p) {
    while (p->spare_count < SPANS_NEEDED) {
        struct wr_spans *slab = wr_alloc(&p->memory, sizeof *slab, WR_CACHE_LINE);
        if (slab == NULL) return false;
        slab->next = p->slabs;
        p->slabs = slab;
        for (int i = SPANS_AT_ONCE - 1; i >= 0; i--) give_spare(p, &slab->span[i]);
    }
    return true;
}

/* ---- Bins of free spans ---------------------------------------------------------------------- */

/* Return the bin for a size: one bin for each number of pages below eight, then eight bins for each
 * power of two. */
static unsigned bin_of(size_t size) {
    uint64_t pages = size / WR_PAGE;
    if (pages < 8) return (unsigned)pages;
    unsigned e = 63 - (unsigned)__builtin_clzll(pages);
    return 8 * (e - 2) + (unsigned)(pages >> (e - 3) & 7);
}

static void put_bin(wr_pages *p, wr_span *s) {
    unsigned b = bin_of(s->size);
    s->prev = NULL;
    s->next = p->bin[b];
    if (s->next != NULL) s->next->prev = s;
    p->bin[b] = s;
    p->bin_mask[b / 64] |= UINT64_C(1) << b % 64;
    p->warm += warm_of(s);
}

static void leave_bin(wr_pages *p, wr_span *s) {
    unsigned b = bin_of(s->size);
    if (s->next != NULL) s->next->prev = s->prev;
    if (s->prev != NULL)
        s->prev->next = s->next;
    else if ((p->bin[b] = s->next) == NULL)
        p->bin_mask[b / 64] &= ~(UINT64_C(1) << b % 64);
    p->warm -= warm_of(s);
}

/* Return the first bin from `b` on that is not empty, or WR_PAGE_BINS if there is none. */
static unsigned next_bin(const wr_pages *p, unsigned b) {
    for (unsigned word = b / 64; word < WR_PAGE_BINS / 64; word++) {
        uint64_t mask = p->bin_mask[word];
        if (word == b / 64) mask &= ~UINT64_C(0) << b % 64;
        if (mask != 0) return word * 64 + (unsigned)__builtin_ctzll(mask);
    }
    return WR_PAGE_BINS;
}

static bool fits(const wr_span *s, size_t size, size_t align) {
    size_t skip = -(uintptr_t)s->start & (align - 1);
    return s->size >= size && s->size - size >= skip;
}

/* Is `a` a better fit?  The smaller span is better; of two spans of equal size, the one with the
 * lower address is, so that steady use finds the same spans again, and high addresses become idle.
 * (Preferring warm spans seems better, but lets two equal spans alternate for ever.) */
static bool is_better(const wr_span *a, const wr_span *b) {
    return a->size != b->size ? a->size < b->size : a->start < b->start;
}

static wr_span *best_in_bin(wr_span *s, size_t size, size_t align) {
    wr_span *best = NULL;
    for (int i = 0; s != NULL && i < COMPARE_MAX; s = s->next, i++)
        if (fits(s, size, align) && (best == NULL || is_better(s, best))) best = s;
    return best;
}

static wr_span *find(const wr_pages *p, size_t size, size_t align) {
    for (unsigned b = next_bin(p, bin_of(size)); b < WR_PAGE_BINS; b = next_bin(p, b + 1)) {
        wr_span *s = best_in_bin(p->bin[b], size, align);
        if (s != NULL) return s;
    }
    return NULL;
}

/* ---- Taken spans by address ------------------------------------------------------------------ */

static wr_span **bucket_of(const wr_pages *p, const void *start) {
    uint64_t hash = ((uintptr_t)start / WR_PAGE) * UINT64_C(0x9E3779B97F4A7C15);
    return &p->bucket[(hash >> 32) & (p->bucket_count - 1)];
}

/* Enlarge the hash table.  If there is no memory for that, the hash chains get longer. */
static void grow_table(wr_pages *p) {
    size_t count = p->bucket_count;
    wr_span **old = p->bucket;
    wr_span **bucket = wr_alloc_zero(&p->memory, 4 * count * sizeof *bucket, WR_CACHE_LINE);
    if (bucket == NULL) return;
    p->bucket = bucket;
    p->bucket_count = 4 * count;
    for (size_t i = 0; i < count; i++)
        for (wr_span *s = old[i], *next; s != NULL; s = next) {
            next = s->next;
            wr_span **at = bucket_of(p, s->start);
            s->next = *at;
            *at = s;
        }
    if (old != p->first_bucket) wr_free(&p->memory, old, count * sizeof *old);
}

static void table_add(wr_pages *p, wr_span *s) {
    if (p->taken_count >= p->bucket_count) grow_table(p);
    wr_span **at = bucket_of(p, s->start);
    s->next = *at;
    *at = s;
    p->taken_count++;
}

/* Return the hash table's pointer to the span of a block.  If the table has no such span, the
 * caller has a bug. */
static wr_span **lookup(wr_pages *p, const void *start) {
    wr_span **at = bucket_of(p, start);
    while (*at != NULL && (*at)->start != start) at = &(*at)->next;
    assert(*at != NULL && "not a block of this arena, or freed twice");
    return at;
}

/* ---- Splitting and merging ------------------------------------------------------------------- */

/* Clip the idle and cold ranges of a free span to its present bounds. */
static void clip(wr_span *s) {
    if (s->idle_from < s->start) s->idle_from = s->start;
    if (s->idle_to > end_of(s)) s->idle_to = end_of(s);
    if (s->idle_to < s->idle_from) s->idle_to = s->idle_from = s->start;
    if (s->cold_from < s->start) s->cold_from = s->start;
    if (s->cold_to > end_of(s)) s->cold_to = end_of(s);
    if (s->cold_to < s->cold_from) s->cold_to = s->cold_from = s->start;
}

/* Split `s` at the address `at` inside it.  Return the upper part, which has the same ranges as
 * `s`, not clipped. */
static wr_span *split(wr_pages *p, wr_span *s, char *at) {
    wr_span *upper = take_spare(p);
    *upper = *s;
    upper->start = at;
    upper->size = (size_t)(end_of(s) - at);
    upper->before = s;
    if (s->after != NULL) s->after->before = upper;
    s->after = upper;
    s->size = (size_t)(at - s->start);
    return upper;
}

/* May the rest of a span stay with the block?  Yes, if it is at most an eighth of the block and at
 * most REST_MAX, and fits in the budget.  (The warm bytes of the span have been subtracted from
 * p->warm already.) */
static bool keep_rest(const wr_pages *p, size_t rest, size_t size) {
    return rest <= min_size(size / 8, REST_MAX) && p->taken + p->warm + size + rest <= p->budget;
}

/* Allocate `size` bytes from a free span. */
static wr_span *cut(wr_pages *p, wr_span *s, size_t size, size_t align) {
    leave_bin(p, s);
    char *start = round_up_at(s->start, align);
    if (start > s->start) {
        wr_span *front = s;
        s = split(p, s, start);
        clip(front);
        put_bin(p, front);
    }
    if (s->size > size && !keep_rest(p, s->size - size, size)) {
        wr_span *rest = split(p, s, s->start + size);
        clip(rest);
        put_bin(p, rest);
    }
    clip(s);
    s->taken = true;
    p->taken += s->size;
    return s;
}

/* Merge the idle ranges of two spans: keep the one that has been idle longer.  If both are equally
 * old, join them if they are adjacent, else keep the longer one. */
static void merge_ranges(wr_span *s, const wr_span *upper) {
    if (upper->idle_from == upper->idle_to) return;
    if (s->idle_from == s->idle_to || upper->since < s->since) {
        s->idle_from = upper->idle_from;
        s->idle_to = upper->idle_to;
        s->since = upper->since;
    } else if (s->since == upper->since) {
        if (s->idle_to == upper->idle_from) {
            s->idle_to = upper->idle_to;
        } else if (upper->idle_to - upper->idle_from > s->idle_to - s->idle_from) {
            s->idle_from = upper->idle_from;
            s->idle_to = upper->idle_to;
        }
    }
}

/* Add a cold range.  A span records only one: join both if they touch, else keep the longer one. */
static void add_cold(wr_span *s, char *from, char *to) {
    if (from == to) return;
    if (from <= s->cold_to && to >= s->cold_from && s->cold_from < s->cold_to) {
        if (from < s->cold_from) s->cold_from = from;
        if (to > s->cold_to) s->cold_to = to;
    } else if (to - from > s->cold_to - s->cold_from) {
        s->cold_from = from;
        s->cold_to = to;
    }
}

/* Merge two neighbouring spans that are free and in no bin. */
static wr_span *merge(wr_pages *p, wr_span *s, wr_span *upper) {
    merge_ranges(s, upper);
    add_cold(s, upper->cold_from, upper->cold_to);
    s->size += upper->size;
    s->after = upper->after;
    if (s->after != NULL) s->after->before = s;
    give_spare(p, upper);
    return s;
}

/* Make a span free, or reattach it after a part was returned: merge it with free neighbours and put
 * it into a bin. */
static void set_free(wr_pages *p, wr_span *s) {
    s->taken = false;
    if (s->after != NULL && !s->after->taken) {
        leave_bin(p, s->after);
        merge(p, s, s->after);
    }
    if (s->before != NULL && !s->before->taken) {
        leave_bin(p, s->before);
        s = merge(p, s->before, s);
    }
    put_bin(p, s);
}

static void restart_idle(const wr_pages *p, wr_span *s) {
    s->idle_from = s->start;
    s->idle_to = end_of(s);
    s->since = p->window;
}

/* ---- Memory from the system ------------------------------------------------------------------ */

/* Map a segment aligned to WR_SEGMENT.  The excess that was mapped for alignment is unmapped
 * immediately. */
static char *map(size_t size) {
    size_t more = size + WR_SEGMENT - WR_PAGE;
    char *all = mmap(NULL, more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) return NULL;
    char *start = round_up_at(all, WR_SEGMENT), *end = start + size;
    if (start > all) munmap(all, (size_t)(start - all));
    if (end < all + more) munmap(end, (size_t)(all + more - end));
    /* Huge pages make the first access to memory about fifteen times faster.  They are not
     * requested for a small segment, which may stay mostly empty. */
    if (size > WR_SEGMENT) madvise(start, size, MADV_HUGEPAGE);
    wr_poison(start, size);
    return start;
}

static void unmap(char *start, size_t size) {
    wr_unpoison(start, size);
    munmap(start, size);
}

/* Return the size of a new segment: at least a quarter of what is mapped already, up to
 * WR_SEGMENT_GROW.  So there are few segments, and little is mapped in excess. */
static size_t segment_size(const wr_pages *p, size_t need) {
    size_t ahead = wr_round_up(min_size(p->reserved / 4, WR_SEGMENT_GROW), WR_SEGMENT);
    size_t size = wr_round_up(need, WR_SEGMENT);
    return size > ahead ? size : ahead;
}

static void add_segment(wr_pages *p, wr_segment *g, char *start, size_t size) {
    wr_span *s = take_spare(p);
    *g = (wr_segment){.next = p->segments, .start = start, .size = size, .first = s};
    if (g->next != NULL) g->next->prev = g;
    p->segments = g;
    *s = (wr_span){.segment = g, .start = start, .size = size};
    add_cold(s, start, start + size);
    restart_idle(p, s);
    put_bin(p, s);
    p->reserved += size;
    p->maps++;
}

/* Map a new segment.  Under both locks; releases p->lock while mapping. */
static bool grow(wr_pages *p, size_t need) {
    wr_segment *g = wr_alloc(&p->memory, sizeof *g, 0);
    if (g == NULL) return false;
    size_t size = segment_size(p, need);
    wr_lock_give(&p->lock);
    char *start = map(size);
    if (start == NULL && size > wr_round_up(need, WR_SEGMENT)) {
        size = wr_round_up(need, WR_SEGMENT);
        start = map(size);
    }
    wr_lock_take(&p->lock);
    if (start != NULL && reserve_spares(p)) {
        add_segment(p, g, start, size);
        return true;
    }
    if (start != NULL) unmap(start, size);
    wr_free(&p->memory, g, sizeof *g);
    return false;
}

/* ---- Returning memory to the system ---------------------------------------------------------- */

/* Memory to return to the system: a whole segment, or a part of a free span. */
typedef struct piece {
    wr_segment *segment; /* the segment to unmap; NULL: return only [from, to) */
    wr_span *span;
    char *from, *to;
} piece;

/* Choose the part of [from, to) that can be returned to the system.  In large segments only whole
 * huge pages are returned, so that none is broken up; if memory is short, every page is
 * returned. */
static piece returnable(const wr_pages *p, wr_span *s, char *from, char *to, bool urgent) {
    size_t unit = s->segment->size > WR_SEGMENT && !urgent ? WR_SEGMENT : p->page;
    piece out = {.span = s, .from = round_up_at(from, unit), .to = round_down_at(to, unit)};
    if (out.from >= out.to || (!urgent && out.to - out.from < RETURN_MIN)) out.to = out.from;
    return out;
}

static bool is_whole(const wr_span *s) { return s->size == s->segment->size; }

static bool has_warm(const piece *it) {
    return it->from < it->to && (it->from < it->span->cold_from || it->to > it->span->cold_to);
}

/* Could a part of this span be returned in a later window? */
static bool is_cached(const wr_pages *p, wr_span *s) {
    piece all = returnable(p, s, s->start, end_of(s), false);
    return is_whole(s) || has_warm(&all);
}

static bool choose_piece(const wr_pages *p, wr_span *s, bool urgent, piece *out) {
    bool old = s->since < p->window, all_old = s->idle_from == s->start && s->idle_to == end_of(s);
    if (!urgent && !old) return false;
    if (is_whole(s) && (urgent || all_old || warm_of(s) == 0)) {
        *out = (piece){.segment = s->segment, .span = s};
        return true;
    }
    *out = urgent ? returnable(p, s, s->start, end_of(s), true)
                  : returnable(p, s, s->idle_from, s->idle_to, false);
    if (has_warm(out)) return true;
    /* consider the rest of the span in a later window */
    if (!urgent && !all_old) restart_idle(p, s);
    return false;
}

/* Make a piece unreachable to other threads before the lock is released. */
static void detach(wr_pages *p, const piece *it) {
    leave_bin(p, it->span);
    it->span->taken = true; /* prevents free neighbours from being merged with the span */
    if (it->segment == NULL) {
        /* the span counts against the budget until its memory is returned */
        p->warm += warm_of(it->span);
        return;
    }
    wr_segment *g = it->segment;
    if (g->next != NULL) g->next->prev = g->prev;
    if (g->prev != NULL) g->prev->next = g->next;
    if (g->prev == NULL) p->segments = g->next;
    p->returned += warm_of(it->span);
    p->warm += warm_of(it->span);
}

static void return_piece(const piece *it) {
    if (it->segment != NULL)
        unmap(it->segment->start, it->segment->size);
    else
        madvise(it->from, (size_t)(it->to - it->from), MADV_DONTNEED);
}

static void reattach(wr_pages *p, const piece *it) {
    wr_span *s = it->span;
    p->warm -= warm_of(s);
    if (it->segment != NULL) {
        p->reserved -= it->segment->size;
        p->unmaps++;
        give_spare(p, s);
        wr_free(&p->memory, it->segment, sizeof *it->segment);
        return;
    }
    size_t before = warm_of(s);
    add_cold(s, it->from, it->to);
    p->returned += before - warm_of(s);
    restart_idle(p, s);
    set_free(p, s);
}

static size_t collect(wr_pages *p, bool urgent, uint64_t want, piece *out) {
    size_t count = 0;
    for (wr_segment *g = p->segments, *next; g != NULL; g = next) {
        next = g->next;
        for (wr_span *s = g->first, *after; s != NULL; s = after) {
            after = s->after;
            if (s->taken || !choose_piece(p, s, urgent, &out[count])) continue;
            want -= min_size(want, warm_of(s));
            detach(p, &out[count++]);
            if (count == RETURN_BATCH || want == 0) return count;
        }
    }
    return count;
}

/* Return idle memory; if `urgent`, return any free memory, until `want` bytes have been returned.
 * Under both locks; releases p->lock during the system calls.  Return false if there was nothing to
 * return. */
static bool return_memory(wr_pages *p, bool urgent, uint64_t want) {
    piece it[RETURN_BATCH];
    uint64_t before = p->returned, unmaps = p->unmaps;
    size_t count;
    do {
        count = collect(p, urgent, want - min_size(want, p->returned - before), it);
        wr_lock_give(&p->lock);
        for (size_t i = 0; i < count; i++) return_piece(&it[i]);
        wr_lock_take(&p->lock);
        for (size_t i = 0; i < count; i++) reattach(p, &it[i]);
    } while (count > 0 && p->returned - before < want);
    return p->returned > before || p->unmaps > unmaps;
}

void wr_pages_begin_window(wr_pages *p) {
    wr_lock_take(&p->lock);
    p->window++;
    wr_lock_give(&p->lock);
}

bool wr_pages_end_window(wr_pages *p) {
    wr_lock_take(&p->lock);
    return_memory(p, false, UINT64_MAX);
    p->window++;
    bool more = false;
    for (wr_segment *g = p->segments; g != NULL && !more; g = g->next)
        for (wr_span *s = g->first; s != NULL && !more; s = s->after)
            more = !s->taken && is_cached(p, s);
    wr_lock_give(&p->lock);
    return more;
}

/* ---- Allocating and freeing ------------------------------------------------------------------ */

static size_t size_for(size_t asked) {
    if (asked == 0) return WR_PAGE;
    return wr_round_up(asked, asked > COARSE_FROM ? COARSE : WR_PAGE);
}

/* Return the number of bytes by which the budget would be exceeded if `size` bytes were taken from
 * `s`, or from a new segment if `s` is NULL. */
static uint64_t excess(const wr_pages *p, const wr_span *s, size_t size) {
    if (p->budget == UINT64_MAX) return 0;
    uint64_t after = p->taken + p->warm + size;
    if (s != NULL) after -= warm_of(s) - min_size(warm_of(s), s->size - size);
    return after > p->budget ? after - p->budget : 0;
}

static bool can_fit(const wr_pages *p, size_t size) {
    return p->taken <= p->budget && size <= p->budget - p->taken;
}

/* Allocate from cached memory, without a system call.  Return NULL if that is not possible. */
static wr_span *take_cached(wr_pages *p, size_t size, size_t align) {
    wr_span *s = find(p, size, align);
    if (s == NULL || excess(p, s, size) > 0 || !reserve_spares(p)) return NULL;
    return cut(p, s, size, align);
}

/* Allocate, and get more memory from the system if needed.  Another thread may take the memory that
 * was just obtained; then the loop obtains more. */
static wr_span *take_more(wr_pages *p, size_t size, size_t align) {
    while (reserve_spares(p) && can_fit(p, size)) {
        wr_span *s = find(p, size, align);
        uint64_t over = excess(p, s, size);
        if (over > 0) {
            if (!return_memory(p, true, over)) return NULL;
        } else if (s != NULL) {
            return cut(p, s, size, align);
        } else if (!grow(p, size) && !return_memory(p, true, UINT64_MAX)) {
            return NULL;
        }
    }
    return NULL;
}

static void count_in(wr_pages *p, const wr_span *s) {
    p->asked += s->tag.asked;
    p->live++;
    p->takes++;
    p->fresh += s->cold_to - s->cold_from >= (ptrdiff_t)s->size;
}

static void count_out(wr_pages *p, const wr_span *s) {
    p->asked -= s->tag.asked;
    p->live--;
}

void *wr_pages_take(wr_pages *p, size_t align, const wr_tag *tag, size_t *size) {
    if (tag->asked > PTRDIFF_MAX - 2 * (size_t)WR_SEGMENT) return NULL;
    size_t need = size_for(tag->asked);
    wr_lock_take(&p->lock);
    wr_span *s = take_cached(p, need, align);
    if (s == NULL) {
        wr_lock_give(&p->lock);
        wr_lock_take(&p->system);
        wr_lock_take(&p->lock);
        s = take_more(p, need, align);
        if (s != NULL) {
            wr_lock_give(&p->system);
        } else {
            wr_lock_give(&p->lock);
            wr_lock_give(&p->system);
            return NULL;
        }
    }
    s->tag = *tag;
    table_add(p, s);
    if (!tag->inner) count_in(p, s);
    char *start = s->start;
    *size = s->size;
    wr_lock_give(&p->lock);
    wr_unpoison(start, tag->asked);
    return start;
}

size_t wr_pages_give(wr_pages *p, void *block) {
    wr_lock_take(&p->lock);
    wr_span **at = lookup(p, block), *s = *at;
    *at = s->next;
    size_t size = s->size;
    wr_poison(block, size);
    p->taken_count--;
    p->gives++;
    p->taken -= size;
    if (!s->tag.inner) count_out(p, s);
    s->cold_from = s->cold_to = s->start;
    restart_idle(p, s);
    set_free(p, s);
    wr_lock_give(&p->lock);
    return size;
}

void wr_pages_relabel(wr_pages *p, void *block, uint32_t site, const char *label) {
    wr_lock_take(&p->lock);
    wr_span *s = *lookup(p, block);
    assert(s != NULL);
    s->tag.site = site;
    s->tag.label = label;
    wr_lock_give(&p->lock);
}

void wr_pages_each(wr_pages *p, void (*fn)(void *ctx, void *block, const wr_tag *tag), void *ctx) {
    for (size_t i = 0; i < p->bucket_count; i++)
        for (wr_span *s = p->bucket[i]; s != NULL; s = s->next) fn(ctx, s->start, &s->tag);
}

/* ---- Creating and destroying ----------------------------------------------------------------- */

void wr_pages_init(wr_pages *p, const wr_memory *memory, uint64_t budget_bytes) {
    memset((void *)p, 0, sizeof *p);
    p->memory = *memory;
    p->budget = budget_bytes == 0 ? UINT64_MAX : budget_bytes;
    p->page = (size_t)sysconf(_SC_PAGESIZE);
    p->bucket = p->first_bucket;
    p->bucket_count = WR_PAGE_BUCKETS;
    wr_lock_init(&p->system, WR_RANK_PAGES_SYSTEM);
    wr_lock_init(&p->lock, WR_RANK_PAGES);
}

void wr_pages_destroy(wr_pages *p) {
    for (wr_segment *g = p->segments, *next; g != NULL; g = next) {
        next = g->next;
        unmap(g->start, g->size);
        wr_free(&p->memory, g, sizeof *g);
    }
    for (struct wr_spans *slab = p->slabs, *next; slab != NULL; slab = next) {
        next = slab->next;
        wr_free(&p->memory, slab, sizeof *slab);
    }
    if (p->bucket != p->first_bucket)
        wr_free(&p->memory, p->bucket, p->bucket_count * sizeof(wr_span *));
    wr_lock_destroy(&p->lock);
    wr_lock_destroy(&p->system);
}
