/* attention_simd.c - operations on blocks of attention scores, compiled once per SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/attention/attention_simd.h"

#include "ops/simd/level.h"
#include "ops/simd/tail.h"
#include "ops/simd/vmath.h"

#define T       float
#define VEC     vf32
#define VECU    vf32u
#define VECI    vi32
#define LANES   WR_F32S
#define SUFFIX  f32
#define V(name) v_##name##_f32
#include "ops/attention/attention_simd_template.h"

#define T       double
#define VEC     vf64
#define VECU    vf64u
#define VECI    vi64
#define LANES   WR_F64S
#define SUFFIX  f64
#define V(name) v_##name##_f64
#include "ops/attention/attention_simd_template.h"

const wr_attention_simd WR_AT_LEVEL(wr_attention_simd) = {
    .f32 = {scale_f32, finite_f32, bools_f32, apply_mask_f32, blank_f32, weigh_f32, rescale_f32,
            finish_f32, recompute_f32, slope_f32, add_f32, drop_f32},
    .f64 = {scale_f64, finite_f64, bools_f64, apply_mask_f64, blank_f64, weigh_f64, rescale_f64,
            finish_f64, recompute_f64, slope_f64, add_f64, drop_f64},
};
