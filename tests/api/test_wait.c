/* test_wait.c - a wait lasts exactly until the writes it names are done.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <signal.h>
#include <sys/time.h>

static const int64_t ms = 1000000;

static weir_status run_sleep(weir_context *ctx, void *arg) {
    (void)ctx;
    test_sleep_ms((intptr_t)arg);
    return WEIR_OK;
}

KIND(sleep_kind, run_sleep, NULL, 0);

/* ---- Law 3 ---------------------------------------------------------------------------------- */

/* Ten unrelated tasks of 0.1 s are queued first.  In the order of issue the wait would take 1.1 s with
 * one worker; it has to take about 0.1 s, and at most 0.1 s more for the task that is being run. */
static void wait_behind_unrelated_work(int workers, int priority, int64_t limit_ms) {
    weir_runtime *rt = kit_runtime(workers);
    weir_var *other[10], *mine = kit_var(rt);
    for (int i = 0; i < 10; i++) {
        weir_task t = kit_task(&sleep_kind, (void *)100);
        other[i] = kit_var(rt);
        t.writes = &other[i];
        t.write_count = 1;
        t.priority = priority;
        CHECK_OK(weir_task_push(rt, &t));
    }
    kit_push(rt, &sleep_kind, (void *)100, NULL, mine);
    int64_t start = test_now();
    CHECK_OK(weir_var_wait(mine));
    CHECK_LE((test_now() - start) / ms, limit_ms);
    for (int i = 0; i < 10; i++) weir_var_release(other[i]);
    weir_var_release(mine);
    weir_runtime_free(rt);
}

TEST(a_wait_is_not_stuck_behind_unrelated_work) { wait_behind_unrelated_work(1, 0, 600); }

TEST(a_wait_goes_before_unrelated_work_of_higher_priority) {
    wait_behind_unrelated_work(1, WEIR_PRIORITY_MAX, 600);
}

TEST(a_wait_is_not_stuck_behind_unrelated_work_with_two_workers) {
    wait_behind_unrelated_work(2, 0, 450);
}

TEST(a_wait_hurries_all_that_leads_to_its_value) {
    enum { CHAIN = 5 };
    weir_runtime *rt = kit_runtime(1);
    for (int i = 0; i < 20; i++) kit_push(rt, &sleep_kind, (void *)50, NULL, NULL);
    weir_var *v[CHAIN + 1];
    for (int i = 0; i <= CHAIN; i++) v[i] = kit_var(rt);
    for (int i = 0; i < CHAIN; i++) kit_push(rt, &kit_nothing, NULL, v[i], v[i + 1]);
    int64_t start = test_now();
    CHECK_OK(weir_var_wait(v[CHAIN]));
    CHECK_LE((test_now() - start) / ms, 700); /* a second and more if it did not go first */
    for (int i = 0; i <= CHAIN; i++) weir_var_release(v[i]);
    weir_runtime_free(rt);
}

TEST(a_wait_returns_while_unrelated_work_is_stuck) {
    weir_runtime *rt = kit_runtime(2);
    test_gate gate = {0};
    weir_var *stuck = kit_var(rt), *mine = kit_var(rt);
    for (int i = 0; i < 100; i++) kit_push(rt, &kit_gate, &gate, stuck, stuck);
    kit_push(rt, &kit_nothing, NULL, NULL, mine);
    CHECK_OK(weir_var_wait(mine));
    CHECK_EQ(weir_var_is_ready(stuck), 0);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(weir_var_is_ready(stuck), 1);
    weir_var_release(stuck);
    weir_var_release(mine);
    weir_runtime_free(rt);
}

typedef struct waiter {
    weir_var *v;
    weir_runtime *rt;
    atomic_int started, done;
    weir_status status;
} waiter;

static void *wait_for_var(void *arg) {
    waiter *w = arg;
    atomic_store(&w->started, 1);
    w->status = weir_var_wait(w->v);
    atomic_store(&w->done, 1);
    return NULL;
}

/* Whether a wait that is given `head_ms` to start returns although a later write is stuck. */
static int returns_before_later_write(int64_t head_ms) {
    weir_runtime *rt = kit_runtime(2);
    test_gate first = {0}, later = {0};
    waiter w = {.v = kit_var(rt)};
    kit_push(rt, &kit_gate, &first, NULL, w.v);
    test_thread t = test_thread_start(wait_for_var, &w);
    CHECK_SOON(atomic_load(&w.started));
    test_sleep_ms(head_ms);
    kit_push(rt, &kit_gate, &later, NULL, w.v);
    test_gate_open(&first);
    for (int i = 0; i < 2000 && !atomic_load(&w.done); i++) test_sleep_ms(1);
    int returned = atomic_load(&w.done);
    test_gate_open(&later);
    test_thread_join(t);
    CHECK_OK(w.status);
    weir_var_release(w.v);
    weir_runtime_free(rt);
    return returned;
}

TEST(a_wait_does_not_wait_for_later_writes) {
    /* The wait has to have begun before the later write is issued, which only time can make likely. */
    for (int64_t head = 20; head < 3000; head *= 5)
        if (returns_before_later_write(head)) return;
    test_fail(__FILE__, __LINE__, "the wait waits for a write issued after it");
}

TEST(a_wait_for_a_variable_never_written_returns_at_once) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    weir_var *v = kit_var(rt);
    kit_hold(rt, &gate, 1);
    kit_push(rt, &kit_nothing, NULL, v, NULL); /* a wait does not wait for reads */
    CHECK_EQ(weir_var_is_ready(v), 1);
    CHECK_OK(weir_var_wait(v));
    test_gate_open(&gate);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(is_ready_tells_without_waiting) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    weir_var *v = kit_var(rt);
    CHECK_EQ(weir_var_is_ready(v), 1);
    kit_push(rt, &kit_gate, &gate, NULL, v);
    CHECK_EQ(weir_var_is_ready(v), 0);
    test_gate_open(&gate);
    CHECK_SOON(weir_var_is_ready(v)); /* becomes true without a wait */
    kit_push(rt, &kit_broken, NULL, NULL, v);
    CHECK_SOON(weir_var_is_ready(v)); /* a failure is an answer too */
    CHECK_STATUS(weir_var_wait(v), EFAILED);
    CHECK_EQ(kit_stats(rt).waits, 0);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(waitall_waits_for_tasks_of_every_sort) {
    KIND(io, run_sleep, NULL, WEIR_KIND_IO);
    weir_runtime *rt = kit_runtime(2);
    weir_var *v = kit_var(rt);
    atomic_int ran = 0;
    kit_push(rt, &io, (void *)30, NULL, v);
    kit_push(rt, &kit_count, &ran, v, NULL);
    kit_push(rt, &sleep_kind, (void *)30, NULL, NULL);
    kit_push(rt, &kit_count, &ran, NULL, NULL);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(ran, 2);
    CHECK_EQ(kit_stats(rt).queue_len, 0);
    weir_var_release(v);
    weir_runtime_free(rt);
}

/* ---- Limits and interruption ---------------------------------------------------------------- */

TEST(waits_end_when_their_time_has_passed) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    weir_var *v = kit_var(rt);
    kit_push(rt, &kit_gate, &gate, NULL, v);
    CHECK_STATUS(weir_var_wait_at(v, 0, "test", 0), ETIMEDOUT);
    int64_t start = test_now();
    CHECK_STATUS(weir_var_wait_at(v, 30 * ms, "test", 0), ETIMEDOUT);
    CHECK(test_now() - start >= 30 * ms);
    start = test_now();
    CHECK_STATUS(weir_waitall_at(rt, 30 * ms, "test", 0), ETIMEDOUT);
    CHECK(test_now() - start >= 30 * ms);
    CHECK_STATUS(weir_waitall_at(rt, 0, NULL, 0), ETIMEDOUT);
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait_at(v, -1, NULL, 0)); /* its work continued nevertheless */
    CHECK_OK(weir_waitall_at(rt, -1, NULL, 0));
    CHECK_OK(weir_var_wait_at(v, 0, NULL, 0)); /* what is ready needs no time */
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(many_waits_that_time_out_leave_nothing_behind) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    weir_var *v = kit_var(rt);
    kit_push(rt, &kit_gate, &gate, NULL, v);
    for (int64_t i = test_scaled(3000); i > 0; i--)
        CHECK_STATUS(weir_var_wait_at(v, i % 3 * 1000, "test", 0), ETIMEDOUT);
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait(v));
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(kit_stats(rt).queue_len, 0);
    weir_var_release(v);
    weir_runtime_free(rt);
}

static void *wait_for_all(void *arg) {
    waiter *w = arg;
    w->status = weir_waitall(w->rt);
    atomic_store(&w->done, 1);
    return NULL;
}

TEST(an_interrupt_ends_the_waits_of_other_threads) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    waiter w[3] = {{.v = kit_var(rt)}, {.rt = rt}};
    w[2].v = w[0].v;
    kit_push(rt, &kit_gate, &gate, NULL, w[0].v);
    test_thread t[3];
    for (int i = 0; i < 3; i++)
        t[i] = test_thread_start(i == 1 ? wait_for_all : wait_for_var, &w[i]);
    CHECK_SOON((weir_interrupt(rt), w[0].done && w[1].done && w[2].done));
    for (int i = 0; i < 3; i++) test_thread_join(t[i]);
    for (int i = 0; i < 3; i++) CHECK_STATUS(w[i].status, EINTR);
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait(w[0].v)); /* the work itself was not interrupted */
    weir_var_release(w[0].v);
    weir_runtime_free(rt);
}

TEST(an_interrupt_does_not_touch_waits_that_begin_later) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    weir_interrupt(rt);
    kit_push(rt, &sleep_kind, (void *)30, NULL, v);
    CHECK_OK(weir_var_wait(v));
    weir_var_release(v);
    weir_runtime_free(rt);
}

static weir_runtime *signalled;

static void on_alarm(int number) {
    (void)number;
    weir_interrupt(signalled);
}

TEST(a_signal_handler_may_interrupt_a_wait) {
    weir_runtime *rt = signalled = kit_runtime(2);
    test_gate gate = {0};
    weir_var *v = kit_var(rt);
    kit_push(rt, &kit_gate, &gate, NULL, v);
    struct sigaction action = {.sa_handler = on_alarm};
    struct itimerval every = {{0, 20000}, {0, 20000}}, never = {{0, 0}, {0, 0}};
    CHECK_EQ(sigaction(SIGALRM, &action, NULL), 0);
    CHECK_EQ(setitimer(ITIMER_REAL, &every, NULL), 0);
    CHECK_STATUS(weir_var_wait(v), EINTR);
    CHECK_STATUS(weir_waitall(rt), EINTR);
    CHECK_EQ(setitimer(ITIMER_REAL, &never, NULL), 0);
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait(v));
    weir_var_release(v);
    weir_runtime_free(rt);
}

static void do_nothing(int number) { (void)number; }

TEST(a_signal_alone_does_not_end_a_wait) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    struct sigaction action = {.sa_handler =
                                   do_nothing}; /* no SA_RESTART: system calls do return */
    struct itimerval every = {{0, 5000}, {0, 5000}}, never = {{0, 0}, {0, 0}};
    CHECK_EQ(sigaction(SIGALRM, &action, NULL), 0);
    kit_push(rt, &sleep_kind, (void *)100, NULL, v);
    CHECK_EQ(setitimer(ITIMER_REAL, &every, NULL), 0);
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(setitimer(ITIMER_REAL, &never, NULL), 0);
    weir_var_release(v);
    weir_runtime_free(rt);
}

/* ---- Waiting inside a task ------------------------------------------------------------------ */

typedef struct inside {
    weir_runtime *rt;
    weir_var *own;
    weir_window *window;
    atomic_int refused;
} inside;

static weir_status run_waiting(weir_context *ctx, void *arg) {
    (void)ctx;
    inside *in = arg;
    CHECK_STATUS(weir_var_wait(in->own), EDEADLK);
    CHECK(strlen(weir_error()) > 0);
    CHECK_STATUS(weir_var_wait_at(in->own, 1000, "test", 0), EDEADLK);
    CHECK_STATUS(weir_waitall(in->rt), EDEADLK);
    CHECK_STATUS(weir_runtime_set_engine(in->rt, WEIR_SERIAL), EDEADLK);
    CHECK_STATUS(weir_window_next(in->window, 0), EDEADLK);
    atomic_fetch_add(&in->refused, 1);
    return WEIR_OK;
}

static void ready_waiting(weir_status status, void *arg) {
    CHECK_OK(status);
    run_waiting(NULL, arg);
}

static void wait_inside(weir_runtime *rt) {
    KIND(waiting, run_waiting, NULL, 0);
    KIND(waiting_io, run_waiting, NULL, WEIR_KIND_IO);
    KIND(waiting_help, run_waiting, NULL, WEIR_KIND_HELP);
    inside in = {.rt = rt, .own = kit_var(rt)};
    CHECK_OK(weir_window_new(rt, 1, &in.window));
    kit_push(rt, &waiting, &in, NULL, in.own);
    CHECK_OK(weir_var_wait(in.own));
    kit_push(rt, &waiting_io, &in, NULL, in.own);
    CHECK_OK(weir_var_wait(in.own));
    kit_push(rt, &waiting_help, &in, NULL, in.own);
    CHECK_OK(weir_var_wait(in.own));
    CHECK_OK(weir_var_on_ready(in.own, ready_waiting, &in));
    CHECK_SOON(in.refused == 4);
    CHECK_OK(weir_waitall(rt));
    weir_window_free(in.window);
    weir_var_release(in.own);
    weir_runtime_free(rt);
}

TEST(waiting_inside_a_task_or_callback_is_refused) { wait_inside(kit_runtime(2)); }

TEST(waiting_inside_a_task_is_refused_by_the_serial_engine_too) {
    wait_inside(kit_runtime_serial());
}

/* ---- Helping -------------------------------------------------------------------------------- */

static _Thread_local int on_main;

static weir_status run_where(weir_context *ctx, void *arg) {
    if (on_main) {
        CHECK_EQ(weir_context_worker(ctx), -1);
        atomic_fetch_add((atomic_int *)arg, 1);
    } else {
        CHECK(weir_context_worker(ctx) >= 0);
    }
    return WEIR_OK;
}

KIND(where_kind, run_where, NULL, WEIR_KIND_PURE);
KIND(where_help, run_where, NULL, WEIR_KIND_PURE | WEIR_KIND_HELP);

static void push_and_wait(weir_runtime *rt, const weir_kind *kind, atomic_int *on_main_count) {
    weir_var *v = kit_var(rt);
    kit_push(rt, kind, on_main_count, NULL, v);
    CHECK_OK(weir_var_wait(v));
    weir_var_release(v);
}

TEST(a_waiting_thread_helps_with_short_tasks) {
    on_main = 1;
    atomic_int here = 0;
    weir_config c = kit_config(2);
    c.spin_us = 0; /* workers asleep, so that there is something to help with */
    weir_runtime *rt = kit_runtime_of(&c);
    CHECK_SOON((push_and_wait(rt, &where_help, &here), here > 0));
    CHECK_EQ(kit_stats(rt).helped, here);
    weir_runtime_free(rt);
}

static void *push_without_waiting(void *arg) {
    weir_runtime *rt = arg;
    weir_var *v = kit_var(rt);
    atomic_int done = 0;
    for (int i = 0; i < 20; i++) {
        kit_push(rt, &kit_count, &done, v, v);
        CHECK_SOON(done == i + 1); /* looks, and never waits */
    }
    CHECK_OK(weir_var_wait(v));
    weir_var_release(v);
    return NULL;
}

/* Workers leave new tasks to a thread that waits for each: not those of other threads, however long
 * that goes on. */
TEST(a_thread_that_waits_for_each_task_does_not_hold_up_another) {
    on_main = 1;
    for (int workers = 1; workers <= 2; workers++) {
        weir_runtime *rt = kit_runtime(workers);
        atomic_int here = 0;
        test_thread other = test_thread_start(push_without_waiting, rt);
        for (int64_t i = test_scaled(20000); i > 0; i--) push_and_wait(rt, &where_help, &here);
        test_thread_join(other);
        weir_runtime_free(rt);
    }
}

TEST(a_waiting_thread_never_runs_tasks_that_do_not_allow_it) {
    on_main = 1;
    atomic_int here = 0;
    weir_runtime *rt = kit_runtime(1);
    for (int64_t i = test_scaled(2000); i > 0; i--) push_and_wait(rt, &where_kind, &here);
    CHECK_EQ(here, 0);
    CHECK_EQ(kit_stats(rt).helped, 0);
    weir_runtime_free(rt);
}

TEST(helping_can_be_switched_off) {
    on_main = 1;
    atomic_int here = 0;
    weir_config c = kit_config(1);
    c.helping = 0;
    weir_runtime *rt = kit_runtime_of(&c);
    for (int64_t i = test_scaled(2000); i > 0; i--) push_and_wait(rt, &where_help, &here);
    CHECK_EQ(here, 0);
    CHECK_EQ(kit_stats(rt).helped, 0);
    weir_runtime_free(rt);
}

typedef struct census {
    atomic_int now, most;
} census;

static weir_status run_counted(weir_context *ctx, void *arg) {
    (void)ctx;
    census *c = arg;
    int now = atomic_fetch_add(&c->now, 1) + 1;
    for (int most = c->most; now > most && !atomic_compare_exchange_weak(&c->most, &most, now);) {}
    for (volatile int i = 0; i < 2000; i++) {}
    atomic_fetch_sub(&c->now, 1);
    return WEIR_OK;
}

TEST(the_worker_count_caps_computing_threads_and_helpers) {
    KIND(counted, run_counted, NULL, WEIR_KIND_PURE | WEIR_KIND_HELP);
    for (int workers = 1; workers <= 2; workers++) {
        weir_runtime *rt = kit_runtime(workers);
        census c = {0};
        weir_var *v = kit_var(rt);
        for (int64_t r = test_scaled(300); r > 0; r--) {
            for (int i = 0; i < 6; i++) kit_push(rt, &counted, &c, NULL, NULL);
            kit_push(rt, &counted, &c, v, v);
            CHECK_OK(weir_var_wait(v));
        }
        CHECK_OK(weir_waitall(rt));
        CHECK_LE(c.most, workers);
        weir_var_release(v);
        weir_runtime_free(rt);
    }
}

/* ---- The wait profile ----------------------------------------------------------------------- */

TEST(the_wait_profile_counts_waits_by_site_and_reason) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    weir_var *v = kit_var(rt);
    kit_push(rt, &kit_gate, &gate, NULL, v);
    CHECK_STATUS(weir_var_wait_at(v, 5 * ms, "print", 77), ETIMEDOUT);
    CHECK_STATUS(weir_var_wait_at(v, 60 * ms, "item", 78), ETIMEDOUT);
    CHECK_STATUS(weir_var_wait_at(v, 5 * ms, "print", 77), ETIMEDOUT);
    CHECK_STATUS(weir_var_wait_at(v, 1 * ms, "item", 77), ETIMEDOUT);
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait(v));

    weir_wait_entry e[16];
    size_t n = weir_waits_get(rt, e, 16);
    CHECK(n >= 3 && n <= 4); /* the last wait may have found it ready */
    uint64_t count = 0, ns = 0;
    int found = 0;
    for (size_t i = 0; i < n; i++) {
        count += e[i].count;
        ns += e[i].ns;
        if (i > 0) CHECK_LE(e[i].ns, e[i - 1].ns); /* the costliest first */
        found += strcmp(e[i].reason, "item") == 0 && e[i].site == 78 && e[i].count == 1 &&
                 e[i].ns >= 60 * (uint64_t)ms;
        found += strcmp(e[i].reason, "print") == 0 && e[i].site == 77 && e[i].count == 2;
        found += strcmp(e[i].reason, "item") == 0 && e[i].site == 77 && e[i].count == 1;
    }
    CHECK_EQ(found, 3);
    CHECK_EQ(kit_stats(rt).waits, count);
    CHECK_EQ(kit_stats(rt).wait_ns, ns);
    CHECK_EQ(weir_waits_get(rt, e, 1), 1);
    CHECK_STR(e[0].reason, "item");

    weir_waits_clear(rt);
    CHECK_EQ(weir_waits_get(rt, e, 16), 0);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(a_wait_without_a_reason_is_called_wait) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    weir_var *v = kit_var(rt);
    kit_push(rt, &kit_gate, &gate, NULL, v);
    CHECK_STATUS(weir_var_wait_at(v, ms, NULL, 5), ETIMEDOUT);
    weir_wait_entry e;
    CHECK_EQ(weir_waits_get(rt, &e, 1), 1);
    CHECK_STR(e.reason, "wait");
    CHECK_EQ(e.site, 5);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(looks_at_ready_values_are_counted_apart) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    kit_push(rt, &kit_nothing, NULL, NULL, v);
    CHECK_SOON(weir_var_is_ready(v));
    weir_stats before = kit_stats(rt);
    for (int i = 0; i < 10; i++) CHECK_OK(weir_var_wait(v));
    weir_stats after = kit_stats(rt);
    CHECK_EQ(after.waits_ready - before.waits_ready, 10);
    CHECK_EQ(after.waits, before.waits);
    CHECK_EQ(after.wait_ns, before.wait_ns);
    weir_wait_entry e[4];
    CHECK_EQ(weir_waits_get(rt, e, 4), 0);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(a_wait_profile_of_many_sites_stays_in_order) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    weir_var *v = kit_var(rt);
    kit_push(rt, &kit_gate, &gate, NULL, v);
    for (uint32_t i = 1; i <= 500; i++)
        CHECK_STATUS(weir_var_wait_at(v, 1000, "test", i), ETIMEDOUT);
    weir_wait_entry *e = calloc(1000, sizeof *e);
    size_t n = weir_waits_get(rt, e, 1000);
    CHECK(n >= 1 && n <= 501);
    uint64_t count = 0;
    for (size_t i = 0; i < n; i++) count += e[i].count;
    CHECK_EQ(count, 500); /* none is lost, even if some share a line */
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    weir_var_release(v);
    weir_runtime_free(rt);
    free(e);
}
