/* conv_simd.h - the inner loops of convolutions, which gather rows of the matrix of patches.
 *
 * The matrix has a row (a step of the sum) for each channel and tap of the kernel, and a column for
 * each position of the result.  Its element is the value that the tap reads there, 0 outside of the
 * plane.  Only a part of it exists at a time: some steps of some runs of contiguous positions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CONV_SIMD_H
#define WR_CONV_SIMD_H

#include <stdbool.h>
#include <stdint.h>

/* A run of consecutive positions along the last axis. */
typedef struct wr_conv_span {
    int64_t to, count;   /* the first column in the row, and the number of positions */
    int64_t image;       /* offset of the image's first element from the first plane */
    int64_t at[3];       /* source position of the first position with an offset of 0 */
    int64_t position[3]; /* the first position itself */
} wr_conv_span;

typedef struct wr_conv_rows {
    const void *planes; /* channel 0 */
    int64_t plane;      /* elements per plane */
    int64_t size[3];    /* sizes of its axes */
    int64_t step;       /* source elements from one position of a run to the next */
    int64_t taps[3], offset[3], tap_step[3]; /* tap i of an axis reads offset + i * tap_step */
    const wr_conv_span *runs;
    int64_t run_count;
    int64_t first, count; /* steps: channels, and for each its taps, the last axis fastest */
    void *to;
    int64_t to_row; /* elements from one step to the next */
} wr_conv_rows;

/* A strip (conv_strip.h): a row for each channel and tap, and in it for each line the elements that
 * the tap reads.  Rows are written in order, and a vector may be written past the end of the last
 * one. */
typedef struct wr_conv_lines {
    const void *planes;
    int64_t plane, channels, taps;
    const int64_t *line;           /* offset of each line in its plane; -1: padding */
    int64_t lines, size;           /* number of lines, and their elements */
    int64_t first, tap_step, step; /* tap i reads elements first + i * tap_step + j * step */
    int64_t count, wide;           /* elements needed of each line, and the space for them */
    void *to;
    int64_t row; /* elements from one row to the next */
} wr_conv_lines;

/* C (rows x cols) = A (rows x k) B (k x cols), or C += A B.  A is a packed panel: element i of step
 * p is at [p * rows + i].  Step p of B begins at b[at[p]] and may be read to the end of a
 * vector. */
typedef struct wr_conv_tile {
    int64_t rows; /* 1 to mr */
    int64_t cols; /* 1 to the number of columns that wr_conv_vectors returns */
    int64_t k;    /* at least 1 */
    const void *a, *b;
    const int64_t *at;
    void *c;
    int64_t c_row;
    bool add;
} wr_conv_tile;

/* The most vectors that a tile is wide: fewer rows allow more.  Its sums, plus one vector per row
 * or per vector column, whichever are fewer, plus one must fit in registers.  gemm's tiles of two
 * vectors use at most 2 mr + 4. */
#define WR_CONV_FITS(rows, vecs, mr)                                                               \
    ((rows) * (vecs) + ((rows) < (vecs) ? (rows) : (vecs)) + 1 <= 2 * (mr) + 4)
static inline int64_t wr_conv_vectors(int64_t rows, int64_t mr) {
    return WR_CONV_FITS(rows, 8, mr) ? 8 : WR_CONV_FITS(rows, 4, mr) ? 4 : 2;
}

/* Positions of a strip and of the planes of dy. */
typedef struct wr_conv_pair {
    const void *x, *y;
    int64_t count;
} wr_conv_pair;

/* For some planes and steps, sums[row][step] += the sum of y[row][p] * x[at[step] + p] over the
 * positions p of all pairs, as a vector whose lanes the caller adds. */
enum { WR_CONV_DOT_STEPS = 5 };
typedef struct wr_conv_dots {
    const wr_conv_pair *pairs;
    int64_t count;
    int64_t row, rows,
        y_row; /* the first plane, their number (up to dot_rows), elements per plane */
    int64_t
        steps; /* up to WR_CONV_DOT_STEPS; `at` has as many entries, the rest repeat the last one */
    const int64_t *at;
    void *sums;
    int64_t sums_row; /* elements from one plane to the next */
} wr_conv_dots;

/* A row of a depthwise convolution: y[i] = start + the sum of weight[t] * x[at[t] + i], n
 * elements. */
typedef struct wr_conv_taps {
    const void *x;
    const int64_t *at;
    const void *weight;
    int64_t taps, n;
    void *y;
    double start;
} wr_conv_taps;

/* Indexed by type: float32, float64. */
typedef struct wr_conv_simd {
    void (*gather[2])(const wr_conv_rows *r);
    void (*strip[2])(const wr_conv_lines *l);
    void (*tile[2])(const wr_conv_tile *t);
    void (*dots[2])(const wr_conv_dots *d);
    int32_t dot_rows;
    void (*taps[2])(const wr_conv_taps *t);
    /* The sum of y[r][i] * x[r][i] over `rows` rows of n elements, which are y_row and x_row
     * apart. */
    double (*dot[2])(const void *y, int64_t y_row, const void *x, int64_t x_row, int64_t rows,
                     int64_t n);
} wr_conv_simd;

extern const wr_conv_simd wr_conv_simd_portable, wr_conv_simd_avx2, wr_conv_simd_avx512;

#endif
