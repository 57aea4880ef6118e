/* conv_strip.c - the source elements of a chunk of positions, laid out so that each tap reads at a
 * fixed offset.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/conv/conv_strip.h"

/* Return the line that tap i reads at the chunk's first position, counted from the first line that
 * any tap reads there. */
static int64_t first_line(const wr_conv_subgrid *l, int64_t i) {
    int64_t step = l->tap_step[1];
    return step >= 0 ? i * step : (i + 1 - l->taps[1]) * step;
}

/* Return the index in the strip of the line that tap i reads at the chunk's first position.  The
 * lines that tap i reads at the following positions come after it. */
static int64_t line_of(const wr_strip *s, int64_t i) {
    int64_t line = first_line(s->l, i), apart = s->l->source[1];
    return s->bands ? i * s->high : line % apart * s->phase + line / apart;
}

/* Choose the lines of a chunk: all lines between the first and the last one that are read, grouped
 * by their index modulo the stride, or a band of lines for each tap, whichever needs fewer
 * lines. */
static void lay_out(wr_strip *s, int64_t size) {
    const wr_conv_subgrid *l = s->l;
    int64_t apart = l->source[1], taps = l->taps[1];
    int64_t reach = taps > 0 ? first_line(l, l->tap_step[1] >= 0 ? taps - 1 : 0) : 0;
    s->phase = wr_div_up((s->high - 1) * apart + reach + 1, apart);
    s->bands = taps * s->high <= apart * s->phase;
    s->planes = l->taps[0];
    s->lines = s->bands ? taps * s->high : apart * s->phase;
    int64_t bytes = s->planes * s->lines * s->wide * size;
    /* Round up to an odd number of cache lines, so that rows do not map to the same cache sets. */
    s->row = (wr_div_up(bytes, WR_CACHE_LINE) | 1) * WR_CACHE_LINE / size;
}

wr_strip wr_strip_of(const wr_conv_subgrid *l, int64_t positions, int64_t size) {
    wr_strip s = {.l = l, .deep = l->count[0]};
    int64_t width = wr_max(1, l->count[2]), height = wr_max(1, l->count[1]);
    s.across = wr_div_up(width, positions);
    s.wide = wr_div_up(width, s.across);
    s.down = s.across > 1 ? height : wr_div_up(height, wr_max(1, positions / width));
    s.high = wr_div_up(height, s.down);
    lay_out(&s, size);
    return s;
}

wr_strip wr_strip_like(const wr_strip *like, const wr_conv_subgrid *l, int64_t size) {
    wr_strip s = *like;
    s.l = l;
    if (s.across == 1) s.wide = l->count[2];
    lay_out(&s, size);
    return s;
}

wr_strip_chunk wr_strip_chunk_at(const wr_strip *s, int64_t index) {
    const wr_conv_subgrid *l = s->l;
    wr_strip_chunk c = {.at = {index / s->across / s->down, index / s->across % s->down * s->high,
                               index % s->across * s->wide}};
    c.size[0] = c.at[0] < l->count[0];
    c.size[1] = wr_max(0, wr_min(s->high, l->count[1] - c.at[1]));
    c.size[2] = wr_max(0, wr_min(s->wide, l->count[2] - c.at[2]));
    c.first = (c.at[0] * l->count[1] + c.at[1]) * l->count[2] + c.at[2];
    c.count = wr_volume(c.size);
    return c;
}

void wr_strip_steps(const wr_strip *s, int64_t channels, int64_t *at) {
    const wr_conv_subgrid *l = s->l;
    for (int64_t c = 0; c < channels; c++)
        for (int64_t z = 0; z < l->taps[0]; z++)
            for (int64_t y = 0; y < l->taps[1]; y++)
                for (int64_t x = 0; x < l->taps[2]; x++)
                    *at++ =
                        (c * l->taps[2] + x) * s->row + (z * s->lines + line_of(s, y)) * s->wide;
}

/* Return the source line of line q of the strip, counted from the line that tap 0 reads at the
 * chunk's first position. */
static int64_t source_line(const wr_strip *s, int64_t q) {
    const wr_conv_subgrid *l = s->l;
    if (s->bands) return q % s->high * l->source[1] + q / s->high * l->tap_step[1];
    int64_t line = q % s->phase * l->source[1] + q / s->phase;
    return line - first_line(l, 0);
}

void wr_strip_fill(const wr_strip *s, const wr_strip_chunk *chunk,
                   void (*fill)(const wr_conv_lines *l), const void *planes, const int64_t size[3],
                   int64_t channels, int64_t *lines, void *to) {
    const wr_conv_subgrid *l = s->l;
    for (int64_t z = 0; z < l->taps[0]; z++)
        for (int64_t q = 0; q < s->lines; q++) {
            int64_t plane = chunk->at[0] * l->source[0] + l->offset[0] + z * l->tap_step[0];
            int64_t line = chunk->at[1] * l->source[1] + l->offset[1] + source_line(s, q);
            bool inside = plane >= 0 && plane < size[0] && line >= 0 && line < size[1];
            lines[z * s->lines + q] = inside ? (plane * size[1] + line) * size[2] : -1;
        }
    fill(&(wr_conv_lines){
        .planes = planes,
        .plane = wr_volume(size),
        .channels = channels,
        .taps = l->taps[2],
        .line = lines,
        .lines = wr_strip_lines(s),
        .size = size[2],
        .first = chunk->at[2] * l->source[2] + l->offset[2],
        .tap_step = l->tap_step[2],
        .step = l->source[2],
        .count = chunk->size[2],
        .wide = s->wide,
        .to = to,
        .row = s->row,
    });
}
