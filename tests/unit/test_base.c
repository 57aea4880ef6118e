/* test_base.c - pools, the wait profile, locks, parking, CPU counts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cpu.h"
#include "base/lock.h"
#include "base/futex.h"
#include "base/pool.h"
#include "trace/wait_profile.h"

#include "harness.h"

TEST(a_pool_hands_out_each_block_once) {
    enum { COUNT = 1000 };
    wr_memory memory = wr_memory_of(NULL, NULL, NULL);
    wr_pool pool;
    wr_pool_init(&pool, &memory, 128, 1);
    static void *block[COUNT];
    size_t n = 0;
    while (n < COUNT) {
        size_t more = wr_pool_take(&pool, block + n, COUNT - n < 7 ? COUNT - n : 7);
        CHECK(more > 0);
        for (size_t i = n; i < n + more; i++) memset(block[i], (int)(i & 127) + 1, 128);
        n += more;
    }
    for (size_t i = 0; i < COUNT; i++) CHECK_EQ(((char *)block[i])[127], (char)((i & 127) + 1));
    for (size_t i = 0; i < COUNT; i++) wr_pool_give(&pool, block[i], block[i]);
    void *again[1];
    CHECK_EQ(wr_pool_take(&pool, again, 1), 1u);
    CHECK(again[0] == block[COUNT - 1]);
    wr_pool_destroy(&pool);
}

static void count_block(void *block, void *ctx) {
    (void)block;
    ++*(int *)ctx;
}

TEST(a_pool_frees_slabs_that_are_entirely_free) {
    enum { COUNT = 10 * WR_POOL_SLAB_BLOCKS };
    wr_memory memory = wr_memory_of(NULL, NULL, NULL);
    wr_pool pool;
    void *block[COUNT];
    int there = 0;
    wr_pool_init(&pool, &memory, 128, 1);
    wr_pool_trim(&pool); /* of an empty pool */
    for (size_t n = 0; n < COUNT;) n += wr_pool_take(&pool, block + n, COUNT - n);
    wr_pool_trim(&pool);
    wr_pool_each(&pool, count_block, &there);
    CHECK_EQ(there, COUNT);
    /* Free all but one in the middle, not in the order of addresses. */
    for (size_t i = 0; i < COUNT; i++) {
        size_t at = (i * 7 + 3) % COUNT; /* 7 does not divide COUNT */
        if (at != COUNT / 2) wr_pool_give(&pool, block[at], block[at]);
    }
    memset(block[COUNT / 2], 1, 128);
    wr_pool_trim(&pool);
    there = 0;
    wr_pool_each(&pool, count_block, &there);
    CHECK_EQ(there, WR_POOL_SLAB_BLOCKS);
    CHECK_EQ(((char *)block[COUNT / 2])[127], 1);
    /* It still hands out each block once. */
    void *again[COUNT];
    for (size_t n = 0; n < COUNT;) n += wr_pool_take(&pool, again + n, COUNT - n);
    for (size_t i = 0; i < COUNT; i++) {
        CHECK(again[i] != block[COUNT / 2]);
        for (size_t k = 0; k < i; k++) CHECK(again[i] != again[k]);
    }
    wr_pool_destroy(&pool);
}

TEST(the_wait_profile_sorts_by_cost_and_separates_sites) {
    wr_memory memory = wr_memory_of(NULL, NULL, NULL);
    wr_wait_profile wait_profile;
    wr_wait_profile_init(&wait_profile, &memory, 1);
    char print[] = "print"; /* an equal string at another address is the same reason */
    for (uint32_t site = 1; site <= 500; site++)
        wr_wait_profile_add(&wait_profile, "print", site, site);
    wr_wait_profile_add(&wait_profile, print, 7, 1000000);
    wr_wait_profile_add(&wait_profile, "item", 7, 2000000);
    weir_wait_entry top[3];
    CHECK_EQ(wr_wait_profile_get(&wait_profile, top, 3), 3u);
    CHECK(strcmp(top[0].reason, "item") == 0 && top[0].site == 7);
    CHECK(strcmp(top[1].reason, "print") == 0 && top[1].site == 7 && top[1].count == 2);
    CHECK_EQ(top[2].site, 500u);
    uint64_t waits, ns;
    wr_wait_profile_totals(&wait_profile, &waits, &ns);
    CHECK_EQ(waits, 502u);
    CHECK_EQ(ns, 3000000u + 500 * 501 / 2);
    wr_wait_profile_clear(&wait_profile);
    CHECK_EQ(wr_wait_profile_get(&wait_profile, top, 3), 0u);
    wr_wait_profile_destroy(&wait_profile);
}

TEST(locks_taken_out_of_rank_order_abort_a_debug_build) {
#ifdef NDEBUG
    SKIP("only debug builds notice");
#else
    pid_t child = fork();
    if (child == 0) {
        fclose(stderr);
        wr_lock low, high;
        wr_lock_init(&low, 1);
        wr_lock_init(&high, 2);
        wr_lock_take(&high);
        wr_lock_take(&low);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status));
#endif
}

TEST(parking_ends_at_its_deadline_and_when_the_word_has_changed) {
    atomic_uint word = 0;
    int64_t start = wr_now_ns();
    CHECK_EQ(wr_park(&word, 0, start + 20000000), WEIR_ETIMEDOUT);
    CHECK(wr_now_ns() - start >= 20000000);
    CHECK_EQ(wr_park(&word, 1, WR_FOREVER), WEIR_OK);
}

TEST(workers_follow_the_affinity_mask) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    CHECK_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    CHECK_EQ(wr_cpu_count(), 1);
    weir_runtime *rt;
    CHECK_EQ(weir_runtime_new(NULL, &rt), WEIR_OK);
    weir_stats stats = {.size = sizeof stats};
    CHECK_EQ(weir_stats_get(rt, &stats), WEIR_OK);
    CHECK_EQ(stats.workers, 1u);
    weir_runtime_free(rt);
}

TEST(the_budget_is_four_fifths_of_the_memory) {
    weir_runtime *rt;
    CHECK_EQ(weir_runtime_new(NULL, &rt), WEIR_OK);
    weir_stats stats = {.size = sizeof stats};
    CHECK_EQ(weir_stats_get(rt, &stats), WEIR_OK);
    CHECK_EQ(stats.memory_budget, wr_ram_bytes() / 5 * 4);
    weir_runtime_free(rt);
}

static void list_cache(const char *folder, int index, const char *level, const char *type,
                       const char *size) {
    const char *const name[] = {"level", "type", "size"}, *const text[] = {level, type, size};
    char path[512];
    snprintf(path, sizeof path, "%s/index%d", folder, index);
    CHECK_EQ(mkdir(path, 0700), 0);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/index%d/%s", folder, index, name[i]);
        FILE *f = fopen(path, "we");
        CHECK(f != NULL);
        fprintf(f, "%s\n", text[i]);
        fclose(f);
    }
}

TEST(cache_sizes_are_read_from_sysfs) {
    const char *where = getenv("TMPDIR");
    char folder[256];
    snprintf(folder, sizeof folder, "%s/cacheXXXXXX", where != NULL ? where : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    list_cache(folder, 0, "1", "Data", "48K");
    list_cache(folder, 1, "1", "Instruction", "32K");
    list_cache(folder, 2, "2", "Instruction", "512K");
    list_cache(folder, 3, "2", "Unified", "2M");
    list_cache(folder, 4, "4", "Unified", "unknown");
    CHECK_EQ(wr_cpu_cache_bytes(folder, 1), 48 << 10);
    CHECK_EQ(wr_cpu_cache_bytes(folder, 2), 2 << 20);
    CHECK_EQ(wr_cpu_cache_bytes(folder, 3), 0);
    CHECK_EQ(wr_cpu_cache_bytes(folder, 4), 0);
    CHECK_EQ(wr_cpu_cache_bytes("/nowhere", 3), 0);
}
