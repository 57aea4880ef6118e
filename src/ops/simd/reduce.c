/* reduce.c - the reducers of one level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/simd/reduce.h"

#include <math.h>

#include "ops/simd/level.h"

/* ---- Sums --------------------------------------------------------------------------------------- */

#define T       float
#define VEC     vf32
#define VECU    vf32u
#define LANES   WR_F32S
#define SUFFIX  f32
#define CSUFFIX c64
#define EXACT   0
#include "ops/simd/reduce_sum.h"

#define T       double
#define VEC     vf64
#define VECU    vf64u
#define LANES   WR_F64S
#define SUFFIX  f64
#define CSUFFIX c128
#define EXACT   1
#include "ops/simd/reduce_sum.h"

/* Integers wrap, so their order does not matter and signs neither. */
static void sum_init_u64(void *state, int64_t lanes) { memset(state, 0, (size_t)lanes * 8); }

static void sum_rows_u64(void *state, int64_t lanes, int64_t at, int64_t rows, const void *x,
                         int64_t stride, int64_t n, int64_t first) {
    const uint64_t *a = x;
    uint64_t *s = state;
    (void)lanes, (void)first;
    for (int64_t r = 0; r < rows; r++) {
        uint64_t sum = 0;
        for (int64_t i = 0; i < n; i++) sum += a[r * stride + i];
        s[at + r] += sum;
    }
}

static void sum_cols_u64(void *state, int64_t lanes, const void *x, int64_t stride, int64_t rows,
                         int64_t first) {
    const uint64_t *a = x;
    uint64_t *restrict s = state;
    (void)first;
    for (int64_t r = 0; r < rows; r++)
        for (int64_t i = 0; i < lanes; i++) s[i] += a[r * stride + i];
}

static void sum_merge_u64(void *state, const void *other, int64_t lanes) {
    uint64_t *s = state;
    const uint64_t *o = other;
    for (int64_t i = 0; i < lanes; i++) s[i] += o[i];
}

static void copy_u64(void *out, const void *state, int64_t lanes, double divide) {
    (void)divide;
    memcpy(out, state, (size_t)lanes * 8);
}

/* ---- The table ---------------------------------------------------------------------------------- */

#define REDUCER(name, suffix, bytes, dtype, finish_)                                               \
    {                                                                                              \
        .state = bytes, .gives = WEIR_##dtype, .init = name##_init_##suffix,                       \
        .rows = name##_rows_##suffix, .cols = name##_cols_##suffix,                                \
        .merge = name##_merge_##suffix, .finish = finish_                                          \
    }

const wr_reduce_simd WR_AT_LEVEL(wr_reduce_simd) = {
    .by = {
        [WR_FOLD_SUM] = {[WEIR_IN_I64] = REDUCER(sum, u64, 8, INT64, copy_u64),
                         [WEIR_IN_U64] = REDUCER(sum, u64, 8, UINT64, copy_u64),
                         [WEIR_IN_F32] = REDUCER(sum, f32, 8, FLOAT64, sum_finish_f32),
                         [WEIR_IN_F64] = REDUCER(sum, f64, 16, FLOAT64, sum_finish_f64),
                         [WEIR_IN_C64] = REDUCER(sum, c64, 16, COMPLEX128, sum_finish_c64),
                         [WEIR_IN_C128] = REDUCER(sum, c128, 32, COMPLEX128, sum_finish_c128)},
    }};
