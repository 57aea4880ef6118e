/* cuda_divider.h - division by a number that is known before a kernel runs, as a multiplication.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_DIVIDER_H
#define WR_CUDA_DIVIDER_H

#include <stdint.h>

/* common.cu has the same struct, and the function that divides. */
typedef struct wr_cuda_divider {
    uint32_t multiplier, shift;
} wr_cuda_divider;

/* Dividends must be below this. */
#define WR_CUDA_DIVIDENDS (UINT64_C(1) << 31)

/* A divisor of 1 to 2^31.  n / d is (n * (2^32 + multiplier)) >> (32 + shift), where the factor is
 * 2^(32 + shift) / d, rounded up: for a shift with 2^shift >= d, that is exact for all n below
 * 2^32. */
static inline wr_cuda_divider wr_cuda_divider_of(uint64_t d) {
    uint32_t shift = 0;
    while ((UINT64_C(1) << shift) < d) shift++;
    uint64_t above = (UINT64_C(1) << shift) - d;
    return (wr_cuda_divider){(uint32_t)((above << 32) / d + 1), shift};
}

#endif
