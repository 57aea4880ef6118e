/* test_arena.c - the array allocator: blocks are reused, from any thread, within a budget.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "memory/arena.h"
#include "memory/pages.h"

#include "harness.h"

enum { KB = 1 << 10, MB = 1 << 20 };
static const int64_t second = 1000000000;

static wr_arena *arena_with(uint64_t budget_bytes) {
    wr_memory memory = wr_memory_of(NULL, NULL, NULL);
    wr_arena *a = NULL;
    CHECK_EQ(wr_arena_new(&memory, budget_bytes, &a), WEIR_OK);
    return a;
}

static wr_arena_stat stat_of(wr_arena *a) {
    wr_arena_stat s;
    wr_arena_stats(a, &s);
    return s;
}

/* ---- One thread ------------------------------------------------------------------------------ */

TEST(blocks_are_aligned_and_of_every_size) {
    wr_arena *a = arena_with(0);
    for (size_t bytes = 0; bytes < 3 * MB; bytes += 1 + bytes / 7) {
        char *x = wr_arena_take(a, bytes, 1, "x"), *y = wr_arena_take(a, bytes, 1, "y");
        CHECK(x != NULL && y != NULL && x != y);
        CHECK_EQ((uintptr_t)x % 64, 0);
        CHECK_EQ((uintptr_t)y % 64, 0);
        memset(x, 1, bytes);
        memset(y, 2, bytes);
        for (size_t i = 0; i < bytes; i += 61) CHECK(x[i] == 1 && y[i] == 2);
        wr_arena_give(a, x);
        wr_arena_give(a, y);
    }
    wr_arena_give(a, NULL);
    CHECK_EQ(stat_of(a).used, 0);
    wr_arena_free(a);
    wr_arena_free(NULL);
}

TEST(a_block_is_at_most_a_quarter_too_large) {
    wr_arena *a = arena_with(0);
    for (size_t bytes = 257; bytes < 40 * MB; bytes += 1 + bytes / 9) {
        void *x = wr_arena_take(a, bytes, 0, NULL);
        uint64_t used = stat_of(a).used;
        /* A large block is rounded up to pages, and may include a rest of an eighth. */
        CHECK_LE(used, bytes > 32 * KB ? bytes + bytes / 8 + 64 * KB : bytes + bytes / 4 + 4 * KB);
        wr_arena_give(a, x);
    }
    wr_arena_free(a);
}

TEST(impossible_sizes_are_refused) {
    wr_arena *a = arena_with(0);
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 64, PTRDIFF_MAX, (size_t)1 << 62,
                                   (size_t)1 << 50};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        CHECK(wr_arena_take(a, sizes[i], 0, NULL) == NULL);
    void *x = wr_arena_take(a, 100, 0, NULL);
    CHECK(x != NULL);
    wr_arena_give(a, x);
    wr_arena_free(a);
}

TEST(a_freed_address_is_reused) {
    wr_arena *a = arena_with(0);
    static const size_t sizes[] = {1, 64, 100, 1000, 30 * KB, 40 * KB, MB, 4 * MB, 37 * MB};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        void *x = wr_arena_take(a, sizes[i], 0, NULL);
        CHECK(x != NULL);
        wr_arena_give(a, x);
        uint64_t reserved = stat_of(a).reserved, reuses = stat_of(a).reuses;
        void *y = wr_arena_take(a, sizes[i], 0, NULL);
        CHECK(x == y);
        CHECK_EQ(stat_of(a).reserved, reserved);
        CHECK_EQ(stat_of(a).reuses, reuses + 1);
        wr_arena_give(a, y);
    }
    wr_arena_free(a);
}

TEST(free_neighbours_are_merged) {
    wr_arena *a = arena_with(0);
    enum { N = 64 };
    char *x[N];
    void *all = wr_arena_take(a, N * MB, 0, NULL);
    wr_arena_give(a, all);
    for (int i = 0; i < N; i++) CHECK((x[i] = wr_arena_take(a, MB, 0, NULL)) != NULL);
    uint64_t reserved = stat_of(a).reserved;
    for (int i = 0; i < N; i += 2) wr_arena_give(a, x[i]);
    for (int i = 1; i < N; i += 2) wr_arena_give(a, x[i]);
    CHECK(wr_arena_take(a, N * MB, 0, NULL) == all);
    CHECK_EQ(stat_of(a).reserved, reserved);
    wr_arena_free(a);
}

/* Random sizes from 64 KB to 8 MB, about 100 MB live: address space stays near what is used. */
TEST(fragmentation_stays_low) {
    wr_arena *a = arena_with(0);
    enum { N = 64 };
    void *x[N] = {0};
    uint64_t state = 7;
    for (int64_t i = 0; i < test_scaled(200000); i++) {
        int at = (int)(test_random(&state) % N);
        wr_arena_give(a, x[at]);
        size_t bytes = (size_t)(64 * KB) << test_random(&state) % 7;
        x[at] = wr_arena_take(a, bytes + test_random(&state) % bytes, 0, NULL);
        CHECK(x[at] != NULL);
    }
    wr_arena_stat s = stat_of(a);
    CHECK_LE(s.used, s.asked + s.asked / 8);
    CHECK_LE(s.reserved, 2 * s.peak);
    for (int i = 0; i < N; i++) wr_arena_give(a, x[i]);
    CHECK_EQ(stat_of(a).used, 0);
    CHECK_EQ(stat_of(a).live, 0);
    wr_arena_free(a);
}

/* ---- Statistics ------------------------------------------------------------------------------ */

TEST(statistics_and_holders_are_exact) {
    wr_arena *a = arena_with(0);
    char other[] = "conv"; /* an equal string at another address is the same label */
    void *x[400];
    int n = 0;
    for (int i = 0; i < 100; i++) x[n++] = wr_arena_take(a, 1000, 7, "conv");
    for (int i = 0; i < 50; i++) x[n++] = wr_arena_take(a, 10, 8, other);
    for (int i = 0; i < 50; i++) x[n++] = wr_arena_take(a, 10, 7, other);
    for (int i = 0; i < 20; i++) x[n++] = wr_arena_take(a, 100000, 9, NULL);
    for (int i = 0; i < 150; i++) x[n++] = wr_arena_take(a, 0, 100 + (uint32_t)i, "none");
    wr_arena_stat s = stat_of(a);
    CHECK_EQ(s.live, n);
    CHECK_EQ(s.takes, n);
    CHECK_EQ(s.asked, 100 * 1000 + 100 * 10 + 20 * 100000);
    CHECK_EQ(s.used, 100 * 1024 + 100 * 64 + 20 * 102400 + 150 * 64);
    CHECK_EQ(s.peak, s.used);
    CHECK_LE(s.used + s.cached, s.reserved);
    wr_arena_holder h[200];
    CHECK_EQ(wr_arena_holders(a, h, 200), 153);
    CHECK(h[0].bytes == 2000000 && h[0].count == 20 && h[0].site == 9 && h[0].label == NULL);
    CHECK(h[1].bytes == 100500 && h[1].count == 150 && h[1].site == 7);
    CHECK_STR(h[1].label, "conv");
    CHECK(h[2].bytes == 500 && h[2].count == 50 && h[2].site == 8);
    for (int i = 150; i < 200; i++) wr_arena_relabel(a, x[i], 8, "conv");
    for (int i = 200; i < 210; i++) wr_arena_relabel(a, x[i], 10, "dense");
    CHECK_EQ(wr_arena_holders(a, h, 4), 4);
    CHECK(h[0].bytes == 1000000 && h[0].site == 9);
    CHECK(h[1].bytes == 1000000 && h[1].site == 10);
    CHECK(h[2].bytes == 100000 && h[2].site == 7 && h[2].count == 100);
    CHECK(h[3].bytes == 1000 && h[3].site == 8 && h[3].count == 100);
    for (int i = 0; i < n; i++) wr_arena_give(a, x[i]);
    s = stat_of(a);
    CHECK(s.live == 0 && s.used == 0 && s.asked == 0);
    CHECK_EQ(s.peak, 100 * 1024 + 100 * 64 + 20 * 102400 + 150 * 64);
    CHECK_EQ(wr_arena_holders(a, h, 4), 0);
    wr_arena_free(a);
}

/* ---- Several threads ------------------------------------------------------------------------- */

enum { THREADS = 4, SLOTS = 256 };

/* All threads exchange blocks through slots, so a thread rarely frees what it allocated itself. */
typedef struct shared {
    wr_arena *arena;
    _Atomic(uint32_t *) slot[SLOTS];
    atomic_uint next_id;
    int64_t rounds;
} shared;

/* {id, words, id, id ...} */
static uint32_t *make(shared *s, uint64_t *state) {
    static const size_t scale[] = {64, 600, 5000, 40000, 300000};
    size_t words = 2 + test_random(state) % (scale[test_random(state) % 5] / 4);
    uint32_t id = atomic_fetch_add(&s->next_id, 1);
    uint32_t *block = wr_arena_take(s->arena, 4 * words, id % 13, "made");
    CHECK(block != NULL);
    block[0] = id;
    block[1] = (uint32_t)words;
    for (size_t i = 2; i < words; i++) block[i] = id;
    return block;
}

static void end(shared *s, uint32_t *block) {
    if (block == NULL) return;
    for (size_t i = 2; i < block[1]; i++) CHECK_EQ(block[i], block[0]);
    wr_arena_give(s->arena, block);
}

static void *exchange(void *arg) {
    shared *s = arg;
    uint64_t state = 1 + atomic_fetch_add(&s->next_id, 1);
    for (int64_t i = 0; i < s->rounds; i++) {
        end(s, atomic_exchange(&s->slot[test_random(&state) % SLOTS], make(s, &state)));
        if (i % 1000 == 999) wr_arena_trim(s->arena, test_now(), second / 100);
        if (i % 3000 == 2999) {
            wr_arena_holder h[20];
            CHECK_LE(wr_arena_holders(s->arena, h, 20), 13);
            CHECK(stat_of(s->arena).live <= SLOTS + THREADS);
        }
    }
    return NULL;
}

static void stir(wr_arena *a, int64_t rounds) {
    static shared s;
    s = (shared){.arena = a, .rounds = rounds};
    test_thread t[THREADS];
    for (int i = 0; i < THREADS; i++) t[i] = test_thread_start(exchange, &s);
    for (int i = 0; i < THREADS; i++) test_thread_join(t[i]);
    uint64_t asked = 0;
    for (int i = 0; i < SLOTS; i++) {
        uint32_t *block = atomic_load(&s.slot[i]);
        if (block != NULL) asked += 4 * (uint64_t)block[1];
    }
    CHECK_EQ(stat_of(a).asked, asked);
    for (int i = 0; i < SLOTS; i++) end(&s, atomic_load(&s.slot[i]));
    CHECK_EQ(stat_of(a).used, 0);
    CHECK_EQ(stat_of(a).live, 0);
}

TEST(threads_free_what_others_allocated) {
    wr_arena *a = arena_with(0);
    stir(a, test_scaled(6000));
    wr_arena_free(a);
}

TEST(threads_share_a_tight_budget) {
    wr_arena *a = arena_with(64 * MB);
    stir(a, test_scaled(6000));
    CHECK_LE(stat_of(a).used + stat_of(a).cached, 64 * MB);
    wr_arena_free(a);
}

/* ---- Returning idle memory ------------------------------------------------------------------- */

/* Ends windows until nothing is left to return. */
static int turns_to_rest(wr_arena *a, int64_t *now) {
    int turns = 0;
    for (int64_t in_ns; (in_ns = wr_arena_trim(a, *now, second)) >= 0; turns++) {
        CHECK_LE(in_ns, second);
        CHECK(turns < 10);
        *now += in_ns;
    }
    return turns;
}

TEST(idle_memory_is_returned) {
    wr_arena *a = arena_with(0);
    char *x = wr_arena_take(a, 64 * MB, 0, NULL), *y = wr_arena_take(a, 64 * MB, 0, NULL);
    void *tiny[1000];
    for (int i = 0; i < 1000; i++) memset(tiny[i] = wr_arena_take(a, 4000, 0, NULL), 1, 4000);
    memset(x, 1, 64 * MB);
    memset(y, 1, 64 * MB);
    int64_t resident = test_rss(), now = test_now();
    wr_arena_give(a, x);
    for (int i = 0; i < 1000; i++) wr_arena_give(a, tiny[i]);
    CHECK(wr_arena_trim(a, now, second) > 0);
    CHECK(stat_of(a).cached >= 64 * MB); /* not yet */
    now += second / 2;
    CHECK_EQ(wr_arena_trim(a, now, second), second / 2);
    CHECK(stat_of(a).cached >= 64 * MB);
    turns_to_rest(a, &now);
    CHECK_LE(stat_of(a).cached, 2 * MB);
    if (!TEST_ASAN && !TEST_TSAN) CHECK_LE(test_rss(), resident - 60 * MB);
    for (int i = 0; i < 64 * MB; i += 4096) CHECK_EQ(y[i], 1);
    CHECK_EQ(wr_arena_trim(a, now + 100 * second, second), -1);
    wr_arena_give(a, y);
    CHECK(wr_arena_trim(a, now + 101 * second, second) >= 0);
    now += 101 * second;
    turns_to_rest(a, &now);
    wr_arena_stat s = stat_of(a);
    CHECK_EQ(s.reserved, 0);
    CHECK_EQ(s.cached, 0);
    CHECK_EQ(s.maps, s.unmaps);
    wr_arena_free(a);
}

TEST(an_idle_part_of_a_segment_is_returned) {
    wr_arena *a = arena_with(0);
    char *all = wr_arena_take(a, 64 * MB, 0, NULL);
    wr_arena_give(a, all);
    char *low = wr_arena_take(a, 20 * MB, 0, NULL), *mid = wr_arena_take(a, 24 * MB, 0, NULL),
         *top = wr_arena_take(a, 20 * MB, 0, NULL);
    CHECK(low == all && mid == low + 20 * MB && top == mid + 24 * MB);
    memset(all, 3, 64 * MB);
    wr_arena_give(a, mid);
    int64_t now = test_now();
    turns_to_rest(a, &now);
    wr_arena_stat s = stat_of(a);
    CHECK_LE(s.cached, 4 * MB);
    CHECK_EQ(s.reserved, 64 * MB);
    CHECK(s.returned >= 20 * MB);
    CHECK(low[20 * MB - 1] == 3 && top[0] == 3);
    mid = wr_arena_take(a, 24 * MB, 0, NULL);
    CHECK(mid == low + 20 * MB);
    memset(mid, 4, 24 * MB);
    wr_arena_free(a);
}

/* Many iterations of the same loop over a long time, with idle calls between: nothing is
 * returned. */
TEST(steady_use_keeps_what_it_needs) {
    wr_arena *a = arena_with(0);
    enum { N = 40 };
    int64_t now = test_now();
    uint64_t returned = 0;
    for (int step = 0; step < 100; step++) {
        void *x[N];
        uint64_t state = 5;
        for (int i = 0; i < N; i++) {
            x[i] = wr_arena_take(a, 1 + test_random(&state) % (4 * MB), 0, NULL);
            CHECK(x[i] != NULL);
            if (i % 3 == 2) {
                wr_arena_give(a, x[i - 1]);
                x[i - 1] = NULL;
                wr_arena_trim(a, now += second / 200, second);
            }
        }
        for (int i = 0; i < N; i++) wr_arena_give(a, x[i]);
        wr_arena_trim(a, now += second / 10, second);
        if (step == 60) returned = stat_of(a).returned;
    }
    CHECK_EQ(stat_of(a).returned, returned);
    CHECK(stat_of(a).cached > 10 * MB);
    wr_arena_free(a);
}

/* A small part in steady use does not keep the large idle rest around it. */
TEST(a_busy_part_does_not_keep_the_rest) {
    wr_arena *a = arena_with(0);
    wr_arena_give(a, wr_arena_take(a, 64 * MB, 0, NULL));
    int64_t now = test_now();
    for (int i = 0; i < 100; i++) {
        wr_arena_give(a, wr_arena_take(a, 100 * KB, 0, NULL));
        wr_arena_trim(a, now += second / 10, second);
    }
    CHECK_LE(stat_of(a).cached, 4 * MB);
    wr_arena_free(a);
}

/* Some machines have pages of 16 or 64 KB, and the kernel discards whole ones. */
TEST(whole_system_pages_are_returned) {
    wr_memory memory = wr_memory_of(NULL, NULL, NULL);
    wr_pages p;
    wr_pages_init(&p, &memory, 0);
    CHECK_EQ(p.page, sysconf(_SC_PAGESIZE));
    p.page = 64 * KB;
    size_t size;
    void *all = wr_pages_take(&p, WR_PAGE, &(wr_tag){.asked = MB}, &size);
    CHECK(all != NULL);
    wr_pages_give(&p, all);
    char *before = wr_pages_take(&p, WR_PAGE, &(wr_tag){.asked = 4 * KB}, &size);
    char *block = wr_pages_take(&p, WR_PAGE, &(wr_tag){.asked = 200 * KB}, &size);
    char *behind = wr_pages_take(&p, WR_PAGE, &(wr_tag){.asked = 708 * KB}, &size);
    CHECK(before != NULL && block == before + 4 * KB && behind == block + 200 * KB);
    memset(before, 1, 912 * KB);
    wr_pages_begin_window(&p);
    wr_pages_give(&p, block);
    wr_pages_begin_window(&p);
    wr_lock_take(&p.system);
    wr_pages_end_window(&p);
    wr_lock_give(&p.system);
    CHECK_LE(64 * KB, p.returned);
    CHECK_EQ(p.returned % (64 * KB), 0);
    CHECK(before[4 * KB - 1] == 1 && behind[0] == 1);
    wr_pages_destroy(&p);
}

/* Are huge pages requested for this range? */
static bool wants_huge(const void *x) {
    FILE *f = fopen("/proc/self/smaps", "r");
    if (f == NULL) SKIP("no smaps");
    char line[512];
    bool inside = false, huge = false;
    while (fgets(line, sizeof line, f)) {
        unsigned long from, to;
        if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
            inside = (uintptr_t)x >= from && (uintptr_t)x < to;
        else if (inside && strncmp(line, "VmFlags:", 8) == 0)
            huge = strstr(line, " hg") != NULL;
    }
    fclose(f);
    return huge;
}

TEST(large_segments_request_huge_pages) {
    /* The kernel may have none, and an emulator may not forward the request. */
    void *own = mmap(NULL, 4 * MB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(own != MAP_FAILED);
    if (madvise(own, 4 * MB, MADV_HUGEPAGE) != 0 || !wants_huge(own)) SKIP("no huge pages here");
    wr_arena *a = arena_with(0);
    char *x = wr_arena_take(a, 16 * MB, 0, NULL);
    CHECK_EQ((uintptr_t)x % WR_SEGMENT, 0);
    CHECK(wants_huge(x));
    wr_arena_free(a);
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

TEST(the_budget_holds_and_caches_are_emptied_for_it) {
    wr_arena *a = arena_with(32 * MB);
    void *x = wr_arena_take(a, 20 * MB, 0, NULL);
    CHECK(x != NULL);
    CHECK(wr_arena_take(a, 13 * MB, 0, NULL) == NULL);
    void *y = wr_arena_take(a, 12 * MB, 0, NULL);
    CHECK(y != NULL);
    CHECK(wr_arena_take(a, 40000, 0, NULL) == NULL);
    CHECK(wr_arena_take(a, 1, 0, NULL) == NULL);
    wr_arena_give(a, x);
    wr_arena_give(a, y);
    CHECK_EQ(stat_of(a).cached, 32 * MB);
    void *z = wr_arena_take(a, 32 * MB, 0, NULL); /* contiguous, so it needs new memory */
    CHECK(z != NULL);
    CHECK_EQ(stat_of(a).used + stat_of(a).cached, 32 * MB);
    wr_arena_give(a, z);
    void *tiny[64];
    for (int i = 0; i < 64; i++) CHECK((tiny[i] = wr_arena_take(a, 1 + 500 * (size_t)i, 0, 0)));
    CHECK_LE(stat_of(a).used + stat_of(a).cached, 32 * MB);
    for (int i = 0; i < 64; i++) wr_arena_give(a, tiny[i]);
    CHECK((z = wr_arena_take(a, 32 * MB, 0, NULL)) != NULL); /* slabs are freed too */
    wr_arena_free(a);
}

TEST(caches_are_emptied_when_the_system_has_no_more_memory) {
    if (TEST_ASAN || TEST_TSAN) SKIP("sanitizers need address space of their own");
    wr_arena *a = arena_with(0);
    void *half[8];
    for (int i = 0; i < 8; i++) CHECK((half[i] = wr_arena_take(a, 32 * MB, 0, NULL)) != NULL);
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    CHECK(f != NULL && fscanf(f, "%lu", &pages) == 1);
    fclose(f);
    struct rlimit limit = {.rlim_cur = pages * (unsigned long)sysconf(_SC_PAGESIZE) + 16 * MB,
                           .rlim_max = RLIM_INFINITY};
    CHECK_EQ(setrlimit(RLIMIT_AS, &limit), 0);
    rlim_t wanted = limit.rlim_cur;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != wanted)
        SKIP("no bound on address space can be set, as in an emulator");
    CHECK(wr_arena_take(a, 128 * MB, 0, NULL) == NULL);
    for (int i = 0; i < 8; i += 1) wr_arena_give(a, half[i]);
    void *x = wr_arena_take(a, 200 * MB, 0, NULL);
    CHECK(x != NULL);
    memset(x, 1, 200 * MB);
    wr_arena_free(a);
}

/* ---- Refused allocations --------------------------------------------------------------------- */

typedef struct refuser {
    int64_t left; /* allocations until one is refused; negative: none is */
    int64_t live;
} refuser;

static void *refuse(void *ctx, size_t size, size_t align) {
    refuser *r = ctx;
    if (r->left == 0) {
        r->left = -1;
        return NULL;
    }
    r->left--;
    r->live += (int64_t)size;
    void *block = NULL;
    return posix_memalign(&block, align, size) == 0 ? block : NULL;
}

static void unrefuse(void *ctx, void *block, size_t size) {
    ((refuser *)ctx)->live -= (int64_t)size;
    free(block);
}

/* Refuse the n-th allocation of a small program.  False: it had fewer. */
static bool survives(int64_t n) {
    refuser r = {.left = n};
    wr_memory memory = wr_memory_of(refuse, unrefuse, &r);
    wr_arena *a = NULL;
    if (wr_arena_new(&memory, 0, &a) != WEIR_OK) {
        CHECK(a == NULL && r.live == 0);
        return true;
    }
    void *x[300];
    int refused = 0;
    wr_arena_stat s;
    for (int i = 0; i < 300; i++) {
        size_t bytes = (size_t)1 << i % 23;
        x[i] = wr_arena_take(a, bytes, (uint32_t)i, "x");
        if (x[i] == NULL) {
            refused++;
            CHECK((x[i] = wr_arena_take(a, bytes, (uint32_t)i, "x")) != NULL);
        }
        memset(x[i], i, bytes < 100000 ? bytes : 100000);
    }
    wr_arena_holder h[400];
    size_t count = wr_arena_holders(a, h, 400);
    CHECK(count == 300 || count == 0);
    for (int i = 0; i < 300; i++) CHECK_EQ(*(unsigned char *)x[i], (unsigned char)i);
    for (int i = 0; i < 300; i++) wr_arena_give(a, x[i]);
    wr_arena_stats(a, &s);
    CHECK(s.live == 0 && s.used == 0);
    bool happened = r.left < 0;
    CHECK_LE(refused, 1);
    int64_t now = test_now();
    turns_to_rest(a, &now);
    CHECK_EQ(stat_of(a).reserved, 0);
    wr_arena_free(a);
    CHECK_EQ(r.live, 0);
    return happened;
}

TEST(any_allocation_may_be_refused) {
    int64_t n = 0;
    while (survives(n)) n++;
    CHECK(n > 10);
}

/* ---- Fork ------------------------------------------------------------------------------------ */

static void *stir_on(void *arg) {
    shared *s = arg;
    uint64_t state = 3;
    while (atomic_load(&s->next_id) < s->rounds)
        end(s, atomic_exchange(&s->slot[test_random(&state) % SLOTS], make(s, &state)));
    return NULL;
}

TEST(a_forked_child_has_a_usable_arena) {
    if (TEST_TSAN) SKIP("forks with threads");
    wr_arena *a = arena_with(0);
    static shared s;
    s = (shared){.arena = a, .rounds = test_scaled(30000)};
    char *mine = wr_arena_take(a, 3 * MB, 1, "mine");
    memset(mine, 9, 3 * MB);
    test_thread t[2];
    for (int i = 0; i < 2; i++) t[i] = test_thread_start(stir_on, &s);
    for (int i = 0; i < 5; i++) {
        wr_arena_lock(a);
        pid_t child = fork();
        wr_arena_unlock(a, child == 0);
        if (child == 0) {
            uint64_t state = 11;
            for (int64_t k = 0; k < 500; k++) {
                uint32_t *x = make(&s, &state), *y = make(&s, &state);
                end(&s, x);
                end(&s, y);
            }
            CHECK_EQ(mine[3 * MB - 1], 9);
            wr_arena_give(a, mine);
            CHECK((mine = wr_arena_take(a, 3 * MB, 1, "mine")) != NULL);
            memset(mine, 8, 3 * MB);
            int64_t now = test_now();
            turns_to_rest(a, &now);
            _exit(0);
        }
        CHECK_EQ(test_child_wait(child, 60), 0);
    }
    for (int i = 0; i < 2; i++) test_thread_join(t[i]);
    for (int i = 0; i < SLOTS; i++) end(&s, atomic_load(&s.slot[i]));
    wr_arena_give(a, mine);
    CHECK_EQ(stat_of(a).used, 0);
    wr_arena_free(a);
}

/* ---- Use after free -------------------------------------------------------------------------- */

static void touch_given(void *arg) {
    size_t bytes = *(size_t *)arg;
    fclose(stderr);
    wr_arena *a = arena_with(0);
    volatile char *x = wr_arena_take(a, bytes, 0, NULL);
    wr_arena_give(a, (void *)(uintptr_t)x);
    x[bytes / 2] = 1;
}

static void touch_beyond(void *arg) {
    size_t bytes = *(size_t *)arg;
    fclose(stderr);
    wr_arena *a = arena_with(0);
    volatile char *x = wr_arena_take(a, bytes, 0, NULL);
    x[bytes] = 1;
}

TEST(a_sanitizer_reports_use_of_free_memory) {
    if (!TEST_ASAN) SKIP("only with AddressSanitizer");
    size_t sizes[] = {24, 5000, 100000, 5000000};
    for (int i = 0; i < 4; i++) {
        CHECK_NE(test_child(touch_given, &sizes[i], 60), 0);
        CHECK_NE(test_child(touch_beyond, &sizes[i], 60), 0);
    }
}
