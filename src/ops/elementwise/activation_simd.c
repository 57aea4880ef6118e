/* activation_simd.c - the vector loops of activation.def, compiled once per SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/simd/level.h"
#include "ops/elementwise/elementwise_loops.h"
#include "ops/simd/elementwise_simd.h"
#include "ops/simd/vmath.h"

/* Broadcast the attributes, which are doubles, to vectors A and B. */
#define LOOP(name, numbers, suffix, T, VEC, VECU, LANES, expr)                                     \
    VECTOR_LOOP_1_WITH(name, suffix, T, VEC, VECU, LANES, NUMBERS(VEC, numbers), expr)
#define NUMBERS(VEC, numbers)                                                                      \
    const double *number = attr;                                                                   \
    VEC A = K(number[0]);                                                                          \
    VEC B = K(number[numbers - 1]);                                                                \
    (void)A, (void)B

#include "ops/elementwise/vector_words.h"
#define V(name)                         v_##name##_f32
#define ACTIVATION(name, numbers, expr) LOOP(name, numbers, f32, float, vf32, vf32u, WR_F32S, expr)
#include "ops/elementwise/activation.def"
#undef V
#undef ACTIVATION
#define V(name)                         v_##name##_f64
#define ACTIVATION(name, numbers, expr) LOOP(name, numbers, f64, double, vf64, vf64u, WR_F64S, expr)
#include "ops/elementwise/activation.def"
#undef ACTIVATION

const wr_map_entry WR_AT_LEVEL(wr_activation_maps)[] = {
#define ACTIVATION(op, numbers, expr)                                                              \
    {.name = #op, .fn = {[WEIR_IN_F32] = op##_f32, [WEIR_IN_F64] = op##_f64}},
#include "ops/elementwise/activation.def"
    {.name = NULL}};
