/* gemm_pairs_x86.c - tiles of pairs with AVX512-BF16 and AMX, and packing with AVX-512.
 *
 * AMX has eight registers, called tiles, of 16 rows of 64 bytes.  tdpbf16ps multiplies 16 rows of 32
 * elements of A by 32 steps of 16 columns of B and adds the products to 16 x 16 sums.  A tile of this
 * library is 2 x 2 of them:
 *
 *               B, columns 0-15 (6)   B, columns 16-31 (7)
 *   A, rows  0-15 (4)    sums 0            sums 1
 *   A, rows 16-31 (5)    sums 2            sums 3
 *
 * so a group of steps needs four loads for four products.  The registers belong to a thread after
 * `begin` and are released by `end`, so that the system need not save 8 KB when it switches threads.
 *
 * AVX512-BF16's vdpbf16ps does the same for one row of A and 16 columns of B at a time.
 *
 * The functions are compiled for these instructions by attributes and called only where simd.c has
 * found them.  The float16 product of AMX is newer than many assemblers, so it is written in bytes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/matmul/gemm_pairs.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "base/base.h"

#if defined(__clang__)
#define WR_UNROLL _Pragma("clang loop unroll(full)")
#else
#define WR_UNROLL _Pragma("GCC unroll 16")
#endif

#define AVX512      __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#define AVX512_BF16 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512bf16")))
#define AMX         __attribute__((target("amx-tile,amx-bf16")))

enum {
    PANEL = WR_PAIRS_PANEL,
    STEPS = WR_PAIRS_STEPS,
    PAIRS = STEPS / 2,
    GROUP_BYTES = WR_PAIRS_GROUP_BYTES,
    ROW_BYTES = STEPS * 2,  /* of a group of A */
    PAIR_BYTES = PANEL * 4, /* of a pair of steps of B */
    TILE_BYTES = PANEL * 4, /* of a row of sums */
    VECTOR = 16,            /* columns of B, or pairs, in a vector */
};

/* ---- Packing ------------------------------------------------------------------------------- */

/* Transpose a square of 16 x 16 words of 32 bits. */
AVX512 static inline void transpose(__m512i v[VECTOR]) {
    __m512i w[VECTOR];
    WR_UNROLL for (int i = 0; i < VECTOR; i += 2) {
        w[i] = _mm512_unpacklo_epi32(v[i], v[i + 1]);
        w[i + 1] = _mm512_unpackhi_epi32(v[i], v[i + 1]);
    }
    WR_UNROLL for (int i = 0; i < VECTOR; i += 4) {
        v[i] = _mm512_unpacklo_epi64(w[i], w[i + 2]);
        v[i + 1] = _mm512_unpackhi_epi64(w[i], w[i + 2]);
        v[i + 2] = _mm512_unpacklo_epi64(w[i + 1], w[i + 3]);
        v[i + 3] = _mm512_unpackhi_epi64(w[i + 1], w[i + 3]);
    }
    WR_UNROLL for (int i = 0; i < 4; i++) {
        __m512i low = _mm512_shuffle_i32x4(v[i], v[i + 4], 0x44);
        __m512i high = _mm512_shuffle_i32x4(v[i], v[i + 4], 0xee);
        __m512i low2 = _mm512_shuffle_i32x4(v[i + 8], v[i + 12], 0x44);
        __m512i high2 = _mm512_shuffle_i32x4(v[i + 8], v[i + 12], 0xee);
        w[i] = _mm512_shuffle_i32x4(low, low2, 0x88);
        w[i + 4] = _mm512_shuffle_i32x4(low, low2, 0xdd);
        w[i + 8] = _mm512_shuffle_i32x4(high, high2, 0x88);
        w[i + 12] = _mm512_shuffle_i32x4(high, high2, 0xdd);
    }
    WR_UNROLL for (int i = 0; i < VECTOR; i++) v[i] = w[i];
}

AVX512 static inline __mmask32 first(int64_t n) {
    return n >= 32 ? 0xffffffff : n <= 0 ? 0 : ((uint32_t)1 << n) - 1;
}

/* Load the first n of 32 elements; the others are zeros.  Memory behind them is not accessed. */
AVX512 static inline __m512i load(const uint16_t *from, int64_t n) {
    return _mm512_maskz_loadu_epi16(first(n), from);
}

/* Load 16 strips of at most `steps` contiguous steps.  Strips from `width` on are zeros. */
AVX512 static inline void load_strips(__m512i v[VECTOR], const uint16_t *src, int64_t step_i,
                                      int64_t width, int64_t steps) {
    WR_UNROLL for (int i = 0; i < VECTOR; i++) v[i] =
        i < width ? load(src + i * step_i, steps) : _mm512_setzero_si512();
}

/* Load 16 pairs of at most `steps` steps, for 16 of `width` contiguous elements: those from `from`
 * on.  v[p] has the pairs of steps 2 p and 2 p + 1. */
AVX512 static inline void load_pairs(__m512i v[VECTOR], const uint16_t *src, int64_t step_k,
                                     int from, int64_t width, int64_t steps) {
    static const _Alignas(64)
        uint16_t order[2][32] = {{0, 32, 1, 33, 2,  34, 3,  35, 4,  36, 5,  37, 6,  38, 7,  39,
                                  8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47},
                                 {16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55,
                                  24, 56, 25, 57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62, 31, 63}};
    const __m512i places = _mm512_load_si512(order[from / VECTOR]);
    WR_UNROLL for (int p = 0; p < PAIRS; p++) {
        __m512i even = load(src + 2 * p * step_k, 2 * p < steps ? width : 0);
        __m512i odd = load(src + (2 * p + 1) * step_k, 2 * p + 1 < steps ? width : 0);
        v[p] = _mm512_permutex2var_epi16(even, places, odd);
    }
}

AVX512 static inline void store_square(char *to, int64_t step, const __m512i v[VECTOR]) {
    WR_UNROLL for (int i = 0; i < VECTOR; i++) _mm512_store_si512(to + i * step, v[i]);
}

/* Gather 32 x 32 elements with any strides to rows of contiguous steps.  Elements outside of width and
 * steps are zeros. */
static void gather(uint16_t to[PANEL][STEPS], const uint16_t *src, int64_t step_i, int64_t step_k,
                   int64_t width, int64_t steps) {
    memset(to, 0, PANEL * STEPS * sizeof **to);
    for (int64_t i = 0; i < wr_min(width, PANEL); i++)
        for (int64_t k = 0; k < wr_min(steps, STEPS); k++) to[i][k] = src[i * step_i + k * step_k];
}

/* `b`: a panel of B, otherwise of A.  Pairs that are loaded have the layout of B, strips that of A. */
AVX512 static inline __attribute__((always_inline)) void pack(char *panel, const uint16_t *src,
                                                              int64_t step_i, int64_t step_k,
                                                              int64_t width, int64_t steps,
                                                              const bool b) {
    _Alignas(64) uint16_t rows[PANEL][STEPS];
    __m512i v[VECTOR];
    const bool gathers = step_k != 1 && step_i != 1, pairs = step_i == 1 && (b || step_k != 1);
    for (int64_t k = 0; k < steps; k += STEPS, panel += GROUP_BYTES) {
        const uint16_t *from = src + k * step_k;
        if (gathers) gather(rows, from, step_i, step_k, width, steps - k);
        for (int i = 0; i < PANEL; i += VECTOR) {
            if (pairs)
                load_pairs(v, from, step_k, i, width, steps - k);
            else if (gathers)
                load_strips(v, rows[i], STEPS, VECTOR, STEPS);
            else
                load_strips(v, from + i * step_i, step_i, width - i, steps - k);
            if (pairs != b) transpose(v);
            store_square(panel + i * (b ? 4 : ROW_BYTES), b ? PAIR_BYTES : ROW_BYTES, v);
        }
    }
}

AVX512 static void pack_a(char *panel, const uint16_t *src, int64_t step_i, int64_t step_k,
                          int64_t width, int64_t steps) {
    pack(panel, src, step_i, step_k, width, steps, false);
}

AVX512 static void pack_b(char *panel, const uint16_t *src, int64_t step_i, int64_t step_k,
                          int64_t width, int64_t steps) {
    pack(panel, src, step_i, step_k, width, steps, true);
}

/* ---- Storing -------------------------------------------------------------------------------- */

/* `half`: float16, otherwise bfloat16. */
AVX512_BF16 static inline __attribute__((always_inline)) void store(uint16_t *c, int64_t c_row,
                                                                    const uint16_t *old,
                                                                    int64_t old_row, int64_t rows,
                                                                    int64_t cols, const float *sums,
                                                                    const bool half) {
    const __mmask32 part = first(cols);
    for (int64_t i = 0; i < rows; i++, sums += PANEL, c += c_row) {
        __m512 low = _mm512_load_ps(sums), high = _mm512_load_ps(sums + VECTOR);
        if (old != NULL) {
            __m512i was = _mm512_maskz_loadu_epi16(part, old);
            __m256i was_low = _mm512_castsi512_si256(was);
            __m256i was_high = _mm512_extracti64x4_epi64(was, 1);
            if (half) {
                low = _mm512_add_ps(_mm512_cvtph_ps(was_low), low);
                high = _mm512_add_ps(_mm512_cvtph_ps(was_high), high);
            } else {
                low = _mm512_add_ps(
                    _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(was_low), 16)),
                    low);
                high = _mm512_add_ps(
                    _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(was_high), 16)),
                    high);
            }
            old += old_row;
        }
        __m512i rounded;
        if (half)
            rounded = _mm512_inserti64x4(
                _mm512_castsi256_si512(_mm512_cvtps_ph(low, _MM_FROUND_TO_NEAREST_INT)),
                _mm512_cvtps_ph(high, _MM_FROUND_TO_NEAREST_INT), 1);
        else
            rounded = (__m512i)_mm512_cvtne2ps_pbh(high, low);
        _mm512_mask_storeu_epi16(c, part, rounded);
    }
}

AVX512_BF16 static void store_bf16(uint16_t *c, int64_t c_row, const uint16_t *old, int64_t old_row,
                                   int64_t rows, int64_t cols, const float *sums) {
    store(c, c_row, old, old_row, rows, cols, sums, false);
}

AVX512_BF16 static void store_fp16(uint16_t *c, int64_t c_row, const uint16_t *old, int64_t old_row,
                                   int64_t rows, int64_t cols, const float *sums) {
    store(c, c_row, old, old_row, rows, cols, sums, true);
}

/* ---- AVX512-BF16 --------------------------------------------------------------------------- */

/* Compute `height` rows of a tile, from row `row` on. */
AVX512_BF16 static inline __attribute__((always_inline)) void rows_of(const wr_pairs_tile *t,
                                                                      int row, const int height) {
    __m512 sum[11][2];
    float *c = t->c + row * PANEL;
    WR_UNROLL for (int i = 0; i < height; i++) for (int h = 0; h < 2; h++) sum[i][h] =
        t->add ? _mm512_load_ps(c + i * PANEL + h * VECTOR) : _mm512_setzero_ps();
    const int64_t a_row = t->a_row;
    const char *a = t->a + row * a_row, *b = t->b;
    for (int64_t g = 0; g < t->groups; g++, a += t->a_group)
        for (int p = 0; p < PAIRS * 4; p += 4, b += PAIR_BYTES) {
            const __m512bh b0 = (__m512bh)_mm512_load_si512(b);
            const __m512bh b1 = (__m512bh)_mm512_load_si512(b + 64);
            WR_UNROLL for (int i = 0; i < height; i++) {
                int32_t pair;
                memcpy(&pair, a + i * a_row + p, sizeof pair);
                const __m512bh x = (__m512bh)_mm512_set1_epi32(pair);
                sum[i][0] = _mm512_dpbf16_ps(sum[i][0], x, b0);
                sum[i][1] = _mm512_dpbf16_ps(sum[i][1], x, b1);
            }
        }
    WR_UNROLL for (int i = 0; i < height; i++) for (int h = 0; h < 2; h++)
        _mm512_store_ps(c + i * PANEL + h * VECTOR, sum[i][h]);
}

AVX512_BF16 static void rows_11(const wr_pairs_tile *t, int row) { rows_of(t, row, 11); }
AVX512_BF16 static void rows_10(const wr_pairs_tile *t, int row) { rows_of(t, row, 10); }
AVX512_BF16 static void rows_4(const wr_pairs_tile *t, int row) { rows_of(t, row, 4); }

AVX512_BF16 static void tile_avx512_bf16(const wr_pairs_tile *t) {
    if (t->rows <= 4) {
        rows_4(t, 0);
        return;
    }
    rows_11(t, 0);
    if (t->rows > 11) rows_11(t, 11);
    if (t->rows > 22) rows_10(t, 22);
}

const wr_gemm_pairs wr_pairs_avx512_bf16 = {
    .tile = tile_avx512_bf16, .store = store_bf16, .pack_a = pack_a, .pack_b = pack_b};

/* ---- AMX ----------------------------------------------------------------------------------- */

/* The format of ldtilecfg: eight tiles of 16 rows of 64 bytes. */
typedef struct tile_config {
    uint8_t palette, start_row, reserved[14];
    uint16_t row_bytes[16];
    uint8_t rows[16];
} tile_config;

AMX static void begin_amx(void) {
    static const _Alignas(64) tile_config config = {
        .palette = 1,
        .row_bytes = {64, 64, 64, 64, 64, 64, 64, 64},
        .rows = {16, 16, 16, 16, 16, 16, 16, 16},
    };
    __asm__ volatile("ldtilecfg %0" : : "m"(config));
}

AMX static void end_amx(void) { __asm__ volatile("tilerelease" : : : "memory"); }

#define ZERO(tile) __asm__ volatile("tilezero %%tmm" #tile : :)
#define LOAD(tile, from, step)                                                                     \
    __asm__ volatile("tileloadd (%0,%1,1), %%tmm" #tile                                            \
                     :                                                                             \
                     : "r"(from), "r"((int64_t)(step))                                             \
                     : "memory")
#define STORE(tile, to, step)                                                                      \
    __asm__ volatile("tilestored %%tmm" #tile ", (%0,%1,1)"                                        \
                     :                                                                             \
                     : "r"(to), "r"((int64_t)(step))                                               \
                     : "memory")

/* sums += a * b, by tdpbf16ps, or if `half` is set by tdpfp16ps, which has these bytes. */
#define ADD_PRODUCT(sums, a, b, bytes)                                                             \
    do {                                                                                           \
        if (half)                                                                                  \
            __asm__ volatile(".byte " bytes : :);                                                  \
        else                                                                                       \
            __asm__ volatile("tdpbf16ps %%tmm" #b ", %%tmm" #a ", %%tmm" #sums : :);               \
    } while (0)

/* `lower` and `right`: whether the tile has more than 16 rows and columns. */
AMX static inline __attribute__((always_inline)) void tile_amx(const wr_pairs_tile *t,
                                                               const bool half, const bool lower,
                                                               const bool right) {
    float *const c = t->c;
    if (t->add) {
        LOAD(0, c, TILE_BYTES);
        if (right) LOAD(1, c + VECTOR, TILE_BYTES);
        if (lower) LOAD(2, c + VECTOR * PANEL, TILE_BYTES);
        if (lower && right) LOAD(3, c + VECTOR * PANEL + VECTOR, TILE_BYTES);
    } else {
        ZERO(0);
        if (right) ZERO(1);
        if (lower) ZERO(2);
        if (lower && right) ZERO(3);
    }
    const int64_t a_row = t->a_row;
    const char *a = t->a, *b = t->b;
    for (int64_t g = 0; g < t->groups; g++, a += t->a_group, b += GROUP_BYTES) {
        LOAD(4, a, a_row);
        LOAD(6, b, PAIR_BYTES);
        ADD_PRODUCT(0, 4, 6, "0xc4, 0xe2, 0x4b, 0x5c, 0xc4");
        if (right) {
            LOAD(7, b + 64, PAIR_BYTES);
            ADD_PRODUCT(1, 4, 7, "0xc4, 0xe2, 0x43, 0x5c, 0xcc");
        }
        if (lower) {
            LOAD(5, a + VECTOR * a_row, a_row);
            ADD_PRODUCT(2, 5, 6, "0xc4, 0xe2, 0x4b, 0x5c, 0xd5");
        }
        if (lower && right) ADD_PRODUCT(3, 5, 7, "0xc4, 0xe2, 0x43, 0x5c, 0xdd");
    }
    STORE(0, c, TILE_BYTES);
    if (right) STORE(1, c + VECTOR, TILE_BYTES);
    if (lower) STORE(2, c + VECTOR * PANEL, TILE_BYTES);
    if (lower && right) STORE(3, c + VECTOR * PANEL + VECTOR, TILE_BYTES);
}

#define TILES(name, half)                                                                          \
    AMX static void name(const wr_pairs_tile *t) {                                                 \
        const bool lower = t->rows > VECTOR, right = t->cols > VECTOR;                             \
        if (lower && right)                                                                        \
            tile_amx(t, half, true, true);                                                         \
        else if (lower)                                                                            \
            tile_amx(t, half, true, false);                                                        \
        else if (right)                                                                            \
            tile_amx(t, half, false, true);                                                        \
        else                                                                                       \
            tile_amx(t, half, false, false);                                                       \
    }
TILES(tile_amx_bf16, false)
TILES(tile_amx_fp16, true)

const wr_gemm_pairs wr_pairs_amx_bf16 = {.begin = begin_amx,
                                         .tile = tile_amx_bf16,
                                         .end = end_amx,
                                         .store = store_bf16,
                                         .pack_a = pack_a,
                                         .pack_b = pack_b};
const wr_gemm_pairs wr_pairs_amx_fp16 = {.begin = begin_amx,
                                         .tile = tile_amx_fp16,
                                         .end = end_amx,
                                         .store = store_fp16,
                                         .pack_a = pack_a,
                                         .pack_b = pack_b};

#endif
