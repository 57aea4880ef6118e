/* resample.h - resampling an array on another grid, along up to three axes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RESAMPLE_H
#define WR_RESAMPLE_H

#include "ops/core/op.h"

typedef enum wr_resample_mode {
    WR_RESAMPLE_NEAREST,
    WR_RESAMPLE_NEAREST_EXACT, /* the entry whose centre is nearest */
    WR_RESAMPLE_LINEAR,
    WR_RESAMPLE_CUBIC,
    WR_RESAMPLE_AREA
} wr_resample_mode;

/* The sizes of resampling: (outer, three axes, inner), where missing axes are in front and have
 * size one. */
typedef struct wr_resample {
    int64_t outer, inner;
    int64_t in[3], out[3];
    wr_resample_mode mode;
    bool align_corners; /* align the centres of the first and last entries, not their edges */
    bool antialias;     /* when downscaling, average over all entries that one covers */
    double scale;       /* ratio of the result's size to that of x; 0: from the sizes */
    bool back;          /* the gradient: from the grid of the result to that of x */
} wr_resample;

/* Bytes of scratch of the kernel and the reference kernel; `dtype` is k->dtype. */
size_t wr_resample_scratch(const wr_resample *r, int dtype);

/* Resample in[0] to out[0].  Accepts floats and complex numbers; uint8, which is computed in
 * float32 and rounded; and any dtype if entries are only copied. */
weir_status wr_resample_run(const weir_kernel *k, const wr_resample *r);
weir_status wr_resample_reference(const weir_kernel *k, const wr_resample *r);

#endif
