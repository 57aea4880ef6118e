/* test_device_arrays.c - arrays and operators on devices that fail, stall, run out of memory or lack a
 * kernel: failures and parameters, waits, overlap, memory, maps, copies, fork, the end of a runtime.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <unistd.h>

#include "api/array_kit.h"
#include "device/null/null_device.h"
#include "engine/engine.h"
#include "failing_allocator.h"

enum { N = 100 }; /* elements of a parameter: more than fit in an array's own record */

static weir_array *moved(weir_array *x, int32_t device) {
    weir_array *y = NULL;
    CHECK_OK(weir_to_device(x, device, &y));
    CHECK_EQ(weir_array_device(y), device);
    return y;
}

/* As kit_ramp, on a device. */
static weir_array *ramp_on(weir_runtime *rt, int32_t device, int64_t n, float start, float step) {
    int32_t outer = weir_default_device_set(device);
    weir_array *a = kit_ramp(rt, n, start, step);
    weir_default_device_set(outer);
    CHECK_EQ(weir_array_device(a), device);
    return a;
}

static void hold(bool on) { atomic_store(&wr_null.held, on); }

static weir_memory memory_of(weir_runtime *rt, int32_t device) {
    weir_memory m = {.size = sizeof m};
    CHECK_OK(weir_memory_of(rt, device, &m));
    return m;
}

static void release_all(weir_array **list, size_t count) {
    for (size_t i = 0; i < count; i++) weir_array_release(list[i]);
}
#define RELEASE(...)                                                                               \
    release_all((weir_array *[]){__VA_ARGS__},                                                     \
                sizeof((weir_array *[]){__VA_ARGS__}) / sizeof(weir_array *))

/* ---- Failures and parameters (law 5) --------------------------------------------------------- */

/* A model of one parameter: its gradient is x[index], so an index out of range makes it fail. */
typedef struct model {
    weir_array *x, *good, *bad, *p, *momentum, *one;
} model;

static model model_new(weir_runtime *rt, int32_t device) {
    int64_t index[N], shape = N;
    int32_t outer = weir_default_device_set(device);
    for (int i = 0; i < N; i++) index[i] = (i * 7) % N;
    model m = {.x = kit_ramp(rt, N, 1, 0.25f), .good = kit_array(rt, WEIR_INT64, 1, &shape, index)};
    index[N / 2] = N;
    m.bad = kit_array(rt, WEIR_INT64, 1, &shape, index);
    m.p = kit_ramp(rt, N, 3, 0.5f);
    m.momentum = kit_filled(rt, N, 0);
    m.one = kit_number(rt, 0.125);
    weir_default_device_set(outer);
    return m;
}

static void model_free(model *m) { RELEASE(m->x, m->good, m->bad, m->p, m->momentum, m->one); }

static weir_status try_step(const model *m, bool good) {
    weir_array *g = NULL;
    weir_status status = weir_take_along_axis(m->x, good ? m->good : m->bad, NULL, &g);
    if (status != WEIR_OK) return status;
    weir_array *list[] = {m->p, m->momentum, g};
    weir_sgd_step_options o = WEIR_SGD_STEP_OPTIONS;
    o.momentum = 0.5;
    status = weir_sgd_step(m->one, m->one, m->one, list, 3, &o);
    weir_array_release(g);
    return status;
}

static void clear(const model *m) {
    CHECK_OK(weir_var_clear(weir_array_var(m->p)));
    CHECK_OK(weir_var_clear(weir_array_var(m->momentum)));
}

/* Run the steps of a script: '+' good, '-' bad, 'c' clear, 'w' wait, 'x' cancel.  Write what a reader sees to p and
 * momentum; return the first failure. */
static weir_status play(weir_runtime *rt, int32_t device, const char *script, float *p, float *v) {
    model m = model_new(rt, device);
    CHECK_OK(weir_array_wait(m.p));
    CHECK_OK(weir_array_wait(m.momentum));
    bool held = strchr(script, 'w') == NULL && strchr(script, 'x') == NULL;
    hold(held && device != WEIR_CPU(0));
    for (const char *s = script; *s != '\0'; s++) switch (*s) {
        case 'c': clear(&m); break;
        case 'w': weir_array_wait(m.p); break;
        case 'x': CHECK_OK(weir_var_cancel(weir_array_var(m.p))); break;
        default: CHECK_OK(try_step(&m, *s == '+'));
        }
    hold(false);
    weir_status status = weir_array_wait(m.p), other = weir_array_wait(m.momentum);
    CHECK_EQ(status, other);
    clear(&m);
    CHECK_OK(weir_array_read(m.p, p, N * sizeof *p));
    CHECK_OK(weir_array_read(m.momentum, v, N * sizeof *v));
    CHECK_OK(try_step(&m, true)); /* a later step works */
    CHECK_OK(weir_array_read(m.p, p + N, N * sizeof *p));
    CHECK_OK(weir_array_read(m.momentum, v + N, N * sizeof *v));
    model_free(&m);
    return status;
}

TEST(steps_behind_a_failure_in_the_queue_change_nothing) {
    static const char *const scripts[] = {
        "+",       "-",     "++",  "-+",   "+-+",    "+-++",   "--",  "-c+",    "+-+c++", "-c-c+",
        "-+c-+c+", "+-cc+", "-w+", "w-w+", "+w-wc+", "-wc+-w", "c+-", "+-c-c-", "-+-c-+"};
    float p[2][2 * N], v[2][2 * N];
    weir_runtime *rt = kit_runtime(test_workers(2));
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        weir_status cpu = play(rt, WEIR_CPU(0), scripts[i], p[0], v[0]);
        weir_status device = play(rt, WEIR_NULL(0), scripts[i], p[1], v[1]);
        if (cpu != device || memcmp(p[0], p[1], sizeof *p) != 0 ||
            memcmp(v[0], v[1], sizeof *v) != 0)
            test_fail(__FILE__, __LINE__, "%s: %s on the CPU, %s on the device; p[1] %g and %g",
                      scripts[i], weir_status_name(cpu), weir_status_name(device), (double)p[0][1],
                      (double)p[1][1]);
    }
    weir_waitall(rt);
    CHECK_EQ(memory_of(rt, WEIR_NULL(0)).used, 0);
    weir_runtime_free(rt);
}

/* The gradient fails before the step gets its position, so the device is not asked to run the step. */
TEST(a_step_that_was_refused_stops_the_next_one_in_the_queue) {
    weir_runtime *rt = kit_runtime(1);
    model m = model_new(rt, WEIR_NULL(0));
    weir_array *g = NULL;
    CHECK_OK(weir_take_along_axis(m.x, m.bad, NULL, &g));
    CHECK(weir_array_wait(g) != WEIR_OK);
    hold(true);
    weir_array *list[] = {m.p, g};
    CHECK_OK(weir_sgd_step(m.one, m.one, m.one, list, 2, NULL));
    CHECK_OK(try_step(&m, true)); /* skipped: p has failed */
    hold(false);
    CHECK(weir_array_wait(m.p) != WEIR_OK);
    clear(&m);
    CHECK_RAMP(m.p, N, 3, 0.5f);
    CHECK_ALL(m.momentum, N, 0);
    weir_array_release(g);
    model_free(&m);
    weir_runtime_free(rt);
}

TEST(a_cancelled_step_on_a_device_changes_nothing) {
    weir_runtime *rt = kit_runtime(1);
    model m = model_new(rt, WEIR_NULL(0));
    weir_array *y = ramp_on(rt, WEIR_NULL(0), N, 0, 1);
    CHECK_OK(weir_waitall(rt));
    hold(true);
    for (int i = 0; i < 3 * WR_AHEAD_MAX; i++) CHECK_OK(try_step(&m, true));
    for (int i = 0; i < 50; i++) kit_step("negative", &y, NULL);
    CHECK_OK(weir_cancel_all(rt));
    hold(false);
    CHECK_STATUS(weir_array_wait(m.p), ECANCELED);
    weir_waitall(rt);
    float p[N], again[N];
    clear(&m);
    CHECK_OK(weir_array_read(m.p, p, sizeof p));
    CHECK_OK(try_step(&m, true));
    CHECK_OK(weir_array_read(m.p, again, sizeof again));
    for (int i = 0; i < N; i++) CHECK(again[i] < p[i]);
    weir_array_release(y);
    model_free(&m);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(memory_of(rt, WEIR_NULL(0)).used, 0);
    weir_runtime_free(rt);
}

/* The task on the CPU cannot mark p on the device.  A reader that is in the queue does not change that p has failed. */
TEST(a_failure_from_the_cpu_stops_updates_behind_a_reader) {
    weir_runtime *rt = kit_runtime(1);
    model m = model_new(rt, WEIR_NULL(0));
    CHECK_OK(weir_waitall(rt));
    kit_break(m.p);
    CHECK(weir_array_wait(m.p) != WEIR_OK);
    hold(true);
    weir_array *y = kit_call("negative", m.p, NULL), *z = kit_call("square", m.p, NULL);
    for (int i = 0; i < 3; i++) CHECK_OK(try_step(&m, true));
    hold(false);
    CHECK(weir_array_wait(y) != WEIR_OK);
    CHECK_HAS(weir_error(), "it broke");
    CHECK(weir_array_wait(m.p) != WEIR_OK);
    clear(&m);
    CHECK_RAMP(m.p, N, 3, 0.5f);
    CHECK_ALL(m.momentum, N, 0);
    RELEASE(y, z);
    model_free(&m);
    weir_runtime_free(rt);
}

/* ---- Failures of the device ------------------------------------------------------------------ */

/* Train on a device; return the first failure.  Everything is released at the end. */
static weir_status train(weir_runtime *rt, int32_t device, float *p) {
    model m = model_new(rt, device);
    weir_array *y = NULL, *sum = NULL;
    for (int i = 0; i < 3; i++) {
        CHECK_OK(try_step(&m, true));
        CHECK_OK(weir_multiply(m.p, m.p, &y));
        CHECK_OK(weir_sum(y, NULL, &sum));
        RELEASE(y, sum);
    }
    weir_status status = weir_array_read(m.p, p, N * sizeof *p);
    model_free(&m);
    return status;
}

/* Run `train` until the countdown no longer reaches 0. */
static void fail_everywhere(atomic_int_fast64_t *countdown, weir_status wanted, const char *words) {
    weir_runtime *rt = kit_runtime(test_workers(2));
    float right[N], p[N];
    CHECK_OK(train(rt, WEIR_CPU(0), right));
    weir_array *cpu = kit_ramp(rt, N, 0, 1), *other = ramp_on(rt, WEIR_NULL(1), N, 0, 1);
    CHECK_RAMP(other, N, 0, 1);
    int failures = 0, n = 1;
    for (;; n++) {
        atomic_store(countdown, n);
        weir_status status = train(rt, WEIR_NULL(0), p);
        weir_waitall(rt); /* the failure of a result that was released, or none */
        bool reached = atomic_exchange(countdown, 0) <= 0;
        if (status != WEIR_OK) {
            CHECK_EQ(status, wanted);
            CHECK_HAS(weir_error(), words);
            failures++;
        } else {
            CHECK(memcmp(p, right, sizeof p) == 0);
        }
        CHECK_OK(train(rt, WEIR_NULL(0), p)); /* the device works again */
        CHECK(memcmp(p, right, sizeof p) == 0);
        CHECK_RAMP(cpu, N, 0, 1);
        CHECK_RAMP(other, N, 0, 1);
        weir_waitall(rt);
        CHECK_EQ(memory_of(rt, WEIR_NULL(0)).used, 0);
        if (!reached) break;
        CHECK(n < 1000);
    }
    CHECK(failures > 0);
    RELEASE(cpu, other);
    weir_runtime_free(rt);
}

TEST(any_task_of_a_training_program_may_fail_on_the_device) {
    fail_everywhere(&wr_null.fail_in, WEIR_EFAILED, "null:0: the null device was told to fail");
}

TEST(any_batch_of_a_training_program_may_be_refused) {
    fail_everywhere(&wr_null.refuse_in, WEIR_ENOMEM, "null:0 did not accept the task");
}

TEST(a_lost_device_is_named_by_every_later_call) {
    weir_runtime *rt = kit_runtime(1);
    float p[N];
    weir_array *cpu = kit_ramp(rt, N, 0, 1), *a = ramp_on(rt, WEIR_NULL(0), N, 0, 1), *y = NULL;
    CHECK_RAMP(a, N, 0, 1);
    atomic_store(&wr_null.lost, true);
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(train(rt, WEIR_NULL(0), p), EDEVICE);
        CHECK_HAS(weir_error(), "null:0: the device is lost");
        CHECK_STATUS(weir_array_read(a, p, sizeof p), EDEVICE);
        CHECK_HAS(weir_error(), "null:0: the device is lost");
        y = kit_call("negative", a, NULL);
        CHECK_STATUS(weir_array_wait(y), EDEVICE);
        CHECK_HAS(weir_error(), "negative");
        weir_array_release(y);
        y = kit_call("negative", cpu, NULL);
        CHECK_RAMP(y, N, 0, -1);
        weir_array_release(y);
    }
    RELEASE(a, cpu);
    weir_waitall(rt);
    CHECK_EQ(memory_of(rt, WEIR_NULL(0)).used, 0);
    weir_runtime_free(rt);
    atomic_store(&wr_null.lost, false);
}

/* The refused batch contains an update of p; the next update must not run on the old values although
 * nothing on the device says that p has failed. */
TEST(updates_behind_a_refused_batch_change_nothing) {
    weir_runtime *rt = kit_runtime(test_workers(2));
    for (int r = 0; r < test_scaled(200); r++) {
        model m = model_new(rt, WEIR_NULL(0));
        float p[N];
        CHECK_OK(weir_waitall(rt));
        atomic_store(&wr_null.refuse_in, 1);
        for (int i = 0; i < 20; i++) CHECK_OK(try_step(&m, true));
        CHECK(weir_array_wait(m.p) != WEIR_OK);
        atomic_store(&wr_null.refuse_in, 0);
        clear(&m);
        CHECK_OK(weir_array_read(m.p, p, sizeof p));
        CHECK(p[0] == 3 && p[N - 1] == 3 + 0.5f * (N - 1));
        model_free(&m);
        weir_waitall(rt); /* reports the failures of gradients */
    }
    weir_runtime_free(rt);
}
