/* unfold.cu - unfold and fold on a CUDA device.
 *
 * The host writes, in front of this text, the types X of the input, Y of the result and C in which
 * sums are computed, and defines FOLD for fold.  One thread computes one element of the result;
 * fold adds the taps in their order.
 *
 * SPDX-License-Identifier: Apache-2.0 */

struct unfold_args {
    guard g;
    const X *in;
    Y *out;
    u64 count;
    i64 planes, taps, positions;
    i64 size[3], patches[3], kernel[3], dilation[3], padding[3], stride[3];
};

ON_DEVICE i64 unravel(i64 index, const i64 *size, i64 *at) {
    for (int d = 2; d >= 0; d--) at[d] = index % size[d], index /= size[d];
    return index;
}

#ifdef FOLD
ON_DEVICE void element(const unfold_args &a, u64 index) {
    i64 at[3], tap[3], plane = unravel((i64)index, a.size, at);
    C sum = C{};
    for (i64 t = 0; t < a.taps; t++) {
        i64 from = plane * a.taps + t;
        bool there = true;
        unravel(t, a.kernel, tap);
        for (int d = 0; d < 3; d++) {
            i64 distance = at[d] + a.padding[d] - tap[d] * a.dilation[d];
            i64 patch = distance / a.stride[d];
            there &= distance >= 0 && distance % a.stride[d] == 0 && patch < a.patches[d];
            from = from * a.patches[d] + patch;
        }
        if (there) sum = sum + cast<C>(a.in[from]);
    }
    a.out[index] = cast<Y>(sum);
}
#else
ON_DEVICE void element(const unfold_args &a, u64 index) {
    i64 patch[3], tap[3], rest = unravel((i64)index, a.patches, patch);
    i64 from = unravel(rest, a.kernel, tap);
    bool there = true;
    for (int d = 0; d < 3; d++) {
        i64 at = patch[d] * a.stride[d] - a.padding[d] + tap[d] * a.dilation[d];
        there &= at >= 0 && at < a.size[d];
        from = from * a.size[d] + at;
    }
    a.out[index] = there ? cast<Y>(a.in[from]) : Y{};
}
#endif

KERNEL(patches, unfold_args) {
    if (!begin(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step) element(a, i);
}
