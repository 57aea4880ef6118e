/* test_memory.c - the level holds, the budget is hard, and running out depends on the program alone.
 *
 * The tests count bytes themselves: a running task adds to the count and on_free subtracts.  The
 * statistics of the runtime are compared with that count.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <malloc.h>
#include <stdio.h>

static const long MB = 1 << 20;

/* ---- What is really held -------------------------------------------------------------------- */

typedef struct meter {
    atomic_long now, most, taken;
} meter;

static void meter_add(meter *m, long bytes) {
    long now = atomic_fetch_add(&m->now, bytes) + bytes;
    atomic_fetch_add(&m->taken, 1);
    for (long most = m->most; now > most && !atomic_compare_exchange_weak(&m->most, &most, now);) {}
}

typedef struct buffer {
    meter *meter;
    long bytes;
    int taken; /* written by the tasks that write the variable */
} buffer;

static buffer *buffer_new(meter *m, long bytes) {
    buffer *b = calloc(1, sizeof *b);
    b->meter = m;
    b->bytes = bytes;
    return b;
}

static void buffer_free(void *ctx) {
    buffer *b = ctx;
    if (b->taken) atomic_fetch_sub(&b->meter->now, b->bytes);
    free(b);
}

static weir_var *buffer_var(weir_runtime *rt, buffer *b) {
    weir_var *v;
    weir_var_options o = kit_options((uint64_t)b->bytes, 0);
    o.on_free = buffer_free;
    o.ctx = b;
    CHECK_OK(weir_var_new(rt, &o, &v));
    return v;
}

static weir_status run_fill(weir_context *ctx, void *arg) {
    (void)ctx;
    buffer *b = arg;
    if (!b->taken) meter_add(b->meter, b->bytes);
    b->taken = 1;
    return WEIR_OK;
}

KIND(fill, run_fill, NULL, WEIR_KIND_PURE);

/* ---- The level ------------------------------------------------------------------------------ */

typedef struct training {
    weir_runtime *rt;
    weir_var *x, *dy, *dw;
    meter temporaries;
    test_gate gate;
} training;

static void training_start(training *t, int workers, int admission) {
    weir_config c = kit_config(workers);
    c.admission = admission;
    c.level_floor_bytes = 1;
    c.memory_bytes = (uint64_t)(100000 * MB);
    t->rt = kit_runtime_of(&c);
    t->x = kit_var_of(t->rt, (uint64_t)MB, WEIR_VAR_LIVE);
    t->dy = kit_var_of(t->rt, (uint64_t)MB, WEIR_VAR_LIVE);
    t->dw = kit_var_of(t->rt, (uint64_t)MB, 0);
    kit_push(t->rt, &kit_gate, &t->gate, NULL, t->dw); /* dw = 0, which takes its time */
}

/* dw += dot(x, dy) */
static void training_step(training *t) {
    buffer *b = buffer_new(&t->temporaries, MB);
    weir_var *dot = buffer_var(t->rt, b), *in[] = {t->x, t->dy}, *sum[] = {dot, t->dw};
    weir_task product = kit_task(&fill, b), add = kit_task(&kit_nothing, NULL);
    product.reads = in;
    product.read_count = 2;
    product.writes = &dot;
    product.write_count = 1;
    CHECK_OK(weir_task_push(t->rt, &product));
    add.reads = sum;
    add.read_count = 2;
    add.writes = &t->dw;
    add.write_count = 1;
    CHECK_OK(weir_task_push(t->rt, &add));
    weir_var_release(dot);
}

static void training_end(training *t) {
    CHECK_OK(weir_waitall(t->rt));
    CHECK_SOON(t->temporaries.now == 0);
    weir_stats s = kit_stats(t->rt);
    CHECK_EQ(s.memory_used, 3 * MB);
    weir_var_release(t->x);
    weir_var_release(t->dy);
    weir_var_release(t->dw);
    CHECK_SOON(kit_stats(t->rt).memory_used == 0);
    weir_runtime_free(t->rt);
}

TEST(ten_thousand_products_hold_a_bounded_number_of_temporaries) {
    int64_t steps = test_scaled(10000);
    for (int workers = 1; workers <= 4; workers += 3) {
        training t = {0};
        training_start(&t, workers, 1);
        test_gate_open(&t.gate);
        for (int64_t i = 0; i < steps; i++) training_step(&t);
        CHECK_OK(weir_waitall(t.rt));
        CHECK_EQ(t.temporaries.taken, steps);
        weir_stats s = kit_stats(t.rt);
        /* an in-order run holds x, dy, dw and one temporary; a tenth more is too little for another */
        CHECK_LE(t.temporaries.most, MB);
        CHECK_LE(s.memory_peak, 4 * MB + 4 * MB / 10);
        CHECK_LE(s.memory_peak, s.memory_level);
        CHECK_LE(s.memory_level, 4 * MB + 4 * MB / 10);
        training_end(&t);
    }
}

TEST(producers_do_not_run_ahead_of_a_consumer_that_is_stuck) {
    training t = {0};
    training_start(&t, 3, 1);
    for (int i = 0; i < 50; i++) training_step(&t);
    test_gate_await(&t.gate, 1);
    test_sleep_ms(30); /* time enough to do it wrong */
    CHECK_LE(t.temporaries.most, MB);
    test_gate_open(&t.gate);
    training_end(&t);
    CHECK_LE(t.temporaries.most, MB);
    CHECK_EQ(t.temporaries.taken, 50);
}

TEST(without_admission_producers_do_run_ahead) {
    training t = {0};
    training_start(&t, 3, 0);
    for (int i = 0; i < 50; i++) training_step(&t);
    CHECK_SOON(t.temporaries.now == 50 * MB);
    CHECK(kit_stats(t.rt).memory_peak >= (uint64_t)(50 * MB));
    test_gate_open(&t.gate);
    training_end(&t);
}

TEST(the_level_is_never_held_below_its_floor) {
    meter m = {0};
    weir_config c = kit_config(2);
    c.level_floor_bytes = (uint64_t)(10 * MB);
    weir_runtime *rt = kit_runtime_of(&c);
    test_gate gate = {0};
    weir_var *dw = kit_var(rt);
    kit_push(rt, &kit_gate, &gate, NULL, dw);
    for (int i = 0; i < 50; i++) {
        buffer *b = buffer_new(&m, MB);
        weir_var *v = buffer_var(rt, b), *sum[] = {v, dw};
        kit_push(rt, &fill, b, NULL, v);
        weir_task add = kit_task(&kit_nothing, NULL);
        add.reads = sum;
        add.read_count = 2;
        add.writes = &dw;
        add.write_count = 1;
        CHECK_OK(weir_task_push(rt, &add));
        weir_var_release(v);
    }
    CHECK_SOON(m.now == 10 * MB); /* so many fit below the floor */
    test_sleep_ms(20);
    CHECK_EQ(m.now, 10 * MB);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    CHECK_LE(m.most, 10 * MB);
    weir_var_release(dw);
    weir_runtime_free(rt);
}

TEST(tasks_without_new_bytes_are_not_held_by_the_level) {
    weir_config c = kit_config(2);
    c.level_floor_bytes = 1;
    weir_runtime *rt = kit_runtime_of(&c);
    test_gate gate = {0};
    weir_var *a = kit_var_of(rt, 1000, 0), *b = kit_var_of(rt, 1000, 0), *free_one = kit_var(rt);
    kit_push(rt, &kit_gate, &gate, NULL, a);
    kit_push(rt, &kit_nothing, NULL, NULL, b);
    kit_push(rt, &kit_nothing, NULL, NULL, free_one);
    CHECK_OK(weir_var_wait(free_one));
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    weir_var_release(a);
    weir_var_release(b);
    weir_var_release(free_one);
    weir_runtime_free(rt);
}

/* Buffers computed one from another, starting from `last`; returns the last one. */
static weir_var *chain(weir_runtime *rt, weir_var *last, meter *m, long bytes, int links) {
    for (int i = 0; i < links; i++) {
        buffer *b = buffer_new(m, bytes);
        weir_var *v = buffer_var(rt, b);
        kit_push(rt, &fill, b, last, v);
        if (last != NULL) weir_var_release(last);
        last = v;
    }
    return last;
}

/* A chain of buffers of which two are alive at a time, the first of them stuck in the gate. */
static weir_runtime *stuck_chain_in(test_gate *gate, meter *m, long bytes, uint64_t floor,
                                    int workers, long budget) {
    weir_config c = kit_config(workers);
    c.level_floor_bytes = floor;
    c.memory_bytes = (uint64_t)budget;
    weir_runtime *rt = kit_runtime_of(&c);
    weir_var *first = kit_var_of(rt, (uint64_t)bytes, 0);
    kit_push(rt, &kit_gate, gate, NULL, first);
    weir_var_release(chain(rt, first, m, bytes, 100));
    return rt;
}

static weir_runtime *stuck_chain(test_gate *gate, meter *m, long bytes, uint64_t floor) {
    return stuck_chain_in(gate, m, bytes, floor, 2, 100000 * MB);
}

TEST(a_chain_does_not_wait_for_an_older_one_if_the_level_has_room_for_both) {
    test_gate gate = {0};
    meter m = {0}, mine = {0};
    weir_runtime *rt = stuck_chain(&gate, &m, MB, (uint64_t)(40 * MB));
    weir_var *last = chain(rt, NULL, &mine, MB, 50);
    CHECK_SOON(weir_var_is_ready(last)); /* not waited for */
    CHECK_EQ(mine.taken, 50);
    CHECK_EQ(m.taken, 0);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    weir_stats s = kit_stats(rt);
    CHECK_LE(s.memory_peak, s.memory_level);
    weir_var_release(last);
    CHECK_SOON(m.now == 0 && mine.now == 0);
    weir_runtime_free(rt);
}

TEST(an_awaited_task_is_admitted_before_large_tasks_that_are_held) {
    test_gate gate = {0};
    meter m = {0}, mine = {0};
    weir_runtime *rt = stuck_chain(&gate, &m, 40 * MB, 1);
    /* Each task fits the reserved bytes, all together do not: they are admitted one after another. */
    weir_var *last = chain(rt, NULL, &mine, MB, 30);
    CHECK_OK(weir_var_wait(last));
    CHECK_EQ(mine.taken, 30);
    CHECK_EQ(m.taken, 0); /* the chain before it has not started */
    weir_stats s = kit_stats(rt);
    CHECK_LE(s.memory_peak, s.memory_level);
    /* And again: the memory of freed buffers is available. */
    weir_var_release(last);
    buffer *b = buffer_new(&mine, 3 * MB);
    last = buffer_var(rt, b);
    kit_push(rt, &fill, b, NULL, last);
    CHECK_OK(weir_var_wait(last));
    CHECK_EQ(m.taken, 0);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    s = kit_stats(rt);
    CHECK_LE(s.memory_peak, s.memory_level);
    CHECK_LE(s.memory_level, 88 * MB);
    weir_var_release(last);
    CHECK_SOON(m.now == 0 && mine.now == 0);
    weir_runtime_free(rt);
}

TEST(an_awaited_task_may_exceed_the_level_if_the_budget_allows) {
    for (int fits = 0; fits < 2; fits++) {
        test_gate gate = {0};
        meter m = {0}, mine = {0};
        /* An in-order run needs 80 MB, so 30 MB more fit 110 MB and do not fit 109. */
        weir_runtime *rt = stuck_chain_in(&gate, &m, 40 * MB, 1, 2, fits ? 110 * MB : 109 * MB);
        buffer *b = buffer_new(&mine, 30 * MB);
        weir_var *v = buffer_var(rt, b);
        kit_push(rt, &fill, b, NULL, v);
        if (fits)
            CHECK_OK(weir_var_wait(v));
        else
            CHECK_STATUS(weir_var_wait_at(v, 20000000, NULL, 0), ETIMEDOUT);
        CHECK_EQ(mine.taken, fits);
        CHECK_EQ(m.taken, 0);
        test_gate_open(&gate);
        CHECK_OK(weir_var_wait(v));
        CHECK_OK(weir_waitall(rt));
        CHECK_EQ(m.taken, 100);
        CHECK_LE(kit_stats(rt).memory_peak, fits ? 110 * MB : 88 * MB);
        weir_var_release(v);
        CHECK_SOON(m.now == 0 && mine.now == 0);
        weir_runtime_free(rt);
    }
}

/* In the middle of an older chain and after it: its inputs are done, the rest of the chain is not. */
TEST(an_awaited_branch_of_a_chain_goes_before_the_rest_of_it) {
    test_gate gate = {0};
    meter m = {0}, mine = {0};
    weir_config c = kit_config(1);
    c.level_floor_bytes = 1;
    weir_runtime *rt = kit_runtime_of(&c);
    weir_var *early = chain(rt, NULL, &m, 10 * MB, 5), *v = kit_var_of(rt, (uint64_t)MB, 0);
    kit_push(rt, &kit_gate, &gate, early, v);
    weir_var_release(chain(rt, v, &m, 10 * MB, 50));
    weir_var *branch = chain(rt, weir_var_retain(early), &mine, 10 * MB, 5);
    test_gate_await(&gate, 1);
    CHECK_EQ(mine.taken, 0);
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait(branch));
    CHECK_EQ(mine.taken, 5);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(m.taken, 55);
    weir_var_release(early);
    weir_var_release(branch);
    weir_runtime_free(rt);
}

/* Beside a thread that has queued a lot, another waits for its own: everything it asks for is answered while the first
 * one's queue does not move. */
typedef struct client {
    weir_runtime *rt;
    atomic_int answers;
} client;

static void *ask_often(void *arg) {
    client *c = arg;
    meter m = {0};
    for (int i = 0; i < 20; i++) {
        weir_var *answer = chain(c->rt, NULL, &m, 20 * MB, 3);
        CHECK_OK(weir_var_wait(answer));
        weir_var_release(answer);
        atomic_fetch_add(&c->answers, 1);
    }
    CHECK_SOON(m.now == 0);
    return NULL;
}

TEST(a_thread_gets_its_answers_beside_another_that_has_queued_a_lot) {
    test_gate gate = {0};
    meter m = {0};
    weir_runtime *rt = stuck_chain(&gate, &m, 40 * MB, 1);
    weir_var_release(chain(rt, NULL, &m, 40 * MB, (int)test_scaled(50000)));
    client c[3] = {{.rt = rt}, {.rt = rt}, {.rt = rt}};
    test_thread t[3];
    for (int i = 0; i < 3; i++) t[i] = test_thread_start(ask_often, &c[i]);
    for (int i = 0; i < 3; i++) test_thread_join(t[i]);
    for (int i = 0; i < 3; i++) CHECK_EQ(atomic_load(&c[i].answers), 20);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    CHECK_SOON(m.now == 0);
    weir_runtime_free(rt);
}

/* ---- Chains in parallel --------------------------------------------------------------------- */

TEST(a_chain_behind_another_does_not_leave_a_worker_idle) {
    test_gate gate = {0};
    meter m = {0}, mine = {0};
    weir_runtime *rt = stuck_chain(&gate, &m, 40 * MB, 1);
    weir_var *last = chain(rt, NULL, &mine, 40 * MB, 50);
    weir_var_release(last); /* not waited for */
    CHECK_SOON(mine.taken == 50);
    CHECK_EQ(m.taken, 0);
    CHECK_LE(mine.most, 80 * MB); /* in order, as without the other chain */
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    CHECK_SOON(m.now == 0 && mine.now == 0);
    weir_runtime_free(rt);
}

/* All stuck, so that none ends: the chain whose turn it is, and one less than there are workers beside it. */
TEST(fewer_chains_than_workers_hold_bytes_before_their_turn) {
    enum { CHAINS = 9 };
    for (int workers = 1; workers <= 4; workers++) {
        test_gate gate = {0};
        meter m[CHAINS] = {{0}};
        weir_config c = kit_config(workers);
        c.level_floor_bytes = 1;
        c.memory_bytes = (uint64_t)(100000 * MB);
        weir_runtime *rt = kit_runtime_of(&c);
        test_gate hold = {0};
        kit_hold(rt, &hold, (uint32_t)workers); /* until all is issued */
        for (int i = 0; i < CHAINS; i++) {
            weir_var *v = chain(rt, NULL, &m[i], 40 * MB, 3), *stuck = kit_var_of(rt, 1, 0);
            kit_push(rt, &kit_gate, &gate, v, stuck);
            weir_var_release(v);
            weir_var_release(chain(rt, stuck, &m[i], 40 * MB, 3));
        }
        test_gate_open(&hold);
        test_gate_await(&gate, (uint32_t)workers);
        test_sleep_ms(20); /* time enough to do it wrong */
        int begun = 0;
        for (int i = 0; i < CHAINS; i++) begun += m[i].taken > 0;
        CHECK_EQ(begun, workers);
        test_gate_open(&gate);
        CHECK_OK(weir_waitall(rt));
        for (int i = 0; i < CHAINS; i++) CHECK_EQ(m[i].taken, 6);
        weir_runtime_free(rt);
    }
}

/* Batches are made from nothing, and each is used by a step that needs the one before.  In order 12 MB are needed; a
 * tenth more is the level.  A batch whose step is not linked yet looks independent, so one may be early beside it. */
TEST(batches_are_no_chains_of_their_own) {
    for (int workers = 1; workers <= 16; workers *= 4) {
        for (int wait = 0; wait < 2; wait++) {
            meter m = {0};
            weir_config c = kit_config(workers);
            c.level_floor_bytes = 1;
            c.memory_bytes = (uint64_t)(100000 * MB);
            weir_runtime *rt = kit_runtime_of(&c);
            test_gate hold = {0};
            kit_hold(rt, &hold, (uint32_t)workers);
            weir_var *w = kit_var_of(rt, (uint64_t)(10 * MB), WEIR_VAR_LIVE);
            for (int i = 0; i < 200; i++) {
                weir_var *batch = chain(rt, NULL, &m, MB, 2), *in[] = {batch, w};
                weir_task step = kit_task(&kit_nothing, NULL);
                step.reads = in;
                step.read_count = 2;
                step.writes = &w;
                step.write_count = 1;
                CHECK_OK(weir_task_push(rt, &step));
                weir_var_release(batch);
            }
            test_gate_open(&hold);
            CHECK_OK(wait ? weir_var_wait(w) : weir_waitall(rt));
            CHECK_EQ(m.taken, 400);
            CHECK_LE(kit_stats(rt).memory_peak, 12 * MB + 12 * MB / 10 + 2 * MB);
            weir_var_release(w);
            weir_runtime_free(rt);
        }
    }
}

typedef struct scratch {
    atomic_int now, most;
} scratch;

static weir_status run_scratch(weir_context *ctx, void *arg) {
    (void)ctx;
    scratch *s = arg;
    int now = atomic_fetch_add(&s->now, 1) + 1;
    for (int most = s->most; now > most && !atomic_compare_exchange_weak(&s->most, &most, now);) {}
    test_sleep_ms(1);
    atomic_fetch_sub(&s->now, 1);
    return WEIR_OK;
}

TEST(scratch_counts_while_its_task_runs) {
    KIND(with_scratch, run_scratch, NULL, 0);
    weir_config c = kit_config(4);
    c.level_floor_bytes = 1;
    weir_runtime *rt = kit_runtime_of(&c);
    scratch s = {0};
    for (int i = 0; i < 40; i++) {
        weir_task t = kit_task(&with_scratch, &s);
        t.scratch_bytes = (uint64_t)MB;
        CHECK_OK(weir_task_push(rt, &t));
    }
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(s.most, 1); /* in order only one is alive at a time */
    weir_stats st = kit_stats(rt);
    CHECK_EQ(st.memory_used, 0);
    CHECK_EQ(st.memory_peak, MB);
    weir_runtime_free(rt);
}

/* ---- The budget ----------------------------------------------------------------------------- */

/* A random program over a few slots: write a new buffer, update, combine, let go.  `plan` follows it
 * one by one and says what has to run; the engines then have to agree, on any schedule. */
enum { SLOTS = 12, TASKS = 300, INS = 3 };

typedef struct item {
    int out;     /* the slot that is written; -1: none */
    int in[INS]; /* the slots that are read; -1: none */
    long bytes;  /* of a new buffer for `out`; 0: the old one is updated */
    long scratch;
    int let_go[2]; /* slots to be released afterwards; -1: none */
    uint32_t pause_us;
} item;

typedef struct plan {
    int64_t peak;
    int runs[TASKS], first_failure;
} plan;

static void make_program(item *items, uint64_t seed) {
    int alive[SLOTS] = {0};
    for (int i = 0; i < TASKS; i++) {
        item *t = &items[i];
        uint64_t dice = test_random(&seed);
        *t = (item){.out = (int)(dice % SLOTS), .in = {-1, -1, -1}, .let_go = {-1, -1}};
        t->pause_us = dice >> 20 & 7 ? 0 : (uint32_t)(dice >> 24 & 63);
        t->scratch = dice >> 32 & 3 ? 0 : (long)(dice >> 34 & 255);
        for (int j = 0; j < INS; j++) {
            int slot = (int)(test_random(&seed) % SLOTS);
            if (alive[slot] && slot != t->out) t->in[j] = slot;
        }
        if (!alive[t->out])
            t->bytes = 1 + (long)(dice >> 44 & 1023);
        else
            t->in[0] = t->out;
        alive[t->out] = 1;
        for (int j = 0; j < 2; j++) {
            int slot = (int)(test_random(&seed) % SLOTS);
            if (!alive[slot] || dice >> (60 + j) & 1) continue;
            t->let_go[j] = slot;
            alive[slot] = 0;
        }
    }
}

static plan follow(const item *items, int64_t budget) {
    plan p = {.first_failure = -1};
    int64_t sim = 0, bytes[SLOTS] = {0};
    int taken[SLOTS] = {0}, bad[SLOTS] = {0};
    for (int i = 0; i < TASKS; i++) {
        const item *t = &items[i];
        if (t->bytes) {
            bytes[t->out] = t->bytes;
            taken[t->out] = bad[t->out] = 0;
        }
        int64_t fresh = taken[t->out] ? 0 : bytes[t->out];
        int fits = sim + fresh + t->scratch <= budget;
        int spoilt = 0;
        for (int j = 0; j < INS; j++) spoilt |= t->in[j] >= 0 && bad[t->in[j]];
        p.runs[i] = fits && !spoilt;
        bad[t->out] = !p.runs[i];
        if (spoilt) {
            /* will not run, so an in-order run allocates nothing for it */
        } else if (fits) {
            taken[t->out] = 1;
            sim += fresh;
            if (sim + t->scratch > p.peak) p.peak = sim + t->scratch;
        } else if (p.first_failure < 0) {
            p.first_failure = i;
        }
        for (int j = 0; j < 2; j++) {
            int slot = t->let_go[j];
            if (slot >= 0 && taken[slot]) sim -= bytes[slot];
            if (slot >= 0) taken[slot] = bad[slot] = 0;
        }
    }
    return p;
}

typedef struct work {
    buffer *out;
    meter *meter;
    long scratch;
    int *ran;
    uint32_t pause_us;
} work;

static weir_status run_work(weir_context *ctx, void *arg) {
    work *w = arg;
    run_fill(ctx, w->out);
    meter_add(w->meter, w->scratch);
    if (w->pause_us) usleep(w->pause_us);
    *w->ran = 1;
    atomic_fetch_sub(&w->meter->now, w->scratch);
    return WEIR_OK;
}

KIND(work_kind, run_work, NULL, WEIR_KIND_PURE);

static void play(weir_runtime *rt, int workers, const item *items, int64_t budget,
                 const plan *expected) {
    meter m = {0};
    weir_var *var[SLOTS] = {0};
    buffer *buf[SLOTS] = {0};
    int ran[TASKS] = {0};
    int seen = 0;
    for (int i = 0; i < TASKS; i++) {
        const item *t = &items[i];
        if (t->bytes) {
            buf[t->out] = buffer_new(&m, t->bytes);
            var[t->out] = buffer_var(rt, buf[t->out]);
        }
        work w = {buf[t->out], &m, t->scratch, &ran[i], t->pause_us};
        weir_var *reads[INS];
        weir_task task = kit_task(&work_kind, &w);
        task.arg_size = sizeof w;
        task.reads = reads;
        for (int j = 0; j < INS; j++)
            if (t->in[j] >= 0) reads[task.read_count++] = var[t->in[j]];
        task.writes = &var[t->out];
        task.write_count = 1;
        task.scratch_bytes = (uint64_t)t->scratch;
        task.site = (uint32_t)i + 1;
        /* The serial engine returns the task's failure.  One that was returned is not reported again. */
        seen |= weir_task_push(rt, &task) == WEIR_ENOMEM;
        for (int j = 0; j < 2; j++) {
            if (t->let_go[j] < 0) continue;
            weir_var_release(var[t->let_go[j]]);
            var[t->let_go[j]] = NULL;
        }
        /* A short wait for one: it may be admitted early. */
        if (i % 8 == 7 && var[i / 8 % SLOTS] != NULL)
            seen |= weir_var_wait_at(var[i / 8 % SLOTS], 50000, NULL, 0) == WEIR_ENOMEM;
    }
    weir_status status = weir_waitall(rt);
    for (int i = 0; i < TASKS; i++)
        if (ran[i] != expected->runs[i])
            test_fail(__FILE__, __LINE__, "task %d: ran %d, planned %d (first failure planned: %d)",
                      i, ran[i], expected->runs[i], expected->first_failure);
    CHECK_LE(m.most, budget);
    CHECK_LE(kit_stats(rt).memory_peak, budget);
    /* The level; as much again for what is awaited; and of chains that run by themselves one less than workers. */
    CHECK_LE(m.most, expected->peak * (1 + workers) + expected->peak / 10);
    if (expected->first_failure < 0) {
        CHECK_OK(status);
    } else {
        if (!seen || status != WEIR_OK) CHECK_STATUS(status, ENOMEM);
        weir_failure f = {.size = sizeof f};
        CHECK_OK(weir_failure_get(rt, 0, &f));
        CHECK_EQ(f.status, WEIR_ENOMEM);
    }
    for (int i = 0; i < SLOTS; i++) weir_var_release(var[i]);
    CHECK_SOON(m.now == 0);
}

static void play_everywhere(const item *items, int64_t budget, const plan *expected) {
    for (int workers = 0; workers <= 4; workers += workers ? workers : 1) {
        weir_config c = kit_config(workers ? workers : 1);
        c.engine = workers ? WEIR_THREADED : WEIR_SERIAL;
        c.memory_bytes = (uint64_t)budget;
        c.level_floor_bytes = 1;
        weir_runtime *rt = kit_runtime_of(&c);
        play(rt, workers, items, budget, expected);
        weir_failure_clear(rt);
        weir_runtime_free(rt);
    }
}

TEST(a_program_that_fits_in_order_fits_on_every_schedule) {
    static item items[TASKS];
    for (uint64_t seed = 1; seed <= (uint64_t)test_scaled(20); seed++) {
        make_program(items, seed);
        plan all = follow(items, INT64_MAX / 2);
        plan same = follow(items, all.peak);
        CHECK_EQ(same.first_failure, -1);
        play_everywhere(items, all.peak, &same);
        play_everywhere(items, 4 * all.peak, &same);
    }
}

TEST(a_program_that_does_not_fit_fails_at_the_same_task_on_every_schedule) {
    static item items[TASKS];
    for (uint64_t seed = 1; seed <= (uint64_t)test_scaled(20); seed++) {
        make_program(items, seed + 100);
        int64_t peak = follow(items, INT64_MAX / 2).peak;
        for (int64_t budget = peak - 1; budget > peak / 2; budget -= peak / 5) {
            plan some = follow(items, budget);
            CHECK(some.first_failure >= 0);
            play_everywhere(items, budget, &some);
        }
    }
}

TEST(a_task_over_the_budget_fails_alone_with_a_message) {
    for (int engine = 0; engine < 2; engine++) {
        weir_config c = kit_config(2);
        c.engine = engine;
        c.memory_bytes = (uint64_t)(4 * MB);
        weir_runtime *rt = kit_runtime_of(&c);
        weir_var *a = kit_var_of(rt, (uint64_t)(3 * MB), 0),
                 *b = kit_var_of(rt, (uint64_t)(3 * MB), 0);
        weir_var *after = kit_var(rt), *other = kit_var_of(rt, (uint64_t)MB, 0);
        kit_push(rt, &kit_nothing, NULL, NULL, a);
        kit_try(rt, &kit_nothing, NULL, NULL, b);
        kit_try(rt, &kit_nothing, NULL, b, after);
        kit_push(rt, &kit_nothing, NULL, NULL, other);
        for (int i = 0; i < 2; i++) {
            CHECK_STATUS(weir_var_wait(b), ENOMEM);
            CHECK_HAS(weir_error(), "needs");
            CHECK_HAS(weir_error(), "budget");
            CHECK_HAS(weir_error(), "kit_nothing");
        }
        CHECK_STATUS(weir_var_wait(after), ENOMEM);
        CHECK_OK(weir_var_wait(a));
        CHECK_OK(weir_var_wait(other));
        CHECK_EQ(weir_failure_count(rt), 1);
        CHECK_LE(kit_stats(rt).memory_peak, 4 * MB);
        weir_var_release(a);
        kit_push(rt, &kit_nothing, NULL, NULL, b); /* now there is memory */
        CHECK_OK(weir_var_wait(b));
        weir_var_release(b);
        weir_var_release(after);
        weir_var_release(other);
        weir_runtime_free(rt);
    }
}

TEST(a_release_issued_after_a_task_does_not_rescue_it) {
    for (int held = 0; held < 2; held++) {
        weir_config c = kit_config(1);
        c.memory_bytes = (uint64_t)(4 * MB);
        weir_runtime *rt = kit_runtime_of(&c);
        test_gate gate = {0};
        if (held) kit_hold(rt, &gate, 1); /* the release is known before the task can start */
        weir_var *a = kit_var_of(rt, (uint64_t)(3 * MB), 0),
                 *b = kit_var_of(rt, (uint64_t)(3 * MB), 0);
        kit_push(rt, &kit_nothing, NULL, NULL, a);
        kit_push(rt, &kit_nothing, NULL, NULL, b);
        weir_var_release(a);
        test_gate_open(&gate);
        CHECK_STATUS(weir_var_wait(b), ENOMEM);
        weir_var_release(b);
        weir_runtime_free(rt);
    }
}

TEST(a_release_issued_before_a_task_makes_room_for_it) {
    weir_config c = kit_config(2);
    c.memory_bytes = (uint64_t)(4 * MB);
    weir_runtime *rt = kit_runtime_of(&c);
    test_gate gate = {0};
    weir_var *a = kit_var_of(rt, (uint64_t)(3 * MB), 0), *b = kit_var_of(rt, (uint64_t)(3 * MB), 0);
    kit_push(rt, &kit_nothing, NULL, NULL, a);
    kit_push(rt, &kit_gate, &gate, a, NULL); /* its last use takes long */
    weir_var_release(a);
    kit_push(rt, &kit_nothing, NULL, NULL, b);
    test_gate_await(&gate, 1);
    CHECK_STATUS(weir_var_wait_at(b, 20000000, "test", 0), ETIMEDOUT);
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait(b));
    CHECK_LE(kit_stats(rt).memory_peak, 4 * MB);
    weir_var_release(b);
    weir_runtime_free(rt);
}

TEST(scratch_over_the_budget_fails_its_task) {
    weir_config c = kit_config(2);
    c.memory_bytes = (uint64_t)(4 * MB);
    weir_runtime *rt = kit_runtime_of(&c);
    weir_var *v = kit_var(rt);
    weir_task t = kit_task(&kit_nothing, NULL);
    t.writes = &v;
    t.write_count = 1;
    t.scratch_bytes = (uint64_t)(5 * MB);
    CHECK_OK(weir_task_push(rt, &t));
    CHECK_STATUS(weir_var_wait(v), ENOMEM);
    t.scratch_bytes = (uint64_t)(4 * MB);
    CHECK_OK(weir_task_push(rt, &t));
    CHECK_OK(weir_var_wait(v));
    t.scratch_bytes = UINT64_MAX - 5; /* and nothing overflows */
    CHECK_OK(weir_task_push(rt, &t));
    CHECK_STATUS(weir_var_wait(v), ENOMEM);
    weir_var_release(v);
    weir_runtime_free(rt);
}

/* ---- Variables whose bytes live from birth -------------------------------------------------- */

TEST(a_live_variable_counts_from_birth_to_its_last_use) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var_of(rt, 1000, WEIR_VAR_LIVE);
    CHECK_EQ(kit_stats(rt).memory_used, 1000);
    kit_push(rt, &kit_nothing, NULL, NULL, v);
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(kit_stats(rt).memory_used, 1000); /* not twice */
    test_gate gate = {0};
    kit_push(rt, &kit_gate, &gate, v, NULL);
    weir_var_release(v);
    test_gate_await(&gate, 1);
    CHECK_EQ(kit_stats(rt).memory_used, 1000);
    test_gate_open(&gate);
    CHECK_SOON(kit_stats(rt).memory_used == 0);
    weir_runtime_free(rt);
}

TEST(bytes_are_taken_when_the_first_write_starts_not_when_it_is_issued) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    kit_hold(rt, &gate, 1);
    weir_var *v = kit_var_of(rt, 1000, 0);
    kit_push(rt, &kit_nothing, NULL, NULL, v);
    CHECK_EQ(kit_stats(rt).memory_used, 0);
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(kit_stats(rt).memory_used, 1000);
    weir_var_release(v);
    CHECK_SOON(kit_stats(rt).memory_used == 0);
    weir_runtime_free(rt);
}

typedef struct birth {
    weir_runtime *rt;
    weir_var *v;
    weir_status status;
    atomic_int started, done;
} birth;

static void *give_birth(void *arg) {
    birth *b = arg;
    weir_var_options o = kit_options((uint64_t)(3 * MB), WEIR_VAR_LIVE);
    atomic_store(&b->started, 1);
    b->status = weir_var_new(b->rt, &o, &b->v);
    atomic_store(&b->done, 1);
    return NULL;
}

static weir_runtime *nearly_full(test_gate *gate) {
    weir_config c = kit_config(1);
    c.memory_bytes = (uint64_t)(4 * MB);
    weir_runtime *rt = kit_runtime_of(&c);
    weir_var *a = kit_var_of(rt, (uint64_t)(3 * MB), WEIR_VAR_LIVE);
    kit_push(rt, &kit_gate, gate, a, NULL);
    weir_var_release(a); /* in order it fits; the last use is late */
    return rt;
}

TEST(creating_a_live_variable_waits_for_memory_that_will_be_freed) {
    test_gate gate = {0};
    birth b = {.rt = nearly_full(&gate)};
    test_thread t = test_thread_start(give_birth, &b);
    CHECK_SOON(atomic_load(&b.started));
    test_sleep_ms(30);
    CHECK_EQ(atomic_load(&b.done), 0);
    test_gate_open(&gate);
    test_thread_join(t);
    CHECK_OK(b.status);
    CHECK_LE(kit_stats(b.rt).memory_peak, 4 * MB);
    weir_var_release(b.v);
    weir_runtime_free(b.rt);
}

TEST(that_wait_can_be_interrupted) {
    test_gate gate = {0};
    birth b = {.rt = nearly_full(&gate)};
    test_thread t = test_thread_start(give_birth, &b);
    CHECK_SOON((weir_interrupt(b.rt), atomic_load(&b.done)));
    test_thread_join(t);
    CHECK_STATUS(b.status, EINTR);
    CHECK(!b.v);
    test_gate_open(&gate);
    CHECK_SOON(kit_stats(b.rt).memory_used == 0);
    weir_runtime_free(b.rt);
}

TEST(creating_a_live_variable_fails_if_memory_will_never_be_free) {
    weir_config c = kit_config(1);
    c.memory_bytes = (uint64_t)(4 * MB);
    weir_runtime *rt = kit_runtime_of(&c);
    weir_var *a = kit_var_of(rt, (uint64_t)(3 * MB), WEIR_VAR_LIVE), *b = NULL;
    weir_var_options o = kit_options((uint64_t)(3 * MB), WEIR_VAR_LIVE);
    CHECK_STATUS(weir_var_new(rt, &o, &b), ENOMEM);
    CHECK(!b);
    o.bytes = UINT64_MAX;
    CHECK_STATUS(weir_var_new(rt, &o, &b), ENOMEM);
    CHECK_HAS(weir_error(), "budget");
    weir_var_release(a);
    o.bytes = (uint64_t)(4 * MB);
    CHECK_OK(weir_var_new(rt, &o, &b));
    weir_var_release(b);
    weir_runtime_free(rt);
}

/* ---- The queue's own memory ----------------------------------------------------------------- */

typedef struct flood {
    weir_runtime *rt;
    int64_t count;
    atomic_int done;
} flood;

static void *push_flood(void *arg) {
    flood *f = arg;
    weir_var *v[10];
    for (int i = 0; i < 10; i++) v[i] = kit_var(f->rt);
    for (int64_t i = 0; i < f->count; i++) kit_push(f->rt, &kit_nothing, NULL, v[i % 7], v[i % 10]);
    for (int i = 0; i < 10; i++) weir_var_release(v[i]);
    atomic_store(&f->done, 1);
    return NULL;
}

static void await_standstill(flood *f) {
    for (uint64_t before = 0, now; (now = kit_stats(f->rt).issued) != before || now < 100;
         before = now) {
        CHECK_EQ(atomic_load(&f->done), 0);
        test_sleep_ms(50);
    }
}

TEST(a_million_tasks_against_a_stalled_worker_keep_memory_bounded) {
    const int64_t bound = test_scaled(8 << 20);
    weir_config c = kit_config(1);
    c.queue_bytes_max = (uint64_t)bound;
    c.queue_tasks_max = 1000000000;
    flood f = {.rt = kit_runtime_of(&c), .count = test_scaled(1000000)};
    test_gate gate = {0};
    kit_hold(f.rt, &gate, 1);
    int64_t before = test_rss();
    test_thread t = test_thread_start(push_flood, &f);
    await_standstill(&f);
    weir_stats s = kit_stats(f.rt);
    CHECK((int64_t)s.queue_bytes > bound / 2);
    CHECK_LE(s.queue_bytes, bound + 128 * 1024);
    if (test_slow() == 1) CHECK_LE(test_rss() - before, 3 * bound);
    test_gate_open(&gate);
    test_thread_join(t);
    CHECK_OK(weir_waitall(f.rt));
    CHECK_EQ(kit_stats(f.rt).finished, f.count + 1);
    CHECK_SOON((int64_t)kit_stats(f.rt).queue_bytes < bound / 8); /* and given back */
#ifdef __GLIBC__ /* with another C library free memory may stay with it */
    malloc_trim(0);
    if (test_slow() == 1) CHECK_LE(test_rss() - before, bound / 2);
#endif
    weir_runtime_free(f.rt);
}
