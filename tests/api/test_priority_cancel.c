/* test_priority_cancel.c - priorities and cancellation.
 *
 * One worker is held at a gate while tasks are queued, so that their order is the engine's choice.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

/* ---- Priorities ------------------------------------------------------------------------------ */

typedef struct order {
    int ran[512], count; /* touched by the one worker only */
} order;

typedef struct entry {
    order *o;
    int id;
} entry;

static weir_status run_entry(weir_context *ctx, void *arg) {
    (void)ctx;
    entry *e = arg;
    e->o->ran[e->o->count++] = e->id;
    return WEIR_OK;
}

KIND(entry_kind, run_entry, NULL, 0);

static void push_entry(weir_runtime *rt, order *o, int id, int priority, weir_var *v) {
    entry e = {o, id};
    weir_task t = kit_task(&entry_kind, &e);
    t.arg_size = sizeof e;
    t.priority = priority;
    t.reads = t.writes = &v;
    t.read_count = t.write_count = v != NULL;
    CHECK_OK(weir_task_push(rt, &t));
}

TEST(ready_tasks_of_higher_priority_go_first) {
#if defined(WEIR_HARD) && WEIR_HARD
    SKIP("the hostile build drains three tasks at a time, and order by priority begins there");
#endif
    test_gate gate = {0};
    weir_runtime *rt = kit_held(kit_runtime(1), &gate);
    static order o;
    for (int i = 0; i < 160; i++) { /* each priority ten times, in an order that is none */
        int priority = i * 7 % 16 - 8;
        push_entry(rt, &o, -priority * 1000 + i, priority, NULL);
    }
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(o.count, 160);
    /* higher priorities first, in issue order within each: the ids ascend */
    for (int i = 1; i < 160; i++) CHECK(o.ran[i - 1] < o.ran[i]);
    weir_runtime_free(rt);
}

TEST(without_priorities_ready_tasks_run_in_issue_order) {
    test_gate gate = {0};
    weir_runtime *rt = kit_held(kit_runtime(1), &gate);
    static order o;
    for (int i = 0; i < 500; i++) push_entry(rt, &o, i, 0, NULL);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    for (int i = 0; i < 500; i++) CHECK_EQ(o.ran[i], i);
    weir_runtime_free(rt);
}

TEST(priority_does_not_overrule_the_order_of_one_variable) {
    test_gate gate = {0};
    weir_runtime *rt = kit_held(kit_runtime(1), &gate);
    weir_var *v = kit_var(rt);
    static order o;
    for (int i = 0; i < 16; i++) push_entry(rt, &o, i, i - 8, v);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    for (int i = 0; i < 16; i++) CHECK_EQ(o.ran[i], i);
    weir_var_release(v);
    weir_runtime_free(rt);
}

typedef struct urgent {
    weir_runtime *rt;
    order *o;
} urgent;

static weir_status run_issue_urgent(weir_context *ctx, void *arg) {
    (void)ctx;
    urgent *u = arg;
    push_entry(u->rt, u->o, 1000, WEIR_PRIORITY_MAX, NULL);
    return WEIR_OK;
}

TEST(an_urgent_task_overtakes_what_is_ready_already) {
    KIND(issue_urgent, run_issue_urgent, NULL, 0);
    test_gate gate = {0};
    weir_runtime *rt = kit_held(kit_runtime(1), &gate);
    static order o;
    urgent u = {rt, &o};
    kit_push(rt, &issue_urgent, &u, NULL, NULL);
    for (int i = 0; i < 300; i++) push_entry(rt, &o, i, WEIR_PRIORITY_MIN, NULL);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    int place = 0;
    while (o.ran[place] != 1000) place++;
    CHECK_LE(place, 100); /* not behind all the others */
    weir_runtime_free(rt);
}

/* ---- Cancel ---------------------------------------------------------------------------------- */

typedef struct parcel {
    atomic_int runs, drops;
} parcel;

static weir_status run_parcel(weir_context *ctx, void *arg) {
    (void)ctx;
    atomic_fetch_add(&((parcel *)arg)->runs, 1);
    return WEIR_OK;
}

static void drop_parcel(void *arg) { atomic_fetch_add(&((parcel *)arg)->drops, 1); }

KIND(parcel_kind, run_parcel, drop_parcel, 0);

TEST(cancel_drops_what_has_not_started) {
    test_gate gate = {0};
    weir_runtime *rt = kit_held(kit_runtime(1), &gate);
    weir_var *v = kit_var(rt), *w = kit_var(rt), *other = kit_var(rt);
    parcel dropped = {0}, after = {0}, kept = {0};
    for (int i = 0; i < 10; i++) kit_push(rt, &parcel_kind, &dropped, v, v);
    kit_push(rt, &parcel_kind, &after, v, w); /* computed from it: skipped as well */
    kit_push(rt, &parcel_kind, &kept, NULL, other);
    CHECK_OK(weir_var_cancel(v));
    test_gate_open(&gate);
    CHECK_STATUS(weir_var_wait(v), ECANCELED);
    CHECK_STATUS(weir_var_wait(v), ECANCELED);
    CHECK_STATUS(weir_var_wait(w), ECANCELED);
    CHECK_OK(weir_var_wait(other));
    weir_var_release(v);
    weir_var_release(w);
    weir_var_release(other);
    weir_runtime_free(rt);
    CHECK_EQ(dropped.runs, 0);
    CHECK_EQ(dropped.drops, 10);
    CHECK_EQ(after.runs, 0);
    CHECK_EQ(after.drops, 1);
    CHECK_EQ(kept.runs, 1);
    CHECK_EQ(kept.drops, 1);
}

TEST(cancel_drops_tasks_that_are_blocked) {
    weir_runtime *rt = kit_runtime(2);
    weir_var *slow = kit_var(rt), *v = kit_var(rt);
    test_gate gate = {0};
    parcel p = {0};
    kit_push(rt, &kit_gate, &gate, NULL, slow);
    for (int i = 0; i < 10; i++)
        kit_push(rt, &parcel_kind, &p, slow, v); /* the workers are free, they are not ready */
    test_gate_await(&gate, 1);
    CHECK_OK(weir_var_cancel(v));
    test_gate_open(&gate);
    CHECK_STATUS(weir_var_wait(v), ECANCELED);
    CHECK_OK(weir_var_wait(slow));
    weir_var_release(slow);
    weir_var_release(v);
    weir_runtime_free(rt);
    CHECK_EQ(p.runs, 0);
    CHECK_EQ(p.drops, 10);
}

/* Between short tasks a worker does not drain the submission queues: the ring has its next task. */
TEST(cancel_drops_tasks_that_are_next_in_line) {
    enum { VARS = 20 };
    weir_runtime *rt = kit_runtime(1);
    weir_var *v[VARS];
    test_gate first = {0}, second = {0};
    parcel p = {0};
    for (int i = 0; i < VARS; i++) v[i] = kit_var(rt);
    kit_hold(rt, &first, 1);
    for (int i = 0; i < 200; i++) kit_push(rt, &kit_nothing, NULL, NULL, NULL);
    kit_push(rt, &kit_gate, &second, NULL, NULL);
    for (int i = 0; i < VARS; i++) kit_push(rt, &parcel_kind, &p, NULL, v[i]);
    test_gate_open(&first);
    test_gate_await(&second, 1);
    for (int i = 0; i < VARS; i++) CHECK_OK(weir_var_cancel(v[i]));
    test_gate_open(&second);
    for (int i = 0; i < VARS; i++) {
        CHECK_STATUS(weir_var_wait(v[i]), ECANCELED);
        weir_var_release(v[i]);
    }
    weir_runtime_free(rt);
    CHECK_EQ(p.runs, 0);
    CHECK_EQ(p.drops, VARS);
}

TEST(cancel_leaves_running_tasks_and_readers_alone) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt), *copy = kit_var(rt);
    test_gate gate = {0};
    parcel read = {0};
    kit_push(rt, &kit_gate, &gate, NULL, v);
    kit_push(rt, &parcel_kind, &read, v, copy);
    test_gate_await(&gate, 1);
    CHECK_OK(weir_var_cancel(v)); /* nothing that writes it is left to drop */
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait(v));
    CHECK_OK(weir_var_wait(copy));
    CHECK_EQ(read.runs, 1);
    weir_var_release(v);
    weir_var_release(copy);
    weir_runtime_free(rt);
}

TEST(a_cancelled_variable_can_be_written_again) {
    test_gate gate = {0};
    weir_runtime *rt = kit_held(kit_runtime(1), &gate);
    weir_var *v = kit_var(rt);
    parcel before = {0}, after = {0};
    kit_push(rt, &parcel_kind, &before, NULL, v);
    CHECK_OK(weir_var_cancel(v));
    kit_push(rt, &parcel_kind, &after, NULL, v); /* issued later: not dropped, and overwrites */
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(before.runs, 0);
    CHECK_EQ(after.runs, 1);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(clearing_a_cancelled_variable_brings_the_old_contents_back) {
    test_gate gate = {0};
    weir_runtime *rt = kit_held(kit_runtime(1), &gate);
    weir_var *v = kit_var(rt);
    parcel p = {0};
    kit_push(rt, &parcel_kind, &p, v, v);
    CHECK_OK(weir_var_cancel(v));
    CHECK_OK(weir_var_clear(v));
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(p.runs, 0);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(all_outputs_of_a_cancelled_task_are_marked) {
    test_gate gate = {0};
    weir_runtime *rt = kit_held(kit_runtime(1), &gate);
    weir_var *out[2] = {kit_var(rt), kit_var(rt)};
    parcel p = {0};
    weir_task t = kit_task(&parcel_kind, &p);
    t.writes = out;
    t.write_count = 2;
    CHECK_OK(weir_task_push(rt, &t));
    CHECK_OK(weir_var_cancel(out[0]));
    test_gate_open(&gate);
    CHECK_STATUS(weir_var_wait(out[0]), ECANCELED);
    CHECK_STATUS(weir_var_wait(out[1]), ECANCELED);
    weir_var_release(out[0]);
    weir_var_release(out[1]);
    weir_runtime_free(rt);
    CHECK_EQ(p.runs, 0);
}

TEST(cancelling_at_random_never_loses_a_task) {
    enum { VARS = 10 };
    int64_t count = test_scaled(20000);
    weir_runtime *rt = kit_runtime(3);
    weir_var *v[VARS];
    parcel p = {0};
    uint64_t random = 5;
    for (int i = 0; i < VARS; i++) v[i] = kit_var(rt);
    for (int64_t i = 0; i < count; i++) {
        uint64_t dice = test_random(&random);
        kit_push(rt, &parcel_kind, &p, v[dice % VARS], v[dice / VARS % VARS]);
        if (dice >> 50 & 7) continue;
        CHECK_OK(dice >> 60 & 1 ? weir_var_cancel(v[dice % 7]) : weir_var_clear(v[dice % 7]));
    }
    weir_waitall(rt);
    for (int i = 0; i < VARS; i++) {
        weir_status s = weir_var_wait(v[i]);
        CHECK(s == WEIR_OK || s == WEIR_ECANCELED);
        weir_var_release(v[i]);
    }
    CHECK_EQ(kit_stats(rt).queue_len, 0);
    weir_runtime_free(rt);
    CHECK_EQ(p.drops, count);
    CHECK_LE(p.runs, count);
}

TEST(one_cancel_is_one_root_failure) {
    test_gate gate = {0};
    weir_runtime *rt = kit_held(kit_runtime(1), &gate);
    weir_var *v = kit_var(rt), *w = kit_var(rt);
    parcel p = {0};
    for (int i = 0; i < 5; i++) kit_push(rt, &parcel_kind, &p, i % 2 ? v : NULL, v);
    CHECK_OK(weir_var_cancel(v));
    for (int i = 0; i < 5; i++) kit_push(rt, &parcel_kind, &p, w, w);
    CHECK_OK(weir_var_cancel(w));
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt)); /* the caller of cancel knows */
    CHECK_EQ(weir_failure_count(rt), 2);
    CHECK_STATUS(weir_var_wait(v), ECANCELED);
    CHECK_STATUS(weir_var_wait(w), ECANCELED);
    weir_var_release(v);
    weir_var_release(w);
    weir_runtime_free(rt);
    CHECK_EQ(p.drops, 10);
}

/* ---- Cancelling everything ------------------------------------------------------------------- */

TEST(cancel_all_drops_what_has_not_started) {
    enum { VARS = 20 };
    weir_runtime *rt = kit_runtime(1);
    weir_var *v[VARS], *running = kit_var(rt), *later = kit_var(rt);
    test_gate gate = {0};
    parcel dropped = {0}, after = {0};
    for (int i = 0; i < VARS; i++) v[i] = kit_var(rt);
    kit_push(rt, &kit_gate, &gate, NULL, running);
    test_gate_await(&gate, 1);
    for (int i = 0; i < 500; i++)
        kit_push(rt, &parcel_kind, &dropped, i % 3 ? v[i % 7] : running, v[i % VARS]);
    weir_site_set(77);
    CHECK_OK(weir_cancel_all(rt));
    weir_site_set(0);
    kit_push(rt, &parcel_kind, &after, NULL, later); /* issued later: not concerned */
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    CHECK_OK(weir_var_wait(running)); /* started tasks continue */
    CHECK_OK(weir_var_wait(later));
    for (int i = 0; i < VARS; i++) {
        CHECK_STATUS(weir_var_wait(v[i]), ECANCELED);
        CHECK_HAS(weir_error(), "cancel_all (site 77)");
        CHECK_HAS(weir_error(), "this value was not written");
    }
    CHECK_EQ(weir_failure_count(rt), 1);
    weir_failure f = {.size = sizeof f};
    CHECK_OK(weir_failure_get(rt, 0, &f));
    CHECK_STR(f.name, "cancel_all");
    CHECK_EQ(f.status, WEIR_ECANCELED);
    CHECK_OK(weir_var_clear(v[0])); /* and can be used again */
    CHECK_OK(weir_var_wait(v[0]));
    for (int i = 0; i < VARS; i++) weir_var_release(v[i]);
    weir_var_release(running);
    weir_var_release(later);
    weir_runtime_free(rt);
    CHECK_EQ(dropped.runs, 0);
    CHECK_EQ(dropped.drops, 500);
    CHECK_EQ(after.runs, 1);
}

TEST(cancel_all_of_an_empty_queue_is_no_failure) {
    weir_runtime *threaded = kit_runtime(2), *serial = kit_runtime_serial();
    for (int i = 0; i < 3; i++) {
        CHECK_OK(weir_cancel_all(threaded));
        CHECK_OK(weir_cancel_all(serial));
    }
    CHECK_EQ(weir_failure_count(threaded), 0);
    parcel p = {0};
    weir_var *v = kit_var(threaded);
    kit_push(threaded, &parcel_kind, &p, NULL, v);
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(p.runs, 1);
    weir_var_release(v);
    weir_runtime_free(threaded);
    weir_runtime_free(serial);
    CHECK_STATUS(weir_cancel_all(NULL), EINVAL);
}

static void note_status(weir_status status, void *arg) { atomic_store((atomic_int *)arg, status); }

TEST(cancel_all_delivers_callbacks_and_notices) {
    test_gate gate = {0};
    weir_runtime *rt = kit_held(kit_runtime(1), &gate);
    weir_var *v = kit_var(rt);
    parcel p = {0};
    atomic_int told = 1;
    kit_push(rt, &parcel_kind, &p, NULL, v);
    CHECK_OK(weir_var_on_ready(v, note_status, &told));
    CHECK_OK(weir_notice_push(v, 9));
    CHECK_OK(weir_cancel_all(rt));
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(told, WEIR_ECANCELED);
    weir_notice notice;
    CHECK_EQ(weir_notice_take(rt, &notice, 1), 1);
    CHECK_EQ(notice.token, 9);
    CHECK_EQ(notice.status, WEIR_ECANCELED);
    weir_var_release(v);
    weir_runtime_free(rt);
}

typedef struct waiter {
    weir_var *v;
    weir_status status;
} waiter;

static void *wait_for_it(void *arg) {
    waiter *w = arg;
    w->status = weir_var_wait(w->v);
    return NULL;
}

TEST(cancel_all_ends_the_waits_of_other_threads) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *slow = kit_var(rt), *v = kit_var(rt);
    test_gate gate = {0};
    parcel p = {0};
    kit_push(rt, &kit_gate, &gate, NULL, slow);
    for (int i = 0; i < 100; i++) kit_push(rt, &parcel_kind, &p, slow, v);
    waiter w = {v, WEIR_OK};
    test_thread thread = test_thread_start(wait_for_it, &w);
    test_gate_await(&gate, 1);
    CHECK_OK(weir_cancel_all(rt));
    test_gate_open(&gate);
    test_thread_join(thread);
    CHECK_EQ(w.status, WEIR_ECANCELED);
    CHECK_EQ(p.runs, 0);
    weir_var_release(slow);
    weir_var_release(v);
    weir_runtime_free(rt);
}

typedef struct storm {
    weir_runtime *rt;
    parcel *p;
    int64_t count;
} storm;

static void *issue_storm(void *arg) {
    storm *s = arg;
    weir_var *v[5];
    uint64_t random = (uint64_t)(uintptr_t)&v;
    for (int i = 0; i < 5; i++) v[i] = kit_var(s->rt);
    for (int64_t i = 0; i < s->count; i++) {
        uint64_t dice = test_random(&random);
        kit_push(s->rt, &parcel_kind, s->p, v[dice % 5], v[dice / 5 % 5]);
        if (i % 64 == 63) (void)weir_var_clear(v[dice % 5]);
    }
    for (int i = 0; i < 5; i++) {
        weir_status status = weir_var_wait(v[i]);
        CHECK(status == WEIR_OK || status == WEIR_ECANCELED);
        weir_var_release(v[i]);
    }
    return NULL;
}

TEST(cancel_all_while_threads_issue_loses_no_task) {
    enum { THREADS = 3 };
    parcel p = {0};
    storm s = {kit_runtime(2), &p, test_scaled(6000)};
    test_thread thread[THREADS];
    for (int i = 0; i < THREADS; i++) thread[i] = test_thread_start(issue_storm, &s);
    for (int i = 0; i < 200; i++) CHECK_OK(weir_cancel_all(s.rt));
    for (int i = 0; i < THREADS; i++) test_thread_join(thread[i]);
    CHECK_OK(weir_waitall(s.rt));
    CHECK_LE(weir_failure_count(s.rt), 200);
    CHECK_EQ(kit_stats(s.rt).queue_len, 0);
    weir_runtime_free(s.rt);
    CHECK_EQ(p.drops, THREADS * s.count);
}
