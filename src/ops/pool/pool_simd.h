/* pool_simd.h - pooling windows along rows, at one SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_POOL_SIMD_H
#define WR_POOL_SIMD_H

#include <stdint.h>

/* Types that pooling computes in. */
typedef enum wr_pooling_type {
    WR_POOLING_F32,
    WR_POOLING_F64,
    WR_POOLING_I64,
    WR_POOLING_U64,
    WR_POOLING_TYPES
} wr_pooling_type;

/* The loops of one type.  NaN compares larger than everything. */
typedef struct wr_pooling_loops {
    /* to[i] = the larger of to[i] and from[i], or their sum */
    void (*larger)(void *to, const void *from, int64_t n);
    void (*add)(void *to, const void *from, int64_t n);
    /* to[j] = the largest, or the sum, of `count` entries of `from`, `apart` apart, that begin at j
     * * step */
    void (*largest)(void *to, const void *from, int64_t n, int64_t step, int64_t count,
                    int64_t apart);
    void (*sums)(void *to, const void *from, int64_t n, int64_t step, int64_t count);
    /* n adjacent windows of two by two in two rows: the gradient of each window goes to its largest
     * entry, the first among equal ones, and the others get 0.  NULL for integers. */
    void (*pairs)(void *const to[2], const void *const from[2], const void *back, int64_t n);
} wr_pooling_loops;

typedef struct wr_pooling_simd {
    wr_pooling_loops type[WR_POOLING_TYPES];
} wr_pooling_simd;

extern const wr_pooling_simd wr_pooling_simd_portable, wr_pooling_simd_avx2, wr_pooling_simd_avx512;

#endif
