/* test_fork.c - a forked child works, and the parent is not affected.
 *
 * A child that fails a check exits with 1, which the parent checks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>

enum { CHILD_LIMIT_S = 30 };

static pid_t fork_now(void) {
    /* A sanitizer allocates when a thread starts, and its allocator does not survive a fork then. */
    static int before;
    if (TEST_ASAN && !before++) test_sleep_ms(100);
    fflush(NULL);
    pid_t child = fork();
    CHECK(child >= 0);
    return child;
}

KIND(step_kind, kit_run_step, NULL, WEIR_KIND_PURE);

/* New work, from push to release.  On the heap: the stack of a thread that is not in the child is gone
 * there, and what the thread had queued may run all the same. */
static void works(weir_runtime *rt) {
    weir_var *v = kit_var(rt);
    uint64_t *x = malloc(sizeof *x), model = 1;
    *x = 1;
    for (uint64_t i = 0; i < 200; i++) {
        kit_push_step(&step_kind, rt, v, x, i);
        model = model * 31 + i;
    }
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(*x, model);
    weir_var_release(v);
    free(x);
}

TEST(a_child_can_push_and_wait) {
    for (int engine = 0; engine < 2; engine++) {
        weir_runtime *rt = engine ? kit_runtime_serial() : kit_runtime(2);
        works(rt);
        pid_t child = fork_now();
        if (child == 0) {
            works(rt);
            CHECK_OK(weir_waitall(rt));
            _exit(0);
        }
        works(rt);
        CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
        works(rt);
        weir_runtime_free(rt);
    }
}

TEST(a_child_can_wait_first) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    uint64_t x = 1;
    kit_push_step(&step_kind, rt, v, &x, 5);
    pid_t child = fork_now();
    if (child == 0) {
        CHECK_OK(weir_var_wait(v));
        CHECK_EQ(x, 36);
        kit_push_step(&step_kind, rt, v, &x, 1);
        CHECK_OK(weir_var_wait(v));
        CHECK_EQ(x, 36 * 31 + 1);
        _exit(0);
    }
    CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(x, 36); /* the child had its own */
    weir_var_release(v);
    weir_runtime_free(rt);
}

static int effects[2];

static weir_status run_effect(weir_context *ctx, void *arg) {
    (void)ctx, (void)arg;
    CHECK_EQ(write(effects[1], "e", 1), 1);
    return WEIR_OK;
}

KIND(effect, run_effect, NULL, 0);

static int count_effects(void) {
    char buffer[4096];
    fcntl(effects[0], F_SETFL, O_NONBLOCK);
    ssize_t n = read(effects[0], buffer, sizeof buffer);
    return n < 0 ? 0 : (int)n;
}

TEST(queued_pure_tasks_run_in_the_child_and_effects_only_in_the_parent) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    weir_var *running = kit_var(rt), *p = kit_var(rt), *e = kit_var(rt), *after = kit_var(rt);
    uint64_t x = 1;
    CHECK_EQ(pipe(effects), 0);
    kit_push(rt, &kit_gate, &gate, NULL, running);
    test_gate_await(&gate, 1); /* the only worker is stuck, so that all of this is queued */
    for (uint64_t i = 0; i < 10; i++) kit_push_step(&step_kind, rt, p, &x, i);
    for (int i = 0; i < 3; i++) kit_push(rt, &effect, NULL, NULL, e);
    kit_push(rt, &kit_nothing, NULL, e, after);
    uint64_t model = 1;
    for (uint64_t i = 0; i < 10; i++) model = model * 31 + i;
    pid_t child = fork_now();
    if (child == 0) {
        CHECK_OK(weir_var_wait(p));
        CHECK_EQ(x, model);
        CHECK_STATUS(weir_var_wait(e), EFORKED);
        CHECK_STATUS(weir_var_wait(e), EFORKED);
        CHECK_STATUS(weir_var_wait(after), EFORKED); /* pure, but computed from it */
        CHECK_STATUS(weir_var_wait(running), EFORKED);
        works(rt);
        kit_push(rt, &kit_nothing, NULL, NULL, e); /* and can be written anew */
        CHECK_OK(weir_var_wait(e));
        _exit(0);
    }
    CHECK_EQ(x, 1);
    CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
    CHECK_EQ(count_effects(), 0);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(x, model);
    CHECK_EQ(count_effects(), 3);
    weir_var_release(running);
    weir_var_release(p);
    weir_var_release(e);
    weir_var_release(after);
    weir_runtime_free(rt);
}

static weir_status run_defer(weir_context *ctx, void *arg) {
    weir_completion *c;
    CHECK_OK(weir_context_defer(ctx, &c));
    atomic_store((_Atomic(weir_completion *) *)arg, c);
    return WEIR_PENDING;
}

TEST(a_deferred_task_is_the_parents_alone) {
    KIND(deferred, run_defer, NULL, WEIR_KIND_PURE);
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt), *w = kit_var(rt);
    _Atomic(weir_completion *) handle = NULL;
    kit_push(rt, &deferred, &handle, NULL, v);
    kit_push(rt, &kit_nothing, NULL, v, w);
    CHECK_SOON(atomic_load(&handle));
    pid_t child = fork_now();
    if (child == 0) {
        CHECK_STATUS(weir_var_wait(v), EFORKED);
        CHECK_STATUS(weir_var_wait(w), EFORKED);
        works(rt);
        _exit(0);
    }
    CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
    CHECK_EQ(weir_var_is_ready(v), 0);
    weir_completion_done(atomic_load(&handle), WEIR_OK, NULL);
    CHECK_OK(weir_var_wait(w));
    weir_var_release(v);
    weir_var_release(w);
    weir_runtime_free(rt);
}

TEST(fork_many_times_with_work_in_flight) {
    weir_runtime *rt = kit_runtime(2);
    weir_var *v = kit_var(rt);
    uint64_t x = 1, model = 1, k = 0;
    for (int64_t r = test_scaled(60) + 2; r > 0; r--) {
        for (int i = 0; i < 500; i++, k++) {
            kit_push_step(&step_kind, rt, v, &x, k);
            model = model * 31 + k;
        }
        pid_t child = fork_now();
        if (child == 0) {
            CHECK_OK(weir_var_wait(v)); /* pure, so done here as well */
            CHECK_EQ(x, model);
            works(rt);
            _exit(0);
        }
        for (int i = 0; i < 100; i++, k++) {
            kit_push_step(&step_kind, rt, v, &x, k);
            model = model * 31 + k;
        }
        CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
    }
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(x, model);
    weir_var_release(v);
    weir_runtime_free(rt);
}

typedef struct issuing {
    weir_runtime *rt;
    atomic_int stop;
} issuing;

static void *issue_until_stopped(void *arg) {
    issuing *s = arg;
    while (!atomic_load(&s->stop)) works(s->rt);
    return NULL;
}

TEST(fork_while_other_threads_issue_and_wait) {
    if (TEST_ASAN)
        SKIP("the sanitizer's allocator does not survive a fork beside threads that allocate");
    issuing s = {.rt = kit_runtime(2)};
    test_thread t[3];
    for (int i = 0; i < 3; i++) t[i] = test_thread_start(issue_until_stopped, &s);
    for (int64_t r = test_scaled(40) + 2; r > 0; r--) {
        pid_t child = fork_now();
        if (child == 0) {
            works(s.rt);
            weir_status all = weir_waitall(s.rt);
            CHECK(all == WEIR_OK || all == WEIR_EFORKED);
            works(s.rt);
            _exit(0);
        }
        CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
    }
    atomic_store(&s.stop, 1);
    for (int i = 0; i < 3; i++) test_thread_join(t[i]);
    weir_runtime_free(s.rt);
}

TEST(a_child_of_a_child_works) {
    weir_runtime *rt = kit_runtime(2);
    works(rt);
    pid_t child = fork_now();
    if (child == 0) {
        works(rt);
        pid_t grandchild = fork_now();
        if (grandchild == 0) {
            works(rt);
            _exit(0);
        }
        works(rt);
        CHECK_EQ(test_child_wait(grandchild, CHILD_LIMIT_S), 0);
        _exit(0);
    }
    CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
    weir_runtime_free(rt);
}

TEST(a_child_can_free_the_runtime_and_make_another) {
    if (TEST_TSAN)
        SKIP("the sanitizer does not bear new threads in place of those a child did not inherit");
    weir_runtime *rt = kit_runtime(2);
    works(rt);
    pid_t child = fork_now();
    if (child == 0) {
        weir_runtime_free(rt);
        rt = kit_runtime(2);
        works(rt);
        weir_runtime_free(rt);
        _exit(0);
    }
    CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
    works(rt);
    weir_runtime_free(rt);
}

TEST(a_child_ends_in_the_usual_way) {
    weir_runtime *rt = NULL;
    CHECK_OK(weir_runtime_default(&rt));
    works(rt);
    pid_t child = fork_now();
    if (child == 0) {
        works(rt);
        exit(7);
    }
    CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 7);
    child = fork_now();
    if (child == 0) exit(8); /* without having used it at all */
    CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 8);
    works(rt);
}

static int is_readable(int fd, int wait_ms) {
    struct pollfd p = {fd, POLLIN, 0};
    return poll(&p, 1, wait_ms) == 1;
}

TEST(notices_of_a_child_are_its_own) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    int fd, child_fd;
    CHECK_OK(weir_notice_fd(rt, &fd));
    pid_t child = fork_now();
    if (child == 0) {
        weir_notice n;
        CHECK_OK(weir_notice_fd(rt, &child_fd));
        CHECK_EQ(child_fd, fd);
        kit_push(rt, &kit_nothing, NULL, NULL, v);
        CHECK_OK(weir_notice_push(v, 55));
        CHECK(is_readable(fd, 10000));
        test_sleep_ms(50); /* time for the parent to see it, if it could */
        CHECK_EQ(weir_notice_take(rt, &n, 1), 1);
        CHECK_EQ(n.token, 55);
        CHECK(!is_readable(fd, 0));
        _exit(0);
    }
    CHECK(!is_readable(fd, 40));
    CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
    CHECK(!is_readable(fd, 0));
    weir_notice n;
    CHECK_EQ(weir_notice_take(rt, &n, 1), 0);
    kit_push(rt, &kit_nothing, NULL, NULL, v);
    CHECK_OK(weir_notice_push(v, 56));
    CHECK(is_readable(fd, 10000));
    CHECK_EQ(weir_notice_take(rt, &n, 1), 1);
    CHECK_EQ(n.token, 56);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(two_runtimes_survive_a_fork) {
    weir_runtime *a = kit_runtime(2), *b = kit_runtime(1);
    works(a);
    works(b);
    pid_t child = fork_now();
    if (child == 0) {
        works(b);
        works(a);
        _exit(0);
    }
    CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
    works(a);
    works(b);
    weir_runtime_free(a);
    weir_runtime_free(b);
}

static void *fork_in_thread(void *arg) {
    weir_runtime *rt = arg;
    works(rt);
    pid_t child = fork_now();
    if (child == 0) {
        works(rt);
        _exit(0);
    }
    CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
    return NULL;
}

TEST(any_thread_may_fork) {
    weir_runtime *rt = kit_runtime(1);
    works(rt);
    test_thread_join(test_thread_start(fork_in_thread, rt));
    works(rt);
    weir_runtime_free(rt);
}

TEST(a_device_and_io_threads_work_in_the_child) {
    KIND(io, kit_run_nothing, NULL, WEIR_KIND_IO);
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    weir_task null_task = kit_task(&kit_nothing, NULL);
    null_task.device = WEIR_DEVICE_NULL;
    null_task.writes = &v;
    null_task.write_count = 1;
    kit_push(rt, &io, NULL, NULL, v);
    CHECK_OK(weir_task_push(rt, &null_task));
    CHECK_OK(weir_var_wait(v));
    pid_t child = fork_now();
    if (child == 0) {
        kit_push(rt, &io, NULL, NULL, v);
        CHECK_OK(weir_task_push(rt, &null_task));
        CHECK_OK(weir_var_wait(v));
        _exit(0);
    }
    CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
    weir_var_release(v);
    weir_runtime_free(rt);
}
