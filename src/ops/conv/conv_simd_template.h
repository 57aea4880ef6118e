/* conv_simd_template.h - the inner loops of convolutions, for one type.
 *
 * conv_simd.c includes this file once for float and once for double, with REAL, VEC, VECU, LANES,
 * NAME(x), FMA and SPLAT defined, and with load_between(p, b), which reads the elements selected by
 * mask b from p and sets the others to 0 without accessing their memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */

WR_INLINE VEC NAME(load)(const REAL *p) { return *(const VECU *)(const void *)p; }
WR_INLINE void NAME(store)(REAL *p, VEC v) { *(VECU *)(void *)p = v; }
WR_INLINE VEC NAME(load_some)(const REAL *p, int64_t low, int64_t high) {
    return NAME(load_between)(p, elements_between(low, high, LANES));
}

/* Copy elements first .. first + count - 1 of a line of `size` elements; elements outside the line
 * are 0. */
WR_INLINE void NAME(copy_line)(REAL *to, const REAL *line, int64_t size, int64_t first,
                               int64_t count) {
    const REAL *from = line + first;
    int64_t i = 0, low = -first, high = size - first; /* from[i] is valid if low <= i < high */
    for (; i + LANES <= count; i += LANES) {
        if (i >= low && i + LANES <= high)
            NAME(store)(to + i, NAME(load)(from + i));
        else
            NAME(store)(to + i, NAME(load_some)(from + i, low - i, high - i));
    }
    for (; i < count; i++) to[i] = i >= low && i < high ? from[i] : 0;
}

/* Copy `count` elements of a line with stride `step`, starting at element `first`; elements outside
 * the line are 0. */
WR_INLINE void NAME(copy_apart)(REAL *to, const REAL *line, int64_t size, int64_t first,
                                int64_t count, int64_t step) {
    int64_t at = first;
    for (int64_t i = 0; i < count; i++, at += step) to[i] = at >= 0 && at < size ? line[at] : 0;
}

static void NAME(gather)(const wr_conv_rows *r) {
    const int64_t taps = r->taps[0] * r->taps[1] * r->taps[2];
    int64_t channel = r->first / taps, rest = r->first % taps;
    int64_t tap[3] = {rest / (r->taps[1] * r->taps[2]), rest / r->taps[2] % r->taps[1],
                      rest % r->taps[2]};
    REAL *to = r->to;
    for (int64_t s = 0; s < r->count; s++, to += r->to_row) {
        const REAL *plane = (const REAL *)r->planes + channel * r->plane;
        int64_t offset[3];
        for (int d = 0; d < 3; d++) offset[d] = r->offset[d] + tap[d] * r->tap_step[d];
        for (int64_t i = 0; i < r->run_count; i++) {
            const wr_conv_span *run = &r->runs[i];
            int64_t z = run->at[0] + offset[0], y = run->at[1] + offset[1];
            if (z < 0 || z >= r->size[0] || y < 0 || y >= r->size[1]) {
                for (int64_t j = 0; j < run->count; j++) to[run->to + j] = 0;
                continue;
            }
            const REAL *line = plane + run->image + (z * r->size[1] + y) * r->size[2];
            int64_t first = run->at[2] + offset[2];
            if (r->step == 1)
                NAME(copy_line)(to + run->to, line, r->size[2], first, run->count);
            else
                NAME(copy_apart)(to + run->to, line, r->size[2], first, run->count, r->step);
        }
        if (++tap[2] < r->taps[2]) continue;
        tap[2] = 0;
        if (++tap[1] < r->taps[1]) continue;
        tap[1] = 0;
        if (++tap[0] < r->taps[0]) continue;
        tap[0] = 0;
        channel++;
    }
}

/* ---- Strips ---------------------------------------------------------------------------------- */

/* Fill one row of a strip whose lines are at most one vector long: the mask of valid elements is
 * the same for all lines. */
WR_INLINE void NAME(short_lines)(const wr_conv_lines *l, const REAL *plane, int64_t first,
                                 REAL *to) {
    const between inside = elements_between(-first, l->size - first, LANES);
    for (int64_t q = 0; q < l->lines; q++, to += l->wide) {
        VEC v = {0};
        if (l->line[q] >= 0) v = NAME(load_between)(plane + l->line[q] + first, inside);
        NAME(store)(to, v);
    }
}

/* Fill one row of a strip whose lines are longer than one vector. */
WR_INLINE void NAME(long_lines)(const wr_conv_lines *l, const REAL *plane, int64_t first,
                                REAL *to) {
    const int64_t low = -first, high = l->size - first; /* from[i] is valid if low <= i < high */
    for (int64_t q = 0; q < l->lines; q++, to += l->wide) {
        const REAL *from = plane + l->line[q] + first;
        if (l->line[q] < 0) {
            for (int64_t i = 0; i < l->count; i += LANES) NAME(store)(to + i, (VEC){0});
            continue;
        }
        for (int64_t i = 0; i < l->count; i += LANES) NAME(store)
        (to + i, i >= low && i + LANES <= high ? NAME(load)(from + i)
                                               : NAME(load_some)(from + i, low - i, high - i));
    }
}

static void NAME(strip)(const wr_conv_lines *l) {
    REAL *to = l->to;
    for (int64_t c = 0; c < l->channels; c++)
        for (int64_t t = 0; t < l->taps; t++, to += l->row) {
            const REAL *plane = (const REAL *)l->planes + c * l->plane;
            int64_t first = l->first + t * l->tap_step;
            if (l->step == 1 && l->count <= LANES)
                NAME(short_lines)(l, plane, first, to);
            else if (l->step == 1)
                NAME(long_lines)(l, plane, first, to);
            else
                for (int64_t q = 0; q < l->lines; q++) NAME(copy_apart)
            (to + q * l->wide, plane + l->line[q], l->line[q] < 0 ? 0 : l->size, first, l->count,
             l->step);
        }
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* Compute a tile.  `rows` and `vecs` are constants at each call, so that all sums stay in
 * registers.  Elements after the last column are computed too, but not stored. */
WR_INLINE void NAME(tile_of)(const wr_conv_tile *t, const int rows, const int vecs) {
    const REAL *a = t->a, *b = t->b;
    const int64_t *at = t->at;
    VEC sum[MR][8];
    WR_UNROLL for (int i = 0; i < rows; i++) WR_UNROLL for (int v = 0; v < vecs; v++) sum[i][v] =
        (VEC){0};
    for (int64_t k = t->k; k > 0; k--, a += rows) {
        const REAL *from = b + *at++;
        VEC av[MR], bv[8];
        if (rows < vecs) { /* the operand with fewer vectors is held in registers */
            WR_UNROLL for (int i = 0; i < rows; i++) av[i] = SPLAT(a[i]);
            WR_UNROLL for (int v = 0; v < vecs; v++) {
                bv[0] = NAME(load)(from + v * LANES);
                WR_UNROLL for (int i = 0; i < rows; i++) sum[i][v] = FMA(av[i], bv[0], sum[i][v]);
            }
        } else {
            WR_UNROLL for (int v = 0; v < vecs; v++) bv[v] = NAME(load)(from + v * LANES);
            WR_UNROLL for (int i = 0; i < rows; i++) {
                av[0] = SPLAT(a[i]);
                WR_UNROLL for (int v = 0; v < vecs; v++) sum[i][v] = FMA(av[0], bv[v], sum[i][v]);
            }
        }
    }
    WR_UNROLL for (int i = 0; i < rows; i++) {
        WR_UNROLL for (int v = 0; v < vecs; v++) {
            REAL *c = (REAL *)t->c + i * t->c_row + v * LANES;
            int64_t left = t->cols - v * LANES;
            VEC out = sum[i][v];
            if (left >= LANES) {
                if (t->add) out = NAME(load)(c) + out;
                NAME(store)(c, out);
            } else if (left > 0) {
                if (t->add) out = NAME(some)(c, left, 0) + out;
                NAME(keep)(c, out, left);
            }
        }
    }
}

#if LEAN

static void NAME(tile)(const wr_conv_tile *t) {
    NAME(tile_of)(t, (int)t->rows, (int)((t->cols + LANES - 1) / LANES));
}

#else

/* Define tiles that are one, two, four and eight vectors wide, up to the width that fits in the
 * registers. */
#define TILES_OF(rows)                                                                             \
    static void NAME(one_##rows)(const wr_conv_tile *t) { NAME(tile_of)(t, rows, 1); }             \
    static void NAME(two_##rows)(const wr_conv_tile *t) { NAME(tile_of)(t, rows, 2); }             \
    static void NAME(four_##rows)(const wr_conv_tile *t) {                                         \
        NAME(tile_of)(t, rows, WR_CONV_FITS(rows, 4, MR) ? 4 : 2);                                 \
    }                                                                                              \
    static void NAME(eight_##rows)(const wr_conv_tile *t) {                                        \
        NAME(tile_of)(t, rows, WR_CONV_FITS(rows, 8, MR) ? 8 : 2);                                 \
    }
EACH_ROWS(TILES_OF) /* NOLINT: if all widths fit, both branches of the conditionals are identical */

typedef void (*NAME(tile_fn))(const wr_conv_tile *t);
#define TILES_LISTED(rows)                                                                         \
    {NAME(one_##rows), NAME(two_##rows), NAME(four_##rows), NAME(eight_##rows)},
static const NAME(tile_fn) NAME(tiles)[MR][4] = {EACH_ROWS(TILES_LISTED)};

static void NAME(tile)(const wr_conv_tile *t) {
    int wide = t->cols > 4 * LANES ? 3 : t->cols > 2 * LANES ? 2 : t->cols > LANES ? 1 : 0;
    NAME(tiles)[t->rows - 1][wide](t);
}

#undef TILES_OF
#undef TILES_LISTED
#endif

/* ---- Dots ------------------------------------------------------------------------------------ */

enum { NAME(STEPS) = WR_CONV_DOT_STEPS };

/* Compute dot products.  `rows` is a constant at each call, so that all sums stay in registers. */
WR_INLINE void NAME(dots_of)(const wr_conv_dots *d, const int rows) {
    VEC sum[DOT_ROWS][NAME(STEPS)];
    WR_UNROLL for (int i = 0; i < rows; i++) WR_UNROLL for (int k = 0; k < NAME(STEPS); k++)
        sum[i][k] = (VEC){0};
    for (int64_t n = 0; n < d->count; n++) {
        const REAL *y = (const REAL *)d->pairs[n].y + d->row * d->y_row, *x[NAME(STEPS)];
        WR_UNROLL for (int k = 0; k < NAME(STEPS); k++) x[k] =
            (const REAL *)d->pairs[n].x + d->at[k];
        int64_t p = 0, count = d->pairs[n].count;
        for (; p + LANES <= count; p += LANES) {
            VEC yv[DOT_ROWS];
            WR_UNROLL for (int i = 0; i < rows; i++) yv[i] = NAME(load)(y + i * d->y_row + p);
            WR_UNROLL for (int k = 0; k < NAME(STEPS); k++) {
                VEC xv = NAME(load)(x[k] + p);
                WR_UNROLL for (int i = 0; i < rows; i++) sum[i][k] = FMA(yv[i], xv, sum[i][k]);
            }
        }
        if (p == count) continue;
        const between left = elements_between(0, count - p, LANES);
        WR_UNROLL for (int k = 0; k < NAME(STEPS); k++) {
            VEC xv = NAME(load_between)(x[k] + p, left);
            WR_UNROLL for (int i = 0; i < rows; i++) sum[i][k] =
                FMA(NAME(load_between)(y + i * d->y_row + p, left), xv, sum[i][k]);
        }
    }
    WR_UNROLL for (int i = 0; i < rows; i++) {
        WR_UNROLL for (int k = 0; k < NAME(STEPS); k++) {
            REAL *to = (REAL *)d->sums + i * d->sums_row + k * LANES;
            if (k < d->steps) NAME(store)(to, NAME(load)(to) + sum[i][k]);
        }
    }
}

#if LEAN

static void NAME(dots)(const wr_conv_dots *d) { NAME(dots_of)(d, (int)d->rows); }

#else

#define DOTS_OF(rows)                                                                              \
    static void NAME(dots_##rows)(const wr_conv_dots *d) { NAME(dots_of)(d, rows); }
EACH_DOT_ROWS(DOTS_OF)

static void NAME(dots)(const wr_conv_dots *d) {
#define DOTS_LISTED(rows) NAME(dots_##rows),
    static void (*const of[DOT_ROWS])(const wr_conv_dots *) = {EACH_DOT_ROWS(DOTS_LISTED)};
    of[d->rows - 1](d);
}
#undef DOTS_OF
#undef DOTS_LISTED

#endif

/* ---- Depthwise ------------------------------------------------------------------------------- */

/* Compute a row of a depthwise convolution, four vectors at a time for instruction-level
 * parallelism, then one vector at a time.  Each element is summed in the same order in both
 * loops. */
static void NAME(taps)(const wr_conv_taps *t) {
    const REAL *weight = t->weight;
    const VEC start = SPLAT((REAL)t->start);
    REAL *y = t->y;
    int64_t i = 0;
    for (; i + 4 * LANES <= t->n; i += 4 * LANES) {
        VEC sum[4] = {start, start, start, start};
        for (int64_t k = 0; k < t->taps; k++) {
            const REAL *x = (const REAL *)t->x + t->at[k] + i;
            VEC w = SPLAT(weight[k]);
            for (int v = 0; v < 4; v++) sum[v] = FMA(w, NAME(load)(x + v * LANES), sum[v]);
        }
        for (int v = 0; v < 4; v++) NAME(store)(y + i + v * LANES, sum[v]);
    }
    for (; i < t->n; i += LANES) {
        int64_t high = t->n - i < LANES ? t->n - i : LANES;
        VEC sum = start;
        for (int64_t k = 0; k < t->taps; k++) {
            const REAL *x = (const REAL *)t->x + t->at[k] + i;
            VEC v = high == LANES ? NAME(load)(x) : NAME(load_some)(x, 0, high);
            sum = FMA(SPLAT(weight[k]), v, sum);
        }
        if (high == LANES)
            NAME(store)(y + i, sum);
        else
            for (int64_t j = 0; j < high; j++) y[i + j] = sum[j];
    }
}

static double NAME(dot)(const void *y, int64_t y_row, const void *x, int64_t x_row, int64_t rows,
                        int64_t n) {
    VEC sum[2] = {{0}, {0}};
    for (int64_t r = 0; r < rows; r++) {
        const REAL *a = (const REAL *)y + r * y_row, *b = (const REAL *)x + r * x_row;
        int64_t i = 0;
        for (; i + 2 * LANES <= n; i += 2 * LANES) {
            sum[0] = FMA(NAME(load)(a + i), NAME(load)(b + i), sum[0]);
            sum[1] = FMA(NAME(load)(a + i + LANES), NAME(load)(b + i + LANES), sum[1]);
        }
        for (; i < n; i += LANES) {
            int64_t high = n - i < LANES ? n - i : LANES;
            sum[0] = FMA(NAME(load_some)(a + i, 0, high), NAME(load_some)(b + i, 0, high), sum[0]);
        }
    }
    double total = 0;
    for (int i = 0; i < LANES; i++) total += (double)sum[0][i] + (double)sum[1][i];
    return total;
}
