/* binary.c - elementwise operators of two inputs: the plain loops and the blocks of binary.def.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/scalar.h"
#include "ops/build.h"

#define LOOP(name, suffix, T, W, OUT, expr)                                                        \
    static void name##_##suffix(void *out, const void *const *in, int64_t n, const void *attr) {   \
        const T *a = in[0], *b = in[1];                                                            \
        OUT *o = out;                                                                              \
        (void)attr;                                                                                \
        for (int64_t i = 0; i < n; i++) {                                                          \
            W x = (W)a[i], z = (W)b[i];                                                            \
            (void)z;                                                                               \
            o[i] = (OUT)(expr);                                                                    \
        }                                                                                          \
    }

typedef float _Complex c64;
typedef double _Complex c128;

/* The one function whose result depends on the dtype it is asked in. */
#define NEXTAFTER(x, z)                                                                            \
    (sizeof *a == sizeof(float) ? (double)nextafterf((float)(x), (float)(z)) : nextafter(x, z))
#include "ops/scalar_words.h"

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

#define BINARY(name, takes, gives, real, integer, cplx, gx, gz, samples, summary)                  \
    LOOPS(name, real, integer, cplx, ITSELF, float, double, c64, c128)
#define COMPARE(name, takes, real, integer, cplx, samples, summary)                                \
    LOOPS(name, real, integer, cplx, BYTE, uint8_t, uint8_t, uint8_t, uint8_t)
#include "ops/binary.def"
#undef BINARY
#undef COMPARE

/* ---- Gradients -------------------------------------------------------------------------------- */

#define g(op, ...) wr_g_##op(v, __VA_ARGS__)
#define n(value)   wr_build_number(v, value)

#define BINARY(name, takes, gives, real, integer, cplx, gx, gz, samples, summary)                  \
    static void name##_vjp(weir_vjp *v) {                                                          \
        weir_array *x = v->in[0], *z = v->in[1], *y = v->out[0], *dy = v->grad_out[0];             \
        (void)x, (void)y, (void)z, (void)dy;                                                       \
        if (v->wanted[0]) v->grad_in[0] = wr_build_unbroadcast(v, gx, x);                          \
        if (v->wanted[1]) v->grad_in[1] = wr_build_unbroadcast(v, gz, z);                          \
    }
#define COMPARE(name, takes, real, integer, cplx, samples, summary)
#include "ops/binary.def"
#undef BINARY
#undef COMPARE
#undef n

/* ---- Blocks ------------------------------------------------------------------------------------ */

#define IF(takes, what, loop) ((takes)&WEIR_TAKES_##what ? (loop) : NULL)
#define BLOCK(op, takes_, gives_, gradient, samples_, summary_)                                    \
    WR_OP(op) = {                                                                                  \
        .size = sizeof(weir_op_def),                                                               \
        .name = #op,                                                                               \
        .summary = summary_,                                                                       \
        .inputs = "x1, x2",                                                                        \
        .outputs = "y",                                                                            \
        .flags = WEIR_OP_ELEMENTWISE,                                                              \
        .takes = takes_,                                                                           \
        .gives = gives_,                                                                           \
        .vjp = gradient,                                                                           \
        .map = {[WEIR_IN_BOOL] = IF(takes_, BOOL, op##_u8),                                        \
                [WEIR_IN_I32] = IF(takes_, INT, op##_i32),                                         \
                [WEIR_IN_I64] = IF(takes_, INT, op##_i64),                                         \
                [WEIR_IN_U64] = IF(takes_, INT, op##_u64),                                         \
                [WEIR_IN_F32] = IF(takes_, FLOAT, op##_f32),                                       \
                [WEIR_IN_F64] = IF(takes_, FLOAT, op##_f64),                                       \
                [WEIR_IN_C64] = IF(takes_, COMPLEX, op##_c64),                                     \
                [WEIR_IN_C128] = IF(takes_, COMPLEX, op##_c128)},                                  \
        .samples = samples_,                                                                       \
    };

#define BINARY(name, takes, gives, real, integer, cplx, gx, gz, samples, summary)                  \
    BLOCK(name, takes, gives, name##_vjp, samples, summary)
#define COMPARE(name, takes, real, integer, cplx, samples, summary)                                \
    BLOCK(name, takes, WEIR_GIVES_BOOL, NULL, samples, summary)
#include "ops/binary.def"
