/* gemm_simd.h - the functions of the matrix product that exist once per SIMD level.
 *
 * A product is divided into tiles of at most mr x nr elements of C.  A tile is computed in
 * registers: each step of k reads mr elements of A and nr of B and does mr * nr fused
 * multiply-adds.
 *
 * A packed panel holds a strip of an operand in the order in which tiles read it: element i of step
 * p is at [p * width + i].  A panel of A is as wide as its tile is high; panels of B are always nr
 * wide, padded with zeros.
 *
 * The order of a sum is a function of k alone, independent of packing and of the tile's position:
 * within a block of `kc` steps one after the other from zero, then the blocks one after the other
 * into C.
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
    WR_GEMM_BF16 = 3, /* likewise */
    WR_GEMM_I32 = 4,  /* integers wrap around */
    WR_GEMM_I64 = 5,
    WR_GEMM_C64 = 6, /* pairs of f32 */
    WR_GEMM_C128 = 7
} wr_gemm_dtype;

/* C (rows x cols) = A (rows x k) B (k x cols), or C += A B.  Columns of B and C are contiguous;
 * strides are in elements.  Either all b_row columns of B may be read (a panel), or only the first
 * `cols`. */
typedef struct wr_gemm_tile {
    int64_t rows, cols, k; /* 1 .. mr, 1 .. nr, 0 .. */
    const void *a;
    int64_t a_row, a_col;
    const void *b;
    int64_t b_row;
    void *c;
    int64_t c_row;
    bool add;
    bool panels; /* both operands are packed panels: a_row is 1, a_col is rows, b_row is nr */
} wr_gemm_tile;

/* y (rows) = A (rows x k) x, or y += A x.  The order of sums is a function of k alone, but differs
 * from that of tiles. */
typedef struct wr_gemm_vector {
    int64_t rows, k; /* at least 1 */
    const void *a;
    int64_t a_row, a_col;
    const void *x;
    int64_t x_step;
    void *y;
    int64_t y_step;
    bool add;
} wr_gemm_vector;

/* Write the panel of a strip of `width` elements and `k` steps, `panel` elements wide.  Element i
 * of step p is src[i * step_i + p * step_k], in the dtype of this function. */
typedef void (*wr_gemm_pack_fn)(void *panel_at, int64_t panel, const void *src, int64_t step_i,
                                int64_t step_k, int64_t width, int64_t k);

/* Copy n elements between an array of any stride and a row of the computing type. */
typedef void (*wr_gemm_get_fn)(void *row, const void *src, int64_t step, int64_t n);
typedef void (*wr_gemm_put_fn)(void *dst, int64_t step, const void *row, int64_t n);

/* The functions and sizes for one computing type. */
typedef struct wr_gemm_real {
    int32_t size;       /* bytes of an element */
    int32_t mr, nr, kc; /* the most rows and columns of a tile, the most steps of a block */
    void (*tile)(const wr_gemm_tile *t);
    void (*vector)(const wr_gemm_vector *v);
    /* The sum of a[i * a_step] * b[i * b_step], in an order that is a function of n. */
    void (*dot)(void *out, const void *a, int64_t a_step, const void *b, int64_t b_step, int64_t n);
} wr_gemm_real;

/* The loop for dtypes without tiles: `rows` rows of C. */
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

/* Arrays are indexed by dtype; `real` by computing type, `untiled` by dtype - WR_GEMM_I32. */
typedef struct wr_gemm_simd {
    wr_gemm_real real[2];
    wr_gemm_pack_fn pack[4];
    wr_gemm_get_fn get[4];
    wr_gemm_put_fn put[4];
    void (*untiled[4])(const wr_gemm_untiled *p);
} wr_gemm_simd;

extern const wr_gemm_simd wr_gemm_simd_portable;
#if defined(__x86_64__)
extern const wr_gemm_simd wr_gemm_simd_avx2;
extern const wr_gemm_simd wr_gemm_simd_avx512;
#endif

#endif
