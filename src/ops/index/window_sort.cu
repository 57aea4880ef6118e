/* window_sort.cu - sorts the points of a scatter by offset, and points of equal offset by number.
 *
 * A key is the offset, shifted, and the number of the point, so that no two are equal and the order
 * does not depend on how it is found.  The sort is bitonic: blocks of keys are sorted in shared
 * memory, and distant keys are exchanged by a kernel for each step.  n keys take O(n log(n)^2)
 * work.
 *
 * SPDX-License-Identifier: Apache-2.0 */

enum { BLOCK = 4096 }; /* keys in shared memory */

struct keys_args {
    guard g;
    const i64 *table;
    u64 *keys;
    u64 points, size; /* size: a power of two; keys behind the points are the highest */
    i64 low;
    u32 bits, unused;
};

KERNEL(make_keys, keys_args) {
    if (!begin(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.size; i += step)
        a.keys[i] = i < a.points ? (u64)(a.table[i] - a.low) << a.bits | i : ~0ull;
}

struct sort_args {
    guard g;
    u64 *keys;
    u64 size, run, reach; /* merge into sorted runs of `run` keys; reach: distance of exchanges */
};

/* Order the keys at i and i + reach: ascending or descending, by the run that they are in. */
ON_DEVICE void exchange(u64 &low, u64 &high, bool ascends) {
    if ((low > high) == ascends) {
        u64 key = low;
        low = high;
        high = key;
    }
}

/* The lower position of pair t, whose keys have the distance `reach`. */
ON_DEVICE u64 lower_of(u64 t, u64 reach) { return (t & ~(reach - 1)) << 1 | (t & (reach - 1)); }

KERNEL(sort_step, sort_args) {
    if (!begin(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 t = (u64)blockIdx.x * blockDim.x + threadIdx.x; t < a.size / 2; t += step) {
        u64 i = lower_of(t, a.reach);
        exchange(a.keys[i], a.keys[i + a.reach], (i & a.run) == 0);
    }
}

/* Within a block of keys: if `run` is at most BLOCK, all runs up to it; otherwise the last steps of
 * that run. */
KERNEL(sort_block, sort_args) {
    if (!begin(a.g)) return;
    __shared__ u64 keys[BLOCK];
    u64 size = a.size < BLOCK ? a.size : BLOCK, t = threadIdx.x;
    u64 first = (u64)blockIdx.x * BLOCK;
    for (u64 i = t; i < size; i += blockDim.x) keys[i] = a.keys[first + i];
    u64 run = a.run > BLOCK ? a.run : 2, last = a.run > BLOCK ? a.run : size;
    for (; run <= last; run *= 2)
        for (u64 reach = run > BLOCK ? BLOCK / 2 : run / 2; reach > 0; reach /= 2) {
            __syncthreads();
            for (u64 pair = t; pair < size / 2; pair += blockDim.x) {
                u64 i = lower_of(pair, reach);
                exchange(keys[i], keys[i + reach], ((first + i) & run) == 0);
            }
        }
    __syncthreads();
    for (u64 i = t; i < size; i += blockDim.x) a.keys[first + i] = keys[i];
}
