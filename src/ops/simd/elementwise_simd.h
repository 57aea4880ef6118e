/* elementwise_simd.h - table of elementwise loops of one SIMD level, by operator and compute type.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ELEMENTWISE_SIMD_H
#define WR_ELEMENTWISE_SIMD_H

#include "weir/op.h"

typedef struct wr_map_entry {
    const char *name; /* operator name; NULL ends a table */
    weir_map_fn fn[WEIR_COMPUTE_COUNT];
    /* Loops with the same results that use non-temporal stores, for operators that are limited by
     * memory bandwidth; NULL for all others.  The output must be aligned to a cache line. */
    weir_map_fn streams[WEIR_COMPUTE_COUNT];
} wr_map_entry;

#endif
