/* optimizer_step_simd.h - the inner loops of optimiser steps over contiguous reals, at one SIMD
 * level.
 *
 * Iteration i of each loop reads and writes only element i of its operands, and each operation in
 * the source is rounded once, so a result does not depend on the position of its element.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_OPTIMIZER_STEP_SIMD_H
#define WR_OPTIMIZER_STEP_SIMD_H

#include <stdbool.h>
#include <stdint.h>

/* The operands of a step: the parameter, up to three states and the gradient.  Operands that a rule
 * does not use are NULL. */
enum { WR_STEP_P, WR_STEP_A, WR_STEP_B, WR_STEP_C, WR_STEP_G, WR_STEP_OPERANDS };

/* The constants of a step.  The gradient is multiplied by `scale` and clamped to [-clip, clip];
 * then `decay` times the parameter is added to it. */
typedef struct wr_step_numbers {
    double rate;
    double scale, clip, decay;
    /* adam: factor applied to the parameter before the update (decoupled weight decay) */
    double shrink;
    double beta1, beta2, eps;
    double keep; /* sgd: factor of the gradient, 1 - dampening; lamb: factor of the first moment */
    double c2;   /* factor applied to the square root of the second moment */
    bool nesterov; /* sgd: use Nesterov momentum */
    bool first;    /* sgd: this is the first step, so the momentum is set to the gradient */
} wr_step_numbers;

typedef void wr_step_fn(void *const *x, int64_t n, const wr_step_numbers *s);

/* The loops of one type.  The states A, B and C are
 *
 *   sgd        momentum, or NULL
 *   adam       first moment, second moment, maximum of the second moment or NULL
 *   rmsprop    mean of squares, momentum or NULL, mean or NULL
 *   adagrad    sum of squares
 *   adadelta   mean of squares, mean of squared updates
 *   moments    first moment, second moment; updates both and writes the direction of lamb to C
 *   direction  first moment, second moment; moves the parameter by rate times the direction */
typedef struct wr_step_type {
    wr_step_fn *sgd, *adam, *rmsprop, *adagrad, *adadelta, *moments, *direction;
} wr_step_type;

typedef struct wr_step_simd {
    wr_step_type f32, f64;
} wr_step_simd;

#endif
