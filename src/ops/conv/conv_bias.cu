/* conv_bias.cu - adds the bias to a convolution that cuDNN has computed.
 *
 * T is the dtype of the result and S that of the bias; C is the type of the sums.  A thread takes
 * EACH elements at a time, which belong to one channel.
 *
 * SPDX-License-Identifier: Apache-2.0 */
struct bias_args {
    guard g;
    T *y;
    const S *bias;
    u64 groups; /* of EACH elements, in all of y */
    u64 plane;  /* groups of a channel */
    u64 channels;
};

struct __align__(sizeof(T) * EACH) group {
    T v[EACH];
};

ON_DEVICE u64 quotient(u64 x, u64 y) { return (x | y) >> 32 == 0 ? (u32)x / (u32)y : x / y; }

KERNEL(add_bias, bias_args) {
    if (!begin(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.groups; i += step) {
        u64 plane = quotient(i, a.plane);
        C bias = cast<C>(a.bias[plane - quotient(plane, a.channels) * a.channels]);
        group g = ((const group *)a.y)[i];
        for (int j = 0; j < EACH; j++) g.v[j] = cast<T>(cast<C>(g.v[j]) + bias);
        ((group *)a.y)[i] = g;
    }
}
