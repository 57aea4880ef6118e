/* test_norm.c - normalisations, losses, embedding: known values, large means, errors, and failures with a
 * specific message.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_literals.h"

#include <math.h>

static void read_wide(weir_array *a, double *to) {
    weir_array *wide = NULL;
    CHECK_OK(weir_astype(a, WEIR_FLOAT64, &wide));
    CHECK_OK(weir_array_read(wide, to, (size_t)weir_array_count(wide) * sizeof *to));
    weir_array_release(wide);
}

static double at(weir_array *a, int64_t i) {
    double all[64];
    CHECK(weir_array_count(a) <= 64);
    read_wide(a, all);
    return all[i];
}

static void near(double got, double wanted) {
    if (fabs(got - wanted) > 1e-5 * fmax(1, fabs(wanted)))
        test_fail(__FILE__, __LINE__, "%.9g is not %.9g", got, wanted);
}

static void fails(weir_array *y, const char *part) {
    CHECK_STATUS(weir_array_wait(y), EINDEX);
    CHECK_HAS(weir_error(), part);
    weir_array_release(y);
    weir_failure_clear(rt);
}

/* ---- Normalisations -------------------------------------------------------------------------- */

TEST(layer_norm_of_a_large_mean_keeps_its_digits) {
    begin();
    weir_array *x = F32(DIMS(1, 4), 1000001, 1000002, 1000003, 1000004), *y;
    CHECK_OK(weir_layer_norm(x, NULL, NULL, OPT(layer_norm, .eps = 0), &y));
    const double wanted[] = {-1.3416407865, -0.4472135955, 0.4472135955, 1.3416407865};
    for (int i = 0; i < 4; i++) near(at(y, i), wanted[i]);
    weir_array_release(x);
    weir_array_release(y);
    end();
}

/* Rows of several lengths, whose first element would or would not cancel digits in a sum about it: the gradients
 * of floats are those of doubles. */
TEST(the_gradient_of_layer_norm_ignores_the_first_element) {
    enum { ROWS = 5, COLS = 203 };
    begin();
    static float x[ROWS * COLS], dy[ROWS * COLS];
    static double got[ROWS * COLS], wanted[ROWS * COLS];
    const double first[ROWS] = {0, 2, -50, 3e4, 1e6};
    for (int64_t cols = 63; cols <= COLS; cols += 35) {
        for (int64_t i = 0; i < ROWS * cols; i++) {
            x[i] = (float)(i % cols == 0 ? first[i / cols] : sin((double)(i * i)));
            dy[i] = (float)cos((double)(7 * i));
        }
        weir_array *in[2][2], *out[2][3];
        in[0][0] = made(WEIR_FLOAT32, DIMS(ROWS, cols), x);
        in[0][1] = made(WEIR_FLOAT32, DIMS(ROWS, cols), dy);
        for (int k = 0; k < 2; k++) CHECK_OK(weir_astype(in[0][k], WEIR_FLOAT64, &in[1][k]));
        for (int k = 0; k < 2; k++)
            CHECK_OK(weir_layer_norm_backward(in[k][0], in[k][1], NULL, NULL, &out[k][0],
                                              &out[k][1], &out[k][2]));
        for (int m = 0; m < 3; m++) {
            read_wide(out[0][m], got);
            read_wide(out[1][m], wanted);
            for (int64_t i = 0; i < weir_array_count(out[0][m]); i++) near(got[i], wanted[i]);
        }
        for (int k = 0; k < 4; k++) weir_array_release(in[k / 2][k % 2]);
        for (int k = 0; k < 6; k++) weir_array_release(out[k / 3][k % 3]);
    }
    end();
}

/* The gradient of rms_norm_backward by dy, for ones. */
static weir_array *second_gradient(weir_array *x, weir_array *dy, weir_array *weight) {
    weir_array *out[2] = {NULL}, *grads[3] = {NULL}, *ones = F32(DIMS(1, 4), 1, 2, 3, 4);
    CHECK_OK(weir_rms_norm_backward(x, dy, weight, OPT(rms_norm_backward, .eps = 1e-5), &out[0],
                                    &out[1]));
    CHECK_OK(weir_op_vjp(rt, weir_op_find("rms_norm_backward"), (weir_array *[]){x, dy, weight}, 3,
                         NULL, 0, out, 2, (weir_array *[]){ones, NULL}, (const uint8_t[]){0, 1, 0},
                         grads));
    weir_array_release(ones);
    weir_array_release(out[0]);
    weir_array_release(out[1]);
    return grads[1];
}

TEST(second_derivatives_of_normalisations_take_bools_and_small_integers) {
    begin();
    weir_array *weight = F32(DIMS(4), 1, 2, 3, 4), *dy = F32(DIMS(1, 4), 1, -1, 2, 1);
    weir_array *x[] = {F32(DIMS(1, 4), 1, 0, 1, 1),
                       made(WEIR_BOOL, DIMS(1, 4), (const uint8_t[]){1, 0, 1, 1}),
                       F32(DIMS(1, 4), 100, 20, -90, 7),
                       made(WEIR_INT8, DIMS(1, 4), (const int8_t[]){100, 20, -90, 7})};
    for (int i = 0; i < 4; i += 2) {
        weir_array *wanted = second_gradient(x[i], dy, weight);
        weir_array *got = second_gradient(x[i + 1], dy, weight);
        for (int j = 0; j < 4; j++) near(at(got, j), at(wanted, j));
        weir_array_release(wanted);
        weir_array_release(got);
    }
    for (int i = 0; i < 4; i++) weir_array_release(x[i]);
    weir_array_release(weight);
    weir_array_release(dy);
    end();
}

TEST(batch_norm_gives_the_statistics_of_each_channel) {
    begin();
    weir_array *x = F32(DIMS(2, 2, 2), 1, 2, 10, 20, 3, 4, 30, 40), *y, *mean, *variance, *again;
    CHECK_OK(weir_batch_norm(x, NULL, NULL, OPT(batch_norm, .eps = 0), &y, &mean, &variance));
    near(at(mean, 0), 2.5);
    near(at(mean, 1), 25);
    near(at(variance, 0), 1.25);
    near(at(variance, 1), 125);
    near(at(y, 0), -1.5 / sqrt(1.25));
    CHECK_OK(weir_batch_norm_inference(x, mean, variance, NULL, NULL,
                                       OPT(batch_norm_inference, .eps = 0), &again));
    for (int i = 0; i < 8; i++) near(at(again, i), at(y, i));
    weir_array *all[] = {x, y, mean, variance, again};
    for (int i = 0; i < 5; i++) weir_array_release(all[i]);
    end();
}

TEST(normalisations_refuse_mismatched_shapes) {
    begin();
    weir_array *x = ZEROS(2, 3, 4), *w = ZEROS(3), *none = ZEROS(), *line = ZEROS(4);
    weir_array *whole = made(WEIR_INT32, DIMS(2, 4), (const int32_t[8]){0}), *more[2];
    const int64_t first = 0, far = 5;
    REFUSES(weir_layer_norm(x, w, NULL, NULL, &got),
            "layer_norm: weight has shape (3,); for x of shape (2, 3, 4) it must have shape (4,)");
    REFUSES(weir_layer_norm(x, NULL, w, NULL, &got),
            "layer_norm: bias has shape (3,); for x of shape (2, 3, 4) it must have shape (4,)");
    REFUSES(
        weir_layer_norm(x, NULL, NULL,
                        OPT(layer_norm, .axes = weir_i64s_of(&first, 1), .eps = 1e-5), &got),
        "layer_norm: axes (0,) are not the last axes of an array with 3 dimensions; only the last axes can be normalised");
    REFUSES(weir_layer_norm(x, NULL, NULL,
                            OPT(layer_norm, .axes = weir_i64s_of(&far, 1), .eps = 1e-5), &got),
            "layer_norm: axis 5 is out of range for an array with 3 dimensions");
    REFUSES(weir_layer_norm(none, NULL, NULL, NULL, &got),
            "layer_norm: x has no dimensions; expected at least one");
    REFUSES(weir_layer_norm(x, NULL, NULL, OPT(layer_norm, .eps = -1), &got),
            "layer_norm: eps=-1 must be finite and not negative");
    REFUSES(weir_rms_norm(whole, NULL, OPT(rms_norm, .eps = 1e-5), &got),
            "rms_norm: accepts floats, not int32");
    REFUSES(weir_group_norm(x, NULL, NULL, 2, NULL, &got),
            "group_norm: the number of channels, 3, is not divisible by num_groups=2");
    REFUSES(weir_group_norm(x, NULL, NULL, WEIR_NONE, NULL, &got),
            "group_norm: num_groups is required");
    REFUSES(weir_instance_norm(line, NULL, NULL, NULL, &got),
            "instance_norm: x has 1 dimension; expected at least 2, the second for channels");
    REFUSES(weir_batch_norm(x, line, NULL, NULL, &got, &more[0], &more[1]),
            "batch_norm: weight has shape (4,); for x of shape (2, 3, 4) it must have shape (3,)");
    REFUSES(weir_batch_norm(none, NULL, NULL, NULL, &got, &more[0], &more[1]),
            "batch_norm: x has 0 dimensions; expected at least 2, the second for channels");
    REFUSES(
        weir_batch_norm_inference(x, w, line, NULL, NULL, NULL, &got),
        "batch_norm_inference: variance has shape (4,); for x of shape (2, 3, 4) it must have shape (3,)");
    REFUSES(weir_normalize(x, OPT(normalize, .p = 0, .axis = -1, .eps = 1e-12), &got),
            "normalize: p=0 must be positive");
    REFUSES(weir_cosine_similarity(x, w, NULL, &got), "expected the same shape");
    weir_array *all[] = {x, w, none, line, whole};
    for (int i = 0; i < 5; i++) weir_array_release(all[i]);
    end();
}

/* ---- Losses ---------------------------------------------------------------------------------- */

TEST(cross_entropy_divides_by_the_weights_of_the_labels_that_count) {
    begin();
    weir_array *x = F32(DIMS(3, 2), 0, 0, 0, 0, 7, 9), *t = I64(DIMS(3), 0, 1, -100);
    weir_array *w = F32(DIMS(2), 1, 3), *y;
    CHECK_OK(weir_cross_entropy(x, t, w, NULL, &y));
    near(at(y, 0), log(2));
    weir_array_release(y);
    CHECK_OK(weir_cross_entropy(
        x, t, w, OPT(cross_entropy, .axis = WEIR_NONE, .reduction = "sum", .ignore_index = -100),
        &y));
    near(at(y, 0), 4 * log(2));
    weir_array_release(y);
    CHECK_OK(weir_cross_entropy(
        x, t, NULL,
        OPT(cross_entropy, .axis = WEIR_NONE, .reduction = "none", .ignore_index = -100), &y));
    near(at(y, 2), 0);
    weir_array *all[] = {x, t, w, y};
    for (int i = 0; i < 4; i++) weir_array_release(all[i]);
    end();
}

TEST(large_logits_lose_nothing) {
    begin();
    weir_array *x = F32(DIMS(1, 2), 20000, 20001), *t = I64(DIMS(1), 0), *y;
    CHECK_OK(weir_cross_entropy(x, t, NULL, NULL, &y));
    near(at(y, 0), 1.3132616875);
    weir_array_release(x);
    weir_array_release(t);
    weir_array_release(y);
    x = F32(DIMS(2), 100, -100), t = F32(DIMS(2), 1, 0);
    CHECK_OK(weir_binary_cross_entropy_with_logits(
        x, t, OPT(binary_cross_entropy_with_logits, .reduction = "none"), &y));
    CHECK(at(y, 0) > 0 && at(y, 0) < 1e-40 && at(y, 1) == at(y, 0));
    weir_array_release(x);
    weir_array_release(t);
    weir_array_release(y);
    end();
}

TEST(an_invalid_label_fails_and_is_named) {
    begin();
    weir_array *x = ZEROS(4, 5), *t = I64(DIMS(4), 0, 7, -1, 9), *dy = ZEROS(), *y;
    CHECK_OK(weir_cross_entropy(x, t, NULL, NULL, &y));
    fails(y, "cross_entropy: label 7 of sample 1 is out of range for 5 classes");
    CHECK_OK(weir_nll_loss(
        x, t, NULL, OPT(nll_loss, .axis = WEIR_NONE, .reduction = "sum", .ignore_index = 7), &y));
    fails(y, "nll_loss: label -1 of sample 2 is out of range for 5 classes");
    CHECK_OK(weir_cross_entropy_backward(x, t, dy, NULL, NULL, &y));
    fails(y, "cross_entropy_backward: label 7 of sample 1 is out of range for 5 classes");
    weir_array *all[] = {x, t, dy};
    for (int i = 0; i < 3; i++) weir_array_release(all[i]);
    end();
}

TEST(losses_refuse_mismatched_shapes) {
    begin();
    weir_array *x = ZEROS(4, 5), *t = I64(DIMS(5), 0, 0, 0, 0, 0), *p = ZEROS(4), *none = ZEROS();
    weir_array *right = I64(DIMS(4), 0, 0, 0, 0);
    weir_array *mask = made(WEIR_BOOL, DIMS(4), (const uint8_t[4]){0});
#define CE(x, t, w, at, how, smoothing)                                                            \
    weir_cross_entropy(x, t, w,                                                                    \
                       OPT(cross_entropy, .axis = at, .reduction = how, .ignore_index = -100,      \
                           .label_smoothing = smoothing),                                          \
                       &got)
    REFUSES(CE(x, t, NULL, WEIR_NONE, "mean", 0), "expected a target of shape (4,)");
    REFUSES(CE(x, p, NULL, WEIR_NONE, "mean", 0), "expected a target of shape (4, 5)");
    REFUSES(CE(x, mask, NULL, WEIR_NONE, "mean", 0),
            "cross_entropy: targets must be integers or floats, not bool");
    REFUSES(CE(x, right, p, WEIR_NONE, "mean", 0),
            "cross_entropy: weight has shape (4,); expected (5,), one per class");
    REFUSES(CE(x, right, NULL, 2, "mean", 0),
            "cross_entropy: axis 2 is out of range for an array with 2 dimensions");
    REFUSES(
        CE(x, right, NULL, WEIR_NONE, "average", 0),
        "cross_entropy: reduction 'average' is not supported; expected 'mean', 'sum' or 'none'");
    REFUSES(CE(x, right, NULL, WEIR_NONE, "mean", 1.5),
            "cross_entropy: label_smoothing=1.5 is out of range; expected 0 to 1");
    REFUSES(CE(none, right, NULL, WEIR_NONE, "mean", 0),
            "cross_entropy: x has no dimensions; expected a class axis");
    REFUSES(CE(t, right, NULL, WEIR_NONE, "mean", 0), "cross_entropy: accepts floats, not int64");
#undef CE
    REFUSES(weir_nll_loss(x, p, NULL, NULL, &got),
            "nll_loss: targets must be integers, not float32");
    REFUSES(weir_mse_loss(x, p, NULL, &got), "expected the same shape");
    REFUSES(weir_mse_loss(x, x, OPT(mse_loss, .reduction = "batchmean"), &got),
            "mse_loss: reduction 'batchmean' is not supported; expected 'mean', 'sum' or 'none'");
    REFUSES(
        weir_kl_div(x, x, OPT(kl_div, .reduction = "x"), &got),
        "kl_div: reduction 'x' is not supported; expected 'mean', 'sum', 'batchmean' or 'none'");
    REFUSES(weir_huber_loss(x, x, OPT(huber_loss, .reduction = "mean", .delta = -1), &got),
            "huber_loss: delta=-1 must not be negative");
    REFUSES(weir_l1_loss(t, t, NULL, &got), "l1_loss: accepts floats, not int64");
    weir_array *all[] = {x, t, p, none, right, mask};
    for (int i = 0; i < 6; i++) weir_array_release(all[i]);
    end();
}

/* ---- embedding ------------------------------------------------------------------------------- */

TEST(the_padding_row_gets_no_gradient) {
    begin();
    const weir_op *op = weir_op_find("embedding");
    const int64_t padding = 1;
    weir_array *in[] = {I64(DIMS(3), 0, 1, 0), F32(DIMS(2, 2), 1, 2, 3, 4)}, *y, *g[2];
    weir_array *dy = F32(DIMS(3, 2), 1, 1, 1, 1, 1, 1);
    CHECK_OK(weir_op_call(rt, op, in, 2, &padding, sizeof padding, &y, NULL));
    CHECK_OK(weir_op_vjp(rt, op, in, 2, &padding, sizeof padding, &y, 1, &dy, NULL, g));
    CHECK(g[0] == NULL);
    CHECK(at(g[1], 0) == 2 && at(g[1], 1) == 2 && at(g[1], 2) == 0 && at(g[1], 3) == 0);
    weir_array *all[] = {in[0], in[1], y, dy, g[1]};
    for (int i = 0; i < 5; i++) weir_array_release(all[i]);
    end();
}

TEST(an_index_beyond_the_table_fails_and_is_named) {
    begin();
    weir_array *i = I64(DIMS(2), 1, 5), *table = ZEROS(5, 3), *line = ZEROS(3), *y;
    CHECK_OK(weir_embedding(i, table, NULL, &y));
    fails(y, "embedding: index 5 at position 1 is out of range for axis 0 of size 5");
    weir_array *before = I64(DIMS(2), 1, -1);
    CHECK_OK(weir_embedding(before, table, NULL, &y));
    fails(y, "embedding: index -1 at position 1 is out of range for axis 0 of size 5");
    weir_array_release(before);
    REFUSES(weir_embedding(i, line, NULL, &got),
            "embedding: weight must be a matrix, got shape (3,)");
    REFUSES(weir_embedding(i, table, OPT(embedding, .padding_idx = 5), &got),
            "embedding: padding_idx=5 is out of range for 5 rows");
    REFUSES(weir_embedding(line, table, NULL, &got),
            "embedding: input 0 must be an integer array, not float32");
    weir_array *all[] = {i, table, line};
    for (int k = 0; k < 3; k++) weir_array_release(all[k]);
    end();
}
