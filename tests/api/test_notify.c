/* test_notify.c - readiness without blocking: callbacks, and an eventfd for event loops.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <poll.h>
#include <sys/epoll.h>

/* ---- Callbacks ---------------------------------------------------------------------------------- */

typedef struct heard {
    atomic_int calls;
    _Atomic int status;
} heard;

static void hear(weir_status status, void *arg) {
    heard *h = arg;
    atomic_store(&h->status, status);
    atomic_fetch_add(&h->calls, 1);
}

TEST(a_callback_comes_once_when_the_value_is_ready) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    test_gate gate = {0};
    heard h = {.status = 99};
    kit_push(rt, &kit_gate, &gate, NULL, v);
    CHECK_OK(weir_var_on_ready(v, hear, &h));
    test_gate_await(&gate, 1);
    test_sleep_ms(10);
    CHECK_EQ(h.calls, 0);
    test_gate_open(&gate);
    CHECK_SOON(h.calls == 1);
    CHECK_EQ(h.status, WEIR_OK);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(h.calls, 1);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(a_callback_on_a_ready_value_comes_too) {
    for (int engine = 0; engine < 2; engine++) {
        weir_runtime *rt = engine ? kit_runtime_serial() : kit_runtime(1);
        weir_var *v = kit_var(rt);
        heard h = {.status = 99};
        CHECK_OK(weir_var_on_ready(v, hear, &h));
        CHECK_SOON(h.calls == 1);
        CHECK_EQ(h.status, WEIR_OK);
        weir_var_release(v);
        weir_runtime_free(rt);
    }
}

TEST(a_callback_is_told_the_failure) {
    for (int engine = 0; engine < 2; engine++) {
        weir_runtime *rt = engine ? kit_runtime_serial() : kit_runtime(1);
        weir_var *v = kit_var(rt), *w = kit_var(rt);
        heard direct = {.status = 99}, passed_on = {.status = 99};
        kit_try(rt, &kit_broken, NULL, NULL, v);
        kit_try(rt, &kit_nothing, NULL, v, w);
        CHECK_OK(weir_var_on_ready(v, hear, &direct));
        CHECK_OK(weir_var_on_ready(w, hear, &passed_on));
        CHECK_SOON(direct.calls == 1 && passed_on.calls == 1);
        CHECK_EQ(direct.status, WEIR_EFAILED);
        CHECK_EQ(passed_on.status, WEIR_EFAILED);
        weir_var_release(v);
        weir_var_release(w);
        weir_runtime_free(rt);
    }
}

TEST(a_callback_does_not_wait_for_later_writes) {
    weir_runtime *rt = kit_runtime(2);
    weir_var *v = kit_var(rt);
    test_gate gate = {0};
    heard h = {.status = 99};
    kit_push(rt, &kit_nothing, NULL, NULL, v);
    CHECK_OK(weir_var_on_ready(v, hear, &h));
    kit_push(rt, &kit_gate, &gate, NULL, v);
    CHECK_SOON(h.calls == 1);
    CHECK_EQ(weir_var_is_ready(v), 0);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(a_callback_still_comes_after_the_variable_was_released) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    test_gate gate = {0};
    heard h = {.status = 99};
    kit_push(rt, &kit_gate, &gate, NULL, v);
    CHECK_OK(weir_var_on_ready(v, hear, &h));
    weir_var_release(v);
    test_gate_open(&gate);
    CHECK_SOON(h.calls == 1);
    weir_runtime_free(rt);
}

/* Each callback issues a task and asks to be called again, `left` times. */
typedef struct chain {
    weir_runtime *rt;
    weir_var *v;
    atomic_int left, ran;
} chain;

static void issue_again(weir_status status, void *arg) {
    chain *c = arg;
    CHECK_OK(status);
    for (int i = 0; i < 5; i++) kit_push(c->rt, &kit_count, &c->ran, c->v, c->v);
    if (atomic_fetch_sub(&c->left, 1) > 1) CHECK_OK(weir_var_on_ready(c->v, issue_again, c));
}

TEST(a_callback_may_issue_work) {
    weir_runtime *rt = kit_runtime(1);
    chain c = {.rt = rt, .v = kit_var(rt), .left = 100};
    CHECK_OK(weir_var_on_ready(c.v, issue_again, &c));
    CHECK_SOON(c.left == 0);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(c.ran, 500);
    weir_var_release(c.v);
    weir_runtime_free(rt);
}

TEST(a_callback_that_issues_into_a_full_queue_does_not_deadlock) {
    weir_config config = kit_config(1);
    config.queue_tasks_max = 4;
    weir_runtime *rt = kit_runtime_of(&config);
    test_gate gate = {0};
    chain c = {.rt = rt, .v = kit_var(rt), .left = 100};
    kit_hold(rt, &gate, 1);
    CHECK_OK(weir_var_on_ready(c.v, issue_again, &c));
    kit_push(rt, &kit_nothing, NULL, NULL, NULL);
    kit_push(rt, &kit_nothing, NULL, NULL, NULL);
    test_gate_open(&gate);
    CHECK_SOON(c.left == 0);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(c.ran, 500);
    weir_var_release(c.v);
    weir_runtime_free(rt);
}

/* ---- Notices -------------------------------------------------------------------------------------- */

static int is_readable(int fd, int wait_ms) {
    struct pollfd p = {fd, POLLIN, 0};
    int n = poll(&p, 1, wait_ms);
    CHECK(n >= 0);
    return n == 1 && (p.revents & POLLIN) != 0;
}

TEST(a_notice_makes_the_eventfd_readable) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    test_gate gate = {0};
    int fd = -1, again = -1;
    CHECK_OK(weir_notice_fd(rt, &fd));
    CHECK(fd >= 0);
    CHECK_OK(weir_notice_fd(rt, &again));
    CHECK_EQ(again, fd);
    kit_push(rt, &kit_gate, &gate, NULL, v);
    CHECK_OK(weir_notice_push(v, 0x123456789abcdefu));
    CHECK_EQ(is_readable(fd, 20), 0);
    weir_notice n[4];
    CHECK_EQ(weir_notice_take(rt, n, 4), 0);
    test_gate_open(&gate);
    CHECK_EQ(is_readable(fd, 10000), 1);
    CHECK_EQ(weir_notice_take(rt, n, 4), 1);
    CHECK_EQ(n[0].token, 0x123456789abcdefu);
    CHECK_EQ(n[0].status, WEIR_OK);
    CHECK_EQ(is_readable(fd, 0), 0);
    CHECK_EQ(weir_notice_take(rt, n, 4), 0);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(the_eventfd_stays_readable_while_notices_are_left) {
    for (int engine = 0; engine < 2; engine++) {
        weir_runtime *rt = engine ? kit_runtime_serial() : kit_runtime(1);
        weir_var *v = kit_var(rt);
        int fd;
        CHECK_OK(weir_notice_fd(rt, &fd));
        for (uint64_t i = 0; i < 10; i++) {
            kit_push(rt, &kit_nothing, NULL, NULL, v);
            CHECK_OK(weir_notice_push(v, i));
        }
        CHECK_OK(weir_waitall(rt));
        uint64_t next = 0;
        while (next < 10) { /* in the order in which one variable became ready */
            weir_notice n[3];
            CHECK_EQ(is_readable(fd, 10000), 1);
            size_t got = weir_notice_take(rt, n, 3);
            CHECK_LE(got, 3);
            for (size_t i = 0; i < got; i++) CHECK_EQ(n[i].token, next++);
        }
        CHECK_EQ(is_readable(fd, 0), 0);
        weir_var_release(v);
        weir_runtime_free(rt);
    }
}

TEST(a_notice_carries_the_failure) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    int fd;
    CHECK_OK(weir_notice_fd(rt, &fd));
    kit_push(rt, &kit_broken, NULL, NULL, v);
    CHECK_OK(weir_notice_push(v, 8));
    CHECK_EQ(is_readable(fd, 10000), 1);
    weir_notice n;
    CHECK_EQ(weir_notice_take(rt, &n, 1), 1);
    CHECK_EQ(n.token, 8);
    CHECK_EQ(n.status, WEIR_EFAILED);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(notices_pushed_before_the_eventfd_was_asked_for_are_not_lost) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    kit_push(rt, &kit_nothing, NULL, NULL, v);
    CHECK_OK(weir_notice_push(v, 1));
    CHECK_OK(weir_waitall(rt));
    int fd;
    CHECK_OK(weir_notice_fd(rt, &fd));
    CHECK_EQ(is_readable(fd, 10000), 1);
    weir_notice n;
    CHECK_EQ(weir_notice_take(rt, &n, 1), 1);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(an_epoll_loop_receives_every_notice) {
    int64_t count = test_scaled(5000);
    weir_runtime *rt = kit_runtime(2);
    char *seen = calloc((size_t)count, 1);
    int fd, loop = epoll_create1(0);
    CHECK_OK(weir_notice_fd(rt, &fd));
    struct epoll_event e = {.events = EPOLLIN};
    CHECK_EQ(epoll_ctl(loop, EPOLL_CTL_ADD, fd, &e), 0);
    for (int64_t i = 0; i < count; i++) {
        weir_var *v = kit_var(rt);
        kit_push(rt, &kit_nothing, NULL, NULL, v);
        CHECK_OK(weir_notice_push(v, (uint64_t)i));
        weir_var_release(v);
    }
    for (int64_t left = count; left > 0;) {
        weir_notice n[16];
        CHECK_EQ(epoll_wait(loop, &e, 1, 10000), 1);
        size_t got = weir_notice_take(rt, n, 16);
        for (size_t i = 0; i < got; i++) CHECK_EQ(seen[n[i].token]++, 0);
        left -= (int64_t)got;
    }
    CHECK_EQ(is_readable(fd, 0), 0);
    close(loop);
    free(seen);
    weir_runtime_free(rt);
}
