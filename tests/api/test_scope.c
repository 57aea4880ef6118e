/* test_scope.c - scopes release arrays together.
 *
 * Whether an array still exists is checked by the memory in use and by counting deleters.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"

enum { MB = 1 << 20, LARGE = MB / 4 };

static weir_scope *scope_new(void) {
    weir_scope *s = NULL;
    CHECK_OK(weir_scope_new(&s));
    CHECK(s);
    return s;
}

static void count_call(void *ctx) { atomic_fetch_add((atomic_int *)ctx, 1); }

static float word;

static weir_array *counted(weir_runtime *rt, atomic_int *freed) {
    weir_array *a = NULL;
    CHECK_OK(
        weir_array_from_memory(rt, WEIR_FLOAT32, NULL, NULL, 0, &word, 0, count_call, freed, &a));
    return a;
}

TEST(a_scope_releases_what_was_made_in_it) {
    for (int engine = 0; engine < 2; engine++) {
        weir_runtime *rt = engine ? kit_runtime_serial() : kit_runtime(2);
        weir_array *before = kit_filled(rt, LARGE, 1);
        weir_scope *s = scope_new();
        weir_array *x = kit_filled(rt, LARGE, 1), *y = kit_call("add", x, before),
                   *view = kit_reshape(y, 2, LARGE / 2), *n = kit_number(rt, 2);
        kit_call("multiply", view, n);
        kit_into("add", y, y, y);
        CHECK_ALL(y, LARGE, 4);
        CHECK_OK(weir_scope_free(s));
        CHECK_SOON(kit_memory(rt).used == MB);
        CHECK_ALL(before, LARGE, 1); /* which was there before */
        weir_array *after = kit_filled(rt, LARGE, 3);
        CHECK_ALL(after, LARGE, 3);
        weir_array_release(before);
        weir_array_release(after);
        weir_runtime_free(rt);
    }
}

TEST(a_scope_may_be_freed_while_its_work_is_queued) {
    weir_runtime *rt = kit_runtime(2);
    test_gate gate = {0};
    weir_array *g = kit_scalar(rt, 5), *sum;
    kit_gate_array(g, &gate);
    weir_scope *s = scope_new();
    weir_array *x = kit_filled(rt, LARGE, 1);
    sum = weir_scope_keep(kit_call("add", kit_call("add", x, g), g));
    CHECK_OK(weir_scope_free(s)); /* without waiting */
    CHECK(!weir_array_is_ready(sum));
    test_gate_open(&gate);
    CHECK_ALL(sum, LARGE, 11);
    weir_array_release(sum);
    weir_array_release(g);
    CHECK_SOON(kit_memory(rt).used == 0);
    weir_runtime_free(rt);
}

TEST(scopes_nest) {
    weir_runtime *rt = kit_runtime(1);
    atomic_int outer = 0, inner = 0;
    weir_scope *a = scope_new();
    counted(rt, &outer);
    weir_scope *b = scope_new();
    counted(rt, &inner);
    CHECK_OK(weir_scope_free(b));
    CHECK_SOON(inner == 1);
    CHECK_EQ(outer, 0);
    counted(rt, &outer); /* to the outer one again */
    CHECK_OK(weir_scope_free(a));
    CHECK_SOON(outer == 2);
    weir_array *x = counted(rt, &inner); /* to none */
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(inner, 1);
    weir_array_release(x);
    weir_runtime_free(rt);
    CHECK_EQ(inner, 2);
}

TEST(a_kept_array_is_yours) {
    weir_runtime *rt = kit_runtime(1);
    atomic_int freed = 0;
    weir_scope *a = scope_new(), *b = scope_new();
    weir_array *x = counted(rt, &freed);
    CHECK(weir_scope_keep(x) == x); /* removed from all scopes, not moved to the outer one */
    CHECK(weir_scope_keep(x) == x); /* and once is enough */
    CHECK(weir_scope_keep(NULL) == NULL);
    CHECK_OK(weir_scope_free(b));
    CHECK_OK(weir_scope_free(a));
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(freed, 0);
    CHECK_ITEM(x, 0);
    weir_array_release(x);
    CHECK_SOON(freed == 1);
    weir_runtime_free(rt);
}

TEST(an_array_of_the_outer_scope_can_be_kept_from_the_inner_one) {
    weir_runtime *rt = kit_runtime(1);
    atomic_int freed = 0;
    weir_scope *a = scope_new();
    weir_array *x = counted(rt, &freed);
    weir_scope *b = scope_new();
    weir_scope_keep(x);
    CHECK_OK(weir_scope_free(b));
    CHECK_OK(weir_scope_free(a));
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(freed, 0);
    weir_array_release(x);
    weir_runtime_free(rt);
    CHECK_EQ(freed, 1);
}

TEST(an_array_may_be_released_before_its_scope) {
    weir_runtime *rt = kit_runtime(1);
    for (int order = 0; order < 3; order++) {
        atomic_int freed[5] = {0};
        weir_scope *s = scope_new();
        weir_array *x[5];
        for (int i = 0; i < 5; i++) x[i] = counted(rt, &freed[i]);
        for (int i = 0; i < 4; i++) {
            int k = order == 0 ? i : order == 1 ? 4 - i : (i * 2 + 1) % 5;
            weir_array_release(x[k]);
            CHECK_SOON(freed[k] == 1);
        }
        CHECK_OK(weir_scope_free(s));
        for (int i = 0; i < 5; i++) CHECK_SOON(freed[i] == 1);
    }
    weir_runtime_free(rt);
}

TEST(a_retained_array_outlives_its_scope) {
    weir_runtime *rt = kit_runtime(1);
    atomic_int freed = 0;
    weir_scope *s = scope_new();
    weir_array *x = weir_array_retain(counted(rt, &freed));
    CHECK_OK(weir_scope_free(s));
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(freed, 0);
    CHECK_ITEM(x, 0);
    weir_array_release(x);
    CHECK_SOON(freed == 1);
    weir_runtime_free(rt);
}

TEST(scopes_end_in_the_order_in_which_they_nest) {
    weir_runtime *rt = kit_runtime(1);
    atomic_int freed = 0;
    weir_scope *a = scope_new(), *b = scope_new();
    counted(rt, &freed);
    CHECK_STATUS(weir_scope_free(a), EINVAL);
    CHECK_HAS(weir_error(), "not this thread's innermost one");
    CHECK_EQ(freed, 0); /* and nothing has happened */
    counted(rt, &freed);
    CHECK_OK(weir_scope_free(b));
    CHECK_OK(weir_scope_free(a));
    CHECK_SOON(freed == 2);
    CHECK_OK(weir_scope_free(NULL));
    CHECK_STATUS(weir_scope_new(NULL), EINVAL);
    weir_runtime_free(rt);
}

typedef struct visitor {
    weir_runtime *rt;
    weir_scope *scope;
    atomic_int freed;
} visitor;

static void *visit(void *arg) {
    visitor *v = arg;
    CHECK_STATUS(weir_scope_free(v->scope), EINVAL);
    weir_array *x = counted(v->rt, &v->freed); /* not of the other thread's scope */
    weir_scope *own = scope_new();
    counted(v->rt, &v->freed);
    CHECK_OK(weir_scope_free(own));
    CHECK_SOON(v->freed == 1);
    return x;
}

TEST(a_scope_belongs_to_its_thread) {
    visitor v = {kit_runtime(1), scope_new(), 0};
    weir_array *x = test_thread_join(test_thread_start(visit, &v));
    CHECK_OK(weir_scope_free(v.scope));
    CHECK_OK(weir_waitall(v.rt));
    CHECK_EQ(v.freed, 1);
    weir_array_release(x);
    weir_runtime_free(v.rt);
    CHECK_EQ(v.freed, 2);
}

static weir_status run_make(weir_context *ctx, void *arg) {
    (void)ctx;
    visitor *v = arg;
    weir_scope *s = scope_new();
    weir_array *x = kit_filled(v->rt, 100, 1);
    kit_call("negative", x, NULL);
    counted(v->rt, &v->freed);
    CHECK_OK(weir_scope_free(s));
    return WEIR_OK;
}

KIND(make_in_task, run_make, NULL, 0);

TEST(a_task_may_use_a_scope) {
    visitor v = {kit_runtime(2), NULL, 0};
    for (int i = 0; i < 20; i++) kit_push(v.rt, &make_in_task, &v, NULL, NULL);
    CHECK_OK(weir_waitall(v.rt));
    CHECK_SOON(v.freed == 20);
    weir_runtime_free(v.rt);
}

TEST(a_runtime_may_be_freed_before_a_scope) {
    atomic_int freed = 0;
    weir_runtime *rt = kit_runtime(1);
    weir_scope *s = scope_new();
    weir_array *x = kit_filled(rt, LARGE, 1);
    kit_call("negative", x, NULL);
    counted(rt, &freed);
    kit_number(rt, 1);
    weir_runtime_free(rt);
    CHECK_OK(weir_scope_free(s));
    CHECK_EQ(freed, 1);
}

TEST(refused_operations_leave_nothing_in_the_scope) {
    weir_runtime *rt = kit_runtime(1);
    weir_scope *s = scope_new();
    weir_array *x = kit_filled(rt, LARGE, 1), *y = kit_filled(rt, 3, 1), *z = NULL;
    CHECK_STATUS(kit_try_op("add", x, y, &z), EINVAL);
    CHECK_STATUS(kit_try_into("add", x, x, y), EINVAL);
    CHECK_OK(weir_scope_free(s));
    CHECK_SOON(kit_memory(rt).used == 0);
    weir_runtime_free(rt);
}

/* A scope around a long loop that releases its arrays does not grow. */
TEST(arrays_that_left_early_leave_no_trace_in_the_scope) {
    if (TEST_ASAN || TEST_TSAN) SKIP("the sanitizer's allocator keeps what is freed");
    weir_runtime *rt = kit_runtime_serial();
    weir_scope *s = scope_new();
    weir_array *x = kit_number(rt, 0);
    int64_t before = 0;
    for (int i = 0; i < 4000000; i++) {
        weir_array *next = kit_number(rt, 1);
        weir_array_release(x);
        x = next;
        if (i == 100000) before = test_rss();
    }
    CHECK_LE(test_rss(), before + 8 * MB);
    CHECK_OK(weir_scope_free(s));
    weir_runtime_free(rt);
}

TEST(a_scope_holds_many_arrays) {
    weir_runtime *rt = kit_runtime(1);
    atomic_int freed = 0;
    weir_scope *s = scope_new();
    for (int i = 0; i < 5000; i++) counted(rt, &freed);
    CHECK_OK(weir_scope_free(s));
    CHECK_SOON(freed == 5000);
    weir_runtime_free(rt);
}
