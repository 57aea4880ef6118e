/* vmath_f32.h - vector math in single precision: constants and functions that differ from double.
 *
 * Functions of two arguments that suffer from cancellation or have a wide range are computed in
 * double precision, where simple formulas are accurate enough.  Included after vmath_f64.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define V              vf32
#define VI             vi32
#define VU             vu32
#define E              float
#define VU_E           uint32_t
#define FN(name)       v_##name##_f32
#define CO(name)       wr_##name##_f32
#define LIBM(name)     name##f
#define FMA            wr_fma_f32
#define MANTISSA       23
#define BIAS           127
#define MAGIC          0x1.8p23f
#define NORMAL_MIN     0x1p-126f
#define TINY           0x1p-25f /* up to this magnitude expm1(x) rounds to x */
#define EXP_MIN        -104.0f
#define EXP_MAX        90.0f
#define EXP_MAX_NORMAL 89.0f
#define EXPM1_MIN      -25.0f
#define EXP2_MIN       -151.0f
#define EXP2_MAX       129.0f
#define TANH_MAX       10.0f
#define ERF_MAX        4.0f
#define LN2_HI         0x1.62e4p-1f
#define LN2_LO         0x1.7f7d1cp-20f
#define LOG10_2_HI     0x1.344p-2f
#define LOG10_2_LO     0x1.3509f8p-18f
#define LOG2E_LO       0x1.4ae0cp-26f
#define LOG10E_LO      -0x1.5b235ep-27f
#define SQRT_HALF_BITS 0x3f3504f3u
#define LOG1P_HUGE     0x1p100f
#define ASINH_BIG      0x1p13f
#define ANGLE_MAX      12000.0f
#define PIO2_1         0x1.92p+0f
#define PIO2_2         0x1.fb4p-12f
#define PIO2_HI        0x1.921fb6p+0f
#define PIO2_LO        -0x1.777a5cp-25f
#define ARC_MIN        0x1p-100f
#define ARC_MAX        0x1p125f
#if WR_FUSED
#define PIO2_3 0x1.4442d2p-24f
#define PIO2_4 -0x1.ee59dap-50f
#else
#define PIO2_3 0x1.444p-24f
#define PIO2_4 0x1.68c234p-39f
#endif
#if WR_LEVEL == 2
#define MM(op)          _mm512_##op##_ps
#define MM_V            __m512
#define MM_ROUND(x, to) _mm512_roundscale_ps(x, (to) | _MM_FROUND_NO_EXC)
#elif WR_LEVEL == 1
#define MM(op)          _mm256_##op##_ps
#define MM_V            __m256
#define MM_ROUND(x, to) _mm256_round_ps(x, (to) | _MM_FROUND_NO_EXC)
#elif WR_NEON
#define MM(op) v##op##q_f32
#define MM_V   float32x4_t
#define MM_U   uint32x4_t /* type of a mask */
#elif defined(__SSE2__)
#define MM(op) _mm_##op##_ps
#define MM_V   __m128
#endif

static const float wr_exp_f32[] = {0.49999997f, 0.166665375f, 0.0416677408f, 0.00836731959f,
                                   0.00138378527f};
static const float wr_exp2_f32[] = {0.693147182f,   0.240226045f,  0.0555037037f,
                                    0.00962391309f, 0.0013385379f, 0.000138218107f};
static const float wr_sinh_f32[] = {0.166666672f, 0.00833331048f, 0.000198428912f, 2.78226685e-06f};
static const float wr_erf_f32[] = {0.128379166f,     0.636619568f,     0.102776304f,
                                   -0.0191478245f,   -0.000169494582f, 0.00167565583f,
                                   -0.000637344318f, 0.000118853284f,  -9.38671383e-06f};
static const float wr_log_f32[] = {0.333333313f, -0.250008255f, 0.200012654f, -0.166232273f,
                                   0.142007574f, -0.131604016f, 0.127686903f, -0.0764277205f};
static const float wr_sin_f32[] = {-0.166666552f, 0.00833218731f, -0.000195178596f};
static const float wr_cos_f32[] = {-0.5f, 0.0416666456f, -0.00138873013f, 2.44306484e-05f};
static const float wr_asin_f32[] = {0.166667521f, 0.0749530643f, 0.0454697721f, 0.0241807625f,
                                    0.0421664715f};
static const float wr_atan_f32[] = {-0.333333164f, 0.199985281f, -0.14244391f, 0.105991676f,
                                    -0.060900487f};

#include "ops/simd/vmath_basic.h"
#include "ops/simd/vmath_exp.h"

/* Return k * ln(2) + log(1 + f), where log(1 + f) = f - f^2 / 2 + f^3 * P(f); small terms are added
 * first. */
WR_INLINE vf32 v_log_sum_f32(vf32 f, vf32 k) {
    vf32 z = f * f;
    vf32 y = FMA(k, FN(set)(LN2_LO), f * z * POLY(f, CO(log)));
    y = f + FMA(z, FN(set)(-0.5f), y);
    return FMA(k, FN(set)(LN2_HI), y);
}

#include "ops/simd/vmath_log.h"
#include "ops/simd/vmath_trig.h"

/* ---- Computed in double precision ----------------------------------------------------------- */

typedef struct v_pair_f64 {
    vf64 low, high; /* the first half and the second half of the elements */
} v_pair_f64;

/* Convert to and from double.  Intrinsics are used where available, because compilers pass the
 * converted halves through memory. */
#if WR_LEVEL == 2
WR_INLINE v_pair_f64 v_widen_f32(vf32 x) {
    return (v_pair_f64){(vf64)_mm512_cvtps_pd(_mm512_castps512_ps256((__m512)x)),
                        (vf64)_mm512_cvtps_pd(_mm512_extractf32x8_ps((__m512)x, 1))};
}
WR_INLINE vf32 v_narrow_f32(vf64 low, vf64 high) {
    __m512 half = _mm512_castps256_ps512(_mm512_cvtpd_ps((__m512d)low));
    return (vf32)_mm512_insertf32x8(half, _mm512_cvtpd_ps((__m512d)high), 1);
}
#elif WR_LEVEL == 1
WR_INLINE v_pair_f64 v_widen_f32(vf32 x) {
    return (v_pair_f64){(vf64)_mm256_cvtps_pd(_mm256_castps256_ps128((__m256)x)),
                        (vf64)_mm256_cvtps_pd(_mm256_extractf128_ps((__m256)x, 1))};
}
WR_INLINE vf32 v_narrow_f32(vf64 low, vf64 high) {
    return (vf32)_mm256_set_m128(_mm256_cvtpd_ps((__m256d)high), _mm256_cvtpd_ps((__m256d)low));
}
#elif defined(__SSE2__)
WR_INLINE v_pair_f64 v_widen_f32(vf32 x) {
    return (v_pair_f64){(vf64)_mm_cvtps_pd((__m128)x),
                        (vf64)_mm_cvtps_pd(_mm_movehl_ps((__m128)x, (__m128)x))};
}
WR_INLINE vf32 v_narrow_f32(vf64 low, vf64 high) {
    return (vf32)_mm_movelh_ps(_mm_cvtpd_ps((__m128d)low), _mm_cvtpd_ps((__m128d)high));
}
#elif WR_NEON
WR_INLINE v_pair_f64 v_widen_f32(vf32 x) {
    return (v_pair_f64){(vf64)vcvt_f64_f32(vget_low_f32((float32x4_t)x)),
                        (vf64)vcvt_high_f64_f32((float32x4_t)x)};
}
WR_INLINE vf32 v_narrow_f32(vf64 low, vf64 high) {
    return (vf32)vcvt_high_f32_f64(vcvt_f32_f64((float64x2_t)low), (float64x2_t)high);
}
#else
typedef float v_half_f32 __attribute__((vector_size(WR_VBYTES / 2), may_alias));

WR_INLINE v_pair_f64 v_widen_f32(vf32 x) {
    v_half_f32 half[2];
    memcpy(half, &x, sizeof x);
    return (v_pair_f64){(vf64) __builtin_convertvector(half[0], vf64),
                        (vf64) __builtin_convertvector(half[1], vf64)};
}
WR_INLINE vf32 v_narrow_f32(vf64 low, vf64 high) {
    v_half_f32 half[2] = {__builtin_convertvector(low, v_half_f32),
                          __builtin_convertvector(high, v_half_f32)};
    vf32 x;
    memcpy(&x, half, sizeof x);
    return x;
}
#endif

/* Compute a function of two floats in double precision. */
#define BY_DOUBLE(f)                                                                               \
    v_pair_f64 a = v_widen_f32(x), b = v_widen_f32(y);                                             \
    return v_narrow_f32(f(a.low, b.low), f(a.high, b.high))

WR_INLINE vf32 v_logaddexp_f32(vf32 x, vf32 y) { BY_DOUBLE(v_logaddexp_plain_f64); }

WR_INLINE vf32 v_fmod_f32(vf32 x, vf32 y) { BY_DOUBLE(v_fmod_f64); }

/* Return y * log2(x) with an error below 2^-29, for 0 < x < infinity. */
WR_INLINE vf64 v_log2_times_f64(vf64 x, vf64 y) {
    static const double c[] = {0.66666665637430411, 0.40000337354802667, 0.28537156152261678,
                               0.23585265935404379};
    vf64 k, f = v_log_split_f64(x, &k) - 1;
    vf64 s = f / (2 + f), z = s * s;
    vf64 log = wr_fma_f64(s * z, v_poly_f64(z, c, 4), 2 * s);
    return y * wr_fma_f64(log, v_set_f64(LOG2E), k);
}

/* Return 2^x with a precision of 34 bits, for |x| of at most a few hundred. */
WR_INLINE vf64 v_exp2_short_f64(vf64 x) {
    static const double c[] = {1.0,
                               0.69314718070612702,
                               0.24022651068954304,
                               0.05550410360609824,
                               0.0096180377398126533,
                               0.0013333938932738704,
                               0.0001546689284218888,
                               1.5195415121810242e-05};
    vf64 t = x + 0x1.8p52, r = x - (t - 0x1.8p52);
    return v_poly_f64(r, c, 8) * v_power_of_two_f64(t, 0);
}

WR_INLINE vf64 v_pow_of_floats_f64(vf64 x, vf64 y) {
    vf64 power = v_log2_times_f64(v_abs_f64(x), y);
    return v_exp2_short_f64(v_at_least_f64(-300, v_at_most_f64(300, power)));
}

/* Correct the result r of x^y for negative x.  For arguments that are zero, infinite or NaN, return
 * the result of the C library, which the C standard prescribes. */
static __attribute__((noinline, cold, unused)) vf32 v_pow_rare_f32(vf32 x, vf32 y, vf32 r) {
    vf32 a = v_abs_f32(x), half = y * 0.5f;
    vi32 whole = v_rint_f32(y) == y, odd = whole & (v_rint_f32(half) != half);
    vf32 negative = v_select_f32(whole, v_flip_f32(r, (vf32)odd), v_set_f32(NAN));
    r = v_select_f32(x < 0, negative, r);
    vi32 fine = (a > 0) & (a < INFINITY) & (v_abs_f32(y) < INFINITY);
    for (int i = 0; i < WR_F32S; i++)
        if (!fine[i]) r[i] = powf(x[i], y[i]);
    return r;
}

WR_INLINE vf32 v_pow_positive_f32(vf32 x, vf32 y) { BY_DOUBLE(v_pow_of_floats_f64); }

WR_INLINE vf32 v_pow_f32(vf32 x, vf32 y) {
    vf32 r = v_pow_positive_f32(x, y);
    vi32 ordinary = (x > 0) & (x < INFINITY) & (v_abs_f32(y) < INFINITY);
    if (WR_RARE(v_any_f32(~ordinary))) r = v_pow_rare_f32(x, y, r);
    return r;
}

#undef BY_DOUBLE
#include "ops/simd/vmath_undef.h"
