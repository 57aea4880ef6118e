/* sort_codes.c - maps elements to unsigned keys with the same order, and back.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/sort/sort_codes.h"

wr_coding wr_coding_of(int dtype, bool descending) {
    const wr_dtype_info *info = &wr_dtypes[dtype];
    int width = 8 * info->bytes;
    uint64_t all = UINT64_MAX >> (64 - width);
    wr_coding c = {.flip = descending ? all : 0, .sign = UINT64_C(1) << (width - 1)};
    c.is_float = info->kind == WR_KIND_FLOAT;
    c.shift = info->shift;
    if (info->kind == WR_KIND_INT && info->is_signed) c.flip ^= c.sign;
    int fraction = dtype == WEIR_FLOAT16 ? 10 : dtype == WEIR_BFLOAT16 ? 7 : width == 32 ? 23 : 52;
    c.infinity = c.is_float ? (c.sign - 1) >> fraction << fraction : 0;
    c.nan = c.infinity | UINT64_C(1) << (fraction - 1);
    return c;
}

#define CODE(suffix, T)                                                                            \
    static inline T key_##suffix(const wr_coding *c, T bits) {                                     \
        T sign = (T)c->sign, flip = (T)c->flip;                                                    \
        if (!c->is_float) return bits ^ flip;                                                      \
        if ((T)(bits & (T)~sign) > (T)c->infinity) return (T) ~(T)0;                               \
        return (T)((bits & sign ? (T)~bits : (T)(bits | sign)) ^ flip);                            \
    }                                                                                              \
    static void encode_##suffix(const wr_coding *c, void *to, const void *from, int64_t n) {       \
        const T *x = from;                                                                         \
        T *key = to;                                                                               \
        const wr_coding same = *c;                                                                 \
        for (int64_t i = 0; i < n; i++) key[i] = key_##suffix(&same, x[i]);                        \
    }                                                                                              \
    /* Return the index of the first of n sorted keys that is not less than `key`. */              \
    static int64_t first_##suffix(const T *keys, int64_t n, T key) {                               \
        int64_t low = 0;                                                                           \
        for (int64_t high = n; low < high;) {                                                      \
            int64_t middle = low + (high - low) / 2;                                               \
            if (keys[middle] < key)                                                                \
                low = middle + 1;                                                                  \
            else                                                                                   \
                high = middle;                                                                     \
        }                                                                                          \
        return low;                                                                                \
    }                                                                                              \
    static void decode_##suffix(const wr_coding *c, void *to, int64_t n) {                         \
        T *x = to, sign = (T)c->sign, flip = (T)c->flip, nan = (T)c->nan;                          \
        bool is_float = c->is_float;                                                               \
        for (int64_t i = 0; i < n; i++) {                                                          \
            T key = x[i] ^ flip;                                                                   \
            if (is_float) key = x[i] == (T) ~(T)0 ? nan : key & sign ? (T)(key ^ sign) : (T)~key;  \
            x[i] = key;                                                                            \
        }                                                                                          \
    }                                                                                              \
    /* Restore the original order of the zeros, which are grouped by sign in a sorted row. */      \
    static void mend_##suffix(const wr_coding *c, void *keys, int64_t n, const void *x,            \
                              int64_t step) {                                                      \
        T *key = keys, sign = (T)c->sign, minus = key_##suffix(c, sign),                           \
          plus = key_##suffix(c, 0);                                                               \
        int64_t at = first_##suffix(key, n, minus < plus ? minus : plus);                          \
        int64_t end = first_##suffix(key, n, (T)((minus < plus ? plus : minus) + 1));              \
        if (at == end || key[at] == key[end - 1]) return;                                          \
        for (const T *from = x; at < end; from += step)                                            \
            if ((T)(*from & (T)~sign) == 0) key[at++] = *from == 0 ? plus : minus;                 \
    }                                                                                              \
    static void pack_##suffix(const wr_coding *c, uint64_t *to, const void *from, int64_t first,   \
                              int64_t n) {                                                         \
        const T *x = from;                                                                         \
        const wr_coding same = *c;                                                                 \
        T negative_zero = same.is_float ? (T)same.sign : 0;                                        \
        for (int64_t i = first; i < n; i++) {                                                      \
            T bits = x[i] == negative_zero ? 0 : x[i];                                             \
            to[i] = (uint64_t)key_##suffix(&same, bits) << 32 | (uint32_t)i;                       \
        }                                                                                          \
    }                                                                                              \
    static void pair_##suffix(const wr_coding *c, wr_sort_pair *to, const void *from,              \
                              int64_t first, int64_t n) {                                          \
        const T *x = from;                                                                         \
        const wr_coding same = *c;                                                                 \
        T negative_zero = same.is_float ? (T)same.sign : 0;                                        \
        for (int64_t i = first; i < n; i++) {                                                      \
            T bits = x[i] == negative_zero ? 0 : x[i];                                             \
            to[i] = (wr_sort_pair){key_##suffix(&same, bits), i};                                  \
        }                                                                                          \
    }                                                                                              \
    static uint64_t one_##suffix(const wr_coding *c, const void *from, int64_t at) {               \
        T bits = ((const T *)from)[at];                                                            \
        return key_##suffix(c, c->is_float && bits == (T)c->sign ? 0 : bits);                      \
    }

CODE(u8, uint8_t)
CODE(u16, uint16_t)
CODE(u32, uint32_t)
CODE(u64, uint64_t)

#define CODER(suffix)                                                                              \
    { encode_##suffix, decode_##suffix, mend_##suffix, pack_##suffix, pair_##suffix, one_##suffix }

const wr_coder wr_coders[4] = {CODER(u8), CODER(u16), CODER(u32), CODER(u64)};

weir_status wr_need_order(const weir_infer *c, int dtype) {
    if (wr_dtype_kind_of(dtype) != WR_KIND_COMPLEX) return WEIR_OK;
    return wr_refuse(c, "%s is not ordered; use real(x) or abs(x)", wr_dtypes[dtype].name);
}
