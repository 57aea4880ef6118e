/* softmax_simd.h - the inner loops of softmax and log_softmax at one SIMD level.
 *
 * A line is the sequence of elements along the axis that softmax normalises.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SOFTMAX_SIMD_H
#define WR_SOFTMAX_SIMD_H

#include <stdbool.h>
#include <stdint.h>

/* The loops for one type.  `line` processes one contiguous line of n elements; the other functions
 * process one element of each of n adjacent lines. */
typedef struct wr_softmax_type {
    /* y = softmax(x), or its logarithm, of n elements.  If `streams` is true, y is written with
     * non-temporal stores, except for the softmax of a line of more than WR_SOFTMAX_LINE bytes. */
    void (*line)(void *y, const void *x, int64_t n, bool logarithm, bool streams);
    /* top = max(top, x) */
    void (*top)(void *top, const void *x, int64_t n);
    /* sum += e^(x - top), in the type of the elements */
    void (*add)(void *sum, const void *x, const void *top, int64_t n);
    /* total += sum; sum = 0; called every few steps */
    void (*flush)(double *total, void *sum, int64_t n);
    /* y = e^(x - top) * `by` or, for the logarithm, y = x - top - `by` */
    void (*write)(void *y, const void *x, const void *top, const void *by, int64_t n,
                  bool logarithm);
    /* `by` = 1 / total or, for the logarithm, `by` = log(total) */
    void (*sums)(void *by, const double *total, int64_t n, bool logarithm);
} wr_softmax_type;

/* The maximum size in bytes of a line whose exponentials are kept in a buffer, so that they stay in
 * the L1 or L2 cache. */
enum { WR_SOFTMAX_LINE = 32 << 10 };

typedef struct wr_softmax_simd {
    /* required after non-temporal stores, before other threads read the data */
    void (*fence)(void);
    wr_softmax_type f32, f64;
} wr_softmax_simd;

extern const wr_softmax_simd wr_softmax_simd_portable, wr_softmax_simd_avx2, wr_softmax_simd_avx512;

#endif
