/* test_lifecycle.c - runtimes are created and freed without leaks.
 *
 * These tests also run under valgrind, so they are small.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <stdio.h>

/* ---- An allocator that counts --------------------------------------------------------------- */

typedef struct counts {
    atomic_long blocks, bytes, calls;
} counts;

static void *counting_alloc(void *ctx, size_t size, size_t align) {
    counts *c = ctx;
    CHECK(align >= 16 && (align & (align - 1)) == 0);
    void *block = aligned_alloc(align, (size + align - 1) / align * align);
    if (!block) return NULL;
    memset(block, 0xa5, size); /* so that no code relies on zeros */
    atomic_fetch_add(&c->blocks, 1);
    atomic_fetch_add(&c->bytes, (long)size);
    atomic_fetch_add(&c->calls, 1);
    return block;
}

static void counting_free(void *ctx, void *block, size_t size) {
    counts *c = ctx;
    if (!block) return;
    atomic_fetch_sub(&c->blocks, 1);
    atomic_fetch_sub(&c->bytes, (long)size);
    free(block);
}

static weir_config counting_config(counts *c) {
    weir_config config = kit_config(2);
    config.alloc = counting_alloc;
    config.free = counting_free;
    config.alloc_ctx = c;
    return config;
}

static void some_work(weir_runtime *rt, int count) {
    weir_var *a = kit_var(rt), *b = kit_var(rt);
    atomic_int ran = 0;
    for (int i = 0; i < count; i++)
        kit_push(rt, &kit_count, &ran, i % 3 ? a : NULL, i % 2 ? b : NULL);
    weir_var_release(a);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(ran, count);
    weir_var_release(b);
}

TEST(lifecycle_new_and_free) {
    for (int i = 0; i < 5; i++) weir_runtime_free(kit_runtime(1 + i % 3));
    weir_runtime_free(kit_runtime_serial());
    weir_runtime_free(NULL);
}

TEST(lifecycle_work_then_free) {
    weir_runtime *rt = kit_runtime(2);
    some_work(rt, 200);
    weir_runtime_free(rt);
    rt = kit_runtime_serial();
    some_work(rt, 200);
    weir_runtime_free(rt);
}

TEST(lifecycle_every_thread_is_joined) {
    const int own = test_thread_count_own();
    CHECK_LE(test_thread_count(), own);
    weir_runtime *rt = kit_runtime(3);
    KIND(io, kit_run_nothing, NULL, WEIR_KIND_IO);
    kit_push(rt, &io, NULL, NULL, NULL);
    weir_task null_task = kit_task(&kit_nothing, NULL);
    null_task.device = WEIR_DEVICE_NULL;
    CHECK_OK(weir_task_push(rt, &null_task));
    CHECK_OK(weir_waitall(rt));
    CHECK(test_thread_count() > own);
    weir_runtime_free(rt);
    /* pthread_join may return a moment before /proc forgets the thread */
    CHECK_SOON(test_thread_count() <= own);
}

TEST(lifecycle_the_serial_engine_has_no_threads) {
    weir_runtime *rt = kit_runtime_serial();
    some_work(rt, 10);
    CHECK_LE(test_thread_count(), test_thread_count_own());
    weir_runtime_free(rt);
}

TEST(lifecycle_two_runtimes_at_once) {
    weir_runtime *a = kit_runtime(1), *b = kit_runtime(2);
    test_gate gate = {0};
    atomic_int ran = 0;
    kit_hold(a, &gate, 1); /* a is stuck; b must not care */
    weir_var *x = kit_var(a), *y = kit_var(b);
    kit_push(a, &kit_count, &ran, NULL, x);
    kit_push(b, &kit_count, &ran, NULL, y);
    CHECK_OK(weir_var_wait(y));
    CHECK_OK(weir_waitall(b));
    CHECK_EQ(ran, 1);
    weir_var_release(y);
    weir_runtime_free(b);
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait(x));
    CHECK_EQ(ran, 2);
    weir_var_release(x);
    weir_runtime_free(a);
}

TEST(lifecycle_variables_outlive_the_runtime) {
    counts c = {0};
    weir_config config = counting_config(&c);
    weir_runtime *rt = kit_runtime_of(&config);
    weir_var *v[6];
    for (int i = 0; i < 6; i++) v[i] = kit_var(rt);
    for (int i = 0; i < 60; i++) kit_push(rt, &kit_nothing, NULL, v[i % 6], v[(i + 1) % 6]);
    weir_var_release(v[1]);
    weir_var_retain(v[4]);
    weir_runtime_free(rt);
    static const int order[] = {5, 0, 4, 3, 4, 2};
    for (int i = 0; i < 6; i++) weir_var_release(v[order[i]]);
    CHECK_EQ(c.blocks, 0);
    CHECK_EQ(c.bytes, 0);
}

static void bump(void *ctx) { atomic_fetch_add((atomic_int *)ctx, 1); }

TEST(lifecycle_on_free_is_called_once_before_or_after_the_runtime_ends) {
    atomic_int freed = 0;
    weir_runtime *rt = kit_runtime(2);
    weir_var *v[4];
    weir_var_options o = kit_options(64, 0);
    o.on_free = bump;
    o.ctx = &freed;
    for (int i = 0; i < 4; i++) CHECK_OK(weir_var_new(rt, &o, &v[i]));
    kit_push(rt, &kit_nothing, NULL, v[0], v[1]);
    weir_var_release(v[0]);
    weir_var_release(v[2]);
    CHECK_OK(weir_waitall(rt));
    CHECK_SOON(freed == 2);
    weir_runtime_free(rt);
    CHECK_EQ(freed, 2);
    weir_var_release(v[1]);
    weir_var_release(v[3]);
    CHECK_EQ(freed, 4);
}

TEST(lifecycle_all_memory_goes_back_to_a_custom_allocator) {
    for (int engine = 0; engine < 2; engine++) {
        counts c = {0};
        weir_config config = counting_config(&c);
        config.engine = engine;
        weir_runtime *rt = kit_runtime_of(&config);
        CHECK(c.calls > 0);
        some_work(rt, 300);
        weir_var *bad = kit_var(rt);
        kit_try(rt, &kit_broken, NULL, NULL, bad);
        CHECK_STATUS(weir_var_wait(bad), EFAILED);
        CHECK_OK(weir_var_clear(bad));
        CHECK_OK(weir_notice_push(bad, 5));
        weir_window *w;
        CHECK_OK(weir_window_new(rt, 2, &w));
        for (int i = 0; i < 4; i++) CHECK_OK(weir_window_next(w, 0));
        weir_window_free(w);
        CHECK_OK(weir_trace_start(rt, 100));
        CHECK_OK(weir_trace_stop(rt, NULL));
        weir_var_release(bad);
        weir_runtime_free(rt);
        CHECK_EQ(c.blocks, 0);
        CHECK_EQ(c.bytes, 0);
    }
}

/* ---- The log -------------------------------------------------------------------------------- */

typedef struct messages {
    atomic_int count, worst;
    char text[1024];
} messages;

static void keep_message(void *ctx, int level, const char *text) {
    messages *m = ctx;
    if (atomic_fetch_add(&m->count, 1) == 0) snprintf(m->text, sizeof m->text, "%s", text);
    if (level < m->worst) m->worst = level;
}

static weir_config logging_config(messages *m) {
    weir_config c = kit_config(1);
    c.log = keep_message;
    c.log_ctx = m;
    m->worst = 99;
    return c;
}

TEST(lifecycle_the_log_function_gets_the_messages) {
    messages m = {0};
    weir_config c = logging_config(&m);
    weir_runtime *rt = kit_runtime_of(&c);
    weir_var *v = kit_var(rt);
    kit_push(rt, &kit_broken, NULL, NULL, v);
    CHECK_SOON(weir_var_is_ready(v)); /* a pure task that has not run would just be dropped */
    weir_var_release(v);
    weir_runtime_free(rt); /* an unreported failure */
    CHECK(m.count > 0);
    CHECK_HAS(m.text, "kit_broken");
    CHECK_LE(m.worst, WEIR_LOG_WARN);
}

TEST(lifecycle_a_quiet_runtime_logs_nothing) {
    messages m = {0};
    weir_config c = logging_config(&m);
    weir_runtime *rt = kit_runtime_of(&c);
    some_work(rt, 20);
    weir_runtime_free(rt);
    if (m.worst <= WEIR_LOG_WARN) test_fail(__FILE__, __LINE__, "logged: %s", m.text);
}

TEST(lifecycle_free_finishes_work_that_has_effects) {
    atomic_int ran = 0;
    weir_runtime *rt = kit_runtime(2);
    weir_var *v = kit_var(rt);
    for (int i = 0; i < 100; i++) {
        kit_push(rt, &kit_nothing, NULL, v, v);
        kit_push(rt, &kit_count, &ran, v, NULL);
    }
    weir_var_release(v);
    weir_runtime_free(rt);
    CHECK_EQ(ran, 100);
}

TEST(lifecycle_free_drops_a_window_last_or_first) {
    weir_runtime *rt = kit_runtime(1);
    weir_window *w;
    CHECK_OK(weir_window_new(rt, 3, &w));
    CHECK_OK(weir_window_next(w, 1));
    weir_window_free(w);
    weir_window_free(NULL);
    weir_runtime_free(rt);
}

static void *work_and_end(void *arg) {
    some_work(arg, 50);
    return NULL;
}

TEST(lifecycle_a_thread_may_end_before_the_runtime) {
    weir_runtime *rt = kit_runtime(1);
    test_thread_join(test_thread_start(work_and_end, rt));
    weir_runtime_free(rt);
}

typedef struct outliving {
    test_gate worked, freed;
    weir_runtime *rt;
} outliving;

static void *outlive_runtime(void *arg) {
    outliving *o = arg;
    some_work(o->rt, 50);
    test_gate_pass(&o->worked);
    test_gate_pass(&o->freed);
    return NULL;
}

TEST(lifecycle_a_thread_may_end_after_the_runtime) {
    outliving o = {.rt = kit_runtime(1)};
    test_thread t = test_thread_start(outlive_runtime, &o);
    test_gate_await(&o.worked, 1);
    test_gate_open(&o.worked);
    test_gate_await(&o.freed, 1);
    weir_runtime_free(o.rt);
    weir_runtime *next = kit_runtime(1); /* perhaps at the same address */
    some_work(next, 10);
    test_gate_open(&o.freed);
    test_thread_join(t);
    weir_runtime_free(next);
}
