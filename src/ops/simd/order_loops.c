/* order_loops.c - comparing many elements by the keys that they are sorted by, at one level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/simd/order_loops.h"

#include "ops/simd/level.h"

#define ANY_BELOW(unsigned_, signed_, U, S, bits)                                                  \
    static bool any_below_##unsigned_(const void *from, int64_t n, uint64_t turn, uint64_t flip,   \
                                      uint64_t limit) {                                            \
        enum { LANES = WR_VBYTES / (int)sizeof(U) };                                               \
        const U *x = from, t = (U)turn, f = (U)flip, most = (U)limit;                              \
        v##unsigned_ any = {0};                                                                    \
        bool found = false;                                                                        \
        int64_t at = 0;                                                                            \
        for (; at + LANES <= n; at += LANES) {                                                     \
            v##unsigned_ v = *(const v##unsigned_##u *)(const void *)(x + at);                     \
            v##unsigned_ key = v ^ ((v##unsigned_)((v##signed_)v >> (bits - 1)) & t) ^ f;          \
            any |= (v##unsigned_)(key < most);                                                     \
        }                                                                                          \
        for (int lane = 0; lane < LANES; lane++) found |= any[lane] != 0;                          \
        for (; at < n; at++) {                                                                     \
            U key = (U)(x[at] ^ ((U)((S)x[at] >> (bits - 1)) & t) ^ f);                            \
            found |= key < most;                                                                   \
        }                                                                                          \
        return found;                                                                              \
    }

ANY_BELOW(u8, i8, uint8_t, int8_t, 8)
ANY_BELOW(u16, i16, uint16_t, int16_t, 16)
ANY_BELOW(u32, i32, uint32_t, int32_t, 32)
ANY_BELOW(u64, i64, uint64_t, int64_t, 64)

const wr_order_simd WR_AT_LEVEL(wr_order_simd) = {
    .any_below = {any_below_u8, any_below_u16, any_below_u32, any_below_u64},
};
