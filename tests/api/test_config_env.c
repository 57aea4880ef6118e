/* test_config_env.c - the environment configures the default runtime only, and unknown or invalid values are refused.
 *
 * Each value is tested in a child process, since a process has one default runtime.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <unistd.h>

#include "array_kit.h"

typedef struct setting {
    const char *name, *value;
} setting;

static void refused(void *arg) {
    const setting *s = arg;
    weir_runtime *rt = NULL;
    setenv(s->name, s->value, 1);
    CHECK_STATUS(weir_runtime_default(&rt), EENV);
    CHECK(!rt);
    CHECK_HAS(weir_error(), s->name);
    CHECK_STATUS(weir_runtime_default(&rt), EENV); /* and again at the second call */
}

static void accepted(void *arg) {
    const setting *s = arg;
    weir_runtime *rt = NULL;
    setenv(s->name, s->value, 1);
    CHECK_OK(weir_runtime_default(&rt));
    weir_var *v = kit_var(rt);
    kit_push(rt, &kit_nothing, NULL, NULL, v);
    CHECK_OK(weir_var_wait(v));
    weir_var_release(v);
}

static void try_all(void (*fn)(void *), const setting *list) {
    for (; list->name; list++)
        if (test_child(fn, (void *)(uintptr_t)list, 30) != 0)
            test_fail(__FILE__, __LINE__, "with %s=%s", list->name, list->value);
}

TEST(a_mistyped_name_is_refused_by_name) {
    static const setting list[] = {
        {"WEIR_WOKRERS", "2"}, {"WEIR_", "1"},         {"WEIR_WORKERS_", "1"},
        {"WEIR_workers", "1"}, {"WEIR_ROOTS", "/opt"}, {NULL, NULL},
    };
    try_all(refused, list);
}

TEST(a_bad_value_is_refused_with_the_name_of_its_variable) {
    static const setting list[] = {
        {"WEIR_WORKERS", "abc"},
        {"WEIR_SEED", ""},
        {"WEIR_SEED", "-1"},
        {"WEIR_SEED", "7x"},
        {"WEIR_SEED", "18446744073709551616"},
        {"WEIR_WORKERS", ""},
        {"WEIR_WORKERS", "-1"},
        {"WEIR_WORKERS", "2x"},
        {"WEIR_WORKERS", "99999999999999999999"},
        {"WEIR_ENGINE", "fast"},
        {"WEIR_ENGINE", ""},
        {"WEIR_HELPING", "2"},
        {"WEIR_PIN", "2"},
        {"WEIR_PIN", "yes"},
        {"WEIR_ADMISSION", "yes"},
        {"WEIR_MEMORY", "12Q"},
        {"WEIR_MEMORY", "G"},
        {"WEIR_MEMORY", "-1G"},
        {"WEIR_MEMORY", "1GG"},
        {"WEIR_MEMORY", "99999999999999999999"},
        {"WEIR_MEMORY", "99999999999T"},
        {"WEIR_QUEUE_BYTES", "much"},
        {"WEIR_NULL_MEMORY", "0"},
        {"WEIR_NULL_MEMORY", "1X"},
        {"WEIR_QUEUE_TASKS", "1.5"},
        {"WEIR_NULL_DEVICES", "5"},
        {NULL, NULL},
    };
    try_all(refused, list);
}

TEST(good_values_are_accepted) {
    static const setting list[] = {
        {"WEIR_ENGINE", "threaded"},
        {"WEIR_ENGINE", "serial"},
        {"WEIR_WORKERS", "1"},
        {"WEIR_IO_THREADS", "2"},
        {"WEIR_SPIN_US", "0"},
        {"WEIR_HELPING", "0"},
        {"WEIR_HELPING", "1"},
        {"WEIR_ADMISSION", "0"},
        {"WEIR_ADMISSION", "1"},
        {"WEIR_MEMORY", "1T"},
        {"WEIR_LEVEL_FLOOR", "16M"},
        {"WEIR_QUEUE_BYTES", "512K"},
        {"WEIR_QUEUE_TASKS", "100"},
        {"WEIR_HOST_AHEAD", "32M"},
        {"WEIR_NULL_DEVICES", "4"},
        {"WEIR_NULL_MEMORY", "1G"},
        {"WEIRD_OTHER", "x"},
        {"WEIR_PIN", "0"},
        {NULL, NULL},
    };
    try_all(accepted, list);
}

TEST(the_memory_of_null_devices_is_a_setting) {
    setenv("WEIR_NULL_MEMORY", "2M", 1);
    weir_runtime *rt;
    CHECK_OK(weir_runtime_default(&rt));
    weir_memory m = {.size = sizeof m};
    CHECK_OK(weir_memory_of(rt, WEIR_NULL(3), &m));
    CHECK_EQ(m.budget, 2 << 20);
}

TEST(cmake_variables_are_not_settings) {
    static const setting list[] = {
        {"WEIR_ROOT", "/opt/weir"},
        {"WEIR_SEED", "7"},
        {"WEIR_ROOT", ""},
        {"WEIR_DIR", "/opt/weir/lib/cmake/weir"},
        {NULL, NULL},
    };
    try_all(accepted, list);
}

TEST(the_default_runtime_follows_the_environment) {
    setenv("WEIR_WORKERS", "3", 1);
    setenv("WEIR_MEMORY", "2G", 1);
    setenv("WEIR_ENGINE", "threaded", 1);
    weir_runtime *rt = NULL, *again = NULL;
    CHECK_OK(weir_runtime_default(&rt));
    CHECK_OK(weir_runtime_default(&again));
    CHECK(rt == again);
    weir_stats s = kit_stats(rt);
    CHECK_EQ(s.workers, 3);
    CHECK_EQ(s.memory_budget, 2ll << 30);
    CHECK_EQ(s.engine, WEIR_THREADED);
}

static void budget_of(void *arg) {
    const setting *s = arg;
    weir_runtime *rt = NULL;
    setenv("WEIR_MEMORY", s->value, 1);
    CHECK_OK(weir_runtime_default(&rt));
    CHECK_EQ(kit_stats(rt).memory_budget, atoll(s->name));
}

TEST(sizes_may_carry_a_unit) {
    static const setting list[] = {
        {"123456789", "123456789"}, {"65536000", "64000K"}, {"8388608", "8M"},
        {"3298534883328", "3T"},    {NULL, NULL},
    };
    try_all(budget_of, list);
}

/* The result of a test must not depend on the machine. */
TEST(tests_bring_a_budget_of_their_own) {
    weir_runtime *rt = NULL, *made = kit_runtime(1);
    CHECK_OK(weir_runtime_default(&rt));
    CHECK_EQ(kit_stats(rt).memory_budget, TEST_MEMORY_BYTES);
    CHECK_EQ(kit_stats(made).memory_budget, TEST_MEMORY_BYTES);
    weir_runtime_free(made);
}

static void workers_of(void *arg) {
    weir_runtime *rt = NULL;
    CHECK_OK(weir_runtime_default(&rt));
    CHECK_EQ(kit_stats(rt).workers, *(const int *)arg);
    CHECK_EQ(test_workers(2), *(const int *)arg);
}

TEST(any_number_of_workers_is_accepted) {
    for (int n = 1; n <= 16; n *= 4) {
        char text[16];
        snprintf(text, sizeof text, "%d", n);
        setenv("TEST_WORKERS", text,
               1); /* as tests/run.py --workers does; the harness has passed it on */
        setenv("WEIR_WORKERS", text, 1);
        CHECK_EQ(test_child(workers_of, &n, 30), 0);
    }
}

static uint64_t default_seed(void) {
    weir_runtime *rt = NULL;
    weir_stream state;
    CHECK_OK(weir_runtime_default(&rt));
    CHECK_OK(weir_seed_get(rt, &state));
    CHECK_EQ(state.calls, 0);
    return state.seed;
}

static void seed_of(void *arg) { CHECK(default_seed() == *(const uint64_t *)arg); }

TEST(the_environment_can_seed_random_numbers) {
    uint64_t seed = 0;
    setenv("WEIR_SEED", "0", 1);
    CHECK_EQ(test_child(seed_of, &seed, 30), 0);
    seed = UINT64_MAX;
    setenv("WEIR_SEED", "18446744073709551615", 1);
    CHECK_EQ(test_child(seed_of, &seed, 30), 0);
}

/* The child writes its seed to a pipe. */
static void tell_seed(void *arg) {
    uint64_t seed = default_seed();
    CHECK(write(((const int *)arg)[1], &seed, sizeof seed) == (ssize_t)sizeof seed);
}

TEST(without_a_seed_each_process_has_its_own) {
    int ends[2];
    uint64_t seeds[2];
    unsetenv("WEIR_SEED");
    CHECK_EQ(pipe(ends), 0);
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(test_child(tell_seed, ends, 30), 0);
        CHECK(read(ends[0], &seeds[i], sizeof seeds[i]) == (ssize_t)sizeof seeds[i]);
    }
    CHECK(seeds[0] != seeds[1]);
    weir_runtime *made = kit_runtime(1);
    weir_stream state;
    CHECK_OK(weir_seed_get(made, &state));
    CHECK_EQ(state.seed, 0);
    weir_runtime_free(made);
}

TEST(the_environment_can_ask_for_the_serial_engine) {
    setenv("WEIR_ENGINE", "serial", 1);
    weir_runtime *rt = NULL;
    CHECK_OK(weir_runtime_default(&rt));
    CHECK_EQ(kit_stats(rt).engine, WEIR_SERIAL);
}

TEST(explicitly_created_runtimes_ignore_the_environment) {
    setenv("WEIR_WOKRERS", "2", 1);
    setenv("WEIR_WORKERS", "5", 1);
    setenv("WEIR_ENGINE", "serial", 1);
    weir_runtime *rt = kit_runtime(2);
    CHECK_EQ(kit_stats(rt).workers, 2);
    CHECK_EQ(kit_stats(rt).engine, WEIR_THREADED);
    weir_runtime_free(rt);
    CHECK_OK(weir_runtime_new(NULL, &rt));
    CHECK_EQ(kit_stats(rt).engine, WEIR_THREADED);
    weir_runtime_free(rt);
}

TEST(the_defaults_are_those_of_the_header) {
    weir_config c;
    memset(&c, 0xa5, sizeof c);
    weir_config_init(&c);
    CHECK_EQ(c.size, sizeof c);
    CHECK_EQ(c.engine, WEIR_THREADED);
    CHECK_EQ(c.workers, 0);
    CHECK_EQ(c.spin_us, -1);
    CHECK_EQ(c.helping, 1);
    CHECK_EQ(c.admission, 1);
    CHECK_EQ(c.memory_bytes, 0);
    CHECK_EQ(c.pin, 0);
    CHECK(c.io_threads > 0 && c.queue_tasks_max > 0 && c.queue_bytes_max > 0);
    CHECK(!c.alloc && !c.free && !c.log);
    weir_runtime *rt = kit_runtime_of(&c);
    weir_stats s = kit_stats(rt);
    CHECK(s.workers >= 1);
    CHECK_LE(s.workers, sysconf(_SC_NPROCESSORS_CONF));
    CHECK(s.memory_budget > 0);
    CHECK_LE(s.memory_budget, sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) / 10 * 8 + 10);
    weir_runtime_free(rt);
}
