/* test_pinning.c - pinned workers: each stays on a CPU of its own, and other threads do not.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <sched.h>
#include <sys/wait.h>

#include "failing_allocator.h"
#include "kit.h"

enum { CPUS = 8 }; /* at most so many are used, so that large machines take no longer */

/* Restrict this thread to at most CPUS of its CPUs.  Return how many. */
static int restrict_cpus(cpu_set_t *set, int most) {
    int count = 0;
    CHECK_EQ(sched_getaffinity(0, sizeof *set, set), 0);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, set) && ++count > most) CPU_CLR(cpu, set);
    CHECK_EQ(sched_setaffinity(0, sizeof *set, set), 0);
    return count < most ? count : most;
}

/* The masks of the workers: each task waits until all workers have one. */
typedef struct meeting {
    atomic_int there;
    int count;
    cpu_set_t mask[CPUS];
} meeting;

static weir_status run_meet(weir_context *ctx, void *arg) {
    (void)ctx;
    meeting *m = arg;
    int me = atomic_fetch_add(&m->there, 1);
    sched_getaffinity(0, sizeof m->mask[me], &m->mask[me]);
    while (atomic_load(&m->there) < m->count) test_sleep_ms(1);
    return WEIR_OK;
}

KIND(meet, run_meet, NULL, 0);

/* Check that all workers are pinned, to different CPUs of `allowed`. */
static void check_pinned(weir_runtime *rt, int count, const cpu_set_t *allowed) {
    meeting m;
    memset(&m, 0, sizeof m);
    m.count = count;
    for (int i = 0; i < count; i++) kit_push(rt, &meet, &m, NULL, NULL);
    CHECK_OK(weir_waitall(rt));
    cpu_set_t together;
    CPU_ZERO(&together);
    for (int i = 0; i < count; i++) {
        CHECK_EQ(CPU_COUNT(&m.mask[i]), 1);
        CPU_OR(&together, &together, &m.mask[i]);
    }
    CHECK_EQ(CPU_COUNT(&together), count);
    CPU_AND(&together, &together, allowed);
    CHECK_EQ(CPU_COUNT(&together), count);
}

static weir_runtime *pinned(int workers) {
    weir_config c = kit_config(workers);
    c.pin = 1;
    c.helping = 0;
    return kit_runtime_of(&c);
}

TEST(each_worker_has_a_cpu_of_its_own) {
    cpu_set_t set, after;
    int count = restrict_cpus(&set, CPUS);
    weir_runtime *rt = pinned(count);
    check_pinned(rt, count, &set);
    CHECK_OK(weir_runtime_set_engine(rt, WEIR_SERIAL));
    CHECK_OK(weir_runtime_set_engine(rt, WEIR_THREADED));
    check_pinned(rt, count, &set);
    weir_runtime_free(rt);
    CHECK_EQ(sched_getaffinity(0, sizeof after, &after), 0);
    CHECK(CPU_EQUAL(&after, &set)); /* this thread is not affected */
}

TEST(fewer_workers_than_cpus_can_be_pinned) {
    cpu_set_t set;
    restrict_cpus(&set, CPUS);
    weir_runtime *rt = pinned(1);
    check_pinned(rt, 1, &set);
    weir_runtime_free(rt);
}

TEST(workers_are_pinned_to_the_cpus_of_the_mask) {
    cpu_set_t set;
    int last = -1;
    restrict_cpus(&set, CPUS);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &set)) last = cpu;
    CPU_ZERO(&set);
    CPU_SET(last, &set);
    CHECK_EQ(sched_setaffinity(0, sizeof set, &set), 0);
    weir_runtime *rt = pinned(0);
    CHECK_EQ(kit_stats(rt).workers, 1);
    check_pinned(rt, 1, &set);
    weir_runtime_free(rt);
}

TEST(more_workers_than_cpus_are_refused) {
    cpu_set_t set;
    restrict_cpus(&set, 1);
    weir_config c = kit_config(2);
    weir_runtime *rt = NULL;
    c.pin = 1;
    CHECK_STATUS(weir_runtime_new(&c, &rt), EINVAL);
    CHECK_HAS(weir_error(), "pin is 1, but there are 2 workers and the process may use 1 CPU; set "
                            "workers (WEIR_WORKERS) to at most 1, or pin (WEIR_PIN) to 0");
    CHECK(rt == NULL);
    c.engine = WEIR_SERIAL; /* it has no workers yet */
    CHECK_STATUS(weir_runtime_new(&c, &rt), EINVAL);
    c.pin = 2;
    CHECK_STATUS(weir_runtime_new(&c, &rt), EINVAL);
    CHECK_HAS(weir_error(), "pin is 2; expected 0 or 1");
}

TEST(the_environment_can_ask_for_it) {
    cpu_set_t set;
    int count = restrict_cpus(&set, CPUS);
    weir_runtime *rt;
    setenv("WEIR_PIN", "1", 1);
    setenv("WEIR_HELPING", "0", 1);
    setenv("WEIR_WORKERS", "1024", 1);
    CHECK_STATUS(weir_runtime_default(&rt), EINVAL);
    CHECK_HAS(weir_error(), "there are 1024 workers");
    unsetenv("WEIR_WORKERS");
    CHECK_OK(weir_runtime_default(&rt));
    int workers = (int)kit_stats(rt).workers; /* fewer than CPUs under a quota */
    CHECK_LE(workers, count);
    check_pinned(rt, workers, &set);
}

/* A blocking task, issued by a worker, runs on a thread that the worker has started. */
static weir_status run_look(weir_context *ctx, void *arg) {
    (void)ctx;
    sched_getaffinity(0, sizeof(cpu_set_t), arg);
    return WEIR_OK;
}

KIND(look, run_look, NULL, WEIR_KIND_IO);

typedef struct looking {
    weir_runtime *rt;
    cpu_set_t seen;
} looking;

static weir_status run_issue(weir_context *ctx, void *arg) {
    (void)ctx;
    looking *l = arg;
    kit_push(l->rt, &look, &l->seen, NULL, NULL);
    return WEIR_OK;
}

KIND(issue, run_issue, NULL, 0);

TEST(threads_that_a_pinned_worker_starts_are_not_pinned) {
    cpu_set_t set;
    int count = restrict_cpus(&set, CPUS);
    weir_runtime *rt = pinned(count);
    looking l = {.rt = rt};
    kit_push(rt, &issue, &l, NULL, NULL);
    CHECK_SOON(kit_stats(rt).finished >= 2); /* a wait could start the thread itself */
    CHECK_OK(weir_waitall(rt));
    CHECK(CPU_EQUAL(&l.seen, &set));
    weir_runtime_free(rt);
}

TEST(the_workers_of_a_forked_child_are_pinned) {
    cpu_set_t set;
    int count = restrict_cpus(&set, CPUS);
    weir_runtime *rt = pinned(count);
    check_pinned(rt, count, &set);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        check_pinned(rt, count, &set);
        _exit(0);
    }
    int status;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    check_pinned(rt, count, &set);
    weir_runtime_free(rt);
}

TEST(without_the_setting_workers_have_the_whole_mask) {
    cpu_set_t set;
    int count = restrict_cpus(&set, CPUS);
    weir_config c = kit_config(count);
    c.helping = 0;
    weir_runtime *rt = kit_runtime_of(&c);
    meeting m;
    memset(&m, 0, sizeof m);
    m.count = count;
    for (int i = 0; i < count; i++) kit_push(rt, &meet, &m, NULL, NULL);
    CHECK_OK(weir_waitall(rt));
    for (int i = 0; i < count; i++) CHECK(CPU_EQUAL(&m.mask[i], &set));
    weir_runtime_free(rt);
}

TEST(allocations_for_pinning_may_be_refused) {
    for (long n = 1;; n++) {
        failing_allocator m = {.keep_failing = 0};
        atomic_store(&m.left, n);
        weir_config c = kit_config(1);
        weir_runtime *rt = NULL;
        c.pin = 1;
        c.alloc = failing_alloc;
        c.free = failing_free;
        c.alloc_ctx = &m;
        c.log = no_log;
        if (ok_or_nomem(weir_runtime_new(&c, &rt))) weir_runtime_free(rt);
        CHECK_EQ(m.blocks, 0);
        if (m.refused == 0) return;
        CHECK(n < 1000);
    }
}
