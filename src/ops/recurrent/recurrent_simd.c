/* recurrent_simd.c - one time step of one row of a recurrent layer, compiled once per SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/recurrent/recurrent_simd.h"

#include "ops/simd/level.h"
#include "ops/simd/tail.h"
#include "ops/simd/vmath.h"

#define T       float
#define VEC     vf32
#define LANES   WR_F32S
#define SUFFIX  f32
#define FMA     wr_fma_f32
#define V(name) v_##name##_f32
#include "ops/recurrent/recurrent_simd_template.h"

#define T       double
#define VEC     vf64
#define LANES   WR_F64S
#define SUFFIX  f64
#define FMA     wr_fma_f64
#define V(name) v_##name##_f64
#include "ops/recurrent/recurrent_simd_template.h"

#define TYPE(suffix)                                                                               \
    {                                                                                              \
        .step = {tanh_##suffix, relu_##suffix, lstm_##suffix, gru_##suffix},                       \
        .back = {tanh_back_##suffix, relu_back_##suffix, lstm_back_##suffix, gru_back_##suffix},   \
        .flush = flush_##suffix                                                                    \
    }

extern const wr_cell_simd WR_AT_LEVEL(wr_cell_simd);
const wr_cell_simd WR_AT_LEVEL(wr_cell_simd) = {.f32 = TYPE(f32), .f64 = TYPE(f64)};
