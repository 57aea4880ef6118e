/* elementwise_loss.cu - losses that compare each element with its target, and their sums.
 *
 * KIND is a wr_loss_kind, X and Z are the dtypes of x and the target, Y that of the result, R is the
 * type in which the losses are computed.  A block sums the losses of `each` elements; another kernel
 * adds these sums up.
 *
 * SPDX-License-Identifier: Apache-2.0 */
struct loss_args {
    guard g;
    scalar x, target;
    void *out;
    double *sums; /* one for each block, or NULL: the losses are the result */
    u64 count, each;
    double by, divide;
    i64 dtype; /* of the result */
};

ON_DEVICE R softplus(R x) { return (x > 0 ? x : 0) + log1p(exp(-fabs(x))); }

ON_DEVICE R loss_of(R x, R t, R by) {
    R a = fabs(x - t);
    (void)by, (void)a;
#if KIND == LOSS_SQUARE
    return a * a;
#elif KIND == LOSS_ABSOLUTE
    return a;
#elif KIND == LOSS_SMOOTH
    return a < by ? a * a * (R)0.5 / by : a - by * (R)0.5;
#elif KIND == LOSS_HUBER
    return a <= by ? a * a * (R)0.5 : (a - by * (R)0.5) * by;
#elif KIND == LOSS_LOGITS
    return softplus(-fabs(x)) + fabs(x) * (x >= 0 ? 1 - t : t);
#elif KIND == LOSS_DIVERGENCE
    return (t == 0 ? 0 : t * log(t)) - t * x;
#elif KIND == LOSS_LOG_DIVERGENCE
    return exp(t) * (t - x);
#elif KIND == LOSS_SOFT_MARGIN
    return softplus(-(t * x));
#else
    R y = by - t * x;
    return y > 0 || y != y ? y : 0;
#endif
}

template <class T> ON_DEVICE R load(const scalar &s, u64 i) {
    return s.at != 0 ? cast<R>(((const T *)s.at)[i]) : (R)s.value;
}

KERNEL(loss, loss_args) {
    enum { AHEAD = 4 }; /* elements that are loaded at once */
    __shared__ double room[256];
    if (!begin(a.g)) return;
    u64 from = blockIdx.x * a.each, to = a.count - from < a.each ? a.count : from + a.each;
    double sum = 0;
    for (u64 i = from + threadIdx.x; i < to; i += AHEAD * blockDim.x) {
        R x[AHEAD], z[AHEAD];
#pragma unroll
        for (int j = 0; j < AHEAD; j++) {
            u64 at = i + j * blockDim.x;
            x[j] = at < to ? load<X>(a.x, at) : (R)0;
            z[j] = at < to ? load<Z>(a.target, at) : (R)0;
        }
#pragma unroll
        for (int j = 0; j < AHEAD; j++) {
            u64 at = i + j * blockDim.x;
            if (at >= to) continue;
            R y = loss_of(x[j], z[j], (R)a.by);
            if (a.sums == 0) ((Y *)a.out)[at] = cast<Y>(y);
            sum += (double)y;
        }
    }
    if (a.sums == 0) return;
    sum = block_sum(sum, room);
    if (threadIdx.x == 0) a.sums[blockIdx.x] = sum;
}

/* One block: add the sums of `count` blocks up. */
KERNEL(finish, loss_args) {
    __shared__ double room[256];
    if (!begin(a.g)) return;
    double sum = 0;
    for (u64 i = threadIdx.x; i < a.count; i += blockDim.x) sum += a.sums[i];
    sum = block_sum(sum, room) / a.divide;
    if (threadIdx.x == 0) store_real(a.out, (i32)a.dtype, 0, sum);
}
