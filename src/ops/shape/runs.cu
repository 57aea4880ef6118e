/* runs.cu - repeat with a count for each entry, and sum_runs, on a CUDA device.
 *
 * remap_cuda.c writes, in front of this text, the type T of the elements and the type C in which
 * they are added.
 *
 * SPDX-License-Identifier: Apache-2.0 */

/* A list of the host is written to the device by kernels, which carry its numbers. */
struct list_args {
    guard g;
    i64 *to;
    u64 count;
    i64 value[400];
};

KERNEL(put_list, list_args) {
    if (!begin(a.g)) return;
    for (u64 i = threadIdx.x; i < a.count; i += blockDim.x) a.to[i] = a.value[i];
}

struct runs_args {
    guard g;
    u64 count;           /* elements of the result */
    const i64 *position; /* index of each run's first entry along the axis */
    i64 n, total, after; /* runs, entries of all runs, elements of an entry */
    const T *from;
    T *to;
};

/* The last run that begins at or before an entry: runs without entries are passed. */
ON_DEVICE i64 run_of(const i64 *position, i64 n, i64 entry) {
    i64 low = 0, high = n;
    while (high - low > 1) {
        i64 middle = (low + high) / 2;
        if (position[middle] <= entry)
            low = middle;
        else
            high = middle;
    }
    return low;
}

KERNEL(repeat_runs, runs_args) {
    if (!begin(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step) {
        i64 row = (i64)i / a.after, column = (i64)i % a.after;
        i64 block = row / a.total, entry = row % a.total;
        a.to[i] = a.from[(block * a.n + run_of(a.position, a.n, entry)) * a.after + column];
    }
}

/* One thread adds a run in order, as the CPU does. */
KERNEL(sum_runs, runs_args) {
    if (!begin(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step) {
        i64 row = (i64)i / a.after, column = (i64)i % a.after;
        i64 block = row / a.n, run = row % a.n;
        i64 end = run + 1 < a.n ? a.position[run + 1] : a.total;
        C sum = C();
        for (i64 entry = a.position[run]; entry < end; entry++)
            sum = sum + cast<C>(a.from[(block * a.total + entry) * a.after + column]);
        a.to[i] = cast<T>(sum);
    }
}
