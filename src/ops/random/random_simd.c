/* random_simd.c - Philox4x32-10, and distributions computed from its bits, a vector of blocks at a
 * time.
 *
 * Everything is computed in groups of 16 blocks, which philox.h defines.  If a fill starts or ends
 * within a group, the whole group is computed in a buffer and a part of it is copied, so the
 * results do not depend on how the work is divided.
 *
 * A product of two 32-bit words has 64 bits, so the generator keeps one block per 64-bit lane.  The
 * low half of a lane is a word of the block; the high half is not cleared, because the
 * multiplication ignores it.  Two vectors of blocks are interleaved to hide the latency of the
 * multiplication, which is three to five cycles.  Afterwards, the words of both vectors are
 * combined into vectors of 32-bit lanes, or pairs of words of the same block into 64-bit lanes.
 * The shuffles assume little-endian order.
 *
 * Normal variates use the Box-Muller transform: sqrt(-2 ln u) times the sine and the cosine of a
 * random angle.  The logarithm and the sine are specialised: u comes from an integer of 32 or 64
 * bits, so its distances from 0 and from 1 are both known exactly; the angle is a fraction of a
 * turn, and two of its bits are the quadrant.  The two variates of a pair use words of the same
 * block, so their elements are 16 apart.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "ops/random/philox.h"
#include "ops/simd/level.h"
#include "ops/random/random_simd.h"

/* ---- Operations that the compilers' vector types lack ---------------------------------------- */

/* Return the products of the low halves of the 64-bit lanes. */
WR_INLINE vu64 mul_low(vu64 a, vu64 b) {
#if WR_LEVEL == 2
    return (vu64)_mm512_mul_epu32((__m512i)a, (__m512i)b);
#elif WR_LEVEL == 1
    return (vu64)_mm256_mul_epu32((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
    return (vu64)_mm_mul_epu32((__m128i)a, (__m128i)b);
#elif WR_NEON
    return (vu64)vmull_u32(vmovn_u64((uint64x2_t)a), vmovn_u64((uint64x2_t)b));
#else
    return (a & 0xffffffffu) * (b & 0xffffffffu);
#endif
}

/* Return `minus` where the sign bit of `by` is set, and `plus` elsewhere. */
WR_INLINE vf32 select_sign_f32(vi32 by, vf32 minus, vf32 plus) {
#if WR_LEVEL == 2
    return (vf32)_mm512_mask_blend_ps(_mm512_movepi32_mask((__m512i)by), (__m512)plus,
                                      (__m512)minus);
#elif WR_LEVEL == 1
    return (vf32)_mm256_blendv_ps((__m256)plus, (__m256)minus, (__m256)by);
#elif WR_NEON
    return (vf32)vbslq_f32((uint32x4_t)(by >> 31), (float32x4_t)minus, (float32x4_t)plus);
#else
    vi32 mask = by >> 31;
    return (vf32)(((vi32)minus & mask) | ((vi32)plus & ~mask));
#endif
}

WR_INLINE vf64 select_sign_f64(vi64 by, vf64 minus, vf64 plus) {
#if WR_LEVEL == 2
    return (vf64)_mm512_mask_blend_pd(_mm512_movepi64_mask((__m512i)by), (__m512d)plus,
                                      (__m512d)minus);
#elif WR_LEVEL == 1
    return (vf64)_mm256_blendv_pd((__m256d)plus, (__m256d)minus, (__m256d)by);
#elif WR_NEON
    return (vf64)vbslq_f64((uint64x2_t)(by >> 63), (float64x2_t)minus, (float64x2_t)plus);
#else
    vi32 sign = (vi32)by >> 31; /* the signs of both halves; only that of the high half is used */
    vi64 mask = (vi64)__builtin_shufflevector(sign, sign, 1, 1, 3, 3);
    return (vf64)(((vi64)minus & mask) | ((vi64)plus & ~mask));
#endif
}

WR_INLINE vf32 min_f32(vf32 a, vf32 b) {
#if WR_LEVEL == 2
    return (vf32)_mm512_min_ps((__m512)a, (__m512)b);
#elif WR_LEVEL == 1
    return (vf32)_mm256_min_ps((__m256)a, (__m256)b);
#elif WR_NEON
    return (vf32)vminq_f32((float32x4_t)a, (float32x4_t)b);
#else
    return select_sign_f32((vi32)(a - b), a, b);
#endif
}

WR_INLINE vf64 min_f64(vf64 a, vf64 b) {
#if WR_LEVEL == 2
    return (vf64)_mm512_min_pd((__m512d)a, (__m512d)b);
#elif WR_LEVEL == 1
    return (vf64)_mm256_min_pd((__m256d)a, (__m256d)b);
#elif WR_NEON
    return (vf64)vminq_f64((float64x2_t)a, (float64x2_t)b);
#else
    return select_sign_f64((vi64)(a - b), a, b);
#endif
}

WR_INLINE vf32 sqrt_f32(vf32 x) {
#if WR_LEVEL == 2
    return (vf32)_mm512_sqrt_ps((__m512)x);
#elif WR_LEVEL == 1
    return (vf32)_mm256_sqrt_ps((__m256)x);
#elif WR_NEON
    return (vf32)vsqrtq_f32((float32x4_t)x);
#else
    for (int i = 0; i < WR_F32S; i++) x[i] = sqrtf(x[i]);
    return x;
#endif
}

WR_INLINE vf64 sqrt_f64(vf64 x) {
#if WR_LEVEL == 2
    return (vf64)_mm512_sqrt_pd((__m512d)x);
#elif WR_LEVEL == 1
    return (vf64)_mm256_sqrt_pd((__m256d)x);
#elif WR_NEON
    return (vf64)vsqrtq_f64((float64x2_t)x);
#else
    for (int i = 0; i < WR_F64S; i++) x[i] = sqrt(x[i]);
    return x;
#endif
}

WR_INLINE vf32 all_f32(float x) { return x - (vf32){0}; }
WR_INLINE vf64 all_f64(double x) { return x - (vf64){0}; }
WR_INLINE vu32 all_u32(uint32_t x) { return x + (vu32){0}; }
WR_INLINE vu64 all_u64(uint64_t x) { return x + (vu64){0}; }

WR_INLINE vf32 from_i32(vi32 x) { return __builtin_convertvector(x, vf32); }

/* Convert to double with a single rounding.  If there is no instruction for it, the halves are
 * placed in the mantissas of two doubles of known exponent: 2^84 + 2^63 + high * 2^32, and 2^52 +
 * low. */
WR_INLINE vf64 from_i64(vi64 x) {
#if WR_LEVEL == 2
    return (vf64)_mm512_cvtepi64_pd((__m512i)x);
#elif WR_NEON
    return (vf64)vcvtq_f64_s64((int64x2_t)x);
#else
    vu64 high = ((vu64)x >> 32) ^ 0x4530000080000000u;
    vu64 low = ((vu64)x & 0xffffffffu) | 0x4330000000000000u;
    return ((vf64)high - (0x1p84 + 0x1p63 + 0x1p52)) + (vf64)low;
#endif
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* The constants of the rounds, for blocks that share a high counter word.  In the first two rounds
 * most operands are constant, because three of the four counter words are the same in all lanes. */
struct stream {
    vu64 key[WR_PHILOX_ROUNDS][2];
    vu64 first2; /* round 1: XORed into word 2 */
    /* round 2: second0 and second2 are XORed into words 0 and 2; second3 is word 3 */
    vu64 second0, second2, second3;
    uint32_t key00, key11, product1; /* values from which set_high computes second2 and second3 */
};

static void start(struct stream *s, uint64_t seed, uint64_t call) {
    uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
    for (uint32_t i = 0; i < WR_PHILOX_ROUNDS; i++) {
        s->key[i][0] = all_u64(k0 + i * WR_PHILOX_W0);
        s->key[i][1] = all_u64(k1 + i * WR_PHILOX_W1);
    }
    uint64_t p1 = (uint64_t)WR_PHILOX_M1 * (uint32_t)call;
    s->first2 = all_u64((uint32_t)(call >> 32) ^ k1);
    s->second0 = all_u64((uint32_t)p1 ^ (k0 + WR_PHILOX_W0));
    s->product1 = (uint32_t)(p1 >> 32);
    s->key00 = k0;
    s->key11 = k1 + WR_PHILOX_W1;
}

/* Set the high counter word of the blocks that are computed next. */
static void set_high(struct stream *s, uint32_t high) {
    uint64_t p0 = (uint64_t)WR_PHILOX_M0 * (s->product1 ^ high ^ s->key00);
    s->second2 = all_u64((uint32_t)(p0 >> 32) ^ s->key11);
    s->second3 = all_u64((uint32_t)p0);
}

struct block {
    vu64 word[4];
};

WR_INLINE struct block first_rounds(const struct stream *s, vu64 counter) {
    vu64 p0 = mul_low(counter, all_u64(WR_PHILOX_M0));
    vu64 p1 = mul_low((p0 >> 32) ^ s->first2, all_u64(WR_PHILOX_M1));
    return (struct block){{(p1 >> 32) ^ s->second0, p1, p0 ^ s->second2, s->second3}};
}

WR_INLINE struct block next_round(struct block x, const vu64 key[2]) {
    vu64 p0 = mul_low(x.word[0], all_u64(WR_PHILOX_M0));
    vu64 p1 = mul_low(x.word[2], all_u64(WR_PHILOX_M1));
    return (struct block){
        {(p1 >> 32) ^ x.word[1] ^ key[0], p1, (p0 >> 32) ^ x.word[3] ^ key[1], p0}};
}

/* Compute the blocks whose low counter words are `low` + `a` and `low` + `b`. */
WR_INLINE void make(const struct stream *s, uint32_t low, vu64 a, vu64 b, struct block out[2]) {
    struct block x = first_rounds(s, a + low), y = first_rounds(s, b + low);
    for (int i = 2; i < WR_PHILOX_ROUNDS; i++) {
        x = next_round(x, s->key[i]);
        y = next_round(y, s->key[i]);
    }
    out[0] = x;
    out[1] = y;
}

/* LANES is a vector whose 64-bit lane i holds i.  EVEN is a shuffle that combines two vectors of
 * 64-bit lanes into one vector of 32-bit lanes; LANES0 and LANES0 + 2 are the block numbers for
 * these two vectors, chosen so that the result is in order.  BOTH is a shuffle that combines the
 * words in the same lane of two vectors into 64 bits. */
#if WR_LEVEL == 2
#define LANES  ((vu64){0, 1, 2, 3, 4, 5, 6, 7})
#define LANES0 ((vu64){0, 1, 4, 5, 8, 9, 12, 13})
#define EVEN   0, 2, 16, 18, 4, 6, 20, 22, 8, 10, 24, 26, 12, 14, 28, 30
#define BOTH   0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30
#elif WR_LEVEL == 1
#define LANES  ((vu64){0, 1, 2, 3})
#define LANES0 ((vu64){0, 1, 4, 5})
#define EVEN   0, 2, 8, 10, 4, 6, 12, 14
#define BOTH   0, 8, 2, 10, 4, 12, 6, 14
#else
#define LANES  ((vu64){0, 1})
#define LANES0 ((vu64){0, 1})
#define EVEN   0, 2, 4, 6
#define BOTH   0, 4, 2, 6
#endif

/* Compute words 0 to 3 of WR_F32S blocks. */
WR_INLINE void make32(const struct stream *s, uint32_t low, vu32 word[4]) {
    struct block x[2];
    make(s, low, LANES0, LANES0 + 2, x);
    for (int i = 0; i < 4; i++)
        word[i] = __builtin_shufflevector((vu32)x[0].word[i], (vu32)x[1].word[i], EVEN);
}

/* Compute the same blocks as make32, but as 64-bit values: half[0][v] holds words 0 and 1 and
 * half[1][v] words 2 and 3 of the blocks in vector v. */
WR_INLINE void make64(const struct stream *s, uint32_t low, vu64 half[2][2]) {
    struct block x[2];
    make(s, low, LANES, LANES + WR_F64S, x);
    for (int v = 0; v < 2; v++)
        for (int h = 0; h < 2; h++)
            half[h][v] = (vu64)__builtin_shufflevector((vu32)x[v].word[2 * h],
                                                       (vu32)x[v].word[2 * h + 1], BOTH);
}

/* ---- Mathematics ----------------------------------------------------------------------------- */

/* Return -2 ln u, where u = (x + 1/2) * 2^-32 for unsigned x; the result is always positive.
 *
 * As a signed integer, x is about 2^32 * u or 2^32 * (u - 1), whichever is closer to 0.  So `near`
 * is u or u - 1 with as many bits as fit in a float, and ln u has full relative precision at both
 * ends of the interval.  u = 2^e * (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)); if e is 0, f = u -
 * 1.  The coefficients are those of the minimax polynomial in f, with a relative error of 2^-25. */
WR_INLINE vf32 neg2log_f32(vu32 x) {
    const int32_t root = 0x3f3504f3; /* sqrt(1/2) */
    vf32 near = wr_fma_f32(from_i32((vi32)x), all_f32(0x1p-32f), all_f32(0x1p-33f));
    vf32 u = near + (vf32)(((vi32)x >> 31) & 0x3f800000);
    vi32 bits = (vi32)u - root;
    vi32 e = bits >> 23;
    vf32 f = select_sign_f32(e, (vf32)((bits & 0x7fffff) + root) - 1.0f, near);
    vf32 p = all_f32(-0.17444719f);
    p = wr_fma_f32(p, f, all_f32(0.28733692f));
    p = wr_fma_f32(p, f, all_f32(-0.29904533f));
    p = wr_fma_f32(p, f, all_f32(0.33124785f));
    p = wr_fma_f32(p, f, all_f32(-0.39913667f));
    p = wr_fma_f32(p, f, all_f32(0.50004148f));
    p = wr_fma_f32(p, f, all_f32(-0.66668371f));
    p = wr_fma_f32(p, f, all_f32(0.99999976f));
    p = wr_fma_f32(p, f, all_f32(-2.0f));
    return wr_fma_f32(from_i32(e), all_f32(-1.38629436f), p * f);
}

/* Like neg2log_f32, return -2 ln u, but for u = (x + 1/2) * 2^-64, and compute ln(1 + f) as 2 *
 * atanh(f / (2 + f)), whose series converges faster.  The exponent is shifted while it is biased,
 * because AVX2 has no 64-bit arithmetic shift. */
WR_INLINE vf64 neg2log_f64(vu64 x) {
    const uint64_t root = 0x3fe6a09e667f3bcd; /* sqrt(1/2) */
    vf64 near = wr_fma_f64(from_i64((vi64)x), all_f64(0x1p-64), all_f64(0x1p-65));
    vf64 u = near + select_sign_f64((vi64)x, all_f64(1), all_f64(0));
    vu64 bits = (vu64)u + (0x3ff0000000000000 - root);
    vf64 e = (vf64)((bits >> 52) | 0x4330000000000000) - (0x1p52 + 1023);
    vf64 m = (vf64)((bits & 0x000fffffffffffff) + root);
    vf64 f = select_sign_f64((vi64)e, m - 1.0, near);
    vf64 s = f / (f + 2.0), z = s * s;
    vf64 p = all_f64(-0x1.2f52a7e45c69cp-2);
    p = wr_fma_f64(p, z, all_f64(-0x1.399939e601b0dp-2));
    p = wr_fma_f64(p, z, all_f64(-0x1.74669ea588800p-2));
    p = wr_fma_f64(p, z, all_f64(-0x1.c71c4fe539cebp-2));
    p = wr_fma_f64(p, z, all_f64(-0x1.24924945373cap-1));
    p = wr_fma_f64(p, z, all_f64(-0x1.999999997abeep-1));
    p = wr_fma_f64(p, z, all_f64(-0x1.55555555555aep+0));
    p = wr_fma_f64(p, z, all_f64(-4));
    return wr_fma_f64(e, all_f64(-0x1.62e42fefa39efp+0), p * s);
}

/* Compute one of 2^32 equally likely points on the unit circle.  30 bits of x are an angle q, from
 * -1/2 to 1/2 of a quarter turn; one bit swaps the coordinates and one negates the cosine.  The
 * polynomials in q^2 have errors of 2^-28 (sine, relative) and 2^-25 (cosine, absolute). */
WR_INLINE void circle_f32(vu32 x, vf32 *first, vf32 *second) {
    vf32 q = wr_fma_f32(from_i32((vi32)(x << 2)), all_f32(0x1p-32f), all_f32(0x1p-33f));
    vf32 z = q * q;
    vf32 s = all_f32(-0.0046016579f);
    s = wr_fma_f32(s, z, all_f32(0.079680033f));
    s = wr_fma_f32(s, z, all_f32(-0.64596346f));
    s = wr_fma_f32(s, z, all_f32(1.57079632f)) * q;
    vf32 c = all_f32(-0.020427228f);
    c = wr_fma_f32(c, z, all_f32(0.25360673f));
    c = wr_fma_f32(c, z, all_f32(-1.23369799f));
    c = wr_fma_f32(c, z, all_f32(1));
    c = (vf32)((vu32)c ^ ((x << 1) & 0x80000000u));
    *first = select_sign_f32((vi32)x, s, c);
    *second = select_sign_f32((vi32)x, c, s);
}

/* Like circle_f32, but compute one of 2^64 points.  The errors before rounding are 2^-58. */
WR_INLINE void circle_f64(vu64 x, vf64 *first, vf64 *second) {
    vf64 q = wr_fma_f64(from_i64((vi64)(x << 2)), all_f64(0x1p-64), all_f64(0x1p-65));
    vf64 z = q * q;
    vf64 s = all_f64(0x1.e3eed5d693453p-25);
    s = wr_fma_f64(s, z, all_f64(-0x1.e30063a046395p-19));
    s = wr_fma_f64(s, z, all_f64(0x1.50782fca38ddbp-13));
    s = wr_fma_f64(s, z, all_f64(-0x1.32d2cce2d5363p-8));
    s = wr_fma_f64(s, z, all_f64(0x1.466bc67758700p-4));
    s = wr_fma_f64(s, z, all_f64(-0x1.4abbce625be41p-1));
    s = wr_fma_f64(s, z, all_f64(0x1.921fb54442d18p+0)) * q;
    vf64 c = all_f64(-0x1.b27363486abe4p-28);
    c = wr_fma_f64(c, z, all_f64(0x1.f9cc77752facbp-22));
    c = wr_fma_f64(c, z, all_f64(-0x1.a6d1ecc96eaf2p-16));
    c = wr_fma_f64(c, z, all_f64(0x1.e1f50683ce543p-11));
    c = wr_fma_f64(c, z, all_f64(-0x1.55d3c7e3c96f4p-6));
    c = wr_fma_f64(c, z, all_f64(0x1.03c1f081b5ab1p-2));
    c = wr_fma_f64(c, z, all_f64(-0x1.3bd3cc9be45dep+0));
    c = wr_fma_f64(c, z, all_f64(1));
    c = (vf64)((vu64)c ^ ((x << 1) & 0x8000000000000000u));
    *first = select_sign_f64((vi64)x, s, c);
    *second = select_sign_f64((vi64)x, c, s);
}

/* ---- Distributions --------------------------------------------------------------------------- */

/* Each of the following functions computes the elements of WR_F32S blocks.  `out` is the position
 * of the first element of the first block; the elements of each further word (or 64-bit half) are
 * 16 positions later. */

/* The parameters, in the form that the loops use. */
struct shape {
    vf32 a32, b32, top32;
    vf64 a64, b64, top64;
    vu32 limit, one;
    vu64 low, count;
    uint64_t wide;
};

#define STORE(type, at, value) (*(v##type##u *)(at) = (value))

WR_INLINE void bits_u32(const struct stream *s, const struct shape *p, uint32_t low,
                        uint32_t *out) {
    (void)p;
    vu32 x[4];
    make32(s, low, x);
    for (int w = 0; w < 4; w++) STORE(u32, out + 16 * w, x[w]);
}

WR_INLINE void bits_u64(const struct stream *s, const struct shape *p, uint32_t low,
                        uint64_t *out) {
    (void)p;
    vu64 x[2][2];
    make64(s, low, x);
    for (int h = 0; h < 2; h++)
        for (int v = 0; v < 2; v++) STORE(u64, out + 16 * h + v * WR_F64S, x[h][v]);
}

/* The fused multiply-add may round up to the upper bound, which is excluded, so the result is
 * clamped to the largest value below that bound. */
WR_INLINE void uniform_f32(const struct stream *s, const struct shape *p, uint32_t low,
                           float *out) {
    vu32 x[4];
    make32(s, low, x);
    for (int w = 0; w < 4; w++) {
        vf32 u = from_i32((vi32)(x[w] >> 8)) * 0x1p-24f;
        STORE(f32, out + 16 * w, min_f32(wr_fma_f32(u, p->b32, p->a32), p->top32));
    }
}

WR_INLINE void uniform_f64(const struct stream *s, const struct shape *p, uint32_t low,
                           double *out) {
    vu64 x[2][2];
    make64(s, low, x);
    for (int h = 0; h < 2; h++)
        for (int v = 0; v < 2; v++) {
            vf64 u = from_i64((vi64)(x[h][v] >> 11)) * 0x1p-53;
            STORE(f64, out + 16 * h + v * WR_F64S,
                  min_f64(wr_fma_f64(u, p->b64, p->a64), p->top64));
        }
}

WR_INLINE void normal_f32(const struct stream *s, const struct shape *p, uint32_t low, float *out) {
    vu32 x[4];
    make32(s, low, x);
    for (int w = 0; w < 4; w += 2) {
        vf32 radius = sqrt_f32(neg2log_f32(x[w])) * p->b32, first, second;
        circle_f32(x[w + 1], &first, &second);
        STORE(f32, out + 16 * w, wr_fma_f32(radius, first, p->a32));
        STORE(f32, out + 16 * w + 16, wr_fma_f32(radius, second, p->a32));
    }
}

WR_INLINE void normal_f64(const struct stream *s, const struct shape *p, uint32_t low,
                          double *out) {
    vu64 x[2][2];
    make64(s, low, x);
    for (int v = 0; v < 2; v++) {
        vf64 radius = sqrt_f64(neg2log_f64(x[0][v])) * p->b64, first, second;
        circle_f64(x[1][v], &first, &second);
        STORE(f64, out + v * WR_F64S, wr_fma_f64(radius, first, p->a64));
        STORE(f64, out + 16 + v * WR_F64S, wr_fma_f64(radius, second, p->a64));
    }
}

WR_INLINE void exponential_f32(const struct stream *s, const struct shape *p, uint32_t low,
                               float *out) {
    vu32 x[4];
    make32(s, low, x);
    for (int w = 0; w < 4; w++) STORE(f32, out + 16 * w, neg2log_f32(x[w]) * p->a32 * 0.5f);
}

WR_INLINE void exponential_f64(const struct stream *s, const struct shape *p, uint32_t low,
                               double *out) {
    vu64 x[2][2];
    make64(s, low, x);
    for (int h = 0; h < 2; h++)
        for (int v = 0; v < 2; v++)
            STORE(f64, out + 16 * h + v * WR_F64S, neg2log_f64(x[h][v]) * p->a64 * 0.5);
}

typedef uint8_t bytes __attribute__((vector_size(WR_F32S)));

/* Return the low bytes of the lanes.  The values of all lanes are below 256. */
WR_INLINE bytes narrow(vu32 x) {
#if WR_LEVEL == 1
    __m128i low = _mm256_castsi256_si128((__m256i)x),
            high = _mm256_extracti128_si256((__m256i)x, 1);
    __m128i words = _mm_packus_epi32(low, high);
    return (bytes)_mm_cvtsi128_si64(_mm_packus_epi16(words, words));
#else
    return __builtin_convertvector(x, bytes);
#endif
}

WR_INLINE void bernoulli_u8(const struct stream *s, const struct shape *p, uint32_t low,
                            uint8_t *out) {
    vu32 x[4];
    make32(s, low, x);
    for (int w = 0; w < 4; w++) {
        bytes one = narrow((vu32)(x[w] <= p->limit) & p->one);
        memcpy(out + 16 * w, &one, sizeof one);
    }
}

/* Return floor(r * count * 2^-64) for 64 random bits r and a count below 2^32.  The probabilities
 * of the results differ by at most one part in 2^32. */
WR_INLINE vu64 scaled(vu64 r, vu64 count) {
    return (mul_low(r >> 32, count) + (mul_low(r, count) >> 32)) >> 32;
}

typedef int32_t halves __attribute__((vector_size(WR_VBYTES / 2)));

WR_INLINE void integers_i32(const struct stream *s, const struct shape *p, uint32_t low,
                            int32_t *out) {
    vu64 x[2][2];
    make64(s, low, x);
    for (int h = 0; h < 2; h++)
        for (int v = 0; v < 2; v++) {
            halves y = __builtin_convertvector(scaled(x[h][v], p->count) + p->low, halves);
            memcpy(out + 16 * h + v * WR_F64S, &y, sizeof y);
        }
}

WR_INLINE void integers_i64(const struct stream *s, const struct shape *p, uint32_t low,
                            int64_t *out) {
    vu64 x[2][2];
    make64(s, low, x);
    for (int h = 0; h < 2; h++)
        for (int v = 0; v < 2; v++)
            STORE(u64, out + 16 * h + v * WR_F64S, scaled(x[h][v], p->count) + p->low);
}

/* Compute low + floor(r * count * 2^-128) for counts of at least 2^32, where r is the whole 128-bit
 * block of the element. */
WR_INLINE void integers_wide(const struct stream *s, const struct shape *p, uint32_t low,
                             int64_t *out) {
    __extension__ typedef unsigned __int128 u128;
    vu64 x[2][2];
    make64(s, low, x);
    for (int v = 0; v < 2; v++)
        for (int i = 0; i < WR_F64S; i++) {
            u128 under = (u128)x[0][v][i] * p->wide >> 64;
            uint64_t y = (uint64_t)(((u128)x[1][v][i] * p->wide + under) >> 64);
            if (p->wide == 0) y = x[1][v][i]; /* a count of 2^64 */
            out[v * WR_F64S + i] = (int64_t)(p->low[0] + y);
        }
}

/* ---- Fills ----------------------------------------------------------------------------------- */

/* Define a function that writes elements `first` to `first` + n - 1.  A group has `size`
 * elements. */
#define FILL(name, type, size)                                                                     \
    static void fill_##name(type *out, uint64_t first, int64_t n, uint64_t seed, uint64_t call,    \
                            const struct shape *p) {                                               \
        struct stream s;                                                                           \
        start(&s, seed, call);                                                                     \
        uint64_t block = first / (size)*WR_PHILOX_GROUP;                                           \
        int64_t skip = (int64_t)(first % (size));                                                  \
        set_high(&s, (uint32_t)(block >> 32));                                                     \
        while (n > 0) {                                                                            \
            type part[size];                                                                       \
            int64_t some = (size)-skip < n ? (size)-skip : n;                                      \
            type *to = some == (size) ? out : part;                                                \
            if ((uint32_t)block == 0) set_high(&s, (uint32_t)(block >> 32));                       \
            for (uint32_t i = 0; i < WR_PHILOX_GROUP; i += WR_F32S)                                \
                name(&s, p, (uint32_t)block + i, to + i);                                          \
            if (to == part) memcpy(out, part + skip, (size_t)some * sizeof *out);                  \
            block += WR_PHILOX_GROUP;                                                              \
            out += some;                                                                           \
            n -= some;                                                                             \
            skip = 0;                                                                              \
        }                                                                                          \
    }

FILL(bits_u32, uint32_t, 64)
FILL(bits_u64, uint64_t, 32)
FILL(uniform_f32, float, 64)
FILL(uniform_f64, double, 32)
FILL(normal_f32, float, 64)
FILL(normal_f64, double, 32)
FILL(exponential_f32, float, 64)
FILL(exponential_f64, double, 32)
FILL(bernoulli_u8, uint8_t, 64)
FILL(integers_i32, int32_t, 32)
FILL(integers_i64, int64_t, 32)
FILL(integers_wide, int64_t, 16)

/* `as_given`, `range` and `chance` convert p0 and p1 to the parameters that the loops use. */
static struct shape as_given(double p0, double p1) {
    return (struct shape){.a32 = all_f32((float)p0),
                          .b32 = all_f32((float)p1),
                          .a64 = all_f64(p0),
                          .b64 = all_f64(p1)};
}

static struct shape range(double p0, double p1) {
    float a = (float)p0, b = (float)p1;
    struct shape p = as_given(p0, p1 - p0);
    p.b32 = all_f32(b - a);
    p.top32 = all_f32(nextafterf(b, a));
    p.top64 = all_f64(nextafter(p1, p0));
    return p;
}

static struct shape chance(double p0, double p1) {
    (void)p1;
    double of = p0 > 0 ? (p0 < 1 ? p0 : 1) * 0x1p32 + 0.5 : 0; /* 0 if p0 is NaN */
    uint64_t ones = (uint64_t)of; /* number of 32-bit words, out of 2^32, for which the result is
                                   * 1 */
    return (struct shape){.limit = all_u32((uint32_t)(ones - 1)), .one = all_u32(ones != 0)};
}

#define ENTRY(name, type, make_shape)                                                              \
    static void enter_##name(void *out, uint64_t first, int64_t n, uint64_t seed, uint64_t call,   \
                             double p0, double p1) {                                               \
        struct shape p = make_shape(p0, p1);                                                       \
        fill_##name((type *)out, first, n, seed, call, &p);                                        \
    }

ENTRY(bits_u32, uint32_t, as_given)
ENTRY(bits_u64, uint64_t, as_given)
ENTRY(uniform_f32, float, range)
ENTRY(uniform_f64, double, range)
ENTRY(normal_f32, float, as_given)
ENTRY(normal_f64, double, as_given)
ENTRY(exponential_f32, float, as_given)
ENTRY(exponential_f64, double, as_given)
ENTRY(bernoulli_u8, uint8_t, chance)

static struct shape integer_range(int64_t low, uint64_t count) {
    return (struct shape){
        .low = all_u64((uint64_t)low), .count = all_u64((uint32_t)count), .wide = count};
}

static bool is_wide(uint64_t count) { return count == 0 || count >> 32 != 0; }

static void enter_integers_i64(void *out, uint64_t first, int64_t n, uint64_t seed, uint64_t call,
                               int64_t low, uint64_t count) {
    struct shape p = integer_range(low, count);
    if (is_wide(count))
        fill_integers_wide((int64_t *)out, first, n, seed, call, &p);
    else
        fill_integers_i64((int64_t *)out, first, n, seed, call, &p);
}

/* For int32, a count is wide only if it is 2^32, so that case need not be fast. */
static void enter_integers_i32(void *out, uint64_t first, int64_t n, uint64_t seed, uint64_t call,
                               int64_t low, uint64_t count) {
    struct shape p = integer_range(low, count);
    if (!is_wide(count)) {
        fill_integers_i32((int32_t *)out, first, n, seed, call, &p);
        return;
    }
    int32_t *to = out;
    int64_t part[256];
    for (int64_t done = 0; done < n; done += 256) {
        int64_t some = n - done < 256 ? n - done : 256;
        fill_integers_wide(part, first + (uint64_t)done, some, seed, call, &p);
        for (int64_t i = 0; i < some; i++) to[done + i] = (int32_t)part[i];
    }
}

const struct wr_random_simd WR_AT_LEVEL(wr_random_simd) = {
    .bits_u32 = enter_bits_u32,
    .bits_u64 = enter_bits_u64,
    .uniform_f32 = enter_uniform_f32,
    .uniform_f64 = enter_uniform_f64,
    .normal_f32 = enter_normal_f32,
    .normal_f64 = enter_normal_f64,
    .exponential_f32 = enter_exponential_f32,
    .exponential_f64 = enter_exponential_f64,
    .bernoulli_u8 = enter_bernoulli_u8,
    .integers_i32 = enter_integers_i32,
    .integers_i64 = enter_integers_i64,
};
