/* test_order.c - results are as if tasks ran one by one, in program order.
 *
 * Values are plain memory: only the engine orders accesses, and a sanitizer detects when it does not.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

static const int worker_counts[] = {1, 2, 4};
enum { WORKER_COUNTS = 3 };

/* ---- Writes, reads, updates ----------------------------------------------------------------- */

typedef struct step {
    uint64_t *x;
    uint64_t k;
} step;

static weir_status run_step(weir_context *ctx, void *arg) {
    (void)ctx;
    step *s = arg;
    *s->x = *s->x * 31 + s->k; /* depends on order */
    return WEIR_OK;
}

static weir_status run_set(weir_context *ctx, void *arg) {
    (void)ctx;
    step *s = arg;
    *s->x = s->k;
    return WEIR_OK;
}

KIND(step_kind, run_step, NULL, WEIR_KIND_PURE | WEIR_KIND_HELP);
KIND(set_kind, run_set, NULL, WEIR_KIND_PURE);

static void push_copy(weir_runtime *rt, const weir_kind *kind, void *arg, size_t size,
                      weir_var *read, weir_var *write) {
    weir_task t = kit_task(kind, arg);
    t.arg_size = size;
    t.reads = &read;
    t.read_count = read != NULL;
    t.writes = &write;
    t.write_count = write != NULL;
    CHECK_OK(weir_task_push(rt, &t));
}

TEST(updates_of_one_variable_run_in_issue_order) {
    int64_t count = test_scaled(20000);
    for (int w = 0; w < WORKER_COUNTS; w++) {
        weir_runtime *rt = kit_runtime(worker_counts[w]);
        weir_var *v = kit_var(rt);
        uint64_t x = 1, model = 1;
        for (int64_t i = 0; i < count; i++) {
            step s = {&x, (uint64_t)i};
            push_copy(rt, &step_kind, &s, sizeof s, v, v);
            model = model * 31 + (uint64_t)i;
        }
        CHECK_OK(weir_var_wait(v));
        CHECK_EQ(x, model);
        weir_var_release(v);
        weir_runtime_free(rt);
    }
}

TEST(overwrites_of_one_variable_run_in_issue_order) {
    int64_t count = test_scaled(20000);
    weir_runtime *rt = kit_runtime(4);
    weir_var *v = kit_var(rt);
    uint64_t x = 1, model = 1;
    for (int64_t i = 0; i < count; i++) {
        step s = {&x, (uint64_t)i};
        push_copy(rt, &step_kind, &s, sizeof s, NULL, v);
        model = model * 31 + (uint64_t)i;
    }
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(x, model);
    weir_var_release(v);
    weir_runtime_free(rt);
}

typedef struct look {
    const uint64_t *x;
    uint64_t *out;
} look;

static weir_status run_look(weir_context *ctx, void *arg) {
    (void)ctx;
    look *l = arg;
    *l->out = *l->x;
    return WEIR_OK;
}

KIND(look_kind, run_look, NULL, WEIR_KIND_PURE);

TEST(reads_see_the_write_before_them_and_not_the_one_after) {
    enum { LOOKS = 5 };
    int64_t rounds = test_scaled(2000);
    uint64_t *seen = calloc((size_t)rounds * LOOKS, sizeof *seen), x = 0;
    weir_runtime *rt = kit_runtime(4);
    weir_var *v = kit_var(rt);
    for (int64_t i = 0; i < rounds; i++) {
        step s = {&x, (uint64_t)i + 7};
        push_copy(rt, &set_kind, &s, sizeof s, NULL, v);
        for (int j = 0; j < LOOKS; j++) {
            look l = {&x, &seen[i * LOOKS + j]};
            push_copy(rt, &look_kind, &l, sizeof l, v, NULL);
        }
    }
    CHECK_OK(weir_waitall(rt));
    for (int64_t i = 0; i < rounds * LOOKS; i++) CHECK_EQ(seen[i], i / LOOKS + 7);
    weir_var_release(v);
    weir_runtime_free(rt);
    free(seen);
}

static weir_status run_meet(weir_context *ctx, void *arg) {
    (void)ctx;
    test_gate *g = arg;
    atomic_fetch_add(&g->arrived, 1);
    CHECK_SOON(atomic_load(&g->arrived) >= 2); /* true only if both run concurrently */
    return WEIR_OK;
}

KIND(meet_kind, run_meet, NULL, 0);

TEST(reads_of_one_variable_run_in_parallel) {
    weir_runtime *rt = kit_runtime(2);
    weir_var *v = kit_var(rt);
    test_gate meeting = {0};
    kit_push(rt, &kit_nothing, NULL, NULL, v);
    kit_push(rt, &meet_kind, &meeting, v, NULL);
    kit_push(rt, &meet_kind, &meeting, v, NULL);
    CHECK_OK(weir_waitall(rt));
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(writes_of_different_variables_run_in_parallel) {
    weir_runtime *rt = kit_runtime(2);
    weir_var *a = kit_var(rt), *b = kit_var(rt);
    test_gate meeting = {0};
    kit_push(rt, &meet_kind, &meeting, NULL, a);
    kit_push(rt, &meet_kind, &meeting, NULL, b);
    CHECK_OK(weir_waitall(rt));
    weir_var_release(a);
    weir_var_release(b);
    weir_runtime_free(rt);
}

static weir_status run_reader(weir_context *ctx, void *arg) {
    (void)ctx;
    _Atomic int *written = arg;
    for (int i = 0; i < 100; i++) CHECK_EQ(atomic_load(written), 0);
    return WEIR_OK;
}

static weir_status run_writer(weir_context *ctx, void *arg) {
    (void)ctx;
    atomic_store((_Atomic int *)arg, 1);
    return WEIR_OK;
}

KIND(reader_kind, run_reader, NULL, 0);
KIND(writer_kind, run_writer, NULL, 0);

TEST(a_write_waits_for_the_many_reads_before_it) {
    int64_t reads = test_scaled(3000);
    for (int w = 0; w < WORKER_COUNTS; w++) {
        weir_runtime *rt = kit_runtime(worker_counts[w]);
        weir_var *v = kit_var(rt);
        _Atomic int written = 0;
        for (int64_t i = 0; i < reads; i++) kit_push(rt, &reader_kind, &written, v, NULL);
        kit_push(rt, &writer_kind, &written, NULL, v);
        CHECK_OK(weir_var_wait(v));
        CHECK_EQ(written, 1);
        weir_var_release(v);
        weir_runtime_free(rt);
    }
}

TEST(a_read_does_not_overtake_a_write_that_waits) {
    weir_runtime *rt = kit_runtime(3);
    weir_var *v = kit_var(rt), *out = kit_var(rt);
    test_gate gate = {0};
    uint64_t x = 1, seen = 0;
    kit_push(rt, &kit_gate, &gate, v, NULL); /* an old read that takes long */
    step s = {&x, 2};
    look l = {&x, &seen};
    push_copy(rt, &set_kind, &s, sizeof s, NULL, v);
    push_copy(rt, &look_kind, &l, sizeof l, v, out);
    test_gate_await(&gate, 1);
    CHECK_STATUS(weir_var_wait_at(out, 20000000, "test", 0), ETIMEDOUT);
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait(out));
    CHECK_EQ(seen, 2);
    weir_var_release(v);
    weir_var_release(out);
    weir_runtime_free(rt);
}

TEST(a_task_without_variables_runs) {
    weir_runtime *rt = kit_runtime(2);
    atomic_int ran = 0;
    for (int i = 0; i < 100; i++) kit_push(rt, &kit_count, &ran, NULL, NULL);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(ran, 100);
    weir_runtime_free(rt);
}

/* ---- Lists ---------------------------------------------------------------------------------- */

TEST(naming_a_variable_twice_is_naming_it_once) {
    weir_runtime *rt = kit_runtime(2);
    weir_var *a = kit_var(rt), *b = kit_var(rt);
    uint64_t x = 1, model = 1;
    weir_var *reads[] = {a, b, a, a, b}, *writes[] = {a, a};
    for (uint64_t i = 0; i < 200; i++) {
        step s = {&x, i};
        weir_task t = kit_task(&step_kind, &s);
        t.arg_size = sizeof s;
        t.reads = reads;
        t.read_count = 5;
        t.writes = writes;
        t.write_count = i % 3; /* none: the read alone must not be counted as a write */
        if (t.write_count == 0) t.kind = &kit_nothing;
        if (t.write_count > 0) model = model * 31 + i;
        CHECK_OK(weir_task_push(rt, &t));
    }
    CHECK_OK(weir_var_wait(a));
    CHECK_EQ(x, model);
    CHECK_OK(weir_waitall(rt));
    weir_var_release(a);
    weir_var_release(b);
    weir_runtime_free(rt);
}

static weir_status run_half(weir_context *ctx, void *arg) {
    (void)ctx;
    step *s = arg;
    for (int i = 0; i < 16; i++) s->x[i] = s->x[i] * 31 + s->k;
    return WEIR_OK;
}

KIND(half_kind, run_half, NULL, WEIR_KIND_PURE);

TEST(views_of_one_storage_are_ordered_with_each_other) {
    weir_runtime *rt = kit_runtime(4);
    weir_var *storage = kit_var(rt);
    uint64_t x[32] = {0}, model[32] = {0};
    for (uint64_t i = 0; i < 300; i++) {
        step s = {x + i % 17, i}; /* overlapping slices, one variable */
        push_copy(rt, &half_kind, &s, sizeof s, storage, storage);
        for (int j = 0; j < 16; j++)
            model[i % 17 + (uint64_t)j] = model[i % 17 + (uint64_t)j] * 31 + i;
    }
    CHECK_OK(weir_var_wait(storage));
    CHECK(memcmp(x, model, sizeof x) == 0);
    weir_var_release(storage);
    weir_runtime_free(rt);
}

enum { WIDE = 1000 };

typedef struct wide {
    uint64_t *x;
    uint64_t k;
} wide;

static weir_status run_wide(weir_context *ctx, void *arg) {
    (void)ctx;
    wide *w = arg;
    uint64_t sum = w->k;
    for (int i = 0; i < WIDE; i++) sum = sum * 3 + w->x[i];
    for (int i = 0; i < WIDE; i += 2) w->x[i] = sum + (uint64_t)i;
    return WEIR_OK;
}

KIND(wide_kind, run_wide, NULL, WEIR_KIND_PURE);

TEST(tasks_may_name_a_thousand_variables) {
    int64_t rounds = test_scaled(200);
    static uint64_t x[WIDE], model[WIDE];
    weir_runtime *rt = kit_runtime(2);
    weir_var *v[WIDE], *even[WIDE / 2];
    for (int i = 0; i < WIDE; i++) v[i] = kit_var(rt);
    for (int i = 0; i < WIDE; i += 2) even[i / 2] = v[i];
    for (int64_t r = 0; r < rounds; r++) {
        wide a = {x, (uint64_t)r}, m = {model, (uint64_t)r};
        weir_task t = kit_task(&wide_kind, &a);
        t.arg_size = sizeof a;
        t.reads = v;
        t.read_count = WIDE;
        t.writes = even;
        t.write_count = WIDE / 2;
        CHECK_OK(weir_task_push(rt, &t));
        run_wide(NULL, &m);
        step s = {&x[r % WIDE], (uint64_t)r}; /* and a narrow one between the wide ones */
        push_copy(rt, &step_kind, &s, sizeof s, v[r % WIDE], v[r % WIDE]);
        model[r % WIDE] = model[r % WIDE] * 31 + (uint64_t)r;
    }
    for (int i = 0; i < WIDE; i++) {
        CHECK_OK(weir_var_wait(v[i]));
        CHECK_EQ(x[i], model[i]);
        weir_var_release(v[i]);
    }
    weir_runtime_free(rt);
}

TEST(a_task_may_name_as_many_variables_as_the_header_says) {
    weir_runtime *rt = kit_runtime(2);
    weir_var **v = calloc(WEIR_ACCESS_MAX, sizeof *v);
    for (int i = 0; i < WEIR_ACCESS_MAX; i++) v[i] = kit_var(rt);
    atomic_int ran = 0;
    kit_push(rt, &kit_nothing, NULL, NULL, v[WEIR_ACCESS_MAX - 1]);
    weir_task t = kit_task(&kit_count, &ran);
    t.reads = v;
    t.read_count = WEIR_ACCESS_MAX;
    CHECK_OK(weir_task_push(rt, &t));
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(ran, 1);
    for (int i = 0; i < WEIR_ACCESS_MAX; i++) weir_var_release(v[i]);
    weir_runtime_free(rt);
    free(v);
}

/* ---- Tasks that issue ----------------------------------------------------------------------- */

typedef struct outer {
    weir_runtime *rt;
    weir_var *v;
    uint64_t *x;
} outer;

static weir_status run_outer(weir_context *ctx, void *arg) {
    (void)ctx;
    outer *o = arg;
    for (uint64_t i = 0; i < 50; i++) {
        step s = {o->x, i};
        push_copy(o->rt, &step_kind, &s, sizeof s, o->v, o->v);
    }
    return WEIR_OK;
}

KIND(outer_kind, run_outer, NULL, 0);

TEST(what_a_task_issued_comes_before_what_follows_its_wait) {
    weir_runtime *rt = kit_runtime(2);
    weir_var *v = kit_var(rt), *done = kit_var(rt);
    uint64_t x = 0, model = 0;
    for (int r = 0; r < 20; r++) {
        outer o = {rt, v, &x};
        push_copy(rt, &outer_kind, &o, sizeof o, NULL, done);
        CHECK_OK(weir_var_wait(done));
        step s = {&x, 1000};
        push_copy(rt, &step_kind, &s, sizeof s, v, v);
        for (uint64_t i = 0; i < 50; i++) model = model * 31 + i;
        model = model * 31 + 1000;
    }
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(x, model);
    weir_var_release(v);
    weir_var_release(done);
    weir_runtime_free(rt);
}

/* ---- Arguments ------------------------------------------------------------------------------ */

typedef struct block {
    atomic_int *good;
    uint64_t seed;
    uint64_t words[];
} block;

static weir_status run_check_block(weir_context *ctx, void *arg) {
    (void)ctx;
    block *b = arg;
    CHECK_EQ((uintptr_t)b % _Alignof(uint64_t), 0);
    uint64_t state = b->seed, count = b->seed % 20000;
    for (uint64_t i = 0; i < count; i++) CHECK_EQ(b->words[i], test_random(&state));
    atomic_fetch_add(b->good, 1);
    return WEIR_OK;
}

KIND(block_kind, run_check_block, NULL, 0);

TEST(arguments_of_any_size_are_copied) {
    static const uint64_t sizes[] = {0, 1, 2, 100, 3000, 4096, 5000, 19999};
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    atomic_int good = 0;
    kit_hold(rt, &gate, 1);
    block *b = calloc(1, sizeof *b + 20000 * 8);
    for (int i = 0; i < 8; i++) {
        b->good = &good;
        b->seed = 20000 * 77 + sizes[i];
        uint64_t state = b->seed;
        for (uint64_t j = 0; j < sizes[i]; j++) b->words[j] = test_random(&state);
        push_copy(rt, &block_kind, b, sizeof *b + sizes[i] * 8, NULL, NULL);
        memset(b, 0x5a, sizeof *b + 20000 * 8); /* the copy is the task's own */
    }
    free(b);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(good, 8);
    weir_runtime_free(rt);
}

TEST(an_argument_of_size_zero_is_passed_as_a_pointer) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    uint64_t x = 3;
    step s = {&x, 4};
    kit_hold(rt, &gate, 1);
    kit_push(rt, &set_kind, &s, NULL, NULL);
    s.k = 5; /* seen, since the task has the same pointer */
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(x, 5);
    weir_runtime_free(rt);
}

/* ---- Drop ----------------------------------------------------------------------------------- */

typedef struct parcel {
    atomic_int runs, drops;
    weir_status status;
} parcel;

static weir_status run_parcel(weir_context *ctx, void *arg) {
    (void)ctx;
    parcel *p = arg;
    CHECK_EQ(p->drops, 0);
    atomic_fetch_add(&p->runs, 1);
    return p->status;
}

static void drop_parcel(void *arg) { atomic_fetch_add(&((parcel *)arg)->drops, 1); }

KIND(parcel_kind, run_parcel, drop_parcel, WEIR_KIND_PURE);

static void drops_once(weir_runtime *rt) {
    static parcel ran, failed, skipped, refused;
    failed.status = WEIR_EFAILED;
    weir_var *v = kit_var(rt), *w = kit_var(rt);
    kit_push(rt, &parcel_kind, &ran, NULL, v);
    kit_try(rt, &parcel_kind, &failed, NULL, v);
    kit_try(rt, &parcel_kind, &skipped, v, w);
    weir_task bad = kit_task(&parcel_kind, &refused);
    bad.priority = 100;
    CHECK_STATUS(weir_task_push(rt, &bad), EINVAL);
    CHECK_STATUS(weir_waitall(rt), EFAILED);
    weir_var_release(v);
    weir_var_release(w);
    CHECK_SOON(ran.drops && failed.drops && skipped.drops);
    weir_runtime_free(rt);
    CHECK_EQ(ran.runs, 1);
    CHECK_EQ(ran.drops, 1);
    CHECK_EQ(failed.runs, 1);
    CHECK_EQ(failed.drops, 1);
    CHECK_EQ(skipped.runs, 0);
    CHECK_EQ(skipped.drops, 1);
    CHECK_EQ(refused.drops, 0);
}

TEST(drop_is_called_once_whether_a_task_ran_failed_or_was_skipped) { drops_once(kit_runtime(2)); }

TEST(drop_is_called_once_by_the_serial_engine_too) { drops_once(kit_runtime_serial()); }

TEST(drop_is_called_once_when_a_task_is_cancelled) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    parcel p = {0};
    weir_var *v = kit_var(rt);
    kit_hold(rt, &gate, 1);
    kit_push(rt, &parcel_kind, &p, NULL, v);
    CHECK_OK(weir_var_cancel(v));
    test_gate_open(&gate);
    CHECK_STATUS(weir_var_wait(v), ECANCELED);
    weir_var_release(v);
    weir_runtime_free(rt);
    CHECK_EQ(p.runs, 0);
    CHECK_EQ(p.drops, 1);
}

TEST(drop_is_called_once_for_tasks_that_the_end_of_the_runtime_leaves_out) {
    enum { COUNT = 500 };
    static parcel p[COUNT];
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    for (int i = 0; i < COUNT; i++) kit_push(rt, &parcel_kind, &p[i], v, v);
    weir_var_release(v);
    weir_runtime_free(rt);
    for (int i = 0; i < COUNT; i++) {
        CHECK_EQ(p[i].drops, 1);
        CHECK_LE(p[i].runs, 1);
    }
}
