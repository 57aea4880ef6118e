/* sort_codes_simd.c - maps elements to unsigned keys with the same order, and back, compiled once
 * per SIMD level.  The loops are plain; the compiler vectorises them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/sort/sort_codes_simd.h"

#include "ops/simd/level.h"

#define CODE(suffix, T)                                                                               \
    static inline T key_##suffix(const wr_coding *c, T bits) {                                        \
        T sign = (T)c->sign, flip = (T)c->flip;                                                       \
        if (!c->is_float) return bits ^ flip;                                                         \
        if ((T)(bits & (T)~sign) > (T)c->infinity) return (T) ~(T)0;                                  \
        return (T)((bits & sign ? (T)~bits : (T)(bits | sign)) ^ flip);                               \
    }                                                                                                 \
    static void encode_##suffix(const wr_coding *c, void *to, const void *from, int64_t n) {          \
        const T *x = from;                                                                            \
        T *key = to;                                                                                  \
        const wr_coding same = *c;                                                                    \
        /* Two loops, so that the compiler vectorises both: the second reads and writes one array. */ \
        if (to != from)                                                                               \
            for (int64_t i = 0; i < n; i++) key[i] = key_##suffix(&same, x[i]);                       \
        else                                                                                          \
            for (int64_t i = 0; i < n; i++) key[i] = key_##suffix(&same, key[i]);                     \
    }                                                                                                 \
    /* Return the index of the first of n sorted keys that is not less than `key`. */                 \
    static int64_t first_##suffix(const T *keys, int64_t n, T key) {                                  \
        int64_t low = 0;                                                                              \
        for (int64_t high = n; low < high;) {                                                         \
            int64_t middle = low + (high - low) / 2;                                                  \
            if (keys[middle] < key)                                                                   \
                low = middle + 1;                                                                     \
            else                                                                                      \
                high = middle;                                                                        \
        }                                                                                             \
        return low;                                                                                   \
    }                                                                                                 \
    static void decode_##suffix(const wr_coding *c, void *to, int64_t n) {                            \
        T *x = to, sign = (T)c->sign, flip = (T)c->flip, nan = (T)c->nan;                             \
        bool is_float = c->is_float;                                                                  \
        for (int64_t i = 0; i < n; i++) {                                                             \
            T key = x[i] ^ flip;                                                                      \
            if (is_float) key = x[i] == (T) ~(T)0 ? nan : key & sign ? (T)(key ^ sign) : (T)~key;     \
            x[i] = key;                                                                               \
        }                                                                                             \
    }                                                                                                 \
    /* Restore the original order of the zeros, which are grouped by sign in a sorted row. */         \
    static void mend_##suffix(const wr_coding *c, void *keys, int64_t n, const void *x,               \
                              int64_t step) {                                                         \
        T *key = keys, sign = (T)c->sign, minus = key_##suffix(c, sign),                              \
          plus = key_##suffix(c, 0);                                                                  \
        int64_t at = first_##suffix(key, n, minus < plus ? minus : plus);                             \
        int64_t end = first_##suffix(key, n, (T)((minus < plus ? plus : minus) + 1));                 \
        if (at == end || key[at] == key[end - 1]) return;                                             \
        for (const T *from = x; at < end; from += step)                                               \
            if ((T)(*from & (T)~sign) == 0) key[at++] = *from == 0 ? plus : minus;                    \
    }                                                                                                 \
    static void pack_##suffix(const wr_coding *c, uint64_t *to, const void *from, int64_t first,      \
                              int64_t n) {                                                            \
        const T *x = from;                                                                            \
        const wr_coding same = *c;                                                                    \
        T negative_zero = same.is_float ? (T)same.sign : 0;                                           \
        for (int64_t i = first; i < n; i++) {                                                         \
            T bits = x[i] == negative_zero ? 0 : x[i];                                                \
            to[i] = (uint64_t)key_##suffix(&same, bits) << 32 | (uint32_t)i;                          \
        }                                                                                             \
    }                                                                                                 \
    static void pair_##suffix(const wr_coding *c, wr_sort_pair *to, const void *from,                 \
                              int64_t first, int64_t n) {                                             \
        const T *x = from;                                                                            \
        const wr_coding same = *c;                                                                    \
        T negative_zero = same.is_float ? (T)same.sign : 0;                                           \
        for (int64_t i = first; i < n; i++) {                                                         \
            T bits = x[i] == negative_zero ? 0 : x[i];                                                \
            to[i] = (wr_sort_pair){key_##suffix(&same, bits), i};                                     \
        }                                                                                             \
    }                                                                                                 \
    static uint64_t one_##suffix(const wr_coding *c, const void *from, int64_t at) {                  \
        T bits = ((const T *)from)[at];                                                               \
        return key_##suffix(c, c->is_float && bits == (T)c->sign ? 0 : bits);                         \
    }

CODE(u8, uint8_t)
CODE(u16, uint16_t)
CODE(u32, uint32_t)
CODE(u64, uint64_t)

#define CODER(suffix)                                                                              \
    { encode_##suffix, decode_##suffix, mend_##suffix, pack_##suffix, pair_##suffix, one_##suffix }

const wr_coders_simd WR_AT_LEVEL(wr_coders_simd) = {
    .of = {CODER(u8), CODER(u16), CODER(u32), CODER(u64)}};
