/* map.cu - applies a formula to the elements of arrays of any strides; copies and transposes.
 *
 * elementwise_cuda.c writes, in front of this text: the number of operands, OPERANDS, and of
 * dimensions, DIMS; VEC and UNROLL, see below; OUT, the type of operand 0; INPUTS(f),
 * which is f(operand, type) for each operand that is read from memory; and the function `element`,
 * which computes element v of a group from them.  READS_ONLY, a reason: `element` returns whether the
 * call fails, and `value` a number for the message; nothing is written, and dimensions are in order.
 *
 * A group is VEC adjacent elements of a row, a line along the last dimension, or what is left of
 * them at its end.  Where a group of an operand is contiguous and aligned, it is loaded or stored
 * by one instruction.  A thread computes UNROLL groups, whose loads are under way at once; there are
 * as many blocks as needed.
 *
 * SPDX-License-Identifier: Apache-2.0 */

enum { THREADS = 256 };

struct map_args {
    guard g;
    u64 groups;  /* or tiles, see below */
    u32 vectors; /* bit j: groups of operand j are contiguous and aligned */
    u32 narrow;  /* groups are fewer than 2^31 */
    char *data[OPERANDS];       /* operand 0 is the output */
    i64 stride[OPERANDS][DIMS]; /* in bytes */
    u64 shape[DIMS];
    u64 steps[DIMS]; /* groups of the last dimension, elements of the others */
    divider by[DIMS]; /* divide by steps, if narrow */
    double number[2]; /* attributes */
#if VALUES > 0
    u64 value[VALUES][2]; /* of operands that are numbers */
#endif
};

/* Where a group begins. */
struct place {
    i64 at[OPERANDS];
    u32 n; /* number of elements */
#ifdef READS_ONLY
    u64 flat; /* the index of the first element, in row-major order */
#endif
};

struct inputs {
#define FIELD(j, type) type x##j[VEC];
    INPUTS(FIELD)
};

/* Take the index along dimension d from *rest. */
ON_DEVICE u64 take_index(const map_args &a, int d, u64 *rest) {
    u64 n = *rest, next;
    if (d == 0) return n;
    next = a.narrow ? (u64)divide((u32)n, a.by[d]) : n / a.steps[d];
    *rest = next;
    return n - next * a.steps[d];
}

#ifndef TILE
ON_DEVICE place find(const map_args &a, u64 group) {
    place p;
    u64 rest = group, first = take_index(a, DIMS - 1, &rest) * VEC, left = a.shape[DIMS - 1] - first;
    p.n = left < VEC ? (u32)left : VEC;
#ifdef READS_ONLY
    p.flat = (DIMS > 1 ? rest * a.shape[DIMS - 1] : 0) + first;
#endif
#pragma unroll
    for (int j = 0; j < OPERANDS; j++) p.at[j] = (i64)first * a.stride[j][DIMS - 1];
#pragma unroll
    for (int d = DIMS - 2; d >= 0; d--) {
        u64 index = take_index(a, d, &rest);
#pragma unroll
        for (int j = 0; j < OPERANDS; j++) p.at[j] += (i64)index * a.stride[j][d];
    }
    return p;
}

template <class T> ON_DEVICE void load(T *to, const map_args &a, int j, const place &p) {
    const char *from = a.data[j] + p.at[j];
    i64 stride = a.stride[j][DIMS - 1];
    if ((a.vectors >> j & 1) && p.n == VEC) {
        pack<T, VEC> loaded = *(const pack<T, VEC> *)from;
#pragma unroll
        for (int v = 0; v < VEC; v++) to[v] = loaded.x[v];
    } else if (stride == 0) {
        T x = *(const T *)from;
#pragma unroll
        for (int v = 0; v < VEC; v++) to[v] = x;
    } else {
#pragma unroll
        for (int v = 0; v < VEC; v++) to[v] = v < p.n ? *(const T *)(from + v * stride) : T();
    }
}

ON_DEVICE void load_inputs(inputs &in, const map_args &a, const place &p) {
#define LOAD(j, type) load(in.x##j, a, j, p);
    INPUTS(LOAD)
}

ON_DEVICE void write(const map_args &a, const inputs &in, const place &p) {
#ifdef READS_ONLY
    u64 count = 1;
    i64 wrong = 0;
    u32 at = VEC;
#pragma unroll
    for (int v = VEC - 1; v >= 0; v--)
        if (v < p.n && element(a, in, v)) at = v, wrong = value(a, in, v);
    if (at == VEC) return;
    for (int d = 0; d < DIMS; d++) count *= a.shape[d];
    fail_at(a.g, READS_ONLY, p.flat + at, (i64)(p.flat + at), (i64)count, wrong);
#else
    char *to = a.data[0] + p.at[0];
    i64 stride = a.stride[0][DIMS - 1];
    pack<OUT, VEC> y;
#pragma unroll
    for (int v = 0; v < VEC; v++) y.x[v] = element(a, in, v);
    if ((a.vectors & 1) && p.n == VEC) {
        store_pack(to, y);
    } else {
#pragma unroll
        for (int v = 0; v < VEC; v++)
            if (v < p.n) *(OUT *)(to + v * stride) = y.x[v];
    }
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
        if (group >= a.groups) continue;
        p[u] = find(a, group);
        load_inputs(in[u], a, p[u]);
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
    u64 column = take_index(a, DIMS - 1, &rest) * TILE, row = take_index(a, DIMS - 2, &rest) * TILE;
    u64 columns = a.shape[DIMS - 1] - column, rows = a.shape[DIMS - 2] - row;
    if (a.groups == 0) return;
    const char *from = a.data[1] + row * a.stride[1][DIMS - 2] + column * a.stride[1][DIMS - 1];
    char *to = a.data[0] + row * a.stride[0][DIMS - 2] + column * a.stride[0][DIMS - 1];
#pragma unroll
    for (int d = DIMS - 3; d >= 0; d--) {
        u64 index = take_index(a, d, &rest);
        from += (i64)index * a.stride[1][d];
        to += (i64)index * a.stride[0][d];
    }
    u32 along = threadIdx.x % TILE, across = threadIdx.x / TILE;
    inputs in[EACH];
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        u32 c = across + i * (THREADS / TILE);
        if (c < columns && along < rows)
            in[i].x1[0] = *(const IN *)(from + along * a.stride[1][DIMS - 2] +
                                        c * a.stride[1][DIMS - 1]);
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
            *(OUT *)(to + r * a.stride[0][DIMS - 2] + along * a.stride[0][DIMS - 1]) =
                tile[along][r];
    }
}
#endif
