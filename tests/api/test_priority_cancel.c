/* test_priority_cancel.c - what goes first, and what is dropped.
 *
 * One worker is held at a gate while tasks are queued, so that their order is the engine's choice.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

/* ---- Priorities ------------------------------------------------------------------------------------ */

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
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    static order o;
    kit_hold(rt, &gate, 1);
    for (int i = 0; i < 160; i++) { /* each priority ten times, in an order that is none */
        int priority = i * 7 % 16 - 8;
        push_entry(rt, &o, -priority * 1000 + i, priority, NULL);
    }
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(o.count, 160);
    /* higher ones first, and first come first served inside each: the ids rise */
    for (int i = 1; i < 160; i++) CHECK(o.ran[i - 1] < o.ran[i]);
    weir_runtime_free(rt);
}

TEST(without_priorities_ready_tasks_run_in_issue_order) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    static order o;
    kit_hold(rt, &gate, 1);
    for (int i = 0; i < 500; i++) push_entry(rt, &o, i, 0, NULL);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    for (int i = 0; i < 500; i++) CHECK_EQ(o.ran[i], i);
    weir_runtime_free(rt);
}

TEST(priority_does_not_overrule_the_order_of_one_variable) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    test_gate gate = {0};
    static order o;
    kit_hold(rt, &gate, 1);
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
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    static order o;
    urgent u = {rt, &o};
    kit_hold(rt, &gate, 1);
    kit_push(rt, &issue_urgent, &u, NULL, NULL);
    for (int i = 0; i < 300; i++) push_entry(rt, &o, i, WEIR_PRIORITY_MIN, NULL);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    int place = 0;
    while (o.ran[place] != 1000) place++;
    CHECK_LE(place, 100); /* not behind all the others */
    weir_runtime_free(rt);
}

/* ---- Cancel ------------------------------------------------------------------------------------------ */

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
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt), *w = kit_var(rt), *other = kit_var(rt);
    test_gate gate = {0};
    parcel dropped = {0}, after = {0}, kept = {0};
    kit_hold(rt, &gate, 1);
    for (int i = 0; i < 10; i++) kit_push(rt, &parcel_kind, &dropped, v, v);
    kit_push(rt, &parcel_kind, &after, v, w); /* computed from it: left out as well */
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

/* Between short tasks a worker does not look at what was issued: the ring has the next one. */
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
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    test_gate gate = {0};
    parcel before = {0}, after = {0};
    kit_hold(rt, &gate, 1);
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
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    test_gate gate = {0};
    parcel p = {0};
    kit_hold(rt, &gate, 1);
    kit_push(rt, &parcel_kind, &p, v, v);
    CHECK_OK(weir_var_cancel(v));
    CHECK_OK(weir_var_clear(v));
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(p.runs, 0);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(all_outputs_of_a_cancelled_task_say_so) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *out[2] = {kit_var(rt), kit_var(rt)};
    test_gate gate = {0};
    parcel p = {0};
    kit_hold(rt, &gate, 1);
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
