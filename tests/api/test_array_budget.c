/* test_array_budget.c - arrays stay within the level and the budget, and running out of memory depends on the program alone.
 *
 * The need of a program is measured with the serial engine, which runs it in order.  The same
 * program then gets exactly that budget, with any number of workers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"

#include <stdio.h>

enum { LARGE = 1 << 18, MB = 1 << 20 }; /* elements of a float32 array of a megabyte */

/* Workers 0 is the serial engine. */
static weir_runtime *runtime_with(int workers, uint64_t budget) {
    weir_config c = kit_config(workers > 0 ? workers : 1);
    c.engine = workers > 0 ? WEIR_THREADED : WEIR_SERIAL;
    c.memory_bytes = budget;
    c.level_floor_bytes = 1;
    return kit_runtime_of(&c);
}

/* ---- A program that just fits ---------------------------------------------------------------- */

typedef double program(weir_runtime *rt);

static double total(weir_array *x) {
    weir_array *s = NULL;
    double value;
    CHECK_OK(weir_sum(x, NULL, &s));
    CHECK_OK(weir_array_item_f64(s, &value));
    weir_array_release(s);
    return value;
}

/* Large temporaries, of which three live at a time. */
static double large_steps(weir_runtime *rt) {
    weir_array *x = kit_filled(rt, LARGE, 1), *half = kit_number(rt, 0.5);
    for (int i = 0; i < test_scaled(60); i++) {
        weir_array *t = kit_call("multiply", x, half), *u = kit_call("add", t, x);
        kit_step("negative", &u, NULL);
        weir_array_release(t);
        weir_array_release(x);
        x = kit_call("negative", u, NULL);
        kit_step("multiply", &x, half);
        weir_array_release(u);
    }
    double value = total(x);
    weir_array_release(x);
    weir_array_release(half);
    return value;
}

/* Many blocks just above a class of the allocator, which are rounded up by a quarter. */
static double odd_blocks(weir_runtime *rt) {
    enum { COUNT = 800, N = 8200 / 4 };
    weir_array *x = kit_filled(rt, N, 1), *one = kit_number(rt, 1), *y[COUNT];
    double value = 0;
    for (int i = 0; i < COUNT; i++) y[i] = kit_call("add", i == 0 ? x : y[i - 1], one);
    value = total(y[COUNT - 1]);
    for (int i = 0; i < COUNT; i++) weir_array_release(y[i]);
    weir_array_release(x);
    weir_array_release(one);
    return value;
}

/* A block of every class. */
static double many_classes(weir_runtime *rt) {
    weir_array *one = kit_number(rt, 1), *y[64];
    double value = 0;
    int n = 0;
    for (int64_t bytes = 100; bytes < 40000; bytes += bytes / 6, n++) {
        weir_array *x = kit_filled(rt, bytes / 4, (float)n);
        y[n] = kit_call("add", x, one);
        weir_array_release(x);
    }
    for (int i = 0; i < n; i++) value += total(y[i]);
    for (int i = 0; i < n; i++) weir_array_release(y[i]);
    weir_array_release(one);
    return value;
}

/* Sizes that grow and shrink, so that free blocks seldom fit exactly. */
static double changing_sizes(weir_runtime *rt) {
    enum { KEPT = 6 };
    weir_array *kept[KEPT] = {NULL}, *two = kit_number(rt, 2);
    uint64_t seed = 7;
    double value = 0;
    for (int i = 0; i < test_scaled(300); i++) {
        int slot = (int)(test_random(&seed) % KEPT);
        int64_t n = 20000 + (int64_t)(test_random(&seed) % 200000), shape[1] = {n};
        weir_array *x = NULL;
        if (kept[slot] != NULL && i % 10 == 0) value += total(kept[slot]);
        weir_array_release(kept[slot]);
        CHECK_OK(weir_uniform(
            rt, weir_i64s_of(shape, 1),
            OPT(uniform, .high = 1, .dtype = WEIR_FLOAT32, .device = WEIR_DEVICE_DEFAULT), &x));
        kept[slot] = kit_call("multiply", x, two);
        weir_array_release(x);
    }
    for (int i = 0; i < KEPT; i++) {
        if (kept[i] != NULL) value += total(kept[i]);
        weir_array_release(kept[i]);
    }
    weir_array_release(two);
    return value;
}

static void check_fits(program *run) {
    weir_runtime *rt = runtime_with(0, UINT64_C(4) << 30);
    double wanted = run(rt);
    uint64_t needs = kit_stats(rt).memory_peak;
    CHECK(needs > 0);
    weir_runtime_free(rt);
    for (int workers = 0; workers <= 3; workers++) {
        rt = runtime_with(workers, needs);
        double got = run(rt);
        if (got != wanted)
            test_fail(__FILE__, __LINE__, "%g, not %g with %d workers", got, wanted, workers);
        CHECK_OK(weir_waitall(rt));
        CHECK_LE(kit_stats(rt).memory_peak, needs);
        CHECK_EQ(kit_stats(rt).memory_budget, needs);
        CHECK_SOON(kit_stats(rt).memory_used == 0);
        CHECK_SOON(kit_memory(rt).used == 0);
        weir_runtime_free(rt);
    }
}

TEST(large_temporaries_finish_at_their_in_order_peak) { check_fits(large_steps); }
TEST(blocks_that_are_rounded_up_finish_at_their_in_order_peak) { check_fits(odd_blocks); }
TEST(blocks_of_many_classes_finish_at_their_in_order_peak) { check_fits(many_classes); }
TEST(changing_sizes_finish_at_their_in_order_peak) { check_fits(changing_sizes); }

/* ---- One that does not ----------------------------------------------------------------------- */

/* x and three results fit; the others do not, whatever the timing. */
static void overflow(weir_runtime *rt, int workers) {
    enum { COUNT = 6, FIT = 3 };
    weir_site_set(21);
    weir_array *x = kit_filled(rt, LARGE, 1), *y[COUNT], *z = NULL;
    weir_site_set(22);
    for (int i = 0; i < COUNT; i++) {
        y[i] = NULL;
        weir_status status = kit_try_op("exp", x, NULL, &y[i]);
        if (i < FIT || workers > 0)
            CHECK_EQ(status, WEIR_OK);
        else
            CHECK_EQ(status, WEIR_ENOMEM); /* the serial engine reports it at the call */
        if (i < FIT || workers == 0) continue;
        status = weir_array_wait(y[i]);
        CHECK_EQ(status, WEIR_ENOMEM);
        CHECK_HAS(weir_error(), "exp");
        CHECK_HAS(weir_error(), "needs 1.0 MB; the budget is 4.2 MB; largest holders: 1.0 MB (");
        weir_failure f = {.size = sizeof f};
        CHECK_OK(weir_error_get(&f));
        CHECK_EQ(f.site, 22);
        CHECK_STR(f.name, "exp");
    }
    weir_site_set(0);
    if (workers > 0) { /* and what is computed from it has the same failure */
        z = kit_call("negative", y[FIT], NULL);
        CHECK_STATUS(weir_array_wait(z), ENOMEM);
        CHECK_HAS(weir_error(), "needs 1.0 MB");
        CHECK_STATUS(weir_array_wait(y[COUNT - 1]), ENOMEM); /* every time */
        weir_array_release(z);
    }
    for (int i = 0; i < FIT; i++) CHECK_OK(weir_array_wait(y[i]));
    CHECK_ALL(x, LARGE, 1);
    for (int i = 0; i < COUNT; i++) weir_array_release(y[i]);
    weir_failure_clear(rt);
    CHECK_OK(weir_waitall(rt));
    for (int i = 0; i < 10; i++) kit_step("negative", &x, NULL); /* there is memory again */
    CHECK_ALL(x, LARGE, 1);
    weir_array_release(x);
}

TEST(an_allocation_that_does_not_fit_fails_with_its_size_and_the_holders) {
    for (int workers = 0; workers <= 3; workers++) {
        weir_runtime *rt = runtime_with(workers, 4 * MB);
        overflow(rt, workers);
        overflow(rt, workers);
        weir_runtime_free(rt);
    }
}

TEST(holders_include_released_arrays_that_the_queue_still_needs) {
    weir_runtime *rt = runtime_with(2, 4 * MB);
    test_gate gate = {0};
    weir_array *x = kit_filled(rt, 3 * LARGE, 1), *y;
    kit_gate_array(x, &gate);
    y = kit_call("exp", x, NULL);
    weir_array_release(x);
    test_gate_open(&gate);
    CHECK_STATUS(weir_array_wait(y), ENOMEM);
    CHECK_HAS(weir_error(), "needs 3.1 MB; the budget is 4.2 MB; largest holders: 3.1 MB (");
    weir_array_release(y);
    weir_failure_clear(rt);
    weir_runtime_free(rt);
}

TEST(arrays_released_earlier_free_memory_in_program_order) {
    for (int workers = 1; workers <= 3; workers++) {
        weir_runtime *rt = runtime_with(workers, 4 * MB);
        test_gate gate = {0};
        weir_array *x = kit_filled(rt, LARGE, 1), *g = kit_scalar(rt, 1), *y[20];
        kit_gate_array(g, &gate); /* so that all of it is issued before anything runs */
        for (int i = 0; i < 20; i++) {
            y[i] = kit_call("add", x, g);
            if (i >= 2) weir_array_release(y[i - 2]);
        }
        test_gate_open(&gate);
        CHECK_ALL(y[18], LARGE, 2);
        CHECK_ALL(y[19], LARGE, 2);
        CHECK_LE(kit_stats(rt).memory_peak, 4 * MB);
        weir_array_release(y[18]);
        weir_array_release(y[19]);
        weir_array_release(x);
        weir_array_release(g);
        weir_runtime_free(rt);
    }
}

TEST(a_result_larger_than_the_budget_is_an_error_on_the_array) {
    weir_runtime *rt = runtime_with(2, 4 * MB);
    weir_array *y = NULL, *z;
    int64_t shape[1] = {64 * LARGE}, wide[2] = {INT64_C(1) << 40, INT64_C(1) << 40};
    CHECK_OK(weir_uniform(
        rt, weir_i64s_of(shape, 1),
        OPT(uniform, .high = 1, .dtype = WEIR_FLOAT32, .device = WEIR_DEVICE_DEFAULT), &y));
    z = kit_call("negative", y, NULL);
    CHECK_STATUS(weir_array_wait(z), ENOMEM);
    CHECK_HAS(weir_error(), "uniform");
    CHECK_HAS(weir_error(), "budget");
    weir_array_release(y);
    weir_array_release(z);
    y = NULL;
    CHECK_STATUS(
        weir_uniform(rt, weir_i64s_of(wide, 2),
                     OPT(uniform, .high = 1, .dtype = WEIR_FLOAT32, .device = WEIR_DEVICE_DEFAULT),
                     &y),
        EINVAL);
    weir_failure_clear(rt);
    weir_runtime_free(rt);
}

TEST(host_data_that_does_not_fit_is_refused_at_the_call) {
    weir_runtime *rt = runtime_with(2, 4 * MB);
    weir_array *x = kit_filled(rt, LARGE, 1), *y = NULL;
    int64_t n = 4 * LARGE;
    CHECK_STATUS(weir_array_new(rt, WEIR_FLOAT32, &n, 1, NULL, &y), ENOMEM);
    CHECK_HAS(weir_error(), "weir_array_new");
    CHECK_HAS(weir_error(), "needs");
    CHECK_HAS(weir_error(), "budget");
    CHECK(y == NULL);
    weir_array_release(x);
    x = kit_array(rt, WEIR_FLOAT32, 1, &n, NULL); /* now it fits */
    CHECK_ALL(x, n, 0);
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(host_data_waits_for_memory_that_older_work_will_free) {
    weir_runtime *rt = runtime_with(2, 4 * MB);
    test_gate gate = {0};
    weir_array *x = kit_filled(rt, 3 * LARGE, 1);
    kit_gate_array(x, &gate);
    weir_array_release(x); /* which the queue still needs */
    test_thread opener = test_thread_start(kit_open_later, &gate);
    weir_array *y = kit_filled(rt, 2 * LARGE, 2);
    CHECK_ALL(y, 2 * LARGE, 2);
    test_thread_join(opener);
    weir_array_release(y);
    weir_runtime_free(rt);
}

/* ---- The level ------------------------------------------------------------------------------- */

static uint64_t train(weir_runtime *rt, int synchronised, uint64_t *arena) {
    weir_array *w = kit_filled(rt, LARGE, 1), *x = kit_filled(rt, LARGE, 2),
               *rate = kit_number(rt, 0.25);
    for (int i = 0; i < test_scaled(1000); i++) {
        weir_array *t = kit_call("multiply", w, x), *u = kit_call("negative", t, NULL),
                   *v = kit_call("multiply", u, rate), *sum = kit_call("add", w, v);
        weir_array_release(t);
        weir_array_release(u);
        weir_array_release(v);
        weir_array_release(w);
        w = sum;
        if (synchronised) CHECK_OK(weir_array_wait(w));
    }
    CHECK_OK(weir_waitall(rt));
    weir_array_release(w);
    weir_array_release(x);
    weir_array_release(rate);
    *arena = kit_memory(rt).peak;
    return kit_stats(rt).memory_peak;
}

TEST(an_unsynchronised_loop_needs_about_the_memory_of_a_synchronised_one) {
    for (int workers = 1; workers <= 3; workers++) {
        uint64_t arena[2], peak[2];
        for (int mode = 0; mode < 2; mode++) {
            weir_runtime *rt = runtime_with(workers, UINT64_C(4) << 30);
            peak[mode] = train(rt, mode, &arena[mode]);
            weir_runtime_free(rt);
        }
        /* In order six arrays are alive together, unless one reuses the memory of another that was released
         * in time; a tenth more is the level.  What a wait needs may start while the thread that
         * reclaims the arrays of the last step is still at it: that is allowed once more. */
        CHECK_LE(peak[0], 6 * MB + 6 * MB / 10);
        CHECK_LE(peak[1], 12 * MB);
        CHECK_LE(arena[0], 8 * MB);
    }
}

TEST(a_queue_of_large_released_results_stays_within_the_level) {
    weir_runtime *rt = runtime_with(2, UINT64_C(4) << 30);
    test_gate gate = {0};
    weir_array *x = kit_filled(rt, LARGE, 1), *g = kit_scalar(rt, 1);
    kit_gate_array(g, &gate);
    for (int i = 0; i < test_scaled(500); i++) weir_array_release(kit_call("add", x, g));
    CHECK_LE(kit_memory(rt).used, MB);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    CHECK_LE(kit_memory(rt).peak, 3 * MB);
    weir_array_release(x);
    weir_array_release(g);
    weir_runtime_free(rt);
}
