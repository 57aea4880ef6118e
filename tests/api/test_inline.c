/* test_inline.c - small operations run inline, with the same results as queued ones.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "array_kit.h"

static weir_runtime *runtime(int run_inline) {
    weir_config config = kit_config(2);
    config.run_inline = run_inline;
    weir_runtime *rt = NULL;
    CHECK_OK(weir_runtime_new(&config, &rt));
    return rt;
}

static uint64_t issued(weir_runtime *rt) {
    weir_stats stats = {.size = sizeof stats};
    CHECK_OK(weir_stats_get(rt, &stats));
    return stats.issued;
}

TEST(small_operations_on_ready_inputs_are_not_queued) {
#ifdef WEIR_HARD
    SKIP("the hostile build queues every other one");
#endif
    for (int run_inline = 0; run_inline < 2; run_inline++) {
        weir_runtime *rt = runtime(run_inline);
        weir_array *y, *x = kit_ramp(rt, 16, 1, 1), *long_x = kit_ramp(rt, 17, 1, 1);
        CHECK_OK(weir_add(x, x, &y));
        CHECK_EQ(issued(rt), run_inline ? 0 : 1);
        weir_array_release(y);
        CHECK_OK(weir_add(long_x, long_x, &y));
        CHECK_EQ(issued(rt), run_inline ? 1 : 2);
        weir_array_release(y);
        weir_array_release(x);
        weir_array_release(long_x);
        weir_runtime_free(rt);
    }
}

TEST(the_bits_are_those_of_the_queued_operation) {
    static const char *const names[] = {"exp", "tanh", "sum", "softmax", "sort", "cumulative_sum"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        float made[2][8];
        size_t bytes[2];
        for (int run_inline = 0; run_inline < 2; run_inline++) {
            weir_runtime *rt = runtime(run_inline);
            weir_array *x = kit_ramp(rt, 8, -0.3f, 0.7f), *y = kit_call(names[i], x, NULL);
            bytes[run_inline] = (size_t)weir_array_count(y) * sizeof(float);
            CHECK_OK(weir_array_read(y, made[run_inline], bytes[run_inline]));
            weir_array_release(x);
            weir_array_release(y);
            weir_runtime_free(rt);
        }
        CHECK_EQ(bytes[0], bytes[1]);
        CHECK_EQ(memcmp(made[0], made[1], bytes[0]), 0);
    }
}

TEST(an_operation_on_a_pending_input_is_queued) {
    weir_runtime *rt = runtime(1);
    weir_array *x = kit_filled(rt, 2, 0), *one = kit_number(rt, 1);
    for (int i = 0; i < 1000; i++) {
        weir_array *y;
        CHECK_OK(weir_op_call_into(rt, kit_op("add"), (weir_array *[]){x, one}, 2, NULL, 0, &x, 1));
        CHECK_OK(weir_add(x, one, &y));
        float values[2];
        if (i % 10 == 9) {
            CHECK_OK(weir_array_read(y, values, sizeof values));
            CHECK_EQ((int)values[0], i + 2);
            CHECK_EQ((int)values[1], i + 2);
        }
        weir_array_release(y);
    }
    weir_array_release(x);
    weir_array_release(one);
    weir_runtime_free(rt);
}

TEST(a_kernel_that_fails_inline_marks_its_output) {
    weir_runtime *rt = runtime(1);
    const int64_t n = 1, far = 5;
    weir_array *x = kit_filled(rt, 2, 0), *at = kit_array(rt, WEIR_INT64, 1, &n, &far), *y;
    CHECK_OK(weir_take(x, at, OPT(take, .axis = 0), &y));
    CHECK_STATUS(weir_array_wait(y), EINDEX);
    CHECK_HAS(weir_error(), "take");
    CHECK_HAS(weir_error(), "5");
    weir_array_release(x);
    weir_array_release(at);
    weir_array_release(y);
    weir_runtime_free(rt);
}

/* Another thread sets all elements to one value while this one reads: they are never different. */
typedef struct racer {
    weir_array *x;
    atomic_bool stop;
} racer;

static void *write_alike(void *arg) {
    racer *r = arg;
    weir_runtime *rt = weir_array_runtime(r->x);
    for (int i = 0; !atomic_load(&r->stop); i++) {
        weir_array *value = kit_number(rt, i);
        CHECK_OK(weir_op_call_into(rt, kit_op("add"), (weir_array *[]){r->x, value}, 2, NULL, 0,
                                   &r->x, 1));
        weir_array_release(value);
        if (i % 64 == 0) weir_array_wait(r->x);
    }
    return NULL;
}

TEST(a_read_never_sees_a_partial_write) {
    weir_runtime *rt = runtime(1);
    racer r = {.x = kit_filled(rt, 16, 0)};
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, write_alike, &r), 0);
    for (int i = 0; i < 20000; i++) {
        weir_array *y;
        float v[16];
        CHECK_OK(weir_negative(r.x, &y));
        if (weir_array_is_ready(y)) {
            CHECK_OK(weir_array_read(y, v, sizeof v));
            for (int j = 1; j < 16; j++) CHECK(v[j] == v[0]);
        }
        weir_array_release(y);
    }
    atomic_store(&r.stop, true);
    pthread_join(thread, NULL);
    weir_array_release(r.x);
    weir_runtime_free(rt);
}

/* Another thread adds one to `a`, then to `b`: no reader sees b larger than a. */
typedef struct pair {
    weir_array *a, *b, *one;
    atomic_bool stop;
} pair;

static void *write_in_order(void *arg) {
    pair *p = arg;
    weir_runtime *rt = weir_array_runtime(p->a);
    while (!atomic_load(&p->stop)) {
        weir_array *in_a[] = {p->a, p->one}, *in_b[] = {p->b, p->one};
        CHECK_OK(weir_op_call_into(rt, kit_op("add"), in_a, 2, NULL, 0, &p->a, 1));
        CHECK_OK(weir_op_call_into(rt, kit_op("add"), in_b, 2, NULL, 0, &p->b, 1));
        weir_array_wait(p->b);
    }
    return NULL;
}

TEST(inputs_are_read_at_one_moment) {
    weir_runtime *rt = runtime(1);
    pair p = {.a = kit_filled(rt, 1, 0), .b = kit_filled(rt, 1, 0), .one = kit_number(rt, 1)};
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, write_in_order, &p), 0);
    for (int i = 0; i < 100000; i++) {
        weir_array *y;
        float ahead;
        CHECK_OK(weir_subtract(p.a, p.b, &y));
        if (weir_array_is_ready(y)) {
            CHECK_OK(weir_array_read(y, &ahead, sizeof ahead));
            CHECK(ahead == 0 || ahead == 1);
        }
        weir_array_release(y);
    }
    atomic_store(&p.stop, true);
    pthread_join(thread, NULL);
    weir_array_release(p.a);
    weir_array_release(p.b);
    weir_array_release(p.one);
    weir_runtime_free(rt);
}

/* Variables that no record has named go back to their thread; those that one has, through the queue. */
TEST(arrays_released_in_any_order_are_reused) {
    weir_runtime *rt = runtime(1);
    weir_array *x = kit_filled(rt, 2, 1), *kept[100], *wide = kit_filled(rt, 100, 1);
    for (int round = 0; round < 50; round++) {
        for (int i = 0; i < 100; i++)
            CHECK_OK(i % 3 == 0 ? weir_sum(wide, NULL, &kept[i])
                                : weir_negative(i > 3 && i % 5 == 0 ? kept[i - 3] : x, &kept[i]));
        for (int i = 0; i < 100; i += 2) weir_array_release(kept[i]);
        for (int i = 99; i > 0; i -= 2) weir_array_release(kept[i]);
    }
    weir_array_release(x);
    weir_array_release(wide);
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
}

/* ---- Operations whose result the thread waits for -------------------------------------------- */

static void check_all(weir_array *x, float value) {
    int64_t n = weir_array_count(x);
    float *v = malloc((size_t)n * sizeof *v);
    CHECK(v != NULL);
    CHECK_OK(weir_array_read(x, v, (size_t)n * sizeof *v));
    for (int64_t i = 0; i < n; i++) CHECK(v[i] == value);
    free(v);
}

/* Add 1 to `x` `calls` times, each time with a new result that is waited for. */
static weir_array *count_up(weir_array *x, int calls) {
    weir_array *one = kit_number(weir_array_runtime(x), 1);
    weir_array_retain(x);
    for (int i = 0; i < calls; i++) {
        weir_array *y;
        CHECK_OK(weir_add(x, one, &y));
        CHECK_OK(weir_array_wait(y));
        weir_array_release(x);
        x = y;
    }
    weir_array_release(one);
    return x;
}

TEST(awaited_operations_count_up_at_every_size) {
    static const int64_t sizes[] = {17, 1000, 4096, 16384, 40000, 65536, 65537};
    for (int run_inline = 0; run_inline < 2; run_inline++) {
        weir_runtime *rt = runtime(run_inline);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            weir_array *x = kit_filled(rt, sizes[i], 1), *y = count_up(x, 50);
            check_all(y, 51);
            weir_array_release(x);
            weir_array_release(y);
        }
        CHECK_OK(weir_waitall(rt));
        CHECK_SOON(kit_stats(rt).memory_used == 0);
        weir_runtime_free(rt);
    }
}

/* The hostile build sets no limit on the time that such an operation takes, so there some of them run
 * in their calls on any machine. */
TEST(awaited_operations_are_not_all_queued) {
#ifndef WEIR_HARD
    SKIP("whether they are queued depends on how long they take");
#endif
    for (int run_inline = 0; run_inline < 2; run_inline++) {
        weir_runtime *rt = runtime(run_inline);
        weir_array *x = kit_filled(rt, 1000, 0), *y = count_up(x, 100);
        if (run_inline)
            CHECK(issued(rt) < 100);
        else
            CHECK_EQ(issued(rt), 100);
        weir_array_release(x);
        weir_array_release(y);
        weir_runtime_free(rt);
    }
}

/* The bytes of every result are counted from the moment it is ready until its last use, whichever way
 * it was computed. */
TEST(memory_of_awaited_results_is_counted) {
    enum { COUNT = 40, N = 1000 };
    weir_runtime *rt = runtime(1);
    weir_array *x = kit_filled(rt, N, 2), *kept[COUNT], *sum = kit_filled(rt, N, 0), *more;
    CHECK_OK(weir_waitall(rt));
    uint64_t before = kit_stats(rt).memory_used;
    for (int i = 0; i < COUNT; i++) {
        CHECK_OK(weir_multiply(x, x, &kept[i]));
        CHECK_OK(weir_array_wait(kept[i]));
    }
    CHECK_SOON(kit_stats(rt).memory_used == before + COUNT * N * sizeof(float));
    /* Queued tasks read some of them, write others in place, and never see the rest. */
    for (int i = 0; i < COUNT; i++) {
        if (i % 3 == 0) {
            CHECK_OK(weir_add(sum, kept[i], &more));
            weir_array_release(sum);
            sum = more;
        } else if (i % 3 == 1) {
            kit_into("add", kept[i], x, kept[i]);
        }
        weir_array_release(kept[i]);
    }
    const int read = (COUNT + 2) / 3;
    check_all(sum, (float)(4 * read));
    weir_array_release(sum);
    weir_array_release(x);
    CHECK_OK(weir_waitall(rt));
    CHECK_SOON(kit_stats(rt).memory_used == 0);
    weir_runtime_free(rt);
}

TEST(views_and_writes_of_awaited_results_are_ordered) {
    weir_runtime *rt = runtime(1);
    weir_array *x = kit_filled(rt, 1000, 1);
    for (int i = 0; i < 200; i++) {
        weir_array *y = count_up(x, 1 + i % 5), *part = kit_cut(y, 10, 500), *z;
        weir_array_release(y);
        kit_into("add", part, part, part); /* doubles it */
        CHECK_OK(weir_negative(part, &z));
        CHECK_OK(weir_array_wait(z));
        check_all(z, (float)(-2 * (2 + i % 5)));
        weir_array_release(part);
        weir_array_release(z);
    }
    weir_array_release(x);
    CHECK_OK(weir_waitall(rt));
    CHECK_SOON(kit_stats(rt).memory_used == 0);
    weir_runtime_free(rt);
}

/* As a_read_never_sees_a_partial_write, with operands that are read in place. */
TEST(an_awaited_operation_never_sees_a_partial_write) {
    weir_runtime *rt = runtime(1);
    racer r = {.x = kit_filled(rt, 3000, 0)};
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, write_alike, &r), 0);
    for (int i = 0; i < 500; i++) {
        weir_array *y, *other = kit_filled(rt, 3000, 1), *up = count_up(other, 4);
        static float v[3000];
        CHECK_OK(weir_negative(r.x, &y));
        CHECK_OK(weir_array_read(y, v, sizeof v));
        for (int j = 1; j < 3000; j++) CHECK(v[j] == v[0]);
        weir_array_release(y);
        weir_array_release(up);
        weir_array_release(other);
    }
    atomic_store(&r.stop, true);
    pthread_join(thread, NULL);
    weir_array_release(r.x);
    weir_runtime_free(rt);
}

static void *count_alone(void *arg) {
    weir_array *y = count_up(arg, 300);
    check_all(y, 300);
    weir_array_release(y);
    return NULL;
}

TEST(threads_that_wait_for_each_result_do_not_disturb_each_other) {
    weir_runtime *rt = runtime(1);
    weir_array *x = kit_filled(rt, 2000, 0);
    pthread_t thread[4];
    for (int i = 0; i < 4; i++) CHECK_EQ(pthread_create(&thread[i], NULL, count_alone, x), 0);
    for (int i = 0; i < 4; i++) pthread_join(thread[i], NULL);
    weir_array_release(x);
    CHECK_OK(weir_waitall(rt));
    CHECK_SOON(kit_stats(rt).memory_used == 0);
    weir_runtime_free(rt);
}

TEST(awaited_failures_are_reported) {
    weir_runtime *rt = runtime(1);
    weir_array *x = kit_filled(rt, 1000, 1), *bad = kit_filled(rt, 1000, 1), *y;
    weir_array_release(count_up(x, 20));
    kit_break(bad);
    CHECK(weir_array_wait(bad) != WEIR_OK);
    CHECK_OK(weir_add(x, bad, &y));
    CHECK(weir_array_wait(y) != WEIR_OK);
    weir_array_release(y);
    weir_array_release(bad);
    y = count_up(x, 20);
    check_all(y, 21);
    weir_array_release(x);
    weir_array_release(y);
    weir_runtime_free(rt);
}
