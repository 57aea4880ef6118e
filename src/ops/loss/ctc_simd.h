/* ctc_simd.h - one time step of the CTC recursion for all states, with one implementation per SIMD
 * level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CTC_SIMD_H
#define WR_CTC_SIMD_H

#include <stdint.h>

typedef struct wr_ctc_simd {
    /* come[i] = log(e^from[i] + e^from[i - 1] + e^(from[i - 2] + skip[i])) and be[i] = come[i] +
     * emit[i], for n states; `from` has two elements before the first state */
    void (*step)(double *come, double *be, const double *from, const double *skip,
                 const double *emit, int64_t n);
    /* out = e^(a + b - all) */
    void (*share)(double *out, const double *a, const double *b, double all, int64_t n);
} wr_ctc_simd;

#endif
