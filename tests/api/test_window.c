/* test_window.c - batch t finishes before batch t + depth starts, and depth batches overlap.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

enum { BATCHES = 30, TASKS = 6 };

typedef struct batch {
    atomic_int started, finished;
} batch;

static weir_status run_part(weir_context *ctx, void *arg) {
    (void)ctx;
    batch *b = arg;
    atomic_fetch_add(&b->started, 1);
    for (volatile int i = 0; i < 1000; i++) {}
    atomic_fetch_add(&b->finished, 1);
    return WEIR_OK;
}

KIND(part, run_part, NULL, 0);

static void batches_in_a_window(weir_runtime *rt, uint32_t depth) {
    static batch all[BATCHES];
    memset(all, 0, sizeof all);
    weir_window *w;
    CHECK_OK(weir_window_new(rt, depth, &w));
    for (uint32_t t = 0; t < BATCHES; t++) {
        CHECK_OK(weir_window_next(w, t));
        for (uint32_t old = 0; old + depth <= t; old++) CHECK_EQ(all[old].finished, TASKS);
        for (int i = 0; i < TASKS; i++) kit_push(rt, &part, &all[t], NULL, NULL);
    }
    CHECK_OK(weir_waitall(rt));
    weir_window_free(w);
    weir_runtime_free(rt);
}

TEST(a_batch_is_finished_before_the_one_after_next_starts) {
    for (uint32_t depth = 1; depth <= 3; depth++) {
        batches_in_a_window(kit_runtime(2), depth);
        batches_in_a_window(kit_runtime_serial(), depth);
    }
}

typedef struct windowed {
    weir_runtime *rt;
    test_gate gate[8];
    atomic_int entered; /* how many calls of weir_window_next have returned */
} windowed;

static void *issue_gated_batches(void *arg) {
    windowed *d = arg;
    weir_window *w;
    CHECK_OK(weir_window_new(d->rt, 2, &w));
    for (int t = 0; t < 8; t++) {
        CHECK_OK(weir_window_next(w, 900));
        atomic_fetch_add(&d->entered, 1);
        kit_push(d->rt, &kit_gate, &d->gate[t], NULL, NULL);
    }
    weir_window_free(w);
    return NULL;
}

TEST(two_batches_overlap_and_a_third_waits) {
    windowed d = {.rt =
                      kit_runtime(8)}; /* a worker for each, so that only the window limits them */
    test_thread issuing = test_thread_start(issue_gated_batches, &d);
    for (int t = 0; t + 2 < 8; t++) {
        test_gate_await(&d.gate[t], 1);
        test_gate_await(&d.gate[t + 1], 1); /* both are running */
        test_sleep_ms(5);
        CHECK_EQ(d.entered, t + 2);
        CHECK_EQ(d.gate[t + 2].arrived, 0); /* the third is not */
        test_gate_open(&d.gate[t]);
    }
    test_gate_open(&d.gate[6]);
    test_gate_open(&d.gate[7]);
    test_thread_join(issuing);
    CHECK_OK(weir_waitall(d.rt));

    weir_wait_entry e[8]; /* the waits of a window are in the wait profile, at their site */
    size_t n = weir_waits_get(d.rt, e, 8), found = 0;
    for (size_t i = 0; i < n; i++) found += e[i].site == 900 && e[i].count >= 5;
    CHECK_EQ(found, 1);
    weir_runtime_free(d.rt);
}

TEST(a_window_bounds_how_far_the_front_end_runs_ahead) {
    weir_runtime *rt = kit_runtime(1);
    weir_window *w;
    uint64_t most = 0;
    CHECK_OK(weir_window_new(rt, 2, &w));
    for (int64_t t = test_scaled(2000); t > 0; t--) {
        CHECK_OK(weir_window_next(w, 1));
        for (int i = 0; i < 10; i++) kit_push(rt, &kit_nothing, NULL, NULL, NULL);
        uint64_t queued = kit_stats(rt).queue_len;
        if (queued > most) most = queued;
    }
    CHECK_LE(most, 20);
    weir_window_free(w);
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
}

TEST(a_window_goes_on_over_failures) {
    weir_runtime *rt = kit_runtime(1);
    weir_window *w;
    weir_var *v = kit_var(rt);
    CHECK_OK(weir_window_new(rt, 2, &w));
    for (int t = 0; t < 10; t++) {
        CHECK_OK(weir_window_next(w, 1)); /* about time, not results */
        kit_push(rt, &kit_broken, NULL, NULL, v);
    }
    CHECK_STATUS(weir_var_wait(v), EFAILED);
    weir_window_free(w);
    weir_var_release(v);
    weir_runtime_free(rt);
}

typedef struct blocked {
    weir_window *w;
    atomic_int done;
    weir_status status;
} blocked;

static void *next_in_window(void *arg) {
    blocked *b = arg;
    b->status = weir_window_next(b->w, 0);
    atomic_store(&b->done, 1);
    return NULL;
}

TEST(a_window_can_be_interrupted) {
    weir_runtime *rt = kit_runtime(1);
    blocked b = {0};
    test_gate gate = {0};
    CHECK_OK(weir_window_new(rt, 1, &b.w));
    CHECK_OK(weir_window_next(b.w, 0));
    kit_hold(rt, &gate, 1); /* the first batch, which does not end */
    test_thread t = test_thread_start(next_in_window, &b);
    CHECK_SOON((weir_interrupt(rt), atomic_load(&b.done)));
    test_thread_join(t);
    CHECK_STATUS(b.status, EINTR);
    test_gate_open(&gate);
    CHECK_OK(weir_window_next(b.w, 0));
    weir_window_free(b.w);
    weir_runtime_free(rt);
}
