/* simd.h - the kernels of one level of CPU features, as a table of tables.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SIMD_H
#define WR_SIMD_H

#include "array/array.h"
#include "ops/simd/maps.h"
#include "ops/simd/move.h"

#define WR_LEVELS_OF_CPU 3

struct wr_direct_simd;
struct wr_fft_simd;
struct wr_conv_simd;
struct wr_gemm_simd;
struct wr_pooling_simd;
struct wr_loss_simd;
struct wr_norm_simd;
struct wr_order_simd;
struct wr_random_simd;
struct wr_reduce_simd;
struct wr_softmax_simd;

struct wr_simd {
    int level; /* 0 portable, 1 avx2, 2 avx512 */
    const char *name;
    const wr_cast_simd *cast;
    const wr_move_simd *move;
    const struct wr_direct_simd *direct;
    const struct wr_fft_simd *fft;
    const struct wr_conv_simd *conv;
    const struct wr_gemm_simd *gemm;
    const struct wr_pooling_simd *pool;
    const struct wr_loss_simd *loss;
    const struct wr_norm_simd *norm;
    const struct wr_order_simd *order;
    const struct wr_random_simd *random;
    const struct wr_reduce_simd *reduce;
    const struct wr_softmax_simd *softmax;
    const wr_map_entry *const *maps; /* tables of elementwise loops, each ended by a NULL name */
};

/* The kernels that `config->cpu` asks for; NULL: this machine does not have them. */
const wr_simd *wr_simd_get(int cpu);

/* Those of a runtime, looked for once. */
const wr_simd *wr_simd_for(weir_runtime *rt);

/* Bytes of the last cache: what is larger than this is better written around it. */
int64_t wr_cache_bytes(void);

#endif
