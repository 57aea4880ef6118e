/* test_diff.c - differences of adjacent elements: known values, and errors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "check_array.h"

static weir_runtime *rt;

static weir_array *ints(int32_t ndim, const int64_t *shape, const int32_t *values) {
    weir_array *a = NULL;
    CHECK_OK(weir_array_new(rt, WEIR_INT32, shape, ndim, values, &a));
    return a;
}

TEST(differences_are_taken_repeatedly_along_an_axis) {
    rt = kit_runtime(2);
    const int32_t values[] = {1, 2, 4, 9, 1, 1, 0, -5};
    weir_array *x = ints(2, (const int64_t[]){2, 4}, values);
    SHOWS(weir_diff(x, NULL, NULL, NULL, &got), "[[1, 2, 5], [0, -1, -5]]");
    SHOWS(weir_diff(x, NULL, NULL, OPT(diff, .n = 1, .axis = 0), &got), "[[0, -1, -4, -14]]");
    SHOWS(weir_diff(x, NULL, NULL, OPT(diff, .n = 2, .axis = 1), &got), "[[1, 3], [-1, -4]]");
    SHOWS(weir_diff(x, NULL, NULL, OPT(diff, .n = 0, .axis = -1), &got),
          "[[1, 2, 4, 9], [1, 1, 0, -5]]");
    weir_array *y = NULL;
    CHECK_OK(weir_diff(x, NULL, NULL, OPT(diff, .n = INT64_MAX, .axis = -1), &y));
    CHECK_EQ(weir_array_shape(y)[0], 2);
    CHECK_EQ(weir_array_shape(y)[1], 0);
    weir_array_release(y);
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(prepended_and_appended_values_take_part) {
    rt = kit_runtime(2);
    const int32_t values[] = {3, 5, 4}, front[] = {0, 1}, back[] = {10};
    weir_array *x = ints(1, (const int64_t[]){3}, values),
               *a = ints(1, (const int64_t[]){2}, front), *b = ints(1, (const int64_t[]){1}, back);
    SHOWS(weir_diff(x, a, b, OPT(diff, .n = 1, .axis = 0), &got), "[1, 2, 2, -1, 6]");
    SHOWS(weir_diff(x, NULL, b, OPT(diff, .n = 1, .axis = 0), &got), "[2, -1, 6]");
    SHOWS(weir_diff(x, x, x, OPT(diff, .n = 1, .axis = 0), &got), "[2, -1, -1, 2, -1, -1, 2, -1]");
    weir_array *same[3] = {x, x, x}, *y = NULL, *grad[3], *ramp = NULL;
    CHECK_OK(weir_diff(x, x, x, OPT(diff, .n = 1, .axis = 0), &y));
    CHECK_OK(weir_arange(
        rt, 1, OPT(arange, .stop = 9, .step = 1, .dtype = WEIR_INT32, .device = -1), &ramp));
    weir_diff_attr attr = {1, 0};
    CHECK_OK(weir_op_vjp(rt, weir_op_find("diff"), same, 3, &attr, sizeof attr, &y, 1, &ramp, NULL,
                         grad));
    CHECK_STR(text(grad[0]), "[-1, -1, -1]");
    CHECK_STR(text(grad[1]), "[-1, -1, -1]");
    CHECK_STR(text(grad[2]), "[-1, -1, 8]");
    weir_array *all[] = {x, a, b, y, ramp, grad[0], grad[1], grad[2]};
    for (int i = 0; i < 8; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

TEST(diff_refuses_mismatched_shapes) {
    rt = kit_runtime(1);
    const int32_t values[] = {1, 2, 3, 4, 5, 6};
    const uint8_t bits[] = {1, 0};
    const int64_t two = 2;
    weir_array *x = ints(2, (const int64_t[]){2, 3}, values),
               *flat = ints(1, (const int64_t[]){3}, values),
               *tall = ints(2, (const int64_t[]){3, 1}, values), *mask = NULL;
    CHECK_OK(weir_array_new(rt, WEIR_BOOL, &two, 1, bits, &mask));
    REFUSES(weir_diff(x, NULL, NULL, OPT(diff, .n = -1, .axis = -1), &got),
            "diff: n must be at least 0, got -1");
    REFUSES(weir_diff(x, NULL, NULL, OPT(diff, .n = 1, .axis = 2), &got),
            "diff: axis 2 is out of range for an array with 2 dimensions");
    REFUSES(
        weir_diff(x, flat, NULL, NULL, &got),
        "diff: prepend has shape (3,), but x has shape (2, 3); only the size of axis 1 may differ");
    REFUSES(
        weir_diff(x, NULL, tall, NULL, &got),
        "diff: append has shape (3, 1), but x has shape (2, 3); only the size of axis 1 may differ");
    REFUSES(weir_diff(mask, NULL, NULL, NULL, &got),
            "diff: bool is not supported; convert x to a numeric dtype");
    weir_array *all[] = {x, flat, tall, mask};
    for (int i = 0; i < 4; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}
