/* reduce_simd.h - folding many elements into one, at one level of CPU features.
 *
 * A reducer keeps a state for each of `lanes` outputs and folds leaves into it: runs of about a
 * thousand elements, or blocks of a few rows.  A leaf is folded with vectors, in an order that
 * follows from its size; leaves follow each other in an order that the caller fixes.  States are
 * wider than elements (double for float32, two doubles for float64), so that the number of leaves
 * does not matter for the accuracy.
 *
 * A state of several numbers lies as arrays of `lanes` each, one behind the other.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SIMD_REDUCE_H
#define WR_SIMD_REDUCE_H

#include <stddef.h>
#include <stdint.h>

#include "weir/op.h"

enum {
    WR_FOLD_LANES = 1024, /* outputs of one block, at most; what `cols` has room for */
    WR_FOLD_STATE = 32    /* bytes of one output's state, at most */
};

typedef enum wr_reduction_kind {
    WR_FOLD_SUM, /* the sum over `divide`: also the mean */
    WR_FOLD_PROD,
    WR_FOLD_VAR,
    WR_FOLD_STD,
    WR_FOLD_MAX,
    WR_FOLD_MIN,
    WR_FOLD_ALL,
    WR_FOLD_ANY,
    WR_FOLD_COUNT, /* of what is not zero */
    WR_FOLD_ARGMAX,
    WR_FOLD_ARGMIN,
    WR_FOLD_LOGSUMEXP,
    WR_FOLD_KINDS
} wr_reduction_kind;

typedef struct wr_reducer {
    uint8_t state; /* bytes per output; 0: there is none for this type */
    uint8_t gives; /* the dtype that `finish` writes */
    void (*init)(void *state, int64_t lanes);
    /* Output at + i takes in the n elements from x + i * stride on, for each i < rows.  `first` is
     * the place of x[0] among all that its output takes in, for those that give a place. */
    void (*rows)(void *state, int64_t lanes, int64_t at, int64_t rows, const void *x,
                 int64_t stride, int64_t n, int64_t first);
    /* Output i takes in x[i], x[i + stride] ... of `rows` rows; i < lanes. */
    void (*cols)(void *state, int64_t lanes, const void *x, int64_t stride, int64_t rows,
                 int64_t first);
    /* As if what `other` took in had been folded behind what `state` did. */
    void (*merge)(void *state, const void *other, int64_t lanes);
    void (*finish)(void *out, const void *state, int64_t lanes, double divide);
} wr_reducer;

typedef struct wr_reduce_simd {
    wr_reducer by[WR_FOLD_KINDS][WEIR_COMPUTE_COUNT]; /* by the type that is read */
} wr_reduce_simd;

extern const wr_reduce_simd wr_reduce_simd_portable, wr_reduce_simd_avx2, wr_reduce_simd_avx512;

#endif
