/* resample_simd.h - the inner loops of resampling, with one implementation per SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RESAMPLE_SIMD_H
#define WR_RESAMPLE_SIMD_H

#include <stdbool.h>
#include <stdint.h>

/* The weights along one axis.  Element i of the result is a weighted sum of start[i + 1] - start[i]
 * consecutive elements of the source, starting at element first[i].  Their weights start at index
 * start[i]. */
typedef struct wr_band {
    int64_t count;
    int64_t *start, *first;
    void *weight;
    bool same; /* the band is the identity: every element is copied */
} wr_band;

enum { WR_RESAMPLE_ROWS = 4 }; /* maximum number of rows that are combined at a time */

typedef struct wr_resample_loops {
    /* to[i] = the sum over k of rows[k][i] * weight[k], or to[i] += that sum if `more` is set, for
     * 1 to WR_RESAMPLE_ROWS rows */
    void (*join)(void *to, const void *const *rows, const double *weight, int64_t count, bool more,
                 int64_t n);
    /* Resample a row with a band; each element consists of `inner` real numbers. */
    void (*along)(void *to, const void *row, const wr_band *b, int64_t inner);
    /* to[i * to_step] = from[i * from_step] * scale + shift */
    void (*scale)(void *to, int64_t to_step, const void *from, int64_t from_step, int64_t n,
                  double scale, double shift);
    /* like `join`, for source rows of uint8; NULL in the loops for float64 */
    void (*join_bytes)(void *to, const void *const *rows, const double *weight, int64_t count,
                       bool more, int64_t n);
} wr_resample_loops;

typedef struct wr_resample_simd {
    wr_resample_loops f32, f64;
} wr_resample_simd;

extern const wr_resample_simd wr_resample_simd_portable, wr_resample_simd_avx2,
    wr_resample_simd_avx512;

#endif
