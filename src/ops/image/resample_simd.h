/* resample_simd.h - resampling rows of images, at one SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_RESAMPLE_SIMD_H
#define WR_RESAMPLE_SIMD_H

#include <stdbool.h>
#include <stdint.h>

/* The weights of each entry of a result: it is the sum of `start[i + 1] - start[i]` entries from
 * `first[i]` on, times the weights from `start[i]` on. */
typedef struct wr_band {
    int64_t count;
    int64_t *start, *first;
    void *weight;
    bool same; /* the identity: every entry is copied */
} wr_band;

enum { WR_RESAMPLE_ROWS = 4 }; /* rows that are combined at a time */

typedef struct wr_resample_loops {
    /* to[i] = the sum of rows[k][i] weight[k], or += if `more`, for 1 to 4 rows */
    void (*join)(void *to, const void *const *rows, const double *weight, int64_t count, bool more,
                 int64_t n);
    /* resample a row by a band; entries have `inner` numbers each */
    void (*along)(void *to, const void *row, const wr_band *b, int64_t inner);
    /* to[i * to_step] = from[i * from_step] scale + shift */
    void (*scale)(void *to, int64_t to_step, const void *from, int64_t from_step, int64_t n,
                  double scale, double shift);
    /* join for rows of uint8 */
    void (*join_bytes)(void *to, const void *const *rows, const double *weight, int64_t count,
                       bool more, int64_t n);
} wr_resample_loops;

typedef struct wr_resample_simd {
    wr_resample_loops f32, f64;
} wr_resample_simd;

extern const wr_resample_simd wr_resample_simd_portable, wr_resample_simd_avx2,
    wr_resample_simd_avx512;

#endif
