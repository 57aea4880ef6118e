/* test_async.c - tasks that complete later and elsewhere: completions, I/O threads, the null device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

static const int64_t ms = 1000000;

/* ---- Completions ----------------------------------------------------------------------------- */

typedef struct later {
    atomic_int dropped;
    _Atomic(weir_completion *) handle;
    test_gate *hold; /* if set: run does not return before it opens */
} later;

static weir_status run_later(weir_context *ctx, void *arg) {
    later *l = arg;
    weir_completion *c = NULL;
    CHECK_OK(weir_context_defer(ctx, &c));
    CHECK(c);
    atomic_store(&l->handle, c);
    if (l->hold) test_gate_pass(l->hold);
    return WEIR_PENDING;
}

static void drop_later(void *arg) { atomic_fetch_add(&((later *)arg)->dropped, 1); }

KIND(later_kind, run_later, drop_later, 0);

static weir_completion *handle_of(later *l) {
    CHECK_SOON(atomic_load(&l->handle));
    return atomic_load(&l->handle);
}

TEST(a_deferred_task_ends_with_its_completion) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt), *w = kit_var(rt);
    later l = {0};
    atomic_int ran = 0;
    kit_push(rt, &later_kind, &l, NULL, v);
    kit_push(rt, &kit_count, &ran, v, w);
    weir_completion *c = handle_of(&l);
    CHECK_STATUS(weir_var_wait_at(v, 20 * ms, "test", 0), ETIMEDOUT);
    CHECK_EQ(weir_var_is_ready(v), 0);
    CHECK_EQ(ran, 0);
    weir_completion_done(c, WEIR_OK, NULL);
    CHECK_OK(weir_var_wait(w));
    CHECK_EQ(ran, 1);
    CHECK_EQ(weir_var_is_ready(v), 1);
    weir_var_release(v);
    weir_var_release(w);
    weir_runtime_free(rt);
    CHECK_EQ(l.dropped, 1);
}

TEST(a_deferred_task_holds_no_worker) {
    enum { COUNT = 50 };
    weir_runtime *rt = kit_runtime(1);
    static later l[COUNT];
    for (int i = 0; i < COUNT; i++) kit_push(rt, &later_kind, &l[i], NULL, NULL);
    for (int i = 0; i < COUNT; i++) handle_of(&l[i]); /* one worker has begun them all */
    for (int i = COUNT; i-- > 0;) weir_completion_done(handle_of(&l[i]), WEIR_OK, NULL);
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
}

static void *complete(void *arg) {
    weir_completion_done(arg, WEIR_OK, NULL);
    return NULL;
}

TEST(a_completion_may_come_from_another_thread) {
    weir_runtime *rt = kit_runtime(1);
    for (int i = 0; i < 200; i++) {
        weir_var *v = kit_var(rt);
        later l = {0};
        kit_push(rt, &later_kind, &l, NULL, v);
        test_thread t = test_thread_start(complete, handle_of(&l));
        CHECK_OK(weir_var_wait(v));
        test_thread_join(t);
        weir_var_release(v);
        CHECK_SOON(l.dropped == 1);
    }
    weir_runtime_free(rt);
}

TEST(a_completion_may_come_before_run_returns) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    test_gate hold = {0};
    later l = {.hold = &hold};
    kit_push(rt, &later_kind, &l, NULL, v);
    weir_completion_done(handle_of(&l), WEIR_OK, NULL);
    test_gate_open(&hold);
    CHECK_OK(weir_var_wait(v));
    weir_var_release(v);
    weir_runtime_free(rt);
    CHECK_EQ(l.dropped, 1);
}

static weir_status run_complete_inside(weir_context *ctx, void *arg) {
    (void)arg;
    weir_completion *c;
    CHECK_OK(weir_context_defer(ctx, &c));
    weir_completion_done(c, WEIR_OK, NULL);
    return WEIR_PENDING;
}

TEST(a_completion_may_come_from_inside_run) {
    KIND(inside, run_complete_inside, NULL, 0);
    for (int engine = 0; engine < 2; engine++) {
        weir_runtime *rt = engine ? kit_runtime_serial() : kit_runtime(2);
        weir_var *v = kit_var(rt);
        for (int i = 0; i < 100; i++) kit_push(rt, &inside, NULL, v, v);
        CHECK_OK(weir_var_wait(v));
        weir_var_release(v);
        weir_runtime_free(rt);
    }
}

TEST(a_completion_may_fail) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt), *w = kit_var(rt);
    later l = {0};
    kit_push(rt, &later_kind, &l, NULL, v);
    kit_push(rt, &kit_nothing, NULL, v, w);
    weir_completion_done(handle_of(&l), WEIR_ESYS, "the wire was cut");
    CHECK_STATUS(weir_var_wait(v), ESYS);
    CHECK_HAS(weir_error(), "the wire was cut");
    CHECK_HAS(weir_error(), "later_kind");
    CHECK_STATUS(weir_var_wait(w), ESYS);
    CHECK_EQ(weir_failure_count(rt), 1);
    weir_var_release(v);
    weir_var_release(w);
    weir_runtime_free(rt);
}

typedef struct pond {
    later *items;
    atomic_int next;
    int count;
} pond;

static void *complete_many(void *arg) {
    pond *p = arg;
    for (int i; (i = atomic_fetch_add(&p->next, 1)) < p->count;)
        weir_completion_done(handle_of(&p->items[i]), WEIR_OK, NULL);
    return NULL;
}

TEST(many_completions_come_from_many_threads) {
    pond p = {.count = (int)test_scaled(4000)};
    p.items = calloc((size_t)p.count, sizeof *p.items);
    weir_runtime *rt = kit_runtime(2);
    weir_var *v = kit_var(rt);
    atomic_int ran = 0;
    test_thread t[4];
    for (int i = 0; i < 4; i++) t[i] = test_thread_start(complete_many, &p);
    for (int i = 0; i < p.count; i++) {
        weir_var *own = kit_var(rt), *reads[] = {own, v};
        kit_push(rt, &later_kind, &p.items[i], NULL, own);
        weir_task join = kit_task(&kit_count, &ran);
        join.reads = reads;
        join.read_count = 2;
        join.writes = &v;
        join.write_count = 1;
        CHECK_OK(weir_task_push(rt, &join));
        weir_var_release(own);
    }
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(ran, p.count);
    for (int i = 0; i < 4; i++) test_thread_join(t[i]);
    weir_var_release(v);
    weir_runtime_free(rt);
    free(p.items);
}

TEST(runtime_free_waits_for_a_completion_that_comes) {
    weir_runtime *rt = kit_runtime(1);
    later l = {0};
    kit_push(rt, &later_kind, &l, NULL, NULL);
    weir_completion *c = handle_of(&l);
    test_thread t = test_thread_start(complete, c);
    weir_runtime_free(rt);
    test_thread_join(t);
    CHECK_EQ(l.dropped, 1);
}

static void *complete_soon(void *arg) {
    weir_completion *c = handle_of(arg);
    test_sleep_ms(10);
    weir_completion_done(c, WEIR_OK, NULL);
    return NULL;
}

TEST(the_serial_engine_waits_in_the_push_for_a_completion) {
    weir_runtime *rt = kit_runtime_serial();
    weir_var *v = kit_var(rt);
    later l = {0};
    test_thread t = test_thread_start(complete_soon, &l);
    kit_push(rt, &later_kind, &l, NULL, v);
    CHECK_EQ(weir_var_is_ready(v), 1);
    CHECK_OK(weir_var_wait(v));
    test_thread_join(t);
    weir_var_release(v);
    weir_runtime_free(rt);
}

/* ---- I/O threads ----------------------------------------------------------------------------- */

typedef struct io {
    test_gate gate;
    atomic_int now, most, on_worker;
} io;

static weir_status run_io(weir_context *ctx, void *arg) {
    io *i = arg;
    if (weir_context_worker(ctx) != -1) atomic_store(&i->on_worker, 1);
    int now = atomic_fetch_add(&i->now, 1) + 1;
    for (int most = i->most; now > most && !atomic_compare_exchange_weak(&i->most, &most, now);) {}
    test_gate_pass(&i->gate);
    atomic_fetch_sub(&i->now, 1);
    return WEIR_OK;
}

KIND(io_kind, run_io, NULL, WEIR_KIND_IO);

TEST(blocking_tasks_do_not_block_compute_workers) {
    weir_config c = kit_config(1);
    c.io_threads = 3;
    weir_runtime *rt = kit_runtime_of(&c);
    io i = {0};
    weir_var *v = kit_var(rt);
    for (int n = 0; n < 10; n++) kit_push(rt, &io_kind, &i, NULL, NULL);
    atomic_int ran = 0;
    for (int n = 0; n < 100; n++) kit_push(rt, &kit_count, &ran, v, v);
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(ran, 100);
    test_gate_await(&i.gate, 3); /* as many concurrently as there may be threads */
    test_sleep_ms(10);
    CHECK_EQ(i.now, 3);
    test_gate_open(&i.gate);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(i.gate.arrived, 10);
    CHECK_EQ(i.most, 3);
    CHECK_EQ(i.on_worker, 0);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(blocking_tasks_keep_their_place_in_order) {
    weir_runtime *rt = kit_runtime(2);
    weir_var *v = kit_var(rt);
    io i = {0};
    atomic_int ran = 0;
    test_gate_open(&i.gate);
    for (int n = 0; n < 100; n++) {
        kit_push(rt, &kit_count, &ran, v, v);
        kit_push(rt, &io_kind, &i, v, v);
    }
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(ran, 100);
    CHECK_EQ(i.gate.arrived, 100);
    CHECK_EQ(i.most, 1);
    weir_var_release(v);
    weir_runtime_free(rt);
}

static weir_status run_on_worker(weir_context *ctx, void *arg) {
    int w = weir_context_worker(ctx);
    CHECK(w >= 0 && w < 3);
    atomic_fetch_or((atomic_int *)arg, 1 << w);
    return WEIR_OK;
}

TEST(tasks_that_compute_run_on_numbered_workers) {
    KIND(numbered, run_on_worker, NULL, 0);
    weir_runtime *rt = kit_runtime(3);
    atomic_int seen = 0;
    for (int i = 0; i < 1000; i++) kit_push(rt, &numbered, &seen, NULL, NULL);
    CHECK_OK(weir_waitall(rt));
    CHECK_NE(seen, 0);
    weir_runtime_free(rt);
}

/* ---- The null device ------------------------------------------------------------------------- */

typedef struct unused {
    atomic_int ran, dropped;
} unused;

static weir_status run_unused(weir_context *ctx, void *arg) {
    (void)ctx;
    atomic_fetch_add(&((unused *)arg)->ran, 1);
    return WEIR_OK;
}

static void drop_unused(void *arg) { atomic_fetch_add(&((unused *)arg)->dropped, 1); }

KIND(null_kind, run_unused, drop_unused, 0);

static weir_status push_null(weir_runtime *rt, unused *u, weir_var *read, weir_var *write) {
    weir_task t = kit_task(&null_kind, u);
    t.device = WEIR_DEVICE_NULL;
    t.reads = &read;
    t.read_count = read != NULL;
    t.writes = &write;
    t.write_count = write != NULL;
    return weir_task_push(rt, &t);
}

TEST(the_null_device_completes_tasks_and_computes_nothing) {
    enum { COUNT = 100 };
    weir_runtime *rt = kit_runtime(2);
    weir_var *v[COUNT];
    unused u = {0};
    for (int r = 0; r < 20; r++) {
        for (int i = 0; i < COUNT; i++) {
            v[i] = kit_var(rt);
            CHECK_OK(push_null(rt, &u, NULL, v[i]));
        }
        CHECK_OK(weir_waitall(rt));
        for (int i = 0; i < COUNT; i++) {
            CHECK_EQ(weir_var_is_ready(v[i]), 1);
            weir_var_release(v[i]);
        }
    }
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
    CHECK_EQ(u.ran, 0);
    CHECK_EQ(u.dropped, 20 * COUNT);
}

TEST(devices_and_workers_keep_one_order) {
    weir_runtime *rt = kit_runtime(2);
    weir_var *v = kit_var(rt);
    unused u = {0};
    atomic_int ran = 0;
    for (int i = 0; i < 500; i++) {
        CHECK_OK(push_null(rt, &u, v, v));
        kit_push(rt, &kit_count, &ran, v, v);
    }
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(ran, 500);
    CHECK_SOON(u.dropped == 500);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(a_device_task_with_a_failed_input_passes_the_failure_on) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt), *w = kit_var(rt);
    unused u = {0};
    kit_push(rt, &kit_broken, NULL, NULL, v);
    CHECK_OK(push_null(rt, &u, v, w));
    CHECK_STATUS(weir_var_wait(w), EFAILED);
    weir_var_release(v);
    weir_var_release(w);
    weir_runtime_free(rt);
    CHECK_EQ(u.dropped, 1);
}

TEST(the_serial_engine_knows_the_null_device) {
    weir_runtime *rt = kit_runtime_serial();
    weir_var *v = kit_var(rt);
    unused u = {0};
    for (int i = 0; i < 10; i++) CHECK_OK(push_null(rt, &u, v, v));
    CHECK_OK(weir_var_wait(v));
    weir_var_release(v);
    weir_runtime_free(rt);
    CHECK_EQ(u.ran, 0);
    CHECK_EQ(u.dropped, 10);
}

TEST(a_device_that_does_not_exist_is_refused) {
    weir_runtime *rt = kit_runtime(1);
    unused u = {0};
    static const int none[] = {-1, 2, 1000, 2147483647};
    for (int i = 0; i < 4; i++) {
        weir_task t = kit_task(&null_kind, &u);
        t.device = none[i];
        CHECK_STATUS(weir_task_push(rt, &t), EDEVICE);
        CHECK(strlen(weir_error()) > 0);
    }
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(kit_stats(rt).issued, 0);
    weir_runtime_free(rt);
    CHECK_EQ(u.dropped, 0);
}
