/* attention_mma.cu - attention on tensor cores, with sums in float32.
 *
 * A warp has R bands of 16 rows: queries, or keys in the gradients of keys and values.  It takes
 * the columns 16 C at a time.  Its result stays in registers, and so do the scores, which become a
 * left factor of the second product.  Lane (g, t), with t below 4, has of each 16 x 8 block of a
 * result the elements (g, 2 t), (g, 2 t + 1), (g + 8, 2 t) and (g + 8, 2 t + 1).
 *
 * In front of this text is that of the products: attention_half.cu or attention_single.cu.
 *
 * Exponentials are powers of 2; the factor is in `scale`, which must be positive.
 *
 * Masked pairs must not contribute, even if 0 times the other factor is NaN.  A tile that has such
 * pairs is tested for NaN and infinities, and if there are any, products are added one by one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define LOG2E 1.4426950408889634f
#define LN2   0.6931471805599453f

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

ON_DEVICE void clear(f32 sum[R][D / 8][4]) {
#pragma unroll
    for (i32 m = 0; m < R; m++)
#pragma unroll
        for (i32 n = 0; n < D / 8; n++) sum[m][n][0] = sum[m][n][1] = sum[m][n][2] = sum[m][n][3] = 0;
}

/* ---- Forward --------------------------------------------------------------------------------- */

#ifdef FORWARD
KERNEL_BOUNDED(mma_forward, tile_args, THREADS, R == 1 && D <= 64 ? 4 : 2) {
    SHARED_BYTES(memory);
    work w;
    if (!begin(a.g) || !work_of(a, a.batches * a.heads, a.queries, DOWN, true, &w)) return;
    cell *first = (cell *)memory; /* two pairs of tiles; and the queries */
    cell *query = first + 4 * ACROSS * D;
    lane l = this_lane();
    i32 i0 = w.first, mine = i0 + l.warp * BAND;
    i64 key_at = key_offset_of(a, a.key, w.head), value_at = key_offset_of(a, a.value, w.head);
    pairs pair = pairs_of(a, w.head);
    i32 end = a.causal ? min(a.keys, i0 + DOWN) : a.keys;
    f32 scale = a.scale * LOG2E, top[R][2], sum[R][2], out[R][D / 8][4];
    own_rows left;
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
        cell *key = first + (j0 / ACROSS & 1) * 2 * ACROSS * D, *value = key + ACROSS * D;
        cell *next = first + (~(j0 / ACROSS) & 1) * 2 * ACROSS * D;
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
            add_products(p, value, at, l, careful, out);
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
    cell *first = (cell *)memory; /* two pairs of tiles; queries and dy */
    cell *query = first + 4 * ACROSS * D;
    lane l = this_lane();
    i32 i0 = w.first, mine = i0 + l.warp * BAND;
    i64 key_at = key_offset_of(a, a.key, w.head), value_at = key_offset_of(a, a.value, w.head);
    i64 lse_at = offset_of(a, a.lse, w.head), delta_at = offset_of(a, a.delta, w.head);
    pairs pair = pairs_of(a, w.head);
    i32 end = a.causal ? min(a.keys, i0 + DOWN) : a.keys;
    f32 scale = a.scale * LOG2E, log_sum[R][2], delta[R][2], factor[R][2], out[R][D / 8][4];
    own_rows left, slopes;
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
        cell *key = first + (j0 / ACROSS & 1) * 2 * ACROSS * D, *value = key + ACROSS * D;
        cell *next = first + (~(j0 / ACROSS) & 1) * 2 * ACROSS * D;
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
            add_products(p, key, at, l, careful, out);
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
    /* Two pairs of tiles; keys and values; two pairs of lse and delta. */
    cell *first = (cell *)memory, *keys = first + 4 * ACROSS * D;
    f32 *first_lse = (f32 *)(keys + 2 * DOWN * D);
    lane l = this_lane();
    i32 j0 = w.first, mine = j0 + l.warp * BAND, begins = a.causal ? j0 / ACROSS * ACROSS : 0;
    i32 head = w.head * a.group, turn = 0;
    f32 scale = a.scale * LOG2E, dkey[R][D / 8][4], dvalue[R][D / 8][4];
    own_rows left, values;
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
            cell *next = first + turn * 2 * ACROSS * D, *query = first + (turn ^ 1) * 2 * ACROSS * D;
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
            const cell *dy = query + ACROSS * D;
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
                add_products(dp, dy, at, l, wild_dy, dvalue);
#else
                add_products(p, dy, at, l, wild_dy, dvalue);
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
                add_products(p, query, at, l, wild_query, dkey);
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
