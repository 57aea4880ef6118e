/* gemm_simd_template.h - tiles, packing and products with a vector, for one compute type.
 *
 * gemm_simd.c includes this file once for float and once for double, and defines
 *
 *   REAL, VEC, VECU, LANES   the type, its vectors (VECU: unaligned), elements per vector
 *   NAME(x)                  x with the suffix of the type
 *   FMA, SPLAT               a * b + c; a vector with all elements equal
 *   DTYPE                    the wr_gemm_dtype of the type
 *   PART, part, load_part, store_part, transpose   see gemm_simd.c
 *
 * tile_rows.h defines MR, the maximum number of rows of a tile, and EACH_ROWS(X), which is X(1) ...
 * X(MR).  A tile is two vectors wide.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define NR (2 * LANES)

WR_INLINE VEC NAME(load)(const REAL *p) { return *(const VECU *)(const void *)p; }
WR_INLINE void NAME(store)(REAL *p, VEC v) { *(VECU *)(void *)p = v; }

/* ---- Tiles --------------------------------------------------------------------------------- */

/* Return a vector filled with element i of one step of a panel.  NEON can multiply by one lane of a
 * vector, so there the elements are loaded as whole vectors; the last of these ends where the step
 * ends. */
WR_INLINE VEC NAME(panel_element)(const REAL *step, int i, const int rows) {
#if WR_NEON
    int at = i / LANES * LANES, last = rows - LANES;
    if (at > last) at = last;
    if (at >= 0) return SPLAT(NAME(load)(step + at)[i - at]);
#endif
    (void)rows;
    return SPLAT(step[i]);
}

/* Compute a tile of `rows` rows and `vecs` vectors of columns; if `whole` is not set, the last
 * vector is partial.  `rows`, `vecs`, `whole` and `panels` are constants at each call, so that all
 * accumulators are in registers.  There is one pointer for every three rows of A: x86 addressing
 * reaches the second and third row by adding an index scaled by 1 or 2 at no cost, and the smaller
 * number of pointers fits in registers. */
WR_INLINE void NAME(tile_of)(const wr_gemm_tile *t, const int rows, const int vecs,
                             const bool whole, const bool panels) {
    const REAL *b = t->b;
    const int64_t b_row = panels ? NR : t->b_row, a_row = panels ? 1 : t->a_row;
    const int64_t a_col = panels ? rows : t->a_col;
    const PART last = NAME(part)((int)t->cols - (vecs - 1) * LANES);
    const int64_t c_row = t->c_row;
    const bool add = t->add;
    REAL *c = t->c;
    const REAL *a[(MR + 2) / 3];
    VEC sum[MR][2];
    WR_UNROLL for (int i = 0; i < rows; i += 3) a[i / 3] = (const REAL *)t->a + i * a_row;
    WR_UNROLL for (int i = 0; i < rows; i++) {
        WR_UNROLL for (int v = 0; v < vecs; v++) sum[i][v] = (VEC){0};
        __builtin_prefetch(c + i * c_row, 1);
        if (vecs == 2) __builtin_prefetch(c + i * c_row + LANES, 1);
    }
    for (int64_t k = t->k; k > 0; k--) {
        VEC bv[2];
        if (panels) __builtin_prefetch(b + 8 * NR);
        if (panels && sizeof(VEC) == 64) __builtin_prefetch(b + 8 * NR + LANES);
        WR_UNROLL for (int v = 0; v < vecs; v++) bv[v] = whole || v < vecs - 1
                                                             ? NAME(load)(b + v * LANES)
                                                             : NAME(load_part)(b + v * LANES, last);
        WR_UNROLL for (int i = 0; i < rows; i++) {
            VEC av = panels ? NAME(panel_element)(a[0], i, rows) : SPLAT(a[i / 3][(i % 3) * a_row]);
            WR_UNROLL for (int v = 0; v < vecs; v++) sum[i][v] = FMA(av, bv[v], sum[i][v]);
        }
        b += b_row;
        if (panels)
            a[0] += rows;
        else
            WR_UNROLL for (int i = 0; i < rows; i += 3) a[i / 3] += a_col;
    }
    WR_UNROLL for (int i = 0; i < rows; i++) {
        WR_UNROLL for (int v = 0; v < vecs; v++) {
            REAL *at = c + i * c_row + v * LANES;
            VEC out = sum[i][v];
            if (whole || v < vecs - 1) {
                if (add) out = NAME(load)(at) + out;
                NAME(store)(at, out);
            } else {
                if (add) out = NAME(load_part)(at, last) + out;
                NAME(store_part)(at, out, last);
            }
        }
    }
}

#if LEAN

static void NAME(tile)(const wr_gemm_tile *t) {
    int rows = (int)t->rows;
    if (t->cols <= LANES)
        NAME(tile_of)(t, rows, 1, false, false);
    else if (t->cols < NR)
        NAME(tile_of)(t, rows, 2, false, false);
    else if (!t->panels)
        NAME(tile_of)(t, rows, 2, true, false);
    else
        NAME(tile_of)(t, rows, 2, true, true);
}

#else

/* The four variants for each height: at most one vector wide, between one and two vectors, two
 * vectors, and two vectors from panels.  The panels of a product with more than MR rows have more
 * than MR / 2 rows, so smaller heights need no panel variant. */
#define TILES_OF(rows)                                                                             \
    static void NAME(one_##rows)(const wr_gemm_tile *t) {                                          \
        NAME(tile_of)(t, rows, 1, false, false);                                                   \
    }                                                                                              \
    static void NAME(part_##rows)(const wr_gemm_tile *t) {                                         \
        NAME(tile_of)(t, rows, 2, false, false);                                                   \
    }                                                                                              \
    static void NAME(two_##rows)(const wr_gemm_tile *t) {                                          \
        NAME(tile_of)(t, rows, 2, true, false);                                                    \
    }                                                                                              \
    static void NAME(panels_##rows)(const wr_gemm_tile *t) {                                       \
        if (rows <= MR / 2)                                                                        \
            NAME(two_##rows)(t);                                                                   \
        else                                                                                       \
            NAME(tile_of)(t, rows, 2, true, true);                                                 \
    }
EACH_ROWS(TILES_OF)

typedef void (*NAME(tile_fn))(const wr_gemm_tile *t);
#define TILES_LISTED(rows)                                                                         \
    {NAME(one_##rows), NAME(part_##rows), NAME(two_##rows), NAME(panels_##rows)},
static const NAME(tile_fn) NAME(tiles)[MR][4] = {EACH_ROWS(TILES_LISTED)};

static void NAME(tile)(const wr_gemm_tile *t) {
    int shape = t->cols <= LANES ? 0 : t->cols < NR ? 1 : t->panels ? 3 : 2;
    NAME(tiles)[t->rows - 1][shape](t);
}

#endif

/* ---- Packing ------------------------------------------------------------------------------- */

/* get, get_all and get_part load one element, a vector, or the first n < LANES elements of a vector
 * from an array of dtype `from`, and convert them. */
WR_INLINE REAL NAME(get)(const void *src, int64_t i, const int from) {
    if (from == WR_GEMM_F16) return (REAL)half_value(((const uint16_t *)src)[i]);
    if (from == WR_GEMM_BF16) return (REAL)brain_value(((const uint16_t *)src)[i]);
    return ((const REAL *)src)[i];
}

WR_INLINE VEC NAME(get_all)(const void *src, int64_t i, const int from) {
    if (from == WR_GEMM_F16) return (VEC)half_values((const uint16_t *)src + i);
    if (from == WR_GEMM_BF16) return (VEC)bf16_values((const uint16_t *)src + i);
    return NAME(load)((const REAL *)src + i);
}

WR_INLINE VEC NAME(get_part)(const void *src, int64_t i, int n, const int from) {
    if (from == DTYPE) return NAME(load_part)((const REAL *)src + i, NAME(part)(n));
    uint16_t some[LANES] = {0};
    for (int j = 0; j < n; j++) some[j] = ((const uint16_t *)src)[i + j];
    return NAME(get_all)(some, 0, from);
}

/* Pack a strip whose elements are contiguous within a step: copy vectors.  A store may extend past
 * its step within the panel, because the next step is written later. */
WR_INLINE void NAME(pack_rows)(REAL *to, int64_t panel, const void *src, int64_t step_k,
                               int64_t width, int64_t steps, const int from) {
    const REAL *end = to + panel * steps;
    for (int64_t p = 0; p < steps; p++, to += panel) {
        for (int64_t i = 0; i < panel; i += LANES) {
            VEC v = {0};
            if (width - i >= LANES)
                v = NAME(get_all)(src, p * step_k + i, from);
            else if (width > i)
                v = NAME(get_part)(src, p * step_k + i, (int)(width - i), from);
            if (end - (to + i) >= LANES)
                NAME(store)(to + i, v);
            else
                NAME(store_part)(to + i, v, NAME(part)((int)(panel - i)));
        }
    }
}

/* Pack a strip whose steps are contiguous: transpose squares in registers.  All squares of one
 * column are loaded before any is stored, so that the elements that a store writes past its step
 * are overwritten by a later store. */
enum { NAME(SQUARES) = MR > NR ? (MR + LANES - 1) / LANES : NR / LANES };
WR_INLINE void NAME(pack_columns)(REAL *to, int64_t panel, const void *src, int64_t step_i,
                                  int64_t width, int64_t steps, const int from) {
    const REAL *end = to + panel * steps;
    int64_t p = 0;
    for (; p + LANES <= steps; p += LANES) {
        VEC square[NAME(SQUARES)][LANES];
        for (int h = 0; h < NAME(SQUARES); h++) {
            for (int i = 0; i < LANES; i++)
                square[h][i] = h * LANES + i < width
                                   ? NAME(get_all)(src, (h * LANES + i) * step_i + p, from)
                                   : (VEC){0};
            if (h * LANES < panel) NAME(transpose)(square[h]);
        }
        for (int s = 0; s < LANES; s++, to += panel) {
            for (int h = 0; h < NAME(SQUARES) && h * LANES < panel; h++) {
                if (end - (to + h * LANES) >= LANES)
                    NAME(store)(to + h * LANES, square[h][s]);
                else
                    NAME(store_part)
                (to + h * LANES, square[h][s], NAME(part)((int)(panel - h * LANES)));
            }
        }
    }
    for (; p < steps; p++, to += panel)
        for (int64_t i = 0; i < panel; i++)
            to[i] = i < width ? NAME(get)(src, i * step_i + p, from) : 0;
}

WR_INLINE void NAME(pack_from)(void *panel_at, int64_t panel, const void *src, int64_t step_i,
                               int64_t step_k, int64_t width, int64_t steps, const int from) {
    REAL *to = panel_at;
    if (step_i == 1) {
        if (panel == NR && width == NR)
            NAME(pack_rows)(to, NR, src, step_k, NR, steps, from);
        else
            NAME(pack_rows)(to, panel, src, step_k, width, steps, from);
        return;
    }
    if (step_k == 1) {
        NAME(pack_columns)(to, panel, src, step_i, width, steps, from);
        return;
    }
    for (int64_t p = 0; p < steps; p++, to += panel)
        for (int64_t i = 0; i < panel; i++)
            to[i] = i < width ? NAME(get)(src, i * step_i + p * step_k, from) : 0;
}

static void NAME(pack)(void *panel_at, int64_t panel, const void *src, int64_t step_i,
                       int64_t step_k, int64_t width, int64_t steps) {
    NAME(pack_from)(panel_at, panel, src, step_i, step_k, width, steps, DTYPE);
}

static void NAME(get_row)(void *row, const void *src, int64_t step, int64_t n) {
    for (int64_t i = 0; i < n; i++) ((REAL *)row)[i] = ((const REAL *)src)[i * step];
}

static void NAME(put_row)(void *dst, int64_t step, const void *row, int64_t n) {
    for (int64_t i = 0; i < n; i++) ((REAL *)dst)[i * step] = ((const REAL *)row)[i];
}

/* ---- A matrix and a vector ----------------------------------------------------------------- */

/* Steps are processed in blocks of BLOCK, that is, four vectors.  In a block, step p is added to
 * sum p % LANES.  The sums are then added in pairs (l and l + LANES / 2, and so on), and the result
 * is added to the total of the previous blocks.  This order suits both layouts of a matrix: if
 * steps are contiguous, a vector holds all sums of one row; if rows are contiguous, it holds one
 * sum of many rows.  The last block is padded with zeros, which are added in both cases. */
#define BLOCK (4 * LANES)

WR_INLINE VEC NAME(add_lanes)(VEC v[LANES]) {
    WR_UNROLL for (int half = LANES / 2; half > 0; half /= 2)
        WR_UNROLL for (int l = 0; l < half; l++) v[l] += v[l + half];
    return v[0];
}

/* A block of columns; the elements of a column are contiguous. */
typedef struct NAME(columns) {
    int64_t rows;
    const REAL *at[BLOCK]; /* the columns; missing columns point to zeros */
    const REAL *x;
} NAME(columns);

/* Return the sums of eight columns for the vector of rows that starts at row i.  Even and odd
 * columns are summed separately and then added. */
WR_INLINE VEC NAME(pair_of)(const REAL *const at[8], const VEC x[8], int64_t i, const bool whole,
                            PART part) {
    VEC sum[2] = {{0}, {0}};
    WR_UNROLL for (int j = 0; j < 8; j++) {
        VEC v = whole ? NAME(load)(at[j] + i) : NAME(load_part)(at[j] + i, part);
        sum[j % 2] = FMA(x[j], v, sum[j % 2]);
    }
    return sum[0] + sum[1];
}

/* Compute the total of the sums l and l + LANES / 2 for all rows.  Only eight columns are read at a
 * time: more columns that are a power of two apart would not stay in the cache together, and would
 * not make hardware prefetching faster. */
static void NAME(add_pair)(const NAME(columns) * c, int l, REAL *out, bool add) {
    const REAL *at[8];
    VEC x[8];
    WR_UNROLL for (int j = 0; j < 8; j++) {
        at[j] = c->at[l + j * (LANES / 2)];
        x[j] = SPLAT(c->x[l + j * (LANES / 2)]);
    }
    int64_t i = 0, rows = c->rows;
    for (; i + LANES <= rows; i += LANES) {
        VEC v = NAME(pair_of)(at, x, i, true, NAME(part)(0));
        if (add) v = NAME(load)(out + i) + v;
        NAME(store)(out + i, v);
    }
    if (i == rows) return;
    VEC v = NAME(pair_of)(at, x, i, false, NAME(part)((int)(rows - i)));
    if (add) v = NAME(load)(out + i) + v;
    NAME(store)(out + i, v);
}

/* Compute the sums l, l + span, l + 2 * span, ... for all rows and add them in pairs. */
static void NAME(add_columns)(const NAME(columns) * c, int l, int span, REAL *out, bool add) {
    if (2 * span >= LANES) {
        NAME(add_pair)(c, l, out, add);
        return;
    }
    REAL room[STRIP + LANES], *to = add ? room : out;
    NAME(add_columns)(c, l, 2 * span, to, false);
    NAME(add_columns)(c, l + span, 2 * span, to, true);
    if (!add) return;
    for (int64_t i = 0; i < c->rows; i += LANES)
        NAME(store)(out + i, NAME(load)(out + i) + NAME(load)(to + i));
}

/* Return the products of at most LANES rows with x, for one block of k steps.  The steps of a row
 * are contiguous. */
WR_INLINE VEC NAME(row_block)(int rows, const REAL *a, int64_t a_row, const REAL *x, int k) {
    VEC sum[LANES];
    WR_UNROLL for (int i = 0; i < LANES; i++) {
        sum[i] = (VEC){0};
        for (int p = 0; p < BLOCK; p += LANES) {
            VEC v = {0};
            if (i < rows && k == BLOCK)
                v = NAME(load)(a + i * a_row + p);
            else if (i < rows && p < k)
                v = NAME(load_part)(a + i * a_row + p, NAME(part)(k - p < LANES ? k - p : LANES));
            sum[i] = FMA(NAME(load)(x + p), v, sum[i]);
        }
    }
    NAME(transpose)(sum);
    return NAME(add_lanes)(sum);
}

/* Do the same for steps that are not contiguous: gather the block first. */
static VEC NAME(apart_block)(int rows, const REAL *a, int64_t a_row, int64_t a_col, const REAL *x,
                             int k) {
    REAL block[LANES * BLOCK] = {0};
    for (int i = 0; i < rows; i++)
        for (int p = 0; p < k; p++) block[i * BLOCK + p] = a[i * a_row + p * a_col];
    return NAME(row_block)(LANES, block, BLOCK, x, BLOCK);
}

/* Return a block of x that is contiguous and padded with zeros: a copy in `room` if necessary. */
WR_INLINE const REAL *NAME(block_of_x)(const wr_gemm_vector *v, int64_t p, int k, REAL *room) {
    const REAL *x = (const REAL *)v->x + p * v->x_step;
    if (v->x_step == 1 && k == BLOCK) return x;
    for (int i = 0; i < BLOCK; i++) room[i] = i < k ? x[i * v->x_step] : 0;
    return room;
}

WR_INLINE int NAME(block_size)(const wr_gemm_vector *v, int64_t p) {
    return v->k - p < BLOCK ? (int)(v->k - p) : BLOCK;
}

static void NAME(put_sums)(const wr_gemm_vector *v, int64_t row, int64_t rows, const REAL *sum) {
    REAL *y = (REAL *)v->y + row * v->y_step;
    for (int64_t i = 0; i < rows; i++)
        y[i * v->y_step] = v->add ? y[i * v->y_step] + sum[i] : sum[i];
}

static void NAME(vector_of_columns)(const wr_gemm_vector *v, int64_t row, int64_t rows) {
    static const REAL zeros[STRIP + LANES];
    REAL sum[STRIP + LANES], room[BLOCK];
    memset(sum, 0, sizeof sum);
    NAME(columns) c = {.rows = rows};
    const REAL *a = (const REAL *)v->a + row;
    for (int64_t p = 0; p < v->k; p += BLOCK) {
        int k = NAME(block_size)(v, p);
        c.x = NAME(block_of_x)(v, p, k, room);
        for (int i = 0; i < BLOCK; i++) c.at[i] = i < k ? a + (p + i) * v->a_col : zeros;
        NAME(add_columns)(&c, 0, 1, sum, true);
    }
    NAME(put_sums)(v, row, rows, sum);
}

static void NAME(vector_of_rows)(const wr_gemm_vector *v, int64_t row, int rows) {
    REAL sums[LANES], room[BLOCK];
    const REAL *a = (const REAL *)v->a + row * v->a_row;
    VEC sum = {0};
    for (int64_t p = 0; p < v->k; p += BLOCK, a += BLOCK * v->a_col) {
        int k = NAME(block_size)(v, p);
        const REAL *x = NAME(block_of_x)(v, p, k, room);
        if (v->a_col != 1)
            sum += NAME(apart_block)(rows, a, v->a_row, v->a_col, x, k);
        else if (rows == LANES && k == BLOCK)
            sum += NAME(row_block)(LANES, a, v->a_row, x, BLOCK);
        else
            sum += NAME(row_block)(rows, a, v->a_row, x, k);
    }
    NAME(store)(sums, sum);
    NAME(put_sums)(v, row, rows, sums);
}

/* Process STRIP rows at a time if columns are contiguous, otherwise LANES rows, so that memory is
 * read in the longest possible runs. */
static void NAME(vector)(const wr_gemm_vector *v) {
    int64_t most = v->a_row == 1 ? STRIP : LANES;
    for (int64_t row = 0; row < v->rows; row += most) {
        int64_t rows = v->rows - row < most ? v->rows - row : most;
        if (v->a_row == 1)
            NAME(vector_of_columns)(v, row, rows);
        else
            NAME(vector_of_rows)(v, row, (int)rows);
    }
}

/* ---- Two vectors --------------------------------------------------------------------------- */

enum { NAME(DOT_STEP) = 8 * LANES };

/* Return the dot product of two contiguous vectors.  The products are accumulated in eight vectors.
 * These are added in pairs, and then the lanes of the result are added in pairs. */
static REAL NAME(dot_close)(const REAL *a, const REAL *b, int64_t n) {
    VEC sum[8];
    WR_UNROLL for (int v = 0; v < 8; v++) sum[v] = (VEC){0};
    int64_t i = 0;
    for (; i + NAME(DOT_STEP) <= n; i += NAME(DOT_STEP))
        WR_UNROLL for (int v = 0; v < 8; v++) sum[v] =
            FMA(NAME(load)(a + i + v * LANES), NAME(load)(b + i + v * LANES), sum[v]);
    for (int v = 0; i < n; i += LANES, v++) {
        PART part = NAME(part)(n - i < LANES ? (int)(n - i) : LANES);
        sum[v] = FMA(NAME(load_part)(a + i, part), NAME(load_part)(b + i, part), sum[v]);
    }
    WR_UNROLL for (int half = 4; half > 0; half /= 2) WR_UNROLL for (int v = 0; v < half; v++)
        sum[v] += sum[v + half];
    REAL lanes[LANES];
    NAME(store)(lanes, sum[0]);
    for (int half = LANES / 2; half > 0; half /= 2)
        for (int j = 0; j < half; j++) lanes[j] += lanes[j + half];
    return lanes[0];
}

/* The vectors are divided into blocks of a fixed length, so that the order of summation does not
 * depend on strides. */
static void NAME(dot)(void *out, const void *a, int64_t a_step, const void *b, int64_t b_step,
                      int64_t n) {
    REAL as[DOT_BLOCK], bs[DOT_BLOCK], sum = 0;
    for (int64_t i = 0; i < n; i += DOT_BLOCK) {
        int64_t len = n - i < DOT_BLOCK ? n - i : DOT_BLOCK;
        const REAL *x = (const REAL *)a + i * a_step, *y = (const REAL *)b + i * b_step;
        if (a_step != 1) NAME(get_row)(as, x, a_step, len), x = as;
        if (b_step != 1) NAME(get_row)(bs, y, b_step, len), y = bs;
        sum += NAME(dot_close)(x, y, len);
    }
    *(REAL *)out = sum;
}

#undef TILES_OF
#undef TILES_LISTED
#undef NR
#undef BLOCK
