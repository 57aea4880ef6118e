/* attention_tiles.cu - attention in float32, without tensor cores: tiles in shared memory, products
 * in registers.
 *
 * A warp computes the scores of 4 x R rows and 8 x C columns; lane (y, x), with x below 8, those of
 * rows y + 4 r and columns x + 8 c, and of a result the same rows and every eighth group of 4
 * columns.  Rows are queries, or keys in the gradients of keys and values.  A row belongs to one
 * warp, so weights go from the first product to the second through memory of the warp.
 *
 * A tile is a sequence of groups of 4 floats.  Group e of row i is at place e ^ (i % 8), so that
 * lanes that read a column use different banks.
 *
 * Masked pairs must not contribute, even if 0 times the other factor is NaN.  A tile that has such
 * pairs is tested for NaN and infinities, and if there are any, products are added one by one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
enum { GROUPS = D / 4, PARTS = D / 32, BAND = 4 * R, DOWN = 4 * BAND, ACROSS = 8 * C };

typedef float4 group;

ON_DEVICE i32 place(i32 row, i32 e, i32 groups) { return row * groups + (e ^ (row & 7)); }

struct lane {
    i32 warp, x, y;
};
ON_DEVICE lane this_lane() {
    lane l = {(i32)threadIdx.x / 32, (i32)threadIdx.x % 8, (i32)threadIdx.x % 32 / 8};
    return l;
}

/* Copy COUNT rows, from row `first` on.  A thread has one group of every row that it copies. */
template <int COUNT>
ON_DEVICE void load_tile(group *to, const rows &from, i64 offset, i32 first, i32 total, i32 width) {
    const i32 step = THREADS / GROUPS; /* rows */
    i32 row = (i32)threadIdx.x / GROUPS, col = (i32)threadIdx.x % GROUPS;
    const f32 *none = (const f32 *)from.at;
    const f32 *at = none + offset + (i64)(first + row) * from.row + col * 4;
    i32 left = col * 4 < width ? total - first - row : 0;
#pragma unroll 4
    for (i32 k = 0; k < COUNT / step; k++) {
        bool there = k * step < left;
        copy_in<16>(&to[place(row + k * step, col, GROUPS)], there ? at : none, there);
        at += step * from.row;
    }
}

ON_DEVICE void load_values(f32 *to, const rows &from, i64 offset, i32 first, i32 count, i32 total) {
    const f32 *at = (const f32 *)from.at + offset;
#pragma unroll 1
    for (i32 e = (i32)threadIdx.x; e < count; e += THREADS) {
        bool there = first + e < total;
        copy_in<4>(&to[e], there ? at + (first + e) * from.row : at, there);
    }
}

/* p[r] = group e of row y + 4 r. */
ON_DEVICE void load_band(const group *from, i32 e, i32 groups, const lane &l, group p[R]) {
    const group *even = from + place(l.y, e, groups), *odd = from + place(l.y + 4, e, groups);
#pragma unroll
    for (i32 r = 0; r < R; r++) p[r] = (r % 2 == 0 ? even : odd)[r / 2 * 8 * groups];
}

/* sum[r][c] = the product of row y + 4 r of `left` and row x + 8 c of `right`. */
ON_DEVICE void row_products(const group *left, const group *right, const lane &l, f32 sum[R][C]) {
#pragma unroll
    for (i32 r = 0; r < R; r++)
#pragma unroll
        for (i32 c = 0; c < C; c++) sum[r][c] = 0;
#pragma unroll 1
    for (i32 e = 0; e < GROUPS; e++) {
        group p[R];
        load_band(left, e, GROUPS, l, p);
        const group *at = right + place(l.x, e, GROUPS);
#pragma unroll
        for (i32 c = 0; c < C; c++) {
            group q = at[c * 8 * GROUPS];
#pragma unroll
            for (i32 r = 0; r < R; r++) {
                f32 s = fmaf(p[r].x, q.x, sum[r][c]);
                s = fmaf(p[r].y, q.y, s);
                s = fmaf(p[r].z, q.z, s);
                sum[r][c] = fmaf(p[r].w, q.w, s);
            }
        }
    }
}

/* Put the weights of a warp in its own memory. */
ON_DEVICE void store_weights(group *to, const lane &l, const f32 p[R][C]) {
    __syncwarp();
#pragma unroll
    for (i32 r = 0; r < R; r++)
#pragma unroll
        for (i32 c = 0; c < C; c++)
            ((f32 *)&to[place(l.y + 4 * r, 2 * c + l.x / 4, ACROSS / 4)])[l.x % 4] = p[r][c];
    __syncwarp();
}

ON_DEVICE void add(group &sum, f32 p, const group &q) {
    sum.x = fmaf(p, q.x, sum.x);
    sum.y = fmaf(p, q.y, sum.y);
    sum.z = fmaf(p, q.z, sum.z);
    sum.w = fmaf(p, q.w, sum.w);
}

ON_DEVICE bool is_wild(f32 x) { return (__float_as_uint(x) & 0x7f800000) == 0x7f800000; }

/* Has a tile NaN or infinities?  Asked by whole warps. */
ON_DEVICE bool is_wild(const group *tile, i32 count) {
    bool wild = false;
    for (i32 e = (i32)threadIdx.x % 32; e < count * GROUPS; e += 32) {
        group q = tile[e];
        wild |= is_wild(q.x) || is_wild(q.y) || is_wild(q.z) || is_wild(q.w);
    }
    return __any_sync(0xffffffffu, wild) != 0;
}

/* sum += the weights of the warp times the rows of `right`.  `careful`: skip what is not visible. */
ON_DEVICE void add_products(const group *weights, const group *right, const lane &l, bool careful,
                            group sum[R][PARTS]) {
    if (careful) {
#pragma unroll 1
        for (i32 j = 0; j < ACROSS; j++)
#pragma unroll
            for (i32 r = 0; r < R; r++) {
                f32 p = ((const f32 *)&weights[place(l.y + 4 * r, j / 4, ACROSS / 4)])[j % 4];
                if (__float_as_uint(p) == __float_as_uint(UNSEEN)) continue;
#pragma unroll
                for (i32 k = 0; k < PARTS; k++)
                    add(sum[r][k], p, right[place(j, l.x + 8 * k, GROUPS)]);
            }
        return;
    }
#pragma unroll 1
    for (i32 e = 0; e < ACROSS / 4; e++) {
        group p[R];
        load_band(weights, e, ACROSS / 4, l, p);
        const group *at0 = right + place(4 * e, l.x, GROUPS);
        const group *at1 = right + place(4 * e + 1, l.x, GROUPS);
        const group *at2 = right + place(4 * e + 2, l.x, GROUPS);
        const group *at3 = right + place(4 * e + 3, l.x, GROUPS);
#pragma unroll
        for (i32 k = 0; k < PARTS; k++) {
            group q0 = at0[8 * k], q1 = at1[8 * k], q2 = at2[8 * k], q3 = at3[8 * k];
#pragma unroll
            for (i32 r = 0; r < R; r++) {
                add(sum[r][k], p[r].x, q0);
                add(sum[r][k], p[r].y, q1);
                add(sum[r][k], p[r].z, q2);
                add(sum[r][k], p[r].w, q3);
            }
        }
    }
}

ON_DEVICE void clear(group sum[R][PARTS]) {
#pragma unroll
    for (i32 r = 0; r < R; r++)
#pragma unroll
        for (i32 k = 0; k < PARTS; k++) sum[r][k] = group{0, 0, 0, 0};
}

/* Write rows y + 4 r of a result that has `total` rows, the first of which is `first`. */
ON_DEVICE void store_rows(void *to, i32 head, i32 first, i32 total, i32 width, const lane &l,
                          const f32 factor[R], const group sum[R][PARTS]) {
#pragma unroll
    for (i32 r = 0; r < R; r++)
#pragma unroll
        for (i32 k = 0; k < PARTS; k++) {
            i32 row = first + l.y + 4 * r, col = (l.x + 8 * k) * 4;
            if (row >= total || col >= width) continue;
            group y = sum[r][k];
            *(group *)((f32 *)to + ((i64)head * total + row) * width + col) =
                group{y.x * factor[r], y.y * factor[r], y.z * factor[r], y.w * factor[r]};
        }
}

/* ---- Forward --------------------------------------------------------------------------------- */

#ifdef FORWARD
KERNEL(tile_forward, tile_args) {
    SHARED_BYTES(memory);
    work w;
    if (!begin(a.g) || !work_of(a, a.batches * a.heads, a.queries, DOWN, true, &w)) return;
    group *query = (group *)memory, *key = query + DOWN * GROUPS, *value = key + ACROSS * GROUPS;
    lane l = this_lane();
    i32 mine = l.warp * BAND, i0 = w.first;
    group *own = query + mine * GROUPS;
    group *weights = value + ACROSS * GROUPS + mine * (ACROSS / 4);
    i64 key_at = key_offset_of(a, a.key, w.head), value_at = key_offset_of(a, a.value, w.head);
    pairs pair = pairs_of(a, w.head);
    i32 end = a.causal ? min(a.keys, i0 + DOWN) : a.keys;
    f32 top[R], sum[R];
    group out[R][PARTS];
    clear(out);
#pragma unroll
    for (i32 r = 0; r < R; r++) top[r] = -INFINITE, sum[r] = 0;
    load_tile<DOWN>(query, a.query, offset_of(a, a.query, w.head), i0, a.queries, a.width);
    load_tile<ACROSS>(key, a.key, key_at, 0, a.keys, a.width);
    end_group();
    load_tile<ACROSS>(value, a.value, value_at, 0, a.keys, a.values);
    end_group();
#pragma unroll 1
    for (i32 j0 = 0; j0 < end; j0 += ACROSS) {
        bool used = !a.causal || j0 < i0 + mine + BAND;
        bool unseen = has_unseen(a, i0 + mine, j0, ACROSS);
        f32 p[R][C];
        wait_for_copies<1>();
        __syncthreads();
        if (used) row_products(own, key, l, p);
        __syncthreads();
        if (j0 + ACROSS < end)
            load_tile<ACROSS>(key, a.key, key_at, j0 + ACROSS, a.keys, a.width);
        end_group();
        if (used) {
#pragma unroll
            for (i32 r = 0; r < R; r++) {
                u32 seen = ~0u;
                f32 most = -INFINITE;
#pragma unroll
                for (i32 c = 0; c < C; c++) {
                    p[r][c] *= a.scale;
                    if (unseen) {
                        f32 added;
                        i32 i = i0 + mine + l.y + 4 * r, j = j0 + l.x + 8 * c;
                        if (!is_visible(a, pair, i, j, &added)) seen &= ~(1u << c);
                        p[r][c] += added;
                    }
                    if (seen >> c & 1) most = fmaxf(most, p[r][c]);
                }
                for (i32 by = 1; by < 8; by *= 2)
                    most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, by));
                most = fmaxf(most, top[r]);
                f32 zero = most == -INFINITE ? 0 : most, factor = expf(top[r] - zero), all = 0;
                top[r] = most;
#pragma unroll
                for (i32 c = 0; c < C; c++) {
                    f32 q = expf(p[r][c] - zero);
                    bool there = seen >> c & 1;
                    all += there ? q : 0;
                    if (EXTRA && there)
                        q *= kept(a, pair, i0 + mine + l.y + 4 * r, j0 + l.x + 8 * c);
                    p[r][c] = there ? q : UNSEEN;
                }
                sum[r] = sum[r] * factor + all;
#pragma unroll
                for (i32 k = 0; k < PARTS; k++) {
                    out[r][k].x *= factor, out[r][k].y *= factor;
                    out[r][k].z *= factor, out[r][k].w *= factor;
                }
            }
            store_weights(weights, l, p);
        }
        wait_for_copies<1>();
        __syncthreads();
        if (used) add_products(weights, value, l, unseen && is_wild(value, ACROSS), out);
        __syncthreads();
        if (j0 + ACROSS < end)
            load_tile<ACROSS>(value, a.value, value_at, j0 + ACROSS, a.keys, a.values);
        end_group();
    }
    f32 factor[R];
#pragma unroll
    for (i32 r = 0; r < R; r++) {
        i32 row = i0 + mine + l.y + 4 * r;
        for (i32 by = 1; by < 8; by *= 2) sum[r] += __shfl_xor_sync(0xffffffffu, sum[r], by);
        factor[r] = sum[r] == 0 ? 0 : 1 / sum[r];
        if (l.x == 0 && row < a.queries)
            a.lse_out[(i64)w.head * a.queries + row] =
                sum[r] == 0 ? -INFINITE : top[r] + logf(sum[r]);
    }
    store_rows(a.out, w.head, i0 + mine, a.queries, a.values, l, factor, out);
    wait_for_copies<0>();
}
#endif

/* ---- Backward -------------------------------------------------------------------------------- */

/* The weight of a pair from its score, and what the gradient of the weight becomes. */
ON_DEVICE f32 weight(const tile_args &a, const pairs &pair, i32 i, i32 j, bool unseen, f32 score,
                     f32 lse) {
    f32 added = 0;
    score *= a.scale;
    if (unseen && !is_visible(a, pair, i, j, &added)) return UNSEEN;
    return lse == -INFINITE ? 0 : expf(score + added - lse);
}

#ifdef QUERIES
KERNEL(tile_query_gradients, tile_args) {
    SHARED_BYTES(memory);
    work w;
    if (!begin(a.g) || !work_of(a, a.batches * a.heads, a.queries, DOWN, true, &w)) return;
    group *query = (group *)memory, *dy = query + DOWN * GROUPS, *key = dy + DOWN * GROUPS;
    group *value = key + ACROSS * GROUPS;
    lane l = this_lane();
    i32 mine = l.warp * BAND, i0 = w.first;
    group *weights = value + ACROSS * GROUPS + mine * (ACROSS / 4);
    i64 key_at = key_offset_of(a, a.key, w.head), value_at = key_offset_of(a, a.value, w.head);
    pairs pair = pairs_of(a, w.head);
    i32 end = a.causal ? min(a.keys, i0 + DOWN) : a.keys;
    f32 lse[R], delta[R], factor[R];
    group out[R][PARTS];
    clear(out);
    load_tile<DOWN>(query, a.query, offset_of(a, a.query, w.head), i0, a.queries, a.width);
    load_tile<DOWN>(dy, a.dy, offset_of(a, a.dy, w.head), i0, a.queries, a.values);
    i64 lse_at = offset_of(a, a.lse, w.head), delta_at = offset_of(a, a.delta, w.head);
#pragma unroll
    for (i32 r = 0; r < R; r++) {
        i32 row = i0 + mine + l.y + 4 * r;
        bool there = row < a.queries;
        lse[r] = there ? ((const f32 *)a.lse.at)[lse_at + row * a.lse.row] : 0;
        delta[r] = there ? ((const f32 *)a.delta.at)[delta_at + row * a.delta.row] : 0;
        factor[r] = a.scale;
    }
#pragma unroll 1
    for (i32 j0 = 0; j0 < end; j0 += ACROSS) {
        bool unseen = has_unseen(a, i0 + mine, j0, ACROSS);
        f32 p[R][C], dp[R][C];
        __syncthreads();
        load_tile<ACROSS>(key, a.key, key_at, j0, a.keys, a.width);
        load_tile<ACROSS>(value, a.value, value_at, j0, a.keys, a.values);
        end_group();
        wait_for_copies<0>();
        __syncthreads();
        if (a.causal && j0 >= i0 + mine + BAND) continue;
        row_products(query + mine * GROUPS, key, l, p);
        row_products(dy + mine * GROUPS, value, l, dp);
#pragma unroll
        for (i32 r = 0; r < R; r++)
#pragma unroll
            for (i32 c = 0; c < C; c++) {
                i32 i = i0 + mine + l.y + 4 * r, j = j0 + l.x + 8 * c;
                f32 q = weight(a, pair, i, j, unseen, p[r][c], lse[r]);
                bool there = __float_as_uint(q) != __float_as_uint(UNSEEN);
                f32 slope = q * (dp[r][c] * (EXTRA && there ? kept(a, pair, i, j) : 1) - delta[r]);
                p[r][c] = there ? slope + 0.0f : UNSEEN;
            }
        store_weights(weights, l, p);
        add_products(weights, key, l, unseen && is_wild(key, ACROSS), out);
    }
    store_rows(a.out, w.head, i0 + mine, a.queries, a.width, l, factor, out);
    wait_for_copies<0>();
}
#endif

#ifdef KEYS
KERNEL(tile_key_gradients, tile_args) {
    SHARED_BYTES(memory);
    work w;
    i32 heads = a.batches * (a.heads / a.group);
    if (!begin(a.g) || !work_of(a, heads, a.keys, DOWN, false, &w)) return;
    group *key = (group *)memory, *value = key + DOWN * GROUPS, *query = value + DOWN * GROUPS;
    group *dy = query + ACROSS * GROUPS;
    f32 *lse = (f32 *)(dy + ACROSS * GROUPS + DOWN * (ACROSS / 4)), *delta = lse + ACROSS;
    lane l = this_lane();
    i32 mine = l.warp * BAND, j0 = w.first, begins = a.causal ? j0 / ACROSS * ACROSS : 0;
    group *weights = dy + ACROSS * GROUPS + mine * (ACROSS / 4);
    group dkey[R][PARTS], dvalue[R][PARTS];
    clear(dkey);
    clear(dvalue);
    i32 first = w.head * a.group;
    load_tile<DOWN>(key, a.key, key_offset_of(a, a.key, first), j0, a.keys, a.width);
    load_tile<DOWN>(value, a.value, key_offset_of(a, a.value, first), j0, a.keys, a.values);
#pragma unroll 1
    for (i32 u = 0; u < a.group; u++) {
        i32 head = first + u;
        pairs pair = pairs_of(a, head);
        i64 query_at = offset_of(a, a.query, head), dy_at = offset_of(a, a.dy, head);
        i64 lse_at = offset_of(a, a.lse, head), delta_at = offset_of(a, a.delta, head);
#pragma unroll 1
        for (i32 i0 = begins; i0 < a.queries; i0 += ACROSS) {
            bool unseen = has_unseen(a, i0, j0 + mine, BAND);
            f32 p[R][C], dp[R][C];
            __syncthreads();
            load_tile<ACROSS>(query, a.query, query_at, i0, a.queries, a.width);
            load_tile<ACROSS>(dy, a.dy, dy_at, i0, a.queries, a.values);
            load_values(lse, a.lse, lse_at, i0, ACROSS, a.queries);
            load_values(delta, a.delta, delta_at, i0, ACROSS, a.queries);
            end_group();
            wait_for_copies<0>();
            __syncthreads();
            if (a.causal && i0 + ACROSS <= j0 + mine) continue;
            row_products(key + mine * GROUPS, query, l, p);
#pragma unroll
            for (i32 c = 0; c < C; c++) {
                i32 i = i0 + l.x + 8 * c;
#pragma unroll
                for (i32 r = 0; r < R; r++)
                    p[r][c] = weight(a, pair, i, j0 + mine + l.y + 4 * r, unseen, p[r][c],
                                     lse[l.x + 8 * c]);
            }
#if EXTRA
            /* The weights after dropout; dp is used later. */
#pragma unroll
            for (i32 r = 0; r < R; r++)
#pragma unroll
                for (i32 c = 0; c < C; c++) {
                    bool there = __float_as_uint(p[r][c]) != __float_as_uint(UNSEEN);
                    i32 i = i0 + l.x + 8 * c, j = j0 + mine + l.y + 4 * r;
                    dp[r][c] = there ? p[r][c] * kept(a, pair, i, j) : UNSEEN;
                }
            store_weights(weights, l, dp);
#else
            store_weights(weights, l, p);
#endif
            add_products(weights, dy, l, unseen && is_wild(dy, ACROSS), dvalue);
            row_products(value + mine * GROUPS, dy, l, dp);
#pragma unroll
            for (i32 r = 0; r < R; r++)
#pragma unroll
                for (i32 c = 0; c < C; c++) {
                    bool there = __float_as_uint(p[r][c]) != __float_as_uint(UNSEEN);
                    i32 i = i0 + l.x + 8 * c, j = j0 + mine + l.y + 4 * r;
                    f32 slope = dp[r][c] * (EXTRA && there ? kept(a, pair, i, j) : 1);
                    p[r][c] = there ? p[r][c] * (slope - delta[l.x + 8 * c]) + 0.0f : UNSEEN;
                }
            store_weights(weights, l, p);
            add_products(weights, query, l, unseen && is_wild(query, ACROSS), dkey);
        }
    }
    f32 scale[R], one[R];
#pragma unroll
    for (i32 r = 0; r < R; r++) scale[r] = a.scale, one[r] = 1;
    store_rows(a.out, w.head, j0 + mine, a.keys, a.width, l, scale, dkey);
    store_rows(a.out2, w.head, j0 + mine, a.keys, a.values, l, one, dvalue);
    wait_for_copies<0>();
}
#endif
