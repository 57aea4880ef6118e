/* engine_latency.c - costs of single steps: a push (t1), from a push to the end of a wait (t3), the
 * bytes of a queued task, a wait for a ready value, a split loop; and several threads that push.
 *
 *     engine_latency [push|handover|memory|issuers|ready|parallel ...] [--quick]
 *
 * Each figure is the median of many batches, followed by the fastest batch.  The runtime has one
 * worker for each CPU except that of the issuing thread, unless the line says otherwise.  All tasks
 * are empty and counted, and the count is checked.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "bench_graph.h"

#include <pthread.h>
#include <sched.h>

#include <weir/weir.h>

enum { VARS = 1000, BATCHES_MAX = 1000, ISSUERS_MAX = 4, NAP_US = 5000 };

static int quick;
static weir_runtime *rt;
static weir_var *var[VARS];
static uint64_t pushed; /* the expected count once all pushed tasks have run */

/* ---- Tasks ---------------------------------------------------------------------------------- */

static weir_status body(weir_context *ctx, void *arg) {
    (void)ctx, (void)arg;
    graph_task(0);
    return WEIR_OK;
}

/* Short: the thread that waits for it may run it. */
static const weir_kind helped = {.size = sizeof(weir_kind),
                                 .name = "helped",
                                 .run = body,
                                 .flags = WEIR_KIND_PURE | WEIR_KIND_HELP};
/* The same, but a worker must run it. */
static const weir_kind worked = {
    .size = sizeof(weir_kind), .name = "worked", .run = body, .flags = WEIR_KIND_PURE};

static void must(weir_status status, const char *what) {
    if (status != WEIR_OK) bench_die("%s: %s: %s", what, weir_status_name(status), weir_error());
}

static void push(const weir_kind *kind, uint32_t reads, weir_var *const *read, uint32_t writes,
                 weir_var *const *write) {
    weir_task task = {.size = sizeof task,
                      .kind = kind,
                      .reads = read,
                      .writes = write,
                      .read_count = reads,
                      .write_count = writes};
    weir_status status = weir_task_push(rt, &task);
    if (status != WEIR_OK) must(status, "weir_task_push");
}

/* ---- Setting up, checking, printing --------------------------------------------------------- */

/* Available CPUs, without that of the issuing thread. */
static int spare_cpus(void) {
    cpu_set_t set;
    int cpus = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return cpus > 1 ? cpus - 1 : 1;
}

static weir_stats stats_get(void) {
    weir_stats stats = {.size = sizeof stats};
    must(weir_stats_get(rt, &stats), "weir_stats_get");
    return stats;
}

static void runtime_start(int workers, uint64_t queue_tasks_max) {
    weir_config config;
    weir_config_init(&config);
    config.workers = workers;
    if (queue_tasks_max) {
        config.queue_tasks_max = queue_tasks_max;
        config.queue_bytes_max = UINT64_C(1) << 40;
    }
    must(weir_runtime_new(&config, &rt), "weir_runtime_new");
    for (int v = 0; v < VARS; v++) must(weir_var_new(rt, NULL, &var[v]), "weir_var_new");
    pushed = graph_tally_total();
}

/* Check that as many tasks ran as were pushed.  All of them have been waited for. */
static void check_count(const char *what) {
    uint64_t ran = graph_tally_total();
    if (ran != pushed)
        bench_die("%s: %lld more tasks ran than were pushed", what, (long long)(ran - pushed));
}

/* Wait for everything, and check that as many tasks ran as were pushed since the start. */
static void runtime_stop(const char *what) {
    must(weir_waitall(rt), "weir_waitall");
    check_count(what);
    for (int v = 0; v < VARS; v++) weir_var_release(var[v]);
    weir_runtime_free(rt);
    rt = NULL;
}

/* Print the line for `count` measured batches, and check that the `tasks` pushed tasks ran. */
static void report(const char *name, double *value, size_t count, const char *unit, uint64_t tasks,
                   const char *more) {
    check_count(name);
    double median = bench_median(value, count), best = value[0];
    printf("%-26s weir %10.1f %-8s best=%.1f tasks=%llu ran=%llu workers=%u%s%s\n", name, median,
           unit, best, (unsigned long long)tasks, (unsigned long long)tasks, stats_get().workers,
           *more ? " " : "", more);
    fflush(stdout);
}

/* ---- push: the cost of issuing -------------------------------------------------------------- */

/* Bursts of a thousand, well below the bound of the queue, while workers run them. */
static void push_awake(uint32_t reads, uint32_t writes, const char *name) {
    enum { BURST = 1000 };
    static graph_access at[BURST];
    double ns[BATCHES_MAX];
    int batches = quick ? 50 : 300;
    uint64_t seed = 7;
    for (int i = 0; i < BURST; i++) {
        at[i].a = bench_random_below(&seed, VARS);
        at[i].b = bench_random_below(&seed, VARS);
        at[i].c = bench_random_below(&seed, VARS);
    }
    for (int batch = 0; batch < batches; batch++) {
        push(&helped, 0, NULL, 0, NULL); /* wakes sleeping workers */
        must(weir_waitall(rt), "weir_waitall");
        uint64_t start = bench_now_ns();
        for (int i = 0; i < BURST; i++) {
            weir_var *const read[2] = {var[at[i].a], var[at[i].b]};
            push(&helped, reads, read, writes, &var[at[i].c]);
        }
        ns[batch] = (double)(bench_now_ns() - start) / BURST;
        must(weir_waitall(rt), "weir_waitall");
        pushed += BURST + 1;
    }
    report(name, ns, (size_t)batches, "ns", (uint64_t)batches * (BURST + 1), "");
}

static void push_asleep(void) {
    double ns[BATCHES_MAX];
    char more[64];
    int batches = quick ? 20 : 100;
    uint64_t wakes = stats_get().wakes;
    for (int batch = 0; batch < batches; batch++) {
        usleep(NAP_US);
        uint64_t start = bench_now_ns();
        push(&helped, 0, NULL, 1, &var[0]);
        ns[batch] = (double)(bench_now_ns() - start);
        must(weir_waitall(rt), "weir_waitall");
        pushed++;
    }
    snprintf(more, sizeof more, "wakes=%llu", (unsigned long long)(stats_get().wakes - wakes));
    report("push.asleep", ns, (size_t)batches, "ns", (uint64_t)batches, more);
}

static void bench_push(void) {
    runtime_start(spare_cpus(), 0);
    push_awake(0, 0, "push.awake.0r0w");
    push_awake(1, 1, "push.awake.1r1w");
    push_awake(2, 1, "push.awake.2r1w");
    push_asleep();
    runtime_stop("push");
}

/* ---- handover: from a push to the end of the wait for it ------------------------------------ */

static void handover(const weir_kind *kind, int awake, const char *name) {
    double ns[BATCHES_MAX];
    char more[64];
    int batches = awake ? (quick ? 50 : 300) : (quick ? 20 : 100), rounds = awake ? 200 : 1;
    weir_stats before = stats_get();
    for (int batch = 0; batch < batches; batch++) {
        if (!awake) usleep(NAP_US);
        uint64_t start = bench_now_ns();
        for (int i = 0; i < rounds; i++) {
            push(kind, 0, NULL, 1, &var[0]);
            weir_status status = weir_var_wait(var[0]);
            if (status != WEIR_OK) must(status, "weir_var_wait");
        }
        ns[batch] = (double)(bench_now_ns() - start) / rounds;
        pushed += (uint64_t)rounds;
    }
    weir_stats after = stats_get();
    snprintf(more, sizeof more, "helped=%llu wakes=%llu",
             (unsigned long long)(after.helped - before.helped),
             (unsigned long long)(after.wakes - before.wakes));
    report(name, ns, (size_t)batches, "ns", (uint64_t)batches * (uint64_t)rounds, more);
}

static void bench_handover(void) {
    runtime_start(spare_cpus(), 0);
    handover(&helped, 1, "handover.self");
    handover(&worked, 1, "handover.worker");
    handover(&helped, 0, "handover.self.asleep");
    handover(&worked, 0, "handover.worker.asleep");
    runtime_stop("handover");
}

/* ---- memory: the bytes of a queued task ----------------------------------------------------- */

/* Deferred, so that it blocks no worker: everything queued behind it is linked. */
static weir_status stall_body(weir_context *ctx, void *arg) {
    weir_completion *completion = NULL;
    weir_status status = weir_context_defer(ctx, &completion);
    if (status != WEIR_OK) return status;
    graph_task(0);
    __atomic_store_n((weir_completion **)arg, completion, __ATOMIC_RELEASE);
    return WEIR_PENDING;
}

static const weir_kind stall = {.size = sizeof(weir_kind), .name = "stall", .run = stall_body};

static double resident_bytes(void) {
    unsigned long long size = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%llu %llu", &size, &resident) != 2)
        bench_die("cannot read /proc/self/statm");
    fclose(file);
    return (double)resident * (double)sysconf(_SC_PAGESIZE);
}

/* Wait until the queue has stopped changing. */
static void settle(void) {
    uint64_t before;
    do {
        before = stats_get().queue_bytes;
        usleep(100000);
    } while (stats_get().queue_bytes != before);
}

static void bench_memory(void) {
    uint32_t tasks = quick ? 200000 : 1000000;
    weir_completion *gate = NULL;
    uint64_t seed = 11;
    runtime_start(spare_cpus(), 2 * (uint64_t)tasks);
    weir_task first = {
        .size = sizeof first, .kind = &stall, .arg = &gate, .writes = var, .write_count = VARS};
    must(weir_task_push(rt, &first), "weir_task_push");
    while (!__atomic_load_n(&gate, __ATOMIC_ACQUIRE)) usleep(1000);

    double resident = resident_bytes(), queue = (double)stats_get().queue_bytes;
    for (uint32_t i = 0; i < tasks; i++) {
        uint32_t a = bench_random_below(&seed, VARS),
                 b = (a + 1 + bench_random_below(&seed, VARS - 2)) % VARS;
        uint32_t c = bench_random_below(&seed, VARS);
        while (c == a || c == b) c = bench_random_below(&seed, VARS);
        weir_var *const read[2] = {var[a], var[b]};
        push(&helped, 2, read, 1, &var[c]);
    }
    settle();
    weir_stats stats = stats_get();
    if (stats.queue_len != (uint64_t)tasks + 1)
        bench_die("memory: %llu tasks are queued instead of %u",
                  (unsigned long long)stats.queue_len, tasks + 1);
    resident = (resident_bytes() - resident) / tasks;
    queue = ((double)stats.queue_bytes - queue) / tasks;

    uint64_t start = bench_now_ns();
    weir_completion_done(gate, WEIR_OK, NULL);
    must(weir_waitall(rt), "weir_waitall");
    double drain = (double)(bench_now_ns() - start) / tasks;
    pushed += (uint64_t)tasks + 1;
    report("memory.resident", &resident, 1, "B/task", (uint64_t)tasks + 1, "");
    report("memory.queue_bytes", &queue, 1, "B/task", (uint64_t)tasks + 1, "");
    report("memory.drain", &drain, 1, "ns/task", (uint64_t)tasks + 1, "");
    runtime_stop("memory");
}

/* ---- issuers: several threads push concurrently --------------------------------------------- */

typedef struct issuer {
    pthread_t thread;
    pthread_barrier_t *gate;
    uint64_t seed;
    uint32_t tasks;
    uint32_t first, vars; /* the variables it uses */
    uint64_t start_ns;
} issuer;

static void *issue(void *arg) {
    issuer *me = (issuer *)arg;
    weir_var **mine = var + me->first;
    pthread_barrier_wait(me->gate);
    me->start_ns = bench_now_ns();
    for (uint32_t i = 0; i < me->tasks; i++) {
        uint32_t a = bench_random_below(&me->seed, me->vars),
                 b = bench_random_below(&me->seed, me->vars);
        uint32_t c = bench_random_below(&me->seed, me->vars);
        weir_var *const read[2] = {mine[a], mine[b]};
        push(&helped, 2, read, 1, &mine[c]);
    }
    return NULL;
}

/* Two reads and a write out of `VARS` variables, all of them or a share for each thread. */
static void issuers(int count, int shared) {
    issuer all[ISSUERS_MAX];
    pthread_barrier_t gate;
    char name[32];
    uint32_t tasks = (quick ? 100000u : 400000u) / (uint32_t)count;
    pthread_barrier_init(&gate, NULL, (unsigned)count);
    for (int i = 0; i < count; i++) {
        uint32_t share = VARS / (uint32_t)count;
        all[i] = (issuer){.gate = &gate,
                          .seed = 100 + (uint64_t)i,
                          .tasks = tasks,
                          .first = shared ? 0 : share * (uint32_t)i,
                          .vars = shared ? VARS : share};
        if (pthread_create(&all[i].thread, NULL, issue, &all[i]))
            bench_die("cannot start a thread");
    }
    uint64_t start = UINT64_MAX;
    for (int i = 0; i < count; i++) {
        pthread_join(all[i].thread, NULL);
        start = all[i].start_ns < start ? all[i].start_ns : start;
    }
    must(weir_waitall(rt), "weir_waitall");
    double ns = (double)(bench_now_ns() - start);
    pthread_barrier_destroy(&gate);
    uint64_t total = (uint64_t)tasks * (uint64_t)count;
    pushed += total;
    check_count("issuers");
    double rate = (double)total / ns * 1000;
    snprintf(name, sizeof name, "issuers.%s.%d", shared ? "shared" : "own", count);
    printf("%-26s weir %10.2f %-8s best=%.2f tasks=%llu ran=%llu workers=%u threads=%d\n", name,
           rate, "Mtask/s", rate, (unsigned long long)total, (unsigned long long)total,
           stats_get().workers, count);
    fflush(stdout);
}

static void bench_issuers(void) {
    runtime_start(spare_cpus(), 0);
    for (uint32_t i = 0; i < 100000; i++, pushed++) /* warm the queue's memory */
        push(&helped, 0, NULL, 1, &var[i % VARS]);
    must(weir_waitall(rt), "weir_waitall");
    for (int shared = 0; shared < 2; shared++)
        for (int count = 1; count <= ISSUERS_MAX; count++) issuers(count, shared);
    runtime_stop("issuers");
}

/* ---- ready: a wait for a ready value -------------------------------------------------------- */

static void bench_ready(void) {
    enum { LOOKS = 10000 };
    double wait_ns[BATCHES_MAX], ask_ns[BATCHES_MAX];
    int batches = quick ? 20 : 100, ready = 0;
    runtime_start(spare_cpus(), 0);
    push(&helped, 0, NULL, 1, &var[0]);
    pushed++;
    must(weir_var_wait(var[0]), "weir_var_wait");
    for (int batch = 0; batch < batches; batch++) {
        uint64_t start = bench_now_ns();
        for (int i = 0; i < LOOKS; i++)
            if (weir_var_wait(var[0]) != WEIR_OK) bench_die("weir_var_wait: %s", weir_error());
        uint64_t middle = bench_now_ns();
        for (int i = 0; i < LOOKS; i++) ready += weir_var_is_ready(var[0]);
        ask_ns[batch] = (double)(bench_now_ns() - middle) / LOOKS;
        wait_ns[batch] = (double)(middle - start) / LOOKS;
    }
    if (ready != batches * LOOKS) bench_die("ready: a value that was ready is not any more");
    report("ready.wait", wait_ns, (size_t)batches, "ns", 1, "");
    report("ready.is_ready", ask_ns, (size_t)batches, "ns", 1, "");
    runtime_stop("ready");
}

/* ---- parallel: the cost of splitting a loop ------------------------------------------------- */

typedef struct split {
    int64_t pieces;
    int batches;
    double ns[BATCHES_MAX];
    uint64_t calls; /* atomic: pieces run */
} split;

static weir_status piece(void *arg, int64_t begin, int64_t end) {
    split *s = (split *)arg;
    __atomic_fetch_add(&s->calls, (uint64_t)(end - begin), __ATOMIC_RELAXED);
    return WEIR_OK;
}

static weir_status split_body(weir_context *ctx, void *arg) {
    enum { ROUNDS = 100 };
    split *s = (split *)arg;
    graph_task(0);
    for (int batch = 0; batch < s->batches; batch++) {
        uint64_t start = bench_now_ns();
        for (int i = 0; i < ROUNDS; i++) {
            weir_status status = weir_parallel_for(ctx, s->pieces, 1, piece, s);
            if (status != WEIR_OK) return status;
        }
        s->ns[batch] = (double)(bench_now_ns() - start) / ROUNDS;
    }
    uint64_t want = (uint64_t)s->pieces * (uint64_t)s->batches * ROUNDS;
    if (__atomic_load_n(&s->calls, __ATOMIC_RELAXED) != want)
        return weir_context_fail(ctx, WEIR_EFAILED, "parallel_for ran another number of pieces");
    return WEIR_OK;
}

static const weir_kind split_kind = {.size = sizeof(weir_kind), .name = "split", .run = split_body};

static void parallel(int workers, int64_t pieces) {
    split *s = (split *)bench_alloc(1, sizeof *s);
    char name[40];
    s->pieces = pieces;
    s->batches = quick ? 50 : 300;
    runtime_start(workers, 0);
    weir_task task = {
        .size = sizeof task, .kind = &split_kind, .arg = s, .writes = var, .write_count = 1};
    must(weir_task_push(rt, &task), "weir_task_push");
    pushed++;
    must(weir_var_wait(var[0]), "weir_var_wait");
    snprintf(name, sizeof name, "parallel.%lldpieces.%dw", (long long)pieces, workers);
    report(name, s->ns, (size_t)s->batches, "ns", 1, "");
    runtime_stop("parallel");
    free(s);
}

static void bench_parallel(void) {
    parallel(2, 1);
    parallel(1, 2);
    parallel(2, 2);
}

/* ---- The program ---------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*run)(void);
} groups[] = {{"memory", bench_memory}, /* first: it needs an unused heap */
              {"push", bench_push},     {"handover", bench_handover}, {"issuers", bench_issuers},
              {"ready", bench_ready},   {"parallel", bench_parallel}};

enum { GROUPS = sizeof groups / sizeof *groups };

int main(int argc, char **argv) {
    int chosen[GROUPS] = {0}, any = 0;
    for (int i = 1; i < argc; i++) {
        int known = !strcmp(argv[i], "--quick");
        quick |= known;
        for (int g = 0; g < GROUPS; g++)
            if (!strcmp(argv[i], groups[g].name)) chosen[g] = any = known = 1;
        if (!known) bench_die("no case '%s'", argv[i]);
    }
    for (int g = 0; g < GROUPS; g++)
        if (chosen[g] || !any) groups[g].run();
    return 0;
}
