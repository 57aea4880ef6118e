/* test_host_ahead.c - host data that only queued work keeps alive is bounded; passing in more waits.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"

#include <stdbool.h>

enum { COUNT = 1 << 14, BYTES = COUNT * 4, AHEAD = 8 * BYTES, SITE = 432 };

static weir_runtime *bounded(int workers) {
    weir_config c = kit_config(workers);
    c.host_ahead_bytes = AHEAD;
    c.level_floor_bytes = 1;
    c.memory_bytes = (uint64_t)64 << 20;
    return kit_runtime_of(&c);
}

static float lent[COUNT];
static atomic_int returned;

static void give_back(void *ctx) {
    CHECK(ctx == lent);
    atomic_fetch_add(&returned, 1);
}

static weir_status make(weir_runtime *rt, bool borrow, weir_array **a) {
    int64_t n = COUNT;
    return borrow
               ? weir_array_from_memory(rt, WEIR_FLOAT32, &n, NULL, 1, lent, 0, give_back, lent, a)
               : weir_array_new(rt, WEIR_FLOAT32, &n, 1, lent, a);
}

/* Creates arrays from host data, has a task read each, and releases them. */
typedef struct bringer {
    weir_runtime *rt;
    bool borrow;
    int count;
    const weir_kind *kind;
    void *arg;
    atomic_int made, done;
    uint64_t most; /* host_ahead */
    weir_status status;
} bringer;

static void *bring(void *arg) {
    bringer *b = arg;
    weir_site_set(SITE);
    while (b->made < b->count) {
        weir_array *a = NULL;
        b->status = make(b->rt, b->borrow, &a);
        if (b->status != WEIR_OK) break;
        kit_push(b->rt, b->kind, b->arg, weir_array_var(a), NULL);
        weir_array_release(a);
        uint64_t now = kit_stats(b->rt).host_ahead;
        if (now > b->most) b->most = now;
        atomic_fetch_add(&b->made, 1);
    }
    weir_site_set(0);
    atomic_store(&b->done, 1);
    return NULL;
}

static int standstill(bringer *b) {
    int before = -1, now;
    while ((now = b->made) != before || now == 0) {
        before = now;
        test_sleep_ms(50);
    }
    return now;
}

static uint64_t waits_at_level(weir_runtime *rt) {
    weir_wait_entry entry[16];
    size_t count = weir_waits_get(rt, entry, 16);
    uint64_t n = 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(entry[i].reason, "memory level") == 0) {
            CHECK_EQ(entry[i].site, SITE);
            n += entry[i].count;
        }
    return n;
}

static void waits_and_goes_on(bool borrow) {
    test_gate gate = {0};
    weir_runtime *rt = kit_held(bounded(1), &gate);
    atomic_int ran = 0;
    atomic_store(&returned, 0);
    bringer b = {.rt = rt, .borrow = borrow, .count = 100, .kind = &kit_count, .arg = &ran};
    test_thread thread = test_thread_start(bring, &b);
    CHECK_EQ(standstill(&b), AHEAD / BYTES + 1);
    CHECK_EQ(kit_stats(rt).host_ahead, AHEAD + BYTES);
    CHECK_EQ(kit_stats(rt).borrowed, borrow ? AHEAD + BYTES : 0);
    CHECK_EQ(kit_stats(rt).memory_used, AHEAD + BYTES);
    test_gate_open(&gate);
    test_thread_join(thread);
    CHECK_OK(b.status);
    CHECK_EQ(b.made, 100);
    CHECK(b.most <= AHEAD + BYTES);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(ran, 100);
    CHECK(waits_at_level(rt) > 0);
    while (kit_stats(rt).memory_used > 0) test_sleep_ms(1); /* the last is being buried */
    CHECK_EQ(kit_stats(rt).host_ahead, 0);
    CHECK_EQ(kit_stats(rt).borrowed, 0);
    CHECK(kit_stats(rt).borrowed_peak <= (borrow ? AHEAD + 3 * BYTES : 0));
    CHECK_EQ(returned, borrow ? 100 : 0);
    weir_runtime_free(rt);
}

TEST(copied_host_data_waits_at_the_limit) { waits_and_goes_on(false); }
TEST(borrowed_memory_waits_at_the_limit) { waits_and_goes_on(true); }

/* While another thread has used up the allowance, a thread brings in a share of its own. */
TEST(little_data_of_another_thread_does_not_wait) {
    test_gate gate = {0};
    weir_runtime *rt = kit_held(bounded(1), &gate);
    atomic_int ran = 0;
    bringer b = {.rt = rt, .count = 100, .kind = &kit_count, .arg = &ran};
    test_thread thread = test_thread_start(bring, &b);
    CHECK_EQ(standstill(&b), AHEAD / BYTES + 1);
    uint64_t waits = kit_stats(rt).waits;
    int64_t n = 100;
    weir_array *a;
    for (int i = 0; i < AHEAD / 16 / 400; i++) {
        CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, &n, 1, lent, &a));
        weir_array_release(a);
    }
    CHECK_EQ(kit_stats(rt).waits, waits);
    test_gate_open(&gate);
    test_thread_join(thread);
    CHECK_OK(b.status);
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
}

TEST(data_that_the_program_holds_is_not_counted) {
    test_gate gate = {0};
    weir_runtime *rt = kit_held(bounded(1), &gate);
    weir_array *a[40];
    atomic_int ran = 0;
    for (int i = 0; i < 40; i++) {
        CHECK_OK(make(rt, i % 2, &a[i]));
        kit_push(rt, &kit_count, &ran, weir_array_var(a[i]), NULL);
    }
    CHECK_EQ(kit_stats(rt).host_ahead, 0);
    CHECK_EQ(kit_stats(rt).borrowed, 20 * BYTES);
    CHECK_EQ(kit_stats(rt).waits, 0);
    test_gate_open(&gate);
    for (int i = 0; i < 40; i++) weir_array_release(a[i]);
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
}

TEST(an_array_that_nothing_uses_is_not_waited_for) {
    test_gate gate = {0};
    weir_runtime *rt = kit_held(bounded(1), &gate);
    for (int i = 0; i < 100; i++) {
        weir_array *a;
        CHECK_OK(make(rt, i % 2, &a));
        weir_array_release(a);
    }
    CHECK_EQ(waits_at_level(rt), 0);
    test_gate_open(&gate);
    weir_runtime_free(rt);
}

/* Inside a task nothing waits: the only worker is in it. */
typedef struct inner {
    weir_runtime *rt;
    atomic_int ran;
} inner;

static weir_status run_inner(weir_context *ctx, void *arg) {
    (void)ctx;
    inner *in = arg;
    for (int i = 0; i < 40; i++) {
        weir_array *a;
        CHECK_OK(make(in->rt, i % 2, &a));
        kit_push(in->rt, &kit_count, &in->ran, weir_array_var(a), NULL);
        weir_array_release(a);
    }
    return WEIR_OK;
}

KIND(issuing, run_inner, NULL, 0);

TEST(tasks_never_wait_there) {
    weir_runtime *rt = bounded(1);
    inner in = {.rt = rt};
    kit_push(rt, &issuing, &in, NULL, NULL);
    CHECK_SOON(in.ran == 40);
    CHECK_EQ(waits_at_level(rt), 0);
    weir_runtime_free(rt);
}

TEST(a_thread_may_be_exempt) {
    test_gate gate = {0};
    weir_runtime *rt = kit_held(bounded(1), &gate);
    atomic_int ran = 0;
    bringer b = {.rt = rt, .borrow = true, .count = 40, .kind = &kit_count, .arg = &ran};
    CHECK_EQ(weir_bounds_set(0), 1);
    bring(&b);
    CHECK_EQ(weir_bounds_set(1), 0);
    CHECK_EQ(b.made, 40);
    CHECK_EQ(waits_at_level(rt), 0);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
}

TEST(an_interrupt_ends_the_wait_and_creates_nothing) {
    test_gate gate = {0};
    weir_runtime *rt = kit_held(bounded(1), &gate);
    atomic_int ran = 0;
    atomic_store(&returned, 0);
    bringer b = {.rt = rt, .borrow = true, .count = 100, .kind = &kit_count, .arg = &ran};
    test_thread thread = test_thread_start(bring, &b);
    int made = standstill(&b);
    while (!b.done) {
        weir_interrupt(rt);
        test_sleep_ms(1);
    }
    test_thread_join(thread);
    CHECK_EQ(b.status, WEIR_EINTR);
    CHECK_EQ(b.made, made);
    CHECK_EQ(returned, 0);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(ran, made);
    weir_runtime_free(rt);
    CHECK_EQ(returned, made);
}

/* The waiting thread itself would have to complete the task: the wait is abandoned, and no other starts. */
static weir_status run_deferred(weir_context *ctx, void *arg) {
    return weir_context_defer(ctx, arg);
}

KIND(deferred, run_deferred, NULL, 0);

TEST(a_wait_that_nothing_can_end_is_given_up) {
    weir_runtime *rt = bounded(1);
    weir_completion *completion = NULL;
    weir_var *v = kit_var(rt);
    atomic_int ran = 0;
    kit_push(rt, &deferred, &completion, NULL, v);
    for (int i = 0; i < 40; i++) {
        weir_array *a;
        weir_site_set(SITE);
        CHECK_OK(make(rt, i % 2, &a));
        weir_site_set(0);
        weir_task t = kit_task(&kit_count, &ran);
        weir_var *reads[2] = {v, weir_array_var(a)};
        t.reads = reads;
        t.read_count = 2;
        CHECK_OK(weir_task_push(rt, &t));
        weir_array_release(a);
    }
    CHECK_EQ(waits_at_level(rt), 1);
    weir_completion_done(completion, WEIR_OK, NULL);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(ran, 40);
    weir_var_release(v);
    weir_runtime_free(rt);
}

/* The same, while another thread issues and finishes tasks that have nothing to do with it. */
typedef struct busy {
    weir_runtime *rt;
    atomic_int over;
} busy;

static void *keep_busy(void *arg) {
    busy *b = arg;
    weir_var *v = kit_var(b->rt);
    while (!b->over) {
        kit_push(b->rt, &kit_nothing, NULL, NULL, v);
        CHECK_OK(weir_var_wait(v));
        test_sleep_ms(1);
    }
    weir_var_release(v);
    return NULL;
}

TEST(what_other_threads_finish_does_not_prolong_a_wait) {
    weir_runtime *rt = bounded(2);
    weir_completion *completion = NULL;
    weir_var *v = kit_var(rt);
    atomic_int ran = 0;
    busy other = {.rt = rt};
    test_thread thread = test_thread_start(keep_busy, &other);
    kit_push(rt, &deferred, &completion, NULL, v);
    weir_site_set(SITE);
    for (int i = 0; i < 40; i++) {
        weir_array *a;
        CHECK_OK(make(rt, i % 2, &a));
        weir_task t = kit_task(&kit_count, &ran);
        weir_var *reads[2] = {v, weir_array_var(a)};
        t.reads = reads;
        t.read_count = 2;
        CHECK_OK(weir_task_push(rt, &t));
        weir_array_release(a);
    }
    weir_site_set(0);
    CHECK_EQ(waits_at_level(rt), 1);
    weir_completion_done(completion, WEIR_OK, NULL);
    while (ran < 40) test_sleep_ms(1);
    atomic_store(&other.over, 1);
    test_thread_join(thread);
    CHECK_OK(weir_waitall(rt));
    weir_var_release(v);
    weir_runtime_free(rt);
}

/* A wait that was given up does not leave the bound off: what stood still has gone on. */
TEST(the_bound_holds_again_when_what_stood_still_goes_on) {
    weir_runtime *rt = bounded(1);
    weir_completion *completion = NULL;
    weir_var *v = kit_var(rt);
    atomic_int ran = 0;
    kit_push(rt, &deferred, &completion, NULL, v);
    weir_site_set(SITE);
    for (int i = 0; i < 20; i++) {
        weir_array *a;
        CHECK_OK(make(rt, i % 2, &a));
        weir_task t = kit_task(&kit_count, &ran);
        weir_var *reads[2] = {v, weir_array_var(a)};
        t.reads = reads;
        t.read_count = 2;
        CHECK_OK(weir_task_push(rt, &t));
        weir_array_release(a);
    }
    weir_site_set(0);
    weir_completion_done(completion, WEIR_OK, NULL);
    CHECK_OK(weir_waitall(rt));
    test_gate gate = {0};
    kit_hold(rt, &gate, 1);
    bringer b = {.rt = rt, .borrow = true, .count = 100, .kind = &kit_count, .arg = &ran};
    test_thread thread = test_thread_start(bring, &b);
    CHECK_EQ(standstill(&b), AHEAD / BYTES + 1);
    test_gate_open(&gate);
    test_thread_join(thread);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(ran, 120);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(the_serial_engine_has_nothing_to_wait_for) {
    weir_config c = kit_config(1);
    c.engine = WEIR_SERIAL;
    c.host_ahead_bytes = 1;
    weir_runtime *rt = kit_runtime_of(&c);
    atomic_int ran = 0;
    bringer b = {.rt = rt, .borrow = true, .count = 40, .kind = &kit_count, .arg = &ran};
    bring(&b);
    CHECK_EQ(ran, 40);
    CHECK_EQ(b.most, 0);
    CHECK_EQ(kit_stats(rt).waits, 0);
    weir_runtime_free(rt);
}

TEST(without_admission_nothing_waits) {
    weir_config c = kit_config(1);
    c.admission = 0;
    c.host_ahead_bytes = 1;
    weir_runtime *rt = kit_runtime_of(&c);
    test_gate gate = {0};
    atomic_int ran = 0;
    bringer b = {.rt = rt, .borrow = true, .count = 40, .kind = &kit_count, .arg = &ran};
    kit_hold(rt, &gate, 1);
    bring(&b);
    CHECK_EQ(kit_stats(rt).host_ahead, 40 * BYTES);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
}

TEST(several_threads_share_the_limit) {
    weir_runtime *rt = bounded(2);
    test_thread thread[4];
    bringer b[4];
    atomic_int ran = 0;
    for (int i = 0; i < 4; i++) {
        b[i] = (bringer){.rt = rt, .borrow = i % 2, .count = 200, .kind = &kit_count, .arg = &ran};
        thread[i] = test_thread_start(bring, &b[i]);
    }
    for (int i = 0; i < 4; i++) {
        test_thread_join(thread[i]);
        CHECK_OK(b[i].status);
        CHECK(b[i].most <= AHEAD + 4 * BYTES);
    }
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(ran, 800);
    weir_runtime_free(rt);
}
