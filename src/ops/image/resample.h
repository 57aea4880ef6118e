/* resample.h - an array on another grid: what interpolation along up to three axes is made of.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_OPS_RESAMPLE_H
#define WR_OPS_RESAMPLE_H

#include "ops/core/op.h"

typedef enum wr_resample_mode {
    WR_RESAMPLE_NEAREST,
    WR_RESAMPLE_NEAREST_EXACT, /* the entry whose middle is nearest */
    WR_RESAMPLE_LINEAR,
    WR_RESAMPLE_CUBIC,
    WR_RESAMPLE_AREA
} wr_resample_mode;

/* Resampling by its sizes: (outer, three axes, inner), where missing axes are in front and have one entry. */
typedef struct wr_resample {
    int64_t outer, inner;
    int64_t in[3], out[3];
    wr_resample_mode mode;
    bool align_corners; /* the middles of the first and the last entries meet, not their edges */
    bool antialias;     /* entries that come out narrower look at all that they cover */
    double scale;       /* entries of the result for each of x; 0: as the sizes say */
    bool back;          /* from the result's grid to that of x, as gradients go */
} wr_resample;

/* Bytes of scratch that the kernel and the formula need; `dtype` is that of k->dtype. */
size_t wr_resample_scratch(const wr_resample *r, int dtype);

/* in[0] to out[0].  Floats and complex numbers, bytes, which are computed with as float32 and rounded, and
 * where entries are only picked anything. */
weir_status wr_resample_run(const weir_kernel *k, const wr_resample *r);
weir_status wr_resample_reference(const weir_kernel *k, const wr_resample *r);

#endif
