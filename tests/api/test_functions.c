/* test_functions.c - functions with a custom gradient, and checkpoints: saved arrays, gradients, errors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"

#define CHECK_FAILS(call, status, words)                                                           \
    do {                                                                                           \
        CHECK_EQ(call, status);                                                                    \
        CHECK_HAS(weir_error(), words);                                                            \
    } while (0)

static weir_array *leaf(weir_runtime *rt, int64_t n, float start, float step) {
    weir_array *x = kit_ramp(rt, n, start, step);
    CHECK_OK(weir_array_attach_grad(x, WEIR_GRAD_WRITE));
    return x;
}

/* With workers, a block may be freed a moment after the wait. */
static uint64_t used(weir_runtime *rt) {
    weir_memory m = {.size = sizeof m};
    CHECK_OK(weir_waitall(rt));
    CHECK_OK(weir_memory_get(rt, &m));
    return m.used;
}

/* ---- Functions ------------------------------------------------------------------------------- */

static int freed;

static void count_free(void *ctx) {
    (void)ctx;
    freed++;
}

/* dy * y, where y was saved */
static weir_status exp_backward(weir_runtime *rt, weir_array *const *dy, uint32_t out_count,
                                weir_array **dx, uint32_t in_count, void *ctx) {
    weir_array *y, *none;
    (void)rt, (void)ctx;
    CHECK(out_count == 1 && in_count == 1);
    CHECK_EQ(weir_function_saved(2, &y), WEIR_EINVAL);
    CHECK_OK(weir_function_saved(1, &none));
    CHECK(none == NULL);
    weir_status status = weir_function_saved(0, &y);
    if (status != WEIR_OK) return status;
    status = weir_multiply(dy[0], y, &dx[0]);
    weir_array_release(y);
    return status;
}

static weir_array *own_exp(weir_runtime *rt, weir_array *x) {
    int recording = weir_recording_set(0);
    weir_array *y;
    CHECK_OK(weir_exp(x, &y));
    weir_recording_set(recording);
    weir_array *saved[] = {y, NULL};
    weir_function f = {.size = sizeof f,
                       .name = "own_exp",
                       .backward = exp_backward,
                       .free = count_free,
                       .saved = saved,
                       .saved_count = 2};
    CHECK_OK(weir_function_record(rt, &f, &x, 1, &y, 1));
    return y;
}

TEST(a_saved_output_does_not_hold_its_function) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 100, 0, 0);
    uint64_t before = used(rt);
    freed = 0;
    for (int i = 0; i < 3; i++) {
        weir_recording_set(1);
        weir_array *y = own_exp(rt, x);
        weir_recording_set(0);
        if (i > 0) CHECK_OK(weir_backward(&y, 1, NULL, 0));
        weir_array_release(y);
        CHECK_EQ(freed, i + 1);
    }
    weir_array *g = weir_array_grad(x);
    CHECK_ALL(g, 100, 1);
    CHECK_OK(weir_array_grad_set(x, NULL));
    weir_array_release(g);
    CHECK_SOON(used(rt) == before);
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(saved_arrays_are_released_after_their_backward) {
    weir_runtime *rt = kit_runtime_serial();
    weir_array *x = leaf(rt, 1000, 0, 0), *one = kit_ramp(rt, 1000, 1, 0), *z;
    weir_recording_set(1);
    weir_array *y = own_exp(rt, x);
    CHECK_OK(weir_add(y, one, &z));
    weir_recording_set(0);
    weir_array_release(y); /* z holds the function, and the function what it saved */
    CHECK_OK(weir_backward(&z, 1, NULL, WEIR_BACKWARD_RETAIN));
    CHECK_OK(weir_array_grad_set(x, NULL));
    uint64_t before = used(rt);
    CHECK_OK(weir_backward(&z, 1, NULL, 0));
    CHECK_OK(weir_array_grad_set(x, NULL));
    CHECK_LE(used(rt) + 4000, before);
    CHECK_FAILS(weir_backward(&z, 1, NULL, 0), WEIR_EINVAL,
                "the saved operands of own_exp at an unknown line were released");
    weir_array *all[] = {x, one, z};
    for (int i = 0; i < 3; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

TEST(the_name_of_a_function_is_copied) {
    weir_runtime *rt = kit_runtime_serial();
    weir_array *x = leaf(rt, 10, 0, 0), *y, *saved[2] = {NULL, NULL};
    char name[] = "short_lived";
    CHECK_OK(weir_exp(x, &y));
    saved[0] = y;
    weir_function f = {
        .size = sizeof f, .name = name, .backward = exp_backward, .saved = saved, .saved_count = 2};
    weir_recording_set(1);
    CHECK_OK(weir_function_record(rt, &f, &x, 1, &y, 1));
    weir_recording_set(0);
    memset(name, '?', sizeof name - 1);
    CHECK_OK(weir_backward(&y, 1, NULL, 0));
    CHECK_FAILS(weir_backward(&y, 1, NULL, 0), WEIR_EINVAL,
                "the saved operands of short_lived at an unknown line were released");
    weir_array_release(x);
    weir_array_release(y);
    weir_runtime_free(rt);
}

TEST(gradients_of_gradients_go_through_a_saved_output) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 3, 0, 0), *g = NULL, *gg = NULL;
    weir_recording_set(1);
    weir_array *y = own_exp(rt, x);
    CHECK_OK(weir_grad(&y, 1, NULL, &x, 1, WEIR_BACKWARD_RECORD, &g));
    CHECK_OK(weir_grad(&g, 1, NULL, &x, 1, 0, &gg));
    weir_recording_set(0);
    CHECK(gg != NULL);
    CHECK_ALL(gg, 3, 1);
    weir_array *all[] = {x, y, g, gg};
    for (int i = 0; i < 4; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

TEST(a_saved_array_that_was_overwritten_is_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 3, 0, 0), *two = kit_ramp(rt, 3, 2, 0);
    weir_recording_set(1);
    weir_array *y = own_exp(rt, x);
    weir_recording_set(0);
    kit_into("add", two, two, y);
    CHECK_FAILS(weir_backward(&y, 1, NULL, 0), WEIR_EINVAL,
                "the gradient of own_exp at an unknown line needs its saved array 0");
    CHECK_HAS(weir_error(), "overwritten");
    weir_array *nothing;
    CHECK_FAILS(weir_function_saved(0, &nothing), WEIR_EINVAL, "is not running the backward");
    weir_array *all[] = {x, y, two};
    for (int i = 0; i < 3; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

/* Returns the given arrays. */
static weir_status given_backward(weir_runtime *rt, weir_array *const *dy, uint32_t out_count,
                                  weir_array **dx, uint32_t in_count, void *ctx) {
    (void)rt, (void)dy, (void)out_count, (void)in_count;
    dx[0] = weir_array_retain(ctx);
    return WEIR_OK;
}

TEST(a_gradient_of_another_dtype_or_a_number_is_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 3, 0, 1), *wide, *number, *y;
    CHECK_OK(weir_astype(x, WEIR_FLOAT64, &wide));
    CHECK_OK(weir_number_f64(rt, 3, &number));
    for (int i = 0; i < 2; i++) {
        y = kit_ramp(rt, 3, 0, 1);
        weir_function f = {.size = sizeof f,
                           .name = "given",
                           .backward = given_backward,
                           .ctx = i == 0 ? wide : number};
        weir_recording_set(1);
        CHECK_OK(weir_function_record(rt, &f, &x, 1, &y, 1));
        weir_recording_set(0);
        CHECK_FAILS(weir_backward(&y, 1, NULL, 0), WEIR_EINVAL,
                    i == 0 ? "given: gradient 0 is float64, but the input is float32"
                           : "given: gradient 0 is a scalar constant");
        CHECK(weir_array_grad(x) == NULL);
        weir_array_release(y);
    }
    weir_array *all[] = {x, wide, number};
    for (int i = 0; i < 3; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

TEST(one_array_cannot_be_two_outputs) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 3, 0, 1), *y = kit_ramp(rt, 3, 0, 1), *both[] = {y, y};
    weir_function f = {
        .size = sizeof f, .name = "double", .backward = given_backward, .free = count_free};
    freed = 0;
    weir_recording_set(1);
    CHECK_FAILS(weir_function_record(rt, &f, &x, 1, both, 2), WEIR_EINVAL,
                "outputs 0 and 1 are the same array");
    weir_recording_set(0);
    CHECK_EQ(freed, 1);
    weir_array_release(x);
    weir_array_release(y);
    weir_runtime_free(rt);
}

/* ---- Checkpoints ----------------------------------------------------------------------------- */

typedef enum part_kind { HANDS_ON, GIVES_TWICE, SQUARES, OVERWRITES } part_kind;

static weir_status part(weir_runtime *rt, weir_array *const *in, uint32_t in_count,
                        weir_array **out, uint32_t *out_count, void *ctx) {
    part_kind kind = *(const part_kind *)ctx;
    (void)rt;
    CHECK(in_count == 1 && *out_count >= 1);
    if (kind == OVERWRITES) kit_into("add", in[0], in[0], in[0]);
    if (kind == HANDS_ON)
        out[0] = weir_array_retain(in[0]);
    else
        CHECK_OK(weir_multiply(in[0], in[0], &out[0]));
    if (kind == GIVES_TWICE) out[1] = weir_array_retain(out[0]);
    *out_count = kind == GIVES_TWICE ? 2 : 1;
    return WEIR_OK;
}

static weir_status check_part(weir_runtime *rt, part_kind kind, weir_array *x, weir_array **out) {
    static part_kind kinds[] = {HANDS_ON, GIVES_TWICE, SQUARES, OVERWRITES};
    uint32_t count = kind == GIVES_TWICE ? 2 : 1;
    weir_recording_set(1);
    weir_status status = weir_checkpoint(rt, part, &x, 1, out, &count, &kinds[kind], count_free);
    weir_recording_set(0);
    return status;
}

TEST(a_part_may_return_its_input_or_one_array_twice) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 2, 1, 1), *out[2];
    freed = 0;
    CHECK_OK(check_part(rt, HANDS_ON, x, out));
    CHECK(out[0] != x);
    CHECK_OK(weir_backward(out, 1, NULL, 0));
    weir_array *g = weir_array_grad(x);
    CHECK_ALL(g, 2, 1);
    weir_array_release(g);
    weir_array_release(out[0]);
    CHECK_EQ(freed, 1);
    CHECK_OK(check_part(rt, GIVES_TWICE, x, out));
    CHECK(out[0] != out[1]);
    CHECK_OK(weir_backward(out, 2, NULL, 0));
    g = weir_array_grad(x);
    CHECK_TEXT(g, "[4., 8.]");
    weir_array *all[] = {x, g, out[0], out[1]};
    for (int i = 0; i < 4; i++) weir_array_release(all[i]);
    CHECK_EQ(freed, 2);
    weir_runtime_free(rt);
}

TEST(a_part_whose_input_changes_is_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 2, 1, 1), *out, *h;
    weir_recording_set(1);
    CHECK_OK(weir_multiply(x, x, &h));
    weir_recording_set(0);
    CHECK_OK(check_part(rt, SQUARES, h, &out));
    kit_into("add", x, x, h);
    CHECK_FAILS(weir_backward(&out, 1, NULL, 0), WEIR_EINVAL, "needs its saved array 0");
    weir_array_release(out);
    weir_array *reference = kit_ramp(rt, 2, 1, 1);
    CHECK_FAILS(check_part(rt, OVERWRITES, reference, &out), WEIR_EINVAL, "overwrote its input 0");
    weir_array *all[] = {x, h, reference};
    for (int i = 0; i < 3; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

TEST(gradients_of_gradients_through_a_checkpoint_are_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 2, 1, 1), *out, *g;
    CHECK_OK(check_part(rt, SQUARES, x, &out));
    CHECK_FAILS(weir_grad(&out, 1, NULL, &x, 1, WEIR_BACKWARD_RECORD, &g), WEIR_EINVAL,
                "second derivatives through a checkpoint");
    CHECK_OK(weir_grad(&out, 1, NULL, &x, 1, 0, &g));
    CHECK_TEXT(g, "[2., 4.]");
    weir_array *all[] = {x, out, g};
    for (int i = 0; i < 3; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

/* ---- Leaves ---------------------------------------------------------------------------------- */

TEST(a_leaf_may_be_a_head_before_anything_was_computed) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 3, 0, 1);
    CHECK_OK(weir_backward(&x, 1, NULL, 0));
    weir_array *g = weir_array_grad(x);
    CHECK_ALL(g, 3, 1);
    weir_array_release(x);
    weir_array_release(g);
    weir_runtime_free(rt);
}

TEST(attaching_a_gradient_again_releases_the_old_one) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 1000, 0, 1);
    uint64_t before = used(rt);
    for (int i = 0; i < 4; i++) {
        CHECK_OK(weir_array_attach_grad(x, i % 2 == 0 ? WEIR_GRAD_WRITE : WEIR_GRAD_ADD));
        CHECK(weir_array_grad(x) == NULL);
        weir_recording_set(1);
        weir_array *y = kit_call("multiply", x, x);
        weir_recording_set(0);
        CHECK_OK(weir_backward(&y, 1, NULL, 0));
        weir_array_release(y);
    }
    CHECK_OK(weir_array_attach_grad(x, WEIR_GRAD_WRITE));
    CHECK_SOON(used(rt) == before);
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(repeated_writes_do_not_accumulate_history) {
    weir_runtime *rt = kit_runtime_serial();
    weir_array *x = leaf(rt, 1000, 1, 0), *y = kit_ramp(rt, 1000, 0, 0);
    uint64_t after[2] = {0, 0};
    for (int i = 0; i < 40; i++) {
        weir_recording_set(1);
        weir_array *h = kit_call("multiply", x, x), *in[] = {h, h};
        CHECK_OK(weir_op_call_into(rt, weir_op_find("multiply"), in, 2, NULL, 0, &y, 1));
        weir_recording_set(0);
        weir_array_release(h);
        if (i == 20 || i == 39) after[i == 39] = used(rt);
    }
    CHECK_EQ(after[1], after[0]);
    CHECK_OK(weir_backward(&y, 1, NULL, 0));
    weir_array *g = weir_array_grad(x);
    CHECK_ALL(g, 1000, 4);
    weir_array *all[] = {x, y, g};
    for (int i = 0; i < 3; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

/* Overwrites the head during backward. */
static weir_status rude_backward(weir_runtime *rt, weir_array *const *dy, uint32_t out_count,
                                 weir_array **dx, uint32_t in_count, void *ctx) {
    weir_array *head = ctx, *in[] = {dy[0], dy[0]};
    (void)out_count, (void)in_count;
    CHECK_OK(weir_op_call_into(rt, weir_op_find("add"), in, 2, NULL, 0, &head, 1));
    CHECK_OK(weir_array_attach_grad(head, WEIR_GRAD_NULL));
    dx[0] = weir_array_retain(dy[0]);
    return WEIR_OK;
}

TEST(a_step_may_overwrite_the_head) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = leaf(rt, 3, 1, 1), *y = kit_ramp(rt, 3, 1, 1), *z;
    weir_recording_set(1);
    z = kit_ramp(rt, 3, 0, 0);
    weir_function f = {.size = sizeof f, .name = "rude", .backward = rude_backward, .ctx = z};
    CHECK_OK(weir_function_record(rt, &f, &x, 1, &y, 1));
    weir_array *in[] = {y, y};
    CHECK_OK(weir_op_call_into(rt, weir_op_find("add"), in, 2, NULL, 0, &z, 1));
    weir_recording_set(0);
    CHECK_OK(weir_backward(&z, 1, NULL, 0));
    weir_array *g = weir_array_grad(x);
    CHECK_ALL(g, 3, 2);
    weir_array *all[] = {x, y, z, g};
    for (int i = 0; i < 4; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}
