/* engine_graph.c - the graph bench with Weir: a million empty tasks, pushed one by one and waited for.
 *
 * With two threads there is one worker beside the pushing thread.  `--workers N` sets another
 * number of workers, 0 the runtime's default; `--queue N` sets the bound of the queue.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "bench_graph.h"

#include <weir/weir.h>

static weir_runtime *rt;
static weir_var **var;

static weir_status body(weir_context *ctx, void *arg) {
    (void)ctx;
    graph_task((uint32_t)(uintptr_t)arg);
    return WEIR_OK;
}

static const weir_kind empty = {.size = sizeof(weir_kind),
                                .name = "empty",
                                .run = body,
                                .flags = WEIR_KIND_PURE | WEIR_KIND_HELP};

static void must(weir_status status, const char *what) {
    if (status != WEIR_OK) bench_die("%s: %s: %s", what, weir_status_name(status), weir_error());
}

static int start(int threads, int workers) {
    weir_config config;
    weir_config_init(&config);
    config.workers = workers >= 0 ? workers : threads > 1 ? threads - 1 : 1;
    if (graph_queue_max) config.queue_tasks_max = graph_queue_max;
    must(weir_runtime_new(&config, &rt), "weir_runtime_new");
    var = (weir_var **)bench_alloc(graph_now.vars, sizeof *var);
    for (uint32_t v = 0; v < graph_now.vars; v++)
        must(weir_var_new(rt, NULL, &var[v]), "weir_var_new");
    weir_stats stats = {.size = sizeof stats};
    must(weir_stats_get(rt, &stats), "weir_stats_get");
    return (int)stats.workers;
}

static void push(uint32_t i, uint32_t reads, weir_var *const *read, uint32_t writes,
                 weir_var *const *write) {
    weir_task task = {.size = sizeof task,
                      .kind = &empty,
                      .arg = (void *)(uintptr_t)i,
                      .reads = read,
                      .writes = write,
                      .read_count = reads,
                      .write_count = writes};
    weir_status status = weir_task_push(rt, &task);
    if (status != WEIR_OK) must(status, "weir_task_push");
}

static void issue_random(const graph *g) {
    for (uint32_t i = 0; i < g->tasks; i++) {
        const graph_access *at = &g->access[i];
        weir_var *const read[2] = {var[at->a], var[at->b]};
        push(i, 2, read, 1, &var[at->c]);
    }
}

static void run(const graph *g, uint64_t *submitted_ns) {
    if (g->shape == GRAPH_INDEPENDENT)
        for (uint32_t i = 0; i < g->tasks; i++) push(i, 0, NULL, 0, NULL);
    else if (g->shape == GRAPH_CHAIN)
        for (uint32_t i = 0; i < g->tasks; i++) push(i, 1, &var[0], 1, &var[0]);
    else
        issue_random(g);
    *submitted_ns = bench_now_ns();
    must(weir_waitall(rt), "weir_waitall");
}

static void stop(void) {
    for (uint32_t v = 0; v < graph_now.vars; v++) weir_var_release(var[v]);
    weir_runtime_free(rt);
    free(var);
}

int main(int argc, char **argv) {
    const graph_peer peer = {"weir", weir_version_text(), start, run, NULL, stop};
    return graph_main(argc, argv, &peer);
}
