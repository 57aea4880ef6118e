/* walk.cu - how a kernel goes through the elements of arrays of any strides; for map.cu and fused.cu.
 *
 * In front of this text: the number of arrays, OPERANDS, and of dimensions, DIMS; VEC, see below; and
 * INPUTS(f), which is f(array, type) for each array that is read from memory.
 *
 * A group is VEC adjacent elements of a row, a line along the last dimension, or what is left of
 * them at its end.  Where a group of an array is contiguous and aligned, it is loaded or stored
 * by one instruction.
 *
 * SPDX-License-Identifier: Apache-2.0 */

enum { THREADS = 256 };

/* elementwise_layout.c writes this struct. */
struct walk {
    u64 groups;  /* or tiles, see map.cu */
    u32 vectors; /* bit j: groups of array j are contiguous and aligned */
    u32 narrow;  /* groups are fewer than 2^31 */
    char *data[OPERANDS];
    i64 stride[OPERANDS][DIMS]; /* in bytes */
    u64 shape[DIMS];
    u64 steps[DIMS]; /* groups of the last dimension, elements of the others */
    divider by[DIMS]; /* divide by steps, if narrow */
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
#undef FIELD
};

/* Take the index along dimension d from *rest. */
ON_DEVICE u64 take_index(const walk &w, int d, u64 *rest) {
    u64 n = *rest, next;
    if (d == 0) return n;
    next = w.narrow ? (u64)divide((u32)n, w.by[d]) : n / w.steps[d];
    *rest = next;
    return n - next * w.steps[d];
}

ON_DEVICE place find(const walk &w, u64 group) {
    place p;
    u64 rest = group, first = take_index(w, DIMS - 1, &rest) * VEC, left = w.shape[DIMS - 1] - first;
    p.n = left < VEC ? (u32)left : VEC;
#ifdef READS_ONLY
    p.flat = (DIMS > 1 ? rest * w.shape[DIMS - 1] : 0) + first;
#endif
#pragma unroll
    for (int j = 0; j < OPERANDS; j++) p.at[j] = (i64)first * w.stride[j][DIMS - 1];
#pragma unroll
    for (int d = DIMS - 2; d >= 0; d--) {
        u64 index = take_index(w, d, &rest);
#pragma unroll
        for (int j = 0; j < OPERANDS; j++) p.at[j] += (i64)index * w.stride[j][d];
    }
    return p;
}

template <class T> ON_DEVICE void load(T *to, const walk &w, int j, const place &p) {
    const char *from = w.data[j] + p.at[j];
    i64 stride = w.stride[j][DIMS - 1];
    if ((w.vectors >> j & 1) && p.n == VEC) {
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

template <class T> ON_DEVICE void store(const walk &w, int j, const place &p, const pack<T, VEC> &y) {
    char *to = w.data[j] + p.at[j];
    i64 stride = w.stride[j][DIMS - 1];
    if ((w.vectors >> j & 1) && p.n == VEC) {
        store_pack(to, y);
    } else {
#pragma unroll
        for (int v = 0; v < VEC; v++)
            if (v < p.n) *(T *)(to + v * stride) = y.x[v];
    }
}

ON_DEVICE void load_inputs(inputs &in, const walk &w, const place &p) {
#define LOAD(j, type) load(in.x##j, w, j, p);
    INPUTS(LOAD)
#undef LOAD
}
