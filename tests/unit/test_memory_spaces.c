/* test_memory_spaces.c - each memory has its own level, budget and statistics: the host's, and those of devices.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "device/null/null_device.h"
#include "engine/engine.h"
#include "weir/array.h"

#include "harness.h"

#define KB ((uint64_t)1 << 10)

static weir_status run_nothing(weir_context *ctx, void *arg) {
    (void)ctx, (void)arg;
    return WEIR_OK;
}

static const weir_kind plain_kind = {
    .size = sizeof(weir_kind), .name = "plain", .run = run_nothing, .flags = WEIR_KIND_PURE};

static weir_status run_gate(weir_context *ctx, void *arg) {
    weir_completion *completion;
    WR_TRY(weir_context_defer(ctx, &completion));
    atomic_store((_Atomic(weir_completion *) *)arg, completion);
    return WEIR_PENDING;
}

/* A task that ends when the test completes it. */
static const weir_kind gate_kind = {
    .size = sizeof(weir_kind), .name = "gate", .run = run_gate, .flags = WEIR_KIND_PURE};

static weir_runtime *runtime_with(weir_config *c, uint64_t host, uint64_t device) {
    c->memory_bytes = host;
    c->level_floor_bytes = KB;
    atomic_store(&wr_null.memory_bytes, device);
    weir_runtime *rt;
    CHECK_EQ(weir_runtime_new(c, &rt), WEIR_OK);
    return rt;
}

static weir_runtime *runtime(int workers, uint64_t host, uint64_t device) {
    weir_config c;
    weir_config_init(&c);
    c.workers = workers;
    return runtime_with(&c, host, device);
}

static weir_var *new_var(weir_runtime *rt, int32_t device, uint64_t bytes) {
    weir_var_options o = {.size = sizeof o, .bytes = bytes, .device = device};
    weir_var *v;
    CHECK_EQ(weir_var_new(rt, &o, &v), WEIR_OK);
    return v;
}

static weir_status push(weir_runtime *rt, int32_t device, weir_var *from, weir_var *to,
                        uint64_t scratch) {
    weir_task t = {.size = sizeof t,
                   .kind = &plain_kind,
                   .reads = &from,
                   .writes = &to,
                   .read_count = from != NULL,
                   .write_count = to != NULL,
                   .scratch_bytes = scratch,
                   .device = device};
    return weir_task_push(rt, &t);
}

/* Issue a task that writes a new variable, and release the variable. */
static void push_temporary(weir_runtime *rt, int32_t device, uint64_t bytes) {
    weir_var *v = new_var(rt, device, bytes);
    CHECK_EQ(push(rt, device, NULL, v, 0), WEIR_OK);
    weir_var_release(v);
}

static weir_memory memory_of(weir_runtime *rt, int32_t device) {
    weir_memory m = {.size = sizeof m};
    CHECK_EQ(weir_memory_of(rt, device, &m), WEIR_OK);
    return m;
}

static size_t held(weir_runtime *rt, int slot) {
    wr_scheduler_acquire_all(rt);
    size_t n = rt->spaces[slot].unadmitted.count;
    wr_scheduler_release_all(rt);
    return n;
}

/* Every counter is 0 again when nothing is left. */
static void check_empty(weir_runtime *rt) {
    for (int i = 0; i < 20000; i++) {
        wr_scheduler_acquire_all(rt);
        uint64_t left = 0;
        for (int k = 0; k < WR_DEVICES; k++)
            left |= rt->spaces[k].reserved | rt->spaces[k].footprint | rt->spaces[k].held_bytes |
                    atomic_load(&rt->spaces[k].used);
        wr_scheduler_release_all(rt);
        if (left == 0) return;
        test_sleep_ms(1); /* another thread is reclaiming a variable */
    }
    CHECK(!"the counters are 0");
}

/* ---- Separate levels ------------------------------------------------------------------------- */

TEST(a_task_is_held_at_the_level_of_its_device_while_the_host_goes_on) {
    weir_runtime *rt = runtime(1, 64 * KB, 64 * KB);
    atomic_store(&wr_null.held, true);
    for (int i = 0; i < 8; i++) push_temporary(rt, WEIR_NULL(0), 10 * KB);
    CHECK_EQ(held(rt, 1), 7);
    CHECK_EQ(rt->spaces[1].reserved, 10 * KB);
    weir_var *v = new_var(rt, 0, 50 * KB), *w = new_var(rt, WEIR_NULL(1), 0);
    CHECK_EQ(push(rt, 0, NULL, v, 0), WEIR_OK);
    CHECK_EQ(weir_var_wait(v), WEIR_OK);
    for (int i = 0; i < 8; i++) push_temporary(rt, WEIR_NULL(1), 20 * KB);
    CHECK_EQ(held(rt, 2), 7);
    atomic_store(&wr_null.held, false);
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    CHECK_EQ(memory_of(rt, WEIR_NULL(0)).peak, 10 * KB);
    CHECK_EQ(memory_of(rt, WEIR_NULL(1)).peak, 20 * KB);
    CHECK_EQ(memory_of(rt, WEIR_CPU(0)).level, 55 * KB);
    weir_var_release(v);
    weir_var_release(w);
    check_empty(rt);
    weir_runtime_free(rt);
}

TEST(a_task_is_held_at_the_level_of_the_host_while_a_device_goes_on) {
    weir_runtime *rt = runtime(1, 64 * KB, 64 * KB);
    _Atomic(weir_completion *) gate = NULL;
    weir_var *v = new_var(rt, 0, 60 * KB), *w = new_var(rt, WEIR_NULL(0), 50 * KB);
    weir_task t = {
        .size = sizeof t, .kind = &gate_kind, .arg = &gate, .writes = &v, .write_count = 1};
    CHECK_EQ(weir_task_push(rt, &t), WEIR_OK);
    weir_var_release(v);
    weir_var *next = new_var(rt, 0, 60 * KB);
    CHECK_EQ(push(rt, 0, NULL, next, 0), WEIR_OK);
    CHECK_EQ(push(rt, WEIR_NULL(0), NULL, w, 0), WEIR_OK);
    CHECK_EQ(weir_var_wait(w), WEIR_OK);
    CHECK_EQ(held(rt, 0), 1);
    CHECK(!weir_var_is_ready(next));
    while (atomic_load(&gate) == NULL) test_sleep_ms(1);
    weir_completion_done(gate, WEIR_OK, NULL);
    CHECK_EQ(weir_var_wait(next), WEIR_OK);
    weir_var_release(next);
    weir_var_release(w);
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    check_empty(rt);
    weir_runtime_free(rt);
}

/* ---- Budgets --------------------------------------------------------------------------------- */

TEST(a_task_that_exceeds_the_budget_of_its_device_fails_and_names_it) {
    weir_runtime *rt = runtime(1, 64 * KB, 16 * KB);
    weir_var *v[4] = {new_var(rt, WEIR_NULL(0), 10 * KB), new_var(rt, WEIR_NULL(0), 10 * KB),
                      new_var(rt, WEIR_NULL(1), 10 * KB), new_var(rt, 0, 40 * KB)};
    CHECK_EQ(push(rt, WEIR_NULL(0), NULL, v[0], 0), WEIR_OK);
    CHECK_EQ(push(rt, WEIR_NULL(0), NULL, v[1], 0), WEIR_OK);
    CHECK_EQ(push(rt, WEIR_NULL(1), NULL, v[2], 0), WEIR_OK);
    CHECK_EQ(push(rt, 0, NULL, v[3], 0), WEIR_OK);
    CHECK_EQ(weir_var_wait(v[0]), WEIR_OK);
    CHECK_EQ(weir_var_wait(v[1]), WEIR_ENOMEM);
    CHECK_HAS(weir_error(), "needs 10.2 KB on null:0; the budget there is 16.4 KB");
    CHECK_HAS(weir_error(), "largest holders: 10.2 KB (plain)");
    CHECK_EQ(weir_var_wait(v[2]), WEIR_OK);
    CHECK_EQ(weir_var_wait(v[3]), WEIR_OK);
    CHECK_EQ(push(rt, WEIR_NULL(1), v[2], NULL, 10 * KB), WEIR_OK); /* scratch bytes count too */
    CHECK_EQ(weir_waitall(rt), WEIR_ENOMEM);
    CHECK_HAS(weir_error(), "on null:1");
    for (int i = 0; i < 4; i++) weir_var_release(v[i]);
    check_empty(rt);
    weir_runtime_free(rt);
}

TEST(a_budget_can_be_changed_for_tasks_issued_later) {
    weir_runtime *rt = runtime(1, 64 * KB, 32 * KB);
    atomic_store(&wr_null.held, true);
    for (int i = 0; i < 20; i++) push_temporary(rt, WEIR_NULL(0), 30 * KB);
    CHECK_EQ(weir_memory_budget_set(rt, WEIR_NULL(0), 8 * KB), WEIR_OK);
    CHECK_EQ(memory_of(rt, WEIR_NULL(0)).budget, 8 * KB);
    CHECK_EQ(memory_of(rt, WEIR_NULL(1)).budget, 32 * KB);
    weir_var *v = new_var(rt, WEIR_NULL(0), 9 * KB), *w = new_var(rt, WEIR_NULL(0), 7 * KB);
    CHECK_EQ(push(rt, WEIR_NULL(0), NULL, v, 0), WEIR_OK);
    CHECK_EQ(push(rt, WEIR_NULL(0), NULL, w, 0), WEIR_OK);
    atomic_store(&wr_null.held, false);
    CHECK_EQ(weir_var_wait(w), WEIR_OK); /* and with it the tasks that were issued before */
    CHECK_EQ(weir_var_wait(v), WEIR_ENOMEM);
    CHECK_EQ(weir_memory_budget_set(rt, WEIR_NULL(0), 0), WEIR_OK);
    CHECK_EQ(memory_of(rt, WEIR_NULL(0)).budget, 32 * KB);
    CHECK_EQ(push(rt, WEIR_NULL(0), NULL, v, 0), WEIR_OK);
    CHECK_EQ(weir_var_wait(v), WEIR_OK);
    CHECK_EQ(weir_memory_budget_set(rt, WEIR_CPU(0), 16 * KB), WEIR_OK);
    weir_var *host = new_var(rt, 0, 17 * KB);
    CHECK_EQ(push(rt, 0, NULL, host, 0), WEIR_OK);
    CHECK_EQ(weir_var_wait(host), WEIR_ENOMEM);
    CHECK_HAS(weir_error(), "the budget is 16.4 KB");
    CHECK_EQ(weir_memory_budget_set(rt, WEIR_CPU(0), 65 * KB), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "with which the runtime was created");
    weir_var_release(v);
    weir_var_release(w);
    weir_var_release(host);
    weir_runtime_free(rt);
}

TEST(a_variable_that_is_live_from_its_creation_is_counted_on_its_device) {
    weir_runtime *rt = runtime(1, 64 * KB, 32 * KB);
    weir_var_options o = {
        .size = sizeof o, .bytes = 20 * KB, .device = WEIR_NULL(0), .flags = WEIR_VAR_LIVE};
    weir_var *v, *w;
    CHECK_EQ(weir_var_new(rt, &o, &v), WEIR_OK);
    CHECK_EQ(memory_of(rt, WEIR_NULL(0)).used, 20 * KB);
    CHECK_EQ(memory_of(rt, WEIR_CPU(0)).used, 0);
    CHECK_EQ(weir_var_new(rt, &o, &w), WEIR_ENOMEM);
    CHECK_HAS(weir_error(), "weir_var_new: needs 20.5 KB on null:0; the budget there is 32.8 KB");
    for (int i = 0; i < 50; i++) { /* waits until the older tasks are done */
        push_temporary(rt, WEIR_NULL(0), 12 * KB);
        weir_var_release(v);
        CHECK_EQ(weir_var_new(rt, &o, &v), WEIR_OK);
    }
    weir_var_release(v);
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    CHECK_LE(memory_of(rt, WEIR_NULL(0)).peak, 32 * KB);
    check_empty(rt);
    weir_runtime_free(rt);
}

/* Let the devices work once a thread waits for memory. */
static void *release_devices(void *arg) {
    weir_runtime *rt = arg;
    while (atomic_load(&rt->throttled) == 0) test_sleep_ms(1);
    atomic_store(&wr_null.held, false);
    return NULL;
}

TEST(a_wait_for_the_memory_of_a_device_is_named_in_the_wait_profile) {
    weir_runtime *rt = runtime(1, 64 * KB, 32 * KB);
    weir_var_options o = {
        .size = sizeof o, .bytes = 20 * KB, .device = WEIR_NULL(0), .flags = WEIR_VAR_LIVE};
    weir_wait_entry entry[4];
    weir_var *v;
    atomic_store(&wr_null.held, true);
    push_temporary(rt, WEIR_NULL(0), 30 * KB);
    test_thread thread = test_thread_start(release_devices, rt);
    CHECK_EQ(weir_var_new(rt, &o, &v), WEIR_OK);
    test_thread_join(thread);
    CHECK_EQ(weir_waits_get(rt, entry, 4), 1);
    CHECK(strcmp(entry[0].reason, "device memory full") == 0);
    weir_var_release(v);
    weir_runtime_free(rt);
}

/* ---- Where the bytes of a task are ----------------------------------------------------------- */

TEST(a_copy_to_the_host_counts_on_the_host) {
    weir_runtime *rt = runtime(1, 64 * KB, 16 * KB);
    weir_var *v = new_var(rt, WEIR_NULL(0), 10 * KB), *host = new_var(rt, WEIR_CPU(3), 50 * KB);
    CHECK_EQ(push(rt, WEIR_NULL(0), NULL, v, 0), WEIR_OK);
    CHECK_EQ(push(rt, WEIR_NULL(0), v, host, 0), WEIR_OK);
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    weir_stats stats = {.size = sizeof stats};
    CHECK_EQ(weir_stats_get(rt, &stats), WEIR_OK);
    CHECK_EQ(stats.memory_used, 50 * KB);
    CHECK_EQ(memory_of(rt, WEIR_NULL(0)).used, 10 * KB);
    weir_var_release(v);
    weir_var_release(host);
    check_empty(rt);
    weir_runtime_free(rt);
}

TEST(a_task_allocates_in_one_memory) {
    weir_runtime *rt = runtime(1, 64 * KB, 16 * KB);
    weir_var *host = new_var(rt, 0, KB), *here = new_var(rt, WEIR_NULL(0), KB);
    weir_var *there = new_var(rt, WEIR_NULL(1), KB), *two[2] = {host, here};
    weir_task t = {.size = sizeof t,
                   .kind = &plain_kind,
                   .writes = two,
                   .write_count = 2,
                   .device = WEIR_NULL(0)};
    CHECK_EQ(weir_task_push(rt, &t), WEIR_EINVAL);
    CHECK_HAS(weir_error(),
              "plain: the task writes variables in the memory of cpu:0 and of null:0");
    CHECK_EQ(push(rt, WEIR_NULL(0), NULL, there, 0), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "writes[0] is in the memory of null:1, but the task is on null:0");
    t.device = WEIR_DEVICE_CPU; /* found when the task is linked */
    CHECK_EQ(weir_task_push(rt, &t), WEIR_OK);
    CHECK_EQ(weir_var_wait(host), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "a task on cpu:0 cannot allocate a variable in the memory of null:0");
    CHECK_EQ(push(rt, 0, NULL, host, 0), WEIR_OK);
    CHECK_EQ(push(rt, WEIR_NULL(0), host, here, 0), WEIR_OK);
    CHECK_EQ(weir_var_wait(here), WEIR_OK);
    weir_var_release(host);
    weir_var_release(here);
    weir_var_release(there);
    check_empty(rt);
    weir_runtime_free(rt);
}

TEST(memory_of_a_device_that_does_not_exist_is_refused) {
    weir_runtime *rt = runtime(1, 64 * KB, 16 * KB);
    static const int32_t wrong[] = {-1, 2, WEIR_NULL(4), WEIR_CPU(64), INT32_MIN};
    for (int i = 0; i < 5; i++) {
        weir_var_options o = {.size = sizeof o, .bytes = KB, .device = wrong[i]};
        weir_memory m = {.size = sizeof m};
        weir_var *v;
        CHECK_EQ(weir_var_new(rt, &o, &v), WEIR_EDEVICE);
        CHECK_HAS(weir_error(), "weir_var_new: there is no device");
        CHECK_EQ(weir_memory_of(rt, wrong[i], &m), WEIR_EDEVICE);
        CHECK_EQ(weir_memory_budget_set(rt, wrong[i], KB), WEIR_EDEVICE);
    }
    weir_var_options o = {.size = sizeof o, .unused = 1};
    weir_var *v;
    CHECK_EQ(weir_var_new(rt, &o, &v), WEIR_EINVAL);
    CHECK_EQ(weir_memory_of(NULL, 0, NULL), WEIR_EINVAL);
    CHECK_EQ(weir_memory_of(rt, WEIR_NULL(0), NULL), WEIR_EINVAL);
    weir_runtime_free(rt);
}

/* ---- Random programs with tight budgets ------------------------------------------------------ */

enum { SPACES = 3, LIVE = 12 };
static const int32_t device_of[SPACES] = {WEIR_DEVICE_CPU, WEIR_NULL(0), WEIR_NULL(1)};

typedef struct value {
    weir_var *var;
    int space;
    uint64_t bytes;
} value;

/* A program whose in-order run fits in the budgets, sometimes exactly. */
typedef struct program {
    weir_runtime *rt;
    uint64_t seed, budget, held[SPACES];
    value live[LIVE];
    int count;
    bool synchronous;
} program;

static void drop_value(program *p, int i) {
    p->held[p->live[i].space] -= p->live[i].bytes;
    weir_var_release(p->live[i].var);
    p->live[i] = p->live[--p->count];
}

static void make_space(program *p, int space, uint64_t bytes) {
    for (int i = 0; i < p->count && p->held[space] + bytes > p->budget;)
        if (p->live[i].space == space)
            drop_value(p, i);
        else
            i++;
}

/* A new value, by a task that reads some of the others. */
static void step(program *p) {
    int slot = (int)(test_random(&p->seed) % SPACES);
    int space = test_random(&p->seed) % 4 == 0 ? 0 : slot;
    uint64_t most = p->budget / KB / 2;
    uint64_t bytes = (1 + test_random(&p->seed) % most) * KB;
    uint64_t scratch = test_random(&p->seed) % 3 == 0 ? KB * (test_random(&p->seed) % most) : 0;
    weir_var *reads[LIVE];
    uint32_t n = 0;
    if (p->count == LIVE) drop_value(p, (int)(test_random(&p->seed) % LIVE));
    make_space(p, space, bytes + scratch);
    for (int i = 0; i < p->count; i++)
        if (test_random(&p->seed) % 3 == 0) reads[n++] = p->live[i].var;
    bool live = test_random(&p->seed) % 10 == 0 && !p->synchronous;
    weir_var_options o = {.size = sizeof o,
                          .bytes = bytes,
                          .device = device_of[space],
                          .flags = live ? WEIR_VAR_LIVE : 0};
    weir_var *v;
    CHECK_EQ(weir_var_new(p->rt, &o, &v), WEIR_OK);
    weir_task t = {.size = sizeof t,
                   .kind = &plain_kind,
                   .reads = reads,
                   .writes = &v,
                   .read_count = n,
                   .write_count = 1,
                   .scratch_bytes = live && space != slot ? 0 : scratch,
                   .device = device_of[slot]};
    CHECK_EQ(weir_task_push(p->rt, &t), WEIR_OK);
    p->held[space] += bytes;
    p->live[p->count++] = (value){v, space, bytes};
    if (p->synchronous)
        CHECK_EQ(weir_var_wait(v), WEIR_OK);
    else if (test_random(&p->seed) % 60 == 0)
        CHECK_EQ(weir_var_wait(p->live[0].var), WEIR_OK);
    if (test_random(&p->seed) % 3 == 0)
        drop_value(p, (int)(test_random(&p->seed) % (unsigned)p->count));
}

static void random_program(uint64_t seed, int engine) {
    enum { COUNT = 300 };
    weir_config c;
    weir_config_init(&c);
    c.workers = 1 + (int)(seed % 3);
    c.engine = engine;
    program p = {.seed = seed, .budget = (6 + seed % 5) * KB};
    p.rt = runtime_with(&c, p.budget, p.budget);
    for (int i = 0; i < COUNT; i++) step(&p);
    CHECK_EQ(weir_waitall(p.rt), WEIR_OK);
    for (int i = 0; i < SPACES; i++) CHECK_LE(atomic_load(&p.rt->spaces[i].used_peak), p.budget);
    while (p.count > 0) drop_value(&p, 0);
    check_empty(p.rt);
    weir_runtime_free(p.rt);
}

TEST(random_programs_with_tight_budgets_in_three_memories_end) {
    for (uint64_t seed = 1; seed <= (uint64_t)test_scaled(200); seed++)
        random_program(seed, WEIR_THREADED);
}

TEST(random_programs_end_when_tasks_take_time) {
    atomic_store(&wr_null.task_ns, 20000);
    for (uint64_t seed = 1000; seed <= 1000 + (uint64_t)test_scaled(10); seed++)
        random_program(seed, WEIR_THREADED);
    atomic_store(&wr_null.task_ns, 0);
}

TEST(random_programs_end_with_the_serial_engine) {
    for (uint64_t seed = 2000; seed <= 2000 + (uint64_t)test_scaled(10); seed++)
        random_program(seed, WEIR_SERIAL);
}

/* ---- The peak -------------------------------------------------------------------------------- */

/* A loop like training: parameters that stay, a batch per step that is copied from the host, temporaries. */
static weir_memory train(bool synchronous) {
    enum { STEPS = 200, DEPTH = 8 };
    weir_runtime *rt = runtime(2, 1024 * KB, 1024 * KB);
    weir_var *parameter = new_var(rt, WEIR_NULL(0), 20 * KB);
    CHECK_EQ(push(rt, WEIR_NULL(0), NULL, parameter, 0), WEIR_OK);
    for (int i = 0; i < STEPS; i++) {
        weir_var *batch = new_var(rt, 0, 8 * KB), *x = new_var(rt, WEIR_NULL(0), 8 * KB);
        CHECK_EQ(push(rt, 0, NULL, batch, 0), WEIR_OK);
        CHECK_EQ(push(rt, WEIR_NULL(0), batch, x, 0), WEIR_OK);
        weir_var_release(batch);
        for (int k = 0; k < DEPTH; k++) {
            weir_var *y = new_var(rt, WEIR_NULL(0), 10 * KB);
            CHECK_EQ(push(rt, WEIR_NULL(0), x, y, 5 * KB), WEIR_OK);
            weir_var_release(x);
            x = y;
        }
        CHECK_EQ(push(rt, WEIR_NULL(0), x, parameter, 0), WEIR_OK);
        weir_var_release(x);
        if (synchronous) CHECK_EQ(weir_waitall(rt), WEIR_OK);
    }
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    weir_memory m = memory_of(rt, WEIR_NULL(0));
    weir_var_release(parameter);
    check_empty(rt);
    weir_runtime_free(rt);
    return m;
}

TEST(a_loop_that_never_waits_needs_a_tenth_more_memory_on_a_device) {
    uint64_t most = train(true).peak;
    CHECK(most >= 45 * KB);
    weir_memory m = train(false);
    CHECK_LE(m.peak, most + most / 10);
    CHECK_LE(m.level, most + most / 10);
}

/* ---- Reports --------------------------------------------------------------------------------- */

typedef struct lines {
    char text[4096];
} lines;

static void keep_line(void *ctx, int level, const char *text) {
    lines *l = ctx;
    size_t n = strlen(l->text);
    (void)level;
    snprintf(l->text + n, sizeof l->text - n, "%s\n", text);
}

TEST(the_report_names_the_devices_whose_memory_was_used) {
    lines all = {""};
    weir_config c;
    weir_config_init(&c);
    c.workers = 1;
    c.report = 1;
    c.log = keep_line;
    c.log_ctx = &all;
    weir_runtime *rt = runtime_with(&c, 64 * KB, 16 * KB);
    push_temporary(rt, WEIR_NULL(1), 10 * KB);
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    CHECK_EQ(memory_of(rt, WEIR_NULL(0)).peak, 0);
    weir_runtime_free(rt);
    CHECK_HAS(all.text, "peak memory on null:1: 10.2 KB of a budget of 16.4 KB");
    CHECK(strstr(all.text, "null:0") == NULL);
}

/* ---- Cancel, fork, end ----------------------------------------------------------------------- */

TEST(cancelled_tasks_give_their_memory_back) {
    weir_runtime *rt = runtime(1, 64 * KB, 16 * KB);
    for (int r = 0; r < 10; r++) {
        atomic_store(&wr_null.held, true);
        for (int i = 0; i < 20; i++) push_temporary(rt, WEIR_NULL(i % 2), 15 * KB);
        CHECK_EQ(weir_cancel_all(rt), WEIR_OK);
        push_temporary(rt, WEIR_NULL(0), 16 * KB);
        atomic_store(&wr_null.held, false);
        weir_waitall(rt);
        check_empty(rt);
    }
    weir_runtime_free(rt);
}

TEST(a_runtime_is_freed_while_tasks_are_held) {
    weir_runtime *rt = runtime(1, 64 * KB, 16 * KB);
    weir_var *v = new_var(rt, WEIR_NULL(0), 10 * KB);
    for (int i = 0; i < 50; i++) push_temporary(rt, WEIR_NULL(i % 2), 15 * KB);
    CHECK_EQ(push(rt, WEIR_NULL(0), NULL, v, 0), WEIR_OK);
    weir_runtime_free(rt);
    weir_var_release(v); /* after the runtime */
}

TEST(in_a_child_the_memory_of_devices_is_empty) {
    if (TEST_ASAN)
        SKIP("the sanitizer's allocator does not survive a fork beside threads that allocate");
    weir_runtime *rt = runtime(1, 64 * KB, 16 * KB);
    weir_var *v = new_var(rt, WEIR_NULL(0), 10 * KB), *host = new_var(rt, 0, 10 * KB);
    weir_var *later = new_var(rt, WEIR_NULL(1), 10 * KB);
    CHECK_EQ(push(rt, WEIR_NULL(0), NULL, v, 0), WEIR_OK);
    CHECK_EQ(push(rt, 0, NULL, host, 0), WEIR_OK);
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    atomic_store(&wr_null.held, true);
    push_temporary(rt, WEIR_NULL(1), 10 * KB); /* fails in the child */
    CHECK_EQ(push(rt, WEIR_NULL(1), NULL, later, 0), WEIR_OK);
    CHECK_EQ(held(rt, 2), 1); /* the second one */
    pid_t child = fork();
    if (child == 0) {
        atomic_store(&wr_null.held, false);
        CHECK_EQ(memory_of(rt, WEIR_NULL(0)).used, 0);
        CHECK_EQ(weir_var_wait(v), WEIR_EFORKED);
        CHECK_HAS(weir_error(), "on a device when the process forked");
        CHECK_EQ(weir_var_wait(host), WEIR_OK);
        CHECK_EQ(weir_var_wait(later), WEIR_OK); /* held in the parent, so it runs in the child */
        CHECK_EQ(push(rt, WEIR_NULL(0), v, NULL, 0), WEIR_OK);      /* reads a lost value */
        CHECK_EQ(push(rt, WEIR_NULL(0), NULL, v, 6 * KB), WEIR_OK); /* allocates it again */
        CHECK_EQ(weir_var_wait(v), WEIR_OK);
        CHECK_EQ(memory_of(rt, WEIR_NULL(0)).used, 10 * KB);
        weir_var_release(v);
        weir_var_release(host);
        weir_var_release(later);
        weir_waitall(rt);
        check_empty(rt);
        _exit(0);
    }
    CHECK_EQ(test_child_wait(child, 60), 0);
    atomic_store(&wr_null.held, false);
    CHECK_EQ(weir_waitall(rt), WEIR_OK);
    CHECK_EQ(memory_of(rt, WEIR_NULL(0)).used, 10 * KB);
    weir_var_release(v);
    weir_var_release(host);
    weir_var_release(later);
    check_empty(rt);
    weir_runtime_free(rt);
}
