/* optimizer_step_simd.h - steps of optimisers over contiguous reals, at one level of CPU features.
 *
 * Each loop reads and writes element i of its operands and nothing else, with one rounding for each operation
 * that is written; so the bits of an element do not depend on where it stands.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SIMD_STEP_H
#define WR_SIMD_STEP_H

#include <stdbool.h>
#include <stdint.h>

/* The operands of a step; those that a rule does not have are NULL. */
enum { WR_STEP_P, WR_STEP_A, WR_STEP_B, WR_STEP_C, WR_STEP_G, WR_STEP_OPERANDS };

/* What a step is told.  The gradient is times `scale`, held within [-clip, clip], plus decay times the
 * parameter. */
typedef struct wr_step_numbers {
    double rate;
    double scale, clip, decay;
    double shrink; /* the parameter is times this first: decay apart from the gradient */
    double beta1, beta2, eps;
    double keep;   /* of the gradient, in the momentum of sgd: 1 - dampening */
    double c2;     /* what the root of the second moment is times */
    bool nesterov; /* sgd */
    bool first;    /* sgd: the momentum is the gradient */
} wr_step_numbers;

typedef void wr_step_fn(void *const *x, int64_t n, const wr_step_numbers *s);

/* Of one type; A, B and C are
 *
 *   sgd        momentum, or NULL
 *   adam       first moment, second moment, largest second moment or NULL
 *   rmsprop    mean of squares, momentum or NULL, mean or NULL
 *   adagrad    sum of squares
 *   adadelta   mean of squares, mean of squared changes
 *   moments    first and second moment, as adam's; C: gets the direction of lamb
 *   direction  moves by rate times the direction that lies in C */
typedef struct wr_step_type {
    wr_step_fn *sgd, *adam, *rmsprop, *adagrad, *adadelta, *moments, *direction;
} wr_step_type;

typedef struct wr_step_simd {
    wr_step_type f32, f64;
} wr_step_simd;

#endif
