/* remap.cu - pad, roll, reframe, tile and repeat on a CUDA device: moves elements without
 * computing.
 *
 * remap_cuda.c writes, in front of this text, the type W of a word as large as an element, and the
 * number of dimensions, DIMS.
 *
 * SPDX-License-Identifier: Apache-2.0 */

enum { FILL, EDGE, REFLECT, SYMMETRIC, WRAP, DIVIDE };

struct remap_dim {
    u64 size;
    i64 n, before, to, from, mode;
};

struct remap_args {
    guard g;
    u64 count;
    const W *from;
    W *to;
    u64 fill[2];
    remap_dim dim[DIMS];
};

ON_DEVICE i64 modulo(i64 i, i64 n) {
    i %= n;
    return i < 0 ? i + n : i;
}

/* The position in x of position i of the result, or -1: there is none. */
ON_DEVICE i64 position(const remap_dim &d, i64 i) {
    if (d.mode == DIVIDE) return i / d.before;
    i64 j = i - d.before, period;
    if (j >= 0 && j < d.n) return j;
    switch (d.mode) {
    case EDGE: return j < 0 ? 0 : d.n - 1;
    case WRAP: return modulo(j, d.n);
    case REFLECT:
        if (d.n == 1) return 0;
        period = 2 * (d.n - 1);
        j = modulo(j, period);
        return j < d.n ? j : period - j;
    case SYMMETRIC:
        j = modulo(j, 2 * d.n);
        return j < d.n ? j : 2 * d.n - 1 - j;
    }
    return -1;
}

KERNEL(remap, remap_args) {
    if (!begin(a.g)) return;
    const W fill = *(const W *)a.fill;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step) {
        u64 rest = i;
        i64 to = 0, from = 0;
        bool inside = true;
#pragma unroll
        for (int d = DIMS - 1; d >= 0; d--) {
            u64 index = d > 0 ? rest % a.dim[d].size : rest;
            if (d > 0) rest /= a.dim[d].size;
            i64 at = position(a.dim[d], (i64)index);
            inside &= at >= 0;
            to += (i64)index * a.dim[d].to;
            from += at * a.dim[d].from;
        }
        a.to[to] = inside ? a.from[from] : fill;
    }
}
