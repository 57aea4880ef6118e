/* quantile.cu - the positions of quantiles on a CUDA device.
 *
 * In front of this text are totals.cu and the type X of q.  quantile.c has the same formulas.
 *
 * SPDX-License-Identifier: Apache-2.0 */

enum { CONTINUOUS, FLOOR, CEIL, NEAREST, MIDDLE, INVERTED, AVERAGED, CLOSEST };

struct quantile_args {
    guard g;
    const X *q; /* or NULL: the number `value` */
    i64 *below, *above;
    f64 *fraction, *slope;
    i64 count, n; /* n: number of sorted elements */
    f64 most;     /* of q: 1 or 100 */
    f64 alpha, beta;
    u64 value[2];
    u32 rule, unused;
};

ON_DEVICE f64 q_of(const quantile_args &a, i64 i) {
    return cast<f64>(a.q ? a.q[i] : *(const X *)(const void *)a.value);
}

KERNEL(check_q, quantile_args) {
    if (!begin(a.g)) return;
    for (i64 i = (i64)blockIdx.x * THREADS + threadIdx.x; i < a.count;
         i += (i64)gridDim.x * THREADS) {
        f64 q = q_of(a, i);
        if (!(q >= 0 && q <= a.most))
            fail_at(a.g, REPORT_QUANTILE, (u64)i, i, __double_as_longlong(q),
                    __double_as_longlong(a.most));
    }
}

KERNEL(find_positions, quantile_args) {
    if (!begin(a.g) || has_failed(a.g)) return;
    for (i64 i = (i64)blockIdx.x * THREADS + threadIdx.x; i < a.count;
         i += (i64)gridDim.x * THREADS) {
        f64 n = (f64)a.n, last = n - 1, q = q_of(a, i) / a.most;
        f64 at = a.alpha == 1 && a.beta == 1 ? last * q
                                             : n * q + (a.alpha - 1) + q * (1 - a.alpha - a.beta);
        f64 below = floor(at), fraction = at - below, slope = 0;
        switch (a.rule) {
        case CONTINUOUS: slope = n + 1 - a.alpha - a.beta; break;
        case FLOOR: fraction = 0; break;
        case CEIL:
        case INVERTED: fraction = fraction > 0; break;
        case NEAREST:
            below = rint(at);
            fraction = 0;
            break;
        case MIDDLE: fraction = fraction > 0 ? 0.5 : 0; break;
        case AVERAGED: fraction = fraction > 0 ? 1 : 0.5; break;
        default: fraction = !(fraction == 0 && fmod(below, 2.0) != 0);
        }
        if (below < 0) below = 0, fraction = 0, slope = 0;
        if (below >= last) below = last, fraction = 0, slope = 0;
        if (fraction == 1) below++, fraction = 0;
        a.below[i] = (i64)below;
        a.above[i] = (i64)(below < last ? below + 1 : last);
        a.fraction[i] = fraction;
        a.slope[i] = slope / a.most;
    }
}
