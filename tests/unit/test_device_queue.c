/* test_device_queue.c - the order of tasks on devices: chains, several devices and the CPU together,
 * failures, refused batches, the bound on submitted work, cancelling, memory, fork.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <unistd.h>

#include "device/null/null_device.h"
#include "engine/engine.h"

#include "harness.h"

enum { VARS = 12, NONE = -1 };

/* A task of a test: when it ended, by a counter of all tasks, and on the CPU when it began. */
typedef struct mark {
    atomic_int_fast64_t *clock;
    atomic_int_fast64_t began, ended; /* 0: not yet */
    bool fails;
    int device;
} mark;

static weir_status run_mark(weir_context *ctx, void *arg) {
    (void)ctx;
    mark *m = *(mark **)arg;
    m->began = atomic_fetch_add(m->clock, 1) + 1;
    return WEIR_OK;
}

/* Devices do not call the function of such a task, so its end is seen here.  Its result is reported before that, so a
 * task of another queue may have ended earlier than one that it waits for. */
static void drop_mark(void *arg) {
    mark *m = *(mark **)arg;
    m->ended = atomic_fetch_add(m->clock, 1) + 1;
}

static const weir_kind mark_kind = {.size = sizeof(weir_kind),
                                    .name = "mark",
                                    .run = run_mark,
                                    .drop = drop_mark,
                                    .flags = WEIR_KIND_PURE};
/* A task that its device asks for, as it does for operators. */
static weir_status run_on_device(weir_context *ctx, void *arg) {
    mark *m = *(mark **)arg;
    if (ctx->refused) return WEIR_OK;
    m->began = atomic_fetch_add(m->clock, 1) + 1;
    m->ended = atomic_fetch_add(m->clock, 1) + 1;
    if (m->fails) return weir_context_fail(ctx, WEIR_EFAILED, "the task was told to fail");
    return WEIR_OK;
}

static const weir_kind device_kind = {.size = sizeof(weir_kind),
                                      .name = "device mark",
                                      .run = run_on_device,
                                      .flags = WEIR_KIND_PURE | WR_KIND_DEVICE};
static weir_status run_nothing(weir_context *ctx, void *arg) {
    (void)ctx, (void)arg;
    return WEIR_OK;
}

static const weir_kind plain_kind = {
    .size = sizeof(weir_kind), .name = "plain", .run = run_nothing, .flags = WEIR_KIND_PURE};

static weir_runtime *runtime(int workers) {
    weir_config c;
    weir_config_init(&c);
    c.workers = workers;
    c.memory_bytes = TEST_MEMORY_BYTES;
    weir_runtime *rt;
    CHECK_EQ(weir_runtime_new(&c, &rt), WEIR_OK);
    return rt;
}

static weir_var *new_var(weir_runtime *rt, uint64_t bytes) {
    weir_var_options o = {.size = sizeof o, .bytes = bytes};
    weir_var *v;
    CHECK_EQ(weir_var_new(rt, &o, &v), WEIR_OK);
    return v;
}

static weir_var *new_var_on(weir_runtime *rt, int32_t device) {
    weir_var_options o = {.size = sizeof o, .device = device};
    weir_var *v;
    CHECK_EQ(weir_var_new(rt, &o, &v), WEIR_OK);
    return v;
}

static void push_kind(weir_runtime *rt, const weir_kind *kind, mark *m, int32_t device,
                      weir_var **reads, uint32_t read_count, weir_var **writes,
                      uint32_t write_count) {
    weir_task t = {.size = sizeof t,
                   .kind = kind,
                   .arg = &m,
                   .arg_size = sizeof m,
                   .reads = reads,
                   .writes = writes,
                   .read_count = read_count,
                   .write_count = write_count,
                   .device = device};
    m->device = device;
    if (device != WEIR_DEVICE_CPU) t.device = wr_device_slot(device);
    CHECK_EQ(device != WEIR_DEVICE_CPU ? wr_device_open(rt, t.device) : WEIR_OK, WEIR_OK);
    CHECK_EQ(wr_issue(rt, &t, kind), WEIR_OK);
}

static void push_mark(weir_runtime *rt, mark *m, int32_t device, weir_var **reads,
                      uint32_t read_count, weir_var **writes, uint32_t write_count) {
    push_kind(rt, &mark_kind, m, device, reads, read_count, writes, write_count);
}

/* A task that executes on its device. */
static void push_executed(weir_runtime *rt, mark *m, int32_t device, weir_var **reads,
                          uint32_t read_count, weir_var **writes, uint32_t write_count) {
    bool cpu = device == WEIR_DEVICE_CPU;
    push_kind(rt, cpu ? &mark_kind : &device_kind, m, device, reads, read_count, writes,
              write_count);
}

/* A task without a payload: updates `v`, or overwrites it. */
static void push_plain(weir_runtime *rt, int32_t device, weir_var *v, bool update) {
    weir_task t = {.size = sizeof t,
                   .kind = &plain_kind,
                   .reads = &v,
                   .writes = &v,
                   .read_count = update,
                   .write_count = 1,
                   .device = device};
    CHECK_EQ(weir_task_push(rt, &t), WEIR_OK);
}

TEST(a_chain_keeps_its_order) {
    enum { COUNT = 3000 };
    weir_runtime *rt = runtime(test_workers(2));
    weir_var *v = new_var(rt, 0);
    atomic_int_fast64_t clock = 0;
    mark *m = calloc(COUNT, sizeof *m);
    for (int i = 0; i < COUNT; i++) {
        m[i].clock = &clock;
        push_mark(rt, &m[i], WEIR_NULL(0), &v, 1, &v, 1);
    }
    CHECK_EQ(weir_var_wait(v), WEIR_OK);
    for (int i = 0; i < COUNT; i++) CHECK_EQ(m[i].ended, i + 1);
    weir_var_release(v);
    weir_runtime_free(rt);
    free(m);
}

TEST(a_task_on_the_cpu_waits_for_the_end_of_tasks_on_a_device) {
    weir_runtime *rt = runtime(test_workers(2));
    weir_var *v = new_var(rt, 0), *w = new_var(rt, 0);
    atomic_int_fast64_t clock = 0;
    mark m[6] = {0};
    for (int i = 0; i < 6; i++) m[i].clock = &clock;
    atomic_store(&wr_null.held, true);
    push_executed(rt, &m[0], WEIR_NULL(0), NULL, 0, &v, 1);
    push_executed(rt, &m[1], WEIR_NULL(0), &v, 1, &w, 1);
    push_executed(rt, &m[2], WEIR_DEVICE_CPU, &v, 1, NULL, 0);
    push_executed(rt, &m[3], WEIR_NULL(1), &v, 1, NULL, 0);
    push_executed(rt, &m[4], WEIR_NULL(0), NULL, 0, &v, 1);
    push_executed(rt, &m[5], WEIR_DEVICE_CPU, NULL, 0, &w, 1);
    test_sleep_ms(5);
    for (int i = 0; i < 6; i++) CHECK_EQ(m[i].ended, 0);
    CHECK_EQ(weir_var_is_ready(v), 0);
    atomic_store(&wr_null.held, false);
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    CHECK(m[0].ended < m[1].began && m[0].ended < m[2].began && m[0].ended < m[3].began);
    CHECK(m[2].ended < m[4].began && m[3].ended < m[4].began && m[1].ended < m[5].began);
    weir_var_release(v);
    weir_var_release(w);
    weir_runtime_free(rt);
}

/* ---- Random programs over the CPU and three devices ------------------------------------------ */

typedef struct use {
    int read, write; /* bits of variables */
} use;

/* Do the tasks i < k conflict? */
static bool conflict(const use *u, int i, int k) {
    return (u[i].write & (u[k].read | u[k].write)) || (u[i].read & u[k].write);
}

static uint32_t select_vars(int bits, weir_var *const *v, weir_var **to) {
    uint32_t n = 0;
    for (int i = 0; i < VARS; i++)
        if (bits >> i & 1) to[n++] = v[i];
    return n;
}

static void random_program(uint64_t seed) {
    enum { COUNT = 150 };
    weir_runtime *rt = runtime(test_workers(3));
    weir_var *v[VARS];
    atomic_int_fast64_t clock = 0;
    mark m[COUNT] = {0};
    use u[COUNT];
    for (int i = 0; i < VARS; i++)
        v[i] = i % 3 == 0 ? new_var(rt, 64) : new_var_on(rt, WEIR_NULL(i % 4));
    int devices = 1 + (int)(test_random(&seed) % 4);
    for (int i = 0; i < COUNT; i++) {
        int64_t pick = (int64_t)(test_random(&seed) % (uint64_t)devices);
        int32_t device = pick == 0 ? WEIR_DEVICE_CPU : WEIR_NULL((int32_t)pick - 1);
        weir_var *reads[VARS], *writes[VARS];
        u[i].read =
            (int)(test_random(&seed) & test_random(&seed) & test_random(&seed)) & ((1 << VARS) - 1);
        u[i].write = 1 << test_random(&seed) % VARS;
        if (test_random(&seed) % 4 == 0) u[i].write = 0;
        m[i].clock = &clock;
        uint32_t n = select_vars(u[i].read, v, reads), k = select_vars(u[i].write, v, writes);
        push_executed(rt, &m[i], device, reads, n, writes, k);
        if (test_random(&seed) % 50 == 0) CHECK_EQ(weir_var_wait(v[0]), WEIR_OK);
    }
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    for (int k = 0; k < COUNT; k++) {
        CHECK(m[k].ended > 0);
        for (int i = 0; i < k; i++) {
            if (!conflict(u, i, k)) continue;
            CHECK(m[i].ended < m[k].began);
        }
    }
    for (int i = 0; i < VARS; i++) {
        CHECK_EQ(v[i]->order, 0);
        weir_var_release(v[i]);
    }
    weir_runtime_free(rt);
}

TEST(random_programs_keep_their_order) {
    for (uint64_t seed = 1; seed <= (uint64_t)test_scaled(60); seed++) random_program(seed);
}

TEST(random_programs_keep_their_order_when_tasks_take_time) {
    atomic_store(&wr_null.task_ns, 3000);
    for (uint64_t seed = 1000; seed <= (uint64_t)test_scaled(1010); seed++) random_program(seed);
    atomic_store(&wr_null.task_ns, 0);
}

/* ---- Failures -------------------------------------------------------------------------------- */

TEST(a_failure_on_a_device_reaches_the_tasks_that_follow_it_in_the_queue) {
    weir_runtime *rt = runtime(1);
    weir_var *v = new_var(rt, 0), *other = new_var(rt, 0), *copy = new_var(rt, 0);
    atomic_store(&wr_null.held, true);
    atomic_store(&wr_null.fail_in, 3);
    for (int i = 0; i < 6; i++) push_plain(rt, WEIR_NULL(0), v, true); /* the third one fails */
    for (int i = 0; i < 3; i++) push_plain(rt, WEIR_NULL(0), other, true);
    atomic_int_fast64_t clock = 0;
    mark m = {.clock = &clock};
    push_mark(rt, &m, WEIR_DEVICE_CPU, &v, 1, &copy, 1);
    atomic_store(&wr_null.held, false);
    CHECK_EQ(weir_var_wait(v), WEIR_EFAILED);
    CHECK_HAS(weir_error(), "told to fail");
    CHECK_EQ(weir_var_wait(copy), WEIR_EFAILED);
    CHECK_EQ(m.began, 0); /* the task on the CPU did not run */
    CHECK_EQ(weir_var_wait(other), WEIR_OK);
    push_plain(rt, WEIR_NULL(0), v, true);
    CHECK_EQ(weir_var_wait(v), WEIR_EFAILED);
    push_plain(rt, WEIR_NULL(0), v, false); /* overwrites the variable */
    push_plain(rt, WEIR_NULL(0), v, true);
    CHECK_EQ(weir_var_wait(v), WEIR_OK);
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    weir_var_release(v);
    weir_var_release(other);
    weir_var_release(copy);
    weir_runtime_free(rt);
}

/* The overwriting task is in the queue, and not done, when the one that reads its result is submitted: the old failure
 * of the variable must not reach the reader. */
TEST(a_failure_that_is_overwritten_in_the_queue_stops_nothing) {
    weir_runtime *rt = runtime(1);
    weir_var *v = new_var(rt, 0), *w = new_var(rt, 0);
    for (int r = 0; r < 20; r++) {
        atomic_store(&wr_null.fail_in, 1);
        push_plain(rt, WEIR_NULL(0), v, false);
        CHECK_EQ(weir_var_wait(v), WEIR_EFAILED);
        atomic_store(&wr_null.held, true);
        push_plain(rt, WEIR_NULL(0), v, false);
        weir_task t = {.size = sizeof t,
                       .kind = &plain_kind,
                       .reads = &v,
                       .writes = &w,
                       .read_count = 1,
                       .write_count = 1,
                       .device = WEIR_NULL(0)};
        CHECK_EQ(weir_task_push(rt, &t), WEIR_OK);
        atomic_store(&wr_null.held, false);
        CHECK_EQ(weir_var_wait(w), WEIR_OK);
        CHECK_EQ(weir_var_wait(v), WEIR_OK);
    }
    weir_var_release(v);
    weir_var_release(w);
    weir_runtime_free(rt);
}

TEST(a_refused_batch_fails_and_later_ones_run) {
    weir_runtime *rt = runtime(1);
    weir_var *v = new_var(rt, 0), *other = new_var(rt, 0);
    push_plain(rt, WEIR_NULL(0), other, true);
    CHECK_EQ(weir_var_wait(other), WEIR_OK);
    atomic_store(&wr_null.refuse_in, 1);
    push_plain(rt, WEIR_NULL(0), v, false);
    CHECK_EQ(weir_var_wait(v), WEIR_ENOMEM);
    CHECK_HAS(weir_error(), "null:0 did not accept the task");
    push_plain(rt, WEIR_NULL(0), v, false);
    push_plain(rt, WEIR_NULL(0), other, true);
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    atomic_store(&wr_null.lost, true);
    for (int i = 0; i < 300; i++) push_plain(rt, WEIR_NULL(0), v, true);
    CHECK_EQ(weir_var_wait(v), WEIR_EDEVICE);
    atomic_store(&wr_null.lost, false);
    push_plain(rt, WEIR_NULL(0), v, false);
    CHECK_EQ(weir_var_wait(v), WEIR_OK);
    weir_var_release(v);
    weir_var_release(other);
    weir_runtime_free(rt);
}

/* ---- Queues that wait for each other ---------------------------------------------------------- */

/* With the scheduler held: has the device been given so many tasks? */
static uint64_t submitted(weir_runtime *rt, int slot) {
    wr_scheduler_acquire_all(rt);
    wr_scheduler_release_all(rt);
    wr_scheduler_acquire(rt);
    uint64_t n = rt->devices[slot].ahead;
    wr_scheduler_release(rt);
    return n;
}

TEST(a_task_is_submitted_behind_one_of_another_queue) {
    weir_runtime *rt = runtime(1);
    weir_var *v = new_var_on(rt, WEIR_NULL(0)), *host = new_var(rt, 0);
    atomic_int_fast64_t clock = 0;
    mark m[5] = {0};
    for (int i = 0; i < 5; i++) m[i].clock = &clock;
    atomic_store(&wr_null.held, true);
    push_executed(rt, &m[0], WEIR_NULL(0), NULL, 0, &v, 1);
    push_executed(rt, &m[1], WEIR_NULL(1), &v, 1, NULL, 0);
    push_executed(rt, &m[2], WEIR_NULL(2), &v, 1, &host, 1);
    CHECK_SOON(submitted(rt, 1) == 1 && submitted(rt, 2) == 1 && submitted(rt, 3) == 1);
    push_executed(rt, &m[3], WEIR_NULL(0), NULL, 0, &v, 1);
    push_executed(rt, &m[4], WEIR_NULL(1), &host, 1, NULL, 0); /* host memory: has to wait */
    if (WR_AHEAD_MAX > 10) CHECK_SOON(submitted(rt, 1) == 2);
    CHECK_EQ(submitted(rt, 2), 1);
    atomic_store(&wr_null.held, false);
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    for (int i = 1; i < 5; i++) CHECK(m[0].ended < m[i].began);
    CHECK(m[1].ended < m[3].began && m[2].ended < m[3].began && m[2].ended < m[4].began);
    weir_var_release(v);
    weir_var_release(host);
    weir_runtime_free(rt);
}

TEST(a_chain_over_four_queues_keeps_its_order) {
    enum { COUNT = 2000 };
    weir_runtime *rt = runtime(test_workers(2));
    weir_var *v = new_var_on(rt, WEIR_NULL(0));
    atomic_int_fast64_t clock = 0;
    mark *m = calloc(COUNT, sizeof *m);
    uint64_t seed = 5;
    for (int i = 0; i < COUNT; i++) {
        m[i].clock = &clock;
        push_executed(rt, &m[i], WEIR_NULL((int32_t)(test_random(&seed) % 4)), &v, 1, &v, 1);
    }
    CHECK_EQ(weir_var_wait(v), WEIR_OK);
    for (int i = 0; i < COUNT; i++) CHECK_EQ(m[i].ended, 2 * (i + 1));
    weir_var_release(v);
    weir_runtime_free(rt);
    free(m);
}

/* The first task fails after the others have been submitted to other queues. */
TEST(a_failure_reaches_tasks_that_were_submitted_to_other_queues) {
    weir_runtime *rt = runtime(test_workers(2));
    for (int round = 0; round < (int)test_scaled(200); round++) {
        weir_var *v[4];
        atomic_int_fast64_t clock = 0;
        mark m[4] = {0};
        for (int i = 0; i < 4; i++) {
            v[i] = new_var_on(rt, WEIR_NULL(i));
            m[i].clock = &clock;
        }
        m[0].fails = true;
        atomic_store(&wr_null.held, round % 2 == 0);
        for (int i = 0; i < 4; i++)
            push_executed(rt, &m[i], WEIR_NULL(i), i > 0 ? &v[i - 1] : NULL, i > 0, &v[i], 1);
        if (round % 2 == 0) submitted(rt, 1);
        atomic_store(&wr_null.held, false);
        for (int i = 3; i >= 0; i--) {
            CHECK_EQ(weir_var_wait(v[i]), WEIR_EFAILED);
            CHECK_HAS(weir_error(), "told to fail");
            weir_var_release(v[i]);
        }
    }
    weir_waitall(rt);
    weir_runtime_free(rt);
}

/* One device refuses a batch: what waits for it on other devices fails, and nothing hangs. */
TEST(what_waits_for_a_refused_task_fails) {
    weir_runtime *rt = runtime(test_workers(2));
    for (int round = 0; round < (int)test_scaled(300); round++) {
        weir_var *v[3], *other = new_var_on(rt, WEIR_NULL(0));
        atomic_int_fast64_t clock = 0;
        mark m[3] = {0}, after = {.clock = &clock};
        for (int i = 0; i < 3; i++) {
            v[i] = new_var_on(rt, WEIR_NULL(i));
            m[i].clock = &clock;
        }
        push_executed(rt, &after, WEIR_NULL(0), NULL, 0, &other, 1);
        CHECK_EQ(weir_var_wait(other), WEIR_OK);
        atomic_store(&wr_null.refuse_in, 1);
        for (int i = 0; i < 3; i++)
            push_executed(rt, &m[i], WEIR_NULL(i), i > 0 ? &v[i - 1] : NULL, i > 0, &v[i], 1);
        for (int i = 2; i >= 0; i--) CHECK(weir_var_wait(v[i]) != WEIR_OK);
        CHECK_EQ(atomic_load(&wr_null.refuse_in), 0);
        for (int i = 0; i < 3; i++) { /* later ones run */
            push_executed(rt, &after, WEIR_NULL(i), NULL, 0, &v[i], 1);
            CHECK_EQ(weir_var_wait(v[i]), WEIR_OK);
            weir_var_release(v[i]);
        }
        weir_var_release(other);
    }
    weir_waitall(rt);
    weir_runtime_free(rt);
}

/* ---- How far ahead --------------------------------------------------------------------------- */

TEST(only_a_bounded_number_of_tasks_is_submitted) {
    enum { COUNT = 3 * WR_AHEAD_MAX };
    weir_runtime *rt = runtime(1);
    weir_var *v = new_var(rt, 0);
    atomic_store(&wr_null.held, true);
    for (int i = 0; i < COUNT; i++) push_plain(rt, WEIR_NULL(0), v, true);
    wr_scheduler_acquire_all(rt);
    wr_scheduler_release_all(rt);
    wr_scheduler_acquire(rt);
    CHECK_LE(rt->devices[1].ahead, WR_AHEAD_MAX);
    CHECK(rt->devices[1].ahead > 0);
    wr_scheduler_release(rt);
    atomic_store(&wr_null.held, false);
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    CHECK_EQ(rt->devices[1].ahead, 0);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(an_awaited_task_goes_before_others_that_are_not_submitted) {
    enum { COUNT = 40 };
    weir_runtime *rt = runtime(1);
    weir_var *v[COUNT];
    atomic_int_fast64_t clock = 0;
    mark m[COUNT] = {0};
    atomic_store(&wr_null.task_ns, 2000000); /* so that few are submitted ahead */
    for (int i = 0; i < COUNT; i++) {
        v[i] = new_var(rt, 0);
        m[i].clock = &clock;
        if (i == 8) CHECK_EQ(weir_var_wait(v[7]), WEIR_OK); /* the duration is known by now */
        push_mark(rt, &m[i], WEIR_NULL(0), NULL, 0, &v[i], 1);
    }
    CHECK_EQ(weir_var_wait(v[COUNT - 1]), WEIR_OK);
    int after = 0;
    for (int i = 0; i < COUNT - 1; i++) after += !weir_var_is_ready(v[i]);
    CHECK(after > 0);
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    atomic_store(&wr_null.task_ns, 0);
    for (int i = 0; i < COUNT; i++) weir_var_release(v[i]);
    weir_runtime_free(rt);
}

static void *wait_for_var(void *arg) {
    CHECK_EQ(weir_var_wait(arg), WEIR_OK);
    return NULL;
}

/* Law 3: a wait waits for the window of submitted work, not for all that was issued before. */
TEST(an_awaited_task_behind_ten_thousand_waits_for_the_window_alone) {
    enum { COUNT = 10000 };
    weir_runtime *rt = runtime(1);
    weir_var *v = new_var_on(rt, WEIR_NULL(0)), *first = new_var_on(rt, WEIR_NULL(0));
    weir_var *small = new_var_on(rt, WEIR_NULL(1));
    atomic_int_fast64_t clock = 0;
    mark *m = calloc(COUNT, sizeof *m), before = {.clock = &clock}, last = {.clock = &clock};
    atomic_store(&wr_null.held, true);
    for (int i = 0; i < COUNT; i++) {
        m[i].clock = &clock;
        if (i == COUNT / 2) push_executed(rt, &before, WEIR_NULL(0), NULL, 0, &first, 1);
        push_executed(rt, &m[i], WEIR_NULL(0), i % 2 == 0 ? &v : NULL, i % 2 == 0,
                      i % 2 == 0 ? &v : NULL, i % 2 == 0);
    }
    push_executed(rt, &last, WEIR_NULL(1), &first, 1, &small, 1);
    test_thread thread = test_thread_start(wait_for_var, small);
    CHECK_SOON(atomic_load(&rt->parked) > 0); /* what it needs is urgent by now */
    atomic_store(&wr_null.task_ns, 50000);
    atomic_store(&wr_null.held, false);
    test_thread_join(thread);
    atomic_store(&wr_null.task_ns, 0);
    CHECK_EQ(weir_cancel_all(rt), WEIR_OK);
    weir_waitall(rt);
    int earlier = 0;
    for (int i = 0; i < COUNT; i++) earlier += m[i].ended > 0 && m[i].ended < before.began;
    CHECK_LE(earlier, WR_AHEAD_FIRST);
    CHECK(before.ended < last.began);
    weir_var_release(v);
    weir_var_release(first);
    weir_var_release(small);
    weir_runtime_free(rt);
    free(m);
}

TEST(the_window_grows_with_short_tasks_and_shrinks_with_long_ones) {
    weir_runtime *rt = runtime(1);
    weir_var *v = new_var_on(rt, WEIR_NULL(0));
    wr_device *d = &rt->devices[1];
    CHECK_EQ(atomic_load(&d->ahead_max), WR_AHEAD_FIRST);
    atomic_store(&wr_null.task_ns, 3000000);
    for (int i = 0; i < 5; i++) push_plain(rt, WEIR_NULL(0), v, true);
    CHECK_EQ(weir_var_wait(v), WEIR_OK);
    CHECK_EQ(atomic_load(&d->ahead_max), WR_AHEAD_MIN);
    atomic_store(&wr_null.task_ns, 0);
    for (int i = 0; i < 1000 && atomic_load(&d->ahead_max) == WR_AHEAD_MIN; i++) {
        for (int k = 0; k < 100; k++) push_plain(rt, WEIR_NULL(0), v, true);
        CHECK_EQ(weir_var_wait(v), WEIR_OK);
    }
    CHECK(atomic_load(&d->ahead_max) > WR_AHEAD_MIN);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(cancelled_tasks_keep_their_place_in_line) {
    weir_runtime *rt = runtime(1);
    weir_var *v = new_var(rt, 0);
    for (int r = 0; r < 10; r++) {
        atomic_store(&wr_null.held, true);
        for (int i = 0; i < 2 * WR_AHEAD_MAX; i++) push_plain(rt, WEIR_NULL(0), v, true);
        CHECK_EQ(weir_cancel_all(rt), WEIR_OK);
        push_plain(rt, WEIR_NULL(0), v, false);
        atomic_store(&wr_null.held, false);
        CHECK_EQ(weir_var_wait(v), WEIR_OK);
    }
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    weir_var_release(v);
    weir_runtime_free(rt);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

TEST(a_chain_of_temporaries_needs_the_memory_of_an_in_order_run) {
    enum { COUNT = 2000, BYTES = 1 << 20 };
    weir_config c;
    weir_config_init(&c);
    c.workers = 1;
    c.memory_bytes = 8 * BYTES;
    weir_runtime *rt;
    CHECK_EQ(weir_runtime_new(&c, &rt), WEIR_OK);
    weir_var *before = NULL;
    for (int i = 0; i < COUNT; i++) {
        weir_var *v = new_var(rt, BYTES);
        weir_task t = {.size = sizeof t,
                       .kind = &plain_kind,
                       .reads = &before,
                       .writes = &v,
                       .read_count = before != NULL,
                       .write_count = 1,
                       .device = WEIR_NULL(i / 7 % 2)};
        CHECK_EQ(weir_task_push(rt, &t), WEIR_OK);
        if (before != NULL) weir_var_release(before);
        before = v;
    }
    CHECK_EQ(weir_var_wait(before), WEIR_OK);
    weir_var *large = new_var(rt, 9 * BYTES); /* more than the budget */
    push_plain(rt, WEIR_NULL(0), large, false);
    CHECK_EQ(weir_var_wait(large), WEIR_ENOMEM);
    CHECK_HAS(weir_error(), "the budget is");
    weir_stats stats = {.size = sizeof stats};
    CHECK_EQ(weir_stats_get(rt, &stats), WEIR_OK);
    CHECK_LE(stats.memory_peak, 8 * BYTES);
    weir_var_release(large);
    weir_var_release(before);
    weir_runtime_free(rt);
}

/* ---- Serial, fork, end ----------------------------------------------------------------------- */

TEST(the_serial_engine_runs_tasks_of_devices_in_order) {
    weir_config c;
    weir_config_init(&c);
    c.engine = WEIR_SERIAL;
    weir_runtime *rt;
    CHECK_EQ(weir_runtime_new(&c, &rt), WEIR_OK);
    weir_var *v = new_var(rt, 64);
    for (int i = 0; i < 50; i++)
        push_plain(rt, i % 3 == 0 ? (int32_t)WEIR_DEVICE_CPU : WEIR_NULL(i % 2), v, true);
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(in_a_child_submitted_tasks_fail_and_others_run) {
    if (TEST_ASAN)
        SKIP("the sanitizer's allocator does not survive a fork beside threads that allocate");
    weir_runtime *rt = runtime(1);
    weir_var *v = new_var(rt, 64), *w = new_var(rt, 64);
    atomic_store(&wr_null.held, true);
    for (int i = 0; i < 10; i++) push_plain(rt, WEIR_NULL(0), v, true);
    wr_scheduler_acquire_all(rt);
    wr_scheduler_release_all(rt);
    pid_t child = fork();
    if (child == 0) {
        atomic_store(&wr_null.held, false);
        CHECK_EQ(weir_var_wait(v), WEIR_EFORKED);
        push_plain(rt, WEIR_NULL(0), v, false);
        for (int i = 0; i < 10; i++) push_plain(rt, WEIR_NULL(0), w, true);
        CHECK_EQ(weir_var_wait(v), WEIR_OK);
        CHECK_EQ(weir_var_wait(w), WEIR_OK);
        _exit(0);
    }
    CHECK_EQ(test_child_wait(child, 60), 0);
    atomic_store(&wr_null.held, false);
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    weir_var_release(v);
    weir_var_release(w);
    weir_runtime_free(rt);
}

/* A chain over several queues is in flight. */
TEST(a_child_does_not_wait_for_the_queues_of_its_parent) {
    if (TEST_ASAN)
        SKIP("the sanitizer's allocator does not survive a fork beside threads that allocate");
    weir_runtime *rt = runtime(1);
    weir_var *v = new_var_on(rt, WEIR_NULL(0));
    atomic_store(&wr_null.held, true);
    for (int i = 0; i < 40; i++) push_plain(rt, WEIR_NULL(i % 4), v, true);
    wr_scheduler_acquire_all(rt);
    wr_scheduler_release_all(rt);
    pid_t child = fork();
    if (child == 0) {
        atomic_store(&wr_null.held, false);
        CHECK_EQ(weir_var_wait(v), WEIR_EFORKED);
        push_plain(rt, WEIR_NULL(0), v, false);
        for (int i = 0; i < 40; i++) push_plain(rt, WEIR_NULL(i % 4), v, true);
        CHECK_EQ(weir_var_wait(v), WEIR_OK);
        _exit(0);
    }
    CHECK_EQ(test_child_wait(child, 60), 0);
    atomic_store(&wr_null.held, false);
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(a_device_that_does_not_exist_is_refused) {
    weir_runtime *rt = runtime(1);
    weir_var *v = new_var(rt, 0);
    static const int32_t wrong[] = {-1, 2, WEIR_NULL(4), WEIR_NULL(255), 1 << 30, INT32_MIN};
    for (int i = 0; i < 6; i++) {
        weir_task t = {.size = sizeof t,
                       .kind = &plain_kind,
                       .writes = &v,
                       .write_count = 1,
                       .device = wrong[i]};
        CHECK_EQ(weir_task_push(rt, &t), WEIR_EDEVICE);
        CHECK_HAS(weir_error(), "there is no device");
    }
    weir_var_release(v);
    weir_runtime_free(rt);
}

static void *push_chain(void *arg) {
    weir_var **v = arg;
    for (int i = 0; i < (int)test_scaled(400); i++) {
        push_plain(v[0]->rt, WEIR_NULL(i / 16 % 3), v[0], true);
        push_plain(v[0]->rt, WEIR_NULL(i % 2), v[1], i % 5 != 0);
    }
    CHECK_EQ(weir_var_wait(v[0]), WEIR_OK);
    return NULL;
}

TEST(several_threads_push_to_several_devices) {
    weir_runtime *rt = runtime(test_workers(4));
    weir_var *shared = new_var(rt, 0), *v[4][2];
    test_thread threads[4];
    for (int i = 0; i < 4; i++) {
        v[i][0] = new_var(rt, 0);
        v[i][1] = shared;
        threads[i] = test_thread_start(push_chain, v[i]);
    }
    for (int i = 0; i < 4; i++) test_thread_join(threads[i]);
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    CHECK_EQ(shared->order, 0);
    for (int i = 0; i < 4; i++) weir_var_release(v[i][0]);
    weir_var_release(shared);
    weir_runtime_free(rt);
}
