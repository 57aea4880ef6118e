/* test_vmath.c - the vector mathematics against the C library in higher precision, at every SIMD
 * level of this CPU: accuracy over all exponents, special values, and independence of
 * neighbouring elements.  With TEST_SHOW set the largest errors are printed even if they are
 * within bounds, and TEST_POINTS is a factor for the number of points; tools/accuracy.py makes
 * docs/accuracy.md from that.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "simd/vmath_probe.h"

#include "harness.h"
#include "ops/simd/simd.h"

/* The long double functions of the C library are the reference.  Those of musl are wrong in
 * corner cases (acosh and pow of negative numbers), so they cannot serve as one. */
#ifdef __GLIBC__
#define NEEDS_REFERENCE() ((void)0)
#else
#define NEEDS_REFERENCE() SKIP("only glibc's functions are accurate enough to judge by")
#endif

enum { CHUNK = 1024, LEVELS_MAX = 3 };

/* ---- Levels --------------------------------------------------------------------------------- */

typedef struct level {
    const char *name;
    const struct wr_vmath_simd *table;
    int cpu; /* the level's value of config.cpu */
} level;

static level levels[LEVELS_MAX];
static int level_count;

static void find_levels(void) {
    level_count = 0;
    levels[level_count++] = (level){"portable", &wr_vmath_simd_portable, WEIR_CPU_PORTABLE};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        levels[level_count++] = (level){"avx2", &wr_vmath_simd_avx2, WEIR_CPU_AVX2};
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        levels[level_count++] = (level){"avx512", &wr_vmath_simd_avx512, WEIR_CPU_AVX512};
#endif
}

/* ---- The reference -------------------------------------------------------------------------- */

typedef double unary_f64(double);
typedef long double unary_ld(long double);
typedef double binary_f64(double, double);
typedef long double binary_ld(long double, long double);

static double inverse_sqrt(double x) { return 1 / sqrt(x); }
static long double inverse_sqrtl(long double x) { return 1 / sqrtl(x); }
static double sigmoid(double x) { return x < 0 ? exp(x) / (1 + exp(x)) : 1 / (1 + exp(-x)); }
static long double sigmoidl(long double x) {
    return x < 0 ? expl(x) / (1 + expl(x)) : 1 / (1 + expl(-x));
}
static double softplus(double x) { return fmax(x, 0) + log1p(exp(-fabs(x))); }
static long double softplusl(long double x) { return fmaxl(x, 0) + log1pl(expl(-fabsl(x))); }
static double logaddexp(double a, double b) {
    if (a == b) return a + log(2);
    return (a > b ? a : b) + (double)log1pl(expl(-fabsl((long double)a - b)));
}
static long double logaddexpl(long double a, long double b) {
    if (a == b) return a + logl(2);
    return (a > b ? a : b) + log1pl(expl(-fabsl(a - b)));
}
static double is_nan(double x) { return isnan(x) != 0; }
static long double is_nanl(long double x) { return isnan(x) != 0; }
static double is_inf(double x) { return isinf(x) != 0; }
static long double is_infl(long double x) { return isinf(x) != 0; }
static double sign_bit(double x) { return signbit(x) != 0; }
static long double sign_bitl(long double x) { return signbit(x) != 0; }
static double larger(double a, double b) { return a > b || isnan(a) ? a : b; }
static double smaller(double a, double b) { return a < b || isnan(a) ? a : b; }
static long double largerl(long double a, long double b) { return a > b || isnan(a) ? a : b; }
static long double smallerl(long double a, long double b) { return a < b || isnan(a) ? a : b; }

/* A bound of zero means that the result is exact. */
typedef struct unary {
    int index;
    const char *name;
    double bound;
    unary_f64 *f64;
    unary_ld *ld;
} unary;

#define AS(name, bound)                                                                            \
    { WR_VMATH_##name, #name, bound, name, name##l }
#define AS_IF(name, bound, f64, ld)                                                                \
    { WR_VMATH_##name, #name, bound, f64, ld }
static const unary unaries[] = {
    AS(exp, 2),
    AS(exp2, 2),
    AS(expm1, 2.5),
    AS(log, 2),
    AS(log2, 2),
    AS(log10, 2),
    AS(log1p, 2),
    AS(sin, 2.5),
    AS(cos, 2.5),
    AS(tan, 4),
    AS(asin, 2.5),
    AS(acos, 2),
    AS(atan, 2.5),
    AS(sinh, 2),
    AS(cosh, 2),
    AS(tanh, 3),
    AS(asinh, 3),
    AS(acosh, 3),
    AS(atanh, 3),
    AS(erf, 2.5),
    AS(sqrt, 0.51),
    AS(floor, 0),
    AS(ceil, 0),
    AS(trunc, 0),
    AS(rint, 0),
    AS_IF(rsqrt, 1.5, inverse_sqrt, inverse_sqrtl),
    AS(sigmoid, 3),
    AS(softplus, 3),
    AS_IF(abs, 0, fabs, fabsl),
    AS(is_nan, 0),
    AS(is_inf, 0),
    AS(sign_bit, 0),
    AS_IF(sincos_sin, 2.5, sin, sinl),
    AS_IF(sincos_cos, 2.5, cos, cosl),
};

typedef struct binary {
    int index;
    const char *name;
    double bound;
    binary_f64 *f64;
    binary_ld *ld;
} binary;

static const binary binaries[] = {
    AS(pow, 2),
    AS(atan2, 2.5),
    AS(hypot, 2),
    AS(copysign, 0),
    AS(fmod, 0),
    AS(logaddexp, 3),
    AS_IF(min, 0, smaller, smallerl),
    AS_IF(max, 0, larger, largerl),
};

#define COUNT(list) (int)(sizeof(list) / sizeof((list)[0]))

/* ---- Distance ------------------------------------------------------------------------------- */

static float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static double double_of(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The unit in the last place of a finite number. */
static float ulp_f32(float x) { return nextafterf(fabsf(x), INFINITY) - fabsf(x); }
static double ulp_f64(double x) { return nextafter(fabs(x), INFINITY) - fabs(x); }

/* The distance of `got` from `want`, in units in the last place of the rounded `want`.  Infinite
 * if only one is NaN, if only one is infinite after rounding, or if a zero has the wrong sign.
 * At the edge of overflow both sides are accepted: they are well within an ulp. */
static double distance_f32(float got, double want) {
    float rounded = (float)want;
    if (got == rounded && (got != 0 || !signbit(got) == !signbit(want))) return 0;
    if (isnan(want) || isnan(got)) return isnan(want) && isnan(got) ? 0 : INFINITY;
    if (isinf(got)) return fabs(want) > 0x1.fffffcp127 && (got < 0) == (want < 0) ? 0 : INFINITY;
    if (isinf(rounded)) return fabsf(got) == FLT_MAX && fabs(want) < 0x1.000002p128 ? 0 : INFINITY;
    return want == 0 ? INFINITY : fabs(got - want) / ulp_f32(rounded);
}

static double distance_f64(double got, long double want) {
    double rounded = (double)want;
    if (got == rounded && (got != 0 || !signbit(got) == !signbit(want))) return 0;
    if (isnan(want) || isnan(got)) return isnan(want) && isnan(got) ? 0 : INFINITY;
    if (isinf(got))
        return fabsl(want) > 0x1.ffffffffffffep1023L && (got < 0) == (want < 0) ? 0 : INFINITY;
    if (isinf(rounded))
        return fabs(got) == DBL_MAX && fabsl(want) < 0x1.0000000000001p1024L ? 0 : INFINITY;
    return want == 0 ? INFINITY : (double)(fabsl(got - want) / ulp_f64(rounded));
}

typedef struct worst {
    double error;
    double x, y, got;
    long double want;
} worst;

static void note(worst *w, double error, double x, double y, double got, long double want) {
    if (!(error > w->error)) return;
    *w = (worst){error, x, y, got, want};
}

static void judge(const worst *w, const char *name, const char *type, const char *where,
                  double bound) {
    if (getenv("TEST_SHOW"))
        fprintf(stderr, "%-12s %s %-8s %6.3f of %g at %a, %a\n", name, type, where, w->error, bound,
                w->x, w->y);
    if (w->error > bound)
        test_fail(__FILE__, __LINE__, "%s_%s (%s): %.3f ulp at (%a, %a): %a, not %La", name, type,
                  where, w->error, w->x, w->y, w->got, w->want);
}

/* ---- Accuracy ------------------------------------------------------------------------------- */

static int64_t points_of(int64_t n) {
    const char *factor = getenv("TEST_POINTS");
    return test_scaled(factor != NULL ? n * strtoll(factor, NULL, 10) : n);
}

static void check_unary_f32(const unary *u) {
    static float x[CHUNK], got[CHUNK];
    static double want[CHUNK];
    worst at[LEVELS_MAX] = {{0}};
    int64_t points = points_of(1 << 21);
    uint32_t step = (uint32_t)(((int64_t)1 << 32) / points) | 1, bits = 0;
    for (int64_t done = 0; done < points; done += CHUNK) {
        for (int i = 0; i < CHUNK; i++, bits += step) want[i] = u->f64(x[i] = float_of(bits));
        for (int l = 0; l < level_count; l++) {
            levels[l].table->unary_f32[u->index](x, got, CHUNK);
            for (int i = 0; i < CHUNK; i++)
                note(&at[l], distance_f32(got[i], want[i]), x[i], 0, got[i], want[i]);
        }
    }
    for (int l = 0; l < level_count; l++) judge(&at[l], u->name, "f32", levels[l].name, u->bound);
}

/* Half of the points from all bit patterns, half with exponents from -60 to 12, where most
 * functions change their behaviour. */
static double some_double(uint64_t *state) {
    uint64_t bits = test_random(state);
    if (test_random(state) & 1) return double_of(bits);
    uint64_t exponent = 1023 - 60 + test_random(state) % 72;
    if (test_random(state) & 1) exponent = 1023 - 4 + test_random(state) % 8;
    return double_of((bits & 0x800fffffffffffff) | exponent << 52);
}

static void check_unary_f64(const unary *u) {
    static double x[CHUNK], got[CHUNK];
    static long double want[CHUNK];
    worst at[LEVELS_MAX] = {{0}};
    uint64_t state = 1;
    int64_t points = points_of(1 << 17);
    for (int64_t done = 0; done < points; done += CHUNK) {
        for (int i = 0; i < CHUNK; i++) want[i] = u->ld(x[i] = some_double(&state));
        for (int l = 0; l < level_count; l++) {
            levels[l].table->unary_f64[u->index](x, got, CHUNK);
            for (int i = 0; i < CHUNK; i++)
                note(&at[l], distance_f64(got[i], want[i]), x[i], 0, got[i], want[i]);
        }
    }
    for (int l = 0; l < level_count; l++) judge(&at[l], u->name, "f64", levels[l].name, u->bound);
}

TEST(functions_of_one_float_are_accurate) {
    NEEDS_REFERENCE();
    find_levels();
    for (int i = 0; i < COUNT(unaries); i++) check_unary_f32(&unaries[i]);
}

TEST(functions_of_one_double_are_accurate) {
    NEEDS_REFERENCE();
    find_levels();
    if (LDBL_MANT_DIG <= DBL_MANT_DIG) SKIP("long double is no wider here");
    for (int i = 0; i < COUNT(unaries); i++) check_unary_f64(&unaries[i]);
}

/* ---- Operators that combine several functions ----------------------------------------------- */

static long double logitl(long double x) { return logl(x) - log1pl(-x); }
static long double sincl(long double x) {
    if (x == 0) return 1;
    long double n = rintl(x), pi = 3.14159265358979323846264338327950288L;
    long double sine = sinl(pi * (x - n));
    return (fmodl(n, 2) == 0 ? sine : -sine) / (pi * x);
}
static long double silul(long double x) { return x * sigmoidl(x); }
static long double gelul(long double x) {
    return x / 2 * erfcl(-x * 0.707106781186547524400844362104849L);
}
/* 1 + tanh(u) is 2 sigmoid(2u), which has no cancellation. */
static long double gelu_tanhl(long double x) {
    return x * sigmoidl(2 * 0.7978845608028654L * (x + 0.044715L * x * x * x));
}
static long double mishl(long double x) { return x * tanhl(softplusl(x)); }
static long double softsignl(long double x) { return x / (1 + fabsl(x)); }
static long double hardsigmoidl(long double x) { return fminl(fmaxl(x / 6 + 0.5L, 0), 1); }
static long double hardswishl(long double x) { return x * hardsigmoidl(x); }
static long double log_sigmoidl(long double x) { return -softplusl(-x); }
static long double tanhshrinkl(long double x) { return x - tanhl(x); }
static long double quick_gelul(long double x) { return x * sigmoidl(1.702L * x); }
static long double selul(long double x) {
    return 1.0507009873554805L * (x > 0 ? x : 1.6732632423543772L * expm1l(x));
}
static long double reciprocall(long double x) { return 1 / x; }
static long double deg2radl(long double x) { return x * (3.14159265358979323846L / 180); }
static long double rad2degl(long double x) { return x * (180 / 3.14159265358979323846L); }

/* The unit of the error: an ulp of the result, or of a larger number if terms of that size
 * cancel. */
typedef enum unit { OF_RESULT, OF_X, OF_ONE } unit;

typedef struct composite {
    const char *name;
    double bound;
    unit unit;
    unary_ld *ld;
    /* Arguments are at most this large: beyond, powers of x overflow, the result is trivial, or
     * a factor is a subnormal number. */
    double most;
} composite;

static const composite composites[] = {
    {"reciprocal", 0.51, OF_RESULT, reciprocall, INFINITY},
    {"deg2rad", 1.5, OF_RESULT, deg2radl, INFINITY},
    {"rad2deg", 1.5, OF_RESULT, rad2degl, 1e30},
    {"logit", 2.5, OF_ONE, logitl, 1},
    {"sinc", 2, OF_ONE, sincl, 1e6},
    {"silu", 4, OF_RESULT, silul, 87},
    {"quick_gelu", 3, OF_X, quick_gelul, 1e30},
    {"gelu", 2, OF_X, gelul, INFINITY},
    {"gelu_tanh", 2.5, OF_X, gelu_tanhl, 1e12},
    {"mish", 5, OF_RESULT, mishl, 87},
    {"softsign", 2, OF_RESULT, softsignl, INFINITY},
    {"hardsigmoid", 2, OF_ONE, hardsigmoidl, 1e30},
    {"hardswish", 2, OF_X, hardswishl, 1e30},
    {"log_sigmoid", 3, OF_RESULT, log_sigmoidl, INFINITY},
    {"tanhshrink", 3, OF_X, tanhshrinkl, INFINITY},
    {"selu", 3.5, OF_RESULT, selul, 1e30},
};

static weir_map_fn loop_of(int cpu, const char *name, weir_compute type) {
    for (const wr_map_entry *const *t = wr_simd_get(cpu)->maps; *t != NULL; t++)
        for (const wr_map_entry *e = *t; e->name != NULL; e++)
            if (strcmp(e->name, name) == 0) return e->fn[type];
    test_fail(__FILE__, __LINE__, "there is no loop %s", name);
    return NULL;
}

static void check_composite_f32(const composite *f) {
    static float x[CHUNK], got[CHUNK];
    static long double want[CHUNK];
    worst at[LEVELS_MAX] = {{0}};
    int64_t points = points_of(1 << 19);
    uint32_t step = (uint32_t)(((int64_t)1 << 32) / points) | 1, bits = 0;
    for (int64_t done = 0; done < points; done += CHUNK) {
        for (int i = 0; i < CHUNK; i++, bits += step) {
            x[i] = float_of(bits);
            if (!(fabsf(x[i]) <= f->most)) x[i] = 0.5f;
            want[i] = f->ld(x[i]);
        }
        for (int l = 0; l < level_count; l++) {
            const void *in[] = {x};
            loop_of(levels[l].cpu, f->name, WEIR_IN_F32)(got, in, CHUNK, NULL);
            for (int i = 0; i < CHUNK; i++) {
                double error = distance_f32(got[i], (double)want[i]);
                float least = f->unit == OF_X ? x[i] : 1;
                if (f->unit != OF_RESULT && fabsl(want[i]) < fabsf(least) && isfinite(got[i]))
                    error = (double)(fabsl(got[i] - want[i]) / ulp_f32(least));
                note(&at[l], error, x[i], 0, got[i], want[i]);
            }
        }
    }
    for (int l = 0; l < level_count; l++) judge(&at[l], f->name, "f32", levels[l].name, f->bound);
}

static void check_composite_f64(const composite *f) {
    static double x[CHUNK], got[CHUNK];
    static long double want[CHUNK];
    worst at[LEVELS_MAX] = {{0}};
    uint64_t state = 4;
    int64_t points = points_of(1 << 17);
    for (int64_t done = 0; done < points; done += CHUNK) {
        for (int i = 0; i < CHUNK; i++) {
            x[i] = some_double(&state);
            if (!(fabs(x[i]) <= f->most)) x[i] = 0.5;
            want[i] = f->ld(x[i]);
        }
        for (int l = 0; l < level_count; l++) {
            const void *in[] = {x};
            loop_of(levels[l].cpu, f->name, WEIR_IN_F64)(got, in, CHUNK, NULL);
            for (int i = 0; i < CHUNK; i++) {
                double error = distance_f64(got[i], want[i]), least = f->unit == OF_X ? x[i] : 1;
                if (f->unit != OF_RESULT && fabsl(want[i]) < fabs(least) && isfinite(got[i]))
                    error = (double)(fabsl(got[i] - want[i]) / ulp_f64(least));
                note(&at[l], error, x[i], 0, got[i], want[i]);
            }
        }
    }
    for (int l = 0; l < level_count; l++) judge(&at[l], f->name, "f64", levels[l].name, f->bound);
}

TEST(operators_of_several_functions_are_accurate) {
    NEEDS_REFERENCE();
    find_levels();
    if (LDBL_MANT_DIG <= DBL_MANT_DIG) SKIP("long double is no wider here");
    for (int i = 0; i < COUNT(composites); i++) check_composite_f32(&composites[i]);
    for (int i = 0; i < COUNT(composites); i++) check_composite_f64(&composites[i]);
}

/* ---- Functions of two arguments -------------------------------------------------------------- */

/* logaddexp loses digits where the larger argument and the logarithm cancel; in double precision
 * its error is measured relative to the larger argument. */
static double error_f64(const binary *f, double a, double b, double got, long double want) {
    double error = distance_f64(got, want);
    if (f->index != WR_VMATH_logaddexp || !(error > f->bound) || !isfinite(error)) return error;
    double large = fmax(fabs(a), fabs(b));
    return fmin(error, fabs(got - (double)want) / ulp_f64(large));
}

static float some_float(uint64_t *state) {
    uint64_t bits = test_random(state);
    if (test_random(state) & 1) return float_of((uint32_t)bits);
    return float_of(((uint32_t)bits & 0x807fffff) | (uint32_t)(127 - 6 + bits % 13) << 23);
}

static void check_binary_f32(const binary *f) {
    static float a[CHUNK], b[CHUNK], got[CHUNK];
    static double want[CHUNK];
    worst at[LEVELS_MAX] = {{0}};
    uint64_t state = 2;
    int64_t points = points_of(1 << 19);
    for (int64_t done = 0; done < points; done += CHUNK) {
        for (int i = 0; i < CHUNK; i++) {
            a[i] = some_float(&state);
            b[i] = some_float(&state);
            want[i] = f->f64(a[i], b[i]);
        }
        for (int l = 0; l < level_count; l++) {
            levels[l].table->binary_f32[f->index](a, b, got, CHUNK);
            for (int i = 0; i < CHUNK; i++)
                note(&at[l], distance_f32(got[i], want[i]), a[i], b[i], got[i], want[i]);
        }
    }
    for (int l = 0; l < level_count; l++) judge(&at[l], f->name, "f32", levels[l].name, f->bound);
}

static void check_binary_f64(const binary *f) {
    static double a[CHUNK], b[CHUNK], got[CHUNK];
    static long double want[CHUNK];
    worst at[LEVELS_MAX] = {{0}};
    uint64_t state = 3;
    int64_t points = points_of(1 << 17);
    for (int64_t done = 0; done < points; done += CHUNK) {
        for (int i = 0; i < CHUNK; i++) {
            a[i] = some_double(&state);
            b[i] = some_double(&state);
            want[i] = f->ld(a[i], b[i]);
        }
        for (int l = 0; l < level_count; l++) {
            levels[l].table->binary_f64[f->index](a, b, got, CHUNK);
            for (int i = 0; i < CHUNK; i++)
                note(&at[l], error_f64(f, a[i], b[i], got[i], want[i]), a[i], b[i], got[i],
                     want[i]);
        }
    }
    for (int l = 0; l < level_count; l++) judge(&at[l], f->name, "f64", levels[l].name, f->bound);
}

TEST(functions_of_two_floats_are_accurate) {
    find_levels();
    for (int i = 0; i < COUNT(binaries); i++) check_binary_f32(&binaries[i]);
}

TEST(functions_of_two_doubles_are_accurate) {
    NEEDS_REFERENCE();
    find_levels();
    if (LDBL_MANT_DIG <= DBL_MANT_DIG) SKIP("long double is no wider here");
    for (int i = 0; i < COUNT(binaries); i++) check_binary_f64(&binaries[i]);
}

/* Powers near the ends of the range, where an error of the logarithm is multiplied most. */
TEST(large_powers_are_accurate) {
    find_levels();
    enum { COUNT_MAX = 1 << 14 };
    static double x[COUNT_MAX], y[COUNT_MAX], got[COUNT_MAX];
    uint64_t state = 4;
    int n = (int)test_scaled(COUNT_MAX);
    for (int i = 0; i < n; i++) {
        x[i] = exp(((double)(test_random(&state) >> 11) * 0x1p-53 - 0.5) * (i % 2 ? 1400 : 3));
        y[i] = ((double)(test_random(&state) >> 11) * 0x1p-52 - 1) * 745 / log(x[i]);
    }
    for (int l = 0; l < level_count; l++) {
        worst at = {0};
        levels[l].table->binary_f64[WR_VMATH_pow](x, y, got, n);
        for (int i = 0; i < n; i++) {
            long double want = powl(x[i], y[i]);
            note(&at, distance_f64(got[i], want), x[i], y[i], got[i], want);
        }
        judge(&at, "pow", "f64", levels[l].name, 2);
    }
}

/* Angles next to multiples of pi/2, small and large: nearly all digits cancel. */
TEST(angles_near_multiples_of_a_right_angle_stay_accurate) {
    find_levels();
    static double x[CHUNK], got[CHUNK];
    static float xf[CHUNK], got_f[CHUNK];
    for (int i = 0; i < CHUNK; i++) {
        x[i] = (double)((i < 700 ? (long double)i * i : scalbnl(i, i)) * 1.57079632679489661923L);
        xf[i] = (float)(i < 1000 ? i * 1.5707963267948966 : ldexp(i, i - 930) * 1.5707963267948966);
    }
    for (int f = 0; f < COUNT(unaries); f++) {
        const unary *u = &unaries[f];
        if (u->f64 != sin && u->f64 != cos && u->f64 != tan) continue;
        for (int l = 0; l < level_count; l++) {
            worst at = {0}, at_f = {0};
            levels[l].table->unary_f64[u->index](x, got, CHUNK);
            levels[l].table->unary_f32[u->index](xf, got_f, CHUNK);
            for (int i = 0; i < CHUNK; i++) {
                long double want = u->ld(x[i]);
                note(&at, distance_f64(got[i], want), x[i], 0, got[i], want);
                double want_f = u->f64(xf[i]);
                note(&at_f, distance_f32(got_f[i], want_f), xf[i], 0, got_f[i], want_f);
            }
            judge(&at, u->name, "f64", levels[l].name, u->bound);
            judge(&at_f, u->name, "f32", levels[l].name, u->bound);
        }
    }
}

/* ---- Special values ------------------------------------------------------------------------- */

static const double special[] = {
    0.0,
    -0.0,
    INFINITY,
    -INFINITY,
    NAN,
    1.0,
    -1.0,
    0.5,
    -0.5,
    0.3,
    -0.3,
    1.5,
    -1.5,
    2.0,
    -2.0,
    2.5,
    -2.5,
    3.0,
    -3.0,
    4.0,
    -4.0,
    100.0,
    -100.0,
    1e4,
    -1e4,
    1e30,
    -1e30,
    0x1p-126,
    -0x1p-126,
    0x1p-149,
    -0x1p-149,
    0x1p-130,
    -0x1p-130,
    0x1p23,
    -0x1p23,
    8388607.5,
    0x1p24 + 1,
    -0x1p53,
    0x1p52 - 0.5,
    88.7,
    -103.9,
    89.3,
    709.7,
    710.4,
    -745.1,
    0x1.fffffep127,
    -0x1.fffffep127,
    0x1p-1022,
    0x1p-1074,
    -0x1p-1074,
    0x1.fffffffffffffp1023,
    0.999999,
    1.000001,
};
enum { SPECIALS = COUNT(special) };

static void check_special_unary(const level *l, const unary *u) {
    for (int i = 0; i < SPECIALS; i++) {
        double x = special[i], y;
        float xf = (float)x, yf;
        worst at = {0}, at_f = {0};
        l->table->unary_f64[u->index](&x, &y, 1);
        l->table->unary_f32[u->index](&xf, &yf, 1);
        note(&at, distance_f64(y, u->ld(x)), x, 0, y, u->ld(x));
        note(&at_f, distance_f32(yf, u->f64(xf)), xf, 0, yf, u->f64(xf));
        judge(&at, u->name, "f64", l->name, u->bound);
        judge(&at_f, u->name, "f32", l->name, u->bound);
    }
}

static void check_special_binary(const level *l, const binary *f) {
    for (int i = 0; i < SPECIALS; i++)
        for (int j = 0; j < SPECIALS; j++) {
            double a = special[i], b = special[j], y;
            float af = (float)a, bf = (float)b, yf;
            worst at = {0}, at_f = {0};
            l->table->binary_f64[f->index](&a, &b, &y, 1);
            l->table->binary_f32[f->index](&af, &bf, &yf, 1);
            note(&at, error_f64(f, a, b, y, f->ld(a, b)), a, b, y, f->ld(a, b));
            note(&at_f, distance_f32(yf, f->f64(af, bf)), af, bf, yf, f->f64(af, bf));
            judge(&at, f->name, "f64", l->name, f->bound);
            judge(&at_f, f->name, "f32", l->name, f->bound);
        }
}

/* The C library follows Annex F; the special cases of pow and atan2 are covered pair by pair,
 * with the signs of zeros. */
TEST(special_values_are_those_of_the_standard) {
    NEEDS_REFERENCE();
    find_levels();
    for (int l = 0; l < level_count; l++) {
        for (int i = 0; i < COUNT(unaries); i++) check_special_unary(&levels[l], &unaries[i]);
        for (int i = 0; i < COUNT(binaries); i++) check_special_binary(&levels[l], &binaries[i]);
    }
}

/* Results that programs compare with ==. */
TEST(exact_cases_are_exact) {
    find_levels();
    static const struct {
        int index;
        float x, y;
    } exact[] = {
        {WR_VMATH_exp, 0, 1},      {WR_VMATH_exp2, 10, 1024}, {WR_VMATH_exp2, -149, 0x1p-149f},
        {WR_VMATH_log, 1, 0},      {WR_VMATH_log2, 8, 3},     {WR_VMATH_log2, 0x1p-149f, -149},
        {WR_VMATH_log10, 1, 0},    {WR_VMATH_cos, 0, 1},      {WR_VMATH_cosh, 0, 1},
        {WR_VMATH_acos, 1, 0},     {WR_VMATH_acosh, 1, 0},    {WR_VMATH_sigmoid, 0, 0.5f},
        {WR_VMATH_tanh, 30, 1},    {WR_VMATH_tanh, -30, -1},  {WR_VMATH_erf, 7, 1},
        {WR_VMATH_expm1, -80, -1}, {WR_VMATH_rint, 2.5f, 2},  {WR_VMATH_rint, 3.5f, 4},
    };
    for (int l = 0; l < level_count; l++)
        for (int i = 0; i < COUNT(exact); i++) {
            float y;
            double x_wide = exact[i].x, y_wide;
            levels[l].table->unary_f32[exact[i].index](&exact[i].x, &y, 1);
            levels[l].table->unary_f64[exact[i].index](&x_wide, &y_wide, 1);
            if (y != exact[i].y || y_wide != exact[i].y)
                test_fail(__FILE__, __LINE__, "%s %d: %a and %a, not %a", levels[l].name, i, y,
                          y_wide, exact[i].y);
        }
}

/* ---- Neighbours and tails ------------------------------------------------------------------- */

/* The bits of an element, alone and among others of every kind, at every position and length;
 * nothing is written past the end.  Of two NaN operands either may be returned, so all NaN
 * compare equal here. */
#define LONGEST 48
#define CHECK_ALONE(E, type, index, title)                                                         \
    for (int n = 1; n <= LONGEST; n++) {                                                           \
        E in[LONGEST], two[LONGEST], out[LONGEST + 1], alone;                                      \
        for (int i = 0; i < n; i++) in[i] = (E)pick(&state);                                       \
        for (int i = 0; i < n; i++) two[i] = (E)pick(&state);                                      \
        (void)two;                                                                                 \
        out[n] = 12345;                                                                            \
        CALL(type, index, in, two, out, n);                                                        \
        CHECK(out[n] == 12345);                                                                    \
        for (int i = 0; i < n; i++) {                                                              \
            CALL(type, index, in + i, two + i, &alone, 1);                                         \
            if (memcmp(&alone, out + i, sizeof(E)) != 0 && !(isnan(alone) && isnan(out[i])))       \
                test_fail(__FILE__, __LINE__,                                                      \
                          "%s_" #type " (%s): %a has %a alone, %a at %d of %d", title,             \
                          levels[l].name, (double)in[i], (double)alone, (double)out[i], i, n);     \
        }                                                                                          \
    }

static double pick(uint64_t *state) {
    uint64_t r = test_random(state);
    return r % 3 == 0 ? special[(r >> 8) % SPECIALS] : (double)some_float(state);
}

TEST(an_element_does_not_depend_on_its_neighbours) {
    find_levels();
    uint64_t state = 5;
    for (int round = 0; round < (int)test_scaled(8); round++)
        for (int l = 0; l < level_count; l++) {
#define CALL(type, index, in, two, out, n) levels[l].table->unary_##type[index](in, out, n)
            for (int f = 0; f < COUNT(unaries); f++) {
                CHECK_ALONE(float, f32, unaries[f].index, unaries[f].name)
                CHECK_ALONE(double, f64, unaries[f].index, unaries[f].name)
            }
#undef CALL
#define CALL(type, index, in, two, out, n) levels[l].table->binary_##type[index](in, two, out, n)
            for (int f = 0; f < COUNT(binaries); f++) {
                CHECK_ALONE(float, f32, binaries[f].index, binaries[f].name)
                CHECK_ALONE(double, f64, binaries[f].index, binaries[f].name)
            }
#undef CALL
        }
}
