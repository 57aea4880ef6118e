/* binary.c - elementwise operators of two inputs: the plain loops and the blocks of binary.def.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/scalar.h"
#include "ops/family.h"

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

#include "ops/scalar_words.h"

#define BINARY(name, takes, gives, real, integer, cplx, gx, gz, samples, summary)                  \
    LOOPS(name, real, integer, cplx, ITSELF, float, double, c64, c128)
#define COMPARE(name, takes, real, integer, cplx, samples, summary)                                \
    LOOPS(name, real, integer, cplx, BYTE, uint8_t, uint8_t, uint8_t, uint8_t)
#include "ops/binary.def"
#undef BINARY
#undef COMPARE

/* ---- Gradients -------------------------------------------------------------------------------- */

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

/* ---- Blocks ------------------------------------------------------------------------------------ */

#define BINARY(name, takes, gives, real, integer, cplx, gx, gz, samples, summary)                  \
    BLOCK(name, "x1, x2", takes, gives, name##_vjp, samples, summary)
#define COMPARE(name, takes, real, integer, cplx, samples, summary)                                \
    BLOCK(name, "x1, x2", takes, WEIR_GIVES_BOOL, NULL, samples, summary)
#include "ops/binary.def"
