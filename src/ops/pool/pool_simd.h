/* pool_simd.h - the inner loops of pooling, with one implementation per SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_POOL_SIMD_H
#define WR_POOL_SIMD_H

#include <stdint.h>

/* The types that pooling computes in. */
typedef enum wr_pooling_type {
    WR_POOLING_F32,
    WR_POOLING_F64,
    WR_POOLING_I64,
    WR_POOLING_U64,
    WR_POOLING_TYPES
} wr_pooling_type;

/* The loops of one type.  NaN compares larger than everything. */
typedef struct wr_pooling_loops {
    /* to[i] = the larger of to[i] and from[i] (larger), or their sum (add) */
    void (*larger)(void *to, const void *from, int64_t n);
    void (*add)(void *to, const void *from, int64_t n);
    /* to[j] = the maximum (largest) or the sum (sums) of `count` elements of `from`; the first is
     * at index j * step, and consecutive ones are `apart` elements apart (1 for sums) */
    void (*largest)(void *to, const void *from, int64_t n, int64_t step, int64_t count,
                    int64_t apart);
    void (*sums)(void *to, const void *from, int64_t n, int64_t step, int64_t count);
    /* Compute the gradient of n adjacent 2x2 windows over two rows: in to[], store back[i] at the
     * largest element of window i (the first if several are equal) and 0 at the others.  NULL for
     * integers. */
    void (*pairs)(void *const to[2], const void *const from[2], const void *back, int64_t n);
} wr_pooling_loops;

typedef struct wr_pooling_simd {
    wr_pooling_loops type[WR_POOLING_TYPES];
} wr_pooling_simd;

extern const wr_pooling_simd wr_pooling_simd_portable, wr_pooling_simd_avx2, wr_pooling_simd_avx512;

#endif
