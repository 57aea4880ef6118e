/* window.cu - reads and writes through windows (gather_scatter.h) on a CUDA device.
 *
 * window_cuda.c writes, in front of this text: DIMS, the number of dimensions; W, a word as large
 * as an element; and for a scatter T, the dtype of x; V, that of the values; C, the type in which
 * they are combined; and the macro COMBINE.
 *
 * SPDX-License-Identifier: Apache-2.0 */

/* Dimensions in row-major order; the leading ones that are not used have size 1. */
struct dims {
    u64 shape[DIMS];
    i64 stride[DIMS];
};

/* n / d and n % d.  Divisions of 32 bits are several times faster. */
struct quotient {
    u64 whole, rest;
};
ON_DEVICE quotient divided(u64 n, u64 d) {
    if ((n | d) >> 32 == 0) {
        u32 whole = (u32)n / (u32)d;
        return quotient{whole, (u32)n - whole * (u32)d};
    }
    u64 whole = n / d;
    return quotient{whole, n - whole * d};
}

ON_DEVICE i64 offset_of(const dims &d, u64 i) {
    i64 offset = 0;
#pragma unroll(DIMS <= 4 ? DIMS : 1)
    for (int n = DIMS - 1; n > 0; n--) {
        if (d.shape[n] == 1) continue;
        quotient q = divided(i, d.shape[n]);
        offset += (i64)q.rest * d.stride[n];
        i = q.whole;
    }
    return offset + (i64)i * d.stride[0];
}

/* ---- Indices --------------------------------------------------------------------------------- */

struct index_array {
    const char *data; /* NULL: `value` is the only index */
    u64 value;
    i64 size, step;   /* of the axis, and the stride of x along it */
    u32 bytes;        /* of an index */
    u32 is_signed;
    u32 wraps;        /* negative indices count from the end */
    u32 flat;         /* indices are positions in the row-major order of x, `all` */
    i64 axis;         /* for messages; -1: flat */
    u64 shape[DIMS];  /* of the points */
    i64 own[DIMS];    /* strides of x, and of the index array, along the points' dimensions */
    i64 stride[DIMS];
    dims all;
};

ON_DEVICE i64 load_index(const index_array &x, i64 at) {
    const char *p = x.data != 0 ? x.data + at * x.bytes : (const char *)&x.value;
    switch (x.bytes) {
    case 1: return x.is_signed ? (i64) * (const i8 *)p : (i64) * (const u8 *)p;
    case 2: return x.is_signed ? (i64) * (const i16 *)p : (i64) * (const u16 *)p;
    case 4: return x.is_signed ? (i64) * (const i32 *)p : (i64) * (const u32 *)p;
    }
    return *(const i64 *)p; /* a uint64 that is negative here is out of range as well */
}

/* The offset of a point, and its index.  If that is out of range, *good becomes false and the offset
 * is 0. */
ON_DEVICE i64 point_offset(const index_array &x, u64 point, bool *good, i64 *index_of) {
    i64 own = 0, at = 0;
#pragma unroll(DIMS <= 4 ? DIMS : 1)
    for (int n = DIMS - 1; n > 0; n--) {
        if (x.shape[n] == 1) continue;
        quotient q = divided(point, x.shape[n]);
        own += (i64)q.rest * x.own[n];
        at += (i64)q.rest * x.stride[n];
        point = q.whole;
    }
    own += (i64)point * x.own[0];
    at += (i64)point * x.stride[0];
    i64 index = load_index(x, at);
    *index_of = index;
    if (index < 0 && x.wraps) index += x.size;
    if (index < 0 || index >= x.size) {
        *good = false;
        return 0;
    }
    return own + (x.flat ? offset_of(x.all, (u64)index) : index * x.step);
}

ON_DEVICE void fail_index(const guard &g, const index_array &x, u64 point, i64 index) {
    fail_at(g, REPORT_INDEX, point, index, x.is_signed, (i64)point, x.axis, x.size);
}

struct offsets_args {
    guard g;
    u64 points;
    i64 *table; /* NULL: only check */
    u64 adds;   /* add to the table */
    index_array index;
};

KERNEL(offsets, offsets_args) {
    if (!begin(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.points; i += step) {
        bool good = true;
        i64 index, offset = point_offset(a.index, i, &good, &index);
        if (!good) fail_index(a.g, a.index, i, index);
        if (a.table != 0) a.table[i] = a.adds ? a.table[i] + offset : offset;
    }
}

/* ---- Gather ---------------------------------------------------------------------------------- */

#ifdef GATHER
struct gather_args {
    guard g;
    u64 count, points, length;
    const i64 *table; /* NULL: computed from `index` */
    const W *from; /* NULL: `value` */
    W *to;
    u64 value[2];
    u64 checked; /* by a kernel before: do nothing if it reported */
    dims before, after;
    index_array index;
};

KERNEL(gather, gather_args) {
    if (!begin(a.g) || (a.checked && has_failed(a.g))) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step) {
        quotient by_row = divided(i, a.length), by_point = divided(by_row.whole, a.points);
        u64 column = by_row.rest, b = by_point.whole, p = by_point.rest;
        bool good = true;
        i64 index = 0, offset = a.table != 0 ? a.table[p] : point_offset(a.index, p, &good, &index);
        if (!good) {
            fail_index(a.g, a.index, p, index);
            continue;
        }
        offset += offset_of(a.before, b) + offset_of(a.after, column);
        a.to[i] = a.from != 0 ? a.from[offset] : VALUE_OF(a);
    }
}
#endif

/* ---- Scatter --------------------------------------------------------------------------------- */

#ifdef SCATTER
/* Copy x to the output, if no index is out of range. */
struct start_args {
    guard g;
    u64 count;
    const T *from; /* NULL: `value` */
    T *to;
    u64 value[2];
    dims in, out;
};

KERNEL(start, start_args) {
    if (!begin(a.g) || has_failed(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step)
        a.to[offset_of(a.out, i)] =
            a.from != 0 ? a.from[offset_of(a.in, i)] : *(const T *)a.value;
}

struct scatter_args {
    guard g;
    u64 count, points, length;
    const i64 *table;
    const u64 *sorted; /* keys of points, see window_sort.cu; NULL: there are few points */
    u32 bits, one;     /* bits of a key that are the point; one: the value is in `value` */
    u64 value[2];
    T *x;
    const V *values;
    i64 low; /* what was subtracted from the offsets in keys */
    dims before, after;
    dims window; /* its shape, and the strides of the values */
};

ON_DEVICE T value_at(const scatter_args &a, u64 b, u64 point, u64 column) {
    const V *from = (const V *)a.value;
    if (!a.one) from = a.values + offset_of(a.window, (b * a.points + point) * a.length + column);
    return cast<T>(*from);
}

ON_DEVICE T combine(T x, T z) {
    C old = cast<C>(x), value = cast<C>(z);
    (void)old;
    return cast<T>((C)(COMBINE(old, value)));
}

/* Few points: a thread looks for its point's offset among all the others. */
ON_DEVICE void write_few(const scatter_args &a, T *x, u64 b, u64 point, u64 column) {
    i64 offset = a.table[point];
    if (SETS) {
        for (u64 p = point + 1; p < a.points; p++)
            if (a.table[p] == offset) return; /* a later value is stored */
        x[offset] = value_at(a, b, point, column);
        return;
    }
    for (u64 p = 0; p < point; p++)
        if (a.table[p] == offset) return; /* that point's thread combines all */
    T sum = x[offset];
    for (u64 p = point; p < a.points; p++)
        if (a.table[p] == offset) sum = combine(sum, value_at(a, b, p, column));
    x[offset] = sum;
}

/* Points with equal offsets are neighbours in `sorted`, in order. */
ON_DEVICE void write_sorted(const scatter_args &a, T *x, u64 b, u64 at, u64 column) {
    u64 key = a.sorted[at], place = key >> a.bits, points = (1ull << a.bits) - 1;
    i64 offset = (i64)place + a.low;
    if (SETS) {
        if (at + 1 < a.points && a.sorted[at + 1] >> a.bits == place) return;
        x[offset] = value_at(a, b, key & points, column);
        return;
    }
    if (at > 0 && a.sorted[at - 1] >> a.bits == place) return;
    /* Only the sum depends on the element before, so several loads are under way at once. */
    enum { AHEAD = 8 };
    T sum = x[offset];
    for (;; at += AHEAD) {
        T values[AHEAD];
        bool same[AHEAD];
        u64 keys[AHEAD];
#pragma unroll
        for (int j = 0; j < AHEAD; j++) keys[j] = at + j < a.points ? a.sorted[at + j] : ~0ull;
#pragma unroll
        for (int j = 0; j < AHEAD; j++) {
            same[j] = at + j < a.points && keys[j] >> a.bits == place;
            if (same[j]) values[j] = value_at(a, b, keys[j] & points, column);
        }
#pragma unroll
        for (int j = 0; j < AHEAD; j++)
            if (same[j]) sum = combine(sum, values[j]);
        if (!same[AHEAD - 1]) break;
    }
    x[offset] = sum;
}

KERNEL(scatter, scatter_args) {
    if (!begin(a.g) || has_failed(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step) {
        quotient by_row = divided(i, a.length), by_point = divided(by_row.whole, a.points);
        u64 column = by_row.rest, b = by_point.whole, p = by_point.rest;
        T *x = a.x + offset_of(a.before, b) + offset_of(a.after, column);
        if (a.sorted != 0)
            write_sorted(a, x, b, p, column);
        else
            write_few(a, x, b, p, column);
    }
}
#endif
