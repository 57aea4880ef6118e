/* attention_single.cu - attention_mma.cu for float32: products by mma.sync 16 x 8 x 8 of TF32, which
 * has 11 significant bits.
 *
 * A number is the sum of two of TF32, up to an error of 2^-21; a product is three of those, without that
 * of the lower parts.  Sums in tensor cores are truncated, so few products are added there, and the
 * results are added to long sums with rounding.  An infinity becomes NaN: its lower part is.
 *
 * The rows of a warp stay in shared memory.  The eight columns of a block of weights are the columns
 * 2 t, then the columns 2 t + 1 of a left factor, so that weights stay in their registers; the rows of the
 * right factor have the same order.
 *
 * SPDX-License-Identifier: Apache-2.0 */

/* ---- Instructions ---------------------------------------------------------------------------- */

/* A number and its parts. */
ON_DEVICE void split(u32 bits, u32 *high, u32 *low) {
    *high = bits & 0xffffe000;
    *low = __float_as_uint(__uint_as_float(bits) - __uint_as_float(*high)) + 0x1000;
}

/* sum += a b, for a block of 16 x 8 and one of 8 x 8.  The low 13 bits are ignored. */
ON_DEVICE void mma(f32 sum[4], const u32 a[4], const u32 b[2]) {
#ifdef WEIR_STAND_IN
    stand_in_mma_tf32(sum, a, b);
#else
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}

struct left_block {
    u32 high[4], low[4];
};
struct right_block {
    u32 high[2], low[2];
};

ON_DEVICE void add_block(f32 sum[4], const left_block &a, const right_block &b) {
    mma(sum, a.low, b.high);
    mma(sum, a.high, b.low);
    mma(sum, a.high, b.high);
}

/* Four blocks of 8 x 4; lane i has the address of row i % 8 of block i / 8. */
ON_DEVICE void load_blocks(u32 to[4], const f32 *row) {
#ifdef WEIR_STAND_IN
    stand_in_load_matrices(to, (const u16 *)row, false);
#else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"((u32)__cvta_generic_to_shared(row)));
#endif
}

/* ---- Products -------------------------------------------------------------------------------- */

/* The rows of this warp, as left factors. */
struct own_rows {
    const f32 *at;
};
ON_DEVICE void load_left(const f32 *tile, const lane &l, own_rows &to) {
    to.at = tile + l.warp * BAND * D;
}

/* sum = the products of rows of this warp and rows `first` to first + TURN - 1 of a tile. */
ON_DEVICE void row_products(const own_rows &left, const f32 *tile, i32 first, const lane &l,
                            f32 sum[R][2 * C][4]) {
    i32 left_place = place(l.at & 15, l.at >> 4), right_place = place(l.at & 7, l.at >> 3);
#pragma unroll
    for (i32 m = 0; m < R; m++)
#pragma unroll
        for (i32 n = 0; n < 2 * C; n++) sum[m][n][0] = sum[m][n][1] = sum[m][n][2] = sum[m][n][3] = 0;
#pragma unroll
    for (i32 k = 0; k < D / 16; k++) {
        left_block p[R][2];
#pragma unroll
        for (i32 m = 0; m < R; m++)
#pragma unroll
            for (i32 half = 0; half < 2; half++) {
                u32 x[4];
                load_blocks(x, left.at + m * 16 * D + (left_place ^ (16 * k + 8 * half)));
#pragma unroll
                for (i32 v = 0; v < 4; v++)
                    split(x[v], &p[m][half].high[v], &p[m][half].low[v]);
            }
#pragma unroll
        for (i32 n = 0; n < 2 * C; n++) {
            u32 x[4];
            right_block q[2];
            load_blocks(x, tile + (first + n * 8) * D + (right_place ^ (16 * k)));
#pragma unroll
            for (i32 v = 0; v < 4; v++) split(x[v], &q[v / 2].high[v % 2], &q[v / 2].low[v % 2]);
#pragma unroll
            for (i32 m = 0; m < R; m++) {
                add_block(sum[m][n], p[m][0], q[0]);
                add_block(sum[m][n], p[m][1], q[1]);
            }
        }
    }
}

ON_DEVICE bool is_wild(f32 x) { return (__float_as_uint(x) & 0x7f800000) == 0x7f800000; }

/* Has a tile NaN or infinities?  Asked by whole warps. */
ON_DEVICE bool is_wild(const f32 *tile) {
    bool wild = false;
    for (i32 e = (i32)threadIdx.x % 32; e < ACROSS * GROUPS; e += 32) {
        float4 q = *(const float4 *)&tile[e * 4];
        wild |= is_wild(q.x) || is_wild(q.y) || is_wild(q.z) || is_wild(q.w);
    }
    return __any_sync(0xffffffffu, wild) != 0;
}

/* sum += weights times rows `first` to first + TURN - 1 of a tile.  `careful`: the tile has NaN or
 * infinities. */
ON_DEVICE void add_products(const f32 weights[R][2 * C][4], const f32 *tile, i32 first,
                            const lane &l, bool careful, f32 sum[R][D / 8][4]) {
    if (careful) {
        /* The loops are not unrolled: this code is rarely used. */
        f32 held[R * 2 * C * 4];
#pragma unroll
        for (i32 e = 0; e < R * 2 * C * 4; e++) held[e] = weights[e / (8 * C)][e / 4 % (2 * C)][e % 4];
#pragma unroll
        for (i32 m = 0; m < R; m++)
#pragma unroll
            for (i32 h = 0; h < 2; h++)
#pragma unroll 1
                for (i32 e = 0; e < TURN; e++) {
                    f32 weight = held[(m * 2 * C + e / 8) * 4 + 2 * h + e % 2];
                    weight = __shfl_sync(0xffffffffu, weight, (l.at & ~3) + e % 8 / 2);
                    if (__float_as_uint(weight) == __float_as_uint(UNSEEN)) continue;
#pragma unroll
                    for (i32 d = 0; d < D / 8; d++) {
                        const f32 *q = &tile[place(first + e, d * 2 + l.t / 2) + l.t % 2 * 2];
                        sum[m][d][2 * h] = fmaf(weight, q[0], sum[m][d][2 * h]);
                        sum[m][d][2 * h + 1] = fmaf(weight, q[1], sum[m][d][2 * h + 1]);
                    }
                }
        return;
    }
    i32 even = place(2 * l.t, l.g / 4) + l.g % 4, odd = place(2 * l.t + 1, l.g / 4) + l.g % 4;
    left_block p[R][2 * C];
#pragma unroll
    for (i32 m = 0; m < R; m++)
#pragma unroll
        for (i32 n = 0; n < 2 * C; n++)
#pragma unroll
            for (i32 k = 0; k < 4; k++) {
                i32 to = k / 2 + k % 2 * 2; /* rows g and g + 8 of the columns 2 t, then 2 t + 1 */
                split(__float_as_uint(weights[m][n][k]), &p[m][n].high[to], &p[m][n].low[to]);
            }
#pragma unroll
    for (i32 d = 0; d < D / 8; d++) {
        f32 part[R][4];
#pragma unroll
        for (i32 m = 0; m < R; m++) part[m][0] = part[m][1] = part[m][2] = part[m][3] = 0;
#pragma unroll
        for (i32 n = 0; n < 2 * C; n++) {
            const f32 *at = tile + (first + n * 8) * D;
            right_block q;
            split(__float_as_uint(at[even ^ (8 * d)]), &q.high[0], &q.low[0]);
            split(__float_as_uint(at[odd ^ (8 * d)]), &q.high[1], &q.low[1]);
#pragma unroll
            for (i32 m = 0; m < R; m++) add_block(part[m], p[m][n], q);
        }
#pragma unroll
        for (i32 m = 0; m < R; m++)
#pragma unroll
            for (i32 v = 0; v < 4; v++) sum[m][d][v] += part[m][v];
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
            f32 *at = (f32 *)to + ((i64)head * total + row) * width + 2 * l.t, by = factor[m][h];
#pragma unroll
            for (i32 n = 0; n < D / 8; n++)
                if (n * 8 + 2 * l.t < width)
                    *(float2 *)(at + n * 8) =
                        float2{sum[m][n][2 * h] * by, sum[m][n][2 * h + 1] * by};
        }
}
