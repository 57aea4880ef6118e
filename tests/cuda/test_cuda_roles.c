/* test_cuda_roles.c - threads that wait launch and report tasks of a CUDA device themselves; on the
 * stand-in, with failures, lost devices, little memory, forks, interrupts and slow kernels.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cuda/stand_in_kit.h"

enum { N = 100, THREADS = 6, DELAY_MS = 200 };

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static weir_array *ramp_of(weir_runtime *rt, int32_t device, int64_t n) {
    weir_array *x = kit_ramp(rt, n, 0, 0.01f), *y = NULL;
    CHECK_OK(weir_to_device(x, device, &y));
    CHECK_OK(weir_array_wait(y));
    weir_array_release(x);
    return y;
}

/* ---- Slow launches --------------------------------------------------------------------------- */

/* The worker sleeps when tasks are issued, so that the thread that waits is the first to see most of
 * them.  Each round needs kernels that are not compiled yet. */
static const char *const names[] = {"log1p", "sinh", "cos",  "tanh", "sqrt",
                                    "floor", "ceil", "atan", "sign", "expm1"};
enum { KERNELS = sizeof names / sizeof *names };

static weir_runtime *slow_runtime(weir_array **x) {
    setenv("WEIR_CUDA_COMPILERS", "1", 1);
    use_library(STAND_IN_LIBRARY);
    weir_runtime *rt = kit_runtime(1);
    *x = ramp_of(rt, WEIR_CUDA(0), N);
    stand_in->compile_ns = DELAY_MS * 1000000;
    return rt;
}

TEST(a_wait_ends_in_time_while_a_kernel_is_compiled) {
    weir_array *x, *y[KERNELS];
    weir_runtime *rt = slow_runtime(&x);
    for (int i = 0; i < KERNELS; i++) {
        test_sleep_ms(5);
        y[i] = kit_call(names[i], x, NULL);
        int64_t begin = now_ms();
        CHECK_STATUS(weir_array_wait_at(y[i], 5000000, "test"), ETIMEDOUT);
        int64_t took = now_ms() - begin;
        if (took >= DELAY_MS) test_fail(__FILE__, __LINE__, "the wait took %d ms", (int)took);
        CHECK_OK(weir_array_wait(y[i]));
    }
    stand_in->compile_ns = 0;
    for (int i = 0; i < KERNELS; i++) weir_array_release(y[i]);
    weir_array_release(x);
    weir_runtime_free(rt);
}

/* ---- Many threads ---------------------------------------------------------------------------- */

typedef struct load {
    weir_runtime *rt;
    int32_t device;
    int rounds, n;
    bool strict;      /* nothing may fail */
    atomic_bool *end; /* if not NULL: continue until then */
    uint64_t seed;
} load;

/* Issue a few tasks, and wait; often for a single one. */
static void *issue_and_wait(void *arg) {
    load *l = arg;
    uint64_t seed = l->seed;
    weir_array *x = kit_ramp(l->rt, l->n, 0, 0.01f), *y = NULL;
    for (int round = 0; round < l->rounds || (l->end != NULL && !atomic_load(l->end)); round++) {
        uint64_t r = test_random(&seed);
        int count = r % 4 == 0 ? 40 : 1 + (int)(r % 3);
        weir_status status = weir_to_device(x, l->device, &y);
        for (int i = 0; i < count && status == WEIR_OK; i++) {
            weir_array *z = NULL;
            status = kit_try_op(i % 2 ? "negative" : "abs", y, NULL, &z);
            weir_array_release(y);
            y = z;
        }
        if (status == WEIR_OK && (r >> 8) % 2) status = weir_array_wait(y);
        if (status == WEIR_OK && (r >> 9) % 4 == 0)
            status = weir_array_wait_at(y, 50000, "test") == WEIR_OK ? WEIR_OK : weir_array_wait(y);
        if (status == WEIR_OK && (r >> 11) % 2) {
            weir_array *back = NULL;
            float *got = malloc((size_t)l->n * sizeof *got);
            CHECK(got != NULL);
            status = weir_to_device(y, WEIR_CPU(0), &back);
            if (status == WEIR_OK) status = weir_array_read(back, got, (size_t)l->n * sizeof *got);
            float right = (float)(l->n - 1) * 0.01f, last = got[l->n - 1];
            if (status == WEIR_OK) CHECK(last == (count % 2 ? right : -right));
            weir_array_release(back);
            free(got);
        }
        if (l->strict) CHECK_OK(status);
        weir_array_release(y);
        y = NULL;
    }
    weir_array_release(x);
    return NULL;
}

static void run_threads(load *common, int count) {
    pthread_t thread[THREADS];
    load l[THREADS];
    for (int i = 0; i < count; i++) {
        l[i] = *common;
        l[i].seed = (uint64_t)i + 1;
        CHECK_EQ(pthread_create(&thread[i], NULL, issue_and_wait, &l[i]), 0);
    }
    for (int i = 0; i < count; i++) pthread_join(thread[i], NULL);
}

TEST(many_threads_issue_and_wait) {
    use_library(STAND_IN_LIBRARY);
    for (int round = 0; round < 4; round++) {
        weir_runtime *rt = kit_runtime(test_workers(1 + round % 2));
        run_threads(&(load){.rt = rt, .device = WEIR_CUDA(0), .rounds = 60, .n = N, .strict = true},
                    THREADS);
        weir_runtime_free(rt);
    }
}

/* Large copies, in streams of their own. */
TEST(many_threads_copy_much) {
    use_library(STAND_IN_LIBRARY);
    weir_runtime *rt = kit_runtime(test_workers(2));
    run_threads(&(load){.rt = rt, .device = WEIR_CUDA(0), .rounds = 25, .n = 20000, .strict = true},
                THREADS);
    weir_runtime_free(rt);
}

TEST(many_threads_with_little_device_memory) {
    use_library(STAND_IN_LIBRARY);
    weir_runtime *rt = kit_runtime(test_workers(2));
    weir_array_release(ramp_of(rt, WEIR_CUDA(0), N));
    CHECK_OK(weir_memory_budget_set(rt, WEIR_CUDA(0), 20000 * 4 * 3 + 8192));
    run_threads(
        &(load){.rt = rt, .device = WEIR_CUDA(0), .rounds = 25, .n = 20000, .strict = false},
        THREADS);
    weir_waitall(rt); /* tasks may not fit */
    weir_runtime_free(rt);
}

static void *other_runtime(void *arg) {
    load l = *(load *)arg;
    l.rt = kit_runtime(test_workers(1));
    run_threads(&l, 2);
    weir_runtime_free(l.rt);
    return NULL;
}

TEST(two_runtimes_use_one_card) {
    use_library(STAND_IN_LIBRARY);
    load l = {.device = WEIR_CUDA(0), .rounds = 40, .n = N, .strict = true};
    pthread_t thread[3];
    for (int i = 0; i < 3; i++) CHECK_EQ(pthread_create(&thread[i], NULL, other_runtime, &l), 0);
    for (int i = 0; i < 3; i++) pthread_join(thread[i], NULL);
}

/* ---- Disturbances ---------------------------------------------------------------------------- */

typedef struct disturbed {
    pthread_t thread[THREADS];
    load l[THREADS];
    atomic_bool end;
} disturbed;

static void begin_load(disturbed *d, weir_runtime *rt, int n, bool strict) {
    atomic_init(&d->end, false);
    for (int i = 0; i < THREADS; i++) {
        d->l[i] = (load){.rt = rt,
                         .device = WEIR_CUDA(i % 2),
                         .n = n,
                         .strict = strict,
                         .end = &d->end,
                         .seed = (uint64_t)i + 1};
        CHECK_EQ(pthread_create(&d->thread[i], NULL, issue_and_wait, &d->l[i]), 0);
    }
}

static void end_load(disturbed *d) {
    atomic_store(&d->end, true);
    for (int i = 0; i < THREADS; i++) pthread_join(d->thread[i], NULL);
}

TEST(launches_fail_while_threads_wait) {
    use_library(STAND_IN_LIBRARY);
    weir_runtime *rt = kit_runtime(test_workers(2));
    disturbed d;
    begin_load(&d, rt, N, false);
    for (int i = 0; i < 50; i++) {
        stand_in->fail_launch_in = 1 + i % 3;
        stand_in->fail_graph_in = i % 5 == 0;
        test_sleep_ms(2);
    }
    stand_in->fail_launch_in = stand_in->fail_graph_in = 0;
    end_load(&d);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

/* Pinned memory and device memory are not there when they are needed. */
TEST(allocations_fail_while_threads_wait) {
    use_library(STAND_IN_LIBRARY);
    weir_runtime *rt = kit_runtime(test_workers(2));
    disturbed d;
    begin_load(&d, rt, 20000, false);
    for (int i = 0; i < 50; i++) {
        stand_in->fail_alloc_in = 1;
        test_sleep_ms(2);
    }
    stand_in->fail_alloc_in = 0;
    end_load(&d);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

TEST(a_device_is_lost_while_threads_wait) {
    use_library(STAND_IN_LIBRARY);
    weir_runtime *rt = kit_runtime(test_workers(2));
    disturbed d;
    begin_load(&d, rt, N, false);
    test_sleep_ms(50);
    stand_in->fault_in = 3;
    test_sleep_ms(50);
    end_load(&d);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

TEST(waits_are_interrupted) {
    use_library(STAND_IN_LIBRARY);
    weir_runtime *rt = kit_runtime(test_workers(2));
    disturbed d;
    begin_load(&d, rt, N, false);
    for (int i = 0; i < 200; i++) {
        weir_interrupt(rt);
        if (i % 4 == 0) test_sleep_ms(1);
    }
    end_load(&d);
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
}

TEST(forks_while_threads_wait) {
    if (TEST_ASAN || TEST_TSAN) SKIP("sanitizers do not survive a fork beside threads");
    use_library(STAND_IN_LIBRARY);
    weir_runtime *rt = kit_runtime(test_workers(2));
    disturbed d;
    /* A child of a process that has not used the driver yet could use it. */
    weir_array *first = ramp_of(rt, WEIR_CUDA(0), N);
    CHECK_OK(weir_array_wait(first));
    weir_array_release(first);
    begin_load(&d, rt, N, true);
    for (int i = 0; i < 10; i++) {
        test_sleep_ms(3);
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            alarm(60);
            weir_array *x = kit_ramp(rt, N, 0, 1), *y = kit_call("negative", x, NULL), *z = NULL;
            bool good =
                weir_array_wait(y) == WEIR_OK &&
                (weir_to_device(x, WEIR_CUDA(0), &z) != WEIR_OK || weir_array_wait(z) != WEIR_OK);
            weir_array_release(x);
            weir_array_release(y);
            weir_array_release(z);
            weir_runtime_free(rt);
            _exit(good ? 0 : 1);
        }
        int status;
        CHECK_EQ(waitpid(child, &status, 0), child);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    end_load(&d);
    weir_runtime_free(rt);
}

/* The runtime ends as soon as a wait has returned: the other roles may be on their way back. */
TEST(a_runtime_is_freed_right_after_a_wait) {
    use_library(STAND_IN_LIBRARY);
    for (int round = 0; round < 60; round++) {
        weir_runtime *rt = kit_runtime(test_workers(1));
        weir_array *x = ramp_of(rt, WEIR_CUDA(0), N);
        for (int i = 0; i < 3; i++) {
            kit_step("negative", &x, NULL);
            CHECK_OK(weir_array_wait(x));
        }
        weir_array_release(x);
        weir_runtime_free(rt);
    }
}
