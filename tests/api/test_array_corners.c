/* test_array_corners.c - regression tests for corner cases of arrays.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <string.h>

#include "array_kit.h"

TEST(a_list_that_is_null_with_a_count_is_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *y = NULL, *x = kit_ramp(rt, 4, 0, 1);
    const int64_t axis = 0;
    CHECK_STATUS(
        weir_zeros(rt, weir_i64s_of(NULL, 2), OPT(zeros, .dtype = WEIR_FLOAT32, .device = -1), &y),
        EINVAL);
    CHECK_HAS(weir_error(), "shape is NULL with a count of 2");
    CHECK_STATUS(weir_sum(x, OPT(sum, .axes = weir_i64s_of(&axis, -1)), &y), EINVAL);
    CHECK_HAS(weir_error(), "count of -1");
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(an_output_that_is_not_wanted_may_be_null) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *y, *x = kit_ramp(rt, 100, 0, 1);
    CHECK_OK(weir_dropout(x, NULL, &y, NULL));
    CHECK_OK(weir_array_wait(y));
    weir_array_release(y);
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(arrays_with_more_elements_than_can_be_counted_in_bytes_are_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *y, *x = kit_ramp(rt, 1, 0, 1);
    const int64_t many = INT64_C(1) << 61;
    CHECK_STATUS(weir_broadcast_to(x, weir_i64s_of(&many, 1), &y), EINVAL);
    CHECK_HAS(weir_error(), "too many elements");
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(bools_made_of_any_bytes_are_0_or_1) {
    weir_runtime *rt = kit_runtime(1);
    const uint8_t bytes[4] = {2, 255, 0, 1};
    uint8_t back[4];
    const int64_t n = 4;
    weir_array *x, *count;
    int64_t set;
    CHECK_OK(weir_array_new(rt, WEIR_BOOL, &n, 1, bytes, &x));
    CHECK_OK(weir_array_read(x, back, sizeof back));
    CHECK_EQ(memcmp(back, "\1\1\0\1", 4), 0);
    CHECK_OK(weir_sum(x, NULL, &count));
    CHECK_OK(weir_array_item_i64(count, &set));
    CHECK_EQ(set, 3);
    weir_array_release(count);
    weir_array_release(x);
    weir_runtime_free(rt);
}

/* ---- A task has modes of its own ------------------------------------------------------------- */

typedef struct maker {
    weir_runtime *rt;
    weir_array *made;
} maker;

static weir_status make(weir_context *ctx, void *arg) {
    maker *m = arg;
    const int64_t n = 3;
    (void)ctx;
    return weir_array_new(m->rt, WEIR_DTYPE_DEFAULT, &n, 1, NULL, &m->made);
}

static const weir_kind making = {
    .size = sizeof making, .name = "make", .run = make, .flags = WEIR_KIND_HELP};

static void make_inside_a_task(weir_engine engine) {
    weir_config config = kit_config(2);
    config.engine = engine;
    maker m = {NULL, NULL};
    weir_var *v;
    weir_scope *scope;
    CHECK_OK(weir_runtime_new(&config, &m.rt));
    CHECK_OK(weir_var_new(m.rt, NULL, &v));
    weir_task task = {
        .size = sizeof task, .kind = &making, .arg = &m, .writes = &v, .write_count = 1};
    weir_default_dtype_set(WEIR_FLOAT64);
    CHECK_OK(weir_scope_new(&scope));
    CHECK_OK(weir_task_push(m.rt, &task));
    CHECK_OK(weir_var_wait(v));
    CHECK_OK(weir_scope_free(scope));
    weir_default_dtype_set(WEIR_FLOAT32);
    CHECK_EQ(weir_array_dtype(m.made), WEIR_FLOAT32); /* and it is still there */
    weir_array_release(m.made);
    weir_var_release(v);
    weir_runtime_free(m.rt);
}

TEST(a_task_does_not_inherit_the_modes_of_the_thread_it_runs_on) {
    make_inside_a_task(WEIR_THREADED);
    make_inside_a_task(WEIR_SERIAL);
}

/* ---- Scopes and other threads ---------------------------------------------------------------- */

enum { SHARED = 200 };

static void *release_some(void *arg) {
    weir_array **array = arg;
    for (int i = 0; i < SHARED; i += 2) weir_array_release(array[i]);
    return NULL;
}

TEST(another_thread_may_release_arrays_of_a_scope) {
    weir_runtime *rt = kit_runtime(1);
    weir_scope *scope;
    weir_array *array[SHARED], *more;
    CHECK_OK(weir_scope_new(&scope));
    for (int i = 0; i < SHARED; i++) array[i] = kit_ramp(rt, 100, 0, 1);
    test_thread t = test_thread_start(release_some, array);
    const int64_t n = 4;
    for (int i = 0; i < SHARED; i++) CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, &n, 1, NULL, &more));
    test_thread_join(t);
    CHECK_OK(weir_scope_free(scope));
    weir_runtime_free(rt);
}

TEST(a_gradient_of_the_wrong_shape_is_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *y, *g = NULL, *x = kit_ramp(rt, 4, 0, 1), *wrong = kit_ramp(rt, 3, 0, 1);
    const weir_op *op = weir_op_find("tanh");
    CHECK_OK(weir_tanh(x, &y));
    CHECK_STATUS(weir_op_vjp(rt, op, &x, 1, NULL, 0, &y, 1, &wrong, NULL, &g), EINVAL);
    CHECK_HAS(weir_error(), "grad_out 0 has shape (3,), but the output has shape (4,)");
    CHECK_STATUS(weir_op_vjp(rt, op, &x, 1, NULL, 0, &y, 0, NULL, NULL, &g), EINVAL);
    weir_array_release(y);
    weir_array_release(x);
    weir_array_release(wrong);
    weir_runtime_free(rt);
}

TEST(a_gradient_needs_the_inputs_of_the_call) {
    weir_runtime *rt = kit_runtime(1), *other = kit_runtime(1);
    weir_array *x = kit_ramp(rt, 4, 0, 1), *far = kit_ramp(other, 4, 0, 1), *g[2] = {NULL},
               *in[2] = {x, x}, *y = kit_call("multiply", x, x);
    const weir_op *op = weir_op_find("multiply");
    CHECK_STATUS(weir_op_vjp(rt, op, in, 1, NULL, 0, &y, 1, &y, NULL, g), EINVAL);
    CHECK_HAS(weir_error(), "multiply: takes inputs x1, x2; 1 given");
    CHECK_STATUS(weir_op_vjp(rt, op, NULL, 2, NULL, 0, &y, 1, &y, NULL, g), EINVAL);
    CHECK_HAS(weir_error(), "the list of inputs is NULL");
    in[1] = NULL;
    CHECK_STATUS(weir_op_vjp(rt, op, in, 2, NULL, 0, &y, 1, &y, NULL, g), EINVAL);
    CHECK_HAS(weir_error(), "input 1 of (x1, x2) is NULL");
    in[1] = far;
    CHECK_STATUS(weir_op_vjp(rt, op, in, 2, NULL, 0, &y, 1, &y, NULL, g), EINVAL);
    CHECK_HAS(weir_error(), "input 1 belongs to another runtime");
    CHECK(g[0] == NULL && g[1] == NULL);
    weir_array_release(y);
    weir_array_release(x);
    weir_array_release(far);
    weir_runtime_free(rt);
    weir_runtime_free(other);
}

TEST(attribute_structs_match_the_descriptions_of_operators) {
    const weir_op_def *sum = weir_op_describe(weir_op_find("sum"));
    CHECK_EQ(sum->attr_size, sizeof(weir_sum_attr));
    CHECK_EQ(sum->attrs[0].offset, offsetof(weir_sum_attr, axes));
    CHECK_EQ(sum->attrs[2].offset, offsetof(weir_sum_attr, dtype));
    const weir_op_def *pad = weir_op_describe(weir_op_find("pad"));
    CHECK_EQ(pad->attr_size, sizeof(weir_pad_attr));
    const weir_op_def *normal = weir_op_describe(weir_op_find("normal"));
    CHECK_EQ(normal->attr_size, sizeof(weir_normal_attr));
    CHECK_EQ(normal->attrs[4].offset, offsetof(weir_normal_attr, device));
}
