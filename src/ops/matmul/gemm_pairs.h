/* gemm_pairs.h - products of bfloat16 and float16 by instructions that add two products at a time.
 *
 * AVX512-BF16 and AMX have instructions that multiply pairs of 16-bit elements and add both products
 * to a float32 sum.  They do 2 to 16 times as many multiplications per cycle as those on float32, so
 * operands are not converted to float32: tiles of 32 x 32 elements of C are computed from panels of
 * pairs.
 *
 * Steps of k are processed in groups of 32, padded with zeros:
 *
 *   a panel of A   32 rows:    element i of step k is at [k / 32][i][k % 32]
 *   a panel of B   32 columns: element j of step k is at [k / 32][k % 32 / 2][j][k % 2]
 *
 * Both have 2048 bytes per group.  A row of a group of A, and 16 columns of a pair of steps of B, are
 * one vector of 64 bytes.  Rows of A that are contiguous need not be packed.
 *
 * The order of summation depends only on k.  AVX512-BF16 adds pairs of steps one after the other.  AMX
 * sums the even and the odd steps of a group separately, adds both sums to each other, then to those of
 * the groups before.  The old value of C, or `start`, is added last.  Sums are float32 and rounded
 * once.  Both take subnormal bfloat16 numbers for zeros and flush subnormal float32 sums to zero.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_GEMM_PAIRS_H
#define WR_GEMM_PAIRS_H

#include "ops/matmul/gemm.h"

enum {
    WR_PAIRS_PANEL = 32,         /* rows of a panel of A, columns of a panel of B */
    WR_PAIRS_STEPS = 32,         /* steps of k in a group */
    WR_PAIRS_GROUP_BYTES = 2048, /* bytes of a group of a panel */
};

/* Part of a tile: the sum over `groups` groups of a panel of A and a panel of B.  At least the first
 * `rows` rows and `cols` columns of C, which has 32 float32 elements per row, are computed; the
 * others are undefined.  If `add` is set, the sum is added to C. */
typedef struct wr_pairs_tile {
    const char *a, *b;
    int64_t a_row, a_group; /* bytes from one row of A, and from one group of steps, to the next */
    int64_t groups;
    int32_t rows, cols;
    bool add;
    float *c; /* aligned to 64 bytes */
} wr_pairs_tile;

/* The functions for one dtype and one set of instructions. */
struct wr_gemm_pairs {
    void (*begin)(void); /* prepares this thread for tiles; NULL if that needs nothing */
    void (*tile)(const wr_pairs_tile *t);
    void (*end)(void); /* undoes `begin` */
    /* Round a tile's sums to C, whose columns are contiguous and whose rows are c_row elements apart.  If
     * `old` is not NULL, its elements are added before; its rows are old_row elements apart. */
    void (*store)(uint16_t *c, int64_t c_row, const uint16_t *old, int64_t old_row, int64_t rows,
                  int64_t cols, const float *sums);
    /* Pack `width` rows of A, or columns of B, and `steps` steps of k into whole groups of a panel.
     * Element i of step p is src[i * step_i + p * step_k]. */
    void (*pack_a)(char *panel, const uint16_t *src, int64_t step_i, int64_t step_k, int64_t width,
                   int64_t steps);
    void (*pack_b)(char *panel, const uint16_t *src, int64_t step_i, int64_t step_k, int64_t width,
                   int64_t steps);
};

/* Like wr_gemm_scratch and wr_gemm_run, for a product whose dtype has an entry in simd->pairs.  It is
 * not empty, and the columns of C are contiguous or its elements lie anywhere. */
size_t wr_pairs_scratch(const wr_gemm *g);
weir_status wr_pairs_run(weir_context *ctx, const wr_gemm_simd *simd, const wr_gemm *g,
                         void *scratch);

#if defined(__x86_64__)
extern const wr_gemm_pairs wr_pairs_avx512_bf16, wr_pairs_amx_bf16, wr_pairs_amx_fp16;
#endif

#endif
