/* test_named_failures.c - the message of a failing composite operator or gradient begins with the name that
 * was called.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_literals.h"

static void fails(weir_array *y, const char *beginning) {
    CHECK(y != NULL);
    CHECK(kit_is_refusal(weir_array_wait(y)));
    if (strncmp(weir_error(), beginning, strlen(beginning)) != 0)
        test_fail(__FILE__, __LINE__, "'%s' does not begin with '%s'", weir_error(), beginning);
    weir_array_release(y);
    weir_failure_clear(rt);
}

TEST(a_failure_inside_a_composite_has_its_name) {
    begin();
    weir_array *x = F32(DIMS(1, 1, 1, 2), 1, 2), *at = I64(DIMS(1, 1, 1, 2), 0, 9), *y;
    CHECK_OK(weir_max_unpool(x, at, WEIR_I64S(2, 2), &y));
    fails(y, "max_unpool: put_along_axis: index 9 ");

    weir_array *q = F32(DIMS(1), 120);
    CHECK_OK(weir_percentile(x, q, NULL, &y));
    fails(y, "percentile: quantile_positions: ");

    weir_array *scores = F32(DIMS(1, 3), 1, 2, 3), *label = I64(DIMS(1), 7);
    CHECK_OK(weir_multi_margin_loss(scores, label, NULL, NULL, &y));
    fails(y, "multi_margin_loss: ");
    for (int i = 0; i < 5; i++) weir_array_release((weir_array *[]){x, at, q, scores, label}[i]);
    end();
}

TEST(the_source_line_follows_the_name_that_was_called) {
    begin();
    weir_array *x = F32(DIMS(1, 1, 1, 2), 1, 2), *at = I64(DIMS(1, 1, 1, 2), 0, 9), *y;
    weir_site_set(weir_site_intern("net.py", 7));
    CHECK_OK(weir_max_unpool(x, at, WEIR_I64S(2, 2), &y));
    weir_site_set(0);
    weir_failure info = {.size = sizeof info};
    CHECK_STATUS(weir_array_wait(y), EINDEX);
    CHECK_OK(weir_error_get(&info));
    CHECK_HAS(info.message, "max_unpool (net.py:7): put_along_axis: index 9 ");
    CHECK_STR(info.name, "put_along_axis"); /* the kind of the task */
    weir_array_release(y);
    weir_array_release(x);
    weir_array_release(at);
    end();
}

TEST(an_operator_outside_a_composite_has_its_own_name_alone) {
    begin();
    weir_array *x = F32(DIMS(3), 1, 2, 3), *at = I64(DIMS(1), 9), *y;
    CHECK_OK(weir_take(x, at, OPT(take, .axis = 0), &y));
    fails(y, "take: index 9 ");
    weir_array *four = F32(DIMS(1, 1, 1, 2), 1, 2), *places = I64(DIMS(1, 1, 1, 2), 0, 1);
    CHECK_OK(weir_max_unpool(four, places, WEIR_I64S(2, 2), &y)); /* what was within is over */
    weir_array_release(y);
    REFUSES(weir_max_unpool(four, places, WEIR_I64S(2), &got), "max_unpool: ");
    CHECK_OK(weir_take(x, at, OPT(take, .axis = 0), &y));
    fails(y, "take: index 9 ");
    for (int i = 0; i < 4; i++) weir_array_release((weir_array *[]){x, at, four, places}[i]);
    end();
}

TEST(a_failing_gradient_names_its_operator) {
    begin();
    weir_array *x = F32(DIMS(3), 1, 2, 3), *at = I64(DIMS(1), 9), *y, *sum;
    CHECK_OK(weir_array_attach_grad(x, WEIR_GRAD_WRITE));
    weir_recording_set(1);
    CHECK_OK(weir_take(x, at, OPT(take, .axis = 0), &y));
    CHECK_OK(weir_sum(y, NULL, &sum));
    weir_recording_set(0);
    CHECK_OK(weir_backward(&sum, 1, NULL, 0));
    fails(weir_array_grad(x), "gradient of take: ");
    weir_array_release(sum);
    weir_array_release(y);
    weir_array_release(at);
    weir_array_release(x);

    /* The forward pass of a composite is recorded again for its gradient. */
    weir_array *two = F32(DIMS(1, 1, 1, 2), 1, 2), *places = I64(DIMS(1, 1, 1, 2), 0, 9), *grad;
    weir_max_unpool_attr attr = {{(const int64_t[]){2, 2}, 2}};
    weir_array *out = F32(DIMS(1, 1, 2, 2), 0, 0, 0, 0), *grads[2] = {NULL};
    CHECK_OK(weir_op_vjp(rt, weir_op_find("max_unpool"), (weir_array *[]){two, places}, 2, &attr,
                         sizeof attr, &out, 1, &out, (const uint8_t[]){1, 0}, grads));
    grad = grads[0];
    fails(grad, "gradient of max_unpool: put_along_axis: index 9 ");
    weir_array_release(two);
    weir_array_release(places);
    weir_array_release(out);
    end();
}

TEST(a_function_made_of_operators_names_itself) {
    begin();
    weir_array *x = F32(DIMS(1, 1, 1, 2), 1, 2), *at = I64(DIMS(1, 1, 1, 2), 0, 9), *y;
    CHECK(weir_within_set("unzip") == NULL);
    CHECK_OK(weir_max_unpool(x, at, WEIR_I64S(2, 2), &y));
    CHECK_STR(weir_within_set(NULL), "unzip");
    fails(y, "unzip: put_along_axis: index 9 ");
    weir_array_release(x);
    weir_array_release(at);
    end();
}
