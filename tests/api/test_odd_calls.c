/* test_odd_calls.c - arguments and values at the edge of what operators accept, where results once
 * differed from NumPy and PyTorch: numbers in gradients, powers of zero, infinite coordinates, large
 * padding.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"
#include "array_literals.h"

#include <math.h>

/* The gradient of the sum of op(in...) to input `which`. */
static weir_status gradient(const char *name, weir_array **in, uint32_t count, const void *attr,
                            uint32_t which, weir_array **out) {
    const weir_op *op = kit_op(name);
    uint8_t wanted[4] = {0};
    weir_array *y = NULL, *dy = NULL, *g[4] = {NULL};
    wanted[which] = 1;
    CHECK_OK(weir_op_call(rt, op, in, count, attr, weir_op_describe(op)->attr_size, &y, NULL));
    CHECK_OK(weir_ones_like(y, NULL, &dy));
    weir_status status = weir_op_vjp(rt, op, in, count, attr, weir_op_describe(op)->attr_size, &y,
                                     1, &dy, wanted, g);
    DROP(y, dy);
    *out = g[which];
    return status;
}

static double slope_of(const char *name, weir_array *x, weir_array *z, uint32_t which) {
    weir_array *slope = NULL;
    double value = 0;
    CHECK_OK(gradient(name, (weir_array *[]){x, z}, 2, NULL, which, &slope));
    CHECK_OK(weir_array_read(slope, &value, sizeof value));
    weir_array_release(slope);
    return value;
}

/* ---- Numbers in gradients -------------------------------------------------------------------- */

TEST(the_gradient_beside_a_number_has_the_precision_of_the_array) {
    begin();
    weir_array *x = F64(DIMS(1), 0.7), *third = kit_number(rt, 1.0 / 3),
               *base = kit_number(rt, 1.7);
    double slope = slope_of("pow", x, third, 0);
    CHECK(fabs(slope - pow(0.7, 1.0 / 3 - 1) / 3) < 1e-14);
    slope = slope_of("pow", base, x, 1);
    CHECK(fabs(slope - pow(1.7, 0.7) * log(1.7)) < 1e-14);
    slope = slope_of("atan2", x, base, 0);
    CHECK(fabs(slope - 1.7 / (0.7 * 0.7 + 1.7 * 1.7)) < 1e-14);
    DROP(x, third, base);
    end();
}

TEST(the_gradient_beside_a_complex_number_has_the_precision_of_the_array) {
    begin();
    const double two[2] = {2, 0};
    weir_array *x = made(WEIR_COMPLEX128, DIMS(1), two), *z = NULL, *slope = NULL;
    double got[2] = {0};
    CHECK_OK(weir_number_c128(rt, 0.1, 0.3, &z));
    CHECK_OK(gradient("multiply", (weir_array *[]){x, z}, 2, NULL, 0, &slope));
    CHECK_OK(weir_array_read(slope, got, sizeof got));
    CHECK(fabs(got[0] - 0.1) < 1e-15 && fabs(got[1] + 0.3) < 1e-15);
    DROP(x, z, slope);
    end();
}

TEST(powers_of_zero_have_gradients) {
    begin();
    weir_array *x = F32(DIMS(3), 0, 0, 2), *z = F32(DIMS(3), 0, 2, 0), *none = kit_number(rt, 0);
    weir_array *lower = F32(DIMS(1), -1), *zero = F32(DIMS(1), 0);
    SHOWS(gradient("pow", (weir_array *[]){x, z}, 2, NULL, 0, &got), "[0., 0., 0.]");
    SHOWS(gradient("pow", (weir_array *[]){x, none}, 2, NULL, 0, &got), "[0., 0., 0.]");
    SHOWS(gradient("pow", (weir_array *[]){x, z}, 2, NULL, 1, &got), "[0., 0., 0.6931472]");
    SHOWS(gradient("pow", (weir_array *[]){zero, lower}, 2, NULL, 1, &got), "[-inf]");
    DROP(x, z, none, lower, zero);
    end();
}

TEST(angles_of_far_points_have_gradients) {
    begin();
    weir_array *x = F32(DIMS(1), 3e20f), *z = F32(DIMS(1), 4e20f);
    SHOWS(gradient("atan2", (weir_array *[]){x, z}, 2, NULL, 0, &got), "[1.6e-21]");
    DROP(x, z);
    end();
}

/* ---- Losses, margins, windows ---------------------------------------------------------------- */

TEST(gradients_are_zero_if_every_target_is_ignored) {
    begin();
    weir_array *x = F32(DIMS(2, 2), 1, 2, 3, 4), *t = I64(DIMS(2), -100, -100);
    SHOWS(gradient("nll_loss", (weir_array *[]){x, t}, 2, NULL, 0, &got),
          "[[-0., -0.], [-0., -0.]]");
    DROP(x, t);
    end();
}

TEST(targets_may_be_bools_and_unsigned) {
    begin();
    weir_array *x = F32(DIMS(2), 0.5, -0.5), *yes = NULL;
    weir_array *t = made(WEIR_UINT8, DIMS(2), (const uint8_t[]){1, 3});
    weir_kl_div_attr attr = {.reduction = "sum"};
    CHECK_OK(weir_astype(t, WEIR_BOOL, &yes));
    SHOWS(gradient("kl_div", (weir_array *[]){x, t}, 2, &attr, 0, &got), "[-1., -3.]");
    SHOWS(gradient("kl_div", (weir_array *[]){x, yes}, 2, &attr, 0, &got), "[-1., -1.]");
    SHOWS(gradient("hinge_loss", (weir_array *[]){x, t}, 2, NULL, 0, &got), "[-0.5, -1.5]");
    DROP(x, t, yes);
    end();
}

/* As many operators as for narrow padding: one operator per wrap-around would not end. */
TEST(padding_that_wraps_repeatedly_has_gradients) {
    begin();
    static const char *const modes[] = {"wrap", "symmetric", "reflect", "edge"};
    static const char *const shown[] = {"[333335., 333334., 333334.]",
                                        "[333335., 333334., 333334.]",
                                        "[250001., 500001., 250001.]", "[1., 1., 1000001.]"};
    weir_array *x = F32(DIMS(3), 1, 2, 3);
    for (int i = 0; i < 4; i++) {
        weir_pad_attr attr = {.widths = {(const int64_t[]){0, 1000000}, 2}, .mode = modes[i]};
        SHOWS(gradient("pad", &x, 1, &attr, 0, &got), shown[i]);
    }
    DROP(x);
    end();
}

TEST(an_empty_array_may_have_wide_padding) {
    begin();
    weir_array *x = F32(DIMS(0), 0);
    REFUSES(weir_pad(x, WEIR_I64S(INT64_MAX, INT64_MAX), OPT(pad, .mode = "edge"), &got),
            "pad: axis 0 of float32 (0,) is empty; only mode 'constant' can pad it");
    DROP(x);
    end();
}

TEST(a_last_window_may_be_longer_than_the_axis) {
    begin();
    weir_array *x = F32(DIMS(1, 1, 4), 4, 1, 2, 3);
    SHOWS(weir_max_pool(x, WEIR_I64S(5), OPT(max_pool, .ceil_mode = 1), &got), "[[[4.]]]");
    SHOWS(
        weir_avg_pool(x, WEIR_I64S(5), OPT(avg_pool, .ceil_mode = 1, .count_include_pad = 1), &got),
        "[[[2.5]]]");
    REFUSES(
        weir_max_pool(x, WEIR_I64S(6), OPT(max_pool, .stride = WEIR_I64S(2), .ceil_mode = 1), &got),
        "max_pool: a window of size 6 with dilation 1 exceeds axis 2 of size 4");
    DROP(x);
    end();
}

/* ---- Places and quantiles -------------------------------------------------------------------- */

TEST(coordinates_may_be_infinite) {
    begin();
    weir_array *x = F32(DIMS(1, 1, 1, 3), 1, 2, 3);
    weir_array *at = F32(DIMS(1, 1, 3, 2), INFINITY, 0, -INFINITY, 0, NAN, 0);
    SHOWS(weir_grid_sample(x, at, NULL, &got), "[[[[0., 0., 0.]]]]");
    SHOWS(weir_grid_sample(x, at, OPT(grid_sample, .mode = "bilinear", .padding_mode = "border"),
                           &got),
          "[[[[3., 1., 1.]]]]");
    SHOWS(weir_grid_sample(
              x, at, OPT(grid_sample, .mode = "bilinear", .padding_mode = "reflection"), &got),
          "[[[[1., 1., 1.]]]]");
    SHOWS(weir_grid_sample(
              x, at,
              OPT(grid_sample, .mode = "nearest", .padding_mode = "reflection", .align_corners = 1),
              &got),
          "[[[[1., 1., 2.]]]]");
    DROP(x, at);
    end();
}

/* A half does not hold 2051, and 2052 would be outside. */
TEST(coordinates_in_a_wide_image_may_be_halves) {
    begin();
    weir_array *half = NULL, *end_ = F32(DIMS(1, 1, 1, 2), 1, 0), *at = NULL, *y = NULL;
    CHECK_OK(weir_ones(rt, WEIR_I64S(1, 1, 1, 2052), OPT(ones, .dtype = WEIR_FLOAT16, .device = -1),
                       &half));
    CHECK_OK(weir_astype(end_, WEIR_FLOAT16, &at));
    SHOWS(weir_grid_sample(half, at, OPT(grid_sample, .mode = "bilinear", .padding_mode = "border"),
                           &got),
          "[[[[1.]]]]");
    CHECK_OK(weir_grid_sample(
        half, at, OPT(grid_sample, .mode = "bilinear", .padding_mode = "zeros", .align_corners = 1),
        &y));
    CHECK_EQ(weir_array_dtype(y), WEIR_FLOAT16);
    CHECK_OK(weir_array_wait(y));
    DROP(half, end_, at, y);
    end();
}

TEST(a_quantile_above_minus_infinity_is_minus_infinity) {
    begin();
    weir_array *x = F32(DIMS(3), 1, -INFINITY, 2), *q = F32(DIMS(3), 0.25, 0.5, 0.75);
    SHOWS(weir_quantile(x, q, OPT(quantile, .axis = 0, .method = "linear"), &got),
          "[-inf, 1., 1.5]");
    DROP(x, q);
    end();
}
