/* recurrent_simd.h - one time step of one row of a recurrent layer, with one implementation per
 * SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RECURRENT_SIMD_H
#define WR_RECURRENT_SIMD_H

#include <stdint.h>

/* Arguments of a forward step.  `gates` holds n elements of each gate, one gate after the other. */
typedef struct wr_cell_step {
    int64_t n; /* number of units */
    /* on entry, the products with the weights; on exit, the saved values, or y for rnn, whose
     * backward pass needs only y */
    void *gates;
    /* n elements per gate; for a GRU, followed by n elements for m (recurrent_simd_template.h) */
    const void *bias;
    void *h, *c; /* on entry, the state before the time step; on exit, the state after it */
    void *y;     /* receives h */
} wr_cell_step;

/* Arguments of a backward step. */
typedef struct wr_cell_back {
    int64_t n;
    const void *saved; /* the saved values; for rnn, y */
    const void *h, *c; /* the state before the time step */
    const void *dy;    /* dy and d_saved may be NULL, which stands for zeros */
    const void *d_saved;
    /* on entry, the gradients of the state after the time step; on exit, those of the state before
     * it, without the contribution through the recurrent weights */
    void *dh, *dc;
    void *dz;   /* receives the gradients of the gates before their activations */
    void *sums; /* sums to which dz is added */
} wr_cell_back;

/* The functions for one type; step and back are indexed by wr_cell. */
typedef struct wr_cell_type {
    void (*step[4])(const wr_cell_step *s);
    void (*back[4])(const wr_cell_back *b);
    void (*flush)(double *total, void *sums, int64_t n); /* total += sums; sums = 0 */
} wr_cell_type;

typedef struct wr_cell_simd {
    wr_cell_type f32, f64;
} wr_cell_simd;

#endif
