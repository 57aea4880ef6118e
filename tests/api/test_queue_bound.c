/* test_queue_bound.c - a push waits in one case only: the queue is full.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

enum { BOUND = 16, SITE = 321 };

typedef struct pusher {
    weir_runtime *rt;
    int count;
    size_t arg_size;
    atomic_int pushed, ran, done;
    weir_status status;
} pusher;

static weir_status run_count_at(weir_context *ctx, void *arg) {
    (void)ctx;
    atomic_fetch_add(*(atomic_int **)arg, 1);
    return WEIR_OK;
}

KIND(counted, run_count_at, NULL, 0);

static void *push_many(void *arg) {
    pusher *p = arg;
    char *block = calloc(1, p->arg_size);
    atomic_int *ran = &p->ran;
    memcpy(block, &ran, sizeof ran);
    weir_task t = kit_task(&counted, block);
    t.arg_size = p->arg_size;
    t.site = SITE;
    while (p->pushed < p->count && (p->status = weir_task_push(p->rt, &t)) == WEIR_OK)
        atomic_fetch_add(&p->pushed, 1);
    free(block);
    atomic_store(&p->done, 1);
    return NULL;
}

/* Wait until the pushing thread blocks; returns the number of completed pushes. */
static int standstill(pusher *p) {
    int before = -1, now;
    while ((now = p->pushed) != before || now == 0) {
        before = now;
        test_sleep_ms(30);
    }
    CHECK_EQ(p->done, 0);
    return now;
}

static weir_runtime *bounded(uint64_t tasks, uint64_t bytes) {
    weir_config c = kit_config(1);
    if (tasks) c.queue_tasks_max = tasks;
    if (bytes) c.queue_bytes_max = bytes;
    return kit_runtime_of(&c);
}

TEST(a_push_waits_at_the_bound_and_then_goes_on) {
    weir_runtime *rt = bounded(BOUND, 0);
    test_gate gate = {0};
    pusher p = {.rt = rt, .count = 200, .arg_size = 16};
    kit_hold(rt, &gate, 1);
    test_thread t = test_thread_start(push_many, &p);
    CHECK_SOON(kit_stats(rt).queue_len >= BOUND / 2);
    CHECK_LE(standstill(&p), BOUND);
    CHECK_LE(kit_stats(rt).queue_len, BOUND);
    test_gate_open(&gate);
    test_thread_join(t);
    CHECK_OK(p.status);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(p.ran, 200);

    weir_wait_entry e[16]; /* counted, at the site of the push and with its own reason */
    size_t n = weir_waits_get(rt, e, 16), found = 0;
    for (size_t i = 0; i < n; i++)
        if (e[i].site == SITE) {
            CHECK(e[i].reason && strcmp(e[i].reason, "wait") != 0);
            CHECK(e[i].count >= 1 && e[i].ns > 0);
            found++;
        }
    CHECK_EQ(found, 1);
    CHECK(kit_stats(rt).waits >= 1);
    weir_runtime_free(rt);
}

TEST(a_push_waits_at_the_bound_in_bytes) {
    weir_runtime *rt = bounded(0, 256 * 1024);
    test_gate gate = {0};
    pusher p = {.rt = rt, .count = 1000, .arg_size = 4096};
    kit_hold(rt, &gate, 1);
    test_thread t = test_thread_start(push_many, &p);
    CHECK_SOON(standstill(&p) >= 16);
    CHECK_LE(standstill(&p), 64);
    CHECK_LE(kit_stats(rt).queue_bytes, 256 * 1024 + 64 * 1024);
    test_gate_open(&gate);
    test_thread_join(t);
    CHECK_OK(p.status);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(p.ran, 1000);
    weir_runtime_free(rt);
}

TEST(a_record_larger_than_the_bound_passes_through_an_empty_queue) {
    weir_runtime *rt = bounded(0, 64 * 1024);
    pusher p = {.rt = rt, .count = 5, .arg_size = 1 << 20};
    push_many(&p);
    CHECK_OK(p.status);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(p.ran, 5);
    weir_runtime_free(rt);
}

TEST(a_push_that_waits_can_be_interrupted_and_queues_nothing) {
    weir_runtime *rt = bounded(BOUND, 0);
    test_gate gate = {0};
    pusher p = {.rt = rt, .count = 200, .arg_size = 16};
    kit_hold(rt, &gate, 1);
    test_thread t = test_thread_start(push_many, &p);
    standstill(&p);
    CHECK_SOON((weir_interrupt(rt), atomic_load(&p.done)));
    test_thread_join(t);
    CHECK_STATUS(p.status, EINTR);
    CHECK_EQ(kit_stats(rt).issued, p.pushed + 1);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(p.ran, p.pushed);
    weir_runtime_free(rt);
}

typedef struct issuer {
    weir_runtime *rt;
    atomic_int ran;
} issuer;

static weir_status run_issue_many(weir_context *ctx, void *arg) {
    (void)ctx;
    issuer *i = arg;
    for (int n = 0; n < 1000; n++) kit_push(i->rt, &kit_count, &i->ran, NULL, NULL);
    return WEIR_OK;
}

static weir_status issue_in_piece(void *arg, int64_t begin, int64_t end) {
    (void)begin, (void)end;
    return run_issue_many(NULL, arg);
}

static weir_status run_issue_in_pieces(weir_context *ctx, void *arg) {
    return weir_parallel_for(ctx, 4, 1, issue_in_piece, arg);
}

TEST(tasks_that_issue_never_wait_at_the_bound) {
    KIND(issue_many, run_issue_many, NULL, 0);
    KIND(issue_io, run_issue_many, NULL, WEIR_KIND_IO);
    KIND(issue_in_pieces, run_issue_in_pieces, NULL, 0);
    weir_runtime *rt = bounded(BOUND, 0);
    issuer i = {.rt = rt};
    kit_push(rt, &issue_many, &i, NULL,
             NULL); /* the only worker: if it waited, nothing could run */
    CHECK_OK(weir_waitall(rt));
    kit_push(rt, &issue_io, &i, NULL, NULL);
    CHECK_OK(weir_waitall(rt));
    kit_push(rt, &issue_in_pieces, &i, NULL, NULL);
    CHECK_OK(weir_waitall(rt));
    CHECK_OK(weir_waitall(rt)); /* issued by tasks during the wait */
    CHECK_SOON(i.ran == 6000);
    weir_runtime_free(rt);
}

TEST(releases_and_looks_work_at_the_bound) {
    weir_runtime *rt = bounded(2, 0);
    test_gate gate = {0};
    weir_var *v[100], *ready = kit_var(rt);
    for (int i = 0; i < 100; i++) v[i] = kit_var(rt);
    kit_push(rt, &kit_gate, &gate, NULL, v[0]);
    kit_push(rt, &kit_nothing, NULL, v[0], v[1]); /* now the queue is full */
    for (int i = 1; i < 100; i++) weir_var_release(v[i]);
    CHECK_OK(weir_var_wait(ready));
    CHECK_STATUS(weir_var_wait_at(v[0], 1000000, "test", 0), ETIMEDOUT);
    CHECK_EQ(weir_var_is_ready(v[0]), 0);
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait(v[0]));
    weir_var_release(v[0]);
    weir_var_release(ready);
    weir_runtime_free(rt);
}

TEST(many_threads_share_a_small_queue) {
    weir_runtime *rt = bounded(3, 0);
    enum { THREADS = 6 };
    pusher p[THREADS];
    test_thread t[THREADS];
    for (int i = 0; i < THREADS; i++) {
        p[i] = (pusher){.rt = rt, .count = (int)test_scaled(3000), .arg_size = 16};
        t[i] = test_thread_start(push_many, &p[i]);
    }
    for (int i = 0; i < THREADS; i++) test_thread_join(t[i]);
    CHECK_OK(weir_waitall(rt));
    for (int i = 0; i < THREADS; i++) {
        CHECK_OK(p[i].status);
        CHECK_EQ(p[i].ran, p[i].count);
    }
    weir_runtime_free(rt);
}
