/* padded.cu - copies lines between matrices whose lines begin at different places of a word of 16
 * bytes.
 *
 * Each thread writes aligned words.  The bytes of a word come from two aligned words of the source,
 * of which the second one is the first one of the next thread, so that it is in the cache.
 *
 * UNIT is the type of the words with which the ends of lines are copied: u16 or u32.
 *
 * SPDX-License-Identifier: Apache-2.0 */
enum { WORD = 16, AT_ONCE = 2 };

struct lines_args {
    guard g;
    const u8 *from;
    u8 *to;
    const u8 *from_end;       /* the end of the last line */
    u64 from_line, to_line;   /* bytes from a line to the next */
    u64 from_batch, to_batch; /* and from a matrix to the next */
    u64 bytes, to_bytes;      /* of a line; what `to` has more becomes 0 */
    u32 words;                /* of `to` that a line may touch */
    u32 count;                /* all words */
    divider by_words, by_lines;
    u32 lines, to_lines; /* of a matrix */
};

/* Bytes `shift` to `shift` + 15 of two words. */
ON_DEVICE uint4 middle(uint4 x, uint4 y, u32 shift) {
    u64 word[4] = {x.x | (u64)x.y << 32, x.z | (u64)x.w << 32, y.x | (u64)y.y << 32,
                   y.z | (u64)y.w << 32};
    bool far = shift >= 8;
    u32 bits = (shift & 7) * 8;
    u64 p = far ? word[1] : word[0], q = far ? word[2] : word[1], r = far ? word[3] : word[2];
    u64 low = p >> bits | q << 1 << (63 - bits), high = q >> bits | r << 1 << (63 - bits);
    uint4 z;
    z.x = (u32)low, z.y = (u32)(low >> 32), z.z = (u32)high, z.w = (u32)(high >> 32);
    return z;
}

/* Copy a word that is not whole, in units.  All loads are under way before the first store. */
ON_DEVICE void copy_part(const lines_args &a, u8 *to, const u8 *from, i64 at, i64 have) {
    const int N = WORD / sizeof(UNIT);
    UNIT x[N];
#pragma unroll
    for (int j = 0; j < N; j++) {
        i64 place = at + j * (int)sizeof(UNIT);
        x[j] = place >= 0 && place < have ? ((const UNIT *)from)[j] : (UNIT)0;
    }
#pragma unroll
    for (int j = 0; j < N; j++) {
        i64 place = at + j * (int)sizeof(UNIT);
        if (place >= 0 && place < (i64)a.to_bytes) ((UNIT *)to)[j] = x[j];
    }
}

KERNEL(copy_lines, lines_args) {
    if (!begin(a.g)) return;
    u32 first = blockIdx.x * (blockDim.x * AT_ONCE) + threadIdx.x;
    const u8 *from[AT_ONCE]; /* where the bytes of the word are, also those outside of the line */
    u8 *to[AT_ONCE];
    i64 at[AT_ONCE];   /* offset of the word in its line; negative if the line begins inside */
    i64 have[AT_ONCE]; /* bytes of the line in the source */
    uint4 x[AT_ONCE], y[AT_ONCE];
    bool whole[AT_ONCE];
#pragma unroll
    for (int i = 0; i < AT_ONCE; i++) {
        u32 n = first + i * blockDim.x;
        u32 line = divide(n < a.count ? n : 0, a.by_words), word = n - line * a.words;
        u32 batch = divide(line, a.by_lines), row = line - batch * a.to_lines;
        u8 *begins = a.to + batch * a.to_batch + row * a.to_line;
        at[i] = n < a.count ? (i64)word * WORD - (i64)((u64)begins % WORD) : (i64)a.to_bytes;
        have[i] = row < a.lines ? (i64)a.bytes : 0;
        to[i] = begins + at[i];
        from[i] = a.from + batch * a.from_batch + row * a.from_line + at[i];
        u32 shift = (u64)from[i] % WORD;
        const u8 *aligned = from[i] - shift;
        whole[i] = at[i] >= 0 && at[i] + WORD <= have[i] &&
                   (shift == 0 || (aligned >= a.from && aligned + 2 * WORD <= a.from_end));
        if (whole[i]) x[i] = *(const uint4 *)aligned;
        if (whole[i] && shift != 0) y[i] = *((const uint4 *)aligned + 1);
    }
#pragma unroll
    for (int i = 0; i < AT_ONCE; i++) {
        u32 shift = (u64)from[i] % WORD;
        if (whole[i]) {
            store_word((uint4 *)to[i], shift == 0 ? x[i] : middle(x[i], y[i], shift));
            continue;
        }
        copy_part(a, to[i], from[i], at[i], have[i]);
    }
}
