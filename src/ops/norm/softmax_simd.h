/* softmax_simd.h - the inner loops of softmax and log_softmax over contiguous reals, at one SIMD
 * level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SOFTMAX_SIMD_H
#define WR_SOFTMAX_SIMD_H

#include <stdbool.h>
#include <stdint.h>

/* The loops of one type.  Lines are contiguous (the first function), or n of them are adjacent, and
 * each step processes one element of all. */
typedef struct wr_softmax_type {
    /* y = softmax(x) or its logarithm, n elements.  With `streams`, y is written with non-temporal
     * stores if n elements fit WR_SOFTMAX_LINE. */
    void (*line)(void *y, const void *x, int64_t n, bool logarithm, bool streams);
    /* top = max(top, x) */
    void (*top)(void *top, const void *x, int64_t n);
    /* sum += e^(x - top), in the type; every few times it is added to the total and reset to 0 */
    void (*add)(void *sum, const void *x, const void *top, int64_t n);
    void (*flush)(double *total, void *sum, int64_t n);
    /* y = e^(x - top) * by, or x - top - by */
    void (*write)(void *y, const void *x, const void *top, const void *by, int64_t n,
                  bool logarithm);
    /* by = 1 / total, or log total */
    void (*sums)(void *by, const double *total, int64_t n, bool logarithm);
} wr_softmax_type;

enum { WR_SOFTMAX_LINE = 32 << 10 }; /* bytes of a line that is buffered in the L1 or L2 cache */

typedef struct wr_softmax_simd {
    void (*fence)(
        void); /* required after non-temporal stores, before other threads read the lines */
    wr_softmax_type f32, f64;
} wr_softmax_simd;

extern const wr_softmax_simd wr_softmax_simd_portable, wr_softmax_simd_avx2, wr_softmax_simd_avx512;

#endif
