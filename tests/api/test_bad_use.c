/* test_bad_use.c - invalid arguments give a clear error at the call, never a crash or a hang.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <stdio.h>

/* Refused, with a message. */
#define CHECK_REFUSED(call, status)                                                                \
    do {                                                                                           \
        CHECK_STATUS(call, status);                                                                \
        CHECK(strlen(weir_error()) > 0);                                                           \
    } while (0)

static void hear(weir_status status, void *arg) { (void)status, (void)arg; }

static weir_status no_piece(void *arg, int64_t begin, int64_t end) {
    (void)arg, (void)begin, (void)end;
    return WEIR_OK;
}

/* ---- NULL ------------------------------------------------------------------------------------ */

TEST(every_release_accepts_null) {
    weir_runtime_free(NULL);
    weir_var_release(NULL);
    weir_window_free(NULL);
    weir_completion_done(NULL, WEIR_OK, NULL);
}

TEST(no_runtime_is_refused_everywhere) {
    weir_var *v = NULL;
    weir_window *w = NULL;
    weir_task t = kit_task(&kit_nothing, NULL);
    weir_stats s = {.size = sizeof s};
    weir_failure f = {.size = sizeof f};
    weir_notice n;
    weir_wait_entry e;
    int fd = -1;
    CHECK_REFUSED(weir_runtime_new(NULL, NULL), EINVAL);
    CHECK_REFUSED(weir_runtime_default(NULL), EINVAL);
    CHECK_REFUSED(weir_runtime_set_engine(NULL, WEIR_SERIAL), EINVAL);
    CHECK_REFUSED(weir_var_new(NULL, NULL, &v), EINVAL);
    CHECK_REFUSED(weir_task_push(NULL, &t), EINVAL);
    CHECK_REFUSED(weir_waitall(NULL), EINVAL);
    CHECK_REFUSED(weir_cancel_all(NULL), EINVAL);
    CHECK_REFUSED(weir_waitall_at(NULL, 0, NULL, 0), EINVAL);
    CHECK_REFUSED(weir_notice_fd(NULL, &fd), EINVAL);
    CHECK_EQ(weir_notice_take(NULL, &n, 1), 0);
    CHECK_REFUSED(weir_window_new(NULL, 2, &w), EINVAL);
    CHECK_EQ(weir_failure_count(NULL), 0);
    CHECK_REFUSED(weir_failure_get(NULL, 0, &f), EINVAL);
    weir_failure_clear(NULL);
    CHECK_REFUSED(weir_stats_get(NULL, &s), EINVAL);
    CHECK_EQ(weir_waits_get(NULL, &e, 1), 0);
    weir_waits_clear(NULL);
    CHECK_REFUSED(weir_trace_start(NULL, 0), EINVAL);
    CHECK_REFUSED(weir_trace_stop(NULL, NULL), EINVAL);
    weir_interrupt(NULL);
    weir_config_init(NULL);
    CHECK(!v && !w && fd == -1); /* results are written on success only */
}

TEST(no_variable_is_refused_everywhere) {
    CHECK_REFUSED(weir_var_wait(NULL), EINVAL);
    CHECK_REFUSED(weir_var_wait_at(NULL, 0, NULL, 0), EINVAL);
    CHECK_REFUSED(weir_var_on_ready(NULL, hear, NULL), EINVAL);
    CHECK_REFUSED(weir_notice_push(NULL, 1), EINVAL);
    CHECK_REFUSED(weir_var_clear(NULL), EINVAL);
    CHECK_REFUSED(weir_var_cancel(NULL), EINVAL);
    CHECK(weir_var_retain(NULL) == NULL);
    weir_var_is_ready(NULL);
    CHECK_REFUSED(weir_window_next(NULL, 0), EINVAL);
}

TEST(outputs_without_space_are_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    CHECK_REFUSED(weir_var_new(rt, NULL, NULL), EINVAL);
    CHECK_REFUSED(weir_task_push(rt, NULL), EINVAL);
    CHECK_REFUSED(weir_var_on_ready(v, NULL, NULL), EINVAL);
    CHECK_REFUSED(weir_notice_fd(rt, NULL), EINVAL);
    CHECK_EQ(weir_notice_take(rt, NULL, 5), 0);
    CHECK_REFUSED(weir_window_new(rt, 2, NULL), EINVAL);
    CHECK_REFUSED(weir_error_get(NULL), EINVAL);
    CHECK_REFUSED(weir_failure_get(rt, 0, NULL), EINVAL);
    CHECK_REFUSED(weir_stats_get(rt, NULL), EINVAL);
    CHECK_EQ(weir_waits_get(rt, NULL, 5), 0);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(no_context_is_refused) {
    weir_completion *c = NULL;
    CHECK_STATUS(weir_context_fail(NULL, WEIR_ESYS, "x"), ESYS);
    CHECK_REFUSED(weir_context_input(NULL, 0), EINVAL);
    CHECK_EQ(weir_context_worker(NULL), -1);
    CHECK_REFUSED(weir_parallel_for(NULL, 1, 1, no_piece, NULL), EINVAL);
    CHECK_REFUSED(weir_context_defer(NULL, &c), EINVAL);
    CHECK(!c);
}

static weir_status run_defer_nowhere(weir_context *ctx, void *arg) {
    (void)arg;
    CHECK_REFUSED(weir_context_defer(ctx, NULL), EINVAL);
    return WEIR_OK;
}

static weir_status run_defer_twice(weir_context *ctx, void *arg) {
    (void)arg;
    weir_completion *a = NULL, *b = NULL;
    CHECK_OK(weir_context_defer(ctx, &a));
    CHECK_REFUSED(weir_context_defer(ctx, &b), EINVAL);
    weir_completion_done(a, WEIR_OK, NULL);
    return WEIR_PENDING;
}

TEST(deferring_nowhere_or_twice_is_refused) {
    KIND(nowhere, run_defer_nowhere, NULL, 0);
    KIND(twice, run_defer_twice, NULL, 0);
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    kit_push(rt, &nowhere, NULL, NULL, v);
    kit_push(rt, &twice, NULL, v, v);
    CHECK_OK(weir_var_wait(v));
    weir_var_release(v);
    weir_runtime_free(rt);
}

/* ---- Configurations -------------------------------------------------------------------------- */

static void *some_alloc(void *ctx, size_t size, size_t align) {
    (void)ctx;
    return aligned_alloc(align, size);
}

TEST(configurations_outside_their_domain_are_refused) {
    weir_runtime *rt = NULL;
#define REFUSED(change)                                                                            \
    do {                                                                                           \
        weir_config c = kit_config(1);                                                             \
        c.change;                                                                                  \
        CHECK_REFUSED(weir_runtime_new(&c, &rt), EINVAL);                                          \
        CHECK(!rt);                                                                                \
    } while (0)
    REFUSED(size = 0);
    REFUSED(size = 16);
    REFUSED(workers = -1);
    REFUSED(workers = 2147483647);
    REFUSED(engine = 2);
    REFUSED(engine = -1);
    REFUSED(io_threads = -1);
    REFUSED(spin_us = -2);
    REFUSED(alloc = some_alloc); /* without a way to free */
#undef REFUSED
}

TEST(structs_that_are_too_small_are_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = NULL;
    weir_var_options o = kit_options(0, 0);
    o.size = WEIR_SIZE_UP_TO(weir_var_options, ctx) - 8; /* the first release ended there */
    CHECK_REFUSED(weir_var_new(rt, &o, &v), EINVAL);
    o.size = 0;
    CHECK_REFUSED(weir_var_new(rt, &o, &v), EINVAL);
    CHECK(!v);
    weir_task t = kit_task(&kit_nothing, NULL);
    t.size = 8;
    CHECK_REFUSED(weir_task_push(rt, &t), EINVAL);
    t.size = 0;
    CHECK_REFUSED(weir_task_push(rt, &t), EINVAL);
    weir_kind k = kit_nothing;
    k.size = 0;
    t = kit_task(&k, NULL);
    CHECK_REFUSED(weir_task_push(rt, &t), EINVAL);
    weir_stats s = {.size = 0};
    CHECK_REFUSED(weir_stats_get(rt, &s), EINVAL);
    weir_failure f = {.size = 4};
    CHECK_REFUSED(weir_error_get(&f), EINVAL);
    CHECK_REFUSED(weir_failure_get(rt, 0, &f), EINVAL);
    weir_runtime_free(rt);
}

TEST(variables_with_unknown_flags_are_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = NULL;
    weir_var_options o = kit_options(0, 0x80);
    CHECK_REFUSED(weir_var_new(rt, &o, &v), EINVAL);
    CHECK(!v);
    weir_runtime_free(rt);
}

TEST(a_window_needs_a_depth) {
    weir_runtime *rt = kit_runtime(1);
    weir_window *w = NULL;
    CHECK_REFUSED(weir_window_new(rt, 0, &w), EINVAL);
    CHECK(!w);
    weir_runtime_free(rt);
}

/* ---- Tasks ----------------------------------------------------------------------------------- */

static atomic_int dropped;
static void count_drop(void *arg) { (void)arg, atomic_fetch_add(&dropped, 1); }

TEST(tasks_outside_their_domain_are_refused_and_nothing_is_queued) {
    for (int engine = 0; engine < 2; engine++) {
        weir_runtime *rt = engine ? kit_runtime_serial() : kit_runtime(1);
        weir_var *v = kit_var(rt), *list[2] = {v, NULL};
        KIND(good, kit_run_nothing, count_drop, 0);
        weir_kind nameless = good, empty = good, flagged = good;
        nameless.name = NULL;
        empty.run = NULL;
        flagged.flags = 0x8000;
#define REFUSED(change)                                                                            \
    do {                                                                                           \
        weir_task t = kit_task(&good, NULL);                                                       \
        t.change;                                                                                  \
        CHECK_REFUSED(weir_task_push(rt, &t), EINVAL);                                             \
    } while (0)
        REFUSED(kind = NULL);
        REFUSED(kind = &nameless);
        REFUSED(kind = &empty);
        REFUSED(kind = &flagged);
        REFUSED(priority = WEIR_PRIORITY_MAX + 1);
        REFUSED(priority = WEIR_PRIORITY_MIN - 1);
        REFUSED(arg_size = 8); /* of nothing */
        REFUSED(read_count = 1);
        REFUSED(write_count = 1);
        REFUSED(reads = list; t.read_count = 2);
        REFUSED(writes = list; t.write_count = 2);
        REFUSED(reads = list; t.read_count = WEIR_ACCESS_MAX + 1);
        REFUSED(reads = list; t.read_count = UINT32_MAX);
        REFUSED(writes = list; t.write_count = UINT32_MAX);
#undef REFUSED
        CHECK_EQ(kit_stats(rt).issued, 0);
        weir_var_release(v);
        weir_runtime_free(rt);
    }
    CHECK_EQ(dropped, 0);
}

TEST(an_argument_too_large_to_copy_is_refused) {
    weir_runtime *rt = kit_runtime(1);
    char byte = 0;
    weir_task t = kit_task(&kit_nothing, &byte);
    t.arg_size = SIZE_MAX - 100;
    weir_status status = weir_task_push(rt, &t);
    CHECK(status == WEIR_EINVAL || status == WEIR_ENOMEM);
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
}

TEST(a_variable_of_another_runtime_is_refused) {
    weir_runtime *a = kit_runtime(1), *b = kit_runtime(1);
    weir_var *v = kit_var(a);
    CHECK_REFUSED(kit_try(b, &kit_nothing, NULL, v, NULL), EINVAL);
    CHECK_REFUSED(kit_try(b, &kit_nothing, NULL, NULL, v), EINVAL);
    CHECK_EQ(kit_stats(b).issued, 0);
    kit_push(a, &kit_nothing, NULL, v, v);
    CHECK_OK(weir_var_wait(v));
    weir_var_release(v);
    weir_runtime_free(a);
    weir_runtime_free(b);
}

/* ---- Waiting where it would deadlock --------------------------------------------------------- */

static weir_status run_wait_for_itself(weir_context *ctx, void *arg) {
    weir_status status = weir_var_wait(arg);
    return weir_context_fail(ctx, status, weir_error());
}

TEST(a_task_that_waits_for_itself_fails_with_a_message) {
    KIND(self_waiter, run_wait_for_itself, NULL, 0);
    for (int engine = 0; engine < 2; engine++) {
        weir_runtime *rt = engine ? kit_runtime_serial() : kit_runtime(1);
        weir_var *v = kit_var(rt);
        kit_try(rt, &self_waiter, v, NULL, v);
        CHECK_STATUS(weir_var_wait(v), EDEADLK);
        CHECK_HAS(weir_error(), "self_waiter");
        weir_var_release(v);
        weir_runtime_free(rt);
    }
}

/* ---- After the end --------------------------------------------------------------------------- */

TEST(variables_of_a_runtime_that_is_gone_refuse_new_work) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt), *bad = kit_var(rt);
    kit_push(rt, &kit_nothing, NULL, NULL, v);
    kit_push(rt, &kit_broken, NULL, NULL, bad);
    CHECK_OK(weir_var_wait(v));
    CHECK_STATUS(weir_var_wait(bad), EFAILED);
    weir_runtime_free(rt);
    CHECK_REFUSED(weir_var_on_ready(v, hear, NULL), ECLOSED);
    CHECK_REFUSED(weir_notice_push(v, 1), ECLOSED);
    CHECK_REFUSED(weir_var_clear(v), ECLOSED);
    CHECK_REFUSED(weir_var_cancel(v), ECLOSED);
    CHECK_EQ(weir_var_is_ready(v), 1);
    weir_var_wait(v); /* returns with any status */
    CHECK_NE(weir_var_wait(bad), WEIR_OK);
    weir_var_release(weir_var_retain(v));
    weir_var_release(v);
    weir_var_release(bad);
}

/* ---- Releasing twice ------------------------------------------------------------------------- */

static atomic_int errors_logged;

static void count_errors(void *ctx, int level, const char *text) {
    (void)ctx, (void)text;
    if (level == WEIR_LOG_ERROR) atomic_fetch_add(&errors_logged, 1);
}

TEST(releasing_twice_is_logged_in_debug_builds) {
#ifdef NDEBUG
    SKIP("only debug builds notice");
#endif
    weir_config c = kit_config(1);
    c.log = count_errors;
    weir_runtime *rt = kit_runtime_of(&c);
    test_gate gate = {0};
    weir_var *v = kit_var(rt);
    kit_push(rt, &kit_gate, &gate, NULL, v); /* the queue still holds a reference */
    weir_var_release(v);
    weir_var_release(v);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
    CHECK(errors_logged >= 1);
}
