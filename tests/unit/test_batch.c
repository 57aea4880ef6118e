/* test_batch.c - passes over batches: a pass that fuses tasks, and a recorded batch that is
 * replayed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "engine/engine.h"

#include "harness.h"

typedef struct step {
    uint64_t *cell;
    uint64_t add;
} step;

static weir_status run_step(weir_context *ctx, void *arg) {
    (void)ctx;
    step *s = arg;
    *s->cell = *s->cell * 3 + s->add;
    return WEIR_OK;
}

static const weir_kind step_kind = {
    .size = sizeof(weir_kind), .name = "step", .run = run_step, .flags = WEIR_KIND_PURE};

static atomic_int fused_runs;

/* The task with which a pass replaces several steps. */
static weir_status run_fused(weir_context *ctx, void *arg) {
    (void)ctx;
    step **all = *(step ***)arg;
    for (int i = 0; all[i]; i++) *all[i]->cell = *all[i]->cell * 3 + all[i]->add;
    free(all[0]);
    free(all);
    atomic_fetch_add(&fused_runs, 1);
    return WEIR_OK;
}

static const weir_kind fused_kind = {
    .size = sizeof(weir_kind), .name = "fused", .run = run_fused, .flags = WEIR_KIND_PURE};

static weir_status run_gate(weir_context *ctx, void *arg) {
    (void)ctx;
    test_gate_pass(arg);
    return WEIR_OK;
}

static const weir_kind gate_kind = {.size = sizeof(weir_kind), .name = "gate", .run = run_gate};

static weir_runtime *one_worker(void) {
    weir_config c;
    weir_config_init(&c);
    c.workers = 1;
    c.memory_bytes = TEST_MEMORY_BYTES;
    weir_runtime *rt;
    CHECK(weir_runtime_new(&c, &rt) == WEIR_OK);
    return rt;
}

static weir_task step_task(step *s, weir_var **v) {
    return (weir_task){.size = sizeof(weir_task),
                       .kind = &step_kind,
                       .arg = s,
                       .arg_size = sizeof *s,
                       .reads = v,
                       .writes = v,
                       .read_count = 1,
                       .write_count = 1};
}

typedef struct seen {
    int batches, steps, releases, dropped;
} seen;

/* Consecutive steps on one variable in a batch are fused into the last of them. */
static void fuse(weir_runtime *rt, wr_batch *batch, void *ctx) {
    seen *s = ctx;
    s->batches++;
    for (size_t i = 0; i < batch->count; i++)
        s->releases += wr_batch_release(batch->task[i]) != NULL;
    size_t n = 0, last = 0;
    step **all = calloc(batch->count + 1, sizeof *all);
    for (size_t i = 0; i < batch->count; i++)
        if (batch->task[i]->kind == &step_kind) {
            all[n++] = batch->task[i]->arg;
            last = i;
        }
    s->steps += (int)n;
    if (n < 2) {
        free(all);
        return;
    }
    /* The dropped tasks' arguments lie in their chunks; keep copies. */
    step *copies = calloc(n, sizeof *copies);
    for (size_t i = 0; i < n; i++) copies[i] = *all[i], all[i] = &copies[i];
    for (size_t i = 0; i < last; i++)
        if (batch->task[i] && batch->task[i]->kind == &step_kind) {
            wr_batch_drop(rt, batch, i);
            s->dropped++;
        }
    wr_task *t = batch->task[last];
    t->kind = &fused_kind;
    *(step ***)t->arg = all; /* the payload is at least as large as a pointer */
}

TEST(a_pass_sees_batches_in_program_order_and_may_fuse) {
    enum { STEPS = 500 };
    weir_runtime *rt = one_worker();
    test_gate gate = {0};
    weir_var *stall, *v, *gone;
    CHECK(weir_var_new(rt, NULL, &stall) == WEIR_OK && weir_var_new(rt, NULL, &v) == WEIR_OK);
    CHECK(weir_var_new(rt, NULL, &gone) == WEIR_OK);
    weir_task g = {.size = sizeof g,
                   .kind = &gate_kind,
                   .arg = &gate,
                   .reads =
                       &gone, /* a variable that no record names would be freed without a record */
                   .read_count = 1,
                   .writes = &stall,
                   .write_count = 1};
    CHECK(weir_task_push(rt, &g) == WEIR_OK);
    seen s = {0};
    wr_pass_set(rt, fuse, &s);
    uint64_t cell = 1, model = 1;
    for (int i = 0; i < STEPS; i++) {
        step one = {&cell, (uint64_t)i};
        weir_task t = step_task(&one, &v);
        CHECK(weir_task_push(rt, &t) == WEIR_OK);
        model = model * 3 + (uint64_t)i;
    }
    weir_var_release(gone);
    test_gate_open(&gate);
    CHECK(weir_var_wait(v) == WEIR_OK);
    CHECK_EQ(cell, model);
    CHECK(weir_waitall(rt) == WEIR_OK);
    wr_pass_set(rt, NULL, NULL);
    CHECK_EQ(s.steps, STEPS);
    CHECK_EQ(s.releases, 1);
    CHECK(s.dropped > 0);
    weir_stats stats = {.size = sizeof stats};
    CHECK(weir_stats_get(rt, &stats) == WEIR_OK);
    CHECK_EQ(stats.ran, (uint64_t)(1 + STEPS - s.dropped));
    CHECK_EQ(stats.queue_len, 0u);
    weir_var_release(v);
    weir_var_release(stall);
    weir_runtime_free(rt);
}

/* A recorded batch: built once outside any submission queue, replayed several times. */
TEST(a_recorded_batch_is_replayed_in_program_order) {
    weir_runtime *rt = one_worker();
    weir_var *v;
    CHECK(weir_var_new(rt, NULL, &v) == WEIR_OK);
    uint64_t cell = 1, model = 1;
    for (int round = 0; round < 50; round++) {
        step pushed = {&cell, 1000 + (uint64_t)round};
        weir_task task = step_task(&pushed, &v);
        CHECK(weir_task_push(rt, &task) == WEIR_OK);
        model = model * 3 + pushed.add;

        wr_scheduler_acquire(rt);
        while (wr_scheduler_drain(rt)) {} /* records pushed before come first */
        wr_batch batch = {0};
        wr_chunk *chunk = wr_chunk_new(rt, WR_CHUNK_BYTES);
        char *at = (char *)(chunk + 1);
        for (int i = 0; i < 3; i++) {
            step s = {&cell, (uint64_t)i};
            weir_task recorded = step_task(&s, &v);
            wr_task *t = wr_task_build(at, &recorded, &step_kind, false);
            at += wr_task_size(&recorded, false);
            wr_batch_adopt(rt, t);
            batch.task[batch.count++] = t;
            model = model * 3 + (uint64_t)i;
        }
        wr_chunk_close(rt, chunk);
        wr_batch_play(rt, &batch);
        wr_scheduler_release(rt);
        wr_scheduler_notify(rt);
    }
    CHECK(weir_var_wait(v) == WEIR_OK);
    CHECK_EQ(cell, model);
    weir_var_release(v);
    weir_runtime_free(rt);
}
