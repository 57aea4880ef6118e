/* resample.h - resampling an array to another grid, along up to three axes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RESAMPLE_H
#define WR_RESAMPLE_H

#include "ops/core/op.h"

typedef enum wr_resample_mode {
    WR_RESAMPLE_NEAREST,
    WR_RESAMPLE_NEAREST_EXACT, /* the element whose centre is nearest */
    WR_RESAMPLE_LINEAR,
    WR_RESAMPLE_CUBIC,
    WR_RESAMPLE_AREA
} wr_resample_mode;

/* The sizes and the mode of resampling.  The arrays have shape (outer, three axes, inner), where
 * missing axes come first and have size one. */
typedef struct wr_resample {
    int64_t outer, inner;
    int64_t in[3], out[3];
    wr_resample_mode mode;
    /* align the centres of the first and last elements of both grids, not their edges */
    bool align_corners;
    /* when downscaling, average all elements of x that an element of the result covers */
    bool antialias;
    /* ratio of the result's size to the size of x; 0 to compute it from `in` and `out` */
    double scale;
    /* compute the gradient, which maps from the grid of the result to the grid of x */
    bool back;
} wr_resample;

/* Return the number of scratch bytes that the kernel and the reference kernel need.  `dtype` is the
 * value of k->dtype. */
size_t wr_resample_scratch(const wr_resample *r, int dtype);

/* Resample in[0] to out[0].  Floats and complex numbers are accepted in all modes; uint8 is
 * computed in float32 and rounded; the nearest modes, which only copy elements, accept any
 * dtype. */
weir_status wr_resample_run(const weir_kernel *k, const wr_resample *r);
weir_status wr_resample_reference(const weir_kernel *k, const wr_resample *r);

#endif
