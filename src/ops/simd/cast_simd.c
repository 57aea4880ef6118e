/* cast_simd.c - converts contiguous elements between any two dtypes.
 *
 * Fifteen dtypes make 225 pairs but need few loops.  Signed and unsigned integers of one width
 * share the loops that depend only on bits (wrapping, comparing with 0); in the names of these
 * loops they are w1, w2, w4 and w8, by size in bytes.  Rare pairs are converted in pieces through
 * an intermediate type (VIA) that holds the value exactly, or rounded to odd, which makes the
 * second rounding correct.  That leaves three kinds of loop:
 *
 *   PLAIN     one expression per element, which the compiler vectorises
 *   QUICK     an expression that is valid for common values only, with a check in the same pass; a
 *             piece that has an uncommon value is converted again with the exact expression.  Both
 *             give the same bits where both are valid, so the grouping of elements does not matter
 *   by hand   float16, where the CPU has an instruction that the compiler does not generate
 *
 * The meaning of each conversion is documented in move_simd.h.  No expression here converts a float
 * to an integer type that cannot hold its value: that is undefined in C, and CPUs differ.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "ops/simd/level.h"
#include "ops/simd/move_simd.h"

/* Number of elements in a piece: few enough to fit in the L1 cache in any type, but enough to
 * amortise the cost of a call. */
enum { PIECE = 128 };

/* SELDOM precedes a loop that seldom runs.  It keeps clang from vectorising the loop, which would
 * only add code. */
#if defined(__clang__)
#define SELDOM _Pragma("clang loop vectorize(disable) unroll(disable)")
#else
#define SELDOM
#endif

#define PLAIN(name, from_type, to_type, expr)                                                      \
    static void name(void *to, const void *from, int64_t n) {                                      \
        to_type *restrict t = to;                                                                  \
        const from_type *restrict f = from;                                                        \
        for (int64_t i = 0; i < n; i++) {                                                          \
            const from_type x = f[i];                                                              \
            t[i] = (to_type)(expr);                                                                \
        }                                                                                          \
    }

/* Define a loop of the kind QUICK.  `unusual` is an integer expression, as wide as from_type, that
 * is 0 if `quick` is valid for x.  The last, partial piece is padded with zeros, for which `quick`
 * is valid. */
#define QUICK(name, from_type, to_type, word, unusual, quick, exact)                               \
    static __attribute__((noinline)) void name##_piece(to_type *restrict t,                        \
                                                       const from_type *restrict f) {              \
        word any = 0;                                                                              \
        for (int i = 0; i < PIECE; i++) {                                                          \
            const from_type x = f[i];                                                              \
            any |= (word)(unusual);                                                                \
            t[i] = (to_type)(quick);                                                               \
        }                                                                                          \
        if (__builtin_expect(any != 0, 0)) {                                                       \
            SELDOM for (int i = 0; i < PIECE; i++) {                                               \
                const from_type x = f[i];                                                          \
                t[i] = (to_type)(exact);                                                           \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void name(void *to, const void *from, int64_t n) {                                      \
        to_type *t = to;                                                                           \
        const from_type *f = from;                                                                 \
        for (; n >= PIECE; n -= PIECE, t += PIECE, f += PIECE) name##_piece(t, f);                 \
        if (n > 0) {                                                                               \
            from_type in[PIECE] = {0};                                                             \
            to_type out[PIECE];                                                                    \
            memcpy(in, f, (size_t)n * sizeof *f);                                                  \
            name##_piece(out, in);                                                                 \
            memcpy(t, out, (size_t)n * sizeof *t);                                                 \
        }                                                                                          \
    }

#define VIA(name, from_size, to_size, first, second)                                               \
    static void name(void *to, const void *from, int64_t n) {                                      \
        convert_via(to, to_size, from, from_size, n, first, second);                               \
    }

static void convert_via(void *to, int64_t to_size, const void *from, int64_t from_size, int64_t n,
                        wr_cast_fn *first, wr_cast_fn *second) {
    double between[PIECE]; /* the intermediate type is at most as wide as a double */
    char *t = to;
    const char *f = from;
    for (; n > 0; n -= PIECE, t += PIECE * to_size, f += PIECE * from_size) {
        const int64_t m = n < PIECE ? n : PIECE;
        first(between, f, m);
        second(t, between, m);
    }
}

/* ---- Bit patterns of floats ---------------------------------------------------------------- */

WR_INLINE uint32_t bits_of_f32(float x) {
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

WR_INLINE float f32_of_bits(uint32_t u) {
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

WR_INLINE uint64_t bits_of_f64(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

WR_INLINE double f64_of_bits(uint64_t u) {
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* ---- Integers to integers and bools -------------------------------------------------------- */

static void copy1(void *to, const void *from, int64_t n) { memcpy(to, from, (size_t)n); }
static void copy2(void *to, const void *from, int64_t n) { memcpy(to, from, (size_t)n * 2); }
static void copy4(void *to, const void *from, int64_t n) { memcpy(to, from, (size_t)n * 4); }
static void copy8(void *to, const void *from, int64_t n) { memcpy(to, from, (size_t)n * 8); }
static void copy16(void *to, const void *from, int64_t n) { memcpy(to, from, (size_t)n * 16); }

PLAIN(w2_w1, uint16_t, uint8_t, x)
PLAIN(w4_w1, uint32_t, uint8_t, x)
PLAIN(w8_w1, uint64_t, uint8_t, x)
PLAIN(w4_w2, uint32_t, uint16_t, x)
PLAIN(w8_w2, uint64_t, uint16_t, x)
PLAIN(w8_w4, uint64_t, uint32_t, x)

PLAIN(i8_w2, int8_t, uint16_t, x)
PLAIN(i8_w4, int8_t, uint32_t, x)
PLAIN(i8_w8, int8_t, uint64_t, x)
PLAIN(u8_w2, uint8_t, uint16_t, x)
PLAIN(u8_w4, uint8_t, uint32_t, x)
PLAIN(u8_w8, uint8_t, uint64_t, x)
PLAIN(i16_w4, int16_t, uint32_t, x)
PLAIN(i16_w8, int16_t, uint64_t, x)
PLAIN(u16_w4, uint16_t, uint32_t, x)
PLAIN(u16_w8, uint16_t, uint64_t, x)
PLAIN(i32_w8, int32_t, uint64_t, x)
PLAIN(u32_w8, uint32_t, uint64_t, x)

PLAIN(w1_bool, uint8_t, uint8_t, x != 0)
PLAIN(w2_bool, uint16_t, uint8_t, x != 0)
PLAIN(w4_bool, uint32_t, uint8_t, x != 0)
PLAIN(w8_bool, uint64_t, uint8_t, x != 0)
PLAIN(half_bool, uint16_t, uint8_t, (x & 0x7fff) != 0) /* float16 and bfloat16 */
PLAIN(f32_bool, float, uint8_t, x != 0)
PLAIN(f64_bool, double, uint8_t, x != 0)

/* ---- Integers to float32 and float64 ------------------------------------------------------- */

PLAIN(i8_f32, int8_t, float, x)
PLAIN(u8_f32, uint8_t, float, x)
PLAIN(i16_f32, int16_t, float, x)
PLAIN(u16_f32, uint16_t, float, x)
PLAIN(i32_f32, int32_t, float, x)
PLAIN(u32_f32, uint32_t, float, x)
PLAIN(i8_f64, int8_t, double, x)
PLAIN(u8_f64, uint8_t, double, x)
PLAIN(i16_f64, int16_t, double, x)
PLAIN(u16_f64, uint16_t, double, x)
PLAIN(i32_f64, int32_t, double, x)
PLAIN(u32_f64, uint32_t, double, x)

#if WR_LEVEL == 2
PLAIN(i64_f32, int64_t, float, x)
PLAIN(u64_f32, uint64_t, float, x)
PLAIN(i64_f64, int64_t, double, x)
PLAIN(u64_f64, uint64_t, double, x)
#else
/* Only AVX-512 converts vectors of int64 to both float types; NEON converts to double.  Elsewhere,
 * an integer x below 2^52 is placed in the fraction bits of the double 2^52.  That gives 2^52 + x,
 * and one exact subtraction gives x. */
#define TWO52      0x4330000000000000u                    /* the bits of 2^52 */
WR_INLINE double small_u64(uint64_t x) { return f64_of_bits((x & (TWO52 - 1)) | TWO52) - 0x1p52; }
WR_INLINE double small_i64(int64_t x) {
    return f64_of_bits((((uint64_t)x + (1ull << 51)) & (TWO52 - 1)) | TWO52) - 0x1.8p52;
}
#define BIG_I64(x) (((uint64_t)(x) + (1ull << 51)) >> 52) /* not 0 if x is outside [-2^51, 2^51) */
QUICK(i64_f32, int64_t, float, uint64_t, BIG_I64(x), small_i64(x), x)
QUICK(u64_f32, uint64_t, float, uint64_t, x >> 52, small_u64(x), x)
#if WR_NEON
PLAIN(i64_f64, int64_t, double, x)
PLAIN(u64_f64, uint64_t, double, x)
#else
QUICK(i64_f64, int64_t, double, uint64_t, BIG_I64(x), small_i64(x), x)
QUICK(u64_f64, uint64_t, double, uint64_t, x >> 52, small_u64(x), x)
#endif
#endif

/* ---- float32 and float64 to integers ------------------------------------------------------- */

WR_INLINE int64_t i64_of(double x) { return x >= -0x1p63 && x < 0x1p63 ? (int64_t)x : INT64_MIN; }

WR_INLINE uint64_t u64_of(double x) {
    return x >= 0x1p63 && x < 0x1p64 ? (uint64_t)x : (uint64_t)i64_of(x);
}

/* All levels convert vectors of float to int32, and most floats that are converted to integers fit
 * an int32.  Those that do not are NaN or have a magnitude of 2^31 or more.  The bit patterns of
 * magnitudes compare like the magnitudes, so the sign of an integer difference tells whether a
 * value fits. */
WR_INLINE int32_t big_f32(float x) {
    return (0x4effffff - (int32_t)(bits_of_f32(x) & 0x7fffffff)) & INT32_MIN;
}
WR_INLINE int64_t big_f64(double x) {
    return (0x41dfffffffffffff - (int64_t)(bits_of_f64(x) & INT64_MAX)) & INT64_MIN;
}

/* Return x converted to int32, or 0 if it does not fit.  small_f32 uses bit operations, because gcc
 * would turn a conditional into a branch and not vectorise the loop. */
WR_INLINE int32_t small_f32(float x) {
    const uint32_t big = (uint32_t)(big_f32(x) >> 31);
    return (int32_t)f32_of_bits(bits_of_f32(x) & ~big);
}
WR_INLINE int32_t small_f64(double x) { return (int32_t)(fabs(x) < 0x1p31 ? x : 0); }

QUICK(f32_w1, float, uint8_t, int32_t, big_f32(x), small_f32(x), i64_of(x))
QUICK(f32_w2, float, uint16_t, int32_t, big_f32(x), small_f32(x), i64_of(x))
QUICK(f32_w4, float, uint32_t, int32_t, big_f32(x), small_f32(x), i64_of(x))
QUICK(f64_w1, double, uint8_t, int64_t, big_f64(x), small_f64(x), i64_of(x))
QUICK(f64_w2, double, uint16_t, int64_t, big_f64(x), small_f64(x), i64_of(x))
QUICK(f64_w4, double, uint32_t, int64_t, big_f64(x), small_f64(x), i64_of(x))
#if WR_LEVEL == 2 /* AVX-512 converts vectors of float and double to int64 */
PLAIN(f32_w8, float, uint64_t, i64_of(x))
PLAIN(f32_u64, float, uint64_t, u64_of(x))
PLAIN(f64_w8, double, uint64_t, i64_of(x))
PLAIN(f64_u64, double, uint64_t, u64_of(x))
#else
QUICK(f32_w8, float, uint64_t, int32_t, big_f32(x), small_f32(x), i64_of(x))
QUICK(f32_u64, float, uint64_t, int32_t, big_f32(x), small_f32(x), u64_of(x))
#if WR_NEON /* NEON converts vectors of double to int64 */
PLAIN(f64_w8, double, uint64_t, i64_of(x))
PLAIN(f64_u64, double, uint64_t, u64_of(x))
#else
QUICK(f64_w8, double, uint64_t, int64_t, big_f64(x), small_f64(x), i64_of(x))
QUICK(f64_u64, double, uint64_t, int64_t, big_f64(x), small_f64(x), u64_of(x))
#endif
#endif

/* ---- Between floats ------------------------------------------------------------------------ */

PLAIN(f32_f64, float, double, x)
PLAIN(f64_f32, double, float, x)

WR_INLINE uint16_t bf16_of(float x) {
    const uint32_t u = bits_of_f32(x), nearest = (u + 0x7fff + (u >> 16 & 1)) >> 16;
    return (uint16_t)((u & 0x7fffffff) > 0x7f800000 ? u >> 16 | 0x40 : nearest);
}

/* Convert bfloat16 to float32.  A signalling NaN becomes quiet, as in conversions between the wider
 * types. */
WR_INLINE float f32_of_bf16(uint16_t h) {
    const uint32_t u = (uint32_t)h << 16;
    return f32_of_bits((u & 0x7fffffff) > 0x7f800000 ? u | 0x400000 : u);
}

PLAIN(f32_bf16, float, uint16_t, bf16_of(x))
PLAIN(bf16_f32, uint16_t, float, f32_of_bf16(x))

#if WR_LEVEL == 0 && !WR_NEON

/* Convert float32 to float16.  From 2^-14 on, a float16 is the float32 with its exponent reduced by
 * 112 and 13 fewer fraction bits; a carry out of the fraction increments the exponent, which is the
 * correct rounding, up to infinity.  Below 2^-14, float16 values are 2^-24 apart, as are the
 * float32 values in [0.5, 1), so adding 0.5 rounds correctly. */
WR_INLINE uint16_t f16_of(float x) {
    const uint32_t u = bits_of_f32(x), sign = u >> 16 & 0x8000;
    const int32_t a = (int32_t)(u & 0x7fffffff);
    const int32_t normal = (a - (112 << 23) + 0xfff + (a >> 13 & 1)) >> 13;
    const int32_t tiny =
        (int32_t)bits_of_f32(f32_of_bits((uint32_t)a) + 0.5f) - (int32_t)0x3f000000;
    const int32_t nan = 0x7e00 | (a >> 13 & 0x1ff);
    int32_t h = a < 0x38800000 ? tiny : normal;
    h = a < 0x47800000 ? h : 0x7c00;
    h = a <= 0x7f800000 ? h : nan;
    return (uint16_t)(sign | (uint32_t)h);
}

/* Convert float16 to float32.  Adding 2^-14 to a subnormal gives a normal number, from which 2^-14
 * can be subtracted exactly. */
WR_INLINE float f32_of_f16(uint16_t h) {
    const uint32_t sign = (uint32_t)(h & 0x8000) << 16;
    const int32_t a = h & 0x7fff, wide = a << 13;
    const int32_t tiny =
        (int32_t)bits_of_f32(f32_of_bits((uint32_t)(wide + (113 << 23))) - 0x1p-14f);
    int32_t u = a < 0x400 ? tiny : wide + (112 << 23);
    u = a < 0x7c00 ? u : wide | 0x7f800000;
    u = a <= 0x7c00 ? u : u | 0x400000;
    return f32_of_bits(sign | (uint32_t)u);
}

/* Return non-zero if x needs the code for results that are subnormal, infinite or NaN.  Zeros and
 * normal numbers, the common case, do not need it. */
WR_INLINE int32_t is_rare_f32(float x) {
    const int32_t a = (int32_t)(bits_of_f32(x) & 0x7fffffff);
    return (a != 0) & ((a < 0x38800000) | (a >= 0x477ff000));
}
WR_INLINE uint16_t usual_f16_of(float x) {
    const uint32_t u = bits_of_f32(x), a = u & 0x7fffffff;
    const uint32_t h = (a - (112u << 23) + 0xfff + (a >> 13 & 1)) >> 13;
    return (uint16_t)((u >> 16 & 0x8000) | (a == 0 ? 0 : h));
}
WR_INLINE int16_t is_rare_f16(uint16_t h) {
    const uint16_t e = h & 0x7c00;
    return (e == 0x7c00) | ((e == 0) & ((h & 0x3ff) != 0));
}
WR_INLINE float usual_f32_of(uint16_t h) {
    const uint32_t a = h & 0x7fff, sign = (uint32_t)(h & 0x8000) << 16;
    return f32_of_bits(sign | (a == 0 ? 0 : (a << 13) + (112u << 23)));
}

QUICK(f32_f16, float, uint16_t, int32_t, is_rare_f32(x), usual_f16_of(x), f16_of(x))
QUICK(f16_f32, uint16_t, float, int16_t, is_rare_f16(x), usual_f32_of(x), f32_of_f16(x))

#else

#if WR_LEVEL == 2
typedef __m256i halves;
WR_INLINE halves to_halves(const float *f) {
    return _mm512_cvtps_ph(_mm512_loadu_ps(f), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
WR_INLINE void from_halves(float *t, const uint16_t *f) {
    _mm512_storeu_ps(t, _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i_u *)f)));
}
#elif WR_NEON
typedef float16x4_t halves;
WR_INLINE halves to_halves(const float *f) { return vcvt_f16_f32(vld1q_f32(f)); }
WR_INLINE void from_halves(float *t, const uint16_t *f) {
    vst1q_f32(t, vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(f))));
}
#else
typedef __m128i halves;
WR_INLINE halves to_halves(const float *f) {
    return _mm256_cvtps_ph(_mm256_loadu_ps(f), _MM_FROUND_TO_NEAREST_INT);
}
WR_INLINE void from_halves(float *t, const uint16_t *f) {
    _mm256_storeu_ps(t, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i_u *)f)));
}
#endif

static void f32_f16(void *to, const void *from, int64_t n) {
    uint16_t *t = to;
    const float *f = from;
    for (; n >= WR_F32S; n -= WR_F32S, t += WR_F32S, f += WR_F32S) {
        const halves h = to_halves(f);
        memcpy(t, &h, sizeof h);
    }
    if (n > 0) {
        float in[WR_F32S] = {0};
        memcpy(in, f, (size_t)n * sizeof *f);
        const halves h = to_halves(in);
        memcpy(t, &h, (size_t)n * sizeof *t);
    }
}

static void f16_f32(void *to, const void *from, int64_t n) {
    float *t = to;
    const uint16_t *f = from;
    for (; n >= WR_F32S; n -= WR_F32S, t += WR_F32S, f += WR_F32S) from_halves(t, f);
    if (n > 0) {
        uint16_t in[WR_F32S] = {0};
        float out[WR_F32S];
        memcpy(in, f, (size_t)n * sizeof *f);
        from_halves(out, in);
        memcpy(t, out, (size_t)n * sizeof *t);
    }
}

#endif

/* ---- Conversions between the 16-bit floats and the other dtypes ----------------------------- */

/* Convert a double to float32, rounding to odd.  Rounding to the nearest float32 and then to a
 * 16-bit float would be wrong where the first rounding creates a tie for the second.  Rounding to
 * odd avoids this: of the two neighbours of an inexact value it chooses the one whose last bit is
 * 1, which records that the value was inexact, and float32 has enough extra bits (Boldo and
 * Melquiond, "When double rounding is odd", 2005).  In a NaN, the bit that is set is one that
 * neither 16-bit format keeps. */
WR_INLINE float odd_of(double x) {
    const float near = (float)x;
    const double back = near;
    const uint32_t u = bits_of_f32(near), down = fabs(back) > fabs(x);
    return f32_of_bits(back == x ? u : (u - down) | 1);
}

/* Round an integer to odd in its low `bits` bits: if any of these bits is set, clear them and set
 * the next higher bit.  This is correct for negative integers in two's complement too. */
#define ODD(x, bits)                                                                               \
    (((x) & ~((1ll << (bits)) - 1)) |                                                              \
     ((((x) & ((1ll << (bits)) - 1)) + ((1ll << (bits)) - 1)) & (1ll << (bits))))

/* Convert an integer to float32, rounding to odd.  Low bits of large integers are rounded first, so
 * that a float32 or double represents the remaining bits exactly. */
WR_INLINE float odd_of_i32(int32_t x) {
    return (float)((((uint32_t)x + (1u << 24)) >> 25) != 0 ? (int32_t)ODD(x, 7) : x);
}
WR_INLINE float odd_of_u32(uint32_t x) { return (float)(x >> 24 != 0 ? (uint32_t)ODD(x, 8) : x); }
WR_INLINE float odd_of_i64(int64_t x) {
    return odd_of((double)(((uint64_t)x + (1ull << 51)) >> 52 != 0 ? (int64_t)ODD(x, 16) : x));
}
WR_INLINE float odd_of_u64(uint64_t x) {
    return odd_of((double)(x >> 52 != 0 ? (uint64_t)ODD(x, 16) : x));
}

PLAIN(i32_odd, int32_t, float, odd_of_i32(x))
PLAIN(u32_odd, uint32_t, float, odd_of_u32(x))
PLAIN(i64_odd, int64_t, float, odd_of_i64(x))
PLAIN(u64_odd, uint64_t, float, odd_of_u64(x))
PLAIN(f64_odd, double, float, odd_of(x))

VIA(i8_f16, 1, 2, i8_f32, f32_f16)
VIA(u8_f16, 1, 2, u8_f32, f32_f16)
VIA(i16_f16, 2, 2, i16_f32, f32_f16)
VIA(u16_f16, 2, 2, u16_f32, f32_f16)
VIA(i32_f16, 4, 2, i32_odd, f32_f16)
VIA(u32_f16, 4, 2, u32_odd, f32_f16)
VIA(i64_f16, 8, 2, i64_odd, f32_f16)
VIA(u64_f16, 8, 2, u64_odd, f32_f16)
VIA(f64_f16, 8, 2, f64_odd, f32_f16)
VIA(bf16_f16, 2, 2, bf16_f32, f32_f16)

VIA(i8_bf16, 1, 2, i8_f32, f32_bf16)
VIA(u8_bf16, 1, 2, u8_f32, f32_bf16)
VIA(i16_bf16, 2, 2, i16_f32, f32_bf16)
VIA(u16_bf16, 2, 2, u16_f32, f32_bf16)
VIA(i32_bf16, 4, 2, i32_odd, f32_bf16)
VIA(u32_bf16, 4, 2, u32_odd, f32_bf16)
VIA(i64_bf16, 8, 2, i64_odd, f32_bf16)
VIA(u64_bf16, 8, 2, u64_odd, f32_bf16)
VIA(f64_bf16, 8, 2, f64_odd, f32_bf16)
VIA(f16_bf16, 2, 2, f16_f32, f32_bf16)

#define FROM_HALF(half)                                                                            \
    VIA(half##_w1, 2, 1, half##_f32, f32_w1)                                                       \
    VIA(half##_w2, 2, 2, half##_f32, f32_w2)                                                       \
    VIA(half##_w4, 2, 4, half##_f32, f32_w4)                                                       \
    VIA(half##_w8, 2, 8, half##_f32, f32_w8)                                                       \
    VIA(half##_u64, 2, 8, half##_f32, f32_u64)                                                     \
    VIA(half##_f64, 2, 8, half##_f32, f32_f64)
FROM_HALF(f16)
FROM_HALF(bf16)

/* ---- Complex ------------------------------------------------------------------------------- */

typedef struct c64 {
    float re, im;
} c64;

typedef struct c128 {
    double re, im;
} c128;

PLAIN(c64_f32, c64, float, x.re)
PLAIN(c128_f64, c128, double, x.re)
PLAIN(c64_bool, c64, uint8_t, (x.re != 0) | (x.im != 0))
PLAIN(c128_bool, c128, uint8_t, (x.re != 0) | (x.im != 0))

static void f32_c64(void *to, const void *from, int64_t n) {
    c64 *restrict t = to;
    const float *restrict f = from;
    for (int64_t i = 0; i < n; i++) t[i] = (c64){f[i], 0};
}

static void f64_c128(void *to, const void *from, int64_t n) {
    c128 *restrict t = to;
    const double *restrict f = from;
    for (int64_t i = 0; i < n; i++) t[i] = (c128){f[i], 0};
}

static void c64_c128(void *to, const void *from, int64_t n) { f32_f64(to, from, 2 * n); }
static void c128_c64(void *to, const void *from, int64_t n) { f64_f32(to, from, 2 * n); }

/* Define the conversions of a real dtype to the complex dtypes, by way of float32 and float64. */
#define TO_COMPLEX(type, size)                                                                     \
    VIA(type##_c64, size, 8, type##_f32, f32_c64)                                                  \
    VIA(type##_c128, size, 16, type##_f64, f64_c128)
TO_COMPLEX(i8, 1)
TO_COMPLEX(u8, 1)
TO_COMPLEX(i16, 2)
TO_COMPLEX(u16, 2)
TO_COMPLEX(i32, 4)
TO_COMPLEX(u32, 4)
TO_COMPLEX(i64, 8)
TO_COMPLEX(u64, 8)
TO_COMPLEX(f16, 2)
TO_COMPLEX(bf16, 2)
VIA(f32_c128, 4, 16, f32_f64, f64_c128)
VIA(f64_c64, 8, 8, f64_f32, f32_c64)

#define FROM_COMPLEX(type, size, real)                                                             \
    VIA(type##_w1, size, 1, type##_##real, real##_w1)                                              \
    VIA(type##_w2, size, 2, type##_##real, real##_w2)                                              \
    VIA(type##_w4, size, 4, type##_##real, real##_w4)                                              \
    VIA(type##_w8, size, 8, type##_##real, real##_w8)                                              \
    VIA(type##_u64, size, 8, type##_##real, real##_u64)                                            \
    VIA(type##_f16, size, 2, type##_##real, real##_f16)                                            \
    VIA(type##_bf16, size, 2, type##_##real, real##_bf16)
FROM_COMPLEX(c64, 8, f32)
FROM_COMPLEX(c128, 16, f64)
VIA(c64_f64, 8, 8, c64_f32, f32_f64)
VIA(c128_f32, 16, 4, c128_f64, f64_f32)

/* ---- The table ----------------------------------------------------------------------------- */

/* A row converts one dtype to all dtypes.  Signed and unsigned targets of one width share an entry,
 * except those of 8 bytes, where conversions from floats differ.  The variadic arguments are the
 * conversions to float16, bfloat16, float32, float64, complex64 and complex128. */
#define ROW(to_bool, to_w1, to_w2, to_w4, to_i64, to_u64, ...)                                     \
    {                                                                                              \
        NULL, to_bool, to_w1, to_w2, to_w4, to_i64, to_w1, to_w2, to_w4, to_u64, __VA_ARGS__       \
    } /* __VA_ARGS__: f16, bf16, f32, f64, c64, c128 */

const wr_cast_simd WR_AT_LEVEL(wr_cast_simd) = {{
    [1] = ROW(copy1, copy1, u8_w2, u8_w4, u8_w8, u8_w8, /* bool */
              u8_f16, u8_bf16, u8_f32, u8_f64, u8_c64, u8_c128),
    [2] = ROW(w1_bool, copy1, i8_w2, i8_w4, i8_w8, i8_w8, /* int8 */
              i8_f16, i8_bf16, i8_f32, i8_f64, i8_c64, i8_c128),
    [3] = ROW(w2_bool, w2_w1, copy2, i16_w4, i16_w8, i16_w8, /* int16 */
              i16_f16, i16_bf16, i16_f32, i16_f64, i16_c64, i16_c128),
    [4] = ROW(w4_bool, w4_w1, w4_w2, copy4, i32_w8, i32_w8, /* int32 */
              i32_f16, i32_bf16, i32_f32, i32_f64, i32_c64, i32_c128),
    [5] = ROW(w8_bool, w8_w1, w8_w2, w8_w4, copy8, copy8, /* int64 */
              i64_f16, i64_bf16, i64_f32, i64_f64, i64_c64, i64_c128),
    [6] = ROW(w1_bool, copy1, u8_w2, u8_w4, u8_w8, u8_w8, /* uint8 */
              u8_f16, u8_bf16, u8_f32, u8_f64, u8_c64, u8_c128),
    [7] = ROW(w2_bool, w2_w1, copy2, u16_w4, u16_w8, u16_w8, /* uint16 */
              u16_f16, u16_bf16, u16_f32, u16_f64, u16_c64, u16_c128),
    [8] = ROW(w4_bool, w4_w1, w4_w2, copy4, u32_w8, u32_w8, /* uint32 */
              u32_f16, u32_bf16, u32_f32, u32_f64, u32_c64, u32_c128),
    [9] = ROW(w8_bool, w8_w1, w8_w2, w8_w4, copy8, copy8, /* uint64 */
              u64_f16, u64_bf16, u64_f32, u64_f64, u64_c64, u64_c128),
    [10] = ROW(half_bool, f16_w1, f16_w2, f16_w4, f16_w8, f16_u64, /* float16 */
               copy2, f16_bf16, f16_f32, f16_f64, f16_c64, f16_c128),
    [11] = ROW(half_bool, bf16_w1, bf16_w2, bf16_w4, bf16_w8, bf16_u64, /* bfloat16 */
               bf16_f16, copy2, bf16_f32, bf16_f64, bf16_c64, bf16_c128),
    [12] = ROW(f32_bool, f32_w1, f32_w2, f32_w4, f32_w8, f32_u64, /* float32 */
               f32_f16, f32_bf16, copy4, f32_f64, f32_c64, f32_c128),
    [13] = ROW(f64_bool, f64_w1, f64_w2, f64_w4, f64_w8, f64_u64, /* float64 */
               f64_f16, f64_bf16, f64_f32, copy8, f64_c64, f64_c128),
    [14] = ROW(c64_bool, c64_w1, c64_w2, c64_w4, c64_w8, c64_u64, /* complex64 */
               c64_f16, c64_bf16, c64_f32, c64_f64, copy8, c64_c128),
    [15] = ROW(c128_bool, c128_w1, c128_w2, c128_w4, c128_w8, c128_u64, /* complex128 */
               c128_f16, c128_bf16, c128_f32, c128_f64, c128_c64, copy16),
}};
