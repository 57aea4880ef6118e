/* test_recurrent.c - recurrent networks and ctc_loss: known values, lengths, errors, and failures with
 * a specific message.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_literals.h"

#include <math.h>

static void values(weir_array *a, double *all, int64_t count) {
    weir_array *wide = NULL;
    CHECK_EQ(weir_array_count(a), count);
    CHECK_OK(weir_astype(a, WEIR_FLOAT64, &wide));
    CHECK_OK(weir_array_read(wide, all, (size_t)count * sizeof *all));
    weir_array_release(wide);
}

static void near(double got, double wanted) {
    if (!(fabs(got - wanted) <= 1e-5 * fmax(1, fabs(wanted))))
        test_fail(__FILE__, __LINE__, "%.9g is not %.9g", got, wanted);
}

static void release(weir_array **all, int count) {
    for (int i = 0; i < count; i++) weir_array_release(all[i]);
}

static void fails(weir_array *y, const char *part) {
    CHECK_STATUS(weir_array_wait(y), EINVAL);
    CHECK_HAS(weir_error(), part);
    weir_array_release(y);
    weir_failure_clear(rt);
}

/* ---- Sequences ------------------------------------------------------------------------------- */

TEST(a_relu_network_adds_up_its_inputs) {
    begin();
    weir_array *x = F32(DIMS(3, 1, 1), 1, 2, 3), *one = F32(DIMS(1, 1), 1), *out[2];
    double y[3];
    CHECK_OK(weir_rnn(x, one, one, NULL, NULL, NULL, NULL, OPT(rnn, .nonlinearity = "relu"),
                      &out[0], &out[1]));
    values(out[0], y, 3);
    near(y[0], 1), near(y[1], 3), near(y[2], 6);
    values(out[1], y, 1);
    near(y[0], 6);
    release(out, 2);
    CHECK_OK(weir_rnn(x, one, one, NULL, NULL, NULL, NULL,
                      OPT(rnn, .nonlinearity = "relu", .reverse = 1), &out[0], &out[1]));
    values(out[0], y, 3);
    near(y[0], 6), near(y[1], 5), near(y[2], 3);
    release(out, 2);
    release((weir_array *[]){x, one}, 2);
    end();
}

/* Rows of 3, 1 and 0 time steps: after them y is 0 and the state is kept, in both directions. */
TEST(a_row_ends_where_its_length_says) {
    begin();
    weir_array *x = F32(DIMS(3, 3, 1), 1, 1, 1, 2, 20, 20, 3, 30, 30), *one = F32(DIMS(1, 1), 1);
    weir_array *h0 = F32(DIMS(3, 1), 0, 0, 7), *lengths = I64(DIMS(3), 3, 1, 0), *out[2];
    const double wanted[2][12] = {{1, 1, 0, 3, 0, 0, 6, 0, 0, /* last: */ 6, 1, 7},
                                  {6, 1, 0, 5, 0, 0, 3, 0, 0, /* last: */ 6, 1, 7}};
    for (int reverse = 0; reverse < 2; reverse++) {
        double got[12];
        CHECK_OK(weir_rnn(x, one, one, NULL, NULL, h0, lengths,
                          OPT(rnn, .nonlinearity = "relu", .reverse = reverse), &out[0], &out[1]));
        values(out[0], got, 9);
        values(out[1], got + 9, 3);
        for (int i = 0; i < 12; i++) near(got[i], wanted[reverse][i]);
        release(out, 2);
    }
    release((weir_array *[]){x, one, h0, lengths}, 4);
    end();
}

TEST(an_lstm_cell_is_what_its_formula_says) {
    begin();
    weir_array *x = F32(DIMS(1, 1, 1), 2), *w = F32(DIMS(4, 1), 0.5f, -0.5f, 1, 0.25f), *out[4];
    weir_array *r = F32(DIMS(4, 1), 1, 2, -1, 0.5f), *h0 = F32(DIMS(1, 1), 0.5f);
    weir_array *c0 = F32(DIMS(1, 1), -1), *b = F32(DIMS(4), 0.1f, 0.2f, 0.3f, 0.4f);
    double i = 1 / (1 + exp(-1.6)), f = 1 / (1 + exp(-0.2)), g = tanh(1.8);
    double o = 1 / (1 + exp(-1.15)), c = -f + i * g, got[5];
    CHECK_OK(weir_lstm(x, w, r, b, NULL, h0, c0, NULL, NULL, &out[0], &out[1], &out[2], &out[3]));
    values(out[1], got, 1);
    near(got[0], o * tanh(c));
    values(out[2], got, 1);
    near(got[0], c);
    release(out, 4);
    release((weir_array *[]){x, w, r, h0, c0, b}, 6);
    end();
}

TEST(no_steps_leave_the_state_and_give_gradients_of_zero) {
    begin();
    weir_array *x = ZEROS(0, 2, 3), *w = ZEROS(3, 3), *h0 = F32(DIMS(2, 3), 1, 2, 3, 4, 5, 6);
    weir_array *out[2], *grad[5];
    double got[9];
    CHECK_OK(weir_rnn(x, w, w, NULL, NULL, h0, NULL, NULL, &out[0], &out[1]));
    values(out[1], got, 6);
    for (int i = 0; i < 6; i++) near(got[i], i + 1);
    CHECK_OK(weir_rnn_backward(x, w, w, out[0], h0, NULL, NULL, h0, NULL, &grad[0], &grad[1],
                               &grad[2], &grad[3], &grad[4]));
    values(grad[1], got, 9);
    for (int i = 0; i < 9; i++) near(got[i], 0);
    values(grad[4], got, 6);
    for (int i = 0; i < 6; i++) near(got[i], i + 1);
    release(out, 2);
    release(grad, 5);
    release((weir_array *[]){x, w, h0}, 3);
    end();
}

TEST(a_length_that_is_none_fails_by_row) {
    begin();
    weir_array *x = ZEROS(3, 2, 1), *w = ZEROS(1, 1), *long_ = I64(DIMS(2), 3, 4), *h;
    weir_array *less = I64(DIMS(2), -1, 2), *y, *three = ZEROS(3, 1), *saved;
    CHECK_OK(weir_rnn(x, w, w, NULL, NULL, NULL, long_, NULL, &y, &h));
    weir_array_release(h);
    fails(y, "rnn: lengths[1] is 4; expected 0 to 3 time steps");
    CHECK_OK(weir_gru(x, three, three, NULL, NULL, NULL, less, NULL, &y, &h, &saved));
    release((weir_array *[]){h, saved}, 2);
    fails(y, "gru: lengths[0] is -1; expected 0 to 3 time steps");
    release((weir_array *[]){x, w, long_, less, three}, 5);
    end();
}

#define RNN(x, ih, hh, b, h0, len, non)                                                            \
    weir_rnn(x, ih, hh, b, NULL, h0, len, OPT(rnn, .nonlinearity = non), &got, &more[0])
#define LSTM(x, ih, hh, c0)                                                                        \
    weir_lstm(x, ih, hh, NULL, NULL, NULL, c0, NULL, NULL, &got, &more[0], &more[1], &more[2])

TEST(networks_refuse_what_does_not_fit) {
    begin();
    weir_array *x = ZEROS(3, 2, 4), *flat = ZEROS(3, 4), *ih = ZEROS(5, 4), *hh = ZEROS(5, 5);
    weir_array *other = ZEROS(5, 3), *b = ZEROS(4), *h0 = ZEROS(3, 5), *floats = ZEROS(2);
    weir_array *whole = made(WEIR_INT32, DIMS(3, 2, 4), (const int32_t[24]){0}), *more[5];
    weir_array *three = I64(DIMS(3), 1, 1, 1), *ih4 = ZEROS(20, 4), *hh4 = ZEROS(20, 5);
    REFUSES(RNN(flat, ih, hh, NULL, NULL, NULL, "tanh"),
            "rnn: x has shape (3, 4); expected (time, batch, inputs)");
    REFUSES(RNN(x, ih, other, NULL, NULL, NULL, "tanh"),
            "rnn: weight_hh has shape (5, 3); expected (units, units)");
    REFUSES(
        RNN(x, other, hh, NULL, NULL, NULL, "tanh"),
        "rnn: weight_ih has shape (5, 3); expected (5, 4) for x of shape (3, 2, 4) and 5 units");
    REFUSES(RNN(x, ih, hh, b, NULL, NULL, "tanh"), "rnn: bias_ih has shape (4,); expected (5,)");
    REFUSES(RNN(x, ih, hh, NULL, h0, NULL, "tanh"), "rnn: h0 has shape (3, 5); expected (2, 5)");
    REFUSES(RNN(x, ih, hh, NULL, NULL, three, "tanh"),
            "rnn: lengths has shape (3,); expected (2,)");
    REFUSES(RNN(x, ih, hh, NULL, NULL, floats, "tanh"),
            "rnn: lengths is float32; expected integers");
    REFUSES(RNN(whole, ih, hh, NULL, NULL, NULL, "tanh"), "rnn: x is int32; expected floats");
    REFUSES(RNN(x, ih, hh, NULL, NULL, NULL, "gelu"),
            "rnn: nonlinearity 'gelu' is not supported; expected 'tanh' or 'relu'");
    REFUSES(LSTM(x, ih, hh, NULL), "lstm: weight_hh has shape (5, 5); expected (4 * units, units)");
    REFUSES(LSTM(x, ih4, hh4, h0), "lstm: c0 has shape (3, 5); expected (2, 5)");
    REFUSES(weir_gru(x, ih4, hh4, NULL, NULL, NULL, NULL, NULL, &got, &more[0], &more[1]),
            "gru: weight_hh has shape (20, 5); expected (3 * units, units)");
    REFUSES(weir_rnn_backward(x, ih, hh, x, NULL, NULL, NULL, NULL, NULL, &got, &more[0], &more[1],
                              &more[2], &more[3]),
            "rnn_backward: y has shape (3, 2, 4); expected (3, 2, 5)");
    release((weir_array *[]){x, flat, ih, hh, other, b, h0, floats, whole, three, ih4, hh4}, 12);
    end();
}

TEST(second_derivatives_of_networks_are_refused) {
    begin();
    weir_array *x = ZEROS(2, 1, 1), *w = ZEROS(1, 1), *in[] = {x, w, w, x}, *out[5] = {NULL};
    weir_array *grad[4];
    const weir_op *op = weir_op_find("rnn_backward");
    uint32_t count = 5;
    CHECK_OK(weir_op_call(rt, op, in, 4, NULL, 0, out, &count));
    CHECK_STATUS(weir_op_vjp(rt, op, in, 4, NULL, 0, out, 5, out, NULL, grad), EINVAL);
    CHECK_HAS(weir_error(), "rnn_backward: the operator has no gradient");
    release(out, 5);
    release((weir_array *[]){x, w}, 2);
    end();
}

/* Also among other heads, where it would be taken for a constant. */
TEST(a_gradient_of_a_gradient_of_networks_is_refused) {
    begin();
    weir_array *x = ZEROS(3, 2, 4), *w = ZEROS(6, 4), *h = ZEROS(6, 2), *out[3] = {NULL};
    weir_array *dx = NULL, *square = NULL, *both = NULL, *loss = NULL, *second = NULL;
    CHECK_OK(weir_array_attach_grad(x, WEIR_GRAD_WRITE));
    int was = weir_recording_set(1);
    CHECK_OK(weir_gru(x, w, h, NULL, NULL, NULL, NULL, NULL, &out[0], &out[1], &out[2]));
    CHECK_OK(weir_grad(out, 1, NULL, &x, 1, WEIR_BACKWARD_RECORD, &dx));
    CHECK_OK(weir_square(x, &square));
    CHECK_OK(weir_add(dx, square, &both));
    CHECK_OK(weir_sum(both, NULL, &loss));
    CHECK_STATUS(weir_grad(&loss, 1, NULL, &x, 1, 0, &second), EINVAL);
    CHECK_HAS(weir_error(), "gru_backward: the operator has no gradient");
    weir_recording_set(was);
    release((weir_array *[]){x, w, h, out[0], out[1], out[2], dx, square, both, loss}, 10);
    end();
}

/* ---- ctc_loss -------------------------------------------------------------------------------- */

#define CTC(x, t, in, len, none, how, zero)                                                        \
    weir_ctc_loss(x, t, in, len,                                                                   \
                  OPT(ctc_loss, .blank = none, .reduction = how, .zero_infinity = zero), &got)

/* Two time steps, one label a: the alignments aa, -a, a-. */
TEST(ctc_loss_adds_up_all_alignments) {
    begin();
    weir_array *x = F32(DIMS(2, 1, 2), logf(0.4f), logf(0.6f), logf(0.3f), logf(0.7f)), *got;
    weir_array *t = I64(DIMS(1, 1), 1), *two = I64(DIMS(1), 2), *one = I64(DIMS(1), 1);
    double y;
    CHECK_OK(CTC(x, t, two, one, 0, "none", 0));
    values(got, &y, 1);
    near(y, -log(0.6 * 0.7 + 0.4 * 0.7 + 0.6 * 0.3));
    weir_array_release(got);
    release((weir_array *[]){x, t, two, one}, 4);
    end();
}

/* A repeated label needs a blank in between: three time steps. */
TEST(a_target_that_does_not_fit_is_infinitely_unlikely_or_left_out) {
    begin();
    weir_array *x = ZEROS(2, 1, 3), *t = I64(DIMS(1, 2), 1, 1), *two = I64(DIMS(1), 2), *got;
    weir_array *dy = F32(DIMS(1), 1);
    double y, dx[6];
    CHECK_OK(CTC(x, t, two, two, 0, "none", 0));
    values(got, &y, 1);
    CHECK(isinf(y) && y > 0);
    weir_array_release(got);
    CHECK_OK(CTC(x, t, two, two, 0, "none", 1));
    values(got, &y, 1);
    near(y, 0);
    weir_array_release(got);
    CHECK_OK(weir_ctc_loss_backward(
        x, t, two, two, dy, OPT(ctc_loss_backward, .reduction = "none", .zero_infinity = 1), &got));
    values(got, dx, 6);
    for (int i = 0; i < 6; i++) near(dx[i], 0);
    weir_array_release(got);
    release((weir_array *[]){x, t, two, dy}, 4);
    end();
}

TEST(ctc_loss_fails_by_sample_and_value) {
    begin();
    weir_array *x = ZEROS(4, 2, 3), *t = I64(DIMS(2, 2), 1, 2, 1, 5), *row = I64(DIMS(3), 1, 2, 1);
    weir_array *four = I64(DIMS(2), 4, 4), *five = I64(DIMS(2), 4, 5), *two = I64(DIMS(2), 2, 2);
    weir_array *one = I64(DIMS(2), 1, 1), *three = I64(DIMS(2), 1, 3), *got, *dy = F32(DIMS(1), 1);
    weir_array *number = NULL;
    CHECK_OK(CTC(x, t, four, two, 0, "mean", 0));
    fails(got, "ctc_loss: label 5, at index 1 of sample 1, is out of range for 3 classes");
    CHECK_OK(CTC(x, t, four, one, 1, "mean", 0));
    fails(got, "ctc_loss: label 1, at index 0 of sample 0, is the blank; use another class");
    CHECK_OK(CTC(x, t, five, one, 0, "mean", 0));
    fails(got, "ctc_loss: input_lengths[1] is 5; expected 0 to 4 time steps");
    CHECK_OK(CTC(x, t, four, three, 0, "mean", 0));
    fails(got, "ctc_loss: target_lengths[1] is 3; expected 0 to 2 labels");
    CHECK_OK(CTC(x, row, four, two, 0, "mean", 0));
    fails(got, "ctc_loss: target_lengths[1] is 2; expected 0 to 1 labels");
    CHECK_OK(CTC(x, row, four, one, 0, "mean", 0));
    fails(got, "ctc_loss: target_lengths sum to 2, but targets has 3 labels");
    CHECK_OK(weir_sum(dy, NULL, &number));
    CHECK_OK(weir_ctc_loss_backward(x, t, four, two, number,
                                    OPT(ctc_loss_backward, .reduction = "sum"), &got));
    fails(got, "ctc_loss_backward: label 5, at index 1 of sample 1, is out of range for 3 classes");
    release((weir_array *[]){x, t, row, four, five, two, one, three, dy, number}, 10);
    end();
}

TEST(ctc_loss_refuses_what_does_not_fit) {
    begin();
    weir_array *x = ZEROS(4, 2, 3), *flat = ZEROS(4, 3), *t = I64(DIMS(2, 2), 1, 2, 1, 1);
    weir_array *two = I64(DIMS(2), 2, 2), *three = I64(DIMS(3), 1, 1, 1), *floats = ZEROS(2);
    weir_array *wide = made(WEIR_INT64, DIMS(3, 2), (const int64_t[6]){0});
    REFUSES(CTC(flat, t, two, two, 0, "mean", 0),
            "ctc_loss: log_probs has shape (4, 3); expected (time, batch, classes)");
    REFUSES(
        CTC(x, wide, two, two, 0, "mean", 0),
        "ctc_loss: targets has shape (3, 2); expected (2, labels), or all labels in one dimension");
    REFUSES(CTC(x, t, three, two, 0, "mean", 0),
            "ctc_loss: input_lengths has shape (3,); expected (2,), one per sample");
    REFUSES(CTC(x, t, two, floats, 0, "mean", 0),
            "ctc_loss: target_lengths is float32; expected integers");
    REFUSES(CTC(t, t, two, two, 0, "mean", 0), "ctc_loss: log_probs has shape (2, 2)");
    REFUSES(CTC(x, t, two, two, 3, "mean", 0), "ctc_loss: blank=3 is out of range for 3 classes");
    REFUSES(CTC(x, t, two, two, 0, "batchmean", 0),
            "ctc_loss: reduction 'batchmean' is not supported; expected 'mean', 'sum' or 'none'");
    REFUSES(weir_ctc_loss_backward(x, t, two, two, floats, NULL, &got),
            "ctc_loss_backward: dy has shape (2,); expected ()");
    release((weir_array *[]){x, flat, t, two, three, floats, wide}, 7);
    end();
}
