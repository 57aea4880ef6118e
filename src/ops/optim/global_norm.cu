/* global_norm.cu - the Euclidean norm of many arrays on a CUDA device.
 *
 * In front of this text are totals.cu and the type Y of the output.  A block sums the squares of
 * one block of elements of one array at a time; the last kernel adds these sums.
 *
 * SPDX-License-Identifier: Apache-2.0 */

enum { ARRAYS = 100 };

enum { IS_F16, IS_BF16, IS_F32, IS_F64 };

struct global_norm_args {
    guard g;
    f64 *sums;         /* one for each block of elements */
    Y *y;              /* or NULL */
    f64 more;          /* squares of numbers */
    i64 size;          /* elements of a block */
    i64 first, blocks; /* blocks of elements: those of this call, or all */
    u32 count, unused; /* of arrays */
    const void *x[ARRAYS];
    i64 elements[ARRAYS];
    i64 before[ARRAYS]; /* blocks of the arrays before, from `first` */
    u8 dtype[ARRAYS];
};

template <class X> ON_DEVICE void add_squares(total<f64> &t, const void *from, i64 i, i64 end) {
    const X *x = (const X *)from;
    for (; i < end; i += THREADS) add_square(t, (f64)wide(x[i]));
}

KERNEL(add_blocks, global_norm_args) {
    __shared__ total<f64> shared[THREADS];
    if (!begin(a.g)) return;
    lanes_of l = find_lanes(THREADS, false);
    for (i64 b = blockIdx.x; b < a.blocks; b += gridDim.x) {
        u32 low = 0, high = a.count; /* the array of block b */
        while (low + 1 < high) {
            u32 middle = (low + high) / 2;
            if (a.before[middle] <= b)
                low = middle;
            else
                high = middle;
        }
        i64 first = (b - a.before[low]) * a.size, end = first + a.size, i = first + threadIdx.x;
        if (end > a.elements[low]) end = a.elements[low];
        total<f64> t = {};
        const void *x = a.x[low];
        switch (a.dtype[low]) {
        case IS_F16: add_squares<f16>(t, x, i, end); break;
        case IS_BF16: add_squares<bf16>(t, x, i, end); break;
        case IS_F32: add_squares<f32>(t, x, i, end); break;
        default: add_squares<f64>(t, x, i, end);
        }
        join_lanes(shared, t, l);
        if (threadIdx.x == 0) a.sums[a.first + b] = value_of(t);
    }
}

/* One block. */
KERNEL(add_all, global_norm_args) {
    __shared__ total<f64> shared[THREADS];
    if (!begin(a.g)) return;
    lanes_of l = find_lanes(THREADS, false);
    total<f64> t = {};
    for (i64 b = threadIdx.x; b < a.blocks; b += THREADS) add(t, a.sums[b]);
    join_lanes(shared, t, l);
    if (threadIdx.x == 0) *a.y = cast<Y>(sqrt(value_of(t) + a.more));
}
