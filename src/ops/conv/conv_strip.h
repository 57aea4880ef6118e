/* conv_strip.h - the source elements of a chunk of positions, laid out so that a tap is an offset.
 *
 * A chunk is a set of neighbouring positions of a subgrid: whole lines along the last axis, or a
 * part of one.  Its strip has a row for each channel and tap along the last axis.  A row holds,
 * line by line of the source, the elements that the tap reads at each position of the line, 0 in
 * the padding.  Consecutive positions are thus contiguous in a row, and a tap along the other axes
 * is an offset of some lines.  Patches are copied as often as the kernel is wide, not as often as
 * it has taps.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CONV_STRIP_H
#define WR_CONV_STRIP_H

#include "ops/conv/conv_subgrid.h"
#include "ops/conv/conv_simd.h"

typedef struct wr_strip {
    const wr_conv_subgrid *l;
    int64_t wide, high; /* most positions of a chunk along the last axis and the one before */
    int64_t across, down, deep; /* chunks along each axis, from the last one */
    bool bands;    /* each tap has its own lines, because they are too far apart to share any */
    int64_t phase; /* otherwise: lines with the same remainder by the stride are consecutive */
    int64_t planes, lines; /* taps along the first axis, and lines of each */
    int64_t row;           /* elements per row */
} wr_strip;

/* The positions first .. first + count - 1 of the subgrid that form chunk `index`; count 0:
 * none. */
typedef struct wr_strip_chunk {
    int64_t first, count;
    int64_t at[3], size[3]; /* the same along each axis */
} wr_strip_chunk;

/* Divide a subgrid into chunks of about `positions`, with elements of `size` bytes. */
wr_strip wr_strip_of(const wr_conv_subgrid *l, int64_t positions, int64_t size);

/* The same chunks for a smaller subgrid. */
wr_strip wr_strip_like(const wr_strip *s, const wr_conv_subgrid *l, int64_t size);

static inline int64_t wr_strip_chunks(const wr_strip *s) { return s->deep * s->down * s->across; }
static inline int64_t wr_strip_lines(const wr_strip *s) { return s->planes * s->lines; }

wr_strip_chunk wr_strip_chunk_at(const wr_strip *s, int64_t index);

/* The offsets in the strip of the steps of `channels` channels, (channel, tap) in order. */
void wr_strip_steps(const wr_strip *s, int64_t channels, int64_t *at);

/* Fill the strip of a chunk, for some channels of one image, whose planes of `size` begin at
 * `planes`.  `lines` has space for wr_strip_lines entries, and after the strip there is space for
 * one vector. */
void wr_strip_fill(const wr_strip *s, const wr_strip_chunk *chunk,
                   void (*fill)(const wr_conv_lines *l), const void *planes, const int64_t size[3],
                   int64_t channels, int64_t *lines, void *to);

#endif
