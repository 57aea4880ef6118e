/* engine_device.c - what a task on a device costs: chains and independent tasks on the null device and on the CPU.
 *
 *     engine_device [TASKS]
 *
 * The null device computes nothing, so the figures are those of scheduling alone.  Nine interleaved runs of each; the
 * medians are printed, in nanoseconds a task.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <weir/weir.h>

enum { RUNS = 9, VARS = 64 };

static weir_runtime *rt;
static weir_var *var[VARS];

static weir_status body(weir_context *ctx, void *arg) {
    (void)ctx, (void)arg;
    return WEIR_OK;
}

static const weir_kind empty = {
    .size = sizeof(weir_kind), .name = "empty", .run = body, .flags = WEIR_KIND_PURE};

static void must(weir_status status, const char *what) {
    if (status != WEIR_OK) bench_die("%s: %s: %s", what, weir_status_name(status), weir_error());
}

/* Push `tasks` tasks that each update one of `vars` variables, wait for all; return nanoseconds a task. */
static double run(int tasks, int vars, int32_t device) {
    uint64_t start = bench_now_ns();
    for (int i = 0; i < tasks; i++) {
        weir_task task = {.size = sizeof task,
                          .kind = &empty,
                          .reads = &var[i % vars],
                          .writes = &var[i % vars],
                          .read_count = 1,
                          .write_count = 1,
                          .device = device};
        must(weir_task_push(rt, &task), "weir_task_push");
    }
    must(weir_waitall(rt), "weir_waitall");
    return (double)(bench_now_ns() - start) / tasks;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    int tasks = argc > 1 ? atoi(argv[1]) : 200000;
    static const struct {
        const char *name;
        int vars;
        int32_t device;
    } rows[] = {{"chain, CPU", 1, WEIR_DEVICE_CPU},
                {"chain, null device", 1, WEIR_NULL(0)},
                {"64 chains, CPU", VARS, WEIR_DEVICE_CPU},
                {"64 chains, null device", VARS, WEIR_NULL(0)}};
    enum { ROWS = sizeof rows / sizeof *rows };
    double ns[ROWS][RUNS];
    weir_config config;
    weir_config_init(&config);
    config.workers = 1;
    must(weir_runtime_new(&config, &rt), "weir_runtime_new");
    for (int i = 0; i < VARS; i++) must(weir_var_new(rt, NULL, &var[i]), "weir_var_new");
    for (int r = 0; r < RUNS; r++)
        for (int i = 0; i < (int)ROWS; i++) ns[i][r] = run(tasks, rows[i].vars, rows[i].device);
    for (int i = 0; i < (int)ROWS; i++) {
        qsort(ns[i], RUNS, sizeof(double), ascending);
        printf("%-24s %6.0f ns a task\n", rows[i].name, ns[i][RUNS / 2]);
    }
    for (int i = 0; i < VARS; i++) weir_var_release(var[i]);
    weir_runtime_free(rt);
    return 0;
}
