/* engine_overlap.c - two independent chains of tasks, issued one after the other, on two workers.
 *
 *     engine_overlap [--quick]
 *
 * Each task occupies one core for about a millisecond and computes a buffer from the previous one,
 * which is then released.  One chain fills the memory level, so the second one may start only
 * because a worker is idle.  The result is the time of both chains issued together, divided by the
 * time of both run one after the other: 0.5 is perfect, 1 is no overlap.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <weir/weir.h>

enum { WORKERS = 2, TASK_NS = 1000000, TURNS = 9, BUFFER_BYTES = 40 << 20 };

static void must(weir_status status, const char *what) {
    if (status != WEIR_OK) bench_die("%s: %s: %s", what, weir_status_name(status), weir_error());
}

static weir_status run_busy(weir_context *ctx, void *arg) {
    (void)ctx, (void)arg;
    uint64_t end = bench_now_ns() + TASK_NS;
    while (bench_now_ns() < end) {}
    return WEIR_OK;
}

static const weir_kind busy_kind = {
    .size = sizeof(weir_kind), .name = "busy", .run = run_busy, .flags = WEIR_KIND_PURE};

/* The last buffer of a chain.  The buffers are only counted: nothing is allocated. */
static weir_var *chain(weir_runtime *rt, int tasks) {
    weir_var *last = NULL;
    for (int i = 0; i < tasks; i++) {
        weir_var *v = NULL;
        weir_var_options options = {.size = sizeof options, .bytes = BUFFER_BYTES};
        must(weir_var_new(rt, &options, &v), "weir_var_new");
        weir_task task = {.size = sizeof task,
                          .kind = &busy_kind,
                          .reads = &last,
                          .read_count = last != NULL,
                          .writes = &v,
                          .write_count = 1};
        must(weir_task_push(rt, &task), "weir_task_push");
        weir_var_release(last);
        last = v;
    }
    return last;
}

static void finish(weir_var *v) {
    must(weir_var_wait(v), "weir_var_wait");
    weir_var_release(v);
}

int main(int argc, char **argv) {
    int tasks = argc > 1 && strcmp(argv[1], "--quick") == 0 ? 20 : 100;
    weir_config config;
    weir_config_init(&config);
    config.workers = WORKERS;
    config.memory_bytes = (uint64_t)1 << 30;
    config.level_floor_bytes = 1;
    weir_runtime *rt = NULL;
    must(weir_runtime_new(&config, &rt), "weir_runtime_new");
    double ratio[TURNS];
    for (int i = 0; i < TURNS; i++) {
        uint64_t t0 = bench_now_ns();
        finish(chain(rt, tasks));
        finish(chain(rt, tasks));
        uint64_t t1 = bench_now_ns();
        weir_var *first = chain(rt, tasks), *second = chain(rt, tasks);
        weir_var_release(first);
        must(weir_waitall(rt), "weir_waitall");
        uint64_t t2 = bench_now_ns();
        weir_var_release(second);
        ratio[i] = (double)(t2 - t1) / (double)(t1 - t0);
    }
    double median = bench_median(ratio, TURNS);
    printf("overlap.chains weir %.3f ratio best=%.3f tasks=%d workers=%d version=%s\n", median,
           ratio[0], tasks, WORKERS, weir_version_text());
    weir_runtime_free(rt);
    return 0;
}
