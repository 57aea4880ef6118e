/* simd.h - the kernels of one SIMD level, as a table of tables.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SIMD_H
#define WR_SIMD_H

#include "array/array.h"
#include "ops/simd/elementwise_simd.h"
#include "ops/simd/move_simd.h"

#define WR_LEVELS_OF_CPU 3 /* levels of kernels */

#define TABLE(name) struct wr_##name##_simd;
#include "ops/simd/tables.def"
#undef TABLE

struct wr_gemm_simd;

struct wr_simd {
    int cpu;   /* the weir_cpu that selects it */
    int level; /* of all kernels but those of products: 0 portable, 1 avx2, 2 avx512 */
    const char *name;
#define TABLE(name) const struct wr_##name##_simd *name;
#include "ops/simd/tables.def"
#undef TABLE
    const struct wr_gemm_simd *gemm;
    const wr_map_entry *const *maps; /* tables of elementwise loops, each ended by a NULL name */
};

/* Return the kernels that `cpu` (a value of config.cpu) selects, or NULL if this machine does not
 * support them. */
const wr_simd *wr_simd_get(int cpu);

/* Return the kernels of a runtime; they are looked up once. */
const wr_simd *wr_simd_for(weir_runtime *rt);

/* Return the size of the last-level cache in bytes.  Outputs that do not fit in it are better
 * written with non-temporal stores. */
int64_t wr_cache_bytes(void);

/* Return the size of a second-level cache in bytes. */
int64_t wr_cache_bytes_2(void);

#endif
