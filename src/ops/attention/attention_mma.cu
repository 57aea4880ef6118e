/* attention_mma.cu - attention in float16 and bfloat16, on tensor cores, with sums in float32.
 *
 * A warp has R bands of 16 rows: queries, or keys in the gradients of keys and values.  It takes
 * the columns 16 C at a time.  Its operands and its result stay in registers, and so do the scores,
 * whose layout as a result is also that of a left factor.  Lane (g, t), with t below 4, has of each
 * 16 x 8 block of a result the elements (g, 2 t), (g, 2 t + 1), (g + 8, 2 t) and (g + 8, 2 t + 1).
 *
 * A tile in shared memory has rows of D elements, as groups of 8.  Groups are permuted within a row,
 * so that reading 8 rows of a group uses all banks once.  While one tile is used, the next arrives.
 *
 * Exponentials are powers of 2; the factor is in `scale`, which must be positive.
 *
 * Masked pairs must not contribute, even if 0 times the other factor is NaN.  A tile that has such
 * pairs is tested for NaN and infinities, and if there are any, products are added one by one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
enum {
    GROUPS = D / 8,
    BAND = 16 * R,
    DOWN = 4 * BAND,
    ACROSS = 64,   /* columns of a tile */
    TURN = 16 * C, /* columns that are computed at a time */
    SPARE = TURN + 8
};

#define LOG2E 1.4426950408889634f
#define LN2   0.6931471805599453f

typedef element E;

/* ---- Instructions ---------------------------------------------------------------------------- */

ON_DEVICE f32 number_of(u16 bits) {
    E x = {bits};
    return float_of(x);
}

/* 2^x. */
ON_DEVICE f32 power(f32 x) {
#ifdef WEIR_STAND_IN
    return exp2f(x);
#else
    f32 y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
#endif
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

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* Where group e of a row begins. */
ON_DEVICE i32 place(i32 row, i32 e) {
    i32 turn = GROUPS >= 8 ? row & 7 : row >> 1 & 3;
    return (row * GROUPS + (e ^ turn)) * 8;
}

/* `rows` and `turned` are the places of a lane's row in the blocks that load_blocks and load_turned
 * load, for the first columns of a tile; those of columns 16 k and later are at rows ^ 16 k. */
struct lane {
    i32 warp, at, g, t;
    i32 rows, turned;
};
ON_DEVICE lane this_lane() {
    i32 at = (i32)threadIdx.x % 32;
    lane l = {(i32)threadIdx.x / 32, at, at / 4, at % 4, place((at & 7) + (at >> 4) * 8, at >> 3 & 1),
              place(at & 15, at >> 4)};
    return l;
}

/* Copy COUNT rows, from row `first` on.  A thread has one group of every row that it copies. */
template <int COUNT>
ON_DEVICE void load_tile(u16 *to, const rows &from, i64 offset, i32 first, i32 total, i32 width) {
    const i32 step = THREADS / GROUPS; /* rows; a multiple of 8, as `place` needs */
    i32 row = (i32)threadIdx.x / GROUPS, col = (i32)threadIdx.x % GROUPS;
    const u16 *none = (const u16 *)from.at;
    const u16 *at = none + offset + (i64)(first + row) * from.row + col * 8;
    i32 left = col * 8 < width ? total - first - row : 0;
    to += place(row, col);
#pragma unroll
    for (i32 k = 0; k < COUNT / step; k++) {
        bool there = k * step < left;
        copy_in<16>(to + k * step * D, there ? at : none, there);
        at += step * from.row;
    }
}

/* Copy lse and delta of the queries of a tile, one after the other.  Each thread copies one value. */
ON_DEVICE void load_values(const tile_args &a, f32 *to, i64 lse_at, i64 delta_at, i32 first) {
    bool is_lse = threadIdx.x < ACROSS;
    i32 row = first + (i32)threadIdx.x % ACROSS;
    const f32 *none = (const f32 *)(is_lse ? a.lse.at : a.delta.at);
    i64 at = is_lse ? lse_at + row * a.lse.row : delta_at + row * a.delta.row;
    bool there = row < a.queries;
    copy_in<4>(to + threadIdx.x, there ? none + at : none, there);
}

/* The rows of this warp, as left factors. */
ON_DEVICE void load_left(const u16 *tile, const lane &l, u32 to[R][D / 16][4]) {
#pragma unroll
    for (i32 m = 0; m < R; m++)
#pragma unroll
        for (i32 k = 0; k < D / 16; k++)
            load_blocks(to[m][k], tile + (l.warp * BAND + m * 16) * D + (l.turned ^ (16 * k)));
}

/* sum = the products of rows of this warp and rows `first` to first + TURN - 1 of a tile. */
ON_DEVICE void row_products(const u32 left[R][D / 16][4], const u16 *tile, i32 first, const lane &l,
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
            load_blocks(b, tile + (first + n * 16) * D + (l.rows ^ (16 * k)));
#pragma unroll
            for (i32 m = 0; m < R; m++) {
                mma(sum[m][2 * n], left[m][k], b);
                mma(sum[m][2 * n + 1], left[m][k], b + 2);
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

/* sum += weights times rows `first` to first + TURN - 1 of a tile.  `spare` is memory of the warp,
 * used if the tile has NaN or infinities: `careful`. */
ON_DEVICE void add_products(const f32 weights[R][2 * C][4], const u16 *tile, i32 first,
                            const lane &l, bool careful, u16 *spare, f32 sum[R][D / 8][4]) {
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
        __syncwarp();
#pragma unroll
        for (i32 m = 0; m < R; m++)
#pragma unroll
            for (i32 n = 0; n < C; n++)
#pragma unroll
                for (i32 k = 0; k < 4; k++)
                    *(u32 *)&spare[(m * 16 + l.g + k % 2 * 8) * SPARE + n * 16 + k / 2 * 8 +
                                   2 * l.t] = p[m][n][k];
        __syncwarp();
#pragma unroll 1
        for (i32 j = 0; j < TURN; j++)
#pragma unroll
            for (i32 m = 0; m < R; m++)
#pragma unroll
                for (i32 h = 0; h < 2; h++) {
                    u16 bits = spare[(m * 16 + l.g + h * 8) * SPARE + j];
                    if (bits == 0x8000) continue;
                    f32 weight = number_of(bits);
#pragma unroll
                    for (i32 n = 0; n < D / 8; n++) {
                        u32 q = *(const u32 *)&tile[place(first + j, n) + 2 * l.t];
                        sum[m][n][2 * h] = fmaf(weight, number_of((u16)q), sum[m][n][2 * h]);
                        sum[m][n][2 * h + 1] =
                            fmaf(weight, number_of((u16)(q >> 16)), sum[m][n][2 * h + 1]);
                    }
                }
        return;
    }
#pragma unroll
    for (i32 n = 0; n < C; n++)
#pragma unroll
        for (i32 k = 0; k < D / 16; k++) {
            u32 b[4];
            load_turned(b, tile + (first + n * 16) * D + (l.turned ^ (16 * k)));
#pragma unroll
            for (i32 m = 0; m < R; m++) {
                mma(sum[m][2 * k], p[m][n], b);
                mma(sum[m][2 * k + 1], p[m][n], b + 2);
            }
        }
}

ON_DEVICE void clear(f32 sum[R][D / 8][4]) {
#pragma unroll
    for (i32 m = 0; m < R; m++)
#pragma unroll
        for (i32 n = 0; n < D / 8; n++) sum[m][n][0] = sum[m][n][1] = sum[m][n][2] = sum[m][n][3] = 0;
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

/* ---- Forward --------------------------------------------------------------------------------- */

#ifdef FORWARD
KERNEL_BOUNDED(mma_forward, tile_args, THREADS, R == 1 && D <= 64 ? 4 : 2) {
    SHARED_BYTES(memory);
    work w;
    if (!begin(a.g) || !work_of(a, a.batches * a.heads, a.queries, DOWN, true, &w)) return;
    u16 *first = (u16 *)memory; /* two pairs of tiles; and the queries, which become `spare` */
    u16 *query = first + 4 * ACROSS * D;
    lane l = this_lane();
    u16 *spare = query + l.warp * BAND * SPARE;
    i32 i0 = w.first, mine = i0 + l.warp * BAND;
    i64 key_at = key_offset_of(a, a.key, w.head), value_at = key_offset_of(a, a.value, w.head);
    pairs pair = pairs_of(a, w.head);
    i32 end = a.causal ? min(a.keys, i0 + DOWN) : a.keys;
    f32 scale = a.scale * LOG2E, top[R][2], sum[R][2], out[R][D / 8][4];
    u32 left[R][D / 16][4];
    clear(out);
#pragma unroll
    for (i32 m = 0; m < R; m++)
        top[m][0] = top[m][1] = -INFINITE, sum[m][0] = sum[m][1] = 0;
    load_tile<DOWN>(query, a.query, offset_of(a, a.query, w.head), i0, a.queries, a.width);
    load_tile<ACROSS>(first, a.key, key_at, 0, a.keys, a.width);
    load_tile<ACROSS>(first + ACROSS * D, a.value, value_at, 0, a.keys, a.values);
    end_group();
    wait_for_copies<0>();
    __syncthreads();
    load_left(query, l, left);
#pragma unroll 1
    for (i32 j0 = 0; j0 < end; j0 += ACROSS) {
        u16 *key = first + (j0 / ACROSS & 1) * 2 * ACROSS * D, *value = key + ACROSS * D;
        u16 *next = first + (~(j0 / ACROSS) & 1) * 2 * ACROSS * D;
        wait_for_copies<0>();
        __syncthreads();
        if (j0 + ACROSS < end) {
            load_tile<ACROSS>(next, a.key, key_at, j0 + ACROSS, a.keys, a.width);
            load_tile<ACROSS>(next + ACROSS * D, a.value, value_at, j0 + ACROSS, a.keys, a.values);
        }
        end_group();
        if (a.causal && j0 >= mine + BAND) continue;
        bool unseen = has_unseen(a, mine, j0, ACROSS);
        bool careful = unseen && is_wild(value);
#pragma unroll 1
        for (i32 at = 0; at < ACROSS; at += TURN) {
            f32 p[R][2 * C][4];
            row_products(left, key, at, l, p);
#pragma unroll
            for (i32 m = 0; m < R; m++)
#pragma unroll
                for (i32 h = 0; h < 2; h++) {
                    u32 hidden = 0;
                    f32 most = -INFINITE;
#pragma unroll
                    for (i32 n = 0; n < 4 * C; n++) {
                        f32 &score = p[m][n / 2][2 * h + n % 2];
                        if (EXTRA) score *= scale;
                        if (unseen) {
                            f32 added;
                            i32 i = mine + m * 16 + h * 8 + l.g;
                            i32 j = j0 + at + n / 2 * 8 + 2 * l.t + n % 2;
                            if (!is_visible(a, pair, i, j, &added)) {
                                hidden |= 1u << n;
                                score = -INFINITE;
                            } else if (EXTRA) {
                                score = fmaf(added, LOG2E, score);
                            }
                        }
                        most = fmaxf(most, score);
                    }
                    most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, 1));
                    most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, 2));
                    most = fmaxf(most, top[m][h]);
                    f32 by = EXTRA ? 1 : scale, zero = most == -INFINITE ? 0 : most * by, all = 0;
                    f32 factor = power(fmaf(top[m][h], by, -zero));
                    top[m][h] = most;
#pragma unroll
                    for (i32 n = 0; n < 4 * C; n++) {
                        f32 &score = p[m][n / 2][2 * h + n % 2];
                        score = power(fmaf(score, by, -zero));
                        all += score;
#if EXTRA
                        i32 i = mine + m * 16 + h * 8 + l.g;
                        i32 j = j0 + at + n / 2 * 8 + 2 * l.t + n % 2;
                        score *= kept(a, pair, i, j);
#endif
                    }
                    if (careful)
#pragma unroll
                        for (i32 n = 0; n < 4 * C; n++)
                            if (hidden >> n & 1) p[m][n / 2][2 * h + n % 2] = UNSEEN;
                    sum[m][h] = fmaf(sum[m][h], factor, all);
#pragma unroll
                    for (i32 n = 0; n < D / 8; n++)
                        out[m][n][2 * h] *= factor, out[m][n][2 * h + 1] *= factor;
                }
            add_products(p, value, at, l, careful, spare, out);
        }
    }
    f32 factor[R][2];
#pragma unroll
    for (i32 m = 0; m < R; m++)
#pragma unroll
        for (i32 h = 0; h < 2; h++) {
            i32 row = mine + m * 16 + h * 8 + l.g;
            f32 all = sum[m][h];
            all += __shfl_xor_sync(0xffffffffu, all, 1);
            all += __shfl_xor_sync(0xffffffffu, all, 2);
            factor[m][h] = all == 0 ? 0 : 1 / all;
            f32 by = EXTRA ? LN2 : a.scale;
            if (l.t == 0 && row < a.queries)
                a.lse_out[(i64)w.head * a.queries + row] =
                    all == 0 ? -INFINITE : fmaf(top[m][h], by, logf(all));
        }
    store_rows(a.out, w.head, i0, a.queries, a.values, l, factor, out);
    wait_for_copies<0>();
}
#endif

/* ---- Backward -------------------------------------------------------------------------------- */

ON_DEVICE void hide(u32 hidden, f32 p[R][2 * C][4]) {
#pragma unroll
    for (i32 m = 0; m < R; m++)
#pragma unroll
        for (i32 n = 0; n < 2 * C; n++)
#pragma unroll
            for (i32 k = 0; k < 4; k++)
                p[m][n][k] = hidden >> (m * 8 * C + n * 4 + k) & 1 ? UNSEEN : p[m][n][k] + 0.0f;
}

#if EXTRA
/* Apply dropout to weights, or to their gradients. */
template <bool ROWS>
ON_DEVICE void drop(const tile_args &a, const pairs &pair, i32 row, i32 col, f32 p[R][2 * C][4]) {
    if (a.dropout == 0) return;
#pragma unroll
    for (i32 m = 0; m < R; m++)
#pragma unroll
        for (i32 n = 0; n < 2 * C; n++)
#pragma unroll
            for (i32 k = 0; k < 4; k++) {
                i32 y = row + m * 16 + k / 2 * 8, x = col + n * 8 + k % 2;
                p[m][n][k] *= kept(a, pair, ROWS ? y : x, ROWS ? x : y);
            }
}
#endif

/* Make weights of scores.  The bits of `hidden` say which pairs are not visible; log_sum has the
 * logarithms to base 2 of the sums.  ROWS: rows are queries, and columns are keys. */
template <bool ROWS>
ON_DEVICE void weigh(const tile_args &a, const pairs &pair, i32 row, i32 col, bool unseen, f32 scale,
                     const f32 log_sum[ROWS ? R : 2 * C][2], f32 p[R][2 * C][4], u32 *hidden) {
    *hidden = 0;
#pragma unroll
    for (i32 m = 0; m < R; m++)
#pragma unroll
        for (i32 n = 0; n < 2 * C; n++)
#pragma unroll
            for (i32 k = 0; k < 4; k++) {
                i32 y = row + m * 16 + k / 2 * 8, x = col + n * 8 + k % 2;
                f32 score = fmaf(p[m][n][k], scale, -(ROWS ? log_sum[m][k / 2] : log_sum[n][k % 2]));
                f32 added = 0;
                if (unseen && !is_visible(a, pair, ROWS ? y : x, ROWS ? x : y, &added))
                    *hidden |= 1u << (m * 8 * C + n * 4 + k);
                p[m][n][k] = power(EXTRA ? fmaf(added, LOG2E, score) : score);
            }
    if (unseen) hide(*hidden, p);
}

/* A query without visible keys has weights of 0. */
ON_DEVICE f32 log_sum_of(f32 lse) { return lse == -INFINITE ? INFINITE : lse * LOG2E; }

#ifdef QUERIES
KERNEL_BOUNDED(mma_query_gradients, tile_args, THREADS, R == 1 && D <= 64 ? 3 : 2) {
    SHARED_BYTES(memory);
    work w;
    if (!begin(a.g) || !work_of(a, a.batches * a.heads, a.queries, DOWN, true, &w)) return;
    u16 *first = (u16 *)memory; /* two pairs of tiles; queries and dy, which become `spare` */
    u16 *query = first + 4 * ACROSS * D;
    lane l = this_lane();
    u16 *spare = query + l.warp * BAND * SPARE;
    i32 i0 = w.first, mine = i0 + l.warp * BAND;
    i64 key_at = key_offset_of(a, a.key, w.head), value_at = key_offset_of(a, a.value, w.head);
    i64 lse_at = offset_of(a, a.lse, w.head), delta_at = offset_of(a, a.delta, w.head);
    pairs pair = pairs_of(a, w.head);
    i32 end = a.causal ? min(a.keys, i0 + DOWN) : a.keys;
    f32 scale = a.scale * LOG2E, log_sum[R][2], delta[R][2], factor[R][2], out[R][D / 8][4];
    u32 left[R][D / 16][4], slopes[R][D / 16][4];
    clear(out);
#pragma unroll
    for (i32 m = 0; m < R; m++)
#pragma unroll
        for (i32 h = 0; h < 2; h++) {
            i32 row = mine + m * 16 + h * 8 + l.g;
            bool there = row < a.queries;
            f32 lse = there ? ((const f32 *)a.lse.at)[lse_at + row * a.lse.row] : 0;
            log_sum[m][h] = log_sum_of(lse);
            delta[m][h] = there ? ((const f32 *)a.delta.at)[delta_at + row * a.delta.row] : 0;
            factor[m][h] = a.scale;
        }
    load_tile<DOWN>(query, a.query, offset_of(a, a.query, w.head), i0, a.queries, a.width);
    load_tile<DOWN>(query + DOWN * D, a.dy, offset_of(a, a.dy, w.head), i0, a.queries, a.values);
    load_tile<ACROSS>(first, a.key, key_at, 0, a.keys, a.width);
    load_tile<ACROSS>(first + ACROSS * D, a.value, value_at, 0, a.keys, a.values);
    end_group();
    wait_for_copies<0>();
    __syncthreads();
    load_left(query, l, left);
    load_left(query + DOWN * D, l, slopes);
#pragma unroll 1
    for (i32 j0 = 0; j0 < end; j0 += ACROSS) {
        u16 *key = first + (j0 / ACROSS & 1) * 2 * ACROSS * D, *value = key + ACROSS * D;
        u16 *next = first + (~(j0 / ACROSS) & 1) * 2 * ACROSS * D;
        wait_for_copies<0>();
        __syncthreads();
        if (j0 + ACROSS < end) {
            load_tile<ACROSS>(next, a.key, key_at, j0 + ACROSS, a.keys, a.width);
            load_tile<ACROSS>(next + ACROSS * D, a.value, value_at, j0 + ACROSS, a.keys, a.values);
        }
        end_group();
        if (a.causal && j0 >= mine + BAND) continue;
        bool unseen = has_unseen(a, mine, j0, ACROSS);
        bool careful = unseen && is_wild(key);
#pragma unroll 1
        for (i32 at = 0; at < ACROSS; at += TURN) {
            f32 p[R][2 * C][4], dp[R][2 * C][4];
            row_products(left, key, at, l, p);
            u32 hidden;
            weigh<true>(a, pair, mine + l.g, j0 + at + 2 * l.t, unseen, scale, log_sum, p, &hidden);
            row_products(slopes, value, at, l, dp);
#if EXTRA
            drop<true>(a, pair, mine + l.g, j0 + at + 2 * l.t, dp);
#endif
#pragma unroll
            for (i32 m = 0; m < R; m++)
#pragma unroll
                for (i32 n = 0; n < 2 * C; n++)
#pragma unroll
                    for (i32 k = 0; k < 4; k++) p[m][n][k] *= dp[m][n][k] - delta[m][k / 2];
            if (unseen) hide(hidden, p);
            add_products(p, key, at, l, careful, spare, out);
        }
    }
    store_rows(a.out, w.head, i0, a.queries, a.width, l, factor, out);
    wait_for_copies<0>();
}
#endif

#ifdef KEYS
KERNEL_BOUNDED(mma_key_gradients, tile_args, THREADS, D <= 64 ? 3 : 2) {
    SHARED_BYTES(memory);
    work w;
    i32 heads = a.batches * (a.heads / a.group);
    if (!begin(a.g) || !work_of(a, heads, a.keys, DOWN, false, &w)) return;
    /* Two pairs of tiles; keys and values, which become `spare`; two pairs of lse and delta. */
    u16 *first = (u16 *)memory, *keys = first + 4 * ACROSS * D;
    f32 *first_lse = (f32 *)(keys + 2 * DOWN * D);
    lane l = this_lane();
    u16 *spare = keys + l.warp * BAND * SPARE;
    i32 j0 = w.first, mine = j0 + l.warp * BAND, begins = a.causal ? j0 / ACROSS * ACROSS : 0;
    i32 head = w.head * a.group, turn = 0;
    f32 scale = a.scale * LOG2E, dkey[R][D / 8][4], dvalue[R][D / 8][4];
    u32 left[R][D / 16][4], values[R][D / 16][4];
    clear(dkey);
    clear(dvalue);
    load_tile<DOWN>(keys, a.key, key_offset_of(a, a.key, head), j0, a.keys, a.width);
    load_tile<DOWN>(keys + DOWN * D, a.value, key_offset_of(a, a.value, head), j0, a.keys, a.values);
    end_group();
    wait_for_copies<0>();
    __syncthreads();
    load_left(keys, l, left);
    load_left(keys + DOWN * D, l, values);
#pragma unroll 1
    for (i32 u = 0; u < a.group; u++, head++) {
        pairs pair = pairs_of(a, head);
        i64 query_at = offset_of(a, a.query, head), dy_at = offset_of(a, a.dy, head);
        i64 lse_at = offset_of(a, a.lse, head), delta_at = offset_of(a, a.delta, head);
        /* Iteration i0 loads the tile at i0, and uses the one before. */
#pragma unroll 1
        for (i32 i0 = begins; i0 < a.queries + ACROSS && begins < a.queries; i0 += ACROSS) {
            wait_for_copies<0>();
            __syncthreads();
            u16 *next = first + turn * 2 * ACROSS * D, *query = first + (turn ^ 1) * 2 * ACROSS * D;
            f32 *next_lse = first_lse + turn * 2 * ACROSS;
            const f32 *lse = first_lse + (turn ^ 1) * 2 * ACROSS, *delta = lse + ACROSS;
            if (i0 < a.queries) {
                load_tile<ACROSS>(next, a.query, query_at, i0, a.queries, a.width);
                load_tile<ACROSS>(next + ACROSS * D, a.dy, dy_at, i0, a.queries, a.values);
                load_values(a, next_lse, lse_at, delta_at, i0);
                turn ^= 1;
            }
            end_group();
            i32 before = i0 - ACROSS;
            if (before < begins || (a.causal && before + ACROSS <= mine)) continue;
            const u16 *dy = query + ACROSS * D;
            bool unseen = has_unseen(a, before, mine, BAND);
            bool wild_dy = unseen && is_wild(dy), wild_query = unseen && is_wild(query);
#pragma unroll 1
            for (i32 at = 0; at < ACROSS; at += TURN) {
                f32 p[R][2 * C][4], dp[R][2 * C][4];
                f32 log_sum[2 * C][2];
                u32 hidden;
#pragma unroll
                for (i32 n = 0; n < 2 * C; n++)
#pragma unroll
                    for (i32 k = 0; k < 2; k++)
                        log_sum[n][k] = log_sum_of(lse[at + n * 8 + 2 * l.t + k]);
                row_products(left, query, at, l, p);
                weigh<false>(a, pair, mine + l.g, before + at + 2 * l.t, unseen, scale, log_sum, p,
                             &hidden);
#if EXTRA
                /* The weights after dropout; dp is used later. */
#pragma unroll
                for (i32 m = 0; m < R; m++)
#pragma unroll
                    for (i32 n = 0; n < 2 * C; n++)
#pragma unroll
                        for (i32 k = 0; k < 4; k++) dp[m][n][k] = p[m][n][k];
                drop<false>(a, pair, mine + l.g, before + at + 2 * l.t, dp);
                if (unseen) hide(hidden, dp);
                add_products(dp, dy, at, l, wild_dy, spare, dvalue);
#else
                add_products(p, dy, at, l, wild_dy, spare, dvalue);
#endif
                row_products(values, dy, at, l, dp);
#if EXTRA
                drop<false>(a, pair, mine + l.g, before + at + 2 * l.t, dp);
#endif
#pragma unroll
                for (i32 n = 0; n < 2 * C; n++)
#pragma unroll
                    for (i32 k = 0; k < 4; k++) {
                        f32 sub = delta[at + n * 8 + 2 * l.t + k % 2];
#pragma unroll
                        for (i32 m = 0; m < R; m++) p[m][n][k] *= dp[m][n][k] - sub;
                    }
                if (unseen) hide(hidden, p);
                add_products(p, query, at, l, wild_query, spare, dkey);
            }
        }
    }
    f32 by_scale[R][2], by_one[R][2];
#pragma unroll
    for (i32 m = 0; m < R; m++)
        by_scale[m][0] = by_scale[m][1] = a.scale, by_one[m][0] = by_one[m][1] = 1;
    store_rows(a.out, w.head, j0, a.keys, a.width, l, by_scale, dkey);
    store_rows(a.out2, w.head, j0, a.keys, a.values, l, by_one, dvalue);
    wait_for_copies<0>();
}
#endif
