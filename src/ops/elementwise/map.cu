/* map.cu - applies a formula to the elements of arrays of any strides; copies and transposes.
 *
 * elementwise_cuda.c writes, in front of this text, what walk.cu needs, and walk.cu: operand 0 is the output.
 * Then UNROLL, see below; OUT, the type of operand 0; and the function `element`, which computes element v of
 * a group from the inputs.  READS_ONLY, a reason: `element` returns whether the call fails, and `value` a
 * number for the message; nothing is written, and dimensions are in order.
 *
 * A thread computes UNROLL groups, whose loads are under way at once; there are as many blocks as
 * needed.
 *
 * SPDX-License-Identifier: Apache-2.0 */

struct map_args {
    guard g;
    walk w;
    double number[2]; /* attributes */
#if VALUES > 0
    u64 value[VALUES][2]; /* of operands that are numbers */
#endif
};

#ifndef TILE
ON_DEVICE void write(const map_args &a, const inputs &in, const place &p) {
#ifdef READS_ONLY
    u64 count = 1;
    i64 wrong = 0;
    u32 at = VEC;
#pragma unroll
    for (int v = VEC - 1; v >= 0; v--)
        if (v < p.n && element(a, in, v)) at = v, wrong = value(a, in, v);
    if (at == VEC) return;
    for (int d = 0; d < DIMS; d++) count *= a.w.shape[d];
    fail_at(a.g, READS_ONLY, p.flat + at, (i64)(p.flat + at), (i64)count, wrong);
#else
    pack<OUT, VEC> y;
#pragma unroll
    for (int v = 0; v < VEC; v++) y.x[v] = element(a, in, v);
    store(a.w, 0, p, y);
#endif
}

/* The loads are under way before the error words are known: inputs without values have memory too. */
KERNEL(map, map_args) {
    u64 first = (u64)blockIdx.x * (THREADS * UNROLL) + threadIdx.x;
    inputs in[UNROLL];
    place p[UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
        u64 group = first + u * THREADS;
        p[u].n = 0;
        if (group >= a.w.groups) continue;
        p[u] = find(a.w, group);
        load_inputs(in[u], a.w, p[u]);
    }
    if (!begin(a.g)) return;
#ifdef CHECKED /* a kernel before this one may have failed the call */
    if (has_failed(a.g)) return;
#endif
#pragma unroll
    for (int u = 0; u < UNROLL; u++)
        if (p[u].n > 0) write(a, in[u], p[u]);
}
#else

/* A copy whose operands are contiguous along different dimensions: operand 0 along the last one,
 * operand 1 along the one before it.  A block turns a tile of TILE x TILE elements in shared
 * memory, so that both operands are read and written in runs. */
KERNEL(transpose, map_args) {
    enum { PAD = sizeof(OUT) < 4 ? 4 / sizeof(OUT) : 1, EACH = TILE * TILE / THREADS };
    __shared__ OUT tile[TILE][TILE + PAD];
    if (!begin(a.g)) return;
#ifdef CHECKED
    if (has_failed(a.g)) return;
#endif
    u64 rest = blockIdx.x;
    u64 column = take_index(a.w, DIMS - 1, &rest) * TILE, row = take_index(a.w, DIMS - 2, &rest) * TILE;
    u64 columns = a.w.shape[DIMS - 1] - column, rows = a.w.shape[DIMS - 2] - row;
    if (a.w.groups == 0) return;
    const char *from = a.w.data[1] + row * a.w.stride[1][DIMS - 2] + column * a.w.stride[1][DIMS - 1];
    char *to = a.w.data[0] + row * a.w.stride[0][DIMS - 2] + column * a.w.stride[0][DIMS - 1];
#pragma unroll
    for (int d = DIMS - 3; d >= 0; d--) {
        u64 index = take_index(a.w, d, &rest);
        from += (i64)index * a.w.stride[1][d];
        to += (i64)index * a.w.stride[0][d];
    }
    u32 along = threadIdx.x % TILE, across = threadIdx.x / TILE;
    inputs in[EACH];
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        u32 c = across + i * (THREADS / TILE);
        if (c < columns && along < rows)
            in[i].x1[0] = *(const IN *)(from + along * a.w.stride[1][DIMS - 2] +
                                        c * a.w.stride[1][DIMS - 1]);
    }
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        u32 c = across + i * (THREADS / TILE);
        if (c < columns && along < rows) tile[c][along] = element(a, in[i], 0);
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        u32 r = across + i * (THREADS / TILE);
        if (r < rows && along < columns)
            *(OUT *)(to + r * a.w.stride[0][DIMS - 2] + along * a.w.stride[0][DIMS - 1]) =
                tile[along][r];
    }
}
#endif
