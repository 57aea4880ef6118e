/* reduce_simd.h - the reducers of one SIMD level.
 *
 * A reducer keeps a state for each of `lanes` outputs and accumulates leaves into it.  A leaf is a
 * run of about a thousand elements, or a block of a few rows.  It is reduced with vectors, in an
 * order that depends only on its size; the caller determines the order of leaves.  States are wider
 * than elements (double for float32, two doubles for float64), so that the number of leaves does
 * not affect the accuracy.
 *
 * A state that consists of several values is stored as that many arrays of `lanes` elements, one
 * after the other.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_REDUCE_SIMD_H
#define WR_REDUCE_SIMD_H

#include <stddef.h>
#include <stdint.h>

#include "weir/op.h"

enum {
    WR_REDUCTION_LANES = 1024, /* maximum number of outputs of a block */
    WR_REDUCTION_STATE = 32    /* maximum size of one output's state in bytes */
};

typedef enum wr_reduction_kind {
    WR_REDUCTION_SUM, /* the sum divided by `divide`; also used for the mean */
    WR_REDUCTION_PROD,
    WR_REDUCTION_VAR,
    WR_REDUCTION_STD,
    WR_REDUCTION_MAX,
    WR_REDUCTION_MIN,
    WR_REDUCTION_ALL,
    WR_REDUCTION_ANY,
    WR_REDUCTION_COUNT, /* the number of nonzero elements */
    WR_REDUCTION_ARGMAX,
    WR_REDUCTION_ARGMIN,
    WR_REDUCTION_LOGSUMEXP,
    WR_REDUCTION_KINDS
} wr_reduction_kind;

typedef struct wr_reducer {
    uint8_t state; /* bytes of state per output; 0 if there is no reducer for this type */
    uint8_t gives; /* the dtype that `finish` writes */
    void (*init)(void *state, int64_t lanes);
    /* For each i < rows, accumulate the n elements starting at x + i * stride into output `at` + i.
     * `first` is the index of x[0] among all elements of its output, for reducers that return an
     * index. */
    void (*rows)(void *state, int64_t lanes, int64_t at, int64_t rows, const void *x,
                 int64_t stride, int64_t n, int64_t first);
    /* For each i < lanes, accumulate x[i], x[i + stride], ..., one element from each of `rows`
     * rows, into output i. */
    void (*cols)(void *state, int64_t lanes, const void *x, int64_t stride, int64_t rows,
                 int64_t first);
    /* Merge `other` into `state`, as if its elements had been accumulated after those of
     * `state`. */
    void (*merge)(void *state, const void *other, int64_t lanes);
    void (*finish)(void *out, const void *state, int64_t lanes, double divide);
} wr_reducer;

typedef struct wr_reduce_simd {
    wr_reducer by[WR_REDUCTION_KINDS][WEIR_COMPUTE_COUNT]; /* [kind][compute type of elements] */
} wr_reduce_simd;

extern const wr_reduce_simd wr_reduce_simd_portable, wr_reduce_simd_avx2, wr_reduce_simd_avx512;

#endif
