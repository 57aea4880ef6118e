/* fft_lines.h - Fourier transforms of all lines along an axis of a row-major array.  A line is the
 * sequence of elements along the axis at fixed indices along the others.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FFT_LINES_H
#define WR_FFT_LINES_H

#include "ops/fft/fft_plan.h"

/* A transform along the second axis of a complex array of shape (outer, n, inner).  `to` may be
 * equal to `from`. */
typedef struct wr_fft_lines {
    const wr_fft_plan *plan;
    bool inverse;
    double scale; /* the results are multiplied by this */
    int64_t outer, inner;
    const void *from;
    void *to;
} wr_fft_lines;

/* Return the required size of the scratch memory in bytes, which depends only on the shape. */
uint64_t wr_fft_lines_bytes(int64_t n, bool wide, int64_t outer, int64_t inner);

weir_status wr_fft_lines_run(const weir_kernel *k, const wr_fft_lines *lines, void *scratch);

#endif
