/* optimizer_step_simd.c - the inner loops of optimiser steps, compiled once per SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/optim/optimizer_step_simd.h"

#include <math.h>

#include "ops/simd/level.h"
#include "ops/elementwise/elementwise_loops.h"

#define T      float
#define SUFFIX f32
#define SQRT   sqrtf
#include "ops/optim/optimizer_step_simd_template.h"

#define T      double
#define SUFFIX f64
#define SQRT   sqrt
#include "ops/optim/optimizer_step_simd_template.h"

extern const wr_step_simd WR_AT_LEVEL(wr_step_simd);
const wr_step_simd WR_AT_LEVEL(wr_step_simd) = {
    .f32 = {sgd_f32, adam_f32, rmsprop_f32, adagrad_f32, adadelta_f32, moments_f32, direction_f32},
    .f64 = {sgd_f64, adam_f64, rmsprop_f64, adagrad_f64, adadelta_f64, moments_f64, direction_f64},
};
