/* recurrent_walk.h - networks over sequences: what rnn, lstm and gru share.
 *
 * docs/design/recurrent.md explains the whole.  Whatever takes part, inputs, outputs and gradients of
 * both, has a slot; the shape of a slot is a function of four numbers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RECURRENT_H
#define WR_RECURRENT_H

#include "ops/core/expression.h"

typedef enum wr_recurrent_slot {
    WR_X,       /* steps, batch, inputs */
    WR_W_IH,    /* gates * units, inputs */
    WR_W_HH,    /* gates * units, units */
    WR_B_IH,    /* gates * units */
    WR_B_HH,    /* the same */
    WR_H0,      /* batch, units */
    WR_C0,      /* batch, units: lstm */
    WR_LENGTHS, /* batch */
    WR_Y,       /* steps, batch, units */
    WR_H_N,     /* batch, units */
    WR_C_N,     /* batch, units: lstm */
    WR_SAVED,   /* steps, batch, saved * units: what the gradient needs */
    WR_SLOTS,
    WR_D = 16, /* added: the gradient of it */
    WR_ALL_SLOTS = 32
} wr_recurrent_slot;

typedef enum wr_cell { WR_CELL_TANH, WR_CELL_RELU, WR_CELL_LSTM, WR_CELL_GRU } wr_cell;

typedef struct wr_recurrent {
    wr_cell cell;
    bool reverse;
    int64_t steps, batch, inputs, units;
    int gates; /* the weights have gates * units rows */
    int saved; /* per unit and step; 0: y is all that is needed */
    int back;  /* gradients of gates, per unit and step */
} wr_recurrent;

/* Inputs and outputs of an operator, as slots. */
typedef struct wr_recurrent_slots {
    uint8_t in_count, out_count;
    uint8_t in[12], out[6];
} wr_recurrent_slots;

/* Columns of what is saved, and of the gradients of gates, that belong to rows of weight_hh. */
typedef struct wr_recurrent_part {
    int64_t column, row, count;
    bool add; /* to the inputs' share, which is there */
} wr_recurrent_part;
int wr_recurrent_parts(const wr_recurrent *g, wr_recurrent_part parts[2]);

/* The shape of a slot; gives the number of dimensions. */
int wr_recurrent_shape(const wr_recurrent *g, int slot, int64_t shape[3]);

/* Does this step of a row happen?  Then: is it the first that does, in the order of the walk? */
static inline bool wr_recurrent_starts(const wr_recurrent *g, int64_t step, int64_t length) {
    return step == (g->reverse ? length - 1 : 0);
}

/* ---- At the call ------------------------------------------------------------------------------ */

/* Bytes of scratch; `dtypes` has that of each slot that takes part, or 0. */
uint64_t wr_recurrent_scratch(const wr_recurrent *g, const int dtypes[WR_ALL_SLOTS], int computes,
                              bool backward, const wr_simd *simd);

/* ---- In the kernel: views by slot, NULL for what is not there ---------------------------------- */

typedef const weir_view *wr_recurrent_views[WR_ALL_SLOTS];

/* Fails if a length is none; otherwise *length, which has room for all, gets them. */
weir_status wr_recurrent_lengths(const weir_kernel *k, const wr_recurrent *g,
                                 const weir_view *lengths, int64_t *length);

weir_status wr_recurrent_forward(const weir_kernel *k, const wr_recurrent *g,
                                 wr_recurrent_views views);
weir_status wr_recurrent_backward(const weir_kernel *k, const wr_recurrent *g,
                                  wr_recurrent_views views);

/* The formulas. */
weir_status wr_recurrent_forward_reference(const weir_kernel *k, const wr_recurrent *g,
                                           wr_recurrent_views views);
weir_status wr_recurrent_backward_reference(const weir_kernel *k, const wr_recurrent *g,
                                            wr_recurrent_views views);

#endif
