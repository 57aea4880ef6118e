/* conv_weight_gradient.c - the weight gradient of a convolution with few output channels.
 *
 * Each weight is the dot product, over all positions, of a plane of dy with a plane of x shifted by
 * the tap.  For a few output channels and a few steps (a step is a channel of x and a tap) at a
 * time, vectors of partial sums stay in registers while the loop runs over the positions of a batch
 * of strips (conv_strip.h).
 *
 * Images and chunks are divided at fixed bounds into at most SEGMENTS segments, each with its own
 * vectors of sums.  At the end the sums of the segments are added in order, and then the lanes of
 * each vector.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/conv/conv_weight_gradient.h"

#include <string.h>

#include "ops/conv/conv_strip.h"
#include "ops/matmul/gemm.h"

enum {
    FEW = 16,                             /* maximum number of output channels per group */
    CHUNK = WR_SIZE(1024, 12),            /* maximum number of positions per chunk */
    SEGMENTS = WR_SIZE(8, 3),             /* maximum number of segments */
    PIECES = WR_SIZE(32, 3),              /* maximum number of pieces, and of scratch slots */
    BATCH = WR_SIZE(16, 2),               /* maximum number of chunks summed at a time */
    BATCH_BYTES = WR_SIZE(64 << 10, 512), /* target size of the strips of a batch */
    SUMS_BYTES = 256 << 10,               /* maximum size of the sums of a segment */
    LANES_MOST = 16
};

typedef struct job {
    const wr_conv *c;
    const wr_conv_data *data;
    const wr_conv_simd *simd;
    int type, size;
    int64_t lanes;
    wr_conv_subgrid l;
    wr_strip strip;
    /* rows: output channels per group; channels: input channels per group; steps: input channels
     * per group, times the number of taps */
    int64_t rows, channels, steps;
    /* items: number of chunks in all images; batch: number of chunks per batch */
    int64_t items, batch;
    int64_t segments, units, pieces;
    int64_t *at;
    char *sums, *slots;
    /* sums_bytes: size of the sums of one unit */
    size_t at_bytes, sums_bytes, strip_bytes, slot_bytes;
} job;

/* Plan the work.  The strip holds a pointer to the job's subgrid, so the job must not be moved. */
static void plan(job *j, const wr_conv *c, int dtype, const wr_simd *simd) {
    *j = (job){.c = c, .simd = simd->conv, .type = dtype == WEIR_FLOAT64};
    j->size = j->type ? 8 : 4;
    j->lanes = simd->gemm->real[j->type].nr / 2;
    j->l = wr_conv_subgrid_at(c, false, 0);
    j->rows = c->out_channels / c->groups;
    j->channels = c->in_channels / c->groups;
    j->steps = j->l.steps;
    int64_t positions = CHUNK, rows = j->channels * j->l.taps[2];
    j->strip = wr_strip_of(&j->l, positions, j->size);
    while (rows * j->strip.row * j->size > BATCH_BYTES && positions > 2 * j->lanes)
        j->strip = wr_strip_of(&j->l, positions /= 2, j->size);
    j->strip_bytes = wr_round_to_line((rows * j->strip.row + j->lanes) * j->size);
    j->items = c->images * wr_strip_chunks(&j->strip);
    j->batch = wr_max(1, wr_min(BATCH, BATCH_BYTES / (int64_t)wr_max(1, (int64_t)j->strip_bytes)));
    j->segments = wr_min(SEGMENTS, j->items);
    j->units = c->groups * j->segments;
    j->pieces = wr_min(j->units, PIECES);
    /* the SIMD loop reads up to WR_CONV_DOT_STEPS offsets at a time, so it may read past the last
     * step */
    j->at_bytes = wr_round_to_line((j->steps + WR_CONV_DOT_STEPS) * (int64_t)sizeof(int64_t));
    j->sums_bytes = wr_round_to_line(j->rows * j->steps * j->lanes * j->size);
    j->slot_bytes = (size_t)j->batch * j->strip_bytes +
                    wr_round_to_line(wr_strip_lines(&j->strip) * (int64_t)sizeof(int64_t));
}

bool wr_conv_has_few(const wr_conv *c, int dtype, const wr_simd *simd) {
    if (c->out_channels / c->groups > FEW) return false;
    job j;
    plan(&j, c, dtype, simd);
    return (int64_t)j.sums_bytes <= SUMS_BYTES && (int64_t)j.strip_bytes <= 2 * BATCH_BYTES;
}

size_t wr_conv_dots_scratch(const wr_conv *c, int dtype, const wr_simd *simd) {
    job j;
    plan(&j, c, dtype, simd);
    return j.at_bytes + (size_t)j.units * j.sums_bytes + (size_t)j.pieces * j.slot_bytes;
}

/* Fill the strip of a chunk and return it together with the address of the chunk's positions in
 * dy. */
static wr_conv_pair fill_pair(const job *j, int64_t group, int64_t item, char *strip,
                              int64_t *lines) {
    const wr_conv *c = j->c;
    int64_t chunks = wr_strip_chunks(&j->strip), image = item / chunks;
    wr_strip_chunk chunk = wr_strip_chunk_at(&j->strip, item % chunks);
    int64_t x = (image * c->in_channels + group * j->channels) * wr_volume(c->in);
    int64_t y = (image * c->out_channels + group * j->rows) * wr_volume(c->out) + chunk.first;
    wr_strip_fill(&j->strip, &chunk, j->simd->strip[j->type],
                  (const char *)j->data->a + x * j->size, c->in, j->channels, lines, strip);
    return (wr_conv_pair){strip, (const char *)j->data->b + y * j->size, chunk.count};
}

static void run_batch(const job *j, const wr_conv_pair *pairs, int64_t count, char *sums) {
    int64_t panels = wr_div_up(j->rows, j->simd->dot_rows);
    wr_conv_dots d = {.pairs = pairs, .count = count, .y_row = wr_volume(j->c->out)};
    d.sums_row = j->steps * j->lanes;
    for (int64_t k = 0; k < j->steps; k += WR_CONV_DOT_STEPS)
        for (int64_t p = 0; p < panels; p++) {
            d.row = p * j->rows / panels;
            d.rows = (p + 1) * j->rows / panels - d.row;
            d.steps = wr_min(WR_CONV_DOT_STEPS, j->steps - k);
            d.at = j->at + k;
            d.sums = sums + (d.row * j->steps + k) * j->lanes * j->size;
            j->simd->dots[j->type](&d);
        }
}

/* Compute the sums of some pieces.  A unit of work is one segment of one group. */
static weir_status run_units(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    for (int64_t piece = begin; piece < end; piece++) {
        char *slot = j->slots + (size_t)piece * j->slot_bytes;
        int64_t *lines = (int64_t *)(void *)(slot + (size_t)j->batch * j->strip_bytes);
        for (int64_t u = piece * j->units / j->pieces; u < (piece + 1) * j->units / j->pieces;
             u++) {
            int64_t group = u / j->segments, segment = u % j->segments;
            int64_t last = (segment + 1) * j->items / j->segments;
            char *sums = j->sums + (size_t)u * j->sums_bytes;
            memset(sums, 0, j->sums_bytes);
            for (int64_t i = segment * j->items / j->segments; i < last;) {
                wr_conv_pair pairs[BATCH];
                int64_t count = 0;
                for (; count < j->batch && i < last; i++, count++)
                    pairs[count] =
                        fill_pair(j, group, i, slot + (size_t)count * j->strip_bytes, lines);
                run_batch(j, pairs, count, sums);
            }
        }
    }
    return WEIR_OK;
}

#define ADD_UP(type)                                                                               \
    for (int64_t s = 0; s < j->segments; s++) {                                                    \
        const char *unit = j->sums + (size_t)(group * j->segments + s) * j->sums_bytes;            \
        const type *from = (const type *)(const void *)unit + index * j->lanes;                    \
        for (int64_t i = 0; i < j->lanes; i++) sum[i] += (double)from[i];                          \
    }                                                                                              \
    for (int64_t i = 1; i < j->lanes; i++) sum[0] += sum[i];                                       \
    ((type *)j->data->out)[w] = (type)sum[0];

static weir_status run_sums(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    for (int64_t w = begin; w < end; w++) {
        int64_t group = w / (j->rows * j->steps), index = w % (j->rows * j->steps);
        double sum[LANES_MOST] = {0};
        if (j->type) {
            ADD_UP(double)
        } else {
            ADD_UP(float)
        }
    }
    return WEIR_OK;
}

weir_status wr_conv_dots_run(const weir_kernel *k, const wr_conv *c, const wr_conv_data *data,
                             void *scratch) {
    job j;
    plan(&j, c, data->dtype, wr_simd_of(k));
    int64_t results = c->groups * j.rows * j.steps;
    if (results == 0) return WEIR_OK;
    j.data = data;
    j.at = scratch;
    j.sums = (char *)scratch + j.at_bytes;
    j.slots = j.sums + (size_t)j.units * j.sums_bytes;
    wr_strip_steps(&j.strip, j.channels, j.at);
    for (int64_t i = 0; i < WR_CONV_DOT_STEPS; i++) j.at[j.steps + i] = j.at[j.steps - 1];
    if (j.pieces > 0) WR_TRY(wr_split(k, j.pieces, 1, run_units, &j));
    return wr_split(k, results, wr_max(1, (1 << 14) / wr_max(1, j.segments * j.lanes)), run_sums,
                    &j);
}
