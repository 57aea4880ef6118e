/* bench_graph.h - the task graphs for Weir and its peers, and the checker of how they ran.
 *
 * A graph is a list of empty tasks in program order.  There are three:
 *
 *     independent   no task names a variable
 *     chain         every task updates the same variable
 *     random        every task reads two variables and writes a third, all different, out of `vars`;
 *                   the same ones for every runtime, from `seed`
 *
 * A runtime gets the list task by task, finds the dependencies itself (if its interface takes
 * edges, hazard.hpp finds them within the measured time), and calls graph_task(i) once for each
 * task.  "Empty" means that a counter of the thread is incremented.
 *
 * Each process runs the graph once without timing and with the checker on, which also warms the
 * runtime's memory, and then `reps` times with timing.  The checker requires that
 *
 *   1. every task runs, and runs once;
 *   2. a task that reads v sees all writes to v before it in the list and no others, both when it
 *      starts and when it ends;
 *   3. for a task that writes v, all reads of v before it have also ended.
 *
 * The timed runs count the tasks that ran.  A wrong count or order ends the program with status 1.
 *
 * The time is from the first submission until everything is known to be done.  Creating the list,
 * starting the runtime, creating its variables and tearing down are not timed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_BENCH_GRAPH_H
#define WEIR_BENCH_GRAPH_H

#include "bench.h"

enum { GRAPH_INDEPENDENT = 0, GRAPH_CHAIN = 1, GRAPH_RANDOM = 2 };
enum { GRAPH_THREADS_MAX = 256 };

static const char *const graph_names[] = {"independent", "chain", "random"};

typedef struct graph_access {
    uint32_t a, b; /* read */
    uint32_t c;    /* written */
} graph_access;

/* What the checker expects when a task runs. */
typedef struct graph_expect {
    uint32_t a_writes, b_writes; /* writes to a and b before it */
    uint32_t c_writes, c_reads;  /* writes to and reads of c before it */
} graph_expect;

typedef struct graph_var_state {
    uint32_t writes, reads; /* ended so far */
} graph_var_state;

typedef struct graph {
    int shape; /* GRAPH_* */
    uint32_t tasks;
    uint32_t vars;
    graph_access *access; /* one per task; random only */
    graph_expect *expect; /* likewise */
    graph_var_state *state;
    uint8_t *ran; /* one per task, while the checker is on */
    int judging;
    const char *wrong; /* the checker's first error; atomic */
} graph;

/* One graph per process: graph_task needs no pointer to it, so a task carries only its number. */
static graph graph_now;

/* --queue: the most queued tasks; Weir only, 0: the default. */
static uint64_t graph_queue_max;

/* ---- Counting ------------------------------------------------------------------------------- */

typedef struct graph_tally {
    uint64_t count; /* written by its thread only */
    char pad[120];  /* two cache lines, as the prefetcher fetches pairs */
} graph_tally;

static graph_tally graph_tallies[GRAPH_THREADS_MAX];
static uint32_t graph_tally_count;
static __thread graph_tally *graph_tally_mine;

static inline uint64_t graph_tally_total(void) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < GRAPH_THREADS_MAX; i++)
        sum += __atomic_load_n(&graph_tallies[i].count, __ATOMIC_RELAXED);
    return sum;
}

__attribute__((noinline)) static graph_tally *graph_tally_new(void) {
    uint32_t i = __atomic_fetch_add(&graph_tally_count, 1, __ATOMIC_RELAXED);
    if (i >= GRAPH_THREADS_MAX) bench_die("more than %d threads run tasks", GRAPH_THREADS_MAX);
    return graph_tally_mine = &graph_tallies[i];
}

/* ---- The checker ---------------------------------------------------------------------------- */

/* The checker's loads and stores are relaxed: the runtime must provide the order, not the checker. */
static inline uint32_t graph_see(const uint32_t *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }

static inline void graph_complain(const char *text) {
    const char *none = NULL;
    __atomic_compare_exchange_n(&graph_now.wrong, &none, text, 0, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
}

static inline void graph_judge_look(uint32_t i) {
    const graph_access *at = &graph_now.access[i];
    const graph_expect *want = &graph_now.expect[i];
    const graph_var_state *v = graph_now.state;
    if (graph_see(&v[at->a].writes) != want->a_writes ||
        graph_see(&v[at->b].writes) != want->b_writes)
        graph_complain("a read met the wrong version");
    if (graph_see(&v[at->c].writes) != want->c_writes)
        graph_complain("a write met the wrong version");
    if (graph_see(&v[at->c].reads) != want->c_reads)
        graph_complain("a write overtook a read, or a read a write");
}

__attribute__((noinline)) static void graph_judge(uint32_t i) {
    graph_var_state *v = graph_now.state;
    if (__atomic_exchange_n(&graph_now.ran[i], 1, __ATOMIC_RELAXED))
        graph_complain("a task ran twice");
    if (graph_now.shape == GRAPH_INDEPENDENT) return;
    if (graph_now.shape == GRAPH_CHAIN) {
        if (graph_see(&v[0].writes) != i) graph_complain("the chain was not kept");
        __atomic_store_n(&v[0].writes, i + 1, __ATOMIC_RELAXED);
        return;
    }
    graph_judge_look(i);
    if (i % 16 == 0) /* some tasks take longer, so that a missing dependency can show */
        for (int spin = 0; spin < 1000; spin++) __asm__ volatile("" ::: "memory");
    graph_judge_look(i);
    const graph_access *at = &graph_now.access[i];
    __atomic_fetch_add(&v[at->a].reads, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&v[at->b].reads, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&v[at->c].writes, 1, __ATOMIC_RELAXED);
}

/* The body of every task, in every runtime. */
static inline void graph_task(uint32_t i) {
    graph_tally *mine = graph_tally_mine;
    if (__builtin_expect(!mine, 0)) mine = graph_tally_new();
    __atomic_store_n(&mine->count, mine->count + 1, __ATOMIC_RELAXED);
    if (__builtin_expect(graph_now.judging, 0)) graph_judge(i);
}

static inline void graph_judge_start(void) {
    memset(graph_now.state, 0, graph_now.vars * sizeof *graph_now.state);
    memset(graph_now.ran, 0, graph_now.tasks);
    graph_now.judging = 1;
}

static inline void graph_judge_stop(const char *who) {
    graph_now.judging = 0;
    for (uint32_t i = 0; i < graph_now.tasks; i++)
        if (!graph_now.ran[i]) graph_complain("a task did not run");
    if (graph_now.wrong) bench_die("%s %s: %s", who, graph_names[graph_now.shape], graph_now.wrong);
}

/* ---- Creating a graph ----------------------------------------------------------------------- */

static inline void graph_make_random(uint64_t seed) {
    graph *g = &graph_now;
    if (g->vars < 3) bench_die("a random graph needs 3 variables or more");
    g->access = (graph_access *)bench_alloc(g->tasks, sizeof *g->access);
    g->expect = (graph_expect *)bench_alloc(g->tasks, sizeof *g->expect);
    for (uint32_t i = 0; i < g->tasks; i++) {
        graph_access *at = &g->access[i];
        at->a = bench_random_below(&seed, g->vars);
        do at->b = bench_random_below(&seed, g->vars);
        while (at->b == at->a);
        do at->c = bench_random_below(&seed, g->vars);
        while (at->c == at->a || at->c == at->b);
        graph_expect *want = &g->expect[i];
        want->a_writes = g->state[at->a].writes;
        want->b_writes = g->state[at->b].writes;
        want->c_writes = g->state[at->c].writes++;
        want->c_reads = g->state[at->c].reads;
        g->state[at->a].reads++;
        g->state[at->b].reads++;
    }
}

static inline void graph_make(int shape, uint32_t tasks, uint32_t vars, uint64_t seed) {
    graph_now.shape = shape;
    graph_now.tasks = tasks;
    graph_now.vars = shape == GRAPH_CHAIN ? 1 : vars;
    graph_now.state = (graph_var_state *)bench_alloc(graph_now.vars, sizeof *graph_now.state);
    graph_now.ran = (uint8_t *)bench_alloc(tasks, 1);
    if (shape == GRAPH_RANDOM) graph_make_random(seed);
}

/* ---- The program ---------------------------------------------------------------------------- */

/* A runtime under test. */
typedef struct graph_peer {
    const char *name;
    const char *version; /* no blanks */
    int (*start)(int threads,
                 int workers); /* returns the number of worker threads beside the issuing one */
    void (*run)(
        const graph *g,
        uint64_t *submitted_ns); /* runs all of it; stores the time of the last submission */
    void (*clean)(void);         /* after each run, not timed; may be NULL */
    void (*stop)(void);
} graph_peer;

static inline void graph_run_timed(const graph_peer *peer, int threads, int workers) {
    uint64_t before = graph_tally_total(), submitted = 0, start = bench_now_ns();
    peer->run(&graph_now, &submitted);
    uint64_t end = bench_now_ns(), ran = graph_tally_total() - before;
    if (peer->clean) peer->clean();
    if (ran != graph_now.tasks)
        bench_die("%s %s: %llu tasks ran instead of %u", peer->name, graph_names[graph_now.shape],
                  (unsigned long long)ran, graph_now.tasks);
    double n = graph_now.tasks;
    printf(
        "graph.%-12s %-9s %9.1f ns/task  submit=%.1f tasks=%u ran=%llu vars=%u threads=%d workers=%d "
        "version=%s\n",
        graph_names[graph_now.shape], peer->name, (double)(end - start) / n,
        (double)(submitted - start) / n, graph_now.tasks, (unsigned long long)ran,
        graph_now.shape == GRAPH_INDEPENDENT ? 0 : graph_now.vars, threads, workers, peer->version);
    fflush(stdout);
}

static inline int graph_main(int argc, char **argv, const graph_peer *peer) {
    uint32_t tasks = 1000000, vars = 1000;
    uint64_t seed = 20;
    int shape = -1, threads = 2, workers = -1, reps = 1;
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i], *next = i + 1 < argc ? argv[i + 1] : NULL;
        if (!strcmp(arg, "independent"))
            shape = GRAPH_INDEPENDENT;
        else if (!strcmp(arg, "chain"))
            shape = GRAPH_CHAIN;
        else if (!strcmp(arg, "random"))
            shape = GRAPH_RANDOM;
        else if (!strcmp(arg, "--tasks"))
            tasks = (uint32_t)bench_number(arg, next), i++;
        else if (!strcmp(arg, "--vars"))
            vars = (uint32_t)bench_number(arg, next), i++;
        else if (!strcmp(arg, "--seed"))
            seed = bench_number(arg, next), i++;
        else if (!strcmp(arg, "--threads"))
            threads = (int)bench_number(arg, next), i++;
        else if (!strcmp(arg, "--workers"))
            workers = (int)bench_number(arg, next), i++;
        else if (!strcmp(arg, "--queue"))
            graph_queue_max = bench_number(arg, next), i++;
        else if (!strcmp(arg, "--reps"))
            reps = (int)bench_number(arg, next), i++;
        else
            bench_die("no option '%s'", arg);
    }
    if (shape < 0)
        bench_die(
            "usage: %s independent|chain|random [--tasks N] [--vars N] [--seed N] [--threads N] "
            "[--workers N] [--queue N] [--reps N]",
            argv[0]);
    graph_make(shape, tasks, vars, seed);
    workers = peer->start(threads, workers);

    uint64_t unused = 0;
    graph_judge_start();
    peer->run(&graph_now, &unused);
    if (peer->clean) peer->clean();
    graph_judge_stop(peer->name);

    for (int i = 0; i < reps; i++) graph_run_timed(peer, threads, workers);
    peer->stop();
    return 0;
}

#endif
