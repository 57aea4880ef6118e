/* gemm_simd.c - the inner loops of the matrix product, compiled once per SIMD level.
 *
 * tile_rows.h defines the heights of tiles.
 *
 * The number of steps per block (KC_F32, KC_F64) is chosen so that a panel of B, which all tiles in
 * a column of tiles read, stays in or near the first-level cache, and so that C is not read and
 * written too often.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/matmul/gemm_simd.h"

#include "base/base.h"
#include "ops/matmul/gemm_pairs.h"
#include "ops/simd/level.h"
#include "ops/simd/tile_rows.h"

/* ---- Half precision ------------------------------------------------------------------------ */

WR_INLINE float bits_value(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

WR_INLINE uint32_t value_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Convert a half to a float.  Exponent and fraction are shifted to their positions in a float, and
 * a multiplication corrects the exponent's bias; it also normalises subnormal halves. */
WR_INLINE float half_value(uint16_t half) {
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, rest = half & 0x7fff;
    if (rest >= 0x7c00) return bits_value(sign | 0x7f800000 | (rest & 0x3ff) << 13);
    return bits_value(sign | value_bits(bits_value(rest << 13) * 0x1p112f));
}

/* Convert a float to a half, rounding to nearest, ties to even.  A subnormal half is a multiple of
 * 2^-24; adding 0.5 makes the float addition round at that bit. */
WR_INLINE uint16_t half_of(float x) {
    uint32_t bits = value_bits(x), sign = bits >> 16 & 0x8000;
    bits &= 0x7fffffff;
    if (bits > 0x7f800000) return (uint16_t)(sign | 0x7e00 | (bits >> 13 & 0x3ff));
    if (bits >= 0x477ff000) return (uint16_t)(sign | 0x7c00);
    if (bits < 0x38800000)
        return (uint16_t)(sign | (value_bits(bits_value(bits) + 0.5f) - 0x3f000000));
    return (uint16_t)(sign | ((bits - 0x38000000 + 0xfff + (bits >> 13 & 1)) >> 13));
}

WR_INLINE float brain_value(uint16_t brain) { return bits_value((uint32_t)brain << 16); }

WR_INLINE uint16_t bf16_of(float x) {
    uint32_t bits = value_bits(x);
    if ((bits & 0x7fffffff) > 0x7f800000) return (uint16_t)(bits >> 16 | 0x40);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

WR_INLINE vf32 half_values(const uint16_t *p) {
#if WR_LEVEL == 2
    return (vf32)_mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(const void *)p));
#elif WR_LEVEL == 1
    return (vf32)_mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)p));
#elif WR_NEON
    return (vf32)vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(p)));
#else
    return (vf32){half_value(p[0]), half_value(p[1]), half_value(p[2]), half_value(p[3])};
#endif
}

WR_INLINE vf32 bf16_values(const uint16_t *p) {
#if WR_LEVEL == 2
    __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)p);
    return (vf32)_mm512_slli_epi32(_mm512_cvtepu16_epi32(v), 16);
#elif WR_LEVEL == 1
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
    return (vf32)_mm256_slli_epi32(_mm256_cvtepu16_epi32(v), 16);
#elif WR_NEON
    return (vf32)vshll_n_u16(vld1_u16(p), 16);
#else
    vu32 v;
    for (int i = 0; i < WR_F32S; i++) v[i] = (uint32_t)p[i] << 16;
    return (vf32)v;
#endif
}

static void put_row_f16(void *dst, int64_t step, const void *row, int64_t n) {
    const float *from = row;
    uint16_t *to = dst;
    int64_t i = 0;
#if WR_LEVEL == 2
    for (; step == 1 && i + 16 <= n; i += 16)
        _mm256_storeu_si256((__m256i *)(void *)(to + i),
                            _mm512_cvtps_ph(_mm512_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT));
#elif WR_LEVEL == 1
    for (; step == 1 && i + 8 <= n; i += 8)
        _mm_storeu_si128((__m128i *)(void *)(to + i),
                         _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT));
#elif WR_NEON
    for (; step == 1 && i + 4 <= n; i += 4)
        vst1_u16(to + i, vreinterpret_u16_f16(vcvt_f16_f32(vld1q_f32(from + i))));
#endif
    for (; i < n; i++) to[i * step] = half_of(from[i]);
}

static void put_row_bf16(void *dst, int64_t step, const void *row, int64_t n) {
    const float *from = row;
    uint16_t *to = dst;
    if (step == 1) /* a loop that compilers vectorise */
        for (int64_t i = 0; i < n; i++) to[i] = bf16_of(from[i]);
    else
        for (int64_t i = 0; i < n; i++) to[i * step] = bf16_of(from[i]);
}

/* ---- Parts of vectors ---------------------------------------------------------------------- */

/* Load or store the first n elements of a vector, 0 <= n <= lanes.  The other elements are loaded
 * as zeros and not stored, and their memory is not accessed. */
#if WR_LEVEL == 2

typedef __mmask16 part_f32_mask;
typedef __mmask8 part_f64_mask;
WR_INLINE __mmask16 part_f32(int n) {
    assert(n >= 0 && n <= 16);
    return (__mmask16)((1u << n) - 1);
}
WR_INLINE __mmask8 part_f64(int n) {
    assert(n >= 0 && n <= 8);
    return (__mmask8)((1u << n) - 1);
}
WR_INLINE vf32 load_part_f32(const float *p, __mmask16 part) {
    return (vf32)_mm512_maskz_loadu_ps(part, p);
}
WR_INLINE vf64 load_part_f64(const double *p, __mmask8 part) {
    return (vf64)_mm512_maskz_loadu_pd(part, p);
}
WR_INLINE void store_part_f32(float *p, vf32 v, __mmask16 part) {
    _mm512_mask_storeu_ps(p, part, (__m512)v);
}
WR_INLINE void store_part_f64(double *p, vf64 v, __mmask8 part) {
    _mm512_mask_storeu_pd(p, part, (__m512d)v);
}

#elif WR_LEVEL == 1

typedef __m256i part_f32_mask, part_f64_mask;
static const int32_t part_table[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
WR_INLINE __m256i part_f32(int n) {
    const int32_t *from = part_table + (n < 8 ? 8 - n : 0);
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}
WR_INLINE __m256i part_f64(int n) { return part_f32(2 * n); }
WR_INLINE vf32 load_part_f32(const float *p, __m256i part) {
    return (vf32)_mm256_maskload_ps(p, part);
}
WR_INLINE vf64 load_part_f64(const double *p, __m256i part) {
    return (vf64)_mm256_maskload_pd(p, part);
}
WR_INLINE void store_part_f32(float *p, vf32 v, __m256i part) {
    _mm256_maskstore_ps(p, part, (__m256)v);
}
WR_INLINE void store_part_f64(double *p, vf64 v, __m256i part) {
    _mm256_maskstore_pd(p, part, (__m256d)v);
}

#else

typedef int part_f32_mask, part_f64_mask;
WR_INLINE int part_f32(int n) { return n; }
WR_INLINE int part_f64(int n) { return n; }
WR_INLINE vf32 load_part_f32(const float *p, int part) {
    vf32 v = {0};
    for (int i = 0; i < WR_F32S; i++)
        if (i < part) v[i] = p[i];
    return v;
}
WR_INLINE vf64 load_part_f64(const double *p, int part) {
    vf64 v = {0};
    for (int i = 0; i < WR_F64S; i++)
        if (i < part) v[i] = p[i];
    return v;
}
WR_INLINE void store_part_f32(float *p, vf32 v, int part) {
    for (int i = 0; i < WR_F32S; i++)
        if (i < part) p[i] = v[i];
}
WR_INLINE void store_part_f64(double *p, vf64 v, int part) {
    for (int i = 0; i < WR_F64S; i++)
        if (i < part) p[i] = v[i];
}

#endif

/* ---- Transposing squares ------------------------------------------------------------------- */

/* Within each 16-byte block, interleave the lower (LOW) or the upper (HIGH) elements of two
 * vectors; elements have 4 or 8 bytes. */
#if WR_LEVEL == 2
#define LOW4(a, b)  ((vf32)_mm512_unpacklo_ps((__m512)(a), (__m512)(b)))
#define HIGH4(a, b) ((vf32)_mm512_unpackhi_ps((__m512)(a), (__m512)(b)))
#define LOW8(a, b)  ((vf64)_mm512_unpacklo_pd((__m512d)(a), (__m512d)(b)))
#define HIGH8(a, b) ((vf64)_mm512_unpackhi_pd((__m512d)(a), (__m512d)(b)))
#elif WR_LEVEL == 1
#define LOW4(a, b)  ((vf32)_mm256_unpacklo_ps((__m256)(a), (__m256)(b)))
#define HIGH4(a, b) ((vf32)_mm256_unpackhi_ps((__m256)(a), (__m256)(b)))
#define LOW8(a, b)  ((vf64)_mm256_unpacklo_pd((__m256d)(a), (__m256d)(b)))
#define HIGH8(a, b) ((vf64)_mm256_unpackhi_pd((__m256d)(a), (__m256d)(b)))
#else
#define LOW4(a, b)  __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define HIGH4(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define LOW8(a, b)  __builtin_shufflevector(a, b, 0, 2)
#define HIGH8(a, b) __builtin_shufflevector(a, b, 1, 3)
#endif

/* Transpose the square of 16-byte blocks whose rows are v[0], v[step], v[2 * step], ... */
WR_INLINE void transpose_blocks(vf64 *v, const int step) {
#if WR_LEVEL == 2
    __m512d a = (__m512d)v[0], b = (__m512d)v[step], c = (__m512d)v[2 * step],
            d = (__m512d)v[3 * step];
    __m512d ab0 = _mm512_shuffle_f64x2(a, b, 0x44), ab1 = _mm512_shuffle_f64x2(a, b, 0xee);
    __m512d cd0 = _mm512_shuffle_f64x2(c, d, 0x44), cd1 = _mm512_shuffle_f64x2(c, d, 0xee);
    v[0] = (vf64)_mm512_shuffle_f64x2(ab0, cd0, 0x88);
    v[step] = (vf64)_mm512_shuffle_f64x2(ab0, cd0, 0xdd);
    v[2 * step] = (vf64)_mm512_shuffle_f64x2(ab1, cd1, 0x88);
    v[3 * step] = (vf64)_mm512_shuffle_f64x2(ab1, cd1, 0xdd);
#elif WR_LEVEL == 1
    __m256d a = (__m256d)v[0], b = (__m256d)v[step];
    v[0] = (vf64)_mm256_permute2f128_pd(a, b, 0x20);
    v[step] = (vf64)_mm256_permute2f128_pd(a, b, 0x31);
#else
    (void)v, (void)step;
#endif
}

/* Transpose a square of elements: first within blocks of 16 bytes, then the blocks. */
WR_INLINE void transpose_f64(vf64 v[WR_F64S]) {
    WR_UNROLL for (int i = 0; i < WR_F64S; i += 2) {
        vf64 a = v[i], b = v[i + 1];
        v[i] = LOW8(a, b);
        v[i + 1] = HIGH8(a, b);
    }
    WR_UNROLL for (int i = 0; i < 2; i++) transpose_blocks(v + i, 2);
}

WR_INLINE void transpose_f32(vf32 v[WR_F32S]) {
    vf64 w[WR_F32S];
    WR_UNROLL for (int i = 0; i < WR_F32S; i += 4) {
        vf64 low01 = (vf64)LOW4(v[i], v[i + 1]), high01 = (vf64)HIGH4(v[i], v[i + 1]);
        vf64 low23 = (vf64)LOW4(v[i + 2], v[i + 3]), high23 = (vf64)HIGH4(v[i + 2], v[i + 3]);
        w[i] = LOW8(low01, low23);
        w[i + 1] = HIGH8(low01, low23);
        w[i + 2] = LOW8(high01, high23);
        w[i + 3] = HIGH8(high01, high23);
    }
    WR_UNROLL for (int i = 0; i < 4; i++) transpose_blocks(w + i, 4);
    WR_UNROLL for (int i = 0; i < WR_F32S; i++) v[i] = (vf32)w[i];
}

/* ---- The two compute types ----------------------------------------------------------------- */

#define KC_F32 WR_SIZE(WR_FUSED ? 384 : 256, 40)
#define KC_F64 WR_SIZE(256, 24)
/* Elements between the rows of a strip of A: a line more than a block, because rows a power of two
 * apart would map to the same cache sets. */
#define ROW_F32 (KC_F32 + 16)
#define ROW_F64 (KC_F64 + 8)

/* How a tile reads its operands. */
enum {
    ANY,    /* any strides */
    ROWS,   /* A is a copy whose rows are A_ROW elements apart */
    PANELS, /* both operands are packed panels */
};

/* Tiles of ROWS and of PANELS do UNROLLED steps per iteration, so that few instructions are not
 * loads or multiplications.  They prefetch B, B_STEPS steps ahead.  All tiles prefetch C, C_STEPS
 * steps before their end, because the first-level cache does not keep it for much longer. */
enum { UNROLLED = 4, B_STEPS = 8, C_STEPS = 32 };

/* Make the compiler forget what it knows about a pointer, and keep loads and stores on their side
 * of this point.  Otherwise it would compute the addresses of all rows of C before the loop and keep
 * them in memory, and load elements of later steps so early that registers run out. */
#define FORGET(pointer) __asm__ volatile("" : "+r"(pointer) : : "memory")

/* Compilers choose among the three forms of the instruction, which overwrite different operands, and
 * then need copies: the accumulator's register has to be the one that is overwritten. */
#if WR_LEVEL > 0
#define ADD_PRODUCT_F32(c, a, b) __asm__("vfmadd231ps %2, %1, %0" : "+v"(c) : "v"(a), "v"(b))
#define ADD_PRODUCT_F64(c, a, b) __asm__("vfmadd231pd %2, %1, %0" : "+v"(c) : "v"(a), "v"(b))
#else
#define ADD_PRODUCT_F32(c, a, b) ((c) = wr_fma_f32(a, b, c))
#define ADD_PRODUCT_F64(c, a, b) ((c) = wr_fma_f64(a, b, c))
#endif

enum {
    STRIP = 1024,     /* maximum number of matrix rows multiplied by a vector at a time */
    DOT_BLOCK = 1024, /* maximum number of elements of a dot product summed at a time */
};

#define REAL        float
#define VEC         vf32
#define VECU        vf32u
#define LANES       WR_F32S
#define NAME(x)     x##_f32
#define FMA         wr_fma_f32
#define ADD_PRODUCT ADD_PRODUCT_F32
#define SPLAT       SPLAT_F32
#define DTYPE       WR_GEMM_F32
#define HALVES_TOO  true
#define A_ROW       ROW_F32
#define PART        part_f32_mask
#include "ops/matmul/gemm_simd_template.h"
#undef REAL
#undef VEC
#undef VECU
#undef LANES
#undef NAME
#undef FMA
#undef ADD_PRODUCT
#undef SPLAT
#undef DTYPE
#undef HALVES_TOO
#undef A_ROW
#undef PART

/* The functions of the dtypes that are computed in f32. */
#define HALVES(name, dtype)                                                                        \
    static void pack_##name(void *panel_at, int64_t panel, const void *src, int64_t step_i,        \
                            int64_t step_k, int64_t width, int64_t k) {                            \
        pack_from_f32(panel_at, panel, src, step_i, step_k, width, k, dtype);                      \
    }                                                                                              \
    static void get_row_##name(void *row, const void *src, int64_t step, int64_t n) {              \
        get_row_from_f32(row, src, step, n, dtype);                                                \
    }                                                                                              \
    static void vector_##name(const wr_gemm_vector *v) { vector_from_f32(v, dtype); }              \
    static void dot_##name(void *out, const void *a, int64_t a_step, const void *b,                \
                           int64_t b_step, int64_t n) {                                            \
        dot_from_f32(out, a, a_step, b, b_step, n, dtype);                                         \
    }
HALVES(f16, WR_GEMM_F16)
HALVES(bf16, WR_GEMM_BF16)

#define REAL        double
#define VEC         vf64
#define VECU        vf64u
#define LANES       WR_F64S
#define NAME(x)     x##_f64
#define FMA         wr_fma_f64
#define ADD_PRODUCT ADD_PRODUCT_F64
#define SPLAT       SPLAT_F64
#define DTYPE       WR_GEMM_F64
#define HALVES_TOO  false
#define A_ROW       ROW_F64
#define PART        part_f64_mask
#include "ops/matmul/gemm_simd_template.h"

/* ---- Integers and complex numbers ---------------------------------------------------------- */

/* Compute C one strip of a row at a time: the sums of a strip stay in the cache, and the compiler
 * vectorises the loop.  PARTS is 2 for complex types, whose real and imaginary parts are
 * adjacent. */
enum { UNTILED_STRIP = 64 };
#define UNTILED(name, type, PARTS, TERM)                                                           \
    static void name(const wr_gemm_untiled *p) {                                                   \
        const type *a = p->a, *b = p->b;                                                           \
        type *c = p->c, sum[UNTILED_STRIP * (PARTS)];                                              \
        for (int64_t j0 = 0; j0 < p->cols; j0 += UNTILED_STRIP) {                                  \
            int64_t n = p->cols - j0 < UNTILED_STRIP ? p->cols - j0 : UNTILED_STRIP;               \
            for (int64_t i = 0; i < p->rows; i++) {                                                \
                memset(sum, 0, sizeof sum);                                                        \
                for (int64_t k = 0; k < p->k; k++) {                                               \
                    const type *x = a + (PARTS) * (i * p->a_row + k * p->a_col);                   \
                    const type *y = b + (PARTS) * (k * p->b_row + j0 * p->b_col);                  \
                    int64_t step = (PARTS)*p->b_col;                                               \
                    if (step == (PARTS))                                                           \
                        for (int64_t j = 0; j < n; j++) TERM(sum, x, y, j, (PARTS)*j);             \
                    else                                                                           \
                        for (int64_t j = 0; j < n; j++) TERM(sum, x, y, j, step *j);               \
                }                                                                                  \
                for (int64_t j = 0; j < n * (PARTS); j++) {                                        \
                    int64_t at = i * p->c_row + (j0 + j / (PARTS)) * p->c_col;                     \
                    type *to = c + at * (PARTS) + j % (PARTS);                                     \
                    *to = p->add ? *to + sum[j] : sum[j];                                          \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }
#define TERM_INT(sum, x, y, j, at) sum[j] += x[0] * y[at]
#define TERM_COMPLEX(sum, x, y, j, at)                                                             \
    (sum[2 * (j)] += x[0] * y[at] - x[1] * y[(at) + 1],                                            \
     sum[2 * (j) + 1] += x[0] * y[(at) + 1] + x[1] * y[at])
UNTILED(untiled_i32, uint32_t, 1, TERM_INT)
UNTILED(untiled_i64, uint64_t, 1, TERM_INT)
UNTILED(untiled_c64, float, 2, TERM_COMPLEX)
UNTILED(untiled_c128, double, 2, TERM_COMPLEX)

#define FUNCTIONS                                                                                  \
    .real = {{sizeof(float), MR, 2 * WR_F32S, KC_F32, ROW_F32, !WR_NEON, rows_ahead_f32,           \
              tile_f32},                                                                           \
             {sizeof(double), MR, 2 * WR_F64S, KC_F64, ROW_F64, !WR_NEON, rows_ahead_f64,          \
              tile_f64}},                                                                          \
    .vector = {vector_f32, vector_f64, vector_f16, vector_bf16},                                   \
    .dot = {dot_f32, dot_f64, dot_f16, dot_bf16},                                                  \
    .pack = {pack_f32, pack_f64, pack_f16, pack_bf16},                                             \
    .get = {get_row_f32, get_row_f64, get_row_f16, get_row_bf16},                                  \
    .put = {put_row_f32, put_row_f64, put_row_f16, put_row_bf16},                                  \
    .untiled = {untiled_i32, untiled_i64, untiled_c64, untiled_c128}

extern const wr_gemm_simd WR_AT_LEVEL(wr_gemm_simd);
const wr_gemm_simd WR_AT_LEVEL(wr_gemm_simd) = {FUNCTIONS};

/* The same functions, and those of instructions for pairs. */
#if WR_LEVEL == 2
const wr_gemm_simd wr_gemm_simd_avx512_bf16 = {FUNCTIONS,
                                               .pairs = {[WR_GEMM_BF16] = &wr_pairs_avx512_bf16}};
const wr_gemm_simd wr_gemm_simd_amx_bf16 = {FUNCTIONS,
                                            .pairs = {[WR_GEMM_BF16] = &wr_pairs_amx_bf16}};
const wr_gemm_simd wr_gemm_simd_amx_fp16 = {
    FUNCTIONS, .pairs = {[WR_GEMM_BF16] = &wr_pairs_amx_bf16, [WR_GEMM_F16] = &wr_pairs_amx_fp16}};
#endif
