/* binary.c - elementwise operators of two inputs: reference loops and operator definitions for
 * binary.def.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array/element.h"
#include "ops/elementwise/scalar.h"
#include "ops/elementwise/elementwise_family.h"

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

#include "ops/elementwise/scalar_words.h"

#define BINARY(name, takes, gives, real, integer, cplx, gx, gz, samples, summary)                  \
    LOOPS(name, real, integer, cplx, ITSELF, float, double, c64, c128)
#define COMPARE(name, takes, real, integer, cplx, samples, summary)                                \
    LOOPS(name, real, integer, cplx, BYTE, uint8_t, uint8_t, uint8_t, uint8_t)
#include "ops/elementwise/binary.def"
#undef BINARY
#undef COMPARE

/* ---- Gradients ------------------------------------------------------------------------------- */

/* Return the second derivative of gelu, (2 - x^2) * exp(-x^2 / 2) / sqrt(2 * pi). */
static weir_array *wr_g_gelu_second_derivative(weir_vjp *v, weir_array *x) {
    weir_array *xx = g(multiply, x, x);
    weir_array *bell = g(exp, g(multiply, n(-0.5), xx));
    return g(multiply, g(subtract, n(2), xx), g(multiply, n(0.5 * M_2_SQRTPI * M_SQRT1_2), bell));
}

/* Convert a scalar (WR_NUMBER) to an array with the dtype of y.  Without this, an operator whose
 * arguments are all scalars would compute in the default dtype. */
static weir_array *as_array(weir_vjp *v, weir_array *x, weir_array *y) {
    return x->flags & WR_NUMBER ? g(astype, x, y->dtype) : x;
}

/* Return z * x^(z - 1), the derivative of x^z with respect to x.  It is 0 where z is 0, even if x
 * is 0 too. */
static weir_array *by_base(weir_vjp *v, weir_array *x, weir_array *z, weir_array *y) {
    if ((z->flags & WR_NUMBER) && wr_dtype_kind_of(z->dtype) != WR_KIND_COMPLEX) {
        double power = wr_element_f64(z->dtype, z->dim);
        return power == 0 ? n(0) : g(multiply, z, g(pow, x, n(power - 1)));
    }
    weir_array *slope = g(multiply, z, g(pow, x, g(subtract, as_array(v, z, y), n(1))));
    return g(where, g(equal, z, n(0)), n(0), slope);
}

/* Return y * log(x), the derivative of y = x^z with respect to z.  It is 0 where x is 0, unless z
 * is negative. */
static weir_array *by_exponent(weir_vjp *v, weir_array *x, weir_array *z, weir_array *y) {
    weir_array *slope = g(multiply, y, g(log, as_array(v, x, y)));
    if (wr_dtype_kind_of(z->dtype) == WR_KIND_COMPLEX) z = g(real, z);
    weir_array *flat = g(logical_and, g(equal, x, n(0)), g(greater_equal, z, n(0)));
    return g(where, flat, n(0), slope);
}

#define BINARY(name, takes, gives, real, integer, cplx, gx, gz, samples, summary)                  \
    static void name##_vjp(weir_vjp *v) {                                                          \
        weir_array *x = v->in[0], *z = v->in[1], *y = v->out[0], *dy = v->grad_out[0];             \
        (void)x, (void)y, (void)z, (void)dy;                                                       \
        if (v->wanted[0]) v->grad_in[0] = wr_build_unbroadcast(v, gx, x);                          \
        if (v->wanted[1]) v->grad_in[1] = wr_build_unbroadcast(v, gz, z);                          \
    }
#define COMPARE(name, takes, real, integer, cplx, samples, summary)
#include "ops/elementwise/binary.def"
#undef BINARY
#undef COMPARE

/* ---- Powers ---------------------------------------------------------------------------------- */

/* Fail for negative powers of integers, which are not integers in general.  A scalar exponent is
 * checked here, at the call; an array of exponents is checked by the kernel (need_powers). */
static weir_status pow_infer(weir_infer *c) {
    WR_TRY(wr_map_infer(c));
    const weir_array *z = c->in[1];
    if (wr_dtype_kind_of(c->dtype) != WR_KIND_INT || !(z->flags & WR_NUMBER)) return WEIR_OK;
    double power = wr_element_f64(z->dtype, z->dim);
    if (power >= 0) return WEIR_OK;
    return wr_refuse(
        c,
        "negative powers of integers are not supported: %s to the power %.0f; convert to a float dtype",
        wr_dtypes[c->dtype].name, power);
}

/* Fail if an exponent is negative.  Each element of a broadcast array is checked once. */
static weir_status need_powers(const weir_kernel *k) {
    const weir_view *v = &k->in[1];
    int64_t shape[WEIR_NDIM_MAX], size = (int64_t)wr_dtype_bytes(v->dtype);
    if (wr_dtype_kind_of(k->dtype) != WR_KIND_INT || !wr_dtypes[v->dtype].is_signed) return WEIR_OK;
    if (wr_view_count(v) == 0) return WEIR_OK;
    for (int i = 0; i < v->ndim; i++) shape[i] = v->strides[i] == 0 ? 1 : v->shape[i];
    const weir_view z = {v->data, shape, v->strides, v->dtype, v->ndim};
    bool in_order = wr_view_is_row_major(&z);
    for (int64_t i = 0; i < wr_view_count(&z); i++) {
        int64_t at = in_order ? i : wr_view_at(&z, i);
        int64_t power = wr_element_i64(v->dtype, (const char *)v->data + at * size);
        if (power < 0)
            return wr_kernel_fail(
                k, WEIR_EINVAL,
                "negative powers of integers are not supported: %s to the power %lld; convert to a float dtype",
                wr_dtypes[k->dtype].name, (long long)power);
    }
    return WEIR_OK;
}

static weir_status pow_run(const weir_kernel *k) {
    WR_TRY(need_powers(k));
    return wr_map_run(k);
}

static weir_status pow_reference(const weir_kernel *k) {
    WR_TRY(need_powers(k));
    return wr_map_reference(k);
}

/* ---- Operator definitions -------------------------------------------------------------------- */

#undef BINARY_CHECKED
#define BINARY_CHECKED(name, takes, gives, real, integer, cplx, gx, gz, samples, summary)          \
    WR_OP(name) = {FIELDS(name, "x1, x2", takes, gives, name##_vjp, samples, summary),             \
                   .infer = name##_infer, .run = name##_run, .reference = name##_reference};
#define BINARY(name, takes, gives, real, integer, cplx, gx, gz, samples, summary)                  \
    BLOCK(name, "x1, x2", takes, gives, name##_vjp, samples, summary)
#define COMPARE(name, takes, real, integer, cplx, samples, summary)                                \
    BLOCK(name, "x1, x2", takes, WEIR_GIVES_BOOL, NULL, samples, summary)
#include "ops/elementwise/binary.def"
