/* test_random_graph.c - random programs give the values of running them one by one.
 *
 * A hundred cells hold one number each.  A program is tens of thousands of operations on them: set,
 * update, mix several, release and create.  No operation commutes with another, so a task out of
 * order changes the values.  Each program is also computed directly while it is issued, and
 * compared at waits in its middle and at its end.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <pthread.h>
#include <sched.h>

enum { CELLS = 100, INPUTS = 6 };

typedef struct cell {
    weir_var *var;
    uint64_t *value; /* of the variable; freed by its on_free */
    uint64_t model;  /* the expected value after all issued operations */
} cell;

typedef struct op {
    uint64_t *out[2];
    const uint64_t *in[INPUTS];
    uint64_t k;
    uint32_t ins, outs, pause;
} op;

/* The formula of all operations; an output that is also an input is read with its old value. */
static uint64_t mix(const uint64_t *in, uint32_t ins, uint64_t k) {
    uint64_t sum = k;
    for (uint32_t i = 0; i < ins; i++) sum = sum * 3 + in[i];
    return sum;
}

static weir_status run_op(weir_context *ctx, void *arg) {
    (void)ctx;
    op *o = arg;
    uint64_t in[INPUTS];
    for (uint32_t i = 0; i < o->ins; i++) in[i] = *o->in[i];
    if (o->pause == 1) sched_yield();
    for (volatile uint32_t i = 0; i < o->pause; i++) {}
    for (uint32_t i = 0; i < o->outs; i++) *o->out[i] = mix(in, o->ins, o->k + i);
    return WEIR_OK;
}

KIND(op_pure, run_op, NULL, WEIR_KIND_PURE);
KIND(op_help, run_op, NULL, WEIR_KIND_PURE | WEIR_KIND_HELP);
KIND(op_effect, run_op, NULL, 0);
KIND(op_io, run_op, NULL, WEIR_KIND_IO);

static const weir_kind *const kinds[] = {&op_pure, &op_help, &op_effect, &op_help, &op_pure};

/* ---- One program ---------------------------------------------------------------------------- */

typedef struct program {
    weir_runtime *rt;
    cell cells[CELLS];
    pthread_mutex_t lock;      /* held while an operation of the shared phase is issued */
    pthread_barrier_t between; /* the phases */
    int threads;
    int64_t count; /* operations of each thread in each phase */
    uint64_t seed;
} program;

typedef struct issuer {
    program *p;
    int index;
} issuer;

static void make_cell(weir_runtime *rt, cell *c) {
    c->value = malloc(sizeof *c->value);
    weir_var_options o = kit_options(sizeof *c->value, 0);
    o.on_free = free;
    o.ctx = c->value;
    CHECK_OK(weir_var_new(rt, &o, &c->var));
}

/* Queue an operation with `outs` outputs and `ins` inputs among cells[0 .. count). */
static void issue(program *p, cell *cells, uint64_t count, uint64_t *random) {
    weir_var *reads[INPUTS], *writes[2];
    uint64_t in[INPUTS];
    cell *out[2];
    uint64_t k = test_random(random), dice = test_random(random);
    const uint32_t ins = (uint32_t)(dice % (INPUTS + 1)), outs = (dice >> 8 & 3) == 3 ? 2 : 1;
    op o = {.k = k, .ins = ins, .outs = outs};
    o.pause = (dice >> 10 & 15) == 0 ? 1 : (dice >> 10 & 15) == 1 ? 2000 : 0;
    for (uint32_t i = 0; i < outs; i++) {
        out[i] = &cells[test_random(random) % count];
        writes[i] = out[i]->var;
        o.out[i] = out[i]->value;
    }
    for (uint32_t i = 0; i < ins; i++) {
        cell *c = i == 0 && (dice >> 16 & 1) ? out[0] : &cells[test_random(random) % count];
        reads[i] = c->var;
        o.in[i] = c->value;
        in[i] = c->model;
    }
    weir_task t = kit_task((dice >> 20 & 127) == 0 ? &op_io : kinds[(dice >> 20) % 5], &o);
    t.arg_size = sizeof o;
    t.reads = reads;
    t.read_count = ins;
    t.writes = writes;
    t.write_count = outs;
    t.priority = (dice >> 40 & 7) == 0 ? (int)(dice >> 44 & 15) - 8 : 0;
    t.scratch_bytes = (dice >> 50 & 7) == 0 ? 100 : 0;
    CHECK_OK(weir_task_push(p->rt, &t));
    for (uint32_t i = 0; i < outs; i++) out[i]->model = mix(in, ins, k + i);
}

/* Release a cell while it is in use, and create it again with a first value. */
static void renew(program *p, cell *c, uint64_t *random) {
    weir_var_release(c->var);
    make_cell(p->rt, c);
    op o = {.out = {c->value}, .outs = 1, .k = test_random(random)};
    weir_task t = kit_task(&op_pure, &o);
    t.arg_size = sizeof o;
    t.writes = &c->var;
    t.write_count = 1;
    CHECK_OK(weir_task_push(p->rt, &t));
    c->model = o.k;
}

static void look(cell *c) {
    CHECK_OK(weir_var_wait(c->var));
    CHECK_EQ(*c->value, c->model);
}

static void one_step(program *p, cell *cells, uint64_t count, uint64_t *random) {
    uint64_t dice = test_random(random) % 2000;
    if (dice == 0)
        look(&cells[test_random(random) % count]);
    else if (dice < 20)
        renew(p, &cells[test_random(random) % count], random);
    else
        issue(p, cells, count, random);
}

/* First each thread uses separate cells, then all threads use all cells, ordered by a lock. */
static void *issue_program(void *arg) {
    issuer *me = arg;
    program *p = me->p;
    uint64_t random = p->seed * 1000 + (uint64_t)me->index;
    uint64_t count = (uint64_t)(CELLS / p->threads);
    cell *mine = p->cells + (uint64_t)me->index * count;
    for (int64_t i = 0; i < p->count; i++) one_step(p, mine, count, &random);
    pthread_barrier_wait(&p->between);
    for (int64_t i = 0; i < p->count; i++) {
        pthread_mutex_lock(&p->lock);
        one_step(p, p->cells, CELLS, &random);
        pthread_mutex_unlock(&p->lock);
    }
    return NULL;
}

static void run_program(const weir_config *config, int threads, int64_t tasks, uint64_t seed) {
    program p = {.threads = threads, .count = tasks / threads / 2 + 1, .seed = seed};
    pthread_mutex_init(&p.lock, NULL);
    pthread_barrier_init(&p.between, NULL, (unsigned)threads);
    p.rt = kit_runtime_of(config);
    uint64_t random = seed;
    for (int i = 0; i < CELLS; i++) {
        make_cell(p.rt, &p.cells[i]);
        p.cells[i].model = *p.cells[i].value = test_random(&random);
    }
    issuer issuers[8];
    test_thread handles[8];
    for (int i = 0; i < threads; i++) issuers[i] = (issuer){&p, i};
    for (int i = 1; i < threads; i++) handles[i] = test_thread_start(issue_program, &issuers[i]);
    issue_program(&issuers[0]);
    for (int i = 1; i < threads; i++) test_thread_join(handles[i]);
    for (int i = CELLS; i-- > 0;) look(&p.cells[i]);
    for (int i = 0; i < CELLS; i++) weir_var_release(p.cells[i].var);
    weir_runtime_free(p.rt);
    pthread_barrier_destroy(&p.between);
    pthread_mutex_destroy(&p.lock);
}

static void run_with(int workers) {
    for (int threads = 1; threads <= 4; threads++) {
        weir_config c = kit_config(workers);
        run_program(&c, threads, test_scaled(40000), (uint64_t)(workers * 10 + threads));
    }
}

/* ---- Engines and sizes ---------------------------------------------------------------------- */

TEST(random_graph_with_one_worker) { run_with(1); }
TEST(random_graph_with_two_workers) { run_with(2); }
TEST(random_graph_with_three_workers) { run_with(3); }
TEST(random_graph_with_many_workers) { run_with(test_workers(8)); }

TEST(random_graph_on_the_serial_engine) {
    for (int threads = 1; threads <= 4; threads++) {
        weir_config c = kit_config(1);
        c.engine = WEIR_SERIAL;
        run_program(&c, threads, test_scaled(40000), (uint64_t)threads);
    }
}

TEST(random_graph_with_a_small_queue) {
    for (uint64_t bound = 2; bound <= 200; bound *= 10) {
        weir_config c = kit_config(test_workers(2));
        c.queue_tasks_max = bound;
        run_program(&c, 2, test_scaled(10000), bound);
    }
}

TEST(random_graph_without_spinning_helping_or_admission) {
    for (int bits = 0; bits < 8; bits++) {
        weir_config c = kit_config(test_workers(2));
        c.spin_us = bits & 1 ? 0 : 50;
        c.helping = bits >> 1 & 1;
        c.admission = bits >> 2 & 1;
        c.level_floor_bytes = 1;
        run_program(&c, 2, test_scaled(10000), (uint64_t)bits + 500);
    }
}

TEST(random_graph_of_many_short_programs) {
    int64_t rounds = test_scaled(60);
    for (int64_t i = 0; i < rounds; i++) {
        weir_config c = kit_config(1 + (int)(i % 4));
        run_program(&c, 1 + (int)(i / 4 % 4), 300, (uint64_t)i + 9000);
    }
}
