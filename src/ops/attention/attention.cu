/* attention.cu - scaled_dot_product_attention and its gradient.
 *
 * attention.c has the formulas.  Scores are computed in tiles of 32 queries x 32 keys, so memory is
 * linear in the lengths.  A block has 256 threads: thread (y, x), with x below 32, computes the scores
 * of queries 4 y to 4 y + 3 and key x, and of a result 4 rows and every 32nd column.  So a warp has
 * whole rows.  Wide results are divided among blocks, COLS columns each, which compute the scores
 * again.
 *
 * R is the type in which the call is computed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
enum { TILE = 32, ROWS = 4, PARTS = COLS / TILE };

/* An operand with any strides; the last two are those of rows and columns. */
struct operand {
    const void *at;
    i64 dtype, row, col;
    i64 stride[DIMS]; /* of the dimensions before */
};

struct attention_args {
    guard g;
    operand query, key, value, dy, mask, lse, delta; /* mask.at: or NULL */
    void *out, *lse_out;
    i64 dtype; /* of `out` */
    i64 heads, group, queries, keys, width, values;
    i64 dims, causal; /* dims: number of dimensions of the heads */
    i64 shape[DIMS], key_shape[DIMS];
    double scale, dropout;
    const void *seed_at; /* or NULL: the seed is seed_value */
    i64 seed_dtype, seed_value;
    i64 of_values; /* key_gradients: of the values, not of the keys */
    /* A mask that is a number: hidden, or added to the scores. */
    i64 hidden;
    double offset;
};

/* A tile of the scores, and what each pass makes of it. */
struct tiles {
    R a[TILE][TILE + 1], b[TILE][TILE + 1]; /* parts of the factors */
    R p[TILE][TILE + 1];
    u32 visible[TILE]; /* of a query: bit j is set if it may attend to key j */
    R x[TILE][COLS];   /* rows of the second factor of a result */
};

ON_DEVICE R load_element(const operand &o, i64 at) {
    switch (o.dtype) {
    case DTYPE_F32: return (R)((const float *)o.at)[at];
    case DTYPE_F16: return (R)float_of(((const f16 *)o.at)[at]);
    case DTYPE_BF16: return (R)float_of(((const bf16 *)o.at)[at]);
    default: return (R)load_real(o.at, (i32)o.dtype, at);
    }
}

ON_DEVICE i64 head_at(const operand &o, const i64 *shape, i64 dims, i64 head) {
    i64 at = 0;
    for (i64 d = dims - 1; d >= 0; d--) {
        at += head % shape[d] * o.stride[d];
        head /= shape[d];
    }
    return at;
}

ON_DEVICE u64 seed_of(const attention_args &a) {
    if (a.seed_at == 0) return (u64)a.seed_value;
    if (a.seed_dtype == DTYPE_U64) return *(const u64 *)a.seed_at;
    return (u64)load_integer(a.seed_at, (i32)a.seed_dtype, 0);
}

/* Where a block is: a head and its operands. */
struct place {
    i64 head;
    i64 query, key, value, dy, mask, lse, delta; /* offsets */
    u64 seed;
};

ON_DEVICE place place_of(const attention_args &a, i64 head) {
    place p = {head, 0, 0, 0, 0, 0, 0, 0, 0};
    p.query = head_at(a.query, a.shape, a.dims, head);
    p.key = head_at(a.key, a.key_shape, a.dims, head / a.group);
    p.value = head_at(a.value, a.key_shape, a.dims, head / a.group);
    if (a.dy.at != 0) {
        p.dy = head_at(a.dy, a.shape, a.dims, head);
        p.lse = head_at(a.lse, a.shape, a.dims, head);
        p.delta = head_at(a.delta, a.shape, a.dims, head);
    }
    if (a.mask.at != 0) p.mask = head_at(a.mask, a.shape, a.dims, head);
    if (a.dropout > 0) p.seed = seed_of(a);
    return p;
}

ON_DEVICE R kept(const attention_args &a, const place &at, i64 i, i64 j) {
    if (a.dropout == 0) return 1;
    u64 index = (u64)((at.head * a.keys + j) * a.queries + i);
    u32 word = random_word32(at.seed, 0, index);
    return word < (u64)((1 - a.dropout) * 0x1p32 + 0.5) ? (R)(1 / (1 - a.dropout)) : 0;
}

/* sum[r] = the product of row 4 y + r of `left`, from row i0 on, and row x of `right`, from j0 on. */
ON_DEVICE void row_products(tiles &t, const operand &left, i64 left_at, i64 i0, i64 rows,
                            const operand &right, i64 right_at, i64 j0, i64 cols, i64 width,
                            R sum[ROWS]) {
    u32 x = threadIdx.x % TILE, y = threadIdx.x / TILE;
    for (int r = 0; r < ROWS; r++) sum[r] = 0;
    for (i64 e0 = 0; e0 < width; e0 += TILE) {
        for (int r = 0; r < ROWS; r++) {
            i64 row = y * ROWS + r, e = e0 + x;
            bool has_left = i0 + row < rows && e < width, has_right = j0 + row < cols && e < width;
            t.a[row][x] =
                has_left ? load_element(left, left_at + (i0 + row) * left.row + e * left.col) : 0;
            t.b[row][x] =
                has_right ? load_element(right, right_at + (j0 + row) * right.row + e * right.col)
                          : 0;
        }
        __syncthreads();
        for (int e = 0; e < TILE; e++)
            for (int r = 0; r < ROWS; r++) sum[r] += t.a[y * ROWS + r][e] * t.b[x][e];
        __syncthreads();
    }
}

/* The scores of a thread, and which of them count. */
ON_DEVICE void scores(const attention_args &a, const place &at, tiles &t, i64 i0, i64 j0,
                      R s[ROWS], bool seen[ROWS]) {
    i64 j = j0 + threadIdx.x % TILE;
    row_products(t, a.query, at.query, i0, a.queries, a.key, at.key, j0, a.keys, a.width, s);
    for (int r = 0; r < ROWS; r++) {
        i64 i = i0 + threadIdx.x / TILE * ROWS + r;
        s[r] = s[r] * (R)a.scale + (R)a.offset;
        seen[r] = !a.hidden && i < a.queries && j < a.keys && (!a.causal || j <= i);
        if (!seen[r] || a.mask.at == 0) continue;
        R mask = load_element(a.mask, at.mask + i * a.mask.row + j * a.mask.col);
        if (a.mask.dtype == DTYPE_BOOL)
            seen[r] = mask != 0;
        else if (mask == -__longlong_as_double(0x7ff0000000000000))
            seen[r] = false;
        else
            s[r] += mask;
    }
}

/* Load up to 32 rows of COLS columns. */
ON_DEVICE void load_rows(tiles &t, const operand &o, i64 at, i64 first, i64 rows, i64 col0,
                         i64 cols) {
    for (u32 e = threadIdx.x; e < TILE * COLS; e += blockDim.x) {
        i64 row = e / COLS, col = col0 + e % COLS;
        bool there = first + row < rows && col < cols;
        t.x[row][e % COLS] = there ? load_element(o, at + (first + row) * o.row + col * o.col) : 0;
    }
}

/* sum[r][c] += the products of row 4 y + r of p, or of its transpose, and the columns of x.  Pairs
 * that are not visible do not count, even if x is NaN. */
template <bool turned> ON_DEVICE void add_products(const tiles &t, R sum[ROWS][PARTS]) {
    u32 x = threadIdx.x % TILE, y = threadIdx.x / TILE;
    for (u32 e = 0; e < TILE; e++)
        for (int r = 0; r < ROWS; r++) {
            u32 row = y * ROWS + r;
            if (!((turned ? t.visible[e] >> row : t.visible[row] >> e) & 1)) continue;
            R p = turned ? t.p[e][row] : t.p[row][e];
            for (int c = 0; c < PARTS; c++) sum[r][c] += p * t.x[e][x + c * TILE];
        }
}

ON_DEVICE void store_rows(const attention_args &a, i64 at, i64 first, i64 rows, i64 col0, i64 cols,
                          R sum[ROWS][PARTS]) {
    u32 x = threadIdx.x % TILE, y = threadIdx.x / TILE;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < PARTS; c++) {
            i64 row = first + y * ROWS + r, col = col0 + x + c * TILE;
            if (row < rows && col < cols)
                store_real(a.out, (i32)a.dtype, (at + row) * cols + col, sum[r][c]);
        }
}

ON_DEVICE i64 pieces(i64 n, i64 size) { return n > 0 ? (n + size - 1) / size : 1; }

ON_DEVICE R larger(R x, R z) { return z > x || z != z ? z : x; }

/* ---- Forward --------------------------------------------------------------------------------- */

KERNEL(forward, attention_args) {
    __shared__ tiles t;
    if (!begin(a.g)) return;
    const R nothing = -(R)__longlong_as_double(0x7ff0000000000000);
    i64 spans = pieces(a.values, COLS), blocks = (a.queries + TILE - 1) / TILE;
    i64 x = threadIdx.x % TILE, y = threadIdx.x / TILE;
    for (i64 work = blockIdx.x; work < a.heads * blocks * spans; work += gridDim.x) {
        i64 col0 = work % spans * COLS, i0 = work / spans % blocks * TILE;
        place at = place_of(a, work / spans / blocks);
        R top[ROWS], sum[ROWS], out[ROWS][PARTS];
        for (int r = 0; r < ROWS; r++) {
            top[r] = nothing, sum[r] = 0;
            for (int c = 0; c < PARTS; c++) out[r][c] = 0;
        }
        for (i64 j0 = 0; j0 < a.keys && (!a.causal || j0 < i0 + TILE); j0 += TILE) {
            R s[ROWS];
            bool seen[ROWS];
            scores(a, at, t, i0, j0, s, seen);
            for (int r = 0; r < ROWS; r++) {
                R most = seen[r] ? s[r] : nothing;
                for (int lane = 16; lane > 0; lane /= 2)
                    most = larger(most, __shfl_xor_sync(0xffffffffu, most, lane));
                most = larger(most, top[r]);
                R p = seen[r] ? exp(s[r] - most) : 0, all = p;
                for (int lane = 16; lane > 0; lane /= 2)
                    all += __shfl_xor_sync(0xffffffffu, all, lane);
                R factor = most == nothing ? 1 : exp(top[r] - most);
                top[r] = most;
                sum[r] = sum[r] * factor + all;
                for (int c = 0; c < PARTS; c++) out[r][c] *= factor;
                t.p[y * ROWS + r][x] =
                    seen[r] ? p * kept(a, at, i0 + y * ROWS + r, j0 + x) : (R)0;
                u32 bits = __ballot_sync(0xffffffffu, seen[r]);
                if (x == 0) t.visible[y * ROWS + r] = bits;
            }
            load_rows(t, a.value, at.value, j0, a.keys, col0, a.values);
            __syncthreads();
            add_products<false>(t, out);
            __syncthreads();
        }
        for (int r = 0; r < ROWS; r++) {
            i64 i = i0 + y * ROWS + r;
            for (int c = 0; c < PARTS; c++) out[r][c] = top[r] == nothing ? 0 : out[r][c] / sum[r];
            if (x == 0 && col0 == 0 && i < a.queries)
                ((R *)a.lse_out)[at.head * a.queries + i] =
                    top[r] == nothing ? nothing : top[r] + log(sum[r]);
        }
        store_rows(a, at.head * a.queries, i0, a.queries, col0, a.values, out);
    }
}

/* ---- Backward -------------------------------------------------------------------------------- */

/* Set p to the weights of a tile, or to the gradients of its scores. */
ON_DEVICE void slopes(const attention_args &a, const place &at, tiles &t, i64 i0, i64 j0,
                      bool weights) {
    const R infinite = (R)__longlong_as_double(0x7ff0000000000000);
    i64 x = threadIdx.x % TILE, y = threadIdx.x / TILE;
    R s[ROWS], dp[ROWS];
    bool seen[ROWS];
    scores(a, at, t, i0, j0, s, seen);
    if (!weights)
        row_products(t, a.dy, at.dy, i0, a.queries, a.value, at.value, j0, a.keys, a.values, dp);
    for (int r = 0; r < ROWS; r++) {
        i64 i = i0 + y * ROWS + r;
        R made = 0;
        if (seen[r]) {
            R lse = load_element(a.lse, at.lse + i * a.lse.row);
            R p = lse == -infinite ? (R)0 : exp(s[r] - lse), keep = kept(a, at, i, j0 + x);
            made = p * keep;
            if (!weights) {
                R delta = load_element(a.delta, at.delta + i * a.delta.row);
                made = p * (dp[r] * keep - delta) * (R)a.scale;
            }
        }
        t.p[y * ROWS + r][x] = made;
        u32 bits = __ballot_sync(0xffffffffu, seen[r]);
        if (x == 0) t.visible[y * ROWS + r] = bits;
    }
}

KERNEL(query_gradients, attention_args) {
    __shared__ tiles t;
    if (!begin(a.g)) return;
    i64 spans = pieces(a.width, COLS), blocks = (a.queries + TILE - 1) / TILE;
    for (i64 work = blockIdx.x; work < a.heads * blocks * spans; work += gridDim.x) {
        i64 col0 = work % spans * COLS, i0 = work / spans % blocks * TILE;
        place at = place_of(a, work / spans / blocks);
        R out[ROWS][PARTS];
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < PARTS; c++) out[r][c] = 0;
        for (i64 j0 = 0; j0 < a.keys && (!a.causal || j0 < i0 + TILE); j0 += TILE) {
            slopes(a, at, t, i0, j0, false);
            load_rows(t, a.key, at.key, j0, a.keys, col0, a.width);
            __syncthreads();
            add_products<false>(t, out);
            __syncthreads();
        }
        store_rows(a, at.head * a.queries, i0, a.queries, col0, a.width, out);
    }
}

KERNEL(key_gradients, attention_args) {
    __shared__ tiles t;
    if (!begin(a.g)) return;
    i64 cols = a.of_values ? a.values : a.width;
    i64 spans = pieces(cols, COLS), blocks = (a.keys + TILE - 1) / TILE;
    for (i64 work = blockIdx.x; work < a.heads / a.group * blocks * spans; work += gridDim.x) {
        i64 col0 = work % spans * COLS, j0 = work / spans % blocks * TILE;
        i64 head = work / spans / blocks;
        R out[ROWS][PARTS];
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < PARTS; c++) out[r][c] = 0;
        for (i64 u = 0; u < a.group; u++) {
            place at = place_of(a, head * a.group + u);
            for (i64 i0 = a.causal ? j0 : 0; i0 < a.queries; i0 += TILE) {
                slopes(a, at, t, i0, j0, a.of_values);
                if (a.of_values)
                    load_rows(t, a.dy, at.dy, i0, a.queries, col0, cols);
                else
                    load_rows(t, a.query, at.query, i0, a.queries, col0, cols);
                __syncthreads();
                add_products<true>(t, out);
                __syncthreads();
            }
        }
        store_rows(a, head * a.keys, j0, a.keys, col0, cols, out);
    }
}
