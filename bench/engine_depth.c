/* engine_depth.c - the cost of a task with 100 to 1,000,000 others in the queue.
 *
 *     engine_depth [chain|batches|ready|wait ...] [--quick]
 *
 * A gate holds all workers while the queue is filled, so that it has the given depth when work
 * begins.
 *
 *   chain     buffers computed one from another, all but the last released: the level holds
 *             most of them
 *   batches   a new buffer and an in-place step that uses it, repeated, with a wait for the
 *             last step
 *   ready     independent tasks that one task reads, and a wait for that one
 *   wait      a wait for one task behind an unrelated chain, divided by the tasks of the chain,
 *             whose records may have to be linked first
 *
 * The first three report nanoseconds per task from the opening of the gate to the end, by depth.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <stdatomic.h>

#include <weir/weir.h>

static weir_runtime *rt;
static atomic_int gate_open, gate_reached;
static atomic_ullong ran;

static void must(weir_status status, const char *what) {
    if (status != WEIR_OK) bench_die("%s: %s: %s", what, weir_status_name(status), weir_error());
}

static weir_status run_count(weir_context *ctx, void *arg) {
    (void)ctx, (void)arg;
    atomic_fetch_add_explicit(&ran, 1, memory_order_relaxed);
    return WEIR_OK;
}

static weir_status run_gate(weir_context *ctx, void *arg) {
    (void)ctx, (void)arg;
    atomic_fetch_add(&gate_reached, 1);
    while (!atomic_load(&gate_open)) usleep(200);
    return WEIR_OK;
}

static const weir_kind count_kind = {
    .size = sizeof(weir_kind), .name = "count", .run = run_count, .flags = WEIR_KIND_PURE};
static const weir_kind gate_kind = {.size = sizeof(weir_kind), .name = "gate", .run = run_gate};

enum { WORKERS = 2, BUFFER_BYTES = 1 << 20 };

static weir_var *var_of(uint64_t bytes) {
    weir_var *v = NULL;
    weir_var_options options = {.size = sizeof options, .bytes = bytes};
    must(weir_var_new(rt, &options, &v), "weir_var_new");
    return v;
}

static void push(const weir_kind *kind, weir_var *const *read, uint32_t reads, weir_var *write) {
    weir_task task = {.size = sizeof task,
                      .kind = kind,
                      .reads = read,
                      .read_count = reads,
                      .writes = &write,
                      .write_count = write != NULL};
    must(weir_task_push(rt, &task), "weir_task_push");
}

static void start(int gates) {
    weir_config config;
    weir_config_init(&config);
    config.workers = WORKERS;
    config.queue_tasks_max = (uint64_t)1 << 32;
    config.queue_bytes_max = (uint64_t)1 << 40;
    config.memory_bytes = (uint64_t)64 << 20; /* only counted: nothing is allocated */
    config.level_floor_bytes = 1;
    must(weir_runtime_new(&config, &rt), "weir_runtime_new");
    gate_open = gate_reached = 0;
    ran = 0;
    for (int i = 0; i < gates; i++) push(&gate_kind, NULL, 0, NULL);
    while (atomic_load(&gate_reached) < gates) usleep(200);
}

/* ---- What is queued -------------------------------------------------------------------------- */

static weir_var *queue_chain(uint64_t depth) {
    weir_var *last = NULL;
    for (uint64_t i = 0; i < depth; i++) {
        weir_var *v = var_of(BUFFER_BYTES);
        push(&count_kind, &last, last != NULL, v);
        if (last != NULL) weir_var_release(last);
        last = v;
    }
    return last;
}

static weir_var *queue_batches(uint64_t depth) {
    weir_var *w = var_of(BUFFER_BYTES);
    push(&count_kind, NULL, 0, w);
    for (uint64_t i = 1; i + 1 < depth; i += 2) {
        weir_var *v = var_of(BUFFER_BYTES), *in[2] = {v, w};
        push(&count_kind, NULL, 0, v);
        push(&count_kind, in, 2, w);
        weir_var_release(v);
    }
    if (depth % 2 == 0) push(&count_kind, &w, 1, w);
    return w;
}

static weir_var *queue_ready(uint64_t depth) {
    enum { FAN = 60000 }; /* a task names fewer than 65,536 variables */
    static weir_var *in[FAN];
    weir_var *end = var_of(0);
    for (uint64_t left = depth - 1; left > 0;) {
        uint32_t n = left > FAN + 1 ? FAN : (uint32_t)(left - (left > 1));
        if (n == 0) n = 1;
        for (uint32_t i = 0; i < n; i++) push(&count_kind, NULL, 0, in[i] = var_of(0));
        left -= n;
        push(&count_kind, in, n, end);
        if (left > 0) left--;
        for (uint32_t i = 0; i < n; i++) weir_var_release(in[i]);
    }
    return end;
}

/* ---- Cases ----------------------------------------------------------------------------------- */

typedef weir_var *queue_fn(uint64_t depth);

static double per_task(queue_fn *queue, uint64_t depth) {
    start(WORKERS);
    weir_var *last = queue(depth);
    uint64_t from = bench_now_ns();
    atomic_store(&gate_open, 1);
    must(weir_var_wait(last), "weir_var_wait");
    must(weir_waitall(rt), "weir_waitall");
    double ns = (double)(bench_now_ns() - from);
    if (ran + 2 < depth || ran > depth + 20)
        bench_die("%llu tasks of %llu ran", (unsigned long long)ran, (unsigned long long)depth);
    ns /= (double)ran;
    weir_var_release(last);
    weir_runtime_free(rt);
    return ns;
}

/* The chain and the awaited task start at the same moment. */
static double unrelated_wait(queue_fn *queue, uint64_t depth) {
    start(WORKERS);
    weir_var *stuck = queue(depth), *mine = var_of(BUFFER_BYTES / 4);
    push(&count_kind, NULL, 0, mine);
    uint64_t from = bench_now_ns();
    atomic_store(&gate_open, 1);
    must(weir_var_wait(mine), "weir_var_wait");
    double ns = (double)(bench_now_ns() - from);
    must(weir_waitall(rt), "weir_waitall");
    weir_var_release(stuck);
    weir_var_release(mine);
    weir_runtime_free(rt);
    return ns / (double)depth;
}

static void measure(const char *name, double (*once)(queue_fn *, uint64_t), queue_fn *queue,
                    int quick) {
    double first = 0;
    for (uint64_t depth = 100; depth <= (quick ? 10000u : 1000000u); depth *= 10) {
        enum { TIMES = 5 };
        double ns[TIMES];
        int times = depth >= 1000000 ? 3 : TIMES;
        for (int i = 0; i < times; i++) ns[i] = once(queue, depth);
        double median = bench_median(ns, (size_t)times);
        if (first == 0) first = median;
        printf("depth.%s.%llu weir %.1f ns best=%.1f ran=%llu workers=%d version=%s ratio=%.2f\n",
               name, (unsigned long long)depth, median, ns[0], (unsigned long long)depth, WORKERS,
               weir_version_text(), median / first);
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    int quick = 0, all = 1;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--quick") == 0)
            quick = 1;
        else
            all = 0;
    static const struct {
        const char *name;
        double (*once)(queue_fn *, uint64_t);
        queue_fn *queue;
    } cases[] = {{"chain", per_task, queue_chain},
                 {"batches", per_task, queue_batches},
                 {"ready", per_task, queue_ready},
                 {"wait", unrelated_wait, queue_chain}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int wanted = all;
        for (int j = 1; j < argc; j++) wanted |= strcmp(argv[j], cases[i].name) == 0;
        if (wanted) measure(cases[i].name, cases[i].once, cases[i].queue, quick);
    }
    return 0;
}
