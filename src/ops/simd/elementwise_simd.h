/* elementwise_simd.h - elementwise loops of one level, by operator and computing type.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SIMD_MAPS_H
#define WR_SIMD_MAPS_H

#include "weir/op.h"

typedef struct wr_map_entry {
    const char *name; /* of the operator; NULL ends a table */
    weir_map_fn fn[WEIR_COMPUTE_COUNT];
    /* The same bits, written past the caches to an output that starts a cache line; for what does so little
     * that memory is all it waits for.  NULL: there is none. */
    weir_map_fn streams[WEIR_COMPUTE_COUNT];
} wr_map_entry;

#endif
