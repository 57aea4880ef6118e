/* ctc_simd.c - one time step of all states of CTC alignments, compiled once per SIMD level.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/loss/ctc_simd.h"

#include "ops/simd/level.h"
#include "ops/simd/tail.h"
#include "ops/simd/vmath.h"

/* Return log(e^a + e^b + e^c).  The maximum is subtracted first; if it is -inf, so is the
 * result. */
WR_INLINE vf64 add_logs(vf64 a, vf64 b, vf64 c) {
    vf64 top = v_max_f64(v_max_f64(a, b), c);
    vf64 base = v_select_f64(top == -INFINITY, (vf64){0}, top);
    return base + v_log_f64(v_exp_f64(a - base) + v_exp_f64(b - base) + v_exp_f64(c - base));
}

WR_INLINE void step_few(double *come, double *be, const double *from, const double *skip,
                        const double *emit, int64_t few) {
    vf64 a = some_f64(from, few, 0), b = some_f64(from - 1, few, 0);
    vf64 c = some_f64(from - 2, few, 0) + some_f64(skip, few, 0);
    vf64 sum = add_logs(a, b, c);
    keep_f64(come, sum, few);
    keep_f64(be, sum + some_f64(emit, few, 0), few);
}

static void step(double *come, double *be, const double *from, const double *skip,
                 const double *emit, int64_t n) {
    int64_t i = 0;
    for (; i + WR_F64S <= n; i += WR_F64S)
        step_few(come + i, be + i, from + i, skip + i, emit + i, WR_F64S);
    if (i < n) step_few(come + i, be + i, from + i, skip + i, emit + i, n - i);
}

static void share(double *out, const double *a, const double *b, double all, int64_t n) {
    int64_t i = 0;
    for (; i + WR_F64S <= n; i += WR_F64S)
        keep_f64(out + i,
                 v_exp_f64(some_f64(a + i, WR_F64S, 0) + some_f64(b + i, WR_F64S, 0) - all),
                 WR_F64S);
    if (i < n)
        keep_f64(out + i, v_exp_f64(some_f64(a + i, n - i, 0) + some_f64(b + i, n - i, 0) - all),
                 n - i);
}

extern const wr_ctc_simd WR_AT_LEVEL(wr_ctc_simd);
const wr_ctc_simd WR_AT_LEVEL(wr_ctc_simd) = {step, share};
