/* simd.h - the kernels of one level of CPU features, as a table of tables.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SIMD_H
#define WR_SIMD_H

#include "array/array.h"
#include "ops/simd/elementwise_simd.h"
#include "ops/simd/move_simd.h"

#define WR_LEVELS_OF_CPU 3

#define TABLE(name) struct wr_##name##_simd;
#include "ops/simd/tables.def"
#undef TABLE

struct wr_simd {
    int level; /* 0 portable, 1 avx2, 2 avx512 */
    const char *name;
#define TABLE(name) const struct wr_##name##_simd *name;
#include "ops/simd/tables.def"
#undef TABLE
    const wr_map_entry *const *maps; /* tables of elementwise loops, each ended by a NULL name */
};

/* The kernels that `config->cpu` asks for; NULL: this machine does not have them. */
const wr_simd *wr_simd_get(int cpu);

/* Those of a runtime, looked for once. */
const wr_simd *wr_simd_for(weir_runtime *rt);

/* Bytes of the last cache: what is larger than this is better written around it. */
int64_t wr_cache_bytes(void);

#endif
