/* starpu.c - the graph bench with StarPU: void data handles, sequential data consistency, the eager
 * scheduler.  StarPU finds the dependencies itself from the handles and the order of submission.
 *
 * Its workers are beside the issuing thread, which sleeps once it has issued: as many workers as threads
 * are asked for (STARPU_NCPU), or --workers.  Its files go to a folder of their own, which is removed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "bench_graph.h"

#include <ftw.h>
#include <starpu.h>

static starpu_data_handle_t *handle;
static char home[4096]; /* made here, "" if the environment names one */

static void body(void *buffers[], void *arg) {
    (void)buffers;
    graph_task((uint32_t)(uintptr_t)arg);
}

static struct starpu_codelet no_data = {
    .cpu_funcs = {body}, .cpu_funcs_name = {"body"}, .nbuffers = 0};
static struct starpu_codelet one_updated = {
    .cpu_funcs = {body}, .cpu_funcs_name = {"body"}, .nbuffers = 1, .modes = {STARPU_RW}};
static struct starpu_codelet two_read_one_written = {.cpu_funcs = {body},
                                                     .cpu_funcs_name = {"body"},
                                                     .nbuffers = 3,
                                                     .modes = {STARPU_R, STARPU_R, STARPU_W}};

static int start(int threads, int workers) {
    if (!getenv("STARPU_HOME")) {
        const char *tmp = getenv("TMPDIR");
        snprintf(home, sizeof home, "%s/weir-bench-XXXXXX", tmp ? tmp : "/tmp");
        if (!mkdtemp(home)) bench_die("cannot make %s", home);
        setenv("STARPU_HOME", home, 1);
    }
    setenv("STARPU_SILENT", "1", 1);
    if (workers < 1) workers = threads;

    struct starpu_conf conf;
    starpu_conf_init(&conf);
    conf.ncpus = workers;
    conf.ncuda = 0;
    conf.nopencl = 0;
    conf.sched_policy_name = "eager";
    conf.calibrate = 0;
    if (starpu_init(&conf)) bench_die("starpu_init failed");
    handle = (starpu_data_handle_t *)bench_alloc(graph_now.vars, sizeof *handle);
    for (uint32_t v = 0; v < graph_now.vars; v++) starpu_void_data_register(&handle[v]);
    return (int)starpu_cpu_worker_get_count();
}

static void run(const graph *g, uint64_t *submitted_ns) {
    for (uint32_t i = 0; i < g->tasks; i++) {
        struct starpu_task *task = starpu_task_create();
        task->cl_arg = (void *)(uintptr_t)i;
        if (g->shape == GRAPH_INDEPENDENT) {
            task->cl = &no_data;
        } else if (g->shape == GRAPH_CHAIN) {
            task->cl = &one_updated;
            task->handles[0] = handle[0];
        } else {
            task->cl = &two_read_one_written;
            task->handles[0] = handle[g->access[i].a];
            task->handles[1] = handle[g->access[i].b];
            task->handles[2] = handle[g->access[i].c];
        }
        if (starpu_task_submit(task)) bench_die("starpu_task_submit failed");
    }
    *submitted_ns = bench_now_ns();
    starpu_task_wait_for_all();
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *where) {
    (void)info, (void)type, (void)where;
    return remove(path);
}

static void stop(void) {
    for (uint32_t v = 0; v < graph_now.vars; v++) starpu_data_unregister(handle[v]);
    starpu_shutdown();
    free(handle);
    if (*home) nftw(home, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

int main(int argc, char **argv) {
    static char version[32];
    int major, minor, release;
    starpu_get_version(&major, &minor, &release);
    snprintf(version, sizeof version, "%d.%d.%d", major, minor, release);
    const graph_peer peer = {"starpu", version, start, run, NULL, stop};
    return graph_main(argc, argv, &peer);
}
