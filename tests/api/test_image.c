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
    SHOWS(weir_interpolate(
              x,
              OPT(interpolate, .output_size = WEIR_I64S(6), .scale_factor = NAN, .mode = "nearest"),
              &got),
          "[[[1., 1., 2., 3., 3., 4.]]]");
    SHOWS(weir_interpolate(x,
                           OPT(interpolate, .output_size = WEIR_I64S(6), .scale_factor = NAN,
                               .mode = "nearest-exact"),
                           &got),
          "[[[1., 2., 2., 3., 4., 4.]]]");
    SHOWS(weir_interpolate(x,
                           OPT(interpolate, .output_size = WEIR_I64S(7), .scale_factor = NAN,
                               .mode = "linear", .align_corners = 1),
                           &got),
          "[[[1., 1.5, 2., 2.5, 3., 3.5, 4.]]]");
    SHOWS(weir_interpolate(x, OPT(interpolate, .scale_factor = 0.5, .mode = "linear"), &got),
          "[[[1.5, 3.5]]]");
    SHOWS(weir_interpolate(
              x, OPT(interpolate, .output_size = WEIR_I64S(2), .scale_factor = NAN, .mode = "area"),
              &got),
          "[[[1.5, 3.5]]]");
    SHOWS(weir_interpolate(y,
                           OPT(interpolate, .output_size = WEIR_I64S(2), .scale_factor = NAN,
                               .mode = "bilinear"),
                           &got),
          "[[[[2., 3.5], [6.5, 8.]]]]");
    SHOWS(weir_interpolate(y,
                           OPT(interpolate, .output_size = WEIR_I64S(2), .scale_factor = NAN,
                               .mode = "bilinear", .antialias = 1),
                           &got),
          "[[[[2.5, 3.75], [6.25, 7.5]]]]");
    SHOWS(weir_interpolate(
              y,
              OPT(interpolate, .output_size = WEIR_I64S(2), .scale_factor = NAN, .mode = "bicubic"),
              &got),
          "[[[[1.765625, 3.382812], [6.617188, 8.234375]]]]");
    DROP(x, y);
    end();
}

TEST(interpolate_refuses_bad_arguments) {
    begin();
    weir_array *x = ZEROS(1, 1, 4), *y = ZEROS(1, 1, 3, 3), *flat = ZEROS(3, 3),
               *none = ZEROS(1, 1, 0), *whole = I64(DIMS(1, 1, 2), 1, 2);
    REFUSES(
        weir_interpolate(
            flat,
            OPT(interpolate, .output_size = WEIR_I64S(2), .scale_factor = NAN, .mode = "nearest"),
            &got),
        "interpolate: x has shape (3, 3); expected (batch, channels, one to three spatial axes)");
    REFUSES(weir_interpolate(none,
                             OPT(interpolate, .output_size = WEIR_I64S(2), .scale_factor = NAN,
                                 .mode = "nearest"),
                             &got),
            "has size 0; expected 1 to");
    REFUSES(weir_interpolate(x, NULL, &got), "interpolate: requires size or scale_factor");
    REFUSES(weir_interpolate(x,
                             OPT(interpolate, .output_size = WEIR_I64S(2, 2), .scale_factor = NAN,
                                 .mode = "nearest"),
                             &got),
            "interpolate: size has 2 entries; expected one for all axes, or one per axis (1)");
    REFUSES(weir_interpolate(x,
                             OPT(interpolate, .output_size = WEIR_I64S(0), .scale_factor = NAN,
                                 .mode = "nearest"),
                             &got),
            "interpolate: size=0 is out of range; expected 1");
    REFUSES(weir_interpolate(x, OPT(interpolate, .scale_factor = -2, .mode = "nearest"), &got),
            "interpolate: scale_factor=-2 must be positive and finite");
    REFUSES(weir_interpolate(x, OPT(interpolate, .scale_factor = 0.1, .mode = "nearest"), &got),
            "interpolate: scale_factor=0.1 changes axis 2 from size 4 to 0");
    REFUSES(weir_interpolate(
                x,
                OPT(interpolate, .output_size = WEIR_I64S(5), .scale_factor = 2, .mode = "nearest"),
                &got),
            "interpolate: size=5 and scale_factor=2 disagree for axis 2 of size 4; "
            "pass only one of them");
    REFUSES(weir_interpolate(x,
                             OPT(interpolate, .output_size = WEIR_I64S(5), .scale_factor = NAN,
                                 .mode = "bilinear"),
                             &got),
            "interpolate: mode 'bilinear' needs 2 spatial axes; x has 1");
    REFUSES(weir_interpolate(x,
                             OPT(interpolate, .output_size = WEIR_I64S(5), .scale_factor = NAN,
                                 .mode = "lanczos"),
                             &got),
            "interpolate: mode 'lanczos' is not supported; expected nearest");
    REFUSES(weir_interpolate(y,
                             OPT(interpolate, .output_size = WEIR_I64S(5), .scale_factor = NAN,
                                 .mode = "area", .align_corners = 1),
                             &got),
            "interpolate: mode 'area' does not support align_corners");
    REFUSES(weir_interpolate(y,
                             OPT(interpolate, .output_size = WEIR_I64S(5), .scale_factor = NAN,
                                 .mode = "nearest", .antialias = 1),
                             &got),
            "interpolate: mode 'nearest' does not support antialias; use bilinear or bicubic");
    REFUSES(weir_interpolate(whole,
                             OPT(interpolate, .output_size = WEIR_I64S(5), .scale_factor = NAN,
                                 .mode = "linear"),
                             &got),
            "interpolate: accepts floats, not int64");
    REFUSES(weir_interpolate_grad(x, WEIR_I64S(3, 3),
                                  OPT(interpolate_grad, .scale_factor = NAN, .mode = "linear"),
                                  &got),
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
            CHECK_OK(weir_interpolate(a,
                                      OPT(interpolate, .output_size = WEIR_I64S(OUT),
                                          .scale_factor = NAN, .mode = modes[m]),
                                      &b));
            CHECK_OK(weir_interpolate_grad(
                b, WEIR_I64S(SIDE), OPT(interpolate_grad, .scale_factor = NAN, .mode = modes[m]),
                &back));
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
    CHECK_OK(weir_unfold(x, WEIR_I64S(2), NULL, &y));
    CHECK_STR(text(y),
              "[[[1., 2., 4., 5.], [2., 3., 5., 6.], [4., 5., 7., 8.], [5., 6., 8., 9.]]]");
    SHOWS(weir_fold(y, WEIR_I64S(3, 3), WEIR_I64S(2), NULL, &got),
          "[[[[1., 4., 3.], [8., 20., 12.], [7., 16., 9.]]]]");
    SHOWS(weir_unfold(x, WEIR_I64S(3), OPT(unfold, .padding = WEIR_I64S(0), .stride = WEIR_I64S(1)),
                      &got),
          "[[[1.], [2.], [3.], [4.], [5.], [6.], [7.], [8.], [9.]]]");
    DROP(x, y);
    end();
}

TEST(patches_refuse_bad_arguments) {
    begin();
    weir_array *x = ZEROS(1, 1, 3, 3), *flat = ZEROS(3, 3), *y = ZEROS(1, 4, 4),
               *odd = ZEROS(1, 5, 4);
    weir_array *whole = I64(DIMS(1, 1, 1), 1);
    REFUSES(weir_unfold(flat, WEIR_I64S(2), NULL, &got),
            "unfold: x has shape (3, 3); expected (batch, channels, one to three spatial axes)");
    REFUSES(weir_unfold(x, WEIR_I64S(4), NULL, &got),
            "unfold: a patch of size 4 with dilation 1 exceeds axis 2 of size 3 with padding 0");
    REFUSES(weir_unfold(x, WEIR_I64S(2, 2, 2), NULL, &got), "unfold: kernel_size has 3 entries");
    REFUSES(weir_unfold(x, WEIR_I64S(2), OPT(unfold, .stride = WEIR_I64S(0)), &got),
            "unfold: stride=0 is out of range; expected 1");
    REFUSES(weir_fold(odd, WEIR_I64S(3, 3), WEIR_I64S(2), NULL, &got),
            "fold: y has 5 rows, which is not a multiple of the 4 elements of a patch");
    REFUSES(weir_fold(y, WEIR_I64S(4, 3), WEIR_I64S(2), NULL, &got),
            "fold: y has 4 patches; output_size (4, 3) needs 6");
    REFUSES(
        weir_fold(x, WEIR_I64S(4, 3), WEIR_I64S(2), NULL, &got),
        "fold: y has shape (1, 1, 3, 3); expected (batch, channels * elements of a patch, patches)");
    REFUSES(weir_fold(y, WEIR_I64S(1, 1, 4, 3), WEIR_I64S(2), NULL, &got),
            "fold: output_size has 4 entries; expected 1 to 3, one per spatial axis");
    REFUSES(weir_fold(whole, WEIR_I64S(1), WEIR_I64S(1), NULL, &got),
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
    SHOWS(weir_image_resize(x, WEIR_I64S(1, 1), NULL, &got), "[[[128]]]");
    SHOWS(weir_image_resize(x, WEIR_I64S(1, 4),
                            OPT(image_resize, .mode = "nearest", .antialias = 1, .layout = "HWC"),
                            &got),
          "[[[0], [0], [255], [255]]]");
    SHOWS(weir_image_resize(wide, WEIR_I64S(1, 2),
                            OPT(image_resize, .mode = "area", .antialias = 1, .layout = "HWC"),
                            &got),
          "[[[1, 2], [6, 7]]]");
    SHOWS(weir_image_normalize(x, NULL, NULL, NULL, &got), "[[[0., 1.], [1., 0.]]]");
    SHOWS(weir_image_normalize(floats, mean, std, NULL, &got), "[[[1., 5.]], [[0.5, 1.5]]]");
    SHOWS(weir_image_normalize(
              floats, mean, std,
              OPT(image_normalize, .scale = NAN, .layout = "HWC", .output_layout = "HWC"), &got),
          "[[[1., 0.5], [5., 1.5]]]");
    DROP(x, wide, mean, std, floats);
    end();
}

TEST(image_operators_refuse_bad_arguments) {
    begin();
    weir_array *x = U8(DIMS(2, 2, 1), 0, 255, 255, 0), *flat = ZEROS(3), *two = ZEROS(2),
               *one = ZEROS(1);
    weir_array *whole = I64(DIMS(1, 1, 1), 1), *y;
    REFUSES(weir_image_resize(flat, WEIR_I64S(1, 1), NULL, &got),
            "image_resize: x has shape (3,); expected at least 3 dimensions");
    REFUSES(weir_image_resize(x, WEIR_I64S(1), NULL, &got),
            "image_resize: size has 1 entry; expected 2, the height and the width");
    REFUSES(weir_image_resize(x, WEIR_I64S(1, -1), NULL, &got),
            "image_resize: size=-1 is out of range; expected 1");
    REFUSES(weir_image_resize(x, WEIR_I64S(1, 1),
                              OPT(image_resize, .mode = "cubic", .antialias = 1, .layout = "HWC"),
                              &got),
            "image_resize: mode 'cubic' is not supported; expected nearest");
    REFUSES(weir_image_resize(x, WEIR_I64S(1, 1),
                              OPT(image_resize, .mode = "area", .antialias = 1, .layout = "NHWC"),
                              &got),
            "image_resize: layout 'NHWC' is not supported; expected HWC or CHW");
    REFUSES(weir_image_resize(whole, WEIR_I64S(1, 1),
                              OPT(image_resize, .mode = "area", .antialias = 1, .layout = "HWC"),
                              &got),
            "image_resize: accepts uint8 or floats, not int64");
    REFUSES(weir_image_normalize(x, two, NULL, NULL, &got),
            "image_normalize: mean has shape (2,); expected (1,), one value per channel");
    REFUSES(weir_image_normalize(
                x, NULL, NULL,
                OPT(image_normalize, .scale = INFINITY, .layout = "HWC", .output_layout = "CHW"),
                &got),
            "image_normalize: scale=inf must be finite");
    REFUSES(weir_image_normalize(x, NULL, NULL,
                                 OPT(image_normalize, .scale = NAN, .layout = "HWC",
                                     .output_layout = "CHW", .dtype = WEIR_INT32),
                                 &got),
            "image_normalize: dtype=int32 is not supported; expected a float dtype");
    CHECK_OK(weir_image_normalize(x, NULL, one, NULL, &y));
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
            "pixel_shuffle: the number of channels, 4, is not divisible by the square of "
            "upscale_factor=3");
    REFUSES(weir_pixel_shuffle(x, 0, &got), "pixel_shuffle: upscale_factor=0 must be at least 1");
    REFUSES(weir_pixel_unshuffle(x, 2, &got), "must be divisible by downscale_factor=2");
    REFUSES(weir_channel_shuffle(y, 3, &got),
            "channel_shuffle: the number of channels, 4, is not divisible by groups=3");
    DROP(x, y);
    end();
}

/* ---- Recipes --------------------------------------------------------------------------------- */

TEST(losses_of_known_values) {
    begin();
    weir_array *x = F32(DIMS(2), 0.5, -1), *z = F32(DIMS(2), 1, 1), *t = F32(DIMS(2), 1, -1);
    weir_array *scores = F32(DIMS(1, 3), 1, 2, 4), *label = I64(DIMS(1), 1);
    SHOWS(weir_margin_ranking_loss(
              x, z, t, OPT(margin_ranking_loss, .reduction = "none", .margin = 0.5), &got),
          "[1., 0.]");
    SHOWS(weir_hinge_embedding_loss(
              x, t, OPT(hinge_embedding_loss, .reduction = "none", .margin = 1), &got),
          "[0.5, 2.]");
    SHOWS(weir_multi_margin_loss(scores, label, NULL, NULL, &got), "1.");
    SHOWS(weir_multi_margin_loss(scores, label, NULL,
                                 OPT(multi_margin_loss, .reduction = "sum", .p = 2, .margin = 1),
                                 &got),
          "3.");
    SHOWS(weir_gaussian_nll_loss(x, z, z, OPT(gaussian_nll_loss, .reduction = "none", .eps = 1e-6),
                                 &got),
          "[0.125, 2.]");
    SHOWS(weir_poisson_nll_loss(
              x, z, OPT(poisson_nll_loss, .reduction = "none", .log_input = 0, .eps = 0.5), &got),
          "[0.5, nan]");
    DROP(x, z, t, scores, label);
    end();
}

TEST(composite_losses_refuse_bad_arguments) {
    begin();
    weir_array *x = F32(DIMS(2), 0.5, -1), *z = F32(DIMS(3), 1, 1, 1), *whole = I64(DIMS(2), 1, 2);
    weir_array *scores = F32(DIMS(1, 3), 1, 2, 4), *label = I64(DIMS(1), 3), *y;
    REFUSES(weir_margin_ranking_loss(x, z, x, NULL, &got), "margin_ranking_loss: ");
    REFUSES(
        weir_margin_ranking_loss(x, x, x, OPT(margin_ranking_loss, .reduction = "most"), &got),
        "margin_ranking_loss: reduction 'most' is not supported; expected 'mean', 'sum' or 'none'");
    REFUSES(weir_hinge_embedding_loss(whole, whole, NULL, &got),
            "hinge_embedding_loss: accepts floats, not int64");
    REFUSES(weir_triplet_margin_loss(
                x, x, x,
                OPT(triplet_margin_loss, .reduction = "mean", .margin = -1, .p = 2, .eps = 0),
                &got),
            "triplet_margin_loss: margin=-1 must be finite and not negative");
    REFUSES(weir_triplet_margin_loss(
                x, x, x,
                OPT(triplet_margin_loss, .reduction = "mean", .margin = 1, .p = 0, .eps = 0), &got),
            "triplet_margin_loss: p=0 must be positive");
    REFUSES(weir_multi_margin_loss(scores, x, NULL, NULL, &got),
            "multi_margin_loss: labels must be integers, not float32");
    REFUSES(weir_multi_margin_loss(scores, whole, NULL, NULL, &got), "multi_margin_loss: ");
    REFUSES(weir_linear(x, scores, NULL, &got), "expected shapes (..., in) and (out, in)");
    REFUSES(weir_cdist(x, x, NULL, &got),
            "expected at least two dimensions and last axes of the same size");
    REFUSES(weir_local_response_norm(scores, 2,
                                     OPT(local_response_norm, .alpha = 1, .beta = 1, .k = 1), &got),
            "local_response_norm: x has shape (1, 3)");
    CHECK_OK(weir_multi_margin_loss(scores, label, NULL, NULL, &y));
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
    SHOWS(weir_conv(x, w, NULL, OPT(conv, .padding = WEIR_I64S(0, 1), .groups = 1), &got),
          "[[[21., 32., 3.]]]");
    SHOWS(weir_conv(x, w, NULL, OPT(conv, .padding = WEIR_I64S(1, 0), .groups = 1), &got),
          "[[[10., 21., 32.]]]");
    SHOWS(weir_conv_transpose(x, w, NULL,
                              OPT(conv_transpose, .output_padding = WEIR_I64S(1), .groups = 1,
                                  .dilation = WEIR_I64S(2)),
                              &got),
          "[[[1., 2., 13., 20., 30., 0.]]]");
    SHOWS(weir_pad(x, WEIR_I64S(0, 0, 0, 0, 1, 1), OPT(pad, .mode = "replicate"), &got),
          "[[[1., 1., 2., 3., 3.]]]");
    SHOWS(weir_pad(x, WEIR_I64S(0, 0, 0, 0, 1, 1), OPT(pad, .mode = "circular"), &got),
          "[[[3., 1., 2., 3., 1.]]]");
    DROP(x, w);
    end();
}
