/* test_inline.c - small operations run inline, with the same results as queued ones.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
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
