/* test_failure.c - failures belong to variables: every wait for one reports it, and other variables are unaffected.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static weir_status run_set(weir_context *ctx, void *arg) {
    (void)ctx;
    int **x = arg;
    *x[0] = (int)(intptr_t)x[1];
    return WEIR_OK;
}

KIND(set_kind, run_set, NULL, WEIR_KIND_PURE);

/* *x = k, reading `read` to be ordered after it */
static weir_status push_set(weir_runtime *rt, int *x, int k, weir_var *read, weir_var *write) {
    int *arg[2] = {x, (int *)(intptr_t)k};
    weir_task t = kit_task(&set_kind, arg);
    t.arg_size = sizeof arg;
    t.reads = &read;
    t.read_count = read != NULL;
    t.writes = &write;
    t.write_count = 1;
    return weir_task_push(rt, &t);
}

static weir_status push_broken(weir_runtime *rt, weir_var *write, uint32_t site) {
    weir_task t = kit_task(&kit_broken, NULL);
    t.writes = &write;
    t.write_count = 1;
    t.site = site;
    return weir_task_push(rt, &t);
}

/* The same test on both engines. */
#define TEST_BOTH(id)                                                                              \
    static void id##_on(weir_runtime *rt);                                                         \
    TEST(id) { id##_on(kit_runtime(2)); }                                                          \
    TEST(id##_serially) { id##_on(kit_runtime_serial()); }                                         \
    static void id##_on(weir_runtime *rt)

TEST_BOTH(every_look_raises_every_time) {
    weir_var *v = kit_var(rt);
    push_broken(rt, v, 9);
    for (int i = 0; i < 5; i++) {
        CHECK_STATUS(weir_var_wait(v), EFAILED);
        CHECK_HAS(weir_error(), "it broke");
        CHECK_STATUS(weir_var_wait_at(v, 0, "print", 1), EFAILED);
    }
    CHECK_EQ(weir_var_is_ready(v), 1);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST_BOTH(the_sentence_has_operation_site_and_cause) {
    weir_var *v = kit_var(rt);
    push_broken(rt, v, 40417);
    CHECK_STATUS(weir_var_wait(v), EFAILED);
    CHECK_HAS(weir_error(), "kit_broken");
    CHECK_HAS(weir_error(), "40417");
    CHECK_HAS(weir_error(), "it broke");
    CHECK_HAS(weir_error(), "undefined"); /* it failed while writing */
    weir_failure f = {.size = sizeof f};
    CHECK_OK(weir_error_get(&f));
    CHECK_EQ(f.status, WEIR_EFAILED);
    CHECK_EQ(f.site, 40417);
    CHECK_STR(f.name, "kit_broken");
    CHECK_STR(f.message, weir_error());
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST_BOTH(a_failure_passes_to_what_is_computed_from_it) {
    enum { LENGTH = 50 };
    weir_var *v[LENGTH];
    atomic_int ran = 0;
    for (int i = 0; i < LENGTH; i++) v[i] = kit_var(rt);
    push_broken(rt, v[0], 3);
    for (int i = 1; i < LENGTH; i++) kit_try(rt, &kit_count, &ran, v[i - 1], v[i]);
    for (int i = LENGTH; i-- > 0;) {
        CHECK_STATUS(weir_var_wait(v[i]), EFAILED);
        CHECK_HAS(weir_error(), "kit_broken"); /* the root failure, not the skipped task */
        weir_failure f = {.size = sizeof f};
        CHECK_OK(weir_error_get(&f));
        CHECK_EQ(f.site, 3);
    }
    CHECK_EQ(ran, 0);
    CHECK_EQ(weir_failure_count(rt), 1);
    for (int i = 0; i < LENGTH; i++) weir_var_release(v[i]);
    weir_runtime_free(rt);
}

TEST_BOTH(neighbours_of_a_failure_stay_good) {
    enum { CHAINS = 40, LENGTH = 20 };
    weir_var *v[CHAINS];
    atomic_int ran[CHAINS];
    for (int i = 0; i < CHAINS; i++) {
        v[i] = kit_var(rt);
        ran[i] = 0;
    }
    for (int j = 0; j < LENGTH; j++) {
        for (int i = 0; i < CHAINS; i++) {
            if (i == 7 && j == 5)
                push_broken(rt, v[i], 0);
            else
                kit_try(rt, &kit_count, &ran[i], v[i], v[i]);
        }
    }
    for (int i = 0; i < CHAINS; i++) {
        weir_status expected = i == 7 ? WEIR_EFAILED : WEIR_OK;
        CHECK_EQ(weir_var_wait(v[i]), expected);
        CHECK_EQ(ran[i], i == 7 ? 5 : LENGTH);
        weir_var_release(v[i]);
    }
    weir_runtime_free(rt);
}

TEST_BOTH(all_outputs_of_a_failing_task_are_marked_and_its_inputs_are_not) {
    weir_var *in = kit_var(rt), *out[3];
    for (int i = 0; i < 3; i++) out[i] = kit_var(rt);
    weir_task t = kit_task(&kit_broken, NULL);
    t.reads = &in;
    t.read_count = 1;
    t.writes = out;
    t.write_count = 3;
    weir_task_push(rt, &t);
    for (int i = 0; i < 3; i++) CHECK_STATUS(weir_var_wait(out[i]), EFAILED);
    CHECK_OK(weir_var_wait(in));
    for (int i = 0; i < 3; i++) weir_var_release(out[i]);
    weir_var_release(in);
    weir_runtime_free(rt);
}

TEST_BOTH(a_full_overwrite_clears_the_failure) {
    weir_var *v = kit_var(rt), *w = kit_var(rt);
    int x = 0;
    push_broken(rt, v, 0);
    kit_try(rt, &kit_nothing, NULL, v, w); /* computed from the bad one */
    CHECK_OK(push_set(rt, &x, 5, NULL, v));
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(x, 5);
    CHECK_STATUS(weir_var_wait(w), EFAILED);
    CHECK_OK(push_set(rt, &x, 6, v, w)); /* computed from the good one */
    CHECK_OK(weir_var_wait(w));
    weir_var_release(v);
    weir_var_release(w);
    weir_runtime_free(rt);
}

TEST_BOTH(a_skipped_update_leaves_the_old_contents_and_clearing_brings_them_back) {
    weir_var *model = kit_var(rt), *gradient = kit_var(rt);
    int weight = 0;
    CHECK_OK(push_set(rt, &weight, 42, NULL, model));
    push_broken(rt, gradient, 0); /* a bad batch */
    int *arg[2] = {&weight, (int *)(intptr_t)13};
    weir_var *reads[] = {gradient, model};
    weir_task t = kit_task(&set_kind, arg);
    t.arg_size = sizeof arg;
    t.reads = reads;
    t.read_count = 2;
    t.writes = &model;
    t.write_count = 1;
    weir_task_push(rt, &t);
    CHECK_STATUS(weir_var_wait(model), EFAILED);
    CHECK_OK(weir_var_clear(model));
    CHECK_OK(weir_var_wait(model));
    CHECK_EQ(weight, 42);
    CHECK_STATUS(weir_var_wait(gradient), EFAILED); /* only the one that was named is cleared */
    CHECK_OK(push_set(rt, &weight, 43, model, model));
    CHECK_OK(weir_var_wait(model));
    CHECK_EQ(weight, 43);
    weir_var_release(model);
    weir_var_release(gradient);
    weir_runtime_free(rt);
}

TEST(clearing_keeps_its_place_in_program_order) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt), *before = kit_var(rt), *after = kit_var(rt);
    test_gate gate = {0};
    kit_hold(rt, &gate, 1); /* all of it is queued before any of it happens */
    push_broken(rt, v, 0);
    kit_push(rt, &kit_nothing, NULL, v, before);
    CHECK_OK(weir_var_clear(v));
    kit_push(rt, &kit_nothing, NULL, v, after);
    test_gate_open(&gate);
    CHECK_STATUS(weir_var_wait(before), EFAILED);
    CHECK_OK(weir_var_wait(after));
    CHECK_OK(weir_var_wait(v));
    weir_var_release(v);
    weir_var_release(before);
    weir_var_release(after);
    weir_runtime_free(rt);
}

TEST_BOTH(clearing_a_good_variable_changes_nothing) {
    weir_var *v = kit_var(rt);
    CHECK_OK(weir_var_clear(v));
    int x = 0;
    CHECK_OK(push_set(rt, &x, 1, NULL, v));
    CHECK_OK(weir_var_clear(v));
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(x, 1);
    weir_var_release(v);
    weir_runtime_free(rt);
}

/* ---- Tasks that run in any case -------------------------------------------------------------- */

typedef struct seen {
    weir_status status[5];
    int ran;
} seen;

static weir_status run_always(weir_context *ctx, void *arg) {
    seen *s = arg;
    for (uint32_t i = 0; i < 5; i++) s->status[i] = weir_context_input(ctx, i);
    s->ran++;
    return WEIR_OK;
}

TEST_BOTH(tasks_that_always_run_are_told_which_inputs_failed) {
    KIND(always, run_always, NULL, WEIR_KIND_ALWAYS);
    weir_var *good = kit_var(rt), *bad = kit_var(rt), *out = kit_var(rt);
    weir_var *reads[] = {good, good, bad, good};
    seen s = {.ran = 0};
    push_broken(rt, bad, 0);
    weir_task t = kit_task(&always, &s);
    t.reads = reads;
    t.read_count = 4;
    t.writes = &out;
    t.write_count = 1;
    CHECK_OK(weir_task_push(rt, &t));
    CHECK_OK(weir_var_wait(out));
    CHECK_EQ(s.ran, 1);
    CHECK_EQ(s.status[0], WEIR_OK);
    CHECK_EQ(s.status[1], WEIR_OK);
    CHECK_EQ(s.status[2], WEIR_EFAILED);
    CHECK_EQ(s.status[3], WEIR_OK);
    CHECK_EQ(s.status[4], WEIR_EINVAL); /* there is no fifth */
    weir_var_release(good);
    weir_var_release(bad);
    weir_var_release(out);
    weir_runtime_free(rt);
}

/* ---- Statuses a task may return -------------------------------------------------------------- */

static weir_status run_return(weir_context *ctx, void *arg) {
    (void)ctx;
    return (weir_status)(intptr_t)arg;
}

KIND(returner, run_return, NULL, WEIR_KIND_PURE);

TEST_BOTH(a_task_may_fail_with_any_failing_status) {
    for (int status = WEIR_ENOTDIR; status < 0; status++) {
        weir_var *v = kit_var(rt);
        kit_try(rt, &returner, (void *)(intptr_t)status, NULL, v);
        CHECK_EQ(weir_var_wait(v), status);
        CHECK_HAS(weir_error(), "returner");
        weir_var_release(v);
    }
    weir_runtime_free(rt);
}

TEST_BOTH(a_task_that_returns_no_status_has_failed) {
    static const int odd[] = {2, 100, -77, WEIR_PENDING}; /* pending, but without having deferred */
    for (int i = 0; i < 4; i++) {
        weir_var *v = kit_var(rt);
        kit_try(rt, &returner, (void *)(intptr_t)odd[i], NULL, v);
        weir_status got = weir_var_wait_at(v, 10000000000, "test", 0);
        CHECK_NE(got, WEIR_OK);
        CHECK_NE(got, WEIR_ETIMEDOUT);
        weir_var_release(v);
    }
    weir_runtime_free(rt);
}

static weir_status run_long_message(weir_context *ctx, void *arg) {
    (void)arg;
    char text[2000];
    memset(text, 'm', sizeof text);
    text[sizeof text - 1] = 0;
    return weir_context_fail(ctx, WEIR_EFAILED, text);
}

TEST_BOTH(long_names_and_messages_are_cut) {
    static const char name[] =
        "a_name_that_is_far_longer_than_the_sixty_four_bytes_which_a_failure_has_room_for_in_it";
    static const weir_kind kind = {sizeof kind, name, run_long_message, NULL, 0, 0};
    weir_var *v = kit_var(rt);
    kit_try(rt, &kind, NULL, NULL, v);
    CHECK_STATUS(weir_var_wait(v), EFAILED);
    weir_failure f;
    memset(&f, 0x7f, sizeof f);
    f.size = sizeof f;
    CHECK_OK(weir_error_get(&f));
    CHECK_EQ(strnlen(f.name, sizeof f.name), sizeof f.name - 1);
    CHECK(strncmp(f.name, name, sizeof f.name - 1) == 0);
    CHECK(strnlen(f.message, sizeof f.message) < sizeof f.message);
    CHECK_HAS(f.message, "mmmmmmmm");
    weir_var_release(v);
    weir_runtime_free(rt);
}

static weir_status run_null_message(weir_context *ctx, void *arg) {
    (void)arg;
    return weir_context_fail(ctx, WEIR_ESYS, NULL);
}

TEST_BOTH(a_failure_needs_no_message) {
    KIND(silent, run_null_message, NULL, 0);
    weir_var *v = kit_var(rt);
    kit_try(rt, &silent, NULL, NULL, v);
    CHECK_STATUS(weir_var_wait(v), ESYS);
    CHECK_HAS(weir_error(), "silent");
    weir_var_release(v);
    weir_runtime_free(rt);
}

/* ---- Root failures --------------------------------------------------------------------------- */

TEST_BOTH(waitall_reports_the_first_failure_once_and_counts_the_others) {
    weir_var *v = kit_var(rt);
    CHECK_OK(weir_waitall(rt));
    for (uint32_t site = 100; site < 103; site++) push_broken(rt, v, site);
    CHECK_STATUS(weir_waitall(rt), EFAILED);
    CHECK_HAS(weir_error(), "100");
    CHECK_HAS(weir_error(), "(and 2 more failures)");
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(weir_failure_count(rt), 3);
    CHECK_EQ(kit_stats(rt).failures, 3);
    weir_failure f = {.size = sizeof f};
    uint64_t seq = 0;
    for (uint32_t i = 0; i < 2; i++) { /* two are kept even where everything is small */
        CHECK_OK(weir_failure_get(rt, i, &f));
        CHECK_EQ(f.site, 100 + i);
        CHECK_EQ(f.status, WEIR_EFAILED);
        CHECK_STR(f.name, "kit_broken");
        if (i > 0) CHECK(f.seq > seq);
        seq = f.seq;
    }
    weir_failure_clear(rt);
    CHECK_EQ(weir_failure_count(rt), 0);
    CHECK_OK(weir_waitall(rt));
    CHECK_STATUS(weir_failure_get(rt, 0, &f), EINVAL);
    CHECK_STATUS(weir_var_wait(v), EFAILED); /* the variable keeps its mark */
    push_broken(rt, v, 200);
    CHECK_STATUS(weir_waitall(rt), EFAILED);
    CHECK_HAS(weir_error(), "200");
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST_BOTH(waitall_does_not_report_what_a_look_has_reported) {
    weir_var *v = kit_var(rt), *w = kit_var(rt);
    push_broken(rt, v, 1);
    CHECK_STATUS(weir_var_wait(v), EFAILED);
    CHECK_OK(weir_waitall(rt));
    push_broken(rt, w, 2);
    CHECK_STATUS(weir_waitall(rt), EFAILED); /* the new one alone */
    CHECK_HAS(weir_error(), "site 2");
    CHECK(!strstr(weir_error(), "more"));
    CHECK_STATUS(weir_var_wait(v), EFAILED); /* each look still raises */
    weir_var_release(v);
    weir_var_release(w);
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
}

TEST_BOTH(waitall_reports_the_failure_of_a_variable_that_is_gone) {
    weir_var *v = kit_var(rt);
    push_broken(rt, v, 7);
    weir_var_release(v);
    CHECK_STATUS(weir_waitall(rt), EFAILED);
    CHECK_HAS(weir_error(), "site 7");
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
}

TEST_BOTH(the_list_of_root_failures_is_bounded) {
    weir_var *v = kit_var(rt);
    int64_t many = test_scaled(20000) + 2000;
    for (int64_t i = 0; i < many; i++) push_broken(rt, v, (uint32_t)i);
    CHECK_STATUS(weir_waitall(rt), EFAILED);
    char words[64];
    snprintf(words, sizeof words, "(and %lld more failures)", (long long)many - 1);
    CHECK_HAS(weir_error(), words); /* failures that are not stored are counted */
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(weir_failure_count(rt), many);
    weir_failure f = {.size = sizeof f};
    uint32_t kept = 0;
    while (weir_failure_get(rt, kept, &f) == WEIR_OK) CHECK_EQ(f.site, kept++);
    CHECK(kept >= 2);
    CHECK_LE(kept, WEIR_FAILURES_MAX);
#if !defined(WEIR_HARD) || !WEIR_HARD
    CHECK_EQ(kept, WEIR_FAILURES_MAX);
#endif
    push_broken(rt, v, (uint32_t)many); /* reported ones are discarded */
    CHECK_STATUS(weir_waitall(rt), EFAILED);
    CHECK_OK(weir_failure_get(rt, kept - 1, &f));
    CHECK_EQ(f.site, many);
    CHECK_OK(weir_failure_get(rt, 0, &f));
    CHECK_EQ(f.site, 1);
    weir_var_release(v);
    weir_runtime_free(rt);
}

/* ---- Failures that were never observed ------------------------------------------------------- */

typedef struct logged {
    pthread_mutex_t lock;
    char text[8192];
} logged;

static void keep_log(void *ctx, int level, const char *text) {
    (void)level;
    logged *l = ctx;
    pthread_mutex_lock(&l->lock);
    size_t used = strlen(l->text);
    snprintf(l->text + used, sizeof l->text - used, "%s\n", text);
    pthread_mutex_unlock(&l->lock);
}

TEST(unreported_failures_are_logged_at_the_end) {
    KIND(unseen, kit_run_broken, NULL, 0);
    KIND(seen_one, kit_run_broken, NULL, 0);
    logged l = {.lock = PTHREAD_MUTEX_INITIALIZER};
    weir_config c = kit_config(1);
    c.log = keep_log;
    c.log_ctx = &l;
    weir_runtime *rt = kit_runtime_of(&c);
    weir_var *v = kit_var(rt), *w = kit_var(rt);
    kit_push(rt, &unseen, NULL, NULL, v);
    kit_push(rt, &seen_one, NULL, NULL, w);
    CHECK_STATUS(weir_var_wait(w), EFAILED);
    weir_var_release(v);
    weir_var_release(w);
    weir_runtime_free(rt);
    CHECK_HAS(l.text, "unseen");
    CHECK(!strstr(l.text, "seen_one"));
}

/* The log of a runtime with `count` failures, of which the first `looks` were reported. */
static void fail_often(logged *l, int count, int looks) {
    enum { MOST = 3000 };
    static weir_var *v[MOST];
    weir_config c = kit_config(1);
    c.log = keep_log;
    c.log_ctx = l;
    weir_runtime *rt = kit_runtime_of(&c);
    for (int i = 0; i < count; i++) {
        v[i] = kit_var(rt);
        push_broken(rt, v[i], (uint32_t)i + 1);
    }
    while (kit_stats(rt).queue_len > 0) sched_yield(); /* a wait would be a look */
    for (int i = 0; i < looks; i++) CHECK_STATUS(weir_var_wait(v[i]), EFAILED);
    for (int i = 0; i < count; i++) weir_var_release(v[i]);
    weir_runtime_free(rt);
}

TEST(reported_failures_are_not_logged) {
    logged few = {.lock = PTHREAD_MUTEX_INITIALIZER}, many = {.lock = PTHREAD_MUTEX_INITIALIZER};
    fail_often(&few, 100, 100);
    CHECK_STR(few.text, "");
    fail_often(&many, 3000, 3000); /* more than are kept */
    CHECK_STR(many.text, "");
}

TEST(the_log_names_some_failures_and_counts_the_others) {
#if defined(WEIR_HARD) && WEIR_HARD
    SKIP("the hostile build keeps two");
#endif
    logged some = {.lock = PTHREAD_MUTEX_INITIALIZER}, many = {.lock = PTHREAD_MUTEX_INITIALIZER};
    fail_often(&some, 30, 4);
    CHECK(!strstr(some.text, "(site 4)"));
    CHECK_HAS(some.text, "this failure was never observed: kit_broken (site 5)");
    CHECK_HAS(some.text, "(site 20)");
    CHECK(!strstr(some.text, "(site 21)"));
    CHECK_HAS(some.text, "and 10 more failures never observed");
    fail_often(&many, 3000, 0);
    CHECK_HAS(many.text, "and 2984 more failures never observed");
}

/* The log of two failures from one line, one of which was reported. */
static void fail_twice(logged *l, int told) {
    KIND(earlier, kit_run_broken, NULL, 0);
    KIND(later, kit_run_broken, NULL, 0);
    weir_config c = kit_config(1);
    c.log = keep_log;
    c.log_ctx = l;
    weir_runtime *rt = kit_runtime_of(&c);
    weir_var *v[2] = {kit_var(rt), kit_var(rt)};
    for (int i = 0; i < 2; i++) {
        weir_task t = kit_task(i == 0 ? &earlier : &later, NULL);
        t.writes = &v[i];
        t.write_count = 1;
        t.site = 7;
        CHECK_OK(weir_task_push(rt, &t));
    }
    CHECK_STATUS(weir_var_wait(v[told]), EFAILED);
    weir_var_release(v[0]);
    weir_var_release(v[1]);
    weir_runtime_free(rt);
}

TEST(a_reported_failure_covers_no_other_of_the_same_line) {
    logged last = {.lock = PTHREAD_MUTEX_INITIALIZER}, first = {.lock = PTHREAD_MUTEX_INITIALIZER};
    fail_twice(&last, 1);
    CHECK_HAS(last.text, "earlier");
    CHECK(!strstr(last.text, "later"));
    fail_twice(&first, 0);
    CHECK(!strstr(first.text, "earlier"));
    CHECK_HAS(first.text, "later");
}

/* ---- The serial engine ----------------------------------------------------------------------- */

TEST(the_serial_engine_returns_a_failure_from_the_push) {
    weir_runtime *rt = kit_runtime_serial();
    weir_var *v = kit_var(rt), *w = kit_var(rt);
    CHECK_STATUS(push_broken(rt, v, 31), EFAILED);
    CHECK_HAS(weir_error(), "it broke");
    CHECK_HAS(weir_error(), "31");
    CHECK_STATUS(kit_try(rt, &kit_nothing, NULL, v, w),
                 EFAILED); /* left out, for the same reason */
    CHECK_STATUS(weir_var_wait(v), EFAILED);
    CHECK_STATUS(weir_var_wait(w), EFAILED);
    weir_var_release(v);
    weir_var_release(w);
    weir_runtime_free(rt);
}
