/* quicksort_simd.c - sorts a row of unsigned keys with vectors, compiled once per SIMD level.
 *
 * A row of up to 8 or 16 vectors is sorted in registers by a sorting network.  A longer row is
 * split in two by a pivot: each vector is compared with it, its smaller elements are moved to the
 * front and appended to one list, the others to another list.  Level 0 has no instruction that
 * moves a variable selection of elements to the front; it uses the sorts of sort_keys.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/sort/quicksort_simd.h"

#include "base/base.h"
#include "ops/simd/level.h"

#if WR_LEVEL > 0

#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

/* SWAP(v, m): lane i of the result is lane i ^ m.  EITHER(a, b, g): lane i is from b if the bit g
 * of i is set, otherwise from a.  ZIP_LOW, ZIP_HIGH: the lanes of the lower and upper halves of a
 * and b in turn. */
#define SWAP4(v, m) __builtin_shufflevector(v, v, 0 ^ (m), 1 ^ (m), 2 ^ (m), 3 ^ (m))
#define SWAP8(v, m)                                                                                \
    __builtin_shufflevector(v, v, 0 ^ (m), 1 ^ (m), 2 ^ (m), 3 ^ (m), 4 ^ (m), 5 ^ (m), 6 ^ (m),   \
                            7 ^ (m))
#define SWAP16(v, m)                                                                               \
    __builtin_shufflevector(v, v, 0 ^ (m), 1 ^ (m), 2 ^ (m), 3 ^ (m), 4 ^ (m), 5 ^ (m), 6 ^ (m),   \
                            7 ^ (m), 8 ^ (m), 9 ^ (m), 10 ^ (m), 11 ^ (m), 12 ^ (m), 13 ^ (m),     \
                            14 ^ (m), 15 ^ (m))
#define OF(i, g, lanes) ((i) & (g) ? (i) + (lanes) : (i))
#define EITHER4(a, b, g)                                                                           \
    __builtin_shufflevector(a, b, OF(0, g, 4), OF(1, g, 4), OF(2, g, 4), OF(3, g, 4))
#define EITHER8(a, b, g)                                                                           \
    __builtin_shufflevector(a, b, OF(0, g, 8), OF(1, g, 8), OF(2, g, 8), OF(3, g, 8), OF(4, g, 8), \
                            OF(5, g, 8), OF(6, g, 8), OF(7, g, 8))
#define EITHER16(a, b, g)                                                                          \
    __builtin_shufflevector(a, b, OF(0, g, 16), OF(1, g, 16), OF(2, g, 16), OF(3, g, 16),          \
                            OF(4, g, 16), OF(5, g, 16), OF(6, g, 16), OF(7, g, 16), OF(8, g, 16),  \
                            OF(9, g, 16), OF(10, g, 16), OF(11, g, 16), OF(12, g, 16),             \
                            OF(13, g, 16), OF(14, g, 16), OF(15, g, 16))
#define ZIP_LOW4(a, b)  __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define ZIP_HIGH4(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define ZIP_LOW8(a, b)  __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define ZIP_HIGH8(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define ZIP_LOW16(a, b)                                                                            \
    __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define ZIP_HIGH16(a, b)                                                                           \
    __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)

#if WR_LEVEL == 2

#define TURN_u32(v)              (v)
#define TURN_u64(v)              (v)
#define MIN_u32(a, b)            ((vu32)_mm512_min_epu32((__m512i)(a), (__m512i)(b)))
#define MAX_u32(a, b)            ((vu32)_mm512_max_epu32((__m512i)(a), (__m512i)(b)))
#define MIN_u64(a, b)            ((vu64)_mm512_min_epu64((__m512i)(a), (__m512i)(b)))
#define MAX_u64(a, b)            ((vu64)_mm512_max_epu64((__m512i)(a), (__m512i)(b)))
#define LESS_u32(a, b)           _mm512_cmplt_epu32_mask((__m512i)(a), (__m512i)(b))
#define LESS_u64(a, b)           _mm512_cmplt_epu64_mask((__m512i)(a), (__m512i)(b))
#define FRONT_u32(mask, v)       ((vu32)_mm512_maskz_compress_epi32((__mmask16)(mask), (__m512i)(v)))
#define FRONT_u64(mask, v)       ((vu64)_mm512_maskz_compress_epi64((__mmask8)(mask), (__m512i)(v)))
#define FIRST(n)                 _bzhi_u32(UINT32_MAX, (unsigned)(n)) /* the lowest n bits */
#define LOAD_SOME_u32(from, n)   ((vu32)_mm512_maskz_loadu_epi32((__mmask16)FIRST(n), from))
#define LOAD_SOME_u64(from, n)   ((vu64)_mm512_maskz_loadu_epi64((__mmask8)FIRST(n), from))
#define STORE_SOME_u32(to, v, n) _mm512_mask_storeu_epi32(to, (__mmask16)FIRST(n), (__m512i)(v))
#define STORE_SOME_u64(to, v, n) _mm512_mask_storeu_epi64(to, (__mmask8)FIRST(n), (__m512i)(v))
#define PAD_u32(v, n)                                                                              \
    ((vu32)_mm512_mask_mov_epi32(_mm512_set1_epi32(-1), (__mmask16)FIRST(n), (__m512i)(v)))
#define PAD_u64(v, n)                                                                              \
    ((vu64)_mm512_mask_mov_epi64(_mm512_set1_epi64(-1), (__mmask8)FIRST(n), (__m512i)(v)))

#else

/* AVX2 compares 64-bit numbers with sign only, so in registers their highest bit is inverted. */
#define TURN_u32(v) (v)
#define TURN_u64(v) ((v) ^ UINT64_C(1) << 63)

WR_INLINE vu64 min_u64(vu64 a, vu64 b) {
    __m256i more = _mm256_cmpgt_epi64((__m256i)a, (__m256i)b);
    return (vu64)_mm256_blendv_epi8((__m256i)a, (__m256i)b, more);
}

WR_INLINE vu64 max_u64(vu64 a, vu64 b) {
    __m256i more = _mm256_cmpgt_epi64((__m256i)a, (__m256i)b);
    return (vu64)_mm256_blendv_epi8((__m256i)b, (__m256i)a, more);
}

/* byte j of front_u32[m] is the number of the j-th bit that is set in m; in front_u64 each element
 * has two such numbers, of the 32-bit halves. */
#define BIT(m, b, of)                                                                              \
    ((m) >> (b)&1 ? (uint64_t)(of) << 8 * __builtin_popcount((m) & ((1u << (b)) - 1)) : 0)
#define BYTES(m)                                                                                   \
    (BIT(m, 0, 0) | BIT(m, 1, 1) | BIT(m, 2, 2) | BIT(m, 3, 3) | BIT(m, 4, 4) | BIT(m, 5, 5) |     \
     BIT(m, 6, 6) | BIT(m, 7, 7))
#define HALVES(m)     BYTES(((m)&1) * 3 | ((m) >> 1 & 1) * 12 | ((m) >> 2 & 1) * 48 | ((m) >> 3) * 192)
#define FOUR(X, m)    X((m)), X((m) + 1), X((m) + 2), X((m) + 3)
#define SIXTEEN(X, m) FOUR(X, m), FOUR(X, (m) + 4), FOUR(X, (m) + 8), FOUR(X, (m) + 12)
#define SIXTY_FOUR(m)                                                                              \
    SIXTEEN(BYTES, m), SIXTEEN(BYTES, (m) + 16), SIXTEEN(BYTES, (m) + 32), SIXTEEN(BYTES, (m) + 48)
static const uint64_t front_u32[256] = {SIXTY_FOUR(0u), SIXTY_FOUR(64u), SIXTY_FOUR(128u),
                                        SIXTY_FOUR(192u)};
static const uint64_t front_u64[16] = {SIXTEEN(HALVES, 0u)};

WR_INLINE __m256i front(const uint64_t *places, __m256i v) {
    __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)places);
    return _mm256_permutevar8x32_epi32(v, _mm256_cvtepu8_epi32(bytes));
}

/* A vector of 1 bits followed by a vector of 0 bits, read from the middle for masks. */
static const int32_t ones_then_zeros[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
#define FIRST(n, bytes)                                                                            \
    _mm256_loadu_si256(                                                                            \
        (const __m256i *)(const void *)(ones_then_zeros + 8 - (int)(n) * (bytes) / 4))

#define MIN_u32(a, b) ((vu32)_mm256_min_epu32((__m256i)(a), (__m256i)(b)))
#define MAX_u32(a, b) ((vu32)_mm256_max_epu32((__m256i)(a), (__m256i)(b)))
#define MIN_u64(a, b) min_u64(a, b)
#define MAX_u64(a, b) max_u64(a, b)
/* a < b if the smaller of them is not b. */
#define LESS_u32(a, b)                                                                             \
    ((unsigned)~_mm256_movemask_ps(                                                                \
         (__m256)_mm256_cmpeq_epi32((__m256i)MIN_u32(a, b), (__m256i)(b))) &                       \
     255)
#define LESS_u64(a, b)                                                                             \
    ((unsigned)_mm256_movemask_pd((__m256d)_mm256_cmpgt_epi64((__m256i)(b), (__m256i)(a))))
#define FRONT_u32(mask, v) ((vu32)front(front_u32 + (mask), (__m256i)(v)))
#define FRONT_u64(mask, v) ((vu64)front(front_u64 + (mask), (__m256i)(v)))
#define LOAD_SOME_u32(from, n)                                                                     \
    ((vu32)_mm256_maskload_epi32((const int *)(const void *)(from), FIRST(n, 4)))
#define LOAD_SOME_u64(from, n)                                                                     \
    ((vu64)_mm256_maskload_epi64((const long long *)(const void *)(from), FIRST(n, 8)))
#define STORE_SOME_u32(to, v, n)                                                                   \
    _mm256_maskstore_epi32((int *)(void *)(to), FIRST(n, 4), (__m256i)(v))
#define STORE_SOME_u64(to, v, n)                                                                   \
    _mm256_maskstore_epi64((long long *)(void *)(to), FIRST(n, 8), (__m256i)(v))
#define PAD_u32(v, n) ((v) | ~(vu32)FIRST(n, 4))
#define PAD_u64(v, n) ((v) | ~(vu64)FIRST(n, 8))

#endif

#if WR_LEVEL == 2
#define LANES 16
#else
#define LANES 8
#endif
#define ROWS    8
#define S(name) name##_u32
#define T       uint32_t
#define V       vu32
#define VU      vu32u
#include "ops/sort/quicksort_template.h"

#if WR_LEVEL == 2
#define LANES 8
#else
#define LANES 4
#endif
#define ROWS    16
#define S(name) name##_u64
#define T       uint64_t
#define V       vu64
#define VU      vu64u
#include "ops/sort/quicksort_template.h"

const wr_quicksort_simd WR_AT_LEVEL(wr_quicksort_simd) = {.u32 = {sort_u32, halve_u32},
                                                          .u64 = {sort_u64, halve_u64}};

#else

const wr_quicksort_simd WR_AT_LEVEL(wr_quicksort_simd) = {{0}, {0}};

#endif
