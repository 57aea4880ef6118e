/* test_serial.c - the serial engine keeps the same contract, and a runtime can switch to it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <pthread.h>

typedef struct where {
    pthread_t thread;
    int ran;
} where;

static weir_status run_where(weir_context *ctx, void *arg) {
    where *w = arg;
    w->thread = pthread_self();
    w->ran++;
    CHECK_EQ(weir_context_worker(ctx), -1);
    return WEIR_OK;
}

TEST(a_task_runs_inside_its_push) {
    KIND(here, run_where, NULL, 0);
    KIND(here_io, run_where, NULL, WEIR_KIND_IO);
    weir_runtime *rt = kit_runtime_serial();
    weir_var *v = kit_var(rt);
    where w = {.ran = 0};
    kit_push(rt, &here, &w, NULL, v);
    CHECK_EQ(w.ran, 1);
    CHECK(pthread_equal(w.thread, pthread_self()));
    CHECK_EQ(weir_var_is_ready(v), 1);
    kit_push(rt, &here_io, &w, v, v);
    CHECK_EQ(w.ran, 2);
    CHECK_OK(weir_var_wait(v));
    weir_stats s = kit_stats(rt);
    CHECK_EQ(s.engine, WEIR_SERIAL);
    CHECK_EQ(s.issued, 2);
    CHECK_EQ(s.finished, 2);
    CHECK_EQ(s.ran, 2);
    CHECK_EQ(s.queue_len, 0);
    CHECK_EQ(s.waits, 0);
    weir_var_release(v);
    weir_runtime_free(rt);
}

/* ---- Tasks that issue ------------------------------------------------------------------------ */

typedef struct nested {
    weir_runtime *rt;
    weir_var *v;
    int depth, outer_done, inner_early, ran;
} nested;

static weir_status run_nested(weir_context *ctx, void *arg);
KIND(nested_kind, run_nested, NULL, 0);

static weir_status run_nested(weir_context *ctx, void *arg) {
    (void)ctx;
    nested *n = arg;
    if (n->depth > 0 && !n->outer_done) n->inner_early = 1;
    n->outer_done = 0;
    n->ran++;
    if (n->depth++ < 3)
        kit_push(n->rt, &nested_kind, n, n->v, n->v); /* its own variable: it has to come after */
    n->outer_done = 1;
    return WEIR_OK;
}

TEST(what_a_task_pushes_runs_after_it) {
    weir_runtime *rt = kit_runtime_serial();
    nested n = {.rt = rt, .v = kit_var(rt)};
    kit_push(rt, &nested_kind, &n, n.v, n.v);
    CHECK_EQ(n.ran, 4);
    CHECK_EQ(n.inner_early, 0);
    weir_var_release(n.v);
    weir_runtime_free(rt);
}

typedef struct spiral {
    weir_runtime *rt;
    const weir_kind *kind;
    int64_t left;
} spiral;

static weir_status run_spiral(weir_context *ctx, void *arg) {
    (void)ctx;
    spiral *s = arg;
    return s->left-- > 0 ? kit_try(s->rt, s->kind, s, NULL, NULL) : WEIR_OK;
}

TEST(a_long_chain_of_tasks_that_push_each_other_needs_no_stack) {
    KIND(spiral_kind, run_spiral, NULL, 0);
    weir_runtime *rt = kit_runtime_serial();
    spiral s = {rt, &spiral_kind, test_scaled(300000)};
    kit_push(rt, &spiral_kind, &s, NULL, NULL);
    CHECK_EQ(s.left, -1);
    weir_runtime_free(rt);
}

/* ---- Switching ------------------------------------------------------------------------------- */

static weir_status run_add(weir_context *ctx, void *arg) {
    (void)ctx;
    unsigned *x = arg;
    *x = *x * 3 + 1;
    return WEIR_OK;
}

KIND(add_kind, run_add, NULL, WEIR_KIND_PURE);

TEST(the_engine_can_be_changed_at_run_time_both_ways) {
    weir_runtime *rt = kit_runtime(2);
    weir_var *v = kit_var(rt), *bad = kit_var(rt);
    unsigned x = 0, model = 0;
    for (int r = 0; r < 10; r++) {
        CHECK_OK(weir_runtime_set_engine(rt, r % 2 ? WEIR_SERIAL : WEIR_THREADED));
        CHECK_EQ(kit_stats(rt).engine, r % 2 ? WEIR_SERIAL : WEIR_THREADED);
        for (int i = 0; i < 100; i++) {
            kit_push(rt, &add_kind, &x, v, v);
            model = model * 3 + 1;
        }
        if (r % 2) {
            CHECK_EQ(x, model); /* already */
            CHECK_STATUS(kit_try(rt, &kit_broken, NULL, NULL, bad), EFAILED);
        } else {
            CHECK_OK(kit_try(rt, &kit_broken, NULL, NULL, bad));
            CHECK_STATUS(weir_var_wait(bad), EFAILED);
        }
    }
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(x, model);
    weir_var_release(v);
    weir_var_release(bad);
    weir_runtime_free(rt);
}

TEST(changing_the_engine_waits_for_what_is_queued) {
    weir_runtime *rt = kit_runtime(1);
    atomic_int ran = 0;
    for (int i = 0; i < 1000; i++) kit_push(rt, &kit_count, &ran, NULL, NULL);
    CHECK_OK(weir_runtime_set_engine(rt, WEIR_SERIAL));
    CHECK_EQ(ran, 1000);
    weir_runtime_free(rt);
}

TEST(failures_outlive_a_change_of_engine) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt), *w = kit_var(rt);
    kit_push(rt, &kit_broken, NULL, NULL, v);
    CHECK_OK(weir_runtime_set_engine(rt, WEIR_SERIAL));
    CHECK_STATUS(weir_var_wait(v), EFAILED);
    CHECK_STATUS(kit_try(rt, &kit_nothing, NULL, v, w), EFAILED);
    CHECK_OK(weir_runtime_set_engine(rt, WEIR_THREADED));
    CHECK_STATUS(weir_var_wait(w), EFAILED);
    CHECK_EQ(weir_failure_count(rt), 1);
    CHECK_STATUS(weir_runtime_set_engine(rt, (weir_engine)2), EINVAL);
    weir_var_release(v);
    weir_var_release(w);
    weir_runtime_free(rt);
}

TEST(memory_is_followed_across_a_change_of_engine) {
    weir_config c = kit_config(1);
    c.memory_bytes = 1000;
    weir_runtime *rt = kit_runtime_of(&c);
    weir_var *a = kit_var_of(rt, 600, 0), *b = kit_var_of(rt, 600, 0);
    kit_push(rt, &kit_nothing, NULL, NULL, a);
    CHECK_OK(weir_runtime_set_engine(rt, WEIR_SERIAL));
    CHECK_EQ(kit_stats(rt).memory_used, 600);
    CHECK_STATUS(kit_try(rt, &kit_nothing, NULL, NULL, b), ENOMEM);
    weir_var_release(a);
    CHECK_SOON(kit_stats(rt).memory_used == 0); /* a release is queued here too */
    kit_push(rt, &kit_nothing, NULL, NULL, b);
    CHECK_OK(weir_runtime_set_engine(rt, WEIR_THREADED));
    CHECK_EQ(kit_stats(rt).memory_used, 600);
    weir_var_release(b);
    CHECK_SOON(kit_stats(rt).memory_used == 0);
    weir_runtime_free(rt);
}

static void *push_serially(void *arg) {
    void **a = arg;
    for (int i = 0; i < 2000; i++) kit_push(a[0], &add_kind, a[1], a[2], a[2]);
    return NULL;
}

TEST(several_threads_may_use_the_serial_engine) {
    weir_runtime *rt = kit_runtime_serial();
    unsigned x = 0, model = 0;
    void *arg[] = {rt, &x, kit_var(rt)};
    test_thread t[4];
    for (int i = 0; i < 4; i++) t[i] = test_thread_start(push_serially, arg);
    for (int i = 0; i < 4; i++) test_thread_join(t[i]);
    for (int i = 0; i < 8000; i++) model = model * 3 + 1;
    CHECK_EQ(x, model);
    weir_var_release(arg[2]);
    weir_runtime_free(rt);
}
