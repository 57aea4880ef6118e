/* convolve.c - convolutions as matrix products whose matrix of patches is never there as a whole.
 *
 *   forward   y[o, p]  = sum over (c, t) of weight[o, (c, t)] * patch[(c, t), p]
 *   back      x[c, q]  = the same with a lattice of positions for each remainder of q by the stride
 *   weight    w[(c, t), o] = sum over p of patch[(c, t), p] * y[o, p]
 *
 * where patch[(c, t), p] is what tap t of channel c meets at position p, 0 in the padding.  A panel of the
 * patches at a time, as wide as a tile of the matrix product, is gathered from the image into a slot that
 * stays in the cache (simd/conv_rows.h), and meets all rows of the weights, which are packed once.
 *
 * Backwards with a stride s, the taps that meet a position q are those whose distance q + padding - t *
 * dilation is a multiple of s.  Positions with the same remainder by s have the same taps, at equal distances:
 * each such lattice is a convolution with stride 1 and some of the taps, and no zero is multiplied.
 *
 * Work is cut into units by the sizes alone, and units are shared out among at most PIECES pieces, each with a
 * slot of scratch.  No two units write one element, and sums over positions are cut at fixed bounds and
 * added in order; so the bits are the same for any number of workers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/convolve.h"

#include <string.h>

#include "ops/conv_lattice.h"
#include "ops/depthwise.h"
#include "ops/gemm.h"
#include "ops/simd/conv_rows.h"

enum {
    PIECES = WR_SIZE(32, 3),     /* at most, and slots of scratch */
    UNIT_PANELS = WR_SIZE(8, 1), /* panels of positions in a unit */
    UNIT_COLS = WR_SIZE(4, 1),   /* weight: panels of channels of y in a unit */
    SEGMENTS = WR_SIZE(8, 2),    /* weight: most parts of the sum over positions */
    UNITS_MIN = WR_SIZE(16, 4),  /* weight: cut smaller if there were fewer */
    SUMS_BYTES =
        WR_SIZE(8 << 20, 512) /* weight: most memory for sums of segments, if there are several */
};

static int64_t at_most(int64_t x, int64_t y) { return x < y ? x : y; }
static int64_t at_least(int64_t x, int64_t y) { return x > y ? x : y; }
static int64_t parts_of(int64_t count, int64_t size) { return (count + size - 1) / size; }
static size_t line_up(int64_t bytes) { return wr_round_up((size_t)bytes, WR_CACHE_LINE); }

static int which_type(int dtype) { return dtype == WEIR_FLOAT64; }

/* Rows in panels of about equal height, a sum in blocks of about equal length. */
static int64_t panel_row(int64_t rows, int64_t panels, int64_t panel) {
    int64_t base = rows / panels;
    return panel * base + at_most(panel, rows - base * panels);
}

static int64_t block_of(int64_t steps, const wr_gemm_real *real) {
    return steps == 0 ? 1 : parts_of(steps, parts_of(steps, real->kc));
}

/* ---- Forward and back ------------------------------------------------------------------------ */

typedef struct correlation {
    const wr_conv *c;
    const wr_conv_data *data;
    const wr_gemm_real *real;
    wr_gemm_pack_fn pack;
    void (*gather)(const wr_conv_rows *r);
    bool back, staged;          /* staged: neighbours are apart in the result */
    int64_t rows, channels;     /* of a group: in the result, in the sum */
    int64_t panels, mr_most;    /* of rows */
    const int64_t *size, *made; /* of a source plane, of a result's */
    int64_t lattice_count, chunks;
    int64_t units, pieces;
    wr_lattice *lattices;
    char *packed, *slots;
    size_t lattice_bytes, packed_bytes, b_bytes, slot_bytes;
} correlation;

static correlation correlation_of(const wr_conv *c, bool back, int dtype, const wr_simd *simd) {
    correlation r = {.c = c, .back = back};
    const wr_gemm_real *real = &simd->gemm->real[which_type(dtype)];
    r.real = real;
    r.pack = simd->gemm->pack[which_type(dtype)];
    r.gather = simd->conv->gather[which_type(dtype)];
    r.rows = (back ? c->in_channels : c->out_channels) / c->groups;
    r.channels = (back ? c->out_channels : c->in_channels) / c->groups;
    r.panels = at_least(1, parts_of(r.rows, real->mr));
    r.size = back ? c->out : c->in;
    r.made = back ? c->in : c->out;
    r.staged = back && wr_volume(c->stride) != 1;
    r.lattice_count = wr_lattices_of(c, back);
    int64_t most = r.lattice_count > 0 ? wr_lattice_at(c, back, 0).positions : 0;
    r.chunks = parts_of(most, UNIT_PANELS * real->nr);
    r.units = r.lattice_count * c->images * c->groups * r.chunks;
    r.pieces = at_most(r.units, PIECES);
    r.lattice_bytes = line_up(r.lattice_count * (int64_t)sizeof(wr_lattice));
    r.packed_bytes = line_up(c->groups * r.rows * r.channels * wr_volume(c->kernel) * real->size);
    r.b_bytes = line_up((int64_t)real->kc * real->nr * real->size);
    r.slot_bytes = r.b_bytes + (r.staged ? line_up(r.rows * real->nr * real->size) : 0);
    return r;
}

static char *panel_at(const correlation *r, const wr_lattice *l, int64_t group, int64_t row,
                      int64_t k0, int64_t steps) {
    int64_t at = l->packed + group * r->rows * l->steps + k0 * r->rows + row * steps;
    return r->packed + at * r->real->size;
}

/* Weights of some rows and steps of a lattice, from where they lie. */
#define PACK_BACK(type)                                                                            \
    for (int64_t s = k0; s < k0 + steps; s++) {                                                    \
        int64_t o = s / taps, x = s % taps;                                                        \
        int64_t t = l->tap[0] + x / (l->taps[1] * l->taps[2]) * l->tap_next[0];                    \
        t = t * c->kernel[1] + l->tap[1] + x / l->taps[2] % l->taps[1] * l->tap_next[1];           \
        t = t * c->kernel[2] + l->tap[2] + x % l->taps[2] * l->tap_next[2];                        \
        const type *from =                                                                         \
            (const type *)weight + ((group * r->channels + o) * r->rows + row) * all + t;          \
        for (int64_t i = 0; i < rows; i++) *to_##type++ = from[i * all];                           \
    }

static void pack_back(const correlation *r, const wr_lattice *l, char *to, int64_t group,
                      int64_t row, int64_t rows, int64_t k0, int64_t steps) {
    const wr_conv *c = r->c;
    const void *weight = r->data->b;
    int64_t taps = wr_volume(l->taps), all = wr_volume(c->kernel);
    if (r->real->size == 4) {
        uint32_t *to_uint32_t = (uint32_t *)(void *)to;
        PACK_BACK(uint32_t)
    } else {
        uint64_t *to_uint64_t = (uint64_t *)(void *)to;
        PACK_BACK(uint64_t)
    }
}

/* A unit is a panel of rows of one group, for one lattice. */
static weir_status run_pack(void *arg, int64_t begin, int64_t end) {
    const correlation *r = arg;
    for (int64_t u = begin; u < end; u++) {
        const wr_lattice *l = &r->lattices[u / r->panels / r->c->groups];
        int64_t group = u / r->panels % r->c->groups, panel = u % r->panels;
        int64_t row = panel_row(r->rows, r->panels, panel);
        int64_t rows = panel_row(r->rows, r->panels, panel + 1) - row,
                kc = block_of(l->steps, r->real);
        for (int64_t k0 = 0; k0 < l->steps && rows > 0; k0 += kc) {
            int64_t steps = at_most(kc, l->steps - k0);
            char *to = panel_at(r, l, group, row, k0, steps);
            if (r->back) {
                pack_back(r, l, to, group, row, rows, k0, steps);
                continue;
            }
            int64_t from = (group * r->rows + row) * l->steps + k0;
            r->pack(to, rows, (const char *)r->data->b + from * r->real->size, l->steps, 1, rows,
                    steps);
        }
    }
    return WEIR_OK;
}

/* Positions from .. from + count - 1 of a lattice, as runs of neighbours. */
static int64_t runs_of(const wr_lattice *l, int64_t from, int64_t count, int64_t to, int64_t image,
                       wr_conv_span *runs) {
    int64_t made = 0;
    for (int64_t left = count, p = from; left > 0;) {
        wr_conv_span *run = &runs[made++];
        int64_t x = p % l->count[2], y = p / l->count[2] % l->count[1];
        int64_t place[3] = {p / l->count[2] / l->count[1], y, x};
        run->to = to, run->image = image;
        run->count = at_most(left, l->count[2] - x);
        for (int d = 0; d < 3; d++) {
            run->at[d] = place[d] * l->source[d];
            run->place[d] = l->first[d] + place[d] * l->step[d];
        }
        to += run->count, p += run->count, left -= run->count;
    }
    return made;
}

static wr_conv_rows rows_of(const wr_lattice *l, const int64_t size[3], const void *planes) {
    wr_conv_rows g = {.planes = planes, .plane = wr_volume(size), .step = l->source[2]};
    for (int d = 0; d < 3; d++) {
        g.size[d] = size[d], g.taps[d] = l->taps[d];
        g.offset[d] = l->offset[d], g.tap_step[d] = l->tap_step[d];
    }
    return g;
}

#define FILL(type)                                                                                 \
    for (int64_t i = 0; i < rows; i++) {                                                           \
        type value = bias == NULL ? 0 : ((const type *)bias)[first + i];                           \
        for (int64_t j = 0; j < cols; j++) ((type *)to)[i * row + j] = value;                      \
    }

/* What sums start with, where it is not nothing. */
static void fill(int size, void *to, int64_t row, int64_t rows, int64_t cols, const void *bias,
                 int64_t first) {
    if (size == 4)
        FILL(float)
    else
        FILL(double)
}

#define SPREAD(type)                                                                               \
    for (int64_t i = 0; i < r->rows; i++)                                                          \
        for (int64_t n = 0; n < run_count; n++) {                                                  \
            const wr_conv_span *run = &runs[n];                                                    \
            int64_t at =                                                                           \
                (run->place[0] * r->made[1] + run->place[1]) * r->made[2] + run->place[2];         \
            type *to = (type *)out + i * plane + at;                                               \
            const type *from = (const type *)staged + i * r->real->nr + run->to;                   \
            for (int64_t j = 0; j < run->count; j++) to[j * l->step[2]] = from[j];                 \
        }

/* From the slot to places that are apart. */
static void spread(const correlation *r, const wr_lattice *l, const wr_conv_span *runs,
                   int64_t run_count, const void *staged, void *out) {
    int64_t plane = wr_volume(r->made);
    if (r->real->size == 4)
        SPREAD(float)
    else
        SPREAD(double)
}

/* A panel of positions of one image and group. */
static void run_panel(const correlation *r, const wr_lattice *l, int64_t image, int64_t group,
                      int64_t col, char *slot) {
    enum { MOST = 64 };
    const wr_conv *c = r->c;
    const wr_gemm_real *real = r->real;
    const int64_t size = real->size, cols = at_most(real->nr, l->positions - col);
    wr_conv_span runs[MOST];
    assert(real->nr <= MOST);
    wr_conv_rows g = rows_of(l, r->size,
                             (const char *)r->data->a + (image * c->groups + group) * r->channels *
                                                            wr_volume(r->size) * size);
    g.runs = runs;
    g.run_count = runs_of(l, col, cols, 0, 0, runs);
    g.to = slot, g.to_row = real->nr;
    char *out =
        (char *)r->data->out + (image * c->groups + group) * r->rows * wr_volume(r->made) * size;
    char *made = r->staged ? slot + r->b_bytes : out + col * size;
    wr_gemm_tile t = {.cols = cols, .a_row = 1, .b = slot, .b_row = real->nr, .panels = true};
    t.c_row = r->staged ? real->nr : wr_volume(r->made);
    t.add = r->data->bias != NULL || l->steps == 0;
    if (t.add) fill((int)size, made, t.c_row, r->rows, cols, r->data->bias, group * r->rows);
    int64_t kc = block_of(l->steps, real);
    for (int64_t k0 = 0; k0 < l->steps; k0 += kc) {
        g.first = k0;
        g.count = t.k = at_most(kc, l->steps - k0);
        r->gather(&g);
        for (int64_t i = 0, row = 0; i < r->panels; i++, row += t.rows) {
            t.rows = t.a_col = panel_row(r->rows, r->panels, i + 1) - row;
            t.a = panel_at(r, l, group, row, k0, t.k);
            t.c = made + row * t.c_row * size;
            real->tile(&t);
        }
        t.add = true;
    }
    if (r->staged) spread(r, l, runs, g.run_count, made, out);
}

static weir_status run_correlation(void *arg, int64_t begin, int64_t end) {
    const correlation *r = arg;
    for (int64_t piece = begin; piece < end; piece++) {
        char *slot = r->slots + (size_t)piece * r->slot_bytes;
        memset(slot, 0, r->b_bytes); /* a panel may be read beyond its last position */
        for (int64_t u = piece * r->units / r->pieces; u < (piece + 1) * r->units / r->pieces;
             u++) {
            int64_t rest = u / r->chunks, group = rest % r->c->groups;
            int64_t image = rest / r->c->groups % r->c->images;
            const wr_lattice *l = &r->lattices[rest / r->c->groups / r->c->images];
            int64_t first = u % r->chunks * UNIT_PANELS * r->real->nr;
            int64_t last = at_most(first + UNIT_PANELS * r->real->nr, l->positions);
            for (int64_t col = first; col < last; col += r->real->nr)
                run_panel(r, l, image, group, col, slot);
        }
    }
    return WEIR_OK;
}

static size_t correlation_scratch(const correlation *r) {
    return r->lattice_bytes + r->packed_bytes + (size_t)r->pieces * r->slot_bytes;
}

static weir_status correlate(const weir_kernel *k, correlation *r, const wr_conv_data *data,
                             char *scratch) {
    if (r->units == 0 || r->rows == 0) return WEIR_OK;
    r->data = data;
    r->lattices = (wr_lattice *)(void *)scratch;
    r->packed = scratch + r->lattice_bytes;
    r->slots = r->packed + r->packed_bytes;
    int64_t packed = 0;
    for (int64_t i = 0; i < r->lattice_count; i++) {
        r->lattices[i] = wr_lattice_at(r->c, r->back, i);
        r->lattices[i].packed = packed;
        packed += r->c->groups * r->rows * r->lattices[i].steps;
    }
    int64_t count = r->lattice_count * r->c->groups * r->panels;
    int64_t grain = at_least(1, (1 << 14) / at_least(1, packed / count));
    WR_TRY(wr_split(k, count, grain, run_pack, r));
    return wr_split(k, r->pieces, 1, run_correlation, r);
}

/* ---- Weight ---------------------------------------------------------------------------------- */

/* The sum over positions, of all images in a row, for some rows (c, t) and some channels of y. */
typedef struct weighing {
    const wr_conv *c;
    const wr_conv_data *data;
    const wr_gemm_real *real;
    wr_gemm_pack_fn pack;
    void (*gather)(const wr_conv_rows *r);
    wr_lattice l;
    int64_t rows, cols; /* of a group: channels of x times taps, channels of y */
    int64_t positions, kc, blocks;
    int64_t segments, row_parts, col_parts; /* how the work is cut */
    int64_t units, pieces, a_row;
    char *sums, *slots;
    size_t sums_bytes, a_bytes, b_bytes, slot_bytes;
} weighing;

static weighing weighing_of(const wr_conv *c, int dtype, const wr_simd *simd) {
    weighing w = {.c = c, .l = wr_lattice_at(c, false, 0)};
    const wr_gemm_real *real = &simd->gemm->real[which_type(dtype)];
    w.real = real;
    w.pack = simd->gemm->pack[which_type(dtype)];
    w.gather = simd->conv->gather[which_type(dtype)];
    w.rows = w.l.steps;
    w.cols = c->out_channels / c->groups;
    w.positions = c->images * w.l.positions;
    w.kc = block_of(w.positions, real);
    w.blocks = parts_of(w.positions, w.kc);
    int64_t results = at_least(1, c->groups * w.rows * w.cols);
    w.col_parts = at_least(1, parts_of(w.cols, UNIT_COLS * real->nr));
    int64_t wanted = parts_of(UNITS_MIN, at_least(1, c->groups) * w.col_parts);
    w.segments = at_most(at_most(w.blocks, SEGMENTS), SUMS_BYTES / real->size / results);
    w.segments = at_least(1, at_most(w.segments, wanted));
    w.row_parts = at_least(1, at_most(w.rows / real->mr, parts_of(wanted, w.segments)));
    w.units = w.segments * c->groups * w.col_parts * w.row_parts;
    w.pieces = at_most(w.units, PIECES);
    w.a_row = w.kc + 16; /* rows a power of two apart would push each other out of the cache */
    w.sums_bytes = line_up(w.segments * results * real->size);
    w.a_bytes =
        line_up(real->mr * w.a_row * real->size) + line_up(w.kc * (int64_t)sizeof(wr_conv_span));
    w.b_bytes = line_up(at_most(w.cols + real->nr, UNIT_COLS * real->nr) * w.kc * real->size);
    w.slot_bytes = w.a_bytes + w.b_bytes;
    return w;
}

/* y as panels whose steps are positions. */
static void pack_positions(const weighing *w, int64_t group, int64_t col, int64_t cols,
                           int64_t from, int64_t count, char *to) {
    const wr_conv *c = w->c;
    const int64_t size = w->real->size, plane = w->l.positions;
    for (int64_t done = 0, n; done < count; done += n) {
        int64_t image = (from + done) / plane, p = (from + done) % plane;
        n = at_most(count - done, plane - p);
        int64_t at = (image * c->out_channels + group * w->cols + col) * plane + p;
        w->pack(to + done * w->real->nr * size, w->real->nr, (const char *)w->data->b + at * size,
                plane, 1, cols, n);
    }
}

static int64_t all_runs(const weighing *w, int64_t from, int64_t count, wr_conv_span *runs) {
    int64_t made = 0, plane = w->l.positions, image = w->c->in_channels * wr_volume(w->c->in);
    for (int64_t done = 0, n; done < count; done += n) {
        int64_t i = (from + done) / plane, p = (from + done) % plane;
        n = at_most(count - done, plane - p);
        made += runs_of(&w->l, p, n, done, i * image, runs + made);
    }
    return made;
}

typedef struct weigh_unit {
    int64_t group, row, end_row, col, end_col;
    char *sums;
} weigh_unit;

static void weigh_block(const weighing *w, const weigh_unit *u, int64_t from, int64_t count,
                        bool add, char *slot) {
    const wr_gemm_real *real = w->real;
    const int64_t size = real->size;
    char *a = slot, *b = slot + w->a_bytes;
    wr_conv_span *runs = (wr_conv_span *)(void *)(slot + line_up(real->mr * w->a_row * size));
    for (int64_t col = u->col; col < u->end_col; col += real->nr)
        pack_positions(w, u->group, col, at_most(real->nr, u->end_col - col), from, count,
                       b + (col - u->col) * count * size);
    int64_t plane = wr_volume(w->c->in), channels = w->c->in_channels / w->c->groups;
    wr_conv_rows g =
        rows_of(&w->l, w->c->in, (const char *)w->data->a + u->group * channels * plane * size);
    g.runs = runs;
    g.run_count = all_runs(w, from, count, runs);
    g.to = a, g.to_row = w->a_row;
    wr_gemm_tile t = {.k = count, .a = a, .a_row = w->a_row, .a_col = 1, .add = add};
    t.b_row = real->nr, t.c_row = w->cols;
    int64_t rows = u->end_row - u->row, panels = parts_of(rows, real->mr);
    for (int64_t i = 0, row = u->row; i < panels; i++, row += t.rows) {
        t.rows = u->row + panel_row(rows, panels, i + 1) - row;
        g.first = row, g.count = t.rows;
        w->gather(&g);
        for (int64_t col = u->col; col < u->end_col; col += real->nr) {
            t.cols = at_most(real->nr, u->end_col - col);
            t.b = b + (col - u->col) * count * size;
            t.c = u->sums + (row * w->cols + col) * size;
            real->tile(&t);
        }
    }
}

static weir_status run_weighing(void *arg, int64_t begin, int64_t end) {
    const weighing *w = arg;
    const wr_conv *c = w->c;
    for (int64_t piece = begin; piece < end; piece++) {
        char *slot = w->slots + (size_t)piece * w->slot_bytes;
        for (int64_t n = piece * w->units / w->pieces; n < (piece + 1) * w->units / w->pieces;
             n++) {
            int64_t rest = n, part = rest % w->row_parts;
            rest /= w->row_parts;
            weigh_unit u = {.col = rest % w->col_parts * UNIT_COLS * w->real->nr};
            rest /= w->col_parts;
            u.group = rest % c->groups;
            int64_t segment = rest / c->groups;
            u.row = w->rows * part / w->row_parts, u.end_row = w->rows * (part + 1) / w->row_parts;
            u.end_col = at_most(u.col + UNIT_COLS * w->real->nr, w->cols);
            u.sums = w->sums + rest * w->rows * w->cols * w->real->size;
            int64_t first = segment * w->blocks / w->segments;
            int64_t last = (segment + 1) * w->blocks / w->segments;
            for (int64_t i = first; i < last; i++)
                weigh_block(w, &u, i * w->kc, at_most(w->kc, w->positions - i * w->kc), i > first,
                            slot);
        }
    }
    return WEIR_OK;
}

/* The sums of the segments in their order, turned: weights lie by channels of y first. */
#define ADD_SEGMENTS(type)                                                                         \
    for (int64_t o = first; o < last; o++)                                                         \
        for (int64_t i = 0; i < w->rows; i++) {                                                    \
            const type *from =                                                                     \
                (const type *)(const void *)w->sums + (group * w->rows + i) * w->cols + o;         \
            type sum = *from;                                                                      \
            for (int64_t s = 1; s < w->segments; s++) sum += from[s * each];                       \
            ((type *)w->data->out)[(group * w->cols + o) * w->rows + i] = sum;                     \
        }

static weir_status run_sums(void *arg, int64_t begin, int64_t end) {
    enum { COLS = 16 };
    const weighing *w = arg;
    int64_t parts = parts_of(w->cols, COLS), each = w->c->groups * w->rows * w->cols;
    for (int64_t u = begin; u < end; u++) {
        int64_t group = u / parts, first = u % parts * COLS, last = at_most(first + COLS, w->cols);
        if (w->real->size == 4)
            ADD_SEGMENTS(float)
        else
            ADD_SEGMENTS(double)
    }
    return WEIR_OK;
}

static weir_status weigh(const weir_kernel *k, weighing *w, const wr_conv_data *data,
                         char *scratch) {
    int64_t results = w->c->groups * w->rows * w->cols;
    if (results == 0) return WEIR_OK;
    if (w->positions == 0) {
        memset(data->out, 0, (size_t)(results * w->real->size));
        return WEIR_OK;
    }
    w->data = data;
    w->sums = scratch;
    w->slots = scratch + w->sums_bytes;
    WR_TRY(wr_split(k, w->pieces, 1, run_weighing, w));
    return wr_split(k, w->c->groups * parts_of(w->cols, 16),
                    at_least(1, (1 << 14) / (16 * w->rows * w->segments)), run_sums, w);
}

/* ---- All ways -------------------------------------------------------------------------------- */

size_t wr_conv_scratch(const wr_conv *c, wr_conv_way way, int dtype, const wr_simd *simd) {
    if (wr_is_depthwise(c)) return wr_depthwise_scratch(c, way, dtype);
    if (way == WR_CONV_WEIGHT) {
        weighing w = weighing_of(c, dtype, simd);
        return w.sums_bytes + (size_t)w.pieces * w.slot_bytes;
    }
    correlation r = correlation_of(c, way == WR_CONV_BACK, dtype, simd);
    return correlation_scratch(&r);
}

weir_status wr_conv_run(const weir_kernel *k, const wr_conv *c, wr_conv_way way,
                        const wr_conv_data *data, void *scratch) {
    if (wr_is_depthwise(c)) return wr_depthwise_run(k, c, way, data, scratch);
    if (way == WR_CONV_WEIGHT) {
        weighing w = weighing_of(c, data->dtype, wr_simd_of(k));
        return weigh(k, &w, data, scratch);
    }
    correlation r = correlation_of(c, way == WR_CONV_BACK, data->dtype, wr_simd_of(k));
    return correlate(k, &r, data, scratch);
}
