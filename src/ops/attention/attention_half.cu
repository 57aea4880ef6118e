/* attention_half.cu - attention_mma.cu for float16 and bfloat16: products by mma.sync 16 x 8 x 16.
 *
 * The rows of a warp are left factors in registers.  So are weights, after rounding to 16 bits.
 *
 * SPDX-License-Identifier: Apache-2.0 */
typedef element E;

/* ---- Instructions ---------------------------------------------------------------------------- */

ON_DEVICE f32 number_of(u16 bits) {
    E x = {bits};
    return float_of(x);
}

/* Two elements in a word. */
ON_DEVICE u32 pair_of(f32 low, f32 high) {
#ifdef WEIR_STAND_IN
    return (u32)cast<E>(low).bits | (u32)cast<E>(high).bits << 16;
#else
    u32 word;
    if (IS_BF16)
        asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(high), "f"(low));
    else
        asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(high), "f"(low));
    return word;
#endif
}

/* sum += a b, for a block of 16 x 16 and one of 16 x 8. */
ON_DEVICE void mma(f32 sum[4], const u32 a[4], const u32 b[2]) {
#ifdef WEIR_STAND_IN
    stand_in_mma(sum, a, b, [](u16 bits) { return number_of(bits); });
#else
    if (IS_BF16)
        asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
            "{%8, %9}, {%0, %1, %2, %3};"
            : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    else
        asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
            "{%8, %9}, {%0, %1, %2, %3};"
            : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}

/* Four blocks of 8 x 8; lane i has the address of row i % 8 of block i / 8. */
ON_DEVICE void load_blocks(u32 to[4], const u16 *row) {
#ifdef WEIR_STAND_IN
    stand_in_load_matrices(to, row, false);
#else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"((u32)__cvta_generic_to_shared(row)));
#endif
}

/* The same, transposed. */
ON_DEVICE void load_turned(u32 to[4], const u16 *row) {
#ifdef WEIR_STAND_IN
    stand_in_load_matrices(to, row, true);
#else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"((u32)__cvta_generic_to_shared(row)));
#endif
}

/* ---- Products -------------------------------------------------------------------------------- */

/* Places of a lane's rows in the blocks that load_blocks and load_turned load, for the first columns of
 * a tile; those of columns 16 k and later are at place ^ 16 k. */
ON_DEVICE i32 row_place(const lane &l) {
    return place((l.at & 7) + (l.at >> 4) * 8, l.at >> 3 & 1);
}
ON_DEVICE i32 turned_place(const lane &l) { return place(l.at & 15, l.at >> 4); }

/* The rows of this warp, as left factors in registers. */
struct own_rows {
    u32 x[R][D / 16][4];
};
ON_DEVICE void load_left(const u16 *tile, const lane &l, own_rows &to) {
#pragma unroll
    for (i32 m = 0; m < R; m++)
#pragma unroll
        for (i32 k = 0; k < D / 16; k++)
            load_blocks(to.x[m][k],
                        tile + (l.warp * BAND + m * 16) * D + (turned_place(l) ^ (16 * k)));
}

/* sum = the products of rows of this warp and rows `first` to first + TURN - 1 of a tile. */
ON_DEVICE void row_products(const own_rows &left, const u16 *tile, i32 first, const lane &l,
                            f32 sum[R][2 * C][4]) {
#pragma unroll
    for (i32 m = 0; m < R; m++)
#pragma unroll
        for (i32 n = 0; n < 2 * C; n++) sum[m][n][0] = sum[m][n][1] = sum[m][n][2] = sum[m][n][3] = 0;
#pragma unroll
    for (i32 k = 0; k < D / 16; k++)
#pragma unroll
        for (i32 n = 0; n < C; n++) {
            u32 b[4];
            load_blocks(b, tile + (first + n * 16) * D + (row_place(l) ^ (16 * k)));
#pragma unroll
            for (i32 m = 0; m < R; m++) {
                mma(sum[m][2 * n], left.x[m][k], b);
                mma(sum[m][2 * n + 1], left.x[m][k], b + 2);
            }
        }
}

ON_DEVICE bool is_wild(u32 word) {
    const u32 infinite = IS_BF16 ? 0x7f80 : 0x7c00;
    return (word & infinite) == infinite || (word >> 16 & infinite) == infinite;
}

/* Has a tile NaN or infinities?  Asked by whole warps. */
ON_DEVICE bool is_wild(const u16 *tile) {
    bool wild = false;
    for (i32 e = (i32)threadIdx.x % 32; e < ACROSS * GROUPS; e += 32) {
        uint4 q = *(const uint4 *)&tile[e * 8];
        wild |= is_wild(q.x) || is_wild(q.y) || is_wild(q.z) || is_wild(q.w);
    }
    return __any_sync(0xffffffffu, wild) != 0;
}

/* Add a weight times a row of a tile to row g + 8 h, unless the pair is not visible. */
ON_DEVICE void add_one(u16 bits, const u16 *tile, i32 row, i32 h, const lane &l,
                       f32 sum[D / 8][4]) {
    if (bits == 0x8000) return;
    f32 weight = number_of(bits);
#pragma unroll
    for (i32 n = 0; n < D / 8; n++) {
        u32 q = *(const u32 *)&tile[place(row, n) + 2 * l.t];
        sum[n][2 * h] = fmaf(weight, number_of((u16)q), sum[n][2 * h]);
        sum[n][2 * h + 1] = fmaf(weight, number_of((u16)(q >> 16)), sum[n][2 * h + 1]);
    }
}

/* sum += weights times rows `first` to first + TURN - 1 of a tile.  `careful`: the tile has NaN or
 * infinities. */
ON_DEVICE void add_products(const f32 weights[R][2 * C][4], const u16 *tile, i32 first,
                            const lane &l, bool careful, f32 sum[R][D / 8][4]) {
    u32 p[R][C][4];
#pragma unroll
    for (i32 m = 0; m < R; m++)
#pragma unroll
        for (i32 n = 0; n < C; n++) {
            p[m][n][0] = pair_of(weights[m][2 * n][0], weights[m][2 * n][1]);
            p[m][n][1] = pair_of(weights[m][2 * n][2], weights[m][2 * n][3]);
            p[m][n][2] = pair_of(weights[m][2 * n + 1][0], weights[m][2 * n + 1][1]);
            p[m][n][3] = pair_of(weights[m][2 * n + 1][2], weights[m][2 * n + 1][3]);
        }
    if (careful) {
        /* Word k of block n has columns 16 n + 8 (k / 2) + 2 t and the next, of row g + 8 (k % 2).  The
         * loops are not unrolled: this code is rarely used. */
        u32 held[R * C * 4];
#pragma unroll
        for (i32 e = 0; e < R * C * 4; e++) held[e] = p[e / (4 * C)][e / 4 % C][e % 4];
#pragma unroll
        for (i32 m = 0; m < R; m++)
#pragma unroll
            for (i32 h = 0; h < 2; h++)
#pragma unroll 1
                for (i32 e = 0; e < TURN; e++) {
                    u32 both = held[(m * C + e / 16) * 4 + e / 8 % 2 * 2 + h];
                    both = __shfl_sync(0xffffffffu, both, (l.at & ~3) + e % 8 / 2);
                    add_one((u16)(both >> e % 2 * 16), tile, first + e, h, l, sum[m]);
                }
        return;
    }
#pragma unroll
    for (i32 n = 0; n < C; n++)
#pragma unroll
        for (i32 k = 0; k < D / 16; k++) {
            u32 b[4];
            load_turned(b, tile + (first + n * 16) * D + (turned_place(l) ^ (16 * k)));
#pragma unroll
            for (i32 m = 0; m < R; m++) {
                mma(sum[m][2 * k], p[m][n], b);
                mma(sum[m][2 * k + 1], p[m][n], b + 2);
            }
        }
}

/* Write the rows of this warp, times a factor for each. */
ON_DEVICE void store_rows(void *to, i32 head, i32 first, i32 total, i32 width, const lane &l,
                          const f32 factor[R][2], const f32 sum[R][D / 8][4]) {
#pragma unroll
    for (i32 m = 0; m < R; m++)
#pragma unroll
        for (i32 h = 0; h < 2; h++) {
            i32 row = first + l.warp * BAND + m * 16 + h * 8 + l.g;
            if (row >= total) continue;
            u16 *at = (u16 *)to + ((i64)head * total + row) * width + 2 * l.t;
#pragma unroll
            for (i32 n = 0; n < D / 8; n++)
                if (n * 8 < width)
                    *(u32 *)(at + n * 8) =
                        pair_of(sum[m][n][2 * h] * factor[m][h], sum[m][n][2 * h + 1] * factor[m][h]);
        }
}
