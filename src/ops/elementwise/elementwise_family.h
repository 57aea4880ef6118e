/* elementwise_family.h - macros that expand tables of elementwise operators.
 *
 * The including file defines LOOP for its number of inputs, then includes its .def file three
 * times: for the loops, for the gradients and for the operator definitions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ELEMENTWISE_FAMILY_H
#define WR_ELEMENTWISE_FAMILY_H

#include "ops/core/expression.h"

typedef float _Complex c64;
typedef double _Complex c128;

/* Define one loop for each compute type; real and complex types are computed in double precision.
 * OUT(T) is the output type for the integer type T.  T_F32, T_F64, T_C64 and T_C128 are the output
 * types for float, double, float complex and double complex. */
#define LOOPS(name, real, integer, cplx, OUT, T_F32, T_F64, T_C64, T_C128)                         \
    LOOP(name, f32, float, double, T_F32, real)                                                    \
    LOOP(name, f64, double, double, T_F64, real)                                                   \
    LOOP(name, u8, uint8_t, uint8_t, uint8_t, integer)                                             \
    LOOP(name, i32, int32_t, int32_t, OUT(int32_t), integer)                                       \
    LOOP(name, i64, int64_t, int64_t, OUT(int64_t), integer)                                       \
    LOOP(name, u64, uint64_t, uint64_t, OUT(uint64_t), integer)                                    \
    LOOP(name, c64, c64, c128, T_C64, cplx)                                                        \
    LOOP(name, c128, c128, c128, T_C128, cplx)

#define ITSELF(T) T
#define BYTE(T)   uint8_t

/* Short names for the gradient column of the tables; v is the weir_vjp. */
#define g(op, ...) wr_g_##op(v, __VA_ARGS__)
#define n(value)   wr_build_number(v, value)

/* ---- Operator definitions -------------------------------------------------------------------- */

#define IF(takes, what, loop) ((takes)&WEIR_TAKES_##what ? (loop) : NULL)
/* FIELDS expands to the fields of an operator definition, for families that add more fields; BLOCK
 * expands to a complete definition. */
#define FIELDS(op, inputs_, takes_, gives_, gradient, samples_, summary_)                          \
    .size = sizeof(weir_op_def), .name = #op, .summary = summary_, .inputs = inputs_,              \
    .outputs = "y", .flags = WEIR_OP_ELEMENTWISE, .takes = takes_, .gives = gives_,                \
    .vjp = gradient, .map = {[WEIR_IN_BOOL] = IF(takes_, BOOL, op##_u8),                           \
                             [WEIR_IN_I32] = IF(takes_, INT, op##_i32),                            \
                             [WEIR_IN_I64] = IF(takes_, INT, op##_i64),                            \
                             [WEIR_IN_U64] = IF(takes_, INT, op##_u64),                            \
                             [WEIR_IN_F32] = IF(takes_, FLOAT, op##_f32),                          \
                             [WEIR_IN_F64] = IF(takes_, FLOAT, op##_f64),                          \
                             [WEIR_IN_C64] = IF(takes_, COMPLEX, op##_c64),                        \
                             [WEIR_IN_C128] = IF(takes_, COMPLEX, op##_c128)},                     \
    .samples = samples_
#define BLOCK(op, ...) WR_OP(op) = {FIELDS(op, __VA_ARGS__)};

#endif
