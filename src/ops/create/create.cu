/* create.cu - arange, linspace, tril and triu on a CUDA device.
 *
 * The host writes, in front of this text, the type T of an element.  For triangles only its size
 * matters.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define EACH(i, count)                                                                             \
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < (count);                          \
         i += (u64)gridDim.x * blockDim.x)

struct steps_args {
    guard g;
    T *out;
    u64 count;
    double start, step, end;
    i64 whole_start, whole_step;
    i64 last; /* the element that is `end`, or -1 */
    u32 whole, unused;
};

/* Each element is computed from its index alone. */
KERNEL(steps, steps_args) {
    if (!begin(a.g)) return;
    EACH(i, a.count) {
        if (a.whole)
            a.out[i] = cast<T>((i64)((u64)a.whole_start + i * (u64)a.whole_step));
        else
            a.out[i] = cast<T>((i64)i == a.last ? a.end : a.start + (double)(i64)i * a.step);
    }
}

struct triangle_args {
    guard g;
    T *out;
    const T *in;
    u64 count, rows, cols;
    i64 k;
    u64 upper;
};

KERNEL(triangle, triangle_args) {
    if (!begin(a.g)) return;
    EACH(i, a.count) {
        i64 above = (i64)(i % a.cols) - (i64)(i / a.cols % a.rows);
        bool stays = a.upper ? above >= a.k : above <= a.k;
        a.out[i] = stays ? a.in[i] : T{};
    }
}
