/* test_corners.c - regression tests for corner cases of the engine.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kit.h"

/* ---- Memory ---------------------------------------------------------------------------------- */

static weir_runtime *with_budget(int workers, uint64_t budget) {
    weir_config c = kit_config(workers);
    c.memory_bytes = budget;
    c.level_floor_bytes = 1;
    return kit_runtime_of(&c);
}

TEST(clearing_a_new_variable_takes_no_memory) {
    weir_runtime *rt = with_budget(2, 1000);
    weir_var *v = kit_var_of(rt, 100, 0);
    CHECK_OK(weir_var_clear(v));
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(kit_stats(rt).memory_used, 0);
    kit_push(rt, &kit_nothing, NULL, NULL, v);
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(kit_stats(rt).memory_used, 100);
    weir_var_release(v);
    CHECK_SOON(kit_stats(rt).memory_used == 0);
    weir_runtime_free(rt);
}

TEST(what_reads_a_cleared_variable_that_had_no_memory_is_counted) {
    weir_runtime *rt = with_budget(1, 100);
    weir_var *big = kit_var_of(rt, 80, 0), *v = kit_var_of(rt, 50, 0), *w = kit_var_of(rt, 15, 0);
    kit_push(rt, &kit_nothing, NULL, NULL, big);
    kit_push(rt, &kit_nothing, NULL, NULL, v);
    CHECK_STATUS(weir_var_wait(v), ENOMEM);
    CHECK_OK(weir_var_clear(v));
    kit_push(rt, &kit_nothing, NULL, v, w);
    CHECK_OK(weir_var_wait(w));
    CHECK_EQ(kit_stats(rt).memory_used, 95);
    weir_var_release(big);
    weir_var_release(v);
    weir_var_release(w);
    CHECK_SOON(kit_stats(rt).memory_used == 0);
    weir_failure_clear(rt);
    weir_runtime_free(rt);
}

/* Two tasks are queued, one held for memory; then live data is created.  The held task still starts. */
TEST(a_live_variable_does_not_starve_an_older_task) {
    weir_runtime *rt = with_budget(2, 1000);
    test_gate gate = {0};
    weir_var *y = kit_var(rt);
    weir_task first = kit_task(&kit_gate, &gate), second = kit_task(&kit_nothing, NULL);
    first.scratch_bytes = second.scratch_bytes = 50;
    second.writes = &y;
    second.write_count = 1;
    CHECK_OK(weir_task_push(rt, &first));
    CHECK_OK(weir_task_push(rt, &second));
    test_gate_await(&gate, 1);
    weir_var *live = kit_var_of(rt, 10, WEIR_VAR_LIVE);
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait_at(y, 20000000000, "test", 0));
    weir_var_release(live);
    weir_var_release(y);
    CHECK_SOON(kit_stats(rt).memory_used == 0);
    weir_runtime_free(rt);
}

/* In order, 60 bytes are in use when 60 more are requested: refused, whether the task has run or not. */
TEST(live_data_is_refused_by_the_program_and_not_by_timing) {
    for (int ran = 0; ran < 2; ran++) {
        weir_runtime *rt = with_budget(2, 100);
        test_gate gate = {0};
        weir_var *g = kit_var(rt), *x = kit_var_of(rt, 60, 0), *live = NULL;
        kit_push(rt, &kit_gate, &gate, NULL, g);
        kit_push(rt, &kit_nothing, NULL, g, x);
        if (ran) {
            test_gate_open(&gate);
            CHECK_OK(weir_var_wait(x));
        }
        weir_var_options o = kit_options(60, WEIR_VAR_LIVE);
        CHECK_STATUS(weir_var_new(rt, &o, &live), ENOMEM);
        if (!ran) test_gate_open(&gate);
        CHECK_OK(weir_waitall(rt));
        CHECK_LE(kit_stats(rt).memory_peak, 100);
        weir_var_release(g);
        weir_var_release(x);
        weir_runtime_free(rt);
    }
}

/* ---- Failures -------------------------------------------------------------------------------- */

TEST(a_failure_survives_the_input_it_came_from) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    weir_var *u = kit_var(rt), *w = kit_var(rt);
    kit_push(rt, &kit_broken, NULL, NULL, u);
    CHECK_STATUS(weir_var_wait(u), EFAILED);
    weir_failure_clear(rt);
    kit_push(rt, &kit_gate, &gate, NULL, NULL);
    weir_var *both[2] = {u, w};
    weir_task t = kit_task(&kit_nothing, NULL);
    t.reads = &u;
    t.read_count = 1;
    t.writes = both;
    t.write_count = 2;
    CHECK_OK(weir_task_push(rt, &t));
    weir_var_release(u); /* its last use is the task that propagates its failure */
    test_gate_open(&gate);
    CHECK_STATUS(weir_var_wait(w), EFAILED);
    CHECK_HAS(weir_error(), "it broke");
    weir_var_release(w);
    weir_runtime_free(rt);
}

TEST(a_skipped_write_does_not_hide_that_the_contents_are_undefined) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *u = kit_var(rt), *x = kit_var(rt);
    kit_push(rt, &kit_broken, NULL, NULL, u);
    kit_push(rt, &kit_broken, NULL, NULL, x);
    kit_push(rt, &kit_nothing, NULL, x, u);
    CHECK_STATUS(weir_var_wait(u), EFAILED);
    CHECK_HAS(weir_error(), "undefined");
    weir_var_release(u);
    weir_var_release(x);
    weir_runtime_free(rt);
}

static weir_status run_defer_and_fail(weir_context *ctx, void *arg) {
    weir_completion *c;
    (void)arg;
    CHECK_OK(weir_context_defer(ctx, &c));
    return weir_context_fail(ctx, WEIR_ESYS, "could not submit");
}
KIND(defer_and_fail, run_defer_and_fail, NULL, 0);

static weir_status run_odd(weir_context *ctx, void *arg) {
    (void)ctx, (void)arg;
    return (weir_status)99;
}
KIND(odd, run_odd, NULL, 0);

static weir_status run_wait_inside(weir_context *ctx, void *arg) {
    (void)ctx;
    return weir_var_wait(arg);
}
KIND(wait_inside, run_wait_inside, NULL, 0);

TEST(an_invalid_status_of_a_task_becomes_a_failure_with_a_message) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    kit_push(rt, &defer_and_fail, NULL, NULL, v);
    CHECK_STATUS(weir_var_wait(v), ESYS);
    CHECK_HAS(weir_error(), "could not submit");
    kit_push(rt, &odd, NULL, NULL, v);
    CHECK_STATUS(weir_var_wait(v), EINVAL);
    CHECK_HAS(weir_error(), "99");
    kit_push(rt, &wait_inside, v, NULL, v);
    CHECK_STATUS(weir_var_wait(v), EDEADLK);
    CHECK_HAS(weir_error(), "inside a task");
    weir_var_release(v);
    weir_runtime_free(rt);
}

/* ---- Waiting --------------------------------------------------------------------------------- */

static atomic_int naps; /* number of naps that have ended */

static weir_status run_nap(weir_context *ctx, void *arg) {
    (void)ctx;
    test_sleep_ms(*(int *)arg);
    naps++;
    return WEIR_OK;
}
KIND(nap, run_nap, NULL, WEIR_KIND_PURE);

/* The workers have measured short tasks; then a long one follows. */
TEST(a_long_task_among_tiny_ones_does_not_hold_up_the_other_worker) {
    weir_runtime *rt = kit_runtime(2);
    weir_var *x = kit_var(rt), *y = kit_var(rt);
    for (int64_t i = test_scaled(100000); i > 0; i--) kit_push(rt, &kit_nothing, NULL, NULL, x);
    CHECK_OK(weir_waitall(rt));
    test_gate gate = {0};
    kit_push(rt, &kit_gate, &gate, NULL, NULL);
    test_gate_await(&gate, 1);
    kit_push(rt, &kit_nothing, NULL, NULL, y);
    CHECK_OK(weir_var_wait(y));
    test_gate_open(&gate);
    weir_var_release(x);
    weir_var_release(y);
    weir_runtime_free(rt);
}

TEST(a_wait_goes_before_unrelated_work_even_after_tiny_tasks) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *x = kit_var(rt), *y = kit_var(rt);
    for (int64_t i = test_scaled(100000); i > 0; i--) kit_push(rt, &kit_nothing, NULL, NULL, x);
    CHECK_OK(weir_waitall(rt));
    static int ms = 100;
    for (int i = 0; i < 20; i++) kit_push(rt, &nap, &ms, NULL, NULL);
    kit_push(rt, &kit_nothing, NULL, NULL, y);
    CHECK_OK(weir_var_wait(y));
    CHECK(naps < 10); /* not behind the others */
    weir_var_release(x);
    weir_var_release(y);
    weir_runtime_free(rt);
}

/* The dependency may be deep: a chain, a fan, a write behind many reads. */
TEST(a_wait_advances_everything_it_needs) {
    for (int shape = 0; shape < 3; shape++) {
        weir_runtime *rt = kit_runtime(1);
        weir_var *v[201];
        static int ms = 100;
        naps = 0;
        for (int i = 0; i <= 200; i++) v[i] = kit_var(rt);
        for (int i = 0; i < 20; i++) kit_push(rt, &nap, &ms, NULL, NULL);
        for (int i = 1; i < 200; i++)
            kit_push(rt, &kit_nothing, NULL,
                     shape == 0   ? v[i - 1]
                     : shape == 1 ? NULL
                                  : v[0],
                     v[i]);
        weir_task fan = kit_task(&kit_nothing, NULL);
        fan.reads = v + 1;
        fan.read_count = 199;
        fan.writes = v + 200;
        fan.write_count = 1;
        if (shape == 1) CHECK_OK(weir_task_push(rt, &fan));
        if (shape == 2) kit_push(rt, &kit_nothing, NULL, NULL, v[0]);
        CHECK_OK(weir_var_wait(shape == 0 ? v[199] : shape == 1 ? v[200] : v[0]));
        CHECK(naps < 10);
        for (int i = 0; i <= 200; i++) weir_var_release(v[i]);
        weir_runtime_free(rt);
    }
}

TEST(polling_with_a_limit_does_not_fill_the_queue) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    weir_var *v = kit_var(rt);
    kit_push(rt, &kit_gate, &gate, NULL, v);
    test_gate_await(&gate, 1);
    for (int i = 0; i < 20000; i++) {
        CHECK_STATUS(weir_var_wait_at(v, 0, "poll", 1), ETIMEDOUT);
        if (i % 4 == 0) CHECK_STATUS(weir_waitall_at(rt, 0, "poll", 2), ETIMEDOUT);
    }
    CHECK_LE(kit_stats(rt).queue_bytes, 2 << 20);
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait_at(v, INT64_MAX, "wait", 3));
    CHECK_OK(weir_waitall(rt));
    weir_var_release(v);
    weir_runtime_free(rt);
}

/* ---- Letting go ------------------------------------------------------------------------------ */

enum { CHAIN = 50000 };
static weir_var *chain[CHAIN + 1];

static void release_next(void *ctx) { weir_var_release(*(weir_var **)ctx); }

TEST(variables_that_release_each_other_need_no_stack) {
    for (int serial = 0; serial < 2; serial++) {
        weir_runtime *rt = serial ? kit_runtime_serial() : kit_runtime(1);
        memset(chain, 0, sizeof chain);
        for (int i = 0; i < CHAIN; i++) {
            weir_var_options o = kit_options(0, 0);
            o.on_free = release_next;
            o.ctx = &chain[i + 1];
            CHECK_OK(weir_var_new(rt, &o, &chain[i]));
        }
        test_sleep_ms(20); /* no thread is polling any more */
        weir_var_release(chain[0]);
        weir_runtime_free(rt);
    }
}

TEST(a_notice_that_is_never_given_is_not_lost_memory) {
    weir_runtime *rt = kit_runtime(1);
    static int ms = 50;
    weir_var *v = kit_var(rt);
    kit_push(rt, &nap, &ms, NULL, NULL);
    kit_push(rt, &nap, &ms, NULL, v);
    CHECK_OK(weir_notice_push(v, 7)); /* a leak would show under AddressSanitizer */
    weir_var_release(v);
    weir_runtime_free(rt);
}

static pthread_key_t key;
static weir_runtime *key_rt;

static void issue_late(void *v) {
    for (int i = 0; i < 20; i++) kit_push(key_rt, &kit_nothing, NULL, NULL, v);
    weir_var_release(v);
}

static void *issue_and_leave(void *arg) {
    (void)arg;
    weir_var *v = kit_var(key_rt);
    kit_push(key_rt, &kit_nothing, NULL, NULL, v);
    pthread_setspecific(key, v);
    return NULL;
}

TEST(a_thread_may_issue_from_its_last_destructor) {
    key_rt = kit_runtime(1);
    CHECK_EQ(pthread_key_create(&key, issue_late), 0);
    for (int64_t r = test_scaled(300); r > 0; r--) {
        test_thread t[4];
        for (int i = 0; i < 4; i++) t[i] = test_thread_start(issue_and_leave, NULL);
        for (int i = 0; i < 4; i++) test_thread_join(t[i]);
    }
    CHECK_OK(weir_waitall(key_rt));
    CHECK_EQ(kit_stats(key_rt).queue_len, 0);
    weir_runtime_free(key_rt);
    pthread_key_delete(key);
}

/* ---- Forks ----------------------------------------------------------------------------------- */

static weir_status run_fork(weir_context *ctx, void *arg) {
    (void)ctx;
    pid_t child = fork();
    if (child == 0) return WEIR_OK; /* back to the worker, which ends */
    int status = -1;
    waitpid(child, &status, 0);
    atomic_store((atomic_int *)arg, WIFEXITED(status) ? 1 : -1);
    return WEIR_OK;
}
KIND(fork_on_worker, run_fork, NULL, 0);
KIND(fork_on_io, run_fork, NULL, WEIR_KIND_IO);

TEST(a_task_may_fork_and_come_back_in_the_child) {
    if (TEST_TSAN || TEST_ASAN) SKIP("sanitizers do not follow a forked worker");
    weir_runtime *rt = kit_runtime(2);
    atomic_int outcome[2] = {0};
    weir_var *v = kit_var(rt), *w = kit_var(rt);
    kit_push(rt, &fork_on_worker, &outcome[0], NULL, v);
    kit_push(rt, &fork_on_io, &outcome[1], v, w);
    CHECK_OK(weir_var_wait(w));
    CHECK_EQ(outcome[0], 1);
    CHECK_EQ(outcome[1], 1);
    weir_var_release(v);
    weir_var_release(w);
    weir_runtime_free(rt);
}

static pid_t forked;
static void fork_here(void *ctx) { (void)ctx, forked = fork(); }

TEST(a_child_forked_while_a_variable_is_freed_has_its_workers) {
    if (TEST_TSAN) SKIP("the sanitizer does not follow");
    weir_runtime *rt = kit_runtime(1);
    weir_var_options o = kit_options(0, 0);
    o.on_free = fork_here;
    weir_var *v, *w = kit_var(rt);
    CHECK_OK(weir_var_new(rt, &o, &v));
    test_sleep_ms(20); /* so that this thread frees it */
    weir_var_release(v);
    if (forked == 0) {
        kit_push(rt, &kit_nothing, NULL, NULL, w);
        _exit(weir_var_wait_at(w, 5000000000, "test", 0) == WEIR_OK ? 0 : 1);
    }
    CHECK_EQ(test_child_wait(forked, 20), 0);
    weir_var_release(w);
    weir_runtime_free(rt);
}

/* ---- The serial engine ----------------------------------------------------------------------- */

static weir_runtime *serial_a, *serial_b;

static weir_status run_push_to_a(weir_context *ctx, void *arg) {
    (void)ctx;
    return kit_try(serial_a, &kit_count, arg, NULL, NULL);
}
KIND(push_to_a, run_push_to_a, NULL, 0);

static weir_status run_push_to_b(weir_context *ctx, void *arg) {
    (void)ctx;
    return kit_try(serial_b, &push_to_a, arg, NULL, NULL);
}
KIND(push_to_b, run_push_to_b, NULL, 0);

TEST(two_serial_runtimes_may_push_to_each_other) {
    serial_a = kit_runtime_serial();
    serial_b = kit_runtime_serial();
    atomic_int count = 0;
    kit_push(serial_a, &push_to_b, &count, NULL, NULL);
    CHECK_EQ(count, 1);
    weir_runtime_free(serial_a);
    weir_runtime_free(serial_b);
}

static atomic_int pushed_late;
static void push_when_freed(void *rt) { kit_push(rt, &kit_count, &pushed_late, NULL, NULL); }

TEST(the_serial_engine_runs_what_on_free_pushes) {
    weir_runtime *rt = kit_runtime_serial();
    weir_var_options o = kit_options(0, 0);
    o.on_free = push_when_freed;
    o.ctx = rt;
    weir_var *v;
    CHECK_OK(weir_var_new(rt, &o, &v));
    weir_var_release(v);
    CHECK_EQ(pushed_late, 1);
    weir_runtime_free(rt);
}

typedef struct slow_push {
    weir_runtime *rt;
    weir_var *v;
    test_gate gate;
} slow_push;

static void *push_slowly(void *arg) {
    slow_push *s = arg;
    kit_push(s->rt, &kit_gate, &s->gate, NULL, s->v);
    return NULL;
}

TEST(a_wait_with_a_limit_ends_while_another_thread_runs_serially) {
    slow_push s = {.rt = kit_runtime_serial()};
    s.v = kit_var(s.rt);
    test_thread t = test_thread_start(push_slowly, &s);
    test_gate_await(&s.gate, 1);
    CHECK_STATUS(weir_var_wait_at(s.v, 10000000, "test", 0), ETIMEDOUT);
    test_gate_open(&s.gate);
    test_thread_join(t);
    weir_var_release(s.v);
    weir_runtime_free(s.rt);
}

/* ---- Size ------------------------------------------------------------------------------------ */

TEST(a_task_that_updates_thirty_thousand_variables_is_linked_in_linear_time) {
    enum { COUNT = 32767 };
    static weir_var *v[COUNT];
    weir_runtime *rt = kit_runtime(2);
    for (int i = 0; i < COUNT; i++) v[i] = kit_var(rt);
    weir_task t = kit_task(&kit_nothing, NULL);
    t.reads = t.writes = v;
    t.read_count = t.write_count = COUNT;
    int64_t start = test_now();
    for (int i = 0; i < 20; i++) CHECK_OK(weir_task_push(rt, &t));
    CHECK_OK(weir_var_wait(v[COUNT - 1]));
    CHECK(test_now() - start < 10000000000 * test_slow()); /* quadratic: twenty seconds and more */
    for (int i = 0; i < COUNT; i++) weir_var_release(v[i]);
    weir_runtime_free(rt);
}
