/* unary.c - elementwise operators of one input: reference loops and operator definitions for
 * unary.def.
 *
 * The loops here evaluate the formulas in double.  unary_simd.c has the vector loops for floats and
 * integers; complex numbers always use the loops here.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/elementwise/scalar.h"
#include "ops/elementwise/elementwise_family.h"

#define LOOP(name, suffix, T, W, OUT, expr)                                                        \
    static void name##_##suffix(void *out, const void *const *in, int64_t n, const void *attr) {   \
        const T *a = in[0];                                                                        \
        OUT *o = out;                                                                              \
        (void)attr;                                                                                \
        for (int64_t i = 0; i < n; i++) {                                                          \
            W x = (W)a[i];                                                                         \
            (void)x;                                                                               \
            o[i] = (OUT)(expr);                                                                    \
        }                                                                                          \
    }

/* ---- Loops ----------------------------------------------------------------------------------- */

#include "ops/elementwise/scalar_words.h"

#define UNARY(name, takes, gives, real, integer, cplx, grad, samples, summary)                     \
    LOOPS(name, real, integer, cplx, ITSELF, float, double, c64, c128)
#define MEASURE(name, takes, real, integer, cplx, grad, samples, summary)                          \
    LOOPS(name, real, integer, cplx, ITSELF, float, double, float, double)
#define TEST(name, takes, real, integer, cplx, samples, summary)                                   \
    LOOPS(name, real, integer, cplx, BYTE, uint8_t, uint8_t, uint8_t, uint8_t)
#include "ops/elementwise/unary.def"
#undef UNARY
#undef MEASURE
#undef TEST

/* ---- Gradients ------------------------------------------------------------------------------- */

/* The derivative of |x| is sign(x), which is x / |x| for complex numbers. */
static weir_array *wr_g_abs_vjp(weir_vjp *v, weir_array *x, weir_array *dy) {
    return g(multiply, g(sign, x), dy);
}

static weir_array *wr_g_real_vjp(weir_vjp *v, weir_array *x, weir_array *dy) {
    return g(astype, dy, x != NULL ? x->dtype : 0);
}

static weir_array *wr_g_imag_vjp(weir_vjp *v, weir_array *x, weir_array *dy) {
    if (x == NULL || wr_dtype_kind_of(x->dtype) != WR_KIND_COMPLEX) return NULL;
    weir_array *i = wr_build_imaginary(v);
    return g(astype, g(multiply, dy, i), x->dtype);
}

/* For complex x, sign(x) changes only with the direction of x, so the gradient is dy without its
 * component along y, divided by |x|. */
static weir_array *wr_g_sign_vjp(weir_vjp *v, weir_array *x, weir_array *y, weir_array *dy) {
    if (wr_dtype_kind_of(x->dtype) != WR_KIND_COMPLEX) return NULL;
    weir_array *along = g(multiply, y, g(real, g(multiply, g(conj, y), dy)));
    return g(divide, g(subtract, dy, along), g(abs, x));
}

static weir_array *wr_g_tanh_vjp(weir_vjp *v, weir_array *y, weir_array *dy) {
    if (y != NULL && wr_dtype_kind_of(y->dtype) != WR_KIND_COMPLEX) return g(tanh_backward, dy, y);
    return g(multiply, dy, g(conj, g(subtract, n(1), g(multiply, y, y))));
}

/* gelu_tanh(x) = x / 2 * (1 + t), where t = tanh(u) and u = c * (x + a * x^3). */
static weir_array *wr_g_gelu_tanh_vjp(weir_vjp *v, weir_array *x, weir_array *dy) {
    const double c = 0.7978845608028654, a = 0.044715;
    weir_array *xx = g(square, x);
    weir_array *u = g(multiply, x, g(add, n(c), g(multiply, xx, n(c * a))));
    weir_array *t = g(tanh, u), *du = g(add, n(c), g(multiply, xx, n(3 * c * a)));
    weir_array *slope = g(multiply, g(subtract, n(1), g(square, t)), du);
    weir_array *both = g(add, g(add, n(1), t), g(multiply, x, slope));
    return g(multiply, dy, g(multiply, n(0.5), both));
}

#define GRADIENT(name, grad)                                                                       \
    static void name##_vjp(weir_vjp *v) {                                                          \
        weir_array *x = v->in[0], *y = v->out[0], *dy = v->grad_out[0];                            \
        (void)x, (void)y, (void)dy;                                                                \
        v->grad_in[0] = grad;                                                                      \
    }
#define UNARY(name, takes, gives, real, integer, cplx, grad, samples, summary) GRADIENT(name, grad)
#define MEASURE(name, takes, real, integer, cplx, grad, samples, summary)      GRADIENT(name, grad)
#define TEST(name, takes, real, integer, cplx, samples, summary)
#include "ops/elementwise/unary.def"
#undef UNARY
#undef MEASURE
#undef TEST

/* ---- Operator definitions -------------------------------------------------------------------- */

#define UNARY(name, takes, gives, real, integer, cplx, grad, samples, summary)                     \
    BLOCK(name, "x", takes, gives, name##_vjp, samples, summary)
#define MEASURE(name, takes, real, integer, cplx, grad, samples, summary)                          \
    BLOCK(name, "x", takes, WEIR_GIVES_REAL, name##_vjp, samples, summary)
#define TEST(name, takes, real, integer, cplx, samples, summary)                                   \
    BLOCK(name, "x", takes, WEIR_GIVES_BOOL, NULL, samples, summary)
#include "ops/elementwise/unary.def"
