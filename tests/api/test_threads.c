/* test_threads.c - any thread may issue, wait and release.
 *
 * Work of one thread comes before work that another thread issues after synchronising with it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <pthread.h>
#include <sched.h>

KIND(step_kind, kit_run_step, NULL, WEIR_KIND_PURE | WEIR_KIND_HELP);

/* ---- A token is passed back and forth ------------------------------------------------------- */

/* Two threads update one variable in turns; `pass` signals the other thread. */
typedef struct relay relay;
struct relay {
    weir_runtime *rt;
    weir_var *v;
    uint64_t x;
    int64_t rounds;
    void (*pass)(relay *, int to);
    void (*take)(relay *, int me);
    int pipes[2][2];
    atomic_int turn;
    pthread_mutex_t lock;
    pthread_cond_t change;
    int locked_turn;
};

typedef struct runner {
    relay *r;
    int me;
} runner;

static void *relay_run(void *arg) {
    runner *u = arg;
    relay *r = u->r;
    for (int64_t i = u->me; i < r->rounds; i += 2) {
        r->take(r, u->me);
        kit_push_step(&step_kind, r->rt, r->v, &r->x, (uint64_t)i);
        if (i % 64 == 5) { /* what the other issued is seen by our wait */
            CHECK_OK(weir_var_wait(r->v));
            uint64_t model = 1;
            for (int64_t j = 0; j <= i; j++) model = model * 31 + (uint64_t)j;
            CHECK_EQ(r->x, model);
        }
        r->pass(r, !u->me);
    }
    return NULL;
}

static void relay_both(void (*pass)(relay *, int), void (*take)(relay *, int), int64_t rounds) {
    for (int workers = 1; workers <= 3; workers += 2) {
        relay r = {.rt = kit_runtime(workers),
                   .x = 1,
                   .rounds = test_scaled(rounds),
                   .pass = pass,
                   .take = take};
        r.v = kit_var(r.rt);
        pthread_mutex_init(&r.lock, NULL);
        pthread_cond_init(&r.change, NULL);
        CHECK(pipe(r.pipes[0]) == 0 && pipe(r.pipes[1]) == 0);
        r.pass(&r, 0);
        runner u[2] = {{&r, 0}, {&r, 1}};
        test_thread t = test_thread_start(relay_run, &u[1]);
        relay_run(&u[0]);
        test_thread_join(t);
        CHECK_OK(weir_var_wait(r.v));
        uint64_t model = 1;
        for (int64_t j = 0; j < r.rounds; j++) model = model * 31 + (uint64_t)j;
        CHECK_EQ(r.x, model);
        weir_var_release(r.v);
        weir_runtime_free(r.rt);
    }
}

static void pass_pipe(relay *r, int to) { CHECK_EQ(write(r->pipes[to][1], "x", 1), 1); }

static void take_pipe(relay *r, int me) {
    char c;
    CHECK_EQ(read(r->pipes[me][0], &c, 1), 1);
}

static void pass_flag(relay *r, int to) {
    atomic_store_explicit(&r->turn, to, memory_order_release);
}

static void take_flag(relay *r, int me) {
    while (atomic_load_explicit(&r->turn, memory_order_acquire) != me) sched_yield();
}

static void pass_lock(relay *r, int to) {
    pthread_mutex_lock(&r->lock);
    r->locked_turn = to;
    pthread_cond_broadcast(&r->change);
    pthread_mutex_unlock(&r->lock);
}

static void take_lock(relay *r, int me) {
    pthread_mutex_lock(&r->lock);
    while (r->locked_turn != me) pthread_cond_wait(&r->change, &r->lock);
    pthread_mutex_unlock(&r->lock);
}

TEST(order_holds_between_threads_that_talk_through_a_pipe) {
    relay_both(pass_pipe, take_pipe, 4000);
}
TEST(order_holds_between_threads_that_talk_through_a_flag) {
    relay_both(pass_flag, take_flag, 4000);
}
TEST(order_holds_between_threads_that_talk_under_a_lock) { relay_both(pass_lock, take_lock, 4000); }

/* ---- One thread issues, another waits ------------------------------------------------------- */

typedef struct handed {
    weir_runtime *rt;
    weir_var *v;
    uint64_t x;
    test_gate gate;
} handed;

static void *issue_and_end(void *arg) {
    handed *h = arg;
    kit_push(h->rt, &kit_gate, &h->gate, NULL, h->v);
    for (uint64_t i = 0; i < 100; i++) kit_push_step(&step_kind, h->rt, h->v, &h->x, i);
    return NULL;
}

static uint64_t hundred_steps(uint64_t x) {
    for (uint64_t i = 0; i < 100; i++) x = x * 31 + i;
    return x;
}

TEST(work_goes_on_when_the_thread_that_issued_it_has_ended) {
    handed h = {.rt = kit_runtime(1), .x = 1};
    h.v = kit_var(h.rt);
    test_thread_join(test_thread_start(issue_and_end, &h));
    CHECK_EQ(weir_var_is_ready(h.v), 0);
    test_gate_open(&h.gate);
    CHECK_OK(weir_var_wait(h.v));
    CHECK_EQ(h.x, hundred_steps(1));
    weir_var_release(h.v);
    weir_runtime_free(h.rt);
}

TEST(waitall_waits_for_the_work_of_other_threads) {
    handed h = {.rt = kit_runtime(2), .x = 1};
    h.v = kit_var(h.rt);
    test_gate_open(&h.gate);
    for (int i = 0; i < 50; i++) {
        h.x = 1;
        test_thread_join(test_thread_start(issue_and_end, &h));
        CHECK_OK(weir_waitall(h.rt));
        CHECK_EQ(h.x, hundred_steps(1));
    }
    weir_var_release(h.v);
    weir_runtime_free(h.rt);
}

static void *wait_for_all_of_mine(void *arg) {
    weir_runtime *rt = arg;
    weir_var *v = kit_var(rt);
    uint64_t x = 1, model = 1;
    for (int64_t r = test_scaled(4000); r > 0; r--) {
        for (uint64_t i = 0; i < 3; i++) {
            kit_push_step(&step_kind, rt, v, &x, i);
            model = model * 31 + i;
        }
        CHECK_OK(weir_waitall(rt));
        CHECK_EQ(x, model);
    }
    weir_var_release(v);
    return NULL;
}

TEST(waitall_misses_nothing_while_other_threads_issue) {
    for (int workers = 1; workers <= 2; workers++) {
        weir_runtime *rt = kit_runtime(workers);
        test_thread t[6];
        for (int i = 0; i < 6; i++) t[i] = test_thread_start(wait_for_all_of_mine, rt);
        for (int i = 0; i < 6; i++) test_thread_join(t[i]);
        weir_runtime_free(rt);
    }
}

static void *wait_for_it(void *arg) {
    handed *h = arg;
    CHECK_OK(weir_var_wait(h->v));
    CHECK_EQ(h->x, hundred_steps(1));
    return NULL;
}

TEST(several_threads_wait_for_one_variable) {
    handed h = {.rt = kit_runtime(1), .x = 1};
    h.v = kit_var(h.rt);
    issue_and_end(&h);
    test_thread t[4];
    for (int i = 0; i < 4; i++) t[i] = test_thread_start(wait_for_it, &h);
    test_gate_open(&h.gate);
    for (int i = 0; i < 4; i++) test_thread_join(t[i]);
    weir_var_release(h.v);
    weir_runtime_free(h.rt);
}

/* ---- Sixteen of them ------------------------------------------------------------------------ */

typedef struct crowd {
    weir_runtime *rt;
    weir_var *shared;
    atomic_int freed, made;
} crowd;

static void bump(void *ctx) { atomic_fetch_add((atomic_int *)ctx, 1); }

static void *crowd_member(void *arg) {
    crowd *c = arg;
    int64_t rounds = test_scaled(400);
    for (int64_t r = 0; r < rounds; r++) {
        weir_var *v;
        weir_var_options o = kit_options(32, 0);
        o.on_free = bump;
        o.ctx = &c->freed;
        CHECK_OK(weir_var_new(c->rt, &o, &v));
        atomic_fetch_add(&c->made, 1);
        weir_var_retain(c->shared);
        uint64_t x = 1;
        for (uint64_t i = 0; i < 10; i++) kit_push_step(&step_kind, c->rt, v, &x, i);
        kit_push(c->rt, &kit_nothing, NULL, c->shared, NULL);
        if (r % 8 == 0) kit_push(c->rt, &kit_nothing, NULL, NULL, c->shared);
        CHECK_OK(r % 16 == 0 ? weir_waitall(c->rt) : weir_var_wait(v));
        uint64_t model = 1;
        for (uint64_t i = 0; i < 10; i++) model = model * 31 + i;
        CHECK_EQ(x, model);
        weir_var_release(v);
        weir_var_release(c->shared);
    }
    return NULL;
}

TEST(sixteen_threads_issue_wait_and_release) {
    crowd c = {.rt = kit_runtime(2)};
    c.shared = kit_var(c.rt);
    test_thread t[16];
    for (int i = 0; i < 16; i++) t[i] = test_thread_start(crowd_member, &c);
    for (int i = 0; i < 16; i++) test_thread_join(t[i]);
    CHECK_OK(weir_waitall(c.rt));
    weir_var_release(c.shared);
    weir_stats s = kit_stats(c.rt);
    CHECK_EQ(s.issued, s.finished);
    CHECK_SOON(c.freed == c.made);
    weir_runtime_free(c.rt);
    CHECK_EQ(c.freed, c.made);
}

typedef struct shared_ref {
    weir_var *v;
    pthread_barrier_t start;
} shared_ref;

static void *hammer_references(void *arg) {
    shared_ref *s = arg;
    pthread_barrier_wait(&s->start);
    for (int64_t i = test_scaled(20000); i > 0; i--) weir_var_release(weir_var_retain(s->v));
    weir_var_release(s->v);
    return NULL;
}

TEST(the_last_reference_frees_the_variable_once) {
    weir_runtime *rt = kit_runtime(1);
    atomic_int freed = 0;
    weir_var_options o = kit_options(8, 0);
    o.on_free = bump;
    o.ctx = &freed;
    shared_ref s;
    CHECK_OK(weir_var_new(rt, &o, &s.v));
    pthread_barrier_init(&s.start, NULL, 4);
    for (int i = 1; i < 4; i++) weir_var_retain(s.v);
    test_thread t[4];
    for (int i = 0; i < 4; i++) t[i] = test_thread_start(hammer_references, &s);
    for (int i = 0; i < 4; i++) test_thread_join(t[i]);
    CHECK_OK(weir_waitall(rt));
    CHECK_SOON(freed == 1);
    weir_runtime_free(rt);
    CHECK_EQ(freed, 1);
    pthread_barrier_destroy(&s.start);
}

/* ---- Threads come and go -------------------------------------------------------------------- */

static void *counted_alloc(void *ctx, size_t size, size_t align) {
    atomic_fetch_add((atomic_long *)ctx, (long)size);
    return aligned_alloc(align, (size + align - 1) / align * align);
}

static void counted_free(void *ctx, void *block, size_t size) {
    if (block) atomic_fetch_sub((atomic_long *)ctx, (long)size);
    free(block);
}

static void *issue_one(void *arg) {
    weir_runtime *rt = arg;
    weir_var *v = kit_var(rt);
    kit_push(rt, &kit_nothing, NULL, NULL, v);
    weir_var_release(v);
    return NULL;
}

/* A thread's submission queue is free for another thread once its tasks are done, so at most TOGETHER
 * queues are in use, however slow the worker is. */
enum { TOGETHER = 64 };

static void come_and_go(weir_runtime *rt) {
    for (int i = 0; i < TOGETHER; i++) test_thread_join(test_thread_start(issue_one, rt));
    CHECK_OK(weir_waitall(rt));
}

TEST(threads_that_come_and_go_do_not_grow_memory) {
    atomic_long bytes = 0;
    weir_config c = kit_config(1);
    c.alloc = counted_alloc;
    c.free = counted_free;
    c.alloc_ctx = &bytes;
    weir_runtime *rt = kit_runtime_of(&c);
    come_and_go(rt);
    long before = bytes;
    for (int64_t i = 0; i < test_scaled(40); i++) come_and_go(rt);
    CHECK_LE(bytes, before + TOGETHER * 40000); /* a queue takes 33,000 bytes */
    weir_runtime_free(rt);
    CHECK_EQ(bytes, 0);
}
