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

/* The squares of the elements of a thread: groups of VEC, which are loaded at once. */
template <class T>
ON_DEVICE double squares_of(const T *x, u64 from, u64 to) {
    enum { VEC = 16 / sizeof(T) };
    bool aligned = (u64)x % 16 == 0;
    double sum = 0;
#pragma unroll 2
    for (u64 e = from + threadIdx.x * VEC; e < to; e += blockDim.x * VEC) {
        pack<T, VEC> group;
        if (aligned && e + VEC <= to) {
            group = *(const pack<T, VEC> *)(x + e);
        } else {
#pragma unroll
            for (int v = 0; v < VEC; v++) group.x[v] = e + v < to ? x[e + v] : T();
        }
#pragma unroll
        for (int v = 0; v < VEC; v++) {
            double value = cast<double>(group.x[v]);
            sum += value * value;
        }
    }
    return sum;
}

KERNEL(squares, norm_args) {
    __shared__ double room[256];
    if (!begin(a.g)) return;
    u32 i = 0;
    while (i + 1 < a.count && a.x[i + 1].first <= blockIdx.x) i++;
    const norm_array &x = a.x[i];
    u64 from = (blockIdx.x - x.first) * a.each;
    u64 to = x.count - from < a.each ? x.count : from + a.each;
    double sum = 0;
    if (x.s.at != 0 && x.s.dtype == DTYPE_F32) {
        sum = squares_of((const float *)x.s.at, from, to);
    } else if (x.s.at != 0 && x.s.dtype == DTYPE_F16) {
        sum = squares_of((const f16 *)x.s.at, from, to);
    } else if (x.s.at != 0 && x.s.dtype == DTYPE_BF16) {
        sum = squares_of((const bf16 *)x.s.at, from, to);
    } else {
        for (u64 e = from + threadIdx.x; e < to; e += blockDim.x) {
            double v = real_at(x.s, (i64)e);
            sum += v * v;
        }
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
