/* gemm_simd_template.h - tiles, packing and products with a vector, for one compute type.
 *
 * gemm_simd.c includes this file once for float and once for double, and defines
 *
 *   REAL, VEC, VECU, LANES   the type, its vectors (VECU: unaligned), elements per vector
 *   NAME(x)                  x with the suffix of the type
 *   FMA, SPLAT               a * b + c; a vector with all elements equal
 *   ADD_PRODUCT(c, a, b)     c = a * b + c, in the register of c
 *   DTYPE                    the wr_gemm_dtype of the type
 *   HALVES_TOO               whether f16 and bf16 are computed in the type
 *   A_ROW                    the a_row of wr_gemm_real
 *   PART, part, load_part, store_part, transpose   see gemm_simd.c
 *
 * tile_rows.h defines MR, the maximum number of rows of a tile, and EACH_ROWS(X), which is X(1) ...
 * X(MR).  A tile is two vectors wide.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define NR (2 * LANES)

/* One cache line is prefetched in each iteration of UNROLLED steps, so a line of each of so many
 * rows is, by the time that as many steps are done as a line has elements. */
#define ROWS_AHEAD (64 / (int)sizeof(REAL) / UNROLLED)
enum { NAME(rows_ahead) = ROWS_AHEAD };

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

/* A tile while it is computed.  With ANY there is one pointer for every three rows of A: x86
 * addressing reaches the second and third row by adding an index scaled by 1 or 2 at no cost, and
 * the smaller number of pointers fits in registers.  Otherwise the strides of A are constants, and
 * one pointer is enough. */
typedef struct NAME(state) {
    VEC sum[MR][2];
    const REAL *a[(MR + 2) / 3], *b;
    int64_t a_row, a_col, b_row;
    PART last; /* the columns of the last vector */
} NAME(state);

/* Do `steps` steps. */
WR_INLINE void NAME(do_steps)(NAME(state) * s, const int steps, const int rows, const int vecs,
                              const bool whole, const int reads) {
    const int group = reads == ANY ? 3 : MR;
    WR_UNROLL for (int u = 0; u < steps; u++) {
        VEC bv[2];
        if (reads != ANY) __builtin_prefetch(s->b + B_STEPS * s->b_row);
        if (reads != ANY && sizeof(VEC) == 64)
            __builtin_prefetch(s->b + B_STEPS * s->b_row + LANES);
        WR_UNROLL for (int v = 0; v < vecs; v++) bv[v] =
            whole || v < vecs - 1 ? NAME(load)(s->b + v * LANES)
                                  : NAME(load_part)(s->b + v * LANES, s->last);
        WR_UNROLL for (int i = 0; i < rows; i++) {
            const REAL *a = s->a[i / group];
            VEC av = reads == PANELS ? NAME(panel_element)(a + u * rows, i, rows)
                                     : SPLAT(a[(i % group) * s->a_row + u * s->a_col]);
            WR_UNROLL for (int v = 0; v < vecs; v++) ADD_PRODUCT(s->sum[i][v], av, bv[v]);
        }
        s->b += s->b_row;
        FORGET(s->b);
    }
    WR_UNROLL for (int i = 0; i < rows; i += group) s->a[i / group] += steps * s->a_col;
}

/* Compute a tile of `rows` rows and `vecs` vectors of columns; if `whole` is not set, the last
 * vector is partial.  `rows`, `vecs`, `whole` and `reads` are constants at each call, so that all
 * accumulators are in registers. */
WR_INLINE void NAME(tile_of)(const wr_gemm_tile *t, const int rows, const int vecs,
                             const bool whole, const int reads) {
    const int group = reads == ANY ? 3 : MR;
    const int64_t c_row = t->c_row, late = t->k < C_STEPS ? t->k : C_STEPS;
    const bool add = t->add;
    REAL *c = t->c;
    const char *ahead = t->ahead;
    const int64_t ahead_row = t->ahead_row * (int64_t)sizeof(REAL);
    const int64_t next_line = 64 - ROWS_AHEAD * ahead_row;
    int row_ahead = 0;
    NAME(state)
    s = {.b = t->b,
         .a_row = reads == ANY    ? t->a_row
                  : reads == ROWS ? A_ROW
                                  : 1,
         .a_col = reads == ANY    ? t->a_col
                  : reads == ROWS ? 1
                                  : rows,
         .b_row = t->b_row,
         .last = NAME(part)((int)t->cols - (vecs - 1) * LANES)};
    WR_UNROLL for (int i = 0; i < rows; i += group) s.a[i / group] =
        (const REAL *)t->a + i * s.a_row;
    WR_UNROLL for (int i = 0; i < rows; i++) WR_UNROLL for (int v = 0; v < vecs; v++) s.sum[i][v] =
        (VEC){0};
    int64_t k = t->k - late;
    for (int turn = 0; turn < 2; turn++, k = late) {
        if (turn == 1) {
            const REAL *at = c;
            FORGET(at);
            WR_UNROLL for (int i = 0; i < rows; i++, at += c_row) {
                __builtin_prefetch(at, 1);
                if (vecs == 2) __builtin_prefetch(at + LANES, 1);
            }
        }
        for (; reads != ANY && k >= UNROLLED; k -= UNROLLED) {
            if (reads == ROWS && ahead != NULL) {
                __builtin_prefetch(ahead, 0, 2);
                ahead += ahead_row;
                if (++row_ahead == ROWS_AHEAD) row_ahead = 0, ahead += next_line;
            }
            NAME(do_steps)(&s, UNROLLED, rows, vecs, whole, reads);
        }
        for (; k > 0; k--) NAME(do_steps)(&s, 1, rows, vecs, whole, reads);
    }
    FORGET(c);
    WR_UNROLL for (int i = 0; i < rows; i++, c += c_row) {
        WR_UNROLL for (int v = 0; v < vecs; v++) {
            REAL *at = c + v * LANES;
            VEC out = s.sum[i][v];
            if (whole || v < vecs - 1) {
                if (add) out = NAME(load)(at) + out;
                NAME(store)(at, out);
            } else {
                if (add) out = NAME(load_part)(at, s.last) + out;
                NAME(store_part)(at, out, s.last);
            }
        }
    }
}

#if LEAN

static void NAME(tile)(const wr_gemm_tile *t) {
    int rows = (int)t->rows;
    if (t->cols <= LANES)
        NAME(tile_of)(t, rows, 1, false, ANY);
    else if (t->cols < NR)
        NAME(tile_of)(t, rows, 2, false, ANY);
    else if (t->panels)
        NAME(tile_of)(t, rows, 2, true, PANELS);
    else if (t->a_row == A_ROW && t->a_col == 1)
        NAME(tile_of)(t, rows, 2, true, ROWS);
    else
        NAME(tile_of)(t, rows, 2, true, ANY);
}

#else

/* The five variants for each height: at most one vector wide, between one and two vectors, and
 * three of two vectors.  The panels of a product with more than MR rows have more than MR / 2 rows,
 * so smaller heights need no panel variant. */
#define TILES_OF(rows)                                                                             \
    static void NAME(one_##rows)(const wr_gemm_tile *t) { NAME(tile_of)(t, rows, 1, false, ANY); } \
    static void NAME(part_##rows)(const wr_gemm_tile *t) {                                         \
        NAME(tile_of)(t, rows, 2, false, ANY);                                                     \
    }                                                                                              \
    static void NAME(two_##rows)(const wr_gemm_tile *t) { NAME(tile_of)(t, rows, 2, true, ANY); }  \
    static void NAME(rows_##rows)(const wr_gemm_tile *t) {                                         \
        NAME(tile_of)(t, rows, 2, true, ROWS);                                                     \
    }                                                                                              \
    static void NAME(panels_##rows)(const wr_gemm_tile *t) {                                       \
        if (rows <= MR / 2)                                                                        \
            NAME(two_##rows)(t);                                                                   \
        else                                                                                       \
            NAME(tile_of)(t, rows, 2, true, PANELS);                                               \
    }
EACH_ROWS(TILES_OF)

typedef void (*NAME(tile_fn))(const wr_gemm_tile *t);
#define TILES_LISTED(rows)                                                                         \
    {NAME(one_##rows), NAME(part_##rows), NAME(two_##rows), NAME(rows_##rows), NAME(panels_##rows)},
static const NAME(tile_fn) NAME(tiles)[MR][5] = {EACH_ROWS(TILES_LISTED)};

static void NAME(tile)(const wr_gemm_tile *t) {
    int shape = t->panels ? 4 : t->a_row == A_ROW && t->a_col == 1 ? 3 : 2;
    if (t->cols < NR) shape = t->cols <= LANES ? 0 : 1;
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

/* Return the address of element i of an array of dtype `from`. */
WR_INLINE const void *NAME(address)(const void *src, int64_t i, const int from) {
    return (const char *)src + i * (int64_t)(from == DTYPE ? sizeof(REAL) : sizeof(uint16_t));
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

/* get_row and put_row are the wr_gemm_get_fn and wr_gemm_put_fn of DTYPE. */
WR_INLINE void NAME(get_row_from)(void *row, const void *src, int64_t step, int64_t n,
                                  const int from) {
    int64_t i = 0;
    for (; step == 1 && i + LANES <= n; i += LANES)
        NAME(store)((REAL *)row + i, NAME(get_all)(src, i, from));
    for (; i < n; i++) ((REAL *)row)[i] = NAME(get)(src, i * step, from);
}

static void NAME(get_row)(void *row, const void *src, int64_t step, int64_t n) {
    NAME(get_row_from)(row, src, step, n, DTYPE);
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
    const void *at[BLOCK]; /* the columns; missing columns point to zeros */
    const REAL *x;
    int from; /* the dtype of the columns */
} NAME(columns);

/* Return the sums of eight columns for the n rows, at most LANES, that start at row i.  Even and
 * odd columns are summed separately and then added. */
WR_INLINE VEC NAME(pair_of)(const void *const at[8], const VEC x[8], int64_t i, const int n,
                            const int from) {
    VEC sum[2] = {{0}, {0}};
    WR_UNROLL for (int j = 0; j < 8; j++) {
        VEC v = n == LANES ? NAME(get_all)(at[j], i, from) : NAME(get_part)(at[j], i, n, from);
        sum[j % 2] = FMA(x[j], v, sum[j % 2]);
    }
    return sum[0] + sum[1];
}

/* Compute the total of the sums l and l + LANES / 2 for all rows.  Only eight columns are read at a
 * time: more columns that are a power of two apart would not stay in the cache together, and would
 * not make hardware prefetching faster. */
WR_INLINE void NAME(add_pair_from)(const NAME(columns) * c, int l, REAL *out, bool add,
                                   const int from) {
    const void *at[8];
    VEC x[8];
    WR_UNROLL for (int j = 0; j < 8; j++) {
        at[j] = c->at[l + j * (LANES / 2)];
        x[j] = SPLAT(c->x[l + j * (LANES / 2)]);
    }
    int64_t i = 0, rows = c->rows;
    for (; i + LANES <= rows; i += LANES) {
        VEC v = NAME(pair_of)(at, x, i, LANES, from);
        if (add) v = NAME(load)(out + i) + v;
        NAME(store)(out + i, v);
    }
    if (i == rows) return;
    VEC v = NAME(pair_of)(at, x, i, (int)(rows - i), from);
    if (add) v = NAME(load)(out + i) + v;
    NAME(store)(out + i, v);
}

static void NAME(add_pair)(const NAME(columns) * c, int l, REAL *out, bool add) {
    if (HALVES_TOO && c->from == WR_GEMM_F16)
        NAME(add_pair_from)(c, l, out, add, WR_GEMM_F16);
    else if (HALVES_TOO && c->from == WR_GEMM_BF16)
        NAME(add_pair_from)(c, l, out, add, WR_GEMM_BF16);
    else
        NAME(add_pair_from)(c, l, out, add, DTYPE);
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
WR_INLINE VEC NAME(row_block)(int rows, const void *a, int64_t a_row, const REAL *x, int k,
                              const int from) {
    VEC sum[LANES];
    WR_UNROLL for (int i = 0; i < LANES; i++) {
        sum[i] = (VEC){0};
        for (int p = 0; p < BLOCK; p += LANES) {
            VEC v = {0};
            if (i < rows && k == BLOCK)
                v = NAME(get_all)(a, i * a_row + p, from);
            else if (i < rows && p < k)
                v = NAME(get_part)(a, i * a_row + p, k - p < LANES ? k - p : LANES, from);
            sum[i] = FMA(NAME(load)(x + p), v, sum[i]);
        }
    }
    NAME(transpose)(sum);
    return NAME(add_lanes)(sum);
}

/* Do the same for steps that are not contiguous, and for the edges of a matrix that is converted:
 * gather the block first. */
static VEC NAME(apart_block)(int rows, const void *a, int64_t a_row, int64_t a_col, const REAL *x,
                             int k, const int from) {
    REAL block[LANES * BLOCK] = {0};
    for (int i = 0; i < rows; i++)
        for (int p = 0; p < k; p++)
            block[i * BLOCK + p] = NAME(get)(a, i * a_row + p * a_col, from);
    return NAME(row_block)(LANES, block, BLOCK, x, BLOCK, DTYPE);
}

/* Return a block of x that is contiguous and padded with zeros: a copy in `room` if necessary. */
WR_INLINE const REAL *NAME(block_of_x)(const wr_gemm_vector *v, int64_t p, int k, REAL *room,
                                       const int from) {
    const void *x = NAME(address)(v->x, p * v->x_step, from);
    if (from == DTYPE && v->x_step == 1 && k == BLOCK) return x;
    NAME(get_row_from)(room, x, v->x_step, k, from);
    for (int i = k; i < BLOCK; i++) room[i] = 0;
    return room;
}

WR_INLINE int NAME(block_size)(const wr_gemm_vector *v, int64_t p) {
    return v->k - p < BLOCK ? (int)(v->k - p) : BLOCK;
}

WR_INLINE void NAME(put_sums)(const wr_gemm_vector *v, int64_t row, int64_t rows, const REAL *sum,
                              const int from) {
    for (int64_t i = 0; i < rows; i++) {
        int64_t at = (row + i) * v->y_step;
        REAL y = v->add ? NAME(get)(v->y, at, from) + sum[i] : sum[i];
        if (from == WR_GEMM_F16)
            ((uint16_t *)v->y)[at] = half_of((float)y);
        else if (from == WR_GEMM_BF16)
            ((uint16_t *)v->y)[at] = bf16_of((float)y);
        else
            ((REAL *)v->y)[at] = y;
    }
}

WR_INLINE void NAME(vector_of_columns)(const wr_gemm_vector *v, int64_t row, int64_t rows,
                                       const int from) {
    static const REAL zeros[STRIP + LANES];
    REAL sum[STRIP + LANES], room[BLOCK];
    memset(sum, 0, sizeof sum);
    NAME(columns) c = {.rows = rows, .from = from};
    for (int64_t p = 0; p < v->k; p += BLOCK) {
        int k = NAME(block_size)(v, p);
        c.x = NAME(block_of_x)(v, p, k, room, from);
        for (int i = 0; i < BLOCK; i++)
            c.at[i] = i < k ? NAME(address)(v->a, row + (p + i) * v->a_col, from) : zeros;
        NAME(add_columns)(&c, 0, 1, sum, true);
    }
    NAME(put_sums)(v, row, rows, sum, from);
}

WR_INLINE void NAME(vector_of_rows)(const wr_gemm_vector *v, int64_t row, int rows,
                                    const int from) {
    REAL sums[LANES], room[BLOCK];
    VEC sum = {0};
    for (int64_t p = 0; p < v->k; p += BLOCK) {
        int k = NAME(block_size)(v, p);
        const REAL *x = NAME(block_of_x)(v, p, k, room, from);
        const void *a = NAME(address)(v->a, row * v->a_row + p * v->a_col, from);
        if (v->a_col == 1 && rows == LANES && k == BLOCK)
            sum += NAME(row_block)(LANES, a, v->a_row, x, BLOCK, from);
        else if (v->a_col == 1 && from == DTYPE)
            sum += NAME(row_block)(rows, a, v->a_row, x, k, DTYPE);
        else
            sum += NAME(apart_block)(rows, a, v->a_row, v->a_col, x, k, from);
    }
    NAME(store)(sums, sum);
    NAME(put_sums)(v, row, rows, sums, from);
}

/* Process STRIP rows at a time if columns are contiguous, otherwise LANES rows, so that memory is
 * read in the longest possible runs. */
WR_INLINE void NAME(vector_from)(const wr_gemm_vector *v, const int from) {
    int64_t most = v->a_row == 1 ? STRIP : LANES;
    for (int64_t row = 0; row < v->rows; row += most) {
        int64_t rows = v->rows - row < most ? v->rows - row : most;
        if (v->a_row == 1)
            NAME(vector_of_columns)(v, row, rows, from);
        else
            NAME(vector_of_rows)(v, row, (int)rows, from);
    }
}

static void NAME(vector)(const wr_gemm_vector *v) { NAME(vector_from)(v, DTYPE); }

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
WR_INLINE void NAME(dot_from)(void *out, const void *a, int64_t a_step, const void *b,
                              int64_t b_step, int64_t n, const int from) {
    REAL as[DOT_BLOCK], bs[DOT_BLOCK], sum = 0;
    for (int64_t i = 0; i < n; i += DOT_BLOCK) {
        int64_t len = n - i < DOT_BLOCK ? n - i : DOT_BLOCK;
        const void *x = NAME(address)(a, i * a_step, from), *y = NAME(address)(b, i * b_step, from);
        if (a_step != 1 || from != DTYPE) NAME(get_row_from)(as, x, a_step, len, from), x = as;
        if (b_step != 1 || from != DTYPE) NAME(get_row_from)(bs, y, b_step, len, from), y = bs;
        sum += NAME(dot_close)(x, y, len);
    }
    *(REAL *)out = sum;
}

static void NAME(dot)(void *out, const void *a, int64_t a_step, const void *b, int64_t b_step,
                      int64_t n) {
    NAME(dot_from)(out, a, a_step, b, b_step, n, DTYPE);
}

#undef TILES_OF
#undef TILES_LISTED
#undef ROWS_AHEAD
#undef NR
#undef BLOCK
