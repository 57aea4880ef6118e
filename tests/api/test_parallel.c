/* test_parallel.c - weir_parallel_for: pieces run in parallel, and the result does not depend on it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

enum { COUNT = 100003, GRAIN = 1000, PIECES = (COUNT + GRAIN - 1) / GRAIN };

typedef struct job {
    int64_t count, grain;
    weir_range_fn fn;
    void *arg;
    weir_status result;
} job;

static weir_status run_job(weir_context *ctx, void *arg) {
    job *j = arg;
    j->result = weir_parallel_for(ctx, j->count, j->grain, j->fn, j->arg);
    return WEIR_OK;
}

KIND(job_kind, run_job, NULL, 0);

static weir_status do_job(weir_runtime *rt, int64_t count, int64_t grain, weir_range_fn fn,
                          void *arg) {
    job j = {count, grain, fn, arg, WEIR_EFAILED};
    kit_push(rt, &job_kind, &j, NULL, NULL);
    CHECK_OK(weir_waitall(rt));
    return j.result;
}

/* ---- The result ------------------------------------------------------------------------------ */

static double partial[PIECES];

static weir_status sum_piece(void *arg, int64_t begin, int64_t end) {
    (void)arg;
    double sum = 0;
    for (int64_t i = begin; i < end; i++) sum += 1.0 / (double)(i + 1);
    partial[begin / GRAIN] = sum;
    return WEIR_OK;
}

static double sum_with(weir_runtime *rt) {
    memset(partial, 0, sizeof partial);
    CHECK_OK(do_job(rt, COUNT, GRAIN, sum_piece, NULL));
    double sum = 0;
    for (int i = 0; i < PIECES; i++) sum += partial[i];
    weir_runtime_free(rt);
    return sum;
}

TEST(a_sum_over_pieces_has_the_same_bits_for_any_number_of_workers) {
    double serial = sum_with(kit_runtime_serial());
    CHECK(serial > 12 && serial < 13);
    for (int workers = 1; workers <= 8; workers++) CHECK(sum_with(kit_runtime(workers)) == serial);
}

static weir_status mark_range(void *arg, int64_t begin, int64_t end) {
    atomic_int *times = arg;
    CHECK(begin % GRAIN == 0);
    CHECK(end == begin + GRAIN || end == COUNT);
    for (int64_t i = begin; i < end; i++)
        atomic_fetch_add_explicit(&times[i], 1, memory_order_relaxed);
    return WEIR_OK;
}

TEST(every_index_is_visited_exactly_once) {
    static atomic_int times[COUNT];
    for (int workers = 0; workers <= 4; workers++) {
        weir_runtime *rt = workers ? kit_runtime(workers) : kit_runtime_serial();
        CHECK_OK(do_job(rt, COUNT, GRAIN, mark_range, times));
        for (int i = 0; i < COUNT; i++) CHECK_EQ(times[i], workers + 1);
        weir_runtime_free(rt);
    }
}

static weir_status count_calls(void *arg, int64_t begin, int64_t end) {
    (void)begin, (void)end;
    atomic_fetch_add((atomic_int *)arg, 1);
    return WEIR_OK;
}

TEST(the_edges_of_the_range) {
    for (int engine = 0; engine < 2; engine++) {
        weir_runtime *rt = engine ? kit_runtime_serial() : kit_runtime(2);
        atomic_int calls = 0;
        CHECK_OK(do_job(rt, 0, 1, count_calls, &calls));
        CHECK_EQ(calls, 0);
        CHECK_OK(do_job(rt, 1, 1, count_calls, &calls));
        CHECK_EQ(calls, 1);
        CHECK_OK(do_job(rt, 5, 100, count_calls, &calls));
        CHECK_EQ(calls, 2);
        CHECK_OK(do_job(rt, 100, 100, count_calls, &calls));
        CHECK_EQ(calls, 3);
        CHECK_OK(do_job(rt, 101, 100, count_calls, &calls));
        CHECK_EQ(calls, 5);
        CHECK_OK(do_job(rt, INT64_MAX, INT64_MAX / 2, count_calls, &calls)); /* and no overflow */
        CHECK_EQ(calls, 8);
        CHECK_STATUS(do_job(rt, -1, 1, count_calls, &calls), EINVAL);
        CHECK_STATUS(do_job(rt, 10, 0, count_calls, &calls), EINVAL);
        CHECK_STATUS(do_job(rt, 10, -5, count_calls, &calls), EINVAL);
        CHECK_STATUS(do_job(rt, 10, 1, NULL, NULL), EINVAL);
        CHECK_EQ(calls, 8);
        weir_runtime_free(rt);
    }
}

static weir_status fail_some(void *arg, int64_t begin, int64_t end) {
    (void)end;
    atomic_fetch_add((atomic_int *)arg, 1);
    if (begin == 90) return WEIR_ESYS;
    if (begin == 30) return WEIR_ECANCELED;
    if (begin == 31) return WEIR_EINVAL;
    return WEIR_OK;
}

TEST(all_pieces_run_and_the_lowest_failure_is_returned) {
    for (int workers = 0; workers <= 4; workers++) {
        weir_runtime *rt = workers ? kit_runtime(workers) : kit_runtime_serial();
        for (int r = 0; r < 20; r++) {
            atomic_int calls = 0;
            CHECK_STATUS(do_job(rt, 100, 1, fail_some, &calls), ECANCELED);
            CHECK_EQ(calls, 100);
        }
        weir_runtime_free(rt);
    }
}

/* ---- Side by side ---------------------------------------------------------------------------- */

static weir_status meet_others(void *arg, int64_t begin, int64_t end) {
    (void)begin, (void)end;
    job *j = arg;
    atomic_int *here = j->arg;
    test_sleep_ms(1); /* short jobs are not shared */
    atomic_fetch_add(here, 1);
    CHECK_SOON(atomic_load(here) >= j->count); /* true only if all are here concurrently */
    return WEIR_OK;
}

TEST(idle_workers_really_join) {
    for (int workers = 2; workers <= 4; workers++) {
        weir_runtime *rt = kit_runtime(workers);
        for (int r = 0; r < 20; r++) {
            atomic_int here = 0;
            job meeting = {.count = workers, .arg = &here};
            CHECK_OK(do_job(rt, workers, 1, meet_others, &meeting));
            CHECK_EQ(here, workers);
        }
        weir_runtime_free(rt);
    }
}

TEST(sleeping_workers_are_woken_to_join) {
    weir_config c = kit_config(2);
    c.spin_us = 0;
    weir_runtime *rt = kit_runtime_of(&c);
    for (int r = 0; r < 10; r++) {
        atomic_int here = 0;
        job meeting = {.count = 2, .arg = &here};
        test_sleep_ms(5);
        CHECK_OK(do_job(rt, 2, 1, meet_others, &meeting));
    }
    weir_runtime_free(rt);
}

typedef struct order {
    int worker, pieces;
    int64_t begin[9];
} order;

static weir_status note_begin(void *arg, int64_t begin, int64_t end) {
    (void)end;
    order *o = arg;
    o->begin[o->pieces++] = begin;
    return WEIR_OK;
}

static weir_status run_in_order(weir_context *ctx, void *arg) {
    ((order *)arg)->worker = weir_context_worker(ctx);
    return weir_parallel_for(ctx, 9, 1, note_begin, arg);
}

TEST(a_worker_begins_with_its_share) {
    KIND(in_order, run_in_order, NULL, 0);
    weir_runtime *rt = kit_runtime(3);
    test_gate gate = {0};
    kit_hold(rt, &gate, 2);
    order o = {.worker = -1};
    weir_var *v = kit_var(rt);
    kit_push(rt, &in_order, &o, NULL, v);
    CHECK_OK(weir_var_wait(v));
    CHECK(o.worker >= 0);
    CHECK_EQ(o.pieces, 9); /* no other worker is free */
    for (int i = 0; i < 9; i++) CHECK_EQ(o.begin[i], (o.worker * 3 + i) % 9);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    weir_var_release(v);
    weir_runtime_free(rt);
}

typedef struct census {
    atomic_int now, most;
} census;

static weir_status count_threads(void *arg, int64_t begin, int64_t end) {
    (void)begin, (void)end;
    census *c = arg;
    int now = atomic_fetch_add(&c->now, 1) + 1;
    for (int most = c->most; now > most && !atomic_compare_exchange_weak(&c->most, &most, now);) {}
    for (volatile int i = 0; i < 1000; i++) {}
    atomic_fetch_sub(&c->now, 1);
    return WEIR_OK;
}

TEST(no_more_threads_compute_than_there_are_workers) {
    for (int workers = 1; workers <= 3; workers++) {
        weir_runtime *rt = kit_runtime(workers);
        census c = {0};
        job jobs[8];
        for (int i = 0; i < 8; i++) {
            jobs[i] = (job){200, 1, count_threads, &c, WEIR_OK};
            kit_push(rt, &job_kind, &jobs[i], NULL, NULL);
        }
        CHECK_OK(weir_waitall(rt));
        CHECK_LE(c.most, workers);
        weir_runtime_free(rt);
    }
}

typedef struct nest {
    weir_context *ctx;
    atomic_int leaves;
} nest;

static weir_status outer_piece(void *arg, int64_t begin, int64_t end) {
    nest *n = arg;
    for (int64_t i = begin; i < end; i++)
        CHECK_OK(weir_parallel_for(n->ctx, 10, 1, count_calls, &n->leaves));
    return WEIR_OK;
}

static weir_status run_nest(weir_context *ctx, void *arg) {
    nest *n = arg;
    n->ctx = ctx;
    return weir_parallel_for(ctx, 20, 1, outer_piece, n);
}

TEST(pieces_may_be_split_again) {
    KIND(nest_kind, run_nest, NULL, 0);
    for (int workers = 0; workers <= 4; workers++) {
        weir_runtime *rt = workers ? kit_runtime(workers) : kit_runtime_serial();
        for (int r = 0; r < 20; r++) {
            nest n = {0};
            weir_var *v = kit_var(rt);
            kit_push(rt, &nest_kind, &n, NULL, v);
            CHECK_OK(weir_var_wait(v));
            CHECK_EQ(n.leaves, 200);
            weir_var_release(v);
        }
        weir_runtime_free(rt);
    }
}

typedef struct waiting {
    weir_runtime *rt;
    weir_var *v;
    atomic_int refused;
} waiting;

static weir_status wait_in_piece(void *arg, int64_t begin, int64_t end) {
    (void)begin, (void)end;
    waiting *w = arg;
    if (weir_var_wait(w->v) == WEIR_EDEADLK && weir_waitall(w->rt) == WEIR_EDEADLK)
        atomic_fetch_add(&w->refused, 1);
    return WEIR_OK;
}

TEST(waiting_inside_a_piece_is_refused) {
    weir_runtime *rt = kit_runtime(3);
    waiting w = {.rt = rt, .v = kit_var(rt)};
    job j = {50, 1, wait_in_piece, &w, WEIR_EFAILED};
    kit_push(rt, &job_kind, &j, w.v, w.v); /* the variable it waits for is its own */
    CHECK_OK(weir_var_wait(w.v));
    CHECK_OK(j.result);
    CHECK_EQ(w.refused, 50);
    weir_var_release(w.v);
    weir_runtime_free(rt);
}

TEST(many_tasks_with_pieces_at_once) {
    enum { JOBS = 40 };
    weir_runtime *rt = kit_runtime(4);
    static job jobs[JOBS];
    static atomic_int calls[JOBS];
    weir_var *v = kit_var(rt);
    for (int i = 0; i < JOBS; i++) {
        jobs[i] = (job){1000, 7, count_calls, &calls[i], WEIR_EFAILED};
        kit_push(rt, &job_kind, &jobs[i], i % 3 ? NULL : v, i % 5 ? NULL : v);
    }
    CHECK_OK(weir_waitall(rt));
    for (int i = 0; i < JOBS; i++) {
        CHECK_OK(jobs[i].result);
        CHECK_EQ(calls[i], 143);
    }
    weir_var_release(v);
    weir_runtime_free(rt);
}
