/* conv_rows.h - rows of a convolution's matrix of patches, gathered from the planes of an image.
 *
 * The matrix has a row (a step of the sum) for each channel and tap of the kernel and a column for each
 * position of the result.  Its element is the value that the tap meets there, 0 outside of the plane.
 * Only a stretch of it is ever made: some steps of some runs of neighbouring positions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SIMD_CONV_H
#define WR_SIMD_CONV_H

#include <stdint.h>

/* Positions that follow each other along the last axis. */
typedef struct wr_conv_span {
    int64_t to, count; /* where they stand in the row, how many */
    int64_t image;     /* the image's first element, from the first plane */
    int64_t at[3];     /* what the first position meets with an offset of 0 */
    int64_t place[3];  /* the first position itself */
} wr_conv_span;

typedef struct wr_conv_rows {
    const void *planes;                      /* channel 0 */
    int64_t plane;                           /* elements of a plane */
    int64_t size[3];                         /* and along each of its axes */
    int64_t step;                            /* what a run moves by from position to position */
    int64_t taps[3], offset[3], tap_step[3]; /* tap i of an axis meets offset + i * tap_step */
    const wr_conv_span *runs;
    int64_t run_count;
    int64_t first, count; /* steps; of a channel there are the taps, the last axis fastest */
    void *to;
    int64_t to_row; /* elements from step to step */
} wr_conv_rows;

/* A row of a convolution of single planes: y[i] = start + the sum of weight[t] * x[at[t] + i], n elements. */
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
    void (*taps[2])(const wr_conv_taps *t);
    /* The sum of y[r][i] * x[r][i] over `rows` rows of n elements, which lie y_row and x_row apart. */
    double (*dot[2])(const void *y, int64_t y_row, const void *x, int64_t x_row, int64_t rows,
                     int64_t n);
} wr_conv_simd;

extern const wr_conv_simd wr_conv_simd_portable, wr_conv_simd_avx2, wr_conv_simd_avx512;

#endif
