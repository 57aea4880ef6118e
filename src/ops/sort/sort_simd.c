/* sort_simd.c - compares blocks of elements by their sort keys, compiled once per SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/sort/sort_simd.h"

#include "ops/simd/level.h"

WR_INLINE bool any_set(vu8 v) {
#if WR_LEVEL == 2
    return _mm512_test_epi64_mask((__m512i)v, (__m512i)v) != 0;
#elif WR_LEVEL == 1
    return !_mm256_testz_si256((__m256i)v, (__m256i)v);
#elif WR_NEON
    return vmaxvq_u8((uint8x16_t)v) != 0;
#else
    vu64 words = (vu64)v;
    return (words[0] | words[1]) != 0;
#endif
}

/* Define a wr_next_below_fn for one element size.  The size of a block is a multiple of the vector
 * size. */
#define NEXT_BELOW(unsigned_, signed_, U, S, bits)                                                 \
    static int64_t next_below_##unsigned_(const void *data, int64_t from, int64_t n,               \
                                          uint64_t turn, uint64_t flip, uint64_t limit) {          \
        enum { LANES = WR_VBYTES / (int)sizeof(U) };                                               \
        const U *x = data, t = (U)turn, f = (U)flip, most = (U)limit;                              \
        for (; from + WR_ORDER_BLOCK <= n; from += WR_ORDER_BLOCK) {                               \
            v##unsigned_ any = {0};                                                                \
            for (int i = 0; i < WR_ORDER_BLOCK; i += LANES) {                                      \
                v##unsigned_ v = *(const v##unsigned_##u *)(const void *)(x + from + i);           \
                v##unsigned_ key = v ^ ((v##unsigned_)((v##signed_)v >> (bits - 1)) & t) ^ f;      \
                any |= (v##unsigned_)(key < most);                                                 \
            }                                                                                      \
            if (any_set((vu8)any)) return from;                                                    \
        }                                                                                          \
        for (int64_t at = from; at < n; at++) {                                                    \
            U key = (U)(x[at] ^ ((U)((S)x[at] >> (bits - 1)) & t) ^ f);                            \
            if (key < most) return at - (at - from) % WR_ORDER_BLOCK;                              \
        }                                                                                          \
        return n;                                                                                  \
    }

NEXT_BELOW(u8, i8, uint8_t, int8_t, 8)
NEXT_BELOW(u16, i16, uint16_t, int16_t, 16)
NEXT_BELOW(u32, i32, uint32_t, int32_t, 32)
NEXT_BELOW(u64, i64, uint64_t, int64_t, 64)

const wr_order_simd WR_AT_LEVEL(wr_order_simd) = {
    .next_below = {next_below_u8, next_below_u16, next_below_u32, next_below_u64},
};
