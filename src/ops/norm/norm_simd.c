/* norm_simd.c - the inner loops of normalisations, compiled once per SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/norm/norm_simd.h"

#include "ops/simd/level.h"
#include "ops/simd/stream.h"
#include "ops/simd/tail.h"

#define T            float
#define VEC          vf32
#define VECU         vf32u
#define LANES        WR_F32S
#define SUFFIX       f32
#define FMA          wr_fma_f32
#define STREAM(p, v) WR_STREAM_F32(p, v)
#include "ops/norm/norm_simd_template.h"

#define T            double
#define VEC          vf64
#define VECU         vf64u
#define LANES        WR_F64S
#define SUFFIX       f64
#define FMA          wr_fma_f64
#define STREAM(p, v) WR_STREAM_F64(p, v)
#include "ops/norm/norm_simd_template.h"

static void fence(void) { WR_FENCE(); }

const wr_norm_simd WR_AT_LEVEL(wr_norm_simd) = {
    .fence = fence,
    .f32 = {squares_f32, row_f32, run_f32, cols_f32, row_start_f32, rows_back_f32, row_sums_f32,
            row_back_f32, col_sums_f32, col_back_f32, flush_f32},
    .f64 = {squares_f64, row_f64, run_f64, cols_f64, row_start_f64, rows_back_f64, row_sums_f64,
            row_back_f64, col_sums_f64, col_back_f64, flush_f64},
};
