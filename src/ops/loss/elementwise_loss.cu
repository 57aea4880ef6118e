/* elementwise_loss.cu - losses that compare each element with its target, and their sums.
 *
 * KIND is a wr_loss_kind, R the type in which the losses are computed.  A block sums the losses of
 * `each` elements; another kernel adds these sums up.
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

KERNEL(loss, loss_args) {
    __shared__ double room[256];
    if (!begin(a.g)) return;
    u64 from = blockIdx.x * a.each, to = a.count - from < a.each ? a.count : from + a.each;
    double sum = 0;
    for (u64 i = from + threadIdx.x; i < to; i += blockDim.x) {
        R y = loss_of((R)real_at(a.x, (i64)i), (R)real_at(a.target, (i64)i), (R)a.by);
        if (a.sums == 0) store_real(a.out, (i32)a.dtype, (i64)i, y);
        sum += (double)y;
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
