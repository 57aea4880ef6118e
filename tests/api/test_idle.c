/* test_idle.c - idle workers use no CPU time; workers receive only the signals of their faults.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>

static const int64_t ms = 1000000;

static void some_work(weir_runtime *rt) {
    for (int i = 0; i < 1000; i++) kit_push(rt, &kit_nothing, NULL, NULL, NULL);
    CHECK_OK(weir_waitall(rt));
}

/* A sanitizer has its own threads and costs. */
static int64_t allowed(int64_t ns) {
    return ns * (TEST_TSAN || TEST_ASAN ? 20 : 1) * (test_slow() > 1 ? 2 : 1);
}

TEST(an_idle_runtime_uses_no_cpu) {
    for (int workers = 1; workers <= 4; workers += 3) {
        weir_runtime *rt = kit_runtime(workers);
        some_work(rt);
        test_sleep_ms(50);
        int64_t before = test_cpu_ns();
        test_sleep_ms(200);
        CHECK_LE(test_cpu_ns() - before, allowed(1 * ms));
        weir_runtime_free(rt);
    }
}

TEST(workers_without_work_use_no_cpu_while_another_is_busy) {
    weir_runtime *rt = kit_runtime(4);
    test_gate gate = {0};
    some_work(rt);
    kit_hold(rt, &gate, 1);
    test_sleep_ms(50);
    int64_t before = test_cpu_ns();
    test_sleep_ms(300);
    CHECK_LE(test_cpu_ns() - before, allowed(20 * ms));
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
}

TEST(a_long_wait_uses_no_cpu) {
    weir_runtime *rt = kit_runtime(2);
    test_gate gate = {0};
    weir_var *v = kit_var(rt);
    kit_push(rt, &kit_gate, &gate, NULL, v);
    test_gate_await(&gate, 1);
    int64_t before = test_cpu_ns();
    CHECK_STATUS(weir_var_wait_at(v, 300 * ms, "test", 0), ETIMEDOUT);
    CHECK_LE(test_cpu_ns() - before, allowed(40 * ms));
    test_gate_open(&gate);
    CHECK_OK(weir_var_wait(v));
    weir_var_release(v);
    weir_runtime_free(rt);
}

static void *push_three(void *arg) {
    for (int i = 0; i < 3; i++) kit_push(arg, &kit_nothing, NULL, NULL, NULL);
    return NULL;
}

TEST(a_push_that_waits_at_the_bound_uses_no_cpu) {
    weir_config c = kit_config(1);
    c.queue_tasks_max = 2;
    weir_runtime *rt = kit_runtime_of(&c);
    test_gate gate = {0};
    kit_hold(rt, &gate, 1);
    test_thread t = test_thread_start(push_three, rt);
    test_sleep_ms(50);
    int64_t before = test_cpu_ns();
    test_sleep_ms(200);
    CHECK_LE(test_cpu_ns() - before, allowed(20 * ms));
    test_gate_open(&gate);
    test_thread_join(t);
    weir_runtime_free(rt);
}

static weir_status run_io(weir_context *ctx, void *arg) {
    (void)ctx;
    test_gate_pass(arg);
    return WEIR_OK;
}

/* Whether a thread of this process has signal `number` blocked. */
static int blocks(const char *thread, int number) {
    char path[300], line[256];
    unsigned long long mask = 0;
    snprintf(path, sizeof path, "/proc/self/task/%s/status", thread);
    FILE *f = fopen(path, "r");
    CHECK(f);
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "SigBlk: %llx", &mask) == 1) break;
    fclose(f);
    return mask >> (number - 1) & 1;
}

static weir_status raise_fault(weir_context *ctx, void *arg) {
    (void)ctx, (void)arg;
    raise(SIGFPE);
    return WEIR_OK;
}

static atomic_int faults_handled;

static void on_fault(int number) {
    (void)number;
    atomic_fetch_add(&faults_handled, 1);
}

/* Otherwise a debugger's or crash reporter's handler would miss the faults of custom operators. */
TEST(a_fault_in_a_task_reaches_the_handler_of_the_program) {
    KIND(fault, raise_fault, NULL, 0);
    weir_runtime *rt = kit_runtime(2);
    signal(SIGFPE, on_fault);
    kit_push(rt, &fault, NULL, NULL, NULL);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(atomic_load(&faults_handled), 1);
    signal(SIGFPE, SIG_DFL);
    weir_runtime_free(rt);
}

TEST(threads_of_the_runtime_block_all_other_signals) {
    KIND(io, run_io, NULL, WEIR_KIND_IO);
    static const int signals[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGUSR1,  SIGUSR2, SIGALRM,  SIGTERM,
                                  SIGCHLD, SIGTSTP, SIGPROF, SIGWINCH, SIGIO,   SIGVTALRM};
    weir_runtime *rt = kit_runtime(3);
    test_gate gate = {0};
    kit_push(rt, &io, &gate, NULL, NULL);
    weir_task null_task = kit_task(&kit_nothing, NULL);
    null_task.device = WEIR_DEVICE_NULL;
    CHECK_OK(weir_task_push(rt, &null_task));
    test_gate_await(&gate, 1);
    char self[32];
    snprintf(self, sizeof self, "%ld", (long)getpid());
    CHECK_EQ(blocks(self, SIGINT), 0);
    DIR *tasks = opendir("/proc/self/task");
    CHECK(tasks);
    int others = 0;
    for (struct dirent *e; (e = readdir(tasks));) {
        if (e->d_name[0] == '.' || strcmp(e->d_name, self) == 0) continue;
        others++;
        for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
            if (!blocks(e->d_name, signals[i]))
                test_fail(__FILE__, __LINE__, "a thread does not block %s", strsignal(signals[i]));
    }
    closedir(tasks);
    CHECK(others >= 4);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
}
