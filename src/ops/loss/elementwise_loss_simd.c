/* elementwise_loss_simd.c - elementwise losses, compiled once per SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/loss/elementwise_loss_simd.h"

#include "ops/simd/level.h"
#include "ops/simd/tail.h"
#include "ops/simd/vmath.h"

#define LOSS(name, T, VEC, LANES, SUFFIX, formula)                                                 \
    WR_INLINE VEC name##_of_##SUFFIX(VEC x, VEC t, T by) {                                         \
        (void)by;                                                                                  \
        return formula;                                                                            \
    }                                                                                              \
    static void name##_##SUFFIX(void *y_, const void *x_, const void *t_, int64_t n, double by) {  \
        T *y = y_;                                                                                 \
        const T *x = x_, *t = t_;                                                                  \
        int64_t i = 0;                                                                             \
        for (; i + LANES <= n; i += LANES)                                                         \
            keep_##SUFFIX(y + i,                                                                   \
                          name##_of_##SUFFIX(some_##SUFFIX(x + i, LANES, 0),                       \
                                             some_##SUFFIX(t + i, LANES, 0), (T)by),               \
                          LANES);                                                                  \
        if (i < n)                                                                                 \
            keep_##SUFFIX(y + i,                                                                   \
                          name##_of_##SUFFIX(some_##SUFFIX(x + i, n - i, 0),                       \
                                             some_##SUFFIX(t + i, n - i, 0), (T)by),               \
                          n - i);                                                                  \
    }

/* x: input, t: target, a = |x - t|.  Each formula yields NaN if x or t is NaN. */
#define LOSSES(T, VEC, LANES, S)                                                                   \
    LOSS(square, T, VEC, LANES, S, (x - t) * (x - t))                                              \
    LOSS(absolute, T, VEC, LANES, S, v_abs_##S(x - t))                                             \
    WR_INLINE VEC bend_##S(VEC a, T by) {                                                          \
        return v_select_##S(a < by, a * a * (T)0.5 / by, a - by * (T)0.5);                         \
    }                                                                                              \
    WR_INLINE VEC huber_bend_##S(VEC a, T by) {                                                    \
        return v_select_##S(a <= by, a * a * (T)0.5, (a - by * (T)0.5) * by);                      \
    }                                                                                              \
    LOSS(smooth, T, VEC, LANES, S, bend_##S(v_abs_##S(x - t), by))                                 \
    LOSS(huber, T, VEC, LANES, S, huber_bend_##S(v_abs_##S(x - t), by))                            \
    /* log(1 + e^-|x|) + |x| * |t - h|, where h is 1 if x >= 0 and 0 otherwise */                  \
    LOSS(logits, T, VEC, LANES, S,                                                                 \
         v_softplus_##S(-v_abs_##S(x)) + v_abs_##S(x) * v_select_##S(x >= (T)0, (T)1 - t, t))      \
    LOSS(divergence, T, VEC, LANES, S,                                                             \
         v_select_##S(t == (T)0, (VEC){0}, t * v_log_##S(t)) - t * x)                              \
    LOSS(log_divergence, T, VEC, LANES, S, v_exp_##S(t) * (t - x))                                 \
    LOSS(soft_margin, T, VEC, LANES, S, v_softplus_##S(-(t * x)))                                  \
    LOSS(hinge, T, VEC, LANES, S, v_max_##S(by - t * x, (VEC){0}))

LOSSES(float, vf32, WR_F32S, f32)
LOSSES(double, vf64, WR_F64S, f64)

#define TABLE(S)                                                                                   \
    {                                                                                              \
        square_##S, absolute_##S, smooth_##S, huber_##S, logits_##S, divergence_##S,               \
            log_divergence_##S, soft_margin_##S, hinge_##S                                         \
    }
const wr_loss_simd WR_AT_LEVEL(wr_loss_simd) = {.f32 = TABLE(f32), .f64 = TABLE(f64)};
