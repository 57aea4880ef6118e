/* recurrent_simd.h - one time step of one row of a recurrent layer, at one SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RECURRENT_SIMD_H
#define WR_RECURRENT_SIMD_H

#include <stdint.h>

/* Forward.  `gates` has one part of n elements after the other. */
typedef struct wr_cell_step {
    int64_t n;        /* units */
    void *gates;      /* on entry products with the weights; on exit the saved values (rnn: y) */
    const void *bias; /* one per gate, and for a GRU one for the recurrent part of n */
    void *h, *c;      /* the state before the time step; on exit the state after it */
    void *y;          /* receives h */
} wr_cell_step;

/* Backward. */
typedef struct wr_cell_back {
    int64_t n;
    const void *saved; /* rnn: y */
    const void *h, *c; /* the state before the time step */
    const void *dy;    /* NULL: zero, like d_saved */
    const void *d_saved;
    void *dh, *dc; /* gradients of the state after the time step; on exit those of the state before
                      it, without the part that goes through the recurrent weights */
    void *dz;      /* receives the gradients of the sums before the activations */
    void *sums;    /* dz is added to it */
} wr_cell_back;

/* The functions of one type, indexed by wr_cell. */
typedef struct wr_cell_type {
    void (*step[4])(const wr_cell_step *s);
    void (*back[4])(const wr_cell_back *b);
    void (*flush)(double *total, void *sums, int64_t n); /* total += sums; sums = 0 */
} wr_cell_type;

typedef struct wr_cell_simd {
    wr_cell_type f32, f64;
} wr_cell_simd;

#endif
