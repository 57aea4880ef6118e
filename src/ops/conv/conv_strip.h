/* conv_strip.h - strips: the source elements that a chunk of positions reads, laid out so that each
 * tap reads at a fixed offset.
 *
 * In this file and its users, a line is a row of a plane along its last axis.  A chunk is a set of
 * neighbouring positions of a subgrid: whole lines, or a part of one line.  The strip of a chunk
 * has a row for each channel and each tap along the last axis.  A row holds the elements that the
 * tap reads, one source line after another, with 0 in the padding.  Consecutive positions are thus
 * contiguous in a row, and moving to a tap along another axis adds a number of lines to the offset.
 * A source element is copied once per tap along the last axis, not once per tap of the kernel.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CONV_STRIP_H
#define WR_CONV_STRIP_H

#include "ops/conv/conv_subgrid.h"
#include "ops/conv/conv_simd.h"

typedef struct wr_strip {
    const wr_conv_subgrid *l;
    /* wide, high: maximum number of positions of a chunk along the last axis and the one before
     * it */
    int64_t wide, high;
    /* across, down, deep: number of chunks along the last axis, the one before it and the first */
    int64_t across, down, deep;
    /* bands: each tap has separate lines, because the taps are too far apart to share lines */
    bool bands;
    /* if `bands` is false: lines are grouped by their index modulo the stride, with `phase`
     * lines per group */
    int64_t phase;
    /* planes: number of taps along the first axis; lines: number of lines for each of them */
    int64_t planes, lines;
    int64_t row; /* elements per row */
} wr_strip;

/* A chunk: positions first .. first + count - 1 of the subgrid.  The chunk is empty if count is
 * 0. */
typedef struct wr_strip_chunk {
    int64_t first, count;
    /* first position and number of positions along each axis */
    int64_t at[3], size[3];
} wr_strip_chunk;

/* Divide a subgrid into chunks of at most `positions` positions.  An element is `size` bytes. */
wr_strip wr_strip_of(const wr_conv_subgrid *l, int64_t positions, int64_t size);

/* Divide subgrid `l`, which is no larger than that of `s`, into as many chunks as `s` has. */
wr_strip wr_strip_like(const wr_strip *s, const wr_conv_subgrid *l, int64_t size);

static inline int64_t wr_strip_chunks(const wr_strip *s) { return s->deep * s->down * s->across; }
static inline int64_t wr_strip_lines(const wr_strip *s) { return s->planes * s->lines; }

/* Return chunk `index`.  A subgrid passed to wr_strip_like may be too small to have positions in
 * every chunk; chunks without positions have a count of 0. */
wr_strip_chunk wr_strip_chunk_at(const wr_strip *s, int64_t index);

/* Compute the offset in the strip of each step.  A step is a channel and a tap; the steps are
 * ordered by channel, then by tap. */
void wr_strip_steps(const wr_strip *s, int64_t channels, int64_t *at);

/* Fill the strip of a chunk for some channels of one image.  `planes` points to the first of their
 * planes, which have `size` elements along each axis.  `lines` has space for wr_strip_lines
 * entries.  One vector may be written past the end of the strip. */
void wr_strip_fill(const wr_strip *s, const wr_strip_chunk *chunk,
                   void (*fill)(const wr_conv_lines *l), const void *planes, const int64_t size[3],
                   int64_t channels, int64_t *lines, void *to);

#endif
