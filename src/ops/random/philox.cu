/* philox.cu - random bits on a CUDA device; the numbers and their order are those of philox.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
ON_DEVICE void philox(u64 seed, u64 call, u64 block, u32 *word) {
    u32 k0 = (u32)seed, k1 = (u32)(seed >> 32);
    u32 x0 = (u32)block, x1 = (u32)(block >> 32), x2 = (u32)call, x3 = (u32)(call >> 32);
#pragma unroll
    for (int round = 0; round < 10; round++) {
        u64 p0 = (u64)0xD2511F53u * x0, p1 = (u64)0xCD9E8D57u * x2;
        x0 = (u32)(p1 >> 32) ^ x1 ^ k0;
        x1 = (u32)p1;
        x2 = (u32)(p0 >> 32) ^ x3 ^ k1;
        x3 = (u32)p0;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    word[0] = x0;
    word[1] = x1;
    word[2] = x2;
    word[3] = x3;
}

ON_DEVICE u64 half_of(const u32 *word, int h) { return (u64)word[2 * h + 1] << 32 | word[2 * h]; }

/* The 64 bits of an element. */
ON_DEVICE u64 random_word64(u64 seed, u64 call, u64 element) {
    u32 word[4];
    philox(seed, call, element / 32 * 16 + element % 16, word);
    return half_of(word, element / 16 % 2);
}

/* The 32 bits of an element. */
ON_DEVICE u32 random_word32(u64 seed, u64 call, u64 element) {
    u32 word[4];
    philox(seed, call, element / 64 * 16 + element % 16, word);
    return word[element / 16 % 4];
}
