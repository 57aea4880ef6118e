/* recurrences.c - recurrent layers: RNN, LSTM and GRU.
 *
 * An operator computes one layer in one direction.  This file stacks layers and concatenates
 * directions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "nn/block.h"

enum { STATES = 64 }; /* maximum number of layers times directions */

#define RNN_ATTRS(X, A)                                                                            \
    X(A, I64, input_size, WEIR_NONE,                                                               \
      "features of an input time step; none: inferred from the first input", ">= 1")               \
    X(A, I64, hidden_size, WEIR_NONE, "features of the hidden state", ">= 1, required")            \
    X(A, I64, num_layers, 1, "number of stacked layers", ">= 1")                                   \
    X(A, TEXT, nonlinearity, "tanh", "'tanh' or 'relu'", "tanh | relu")                            \
    X(A, BOOL, bias, 1, "add bias terms")                                                          \
    X(A, BOOL, batch_first, 0, "x and y are (batch, steps, ...), not (steps, batch, ...)")         \
    X(A, F64, dropout, 0, "dropout probability between layers, while training", ">= 0, <= 1")      \
    X(A, BOOL, bidirectional, 0,                                                                   \
      "also run in reverse, and concatenate the states of both directions")
WEIR_ATTRS(rnn, RNN_ATTRS);

#define GATED_ATTRS(X, A)                                                                          \
    X(A, I64, input_size, WEIR_NONE,                                                               \
      "features of an input time step; none: inferred from the first input", ">= 1")               \
    X(A, I64, hidden_size, WEIR_NONE, "features of the hidden state", ">= 1, required")            \
    X(A, I64, num_layers, 1, "number of stacked layers", ">= 1")                                   \
    X(A, BOOL, bias, 1, "add bias terms")                                                          \
    X(A, BOOL, batch_first, 0, "x and y are (batch, steps, ...), not (steps, batch, ...)")         \
    X(A, F64, dropout, 0, "dropout probability between layers, while training", ">= 0, <= 1")      \
    X(A, BOOL, bidirectional, 0,                                                                   \
      "also run in reverse, and concatenate the states of both directions")
WEIR_ATTRS(gated, GATED_ATTRS);

/* The attributes of a recurrent layer, read from the attribute struct of its kind, and the
 * properties of the kind. */
typedef struct shape {
    const char *op, *nonlinearity;
    int64_t input_size, units, layers, gates;
    int directions;
    bool bias, batch_first, cells;
    double dropout;
} shape;

static shape shape_of(const weir_block *b) {
    const char *name = b->kind->def.name;
    if (name[0] == 'R') {
        const rnn_attr *a = weir_block_attr(b);
        return (shape){"rnn",
                       a->nonlinearity,
                       a->input_size,
                       a->hidden_size,
                       a->num_layers,
                       1,
                       (a->bidirectional != 0) + 1,
                       a->bias,
                       a->batch_first,
                       false,
                       a->dropout};
    }
    const gated_attr *a = weir_block_attr(b);
    bool lstm = name[0] == 'L';
    return (shape){lstm ? "lstm" : "gru",
                   NULL,
                   a->input_size,
                   a->hidden_size,
                   a->num_layers,
                   lstm ? 4 : 3,
                   (a->bidirectional != 0) + 1,
                   a->bias,
                   a->batch_first,
                   lstm,
                   a->dropout};
}

static weir_status declare(weir_block *b, const char *what, int64_t layer, bool back,
                           const int64_t *sizes, int32_t ndim, int64_t units) {
    char name[48];
    double bound = 1 / sqrt((double)units);
    snprintf(name, sizeof name, "%s_l%lld%s", what, (long long)layer, back ? "_reverse" : "");
    return weir_block_declare(b, name, sizes, ndim, 0,
                              &(weir_init){.kind = WEIR_INIT_UNIFORM, .a = -bound, .b = bound}, 0);
}

static weir_status recurrent_build(weir_block *b, weir_array *const *in, uint32_t in_count) {
    shape s = shape_of(b);
    (void)in_count;
    WR_TRY(wr_block_need_size(b, "hidden_size", s.units));
    WR_TRY(wr_block_need_size(b, "num_layers", s.layers));
    WR_TRY(wr_block_check_size(b, "input_size", s.input_size));
    if (s.layers * s.directions > STATES)
        return wr_block_fail(
            b,
            "num_layers=%lld is too large; the maximum is %d, or half that if bidirectional is set",
            (long long)s.layers, STATES);
    if (!(s.dropout >= 0 && s.dropout <= 1))
        return wr_block_fail(b, "dropout is %g, but must be between 0 and 1", s.dropout);
    if (s.nonlinearity != NULL)
        WR_TRY(wr_block_need_one_of(b, "nonlinearity", s.nonlinearity, "tanh, relu"));
    int64_t inputs = s.input_size != WEIR_NONE ? s.input_size : wr_in_size(in, 0, 2),
            rows = s.gates;
    rows *= s.units;
    for (int64_t layer = 0; layer < s.layers; layer++)
        for (int back = 0; back < s.directions; back++) {
            int64_t from = layer == 0 ? inputs : s.units * s.directions;
            WR_TRY(declare(b, "weight_ih", layer, back, (int64_t[]){rows, from}, 2, s.units));
            WR_TRY(declare(b, "weight_hh", layer, back, (int64_t[]){rows, s.units}, 2, s.units));
            if (!s.bias) continue;
            WR_TRY(declare(b, "bias_ih", layer, back, &rows, 1, s.units));
            WR_TRY(declare(b, "bias_hh", layer, back, &rows, 1, s.units));
        }
    return WEIR_OK;
}

/* ---- Forward --------------------------------------------------------------------------------- */

/* One array per layer and direction. */
typedef struct states {
    weir_array *list[STATES];
    uint32_t count;
} states;

static void release_states(states *s) {
    for (uint32_t i = 0; i < s->count; i++) weir_array_release(s->list[i]);
    s->count = 0;
}

/* Split initial states of shape (layers * directions, batch, units) along the first axis. */
static weir_status split_states(const weir_block *b, const shape *s, weir_array *all, weir_array *x,
                                states *out) {
    out->count = 0;
    if (all == NULL) return WEIR_OK;
    int64_t want[3] = {s->layers * s->directions, weir_array_shape(x)[1], s->units};
    if (weir_array_ndim(all) != 3 || memcmp(weir_array_shape(all), want, sizeof want) != 0)
        return wr_block_fail(b, "an initial state is %s; expected %s", wr_block_text_of(all),
                             wr_block_shape_text(3, want));
    uint32_t count = STATES;
    WR_TRY(weir_unstack(all, NULL, out->list, &count));
    out->count = count;
    return WEIR_OK;
}

/* Run one layer in one direction.  The caller owns *y; the final states are appended to h and c. */
static weir_status run_one(weir_block *b, const shape *s, uint32_t index, weir_array *x,
                           const states *h0, const states *c0, weir_array **y, states *h,
                           states *c) {
    wr_named op;
    wr_temps t = {.rt = b->rt};
    weir_array *in[8] = {x}, *out[4] = {NULL};
    uint32_t each = s->bias ? 4 : 2;
    WR_TRY(wr_named_begin(&op, b, s->op));
    wr_named_bool(&op, "reverse", index % (uint32_t)s->directions == 1);
    if (s->nonlinearity != NULL) wr_named_text(&op, "nonlinearity", s->nonlinearity);
    for (uint32_t i = 0; i < each; i++)
        in[1 + i] = WR_NOTE(&t, weir_block_use(b, index * each + i, WR_NEW(&t)));
    in[5] = h0->count > 0 ? h0->list[index] : NULL;
    in[6] = c0->count > 0 ? c0->list[index] : NULL;
    wr_named_call(&op, &t, in, s->cells ? 7 : 6, out, 4);
    *y = wr_temps_keep(&t, out[0]);
    if (t.status == WEIR_OK) {
        h->list[h->count++] = wr_temps_keep(&t, out[1]);
        if (s->cells) c->list[c->count++] = wr_temps_keep(&t, out[2]);
    }
    return wr_temps_end(&t);
}

static weir_status drop(const shape *s, weir_array **x) {
    weir_array *y = NULL, *mask = NULL;
    if (!weir_training() || s->dropout == 0) return WEIR_OK;
    weir_dropout_options options = WEIR_DROPOUT_OPTIONS;
    options.p = s->dropout;
    WR_TRY(weir_dropout(*x, &options, &y, &mask));
    weir_array_release(mask);
    weir_array_release(*x);
    *x = y;
    return WEIR_OK;
}

/* Run all directions of a layer and replace *x with the result. */
static weir_status run_layer(weir_block *b, const shape *s, int64_t layer, weir_array **x,
                             const states *h0, const states *c0, states *h, states *c) {
    weir_array *y[2] = {NULL}, *joined = NULL;
    weir_status status = WEIR_OK;
    for (int back = 0; back < s->directions && status == WEIR_OK; back++)
        status =
            run_one(b, s, (uint32_t)(layer * s->directions + back), *x, h0, c0, &y[back], h, c);
    if (status == WEIR_OK && s->directions == 2) {
        weir_concat_options last = WEIR_CONCAT_OPTIONS;
        last.axis = -1;
        status = weir_concat(y, 2, &last, &joined);
        weir_array_release(y[0]);
        weir_array_release(y[1]);
        y[0] = joined;
    } else if (status != WEIR_OK) {
        weir_array_release(y[0]);
        weir_array_release(y[1]);
    }
    if (status != WEIR_OK) return status;
    weir_array_release(*x);
    *x = y[0];
    return WEIR_OK;
}

static weir_status swap_batch_and_steps(weir_array **x) {
    weir_array *y = NULL;
    weir_permute_dims_options swap = WEIR_PERMUTE_DIMS_OPTIONS;
    swap.axes = WEIR_I64S(1, 0, 2);
    WR_TRY(weir_permute_dims(*x, &swap, &y));
    weir_array_release(*x);
    *x = y;
    return WEIR_OK;
}

/* Run all layers and replace *x with the result, releasing the old reference. */
static weir_status run_layers(weir_block *b, const shape *s, weir_array **x, weir_array *const *in,
                              uint32_t in_count, states *h, states *c) {
    states h0 = {.count = 0}, c0 = {.count = 0};
    if (s->batch_first) WR_TRY(swap_batch_and_steps(x));
    weir_status status = split_states(b, s, in_count > 1 ? in[1] : NULL, *x, &h0);
    if (status == WEIR_OK) status = split_states(b, s, in_count > 2 ? in[2] : NULL, *x, &c0);
    for (int64_t i = 0; i < s->layers && status == WEIR_OK; i++) {
        if (i > 0) status = drop(s, x);
        if (status == WEIR_OK) status = run_layer(b, s, i, x, &h0, &c0, h, c);
    }
    release_states(&h0);
    release_states(&c0);
    return status == WEIR_OK && s->batch_first ? swap_batch_and_steps(x) : status;
}

static weir_status recurrent_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                     weir_array **out, uint32_t *out_count) {
    shape s = shape_of(b);
    states h = {.count = 0}, c = {.count = 0};
    uint32_t gives = s.cells ? 3 : 2;
    if (weir_array_ndim(in[0]) != 3)
        return wr_block_fail(b, "the input is %s; expected (%s, input_size)",
                             wr_block_text_of(in[0]),
                             s.batch_first ? "batch, steps" : "steps, batch");
    if (s.cells && in_count == 2)
        return weir_block_fail(b, "needs both initial states, h0 and c0, or neither");
    if (*out_count < gives)
        return weir_block_fail(b, "out_count is too small for the output and the final states");
    weir_array *x = weir_array_retain(in[0]), *last[2] = {NULL};
    weir_status status = run_layers(b, &s, &x, in, in_count, &h, &c);
    if (status == WEIR_OK) status = weir_stack(h.list, h.count, NULL, &last[0]);
    if (status == WEIR_OK && s.cells) status = weir_stack(c.list, c.count, NULL, &last[1]);
    release_states(&h);
    release_states(&c);
    if (status != WEIR_OK) {
        weir_array_release(x);
        weir_array_release(last[0]);
        return status;
    }
    out[0] = x, out[1] = last[0];
    if (s.cells) out[2] = last[1];
    *out_count = gives;
    return WEIR_OK;
}

#define WR_BLOCK_RECURRENT(kind, attrs_, inputs_, outputs_, summary_, samples_)                    \
    WR_BLOCK(kind) = {                                                                             \
        .size = sizeof(weir_block_def),                                                            \
        .name = #kind,                                                                             \
        .summary = summary_,                                                                       \
        .notes = "x is (steps, batch, input_size).  y has the states of all time steps, h_n the "  \
                 "last states of all layers and directions.  h0 has the shape of h_n.",            \
        .inputs = inputs_,                                                                         \
        .parts = "x: sequences, (steps, batch, features); "                                        \
                 "h0: initial hidden states, (layers * directions, batch, features); "             \
                 "c0: initial cell states, in the shape of h0; "                                   \
                 "y: hidden states of the last layer at all time steps; "                          \
                 "h_n: last hidden states, in the shape of h0; "                                   \
                 "c_n: last cell states, in the shape of h0",                                      \
        .outputs = outputs_,                                                                       \
        .flags = WEIR_BLOCK_PRODUCTS | WEIR_BLOCK_RANDOM,                                          \
        WEIR_USE_ATTRS(attrs_),                                                                    \
        .build = recurrent_build,                                                                  \
        .forward = recurrent_forward,                                                              \
        .samples = samples_,                                                                       \
    };

/* clang-format off */
WR_BLOCK_RECURRENT(RNN, rnn, "x, h0?", "y, h_n", "Elman recurrent network (RNN) over a sequence.", "(3,2,4) input_size=4 hidden_size=3; (2,3,2) hidden_size=2 num_layers=2 bidirectional=true batch_first=true")
WR_BLOCK_RECURRENT(LSTM, gated, "x, h0?, c0?", "y, h_n, c_n", "Long short-term memory (LSTM) over a sequence.", "(3,2,4) input_size=4 hidden_size=3; (3,2,2), (2,2,2), (2,2,2) hidden_size=2 bidirectional=true; (2,3,2) hidden_size=2 num_layers=2 dropout=0.5 batch_first=true bias=false")
WR_BLOCK_RECURRENT(GRU, gated, "x, h0?", "y, h_n", "Gated recurrent unit (GRU) over a sequence.", "(3,2,4) input_size=4 hidden_size=3; (3,2,2), (2,2,2) hidden_size=2 num_layers=2")
/* clang-format on */
