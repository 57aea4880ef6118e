/* test_garbage.c - a front end with a garbage collector is asked to collect before memory runs out.
 *
 * The "collector" here is a list: the program drops an array by putting it on the list, and a
 * collection releases all that are on it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "array_kit.h"

enum { MB = 1 << 20, GARBAGE_MAX = 4096 };

static weir_array *garbage[GARBAGE_MAX];
static int garbage_count;
static int asked, asked_urgently;
static bool waits; /* the collector does nothing until it is asked urgently */

static void collect(int urgent) {
    asked++;
    asked_urgently += urgent != 0;
    if (waits && !urgent) return;
    while (garbage_count > 0) weir_array_release(garbage[--garbage_count]);
}

static void drop(weir_array *x) {
    CHECK(garbage_count < GARBAGE_MAX);
    garbage[garbage_count++] = x;
}

static weir_runtime *start(uint64_t budget, bool serial) {
    const weir_frontend f = {.size = sizeof f, .collect = collect};
    weir_config c = kit_config(2);
    CHECK_OK(weir_frontend_set(&f));
    c.memory_bytes = budget;
    if (serial) c.engine = WEIR_SERIAL;
    return kit_runtime_of(&c);
}

static void finish(weir_runtime *rt) {
    collect(1);
    weir_runtime_free(rt);
    CHECK_OK(weir_frontend_set(NULL));
}

static weir_array *zeros(weir_runtime *rt, int64_t bytes) {
    weir_array *x;
    CHECK_OK(weir_zeros(rt, WEIR_I64S(bytes / 4), NULL, &x));
    return x;
}

/* Far more garbage than the budget, one operation after another. */
static void make_garbage(bool serial) {
    weir_runtime *rt = start(64 * MB, serial);
    waits = true;
    weir_array *x = zeros(rt, MB);
    for (int i = 0; i < 500; i++) {
        weir_array *y = kit_call("exp", x, NULL);
        drop(x);
        x = y;
    }
    CHECK_OK(weir_array_wait(x));
    CHECK_LE(1, asked_urgently);
    CHECK_EQ(kit_stats(rt).collections, asked);
    CHECK_LE(kit_stats(rt).memory_peak, 64 * MB);
    weir_array_release(x);
    finish(rt);
}

TEST(a_loop_that_makes_garbage_runs_in_the_budget) { make_garbage(false); }

TEST(a_loop_that_makes_garbage_runs_in_the_budget_serially) { make_garbage(true); }

TEST(garbage_of_host_data_is_collected_before_the_call_fails) {
    weir_runtime *rt = start(64 * MB, false);
    waits = true;
    static float data[4 * MB];
    for (int i = 0; i < 20; i++) drop(kit_array(rt, WEIR_FLOAT32, 1, (int64_t[]){4 * MB}, data));
    CHECK_LE(1, asked_urgently);
    finish(rt);
}

TEST(without_garbage_the_task_is_refused_and_names_the_budget) {
    weir_runtime *rt = start(16 * MB, false);
    weir_array *held[20];
    for (int i = 0; i < 20; i++) held[i] = zeros(rt, MB);
    CHECK_STATUS(weir_array_wait(held[19]), ENOMEM);
    CHECK_HAS(weir_error(), "budget");
    CHECK_LE(1, asked_urgently);
    for (int i = 0; i < 20; i++) weir_array_release(held[i]);
    weir_array *x = zeros(rt, MB); /* the next step works */
    CHECK_OK(weir_array_wait(x));
    weir_array_release(x);
    finish(rt);
}

TEST(a_collection_follows_when_the_arrays_have_doubled_in_size) {
    weir_runtime *rt = start(UINT64_C(1) << 40, false);
    for (int i = 0; i < 100; i++) drop(zeros(rt, MB));
    CHECK_LE(1, asked);
    CHECK_EQ(asked_urgently, 0);
    CHECK_LE(garbage_count, 100 - 1);
    finish(rt);
}

TEST(what_the_program_holds_is_not_collected_again_and_again) {
    weir_runtime *rt = start(UINT64_C(1) << 40, false);
    enum { COUNT = 400 };
    weir_array *held[COUNT];
    for (int i = 0; i < COUNT; i++) CHECK_OK(weir_empty(rt, WEIR_I64S(MB / 4), NULL, &held[i]));
    CHECK_LE(asked, 20); /* each time the size has doubled */
    for (int i = 0; i < COUNT; i++) weir_array_release(held[i]);
    finish(rt);
}

static weir_status issue_inside(weir_context *ctx, void *arg) {
    (void)ctx;
    weir_runtime *rt = arg;
    for (int i = 0; i < 8; i++) weir_array_release(zeros(rt, MB));
    return WEIR_OK;
}

TEST(tasks_and_other_front_ends_are_not_asked) {
    static const weir_kind kind = {.size = sizeof kind, .name = "issues", .run = issue_inside};
    weir_runtime *rt = start(4 * MB, false);
    const weir_frontend plain = {.size = sizeof plain}, *without;
    weir_var *v = kit_var(rt);
    weir_frontend_set(NULL); /* only this thread's own front end collects */
    const weir_frontend f = {.size = sizeof f, .collect = collect}, *mine;
    CHECK_OK(weir_frontend_add(&f, &mine));
    CHECK_OK(weir_frontend_add(&plain, &without));
    weir_frontend_enter(without);
    for (int i = 0; i < 8; i++) weir_array_release(zeros(rt, MB));
    weir_frontend_enter(mine);
    kit_push(rt, &kind, rt, NULL, v);
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(asked, 0);
    weir_var_release(v);
    weir_frontend_enter(NULL);
    finish(rt);
}
