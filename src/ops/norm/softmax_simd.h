/* softmax_simd.h - the steps of softmax and its logarithm over contiguous reals, at one level of CPU
 * features.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SIMD_SOFTMAX_H
#define WR_SIMD_SOFTMAX_H

#include <stdbool.h>
#include <stdint.h>

/* Of one type.  Lines lie along memory (the first), or across it: then n of them are side by
 * side, and each step takes one element of all. */
typedef struct wr_softmax_type {
    /* y = softmax(x) or its logarithm, n elements; with `streams` y goes around the caches,
     * if n elements fit WR_SOFTMAX_LINE. */
    void (*line)(void *y, const void *x, int64_t n, bool logarithm, bool streams);
    /* top = the larger of top and x */
    void (*top)(void *top, const void *x, int64_t n);
    /* sum += e^(x - top), in the type; every few times it goes over to the total, and is 0 again */
    void (*add)(void *sum, const void *x, const void *top, int64_t n);
    void (*flush)(double *total, void *sum, int64_t n);
    /* y = e^(x - top) * by, or x - top - by */
    void (*give)(void *y, const void *x, const void *top, const void *by, int64_t n,
                 bool logarithm);
    /* by = 1 / total, or log total */
    void (*sums)(void *by, const double *total, int64_t n, bool logarithm);
} wr_softmax_type;

enum {
    WR_SOFTMAX_LINE = 32 << 10
}; /* bytes of a line that is kept in a buffer of the L1 or L2 cache */

typedef struct wr_softmax_simd {
    void (*fence)(void); /* behind lines that went around the caches, before anybody reads them */
    wr_softmax_type f32, f64;
} wr_softmax_simd;

extern const wr_softmax_simd wr_softmax_simd_portable, wr_softmax_simd_avx2, wr_softmax_simd_avx512;

#endif
