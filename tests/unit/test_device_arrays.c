/* test_device_arrays.c - arrays and operators on devices that fail, stall, run out of memory or lack a
 * kernel: failures and parameters, waits, overlap, memory, maps, copies, fork, the end of a runtime.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "api/array_kit.h"
#include "array/array.h"
#include "device/null/null_device.h"
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

/* Check that all memory of the device is free.  Arrays that were released are freed by some thread,
 * soon after the last task that used them. */
static void check_free(weir_runtime *rt) { CHECK_SOON(memory_of(rt, WEIR_NULL(0)).used == 0); }

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
    check_free(rt);
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
    check_free(rt);
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
        check_free(rt);
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

enum { STEPS = 4 };

/* Gradients are computed on one device and copied to another one, which has the parameter; a copy of the parameter goes
 * back.  Write the values of the parameter, which may have failed.  Return its status. */
static weir_status train_across(weir_runtime *rt, int32_t here, int32_t there,
                                atomic_int_fast64_t *countdown, int n, float *p) {
    weir_array *parameter = ramp_on(rt, there, N, 0, 1), *x = ramp_on(rt, here, N, 1, 0.5f);
    CHECK_OK(weir_array_wait(parameter));
    CHECK_OK(weir_array_wait(x));
    atomic_store(countdown, n);
    for (int i = 0; i < STEPS; i++) {
        weir_array *g = kit_call("square", x, NULL);
        weir_array *copy = moved(g, there);
        CHECK_OK(kit_try_into("add", parameter, copy, parameter));
        weir_array *back = moved(parameter, here);
        weir_array *next = kit_call("minimum", x, back);
        RELEASE(x, g, copy, back);
        x = next;
    }
    weir_status status = weir_array_wait(parameter);
    weir_waitall(rt);
    atomic_store(countdown, 0);
    if (status != WEIR_OK) CHECK_OK(weir_var_clear(weir_array_var(parameter)));
    CHECK_OK(weir_array_read(parameter, p, N * sizeof *p));
    RELEASE(parameter, x);
    return status;
}

/* Whatever fails, the parameter has the values after one of the steps. */
static void fail_across(atomic_int_fast64_t *countdown) {
    weir_runtime *rt = kit_runtime(test_workers(2));
    float states[STEPS + 1][N], p[N];
    weir_array *x = kit_ramp(rt, N, 1, 0.5f), *parameter = kit_ramp(rt, N, 0, 1);
    for (int i = 0; i <= STEPS; i++) {
        CHECK_OK(weir_array_read(parameter, states[i], sizeof *states));
        weir_array *g = kit_call("square", x, NULL);
        kit_step("add", &parameter, g);
        kit_step("minimum", &x, parameter);
        RELEASE(g);
    }
    RELEASE(x, parameter);
    for (int n = 1; n < (int)test_scaled(30); n++)
        for (int again = 0; again < 10; again++) {
            weir_status status = train_across(rt, WEIR_NULL(0), WEIR_NULL(1), countdown, n, p);
            weir_waitall(rt);
            int state = STEPS;
            while (state >= 0 && memcmp(states[state], p, sizeof p) != 0) state--;
            if (state < 0 || (status == WEIR_OK) != (state == STEPS))
                test_fail(__FILE__, __LINE__, "countdown %d: %s, and the values of step %d", n,
                          weir_status_name(status), state);
        }
    check_free(rt);
    CHECK_SOON(memory_of(rt, WEIR_NULL(1)).used == 0);
    weir_runtime_free(rt);
}

TEST(any_task_of_a_program_over_two_devices_may_fail) { fail_across(&wr_null.fail_in); }

TEST(any_batch_of_a_program_over_two_devices_may_be_refused) { fail_across(&wr_null.refuse_in); }

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
    check_free(rt);
    weir_runtime_free(rt);
    atomic_store(&wr_null.lost, false);
}

/* ---- An operator that waits at a gate, on whatever device it runs ----------------------------- */

static test_gate *gates[3]; /* by the number in the first element of the input */

static weir_status same_as_input(weir_infer *c) {
    c->out[0].dtype = c->dtype = weir_array_dtype(c->in[0]);
    c->out[0].ndim = weir_array_ndim(c->in[0]);
    for (int i = 0; i < c->out[0].ndim; i++) c->out[0].shape[i] = weir_array_shape(c->in[0])[i];
    return WEIR_OK;
}

static weir_status pass_gate(const weir_kernel *k) {
    int64_t count = 1;
    for (int i = 0; i < k->in[0].ndim; i++) count *= k->in[0].shape[i];
    memcpy(k->out[0].data, k->in[0].data, (size_t)count * sizeof(float));
    test_gate_pass(gates[(int)*(const float *)k->in[0].data]);
    return WEIR_OK;
}

static const weir_op_def gate_def = {.size = sizeof gate_def,
                                     .name = "pass_gate",
                                     .summary = "A copy, which waits.",
                                     .inputs = "x",
                                     .outputs = "y",
                                     .infer = same_as_input,
                                     .run = pass_gate};

/* y = a copy of x, which is ready when the gate is open; x[0] is the number of the gate. */
static weir_array *at_gate(weir_array *x) {
    static const weir_op *op;
    weir_array *y = NULL;
    if (op == NULL) CHECK_OK(weir_op_register(&gate_def, &op));
    CHECK_OK(weir_op_call(weir_array_runtime(x), op, &x, 1, NULL, 0, &y, NULL));
    return y;
}

/* The refused update is in line behind a task that the device executes, so it has not retired when the
 * next updates come, and nothing on the device says that p has failed. */
TEST(updates_behind_a_refused_one_change_nothing) {
    weir_runtime *rt = kit_runtime(test_workers(2));
    test_gate gate = {0};
    gates[0] = &gate;
    model m = model_new(rt, WEIR_NULL(0));
    weir_array *x = ramp_on(rt, WEIR_NULL(0), N, 0, 1), *list[] = {m.p, m.x};
    CHECK_OK(weir_waitall(rt));
    weir_array *y = at_gate(x);
    test_gate_await(&gate, 1);
    atomic_store(&wr_null.refuse_in, 1);
    for (int i = 0; i < 4; i++) {
        CHECK_OK(weir_sgd_step(m.one, m.one, m.one, list, 2, NULL));
        wr_scheduler_acquire_all(rt);
        wr_scheduler_release_all(rt);
    }
    /* If only one task at a time is submitted, the batch is refused after the gate has opened. */
    for (int i = 0; i < 50 && atomic_load(&wr_null.refuse_in) > 0; i++) test_sleep_ms(1);
    test_gate_open(&gate);
    CHECK_STATUS(weir_array_wait(m.p), ENOMEM);
    CHECK_HAS(weir_error(), "sgd_step: null:0 did not accept the task");
    CHECK_RAMP(y, N, 0, 1);
    clear(&m);
    CHECK_RAMP(m.p, N, 3, 0.5f);
    CHECK_OK(try_step(&m, true));
    CHECK_OK(weir_array_wait(m.p));
    RELEASE(x, y);
    model_free(&m);
    weir_runtime_free(rt);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

TEST(a_result_that_does_not_fit_on_the_device_fails_and_names_it) {
    atomic_store(&wr_null.memory_bytes, 1 << 20);
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = ramp_on(rt, WEIR_NULL(0), 100000, 0, 1), *y[4];
    for (int r = 0; r < 3; r++) {
        for (int i = 0; i < 4; i++) y[i] = kit_call("negative", a, NULL);
        CHECK_STATUS(weir_array_wait(y[3]), ENOMEM);
        CHECK_HAS(weir_error(), "negative");
        CHECK_HAS(weir_error(), "null:0");
        CHECK_RAMP(y[0], 100000, 0, -1);
        CHECK_RAMP(a, 100000, 0, 1);
        RELEASE(y[0], y[1], y[2], y[3]);
        weir_waitall(rt);
        y[0] = kit_call("negative", a, NULL); /* the next one fits again */
        CHECK_RAMP(y[0], 100000, 0, -1);
        weir_array_release(y[0]);
    }
    CHECK_OK(weir_memory_budget_set(rt, WEIR_NULL(0), 500000));
    y[0] = kit_call("negative", a, NULL);
    CHECK_STATUS(weir_array_wait(y[0]), ENOMEM);
    CHECK_OK(weir_memory_budget_set(rt, WEIR_NULL(0), 0));
    kit_into("square", a, NULL, y[0]); /* the array gets values after all */
    CHECK_OK(weir_array_wait(y[0]));
    RELEASE(a, y[0]);
    weir_waitall(rt);
    check_free(rt);
    weir_runtime_free(rt);
    atomic_store(&wr_null.memory_bytes, UINT64_C(1) << 30);
}

/* Every array is read back right, or its reading reports that there was no memory. */
static void starved_program(weir_runtime *rt) {
    weir_array *x = NULL, *y = NULL, *z = NULL;
    float data[N], got[N];
    int64_t n = N;
    for (int i = 0; i < N; i++) data[i] = (float)(N - i);
    weir_default_device_set(WEIR_NULL(0));
    if (ok_or_nomem(weir_array_new(rt, WEIR_FLOAT32, &n, 1, data, &x)) &&
        ok_or_nomem(weir_sort(x, NULL, &y))) { /* needs scratch memory */
        weir_status status = weir_array_read(y, got, sizeof got);
        if (ok_or_nomem(status))
            for (int i = 0; i < N; i++) CHECK(got[i] == (float)(i + 1));
        status = weir_var_clear(weir_array_var(y));
        if (ok_or_nomem(status)) { /* now y has its values, or it was never computed */
            status = weir_array_read(y, got, sizeof got);
            if (status == WEIR_EFAILED)
                CHECK_HAS(weir_error(), "never computed");
            else if (ok_or_nomem(status))
                for (int i = 0; i < N; i++) CHECK(got[i] == (float)(i + 1));
        }
        if (ok_or_nomem(weir_to_device(y, WEIR_NULL(1), &z))) weir_array_release(z);
        if (ok_or_nomem(weir_op_call_into(rt, kit_op("negative"), &x, 1, NULL, 0, &x, 1)))
            weir_array_wait(x);
        void *p;
        if (weir_array_map(x, WEIR_MAP_READ, &p) == WEIR_OK) CHECK_OK(weir_array_unmap(x));
    }
    weir_default_device_set(WEIR_CPU(0));
    RELEASE(x, y);
}

TEST(the_host_may_run_out_of_memory_anywhere_in_a_program_on_a_device) {
    for (int keep = 0; keep < 2; keep++)
        for (long n = 1; n < 100000; n++) {
            failing_allocator m = {.left = n, .keep_failing = keep};
            weir_config c = kit_config(1);
            c.alloc = failing_alloc;
            c.free = failing_free;
            c.alloc_ctx = &m;
            c.log = no_log;
            weir_runtime *rt = NULL;
            if (ok_or_nomem(weir_runtime_new(&c, &rt))) {
                starved_program(rt);
                weir_runtime_free(rt);
            }
            CHECK_EQ(m.blocks, 0);
            if (m.refused == 0) break;
        }
}

TEST(a_chain_on_a_device_reuses_its_memory) {
    enum { BIG = 50000 };
    weir_runtime *rt = kit_runtime(1);
    weir_array *y = ramp_on(rt, WEIR_NULL(0), BIG, 0, 1);
    CHECK_OK(weir_waitall(rt));
    const void *block = wr_storage_of(weir_array_var(y))->data;
    hold(true); /* until the program has released all arrays but the last one */
    for (int i = 0; i < 101; i++) kit_step("negative", &y, NULL);
    wr_scheduler_acquire_all(rt);
    wr_scheduler_release_all(rt);
    hold(false);
    CHECK_RAMP(y, BIG, 0, -1);
    CHECK(wr_storage_of(weir_array_var(y))->data == block);
    weir_array *z = kit_call("square", y, NULL), *w = kit_call("negative", z, NULL); /* z is read */
    CHECK_OK(weir_array_wait(w));
    CHECK(wr_storage_of(weir_array_var(z))->data != wr_storage_of(weir_array_var(w))->data);
    CHECK_RAMP(y, BIG, 0, -1);
    RELEASE(y, z, w);
    weir_runtime_free(rt);
}

static uint64_t peak_of_loop(bool waits) {
    weir_config c = kit_config(2);
    c.level_floor_bytes = 1;
    weir_runtime *rt = kit_runtime_of(&c);
    weir_array *x = ramp_on(rt, WEIR_NULL(0), 30000, 0, 1);
    for (int i = 0; i < 60; i++) {
        weir_array *a = kit_call("exp", x, NULL), *b = kit_call("multiply", a, x),
                   *s = kit_call("add", a, b), *d = NULL;
        CHECK_OK(weir_sum(s, NULL, &d));
        if (waits) CHECK_OK(weir_array_wait(d));
        RELEASE(a, b, s, d);
    }
    CHECK_OK(weir_waitall(rt));
    uint64_t peak = memory_of(rt, WEIR_NULL(0)).peak;
    weir_array_release(x);
    weir_runtime_free(rt);
    return peak;
}

TEST(a_loop_that_never_waits_for_the_device_needs_little_more_memory) {
    uint64_t waits = peak_of_loop(true), never = peak_of_loop(false);
    CHECK_LE(never * 10, waits * 11);
}

/* ---- Waiting (law 3) and overlap ------------------------------------------------------------- */

TEST(values_of_the_cpu_do_not_wait_for_a_device) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = ramp_on(rt, WEIR_NULL(0), N, 0, 1), *c = kit_ramp(rt, N, 0, 1);
    hold(true);
    for (int i = 0; i < 2000; i++) {
        kit_step("negative", &a, NULL);
        kit_step("negative", &c, NULL);
    }
    CHECK_RAMP(c, N, 0, 1);
    CHECK(!weir_var_is_ready(weir_array_var(a)));
    hold(false);
    CHECK_RAMP(a, N, 0, 1);
    RELEASE(a, c);
    weir_runtime_free(rt);
}

TEST(a_value_of_one_device_does_not_wait_for_another) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    gates[0] = &gate;
    weir_array *a = ramp_on(rt, WEIR_NULL(0), N, 0, 1), *b = ramp_on(rt, WEIR_NULL(1), N, 0, 1),
               *y = at_gate(a), *both;
    for (int i = 0; i < 500; i++) {
        kit_step("negative", &y, NULL);
        kit_step("negative", &b, NULL);
    }
    CHECK_RAMP(b, N, 0, 1);
    CHECK(!weir_var_is_ready(weir_array_var(y)));
    weir_array *copy = moved(y, WEIR_NULL(1)); /* waits for null:0; other work of null:1 does not */
    both = kit_call("add", copy, b);
    kit_step("negative", &b, NULL);
    CHECK_RAMP(b, N, 0, -1);
    test_gate_open(&gate);
    CHECK_RAMP(both, N, 0, 2);
    RELEASE(a, b, y, copy, both);
    weir_runtime_free(rt);
}

/* Each kernel waits until the others have begun. */
TEST(two_devices_and_the_cpu_work_at_the_same_time) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate[3] = {0};
    weir_array *x[3], *y[3];
    for (int i = 0; i < 3; i++) {
        gates[i] = &gate[i];
        x[i] = ramp_on(rt, i == 2 ? WEIR_CPU(0) : WEIR_NULL(i), N, (float)i, 1);
        y[i] = at_gate(x[i]);
    }
    for (int i = 0; i < 3; i++) test_gate_await(&gate[i], 1); /* all three are inside */
    for (int i = 0; i < 3; i++) test_gate_open(&gate[i]);
    for (int i = 0; i < 3; i++) CHECK_RAMP(y[i], N, (float)i, 1);
    release_all(x, 3);
    release_all(y, 3);
    weir_runtime_free(rt);
}

/* ---- Access from the host -------------------------------------------------------------------- */

TEST(a_device_array_is_mapped_as_a_copy) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = ramp_on(rt, WEIR_NULL(0), N, 0, 1), *t = kit_flipped(a);
    float *p = NULL, *q = NULL, *r = NULL;
    CHECK_OK(weir_array_map(a, WEIR_MAP_READ, (void **)&p));
    kit_into("negative", a, NULL, a);
    CHECK_OK(weir_array_map(a, WEIR_MAP_READ, (void **)&q));
    CHECK_OK(weir_array_map(t, WEIR_MAP_READ, (void **)&r));
    CHECK(p[5] == 5 && q[5] == -5 && r[0] == -(N - 1) && r[-1] == -(N - 2));
    CHECK_OK(weir_array_unmap(a));
    CHECK(p[7] == 7 && q[7] == -7); /* it is not known which map has ended */
    CHECK_OK(weir_array_unmap(a));
    CHECK_STATUS(weir_array_unmap(a), EINVAL);
    CHECK_HAS(weir_error(), "not mapped");
    CHECK(r[0] == -(N - 1));
    CHECK_OK(weir_array_unmap(t));
    CHECK_STATUS(weir_array_map(a, WEIR_MAP_WRITE, (void **)&p), EINVAL);
    CHECK_HAS(weir_error(), "null:0");
    CHECK_HAS(weir_error(), "to_device");
    CHECK_STATUS(weir_array_share(a, 1), EINVAL);
    CHECK_HAS(weir_error(), "to_device");
    RELEASE(a, t);
    weir_runtime_free(rt);
}

typedef struct seen {
    weir_array *a;
    bool writes;
} seen;

static weir_status run_look(weir_context *ctx, void *arg) {
    weir_view view;
    return weir_context_view(ctx, ((seen *)arg)->a, &view);
}
KIND(look, run_look, NULL, 0);

TEST(a_task_on_the_cpu_cannot_access_a_device_array) {
    weir_runtime *rt = kit_runtime(1);
    seen s = {.a = ramp_on(rt, WEIR_NULL(0), N, 0, 1)};
    weir_var *v = kit_var(rt);
    CHECK_OK(weir_waitall(rt));
    kit_push(rt, &look, &s, weir_array_var(s.a), v);
    CHECK_STATUS(weir_var_wait(v), EDEVICE);
    CHECK_HAS(weir_error(), "look");
    CHECK_HAS(weir_error(), "to_device");
    CHECK_RAMP(s.a, N, 0, 1);
    weir_var_release(v);
    weir_array_release(s.a);
    weir_runtime_free(rt);
}

/* ---- Copies ---------------------------------------------------------------------------------- */

TEST(arrays_are_copied_between_all_pairs_of_devices) {
    static const int32_t device[] = {WEIR_CPU(0), WEIR_CPU(1), WEIR_NULL(0), WEIR_NULL(1)};
    weir_runtime *rt = kit_runtime(2);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            weir_array *x = ramp_on(rt, device[i], 12, 0, 1), *m = kit_reshape(x, 3, 4),
                       *t = kit_transposed(m), *cut = kit_cut(x, 3, 7), *back = kit_flipped(cut),
                       *none = ramp_on(rt, device[i], 0, 0, 0), *n = kit_number(rt, 2.5);
            weir_array *y[] = {moved(x, device[j]), moved(t, device[j]), moved(back, device[j]),
                               moved(none, device[j]), moved(n, device[j])};
            kit_into("negative", x, NULL, x); /* the copies are unchanged */
            CHECK_RAMP(y[0], 12, 0, 1);
            CHECK_TEXT(y[1], "[[0., 4., 8.],\n [1., 5., 9.],\n [2., 6., 10.],\n [3., 7., 11.]]");
            CHECK_RAMP(y[2], 4, 6, -1);
            CHECK_RAMP(y[3], 0, 0, 0);
            CHECK_ITEM(y[4], 2.5);
            weir_array *zero = NULL, *same;
            CHECK_OK(weir_sum(y[0], NULL, &zero)); /* 0-d */
            same = moved(zero, device[i]);
            CHECK_ITEM(same, 66);
            release_all(y, 5);
            RELEASE(x, m, t, cut, back, none, n, zero, same);
        }
    weir_runtime_free(rt);
}

/* Host memory has no error word, so a copy back to the device must not be in the queue before the copy to the host has
 * succeeded. */
TEST(a_failed_copy_to_the_host_and_back_changes_no_parameter) {
    float values[N];
    weir_runtime *rt = kit_runtime(test_workers(2));
    model m = model_new(rt, WEIR_NULL(0));
    weir_array *g = NULL;
    for (int round = 0; round < 20; round++) {
        hold(true);
        CHECK_OK(weir_take_along_axis(m.x, m.bad, NULL, &g));
        weir_array *host = moved(g, WEIR_CPU(0)), *back = moved(host, WEIR_NULL(0));
        CHECK_OK(kit_try_into("add", m.p, back, m.p));
        hold(false);
        CHECK(weir_array_wait(m.p) != WEIR_OK);
        CHECK_OK(weir_var_clear(weir_array_var(m.p)));
        CHECK_OK(weir_array_read(m.p, values, sizeof values));
        for (int i = 0; i < N; i++) CHECK(values[i] == 3 + 0.5f * (float)i);
        RELEASE(g, host, back);
    }
    model_free(&m);
    weir_waitall(rt);
    check_free(rt);
    weir_runtime_free(rt);
}

TEST(a_gradient_goes_back_through_copies_between_devices) {
    static const int32_t way[] = {WEIR_NULL(0), WEIR_NULL(1), WEIR_CPU(1), WEIR_NULL(1),
                                  WEIR_CPU(0)};
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = kit_ramp(rt, N, 0, 1), *at = weir_array_retain(x), *loss = NULL, *g = NULL;
    CHECK_OK(weir_array_attach_grad(x, WEIR_GRAD_WRITE));
    weir_recording_set(1);
    for (int i = 0; i < 5; i++) {
        weir_array *y = moved(at, way[i]),
                   *z = i % 2 ? kit_call("negative", y, NULL) : weir_array_retain(y);
        RELEASE(at, y);
        at = z;
    }
    CHECK_OK(weir_sum(at, NULL, &loss));
    weir_recording_set(0);
    CHECK_OK(weir_backward(&loss, 1, NULL, 0));
    g = weir_array_grad(x);
    CHECK_EQ(weir_array_device(g), WEIR_CPU(0));
    CHECK_ALL(g, N, 1);
    RELEASE(x, at, loss, g);
    weir_runtime_free(rt);
}

TEST(operators_whose_shapes_depend_on_values_work_on_a_device) {
    weir_runtime *rt = kit_runtime(1);
    int64_t shape = 6, index[] = {3, 1, 3, 0, 1, 3};
    weir_array *cpu = kit_array(rt, WEIR_INT64, 1, &shape, index), *x = moved(cpu, WEIR_NULL(0));
    weir_array *y[4] = {NULL};
    CHECK_OK(weir_unique_values(x, &y[0]));
    CHECK_TEXT(y[0], "[0, 1, 3]");
    CHECK_OK(weir_bincount(x, NULL, NULL, &y[1]));
    CHECK_TEXT(y[1], "[1, 2, 0, 3]");
    weir_array *two = kit_number(rt, 2), *mask = kit_call("greater", x, two);
    CHECK_OK(weir_mask_select(x, mask, &y[2]));
    CHECK_TEXT(y[2], "[3, 3, 3]");
    for (int i = 0; i < 3; i++) CHECK_EQ(weir_array_device(y[i]), WEIR_NULL(0));
    RELEASE(cpu, x, two, mask, y[0], y[1], y[2]);
    weir_runtime_free(rt);
}

/* ---- Operators without a kernel -------------------------------------------------------------- */

static void lacks(const char *name) { atomic_store(&wr_null.missing_kernel, name); }

TEST(an_operator_without_a_kernel_is_refused_with_the_remedy) {
    weir_runtime *rt = kit_runtime(1);
    model m = model_new(rt, WEIR_NULL(0));
    weir_array *y = NULL, *list[] = {m.p, m.x};
    lacks("negative");
    CHECK_STATUS(kit_try_op("negative", m.p, NULL, &y), EDEVICE);
    CHECK_HAS(weir_error(), "negative: null:0 has no kernel");
    CHECK_HAS(weir_error(), "WEIR_DEVICE_FALLBACK=1");
    CHECK_STATUS(kit_try_into("negative", m.p, NULL, m.p), EDEVICE);
    lacks("sgd_step");
    CHECK_STATUS(weir_sgd_step(m.one, m.one, m.one, list, 2, NULL), EDEVICE);
    CHECK_HAS(weir_error(), "sgd_step: null:0 has no kernel");
    lacks(NULL);
    CHECK_RAMP(m.p, N, 3, 0.5f);
    model_free(&m);
    weir_runtime_free(rt);
}

static weir_runtime *runtime_that_falls_back(void) {
    weir_config c = kit_config(test_workers(2));
    c.device_fallback = 1;
    return kit_runtime_of(&c);
}

TEST(a_fallback_gives_the_same_bits_and_is_counted) {
    weir_runtime *rt = runtime_that_falls_back();
    weir_array *x = ramp_on(rt, WEIR_NULL(0), 12, 0, 0.5f), *m = kit_reshape(x, 3, 4),
               *t = kit_transposed(m), *c = kit_ramp(rt, 12, 0, 0.5f), *d = kit_reshape(c, 3, 4),
               *s = kit_transposed(d), *y, *wanted, *n = kit_number(rt, 2);
    float got[12], right[12];
    lacks("exp");
    y = kit_call("exp", t, NULL);
    wanted = kit_call("exp", s, NULL);
    CHECK_EQ(weir_array_device(y), WEIR_NULL(0));
    CHECK_OK(weir_array_read(y, got, sizeof got));
    CHECK_OK(weir_array_read(wanted, right, sizeof right));
    CHECK(memcmp(got, right, sizeof got) == 0);
    kit_into("exp", t, NULL, t); /* a view, in place */
    kit_into("exp", s, NULL, s);
    CHECK_OK(weir_array_read(x, got, sizeof got));
    CHECK_OK(weir_array_read(c, right, sizeof right));
    CHECK(memcmp(got, right, sizeof got) == 0);
    kit_into("exp", n, NULL, x); /* a number, stretched */
    kit_into("exp", n, NULL, c);
    CHECK_OK(weir_array_read(x, got, sizeof got));
    CHECK_OK(weir_array_read(c, right, sizeof right));
    CHECK(memcmp(got, right, sizeof got) == 0);
    CHECK_EQ(kit_waits(rt, "fallback of exp", 0).count, 3);
    lacks(NULL);
    RELEASE(x, m, t, c, d, s, y, wanted, n);
    weir_runtime_free(rt);
}

TEST(steps_that_fall_back_keep_the_parameter_behind_a_failure) {
    static const char *const scripts[] = {"+", "+-+", "-c+", "+-+c-c+"};
    static const char *const missing[] = {"sgd_step", "take_along_axis"};
    float p[2][2 * N], v[2][2 * N];
    weir_runtime *rt = runtime_that_falls_back();
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
            lacks(missing[k]);
            weir_status cpu = play(rt, WEIR_CPU(0), scripts[i], p[0], v[0]);
            weir_status device = play(rt, WEIR_NULL(0), scripts[i], p[1], v[1]);
            lacks(NULL);
            CHECK_EQ(cpu, device);
            CHECK(memcmp(p[0], p[1], sizeof *p) == 0 && memcmp(v[0], v[1], sizeof *v) == 0);
        }
    weir_runtime_free(rt);
}

TEST(operators_that_make_arrays_fall_back) {
    weir_runtime *rt = runtime_that_falls_back();
    int64_t n = 5;
    weir_array *y = NULL, *z = NULL, *v = NULL;
    lacks("full");
    weir_array *three = kit_number(rt, 3);
    CHECK_OK(weir_full(three, weir_i64s_of(&n, 1), OPT(full, .device = WEIR_NULL(0)), &y));
    CHECK_EQ(weir_array_device(y), WEIR_NULL(0));
    CHECK_ALL(y, 5, 3);
    lacks("uniform");
    CHECK_OK(
        weir_uniform(rt, weir_i64s_of(&n, 1), OPT(uniform, .high = 1, .device = WEIR_NULL(1)), &z));
    CHECK_EQ(weir_array_device(z), WEIR_NULL(1));
    CHECK_OK(weir_array_wait(z));
    lacks("copy"); /* every device must have it */
    v = kit_flipped(y);
    weir_array *w = NULL;
    weir_status status = weir_to_device(v, WEIR_CPU(0), &w);
    if (status == WEIR_OK)
        CHECK_ALL(w, 5, 3);
    else
        CHECK_HAS(weir_error(), "copy: null:0 has no kernel");
    CHECK_STATUS(kit_try_into("copy", v, NULL, y), EDEVICE);
    lacks(NULL);
    RELEASE(three, y, z, v, w);
    weir_runtime_free(rt);
}

TEST(the_copies_of_a_fallback_are_in_the_trace) {
    char path[] = "/tmp/weir-device-trace-XXXXXX", text[20000];
    int fd = mkstemp(path);
    CHECK(fd >= 0);
    close(fd);
    weir_runtime *rt = runtime_that_falls_back();
    weir_array *x = ramp_on(rt, WEIR_NULL(0), N, 0, 1);
    CHECK_OK(weir_waitall(rt));
    lacks("negative");
    CHECK_OK(weir_trace_start(rt, 0));
    weir_array *y = kit_call("negative", x, NULL);
    CHECK_OK(weir_waitall(rt));
    CHECK_OK(weir_trace_stop(rt, path));
    lacks(NULL);
    FILE *f = fopen(path, "r");
    CHECK(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    unlink(path);
    CHECK_HAS(text, "copy to the host");
    CHECK_HAS(text, "negative");
    CHECK_HAS(text, "copy to the device");
    RELEASE(x, y);
    weir_runtime_free(rt);
}

/* ---- Serial, fork, end ----------------------------------------------------------------------- */

TEST(the_serial_engine_uses_devices) {
    static const char *const scripts[] = {"+", "++w+"};
    float p[2][2 * N], v[2][2 * N];
    weir_runtime *rt = kit_runtime_serial();
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(play(rt, WEIR_CPU(0), scripts[i], p[0], v[0]), WEIR_OK);
        model m = model_new(rt, WEIR_NULL(0));
        for (const char *s = scripts[i]; *s != '\0'; s++)
            if (*s == '+') CHECK_OK(try_step(&m, true));
        CHECK_OK(weir_array_read(m.p, p[1], N * sizeof(float)));
        CHECK(memcmp(p[0], p[1], N * sizeof(float)) == 0);
        weir_array *y = NULL;
        CHECK(weir_take_along_axis(m.x, m.bad, NULL, &y) != WEIR_OK ||
              weir_array_wait(y) != WEIR_OK);
        weir_array_release(y);
        CHECK_RAMP(m.x, N, 1, 0.25f);
        model_free(&m);
    }
    weir_runtime_free(rt);
}

TEST(a_forked_child_is_told_why_it_cannot_use_the_device) {
    if (TEST_ASAN)
        SKIP("the sanitizer's allocator does not survive a fork beside threads that allocate");
    if (TEST_TSAN) SKIP("ThreadSanitizer knows the parent's threads in the child");
    weir_runtime *rt = kit_runtime(1);
    model m = model_new(rt, WEIR_NULL(0));
    weir_array *c = kit_ramp(rt, N, 0, 1), *y = NULL;
    CHECK_OK(weir_waitall(rt));
    hold(true);
    for (int i = 0; i < 3 * WR_AHEAD_MAX && i < 50; i++) CHECK_OK(try_step(&m, true));
    pid_t child = fork();
    if (child == 0) {
        float got[N];
        hold(false);
        CHECK_STATUS(weir_array_read(m.p, got, sizeof got), EFORKED);
        CHECK_HAS(weir_error(), "the parent process has used null:0, so a forked child cannot");
        CHECK_STATUS(weir_array_wait(m.p), EFORKED);
        CHECK_STATUS(kit_try_op("negative", m.x, NULL, &y), EFORKED);
        CHECK_STATUS(kit_try_into("negative", m.x, NULL, m.x), EFORKED);
        CHECK_STATUS(weir_to_device(c, WEIR_NULL(0), &y), EFORKED);
        weir_var_clear(weir_array_var(m.p));
        CHECK_STATUS(weir_array_read(m.p, got, sizeof got), EFORKED);
        kit_step("negative", &c, NULL);
        CHECK_RAMP(c, N, 0, -1);
        model_free(&m);
        weir_array_release(c);
        weir_runtime_free(rt);
        _exit(0);
    }
    CHECK_EQ(test_child_wait(child, 60), 0);
    hold(false);
    CHECK_OK(weir_array_wait(m.p));
    weir_array_release(c);
    model_free(&m);
    weir_runtime_free(rt);
}

static void exit_with_work(void *arg) {
    (void)arg;
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = ramp_on(rt, WEIR_NULL(0), N, 0, 1);
    atomic_store(&wr_null.task_ns, 1000);
    for (int i = 0; i < 300; i++) kit_step("negative", &a, NULL);
    exit(0);
}

TEST(a_process_may_exit_with_queued_work) { CHECK_EQ(test_child(exit_with_work, NULL, 60), 0); }

TEST(a_runtime_may_be_freed_with_queued_work_and_live_arrays) {
    for (int r = 0; r < 20; r++) {
        weir_runtime *rt = kit_runtime(1);
        weir_array *a = ramp_on(rt, WEIR_NULL(0), N, 0, 1), *b = ramp_on(rt, WEIR_NULL(1), N, 0, 1);
        for (int i = 0; i < 100; i++) {
            kit_step("negative", &a, NULL);
            kit_step("negative", &b, NULL);
        }
        weir_runtime_free(rt);
        weir_array *y = NULL;
        float got[N];
        CHECK_STATUS(kit_try_op("negative", a, NULL, &y), ECLOSED);
        CHECK_STATUS(weir_array_read(a, got, sizeof got), ECLOSED);
        CHECK_HAS(weir_error(), "read: the runtime has been freed");
        RELEASE(a, b);
    }
}
