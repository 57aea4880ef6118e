/* test_exit.c - exit finishes issued work that has side effects, and never hangs.
 *
 * Each case is a child process that calls exit() in its own way; side effects are bytes in a pipe.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <fcntl.h>

static int effects[2];

static weir_status run_effect(weir_context *ctx, void *arg) {
    (void)ctx, (void)arg;
    CHECK_EQ(write(effects[1], "e", 1), 1);
    return WEIR_OK;
}

static weir_status run_sleep(weir_context *ctx, void *arg) {
    (void)ctx;
    test_sleep_ms((intptr_t)arg);
    return WEIR_OK;
}

KIND(effect, run_effect, NULL, 0);
KIND(effect_io, run_effect, NULL, WEIR_KIND_IO);
KIND(sleep_kind, run_sleep, NULL, 0);
KIND(sleep_pure, run_sleep, NULL, WEIR_KIND_PURE);

/* Run `fn` in a child, check its exit code and the number of side effects. */
static void expect(void (*fn)(void *), int code, int count, int limit_s) {
    static char buffer[65536];
    CHECK_EQ(pipe(effects), 0);
    CHECK_EQ(test_child(fn, NULL, limit_s * (test_slow() > 4 ? 4 : test_slow())), code);
    fcntl(effects[0], F_SETFL, O_NONBLOCK);
    int n = (int)read(effects[0], buffer, sizeof buffer);
    if (count >= 0) CHECK_EQ(n < 0 ? 0 : n, count);
}

static weir_runtime *default_runtime(void) {
    setenv("WEIR_WORKERS", "1", 1);
    weir_runtime *rt = NULL;
    CHECK_OK(weir_runtime_default(&rt));
    return rt;
}

static void queue_effects(void *arg) {
    (void)arg;
    weir_runtime *rt = default_runtime();
    kit_push(rt, &sleep_kind, (void *)20, NULL, NULL);
    for (int i = 0; i < 1000; i++) kit_push(rt, i % 10 ? &effect : &effect_io, NULL, NULL, NULL);
}

TEST(exit_finishes_queued_work_that_has_effects) { expect(queue_effects, 0, 1000, 30); }

static void queue_effects_of_pure_work(void *arg) {
    (void)arg;
    weir_runtime *rt = default_runtime();
    weir_var *v = kit_var(rt);
    kit_push(rt, &sleep_pure, (void *)20, NULL, v);
    for (int i = 0; i < 10; i++) kit_push(rt, &kit_nothing, NULL, v, v);
    kit_push(rt, &effect, NULL, v, NULL);
    weir_var_release(v);
}

TEST(exit_finishes_the_pure_work_that_effects_need) {
    expect(queue_effects_of_pure_work, 0, 1, 30);
}

static void queue_effects_on_own_runtime(void *arg) {
    (void)arg;
    weir_runtime *rt = kit_runtime(1);
    kit_push(rt, &sleep_kind, (void *)20, NULL, NULL);
    for (int i = 0; i < 100; i++) kit_push(rt, &effect, NULL, NULL, NULL);
}

TEST(exit_finishes_the_work_of_runtimes_that_were_not_freed) {
    expect(queue_effects_on_own_runtime, 0, 100, 30);
}

static void queue_much_pure_work(void *arg) {
    (void)arg;
    weir_runtime *rt = default_runtime();
    for (int i = 0; i < 10000; i++) kit_push(rt, &sleep_pure, (void *)20, NULL, NULL); /* 200 s */
}

TEST(exit_does_not_wait_for_unneeded_pure_work) { expect(queue_much_pure_work, 0, 0, 20); }

static weir_status run_issue_more(weir_context *ctx, void *arg) {
    (void)ctx;
    test_sleep_ms(10);
    kit_push(arg, &effect, NULL, NULL, NULL);
    return WEIR_OK;
}

static void queue_task_that_issues(void *arg) {
    (void)arg;
    KIND(issue_more, run_issue_more, NULL, 0);
    weir_runtime *rt = default_runtime();
    for (int i = 0; i < 5; i++) kit_push(rt, &issue_more, rt, NULL, NULL);
}

TEST(exit_finishes_what_tasks_issue_meanwhile) { expect(queue_task_that_issues, 0, 5, 30); }

static weir_status run_never(weir_context *ctx, void *arg) {
    (void)arg;
    weir_completion *c;
    return weir_context_defer(ctx, &c) == WEIR_OK ? WEIR_PENDING : WEIR_EFAILED;
}

static void queue_completion_that_never_comes(void *arg) {
    (void)arg;
    KIND(never, run_never, NULL, 0);
    weir_runtime *rt = default_runtime();
    weir_var *v = kit_var(rt);
    kit_push(rt, &never, NULL, NULL, v);
    kit_push(rt, &effect, NULL, v, NULL);
    kit_push(rt, &effect, NULL, NULL, NULL);
    exit(5);
}

TEST(exit_ends_although_a_completion_never_comes) {
    expect(queue_completion_that_never_comes, 5, 1, 30);
}

static weir_status run_exit(weir_context *ctx, void *arg) {
    (void)ctx;
    exit((int)(intptr_t)arg);
}

static void exit_in_a_task(void *arg) {
    (void)arg;
    KIND(exiting, run_exit, NULL, 0);
    weir_runtime *rt = default_runtime();
    kit_push(rt, &exiting, (void *)3, NULL, NULL);
    weir_waitall(rt);
    test_sleep_ms(60000);
}

TEST(exit_inside_a_task_ends_the_process) { expect(exit_in_a_task, 3, -1, 30); }

static void *wait_for_ever(void *arg) {
    weir_var_wait(arg);
    return NULL;
}

static void exit_beside_a_waiting_thread(void *arg) {
    (void)arg;
    weir_runtime *rt = default_runtime();
    weir_var *v = kit_var(rt);
    kit_push(rt, &sleep_kind, (void *)100, NULL, v);
    kit_push(rt, &effect, NULL, v, v);
    kit_push(rt, &sleep_pure, (void *)1000, v, v);
    test_thread_start(wait_for_ever, v);
    test_sleep_ms(10);
    exit(4);
}

TEST(exit_is_not_held_by_a_waiting_thread) { expect(exit_beside_a_waiting_thread, 4, 1, 25); }

static void *issue_for_ever(void *arg) {
    weir_runtime *rt = arg;
    while (kit_try(rt, &kit_nothing, NULL, NULL, NULL) == WEIR_OK) {}
    pause();
    return NULL;
}

static void exit_beside_an_issuing_thread(void *arg) {
    (void)arg;
    weir_runtime *rt = default_runtime();
    test_thread_start(issue_for_ever, rt);
    test_thread_start(issue_for_ever, rt);
    test_sleep_ms(10);
    kit_push(rt, &effect, NULL, NULL, NULL);
    exit(6);
}

TEST(exit_is_not_held_by_an_issuing_thread) { expect(exit_beside_an_issuing_thread, 6, 1, 25); }

static void exit_idle(void *arg) {
    (void)arg;
    weir_runtime *rt = default_runtime();
    kit_push(rt, &effect, NULL, NULL, NULL);
    CHECK_OK(weir_waitall(rt));
    test_sleep_ms(20);
}

TEST(exit_of_an_idle_runtime_is_quick) {
    int64_t start = test_now();
    expect(exit_idle, 0, 1, 20);
    CHECK_LE((test_now() - start) / 1000000, 3000 * test_slow());
}

static void serial_exit(void *arg) {
    (void)arg;
    setenv("WEIR_ENGINE", "serial", 1);
    weir_runtime *rt = NULL;
    CHECK_OK(weir_runtime_default(&rt));
    kit_push(rt, &effect, NULL, NULL, NULL);
    exit(2);
}

TEST(exit_with_the_serial_engine) { expect(serial_exit, 2, 1, 20); }
