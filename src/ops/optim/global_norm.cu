/* global_norm.cu - the Euclidean norm of many arrays, treated as one vector.
 *
 * SPDX-License-Identifier: Apache-2.0 */
struct norm_array {
    scalar s;
    u64 count;
    u64 first; /* the first block */
};

struct norm_args {
    guard g;
    double *sums; /* one for each block */
    void *out;
    i64 dtype;
    u64 each; /* elements of a block */
    u64 blocks;
    u32 count, unused;
    norm_array x[ARRAYS];
};

KERNEL(squares, norm_args) {
    __shared__ double room[256];
    if (!begin(a.g)) return;
    u32 i = 0;
    while (i + 1 < a.count && a.x[i + 1].first <= blockIdx.x) i++;
    const norm_array &x = a.x[i];
    u64 from = (blockIdx.x - x.first) * a.each;
    u64 to = x.count - from < a.each ? x.count : from + a.each;
    double sum = 0;
    for (u64 e = from + threadIdx.x; e < to; e += blockDim.x) {
        double v = real_at(x.s, (i64)e);
        sum += v * v;
    }
    sum = block_sum(sum, room);
    if (threadIdx.x == 0) a.sums[blockIdx.x] = sum;
}

/* One block. */
KERNEL(finish, norm_args) {
    __shared__ double room[256];
    if (!begin(a.g)) return;
    double sum = 0;
    for (u64 i = threadIdx.x; i < a.blocks; i += blockDim.x) sum += a.sums[i];
    sum = block_sum(sum, room);
    if (threadIdx.x == 0) store_real(a.out, (i32)a.dtype, 0, sqrt(sum));
}
