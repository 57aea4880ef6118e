/* test_housekeeping.c - housekeeping by an idle worker: one call at a time, then none.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "memory/arena.h"
#include "engine/engine.h"

#include "harness.h"

typedef struct house {
    atomic_int calls, inside, left;
    atomic_bool rests;
} house;

static int64_t keep(void *ctx, int64_t now_ns) {
    house *h = ctx;
    (void)now_ns;
    CHECK_EQ(atomic_fetch_add(&h->inside, 1), 0);
    int left = atomic_load(&h->left);
    if (left > 0) atomic_store(&h->left, left - 1);
    atomic_fetch_add(&h->calls, 1);
    atomic_fetch_sub(&h->inside, 1);
    atomic_store(&h->rests, left == 0);
    return left > 0 ? 1000000 : -1;
}

static weir_status nothing(weir_context *ctx, void *arg) {
    (void)ctx, (void)arg;
    return WEIR_OK;
}

static void push_one(weir_runtime *rt) {
    static const weir_kind kind = {.size = sizeof kind, .name = "nothing", .run = nothing};
    weir_task task = {.size = sizeof task, .kind = &kind};
    CHECK_EQ(weir_task_push(rt, &task), WEIR_OK);
}

static weir_runtime *runtime_with(int workers) {
    weir_config config;
    weir_runtime *rt;
    weir_config_init(&config);
    config.workers = workers;
    config.memory_bytes = TEST_MEMORY_BYTES;
    CHECK_EQ(weir_runtime_new(&config, &rt), WEIR_OK);
    return rt;
}

/* There was no call for a while. */
static bool is_quiet(house *h) {
    int calls = atomic_load(&h->calls);
    test_sleep_ms(30);
    return atomic_load(&h->calls) == calls;
}

TEST(an_idle_worker_does_housekeeping_and_then_stops) {
    for (int workers = 1; workers <= 4; workers += 3) {
        weir_runtime *rt = runtime_with(workers);
        house h = {0};
        wr_idle_set(rt, keep, &h);
        for (int round = 0; round < 20; round++) {
            atomic_store(&h.left, 3);
            atomic_store(&h.rests, false);
            if (round % 2 == 0)
                push_one(rt);
            else
                wr_idle_notify(rt);
            CHECK_SOON(atomic_load(&h.left) == 0 && atomic_load(&h.rests));
        }
        CHECK_SOON(is_quiet(&h));
        int calls = atomic_load(&h.calls);
        atomic_store(&h.left, INT32_MAX);
        wr_idle_notify(rt);
        CHECK_SOON(atomic_load(&h.calls) > calls + 5);
        wr_idle_set(rt, NULL, NULL);
        calls = atomic_load(&h.calls);
        test_sleep_ms(10);
        CHECK_EQ(atomic_load(&h.calls), calls);
        weir_runtime_free(rt);
    }
}

TEST(a_forked_child_does_housekeeping_too) {
    weir_runtime *rt = runtime_with(2);
    house h = {.left = INT32_MAX};
    wr_idle_set(rt, keep, &h);
    push_one(rt);
    CHECK_SOON(atomic_load(&h.calls) >
               2); /* so there is a housekeeper, which does not exist in the child */
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        int calls = atomic_load(&h.calls);
        atomic_store(&h.inside, 0); /* a call may have been under way */
        push_one(rt);
        CHECK_SOON(atomic_load(&h.calls) > calls + 2);
        wr_idle_set(rt, NULL, NULL);
        _exit(0);
    }
    CHECK_EQ(test_child_wait(child, 30), 0);
    weir_runtime_free(rt);
}

static int64_t trim_soon(void *ctx, int64_t now_ns) { return wr_arena_trim(ctx, now_ns, 5000000); }

TEST(an_idle_runtime_returns_memory) {
    weir_runtime *rt = runtime_with(2);
    wr_memory memory = wr_memory_of(NULL, NULL, NULL);
    wr_arena *a;
    wr_arena_stat s;
    CHECK_EQ(wr_arena_new(&memory, 0, &a), WEIR_OK);
    wr_idle_set(rt, trim_soon, a);
    for (int i = 0; i < 5; i++) {
        char *x = wr_arena_take(a, 8 << 20, 0, NULL);
        memset(x, 1, 8 << 20);
        wr_arena_give(a, x);
        if (i % 2 == 0)
            push_one(rt);
        else
            wr_idle_notify(rt);
        CHECK_SOON((wr_arena_stats(a, &s), s.reserved == 0));
    }
    weir_runtime_free(rt);
    wr_arena_free(a);
}
