/* recurrent_simd.h - one step of one row of a recurrent network, at one level of CPU features.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SIMD_CELL_H
#define WR_SIMD_CELL_H

#include <stdint.h>

/* Forwards.  `gates` has one part of n elements after the other. */
typedef struct wr_cell_step {
    int64_t n;        /* units */
    void *gates;      /* products with the weights; becomes what is saved (rnn: y) */
    const void *bias; /* of each gate, and for a gru of the recurrent part of n */
    void *h, *c;      /* the state before, then behind the step */
    void *y;          /* gets h */
} wr_cell_step;

/* Backwards. */
typedef struct wr_cell_back {
    int64_t n;
    const void *saved; /* rnn: y */
    const void *h, *c; /* the state before the step */
    const void *dy;    /* NULL: zero, like d_saved */
    const void *d_saved;
    void *dh, *dc; /* gradients of the state behind the step; then, but for what goes through the
                      recurrent weights, of that before */
    void *dz;      /* gets the gradients of the sums that the gates are made of */
    void *sums;    /* dz is added to it */
} wr_cell_back;

/* By wr_cell; of one type. */
typedef struct wr_cell_type {
    void (*step[4])(const wr_cell_step *s);
    void (*back[4])(const wr_cell_back *b);
    void (*flush)(double *total, void *sums, int64_t n); /* total += sums, which become 0 */
} wr_cell_type;

typedef struct wr_cell_simd {
    wr_cell_type f32, f64;
} wr_cell_simd;

#endif
