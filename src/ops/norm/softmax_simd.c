/* softmax_simd.c - the inner loops of softmax and log_softmax, compiled once per SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/norm/softmax_simd.h"

#include "ops/simd/level.h"
#include "ops/simd/stream.h"
#include "ops/simd/tail.h"
#include "ops/simd/vmath.h"

#define T            float
#define VEC          vf32
#define VECU         vf32u
#define LANES        WR_F32S
#define SUFFIX       f32
#define V(name)      v_##name##_f32
#define STREAM(p, v) WR_STREAM_F32(p, v)
#include "ops/norm/softmax_simd_template.h"

#define T            double
#define VEC          vf64
#define VECU         vf64u
#define LANES        WR_F64S
#define SUFFIX       f64
#define V(name)      v_##name##_f64
#define STREAM(p, v) WR_STREAM_F64(p, v)
#include "ops/norm/softmax_simd_template.h"

static void fence(void) { WR_FENCE(); }

const wr_softmax_simd WR_AT_LEVEL(wr_softmax_simd) = {
    .fence = fence,
    .f32 = {line_f32, top_f32, add_f32, flush_f32, write_f32, sums_f32},
    .f64 = {line_f64, top_f64, add_f64, flush_f64, write_f64, sums_f64},
};
