/* test_cuda_fft.c - Fourier transforms on a CUDA device: lengths, axes, padding, values that are not
 * finite, outputs that other arrays see, gradients.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "cuda_kit.h"

static const char *const both[] = {"fftn", "ifftn", NULL};

TEST(complex_transforms_of_any_axes) {
    static const char *const texts[] = {"c64(1)",
                                        "c64(1,5,1)",
                                        "c64(300,4)",
                                        "c64(3,4,5) axes=[2,1]",
                                        "c64(3,4,5) axes=[0,2]",
                                        "c64(3,4,5) axes=[1,0] norm='ortho'",
                                        "c64(2,3,2,3,2)",
                                        "c64(2,3,2,3,2) axes=[4,0,2,1]",
                                        "c128(3,4,5) axes=[-1] norm='forward'",
                                        "c64(3,5) s=[1,7]",
                                        "c64(3,5) s=[4,4] norm='forward'",
                                        "(3,5) s=[4,4]",
                                        "i32(6,2)",
                                        "bf16(6)",
                                        "c64(3) axes=[]",
                                        "f64(0,3) axes=[1]",
                                        "(0,3) s=[2] axes=[0]",
                                        NULL};
    check_all(both, texts);
}

TEST(real_transforms_of_any_axes) {
    static const char *const there[] = {"rfftn", NULL}, *const back[] = {"irfftn", NULL};
    static const char *const real[] = {"(1)",
                                       "(5,1)",
                                       "(2)",
                                       "(9)",
                                       "(7,3) axes=[0]",
                                       "(3,4,5) axes=[2,0,1] norm='ortho'",
                                       "(2,3,2,3,2)",
                                       "f64(2,3,4) axes=[1]",
                                       "f16(2,6) s=[9]",
                                       "u8(4,4)",
                                       "(3,4) s=[2,1]",
                                       "(0,4) axes=[1]",
                                       NULL};
    static const char *const half[] = {"c64(1) s=[1]",
                                       "c64(5,1) s=[3,1]",
                                       "c64(2)",
                                       "c64(5) s=[9]",
                                       "c64(5) s=[20]",
                                       "c64(7,3) axes=[0]",
                                       "c64(3,4,5) axes=[2,0,1] norm='ortho'",
                                       "c64(2,3,2,3,2)",
                                       "c128(2,3,4) axes=[1]",
                                       "f16(2,6) s=[9]",
                                       "c64(0,4) axes=[1]",
                                       NULL};
    check_all(there, real);
    check_all(back, half);
}

/* ---- Values that are not finite -------------------------------------------------------------- */

/* Transform the last axis of two rows of 8 floats, and count the floats of each row that are NaN. */
static void count_nan(weir_runtime *rt, const char *op, weir_array *x, int64_t floats,
                      int64_t nan[2]) {
    static const int64_t last = -1;
    struct {
        weir_i64s s, axes;
        const char *norm;
    } attr = {.axes = {&last, 1}, .norm = "backward"};
    float got[64];
    weir_array *y = NULL;
    uint32_t count = 1;
    CHECK_OK(weir_op_call(rt, kit_op(op), &x, 1, &attr, sizeof attr, &y, &count));
    CHECK_OK(weir_array_read(y, got, (size_t)(2 * floats) * sizeof *got));
    for (int r = 0; r < 2; r++) {
        nan[r] = 0;
        for (int64_t i = 0; i < floats; i++) nan[r] += isnan(got[r * floats + i]);
    }
    weir_array_release(y);
}

TEST(a_line_with_a_value_that_is_not_finite_gives_nan) {
    const int64_t real[] = {2, 8}, pairs[] = {2, 4};
    float values[16];
    int64_t nan[2];
    weir_runtime *rt = on_cuda();
    for (int at = 8; at < 16; at++)
        for (int kind = 0; kind < 2; kind++) {
            for (int i = 0; i < 16; i++) values[i] = (float)i;
            values[at] = kind == 0 ? INFINITY : NAN;
            weir_array *x[] = {kit_array(rt, WEIR_FLOAT32, 2, real, values),
                               kit_array(rt, WEIR_COMPLEX64, 2, pairs, values)};
            static const char *const ops[] = {"rfftn", "fftn", "ifftn", "irfftn"};
            static const int64_t floats[] = {10, 8, 8, 6};
            for (int i = 0; i < 4; i++) {
                count_nan(rt, ops[i], x[i > 0], floats[i], nan);
                CHECK_EQ(nan[0], 0);
                CHECK_EQ(nan[1], floats[i]);
            }
            weir_array_release(x[0]);
            weir_array_release(x[1]);
        }
    /* A sum that overflows is not such a value. */
    for (int i = 0; i < 16; i++) values[i] = i % 8 == 0 ? -3e38f : 3e38f;
    weir_array *x = kit_array(rt, WEIR_FLOAT32, 2, real, values);
    count_nan(rt, "rfftn", x, 10, nan);
    CHECK_LE(nan[0], 9); /* not all; how many depends on the order of the additions */
    done(rt, &x, 1);
}

/* ---- Outputs that exist ---------------------------------------------------------------------- */

TEST(a_transform_into_an_existing_array) {
    const int64_t n = 4;
    const float values[] = {1, 0, 0, 0, 0, 0, 0, 0}, old[8] = {7, 7, 7, 7, 7, 7, 7, 7};
    const double bad[] = {NAN};
    float got[8];
    weir_runtime *rt = on_cuda();
    weir_array *a[] = {kit_array(rt, WEIR_COMPLEX64, 1, &n, values),
                       kit_array(rt, WEIR_COMPLEX64, 1, &n, old),
                       kit_array(rt, WEIR_FLOAT64, 0, NULL, bad), NULL};
    kit_into("fftn", a[0], NULL, a[1]);
    CHECK_OK(weir_array_read(a[1], got, sizeof got));
    for (int i = 0; i < 8; i++) CHECK_EQ(got[i], i % 2 == 0 ? 1.0f : 0.0f);
    /* A call that is skipped because its input failed writes nothing. */
    weir_array *failed = kit_call("check_finite", a[2], NULL);
    a[3] = kit_call("multiply", a[0], failed);
    kit_into("fftn", a[3], NULL, a[1]);
    CHECK_NE(weir_array_wait(a[1]), WEIR_OK);
    CHECK_OK(weir_var_clear(weir_array_var(a[1])));
    CHECK_OK(weir_array_read(a[1], got, sizeof got));
    for (int i = 0; i < 8; i++) CHECK_EQ(got[i], i % 2 == 0 ? 1.0f : 0.0f);
    weir_array_release(failed);
    done(rt, a, 4);
}

TEST(gradient_of_fftn_on_a_cuda_device) { check_gradients("fftn"); }
TEST(gradient_of_ifftn_on_a_cuda_device) { check_gradients("ifftn"); }
TEST(gradient_of_rfftn_on_a_cuda_device) { check_gradients("rfftn"); }
TEST(gradient_of_irfftn_on_a_cuda_device) { check_gradients("irfftn"); }
