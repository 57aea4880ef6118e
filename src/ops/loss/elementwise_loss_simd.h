/* elementwise_loss_simd.h - elementwise losses of contiguous real numbers, with one implementation
 * per SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ELEMENTWISE_LOSS_SIMD_H
#define WR_ELEMENTWISE_LOSS_SIMD_H

#include <stdint.h>

typedef enum wr_loss_kind {
    WR_LOSS_SQUARE,
    WR_LOSS_ABSOLUTE,
    WR_LOSS_SMOOTH, /* quadratic up to a distance of `by`, then linear with slope 1 */
    WR_LOSS_HUBER,  /* quadratic up to a distance of `by`, then linear with slope `by` */
    WR_LOSS_LOGITS,
    WR_LOSS_DIVERGENCE,
    WR_LOSS_LOG_DIVERGENCE, /* the target holds log-probabilities */
    WR_LOSS_SOFT_MARGIN,
    WR_LOSS_HINGE, /* `by` is the margin */
    WR_LOSS_KINDS
} wr_loss_kind;

typedef void wr_loss_fn(void *y, const void *x, const void *target, int64_t n, double by);

typedef struct wr_loss_simd {
    wr_loss_fn *f32[WR_LOSS_KINDS], *f64[WR_LOSS_KINDS];
} wr_loss_simd;

extern const wr_loss_simd wr_loss_simd_portable, wr_loss_simd_avx2, wr_loss_simd_avx512;

#endif
