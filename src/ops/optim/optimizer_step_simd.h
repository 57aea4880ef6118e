/* optimizer_step_simd.h - the inner loops of optimiser steps over contiguous reals, at one SIMD
 * level.
 *
 * Each loop reads and writes only element i of its operands, with one rounding per written
 * operation, so the bits of an element do not depend on its position.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_OPTIMIZER_STEP_SIMD_H
#define WR_OPTIMIZER_STEP_SIMD_H

#include <stdbool.h>
#include <stdint.h>

/* The operands of a step; those that a rule does not use are NULL. */
enum { WR_STEP_P, WR_STEP_A, WR_STEP_B, WR_STEP_C, WR_STEP_G, WR_STEP_OPERANDS };

/* The constants of a step.  The gradient is multiplied by `scale`, clamped to [-clip, clip], and
 * `decay` times the parameter is added. */
typedef struct wr_step_numbers {
    double rate;
    double scale, clip, decay;
    double shrink; /* factor of the parameter before the update: decoupled weight decay */
    double beta1, beta2, eps;
    double keep;   /* sgd: factor of the gradient in the momentum, 1 - dampening */
    double c2;     /* factor of the square root of the second moment */
    bool nesterov; /* sgd */
    bool first;    /* sgd: the momentum is the gradient */
} wr_step_numbers;

typedef void wr_step_fn(void *const *x, int64_t n, const wr_step_numbers *s);

/* The loops of one type.  A, B and C are
 *
 *   sgd        momentum, or NULL
 *   adam       first moment, second moment, largest second moment or NULL
 *   rmsprop    mean of squares, momentum or NULL, mean or NULL
 *   adagrad    sum of squares
 *   adadelta   mean of squares, mean of squared updates
 *   moments    first and second moment, as in adam; C receives the direction of lamb
 *   direction  moves the parameter by rate times the direction in C */
typedef struct wr_step_type {
    wr_step_fn *sgd, *adam, *rmsprop, *adagrad, *adadelta, *moments, *direction;
} wr_step_type;

typedef struct wr_step_simd {
    wr_step_type f32, f64;
} wr_step_simd;

#endif
