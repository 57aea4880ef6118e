/* gemm_simd.h - the functions of the matrix product that exist once per SIMD level.
 *
 * A product is divided into tiles of at most mr x nr elements of C.  A tile is computed in
 * registers: each step of k reads mr elements of A and nr elements of B and does mr * nr fused
 * multiply-adds.
 *
 * A packed panel holds a strip of an operand in the order in which tiles read it: element i of step
 * p is at [p * width + i].  A panel of A is as wide as its tile is high; panels of B are always nr
 * wide, padded with zeros.
 *
 * The order of summation depends only on k, not on packing or on the position of the tile: the
 * products of a block of at most `kc` steps are added one after the other, starting from zero, and
 * the sums of the blocks are added to C one after the other.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_GEMM_SIMD_H
#define WR_GEMM_SIMD_H

#include <stdbool.h>
#include <stdint.h>

typedef enum wr_gemm_dtype {
    WR_GEMM_F32 = 0,
    WR_GEMM_F64 = 1,
    WR_GEMM_F16 = 2,  /* computed in f32, rounded once */
    WR_GEMM_BF16 = 3, /* computed in f32, rounded once */
    WR_GEMM_I32 = 4,  /* integers wrap around */
    WR_GEMM_I64 = 5,
    WR_GEMM_C64 = 6, /* pairs of f32 */
    WR_GEMM_C128 = 7
} wr_gemm_dtype;

/* A tile: C = A * B, or C += A * B if `add` is set, where A is rows x k, B is k x cols and C is
 * rows x cols.  Rows of B and C are contiguous; strides count elements.  Tiles of nr columns are fastest if
 * A is a packed panel, or if its a_row is that of wr_gemm_real and its a_col is 1. */
typedef struct wr_gemm_tile {
    int64_t rows, cols, k; /* rows: 1 to mr; cols: 1 to nr; k: at least 0 */
    const void *a;
    int64_t a_row, a_col;
    const void *b;
    int64_t b_row;
    void *c;
    int64_t c_row;
    bool add;
    bool panels; /* A is a packed panel: a_row is 1, a_col is rows */
    /* If not NULL and A has the a_row of wr_gemm_real: k elements of each of rows_ahead rows, which
     * are ahead_row elements apart, are brought to the second-level cache meanwhile. */
    const void *ahead;
    int64_t ahead_row;
} wr_gemm_tile;

/* A matrix-vector product: y = A * x, or y += A * x if `add` is set, where A is rows x k.  f16 and
 * bf16 are summed in f32, and y is rounded once.  The order of summation depends only on k, but differs from that of tiles. */
typedef struct wr_gemm_vector {
    int64_t rows, k; /* both at least 1 */
    const void *a;
    int64_t a_row, a_col;
    const void *x;
    int64_t x_step;
    void *y;
    int64_t y_step;
    bool add;
} wr_gemm_vector;

/* Pack a strip of `width` elements and `k` steps into a panel that is `panel` elements wide.
 * Element i of step p is src[i * step_i + p * step_k].  There is one such function per dtype; src
 * has that dtype. */
typedef void (*wr_gemm_pack_fn)(void *panel_at, int64_t panel, const void *src, int64_t step_i,
                                int64_t step_k, int64_t width, int64_t k);

/* Convert n elements from an array with stride `step` to a row of the compute type, or back. */
typedef void (*wr_gemm_get_fn)(void *row, const void *src, int64_t step, int64_t n);
typedef void (*wr_gemm_put_fn)(void *dst, int64_t step, const void *row, int64_t n);

/* *out, of the compute type, = the sum of a[i * a_step] * b[i * b_step], in an order that depends
 * only on n. */
typedef void (*wr_gemm_dot_fn)(void *out, const void *a, int64_t a_step, const void *b,
                               int64_t b_step, int64_t n);

/* The functions and sizes for one compute type. */
typedef struct wr_gemm_real {
    int32_t size; /* bytes per element */
    /* mr, nr: maximum number of rows and columns of a tile; kc: maximum number of steps of a
     * block */
    int32_t mr, nr, kc;
    /* the constant number of elements from one row of A to the next for which tiles are fast; at
     * least kc.  copies_rows: such rows are as quick as packed panels, which take longer to make. */
    int32_t a_row;
    bool copies_rows;
    int32_t rows_ahead; /* see wr_gemm_tile.ahead */
    void (*tile)(const wr_gemm_tile *t);
} wr_gemm_real;

/* Arguments of `untiled`, which computes `rows` rows of C for a dtype that has no tiles. */
typedef struct wr_gemm_untiled {
    int64_t rows, cols, k;
    const void *a;
    int64_t a_row, a_col;
    const void *b;
    int64_t b_row, b_col;
    void *c;
    int64_t c_row, c_col;
    bool add;
} wr_gemm_untiled;

typedef struct wr_gemm_pairs wr_gemm_pairs;

/* `real` is indexed by the compute type, WR_GEMM_F32 or WR_GEMM_F64; `vector`, `dot`, `pack`, `get`
 * and `put` by dtype; `untiled` by dtype - WR_GEMM_I32. */
typedef struct wr_gemm_simd {
    wr_gemm_real real[2];
    void (*vector[4])(const wr_gemm_vector *v);
    wr_gemm_dot_fn dot[4];
    wr_gemm_pack_fn pack[4];
    wr_gemm_get_fn get[4];
    wr_gemm_put_fn put[4];
    void (*untiled[4])(const wr_gemm_untiled *p);
    const wr_gemm_pairs
        *pairs[8]; /* by dtype: how tiles of pairs are computed, or NULL (gemm_pairs.h) */
} wr_gemm_simd;

extern const wr_gemm_simd wr_gemm_simd_portable;
#if defined(__x86_64__)
extern const wr_gemm_simd wr_gemm_simd_avx2;
extern const wr_gemm_simd wr_gemm_simd_avx512;
extern const wr_gemm_simd wr_gemm_simd_avx512_bf16, wr_gemm_simd_amx_bf16, wr_gemm_simd_amx_fp16;
#endif

#endif
