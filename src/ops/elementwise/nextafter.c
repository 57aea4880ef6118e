/* nextafter.c - finds the next representable number in a given direction.
 *
 * This is the only elementwise operator in which the dtype determines more than the rounding of the
 * result.  Loops receive float16 and bfloat16 elements as float, so the dtype is passed to the
 * loops in place of the attributes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "ops/core/expression.h"

/* Compute nextafter in a format with `bits` fraction bits, minimum exponent `low` and largest
 * finite number `huge`. */
static double next_of(double x, double z, int bits, int low, double huge) {
    if (isnan(x) || isnan(z)) return x + z;
    if (x == z) return z;
    if (x == 0) return copysign(ldexp(1, low - bits), z);
    if (isinf(x)) return copysign(huge, x);
    bool outward = (z > x) == (x > 0);
    int exponent = ilogb(x);
    if (!outward && fabs(x) == ldexp(1, exponent))
        exponent--; /* below a power of two, the spacing is half as large */
    double step = ldexp(1, (exponent < low ? low : exponent) - bits);
    return copysign(outward ? fabs(x) + step : fabs(x) - step, x);
}

static void nextafter_f32(void *out, const void *const *in, int64_t n, const void *attr) {
    const int32_t *dtype = attr;
    const float *x = in[0], *z = in[1];
    float *y = out;
    for (int64_t i = 0; i < n; i++)
        y[i] = *dtype == WEIR_FLOAT16    ? (float)next_of(x[i], z[i], 10, -14, 65504)
               : *dtype == WEIR_BFLOAT16 ? (float)next_of(x[i], z[i], 7, -126, 0x1.fep127)
                                         : nextafterf(x[i], z[i]);
}

static void nextafter_f64(void *out, const void *const *in, int64_t n, const void *attr) {
    const double *x = in[0], *z = in[1];
    double *y = out;
    (void)attr;
    for (int64_t i = 0; i < n; i++) y[i] = nextafter(x[i], z[i]);
}

static weir_status nextafter_run(const weir_kernel *k) {
    weir_kernel with_dtype = *k;
    with_dtype.attr = &k->dtype;
    return wr_map_run(&with_dtype);
}

static void nextafter_vjp(weir_vjp *v) {
    if (v->wanted[0]) v->grad_in[0] = wr_build_unbroadcast(v, v->grad_out[0], v->in[0]);
}

WR_OP(nextafter) = {
    .size = sizeof(weir_op_def),
    .name = "nextafter",
    .summary = "Next representable number after x1 in the direction of x2.",
    .inputs = "x1, x2",
    .outputs = "y",
    .flags = WEIR_OP_ELEMENTWISE,
    .takes = WEIR_TAKES_FLOAT,
    .gives = WEIR_GIVES_FLOAT,
    .run = nextafter_run,
    .reference = nextafter_run,
    .vjp = nextafter_vjp,
    .map = {[WEIR_IN_F32] = nextafter_f32, [WEIR_IN_F64] = nextafter_f64},
    .samples = "(3,4), (3,4); (3,1), (4)",
};
