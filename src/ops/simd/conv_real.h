/* conv_real.h - rows and direct sums of convolutions, for one type.
 *
 * conv_rows.c includes this once for float and once for double, with REAL, VEC, VECU, LANES, NAME(x), FMA
 * and SPLAT, and with load_some(p, low, high): a vector whose elements low .. high - 1 are read from p and
 * whose others are 0, without touching their memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */

WR_INLINE VEC NAME(load)(const REAL *p) { return *(const VECU *)(const void *)p; }
WR_INLINE void NAME(store)(REAL *p, VEC v) { *(VECU *)(void *)p = v; }

/* Elements first .. first + count - 1 of a line of `size`, zeros beyond its ends. */
WR_INLINE void NAME(copy_line)(REAL *to, const REAL *line, int64_t size, int64_t first,
                               int64_t count) {
    const REAL *from = line + first;
    int64_t i = 0, low = -first, high = size - first; /* i is inside if low <= i < high */
    for (; i + LANES <= count; i += LANES) {
        if (i >= low && i + LANES <= high)
            NAME(store)(to + i, NAME(load)(from + i));
        else
            NAME(store)(to + i, NAME(load_some)(from + i, low - i, high - i));
    }
    for (; i < count; i++) to[i] = i >= low && i < high ? from[i] : 0;
}

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

/* Four vectors at a time, so that their sums overlap; the last elements one by one, in the same order. */
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
