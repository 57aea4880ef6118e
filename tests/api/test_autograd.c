/* test_autograd.c - recording, backward, and errors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "array_kit.h"
#include <limits.h>

#include "../failing_allocator.h"

static weir_array *leaf(weir_runtime *rt, int64_t n, float start, float step) {
    weir_array *x = kit_ramp(rt, n, start, step);
    CHECK_OK(weir_array_attach_grad(x, WEIR_GRAD_WRITE));
    return x;
}

static weir_array *grad_of(weir_array *x) {
    weir_array *g = weir_array_grad(x);
    CHECK(g);
    return g;
}

static void release(weir_array **list, int count) {
    for (int i = 0; i < count; i++) weir_array_release(list[i]);
}

#define CHECK_FAILS(call, status, words)                                                           \
    do {                                                                                           \
        CHECK_EQ(call, status);                                                                    \
        CHECK_HAS(weir_error(), words);                                                            \
    } while (0)

#define RELEASE(...)                                                                               \
    do {                                                                                           \
        weir_array *list_[] = {__VA_ARGS__};                                                       \
        release(list_, (int)(sizeof list_ / sizeof *list_));                                       \
    } while (0)

static weir_array *summed(weir_array *x) {
    weir_array *y = NULL;
    CHECK_OK(weir_sum(x, NULL, &y));
    return y;
}

/* With workers, a block may be freed a moment after the wait. */
static uint64_t used(weir_runtime *rt) {
    weir_memory m = {.size = sizeof m};
    CHECK_OK(weir_waitall(rt));
    CHECK_OK(weir_memory_get(rt, &m));
    return m.used;
}

/* ---- Values ---------------------------------------------------------------------------------- */

TEST(backward_stores_the_gradient_in_its_leaf) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = leaf(rt, 4, 1, 1);
    weir_recording_set(1);
    weir_array *square = kit_call("multiply", x, x), *loss = summed(square);
    weir_recording_set(0);
    CHECK(weir_array_requires_grad(loss));
    CHECK(weir_array_grad(x) == NULL);
    CHECK_OK(weir_backward(&loss, 1, NULL, 0));
    weir_array *g = grad_of(x);
    CHECK_RAMP(g, 4, 2, 2);
    CHECK(!weir_array_requires_grad(g));
    RELEASE(x, square, loss, g);
    weir_runtime_free(rt);
}

TEST(results_of_unrecorded_operations_do_not_require_grad) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 4, 1, 1), *y = kit_call("exp", x, NULL),
               *reference = kit_ramp(rt, 4, 0, 1);
    CHECK(!weir_array_requires_grad(y));
    CHECK_FAILS(weir_backward(&y, 1, NULL, 0), WEIR_EINVAL,
                "compute it, while recording, from an array");
    weir_array *none = NULL, *g = NULL;
    CHECK_FAILS(weir_grad(&x, 1, NULL, &reference, 1, 0, &g), WEIR_EINVAL,
                "input 0 does not require grad");
    CHECK_FAILS(weir_grad(&x, 1, NULL, &none, 1, 0, &g), WEIR_EINVAL, "grad: input 0 is NULL");
    weir_recording_set(1);
    weir_array *z = kit_call("exp", reference, NULL), *which = kit_call("argmax", x, NULL),
               *cut = NULL;
    CHECK(!weir_array_requires_grad(z));
    CHECK(!weir_array_requires_grad(which));
    CHECK_OK(weir_array_detach(x, &cut));
    weir_array *w = kit_call("exp", cut, NULL);
    CHECK(!weir_array_requires_grad(w));
    weir_recording_set(0);
    RELEASE(x, y, reference, z, which, cut, w);
    weir_runtime_free(rt);
}

TEST(gradients_of_several_paths_are_added) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = leaf(rt, 3, 1, 1);
    weir_recording_set(1);
    weir_array *a = kit_call("multiply", x, x), *b = kit_call("add", a, x),
               *c = kit_call("multiply", b, a);
    weir_recording_set(0);
    CHECK_OK(weir_backward(&c, 1, NULL, 0)); /* (x^2 + x) x^2: 4x^3 + 3x^2 */
    weir_array *g = grad_of(x);
    CHECK_TEXT(g, "[7., 44., 135.]");
    RELEASE(x, a, b, c, g);
    weir_runtime_free(rt);
}

TEST(write_replaces_add_and_step_add_null_takes_none) {
    weir_runtime *rt = kit_runtime(1);
    for (int mode = WEIR_GRAD_NULL; mode <= WEIR_GRAD_STEP; mode++) {
        weir_array *x = leaf(rt, 2, 1, 1), *other = leaf(rt, 2, 3, 0);
        CHECK_OK(weir_array_attach_grad(x, (weir_grad_mode)mode));
        CHECK_EQ(weir_array_grad_mode(x), mode);
        for (int round = 0; round < 2; round++) {
            weir_recording_set(1);
            weir_array *y = kit_call("multiply", x, other);
            weir_recording_set(0);
            CHECK_OK(weir_backward(&y, 1, NULL, 0));
            weir_array_release(y);
        }
        weir_array *g = weir_array_grad(x);
        if (mode == WEIR_GRAD_NULL) CHECK(g == NULL);
        if (mode == WEIR_GRAD_WRITE) CHECK_TEXT(g, "[3., 3.]");
        if (mode >= WEIR_GRAD_ADD) CHECK_TEXT(g, "[6., 6.]");
        RELEASE(x, other, g);
    }
    weir_runtime_free(rt);
}

/* Go back from x * other once. */
static void go_back(weir_array *x, weir_array *other) {
    weir_recording_set(1);
    weir_array *y = kit_call("multiply", x, other);
    weir_recording_set(0);
    CHECK_OK(weir_backward(&y, 1, NULL, 0));
    weir_array_release(y);
}

static void expect_grad(weir_array *x, const char *text) {
    weir_array *g = weir_array_grad(x);
    CHECK_TEXT(g, text);
    weir_array_release(g);
}

TEST(step_adds_until_the_array_is_written) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 2, 1, 1), *other = leaf(rt, 2, 3, 0), *alias = NULL, *g = NULL;
    CHECK_OK(weir_array_attach_grad(x, WEIR_GRAD_STEP));
    CHECK_OK(weir_array_detach(x, &alias));
    go_back(x, other);
    go_back(x, other);
    expect_grad(x, "[6., 6.]");
    kit_into("add", x, other, x); /* an update by hand */
    expect_grad(x, "[6., 6.]");   /* can still be read */
    go_back(x, other);
    expect_grad(x, "[3., 3.]");
    go_back(x, other);
    expect_grad(x, "[6., 6.]");
    kit_into("add", x, other, alias); /* by another handle of the same values */
    go_back(x, other);
    expect_grad(x, "[3., 3.]");

    g = leaf(rt, 2, 10, 0); /* a gradient that was set is added to */
    CHECK_OK(weir_array_grad_set(x, g));
    go_back(x, other);
    expect_grad(x, "[13., 13.]");
    CHECK_OK(weir_array_grad_set(x, NULL));
    go_back(x, other);
    expect_grad(x, "[3., 3.]");
    RELEASE(x, other, alias, g);
    weir_runtime_free(rt);
}

TEST(a_graph_may_outlive_the_array_of_a_step_leaf) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 2, 1, 1), *other = leaf(rt, 2, 3, 0);
    CHECK_OK(weir_array_attach_grad(x, WEIR_GRAD_STEP));
    weir_recording_set(1);
    weir_array *y = kit_call("add", x, other);
    weir_recording_set(0);
    weir_array_release(x);
    CHECK_OK(weir_backward(&y, 1, NULL, 0));
    RELEASE(y, other);
    weir_runtime_free(rt);
}

TEST(gradients_of_gradients) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = leaf(rt, 3, 1, 1), *first = NULL, *second = NULL, *third = NULL;
    weir_recording_set(1);
    weir_array *a = kit_call("multiply", x, x), *y = kit_call("multiply", a, a); /* x^4 */
    CHECK_OK(weir_grad(&y, 1, NULL, &x, 1, WEIR_BACKWARD_RECORD, &first));
    CHECK(weir_array_requires_grad(first));
    CHECK_OK(weir_grad(&first, 1, NULL, &x, 1, WEIR_BACKWARD_RECORD, &second));
    CHECK_OK(weir_grad(&second, 1, NULL, &x, 1, 0, &third));
    weir_recording_set(0);
    CHECK_TEXT(first, "[4., 32., 108.]");
    CHECK_TEXT(second, "[12., 48., 108.]");
    CHECK_TEXT(third, "[24., 48., 72.]");
    CHECK(weir_array_grad(x) == NULL);
    RELEASE(x, a, y, first, second, third);
    weir_runtime_free(rt);
}

TEST(an_output_that_a_gradient_keeps_has_a_gradient) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 2, 0, 1), *first = NULL, *second = NULL;
    weir_recording_set(1);
    weir_array *y = kit_call("exp", x, NULL); /* saves its output, not its input */
    CHECK_OK(weir_grad(&y, 1, NULL, &x, 1, WEIR_BACKWARD_RECORD, &first));
    CHECK_OK(weir_grad(&first, 1, NULL, &x, 1, 0, &second));
    weir_recording_set(0);
    float got[2];
    CHECK_OK(weir_array_read(second, got, sizeof got));
    CHECK(got[0] == 1 && got[1] > 2.718f && got[1] < 2.719f);
    RELEASE(x, y, first, second);
    weir_runtime_free(rt);
}

TEST(grad_takes_intermediate_arrays_and_leaves_the_rest_alone) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 2, 1, 1), *w = leaf(rt, 2, 5, 0), *unused = leaf(rt, 2, 0, 1);
    weir_recording_set(1);
    weir_array *h = kit_call("multiply", x, w), *y = kit_call("multiply", h, h);
    weir_recording_set(0);
    weir_array *in[] = {h, w, unused}, *g[3];
    CHECK_OK(weir_grad(&y, 1, NULL, in, 3, 0, g));
    CHECK_TEXT(g[0], "[10., 20.]");
    CHECK_TEXT(g[1], "[10., 40.]");
    CHECK(g[2] == NULL);
    CHECK(weir_array_grad(w) == NULL);
    RELEASE(x, w, unused, h, y, g[0], g[1]);
    weir_runtime_free(rt);
}

TEST(heads_may_have_given_gradients) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 3, 1, 1), *w = kit_ramp(rt, 3, 0, 1), *wrong = kit_ramp(rt, 2, 0, 1);
    weir_recording_set(1);
    weir_array *y = kit_call("multiply", x, x), *z = kit_call("negative", x, NULL);
    weir_recording_set(0);
    weir_array *heads[] = {y, z}, *grads[] = {w, NULL};
    CHECK_FAILS(weir_backward(&y, 1, &wrong, 0), WEIR_EINVAL, "the gradient is float32 (2,)");
    CHECK_OK(weir_backward(heads, 2, grads, 0));
    weir_array *g = grad_of(x);
    CHECK_TEXT(g, "[-1., 3., 11.]");
    RELEASE(x, w, wrong, y, z, g);
    weir_runtime_free(rt);
}

/* ---- What is kept ---------------------------------------------------------------------------- */

enum { BIG = 1 << 16 };

/* The bytes that y = name(x, x2) still holds after the inputs are released. */
static uint64_t kept_by(const char *name, bool both) {
    weir_runtime *rt = kit_runtime_serial();
    weir_array *x = leaf(rt, BIG, 1, 0), *other = kit_filled(rt, BIG, 2);
    weir_recording_set(1);
    weir_array *in = kit_call("abs", x, NULL); /* saves x, which exists anyway */
    uint64_t before = used(rt);
    weir_array *y = kit_call(name, in, both ? other : NULL), *loss = summed(y);
    RELEASE(in, y);
    weir_recording_set(0);
    uint64_t now = used(rt);
    CHECK_OK(weir_backward(&loss, 1, NULL, 0));
    weir_array *g = grad_of(x);
    CHECK_OK(weir_array_wait(g));
    RELEASE(x, other, loss, g);
    CHECK_EQ(used(rt), 0);
    weir_runtime_free(rt);
    return now + BIG * sizeof(float) - before; /* `in` was counted before */
}

TEST(only_what_a_gradient_needs_is_saved) {
    uint64_t one = BIG * sizeof(float), slack = 8192;
    CHECK(kept_by("add", true) < slack);
    CHECK(kept_by("negative", false) < slack);
    CHECK(kept_by("multiply", true) < slack); /* saves only `other`, which exists anyway */
    uint64_t log = kept_by("log", false), exp = kept_by("exp", false);
    CHECK(log >= one && log < one + slack);
    CHECK(exp >= one && exp < one + slack);
}

/* A gradient that could not be asked what it needs, for lack of memory, is asked again: addition then keeps
 * nothing, and does not mind that its inputs change. */
TEST(an_answer_without_memory_is_not_cached) {
    failing_allocator m = {.left = LONG_MAX};
    weir_config c = kit_config(1);
    c.engine = WEIR_SERIAL;
    c.alloc = failing_alloc, c.free = failing_free, c.alloc_ctx = &m, c.log = no_log;
    weir_runtime *rt = kit_runtime_of(&c);
    for (long n = 1; n < 12; n++) {
        int64_t length = 100 + n; /* a question of its own */
        weir_array *x = leaf(rt, length, 1, 1), *z = kit_ramp(rt, length, 1, 1), *y = NULL;
        weir_recording_set(1);
        atomic_store(&m.left, n);
        if (weir_add(x, z, &y) == WEIR_OK) weir_array_release(y);
        atomic_store(&m.left, LONG_MAX);
        weir_failure_clear(rt);
        CHECK_OK(weir_add(x, z, &y));
        weir_recording_set(0);
        kit_into("copy", x, NULL, z);
        CHECK_OK(weir_backward(&y, 1, NULL, 0));
        RELEASE(x, z, y);
    }
    weir_runtime_free(rt);
}

TEST(intermediates_are_released_during_backward) {
    enum { STEPS = 64 };
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, BIG, 1, 0), *y = weir_array_retain(x);
    weir_recording_set(1);
    for (int i = 0; i < STEPS; i++) kit_step("tanh", &y, NULL);
    weir_array *loss = summed(y);
    weir_array_release(y);
    weir_recording_set(0);
    CHECK(used(rt) > STEPS * BIG * sizeof(float));
    CHECK_OK(weir_backward(&loss, 1, NULL, 0));
    CHECK_SOON(used(rt) < 4 * BIG * sizeof(float)); /* x, its gradient: the loss is still alive */
    CHECK_FAILS(weir_backward(&loss, 1, NULL, 0), WEIR_EINVAL, "released by an earlier backward");
    RELEASE(x, loss);
    weir_runtime_free(rt);
}

TEST(a_retained_graph_allows_backward_twice) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 3, 1, 1);
    CHECK_OK(weir_array_attach_grad(x, WEIR_GRAD_ADD));
    weir_recording_set(1);
    weir_array *y = kit_call("multiply", x, x);
    weir_recording_set(0);
    CHECK_OK(weir_backward(&y, 1, NULL, WEIR_BACKWARD_RETAIN));
    CHECK_OK(weir_backward(&y, 1, NULL, 0));
    weir_array *g = grad_of(x);
    CHECK_TEXT(g, "[4., 8., 12.]");
    RELEASE(x, y, g);
    weir_runtime_free(rt);
}

TEST(a_long_chain_is_released_without_recursion) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 1, 1, 0), *y = weir_array_retain(x), *one = kit_number(rt, 1);
    weir_recording_set(1);
    for (int i = 0; i < 200000; i++) kit_step("multiply", &y, one);
    weir_recording_set(0);
    weir_array *z = weir_array_retain(y);
    CHECK_OK(weir_backward(&y, 1, NULL, WEIR_BACKWARD_RETAIN));
    weir_array *g = grad_of(x);
    CHECK_TEXT(g, "[1.]");
    RELEASE(x, y, z, one, g);
    weir_runtime_free(rt);
}

/* ---- Overwriting ----------------------------------------------------------------------------- */

TEST(backward_over_an_overwritten_value_names_both_lines) {
    weir_runtime *rt = kit_runtime(1);
    uint32_t first = weir_site_intern("train.py", 7), second = weir_site_intern("train.py", 9);
    weir_array *x = leaf(rt, 3, 1, 1), *w = kit_ramp(rt, 3, 0, 1), *one = kit_number(rt, 1);
    weir_recording_set(1);
    uint32_t last = weir_site_set(first);
    weir_array *y = kit_call("multiply", x, w);
    weir_site_set(second);
    kit_into("add", w, one, w);
    weir_site_set(last);
    weir_recording_set(0);
    CHECK_FAILS(weir_backward(&y, 1, NULL, 0), WEIR_EINVAL, "multiply at train.py:7");
    CHECK(strstr(weir_error(), "overwritten at train.py:9"));
    CHECK(weir_array_grad(x) == NULL);
    RELEASE(x, w, one, y);
    weir_runtime_free(rt);
}

TEST(a_result_may_be_changed_in_place) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 3, 1, 1), *three = kit_number(rt, 3);
    weir_recording_set(1);
    weir_array *y = kit_call("multiply", x, x);
    kit_into("add", y, x, y);          /* x^2 + x */
    kit_into("multiply", y, three, y); /* needs nothing that is gone */
    weir_recording_set(0);
    CHECK_OK(weir_backward(&y, 1, NULL, 0));
    weir_array *g = grad_of(x);
    CHECK_TEXT(g, "[9., 15., 21.]");
    RELEASE(x, three, y, g);
    weir_runtime_free(rt);
}

TEST(an_input_that_its_operation_overwrites_is_copied_if_needed) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 3, 1, 1), *w = leaf(rt, 3, 2, 1), *three = kit_number(rt, 3);
    weir_recording_set(1);
    weir_array *y = kit_call("multiply", x, three);
    kit_into("multiply", y, w, y);  /* 3 x w */
    kit_into("square", y, NULL, y); /* 9 x^2 w^2 */
    kit_into("multiply", y, y, y);  /* 81 x^4 w^4 */
    weir_recording_set(0);
    CHECK_OK(weir_backward(&y, 1, NULL, 0));
    weir_array *gx = grad_of(x), *gw = grad_of(w);
    CHECK_TEXT(y, "[1296., 104976., 1679616.]");
    CHECK_TEXT(gx, "[5184., 209952., 2239488.]");
    CHECK_TEXT(gw, "[2592., 139968., 1679616.]");
    RELEASE(x, w, three, y, gx, gw);
    weir_runtime_free(rt);
}

TEST(in_place_writes_without_a_gradient_are_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 4, 1, 1), *one = kit_number(rt, 1), *buffer = kit_ramp(rt, 8, 0, 1),
               *part = kit_cut(buffer, 0, 4);
    weir_recording_set(1);
    CHECK_FAILS(kit_try_into("add", x, one, x), WEIR_EINVAL, "pause recording");
    CHECK_FAILS(kit_try_into("add", x, one, part), WEIR_EINVAL, "view of part of an array");
    weir_array *y = kit_call("exp", x, NULL), *view = kit_cut(y, 0, 2);
    CHECK(weir_array_requires_grad(view));
    kit_into("multiply", y, one, y);
    weir_array *z = NULL;
    CHECK_FAILS(kit_try_op("exp", view, NULL, &z), WEIR_EINVAL, "was overwritten");
    kit_into("copy", buffer, NULL, buffer);
    weir_recording_set(0);
    kit_into("add", x, one, x); /* as an optimiser does */
    CHECK_RAMP(x, 4, 2, 1);
    RELEASE(x, one, buffer, part, y, view);
    weir_runtime_free(rt);
}

/* What is recorded before the write was checked before it is recorded. */
TEST(an_invalid_write_is_refused_with_and_without_recording) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 4, 1, 1), *y = kit_ramp(rt, 4, 0, 1), *few = kit_ramp(rt, 3, 0, 1);
    weir_array *in[] = {x, few}, *out[] = {y, few};
    const weir_op *add = weir_op_find("add"), *take = weir_op_find("take");
    for (int on = 0; on < 2; on++) {
        weir_recording_set(on);
        CHECK_FAILS(weir_op_call_into(rt, add, in, 1, NULL, 0, out, 1), WEIR_EINVAL, "1 given");
        CHECK_FAILS(weir_op_call_into(rt, take, in, 1, NULL, 0, out, 1), WEIR_EINVAL, "1 given");
        CHECK_FAILS(weir_op_call_into(rt, add, in, 2, NULL, 0, out, 1), WEIR_EINVAL, "broadcast");
        CHECK_FAILS(weir_op_call_into(rt, add, in, 2, NULL, 0, NULL, 1), WEIR_EINVAL, "0 outputs");
        CHECK_FAILS(weir_op_call_into(rt, add, in, 2, NULL, 0, out, 2), WEIR_EINVAL, "2 outputs");
        CHECK_FAILS(weir_op_call_into(rt, add, NULL, 2, NULL, 0, out, 1), WEIR_EINVAL, "NULL");
        CHECK_FAILS(weir_op_call_into(rt, NULL, in, 2, NULL, 0, out, 1), WEIR_EINVAL, "op is NULL");
        CHECK_FAILS(weir_op_call_into(NULL, add, in, 2, NULL, 0, out, 1), WEIR_EINVAL,
                    "rt is NULL");
    }
    weir_recording_set(0);
    RELEASE(x, y, few);
    weir_runtime_free(rt);
}

TEST(a_fully_overwritten_array_no_longer_requires_grad) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 3, 1, 1), *reference = kit_ramp(rt, 3, 5, 0);
    weir_recording_set(1);
    weir_array *y = kit_call("exp", x, NULL);
    kit_into("copy", reference, NULL, y);
    CHECK(!weir_array_requires_grad(y));
    weir_recording_set(0);
    RELEASE(x, reference, y);
    weir_runtime_free(rt);
}

TEST(integers_and_numbers_have_no_gradient) {
    weir_runtime *rt = kit_runtime(1);
    int64_t three = 3;
    weir_array *n = kit_array(rt, WEIR_INT64, 1, &three, NULL), *number = kit_number(rt, 2);
    CHECK_FAILS(weir_array_attach_grad(n, WEIR_GRAD_WRITE), WEIR_EINVAL,
                "int64 (3,) cannot have a gradient");
    CHECK_FAILS(weir_array_attach_grad(number, WEIR_GRAD_WRITE), WEIR_EINVAL, "a scalar constant");
    CHECK_FAILS(weir_array_attach_grad(NULL, WEIR_GRAD_WRITE), WEIR_EINVAL, "NULL");
    CHECK_FAILS(weir_array_grad_set(n, NULL), WEIR_EINVAL, "no gradient attached");
    RELEASE(n, number);
    weir_runtime_free(rt);
}

/* ---- Failures -------------------------------------------------------------------------------- */

TEST(a_failure_reaches_the_gradient_and_not_the_leaf) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = leaf(rt, 4, 1, 1), *bad = kit_ramp(rt, 4, 0, 1), *lr = kit_number(rt, 0.5);
    kit_break(bad);
    weir_recording_set(1);
    weir_array *y = kit_call("multiply", x, bad);
    weir_recording_set(0);
    CHECK_OK(weir_backward(&y, 1, NULL, 0));
    weir_array *g = grad_of(x), *scaled = kit_call("multiply", g, lr);
    kit_into("subtract", x, scaled, x); /* does not run */
    CHECK(weir_array_wait(x) != WEIR_OK);
    CHECK_OK(weir_var_clear(weir_array_var(x)));
    CHECK_RAMP(x, 4, 1, 1);
    weir_failure_clear(rt);
    RELEASE(x, bad, lr, y, g, scaled);
    weir_runtime_free(rt);
}

/* ---- Functions of one's own ------------------------------------------------------------------ */

typedef struct twice {
    int backward, freed;
    weir_status status;
} twice;

static weir_status twice_backward(weir_runtime *rt, weir_array *const *dy, uint32_t out_count,
                                  weir_array **dx, uint32_t in_count, void *ctx) {
    twice *t = ctx;
    (void)rt;
    CHECK(out_count == 1 && in_count == 1);
    t->backward++;
    if (t->status != WEIR_OK) return t->status;
    return weir_add(dy[0], dy[0], &dx[0]);
}

static void twice_free(void *ctx) { ((twice *)ctx)->freed++; }

static weir_array *apply_twice(weir_runtime *rt, weir_array *x, twice *t) {
    int recording = weir_recording_set(0);
    weir_array *y = kit_call("add", x, x);
    weir_recording_set(recording);
    weir_function f = {.size = sizeof f,
                       .name = "twice",
                       .backward = twice_backward,
                       .free = twice_free,
                       .ctx = t};
    CHECK_OK(weir_function_record(rt, &f, &x, 1, &y, 1));
    return y;
}

TEST(a_function_brings_its_own_gradient) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 3, 1, 1);
    twice t = {0};
    weir_recording_set(1);
    weir_array *h = kit_call("multiply", x, x), *y = apply_twice(rt, h, &t);
    weir_recording_set(0);
    CHECK_OK(weir_backward(&y, 1, NULL, 0));
    weir_array *g = grad_of(x);
    CHECK_TEXT(g, "[4., 8., 12.]");
    CHECK_EQ(t.backward, 1);
    CHECK_EQ(t.freed, 0);
    RELEASE(y);
    CHECK_EQ(t.freed, 1);
    weir_array *z = apply_twice(rt, x, &t); /* not recording: nothing is saved */
    CHECK_EQ(t.freed, 2);
    RELEASE(x, h, g, z);
    weir_runtime_free(rt);
}

TEST(a_function_whose_gradient_fails_stops_backward) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 3, 1, 1);
    twice t = {.status = WEIR_EINVAL};
    weir_recording_set(1);
    weir_array *y = apply_twice(rt, x, &t);
    weir_recording_set(0);
    CHECK_EQ(weir_backward(&y, 1, NULL, 0), WEIR_EINVAL);
    CHECK(weir_array_grad(x) == NULL);
    RELEASE(x, y);
    weir_runtime_free(rt);
}

/* ---- Checkpoints ----------------------------------------------------------------------------- */

typedef struct noisy {
    weir_array *w;
    int runs, freed;
} noisy;

/* tanh(x w) with noise of 0.1 */
static weir_status noisy_part(weir_runtime *rt, weir_array *const *in, uint32_t in_count,
                              weir_array **out, uint32_t *out_count, void *ctx) {
    noisy *n = ctx;
    weir_scope *scope;
    weir_array *a, *b, *c, *noise;
    CHECK(in_count == 1 && *out_count >= 1);
    n->runs++;
    CHECK_OK(weir_scope_new(&scope));
    int64_t shape = weir_array_count(in[0]);
    CHECK_OK(weir_uniform(
        rt, weir_i64s_of(&shape, 1),
        OPT(uniform, .high = 0.1, .dtype = WEIR_FLOAT32, .device = WEIR_DEVICE_DEFAULT), &noise));
    CHECK_OK(weir_multiply(in[0], n->w, &a));
    CHECK_OK(weir_add(a, noise, &b));
    CHECK_OK(weir_tanh(b, &c));
    out[0] = weir_scope_keep(c);
    *out_count = 1;
    return weir_scope_free(scope);
}

static void noisy_free(void *ctx) { ((noisy *)ctx)->freed++; }

static void train_noisy(bool checkpoint, float *dx, float *dw) {
    weir_runtime *rt = kit_runtime(2);
    noisy n = {.w = leaf(rt, 8, 0.5f, 0.1f)};
    weir_array *x = leaf(rt, 8, -1, 0.25f), *y = weir_array_retain(x);
    CHECK_OK(weir_seed(rt, 11));
    weir_recording_set(1);
    for (int i = 0; i < 3; i++) { /* w is used three times */
        weir_array *next = NULL;
        uint32_t count = 1;
        if (checkpoint)
            CHECK_OK(weir_checkpoint(rt, noisy_part, &y, 1, &next, &count, &n, noisy_free));
        else
            CHECK_OK(noisy_part(rt, &y, 1, &next, &count, &n));
        weir_array_release(y);
        y = next;
    }
    weir_recording_set(0);
    CHECK_OK(weir_backward(&y, 1, NULL, 0));
    CHECK_EQ(n.runs, checkpoint ? 6 : 3);
    weir_array *gx = grad_of(x), *gw = grad_of(n.w);
    CHECK_OK(weir_array_read(gx, dx, 8 * sizeof *dx));
    CHECK_OK(weir_array_read(gw, dw, 8 * sizeof *dw));
    RELEASE(x, y, n.w, gx, gw);
    CHECK_EQ(n.freed, checkpoint ? 3 : 0);
    weir_runtime_free(rt);
}

TEST(a_checkpoint_runs_again_with_the_same_random_numbers) {
    float dx[2][8], dw[2][8];
    train_noisy(false, dx[0], dw[0]);
    train_noisy(true, dx[1], dw[1]);
    CHECK(memcmp(dx[0], dx[1], sizeof dx[0]) == 0);
    CHECK(memcmp(dw[0], dw[1], sizeof dw[0]) == 0);
}

/* ---- Threads --------------------------------------------------------------------------------- */

typedef struct net {
    weir_runtime *rt;
    weir_array *x, *w, *b;
    float want[16];
    bool train;
} net;

static weir_array *forward(const net *n) {
    weir_array *xw = NULL, *y = NULL, *z = NULL;
    CHECK_OK(weir_matmul(n->x, n->w, &xw));
    CHECK_OK(weir_add(xw, n->b, &y));
    CHECK_OK(weir_tanh(y, &z));
    RELEASE(xw, y);
    return z;
}

static void *use_net(void *arg) {
    net *n = arg;
    for (int i = 0; i < 50; i++) {
        weir_recording_set(n->train);
        weir_array *y = forward(n);
        float got[16];
        CHECK_OK(weir_array_read(y, got, sizeof got));
        CHECK(memcmp(got, n->want, sizeof got) == 0);
        CHECK_EQ(weir_array_requires_grad(y), n->train);
        if (n->train) CHECK_OK(weir_backward(&y, 1, NULL, 0));
        weir_array_release(y);
    }
    weir_recording_set(0);
    return NULL;
}

TEST(threads_share_a_net) {
    enum { THREADS = 16 };
    weir_runtime *rt = kit_runtime(2);
    weir_array *flat = kit_ramp(rt, 16, -1, 0.125f), *w = NULL;
    net n = {.rt = rt, .x = kit_reshape(flat, 4, 4), .b = leaf(rt, 4, 0, 0.1f)};
    CHECK_OK(weir_cos(n.x, &w));
    CHECK_OK(weir_array_attach_grad(w, WEIR_GRAD_ADD));
    n.w = w;
    weir_array *y = forward(&n);
    CHECK_OK(weir_array_read(y, n.want, sizeof n.want));
    for (int train = 0; train < 2; train++) {
        test_thread thread[THREADS];
        n.train = train;
        for (int i = 0; i < THREADS; i++) thread[i] = test_thread_start(use_net, &n);
        for (int i = 0; i < THREADS; i++) test_thread_join(thread[i]);
    }
    weir_array *sum = grad_of(w), *once = NULL;
    CHECK_OK(weir_array_attach_grad(w, WEIR_GRAD_WRITE));
    weir_recording_set(1);
    weir_array *z = forward(&n);
    weir_recording_set(0);
    CHECK_OK(weir_backward(&z, 1, NULL, 0));
    once = grad_of(w);
    float all[16], one[16];
    CHECK_OK(weir_array_read(sum, all, sizeof all));
    CHECK_OK(weir_array_read(once, one, sizeof one));
    for (int i = 0; i < 16; i++) {
        float want = one[i] * THREADS * 50, off = all[i] - want;
        CHECK(off * off <= 1e-6f * want * want + 1e-6f); /* none was lost */
    }
    RELEASE(flat, n.x, n.b, w, y, z, sum, once);
    weir_runtime_free(rt);
}

typedef struct weight {
    weir_array *x;
    atomic_bool done;
} weight;

static void *freeze_and_thaw(void *arg) {
    weight *w = arg;
    for (int i = 0; i < 20000; i++)
        CHECK_OK(weir_array_attach_grad(w->x, i % 2 == 0 ? WEIR_GRAD_NULL : WEIR_GRAD_WRITE));
    atomic_store(&w->done, true);
    return NULL;
}

TEST(a_weight_is_frozen_while_a_thread_asks_for_its_gradient) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = leaf(rt, 4, 1, 1);
    weir_recording_set(1);
    weir_array *y = summed(x);
    weir_recording_set(0);
    weight w = {.x = x};
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, freeze_and_thaw, &w) == 0);
    while (!atomic_load(&w.done)) {
        weir_array *g = NULL;
        weir_status status = weir_grad(&y, 1, NULL, &x, 1, WEIR_BACKWARD_RETAIN, &g);
        if (status != WEIR_OK) {
            CHECK_EQ(status, WEIR_EINVAL);
            CHECK_HAS(weir_error(), "grad: input 0 does not require grad");
        }
        weir_array_release(g);
    }
    pthread_join(thread, NULL);
    RELEASE(x, y);
    weir_runtime_free(rt);
}
