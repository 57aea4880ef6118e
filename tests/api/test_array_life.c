/* test_array_life.c - arrays at fork, at exit, after their runtime was freed, with interrupts, and
 * the source lines in their failures.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"

#include <stdio.h>

enum { MB = 1 << 20, LARGE = MB / 4, CHILD_LIMIT_S = 30 };

static pid_t fork_now(void) {
    /* A sanitizer allocates when a thread starts; its allocator does not survive a fork then. */
    static int before;
    if (TEST_ASAN && !before++) test_sleep_ms(100);
    fflush(NULL);
    pid_t child = fork();
    CHECK(child >= 0);
    return child;
}

static const int64_t lengths[] = {1, 500, LARGE}; /* of each size class */

/* New arrays of each size, an operation on each, and everything released. */
static void works(weir_runtime *rt) {
    for (int k = 0; k < 3; k++) {
        weir_array *x = kit_ramp(rt, lengths[k], 0, 1), *one = kit_number(rt, 1);
        for (int i = 0; i < 5; i++) kit_step("add", &x, one);
        kit_into("negative", x, NULL, x);
        CHECK_RAMP(x, lengths[k], -5, -1);
        weir_array_release(x);
        weir_array_release(one);
    }
}

/* ---- Fork ------------------------------------------------------------------------------------ */

TEST(a_forked_child_computes_with_its_parents_arrays) {
    if (TEST_TSAN) SKIP("ThreadSanitizer knows the parent's threads in the child");
    for (int engine = 0; engine < 2; engine++) {
        weir_runtime *rt = engine ? kit_runtime_serial() : kit_runtime(2);
        weir_array *x[3], *y[3];
        for (int k = 0; k < 3; k++) {
            x[k] = kit_ramp(rt, lengths[k], 0, 1);
            y[k] = kit_call("negative", x[k], NULL);
        }
        works(rt);
        for (int k = 0; k < 3; k++) CHECK_OK(weir_array_wait(y[k]));
        pid_t child = fork_now();
        if (child == 0) {
            for (int k = 0; k < 3; k++) {
                weir_array *z = kit_call("subtract", x[k], y[k]);
                CHECK_RAMP(z, lengths[k], 0, 2);
                kit_into("add", x[k], x[k], x[k]);
                CHECK_RAMP(x[k], lengths[k], 0, 2);
                weir_array_release(z);
                weir_array_release(x[k]);
                weir_array_release(y[k]);
            }
            works(rt);
            CHECK_OK(weir_memory_trim(rt));
            works(rt);
            weir_runtime_free(rt);
            _exit(0);
        }
        works(rt);
        CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
        for (int k = 0; k < 3; k++) {
            CHECK_RAMP(x[k], lengths[k], 0, 1); /* the child had its own */
            CHECK_RAMP(y[k], lengths[k], 0, -1);
            weir_array_release(x[k]);
            weir_array_release(y[k]);
        }
        weir_runtime_free(rt);
    }
}

TEST(queued_operations_on_arrays_run_in_parent_and_child) {
    if (TEST_TSAN) SKIP("ThreadSanitizer knows the parent's threads in the child");
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    kit_hold(rt, &gate, 1); /* the only worker, so that all of this is queued */
    weir_array *x[3], *one = kit_number(rt, 1);
    for (int k = 0; k < 3; k++) {
        x[k] = kit_ramp(rt, lengths[k], 0, 1);
        for (int i = 0; i < 10; i++) kit_step("add", &x[k], one);
        kit_into("negative", x[k], NULL, x[k]);
    }
    pid_t child = fork_now();
    if (child == 0) {
        for (int k = 0; k < 3; k++) CHECK_RAMP(x[k], lengths[k], -10, -1);
        works(rt);
        _exit(0);
    }
    CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
    test_gate_open(&gate);
    for (int k = 0; k < 3; k++) {
        CHECK_RAMP(x[k], lengths[k], -10, -1);
        weir_array_release(x[k]);
    }
    weir_array_release(one);
    weir_runtime_free(rt);
}

static void *keep_issuing(void *arg) {
    weir_runtime *rt = ((void **)arg)[0];
    atomic_int *stop = ((void **)arg)[1];
    while (!atomic_load(stop)) works(rt);
    return NULL;
}

TEST(fork_while_other_threads_make_arrays) {
    if (TEST_TSAN) SKIP("ThreadSanitizer knows the parent's threads in the child");
    weir_runtime *rt = kit_runtime(2);
    atomic_int stop = 0;
    void *arg[2] = {rt, &stop};
    test_thread thread[2];
    for (int i = 0; i < 2; i++) thread[i] = test_thread_start(keep_issuing, arg);
    for (int i = 0; i < 5; i++) {
        pid_t child = fork_now();
        if (child == 0) {
            for (int j = 0; j < 5; j++) works(rt);
            _exit(0);
        }
        CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
    }
    atomic_store(&stop, 1);
    for (int i = 0; i < 2; i++) test_thread_join(thread[i]);
    weir_runtime_free(rt);
}

TEST(random_numbers_go_on_from_the_same_place_in_parent_and_child) {
    if (TEST_TSAN) SKIP("ThreadSanitizer knows the parent's threads in the child");
    weir_runtime *rt = kit_runtime(2);
    int64_t n = 10;
    float x[10], y[10];
    int channel[2];
    CHECK_EQ(pipe(channel), 0);
    CHECK_OK(weir_seed(rt, 42));
    weir_array *a = NULL;
    CHECK_OK(weir_uniform(rt, weir_i64s_of(&n, 1), NULL, &a));
    CHECK_OK(weir_array_wait(a));
    weir_array_release(a);
    pid_t child = fork_now();
    CHECK_OK(weir_uniform(rt, weir_i64s_of(&n, 1), NULL, &a));
    CHECK_OK(weir_array_read(a, x, sizeof x));
    weir_array_release(a);
    if (child == 0) {
        CHECK_EQ(write(channel[1], x, sizeof x), sizeof x);
        _exit(0);
    }
    CHECK_EQ(read(channel[0], y, sizeof y), sizeof y);
    CHECK_EQ(memcmp(x, y, sizeof x), 0);
    CHECK_EQ(test_child_wait(child, CHILD_LIMIT_S), 0);
    weir_runtime_free(rt);
}

/* ---- The runtime is freed first -------------------------------------------------------------- */

TEST(arrays_may_be_released_after_their_runtime) {
    for (int engine = 0; engine < 2; engine++) {
        weir_runtime *rt = engine ? kit_runtime_serial() : kit_runtime(2);
        weir_array *x[3], *y[3], *view[3], *n = kit_number(rt, 1);
        for (int k = 0; k < 3; k++) {
            x[k] = kit_ramp(rt, lengths[k], 0, 1);
            y[k] = kit_call("negative", x[k], NULL); /* not waited for */
            view[k] = kit_reshape(y[k], 1, lengths[k]);
        }
        weir_runtime_free(rt);
        for (int k = 0; k < 3; k++) {
            CHECK_EQ(weir_array_count(x[k]), lengths[k]);
            weir_array_release(y[k]);
            weir_array_release(x[k]);
            weir_array_release(view[k]);
        }
        weir_array_release(n);
    }
}

TEST(ready_values_can_be_read_after_the_runtime) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x[3], *n = kit_number(rt, 2.5);
    for (int k = 0; k < 3; k++) {
        x[k] = kit_ramp(rt, lengths[k], 0, 1);
        kit_step("negative", &x[k], NULL);
        CHECK_OK(weir_array_wait(x[k]));
    }
    weir_runtime_free(rt);
    for (int k = 0; k < 3; k++) {
        CHECK(weir_array_is_ready(x[k]));
        CHECK_RAMP(x[k], lengths[k], 0, -1);
    }
    CHECK_ITEM(n, 2.5);
    for (int k = 0; k < 3; k++) weir_array_release(x[k]);
    weir_array_release(n);
}

TEST(operations_are_refused_after_the_runtime) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = kit_ramp(rt, 500, 0, 1), *y = NULL;
    int64_t n = 500;
    CHECK_OK(weir_array_wait(x));
    weir_runtime_free(rt);
    CHECK_STATUS(weir_negative(x, &y), ECLOSED);
    CHECK_STATUS(kit_try_into("negative", x, NULL, x), ECLOSED);
    for (int64_t m = 1; m < LARGE; m *= 100) {
        CHECK_STATUS(weir_array_new(weir_array_runtime(x), WEIR_FLOAT32, &m, 1, NULL, &y), ECLOSED);
        CHECK_HAS(weir_error(), "the runtime has been freed");
    }
    CHECK_STATUS(weir_uniform(weir_array_runtime(x), weir_i64s_of(&n, 1), NULL, &y), ECLOSED);
    CHECK(y == NULL);
    weir_array_release(x);
}

/* ---- Exit ------------------------------------------------------------------------------------ */

/* Static, so that a leak checker finds what was left on purpose. */
static weir_runtime *left_runtime;
static weir_array *left[2];

static void leave_arrays_unwaited(void *arg) {
    if (arg != NULL)
        left_runtime = kit_runtime(2);
    else
        CHECK_OK(weir_runtime_default(&left_runtime));
    left[0] = kit_filled(left_runtime, LARGE, 1);
    for (int i = 0; i < 500; i++) kit_step("exp", &left[0], NULL);
    left[1] = kit_ramp(left_runtime, 500, 0, 1); /* and exit() */
}

TEST(a_program_may_exit_without_waiting_for_its_arrays) {
    int own = 1;
    CHECK_EQ(test_child(leave_arrays_unwaited, NULL, CHILD_LIMIT_S), 0);
    CHECK_EQ(test_child(leave_arrays_unwaited, &own, CHILD_LIMIT_S), 0);
}

static void free_runtime_with_queue(void *arg) {
    (void)arg;
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = kit_filled(rt, LARGE, 1);
    for (int i = 0; i < 500; i++) kit_step("negative", &x, NULL);
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(a_runtime_may_be_freed_with_operations_queued) {
    CHECK_EQ(test_child(free_runtime_with_queue, NULL, CHILD_LIMIT_S), 0);
}

/* ---- Interrupts ------------------------------------------------------------------------------ */

static void *interrupt_later(void *rt) {
    test_sleep_ms(20);
    weir_interrupt(rt);
    return NULL;
}

TEST(an_interrupt_ends_a_wait_for_an_array) {
    weir_runtime *rt = kit_runtime(2);
    test_gate gate = {0};
    weir_array *x = kit_ramp(rt, 500, 0, 1), *g = kit_scalar(rt, 1);
    kit_gate_array(g, &gate);
    weir_array *y = kit_call("add", x, g);
    float data[500];
    char text[10];
    void *map;
    for (int look = 0; look < 4; look++) {
        test_thread thread = test_thread_start(interrupt_later, rt);
        weir_status status = look == 0   ? weir_array_wait(y)
                             : look == 1 ? weir_array_read(y, data, sizeof data)
                             : look == 2 ? weir_array_text(y, text, sizeof text)
                                         : weir_array_map(y, WEIR_MAP_READ, &map);
        CHECK_EQ(status, WEIR_EINTR);
        test_thread_join(thread);
    }
    CHECK_STATUS(weir_array_unmap(y), EINVAL); /* the interrupted map had no effect */
    test_gate_open(&gate);
    CHECK_RAMP(y, 500, 1, 1); /* the work went on */
    weir_array_release(x);
    weir_array_release(y);
    weir_array_release(g);
    weir_runtime_free(rt);
}

typedef struct disturbance {
    weir_runtime *rt;
    test_gate *gate;
} disturbance;

static void *interrupt_and_open(void *arg) {
    disturbance *d = arg;
    interrupt_later(d->rt);
    test_gate_open(d->gate);
    return NULL;
}

/* EINTR would mean that nothing was issued, and a caller that repeats the call would write twice. */
TEST(an_interrupt_does_not_end_the_wait_of_a_write_that_is_issued) {
    weir_runtime *rt = kit_runtime(2);
    test_gate gate = {0};
    weir_array *x = kit_filled(rt, 500, 1), *g = kit_scalar(rt, 1);
    void *map;
    CHECK_OK(weir_array_map(x, WEIR_MAP_READ, &map));
    kit_gate_array(g, &gate);
    disturbance d = {rt, &gate};
    test_thread thread = test_thread_start(interrupt_and_open, &d);
    CHECK_OK(kit_try_into("add", x, g, x));
    test_thread_join(thread);
    CHECK_ALL(x, 500, 2);
    CHECK_OK(weir_array_unmap(x));
    weir_array_release(x);
    weir_array_release(g);
    weir_runtime_free(rt);
}

/* ---- Sites ----------------------------------------------------------------------------------- */

static void *site_of_thread(void *arg) {
    (void)arg;
    return (void *)(uintptr_t)weir_site_set(9);
}

TEST(a_site_belongs_to_the_thread) {
    CHECK_EQ(weir_site_set(7), 0);
    CHECK_EQ((uintptr_t)test_thread_join(test_thread_start(site_of_thread, NULL)), 0);
    CHECK_EQ(weir_site_set(8), 7);
    CHECK_EQ(weir_site_set(0), 8);
}

TEST(every_read_is_in_the_wait_profile_with_its_reason_and_site) {
    weir_runtime *rt = kit_runtime(2);
    static const char *const reason[] = {"wait", "read", "print", "item", "map", "mine"};
    for (uint32_t look = 0; look < 6; look++) {
        test_gate gate = {0};
        weir_array *x = kit_scalar(rt, 1), *g = kit_scalar(rt, 1);
        kit_gate_array(g, &gate);
        weir_array *y = kit_call("add", x, g);
        float data;
        double item;
        char text[10];
        void *map;
        test_thread thread = test_thread_start(kit_open_later, &gate);
        weir_site_set(100 + look);
        weir_status status = look == 0   ? weir_array_wait(y)
                             : look == 1 ? weir_array_read(y, &data, sizeof data)
                             : look == 2 ? weir_array_text(y, text, sizeof text)
                             : look == 3 ? weir_array_item_f64(y, &item)
                             : look == 4 ? weir_array_map(y, WEIR_MAP_READ, &map)
                                         : weir_array_wait_at(y, -1, "mine");
        CHECK_EQ(status, WEIR_OK);
        weir_site_set(0);
        weir_wait_entry e = kit_waits(rt, reason[look], 100 + look);
        CHECK_EQ(e.count, 1);
        CHECK(e.ns > 0);
        test_thread_join(thread);
        weir_array_release(x);
        weir_array_release(y);
        weir_array_release(g);
    }
    weir_runtime_free(rt);
}

TEST(a_failure_names_the_line_that_issued_it_not_the_one_that_reads) {
    weir_config c = kit_config(2);
    c.memory_bytes = MB;
    weir_runtime *small = kit_runtime_of(&c);
    weir_array *y = NULL;
    int64_t n = LARGE + 1000;
    weir_site_set(31);
    CHECK_OK(weir_uniform(small, weir_i64s_of(&n, 1), NULL, &y));
    weir_site_set(32);
    weir_array *z = kit_call("negative", y, NULL);
    weir_site_set(33);
    CHECK_STATUS(weir_array_wait(z), ENOMEM);
    weir_failure f = {.size = sizeof f};
    CHECK_OK(weir_error_get(&f));
    CHECK_EQ(f.site, 31);
    CHECK_STR(f.name, "uniform");
    weir_site_set(0);
    weir_failure_clear(small);
    weir_array_release(y);
    weir_array_release(z);
    weir_runtime_free(small);
}
