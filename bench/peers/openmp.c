/* openmp.c - the graph bench with OpenMP tasks.  Compiled twice, by gcc with libgomp and by clang with
 * libomp; PEER_NAME tells them apart.  The runtime finds the dependencies itself, from the addresses
 * in the depend clauses.  The thread that issues runs tasks too, as OpenMP has it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "bench_graph.h"

#include <omp.h>

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)
#ifdef __clang__
#define VERSION                                                                                    \
    "clang-" TEXT(__clang_major__) "." TEXT(__clang_minor__) "." TEXT(__clang_patchlevel__)
#else
#define VERSION "gcc-" TEXT(__GNUC__) "." TEXT(__GNUC_MINOR__) "." TEXT(__GNUC_PATCHLEVEL__)
#endif

static int team;
static char *var; /* only the addresses matter */

static int start(int threads, int workers) {
    (void)workers;
    team = threads;
    var = (char *)bench_alloc(graph_now.vars, 1);
    omp_set_dynamic(0);
    return threads - 1;
}

static void issue_independent(const graph *g) {
    for (uint32_t i = 0; i < g->tasks; i++) {
#pragma omp task firstprivate(i)
        graph_task(i);
    }
}

static void issue_chain(const graph *g) {
    char *v = var;
    (void)v; /* gcc does not count a depend clause as a use */
    for (uint32_t i = 0; i < g->tasks; i++) {
#pragma omp task firstprivate(i) depend(inout : v[0])
        graph_task(i);
    }
}

static void issue_random(const graph *g) {
    char *v = var;
    (void)v; /* gcc does not count a depend clause as a use */
    for (uint32_t i = 0; i < g->tasks; i++) {
        uint32_t a = g->access[i].a, b = g->access[i].b, c = g->access[i].c;
#pragma omp task firstprivate(i) depend(in : v[a], v[b]) depend(out : v[c])
        graph_task(i);
    }
}

static void run(const graph *g, uint64_t *submitted_ns) {
#pragma omp parallel num_threads(team)
#pragma omp single
    {
        if (g->shape == GRAPH_INDEPENDENT)
            issue_independent(g);
        else if (g->shape == GRAPH_CHAIN)
            issue_chain(g);
        else
            issue_random(g);
        *submitted_ns = bench_now_ns();
#pragma omp taskwait
    }
}

static void stop(void) { free(var); }

int main(int argc, char **argv) {
    static const graph_peer peer = {TEXT(PEER_NAME), VERSION, start, run, NULL, stop};
    return graph_main(argc, argv, &peer);
}
