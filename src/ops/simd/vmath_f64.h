/* vmath_f64.h - vector math in double precision: constants and functions that differ from float.
 *
 * The coefficients are those of minimax polynomials (Remez exchange with 50 digits, weighted by the
 * relative error of the result), rounded to the type.  docs/design/vector-math.md lists the error
 * of each function.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define V              vf64
#define VI             vi64
#define VU             vu64
#define E              double
#define VU_E           uint64_t
#define FN(name)       v_##name##_f64
#define CO(name)       wr_##name##_f64
#define LIBM(name)     name
#define FMA            wr_fma_f64
#define MANTISSA       52
#define BIAS           1023
#define MAGIC          0x1.8p52
#define NORMAL_MIN     0x1p-1022
#define TINY           0x1p-54 /* up to this magnitude expm1(x) rounds to x */
#define EXP_MIN        -746.0
#define EXP_MAX        711.0
#define EXP_MAX_NORMAL 710.0
#define EXPM1_MIN      -50.0
#define EXP2_MIN       -1076.0
#define EXP2_MAX       1025.0
#define TANH_MAX       22.0
#define ERF_MAX        6.0
#define LN2_HI         0x1.62e42fefa3000p-1
#define LN2_LO         0x1.3de6af278ece6p-42
#define LOG10_2_HI     0x1.34413509f7000p-2
#define LOG10_2_LO     0x1.3fde623e2566bp-43
#define LOG2E_LO       0x1.777d0ffda0d24p-56
#define LOG10E_LO      0x1.95355baaafad3p-57
#define SQRT_HALF_BITS 0x3fe6a09e667f3bcdu
#define LOG1P_HUGE     0x1p900
#define ASINH_BIG      0x1p28
#define ANGLE_MAX      1e6
#define PIO2_1         0x1.921fb54400000p+0
#define PIO2_HI        0x1.921fb54442d18p+0
#define PIO2_LO        0x1.1a62633145c07p-54
#define ARC_MIN        0x1p-900
#define ARC_MAX        0x1p1000
#if WR_FUSED
#define PIO2_2 0x1.0b4611a626331p-34
#define PIO2_3 0x1.1701b839a2520p-88
#define PIO2_4 0
#else
#define PIO2_2 0x1.0b4611a600000p-34
#define PIO2_3 0x1.3198a2e000000p-69
#define PIO2_4 0x1.b839a252049c1p-104
#endif
#if WR_LEVEL == 2
#define MM(op)          _mm512_##op##_pd
#define MM_V            __m512d
#define MM_ROUND(x, to) _mm512_roundscale_pd(x, (to) | _MM_FROUND_NO_EXC)
#elif WR_LEVEL == 1
#define MM(op)          _mm256_##op##_pd
#define MM_V            __m256d
#define MM_ROUND(x, to) _mm256_round_pd(x, (to) | _MM_FROUND_NO_EXC)
#elif WR_NEON
#define MM(op) v##op##q_f64
#define MM_V   float64x2_t
#define MM_U   uint64x2_t /* type of a mask */
#elif defined(__SSE2__)
#define MM(op) _mm_##op##_pd
#define MM_V   __m128d
#endif

static const double wr_exp_f64[] = {
    0.50000000000000056,    0.16666666666666588,    0.04166666666657487,    0.0083333333333906277,
    0.0013888888932250714,  0.00019841269717445987, 2.4801504392008698e-05, 2.7557408061621193e-06,
    2.7626406558203423e-07, 2.505393050650433e-08};
static const double wr_exp2_f64[] = {
    0.69314718055994529,    0.24022650695910172,    0.055504108664824567,   0.0096181291075771603,
    0.0013333558145572661,  0.00015403530478618464, 1.5252734728223329e-05, 1.3215424665755382e-06,
    1.0177662614423626e-07, 7.0755738473768521e-09, 4.5179057315717413e-10};
static const double wr_sinh_f64[] = {
    0.16666666666666669,    0.0083333333333329117,  0.00019841269841593408, 2.7557319106757829e-06,
    2.5052130998586862e-08, 1.6056659164932398e-10, 7.7766010498817929e-13};
static const double wr_erf_f64[] = {
    0.12837916709551256,     0.63661977236758982,     0.10277260330135779,
    -0.019128446993820384,   -0.0002091948468509356,  0.0016962076259894056,
    -0.00059013224405314742, 2.5903933473569027e-05,  6.4421751330086401e-05,
    -2.9577867083003157e-05, 3.172602134120486e-06,   3.1298967796555888e-06,
    -2.0346473445335085e-06, 5.6895346654274964e-07,  -1.0821728651151981e-08,
    -6.6107272374532669e-08, 3.4710100761249543e-08,  -1.0806427086582869e-08,
    2.3672986331959055e-09,  -3.7712737283327231e-10, 4.3138285223580623e-11,
    -3.373816791760523e-12,  1.6194497194505565e-13,  -3.6024487498653054e-15};
static const double wr_log_f64[] = {0.66666666666667351, 0.39999999999408581, 0.28571428743974026,
                                    0.22222198390363435, 0.18183574751947604, 0.15313762225565192,
                                    0.1479903519350434};
static const double wr_sin_f64[] = {-0.1666666666666663,     0.0083333333333218407,
                                    -0.00019841269829358818, 2.755731353875823e-06,
                                    -2.5050734456438055e-08, 1.5895439292479517e-10};
static const double wr_cos_f64[] = {-0.5,
                                    0.041666666666666602,
                                    -0.0013888888888874428,
                                    2.4801587289622406e-05,
                                    -2.7557314382172126e-07,
                                    2.0875726198544648e-09,
                                    -1.1359751838081861e-11};
static const double wr_asin_f64[] = {
    0.16666666666665406,   0.075000000003381445, 0.044642856827222896,  0.030381959187520735,
    0.022371756747001818,  0.017359725537734804, 0.013885020914745831,  0.012170674017878589,
    0.0065214425234347562, 0.01954666354077882,  -0.016253880947186987, 0.03193306519077594};
static const double wr_atan_f64[] = {
    -0.33333333333333198,  0.19999999999953666,  -0.1428571428019863,   0.11111110783423274,
    -0.090908977547387249, 0.076920601473676256, -0.066631032436731172, 0.058478836800563573,
    -0.050392818131515235, 0.038064064260872638, -0.017906774804921886};
static const double wr_pow_f64[] = {0.40000000000002289, 0.28571428570082752, 0.22222222523069143,
                                    0.18181784080412516, 0.15386771021620763, 0.13256488538366798,
                                    0.13199474201419364};

#include "ops/simd/vmath_basic.h"
#include "ops/simd/vmath_exp.h"

/* Return k * ln(2) + log(1 + f).  With s = f / (2 + f), log(1 + f) = 2 * s + s^3 * P(s^2); the
 * terms are arranged so that f itself is added last. */
WR_INLINE vf64 v_log_sum_f64(vf64 f, vf64 k) {
    vf64 s = f / (2 + f), z = s * s, half = 0.5 * f * f;
    vf64 tail = FMA(s, FMA(z, POLY(z, CO(log)), half), k * LN2_LO);
    return FMA(k, FN(set)(LN2_HI), f - (half - tail));
}

#include "ops/simd/vmath_log.h"
#include "ops/simd/vmath_trig.h"

WR_INLINE vf64 v_logaddexp_f64(vf64 a, vf64 b) { return v_logaddexp_plain_f64(a, b); }

/* ---- Remainder ------------------------------------------------------------------------------ */

static __attribute__((noinline, cold, unused)) vf64 v_fmod_rare_f64(vf64 x, vf64 y, vf64 r,
                                                                    vi64 fine) {
    for (int i = 0; i < WR_F64S; i++)
        if (!fine[i]) r[i] = fmod(x[i], y[i]);
    return r;
}

/* Return x - trunc(x / y) * y, exactly.  If the quotient is below 2^26, its product with y is
 * computed exactly, as a sum of two parts, at every SIMD level.  A quotient that was rounded up may
 * be one too large; this is corrected.  Larger quotients are left to the C library, whose result is
 * exact as well. */
WR_INLINE vf64 v_fmod_f64(vf64 x, vf64 y) {
    vf64 a = v_abs_f64(x), b = v_abs_f64(y), low, quotient = a / b, n = v_trunc_f64(quotient);
    vf64 high = v_two_prod_f64(n, b, &low);
    vf64 r = (a - high) - low;
    r = v_flip_f64(v_select_f64(r < 0, r + b, r), x);
    vi64 fine = (quotient < 0x1p26) & (a < 0x1p1000) & (b < 0x1p1000) & (b > 0);
    if (WR_RARE(v_any_f64(~fine))) r = v_fmod_rare_f64(x, y, r, fine);
    return r;
}

/* ---- Power ---------------------------------------------------------------------------------- */

/* Return a + b in two parts, the return value and *low, for |a| >= |b| or a = 0. */
WR_INLINE vf64 v_fast_sum_f64(vf64 a, vf64 b, vf64 *low) {
    vf64 sum = a + b;
    *low = b - (sum - a);
    return sum;
}

/* Return log(x) + `up` * ln(2) in two parts, the return value and *low, with a relative error of
 * about 2^-66.  The series is that of log_sum, but s and the terms with s and s^3 are computed in
 * two parts; from s^5 on, one part is enough. */
WR_INLINE vf64 v_log_twice_f64(vf64 x, double up, vf64 *low) {
    vf64 k, m = v_log_split_f64(x, &k), f = m - 1;
    k += up;
    vf64 d = m + 1, d_low = m - (d - 1);
    vf64 s = f / d, product_low, product = v_two_prod_f64(s, d, &product_low);
    vf64 s_low = (((f - product) - product_low) - s * d_low) / d;
    vf64 z_low, z = v_two_prod_f64(s, s, &z_low);
    z_low = wr_fma_f64(2 * s, s_low, z_low);
    vf64 u_low, u = v_two_prod_f64(z, v_set_f64(0x1.5555555555555p-1), &u_low);
    u_low += z * 0x1.5555555555555p-55 + z_low * 0x1.5555555555555p-1;
    vf64 v_low, v = v_fast_sum_f64(u, z * z * POLY(z, wr_pow_f64), &v_low);
    v_low += u_low;
    vf64 w_low, w = v_two_prod_f64(s, v, &w_low);
    w_low += s * v_low + s_low * v;
    vf64 ln_low, ln = v_fast_sum_f64(2 * s, w, &ln_low);
    ln_low += 2 * s_low + w_low;
    vf64 sum_low, sum = v_fast_sum_f64(k * LN2_HI, ln, &sum_low);
    sum_low += wr_fma_f64(k, v_set_f64(LN2_LO), ln_low);
    return v_fast_sum_f64(sum, sum_low, low);
}

/* Return e^(high + low). */
WR_INLINE vf64 v_exp_twice_f64(vf64 high, vf64 low) {
    vf64 t, r = v_exp_reduce_f64(high, &t) + low;
    vf64 p = wr_fma_f64(v_poly_f64(r, wr_exp_f64, sizeof wr_exp_f64 / 8), r, v_set_f64(1));
    return v_scale_f64(wr_fma_f64(p, r, v_set_f64(1)), t);
}

/* Return (x * 2^up)^y for 0 < x < infinity and finite y. */
WR_INLINE vf64 v_pow_positive_f64(vf64 x, vf64 y, double up) {
    vf64 log_low, log = v_log_twice_f64(x, up, &log_low);
    vf64 low, high = v_two_prod_f64(y, log, &low);
    low = wr_fma_f64(y, log_low, low);
    vi64 inside = v_abs_f64(high) < 800;
    high = v_at_least_f64(EXP_MIN, v_at_most_f64(EXP_MAX, high));
    return v_exp_twice_f64(high, (vf64)(inside & (vi64)low));
}

/* Correct the result r of x^y for subnormal and negative x.  For arguments that are zero, infinite
 * or NaN, return the result of the C library, which the C standard prescribes. */
static __attribute__((noinline, cold, unused)) vf64 v_pow_rare_f64(vf64 x, vf64 y, vf64 r) {
    vf64 a = v_abs_f64(x), half = y * 0.5;
    r = v_select_f64(a < 0x1p-1022, v_pow_positive_f64(a * 0x1p54, y, -54), r);
    vi64 whole = v_rint_f64(y) == y, odd = whole & (v_rint_f64(half) != half);
    vf64 negative = v_select_f64(whole, v_flip_f64(r, (vf64)odd), v_set_f64(NAN));
    r = v_select_f64(x < 0, negative, r);
    vi64 fine = (a > 0) & (a < INFINITY) & (v_abs_f64(y) < INFINITY);
    for (int i = 0; i < WR_F64S; i++)
        if (!fine[i]) r[i] = pow(x[i], y[i]);
    return r;
}

WR_INLINE vf64 v_pow_f64(vf64 x, vf64 y) {
    vf64 r = v_pow_positive_f64(v_abs_f64(x), y, 0);
    vi64 ordinary = (x >= 0x1p-1022) & (x < INFINITY) & (v_abs_f64(y) < INFINITY);
    if (WR_RARE(v_any_f64(~ordinary))) r = v_pow_rare_f64(x, y, r);
    return r;
}

#include "ops/simd/vmath_undef.h"
