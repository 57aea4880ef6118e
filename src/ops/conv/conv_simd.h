/* conv_simd.h - the inner loops of convolutions, with one implementation per SIMD level.
 *
 * The matrix of patches has a row (a step of the sum) for each channel and tap of the kernel, and a
 * column for each position of the result.  Each element is the value that the tap reads at the
 * position, or 0 outside the plane.  Only a part of the matrix is stored at a time: some steps for
 * some runs of contiguous positions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CONV_SIMD_H
#define WR_CONV_SIMD_H

#include <stdbool.h>
#include <stdint.h>

/* A run of consecutive positions along the last axis. */
typedef struct wr_conv_span {
    int64_t to, count;   /* to: column of the first position; count: number of positions */
    int64_t image;       /* offset of the image from the first image, in elements */
    int64_t at[3];       /* source position that a tap with offset 0 reads at the first position */
    int64_t position[3]; /* coordinates of the first position in the result */
} wr_conv_span;

/* Arguments of `gather`, which writes steps first .. first + count - 1 of the matrix of patches for
 * the positions of all runs. */
typedef struct wr_conv_rows {
    const void *planes; /* first element of channel 0 */
    int64_t plane;      /* elements per plane */
    int64_t size[3];    /* sizes of the axes of a plane */
    /* distance in the source from one position of a run to the next, in elements */
    int64_t step;
    /* tap i of an axis reads the element at offset + i * tap_step */
    int64_t taps[3], offset[3], tap_step[3];
    const wr_conv_span *runs;
    int64_t run_count;
    /* range of steps; steps are ordered by channel, then by tap, with the last axis fastest */
    int64_t first, count;
    void *to;
    int64_t to_row; /* distance between the rows of consecutive steps, in elements */
} wr_conv_rows;

/* Arguments of `strip`, which fills a strip (conv_strip.h) with a row for each channel and tap
 * along the last axis.  A row holds, line by line, the elements that the tap reads.  Rows are
 * written in order, and one vector may be written past the end of the last row. */
typedef struct wr_conv_lines {
    const void *planes;
    int64_t plane, channels, taps;
    const int64_t *line; /* offset of each line in its plane; -1 for a line of padding */
    int64_t lines, size; /* lines: number of lines; size: elements per line of the source */
    /* element j of a line, for tap i, is read from first + i * tap_step + j * step */
    int64_t first, tap_step, step;
    /* count: elements to write per line; wide: elements reserved per line */
    int64_t count, wide;
    void *to;
    int64_t row; /* distance between rows, in elements */
} wr_conv_lines;

/* Arguments of `tile`, which computes C = A * B, or C += A * B if `add` is set.  A is rows x k, B
 * is k x cols and C is rows x cols.  A is a packed panel: element i of step p is at [p * rows + i].
 * Step p of B begins at b[at[p]]; it may be read up to the end of its last vector, past `cols`. */
typedef struct wr_conv_tile {
    int64_t rows; /* 1 to mr, the maximum height of gemm's tiles */
    int64_t cols; /* 1 to wr_conv_vectors() times the number of lanes */
    int64_t k;    /* at least 1 */
    const void *a, *b;
    const int64_t *at;
    void *c;
    int64_t c_row;
    bool add;
} wr_conv_tile;

/* wr_conv_vectors returns the maximum width of a tile in vectors: the fewer rows, the more vectors.
 * The registers must hold rows * vecs sums, plus one vector per row or per vector column, whichever
 * is less, plus one.  gemm's tiles, which are two vectors wide, use at most 2 * mr + 4
 * registers. */
#define WR_CONV_FITS(rows, vecs, mr)                                                               \
    ((rows) * (vecs) + ((rows) < (vecs) ? (rows) : (vecs)) + 1 <= 2 * (mr) + 4)
static inline int64_t wr_conv_vectors(int64_t rows, int64_t mr) {
    return WR_CONV_FITS(rows, 8, mr) ? 8 : WR_CONV_FITS(rows, 4, mr) ? 4 : 2;
}

/* The operands of `dots` for one chunk of `count` positions: x is the chunk's strip, and y points
 * to the chunk's first position in the first plane of dy. */
typedef struct wr_conv_pair {
    const void *x, *y;
    int64_t count;
} wr_conv_pair;

/* Arguments of `dots`, which adds to sums[row][step], for some planes of dy and some steps, the sum
 * of y[row][p] * x[at[step] + p] over the positions p of all chunks (`pairs`).  Each sum is a
 * vector, whose lanes the caller adds. */
enum { WR_CONV_DOT_STEPS = 5 };
typedef struct wr_conv_dots {
    const wr_conv_pair *pairs;
    int64_t count;
    /* row: first plane; rows: number of planes, up to dot_rows; y_row: elements per plane */
    int64_t row, rows, y_row;
    /* number of steps, 1 to WR_CONV_DOT_STEPS; `at` always has WR_CONV_DOT_STEPS entries, padded
     * with copies of the last step's entry */
    int64_t steps;
    const int64_t *at;
    void *sums;
    int64_t sums_row; /* distance between the sums of consecutive planes, in elements */
} wr_conv_dots;

/* Arguments of `taps`, which computes a row of a depthwise convolution: y[i] = start + the sum over
 * t of weight[t] * x[at[t] + i], for n elements. */
typedef struct wr_conv_taps {
    const void *x;
    const int64_t *at;
    const void *weight;
    int64_t taps, n;
    void *y;
    double start;
} wr_conv_taps;

/* Functions are indexed by type: 0 for float32, 1 for float64. */
typedef struct wr_conv_simd {
    void (*gather[2])(const wr_conv_rows *r);
    void (*strip[2])(const wr_conv_lines *l);
    void (*tile[2])(const wr_conv_tile *t);
    void (*dots[2])(const wr_conv_dots *d);
    int32_t dot_rows;
    void (*taps[2])(const wr_conv_taps *t);
    /* Return the sum of y[r][i] * x[r][i] over `rows` rows of n elements.  Rows of y are y_row
     * elements apart, rows of x are x_row elements apart. */
    double (*dot[2])(const void *y, int64_t y_row, const void *x, int64_t x_row, int64_t rows,
                     int64_t n);
} wr_conv_simd;

extern const wr_conv_simd wr_conv_simd_portable, wr_conv_simd_avx2, wr_conv_simd_avx512;

#endif
