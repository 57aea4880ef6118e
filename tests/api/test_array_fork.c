/* test_array_fork.c - a forked child can use what other threads of its parent were using: scopes, the
 * operator registry, the arena, the random stream.
 *
 * Three threads use one of these continuously while a fourth forks, so that some children are forked
 * while a lock is held.  The parent kills a child that finds the lock held for ever.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"

#include <stdio.h>

enum { CHILD_LIMIT_S = 30, THREADS = 3 };

typedef struct busy {
    weir_runtime *rt;
    void (*use)(weir_runtime *rt);
    atomic_int started, stop;
} busy;

static void *use_until_stopped(void *arg) {
    busy *b = arg;
    b->use(b->rt);
    atomic_fetch_add(&b->started, 1);
    while (!atomic_load(&b->stop)) b->use(b->rt);
    return NULL;
}

static void fork_beside(void (*use)(weir_runtime *rt)) {
    if (TEST_ASAN)
        SKIP("the sanitizer's allocator does not survive a fork beside threads that allocate");
    busy b = {.rt = kit_runtime(2), .use = use};
    test_thread t[THREADS];
    for (int i = 0; i < THREADS; i++) t[i] = test_thread_start(use_until_stopped, &b);
    CHECK_SOON(atomic_load(&b.started) == THREADS);
    for (int64_t r = test_scaled(60) + 2; r > 0; r--) {
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            for (int i = 0; i < 3; i++) use(b.rt);
            _exit(0);
        }
        CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
    }
    atomic_store(&b.stop, 1);
    for (int i = 0; i < THREADS; i++) test_thread_join(t[i]);
    weir_runtime_free(b.rt);
}

static void use_scopes(weir_runtime *rt) {
    weir_scope *outer = NULL, *inner = NULL;
    weir_array *a[64];
    CHECK_OK(weir_scope_new(&outer));
    CHECK_OK(weir_scope_new(&inner));
    for (int i = 0; i < 64; i++) a[i] = kit_number(rt, i);
    for (int i = 0; i < 64; i += 2) weir_scope_keep(a[i]);
    CHECK_OK(weir_scope_free(inner));
    for (int i = 0; i < 64; i += 2) {
        CHECK_ITEM(a[i], i);
        weir_array_release(a[i]);
    }
    CHECK_OK(weir_scope_free(outer));
}

TEST(fork_while_other_threads_use_scopes) { fork_beside(use_scopes); }

TEST(a_scope_that_is_open_at_the_fork_is_freed_in_parent_and_child) {
    weir_runtime *rt = kit_runtime(2);
    weir_scope *scope = NULL;
    CHECK_OK(weir_scope_new(&scope));
    weir_array *x = kit_filled(rt, 1000, 2), *y = kit_call("add", x, x);
    if (TEST_ASAN)
        test_sleep_ms(100); /* its allocator does not survive a fork while threads start */
    pid_t child = fork();
    CHECK(child >= 0);
    weir_array *z = kit_call("multiply", y, x);
    CHECK_ALL(z, 1000, 8);
    CHECK_OK(weir_scope_free(scope));
    CHECK_SOON(kit_memory(rt).used == 0);
    if (child == 0) _exit(0);
    CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
    weir_runtime_free(rt);
}

static weir_status never_infer(weir_infer *c) { return weir_infer_fail(c, "is never called"); }

static weir_status never_run(const weir_kernel *k) {
    (void)k;
    return WEIR_EINVAL;
}

enum { NAMES = 400 };
static char names[NAMES][24]; /* an operator's name lives as long as the operator */
static atomic_int next_name;

static void use_registry(weir_runtime *rt) {
    (void)rt;
    int i = atomic_load(&next_name) < NAMES ? atomic_fetch_add(&next_name, 1) : NAMES;
    if (i < NAMES) {
        snprintf(names[i], sizeof names[i], "added_%d", i);
        weir_op_def def = {.size = sizeof def,
                           .name = names[i],
                           .summary = "Nothing.",
                           .inputs = "x",
                           .outputs = "y",
                           .infer = never_infer,
                           .run = never_run};
        const weir_op *op = NULL;
        CHECK_OK(weir_op_register(&def, &op));
        CHECK(weir_op_find(names[i]) == op);
        CHECK_STATUS(weir_op_register(&def, NULL), EINVAL);
    }
    uint32_t count = weir_op_count();
    CHECK(weir_op_at(count - 1) != NULL);
    CHECK(weir_op_find("add") != NULL && weir_op_find("nonesuch") == NULL);
}

TEST(fork_while_other_threads_add_operators_and_look_for_them) { fork_beside(use_registry); }

/* From 16 bytes to 256 KB: inside the variable, from a slab, in pages. */
static void use_arena(weir_runtime *rt) {
    weir_array *a[16];
    for (int i = 0; i < 16; i++) a[i] = kit_filled(rt, INT64_C(4) << i % 8 * 2, (float)i);
    int64_t used = (int64_t)kit_memory(rt).used; /* first: others take memory meanwhile */
    CHECK_LE(used, (int64_t)kit_memory(rt).peak);
    for (int i = 0; i < 16; i++) {
        CHECK_ALL(a[i], INT64_C(4) << i % 8 * 2, (float)i);
        weir_array_release(a[i]);
    }
    CHECK_OK(weir_memory_trim(rt));
}

TEST(fork_while_other_threads_allocate_and_free_memory) { fork_beside(use_arena); }

static void use_random(weir_runtime *rt) {
    int64_t n = 3;
    weir_array *x = NULL;
    for (uint64_t i = 0; i < 20; i++) {
        weir_array_release(x);
        CHECK_OK(weir_seed(rt, i));
        CHECK_OK(weir_uniform(
            rt, weir_i64s_of(&n, 1),
            OPT(uniform, .high = 1, .dtype = WEIR_FLOAT32, .device = WEIR_DEVICE_CPU), &x));
    }
    CHECK_OK(weir_array_wait(x));
    weir_array_release(x);
}

TEST(fork_while_other_threads_draw_random_numbers) { fork_beside(use_random); }
