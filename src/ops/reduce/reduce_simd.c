/* reduce_simd.c - the inner loops of reductions, compiled once per SIMD level.
 *
 * Code shared by several types is in reduce_simd_sum.h, reduce_simd_extreme.h and
 * reduce_simd_moments.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/reduce/reduce_simd.h"

#include <complex.h>
#include <math.h>

#include "ops/simd/level.h"
#include "ops/simd/tail.h"
#include "ops/simd/vmath.h"

typedef float _Complex c64;
typedef double _Complex c128;

/* ---- Sums ------------------------------------------------------------------------------------ */

#define T       float
#define VEC     vf32
#define VECU    vf32u
#define LANES   WR_F32S
#define SUFFIX  f32
#define CSUFFIX c64
#define EXACT   0
#include "ops/reduce/reduce_simd_sum.h"

#define T       double
#define VEC     vf64
#define VECU    vf64u
#define LANES   WR_F64S
#define SUFFIX  f64
#define CSUFFIX c128
#define EXACT   1
#include "ops/reduce/reduce_simd_sum.h"

/* ---- Scalar loops that the compiler vectorises; a state is one value of type S -------------- */

#define SIMPLE(name, T, S, start, op)                                                              \
    static void name##_init(void *state, int64_t lanes) {                                          \
        S *s = state;                                                                              \
        for (int64_t i = 0; i < lanes; i++) s[i] = start;                                          \
    }                                                                                              \
    static void name##_rows(void *state, int64_t lanes, int64_t at, int64_t rows, const void *x,   \
                            int64_t stride, int64_t n, int64_t first) {                            \
        S *s = state;                                                                              \
        (void)lanes, (void)first;                                                                  \
        for (int64_t r = 0; r < rows; r++) {                                                       \
            const T *a = (const T *)x + r * stride;                                                \
            S part[4] = {start, start, start, start};                                              \
            int64_t i = 0;                                                                         \
            for (; i + 4 <= n; i += 4)                                                             \
                for (int k = 0; k < 4; k++) part[k] = (S)(part[k] op(S) a[i + k]);                 \
            for (; i < n; i++) part[0] = (S)(part[0] op(S) a[i]);                                  \
            s[at + r] = (S)(s[at + r] op((part[0] op part[1])op(part[2] op part[3])));             \
        }                                                                                          \
    }                                                                                              \
    static void name##_cols(void *state, int64_t lanes, const void *x, int64_t stride,             \
                            int64_t rows, int64_t first) {                                         \
        S *restrict s = state;                                                                     \
        (void)first;                                                                               \
        for (int64_t r = 0; r < rows; r++) {                                                       \
            const T *a = (const T *)x + r * stride;                                                \
            for (int64_t i = 0; i < lanes; i++) s[i] = (S)(s[i] op(S) a[i]);                       \
        }                                                                                          \
    }                                                                                              \
    static void name##_merge(void *state, const void *other, int64_t lanes) {                      \
        S *s = state;                                                                              \
        const S *o = other;                                                                        \
        for (int64_t i = 0; i < lanes; i++) s[i] = (S)(s[i] op o[i]);                              \
    }                                                                                              \
    static void name##_finish(void *out, const void *state, int64_t lanes, double divide) {        \
        (void)divide;                                                                              \
        memcpy(out, state, (size_t)lanes * sizeof(S));                                             \
    }

/* Integers wrap around, so the unsigned loops also serve signed types. */
SIMPLE(sum_u64, uint64_t, uint64_t, 0, +)
SIMPLE(prod_u64, uint64_t, uint64_t, 1, *)
SIMPLE(prod_f32, float, double, 1, *)
SIMPLE(prod_f64, double, double, 1, *)
SIMPLE(prod_c64, c64, c128, 1, *)
SIMPLE(prod_c128, c128, c128, 1, *)
SIMPLE(all_u8, uint8_t, uint8_t, 1, &)
SIMPLE(any_u8, uint8_t, uint8_t, 0, |)
SIMPLE(count_u8, uint8_t, int64_t, 0, +)

/* ---- Maximum and minimum --------------------------------------------------------------------- */

#define OVER(a, b)         ((a) > (b))
#define UNDER(a, b)        ((a) < (b))
#define OVER_OR_NAN(a, b)  (((a) > (b)) | (((a) != (a)) & ((b) == (b))))
#define UNDER_OR_NAN(a, b) (((a) < (b)) | (((a) != (a)) & ((b) == (b))))

/* Return the maximum or minimum of n reals, using four vectors in parallel. */
#define REAL_LEAF(name, suffix, T, VEC, VECU, LANES, pick, least, beats)                           \
    WR_INLINE T name##_##suffix(const T *x, int64_t n) {                                           \
        VEC m[4];                                                                                  \
        T t[LANES];                                                                                \
        int64_t i = 0;                                                                             \
        for (int k = 0; k < 4; k++) m[k] = (VEC){0} + (T)(least);                                  \
        for (; i + 4 * LANES <= n; i += 4 * LANES)                                                 \
            for (int k = 0; k < 4; k++) m[k] = pick(*(const VECU *)(x + i + k * LANES), m[k]);     \
        for (; i + LANES <= n; i += LANES) m[0] = pick(*(const VECU *)(x + i), m[0]);              \
        if (i < n) m[1] = pick(tail_##suffix(x, n, least), m[1]);                                  \
        m[0] = pick(pick(m[0], m[1]), pick(m[2], m[3]));                                           \
        memcpy(t, m, sizeof t);                                                                    \
        for (int half = LANES / 2; half >= 1; half /= 2)                                           \
            for (int k = 0; k < half; k++) t[k] = beats(t[k + half], t[k]) ? t[k + half] : t[k];   \
        return t[0];                                                                               \
    }
REAL_LEAF(leaf_max, f32, float, vf32, vf32u, WR_F32S, v_max_f32, -INFINITY, OVER_OR_NAN)
REAL_LEAF(leaf_min, f32, float, vf32, vf32u, WR_F32S, v_min_f32, INFINITY, UNDER_OR_NAN)
REAL_LEAF(leaf_max, f64, double, vf64, vf64u, WR_F64S, v_max_f64, -INFINITY, OVER_OR_NAN)
REAL_LEAF(leaf_min, f64, double, vf64, vf64u, WR_F64S, v_min_f64, INFINITY, UNDER_OR_NAN)

#define INTEGER_LEAF(name, T, least, beats)                                                        \
    WR_INLINE T name(const T *x, int64_t n) {                                                      \
        T best = least;                                                                            \
        for (int64_t i = 0; i < n; i++) best = beats(x[i], best) ? x[i] : best;                    \
        return best;                                                                               \
    }
INTEGER_LEAF(leaf_max_u8, uint8_t, 0, OVER)
INTEGER_LEAF(leaf_min_u8, uint8_t, UINT8_MAX, UNDER)
INTEGER_LEAF(leaf_max_i32, int32_t, INT32_MIN, OVER)
INTEGER_LEAF(leaf_min_i32, int32_t, INT32_MAX, UNDER)
INTEGER_LEAF(leaf_max_i64, int64_t, INT64_MIN, OVER)
INTEGER_LEAF(leaf_min_i64, int64_t, INT64_MAX, UNDER)
INTEGER_LEAF(leaf_max_u64, uint64_t, 0, OVER)
INTEGER_LEAF(leaf_min_u64, uint64_t, UINT64_MAX, UNDER)

#define T           uint8_t
#define SUFFIX      max_u8
#define ARG         argmax_u8
#define LEAST       0
#define BEATS(a, b) OVER(a, b)
#define LEAF        leaf_max_u8
#include "ops/reduce/reduce_simd_extreme.h"

#define T           uint8_t
#define SUFFIX      min_u8
#define ARG         argmin_u8
#define LEAST       UINT8_MAX
#define BEATS(a, b) UNDER(a, b)
#define LEAF        leaf_min_u8
#include "ops/reduce/reduce_simd_extreme.h"

#define T           int32_t
#define SUFFIX      max_i32
#define ARG         argmax_i32
#define LEAST       INT32_MIN
#define BEATS(a, b) OVER(a, b)
#define LEAF        leaf_max_i32
#include "ops/reduce/reduce_simd_extreme.h"

#define T           int32_t
#define SUFFIX      min_i32
#define ARG         argmin_i32
#define LEAST       INT32_MAX
#define BEATS(a, b) UNDER(a, b)
#define LEAF        leaf_min_i32
#include "ops/reduce/reduce_simd_extreme.h"

#define T           int64_t
#define SUFFIX      max_i64
#define ARG         argmax_i64
#define LEAST       INT64_MIN
#define BEATS(a, b) OVER(a, b)
#define LEAF        leaf_max_i64
#include "ops/reduce/reduce_simd_extreme.h"

#define T           int64_t
#define SUFFIX      min_i64
#define ARG         argmin_i64
#define LEAST       INT64_MAX
#define BEATS(a, b) UNDER(a, b)
#define LEAF        leaf_min_i64
#include "ops/reduce/reduce_simd_extreme.h"

#define T           uint64_t
#define SUFFIX      max_u64
#define ARG         argmax_u64
#define LEAST       0
#define BEATS(a, b) OVER(a, b)
#define LEAF        leaf_max_u64
#include "ops/reduce/reduce_simd_extreme.h"

#define T           uint64_t
#define SUFFIX      min_u64
#define ARG         argmin_u64
#define LEAST       UINT64_MAX
#define BEATS(a, b) UNDER(a, b)
#define LEAF        leaf_min_u64
#include "ops/reduce/reduce_simd_extreme.h"

#define T           float
#define SUFFIX      max_f32
#define ARG         argmax_f32
#define LEAST       (-INFINITY)
#define BEATS(a, b) OVER_OR_NAN(a, b)
#define LEAF        leaf_max_f32
#define PICK        v_max_f32
#define VEC         vf32
#define VECU        vf32u
#define LANES       WR_F32S
#include "ops/reduce/reduce_simd_extreme.h"

#define T           float
#define SUFFIX      min_f32
#define ARG         argmin_f32
#define LEAST       INFINITY
#define BEATS(a, b) UNDER_OR_NAN(a, b)
#define LEAF        leaf_min_f32
#define PICK        v_min_f32
#define VEC         vf32
#define VECU        vf32u
#define LANES       WR_F32S
#include "ops/reduce/reduce_simd_extreme.h"

#define T           double
#define SUFFIX      max_f64
#define ARG         argmax_f64
#define LEAST       (-INFINITY)
#define BEATS(a, b) OVER_OR_NAN(a, b)
#define LEAF        leaf_max_f64
#define PICK        v_max_f64
#define VEC         vf64
#define VECU        vf64u
#define LANES       WR_F64S
#include "ops/reduce/reduce_simd_extreme.h"

#define T           double
#define SUFFIX      min_f64
#define ARG         argmin_f64
#define LEAST       INFINITY
#define BEATS(a, b) UNDER_OR_NAN(a, b)
#define LEAF        leaf_min_f64
#define PICK        v_min_f64
#define VEC         vf64
#define VECU        vf64u
#define LANES       WR_F64S
#include "ops/reduce/reduce_simd_extreme.h"

/* ---- Variances and log-sum-exp --------------------------------------------------------------- */

#define T       float
#define VEC     vf32
#define VECU    vf32u
#define LANES   WR_F32S
#define SUFFIX  f32
#define V(name) v_##name##_f32
#include "ops/reduce/reduce_simd_moments.h"

#define T       double
#define VEC     vf64
#define VECU    vf64u
#define LANES   WR_F64S
#define SUFFIX  f64
#define V(name) v_##name##_f64
#include "ops/reduce/reduce_simd_moments.h"

/* The states for float and for double elements are doubles, so both share these functions. */
static void var_finish(void *out, const void *state, int64_t lanes, double divide) {
    const double *s = state;
    double *o = out;
    for (int64_t i = 0; i < lanes; i++) o[i] = s[2 * lanes + i] / divide;
}

static void std_finish(void *out, const void *state, int64_t lanes, double divide) {
    const double *s = state;
    double *o = out;
    for (int64_t i = 0; i < lanes; i++) o[i] = sqrt(s[2 * lanes + i] / divide);
}

static void lse_finish(void *out, const void *state, int64_t lanes, double divide) {
    const double *s = state;
    double *o = out;
    (void)divide;
    for (int64_t i = 0; i < lanes; i++) o[i] = v_log_f64((vf64){0} + s[lanes + i])[0] + s[i];
}

/* ---- The table ------------------------------------------------------------------------------- */

/* REDUCER is for functions named op_suffix_verb, TYPED for functions named op_verb_suffix. */
#define REDUCER(name, bytes, dtype)                                                                \
    { bytes, WEIR_##dtype, name##_init, name##_rows, name##_cols, name##_merge, name##_finish }
#define TYPED(op, suffix, bytes, dtype, finish)                                                    \
    {                                                                                              \
        bytes, WEIR_##dtype, op##_init_##suffix, op##_rows_##suffix, op##_cols_##suffix,           \
            op##_merge_##suffix, finish                                                            \
    }
#define EXTREMES(op)                                                                               \
    {                                                                                              \
        [WEIR_IN_BOOL] = REDUCER(op##_u8, 1, BOOL), [WEIR_IN_I32] = REDUCER(op##_i32, 4, INT32),   \
        [WEIR_IN_I64] = REDUCER(op##_i64, 8, INT64), [WEIR_IN_U64] = REDUCER(op##_u64, 8, UINT64), \
        [WEIR_IN_F32] = REDUCER(op##_f32, 4, FLOAT32),                                             \
        [WEIR_IN_F64] = REDUCER(op##_f64, 8, FLOAT64)                                              \
    }
#define INDICES(op)                                                                                \
    {                                                                                              \
        [WEIR_IN_BOOL] = REDUCER(op##_u8, 9, INT64), [WEIR_IN_I32] = REDUCER(op##_i32, 12, INT64), \
        [WEIR_IN_I64] = REDUCER(op##_i64, 16, INT64),                                              \
        [WEIR_IN_U64] = REDUCER(op##_u64, 16, INT64),                                              \
        [WEIR_IN_F32] = REDUCER(op##_f32, 12, INT64), [WEIR_IN_F64] = REDUCER(op##_f64, 16, INT64) \
    }

const wr_reduce_simd WR_AT_LEVEL(wr_reduce_simd) = {
    .by = {
        [WR_REDUCTION_SUM] = {[WEIR_IN_I64] = REDUCER(sum_u64, 8, INT64),
                              [WEIR_IN_U64] = REDUCER(sum_u64, 8, UINT64),
                              [WEIR_IN_F32] = TYPED(sum, f32, 8, FLOAT64, sum_finish_f32),
                              [WEIR_IN_F64] = TYPED(sum, f64, 16, FLOAT64, sum_finish_f64),
                              [WEIR_IN_C64] = TYPED(sum, c64, 16, COMPLEX128, sum_finish_c64),
                              [WEIR_IN_C128] = TYPED(sum, c128, 32, COMPLEX128, sum_finish_c128)},
        [WR_REDUCTION_PROD] = {[WEIR_IN_I64] = REDUCER(prod_u64, 8, INT64),
                               [WEIR_IN_U64] = REDUCER(prod_u64, 8, UINT64),
                               [WEIR_IN_F32] = REDUCER(prod_f32, 8, FLOAT64),
                               [WEIR_IN_F64] = REDUCER(prod_f64, 8, FLOAT64),
                               [WEIR_IN_C64] = REDUCER(prod_c64, 16, COMPLEX128),
                               [WEIR_IN_C128] = REDUCER(prod_c128, 16, COMPLEX128)},
        [WR_REDUCTION_VAR] = {[WEIR_IN_F32] = TYPED(var, f32, 24, FLOAT64, var_finish),
                              [WEIR_IN_F64] = TYPED(var, f64, 24, FLOAT64, var_finish)},
        [WR_REDUCTION_STD] = {[WEIR_IN_F32] = TYPED(var, f32, 24, FLOAT64, std_finish),
                              [WEIR_IN_F64] = TYPED(var, f64, 24, FLOAT64, std_finish)},
        [WR_REDUCTION_MAX] = EXTREMES(max),
        [WR_REDUCTION_MIN] = EXTREMES(min),
        [WR_REDUCTION_ALL] = {[WEIR_IN_BOOL] = REDUCER(all_u8, 1, BOOL)},
        [WR_REDUCTION_ANY] = {[WEIR_IN_BOOL] = REDUCER(any_u8, 1, BOOL)},
        [WR_REDUCTION_COUNT] = {[WEIR_IN_BOOL] = REDUCER(count_u8, 8, INT64)},
        [WR_REDUCTION_ARGMAX] = INDICES(argmax),
        [WR_REDUCTION_ARGMIN] = INDICES(argmin),
        [WR_REDUCTION_LOGSUMEXP] = {[WEIR_IN_F32] = TYPED(lse, f32, 16, FLOAT64, lse_finish),
                                    [WEIR_IN_F64] = TYPED(lse, f64, 16, FLOAT64, lse_finish)}}};
