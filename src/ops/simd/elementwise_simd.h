/* elementwise_simd.h - elementwise loops of one SIMD level, by operator and compute type.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ELEMENTWISE_SIMD_H
#define WR_ELEMENTWISE_SIMD_H

#include "weir/op.h"

typedef struct wr_map_entry {
    const char *name; /* of the operator; NULL ends a table */
    weir_map_fn fn[WEIR_COMPUTE_COUNT];
    /* The same results, written with non-temporal stores to an output that starts at a cache line; for
     * operators that are limited by memory bandwidth.  NULL: not available. */
    weir_map_fn streams[WEIR_COMPUTE_COUNT];
} wr_map_entry;

#endif
