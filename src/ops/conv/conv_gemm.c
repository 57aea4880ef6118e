/* conv_gemm.c - convolutions as matrix products, without materialising the matrix of patches.
 *
 *   forward          y[o, p]       = sum over (c, t) of weight[o, (c, t)] * patch[(c, t), p]
 *   input gradient   dx[c, q]      = a sum of the same form for each subgrid (see below)
 *   weight gradient  dw[(c, t), o] = sum over p of patch[(c, t), p] * dy[o, p]
 *
 * where patch[(c, t), p] is the value that tap t of channel c reads at position p, 0 in the
 * padding.  Only the patches of one chunk of positions are stored at a time, in a slot that stays
 * in the cache.  For the forward pass and the input gradient, the slot holds a strip
 * (conv_strip.h), which is multiplied by all rows of the packed weights; for the weight gradient,
 * it holds a few rows of the matrix.
 *
 * In the input gradient with stride s, the taps that contribute to a position q are those for which
 * q + padding - t * dilation is a multiple of s.  Positions with the same remainder modulo s use
 * the same taps, which are equally spaced.  These positions form a subgrid, whose gradient is a
 * convolution with stride 1 and some of the taps.  No zeros are inserted, and none are multiplied.
 *
 * The division of the work into units depends only on the sizes.  The units are distributed over at
 * most PIECES pieces, each with a slot of scratch.  No two units write the same element.  Sums over
 * positions are divided at fixed bounds and added in order.  The results are therefore bitwise the
 * same for any number of workers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/conv/conv_gemm.h"

#include <string.h>

#include "ops/conv/conv_weight_gradient.h"
#include "ops/conv/conv_strip.h"
#include "ops/conv/conv_depthwise.h"
#include "ops/matmul/gemm.h"
#include "ops/conv/conv_simd.h"

enum {
    PIECES = WR_SIZE(32, 3),               /* maximum number of pieces, and of scratch slots */
    SLOTS_BYTES = 8 << 20,                 /* approximate total size of all slots, in bytes */
    CHUNK = WR_SIZE(256, 12),              /* maximum number of positions per chunk */
    STRIP_BYTES = WR_SIZE(256 << 10, 512), /* target size of a chunk's strip, in bytes */
    /* weight gradient: number of panels of output channels per unit */
    UNIT_COLS = WR_SIZE(4, 1),
    SEGMENTS = WR_SIZE(8, 2), /* weight gradient: maximum number of segments of a sum */
    /* weight gradient: minimum number of units; if there would be fewer, the work is divided
     * further */
    UNITS_MIN = WR_SIZE(16, 4),
    /* weight gradient: maximum total size of the sums, in bytes, if there are several segments */
    SUMS_BYTES = WR_SIZE(8 << 20, 512)
};

static int which_type(int dtype) { return dtype == WEIR_FLOAT64; }

/* Return the first row of a panel.  Rows are divided into panels of about equal height. */
static int64_t panel_row(int64_t rows, int64_t panels, int64_t panel) {
    int64_t base = rows / panels;
    return panel * base + wr_min(panel, rows - base * panels);
}

/* Return the length of the blocks into which a sum is divided.  All blocks have about the same
 * length, at most kc. */
static int64_t block_of(int64_t steps, const wr_gemm_real *real) {
    return steps == 0 ? 1 : wr_div_up(steps, wr_div_up(steps, real->kc));
}

/* ---- Forward and input gradient -------------------------------------------------------------- */

typedef struct correlation {
    const wr_conv *c;
    const wr_conv_data *data;
    const wr_gemm_real *real;
    wr_gemm_pack_fn pack;
    const wr_conv_simd *simd;
    int type;
    /* back: compute the input gradient; staged: neighbouring positions are not contiguous in the
     * result */
    bool back, staged;
    /* per group: rows: number of channels of the result; channels: number of channels that are
     * summed */
    int64_t rows, channels;
    int64_t panels, cols; /* panels: number of panels of rows; cols: columns per tile */
    /* size: sizes of a source plane; made: sizes of a result plane */
    const int64_t *size, *made;
    int64_t subgrid_count, chunks;
    int64_t block; /* number of channels summed at a time */
    int64_t units, pieces;
    wr_conv_subgrid *subgrids;
    /* shape: how the largest subgrid is divided into chunks; strips: the same for each subgrid */
    wr_strip shape, *strips;
    /* offset in the strip of each step; step_count entries per subgrid */
    int64_t *steps;
    int64_t step_count;
    char *packed, *slots;
    size_t subgrid_bytes, strip_bytes, step_bytes, packed_bytes;
    /* bytes per slot: b_bytes for the strip, line_bytes for the offsets of its lines, slot_bytes in
     * total */
    size_t b_bytes, line_bytes, slot_bytes;
} correlation;

/* Choose how many channels are summed at a time, and divide a subgrid into chunks whose strips stay
 * in the cache. */
static wr_strip cut(const wr_conv_subgrid *l, int64_t channels, const wr_gemm_real *real,
                    int64_t *block) {
    int64_t positions = CHUNK, most = wr_max(1, real->kc / wr_max(1, wr_volume(l->taps)));
    *block = wr_max(1, wr_div_up(channels, wr_div_up(wr_max(1, channels), most)));
    wr_strip s = wr_strip_of(l, positions, real->size);
    while (*block * l->taps[2] * s.row * real->size > STRIP_BYTES && positions > real->nr)
        s = wr_strip_of(l, positions /= 2, real->size);
    while (*block * l->taps[2] * s.row * real->size > STRIP_BYTES && *block > 1) *block /= 2;
    return s;
}

static correlation correlation_of(const wr_conv *c, bool back, int dtype, const wr_simd *simd) {
    correlation r = {.c = c, .back = back, .type = which_type(dtype)};
    const wr_gemm_real *real = &simd->gemm->real[r.type];
    r.real = real;
    r.pack = simd->gemm->pack[r.type];
    r.simd = simd->conv;
    r.rows = (back ? c->in_channels : c->out_channels) / c->groups;
    r.channels = (back ? c->out_channels : c->in_channels) / c->groups;
    r.panels = wr_max(1, wr_div_up(r.rows, real->mr));
    r.cols = wr_conv_vectors(wr_div_up(r.rows, r.panels), real->mr) * (real->nr / 2);
    r.size = back ? c->out : c->in;
    r.made = back ? c->in : c->out;
    r.staged = back && wr_volume(c->stride) != 1;
    r.subgrid_count = wr_conv_subgrid_count(c, back);
    r.packed_bytes =
        wr_round_to_line(c->groups * r.rows * r.channels * wr_volume(c->kernel) * real->size);
    if (r.subgrid_count == 0) return r;
    wr_conv_subgrid largest = wr_conv_subgrid_largest(c, back);
    wr_strip s = r.shape = cut(&largest, r.channels, real, &r.block);
    r.chunks = wr_strip_chunks(&s);
    r.units = r.subgrid_count * c->images * c->groups * r.chunks;
    r.step_count = r.block * wr_volume(largest.taps);
    r.subgrid_bytes = wr_round_to_line(r.subgrid_count * (int64_t)sizeof(wr_conv_subgrid));
    r.strip_bytes = wr_round_to_line(r.subgrid_count * (int64_t)sizeof(wr_strip));
    r.step_bytes = wr_round_to_line(r.subgrid_count * r.step_count * (int64_t)sizeof(int64_t));
    r.b_bytes = wr_round_to_line((r.block * largest.taps[2] * s.row + r.cols) * real->size);
    r.line_bytes = wr_round_to_line(wr_strip_lines(&s) * (int64_t)sizeof(int64_t));
    r.slot_bytes = r.b_bytes + r.line_bytes;
    if (r.staged) r.slot_bytes += wr_round_to_line(r.rows * r.cols * real->size);
    int64_t slots = wr_max(4, SLOTS_BYTES / (int64_t)r.slot_bytes);
    r.pieces = wr_min(wr_min(r.units, PIECES), slots);
    return r;
}

static char *panel_at(const correlation *r, const wr_conv_subgrid *l, int64_t group, int64_t row,
                      int64_t k0, int64_t steps) {
    int64_t at = l->packed + group * r->rows * l->steps + k0 * r->rows + row * steps;
    return r->packed + at * r->real->size;
}

/* Pack the weights of some rows and steps of a subgrid for the input gradient. */
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

static void pack_back(const correlation *r, const wr_conv_subgrid *l, char *to, int64_t group,
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

/* Pack the weights.  A unit of work is a panel of rows of one group and one subgrid. */
static weir_status run_pack(void *arg, int64_t begin, int64_t end) {
    const correlation *r = arg;
    for (int64_t u = begin; u < end; u++) {
        const wr_conv_subgrid *l = &r->subgrids[u / r->panels / r->c->groups];
        int64_t group = u / r->panels % r->c->groups, panel = u % r->panels;
        int64_t row = panel_row(r->rows, r->panels, panel);
        int64_t rows = panel_row(r->rows, r->panels, panel + 1) - row;
        int64_t kc = wr_max(1, r->block * wr_volume(l->taps));
        for (int64_t k0 = 0; k0 < l->steps && rows > 0; k0 += kc) {
            int64_t steps = wr_min(kc, l->steps - k0);
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

#define SPREAD(type)                                                                               \
    for (int64_t i = 0; i < r->rows; i++) {                                                        \
        const type *from = (const type *)staged + i * r->cols;                                     \
        for (int64_t p = first; p < first + count;) {                                              \
            int64_t x = p % l->count[2], n = wr_min(l->count[2] - x, first + count - p);           \
            int64_t y = l->first[1] + p / l->count[2] % l->count[1] * l->step[1];                  \
            int64_t z = l->first[0] + p / l->count[2] / l->count[1] * l->step[0];                  \
            type *to = (type *)out + i * plane + (z * r->made[1] + y) * r->made[2];                \
            to += l->first[2] + x * l->step[2];                                                    \
            for (int64_t j = 0; j < n; j++)                                                        \
                to[j * l->step[2]] = add ? to[j * l->step[2]] + from[j] : from[j];                 \
            p += n, from += n;                                                                     \
        }                                                                                          \
    }

/* Copy results from the slot to the positions of a subgrid, which are not contiguous in the
 * result. */
static void scatter(const correlation *r, const wr_conv_subgrid *l, int64_t first, int64_t count,
                    const void *staged, void *out, bool add) {
    int64_t plane = wr_volume(r->made);
    if (r->real->size == 4)
        SPREAD(float)
    else
        SPREAD(double)
}

#define FILL(type)                                                                                 \
    for (int64_t i = 0; i < rows; i++) {                                                           \
        type value = bias == NULL ? 0 : ((const type *)bias)[first + i];                           \
        for (int64_t j = 0; j < cols; j++) ((type *)to)[i * row + j] = value;                      \
    }

/* Initialise the sums with the bias, or with 0 if there is no bias. */
static void fill(int size, void *to, int64_t row, int64_t rows, int64_t cols, const void *bias,
                 int64_t first) {
    if (size == 4)
        FILL(float)
    else
        FILL(double)
}

/* The state of the computation of one chunk of positions, for one image and group. */
typedef struct work {
    const correlation *r;
    const wr_conv_subgrid *l;
    int64_t group;
    wr_strip_chunk chunk;
    const int64_t *steps;
    char *out, *slot;
} work;

/* Add the contribution of channels [channel, channel + channels) to the columns of one tile. */
static void run_columns(const work *w, int64_t col, int64_t channel, int64_t channels) {
    const correlation *r = w->r;
    const int64_t size = r->real->size, taps = wr_volume(w->l->taps);
    char *staged = w->slot + r->b_bytes + r->line_bytes;
    char *made = r->staged ? staged : w->out + (w->chunk.first + col) * size;
    wr_conv_tile t = {.k = channels * taps, .b = w->slot + col * size, .at = w->steps};
    t.cols = wr_min(r->cols, w->chunk.count - col);
    t.c_row = r->staged ? r->cols : wr_volume(r->made);
    bool fresh = channel == 0;
    if (t.k == 0 && !fresh) return;
    bool starts = fresh && (r->data->bias != NULL || t.k == 0);
    if (starts) fill((int)size, made, t.c_row, r->rows, t.cols, r->data->bias, w->group * r->rows);
    t.add = starts || (!fresh && !r->staged);
    for (int64_t i = 0, row = 0; i < r->panels && t.k > 0; i++, row += t.rows) {
        t.rows = panel_row(r->rows, r->panels, i + 1) - row;
        t.a = panel_at(r, w->l, w->group, row, channel * taps, t.k);
        t.c = made + row * t.c_row * size;
        r->simd->tile[r->type](&t);
    }
    if (r->staged) scatter(r, w->l, w->chunk.first + col, t.cols, staged, w->out, !fresh);
}

static void run_chunk(const correlation *r, int64_t subgrid, int64_t image, int64_t group,
                      int64_t index, char *slot) {
    const wr_strip *s = &r->strips[subgrid];
    const int64_t size = r->real->size, part = image * r->c->groups + group;
    work w = {r,
              &r->subgrids[subgrid],
              group,
              wr_strip_chunk_at(s, index),
              .steps = r->steps + subgrid * r->step_count,
              .slot = slot};
    if (w.chunk.count == 0) return;
    w.out = (char *)r->data->out + part * r->rows * wr_volume(r->made) * size;
    const char *from = (const char *)r->data->a + part * r->channels * wr_volume(r->size) * size;
    int64_t channel = 0;
    do { /* runs once even without channels, because the result is then the bias or 0 */
        int64_t channels = wr_min(r->block, r->channels - channel);
        wr_strip_fill(s, &w.chunk, r->simd->strip[r->type],
                      from + channel * wr_volume(r->size) * size, r->size, channels,
                      (int64_t *)(void *)(slot + r->b_bytes), slot);
        for (int64_t col = 0; col < w.chunk.count; col += r->cols)
            run_columns(&w, col, channel, channels);
        channel += r->block;
    } while (channel < r->channels);
}

static weir_status run_correlation(void *arg, int64_t begin, int64_t end) {
    const correlation *r = arg;
    for (int64_t piece = begin; piece < end; piece++) {
        char *slot = r->slots + (size_t)piece * r->slot_bytes;
        for (int64_t u = piece * r->units / r->pieces; u < (piece + 1) * r->units / r->pieces;
             u++) {
            int64_t rest = u / r->chunks, group = rest % r->c->groups;
            int64_t image = rest / r->c->groups % r->c->images;
            run_chunk(r, rest / r->c->groups / r->c->images, image, group, u % r->chunks, slot);
        }
    }
    return WEIR_OK;
}

static size_t correlation_scratch(const correlation *r) {
    return r->subgrid_bytes + r->strip_bytes + r->step_bytes + r->packed_bytes +
           (size_t)r->pieces * r->slot_bytes;
}

static weir_status correlate(const weir_kernel *k, correlation *r, const wr_conv_data *data,
                             char *scratch) {
    if (r->units == 0 || r->rows == 0) return WEIR_OK;
    r->data = data;
    r->subgrids = (wr_conv_subgrid *)(void *)scratch;
    r->strips = (wr_strip *)(void *)(scratch += r->subgrid_bytes);
    r->steps = (int64_t *)(void *)(scratch += r->strip_bytes);
    r->packed = scratch + r->step_bytes;
    r->slots = r->packed + r->packed_bytes;
    int64_t packed = 0;
    for (int64_t i = 0; i < r->subgrid_count; i++) {
        r->subgrids[i] = wr_conv_subgrid_at(r->c, r->back, i);
        r->subgrids[i].packed = packed;
        packed += r->c->groups * r->rows * r->subgrids[i].steps;
        r->strips[i] = wr_strip_like(&r->shape, &r->subgrids[i], r->real->size);
        wr_strip_steps(&r->strips[i], r->block, r->steps + i * r->step_count);
    }
    int64_t count = r->subgrid_count * r->c->groups * r->panels;
    int64_t grain = wr_max(1, (1 << 14) / wr_max(1, packed / count));
    WR_TRY(wr_split(k, count, grain, run_pack, r));
    return wr_split(k, r->pieces, 1, run_correlation, r);
}

/* ---- Weight gradient ------------------------------------------------------------------------- */

/* Split positions [from, from + count) of a subgrid into runs of contiguous positions and return
 * the number of runs. */
static int64_t runs_of(const wr_conv_subgrid *l, int64_t from, int64_t count, int64_t to,
                       int64_t image, wr_conv_span *runs) {
    int64_t made = 0;
    for (int64_t left = count, p = from; left > 0;) {
        wr_conv_span *run = &runs[made++];
        int64_t x = p % l->count[2], y = p / l->count[2] % l->count[1];
        int64_t index[3] = {p / l->count[2] / l->count[1], y, x};
        run->to = to, run->image = image;
        run->count = wr_min(left, l->count[2] - x);
        for (int d = 0; d < 3; d++) {
            run->at[d] = index[d] * l->source[d];
            run->position[d] = l->first[d] + index[d] * l->step[d];
        }
        to += run->count, p += run->count, left -= run->count;
    }
    return made;
}

static wr_conv_rows rows_of(const wr_conv_subgrid *l, const int64_t size[3], const void *planes) {
    wr_conv_rows g = {.planes = planes, .plane = wr_volume(size), .step = l->source[2]};
    for (int d = 0; d < 3; d++) {
        g.size[d] = size[d], g.taps[d] = l->taps[d];
        g.offset[d] = l->offset[d], g.tap_step[d] = l->tap_step[d];
    }
    return g;
}

/* The weight gradient as a matrix product: the sum over the positions of all images, for each row
 * (c, t) and output channel. */
typedef struct weight_job {
    const wr_conv *c;
    const wr_conv_data *data;
    const wr_gemm_real *real;
    wr_gemm_pack_fn pack;
    void (*gather)(const wr_conv_rows *r);
    wr_conv_subgrid l;
    int64_t rows, cols; /* per group: rows: input channels times taps; cols: output channels */
    int64_t positions, kc, blocks;
    /* number of parts into which the positions (segments), the rows and the columns are divided */
    int64_t segments, row_parts, col_parts;
    int64_t units, pieces, a_row;
    char *sums, *slots;
    size_t sums_bytes, a_bytes, b_bytes, slot_bytes;
} weight_job;

static weight_job weight_job_of(const wr_conv *c, int dtype, const wr_simd *simd) {
    weight_job w = {.c = c, .l = wr_conv_subgrid_at(c, false, 0)};
    const wr_gemm_real *real = &simd->gemm->real[which_type(dtype)];
    w.real = real;
    w.pack = simd->gemm->pack[which_type(dtype)];
    w.gather = simd->conv->gather[which_type(dtype)];
    w.rows = w.l.steps;
    w.cols = c->out_channels / c->groups;
    w.positions = c->images * w.l.positions;
    w.kc = block_of(w.positions, real);
    w.blocks = wr_div_up(w.positions, w.kc);
    int64_t results = wr_max(1, c->groups * w.rows * w.cols);
    w.col_parts = wr_max(1, wr_div_up(w.cols, UNIT_COLS * real->nr));
    int64_t wanted = wr_div_up(UNITS_MIN, wr_max(1, c->groups) * w.col_parts);
    w.segments = wr_min(wr_min(w.blocks, SEGMENTS), SUMS_BYTES / real->size / results);
    w.segments = wr_max(1, wr_min(w.segments, wanted));
    w.row_parts = wr_max(1, wr_min(w.rows / real->mr, wr_div_up(wanted, w.segments)));
    w.units = w.segments * c->groups * w.col_parts * w.row_parts;
    w.pieces = wr_min(w.units, PIECES);
    w.a_row = w.kc + 16; /* padded: rows a power of two apart would map to the same cache sets */
    w.sums_bytes = wr_round_to_line(w.segments * results * real->size);
    w.a_bytes = wr_round_to_line(real->mr * w.a_row * real->size) +
                wr_round_to_line(w.kc * (int64_t)sizeof(wr_conv_span));
    w.b_bytes =
        wr_round_to_line(wr_min(w.cols + real->nr, UNIT_COLS * real->nr) * w.kc * real->size);
    w.slot_bytes = w.a_bytes + w.b_bytes;
    return w;
}

/* Pack dy into panels of output channels; the steps of a panel are positions. */
static void pack_positions(const weight_job *w, int64_t group, int64_t col, int64_t cols,
                           int64_t from, int64_t count, char *to) {
    const wr_conv *c = w->c;
    const int64_t size = w->real->size, plane = w->l.positions;
    for (int64_t done = 0, n; done < count; done += n) {
        int64_t image = (from + done) / plane, p = (from + done) % plane;
        n = wr_min(count - done, plane - p);
        int64_t at = (image * c->out_channels + group * w->cols + col) * plane + p;
        w->pack(to + done * w->real->nr * size, w->real->nr, (const char *)w->data->b + at * size,
                plane, 1, cols, n);
    }
}

/* Split positions [from, from + count), counted over all images, into runs. */
static int64_t all_runs(const weight_job *w, int64_t from, int64_t count, wr_conv_span *runs) {
    int64_t made = 0, plane = w->l.positions, image = w->c->in_channels * wr_volume(w->c->in);
    for (int64_t done = 0, n; done < count; done += n) {
        int64_t i = (from + done) / plane, p = (from + done) % plane;
        n = wr_min(count - done, plane - p);
        made += runs_of(&w->l, p, n, done, i * image, runs + made);
    }
    return made;
}

typedef struct weigh_unit {
    int64_t group, row, end_row, col, end_col;
    char *sums;
} weigh_unit;

/* Add the products of a block of positions to the sums of a unit, or set the sums if !add. */
static void weight_block(const weight_job *w, const weigh_unit *u, int64_t from, int64_t count,
                         bool add, char *slot) {
    const wr_gemm_real *real = w->real;
    const int64_t size = real->size;
    char *a = slot, *b = slot + w->a_bytes;
    wr_conv_span *runs =
        (wr_conv_span *)(void *)(slot + wr_round_to_line(real->mr * w->a_row * size));
    for (int64_t col = u->col; col < u->end_col; col += real->nr)
        pack_positions(w, u->group, col, wr_min(real->nr, u->end_col - col), from, count,
                       b + (col - u->col) * count * size);
    int64_t plane = wr_volume(w->c->in), channels = w->c->in_channels / w->c->groups;
    wr_conv_rows g =
        rows_of(&w->l, w->c->in, (const char *)w->data->a + u->group * channels * plane * size);
    g.runs = runs;
    g.run_count = all_runs(w, from, count, runs);
    g.to = a, g.to_row = w->a_row;
    wr_gemm_tile t = {.k = count, .a = a, .a_row = w->a_row, .a_col = 1, .add = add};
    t.b_row = real->nr, t.c_row = w->cols;
    int64_t rows = u->end_row - u->row, panels = wr_div_up(rows, real->mr);
    for (int64_t i = 0, row = u->row; i < panels; i++, row += t.rows) {
        t.rows = u->row + panel_row(rows, panels, i + 1) - row;
        g.first = row, g.count = t.rows;
        w->gather(&g);
        for (int64_t col = u->col; col < u->end_col; col += real->nr) {
            t.cols = wr_min(real->nr, u->end_col - col);
            t.b = b + (col - u->col) * count * size;
            t.c = u->sums + (row * w->cols + col) * size;
            real->tile(&t);
        }
    }
}

static weir_status run_weight_job(void *arg, int64_t begin, int64_t end) {
    const weight_job *w = arg;
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
            u.end_col = wr_min(u.col + UNIT_COLS * w->real->nr, w->cols);
            u.sums = w->sums + rest * w->rows * w->cols * w->real->size;
            int64_t first = segment * w->blocks / w->segments;
            int64_t last = (segment + 1) * w->blocks / w->segments;
            for (int64_t i = first; i < last; i++)
                weight_block(w, &u, i * w->kc, wr_min(w->kc, w->positions - i * w->kc), i > first,
                             slot);
        }
    }
    return WEIR_OK;
}

/* Add the sums of the segments in order and transpose them: in the weights, the output channel is
 * the first index. */
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
    const weight_job *w = arg;
    int64_t parts = wr_div_up(w->cols, COLS), each = w->c->groups * w->rows * w->cols;
    for (int64_t u = begin; u < end; u++) {
        int64_t group = u / parts, first = u % parts * COLS, last = wr_min(first + COLS, w->cols);
        if (w->real->size == 4)
            ADD_SEGMENTS(float)
        else
            ADD_SEGMENTS(double)
    }
    return WEIR_OK;
}

static weir_status weight_gradient(const weir_kernel *k, weight_job *w, const wr_conv_data *data,
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
    WR_TRY(wr_split(k, w->pieces, 1, run_weight_job, w));
    return wr_split(k, w->c->groups * wr_div_up(w->cols, 16),
                    wr_max(1, (1 << 14) / (16 * w->rows * w->segments)), run_sums, w);
}

/* ---- Dispatch -------------------------------------------------------------------------------- */

size_t wr_conv_scratch(const wr_conv *c, wr_conv_direction direction, int dtype,
                       const wr_simd *simd) {
    if (wr_is_depthwise(c)) return wr_depthwise_scratch(c, direction, dtype);
    if (direction == WR_CONV_WEIGHT_GRAD && wr_conv_has_few(c, dtype, simd))
        return wr_conv_dots_scratch(c, dtype, simd);
    if (direction == WR_CONV_WEIGHT_GRAD) {
        weight_job w = weight_job_of(c, dtype, simd);
        return w.sums_bytes + (size_t)w.pieces * w.slot_bytes;
    }
    correlation r = correlation_of(c, direction == WR_CONV_INPUT_GRAD, dtype, simd);
    return correlation_scratch(&r);
}

weir_status wr_conv_run(const weir_kernel *k, const wr_conv *c, wr_conv_direction direction,
                        const wr_conv_data *data, void *scratch) {
    if (wr_is_depthwise(c)) return wr_depthwise_run(k, c, direction, data, scratch);
    if (direction == WR_CONV_WEIGHT_GRAD && wr_conv_has_few(c, data->dtype, wr_simd_of(k)))
        return wr_conv_dots_run(k, c, data, scratch);
    if (direction == WR_CONV_WEIGHT_GRAD) {
        weight_job w = weight_job_of(c, data->dtype, wr_simd_of(k));
        return weight_gradient(k, &w, data, scratch);
    }
    correlation r = correlation_of(c, direction == WR_CONV_INPUT_GRAD, data->dtype, wr_simd_of(k));
    return correlate(k, &r, data, scratch);
}
