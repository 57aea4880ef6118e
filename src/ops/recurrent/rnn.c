/* rnn.c - recurrent layers (rnn, lstm, gru) that run in one direction, and their gradients.
 *
 *   rnn    h' = tanh(W_ih x + b_ih + W_hh h + b_hh), or relu
 *   lstm   i, f, o = sigmoid(...), g = tanh(...),
 *          c' = f * c + i * g,  h' = o * tanh(c')
 *   gru    r, z = sigmoid(...), n = tanh(W_in x + b_in + r * (W_hn h + b_hn)),
 *          h' = (1 - z) * n + z * h
 *
 * where h and c are the states before a time step, h' and c' are the states after it, and * is
 * elementwise.
 *
 * The inputs and outputs of an operator are lists of slots (recurrent_walk.h).  These lists
 * determine how shapes are checked, how kernels find their operands, and how gradients are
 * composed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/recurrent/recurrent_walk.h"

#define RNN_ATTRS(X, A)                                                                            \
    X(A, TEXT, nonlinearity, "tanh", "'tanh' or 'relu'", "tanh | relu")                            \
    X(A, BOOL, reverse, 0, "process the sequence from the last time step to the first")
WEIR_ATTRS(rnn, RNN_ATTRS);

#define LSTM_ATTRS(X, A)                                                                           \
    X(A, BOOL, reverse, 0, "process the sequence from the last time step to the first")
WEIR_ATTRS(lstm, LSTM_ATTRS);

#define GRU_ATTRS(X, A)                                                                            \
    X(A, BOOL, reverse, 0, "process the sequence from the last time step to the first")
WEIR_ATTRS(gru, GRU_ATTRS);

/* The backward operators have the attributes of the layers plus no_dx. */
#define RNN_BACKWARD_ATTRS(X, A)                                                                   \
    RNN_ATTRS(X, A)                                                                                \
    X(A, BOOL, no_dx, 0, "do not compute dx; it then has no time steps")
WEIR_ATTRS(rnn_backward, RNN_BACKWARD_ATTRS);
#define LSTM_BACKWARD_ATTRS(X, A)                                                                  \
    LSTM_ATTRS(X, A)                                                                               \
    X(A, BOOL, no_dx, 0, "do not compute dx; it then has no time steps")
WEIR_ATTRS(lstm_backward, LSTM_BACKWARD_ATTRS);
#define GRU_BACKWARD_ATTRS(X, A)                                                                   \
    GRU_ATTRS(X, A)                                                                                \
    X(A, BOOL, no_dx, 0, "do not compute dx; it then has no time steps")
WEIR_ATTRS(gru_backward, GRU_BACKWARD_ATTRS);

enum { DX = WR_X + WR_D, DW_IH = WR_W_IH + WR_D, DW_HH = WR_W_HH + WR_D };
enum { DB_IH = WR_B_IH + WR_D, DB_HH = WR_B_HH + WR_D, DH0 = WR_H0 + WR_D, DC0 = WR_C0 + WR_D };
enum { DY = WR_Y + WR_D, DH_N = WR_H_N + WR_D, DC_N = WR_C_N + WR_D, DSAVED = WR_SAVED + WR_D };

static const wr_recurrent_slots rnn_slots = {
    7, 2, {WR_X, WR_W_IH, WR_W_HH, WR_B_IH, WR_B_HH, WR_H0, WR_LENGTHS}, {WR_Y, WR_H_N}};
static const wr_recurrent_slots rnn_backward_slots = {
    8,
    5,
    {WR_X, WR_W_IH, WR_W_HH, WR_Y, WR_H0, WR_LENGTHS, DY, DH_N},
    {DX, DW_IH, DW_HH, DB_IH, DH0}};
static const wr_recurrent_slots lstm_slots = {
    8,
    4,
    {WR_X, WR_W_IH, WR_W_HH, WR_B_IH, WR_B_HH, WR_H0, WR_C0, WR_LENGTHS},
    {WR_Y, WR_H_N, WR_C_N, WR_SAVED}};
static const wr_recurrent_slots lstm_backward_slots = {
    12,
    6,
    {WR_X, WR_W_IH, WR_W_HH, WR_Y, WR_SAVED, WR_H0, WR_C0, WR_LENGTHS, DY, DH_N, DC_N, DSAVED},
    {DX, DW_IH, DW_HH, DB_IH, DH0, DC0}};
static const wr_recurrent_slots gru_slots = {
    7, 3, {WR_X, WR_W_IH, WR_W_HH, WR_B_IH, WR_B_HH, WR_H0, WR_LENGTHS}, {WR_Y, WR_H_N, WR_SAVED}};
static const wr_recurrent_slots gru_backward_slots = {
    10,
    6,
    {WR_X, WR_W_IH, WR_W_HH, WR_Y, WR_SAVED, WR_H0, WR_LENGTHS, DY, DH_N, DSAVED},
    {DX, DW_IH, DW_HH, DB_IH, DB_HH, DH0}};

static const char *name_of(int slot) {
    static const char *const names[WR_ALL_SLOTS] = {
        "x",       "weight_ih", "weight_hh", "bias_ih", "bias_hh", "h0",   "c0",
        "lengths", "y",         "h_n",       "c_n",     "saved",   NULL,   NULL,
        NULL,      NULL,        NULL,        NULL,      NULL,      NULL,   NULL,
        NULL,      NULL,        NULL,        "dy",      "dh_n",    "dc_n", "d_saved"};
    return names[slot];
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* For each cell: the numbers of gates, of saved values and of gate gradients, per unit. */
static const uint8_t parts_of_cell[][3] = {[WR_CELL_TANH] = {1, 0, 1},
                                           [WR_CELL_RELU] = {1, 0, 1},
                                           [WR_CELL_LSTM] = {4, 5, 4},
                                           [WR_CELL_GRU] = {3, 4, 4}};

static wr_recurrent recurrent_of(wr_cell cell, bool reverse, const int64_t *x,
                                 const int64_t *weight_hh) {
    const uint8_t *parts = parts_of_cell[cell];
    return (wr_recurrent){.cell = cell,
                          .reverse = reverse,
                          .steps = x[0],
                          .batch = x[1],
                          .inputs = x[2],
                          .units = weight_hh[1],
                          .gates = parts[0],
                          .saved = parts[1],
                          .back = parts[2]};
}

static weir_status need_shape(const weir_infer *c, const wr_recurrent *g, uint32_t input,
                              int slot) {
    const weir_array *a = c->in[input];
    int64_t shape[3];
    int ndim = wr_recurrent_shape(g, slot, shape);
    if (wr_has_shape(a, ndim, shape)) return WEIR_OK;
    return wr_refuse(c,
                     "%s has shape %s; expected %s for x of shape (%lld, %lld, %lld) and "
                     "%lld unit%s",
                     name_of(slot), wr_shape_text(a->ndim, wr_shape(a)), wr_shape_text(ndim, shape),
                     (long long)g->steps, (long long)g->batch, (long long)g->inputs,
                     (long long)g->units, g->units == 1 ? "" : "s");
}

/* Check the dtypes of the inputs and compute the promoted dtype of the float inputs. */
static weir_status need_dtypes(const weir_infer *c, const wr_recurrent_slots *slots, int *dtype) {
    *dtype = 0;
    for (uint32_t i = 0; i < c->in_count; i++) {
        if (c->in[i] == NULL) continue;
        int of = c->in[i]->dtype;
        bool is_lengths = slots->in[i] == WR_LENGTHS;
        if (wr_dtype_kind_of(of) != (is_lengths ? WR_KIND_INT : WR_KIND_FLOAT))
            return wr_refuse(c, "%s is %s; expected %s", name_of(slots->in[i]), wr_dtypes[of].name,
                             is_lengths ? "integers" : "floats");
        if (is_lengths) continue;
        *dtype = *dtype == 0 ? of : (int)weir_dtype_promote((weir_dtype)*dtype, (weir_dtype)of);
    }
    return WEIR_OK;
}

static weir_status infer(weir_infer *c, wr_cell cell, bool reverse, const wr_recurrent_slots *slots,
                         bool backward, bool no_dx) {
    const weir_array *x = c->in[0], *weight = c->in[2];
    int dtype;
    if (x->ndim != 3)
        return wr_refuse(c, "x has shape %s; expected (time, batch, inputs)",
                         wr_shape_text(x->ndim, wr_shape(x)));
    int64_t gates = parts_of_cell[cell][0];
    if (weight->ndim != 2 || wr_shape(weight)[0] != gates * wr_shape(weight)[1])
        return wr_refuse(c, "weight_hh has shape %s; expected (%s, units)",
                         wr_shape_text(weight->ndim, wr_shape(weight)),
                         gates == 1   ? "units"
                         : gates == 3 ? "3 * units"
                                      : "4 * units");
    wr_recurrent g = recurrent_of(cell, reverse, wr_shape(x), wr_shape(weight));
    for (uint32_t i = 0; i < c->in_count; i++)
        if (c->in[i] != NULL) WR_TRY(need_shape(c, &g, i, slots->in[i]));
    WR_TRY(need_dtypes(c, slots, &dtype));
    int dtypes[WR_ALL_SLOTS] = {0};
    for (uint32_t i = 0; i < c->in_count; i++)
        if (c->in[i] != NULL) dtypes[slots->in[i]] = c->in[i]->dtype;
    for (uint32_t i = 0; i < c->out_count; i++) {
        c->out[i].ndim = wr_recurrent_shape(&g, slots->out[i], c->out[i].shape);
        c->out[i].dtype = dtypes[slots->out[i]] = dtype;
        if (no_dx && slots->out[i] == DX) c->out[i].shape[0] = 0;
    }
    c->dtype = dtype;
    int computes = wr_compute_dtype[wr_dtypes[dtype].compute];
    if ((x->device & 0xff) == WEIR_DEVICE_CUDA)
        c->scratch_bytes = wr_recurrent_cuda_scratch(&g, dtypes, computes, backward);
    else
        c->scratch_bytes = wr_recurrent_scratch(&g, dtypes, computes, backward, wr_simd_for(x->rt));
    return WEIR_OK;
}

typedef weir_status (*kernel_fn)(const weir_kernel *k, const wr_recurrent *g,
                                 wr_recurrent_views views);

static void find_views(const weir_kernel *k, const wr_recurrent_slots *slots, bool no_dx,
                       wr_recurrent_views views) {
    for (uint32_t i = 0; i < k->in_count; i++)
        if (k->in[i].data != NULL) views[slots->in[i]] = &k->in[i];
    for (uint32_t i = 0; i < k->out_count; i++) views[slots->out[i]] = &k->out[i];
    if (no_dx) views[DX] = NULL;
}

static weir_status run(const weir_kernel *k, wr_cell cell, bool reverse,
                       const wr_recurrent_slots *slots, bool no_dx, kernel_fn fn) {
    wr_recurrent_views views = {NULL};
    find_views(k, slots, no_dx, views);
    wr_recurrent g = recurrent_of(cell, reverse, k->in[0].shape, k->in[2].shape);
    return fn(k, &g, views);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

static void vjp(weir_vjp *v, const wr_recurrent_slots *slots, int op, const void *attr,
                const wr_recurrent_slots *back) {
    weir_array *at[WR_ALL_SLOTS] = {NULL}, *in[12] = {NULL}, *out[6] = {NULL};
    for (uint32_t i = 0; i < v->in_count; i++) at[slots->in[i]] = v->in[i];
    for (uint32_t i = 0; i < v->out_count; i++) {
        at[slots->out[i]] = v->out[i];
        at[slots->out[i] + WR_D] = v->grad_out[i];
    }
    for (int i = 0; i < back->in_count; i++) in[i] = at[back->in[i]];
    wr_build_many(v, op, attr, back->in_count, in, back->out_count, out);
    for (int i = 0; i < back->out_count; i++) at[back->out[i]] = out[i];
    if (at[DB_HH] == NULL) at[DB_HH] = at[DB_IH];
    for (uint32_t i = 0; i < v->in_count; i++)
        if (v->in[i] != NULL && v->wanted[i] && slots->in[i] != WR_LENGTHS)
            v->grad_in[i] = wr_build_unbroadcast(v, at[slots->in[i] + WR_D], v->in[i]);
}

/* ---- Operators ------------------------------------------------------------------------------- */

static weir_status need_nonlinearity(const weir_infer *c) {
    const char *text = ((const rnn_attr *)c->attr)->nonlinearity;
    if (text == NULL || strcmp(text, "tanh") == 0 || strcmp(text, "relu") == 0) return WEIR_OK;
    return wr_refuse(c, "nonlinearity '%s' is not supported; expected 'tanh' or 'relu'", text);
}

static wr_cell rnn_cell(const void *attr) {
    const char *text = ((const rnn_attr *)attr)->nonlinearity;
    return text != NULL && strcmp(text, "relu") == 0 ? WR_CELL_RELU : WR_CELL_TANH;
}

#define ANY(c)          WEIR_OK
#define LSTM_CELL(attr) WR_CELL_LSTM
#define GRU_CELL(attr)  WR_CELL_GRU

#define REVERSE(name, attr)  (((const name##_attr *)(attr))->reverse != 0)
#define WITH_DX(name, attr)  false
#define MAYBE_DX(name, attr) (((const name##_attr *)(attr))->no_dx != 0)
#define PARTS(name, way, backward_, NO_DX, NEED, CELL)                                             \
    static weir_status name##_infer(weir_infer *c) {                                               \
        WR_TRY(NEED(c));                                                                           \
        return infer(c, CELL(c->attr), REVERSE(name, c->attr), &name##_slots, backward_,           \
                     NO_DX(name, c->attr));                                                        \
    }                                                                                              \
    static weir_status name##_run(const weir_kernel *k) {                                          \
        return run(k, CELL(k->attr), REVERSE(name, k->attr), &name##_slots, NO_DX(name, k->attr),  \
                   wr_recurrent_##way);                                                            \
    }                                                                                              \
    static weir_status name##_reference(const weir_kernel *k) {                                    \
        return run(k, CELL(k->attr), REVERSE(name, k->attr), &name##_slots, NO_DX(name, k->attr),  \
                   wr_recurrent_##way##_reference);                                                \
    }
/* Define the functions of a layer and of its backward operator, whose attributes begin with those
 * of the layer. */
#define FAMILY(name, NEED, CELL)                                                                   \
    PARTS(name, forward, false, WITH_DX, NEED, CELL)                                               \
    PARTS(name##_backward, backward, true, MAYBE_DX, NEED, CELL)                                   \
    static void name##_vjp(weir_vjp *v) {                                                          \
        name##_backward_attr attr = {.reverse = 0};                                                \
        memcpy(&attr, v->attr, sizeof(name##_attr));                                               \
        attr.no_dx = !v->wanted[0];                                                                \
        vjp(v, &name##_slots, WR_OP_##name##_backward, &attr, &name##_backward_slots);             \
    }
FAMILY(rnn, need_nonlinearity, rnn_cell)
FAMILY(lstm, ANY, LSTM_CELL)
FAMILY(gru, ANY, GRU_CELL)

bool wr_recurrent_describe(const weir_kernel *k, wr_recurrent *g, wr_recurrent_views views) {
    wr_cell cell = WR_CELL_GRU;
    bool reverse, no_dx = false;
    const wr_recurrent_slots *slots;
#define CASE(name, CELL)                                                                           \
    case WR_OP_##name##_backward: no_dx = MAYBE_DX(name##_backward, k->attr); /* falls through */  \
    case WR_OP_##name:                                                                             \
        cell = CELL(k->attr), reverse = REVERSE(name, k->attr);                                    \
        slots = k->op == &wr_ops[WR_OP_##name] ? &name##_slots : &name##_backward_slots;           \
        break
    switch ((int)(k->op - wr_ops)) {
        CASE(rnn, rnn_cell);
        CASE(lstm, LSTM_CELL);
    default: /* the operators are those of this file */ CASE(gru, GRU_CELL);
    }
#undef CASE
    *g = recurrent_of(cell, reverse, k->in[0].shape, k->in[2].shape);
    find_views(k, slots, no_dx, views);
    return slots->in[3] == WR_Y;
}

WR_OP(rnn) = {
    .size = sizeof(weir_op_def),
    .name = "rnn",
    .summary = "A simple (Elman) recurrent layer: h' = tanh(W_ih x + b_ih + W_hh h + b_hh).",
    .notes =
        "x has shape (time, batch, inputs), weight_ih (units, inputs), weight_hh (units, "
        "units).  y holds the states of all time steps, h_n the last one.  lengths has the "
        "number of time steps of each sample, after which y is 0 and the state does not change.",
    .inputs = "x, weight_ih, weight_hh, bias_ih?, bias_hh?, h0?, lengths?",
    .outputs = "y, h_n",
    .parts = "x: sequences, (time, batch, inputs); "
             "weight_ih: weights of the input; "
             "weight_hh: weights of the hidden state; "
             "bias_ih: bias of the input; "
             "bias_hh: bias of the hidden state; "
             "h0: initial hidden state; "
             "lengths: number of time steps of each sample; "
             "y: hidden states of all time steps; "
             "h_n: last hidden state",
    .infer = rnn_infer,
    .run = rnn_run,
    .reference = rnn_reference,
    .vjp = rnn_vjp,
    WEIR_USE_ATTRS(rnn),
    .samples =
        "(3,2,4)@-1:1, (3,4)@-0.4:0.4, (3,3)@-0.4:0.4, (3), (3), (2,3)@-1:1; "
        "(2,3,2)@-1:1, (4,2)@-0.4:0.4, (4,4)@-0.4:0.4, (4) nonlinearity='relu' reverse=true; "
        "(4,3,2)@-1:1, (3,2)@-0.4:0.4, (3,3)@-0.4:0.4, none, none, (3,3)@-1:1, i64(3)@0:5 "
        "reverse=true",
};

WR_OP(rnn_backward) = {
    .size = sizeof(weir_op_def),
    .name = "rnn_backward",
    .summary = "The gradients of rnn with respect to its inputs, given the gradients of y and h_n.",
    .notes = "d_bias is the gradient of either bias.",
    .inputs = "x, weight_ih, weight_hh, y, h0?, lengths?, dy?, dh_n?",
    .outputs = "dx, d_weight_ih, d_weight_hh, d_bias, d_h0",
    .parts = "x: the input of the forward call; "
             "weight_ih: weights of the input; "
             "weight_hh: weights of the hidden state; "
             "y: hidden states of all time steps; "
             "h0: initial hidden state; "
             "lengths: number of time steps of each sample; "
             "dh_n: gradient of the last hidden state",
    .flags = WEIR_OP_ONCE,
    .infer = rnn_backward_infer,
    .run = rnn_backward_run,
    .reference = rnn_backward_reference,
    WEIR_USE_ATTRS(rnn_backward),
    .samples = "(3,2,4), (3,4)@-0.4:0.4, (3,3)@-0.4:0.4, (3,2,3)@-0.9:0.9, (2,3)@-1:1, none, "
               "(3,2,3), (2,3); "
               "(2,3,2), (4,2)@-0.4:0.4, (4,4)@-0.4:0.4, (2,3,4), none, i32(3)@0:3, (2,3,4) "
               "nonlinearity='relu' reverse=true; "
               "(4,3,2), (3,2)@-0.4:0.4, (3,3)@-0.4:0.4, (4,3,3)@-0.9:0.9, (3,3), i64(3)@0:5, "
               "none, (3,3)",
};

WR_OP(lstm) = {
    .size = sizeof(weir_op_def),
    .name = "lstm",
    .summary = "A long short-term memory (LSTM) layer.",
    .notes =
        "x has shape (time, batch, inputs), weight_ih (4 * units, inputs), weight_hh (4 * units, "
        "units), with the gates in the order i, f, g, o.  y holds the states of all time steps, "
        "h_n and c_n the last states; saved is for the gradient.  lengths has the number of time "
        "steps of each sample, after which y is 0 and the state does not change.",
    .inputs = "x, weight_ih, weight_hh, bias_ih?, bias_hh?, h0?, c0?, lengths?",
    .outputs = "y, h_n, c_n, saved",
    .parts = "x: sequences, (time, batch, inputs); "
             "weight_ih: weights of the input; "
             "weight_hh: weights of the hidden state; "
             "bias_ih: bias of the input; "
             "bias_hh: bias of the hidden state; "
             "h0: initial hidden state; "
             "c0: initial cell state; "
             "lengths: number of time steps of each sample; "
             "y: hidden states of all time steps; "
             "h_n: last hidden state; "
             "c_n: last cell state; "
             "saved: intermediate values for the gradient",
    .infer = lstm_infer,
    .run = lstm_run,
    .reference = lstm_reference,
    .vjp = lstm_vjp,
    WEIR_USE_ATTRS(lstm),
    .samples =
        "(3,2,4)@-1:1, (12,4)@-0.4:0.4, (12,3)@-0.4:0.4, (12), (12), (2,3)@-1:1, (2,3)@-1:1; "
        "(2,3,2)@-1:1, (8,2)@-0.4:0.4, (8,2)@-0.4:0.4 reverse=true; "
        "(4,3,2)@-1:1, (12,2)@-0.4:0.4, (12,3)@-0.4:0.4, (12), none, none, (3,3)@-1:1, "
        "i64(3)@0:5 reverse=true",
};

WR_OP(lstm_backward) = {
    .size = sizeof(weir_op_def),
    .name = "lstm_backward",
    .summary =
        "The gradients of lstm with respect to its inputs, given the gradients of its results.",
    .notes = "d_bias is the gradient of either bias.",
    .inputs = "x, weight_ih, weight_hh, y, saved, h0?, c0?, lengths?, dy?, dh_n?, dc_n?, d_saved?",
    .outputs = "dx, d_weight_ih, d_weight_hh, d_bias, d_h0, d_c0",
    .parts = "x: the input of the forward call; "
             "weight_ih: weights of the input; "
             "weight_hh: weights of the hidden state; "
             "y: hidden states of all time steps; "
             "h0: initial hidden state; "
             "lengths: number of time steps of each sample; "
             "dh_n: gradient of the last hidden state; "
             "saved: values that the forward call saved; "
             "d_saved: gradient of these values; "
             "c0: initial cell state; "
             "dc_n: gradient of the last cell state",
    .flags = WEIR_OP_ONCE,
    .infer = lstm_backward_infer,
    .run = lstm_backward_run,
    .reference = lstm_backward_reference,
    WEIR_USE_ATTRS(lstm_backward),
    .samples =
        "(3,2,4), (12,4)@-0.4:0.4, (12,3)@-0.4:0.4, (3,2,3), (3,2,15)@0.1:0.9, (2,3), (2,3), none, "
        "(3,2,3), (2,3), (2,3), (3,2,15); "
        "(2,3,2), (8,2)@-0.4:0.4, (8,2)@-0.4:0.4, (2,3,2), (2,3,10)@0.1:0.9, none, none, none, "
        "(2,3,2) reverse=true no_dx=true; "
        "(4,3,2), (12,2)@-0.4:0.4, (12,3)@-0.4:0.4, (4,3,3), (4,3,15)@0.1:0.9, (3,3), none, "
        "i64(3)@0:5, none, none, (3,3) reverse=true",
};

WR_OP(gru) = {
    .size = sizeof(weir_op_def),
    .name = "gru",
    .summary = "A gated recurrent unit (GRU) layer.",
    .notes =
        "x has shape (time, batch, inputs), weight_ih (3 * units, inputs), weight_hh (3 * units, "
        "units), with the gates in the order r, z, n; r multiplies W_hn h + b_hn.  y holds the "
        "states of all time steps, h_n the last one; saved is for the gradient.  lengths has the "
        "number of time steps of each sample, after which y is 0 and the state does not change.",
    .inputs = "x, weight_ih, weight_hh, bias_ih?, bias_hh?, h0?, lengths?",
    .outputs = "y, h_n, saved",
    .parts = "x: sequences, (time, batch, inputs); "
             "weight_ih: weights of the input; "
             "weight_hh: weights of the hidden state; "
             "bias_ih: bias of the input; "
             "bias_hh: bias of the hidden state; "
             "h0: initial hidden state; "
             "lengths: number of time steps of each sample; "
             "y: hidden states of all time steps; "
             "h_n: last hidden state; "
             "saved: intermediate values for the gradient",
    .infer = gru_infer,
    .run = gru_run,
    .reference = gru_reference,
    .vjp = gru_vjp,
    WEIR_USE_ATTRS(gru),
    .samples =
        "(3,2,4)@-1:1, (9,4)@-0.3:0.3, (9,3)@-0.3:0.3, (9)@-0.5:0.5, (9)@-0.5:0.5, (2,3)@-1:1; "
        "(2,3,2)@-1:1, (6,2)@-0.3:0.3, (6,2)@-0.3:0.3 reverse=true; "
        "(4,3,2)@-1:1, (9,2)@-0.3:0.3, (9,3)@-0.3:0.3, none, (9)@-0.5:0.5, (3,3)@-1:1, i64(3)@0:5 "
        "reverse=true",
};

WR_OP(gru_backward) = {
    .size = sizeof(weir_op_def),
    .name = "gru_backward",
    .summary =
        "The gradients of gru with respect to its inputs, given the gradients of its results.",
    .inputs = "x, weight_ih, weight_hh, y, saved, h0?, lengths?, dy?, dh_n?, d_saved?",
    .outputs = "dx, d_weight_ih, d_weight_hh, d_bias_ih, d_bias_hh, d_h0",
    .parts = "x: the input of the forward call; "
             "weight_ih: weights of the input; "
             "weight_hh: weights of the hidden state; "
             "y: hidden states of all time steps; "
             "h0: initial hidden state; "
             "lengths: number of time steps of each sample; "
             "dh_n: gradient of the last hidden state; "
             "saved: values that the forward call saved; "
             "d_saved: gradient of these values",
    .flags = WEIR_OP_ONCE,
    .infer = gru_backward_infer,
    .run = gru_backward_run,
    .reference = gru_backward_reference,
    WEIR_USE_ATTRS(gru_backward),
    .samples =
        "(3,2,4), (9,4)@-0.4:0.4, (9,3)@-0.4:0.4, (3,2,3)@0.6:1, (3,2,12)@0.1:0.5, (2,3)@0.6:1, "
        "none, (3,2,3), (2,3), (3,2,12); "
        "(2,3,2), (6,2)@-0.4:0.4, (6,2)@-0.4:0.4, (2,3,2)@0.6:1, (2,3,8)@0.1:0.5, none, none, "
        "(2,3,2) reverse=true no_dx=true; "
        "(4,3,2), (9,2)@-0.4:0.4, (9,3)@-0.4:0.4, (4,3,3)@0.6:1, (4,3,12)@0.1:0.5, (3,3)@0.6:1, "
        "i64(3)@0:5, none, (3,3) reverse=true",
};
