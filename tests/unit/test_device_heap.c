/* test_device_heap.c - the allocator for the memory of a device: blocks do not overlap, are reused,
 * and stay within a budget; the memory itself is never touched.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "memory/device_heap.h"

#include "failing_allocator.h"
#include "harness.h"

enum {
    SMALL_SEGMENT = WR_HEAP_SMALL_SEGMENT,
    MEDIUM_SEGMENT = WR_HEAP_MEDIUM_SEGMENT,
    STEP = WR_HEAP_SEGMENT_STEP,
    /* blocks of a medium size and of a huge one */
    MEDIUM = WR_HEAP_SMALL_MAX * 2,
    HUGE = WR_HEAP_MEDIUM_MAX * 2,
};

static const int64_t second = 1000000000;

/* ---- A device without memory: it counts addresses -------------------------------------------- */

enum { SEGMENTS_MAX = 4096, FREED_MAX = 8 };

/* Calls of one heap do not overlap, so plain fields suffice; a sanitizer would see a violation. */
typedef struct device {
    uint64_t capacity, used; /* bytes */
    uint64_t next;           /* address of the next segment */
    int64_t takes, gives, refusals;
    bool exact; /* any number of bytes may be requested */
    int count;
    struct range {
        uint64_t address, bytes;
    } segment[SEGMENTS_MAX], freed[FREED_MAX];
} device;

/* Like a driver, prefer an address that was used before. */
static uint64_t find_address(device *d, uint64_t bytes) {
    for (int i = 0; i < FREED_MAX; i++)
        if (d->freed[i].bytes == bytes) {
            d->freed[i].bytes = 0;
            return d->freed[i].address;
        }
    uint64_t address = d->next;
    /* some segments are adjacent to the last one, which must not make blocks span both */
    d->next += wr_round_up(bytes, WR_HEAP_ALIGN) + (d->takes % 3 == 0 ? 0 : 4096);
    return address;
}

static uint64_t device_take(void *ctx, uint64_t bytes) {
    device *d = ctx;
    if (!d->exact) CHECK_EQ(bytes % WR_HEAP_ALIGN, 0);
    if (bytes > d->capacity - d->used || d->count == SEGMENTS_MAX) {
        d->refusals++;
        return 0;
    }
    d->used += bytes;
    d->segment[d->count++] = (struct range){.address = find_address(d, bytes), .bytes = bytes};
    d->takes++;
    return d->segment[d->count - 1].address;
}

static void device_give(void *ctx, uint64_t address, uint64_t bytes) {
    device *d = ctx;
    int i = 0;
    while (i < d->count && d->segment[i].address != address) i++;
    CHECK(i < d->count);
    CHECK_EQ(d->segment[i].bytes, bytes);
    d->freed[d->gives % FREED_MAX] = d->segment[i];
    d->segment[i] = d->segment[--d->count];
    d->used -= bytes;
    d->gives++;
}

/* Is the range inside one segment? */
static bool is_inside(const device *d, uint64_t address, uint64_t bytes) {
    for (int i = 0; i < d->count; i++)
        if (address >= d->segment[i].address &&
            address + bytes <= d->segment[i].address + d->segment[i].bytes)
            return true;
    return false;
}

static device *device_of(uint64_t capacity) {
    device *d = calloc(1, sizeof *d);
    CHECK(d != NULL);
    d->capacity = capacity;
    d->next = UINT64_C(0x7f0000000000) + WR_HEAP_ALIGN;
    return d;
}

static wr_heap *heap_with(device *d, uint64_t budget) {
    wr_memory memory = wr_memory_of(NULL, NULL, NULL);
    wr_heap_source source = {.ctx = d, .take = device_take, .give = device_give};
    wr_heap *h = NULL;
    CHECK_EQ(wr_heap_new(&memory, &source, budget, &h), WEIR_OK);
    return h;
}

static void end(wr_heap *h, device *d) {
    wr_heap_free(h);
    CHECK_EQ(d->count, 0);
    CHECK_EQ(d->used, 0);
    free(d);
}

static wr_arena_stat stat_of(wr_heap *h) {
    wr_arena_stat s;
    wr_heap_stats(h, &s);
    return s;
}

static uint64_t take(wr_heap *h, uint64_t bytes) {
    uint64_t x = wr_heap_take(h, bytes, 1, "x");
    CHECK(x != 0);
    return x;
}

/* ---- One thread ------------------------------------------------------------------------------ */

TEST(blocks_are_aligned_and_waste_at_most_an_eighth) {
    device *d = device_of(UINT64_MAX);
    wr_heap *h = heap_with(d, 0);
    CHECK_EQ(stat_of(h).reserved, 0);
    for (uint64_t bytes = 0; bytes < 3 * (uint64_t)HUGE; bytes += 1 + bytes / 7) {
        uint64_t x = take(h, bytes), used = stat_of(h).used, y = take(h, bytes);
        CHECK(x != y);
        CHECK_EQ(x % WR_HEAP_ALIGN, 0);
        CHECK_EQ(y % WR_HEAP_ALIGN, 0);
        CHECK(is_inside(d, x, bytes) && is_inside(d, y, bytes));
        CHECK(used >= bytes);
        CHECK_LE(used, bytes <= 2048 ? bytes + 256 : bytes + bytes / 8);
        wr_heap_give(h, x);
        wr_heap_give(h, y);
    }
    wr_heap_give(h, 0);
    CHECK_EQ(stat_of(h).used, 0);
    end(h, d);
    wr_heap_free(NULL);
}

TEST(impossible_sizes_are_refused) {
    device *d = device_of(INT64_MAX);
    wr_heap *h = heap_with(d, 0);
    static const uint64_t sizes[] = {UINT64_MAX, UINT64_MAX - 64, INT64_MAX, INT64_MAX - 256};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        CHECK_EQ(wr_heap_take(h, sizes[i], 0, NULL), 0);
    wr_heap_give(h, take(h, 100));
    CHECK_EQ(stat_of(h).takes, 1);
    end(h, d);
}

TEST(segments_depend_on_the_size_of_the_block) {
    device *d = device_of(UINT64_MAX);
    wr_heap *h = heap_with(d, 0);
    take(h, 1);
    CHECK_EQ(d->used, SMALL_SEGMENT);
    take(h, WR_HEAP_SMALL_MAX / 2);
    CHECK_EQ(d->used, SMALL_SEGMENT);
    take(h, WR_HEAP_SMALL_MAX + 1);
    CHECK_EQ(d->used, SMALL_SEGMENT + MEDIUM_SEGMENT);
    take(h, MEDIUM);
    CHECK_EQ(d->used, SMALL_SEGMENT + MEDIUM_SEGMENT);
    take(h, HUGE + 1);
    CHECK_EQ(d->used, SMALL_SEGMENT + MEDIUM_SEGMENT + HUGE + STEP);
    CHECK_EQ(stat_of(h).reserved, d->used);
    CHECK_EQ(stat_of(h).maps, 3);
    end(h, d);
}

TEST(a_freed_address_is_reused) {
    device *d = device_of(UINT64_MAX);
    wr_heap *h = heap_with(d, 0);
    static const uint64_t sizes[] = {0, 1, 256, 1000, WR_HEAP_SMALL_MAX, MEDIUM, HUGE, 3 * HUGE};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint64_t x = take(h, sizes[i]), reuses = stat_of(h).reuses;
        wr_heap_give(h, x);
        int64_t calls = d->takes;
        CHECK_EQ(take(h, sizes[i]), x);
        CHECK_EQ(stat_of(h).reuses, reuses + 1);
        CHECK_EQ(d->takes, calls);
    }
    end(h, d);
}

TEST(the_smallest_block_that_fits_is_used) {
    device *d = device_of(UINT64_MAX);
    wr_heap *h = heap_with(d, 0);
    uint64_t hole[4], between[4];
    static const uint64_t units[] = {4, 2, 3, 2};
    for (int i = 0; i < 4; i++) {
        hole[i] = take(h, units[i] * 256);
        between[i] = take(h, 256);
        CHECK_EQ(between[i], hole[i] + units[i] * 256);
    }
    for (int i = 0; i < 4; i++) wr_heap_give(h, hole[i]);
    CHECK_EQ(take(h, 3 * 256), hole[2]);
    CHECK_EQ(take(h, 2 * 256), hole[1]); /* of equal ones the lowest */
    CHECK_EQ(take(h, 1), hole[3]);
    CHECK_EQ(take(h, 1), hole[3] + 256);
    CHECK_EQ(take(h, 4 * 256), hole[0]);
    end(h, d);
}

TEST(free_neighbours_are_merged) {
    device *d = device_of(UINT64_MAX);
    wr_heap *h = heap_with(d, 0);
    enum { N = 16 };
    uint64_t x[N], all = take(h, N * HUGE);
    wr_heap_give(h, all);
    for (int i = 0; i < N; i++) CHECK_EQ(x[i] = take(h, HUGE), all + (uint64_t)i * HUGE);
    for (int i = 0; i < N; i += 2) wr_heap_give(h, x[i]);
    for (int i = 1; i < N; i += 2) wr_heap_give(h, x[i]);
    CHECK_EQ(take(h, N * HUGE), all);
    CHECK_EQ(d->takes, 1);
    end(h, d);
}

/* Two segments at consecutive addresses stay two: each is given back by itself. */
TEST(blocks_do_not_span_segments) {
    device *d = device_of(UINT64_MAX);
    wr_heap *h = heap_with(d, 0);
    uint64_t x = take(h, HUGE), y = take(h, HUGE);
    CHECK_EQ(y, x + HUGE);
    wr_heap_give(h, x);
    wr_heap_give(h, y);
    uint64_t z = take(h, 2 * HUGE);
    CHECK(z != x);
    CHECK_EQ(d->count, 3);
    end(h, d);
}

/* ---- A shadow model -------------------------------------------------------------------------- */

enum { SLOTS = 200 };

typedef struct shadow {
    uint64_t address, bytes;
    uint32_t site;
} shadow;

static uint64_t random_size(uint64_t *state) {
    static const uint64_t scale[] = {600, WR_HEAP_SMALL_MAX, 4 * MEDIUM, 2 * HUGE};
    return test_random(state) % scale[test_random(state) % 4];
}

static int by_address(const void *x, const void *y) {
    const shadow *a = x, *b = y;
    return a->address < b->address ? -1 : a->address > b->address;
}

/* Compare the heap with the live blocks that it should have. */
static void compare(wr_heap *h, const device *d, const shadow *slot) {
    shadow sorted[SLOTS];
    int n = 0;
    uint64_t asked = 0, bytes_of_site[4] = {0}, count_of_site[4] = {0};
    for (int i = 0; i < SLOTS; i++) {
        if (slot[i].address == 0) continue;
        sorted[n++] = slot[i];
        asked += slot[i].bytes;
        bytes_of_site[slot[i].site] += slot[i].bytes;
        count_of_site[slot[i].site]++;
        CHECK_EQ(slot[i].address % WR_HEAP_ALIGN, 0);
        CHECK(is_inside(d, slot[i].address, slot[i].bytes));
    }
    qsort(sorted, (size_t)n, sizeof *sorted, by_address);
    for (int i = 1; i < n; i++)
        CHECK(sorted[i - 1].address + sorted[i - 1].bytes <= sorted[i].address &&
              sorted[i - 1].address != sorted[i].address);
    wr_arena_stat s = stat_of(h);
    CHECK_EQ(s.live, n);
    CHECK_EQ(s.asked, asked);
    CHECK(s.used >= asked && s.used <= s.reserved && s.peak >= s.used);
    CHECK_EQ(s.reserved, d->used);
    CHECK_EQ(s.cached, s.reserved - s.used);
    CHECK_EQ(s.maps, d->takes);
    CHECK_EQ(s.unmaps, d->gives);
    wr_arena_holder held[8];
    size_t holders = wr_heap_holders(h, held, 8);
    for (size_t i = 0; i < holders; i++) {
        CHECK_EQ(held[i].bytes, bytes_of_site[held[i].site]);
        CHECK_EQ(held[i].count, count_of_site[held[i].site]);
        n -= (int)held[i].count;
    }
    CHECK_EQ(n, 0);
}

/* Random takes, gives, relabels and trims.  Return how many takes were refused. */
static int64_t stir(uint64_t capacity, uint64_t budget, uint64_t seed) {
    device *d = device_of(capacity);
    wr_heap *h = heap_with(d, budget);
    shadow slot[SLOTS] = {0};
    uint64_t state = seed;
    int64_t refused = 0, now = 0;
    for (int64_t i = 0; i < test_scaled(40000); i++) {
        shadow *s = &slot[test_random(&state) % SLOTS];
        if (s->address != 0 && i % 5 == 0) {
            s->site = (uint32_t)(test_random(&state) % 4);
            wr_heap_relabel(h, s->address, s->site, "stirred");
            continue;
        }
        wr_heap_give(h, s->address);
        s->address = 0;
        if (i % 3000 > 2000) continue; /* shrink for a while */
        s->bytes = random_size(&state);
        s->site = (uint32_t)(test_random(&state) % 4);
        s->address = wr_heap_take(h, s->bytes, s->site, "stirred");
        refused += s->address == 0;
        if (budget > 0) CHECK_LE(d->used, budget);
        if (i % 50 == 49) wr_heap_trim(h, now += second / 10, second);
        if (i % 500 == 499) compare(h, d, slot);
    }
    compare(h, d, slot);
    for (int i = 0; i < SLOTS; i++) wr_heap_give(h, slot[i].address);
    CHECK_EQ(stat_of(h).used, 0);
    CHECK_EQ(stat_of(h).live, 0);
    /* all neighbours have been merged: everything can be given back */
    for (int64_t in_ns; (in_ns = wr_heap_trim(h, now, second)) >= 0;) now += in_ns;
    CHECK_EQ(d->used, 0);
    end(h, d);
    return refused;
}

TEST(random_use_agrees_with_a_shadow_model) { CHECK_EQ(stir(UINT64_MAX, 0, 1), 0); }

TEST(random_use_under_a_tight_budget) { CHECK(stir(UINT64_MAX, 20 * (uint64_t)HUGE + 768, 2) > 0); }

TEST(random_use_of_a_small_device) { CHECK(stir(20 * (uint64_t)HUGE + 100, 0, 3) > 0); }

/* ---- A training loop ------------------------------------------------------------------------- */

/* One step: activations are allocated in order and freed in reverse order with temporary blocks in
 * between, beside weights that stay. */
static void train(wr_heap *h) {
    enum { LAYERS = 24 };
    uint64_t x[LAYERS], state = 9;
    for (int i = 0; i < LAYERS; i++) {
        x[i] = take(h, random_size(&state));
        uint64_t workspace = take(h, random_size(&state)), tiny = take(h, 4);
        wr_heap_give(h, workspace);
        wr_heap_give(h, tiny);
    }
    for (int i = LAYERS - 1; i >= 0; i--) {
        uint64_t gradient = take(h, random_size(&state)), scale = take(h, 4);
        wr_heap_give(h, x[i]);
        wr_heap_give(h, scale);
        wr_heap_give(h, gradient);
    }
}

TEST(equal_steps_need_no_more_memory_than_the_first) {
    device *d = device_of(UINT64_MAX);
    wr_heap *h = heap_with(d, 0);
    uint64_t state = 4;
    for (int i = 0; i < 40; i++) take(h, random_size(&state)); /* weights */
    train(h);
    uint64_t reserved = stat_of(h).reserved, peak = stat_of(h).peak;
    int64_t calls = d->takes + d->gives;
    for (int i = 0; i < 50; i++) train(h);
    CHECK_EQ(stat_of(h).reserved, reserved);
    CHECK_EQ(stat_of(h).peak, peak);
    CHECK_EQ(d->takes + d->gives, calls);
    CHECK_LE(reserved, peak + peak / 2 + 2 * MEDIUM_SEGMENT);
    end(h, d);
}

/* Random sizes, about a hundred blocks live: segments stay near what is used. */
TEST(fragmentation_stays_low) {
    device *d = device_of(UINT64_MAX);
    wr_heap *h = heap_with(d, 0);
    uint64_t x[SLOTS] = {0}, state = 7;
    for (int64_t i = 0; i < test_scaled(100000); i++) {
        uint64_t *at = &x[test_random(&state) % SLOTS];
        wr_heap_give(h, *at);
        *at = take(h, random_size(&state));
    }
    wr_arena_stat s = stat_of(h);
    CHECK_LE(s.used, s.asked + s.asked / 8 + SLOTS * 256);
    CHECK_LE(s.reserved, 2 * s.peak);
    end(h, d);
}

/* ---- Statistics ------------------------------------------------------------------------------ */

TEST(statistics_and_holders_are_exact) {
    device *d = device_of(UINT64_MAX);
    wr_heap *h = heap_with(d, 0);
    char other[] = "conv"; /* an equal string at another address is the same label */
    uint64_t x[400];
    int n = 0;
    for (int i = 0; i < 100; i++) x[n++] = wr_heap_take(h, 1000, 7, "conv");
    for (int i = 0; i < 50; i++) x[n++] = wr_heap_take(h, 10, 8, other);
    for (int i = 0; i < 50; i++) x[n++] = wr_heap_take(h, 10, 7, other);
    for (int i = 0; i < 20; i++) x[n++] = wr_heap_take(h, MEDIUM, 9, NULL);
    for (int i = 0; i < 150; i++) x[n++] = wr_heap_take(h, 0, 100 + (uint32_t)i, "none");
    wr_arena_stat s = stat_of(h);
    uint64_t used = 100 * 1024 + 100 * 256 + 20 * (uint64_t)MEDIUM + 150 * 256;
    CHECK_EQ(s.live, n);
    CHECK_EQ(s.takes, n);
    CHECK_EQ(s.reuses, 0);
    CHECK_EQ(s.asked, 100 * 1000 + 100 * 10 + 20 * (uint64_t)MEDIUM);
    CHECK_EQ(s.used, used);
    CHECK_EQ(s.peak, used);
    CHECK_EQ(s.used + s.cached, s.reserved);
    CHECK(s.unmaps == 0 && s.returned == 0);
    wr_arena_holder held[200];
    CHECK_EQ(wr_heap_holders(h, held, 200), 153);
    int big = 20 * (uint64_t)MEDIUM > 100500 ? 0 : 1;
    CHECK_EQ(held[big].bytes, 20 * (uint64_t)MEDIUM);
    CHECK(held[big].count == 20 && held[big].site == 9 && held[big].label == NULL);
    CHECK(held[1 - big].bytes == 100500 && held[1 - big].count == 150 && held[1 - big].site == 7);
    CHECK_STR(held[1 - big].label, "conv");
    CHECK(held[2].bytes == 500 && held[2].count == 50 && held[2].site == 8);
    for (int i = 150; i < 200; i++) wr_heap_relabel(h, x[i], 8, "conv");
    CHECK_EQ(wr_heap_holders(h, held, 3), 3);
    CHECK(held[1 - big].bytes == 100000 && held[1 - big].count == 100);
    CHECK(held[2].bytes == 1000 && held[2].count == 100 && held[2].site == 8);
    for (int i = 0; i < n; i++) wr_heap_give(h, x[i]);
    s = stat_of(h);
    CHECK(s.live == 0 && s.used == 0 && s.asked == 0);
    CHECK_EQ(s.peak, used);
    CHECK_EQ(s.cached, s.reserved);
    CHECK_EQ(wr_heap_holders(h, held, 4), 0);
    end(h, d);
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

TEST(the_budget_holds_and_unused_segments_are_given_back_for_it) {
    device *d = device_of(UINT64_MAX);
    uint64_t budget = 4 * (uint64_t)HUGE;
    wr_heap *h = heap_with(d, budget);
    uint64_t x = take(h, 2 * HUGE), y = take(h, 2 * HUGE);
    CHECK_EQ(wr_heap_take(h, 1, 0, NULL), 0);
    CHECK_EQ(wr_heap_take(h, MEDIUM, 0, NULL), 0);
    CHECK_EQ(d->refusals, 0); /* the source is not asked for what the budget forbids */
    wr_heap_give(h, x);
    CHECK_EQ(wr_heap_take(h, 3 * HUGE, 0, NULL), 0);
    CHECK_EQ(d->gives, 0); /* giving a segment back would not have helped */
    wr_heap_give(h, y);
    CHECK_EQ(stat_of(h).cached, budget);
    uint64_t z = take(h, 4 * HUGE); /* contiguous, so it needs a new segment */
    CHECK_EQ(d->used, budget);
    CHECK_EQ(stat_of(h).returned, budget);
    wr_heap_give(h, z);
    take(h, 1); /* takes a segment of its own, for which the huge one is given back */
    CHECK_EQ(d->used, SMALL_SEGMENT);
    end(h, d);
}

TEST(what_is_left_of_the_budget_can_be_used) {
    device *d = device_of(UINT64_MAX);
    wr_heap *h = heap_with(d, SMALL_SEGMENT + 1000);
    for (int i = 0; i < SMALL_SEGMENT / 256 + 3; i++) take(h, 256);
    CHECK_EQ(wr_heap_take(h, 1, 0, NULL), 0);
    CHECK_EQ(d->used, SMALL_SEGMENT + 768);
    end(h, d);
    /* a medium block in a budget below a medium segment */
    d = device_of(UINT64_MAX);
    h = heap_with(d, 2 * MEDIUM);
    wr_heap_give(h, take(h, 1));
    uint64_t x = take(h, 2 * MEDIUM);
    CHECK_EQ(d->used, 2 * MEDIUM);
    wr_heap_give(h, x);
    end(h, d);
}

TEST(a_block_may_come_from_the_free_part_of_another_pool) {
    device *d = device_of(MEDIUM_SEGMENT);
    wr_heap *h = heap_with(d, 0);
    uint64_t x = take(h, MEDIUM), y = take(h, 100);
    CHECK(is_inside(d, x, MEDIUM) && is_inside(d, y, 100));
    CHECK_EQ(d->count, 1);
    wr_heap_give(h, x);
    wr_heap_give(h, y);
    CHECK_EQ(take(h, MEDIUM), x);
    end(h, d);
}

TEST(a_device_without_memory_recovers) {
    device *d = device_of(3 * (uint64_t)HUGE);
    wr_heap *h = heap_with(d, 0);
    uint64_t x[3];
    for (int i = 0; i < 3; i++) x[i] = take(h, HUGE);
    CHECK_EQ(wr_heap_take(h, HUGE, 0, NULL), 0);
    CHECK_EQ(wr_heap_take(h, 1, 0, NULL), 0);
    CHECK(d->refusals > 0);
    CHECK_EQ(stat_of(h).live, 3);
    for (int i = 0; i < 3; i++) wr_heap_give(h, x[i]);
    CHECK_EQ(d->gives, 0);
    take(h, 3 * HUGE); /* after the source refused, the unused segments are given back */
    CHECK_EQ(d->gives, 3);
    CHECK_EQ(d->count, 1);
    end(h, d);
}

TEST(a_block_of_an_exact_heap_is_a_segment_of_its_size) {
    static const uint64_t sizes[] = {1,          255,     256, 1000, WR_HEAP_SMALL_MAX + 1,
                                     MEDIUM + 3, HUGE + 5};
    device *d = device_of(3 * (uint64_t)HUGE);
    d->exact = true;
    wr_heap *h = heap_with(d, 0);
    wr_heap_set_exact(h);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint64_t x = take(h, sizes[i]);
        CHECK_EQ(x % WR_HEAP_ALIGN, 0);
        CHECK_EQ(d->segment[d->count - 1].bytes, sizes[i]);
        CHECK_EQ(d->segment[d->count - 1].address, x);
        wr_heap_give(h, x);
        int64_t calls = d->takes;
        CHECK_EQ(take(h, sizes[i]), x); /* the same size is reused */
        CHECK_EQ(d->takes, calls);
        wr_heap_give(h, x);
        x = take(h, sizes[i] / 2 + 1); /* a smaller one is not cut from it */
        CHECK_EQ(d->takes, calls + (sizes[i] / 2 + 1 != sizes[i]));
        wr_heap_give(h, x);
    }
    int64_t gives = d->gives;
    take(h, 3 * (uint64_t)HUGE); /* unused segments are given back for it */
    CHECK(d->gives > gives);
    CHECK_EQ(d->count, 1);
    CHECK_EQ(wr_heap_take(h, 1, 0, NULL), 0);
    end(h, d);
}

/* ---- Memory that is busy --------------------------------------------------------------------- */

/* The busy memory is one range. */
static uint64_t busy_until(void *ctx, uint64_t address, uint64_t bytes) {
    const struct range *busy = ctx;
    uint64_t end = busy->address + busy->bytes;
    return busy->address < address + bytes && address < end ? end : 0;
}

static uint64_t take_idle(wr_heap *h, uint64_t bytes, struct range *busy) {
    wr_heap_avoid avoid = {busy_until, busy};
    uint64_t address = wr_heap_take_idle(h, bytes, 1, "idle", &avoid);
    CHECK(address != 0);
    return address;
}

TEST(busy_memory_is_avoided_within_a_free_block_and_by_a_new_segment) {
    device *d = device_of(UINT64_MAX);
    wr_heap *h = heap_with(d, 0);
    uint64_t first = take(h, MEDIUM);
    struct range busy = {first, MEDIUM};
    wr_heap_give(h, first); /* merged with the rest of its segment */
    uint64_t x = take_idle(h, MEDIUM, &busy), y = take_idle(h, MEDIUM, &busy);
    CHECK(x >= first + MEDIUM && y >= first + MEDIUM && x != y);
    CHECK_EQ(stat_of(h).reserved, MEDIUM_SEGMENT);
    CHECK_EQ(take(h, MEDIUM), first); /* it is not lost */
    wr_heap_give(h, first);
    busy.bytes = MEDIUM_SEGMENT;
    uint64_t z = take_idle(h, MEDIUM, &busy);
    CHECK(z < first || z >= first + MEDIUM_SEGMENT);
    CHECK_EQ(stat_of(h).reserved, 2 * MEDIUM_SEGMENT);
    CHECK_EQ(take(h, MEDIUM), first);
    uint64_t all[] = {first, x, y, z};
    for (int i = 0; i < 4; i++) wr_heap_give(h, all[i]);
    CHECK_EQ(stat_of(h).used, 0);
    end(h, d);
}

TEST(busy_memory_is_used_if_there_is_no_other) {
    device *d = device_of(UINT64_MAX);
    wr_heap *h = heap_with(d, MEDIUM_SEGMENT);
    uint64_t first = take(h, MEDIUM);
    struct range busy = {first, MEDIUM_SEGMENT};
    wr_heap_give(h, first);
    CHECK_EQ(take_idle(h, MEDIUM, &busy), first);
    wr_heap_give(h, first);
    end(h, d);
}

/* ---- Returning idle memory ------------------------------------------------------------------- */

TEST(unused_segments_are_given_back) {
    device *d = device_of(UINT64_MAX);
    wr_heap *h = heap_with(d, 0);
    int64_t now = 5;
    CHECK_EQ(wr_heap_trim(h, now, second), -1);
    uint64_t x = take(h, HUGE), y = take(h, HUGE), part = take(h, 100), rest = take(h, 100);
    CHECK_EQ(wr_heap_trim(h, now, second), -1);
    wr_heap_give(h, x);
    wr_heap_give(h, part);
    CHECK_EQ(wr_heap_trim(h, now, second), second);
    now += second / 2;
    CHECK_EQ(wr_heap_trim(h, now, second), second / 2);
    wr_heap_give(h, y); /* in this window, so it stays for another one */
    now += second / 2;
    CHECK_EQ(wr_heap_trim(h, now, second), second);
    CHECK_EQ(d->used, HUGE + SMALL_SEGMENT);
    now += second;
    CHECK_EQ(wr_heap_trim(h, now, second), -1);
    CHECK_EQ(d->used, SMALL_SEGMENT); /* a segment with a live block stays */
    wr_heap_give(h, rest);
    CHECK_EQ(wr_heap_trim(h, now += 100 * second, second), second);
    CHECK_EQ(wr_heap_trim(h, now += second, second), -1);
    wr_arena_stat s = stat_of(h);
    CHECK(s.reserved == 0 && s.cached == 0 && s.maps == 3 && s.unmaps == 3);
    CHECK_EQ(s.returned, 2 * HUGE + SMALL_SEGMENT);
    CHECK_EQ(wr_heap_trim(h, now, second), -1);
    end(h, d);
}

TEST(steady_use_keeps_its_segments) {
    device *d = device_of(UINT64_MAX);
    wr_heap *h = heap_with(d, 0);
    int64_t now = 0, calls = 0;
    for (int i = 0; i < 100; i++) {
        train(h);
        wr_heap_trim(h, now += second / 5, second);
        if (i == 20) calls = d->takes + d->gives;
    }
    CHECK_EQ(d->takes + d->gives, calls);
    end(h, d);
}

/* ---- Several threads ------------------------------------------------------------------------- */

enum { THREADS = 4 };

static void *at_address(uint64_t address) { return (void *)(uintptr_t)address; }

/* A device whose memory the host can reach, so that blocks can have contents. */
static uint64_t mapped_take(void *ctx, uint64_t bytes) {
    device *d = ctx;
    if (bytes > d->capacity - d->used) return 0;
    void *x = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);
    if (x == MAP_FAILED) return 0;
    d->used += bytes;
    return (uintptr_t)x;
}

static void mapped_give(void *ctx, uint64_t address, uint64_t bytes) {
    ((device *)ctx)->used -= bytes;
    CHECK_EQ(munmap(at_address(address), bytes), 0);
}

/* All threads exchange blocks through slots, so a thread rarely frees what it allocated itself. */
typedef struct shared {
    wr_heap *heap;
    device *device;
    _Atomic(uint64_t) slot[SLOTS];
    atomic_uint next_id;
    atomic_bool stop;
    int64_t rounds;
} shared;

/* A block has its size and its id at the start, and its id at the end. */
static uint64_t make(shared *s, uint64_t *state) {
    uint64_t bytes = random_size(state), id = atomic_fetch_add(&s->next_id, 1);
    bytes = 24 + (id % 8 == 0 ? bytes : bytes / 16);
    uint64_t x = wr_heap_take(s->heap, bytes, (uint32_t)(id % 13), "made");
    if (x == 0) return 0;
    uint64_t *words = at_address(x);
    words[0] = bytes;
    words[1] = id;
    memcpy((char *)words + bytes - 8, &id, 8);
    wr_heap_relabel(s->heap, x, (uint32_t)(id % 13), "named");
    return x;
}

static void drop(shared *s, uint64_t x) {
    if (x == 0) return;
    uint64_t *words = at_address(x), id;
    memcpy(&id, (char *)words + words[0] - 8, 8);
    CHECK_EQ(words[1], id);
    wr_heap_give(s->heap, x);
}

static void *exchange(void *arg) {
    shared *s = arg;
    uint64_t state = 1 + atomic_fetch_add(&s->next_id, 1);
    for (int64_t i = 0; i < s->rounds && !atomic_load(&s->stop); i++) {
        drop(s, atomic_exchange(&s->slot[test_random(&state) % SLOTS], make(s, &state)));
        if (i % 100 == 99) wr_heap_trim(s->heap, test_now(), second / 1000);
        if (i % 1000 == 999) {
            wr_arena_holder held[40];
            CHECK_LE(wr_heap_holders(s->heap, held, 40), 26);
            CHECK(stat_of(s->heap).live <= SLOTS + 2 * THREADS);
        }
    }
    return NULL;
}

static void shared_init(shared *s, uint64_t capacity, uint64_t budget) {
    wr_memory memory = wr_memory_of(NULL, NULL, NULL);
    *s = (shared){.device = device_of(capacity), .rounds = test_scaled(20000)};
    wr_heap_source source = {.ctx = s->device, .take = mapped_take, .give = mapped_give};
    CHECK_EQ(wr_heap_new(&memory, &source, budget, &s->heap), WEIR_OK);
}

static void shared_end(shared *s) {
    for (int i = 0; i < SLOTS; i++) drop(s, atomic_load(&s->slot[i]));
    CHECK_EQ(stat_of(s->heap).used, 0);
    CHECK_EQ(stat_of(s->heap).live, 0);
    CHECK_EQ(stat_of(s->heap).reserved, s->device->used);
    end(s->heap, s->device);
}

static void share(uint64_t capacity, uint64_t budget) {
    static shared s;
    shared_init(&s, capacity, budget);
    test_thread t[THREADS];
    for (int i = 0; i < THREADS; i++) t[i] = test_thread_start(exchange, &s);
    for (int i = 0; i < THREADS; i++) test_thread_join(t[i]);
    if (budget > 0) CHECK_LE(stat_of(s.heap).reserved, budget);
    shared_end(&s);
}

TEST(threads_free_what_others_allocated) { share(UINT64_MAX, 0); }
TEST(threads_share_a_tight_budget) { share(UINT64_MAX, 6 * (uint64_t)HUGE); }
TEST(threads_share_a_small_device) { share(6 * (uint64_t)HUGE, 0); }

/* ---- Refused allocations of the host --------------------------------------------------------- */

/* Refuse the n-th allocation of a small program.  False: it had fewer. */
static bool survives(long n, int keep_failing) {
    failing_allocator m = {.left = n, .keep_failing = keep_failing};
    wr_memory memory = wr_memory_of(failing_alloc, failing_free, &m);
    device *d = device_of(UINT64_MAX);
    wr_heap_source source = {.ctx = d, .take = device_take, .give = device_give};
    wr_heap *h = NULL;
    if (!ok_or_nomem(wr_heap_new(&memory, &source, 0, &h))) {
        CHECK(h == NULL && m.blocks == 0);
        free(d);
        return true;
    }
    enum { N = WR_SIZE(600, 60) }; /* the hostile build allocates each descriptor by itself */
    shadow x[N] = {0};
    uint64_t state = 6;
    int refused = 0, live = 0;
    for (int i = 0; i < N; i++) {
        x[i].bytes = random_size(&state);
        x[i].address = wr_heap_take(h, x[i].bytes, (uint32_t)i, "x");
        if (x[i].address == 0) {
            refused++;
            if (!keep_failing) CHECK((x[i].address = wr_heap_take(h, x[i].bytes, 0, "x")) != 0);
        }
        live += x[i].address != 0;
        if (i % 3 == 2) {
            live -= x[i - 1].address != 0;
            wr_heap_give(h, x[i - 1].address);
            x[i - 1].address = 0;
        }
        if (x[i].address != 0) CHECK(is_inside(d, x[i].address, x[i].bytes));
    }
    static wr_arena_holder held[N];
    wr_heap_holders(h, held, N);
    CHECK_EQ(stat_of(h).live, live);
    CHECK_EQ(stat_of(h).reserved, d->used);
    for (int i = 0; i < N; i++) wr_heap_give(h, x[i].address);
    CHECK(stat_of(h).live == 0 && stat_of(h).used == 0);
    if (!keep_failing) CHECK_LE(refused, 1);
    bool happened = m.refused > 0;
    end(h, d);
    CHECK_EQ(m.blocks, 0);
    return happened;
}

TEST(any_allocation_of_the_host_may_be_refused) {
    long n = 1;
    while (survives(n, 0)) n++;
    CHECK(n > 10);
    for (long k = 1; k < n; k += 1 + k / 4) survives(k, 1);
}

/* ---- Fork ------------------------------------------------------------------------------------ */

TEST(a_forked_child_forgets_the_blocks_of_its_parent) {
    device *d = device_of(UINT64_MAX);
    wr_heap *h = heap_with(d, 0);
    uint64_t x[300], state = 8;
    for (int i = 0; i < 300; i++) x[i] = take(h, random_size(&state));
    for (int i = 0; i < 300; i += 3) wr_heap_give(h, x[i]);
    wr_heap_lock(h);
    pid_t child = fork();
    wr_heap_unlock(h, child == 0);
    if (child == 0) {
        int64_t gives = d->gives;
        wr_arena_stat s = stat_of(h);
        CHECK(s.live == 0 && s.used == 0 && s.asked == 0 && s.reserved == 0 && s.cached == 0);
        wr_arena_holder held[4];
        CHECK_EQ(wr_heap_holders(h, held, 4), 0);
        for (int i = 1; i < 300; i += 3) wr_heap_relabel(h, x[i], 3, "stale");
        for (int i = 1; i < 300; i += 3) wr_heap_give(h, x[i]);
        CHECK_EQ(wr_heap_trim(h, 1, 1), -1);
        CHECK_EQ(stat_of(h).live, 0);
        /* the child's source still has memory: its blocks are new, and the parent's stay ignored */
        uint64_t y[50];
        for (int i = 0; i < 50; i++) y[i] = take(h, random_size(&state));
        for (int i = 2; i < 300; i += 3) wr_heap_give(h, x[i]);
        CHECK_EQ(stat_of(h).live, 50);
        for (int i = 0; i < 50; i++) wr_heap_give(h, y[i]);
        CHECK_EQ(stat_of(h).used, 0);
        CHECK_EQ(d->gives, gives);
        int segments = d->count;
        uint64_t own = stat_of(h).maps - s.maps;
        wr_heap_free(h); /* gives back the child's segments only */
        CHECK_EQ(d->gives - gives, own);
        CHECK_EQ(d->count, segments - (int)own);
        _exit(0);
    }
    CHECK_EQ(test_child_wait(child, 60), 0);
    CHECK_EQ(stat_of(h).live, 200);
    for (int i = 0; i < 300; i++)
        if (i % 3 != 0) wr_heap_give(h, x[i]);
    CHECK_EQ(stat_of(h).used, 0);
    end(h, d);
}

TEST(a_fork_waits_for_calls_of_the_source) {
    if (TEST_ASAN)
        SKIP("the sanitizer's allocator does not survive a fork beside threads that allocate");
    if (TEST_TSAN) SKIP("forks with threads");
    static shared s;
    shared_init(&s, 6 * (uint64_t)HUGE, 0);
    s.rounds = INT64_MAX;
    test_thread t[2];
    for (int i = 0; i < 2; i++) t[i] = test_thread_start(exchange, &s);
    for (int i = 0; i < 10; i++) {
        wr_heap_lock(s.heap);
        pid_t child = fork();
        wr_heap_unlock(s.heap, child == 0);
        if (child == 0) {
            s.device->capacity = s.device->used; /* the device does not survive the fork */
            CHECK_EQ(wr_heap_take(s.heap, 100, 0, NULL), 0);
            CHECK_EQ(stat_of(s.heap).live, 0);
            for (int k = 0; k < SLOTS; k++) wr_heap_give(s.heap, atomic_load(&s.slot[k]));
            wr_heap_free(s.heap);
            _exit(0);
        }
        CHECK_EQ(test_child_wait(child, 60), 0);
    }
    atomic_store(&s.stop, true);
    for (int i = 0; i < 2; i++) test_thread_join(t[i]);
    shared_end(&s);
}
