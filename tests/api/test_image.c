/* test_image.c - resizing, patches, image preprocessing, and composite losses: known values from
 * PyTorch, errors, failing tasks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_literals.h"

#include <math.h>

static void fails(weir_array *y, const char *part) {
    CHECK(kit_is_refusal(weir_array_wait(y)));
    CHECK_HAS(weir_error(), part);
    weir_array_release(y);
    weir_failure_clear(rt);
}

/* ---- interpolate ----------------------------------------------------------------------------- */

TEST(interpolation_of_known_values) {
    begin();
    weir_array *x = F32(DIMS(1, 1, 4), 1, 2, 3, 4),
               *y = F32(DIMS(1, 1, 3, 3), 1, 2, 3, 4, 5, 6, 7, 8, 9);
    SHOWS(weir_interpolate(x, DIMS(6), NAN, "nearest", 0, 0, &got), "[[[1., 1., 2., 3., 3., 4.]]]");
    SHOWS(weir_interpolate(x, DIMS(6), NAN, "nearest-exact", 0, 0, &got),
          "[[[1., 2., 2., 3., 4., 4.]]]");
    SHOWS(weir_interpolate(x, DIMS(7), NAN, "linear", 1, 0, &got),
          "[[[1., 1.5, 2., 2.5, 3., 3.5, 4.]]]");
    SHOWS(weir_interpolate(x, NULL, 0, 0.5, "linear", 0, 0, &got), "[[[1.5, 3.5]]]");
    SHOWS(weir_interpolate(x, DIMS(2), NAN, "area", 0, 0, &got), "[[[1.5, 3.5]]]");
    SHOWS(weir_interpolate(y, DIMS(2), NAN, "bilinear", 0, 0, &got), "[[[[2., 3.5], [6.5, 8.]]]]");
    SHOWS(weir_interpolate(y, DIMS(2), NAN, "bilinear", 0, 1, &got),
          "[[[[2.5, 3.75], [6.25, 7.5]]]]");
    SHOWS(weir_interpolate(y, DIMS(2), NAN, "bicubic", 0, 0, &got),
          "[[[[1.765625, 3.382812], [6.617188, 8.234375]]]]");
    DROP(x, y);
    end();
}

TEST(interpolate_refuses_bad_arguments) {
    begin();
    weir_array *x = ZEROS(1, 1, 4), *y = ZEROS(1, 1, 3, 3), *flat = ZEROS(3, 3),
               *none = ZEROS(1, 1, 0), *whole = I64(DIMS(1, 1, 2), 1, 2);
    REFUSES(
        weir_interpolate(flat, DIMS(2), NAN, "nearest", 0, 0, &got),
        "interpolate: x has shape (3, 3); expected (batch, channels, one to three spatial axes)");
    REFUSES(weir_interpolate(none, DIMS(2), NAN, "nearest", 0, 0, &got),
            "has size 0; expected 1 to");
    REFUSES(weir_interpolate(x, NULL, 0, NAN, "nearest", 0, 0, &got),
            "interpolate: requires size or scale_factor");
    REFUSES(weir_interpolate(x, DIMS(2, 2), NAN, "nearest", 0, 0, &got),
            "interpolate: size has 2 entries; expected 1, or one for each of 1 axes");
    REFUSES(weir_interpolate(x, DIMS(0), NAN, "nearest", 0, 0, &got),
            "interpolate: size=0 is out of range; expected 1");
    REFUSES(weir_interpolate(x, NULL, 0, -2, "nearest", 0, 0, &got),
            "interpolate: scale_factor=-2 must be positive and finite");
    REFUSES(weir_interpolate(x, NULL, 0, 0.1, "nearest", 0, 0, &got),
            "interpolate: scale_factor=0.1 changes axis 2 from size 4 to 0");
    REFUSES(weir_interpolate(x, DIMS(5), 2, "nearest", 0, 0, &got),
            "interpolate: size=5 and scale_factor=2 disagree for axis 2 of size 4; "
            "pass only one of them");
    REFUSES(weir_interpolate(x, DIMS(5), NAN, "bilinear", 0, 0, &got),
            "interpolate: mode 'bilinear' needs 2 spatial axes; x has 1");
    REFUSES(weir_interpolate(x, DIMS(5), NAN, "lanczos", 0, 0, &got),
            "interpolate: mode 'lanczos' is not supported; expected nearest");
    REFUSES(weir_interpolate(y, DIMS(5), NAN, "area", 1, 0, &got),
            "interpolate: mode 'area' does not support align_corners");
    REFUSES(weir_interpolate(y, DIMS(5), NAN, "nearest", 0, 1, &got),
            "interpolate: mode 'nearest' does not support antialias; use bilinear or bicubic");
    REFUSES(weir_interpolate(whole, DIMS(5), NAN, "linear", 0, 0, &got),
            "interpolate: accepts floats, not int64");
    REFUSES(weir_interpolate_grad(x, DIMS(3, 3), NAN, "linear", 0, 0, &got),
            "interpolate_grad: size has 2 entries");
    DROP(x, y, flat, none, whole);
    end();
}

/* All workers share one image, and the rows kept for reuse do not change the result. */
TEST(large_images_have_the_same_bits_for_any_number_of_workers) {
    static const char *const modes[] = {"bilinear", "bicubic", "area", "nearest"};
    enum { SIDE = 150, OUT = 401 };
    static float x[SIDE * SIDE], y[2][OUT * OUT];
    for (int i = 0; i < SIDE * SIDE; i++) x[i] = sinf((float)i);
    for (int m = 0; m < 4; m++) {
        for (int workers = 0; workers < 2; workers++) {
            rt = kit_runtime(workers == 0 ? 1 : 3);
            weir_array *a = made(WEIR_FLOAT32, DIMS(1, 1, SIDE, SIDE), x), *b, *back;
            CHECK_OK(weir_interpolate(a, DIMS(OUT), NAN, modes[m], 0, 0, &b));
            CHECK_OK(weir_interpolate_grad(b, DIMS(SIDE), NAN, modes[m], 0, 0, &back));
            CHECK_OK(weir_array_read(b, y[workers], sizeof y[0]));
            CHECK_OK(weir_array_wait(back));
            DROP(a, b, back);
            end();
        }
        CHECK(memcmp(y[0], y[1], sizeof y[0]) == 0);
    }
}

/* ---- unfold and fold ------------------------------------------------------------------------- */

TEST(patches_of_known_values) {
    begin();
    weir_array *x = F32(DIMS(1, 1, 3, 3), 1, 2, 3, 4, 5, 6, 7, 8, 9), *y;
    CHECK_OK(weir_unfold(x, DIMS(2), NULL, 0, NULL, 0, NULL, 0, &y));
    CHECK_STR(text(y),
              "[[[1., 2., 4., 5.], [2., 3., 5., 6.], [4., 5., 7., 8.], [5., 6., 8., 9.]]]");
    SHOWS(weir_fold(y, DIMS(3, 3), DIMS(2), NULL, 0, NULL, 0, NULL, 0, &got),
          "[[[[1., 4., 3.], [8., 20., 12.], [7., 16., 9.]]]]");
    SHOWS(weir_unfold(x, DIMS(3), NULL, 0, DIMS(0), DIMS(1), &got),
          "[[[1.], [2.], [3.], [4.], [5.], [6.], [7.], [8.], [9.]]]");
    DROP(x, y);
    end();
}

TEST(patches_refuse_bad_arguments) {
    begin();
    weir_array *x = ZEROS(1, 1, 3, 3), *flat = ZEROS(3, 3), *y = ZEROS(1, 4, 4),
               *odd = ZEROS(1, 5, 4);
    weir_array *whole = I64(DIMS(1, 1, 1), 1);
    REFUSES(weir_unfold(flat, DIMS(2), NULL, 0, NULL, 0, NULL, 0, &got),
            "unfold: x has shape (3, 3); expected (batch, channels, one to three spatial axes)");
    REFUSES(weir_unfold(x, DIMS(4), NULL, 0, NULL, 0, NULL, 0, &got),
            "unfold: a patch of size 4 with dilation 1 exceeds axis 2 of size 3 with padding 0");
    REFUSES(weir_unfold(x, DIMS(2, 2, 2), NULL, 0, NULL, 0, NULL, 0, &got),
            "unfold: kernel_size has 3 entries");
    REFUSES(weir_unfold(x, DIMS(2), NULL, 0, NULL, 0, DIMS(0), &got),
            "unfold: stride=0 is out of range; expected 1");
    REFUSES(weir_fold(odd, DIMS(3, 3), DIMS(2), NULL, 0, NULL, 0, NULL, 0, &got),
            "fold: y has 5 rows, which is not a multiple of the 4 elements of a patch");
    REFUSES(weir_fold(y, DIMS(4, 3), DIMS(2), NULL, 0, NULL, 0, NULL, 0, &got),
            "fold: y has 4 patches; output_size (4, 3) needs 6");
    REFUSES(
        weir_fold(x, DIMS(4, 3), DIMS(2), NULL, 0, NULL, 0, NULL, 0, &got),
        "fold: y has shape (1, 1, 3, 3); expected (batch, channels * elements of a patch, patches)");
    REFUSES(weir_fold(y, DIMS(1, 1, 4, 3), DIMS(2), NULL, 0, NULL, 0, NULL, 0, &got),
            "fold: output_size has 4 entries; expected 1 to 3, one per spatial axis");
    REFUSES(weir_fold(whole, DIMS(1), DIMS(1), NULL, 0, NULL, 0, NULL, 0, &got),
            "fold: accepts floats, not int64");
    DROP(x, flat, y, odd, whole);
    end();
}

/* ---- Pictures -------------------------------------------------------------------------------- */

TEST(images_of_known_values) {
    begin();
    weir_array *x = U8(DIMS(2, 2, 1), 0, 255, 255, 0),
               *wide = U8(DIMS(1, 4, 2), 0, 1, 2, 3, 4, 5, 7, 8);
    weir_array *mean = F32(DIMS(2), 0.5, 1), *std = F32(DIMS(2), 0.5, 2);
    weir_array *floats = F32(DIMS(1, 2, 2), 1, 2, 3, 4);
    SHOWS(weir_image_resize(x, DIMS(1, 1), "bilinear", 1, "HWC", &got), "[[[128]]]");
    SHOWS(weir_image_resize(x, DIMS(1, 4), "nearest", 1, "HWC", &got),
          "[[[0], [0], [255], [255]]]");
    SHOWS(weir_image_resize(wide, DIMS(1, 2), "area", 1, "HWC", &got), "[[[1, 2], [6, 7]]]");
    SHOWS(weir_image_normalize(x, NULL, NULL, NAN, "HWC", "CHW", 0, &got),
          "[[[0., 1.], [1., 0.]]]");
    SHOWS(weir_image_normalize(floats, mean, std, NAN, "HWC", "CHW", 0, &got),
          "[[[1., 5.]], [[0.5, 1.5]]]");
    SHOWS(weir_image_normalize(floats, mean, std, NAN, "HWC", "HWC", 0, &got),
          "[[[1., 0.5], [5., 1.5]]]");
    DROP(x, wide, mean, std, floats);
    end();
}

TEST(image_operators_refuse_bad_arguments) {
    begin();
    weir_array *x = U8(DIMS(2, 2, 1), 0, 255, 255, 0), *flat = ZEROS(3), *two = ZEROS(2),
               *one = ZEROS(1);
    weir_array *whole = I64(DIMS(1, 1, 1), 1), *y;
    REFUSES(weir_image_resize(flat, DIMS(1, 1), "bilinear", 1, "HWC", &got),
            "image_resize: x has shape (3,); expected at least 3 dimensions");
    REFUSES(weir_image_resize(x, DIMS(1), "bilinear", 1, "HWC", &got),
            "image_resize: size has 1 entries; expected 2, the height and the width");
    REFUSES(weir_image_resize(x, DIMS(1, -1), "bilinear", 1, "HWC", &got),
            "image_resize: size=-1 is out of range; expected 1");
    REFUSES(weir_image_resize(x, DIMS(1, 1), "cubic", 1, "HWC", &got),
            "image_resize: mode 'cubic' is not supported; expected nearest");
    REFUSES(weir_image_resize(x, DIMS(1, 1), "area", 1, "NHWC", &got),
            "image_resize: layout 'NHWC' is not supported; expected HWC or CHW");
    REFUSES(weir_image_resize(whole, DIMS(1, 1), "area", 1, "HWC", &got),
            "image_resize: accepts uint8 or floats, not int64");
    REFUSES(weir_image_normalize(x, two, NULL, NAN, "HWC", "CHW", 0, &got),
            "image_normalize: mean has shape (2,); expected (1,), one per channel");
    REFUSES(weir_image_normalize(x, NULL, NULL, INFINITY, "HWC", "CHW", 0, &got),
            "image_normalize: scale=inf must be finite");
    REFUSES(weir_image_normalize(x, NULL, NULL, NAN, "HWC", "CHW", WEIR_INT32, &got),
            "image_normalize: dtype=int32 is not supported; expected a float dtype");
    CHECK_OK(weir_image_normalize(x, NULL, one, NAN, "HWC", "CHW", 0, &y));
    fails(y, "image_normalize: std of channel 0 is 0");
    DROP(x, flat, two, one, whole);
    end();
}

TEST(pixel_shuffle_moves_channels_to_pixels) {
    begin();
    weir_array *x = F32(DIMS(4, 1, 1), 1, 2, 3, 4), *y = F32(DIMS(1, 4, 1), 1, 2, 3, 4);
    SHOWS(weir_pixel_shuffle(x, 2, &got), "[[[1., 2.], [3., 4.]]]");
    SHOWS(weir_channel_shuffle(y, 2, &got), "[[[1.], [3.], [2.], [4.]]]");
    REFUSES(weir_pixel_shuffle(x, 3, &got),
            "pixel_shuffle: 4 channels are not divisible by the square of upscale_factor=3");
    REFUSES(weir_pixel_shuffle(x, 0, &got), "pixel_shuffle: upscale_factor=0 must be at least 1");
    REFUSES(weir_pixel_unshuffle(x, 2, &got), "are not divisible by downscale_factor=2");
    REFUSES(weir_channel_shuffle(y, 3, &got),
            "channel_shuffle: 4 channels are not divisible by groups=3");
    DROP(x, y);
    end();
}

/* ---- Recipes --------------------------------------------------------------------------------- */

TEST(losses_of_known_values) {
    begin();
    weir_array *x = F32(DIMS(2), 0.5, -1), *z = F32(DIMS(2), 1, 1), *t = F32(DIMS(2), 1, -1);
    weir_array *scores = F32(DIMS(1, 3), 1, 2, 4), *label = I64(DIMS(1), 1);
    SHOWS(weir_margin_ranking_loss(x, z, t, "none", 0.5, &got), "[1., 0.]");
    SHOWS(weir_hinge_embedding_loss(x, t, "none", 1, &got), "[0.5, 2.]");
    SHOWS(weir_multi_margin_loss(scores, label, NULL, "mean", 1, 1, &got), "1.");
    SHOWS(weir_multi_margin_loss(scores, label, NULL, "sum", 2, 1, &got), "3.");
    SHOWS(weir_gaussian_nll_loss(x, z, z, "none", 0, 1e-6, &got), "[0.125, 2.]");
    SHOWS(weir_poisson_nll_loss(x, z, "none", 0, 0, 0.5, &got), "[0.5, nan]");
    DROP(x, z, t, scores, label);
    end();
}

TEST(composite_losses_refuse_bad_arguments) {
    begin();
    weir_array *x = F32(DIMS(2), 0.5, -1), *z = F32(DIMS(3), 1, 1, 1), *whole = I64(DIMS(2), 1, 2);
    weir_array *scores = F32(DIMS(1, 3), 1, 2, 4), *label = I64(DIMS(1), 3), *y;
    REFUSES(weir_margin_ranking_loss(x, z, x, "mean", 0, &got), "margin_ranking_loss: ");
    REFUSES(
        weir_margin_ranking_loss(x, x, x, "most", 0, &got),
        "margin_ranking_loss: reduction 'most' is not supported; expected 'mean', 'sum' or 'none'");
    REFUSES(weir_hinge_embedding_loss(whole, whole, "mean", 1, &got),
            "hinge_embedding_loss: accepts floats, not int64");
    REFUSES(weir_triplet_margin_loss(x, x, x, "mean", -1, 2, 0, 0, &got),
            "triplet_margin_loss: margin=-1 must be finite and not negative");
    REFUSES(weir_triplet_margin_loss(x, x, x, "mean", 1, 0, 0, 0, &got),
            "triplet_margin_loss: p=0 must be positive");
    REFUSES(weir_multi_margin_loss(scores, x, NULL, "mean", 1, 1, &got),
            "multi_margin_loss: labels must be integers, not float32");
    REFUSES(weir_multi_margin_loss(scores, whole, NULL, "mean", 1, 1, &got), "multi_margin_loss: ");
    REFUSES(weir_linear(x, scores, NULL, &got), "expected shapes (..., in) and (out, in)");
    REFUSES(weir_cdist(x, x, 2, &got),
            "expected at least two dimensions and last axes of the same size");
    REFUSES(weir_local_response_norm(scores, 2, 1, 1, 1, &got),
            "local_response_norm: x has shape (1, 3)");
    CHECK_OK(weir_multi_margin_loss(scores, label, NULL, "mean", 1, 1, &y));
    fails(y, "index 3"); /* reported by the operator that read it */
    DROP(x, z, whole, scores, label);
    end();
}

/* An array used for both inputs gets the gradients of both. */
TEST(a_composite_distinguishes_its_inputs) {
    begin();
    const weir_op *op = weir_op_find("margin_ranking_loss");
    weir_array *x = F32(DIMS(2), 3, 5), *t = F32(DIMS(2), 1, 1), *dy = F32(DIMS(2), 1, 1), *y,
               *g[3];
    weir_array *in[] = {x, x, t};
    const struct {
        const char *reduction;
        double margin;
    } attr = {"none", 1};
    CHECK_OK(weir_op_call(rt, op, in, 3, &attr, sizeof attr, &y, NULL));
    CHECK_OK(weir_op_vjp(rt, op, in, 3, &attr, sizeof attr, &y, 1, &dy, NULL, g));
    CHECK_STR(text(g[0]), "[-1., -1.]");
    CHECK_STR(text(g[1]), "[1., 1.]");
    DROP(x, t, dy, y, g[0], g[1], g[2]);
    end();
}

/* ---- Gaps that were closed ------------------------------------------------------------------- */

TEST(integers_have_no_negative_powers) {
    begin();
    weir_array *x = I64(DIMS(2), 2, 3), *z = I64(DIMS(2), 2, -1), *n, *y;
    weir_array *reals = F32(DIMS(1), 2);
    CHECK_OK(weir_number_i64(rt, -1, &n));
    REFUSES(
        weir_pow(x, n, &got),
        "pow: negative powers of integers are not supported: int64 to the power -1; convert to a float dtype");
    SHOWS(weir_pow(reals, n, &got), "[0.5]");
    CHECK_OK(weir_pow(x, z, &y));
    fails(
        y,
        "pow: negative powers of integers are not supported: int64 to the power -1; convert to a float dtype");
    DROP(x, z, n, reals);
    end();
}

TEST(padding_may_differ_at_the_ends) {
    begin();
    weir_array *x = F32(DIMS(1, 1, 3), 1, 2, 3), *w = F32(DIMS(1, 1, 2), 1, 10);
    SHOWS(weir_conv(x, w, NULL, NULL, 0, DIMS(0, 1), NULL, 0, 1, &got), "[[[21., 32., 3.]]]");
    SHOWS(weir_conv(x, w, NULL, NULL, 0, DIMS(1, 0), NULL, 0, 1, &got), "[[[10., 21., 32.]]]");
    SHOWS(weir_conv_transpose(x, w, NULL, NULL, 0, NULL, 0, DIMS(1), 1, DIMS(2), &got),
          "[[[1., 2., 13., 20., 30., 0.]]]");
    SHOWS(weir_pad(x, DIMS(0, 0, 0, 0, 1, 1), "replicate", 0, &got), "[[[1., 1., 2., 3., 3.]]]");
    SHOWS(weir_pad(x, DIMS(0, 0, 0, 0, 1, 1), "circular", 0, &got), "[[[3., 1., 2., 3., 1.]]]");
    DROP(x, w);
    end();
}
