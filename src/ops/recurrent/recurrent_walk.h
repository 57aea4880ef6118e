/* recurrent_walk.h - the kernels of recurrent layers, shared by rnn, lstm and gru.
 *
 * docs/design/recurrent.md explains the algorithm.  Each operand (input, output, or the gradient of
 * either) has a slot.  The shape of a slot follows from the numbers of time steps, rows (samples of
 * the batch), inputs and units.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RECURRENT_WALK_H
#define WR_RECURRENT_WALK_H

#include "ops/core/expression.h"

/* The slots of the operands, each with its shape. */
typedef enum wr_recurrent_slot {
    WR_X,       /* time, batch, inputs */
    WR_W_IH,    /* gates * units, inputs */
    WR_W_HH,    /* gates * units, units */
    WR_B_IH,    /* gates * units */
    WR_B_HH,    /* gates * units */
    WR_H0,      /* batch, units */
    WR_C0,      /* batch, units; lstm only */
    WR_LENGTHS, /* batch */
    WR_Y,       /* time, batch, units */
    WR_H_N,     /* batch, units */
    WR_C_N,     /* batch, units; lstm only */
    WR_SAVED,   /* time, batch, saved * units: values saved for the backward pass */
    WR_SLOTS,
    WR_D = 16, /* offset from a slot to the slot of its gradient */
    WR_ALL_SLOTS = 32
} wr_recurrent_slot;

typedef enum wr_cell { WR_CELL_TANH, WR_CELL_RELU, WR_CELL_LSTM, WR_CELL_GRU } wr_cell;

/* The sizes of a recurrent layer. */
typedef struct wr_recurrent {
    wr_cell cell;
    bool reverse;
    int64_t steps, batch, inputs, units;
    int gates; /* the weights have gates * units rows */
    /* number of saved values per unit and time step; 0 if the backward pass needs only y */
    int saved;
    int back; /* number of gate gradients per unit and time step */
} wr_recurrent;

/* The slots of an operator's inputs and outputs, in order. */
typedef struct wr_recurrent_slots {
    uint8_t in_count, out_count;
    uint8_t in[12], out[6];
} wr_recurrent_slots;

/* Columns [column, column + count) of the saved values and of the gate gradients.  They are
 * computed with the rows of weight_hh that begin at `row`. */
typedef struct wr_recurrent_part {
    int64_t column, row, count;
    /* add the product with the state to the product with the inputs, which these columns already
     * hold */
    bool add;
} wr_recurrent_part;
/* Fill `parts` and return their number: one, or two for a GRU, which keeps the two products of gate
 * n separate. */
int wr_recurrent_parts(const wr_recurrent *g, wr_recurrent_part parts[2]);

/* Compute the shape of a slot and return the number of dimensions. */
int wr_recurrent_shape(const wr_recurrent *g, int slot, int64_t shape[3]);

/* Return whether `step` is the first time step that is processed in a row of the given length. */
static inline bool wr_recurrent_starts(const wr_recurrent *g, int64_t step, int64_t length) {
    return step == (g->reverse ? length - 1 : 0);
}

/* ---- For infer ------------------------------------------------------------------------------- */

/* Return the number of scratch bytes that a pass needs.  `dtypes` holds the dtype of each slot, or
 * 0 if the slot is absent. */
uint64_t wr_recurrent_scratch(const wr_recurrent *g, const int dtypes[WR_ALL_SLOTS], int computes,
                              bool backward, const wr_simd *simd);

/* The same for a CUDA device. */
uint64_t wr_recurrent_cuda_scratch(const wr_recurrent *g, const int dtypes[WR_ALL_SLOTS],
                                   int computes, bool backward);

/* ---- For kernels: views by slot, NULL if absent ---------------------------------------------- */

typedef const weir_view *wr_recurrent_views[WR_ALL_SLOTS];

/* The sizes and the operands of a call of one of the operators.  Return whether it is a backward
 * pass. */
bool wr_recurrent_describe(const weir_kernel *k, wr_recurrent *g, wr_recurrent_views views);

/* Read the lengths into `length`, which has one element per row, and fail if a length is out of
 * range. */
weir_status wr_recurrent_lengths(const weir_kernel *k, const wr_recurrent *g,
                                 const weir_view *lengths, int64_t *length);

weir_status wr_recurrent_forward(const weir_kernel *k, const wr_recurrent *g,
                                 wr_recurrent_views views);
weir_status wr_recurrent_backward(const weir_kernel *k, const wr_recurrent *g,
                                  wr_recurrent_views views);

/* The reference kernels. */
weir_status wr_recurrent_forward_reference(const weir_kernel *k, const wr_recurrent *g,
                                           wr_recurrent_views views);
weir_status wr_recurrent_backward_reference(const weir_kernel *k, const wr_recurrent *g,
                                            wr_recurrent_views views);

#endif
