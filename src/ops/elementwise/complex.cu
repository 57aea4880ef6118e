/* complex.cu - the functions of complex numbers that the formulas of unary.def and binary.def use.
 *
 * elementwise_cuda.c writes this text behind elementwise.cu for complex dtypes.  All functions
 * compute in double.  Infinities, NaN and signed zeros give what Annex G of the C standard says.
 *
 * The names of the formulas are those of the C library.  They are macros here, because a compiler
 * may have functions of these names built in.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define INFINITE     (1e308 * 10)
#define NOT_A_NUMBER (INFINITE - INFINITE)

ON_DEVICE bool is_nan(double x) { return x != x; }
ON_DEVICE bool is_inf(double x) { return fabs(x) > BIGGEST_OF(double); }
ON_DEVICE bool is_finite(double x) { return fabs(x) <= BIGGEST_OF(double); }

/* i z and -i z. */
ON_DEVICE c128 times_i(c128 z) { return c128{-z.im, z.re}; }
ON_DEVICE c128 times_minus_i(c128 z) { return c128{z.im, -z.re}; }

/* ---- Arithmetic ------------------------------------------------------------------------------ */

ON_DEVICE c128 operator+(double x, c128 z) { return c128{x + z.re, z.im}; }
ON_DEVICE c128 operator-(c128 x, double z) { return c128{x.re - z, x.im}; }
ON_DEVICE c128 operator/(c128 x, double z) { return c128{x.re / z, x.im / z}; }
ON_DEVICE bool operator==(c128 x, double z) { return x.re == z && x.im == 0; }
ON_DEVICE bool operator!=(c128 x, double z) { return !(x == z); }

/* 1 for an infinity and 0 for a finite number, with the sign of x. */
ON_DEVICE double box(double x) { return copysign(is_inf(x) ? 1.0 : 0.0, x); }
ON_DEVICE double without_nan(double x) { return is_nan(x) ? copysign(0.0, x) : x; }

/* A product or quotient of which both parts are NaN may be infinite, or zero. */
ON_DEVICE c128 multiply_again(c128 x, c128 z, c128 y) {
    bool again = false;
    if (is_inf(x.re) || is_inf(x.im)) {
        x = c128{box(x.re), box(x.im)};
        z = c128{without_nan(z.re), without_nan(z.im)};
        again = true;
    }
    if (is_inf(z.re) || is_inf(z.im)) {
        z = c128{box(z.re), box(z.im)};
        x = c128{without_nan(x.re), without_nan(x.im)};
        again = true;
    }
    if (!again && (is_inf(x.re * z.re) || is_inf(x.im * z.im) || is_inf(x.re * z.im) ||
                   is_inf(x.im * z.re))) {
        x = c128{without_nan(x.re), without_nan(x.im)};
        z = c128{without_nan(z.re), without_nan(z.im)};
        again = true;
    }
    if (!again) return y;
    return c128{INFINITE * (x.re * z.re - x.im * z.im), INFINITE * (x.re * z.im + x.im * z.re)};
}

ON_DEVICE c128 operator*(c128 x, c128 z) {
    c128 y = {x.re * z.re - x.im * z.im, x.re * z.im + x.im * z.re};
    return is_nan(y.re) && is_nan(y.im) ? multiply_again(x, z, y) : y;
}

ON_DEVICE c128 divide_again(c128 x, c128 z, c128 y) {
    if (z == 0 && (!is_nan(x.re) || !is_nan(x.im)))
        return c128{copysign(INFINITE, z.re) * x.re, copysign(INFINITE, z.re) * x.im};
    if ((is_inf(x.re) || is_inf(x.im)) && is_finite(z.re) && is_finite(z.im)) {
        c128 b = {box(x.re), box(x.im)};
        return c128{INFINITE * (b.re * z.re + b.im * z.im), INFINITE * (b.im * z.re - b.re * z.im)};
    }
    if ((is_inf(z.re) || is_inf(z.im)) && is_finite(x.re) && is_finite(x.im)) {
        c128 b = {box(z.re), box(z.im)};
        return c128{0.0 * (x.re * b.re + x.im * b.im), 0.0 * (x.im * b.re - x.re * b.im)};
    }
    return y;
}

/* The exponent of the larger part, or 0 where scaling does not help. */
ON_DEVICE int exponent_of(c128 z) {
    double size = fmax(fabs(z.re), fabs(z.im));
    return size > 0 && is_finite(size) ? ilogb(size) : 0;
}
ON_DEVICE c128 scale(c128 z, int shift) { return c128{scalbn(z.re, shift), scalbn(z.im, shift)}; }

/* Both operands are scaled by powers of two, so that no square or product overflows. */
ON_DEVICE c128 operator/(c128 x, c128 z) {
    int up = exponent_of(x), down = exponent_of(z);
    c128 n = scale(x, -up), d = scale(z, -down);
    double square = d.re * d.re + d.im * d.im;
    c128 y = {(n.re * d.re + n.im * d.im) / square, (n.im * d.re - n.re * d.im) / square};
    return is_nan(y.re) && is_nan(y.im) ? divide_again(x, z, y) : scale(y, up - down);
}
ON_DEVICE c128 operator/(double x, c128 z) { return c128{x, 0} / z; }

/* ---- Exponential, logarithm, square root ----------------------------------------------------- */

/* e^x c scale, also where e^x alone overflows. */
ON_DEVICE double exp_times(double x, double c, double scale) {
    if (x < 709) return exp(x) * scale * c;
    double half = exp(0.5 * x);
    return half * c * (half * scale);
}

ON_DEVICE c128 complex_exp(c128 z) {
    if (z.im == 0) return c128{exp(z.re), z.im};
    if (!is_finite(z.im)) {
        if (is_inf(z.re)) return z.re > 0 ? c128{z.re, NOT_A_NUMBER} : c128{0, copysign(0.0, z.im)};
        return c128{NOT_A_NUMBER, NOT_A_NUMBER};
    }
    return c128{exp_times(z.re, cos(z.im), 1), exp_times(z.re, sin(z.im), 1)};
}

/* log(hypot(x, y)).  Near 1 it is log1p of x^2 + y^2 - 1, which is computed with the errors of the
 * squares. */
ON_DEVICE double log_of_hypot(double x, double y) {
    double m = fmax(fabs(x), fabs(y)), n = fmin(fabs(x), fabs(y));
    if (is_inf(x) || is_inf(y)) return INFINITE;
    if (is_nan(x) || is_nan(y)) return x + y;
    if (m > 1e300) return log(hypot(ldexp(x, -10), ldexp(y, -10))) + 10 * M_LN2;
    if (m < 1e-290) return log(hypot(ldexp(x, 100), ldexp(y, 100))) - 100 * M_LN2;
    double p = m * m, q = n * n, sum = p + q;
    if (!(sum >= 0.5 && sum <= 2)) return log(hypot(x, y));
    double error = q - (sum - p) + (fma(m, m, -p) + fma(n, n, -q));
    return 0.5 * log1p(sum - 1 + error);
}

ON_DEVICE c128 complex_log(c128 z) { return c128{log_of_hypot(z.re, z.im), atan2(z.im, z.re)}; }

ON_DEVICE c128 complex_sqrt(c128 z) {
    if (is_inf(z.im)) return c128{INFINITE, z.im};
    if (is_nan(z.re)) return c128{NOT_A_NUMBER, NOT_A_NUMBER};
    if (is_inf(z.re)) {
        double other = is_nan(z.im) ? NOT_A_NUMBER : 0.0;
        return z.re > 0 ? c128{z.re, copysign(other, z.im)} : c128{other, copysign(INFINITE, z.im)};
    }
    if (is_nan(z.im)) return c128{NOT_A_NUMBER, NOT_A_NUMBER};
    if (z == 0) return c128{0, z.im};
    double size = fmax(fabs(z.re), fabs(z.im)), back = 1;
    if (size > 1e300)
        z = scale(z, -4), back = 4;
    else if (size < 1e-290)
        z = scale(z, 60), back = 9.31322574615478515625e-10;
    double t = sqrt(0.5 * (fabs(z.re) + hypot(z.re, z.im)));
    double other = fabs(z.im) / (2 * t);
    if (z.re >= 0) return c128{t * back, copysign(other * back, z.im)};
    return c128{other * back, copysign(t * back, z.im)};
}

ON_DEVICE c128 complex_pow(c128 x, c128 z) {
    return z == 0 ? c128{1, 0} : complex_exp(z * complex_log(x));
}

/* ---- Hyperbolic functions -------------------------------------------------------------------- */

/* cosh(x) c and sinh(x) c. */
ON_DEVICE double cosh_times(double x, double c) {
    return fabs(x) < 700 ? cosh(x) * c : exp_times(fabs(x), c, 0.5);
}
ON_DEVICE double sinh_times(double x, double c) {
    return fabs(x) < 700 ? sinh(x) * c : exp_times(fabs(x), c, copysign(0.5, x));
}

ON_DEVICE c128 complex_sinh(c128 z) {
    if (z.im == 0) return c128{sinh(z.re), z.im};
    if (!is_finite(z.im))
        return c128{z.re == 0 || is_inf(z.re) ? z.re : NOT_A_NUMBER, NOT_A_NUMBER};
    if (z.re == 0) return c128{copysign(0.0, z.re) * cos(z.im), sin(z.im)};
    return c128{sinh_times(z.re, cos(z.im)), cosh_times(z.re, sin(z.im))};
}

ON_DEVICE c128 complex_cosh(c128 z) {
    double zero = copysign(0.0, z.re) * copysign(1.0, z.im);
    if (z.im == 0) return c128{cosh(z.re), zero};
    if (!is_finite(z.im)) {
        if (z.re == 0) return c128{NOT_A_NUMBER, zero};
        return c128{is_inf(z.re) ? INFINITE : NOT_A_NUMBER, NOT_A_NUMBER};
    }
    if (z.re == 0) return c128{cos(z.im), z.re * sin(z.im)};
    return c128{cosh_times(z.re, cos(z.im)), sinh_times(z.re, sin(z.im))};
}

/* Kahan's formula: with t = tan(im) and s = sinh(re), the result is
 * ((1 + t^2) s sqrt(1 + s^2) + i t) / (1 + (1 + t^2) s^2). */
ON_DEVICE c128 complex_tanh(c128 z) {
    if (is_inf(z.re)) {
        double sign = is_finite(z.im) ? sin(z.im) * cos(z.im) : z.im;
        return c128{copysign(1.0, z.re), copysign(0.0, z.im == 0 ? z.im : sign)};
    }
    if (z.im == 0) return c128{tanh(z.re), z.im};
    if (!is_finite(z.im)) return c128{z.re == 0 ? z.re : NOT_A_NUMBER, NOT_A_NUMBER};
    if (fabs(z.re) > 20) {
        double e = exp(-fabs(z.re));
        return c128{copysign(1.0, z.re), 4 * sin(z.im) * cos(z.im) * e * e};
    }
    double t = tan(z.im), s = sinh(z.re), b = 1 + t * t, d = 1 + b * s * s;
    return c128{b * sqrt(1 + s * s) * s / d, t / d};
}

/* At infinity the imaginary zero has the sign of im, as the Array API standard requires. */
ON_DEVICE c128 tanh_of(c128 z) {
    if (!is_inf(z.re) || !is_finite(z.im)) return complex_tanh(z);
    return c128{copysign(1.0, z.re), copysign(0.0, z.im)};
}

/* ---- Inverse functions ----------------------------------------------------------------------- */

/* With a = sqrt(1 - z) and b = sqrt(1 + z), as Kahan gives them, the parts of asin(z) are
 * atan(re / re(a b)) and asinh(im(conj(a) b)).  They have the signs of the parts of z. */
ON_DEVICE c128 complex_asin(c128 z) {
    double x = fabs(z.re), y = fabs(z.im);
    double re, im;
    if (is_inf(x) || is_inf(y)) {
        re = is_nan(x) || is_nan(y) ? NOT_A_NUMBER
             : is_inf(x)            ? (is_inf(y) ? 0.25 : 0.5) * M_PI
                                    : 0;
        im = INFINITE;
    } else if (is_nan(x) || is_nan(y)) {
        re = x == 0 ? x : NOT_A_NUMBER;
        im = NOT_A_NUMBER;
    } else if (x > 1e300 || y > 1e300) {
        re = atan2(x, y);
        im = log_of_hypot(x, y) + M_LN2;
    } else {
        c128 a = complex_sqrt(c128{1 - x, -y}), b = complex_sqrt(c128{1 + x, y});
        re = atan2(x, a.re * b.re - a.im * b.im);
        im = asinh(a.re * b.im - a.im * b.re);
    }
    return c128{copysign(re, z.re), copysign(im, z.im)};
}

/* The parts are 2 atan(re(a) / re(b)) and asinh(im(a conj(b))). */
ON_DEVICE c128 complex_acos(c128 z) {
    double y = fabs(z.im), re, im;
    if (is_inf(z.re) || is_inf(y)) {
        im = INFINITE;
        if (is_nan(z.re) || is_nan(y))
            re = NOT_A_NUMBER;
        else
            re = is_inf(y)  ? (is_inf(z.re) ? (z.re > 0 ? 0.25 : 0.75) : 0.5) * M_PI
                 : z.re > 0 ? 0
                            : M_PI;
    } else if (is_nan(z.re) || is_nan(y)) {
        re = z.re == 0 ? 0.5 * M_PI : NOT_A_NUMBER;
        im = NOT_A_NUMBER;
    } else if (fabs(z.re) > 1e300 || y > 1e300) {
        re = atan2(y, z.re);
        im = log_of_hypot(z.re, y) + M_LN2;
    } else {
        c128 a = complex_sqrt(c128{1 - z.re, -y}), b = complex_sqrt(c128{1 + z.re, y});
        re = 2 * atan2(a.re, b.re);
        im = asinh(fabs(a.im * b.re - a.re * b.im));
    }
    return c128{re, copysign(im, -z.im)};
}

ON_DEVICE c128 complex_acosh(c128 z) {
    c128 y = complex_acos(z);
    return c128{fabs(y.im), copysign(y.re, z.im)};
}

ON_DEVICE c128 complex_asinh(c128 z) { return times_i(complex_asin(times_minus_i(z))); }

/* The parts are log1p(4 x / ((1 - x)^2 + y^2)) / 4 and atan2(2 y, (1 - x) (1 + x) - y^2) / 2. */
ON_DEVICE c128 complex_atanh(c128 z) {
    double x = fabs(z.re), y = fabs(z.im), re, im;
    if (is_inf(x) || is_inf(y)) {
        re = 0;
        im = is_nan(y) ? y : 0.5 * M_PI;
    } else if (is_nan(x) || is_nan(y)) {
        re = x == 0 ? x : NOT_A_NUMBER;
        im = NOT_A_NUMBER;
    } else if (x > 1e100 || y > 1e100) {
        double size = hypot(x * 0.5, y * 0.5);
        re = x * 0.5 / size * 0.5 / size;
        im = 0.5 * M_PI;
    } else if (x == 1 && y == 0) {
        re = INFINITE;
        im = 0;
    } else if (x == 1 && y < 1e-150) {
        re = 0.5 * (M_LN2 - log(y));
        im = 0.25 * M_PI;
    } else {
        double d = (1 - x) * (1 - x) + y * y;
        re = 0.25 * log1p(4 * x / d);
        im = 0.5 * atan2(2 * y, (1 - x) * (1 + x) - y * y);
    }
    return c128{copysign(re, z.re), copysign(im, z.im)};
}

ON_DEVICE c128 complex_atan(c128 z) { return times_minus_i(complex_atanh(times_i(z))); }

/* ---- Words ----------------------------------------------------------------------------------- */

ON_DEVICE double abs_of(c128 z) { return hypot(z.re, z.im); }
ON_DEVICE c128 sign_of(c128 z) { return z == 0 ? c128{0, 0} : z / abs_of(z); }

#undef isnan
#undef isinf
#undef isfinite
#define isnan(x)    is_nan(x)
#define isinf(x)    is_inf(x)
#define isfinite(x) is_finite(x)
#define creal(x)    ((x).re)
#define cimag(x)    ((x).im)
#define carg(x)     atan2((x).im, (x).re)
#define conj(x)                                                                                    \
    c128 { (x).re, -(x).im }
#define cexp(x)       complex_exp(x)
#define clog(x)       complex_log(x)
#define csqrt(x)      complex_sqrt(x)
#define csin(x)       times_minus_i(complex_sinh(times_i(x)))
#define ccos(x)       complex_cosh(times_i(x))
#define ctan(x)       times_minus_i(complex_tanh(times_i(x)))
#define casin(x)      complex_asin(x)
#define cacos(x)      complex_acos(x)
#define catan(x)      complex_atan(x)
#define csinh(x)      complex_sinh(x)
#define ccosh(x)      complex_cosh(x)
#define wr_ctanh(x)   tanh_of(x)
#define casinh(x)     complex_asinh(x)
#define cacosh(x)     complex_acosh(x)
#define catanh(x)     complex_atanh(x)
#define wr_cpow(x, z) complex_pow(x, z)
#define CABS(x)       abs_of(x)
#define CSIGN(x)      sign_of(x)
#define CRINT(x)                                                                                   \
    c128 { rint((x).re), rint((x).im) }
