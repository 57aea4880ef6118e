/* permutation.cu - random permutations, and arrays in their order.
 *
 * The permutation is that of the CPU: for i = 0, 1, ..., element i takes the value of element j, and
 * element j becomes i, where j is a random number from 0 to i.  One block computes it, WINDOW steps at
 * a time.  A step waits for the earlier ones in its window that use its elements: step s uses i_s and
 * j_s, so it is in the way of a later step t if j_t is one of them.  Few steps are.
 *
 * SPDX-License-Identifier: Apache-2.0 */
enum { WINDOW = 256 };

struct permutation_args {
    guard g;
    T *out;
    u64 count, seed, call;
};

KERNEL(permutation, permutation_args) {
    __shared__ u64 target[WINDOW];
    __shared__ volatile u8 done[WINDOW];
    __shared__ u32 finished;
    if (!begin(a.g)) return;
    u32 t = threadIdx.x;
    volatile T *out = a.out;
    for (u64 first = 0; first < a.count; first += WINDOW) {
        u32 count = a.count - first < WINDOW ? (u32)(a.count - first) : WINDOW;
        u64 i = first + t;
        target[t] = t < count ? __umul64hi(random_word64(a.seed, a.call, i), i + 1) : 0;
        done[t] = t >= count;
        if (t == 0) finished = 0;
        __syncthreads();
        while (*(volatile u32 *)&finished < count) {
            bool ready = !done[t];
            for (u32 s = 0; s < t && ready; s++)
                if (!done[s] && (target[s] == target[t] || first + s == target[t])) ready = false;
            __syncthreads();
            if (ready) {
                if (target[t] < i) out[i] = out[target[t]];
                out[target[t]] = (T)i;
                done[t] = 1;
                atomicAdd(&finished, 1u);
            }
            __syncthreads();
        }
        __syncthreads();
    }
}

/* Elements of a size, as words; element (o, i, r) of y is element (o, order[i], r) of x. */
struct shuffle_args {
    guard g;
    const char *from;
    char *to;
    const i64 *order;
    u64 count, n, inner; /* of elements */
    u64 size;            /* of an element in bytes: 1, 2, 4, 8 or 16 */
};

template <class W> ON_DEVICE void move_all(const shuffle_args &a) {
    const W *from = (const W *)a.from;
    W *to = (W *)a.to;
    u64 step = (u64)gridDim.x * blockDim.x, words = a.size > 8 ? 2 : 1;
    for (u64 e = (u64)blockIdx.x * blockDim.x + threadIdx.x; e < a.count; e += step) {
        u64 rest = e % a.inner, entry = e / a.inner, at = entry % a.n;
        u64 source = (entry - at + (u64)a.order[at]) * a.inner + rest;
        for (u64 w = 0; w < words; w++) to[e * words + w] = from[source * words + w];
    }
}

KERNEL(shuffle, shuffle_args) {
    if (!begin(a.g)) return;
    if (a.size == 1)
        move_all<u8>(a);
    else if (a.size == 2)
        move_all<u16>(a);
    else if (a.size == 4)
        move_all<u32>(a);
    else
        move_all<u64>(a);
}
